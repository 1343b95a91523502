"""Bytes to lines: UTF-8 or Windows-1252, any line end, no line held that is too long to be one (docs/notation.md, section 8).

A line ends with LF, CRLF or CR. A text is read in batches, so a record of any length takes constant memory.
"""

from __future__ import annotations

import codecs
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LONGEST: Final = 65_536
"""Bytes a line may have; a longer one is skipped and never held."""
BINARY_WITHIN: Final = 4096
"""A zero byte among the first so many says that this is no text."""
CHUNK: Final = 1 << 18

_TABLE: Final = "".join(bytes([code]).decode("cp1252", "replace").replace("\ufffd", "") or chr(code) for code in range(256))
"""Windows-1252 with its five empty codes read as the control characters of their number, so that every byte is something."""


@runtime_checkable
class Readable(Protocol):
    """A binary stream."""

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes, at most so many; empty at the end."""


class Batch(NamedTuple):
    """Lines read together; None is a line too long. `bad` are those that are not UTF-8 (by their index), and the column where not."""

    lines: list[str | None]
    bad: Mapping[int, int] = MappingProxyType({})
    refused: str = ""
    """Why nothing is read on: `utf-16`, `utf-32` or `binary`."""


def refusal(beginning: bytes) -> str:
    """Why a text that begins so is not read at all: `utf-16`, `utf-32`, `binary`, or empty where it is read."""
    if beginning.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):  # the first of them begins as UTF-16 does
        return "utf-32"
    if beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return "binary" if 0 in beginning[:BINARY_WITHIN] else ""


def batches(source: Readable | Iterable[bytes], *, within: bool = False) -> Iterator[Batch]:
    """The lines of a stream, or of an iterable of lines (with or without their ends), in batches, a BOM taken off.

    With `within` it is a part of a text whose beginning was looked at before: it is read whatever it begins with.

    Raises whatever the source raises when it is read.
    """
    chunks = _chunks(source) if isinstance(source, Readable) else _chunks_of_lines(source)
    rest = b""
    too_long = False  # the line that goes on into the next chunk is too long and no longer held
    first = not within
    for chunk in chunks:
        data = rest + chunk
        if first:
            refused = refusal(data)
            if refused:
                yield Batch([], refused=refused)
                return
            data = data.removeprefix(codecs.BOM_UTF8)
            first = False
        end = max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - 1)) + 1  # a CR at the very end may be half of a CRLF
        if too_long:
            if not end:
                rest = data[-1:] if data.endswith(b"\r") else b""
                continue
            breaks = [at for at in (data.find(b"\n"), data.find(b"\r")) if at >= 0]
            begin = min(breaks)
            begin += 2 if data[begin : begin + 2] == b"\r\n" else 1
            yield _decode(data[begin:end], after_long=True)
            too_long = False
        elif end:
            yield _decode(data[:end])
        rest = data[end:]
        if len(rest) > LONGEST + 1:
            rest = rest[-1:] if rest.endswith(b"\r") else b""
            too_long = True
    if too_long:
        yield Batch([None])
    elif rest:
        yield _decode(rest)


def text_batches(text: str) -> Iterator[Batch]:
    """The lines of a text that is decoded already."""
    if "\0" in text[:BINARY_WITHIN]:
        yield Batch([], refused="binary")
        return
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines: list[str | None] = list(text.split("\n"))
    if lines[-1] == "":
        lines.pop()
    yield Batch(lines)


def _chunks(stream: Readable) -> Iterator[bytes]:
    """The stream in chunks; the first is long enough to tell what it is."""
    head = b""
    while len(head) < BINARY_WITHIN:
        chunk = stream.read(CHUNK)
        if not chunk:
            break
        head += chunk
    if not head:
        return
    yield head
    while chunk := stream.read(CHUNK):
        yield chunk


def _chunks_of_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines, with or without their ends, gathered into chunks."""
    gathered: list[bytes] = []
    size = 0
    for line in lines:
        whole = line if line.endswith(b"\n") else line + b"\n"  # also behind a CR, which is no half of the next line's end
        gathered.append(whole)
        size += len(whole)
        if size >= CHUNK:
            yield b"".join(gathered)
            gathered, size = [], 0
    if gathered:
        yield b"".join(gathered)


def _decode(data: bytes, *, after_long: bool = False) -> Batch:
    """Whole lines, decoded; with `after_long` a line too long stood before them."""
    before: list[str | None] = [None] if after_long else []
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return _decode_each(data, before)
    lines: list[str | None] = [*before, *text.split("\n")]
    if lines[-1] == "":
        lines.pop()
    return Batch(lines)


def _decode_each(data: bytes, lines: list[str | None]) -> Batch:
    """Lines of which at least one is not UTF-8: each such one is read as Windows-1252."""
    bad: dict[int, int] = {}
    raw = data.split(b"\n")
    if raw[-1] == b"":
        raw.pop()
    for line in raw:
        try:
            lines.append(line.decode())
        except UnicodeDecodeError as fault:
            bad[len(lines)] = fault.start + 1
            lines.append(codecs.charmap_decode(line, "strict", _TABLE)[0])
    return Batch(lines, bad)


def too_long(line: str) -> bool:
    """Whether a line that is held already has more bytes than a line may have."""
    return len(line) > LONGEST // 4 and len(line.encode("utf-8", "surrogatepass")) > LONGEST
