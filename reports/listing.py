"""The record itself: the game's lines of the source with their numbers, faults underlined, each roll linked to its turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from notation.diagnostics import Diagnostic
    from notation.record import Game


class Piece(NamedTuple):
    """A part of a record's line; `kind` is `err`, `warn` or empty."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of the record with its number, its pieces, the turn it made (or empty) and what is said about it."""

    number: int
    pieces: tuple[Piece, ...]
    anchor: str
    says: tuple[str, ...]


def record_lines(game: Game, source_text: str, diagnostics: Sequence[Diagnostic], anchors: Mapping[int, str]) -> tuple[RecordLine, ...]:
    """Take the game's lines from the text of its file; `anchors` gives the turn a line made.

    Lines end at LF alone, as the reader counts them.
    """
    texts = _lines(source_text)
    by_line: dict[int, list[Diagnostic]] = {}
    for fault in diagnostics:
        by_line.setdefault(fault.line, []).append(fault)
    last = min(len(texts), max(game.last_line, game.line))
    lines = []
    for number in range(max(1, game.line), last + 1):
        faults = sorted(by_line.get(number, ()), key=lambda fault: fault.column)
        says = tuple(f"{fault.message}{f' ({fault.hint})' if fault.hint else ''}" for fault in faults)
        lines.append(RecordLine(number, pieces(texts[number - 1].rstrip("\r"), faults), anchors.get(number, ""), says))
    return tuple(lines)


@lru_cache(maxsize=1)
def _lines(text: str) -> list[str]:
    """The lines of a text; remembered, since a file of many games makes a page of each."""
    return text.split("\n")


def pieces(text: str, faults: Sequence[Diagnostic]) -> tuple[Piece, ...]:
    """Cut a line where its faults are; a fault without words marks one character."""
    cut: list[Piece] = []
    at = 0
    for fault in faults:
        start = max(at, fault.column - 1)
        end = max(start, fault.column - 1 + max(1, len(fault.words)))
        cut.append(Piece(text[at:start]))
        cut.append(Piece(text[start:end] or " ", "warn" if fault.warning else "err"))
        at = end
    cut.append(Piece(text[at:]))
    return tuple(piece for piece in cut if piece.text)
