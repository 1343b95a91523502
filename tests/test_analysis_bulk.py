"""The compiled engine gives the same four tables as game by game, to the byte."""

from pathlib import Path

import polars as pl
import pytest

pytest.importorskip("numba", reason="the compiled engine is the extra `bulk`")

from both_ways import same

from analysis.bulk import Bulk
from analysis.columns import TABLES
from analysis.generate import Faults, generate
from analysis.generate_race import generate as races_of
from analysis.tables import judge
from notation.reader import read_text

HEAVY = Faults(missed=90, over_marked=40, wrong_side=150, unmade=400, unpegged=150, illegal=20, false_school=15, claimed=60)


@pytest.fixture(scope="module")
def bulk() -> Bulk:
    return Bulk()


@pytest.mark.parametrize("path", sorted(Path("corpora").rglob("*.tgn")), ids=lambda path: path.stem)
def test_every_record_of_the_collection(bulk: Bulk, path: Path) -> None:
    same(bulk, path.read_bytes().decode("utf-8-sig"), str(path))


@pytest.mark.parametrize("rules", ["trictrac", "triktrak"])
@pytest.mark.parametrize("faults", [Faults.none(), Faults(), HEAVY], ids=["perfect", "usual", "heavy"])
def test_fifty_thousand_generated_turns(bulk: Bulk, faults: Faults, rules: str) -> None:
    text = "\n".join(game for game, _ in generate(80, "bulk", faults=faults, rules=rules))
    by_column, games = same(bulk, text)
    assert by_column == games


def test_what_is_odd_goes_by_itself_and_keeps_its_place(bulk: Bulk) -> None:
    games = [text for text, _ in generate(8, "odd")]
    games[1] = games[1].replace("1. W", "1. w", 1).replace("1. B", "1. b", 1)
    games[3] = games[3].replace("[White", "; a remark\n[White", 1)
    games[4] = games[4].replace("T/", "T/x", 1)
    games[6] = games[6].replace("\n3. ", "\n7. ", 1)
    for text in ("\n".join(games), "".join(games), "\n\n\n".join(games).replace("\n", "\r\n"), "\n".join(games).rstrip("\n")):
        by_column, total = same(bulk, text)
        assert total == 8
        assert 3 <= by_column <= 6


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "1. W 6-4 T/6 T/4\n*\n",
        '[White "a"]\n[Black "b"]\n\n1. W 6-4 T/6 T/4\n',
        '[White "a"]\n[Black "b"]\n\n*\n',
        '[White "a"]\n\n1. W 6-4 T/6 T/4\n*\n',
        '[White "a"]\n[White "c"]\n[Black "b"]\n\n1. W 6-4 T/6 T/4\n*\n',
        '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1. W 6-4 T/6 T/4\n*\n',
        '[White "a"]\n[Black "b"]\n[Variant "odd"]\n\n1. W 6-4 T/6 T/4\n*\n',
        '[White "a"]\n[Black "b"]\n[Length "3"]\n[Variant "margot"]\n\n1. W 6-4 T/6 T/4 ; so\n2. B 3-3 +6 T/3(2) =0/0,6b/0\n*\n; end\n',
        '[White "é"]\n[Black "b"]\n\n1. W 6-4 T/6 T/4\n2. B 6-4 T/6 T/4 {x}\n*\n\n[White "c"]\n[Black "d"]\n\n1. B 6-4 T/6 T/4\n*\n',
        '[White "a"]\n[Black "b"]\n\n1. W 6-4 T/6 T/4\n2. W 6-4 T/6 T/4\n3. B 6-6 9/15 T/6\n4. W 6-4 go\n5. W 3-3 T/3(2) =0/1,0/0\n*\n',
        '[White "a"]\n[Black "b"]\n\n1. W 6-4 T/6 T/4\n*\n2. B 5-5 T/5(2)\n*\n',
        '[White "a"]\n[Black "b"]\n[Variant "meeting"]\n\n1. W 6-4 T/6 T/4\n2. B 6-4 +4 T/6 T/4\n*\n',
        '[White "a"]\n[Black "b"]\n[Variant "meeting"]\n\n1. W 6-4 T/6 T/4\n2. W 6-4 +4 T/6 T/4\n*\n',
        "\x00\x01",
        '[Event "chess"]\n\n1. e4 e5\n1-0\n',
    ],
)
def test_small_and_broken_texts(bulk: Bulk, text: str) -> None:
    same(bulk, text)
    good = next(iter(generate(1, "beside")))[0]
    same(bulk, text + "\n" + good)
    same(bulk, good + "\n" + text)


