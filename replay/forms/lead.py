"""Who leads: he whom the mark or the throws give it to, held against who rolls first in the record (docs/rules.md 2.8, 5.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from replay.forms.events import Wrong
from replay.forms.opening import drawn
from replay.forms.record import SIDES, thrown, throws
from replay.forms.stated import both_names

if TYPE_CHECKING:
    from notation.record import Event as Line
    from replay.forms.form import Form
    from replay.forms.margin import Margin
    from replay.turns import Turn


@dataclass
class Lead:
    """The lead as it stands while a record is read."""

    form: Form
    margin: Margin
    due: int | None = None
    """Who must lead what a result has begun, until he rolls."""
    drawn: tuple[int, int | None] | None = None
    """Line of an `@lead` and who leads by it, until he rolls."""

    def throws(self, line: Line, seated: tuple[int, int], pair: tuple[int, ...], *, begun: bool) -> None:
        """`@lead`: who leads by it, and of three and four who begins, until the next roll. `begun`: a roll or result stands before it."""
        names = self.margin.names
        try:
            self.drawn = line.line, thrown(line, seated, names)
            begins = drawn(throws(line, seated, names), partners=self.form.seating == "four")
        except Wrong as wrong:
            self.margin.gap(line.line, str(wrong))
            return
        if self.form.seating not in ("round_robin", "four") or not begins or begun:
            return
        if set(pair) != set(begins):
            self.margin.check("seats", line.line, both_names(names, pair), both_names(names, begins), agrees=False)
            self.drawn = None

    def threw(self, turn: Turn, seated: tuple[int, int]) -> None:
        """Whether he rolls first whom the throws gave the lead."""
        told, self.drawn = self.drawn, None
        if told is None or told[1] is None or turn.side not in SIDES or not turn.ply.side_written:
            return
        line, who = told
        assert who is not None
        led, names = seated[SIDES.index(turn.side)], self.margin.names
        if led != who:
            self.margin.check("lead", line, names[led], names[who], agrees=False)
            self.due = None

    def led(self, turn: Turn, seated: tuple[int, int]) -> None:
        """Whether he leads the new mark who has to. Who goes leads as well; that is the board's to see (docs/rules.md 2.2)."""
        if self.due is None or turn.side not in SIDES or self.due not in seated:
            return
        led, names = seated[SIDES.index(turn.side)], self.margin.names
        self.margin.check("lead", turn.ply.line, names[led], names[self.due], agrees=led == self.due)
        self.due = None
