"""Matches of bräde and Dutch TricTrac played by their players and written as records, for the tests of pages."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from notation.reader import read_text
from notation.writer import write_play
from replay.cousins import brade_player, dutch_player
from replay.cousins.game import Brade, Dutch
from replay.cousins.walks import plays_of

if TYPE_CHECKING:
    from notation.record import Game

BOOKS: dict[str, tuple[Any, Any]] = {"brade": (Brade(), brade_player), "trictrac-nl": (Dutch(), dutch_player)}


@cache
def match_text(rules: str, seed: int = 1, games: int = 1, white: str = "Anna", black: str = "Bo", most: int = 0) -> str:
    """The record of a match; with `most` it breaks off after so many throws of each game."""
    book, player = BOOKS[rules]
    rng = Random(seed)
    lines = [f'[White "{white}"]', f'[Black "{black}"]', f'[Date "1998.05.0{seed}"]', f'[Rules "{rules}"]', f'[Length "{games}"]', ""]
    number, lead = 0, "W"
    for game in range(1, games + 1):
        lines.append(f"@game {game}")
        position, side = book.start(), lead
        for _ in range(most or 4000):
            number += 1
            low, high = sorted((rng.randint(1, 6), rng.randint(1, 6)))
            dice = (4, 3) if rules == "trictrac-nl" and (low, high) == (1, 2) else (high, low)  # 1-2 has thousands of results
            plays = plays_of(player.pick(rng, book.legal(position, dice)).steps)
            answer = book.play(position, dice, plays)
            words = " ".join(write_play(play, "route", side) for play in plays)
            lines.append(f"{number}. {side} {dice[0]}-{dice[1]} {words}".rstrip())
            winner = book.winner(answer, side)
            if winner:
                lead = "B" if winner == "W" else "W"
                break
            position, side = book.next_turn(answer, side)
    return "\n".join([*lines, "*", ""])


def match(rules: str, **told: Any) -> Game:
    """The same, read."""
    return next(iter(read_text(match_text(rules, **told), f"{rules}-{told.get('seed', 1)}.tgn")))
