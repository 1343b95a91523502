"""Bräde: positions, what a throw allows, and how a game ends (docs/rules.md, section 6).

`legal` gives every result of a throw; `replay.cousins.brade_play` judges one play as written. The rules themselves are in
`replay.cousins.brade_steps`; here they get values around them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from notation.record import BAR, OFF, Men
from replay.cousins import brade_steps as steps
from replay.cousins.men import ALL, BAR_AT, CAME, FAR, NEAR, OFF_AT, POINTS, STRIDE, WORD, masks, men_on
from replay.cousins.men import BAR as BAR_CODE
from replay.cousins.walks import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS: Final = ("", "hemspel", "enkelt_kronspel", "dubbelt_kronspel", "trappspel", "uppspel", "jan", "sprangjan")
"""Endings by the kernel's number, the cheapest first."""
POINTS_OF: Final = dict(zip(KINDS[1:], steps.WORTH[1:], strict=True))
"""What an ending is worth without munk (6.6)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How the text is read where it leaves a choice; the defaults are the rulings of docs/rules.md, section 6."""

    stop_before_end: bool = False
    """A player may stop short where the only step left would end the game (6.6)."""
    ending_measures: bool = False
    """A play that ends the game sets the number of dice, and the higher die, that the others must reach (6.6)."""
    strict_landing: bool = False
    """A man who came down while others stood behind is not borne off in the same throw, though he be last by then (6.5)."""
    block_burst_entering: bool = True
    """A man coming in may burst a band of a block of six (6.4 a)."""

    @property
    def flags(self) -> int:
        """The same as the kernel's bits."""
        return (
            steps.MAY_STOP_BEFORE_THE_END * self.stop_before_end
            | steps.ENDING_SETS_THE_MEASURE * self.ending_measures
            | steps.STRICT_LANDING * self.strict_landing
            | steps.NO_BLOCK_BURST_ENTERING * (not self.block_burst_entering)
        )


DEFAULT: Final = Rules()


@dataclass(frozen=True, slots=True)
class Position:
    """The men of him who throws, and of the other, each counted on its own route (index 0 home, 11 huk, 23 the last point)."""

    mover: Men
    other: Men

    def turned(self) -> Position:
        """The same board as the other side sees it."""
        return Position(self.other, self.mover)

    def key(self) -> tuple[object, ...]:
        """Orders positions: the mover's points, bar and off, then the other's."""
        return (self.mover.points, self.mover.bar, self.mover.off, self.other.points, self.other.bar, self.other.off)


START: Final = Position(Men((15, *[0] * 23)), Men((15, *[0] * 23)))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game was won: one of `KINDS`, whether the loser is munk, and the points it is worth (6.6)."""

    kind: str
    munk: bool
    value: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a legal play comes to, how it ends the game if it does, and one way to play it.

    `ending` is the dearest where the order of the steps decides; `steps` is then played so.
    """

    position: Position
    ending: Ending | None
    _before: Position = field(repr=False, compare=False)
    _states: Sequence[int] = field(repr=False, compare=False)
    _state: int = field(repr=False, compare=False)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The way to play it, told when it is asked for: most results are never asked."""
        return _steps(self._before, self._states, self._state)


def jan_blots(men: Men) -> int:
    """How many janblottor a side has out: blots and men on the bar from the seventh, the sixth while the home band stands (VM 10)."""
    return max(0, sum(count == 1 for count in men.points) + men.bar + (men.points[0] > 1) - 6)


def in_reach(position: Position, dice: tuple[int, int]) -> bool:
    """Whether a throw can end the game at all, by what is cheap to see (`replay.cousins.brade_steps.in_reach`)."""
    onear, ofar, _, _ = turned_words(position.other)
    return steps.in_reach(*words(position.mover), onear, ofar, position.other.bar, max(dice), min(dice))


def miscounted(position: Position) -> list[str]:
    """What makes a side no side of bräde, in sentences: the number of men, and where they are counted (6.1)."""
    found = []
    for name, men in (("the mover", position.mover), ("the other side", position.other)):
        if len(men.points) != OFF or min(*men.points, men.bar, men.off, men.hand) < 0:
            found.append(f"{name} has no 24 points of men (6.1)")
        elif men.hand:
            found.append(f"{name} has men in the hand, and bräde has no hand (6.1)")
        elif men.total != 15:
            found.append(f"{name} has {men.total} men, and there are 15 (6.1)")
    return found


def faults(position: Position) -> list[str]:
    """What cannot be on a board of bräde, in sentences; empty where all is well.

    A board with the right men on wrong points (a foul that stood) is played on all the same: only `miscounted` boards are refused.
    """
    found = miscounted(position)
    if found:
        return found
    for name, men in (("the mover", position.mover), ("the other side", position.other)):
        found += [f"{name} has a band on {p + 1}, where none may stand (6.2)" for p in range(1, 11) if men.points[p] > 1]
    shared = [p + 1 for p in range(24) if position.mover.points[p] and position.other.points[(p + 12) % 24]]
    return found + [f"both sides have men on the mover's {p} (6.2)" for p in shared]


# -- words of the kernel ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def words(men: Men) -> tuple[int, int]:
    """A side's men as the kernel's two words."""
    near = men.bar << BAR_AT | men.off << OFF_AT
    far = 0
    for p in range(12):
        near |= men.points[p] << 4 * p
        far |= men.points[p + 12] << 4 * p
    return near, far


@lru_cache(maxsize=4096)
def turned_words(men: Men) -> tuple[int, int, int, int]:
    """The other side's men on the mover's route: two words, and the masks of men and bands."""
    near, far = words(men)
    near, far = far, near & POINTS
    return near, far, *masks(near, far)


@lru_cache(maxsize=65536)
def half(word: int) -> tuple[int, ...]:
    """Twelve points of a word."""
    return tuple([word >> 4 * p & 15 for p in range(12)])


def unfold(position: Position, near: int, far: int, word: int) -> Position:
    """A state of the kernel as the position it leaves, from the position before the throw."""
    mover = Men(half(near & POINTS) + half(far), near >> OFF_AT & 15, near >> BAR_AT & 15)
    other = position.other
    taken = word & ALL
    if taken:
        left = tuple(0 if taken >> (p + 12) % 24 & 1 else other.points[p] for p in range(24))
        other = Men(left, other.off, 15 - other.off - sum(left))
    return Position(mover, other)


def ending_of(kind: int, position: Position) -> Ending | None:
    """An ending by the kernel's number, in the position it leaves (6.6)."""
    if not kind:
        return None
    name = KINDS[kind]
    munk = position.other.bar > 0 and kind < steps.JAN
    return Ending(name, munk, POINTS_OF[name] + munk)


