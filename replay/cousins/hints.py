"""What may have been meant where a play is not legal: the legal plays nearest to it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from notation.writer import write_play
from replay.cousins.game import book_of
from replay.cousins.walks import plays_of, written_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from replay.cousins.turns import RaceTurn
    from replay.rules import RuleSet

MOST = 2
"""Plays that are told."""
TOO_MANY = 3000
"""Results among which nobody looks for one: a throw of 1-2 in Dutch TricTrac has tens of thousands."""


def race_hints(turn: RaceTurn, rules: RuleSet) -> tuple[str, ...]:
    """Legal plays that have a man in common with one that is not legal, the nearest first; none where there are too many to look at.

    Near is what has most starts and ends of men in common, and fewest of its own.
    """
    high, low = turn.dice
    if turn.verdict != "illegal" or turn.before is None or high is None or low is None or {high, low} == {1, 2}:
        return ()
    book: Any = book_of(rules)
    try:
        results = book.legal(book.place(turn.before), (high, low))
    except ValueError:  # on this board nothing can be thrown
        return ()
    if len(results) > TOO_MANY:
        return ()
    wanted = _ends(written_of(turn.ply.body.plays))
    ranked = []
    for result in results:
        plays = plays_of(result.steps)
        here = _ends(written_of(plays))
        shared = sum((here & wanted).values())
        if shared:
            words = " ".join(write_play(play, "route", turn.side) for play in plays)
            ranked.append((sum((here - wanted).values()) + sum((wanted - here).values()), -shared, words))
    return tuple(words for _, _, words in sorted(ranked)[:MOST])


def _ends(men: Iterable[Any]) -> Counter[tuple[str, int]]:
    """Where men start and where they come down."""
    found: Counter[tuple[str, int]] = Counter()
    for man in men:
        found["from", man.start] += 1
        found["to", man.to] += 1
    return found
