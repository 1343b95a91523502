"""What the audit of race games says of stars, ways not written, the tag Length, words of marked games: once, and in order."""

from __future__ import annotations

import pytest

from analysis.tables import judge
from notation.position import write_setup
from notation.reader import read_text
from reports.races.text import check_text, replay_text

HEAD = '[White "Anna"]\n[Black "Bo"]\n[Rules "{}"]\n'
BLOTS = "1*15 / 1*12,17,19,{} W - 0-0 0-0"
"""Black alone on White's 5 and 7, so that 1/11 hits on either way with 6-4; `{}` his third blot (23 is White's 11)."""


def found(body: str, rules: str = "brade", tags: str = "") -> list[tuple[str, str, str]]:
    """Kind, section and message of every finding."""
    (game,) = read_text(HEAD.format(rules) + tags + "\n" + body)
    assert not game.errors, game.errors
    return [(finding.kind, finding.rule, finding.message) for finding in judge(game).audit.findings]


def bar_and_hit(body: str) -> list[tuple[int, ...]]:
    """Where the men came down who hit on the first throw."""
    (game,) = read_text(HEAD.format("brade") + "\n" + body)
    return [(step.start, step.to) for step in judge(game).replay.turns[0].moves if step.taken]


# -- ways not written -------------------------------------------------------------------------------------------------------------------


def test_a_way_that_nothing_tells_is_told_with_the_reading_taken() -> None:
    ((kind, rule, message),) = found(f"@position {BLOTS.format(22)}\n1. W 6-4 1/11\n*\n")
    assert (kind, rule) == ("way-unclear", "6.2")
    assert message == "`1/11` can have hit one man or another on the way; it is taken as 1/7* 7/11"
    assert found(f"@position {BLOTS.format(22)}\n1. W 6-4 1/5*/11\n*\n") == []


@pytest.mark.parametrize(
    ("behind", "hit"),
    [
        ("2. B 5-3 bar/3 17/22", [(0, 6)]),
        ("2. B 5-3 bar/3 19/24", [(0, 4)]),
        ("2. B 5-3 bar/5/8\n3. W 2-1 1/3 1/2\n4. B 5-3 17/22 1/4", [(0, 6)]),
        ("@position 1*14,11 / bar,1*12,17,22 B - 0-0 0-0", [(0, 6)]),
        ("; a remark\n@position 1*14,11 / bar,1*12,19,22 B - 0-0 0-0", [(0, 4)]),
        ("@position ? / bar,1*12,19,22 B - 0-0 0-0", [(0, 4)]),
    ],
)
def test_what_follows_tells_the_way(behind: str, hit: list[tuple[int, int]]) -> None:
    body = f"@position {BLOTS.format(22)}\n1. W 6-4 1/11\n{behind}\n*\n"
    assert found(body) == []
    assert bar_and_hit(body) == hit


@pytest.mark.parametrize(
    "behind", ["2. B 5-3 bar/5/8", "@game 2\n1. W 6-4 1/7 1/5", "@lost 2\n5. B 5-3 bar/3 17/22", "2. B 5-3 ?", "2. B 6-1 1/20"]
)
def test_what_follows_and_tells_nothing_leaves_it_unclear(behind: str) -> None:
    body = f"@position {BLOTS.format(22)}\n1. W 6-4 1/11\n{behind}\n*\n"
    assert "way-unclear" in [kind for kind, _, _ in found(body, tags='[Length "3"]\n')]
    assert bar_and_hit(body) == [(0, 6)]


def test_one_man_on_the_way_is_hit_only_where_the_other_way_is_closed_or_a_star_asks_for_it() -> None:
    one = "@position 1*15 / 1*13,17,22 W - 0-0 0-0\n1. W 6-4 {}\n*\n"
    assert found(one.format("1/11")) == [] and bar_and_hit(one.format("1/11")) == []
    assert bar_and_hit(one.format("1/11*")) == [(0, 4)]
    ((kind, _, message),) = found(one.format("1/11*"))
    assert (kind, message) == ("hit-differs", "`11*`: no man is hit there; one is hit on the way, on 5, and is to be written there")
    closed = "@position 1*15 / 1*11,17,19*2,22 W - 0-0 0-0\n1. W 6-4 1/11\n*\n"
    assert found(closed) == [] and bar_and_hit(closed) == [(0, 4)]


