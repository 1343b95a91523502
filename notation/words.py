"""The vocabulary: every word the notation knows, in every language it knows, and nothing about where a word may stand.

Tables only, and the two questions one asks of them: what does this word mean (`meaning`), and what did the scorer want to write (`near`).
A new language is one column here; a new jan, tag, flag or event is one row (docs/notation.md, sections 2, 4, 5 and 6).
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

BLANKS: Final = " \t\u00a0\u202f"
"""What separates words: spaces, tabs, no-break spaces."""

PLAIN: Final = str.maketrans({"’": "'", "′": "'", "–": "-", "−": "-", "×": "x"})
"""Signs of good typography and the plain ones they stand for. One for one, so columns stay."""

RULE_SETS: Final = ("trictrac", "ecrire", "combine", "triktrak", "brade", "trictrac-nl")
SPELLINGS: Final = ("guiton", "route", "bn")
ROUTE_ONLY: Final = frozenset({"brade", "trictrac-nl"})
"""Rule sets whose points are never written otherwise than along the route; they also know the bar."""

SIDES: Final = {"W": "W", "V": "W", "B": "B", "N": "B", "S": "B", "Z": "B"}
SIDES_BN: Final = {"B": "W", "N": "B"}
"""In a `bn` record B is *blanc* and N is *noir*, and no other letter is taken."""

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*", "end")

# ----------------------------------------------------------------------------------------------------------------- words of section 5

WORDS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]]] = {
    # the writer's word: (english, français, svenska, nederlands)
    "hold": ((), ("tient", "tiens", "tenir"), ("håller", "hålla"), ("houdt", "houden")),
    "go": ((), ("va", "vais", "aller", "s'en va"), ("går", "gå"), ("gaat", "gaan")),
    "mark": ((), ("marque", "marquer"), ("markerar",), ("markeert",)),
    "refait": (("do-over",), (), ("omtag",), ("overdoen",)),
    "concede": ((), ("cède", "céder"), ("ger",), ("geeft",)),
    "suspend": ((), ("suspendre",), ("vilar",), ("staakt",)),
    "honours": (("honors",), ("honneur", "honneurs"), (), ()),
    "ecrire": ((), ("écrire",), (), ()),
    "school": ((), ("école",), ("skola",), ()),
    "counter-school": ((), ("contre-école",), ("motskola",), ("tegenschool",)),
    "false": ((), ("fausse",), ("falsk",), ("vals",)),
    "raise": ((), ("augmente",), ("höjer",), ("verhoogt",)),
    "holes": ((), ("trou", "trous"), ("hål",), ("gaten",)),
    "banner": ((), ("pavillon", "étendard"), ("flagga",), ("vlag",)),
    "no-banner": ((), ("sans-pavillon",), ("utan-flagga",), ("zonder-vlag",)),
    "necktie": ((), ("cravate", "fraise"), ("halsduk",), ("das",)),
    "no-necktie": ((), ("sans-cravate",), ("utan-halsduk",), ("zonder-das",)),
    "early": ((), ("tôt",), ("förtid",), ("vroeg",)),
    "pass": ((), ("passe",), ("fåtar",), ("past",)),
    "off": ((), ("sort", "sorti"), ("ut",), ("uit",)),
    "bar": ((), ("barre",), ("ribba",), ()),
    "hand": ((), ("main",), (), ()),
}

DECISIONS: Final = frozenset({"hold", "go", "mark", "refait", "concede"})
GOING: Final = frozenset({"go", "mark", "refait", "concede"})
"""The decisions after which nothing is played and the same player rolls again."""
CLAIMS: Final = frozenset({"school", "counter-school", "false", "raise"})
MARKERS: Final = frozenset({"banner", "necktie", "no-banner", "no-necktie"})
SUSPENDED: Final = frozenset({"ecrire", "honours"})
NAGS: Final = ("!!", "!?", "?!", "??", "!", "?")

CODES: Final = (
    *("JTC", "JDT", "CDT", "JM", "CM", "PJC", "GJC", "JRC", "JRE", "PJ", "GJ", "JR", "PMC", "PM"),
    *("BV", "BC", "BF", "IM", "SO", "MF"),
)
"""Jan codes that may stand as items, no code before a longer one that it begins."""

# ------------------------------------------------------------------------------------------------------------------ tags of section 2

TEXT_TAGS: Final = ("Event", "Site", "Round", "Scorer", "Source", "Annotator", "Mode", "White", "Black")
TAG_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "Rules": RULE_SETS,
    "Points": SPELLINGS,
    "Marks": ("full", "none"),
    "Form": ("head-to-head", "chouette", "round-robin", "partners", "fill-pool", "drain-pool"),
    "Result": RESULTS,
    "Termination": ("normal", "resigned", "time", "adjourned", "abandoned"),
}
"""Tags whose value is one of a few words, the default first."""
TAGS: Final = (*TEXT_TAGS, *TAG_WORDS, "Date", "Variant", "Length", "Players", "Position", "Standing")

FLAGS: Final[dict[str, tuple[str, ...]]] = {
    "lead": ("coupe", "high", "one-die"),
    "bearoff": ("quick", "slow"),
    "two-men": (),
    "waste": ("none", "pips", "forced"),
    "meeting": (),
    "pile": (),
    "margot": (),
    "impotence": ("all", "grand"),
    "schedule": ("old", "bridge", "honours"),
    "honours-double": ("6", "5"),
    "rates": ("vienna", "paris"),
    "refait": ("unit", "double"),
    "rotation": ("fixed", "literal"),
    "consent": (),
    "entry": ("free", "double", "all-first"),
    # of the accounts of a form (docs/rules.md 5.6)
    "bridge": ("half", "double"),
    "queue-ahead": ("payments", "in-hand"),
    "queue-three": ("most", "winners"),
    "paris-queue": ("halves", "whole"),
    "fish-five": ("double-or-nothing", "up"),
    "concede": ("own-hole", "any-time"),
    "grand-arrears": ("own", "both"),
    "four-lead": ("stayer", "teams"),
    "suspend-last": ("withheld", "offered"),
    "suspend-behind": ("concede", "withheld", "freeze"),
    "pool-first": ("whole", "stakes"),
    "pool-open": ("games", "halves"),
    "pool-between": ("begins", "none"),
    "honours-open": ("void", "ahead"),
    "honours-fish": ("ten", "apart"),
    "last-ante": ("none", "paid"),
    "drain-equal": ("refait", "hold"),
    "drain-behind": ("concede", "hold"),
    "drain-order": ("waited", "drawn"),
    "drain-coin": ("exact", "whole"),
    "grand-lurch": (),
}
"""Flags of `Variant` and their values, the default first; none for a flag that is only on or off."""

# ---------------------------------------------------------------------------------------------------- events and positions, 6 and 7

EVENTS: Final = ("lead", "void", "position", "mark", "game", "won", "account", "lost", "adjourn", "resume", "note", "judge", "source")
FREE_EVENTS: Final = frozenset({"note", "judge", "source"})
"""Events whose argument is all the line, whatever stands there."""

OUTCOMES: Final = (
    *("simple", "petty", "grand", "pickup", "standing", "conceded"),
    *("single", "double", "treble", "quadruple", "lurch"),
    *("hemspel", "enkelt-kronspel", "dubbelt-kronspel", "trappspel", "uppspel", "jan", "sprängjan", "munk"),
    *("nabeurt", "resigned", "time"),
)
ACCOUNT_NUMBERS: Final = ("lost", "paris", "jetons", "fish", "stake", "antes")
ACCOUNT_PLAYERS: Final = ("from", "contract")

POSITION_KEYS: Final[dict[str, str]] = {
    "bredouille": "side",
    "banner": "side",
    "necktie": "side",
    "forced": "pickup|standing",
    "leader": "side",
    "rolls": "numbers",
    "first": "dice",
    "mark": "fraction",
    "refaits": "number",
    "honours": "pair",
    "treble": "side",
    "suspended": "ecrire|honours",
    "idle": "ecrire",
    "pool": "number",
    "contract": "side",
}
"""The optional keys of a position in their order, and what kind of value each takes."""


def fold(word: str) -> str:
    """The word in lower case and without its accents: how words are compared."""
    word = word.lower()
    if word.isascii():
        return word
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


@cache
def meanings() -> dict[str, str]:
    """From every word of section 5, folded, to the word the writer uses."""
    return {fold(word): canonical for canonical, languages in WORDS.items() for column in ((canonical,), *languages) for word in column}


def meaning(word: str) -> str | None:
    """The writer's word for a word in any language, None where it is no word of section 5."""
    return meanings().get(fold(word))


@cache
def tag_names() -> dict[str, str]:
    """From every tag name in lower case to its spelling."""
    return {name.lower(): name for name in TAGS}


@cache
def outcomes() -> dict[str, str]:
    """From every outcome of `@won`, folded, to its spelling."""
    return {fold(word): word for word in OUTCOMES}


def sides(spelling: str) -> dict[str, str]:
    """The letters a side may be written with in this spelling, and the side each means."""
    return SIDES_BN if spelling == "bn" else SIDES


def near(word: str, known: Iterable[str]) -> str | None:
    """The known word that differs from this one by a slip or two, None where none is close.

    A slip is a letter added, left out, changed, or two neighbours exchanged; words of up to four letters forgive one, longer ones two.
    """
    word = fold(word)
    if not 2 <= len(word) <= 40:
        return None
    allowed = 1 if len(word) <= 4 else 2
    best: tuple[int, str] | None = None
    for candidate in known:
        if abs(len(candidate) - len(word)) <= allowed:
            slips = _slips(word, fold(candidate))
            if slips <= allowed and (best is None or slips < best[0]):
                best = (slips, candidate)
    return None if best is None else best[1]


def _slips(one: str, other: str) -> int:
    """How many slips part two words (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, above, row = row, before, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
    return row[-1]
