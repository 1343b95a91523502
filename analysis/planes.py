"""Men counted in the columns `own_1 … own_8`, `other_1 … other_8` of `plies`: bits of the planes as polars expressions.

Each side's men stand on its own route (0 talon, 11 corner, 12 the other's corner, 23 the other's talon): bit p of the plane of digit d is
the d of the men on point p. Where the men are not known, nothing is known of them (null).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

DIGITS = (1, 2, 4, 8)
BOARD = 0xFFFFFF
PETIT, GRAND, RETOUR = 0x3F, 0xFC0, 0xFC0000
PASSED = 0xFFF000
"""The points of the other half."""
MEN = 15


def men_on(side: str, point: int) -> pl.Expr:
    """How many men of a side (`own`, `other`) stand on a point of its own route."""
    return men_in(side, 1 << point)


def men_in(side: str, points: int) -> pl.Expr:
    """How many men of a side stand on the points of a mask."""
    import polars as pl  # noqa: PLC0415 - words are read without it

    return pl.sum_horizontal(
        ((_plane(side, digit) & points).bitwise_count_ones().cast(pl.Int32) * digit for digit in DIGITS), ignore_nulls=False
    )


def is_full(side: str, points: int) -> pl.Expr:
    """Whether every point of a mask has two men at least."""
    return ((_plane(side, 2) | _plane(side, 4) | _plane(side, 8)) & points) == points


def blots(side: str) -> pl.Expr:
    """On how many points of the board one man stands alone."""
    import polars as pl  # noqa: PLC0415 - as above

    alone = _plane(side, 1) & ((_plane(side, 2) | _plane(side, 4) | _plane(side, 8)) ^ BOARD)
    return alone.bitwise_count_ones().cast(pl.Int32)


def _plane(side: str, digit: int) -> pl.Expr:
    import polars as pl  # noqa: PLC0415 - as above

    return pl.col(f"{side}_{digit}")