@pytest.mark.parametrize(
    ("behind", "hit"),
    [
        ("2. B 5-3 bar/5 1/4", [(0, 4)]),  # nobody would be on the bar if nobody had been hit
        ("2. B 6-6", [(0, 4)]),  # he cannot come in on 6, where White has a band; with nobody on the bar he would have to play
        ("@position 1*12,11,18*2 / bar,1*13,22 B - 0-0 0-0", [(0, 4)]),
        ("2. B 5-3 17/22 1/4", []),
        ("2. B 5-3 17/25", []),
        ("2. B 5-3 1/20", []),  # played on neither board
    ],
)
def test_what_follows_may_say_that_a_man_on_the_way_was_hit(behind: str, hit: list[tuple[int, int]]) -> None:
    body = f"@position 1*13,18*2 / 1*13,17,22 W - 0-0 0-0\n1. W 6-4 1/11\n{behind}\n*\n"
    (game,) = read_text(HEAD.format("brade") + "\n" + body)
    assert [(step.start, step.to) for step in judge(game).replay.turns[0].moves if step.taken] == hit
    assert "way-unclear" not in [finding.kind for finding in judge(game).audit.findings]


def test_a_way_of_dutch_trictrac_that_ends_the_same_is_no_question() -> None:
    """The order of the steps is fixed: 2-6 from 3 is 5, then 11."""
    body = "@position 3*5,8*5,9*5 / 20,13,hand*13 W - 0-0 0-0\n1. W 6-2 3/11\n*\n"
    assert found(body, "trictrac-nl") == []


# -- stars ------------------------------------------------------------------------------------------------------------------------------

SHUT = "@position bar*3,1*12 / 1*8,15,16*2,17*2,18*2 W - 0-0 0-0\n1. W {}\n*\n"
"""Black holds White's 4, 5 and 6 with bands, 3 with a man alone: the bands may be burst (docs/rules.md 6.8 T7)."""


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("1. W 6-4 1/7* 1/5\n*\n", "`7*`: no man is hit there"),
        (SHUT.format("5-3 bar/5* bar/3*"), "`5*`: a band of 2 is burst there, which is written `**`"),
        (SHUT.format("5-3 bar/5** bar/3**"), "`3**`: one man alone is hit there, and `**` is a band burst"),
        (SHUT.format("5-3 bar/5** bar/3*"), ""),
        (SHUT.format("5-3 bar/5 bar/3"), ""),
    ],
)
def test_stars_of_brade(body: str, told: str) -> None:
    """A star may be left out; one that is written must be true (docs/notation.md 4)."""
    assert found(body) == ([("hit-differs", "6.2", told)] if told else [])


def test_stars_of_dutch_trictrac() -> None:
    body = "@position 3,8*5,9*5,10*4 / 20,13,hand*13 W - 0-0 0-0\n1. W 6-2 3/5{} 8/14\n*\n"
    assert found(body.format(""), "trictrac-nl") == found(body.format("*"), "trictrac-nl") == []
    ((kind, rule, message),) = found(body.format("**"), "trictrac-nl")
    assert (kind, rule) == ("hit-differs", "N-4")
    assert message == "`5**`: one man alone is hit there, and `**` is a band burst, which there is in bräde only"


# -- the tag Length, words of marked games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "kinds"), [("4", ["form-unplayable"]), ("3", []), ("1", [])])
def test_a_match_of_brade_is_of_an_odd_number_of_games(length: str, kinds: list[str]) -> None:
    told = found("1. W 6-5 1/7 1/6\n*\n", tags=f'[Length "{length}"]\n')
    assert [kind for kind, _, _ in told] == kinds
    if kinds:
        assert told[0][1:] == ("6.7", "a match of bräde is of an odd number of games (3, 5, 7), not of 4: nobody can be said to win it")
    assert found("1. W 6-5 hand/5 hand/6\n*\n", "trictrac-nl", f'[Length "{length}"]\n') == []


