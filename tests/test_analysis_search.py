"""The position search against going through every roll by hand; its language, and what it says of queries that are none."""

import re
from functools import cache
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.frames import Frames
from analysis.generate import Faults, generate
from analysis.phases import phase
from analysis.query import And, Compare, Dice, Found, JanDue, MenOn, Named, Not, Number, Or, QueryError, Text, parse_query
from analysis.search import compile_query, describe
from analysis.summary import men, position
from analysis.tables import judge
from analysis.vocabulary import CODES, FAULTS, SCHOOLS, STATUSES, WORDS
from notation.places import point_names
from notation.position import parse_setup, write_setup
from notation.reader import read_text
from notation.record import opposite
from notation.sources import read_path
from replay.position import from_setup

KEY = ("file", "game", "turn")


@cache
def judged() -> tuple:
    faults = Faults(missed=120, over_marked=60, wrong_side=200, claimed=50, false_school=20, illegal=30)
    text = "\n".join(text for text, _ in generate(6, "search", faults=faults))
    return (*map(judge, read_path("corpora/games")), *map(judge, read_text(text, "generated.tgn")))


@cache
def frames() -> Frames:
    return Frames.of(judged())


def found(query: str, where: Frames | None = None) -> set:
    return set(compile_query(query).found(where or frames()).select(KEY).collect().rows())


# -- the same by hand -------------------------------------------------------------------------------------------------------------------


def by_hand(tree) -> set:
    return {
        (game.game.file, game.game.index + 1, turn.index)
        for game in judged()
        for turn in game.replay.turns
        if truth(tree, turn, game) is True
    }


