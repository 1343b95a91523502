"""The authority file of players: one person, many spellings; applied when an archive is read, never to what is stored.

    [[player]]
    name = "Pierre de La Mésangère"
    aliases = ["La Mésangère", "M. de la Mesangere"]
    dates = "1761-1831"

A spelling is compared without regard to blanks and capitals. `dates` (both years, or one and a dash) tell apart people of one name: the
year of a game decides. A spelling that two people have at one time is a conflict: it is told, and stays as it was written.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from analysis.archive.address import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable

FIRST: Final = -9999
LAST: Final = 9999
NAMED: Final = ("white", "black", "player", "opponent")
"""The columns that name players."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the name he goes by here, his spellings, the years between which a game may be his."""

    name: str
    aliases: tuple[str, ...] = ()
    first: int = FIRST
    last: int = LAST

    def lived(self, year: int | None) -> bool:
        """Whether a game of this year may be his; of a game without a year anybody's."""
        return year is None or self.first <= year <= self.last


@dataclass(frozen=True, slots=True)
class Names:
    """The people of an authority file, and what is wrong with it."""

    people: tuple[Person, ...] = ()
    conflicts: tuple[str, ...] = ()
    """In words: spellings that two people have at one time."""
    by_spelling: dict[str, tuple[Person, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, people: Iterable[Person]) -> Names:
        """Names from people; their conflicts are found."""
        held = tuple(people)
        by_spelling: dict[str, list[Person]] = {}
        for person in held:
            for spelling in dict.fromkeys(folded(word) for word in (person.name, *person.aliases)):
                by_spelling.setdefault(spelling, []).append(person)
        conflicts = []
        for shared in by_spelling.values():
            for at, one in enumerate(shared):
                for other in shared[at + 1 :]:
                    if one.first <= other.last and other.first <= one.last:
                        spelling = next(w for w in (one.name, *one.aliases) if folded(w) in _spellings(other))
                        told = f"`{spelling}` is a spelling of both {_dated(one)} and {_dated(other)}; it stays as it is written"
                        conflicts.append(f"{told}. Give them `dates` that do not meet, or take it from one of them.")
        return cls(held, tuple(conflicts), {spelling: tuple(shared) for spelling, shared in by_spelling.items()})

    @classmethod
    def read(cls, path: str | Path) -> Names:
        """Names from a file. Raises StoreError, which says what is wrong and where."""
        try:
            told = tomllib.loads(Path(path).read_text("utf-8"))
        except OSError as fault:
            raise StoreError(f"{path}: {fault.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise StoreError(f"{path}: this is not TOML: {fault}") from None
        unknown = set(told) - {"player"}
        if unknown or not isinstance(told.get("player", []), list):
            raise StoreError(
                f"{path}: `{', '.join(sorted(unknown)) or 'player'}` is not expected; write a table [[player]] for each player"
            )
        return cls.of(_person(row, number, path) for number, row in enumerate(told.get("player", []), 1))

    def person(self, written: str | None, year: int | None) -> str | None:
        """The name that a spelling in a game of this year stands for; itself where nobody or more than one may be meant."""
        if written is None:
            return None
        meant = {one.name for one in self.by_spelling.get(folded(written), ()) if one.lived(year)}
        return meant.pop() if len(meant) == 1 else written

    def ambiguous(self, written: Iterable[tuple[str | None, int | None]]) -> list[tuple[str, int | None]]:
        """The spellings (with the years of their games) that may mean more than one person."""
        return [
            (name, year)
            for name, year in written
            if name is not None and len({one.name for one in self.by_spelling.get(folded(name), ()) if one.lived(year)}) > 1
        ]

    def apply(self, frame: pl.LazyFrame, written: Iterable[tuple[str | None, int | None]]) -> pl.LazyFrame:
        """A table with the names of people in its columns of players, and beside each `…_written`, what the record has.

        `written` are all spellings there are, with the years of their games.
        """
        always, dated = self._replacements(written)
        columns = [name for name in NAMED if name in frame.collect_schema()]
        told = []
        for name in columns:
            person = pl.col(name).replace(always) if always else pl.col(name)
            for (spelling, year), meant in dated.items():
                here = (pl.col(name) == spelling) & (pl.col("year").is_null() if year is None else pl.col("year") == year)
                person = pl.when(here).then(pl.lit(meant)).otherwise(person)
            told += [person.alias(name), pl.col(name).alias(f"{name}_written")]
        return frame.with_columns(told)

    def _replacements(self, written: Iterable[tuple[str | None, int | None]]) -> tuple[dict[str, str], dict[tuple[str, int | None], str]]:
        """Spellings that always stand for one name, and those for which the year decides."""
        meant: dict[str, dict[int | None, str]] = {}
        for name, year in written:
            if name is not None and folded(name) in self.by_spelling:
                meant.setdefault(name, {})[year] = self.person(name, year) or name
        always: dict[str, str] = {}
        dated: dict[tuple[str, int | None], str] = {}
        for name, years in meant.items():
            if len(set(years.values())) == 1:
                (always[name],) = set(years.values())
            else:
                dated |= {(name, year): person for year, person in years.items() if person != name}
        return always, dated


def folded(name: str) -> str:
    """A spelling without what does not tell people apart: capitals, blanks, the two ways of writing an accent."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def _spellings(person: Person) -> set[str]:
    return {folded(word) for word in (person.name, *person.aliases)}


def _dated(person: Person) -> str:
    if (person.first, person.last) == (FIRST, LAST):
        return person.name
    first = "" if person.first == FIRST else str(person.first)
    return f"{person.name} ({first}–{'' if person.last == LAST else person.last})"


def _person(row: Any, number: int, path: str | Path) -> Person:
    where = f"{path}: player {number}"
    if not isinstance(row, dict) or not isinstance(row.get("name"), str) or not row["name"].strip():
        raise StoreError(f'{where} has no name; write name = "…"')
    where += f" ({row['name']})"
    unknown = set(row) - {"name", "aliases", "dates"}
    if unknown:
        raise StoreError(f"{where}: `{'`, `'.join(sorted(unknown))}` is not expected; there are name, aliases, dates")
    aliases = row.get("aliases", [])
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        raise StoreError(f'{where}: aliases are a list of spellings, as ["La Mésangère"]')
    first, last = _years(row.get("dates", ""), where)
    return Person(row["name"], tuple(aliases), first, last)


def _years(told: Any, where: str) -> tuple[int, int]:
    """The two years of `1761-1831`, `1761-`, `-1831`."""
    if told == "":
        return FIRST, LAST
    found = re.fullmatch(r"\s*(\d{3,4})?\s*[-–]\s*(\d{3,4})?\s*", told) if isinstance(told, str) else None
    if found is None or not any(found.groups()):
        raise StoreError(f'{where}: dates are two years, as "1761-1831", or one and a dash')
    first, last = int(found[1] or FIRST), int(found[2] or LAST)
    if first > last:
        raise StoreError(f"{where}: dates run backwards: {told}")
    return first, last
