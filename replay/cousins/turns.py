"""The values a replay of bräde or Dutch TricTrac yields: turns, games of the match, breaks.

They are what `replay.turns` is for trictrac. Boards are `Setup`s, as a record writes them, so that whoever shows or counts a turn needs to
know neither game; what a throw did is told in sentences and counted in jans by the book of the game (`replay.cousins.game`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from notation.record import Die, Game, Ply, Setup, Side
    from replay.cousins.walks import Step
    from replay.rules import RuleSet
    from replay.turns import Check


class RaceJan(NamedTuple):
    """One thing that happened on a throw, to be shown or counted.

    `code` is the book's (`Brade.jans`, `Dutch.jans`); `side` whose it is; `number` how many (men hit, steps lost); `value` the points
    or games it is worth (0 for what is only counted); `words` what the game calls it; `rule` the section of docs/rules.md.
    """

    code: str
    side: Side
    number: int
    value: int
    words: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceTurn:
    """One ply joined to the rules of its game."""

    index: int
    """Place among the turns of this replay, from 0."""
    game: int
    """Which game of the match, from 1."""
    turn_of_game: int
    """The how-manieth throw of this game, from 1; 0 where the record has gaps before it."""
    ply: Ply
    side: Side
    dice: tuple[Die, Die]
    expected: Side
    """Whose throw it was by the rules; `?` where nobody can tell."""
    before: Setup | None
    """The board before the throw, `side` to throw, with the score of the match; None where it is not known."""
    after: Setup | None
    """The board after it, with who throws next; None where it is not known."""
    verdict: str
    """`legal`, `illegal` (stood all the same), `none` (no play was called for: the game was over), `unknown`."""
    why: str
    """Why a play is not legal, in one sentence with the section of docs/rules.md; empty where it is."""
    fault: str
    """What kind of fault an illegal play is: one of `replay.cousins.walks.FAULTS`; empty where it is legal."""
    rule: str
    """The section of docs/rules.md that an illegal play breaks."""
    moves: tuple[Step, ...]
    """The men as they were finally moved, step by step; of an illegal play as written (`die` 0)."""
    told: tuple[str, ...]
    """What the throw did, in sentences with sections of docs/rules.md."""
    jans: tuple[RaceJan, ...]
    """How the game ended, if it did, then everything that is counted."""
    again: bool
    """The same player throws once more."""
    hits: int
    """Men hit alone."""
    bursts: int
    """Bands burst."""
    lost: int
    """Dice of the throw that were not used and could not be (*fåtade*)."""
    reduction: int
    """Pips of the dice that men borne off did not need (bräde, docs/rules.md 6.5)."""
    bar: int
    """Men of the other side on the bar after the throw; 0 where the board is not known."""
    jan_blots: int
    """Janblottor that the player leaves out (bräde, docs/rules.md 6.6)."""
    winner: Side | None
    """Who has won the game with this throw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceGame:
    """How one game of the match went.

    `won_by` says what decided it: `play` (a throw), `word` (`@won` alone: given up, lost by the clock, or without plies), empty where
    nothing did. `turns` are the indices of its first turn and of the one behind its last.
    """

    number: int
    """From 1, as they stand in the record; `@game` may have begun with another."""
    line: int
    """Where the record decides it, or its last line."""
    turns: tuple[int, int]
    winner: Side | None
    kind: str
    """Code of the ending (`hemspel`, `jan`, `win`, `nabeurt`, …); a word of `@won` (`resigned`, `time`); empty where not known."""
    munk: bool
    value: int | None
    """Points (bräde) or games (Dutch TricTrac) to the winner; None where not known."""
    won_by: str
    words: str
    """The ending as the game calls it: `jan`, `hemspel with munk`."""


@dataclass(frozen=True, slots=True)
class RaceBreak:
    """Where the record cannot be followed, as `replay.turns.Break`; `setup` is the board before it, None where that was not known."""

    kind: str
    line: int
    ply: int | None
    message: str
    setup: Setup | None


@dataclass(frozen=True, slots=True)
class RaceReplay:
    """A match rebuilt: every turn, every game, and everything that could not be trusted."""

    game: Game
    rules: RuleSet
    turns: tuple[RaceTurn, ...]
    breaks: tuple[RaceBreak, ...]
    checks: tuple[Check, ...]
    games: tuple[RaceGame, ...]
    score: tuple[int | None, int | None]
    """Points of the match (bräde), games (Dutch TricTrac): White's, Black's; None where the record does not tell."""
    won: tuple[int | None, int | None]
    """Games won, White's and Black's."""
    length: int
    """Games of the match by the tag `Length`; 1 where there is none and the record tells of one game, else 0 (not said)."""
    final: Setup | None
    """The board after the last line; None where it is not known."""
    winner: Side | None
    """Who has won the match; None where it is not over, or nobody can tell."""
