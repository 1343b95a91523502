"""Luck of the dice: what a roll was worth against what the 36 rolls of that position are worth on average."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from analysis import odds
from notation.record import opposite
from replay import kernel
from replay.engine import history_of, planes

if TYPE_CHECKING:
    from replay.turns import Replay

Worth: TypeAlias = Callable[[kernel.Planes, kernel.Planes, int, int], int]
"""Points due to the roller over the 36 throws, from his men, the other's, the flags of the rules, and what went before."""
MANY = 3_000
"""Positions from which the compiled engine is worth its loading."""


@dataclass(slots=True)
class Luck:
    """Means over the positions of many games; beyond the first thousands by the compiled engine, where there is one (extra `bulk`)."""

    asked: int = 0
    of: Worth = field(default_factory=lambda: _plain())  # noqa: PLW0108 - it stands further down

    def expected(self, replay: Replay) -> dict[int, float]:
        """Points due to the roller on average over the 36 rolls of each position, by index of the turn; only where the men are known.

        The same rules count on both sides of the comparison: what is due, whether or not it was marked (docs/rules.md 2.3).
        """
        means = {}
        if self.asked < MANY <= self.asked + len(replay.turns):
            self.of = _compiled() or self.of
        self.asked += len(replay.turns)
        for turn in replay.turns:
            own, opp = turn.before.men(turn.side), turn.before.men(opposite(turn.side))
            if own is None or opp is None:
                continue
            history = history_of(own, turn.roll_of_holding, turn.before.thrown["WB".index(turn.side)])
            means[turn.index] = self.of(planes(own), planes(opp), replay.rules.flags, history) / 36
        return means


def expected(replay: Replay) -> dict[int, float]:
    """The same for one game alone."""
    return Luck().expected(replay)


def _plain() -> Worth:
    score, out = [0] * kernel.SLOTS, [0] * kernel.PLAYS
    return lambda own, opp, flags, history: odds.summed(own, opp, flags, history, score, out)


def _compiled() -> Worth | None:
    """The same in machine code; None where numba is not installed, or finds no place for what it compiles."""
    try:
        import numba  # noqa: PLC0415 - an extra, and slow to import
        import numpy as np  # noqa: PLC0415 - comes with it

        from replay import fast  # noqa: PLC0415 - needs it

        turn = fast.engine().turn
        # A private copy of the module, so that the plain loop stays as it is; its turn is the one the compiled engine has.
        spec = importlib.util.find_spec("analysis.odds")
        assert spec is not None and spec.loader is not None
        copy = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(copy)
        vars(copy)["turn"] = turn
        summed = numba.njit(copy.summed, cache=True, nogil=True)
    except (ImportError, RuntimeError):
        return None
    score, out = np.zeros(kernel.SLOTS, np.int64), np.zeros(kernel.PLAYS, np.int64)
    return lambda own, opp, flags, history: int(summed(own, opp, flags, history, score, out))
