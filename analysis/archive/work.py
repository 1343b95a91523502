"""One job of an archive's run: texts to the four tables, written as the files of one batch. A job may run in any process, on any machine.

    process(job)    what a worker does: `concurrent.futures` and Dask carry it there and its answer back

What a worker is told and what it answers are plain values. It writes only new files, which are nothing until the store's ledger names them;
a job can be done twice, or half, without harm.
"""

from __future__ import annotations

import contextlib
import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.archive import duplicates
from analysis.archive.address import Address, StoreError, is_full, read_range, stat, why
from analysis.archive.keys import STEP, content_hash, current_key, engine_version, text_number
from analysis.archive.opened import Opened, Unit, texts_of
from analysis.archive.store import GAMES_OWN, Added, Store, no_room
from analysis.columns import TABLES
from analysis.pieces import PIECE, chunks, count_lines, is_utf8
from analysis.reading import Bytes, reading
from analysis.tables import ENGINE
from notation.lines import BINARY_WITHIN, batches, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from analysis.reading import Read
    from notation.diagnostics import Diagnostic

PLACES = {"start": pl.Int64, "file": pl.String, "base": pl.UInt64, "content": pl.String, "entry": pl.Int64}
"""A text: how many lines stand before it, its name, what its ids are counted from, the hash of its file, its computation."""
_BEGINS = re.compile(rb"\s*\[")
_ENDS = re.compile(rb"[\r\n][ \t]*(?:1-0|0-1|1/2-1/2|\*|end)[ \t]*(?:\r\n|\n|\r)\s*\Z", re.IGNORECASE)
NOT_A_GAME = frozenset({"not-tgn", "source"})
"""Faults after which what was read is no game."""


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


@dataclass(slots=True)
class _Text:
    """A text, or a piece of one: what its rows call it, its member in its file, what is read of it, the games and lines before it."""

    part: Part
    done: Done
    name: str
    member: str
    data: bytes
    game: int = 0
    line: int = 0

    @property
    def joins(self) -> bool:
        """Whether it may be read in one go with others: it begins with a tag, ends with a result, and is UTF-8 throughout."""
        return (
            not self.game
            and not self.line
            and _BEGINS.match(self.data) is not None
            and _ENDS.search(self.data[-400:]) is not None
            and not refusal(self.data[:BINARY_WITHIN])
            and is_utf8(self.data)
        )


