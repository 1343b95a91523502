"""How a record of a form opens: the order its accounts are read in, who has no stake, who begins (docs/rules.md 5.5, 5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from notation.record import Event as Line
from notation.record import Ply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.record import Entry

SIDES: Final = ("W", "B")
PAIR: Final = 2
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


def drawn(throws: Sequence[tuple[int, int]], *, partners: bool) -> tuple[int, ...]:
    """Who begins by the throws (value, player) of three or four, the leader first: the two highest, of `partners` one of each team.

    Empty where the throws do not tell: fewer than three, or equal ones that would have been thrown again (docs/rules.md 5.5 E2, E3).
    """
    told = sorted(throws, reverse=True)
    if len(told) <= PAIR or told[0][0] == told[1][0]:
        return ()
    rest = [each for each in told[1:] if not partners or each[1] // PAIR != told[0][1] // PAIR]
    if not rest or (len(rest) > 1 and rest[0][0] == rest[1][0]):
        return ()
    return told[0][1], rest[0][1]


def marks_after(entries: Sequence[Entry]) -> dict[int, int]:
    """Line of every `@won` to the number of the `@mark` that comes after it."""
    found: dict[int, int] = {}
    number: int | None = None
    for entry in reversed(entries):
        if isinstance(entry, Line) and entry.error is None and entry.word == "mark":
            number = entry.number
        elif isinstance(entry, Line) and entry.word == "won" and number is not None:
            found[entry.line] = number
    return found
