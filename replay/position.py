"""A position that passed the rules: both sides' men, points, holes, and what the board does not show.

A `Setup` is any placing of men as written; `from_setup` turns it into a `Position` or tells everything that is impossible about it at once.
Counts are 25 numbers on the side's own route: 0 the talon, 11 the own corner, 12 the opponent's corner, 23 the opponent's talon, 24 borne
off. My point i is the opponent's point 23 - i (docs/rules.md 1.1). Pairs are White's, then Black's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from notation.record import OFF, Men, Setup, opposite

if TYPE_CHECKING:
    from collections.abc import Container

    from notation.record import Side
    from replay.rules import RuleSet

Counts = tuple[int, ...]
"""25 counts on a side's own route."""
Dice = tuple[int, int]

MEN = 15
CORNER, ADVERSE = 11, 12
TALONS: Counts = (MEN,) + (0,) * 24
"""All men on the talon."""
SIDES: tuple[Side, Side] = ("W", "B")
_NAMES = {"W": "White", "B": "Black", "?": "?"}


class Score(Protocol):
    """Anything that says where tokens and pegs stand."""

    @property
    def points(self) -> tuple[int | None, int | None]:
        """Points of each side, None not known."""

    @property
    def holes(self) -> tuple[int | None, int | None]:
        """Holes of each side, None not known."""

    @property
    def bredouille(self) -> tuple[bool, bool]:
        """Whose next hole is double."""

    @property
    def lurch(self) -> tuple[bool, bool]:
        """Who may still win the grande bredouille."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where a game stands between two rolls. Immutable; every change returns a new one.

    `white` and `black` are None where the men are not known. `bredouille` says whose next hole is double, `lurch` who may still win the
    grande bredouille (docs/rules.md 2.6). `rolls` counts the rolls each side has had in this holding, `thrown` keeps its first two (jan de
    trois coups); `first` is the match's first roll while only that has been made (meeting jan). `leader` led this holding.
    """

    white: Counts | None = TALONS
    black: Counts | None = TALONS
    points: tuple[int | None, int | None] = (0, 0)
    holes: tuple[int | None, int | None] = (0, 0)
    bredouille: tuple[bool, bool] = (False, False)
    lurch: tuple[bool, bool] = (False, False)
    roller: Side = "W"
    leader: Side = "W"
    rolls: tuple[int, int] = (0, 0)
    thrown: tuple[tuple[Dice, ...], tuple[Dice, ...]] = ((), ())
    first: Dice | None = None

    @classmethod
    def start(cls, leader: Side = "W") -> Position:
        """All men on the talons, no points, no holes; the leader rolls."""
        return cls(roller=leader, leader=leader)

    @property
    def known(self) -> bool:
        """Whether both sides' men are known."""
        return self.white is not None and self.black is not None

    def men(self, side: Side) -> Counts | None:
        """Give the 25 counts of a side on its own route; None where they are not known, or the side is not."""
        return self.white if side == "W" else self.black if side == "B" else None

    def with_men(self, white: Counts | None, black: Counts | None) -> Position:
        """Put other men on the board."""
        return replace(self, white=white, black=black)

    def with_score(self, score: Score) -> Position:
        """Put tokens and pegs elsewhere."""
        return replace(self, points=score.points, holes=score.holes, bredouille=score.bredouille, lurch=score.lurch)

    def new_holding(self, leader: Side, *, points_kept: bool = False) -> Position:
        """Men on the talons and `leader` to roll: after a go, or after bearing off, where the points stay (docs/rules.md P-3, B-6)."""
        fresh = Position(roller=leader, leader=leader, points=self.points, holes=self.holes, bredouille=self.bredouille, lurch=self.lurch)
        return fresh if points_kept else replace(fresh, points=(0, 0), bredouille=(False, False))

    def mirror(self) -> Position:
        """Exchange the players' names."""
        return Position(
            white=self.black,
            black=self.white,
            points=self.points[::-1],
            holes=self.holes[::-1],
            bredouille=self.bredouille[::-1],
            lurch=self.lurch[::-1],
            roller=opposite(self.roller),
            leader=opposite(self.leader),
            rolls=self.rolls[::-1],
            thrown=self.thrown[::-1],
            first=self.first,
        )

    def to_setup(self, dice: Dice | None = None) -> Setup:
        """Write it as a `Setup`; what a setup cannot say (which dice were thrown in this holding) is left out."""
        keys: list[tuple[str, str]] = []
        white, black = self.points
        if white and black and True in self.bredouille:
            keys.append(("bredouille", SIDES[self.bredouille.index(True)]))
        if self.holes[0] and self.holes[1] and True in self.lurch:
            keys.append(("banner", SIDES[self.lurch.index(True)]))
        if self.leader == "B":
            keys.append(("leader", self.leader))
        if self.rolls != (0, 0):
            keys.append(("rolls", f"{self.rolls[0]}-{self.rolls[1]}"))
        if self.first is not None:
            keys.append(("first", f"{self.first[0]}-{self.first[1]}"))
        return Setup(_to_men(self.white), _to_men(self.black), self.roller, dice, self.points, self.holes, tuple(keys))

    def text(self, spelling: str = "guiton") -> str:
        """Write it as one line of the notation (docs/notation.md, section 7)."""
        return write_position(self, spelling)


