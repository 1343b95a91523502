"""The values an audit yields: findings, what each cost, and the score tracks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from notation.record import Side
    from replay.forms.followed import Joined


class Mark(NamedTuple):
    """The score after one ply: points and holes of White, then of Black; None not known."""

    turn: int
    ply: int
    white_points: int | None
    white_holes: int | None
    black_points: int | None
    black_holes: int | None


@dataclass(frozen=True, slots=True)
class Track:
    """A score over the turns, and where it stops being defined.

    `first_differs` and `undefined_from` are indices of turns; `reason` says why nothing is defined from there (a hold or go on a hole that
    would not have been there, another board). `winner` is who wins on this track, None where it does not tell.
    """

    marks: tuple[Mark, ...]
    first_differs: int | None = None
    undefined_from: int | None = None
    reason: str = ""
    winner: Side | None = None
    won_at: int | None = None
    """Index of the turn that wins."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a fault cost the side that made it: that finding alone put right, the rest as played.

    `points` is the swing at the moment of the fault (own points lost plus points given away). `holes` is the swing in holes (own less the
    other's) at the last turn where the put-right track is defined. Either is None where the record does not tell. `changes_match`: the
    put-right track has another winner than the record.
    """

    points: int | None
    holes: int | None
    track: Track
    changes_match: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One judged fact of a turn.

    Kinds are the rows of `analysis.kinds.KINDS` (each with its rule of docs/rules.md). `side` is who is at fault, `gained` who gained by it
    (None nobody). `points` and `holes` are the amount at fault. `school` says what became of the school: `` (none arises), `due` never
    stands alone: `claimed`, `let-go`, `wrong-amount`, `denied` (answered by a false school that stood), `raised`. `told` marks what the
    record itself tells and that changed nothing (a fault mended, a going taken back).
    """

    kind: str
    turn: int
    """Index of the turn, -1 where the finding belongs to the game as a whole."""
    ply: int | None
    """Number of the roll as written, None where the finding belongs to the game as a whole."""
    line: int
    side: Side
    gained: Side | None = None
    points: int | None = 0
    """Points at fault; None where the record does not tell (`school ?`)."""
    holes: int = 0
    school: str = ""
    school_points: int | None = 0
    """Points of the school due, 0 where none arises; None where the record does not tell."""
    claimed_points: int | None = 0
    """Points that were in fact marked for it, None where the record does not tell."""
    jans: tuple[str, ...] = ()
    """Codes of the jans concerned."""
    rule: str = ""
    """Section of docs/rules.md."""
    message: str = ""
    """One sentence for people: places, arithmetic, rule."""
    told: bool = False
    cost: Cost | None = None
    stake: float | None = None
    """The amount at stake in the accounts of a form (docs/findings.md), in `unit`; None where there is none to tell."""
    unit: str = ""
    """Of `stake`: `jetons`, `fish`, `stakes`, `money`."""


@dataclass(frozen=True, slots=True)
class Audit:
    """The audit of one game: findings worst first, the two tracks, and the accounts of its form where it has any."""

    findings: tuple[Finding, ...]
    played: Track
    perfect: Track
    joined: Joined | None = None
