"""Matches of every form played at random from the events alone, and forms spelled short, for the tests of replay/forms."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from replay.forms.combine import Combine
from replay.forms.ecrire import Ecrire
from replay.forms.events import Award, Bearoff, Decision, Event
from replay.forms.form import Form, form
from replay.forms.machine import State, start, step
from replay.forms.rulings import RULINGS, Rulings

if TYPE_CHECKING:
    from replay.forms.ecrire import Step


def any_rulings() -> st.SearchStrategy[Rulings]:
    """The defaults as often as not, else anything."""
    every = st.fixed_dictionaries({row.field: st.sampled_from(row.values) for row in RULINGS}).map(lambda said: Rulings(**said))
    return st.one_of(st.just(Rulings()), every)


def told_rulings() -> st.SearchStrategy[Rulings]:
    """The rulings that a tag `Variant` has words for."""
    return any_rulings().map(lambda known: known._replace(rates="paris") if known.rates == "progress" else known)


def variant(made: Form) -> str:
    """The tag `Variant` of a form's rulings; empty where all are the defaults."""
    usual = Rulings()
    words = [
        f"{row.name}={getattr(made.rulings, row.field)}" for row in RULINGS if getattr(made.rulings, row.field) != getattr(usual, row.field)
    ]
    words += ["grand-lurch"] if made.grand_lurch else []
    return f'[Variant "{", ".join(words)}"]' if words else ""


@st.composite
def forms(draw: st.DrawFn, *kinds: str, rulings: st.SearchStrategy[Rulings] | None = None) -> Form:
    """Any form, or any of some kinds."""
    kind = draw(st.sampled_from(kinds or ("cure", "ecrire", "combine", "fill", "drain")))
    known = draw(rulings if rulings is not None else st.just(Rulings()))
    if kind == "cure":
        return form(kind, lead=draw(st.integers(0, 1)), rulings=known)
    if kind in ("fill", "drain"):
        order = tuple(draw(st.permutations(range(draw(st.integers(2, 6))))))
        if kind == "fill":
            return form(kind, order=order, ante=draw(st.integers(1, 10)), rulings=known)
        pool = draw(st.one_of(st.integers(1, 5).map(lambda number: 20 * len(order) * number), st.integers(len(order), 333)))
        return form(kind, order=order, pool=pool, grand_lurch=draw(st.booleans()), rulings=known)
    seating = draw(st.sampled_from(("two", "chouette", "four") if kind == "combine" else ("two", "round_robin", "chouette", "four")))
    marks = {"two": 2, "round_robin": 3, "chouette": 4, "four": 4}[seating] * draw(st.integers(1, 4))
    if seating == "two":
        return form(kind, marks=marks, lead=draw(st.integers(0, 1)), rulings=known)
    if seating == "chouette":
        return form(kind, seating=seating, marks=marks, rulings=known)
    first = draw(st.sampled_from([(a, b) for a in range(4) for b in range(4) if a // 2 != b // 2] if seating == "four" else ORDERED))
    return form(kind, seating=seating, marks=marks, first=first, rulings=known)


ORDERED = [(a, b) for a in range(3) for b in range(3) if a != b]


def gives_up(state: State, player: int) -> bool:
    """Whether a house that lets a mark be conceded at any time lets it here (flag `concede`)."""
    sheet = state.ecrire if isinstance(state, Combine) else state
    if not isinstance(sheet, Ecrire) or state.table.must is not None or player not in state.table.pair:
        return False
    if isinstance(state, Combine) and state.suspended not in (None, "honours"):
        return False
    own = sheet.mark.holes[state.table.pair.index(player)]
    return max(6, own + 1) <= sheet.mark.holes[1 - state.table.pair.index(player)]


def next_event(state: State, choose: random.Random) -> Event:
    """An event the rules allow: the decision due, else points for one of the two, now and then the men borne off."""
    must = state.table.must
    if must is not None:
        return Decision(must.player, choose.choice((*must.legal, "hold")) if choose.random() < 0.7 else must.legal[-1])
    player = choose.choice(state.table.pair)
    if state.form.rulings.concede == "any-time" and choose.random() < 0.1 and gives_up(state, player):
        return Decision(player, "concede")
    if choose.random() < 0.05:
        return Bearoff(player)
    points = choose.choice((2, 2, 4, 4, 4, 6, 6, 8, 10, 12, 14, 16, 24))
    return Award(player, points, choose.random() < 0.65)


def played(made: Form, seed: int, most: int = 4000) -> list[tuple[Event, Step]]:
    """A whole match at random: every event with what it did."""
    choose, state = random.Random(seed), start(made)
    found: list[tuple[Event, Step]] = []
    while not state.table.over and len(found) < most:
        event = next_event(state, choose)
        done = step(state, event)
        found.append((event, done))
        state = done.state
    return found


def after(made: Form, *events: Event) -> Step:
    """What the last of some events did."""
    state, done = start(made), None
    for event in events:
        done = step(state, event)
        state = done.state
    assert done is not None
    return done


def holes(player: int, other: int, number: int, *, own_roll: bool = True) -> tuple[Award, ...]:
    """Awards by which a player without points wins so many holes, the last points on his own roll or not.

    An even number comes in bredouille; for an odd one the other scores two points in between, which the hole takes from him again.
    """
    if number % 2 == 0:
        return (Award(player, 6 * number, own_roll),)
    return (Award(player, 2, own_roll=True), Award(other, 2, own_roll=True), Award(player, 6 * (number + 1) - 2, own_roll))


def runs(*told: tuple[int, int, str]) -> list[Event]:
    """Runs of holes between players 0 and 1: (player, holes, what he does then). `false`: they came on the opponent's roll."""
    found: list[Event] = []
    for player, number, then in told:
        found += holes(player, 1 - player, number, own_roll=then != "false")
        if then not in ("false", "?"):
            found.append(Decision(player, then))
    return found


def streaks(made: Form, seed: int, most: int = 4000) -> list[tuple[Event, Step]]:
    """A match in which luck runs: one side scores for a while, and then the other. Lurches are made, lost and returned."""
    choose, state = random.Random(seed), start(made)
    found: list[tuple[Event, Step]] = []
    place = 0
    while not state.table.over and len(found) < most:
        must = state.table.must
        place ^= choose.random() < 0.12
        if must is not None:
            event: Event = Decision(must.player, "hold" if choose.random() < 0.72 else choose.choice(must.legal))
        elif choose.random() < 0.04:
            event = Bearoff(choose.choice(state.table.pair))
        else:
            who = state.table.pair[place] if choose.random() < 0.95 else state.table.pair[1 - place]
            event = Award(who, choose.choice((4, 6, 8, 12, 12, 24)), choose.random() < 0.8)
        done = step(state, event)
        found.append((event, done))
        state = done.state
    return found
