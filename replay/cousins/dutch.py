"""Dutch TricTrac: positions, what a throw allows, and how a game ends (docs/rules.md, section 7).

`legal` gives every result of a throw; `replay.cousins.dutch_play` judges one play as written. The rules themselves are in
`replay.cousins.dutch_steps`; here they get values around them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from notation.record import BAR, HAND, OFF, Men
from replay.cousins import dutch_steps as steps
from replay.cousins.men import ALL, BAR_AT, CAME, FAR, HAND_AT, OFF_AT, POINTS, STRIDE, WORD, masks
from replay.cousins.men import BAR as BAR_CODE
from replay.cousins.men import HAND as HAND_CODE
from replay.cousins.walks import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ENTRIES: Final = ("free", "double", "all-first")
"""When the men of the hand come in: with any throw; the first only on a double; all of them before another moves (N-6, N-11)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How the text is read where it leaves a choice; the defaults are the rulings of docs/rules.md, section 7.

    Raises `ValueError` for an `entry` that is none of `ENTRIES`.
    """

    entry: str = "free"
    """One of `ENTRIES`; as the flag of a record's `Variant`."""
    stuck_anywhere: bool = False
    """A throw that cannot be played out need not be played as far as possible (N-2)."""
    bar_on_own: bool = True
    """A man hit may come in where own men stand (N-5, *vrije punten*)."""
    nabeurt_throws_again: bool = True
    """A double in the nabeurt gives another throw (N-13)."""
    trictrac_throws_again: bool = True
    """So does 1-2, as a special double (N-3)."""

    def __post_init__(self) -> None:
        if self.entry not in ENTRIES:
            raise ValueError(f"entry is {', '.join(ENTRIES[:-1])} or {ENTRIES[-1]}, not {self.entry}")

    @property
    def flags(self) -> int:
        """The same as the kernel's bits."""
        return (
            steps.STUCK_ANYWHERE * self.stuck_anywhere
            | steps.BAR_ON_EMPTY * (not self.bar_on_own)
            | steps.ENTRY_ON_DOUBLE * (self.entry == "double")
            | steps.ENTRY_FIRST * (self.entry == "all-first")
        )


DEFAULT: Final = Rules()


@dataclass(frozen=True, slots=True)
class Position:
    """The men of him who throws, and of the other, each counted on its own route (index 0 to 23; the mover's p is the other's 23 - p).

    `mover_began` says whether the mover made the first throw of the game. A nabeurt is a position whose other side is all off.
    """

    mover: Men
    other: Men
    mover_began: bool = True

    def turned(self) -> Position:
        """The same board as the other side sees it."""
        return Position(self.other, self.mover, not self.mover_began)

    @property
    def nabeurt(self) -> bool:
        """Whether this is the last turn of him who did not begin (N-13)."""
        return self.other.off == 15

    def key(self) -> tuple[object, ...]:
        """Orders positions: the mover's points, hand, bar and off, then the other's."""
        a, b = self.mover, self.other
        return (a.points, a.hand, a.bar, a.off, b.points, b.hand, b.bar, b.off)


START: Final = Position(Men((0,) * 24, hand=15), Men((0,) * 24, hand=15))


