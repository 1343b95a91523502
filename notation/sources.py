"""Where records come from: files, folders, compressed files, archives, the standard input (docs/notation.md, section 8).

Everything is streamed: an archive is never unpacked to memory or disk. A source that cannot be read, or breaks off, costs itself: what
could be read of it is read, and the fault is told as a diagnostic of kind `source`.

    SourceError(ValueError)   there is no such file or folder
"""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from notation.diagnostics import Diagnostic
from notation.reader import read_games
from notation.record import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from notation.lines import Readable

RECORDS: Final = (".tgn", ".tgn.gz", ".tgn.zst", ".zip")
"""How the files of a folder that are read end."""
PIECE: Final = 256
"""Compressed bytes taken at once from a `.zst`: even the densest piece (a block of 128 KiB in four bytes) unfolds to few megabytes."""


_BYTES: Final = {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}
"""What a file system's bytes that are no UTF-8 are in a `str` (PEP 383), and how they are written."""


class SourceError(ValueError):
    """There is nothing to read at this path."""


class Source(NamedTuple):
    """One text: the name diagnostics give it, and how to open it (which may raise anything an unreadable file raises)."""

    name: str
    open: Callable[[], Readable]


def read_path(path: str | Path) -> Iterator[Game]:
    """The games at a path, one by one.

    A path is a file (plain, `.gz`, `.zst`), a `.zip`, a folder (every record in it and below), or `-`, the standard input. Raises
    `SourceError` at once where there is no such path. Any other fault of a source is a diagnostic of kind `source`, of its last game or of
    a game without entries; the other sources are read.
    """
    if str(path) != "-" and not Path(path).exists():
        message = f"there is no file or folder `{legible(path)}`"
        raise SourceError(message)
    return _read_all(sources(path))


def legible(path: str | Path) -> str:
    r"""A path as it can be told, printed and put in a table: bytes of it that are not UTF-8 are written `\xff`."""
    return str(path).translate(_BYTES).encode("utf-8", "backslashreplace").decode()


def _read_all(found: Iterator[Source | Game]) -> Iterator[Game]:
    for source in found:
        if isinstance(source, Game):
            yield source
        else:
            yield from read_source(source)


def read_source(source: Source) -> Iterator[Game]:
    """The games of one source; a fault of the source itself is told with the last of them."""
    guard = Guarded(source)
    last: Game | None = None
    try:
        for game in read_games(guard, source.name):
            if guard.fault:
                if last is not None:
                    yield last
                last = game
            else:
                yield game
        if guard.fault:
            line = last.last_line if last is not None else 1
            fault = Diagnostic("source", line, 1, "", guard.fault, "What could be read of it is read.", "", source.name)
            last = Game(file=source.name) if last is None else last
            yield replace(last, diagnostics=(*last.diagnostics, fault))
    finally:
        guard.close()


def sources(path: str | Path) -> Iterator[Source | Game]:
    """The sources at a path, sorted; what cannot be listed is a game with its diagnostic."""
    if str(path) == "-":
        yield Source("<stdin>", _stdin)
        return
    path = Path(path)
    if not path.is_dir():
        yield from _file_sources(path)
        return
    faults: list[OSError] = []
    files = [Path(folder, name) for folder, _, names in os.walk(path, onerror=faults.append) for name in names if _is_record(name)]
    for fault in faults:
        yield _faulty(legible(fault.filename), f"The folder cannot be read: {fault.strerror}.")
    for file in sorted(files):
        if not _may_wait(file):
            yield from _file_sources(file)


def _may_wait(file: Path) -> bool:
    """Whether a file is no text that lies there but a pipe or a device, which may let its reader wait for ever."""
    try:
        return not stat.S_ISREG(file.stat().st_mode)
    except OSError:
        return False  # told when it is opened


def _is_record(name: str) -> bool:
    return name.lower().endswith(RECORDS) and not name.startswith("._")


