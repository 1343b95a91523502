"""The end of a match of holes, and what it is worth (docs/rules.md 2.6 P-4, 2.7).

Pairs are White's and Black's, a side is 0 or 1; holes are holes, worth is in stakes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from replay.rules import RuleSet

BRIDGE = 7
"""Holes with which the loser has passed the bridge: the seventh is pegged at the first point of the grand jan (docs/rules.md 1.5)."""


class Worth(NamedTuple):
    """What a match won is worth: the word for it, and how many stakes (one and a half for a win this side of the bridge)."""

    outcome: str
    stakes: float


def winner(holes: tuple[int, int], match_holes: int, roller: int) -> int | None:
    """Tell who has won a match of so many holes, None where nobody has.

    The roller's points are counted first: if both would have their holes on one roll, he wins (P-4). Surplus holes do not count.
    """
    if match_holes <= 0:
        return None
    return next((side for side in (roller, 1 - roller) if holes[side] >= match_holes), None)


def worth(rules: RuleSet, side: int, holes: tuple[int, int], *, lurch: bool) -> Worth:
    """Reckon what a match that `side` has won is worth by the schedule of the rules.

    `lurch`: the loser took no hole after the winner's first (`Pegs.lurch` of the winner). Every schedule asks for the greatest first.
    """
    lost = holes[1 - side]
    if rules.schedule == "honours":
        if lost == 0:
            return Worth("quadruple", 4)
        if lurch:
            return Worth("treble", 3)
        return Worth("double", 2) if lost <= rules.honours_double else Worth("single", 1)
    if lurch:
        return Worth("lurch", 2)
    if rules.schedule == "bridge" and lost < BRIDGE:
        return Worth("bridge", 1.5)
    return Worth("single", 1)
