"""Whether the dice fell evenly: how often each face and each roll came, and what Pearson's chi-square says of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analysis.frames import Frames

ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, the higher die first."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """A test of counts against what is expected of them: Pearson's statistic, its degrees of freedom, how many were counted."""

    statistic: float
    freedom: int
    n: int

    @property
    def probability(self) -> float:
        """How often even dice would stray at least so far."""
        return chi_square_tail(self.statistic, self.freedom)


@dataclass(frozen=True, slots=True)
class DiceCounts:
    """How often each of the 21 rolls (in the order of `ROLLS`) came, of those with both dice known."""

    counts: tuple[int, ...]

    @property
    def rolls(self) -> int:
        """Rolls with both dice known."""
        return sum(self.counts)

    @property
    def faces(self) -> tuple[int, ...]:
        """How often each face from 1 to 6 fell."""
        return tuple(sum(count * roll.count(face) for roll, count in zip(ROLLS, self.counts, strict=True)) for face in range(1, 7))

    @property
    def doublets(self) -> int:
        """Rolls of two alike."""
        return sum(count for (high, low), count in zip(ROLLS, self.counts, strict=True) if high == low)

    def of_faces(self) -> Fairness:
        """The six faces against one in six each."""
        return fairness(self.faces, [1 / 6] * 6)

    def of_rolls(self) -> Fairness:
        """The 21 rolls against one in 36 for a doublet and two for any other."""
        return fairness(self.counts, [(1 if high == low else 2) / 36 for high, low in ROLLS])


def dice_of(frames: Frames) -> DiceCounts:
    """Count the rolls of the four tables."""
    import polars as pl  # noqa: PLC0415 - as everywhere: only who counts an archive needs it

    dice = frames.plies.select("high", "low").drop_nulls().group_by("high", "low").agg(pl.len()).collect(engine="streaming")
    found = {(int(high), int(low)): int(count) for high, low, count in dice.iter_rows()}
    return DiceCounts(tuple(found.get(roll, 0) for roll in ROLLS))


def fairness(counts: tuple[int, ...], shares: list[float]) -> Fairness:
    """Pearson's chi-square of counts against shares that add up to one."""
    n = sum(counts)
    strays = ((count - n * share) ** 2 / (n * share) for count, share in zip(counts, shares, strict=True)) if n else ()
    return Fairness(sum(strays), len(counts) - 1, n)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least this large.

    By the recurrence in steps of two from one or two degrees, whose tails are known exactly. Raises ValueError for no degrees of freedom.
    """
    if freedom < 1:
        raise ValueError("chi-square has one degree of freedom at least")
    half = statistic / 2
    if half <= 0:
        return 1.0
    tail, at = (exp(-half), 2) if freedom % 2 == 0 else (erfc(sqrt(half)), 1)
    while at < freedom:
        tail += exp(at / 2 * log(half) - half - lgamma(at / 2 + 1))
        at += 2
    return min(1.0, tail)
