"""What a stranger tried who did not know how it is meant: records that a hurried or a hostile hand writes."""

import os
import re
from pathlib import Path
from time import perf_counter

import pytest
from click.testing import CliRunner, Result

from analysis.tables import judge
from notation.reader import read_text
from notation.record import Game
from notation.sources import read_path
from replay.hints import hints
from reports.cli import main
from reports.site import game_html

HANDED = Path(os.environ.get("TRICTRAC_CASES", "corpora/cases")) / "games"
MATCH = HANDED / "soumille-1738.tgn" if HANDED.is_dir() else Path("corpora/games/soumille-1738.tgn")


def game(plies: str, *tags: str) -> Game:
    text = '[White "Alice"]\n[Black "Bob"]\n' + "".join(f"[{tag}]\n" for tag in tags) + f"\n{plies}\n*\n"
    (found,) = read_text(text)
    return found


@pytest.mark.parametrize(
    ("play", "told"),
    [
        pytest.param("5/6 5/7", "there is only 1 man on 5, and 2 are played from it", id="one man played twice"),
        pytest.param("T/1 " * 16, "there are only 13 men on T, and 16 are played from it", id="more men than there are"),
        pytest.param("7/8", "there is no man on 7 to play", id="nobody there"),
        pytest.param("5/7 7/8 7/9", "there is only 1 man on 7, and 2 are played from it", id="one man comes and two go on"),
    ],
)
def test_more_men_played_than_there_are(play: str, told: str) -> None:
    judged = judge(game(f"1. W 6-5 T/5 T/6\n2. B 6-5 T/6 T/5\n3. W 2-1 {play}\n4. B 2-1 T/2 T/1"))
    assert [gap.message for gap in judged.replay.breaks] == [f"{told} (docs/rules.md M-1)"]


def test_a_line_of_many_men_takes_no_time() -> None:
    began = perf_counter()
    judge(game("1. W 6-5 " + "T/1 " * 900))
    assert perf_counter() - began < 5


HIT = "T*9,3,5,6*2,11*2 / T*8,2,4,5,6*2,11*2 W - {}"
"""6-4 is worth White 4: a true hit, and nothing else."""
FILL = "T*3,6*3,7*2,8*2,9*2,10,11*2 / T*15 W - 4-2 0-0"
"""4-1 fills White's grand jan, one way: 4."""
FALSE_HIT = "T*12,7,11*2 / T*10,5,10*2,11*2 W - {}"
"""6-5 is worth Black 4: a false hit, and nothing else."""


def found(plies: str, position: str, *tags: str) -> list[tuple]:
    """The findings: ply, kind, side, points, school; `told` ones with a star."""
    judged = judge(game(plies, f'Position "{position}"', *tags))
    assert not judged.game.errors
    return [
        (f.ply, f.kind + "*" * f.told, f.side, f.points, f.school) for f in sorted(judged.audit.findings, key=lambda f: (f.ply, f.kind))
    ]


@pytest.mark.parametrize(
    ("plies", "position", "expected"),
    [
        pytest.param(
            "1. W 6-4 3/9 5/9 school 4", HIT.format("4-8 11-11"), [(1, "missed", "W", 4, "claimed")], id="a school that wins the match"
        ),
        pytest.param("1. W 6-4 school 4", HIT.format("4-8 11-11"), [(1, "missed", "W", 4, "claimed")], id="no play is written behind it"),
        pytest.param("1. W 6-5 -4", FALSE_HIT.format("4-8 11-11"), [], id="the other's mark wins: no play need be written (notation 4)"),
        pytest.param("1. W 6-5 T/6 T/5 -2", FALSE_HIT.format("4-10 11-11"), [], id="the winner marks as far as he needs (P-4)"),
        pytest.param("1. W 6-4 +2 3/9 5/9", HIT.format("10-8 11-11"), [], id="the roller too"),
    ],
)
def test_the_end_of_the_match(plies: str, position: str, expected: list) -> None:
    assert found(plies, position) == expected


@pytest.mark.parametrize(
    ("plies", "expected"),
    [
        pytest.param("1. W 6-4 go", [(1, "missed", "W", 4, "")], id="he had a hole and marked nothing: G-10, no school"),
        pytest.param("1. W 6-4 +2 go", [(1, "missed", "W", 2, "")], id="he had a hole and marked too little"),
        pytest.param("1. W 6-4 +4 hold~ 3/9 5/9", [], id="a hold taken back is no going"),
    ],
)
def test_going_with_a_hole(plies: str, expected: list) -> None:
    assert found(plies, HIT.format("8-0 0-0")) == expected


