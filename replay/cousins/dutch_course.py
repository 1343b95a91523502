"""The course of a game of Dutch TricTrac on plain integers, as `replay.cousins.brade_course` is of bräde.

It follows plays that are legal as they were written, men hit named and stars true, no end overlooked; at any other it stops. In the part
of Python that numba also compiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.cousins.brade_course import planes
from replay.cousins.dutch_steps import DONE, ENTRY_ON_DOUBLE, TAG_AT, choose, ends_at, movable, moved, sequence, throw
from replay.cousins.men import ALL, BAR_AT, FAR, HAND, HAND_AT, NEAR, OFF, OFF_AT, STRIDE, WORD, men_on
from replay.cousins.men import BAR as BAR_CODE
from replay.cousins.rows import (
    AGAIN,
    BAR_AFTER,
    BEGAN,
    BLOTS,
    BURSTS,
    ENDED,
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

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    Numbers = MutableSequence[int]

WIN, NABEURT_WON, NABEURT, LOSS = 1, 2, 3, 4
"""How a throw ends the game, or gives the other his last turn."""
TRICTRAC_AGAIN, NABEURT_AGAIN = 1, 2
"""What gives another throw (`replay.cousins.dutch.Rules`)."""


def walk(
    near: int,
    far: int,
    one: int,
    two: int,
    dice: Sequence[int],
    length: int,
    flags: int,
    men: Sequence[int],
    begin: int,
    end: int,
    way: Numbers,
) -> bool:
    """Move the men written by the steps of the throw, each to his place before the next; False where they cannot go so."""
    barred = flags if length == 2 else flags & ~ENTRY_ON_DOUBLE
    word = 0
    made = 0
    k = begin
    at = men[MAN * k] if k < end else 0
    while k < end:
        if made == length or word >> TAG_AT & 15 == DONE:
            return False
        die = dice[made]
        source = at if at >= 0 else BAR_CODE if at == -1 else HAND
        if source == OFF or not movable(near, far, die, barred, two) >> source & 1:
            return False
        near, far, word = moved(near, far, word, source, die, one)
        to = source + die if at >= 0 else die - 1
        goal = men[MAN * k + 1]
        if to != goal and (to == OFF or to > goal):
            return False
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
    return True


def laid(
    near: int,
    far: int,
    one: int,
    two: int,
    hi: int,
    lo: int,
    length: int,
    flags: int,
    states: Numbers,
    table: Numbers,
    dice: Numbers,
    out: Numbers,
) -> int:
    """Every legal result of the throw: how many, their states in `out`; -1 where the buffers do not hold them."""
    size = 1023 if length == 2 else 8191 if length == 4 else 2 * len(out) - 1
    for slot in range(size):
        table[slot] = 0
    n = throw(near, far, one, two, hi, lo, flags, states, table[:size], dice)
    return choose(states, n, length, flags, out) if n > 0 else -1


def starred(word: int, men: Sequence[int], begin: int, end: int) -> bool:
    """Whether the stars written are of men who were hit, and no place where somebody was hit is left unnamed."""
    left = word & ALL
    for k in range(begin, end):
        to, stars = men[MAN * k + 1], men[MAN * k + 2]
        hit = to < OFF and word >> to & 1 == 1
        if hit:
            left &= ~(1 << to)
        if stars and not (hit and stars == 1):
            return False
    return left == 0


def sound(
    near: int,
    far: int,
    one: int,
    two: int,
    hi: int,
    lo: int,
    flags: int,
    men: Sequence[int],
    begin: int,
    end: int,
    states: Numbers,
    table: Numbers,
    dice: Numbers,
    out: Numbers,
    way: Numbers,
) -> bool:
    """Whether the men written are a legal play that leaves nothing to say; `way` is then how they went."""
    if end - begin > MOST:
        return False
    length = sequence(hi, lo, dice)
    if not walk(near, far, one, two, dice, length, flags, men, begin, end, way):
        return False
    word = way[WORD_AT]
    if not starred(word, men, begin, end):
        return False
    done = word >> TAG_AT & 15 == DONE
    all_off = ends_at(near, far, dice, length) > 0
    legal = done or way[STEPS_AT] == length  # a throw played out is legal (N-2); only one that stops must be looked up
    if legal and (done or not all_off):
        return True
    number = laid(near, far, one, two, hi, lo, length, flags, states, table, dice, out)
    if number < 0:
        return False
    for k in range(number):
        at = out[k] * STRIDE
        if states[at + WORD] >> TAG_AT & 15 == DONE:  # he could have ended it
            return False
        if states[at + NEAR] == way[NEAR_AT] and states[at + FAR] == way[FAR_AT] and states[at + WORD] & ALL == word & ALL:
            legal = True
    return legal


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
    again: int,
    state: Numbers,
    rows: Sequence[Numbers],
    steps: Sequence[Numbers],
    few: Numbers,  # noqa: ARG001 - both courses are called alike
    slots: Numbers,  # noqa: ARG001 - as above
    states: Numbers,
    table: Numbers,
    out: Numbers,
    way: Numbers,
    dice: Numbers,
) -> int:
    """Follow the throws from `first` up to `last`; returns the throw before which it stopped.

    As `replay.cousins.brade_course.course`; `again` says what gives another throw, beside doubles.
    """
    state[WHY] = STOPPED
    near, far, onear, ofar = state[OWN_NEAR], state[OWN_FAR], state[OTHER_NEAR], state[OTHER_FAR]
    thrower, began = state[THROWER], state[BEGAN]
    i = first
    while i < last:
        if odd[i] or sides[i] != thrower:
            break
        hi, lo = max(highs[i], lows[i]), min(highs[i], lows[i])
        one = two = 0
        for p in range(24):
            men_there = men_on(onear, ofar, 23 - p)
            if men_there:
                one |= 1 << p
                if men_there > 1:
                    two |= 1 << p
        if not sound(near, far, one, two, hi, lo, flags, men, begins[i], begins[i + 1], states, table, dice, out, way):
            break
        row = rows[i]
        planes(near, far, row, OWN)
        planes(onear, ofar, row, OTHER)
        row[OWN_BAR], row[OWN_OFF], row[OWN_HAND] = near >> BAR_AT & 15, near >> OFF_AT & 15, near >> HAND_AT & 15
        row[OTHER_BAR], row[OTHER_OFF], row[OTHER_HAND] = onear >> BAR_AT & 15, onear >> OFF_AT & 15, onear >> HAND_AT & 15
        row[SIDE], row[HIGH], row[LOW], row[VERDICT] = thrower, highs[i], lows[i], LEGAL
        taken, made = way[WORD_AT] & ALL, way[STEPS_AT]
        row[HITS] = taken.bit_count()
        while taken:
            p = 24 - (taken & -taken).bit_length()  # his own number of the point
            taken &= taken - 1
            if p < 12:
                onear &= ~(15 << 4 * p)
            else:
                ofar &= ~(15 << 4 * p - 48)
            onear += 1 << BAR_AT
        near, far = way[NEAR_AT], way[FAR_AT]
        length = 8 if hi == 2 and lo == 1 else 4 if hi == lo else 2
        last_turn = onear >> OFF_AT & 15 == 15  # the nabeurt (N-13)
        off = near >> OFF_AT & 15 == 15
        kind = 0
        more = False
        if off:
            kind = NABEURT_WON if last_turn else NABEURT if began else WIN
        else:
            special = hi == lo or (length == 8 and again & TRICTRAC_AGAIN != 0)
            more = special and made == length and (again & NABEURT_AGAIN != 0 or not last_turn)
            if last_turn and not more:
                kind = LOSS
        over = kind not in (0, NABEURT)
        row[BURSTS] = row[REDUCTION] = row[BLOTS] = row[MUNK] = 0
        row[BAR_AFTER] = onear >> BAR_AT & 15
        row[LOST] = 0 if off else length - made
        row[AGAIN] = row[THROWS] = 1 if more else 0
        row[ENDING], row[VALUE], row[ENDED] = kind, 1 if over else 0, 1 if over else 0
        for k in range(made):
            steps[i][2 * k] = way[WAY_AT + 3 * k]
            steps[i][2 * k + 1] = way[WAY_AT + 3 * k + 1]
        if made < MOST:
            steps[i][2 * made] = -3
        i += 1
        if over:
            state[WHY] = OVER
            break
        if not more:
            near, far, onear, ofar = onear, ofar, near, far
            thrower, began = 1 - thrower, 1 - began
    state[OWN_NEAR], state[OWN_FAR], state[OTHER_NEAR], state[OTHER_FAR] = near, far, onear, ofar
    state[THROWER], state[BEGAN] = thrower, began
    return i