class Fault(NamedTuple):
    """One thing that cannot be about a position: its kind, and a sentence."""

    kind: str
    message: str


class ImpossiblePosition(ValueError):  # noqa: N818 - the name says it
    """A setup breaks the rules of the board. `faults` holds every reason at once."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults


PARDONABLE = frozenset({"own-corner", "adverse-corner", "shared-point", "points", "bredouille", "rolls"})
"""Kinds of fault with which play can still go on, if the caller says so (a foul that stood, a figure misprinted)."""


def from_setup(setup: Setup, rules: RuleSet | None = None, pardon: Container[str] = ()) -> Position:
    """Check a setup by the rules of the board.

    Fewer than 15 men are a figure in a book and no fault. Kinds in `pardon` are let pass as far as they are `PARDONABLE`. Nothing here
    depends on the flags of `rules`; a setup of a game that is not replayed is refused.

    Raises `ImpossiblePosition` with all faults.
    """
    faults = [fault for fault in _faults(setup, rules) if fault.kind not in pardon or fault.kind not in PARDONABLE]
    if faults:
        raise ImpossiblePosition(tuple(faults))
    white, black = setup.points
    key = setup.key("bredouille")
    alone = (bool(white) and black == 0, bool(black) and white == 0)
    leader = _side(setup.key("leader"))
    return Position(
        white=_counts(setup.white),
        black=_counts(setup.black),
        points=setup.points,
        holes=setup.holes,
        bredouille=(key == "W", key == "B") if white and black else alone,
        lurch=_lurch(setup),
        roller=setup.side,
        leader=leader or "W",
        rolls=_pair(setup.key("rolls")) or (0, 0),
        first=_pair(setup.key("first")),
    )


def _faults(setup: Setup, rules: RuleSet | None) -> list[Fault]:
    """Everything that cannot be, in the order a reader would meet it."""
    faults: list[Fault] = []
    if rules is not None and not rules.replayed:
        faults.append(Fault("rules", f"positions of {rules.name} are not replayed"))
    for side, men in (("W", setup.white), ("B", setup.black)):
        if men is None:
            continue
        name = _NAMES[side]
        if men.total > MEN:
            faults.append(Fault("too-many-men", f"{name} has {men.total} men, and there are {MEN}"))
        if men.off == MEN:
            faults.append(Fault("all-off", f"{name} has borne off all {MEN} men: a new holding begins on the talons"))
        if min(*men.points, men.off, men.bar, men.hand) < 0 or len(men.points) != OFF:
            faults.append(Fault("too-few-men", f"{name} has a point with fewer than no men"))
            continue
        if men.bar or men.hand:
            faults.append(Fault("not-on-board", f"{name} has men on the bar or in the hand, and this game has neither"))
        if men.points[CORNER] == 1:
            faults.append(Fault("own-corner", f"{name} has one man alone on his own corner, which two men take together (M-3)"))
        if men.points[ADVERSE]:
            faults.append(Fault("adverse-corner", f"{name} has a man on the other's corner, where none may stand (M-3)"))
    roller = setup.white if setup.side == "W" else setup.black if setup.side == "B" else None
    if roller is not None and roller.total - roller.off == 0 and roller.off < MEN:
        faults.append(Fault("no-men", f"{_NAMES[setup.side]} is to roll and has no man on the board"))
    if setup.white is not None and setup.black is not None and len(setup.white.points) == len(setup.black.points) == OFF:
        shared = [i for i in range(OFF) if setup.white.points[i] > 0 and setup.black.points[OFF - 1 - i] > 0]
        faults.extend(Fault("shared-point", f"both sides have men on White's {_point(i)} (M-1)") for i in shared)
    for name, points in zip(("White", "Black"), setup.points, strict=True):
        if points is not None and (points % 2 or not 0 <= points <= 10):
            faults.append(Fault("points", f"{name} has {points} points, and points are 0, 2, 4, 6, 8 or 10"))
    for name, holes in zip(("White", "Black"), setup.holes, strict=True):
        if holes is not None and holes < 0:
            faults.append(Fault("holes", f"{name} has {holes} holes"))
    key = setup.key("bredouille")
    if key in SIDES and setup.points[SIDES.index(key)] == 0:
        faults.append(Fault("bredouille", f"{_NAMES[key]} is said to be in bredouille without a point"))
    if setup.key("rolls") is not None and _pair(setup.key("rolls")) is None:
        faults.append(Fault("rolls", f"rolls={setup.key('rolls')} is not two numbers"))
    return faults


def _point(i: int) -> str:
    """Name a point of White's route in the treatises' spelling; only for sentences, where no spelling is asked for."""
    own = i if i < ADVERSE else OFF - 1 - i
    return ("T" if own == 0 else str(own)) + ("" if i < ADVERSE else "'")


def _counts(men: Men | None) -> Counts | None:
    return None if men is None else (*men.points, men.off)


def _to_men(counts: Counts | None) -> Men | None:
    return None if counts is None else Men(counts[:OFF], counts[OFF])


def _side(text: str | None) -> Side | None:
    return "W" if text == "W" else "B" if text == "B" else None


def _pair(text: str | None) -> tuple[int, int] | None:
    """Read `2-1`; None where it is not two numbers."""
    left, dash, right = (text or "").partition("-")
    return (int(left), int(right)) if dash and left.isdigit() and right.isdigit() else None


def _lurch(setup: Setup) -> tuple[bool, bool]:
    """Who may still win the grande bredouille: who holds a marker, else who has holes and the other none."""
    holder = _side(setup.key("banner")) or _side(setup.key("necktie"))
    if holder is not None:
        return holder == "W", holder == "B"
    white, black = setup.holes
    return bool(white) and black == 0, bool(black) and white == 0


def write_position(position: Position, spelling: str = "guiton") -> str:
    """Write a position as the notation does, in the spelling of a record (`guiton`, `route`, `bn`)."""
    from notation.position import write_setup  # noqa: PLC0415 - the grammar is slow to build, and few runs write a position

    return write_setup(position.to_setup(), spelling)


# -- the board drawn -------------------------------------------------------------------------------------------------------------------

_COLUMNS = ("T", *(str(i) for i in range(1, 12)))


def draw(position: Position) -> str:
    """Draw the board in plain characters, White's side below.

    Each column is one point of either side: below it White's own point of that name, above it Black's. `w2` are two white men, `b13`
    thirteen black. `read_diagram` reads it back.
    """
    white, black = position.white, position.black
    far = [_cell(white, 23 - j, black, j) for j in range(12)]
    near = [_cell(white, j, black, 23 - j) for j in range(12)]
    lines = [_row("Black", far), _row("", list(_COLUMNS)), _row("White", near)]
    return "\n".join(lines) + "\n" + _status(position) + "\n"


def _cell(white: Counts | None, i: int, black: Counts | None, j: int) -> str:
    text = "" if white is None or not white[i] else f"w{white[i]}"
    text += "" if black is None or not black[j] else f"b{black[j]}"
    return text or "."


def _row(name: str, cells: list[str]) -> str:
    shown = [f"{cell:>4}" for cell in cells]
    return f"{name:<6}" + "".join(shown[:6]) + " |" + "".join(shown[6:])


def _status(position: Position) -> str:
    """Write the line below the board: who rolls, the score, and whatever else is not as at the start."""
    off = ["?" if men is None else str(men[OFF]) for men in (position.white, position.black)]
    words = [f"roller={position.roller}", f"points={_shown(position.points)}", f"holes={_shown(position.holes)}", f"off={off[0]}-{off[1]}"]
    for name, pair in (("bredouille", position.bredouille), ("lurch", position.lurch)):
        if True in pair:
            words.append(f"{name}=" + "".join(side for side, flag in zip(SIDES, pair, strict=True) if flag))
    words.append(f"leader={position.leader}")
    if position.rolls != (0, 0):
        words.append(f"rolls={position.rolls[0]}-{position.rolls[1]}")
    if position.thrown != ((), ()):
        words.append("thrown=" + "-".join(",".join(f"{a}{b}" for a, b in dice) for dice in position.thrown))
    if position.first is not None:
        words.append(f"first={position.first[0]}{position.first[1]}")
    return " ".join(words)


def _shown(pair: tuple[int | None, int | None]) -> str:
    return "-".join("?" if number is None else str(number) for number in pair)


def read_diagram(text: str) -> Position:
    """Read a board that `draw` drew (or a hand in its manner). Nothing is judged: the men stand where they are drawn.

    Raises `ValueError` where it is no such board.
    """
    rows = [line.split() for line in text.strip().splitlines() if line.strip()]
    by_name = {row[0]: [cell for cell in row[1:] if cell != "|"] for row in rows if row[0] in ("Black", "White")}
    words = dict(word.split("=", 1) for row in rows for word in row if "=" in word)
    if set(by_name) != {"Black", "White"} or any(len(cells) != 12 for cells in by_name.values()):
        raise ValueError("a board has a row Black and a row White of twelve points each")
    white, black = [0] * 25, [0] * 25
    for name, cells in by_name.items():
        for j, cell in enumerate(cells):
            for who, number in _men_in(cell):
                near = name == ("White" if who == "w" else "Black")
                (white if who == "w" else black)[j if near else 23 - j] = number
    off = words.get("off", "0-0").split("-")
    known = [number != "?" for number in off]
    white[OFF], black[OFF] = (int(number) if number != "?" else 0 for number in off)
    numbers = {key: _numbers(words.get(key, "0-0")) for key in ("points", "holes", "rolls")}
    rolls = numbers["rolls"]
    flags = {key: ("W" in words.get(key, ""), "B" in words.get(key, "")) for key in ("bredouille", "lurch")}
    thrown = [tuple((int(dice[0]), int(dice[1])) for dice in part.split(",") if dice) for part in words.get("thrown", "-").split("-")]
    first = words.get("first")
    return Position(
        white=tuple(white) if known[0] else None,
        black=tuple(black) if known[1] else None,
        points=numbers["points"],
        holes=numbers["holes"],
        bredouille=flags["bredouille"],
        lurch=flags["lurch"],
        roller=_side(words.get("roller")) or "?",
        leader=_side(words.get("leader")) or "?",
        rolls=(rolls[0] or 0, rolls[1] or 0),
        thrown=(thrown[0], thrown[1]),
        first=(int(first[0]), int(first[1])) if first else None,
    )


def _numbers(text: str) -> tuple[int | None, int | None]:
    left, _, right = text.partition("-")
    return (None if left == "?" else int(left), None if right == "?" else int(right))


def _men_in(cell: str) -> list[tuple[str, int]]:
    """Read `w2`, `b13`, `w1b1`, `.`."""
    if cell == ".":
        return []
    found: list[tuple[str, int]] = []
    for char in cell:
        if char in "wb":
            found.append((char, 0))
        elif char.isdigit() and found:
            found[-1] = (found[-1][0], 10 * found[-1][1] + int(char))
        else:
            raise ValueError(f"{cell} is no point of a board: w2, b13 or .")
    return found
