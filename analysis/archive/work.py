"""One job of an archive's run: texts to the four tables, written as the files of one batch. A job may run in any process, on any machine.

    process(job)    what a worker does: `concurrent.futures` and Dask carry it there and its answer back

What a worker is told and what it answers are plain values. It writes only new files, which are nothing until the store's ledger names them;
a job can be done twice, or half, without harm.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

import polars as pl

from analysis.archive import duplicates
from analysis.archive.address import Address, StoreError, is_full, read_range, stat, why
from analysis.archive.keys import STEP, content_hash, current_key, engine_version, text_number
from analysis.archive.opened import Unit, texts_of
from analysis.archive.pieces import PIECE, TooLong, chunks, count_lines, is_utf8
from analysis.archive.store import GAMES_OWN, Added, Store, no_room
from analysis.columns import TABLES
from analysis.tables import frame, judge
from notation.diagnostics import Diagnostic
from notation.lines import batches
from notation.reader import read_games
from notation.record import Game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from analysis.columns import Judged

AT_ONCE = 200
"""Games that are held as values before they become rows."""
NOT_A_GAME = frozenset({"not-tgn", "source"})
"""Faults after which what was read is no game."""


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

    def tables(self, text: bytes, file: str = "", first_game: int = 0, first_line: int = 1) -> Read:
        """The tables of a text that begins and ends between two games; `first_game` counts from 0, `first_line` from 1."""


class OneByOne:
    """Game by game, as a single record is read."""

    def tables(self, text: bytes, file: str = "", first_game: int = 0, first_line: int = 1) -> Piece:
        """The tables of a text; a game at which the engine breaks costs itself."""
        frames: dict[str, list[pl.DataFrame]] = {table: [] for table in TABLES}
        faults: list[Diagnostic] = []
        held: list[Judged] = []
        games = 0

        def settle() -> None:
            for table, parts in frames.items():
                parts.append(frame(table, held))
            held.clear()

        for game in read_games(_Bytes(text), file):
            games += 1
            faults += game.diagnostics
            try:
                held.append(judge(game))
            except Exception as fault:  # noqa: BLE001 - one game must not cost the others
                faults.append(_broke(game, fault))
            if len(held) >= AT_ONCE:
                settle()
        settle()
        tables = {table: _moved(pl.concat(parts), first_game, first_line - 1) for table, parts in frames.items()}
        moved = tuple(replace(fault, line=fault.line + first_line - 1) for fault in faults)
        return Piece(tables, moved, games, count_lines(text))


class _Bytes:
    """Bytes as a stream."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def read(self, size: int = -1, /) -> bytes:
        stop = len(self._data) if size < 0 else self._at + size
        taken = self._data[self._at : stop]
        self._at += len(taken)
        return taken


def _moved(rows: pl.DataFrame, games: int, lines: int) -> pl.DataFrame:
    """Rows as they stand in the whole file."""
    moves = [pl.col("game") + games] if games else []
    moves += [pl.col("line") + lines] if lines and "line" in rows.columns else []
    return rows.with_columns(moves)


def _broke(game: Game, fault: Exception) -> Diagnostic:
    told = f"The engine breaks at this game ({type(fault).__name__}: {why(fault)}); it is left out. Please report it."
    return Diagnostic("source", game.line, 1, "", told, "", "", game.file)


# -- jobs ---------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """A file, or a piece of one: of a plain file the bytes from `start` to `stop`, of a `.zip` its members by number."""

    unit: Unit
    content: str
    """SHA-256 of the whole file."""
    entry: int
    start: int = 0
    stop: int | None = None
    first_game: int = 0
    first_line: int = 0
    told: bool = False

    @property
    def whole(self) -> bool:
        """Whether it is all of its file."""
        return self.stop is None


@dataclass(frozen=True, slots=True)
class Job:
    """The work of one batch."""

    batch: str
    store: Address
    key: str
    """The key the rows are to have; a worker of another release refuses."""
    parts: tuple[Part, ...]
    engine: str = "plain"
    piece: int = PIECE


@dataclass(slots=True)
class Done:
    """What came of one part: counts, and why some of it or all was refused."""

    part: Part
    games: int = 0
    """Games read, those that are none too."""
    kept: int = 0
    """Games in the tables."""
    lines: int = 0
    turns: int = 0
    findings: int = 0
    errors: int = 0
    refused: int = 0
    why: str = ""
    changed: bool = False
    """Whether the file changed while it was read: nothing of it is to be kept."""

    @property
    def status(self) -> str:
        """`accepted`, `findings`, `errors` (some of it could not be read) or `refused` (none of it)."""
        if not self.kept and (self.errors or self.refused or self.why):
            return "refused"
        if self.errors or self.refused or self.why:
            return "errors"
        return "findings" if self.findings else "accepted"

    def blame(self, told: str) -> None:
        """Note why something was refused; the first reason stands."""
        self.why = self.why or told


@dataclass(slots=True)
class Outcome:
    """What came of a job: the files written, by table, what is told of each part, and a fault that stops the whole run."""

    job: Job
    files: dict[str, list[Added]] = field(default_factory=dict)
    done: list[Done] = field(default_factory=list)
    trouble: str = ""


