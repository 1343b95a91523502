"""The course of whole games on plain integers: the marks as written, what the rules give, and every gap between them.

What `replay.replayer` does for one record with values a person can read, this does for an archive with rows of numbers. It is in the
part of Python that numba also compiles (see `replay.kernel`): plain it serves the tests, compiled the archive. It knows only records whose
every line says everything: a game with a gap, an event, a fault put right or a second claim on one roll goes through `replay.replayer`, and
`course` says so by giving up on it (`GIVEN_UP`).

Rows are numbered by the names below. Sides are 0 White, 1 Black.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from replay.kernel import (
    ADVERSE,
    ALL,
    BEGUN,
    BOTH,
    CORNER_HIT,
    COUNTER_MEZEAS,
    COUNTER_TWO_TABLES,
    FALSE_HIT,
    FILLED,
    GRAND,
    HIGH,
    HIT_HIGH,
    HIT_LOW,
    HIT_SUM,
    HOME,
    KEPT,
    LAST_OFF,
    LOW,
    MADE,
    MARGOT_HIGH,
    MARGOT_LOW,
    MARGOT_SUM,
    MEETING_JAN,
    MEZEAS,
    OPPONENT,
    PETIT,
    PILE,
    RARE,
    RETOUR,
    ROLLER,
    SAME_DICE,
    SUM,
    THIRD_ROLL,
    THREE_ROLLS,
    TWO_TABLES,
    UNPLAYED,
    WAYS,
    count,
    full,
    occupied,
    played,
    total,
    turn,
)

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    Matrix = Sequence[MutableSequence[int]]
    Numbers = MutableSequence[int]

# Columns of a record's row.
SIDE, DIE_HIGH, DIE_LOW, PLAY, MARKED, AGAINST, DECISION, HOLES, HOLES_AGAINST, CLAIM, CLAIM_POINTS, CHECK = range(12)
POINTS_W, HOLES_W, POINTS_B, HOLES_B = range(12, 16)  # the score written
RECORD = 16
"""How many columns. PLAY is a play of the kernel; HOLES and HOLES_AGAINST are -1 where the points say it; CHECK is 0 without a score, else
1 and 2 for White's `b`, 4 for Black's."""

# DECISION.
NOTHING, HOLD, GO = 0, 1, 2
# CLAIM: who holds the points, whom it accused, whether it stood.
BY_ROLLER, ON_ROLLER, UPHELD = 1, 2, 4
CLAIMED = 8
"""Set wherever there is a claim."""

# Columns of a turn's row.
(
    DUE_ROLLER,
    DUE_OPPONENT,
    OWED_ROLLER,
    OWED_OPPONENT,
    MARKED_ROLLER,
    MARKED_OPPONENT,
    STOOD_ROLLER,
    STOOD_OPPONENT,
    CLAIMED_ROLLER,
    CLAIMED_OPPONENT,
    UNPLAYABLE,
    NUMBER_OF_PLAYS,
    VERDICT,
    DECIDED,
    MADE_ROLLER,
    MADE_OPPONENT,
    PEGGED_ROLLER,
    PEGGED_OPPONENT,
    BORE_OFF,
    ROLL,
    PHASE,
    BEFORE_POINTS_W,
    BEFORE_HOLES_W,
    BEFORE_POINTS_B,
    BEFORE_HOLES_B,
    BREDOUILLE_W,
    BREDOUILLE_B,
    LURCH_W,
    LURCH_B,
    AFTER_POINTS_W,
    AFTER_HOLES_W,
    AFTER_POINTS_B,
    AFTER_HOLES_B,
    AFTER_BREDOUILLE,
    EXPECTED,
    SUSPECT,
    HISTORY,
    UNMADE_POINTS,
    WON_BEFORE,
) = range(39)
TURN = 39

# VERDICT.
NONE, LEGAL, ILLEGAL = 0, 1, 2
# PHASE (analysis.phases).
OPENING, FILL, RETURN, BEARING_OFF = 0, 1, 2, 3

# Columns of a jan's row; STATUS as analysis.columns has it.
JAN_TURN, JAN_ROLLER, JAN_CODE, JAN_WAYS, JAN_POINTS, JAN_PLACE, JAN_STATUS = range(7)
JAN = 7
STATUS_MARKED, STATUS_MISSED, STATUS_UNMADE, STATUS_VOID = 0, 1, 2, 3
CODES = ("JTC", "JDT", "JM", "JRE", "BV", "BC", "PJ", "GJ", "JR", "PJC", "GJC", "JRC", "SO", "PM", "PMC", "CDT", "CM", "BF", "IM", "MF")
(JTC, JDT, JM, JRE, BV, BC, PJ, GJ, JR, PJC, GJC, JRC, SO, PM, PMC, CDT, CM, BF, IM, MF) = range(20)

# What becomes of a game.
FOLLOWED, GIVEN_UP = 0, 1

TALONS = (1, 1, 1, 1)
HOLE = 12


def mark(state: Numbers, who: int, points: int, pegged: int) -> int:
    """Mark points on the tally (docs/rules.md 2.6); returns the holes they make.

    `state` is points W and B, holes W and B, bredouille W and B, lurch W and B, and the winner (-1 nobody). `pegged` -1: what the points
    make.
    """
    if points == 0 and pegged <= 0:
        return 0
    q = 1 - who
    made = 0
    if points > 0:
        own = state[who]
        double = state[4 + who] == 1 or own == 0
        own += points
        if own >= HOLE:
            races = own // HOLE
            made = 2 * races if double else 2 * races - 1
            state[who] = own % HOLE
            state[q] = 0
            state[4 + who] = 1 if state[who] > 0 else 0
        else:
            state[who] = own
            state[4 + who] = 1 if double else 0
        state[4 + q] = 0
    moved = made if pegged < 0 else pegged
    if moved:
        if state[2 + who] == 0:
            state[6 + who] = 1
        state[6 + q] = 0
        state[2 + who] += moved
    return made


def restored(said: int, held: int, marked: int, stands: int) -> int:
    """The holes written behind a mark, -1 where a school took back a race of it: its holes go with it (docs/rules.md S-10)."""
    return said if (held + marked) // HOLE == (held + stands) // HOLE else -1


def over(state: Numbers, who: int, match_holes: int) -> bool:
    """Whether the match is won; the first to have its holes has won it (P-4)."""
    if state[8] < 0 and state[2 + who] >= match_holes:
        state[8] = who
    return state[8] >= 0


def ends_unplayed(state: Numbers, rec: Numbers, me: int, match_holes: int) -> bool:
    """Whether a mark of this roll ends the match: the roller's, else the other's, else that of a school. The tally stays as it is."""
    keep0, keep1, keep2, keep3 = state[0], state[1], state[2], state[3]
    keep4, keep5, keep6, keep7 = state[4], state[5], state[6], state[7]
    mark(state, me, rec[MARKED], rec[HOLES])
    ends = state[2 + me] >= match_holes
    if not ends:
        mark(state, 1 - me, rec[AGAINST], rec[HOLES_AGAINST])
        ends = state[3 - me] >= match_holes
    if not ends and rec[CLAIM] & CLAIMED:
        mark(state, me if rec[CLAIM] & BY_ROLLER else 1 - me, rec[CLAIM_POINTS], -1)
        ends = state[2] >= match_holes or state[3] >= match_holes
    state[0], state[1], state[2], state[3] = keep0, keep1, keep2, keep3
    state[4], state[5], state[6], state[7] = keep4, keep5, keep6, keep7
    return ends


def add_jan(jans: Matrix, n: int, i: int, roller: int, code: int, ways: int, points: int, place: int, status: int) -> int:
    """One more row of the jans."""
    row = jans[n]
    row[JAN_TURN] = i
    row[JAN_ROLLER] = roller
    row[JAN_CODE] = code
    row[JAN_WAYS] = ways
    row[JAN_POINTS] = points
    row[JAN_PLACE] = place
    row[JAN_STATUS] = status
    return n + 1


def add_hits(jans: Matrix, n: int, i: int, roller: int, code: int, high: int, low: int, both: int, home: int, outer: int) -> int:
    """One row a man hit, along the route."""
    left = high | low | both
    while left:
        b = left & -left
        left ^= b
        ways = (1 if high & b else 0) + (1 if low & b else 0) + (1 if both & b else 0)
        n = add_jan(jans, n, i, roller, code, ways, ways * (home if b & HOME else outer), b.bit_length() - 1, STATUS_MARKED)
    return n


def quarter(quad: int) -> int:
    """0 petit, 1 grand, 2 retour."""
    return 0 if quad == PETIT else 1 if quad == GRAND else 2


def roller_jans(jans: Matrix, n: int, i: int, score: Numbers, short: int, unit: int) -> int:
    """The roller's due jans, in the order they are marked (`replay.engine`)."""
    rare = score[RARE]
    if rare & THREE_ROLLS:
        n = add_jan(jans, n, i, 1, JTC, 1, 4, -1, STATUS_MARKED)
    if rare & TWO_TABLES:
        n = add_jan(jans, n, i, 1, JDT, 1, unit, -1, STATUS_MARKED)
    if rare & MEZEAS:
        n = add_jan(jans, n, i, 1, JM, 1, unit, -1, STATUS_MARKED)
    if rare & MEETING_JAN:
        n = add_jan(jans, n, i, 1, JRE, 1, unit, -1, STATUS_MARKED)
    n = add_hits(jans, n, i, 1, BV, score[HIT_HIGH], score[HIT_LOW], score[HIT_SUM], unit, unit - 2)
    if score[CORNER_HIT]:
        n = add_jan(jans, n, i, 1, BC, 1, unit, -1, STATUS_MARKED)
    if score[FILLED]:
        w = score[WAYS]
        ways = (w & HIGH) + (w & LOW) // 2 + (w & SUM) // 4 + (w & BOTH) // 8
        lacking = score[FILLED] & short
        place = lacking.bit_length() - 1 if lacking & (lacking - 1) == 0 else -1
        n = add_jan(jans, n, i, 1, PJ + quarter(score[FILLED]), ways, unit * ways, place, STATUS_MARKED)
    elif score[KEPT]:
        n = add_jan(jans, n, i, 1, PJC + quarter(score[KEPT]), 1, unit, -1, STATUS_MARKED)
    if score[LAST_OFF]:
        n = add_jan(jans, n, i, 1, SO, 1, unit, -1, STATUS_MARKED)
    if score[PILE]:
        n = add_jan(jans, n, i, 1, PM if score[PILE] == MADE else PMC, 1, unit, -1, STATUS_MARKED)
    return n


