"""What is wrong with a text: one value a fault, for people and for programs (docs/notation.md, section 8)."""

from __future__ import annotations

from dataclasses import dataclass

WARNINGS = frozenset({"variant-unknown", "number-order", "event-unknown", "result-missing"})
"""The kinds that are warnings; every other kind is an error."""


class NotationError(ValueError):
    """A text that is not notation: raised by the `parse_…` functions, turned into a `Diagnostic` by the reader.

    `kind` as in `Diagnostic`; `column` counts characters of the text from 1; `words`, `message` and `hint` as there.
    """

    def __init__(self, kind: str, column: int, words: str, message: str, hint: str = "") -> None:
        super().__init__(f"{kind} {column}: {message}")
        self.kind = kind
        self.column = column
        self.words = words
        self.message = message
        self.hint = hint

    def moved(self, by: int) -> NotationError:
        """The same fault, where the text stands `by` characters further right."""
        return NotationError(self.kind, self.column + by, self.words, self.message, self.hint)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault of a text.

    `kind` is one of the kinds of docs/notation.md section 8; `line` and `column` count from 1, columns in characters; `words` is the text
    at fault (may be empty where something is missing); `message` one sentence saying what was found and what was expected; `hint` what to
    do, or empty; `source` the text of the line; `file` where it was read from, empty for a stream.
    """

    kind: str
    line: int
    column: int
    words: str
    message: str
    hint: str = ""
    source: str = ""
    file: str = ""

    @property
    def warning(self) -> bool:
        """Whether this kind is only a warning."""
        return self.kind in WARNINGS

    def __str__(self) -> str:
        """`file:line:column: error: kind: message`, the line with a caret under the fault, and the hint."""
        level = "warning" if self.warning else "error"
        head = f"{self.file or '<text>'}:{self.line}:{self.column}: {level}: {self.kind}: {self.message}"
        shown = [head]
        if self.source:
            start = max(0, self.column - 60)
            visible = self.source[start : start + 120]
            pad = "".join("\t" if letter == "\t" else " " for letter in visible[: self.column - 1 - start])
            shown += ["    " + visible, "    " + pad + "^" + "~" * max(0, min(len(self.words), 60) - 1)]
        if self.hint:
            shown.append("    hint: " + self.hint)
        return "\n".join(shown)
