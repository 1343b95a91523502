"""What bräde and Dutch TricTrac call the things that happen on a throw (docs/rules.md, sections 6 and 7).

One table a game: code of a jan to its words and its section. A code in the table is one that `Book.jans` can give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Term(NamedTuple):
    """Words for one, words for several, the section of docs/rules.md, and whether it is an ending of the game."""

    words: str
    several: str
    rule: str
    ending: bool = False


BRADE: Final[Mapping[str, Term]] = {
    "hemspel": Term("hemspel", "hemspel", "6.6", ending=True),
    "enkelt_kronspel": Term("enkelt kronspel", "enkelt kronspel", "6.6", ending=True),
    "dubbelt_kronspel": Term("dubbelt kronspel", "dubbelt kronspel", "6.6", ending=True),
    "trappspel": Term("trappspel", "trappspel", "6.6", ending=True),
    "uppspel": Term("uppspel", "uppspel", "6.6", ending=True),
    "jan": Term("jan", "jan", "6.6", ending=True),
    "sprangjan": Term("sprängjan", "sprängjan", "6.6", ending=True),
    "munk": Term("munk", "munk", "6.6"),
    "hit": Term("man hit", "men hit", "6.2"),
    "burst": Term("band burst", "bands burst", "6.4"),
    "fatade": Term("step lost (fåtad)", "steps lost (fåtade)", "6.3"),
    "bar": Term("man on the bar", "men on the bar", "6.2"),
    "janblotta": Term("janblotta", "janblottor", "6.6"),
}
DUTCH: Final[Mapping[str, Term]] = {
    "win": Term("all men off", "all men off", "N-12", ending=True),
    "nabeurt_won": Term("won in the nabeurt", "won in the nabeurt", "N-13", ending=True),
    "nabeurt": Term("nabeurt", "nabeurt", "N-13", ending=True),
    "loss": Term("nabeurt lost", "nabeurt lost", "N-13", ending=True),
    "again": Term("throws again", "throws again", "N-3"),
    "hit": Term("man hit", "men hit", "N-4"),
    "lost": Term("step not played", "steps not played", "N-1"),
    "bar": Term("man on the bar", "men on the bar", "N-5"),
}
