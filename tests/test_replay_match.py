"""Matches of holes: who has won, and what it is worth; and the settlements of the treatises that are about points and holes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import unknown_case
from test_replay_scoring import rows

from replay.match import Worth, winner, worth
from replay.rules import RULE_SETS, with_variant
from replay.scoring import Race, award, holes_made, pegged

Row = dict[str, Any]

SETTLEMENTS = rows("settlements.jsonl")
HANDLED = ("points_to_holes", "marking_order", "bear_off", "twelve_holes_rate")
"""Kinds of settlement that are about one match of holes."""
ELSEWHERE = {
    **dict.fromkeys(
        ("a_ecrire_mark", "a_ecrire_refait", "a_ecrire_rate_variant", "paris_two_players", "paris_three_players", "poule",
         "three_players_consolation", "three_players_quota", "match_paper", "match_jetons", "fiche_rounding"),
        "test_replay_forms_settlements.py",
    ),
    "school": "test_analysis_schools.py", "false_school": "test_analysis_schools.py",
}  # fmt: skip
"""Kinds that are not about one match of holes: the accounting of the forms, and the schools (which are tested with the audit)."""


@pytest.mark.cases
def test_every_kind_of_settlement_has_its_place() -> None:
    """No kind is skipped in silence: what is not asserted here is named with where it belongs."""
    kinds = {row["kind"] for row in SETTLEMENTS}
    assert not kinds - set(HANDLED) - set(ELSEWHERE)


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in SETTLEMENTS if row["kind"] == kind]


@pytest.mark.cases
@pytest.mark.parametrize("row", of_kind("points_to_holes"))
def test_points_to_holes(row: Row) -> None:
    said = row["inputs"]
    if "sequence" in said:
        race, holes = Race(), {"you": 0, "opponent": 0}
        for who, amount in said["sequence"]:
            race, made = award(*race, 0 if who == "you" else 1, amount)
            holes[who] += made
        found = {"holes": holes["you"], "points_left": race.points[0]}
    elif "total_points" in said:
        found = dict(zip(("holes", "points_left"), holes_made(0, said["in_bredouille"], said["total_points"]), strict=True))
    else:
        race = Race(
            (said["points_before"], said.get("opponent_points", 0)), (said["in_bredouille"], said.get("opponent_in_bredouille", False))
        )
        race, made = award(*race, 0, said["gained"])
        found = {"holes": made, "points_left": race.points[0]}
    assert found == row["expected"]


@pytest.mark.cases
@pytest.mark.parametrize("row", of_kind("marking_order"))
def test_marking_order(row: Row) -> None:
    """The roller's own points first, then what his roll gives the opponent (G-3)."""
    said = row["inputs"]
    held = (said["roller_points"], said["opponent_points"])
    own = sum(amount for key, amount in said.items() if key.startswith("roller_") and key != "roller_points")
    against = sum(amount for key, amount in said.items() if key.startswith("opponent_") and key != "opponent_points")
    race, holes = award(held, (False, False), 0, own)
    after, _ = award(*race, 1, against)
    found = {"roller_holes": holes, "roller_points": race.points[0], "opponent_points_after": after.points[1]}
    assert {key: found[key] for key in row["expected"]} == row["expected"]


NUMBER = {"one": 1, "two": 2, "three": 3, "four": 4}


@pytest.mark.cases
@pytest.mark.parametrize("row", of_kind("bear_off"))
def test_bear_off(row: Row) -> None:
    """The last man off makes 4 or 6 by the roll (E14)."""
    said, wanted = row["inputs"], row["expected"]
    made = 6 if said["last_roll"][0] == said["last_roll"][1] else 4
    assert made == wanted["gained"]
    match = re.fullmatch(r"(\w+)(?:, (\d+) over)?", wanted["holes"])
    assert match
    holes, rest = holes_made(said["points_before"], said.get("in_bredouille", False), made)
    assert (holes, rest) == (NUMBER[match[1]], int(match[2] or 0))