def test_going_on_a_hole_that_was_marked_too_high_is_one_fault() -> None:
    """Claimed or let go, the fault is the mark; what became of the school does not make another."""
    for claim, school in (("", "let-go"), (" school 8", "claimed")):
        for decision in ("go", "hold 3/9 5/9"):
            assert found(f"1. W 6-4 +12 {decision}{claim}", HIT.format("4-0 0-0")) == [(1, "over-marked", "W", 8, school)]


@pytest.mark.parametrize(
    ("play", "expected", "score"),
    [
        pytest.param("T/4~T T/1~T 6/10 T/1 school 4", [("fill-unmade", 4, "claimed")], (4, 6), id="nothing marked"),
        pytest.param("+4 T/4~T T/1~T 6/10 T/1 school 4", [("fill-unmade", 4, "claimed")], (4, 6), id="the four marked for it come off"),
        pytest.param("+4 T/4~T T/1~T 6/10 T/1", [("fill-unmade", 4, "let-go")], (8, 2), id="let go: the mark stays"),
        pytest.param("+4 T/5~T T/1 6/10", [], (8, 2), id="one man misplaced who could go with the fill"),
        pytest.param("+4 6/11~10 T/1", [], (8, 2), id="the filling man put right"),
        pytest.param("+4 T/4~T T/1~T 6/10 T/1 school 2", [("fill-unmade", 4, "wrong-amount")], (4, 4), id="claimed for less"),
    ],
)
def test_a_fill_passed_by_is_a_school_though_the_men_are_put_right(play: str, expected: list, score: tuple) -> None:
    """S-13: the school stands whatever becomes of the men; S-3: a fill is passed by when men are touched with which it cannot be made."""
    judged = judge(game(f"1. W 4-1 {play}", f'Position "{FILL}"'))
    assert [(f.kind, f.points, f.school) for f in judged.audit.findings if not f.told] == expected
    assert judged.replay.turns[0].after.points == score
    assert judged.replay.turns[0].after.white[:12] == (2, 1, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2)  # type: ignore[index]


def test_nobody_misses_a_fill_on_a_play_that_is_not_known() -> None:
    assert found("1. W 4-1 ?", FILL) == []
    assert found("1. W 6-4 ?", HIT.format("4-0 0-0")) == [(1, "missed", "W", 4, "let-go")]


def test_what_is_marked_beside_a_fill_not_made() -> None:
    judged = judge(game("1. W 4-1 +8 T/4 T/1", f'Position "{FILL}"'))
    told = {f.kind: f.message for f in judged.audit.findings}
    assert "; 4 marked for it must come off again" in told["fill-unmade"]
    assert told["over-marked"] == "White marked 8 points; 4 of them would be for what he did not make, and nothing else was due to him"


def test_a_rest_said_without_a_hole() -> None:
    judged = judge(game("1. W 6-4 +0h4 3/9 5/9", f'Position "{HIT.format("6-0 0-0")}"'))
    assert judged.audit.findings == ()
    assert judged.replay.turns[0].marked_roller == 4


def test_a_school_of_unknown_amount() -> None:
    judged = judge(game("1. W 2-1 T/2 T/1 school ?\n2. B 2-1 T/2 T/1 school 4 false ?"))
    assert [f.message for f in judged.audit.findings] == [
        "Black claimed a school where none was due; nobody answered",
        "White claimed a school of 4 where none was due; Black answered and marked an amount not known",
    ]


def test_a_mark_that_is_written_was_made_though_marks_are_not_kept() -> None:
    """Marks "none": silence says nothing, of that side and of that side alone (docs/notation.md 2)."""
    position, none = HIT.format("4-0 0-0"), 'Marks "none"'
    assert found("1. W 6-4 3/9 5/9", position, none) == []
    assert found("1. W 6-4 +8 3/9 5/9", position, none) == [(1, "over-marked", "W", 4, "let-go")]
    assert found("1. W 6-5 T/6 T/5 -8", FALSE_HIT.format("4-4 0-0"), none) == [(1, "over-marked", "B", 4, "let-go")]


