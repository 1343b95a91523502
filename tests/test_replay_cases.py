"""The cases: positions of the treatises, chances out of 36, and thousands of rolls on which independent engines agree.

Expectations are read from the folder of the cases. Rows of low confidence are run too; where they differ the row's own reason is shown
(`pytest -rx`), and docs/cases.md tells them one by one.
"""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from conftest import HERE, cases_folder, unknown_case

from replay.cases import case_counts, case_rolls, case_rules, score_case
from replay.engine import Chance, Due, Jan, chances, due, is_legal, legal_results
from replay.jans import JANS, explain

if TYPE_CHECKING:
    from collections.abc import Callable

Row = dict[str, Any]
pytestmark = pytest.mark.cases


def rows(name: str) -> list[Row]:
    """The rows of a file of cases, none where the folder has no such file."""
    path = cases_folder() / name
    if not path.exists():
        return []
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in data.splitlines() if line.strip()]


POSITIONS = rows("positions.jsonl")
CHANCES = rows("chances.jsonl")
ORACLE = rows("oracle.jsonl.gz")


def named(found: list[Row]) -> list[Any]:
    return [pytest.param(row, id=str(row["id"])) for row in found]


def judged(row: Row, problems: list[str]) -> None:
    """Fail on what differs; a row of low confidence only tells it, with the row's own note."""
    if not problems:
        return
    told = f"{row['id']}: " + "; ".join(problems)
    if row.get("confidence") == "low":
        pytest.xfail(f"{told} | of low confidence: {row.get('note', 'no reason given')}")
    pytest.fail(told)


# -- positions -------------------------------------------------------------------------------------------------------------------------


def differences(row: Row) -> list[str]:
    """How the engine's answer differs from a row of positions.jsonl."""
    answer = score_case(row)
    if "error" in answer:
        return [answer["error"]]
    only = set(row.get("only") or [])
    found = []
    for side in ("roller", "opponent"):
        wanted = [item for item in row[f"due_{side}"] if not only or item["jan"] in only]
        given = list(answer[f"due_{side}"])
        for item in wanted:
            match = next((one for one in given if all(one.get(key) == value for key, value in item.items() if value is not None)), None)
            if match is None:
                found.append(f"{side} should have {item}")
            else:
                given.remove(match)
        found += [f"{side} should not have {item}" for item in given]
        if not only and answer[f"total_{side}"] != row[f"total_{side}"]:
            found.append(f"{side} has {answer[f'total_{side}']} points, not {row[f'total_{side}']}")
    return found


@pytest.mark.parametrize("row", named(POSITIONS))
def test_position(row: Row) -> None:
    judged(row, differences(row))


@pytest.mark.parametrize("row", named([row for row in POSITIONS if "plays" in row]))
def test_play_of_a_position(row: Row) -> None:
    """What the book has played is legal, unless the row says it is a fault."""
    own, given = asked(row)
    moves = [(start, to) for start, to in row["plays"]]
    assert is_legal(own, moves, given) is not bool(row.get("plays_are_fault"))


def asked(row: Row) -> tuple[tuple[int, ...], Due]:
    own = case_counts(row, "roller")
    earlier = [(a, b) for a, b in row.get("earlier_dice") or []]
    dice = (row["dice"][0], row["dice"][1])
    return own, due(own, case_counts(row, "opponent"), dice, case_rules(row), rolls=case_rolls(row), earlier=earlier)


def test_every_jan_of_the_positions_is_explained() -> None:
    for row in POSITIONS:
        own, given = asked(row)
        opp = case_counts(row, "opponent")
        for jan in (*given.roller, *given.opponent):
            for spelling, side in (("guiton", "W"), ("route", "B"), ("bn", "B")):
                told = explain(jan, own, opp, (row["dice"][0], row["dice"][1]), side, spelling=spelling, due=given)
                assert f"{jan.points} points" in told, row["id"]
                assert re.search(r"\(rules 2\.3 E\d+, 002 §\d+", told), row["id"]
                assert ("to White" in told or "to Black" in told) is not jan.to_roller, row["id"]


