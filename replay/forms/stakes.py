"""What is at stake where a record departs from the rules of its form: the amount by which somebody is better off (docs/findings.md).

Amounts are in `jetons`, `fish` (honours games), `stakes` (a match of holes) or `money` (pools), None where there is none to tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from replay.forms import mark as marks
from replay.forms.coins import decimal
from replay.forms.combine import Combine
from replay.forms.ecrire import Ecrire
from replay.forms.results import CureWon, DrainWon, HonoursWon, MarkWon, Result

if TYPE_CHECKING:
    from notation.record import Event as Line
    from replay.forms.form import Form
    from replay.forms.mark import Mark
    from replay.forms.rulings import Rulings


class Stake(NamedTuple):
    """An amount and its unit. Of a result, positive where the record gives the winner too much."""

    amount: int | float
    unit: str


RATES = {"simple": 0, "petty": 1, "grand": 2}
HONOURS = {"single": 1, "double": 2, "treble": 3, "quadruple": 4}


def of_decision(state: object, player: int, what: str) -> Stake | None:
    """What the mark in play is worth to him who is ahead, where a decision would end or annul it, or leave it unended."""
    book = _book(state)
    if book is None or player not in book.table.pair:
        return None
    holes, who = book.mark.holes, book.table.pair.index(player)
    if holes[0] == holes[1]:
        return None
    ahead = int(holes[1] > holes[0])
    if holes[ahead] < marks.OBLIGATION and not (what == "mark" and ahead == who):
        return None
    worth = marks.worth(book.mark, ahead, book.refaits, book.form.rulings)
    return Stake(worth.for_holes + worth.consolation, "jetons")


def of_marker(state: object, player: int, what: str) -> Stake | None:
    """What a banner or necktie makes of the mark, taken without right or forgotten: the higher rate against the lower.

    With the holes as they stand, or six where he has fewer.
    """
    book = _book(state)
    if book is None or player not in book.table.pair:
        return None
    who, rulings = book.table.pair.index(player), book.form.rulings
    won = max(book.mark.holes[who], marks.OBLIGATION)
    rates = sorted((_rate(book.mark, who, won, rulings, banner=False), _marked_rate(book.mark, who, won, rulings, what)))
    amount = (rates[1] - rates[0]) * won
    amount += marks.consolation(rates[1], book.refaits, rulings) - marks.consolation(rates[0], book.refaits, rulings)
    return Stake(amount, "jetons") if amount else None


def of_result(line: Line, result: Result, form: Form) -> Stake | None:
    """By how much `@won` gives the winner too much (negative: too little), by its worth, else by its class."""
    if isinstance(result, MarkWon):
        due = result.for_holes + result.consolation
        stated = line.worth if line.worth is not None else _class_worth(line, result, form.rulings)
        return Stake(stated - due, "jetons")
    if isinstance(result, HonoursWon):
        word = next((word for word in HONOURS if word in line.outcomes), result.kind)
        return Stake((line.worth or HONOURS[word]) - result.value, "fish")
    if isinstance(result, CureWon):
        values = dict(result.values)
        schedule = form.schedule or "old"
        claimed = {"old": 2.0 if "lurch" in line.outcomes else 1.0}.get(schedule, values[schedule])
        if schedule == "honours":
            claimed = max((HONOURS[word] for word in line.outcomes if word in HONOURS), default=values[schedule])
        return Stake((line.worth if line.worth is not None else claimed) - values[schedule], "stakes")
    if isinstance(result, DrainWon) and line.worth is not None:
        return Stake(decimal(line.worth - result.paid), "money")
    return None


def _book(state: object) -> Ecrire | None:
    return state.ecrire if isinstance(state, Combine) else state if isinstance(state, Ecrire) else None


def _rate(mark: Mark, who: int, won: int, rulings: Rulings, *, banner: bool) -> int:
    """The rate `who` has as the mark stands, or (`banner`) would have without pickup."""
    if mark.right != who:
        return 1
    pickup = (mark.pickup and not banner) or (mark.missed and won >= marks.GRAND)
    return marks.lurch_rate(won, pickup=pickup, rulings=rulings)


def _marked_rate(mark: Mark, who: int, won: int, rulings: Rulings, what: str) -> int:
    """The rate with the marker the word names taken, or, where it is a word of forgetting, given up."""
    if what.startswith("no-"):
        return marks.lurch_rate(won, pickup=True, rulings=rulings) if what == "no-banner" and mark.right == who else 1
    return marks.lurch_rate(won, pickup=what == "necktie", rulings=rulings)


def _class_worth(line: Line, result: MarkWon, rulings: Rulings) -> int:
    """What the mark would be worth if it were of the class that is claimed."""
    won, lost = result.holes
    rate = 1
    if {"petty", "grand"} & set(line.outcomes):
        pickup = "pickup" in line.outcomes or ("standing" not in line.outcomes and bool(result.pickup))
        rate = marks.lurch_rate(
            max(won, marks.GRAND) if "grand" in line.outcomes else min(won, marks.GRAND - 1), pickup=pickup, rulings=rulings
        )
    elif "simple" not in line.outcomes:
        rate = result.rate
    return rate * won - lost + marks.consolation(rate, result.refaits, rulings)
