"""Findings from small records: what was due, what was marked, and what became of the schools."""

import pytest

from analysis.auditor import audit
from analysis.findings import Audit, Finding
from analysis.kinds import KINDS
from notation.reader import read_text
from replay.replayer import replay

# Grand jan open on 9 (two men short) for both; White's corner held, Black's corner held.
BOARD = "T*9,3,5,6*2,11*2 / T*8,2,4,5,6*2,11*2 W - 4-0 0-0"


def judged(plies: str, position: str | None = BOARD, tags: str = "") -> Audit:
    """The audit of one game given by its plies."""
    where = f'[Position "{position}"]\n' if position else ""
    text = f'[White "Alice"]\n[Black "Bob"]\n{tags}{where}\n{plies}\n*\n'
    (game,) = list(read_text(text))
    assert not game.errors, game.errors
    return audit(replay(game))


def facts(found: Audit) -> list[tuple[str, int, str, int, str]]:
    """Kind, ply, side, points and school of every finding, in the order of play."""
    rows = sorted(found.findings, key=lambda f: (f.ply, f.kind))
    return [(f.kind, f.ply, f.side, f.points, f.school) for f in rows]


def only(found: Audit) -> Finding:
    """The one finding."""
    (finding,) = found.findings
    return finding


# 6-4 by White on BOARD hits Black's man on his 2 (White's 21) from the corner by the sum: 4 points, and nothing else.
@pytest.mark.parametrize(
    ("plies", "expected"),
    [
        pytest.param("1. W 6-4 +4 3/9 5/9", [], id="all marked"),
        pytest.param("1. W 6-4 3/9 5/9", [("missed", 1, "W", 4, "let-go")], id="missed, nobody claims"),
        pytest.param("1. W 6-4 +2 3/9 5/9", [("missed", 1, "W", 2, "let-go")], id="missed in part"),
        pytest.param("1. W 6-4 3/9 5/9 school 4", [("missed", 1, "W", 4, "claimed")], id="school claimed"),
        pytest.param("1. W 6-4 3/9 5/9 school 2", [("missed", 1, "W", 4, "wrong-amount")], id="school of a wrong amount"),
        pytest.param("1. W 6-4 3/9 5/9 school 4 false 4", [("missed", 1, "W", 4, "denied")], id="school denied"),
        pytest.param("1. W 6-4 3/9 5/9 school 4 false 4 raise 8", [("missed", 1, "W", 4, "raised")], id="school raised"),
        pytest.param("1. W 6-4 +6 3/9 5/9", [("over-marked", 1, "W", 2, "let-go")], id="over-marked"),
        pytest.param("1. W 6-4 +6 3/9 5/9 school 2", [("over-marked", 1, "W", 2, "claimed")], id="over-marked and schooled"),
        pytest.param("1. W 6-4 +6~4 3/9 5/9", [("mark-mended", 1, "W", 2, "")], id="put right in time"),
        pytest.param("1. W 6-4 +4 3/9 5/9 school 4", [("false-school", 1, "B", 4, "let-go")], id="false school"),
        pytest.param("1. W 6-4 +4 3/9 5/9 school 4 false 4", [("false-school", 1, "B", 4, "claimed")], id="false school denied"),
        pytest.param("1. W 6-4 +4 3/9 5/9 -2", [("over-marked", 1, "B", 2, "let-go")], id="the other marks what is not his"),
        pytest.param("1. W 6-4 +4 3/9 5/9 -2 counter-school 2", [("over-marked", 1, "B", 2, "claimed")], id="and goes to school"),
        pytest.param("1. W 6-4 3/9 5/9 -4", [("wrong-side", 1, "B", 4, "let-go")], id="marked by the wrong side"),
        pytest.param("1. W 6-4 +4 go\n2. W 2-1 T/2 T/1", [("go-without-hole", 1, "W", 4, "let-go")], id="going without a hole"),
        pytest.param("1. W 6-4 +4 go~ 3/9 5/9 school 4", [("go-without-hole", 1, "W", 4, "claimed")], id="the same taken back"),
        pytest.param("1. W 6-4 +4 hold 3/9 5/9", [("hold-without-hole", 1, "W", 0, "")], id="holding without a hole"),
        pytest.param("1. W 6-4 +4 T/6 T/4", [], id="another legal play"),
        pytest.param("1. W 6-4 +4 3/9 5/10", [("illegal-play", 1, "W", 0, "")], id="a number not thrown"),
        pytest.param("1. W 6-4 +4 3/9 5/10~ ", [("foul-left", 1, "W", 0, "")], id="a foul left"),
        pytest.param("1. W 6-4 +4 3/9 5/10~9", [("foul-mended", 1, "W", 0, "")], id="a foul mended"),
        pytest.param("1. W 6-4 +4 6~ 3/9 5/9", [("touch", 1, "W", 0, "")], id="a touch"),
        pytest.param("1. W 6-4 +4 3/9 5/9\n2. W 2-1 T/2 T/1", [("out-of-turn", 2, "W", 0, "")], id="twice in a row"),
        pytest.param("1. W 6-4 +4 3/9 5/9 =6/0,0/0", [("score-differs", 1, "W", 0, "")], id="a score that does not hold"),
        pytest.param("1. W 6-4 +4 3/9 5/9 =8b/0,0/0", [], id="a bredouille that holds"),
    ],
)
def test_findings(plies: str, expected: list[tuple[str, int, str, int, str]]) -> None:
    assert facts(judged(plies)) == expected


