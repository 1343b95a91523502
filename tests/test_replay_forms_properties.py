"""What holds in every match of every form: money is conserved, marks are what was promised, a pause changes nothing, and a mark is worth
what its definition says, reckoned another way."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from forms_play import any_rulings, forms, gives_up, next_event, played
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.forms.adjournment import accounts, adjourned, freeze, thaw
from replay.forms.combine import Combine, pegs
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire
from replay.forms.events import WHAT, Award, Bearoff, Decision, Wrong
from replay.forms.fill import Fill
from replay.forms.form import form
from replay.forms.machine import State, start, step, trace
from replay.forms.results import MarkWon
from replay.forms.rulings import Rulings
from replay.forms.settlement import paper, settle, sheet

if TYPE_CHECKING:
    from replay.forms.form import Form

seeds = st.integers(0, 2**32)


def sheet_of(state: State) -> Ecrire | None:
    return state.ecrire if isinstance(state, Combine) else state if isinstance(state, Ecrire) else None


@settings(max_examples=120, deadline=None)
@given(made=forms(rulings=any_rulings()), seed=seeds)
def test_money_is_conserved_after_every_event(made: Form, seed: int) -> None:
    for _, done in played(made, seed):
        told = trace(done)
        if "jetons" in told:
            assert sum(told["jetons"]) == 0
            assert sum(told["lost"]) == sum(isinstance(result, MarkWon) for result in sheet_of(done.state).history)  # type: ignore[union-attr]
        if "fish" in told:
            assert sum(told["fish"]) + (told["pool"] or 0) == 0
        if "money" in told:
            assert (
                isinstance(done.state, (Fill, Drain)) and sum(done.state.money) + done.state.pool == 0
            )  # JSON has parts of a coin rounded
            assert abs(sum(told["money"]) + told["pool"]) < 1e-9
            assert told["pool"] >= 0


@settings(max_examples=120, deadline=None)
@given(made=forms(rulings=any_rulings()), seed=seeds)
def test_the_lines_of_a_reckoning_add_up(made: Form, seed: int) -> None:
    state = played(made, seed)[-1][1].state
    if not state.table.over:  # a pool can outlast any patience
        assert sheet(state)
        return
    done = settle(state)
    for unit, net in done.net.items():
        assert sum(net) == 0
        lines = [line.amounts for line in done.lines if line.unit == unit]
        assert [sum(amounts) for amounts in zip(*lines, strict=True)] == list(net)
    assert all(line.section[0].isdigit() and line.sentence for line in done.lines)


@settings(max_examples=150, deadline=None)
@given(made=forms("ecrire", "combine"), seed=seeds)
def test_every_player_plays_the_marks_he_was_promised(made: Form, seed: int) -> None:
    steps = played(made, seed)
    state = steps[-1][1].state
    assert state.table.over
    marks = [result for _, done in steps for result in done.results if isinstance(result, MarkWon)]
    seats = Counter(player for mark in marks for player in (mark.winner, mark.marked))
    share = {"two": 1, "round_robin": 2 / 3, "four": 1 / 2}
    if made.seating == "chouette":
        assert seats == {0: made.marks, 1: made.marks // 2, 2: made.marks // 2}
    else:
        assert seats == dict.fromkeys(range(made.players), round(share[made.seating] * made.marks))
    if made.seating in ("round_robin", "four"):  # E2.5, E3.2: who left after mark 1 ends the match with one who did not play it
        idle = set(range(made.players)) - {marks[0].winner, marks[0].marked}
        last = {marks[-1].winner, marks[-1].marked}
        assert marks[0].winner in last and last & idle


@settings(max_examples=100, deadline=None)
@given(made=forms(rulings=any_rulings()), seed=seeds, stop=st.floats(0, 1))
def test_a_pause_anywhere_changes_nothing(made: Form, seed: int, stop: float) -> None:
    steps = played(made, seed, 600)
    at = int(stop * (len(steps) - 1))
    state = steps[at][1].state
    again = thaw(json.loads(json.dumps(freeze(state))))
    assert again == state and hash(again) == hash(state)
    assert adjourned(again)
    for event, done in steps[at + 1 :]:
        found = step(again, event)
        assert trace(found) == trace(done)
        again = found.state


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a piece of JSON."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(each for key, part in inner for each in places(part, (*path, key)))]


@settings(max_examples=200, deadline=None)
@given(made=forms(), seed=seeds, junk=st.sampled_from([None, True, -1, 7, "x", [], [1, 2], {}, {"is": "Mark"}, 0.5]))
def test_a_spoilt_adjournment_record_is_refused_or_can_be_played_on(made: Form, seed: int, junk: Any) -> None:
    choose = random.Random(seed)
    record = json.loads(json.dumps(freeze(choose.choice(played(made, seed, 60))[1].state)))
    *path, last = choose.choice([path for path in places(record["state"]) if path])
    inside = record["state"]
    for key in path:
        inside = inside[key]
    inside[last] = junk
    try:
        state = thaw(record)
    except Wrong:
        return
    for _ in range(30):
        if state.table.over:
            break
        done = step(state, next_event(state, choose))
        state = done.state
        assert trace(done) and adjourned(state)


@settings(max_examples=60, deadline=None)
@given(made=forms(rulings=any_rulings()), seed=seeds)
def test_what_is_legal_is_accepted_and_nothing_else(made: Form, seed: int) -> None:
    for _, done in played(made, seed, 150):
        state = done.state
        must = state.table.must
        for what in WHAT:
            for player in range(made.players):
                due = must is not None and player == must.player and what in must.legal
                free = what == "concede" and made.rulings.concede == "any-time" and gives_up(state, player)
                if due or free:
                    step(state, Decision(player, what))
                else:
                    with pytest.raises(Wrong):
                        step(state, Decision(player, what))
        for player in range(made.players):
            for event in (Award(player, 2, own_roll=True), Bearoff(player)):
                if must is None and player in state.table.pair:
                    step(state, event)
                else:
                    with pytest.raises(Wrong):
                        step(state, event)


@settings(max_examples=60, deadline=None)
@given(made=forms(rulings=any_rulings()), seed=seeds)
def test_who_decides_is_he_who_won_a_hole_on_his_own_roll(made: Form, seed: int) -> None:
    """G-1: a decision is due after a hole on the own roll, never after one on the opponent's."""
    for event, done in played(made, seed, 400):
        must, told = done.state.table.must, trace(done)
        if isinstance(event, Award) and done.made and not done.state.table.over and not told["results"]:
            assert (must is not None) == event.own_roll
            assert told["forced_hold"] == (not event.own_roll)
        if not isinstance(event, Award):
            assert must is None


