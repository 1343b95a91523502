"""Bräde on plain integers: every board a throw leads to, and which of them are legal (docs/rules.md, section 6).

Written once in the part of Python that numba also compiles; words and states as `replay.cousins.men` says. `throw` walks every row of
steps, dice by dice; `choose` weighs the rows against each other. Both sides go the same way round, so the other side's men come in
turned to the mover's route (12 points further).
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
    NEAR,
    OFF,
    OFF_AT,
    POINTS,
    STRIDE,
    WORD,
    find,
    masks,
    men_on,
    rearmost,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

# Flags: how the text is read where it leaves a choice (`replay.cousins.brade.Rules`).
MAY_STOP_BEFORE_THE_END = 1
ENDING_SETS_THE_MEASURE = 2
STRICT_LANDING = 4
NO_BLOCK_BURST_ENTERING = 8

# Endings, the dearer the greater (6.6).
HEMSPEL, ENKELT, DUBBELT, TRAPPSPEL, UPPSPEL, JAN, SPRANGJAN = 1, 2, 3, 4, 5, 6, 7
WORTH = (0, 1, 2, 2, 2, 2, 4, 6)  # without munk

# `word` above the captures: the men of the last quarter who came down in this throw while others stood behind (two bits a point), then the
# tag (dice used: in a double how many, else 1 the lower, 2 the higher, 3 both; ENDED). These with the captures are the key.
LATE_AT, TAG_AT = 24, 36
ENDED = 7
KEY = (1 << 39) - 1
# Not of the key: pips of reduction (the least), men captured, the ending (the dearest), whether a step leads on, whether one ends the
# game, and the tag that an ended play would have.
REDUCTION_AT, CAPTURED_AT, KIND_AT, LEADS_AT, ENDS_AT, RANK_AT = 39, 44, 48, 51, 52, 53
LEADS, ENDS = 1 << LEADS_AT, 1 << ENDS_AT

HOME_QUARTER = 0x3F000  # the other side's first quarter, on the mover's route
NO_BANDS = 11  # below this point own men never stand together (5)

_PATTERNS = (  # the last quarter as words of `far`: points 20-24, 22-24, 22-24, 24 (8)
    3 << 28 | 3 << 32 | 3 << 36 | 3 << 40 | 3 << 44,
    5 << 36 | 5 << 40 | 5 << 44,
    3 << 36 | 5 << 40 | 7 << 44,
    15 << 44,
)


def blocks(two: int) -> int:
    """Points of the other side's blocks: six bands or more in a row on the mover's route (6.4 a)."""
    run = two & two >> 1 & two >> 2
    run &= run >> 3
    run |= run << 1 | run << 2
    return run | run << 3


def rooms(near: int, two: int) -> int:
    """Points of the first quarter open to a man coming in: without own men, with one opposing man at most (6.2)."""
    room = 0
    for p in range(6):
        if not near >> 4 * p & 15 and not two >> p & 1:
            room += 1
    return room


def lost_to_jan(bar: int, one: int) -> bool:
    """Whether more of the other side's men are on the bar than his first quarter can ever take (6.6)."""
    return bar > 6 - (one & HOME_QUARTER).bit_count()


def ending(near: int, far: int, point: int, bar: int, one: int, taken: int) -> int:
    """How a step ends the game, 0 if it does not: the man came to `point` and captured as many as `taken` (6.6)."""
    if taken and lost_to_jan(bar, one):
        return SPRANGJAN if taken > 1 else JAN
    if point == OFF:
        return HEMSPEL if near >> OFF_AT & 15 == 15 else 0
    if point >= 18:
        for i in range(4):
            if far & POINTS == _PATTERNS[i]:
                return ENKELT + i
    return 0


def in_reach(near: int, far: int, onear: int, ofar: int, bar: int, hi: int, lo: int) -> bool:
    """Whether a throw can end the game at all, by what is cheap to see; True where only the walk can tell (6.6).

    Bearing off: no more men left than the dice have steps. A pattern: no man so far back that the dice do not bring him to its first point.
    Jan: as many of the other's men on the bar and on points in reach as make one; bands only where a band may be burst at all (6.4).
    """
    count = 4 if hi == lo else 2
    if (near >> OFF_AT & 15) + count >= 15:
        return True
    if near >> BAR_AT == 0:
        up = count
        for p in range(18, 24):
            up += men_on(near, far, p)
        if up >= 15:
            return True
    one, two = masks(onear, ofar)
    least = max(6 - (one & HOME_QUARTER).bit_count() - bar + 1, 1)  # men to be taken for a jan
    if near >> BAR_AT & 15 > rooms(near, two) or blocks(two):
        open_to = one
    else:
        open_to = one & ~two
        if min(count, open_to.bit_count()) < least:
            return False
    there = 0  # points in reach with men who can be taken
    reach = (hi + lo) * count // 2
    until = reach - 1 if near >> BAR_AT & 15 else -1
    for p in range(24):
        if p <= until:
            there |= open_to & 1 << p
        if men_on(near, far, p):
            until = p + reach
    takes = 0
    for men in range(15, 0, -1):
        for p in range(24):
            if there >> p & 1 and men_on(onear, ofar, p) == men and count:
                takes += men
                count -= 1
    return takes >= least


