"""How a record of a form opens: the order its accounts are read in, who has no stake, who begins (docs/rules.md 5.5, 5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from notation.record import Event as Line
from notation.record import Ply

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notation.record import Entry

SIDES: Final = ("W", "B")
ENDS: Final = ("won", "position", "lost", "game")
"""Lines behind which a record is under way."""


def opening(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """What stands before the first roll, result or position."""
    for at, entry in enumerate(entries):
        if isinstance(entry, Ply) or (isinstance(entry, Line) and entry.word in ENDS):
            return tuple(entries[:at])
    return tuple(entries)


def resumed(entries: Sequence[Entry]) -> Line | None:
    """The `@mark` a record goes on with that tells nothing of the marks before; None where it begins with mark 1."""
    marks = (entry for entry in opening(entries) if isinstance(entry, Line) and entry.error is None and entry.word == "mark")
    first = next(marks, None)
    return first if first is not None and (first.number or 0) > 1 else None


def in_order(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries as the accounts take them: those that a match is gone on from, written before its `@mark`, come behind it (E2.12)."""
    mark = resumed(entries)
    if mark is None:
        return tuple(entries)
    at = entries.index(mark)
    told = [entry for entry in entries[:at] if isinstance(entry, Line) and entry.word == "account"]
    before = [entry for entry in entries[:at] if entry not in told]
    return (*before, mark, *told, *entries[at + 1 :])


def stakeless(entries: Sequence[Entry], names: tuple[str, ...], pair: tuple[int, int], *, fixed: bool) -> tuple[int, str] | None:
    """Who of three for themselves began without a stake, where the record goes on with a later mark, and how that is known.

    An account says it (`stake=0`); else where all play two marks running (`fixed`), the number of the mark and who leads it do: the third
    player comes in at mark 2 and stays for mark 3. `pair` sit at that mark as White and as Black. None where the record begins with mark 1.
    """
    mark = resumed(entries)
    if mark is None or mark.number is None:
        return None
    keys = [name.casefold() for name in names]
    for entry in opening(entries):
        if isinstance(entry, Line) and entry.word == "account" and dict(entry.entries).get("stake") == "0":
            called = (entry.player or "").strip().casefold()
            if called in keys:
                return keys.index(called), ""
    idle = next(who for who in range(3) if who not in pair)
    if not fixed:
        return idle, f"{names[idle]} is taken to have begun without a stake, since nothing tells it"
    turn = mark.number % 3
    first = next((entry.side for entry in entries if isinstance(entry, Ply)), "?")
    leads = pair[first == "B"]
    who = idle if turn == 1 else leads if turn == 0 else next(each for each in pair if each != leads)
    why = "sits out" if who == idle else "leads" if who == leads else "has come in for"
    return who, f"{names[who]} is taken to have begun without a stake, who {why} mark {mark.number}; `stake=0` in an account says who did"


def highest(throws: Iterator[tuple[int, int]], needed: int = 2) -> tuple[int, ...]:
    """The players with the two highest throws, the higher first; empty where they are not that many, or do not differ."""
    told = sorted(throws, reverse=True)
    values = [value for value, _ in told]
    clear = len(told) >= needed and values[0] != values[1] and (len(told) == 2 or values[1] != values[2])
    return tuple(who for _, who in told[:2]) if clear else ()
