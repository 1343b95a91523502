"""Findings from small records: what was due, what was marked, and what became of the schools."""

import pytest

from analysis.auditor import audit
from analysis.findings import Audit, Finding
from analysis.kinds import KINDS
from analysis.tables import judge
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
        pytest.param(
            "1. W 6-4 3/9 5/9 -4 school 4",
            [("missed", 1, "W", 4, "claimed"), ("over-marked", 1, "B", 4, "let-go")],
            id="the same, and the other sent to school for forgetting them (S-1)",
        ),
        pytest.param("1. W 6-4 3/9 5/9 -4 counter-school 4", [("wrong-side", 1, "B", 4, "claimed")], id="or who marked them (S-2)"),
        pytest.param(
            "1. W 6-4 3/9 5/9 -4 counter-school 4 school 4",
            [("missed", 1, "W", 4, "claimed"), ("over-marked", 1, "B", 4, "claimed")],
            id="or both",
        ),
        pytest.param(
            "1. W 6-4 3/9 5/9 -4 school 2",
            [("missed", 1, "W", 4, "wrong-amount"), ("over-marked", 1, "B", 4, "let-go")],
            id="for another amount",
        ),
        pytest.param(
            "1. W 6-1 +4 3/9 T/1 school 4",
            [("wrong-side", 1, "W", 4, "claimed")],
            id="marked by the roller what was the other's",
        ),
        pytest.param(
            "1. W 6-1 +4 3/9 T/1 counter-school 4",
            [("missed", 1, "B", 4, "claimed"), ("over-marked", 1, "W", 4, "let-go")],
            id="and the other sent to school for it",
        ),
        pytest.param("1. W 6-4 +4 3/9 5/9 false 4", [("answer-to-nothing", 1, "?", 4, "")], id="no school to deny"),
        pytest.param("1. W 6-4 +4 3/9 5/9 raise 4", [("answer-to-nothing", 1, "?", 4, "")], id="no school to raise"),
        pytest.param(
            "1. W 6-4 3/9 5/9 school 4 raise 8",
            [("answer-to-nothing", 1, "B", 4, ""), ("missed", 1, "W", 4, "raised")],
            id="a raise that nobody had denied",
        ),
        pytest.param(
            "1. W 6-4 3/9 5/9 school 4 false 4 raise 6",
            [("answer-amount", 1, "B", 2, ""), ("missed", 1, "W", 4, "raised")],
            id="a raise of too little",
        ),
        pytest.param(
            "1. W 6-4 3/9 5/9 school 4 false 2 raise 6",
            [("answer-amount", 1, "W", 2, ""), ("missed", 1, "W", 4, "raised")],
            id="a denial of too little, and the raise that is due on it",
        ),
        pytest.param(
            "1. W 6-4 3/9 5/9 school 4 false 4 false 4",
            [("answer-to-nothing", 1, "W", 0, ""), ("missed", 1, "W", 4, "denied")],
            id="denied twice",
        ),
        pytest.param(
            "1. W 6-4 +4 3/9 5/9 school 4 false 4 raise 8 false 8",
            [("false-school", 1, "B", 4, "claimed")],
            id="a false school, raised, and denied a last time",
        ),
        pytest.param(
            "1. W 6-4 +4 3/9 5/9 school 4 false 4 raise 8 false 8 raise 16",
            [("answer-to-nothing", 1, "B", 16, ""), ("false-school", 1, "B", 16, "let-go")],
            id="raised again",
        ),
        pytest.param(
            "1. W 6-4 +4 3/9 5/9 school 4 false ?", [("false-school", 1, "B", 4, "claimed")], id="answered, nobody knows by how much"
        ),
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


@pytest.mark.parametrize(
    ("plies", "due", "said", "costs"),
    [
        ("1. W 6-4 3/9 5/9 school 4 false 4 raise 6", 8, 6, 2),
        ("1. W 6-4 3/9 5/9 school 4 false 4 raise 10", 8, 10, -2),
        ("1. W 6-4 3/9 5/9 school 4 raise 8", 4, 8, -4),
        ("1. W 6-4 +4 3/9 5/9 school 4 false 2", 4, 2, 2),
        ("1. W 6-4 +4 3/9 5/9 school 4 false 4 raise 8 false 6", 8, 6, 2),
    ],
)
def test_an_answer_says_what_was_due_and_what_was_said(plies: str, due: int, said: int, costs: int) -> None:
    finding = next(f for f in judged(plies).findings if f.kind.startswith("answer"))
    assert f"marked {said}" in finding.message
    assert f"{due} were due to him" in finding.message
    assert finding.cost is not None
    assert finding.cost.points == costs


