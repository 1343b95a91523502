"""What a roll is worth and what may be played: the kernel's facts as values a program can read.

`due` answers for one roll, `chances` for all thirty-six. Counts are 25 numbers on each side's own route, index 24 borne off. Points are
points. Rules are quoted by their numbers in docs/rules.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from replay import kernel
from replay.legality import why_illegal
from replay.plays import apply_moves, apply_play, code_of, moves_of, planes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from replay.plays import Move
    from replay.rules import RuleSet

__all__ = [
    "Chance",
    "Due",
    "Jan",
    "apply_moves",
    "apply_play",
    "chances",
    "code_of",
    "due",
    "is_legal",
    "legal_results",
    "moves_of",
    "planes",
    "why_illegal",
]

Counts = tuple[int, ...]
Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Jan:
    """One scoring event due on a roll (docs/rules.md 2.3).

    `code` is that of docs/notation.md; `to_roller` says whose it is; `points` are for all `ways`. `place` is on the *roller's* own route:
    the man hit, the point filled (None where two blots fill, and where there is no place). `by` names the dice of each way: `high`, `low`,
    `sum` (in doubles `high` is one die), `both` where only the two dice together do it; for a die that cannot be played, that die.
    """

    code: str
    to_roller: bool
    ways: int
    points: int
    place: int | None = None
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """All that a roll gives: the roller's jans in the order they are marked, the opponent's, and the legal plays.

    `plays` are codes of `replay.plays` (0: no man can be moved); `unplayable` is how many dice cannot be played. Fills, preserves, bearing
    off and the pile are due *for being made*: a play that leaves them out forfeits them (S-3, S-4, O-5).
    """

    roller: tuple[Jan, ...]
    opponent: tuple[Jan, ...]
    plays: tuple[int, ...]
    unplayable: int
    total_roller: int = field(compare=False)
    total_opponent: int = field(compare=False)

    def results(self, own: Sequence[int]) -> set[Counts]:
        """Every position of the roller's men that a legal play ends in."""
        return {apply_play(own, code) for code in self.plays}


_RARE = (
    (kernel.THREE_ROLLS, "JTC", True),
    (kernel.TWO_TABLES, "JDT", True),
    (kernel.MEZEAS, "JM", True),
    (kernel.COUNTER_TWO_TABLES, "CDT", False),
    (kernel.COUNTER_MEZEAS, "CM", False),
    (kernel.MEETING_JAN, "JRE", True),
)
_QUADRANTS = {kernel.PETIT: "PJ", kernel.GRAND: "GJ", kernel.RETOUR: "JR"}
_WAYS = ((kernel.HIGH, "high"), (kernel.LOW, "low"), (kernel.SUM, "sum"), (kernel.BOTH, "both"))


def due(
    own: Counts,
    opp: Counts,
    dice: Dice,
    rules: RuleSet,
    *,
    rolls: int = 0,
    earlier: Sequence[Dice] = (),
    first: Dice | None = None,
) -> Due:
    """Tell what a roll gives to both sides, from the position before the play, and every legal play.

    `rolls` is the how-manieth roll of the roller in this holding, from 1 (0 not known); `earlier` the dice of his first two, as far as they
    are known; both only tell jan de trois coups. `first` is the match's first roll, while this is its second (meeting jan).

    Raises `ValueError` for dice that are none, or more than 15 men on a point.
    """
    high, low = max(dice), min(dice)
    if not 1 <= low <= high <= 6:
        raise ValueError(f"{dice[0]}-{dice[1]} is no roll of two dice")
    men = planes(own)
    score, out = [0] * kernel.SLOTS, [0] * kernel.PLAYS
    history = history_of(own, rolls, earlier)
    if first is not None and sorted(first) == [low, high]:
        history |= kernel.SAME_DICE
    number = kernel.turn(men, planes(opp), high, low, rules.flags, history, score, out)
    return due_of(score, out[:number], men, doublet=high == low)


def due_of(score: list[int], plays: Sequence[int], men: kernel.Planes, *, doublet: bool) -> Due:
    """What `replay.kernel.turn` has written of a roll, as values: `score` its numbers, `plays` its legal plays, `men` the roller's."""
    unplayed = score[kernel.UNPLAYED]
    unit = 6 if doublet else 4
    return Due(
        tuple(_roller_jans(score, men, unit)),
        tuple(_opponent_jans(score, unit)),
        tuple(plays),
        2 if unplayed == kernel.HIGH | kernel.LOW else 1 if unplayed else 0,
        score[kernel.ROLLER],
        score[kernel.OPPONENT],
    )


def history_of(own: Counts, rolls: int, earlier: Sequence[Dice]) -> int:
    """What a position's past means for what a roll is worth, as bits for `replay.kernel.turn`; the arguments as for `due`."""
    history = kernel.BEGUN if len(own) > 24 and own[24] else 0
    if rolls == 3 and _from_the_talon(own, earlier):
        history |= kernel.THIRD_ROLL
    return history


