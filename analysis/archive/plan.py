"""Before the work: which files there are, which of them are new, and how each is worked."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from analysis.archive.address import REMOTE, Address, Found, StoreError, listing, read_range, stat, why
from analysis.archive.keys import entry_number
from analysis.archive.ledger import HELD, KIND, REFUSED, SAME, State
from analysis.archive.opened import Unit, kind_of
from analysis.archive.work import Done, Part
from analysis.pieces import Range, TooLongError, cut
from notation.sources import RECORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MEMBERS: Final = 2000
"""Records of a `.zip` in one job."""
AT_ONCE: Final = 8 << 20
"""Bytes of a file up to which it is hashed in one go."""
SECOND: Final = 1_000_000_000


def files_at(paths: Iterable[str | Path], missing: list[str]) -> dict[str, Unit]:
    """Every file at the paths, by its address, in order. What cannot be listed is told in `missing`."""
    found: dict[str, Unit] = {}
    for path in paths:
        try:
            for one in _files(str(path), missing):
                found.setdefault(one.file, Unit(*one))
        except OSError as fault:
            missing.append(f"{path}: cannot be read: {why(fault)}")
        except StoreError as fault:
            missing.append(str(fault))
    return dict(sorted(found.items()))


def _files(path: str, missing: list[str]) -> Iterator[Found]:
    if path == "-":
        missing.append("-: the standard input has no name to be known by; save it to a file")
    elif REMOTE.match(path):
        url = path.rstrip("/")
        if url.lower().endswith(RECORDS):
            yield stat(url)
            return
        held = [one for one in listing(url) if one.file.lower().endswith(RECORDS)]
        if not held:
            missing.append(f"{path}: there are no records (*.tgn, also .gz and .zst, *.zip)")
        yield from held
    else:
        yield from _local(Path(Address.of(path).url) if path.startswith("file://") else Path(path), missing)


def _local(path: Path, missing: list[str]) -> Iterator[Found]:
    if path.is_dir():
        yield from _below(str(path), missing)
    elif path.exists():
        yield from _regular(stat(os.path.abspath(path), str(path)), path.is_file(), missing)  # noqa: PTH100 - a link stays the name it was given by
    else:
        missing.append(f"{path}: there is no such file or folder")


def _below(folder: str, missing: list[str]) -> Iterator[Found]:
    """The records in a folder and below it. One look at each, since there may be a million."""
    try:
        items = sorted(os.scandir(folder), key=lambda item: item.name)
    except OSError as fault:
        missing.append(f"{folder}: the folder cannot be read: {why(fault)}")
        return
    for item in items:
        try:
            if item.is_dir(follow_symlinks=False):
                yield from _below(item.path, missing)
            elif item.name.lower().endswith(RECORDS) and not item.name.startswith("._"):
                told = item.stat()
                given = item.path.removeprefix("./")
                found = Found(os.path.abspath(item.path), given, told.st_size, told.st_mtime_ns)  # noqa: PTH100 - as above
                yield from _regular(found, item.is_file(), missing)
        except OSError as fault:
            missing.append(f"{item.path}: cannot be read: {why(fault)}")


def _regular(found: Found, is_file: bool, missing: list[str]) -> Iterator[Found]:
    """A file, if it is one and can be named in a table."""
    try:
        found.file.encode()
    except UnicodeEncodeError:
        name = os.fsencode(found.given).decode("utf-8", "backslashreplace")
        missing.append(f"{name}: the name of this file is not UTF-8, so that nothing can be told of it; give it another")
        return
    if is_file:
        yield found
    else:
        missing.append(f"{found.given}: this is neither a file nor a folder")


_FAULTY = (pl.col("status") == REFUSED) & pl.col("size").is_not_null() & pl.col("content").is_not_null() & pl.col("take").is_not_null()
"""Files that were read, and whose bytes are at fault."""


def known(units: Mapping[str, Unit], state: State, key: str) -> pl.Series:
    """Which of the files the ledger knows as they are now, by size and time of change: a truth for each, in order.

    A file that was changed in the very moment it was read may have changed once more within the same tick of the clock: it is looked into.
    """
    now = pl.DataFrame(
        [(file, unit.size, unit.modified) for file, unit in units.items()],
        schema={"file": pl.String, "size": pl.Int64, "modified": pl.Int64},
        orient="row",
    )
    of = pl.concat_str("content", KIND)
    held = state.files.select("file", "key", "status", "read_at", "content", "take", of=of, was="size", changed="modified")
    kept = state.holders.filter(pl.col("key") == key).select(of.alias("of"))["of"]
    refused = state.files.filter(_FAULTY & (pl.col("key") == key)).select(of.alias("of"))["of"]
    tick = pl.when(pl.col("modified") % SECOND == 0).then(2 * SECOND).otherwise(SECOND // 20)
    same = (
        (pl.col("size") == pl.col("was"))
        & (pl.col("modified") == pl.col("changed"))
        & (pl.col("modified") < pl.col("read_at") - tick)
        & (pl.col("key") == key)
        & ((pl.col("status") != SAME) | pl.col("of").is_in(kept.implode()))
        # A refusal that was taken over from another file holds as long as that one is there.
        & ((pl.col("status") != REFUSED) | pl.col("content").is_null() | pl.col("of").is_in(refused.implode()))
    )
    return now.join(held, on="file", how="left", maintain_order="left").select(same=same.fill_null(value=False))["same"]


@dataclass(slots=True)
class Wanted:
    """A file to be worked, and what has come of its parts, by where they begin."""

    unit: Unit
    content: str
    take: int
    entry: int
    parts: list[Part] = field(default_factory=list)
    coming: Iterator[Range] | None = None
    """The pieces still to be cut, None when there are no more: the first are worked while the others are looked for."""
    broke: str = ""
    """Why it is not read to its end."""
    done: dict[int, Done] = field(default_factory=dict)
    batches: dict[int, str] = field(default_factory=dict)

    @property
    def apart(self) -> bool:
        """Whether it is worked in pieces."""
        return len(self.parts) > 1

    @property
    def complete(self) -> bool:
        """Whether every part has been cut and read."""
        return self.coming is None and len(self.done) == len(self.parts)

    def waiting(self) -> Iterator[Part]:
        """The parts not read yet, cut as they are asked for. Raises OSError."""
        at = 0
        while at < len(self.parts) or self.cut():
            if self.parts[at].start not in self.done:
                yield self.parts[at]
            at += 1

    def cut(self) -> bool:
        """Cut one more piece; whether there was one. Raises OSError."""
        try:
            one = None if self.coming is None else next(self.coming, None)
        except TooLongError as fault:
            self.broke, one = str(fault), None
        if one is None:
            self.coming = None
            return False
        places = one.start, one.stop, one.first_game, one.first_line
        self.parts.append(Part(self.unit, self.content, self.entry, *places, told=one.told))
        return True

    def wrong(self) -> list[Part]:
        """The parts whose games are counted from the wrong number, put right: how many a piece has is known when it is read."""
        games, found = 0, []
        for at, part in enumerate(self.parts):
            done = self.done.get(part.start)
            plain = self.unit.kind == "plain"
            if plain and part.first_game != games:
                self.parts[at] = replace(part, first_game=games)
            if done is None:
                break
            if plain and done.part.first_game != games:
                found.append(self.parts[at])
            games += done.games
        return found


def content_of(unit: Unit) -> str:
    """The hash of a file. Raises OSError."""
    if REMOTE.match(unit.file):
        return hashlib.sha256(read_range(unit.file)).hexdigest()
    with Path(unit.file).open("rb") as stream:
        if unit.size > AT_ONCE:
            return hashlib.file_digest(stream, "sha256").hexdigest()
        return hashlib.sha256(stream.read()).hexdigest()


def wanted_of(unit: Unit, content: str, records: int, size: int, state: State, key: str, take: int) -> Wanted:
    """How a file of so many records is worked, in pieces of `size` bytes where it is large.

    What a stopped run has stored of it is gone on with, if it was cut in the same way. Raises OSError and `pieces.TooLongError`.
    """
    held = _stored(content, unit.kind, state, key)
    if held.height:
        wanted = _begun(unit, content, records, size, key, int(held["take"].max()))  # type: ignore[arg-type]
        while wanted.cut():
            pass
        held = held.filter(pl.col("take") == wanted.take)
        cuts = {(part.start, part.stop) for part in wanted.parts}
        if all(cut in cuts for cut in held.select("start", "stop").iter_rows()):
            _go_on(wanted, held)
            return wanted
    return _begun(unit, content, records, size, key, take)


def _begun(unit: Unit, content: str, records: int, size: int, key: str, take: int) -> Wanted:
    """A file of which nothing has been read."""
    entry = entry_number(content, key, take)
    wanted = Wanted(unit, content, take, entry)
    if unit.kind == "zip" and records > MEMBERS:
        wanted.parts = [Part(unit, content, entry, at, min(records, at + MEMBERS)) for at in range(0, records, MEMBERS)]
    elif unit.kind == "plain" and unit.size > 2 * size and not REMOTE.match(unit.file):
        wanted.coming = cut(unit.file, size)
        if not (wanted.cut() and wanted.cut()) and not wanted.parts:
            raise TooLongError(wanted.broke)
    if not wanted.parts:
        wanted.parts = [Part(unit, content, entry)]
    return wanted


def _go_on(wanted: Wanted, held: pl.DataFrame) -> None:
    """Take in what a stopped run has stored."""
    by_start = {part.start: part for part in wanted.parts}
    for row in held.iter_rows(named=True):
        part = replace(by_start[row["start"]], first_game=row["first_game"])
        counts = (row["games"], row["games"] - row["refused"], row["lines"], row["turns"], row["findings"], row["errors"], row["refused"])
        wanted.done[part.start] = Done(part, *counts, row["why"] or "")
        wanted.batches[part.start] = row["batch"]


def _stored(content: str, kind: str, state: State, key: str) -> pl.DataFrame:
    """The pieces of a file that is not whole yet."""
    return state.pieces.filter(
        (pl.col("content") == content) & (pl.col("key") == key) & pl.col("batch").is_in(list(state.unfinished)) & KIND.eq(kind)
    )


@dataclass(slots=True)
class Contents:
    """Which contents are there already, by how they are read (`Unit.kind`): held by a file of the archive, or refused and why.

    And which are claimed by a file of this run, and how often each was computed.
    """

    held: dict[tuple[str, str], str]
    refused: dict[tuple[str, str], str]
    takes: dict[tuple[str, str], int]
    claimed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State, key: str) -> Contents:
        """What the ledger says of them, for this engine."""
        here = state.files.filter(pl.col("key") == key)
        held = here.filter(pl.col("status").is_in(HELD)).select("content", "file")
        refused = here.filter(_FAULTY).select("content", "file", pl.col("why").fill_null(""))
        return cls(
            {(content, kind_of(file)): file for content, file in held.iter_rows()},
            {(content, kind_of(file)): told for content, file, told in refused.iter_rows()},
            dict(state.takes),
        )

    def learn(self, row: dict[str, Any]) -> None:
        """Take in a row of the ledger that is entered now."""
        content, status, take = row.get("content"), row.get("status"), row.get("take")
        if content is None:
            return
        if status in HELD:
            self.held[content, kind_of(row["file"])] = row["file"]
        elif status == REFUSED:
            self.refused[content, kind_of(row["file"])] = row.get("why") or ""
        if take is not None:
            self.takes[content, row["key"]] = max(take + 1, self.takes.get((content, row["key"]), 0))
