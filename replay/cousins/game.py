"""How a game is played, as a small object: what a driver of records needs to know of bräde or Dutch TricTrac, and nothing of the board.

A *book* answers in the words of records (`Setup`, `Play`, sides `W` and `B`) and of scoring events (`Jan`), so that one driver can
take a record through any of the games: `start`, `place`, `legal`, `play`, `jans`, `next_turn`, `winner`, `value`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from notation.record import Setup, opposite
from replay.cousins import brade, brade_play, dutch, dutch_play
from replay.cousins.walks import Refusal, written_of
from replay.engine import Jan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from notation.record import Men, Play, Side
    from replay.rules import RuleSet

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


def _sides(setup: Setup) -> tuple[Men, Men]:
    """The men of him who throws next and of the other. Raises `ValueError` where they are not known."""
    if setup.white is None or setup.black is None or setup.side == "?":
        raise ValueError("the men of both sides and who throws must be known to play on")
    return (setup.white, setup.black) if setup.side == "W" else (setup.black, setup.white)


def _counted(code: str, number: int, *, to_roller: bool = True) -> list[Jan]:
    return [Jan(code, to_roller, number, 0)] if number else []


@dataclass(frozen=True, slots=True)
class Brade:
    """Bräde as a book (docs/rules.md, section 6)."""

    rules: brade.Rules = brade.DEFAULT
    name: str = field(default="brade", init=False)

    def start(self) -> brade.Position:
        """Both sides at home."""
        return brade.START

    def place(self, setup: Setup) -> brade.Position:
        """See `Book`."""
        position = brade.Position(*_sides(setup))
        wrong = brade.faults(position)
        if wrong:
            raise ValueError("; ".join(wrong))
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


@dataclass(frozen=True, slots=True)
class Dutch:
    """Dutch TricTrac as a book (docs/rules.md, section 7)."""

    rules: dutch.Rules = dutch.DEFAULT
    name: str = field(default="trictrac-nl", init=False)

    def start(self) -> dutch.Position:
        """All men in the hand."""
        return dutch.START

    def place(self, setup: Setup) -> dutch.Position:
        """See `Book`. The key `leader` says who began; without it the side that throws is taken to have begun."""
        position = dutch.Position(*_sides(setup), (setup.key("leader") or setup.side) == setup.side)
        wrong = dutch.miscounted(position)
        if wrong:
            raise ValueError("; ".join(wrong))
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
        """`win`, `nabeurt` or `loss`, then what is counted: `hit` men hit, `lost` steps not played, `bar` the other's men on the bar."""
        found: list[Jan] = []
        if played.ended:
            found.append(Jan(played.ended, played.ended != "loss", 1, self.value(played)))
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


def book_of(rules: RuleSet) -> Brade | Dutch:
    """The book of a record's rule set (`replay.rules.rules_of`), its flags taken over.

    Raises `ValueError` for a rule set that is neither game.
    """
    if rules.name == "brade":
        return Brade()
    if rules.name == "trictrac-nl":
        return Dutch(dutch.Rules(entry=rules.entry))
    raise ValueError(f"{rules.name} is neither bräde nor Dutch TricTrac")
