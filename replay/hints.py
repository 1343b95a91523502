"""Did you mean …: plays near the one written that the rules allow, for a scorer who slipped.

Tried, in this order: the two men with the dice exchanged, a neighbouring point, the other side's point (a prime forgotten or too many), one
die misread. Only what the rules then allow is offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation.places import write_place
from notation.record import OFF, opposite
from replay.engine import due as engine_due
from replay.plays import apply_moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.record import Side
    from replay.moves import Move
    from replay.rules import RuleSet
    from replay.turns import Turn

MOST = 3
SLIPS = 4
"""A line with more men moved than this is no slip of the pen, and every pair of its moves would have to be tried."""


def hints(turn: Turn, rules: RuleSet, spelling: str = "guiton") -> tuple[str, ...]:
    """Up to three plays (or dice) that would be legal, as a record writes them; none where the play is legal or nothing is known."""
    due, side = turn.due, turn.side
    high, low = turn.dice
    if turn.verdict != "illegal" or due is None or side == "?" or high is None or low is None:
        return ()
    own, opp = turn.before.men(side), turn.before.men(opposite(side))
    if own is None or opp is None or len(turn.moves) > SLIPS:
        return ()
    legal = due.results(own)
    found: list[str] = []
    offered: set[tuple[Move, ...]] = set()
    for moves in _nearby(turn.moves, high, low):
        alike = tuple(sorted(moves))
        if alike not in offered and apply_moves(own, moves) in legal:
            offered.add(alike)
            found.append(write_moves(moves, spelling, side))
        if len(found) == MOST:
            return tuple(found)
    after = apply_moves(own, turn.moves)
    if after is not None and not found:
        for dice in _misread(high, low):
            other = engine_due(own, opp, dice, rules, rolls=turn.roll_of_holding, earlier=turn.before.thrown["WB".index(side)])
            if after in other.results(own):
                found.append(f"{dice[0]}-{dice[1]}")
            if len(found) == MOST:
                break
    return tuple(found)


def write_moves(moves: tuple[Move, ...], spelling: str, side: Side) -> str:
    """Moves as plays of a record, `T/6 T/4`; two alike as `T/6(2)`."""
    words: list[str] = []
    for start, end in moves:
        word = f"{write_place(start, spelling, side)}/{write_place(end, spelling, side)}"
        if words and words[-1] == word:
            words[-1] = f"{word}(2)"
        else:
            words.append(word)
    return " ".join(words)


def _nearby(moves: tuple[Move, ...], high: int, low: int) -> Iterator[tuple[Move, ...]]:
    if len(moves) == 2:
        (a, _), (b, _) = moves
        yield (a, min(a + high, OFF)), (b, min(b + low, OFF))
        yield (a, min(a + low, OFF)), (b, min(b + high, OFF))
    if len(moves) == 1:
        start = moves[0][0]
        yield ((start, min(start + high + low, OFF)),)
    for i, move in enumerate(moves):
        for other in _slips(move):
            yield (*moves[:i], other, *moves[i + 1 :])
    for i, move in enumerate(moves):
        for j in range(i + 1, len(moves)):
            for first in _slips(move):
                for second in _slips(moves[j]):
                    yield (*moves[:i], first, *moves[i + 1 : j], second, *moves[j + 1 :])


def _slips(move: Move) -> Iterator[Move]:
    start, end = move
    for other in (end - 1, end + 1, 23 - end):
        if start < other <= OFF:
            yield start, other
    for other in (start - 1, start + 1, 23 - start):
        if 0 <= other < end:
            yield other, end
            for landing in (23 - end,):
                if other < landing <= OFF:
                    yield other, landing


def _misread(high: int, low: int) -> Iterator[tuple[int, int]]:
    for die in range(1, 7):
        for kept, lost in ((high, low), (low, high)):
            if die != lost:
                yield (max(kept, die), min(kept, die))
