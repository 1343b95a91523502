"""Typing slips: a line of a record spoilt so that the reader must refuse it, and the kind of its diagnostic (docs/notation.md, 8)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random


class Slip(NamedTuple):
    """One line that cannot be read: the game, its line in the game's text (from 1), the kind of the diagnostic."""

    game: int
    line: int
    kind: str


def slipped(rng: Random, line: str, spelling: str) -> tuple[str, str]:
    """Spoil the line of a roll in one of the ways of `SLIPS`; returns the kind of the diagnostic and the line."""
    kinds = list(SLIPS)
    while True:
        kind = kinds[int(rng.random() * len(kinds))]
        spoilt = SLIPS[kind](rng, line, spelling)
        if spoilt != line:
            return kind, spoilt


def _wrong_place(rng: Random, line: str, spelling: str) -> str:
    """A man put where no point is."""
    nowhere = rng.choice(("25", "30", "T")) if spelling == "route" else rng.choice(("12", "13", "14'"))
    landings = list(re.finditer(r"(?<=/)[^ /(,]+(?=[ (]|$)", _plays(line)))
    if not landings:
        return line
    there = rng.choice(landings)
    return line[: there.start()] + nowhere + line[there.end() :]


def _half_a_play(rng: Random, line: str, spelling: str) -> str:
    """A man taken up and put nowhere."""
    del rng, spelling
    return re.sub(r"^(\d+\. [WB] \d-\d(?: \+\d+)?(?: hold)? [\w']+/)[^ ]+", r"\1", line)


def _plays(line: str) -> str:
    """The line as far as its plays go: what follows is marks, claims and the score."""
    return line.split(" =", maxsplit=1)[0]


def _wrong_die(rng: Random, line: str, spelling: str) -> str:
    """A die with a face that no die has."""
    del spelling
    return re.sub(r" ([1-6])-[1-6]", lambda dice: f" {dice[1]}-{rng.choice('0789')}", line, count=1)


def _unknown_word(rng: Random, line: str, spelling: str) -> str:
    """A word that is none."""
    del spelling
    if " hold " in line:
        return line.replace(" hold ", rng.choice((" hodl ", " holdd ")))
    return line + rng.choice((" hodl", " oops", " scoohl 4"))


def _open_brace(rng: Random, line: str, spelling: str) -> str:
    """A remark that is never closed."""
    del spelling
    return line + rng.choice((" {well played", " {", " {he thinks for long; then"))


def _no_amount(rng: Random, line: str, spelling: str) -> str:
    """A mark without its number."""
    del rng, spelling
    return re.sub(r" ([+-])\d+(?= |$)", r" \1", line, count=1)


def _no_dot(rng: Random, line: str, spelling: str) -> str:
    """A number without its dot."""
    del rng, spelling
    return line.replace(".", "", 1)


def _broken_score(rng: Random, line: str, spelling: str) -> str:
    """A score that breaks off, or with a sign that is not of it."""
    del spelling
    return re.sub(r" =(\S+)$", lambda score: " =" + rng.choice((score[1].split(",")[0], score[1].replace("/", ":"))), line)


SLIPS: Final[dict[str, Callable[[Random, str, str], str]]] = {
    "place": _wrong_place,
    "play": _half_a_play,
    "dice": _wrong_die,
    "word": _unknown_word,
    "comment": _open_brace,
    "amount": _no_amount,
    "number": _no_dot,
    "score": _broken_score,
}
"""The kinds of diagnostic a slip earns, and how the line is spoilt; a line without the thing in question is given back as it is."""
