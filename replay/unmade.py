"""Jans that are due only if they are made: fills, preserves, bearing off, the pile (docs/rules.md 2.2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from replay.plays import apply_play, moves_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from replay.engine import Due, Jan

QUARTERS = {"PJ": 0, "GJ": 6, "JR": 18, "PJC": 0, "GJC": 6, "JRC": 18}
"""First point of the quarter that a fill or preserve is about."""
FILLS = ("PJ", "GJ", "JR")
PRESERVES = ("PJC", "GJC", "JRC")
BY_PLAY = (*FILLS, *PRESERVES, "SO", "PM", "PMC")
"""Jans that nobody can call due or forfeited before the play is known."""


def made(jan: Jan, after: tuple[int, ...]) -> bool:
    """Whether the men as they stand after the play (25 counts on the roller's route) make what the jan is due for."""
    if jan.code in QUARTERS:
        first = QUARTERS[jan.code]
        return all(count >= 2 for count in after[first : first + 6])
    if jan.code == "SO":
        return not any(after[:24])
    if jan.code in ("PM", "PMC"):
        return after[11] == sum(after)
    return True


def unmade(due: Due, after: tuple[int, ...]) -> tuple[Jan, ...]:
    """The roller's due jans that the play did not make (docs/rules.md S-3, S-4, O-5)."""
    return tuple(jan for jan in due.roller if not made(jan, after))


def forgone(due: Due, own: tuple[int, ...], dice: tuple[int, int], touched: Sequence[int]) -> tuple[Jan, ...]:
    """The fills and preserves that no legal play could make any more once the men on these places were touched.

    What becomes of the men afterwards does not matter: the school stands also where they are put right (docs/rules.md S-3, S-4, S-13).
    """
    binding = tuple(jan for jan in due.roller if jan.code in QUARTERS)
    if not binding or not touched or 0 in due.plays:
        return ()
    wanted = Counter(touched)
    for code in due.plays:
        after = apply_play(own, code)
        if all(made(jan, after) for jan in binding) and wanted <= _movable(code, own, dice):
            return ()
    return binding


def _movable(code: int, own: tuple[int, ...], dice: tuple[int, int]) -> Counter[int]:
    """The places from which men may be taken for a play; one man by the sum may be two, the other from his rest."""
    moves = moves_of(code)
    starts = Counter(start for start, _ in moves)
    if len(moves) == 1:
        ((start, end),) = moves
        starts.update(start + die for die in set(dice) if start + die < end and own[start + die])
    return starts
