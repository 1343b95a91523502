"""A match of bräde or Dutch TricTrac followed by the row: a course takes the throws that nothing is to be said about.

`Rapid` is the table of `replay.cousins.replayer`. Between two events of a record its throws go through the course of the game
(`replay.cousins.brade_course`, `dutch_course`) as rows of numbers; where the course stops, the replayer takes that throw as any other, and
the course goes on behind it. What the record comes to is so decided in one place.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, cast

from notation.record import Body, Men, Ply, Setup, opposite
from replay.cousins import brade, dutch, dutch_course
from replay.cousins import rows as at
from replay.cousins.game import ALL_MEN, End
from replay.cousins.men import BAR_AT, HAND_AT, OFF_AT, POINTS
from replay.cousins.replayer import SIDES, _Table
from replay.plays import planes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from notation.record import Event, Side
    from replay.cousins.turns import RaceReplay, RaceTurn

ENDINGS: Final = {"brade": brade.KINDS, "trictrac-nl": ("", "win", "nabeurt_won", "nabeurt", "loss")}
"""Endings by the course's number: codes of the jans that tell them."""
NUMBERS: Final = {rules: {code: number for number, code in enumerate(codes)} for rules, codes in ENDINGS.items()}
ROOM: Final = {"brade": 4096, "trictrac-nl": 32768}
"""Boards of one throw that the buffers hold."""


class NotRapid(Exception):  # noqa: N818 - no fault of anybody: the match is read by itself
    """A match that is for the replayer alone."""


@dataclass(slots=True)
class Throws:
    """Throws as flat arrays, and what a course makes of them: a row each. `begins` has one more, `men` three numbers a man."""

    sides: Any
    highs: Any
    lows: Any
    odd: Any
    begins: Any
    men: Any
    lines: Any
    numbers: Any
    ply: Callable[[int], Ply]
    """One of them as the reader reads it."""
    rows: Any = None
    steps: Any = None


@dataclass(slots=True)
class Engine:
    """The course of a game with its buffers: lists, or arrays for the compiled one."""

    rules: str
    course: Callable[..., int]
    array: Callable[[int], Any] = field(default=lambda size: [0] * size)
    buffers: tuple[Any, ...] = field(init=False)
    state: Any = field(init=False)

    def __post_init__(self) -> None:
        room = ROOM[self.rules]
        sizes = 80 * 4, 7, room * 4, 2 * room - 1, room, at.WAY, at.WAY
        self.buffers = tuple(self.array(size) for size in sizes)
        self.state = self.array(at.STATE)


@dataclass(frozen=True, slots=True)
class Passed:
    """A throw there is nothing to say about, as far as anybody asks: what its row does not say."""

    index: int = -1
    side: Side = "?"
    ply: Ply = field(default=Ply(0, 0, "?", False, Body()))
    known: tuple[Any, ...] = ()
    """The book, the board behind the throw, who sees it so, who throws next, points and games; empty where nobody can ask for it."""
    dice: tuple[int, int] = (1, 1)
    again: bool = False
    verdict: str = "legal"
    before: Setup | None = None

    @property
    def after(self) -> Setup | None:
        """The board behind it, as the replayer has it."""
        if not self.known:
            return None
        book, position, view, turn, points, won = self.known
        pairs = book.pairs(points, won)
        return cast("Setup", replace(book.setup(position, view), side=turn, points=pairs[0], holes=pairs[1]))


SOME: Final = Setup(None, None, "?")
"""Stands for a board that is known, and that nobody looks at."""
BETWEEN: Final = Passed(before=SOME)
"""Stands for a throw that nobody asks for."""