def test_the_low_rows_are_told_in_the_documents() -> None:
    """docs/cases.md names every row of low confidence of the cases that come with the project."""
    if cases_folder() != HERE.parent / "corpora" / "cases":
        pytest.skip("other cases than those the document speaks of")
    text = (HERE.parent / "docs" / "cases.md").read_text(encoding="utf-8")
    missing = [row["id"] for row in (*POSITIONS, *CHANCES) if row.get("confidence") == "low" and row["id"] not in text]
    assert not missing


# -- chances ---------------------------------------------------------------------------------------------------------------------------

NUMBERS = {"one": 1, "two": 2, "three": 3}
QUARTERS = {"petit": "PJ", "grand": "GJ", "retour": "JR"}


def count(given: list[Jan], code: str) -> int:
    return sum(jan.ways for jan in given if jan.code == code)


def event(words: str, opponent: Row) -> Callable[[Chance], bool]:
    """Read what a row of chances.jsonl asks of a roll."""
    if words in JANS:
        return lambda roll: any(jan.code == words for jan in jans(roll))
    if match := re.fullmatch(r"(true|false)_hit on point (\d+)", words):
        code, point = {"true": "BV", "false": "BF"}[match[1]], int(match[2])
        return lambda roll: any(jan.code == code and jan.place == 23 - point for jan in jans(roll))
    if match := re.fullmatch(r"(true|false)_hit on passed man \(roller point (\d+)\)", words):
        code, point = {"true": "BV", "false": "BF"}[match[1]], int(match[2])
        return lambda roll: any(jan.code == code and jan.place == point for jan in jans(roll))
    if match := re.fullmatch(r"(?:both|all) blots(?: \(([\d, ]+)\))? (truly|falsely) hit", words):
        code = {"truly": "BV", "falsely": "BF"}[match[2]]
        blots = {int(p) for p in match[1].split(",")} if match[1] else {int(p) for p, n in opponent.items() if n == 1}
        return lambda roll: {23 - (jan.place or 0) for jan in jans(roll) if jan.code == code} == blots
    if match := re.fullmatch(r"(any|no) (true|false)[ _]hit", words):
        code, wanted = {"true": "BV", "false": "BF"}[match[2]], match[1] == "any"
        return lambda roll: any(jan.code == code for jan in jans(roll)) is wanted
    if match := re.fullmatch(r"(?:either|one) of the (?:two )?blots(?: \([\d, ]+\))? (truly|falsely) hit", words):
        code = {"truly": "BV", "falsely": "BF"}[match[1]]
        return lambda roll: any(jan.code == code for jan in jans(roll))
    if match := re.fullmatch(r"(?:corner[ _]hit|hit[ _]corner|corner)", words):
        return lambda roll: any(jan.code == "BC" for jan in jans(roll))
    if match := re.fullmatch(r"(fill|preserve)_(petit|grand|retour)(?: (\w+) ways?( or more)?)?(?: \(.*\))?", words):
        code = QUARTERS[match[2]] + ("C" if match[1] == "preserve" else "")
        least = NUMBERS[match[3]] if match[3] else 1
        most = least if match[3] and not match[4] else 3
        return lambda roll: least <= count(jans(roll), code) <= most
    return unknown_case(f"no test knows the event {words!r}")


def jans(roll: Chance) -> list[Jan]:
    return [*roll.due.roller, *roll.due.opponent]


def all_rolls(row: Row) -> tuple[Chance, ...]:
    return chances(case_counts(row, "roller"), case_counts(row, "opponent"), case_rules(row))


def preserved_twice(row: Row, code: str) -> int:
    """Of the 1296 pairs of rolls, those with which a quadrant is kept twice running, the first play chosen for the second roll."""
    own, opp, rules = case_counts(row, "roller"), case_counts(row, "opponent"), case_rules(row)
    total = 0
    seen: dict[tuple[int, ...], int] = {}
    for roll in chances(own, opp, rules):
        if not count(list(roll.due.roller), code):
            continue
        best = 0
        for after in legal_results(own, roll.due):
            if after not in seen:
                seen[after] = sum(second.weight for second in chances(after, opp, rules) if count(list(second.due.roller), code))
            best = max(best, seen[after])
        total += roll.weight * best
    return total


