"""One mark of trictrac à écrire: its holes, the one right to a lurch, how it may end, what it is worth (docs/rules.md 5.1, 5.2).

Holes are pairs by place at the board. Only one player can have a right to a lurch at a time: he whose holes all came uninterrupted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from replay.forms.rulings import Rulings

OBLIGATION: Final = 6
"""The obligatory hole (trou d'obligation): from here on a going ends the mark."""
GRAND: Final = 12
CONSOLATION: Final = 2


class Mark(NamedTuple):
    """A mark in play. `right` is the place of him whose lurch still stands, `pickup` whether it pays the with-pickup rate only.

    `fixed`: the rate was fixed by the opponent's failed lurch when he had six or more (B9.7, B10.6); then `pickup` is that lurch's.
    `missed`: he had fewer, and had picked up; told where a grand lurch goes by that as well (flag `grand-arrears`).
    """

    holes: tuple[int, int] = (0, 0)
    right: int | None = None
    pickup: bool = False
    fixed: bool = False
    missed: bool = False


class Worth(NamedTuple):
    """What a mark is worth in jetons: `for_holes` = rate × winner's holes − loser's, and the consolation with its do-overs."""

    kind: str
    pickup: bool | None
    rate: int
    for_holes: int
    consolation: int


def holed(mark: Mark, who: int, made: int, rulings: Rulings) -> Mark:
    """The mark after `who` has won `made` holes: any hole ends the other's right for good; the first ones open his own (5.1, 1-3)."""
    own, other = mark.holes[who], mark.holes[1 - who]
    holes = (other, own + made) if who else (own + made, other)
    if own == 0:
        if other >= OBLIGATION:
            return Mark(holes, who, mark.pickup, fixed=True)
        return Mark(holes, who, missed=mark.pickup and rulings.grand_arrears == "both")
    if mark.right == who:
        return mark._replace(holes=holes)
    return Mark(holes)


def lifted(mark: Mark, who: int) -> Mark:
    """The mark after `who` has picked up or suspended it: his lurch, if he has one, pays the lower rate from now on."""
    return mark._replace(pickup=True) if mark.right == who else mark


def option(mark: Mark, who: int) -> str:
    """What going means to `who`, who has just won a hole on his own roll: `go`, `mark`, `refait` or `concede` (5.1)."""
    own, other = mark.holes[who], mark.holes[1 - who]
    if own < OBLIGATION and other < OBLIGATION:
        return "go"
    if own == other:
        return "refait"
    return "mark" if own > other else "concede"


def behind(mark: Mark, who: int) -> bool:
    """Whether `who` has fewer holes than an opponent of six or more: then going concedes the mark."""
    return option(mark, who) == "concede"


def banner(mark: Mark) -> int | None:
    """Who has the banner: a right without pickup whose rate is not fixed (B11)."""
    return None if mark.pickup or mark.fixed else mark.right


def arrears(mark: Mark) -> bool:
    """Whether the right that stands is one in arrears: its peg wears the necktie."""
    return mark.right is not None and mark.holes[1 - mark.right] > 0


def consolation(rate: int, refaits: int, rulings: Rulings) -> int:
    """Jetons of consolation: two at the rate, once more for every do-over (or doubled by each, flag `refait`)."""
    units = 1 + refaits if rulings.refait == "unit" else 1 << refaits
    return CONSOLATION * rate * units


def lurch_rate(won: int, *, pickup: bool, rulings: Rulings) -> int:
    """The rate of a lurch of `won` holes (flag `rates`): petty 2 or 3, grand 4 or 5, the higher without pickup."""
    if rulings.rates == "progress":
        return 1 << won // OBLIGATION
    base = 4 if won >= GRAND else 2
    return base if pickup or rulings.rates == "paris" else base + 1


def worth(mark: Mark, winner: int, refaits: int, rulings: Rulings) -> Worth:
    """What the mark pays to the player at place `winner`."""
    won, lost = mark.holes[winner], mark.holes[1 - winner]
    if mark.right != winner or won < OBLIGATION:
        kind, pickup, rate = "simple", None, 1
    else:
        kind = "grand" if won >= GRAND else "petty"
        pickup = mark.pickup or (mark.missed and kind == "grand")
        rate = lurch_rate(won, pickup=pickup, rulings=rulings)
    return Worth(kind, pickup, rate, rate * won - lost, consolation(rate, refaits, rulings))
