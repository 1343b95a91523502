"""A player of Dutch TricTrac who plays on purpose: no blots under fire, men hit, closed points in a row, the first field left behind.

No strong player, but none of chance; he looks at the board a play leaves and no further. The same `random.Random` plays the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from replay.cousins.dutch import Position, Result

_CHANCE: Final = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""Of 36 throws, how many hit a man so many points away."""


class Temper(NamedTuple):
    """What he cares about, in pips."""

    blot: float = 0.5
    """A man alone, for every one of 36 throws that hit him, the more the further he has come."""
    point: float = 3.0
    """A closed point, and as much again for every one before it in a row."""
    hit: float = 6.0
    """A man of the other's on the bar."""
    straggler: float = 1.2
    """A man still in the first field when the hand is empty."""
    heap: float = 0.8
    """A man above three on a point."""
    off: float = 8.0
    """A man borne off."""
    again: float = 12.0
    """Another throw."""


def liking(position: Position, temper: Temper = Temper()) -> float:  # noqa: B008 - a value that cannot change
    """How well he likes a board that his play leaves, in pips."""
    own, other = position.mover, position.other
    theirs = other.points[::-1]
    value = temper.hit * other.bar + temper.off * own.off
    run = 0
    for p in range(24):
        men = own.points[p]
        value += p * men / 6
        if men >= 2:
            run += 1
            value += temper.point * (0.6 + 0.4 * min(run, 4)) if p < 18 else temper.point * 0.5
            value -= temper.heap * max(0, men - 3)
        else:
            run = 0
        if men == 1:
            fire = sum(_CHANCE[d] for d in range(1, min(12, 23 - p) + 1) if theirs[p + d])
            if other.bar or other.hand:
                fire += _CHANCE[24 - p] if 24 - p <= 6 else 0
            value -= temper.blot * min(fire, 30) * (p + 6) / 24
    if not own.hand:
        value -= temper.straggler * sum(own.points[:6])
    return value


def pick(rng: Random, results: Sequence[Result], temper: Temper = Temper()) -> Result:  # noqa: B008 - as above
    """The result he plays for, of those that are legal (`replay.cousins.dutch.legal`), with a little whim."""
    order = {"win": 2, "nabeurt": 1, "": 0, "loss": 0}
    return max(
        results,
        key=lambda result: (
            order[result.ended],
            liking(result.position, temper) + temper.again * result.again + rng.random(),
        ),
    )
