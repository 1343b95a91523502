"""Phrases remembered: each distinct one is parsed once by the grammar, then looked up.

An archive has millions of lines and few thousand phrases. `Phrases` belongs to one spelling, side and rule set; a reader makes its own and
asks it first; behind it stands `read_phrase`, a `functools` cache, so that a folder of small files is read as fast as one large file.
All that is remembered is bounded. The grammar, and with it pyparsing, is loaded with the first phrase that is not a plain word.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from notation.diagnostics import NotationError
from notation.places import BESIDE, places
from notation.record import OFF, Score
from notation.words import BLANKS, CLAIMS, DECISIONS, MARKERS, RESULTS, ROUTE_ONLY, SUSPENDED, WORDS, fold, meaning, near, sides

if TYPE_CHECKING:
    from collections.abc import Callable

    from notation.record import Die, Side, Value

T = TypeVar("T")

LIMIT: Final = 1 << 16
"""How many phrases of a sort are remembered at once."""

LONG: Final = 200
"""Letters of the longest text that is remembered."""

LEXEME: Final = re.compile(r"[^\W_]+'*|.|")
WORD: Final = re.compile(f"[^{BLANKS}]+")
BEARING: Final = re.compile("[-+]|.*/|[BN][0-9]+-", re.IGNORECASE)
"""How a word begins behind which a parenthesis may stand: an amount or a play."""
SAID: Final = {
    **dict.fromkeys(CLAIMS, "claim"),
    **dict.fromkeys(MARKERS, "marker"),
    **dict.fromkeys(SUSPENDED, "game"),
    **{word: word for word in ("early", "pass", "holes", "suspend")},
}
"""What sort of phrase a plain word is."""


class Fault(NamedTuple):
    """What is wrong with a phrase, and how far inside it."""

    kind: str
    at: int
    words: str
    message: str
    hint: str = ""

    def error(self, column: int) -> NotationError:
        """The fault as an error, where the phrase begins at this column."""
        return NotationError(self.kind, column + self.at, self.words, self.message, self.hint)


class Phrase(NamedTuple):
    """A word of a ply's line: what sort it is (by its shape, also where it is at fault), and its value or its fault.

    Sorts: `award against early holes marker decision suspend game play unknown pass claim score stamp`, and `side dice word` for what
    cannot stand behind the dice.
    """

    sort: str
    value: Any
    fault: Fault | None = None


class Remembered(dict[str, T], Generic[T]):
    """A bounded memory of what a rule made of each text."""

    def __init__(self, parse: Callable[[str], T], limit: int = LIMIT) -> None:
        super().__init__()
        self._parse = parse
        self._limit = limit

    def __missing__(self, text: str) -> T:
        value = self._parse(text)
        if len(text) <= LONG:
            if len(self) >= self._limit:
                self.clear()
            self[text] = value
        return value


@lru_cache(maxsize=LIMIT)
def read_phrase(spelling: str, side: Side, rules: str, rule: str, text: str) -> Any:
    """What a rule of the grammar makes of a text: the value or the `Fault`. Parsed once, whoever asks."""
    from pyparsing import ParseBaseException  # noqa: PLC0415  # pyparsing is loaded with the first phrase

    from notation.grammar import Broken, grammar_of, value_of  # noqa: PLC0415

    try:
        return value_of(grammar_of(spelling, side, rules).alone(rule), text)
    except Broken as fault:
        found = LEXEME.match(text, fault.loc)
        whole = fault.kind in {"word", "amount", "position"} and fault.loc == 0
        return Fault(fault.kind, fault.loc, text if whole or not found else found[0], str(fault.msg), fault.hint)
    except ParseBaseException:
        return Fault("word", 0, text, "")


class Words(NamedTuple):
    """The words of a line, their text without inner blanks, and the index each begins at.

    `letters` holds, for a word whose inner blanks were left out, the index of each of its letters.
    """

    texts: list[str]
    starts: list[int]
    letters: dict[int, tuple[int, ...]]

    def index_of(self, word: int, at: int) -> int:
        """Where in the line the letter `at` of a word stands; behind its last letter for the length of the word."""
        letters = self.letters.get(word)
        if letters is None:
            return self.starts[word] + at
        return letters[at] if at < len(letters) else letters[-1] + 1

    def end(self, word: int) -> int:
        """The index just behind a word."""
        return self.index_of(word, len(self.texts[word]))

    def there(self, word: int, line_start: int = 0) -> tuple[int, str]:
        """Where something missing should stand (its column) and what was found: the word there, or just behind the last word."""
        if word < len(self.texts):
            return self.starts[word] + 1, self.texts[word]
        return (self.end(len(self.texts) - 1) if self.texts else line_start) + 1, ""

    def broken_off(self, fault: NotationError | None) -> Words:
        """The words, where they end at a brace at fault with that brace behind them: it is what is found where a word is missing."""
        if fault is None:
            return self
        return Words([*self.texts, fault.words], [*self.starts, fault.column - 1], self.letters)


def split_words(text: str, start: int = 0) -> Words:
    """The words of a text from `start` on, split at blanks; blanks before and inside a parenthesis do not split, nor that of `s'en va`."""
    found = [(one[0], one.start()) for one in WORD.finditer(text, start)]
    words = Words([word for word, _ in found], [at for _, at in found], {})
    if "(" in text or "'en" in text.lower():
        return _joined(words)
    return words


def _joined(words: Words) -> Words:
    """Puts together what a blank has parted and should not; a parenthesis never closed joins nothing."""
    last_close = max((at for at, word in enumerate(words.texts) if ")" in word), default=-1)
    groups: list[list[int]] = []
    still_open = False
    for at, word in enumerate(words.texts):
        before = words.texts[groups[-1][0]] if groups else ""
        opens = word.startswith("(") and before != "" and BEARING.match(before) is not None
        goes = fold(before) == "s'en" and fold(word.rstrip("~!?")) == "va"
        if still_open or opens or goes:
            groups[-1].append(at)
        else:
            groups.append([at])
        still_open = at < last_close and (word.rfind("(") > word.rfind(")") or (still_open and ")" not in word))
    joined = Words([], [], {})
    for group in groups:
        parts = [words.texts[at] for at in group]
        text = "".join(parts) if len(parts) == 1 or "(" in "".join(parts) else " ".join(parts)
        if len(group) > 1:
            letters = [words.starts[at] + letter for at in group for letter in range(len(words.texts[at]))]
            if " " in text:
                letters.insert(len(parts[0]), words.starts[group[0]] + len(parts[0]))
            joined.letters[len(joined.texts)] = tuple(letters)
        joined.texts.append(text)
        joined.starts.append(words.starts[group[0]])
    return joined


class Phrases:
    """The phrases of one spelling, as `side` reads it, in a record of the rule set `rules`."""

    def __init__(self, spelling: str, side: Side, rules: str, limit: int = LIMIT) -> None:
        self.spelling = spelling
        self.side = side
        self.rules = rules
        self.sides = sides(spelling)
        self._places = places(spelling, side, rules)
        self.words: Remembered[Phrase] = Remembered(self._word, limit)
        self.dice: Remembered[tuple[Die, Die] | None] = Remembered(lambda text: self.value("dice", text), limit)
        self.amounts: Remembered[tuple[Value, Value | None] | Fault] = Remembered(lambda text: self.read("amount", text), limit)
        self.stacks: Remembered[tuple[int, int] | Fault] = Remembered(lambda text: self.read("stack", text), limit)
        self._others: dict[str, Remembered[Any]] = {}
        self._limit = limit

    def read(self, rule: str, text: str) -> Any:
        """What the grammar's rule makes of a text: the value or the `Fault`."""
        read = read_phrase if len(text) <= LONG else read_phrase.__wrapped__
        return read(self.spelling, self.side, self.rules, rule, text)

    def value(self, rule: str, text: str) -> Any:
        """What the rule makes of a text, None where it is at fault; remembered."""
        memory = self._others.get(rule)
        if memory is None:
            memory = self._others[rule] = Remembered(lambda text: self.read(rule, text), self._limit)
        value = memory[text]
        return None if isinstance(value, Fault) else value

    def _word(self, text: str) -> Phrase:
        """Says what sort of phrase a word is, by its first sign or by the tables, and has the grammar read it."""
        first = text[0]
        if first == "+":
            return self._phrase("award", text)
        if first == "-":
            return self._phrase("against", text, "award")
        if first == "=":
            white, _, black = text[1:].partition(",")
            halves = (self.value("half", white), self.value("half", black))  # few distinct ones make up all the scores
            if None not in halves:
                return Phrase("score", Score(*halves))
            told = "A score is written `=4/0,8b/1`: points `/` holes of White, a comma, the same of Black."
            return self._phrase("score", text, told=("score", told))
        if first == "@":
            told = "Behind `@` stands the clock as `1:05` or `0:59:30`, or day and hour as `2026.11.21T22:40`."
            return self._phrase("stamp", text, told=("stamp", told))
        if text == "?":
            return Phrase("unknown", None)
        said = meaning(text)
        if said is not None and said in SAID:
            return Phrase(SAID[said], said)
        if meaning(text.rstrip("~!?")) in DECISIONS:
            return self._phrase(
                "decision", text, told=("word", f"`{text}` is not a decision as it can be written: `go`, `hold`, `go~`, `hold!`.")
            )
        if "/" in text or "~" in text or (self.spelling == "bn" and "-" in text):
            return self._phrase("play", text)
        return self._stray(text)

    def _phrase(self, sort: str, text: str, rule: str = "", told: tuple[str, str] = ("", "")) -> Phrase:
        value = self.read(rule or sort, text)
        if not isinstance(value, Fault):
            return Phrase(sort, value)
        if not value.message:
            kind, message = told
            value = Fault(kind, 0, text, message)
        if value.kind == "word" and not value.hint and rule != "decision":
            value = value._replace(message=f"`{text}` is not a word of the notation: {value.message}" if value.message else "")
        return Phrase(sort, None, value)

    def _stray(self, text: str) -> Phrase:
        """A word that shows no sort of its own: a place without a way, a second side or dice, or nothing."""
        if self.dice[text] is not None:
            return Phrase("dice", text)
        if text.upper() in self.sides:
            return Phrase("side", text)
        if fold(text) in self._places or meaning(text) in BESIDE.values():
            told = f"`{text}` is a place, and the man goes nowhere: a play is written `{text}/` and where he goes."
            if self._places.get(fold(text)) == OFF:
                example = "B5/off" if self.spelling == "bn" else "5/off"
                told = f"`{text}` is where a man goes, and none goes there: a play begins with the place he comes from, as `{example}`."
            hint = f"A mark has its sign before it: `+{text}`." if text.isdigit() and self.rules not in ROUTE_ONLY else ""
            return Phrase("play", None, Fault("play", 0, text, told, hint))
        return Phrase("word", None, Fault("word", 0, text, f"`{text}` is not a word of the notation.", self._hint(text)))

    def _hint(self, text: str) -> str:
        """What the writer of an unknown word may have meant."""
        if re.fullmatch(r"[0-9]+\.", text):
            return "One roll, one line: the next ply begins on a line of its own."
        if text.lower() in RESULTS:
            return "A result stands on a line of its own."
        if re.fullmatch("[0-9]+:[0-9:]+", text):
            return f"The clock has its sign before it: `@{text}`."
        parted = re.split("[-:>→]+", text)
        for pieces in (parted, *([text[:at], text[at:]] for at in range(1, len(text)))):
            if 1 < len(pieces) < 9 and len(text) < 40 and all(fold(piece) in self._places for piece in pieces):
                return f"A play is written with `/`: `{'/'.join(pieces)}`."
        known = near(text, (word for canonical, languages in WORDS.items() for column in ((canonical,), *languages) for word in column))
        if known is not None:
            return f"Did you mean `{known}`?"
        return "A remark stands behind `;` or between braces."
