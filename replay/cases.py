"""A position and a roll in, what the rules give out: the schema of the cases (corpora/cases/README.md).

Rows are plain JSON objects: `roller` and `opponent` map points of each side's own route (as text) to men, `roller_off` and `opponent_off`
count the men borne off, `dice` is the roll. Nothing here plays: a bad row gives `{"error": …}` and never an exception.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from notation.record import OFF, Men, Setup
from replay.engine import due
from replay.position import ImpossiblePosition, from_setup
from replay.rules import RULE_SETS, with_variant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from replay.engine import Due, Jan
    from replay.rules import RuleSet

Row = dict[str, Any]

_MEN_OF_OPPONENT = ("BV", "BF", "MF")
_POINTS_OF_ROLLER = ("PJ", "GJ", "JR")


_SPELLED = {
    "pileMisere": "pile",
    "meetingJan": "meeting",
    "bearoffTwoMen": "two-men",
    "bearoffLeastWaste": "waste",
    "impotenceJans": "impotence",
}
"""Flags by their names of docs/rules.md, section 4, where a `Variant` tag has a shorter word."""


class BadRow(ValueError):  # noqa: N818 - the name says it
    """A row is not of the schema."""


def score_case(row: Mapping[str, Any], rules: RuleSet | None = None) -> Row:
    """Score one row of positions.jsonl, chances.jsonl or oracle.jsonl.

    Gives `due_roller`, `due_opponent` (items `jan`, `ways`, `points`, `target`: of a hit the man's point on the *opponent's* own route, of
    a fill the roller's own point, else None), `total_roller`, `total_opponent` (points), and `legal`: every result of a legal play, 25
    counts on the roller's route, in order. `id` and `dice` are repeated. Optional jans are off unless the row's `variant` names them;
    `only` keeps just those jans. `rules` overrides the row's variant. Whatever is wrong with the row is told in `error`, and faults of the
    position one by one in `faults` (kind, sentence).
    """
    head = {key: row[key] for key in ("id", "dice") if key in row} if hasattr(row, "get") else {}
    try:
        return head | _scored(row, rules)
    except ImpossiblePosition as fault:
        faults = [[kind, _as_row(message)] for kind, message in fault.faults]
        return head | {"error": "; ".join(message for _, message in faults), "faults": faults}
    except BadRow as fault:
        return head | {"error": str(fault)}


def _scored(row: Mapping[str, Any], rules: RuleSet | None) -> Row:
    if not hasattr(row, "get"):
        raise BadRow("a row is an object with roller, opponent and dice")
    men = [_men(row, name) for name in ("roller", "opponent")]
    from_setup(Setup(men[0], men[1], "W"))
    earlier = [_dice(dice, "earlier_dice") for dice in _list(row, "earlier_dice")]
    first = _dice(row["first_dice"], "first_dice") if row.get("first_dice") else None
    if first is None and case_rolls(row) == 1 and len(earlier) == 1:
        first = earlier[0]  # on a first roll the only dice before it are the other player's
    own, opp = case_counts(row, "roller"), case_counts(row, "opponent")
    given = due(
        own,
        opp,
        _dice(row.get("dice"), "dice"),
        rules if rules is not None else case_rules(row),
        rolls=case_rolls(row),
        earlier=earlier,
        first=first,
    )
    only = {str(code) for code in _list(row, "only")}
    return _answer(given, own, only)


def _as_row(message: str) -> str:
    """Name the sides as a row does."""
    return message.replace("White", "the roller").replace("Black", "the opponent")


def case_rules(row: Mapping[str, Any]) -> RuleSet:
    """Read the rules a row asks for: trictrac without optional jans, and what its `variant` switches on."""
    variant = row.get("variant") or []
    if isinstance(variant, dict):
        words = [name if value is True else f"no-{name}" if value is False else f"{name}={value}" for name, value in variant.items()]
    else:
        words = [variant] if isinstance(variant, str) else [str(word) for word in variant] if isinstance(variant, list) else []
    spelled = [_SPELLED.get(name.strip(), name.strip()) + sign + value for name, sign, value in (word.partition("=") for word in words)]
    return with_variant(RULE_SETS["trictrac"], ",".join(["no-pile", "no-meeting", "no-margot", *spelled]).replace("noForced", "forced"))


def case_rolls(row: Mapping[str, Any]) -> int:
    """Read the how-manieth roll of the holding it is, 0 where the row does not say, or says it in words."""
    rolls = row.get("roll_of_holding")
    return rolls if isinstance(rolls, int) and not isinstance(rolls, bool) else 0


def case_counts(row: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """Read the men of `roller` or `opponent` as 25 counts.

    Raises `BadRow` where they are no men.
    """
    men = _men(row, name)
    return (*men.points, men.off)


def _men(row: Mapping[str, Any], name: str) -> Men:
    placed = row.get(name)
    if not isinstance(placed, dict):
        raise BadRow(f"{name} is missing: an object of points and men")
    points = [0] * OFF
    off = row.get(f"{name}_off", 0) or 0
    for key, number in placed.items():
        point = str(key).strip()
        if not point.isascii() or not point.isdigit() or int(point) > OFF:
            raise BadRow(f"{name}: {key!r} is no point; points are 0 to 23 on the own route, and 24 off")
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise BadRow(f"{name}: {number!r} on point {key} is no number of men")
        if int(point) == OFF:
            off += number
        else:
            points[int(point)] += number
    if not isinstance(off, int) or isinstance(off, bool) or off < 0:
        raise BadRow(f"{name}_off is no number of men")
    return Men(tuple(points), off)


def _dice(value: object, name: str) -> tuple[int, int]:
    if (
        not isinstance(value, (list, tuple))
        or len(value) != 2
        or any(isinstance(die, bool) or not isinstance(die, int) or not 1 <= die <= 6 for die in value)
    ):
        raise BadRow(f"{name} must be two numbers from 1 to 6, not {value!r}")
    return value[0], value[1]


def _list(row: Mapping[str, Any], name: str) -> list[Any]:
    value = row.get(name) or []
    if not isinstance(value, list):
        raise BadRow(f"{name} must be a list")
    return value


def _answer(given: Due, own: tuple[int, ...], only: set[str]) -> Row:
    roller = [_item(jan) for jan in given.roller if not only or jan.code in only]
    opponent = [_item(jan) for jan in given.opponent if not only or jan.code in only]
    return {
        "due_roller": roller,
        "due_opponent": opponent,
        "total_roller": sum(item["points"] for item in roller),
        "total_opponent": sum(item["points"] for item in opponent),
        "legal": [list(result) for result in sorted(given.results(own))],
    }


def _item(jan: Jan) -> Row:
    target = jan.place
    if jan.code in _MEN_OF_OPPONENT and target is not None:
        target = 23 - target
    elif jan.code not in _POINTS_OF_ROLLER:
        target = None
    return {"jan": jan.code, "ways": jan.ways, "points": jan.points, "target": target}
