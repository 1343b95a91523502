"""Records joined to the rules: the board, the pegs, the gaps."""

import pytest

from notation.reader import read_text
from notation.record import Game
from replay.replayer import replay
from replay.turns import Replay

BOARD = "T*9,3,5,6*2,11*2 / T*8,2,4,5,6*2,11*2"


def game(plies: str, *tags: str) -> Game:
    text = '[White "Alice"]\n[Black "Bob"]\n' + "".join(f"[{tag}]\n" for tag in tags) + f"\n{plies}\n*\n"
    (found,) = read_text(text)
    return found


def run(plies: str, *tags: str) -> Replay:
    found = game(plies, *tags)
    assert not found.errors, found.errors
    return replay(found)


def scores(found: Replay) -> list[tuple]:
    return [(*turn.after.points, *turn.after.holes) for turn in found.turns]


def test_a_plain_opening() -> None:
    found = run("1. B 6-4 T/6 T/4\n2. W 5-2 T/7\n3. B 3-1 6/9 T/1")
    assert [turn.verdict for turn in found.turns] == ["legal"] * 3
    assert found.turns[0].before.leader == "B"
    assert found.final.white is not None
    assert found.final.white[:8] == (14, 0, 0, 0, 0, 0, 0, 1)
    assert found.breaks == ()


@pytest.mark.parametrize(
    ("plies", "after"),
    [
        pytest.param("1. W 6-4 +4 hold 3/9 5/9", (0, 0, 2, 0), id="eight and four, in bredouille: a double hole, held"),
        pytest.param("1. W 6-4 +4 go", (0, 0, 2, 0), id="gone"),
        pytest.param("1. W 6-4 +8 hold 3/9 5/9", (4, 0, 2, 0), id="the rest is kept"),
        pytest.param("1. W 6-4 +2h4 hold 3/9 5/9", (4, 0, 2, 0), id="said aloud"),
        pytest.param("1. W 6-4 +4 holes 1 hold 3/9 5/9", (0, 0, 1, 0), id="one hole pegged of two"),
        pytest.param("1. W 6-4 3/9 5/9 -4", (8, 4, 0, 0), id="the other marks"),
        pytest.param("1. W 6-4 +8~4 hold 3/9 5/9", (0, 0, 2, 0), id="put right"),
        pytest.param("1. W 6-4 +2 3/9 5/9 school 2", (10, 2, 0, 0), id="a school of two"),
        pytest.param("1. W 6-4 +6 hold 3/9 5/9 school 2", (0, 2, 2, 0), id="too much: the mark goes back by itself"),
        pytest.param("1. W 6-4 +? 3/9 5/9", (None, None, None, 0), id="nobody knows"),
        pytest.param("1. W 6-4 +? 3/9 5/9 =10/0,0/0", (10, 0, 0, 0), id="until the score is written"),
    ],
)
def test_pegs(plies: str, after: tuple) -> None:
    assert scores(run(plies, f'Position "{BOARD} W - 8-0 0-0"'))[-1] == after


def test_bredouille_follows_the_marks() -> None:
    found = run("1. W 6-4 +4 3/9 5/9\n2. B 2-1 +2 T/2 T/1\n3. W 2-1 +8 T/2 T/1", f'Position "{BOARD} W - 0-0 0-0"')
    assert [turn.after.bredouille for turn in found.turns] == [(True, False), (False, True), (False, False)]
    assert scores(found)[-1] == (0, 0, 1, 0)


def test_going_sets_all_men_back_and_the_goer_rolls() -> None:
    found = run("1. W 6-4 +4 go\n2. W 3-2 T/3 T/2", f'Position "{BOARD} W - 8-4 0-0"')
    start = found.turns[1].before
    assert start.white == start.black == (15, *[0] * 24)
    assert start.points == (0, 0)
    assert start.roller == "W"


def test_bearing_off_keeps_the_points() -> None:
    found = run("1. W 4-3 +4 T'/off(2)\n2. W 5-2 T/5 T/2", 'Position "T\'*2,off*13 / 5*15 W - 4-2 1-0"')
    assert found.turns[0].bore_off
    assert found.turns[1].before.white == (15, *[0] * 24)
    assert found.turns[1].before.points == (8, 2)
    assert found.turns[1].due is not None


def test_the_match_ends_on_the_twelfth_hole() -> None:
    found = run("1. W 6-4 +4", f'Position "{BOARD} W - 8-4 11-3"')
    assert found.winner == "W"
    assert found.turns[0].verdict == "none"
    assert found.turns[0].owed_opponent == 0


def test_marks_none_takes_what_is_due() -> None:
    found = run("1. W 6-4 3/9 5/9\n2. B 2-1 T/2 T/1", f'Position "{BOARD} W - 0-0 0-0"', 'Marks "none"')
    assert scores(found)[0] == (4, 0, 0, 0)
    assert found.turns[0].assumed


