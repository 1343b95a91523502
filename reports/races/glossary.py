"""A game's own words and how its board lies, one file a game (`glossaries/*.toml`).

The file is the only place where a word of the game, the side of the board White begins on, or the way round stands; pages and boards
ask here.
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

    def across(self, place: int) -> int:
        """The point of the other side's route that a point of one side's is, 0 to 23."""
        return (place + 12) % 24 if self.same_way else 23 - place


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of a game: `terms` says in English what each means.

    What a throw did and how a game ended is named by its book (`replay.cousins`).
    """

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
    standing: Mapping[str, str]
    """Codes of what is counted by the most there was at once, with words for that; everything else is summed."""
    terms: Mapping[str, str]


def has_glossary(rules: str) -> bool:
    """Whether there are words for a rule set: then its games are shown as races."""
    return rules.replace("-", "").isalnum() and files("reports.races").joinpath("glossaries", f"{rules}.toml").is_file()


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
        throw=data["throw"],
        ground=Ground(**data["board"]),
        standing=data["standing"],
        terms=data["terms"],
    )
