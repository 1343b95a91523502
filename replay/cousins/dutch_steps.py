"""Dutch TricTrac on plain integers: every board a throw leads to, and which of them are legal (docs/rules.md, section 7).

Written once in the part of Python that numba also compiles; words and states as `replay.cousins.men` says. The steps of a throw have one
fixed order, so the boards reached after each step are a layer, and a board needs no history. The sides go opposite ways: the other
side's men come in turned to the mover's route.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.cousins.men import (
    ALL,
    BAR,
    BAR_AT,
    CAME,
    FAR,
    FULL,
    HAND,
    HAND_AT,
    NEAR,
    OFF,
    OFF_AT,
    STRIDE,
    WORD,
    find,
    fives,
    men_on,
    occupied,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

# Flags: how the text is read where it leaves a choice (`replay.cousins.dutch.Rules`).
STUCK_ANYWHERE = 1
BAR_ON_EMPTY = 2
ENTRY_ON_DOUBLE = 4
ENTRY_FIRST = 8

# `word` above the captures: how many steps have been played, or DONE when all men are off. These with the captures are the key.
TAG_AT = 24
DONE = 15
KEY = (1 << 28) - 1
LEADS = 1 << 28  # not of the key: the next step can be played

MOST = 5  # own men on a point (N-4); `replay.cousins.men.fives` says where they stand
FIRST_FIELD, BEFORE_LAST = 0x3F, 0x3FFFF


def sequence(hi: int, lo: int, out: MutableSequence[int]) -> int:
    """Write the steps of a throw in their order to `out`; returns their number (7.2)."""
    if hi == lo:
        out[0] = out[1] = hi
        out[2] = out[3] = 7 - hi
        return 4
    if hi == 2 and lo == 1:
        out[0] = out[1] = 1
        out[2] = out[3] = 2
        out[4] = out[5] = 5
        out[6] = out[7] = 6
        return 8
    out[0] = lo
    out[1] = hi
    return 2


def push(states: MutableSequence[int], table: MutableSequence[int], n: int, near: int, far: int, word: int, came: int) -> int:
    """Add a board unless it is there; returns the number of states, or FULL."""
    at = find(states, table, near, far, word & KEY, KEY)
    if at >= 0:
        return n
    if (n + 2) * STRIDE > len(states) or 2 * n > len(table):
        return FULL
    states[n * STRIDE + NEAR] = near
    states[n * STRIDE + FAR] = far
    states[n * STRIDE + WORD] = word
    states[n * STRIDE + CAME] = came
    table[~at] = n + 1
    return n + 1


def movable(near: int, far: int, die: int, flags: int, two: int) -> int:
    """Who can play a step: points as bits, above them BAR and HAND; `two` the points that the other side closes (N-2, N-4 to N-9)."""
    shut = two | fives(near, far)
    point = die - 1
    free = not shut >> point & 1
    if near >> BAR_AT & 15:  # the men hit come first (N-5)
        return 1 << BAR if free and not (flags & BAR_ON_EMPTY and near >> 4 * point & 15) else 0
    hand = near >> HAND_AT & 15
    who = 1 << HAND if hand and free and not (flags & ENTRY_ON_DOUBLE and hand == 15) else 0
    if hand and flags & ENTRY_FIRST:
        return who
    have = occupied(near, far)
    open_to = ALL & ~shut
    if hand:  # no further than the first field (N-6)
        open_to &= FIRST_FIELD
    elif have & FIRST_FIELD:  # the last field is closed, and its men may not move (N-8)
        open_to &= BEFORE_LAST
    who |= have & open_to >> die
    if not hand and not have & BEFORE_LAST:  # all are in the last field, and leave by the exact die (N-9)
        who |= have & 1 << 24 - die
    return who


def ends_at(near: int, far: int, dice: Sequence[int], length: int) -> int:
    """Behind how many steps of a throw the last man can leave at all, 0 never: each step takes its pips, and all he has are to go (N-9)."""
    left = 25 * ((near >> BAR_AT & 15) + (near >> HAND_AT & 15))
    for p in range(24):
        left += (24 - p) * men_on(near, far, p)
    for k in range(length):
        left -= dice[k]
        if left == 0:
            return k + 1
    return 0


def moved(near: int, far: int, word: int, source: int, die: int, one: int) -> tuple[int, int, int]:
    """A board after a step of one who can play it, with its `word`: he hits who stands there, and the step counts."""
    point = source + die
    if source == BAR:
        near -= 1 << BAR_AT
        point = die - 1
    elif source == HAND:
        near -= 1 << HAND_AT
        point = die - 1
    elif source < 12:
        near -= 1 << 4 * source
    else:
        far -= 1 << 4 * source - 48
    if point < 12:
        near += 1 << 4 * point
    elif point < 24:
        far += 1 << 4 * point - 48
    else:
        near += 1 << OFF_AT
    word &= KEY
    if point < 24:
        word |= one & 1 << point
    if near >> OFF_AT & 15 == 15:
        return near, far, word | DONE << TAG_AT
    return near, far, word + (1 << TAG_AT)


def land(states: MutableSequence[int], table: MutableSequence[int], n: int, i: int, source: int, die: int, one: int) -> int:
    """Play a step from state `i` with one who can, and keep the board; returns as `push`."""
    at = i * STRIDE
    near, far, word = moved(states[at + NEAR], states[at + FAR], states[at + WORD], source, die, one)
    return push(states, table, n, near, far, word, i << 16 | source << 8 | (die - 1 if source > OFF else source + die))


def play_step(
    states: MutableSequence[int],
    table: MutableSequence[int],
    n: int,
    i: int,
    die: int,
    flags: int,
    one: int,
    two: int,
) -> int:
    """Play one step from state `i` with every man who can; returns the number of states, or FULL."""
    who = movable(states[i * STRIDE + NEAR], states[i * STRIDE + FAR], die, flags, two)
    if who:
        states[i * STRIDE + WORD] |= LEADS
    for source in (BAR, HAND):
        if who >> source & 1:
            n = land(states, table, n, i, source, die, one)
            if n < 0:
                return n
    who &= ALL
    while who:
        source = (who & -who).bit_length() - 1
        who &= who - 1
        n = land(states, table, n, i, source, die, one)
        if n < 0:
            return n
    return n


def throw(
    near: int,
    far: int,
    one: int,
    two: int,
    hi: int,
    lo: int,
    flags: int,
    states: MutableSequence[int],
    table: MutableSequence[int],
    dice: MutableSequence[int],
) -> int:
    """Walk every way of playing a throw; returns the number of states, or FULL.

    `near`, `far` are the mover's men; `one`, `two` the points where the other side has men, and two or more, on the mover's route.
    `hi` >= `lo`. `table` must be empty (zeros); `dice` takes the steps in their order (8 at most).
    """
    length = sequence(hi, lo, dice)
    barred = flags if length == 2 else flags & ~ENTRY_ON_DOUBLE
    n = push(states, table, 0, near, far, 0, 0)
    i = 0
    while i < n:
        word = states[i * STRIDE + WORD]
        tag = word >> TAG_AT & 15
        if tag < length:
            n = play_step(states, table, n, i, dice[tag], barred, one, two)
            if n < 0:
                return n
        i += 1
    return n


def choose(states: Sequence[int], n: int, length: int, flags: int, out: MutableSequence[int]) -> int:
    """Write the states that legal plays end in to `out`; returns their number, at least 1.

    Where the throw can be played out, or the last man borne off, it must be (N-2); else the deepest boards are legal.
    """
    deepest = states[(n - 1) * STRIDE + WORD] >> TAG_AT & 15
    for i in range(n):
        tag = states[i * STRIDE + WORD] >> TAG_AT & 15
        if tag == DONE:
            deepest = DONE
            break
        deepest = max(deepest, tag)
    ended = deepest in (DONE, length)
    count = 0
    for i in range(n):
        word = states[i * STRIDE + WORD]
        tag = word >> TAG_AT & 15
        if tag in (DONE, length):
            legal = True
        elif ended:
            legal = False
        elif flags & STUCK_ANYWHERE:
            legal = not word & LEADS
        else:
            legal = tag == deepest
        if legal:
            out[count] = i
            count += 1
    return count
