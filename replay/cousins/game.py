"""How a game is played, as a small object: what a driver of records needs to know of bräde or Dutch TricTrac, and nothing of the board.

A *book* answers in the words of records (`Setup`, `Play`, sides `W` and `B`) and of scoring events (`Jan`), so that one driver can
take a record through any of the games: `start`, `place`, `legal`, `play`, `jans`, `next_turn`, `winner`, `value`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from notation.record import Setup, opposite
from replay.cousins import brade, brade_match, brade_play, dutch, dutch_play, dutch_steps
from replay.cousins.glossary import BRADE, DUTCH, Term
from replay.cousins.walks import Refusal, spelled, written_of
from replay.engine import Jan

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from notation.record import Men, Play, Side
    from replay.rules import RuleSet

Pair = tuple[int | None, int | None]
"""White's, then Black's; None not known."""
Position = TypeVar("Position")
Result_co = TypeVar("Result_co", covariant=True)
Played = TypeVar("Played")


class Book(Protocol[Position, Result_co, Played]):
    """What a driver asks. A position is seen by him who throws; `W` and `B` come in with `place` and go out with `setup`."""

    name: str

    def start(self) -> Position:
        """The board before the first throw, as the beginner sees it."""

    def place(self, setup: Setup) -> Position:
        """The board of a setup, as the side that throws next sees it. Raises `ValueError` with what is wrong."""

    def setup(self, position: Position, side: Side) -> Setup:
        """A position as a record writes it, `side` to throw."""

    def legal(self, position: Position, dice: tuple[int, int]) -> Sequence[Result_co]:
        """Every result of a legal play. Raises `ValueError` for dice that are none."""

    def play(self, position: Position, dice: tuple[int, int], plays: Iterable[Play]) -> Played | Refusal:
        """A play as written, or why it is not legal."""

    def jans(self, played: Played) -> tuple[Jan, ...]:
        """What happened on a play, as scoring events and things to count; `points` are those of the game won."""

    def next_turn(self, played: Played, side: Side) -> tuple[Position, Side]:
        """Who throws next, and the board as he sees it."""

    def winner(self, played: Played, side: Side) -> Side | None:
        """Who has won the game with this play of `side`; None while it goes on."""

    def value(self, played: Played) -> int:
        """What the game is worth to its winner; 0 while it goes on."""

    def told(self, played: Played) -> tuple[str, ...]:
        """The play in sentences."""

    # what a record needs beside a player

    terms: Mapping[str, Term]
    """What the jans are called, by code."""
    outcomes: Collection[str]
    """Words of `@won` that this game has, beside those of every game."""
    may_throw_again: bool
    """Whether a throw can give another throw to the same player."""
    ending_rule: str
    """The section on how a game ends."""
    beginning_rule: str
    """The section on the board and on who begins."""
    turn_rule: str
    """The section on whose throw it is."""
    play_rule: str
    """The section on how a man goes."""
    hit_rule: str
    """The section on whom a man hits."""
    way_rule: str
    """The section on one man who takes several steps."""

    def doubts(self, position: Position) -> tuple[str, ...]:
        """What only a foul can have left on a board, in sentences."""

    def stood(self, position: Position, dice: tuple[int, int] | None, plays: Iterable[Play]) -> Played | str:
        """A play that is not legal, or of dice not known, as it was made; a sentence where it cannot have been."""

    def end(self, played: Played, side: Side) -> End | None:
        """How this play of `side` has ended the game; None while it goes on."""

    def awaits(self, position: Position | None, winner: Side, turn: Side) -> bool:
        """Whether a winner has all men off and only the last turn of the other (nabeurt), whose throw it is, is to come."""

    def follows(self, played: Played) -> str:
        """What the play gives beside the other's throw: `again`, `nabeurt`, or nothing."""

    def dearest(self, position: Position, dice: tuple[int, int]) -> tuple[int, str, str]:
        """The most that the game can be won for with this throw, how it is called, and a play that does it; 0 where it cannot."""

    def said(self, winner: Side, outcomes: Sequence[str], worth: int | None) -> End:
        """An ending as `@won` tells it; `value` None where nothing tells."""

    def spoken(self, end: End) -> tuple[str, ...]:
        """An ending in words of `@won`."""

    def match(self, ends: Sequence[End], length: int) -> Side | None:
        """Who has won a match of so many games; None while games are to be played, `?` where it ends level."""

    def beginner(self, ends: Sequence[End | None]) -> Side:
        """Who must throw first after these games; `?` where the rules do not say."""

    def leads(self, white: int, black: int) -> Side:
        """Who begins by the dice thrown for it; `?` where they are equal."""

    def pairs(self, points: Pair, won: Pair) -> tuple[Pair, Pair]:
        """The two pairs of a position (docs/notation.md 7): from the points and the games of the match."""

    def score(self, setup: Setup) -> tuple[Pair, Pair]:
        """The same backwards: points and games."""