@dataclass
class Rapid(_Table):
    """A match under way, of which the course takes what it can."""

    throws: Throws = field(default=cast("Any", None), kw_only=True)
    engine: Engine = field(default=cast("Any", None), kw_only=True)
    begin: int = field(default=0, kw_only=True)
    """Where its throws begin among all."""
    alone: list[int] = field(default_factory=list, kw_only=True)
    """Throws that the replayer took."""

    def follow(self, items: Iterator[tuple[Event | None, int]]) -> RaceReplay:
        """Go through the events, each with the throws (up to which) that stand before it; None behind the last. Raises `NotRapid`."""
        self.set_up()
        here = self.begin
        for event, until in items:
            if until > here:
                self.take(here, until)
                here = until
            if event is not None:
                self.event(event)
        return self.finish()

    # -- throws -------------------------------------------------------------------------------------------------------------------------

    def take(self, first: int, last: int) -> None:
        """The throws between two events."""
        i = first
        while i < last:
            self.next_game_if_over()
            if self.ready(i):
                done = self.run(i, last)
                if done > i:
                    self.passed(i, done)
                    i = done
                    continue
            self.slow(i)
            i += 1

    def ready(self, i: int) -> bool:
        """Whether the course can go on from here, where nothing of the match is open."""
        if self.throws.odd[i] or self.over is not None or self.position is None or self.pending is not None:
            return False
        side = SIDES[self.throws.sides[i]]
        if self.turn == "?" and not self.begun:
            self.opened(Ply(int(self.throws.lines[i]), int(self.throws.numbers[i]), side, True, Body()))
            self.view = self.turn = side
            self.begun = True
        if self.turn != side or self.view != side:
            return False
        return not (self.position.mover.off == ALL_MEN or (self.position.other.off == ALL_MEN and self.rules.name == "brade"))

    def run(self, first: int, last: int) -> int:
        """The course from `first` on; returns the throw before which it stopped."""
        throws, engine, state = self.throws, self.engine, self.engine.state
        position = self.position
        if engine.rules == "brade":
            (state[0], state[1]), (state[2], state[3]) = brade.words(position.mover), brade.words(position.other)
            again = 0
        else:
            (state[0], state[1]), (state[2], state[3]) = dutch.words(position.mover), dutch.words(position.other)
            state[at.BEGAN] = int(position.mover_began)
            rules = self.book.rules
            again = dutch_course.TRICTRAC_AGAIN * rules.trictrac_throws_again | dutch_course.NABEURT_AGAIN * rules.nabeurt_throws_again
        state[at.THROWER] = throws.sides[first]
        given = throws.sides, throws.highs, throws.lows, throws.odd, throws.begins, throws.men
        return int(engine.course(*given, first, last, self.book.rules.flags, again, state, throws.rows, throws.steps, *engine.buffers))

    def passed(self, first: int, done: int) -> None:
        """The throws from `first` up to `done` went through the course."""
        throws, state = self.throws, self.engine.state
        number = len(self.turns)
        rows = throws.rows
        rows[first:done, at.GAME] = self.number
        rows[first:done, at.THROW] = 0 if self.gap else range(number - self.first + 1, number - self.first + 1 + done - first)
        rows[first:done, at.BEFORE : at.BEFORE + 4] = rows[first:done, at.AFTER : at.AFTER + 4] = self.score()
        mover, other = men_of(int(state[0]), int(state[1])), men_of(int(state[2]), int(state[3]))
        if self.engine.rules == "brade":
            self.position = brade.Position(mover, other)
        else:
            self.position = dutch.Position(mover, other, bool(state[at.BEGAN]))
        self.view = self.turn = SIDES[state[at.THROWER]]
        self.turns += [cast("RaceTurn", BETWEEN)] * (done - first)
        if state[at.WHY] == at.OVER:
            line = int(throws.lines[done - 1])
            self.finish_game(self.reached(rows[done - 1]), line, "play")
            rows[done - 1, at.AFTER : at.AFTER + 4] = self.score()
        known = (self.book, self.position, self.view, self.turn, self.points, self.won)
        self.turns[-1] = cast("RaceTurn", Passed(known=known, before=SOME))  # it answers what is asked of a turn

    def reached(self, row: Any) -> End:
        """How the throw of this row ended the game, for whoever sees the board."""
        code = ENDINGS[self.engine.rules][row[at.ENDING]]
        if self.engine.rules == "brade":
            return End(self.view, code, bool(row[at.MUNK]), int(row[at.VALUE]))
        kind = "nabeurt" if code == "nabeurt_won" else "win"
        return End(opposite(self.view) if code == "loss" else self.view, kind, munk=False, value=1)

    def score(self) -> list[int]:
        """The score of the match as a row has it."""
        (a, c), (b, d) = self.book.pairs(self.points, self.won)
        return [at.NIL if number is None else number for number in (a, b, c, d)]

    def slow(self, i: int) -> None:
        """One throw as the replayer takes it."""
        self.ply(self.throws.ply(i))
        self.alone.append(i)
        fill(self.throws.rows[i], self.turns[-1], NUMBERS[self.engine.rules])

    def settled(self, ply: Ply, outcome: Any) -> Any:  # noqa: ARG002 - as the table's
        """What men written can have been in several ways is seen from what follows, which is not here."""
        raise NotRapid

    # -- what the table asks of the last throw --------------------------------------------------------------------------------------------

    @property
    def last_ply(self) -> int | None:
        """Number of the last throw."""
        return int(self.throws.numbers[self.begin + len(self.turns) - 1]) if self.turns else None

    # -- the end --------------------------------------------------------------------------------------------------------------------------

    def told(self, replay: RaceReplay) -> tuple[RaceReplay, list[RaceTurn]]:
        """The replay with those turns told that an audit asks for, and those of them that it must look at: the replayer's.

        Beside them somebody may ask for the throw before one of these, and for those at which a check does not hold.
        """
        throws, end = self.throws, self.begin + len(self.turns)
        wanted = {i - 1 for i in self.alone if i > self.begin}
        for check in replay.checks:
            if not check.agrees:
                numbers, lines = throws.numbers[self.begin : end], throws.lines[self.begin : end]
                wanted.update(self.found(numbers, check.ply) + self.found(lines, check.line))
        turns: list[Any] = list(self.turns)
        for i in wanted:
            if isinstance(turns[i - self.begin], Passed):
                side, dice = SIDES[throws.sides[i]], (int(throws.highs[i]), int(throws.lows[i]))
                ply = Ply(int(throws.lines[i]), int(throws.numbers[i]), side, True, Body(dice))
                turns[i - self.begin] = Passed(i - self.begin, side, ply, dice=dice, again=bool(throws.rows[i, at.AGAIN]), before=SOME)
        return replace(replay, turns=tuple(turns)), [turns[i - self.begin] for i in self.alone]

    def found(self, values: Any, value: int | None) -> list[int]:
        """The throws that have this number, or stand on this line."""
        return [] if value is None else [self.begin + int(k) for k in (values == value).nonzero()[0]]


