"""Which of several ways a man went, by what the record tells behind it.

A man whose landings are not written (`1/11` with 6-4) may have hit one man or another on his way. What follows in the record mostly says
which: the throws that can be played, the next position.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from notation.record import Event, Lost, Ply
from replay.cousins.walks import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from notation.record import Entry, Setup, Side

Way = TypeVar("Way")
AHEAD: Final = 40
"""Throws that are looked at."""


def preferred(ranked: Sequence[tuple[int, Way]]) -> Way:
    """The first of several plays that the men written can be, best first, with those that come to other boards as its `others`."""
    said, first = ranked[0]
    best: Any = first
    others: dict[Any, tuple[int, Any]] = {}
    for rank, one in ranked[1:]:
        other: Any = one
        if other.position != best.position:
            others.setdefault(other.position, (rank, other))
    if not others:
        return first
    as_good = sum(rank == said for rank, _ in others.values())
    chosen: Way = replace(best, others=tuple(one for _, one in others.values()), as_good=as_good)
    return chosen


def borne_out(book: Any, ways: Sequence[Any], side: Side, following: Iterable[Entry]) -> list[Any]:
    """The ways that what follows in the record bears out, at least one; all of them where nothing tells.

    `ways` are plays of `side`, and stay in their order.
    """
    live = [(way, book.next_turn(way, side) if book.end(way, side) is None else None) for way in ways]
    seen = 0
    for entry in following:
        if isinstance(entry, Lost) or (isinstance(entry, Event) and (entry.error is not None or entry.word in ("game", "lead", "lost"))):
            break
        if isinstance(entry, Ply):
            further = _played(book, live, entry)
            seen += 1
        elif isinstance(entry, Event) and entry.word == "position" and entry.setup is not None:
            further = [(way, at) for way, at in live if at is None or _stands(book, at, entry.setup)]
        elif isinstance(entry, Event) and entry.word == "won":
            further = [(way, at) for way, at in live if at is None]
        else:
            continue
        live = further or live
        if len(live) == 1 or not further or seen == AHEAD:
            break
    return [way for way, _ in live]


def _played(book: Any, live: Sequence[tuple[Any, Any]], ply: Ply) -> list[tuple[Any, Any]]:
    """The ways on whose boards a throw can be played as it is written, each with the board behind it."""
    found = []
    high, low = ply.body.dice
    for way, at in live:
        if at is None or at[1] != ply.side or ply.error is not None or high is None or low is None or ply.body.plays_unknown:
            continue
        answer = book.play(at[0], (high, low), ply.body.plays)
        if not isinstance(answer, Refusal):
            found.append((way, book.next_turn(answer, ply.side) if book.end(answer, ply.side) is None else None))
    return found


def _stands(book: Any, at: tuple[Any, Side], setup: Setup) -> bool:
    """Whether a position written is the board of a way, as far as it tells the men."""
    here = book.setup(*at)
    return all(told is None or told == men for told, men in ((setup.white, here.white), (setup.black, here.black)))