class End(NamedTuple):
    """How a game was won: by whom, its kind (a code of `terms`, or a word of `@won`), and what it is worth (None not known)."""

    winner: Side
    kind: str
    munk: bool
    value: int | None


ALL_MEN: Final = 15
UNTHROWN: Final = (0, 0)
"""Dice that are not known, for a play that is only put on the board."""
SIDES: Final[tuple[Side, Side]] = ("W", "B")
SPOKEN: Final = {
    "hemspel": "hemspel",
    "enkelt-kronspel": "enkelt_kronspel",
    "dubbelt-kronspel": "dubbelt_kronspel",
    "trappspel": "trappspel",
    "uppspel": "uppspel",
    "jan": "jan",
    "sprängjan": "sprangjan",
}
"""Words of `@won` and what they mean."""
WITHOUT_MUNK: Final = ("jan", "sprangjan")
"""Endings that have no munk (6.6)."""


def _sides(setup: Setup) -> tuple[Men, Men]:
    """The men of him who throws next and of the other. Raises `ValueError` where they are not known."""
    if setup.white is None or setup.black is None or setup.side == "?":
        raise ValueError("the men of both sides and who throws must be known to play on")
    return (setup.white, setup.black) if setup.side == "W" else (setup.black, setup.white)


def _refuse(wrong: Sequence[str], *over: Men | None) -> None:
    """Raise `ValueError` for men that are no side's, and for sides whose game is over: nothing can be thrown on such a board."""
    if not wrong and any(men is not None and men.off == ALL_MEN for men in over):
        wrong = ["a side has all men off, and the game is over"]
    if wrong:
        raise ValueError("; ".join(wrong))


def _counted(code: str, number: int, *, to_roller: bool = True) -> list[Jan]:
    return [Jan(code, to_roller, number, 0)] if number else []


