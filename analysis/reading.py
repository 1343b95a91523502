"""The ways from the text of many games to the four tables: game by game, or by the column through the compiled engine.

reading(engine)     a `Reading` by the name of its engine: `plain` or `compiled`
tables_at(path)     all records at a path read so, a piece at a time
"""

from __future__ import annotations

import os
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import polars as pl

from analysis.columns import TABLES
from analysis.pieces import TooLongError, chunks, count_lines
from analysis.tables import engine_broke, frames, judge
from notation.diagnostics import Diagnostic
from notation.reader import read_games
from notation.record import Game
from notation.sources import Guarded, SourceError, legible, sources

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analysis.columns import Judged
    from analysis.race import RaceJudged
    from notation.sources import Source

AT_ONCE = 200
"""Games that are held as values before they become rows."""
SMALL: Final = 1 << 18
"""Bytes of a text up to which its games are put into rows with those of other texts."""
REPAYS: Final = 1 << 20
"""Bytes of text from which on the compiled engine repays its loading: some forty thousand rolls."""


class NoEngineError(ValueError):
    """The engine asked for is not installed, and what to do."""


def engine_for(wanted: str, size: int) -> str:
    """The engine for so many bytes of text: `plain` or `compiled`, where `wanted` is one of them or `auto`.

    Raises NoEngineError where the compiled one is wanted and not installed.
    """
    installed = find_spec("numba") is not None and find_spec("analysis.bulk") is not None
    if wanted == "compiled" and not installed:
        raise NoEngineError("the compiled engine needs the extra `bulk`: pip install 'trictrac-records[bulk]'")
    if wanted != "auto":
        return wanted
    return "compiled" if installed and size >= REPAYS else "plain"


class Piece(NamedTuple):
    """What came of a text: the four tables, the faults of reading, how many games and lines there were."""

    tables: Mapping[str, pl.DataFrame]
    diagnostics: tuple[Diagnostic, ...]
    games: int
    lines: int


class Read(Protocol):
    """What came of a text, whoever read it."""

    @property
    def tables(self) -> Mapping[str, pl.DataFrame]:
        """The four tables, in the order of the games."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The faults of reading."""

    @property
    def games(self) -> int:
        """How many games the text had, those that are none too."""


class Reading(Protocol):
    """A way from texts to tables; `analysis.bulk.Bulk` is another."""

    def tables(self, text: bytes, file: str = "", first_game: int = 0, first_line: int = 1, *, coded: bool = False) -> Read:
        """The tables of a text that begins and ends between two games; `first_game` counts from 0, `first_line` from 1.

        With `coded` the texts of plies and jans may be categories: a file of them is the same, and sooner written.
        """


class OneByOne:
    """Game by game, as a single record is read."""

    def tables(self, text: bytes, file: str = "", first_game: int = 0, first_line: int = 1, *, coded: bool = False) -> Piece:  # noqa: ARG002 - another way has them
        """The tables of a text; a game at which the engine breaks costs itself."""
        parts: dict[str, list[pl.DataFrame]] = {table: [] for table in TABLES}
        faults: list[Diagnostic] = []
        held: list[Judged | RaceJudged] = []
        games = 0

        def settle() -> None:
            found, broken = frames(held)
            faults.extend(broken)
            for table, rows in found.items():
                parts[table].append(rows)
            held.clear()

        for some in _judged(text, file, faults, within=first_line > 1):
            games += 1
            held += some
            if len(held) >= AT_ONCE:
                settle()
        settle()
        tables = {table: _moved(pl.concat(rows), first_game, first_line - 1) for table, rows in parts.items()}
        moved = tuple(replace(fault, line=fault.line + first_line - 1) for fault in faults)
        return Piece(tables, moved, games, count_lines(text))


def _judged(text: bytes, file: str, faults: list[Diagnostic], *, within: bool = False) -> Iterator[list[Judged | RaceJudged]]:
    """The games of a text, each as a list of itself, empty where the engine breaks at it: it costs no other. `faults` grows."""
    for game in read_games(Bytes(text), file, within=within):
        faults += game.diagnostics
        try:
            judged = [judge(game)]
        except Exception as fault:  # noqa: BLE001 - one game must not cost the others
            faults.append(engine_broke(game, fault))
            judged = []
        yield judged


