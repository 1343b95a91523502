"""What the 36 rolls of a position are worth, summed: a loop of integers in the part of Python that numba compiles (see `replay.kernel`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.kernel import ROLLER, turn

if TYPE_CHECKING:
    from collections.abc import MutableSequence

    from replay.kernel import Planes


def summed(own: Planes, opp: Planes, flags: int, history: int, score: MutableSequence[int], out: MutableSequence[int]) -> int:
    """Points due to the roller, over the 36 throws. `score` and `out` are scratch of `SLOTS` and `PLAYS` numbers."""
    total = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            turn(own, opp, high, low, flags, history, score, out)
            total += score[ROLLER] * (1 if high == low else 2)
    return total
