"""Records of bräde and Dutch TricTrac replayed: plays that stood, gaps, games of a match, who won; and never a traceback."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from analysis.generate_race import generate
from analysis.race import RaceJudged
from analysis.tables import judge
from analysis.tables import rows as table_rows
from notation.position import write_setup
from notation.reader import read_text
from notation.writer import write_games
from replay.cousins.brade import in_reach
from replay.cousins.game import Brade, book_of
from replay.cousins.hints import race_hints
from replay.cousins.replayer import replay_race
from replay.rules import RULE_SETS
from reports.voices import voice_of

if TYPE_CHECKING:
    from replay.cousins.turns import RaceReplay

BRADE = Brade()
HEAD = '[White "Anna"]\n[Black "Bo"]\n[Rules "{}"]\n'


def replayed(body: str, rules: str = "brade", tags: str = "") -> RaceReplay:
    (game,) = read_text(HEAD.format(rules) + tags + "\n" + body)
    assert not game.errors, game.errors
    return replay_race(game)


def kinds(body: str, rules: str = "brade", tags: str = "") -> list[str]:
    (game,) = read_text(HEAD.format(rules) + tags + "\n" + body)
    return [finding.kind for finding in judge(game).audit.findings]


def text(setup: object) -> str:
    return write_setup(setup, "route", "brade")  # type: ignore[arg-type]


def test_an_illegal_play_that_stood_is_on_the_board() -> None:
    """7 is made with no die of 5-3; the game goes on from it, and what follows is judged on that board."""
    found = replayed("1. W 5-3 1/8 1/9\n2. B 6-5 1/7 1/6\n3. W 6-1 8/14 9/10\n*\n")
    first, _, third = found.turns
    assert (first.verdict, first.fault, first.rule) == ("illegal", "step", "6.2")
    assert first.after is not None
    assert text(first.after) == "1*13,8,9 / 1*15 B - 0-0 0-0"
    assert third.verdict == "legal"
    assert kinds("1. W 5-3 1/8 1/9\n2. B 6-5 1/7 1/6\n*\n") == ["illegal-play"]


def test_men_that_are_not_there_break_the_replay_until_a_position() -> None:
    found = replayed(
        "1. W 5-3 1/6 1/4\n2. B 6-5 9/15 1/6\n3. W 5-4 1/6\n@position 1*12,4,6,10 / 1*13,6,7 W - 0-0 0-0\n4. W 5-4 10/15 6/10\n*\n"
    )
    assert [turn.verdict for turn in found.turns] == ["legal", "illegal", "unknown", "legal"]
    assert [(gap.kind, gap.ply) for gap in found.breaks] == [("impossible-play", 2)]
    assert found.turns[1].after is None and found.turns[2].before is None
    assert not [check for check in found.checks if not check.agrees]


def test_unknown_dice_move_the_men_and_unknown_plays_do_not() -> None:
    found = replayed("1. W ?-? 1/7 1/6\n2. B 6-5 1/7 1/6\n3. W 6-4 ?\n4. B 5-4 1/10\n*\n")
    assert [turn.verdict for turn in found.turns] == ["unknown", "legal", "unknown", "unknown"]
    assert found.turns[0].after is not None
    assert text(found.turns[0].after).startswith("1*13,6,7 /")
    assert [gap.kind for gap in found.breaks] == ["unknown-play"]


def test_what_only_a_foul_can_have_left_is_doubted_once_and_played_on() -> None:
    """A band on 3: no finding where the replay itself came to it."""
    assert kinds("@position 1*11,3*2,5,6 / 1*15 W - 0-0 0-0\n1. W 6-5 1/7 3/8\n*\n") == ["position-doubtful"]
    body = "1. W 2-2 1/3 1/3\n2. B 6-5 1/7 1/6\n@position 1*13,3*2 / 1*13,6,7 W - 0-0 0-0\n*\n"
    assert kinds(body) == ["illegal-play"]
    assert kinds("@position 1*14 / 1*15 W - 0-0 0-0\n1. W 6-5 1/7 1/6\n*\n") == []
    assert [gap.kind for gap in replayed("@position 1*14 / 1*15 W - 0-0 0-0\n*\n").breaks] == ["impossible-position"]


def test_out_of_turn_and_after_the_end() -> None:
    assert kinds("1. W 6-5 1/7 1/6\n2. W 6-4 1/5/11\n*\n") == ["out-of-turn"]
    end = '[Position "24,off*14 / 1*15 W - 0-0 0-0"]\n'
    assert kinds("1. W 6-5 24/off\n2. B 6-5 1/7 1/6\n3. W 6-5\n1-0\n", tags=end) == ["after-the-end"]
    found = replayed("1. W 6-5 24/off\n2. B 6-5 1/7 1/6\n@game 2\n3. W 6-5 1/7 1/6\n*\n", tags=end)
    assert [game.turns for game in found.games] == [(0, 2), (2, 3)], "a throw too many belongs to the game it follows"


MATCH = """@game 1
@won W 1 hemspel
@game 2
@won {} hemspel munk
@game 3
@won {} jan
{}
"""


def test_a_match_of_words_alone_and_its_winner() -> None:
    """Equal points cannot be with three games of these values; the better games decide where they are (6.7)."""
    found = replayed(MATCH.format("B 2", "W 4", "1-0"), tags='[Length "3"]\n')
    assert (found.score, found.won, found.winner) == ((5, 2), (2, 1), "W")
    assert [game.won_by for game in found.games] == ["word"] * 3
    assert kinds(MATCH.format("B 2", "W 4", "0-1"), tags='[Length "3"]\n') == ["result-differs"]
    level = "@game 1\n@won W 2 trappspel\n@game 2\n@won B 1 hemspel\n@game 3\n@won B 1 hemspel\n0-1\n"
    found = replayed(level, tags='[Length "3"]\n')
    assert (found.score, found.winner) == ((2, 2), "W")
    given_up = "@game 1\n1. W 6-5 1/7 1/6\n@won B resigned\n@game 2\n@won W 4 jan\n*\n"
    found = replayed(given_up, tags='[Length "3"]\n')
    assert (found.score, found.won, found.winner) == ((4, None), (1, 1), None)
    assert kinds(given_up, tags='[Length "3"]\n') == []


def test_the_loser_begins_the_next_game() -> None:
    body = "@game 1\n@won W 1 hemspel\n@game 2\n1. {} 6-5 1/7 1/6\n*\n"
    assert kinds(body.format("B"), tags='[Length "3"]\n') == []
    assert kinds(body.format("W"), tags='[Length "3"]\n') == ["lead-differs"]
    assert kinds("@lead W 2, B 5\n1. B 6-5 1/7 1/6\n*\n") == ["lead-differs"]
    assert kinds("@lead W 2, B 5\n1. B 6-5 hand/5 hand/6\n*\n", "trictrac-nl") == []
    assert kinds("@lead Anna 2, Bo 5\n1. W 6-5 hand/5 hand/6\n*\n", "trictrac-nl") == ["lead-differs"]


def test_a_position_checks_men_side_and_score() -> None:
    body = "1. W 6-5 1/7 1/6\n@position 1*13,6,{} / 1*15 {} - 0-0 0-0\n*\n"
    assert kinds(body.format("7", "B")) == []
    assert kinds(body.format("8", "B")) == ["position-differs"]
    assert kinds(body.format("7", "W")) == ["position-differs"]
    gap = "@game 1\n@won W 1 hemspel\n@game 2\n@lost ?\n@position 24,off*14 / 24,off*14 B - {} {}\n9. B 6-1 24/off\n@won B 1 hemspel\n*\n"
    found = replayed(gap.format("1-0", "1-0"), tags='[Length "3"]\n')
    assert (found.score, found.won) == ((1, 1), (1, 1))


def test_won_is_checked_as_far_as_it_says() -> None:
    tags = '[Position "19,off*14 / 1*14,9 W - 0-0 0-0"]\n'
    body = "1. W 6-2 19/21* 21/off\n@won {}\n*\n"
    for right in ("W", "W 2", "W munk hemspel", "W 2 hemspel munk"):
        assert kinds(body.format(right), tags=tags) == [], right
    for wrong in ("B", "W 1", "W 2 hemspel", "W 2 jan", "B 2 hemspel munk"):
        assert kinds(body.format(wrong), tags=tags) == ["result-differs"], wrong
    assert kinds("1. W 6-5 1/7 1/6\n@won W 1 hemspel\n*\n") == ["result-differs"]
    assert kinds("1. W 6-5 1/7 1/6\n@won W 1 time\n*\n") == []


def test_an_overlooked_finish() -> None:
    tags = '[Position "19,off*14 / 1*14,9 W - 0-0 0-0"]\n'
    assert kinds("1. W 6-2 19/off\n*\n", tags=tags) == ["finish-overlooked"]
    (game,) = read_text(HEAD.format("brade") + tags + "\n1. W 6-2 19/off\n*\n")
    (finding,) = judge(game).audit.findings
    assert (finding.points, finding.rule, finding.side) == (1, "6.6", "W")


def test_dutch_throws_again_and_the_nabeurt() -> None:
    body = "1. W 2-1 hand/1(2) hand/2(2) hand/5(2) hand/6(2)\n2. W 5-3 hand/3 hand/5\n3. B 6-5 hand/5 hand/6\n*\n"
    found = replayed(body, "trictrac-nl")
    assert [turn.again for turn in found.turns] == [True, False, False]
    assert kinds(body, "trictrac-nl") == []
    assert kinds(body.replace("2. W", "2. B").replace("3. B", "3. W"), "trictrac-nl") == ["out-of-turn"]
    last = '[Position "24,off*14 / 22,23,off*13 W - 0-0 0-0 leader=W"]\n'
    won = replayed("1. W 6-1 24/off\n2. B 3-2 23/off 22/off\n@won B nabeurt\n0-1\n", "trictrac-nl", last)
    assert [(game.winner, game.kind, game.value) for game in won.games] == [("B", "nabeurt", 1)]
    assert won.winner == "B" and not [check for check in won.checks if not check.agrees]
    lost = replayed("1. W 6-1 24/off\n2. B 3-1 22/23\n1-0\n", "trictrac-nl", last)
    assert [(turn.winner, turn.verdict) for turn in lost.turns] == [(None, "legal"), ("W", "illegal")]
    held = replayed("1. W 6-1 24/off\n2. B 4-1 22/23\n1-0\n", "trictrac-nl", last)
    assert held.winner == "W" and held.games[0].kind == "win"


def test_marks_are_words_of_another_game() -> None:
    assert kinds("1. W 6-5 +4 1/7 1/6\n*\n") == ["other-form"]
    assert kinds("@mark 2\n1. W 6-5 1/7 1/6\n*\n") == ["other-form"]
    tags = '[Position "24,off*14 / 1*15 W - 0-0 0-0"]\n'
    assert kinds("1. W 6-5 24/off\n@won W 1 double\n*\n", tags=tags) == ["other-form"]
    assert kinds("1. W 6-5 24/off\n@won W 1 nabeurt\n*\n", tags=tags) == ["other-form"]


def test_what_a_gap_leaves_unsaid() -> None:
    found = replayed("1. W 6-5 1/7 1/6\n@lost 4\n6. B 6-4\n@game 2\n7. B 6-5 1/7 1/6\n*\n", tags='[Length "3"]\n')
    assert found.score == (None, None)
    assert [turn.turn_of_game for turn in found.turns] == [1, 0, 1]
    assert [turn.game for turn in found.turns] == [1, 1, 2]
    assert [(game.number, game.turns, game.winner) for game in found.games] == [(1, (0, 2), None), (2, (2, 3), None)]


# -- never a traceback ------------------------------------------------------------------------------------------------------------------

LINES = (
    "@game 2",
    "@game 7",
    "@won W 2 hemspel munk",
    "@won B resigned",
    "@won ? 3",
    "@lost ?",
    "@lost 2",
    "@position 24,off*14 / 1*15 W - 0-0 0-0",
    "@position ? / 1*15 ? - ?-? 0-0",
    "@position off*15 / off*15 B - 0-0 0-0",
    "@position 1*15 / 13*15 W - 3-1 1-0 leader=B",
    "@position 1*5 / 1*15 W - 0-0 0-0",
    "@lead W 3, B 3",
    "@lead 6-4 W",
    "@mark 3",
    "@void W 6-? off the board",
    "9. ? 6-5 1/7",
    "9. W ?-? ?",
    "9. B 6-? 1/7/20",
    "9. W 6-6 1/off 1/off* bar/3**",
    "9. B 5-4 24/off 1/24 ?",
    "9. W 1-1 5~ 3/4~ 4/5~6",
    "9. W 6-4 +4 hold 1/7 school 4 =4/0,0/0",
    "9. B 6-4 go",
    "1-0",
    "nonsense",
    "9. W 6-5 1/x",
)


def spoilt(rng: Random, record: str) -> str:
    """A record with some lines dropped, doubled, moved, changed in a letter, or put in."""
    lines = record.split("\n")
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(lines))
        way = rng.randrange(6)
        if way == 0:
            del lines[at]
        elif way == 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif way == 2:
            lines.insert(at, rng.choice(LINES))
        elif way == 3 and lines[at]:
            k = rng.randrange(len(lines[at]))
            lines[at] = lines[at][:k] + rng.choice("123456789/*WB?-. ~") + lines[at][k + 1 :]
        elif way == 4 and lines[at]:
            lines[at] = lines[at][: rng.randrange(len(lines[at]))]
        else:
            lines[at] = lines[at].replace("W", "B") if "W" in lines[at] else lines[at].replace("B", "W")
        lines = lines or [""]
    return "\n".join(lines)


def told(game: object) -> None:
    """Everything that is ever said of a game."""
    judged = judge(game)  # type: ignore[arg-type]
    voice = voice_of(judged)
    voice.check_text(judged), voice.replay_text(judged), voice.match_rows(judged)
    for turn in judged.replay.turns:
        voice.turn_row(turn, judged)
    for table in ("games", "plies", "jans", "findings"):
        table_rows(table, judged)
    if isinstance(judged, RaceJudged):
        games = judged.replay.games
        assert games[0].turns[0] == 0 and games[-1].turns[1] == len(judged.replay.turns)
        assert all(one.turns[1] == two.turns[0] for one, two in pairwise(games))
        for turn in judged.replay.turns:
            for setup in (turn.before, turn.after):
                assert setup is None or (setup.white is not None and setup.white.total == 15 == setup.black.total)  # type: ignore[union-attr]


@pytest.mark.parametrize("rules", ["brade", "trictrac-nl"])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_spoilt_records_never_raise(rules: str, seed: int) -> None:
    rng = Random(f"{rules}{seed}")
    for record, _ in generate(3 if not seed else 40, f"spoilt{seed}", rules=rules):
        lines = record.split("\n")
        short = "\n".join(lines[:9] + lines[-60:]) if rng.random() < 0.5 else "\n".join(lines[:70]) + "\n*\n"
        for _ in range(60):
            text = spoilt(rng, short)
            for game in read_text(text):
                told(game)
                write_games([game])


def test_books_know_their_terms() -> None:
    for rules in ("brade", "trictrac-nl"):
        book = book_of(RULE_SETS[rules])
        assert {"hit", "bar"} <= set(book.terms)
        assert all(term.words and term.rule for term in book.terms.values())


def test_what_may_have_been_meant() -> None:
    found = replayed("1. W 5-3 1/6 1/5\n2. B 6-5 2/7 1/6\n*\n")
    assert race_hints(found.turns[0], found.rules) == ("1/6 1/4", "1/6/9")
    assert race_hints(found.turns[1], found.rules)[0] == "1/7 1/6"
    for turn in found.turns:
        for hint in race_hints(turn, found.rules):
            (game,) = read_text(f"{HEAD.format('brade')}\n{turn.ply.number}. {turn.side} {turn.dice[0]}-{turn.dice[1]} {hint}\n*\n")
            assert judge(game).audit.findings == ()


def test_what_is_out_of_reach_never_ends_a_game() -> None:
    """An audit walks only the throws that `in_reach` lets through: on the boards of whole matches it lets every ending through."""
    ended = passed = 0
    for record, _ in generate(3, "reach", rules="brade"):
        (game,) = read_text(record)
        for turn in replay_race(game).turns:
            if turn.before is None or None in turn.dice:
                continue
            position = BRADE.place(turn.before)
            dice = (turn.dice[0] or 0, turn.dice[1] or 0)
            ends = any(result.ending for result in BRADE.legal(position, dice))
            ended += ends
            passed += not in_reach(position, dice)
            assert in_reach(position, dice) or not ends, (turn.before, dice)
    assert ended > 3
    assert passed > 100


@pytest.mark.parametrize("line", ["2. W 6-4", "2. W 5-4 pass", "2. W 6-4 24/off", "2. W 6-4 23/24", "2. B 6-4 20/off\n3. B 5-4 20/24"])
def test_who_throws_on_a_board_whose_game_is_over_is_told_not_met_with_a_traceback(line: str) -> None:
    """White began and is off, Black has his last turn (docs/rules.md N-13)."""
    from analysis.tables import frames, judge
    from notation.reader import read_text
    from replay.cousins.hints import race_hints

    head = '[White "A"]\n[Black "B"]\n[Rules "trictrac-nl"]\n[Length "1"]\n\n@position 24,off*14 / 20,off*14 W - 0-0 0-0 leader=W\n'
    (game,) = read_text(f"{head}1. W 6-1 24/off\n{line}\n*\n")
    judged = judge(game)
    assert judged.audit.findings
    for turn in judged.replay.turns:
        race_hints(turn, judged.replay.rules)
    assert frames([judged])[1] == []


@pytest.mark.parametrize(
    ("told", "ruled", "points"),
    [
        ("W 7 jan", "W 4 jan", 4),
        ("W 4 jan munk", "W 4 jan", 4),
        ("W 1 trappspel munk", "W 3 trappspel munk", 3),
        ("W 3 trappspel munk", None, 3),
        ("W hemspel", None, 1),
        ("W 2 resigned", None, 2),
    ],
)
def test_an_ending_that_only_a_word_tells_is_held_to_what_it_is_worth(told: str, ruled: str | None, points: int) -> None:
    """Jan is 4 and has no munk; every other ending is one more with it (docs/rules.md 6.6)."""
    from notation.reader import read_text
    from replay.cousins.replayer import replay_race

    (game,) = read_text(f'[White "A"]\n[Black "B"]\n[Rules "brade"]\n[Length "3"]\n\n@game 1\n@won {told}\n*\n')
    found = replay_race(game)
    wrong = [(check.stated, check.replayed) for check in found.checks if not check.agrees]
    assert wrong == ([] if ruled is None else [(told, ruled)])
    assert found.games[0].value == points
