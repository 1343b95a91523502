"""Files and what is in them: plain, compressed, archives of records; each text as a stream that is safe to read."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import zstandard

from analysis.archive.address import REMOTE, read_range, why
from analysis.pieces import Unfolding
from notation.record import Game
from notation.sources import Source, sources

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.lines import Readable

BROKEN: Final = (OSError, EOFError, ValueError, RuntimeError, NotImplementedError, zlib.error, zipfile.BadZipFile, zstandard.ZstdError)
"""What compressed data that are no such data raise, and texts that are not read on (`pieces.TooLongError`)."""


class Unit(NamedTuple):
    """A file of an archive: its address, its name as given (what the rows call it), its size, when it was changed."""

    file: str
    given: str
    size: int
    modified: int

    @property
    def kind(self) -> str:
        """`plain`, `gz`, `zst` or `zip`, by its name."""
        return kind_of(self.file)


def kind_of(file: str) -> str:
    """`plain`, `gz`, `zst` or `zip`, by the name of a file."""
    name = file.lower()
    return next((end for end in ("zip", "gz", "zst") if name.endswith(f".{end}")), "plain")


@dataclass(slots=True)
class Opened:
    """A text of a file: what its rows call it, its member within the file, its stream; or why there is none."""

    name: str
    member: str
    stream: Readable
    fault: str = ""
    raises: tuple[type[Exception], ...] = BROKEN

    @property
    def called(self) -> str:
        """What a fault of it is told of."""
        return f"`{self.member}`" if self.member else "It"

    def close(self) -> None:
        """Close what was opened."""
        close = getattr(self.stream, "close", None)
        if close is not None:
            close()


class _Nothing:
    def read(self, size: int = -1, /) -> bytes:
        del size
        return b""


def members(unit: Unit) -> int:
    """How many records a `.zip` has; 1 for anything that is no archive that can be listed."""
    if unit.kind != "zip":
        return 1
    try:
        with _zip(unit) as archive:
            return max(1, len(_records(archive)))
    except BROKEN:
        return 1


def texts_of(unit: Unit, start: int = 0, stop: int | None = None) -> Iterator[Opened]:
    """The texts of a compressed file; of a `.zip` the records from `start` to `stop`, by name. Nothing is raised for what it holds."""
    if unit.kind == "zip":
        yield from _members(unit, start, stop)
        return
    try:
        stream: Any = _unpacked(unit)
    except BROKEN as fault:
        yield Opened(unit.given, "", _Nothing(), f"It cannot be read: {why(fault)}.")
        return
    yield Opened(unit.given, "", _Closing(Unfolding(stream, unit.size), stream))


def _members(unit: Unit, start: int, stop: int | None) -> Iterator[Opened]:
    try:
        archive = _zip(unit)
    except BROKEN as fault:
        yield Opened(unit.given, "", _Nothing(), f"The archive cannot be read: {why(fault)}.")
        return
    with archive:
        for member in _records(archive)[start:stop]:
            name = f"{unit.given}/{member.filename}"
            try:
                stream = archive.open(member)
            except BROKEN as fault:
                yield Opened(name, member.filename, _Nothing(), f"`{member.filename}` cannot be read: {why(fault)}.")
                continue
            yield Opened(name, member.filename, _Closing(Unfolding(stream, member.compress_size), stream))


def _zip(unit: Unit) -> zipfile.ZipFile:
    return zipfile.ZipFile(unit.file if not REMOTE.match(unit.file) else io.BytesIO(read_range(unit.file)))


def _records(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The members that are records, by name, as `notation.sources` reads them."""
    held = [
        member
        for member in archive.infolist()
        if not member.is_dir() and member.filename.lower().endswith(".tgn") and not member.filename.startswith("__MACOSX/")
    ]
    return sorted(held, key=lambda one: one.filename)


def _unpacked(unit: Unit) -> Any:
    """The stream of a `.gz` or `.zst`, as `notation.sources` opens it."""
    if not REMOTE.match(unit.file):
        for source in sources(Path(unit.file)):
            assert isinstance(source, Source) and not isinstance(source, Game)
            return source.open()
    packed = io.BytesIO(read_range(unit.file))
    if unit.kind == "gz":
        return gzip.GzipFile(fileobj=packed)
    return zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)


class _Closing:
    """A stream that closes the one it stands on."""

    def __init__(self, stream: Readable, below: Any) -> None:
        self._stream, self._below = stream, below

    def read(self, size: int = -1, /) -> bytes:
        return self._stream.read(size)

    def close(self) -> None:
        self._below.close()
