"""What a record comes to when it is joined to its form: the accounts, and what stands beside them (docs/forms.md)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from replay.forms.combine import Combine
from replay.forms.ecrire import Ecrire
from replay.forms.fill import Fill
from replay.forms.reckoning import told as reckoned
from replay.forms.settlement import untold

if TYPE_CHECKING:
    from replay.forms.events import Wrong
    from replay.forms.machine import State
    from replay.forms.reckoning import Reckoning
    from replay.forms.record import Agreed
    from replay.forms.results import Result
    from replay.forms.stakes import Stake
    from replay.turns import Check


class Refusal(NamedTuple):
    """Something the rules of the form do not allow, with its line (and roll) in the record."""

    line: int
    ply: int | None
    wrong: Wrong
    stake: Stake | None = None


class Forgotten(NamedTuple):
    """A banner or necktie that was forgotten, with what the right was worth."""

    line: int
    player: int
    stake: Stake | None


class Gap(NamedTuple):
    """Where the accounts can no longer be followed, and why."""

    line: int
    sentence: str


class Ended(NamedTuple):
    """A result with its line (and roll) in the record, who sat as White and as Black, and who led the mark (None in a pool)."""

    line: int
    ply: int | None
    result: Result
    seated: tuple[int, int]
    leader: int | None = None


class Seated(NamedTuple):
    """From this line on so many sit as White and as Black."""

    line: int
    players: tuple[int, int]


class Pegged(NamedTuple):
    """Where the pegs stood after a roll: the mark in play, the holes of à écrire (or of the match) and of the honours game, by side."""

    line: int
    ply: int
    mark: int
    holes: tuple[int, int]
    honours: tuple[int, int] | None


class Joined(NamedTuple):
    """A record's accounts as far as they go: what was agreed, the reckoning, and what stands beside it.

    `ended` are the marks, do-overs, honours games and matches in order; `seats` who sat from which line on, the last who sit now; `known`
    whether the accounts could be followed to the end; `track` where the pegs stood after every roll.
    """

    agreed: Agreed
    reckoning: Reckoning
    refused: tuple[Refusal, ...]
    checks: tuple[Check, ...]
    gaps: tuple[Gap, ...]
    ended: tuple[Ended, ...] = ()
    seats: tuple[Seated, ...] = ()
    known: bool = True
    forgotten: tuple[Forgotten, ...] = ()
    track: tuple[Pegged, ...] = ()

    @property
    def holes(self) -> tuple[int, int]:
        """The holes of the mark, or match, in play, by place at the board."""
        return holes_of(self.reckoning.state)

    @property
    def seated(self) -> tuple[int, int]:
        """Who sits as White and as Black at the end."""
        return self.seats[-1].players if self.seats else self.agreed.seated

    def seated_at(self, line: int) -> tuple[int, int]:
        """The players who sit as White and as Black on a line of the record, by number."""
        return next((seat.players for seat in reversed(self.seats) if seat.line <= line), self.agreed.seated)

    def names_at(self, line: int) -> tuple[str, str]:
        """The same by name."""
        white, black = self.seated_at(line)
        return self.agreed.names[white], self.agreed.names[black]


def told(joined: Joined) -> list[str]:
    """The rows of `trictrac settle`: the reckoning, then what the rules do not allow, what does not agree, what cannot be followed."""
    rows, rest = reckoned(joined.reckoning, joined.agreed.names), beside(joined)
    said = notes(joined)
    rows += ["", *said] if said else []
    return [*rows, *([""] if rest else []), *(f"line {line}: {text}" for line, text in rest)]


def notes(joined: Joined) -> list[str]:
    """What is said under the reckoning: marks that are not told, what was taken for granted since nothing tells it."""
    state = joined.reckoning.state
    missing = untold(state) if state.table.over else ""
    return [*([missing] if missing else []), *(f"taken for granted: {note}" for note in joined.agreed.notes)]


def beside(joined: Joined) -> list[tuple[int, str]]:
    """What stands beside the accounts, by line: what is not allowed, what does not agree, what cannot be followed."""
    names = joined.agreed.names
    found = [(each.line, f"not allowed (rules {each.wrong.section}): {sentence(each.wrong, names)}") for each in joined.refused]
    differ = [check for check in joined.checks if not check.agrees]
    found += [(check.line, f"{check.kind}: the record says {check.stated}, the accounts {check.replayed}") for check in differ]
    return sorted(found + [(each.line, f"not followed: {plain(each.sentence, names)}") for each in joined.gaps])


def sentence(wrong: Wrong, names: tuple[str, ...]) -> str:
    """What is wrong, with the players by name and without the section, which stands beside it."""
    return plain(str(wrong), names)


def plain(text: str, names: tuple[str, ...]) -> str:
    """A sentence of the accounts for people."""
    text = re.sub(r" \(docs/rules\.md [^)]*\)", "", text)
    return re.sub(r"\bplayer (\d+)\b", lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text)


def holes_of(state: State) -> tuple[int, int]:
    """The holes of the mark, or match, in play, by place at the board."""
    if isinstance(state, Fill):
        return state.holes
    if isinstance(state, (Ecrire, Combine)):
        return (state.ecrire if isinstance(state, Combine) else state).mark.holes
    return state.pegs.holes
