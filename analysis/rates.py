"""Rates: so many of so many cases, and Wilson's interval around them; as a value for one, as polars expressions for a column of them.

A rate of no cases is no rate: null in a table. A rate of nothing in many cases is 0, and is not null.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    import polars as pl

FEW = 20
"""Below this number of cases a rate says little."""
Z = 1.959964
"""Normal quantile of an interval that holds 95 in 100."""
Number = TypeVar("Number", float, "pl.Expr")


class Rate(NamedTuple):
    """`hits` of `cases`.

    `trials` is how many things happened independently of one another, where that is not `cases` themselves: points are marked in twos,
    fours and sixes, so a rate of points stands on as many trials as there were marks to make. The interval is reckoned on the trials.
    """

    hits: int
    cases: int
    trials: int | None = None

    @property
    def share(self) -> float:
        """Give the rate, 0 where there is no case."""
        return self.hits / self.cases if self.cases else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Give the Wilson interval at 95 %: where the rate may lie, given so few trials."""
        n = self._trials
        return wilson(min(1.0, self.share), n) if n else (0.0, 1.0)

    @property
    def few(self) -> bool:
        """Tell whether there are too few trials to say much."""
        return self._trials < FEW

    @property
    def _trials(self) -> int:
        return self.cases if self.trials is None else min(self.trials, self.cases)


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Wilson's interval at 95 % around a share of so many trials (more than none)."""
    middle, half, below = _middle(share, trials), Z * sqrt(_spread(share, trials)), 1 + Z * Z / trials
    return max(0.0, min(share, (middle - half) / below)), min(1.0, max(share, (middle + half) / below))


def rate(hits: pl.Expr, cases: pl.Expr) -> pl.Expr:
    """The rate of each row, null where there is no case."""
    import polars as pl  # noqa: PLC0415 - pages of single games count without it

    return pl.when(cases > 0).then(hits / cases)


def interval(hits: pl.Expr, cases: pl.Expr, trials: pl.Expr | None = None) -> tuple[pl.Expr, pl.Expr]:
    """The two ends of Wilson's interval of each row, on `trials` where they are not the cases; null where there is no case."""
    import polars as pl  # noqa: PLC0415 - as above

    n = cases if trials is None else pl.min_horizontal(trials, cases)
    share = (hits / cases).clip(0.0, 1.0)
    middle, half, below = _middle(share, n), _spread(share, n).sqrt() * Z, 1 + Z * Z / n
    known = (cases > 0) & (n > 0)
    return (
        pl.when(known).then(pl.min_horizontal(share, (middle - half) / below).clip(lower_bound=0.0)),
        pl.when(known).then(pl.max_horizontal(share, (middle + half) / below).clip(upper_bound=1.0)),
    )


def _middle(share: Number, n: Number) -> Number:
    return share + Z * Z / (2 * n)


def _spread(share: Number, n: Number) -> Number:
    return share * (1 - share) / n + Z * Z / (4 * n * n)
