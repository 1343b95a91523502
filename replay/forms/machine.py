"""All forms behind one door: `start`, `step`, `play`, and the state as the trace of docs/forms.md spells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from replay.forms import combine, cure, drain, ecrire, fill, markers
from replay.forms import mark as marks
from replay.forms.coins import decimal
from replay.forms.combine import Combine
from replay.forms.cure import Cure
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire, Step
from replay.forms.events import Decision, Marker
from replay.forms.fill import Fill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from replay.forms.events import Event
    from replay.forms.form import Form
    from replay.scoring import Pegs

State = Cure | Ecrire | Combine | Fill | Drain
"""The state of a match in any form; each is immutable."""

STARTS: Final[Mapping[str, Callable[[Form], State]]] = {
    "cure": cure.start,
    "ecrire": ecrire.start,
    "combine": combine.start,
    "fill": fill.start,
    "drain": drain.start,
}


def start(form: Form) -> State:
    """The match before its first roll."""
    return STARTS[form.kind](form)


def step(state: State, event: Event) -> Step:
    """The match after an event: state, holes made, what it ended, who leads next. Raises `Wrong`; the state offered is unchanged."""
    if isinstance(event, Marker):
        return markers.step(state, event)
    if isinstance(state, Ecrire):
        return ecrire.step(state, event)
    if isinstance(state, Combine):
        return combine.step(state, event)
    if isinstance(state, Cure):
        return cure.step(state, event)
    if isinstance(state, Fill):
        return fill.step(state, event)
    return drain.step(state, event)


def play(form: Form, events: Iterable[Event]) -> State:
    """The match after all of its events. Raises `Wrong` at the first that is not allowed."""
    state = start(form)
    for event in events:
        state = step(state, event).state
    return state


def holds(state: State) -> State:
    """The state after a hold that was not said: who plays on has held. Where no decision is due, or hold is not among it, as it was."""
    must = state.table.must
    return state if must is None else step(state, Decision(must.player, "hold")).state


def leads(state: State) -> int | None:
    """The player who led the holding now played, None where that is drawn anew (pools)."""
    return state.table.leads


def trace(done: Step) -> dict[str, Any]:
    """The state after an event as docs/forms.md spells it, lists over sides."""
    state = done.state
    form, table = state.form, state.table
    must = table.must
    common: dict[str, Any] = {
        "seats": sorted(table.pair),
        "points": _spread(state, table.race.points),
        "bredouille": next((_side(state, who) for who in (0, 1) if table.race.bredouille[who] and not table.over), None),
        "made": done.made,
        "must": None if must is None else {"player": must.player, "legal": list(must.legal)},
        "forced_hold": table.forced is not None,
        "lead": done.lead,
        "results": [result.to_json() for result in done.results],
        "over": table.over,
    }
    if table.over:
        common |= {"points": [0] * form.sides, "forced_hold": False}
    if isinstance(state, Ecrire):
        return common | _sheet(state)
    if isinstance(state, Combine):
        return common | _both(state)
    if isinstance(state, Cure):
        return common | _pegs(state, state.pegs)
    if isinstance(state, Fill):
        told = {"champion": state.champion, "wins": state.wins}
        return common | {"holes": {"match": _spread(state, state.holes)}} | told | _purse(state)
    return common | _pegs(state, state.pegs) | _purse(state)


def _side(state: State, who: int) -> int:
    """The side of a place at the board."""
    form = state.form
    if form.kind in ("fill", "drain") or form.seating == "round_robin":
        return state.table.pair[who]
    return who


def _spread(state: State, pair: tuple[int, int]) -> list[int]:
    """What the two at the board have, as a list over sides."""
    told = [0] * state.form.sides
    if state.table.over:
        return list(pair) if len(told) == 2 and state.form.kind not in ("fill", "drain") else told
    told[_side(state, 0)], told[_side(state, 1)] = pair
    return told


def _lurch(state: State, pegs: Pegs) -> dict[str, Any] | None:
    """The right to a grand lurch that stands."""
    who = next((who for who in (0, 1) if pegs.lurch[who]), None)
    if who is None or state.table.over:
        return None
    return {"side": _side(state, who), "kind": "second" if pegs.holes[1 - who] else "first"}


def _tie(lurch: dict[str, Any] | None) -> int | None:
    """The side whose peg wears the necktie for a grand lurch as second player."""
    return lurch["side"] if lurch and lurch["kind"] == "second" else None


def _pegs(state: State, pegs: Pegs) -> dict[str, Any]:
    lurch = _lurch(state, pegs)
    return {"holes": {"match": _spread(state, pegs.holes)}, "lurch": {"match": lurch}, "banner": None, "necktie": {"match": _tie(lurch)}}


def _purse(state: Fill | Drain) -> dict[str, Any]:
    return {"line": list(state.line), "pool": decimal(state.pool), "money": [decimal(own) for own in state.money]}


def _sheet(state: Ecrire) -> dict[str, Any]:
    mark = state.mark
    lurch, flag = None, marks.banner(mark)
    if mark.right is not None:
        kind = "arrears" if marks.arrears(mark) else "advance"
        lurch = {"side": _side(state, mark.right), "kind": kind, "pickup": mark.pickup, "fixed": mark.fixed}
    return {
        "holes": {"ecrire": _spread(state, mark.holes)},
        "lurch": {"ecrire": lurch},
        "banner": None if flag is None else _side(state, flag),
        "necktie": {"ecrire": lurch["side"] if lurch and lurch["kind"] == "arrears" else None},
        "mark": state.number,
        "refaits": state.refaits,
        "lost": list(state.lost),
        "jetons": list(state.jetons),
    }


def _both(state: Combine) -> dict[str, Any]:
    told = _sheet(state.ecrire)
    lurch = _lurch(state, state.honours)
    told["holes"]["honours"] = list(state.honours.holes)
    told["lurch"]["honours"] = lurch
    told["necktie"]["honours"] = _tie(lurch)
    pool = state.pool
    return told | {
        "suspended": state.suspended,
        "fish": list(state.fish),
        "pool": None if pool is None else pool.fish,
        "contract": None if pool is None else pool.contract,
    }
