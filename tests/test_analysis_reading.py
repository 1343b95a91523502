"""Records of any size turned into the four tables where they lie: each text once, by either engine, whatever is wrong with it."""

import gzip
from pathlib import Path

import polars as pl
import pytest

from analysis import pieces, reading
from analysis.columns import TABLES
from analysis.frames import Frames
from analysis.generate import generate
from analysis.reading import NoEngineError, tables_at
from analysis.tables import frame, judge
from notation.sources import SourceError, read_path


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder: a large text, small ones, a compressed one that breaks off, one that is no text."""
    folder = tmp_path_factory.mktemp("records")
    texts = [text for text, _ in generate(9, "reading")]
    (folder / "a-small.tgn").write_text(texts[0], "utf-8")
    (folder / "large.tgn").write_text("\n".join(texts[1:6]), "utf-8")
    (folder / "small.tgn").write_text("\n".join(texts[6:8]), "utf-8")
    packed = gzip.compress("\n".join(texts[1:9]).encode())
    (folder / "cut.tgn.gz").write_bytes(packed[: len(packed) // 2])
    (folder / "picture.tgn").write_bytes(b"\x89PNG\r\n\x00\x00")
    return folder


def in_order(frames: Frames) -> dict[str, pl.DataFrame]:
    """The tables in an order of their own; that a file breaks off is no fault of the game before."""
    found = {}
    for table, rows in zip(TABLES, frames, strict=True):
        held = rows.collect().drop("errors", strict=False)
        found[table] = held.sort(held.columns)
    return found


def alone(path: Path) -> dict[str, pl.DataFrame]:
    """The games of a path read one by one."""
    games = [judge(game) for game in read_path(path) if game.head or game.entries]
    return in_order(Frames(*(frame(table, games).lazy() for table in TABLES)))


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_however_texts_are_read_the_tables_are_those_of_their_games(records: Path, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(reading, "SMALL", 9000)  # the large text is one, and in pieces
    monkeypatch.setattr(pieces.chunks, "__defaults__", (12_000,))
    found = list(tables_at(records, engine))
    frames = in_order(Frames.read(one.tables for one in found))
    told = alone(records)
    for table in TABLES:
        assert frames[table].equals(told[table]), table
    assert len(found) > 2
    faults = [fault for one in found for fault in one.diagnostics if not fault.warning]
    assert {Path(fault.file).name for fault in faults} == {"cut.tgn.gz", "picture.tgn", *_strays(records)}
    assert any("breaks off" in fault.message for fault in faults)


def _strays(records: Path) -> set[str]:
    """Texts in which a generated typing slip is an error of reading."""
    return {Path(game.file).name for game in read_path(records) for _ in game.errors} - {"picture.tgn"}


def test_each_text_is_read_once(records: Path) -> None:
    seen: set[str] = set()
    first = [one.games for one in tables_at(records / "small.tgn", "plain", seen)]
    assert sum(first) == 2
    assert sum(one.games for one in tables_at(records / "small.tgn", "plain", seen)) == 0
    assert seen == {str(records / "small.tgn")}


def test_what_cannot_be_read_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SourceError, match="no file or folder"):
        next(tables_at(tmp_path / "none"))
    monkeypatch.setattr(reading, "find_spec", lambda _: None)
    with pytest.raises(NoEngineError, match="pip install"):
        next(tables_at(tmp_path, "compiled"))


def test_a_text_without_an_end_of_a_game_is_told_and_costs_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "LONGEST_GAME", 20_000)
    monkeypatch.setattr(pieces.chunks, "__defaults__", (4000,))
    (text, _), (more, _) = generate(2, "endless")
    (tmp_path / "a.tgn").write_text(text + '\n[White "a"]\n[Black "b"]\n\n' + "1. W 6-4\n" * 20_000, "utf-8")
    (tmp_path / "b.tgn").write_text(more, "utf-8")
    found = list(tables_at(tmp_path, "plain"))
    assert sum(one.games for one in found) == 2
    assert [fault.message for one in found for fault in one.diagnostics if fault.kind == "source"] == [
        "The file breaks off: no game ends within 0 MB."
    ]