@pytest.mark.parametrize("row", named([row for row in CHANCES if "rolls" in row]))
def test_rolls_of_36(row: Row) -> None:
    wanted = event(row["event"], row["opponent"])
    given = [roll for roll in all_rolls(row) if wanted(roll)]
    problems = []
    if {roll.dice for roll in given} != {(max(dice), min(dice)) for dice in row["rolls"]}:
        problems.append(f"{row['event']} with {[roll.dice for roll in given]}, not {row['rolls']}")
    if sum(roll.weight for roll in given) != row["count_of_36"]:
        problems.append(f"{sum(roll.weight for roll in given)} of 36, not {row['count_of_36']}")
    judged(row, problems)


@pytest.mark.parametrize("row", named([row for row in CHANCES if "ways_over_36" in row]))
def test_ways_over_36(row: Row) -> None:
    problems = []
    for key, wanted in row["ways_over_36"].items():
        code, _, point = key.partition(":")
        found = sum(
            roll.weight * jan.ways
            for roll in all_rolls(row)
            for jan in jans(roll)
            if jan.code == code and (not point or jan.place == (23 - int(point) if code in ("BV", "BF") else int(point)))
        )
        if found != wanted:
            problems.append(f"{key} in {found} ways, not {wanted}")
    judged(row, problems)


@pytest.mark.parametrize("row", named([row for row in CHANCES if "count_of_1296" in row]))
def test_pairs_of_1296(row: Row) -> None:
    match = re.match(r"preserve_(petit|grand|retour) on two successive own throws", row["event"])
    if not match:
        unknown_case(f"no test knows the event {row['event']!r}")
    found = preserved_twice(row, QUARTERS[match[1]] + "C")
    judged(row, [] if found == row["count_of_1296"] else [f"{found} of 1296, not {row['count_of_1296']}"])


def test_every_row_of_chances_is_run() -> None:
    kinds = ("rolls", "ways_over_36", "count_of_1296")
    assert not [row["id"] for row in CHANCES if not any(kind in row for kind in kinds)]


# -- the consensus of engines ----------------------------------------------------------------------------------------------------------

VOCABULARY = {
    "hit": "BV", "falsehit": "BF", "corner": "BC", "unplayable": "IM", "exit": "SO",
    "keep_petit": "PJC", "keep_grand": "GJC", "keep_retour": "JRC",
    "fill_petit": "PJ", "fill_grand": "GJ", "fill_retour": "JR",
    "six_tables": "JTC", "two_tables": "JDT", "contre_two_tables": "CDT", "mezeas": "JM", "contre_mezeas": "CM",
}  # fmt: skip


TARGETS = ("hit", "falsehit")
"""Jans whose target is asserted; that of the corner is always the corner."""


def unlike(row: Row) -> list[str]:
    """How jans and legal results differ from a row of oracle.jsonl."""
    own, given = asked(row)
    found = []
    wanted = sorted(
        (VOCABULARY[jan["jan"]], jan["who"] == "roller", jan["ways"], jan["points"], jan["target"] if jan["jan"] in TARGETS else -1)
        for jan in row["due"]
    )
    ours = sorted(
        (jan.code, jan.to_roller, jan.ways, jan.points, jan.place if jan.place is not None and jan.code in ("BV", "BF") else -1)
        for jan in (*given.roller, *given.opponent)
    )
    if wanted != ours:
        found.append(f"jans {ours}, not {wanted}")
    results = {tuple(result) for result in row["legal"]}
    if given.results(own) != results:
        found.append(f"legal only here {given.results(own) - results}, only there {results - given.results(own)}")
    return found


def test_agrees_with_the_consensus() -> None:
    wrong = {row["id"]: unlike(row) for row in ORACLE}
    assert not {key: found for key, found in wrong.items() if found}


