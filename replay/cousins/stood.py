"""Men moved as a record writes them, whether they may or not: what is on the board when an illegal play stood.

A record tells what was done. A play that was wrong and not noticed is written as it was made (docs/notation.md 4), and the game goes
on from what it left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation.record import BAR, HAND, OFF, Men
from replay.cousins.walks import Step, where

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from replay.cousins.walks import Written


def moved(
    mover: Men,
    other: Men,
    men: Iterable[Written],
    across: Callable[[int], int],
    over: Callable[[Men, Men, Step], bool],
    *,
    bands: Callable[[Men, Men, Written], bool] | bool,
) -> tuple[Men, Men, tuple[Step, ...]] | str:
    """Both sides after the men written, and the steps; or a sentence, where a man is written that is not there.

    `across` turns a point of the mover into the other's; `over` says whether the game is over after a step: what is written behind it
    is not played. A man alone is hit whether a star is written or not; two and more are taken up where the man may do so (`bands`) or a
    star is written, else both sides stand there.
    """
    steps: list[Step] = []
    for man in men:
        taken_up = _less(mover, man.start)
        if taken_up is None:
            return f"there is no man {where(man.start)} to play"
        theirs = other.points[across(man.to)] if 0 <= man.to < OFF else 0
        bursts = theirs > 1 and (man.hits > 0 or (bands if isinstance(bands, bool) else bands(mover, other, man)))
        taken = theirs if theirs == 1 or bursts else 0
        if taken:
            other = _bar(other, across(man.to), taken)
        mover = _more(taken_up, man.to)
        steps.append(Step(man.start, man.to, taken))
        if over(mover, other, steps[-1]):
            break
    return mover, other, tuple(steps)


def _less(men: Men, at: int) -> Men | None:
    """A side without one man of a place; None where there is none."""
    if at == BAR:
        return Men(men.points, men.off, men.bar - 1, men.hand) if men.bar else None
    if at == HAND:
        return Men(men.points, men.off, men.bar, men.hand - 1) if men.hand else None
    if not 0 <= at < OFF or not men.points[at]:
        return None
    return Men(_counted(men.points, at, -1), men.off, men.bar, men.hand)


def _more(men: Men, at: int) -> Men:
    """A side with one man more on a place."""
    if at == BAR:
        return Men(men.points, men.off, men.bar + 1, men.hand)
    if at == HAND:
        return Men(men.points, men.off, men.bar, men.hand + 1)
    if at == OFF:
        return Men(men.points, men.off + 1, men.bar, men.hand)
    return Men(_counted(men.points, at, 1), men.off, men.bar, men.hand)


def _bar(men: Men, at: int, taken: int) -> Men:
    """A side with the men of a point on the bar."""
    return Men(_counted(men.points, at, -taken), men.off, men.bar + taken, men.hand)


def _counted(points: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*points[:at], points[at] + by, *points[at + 1 :])
