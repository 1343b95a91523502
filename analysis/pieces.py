"""Texts cut between games, so that an archive of any size is read in constant memory and by many at once.

A cut is only made where a new game certainly begins: before a tag, behind the line of a ply, an event or a result.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from notation.lines import BINARY_WITHIN, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.lines import Readable

PIECE: Final = 8 << 20
"""Bytes of text that are worked at once: some 350,000 rolls, 700 MB of memory with the compiled engine."""
LONGEST_GAME: Final = 256 << 20
"""Bytes behind which a text with no end of a game in it is not read on."""
BLOCK: Final = 1 << 18
"""Bytes asked of a stream at once."""
DENSEST: Final = 200
"""How many times its own size a compressed file may unfold to, once it is more than `UNSUSPECTED` bytes."""
UNSUSPECTED: Final = 64 << 20

_CUT: Final = re.compile(
    rb"(?:\A|[\r\n])[ \t]*(?:[0-9@*]|end\b)[^\r\n]*(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))*(?=\[)",
    re.IGNORECASE,
)


class TooLongError(ValueError):
    """A text that is not read on, and why."""


@dataclass(frozen=True, slots=True)
class Range:
    """A piece of a plain file: its bytes, and where its games and lines are counted from. `games` is a guess until they are read."""

    start: int
    stop: int
    first_game: int
    first_line: int
    games: int
    lines: int
    told: bool
    """Whether an earlier piece was not UTF-8, which is said once of a file."""


def last_cut(text: bytes | bytearray, beyond: int = 0) -> int:
    """The last place behind `beyond` where a text may be cut; 0 where there is none."""
    reach = 1 << 16
    while True:
        begin = max(beyond, len(text) - reach)
        found = 0
        for match in _CUT.finditer(text, begin):
            if match.end() < len(text):
                found = match.end()
        if found > beyond or begin == beyond:
            return found if found > beyond else 0
        reach *= 16


def first_cut(text: bytes, beyond: int) -> int:
    """The first place behind `beyond` where a text may be cut; 0 where there is none."""
    match = _CUT.search(text, beyond)
    return match.end() if match is not None and match.end() < len(text) else 0


def chunks(stream: Readable, size: int = PIECE) -> Iterator[bytes]:
    """A text in pieces of about `size` bytes, cut between games.

    Raises TooLongError, and whatever the stream raises, behind the piece that was read before.
    """
    held = bytearray()
    looked = 0  # where no cut was found, the next look is at twice as much
    while True:
        try:
            data = stream.read(min(BLOCK, size))
        except Exception:
            if held:
                yield bytes(held)
            raise
        if not data:
            break
        held += data
        if len(held) < size:
            continue
        if len(held) < looked * 2 and looked:
            continue
        cut = last_cut(held)
        looked = 0 if cut else len(held)
        if cut:
            with memoryview(held) as view:
                piece = bytes(view[:cut])
            yield piece
            del held[:cut]
        elif len(held) > LONGEST_GAME:
            raise TooLongError(f"no game ends within {LONGEST_GAME >> 20} MB")
    if held:
        yield bytes(held)


def cut(file: str, size: int = PIECE) -> Iterator[Range]:
    """The pieces of a plain file, as it is read; of one that is no text (docs/notation.md, section 8) the first piece tells, and is all.

    Raises OSError, and TooLongError, behind the pieces that stand before.
    """
    start = games = lines = 0
    told = False
    with Path(file).open("rb") as opened:
        for text in chunks(opened, size):
            here = count_lines(text)
            guess = games_guessed(text)
            refused = not start and bool(refusal(text[:BINARY_WITHIN]))
            stop = min(len(text), BINARY_WITHIN) if refused else start + len(text)
            yield Range(start, stop, games, lines, guess, here, told)
            if refused:
                return
            start, games, lines = stop, games + guess, lines + here
            told = told or not is_utf8(text)


def count_lines(text: bytes) -> int:
    """How many lines a text has, whatever they end with."""
    ends = text.count(b"\n")
    if b"\r" in text:
        ends += text.count(b"\r") - text.count(b"\r\n")
    return ends + (not text.endswith((b"\n", b"\r")) and bool(text))


def games_guessed(text: bytes) -> int:
    """How many games a text seems to have: one for each tag White that begins a line."""
    return text.count(b"\n[White ") + text.startswith(b"[White ")


def is_utf8(text: bytes) -> bool:
    """Whether a text is UTF-8."""
    if text.isascii():
        return True
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


class Unfolding:
    """A compressed text as it unfolds: raises TooLongError where it grows out of all proportion to what is on the disk."""

    def __init__(self, stream: Readable, packed: int) -> None:
        # A whole `read` would lose with a fault what it had read.
        self._some = getattr(stream, "read1", stream.read)
        self._most = max(UNSUSPECTED, DENSEST * packed)
        self._read = 0

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes."""
        data: bytes = self._some(size)
        self._read += len(data)
        if self._read > self._most:
            raise TooLongError(f"it unfolds to more than {self._most >> 20} MB, over {DENSEST} times what is on the disk")
        return data