@dataclass(frozen=True, slots=True)
class Result:
    """What a legal play comes to, and one way to play it.

    `again`: the mover throws once more. `ended`: empty, `win` (the mover has won, also by nabeurt), `nabeurt` (he began and has all men
    off: the other has his last turn), `loss` (this was that last turn, and it failed).
    """

    position: Position
    again: bool
    ended: str
    _states: Sequence[int] = field(repr=False, compare=False)
    _state: int = field(repr=False, compare=False)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The way to play it, told when it is asked for: a throw of 1-2 has thousands of results."""
        return _steps(self._states, self._state)


def miscounted(position: Position) -> list[str]:
    """What makes a side no side of Dutch TricTrac, in sentences: the number of men, and where they are counted (7.1)."""
    found = []
    for name, men in (("the mover", position.mover), ("the other side", position.other)):
        if len(men.points) != OFF or min(*men.points, men.bar, men.off, men.hand) < 0:
            found.append(f"{name} has no 24 points of men (7.1)")
        elif men.total != 15:
            found.append(f"{name} has {men.total} men, and there are 15 (7.1)")
    return found


def faults(position: Position) -> list[str]:
    """What cannot be on a board of Dutch TricTrac, in sentences; empty where all is well.

    A board with the right men on wrong points (a foul that stood) is played on all the same: only `miscounted` boards are refused.
    """
    found = miscounted(position)
    if found:
        return found
    for name, men in (("the mover", position.mover), ("the other side", position.other)):
        found += [f"{name} has {men.points[p]} men on {p + 1}, and five are the most (N-4)" for p in range(24) if men.points[p] > 5]
    shared = [p + 1 for p in range(24) if position.mover.points[p] and position.other.points[23 - p]]
    return found + [f"both sides have men on the mover's {p} (N-4)" for p in shared]


def sequence(dice: tuple[int, int]) -> tuple[int, ...]:
    """The steps of a throw in their order (7.2)."""
    out = [0] * 8
    return tuple(out[: steps.sequence(max(dice), min(dice), out)])


# -- words of the kernel ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def words(men: Men) -> tuple[int, int]:
    """A side's men as the kernel's two words."""
    near = men.bar << BAR_AT | men.off << OFF_AT | men.hand << HAND_AT
    far = 0
    for p in range(12):
        near |= men.points[p] << 4 * p
        far |= men.points[p + 12] << 4 * p
    return near, far


@lru_cache(maxsize=4096)
def turned_masks(men: Men) -> tuple[int, int]:
    """The points of the other side's men on the mover's route: one and more, two and more."""
    return masks(*words(Men(men.points[::-1])))


@lru_cache(maxsize=65536)
def _half(word: int) -> tuple[int, ...]:
    """Twelve points of a word."""
    return tuple([word >> 4 * p & 15 for p in range(12)])


def unfold(position: Position, near: int, far: int, word: int) -> Position:
    """A state of the kernel as the position it leaves, from the position before the throw."""
    mover = Men(_half(near & POINTS) + _half(far), near >> OFF_AT & 15, near >> BAR_AT & 15, near >> HAND_AT & 15)
    return Position(mover, _less(position.other, word & ALL), position.mover_began)


@lru_cache(maxsize=4096)
def _less(other: Men, taken: int) -> Men:
    """The other side without the men hit on these points of the mover's route."""
    if not taken:
        return other
    left = tuple([0 if taken >> 23 - p & 1 else other.points[p] for p in range(24)])
    return Men(left, other.off, other.bar + taken.bit_count(), other.hand)


# -- what a throw allows ---------------------------------------------------------------------------------------------------------------


def legal(position: Position, dice: tuple[int, int], rules: Rules = DEFAULT) -> tuple[Result, ...]:
    """Every result that a legal play of a throw comes to, in the order of `Position.key`; at least one (nothing could be played).

    Raises `ValueError` for dice that are none, and for sides that are `miscounted`.
    """
    number, states, out = walked(position, dice, rules)
    length = len(sequence(dice))
    best = {(states[i * STRIDE], states[i * STRIDE + FAR], states[i * STRIDE + WORD]): i for i in out[:number]}
    found = []
    for (near, far, word), i in best.items():
        after = unfold(position, near, far, word)
        again, ended = outcome(after, dice, (word >> steps.TAG_AT & 15) == length, rules)
        found.append(Result(after, again, ended, states, i))
    found.sort(key=lambda result: result.position.key())
    return tuple(found)


def outcome(after: Position, dice: tuple[int, int], complete: bool, rules: Rules = DEFAULT) -> tuple[bool, str]:
    """Whether the mover throws again, and how the game stands (N-3, N-12, N-13), after a play that left this position."""
    if after.mover.off == 15:
        return False, "win" if after.nabeurt or not after.mover_began else "nabeurt"
    special = dice[0] == dice[1] or (rules.trictrac_throws_again and sorted(dice) == [1, 2])
    again = complete and special and (rules.nabeurt_throws_again or not after.nabeurt)
    return again, "loss" if after.nabeurt and not again else ""


class Furthest(NamedTuple):
    """How far a throw can be played: a way of the most steps, and whether that plays it out or leaves the mover no man (N-2, N-12)."""

    way: tuple[Step, ...]
    complete: bool