def test_what_is_not_known_is_not_nothing() -> None:
    unknown = judged("1. W 6-4 3/9 5/9 school ?")
    finding = only(unknown)
    assert (finding.kind, finding.points, finding.school, finding.claimed_points) == ("missed", 4, "claimed", None)
    assert finding.cost is not None
    assert (finding.cost.points, finding.cost.holes) == (None, None)
    false = only(judged("1. W 6-4 +4 3/9 5/9 school ?"))
    assert (false.kind, false.points, false.school_points) == ("false-school", None, None)
    answered = only(judged("1. W 6-4 +4 3/9 5/9 school 4 false ?"))
    assert (answered.points, answered.school_points, answered.claimed_points) == (4, 4, None)


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


@pytest.mark.parametrize(
    ("held", "words", "expected", "score"),
    [
        pytest.param("8-0", "+3h", [("over-marked", 12, 1, "let-go")], (0, 3), id="a hole too many for a double one"),
        pytest.param("8-0", "+4h", [("over-marked", 12, 2, "let-go")], (0, 4), id="two"),
        pytest.param("8-0", "+3h school", [("over-marked", 12, 1, "claimed")], (0, 2), id="the school takes race and hole back"),
        pytest.param("8-0", "+16|holes|3", [("over-marked", 12, 1, "let-go")], (0, 3), id="the same written in points and holes"),
        pytest.param("8-0", "+16|holes|3 school", [("over-marked", 12, 1, "claimed")], (0, 2), id="taken back, though written"),
        pytest.param("8-0", "+1h", [("hole-unpegged", 0, 1, "")], (0, 1), id="counted single: no school"),
        pytest.param("8-2", "+2h", [("hole-overpegged", 0, 1, "")], (0, 2), id="counted double: no school"),
        pytest.param("8-2", "+3h", [("over-marked", 12, 2, "let-go")], (0, 3), id="a race too many on a single one"),
        pytest.param("4-0", "+1h", [("over-marked", 4, 1, "let-go")], (0, 1), id="a hole where none was due"),
        pytest.param("8-0", "+1h2", [("hole-unpegged", 0, 1, ""), ("over-marked", 2, 0, "let-go")], (2, 1), id="two faults of two sorts"),
    ],
)
def test_holes_said_aloud(held: str, words: str, expected: list, score: tuple) -> None:
    """One fault is told once: a race too many as points (S-10), single for double as holes."""
    said, _, school = words.partition(" ")
    said = said.replace("|", " ")
    plies = f"1. W 6-4 {said} hold 3/9 5/9" + (f" school {expected[0][1]}" if school else "")
    found = judged(plies, BOARD.replace("4-0 0-0", f"{held} 0-0"))
    assert sorted((f.kind, f.points, f.holes, f.school) for f in found.findings if f.kind != "hold-without-hole") == expected
    assert found.played.marks[-1][2:4] == score


FORMS = [
    pytest.param("+4 go", "mark", "W", id="mark"),
    pytest.param("+4 go", "refait", "W", id="refait"),
    pytest.param("+4 go", "concede", "W", id="concede"),
    pytest.param("+4 hold 3/9 5/9", "suspend ecrire", "W", id="suspend"),
]


@pytest.mark.parametrize(("words", "foreign", "side"), FORMS)
def test_a_decision_of_another_form_is_one_finding_and_is_followed(words: str, foreign: str, side: str) -> None:
    board = BOARD.replace("4-0 0-0", "8-0 0-0")
    own = words.split()[1]
    rest = "\n2. W 2-1 T/2 T/1" if own == "go" else "\n2. B 2-1 T/2 T/1"
    strange, plain = (judged("1. W 6-4 " + words.replace(own, word) + rest, board) for word in (foreign, own))
    assert facts(plain) == []
    assert facts(strange) == [("other-form", 1, side, 0, "")]
    assert f"`{foreign.split(maxsplit=1)[0]}` is a word of" in only(strange).message
    assert strange.played.marks == plain.played.marks


