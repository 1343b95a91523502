"""Trictrac à écrire as a state machine: marks, do-overs, concessions, and who plays the next one (docs/rules.md 5.1, 5.2, 5.5).

Combiné plays its marks with the same functions (`replay.forms.combine`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from replay.forms import mark as marks
from replay.forms import table as tables
from replay.forms.events import Award, Bearoff, Decision, Play
from replay.forms.mark import Mark
from replay.forms.results import Annulled, MarkWon, MatchOver, Payment, Result
from replay.forms.seats import Seats, first_seats, next_seats
from replay.forms.table import Must, Table

if TYPE_CHECKING:
    from replay.forms.form import Form

NEW = Mark()


class Ecrire(NamedTuple):
    """A match of marks as it stands. `lost` and `jetons` (net, from the marks alone) run over sides; `history` is what has ended so far.

    `brought` are the net jetons of marks that only an account tells, before those of the history (docs/rules.md 5.7).
    """

    form: Form
    table: Table
    seats: Seats
    number: int
    mark: Mark
    refaits: int
    lost: tuple[int, ...]
    jetons: tuple[int, ...]
    history: tuple[MarkWon | Annulled, ...] = ()
    brought: tuple[int, ...] = ()


class Step(NamedTuple):
    """What an event has done: the state after it, the holes made, what it ended, and who leads next where it ended a holding.

    `lead` is a player, `"draw"` where it is drawn anew (pools), None where the holding goes on or the match is over.
    """

    state: Any
    made: int = 0
    results: tuple[Result, ...] = ()
    lead: int | str | None = None


def start(form: Form) -> Ecrire:
    """The match before its first roll."""
    seats = first_seats(form)
    nothing = (0,) * form.sides
    return Ecrire(form, Table(seats.pair, seats.leader), seats, 1, NEW, 0, nothing, nothing)


def step(state: Ecrire, event: Play) -> Step:
    """The match after an event. Raises `Wrong` for one the rules do not allow."""
    if isinstance(event, Award):
        table, who, made = tables.scored(state.table, event)
        if not made:
            return Step(state._replace(table=table))
        mark = marks.holed(state.mark, who, made, state.form.rulings)
        if event.own_roll:
            table = table._replace(must=Must(event.player, ("hold", marks.option(mark, who))))
        return Step(state._replace(table=table, mark=mark), made)
    if isinstance(event, Bearoff):
        return Step(state._replace(table=tables.borne_off(state.table, event)), lead=event.player)
    if gives_up(state, event):
        paid, won = pay(state, 1 - state.table.pair.index(event.player), conceded=True)
        return next_mark(paid, (won,))
    who = tables.decided(state.table, event)
    if event.what == "hold":
        return Step(state._replace(table=tables.held(state.table)))
    if event.what == "go":
        table = tables.gone(state.table, event.player)
        return Step(state._replace(table=table, mark=marks.lifted(state.mark, who)), lead=event.player)
    if event.what == "refait":
        annulled, result = annul(state)
        return again(annulled, (result,))
    paid, won = pay(state, who if event.what == "mark" else 1 - who, conceded=event.what == "concede")
    return next_mark(paid, (won,))


def gives_up(state: Ecrire, event: Decision) -> bool:
    """Whether a player concedes the mark without a hole to go after: where that is agreed, behind an opponent of six or more (B8).

    Nobody else may have a decision to take; with one of his own he concedes like anybody.
    """
    table, may = state.table, state.form.rulings.concede == "any-time"
    if not may or event.what != "concede" or event.player not in table.pair or table.must is not None:
        return False
    return marks.behind(state.mark, table.pair.index(event.player))


def side_at(state: Ecrire, who: int) -> int:
    """The side of the player at a place of the board."""
    return state.seats.pair[who] if state.form.seating == "round_robin" else who


def advises_against(state: Ecrire) -> int | None:
    """Whom the idle player of three may advise against: the one at the board who has lost fewer marks, None where they are equal (E2.6)."""
    if state.form.seating != "round_robin" or state.table.over:
        return None
    one, other = state.seats.pair
    if state.lost[one] == state.lost[other]:
        return None
    return one if state.lost[one] < state.lost[other] else other


def pay(state: Ecrire, winner: int, *, conceded: bool) -> tuple[Ecrire, MarkWon]:
    """The player at place `winner` marks the other: the jetons change hands, the mark is cleared, its number stays.

    In the round robin the idle player has the consolation too (5.5 E2).
    """
    mark, form = state.mark, state.form
    worth = marks.worth(mark, winner, state.refaits, form.rulings)
    payer, payee = side_at(state, 1 - winner), side_at(state, winner)
    payments = [Payment(payer, payee, worth.for_holes + worth.consolation)]
    if form.seating == "round_robin":
        idle = next(player for player in range(form.players) if player not in state.seats.pair)
        payments.append(Payment(payer, idle, worth.consolation))
    lost, jetons = list(state.lost), list(state.jetons)
    lost[payer] += 1
    for payment in payments:
        jetons[payment.payer] -= payment.jetons
        jetons[payment.payee] += payment.jetons
    holes = (mark.holes[winner], mark.holes[1 - winner])
    won, marked = state.seats.pair[winner], state.seats.pair[1 - winner]
    result = MarkWon(state.number, won, marked, conceded, state.refaits, *worth[:3], holes, *worth[3:], tuple(payments))
    history = (*state.history, result)
    return state._replace(mark=NEW, refaits=0, lost=tuple(lost), jetons=tuple(jetons), history=history), result


def annul(state: Ecrire) -> tuple[Ecrire, Annulled]:
    """A do-over: all holes of the mark cancelled, one more consolation on it (5.1, B7)."""
    result = Annulled(state.mark.holes[0], state.number)
    return state._replace(mark=NEW, refaits=state.refaits + 1, history=(*state.history, result)), result


def again(state: Ecrire, results: tuple[Result, ...] = ()) -> Step:
    """The men are picked up and the mark begins anew, same pair, same leader."""
    leader = state.seats.leader
    return Step(state._replace(table=Table(state.seats.pair, leader)), results=results, lead=leader)


def next_mark(state: Ecrire, results: tuple[Result, ...] = ()) -> Step:
    """The men are picked up after a mark was paid: the next one begins, or the match is over."""
    if state.number == state.form.marks:
        return Step(state._replace(table=tables.emptied(state.table)), results=(*results, MatchOver()))
    # a match taken up between two marks may not know who lost the first: the seats depend on it after mark 1 alone
    marked = next((each.marked for each in reversed(state.history) if isinstance(each, MarkWon)), state.seats.pair[0])
    number = state.number + 1
    seats = next_seats(state.form, state.seats, number, marked)
    begun = state._replace(table=Table(seats.pair, seats.leader), seats=seats, number=number)
    return Step(begun, results=results, lead=seats.leader)