class _Writer:
    """Gathers texts, reads them, and writes the rows when there are enough."""

    def __init__(self, job: Job, store: Store, outcome: Outcome) -> None:
        self.job, self.store, self.outcome = job, store, outcome
        self.reading = reading(job.engine)
        self.waiting: list[_Text] = []
        self.held: dict[str, list[pl.DataFrame]] = {table: [] for table in TABLES}
        self.bytes = 0
        self.number = 0
        self.spoilt = False

    def take(self, part: Part) -> Done:
        """Read a part; what could be read of it is kept, unless it changed meanwhile."""
        done = Done(part)
        flushed = self.number
        try:
            if _as_planned(part.unit):
                self.read(part, done)
            else:
                done.changed = True
            done.changed = done.changed or not _as_planned(part.unit)
        except OSError as fault:
            if is_full(fault):
                raise
            done.blame(f"It cannot be read: {why(fault)}.")
        if done.changed:
            settled = all(text.done is not done for text in self.waiting)
            self.spoilt = part.unit.kind != "plain" and (settled or self.number != flushed)
            self.waiting = [text for text in self.waiting if text.done is not done]
        return done

    def read(self, part: Part, done: Done) -> None:
        """Every text of a part."""
        if part.unit.kind == "plain":
            data = read_range(part.unit.file, part.start, part.stop)
            if part.whole and content_hash(data) != part.content:
                done.changed = True
            elif _as_planned(part.unit):
                clean = in_utf8(data) if part.told else data
                self.add(_Text(part, done, part.unit.given, "", clean, part.first_game, part.first_line))
            return
        for opened in texts_of(part.unit, part.start, part.stop):
            if opened.fault:
                done.refused += 1
                done.blame(opened.fault)
                continue
            self.unfold(part, done, opened)

    def unfold(self, part: Part, done: Done, opened: Opened) -> None:
        """A compressed text, in pieces if it is large."""
        text = _Text(part, done, opened.name, opened.member, b"")
        number, told = 0, False
        try:
            for data in chunks(opened.stream, self.job.piece):
                if number:
                    text = self.go_on(text)
                text.data = in_utf8(data) if told else data
                if not number and refusal(data[:BINARY_WITHIN]):
                    text.data, number = data[:BINARY_WITHIN], 1
                    break
                told = told or not is_utf8(data)
                number += 1
        except opened.raises as fault:
            if is_full(fault) or isinstance(fault, StoreError):
                raise
            done.errors += 1
            broke = " What could be read of it is read." if number else ""
            done.blame(f"{opened.called} {'breaks off' if number else 'cannot be read'}: {why(fault)}.{broke}")
        finally:
            opened.close()
        if number:
            self.add(text)

    def go_on(self, text: _Text) -> _Text:
        """The next piece of a text: how many games stand before it is known when they are read."""
        before = text.done.games
        self.add(text)
        self.settle()
        line = text.line + count_lines(text.data)
        return _Text(text.part, text.done, text.name, text.member, b"", text.game + text.done.games - before, line)

    def add(self, text: _Text) -> None:
        """Put a text among those that are read next."""
        self.waiting.append(text)
        self.bytes += len(text.data)
        if self.bytes >= self.job.piece:
            self.flush()

    def settle(self) -> None:
        """Read what waits: texts that may be joined in one go, since a file of one game is sooner read than its tables made."""
        waiting, self.waiting = self.waiting, []
        together = [text for text in waiting if text.joins]
        apart = [[text] for text in waiting if not text.joins] + ([together] if together else [])
        for texts in apart:
            self.rows(texts)

    def rows(self, texts: list[_Text]) -> None:
        """Texts to rows."""
        first = texts[0]
        if len(texts) == 1:
            read = self.reading.tables(first.data, first.name, first.game, first.line + 1, coded=True)
            starts = [first.line]
        else:
            read = self.reading.tables(b"".join(text.data for text in texts), coded=True)
            starts = [0, *accumulate(count_lines(text.data) for text in texts[:-1])]
        places = _places(texts, starts)
        refused = _refused(read.tables["games"], read.diagnostics)
        self.count(texts, starts, read, refused)
        kept = {table: rows.filter(~pl.col("game").is_in(refused)) if refused else rows for table, rows in read.tables.items()}
        joined = placed(read.tables["games"], places) if len(texts) > 1 else None
        for table, rows in owned(kept, places, joined).items():
            self.held[table].append(rows)

    def count(self, texts: list[_Text], starts: list[int], read: Read, refused: list[int]) -> None:
        """What came of each text, for the ledger."""
        games = read.tables["games"].select("game", "line", "turns", "findings", "errors")
        text_of = pl.Series(starts, dtype=pl.Int64).search_sorted(games["line"].cast(pl.Int64), side="left") - 1
        counts = (
            games.with_columns(text=text_of, refused=pl.col("game").is_in(refused))
            .group_by("text")
            .agg(
                pl.len(),
                *(pl.col(name).filter(~pl.col("refused")).sum() for name in ("turns", "findings", "errors")),
                pl.col("refused").sum(),
            )
        )
        for at, number, turns, findings, errors, out in counts.iter_rows():
            done = texts[at].done
            done.kept += number - out
            done.turns += turns
            done.findings += findings
            done.errors += errors
            done.refused += out
            done.games += number if len(texts) > 1 else 0
        for text in texts:
            text.done.lines += count_lines(text.data)
        if len(texts) == 1:
            texts[0].done.games += read.games
        for fault in read.diagnostics:
            if fault.warning:
                continue
            at = bisect_left(starts, fault.line) - 1
            text = texts[max(0, at)]
            text.done.errors += fault.kind in ("source", ENGINE)
            text.done.blame(f"{_short(text)}line {fault.line - (starts[at] if len(texts) > 1 else 0)}: {fault.message}")

    def flush(self) -> None:
        """Read what waits, and write what is held."""
        self.settle()
        for table, parts in self.held.items():
            if parts:
                added = self.store.put(table, pl.concat(parts), self.job.batch, self.number)
                if added is not None:
                    self.outcome.files.setdefault(table, []).append(added)
                parts.clear()
        self.number += 1
        self.bytes = 0


def _as_planned(unit: Unit) -> bool:
    """Whether a file is still of the size and date it had when the run began."""
    now = stat(unit.file)
    return (now.size, now.modified) == (unit.size, unit.modified)


def _short(text: _Text) -> str:
    """The member's name, where the file has members."""
    return f"{text.member}, " if text.member else ""


def _places(texts: Sequence[_Text], starts: Sequence[int]) -> pl.DataFrame:
    """Where texts stand: their first lines in what was read, and what their rows are known by."""
    rows = [
        (start, text.name, text_number(text.part.entry, text.member), text.part.content, text.part.entry)
        for text, start in zip(texts, starts, strict=True)
    ]
    return pl.DataFrame(rows, schema=PLACES, orient="row")


