"""The throws of race games by the byte: words parted and found again, put together as sides, dice and men; steps written out.

In the part of Python that numba also compiles; buffers are arrays of numpy. `analysis.scan` has found the lines.
"""

from __future__ import annotations

from typing import Any

from analysis.scan import intern

ODD, MEN, PASS = 0, 1, 2
"""What a word is behind the dice: something that is not regular, men, or that nobody moves."""
STEP_END = -3
"""Stands behind the steps of a throw."""


def part(
    buffer: Any,
    size: int,
    begins: Any,
    lines_of: Any,
    slots: Any,
    hashes: Any,
    word_begins: Any,
    word_lengths: Any,
    heap: Any,
    sizes: Any,
    offsets: Any,
    words: Any,
) -> int:
    """The words of the throws on these lines, by number: `offsets` says where each throw's begin in `words` (one more). -1: no more room.

    Behind a semicolon stands a comment.
    """
    n = 0
    for k in range(len(lines_of)):
        offsets[k] = n
        at = begins[lines_of[k]]
        while buffer[at] != 46:
            at += 1
        at += 1
        while at < size:
            while at < size and buffer[at] == 32:
                at += 1
            end = at
            while end < size and buffer[end] > 32 and buffer[end] != 59:
                end += 1
            if end == at:
                break
            if n == len(words):
                return -1
            word = intern(buffer, at, end, slots, hashes, word_begins, word_lengths, heap, sizes)
            if word < 0:
                return -1
            words[n] = word
            n += 1
            at = end
    offsets[len(lines_of)] = n
    return n


def measure(words: Any, n: int, counts: Any) -> int:
    """How many men all these words are."""
    total = 0
    for k in range(n):
        total += counts[words[k]]
    return total


def spell(
    offsets: Any,
    words: Any,
    side_of: Any,
    dice_of: Any,
    sort_of: Any,
    first_of: Any,
    counts: Any,
    men_of: Any,
    sides: Any,
    highs: Any,
    lows: Any,
    odd: Any,
    begins: Any,
    men: Any,
) -> int:
    """Put words together as throws; what is no side, two dice and men is `odd`. Returns how many men there are, three numbers each."""
    m = 0
    for k in range(len(offsets) - 1):
        begins[k] = m
        at, end = offsets[k], offsets[k + 1]
        odd[k] = 1
        if end - at < 2 or side_of[words[at]] < 0 or dice_of[words[at + 1]] == 0:
            continue
        sides[k] = side_of[words[at]]
        highs[k], lows[k] = dice_of[words[at + 1]] // 8, dice_of[words[at + 1]] % 8
        odd[k] = 0
        for word in range(at + 2, end):
            sort = sort_of[words[word]]
            if sort == ODD or (sort == PASS and end - at > 3):
                odd[k] = 1
                break
            first = first_of[words[word]]
            for man in range(first, first + counts[words[word]]):
                for i in range(3):
                    men[3 * m + i] = men_of[3 * man + i]
                m += 1
        if odd[k]:
            m = begins[k]
    begins[len(offsets) - 1] = m
    return m


def put(number: int, out: Any, at: int) -> int:
    """Write a number of two digits at most, which may be negative; returns where it ends."""
    if number < 0:
        out[at] = 45
        at += 1
        number = -number
    if number > 9:
        out[at] = 48 + number // 10
        at += 1
    out[at] = 48 + number % 10
    return at + 1


def write_steps(steps: Any, out: Any) -> int:
    """The steps of each throw as a line of text, `0-6 3-6`; returns how many bytes."""
    at = 0
    for k in range(len(steps)):
        for i in range(0, len(steps[k]), 2):
            if steps[k][i] == STEP_END:
                break
            if i:
                out[at] = 32
                at += 1
            at = put(steps[k][i], out, at)
            out[at] = 45
            at = put(steps[k][i + 1], out, at + 1)
        out[at] = 10
        at += 1
    return at
