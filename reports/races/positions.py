"""`score`, `plays` and `chances` of one position of bräde or Dutch TricTrac: what a throw allows, how it can end the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from notation.position import parse_setup, write_setup
from notation.writer import write_play
from replay.cousins.game import book_of
from replay.cousins.walks import plays_of
from replay.rules import RULE_SETS, with_variant
from reports.console import fail, print_, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from notation.record import Setup, Side

MOST = 2000
"""Plays that are listed; a throw of 1-2 in Dutch TricTrac has tens of thousands."""

FOLLOWS = {"again": "throws again", "nabeurt": "all men off; the other has his last turn (nabeurt)"}
"""What may come behind a play of Dutch TricTrac, in words (docs/rules.md N-3, N-13)."""


class Placed(NamedTuple):
    """A position with the book of its game. The values of a book belong to each other, which no annotation says of both games at once."""

    book: Any
    position: Any
    setup: Setup
    side: Side

    def after(self, answer: Any) -> str:
        """The board that a play leaves, as a record writes it."""
        position, side = self.book.next_turn(answer, self.side)
        if self.book.end(answer, self.side) is not None:
            position, side = answer.position, self.side
        setup = self.book.setup(position, side)
        return write_setup(setup, "route", self.book.name)


def _placed(text: str, rules: str, variant: str) -> Placed:
    """The position of a line of text; what is wrong with it is told."""
    book: Any = book_of(with_variant(RULE_SETS[rules], variant))
    try:
        setup = parse_setup(text, "route", rules)
        position = book.place(setup)
    except ValueError as fault:
        raise fail(f"this position cannot be: {fault}") from None
    return Placed(book, position, setup, setup.side)


def case(rules: str, variant: str) -> Callable[[dict[str, Any]], dict[str, object]]:
    """What answers the rows of `score --batch` by these rules."""
    from replay.cousins.cases import race_case  # noqa: PLC0415 - only a batch needs it

    rule_set = with_variant(RULE_SETS[rules], variant)
    return lambda row: race_case(row, rule_set)


def plays(text: str, dice: Callable[[Setup], tuple[int, int]], rules: str, variant: str, *, as_json: bool) -> None:
    """Every result of a legal play: one way to play it, the board it leads to, how it ends the game or what it gives (`FOLLOWS`)."""
    placed = _placed(text, rules, variant)
    thrown = dice(placed.setup)
    results = placed.book.legal(placed.position, thrown)
    for result in results[:MOST]:
        men = plays_of(result.steps)
        words = " ".join(write_play(play, "route", placed.side) for play in men)
        answer = placed.book.play(placed.position, thrown, men)
        end = placed.book.end(answer, placed.side)
        ending = " ".join(placed.book.spoken(end)) or "won" if end else ""
        if end is not None and end.winner != placed.side:
            ending = "lost"
        follows = placed.book.follows(answer)
        if as_json:
            won = {"winner": end.winner if end else None, "value": end.value if end else 0}
            say({"play": words, "position": placed.after(answer), "ending": ending or None, **won, "next": follows or None})
        else:
            told = f"  {ending}, {end.value}" if end else f"  {FOLLOWS[follows]}" if follows else ""
            print_(f"{words or 'no play':<32} {placed.after(answer)}{told}")
    if len(results) > MOST and not as_json:
        print_(f"and {len(results) - MOST} more")


def score(text: str, dice: Callable[[Setup], tuple[int, int]], rules: str, variant: str, *, as_json: bool) -> None:
    """What a throw allows: how many results, the dearest ending, the least of the dice that are lost."""
    placed = _placed(text, rules, variant)
    thrown = dice(placed.setup)
    row = _row(placed, thrown)
    if as_json:
        say({"type": "score", "position": write_setup(placed.setup, "route", rules), "side": placed.side, **row})
        return
    print_(f"{'White' if placed.side == 'W' else 'Black'} throws {thrown[0]}-{thrown[1]}: {_told(row)}")
    for sentence in placed.book.doubts(placed.position):
        print_(f"  doubtful: {sentence}")


def chances(text: str, rules: str, variant: str, *, as_json: bool) -> None:
    """The same of all 36 throws."""
    placed = _placed(text, rules, variant)
    for high in range(6, 0, -1):
        for low in range(high, 0, -1):
            row = _row(placed, (high, low))
            if as_json:
                say({"of_36": 1 if high == low else 2, **row})
            else:
                print_(f"{high}-{low}  {1 if high == low else 2} of 36  {_told(row)}")


def _row(placed: Placed, dice: tuple[int, int]) -> dict[str, object]:
    """What a throw allows in a position."""
    results = placed.book.legal(placed.position, dice)
    value, called, play = placed.book.dearest(placed.position, dice)
    best = max(results, key=lambda result: len(result.steps))
    answer = placed.book.play(placed.position, dice, plays_of(best.steps))
    return {
        "dice": list(dice),
        "results": len(results),
        "lost": answer.lost,
        "value": value,
        "ending": called or None,
        "play": play or None,
    }


def _told(row: dict[str, object]) -> str:
    """A row in words."""
    lost = f", {row['lost']} of the steps lost" if row["lost"] else ""
    ending = f"; the dearest ending is {row['ending']}, {row['value']}: {row['play']}" if row["ending"] else ""
    return f"{row['results']} legal result{'' if row['results'] == 1 else 's'}{lost}{ending}"
