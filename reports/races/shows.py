"""The registry of games shown as races: which rule sets they are, and the little that is drawn for one of them alone.

A rule set with a glossary is a race. Beyond its words a game may say which quarters of a side are frozen, and how many men of it may
wait on the bar before it has lost; a game that says neither is shown without.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from reports.races.glossary import Glossary, glossary, has_glossary

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from notation.record import Men


@dataclass(frozen=True, slots=True)
class Show:
    """What is shown of a game beyond its words.

    `frozen` gives the quarters, 0 to 3, whose men may not move; `room` the men of a side that may wait on the bar (one more loses).
    """

    frozen: Callable[[Men], tuple[int, ...]] = lambda _: ()
    room: Callable[[Men], int] | None = None


def dutch_frozen(men: Men) -> tuple[int, ...]:
    """The last field, with men in it, while men of the side are in the first, in the hand or on the bar (docs/rules.md 7.3, N-8)."""
    behind = men.hand or men.bar or any(men.points[:6])
    return (3,) if behind and any(men.points[18:]) else ()


def brade_room(men: Men) -> int:
    """Points of the first quarter that the side does not hold itself: more of its men on the bar are jan (docs/rules.md 6.6)."""
    return 6 - sum(1 for count in men.points[:6] if count)


SHOWS: Final[Mapping[str, Show]] = {"brade": Show(room=brade_room), "trictrac-nl": Show(frozen=dutch_frozen)}
PLAIN: Final = Show()


def shown(rules: str) -> tuple[Glossary, Show] | None:
    """How games of a rule set are shown, None where they are no races."""
    return (glossary(rules), SHOWS.get(rules, PLAIN)) if has_glossary(rules) else None
