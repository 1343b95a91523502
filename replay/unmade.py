"""Jans that are due only if they are made: fills, preserves, bearing off, the pile (docs/rules.md 2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from replay.engine import Due, Jan

QUARTERS = {"PJ": 0, "GJ": 6, "JR": 18, "PJC": 0, "GJC": 6, "JRC": 18}
"""First point of the quarter that a fill or preserve is about."""
FILLS = ("PJ", "GJ", "JR")
PRESERVES = ("PJC", "GJC", "JRC")


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