def opponent_jans(jans: Matrix, n: int, i: int, score: Numbers, unit: int) -> int:
    """The opponent's due jans, in the order they are marked."""
    rare = score[RARE]
    if rare & COUNTER_TWO_TABLES:
        n = add_jan(jans, n, i, 0, CDT, 1, unit, -1, STATUS_MARKED)
    if rare & COUNTER_MEZEAS:
        n = add_jan(jans, n, i, 0, CM, 1, unit, -1, STATUS_MARKED)
    n = add_hits(jans, n, i, 0, BF, 0, 0, score[FALSE_HIT], unit, unit - 2)
    if score[UNPLAYED]:
        dice = 2 if score[UNPLAYED] == HIGH | LOW else 1
        n = add_jan(jans, n, i, 0, IM, dice, 2 * dice, -1, STATUS_MARKED)
    return add_hits(jans, n, i, 0, MF, score[MARGOT_HIGH], score[MARGOT_LOW], score[MARGOT_SUM], unit - 2, unit - 2)


def set_status(jans: Matrix, first: int, last: int, lacking: int) -> None:
    """Say which of a side's jans on a roll were missed, `lacking` points of theirs not being marked (`analysis.faults.missing_jans`).

    The codes of one jan of just those points, else of two, else of all; every jan of such a code counts as missed.
    """
    one = -1
    other = -1
    for i in range(first, last):
        if one < 0 and jans[i][JAN_STATUS] == STATUS_MARKED and jans[i][JAN_POINTS] == lacking:
            one = jans[i][JAN_CODE]
    if one < 0:
        for i in range(first, last):
            for j in range(i + 1, last):
                if (
                    one < 0
                    and jans[i][JAN_STATUS] == STATUS_MARKED
                    and jans[j][JAN_STATUS] == STATUS_MARKED
                    and jans[i][JAN_POINTS] + jans[j][JAN_POINTS] == lacking
                ):
                    one = jans[i][JAN_CODE]
                    other = jans[j][JAN_CODE]
    for i in range(first, last):
        code = jans[i][JAN_CODE]
        if jans[i][JAN_STATUS] == STATUS_MARKED and (one < 0 or code in (one, other)):
            jans[i][JAN_STATUS] = STATUS_MISSED


