"""Who plays in a record, by side and by name: two keep their colours, more take turns at the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from reports.words import Names, tame

if TYPE_CHECKING:
    from collections.abc import Callable

    from notation.record import Game, Side
    from replay.forms.followed import Joined

SIDES: tuple[Side, Side] = ("W", "B")
PAIR = 2


def side_names(game: Game, joined: Joined | None) -> Names:
    """The players by side; where they take turns, all who sat on it."""
    if joined is None or joined.agreed.form.players < 3:
        return Names(tame(game.white), tame(game.black))
    pairs = [joined.agreed.seated, *(seat.players for seat in joined.seats)]
    white, black = (", ".join(dict.fromkeys(tame(joined.agreed.names[pair[side]]) for pair in pairs)) for side in (0, 1))
    return Names(white, black)


def names_at(names: Names, joined: Joined | None, line: int) -> Names:
    """The players by side on a line of the record."""
    if joined is None or joined.agreed.form.players < 3:
        return names
    white, black = joined.names_at(line)
    return Names(tame(white), tame(black))


class Person(NamedTuple):
    """One who plays: the name, alone and with his colour where he keeps it, and whether a side is his on a line of the record."""

    name: str
    told: str
    letter: str
    """`w` or `b`, empty where he sits now here and now there."""
    sits: Callable[[object, int], bool]


def people(names: Names, joined: Joined | None) -> tuple[Person, ...]:
    """Everybody who plays: White and Black, or where more take turns, each by name."""
    if joined is None or joined.agreed.form.players <= PAIR:
        return (
            Person(names.white, names.of("W"), "w", lambda side, _: side == "W"),
            Person(names.black, names.of("B"), "b", lambda side, _: side == "B"),
        )
    return tuple(_person(name, joined) for name in joined.agreed.names)


def _person(name: str, joined: Joined) -> Person:
    """One of more than two, who sits now as White and now as Black."""

    def sits(side: object, line: int) -> bool:
        return side in SIDES and joined.names_at(line)[side == "B"] == name

    return Person(tame(name), tame(name), "", sits)