def test_a_score_that_differs_only_by_its_bredouille_says_so() -> None:
    judged = judge(game("1. W 6-4 +4 3/9 5/9 =8/0,4b/0", f'Position "{HIT.format("4-4 0-0")} bredouille=W"'))
    assert [f.message for f in judged.audit.findings] == ["the record says 8/0,4b/0, the replay comes to 8b/0,4/0"]
    judged = judge(game("1. W 6-4 +4 3/9 5/9 =8b/0,4/0", f'Position "{HIT.format("4-4 0-0")} bredouille=B"'))
    assert [f.message for f in judged.audit.findings] == ["the record says 8b/0,4/0, the replay comes to 8/0,4/0"]


def test_a_position_that_cannot_be_is_no_clean_record(tmp_path: Path) -> None:
    path = tmp_path / "a.tgn"
    head = '[White "Alice"]\n[Black "Bob"]\n'
    for record, line in (
        (f"{head}[Position \"3',T' / T*15 W - 0-0 0-0\"]\n\n1. W 4-3 T/4 T/3\n*\n", 3),
        (f"{head}\n1. W 2-1 T/2 T/1\n@lost ?\n@position 3',T' / T*15 B - 0-0 0-0\n*\n", 6),
    ):
        path.write_text(record, "utf-8")
        done = CliRunner().invoke(main, ["check", str(path)])
        assert f"{path}:{line}: cannot be followed: both sides have men on White's T' (M-1)" in done.output
        assert "1 game, 1 finding, 0 errors of reading" in done.output
        assert done.exit_code == 1


def test_a_play_is_suggested_once() -> None:
    judged = judge(game("1. W 5-3 T/off T/off"))
    assert hints(judged.replay.turns[0], judged.replay.rules) == ("T/5 T/3",)


def text_of(page: str) -> str:
    return " ".join(re.sub("<[^>]*>", "", page).split())


def test_the_page_says_how_the_match_would_have_been_won() -> None:
    """Somebody who knows no trictrac understands why four points are a match: the arithmetic stands there."""
    (record,) = read_path(MATCH)
    judged = judge(record)
    page = text_of(game_html(judged))
    missed = next(f for f in judged.audit.findings if f.kind == "missed" and f.cost is not None and f.cost.changes_match)
    turn = judged.replay.turns[missed.turn]
    me = "WB".index(missed.side)
    points, holes, goal = turn.before.points[me], turn.before.holes[me], judged.replay.rules.match_holes
    assert points is not None
    told = (
        f"He stood at {points} points and {holes} holes. {points} + {missed.points} = {points + missed.points}: twelve points make the hole"
    )
    assert page.count(told) == 2, "at the top and on the card"
    assert f"{goal} holes win the match" in page
    assert f"The match turned on a mistake, at roll {missed.ply}: " in page


def test_a_card_says_from_where_nobody_can_say() -> None:
    (record,) = read_path(MATCH)
    judged = judge(record)
    page = text_of(game_html(judged)).replace("&#39;", "'")
    for finding in judged.audit.findings:
        at = finding.cost.track.undefined_from if finding.cost else None
        if at is not None and finding.cost is not None:
            assert f"From roll {judged.replay.turns[at].ply.number} on nobody can say: {finding.cost.track.reason}." in page


def test_a_school_denied_is_told_with_the_points_claimed() -> None:
    page = text_of(game_html(judge(game("1. W 6-4 3/9 5/9 school 4 false 4", f'Position "{HIT.format("4-0 0-0")}"'))))
    assert "School denied: Bob (Black) claimed 4 points, and the claim was turned back as a false school." in page
    page = text_of(game_html(judge(game("1. W 6-4 3/9 5/9 school 2 false 2", f'Position "{HIT.format("4-0 0-0")}"'))))
    assert "School for the wrong amount, and turned back as a false school: 4 points were due, and Bob (Black) has none." in page


RECORD = '[White "Alice"]\n[Black "Bob"]\n\n1. w 53 T/5 T/3\n*\n'


