"""Comments on a line (`{…}` between words, `;` and all behind it) and texts in quotes (docs/notation.md, section 1)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from notation.diagnostics import NotationError
from notation.words import BLANKS

SIGNS: Final = re.compile("[{};]")
SIGNS_AND_QUOTES: Final = re.compile('[{};"]')
STRING: Final = re.compile(r'"(?:\\["\\]|[^"\\]|\\(?!["\\]))*"')


class Stripped(NamedTuple):
    """A line without its comments: the words (comments blanked out, columns kept), what was said, and the brace at fault.

    With a `fault` the words end where it stands.
    """

    words: str
    comments: tuple[str, ...]
    tail: str | None
    fault: NotationError | None


def strip_comments(line: str, start: int = 0, *, strings: bool = False) -> Stripped:
    """Takes the comments off a line, from the index `start` on. With `strings`, a text in quotes is no comment whatever it holds."""
    signs = SIGNS_AND_QUOTES if strings else SIGNS
    found = signs.search(line, start)
    if found is None:
        return Stripped(line, (), None, None)
    pieces: list[str] = []
    comments: list[str] = []
    done = 0
    while found is not None:
        at = found.start()
        sign = found[0]
        if sign == '"':
            string = STRING.match(line, at)
            found = signs.search(line, string.end()) if string else None
            continue
        if sign == "{":
            close = line.find("}", at + 1)
            inner = line.find("{", at + 1, close if close >= 0 else len(line))
            if close >= 0 and inner < 0:
                pieces += [line[done:at], " " * (close + 1 - at)]
                comments.append(line[at + 1 : close].strip(BLANKS))
                done = close + 1
                found = signs.search(line, done)
                continue
        words = "".join((*pieces, line[done:at]))
        if sign == ";":
            return Stripped(words, tuple(comments), line[at + 1 :].strip(BLANKS), None)
        told = "This brace `}` was never opened."
        if sign == "{":
            told = "This brace `{` is not closed on its line." if close < 0 else "A text in braces holds another brace `{`."
        hint = "A text in braces begins and ends on one line, and holds no brace."
        return Stripped(words, tuple(comments), None, NotationError("comment", at + 1, sign, told, hint))
    return Stripped("".join((*pieces, line[done:])), tuple(comments), None, None)


def leftmost(error: NotationError, brace: NotationError | None) -> NotationError:
    """Which of a line's two faults is told: that of its words, or the brace at fault where a word is missing only for that brace."""
    if brace is None or error.column < brace.column:
        return error
    return error if error.column == brace.column and error.words != brace.words else brace


def write_comments(comments: tuple[str, ...], tail: str | None) -> list[str]:
    """The comments as the writer puts them, behind all words: braces, then `; ` and the text."""
    parts = ["{" + text + "}" for text in comments]
    if tail is not None:
        parts.append(f"; {tail}" if tail else ";")
    return parts


def unquote(string: str) -> str:
    r"""The text of a string: quotes off, `\"` and `\\` undone; a backslash before anything else is itself."""
    return re.sub(r'\\(["\\])', r"\1", string[1:-1])


def quote(text: str) -> str:
    r"""A text as a string: `"` and `\` with a backslash before them."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
