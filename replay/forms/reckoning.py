"""The reckoning of a match as printed rows: what `trictrac settle` tells (docs/forms.md).

From the form, the players' names and the events; a match that is not over is told as far as it went.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from replay.forms.adjournment import adjourned
from replay.forms.coins import spelled
from replay.forms.events import Wrong
from replay.forms.machine import start, step
from replay.forms.settlement import Names, settle, sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from replay.forms.coins import Amount
    from replay.forms.events import Event
    from replay.forms.form import Form
    from replay.forms.machine import State
    from replay.forms.settlement import Line


class Refused(NamedTuple):
    """The first event the rules do not allow: which it is (from 0), and what is wrong with it."""

    at: int
    wrong: Wrong


class Reckoning(NamedTuple):
    """The match as far as it went: the state, its lines, the net of each side by unit (empty until it is over), what was refused."""

    state: State
    lines: tuple[Line, ...]
    net: dict[str, tuple[Amount, ...]]
    refused: Refused | None = None
    told: dict[str, Any] | None = None
    """The settlement as docs/forms.md spells it, None until it is over."""


def reckon(form: Form, names: Sequence[str], events: Iterable[Event]) -> Reckoning:
    """Play the events and reckon what they come to; the first that is not allowed ends it. `names` are the players', in order."""
    state, refused = start(form), None
    for at, event in enumerate(events):
        try:
            state = step(state, event).state
        except Wrong as wrong:
            refused = Refused(at, wrong)
            break
    if not state.table.over:
        return Reckoning(state, sheet(state, names), {}, refused)
    done = settle(state, names)
    return Reckoning(state, done.lines, done.net, refused, done.told)


def rows(form: Form, names: Sequence[str], events: Iterable[Event]) -> list[str]:
    """The reckoning as plain rows: one a line with its rule, what it moves under each side's name, the end of each side."""
    done = reckon(form, names, events)
    return told(done, names)


def told(done: Reckoning, names: Sequence[str]) -> list[str]:
    """A reckoning as plain rows. Amounts of one unit stand in one block under the sides' names."""
    called = Names(done.state.form, tuple(names))
    heads = [called.side(side) for side in range(done.state.form.sides)]
    moved = (*(line.amounts for line in done.lines), *done.net.values())
    cells = [[spelled(amounts[side], plus=True) for amounts in moved if amounts] for side in range(len(heads))]
    widths = [max(6, len(head), *map(len, column)) for head, column in zip(heads, cells, strict=True)]
    section = max((len(line.section) for line in done.lines), default=0)
    found: list[str] = []
    for unit in dict.fromkeys(line.unit for line in done.lines if line.unit) or [""]:
        if found:
            found.append("")
        block = [line for line in done.lines if line.unit == unit or (not line.unit and unit == _home(done.lines, line))]
        head = "  ".join(name.rjust(width) for name, width in zip(heads, widths, strict=True))
        found.append(f"{'rule'.ljust(section)}  {head}  {unit}".rstrip())
        found += [f"{line.section.ljust(section)}  {_cells(line.amounts, widths)}  {line.sentence}" for line in block]
        if unit in done.net:
            found.append(f"{''.ljust(section)}  {_cells(done.net[unit], widths)}  in all")
    if done.refused is not None:
        wrong = done.refused.wrong
        found += ["", f"event {done.refused.at + 1} is not allowed (docs/rules.md {wrong.section}): {wrong}"]
    if not done.state.table.over and not done.net:
        found += ["", "The match is not over.", *adjourned(done.state, names)]
    return found


def _home(lines: tuple[Line, ...], line: Line) -> str:
    """The unit of the block a line without amounts belongs to: that of the line before it, else of the first."""
    last = ""
    for each in lines:
        last = each.unit or last
        if each is line:
            break
    return last or next((each.unit for each in lines if each.unit), "")


def _cells(amounts: tuple[Amount, ...], widths: list[int]) -> str:
    """Net amounts under the names; nothing where a side neither gains nor loses."""
    padded = amounts or (0,) * len(widths)
    return "  ".join((spelled(amount, plus=True) if amount else "").rjust(width) for amount, width in zip(padded, widths, strict=True))