@dataclass(frozen=True, slots=True)
class Brade:
    """Bräde as a book (docs/rules.md, section 6)."""

    rules: brade.Rules = brade.DEFAULT
    name: str = field(default="brade", init=False)
    terms: Mapping[str, Term] = field(default_factory=lambda: BRADE, init=False, repr=False, compare=False)
    outcomes: Collection[str] = field(default_factory=lambda: (*SPOKEN, "munk"), init=False, repr=False, compare=False)
    may_throw_again: bool = field(default=False, init=False, repr=False, compare=False)
    ending_rule: str = field(default="6.6", init=False, repr=False, compare=False)
    beginning_rule: str = field(default="6.1", init=False, repr=False, compare=False)
    turn_rule: str = field(default="6.1", init=False, repr=False, compare=False)
    play_rule: str = field(default="6.2", init=False, repr=False, compare=False)
    hit_rule: str = field(default="6.2", init=False, repr=False, compare=False)
    way_rule: str = field(default="6.2", init=False, repr=False, compare=False)

    def start(self) -> brade.Position:
        """Both sides at home."""
        return brade.START

    def place(self, setup: Setup) -> brade.Position:
        """See `Book`. A board that a foul has left is no fault of the board (`doubts`)."""
        position = brade.Position(*_sides(setup))
        _refuse(brade.miscounted(position), position.mover, position.other)
        return position

    def setup(self, position: brade.Position, side: Side) -> Setup:
        """See `Book`; the match score is the driver's to add."""
        white, black = (position.mover, position.other) if side == "W" else (position.other, position.mover)
        return Setup(white, black, side)

    def legal(self, position: brade.Position, dice: tuple[int, int]) -> tuple[brade.Result, ...]:
        """See `Book`."""
        return brade.legal(position, dice, self.rules)

    def play(self, position: brade.Position, dice: tuple[int, int], plays: Iterable[Play]) -> brade_play.Played | Refusal:
        """See `Book`."""
        return brade_play.play(position, dice, written_of(plays), self.rules)

    def jans(self, played: brade_play.Played) -> tuple[Jan, ...]:
        """The ending (by its kind, with `munk`), then what is counted.

        `hit` men hit alone, `burst` bands burst, `fatade` steps lost, `bar` men of the other on the bar, `janblotta` janblottor that the
        player leaves out (6.6, VM 10).
        """
        found: list[Jan] = []
        if played.ending:
            found.append(Jan(played.ending.kind, True, 1, played.ending.value))
            found += _counted("munk", int(played.ending.munk))
        found += _counted("hit", played.hits)
        found += _counted("burst", played.bursts)
        found += _counted("fatade", played.lost, to_roller=False)
        found += _counted("bar", played.position.other.bar)
        found += _counted("janblotta", brade.jan_blots(played.position.mover), to_roller=False)
        return tuple(found)

    def next_turn(self, played: brade_play.Played, side: Side) -> tuple[brade.Position, Side]:
        """The sides throw in turn."""
        return played.position.turned(), opposite(side)

    def winner(self, played: brade_play.Played, side: Side) -> Side | None:
        """Only he who plays can win."""
        return side if played.ending else None

    def value(self, played: brade_play.Played) -> int:
        """By the table of 6.6."""
        return played.ending.value if played.ending else 0

    def told(self, played: brade_play.Played) -> tuple[str, ...]:
        """See `Book`."""
        return brade_play.told(played)

    def doubts(self, position: brade.Position) -> tuple[str, ...]:
        """See `Book`."""
        return tuple(brade.faults(position))

    def stood(self, position: brade.Position, dice: tuple[int, int] | None, plays: Iterable[Play]) -> brade_play.Played | str:
        """See `Book`."""
        return brade_play.stood(position, dice or UNTHROWN, written_of(plays))

    def end(self, played: brade_play.Played, side: Side) -> End | None:
        """See `Book`."""
        ending = played.ending
        return End(side, ending.kind, ending.munk, ending.value) if ending else None

    def awaits(self, position: brade.Position | None, winner: Side, turn: Side) -> bool:  # noqa: ARG002 - as below
        """There is no nabeurt."""
        return False

    def follows(self, played: brade_play.Played) -> str:  # noqa: ARG002 - the book of Dutch TricTrac needs it
        """The sides throw in turn, and nobody throws behind the end."""
        return ""

    def dearest(self, position: brade.Position, dice: tuple[int, int]) -> tuple[int, str, str]:
        """See `Book`. Nothing is walked where no ending is in reach."""
        if not brade.in_reach(position, dice):
            return 0, "", ""
        found = [result for result in self.legal(position, dice) if result.ending]
        best = max(found, key=lambda result: result.ending.value if result.ending else 0, default=None)
        if best is None or best.ending is None:
            return 0, "", ""
        return best.ending.value, _called(self.terms, best.ending.kind, munk=best.ending.munk), spelled(best.steps)

    def said(self, winner: Side, outcomes: Sequence[str], worth: int | None) -> End:
        """See `Book`."""
        kind = next((SPOKEN.get(word, word) for word in outcomes if word != "munk"), "")
        munk = "munk" in outcomes and kind not in WITHOUT_MUNK
        value = brade.POINTS_OF[kind] + munk if kind in brade.POINTS_OF else None
        return End(winner, kind, munk, value if worth is None else worth)

    def spoken(self, end: End) -> tuple[str, ...]:
        """See `Book`."""
        kind = next((word for word, code in SPOKEN.items() if code == end.kind), end.kind)
        return (*([kind] if kind else []), *(["munk"] if end.munk else []))

    def match(self, ends: Sequence[End], length: int) -> Side | None:
        """By the points, then by the better games (6.7)."""
        if length % 2 == 0 or len(ends) != length or any(end.kind not in brade.POINTS_OF for end in ends):
            return None
        games = [brade_match.Won("W" if end.winner == "W" else "B", brade.Ending(end.kind, end.munk, end.value or 0)) for end in ends]
        return brade_match.winner(games, length)

    def beginner(self, ends: Sequence[End | None]) -> Side:
        """The loser of the game before (6.1)."""
        last = ends[-1] if ends else None
        return opposite(last.winner) if last else "?"

    def leads(self, white: int, black: int) -> Side:
        """The lowest (6.1)."""
        return "W" if white < black else "B" if black < white else "?"

    def pairs(self, points: Pair, won: Pair) -> tuple[Pair, Pair]:
        """Points of the match, then games."""
        return points, won

    def score(self, setup: Setup) -> tuple[Pair, Pair]:
        """See `Book`."""
        return setup.points, setup.holes


