"""Tags: `[Name "value"]`, and the values each may have (docs/notation.md, section 2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from notation.comments import quote
from notation.diagnostics import NotationError
from notation.phrases import Fault
from notation.position import parse_setup
from notation.record import Tag
from notation.words import FLAGS, ROUTE_ONLY, TAG_WORDS, TAGS, near, tag_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.phrases import Phrases

COUNTED: Final = re.compile(r"[0-9]{1,9}")
STANDING: Final = re.compile(r"\s*\S.*?\s+[+\-–−]?\s?[0-9]{1,9}\s*")


def read_tag(line: str, start: int, number: int, phrases: Phrases) -> tuple[Tag, NotationError | None]:
    """Reads a tag whose `[` stands at the index `start`: the tag as far as it could be read, and its fault.

    A regular tag is only split; every other is read by the grammar. The value is not judged here: see `value_fault`.
    """
    name, quoted, rest = line[start + 1 :].partition(' "')
    value = rest[:-2]
    plain = quoted and rest[-2:] == '"]' and '"' not in value and "\\" not in value
    if plain and name.isascii() and name.replace("_", "").isalnum() and name[0].isalpha():
        return Tag(number, tag_names().get(name.lower(), name), value, column=start + len(name) + 4), None
    read = phrases.read("tag", line[start:])
    if not isinstance(read, Fault):
        name, (value, at) = read
        return Tag(number, tag_names().get(name.lower(), name), value, column=start + at + 1), None
    begun = phrases.read("tag_begun", line[start:])
    name = begun[0] if begun else ""
    value, at = begun[1] if len(begun) > 1 else ("", 0)
    name = tag_names().get(name.lower(), name)
    return Tag(number, name, value, line, start + at + 1, counts=len(begun) > 1), read.error(start + 1)


class Flag(NamedTuple):
    """A flag of `Variant`: its name, its value (True and False for one that is on or off, None where it is not known), and where it stands."""

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
        if not STANDING.fullmatch(part):
            message = f"`{part.strip()}` is not a name and a number"
            raise ValueError(message)
        name, number = re.split(r"\s+(?=[+\-–−]?\s?[0-9]+\s*$)", part.strip(), maxsplit=1)
        accounts.append((name, int(number.replace("–", "-").replace("−", "-").replace(" ", ""))))
    return tuple(accounts)


def value_fault(tag: Tag, spelling: str, rules: str, phrases: Phrases) -> NotationError | None:
    """What is wrong with a tag's value, the column counted within its line; None for a value its tag has."""
    name, value = tag.name, tag.value
    plain = value.strip().lower()
    told = ""
    hint = ""
    if name in TAG_WORDS:
        words = TAG_WORDS[name]
        if plain not in words:
            told = f"`{value}` is no value of `{name}`; the values are {', '.join(words)}."
            close = near(plain, words)
            hint = f"Did you mean `{close}`?" if close else ""
        elif name == "Points" and rules in ROUTE_ONLY and plain != "route":
            told = f"The points of {rules} are written along the route only."
            hint = '[Points "route"], or no such tag'
    elif name == "Date" and phrases.value("day", value.strip()) is None:
        told = f"`{value}` is not a date."
        hint = "YYYY.MM.DD, with `?` for each digit that is not known"
    elif name == "Length" and not COUNTED.fullmatch(plain):
        told = f"`{value}` is not a number (of holes, marks, or games)."
    elif name == "Players" and (len(players_of(value)) < 3 or not all(players_of(value))):
        told = "Here stand the names of three players or more, in order of play, parted by `;`."
        hint = '[Players "Alice; Bob; Charlie"]'
    elif name == "Standing" and not all(STANDING.fullmatch(part) for part in value.split(";")):
        told = "Here stands for each player his name and what he won, parted by `;`."
        hint = '[Standing "Alice 44; Bob -18; Charlie -26"]'
    elif name == "Position":
        try:
            parse_setup(value, spelling, rules)
        except NotationError as fault:
            return NotationError(fault.kind, tag.column + _written(value, fault.column - 1), fault.words, fault.message, fault.hint)
    if not told:
        return None
    lead = len(value) - len(value.lstrip())
    return NotationError("tag-value", tag.column + lead, value.strip(), told, hint)


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
    return at + sum(letter in '"\\' for letter in value[:at])


def write_tag(tag: Tag) -> str:
    """The tag's line: the inverse of `read_tag`; a line in error as it stands."""
    return tag.error if tag.error is not None else f"[{tag.name} {quote(tag.value)}]"


def near_tag(name: str) -> str | None:
    """The tag a scorer may have meant by an unknown name."""
    return near(name, TAGS)
