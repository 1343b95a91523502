"""A player that plays on purpose: towards fills and the corner, keeping what is full, home to the jan de retour, and off.

No strong player: chance alone hardly ever fills a jan, and this one does. He plays in one of several manners (`MANNERS`), so that every jan
of the game comes up now and then. Everything hangs on the `random.Random` given; the same seed plays the same.
"""

from __future__ import annotations

from functools import cache
from operator import getitem
from typing import TYPE_CHECKING, Final, NamedTuple

from replay.plays import apply_play

if TYPE_CHECKING:
    from random import Random

    from replay.engine import Due

Counts = tuple[int, ...]

PETIT, GRAND, RETOUR = range(6), range(6, 12), range(18, 24)


class Manner(NamedTuple):
    """What a player is after in a holding: how much a full point is worth to him in the petit and the grand jan and at home, and a blot."""

    petit: float = 0.9
    grand: float = 2.4
    home: float = 3.0
    blot: float = 0.3
    stays: float = 1.0
    """How much likelier than others he goes on after a hole."""


MANNERS: Final = (
    Manner(),
    Manner(petit=4.0, grand=0.8, blot=0.2),
    Manner(petit=1.2, grand=2.0, home=4.0, blot=0.6, stays=2.5),
    Manner(blot=0.0),
)


def manner(rng: Random) -> Manner:
    """A manner for a holding, at random."""
    return MANNERS[int(rng.random() * len(MANNERS))]


def choose(rng: Random, own: Counts, due: Due, how: Manner = MANNERS[0]) -> int:
    """A legal play (a code of `replay.plays`): the one this player likes best, with a little whim."""
    if len(due.plays) == 1:
        return due.plays[0]
    return max(due.plays, key=lambda code: liking(apply_play(own, code), how) + rng.random() * 1.2)


def liking(men: Counts, how: Manner = MANNERS[0]) -> float:
    """How well this player likes his own men (25 counts): full points where he means to fill, no heaps, no stray blots."""
    abroad, home = _worth(how)
    if any(men[12:]):
        value = sum(map(getitem, home, men))
        return value + 2.0 * how.home if min(men[18:24]) >= 2 else value
    value = sum(map(getitem, abroad, men))
    if min(men[6:12]) >= 2:
        value += 2.1 * how.grand
    if min(men[:6]) >= 2:
        value += 2.2 * how.petit
    return value


@cache
def _worth(how: Manner) -> tuple[tuple[tuple[float, ...], ...], tuple[tuple[float, ...], ...]]:
    """What so many men on a point are worth to him, for each of the 25 places: before a man has passed the middle, and after."""
    abroad, home = [], []
    for p in range(25):
        heap = [0.5 * max(0, men - 3) * (1 <= p < 24) for men in range(16)]
        alone = [how.blot * (men == 1 and p < 24) for men in range(16)]
        one, two = (how.grand * 0.3, how.grand) if p in GRAND else (how.petit * 0.45, how.petit) if p in PETIT and p else (0.0, 0.0)
        two += 1.6 * (p == 11)
        abroad.append(tuple((two if men >= 2 else one if men else 0.0) - heap[men] - alone[men] for men in range(16)))
        one, two = (0.4 * how.home, how.home) if p in RETOUR else (0.0, 0.6 * (p in GRAND))
        step = 0.05 * p if p < 24 else 3.0
        home.append(tuple((two if men >= 2 else one if men else 0.0) + step * men - heap[men] - alone[men] for men in range(16)))
    return tuple(abroad), tuple(home)


def goes(rng: Random, own_rest: int, own: Counts, opp: Counts, how: Manner = MANNERS[0]) -> bool:
    """Whether he goes after a hole: rather when little is left over and the other side's men stand better; on the way home seldom."""
    if any(own[12:]):
        chance = 0.08 + 0.2 * (sum(opp[18:]) > sum(own[18:]) + 4)
    else:
        better = liking(opp) - liking(own)
        chance = 0.8 if better > 4 else 0.4 if better > 0 else 0.15
    return rng.random() < chance / how.stays - 0.03 * own_rest
