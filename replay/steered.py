"""A player that plays on purpose: towards the corner, fills, keeping what is full, the return, and bearing off.

No strong player: chance alone hardly ever fills a jan, and this one does. Everything hangs on the `random.Random` given; the same seed
plays the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.plays import apply_play

if TYPE_CHECKING:
    from random import Random

    from replay.engine import Due

Counts = tuple[int, ...]

PETIT, GRAND, RETOUR = range(6), range(6, 12), range(18, 24)


def choose(rng: Random, own: Counts, due: Due) -> int:
    """A legal play (a code of `replay.plays`): the one this player likes best, with a little whim."""
    if len(due.plays) == 1:
        return due.plays[0]
    return max(due.plays, key=lambda code: liking(apply_play(own, code)) + rng.random() * 1.2)


def liking(men: Counts) -> float:
    """How well this player likes his own men (25 counts): full points where he means to fill, no heaps, no stray blots."""
    gone = sum(men[12:])
    value = 3.0 * men[24]
    if gone:
        value += sum((3.0 if men[p] >= 2 else 1.2 if men[p] else 0.0) for p in RETOUR) + 0.05 * sum(p * men[p] for p in range(24))
        value += 1.5 * all(men[p] >= 2 for p in RETOUR)
        value += 0.6 * sum(men[p] >= 2 for p in GRAND)
    else:
        value += sum((2.4 if men[p] >= 2 else 0.7 if men[p] else 0.0) for p in GRAND) + 1.6 * (men[11] >= 2)
        value += sum((0.9 if men[p] >= 2 else 0.4 if men[p] else 0.0) for p in range(1, 6))
        value += 5.0 * all(men[p] >= 2 for p in GRAND) + 2.0 * all(men[p] >= 2 for p in PETIT)
    value -= sum(0.5 * (men[p] - 3) for p in range(1, 24) if men[p] > 3)
    return value


def goes(rng: Random, own_rest: int, own: Counts, opp: Counts) -> bool:
    """Whether he goes after a hole: rather when little is left over and the other side's men stand better."""
    better = liking(opp) - liking(own)
    return rng.random() < (0.75 if better > 4 else 0.35 if better > 0 else 0.12) - 0.03 * own_rest
