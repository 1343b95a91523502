"""The hashes by which games that stand in an archive more than once are found, roll by roll (`analysis.archive.duplicates` tells of them).

In the part of Python that numba also compiles: lists of integers here, arrays there, the same hashes. All arithmetic is modulo 2^63.
"""

from __future__ import annotations

from typing import Any

WINDOW = 4
SPAN = 5
SHORTEST = 8
"""`WINDOW + SPAN - 1` rolls."""
FULL = 0x7FFFFFFFFFFFFFFF
PRINT = 0x7FFFFFFF
MIX = 0x3F58476D1CE4E5B9
BASE = 0x1E3779B97F4A7C15
NONE = -1


def mixed(value: int) -> int:
    """The bits of a number spread over all of it."""
    value = ((value ^ (value >> 30)) * MIX) & FULL
    return value ^ (value >> 31)


def roll_value(moves: int, high: int, low: int) -> int:
    """One number for a roll: its dice (0 not known) and where the men went."""
    return mixed(moves ^ (((high * 8 + low + 1) * BASE) & FULL))


def fingerprint(
    starts: Any, moves: Any, high: Any, low: Any, marks: Any, rolls: Any, marking: Any, least: Any, prints: Any, ends: Any
) -> int:
    """Hash every game; returns how many prints there are.

    The rolls of game `g` are those from `starts[g]` up to `starts[g + 1]`. Written are `rolls` and `marking`, one hash a game, `least` (-1
    for none), and the prints of all games one behind the other, those of game `g` before `ends[g]`. `prints` has room for one a roll.
    """
    found = 0
    for game in range(len(starts) - 1):
        start, end = starts[game], starts[game + 1]
        all_rolls, all_marks, power, known = 0, 0, 1, 0
        for at in range(start, end):
            value = roll_value(moves[at], high[at], low[at])
            all_rolls = (all_rolls + value * power) & FULL
            all_marks = (all_marks + mixed(marks[at]) * power) & FULL
            power = (power * BASE) & FULL
            if high[at] > 0:
                known += 1
        rolls[game] = all_rolls
        marking[game] = all_marks
        smallest = NONE
        if known >= SHORTEST:
            last, best, best_at = NONE, NONE, NONE
            first, second, third = 0, 0, 0
            for at in range(start, end):
                value = roll_value(moves[at], high[at], low[at])
                window = (((third * BASE + second) & FULL) * BASE + first) & FULL
                window = (window * BASE + value) & FULL
                third = second
                second = first
                first = value
                begin = at - start - WINDOW + 1
                if begin < 0:
                    continue
                code = mixed(window) & PRINT
                if best == NONE or code <= best:
                    best, best_at = code, at
                elif at - best_at >= SPAN:
                    best, best_at = least_of(moves, high, low, at)
                if begin >= SPAN - 1 and best != last:
                    prints[found] = best
                    found += 1
                    last = best
                    if smallest == NONE or best < smallest:
                        smallest = best
        least[game] = smallest
        ends[game] = found
    return found


def window_code(moves: Any, high: Any, low: Any, last: int) -> int:
    """The hash of the window that ends with a roll."""
    window = 0
    for at in range(last - WINDOW + 1, last + 1):
        window = (window * BASE + roll_value(moves[at], high[at], low[at])) & FULL
    return mixed(window) & PRINT


def least_of(moves: Any, high: Any, low: Any, last: int) -> tuple[int, int]:
    """The least hash of the `SPAN` windows of which the last ends with this roll, and the roll its window ends with."""
    best, best_at = window_code(moves, high, low, last), last
    for at in range(last - 1, last - SPAN, -1):
        code = window_code(moves, high, low, at)
        if code < best:
            best, best_at = code, at
    return best, best_at
