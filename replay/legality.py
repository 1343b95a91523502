"""Why a play is not legal: one sentence, with the rule it breaks."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from notation.places import write_place
from notation.record import OFF
from replay import kernel
from replay.plays import apply_moves, apply_play, moves_of, planes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.record import Side
    from replay.engine import Due
    from replay.plays import Move
    from replay.rules import RuleSet

Counts = tuple[int, ...]
CORNER, ADVERSE = 11, 12
QUADRANTS = {"petit jan": 0, "grand jan": 6, "jan de retour": 18}
_CLAUSES = (
    (0x000FFF, "the opponent can still fill his petit jan: no man may come to rest beyond the own corner (A-3)"),
    (0xFC0FFF, "the opponent can still fill his grand jan: no man may come to rest in it (A-3)"),
)


def why_illegal(
    own: Counts,
    opp: Counts,
    dice: tuple[int, int],
    moves: Sequence[Move],
    due: Due,
    rules: RuleSet,
    *,
    spelling: str = "guiton",
    side: Side = "W",
) -> str:
    """Say in one sentence, with the rule of docs/rules.md, why these moves are no legal play; empty where they are one.

    `moves` are `(from, to)` on the roller's route, one a man or a step, in any order. Places are named in the spelling asked for, as the
    roller (`side`) names them. The first thing wrong is told, from the board outwards: the men, the numbers, the points, the duties.
    """
    after = apply_moves(own, moves)
    if after is not None and after in due.results(own):
        return ""
    judge = _Judge(own, opp, (max(dice), min(dice)), rules, spelling, side)
    return judge.men(moves) or judge.numbers(joined(own, moves)) or judge.duties(joined(own, moves), due)


def can_play(own: Counts, opp: Counts, die: int) -> bool:
    """Whether any man can be played by this one die from where the men stand; the manners of bearing off are not asked (B-1)."""
    men, others = planes(tuple(own)), planes(tuple(opp))
    free = kernel.ALL ^ kernel.mirror(kernel.occupied(others))
    land = free & kernel.allowed(others)
    for start in range(OFF):
        end = kernel.step(men, start, die, free, 0) & 31 if own[start] else OFF + 1
        if end > OFF or (end < OFF and not land >> end & 1):
            continue
        left = kernel.one_more(kernel.one_less(men, 1 << start), 1 << end)
        if kernel.in_order(left, men, False):
            return True
    return False


def joined(own: Sequence[int], moves: Sequence[Move]) -> list[Move]:
    """Write a man who went on from where he had come (`T/5 5/9`) as one move, where no other man stood there to go on."""
    left = list(moves)
    while True:
        step = next(
            ((a, b) for a in left for b in left if a is not b and a[1] == b[0] and own[b[0]] < sum(move[0] == b[0] for move in left)), None
        )
        if step is None:
            return left
        a, b = step
        left.remove(a)
        left.remove(b)
        left.append((a[0], b[1]))


class _Judge:
    """One roll on one board, and what can be wrong with a play on it."""

    def __init__(self, own: Counts, opp: Counts, dice: tuple[int, int], rules: RuleSet, spelling: str, side: Side) -> None:
        self.own, self.opp, self.dice, self.rules = own, opp, dice, rules
        self.spelling, self.side = spelling, side
        self.roll = f"{dice[0]}-{dice[1]}"

    def place(self, p: int) -> str:
        """Name a place as the roller does."""
        return write_place(p, self.spelling, self.side)

    def written(self, moves: Sequence[Move]) -> str:
        """Write moves as a record does."""
        return " ".join(f"{self.place(a)}/{self.place(b)}" for a, b in moves) or "no man moved"

    # -- the men and the numbers --------------------------------------------------------------------------------------------------------

    def men(self, moves: Sequence[Move]) -> str:
        """Find moves no man can make."""
        for start, to in moves:
            if not 0 <= start < OFF or not 0 <= to <= OFF:
                return "a man is played from a point to a point, or off (docs/rules.md 1.1)"
            if to <= start:
                return f"{self.written([(start, to)])} goes backwards, and men only go forward (M-1)"
        left = list(self.own)
        for start, to in moves:
            left[start] -= 1
            left[to] += 1
        for p in range(OFF):
            if left[p] < 0:
                return f"there is no man on {self.place(p)} to play (M-1)"
        return ""

    def numbers(self, moves: Sequence[Move]) -> str:
        """Numbers that the dice do not show, and where they lead."""
        if len(moves) > 2:
            return f"{len(moves)} men were played, and a roll plays two at most (M-2)"
        if len(moves) == 2 and self.is_force(moves):
            return self.force(moves)
        ways = list(self.ways(moves))
        if not ways:
            return self.wrong_number(moves)
        faults = [self.walk(way) for way in ways]
        if all(faults):
            return self.closed_rests(moves, ways, faults) or self.best(faults)
        return ""

    def is_force(self, moves: Sequence[Move]) -> bool:
        """Whether two men went to the own corner by the numbers that carry them to the opponent's."""
        starts = sorted(start for start, _ in moves)
        return all(to == CORNER for _, to in moves) and starts == sorted((12 - self.dice[0], 12 - self.dice[1]))

    def force(self, moves: Sequence[Move]) -> str:
        """Why the corner cannot be taken by force."""
        if self.own[CORNER]:
            return f"{self.written(moves)} would add to the corner by force, and only an empty corner is taken so (M-5)"
        if self.opp[CORNER]:
            return "the corner is taken by force only while the opponent's is empty (M-5)"
        first, second = 11 - self.dice[0], 11 - self.dice[1]
        if self.own[first] > (first == second) and self.own[second]:
            return f"the corner can be taken by effect, from {self.place(first)} and {self.place(second)}, so not by force (M-6)"
        return ""

    def ways(self, moves: Sequence[Move]) -> list[list[tuple[int, int, int]]]:
        """Every way the dice can make these moves: steps (from, to, die) in order; a man taking both dice makes two steps."""
        orders = set(permutations(self.dice))
        found = []
        for d, e in sorted(orders, reverse=True):
            if len(moves) == 1:
                start, to = moves[0]
                if self.fits(start, to, d):
                    found.append([(start, to, d)])
                if start + d < OFF and self.fits(start + d, to, e):
                    found.append([(start, start + d, d), (start + d, to, e)])
            elif len(moves) == 2:
                for (s, t), (r, u) in ((moves[0], moves[1]), (moves[1], moves[0])):
                    if self.fits(s, t, d) and self.fits(r, u, e):
                        found.append([(s, t, d), (r, u, e)])
        return found or ([[]] if not moves else [])

    @staticmethod
    def fits(start: int, to: int, die: int) -> bool:
        """Whether a die carries a man so far, or more than far enough off the board."""
        return to - start == die or (to == OFF and to - start < die)

    def wrong_number(self, moves: Sequence[Move]) -> str:
        """Which man went a number that is not thrown."""
        high, low = self.dice
        if len(moves) == 1:
            start, to = moves[0]
            numbers = f"{high} or {2 * high}" if high == low else f"{high}, {low} or {high + low}"
            return f"{self.written(moves)} is {_points(to - start)}, and {self.roll} takes one man {numbers} (M-1, M-2)"
        for start, to in moves:
            if not self.fits(start, to, high) and not self.fits(start, to, low):
                return f"{self.written([(start, to)])} is {_points(to - start)}, and the dice are {self.roll} (M-1)"
        die = low if any(to - start > low for start, to in moves) is False else high
        return f"both men were played by the {die}, and {self.roll} shows it once (M-2)"

    # -- the points -------------------------------------------------------------------------------------------------------------------

    def walk(self, way: Sequence[tuple[int, int, int]]) -> tuple[int, str] | None:
        """Find what is wrong on one way: how far it got, and the sentence; None where every step and the end are in order."""
        men = list(self.own)
        one_man = len(way) == 2 and way[0][1] == way[1][0] and self.own[way[1][0]] == 0
        for n, (start, to, die) in enumerate(way):
            fault = self.off(men, start, die) if to == OFF else self.landing(to, rests=not (one_man and n == 0), die=die)
            if fault:
                return n, fault
            men[start] -= 1
            men[to] += 1
        if men[CORNER] == 1:
            if self.own[CORNER] == 1:
                return 2, f"a man alone on the corner {self.place(CORNER)} may not stay (M-3)"
            act = "leaves one man alone on" if self.own[CORNER] else "brings one man alone to"
            return 2, f"the play {act} the corner {self.place(CORNER)}, which two men take and leave together (M-3, M-4)"
        if one_man and self.rules.two_men and self.own[OFF] and sum(self.own[:OFF]) > 1:
            return 2, "once a man is borne off the two dice play two men (B-3)"
        return None

    def landing(self, to: int, *, rests: bool, die: int) -> str:
        """Why a man may not come to a point; `rests` if he stays there."""
        if self.opp[23 - to]:
            men = "an opposing man stands" if self.opp[23 - to] == 1 else "opposing men stand"
            return f"{men} on {self.place(to)}, where the {die} leads (M-1)"
        if not rests:
            return ""
        if to == ADVERSE:
            return f"no man may stay on {self.place(to)}, the opponent's corner (M-3)"
        zone = kernel.allowed(planes(self.opp))
        if zone >> to & 1:
            return ""
        return next(f"{self.place(to)}: {clause}" for mask, clause in _CLAUSES if mask == zone)

    def off(self, men: Sequence[int], start: int, die: int) -> str:
        """Why a man may not be borne off."""
        outside = sum(men[:18])
        if outside:
            men_are = "a man is" if outside == 1 else f"{outside} men are"
            return f"{men_are} still outside the jan de retour, and none is borne off before all are in (M-9)"
        rear = next(p for p in range(OFF) if men[p])
        if start + die > OFF and start != rear:
            return f"the {die} is more than {self.place(start)} needs, and takes off only the rearmost man, from {self.place(rear)} (B-1)"
        if self.rules.bearoff == "slow" and start != rear and not self.keeps(men, start):
            return f"only the rearmost man is borne off, and he stands on {self.place(rear)} (B-2)"
        return ""

    def keeps(self, men: Sequence[int], start: int) -> bool:
        """Whether a man leaving from there would leave the jan de retour full, as it was (B-2)."""
        return self.rules.privilege != "none" and all(n >= 2 for n in self.own[18:OFF]) and men[start] > 2

    def closed_rests(self, moves: Sequence[Move], ways: Sequence[Sequence[tuple[int, int, int]]], faults: Sequence[object]) -> str:
        """One man over two rests, both closed."""
        if len(moves) != 1 or len(ways) != len(faults):
            return ""
        rests = sorted({way[0][1] for way in ways if len(way) == 2})
        if not rests or any(len(way) == 1 for way in ways) or not all(self.opp[23 - rest] for rest in rests):
            return ""
        names = " and ".join(self.place(rest) for rest in rests)
        return f"{self.written(moves)} needs a rest free of opposing men, and they stand on {names} (M-3)"

    @staticmethod
    def best(faults: Sequence[tuple[int, str] | None]) -> str:
        """Tell the sentence of the way that got furthest."""
        told = [fault for fault in faults if fault]
        return max(told, key=lambda fault: fault[0])[1]

    # -- the duties -------------------------------------------------------------------------------------------------------------------

    def duties(self, moves: Sequence[Move], due: Due) -> str:
        """Find what is wrong with moves that are in order one by one, but not what the roll asks for."""
        example = self.written(moves_of(due.plays[0]))
        used = 0 if not moves else min(len(way) for way in self.ways(moves)) if not self.two_dice(moves) else 2
        asked = 2 - due.unplayable
        high, low = self.dice
        if used < asked:
            if asked == 2:
                return f"both dice can be played, for instance {example}, and must be (M-7)"
            return f"the {self.one_die(due)} can be played, {example}, and must be (M-7)"
        if asked == 1 and high != low and used == 1 and self.one_die(due) == high and not self.fits(*moves[0], high):
            return f"only one die can be played, and then the higher: {example} (M-7)"
        after = apply_moves(self.own, moves) or self.own
        for name, first in QUADRANTS.items():
            quad = slice(first, first + 6)
            if min(after[quad]) < 2 and all(min(apply_play(self.own, code)[quad]) >= 2 for code in due.plays):
                if min(self.own[quad]) >= 2:
                    return f"the {name} is full and can be preserved, for instance by {example}, so it must be (M-8)"
                return f"the roll fills the {name}, by {example}, so it must (M-8)"
        if after[OFF] > self.own[OFF] and self.rules.waste == "pips":
            return f"more pips are wasted than need be, and {example} wastes the fewest (B-4)"
        if after[OFF] > self.own[OFF] and self.rules.waste == "forced":
            return f"a die is wasted that could be played otherwise, for instance by {example} (B-4)"
        return f"{self.written(moves)} is none of the legal plays of {self.roll}; one is {example} (docs/rules.md 2.1)"

    def two_dice(self, moves: Sequence[Move]) -> bool:
        """Whether the moves can be read as both dice played."""
        return len(moves) == 2 or any(len(way) == 2 and self.walk(way) is None for way in self.ways(moves))

    def one_die(self, due: Due) -> int:
        """Tell which die the legal plays of one die use."""
        start, to = moves_of(due.plays[0])[0]
        return self.dice[0] if self.fits(start, to, self.dice[0]) else self.dice[1]


def _points(number: int) -> str:
    """Count points of the board in words."""
    return "1 point" if number == 1 else f"{number} points"
