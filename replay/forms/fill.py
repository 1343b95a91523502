"""The filling pool as a state machine: matches of six holes, champion against challenger, the losers' antes (docs/rules.md 5.5 D1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from replay.forms import table as tables
from replay.forms.ecrire import Step
from replay.forms.events import Award, Bearoff, Play
from replay.forms.results import FillWon
from replay.forms.table import Must, Table

if TYPE_CHECKING:
    from replay.forms.form import Form

STAY: Final = ("hold", "go")


class Fill(NamedTuple):
    """A filling pool as it stands: the holes of the two at the board, the champion and his wins running, who waits, the money.

    `money` is net per player; `line` in the order in which they will come in.
    """

    form: Form
    table: Table
    holes: tuple[int, int]
    champion: int
    wins: int
    line: tuple[int, ...]
    pool: int
    money: tuple[int, ...]
    history: tuple[FillWon, ...] = ()


def start(form: Form) -> Fill:
    """The pool before its first match, every ante in it."""
    champion, challenger, *line = form.order
    stakes = (-form.ante,) * form.players
    return Fill(form, Table((champion, challenger), None), (0, 0), champion, 0, tuple(line), form.ante * form.players, stakes)


def step(state: Fill, event: Play) -> Step:
    """The pool after an event. Raises `Wrong` for one the rules do not allow."""
    if isinstance(event, Award):
        table, who, made = tables.scored(state.table, event)
        if not made:
            return Step(state._replace(table=table))
        own, other = state.holes[who] + made, state.holes[1 - who]
        if own >= state.form.holes:
            return won(state, event.player, other)._replace(made=made)
        if event.own_roll:
            table = table._replace(must=Must(event.player, STAY))
        return Step(state._replace(table=table, holes=(other, own) if who else (own, other)), made)
    if isinstance(event, Bearoff):
        return Step(state._replace(table=tables.borne_off(state.table, event)), lead=event.player)
    tables.decided(state.table, event)
    if event.what == "hold":
        return Step(state._replace(table=tables.held(state.table)))
    return Step(state._replace(table=tables.gone(state.table, event.player)), lead=event.player)


def won(state: Fill, winner: int, loser_holes: int) -> Step:
    """A match is won: the loser antes and goes to the tail; who has beaten all the others running takes the pool."""
    form = state.form
    loser = next(player for player in state.table.pair if player != winner)
    wins = state.wins + 1 if winner == state.champion else 1
    last = wins >= form.players - 1
    ante = 0 if last and form.rulings.last_ante == "none" else form.ante
    money, pool = list(state.money), state.pool + ante
    money[loser] -= ante
    takes = pool if last else 0
    money[winner] += takes
    result = FillWon(winner, loser, loser_holes, ante, takes)
    line = (*state.line, loser)
    done = state._replace(holes=(0, 0), champion=winner, wins=wins, pool=pool - takes, money=tuple(money), history=(*state.history, result))
    if last:
        return Step(done._replace(table=tables.emptied(state.table), line=line), results=(result,))
    return Step(done._replace(table=Table((winner, line[0]), None), line=line[1:]), results=(result,), lead="draw")
