"""The course of a game of bräde on plain integers: throw by throw what was played, as long as there is nothing to say against it.

What `replay.cousins.replayer` does with values that a person can read, this does with rows of numbers (`replay.cousins.rows`). It follows
plays that are legal as they were written, men hit named and stars true, nothing overlooked; at any other it stops, and the replayer
itself takes that throw. In the part of Python that numba also compiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.cousins.brade_steps import (
    CAPTURED_AT,
    ENDED,
    ENDS,
    JAN,
    KIND_AT,
    LEADS,
    RANK_AT,
    REDUCTION_AT,
    TAG_AT,
    WORTH,
    choose,
    enter,
    in_reach,
    man,
    push,
    shut,
    throw,
)
from replay.cousins.men import ALL, BAR_AT, CAME, FAR, NEAR, OFF, OFF_AT, POINTS, STRIDE, WORD, masks, men_on, rearmost
from replay.cousins.rows import (
    AGAIN,
    BAR_AFTER,
    BLOTS,
    BURSTS,
    ENDING,
    FAR_AT,
    HIGH,
    HITS,
    LEGAL,
    LOST,
    LOW,
    MAN,
    MOST,
    MUNK,
    NEAR_AT,
    OTHER,
    OTHER_BAR,
    OTHER_FAR,
    OTHER_HAND,
    OTHER_NEAR,
    OTHER_OFF,
    OVER,
    OWN,
    OWN_BAR,
    OWN_FAR,
    OWN_HAND,
    OWN_NEAR,
    OWN_OFF,
    REDUCTION,
    SIDE,
    STEPS_AT,
    STOPPED,
    THROWER,
    THROWS,
    VALUE,
    VERDICT,
    WAY_AT,
    WHY,
    WORD_AT,
)
from replay.cousins.rows import ENDED as OVER_AT

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    Numbers = MutableSequence[int]

PLAIN = ~(7 << RANK_AT | LEADS | ENDS)
"""What of a word goes on to the next step."""


def walk(
    near: int,
    far: int,
    onear: int,
    ofar: int,
    one: int,
    two: int,
    bar: int,
    first: int,
    second: int,
    count: int,
    flags: int,
    men: Sequence[int],
    begin: int,
    end: int,
    few: Numbers,
    slots: Numbers,
    way: Numbers,
) -> int:
    """Move the men written, each to his place before the next, by the dice in this order: 1, `way` filled; 0 they cannot; -1 not said."""
    word = 0
    made = 0
    k = begin
    at = men[MAN * k] if k < end else 0
    while k < end:
        if made == count or word >> TAG_AT & 7 == ENDED:
            return 0
        die = second if made else first
        for slot in range(len(slots)):
            slots[slot] = 0
        push(few, slots, 0, near, far, word, 0)
        tag = (word >> TAG_AT & 7) + 1
        left1, left2 = one & ~(word & ALL), two & ~(word & ALL)
        n = 1
        if near >> BAR_AT & 15:
            if at == -1:
                n = enter(few, slots, 1, 0, die, tag, flags, left1, left2, onear, ofar, bar)
        elif 0 <= at < OFF:
            n = man(few, slots, 1, 0, at, rearmost(near, far), die, tag, flags, left1, shut(near, left2), onear, ofar, bar)
        if n == 1:
            return 0
        if n != 2:
            return -1
        near, far, word = few[STRIDE + NEAR], few[STRIDE + FAR], few[STRIDE + WORD] & PLAIN
        to = few[STRIDE + CAME] & 255
        goal = men[MAN * k + 1]
        if to != goal and (to == OFF or to > goal):
            return 0
        way[WAY_AT + 3 * made] = at
        way[WAY_AT + 3 * made + 1] = to
        way[WAY_AT + 3 * made + 2] = die
        made += 1
        at = to
        if to == goal:
            k += 1
            at = men[MAN * k] if k < end else 0
    way[NEAR_AT] = near
    way[FAR_AT] = far
    way[WORD_AT] = word
    way[STEPS_AT] = made
    return 1


def laid(
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
    states: Numbers,
    table: Numbers,
    out: Numbers,
) -> int:
    """Every legal result of the throw: how many, their states in `out`; -1 where the buffers do not hold them."""
    size = 2 * len(out) - 1 if hi == lo else 1023
    for slot in range(size):
        table[slot] = 0
    n = throw(near, far, onear, ofar, one, two, bar, hi, lo, flags, states, table[:size])
    return choose(states, n, flags, out) if n > 0 else -1


def starred(word: int, onear: int, ofar: int, men: Sequence[int], begin: int, end: int) -> bool:
    """Whether the stars written are of men and bands that were hit, and no place where somebody was hit is left unnamed."""
    left = word & ALL
    for k in range(begin, end):
        to, stars = men[MAN * k + 1], men[MAN * k + 2]
        hit = to < OFF and word >> to & 1 == 1
        if hit:
            left &= ~(1 << to)
        if stars and not (hit and min(men_on(onear, ofar, to), 2) == stars):
            return False
    return left == 0


def worth(word: int, bar: int) -> int:
    """What a state is worth that ends the game, 0 for another; `bar` are the other side's men on the bar before the throw (6.6)."""
    kind = word >> KIND_AT & 7
    if not kind:
        return 0
    return WORTH[kind] + (1 if kind < JAN and bar + (word >> CAPTURED_AT & 15) else 0)