def in_utf8(text: bytes) -> bytes:
    """A text whose lines are UTF-8 or Windows-1252, all in UTF-8: behind the first piece, which says so, nothing more is told of it."""
    if is_utf8(text):
        return text
    lines = [line if line is not None else "" for batch in batches(Bytes(text), within=True) for line in batch.lines]
    return "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n" * text.endswith((b"\n", b"\r"))


def _refused(games: pl.DataFrame, faults: Iterable[Diagnostic]) -> list[int]:
    """The numbers of the games that are none: not the notation, or nothing at all (no player, no roll, no result) beside a fault."""
    if not games.height:
        return []
    told = [fault for fault in faults if not fault.warning and fault.kind != ENGINE]
    nobody = (pl.col("white") == "?") & (pl.col("black") == "?") & pl.col("players").is_null()
    empty = (pl.col("turns") == 0) & nobody & pl.col("result").is_null()
    lines = pl.DataFrame({"line": [fault.line for fault in told]}, schema={"line": pl.Int32}).unique().sort("line")
    certain = [fault.line for fault in told if fault.kind in NOT_A_GAME]
    hit = lines.join_asof(games.select("line", "game", empty=empty).sort("line"), on="line", strategy="backward")
    # A text that is refused whole (binary, UTF-16) is one empty game.
    refused = hit.filter(pl.col("line").is_in(certain) | pl.col("empty"))["game"].drop_nulls()
    return refused.unique().to_list()


def placed(games: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """For the games of joined texts, by the number they were read by (`game`): the text's `at`, the number in it, and its first line."""
    at = (places["start"].search_sorted(games["line"].cast(pl.Int64), side="left") - 1).cast(pl.UInt32)
    return games.select(
        "game", at=at, start=places["start"].gather(at), number=pl.int_range(1, pl.len() + 1, dtype=pl.Int32).over(pl.lit(at))
    )


def owned(tables: Mapping[str, pl.DataFrame], places: pl.DataFrame, joined: pl.DataFrame | None = None) -> dict[str, pl.DataFrame]:
    """The tables of texts with what a store has more: `id`, `year`, and for the games where they come from and their prints.

    `places` has a row a text (see `PLACES`); where there is more than one, `joined` says which game is which of which text (`placed`).
    """
    games = tables["games"]
    if joined is None:
        keys = games.select("game", at=pl.lit(0, pl.UInt32), start=pl.lit(0, pl.Int64), number="game")
    else:
        keys = games.select("game").join(joined, on="game", how="left", maintain_order="left")
    base = places["base"].gather(keys["at"])
    number = (base + pl.col("number").cast(pl.UInt64) * pl.lit(STEP, pl.UInt64)) & pl.lit((1 << 63) - 1, pl.UInt64)
    year = games["date"].str.extract(r"^\s*(\d{4})(?:\D|$)").cast(pl.Int16)
    keys = keys.with_columns(id=number.cast(pl.Int64), year=year, file=places["file"].gather(keys["at"]))
    found = {table: _keyed(tables[table], keys, moved=joined is not None) for table in TABLES}
    more: dict[str, Any] = {
        "content": places["content"].gather(keys["at"]),
        "entry": places["entry"].gather(keys["at"]),
        "engine": pl.lit(engine_version()),
    }
    told = found["games"].with_columns(**more).join(duplicates.prints(found["plies"]), on="id", how="left", maintain_order="left")
    found["games"] = told.select(*games.columns, *GAMES_OWN)
    return found


def _keyed(rows: pl.DataFrame, keys: pl.DataFrame, *, moved: bool) -> pl.DataFrame:
    """Rows with the id and year of their game (and, of joined texts, their own file, game and line); each game is looked up once.

    The rows of a game stand together.
    """
    if not rows.height:
        return rows.with_columns(id=pl.lit(None, pl.Int64), year=pl.lit(None, pl.Int16))
    run = rows["game"].rle_id()
    heads = rows.select("game").filter(run != run.shift(1, fill_value=2**32 - 1)).join(keys, on="game", how="left", maintain_order="left")
    own = {"id": heads["id"].gather(run), "year": heads["year"].gather(run)}
    if moved:
        own |= {"file": heads["file"].cast(rows.schema["file"]).gather(run), "game": heads["number"].gather(run)}
        if "line" in rows.columns:
            own["line"] = (rows["line"] - heads["start"].gather(run)).cast(rows.schema["line"])
    return rows.with_columns(**own)


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