# -- what cannot be followed --------------------------------------------------------------------------------------------------------------


def test_an_illegal_play_stands_and_the_game_goes_on() -> None:
    found = run("1. W 6-4 T/6 T/5\n2. B 5-2 T/7\n3. W 1-1 T/1(2)")
    assert [turn.verdict for turn in found.turns] == ["illegal", "legal", "legal"]
    assert "T/5" in found.turns[0].why
    assert found.final.white is not None
    assert found.final.white[5] == 1


def test_no_such_man_breaks_off_until_the_next_position() -> None:
    found = run("1. W 6-4 3/9 T/4\n2. B 5-2 T/7\n@position T*14,4 / T*14,7 W - 0-0 0-0\n3. W 1-1 T/1(2)")
    assert [(fault.kind, fault.ply) for fault in found.breaks] == [("impossible-play", 1)]
    assert found.breaks[0].position.white == (15, *[0] * 24)
    assert [turn.due is None for turn in found.turns] == [False, True, False]


def test_it_picks_up_again_at_the_next_holding() -> None:
    found = run("1. W 6-4 ?\n2. B 5-2 +12 go\n3. B 3-2 T/3 T/2\n4. W 6-5 T/6 T/5")
    assert [turn.due is None for turn in found.turns] == [False, True, False, False]
    assert scores(found)[1] == (0, 0, 0, 2)


def test_lost_plies_forget_men_and_pegs() -> None:
    found = run("1. W 6-4 T/6 T/4\n@lost 2\n4. B 6-5 +2 ? =0/1,2/0")
    assert [fault.kind for fault in found.breaks] == ["lost"]
    assert scores(found)[-1] == (0, 2, 1, 0)


def test_a_position_is_a_check_where_the_board_is_known() -> None:
    good = run("1. W 6-4 T/6 T/4\n@position T*13,4,6 / T*15 B - 0-0 0-0")
    assert [check.agrees for check in good.checks] == [True]
    bad = run("1. W 6-4 T/6 T/4\n@position T*13,4,7 / T*15 B - 0-0 0-0")
    assert [check.agrees for check in bad.checks] == [False]
    assert bad.final.white is not None
    assert bad.final.white[7] == 1


def test_an_impossible_position_is_told() -> None:
    found = run("@lost ?\n@position T*13,11'*2 / T*15 B - 0-0 0-0\n1. B 6-5 T/6 T/5")
    assert [fault.kind for fault in found.breaks] == ["lost", "impossible-position"]
    assert "corner" in found.breaks[1].message


def test_a_foul_that_stood_is_no_impossible_position() -> None:
    found = run("1. W 6-5 T/11 T/6\n@position T*13,6,11 / T*15 B - 0-0 0-0\n2. B 6-5 T/6 T/5")
    assert [check.agrees for check in found.checks] == [True]
    assert found.breaks == ()
    assert found.turns[1].due is not None


def test_a_line_in_error_is_passed_over() -> None:
    found = replay(game("1. W 6-4 T/6 T/44\n2. B 5-2 T/7"))
    assert [turn.due is None for turn in found.turns] == [False, True]
    assert [fault.kind for fault in found.breaks] == ["error"]


def test_a_rule_set_that_is_not_replayed_says_so() -> None:
    found = run("1. W 6-5 1/7 1/6", 'Rules "brade"')
    assert found.turns == ()
    assert [fault.kind for fault in found.breaks] == ["rules"]


def test_wrong_score_is_a_check_and_the_record_is_believed() -> None:
    found = run("1. W 6-4 +4 3/9 5/9 =8/0,2/0\n2. B 2-1 T/2 T/1", f'Position "{BOARD} W - 4-0 0-0"')
    assert [check.agrees for check in found.checks] == [False]
    assert scores(found)[-1] == (8, 2, 0, 0)


def test_result_against_pegs() -> None:
    text = f'[White "A"]\n[Black "B"]\n[Position "{BOARD} W - 8-4 11-3"]\n[Result "0-1"]\n\n1. W 6-4 +4\n0-1\n'
    (found,) = read_text(text)
    assert [(check.kind, check.agrees) for check in replay(found).checks] == [("result", False)]


def test_a_score_taken_up_again_may_not_tell_the_bredouille() -> None:
    plies = "1. W 6-4 oops\n2. B 5-4 T/5 T/4 =8/0,4/0\n3. W 6-4 +4 hold 3/9 5/9{}"
    tag = f'Position "{BOARD} W - 8-4 0-0 bredouille=W"'
    assert scores(replay(game(plies.format(""), tag)))[-1][2] is None
    for holes in (1, 2):
        told = replay(game(plies.format(f" =0/{holes},0/0"), tag))
        assert scores(told)[-1] == (0, 0, holes, 0)
        assert all(check.agrees for check in told.checks)