def process(job: Job) -> Outcome:
    """Do a job. Nothing is raised: faults of a file are told of its part, those of the store as `trouble`."""
    outcome = Outcome(job)
    if job.key != current_key():
        outcome.trouble = f"a worker has another release of trictrac ({engine_version()}); install the same one everywhere"
        return outcome
    try:
        store, parts, changed = Store(job.store), list(job.parts), list[Done]()
        while not _work(job, store, parts, outcome):
            # A file that changes when rows of it are written already spoils the batch: it is made anew without that file.
            changed += [done for done in outcome.done if done.changed]
            discard(outcome)
            outcome.done.clear()
            parts = [part for part in parts if all(part is not done.part for done in changed)]
        outcome.done += changed
    except Exception as fault:  # noqa: BLE001 - a worker's last words
        discard(outcome)
        outcome.trouble = no_room(job.store.url) if is_full(fault) else str(fault) if isinstance(fault, StoreError) else _words(fault)
    return outcome


def _work(job: Job, store: Store, parts: Sequence[Part], outcome: Outcome) -> bool:
    """Read parts and write their rows; whether nothing was written that must not be."""
    writer = _Writer(job, store, outcome)
    for part in parts:
        done = writer.take(part)
        outcome.done.append(done)
        if writer.spoilt:
            return False
    writer.flush()
    return True


def discard(outcome: Outcome) -> None:
    """Take the files of a job away again that will not count."""
    for table, files in outcome.files.items():
        for added in files:
            with contextlib.suppress(OSError, StoreError):
                outcome.job.store.remove(f"{table}/{added.path}")
    outcome.files.clear()


def _words(fault: Exception) -> str:
    return why(fault) if isinstance(fault, OSError) else f"{type(fault).__name__}: {why(fault)}"


class _Writer:
    """Gathers the tables of texts, and writes them when there are enough."""

    def __init__(self, job: Job, store: Store, outcome: Outcome) -> None:
        self.job, self.store, self.outcome = job, store, outcome
        self.reading = reading(job.engine)
        self.held: dict[str, list[pl.DataFrame]] = {table: [] for table in TABLES}
        self.bytes = 0
        self.number = 0
        self.spoilt = False

    def take(self, part: Part) -> Done:
        """Read a part; what could be read of it is kept, unless it changed meanwhile."""
        done = Done(part)
        marks = {table: len(parts) for table, parts in self.held.items()}
        flushed = self.number
        try:
            before = stat(part.unit.file)
            if (before.size, before.modified) == (part.unit.size, part.unit.modified):
                self.read(part, done)
                after = stat(part.unit.file)
            else:
                after = before
            done.changed = (after.size, after.modified) != (part.unit.size, part.unit.modified)
        except OSError as fault:
            if is_full(fault):
                raise
            done.blame(f"It cannot be read: {why(fault)}.")
        if done.changed:
            self.spoilt = self.number != flushed
            for table, mark in marks.items():
                del self.held[table][mark:]
        return done

    def read(self, part: Part, done: Done) -> None:
        """Every text of a part, in pieces."""
        if part.unit.kind == "plain":
            data = read_range(part.unit.file, part.start, part.stop)
            if part.whole and content_hash(data) != part.content:
                done.changed = True
                return
            self.text(part, done, _Text(part.unit.given, "", part.first_game, part.first_line, told=part.told), data)
            return
        for opened in texts_of(part.unit, part.start, part.stop):
            text = _Text(opened.name, opened.member, 0, 0, told=False)
            if opened.fault:
                done.refused += 1
                done.blame(opened.fault)
                continue
            try:
                for data in chunks(opened.stream, self.job.piece):
                    self.text(part, done, text, data)
            except (TooLong, *opened.raises) as fault:
                if is_full(fault):
                    raise
                done.errors += 1
                broke = "" if not text.game else " What could be read of it is read."
                done.blame(f"{opened.called} {'breaks off' if text.game else 'cannot be read'}: {why(fault)}.{broke}")
            finally:
                opened.close()

    def text(self, part: Part, done: Done, text: _Text, data: bytes) -> None:
        """One piece of a text to rows."""
        clean = data if not text.told else in_utf8(data)
        text.told = text.told or not is_utf8(data)
        read = self.reading.tables(clean, text.name, text.game, text.line + 1)
        refused = _refused(read.tables["games"], read.diagnostics)
        tables = {table: rows.filter(~pl.col("game").is_in(refused)) if refused else rows for table, rows in read.tables.items()}
        games = tables["games"]
        done.games += read.games
        done.lines += count_lines(data)
        done.kept += games.height
        done.turns += int(games["turns"].sum())
        done.findings += int(games["findings"].sum())
        done.errors += int(games["errors"].sum()) + sum(fault.kind == "source" for fault in read.diagnostics)
        done.refused += len(refused)
        first = next((fault for fault in read.diagnostics if not fault.warning), None)
        if first is not None:
            done.blame(f"{_short(text.name, part)}line {first.line}: {first.message}")
        base = text_number(part.entry, text.member)
        for table, rows in owned(tables, base, part.content, part.entry).items():
            self.held[table].append(rows)
        text.game += read.games
        text.line += count_lines(data)
        self.bytes += len(data)
        if self.bytes >= self.job.piece:
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        for table, parts in self.held.items():
            if parts:
                added = self.store.put(table, pl.concat(parts), self.job.batch, self.number)
                if added is not None:
                    self.outcome.files.setdefault(table, []).append(added)
                parts.clear()
        self.number += 1
        self.bytes = 0


