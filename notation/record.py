"""The values of a record: what was written, well-formed and not judged.

Nothing here knows a rule. A `Game` is its tags, its entries in the order of the lines (plies, events, comments, lines in error) and
its result; every entry remembers its line. Places are kept as numbers on the *roller's* own route, whatever spelling the record uses:

    0 talon … 11 own corner, 12 the opponent's corner … 23 the opponent's talon, OFF 24, BAR -1, HAND -2

so the same play has one value in all three spellings (docs/notation.md, section 3). Where a value stands is its entry's line, which
takes no part in equality; the columns of a ply's words are told by `notation.plies.word_columns` from the text of that line, since
values are shared between the plies that say the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from notation.diagnostics import Diagnostic

Side: TypeAlias = Literal["W", "B", "?"]
"""`W` White, `B` Black, `?` not known who rolled."""

OFF = 24
BAR = -1
HAND = -2

Die: TypeAlias = int | None
"""1 to 6, or None where the record has `?`."""


def opposite(side: Side) -> Side:
    """The other player; `?` stays unknown."""
    return "B" if side == "W" else "W" if side == "B" else "?"


@dataclass(frozen=True, slots=True)
class Value:
    """An amount as spoken: points, or holes and rest (`1h4`), or not known (`?`: both None).

    `holes` is None when plain points were written. With holes, `points` is the rest behind `h`, None where nothing was written.
    """

    points: int | None
    holes: int | None = None

    @property
    def known(self) -> bool:
        """Whether any number was written."""
        return self.points is not None or self.holes is not None


@dataclass(frozen=True, slots=True)
class Item:
    """Why points were marked: jan code, the place (roller's route) and `x` ways, as far as written."""

    code: str
    place: int | None = None
    ways: int | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """What one side marks on a roll: `+8(PJx2) holes 1 banner`; `right` is the amount put right behind `~`."""

    value: Value
    right: Value | None = None
    items: tuple[Item, ...] = ()
    holes: int | None = None
    markers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """`hold go mark refait concede suspend`; `taken_back` is `go~`; `game` is what `suspend` names (`ecrire`, `honours`)."""

    word: str
    taken_back: bool = False
    nag: str = ""
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Hop:
    """A landing: the place (or OFF) and how many `*` stand behind it (1 a man hit, 2 a band burst)."""

    place: int
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Play:
    """One man, or `times` men, from `start` by the landings of `way`.

    `fault` says a `~` was written: `mended` is the place behind it, None where the fault was left (`T/7~`). A touch without a move
    (`5~`) has an empty way.
    """

    start: int
    way: tuple[Hop, ...] = ()
    times: int = 1
    fault: bool = False
    mended: int | None = None
    nag: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """`school counter-school false raise`, with the amount the speaker marks."""

    word: str
    value: Value
    right: Value | None = None
    markers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideScore:
    """One half of a score check: points, whether `b` was written, and one or two hole counts; None where `?` stands."""

    points: int | None
    bredouille: bool
    holes: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """`=4/0,8b/1`: White's half, then Black's."""

    white: SideScore
    black: SideScore


class Body(NamedTuple):
    """Everything on a ply's line behind `number. side`. Shared between the plies that say the same."""

    dice: tuple[Die, Die] = (None, None)
    early: bool = False
    award: Award | None = None
    decision: Decision | None = None
    plays: tuple[Play, ...] = ()
    plays_unknown: bool = False
    """A `?` of its own: `T/6 ?` or `?` alone."""
    against: Award | None = None
    """What the opponent marks: `-4(BF5')`."""
    claims: tuple[Claim, ...] = ()
    score: Score | None = None
    stamp: str | None = None
    comments: tuple[str, ...] = ()
    """Texts in braces."""
    tail: str | None = None
    """The text behind `;`, None where there is none."""


class Ply(NamedTuple):
    """One roll, one line. `side` is who rolled, also where the record left it out (`side_written` False).

    `number` is 0 where the line is in error before its number. The line a ply stands on takes no part in equality.
    """

    line: int
    number: int
    side: Side
    side_written: bool
    body: Body
    error: str | None = None
    """The line as it stands, where it is in error: number, side and dice are trusted as far as they were read."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ply) and self[1:] == other[1:]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[1:])


@dataclass(frozen=True, slots=True)
class Men:
    """The men of one side: counts on the own route 0..23, borne off, on the bar, in the hand. May be impossible."""

    points: tuple[int, ...]
    off: int = 0
    bar: int = 0
    hand: int = 0

    @property
    def total(self) -> int:
        """How many men there are, wherever they stand."""
        return sum(self.points) + self.off + self.bar + self.hand


@dataclass(frozen=True, slots=True)
class Setup:
    """A position as written (docs/notation.md, section 7). May be impossible; `Position` is one that passed the rules.

    `white` and `black` are None where `?` stands. Pairs are White's then Black's; None for `?`. `keys` stand in the order of the
    table; a side among their values is `W` or `B` in every spelling, dice are `6-4`.
    """

    white: Men | None
    black: Men | None
    side: Side
    dice: tuple[Die, Die] | None = None
    points: tuple[int | None, int | None] = (0, 0)
    holes: tuple[int | None, int | None] = (0, 0)
    keys: tuple[tuple[str, str], ...] = ()

    def key(self, name: str) -> str | None:
        """The value of an optional key (`bredouille`, `leader`, …), None where it was not written."""
        return next((value for key, value in self.keys if key == name), None)


class Throw(NamedTuple):
    """One throw of `@lead`: who (a side or a player's name) and one die or two, None for `?`.

    `named`: `who` is a player of the name `W` or `B`, no side.
    """

    who: str
    dice: tuple[Die, ...]
    named: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """An `@` line. `word` in lower case; the arguments as far as that word has them, the rest None or empty.

    lead: `dice`+`side` or `throws` · void: `side`, `dice`, `text` · position: `setup` · lost: `count` (None for `?`) · mark, game:
    `number`, `of`, `players` · won: `side`, `holes`, `worth`, `outcomes` · account: `player`, `entries` · adjourn, resume: `date` ·
    note, judge, source: `text`. An unknown word keeps everything behind it in `text`.
    """

    line: int = field(compare=False)
    word: str
    side: Side | None = None
    dice: tuple[Die, Die] | None = None
    throws: tuple[Throw, ...] = ()
    setup: Setup | None = None
    count: int | None = None
    number: int | None = None
    of: int | None = None
    players: tuple[str, ...] = ()
    holes: tuple[int, int] | None = None
    worth: int | None = None
    outcomes: tuple[str, ...] = ()
    player: str | None = None
    entries: tuple[tuple[str, str], ...] = ()
    date: str | None = None
    text: str | None = None
    comments: tuple[str, ...] = ()
    tail: str | None = None
    error: str | None = None
    """The line as it stands, where it is in error."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment line of its own, as it stands behind its blanks (`; text` or `{text}`)."""

    line: int = field(compare=False)
    text: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A line that could not be read as anything, kept as it stands."""

    line: int = field(compare=False)
    text: str


Entry: TypeAlias = Ply | Event | Comment | Lost


class Tag(NamedTuple):
    """`[Name "value"]`. `error` holds the line as it stands where it is in error.

    `counts` says whether name and value could be read, and the value is one its tag has; `column` is where the value begins in its line.
    Where a tag stands takes no part in equality.
    """

    line: int
    name: str
    value: str
    error: str | None = None
    column: int = 0
    counts: bool = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tag) and self[1:4] == other[1:4] and self.counts == other.counts

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self[1:4], self.counts))


@dataclass(frozen=True, slots=True)
class Result:
    """The line that ends a game: `1-0 0-1 1/2-1/2 * end`. `error` holds the line as it stands where its comment is in error."""

    line: int = field(compare=False)
    word: str
    comments: tuple[str, ...] = ()
    tail: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """One game as written.

    `head` runs from the comments before the tags to the last tag, in order; `entries` is all that follows; `after` the comments (and lines
    that are nothing) behind the result. `index` counts the games of a file from 0. Tags read through `tag()` follow the rule that the
    first of two stands. Two games are equal when the same was written, on whatever lines.
    """

    head: tuple[Tag | Comment | Lost, ...] = ()
    entries: tuple[Entry, ...] = ()
    result: Result | None = None
    after: tuple[Comment | Lost, ...] = ()
    file: str = field(default="", compare=False)
    index: int = field(default=0, compare=False)
    line: int = field(default=1, compare=False)
    """The line the game begins on."""
    last_line: int = field(default=1, compare=False)
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False)

    def tag(self, name: str, default: str = "") -> str:
        """The value of the first tag of that name whose value is one the tag can have, else the default."""
        for entry in self.head:
            if isinstance(entry, Tag) and entry.name == name and entry.counts:
                return entry.value
        return default

    @property
    def white(self) -> str:
        """Who plays White, `?` where no tag says."""
        return self.tag("White", "?")

    @property
    def black(self) -> str:
        """Who plays Black, `?` where no tag says."""
        return self.tag("Black", "?")

    @property
    def rules(self) -> str:
        """The rule set's name, `trictrac` where the tag is missing."""
        return self.tag("Rules", "trictrac").strip().lower()

    @property
    def spelling(self) -> str:
        """`guiton`, `route` or `bn`: how the record names its points."""
        value = self.tag("Points").strip().lower()
        rules = self.rules
        if rules in ("brade", "trictrac-nl"):
            return "route"
        return value or ("route" if rules == "triktrak" else "guiton")

    @property
    def marks_full(self) -> bool:
        """Whether a mark that is not written was not made (`Marks "full"`, the default)."""
        return self.tag("Marks", "full").strip().lower() != "none"

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The rolls, in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, Ply))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that are no mere warnings."""
        return tuple(fault for fault in self.diagnostics if not fault.warning)
