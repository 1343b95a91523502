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
    FIRST,
    FULL,
    HAND,
    HAND_AT,
    NEAR,
    OFF_AT,
    POINTS,
    STRIDE,
    WORD,
    find,
    men_on,
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

MOST = 5  # own men on a point (N-4)


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


def frozen(near: int) -> bool:
    """Whether the men of the last quarter may not move, nor others go there (N-8)."""
    return near & FIRST != 0 or near >> BAR_AT & 15 != 0 or near >> HAND_AT & 15 != 0


def going_off(near: int, far: int) -> bool:
    """Whether men may be borne off: all in play are in the last quarter (N-9)."""
    return near & POINTS == 0 and far & FIRST == 0 and not frozen(near)


def land(
    states: MutableSequence[int],
    table: MutableSequence[int],
    n: int,
    i: int,
    near: int,
    far: int,
    source: int,
    point: int,
    one: int,
) -> int:
    """Put down a man of state `i` who has been taken up, hit who stands there, and keep the board; returns as `push`."""
    word = states[i * STRIDE + WORD] & KEY
    if point < 12:
        near += 1 << 4 * point
    elif point < 24:
        far += 1 << 4 * point - 48
    else:
        near += 1 << OFF_AT
    if point < 24 and one >> point & 1:
        word |= 1 << point
    if near >> OFF_AT & 15 == 15:
        word |= DONE << TAG_AT
    else:
        word += 1 << TAG_AT
    states[i * STRIDE + WORD] |= LEADS
    return push(states, table, n, near, far, word, i << 16 | source << 8 | point)


def enter(
    states: MutableSequence[int],
    table: MutableSequence[int],
    n: int,
    i: int,
    die: int,
    flags: int,
    one: int,
    two: int,
) -> int:
    """Bring a man of state `i` in, from the bar if there is one (N-5), else from the hand (N-6, N-11); returns as `push`."""
    near, far = states[i * STRIDE + NEAR], states[i * STRIDE + FAR]
    point = die - 1
    own = near >> 4 * point & 15
    if two >> point & 1 or own >= MOST:
        return n
    if near >> BAR_AT & 15:
        if flags & BAR_ON_EMPTY and own:
            return n
        return land(states, table, n, i, near - (1 << BAR_AT), far, BAR, point, one)
    hand = near >> HAND_AT & 15
    if not hand or (flags & ENTRY_ON_DOUBLE and hand == 15):
        return n
    return land(states, table, n, i, near - (1 << HAND_AT), far, HAND, point, one)


def man(
    states: MutableSequence[int],
    table: MutableSequence[int],
    n: int,
    i: int,
    p: int,
    die: int,
    still: bool,
    off: bool,
    one: int,
    two: int,
) -> int:
    """Move a man of state `i` from a point, if he can use the die; returns as `push`. `still` and `off` as `frozen` and `going_off` say."""
    near, far = states[i * STRIDE + NEAR], states[i * STRIDE + FAR]
    if not men_on(near, far, p):
        return n
    point = p + die
    if point > 24 or (point == 24 and not off):  # no overshoot (N-9)
        return n
    if point < 24:
        if two >> point & 1 or men_on(near, far, point) >= MOST:
            return n
        if (point >= 6 and near >> HAND_AT & 15) or (still and point >= 18):
            return n
    if p < 12:
        return land(states, table, n, i, near - (1 << 4 * p), far, p, point, one)
    return land(states, table, n, i, near, far - (1 << 4 * p - 48), p, point, one)


def only_enters(near: int, flags: int) -> bool:
    """Whether no man moves before another has come in (N-5, N-6)."""
    return near >> BAR_AT & 15 != 0 or (flags & ENTRY_FIRST != 0 and near >> HAND_AT & 15 != 0)


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
    near, far = states[i * STRIDE + NEAR], states[i * STRIDE + FAR]
    n = enter(states, table, n, i, die, flags, one, two)
    if n < 0 or only_enters(near, flags):
        return n
    still = frozen(near)
    off = going_off(near, far)
    for p in range(24):
        if men_on(near, far, p):
            n = man(states, table, n, i, p, die, still, off, one, two)
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
            n = play_step(states, table, n, i, dice[tag], barred, one & ~(word & ALL), two)
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