def test_words_of_marked_games_are_told_by_the_chapter_of_the_game() -> None:
    assert found("1. W 6-5 +4 1/7 1/6\n*\n") == [("other-form", "6", "a mark is written, and there are none in bräde")]
    ((_, rule, _),) = found("1. W 6-5 +4 hand/5 hand/6\n*\n", "trictrac-nl")
    assert rule == "7"
    ((kind, _, message),) = found("@position 1*15 / 1*15 W - 0-0 0-0 bredouille=W\n*\n")
    assert (kind, message) == ("other-form", "`bredouille=` in a position says nothing in bräde")
    assert found("@position hand*15 / hand*15 W - 0-0 0-0 leader=W\n*\n", "trictrac-nl") == []


# -- once, and in order -----------------------------------------------------------------------------------------------------------------


def test_a_man_who_is_not_there_is_told_once_and_everything_in_the_order_of_lines() -> None:
    body = "1. W 5-3 1/8 1/9\n2. B 6-5 9/15 1/6\n@position 1*13,8,9 / 1*13,6,7 W - 0-0 0-0\n3. W 6-1 8/14* 9/10\n4. B 5-4 bar/5 hand/4\n*\n"
    (game,) = read_text(HEAD.format("brade") + "\n" + body)
    told = [line for line in check_text(judge(game)).splitlines()[1:] if line.startswith("<text>")]
    assert [line.split(":")[1] for line in told] == ["5", "6", "8", "9"]
    assert sum(":6:" in line for line in told) == 1
    assert "cannot be followed, ply 2: there is no man on 9 to play" in told[1]


@pytest.mark.parametrize(
    ("rules", "start", "words"),
    [("trictrac-nl", "bar/3", "on the bar"), ("trictrac-nl", "hand/3", "in the hand"), ("brade", "bar/3", "on the bar")],
)
def test_places_beside_the_board_are_named_as_the_rules_do(rules: str, start: str, words: str) -> None:
    men = "8*5,9*5,10*5 / 8*5,9*5,10*5" if rules == "trictrac-nl" else "1*15 / 1*15"
    (game,) = read_text(HEAD.format(rules) + f"\n@position {men} W - 0-0 0-0\n1. W 6-3 {start}\n*\n")
    assert f"there is no man {words} to play" in check_text(judge(game))


def test_a_win_told_before_the_last_turn_says_who_has_it() -> None:
    body = "@position 24,off*14 / 19,20,off*13 W - 0-0 0-0 leader=W\n1. W 3-1 24/off\n@won W\n*\n"
    ((kind, rule, message),) = found(body, "trictrac-nl")
    assert (kind, rule) == ("result-differs", "N-12")
    assert message == "the record says W 1, and the game is not over: Black has his last turn, the nabeurt"
    ((_, _, message),) = found("1. W 6-5 1/7 1/6\n@won B 4 jan\n*\n")
    assert message == "the record says B 4 jan, and the game is not over"


def test_what_there_is_once_has_no_number() -> None:
    (game,) = read_text(HEAD.format("trictrac-nl") + "\n1. W 6-6 hand/1(2) hand/6(2)\n*\n")
    assert "  throws again\n" in replay_text(judge(game))


# -- who began --------------------------------------------------------------------------------------------------------------------------

LAST = "1. W 2-1 24/off 24/off\n{}2. B 3-2 23/off 22/off\n@won B nabeurt\n0-1\n"


@pytest.mark.parametrize("between", ["", "@position off*15 / 22,23,off*13 B - 0-0 0-0\n", "@position off*15 / 22,23,off*13 ? - 0-0 0-0\n"])
def test_a_position_that_does_not_say_who_began_leaves_it_as_it_was(between: str) -> None:
    assert found("@position 24*2,off*13 / 22,23,off*13 W - 0-0 0-0 leader=W\n" + LAST.format(between), "trictrac-nl") == []
    begun = "1. W 6-5 hand/5 hand/6\n@position 24,off*14 / 22,23,off*13 B - 0-0 0-0\n2. B 6-5\n3. W 6-1 24/off\n4. B 3-2 23/off 22/off\n"
    told = found(begun + "@won B nabeurt\n0-1\n", "trictrac-nl")
    assert [kind for kind, _, _ in told] == ["position-differs"]
    lead = "@lead W 5, B 2\n@position 24,off*14 / 22,23,off*13 B - 0-0 0-0\n2. B 6-5\n3. W 6-1 24/off\n4. B 3-2 23/off 22/off\n"
    assert found(lead + "@won B nabeurt\n*\n", "trictrac-nl") == []


