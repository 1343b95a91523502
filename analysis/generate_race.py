"""Whole matches of bräde and Dutch TricTrac as records, with faults put in on purpose and a ledger of them.

The players of `replay.cousins` choose among some of the legal plays, so that a match is soon played. Every fault is made so that its kind
is known from the way it is made (a step left off, a man moved by a number that no dice give, …), not from what the judge says of it; the
judge is asked only whether the play is refused at all. What was played stands, and the game goes on from it, as at a table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analysis.typing_slips import Slip, slipped
from notation.position import write_setup
from notation.record import OFF, Hop, Play, opposite
from notation.writer import write_play
from replay.cousins import brade_play, brade_player, dutch_play, dutch_player
from replay.cousins.brade import words as brade_words
from replay.cousins.dutch import sequence
from replay.cousins.dutch import words as dutch_words
from replay.cousins.game import ALL_MEN, Brade, Dutch, End, book_of
from replay.cousins.walks import Refusal, plays_of
from replay.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from analysis.generate import Faults
    from notation.record import Side

SIDES: Final[tuple[Side, Side]] = ("W", "B")
PLAYERS: Final = ("Astrid", "Björn", "Cees", "Dorte", "Elsa", "Femke", "Gustaf", "Hilda", "Ivar", "Jette")
LONGEST: Final = 700
"""Throws after which a game is broken off."""
LOOKED_AT: Final = 20
"""Plays of a throw that a player looks at."""
LENGTHS: Final = (1, 1, 3)
"""Games of a match, one of these."""


class Put(NamedTuple):
    """One fault put in: what the audit must say of it. `line` is the line of the game's text (from 1)."""

    game: int
    line: int
    ply: int | None
    kind: str
    side: Side
    points: int

    def row(self, number: int, first: int) -> dict[str, object]:
        """One line of the ledger: `number` is the game's place in the file, `first` the line of the file that it begins on."""
        return {
            "type": "finding",
            "game": number,
            "line": first + self.line - 1,
            "ply": self.ply,
            "kind": self.kind,
            "side": self.side,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class RaceFaults:
    """How often each kind of fault is put in: in a thousand throws where it could be; `won`, `result`, `lead` in a hundred games.

    `slips` is how many matches in a hundred have a line that cannot be read.
    """

    step: int = 8
    unused: int = 8
    order: int = 30
    lower: int = 250
    waste: int = 60
    over: int = 250
    overlooked: int = 120
    star: int = 3
    turn: int = 6
    lead: int = 8
    won: int = 10
    result: int = 8
    slips: int = 0

    @classmethod
    def none(cls, slips: int = 0) -> RaceFaults:
        """Every play legal, every word true."""
        return cls(**{one.name: 0 for one in fields(cls)} | {"slips": slips})


class _Chosen(NamedTuple):
    """A play: the men as a record writes them, and what the book makes of it."""

    plays: tuple[Play, ...]
    answer: Any
    kind: str = ""
    """Of the fault in it, empty without."""
    points: int = 0


def generate(
    games: int, seed: int | str, *, faults: Faults | RaceFaults | None = None, rules: str = "brade"
) -> Iterator[tuple[str, list[Put | Slip]]]:
    """Records of whole matches, one text each, each with its ledger, as `analysis.generate.generate`.

    `seed` and the match's number alone decide what is played. The faults of trictrac may be given, as the command does: of them only
    `slips` counts, and whether there are any at all. Raises ValueError for rules that are no race.
    """
    wanted = faults if isinstance(faults, RaceFaults) else RaceFaults()
    if faults is not None and not isinstance(faults, RaceFaults):
        wanted = RaceFaults(slips=faults.slips) if faults.claimed else RaceFaults.none(faults.slips)
    book = book_of(RULE_SETS[rules])
    for index in range(games):
        rng = Random(f"{rules}/{seed}/{index}")  # noqa: S311 - dice of a game, not of a lock
        yield RaceMatch(index, rng, wanted, book).record()


@dataclass(slots=True)
class RaceMatch:
    """One match under way."""

    index: int
    rng: Random
    faults: RaceFaults
    book: Any
    """A `Book`: its values belong to each other, which no annotation says of both games at once."""
    lines: list[str] = field(default_factory=list)
    ledger: list[Put | Slip] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    won: list[int] = field(default_factory=lambda: [0, 0])
    number: int = 0
    last: Side = "?"
    """Who threw last."""
    head: int = 0
    """Lines above the first of `lines`."""

    def record(self) -> tuple[str, list[Put | Slip]]:
        """Play the match to its end, or to a game at which it is broken off."""
        white, black = self.rng.sample(PLAYERS, 2)
        length = self.rng.choice(LENGTHS)
        tags = [("Event", f"Generated match {self.index + 1}"), ("Date", f"{1650 + self.rng.randrange(130)}.??.??")]
        tags += [("White", white), ("Black", black), ("Rules", self.book.name), ("Length", str(length))]
        self.head = len(tags) + 2  # the tag Result and a blank line
        winner: Side | None = None
        while winner is None and len(self.ends) < length:
            if not self.game(length):
                break
            winner = self.book.match(self.ends, length)
        result = {"W": "1-0", "B": "0-1"}.get(winner or "", "*")
        if winner is not None and self.one_in_hundred(self.faults.result):
            result = "0-1" if result == "1-0" else "1-0"
            self.put("result-differs", self.last, line=self.head + len(self.lines) + 1)
        self.slip_in()
        told = "".join(f'[{name} "{value}"]\n' for name, value in [*tags, ("Result", result)])
        return told + "\n" + "\n".join(self.lines) + f"\n{result}\n", self.ledger

    # -- a game -------------------------------------------------------------------------------------------------------------------------

    def game(self, length: int) -> bool:
        """Play a game; False where it is broken off."""
        if length > 1:
            self.lines.append(f"@game {len(self.ends) + 1}")
        side = self.leader()
        position = self.book.start()
        for count in range(LONGEST):
            dice = self.thrown()
            chosen = self.chosen(position, dice)
            self.write(side, dice, chosen)
            end: End | None = self.book.end(chosen.answer, side)
            if end is not None:
                self.over(end)
                return True
            position, following = self.book.next_turn(chosen.answer, side)
            if self.rng.random() < 0.01:
                self.state(position, following)
            position, side = self.turned(position, following, count)
        return False

    def leader(self) -> Side:
        """Who begins: by the dice, or the loser of the game before; now and then the other does."""
        due: Side = self.book.beginner(self.ends)
        told = due == "?"
        if told:
            white, black = self.rng.sample(range(1, 7), 2)
            self.lines.append(f"@lead W {white}, B {black}")
            due = self.book.leads(white, black)
        if not self.one_in_hundred(self.faults.lead):
            return due
        self.put("lead-differs", opposite(due), line=self.head + len(self.lines) + 1, ply=self.number + 1)
        return opposite(due)

    def turned(self, position: Any, side: Side, count: int) -> tuple[Any, Side]:
        """Whose throw is next: now and then he who has just thrown takes it."""
        last_turn = position.mover.off == 15 or position.other.off == 15  # the nabeurt: a turn more would be another game
        if side == self.last or last_turn or not count or not self.chance(self.faults.turn):
            return position, side
        self.put("out-of-turn", opposite(side), line=self.head + len(self.lines) + 1, ply=self.number + 1)
        return position.turned(), opposite(side)

    def write(self, side: Side, dice: tuple[int, int], chosen: _Chosen) -> None:
        """The line of a throw."""
        self.number += 1
        self.last = side
        words = " ".join(write_play(play, "route", side) for play in chosen.plays)
        self.lines.append(f"{self.number}. {side} {dice[0]}-{dice[1]} {words}".rstrip())
        if chosen.kind:
            self.put(chosen.kind, side, points=chosen.points)

    def state(self, position: Any, side: Side) -> None:
        """The board as the scorer sees it."""
        setup = self.book.setup(position, side)
        points, holes = self.book.pairs(tuple(self.points), tuple(self.won))
        self.lines.append("@position " + write_setup(replace(setup, points=points, holes=holes), "route", self.book.name))

    def over(self, end: End) -> None:
        """The game is won: the score, and mostly a line that says so, now and then a wrong one."""
        me = SIDES.index(end.winner)
        self.points[me] += end.value or 0
        self.won[me] += 1
        self.ends.append(end)
        if self.rng.random() < 0.3:
            return
        said = end
        if self.one_in_hundred(self.faults.won):
            wrong = (end._replace(winner=opposite(end.winner)), end._replace(value=(end.value or 0) + 1))
            said = self.rng.choice(wrong)
        words = [said.winner, str(said.value), *self.book.spoken(end)]
        self.lines.append("@won " + " ".join(words))
        if said != end:
            self.put("result-differs", self.last)

    # -- a throw ------------------------------------------------------------------------------------------------------------------------

    def thrown(self) -> tuple[int, int]:
        """Two dice, the higher first."""
        first, second = self.rng.randint(1, 6), self.rng.randint(1, 6)
        return max(first, second), min(first, second)

    def chosen(self, position: Any, dice: tuple[int, int]) -> _Chosen:
        """The play he likes, or one with a fault in it."""
        table = _TABLES[self.book.name]
        best, results = table.pick(self, position, dice)
        wanted = [kind for kind in table.faults if self.chance(getattr(self.faults, kind))]
        for kind in wanted:
            found: _Chosen | None = table.faults[kind](self, position, dice, best, results)
            if found is not None:
                return found
        return best

    def legal(self, position: Any, dice: tuple[int, int], plays: tuple[Play, ...]) -> _Chosen | None:
        """A play if it is legal."""
        answer = self.book.play(position, dice, plays)
        return None if isinstance(answer, Refusal) else _Chosen(plays, answer)

    def standing(self, position: Any, dice: tuple[int, int], plays: tuple[Play, ...], kind: str, *, ends: bool = False) -> _Chosen | None:
        """A play with a fault, if the judge refuses it and it can be put on the board; only one that ends the game where it shall."""
        if not isinstance(self.book.play(position, dice, plays), Refusal):
            return None
        stood = self.book.stood(position, dice, plays)
        if isinstance(stood, str) or (self.book.end(stood, "W") is not None) != ends or (stood.position.mover.off == 15 and not ends):
            return None
        return _Chosen(plays, stood, kind)

    # -- the ledger ---------------------------------------------------------------------------------------------------------------------

    def chance(self, in_a_thousand: int) -> bool:
        """Whether it happens this time."""
        return self.rng.random() * 1000 < in_a_thousand

    def one_in_hundred(self, in_a_hundred: int) -> bool:
        """Whether it happens this time."""
        return self.rng.random() * 100 < in_a_hundred

    def put(self, kind: str, side: Side, *, points: int = 0, line: int | None = None, ply: int | None = None) -> None:
        """Enter a fault in the ledger: at the last line, of the last throw, if nothing else is said."""
        self.ledger.append(Put(self.index, line or self.head + len(self.lines), ply or self.number, kind, side, points))

    def slip_in(self) -> None:
        """Spoil the line of a throw behind the last fault, so that it cannot be read."""
        if not self.one_in_hundred(self.faults.slips):
            return
        last = max((fault.line for fault in self.ledger), default=0) - self.head
        open_to = [at for at, line in enumerate(self.lines) if at >= last and line[0].isdigit()]
        if open_to:
            at = self.rng.choice(open_to)
            kind, self.lines[at] = slipped(self.rng, self.lines[at], "route")
            self.ledger.append(Slip(self.index, self.head + at + 1, kind))


# -- players ----------------------------------------------------------------------------------------------------------------------------


def _pick_brade(match: RaceMatch, position: Any, dice: tuple[int, int]) -> tuple[_Chosen, Sequence[Any]]:
    """One of the plays the player looks at; the dearest ending where there is one."""
    results = match.book.legal(position, dice)
    ended = [result for result in results if result.ending]
    best = (
        max(ended, key=lambda result: result.ending.value)
        if ended
        else brade_player.pick(match.rng, match.rng.sample(results, min(len(results), LOOKED_AT)))
    )
    chosen = match.legal(position, dice, plays_of(best.steps))
    assert chosen is not None, "a way of `legal` is legal as it is written"
    return chosen, results


def _pick_dutch(match: RaceMatch, position: Any, dice: tuple[int, int]) -> tuple[_Chosen, Sequence[Any]]:
    """The same; of 1-2, which has thousands of plays, one that some tries play out."""
    if len(sequence(dice)) > 4 and 15 - position.mover.off > len(sequence(dice)):
        for _ in range(12):
            plays = _at_random(match, position, dice, sequence(dice))
            chosen = match.legal(position, dice, plays) if plays else None
            if chosen is not None:
                return chosen, ()
    results = match.book.legal(position, dice)
    ended = [result for result in results if result.position.mover.off == 15]
    best = ended[0] if ended else dutch_player.pick(match.rng, match.rng.sample(results, min(len(results), LOOKED_AT)))
    chosen = match.legal(position, dice, plays_of(best.steps))
    assert chosen is not None, "a way of `legal` is legal as it is written"
    return chosen, results


def _at_random(match: RaceMatch, position: Any, dice: tuple[int, int], order: Sequence[int]) -> tuple[Play, ...]:
    """Steps of Dutch TricTrac in this order, each with any man who can, as far as it goes; empty where it does not go to the end."""
    step = dutch_play.single(position, dice, match.book.rules)
    state = (*dutch_words(position.mover), 0)
    way = []
    for die in order:
        open_to = step(state, die)
        if not open_to:
            return ()
        made, state = match.rng.choice(open_to)
        way.append(made)
    return plays_of(way)


# -- faults of a play -------------------------------------------------------------------------------------------------------------------


def _unused(match: RaceMatch, position: Any, dice: tuple[int, int], best: _Chosen, _results: Sequence[Any]) -> _Chosen | None:
    """The last step left off."""
    steps = best.answer.steps
    return match.standing(position, dice, plays_of(steps[:-1]), "dice-unused") if steps else None


def _step(match: RaceMatch, position: Any, dice: tuple[int, int], best: _Chosen, _results: Sequence[Any]) -> _Chosen | None:
    """A man moved by a number that no dice of the throw add up to, to an empty point; the rest as he liked."""
    own, other = position.mover, position.other
    if not best.answer.steps or own.bar or own.hand:
        return None
    sums, table = {0}, _TABLES[match.book.name]
    for die in table.steps(dice):
        sums |= {number + die for number in sums}
    ways = [
        (start, start + number)
        for start in range(18)
        for number in range(1, 7)
        if own.points[start] and number not in sums and not own.points[start + number] and not other.points[table.across(start + number)]
    ]
    if not ways:
        return None
    start, to = match.rng.choice(ways)
    return match.standing(position, dice, (Play(start, (Hop(to),)),), "illegal-play")


def _star(match: RaceMatch, position: Any, dice: tuple[int, int], best: _Chosen, _results: Sequence[Any]) -> _Chosen | None:
    """A star behind a point where nobody is hit; the play itself is as he liked it."""
    at = [(k, j) for k, play in enumerate(best.plays) for j, hop in enumerate(play.way) if hop.place < OFF and not hop.hits]
    hit = {step.to for step in best.answer.steps if step.taken}
    at = [(k, j) for k, j in at if best.plays[k].way[j].place not in hit]
    if not at:
        return None
    k, j = match.rng.choice(at)
    way = tuple(replace(hop, hits=1) if n == j else hop for n, hop in enumerate(best.plays[k].way))
    starred = match.legal(position, dice, (*best.plays[:k], replace(best.plays[k], way=way), *best.plays[k + 1 :]))
    return None if starred is None else starred._replace(kind="hit-differs")


def _order(match: RaceMatch, position: Any, dice: tuple[int, int], _best: _Chosen, _results: Sequence[Any]) -> _Chosen | None:
    """The steps of a throw of Dutch TricTrac played the higher first, or the underside before the number."""
    order = sequence(dice)
    if len(order) > 4:
        return None
    for _ in range(8):
        plays = _at_random(match, position, dice, order[::-1])
        found = match.standing(position, dice, plays, "order-wrong") if plays else None
        if found is not None:
            return found
    return None


def _lower(match: RaceMatch, position: Any, dice: tuple[int, int], _best: _Chosen, results: Sequence[Any]) -> _Chosen | None:
    """Of two dice that cannot both be used, the lower."""
    high, low = dice
    ways = [result.steps for result in results]
    if high == low or any(len(way) != 1 or way[0].die != high for way in ways) or any(map(_worth, results)):
        return None
    step = brade_play.single(position, match.book.rules)
    open_to = step((*brade_words(position.mover), 0), low)
    if not open_to:
        return None
    return match.standing(position, dice, plays_of([match.rng.choice(open_to)[0]]), "die-given-up")


def _waste(match: RaceMatch, position: Any, dice: tuple[int, int], best: _Chosen, _results: Sequence[Any]) -> _Chosen | None:
    """As many dice as can be used, and more reduction than need be."""
    if sum(position.mover.points[:18]) or position.mover.bar or best.answer.ending:
        return None
    step = brade_play.single(position, match.book.rules)
    count, least = len(best.answer.steps), best.answer.reduction
    found = []

    def go(state: Any, left: tuple[int, ...], way: tuple[Any, ...]) -> None:
        moved = [(one, after, rest) for die, rest in brade_play.following(left) for one, after in step(state, die)]
        if len(way) == count:
            wasted = sum(one.die - (OFF - one.start) for one in way if one.to == OFF)
            if wasted > least and not moved:
                found.append(way)
            return
        for one, after, rest in moved:
            go(after, rest, (*way, one))

    if count <= 2:
        go((*brade_words(position.mover), 0), brade_play.all_dice(dice), ())
    return match.standing(position, dice, plays_of(match.rng.choice(found)), "reduction-wasted") if found else None


def _over(match: RaceMatch, position: Any, dice: tuple[int, int], best: _Chosen, _results: Sequence[Any]) -> _Chosen | None:
    """A man moved on when the game is over, with a die that was left."""
    answer = best.answer
    left = len(brade_play.all_dice(dice)) - len(answer.steps)
    men = [p for p in range(OFF) if answer.position.mover.points[p]]
    if not answer.ending or left <= 0 or not men:
        return None
    start = match.rng.choice(men)
    plays = (*plays_of(answer.steps), Play(start, (Hop(min(start + dice[1], OFF)),)))
    return match.standing(position, dice, plays, "played-on", ends=True)


def _overlooked(match: RaceMatch, position: Any, dice: tuple[int, int], best: _Chosen, results: Sequence[Any]) -> _Chosen | None:
    """A play that does not end the game, or ends it for less, where it could be ended."""
    had = match.book.end(best.answer, "W")
    ends = best.answer.position.mover.off == 15 or had is not None
    if not ends:
        return None
    value = 1 if had is None else had.value or 0
    others = [(result, _worth(result)) for result in results if _worth(result) < value]
    if not others:
        return None
    result, worth = match.rng.choice(others)
    chosen = match.legal(position, dice, plays_of(result.steps))
    if chosen is None or (answer_end := match.book.end(chosen.answer, "W")) is None:
        return None if chosen is None or worth else chosen._replace(kind="finish-overlooked", points=value)
    return chosen._replace(kind="finish-overlooked", points=value - (answer_end.value or 0)) if answer_end.winner == "W" else None


def _left_in(match: RaceMatch, position: Any, dice: tuple[int, int], best: _Chosen, _results: Sequence[Any]) -> _Chosen | None:
    """The last man of Dutch TricTrac left in who could have gone off: dice not used, since there every legal play takes him off too."""
    steps = best.answer.steps
    off = best.answer.position.mover.off == ALL_MEN
    return match.standing(position, dice, plays_of(steps[:-1]), "dice-unused") if off else None


def _worth(result: Any) -> int:
    """What a result ends the game for; 0 where it does not end it for the mover."""
    if hasattr(result, "ending"):
        return int(result.ending.value) if result.ending else 0
    return int(result.position.mover.off == 15)


class _Table(NamedTuple):
    """A game's player, the steps of a throw, the other's number of a point, and the faults of a play that there are."""

    pick: Callable[[RaceMatch, Any, tuple[int, int]], tuple[_Chosen, Sequence[Any]]]
    steps: Callable[[tuple[int, int]], tuple[int, ...]]
    across: Callable[[int], int]
    faults: dict[str, Callable[[RaceMatch, Any, tuple[int, int], _Chosen, Sequence[Any]], _Chosen | None]]


_TABLES: Final = {
    Brade().name: _Table(
        _pick_brade,
        brade_play.all_dice,
        lambda p: (p + 12) % 24,
        {"over": _over, "overlooked": _overlooked, "lower": _lower, "waste": _waste, "step": _step, "unused": _unused, "star": _star},
    ),
    Dutch().name: _Table(
        _pick_dutch, sequence, lambda p: 23 - p, {"overlooked": _left_in, "order": _order, "step": _step, "unused": _unused, "star": _star}
    ),
}
