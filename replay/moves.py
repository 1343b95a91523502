"""From the plays of a record to men on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from notation.record import Body, Play

Move: TypeAlias = tuple[int, int]
"""One man, `(from, to)` on the roller's own route, 24 off."""


def placed(body: Body) -> tuple[Move, ...]:
    """The men as they were first placed: faults stand, a mere touch moves nobody. Men put back by `~` are not repeated here."""
    return tuple(move for play in body.plays for move in _first(play))


def settled(body: Body) -> tuple[Move, ...]:
    """The men as they finally stood: `T/7~6` is `T/6`, `T/5~T` nothing, `T/7~` (a fault left) `T/7`."""
    return tuple(move for play in body.plays for move in _last(play))


def touched(body: Body) -> tuple[int, ...]:
    """The places of the men that had been touched when the last fault of the line was put right; none on a line without a fault."""
    faults = [i for i, play in enumerate(body.plays) if play.fault]
    return tuple(play.start for play in body.plays[: faults[-1] + 1] for _ in range(play.times)) if faults else ()


def _first(play: Play) -> list[Move]:
    return [(play.start, play.way[-1].place)] * play.times if play.way else []


def _last(play: Play) -> list[Move]:
    if play.mended is None:
        return _first(play)
    if play.mended == play.start:
        return []
    return [(play.start, play.mended)] * (play.times if play.way else 1)