def truth(tree, turn, game) -> bool | None:
    """True, False, or None where the record does not tell."""
    if isinstance(tree, And):
        values = [truth(part, turn, game) for part in tree.parts]
        return False if False in values else None if None in values else True
    if isinstance(tree, Or):
        values = [truth(part, turn, game) for part in tree.parts]
        return True if True in values else None if None in values else False
    if isinstance(tree, Not):
        value = truth(tree.part, turn, game)
        return None if value is None else not value
    if isinstance(tree, Compare):
        left, right = number(tree.left, turn, game), number(tree.right, turn, game)
        if left is None or right is None:
            return None
        return {"=": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[
            tree.sign
        ]
    if isinstance(tree, Dice):
        high, low = turn.dice
        wanted = sorted((die for die in tree.dice if die is not None), reverse=True)
        same = [None if die is None else die == face for die, face in zip((high, low), wanted * 2, strict=False)]
        if not wanted:
            return None not in turn.dice
        if len(wanted) == 2:
            return False if False in same else None if None in same else True
        return True if True in same else None if None in same else False
    if isinstance(tree, JanDue):
        if turn.due is None:
            return None
        return any(
            jan.code == tree.code and (not tree.status or status(jan, turn, game) == tree.status)
            for jan in (*turn.due.roller, *turn.due.opponent)
        )
    if isinstance(tree, Found):
        sides = {"": "WB", "roller": turn.side, "opponent": opposite(turn.side)}[tree.by]
        return any(
            one.turn == turn.index and tree.kind in ("", one.kind) and tree.school in ("", one.school) and one.side in sides
            for one in game.audit.findings
        )
    if isinstance(tree, Text):
        value = text(tree.word.name, turn, game)
        if value is None:
            return None
        same = re.fullmatch(".*".join(map(re.escape, tree.value.split("*"))), value, re.DOTALL) is not None
        return same == tree.same
    value = number(tree, turn, game)
    return None if value is None else bool(value)


def status(jan, turn, game) -> str:
    """From the table: what became of a jan is for tests of the tables."""
    rows = jan_statuses()[game.game.file, game.game.index + 1, turn.index]
    return next(status for code, points, place, status in rows if (code, points, place) == (jan.code, jan.points, jan.place))


@cache
def jan_statuses() -> dict:
    kept: dict = {}
    for row in frames().jans.collect().iter_rows(named=True):
        kept.setdefault((row["file"], row["game"], row["turn"]), []).append((row["jan"], row["points"], row["place"], row["status"]))
    return kept


def number(tree, turn, game):
    if isinstance(tree, Number):
        return tree.value
    who = turn.side if tree.side == "own" else opposite(turn.side)
    counts = None if who == "?" else turn.before.men(who)
    me, roller = "WB".find(who), tree.side == "own"
    if isinstance(tree, MenOn):
        return None if counts is None else counts[tree.point]
    name = tree.word.name
    if name in ("petit jan full", "grand jan full", "retour jan full"):
        first = {"p": 0, "g": 6, "r": 18}[name[0]]
        return None if counts is None else min(counts[first : first + 6]) >= 2
    if name in BOARD:
        return None if counts is None else BOARD[name](counts)
    if name in ("points", "holes", "bredouille"):
        return None if who == "?" else getattr(turn.before, name)[me]
    if name in ("holes made", "holes pegged"):
        return (turn.made if name == "holes made" else turn.pegged)[not roller]
    if name in ("owed", "marked", "claimed"):
        return getattr(turn, f"{name.replace('holes ', '')}_{'roller' if roller else 'opponent'}")
    if name == "due":
        return None if turn.due is None else turn.due.total_roller if roller else turn.due.total_opponent
    if name in ("plays", "unplayable"):
        return None if turn.due is None else len(turn.due.plays) if name == "plays" else turn.due.unplayable
    if name in OF_RACES:
        return None
    if name == "year":
        year = (game.game.tag("Date") or "")[:4]
        return int(year) if year.isdigit() else None
    high, low = turn.dice
    return {
        "doublet": None if None in (high, low) else high == low,
        "all off": turn.bore_off,
        "assumed": turn.assumed,
        "high": high,
        "low": low,
        "ply": turn.ply.number,
        "roll": turn.roll_of_holding or None,
    }[name]


OF_RACES = {"throws again", "on the bar", "in the hand", "hits", "bursts", "steps lost", "janblottor"}
"""Words of bräde and Dutch TricTrac: of a roll of trictrac they are not known."""
BOARD = {
    "corner held": lambda counts: counts[11] >= 2,
    "talon": lambda counts: counts[0],
    "passed": lambda counts: sum(counts[12:24]),
    "borne off": lambda counts: 15 - sum(counts[:24]),
    "blots": lambda counts: counts[:24].count(1),
}


def text(name: str, turn, game):
    record = game.game
    names = {"W": record.white, "B": record.black, "?": None}
    return {
        "player": lambda: names[turn.side],
        "opponent": lambda: names[opposite(turn.side)],
        "side": lambda: turn.side,
        "phase": lambda: phase(turn),
        "verdict": lambda: turn.verdict,
        "decision": lambda: turn.decision or "none",
        "ending": lambda: None,
        "rules": lambda: game.replay.rules.name,
        "event": lambda: record.tag("Event") or None,
        "site": lambda: record.tag("Site") or None,
        "source": lambda: record.tag("Source") or None,
        "file": lambda: record.file,
    }[name]()


QUERIES = (
    "petit jan full and not corner held and points >= 4",
    "petit jan full or grand jan full or retour jan full",
    "opponent grand jan full and not grand jan full",
    "corner held and opposing corner held",
    "not opposing corner held",
    "men on 9 >= 3",
    "opponent men on 9' >= 2 and men on 2 = 1",
    "men on T' or men on corner > 2",
    "blots >= 2 and opponent blots = 0",
    "talon >= 10",
    "not talon",
    "passed and not borne off",
    "borne off >= 1",
    "points > opponent points and holes < opponent holes",
    "dice = 6-4",
    "dice 46 or dice ?-6",
    "dice 3-3 and doublet",
    "doublet and due >= 6",
    "due >= 12 or opponent due >= 6",
    "marked < due",
    "marked != owed and not assumed",
    "opponent marked > opponent due",
    "missed",
    "missed and not school claimed",
    "missed by roller or over-marked by opponent",
    "kind missed school let-go",
    "kind missed school claimed by roller",
    "school raised or school denied",
    "not (missed or over-marked or wrong-side)",
    "jan BV",
    "jan BV missed and not jan BV marked",
    "not jan GJC unmade and jan GJC",
    'player "Damon"',
    'player != "Damon" and opponent "D*"',
    'event "*match*" and high = low',
    "rules triktrak and decision go",
    "phase return",
    "phase = bearing-off or phase != opening",
    "verdict illegal",
    "decision none and holes made",
    "decision hold and bredouille",
    "bredouille and opponent bredouille",
    "year >= 1738 and year < 1800",
    "not year >= 1738",
    "roll = 1 and side B",
    "plays = 1 and unplayable = 1",
    "ply <= 3 and low = 1",
    "holes pegged < holes made",
    "claimed or opponent claimed",
    "all off",
    'file "generated*" and ((not not points = 0))',
    "3 = 3 and 2 > points",
)


@pytest.mark.parametrize("query", QUERIES)
def test_finds_what_going_through_by_hand_finds(query: str) -> None:
    assert found(query) == by_hand(parse_query(query))


def test_the_queries_above_find_something_and_not_everything() -> None:
    rolls = sum(len(game.replay.turns) for game in judged())
    idle = [query for query in QUERIES if not 0 < len(found(query)) < rolls]
    assert idle == ["bredouille and opponent bredouille"], "both in bredouille cannot be"


def sided(kind: str) -> st.SearchStrategy:
    names = [word.name for word in WORDS if word.kind == kind and word.sided]
    plain = [word.name for word in WORDS if word.kind == kind and not word.sided]
    return st.sampled_from([*names, *plain, *(f"opponent {name}" for name in names)])


PLACES = st.sampled_from(point_names("guiton", "W"))
NUMBERS = st.one_of(sided("number"), PLACES.map("men on {}".format), PLACES.map("opponent men on {}".format), st.integers(0, 15).map(str))
COMPARED = st.tuples(NUMBERS, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), NUMBERS).map(" ".join)
TEXTS = st.one_of(*(st.sampled_from(word.values).map(f"{word.name} {{}}".format) for word in WORDS if word.values))
FINDINGS = st.tuples(
    st.sampled_from(FAULTS),
    st.sampled_from(["", *(f" school {fate}" for fate in SCHOOLS)]),
    st.sampled_from(["", " by roller", " by opponent"]),
).map("".join)
JANS = st.tuples(st.sampled_from(CODES), st.sampled_from(["", *STATUSES])).map(lambda pair: f"jan {pair[0]} {pair[1]}".strip())
DICE = st.tuples(st.sampled_from("123456?"), st.sampled_from("123456?")).map(lambda pair: f"dice {pair[0]}-{pair[1]}")
CONDITIONS = st.one_of(sided("truth"), sided("number"), COMPARED, TEXTS, FINDINGS, JANS, DICE)
TREES = st.recursive(
    CONDITIONS,
    lambda inner: st.one_of(
        inner.map("not ({})".format),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: "(" + ") and (".join(parts) + ")"),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: "(" + ") or (".join(parts) + ")"),
    ),
    max_leaves=6,
)


