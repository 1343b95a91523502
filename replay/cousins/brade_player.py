"""A player of bräde who plays on purpose, on plain integers: he likes bands, men hit, men shut in, and the patterns of the beautiful games.

No strong player, but none of chance: he looks at the board a play leaves and no further. What he cares about are weights (`TEMPER`). In the
part of Python that numba also compiles, so that many thousand games can be played; `choose` is the door for one position. The same
`random.Random` plays the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from replay.cousins.brade_steps import ENDED, JAN, KIND_AT, TAG_AT, choose, throw
from replay.cousins.men import ALL, BAR_AT, FAR, NEAR, OFF_AT, POINTS, STRIDE, WORD, men_on

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence
    from random import Random

    from replay.cousins.brade import Position, Result

# What he cares about, in his own coin (a pip is 10): the places of the weights.
PIP, HIS_PIP, BAND, RUN, SHOT, BLOT, HIS_BAR, SHUT, JAN_OWN, JAN_HIS, PATTERN, OFF_MAN, STACK, HUK, STEP, HOME, FINISH, MY_SHOT = range(18)
TEMPER: Final = (10, 10, 104, 100, 7, 12, 46, 30, 400, 101, 40000, 299, 6, 60, 40, 3, 196, 1)

_CHANCE = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)  # of 36, to hit a man so many points away
_WORTH = (0, 100, 200, 200, 200, 200, 400, 600)  # endings in hundredths of a point


def patterns(near: int, far: int, w: Sequence[int]) -> int:
    """How near the men are to the nearest pattern of a beautiful game: the fewer pips and the fewer men out of place, the more.

    A pattern is lost when more men than it takes have come up to a point of it or beyond.
    """
    best = 0
    for k in range(4):
        there = wanted = pips = misplaced = 0
        lost = False
        p = 23
        while p >= 0:
            men = men_on(near, far, p)
            if k == 0:
                want = 3 if p >= 19 else 0
            elif k == 1:
                want = 5 if p >= 21 else 0
            elif k == 2:
                want = 7 if p == 23 else 5 if p == 22 else 3 if p == 21 else 0
            else:
                want = 15 if p == 23 else 0
            there += men
            wanted += want
            if there > wanted:
                lost = True
                break
            pips += wanted - there
            if men > want:
                misplaced += men - want
            p -= 1
        if not lost and pips < 90:
            near_by = w[PATTERN] * (90 - pips) // (90 + 6 * pips + 30 * misplaced)
            best = max(best, near_by)
    return best


def both_ways(a: int, b: int) -> int:
    """Throws of 36 that carry one man just a points and another just b (0 for no man), landings not looked at."""
    found = 0
    for x in range(1, 7):
        for y in range(1, 7):
            if x == y:
                steps = (a + b) // x
                if a % x == 0 and b % x == 0 and 0 < steps <= 4:
                    found += 1
            elif (a in (x, y, x + y) and b == 0) or (a == x and b == y) or (a == y and b == x):
                found += 1
    return found


def finishing(near: int, far: int) -> int:
    """Throws of 36 that make a beautiful game of a board at once, where at most two men are out of place."""
    best = 0
    for k in range(4):
        movers = 0
        a1 = a2 = t1 = t2 = gaps = 0
        for p in range(24):
            men = men_on(near, far, p)
            if k == 0:
                want = 3 if p >= 19 else 0
            elif k == 1:
                want = 5 if p >= 21 else 0
            elif k == 2:
                want = 7 if p == 23 else 5 if p == 22 else 3 if p == 21 else 0
            else:
                want = 15 if p == 23 else 0
            while men > want:
                movers += 1
                men -= 1
                if movers == 1:
                    a1 = p
                else:
                    a2 = p
            while men < want:
                gaps += 1
                men += 1
                if gaps == 1:
                    t1 = p
                else:
                    t2 = p
            if movers > 2 or gaps > 2:
                break
        if movers == 1 and gaps == 1 and t1 > a1:
            best = max(best, both_ways(t1 - a1, 0))
        elif movers == 2 and gaps == 2 and t1 > a1 and t2 > a2:
            chance = both_ways(t1 - a1, t2 - a2)
            if t1 > a2 and t1 != t2 and a1 != a2:
                chance += both_ways(t2 - a1, t1 - a2)
            best = max(best, chance)
    return best


def liking(near: int, far: int, onear: int, ofar: int, obar: int, w: Sequence[int]) -> int:
    """How well he likes a board: his men, the other side's turned to his route, the other's men on the bar."""
    bar = near >> BAR_AT & 15
    off = near >> OFF_AT & 15
    value = 0
    pips = 25 * bar
    his = 25 * obar
    blots = far_blots = hisblots = run = shut = risk = open_his = shots = 0
    home = near & 15
    for p in range(24):
        men = men_on(near, far, p)
        theirs = men_on(onear, ofar, p)
        q = (p + 12) % 24
        if theirs:
            his += theirs * (24 - q)
            if theirs == 1:
                hisblots += 1
                chance = 0
                for d in range(1, min(p, 12) + 1):
                    if men_on(near, far, p - d):
                        chance += _CHANCE[d]
                if bar and p < 6:
                    chance += 12
                shots += min(chance, 30)
        if 12 <= p < 18 and not theirs and men < 2:
            open_his += 1
        if men >= 2 and p >= 11:
            run += 1
            value += w[BAND]
            if p < 23:
                value += w[RUN] * min(run, 5)
            if men > 3:
                value -= w[STACK] * (men - 3)
            if 12 <= p < 18:
                shut += 1
        else:
            run = 0
        if men:
            pips += men * (24 - p)
            if p >= 18:
                value += w[HOME] * men
        if men == 1:
            blots += 1
            if p > 5:
                far_blots += 1
            chance = 0
            for d in range(1, 13):
                from_q = q - d
                if from_q < 0:
                    break
                if men_on(onear, ofar, (from_q + 12) % 24):
                    chance += _CHANCE[d]
            if obar and q < 6:
                chance += 12
            chance = min(chance, 30)
            risk += chance
            value -= w[BLOT] + w[SHOT] * chance * (6 + p) // 18
    if home == 0:
        value += w[HUK]
    else:
        value -= w[STEP] * home
    value -= w[PIP] * pips
    value += w[HIS_PIP] * his
    value += w[HIS_BAR] * obar
    if obar:
        value += w[SHUT] * shut * (1 + obar)
        value += w[SHUT] * (6 - open_his)
    danger = bar + blots + (1 if home > 1 else 0)
    if danger > 4:
        value -= w[JAN_OWN] * (danger - 4) * risk // 60
    promise = obar + hisblots
    if promise > 3:
        value += w[JAN_HIS] * obar * (promise - 3)
    value += w[MY_SHOT] * shots * (1 + obar)
    value += w[OFF_MAN] * off
    if not off and not bar:
        value += patterns(near, far, w)
        value += w[FINISH] * finishing(near, far)
    return value


def ended_liking(kind: int, bar: int) -> int:
    """How well he likes the end of the game: by what it is worth, always more than to play on."""
    return 10_000_000 + 1000 * (_WORTH[kind] + (100 if bar and kind < JAN else 0))


def prefers(
    states: Sequence[int],
    out: Sequence[int],
    number: int,
    onear: int,
    ofar: int,
    obar: int,
    w: Sequence[int],
    whims: Sequence[int],
    at: int,
) -> int:
    """Which of the legal states he plays; `whims` from `at` on are small numbers that break what is nearly even."""
    best = -1
    most = 0
    for k in range(number):
        i = out[k] * STRIDE
        word = states[i + WORD]
        taken = word & ALL
        mine, his, bar = onear, ofar, obar
        while taken:
            p = (taken & -taken).bit_length() - 1
            taken &= taken - 1
            bar += men_on(onear, ofar, p)
            if p < 12:
                mine &= ~(15 << 4 * p)
            else:
                his &= ~(15 << 4 * p - 48)
        if word >> TAG_AT & 7 == ENDED:
            value = ended_liking(word >> KIND_AT & 7, bar)
        else:
            value = liking(states[i + NEAR], states[i + FAR], mine, his, bar, w) + whims[(at + k) % len(whims)]
        if best < 0 or value > most:
            best = out[k]
            most = value
    return best


def game(
    dice: Sequence[int],
    whims: Sequence[int],
    first: Sequence[int],
    second: Sequence[int],
    states: MutableSequence[int],
    table: MutableSequence[int],
    out: MutableSequence[int],
    count: MutableSequence[int],
) -> int:
    """Play a game with the dice given: `kind | munk << 3 | second won << 4 | plies << 5`, 0 where it is not finished by them.

    `first` and `second` are the tempers of the players. `count` is added to: throws, steps lost, men hit, bands burst, and throws
    of a player who had a janblotta out.
    """
    near, far = 15, 0
    onear, ofar = 15, 0
    for ply in range(len(dice) // 2):
        a, b = dice[2 * ply], dice[2 * ply + 1]
        hi, lo = max(a, b), min(a, b)
        bar, off = onear >> BAR_AT & 15, onear >> OFF_AT & 15
        turned_near, turned_far = ofar, onear & POINTS
        one = two = 0
        blots = near >> BAR_AT & 15
        for p in range(24):
            men = men_on(turned_near, turned_far, p)
            if men:
                one |= 1 << p
                if men > 1:
                    two |= 1 << p
            if men_on(near, far, p) == 1:
                blots += 1
        for k in range(len(table)):
            table[k] = 0
        n = throw(near, far, turned_near, turned_far, one, two, bar, hi, lo, 0, states, table)
        if n < 0:
            return 0
        number = choose(states, n, 0, out)
        w = second if ply & 1 else first
        i = prefers(states, out, number, turned_near, turned_far, bar, w, whims, 7 * ply) * STRIDE
        word = states[i + WORD]
        taken = word & ALL
        tag = word >> TAG_AT & 7
        count[0] += 1
        if tag != ENDED:
            count[1] += 4 - tag if hi == lo else 2 - (tag & 1) - (tag >> 1)
        if blots + (1 if near & 15 > 1 else 0) > 6:
            count[4] += 1
        while taken:
            p = (taken & -taken).bit_length() - 1
            taken &= taken - 1
            men = men_on(turned_near, turned_far, p)
            bar += men
            count[3 if men > 1 else 2] += 1
            if p < 12:
                turned_near &= ~(15 << 4 * p)
            else:
                turned_far &= ~(15 << 4 * p - 48)
        if tag == ENDED:
            kind = word >> KIND_AT & 7
            munk = 1 if bar and kind < JAN else 0
            return kind | munk << 3 | (ply & 1) << 4 | ply + 1 << 5
        near, far, onear, ofar = (
            turned_far | bar << BAR_AT | off << OFF_AT,
            turned_near,
            states[i + NEAR],
            states[i + FAR],
        )
    return 0


def pick(rng: Random, results: Sequence[Result], w: Sequence[int] = TEMPER) -> Result:
    """The result he plays for, of those that are legal (`replay.cousins.brade.legal`)."""
    from replay.cousins.brade import KINDS, turned_words, words  # noqa: PLC0415 - the kernel's side of this file stands alone

    def likes(result: Result) -> int:
        position: Position = result.position
        if result.ending:
            return ended_liking(KINDS.index(result.ending.kind), position.other.bar)
        return liking(*words(position.mover), *turned_words(position.other)[:2], position.other.bar, w) + int(rng.random() * 40)

    return max(results, key=likes)