def test_who_goes_need_not_mark_the_rest() -> None:
    board = BOARD.replace("4-0 0-0", "10-0 0-0")
    assert facts(judged("1. W 6-4 +2 go\n2. W 2-1 T/2 T/1", board)) == []
    assert facts(judged("1. W 6-4 +2 hold 3/9 5/9", board)) == [("missed", 1, "W", 2, "let-go")]


def test_a_hole_not_pegged_is_no_school() -> None:
    board = BOARD.replace("4-0 0-0", "8-0 0-0")
    finding = only(judged("1. W 6-4 +4 holes 1 3/9 5/9 =0/1,0/0", board))
    assert (finding.kind, finding.holes, finding.school, finding.points) == ("hole-unpegged", 1, "", 0)
    finding = only(judged("1. W 6-4 +1h 3/9 5/9", board))
    assert (finding.kind, finding.holes, finding.school) == ("hole-unpegged", 1, "")
    assert facts(judged("1. W 6-4 +2h 3/9 5/9 =0/2,0/0", board)) == []


def test_a_fill_not_made_is_one_finding() -> None:
    board = "T*2,6*3,7*2,8*3,9*2,10,11*2 / T*15 W - 0-0 0-0"
    finding = only(judged("1. W 2-2 T/2(2)", board))
    assert finding.kind == "fill-unmade"
    assert finding.points == 12
    assert finding.school == "let-go"
    marked = only(judged("1. W 2-2 +12 T/2(2) school 12", board))
    assert (marked.kind, marked.school, marked.claimed_points) == ("fill-unmade", "claimed", 12)


def test_cost_of_a_fault_alone() -> None:
    finding = only(judged("1. W 6-4 3/9 5/9 school 4\n2. B 2-1 T/2 T/1"))
    cost = finding.cost
    assert cost is not None
    assert cost.points == 8
    assert cost.holes == 0
    assert [(m.white_points, m.black_points) for m in cost.track.marks] == [(8, 0), (8, 0)]


def test_perfect_track_counts_on_from_the_first_difference() -> None:
    found = judged("1. W 6-4 3/9 5/9 school 4\n2. B 2-1 T/2 T/1")
    assert found.perfect.first_differs == 0
    assert found.perfect.undefined_from is None
    assert found.perfect.marks[-1][2:] == (8, 0, 0, 0)
    assert found.played.marks[-1][2:] == (4, 0, 4, 0)


def test_perfect_track_is_the_played_one_where_nothing_is_wrong() -> None:
    found = judged("1. W 6-4 +4 3/9 5/9\n2. B 2-1 T/2 T/1")
    assert found.perfect.first_differs is None
    assert found.perfect.marks == found.played.marks


def test_every_kind_has_a_rule() -> None:
    assert all(kind.rule and kind.words for kind in KINDS.values())
