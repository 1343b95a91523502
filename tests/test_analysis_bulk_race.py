"""Race games by the column: the compiled course gives the same four tables as game by game, to the byte."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

pytest.importorskip("numba", reason="the compiled engine is the extra `bulk`")

from both_ways import same

from analysis import bulk_race
from analysis.bulk import Bulk
from analysis.columns import TABLES
from analysis.generate_race import RaceFaults, generate
from replay.cousins import brade_course, dutch_course
from replay.cousins.rapid import Engine

RULES = ("brade", "trictrac-nl")
GAMES = {"brade": 24, "trictrac-nl": 30}


@pytest.fixture(scope="module")
def bulk() -> Bulk:
    return Bulk()


@pytest.fixture(scope="module")
def sound() -> dict[str, list[str]]:
    """Matches without faults, of each game."""
    return {rules: [text for text, _ in generate(GAMES[rules], "sound", faults=RaceFaults.none(), rules=rules)] for rules in RULES}


@pytest.fixture(scope="module")
def faulty() -> dict[str, list[str]]:
    """Matches with faults of every kind, and lines that cannot be read."""
    return {rules: [text for text, _ in generate(GAMES[rules], "faulty", faults=RaceFaults(slips=20), rules=rules)] for rules in RULES}


@pytest.mark.parametrize("rules", RULES)
def test_sound_matches_go_by_column(bulk: Bulk, sound: dict[str, list[str]], rules: str) -> None:
    by_column, games = same(bulk, "\n".join(sound[rules]))
    assert by_column == games


@pytest.mark.parametrize("rules", RULES)
def test_matches_with_faults_are_judged_alike(bulk: Bulk, faulty: dict[str, list[str]], rules: str) -> None:
    by_column, games = same(bulk, "\n".join(faulty[rules]))
    assert games // 2 < by_column < games


@pytest.mark.parametrize("path", sorted(Path("corpora/races").glob("*.tgn")), ids=lambda path: path.stem)
def test_every_race_of_the_collection(bulk: Bulk, path: Path) -> None:
    text = path.read_bytes().decode("utf-8-sig")
    same(bulk, text, str(path))
    plain = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(";"))  # a remark is read with care
    assert same(bulk, plain, str(path)) == (1, 1)


def test_both_games_and_trictrac_keep_their_places(bulk: Bulk, sound: dict[str, list[str]]) -> None:
    from analysis.generate import generate as own

    first, second = sound["brade"][:2], sound["trictrac-nl"][:2]
    rest = [text for text, _ in own(3, "beside races")]
    odd = first[1].replace("\n2. ", "\n; a remark\n2. ", 1)
    texts = [first[0], rest[0], second[0], odd, rest[1], second[1], rest[2]]
    assert same(bulk, "\n".join(texts)) == (6, 7)
    whole = bulk.tables("\n".join(texts).encode(), "f")
    head = bulk.tables("\n".join(texts[:3]).encode(), "f")
    tail = bulk.tables(("\n" + "\n".join(texts[3:])).encode(), "f", head.games, head.lines + 1)
    for table in TABLES:
        assert whole.tables[table].equals(pl.concat((head.tables[table], tail.tables[table])), null_equal=True)
    coded = bulk.tables("\n".join(texts).encode(), "f", coded=True)
    for table in TABLES:
        assert coded.tables[table].cast(whole.tables[table].schema).equals(whole.tables[table], null_equal=True)


SPOILS = (
    lambda rng, lines, at: lines.pop(at),
    lambda rng, lines, at: lines.insert(at, lines[at]),
    lambda rng, lines, at: lines.insert(at, lines[at - 1]),
    lambda rng, lines, at: lines.insert(at, "@lost 3"),
    lambda rng, lines, at: lines.insert(at, "@won W resigned"),
    lambda rng, lines, at: lines.insert(at, "@won B 2 jan munk"),
    lambda rng, lines, at: lines.insert(at, "@lead B"),
    lambda rng, lines, at: lines.insert(at, f"@game {rng.randint(1, 5)}"),
    lambda rng, lines, at: lines.insert(at, "@note  what was said, été"),
    lambda rng, lines, at: lines.insert(at, "@marks 4"),
    lambda rng, lines, at: lines.insert(at, "@position 1*15 / 1*15 W - 0-0 0-0"),
    lambda rng, lines, at: lines.insert(at, "@position 1*3,4,10,12*2,14*2,18*3,23*3 / 1*6,3,4,10,12*4,15*2 ? - 0-0 1-0"),
    lambda rng, lines, at: lines.insert(at, "@position 24*4,off*11 / 24*3,off*12 B - ?-? 1-0 leader=B"),
    lambda rng, lines, at: lines.insert(at, "@position ? / 24*3,off*12 B - 0-0 0-0"),
    lambda rng, lines, at: lines.__setitem__(at, lines[at].replace("*", "")),
    lambda rng, lines, at: lines.__setitem__(at, lines[at] + "*"),
    lambda rng, lines, at: lines.__setitem__(at, lines[at] + " ?"),
    lambda rng, lines, at: lines.__setitem__(at, lines[at] + " +4"),
    lambda rng, lines, at: lines.__setitem__(at, lines[at] + " ; so it was"),
    lambda rng, lines, at: lines.__setitem__(at, lines[at] + " {so}"),
    lambda rng, lines, at: lines.__setitem__(at, lines[at].replace(" W ", " ? ").replace(" B ", " ? ")),
    lambda rng, lines, at: lines.__setitem__(at, lines[at].replace(" W ", " B ")),
    lambda rng, lines, at: lines.__setitem__(at, lines[at].replace(" W ", " ").replace(" B ", " ")),
    lambda rng, lines, at: lines.__setitem__(at, lines[at].replace("-", "-?", 1)),
    lambda rng, lines, at: lines.__setitem__(at, " ".join(lines[at].split(" ")[:3])),
    lambda rng, lines, at: lines.__setitem__(at, " ".join(lines[at].split(" ")[:3]) + " pass"),
    lambda rng, lines, at: lines.__setitem__(at, " ".join(lines[at].split(" ")[:3] + lines[at].split(" ")[:2:-1])),
    lambda rng, lines, at: lines.__setitem__(at, lines[at].replace("/", "/" + str(rng.randint(1, 24)) + "/", 1)),
    lambda rng, lines, at: lines.__setitem__(at, joined(lines[at])),
    lambda rng, lines, at: lines.__setitem__(at, lines[at].replace("/", "~/", 1)),
    lambda rng, lines, at: lines.__setitem__(at, lines[at] + f"~{rng.randint(1, 24)}"),
    lambda rng, lines, at: lines.__setitem__(at, lines[at].lower().replace(" ", "  ")),
    lambda rng, lines, at: lines.__setitem__(0, '[Points "route"]'),
    lambda rng, lines, at: lines.__setitem__(0, '[Variant "entry=all-first"]'),
    lambda rng, lines, at: lines.__setitem__(5, f'[Length "{rng.randint(1, 4)}"]'),
)
"""Ways to spoil a record in a line of a throw, many of them without a fault of reading."""


def joined(line: str) -> str:
    """The landings between the first place of each man and the last left out."""
    number, side, dice, *men = line.split(" ")
    return " ".join([number, side, dice, *(f"{man.split('/')[0]}/{man.split('/')[-1]}" for man in men if "/" in man)])


@pytest.mark.parametrize("rules", RULES)
def test_spoilt_records(bulk: Bulk, sound: dict[str, list[str]], rules: str) -> None:
    rng = random.Random(f"spoilt {rules}")
    texts = []
    for turn in range(2):
        for spoil in SPOILS:
            lines = rng.choice([text for text in sound[rules] if text.count("\n") < 400]).splitlines()
            throws = [at for at, line in enumerate(lines) if ". " in line and line[0].isdigit()]
            for _ in range(1 + turn % 2):
                spoil(rng, lines, rng.choice(throws[:-2]))
            texts.append("\n".join(lines) + "\n")
    same(bulk, "\n".join(texts))
    same(bulk, "\n".join(texts).replace("\n", "\r\n"))


@pytest.mark.parametrize(("rules", "course"), [("brade", brade_course.course), ("trictrac-nl", dutch_course.course)])
def test_the_course_is_the_same_uncompiled(
    bulk: Bulk, faulty: dict[str, list[str]], rules: str, course: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def uncompiled(*given: Any) -> int:
        return course(*(values.tolist() for values in given[:6]), *given[6:])

    text = "\n".join(faulty[rules][:4]).encode()
    compiled = bulk.tables(text)
    monkeypatch.setattr(bulk_race, "_engine", lambda name: Engine(name, uncompiled))
    plain = bulk.tables(text)
    assert plain.by_column == compiled.by_column > 0
    for table in TABLES:
        assert plain.tables[table].equals(compiled.tables[table], null_equal=True)


def test_a_match_that_breaks_is_read_by_itself(bulk: Bulk, sound: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise ArithmeticError

    monkeypatch.setattr(bulk_race, "_engine", lambda name: Engine(name, broken))
    assert same(bulk, "\n".join(sound["brade"][:2])) == (0, 2)


def test_more_words_than_are_remembered(sound: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_race, "MOST", 1024)
    bulk = Bulk()
    for text in sound["brade"][:8]:
        bulk.tables(text.encode())
    assert same(bulk, sound["brade"][9]) == (1, 1)
