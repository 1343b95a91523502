"""An evening in parts: the rolls of each mark, or match of a pool, on a page of their own, so that no page of a long match is heavy.

The page of the match keeps everything else, and of every roll its number, in the place where its board would stand: whatever leads to a
roll leads there, and from there to the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from replay.forms.results import DrainWon, FillWon, MarkWon
from reports.reel import BreakView, TurnView
from reports.words import tame

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from replay.forms.followed import Joined

LONG: Final = 120
"""Rolls from which on a match is shown in parts, and a mark cut in two."""
FEWEST: Final = 50
"""Rolls of a part, unless it is the last: short marks go together."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some marks of a match, or matches of a pool: what it is called, the file of its page, its rolls with the words between them."""

    title: str
    page: str
    items: tuple[TurnView | BreakView, ...]
    seated: tuple[str, ...] = ()
    """Who sat as White and as Black, in order: `Aurore (White) and Basile (Black)`."""

    @property
    def rolls(self) -> tuple[TurnView, ...]:
        """The rolls alone."""
        return tuple(item for item in self.items if isinstance(item, TurnView))

    @property
    def span(self) -> str:
        """Its first and last roll, as numbered."""
        rolls = self.rolls
        return f"{rolls[0].number} to {rolls[-1].number}" if len(rolls) > 1 else str(rolls[0].number)


def parts_of(reel: Sequence[TurnView | BreakView], joined: Joined | None, name: str) -> tuple[Part, ...]:
    """The parts of a match of which a form was played; none where one page is enough. `name` is the file of its page.

    A part ends with a roll that ended a mark or a match, and has what the record says behind that roll.
    """
    if joined is None or sum(isinstance(item, TurnView) for item in reel) < LONG:
        return ()
    ends = {ended.line for ended in joined.ended if ended.ply is not None and isinstance(ended.result, (MarkWon, FillWon, DrainWon))}
    marks = any(isinstance(ended.result, MarkWon) for ended in joined.ended)
    groups: list[list[TurnView | BreakView]] = [[]]
    counted: list[int] = [0]
    full = False
    for item in reel:
        if full and isinstance(item, TurnView):
            groups.append([])
            counted.append(0)
            full = False
        groups[-1].append(item)
        if item.line in ends and isinstance(item, TurnView):
            counted[-1] += 1
            full = sum(isinstance(each, TurnView) for each in groups[-1]) >= FEWEST
    word, first = "mark" if marks else "match", _first(joined)
    found: list[tuple[str, list[TurnView | BreakView]]] = []
    for group, number in zip(groups, counted, strict=True):
        last = first + number - 1 + _goes_on(group, ends)
        title = f"{word.capitalize()} {first}"
        if last > first:
            title = f"{word.capitalize()}{'s' if marks else 'es'} {first} {'and' if last == first + 1 else 'to'} {last}"
        cut = _cut(group)
        found += [(title if len(cut) == 1 else f"{title}, part {at} of {len(cut)}", each) for at, each in enumerate(cut, 1)]
        first = last + 1
    if len(found) < 2:
        return ()
    stem = name.removesuffix(".html")
    return tuple(Part(title, f"{stem}.rolls-{at}.html", tuple(items), _seated(items, joined)) for at, (title, items) in enumerate(found, 1))


def _seated(items: Sequence[TurnView | BreakView], joined: Joined) -> tuple[str, ...]:
    """Who sat at the board during some rolls, each pair once."""
    pairs = (joined.names_at(item.line) for item in items if isinstance(item, TurnView))
    return tuple(dict.fromkeys(f"{tame(white)} (White) and {tame(black)} (Black)" for white, black in pairs))


def _goes_on(group: Sequence[TurnView | BreakView], ends: Collection[int]) -> bool:
    """Whether the last roll of a part did not end anything."""
    return next((item.line not in ends for item in reversed(group) if isinstance(item, TurnView)), False)


def _cut(group: list[TurnView | BreakView]) -> list[list[TurnView | BreakView]]:
    """A long mark in parts of about as many rolls."""
    rolls = sum(isinstance(item, TurnView) for item in group)
    parts = -(-rolls // LONG)
    found: list[list[TurnView | BreakView]] = [[]]
    count = 0
    for item in group:
        if isinstance(item, TurnView):
            if count and count * parts // rolls != (count - 1) * parts // rolls:
                found.append([])
            count += 1
        found[-1].append(item)
    return found


def _first(joined: Joined) -> int:
    """The number of the first mark whose rolls are written, or of the first match."""
    rolled = (ended for ended in joined.ended if ended.ply is not None and isinstance(ended.result, (MarkWon, FillWon, DrainWon)))
    first = next(rolled, None)
    if first is not None and isinstance(first.result, MarkWon):
        return first.result.mark
    matches = [ended for ended in joined.ended if isinstance(ended.result, (FillWon, DrainWon))]
    return 1 if first is None else matches.index(first) + 1
