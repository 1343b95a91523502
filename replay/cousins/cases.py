"""One position of bräde or Dutch TricTrac and a throw as JSON, in and out: every result a throw allows (docs/json.md).

The rows are those of corpora/cases/README_cousins.md: each side counts on its own route, `mover` throws.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from notation.record import Men
from replay.cousins import brade, dutch
from replay.cousins.game import book_of

if TYPE_CHECKING:
    from replay.rules import RuleSet

MOST: Final = 420
"""Results that are told one by one; of more, their number and the SHA-256 of them all."""
COUNTS: Final = {"brade": ("bar", "off"), "trictrac-nl": ("hand", "bar", "off")}
"""Where men can be beside the points."""


class BadRow(ValueError):  # noqa: N818 - a row, not a program, is at fault
    """A row that cannot be answered, with what is wrong with it."""


def race_case(row: dict[str, Any], rules: RuleSet) -> dict[str, object]:
    """The answer to a row: its `id`, `legal` and `ended`; `id` and `error` where it cannot be answered."""
    known = {"id": row["id"]} if "id" in row else {}
    try:
        return known | _answer(row, rules)
    except ValueError as fault:
        return known | {"error": str(fault)}


def _answer(row: dict[str, Any], rules: RuleSet) -> dict[str, object]:
    book: Any = book_of(rules)
    mover, other = (_men(row, side, rules.name) for side in ("mover", "other"))
    dice = _throw(row)
    ended: dict[str, object]
    legal: list[list[object]]
    if rules.name == "brade":
        results = brade.legal(brade.Position(mover, other), dice, book.rules)
        legal = [_told(result.position, rules.name) for result in results]
        ended = {
            str(at): {"kind": end.kind, "munk": end.munk, "value": end.value}
            for at, end in enumerate(result.ending for result in results)
            if end is not None
        }
    else:
        began = row.get("mover_began", True)
        if not isinstance(began, bool):
            raise BadRow("mover_began is true or false")
        plays = dutch.legal(dutch.Position(mover, other, began), dice, book.rules)
        legal = [[*_told(play.position, rules.name), play.again] for play in plays]
        ended = {str(at): play.ended for at, play in enumerate(plays) if play.ended}
    if len(legal) <= MOST:
        return {"legal": legal, "ended": ended}
    text = json.dumps(legal, separators=(",", ":"))
    return {"legal_count": len(legal), "legal_sha256": hashlib.sha256(text.encode()).hexdigest()}


def _told(position: Any, rules: str) -> list[object]:
    """Both sides as a row tells a result: the points, then the men beside them."""
    found: list[object] = []
    for men in (position.mover, position.other):
        found += [list(men.points), *(getattr(men, name) for name in COUNTS[rules])]
    return found


def _men(row: dict[str, Any], side: str, rules: str) -> Men:
    """The men of a side. Raises BadRow."""
    told = row.get(side)
    if not isinstance(told, dict):
        raise BadRow(f"{side} is missing: an object of points, {', '.join(COUNTS[rules])}")
    points = told.get("points")
    counts = [told.get(name, 0) for name in COUNTS[rules]]
    if not isinstance(points, list) or len(points) != 24:
        raise BadRow(f"{side}: points is a list of 24 numbers of men")
    if not all(isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= 15 for number in (*points, *counts)):
        raise BadRow(f"{side}: a number of men is a whole number from 0 to 15")
    return Men(tuple(points), **dict(zip(COUNTS[rules], counts, strict=True)))


def _throw(row: dict[str, Any]) -> tuple[int, int]:
    """The dice. Raises BadRow."""
    throw = row.get("throw")
    if not isinstance(throw, list) or len(throw) != 2 or not all(isinstance(die, int) and 1 <= die <= 6 for die in throw):
        raise BadRow("throw is a list of two numbers from 1 to 6")
    return throw[0], throw[1]
