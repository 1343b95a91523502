"""Luck of the dice: what a roll was worth against what the 36 rolls of that position are worth on average."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation.record import opposite
from replay.engine import chances

if TYPE_CHECKING:
    from replay.turns import Replay


def expected(replay: Replay) -> dict[int, float]:
    """Points due to the roller on average over the 36 rolls of each position, by index of the turn; only where the men are known.

    The same rules count on both sides of the comparison: what is due, whether or not it was marked (docs/rules.md 2.3).
    """
    means = {}
    for turn in replay.turns:
        own, opp = turn.before.men(turn.side), turn.before.men(opposite(turn.side))
        if own is None or opp is None:
            continue
        rolls = chances(own, opp, replay.rules, rolls=turn.roll_of_holding, earlier=turn.before.thrown["WB".index(turn.side)])
        means[turn.index] = sum(chance.weight * chance.due.total_roller for chance in rolls) / 36
    return means
