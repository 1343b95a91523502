"""Records of matches of every form played at random: rolls of unknown dice and men, as a scorer might have kept them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from forms_play import next_event, variant

from notation import read_text
from notation.record import Game, Ply
from replay.forms.events import Award, Bearoff, Decision
from replay.forms.form import form
from replay.forms.machine import start, step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from replay.forms.form import Form

FORMS = {"two": "head-to-head", "round_robin": "round-robin", "chouette": "chouette", "four": "partners"}
NAMES = ("Alice", "Bob", "Charlie", "Daniel", "Eve", "Frank")


def read(text: str) -> Game:
    (game,) = read_text(text)
    assert not game.errors, game.errors
    return game


def rolls(made: Form, seed: int, most: int) -> Iterator[str]:
    """A match at random, as rolls of unknown dice and men; the lines beside them that a scorer writes."""
    choose, state = random.Random(seed), start(made)
    seats = state.table.pair
    number, mark, games = 0, 0, 0
    named = made.players > 2
    while not state.table.over and number < most:
        book = state if made.kind == "ecrire" else getattr(state, "ecrire", None)
        if book is not None and book.number != mark and getattr(state, "suspended", None) != "ecrire_over":
            mark = book.number
            yield f"@mark {mark}/{made.marks}" + (f" {NAMES[seats[0]]} {NAMES[seats[1]]}" if named else "")
        if made.kind in ("fill", "drain") and len(state.history) != games - 1:  # type: ignore[union-attr]
            games += 1
            yield f"@game {games} {NAMES[seats[0]]} {NAMES[seats[1]]}"
        event = next_event(state, choose)
        if isinstance(event, Bearoff):
            continue
        if isinstance(event, Decision):  # a mark conceded without a hole (flag `concede`)
            number += 1
            yield f"{number}. {'WB'[seats.index(event.player)]} ?-? {event.what}"
            state = step(state, event).state
            if state.table.pair and set(state.table.pair) != set(seats):
                comes = [who for who in state.table.pair if who not in seats]
                seats = tuple(who if who in state.table.pair else comes.pop() for who in seats)
            continue
        assert isinstance(event, Award)
        number += 1
        roller = event.player if event.own_roll else next(who for who in seats if who != event.player)
        words = [f"{number}.", "WB"[seats.index(roller)], "?-?"]
        state = step(state, event).state
        if event.own_roll:
            words.append(f"+{event.points}")
            left = "?"
            if state.table.must is not None:
                decision = next_event(state, choose)
                assert isinstance(decision, Decision)
                words.append(decision.what.replace("_", " "))
                state = step(state, decision).state
                left = "?" if decision.what in ("hold", "suspend_ecrire", "suspend_honours") else ""
            words.append(left)
        else:
            words += ["?", f"-{event.points}"]
        yield " ".join(filter(None, words))
        if state.table.pair and set(state.table.pair) != set(seats):
            comes = [who for who in state.table.pair if who not in seats]
            seats = tuple(who if who in state.table.pair else comes.pop() for who in seats)


def record(made: Form, seed: int, most: int = 400) -> str:
    """A record of a match at random."""
    seats = start(made).table.pair
    tags = [f'[White "{NAMES[seats[0]]}"]', f'[Black "{NAMES[seats[1]]}"]']
    lead: list[str] = []
    if made.kind in ("ecrire", "combine"):
        tags += [f'[Rules "{made.kind}"]', f'[Length "{made.marks}"]', f'[Form "{FORMS[made.seating]}"]']
    if made.kind in ("fill", "drain"):
        tags.append(f'[Form "{made.kind}-pool"]')
        lead.append(f"@account pool stake={made.ante or made.pool}")
    else:
        leader = made.lead if made.seating == "two" else made.first[0] if made.first else 0
        lead.append(f"@lead {NAMES[leader]} 6, {NAMES[seats[seats[0] == leader]]} 1")
    order = [NAMES[who] for who in made.order] if made.order else list(NAMES[: made.players])
    if made.players > 2:
        tags.append(f'[Players "{"; ".join(order)}"]')
    tags += filter(None, [variant(made)])
    return "\n".join([*tags, "", *lead, *rolls(made, seed, most), "*", ""])


def straight(made: Form) -> Form:
    """The same form with its players in order, as a record names them."""
    if made.kind not in ("fill", "drain"):
        return made
    order = tuple(range(made.players))
    return form(made.kind, order=order, ante=made.ante, pool=made.pool, grand_lurch=made.grand_lurch, rulings=made.rulings)


def plies(game: Game) -> list[int]:
    return [entry.number for entry in game.entries if isinstance(entry, Ply)]
