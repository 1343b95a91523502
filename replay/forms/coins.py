"""Amounts of money that need not be whole: a twentieth of a pool, an equal share of it, half a stake (docs/rules.md 2.7, 5.5 D2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

Amount = int | float | Fraction
Money = int | Fraction
"""What lies in a pool: to the fraction of a coin, and an `int` where it is whole."""
HUNDREDTHS: Final = 100


def part(amount: Money, of: int, *, times: int = 1) -> Money:
    """So many times an amount, divided; an `int` where that is whole."""
    return plain(Fraction(amount) * times / of)


def plain(amount: Money) -> Money:
    """The amount as an `int` where it is whole."""
    return int(amount) if amount == int(amount) else Fraction(amount)


def decimal(amount: Amount) -> int | float:
    """The amount as JSON has it: a part of a coin as a decimal fraction, rounded where it has no end."""
    return int(amount) if amount == int(amount) else float(amount)


def spelled(amount: Amount, *, plus: bool = False) -> str:
    """The amount as people write it: `12`, `2.5`, `33 1/3`, with a `+` before what is won where one is wanted."""
    sign = "-" if amount < 0 else "+" if plus else ""
    size = abs(Fraction(amount))
    if (size * HUNDREDTHS).denominator == 1:
        whole, parts = divmod(int(size * HUNDREDTHS), HUNDREDTHS)
        return sign + (f"{whole}.{parts:02d}".rstrip("0") if parts else str(whole))
    whole = int(size)
    return f"{sign}{f'{whole} ' if whole else ''}{size - whole}"