def _from_the_talon(own: Counts, earlier: Sequence[Dice]) -> bool:
    """Whether the dice thrown before stand as blots on their own points (J-6); so taken where they are not known."""
    if len(earlier) < 2:
        return True
    return sorted(die for dice in earlier[:2] for die in dice) == [p for p in range(1, 7) if own[p]]


def _roller_jans(score: list[int], men: kernel.Planes, unit: int) -> list[Jan]:
    """In the order they are marked: rare jans, hits, the corner, filling or preserving, bearing off, the pile (2.2)."""
    jans: list[Jan] = []
    if score[kernel.RARE]:
        jans += [Jan(code, True, 1, unit, None, ("both",)) for bit, code, mine in _RARE if mine and score[kernel.RARE] & bit]
    hits = (score[kernel.HIT_HIGH], score[kernel.HIT_LOW], score[kernel.HIT_SUM])
    if any(hits):
        jans += _hits("BV", True, hits, unit)
    if score[kernel.CORNER_HIT]:
        jans.append(Jan("BC", True, 1, unit, None, ("both",)))
    if score[kernel.FILLED]:
        by = tuple(name for bit, name in _WAYS if score[kernel.WAYS] & bit)
        short = score[kernel.FILLED] & ~kernel.full(men)
        place = short.bit_length() - 1 if short & (short - 1) == 0 else None
        jans.append(Jan(_QUADRANTS[score[kernel.FILLED]], True, len(by), unit * len(by), place, by))
    elif score[kernel.KEPT]:
        jans.append(Jan(_QUADRANTS[score[kernel.KEPT]] + "C", True, 1, unit))
    if score[kernel.LAST_OFF]:
        jans.append(Jan("SO", True, 1, unit))
    if score[kernel.PILE]:
        jans.append(Jan("PM" if score[kernel.PILE] == kernel.MADE else "PMC", True, 1, unit))
    return jans


def _opponent_jans(score: list[int], unit: int) -> list[Jan]:
    """In the order they are marked: counter-jans, false hits, dice that cannot be played, Margot (2.2)."""
    jans: list[Jan] = []
    if score[kernel.RARE]:
        jans += [Jan(code, False, 1, unit, None, ("both",)) for bit, code, mine in _RARE if not mine and score[kernel.RARE] & bit]
    if score[kernel.FALSE_HIT]:
        jans += _hits("BF", False, (0, 0, score[kernel.FALSE_HIT]), unit)
    unplayed = score[kernel.UNPLAYED]
    if unplayed:
        by = tuple(name for bit, name in _WAYS if unplayed & bit)
        jans.append(Jan("IM", False, len(by), 2 * len(by), None, by))
    margot = (score[kernel.MARGOT_HIGH], score[kernel.MARGOT_LOW], score[kernel.MARGOT_SUM])
    if any(margot):
        jans += [Jan("MF", False, jan.ways, (unit - 2) * jan.ways, jan.place, jan.by) for jan in _hits("MF", False, margot, unit)]
    return jans


def _hits(code: str, to_roller: bool, masks: tuple[int, int, int], unit: int) -> list[Jan]:
    """One jan a man, along the route; the value by the table he stands in (E10 to E12)."""
    jans: list[Jan] = []
    left = masks[0] | masks[1] | masks[2]
    while left:
        bit = left & -left
        left ^= bit
        by = tuple(name for mask, name in zip(masks, ("high", "low", "sum"), strict=True) if mask & bit)
        value = unit if bit & kernel.HOME else unit - 2
        jans.append(Jan(code, to_roller, len(by), value * len(by), bit.bit_length() - 1, by))
    return jans


def legal_results(own: Counts, due: Due) -> set[Counts]:
    """Every position of the roller's men, as 25 counts, that a legal play ends in."""
    return due.results(own)


def is_legal(own: Counts, moves: Iterable[Move], due: Due) -> bool:
    """Whether a play is legal: it ends as a legal play ends, by whatever way it was written (docs/rules.md M-4, F-2).

    Moves are `(from, to)`, one a man or a step, in any order. `why_illegal` tells what is wrong with one that is not.
    """
    after = apply_moves(own, moves)
    return after is not None and after in due.results(own)


class Chance(NamedTuple):
    """One of the 21 rolls: the dice, in how many of the 36 throws it comes, and what it gives."""

    dice: Dice
    weight: int
    due: Due


def chances(own: Counts, opp: Counts, rules: RuleSet, *, rolls: int = 0, earlier: Sequence[Dice] = ()) -> tuple[Chance, ...]:
    """Tell what every roll would give, from 6-6 down to 1-1, the higher die first."""
    return tuple(
        Chance((high, low), 1 if high == low else 2, due(own, opp, (high, low), rules, rolls=rolls, earlier=earlier))
        for high in range(6, 0, -1)
        for low in range(high, 0, -1)
    )
