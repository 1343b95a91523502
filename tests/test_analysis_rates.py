"""Rates and their intervals: as a value and as polars expressions the same, and nought is not nothing."""

from math import sqrt

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.rates import FEW, Rate, Z, interval, rate, wilson

COUNTS = st.integers(1, 10_000).flatmap(lambda cases: st.tuples(st.integers(0, cases), st.just(cases)))


@pytest.mark.parametrize(
    ("hits", "cases", "low", "high"),
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (1, 30, 0.006, 0.167), (81, 263, 0.255, 0.366)],
)
def test_wilson_as_the_textbooks_have_it(hits: int, cases: int, low: float, high: float) -> None:
    """Published intervals (Newcombe 1998, table I, method 3, among them)."""
    assert Rate(hits, cases).interval == pytest.approx((low, high), abs=0.0006)


@given(COUNTS)
def test_the_ends_are_where_the_share_is_just_z_off(counts: tuple[int, int]) -> None:
    """The definition: at either end p, |share - p| is Z standard errors of p."""
    hits, cases = counts
    low, high = Rate(hits, cases).interval
    assert 0 <= low <= hits / cases <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(hits / cases - end) == pytest.approx(Z * sqrt(end * (1 - end) / cases), rel=1e-6, abs=1e-9)


@given(st.lists(COUNTS | st.just((0, 0)), min_size=1), st.integers(1, 50))
def test_expressions_say_what_values_say(counts: list[tuple[int, int]], part: int) -> None:
    data = pl.DataFrame({"hits": [c[0] for c in counts], "cases": [c[1] for c in counts]}).with_columns(trials=pl.col("cases") // part)
    low, high = interval(pl.col("hits"), pl.col("cases"))
    few_low, few_high = interval(pl.col("hits"), pl.col("cases"), pl.col("trials"))
    found = data.select(
        rate(pl.col("hits"), pl.col("cases")).alias("rate"), low.alias("low"), high.alias("high"), few_low, few_high.alias("h")
    )
    for (hits, cases), trials, (share, bottom, top, few_bottom, few_top) in zip(counts, data["trials"], found.rows(), strict=True):
        if not cases:
            assert (share, bottom, top) == (None, None, None)
            continue
        assert share == Rate(hits, cases).share
        assert (bottom, top) == pytest.approx(Rate(hits, cases).interval)
        if trials:
            assert (few_bottom, few_top) == pytest.approx(Rate(hits, cases, trials).interval)
        else:
            assert few_bottom is None


def test_nought_is_not_nothing() -> None:
    data = pl.DataFrame({"hits": [0, 0], "cases": [7, 0]})
    assert data.select(rate(pl.col("hits"), pl.col("cases")))["hits"].to_list() == [0.0, None]
    assert Rate(0, 7).share == 0.0
    assert Rate(0, 0).interval == (0.0, 1.0)


def test_an_interval_of_points_stands_on_the_marks() -> None:
    assert Rate(300, 400, 100).interval == wilson(0.75, 100)
    assert Rate(300, 400, 100).interval == Rate(75, 100).interval
    assert Rate(300, 400, 900).interval == Rate(300, 400).interval, "never more trials than cases"
    assert Rate(300, 400, FEW - 1).few
    assert not Rate(300, 400).few