def push(states: MutableSequence[int], table: MutableSequence[int], n: int, near: int, far: int, word: int, came: int) -> int:
    """Add a board, or better what is there of it: less reduction, a dearer ending. Returns the number of states, or FULL."""
    at = find(states, table, near, far, word & KEY, KEY)
    if at < 0:
        if (n + 2) * STRIDE > len(states) or 2 * n > len(table):
            return FULL
        states[n * STRIDE + NEAR] = near
        states[n * STRIDE + FAR] = far
        states[n * STRIDE + WORD] = word
        states[n * STRIDE + CAME] = came
        table[~at] = n + 1
        return n + 1
    old = states[at * STRIDE + WORD]
    kind, was = word >> KIND_AT & 7, old >> KIND_AT & 7
    rank = max(word >> RANK_AT & 7, old >> RANK_AT & 7)
    if kind > was or (kind == was and word >> REDUCTION_AT & 31 < old >> REDUCTION_AT & 31):
        states[at * STRIDE + CAME] = came
        old = word
    states[at * STRIDE + WORD] = old & (1 << RANK_AT) - 1 | rank << RANK_AT
    return n


def land(
    states: MutableSequence[int],
    table: MutableSequence[int],
    n: int,
    parent: int,
    tag: int,
    near: int,
    far: int,
    word: int,
    source: int,
    point: int,
    one: int,
    men: int,
    bar: int,
) -> int:
    """Put down a man who has been taken up, capture whoever stands there, and keep the board; returns as `push`.

    `men` are the opposing men on the point, `bar` the other side's men on the bar before the throw.
    """
    if point < 12:
        near += 1 << 4 * point
    elif point < 24:
        far += 1 << 4 * point - 48
    else:
        near += 1 << OFF_AT
    if men:
        word |= 1 << point
        word += men << CAPTURED_AT
        one &= ~(1 << point)
    kind = ending(near, far, point, bar + (word >> CAPTURED_AT & 15), one, men)
    at = parent * STRIDE + WORD
    if kind:
        states[at] |= ENDS
        word |= ENDED << TAG_AT | kind << KIND_AT | tag << RANK_AT
    else:
        states[at] |= LEADS
        word |= tag << TAG_AT
    return push(states, table, n, near, far, word, parent << 16 | source << 8 | point)


def enter(
    states: MutableSequence[int],
    table: MutableSequence[int],
    n: int,
    i: int,
    die: int,
    tag: int,
    flags: int,
    one: int,
    two: int,
    onear: int,
    ofar: int,
    bar: int,
) -> int:
    """Bring a man of state `i` in from the bar with a die (6.2, 6.4)."""
    near, far, word = states[i * STRIDE + NEAR], states[i * STRIDE + FAR], states[i * STRIDE + WORD] & (1 << LEADS_AT) - 1
    point = die - 1
    if near >> 4 * point & 15:
        return n
    if two >> point & 1:
        if near >> OFF_AT & 15 == 14:
            return n
        by_entry = near >> BAR_AT & 15 > rooms(near, two)
        by_block = blocks(two) >> point & 1 and not flags & NO_BLOCK_BURST_ENTERING
        if not by_entry and not by_block:
            return n
    men = men_on(onear, ofar, point) if one >> point & 1 else 0
    word &= ~(7 << TAG_AT)
    return land(states, table, n, i, tag, near - (1 << BAR_AT), far, word, BAR, point, one, men, bar)


