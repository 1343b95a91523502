"""Who has the lead of a match of holes by what `@lead` tells of the throws (docs/rules.md 2.8, 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notation.record import Event, Game, Side, Throw


def by_throws(event: Event, game: Game) -> Side | None:
    """The side that threw higher; None where the throws are not two, one of them is not known, or they are equal and settle nothing.

    Who threw is a side, or a player by his name. One die each or two: what is compared is the sum.
    """
    thrown = {thrower(throw, game): sum(die or 0 for die in throw.dice) for throw in event.throws if None not in throw.dice}
    if len(event.throws) != len(thrown) or set(thrown) != {"W", "B"} or thrown["W"] == thrown["B"]:
        return None
    return "W" if thrown["W"] > thrown["B"] else "B"


def thrower(throw: Throw, game: Game) -> Side | None:
    """The side of who threw, told as a side or by his name; None for somebody who does not sit here."""
    if throw.who in {"W", "B"} and not throw.named:
        return "W" if throw.who == "W" else "B"
    return "W" if throw.who == game.white else "B" if throw.who == game.black else None


def settles_nothing(event: Event) -> bool:
    """Whether one throw of coupe et dés was a double, and has to be made again."""
    return event.dice is not None and None not in event.dice and event.dice[0] == event.dice[1]