class Bytes:
    """A text as a stream."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes."""
        stop = len(self._data) if size < 0 else self._at + size
        taken = self._data[self._at : stop]
        self._at += len(taken)
        return taken


def _moved(rows: pl.DataFrame, games: int, lines: int) -> pl.DataFrame:
    """Rows as they stand in the whole file."""
    moves = [pl.col("game") + games] if games else []
    moves += [pl.col("line") + lines] if lines and "line" in rows.columns else []
    return rows.with_columns(moves)


def tables_at(path: str | Path, engine: str = "auto", skip: set[str] | None = None) -> Iterator[Read]:
    """What comes of all records at a path (as `notation.sources.read_path` finds them), a piece at a time, not in order.

    Large texts go through the compiled engine where it is installed, or as `engine` says. `skip` holds the names of texts that are passed
    over; those read are added. Raises NoEngineError, and `notation.sources.SourceError` where there is no such path.
    """
    if str(path) != "-" and not Path(path).exists():
        raise SourceError(f"there is no file or folder `{legible(path)}`")
    engine_for(engine, 0)  # told before anything is read
    gathered = _Gathered(engine)
    skip = set() if skip is None else skip
    for source in sources(path):
        if isinstance(source, Game):
            gathered.faults += source.diagnostics
        elif source.name not in skip:
            skip.add(source.name)
            yield from gathered.read(source)
    yield gathered.flush()


class _Gathered:
    """Games of small texts, held until there are enough of them for tables."""

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self.held: list[Judged | RaceJudged] = []
        self.faults: list[Diagnostic] = []
        self.games = self.lines = 0

    def read(self, source: Source) -> Iterator[Read]:
        """The tables of a text in pieces; a small one is held, and comes with others."""
        guard = Guarded(source)
        games = lines = 0
        broke = ""
        try:
            for text in chunks(guard):
                engine = engine_for(self.engine, len(text))
                if engine == "plain" and not games and len(text) < SMALL:
                    self.hold(text, source.name)
                    if len(self.held) >= AT_ONCE:
                        yield self.flush()
                    continue
                read = reading(engine).tables(text, source.name, games, lines + 1)
                games, lines = games + read.games, lines + count_lines(text)
                yield read
        except TooLongError as fault:
            broke = f"The file breaks off: {fault}."
        finally:
            guard.close()
        if broke or guard.fault:
            hint = "What could be read of it is read."
            self.faults.append(Diagnostic("source", max(1, lines), 1, "", broke or guard.fault, hint, "", source.name))

    def hold(self, text: bytes, name: str) -> None:
        """Judge the games of a small text."""
        for some in _judged(text, name, self.faults):
            self.games += 1
            self.held += some
        self.lines += count_lines(text)

    def flush(self) -> Piece:
        """The tables of what is held."""
        found, broken = frames(self.held)
        piece = Piece(found, (*self.faults, *broken), self.games, self.lines)
        self.held, self.faults, self.games, self.lines = [], [], 0, 0
        return piece


def reading(engine: str) -> Reading:
    """The way from texts to tables by its name: `plain` or `compiled`."""
    if engine == "compiled":
        from analysis.bulk import Bulk  # noqa: PLC0415 - costs numba's import

        return _remembered(Bulk)
    return OneByOne()


def ready(engine: str) -> None:
    """Have a process load what it will need: its machine code, and a word or two."""
    reading(engine).tables(b'[White "a"]\n[Black "b"]\n\n1. W 6-4 T/6 T/4\n*\n', coded=True)


_KEPT: dict[tuple[int, type], Reading] = {}


def _remembered(kind: type) -> Reading:
    """The one of this process: it remembers the words it has read."""
    key = (os.getpid(), kind)
    if key not in _KEPT:
        _KEPT[key] = kind()
    return _KEPT[key]