def man(
    states: MutableSequence[int],
    table: MutableSequence[int],
    n: int,
    i: int,
    p: int,
    last: int,
    die: int,
    tag: int,
    flags: int,
    one: int,
    closed: int,
    onear: int,
    ofar: int,
    bar: int,
) -> int:
    """Move a man of state `i` from a point, on the board or off it, if he can use the die (6.2, 6.4, 6.5).

    `last` is the rearmost point with a man, `closed` the points whose bands may not be burst (`shut`).
    """
    near, far, word = states[i * STRIDE + NEAR], states[i * STRIDE + FAR], states[i * STRIDE + WORD] & (1 << LEADS_AT) - 1
    word &= ~(7 << TAG_AT)
    have = men_on(near, far, p)
    if not have:
        return n
    point = p + die
    if point < 24:
        may = not closed >> point & 1 and (point >= NO_BANDS or not near >> 4 * point & 15)
        men = men_on(onear, ofar, point) if one >> point & 1 else 0
    else:
        may = p == last and p >= 18
        men = 0
    if not may:
        return n
    up = near - (1 << 4 * p) if p < 12 else near
    out = far if p < 12 else far - (1 << 4 * p - 48)
    late = word >> LATE_AT + 2 * (p - 18) & 3 if p >= 18 else 0
    if have > late:  # a man who did not come down too early in this throw
        mark = word
        if point >= 24:
            mark += point - 24 << REDUCTION_AT
        elif flags & STRICT_LANDING and tag < 4 and point >= 18 and rearmost(up, out) < point:
            mark += 1 << LATE_AT + 2 * (point - 18)
        n = land(states, table, n, i, tag, up, out, mark, p, min(point, OFF), one, men, bar)
        if n < 0:
            return n
    if late and point < 24:  # one who did: he stays so, and does not leave
        mark = word - (1 << LATE_AT + 2 * (p - 18)) + (1 << LATE_AT + 2 * (point - 18))
        n = land(states, table, n, i, tag, up, out, mark, p, point, one, men, bar)
    return n


def shut(near: int, two: int) -> int:
    """Points with bands on which a man on the board may not come down (6.4)."""
    return two if near >> OFF_AT & 15 == 14 else two & ~blocks(two)


def move(
    states: MutableSequence[int],
    table: MutableSequence[int],
    n: int,
    i: int,
    die: int,
    tag: int,
    flags: int,
    one: int,
    two: int,
    onear: int,
    ofar: int,
    bar: int,
) -> int:
    """Move every man of state `i` who can use a die, on the board or off it."""
    near, far = states[i * STRIDE + NEAR], states[i * STRIDE + FAR]
    closed = shut(near, two)
    last = rearmost(near, far)
    for p in range(last, 24):
        if men_on(near, far, p):
            n = man(states, table, n, i, p, last, die, tag, flags, one, closed, onear, ofar, bar)
            if n < 0:
                return n
    return n


def throw(
    near: int,
    far: int,
    onear: int,
    ofar: int,
    one: int,
    two: int,
    bar: int,
    hi: int,
    lo: int,
    flags: int,
    states: MutableSequence[int],
    table: MutableSequence[int],
) -> int:
    """Walk every row of steps of a throw; returns the number of states, or FULL.

    `near`, `far` are the mover's men; `onear`, `ofar`, `one`, `two` the other side's, turned to the mover's route; `bar` the other side's
    men on the bar. `hi` >= `lo`. `table` must be empty (zeros).
    """
    n = push(states, table, 0, near, far, 0, 0)
    i = 0
    while i < n:
        word = states[i * STRIDE + WORD]
        tag = word >> TAG_AT & 7
        left1 = one & ~(word & ALL)
        left2 = two & ~(word & ALL)
        entering = states[i * STRIDE + NEAR] >> BAR_AT & 15
        for turned in range(1 if hi == lo else 2):
            if hi == lo:
                more = tag + 1 if tag < 4 else 0
            else:
                die = 1 if turned else 2
                more = 0 if tag == ENDED or tag & die else tag | die
            if more:
                die = lo if turned else hi
                if entering:
                    n = enter(states, table, n, i, die, more, flags, left1, left2, onear, ofar, bar)
                else:
                    n = move(states, table, n, i, die, more, flags, left1, left2, onear, ofar, bar)
                if n < 0:
                    return n
        i += 1
    return n


def choose(states: Sequence[int], n: int, flags: int, out: MutableSequence[int]) -> int:
    """Write the states that legal plays end in to `out`; returns their number, at least 1 (6.3, 6.5, 6.6).

    A play that ends the game is always legal. Of the others, those that cannot go on are weighed: most dice, then the higher die, then the
    least reduction.
    """
    going_on = LEADS if flags & MAY_STOP_BEFORE_THE_END else LEADS | ENDS
    best = -1
    least = 0
    for i in range(n):
        word = states[i * STRIDE + WORD]
        tag = word >> TAG_AT & 7
        if tag == ENDED:
            if flags & ENDING_SETS_THE_MEASURE and word >> RANK_AT & 7 > best:
                best = word >> RANK_AT & 7
                least = 99
        elif not word & going_on:
            reduction = word >> REDUCTION_AT & 31
            if tag > best:
                best = tag
                least = reduction
            elif tag == best and reduction < least:
                least = reduction
    count = 0
    for i in range(n):
        word = states[i * STRIDE + WORD]
        tag = word >> TAG_AT & 7
        if tag == ENDED or (tag == best and not word & going_on and word >> REDUCTION_AT & 31 == least):
            out[count] = i
            count += 1
    return count
