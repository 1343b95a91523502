"""The values a replay yields: turns, breaks, checks.

Three layers stay apart in a `Turn`: what was rolled and moved (`dice`, `moves`), what was marked (`marked_roller`, `marked_opponent`,
`pegged_*`), what the rules give (`due`). Judging the gaps between them is the business of `analysis`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notation.record import Die, Game, Ply, Side
    from replay.engine import Due, Jan
    from replay.position import Position
    from replay.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One ply joined to the rules.

    Moves are `(from, to)` on the roller's own route, one a man and in the order written, as the men finally stood (faults mended are put
    right); `placed` is the same as first placed, where that differs. Points are points, holes are holes; None is "not known".
    """

    index: int
    """Place among the turns of this replay, from 0."""
    ply: Ply
    side: Side
    dice: tuple[Die, Die]
    roll_of_holding: int
    """The roller's how-manieth roll of this holding, from 1; 0 where not known."""
    before: Position
    due: Due | None
    """What the rules give; None where dice or board are not known."""
    owed_roller: int | None
    """Points the roller may mark: `due` less the fills, preserves and bearing-off not made (docs/rules.md S-3, S-4, O-5)."""
    owed_opponent: int | None
    """Points the opponent may mark: nothing once the roller has gone or won (docs/rules.md G-3, P-4)."""
    unmade: tuple[Jan, ...]
    """Jans that were due for a play that was not made."""
    moves: tuple[tuple[int, int], ...]
    placed: tuple[tuple[int, int], ...]
    verdict: str
    """`legal`, `illegal` (stood all the same), `mended` (a fault put right: `moves` are legal), `none` (no play was called for: gone, match
    won), `unknown` (the record or the board does not tell)."""
    why: str
    """Why a play is not legal, in one sentence with the rule's section; empty where it is."""
    marked_roller: int | None
    """Points the roller marked, as put right (`+8~4` is 4); None not known."""
    marked_opponent: int | None
    stood_roller: int | None
    """Points that stayed on the board: `marked_roller`, put back where a school was taken for marking too much."""
    stood_opponent: int | None
    assumed: bool
    """`Marks "none"` and nothing written: what was due is taken as marked."""
    claimed_roller: int | None
    """Points the roller had from claims on this roll (counter-schools, false schools of the opponent); None not known (`school ?`)."""
    claimed_opponent: int | None
    made_roller: int
    """Holes that the roller's marks make by the rules of marking (bredouille counted)."""
    made_opponent: int
    pegged_roller: int
    """Holes pegged: `made_roller` unless the record says otherwise (`holes 1`, `+1h4`)."""
    pegged_opponent: int
    decision: str
    """`hold`, `go`, `mark`, `refait`, `concede`, `suspend` for a hole of the roller's own; empty where none was due.

    `hold` also where it is only understood (he plays on)."""
    bore_off: bool
    """The roller's last man went off: a new holding begins and he rolls again."""
    after: Position

    @property
    def made(self) -> tuple[int | None, int | None]:
        """Holes that the marks of roller and opponent make; None where points not known are marked, or points are added to such."""
        before = None not in self.before.points
        known = self.stood_roller == 0 or (before and self.stood_roller is not None)
        other = self.stood_opponent == 0 or (before and known and self.stood_opponent is not None)
        return self.made_roller if known else None, self.made_opponent if other else None

    @property
    def pegged(self) -> tuple[int | None, int | None]:
        """Holes that roller and opponent pegged; None where neither the record says them nor it is known what the marks make."""
        made = self.made
        return self.pegged_roller or (None if made[0] is None else 0), self.pegged_opponent or (None if made[1] is None else 0)


@dataclass(frozen=True, slots=True)
class Break:
    """Where the record cannot be followed: the men are not known from here to the next `@position` or holding.

    `kind`: `unknown-play` (the record itself says `?`), `lost` (`@lost`), `error` (a line in error), `impossible-play` (no such man, or no
    such place), `impossible-position`, `rules` (a rule set that is not replayed). Only the last four are faults of the record.
    """

    kind: str
    line: int
    ply: int | None
    message: str
    position: Position
    """The untouched position before it."""


@dataclass(frozen=True, slots=True)
class Check:
    """What the record says it came to (`=`, `@position`, `@won`, result) against what the replay came to."""

    kind: str
    line: int
    ply: int | None
    stated: str
    replayed: str
    agrees: bool
    stake: float | None = None
    """The amount between the two, where there is one (docs/findings.md); positive where the record gives a winner too much."""
    unit: str = ""
    """Of `stake`: `jetons`, `fish`, `stakes`, `money`."""
    who: str = ""
    """The player it is about, by name, where that is not the roller of `ply`."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game rebuilt: every turn, and everything that could not be trusted."""

    game: Game
    rules: RuleSet
    turns: tuple[Turn, ...]
    breaks: tuple[Break, ...]
    checks: tuple[Check, ...]
    final: Position
    winner: Side | None
    """Who won the match by the pegs, None where nobody did (or three accounts and more)."""
