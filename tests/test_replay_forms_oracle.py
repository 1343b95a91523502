"""The machines of the forms against the slow oracle (forms_oracle.py), which knows nothing but the words of the rulebook."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from forms_oracle import drained, filled, reckoned
from forms_play import forms, played, streaks
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.forms.combine import Combine
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire
from replay.forms.fill import Fill
from replay.forms.form import form
from replay.forms.machine import start
from replay.forms.results import MarkWon
from replay.forms.settlement import settle

if TYPE_CHECKING:
    from replay.forms.ecrire import Step
    from replay.forms.events import Event
    from replay.forms.form import Form

seeds = st.integers(0, 2**32)


@settings(max_examples=150, deadline=None)
@given(made=forms("ecrire", "combine"), seed=seeds)
def test_marks_honours_and_settlement(made: Form, seed: int) -> None:
    """Who sat and led, lost marks, jetons, fish and the end of it, whatever happened."""
    for steps in (played(made, seed), streaks(made, seed)):
        _compare(made, steps)


def _compare(made: Form, steps: list[tuple[Event, Step]]) -> None:
    state = steps[-1][1].state
    assert isinstance(state, (Ecrire, Combine))
    sheet = state.ecrire if isinstance(state, Combine) else state
    told = reckoned(made, [event for event, _ in steps])
    assert (tuple(told["lost"]), tuple(told["jetons"]), told["over"]) == (sheet.lost, sheet.jetons, state.table.over)
    if isinstance(state, Combine):
        assert told["fish"] == list(state.fish)
    if told["over"]:
        assert told["net"] == list(settle(state).net["jetons"])
    begun = [start(made), *(done.state for _, done in steps)]
    sheets = [each.ecrire if isinstance(each, Combine) else each for each in begun if not each.table.over]
    seated = [(sheets[0].seats.pair, sheets[0].seats.leader)]
    seated += [(now.seats.pair, now.seats.leader) for was, now in pairwise(sheets) if now.number != was.number]
    assert told["seated"] == [(tuple(sorted(pair)), leader) for pair, leader in seated]


@settings(max_examples=80, deadline=None)
@given(made=forms("fill"), seed=seeds)
def test_a_filling_pool(made: Form, seed: int) -> None:
    steps = played(made, seed)
    state = steps[-1][1].state
    assert isinstance(state, Fill) and filled(made, [event for event, _ in steps]) == list(state.money)


@settings(max_examples=80, deadline=None)
@given(made=forms("drain"), seed=seeds)
def test_a_draining_pool(made: Form, seed: int) -> None:
    steps = (played, streaks)[seed % 2](made, seed)
    state = steps[-1][1].state
    assert isinstance(state, Drain) and drained(made, [event for event, _ in steps]) == pytest.approx([float(own) for own in state.money])


def test_the_matches_compared_have_everything_in_them() -> None:
    """Every class and rate, returned lurches, do-overs, concessions: an oracle that is never asked proves nothing."""
    found: set[tuple[object, ...]] = set()
    for seed in range(60):
        for _, done in streaks(form("ecrire", marks=12), seed):
            found |= {(won.kind, won.rate, won.conceded, won.refaits > 0) for won in done.results if isinstance(won, MarkWon)}
            mark = done.state.mark
            found |= {("returned", mark.pickup, mark.holes[mark.right] >= 12)} if mark.fixed else set()
    assert {("simple", 1, True, False), ("simple", 1, False, True)} <= found
    assert {(kind, rate, False, False) for kind, rate in RATES} | {("petty", 3, False, True)} <= found
    assert {("returned", pickup, grand) for pickup in (False, True) for grand in (False, True)} <= found


RATES = (("simple", 1), ("petty", 2), ("petty", 3), ("grand", 4), ("grand", 5))
