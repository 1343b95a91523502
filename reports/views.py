"""What the player pages and the archive's index show, as plain values; and the columns they are filled from.

The fills are in `reports.dossier` (one player) and `reports.catalogue` (the index); what is counted for them is counted in
`analysis.summary`. They take rows of the four tables as plain dicts and read these columns; further columns do no harm, and one that is
missing or None counts as nothing.

games     file, game, white, black, date, rules, winner, turns, known, breaks, errors, findings, white_holes, black_holes, perfect_winner
plies     file, game, turn, ply, side, player, opponent, high, low, known by due_roller, owed_roller, owed_opponent, assumed,
          pegged_roller, pegged_opponent, decision; for boards own_1 … own_8, other_1 … other_8 and the score before the roll
          (own_points, own_holes, other_points, other_holes); if there, moves (`0-6 3-6` on the roller's route)
jans      file, game, turn, side, player (whose jan it is), roller, phase, jan, points, place, doublet, status
findings  file, game, turn, ply, kind, side, player, points, school, school_points, claimed_points, rule, message, told, cost_points,
          cost_holes, changes_match

A game is known by `file#game` (`game_key`), in `Links.games` too. All are columns of `analysis.columns`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from analysis.rates import Rate
    from analysis.summary import Against, Chosen, PlayerCount


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses a page may use, all optional: the index, the rules, the pages of players (by name) and of games (by `game_key`).

    `downloads` are files to carry inside the page (label, file name, media type, text), `versions` stand at its foot.
    """

    home: str = ""
    rules: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)
    downloads: tuple[tuple[str, str, str, str], ...] = ()
    versions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class JanRate:
    """One jan of a player: how often due per roll, the same in the archive, times marked of those that could be, and points likewise."""

    code: str
    name: str
    frequency: Rate
    archive: Rate | None
    marked: Rate
    points: Rate
    chart: Markup


@dataclass(frozen=True, slots=True)
class HeatCell:
    """Points missed of points due, for one jan in one phase; `level` 0 to 4 is the depth of the tint."""

    missed: int
    due: int
    level: int


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One jan over the phases, in the order of `PlayerView.phases`."""

    name: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line of the school ledger: words, times, points."""

    label: str
    times: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorView:
    """A costly fault, or a school well sent."""

    kind: str
    game: str
    game_label: str
    ply: int
    message: str
    rule: str
    points: int
    cost_points: int
    cost_holes: int
    changes_match: bool
    school: str
    board: Markup | None
    spelling: str


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list. `outcome` is `won`, `lost` or empty; it, accuracy and faults are the player's in a player's list."""

    game: str
    label: str
    date: str
    players: tuple[str, ...]
    rules: str
    """The rule set, and the form where the record names one."""
    standing: str
    """What each side has in the end, in à écrire, combiné and the pools; empty where they are not over."""
    by_holes: bool
    """Whether holes decide it."""
    white_holes: int | None
    black_holes: int | None
    outcome: str
    accuracy: Rate
    faults: int
    judged: Rate
    errors: int
    gaps: int
    turned: bool
    """Whether one mistake, or all of them, put right would have given the match to the other side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """All a player page shows."""

    name: str
    games: int
    won: int
    lost: int
    rolls: int
    judged: Rate
    first_date: str
    last_date: str
    rules: tuple[tuple[str, int], ...]
    accuracy: Rate
    accuracy_archive: Rate | None
    suffered: int
    sent: int
    unnoticed: int
    holes_lost: int
    trend: Markup
    jans: tuple[JanRate, ...]
    phases: tuple[str, ...]
    heat: tuple[HeatRow, ...]
    ledger: tuple[LedgerLine, ...]
    costliest: tuple[ErrorView, ...]
    vigilant: tuple[ErrorView, ...]
    choices: tuple[Chosen, ...]
    opponents: tuple[Against, ...]
    game_lines: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """A line of the ledger of what could not be read or followed."""

    file: str
    line: int
    column: int
    kind: str
    warning: bool
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexView:
    """All the index of an archive shows."""

    title: str
    files: int
    games: int
    players: int
    rolls: int
    judged: Rate
    accuracy: Rate
    faults: int
    claimed: int
    let_go: int
    turned: int
    """Games that one mistake decided."""
    game_lines: tuple[GameLine, ...]
    games_left_out: int
    player_lines: tuple[PlayerCount, ...]
    jans: tuple[JanRate, ...]
    dice: Markup
    doublets: Rate
    failures: tuple[Failure, ...]
    failures_left_out: int
    failure_kinds: tuple[tuple[str, int], ...]
