"""Bräde and Dutch TricTrac against second engines over loose discs (tests/cousins_oracle.py), in every reading."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import cousins_oracle as oracle
import pytest

from notation.record import Men
from replay.cousins import brade, dutch

BRADE_READINGS = {
    "": brade.Rules(),
    "finish_A": brade.Rules(stop_before_end=True),
    "finish_B1": brade.Rules(ending_measures=True),
    "strict_midlanding": brade.Rules(strict_landing=True),
    "no_block_burst_when_entering": brade.Rules(block_burst_entering=False),
}
DUTCH_READINGS = {
    "": dutch.Rules(),
    "stuck_anywhere": dutch.Rules(stuck_anywhere=True),
    "bar_on_empty_only": dutch.Rules(bar_on_own=False),
    "nabeurt_one_throw": dutch.Rules(nabeurt_throws_again=False),
    "trictrac_once": dutch.Rules(trictrac_throws_again=False),
    "entry=double": dutch.Rules(entry="double"),
    "entry=all-first": dutch.Rules(entry="all-first"),
}


def men(side: oracle.Side) -> Men:
    here = Counter(side)
    return Men(tuple(here[p] for p in range(1, 25)), here[oracle.OFF], here[oracle.BAR], here[oracle.HAND])


def turns(readings: dict[str, Any], number: int) -> list[tuple[str, Any]]:
    first, *others = readings.items()
    return [first, others[number % len(others)]]


def brade_compared(steered: int, laid_out: int, seed: int, readings: dict[str, brade.Rules]) -> Counter[str]:
    """The readings of the rulings on every board, and one of the others in turn."""
    met: Counter[str] = Counter()
    for number, board in enumerate(chain(oracle.brade_boards(seed, steered), oracle.brade_laid_out(seed, laid_out))):
        position = brade.Position(men(board.own), men(board.other))
        assert not brade.faults(position), board
        met["boards"] += 1
        for reading, rules in turns(readings, number):
            variant = frozenset({reading} - {""})
            expected = {
                brade.Position(men(own), men(other)): (end, *oracle.brade_value(end, other)) if end else None
                for (own, other), end in oracle.brade_legal(board, variant).items()
            }
            results = brade.legal(position, board.dice, rules)
            found = {r.position: (r.ending.kind, r.ending.munk, r.ending.value) if r.ending else None for r in results}
            assert len(found) == len(results)
            assert found == expected, (reading, board)
            if not reading:
                plain = found
                met.update({end[0] + (" munk" if end[1] else "") for end in found.values() if end})
                met.update({"burst" for r in results if any(step.taken > 1 for step in r.steps)})
                met.update({"reduced" for r in results if any(step.to == 24 and step.die > 24 - step.start for step in r.steps)})
                met["pass"] += not results[0].steps
            else:
                met[reading] += found != plain
    return met


def dutch_compared(steered: int, laid_out: int, seed: int, readings: dict[str, dutch.Rules]) -> Counter[str]:
    """The readings of the rulings on every board, and one of the others in turn."""
    met: Counter[str] = Counter()
    for number, board in enumerate(chain(oracle.dutch_boards(seed, steered), oracle.dutch_laid_out(seed, laid_out))):
        position = dutch.Position(men(board.own), men(board.other), board.began)
        assert not dutch.faults(position), board
        met["boards"] += 1
        for reading, rules in turns(readings, number):
            variant = frozenset({reading} - {""})
            expected = {
                dutch.Position(men(own), men(other), board.began): stands
                for (own, other), stands in oracle.dutch_legal(board, variant).items()
            }
            results = dutch.legal(position, board.dice, rules)
            found = {r.position: (r.again, r.ended) for r in results}
            assert len(found) == len(results)
            assert found == expected, (reading, board)
            if not reading:
                plain = found
                met.update({ended or "goes on" for _, ended in found.values()})
                met["again"] += any(again for again, _ in found.values())
                met["stopped"] += len(results[0].steps) < len(dutch.sequence(board.dice))
            else:
                met[reading] += found != plain
    return met


BRADE_KINDS = (
    "hemspel", "hemspel munk", "jan", "sprangjan", "enkelt_kronspel", "dubbelt_kronspel", "trappspel", "uppspel",
    "enkelt_kronspel munk", "dubbelt_kronspel munk", "trappspel munk", "uppspel munk", "burst", "reduced", "pass",
)  # fmt: skip


def test_brade_agrees_with_loose_discs() -> None:
    met = brade_compared(800, 800, 1, BRADE_READINGS)
    assert met["boards"] == 1600
    assert not [kind for kind in (*BRADE_KINDS[:4], "burst", "reduced", "pass", "finish_A") if not met[kind]], met


def test_dutch_agrees_with_loose_discs() -> None:
    met = dutch_compared(900, 700, 1, DUTCH_READINGS)
    assert met["boards"] == 1600
    assert not [kind for kind in ("again", "stopped", "win", "nabeurt", "loss", "bar_on_empty_only", "entry=all-first") if not met[kind]], (
        met
    )


@pytest.mark.soak
def test_brade_agrees_on_twenty_thousand_boards() -> None:
    met = brade_compared(12_000, 10_000, 2, BRADE_READINGS)
    assert met["boards"] >= 20_000
    assert not [kind for kind in BRADE_KINDS if met[kind] < 10], met
    assert not [reading for reading in list(BRADE_READINGS)[1:] if not met[reading]], met


@pytest.mark.soak
def test_dutch_agrees_on_twenty_thousand_boards() -> None:
    met = dutch_compared(12_000, 10_000, 2, DUTCH_READINGS)
    assert met["boards"] >= 20_000
    assert not [kind for kind in ("again", "stopped", "win", "nabeurt", "loss", *list(DUTCH_READINGS)[1:]) if met[kind] < 3], met


def test_dutch_trictrac_passes_no_ending_over() -> None:
    """Men leave by the exact number, so a throw played out moves all its pips: where it can end, every play ends it (N-2, N-9)."""
    ended = 0
    for board in oracle.dutch_laid_out(3, 1500):
        results = oracle.dutch_legal(board)
        off = {own[0] == oracle.OFF for own, _ in results}
        assert len(off) == 1, board
        ended += off == {True}
    assert ended > 10