def defined(holes: list[tuple[int, int, bool]], winner: int) -> tuple[str, bool | None]:
    """The class of a mark by its definition, from the holes in order (player, number, gone after it) and nothing remembered.

    All of the winner's holes came in one run. Where the loser had six before it, the rate is what the loser's run would have paid.
    """
    mine = [at for at, hole in enumerate(holes) if hole[0] == winner]
    won = sum(holes[at][1] for at in mine)
    run = holes[mine[0] : mine[-1] + 1]
    if won < 6 or len(run) != len(mine) or any(hole[0] != winner for hole in holes[mine[0] :]):
        return "simple", None
    before = holes[: mine[0]]
    lifted = any(hole[2] for hole in (before if sum(hole[1] for hole in before) >= 6 else run))
    return "grand" if won >= 12 else "petty", lifted


@settings(max_examples=200, deadline=None)
@given(made=forms("ecrire"), seed=seeds)
def test_a_mark_is_worth_what_its_definition_says(made: Form, seed: int) -> None:
    """Each mark reckoned again from its holes alone (5.2): class, rate, payment."""
    holes: list[tuple[int, int, bool]] = []
    refaits = 0
    for event, done in played(made, seed):
        if isinstance(event, Award) and done.made:
            holes.append((event.player, done.made, False))
        if isinstance(event, Decision) and event.what == "go":
            player, number, _ = holes[-1]
            holes[-1] = (player, number, True)
        for result in done.results:
            if isinstance(result, MarkWon):
                won = sum(hole[1] for hole in holes if hole[0] == result.winner)
                lost = sum(hole[1] for hole in holes if hole[0] != result.winner)
                kind, pickup = defined(holes, result.winner)
                rate = {"simple": 1, "petty": 3 - bool(pickup), "grand": 5 - bool(pickup)}[kind]
                assert (result.kind, result.pickup, result.rate, result.holes) == (kind, pickup, rate, (won, lost))
                assert result.payments[0].jetons == rate * won - lost + 2 * rate * (1 + refaits)
                holes, refaits = [], 0
        if isinstance(event, Decision) and event.what == "refait":
            holes, refaits = [], refaits + 1


