"""The kernel against the oracle, and against its own mirror."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay import kernel
from replay.engine import due
from replay.plays import counts_of, planes
from replay.rules import RULE_SETS, RuleSet, with_variant

PLAIN = with_variant(RULE_SETS["trictrac"], "no-pile")

VARIANTS: tuple[tuple[str, RuleSet, frozenset[str]], ...] = (
    ("plain", PLAIN, frozenset()),
    ("pile-margot-meeting", with_variant(PLAIN, "pile, margot, meeting"), frozenset({"pile", "margot", "meeting"})),
    ("impotence-grand", with_variant(PLAIN, "impotence=grand"), frozenset({"impotence=grand"})),
    ("slow", with_variant(PLAIN, "bearoff=slow"), frozenset({"slow"})),
    ("slow-none", replace(with_variant(PLAIN, "bearoff=slow"), privilege="none"), frozenset({"slow", "privilege=none"})),
    ("triktrak", RULE_SETS["triktrak"], frozenset({"slow", "privilege=needed", "two-men", "waste=pips"})),
    ("waste-pips", with_variant(PLAIN, "waste=pips"), frozenset({"waste=pips"})),
    ("waste-forced-two-men", with_variant(PLAIN, "waste=forced, two-men"), frozenset({"waste=forced", "two-men"})),
)


def compared(name: str, rules: RuleSet, variant: frozenset[str], steered: int, drawn: int, seed: int) -> Counter[str]:
    """Ask engine and oracle about the same boards; what was met is counted by jan and by kind."""
    met: Counter[str] = Counter()
    for board in chain(oracle.steered_positions(seed, steered, variant), oracle.drawn_positions(seed, drawn)):
        first = (max(board.dice), 1)
        theirs = oracle.Roll(list(board.own), list(board.opp), board.dice, variant).answer(third_roll=board.third, first=first)
        ours = due(board.own, board.opp, board.dice, rules, rolls=3 if board.third else 0, first=first)
        for_roller = sorted(((jan.code, jan.place, jan.ways, jan.points) for jan in ours.roller), key=repr)
        for_opponent = sorted(((jan.code, jan.place, jan.ways, jan.points) for jan in ours.opponent), key=repr)
        told = f"{name}: {board}"
        assert for_roller == sorted(theirs.roller, key=repr), told
        assert for_opponent == sorted(theirs.opponent, key=repr), told
        assert ours.results(board.own) == theirs.results, told
        assert (ours.total_roller, ours.total_opponent) == theirs.totals(), told
        assert ours.unplayable == theirs.unplayed, told
        met["boards"] += 1
        met.update({jan.code for jan in (*ours.roller, *ours.opponent)})
        met["short rolls"] += ours.unplayable > 0
        met["passed men"] += any(board.own[12:24])
        met["bearing off"] += any(result[24] > board.own[24] for result in theirs.results)
        met["corner taken"] += not board.own[11] and any(result[11] for result in theirs.results)
        met["by force"] += _by_force(board, theirs.results)
    return met


def _by_force(board: oracle.Board, results: set[tuple[int, ...]]) -> bool:
    """Whether a legal play takes the corner by force: two pips fewer than the dice."""
    pips = sum(p * n for p, n in enumerate(board.own))
    return not board.own[11] and any(r[11] and sum(p * n for p, n in enumerate(r)) - pips == sum(board.dice) - 2 for r in results)


ENOUGH = {
    "PJ": 60, "GJ": 60, "JR": 60, "PJC": 60, "GJC": 60, "JRC": 60,
    "BV": 5000, "BF": 300, "BC": 300, "IM": 300, "SO": 60, "MF": 40,
    "JTC": 3, "JDT": 3, "JM": 3, "CM": 3, "CDT": 3, "JRE": 5, "PMC": 3, "PM": 3,
    "short rolls": 300, "passed men": 3000, "bearing off": 500, "corner taken": 500, "by force": 100,
}  # fmt: skip
"""How often each must have been met for the agreement to mean something (20,000 boards)."""


def test_agrees_with_the_oracle_on_twenty_thousand_boards() -> None:
    met: Counter[str] = Counter()
    for seed, (name, rules, variant) in enumerate(VARIANTS):
        met += compared(name, rules, variant, 1600, 1200, 100 + seed)
    assert met["boards"] >= 20_000
    assert not {kind: (met[kind], number) for kind, number in ENOUGH.items() if met[kind] < number}


@pytest.mark.soak
@pytest.mark.parametrize(("name", "rules", "variant"), VARIANTS, ids=[name for name, _, _ in VARIANTS])
def test_agrees_with_the_oracle_at_length(name: str, rules: RuleSet, variant: frozenset[str]) -> None:
    met = compared(name, rules, variant, 12_000, 8_000, 7)
    assert met["boards"] >= 17_000


@given(st.integers(0, kernel.ALL))
def test_mirror_is_its_own_inverse(mask: int) -> None:
    assert kernel.mirror(kernel.mirror(mask)) == mask
    assert kernel.mirror(mask).bit_count() == mask.bit_count()
    assert all((mask >> i & 1) == (kernel.mirror(mask) >> 23 - i & 1) for i in range(24))


@given(st.lists(st.integers(0, 15), min_size=24, max_size=24))
def test_planes_hold_any_count(counts: list[int]) -> None:
    men = planes(tuple(counts))
    assert counts_of(men, 0) == (*counts, 0)
    assert kernel.total(men, kernel.ALL) == sum(counts)
    assert kernel.occupied(men) == sum(1 << p for p in range(24) if counts[p])
    assert kernel.full(men) == sum(1 << p for p in range(24) if counts[p] >= 2)


@given(st.lists(st.integers(0, 14), min_size=24, max_size=24), st.integers(0, 23), st.integers(0, 24))
def test_a_move_takes_one_man_and_puts_him_down(counts: list[int], start: int, to: int) -> None:
    counts[start] += 1
    after = list(counts)
    after[start] -= 1
    if to < 24:
        after[to] += 1
    assert counts_of(kernel.played(planes(tuple(counts)), start * 25 + to + 1), 0) == (*after, 0)


@pytest.mark.parametrize(
    ("men", "petit", "grand"),
    [
        ({0: 15}, True, True),
        ({0: 11, 6: 4}, False, True),
        ({0: 12, 12: 3}, True, True),
        ({0: 11, 12: 4}, False, False),
        ({6: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 18: 3}, False, True),
        ({6: 1, 7: 14}, False, False),
        ({0: 1, 1: 14}, False, True),
    ],
    ids=["start", "4 beyond 5", "3 beyond 11", "4 beyond 11", "full grand", "one on 6, none behind", "one on the talon"],
)
def test_what_a_side_can_still_fill(men: dict[int, int], petit: bool, grand: bool) -> None:
    """A-1, and the quick values of A-4."""
    c = planes(tuple(men.get(p, 0) for p in range(24)))
    assert (kernel.fillable(c, 0), kernel.fillable(c, 6)) == (petit, grand)


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_step_by_step_agrees_with_all_at_once(seed: int) -> None:
    """The general generator, meant for bearing off, gives the same plays where the quick one is used."""
    for board in oracle.steered_positions(seed, 40):
        own, opp = planes(board.own), planes(board.opp)
        hi, lo = max(board.dice), min(board.dice)
        outside = sum(board.own[:18])
        if outside < 2:
            continue
        free = kernel.ALL ^ kernel.mirror(kernel.occupied(opp))
        zone = kernel.allowed(opp)
        one, two = [0] * kernel.PLAYS, [0] * kernel.PLAYS
        n = kernel.two_steps(own, free & zone, free, hi, lo, one)
        m, unplayed = kernel.stepwise(own, free, zone, hi, lo, 0, 0, False, two)
        if unplayed:
            assert n == 0
        else:
            ends = [{kernel.played(own, code) for code in codes} for codes in (one[:n], two[:m])]
            assert ends[0] == ends[1], board