@dataclass(slots=True)
class _Text:
    """A text under way: what its rows call it, its member in its file, the games and lines before, whether it was told not to be UTF-8."""

    name: str
    member: str
    game: int
    line: int
    told: bool


def reading(engine: str) -> Reading:
    """The way from texts to tables by its name: `plain` or `compiled`."""
    if engine == "compiled":
        from analysis.bulk import Bulk

        return _remembered(Bulk)
    return OneByOne()


_KEPT: dict[tuple[int, type], Reading] = {}


def _remembered(kind: type) -> Reading:
    """The one of this process: it remembers the words it has read."""
    key = (os.getpid(), kind)
    if key not in _KEPT:
        _KEPT[key] = kind()
    return _KEPT[key]


def in_utf8(text: bytes) -> bytes:
    """A text whose lines are UTF-8 or Windows-1252, all in UTF-8: behind the first piece, which says so, nothing more is told of it."""
    if is_utf8(text):
        return text
    lines = [line if line is not None else "" for batch in batches(_Bytes(text)) for line in batch.lines]
    return "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n" * text.endswith((b"\n", b"\r"))


def _short(name: str, part: Part) -> str:
    """The member's name, where the file has members."""
    member = name.removeprefix(part.unit.given).lstrip("/")
    return f"{member}, " if member else ""


def _refused(games: pl.DataFrame, faults: Iterable[Diagnostic]) -> list[int]:
    """The numbers of the games that are none: not the notation, or nothing at all behind a fault."""
    lines = [fault.line for fault in faults if fault.kind in NOT_A_GAME or fault.kind == "encoding"]
    if not lines or not games.height:
        return []
    told = pl.DataFrame({"line": lines}, schema={"line": pl.Int32}).unique().sort("line")
    empty = (pl.col("turns") == 0) & (pl.col("white") == "?") & (pl.col("black") == "?") & pl.col("result").is_null()
    certain = [fault.line for fault in faults if fault.kind in NOT_A_GAME]
    hit = told.join_asof(games.select("line", "game", empty=empty).sort("line"), on="line", strategy="backward")
    # A text that is refused whole (binary, UTF-16) is one empty game.
    return hit.filter(pl.col("line").is_in(certain) | pl.col("empty"))["game"].drop_nulls().unique().to_list()


def owned(tables: Mapping[str, pl.DataFrame], base: int, content: str, entry: int) -> dict[str, pl.DataFrame]:
    """The tables of one text with what a store has more: `id`, `year`, and for the games where they come from and their prints."""
    number = (pl.lit(base, pl.UInt64) + pl.col("game").cast(pl.UInt64) * pl.lit(STEP, pl.UInt64)) & pl.lit((1 << 63) - 1, pl.UInt64)
    year = pl.col("date").str.extract(r"^\s*(\d{4})(?:\D|$)").cast(pl.Int16)
    games = tables["games"].with_columns(id=number.cast(pl.Int64), year=year)
    keys = games.select("game", "id", "year")
    found = {"games": games}
    for table in ("plies", "jans", "findings"):
        found[table] = _keyed(tables[table], keys)
    found["games"] = games.with_columns(
        content=pl.lit(content), entry=pl.lit(entry, pl.Int64), engine=pl.lit(engine_version())
    ).join(duplicates.prints(found["plies"]), on="id", how="left", maintain_order="left")
    wanted = [*tables["games"].columns, *GAMES_OWN]
    found["games"] = found["games"].select(wanted)
    return found


def _keyed(rows: pl.DataFrame, keys: pl.DataFrame) -> pl.DataFrame:
    """Rows with the id and year of their game; rows of a game stand together, so that each game is looked up once."""
    if not rows.height:
        return rows.with_columns(id=pl.lit(None, pl.Int64), year=pl.lit(None, pl.Int16))
    run = rows["game"].rle_id()
    heads = rows.select("game").filter(run != run.shift(1, fill_value=2**32 - 1)).join(keys, on="game", how="left", maintain_order="left")
    return rows.with_columns(id=heads["id"].gather(run), year=heads["year"].gather(run))


def single(outcome_parts: Sequence[Part], job: Job, batch: str) -> Job:
    """The same job for some of its parts."""
    return replace(job, parts=tuple(outcome_parts), batch=batch)


def merged_done(pieces: Iterator[Done]) -> Done:
    """What is told of a file whose pieces were read apart."""
    first = next(pieces)
    whole = replace(first)
    for piece in pieces:
        for name in ("games", "kept", "lines", "turns", "findings", "errors", "refused"):
            setattr(whole, name, getattr(whole, name) + getattr(piece, name))
        whole.why = whole.why or piece.why
    return whole
