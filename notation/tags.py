"""Tags: `[Name "value"]`, and the values each may have (docs/notation.md, section 2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from notation.comments import quote
from notation.dates import is_date
from notation.diagnostics import NotationError
from notation.phrases import Fault, split_words
from notation.position import read_setup
from notation.record import Tag
from notation.words import BLANKS, FLAGS, PLAIN, ROUTE_ONLY, TAG_WORDS, TAGS, near, tag_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from notation.phrases import Phrases
    from notation.record import Side

COUNTED: Final = re.compile(r"[0-9]{1,9}")
CHECKED: Final = frozenset({*TAG_WORDS, "Date", "Length", "Players", "Position", "Standing", "Variant"})
"""Tags that do not take any text as their value."""
SIGNED: Final = re.compile(r"[+\-–−]?[0-9]{1,9}")
SIGNS: Final = ("+", "-", "–", "−")
PLAIN_BLANKS: Final = str.maketrans(dict.fromkeys(BLANKS, " "))


def read_tag(line: str, start: int, number: int, phrases: Phrases) -> tuple[Tag, NotationError | None]:
    """Reads a tag whose `[` stands at the index `start`: the tag as far as it could be read, and its fault.

    The value is not judged here: see `value_fault`.
    """
    read = phrases.read("tag", line[start:])
    if not isinstance(read, Fault):
        name, (value, at) = read
        return Tag(number, tag_names().get(name.lower(), name), value, column=start + at + 1), None
    parts = phrases.read("tag_begun", line[start:])
    name = parts[0] if parts else ""
    value, at = parts[1] if len(parts) > 1 else ("", 0)
    name = tag_names().get(name.lower(), name)
    return Tag(number, name, value, line, start + at + 1, counts=len(parts) > 1), read.error(start + 1)


class Flag(NamedTuple):
    """A flag of `Variant`: its name, its value, and where it stands.

    The value is True or False for a flag that is on or off, None where the flag is not known.
    """

    name: str
    value: str | bool | None
    at: int
    text: str

    @property
    def known(self) -> bool:
        """Whether the notation has such a flag with such a value."""
        return self.value is not None


def variant_flags(value: str) -> Iterator[Flag]:
    """The flags of a `Variant` tag in the order written, those that are not known among them. `at` counts characters from 0."""
    at = 0
    for part in value.split(","):
        text = part.strip()
        begin = at + len(part) - len(part.lstrip())
        at += len(part) + 1
        if not text:
            continue
        name, equals, given = (piece.strip() for piece in text.lower().partition("="))
        off = name.startswith("no-") and name[3:] in FLAGS
        flag = name[3:] if off else name
        choices = FLAGS.get(flag)
        if choices == () and not equals:
            yield Flag(flag, not off, begin, text)
        elif choices and equals and not off and given in choices:
            yield Flag(flag, given, begin, text)
        else:
            yield Flag(name, None, begin, text)


def players_of(value: str) -> tuple[str, ...]:
    """The names of a `Players` tag, in order of play."""
    return tuple(name.strip() for name in value.split(";"))


def standing_of(value: str) -> tuple[tuple[str, int], ...]:
    """The accounts of a `Standing` tag: each name and what it won. Raises `ValueError` where it is not written so."""
    accounts = []
    for part in value.split(";"):
        account = _account(part)
        if account is None:
            message = f"`{part.strip()}` is not a name and a number"
            raise ValueError(message)
        accounts.append(account)
    return tuple(accounts)


def _account(part: str) -> tuple[str, int] | None:
    """A name and what it won, as `Bob -18` (a blank may stand behind the sign); None where it is not that."""
    name, _, number = part.strip().translate(PLAIN_BLANKS).rpartition(" ")
    if not SIGNED.fullmatch(number) or not name.strip():
        return None
    front, _, sign = name.rstrip().rpartition(" ")
    if sign in SIGNS and number.isdigit():
        name, number = front, sign + number
    name = name.strip()
    return (name, int(number.replace("–", "-").replace("−", "-"))) if name else None


def value_fault(tag: Tag, rules: str, readers: Mapping[Side, Phrases]) -> NotationError | None:
    """What is wrong with a tag's value in a record of the rule set `rules`, by its column in the line; None for a value its tag has.

    `readers` are the phrases of the record as each side reads them: a position is written in them.
    """
    name, value = tag.name, tag.value
    if name == "Position":
        try:
            read_setup(split_words(value.translate(PLAIN)), 0, readers)
        except NotationError as fault:
            return NotationError(fault.kind, tag.column + _written(value, fault.column - 1), fault.words, fault.message, fault.hint)
        return None
    told, hint = "", ""
    if name in TAG_WORDS:
        told, hint = _wrong_word(name, value, rules)
    elif name == "Date":
        if not is_date(value.strip()):
            told, hint = f"`{value}` is not a date.", "YYYY.MM.DD, with `?` for each digit that is not known"
    elif name == "Length":
        if not COUNTED.fullmatch(value.strip()):
            told = f"`{value}` is not a number (of holes, marks, or games)."
    elif name == "Players":
        if len(players_of(value)) < 3 or not all(players_of(value)):
            told = "Here stand the names of three players or more, in order of play, parted by `;`."
            hint = '[Players "Alice; Bob; Charlie"]'
    elif name == "Standing" and None in map(_account, value.split(";")):
        told = "Here stands for each player his name and what he won, parted by `;`."
        hint = '[Standing "Alice 44; Bob -18; Charlie -26"]'
    if not told:
        return None
    lead = len(value) - len(value.lstrip())
    return NotationError("tag-value", tag.column + lead, value.strip(), told, hint)


def _wrong_word(name: str, value: str, rules: str) -> tuple[str, str]:
    """Message and hint for a value that is none of the few words of its tag; both empty where it is."""
    words = TAG_WORDS[name]
    plain = value.strip().lower()
    if plain not in words:
        close = near(plain, words)
        return f"`{value}` is no value of `{name}`; the values are {', '.join(words)}.", f"Did you mean `{close}`?" if close else ""
    if name == "Points" and rules in ROUTE_ONLY and plain != "route":
        return f"The points of {rules} are written along the route only.", '[Points "route"], or no such tag'
    return "", ""


def flag_faults(tag: Tag) -> Iterator[NotationError]:
    """The flags of a `Variant` tag that are not known: warnings, since they are kept."""
    for flag in variant_flags(tag.value):
        if not flag.known:
            name = flag.name.removeprefix("no-")
            close = name if name in FLAGS else near(name, FLAGS)
            hint = ""
            if close:
                choices = FLAGS[close]
                hint = f"`{close}={'|'.join(choices)}`" if choices else f"`{close}` or `no-{close}`"
            told = f"The flag `{flag.text}` is not known; it is kept, and changes nothing."
            yield NotationError("variant-unknown", tag.column + _written(tag.value, flag.at), flag.text, told, hint)


def _written(value: str, at: int) -> int:
    """How far into the tag's text the letter `at` of its value stands: backslashes counted."""
    return at + value.count('"', 0, at) + value.count("\\", 0, at)


def write_tag(tag: Tag) -> str:
    """The tag's line: the inverse of `read_tag`; a line in error as it stands."""
    return tag.error if tag.error is not None else f"[{tag.name} {quote(tag.value)}]"


def near_tag(name: str) -> str | None:
    """The tag a scorer may have meant by an unknown name."""
    return near(name, TAGS)
