"""The margin of the accounts: what the rules do not allow, what the record tells otherwise, where it cannot be followed (docs/forms.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from replay.forms.followed import Forgotten, Gap, Refusal
from replay.turns import Check

if TYPE_CHECKING:
    from replay.forms.events import Wrong
    from replay.forms.stakes import Stake


@dataclass
class Margin:
    """What is written beside the accounts while a record is read. It lives as long as one `join` call."""

    names: tuple[str, ...]
    at: tuple[int, int | None] = (0, None)
    """Line and roll that are read."""
    refused: list[Refusal] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    forgotten: list[Forgotten] = field(default_factory=list)

    def check(
        self, kind: str, line: int, stated: str, replayed: str, *, agrees: bool, stake: Stake | None = None, who: int | None = None
    ) -> None:
        """What the record states against what the accounts have, and what is at stake where they differ."""
        ply = self.at[1] if line == self.at[0] else None
        amount, unit = (None, "") if agrees or stake is None else stake
        name = "" if who is None else self.names[who]
        self.checks.append(Check(kind, line, ply, stated, replayed, agrees, amount, unit, name))

    def refuse(self, wrong: Wrong, line: int, ply: int | None = None, stake: Stake | None = None) -> None:
        """What the rules of the form do not allow."""
        self.refused.append(Refusal(line, ply, wrong, stake))

    def gap(self, line: int, sentence: str) -> Gap:
        """Where the accounts can no longer be followed."""
        found = Gap(line, sentence)
        self.gaps.append(found)
        return found