@pytest.mark.cases
@pytest.mark.parametrize("row", of_kind("twelve_holes_rate"))
def test_twelve_holes_rate(row: Row) -> None:
    """The honours schedule; rows of the rival border (fewer than six) are read with `honours-double=5`."""
    situation = row["inputs"]["situation"]
    rules = with_variant(RULE_SETS["combine"], "honours-double=5" if "variant" in row else "")
    lurch = "pavillon" in situation and "no pavillon" not in situation
    below, least = re.search(r"below (\d+)", situation), re.search(r"at (\d+) or more", situation)
    if re.search(r"no holes?\b|not one hole|alone", situation):
        lost, lurch = range(1), True
    elif lurch:
        lost = range(1, 12) if "in second" in situation else range(1)
    elif below:
        lost = range(1, int(below[1]))
    elif least:
        lost = range(int(least[1]), 12)
    else:
        unknown_case(f"no test knows the situation {situation!r}")
    found = {worth(rules, 0, (12, holes), lurch=lurch).stakes for holes in lost}
    assert found == {row["expected"]["multiplier"]}


# -- 2.7 -------------------------------------------------------------------------------------------------------------------------------

OLD = RULE_SETS["trictrac"]
BRIDGE = with_variant(OLD, "schedule=bridge")
HONOURS = with_variant(OLD, "schedule=honours")
HONOURS_5 = with_variant(OLD, "schedule=honours, honours-double=5")


def played(*holes: tuple[int, int]) -> tuple[tuple[int, int], tuple[bool, bool]]:
    """Peg holes one after the other: (side, number)."""
    pegs: tuple[tuple[int, int], tuple[bool, bool]] = ((0, 0), (False, False))
    for side, number in holes:
        pegs = pegged(*pegs, side, number)
    return pegs


@pytest.mark.parametrize(
    ("sequence", "side", "old", "bridge", "honours"),
    [
        (((0, 3), (1, 12)), 1, 2, 2, 3),
        (((0, 12),), 0, 2, 2, 4),
        (((0, 5), (1, 2), (0, 7)), 0, 1, 1.5, 2),
        (((0, 6), (1, 7), (0, 6)), 0, 1, 1, 1),
        (((1, 6), (0, 6), (1, 1), (0, 6)), 0, 1, 1, 1),
        (((1, 8), (0, 12)), 0, 2, 2, 3),
        (((0, 2), (1, 6), (0, 10)), 0, 1, 1.5, 2),
    ],
    ids=["3 then 12 running", "12-0", "5, 2, 12", "12-7", "6 then 1 more", "8 then 12 running", "12-6"],
)
def test_schedules(sequence: tuple[tuple[int, int], ...], side: int, old: float, bridge: float, honours: float) -> None:
    holes, lurch = played(*sequence)
    assert winner(holes, 12, 1 - side) == side
    found = [worth(rules, side, holes, lurch=lurch[side]).stakes for rules in (OLD, BRIDGE, HONOURS)]
    assert found == [old, bridge, honours]


def test_the_border_of_the_double() -> None:
    assert worth(HONOURS, 0, (12, 6), lurch=False) == Worth("double", 2)
    assert worth(HONOURS_5, 0, (12, 6), lurch=False) == Worth("single", 1)
    assert worth(HONOURS_5, 0, (12, 5), lurch=False) == Worth("double", 2)
    assert worth(BRIDGE, 0, (12, 7), lurch=False) == Worth("single", 1)


def test_the_roller_wins_where_both_would() -> None:
    """P-4: own points are counted before the opponent's; surplus holes count for nothing."""
    assert winner((13, 12), 12, 0) == 0
    assert winner((13, 12), 12, 1) == 1
    assert winner((11, 14), 12, 0) == 1
    assert winner((11, 11), 12, 0) is None
    assert winner((6, 0), 6, 1) == 0
    assert winner((30, 20), 0, 1) is None
