"""The schools of the treatises (settlements.jsonl, kinds `school` and `false_school`), each put on a board or on the pegs."""

import json
from collections.abc import Callable

import pytest
from conftest import cases_folder, unknown_case

from analysis.auditor import audit
from analysis.findings import Audit
from notation.reader import read_text
from replay.replayer import replay
from replay.scoring import said_points
from replay.tally import Tally
from replay.turns import Replay

ROWS = [
    row
    for row in map(json.loads, (cases_folder() / "settlements.jsonl").read_text("utf-8").splitlines())
    if row["kind"] in ("school", "false_school")
]
FILL = "3,4,6*3,7*2,8*3,9*2,10,11*2 / T*15 W - 0-0 0-0"  # 6-4 fills two ways (8) and hits the corner (4)
BOARD = "T*9,3,5,6*2,11*2 / T*8,2,4,5,6*2,11*2"  # White's 6-4 hits truly for 4, his 6-1 falsely for 4


def played(plies: str, position: str) -> tuple[Replay, Audit]:
    (game,) = read_text(f'[White "A"]\n[Black "B"]\n[Position "{position}"]\n\n{plies}\n*\n')
    assert not game.errors, game.errors
    rebuilt = replay(game)
    return rebuilt, audit(rebuilt)


def marked_as(said: dict) -> dict:
    """Over-scoring in points, whatever holes were pegged for it."""
    return {"school_points": said["marked_as"] - said["really_gained"]}


def spoken(said: dict) -> dict:
    """Over-scoring spoken in holes and points."""
    points = said_points(said["points_before"], 1, 2)
    assert points is not None
    return {"school_points": points - said["really_gained"], "corrected_points": said["points_before"] + said["really_gained"]}


def counter_left(said: dict) -> dict:
    """A hole pegged, the token left where it stood."""
    points = said_points(said["points_before"], 1, said["points_before"])
    assert points is not None
    return {"school_points": points - said["gained"]}


def holes_too_many(said: dict) -> dict:
    """Three or four holes for one or two: a race too many (docs/rules.md S-10)."""
    del said
    schools = {(said_points(0, marked) or 0) - (said_points(0, earned) or 0) for marked in (3, 4) for earned in (1, 2)}
    (points,) = schools
    return {"school_points": points}


def fill_not_made(said: dict) -> dict:
    """The fill of eight is not made; what was marked for it comes off again, and it counts once (S-3)."""
    marked = 4 + said["marked"]
    rebuilt, found = played(f"1. W 6-4 +{marked} 3/9 4/8 school 8", FILL)
    (finding,) = found.findings
    assert (finding.kind, finding.school, finding.points) == ("fill-unmade", "claimed", 8)
    assert rebuilt.final.points == (4, 8)
    return {"school_points": finding.school_points}


def across_two_rolls(said: dict) -> dict:
    """A school of the roll before is earned before the roller's own points: no series with what comes after them (S-12)."""
    del said
    tally = Tally().mark(1, 4)[0].mark(0, 4)[0].mark(1, 4)[0]
    return {
        "my_points": tally.points[1],
        "my_bredouille": tally.bredouille[1],
        "opponent_marks": tally.points[1],
        "bredouille": tally.bredouille[1],
    }


def false_school(said: dict) -> dict:
    """B's mark was right, A sent him to school and put it back; B answers: his hole stands, and he marks what A had marked (S-6)."""
    before = Tally((said["A_points"], said["B_points"]), (0, 0), (False, False), (False, False))
    right, made = before.mark(1, said["B_gains"])
    wrong = said["B_points"] + said["B_gains"] - said["A_wrongly_restores_B_to"]
    answered, _ = right.mark(1, wrong)
    return {"B_holes": made, "B_points": answered.points[1]}


def two_hits_one_marked(said: dict) -> dict:
    """Two true hits, one warned about and not marked: a school of its points, in a simple hole for who is past the first."""
    tally = Tally((said["you"], said["opponent"]), (0, 0), (True, False), (False, False)).mark(0, 4)[0]
    after, made = tally.mark(1, 4)
    return {"opponent_school": 4, "opponent_hole": "simple" if made == 1 else made} if after.holes[1] == 1 else {}


def school_and_false_hit(said: dict) -> dict:
    """Six of school and six of a false hit run on as one (S-11)."""
    tally = Tally((said["points_before"], 0), (0, 0), (True, False), (False, False)).mark(1, said["false_hit"])[0]
    after, made = tally.mark(1, said["wrongly_marked"])
    return {"opponent_points": said["false_hit"] + said["wrongly_marked"], "opponent_holes": made} if after.points[1] == 0 else {}


SHAPES: dict[frozenset[str], Callable[[dict], dict]] = {
    frozenset({"points_before", "really_gained", "marked_as", "marked_holes"}): marked_as,
    frozenset({"points_before", "really_gained", "marked"}): spoken,
    frozenset({"points_before", "gained", "marked"}): counter_left,
    frozenset({"earned_holes", "marked_holes"}): holes_too_many,
    frozenset({"fill_points_due", "marked", "fill_played"}): fill_not_made,
    frozenset({"first", "next_roll"}): across_two_rolls,
    frozenset({"missed_false_hit_of_previous_roll", "roller_true", "roller_false"}): across_two_rolls,
    frozenset({"A_points", "B_points", "B_gains", "A_wrongly_restores_B_to", "A_marks"}): false_school,
    frozenset({"you", "opponent", "you_hit_two_true", "you_warn_not_marking"}): two_hits_one_marked,
    frozenset({"points_before", "wrongly_marked", "false_hit"}): school_and_false_hit,
}
NOT_ASKED = {
    "lepeintre-school-56": "a counter-school of the excess over a school taken: Lepeintre alone, and S-9 knows no school of a school",
    "jl-school-20": "advice on a school that cannot be claimed whole, no rule of marking",
}
"""Rows of shapes that are no rule of ours, with the reason."""


@pytest.mark.cases
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_school(row: dict) -> None:
    shape = SHAPES.get(frozenset(row["inputs"]))
    if shape is None:
        if row["id"] not in NOT_ASKED:
            unknown_case(f"{row['id']}: a shape of case that no test knows: {sorted(row['inputs'])}")
        return
    found = shape(row["inputs"])
    agrees = all(found.get(key) == value for key, value in row["expected"].items())
    assert agrees or "variant" in row, (found, row["expected"])
    assert not (agrees and "variant" in row), "a variant that is the rule after all"


def test_schools_of_a_false_hit_forgotten() -> None:
    rebuilt, found = played("1. W 6-1 T/6 T/1 counter-school 4", f"{BOARD} W - 0-0 0-0")
    (finding,) = found.findings
    assert (finding.kind, finding.side, finding.school, finding.points) == ("missed", "B", "claimed", 4)
    assert rebuilt.final.points == (4, 0)