# -- what a throw allows ---------------------------------------------------------------------------------------------------------------


def legal(position: Position, dice: tuple[int, int], rules: Rules = DEFAULT) -> tuple[Result, ...]:
    """Every result that a legal play of a throw comes to, in the order of `Position.key`; at least one (a lost throw).

    Raises `ValueError` for dice that are none, and for sides that are `miscounted`.
    """
    number, states, out = walked(position, dice, rules)
    best: dict[tuple[int, int, int], int] = {}
    for i in out[:number]:
        at = i * STRIDE
        key = (states[at], states[at + FAR], states[at + WORD] & ALL)
        old = best.get(key)
        if old is None or _kind(states, i) > _kind(states, old):
            best[key] = i
    found = []
    for i in best.values():
        at = i * STRIDE
        after = unfold(position, states[at + NEAR], states[at + FAR], states[at + WORD])
        found.append(Result(after, ending_of(_kind(states, i), after), position, states, i))
    found.sort(key=lambda result: result.position.key())
    return tuple(found)


@lru_cache(maxsize=64)
def allowed(position: Position, dice: tuple[int, int], rules: Rules) -> frozenset[tuple[int, int, int]]:
    """The legal results as the kernel's words: the mover's two, and where he captured."""
    number, states, out = walked(position, dice, rules)
    return frozenset((states[i * STRIDE + NEAR], states[i * STRIDE + FAR], states[i * STRIDE + WORD] & ALL) for i in out[:number])


def walked(position: Position, dice: tuple[int, int], rules: Rules) -> tuple[int, list[int], list[int]]:
    """The kernel run on a throw: how many legal states, all states, and which of them are legal."""
    check(position, dice)
    high, low = max(dice), min(dice)
    near, far = words(position.mover)
    onear, ofar, one, two = turned_words(position.other)
    room = 4096 if high == low else 512
    while True:
        states, table = [0] * (room * STRIDE), [0] * (2 * room - 1)
        number = steps.throw(near, far, onear, ofar, one, two, position.other.bar, high, low, rules.flags, states, table)
        if number >= 0:
            break
        room *= 4
    out = [0] * number
    return steps.choose(states, number, rules.flags, out), states, out


def check(position: Position, dice: tuple[int, int]) -> None:
    """Raise `ValueError` for dice that are none, and for sides that are `miscounted`."""
    if len(dice) != 2 or not all(isinstance(die, int) and 1 <= die <= 6 for die in dice):
        raise ValueError(f"{dice} is no throw of two dice")
    wrong = _miscounted(position)
    if wrong:
        raise ValueError("; ".join(wrong))


@lru_cache(maxsize=1024)
def _miscounted(position: Position) -> tuple[str, ...]:
    return tuple(miscounted(position))


def _kind(states: Sequence[int], i: int) -> int:
    return states[i * STRIDE + WORD] >> steps.KIND_AT & 7


def _steps(position: Position, states: Sequence[int], i: int) -> tuple[Step, ...]:
    """The steps that led to a state."""
    onear, ofar, _, _ = turned_words(position.other)
    way = []
    while i:
        came, word = states[i * STRIDE + CAME], states[i * STRIDE + WORD]
        i = came >> 16
        way.append(step_of(came, word, states[i * STRIDE + WORD], onear, ofar))
    return tuple(reversed(way))


def step_of(came: int, word: int, before: int, onear: int, ofar: int) -> Step:
    """One step of the kernel, from the words before it and after it."""
    source, to = came >> 8 & 255, came & 255
    new = word & ~before & ALL
    taken = men_on(onear, ofar, new.bit_length() - 1) if new else 0
    if source == BAR_CODE:
        return Step(BAR, to, taken, to + 1)
    reduction = (word >> steps.REDUCTION_AT & 31) - (before >> steps.REDUCTION_AT & 31)
    return Step(source, to, taken, to - source + reduction)