@settings(max_examples=100, deadline=None)
@given(made=forms("combine"), seed=seeds)
def test_honours_games_are_what_their_definition_says(made: Form, seed: int) -> None:
    """Each honours game reckoned again from the holes counted for it (2.7, C4), and the pool from its games (C9)."""
    counted: list[tuple[int, int]] = []
    state: State = start(made)
    for event, done in played(made, seed):
        assert isinstance(state, Combine)
        if isinstance(event, Award) and done.made and state.suspended != "honours":
            side = state.ecrire.seats.pair.index(event.player)
            counted.append((side, done.made))
        for result in done.results:
            if result.to_json()["type"] != "honours":
                continue
            told: dict[str, Any] = result.to_json()
            side = told["winner"]
            won, lost = (sum(made for who, made in counted if who == each) for each in (side, 1 - side))
            first = next(at for at, (who, _) in enumerate(counted) if who == side)
            running = all(who == side for who, _ in counted[first:])
            kind = "quadruple" if not lost else "treble" if running else "double" if lost <= 6 else "single"
            assert (told["class"], told["loser_holes"], told["surplus"]) == (kind, lost, won - 12)
            counted = [(side, won - 12)] if won > 12 else []
        state = done.state


@settings(max_examples=60, deadline=None)
@given(made=forms("combine"), seed=seeds)
def test_pegs_are_display_and_tell_the_holes(made: Form, seed: int) -> None:
    """C6: bimetallic where both games run and agree, black for what is suspended; nothing else carries a hole."""
    for _, done in played(made, seed, 400):
        state = done.state
        assert isinstance(state, Combine)
        for side, told in enumerate(pegs(state)):
            e, h = state.ecrire.mark.holes[side], state.honours.holes[side]
            if "bimetallic" in told:
                assert told == {"bimetallic": e} and e == h and state.suspended is None
            elif state.suspended is None and not state.table.over:
                assert told.get("gold", 0) == e and told.get("silver", 0) == h


@settings(max_examples=100, deadline=None)
@given(made=forms("ecrire", "combine"), seed=seeds)
def test_purses_hold_what_the_accounts_say(made: Form, seed: int) -> None:
    """Jetons in hand and fish owed come to the net payments, less the jetons put down for lost marks; nobody is short."""
    for _, done in played(made, seed, 600)[::7]:
        book = sheet_of(done.state)
        assert book is not None
        purses = accounts(done.state)
        stakes = [20 if not made.first or made.sides == 2 or side in made.first else 0 for side in range(made.sides)]
        for side, purse in enumerate(purses):
            owed = sum(number for each in purses for payer, number in each.fish if payer == side)
            held = sum(number for _, number in purse.fish)
            assert purse.jetons + purse.lost + 10 * (held - owed) - stakes[side] == book.jetons[side]
        assert sum(purse.jetons + purse.lost for purse in purses) == 40


@settings(max_examples=80, deadline=None)
@given(made=forms("ecrire", "combine", rulings=any_rulings()), seed=seeds)
def test_the_paper_form_comes_to_the_same(made: Form, seed: int) -> None:
    """B13: columns, queue and paris on paper leave the difference that jetons leave in hand."""
    state = played(made, seed)[-1][1].state
    if made.sides > 2:
        return
    assert isinstance(state, (Ecrire, Combine))
    totals, net = paper(state).totals, settle(state).net["jetons"]
    assert totals[1] - totals[0] == net[0] == -net[1]


@settings(max_examples=40, deadline=None)
@given(seed=seeds)
def test_the_literal_rotation_breaks_its_promise_sometimes_but_never_the_money(seed: int) -> None:
    """5.5 E2: by the letter of E2.5 the marked player always stays; the marks are then what they are."""
    made = form("ecrire", seating="round_robin", marks=9, first=(0, 1), rulings=Rulings(rotation="literal"))
    steps = played(made, seed)
    marks = [result for _, done in steps for result in done.results if isinstance(result, MarkWon)]
    assert len(marks) == 9
    for before, then in pairwise(marks):
        assert before.marked in (then.winner, then.marked) and before.winner not in (then.winner, then.marked)


def test_next_event_is_never_refused_for_long() -> None:
    """The random table itself: it ends matches (a test that never reaches an end proves little)."""
    made, choose = form("combine", marks=4), random.Random(1)
    state, ended = start(made), 0
    for _ in range(5000):
        if state.table.over:
            state, ended = start(made), ended + 1
        state = step(state, next_event(state, choose)).state
    assert ended > 5
