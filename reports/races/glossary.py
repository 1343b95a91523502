"""A game's own words and how its board lies, one file a game (`glossaries/*.toml`).

The file is the only place where a word of the game, the side of the board White begins on, or the way round stands; pages and boards ask here.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Ground:
    """How a board lies. `first` is where on the far side White's first point lies, `right` or `left`; `same_way` both sides go round alike.

    Names are empty where the game has none: of a quarter, of the first and of the twelfth point, of men borne off, in the hand, on the bar.
    """

    first: str
    same_way: bool
    quarter: str
    off: str
    bar: str
    way: str
    """How both sides go, in a sentence or two."""
    home: str = ""
    corner: str = ""
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of a game. `counts` gives what is counted in one and in many; `terms` says in English what each of its words means."""

    rules: str
    title: str
    language: str
    section: str
    """Of docs/rules.md."""
    intro: str
    unit: str
    throw: str
    """What a throw is called."""
    ground: Ground
    endings: Mapping[str, str]
    counts: Mapping[str, tuple[str, str]]
    terms: Mapping[str, str]

    def ending(self, kind: str) -> str:
        """What an ending is called; the code itself where the file has no word for it."""
        return self.endings.get(kind, kind.replace("_", " "))

    def counted(self, code: str, number: int) -> str:
        """A number of what is counted, in the game's words; empty where the file has none for it."""
        found = self.counts.get(code)
        return f"{number} {found[number != 1]}" if found else ""


@cache
def glossary(rules: str) -> Glossary:
    """The glossary of a rule set. Raises FileNotFoundError where there is none."""
    data = tomllib.loads(files("reports.races").joinpath("glossaries", f"{rules}.toml").read_text("utf-8"))
    return Glossary(
        rules=rules,
        title=data["title"],
        language=data["language"],
        section=data["section"],
        intro=data["intro"],
        unit=data["unit"],
        throw=data["dice"]["throw"],
        ground=Ground(**data["board"]),
        endings=data["endings"],
        counts={code: (one, many) for code, (one, many) in data["counts"].items()},
        terms=data["terms"],
    )