@dataclass(frozen=True, slots=True)
class Dutch:
    """Dutch TricTrac as a book (docs/rules.md, section 7)."""

    rules: dutch.Rules = dutch.DEFAULT
    name: str = field(default="trictrac-nl", init=False)
    terms: Mapping[str, Term] = field(default_factory=lambda: DUTCH, init=False, repr=False, compare=False)
    outcomes: Collection[str] = field(default=("nabeurt",), init=False, repr=False, compare=False)
    may_throw_again: bool = field(default=True, init=False, repr=False, compare=False)
    ending_rule: str = field(default="N-12", init=False, repr=False, compare=False)
    beginning_rule: str = field(default="7.1", init=False, repr=False, compare=False)
    turn_rule: str = field(default="N-3", init=False, repr=False, compare=False)
    play_rule: str = field(default="7.3", init=False, repr=False, compare=False)
    hit_rule: str = field(default="N-4", init=False, repr=False, compare=False)
    way_rule: str = field(default="N-10", init=False, repr=False, compare=False)

    def start(self) -> dutch.Position:
        """All men in the hand."""
        return dutch.START

    def place(self, setup: Setup) -> dutch.Position:
        """See `Book`. The key `leader` says who began.

        Without it the side that throws is taken to have begun; but the other where he has all men off, for then this is the nabeurt (N-13).
        """
        mover, other = _sides(setup)
        leader = setup.key("leader") or (opposite(setup.side) if other.off == ALL_MEN else setup.side)
        position = dutch.Position(mover, other, leader == setup.side)
        _refuse(dutch.miscounted(position), position.mover, position.other if position.mover_began else None)
        return position

    def setup(self, position: dutch.Position, side: Side) -> Setup:
        """See `Book`; the games won are the driver's to add."""
        white, black = (position.mover, position.other) if side == "W" else (position.other, position.mover)
        return Setup(white, black, side, keys=(("leader", side if position.mover_began else opposite(side)),))

    def legal(self, position: dutch.Position, dice: tuple[int, int]) -> tuple[dutch.Result, ...]:
        """See `Book`."""
        return dutch.legal(position, dice, self.rules)

    def play(self, position: dutch.Position, dice: tuple[int, int], plays: Iterable[Play]) -> dutch_play.Played | Refusal:
        """See `Book`."""
        return dutch_play.play(position, dice, written_of(plays), self.rules)

    def jans(self, played: dutch_play.Played) -> tuple[Jan, ...]:
        """`win`, `nabeurt_won`, `nabeurt` (he is off, and the other has his last turn) or `loss`, then what is counted.

        `hit` men hit, `lost` steps not played, `bar` the other's men on the bar.
        """
        found: list[Jan] = []
        if played.ended:
            code = "nabeurt_won" if played.ended == "win" and played.before.nabeurt else played.ended
            found.append(Jan(code, played.ended != "loss", 1, self.value(played)))
        found += _counted("again", int(played.again))
        found += _counted("hit", played.hits)
        found += _counted("lost", played.lost, to_roller=False)
        found += _counted("bar", played.position.other.bar)
        return tuple(found)

    def next_turn(self, played: dutch_play.Played, side: Side) -> tuple[dutch.Position, Side]:
        """After a double or 1-2 played out the same side throws again (N-3)."""
        return (played.position, side) if played.again else (played.position.turned(), opposite(side))

    def winner(self, played: dutch_play.Played, side: Side) -> Side | None:
        """He who plays, or the other where the nabeurt failed (N-12, N-13)."""
        return side if played.ended == "win" else opposite(side) if played.ended == "loss" else None

    def value(self, played: dutch_play.Played) -> int:
        """A game is a game (N-12)."""
        return int(played.ended in ("win", "loss"))

    def told(self, played: dutch_play.Played) -> tuple[str, ...]:
        """See `Book`."""
        return dutch_play.told(played)

    def doubts(self, position: dutch.Position) -> tuple[str, ...]:
        """See `Book`."""
        return tuple(dutch.faults(position))

    def stood(self, position: dutch.Position, dice: tuple[int, int] | None, plays: Iterable[Play]) -> dutch_play.Played | str:
        """See `Book`."""
        return dutch_play.stood(position, dice or UNTHROWN, written_of(plays), self.rules)

    def end(self, played: dutch_play.Played, side: Side) -> End | None:
        """See `Book`. A game won in the nabeurt is of the kind `nabeurt`."""
        if played.ended == "loss":
            return End(opposite(side), "win", munk=False, value=1)
        if played.ended != "win":
            return None
        return End(side, "nabeurt" if played.before.nabeurt else "win", munk=False, value=1)

    def awaits(self, position: dutch.Position | None, winner: Side, turn: Side) -> bool:
        """See `Book` (N-13)."""
        return position is not None and position.nabeurt and turn == opposite(winner)

    def follows(self, played: dutch_play.Played) -> str:
        """Another throw (N-3), or the last turn of the other (N-13)."""
        return "again" if played.again else "nabeurt" if played.ended == "nabeurt" else ""

    def dearest(self, position: dutch.Position, dice: tuple[int, int]) -> tuple[int, str, str]:
        """See `Book`. Nothing is walked where the pips that are left are not those of some steps of the throw."""
        order = dutch.sequence(dice)
        if not dutch_steps.ends_at(*dutch.words(position.mover), order, len(order)):
            return 0, "", ""
        found = next((result for result in self.legal(position, dice) if result.position.mover.off == ALL_MEN), None)
        if found is None:
            return 0, "", ""
        called = {"win": "all men off", "nabeurt": "all men off, and the nabeurt to come"}[found.ended]
        return 1, called if not position.nabeurt else self.terms["nabeurt_won"].words, spelled(found.steps)

    def said(self, winner: Side, outcomes: Sequence[str], worth: int | None) -> End:
        """See `Book`."""
        return End(winner, outcomes[0] if outcomes else "win", munk=False, value=1 if worth is None else worth)

    def spoken(self, end: End) -> tuple[str, ...]:
        """See `Book`."""
        return (end.kind,) if end.kind not in ("", "win") else ()

    def match(self, ends: Sequence[End], length: int) -> Side | None:
        """Who has won more than half of the games, and `?` where all are played and each has as many."""
        won = [sum(end.winner == side for end in ends) for side in SIDES]
        if max(won) * 2 > length:
            return "W" if won[0] > won[1] else "B"
        return "?" if len(ends) == length else None

    def beginner(self, ends: Sequence[End | None]) -> Side:  # noqa: ARG002 - the book of bräde needs it
        """By the dice, before every game (7.1)."""
        return "?"

    def leads(self, white: int, black: int) -> Side:
        """The highest (7.1)."""
        return "W" if white > black else "B" if black > white else "?"

    def pairs(self, points: Pair, won: Pair) -> tuple[Pair, Pair]:  # noqa: ARG002 - the book of bräde needs it
        """Nothing, then games."""
        return (0, 0), won

    def score(self, setup: Setup) -> tuple[Pair, Pair]:
        """A game is a point."""
        return setup.holes, setup.holes


def _called(terms: Mapping[str, Term], kind: str, *, munk: bool) -> str:
    """An ending as the game calls it."""
    name = terms[kind].words if kind in terms else kind
    return f"{name} with {terms['munk'].words}" if munk else name


_BOOKS: Final[dict[str, Callable[[RuleSet], Brade | Dutch]]] = {
    "brade": lambda _rules: Brade(),
    "trictrac-nl": lambda rules: Dutch(dutch.Rules(entry=rules.entry)),
}


def book_of(rules: RuleSet) -> Brade | Dutch:
    """The book of a record's rule set (`replay.rules.rules_of`), its flags taken over.

    Raises `ValueError` for a rule set that is neither game.
    """
    if rules.name not in _BOOKS:
        raise ValueError(f"{rules.name} is neither bräde nor Dutch TricTrac")
    return _BOOKS[rules.name](rules)