@given(TREES)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_query_finds_what_going_through_by_hand_finds(query: str) -> None:
    assert found(query) == by_hand(parse_query(query)), query


# -- the language -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("petit jan full and talon or passed", "(petit jan full and talon) or passed"),
        ("not talon and passed", "(not talon) and passed"),
        ("PETIT  JAN\tFULL", "petit jan full"),
        ("opposing corner held", "opponent corner held"),
        ("jan de retour full", "retour jan full"),
        ("points ≥ 8 and holes <> 2", "points >= 8 and holes != 2"),
        ("dice = 64", "dice 6-4"),
        ("missed", "kind missed"),
        ('player = "Damon"', 'player "Damon"'),
        ("not not talon", "talon"),
        ("men on corner = 2", "men on 11 == 2"),
    ],
)
def test_two_ways_to_say_it(one: str, other: str) -> None:
    assert parse_query(one) == parse_query(other)


@pytest.mark.parametrize(
    ("query", "column", "says", "hint"),
    [
        ("", 1, "a condition is wanted", ""),
        ("petit jan ful", 1, "`petit jan ful` is no word", "`petit jan full`"),
        ("talon and blotts >= 2", 11, "`blotts` is no word", "`blots`"),
        ("points >=", 11, "a number is wanted after `>=`", ""),
        ("points >= x", 11, "a number is wanted here, and not `x`", ""),
        ('points >= "x"', 11, "a number is wanted here", ""),
        ("petit jan full corner held", 16, "an `and` or an `or` is wanted", ""),
        ("(points >= 2", 14, "`)` is wanted", ""),
        ("points >= 2)", 12, "never opened", ""),
        ("()", 2, "a condition is wanted before `)`", ""),
        ("and talon", 1, "a condition is wanted before `and`", ""),
        ("talon and", 11, "a condition is wanted after `and`", ""),
        ("petit jan full >= 3", 16, "is so or is not", ""),
        ('player >= "x"', 8, "is a name", ""),
        ("player Damon", 8, "stands in quotes", 'player "Damon"'),
        ("opponent pints", 10, "stands in quotes", "`opponent points`"),
        ('player "Damon', 8, "never closed", ""),
        ("phase retrun", 7, "`retrun` is no phase", "`return`"),
        ("phase midgame", 7, "is no phase", "opening, fill, return, bearing-off"),
        ("jan XX", 5, "the code of no jan", "JTC"),
        ("kind mised", 6, "no kind of finding", "`missed`"),
        ("school claimd", 8, "no end of a school", "`claimed`"),
        ("missed by whom", 11, "`roller` or `opponent` is wanted", ""),
        ("men on 13 >= 2", 8, "`13` is no point", "T, 1 to 11"),
        ("dice 7-1", 6, "no roll of two dice", "6-4"),
        ("8", 1, "a number alone", "points >= 8"),
        ("points = 3 = 4", 12, "nothing here to compare", ""),
        ("points >= 9999999999", 11, "too large", ""),
        ("corner", 1, "`corner` is no word", "`corner held`"),
        ("talon; drop table", 6, "is no word", ""),
        ("talon and " * 500, 4000, "4000 characters", ""),
        ("(" * 60 + "talon" + ")" * 60, 41, "more than 40 deep", ""),
    ],
)
def test_what_is_wrong_is_said_and_shown(query: str, column: int, says: str, hint: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_query(query)
    fault = caught.value
    assert fault.column == column, fault
    assert says in fault.message, fault
    assert hint in fault.hint, fault
    lines = str(fault).splitlines()
    caret = lines[2].index("^") - 4
    assert lines[1][4:][caret : caret + 1] == (query[column - 1 : column] if column <= len(query) else ""), (
        "the caret stands below the place"
    )


def read(query: str):
    """The tree, or None where it is none and that is said of a place in it."""
    try:
        return parse_query(query)
    except QueryError as fault:
        inside = 1 <= fault.column <= len(query) + 2
        return None if inside and fault.message else pytest.fail(str(fault))


@given(st.text(alphabet="abjnrtalonpoints mdkc()<>=!\"'0123456789-*?éß\\", max_size=60) | st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_no_text_breaks_the_reader(query: str) -> None:
    read(query)


@given(
    st.lists(
        st.sampled_from(
            [
                "talon",
                "and",
                "or",
                "not",
                "(",
                ")",
                "points",
                ">=",
                "3",
                "jan",
                "BV",
                "missed",
                "by",
                "roller",
                '"x"',
                "player",
                "men on",
                "2'",
            ]
        ),
        max_size=12,
    )
)
@settings(max_examples=300, deadline=None)
def test_no_order_of_words_breaks_the_reader(words: list) -> None:
    tree = read(" ".join(words))
    assert tree is None or isinstance(tree, (And, Or, Not, Compare, Named, Text, JanDue, Found))


def test_a_star_is_anything_and_all_else_is_itself() -> None:
    (game,) = read_text('[White "A.B (x)"]\n[Black "AxB (x)"]\n\n1. W 6-5 T/6 T/5\n2. B 6-4 T/6 T/4\n*\n')
    here = Frames.of([judge(game)])
    assert len(found('player "A.B (x)"', here)) == 1
    assert len(found('player "A*"', here)) == 2
    assert len(found('player "*(x"', here)) == 0
    assert len(found(r'player "A.B \(x\)"', here)) == 1


def test_a_store_joins_by_number_and_has_signed_planes() -> None:
    """As a store has them: games by one number, planes without the last bit."""
    stored = []
    for lazy in frames():
        data = lazy.collect()
        planes = [name for name in data.columns if re.fullmatch(r"(own|other)_[1248]", name)]
        stored.append(data.with_columns(pl.col(planes).cast(pl.Int32), id=pl.struct("file", "game").hash().reinterpret(signed=True)).lazy())
    for query in QUERIES:
        assert found(query, Frames(*stored)) == found(query), query


def test_found_rows_are_rows_of_plies(tmp_path: Path) -> None:
    rows = compile_query("jan BV and missed and rules trictrac").found(frames()).collect()
    assert rows.columns == frames().plies.collect_schema().names()
    frames().plies.collect().write_parquet(tmp_path / "plies.parquet")
    stored = frames()._replace(plies=pl.scan_parquet(tmp_path / "plies.parquet"))
    plan = compile_query("petit jan full and points >= 8").found(stored).select("file", "ply").explain()
    assert re.search(r"PROJECT 6/\d+ COLUMNS", plan), plan


def test_the_position_of_a_row_is_the_position_of_the_replay() -> None:
    rows = {tuple(row[name] for name in KEY): row for row in frames().plies.collect().iter_rows(named=True)}
    for game in judged():
        for turn in game.replay.turns:
            row = rows[game.game.file, game.game.index + 1, turn.index]
            there = position(row)
            if turn.side == "?":
                continue
            assert (there.points, there.holes, there.bredouille) == (turn.before.points, turn.before.holes, turn.before.bredouille)
            assert there.roller == turn.side
            assert men(row, "own") == turn.before.men(turn.side) or sum(turn.before.men(turn.side) or ()) < 15
            if there.known and None not in turn.dice:
                told = write_setup(there.to_setup(turn.dice))
                again = from_setup(parse_setup(told), game.replay.rules)
                assert (again.white, again.black, again.points, again.holes) == (there.white, there.black, there.points, there.holes)


def test_the_page_is_made_from_the_words() -> None:
    assert Path("docs/search.md").read_text("utf-8") == describe()
    for word in WORDS:
        assert f"`{word.name}`" in describe()


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("ending sprängjan", "sprangjan"),
        ("ending SPRÄNGJAN", "sprangjan"),
        ("ending sprangjan", "sprangjan"),
        ("ending enkelt-kronspel", "enkelt_kronspel"),
        ('ending "enkelt kronspel"', "enkelt_kronspel"),
        ("ending enkelt_kronspel", "enkelt_kronspel"),
        ("ending nabeurt", "nabeurt_won"),
    ],
)
def test_an_ending_in_the_spelling_of_its_game(query: str, code: str) -> None:
    text = parse_query(query)
    assert text.value == code  # type: ignore[union-attr]


def test_a_jan_in_the_spelling_of_its_game() -> None:
    assert parse_query("jan sprängjan") == parse_query("jan sprangjan")
    assert parse_query("jan nabeurt") != parse_query("jan nabeurt_won")
    with pytest.raises(QueryError, match="is no ending"):
        parse_query("ending patt")