def sound(
    near: int,
    far: int,
    onear: int,
    ofar: int,
    bar: int,
    hi: int,
    lo: int,
    flags: int,
    men: Sequence[int],
    begin: int,
    end: int,
    few: Numbers,
    slots: Numbers,
    states: Numbers,
    table: Numbers,
    out: Numbers,
    way: Numbers,
    other: Numbers,
) -> bool:
    """Whether the men written are a legal play that leaves nothing to say, and can be one only; `way` is then how they went.

    `onear`, `ofar` are the other side's men turned to the mover's route.
    """
    if end - begin > MOST:
        return False
    one, two = masks(onear, ofar)
    count = 4 if hi == lo else 2
    number = -2  # legal results, not yet looked up
    found = 0
    for turned in range(1 if hi == lo else 2):
        first, second = (lo, hi) if turned else (hi, lo)
        into = other if found else way
        got = walk(near, far, onear, ofar, one, two, bar, first, second, count, flags, men, begin, end, few, slots, into)
        if got < 0:
            return False
        if not got:
            continue
        word = into[WORD_AT]
        # All dice without reduction, or the end of the game, is legal (6.3, 6.6); only what falls short must be looked up.
        legal = word >> KIND_AT & 7 != 0 or (into[STEPS_AT] == count and word >> REDUCTION_AT & 31 == 0)
        if not legal:
            if number == -2:
                number = laid(near, far, onear, ofar, one, two, bar, hi, lo, flags, states, table, out)
            for k in range(number):
                at = out[k] * STRIDE
                if states[at + NEAR] == into[NEAR_AT] and states[at + FAR] == into[FAR_AT] and states[at + WORD] & ALL == word & ALL:
                    legal = True
                    break
        if legal:
            if found and not same(way, other):
                return False
            found = 1
    if not found or not starred(way[WORD_AT], onear, ofar, men, begin, end):
        return False
    if in_reach(near, far, onear, ofar, bar, hi, lo):
        had = worth(way[WORD_AT], bar)
        if number == -2:
            number = laid(near, far, onear, ofar, one, two, bar, hi, lo, flags, states, table, out)
        if number < 0:
            return False
        for k in range(number):
            if worth(states[out[k] * STRIDE + WORD], bar) > had:
                return False
    return True