@lru_cache(maxsize=256)
def furthest(position: Position, dice: tuple[int, int], rules: Rules = DEFAULT) -> Furthest:
    """A play that goes as far as any, found without laying out all of them: a throw of 1-2 has tens of thousands.

    The steps are tried one after the other and each board but once; whom a man hits opens nothing to those behind him, so boards that
    differ only in men hit are one. A way that plays the throw out is the first of its kind. Raises `ValueError` as `legal` does.
    """
    check(position, dice)
    order = sequence(dice)
    flags = rules.flags if len(order) == 2 else rules.flags & ~steps.ENTRY_ON_DOUBLE
    one, two = turned_masks(position.other)
    seen: list[set[tuple[int, int]]] = [set() for _ in order]
    best: list[int] = []

    def go(near: int, far: int, way: list[int]) -> bool:
        nonlocal best
        if len(way) == len(order) or near >> OFF_AT & 15 == 15:
            best = way
            return True
        if len(way) > len(best):
            best = way
        die, boards = order[len(way)], seen[len(way)]
        for source in sources(steps.movable(near, far, die, flags, two)):
            after = steps.moved(near, far, 0, source, die, 0)
            if after[:2] not in boards:
                boards.add(after[:2])
                if go(after[0], after[1], [*way, source]):
                    return True
        return False

    complete = go(*words(position.mover), [])
    near, far, word = *words(position.mover), 0
    told = []
    for source, die in zip(best, order, strict=False):
        near, far, after = steps.moved(near, far, word, source, die, one)
        told.append(step_from(source, die, after, word))
        word = after
    return Furthest(tuple(told), complete)


def sources(who: int) -> Iterator[int]:
    """The men of a mask (`replay.cousins.dutch_steps.movable`) as the kernel takes them: from the bar, from the hand, then by points."""
    for source in (BAR_CODE, HAND_CODE):
        if who >> source & 1:
            yield source
    who &= ALL
    while who:
        yield (who & -who).bit_length() - 1
        who &= who - 1


def may_stop(position: Position, dice: tuple[int, int], state: tuple[int, int, int], rules: Rules = DEFAULT) -> bool:
    """Whether a play may stop on a board reached within the throw, with steps left (N-2)."""
    far_away = furthest(position, dice, rules)
    if far_away.complete:
        return False
    made = state[2] >> steps.TAG_AT & 15
    if not rules.stuck_anywhere:
        return made == len(far_away.way)
    order = sequence(dice)
    flags = rules.flags if len(order) == 2 else rules.flags & ~steps.ENTRY_ON_DOUBLE
    return not steps.movable(state[0], state[1], order[made], flags, turned_masks(position.other)[1])


def walked(position: Position, dice: tuple[int, int], rules: Rules) -> tuple[int, list[int], list[int]]:
    """The kernel run on a throw: how many legal states, all states, and which of them are legal."""
    check(position, dice)
    high, low = max(dice), min(dice)
    near, far = words(position.mover)
    one, two = turned_masks(position.other)
    room = 32768 if (high, low) == (2, 1) else 4096 if high == low else 512
    order = [0] * 8
    while True:
        states, table = [0] * (room * STRIDE), [0] * (2 * room - 1)
        number = steps.throw(near, far, one, two, high, low, rules.flags, states, table, order)
        if number >= 0:
            break
        room *= 4
    out = [0] * number
    return steps.choose(states, number, len(sequence(dice)), rules.flags, out), states, out


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


def _steps(states: Sequence[int], i: int) -> tuple[Step, ...]:
    """The steps that led to a state."""
    way = []
    while i:
        came, word = states[i * STRIDE + CAME], states[i * STRIDE + WORD]
        i = came >> 16
        way.append(step_of(came, word, states[i * STRIDE + WORD]))
    return tuple(reversed(way))


def step_of(came: int, word: int, before: int) -> Step:
    """One step of the kernel, from the words before it and after it."""
    source, to = came >> 8 & 255, came & 255
    return step_from(source, to + 1 if source > OFF else to - source, word, before)


def step_from(source: int, die: int, word: int, before: int) -> Step:
    """A step of the kernel from where it begins and its die."""
    taken = 1 if word & ~before & ALL else 0
    if source == BAR_CODE:
        return Step(BAR, die - 1, taken, die)
    if source == HAND_CODE:
        return Step(HAND, die - 1, taken, die)
    return Step(source, source + die, taken, die)
