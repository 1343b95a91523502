"""Luck of the dice: what a roll was worth against what the 36 rolls of that position are worth on average."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from notation.record import opposite
from replay import kernel
from replay.engine import history_of, planes

if TYPE_CHECKING:
    from collections.abc import Callable

    from replay.turns import Replay

MANY = 6_000
"""Positions from which the compiled engine is worth its loading."""


@dataclass(slots=True)
class Luck:
    """Means over the positions of many games; beyond the first thousands by the compiled engine, where there is one (extra `bulk`)."""

    asked: int = 0
    of: Callable[[kernel.Planes, kernel.Planes, int, int], int] = field(default_factory=lambda: _plain())  # noqa: PLW0108 - it stands further down

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


def _summed(turn: Callable[..., int]) -> Callable[..., int]:
    """What a position's 36 rolls are worth to the roller, summed; in the part of Python that numba also compiles."""
    roller = kernel.ROLLER

    def summed(own: Any, opp: Any, flags: Any, history: Any, score: Any, out: Any) -> Any:
        total = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                turn(own, opp, high, low, flags, history, score, out)
                total += score[roller] * (1 if high == low else 2)
        return total

    return summed


def _plain() -> Callable[[kernel.Planes, kernel.Planes, int, int], int]:
    score, out = [0] * kernel.SLOTS, [0] * kernel.PLAYS
    summed = _summed(kernel.turn)
    return lambda own, opp, flags, history: int(summed(own, opp, flags, history, score, out))


def _compiled() -> Callable[[kernel.Planes, kernel.Planes, int, int], int] | None:
    """The same in machine code; None where numba is not installed."""
    try:
        import numba  # noqa: PLC0415 - an extra, and slow to import
        import numpy as np  # noqa: PLC0415 - comes with it

        from replay import fast  # noqa: PLC0415 - needs it
    except ImportError:
        return None
    summed = numba.njit(_summed(fast.engine().turn), nogil=True)
    score, out = np.zeros(kernel.SLOTS, np.int64), np.zeros(kernel.PLAYS, np.int64)
    return lambda own, opp, flags, history: int(summed(own, opp, flags, history, score, out))
