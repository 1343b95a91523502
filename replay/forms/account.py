"""The lines `@account` of a record: checks, or all that is known of the marks before (docs/notation.md 6, docs/rules.md 5.7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from replay.forms.adjournment import stakes
from replay.forms.combine import Combine
from replay.forms.ecrire import Ecrire
from replay.forms.events import Wrong
from replay.forms.paris import brought
from replay.forms.record import player
from replay.forms.stakes import Stake
from replay.forms.stated import bears_out, key_words, pool, purse, side_of

if TYPE_CHECKING:
    from notation.record import Event as Line
    from replay.forms.followed import Gap
    from replay.forms.machine import State
    from replay.forms.margin import Margin


@dataclass
class Accounts:
    """The accounts that a record tells, while it is read."""

    margin: Margin
    together: dict[int, tuple[Line, ...]]
    """Accounts that are told together, by line."""
    brought: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Marks lost and jetons by side, and in `owed` fish by payee and payer, as accounts tell them of marks that nothing else does."""
    owed: dict[tuple[int, int], int] = field(default_factory=dict)
    jumped: Gap | None = None
    """The gap that such accounts close."""
    taken: set[tuple[str, str | None]] = field(default_factory=set)
    """Whose accounts, by whom owed, have brought the match forward."""

    def jump(self, line: int, sentence: str) -> None:
        """The record passes over marks: a gap, unless accounts bring the match forward."""
        self.jumped = self.margin.gap(line, sentence)

    def compare(self, line: Line, state: State) -> None:
        """`@account` against accounts that have been followed from the start.

        Jetons may be told with those put down for lost marks or without (docs/rules.md 5.3).
        """
        told, name = dict(line.entries), (line.player or "").strip()
        names, who = self.margin.names, None
        found: dict[str, tuple[str, ...]] = {}
        try:
            who = player(names, name)
        except Wrong:
            if name.casefold() != "pool":
                return
        if who is None or (name == "pool" and name not in names):
            who, found = None, pool(state, names)
        else:
            try:
                found = purse(state, names, who, told.get("from"))
            except Wrong:
                return
        stated = {key: value for key, value in told.items() if key in found}
        if not stated:
            return
        wrong = [key for key, value in stated.items() if value not in found[key]]
        stake: Stake | None = None
        if who is not None and isinstance(state, (Ecrire, Combine)) and {"jetons", "fish"} & set(wrong):
            over = bears_out(state, names, who, self.together.get(line.line, (line,)))
            if over == 0 or (over is not None and "jetons" not in stated):
                wrong = [key for key in wrong if key not in ("jetons", "fish")]  # another way to hold as much, or told by his other line
            elif over is not None:
                stake = Stake(over, "jetons")
        key = next((key for key in wrong if key in ("jetons", "fish", "stake", "antes")), None)
        if stake is None and key is not None:
            stake = Stake(int(stated[key]) - int(found[key][0]), key if key in ("jetons", "fish") else "money")
        mine = {key: found[key][0] for key in stated}
        if "jetons" in wrong and found.get("fish", ("0",))[0] != "0":
            mine |= {"fish": found["fish"][0]}
        told_as = (f"{name} {key_words(stated)}", f"{name} {key_words(mine)}")
        self.margin.check("account", line.line, *told_as, agrees=not wrong, stake=stake, who=who)

    def brings(self, line: Line, state: State, *, rolled: bool) -> State | None:
        """The state an account is a part of, where it is all that is known of the marks before this one: the match goes on from it (5.7).

        None where it is not, and has to be compared.
        """
        told, name = dict(line.entries), (line.player or "").strip()
        fresh = isinstance(state, Ecrire) and state.number > 1 and not (state.history or rolled)
        if not isinstance(state, Ecrire) or not fresh or state.table.over or (name.casefold(), told.get("from")) in self.taken:
            return None
        self.taken.add((name.casefold(), told.get("from")))
        form, names = state.form, self.margin.names
        try:
            side = side_of(form, player(names, name))
            payer = 1 - side if form.sides == 2 else side_of(form, player(names, told["from"])) if "from" in told else None
        except Wrong:
            return None
        lost = told.get("lost", told.get("paris"))  # the book's own record calls lost marks paris
        if lost is not None and "jetons" in told:
            self.brought[side] = (int(lost), int(told["jetons"]))
        if "fish" in told and payer is not None and payer != side:
            self.owed[side, payer] = int(told["fish"])
        return state if len(self.brought) < form.sides else self._forward(state)

    def _forward(self, state: Ecrire) -> Ecrire:
        """The match with the marks that the accounts of all sides tell, where they add up."""
        form, margin = state.form, self.margin
        lost, jetons = zip(*(self.brought[each] for each in range(form.sides)), strict=True)
        net = brought(jetons, lost, self.owed, stakes(form))
        margin.gaps = [gap for gap in margin.gaps if gap is not self.jumped]
        if net is not None and sum(lost) == state.number - 1:
            return state._replace(lost=lost, jetons=net, brought=net)
        if self.jumped is not None:
            why = f"they tell {sum(lost)} lost marks, and {state.number - 1} have been played"
            if net is None:
                told_as, staked = f"{sum(jetons)} jetons in hand and {sum(lost)} put down", f"the {sum(stakes(form))} of the stakes"
                why = f"{told_as} are not {staked}"
                if all(check.stated != told_as for check in margin.checks):
                    margin.check("account", margin.at[0], told_as, staked, agrees=False)
            self.jump(self.jumped.line, f"the accounts do not bring the match to mark {state.number}: {why}")
        return state
