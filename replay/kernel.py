"""The turn of trictrac on plain integers: every jan due, and every legal play. Written once, run twice.

Everything here is a pure function on integers and tuples of integers, in the part of Python that numba also compiles (no classes,
generators, sets or closures; results go into buffers the caller passes in). Plain, it serves single games; compiled, the same file serves
archives. A twin that compiles it swaps nothing but `mirror` and the two integer methods `bit_count` and `bit_length`.

A side's men are four *planes*: 24-bit integers on the side's own route, bit `p` of plane `k` is the binary digit `k` of the number of men
on point `p` (0 talon, 11 own corner, 12 the opponent's corner, 23 the opponent's talon). Men borne off are simply gone.

A *move* is `from * 25 + to + 1` (`to` 24 is off), a *play* is 0 (no man moved), one move, or two: `greater << 10 | lesser`. Bearing off
does not tell the die, all-for-one not the rest. Positions that break the rules (a fault that stood) are played on as best they can be.

`score` is filled slot by slot (the names below): masks are on the roller's route, so an explanation needs no second evaluation.
Rules are quoted by their numbers in docs/rules.md (M-1 … B-6, E1 … E18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableSequence

Planes = tuple[int, int, int, int]

# Slots of `score`.
HIT_HIGH = 0  # mask: men truly hit by the higher die alone (E10, E11)
HIT_LOW = 1  # mask: by the lower die alone; nothing in doubles
HIT_SUM = 2  # mask: by both dice over an open rest
FALSE_HIT = 3  # mask: men falsely hit (E12)
CORNER_HIT = 4  # 1: the opponent's corner is hit (E13)
RARE = 5  # bits: rare jans (below)
FILLED = 6  # mask: the quadrant that can be filled (E6, E7), 0 none
KEPT = 7  # mask: the quadrant that is preserved (E8, E9), 0 none
WAYS = 8  # bits: ways of filling (HIGH, LOW, SUM; BOTH where two men are missing)
UNPLAYED = 9  # bits: dice that no play of the longest kind uses (HIGH, LOW; E15)
LAST_OFF = 10  # 1: a legal play bears the last man off (E14)
PILE = 11  # 1 the pile of misfortune can be made, 2 it is kept (E17)
MARGOT_HIGH = 12  # mask: Margot's points reached by the higher die (E18)
MARGOT_LOW = 13
MARGOT_SUM = 14
ROLLER = 15  # points due to the roller
OPPONENT = 16  # points due to his opponent
SLOTS = 17

HIGH, LOW, SUM, BOTH = 1, 2, 4, 8
MADE, PRESERVED = 1, 2

# Bits of RARE.
THREE_ROLLS, TWO_TABLES, MEZEAS, COUNTER_TWO_TABLES, COUNTER_MEZEAS, MEETING_JAN = 1, 2, 4, 8, 16, 32

# Bits of `flags`: the variants that reach the board (docs/rules.md, section 4).
SLOW = 1  # bearing off: only the rearmost man leaves (B-2)
KEEPING = 2  # slow: another man may leave exactly where that keeps the jan de retour (B-2)
NEEDED = 4  # … and only where nothing else keeps it (Wilson)
TWO_MEN = 8  # bearing off: the dice move two men (B-3)
WASTE_PIPS = 16  # fewest pips wasted (B-4)
WASTE_FORCED = 32  # fewest dice wasted (B-4)
IMPOTENCE_GRAND = 64  # impotence preserves only the grand jan (K-6)
WITH_PILE = 128  # E17
WITH_MARGOT = 256  # E18
WITH_MEETING = 512  # E16

# Bits of `history`: what the board does not show.
THIRD_ROLL = 1  # the roller's third roll of the holding, the first two as jan de trois coups asks (E1)
SAME_DICE = 2  # the match's second roll, the same dice as the first (E16)
BEGUN = 4  # the roller has borne a man off before this roll (B-3)

PLAYS = 600  # length of the buffer `out`; 15 men have at most 225 plays

ALL = 0xFFFFFF
PETIT, GRAND, RETOUR = 0x3F, 0xFC0, 0xFC0000
OUTSIDE = 0x03FFFF
CORNER, ADVERSE = 1 << 11, 1 << 12
HOME = PETIT | RETOUR
NEIGHBOURS = 0x7FE7FE  # points with a neighbour on either hand on the same side of the board: 1-10 and 13-22

_SIX = tuple(int(f"{i:06b}"[::-1], 2) for i in range(64))
_TWELVE = [_SIX[i & 63] << 6 | _SIX[i >> 6] for i in range(4096)]


def mirror(m: int) -> int:
    """Turn a mask to the other side's route: bit i becomes bit 23 - i."""
    return _TWELVE[m & 4095] << 12 | _TWELVE[m >> 12]


