"""A match put off and taken up again comes to the same end: at every roll of matches of every form (docs/rules.md 5.7)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation import read_text
from notation.record import Event, Game, Ply, Result
from notation.sources import read_path
from notation.writer import write_game
from replay import replay
from replay.forms.events import Award, Bearoff, Decision, Wrong
from replay.forms.form import form
from replay.forms.joined import beside, join
from replay.forms.machine import start, step
from replay.forms.putoff import cut, put_off, rows
from tests.forms_play import forms, next_event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from replay.forms.form import Form
    from replay.forms.joined import Joined

FORMS = {"two": "head-to-head", "round_robin": "round-robin", "chouette": "chouette", "four": "partners"}
HEAD = '[White "A"]\n[Black "B"]\n[Rules "ecrire"]\n'
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
    return "\n".join([*tags, "", *lead, *rolls(made, seed, most), "*", ""])


def straight(made: Form) -> Form:
    """The same form with its players in order, as a record names them."""
    if made.kind not in ("fill", "drain"):
        return made
    order = tuple(range(made.players))
    return form(made.kind, order=order, ante=made.ante, pool=made.pool, grand_lurch=False)


def resumed(game: Game, ply: int) -> tuple[Joined, Joined]:
    """The accounts of a record put off after a roll, written down, read back and gone on with; and those of the whole record."""
    done = put_off(game, ply)
    text = write_game(done.record)
    again = read(text)
    assert write_game(again) == text
    assert again.result is not None and again.result.word == "*"
    alone = join(replay(again))
    assert alone.refused == () and alone.gaps == () and alone.known, text
    assert all(check.agrees for check in alone.checks), (text, [check for check in alone.checks if not check.agrees])
    whole = Game(again.head, (*again.entries, *done.rest), Result(0, "*"))
    return join(replay(read(write_game(whole)))), join(replay(game))


def same(one: Joined, other: Joined) -> None:
    assert one.reckoning.net == other.reckoning.net
    assert [r for r in one.reckoning.lines if "annulled" not in r.sentence] == [
        r for r in other.reckoning.lines if "annulled" not in r.sentence
    ]
    mine, theirs = one.reckoning.state, other.reckoning.state
    assert mine.table.over == theirs.table.over
    for part in set(type(mine)._fields) - {"history", "table", "ecrire", "seats"}:
        assert getattr(mine, part) == getattr(theirs, part), part


def plies(game: Game) -> list[int]:
    return [entry.number for entry in game.entries if isinstance(entry, Ply)]


@settings(max_examples=80, deadline=None)
@given(made=forms(), seed=st.integers(0, 10**6), where=st.floats(0, 1))
def test_put_off_at_any_roll_and_resumed_is_the_uninterrupted_match(made: Form, seed: int, where: float) -> None:
    made = straight(made)
    game = read(record(made, seed))
    numbers = plies(game)
    at = numbers[min(int(where * len(numbers)), len(numbers) - 1)]
    if join(replay(cut(game, at)[0])).reckoning.state.table.over:
        assert at == numbers[-1]
        return
    same(*resumed(game, at))


@pytest.mark.parametrize("kind", ["cure", "ecrire", "combine", "fill", "drain"])
def test_put_off_at_every_boundary(kind: str) -> None:
    """Right after everything that ends: marks, do-overs, honours games, matches of a pool; and right before."""
    made = {
        "cure": form("cure", lead=1),
        "ecrire": form("ecrire", seating="round_robin", marks=6, first=(1, 2)),
        "combine": form("combine", seating="four", marks=4, first=(3, 0)),
        "fill": form("fill", order=(0, 1, 2), ante=2),
        "drain": form("drain", order=(0, 1, 2), pool=120),
    }[kind]
    game = read(record(made, 11))
    ended = {each.ply for each in join(replay(game)).ended if each.ply is not None}
    numbers = plies(game)
    for at in numbers:
        if at == numbers[-1] or not ended & {at, at + 1}:
            continue
        one, other = resumed(game, at)
        same(one, other)


def test_the_record_for_people_tells_purses_rights_and_who_goes_on() -> None:
    made = form("ecrire", seating="round_robin", marks=6, first=(0, 1))
    game = read(record(made, 5))
    at = next(each.ply for each in join(replay(game)).ended if each.ply is not None)
    told = rows(put_off(game, at + 3))
    text = "\n".join(told)
    for words in ("has the white men", "mark 2 of 6", "without a stake: Charlie", "led the mark", "holes:", "points:", "position: "):
        assert words in text, text


def test_what_cannot_be_put_off_is_told() -> None:
    made = form("ecrire", marks=2)
    game = read(record(made, 3))
    with pytest.raises(Wrong, match="nothing to put off"):
        put_off(game)
    with pytest.raises(Wrong, match="no roll 9999"):
        put_off(game, 9999)
    with pytest.raises(Wrong, match="cannot be followed"):
        put_off(read('[White "A"]\n[Black "B"]\n[Rules "ecrire"]\n[Length "4"]\n\n1. W ?-? +? ?\n*\n'))


def test_cut_takes_with_a_roll_what_is_said_of_it() -> None:
    game = read(HEAD + '[Length "4"]\n\n1. W ?-? +36 mark\n@won W 6-0 24 petty standing\n@mark 2/4\n2. B ?-? ?\n*\n')
    before, rest = cut(game, 1)
    assert [entry.word for entry in before.entries if isinstance(entry, Event)] == ["won"]
    assert len(rest) == 2


def test_accounts_of_a_record_that_lacks_marks_are_those_it_tells() -> None:
    game = read(HEAD + '[Length "8"]\n\n@mark 3/8\n@account A lost=1 jetons=30\n@account B lost=1 jetons=8\n1. W 6-5 T/6 T/5\n*\n')
    text = write_game(put_off(game).record)
    assert "@account A lost=1 jetons=30" in text and "mark=3/8" in text


MATCHES = sorted(Path("corpora/forms").glob("*.tgn"))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_matches_of_the_collection_put_off_and_resumed(path: Path) -> None:
    """At every boundary where something has ended, and at some rolls between."""
    (game,) = read_path(path)
    ended = [each.ply for each in join(replay(game)).ended if each.ply is not None]
    numbers = plies(game)
    for at in sorted({*ended, *numbers[::61]}):
        if at != numbers[-1]:
            same(*resumed(game, at))
    if not numbers:
        return
    text = write_game(put_off(game, ended[0]).record)
    assert ("@won" in text or "annulled" in text) and "@position" in text and "Termination" in text


def test_a_match_of_every_form_stands_in_the_collection() -> None:
    """Whole matches that settle, with nothing beside their accounts."""
    kinds = set()
    for path in MATCHES:
        (game,) = read_path(path)
        found = join(replay(game))
        assert found.reckoning.net and beside(found) == [], path
        kinds.add((found.agreed.form.kind, found.agreed.form.seating))
    assert kinds >= {*(("ecrire", seating) for seating in ("two", "round_robin", "chouette", "four")), ("fill", ""), ("drain", "")}
    assert kinds >= {("combine", seating) for seating in ("two", "chouette", "four")}