OPENING = '[White "a"]\n[Black "b"]\n[Length "1"]\n\n1. W 6-4 T/6 T/4\n2. B 6-5 T/6 T/5\n'


@pytest.mark.parametrize(
    "plies",
    [
        pytest.param(
            "3. W 6-5 +12\n4. B 6-1 T/6 T/1\n5. W 6-1 6/11 T/6\n6. B 5-4 T/5 T/4\n7. W 6-3 4/7 T/6\n", id="played on after the end"
        ),
        pytest.param("3. W 2-1 -12\n", id="the other's mark ends it, nothing is played"),
        pytest.param("3. W 2-1 school 12\n", id="a school ends it, nothing is played"),
        pytest.param("3. W 2-1 T/2 T/1 school 12\n4. B 2-1 +4 go\n", id="a school ends it, and somebody goes"),
        pytest.param("3. W 2-1 +12 go\n4. W 6-5 T/6 T/5\n", id="gone with the last hole"),
    ],
)
def test_the_end_of_the_match(bulk: Bulk, plies: str) -> None:
    by_column, _ = same(bulk, OPENING + plies + "*\n")
    assert by_column == 1


def test_pieces_of_a_file_bear_its_places(bulk: Bulk) -> None:
    games = [text for text, _ in generate(4, "pieces")]
    whole = bulk.tables("\n".join(games).encode(), "f")
    first = bulk.tables("\n".join(games[:2]).encode(), "f")
    second = bulk.tables(("\n" + "\n".join(games[2:])).encode(), "f", first.games, first.lines + 1)
    for table in TABLES:
        assert whole.tables[table].equals(pl.concat((first.tables[table], second.tables[table])), null_equal=True)


ANSWERS = '[White "a"]\n[Black "b"]\n\n1. W 6-4 T/6 T/4\n2. B 6-5 T/6 T/5\n'


@pytest.mark.parametrize(
    "claims",
    [
        "school 4 raise 8",
        "school 4 false 2",
        "school 4 false 4 raise 6",
        "school 4 false 4 false 4",
        "counter-school 4 false 4 raise 8 false 6",
        "school 4 false 4 raise 8 false 8 raise 16",
    ],
)
def test_answers_to_schools(bulk: Bulk, claims: str) -> None:
    by_column, _ = same(bulk, f"{ANSWERS}3. W 2-1 T/2 T/1 {claims}\n4. B 2-1 T/2 T/1\n*\n")
    assert by_column == 1


@pytest.mark.parametrize("rules", ["trictrac", "triktrak"])
@pytest.mark.parametrize("last", ["", "false 8", "false 4"])
def test_answers_by_the_rules_of_the_match(bulk: Bulk, rules: str, last: str) -> None:
    """A raise that fails, a going announced and not carried out: each rule set its own (docs/rules.md S-7, G-11)."""
    head = f'[White "a"]\n[Black "b"]\n[Rules "{rules}"]\n[Points "route"]\n\n1. W 6-4 1/7 1/5\n2. B 6-5 1/7 1/6\n'
    claimed = f"{head}3. W 2-1 1/3 1/2 school 4 false 4 raise 8 {last}\n4. B 2-1 "
    by_column, _ = same(bulk, f"{claimed}1/3 1/2\n*\n")
    assert by_column == 1
    same(bulk, f"{claimed}+12 go~ 1/3 1/2\n*\n")


