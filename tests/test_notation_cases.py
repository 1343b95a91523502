"""The handed records for the notation: valid ones come back byte for byte, others give exactly the diagnostics of their first line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from conftest import cases_folder

from notation.reader import read_text
from notation.record import Comment, Event, Game, Lost, Ply, Result, Tag
from notation.sources import read_path
from notation.writer import write_games

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = cases_folder() / "notation"
VALID = sorted((FOLDER / "valid").glob("*.tgn"))
OUTS = sorted((FOLDER / "valid").glob("*.out"))
INVALID = sorted((FOLDER / "invalid").glob("*.tgn"))
EXPECTATION = re.compile(r"([a-z-]+) ([0-9]+):([0-9]+)")

pytestmark = pytest.mark.cases


def games_at(path: Path) -> list[Game]:
    """The games of a file, as its bytes tell them."""
    return list(read_path(path))


def told(games: list[Game]) -> list[str]:
    """Every diagnostic as `kind line:column`, in the order of the text."""
    return [f"{fault.kind} {fault.line}:{fault.column}" for game in games for fault in game.diagnostics]


def expected(path: Path) -> list[str]:
    """What the first line of an invalid record says."""
    first = path.read_bytes().split(b"\n", 1)[0].decode("utf-8", "replace")
    return [f"{kind} {line}:{column}" for kind, line, column in EXPECTATION.findall(first)]


def lines_read(game: Game) -> set[int]:
    """The lines of a game that were read as what they are."""
    lines = {entry.line for entry in (*game.head, *game.entries, *game.after) if well_read(entry)}
    return lines | ({game.result.line} if game.result is not None and well_read(game.result) else set())


def well_read(entry: Ply | Event | Comment | Lost | Tag | Result) -> bool:
    return isinstance(entry, Comment) or (not isinstance(entry, Lost) and entry.error is None)


def test_there_are_cases() -> None:
    assert VALID
    assert INVALID


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_record_comes_back(path: Path) -> None:
    games = games_at(path)
    assert told(games) == []
    out = path.with_suffix(".out")
    assert write_games(games).encode() == (out if out.exists() else path).read_bytes()


@pytest.mark.parametrize("path", OUTS, ids=lambda path: path.stem)
def test_a_canonical_form_gives_itself(path: Path) -> None:
    games = list(read_text(path.read_bytes().decode()))
    assert told(games) == []
    assert write_games(games).encode() == path.read_bytes()
    assert games == games_at(path.with_suffix(".tgn")) or write_games(games_at(path.with_suffix(".tgn"))) == write_games(games)


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_an_invalid_record_tells_its_faults_and_no_other(path: Path) -> None:
    assert expected(path)
    assert sorted(told(games_at(path))) == sorted(expected(path))


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_every_other_line_is_read(path: Path) -> None:
    games = games_at(path)
    for game in games:
        if any(fault.kind in {"not-tgn", "encoding"} for fault in game.diagnostics):
            continue
        lines = path.read_bytes().decode("utf-8", "replace").splitlines()[game.line - 1 : game.last_line]
        written = {at for at, line in enumerate(lines, game.line) if line.strip()}
        in_error = {fault.line for fault in game.errors if fault.kind not in {"tag-missing", "result-differs"}}
        assert lines_read(game) >= written - in_error


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_every_other_game_is_whole(path: Path) -> None:
    lines = path.read_bytes().decode("utf-8", "replace").splitlines(keepends=True)
    for game in games_at(path):
        if not game.diagnostics:
            (alone,) = read_text("".join(lines[game.line - 1 : game.last_line]))
            assert alone == game
            assert not alone.diagnostics


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_what_is_written_back_reads_and_writes_the_same(path: Path) -> None:
    text = write_games(games_at(path))
    again = list(read_text(text))
    assert write_games(again) == text
    assert list(read_text(write_games(again))) == again
    in_error = [fault.source for game in games_at(path) for fault in game.errors if fault.kind not in {"tag-missing", "result-differs"}]
    assert all(source in text for source in in_error)
