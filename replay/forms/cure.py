"""Jeu de curé: the match of holes as a state machine (docs/rules.md 2.6 P-4, 2.7). What it is worth is `replay.match`'s."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from replay.forms import table as tables
from replay.forms.ecrire import Step
from replay.forms.events import Award, Bearoff, Play
from replay.forms.form import SCHEDULES
from replay.forms.results import CureWon
from replay.forms.table import Must, Table
from replay.match import worth
from replay.rules import RuleSet
from replay.scoring import Pegs, pegged

if TYPE_CHECKING:
    from replay.forms.form import Form

STAY: Final = ("hold", "go")


class Cure(NamedTuple):
    """A match of holes as it stands; `won` once it is over."""

    form: Form
    table: Table
    pegs: Pegs
    won: CureWon | None = None


def start(form: Form) -> Cure:
    """The match before its first roll."""
    return Cure(form, Table((0, 1), form.lead), Pegs())


def step(state: Cure, event: Play) -> Step:
    """The match after an event. Raises `Wrong` for one the rules do not allow."""
    if isinstance(event, Award):
        table, who, made = tables.scored(state.table, event)
        if not made:
            return Step(state._replace(table=table))
        pegs = pegged(*state.pegs, who, made)
        if pegs.holes[who] >= state.form.holes:
            return won(state._replace(table=table), who, pegs)._replace(made=made)
        if event.own_roll:
            table = table._replace(must=Must(event.player, STAY))
        return Step(state._replace(table=table, pegs=pegs), made)
    if isinstance(event, Bearoff):
        return Step(state._replace(table=tables.borne_off(state.table, event)), lead=event.player)
    tables.decided(state.table, event)
    if event.what == "hold":
        return Step(state._replace(table=tables.held(state.table)))
    return Step(state._replace(table=tables.gone(state.table, event.player)), lead=event.player)


def won(state: Cure, who: int, pegs: Pegs) -> Step:
    """The match is over with these pegs, won by the player at place `who`."""
    result = _worth(state.form, who, pegs)
    return Step(Cure(state.form, tables.emptied(state.table), _capped(pegs, who, state.form.holes), result), results=(result,))


def _worth(form: Form, who: int, pegs: Pegs) -> CureWon:
    """What the match is worth under each schedule."""
    lost, lurch = pegs.holes[1 - who], pegs.lurch[who]
    values: list[tuple[str, float]] = []
    outcome = ""
    for schedule in SCHEDULES:
        rules = RuleSet(schedule=schedule, honours_double=form.rulings.honours_double)
        outcome, stakes = worth(rules, who, pegs.holes, lurch=lurch)
        if outcome == "bridge" and form.rulings.bridge == "double":
            stakes = 2
        values.append((schedule, stakes))
    kind = None if not lurch else "second" if lost else "first"
    return CureWon(who, lost, kind, outcome, tuple(values))


def _capped(pegs: Pegs, who: int, most: int) -> Pegs:
    """Surplus holes of a match that is decided count for nothing (P-4)."""
    lost = pegs.holes[1 - who]
    return Pegs((lost, most) if who else (most, lost))
