"""Matches of bräde: an odd number of games, the points added, a tie decided by the better games (docs/rules.md 6.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from replay.cousins.brade import Ending

Player = Literal["W", "B"]


class Won(NamedTuple):
    """One game: who won it, and how."""

    winner: Player
    ending: Ending


_BEAUTIFUL: Final = frozenset({"enkelt_kronspel", "dubbelt_kronspel", "trappspel", "uppspel"})


def tier(ending: Ending) -> int:
    """How high a game stands when points are equal: sprängjan 6, jan 5, a beautiful game 4 or 3, hemspel 2 or 1 (with munk or not)."""
    if ending.kind == "sprangjan":
        return 6
    if ending.kind == "jan":
        return 5
    return (3 if ending.kind in _BEAUTIFUL else 1) + ending.munk


def points(games: Iterable[Won]) -> tuple[int, int]:
    """White's points and Black's."""
    white = black = 0
    for game in games:
        if game.winner == "W":
            white += game.ending.value
        else:
            black += game.ending.value
    return white, black


def winner(games: Sequence[Won], length: int) -> Player | None:
    """Who has won a match of so many games; None while games are to be played.

    Raises `ValueError` for a length that is not odd, or more games than that.
    """
    if length < 1 or length % 2 == 0:
        raise ValueError(f"a match is of an odd number of games, not {length} (6.7)")
    if len(games) > length:
        raise ValueError(f"{len(games)} games in a match of {length} (6.7)")
    if len(games) < length:
        return None
    white, black = points(games)
    if white == black:  # an odd number of games cannot give both the same tiers
        ranked = [sorted((tier(game.ending) for game in games if game.winner == side), reverse=True) for side in ("W", "B")]
        return "W" if ranked[0] > ranked[1] else "B"
    return "W" if white > black else "B"


def beginner(games: Sequence[Won], first: Player) -> Player:
    """Who begins the next game: he who threw lowest for the first, then the loser of the game before (6.1)."""
    if not games:
        return first
    return "B" if games[-1].winner == "W" else "W"
