"""Banner and necktie where somebody wrote what became of them (docs/rules.md 5.2, Markers; docs/notation.md 4).

The rules put them by themselves. A marker that was forgotten when it was due cannot be claimed later: without the banner a lurch pays with
pickup only, without the necktie there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from replay.forms import table as tables
from replay.forms.combine import BETWEEN, FROZEN, HONOURS_FROZEN, Combine
from replay.forms.cure import Cure
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire, Step
from replay.forms.events import MARKERS, Wrong
from replay.forms.mark import Mark, arrears, banner
from replay.scoring import Pegs

if TYPE_CHECKING:
    from replay.forms.events import Marker
    from replay.forms.machine import State

T = TypeVar("T")


def step(state: State, event: Marker) -> Step:
    """The match after a marker was taken or forgotten. Raises `Wrong` (`no-right`) where the player has no right to it.

    A decision that is due stays due. In a match of holes and in a draining pool the second player's lurch is marked by either (A5.2).
    """
    who = tables.place(state.table, event.player)
    if event.what not in MARKERS:
        raise Wrong("no-right", "5.2", event.player, f"{event.what!r} is no marker: {', '.join(MARKERS)} are")
    forgotten, flag = event.what.startswith("no-"), event.what.endswith("banner")
    if isinstance(state, Ecrire):
        return Step(state._replace(mark=_right(_mark(state.mark, who, flag=flag, forgotten=forgotten), event)))
    if isinstance(state, Combine):
        return _both(state, event, who, flag=flag, forgotten=forgotten)
    if isinstance(state, (Cure, Drain)):
        return Step(state._replace(pegs=_right(_pegs(state.pegs, who, forgotten=forgotten), event)))
    raise Wrong("no-right", "5.5 D1", event.player, "no lurch is played for in a filling pool")


def _right(after: T | None, event: Marker) -> T:
    if after is None:
        word = event.what.removeprefix("no-")
        raise Wrong("no-right", "5.2", event.player, f"the {word} is not player {event.player}'s to take: he has no right that it marks")
    return after


def _mark(mark: Mark, who: int, *, flag: bool, forgotten: bool) -> Mark | None:
    """The mark with a marker taken or forgotten; None where `who` has no right to it."""
    has = banner(mark) == who if flag else mark.right == who and arrears(mark)
    if not has:
        return None
    if not forgotten:
        return mark
    return mark._replace(pickup=True) if flag else Mark(mark.holes)


def _pegs(pegs: Pegs, who: int, *, forgotten: bool) -> Pegs | None:
    """The pegs of a match of holes, likewise."""
    if not (pegs.lurch[who] and pegs.holes[1 - who]):
        return None
    return Pegs(pegs.holes) if forgotten else pegs


def _both(state: Combine, event: Marker, who: int, *, flag: bool, forgotten: bool) -> Step:
    """The banner is à écrire's; a necktie serves every game that runs and has a right to it (C7.2)."""
    sheet = state.ecrire
    mark = None if state.suspended in (FROZEN, BETWEEN) else _mark(sheet.mark, who, flag=flag, forgotten=forgotten)
    pegs = None if flag or state.suspended == HONOURS_FROZEN else _pegs(state.honours, who, forgotten=forgotten)
    if mark is None and pegs is None:
        _right(mark, event)
    after = state._replace(ecrire=sheet._replace(mark=sheet.mark if mark is None else mark))
    return Step(after if pegs is None else after._replace(honours=pegs))
