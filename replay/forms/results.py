"""What an event has ended: a mark, a do-over, an honours game, a match (docs/forms.md). By players; payments by sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from replay.forms.coins import decimal

if TYPE_CHECKING:
    from replay.forms.coins import Money


class Payment(NamedTuple):
    """Jetons from one side to another."""

    payer: int
    payee: int
    jetons: int

    def to_json(self) -> dict[str, Any]:
        """Spell it as a trace does."""
        return {"from": self.payer, "to": self.payee, "jetons": self.jetons}


class MarkWon(NamedTuple):
    """A mark paid. `holes` are the winner's, then the loser's; `refaits` its do-overs; `pickup` None where it is simple."""

    mark: int
    winner: int
    marked: int
    conceded: bool
    refaits: int
    kind: str
    pickup: bool | None
    rate: int
    holes: tuple[int, int]
    for_holes: int
    consolation: int
    payments: tuple[Payment, ...]

    def to_json(self) -> dict[str, Any]:
        """Spell it as a trace does."""
        told = self._asdict()
        told["class"] = told.pop("kind")
        return {"type": "mark", **told, "holes": list(self.holes), "payments": [payment.to_json() for payment in self.payments]}


class Annulled(NamedTuple):
    """A do-over at so many holes each. `mark` is None in a draining pool."""

    holes: int
    mark: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Spell it as a trace does."""
        return {"type": "refait", "holes": self.holes} | ({} if self.mark is None else {"mark": self.mark})


class HonoursWon(NamedTuple):
    """An honours game won by side `winner`: what it is worth in fish, what went into and came out of the pool, the holes carried on.

    `mark` is the mark in play when it was won, `renewed` whether new stakes followed a pool drawn.
    """

    winner: int
    kind: str
    value: int
    to_pool: int
    drew: int
    loser_holes: int
    surplus: int
    mark: int
    renewed: bool = False

    def to_json(self) -> dict[str, Any]:
        """Spell it as a trace does."""
        told = self._asdict()
        told["class"] = told.pop("kind")
        del told["mark"], told["renewed"]
        return {"type": "honours", **told}


class MatchOver(NamedTuple):
    """All marks of an à écrire or combiné match are played."""

    def to_json(self) -> dict[str, Any]:
        """Spell it as a trace does."""
        return {"type": "match"}


class CureWon(NamedTuple):
    """A match of holes won. `grand_lurch` is `first` (the loser has no hole), `second` or None; `values` in stakes, by schedule."""

    winner: int
    loser_holes: int
    grand_lurch: str | None
    honours: str
    values: tuple[tuple[str, float], ...]

    def to_json(self) -> dict[str, Any]:
        """Spell it as a trace does."""
        return {"type": "match", **self._asdict(), "values": dict(self.values)}


class FillWon(NamedTuple):
    """A match of the filling pool: what the loser antes, what the winner takes out of it."""

    winner: int
    loser: int
    loser_holes: int
    ante: int
    takes_pool: int

    def to_json(self) -> dict[str, Any]:
        """Spell it as a trace does."""
        return {"type": "match", **self._asdict()}


class DrainWon(NamedTuple):
    """A match of the draining pool: net holes, what they are worth, and what the pool still had of it."""

    winner: int
    loser: int
    holes: tuple[int, int]
    conceded: bool
    grand_lurch: bool
    net_holes: int
    due: Money
    paid: Money

    def to_json(self) -> dict[str, Any]:
        """Spell it as a trace does."""
        told = self._asdict() | {"holes": list(self.holes), "due": decimal(self.due), "paid": decimal(self.paid)}
        return {"type": "match", **told}


Result = MarkWon | Annulled | HonoursWon | MatchOver | CureWon | FillWon | DrainWon