# -- the meeting jan (X-40) --------------------------------------------------------------------------------------------------------------

SAME = "{}. W 6-4 T/6 T/4\n{}. B 6-4 T/6 T/4\n"


@pytest.mark.parametrize(
    ("plies", "tags", "due"),
    [
        (SAME.format(1, 2), ('Variant "lead=high"',), [False, True]),
        (SAME.format(1, 2), (), [False, False]),
        (SAME.format(1, 2), ('Variant "lead=high, no-meeting"',), [False, False]),
        ("1. W 6-5 T/6 T/5\n2. B 6-4 T/6 T/4\n3. W 6-4 T/6 T/4\n", ('Variant "meeting"',), [False, False, False]),
        ("1. W 6-4 T/6 T/4\n2. W 6-4 T/6 T/4\n", ('Variant "meeting"',), [False, False]),
        (f"@game 1\n{SAME.format(1, 2)}@game 2\n{SAME.format(3, 4)}", ('Variant "meeting"',), [False, True, False, True]),
        (
            f"@mark 1\n{SAME.format(1, 2)}@mark 2\n{SAME.format(3, 4)}",
            ('Rules "ecrire"', 'Variant "meeting"'),
            [False, True, False, False],
        ),
        (f"@lost 2\n@position T*15 / T*15 W - 0-0 0-0\n{SAME.format(3, 4)}", ('Variant "meeting"',), [False, False]),
        ("1. B 6-4 T/6 T/4\n", ('Variant "meeting"', 'Position "T*13,4,6 / T*15 B - 0-0 0-0 first=6-4"'), [True]),
        ("1. W ?-? ?\n@position T*15 / T*15 B - 0-0 0-0\n2. B 6-4 T/6 T/4\n3. W 6-4 T/6 T/4\n", ('Variant "meeting"',), [False] * 3),
    ],
    ids=["high lead", "coupe", "agreed away", "third roll", "he rolls again", "matches", "marks", "lost", "taken up", "not known"],
)  # fmt: skip
def test_the_meeting_jan_is_of_the_second_roll_of_a_match(plies: str, tags: tuple[str, ...], due: list[bool]) -> None:
    """Once a match: a mark is a part of one, each game of a pool is one."""
    found = run(plies, *tags)
    assert [turn.due is not None and "JRE" in {jan.code for jan in turn.due.roller} for turn in found.turns] == due


# -- the lead (2.8, 4) -------------------------------------------------------------------------------------------------------------------

ROLL = "\n1. {} {} T/{} T/{}"


@pytest.mark.parametrize(
    ("plies", "tags", "checks", "roller"),
    [
        ("@lead 6-4 W" + ROLL.format("W", "6-4", 6, 4), (), [], "W"),
        ("@lead 6-4 W" + ROLL.format("W", "5-3", 5, 3), (), ["5-3"], "W"),
        ("@lead 6-4 W" + ROLL.format("W", "5-3", 5, 3), ('Variant "lead=high"',), [], "W"),
        ("@lead 6-? W" + ROLL.format("W", "5-3", 5, 3), (), [], "W"),
        ("@lead 3-3\n@lead 6-4 W" + ROLL.format("W", "6-4", 6, 4), (), [], "W"),
        ("@lead 3-3 W" + ROLL.format("W", "5-3", 5, 3), (), ["3-3 W"], "?"),
        ("@lead W 5, B 3" + ROLL.format("B", "5-3", 5, 3), (), [], "W"),
        ("@lead Bob 6-1, Alice 3-2" + ROLL.format("B", "5-3", 5, 3), (), [], "B"),
        ("@lead W 3, B 3" + ROLL.format("B", "5-3", 5, 3), (), [], "?"),
        ("@lead W 3, B 3\n@lead W 2, B 3" + ROLL.format("B", "5-3", 5, 3), (), [], "B"),
        ("@lead W 5, W 3" + ROLL.format("B", "5-3", 5, 3), (), [], "?"),
        ("@lead W 5, Carl 3" + ROLL.format("B", "5-3", 5, 3), (), [], "?"),
    ],
)  # fmt: skip
def test_the_lead_and_its_throw(plies: str, tags: tuple[str, ...], checks: list[str], roller: str) -> None:
    """By coupe et dés the throw that gives the lead is played, and a double settles nothing; of two throws the higher leads."""
    found = run(plies, *tags)
    assert [check.stated for check in found.checks if check.kind == "lead" and not check.agrees] == checks
    assert found.turns[0].before.roller == roller