def test_the_consensus_in_the_schema_of_the_cases() -> None:
    """`score_case` takes the rows of either file."""
    for row in ORACLE[::29]:
        answer = score_case(row)
        own = case_counts(row, "roller")
        assert answer["legal"] == sorted(row["legal"]), row["id"]
        for who in ("roller", "opponent"):
            assert answer[f"total_{who}"] == sum(jan["points"] for jan in row["due"] if jan["who"] == who), row["id"]
        assert all(sum(result) == sum(own) for result in answer["legal"])


# -- rows that are none ----------------------------------------------------------------------------------------------------------------

GOOD: Row = {"id": "x", "roller": {"0": 13, "11": 2}, "opponent": {"0": 15}, "dice": [4, 1]}


def test_a_row_is_answered_in_its_own_schema() -> None:
    answer = score_case(GOOD)
    assert answer["id"] == "x"
    assert answer["due_roller"] == [{"jan": "JM", "ways": 1, "points": 4, "target": None}]
    assert (answer["due_opponent"], answer["total_roller"], answer["total_opponent"]) == ([], 4, 0)
    assert len(answer["legal"]) == 2
    assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"roller": None}, "roller is missing"),
        ({"opponent": [15]}, "opponent is missing"),
        ({"roller": {"25": 15}}, "roller: '25' is no point"),
        ({"roller": {"T": 15}}, "roller: 'T' is no point"),
        ({"roller": {"0": -2}}, "-2 on point 0 is no number of men"),
        ({"roller": {"0": "15"}}, "'15' on point 0 is no number of men"),
        ({"roller": {"0": 16}}, "the roller has 16 men, and there are 15"),
        ({"opponent": {"0": 14}, "opponent_off": 2}, "the opponent has 16 men, and there are 15"),
        ({"opponent": {"0": 13, "23": 2}}, "both sides have men on the roller's T"),
        ({"roller": {"0": 14, "11": 1}}, "the roller has one man alone on his own corner"),
        ({"dice": [0, 7]}, "dice must be two numbers from 1 to 6"),
        ({"dice": [3]}, "dice must be two numbers from 1 to 6"),
        ({"dice": None}, "dice must be two numbers from 1 to 6"),
        ({"earlier_dice": "6-5"}, "earlier_dice must be a list"),
        ({"roller_off": "two"}, "roller_off is no number of men"),
    ],
)
def test_a_bad_row_is_told(changes: Row, told: str) -> None:
    answer = score_case(GOOD | changes)
    assert told in answer["error"]
    assert answer["id"] == "x"


@pytest.mark.parametrize("row", [None, [], "row", 7, {}])
def test_what_is_no_row(row: Any) -> None:
    assert score_case(row)["error"]


def test_all_faults_of_a_row_are_told_at_once() -> None:
    answer = score_case(GOOD | {"roller": {"0": 13, "11": 1, "12": 2}})
    assert [kind for kind, _ in answer["faults"]] == ["too-many-men", "own-corner", "adverse-corner"]


@pytest.mark.parametrize(
    ("variant", "field", "value"),
    [
        (["pile"], "pile", True),
        ("margot", "margot", True),
        ([], "pile", False),
        (["bearoff=slow", "waste=pips"], "waste", "pips"),
        ({"bearoffLeastWaste": "noForced"}, "waste", "forced"),
        ({"pileMisere": True}, "pile", True),
        (["bearoffTwoMen"], "two_men", True),
        (None, "bearoff", "quick"),
    ],
)
def test_the_variant_of_a_row(variant: Any, field: str, value: object) -> None:
    assert getattr(case_rules(GOOD | {"variant": variant}), field) == value


def test_meeting_jan_in_a_row() -> None:
    row = {"roller": {"0": 15}, "opponent": {"0": 13, "4": 1, "3": 1}, "dice": [3, 4], "variant": ["meeting"], "roll_of_holding": 1}
    assert [item["jan"] for item in score_case(row | {"earlier_dice": [[4, 3]]})["due_roller"]] == ["JRE"]
    assert not score_case(row | {"earlier_dice": [[4, 2]]})["due_roller"]