def same(way: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two ways come to the same board, the same captures, the same ending and the same reduction."""
    part = ALL | 7 << KIND_AT | 31 << REDUCTION_AT
    return way[NEAR_AT] == other[NEAR_AT] and way[FAR_AT] == other[FAR_AT] and way[WORD_AT] & part == other[WORD_AT] & part


def planes(near: int, far: int, row: Numbers, first: int) -> None:
    """Write the men of a side as four planes into a row, from this column on."""
    for digit in range(4):
        row[first + digit] = 0
    for p in range(24):
        have = men_on(near, far, p)
        if have:
            for digit in range(4):
                if have >> digit & 1:
                    row[first + digit] |= 1 << p


def blots_out(near: int, far: int) -> int:
    """How many janblottor a side has out: blots and men on the bar from the seventh, the sixth while the home band stands (VM 10)."""
    blots = near >> BAR_AT & 15
    for p in range(24):
        if men_on(near, far, p) == 1:
            blots += 1
    return max(0, blots + (1 if near & 15 > 1 else 0) - 6)


def course(
    sides: Sequence[int],
    highs: Sequence[int],
    lows: Sequence[int],
    odd: Sequence[int],
    begins: Sequence[int],
    men: Sequence[int],
    first: int,
    last: int,
    flags: int,
    again: int,  # noqa: ARG001 - both courses are called alike
    state: Numbers,
    rows: Sequence[Numbers],
    steps: Sequence[Numbers],
    few: Numbers,
    slots: Numbers,
    states: Numbers,
    table: Numbers,
    out: Numbers,
    way: Numbers,
    other: Numbers,
) -> int:
    """Follow the throws from `first` up to `last`; returns the throw before which it stopped.

    `state` says where it begins and is left where it ends; behind a throw that ended the game, `OVER`. `rows` and `steps` (from and to of
    every step, -3 behind them) get a row for each throw. `again` is of the course of Dutch TricTrac.
    """
    state[WHY] = STOPPED
    near, far, onear, ofar, thrower = state[OWN_NEAR], state[OWN_FAR], state[OTHER_NEAR], state[OTHER_FAR], state[THROWER]
    i = first
    while i < last:
        if odd[i] or sides[i] != thrower:
            break
        hi, lo = max(highs[i], lows[i]), min(highs[i], lows[i])
        bar = onear >> BAR_AT & 15
        turned_near, turned_far = ofar, onear & POINTS
        if not sound(
            near,
            far,
            turned_near,
            turned_far,
            bar,
            hi,
            lo,
            flags,
            men,
            begins[i],
            begins[i + 1],
            few,
            slots,
            states,
            table,
            out,
            way,
            other,
        ):
            break
        row = rows[i]
        planes(near, far, row, OWN)
        planes(onear, ofar, row, OTHER)
        row[OWN_BAR], row[OWN_OFF], row[OWN_HAND] = near >> BAR_AT & 15, near >> OFF_AT & 15, 0
        row[OTHER_BAR], row[OTHER_OFF], row[OTHER_HAND] = bar, onear >> OFF_AT & 15, 0
        row[SIDE], row[HIGH], row[LOW], row[VERDICT] = thrower, highs[i], lows[i], LEGAL
        word, made = way[WORD_AT], way[STEPS_AT]
        kind = word >> KIND_AT & 7
        hits = bursts = 0
        taken = word & ALL
        while taken:
            p = (taken & -taken).bit_length() - 1
            taken &= taken - 1
            if men_on(turned_near, turned_far, p) > 1:
                bursts += 1
            else:
                hits += 1
            if p < 12:
                turned_near &= ~(15 << 4 * p)
            else:
                turned_far &= ~(15 << 4 * p - 48)
        bar += word >> CAPTURED_AT & 15
        near, far = way[NEAR_AT], way[FAR_AT]
        row[HITS], row[BURSTS], row[BAR_AFTER] = hits, bursts, bar
        row[LOST] = 0 if kind else (4 if hi == lo else 2) - made
        row[REDUCTION] = word >> REDUCTION_AT & 31
        row[BLOTS] = blots_out(near, far)
        row[AGAIN] = row[THROWS] = 0
        row[ENDING], row[OVER_AT] = kind, 1 if kind else 0
        row[MUNK] = 1 if kind and kind < JAN and bar else 0
        row[VALUE] = worth(word, bar - (word >> CAPTURED_AT & 15))
        for k in range(made):
            steps[i][2 * k] = way[WAY_AT + 3 * k]
            steps[i][2 * k + 1] = way[WAY_AT + 3 * k + 1]
        if made < MOST:
            steps[i][2 * made] = -3
        onear = turned_far | bar << BAR_AT | (onear >> OFF_AT & 15) << OFF_AT
        ofar = turned_near
        i += 1
        if kind:
            state[WHY] = OVER
            break
        near, far, onear, ofar = onear, ofar, near, far
        thrower = 1 - thrower
    state[OWN_NEAR], state[OWN_FAR], state[OTHER_NEAR], state[OTHER_FAR], state[THROWER] = near, far, onear, ofar, thrower
    return i
