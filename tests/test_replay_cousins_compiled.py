"""The compiled kernels of bräde and Dutch TricTrac are the plain ones: the same states, word for word, and the same choice of them."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

import cousins_oracle as oracle
import pytest
import test_replay_cousins_oracle as boards
from conftest import cases_folder

from notation.record import Men
from replay.cousins import brade, brade_steps, dutch, dutch_steps
from replay.cousins.men import STRIDE

np = pytest.importorskip("numpy")
pytest.importorskip("numba")


@pytest.fixture(scope="module")
def twins() -> tuple[Any, Any]:
    from replay.cousins import fast

    return fast.brade_steps(), fast.dutch_steps()


def arrays(room: int) -> tuple[Any, Any]:
    return np.zeros(room * STRIDE, np.int64), np.zeros(2 * room - 1, np.int64)


def same_brade(kernel: Any, position: brade.Position, dice: tuple[int, int], rules: brade.Rules) -> None:
    number, states, out = brade.walked(position, dice, rules)
    room = len(states) // STRIDE
    fast_states, table = arrays(room)
    near, far = brade.words(position.mover)
    total = kernel.throw(
        near, far, *brade.turned_words(position.other), position.other.bar, max(dice), min(dice), rules.flags, fast_states, table
    )
    fast_out = np.zeros(max(total, 1), np.int64)
    chosen = kernel.choose(fast_states, total, rules.flags, fast_out)
    assert chosen == number and list(fast_out[:chosen]) == out[:number]
    assert list(fast_states[: total * STRIDE]) == states[: total * STRIDE]


def same_dutch(kernel: Any, position: dutch.Position, dice: tuple[int, int], rules: dutch.Rules) -> None:
    number, states, out = dutch.walked(position, dice, rules)
    fast_states, table = arrays(len(states) // STRIDE)
    order = np.zeros(8, np.int64)
    total = kernel.throw(
        *dutch.words(position.mover), *dutch.turned_masks(position.other), max(dice), min(dice), rules.flags, fast_states, table, order
    )
    fast_out = np.zeros(max(total, 1), np.int64)
    chosen = kernel.choose(fast_states, total, len(dutch.sequence(dice)), rules.flags, fast_out)
    assert chosen == number and list(fast_out[:chosen]) == out[:number]
    assert list(fast_states[: total * STRIDE]) == states[: total * STRIDE]


def test_brade(twins: tuple[Any, Any]) -> None:
    readings = list(boards.BRADE_READINGS.values())
    for i, board in enumerate(chain(oracle.brade_boards(3, 300), oracle.brade_laid_out(3, 900))):
        position = brade.Position(boards.men(board.own), boards.men(board.other))
        same_brade(twins[0], position, board.dice, readings[i % len(readings)])


def test_dutch(twins: tuple[Any, Any]) -> None:
    readings = list(boards.DUTCH_READINGS.values())
    for i, board in enumerate(chain(oracle.dutch_boards(3, 300), oracle.dutch_laid_out(3, 900))):
        position = dutch.Position(boards.men(board.own), boards.men(board.other), board.began)
        same_dutch(twins[1], position, board.dice, readings[i % len(readings)])


@pytest.mark.cases
def test_on_the_rows(twins: tuple[Any, Any]) -> None:
    import test_replay_cousins_cases as cases

    assert cases_folder().exists()
    for row in (json.loads(param.values[0]) for param in cases.BRADE):
        position = brade.Position(cases.men(row["mover"]), cases.men(row["other"]))
        for rules in (brade.DEFAULT, *(cases.BRADE_READINGS[name] for name in row.get("alternatives", {}))):
            same_brade(twins[0], position, tuple(row["throw"]), rules)
    for row in (json.loads(param.values[0]) for param in cases.DUTCH):
        board = dutch.Position(cases.men(row["mover"]), cases.men(row["other"]), row["mover_began"])
        for readings in (dutch.DEFAULT, *(cases.DUTCH_READINGS[name] for name in row.get("alternatives", {}))):
            same_dutch(twins[1], board, tuple(row["throw"]), readings)


def test_a_buffer_too_small_is_told(twins: tuple[Any, Any]) -> None:
    position = brade.Position(Men((1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 3, 4, *[0] * 11)), Men((15, *[0] * 23)))
    near, far = brade.words(position.mover)
    other = brade.turned_words(position.other)
    for kernel, states, table in ((twins[0], *arrays(16)), (brade_steps, [0] * 64, [0] * 31)):
        assert kernel.throw(near, far, *other, 0, 3, 3, 0, states, table) < 0
    for kernel, states, table in ((twins[1], *arrays(16)), (dutch_steps, [0] * 64, [0] * 31)):
        assert (
            kernel.throw(
                *dutch.words(Men((0,) * 24, hand=15)),
                0,
                0,
                2,
                1,
                0,
                states,
                table,
                [0] * 8 if type(states) is list else np.zeros(8, np.int64),
            )
            < 0
        )
