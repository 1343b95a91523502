"""The 24 points and the three places beside the board, in the three spellings of a record (docs/notation.md, section 3).

Inside the program a place is a number on the *roller's* own route, 0 his talon … 11 his corner … 23 the other's talon, and `OFF`, `BAR`,
`HAND` beside them:

    guiton   T  1 … 10 11 | 11' 10' … 1' T'
    route    1  2 … 11 12 | 13  14 … 23 24
    bn       B1 …     B12 | N12 …      N1     for White; N and B change places for Black
    index    0  1 … 10 11 | 12  13 … 22 23

`parse_place` and `write_place` are inverse to each other. Whether a man can stand there is not asked.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from notation.diagnostics import NotationError
from notation.record import BAR, HAND, OFF
from notation.words import PLAIN, ROUTE_ONLY, WORDS, fold, near

if TYPE_CHECKING:
    from notation.record import Side

BESIDE = {OFF: "off", BAR: "bar", HAND: "hand"}


@cache
def point_names(spelling: str, side: Side) -> tuple[str, ...]:
    """The names of the 24 points along the route of `side`, from his talon on.

    The side matters in `bn` only; there `?` is taken as White's (who rolled is not known, but the names must mean something).
    """
    if spelling == "route":
        return tuple(str(point) for point in range(1, 25))
    if spelling == "bn":
        own, other = ("N", "B") if side == "B" else ("B", "N")
        return (*(f"{own}{point}" for point in range(1, 13)), *(f"{other}{point}" for point in range(12, 0, -1)))
    own_side = ("T", *(str(point) for point in range(1, 12)))
    return (*own_side, *(f"{name}'" for name in reversed(own_side)))


@cache
def places(spelling: str, side: Side, rules: str) -> dict[str, int]:
    """Every name a place may have in a record, folded, with its number.

    `off` is known everywhere, the bar in brade and trictrac-nl, the hand in trictrac-nl; all three in every language.
    """
    names = {fold(name): place for place, name in enumerate(point_names(spelling, side))}
    if spelling == "guiton":
        names |= {"0": 0, "0'": 23}
    beside = [OFF, *([BAR] if rules in ROUTE_ONLY else []), *([HAND] if rules == "trictrac-nl" else [])]
    for place in beside:
        canonical = BESIDE[place]
        names |= {fold(word): place for column in ((canonical,), *WORDS[canonical]) for word in column}
    return names


def parse_place(text: str, spelling: str, side: Side = "W", rules: str = "trictrac-nl") -> int:
    """The place of this name on the route of `side`.

    Raises `NotationError` (kind `place`) where the spelling (`guiton`, `route`, `bn`) has no such place, or the rule set none beside the
    board. Doesn't check that the side may have a man there.
    """
    place = places(spelling, side, rules).get(fold(text.translate(PLAIN)))
    if place is None:
        raise NotationError("place", 1, text, *no_place(text, spelling, side, rules))
    return place


def write_place(place: int, spelling: str, side: Side = "W") -> str:
    """The name of a place of the route of `side`: the inverse of `parse_place`.

    Raises `ValueError` where there is no such place.
    """
    if 0 <= place < OFF:
        return point_names(spelling, side)[place]
    name = BESIDE.get(place)
    if name is None:
        message = f"no place has the number {place}"
        raise ValueError(message)
    return name


NAMED: Final = {
    "hem": ("1", "Home"),
    "hemmet": ("1", "Home"),
    "huk": ("12", "The huk"),
    "huken": ("12", "The huk"),
    "ute": ("off", "A man borne off"),
    "buiten": ("off", "A man borne off"),
    "ribban": ("bar", "The bar"),
    "balk": ("bar", "The bar"),
}
"""What players of bräde and Dutch TricTrac call places, folded, how a record names them, and what to call them in a sentence."""


def no_place(text: str, spelling: str, side: Side, rules: str) -> tuple[str, str]:
    """Why a name is no place, and what to do about it: message and hint."""
    told = {
        "guiton": "T, 1 to 11 on the own side, 11' to 1' and T' on the other",
        "route": "1 to 24 along the player's own route",
        "bn": "B1 to B12 on White's side, N1 to N12 on Black's",
    }[spelling]
    message = f"`{text}` is not a place of this record, whose points are {told}."
    folded = fold(text)
    if folded.replace("o", "0") in places(spelling, side, rules):
        return message, "The letter O stands where the digit 0 is meant."
    if folded in places("route", side, "trictrac-nl") and not folded.isdigit():
        owner = "trictrac-nl" if places("route", side, "trictrac-nl")[folded] == HAND else "brade and trictrac-nl"
        return message, f"`{text}` is a place of {owner} only."
    for other in ("guiton", "route", "bn"):
        if other != spelling and folded in places(other, side, rules) and rules not in ROUTE_ONLY:
            return message, f'`{text}` is a place of the spelling `{other}`: does the record want [Points "{other}"]?'
    close = near(folded, (word for word in places(spelling, side, rules) if word.isalpha() and len(word) > 1))
    meant = _meant(folded) if rules in ROUTE_ONLY else ""
    return message, meant or (f"Did you mean `{close}`?" if close else "")


def _meant(folded: str) -> str:
    """What a scorer of bräde or Dutch TricTrac may have meant by a name that is no place."""
    if folded == "25":
        return "A man borne off goes to `off`."
    if folded in NAMED:
        return f"{NAMED[folded][1]} is written `{NAMED[folded][0]}`."
    if len(folded) > 1 and folded[-1] == "x" and folded[:-1].isdigit():
        return f"Where a man is hit a star stands: `{folded[:-1]}*`."
    return ""