def run(*words: str, text: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=text)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(RECORD.encode("utf-16"), id="UTF-16, as some editors save"),
        pytest.param(bytes(10000), id="zero bytes"),
        pytest.param(b"\x7fELF\x00" + bytes(range(256)) * 9, id="a program"),
        pytest.param(RECORD.replace("*", "; " + "x" * 70_000 + "\n*").encode(), id="a line too long to be held"),
    ],
)
def test_rewriting_in_place_destroys_nothing(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.tgn"
    path.write_bytes(data)
    done = run("fmt", "-i", str(path))
    assert path.read_bytes() == data
    assert done.exit_code == 2
    assert f"{path}: left as it is" in done.output


def test_rewriting_in_place_what_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.tgn"
    path.write_text(RECORD.replace("T/3", "T/3 {\x1b[31mred}"), "utf-8")
    assert run("fmt", "-i", str(path)).exit_code == 0
    assert "1. W 5-3 T/5 T/3 {\x1b[31mred}\n" in path.read_text("utf-8")
    assert run("fmt", str(path)).output == path.read_text("utf-8"), "a piece of the record is lost on its way out"


@pytest.mark.parametrize("command", [["check"], ["replay"], ["convert", "--to", "bn"]])
def test_a_file_without_a_game_says_so(tmp_path: Path, command: list[str]) -> None:
    for name, data in (("empty.tgn", b""), ("blank.tgn", b"\n \n\n"), ("bom.tgn", b"\xef\xbb\xbf")):
        path = tmp_path / name
        path.write_bytes(data)
        done = run(*command, str(path))
        assert f"trictrac: {path}: there is no game in it" in done.output
    (tmp_path / "folder").mkdir()
    assert "there is no game in it" in run(*command, str(tmp_path / "folder")).output


def test_convert_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "a.tgn"
    path.write_text(RECORD.replace("T/5", "T/X"), "utf-8")
    done = run("convert", "--to", "bn", str(path))
    assert "place" in done.output
    assert done.exit_code == 2


def test_what_a_terminal_would_obey_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.tgn"
    path.write_text(RECORD.replace("Alice", "A\x1b]0;mine\x07\u202e\x9b"), "utf-8")
    for command in ("check", "replay"):
        done = run(command, str(path))
        assert "A␛]0;mine␇\ufffd\ufffd" in done.output
        assert not set("\x1b\x07\u202e\x9b") & set(done.output)


def test_a_flag_that_is_not_known_is_told() -> None:
    done = run("score", "--variant", "no-pile, margto", "T*15 / T*15 W - 0-0 0-0", "6-1")
    assert "The flag `margto` is not known" in done.output


def test_every_match_of_a_record_stands_for_itself() -> None:
    """`@game` begins anew: its first roll is not after the end, and its faults are weighed in it alone."""
    judged = judge(
        game(
            f"@game 1\n@lost ?\n@position {HIT.format('8-0 11-11')}\n1. W 6-4 +4\n@won W\n"
            f"@game 2\n@lost ?\n@position {HIT.format('8-0 11-11')}\n2. W 6-4 3/9 5/9\n3. B 2-1 T/2 T/1\n"
            "4. W 2-1 T/2 T/1 -12\n@won B"
        )
    )
    kinds = {(f.ply, f.kind): f for f in judged.audit.findings}
    assert set(kinds) == {(2, "missed"), (4, "over-marked")}
    missed, over = kinds[2, "missed"].cost, kinds[4, "over-marked"].cost
    assert missed is not None and missed.changes_match and missed.track.winner == "W" and missed.track.won_at == 1
    assert over is not None and not over.changes_match and over.track.winner is None
    assert judged.audit.played.winner == "B"
    assert judged.audit.played.won_at == 3
    assert (judged.audit.perfect.first_differs, judged.audit.perfect.winner, judged.audit.perfect.won_at) == (1, "W", 1)


def test_dice_that_no_chance_gives_are_not_called_a_small_sample() -> None:
    (record,) = read_path(MATCH)
    doublets = sum(ply.body.dice[0] == ply.body.dice[1] for ply in record.plies)
    assert doublets > len(record.plies) / 3, "the match of the book is told with chosen dice"
    assert "do not come by chance" in text_of(game_html(judge(record)))
    assert "One game is a small sample" in text_of(game_html(judge(game("1. W 2-2 T/2(2)\n2. B 6-5 T/6 T/5"))))


def test_no_word_of_a_ecrire_takes_the_holes_of_a_match_away() -> None:
    judged = judge(game("1. W 6-4 +4 refait", f'Position "{HIT.format("8-0 3-3")}"'))
    assert judged.replay.final.holes == (5, 3)


def test_a_false_school_that_was_raised_was_answered() -> None:
    judged = judge(game("1. W 2-1 T/2 T/1 school 4 false 4 raise 8"))
    assert [f.message for f in judged.audit.findings] == [
        "Black claimed a school of 4 where none was due; White answered, and Black raised it and marked 8"
    ]