def phase_of(own: tuple[int, int, int, int], men: int) -> int:
    """The phase of the side with these men (`analysis.phases`)."""
    there = occupied(own)
    if not there & 0x03FFFF:
        return BEARING_OFF
    if there >> 12 or total(own, ALL) < men:
        return RETURN
    two = full(own)
    return FILL if two & PETIT == PETIT or two & GRAND == GRAND else OPENING


def from_the_talon(own: tuple[int, int, int, int], a: int, b: int, c: int, d: int) -> bool:
    """Whether these four dice stand as lone men on their own points, and no others on 1 to 6 (J-6)."""
    if a in (b, c, d) or b in (c, d) or c == d:
        return False
    return occupied(own) & 0x7E == 1 << a | 1 << b | 1 << c | 1 << d


def course(
    record: Matrix,
    first: int,
    last: int,
    flags: int,
    match_holes: int,
    turns: Matrix,
    men: Matrix,
    jans: Matrix,
    n: int,
    state: Numbers,
    score: Numbers,
    out: Numbers,
) -> int:
    """Follow one game, rows `first` to `last` of `record`; returns the number of jans so far, or -1 where it gives the game up.

    `turns`, `men` (the roller's four planes and the other's, before the roll) and `jans` are filled from the same rows on; `n` jans are
    there already. `state` is scratch of nine numbers, as `mark` says; in the end its last is the winner.
    """
    for k in range(9):
        state[k] = 0
    state[8] = -1
    white = black = TALONS
    expected = -1
    rolls_w = rolls_b = 0
    # the last two rolls of either side in this holding, for jan de trois coups
    w1 = w2 = w3 = w4 = b1 = b2 = b3 = b4 = 0
    for i in range(first, last):
        rec = record[i]
        row = turns[i]
        me = rec[SIDE]
        hi = rec[DIE_HIGH]
        lo = rec[DIE_LOW]
        unit = 6 if hi == lo else 4
        own = black if me else white
        opp = white if me else black
        for k in range(4):
            men[i][k] = own[k]
            men[i][4 + k] = opp[k]
        row[BEFORE_POINTS_W] = state[0]
        row[BEFORE_POINTS_B] = state[1]
        row[BEFORE_HOLES_W] = state[2]
        row[BEFORE_HOLES_B] = state[3]
        row[BREDOUILLE_W] = state[4]
        row[BREDOUILLE_B] = state[5]
        row[LURCH_W] = state[6]
        row[LURCH_B] = state[7]
        row[EXPECTED] = expected
        row[WON_BEFORE] = 1 if state[8] >= 0 else 0
        row[PHASE] = phase_of(own, 15)

        # what the rules give
        men_on_board = total(own, ALL)
        history = BEGUN if men_on_board < 15 else 0
        if me:
            if rolls_b == 2 and from_the_talon(own, b1, b2, b3, b4):
                history |= THIRD_ROLL
        elif rolls_w == 2 and from_the_talon(own, w1, w2, w3, w4):
            history |= THIRD_ROLL
        if i == first + 1 and record[first][SIDE] != me and record[first][DIE_HIGH] == hi and record[first][DIE_LOW] == lo:
            history |= SAME_DICE
        row[HISTORY] = history
        plays = turn(own, opp, hi, lo, flags, history, score, out)
        row[DUE_ROLLER] = score[ROLLER]
        row[DUE_OPPONENT] = score[OPPONENT]
        unplayed = score[UNPLAYED]
        row[UNPLAYABLE] = 2 if unplayed == HIGH | LOW else 1 if unplayed else 0
        row[NUMBER_OF_PLAYS] = plays

        # the men
        goes = rec[DECISION] == GO
        code = rec[PLAY]
        ends = False
        if code == 0 and not goes:
            ends = ends_unplayed(state, rec, me, match_holes)
        verdict = NONE
        after = own
        unmade = 0
        duty = 0  # points of fills and preserves not made
        bore_off = False
        filled_made = kept_made = off_made = pile_made = True
        if not goes and not ends:
            after = played(own, code)
            leaving = 0
            rest = code
            while rest:
                m = (rest & 1023) - 1
                if m % 25 == 24:
                    leaving += 1
                rest >>= 10
            if total(after, ALL) + leaving != men_on_board:
                return -1  # there is no such man
            verdict = ILLEGAL
            for k in range(plays):
                if out[k] == code:
                    verdict = LEGAL
            if verdict == ILLEGAL:
                for k in range(plays):
                    if played(own, out[k]) == after:
                        verdict = LEGAL
            two = full(after)
            if score[FILLED] and two & score[FILLED] != score[FILLED]:
                filled_made = False
                w = score[WAYS]
                duty += unit * ((w & HIGH) + (w & LOW) // 2 + (w & SUM) // 4 + (w & BOTH) // 8)
            if score[KEPT] and two & score[KEPT] != score[KEPT]:
                kept_made = False
                duty += unit
            if score[LAST_OFF] and occupied(after):
                off_made = False
                unmade += unit
            if score[PILE] and count(after, 11) != 15:
                pile_made = False
                unmade += unit
            bore_off = not occupied(after)
        owed = score[ROLLER] - unmade - duty
        row[OWED_ROLLER] = owed
        row[UNMADE_POINTS] = duty
        row[VERDICT] = verdict

        # the marks
        claim = rec[CLAIM]
        marked = rec[MARKED]
        stands = marked
        if claim & UPHELD and claim & ON_ROLLER and marked > owed:
            stands = owed
        row[MARKED_ROLLER] = marked
        row[STOOD_ROLLER] = stands
        said = restored(rec[HOLES], state[me], marked, stands)
        made = mark(state, me, stands, said)
        pegged = made if said < 0 else said
        row[MADE_ROLLER] = made
        row[PEGGED_ROLLER] = pegged
        won = over(state, me, match_holes)
        owed_other = against = stands_other = made_other = pegged_other = 0
        if goes:
            if claim and not pegged:
                return -1  # a going that was none, and a school for it (S-5)
            state[0] = state[1] = state[4] = state[5] = 0
        elif not won:
            owed_other = score[OPPONENT]
            against = rec[AGAINST]
            stands_other = against
            if claim & UPHELD and not claim & ON_ROLLER and against > owed_other:
                stands_other = owed_other
            said = restored(rec[HOLES_AGAINST], state[1 - me], against, stands_other)
            made_other = mark(state, 1 - me, stands_other, said)
            pegged_other = made_other if said < 0 else said
            over(state, 1 - me, match_holes)
        elif rec[AGAINST] or claim:
            return -1  # something is still marked on the roll that won the match
        row[OWED_OPPONENT] = owed_other
        row[MARKED_OPPONENT] = against
        row[STOOD_OPPONENT] = stands_other
        row[MADE_OPPONENT] = made_other
        row[PEGGED_OPPONENT] = pegged_other
        row[CLAIMED_ROLLER] = 0
        row[CLAIMED_OPPONENT] = 0
        if claim & CLAIMED:
            holder = me if claim & BY_ROLLER else 1 - me
            mark(state, holder, rec[CLAIM_POINTS], -1)
            over(state, holder, match_holes)
            row[CLAIMED_ROLLER if claim & BY_ROLLER else CLAIMED_OPPONENT] = rec[CLAIM_POINTS]
        decided = rec[DECISION]
        if decided == NOTHING and pegged and state[8] < 0:
            decided = HOLD
        row[DECIDED] = decided
        row[BORE_OFF] = 1 if bore_off else 0
        row[ROLL] = (rolls_b if me else rolls_w) + 1

        # the score written
        if rec[CHECK]:
            same = rec[POINTS_W] == state[0] and rec[HOLES_W] == state[2] and rec[POINTS_B] == state[1] and rec[HOLES_B] == state[3]
            if not same or (rec[CHECK] & 2 and not state[4]) or (rec[CHECK] & 4 and not state[5]):
                return -1
        row[AFTER_POINTS_W] = state[0]
        row[AFTER_HOLES_W] = state[2]
        row[AFTER_POINTS_B] = state[1]
        row[AFTER_HOLES_B] = state[3]
        row[AFTER_BREDOUILLE] = state[4] + 2 * state[5] + 4 * state[6] + 8 * state[7]

        # the jans
        start = n
        n = roller_jans(jans, n, i, score, ALL & ~full(own), unit)
        middle = n
        n = opponent_jans(jans, n, i, score, unit)
        for k in range(start, middle):
            kind = jans[k][JAN_CODE]
            if PJ <= kind <= JR:
                lost = not filled_made
            elif PJC <= kind <= JRC:
                lost = not kept_made
            elif kind == SO:
                lost = not off_made
            else:
                lost = kind >= PM and not pile_made
            if lost:
                jans[k][JAN_STATUS] = STATUS_UNMADE
        held = row[BEFORE_POINTS_W + 2 * me]
        ends_here = goes or row[BEFORE_HOLES_W + 2 * me] + pegged >= match_holes
        if marked < owed and not (ends_here and (held + owed) // HOLE == (held + marked) // HOLE):
            set_status(jans, start, middle, owed - marked)
        held = 0 if pegged or made else row[BEFORE_POINTS_W + 2 * (1 - me)]
        ends_here = row[BEFORE_HOLES_W + 2 * (1 - me)] + pegged_other >= match_holes
        if goes or (won and score[OPPONENT]):
            for k in range(middle, n):
                jans[k][JAN_STATUS] = STATUS_VOID
        elif against < owed_other and not (ends_here and (held + owed_other) // HOLE == (held + against) // HOLE):
            set_status(jans, middle, n, owed_other - against)

        suspect = marked != owed or against != owed_other or verdict == ILLEGAL or made != pegged or made_other != pegged_other
        suspect = suspect or claim != 0 or row[UNMADE_POINTS] != 0 or row[WON_BEFORE] != 0
        suspect = suspect or (expected >= 0 and expected != me) or (rec[DECISION] != NOTHING and made == 0 and pegged == 0)
        row[SUSPECT] = 1 if suspect else 0

        # the next roll
        if goes or bore_off:
            white = black = TALONS
            rolls_w = rolls_b = 0
            expected = me
        else:
            if me:
                if not ends:
                    black = after
                rolls_b += 1
                b1, b2, b3, b4 = b3, b4, hi, lo
            else:
                if not ends:
                    white = after
                rolls_w += 1
                w1, w2, w3, w4 = w3, w4, hi, lo
            expected = 1 - me
    return n


def follow(turns: Matrix, record: Matrix, at: int, last: int, steps: Matrix, match_holes: int, state: Numbers) -> tuple[int, int, int]:
    """Follow the score from turn `at` on with the marking of `steps` (`analysis.tracks`).

    A row of `steps` is: points of the roller that stand, of the other, holes beyond what they make (both), holder and points of the claim
    (holder -1 none), whether he lifts the men, whether he decides on a hole, whether the men would have stood otherwise, whether it is
    other than in the record. Returns the turn from which nothing is defined (-1 to the end), the reason (0 none, 1 went, 2 held on a hole
    not there, 3 other men), and the winner (-1 nobody). The score then reached is in `state`, `state[9]` is the last turn counted,
    `state[10]` the first where the score differs.
    """
    row = turns[at]
    state[0] = row[BEFORE_POINTS_W]
    state[1] = row[BEFORE_POINTS_B]
    state[2] = row[BEFORE_HOLES_W]
    state[3] = row[BEFORE_HOLES_B]
    state[4] = row[BREDOUILLE_W]
    state[5] = row[BREDOUILLE_B]
    state[6] = row[LURCH_W]
    state[7] = row[LURCH_B]
    state[8] = -1
    state[9] = at - 1
    state[10] = -1  # the first turn at which the score differs
    for i in range(at, last):
        me = record[i][SIDE]
        step = steps[i]
        if state[10] < 0 and not step[9]:  # as in the record so far: the record itself says what comes of it
            stand(state, turns[i])
            state[9] = i
            for who in range(2):
                if state[2 + who] >= match_holes:
                    state[8] = who
                    return -1, 0, who
            continue
        keep0, keep1, keep2, keep3 = state[0], state[1], state[2], state[3]
        keep4, keep5, keep6, keep7 = state[4], state[5], state[6], state[7]
        made = mark_with(state, me, step[0], step[2])
        if not (state[2 + me] >= match_holes):
            if made == 0 and (step[6] or step[7]):
                state[0], state[1], state[2], state[3] = keep0, keep1, keep2, keep3
                state[4], state[5], state[6], state[7] = keep4, keep5, keep6, keep7
                return i, 1 if step[6] else 2, -1
            if step[6]:
                state[0] = state[1] = state[4] = state[5] = 0
            else:
                mark_with(state, 1 - me, step[1], step[3])
            if state[3 - me] < match_holes and step[4] >= 0:
                mark(state, step[4], step[5], -1)
        state[9] = i
        if state[10] < 0 and differs(state, turns[i]):
            state[10] = i
        for who in range(2):
            if state[2 + who] >= match_holes:
                state[8] = who
                return -1, 0, who
        if step[8]:
            if state[10] < 0:
                state[10] = i
            return i + 1, 3, -1
    return -1, 0, -1


def stand(state: Numbers, row: Numbers) -> None:
    """The score as the record left it after a turn."""
    state[0] = row[AFTER_POINTS_W]
    state[1] = row[AFTER_POINTS_B]
    state[2] = row[AFTER_HOLES_W]
    state[3] = row[AFTER_HOLES_B]
    for k in range(4):
        state[4 + k] = row[AFTER_BREDOUILLE] >> k & 1


def steps_as_played(turns: Matrix, record: Matrix, steps: Matrix) -> None:
    """The marking of every turn as the record has it (`analysis.tracks.as_played`)."""
    for i in range(len(turns)):
        row = turns[i]
        step = steps[i]
        step[0] = row[STOOD_ROLLER]
        step[1] = row[STOOD_OPPONENT]
        step[2] = row[PEGGED_ROLLER] - row[MADE_ROLLER]
        step[3] = row[PEGGED_OPPONENT] - row[MADE_OPPONENT]
        step[4] = -1
        step[5] = 0
        claim = record[i][CLAIM]
        if claim & CLAIMED:
            step[4] = record[i][SIDE] if claim & BY_ROLLER else 1 - record[i][SIDE]
            step[5] = record[i][CLAIM_POINTS]
        step[6] = 1 if row[DECIDED] == GO else 0
        step[7] = 1 if row[DECIDED] != NOTHING and row[PEGGED_ROLLER] > 0 else 0
        step[8] = 0
        step[9] = 0


def steps_perfect(turns: Matrix, record: Matrix, steps: Matrix) -> int:
    """Change steps as played to perfect marking (`analysis.tracks.perfect_step`).

    Returns the first that changed before the match was won, -1 none.
    """
    first = -1
    for i in range(len(turns)):
        row = turns[i]
        step = steps[i]
        lost = row[UNMADE_POINTS]
        holder = 1 - record[i][SIDE] if lost else -1
        same = step[0] == row[OWED_ROLLER] and step[1] == row[OWED_OPPONENT] and step[2] == 0 and step[3] == 0
        if same and step[4] == holder and step[5] == lost:
            continue
        step[0] = row[OWED_ROLLER]
        step[1] = row[OWED_OPPONENT]
        step[2] = 0
        step[3] = 0
        step[4] = holder
        step[5] = lost
        step[9] = 1
        if first < 0 and not row[WON_BEFORE]:
            first = i
    return first


def mark_with(state: Numbers, who: int, points: int, extra: int) -> int:
    """Mark, and peg `extra` holes more (or fewer) than the points make, if they make any."""
    held = state[who]
    made = 0
    if points > 0:
        races = (held + points) // HOLE
        if races:
            made = 2 * races if state[4 + who] == 1 or held == 0 else 2 * races - 1
    pegged = max(0, made + extra) if extra and made else -1
    mark(state, who, points, pegged)
    return made


def differs(state: Numbers, row: Numbers) -> bool:
    """Whether the score is another than the one the record left after this turn."""
    if (
        state[0] != row[AFTER_POINTS_W]
        or state[1] != row[AFTER_POINTS_B]
        or state[2] != row[AFTER_HOLES_W]
        or state[3] != row[AFTER_HOLES_B]
    ):
        return True
    return state[4] + 2 * state[5] + 4 * state[6] + 8 * state[7] != row[AFTER_BREDOUILLE]


def courses(
    record: Matrix,
    starts: Numbers,
    flags: Numbers,
    match_holes: Numbers,
    turns: Any,
    men: Any,
    jans: Matrix,
    columns: Any,
    outcome: Numbers,
    winners: Numbers,
    ends: Numbers,
    state: Numbers,
    score: Numbers,
    out: Numbers,
) -> int:
    """Follow many games: rows `starts[g]` to `starts[g + 1]`; `outcome`, `winners` and `ends` (jans up to and with it) are filled a game.

    `turns`, `men` and `columns` are arrays of numpy. The first two have room for the longest game and are overwritten by each; what they
    say goes to `columns`, which has a row for every column of `turns`, then of `men`: tables are made by the column, and the rows of a game
    are soonest turned over while they are at hand.
    Returns the number of jans. The jans of a game given up are not kept.
    """
    n = 0
    for g in range(len(starts) - 1):
        first = starts[g]
        size = starts[g + 1] - first
        reached = course(record[first : first + size], 0, size, flags[g], match_holes[g], turns, men, jans, n, state, score, out)
        outcome[g] = GIVEN_UP if reached < 0 else FOLLOWED
        winners[g] = state[8]
        for i in range(n, reached):
            jans[i][JAN_TURN] += first
        if reached >= 0:
            n = reached
        ends[g] = n
        for k in range(TURN):
            for i in range(size):
                columns[k, first + i] = turns[i, k]
        for k in range(8):
            for i in range(size):
                columns[TURN + k, first + i] = men[i, k]
    return n


__all__ = ["ADVERSE", "RETOUR", "course", "courses", "follow"]
