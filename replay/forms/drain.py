"""The draining pool as a state machine: matches that end like a mark, paid by the hole out of the pool (docs/rules.md 5.5 D2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from replay.forms import mark as marks
from replay.forms import table as tables
from replay.forms.coins import Money, part, plain
from replay.forms.ecrire import Step
from replay.forms.events import Award, Bearoff, Play
from replay.forms.form import PER_HOLE
from replay.forms.mark import Mark
from replay.forms.results import Annulled, DrainWon
from replay.forms.table import Must, Table
from replay.scoring import Pegs, pegged

if TYPE_CHECKING:
    from replay.forms.form import Form


class Drain(NamedTuple):
    """A draining pool as it stands: the pegs of the two at the board, who waits in order, what is left, the net money per player.

    `came` is the player who came in last (flag `drain-order`).
    """

    form: Form
    table: Table
    pegs: Pegs
    came: int
    line: tuple[int, ...]
    pool: Money
    money: tuple[Money, ...]
    history: tuple[DrainWon | Annulled, ...] = ()


def start(form: Form) -> Drain:
    """The pool before its first match, every share in it."""
    first, second, *line = form.order
    money = tuple(plain(-share) for share in shares(form))
    return Drain(form, Table((first, second), None), Pegs(), second, tuple(line), form.pool, money)


def shares(form: Form) -> tuple[Money, ...]:
    """What each player puts into the pool: equal shares, to the fraction of a coin; in whole coins, the first in line one more (D2.1)."""
    if form.rulings.drain_coin == "exact":
        return (part(form.pool, form.players),) * form.players
    each, over = divmod(form.pool, form.players)
    more = set(form.order[:over])
    return tuple(each + (player in more) for player in range(form.players))


def step(state: Drain, event: Play) -> Step:
    """The pool after an event. Raises `Wrong` for one the rules do not allow."""
    if isinstance(event, Award):
        table, who, made = tables.scored(state.table, event)
        if not made:
            return Step(state._replace(table=table))
        pegs = pegged(*state.pegs, who, made)
        if event.own_roll:
            table = table._replace(must=Must(event.player, _options(state.form, pegs, who)))
        return Step(state._replace(table=table, pegs=pegs), made)
    if isinstance(event, Bearoff):
        return Step(state._replace(table=tables.borne_off(state.table, event)), lead=event.player)
    who = tables.decided(state.table, event)
    if event.what == "hold":
        return Step(state._replace(table=tables.held(state.table)))
    if event.what == "go":
        return Step(state._replace(table=tables.gone(state.table, event.player)), lead=event.player)
    if event.what == "refait":
        result = Annulled(state.pegs.holes[0])
        fresh = state._replace(table=Table(state.table.pair, None), pegs=Pegs(), history=(*state.history, result))
        return Step(fresh, results=(result,), lead="draw")
    return won(state, who if event.what == "mark" else 1 - who, conceded=event.what == "concede")


def _options(form: Form, pegs: Pegs, who: int) -> tuple[str, ...]:
    """What a hole on the own roll allows: as in a mark, unless a ruling leaves only holding."""
    going = marks.option(Mark(pegs.holes), who)
    if (going == "refait" and form.rulings.drain_equal == "hold") or (going == "concede" and form.rulings.drain_behind == "hold"):
        return ("hold",)
    return ("hold", going)


def won(state: Drain, who: int, *, conceded: bool) -> Step:
    """A match is over: five per cent of the pool for every net hole, no more than is left; the winner goes to the tail."""
    form = state.form
    winner, loser = state.table.pair[who], state.table.pair[1 - who]
    won, lost = state.pegs.holes[who], state.pegs.holes[1 - who]
    lurch = form.grand_lurch and state.pegs.lurch[who]
    net = (2 if lurch else 1) * won - lost
    due = part(form.pool, PER_HOLE, times=net)
    if form.rulings.drain_coin == "whole":
        due = max(int(due), 1)  # nobody wins a match for nothing, and the pool comes to an end
    paid = min(due, state.pool)
    money = list(state.money)
    money[winner] = plain(money[winner] + paid)
    result = DrainWon(winner, loser, (won, lost), conceded, lurch, net, due, paid)
    line = (*state.line, winner)
    left = plain(state.pool - paid)
    done = state._replace(pegs=Pegs(), pool=left, money=tuple(money), history=(*state.history, result))
    if not left:
        return Step(done._replace(table=tables.emptied(state.table), line=line), results=(result,))
    comes = _next(state, loser, line)
    rest = tuple(player for player in line if player != comes)
    return Step(done._replace(table=Table((loser, comes), None), came=comes, line=rest), results=(result,), lead="draw")


def _next(state: Drain, loser: int, line: tuple[int, ...]) -> int:
    """Who comes in: he who has waited longest, or the next in the order drawn who is not at the board."""
    if state.form.rulings.drain_order == "waited":
        return line[0]
    order = state.form.order
    at = order.index(state.came)
    return next(player for player in (*order[at + 1 :], *order[: at + 1]) if player != loser)