@pytest.mark.parametrize("rules", ["ecrire", "combine"])
def test_the_same_words_at_home(rules: str) -> None:
    board = BOARD.replace("4-0 0-0", "8-0 5-3")
    for word in ("mark", "refait", "concede") + (("suspend ecrire",) if rules == "combine" else ()):
        play = " 3/9 5/9" if word.startswith("suspend") else ""
        assert "other-form" not in {f.kind for f in judged(f"1. W 6-4 +4 {word}{play}", board, f'[Rules "{rules}"]\n').findings}


def test_markers_and_events_of_another_form() -> None:
    lost = judged("1. W 6-4 +4 no-banner 3/9 5/9 -0 no-necktie")
    assert sorted((f.kind, f.side) for f in lost.findings) == [("other-form", "B"), ("other-form", "W")]
    assert facts(judged("1. W 6-4 +4 no-banner 3/9 5/9", tags='[Rules "ecrire"]\n')) == [("marker-forgotten", 1, "W", 0, "")]
    assert facts(judged("1. W 6-4 +4 banner 3/9 5/9 school 4 no-banner"))[-1][:3] == ("other-form", 1, "B")
    assert facts(judged("1. W 6-4 +4 banner 3/9 5/9")) == []
    marks = judged("1. W 6-4 +4 3/9 5/9\n@mark 2\n2. B 6-4 T/6 T/4")
    assert [(f.kind, f.ply, f.turn, f.side) for f in marks.findings] == [("other-form", None, -1, "?")]
    won = judged("1. W 6-4 +4 hold 3/9 5/9\n@won W 1-0 simple pickup", BOARD.replace("4-0 0-0", "8-0 10-0"))
    assert [f.kind for f in won.findings] == ["result-differs", "other-form", "other-form"]


def test_an_impossible_play_is_told_once() -> None:
    """There is no such man: the record cannot be followed, and no player is at fault."""
    (game,) = read_text(f'[White "A"]\n[Black "B"]\n[Position "{BOARD}"]\n\n1. W 6-4 +4 7/9 5/9\n*\n')
    found = judge(game)
    assert found.audit.findings == ()
    assert [gap.kind for gap in found.replay.breaks] == ["impossible-play"]
    assert found.complaints == 1


def test_nobody_can_say_whether_an_impossible_play_filled() -> None:
    fill = "T*3,6*3,7*2,8*2,9*2,10,11*2 / T*15 W - 0-0 0-0"
    assert facts(judged("1. W 4-1 T/4 1/2", fill)) == []


@pytest.mark.parametrize(
    ("before", "event", "differs"),
    [
        pytest.param("", f"@position {BOARD}", False, id="first of all: where the record takes up"),
        pytest.param("1. W 6-4 T/6 T/4\n", f"@position {BOARD}", True, id="behind a roll: a check"),
        pytest.param("1. W 6-4 T/6 T/4\n@game 2\n", f"@position {BOARD}", False, id="first of a game"),
        pytest.param("", f"@position {BOARD}\n@position {BOARD.replace('9,3', '8,4,3')}", True, id="the second is a check"),
    ],
)
def test_a_position_before_all_else_is_no_check(before: str, event: str, differs: bool) -> None:
    assert [f.kind for f in judged(before + event, None).findings] == ["position-differs"] * differs


WINS = BOARD.replace("4-0 0-0", "8-0 10-3")


@pytest.mark.parametrize(
    ("plies", "agrees"),
    [
        pytest.param("1. W 6-4 +4\n@won W 12-3", True, id="so it is"),
        pytest.param("1. W 6-4 +4\n@won B", False, id="the other"),
        pytest.param("1. W 6-4 +4\n@won W 12-4", False, id="other holes"),
        pytest.param("1. W 6-4 +4 holes 1 3/9 5/9\n@won W 12-3", False, id="nobody has the holes"),
        pytest.param("1. W 6-4 +4 holes 1 3/9 5/9\n@won W resigned", True, id="given up"),
        pytest.param("1. W 6-4 +4 holes 1 3/9 5/9\n@lost ?\n@won W 12-3", True, id="nobody knows"),
    ],
)
def test_a_win_is_checked_against_the_pegs(plies: str, agrees: bool) -> None:
    assert ("result-differs" in {f.kind for f in judged(plies, WINS).findings}) is not agrees


def test_a_win_without_rolls_is_all_that_is_known() -> None:
    assert judged("@won W 12-3\n@game 2\n@won B 2-12", None).findings == ()


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