def _file_sources(path: Path) -> Iterator[Source | Game]:
    name = path.name.lower()
    if name.endswith(".zip"):
        yield from _zip_sources(path)
    elif name.endswith(".gz"):
        yield Source(legible(path), lambda: _gz(path))
    elif name.endswith(".zst"):
        yield Source(legible(path), lambda: _Zst(path))
    else:
        yield Source(legible(path), lambda: path.open("rb"))


def _zip_sources(path: Path) -> Iterator[Source | Game]:
    """Every record of an archive, by name, its compressed bytes read as they are needed."""
    import zipfile  # noqa: PLC0415 - a cold start is measured, and few records are zipped

    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir() and _is_member(member.filename)]
            for member in sorted(members, key=lambda one: one.filename):
                yield Source(f"{legible(path)}/{legible(member.filename)}", lambda member=member: archive.open(member))  # type: ignore[misc]
    except Exception as fault:  # noqa: BLE001  # a broken archive raises anything at all
        yield _faulty(legible(path), f"The archive cannot be read: {_why(fault)}.")


def _is_member(name: str) -> bool:
    return name.lower().endswith(".tgn") and not name.startswith("__MACOSX/")


def _faulty(name: str, told: str) -> Game:
    return Game(file=name, diagnostics=(Diagnostic("source", 1, 1, "", told, "", "", name),))


def _why(fault: Exception) -> str:
    """The reason in the words of whoever raised it, on one line."""
    words = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
    return " ".join(words.split()).rstrip(".") or type(fault).__name__


def _stdin() -> Readable:
    if sys.stdin is None:
        message = "the standard input is closed"
        raise OSError(message)
    return sys.stdin.buffer


def _gz(path: Path) -> Readable:
    import gzip  # noqa: PLC0415 - a cold start is measured, and few records are zipped

    return gzip.open(path)  # whoever reads it closes it


class Guarded:
    """A source as a stream that never raises: at a fault it ends, and the fault is kept."""

    def __init__(self, source: Source) -> None:
        self.fault = ""
        self._stream: Readable | None = None
        try:
            self._stream = source.open()
        except Exception as fault:  # noqa: BLE001  # a broken file raises anything at all
            self.fault = f"The file cannot be read: {_why(fault)}."

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes, at a fault those before it; empty at the end or behind a fault."""
        if self._stream is None or self.fault:
            return b""
        some = getattr(self._stream, "read1", self._stream.read)  # a whole `read` would lose with a fault what it had read
        pieces: list[bytes] = []
        wanted = size
        try:
            while wanted:
                piece = some(wanted)
                if not piece:
                    break
                pieces.append(piece)
                wanted = max(0, wanted - len(piece)) if size >= 0 else -1
        except Exception as fault:  # noqa: BLE001  # a broken file raises anything at all
            self.fault = f"The file breaks off: {_why(fault)}."
        return b"".join(pieces)

    def close(self) -> None:
        """Closes what was opened (never the standard input)."""
        close = getattr(self._stream, "close", None)
        if close is not None and (sys.stdin is None or self._stream is not sys.stdin.buffer):
            close()


class _Zst:
    """A `.zst` as a binary stream: one frame or more, the end of the last one demanded."""

    def __init__(self, path: Path) -> None:
        import zstandard  # noqa: PLC0415  # only who reads a .zst needs it

        self._file: IO[bytes] = path.open("rb")
        self._decompressor = zstandard.ZstdDecompressor()
        self._frame = self._decompressor.decompressobj()
        self._begun = False
        self._input = b""
        self._ready = bytearray()

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes, some at least; raises `EOFError` where the file ends inside a frame."""
        while not self._ready:
            piece = self._input or self._file.read(PIECE)
            if not piece:
                if self._begun:
                    message = "the compressed data end before their end is marked"
                    raise EOFError(message)
                break
            self._begun = True
            self._ready += self._frame.decompress(piece)
            self._input = self._frame.unused_data
            if self._frame.eof:
                self._begun = False
                self._frame = self._decompressor.decompressobj()
        taken = bytes(self._ready[:size] if size >= 0 else self._ready)
        del self._ready[: len(taken)]
        return taken

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
