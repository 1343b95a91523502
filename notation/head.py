"""The head of a game: its tags, which stand in any order and are judged when they are complete (docs/notation.md, section 2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from notation.diagnostics import NotationError
from notation.record import Comment, Lost, Tag
from notation.tags import CHECKED, flag_faults, near_tag, read_tag, value_fault, write_tag
from notation.words import BLANKS, RESULTS, ROUTE_ONLY, RULE_SETS, SPELLINGS, TAGS, tag_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from notation.phrases import Phrases
    from notation.record import Side

REGULAR: Final = re.compile(rf'\[({"|".join(TAGS)}) "([^"\\]{{0,1000}})"\]')
"""How a tag is regularly written."""
_new: Final[Callable[..., Any]] = tuple.__new__
NAME: Final = re.compile(rf"[{BLANKS}]*\[[{BLANKS}]*(\w+)")
PLAYERS: Final = ("White", "Black")


class TagFault(NamedTuple):
    """A fault of a tag, with its line."""

    line: int
    text: str
    error: NotationError


class Head:
    """The tags of one game, with the comments and the lines that are nothing before and among them."""

    def __init__(self) -> None:
        self.entries: list[Tag | Comment | Lost] = []
        self._faults: dict[int, NotationError] = {}
        self._texts: dict[int, str] = {}
        self._values: dict[str, str] = {}
        self._broken: set[str] = set()

    def take_regular(self, lines: Sequence[str | None], at: int, line: int) -> int:
        """Takes as many lines from `at` on as are tags in their regular form, each name for the first time; gives how many.

        `line` is the number of the line at `at`. Such a line is only split; what it says is the same the grammar would find.
        """
        values, entries, regular = self._values, self.entries, REGULAR.fullmatch
        taken = 0
        for text in lines[at : at + len(TAGS)]:
            found = regular(text) if text is not None else None
            if found is None:
                break
            name, value = found.groups()
            if name in values:
                break
            values[name] = value
            entries.append(_new(Tag, (line + taken, name, value, None, len(name) + 4, True)))
            taken += 1
        return taken

    def take(self, text: str, start: int, line: int, phrases: Phrases) -> None:
        """Takes any line that begins with `[` at the index `start`."""
        tag, error = read_tag(text.rstrip(BLANKS), start, line, phrases)
        name = tag.name if tag.name in TAGS else tag.name.lower()
        if tag.counts and name in self._values:
            column = len(text) - len(text[start + 1 :].lstrip(BLANKS)) + 1
            error = NotationError("tag-twice", column, tag.name, f"The tag `{tag.name}` stands twice; the first of them counts.")
            tag = tag._replace(counts=False)
        elif tag.counts:
            self._values[name] = tag.value
        else:
            self._broken.add(name)
        self._texts[len(self.entries)] = text
        if error is not None:
            tag = tag._replace(error=text)
            self._faults[len(self.entries)] = error
        self.entries.append(tag)

    def names(self, text: str) -> bool:
        """Whether a line that begins with `[` names a tag that is there already."""
        found = NAME.match(text)
        name = found[1] if found else ""
        return tag_names().get(name.lower(), name.lower()) in self._values

    def dialect(self) -> tuple[str, str]:
        """The spelling of the points and the rule set, as the tags say; the defaults where they say nothing of the kind."""
        rules = self._values.get("Rules", "").strip().lower()
        spelling = self._values.get("Points", "").strip().lower()
        rules = rules if rules in RULE_SETS else RULE_SETS[0]
        if spelling not in SPELLINGS or rules in ROUTE_ONLY:
            spelling = "route" if rules in ROUTE_ONLY or rules == "triktrak" else "guiton"
        return spelling, rules

    def judge(self, rules: str, readers: Mapping[Side, Phrases]) -> Iterable[TagFault]:
        """Reads the values of all tags; tells what is wrong with them and with the tags: of each the leftmost error, and warnings.

        A tag with a wrong value does not count and is kept as it stands.
        """
        for at, tag in enumerate(self.entries):
            if not isinstance(tag, Tag) or (tag.name not in CHECKED and at not in self._faults):
                continue
            error = self._faults.get(at)
            wrong = value_fault(tag, rules, readers) if tag.counts and tag.name in CHECKED else None
            if wrong is not None:
                error = wrong  # it stands further left than what is wrong behind the value
            if error is None and tag.name != "Variant":
                continue
            text = self._texts.get(at, "") or write_tag(tag)
            if wrong is not None:
                self.entries[at] = tag._replace(error=text, counts=False)
            if error is not None:
                yield TagFault(tag.line, text, error)
            if tag.name == "Variant" and tag.counts:
                yield from (TagFault(tag.line, text, flag) for flag in flag_faults(tag))

    def missing(self) -> Iterable[NotationError]:
        """The players that are not named, not even by a tag that is broken."""
        for name in PLAYERS:
            if name not in self._values and name not in self._broken:
                meant = next((tag.name for tag in self.entries if isinstance(tag, Tag) and near_tag(tag.name) == name), None)
                hint = f"Is `{meant}` meant for `{name}`?" if meant else f'[{name} "?"] where the name is not known.'
                yield NotationError("tag-missing", 1, "", f"The game has no tag `{name}`: who played {name} must be said.", hint)

    def result(self) -> str | None:
        """The result that the tag tells, None where there is no such tag, or it tells none."""
        stated = self._values.get("Result", "").strip().lower()
        return stated if stated in RESULTS else None