def test_where_nobody_says_who_began_a_win_at_once_says_it() -> None:
    fragment = "@position 24,off*14 / 22,23,off*13 W - 0-0 0-0{}\n1. W 6-1 24/off\n@won W\n1-0\n"
    assert found(fragment.format(""), "trictrac-nl") == []
    assert [kind for kind, _, _ in found(fragment.format(" leader=W"), "trictrac-nl")] == ["result-differs"]


def test_the_loser_begins_whatever_is_thrown_for_it() -> None:
    body = "@game 1\n@won W 1 hemspel\n@game 2\n@lead W {}, B {}\n1. {} 6-5 1/7 1/6\n*\n"
    tags = '[Length "3"]\n'
    assert found(body.format(5, 2, "B"), tags=tags) == []
    for first in "WB":
        ((kind, rule, message),) = found(body.format(2, 5, first), tags=tags)
        assert (kind, rule) == ("lead-differs", "6.1")
        assert message == "`@lead` lets White begin, and Black has to, who lost the game before"


# -- what stood --------------------------------------------------------------------------------------------------------------------------


def board_after(body: str) -> str:
    (game,) = read_text(HEAD.format("brade") + "\n" + body)
    after = judge(game).replay.turns[0].after
    assert after is not None
    return write_setup(after, "route", "brade")


@pytest.mark.parametrize(
    ("play", "after"),
    [
        ("1/7/13", "1*14,13 / 1*15 B - 0-0 0-0"),  # the other's home, 15 men: a slip of the pen ends no game
        ("1/7/13**", "1*14,13 / bar*15 ? - 6-0 1-0"),
        ("1/14", "1*14,14 / 1*15 B - 0-0 0-0"),
    ],
)
def test_a_band_landed_on_against_the_rules_stays_unless_a_star_says_otherwise(play: str, after: str) -> None:
    assert board_after(f"1. W 6-6 {play}\n*\n") == after


def test_a_band_that_may_be_burst_is_burst_whatever_else_is_wrong_with_the_play() -> None:
    """Three on the bar, 2 and 3 open: 5 may be burst; then two are left for two points, and the band on 6 stays (docs/rules.md 6.4)."""
    assert board_after(SHUT.format("5-4 bar/5 bar/6")) == "bar,1*12,5,6 / bar*2,1*8,15,16*2,18*2 B - 0-0 0-0"
    assert board_after(SHUT.format("3-2 bar/3 bar/5")) == "bar,1*12,3,5 / bar*3,1*8,16*2,18*2 B - 0-0 0-0"


def test_a_number_of_a_game_that_was_there_already_is_told() -> None:
    body = "@game 1\n@won W 1 hemspel\n@game 2\n@won B 1 hemspel\n@game {}\n1. W 6-5 1/7 1/6\n*\n"
    assert found(body.format(3), tags='[Length "3"]\n') == []
    ((kind, _, message),) = found(body.format(2), tags='[Length "3"]\n')
    assert (kind, message) == ("seats-differ", "game 2 is begun, and by those before it is game 3")


def test_out_of_turn_after_a_double_says_why() -> None:
    body = "1. W 6-6 hand/1(2) hand/6(2)\n2. B 4-3 hand/3 hand/4\n*\n"
    ((kind, rule, message),) = found(body, "trictrac-nl")
    assert (kind, rule) == ("out-of-turn", "N-3")
    assert message == "Black throws, but it was White's turn, who throws again after 6-6"
    ((_, _, message),) = found("1. W 6-5 hand/5 hand/6\n2. W 4-3 hand/3 hand/4\n*\n", "trictrac-nl")
    assert message == "White throws, but it was Black's turn"


def test_munk_alone_is_told_as_such() -> None:
    (game,) = read_text(HEAD.format("brade") + "\n@won W munk\n1-0\n")
    assert "White wins, with munk" in replay_text(judge(game))
