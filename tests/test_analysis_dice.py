"""Dice counted, and chi-square against published critical values and against dice that are even."""

from math import exp, factorial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.dice import ROLLS, DiceCounts, chi_square_tail, dice_of, fairness
from analysis.frames import Frames
from analysis.summary import dice_counts
from analysis.tables import judge
from notation.sources import read_path


@pytest.mark.parametrize(
    ("freedom", "critical", "tail"),
    [
        (1, 3.841, 0.05),
        (1, 6.635, 0.01),
        (2, 5.991, 0.05),
        (5, 11.070, 0.05),
        (5, 15.086, 0.01),
        (5, 1.145, 0.95),
        (20, 31.410, 0.05),
        (20, 10.851, 0.95),
        (20, 45.315, 0.001),
    ],
)
def test_critical_values_of_the_tables(freedom: int, critical: float, tail: float) -> None:
    assert chi_square_tail(critical, freedom) == pytest.approx(tail, abs=5e-5)


@given(st.integers(1, 30), st.floats(0, 200))
def test_even_degrees_are_a_poisson_sum_and_odd_ones_lie_between(half: int, statistic: float) -> None:
    """With 2k degrees of freedom the tail is that of a Poisson count below k; it grows with the degrees."""
    poisson = sum(exp(-statistic / 2) * (statistic / 2) ** i / factorial(i) for i in range(half))
    assert chi_square_tail(statistic, 2 * half) == pytest.approx(min(1.0, poisson), abs=1e-9)
    assert chi_square_tail(statistic, 2 * half) <= chi_square_tail(statistic, 2 * half + 1) + 1e-12
    assert chi_square_tail(statistic, 2 * half + 1) <= chi_square_tail(statistic, 2 * half + 2) + 1e-12


def test_no_degrees_of_freedom_and_no_counts() -> None:
    with pytest.raises(ValueError, match="one degree"):
        chi_square_tail(1.0, 0)
    assert fairness((0, 0, 0), [0.5, 0.25, 0.25]).probability == 1.0


def test_pearson_by_hand() -> None:
    found = fairness((30, 14, 34, 45, 57, 20), [1 / 6] * 6)
    assert found.statistic == pytest.approx((10**2 + 58**2 + 2**2 + 35**2 + 71**2 + 40**2) / 9 / (200 / 6)), "strays in thirds of a throw"
    assert (found.freedom, found.n) == (5, 200)


def test_even_dice_are_seldom_called_uneven() -> None:
    chance = Random(4)
    low = 0
    for _ in range(200):
        counts = [0] * 21
        for _ in range(600):
            one, other = chance.randint(1, 6), chance.randint(1, 6)
            counts[ROLLS.index((max(one, other), min(one, other)))] += 1
        dice = DiceCounts(tuple(counts))
        low += dice.of_rolls().probability < 0.05
        assert sum(dice.faces) == 2 * dice.rolls == 1200
    assert 1 <= low <= 24, "about ten of two hundred"


def test_dice_of_the_corpus_are_those_of_its_rows() -> None:
    games = [judge(game) for game in read_path("corpora/games")]
    frames = Frames.of(games)
    dice = dice_of(frames)
    rows = [row for row in frames.plies.collect().iter_rows(named=True) if None not in (row["high"], row["low"])]
    by_hand = dice_counts(rows)
    assert dice.faces == by_hand.faces
    assert (dice.doublets, dice.rolls) == by_hand.doublets[:2]
    assert dice_of(Frames.of([])).rolls == 0