@pytest.mark.parametrize("going", ["go", "go school 12", "go~ T/2 T/1", "go~ T/2 T/1 school 12", "+24 go school 12", "+12 go school 12"])
def test_going_by_right_and_without(bulk: Bulk, going: str) -> None:
    same(bulk, f"{ANSWERS}3. W 2-1 T/2 T/1 -4\n4. B 2-1 T/2 T/1\n5. W 2-1 {going}\n6. B 6-5 T/6 T/5\n*\n")


@pytest.mark.parametrize("later", ["B 6-4 T/6 T/4", "B 6-4 early T/6 T/4", "W 6-4 early T/6 T/4"])
@pytest.mark.parametrize("play", ["T/6 T/5", "T/7 T/5"])
def test_thrown_before_the_other_had_done(bulk: Bulk, play: str, later: str) -> None:
    by_column, _ = same(bulk, f"{ANSWERS}3. W 6-5 +2 {play}\n4. {later}\n*\n")
    assert by_column == 1


@pytest.mark.parametrize("words", ["-2 school 2", "-2 counter-school 2", "-2 school 4", "-2", "-4 school 2"])
def test_points_of_the_other_side(bulk: Bulk, words: str) -> None:
    """White's 6-5 is worth him 2: Black marks them, and somebody is sent to school."""
    text = f"{ANSWERS}3. W 6-5 T/6 T/5 {words}\n4. B 2-1 T/2 T/1\n*\n"
    by_column, _ = same(bulk, text)
    assert by_column == 1
    assert judge(next(read_text(text))).audit.findings


@pytest.mark.parametrize("claims", ["false 4", "raise 4", "school ?", "school 4 false ?", "school 4 school 4", "school 2 no-banner"])
def test_claims_that_a_row_cannot_hold(bulk: Bulk, claims: str) -> None:
    by_column, _ = same(bulk, f"{ANSWERS}3. W 2-1 T/2 T/1 {claims}\n4. B 2-1 T/2 T/1\n*\n")
    assert by_column == 0


@pytest.mark.parametrize(
    "words", ["+12 holes 3", "+12 holes 3 T/2 T/1 school 12", "+12 holes 1 T/2 T/1 school 12", "T/2 T/1 -12 holes 3 school 12"]
)
def test_holes_written_for_points_that_a_school_takes_back(bulk: Bulk, words: str) -> None:
    opening = OPENING.replace('"1"', '"12"')
    by_column, _ = same(bulk, f"{opening}3. W 2-1 {words}\n4. B 2-1 T/2 T/1\n*\n")
    assert by_column == 1


def test_races_between_games_of_trictrac(bulk: Bulk) -> None:
    """Matches of bräde and Dutch TricTrac are followed apart, and stand in their place among the rest."""
    races = [next(races_of(1, "bulk", rules=rules))[0] for rules in ("brade", "trictrac-nl")]
    own = [text for text, _ in generate(3, "bulk with races")]
    assert same(bulk, "\n".join([own[0], races[0], own[1], races[1], own[2]])) == (5, 5)
    assert same(bulk, "\n".join(races)) == (2, 2)


def test_a_zero_byte_far_down_costs_no_game_beside_it(bulk: Bulk) -> None:
    """Only the beginning of a file tells that it is no text (docs/notation.md, section 8); games read by themselves begin in its middle."""
    games = [text for text, _ in generate(12, "zero", faults=Faults.none())]
    games[4] = games[4].replace("\n1. ", "\n1. ", 1).replace("\n2. ", " ; \0\n2. ", 1)
    for at in range(4, 9):
        games[at] = games[at].replace("\n9. ", "\n9. oops ", 1)
    text = "\n".join(games)
    _, total = same(bulk, text)
    assert total == 12
    _, total = same(bulk, text.replace("\n2. ", " ; \0\n2. ", 1))
    assert total == 1, "a zero byte at its beginning refuses the whole of it"