def total(c: Planes, mask: int) -> int:
    """Men on the points of the mask."""
    return (c[0] & mask).bit_count() + 2 * (c[1] & mask).bit_count() + 4 * (c[2] & mask).bit_count() + 8 * (c[3] & mask).bit_count()


def count(c: Planes, p: int) -> int:
    """Men on one point."""
    return (c[0] >> p & 1) + 2 * (c[1] >> p & 1) + 4 * (c[2] >> p & 1) + 8 * (c[3] >> p & 1)


def one_less(c: Planes, b: int) -> Planes:
    """One man taken from the point whose bit is b."""
    k1 = ~c[0] & b
    k2 = ~c[1] & k1
    k3 = ~c[2] & k2
    return c[0] ^ b, c[1] ^ k1, c[2] ^ k2, c[3] ^ k3


def one_more(c: Planes, b: int) -> Planes:
    """One man put on the point whose bit is b; nothing for bit 24, off the board."""
    b &= ALL
    k1 = c[0] & b
    k2 = c[1] & k1
    k3 = c[2] & k2
    return c[0] ^ b, c[1] ^ k1, c[2] ^ k2, c[3] ^ k3


def played(c: Planes, code: int) -> Planes:
    """Put the men as they stand after a play."""
    while code:
        m = (code & 1023) - 1
        c = one_more(one_less(c, 1 << m // 25), 1 << m % 25)
        code >>= 10
    return c


def occupied(c: Planes) -> int:
    """Points with at least one man."""
    return c[0] | c[1] | c[2] | c[3]


def full(c: Planes) -> int:
    """Points with at least two men."""
    return c[1] | c[2] | c[3]


def fillable(c: Planes, first: int) -> bool:
    """Whether a quadrant from `first` on is still possible to a side by the men behind and on it (A-1)."""
    behind = total(c, (2 << first) - 1)  # enough for the first k points already, as long as 2 k does not exceed it
    k = 6
    while 2 * k > behind:
        if total(c, (1 << first + k) - 1) < 2 * k:
            return False
        k -= 1
    return True


def allowed(opp: Planes) -> int:
    """Where a man may come to rest as far as the opponent's jans ask (A-3); 12 never."""
    if fillable(opp, 0):
        return 0x000FFF
    if fillable(opp, 6):
        return 0xFC0FFF
    return ALL ^ ADVERSE


def pair(m: int, k: int) -> int:
    """Join two moves to a play."""
    return m << 10 | k if m > k else k << 10 | m


def two_steps(own: Planes, land: int, free: int, hi: int, lo: int, out: MutableSequence[int]) -> int:
    """Plays with both dice while no man can be borne off and the corners are as they should be; returns their number.

    `free` are points without opposing men, `land` those where a man may come to rest.
    """
    p2 = own[1] | own[2] | own[3]
    p1 = own[0] | p2
    movers = p1
    twice = p2
    taken = p1 & CORNER
    if taken:
        if own[2] & CORNER or own[3] & CORNER:
            pass
        elif own[0] & CORNER:  # three: one may leave, not two
            twice ^= CORNER
        else:  # two: they leave together only
            movers ^= CORNER
            twice ^= CORNER
    else:
        land &= ~CORNER
    n = 0
    i = movers & land >> hi
    sb = movers & land >> lo
    if hi == lo:
        same = twice & i
        while i:
            b = i & -i
            i ^= b
            k = b.bit_length() * 26 - 25 + hi
            if same & b:
                out[n] = k * 1025
                n += 1
            j = i
            while j:
                r = j & -j
                j ^= r
                out[n] = (r.bit_length() * 26 - 25 + hi) << 10 | k
                n += 1
    else:
        while i:
            b = i & -i
            i ^= b
            m = b.bit_length() * 26 - 25 + hi
            j = sb if twice & b else sb & ~b
            while j:
                r = j & -j
                j ^= r
                k = r.bit_length() * 26 - 25 + lo
                out[n] = m << 10 | k if m > k else k << 10 | m
                n += 1
    if taken:
        if not movers & CORNER and land >> 11 + hi & land >> 11 + lo & 1:
            out[n] = (287 + hi) << 10 | 287 + lo  # both holders leave (M-4)
            n += 1
    elif free & CORNER:
        have = p2 if hi == lo else p1
        if have >> 11 - hi & have >> 11 - lo & 1:  # by effect (M-6)
            out[n] = pair((11 - hi) * 25 + 12, (11 - lo) * 25 + 12)
            n += 1
        elif have >> 12 - hi & have >> 12 - lo & free >> 12 & 1:  # by force (M-5)
            out[n] = pair((12 - hi) * 25 + 12, (12 - lo) * 25 + 12)
            n += 1
    i = movers & land >> hi + lo & (free >> hi | free >> lo)  # all for one (M-2, M-3)
    while i:
        b = i & -i
        i ^= b
        out[n] = b.bit_length() * 26 - 25 + hi + lo
        n += 1
    return n


def one_step(own: Planes, land: int, d: int, out: MutableSequence[int]) -> int:
    """Plays with one die, where `two_steps` found none."""
    p1 = occupied(own)
    i = p1 & land >> d
    if not p1 & CORNER:
        i = p1 & (land & ~CORNER) >> d
    elif not (own[0] & own[1] | own[2] | own[3]) & CORNER:
        i &= ~CORNER
    n = 0
    while i:
        b = i & -i
        i ^= b
        out[n] = b.bit_length() * 26 - 25 + d
        n += 1
    return n


# --- Bearing off, and corners that a fault left wrong: one step after the other. ------------------------------------------------------
# While a list is made, bits 20 and 21 of an entry count the dice wasted on its way (B-4), bit 22 says that a man left who was not the
# rearmost (B-2), bit 23 that one man took both dice (B-3).


def step(c: Planes, s: int, d: int, free: int, flags: int) -> int:
    """Where die d takes the man on s: a free point, 24 with the bits above, or -1."""
    t = s + d
    if t < 24:
        return t if free >> t & 1 else -1
    p1 = occupied(c)
    if p1 & OUTSIDE:
        return -1
    last = not p1 & (1 << s) - 1
    if t > 24:
        return 24 | 1 << 20 if last else -1
    if last or not flags & SLOW:
        return 24
    return 24 | 1 << 22 if flags & KEEPING else -1


def in_order(c: Planes, before: Planes, lenient: bool) -> bool:
    """Whether a play may end like this: no man alone on the own corner, none on the opponent's (M-3).

    `lenient`: what was wrong before may stay, where nothing puts it right.
    """
    alone = c[0] & ~(c[1] | c[2] | c[3])
    wrong = alone & CORNER | occupied(c) & ADVERSE
    if lenient:
        wrong &= ~(before[0] & ~(before[1] | before[2] | before[3]) & CORNER)
        if total(c, ADVERSE) <= total(before, ADVERSE):
            wrong &= ~ADVERSE
    return wrong == 0


def push(out: MutableSequence[int], n: int, entry: int) -> int:
    """Add an entry to the list, unless the play is there already on a better way; returns the new length."""
    for i in range(n):
        if (out[i] ^ entry) & 0xFFFFF == 0:
            out[i] = min(out[i], entry)
            return n
    out[n] = entry
    return n + 1


def sifted(own: Planes, hi: int, lo: int, flags: int, n: int, out: MutableSequence[int]) -> int:
    """Leave the entries that the manners of bearing off allow (B-2, B-3, B-4), their bits taken off; returns their number."""
    was_full = full(own) & RETOUR == RETOUR
    kept_plainly = False
    if was_full:
        for i in range(n):
            if out[i] < 1 << 22 and full(played(own, out[i] & 0xFFFFF)) & RETOUR == RETOUR:
                kept_plainly = True
    good = 0
    least = 1 << 20
    for i in range(n):
        entry = out[i]
        code = entry & 0xFFFFF
        privilege = entry >> 22
        if privilege:
            if not was_full or full(played(own, code)) & RETOUR != RETOUR:
                continue
            if kept_plainly and (privilege & 2 or flags & NEEDED):
                continue
        waste = 0
        if flags & WASTE_FORCED:
            waste = entry >> 20 & 3
        elif flags & WASTE_PIPS:
            rest = code
            left = hi + lo
            while rest:
                m = (rest & 1023) - 1
                left -= m % 25 - m // 25
                if m % 25 == 24:
                    waste = 1
                rest >>= 10
            waste *= left
        if waste < least:
            least = waste
            good = 0
        if waste == least:
            out[good] = code
            good += 1
    return good


def stepwise(
    own: Planes, free: int, zone: int, hi: int, lo: int, flags: int, history: int, lenient: bool, out: MutableSequence[int]
) -> tuple[int, int]:
    """Every play with the most dice, step after step; returns their number and the bits of the dice left unplayed.

    No play at all is (0, both dice).
    """
    n = 0
    p1 = occupied(own)
    land = free & zone
    alone = 1 << 23 if flags & TWO_MEN and history & BEGUN and total(own, ALL) > 1 else 0
    for turned in range(1 if hi == lo else 2):
        d = lo if turned else hi
        e = hi if turned else lo
        i = p1
        while i:
            b = i & -i
            i ^= b
            s = b.bit_length() - 1
            t = step(own, s, d, free, flags)
            if t < 0:
                continue
            off = t & 31 == 24
            mid = one_more(one_less(own, b), 1 << (t & 31))
            q1 = occupied(mid)
            if not q1:  # the last man: the other die is not looked at (B-5)
                n = push(out, n, s * 25 + 25 | t & ~31)
                continue
            rests = off or bool(land >> t & 1)
            j = q1
            while j:
                r = j & -j
                j ^= r
                f = r.bit_length() - 1
                u = step(mid, f, e, free, flags)
                if u < 0 or (u < 24 and not land >> u & 1):
                    continue
                if not in_order(one_more(one_less(mid, r), 1 << (u & 31)), own, lenient):
                    continue
                bits = (t & ~31) + (u & ~31)
                if bits >> 22 > 1:
                    bits = bits & 0x3FFFFF | 1 << 22
                if f == t:
                    n = push(out, n, s * 25 + (u & 31) + 1 | bits | alone)
                if rests and (f != t or count(own, f) > 0):
                    n = push(out, n, pair(s * 25 + (t & 31) + 1, f * 25 + (u & 31) + 1) | bits)
    if not p1 & CORNER and free & CORNER:
        have = full(own) if hi == lo else p1
        if not have >> 11 - hi & have >> 11 - lo & 1 and have >> 12 - hi & have >> 12 - lo & free >> 12 & 1:
            force = pair((12 - hi) * 25 + 12, (12 - lo) * 25 + 12)
            if in_order(played(own, force), own, lenient):
                n = push(out, n, force)
    n = sifted(own, hi, lo, flags, n, out)
    if n:
        return n, 0
    for turned in range(1 if hi == lo else 2):
        d = lo if turned else hi
        i = p1
        while i:
            b = i & -i
            i ^= b
            s = b.bit_length() - 1
            t = step(own, s, d, free, flags)
            if t < 0 or (t < 24 and not land >> t & 1) or not in_order(one_more(one_less(own, b), 1 << (t & 31)), own, lenient):
                continue
            n = push(out, n, s * 25 + (t & 31) + 1 | t & ~31)
        n = sifted(own, d, 0, flags, n, out)
        if n:
            return n, HIGH if turned else LOW
    return 0, HIGH | LOW


# --- The parts of a turn that few rolls have. -----------------------------------------------------------------------------------------


def rare_jans(own: Planes, o1: int, o2: int, hi: int, lo: int, flags: int, history: int) -> int:
    """Find the rare jans (E1-E5, E16), as bits; `o1` and `o2` are the points with one opposing man and with two, on the roller's route."""
    p2 = own[1] | own[2] | own[3]
    p1 = own[0] | p2
    rare = 0
    if own[0] & own[2] & own[3] & ~own[1] & 1:  # thirteen on the talon
        taken = p1 & CORNER
        if taken:
            made = lo == 1 and bool(own[1] & CORNER)
        else:
            near = p2 if hi == lo + 1 else p1
            made = bool(p1 >> 11 - hi & p1 >> 12 - lo & 1 or near >> 12 - hi & near >> 11 - lo & 1)
        if made and not o1 & ADVERSE:
            rare = MEZEAS if taken else TWO_TABLES
        elif made and o2 & ADVERSE:
            rare = COUNTER_MEZEAS if taken else COUNTER_TWO_TABLES
    if history & THIRD_ROLL and hi != lo and p2 == 1 and p1.bit_count() == 5 and p1 | 1 << hi | 1 << lo == 0x7F:
        rare |= THREE_ROLLS
    if history & SAME_DICE and flags & WITH_MEETING:
        rare |= MEETING_JAN
    return rare


def quadrants(own: Planes, hi: int, lo: int, n: int, score: MutableSequence[int], out: MutableSequence[int]) -> int:
    """Leave the plays that fill or preserve where any does (M-8, E6-E9), and note what; returns their number.

    At most one quadrant can lack two men or fewer. Whole plays are looked at, never single dice (F-7).
    """
    p2 = own[1] | own[2] | own[3]
    p1 = own[0] | p2
    for quad in (PETIT, GRAND, RETOUR):
        lack = 12 - (p1 & quad).bit_count() - (p2 & quad).bit_count()
        if lack > 2:
            continue
        short = quad & ~p2
        lent = quad & p2 & ~(own[0] & own[1] | own[2] | own[3])  # a man from here fills only as the sum in disguise (F-2)
        good = 0
        ways = 0
        for i in range(n):
            code = out[i]
            if code:
                m = (code & 1023) - 1
                k = (code >> 10) - 1
                if k < 0:
                    if short & ~(1 << m % 25) or lent >> m // 25 & 1 or lack == 2:
                        continue
                elif short & ~(1 << m % 25 | 1 << k % 25):
                    continue
                elif quad & (1 << m // 25 | 1 << k // 25) or lack == 2:
                    if full(played(own, code)) & quad != quad:
                        continue
            elif lack:
                continue
            out[good] = code
            good += 1
            if lack == 1:
                while code:
                    m = (code & 1023) - 1
                    if short >> m % 25 & 1:
                        d = m % 25 - m // 25
                        ways |= SUM if lent >> m // 25 & 1 else HIGH if d == hi else LOW if d == lo else SUM
                    code >>= 10
        if good == 0:
            return n
        if lack == 0:
            score[KEPT] = quad
        else:
            score[FILLED] = quad
            score[WAYS] = ways if lack == 1 else BOTH
        return good
    return n


def finishes(own: Planes, n: int, out: MutableSequence[int]) -> int:
    """Tell whether a play bears the last man off (E14): 1 or 0."""
    for i in range(n):
        if out[i] and not occupied(played(own, out[i])):
            return 1
    return 0


def piled(own: Planes, n: int, out: MutableSequence[int]) -> int:
    """Tell whether the pile of misfortune can be made or is kept (E17, X-41), with thirteen men or more on the corner."""
    if own[0] & own[1] & own[2] & own[3] & CORNER:
        return PRESERVED if out[0] == 0 else 0
    made = 0
    for i in range(n):
        after = played(own, out[i])
        if occupied(after) >> 12:  # a man could go past it
            return 0
        if after[0] & after[1] & after[2] & after[3] & CORNER:
            made = MADE
    return made


# --- The turn. ------------------------------------------------------------------------------------------------------------------------


def turn(
    own: Planes, opp: Planes, hi: int, lo: int, flags: int, history: int, score: MutableSequence[int], out: MutableSequence[int]
) -> int:
    """Everything a roll is worth, into `score`, and every legal play, into `out`; returns the number of plays (at least 1: play 0 is none).

    `own` and `opp` are each on that side's own route; `hi` >= `lo`.
    """
    a0, a1, a2, a3 = own
    p2 = a1 | a2 | a3
    p1 = a0 | p2
    q2 = opp[1] | opp[2] | opp[3]
    o1 = mirror(opp[0] | q2)
    o2 = mirror(q2)
    unit = 6 if hi == lo else 4
    both = hi + lo
    points = 0
    against = 0

    # Hits (E10-E12): all virtual, from the position before the play. A rest is open with at most one opposing man (H-2).
    blots = o1 ^ o2
    by_high = blots & p1 << hi
    by_low = 0 if hi == lo else blots & p1 << lo
    by_sum = blots & p1 << both
    wrong = 0
    if by_sum:
        closed = by_sum & o2 << hi & o2 << lo
        if closed:
            by_sum ^= closed
            wrong = closed & ~(by_high | by_low)
            against += (unit - 2) * wrong.bit_count() + 2 * (wrong & HOME).bit_count()
        points += (unit - 2) * by_sum.bit_count() + 2 * (by_sum & HOME).bit_count()
    if by_high:
        points += (unit - 2) * by_high.bit_count() + 2 * (by_high & HOME).bit_count()
    if by_low:
        points += (unit - 2) * by_low.bit_count() + 2 * (by_low & HOME).bit_count()
    score[HIT_HIGH] = by_high
    score[HIT_LOW] = by_low
    score[HIT_SUM] = by_sum
    score[FALSE_HIT] = wrong

    # The opponent's corner (E13): two men, the two holders of the own corner not counted.
    corner = 0
    if p2 & CORNER and not o1 & ADVERSE:
        if lo > 1:
            have = p2 if hi == lo else p1
            corner = have >> 12 - hi & have >> 12 - lo & 1
        elif hi > 1:
            corner = p1 >> 12 - hi & (a0 & a1 | a2 | a3) >> 11 & 1
        else:
            corner = (a2 | a3) >> 11 & 1
        if corner:
            points += unit
    score[CORNER_HIT] = corner

    rare = 0
    if history or a3 & a2 & 1:
        rare = rare_jans(own, o1, o2, hi, lo, flags, history)
        points += unit * (rare & (THREE_ROLLS | TWO_TABLES | MEZEAS | MEETING_JAN)).bit_count()
        against += unit * (rare & (COUNTER_TWO_TABLES | COUNTER_MEZEAS)).bit_count()
    score[RARE] = rare

    # The plays, and the dice that none of them can use (M-7, E15).
    free = ALL ^ o1
    unplayed = 0
    outside = p1 & OUTSIDE
    if (outside & outside - 1 or outside & p2) and not p1 & ADVERSE and not (a0 & ~p2 & CORNER):
        land = free & ~ADVERSE if p1 << both < 4096 else free & allowed(opp)
        n = two_steps(own, land, free, hi, lo, out)
        if n == 0:
            n = one_step(own, land, hi, out)
            unplayed = LOW
            if n == 0:
                unplayed = HIGH | LOW
                if hi != lo:
                    n = one_step(own, land, lo, out)
                    if n:
                        unplayed = HIGH
    else:
        zone = allowed(opp)
        n, unplayed = stepwise(own, free, zone, hi, lo, flags, history, False, out)
        if n == 0 and not in_order(own, own, False):
            n, unplayed = stepwise(own, free, zone, hi, lo, flags, history, True, out)
    if n == 0:
        out[0] = 0
        n = 1
    if unplayed:
        against += 4 if unplayed == HIGH | LOW else 2
    score[UNPLAYED] = unplayed

    # Filling and preserving (E6-E9).
    score[FILLED] = 0
    score[KEPT] = 0
    score[WAYS] = 0
    if p2.bit_count() >= 4 and p1.bit_count() >= 5:
        n = quadrants(own, hi, lo, n, score, out)
        if score[FILLED]:
            points += unit if score[WAYS] == BOTH else unit * score[WAYS].bit_count()
        elif score[KEPT]:
            if unplayed and flags & IMPOTENCE_GRAND and score[KEPT] != GRAND:
                score[KEPT] = 0
            else:
                points += unit

    score[LAST_OFF] = 0
    if not a2 | a3 and p1.bit_count() <= 2 and total(own, ALL) <= 2 and finishes(own, n, out):
        score[LAST_OFF] = 1
        points += unit

    score[PILE] = 0
    if flags & WITH_PILE and a2 & a3 & CORNER:
        score[PILE] = piled(own, n, out)
        if score[PILE]:
            points += unit

    # Margot la fendue (E18, X-42): an empty point between two blots, by each way as for a true hit.
    m1 = m2 = m3 = 0
    if flags & WITH_MARGOT:
        gaps = ~(p1 | o1) & blots << 1 & blots >> 1 & NEIGHBOURS
        m1 = gaps & p1 << hi
        m2 = 0 if hi == lo else gaps & p1 << lo
        m3 = gaps & p1 << both & ~(o2 << hi & o2 << lo)
        against += (unit - 2) * (m1.bit_count() + m2.bit_count() + m3.bit_count())
    score[MARGOT_HIGH] = m1
    score[MARGOT_LOW] = m2
    score[MARGOT_SUM] = m3

    score[ROLLER] = points
    score[OPPONENT] = against
    return n