def men_of(near: int, far: int) -> Men:
    """A side's men from the two words of a kernel."""
    points = brade.half(near & POINTS) + brade.half(far)
    return Men(points, near >> OFF_AT & 15, near >> BAR_AT & 15, near >> HAND_AT & 15)


def fill(row: Any, turn: RaceTurn, numbers: dict[str, int]) -> None:
    """A turn of the replayer as a row. Its moves are told by the turn itself."""
    row[:] = 0
    me = "WB?".index(turn.side)
    row[at.SIDE], row[at.VERDICT] = me, at.VERDICTS.index(turn.verdict)
    row[at.HIGH], row[at.LOW] = [at.NIL if die is None else die for die in turn.dice]
    row[at.GAME], row[at.THROW] = turn.game, turn.turn_of_game
    for setup, first, own in ((turn.before, at.OWN, True), (turn.before, at.OTHER, False)):
        men = None if setup is None or me > 1 else (setup.white, setup.black)[me if own else 1 - me]
        beside = at.OWN_BAR if own else at.OTHER_BAR
        if men is None:
            row[first : first + 4] = row[beside : beside + 3] = at.NIL
        else:
            row[first : first + 4] = planes(men.points)
            row[beside : beside + 3] = men.bar, men.off, men.hand
    for setup, first in ((turn.before, at.BEFORE), (turn.after, at.AFTER)):
        pairs = (None,) * 4 if setup is None else (setup.points[0], setup.holes[0], setup.points[1], setup.holes[1])
        row[first : first + 4] = [at.NIL if number is None else number for number in pairs]
    counted = turn.hits, turn.bursts, turn.lost, turn.reduction, turn.bar, turn.jan_blots, int(turn.again)
    row[at.HITS : at.AGAIN + 1] = counted if turn.after is not None else at.NIL
    for jan in turn.jans:
        if jan.code in numbers:
            row[at.ENDING], row[at.VALUE] = numbers[jan.code], jan.value
        elif jan.code == "munk":
            row[at.MUNK] = 1
        elif jan.code == "again":
            row[at.THROWS] = 1
    row[at.ENDED] = int(row[at.ENDING] and turn.winner is not None)
