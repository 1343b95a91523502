"""Points to holes: what an amount makes, in bredouille or not, and what was said aloud (docs/rules.md 2.6).

Plain values only: points are 0 to 11 a side (even, unless a record says otherwise), pairs are White's and Black's, a side is 0 or 1.
"""

from __future__ import annotations

from typing import NamedTuple

HOLE = 12
"""Points of a hole."""


class Race(NamedTuple):
    """Where the tokens stand: the points of each side, and whether its next hole is double."""

    points: tuple[int, int] = (0, 0)
    bredouille: tuple[bool, bool] = (False, False)


class Pegs(NamedTuple):
    """Where the pegs stand: the holes of each side, and whether all of them came since the other's last (the grande bredouille is open)."""

    holes: tuple[int, int] = (0, 0)
    lurch: tuple[bool, bool] = (False, False)


def holes_made(held: int, in_bredouille: bool, amount: int) -> tuple[int, int]:
    """Reckon the holes and the rest that `amount` makes on `held` points.

    Every hole after the first of the same roll is double, the first where the side is in bredouille (P-1); a rest never counts double
    (P-2).
    """
    races, rest = divmod(held + amount, HOLE)
    if not races:
        return 0, rest
    return 2 * races if in_bredouille else 2 * races - 1, rest


def award(points: tuple[int, int], bredouille: tuple[bool, bool], side: int, amount: int) -> tuple[Race, int]:
    """Give `amount` points to a side; returns the tokens after it and the holes made.

    The first points of a race put a side in bredouille, also as second to score; any score takes the other out of it. A hole sends the
    other back to nothing. An amount of 0 (or less) changes nothing.
    """
    if amount <= 0:
        return Race(points, bredouille), 0
    own, other = points[side], points[1 - side]
    holes, rest = holes_made(own, bredouille[side] or own == 0, amount)
    if holes:
        after, flags = (rest, 0), (rest > 0, False)
    else:
        after, flags = (rest, other), (bredouille[side] or own == 0, False)
    if side:
        return Race((after[1], after[0]), (flags[1], flags[0])), holes
    return Race(after, flags), holes


def pegged(holes: tuple[int, int], lurch: tuple[bool, bool], side: int, made: int) -> Pegs:
    """Peg `made` holes of a side. Its first opens a grande bredouille; any hole closes the other's for good."""
    if made <= 0:
        return Pegs(holes, lurch)
    total = holes[side] + made
    open_ = lurch[side] or holes[side] == 0
    if side:
        return Pegs((holes[0], total), (False, open_))
    return Pegs((total, holes[1]), (open_, False))


def races(held: int, amount: int) -> int:
    """How many times `amount` points take a side that held `held` past twelve."""
    return (held + amount) // HOLE


def said_points(held: int | None, holes: int, rest: int = 0) -> int | None:
    """Reckon the points behind `holes` and `rest` said aloud by a side that held `held` points; None where that is not known.

    Each race of twelve makes one hole or two: h holes are ceil(h / 2) races. A hole short of what the points make is a hole not pegged, not
    points not marked (docs/rules.md S-10). A rest said with no hole is where the token stands; below where it stood, it is what was marked.
    """
    if held is None:
        return None
    if not holes and rest < held:
        return rest
    return HOLE * ((holes + 1) // 2) + rest - held


def after_going() -> Race:
    """Tokens after a go: nothing on either side (P-3)."""
    return Race()
