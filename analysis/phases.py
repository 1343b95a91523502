"""The phases of a holding, by the roller's men (docs/tables.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from replay.turns import Turn

PHASES = ("opening", "fill", "return", "bearing-off")


def phase_of(men: tuple[int, ...]) -> str:
    """The phase of the side whose men these are (25 counts on the own route, before the roll).

    `bearing-off`: all men are in the jan de retour (18 to 23) or off · `return`: a man has passed the own half (12 and beyond) · `fill`:
    the petit or the grand jan is full · `opening`: neither.
    """
    if not any(men[:18]):
        return "bearing-off"
    if any(men[12:]):
        return "return"
    if all(count >= 2 for count in men[:6]) or all(count >= 2 for count in men[6:12]):
        return "fill"
    return "opening"


def phase(turn: Turn) -> str | None:
    """The phase of the roller at this turn, None where the men are not known."""
    men = None if turn.side == "?" else turn.before.men(turn.side)
    return None if men is None else phase_of(men)
