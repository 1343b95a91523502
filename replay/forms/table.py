"""Two players at one board: the race for twelve points, and who must say whether he holds or goes (docs/rules.md 2.6, 3.8).

What every form shares. The two at the board have places 0 and 1; which players they are is `pair`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from replay.forms.events import WHAT, Wrong
from replay.scoring import Race, award

if TYPE_CHECKING:
    from replay.forms.events import Award, Bearoff, Decision

FRESH = Race()


class Must(NamedTuple):
    """`player` decides before anything else, among `legal`."""

    player: int
    legal: tuple[str, ...]


class Table(NamedTuple):
    """The board's edge: who sits there (nobody once the match is over), the tokens, the decision due.

    `leads` is the player who led this holding, None where that is drawn anew. `forced` is the player whose last hole came on the opponent's
    roll, until the next event: he has nothing to decide.
    """

    pair: tuple[int, ...]
    leads: int | None
    race: Race = FRESH
    must: Must | None = None
    forced: int | None = None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return not self.pair


def place(table: Table, player: int) -> int:
    """The place of a player at the board. Raises `Wrong` where he has none, or where somebody must decide first."""
    if not table.pair:
        raise Wrong("match-over", "5", player, "the match is over: nothing can follow")
    if player not in table.pair:
        seated = " and ".join(f"player {who}" for who in table.pair)
        raise Wrong("not-seated", "5.5", player, f"player {player} does not sit at the board: {seated} do")
    return table.pair.index(player)


def scored(table: Table, event: Award) -> tuple[Table, int, int]:
    """Give the points of an award; returns the table, the place of the player, and the holes pegged (2.6)."""
    who = place(table, event.player)
    _free(table, event.player)
    if event.points <= 0:
        raise Wrong("no-points", "2.6", event.player, f"an award is of one point or more, not {event.points}")
    race, made = award(*table.race, who, event.points)
    if event.pegged is not None:
        made = event.pegged
    forced = event.player if made and not event.own_roll else None
    return Table(table.pair, table.leads, race, None, forced), who, made


def decided(table: Table, event: Decision) -> int:
    """The place of a player who decides. Raises `Wrong` where he may not, or may not do this."""
    who = place(table, event.player)
    if event.what not in WHAT:
        raise Wrong("no-such-decision", "5", event.player, f"{event.what!r} is no decision: {', '.join(WHAT)} are")
    must = table.must
    if must is None:
        if table.forced == event.player and event.what != "hold":
            raise Wrong("must-hold", "3.8 G-1", event.player, "the hole came on the opponent's roll: its maker must hold")
        raise Wrong("no-hole", "3.8 G-1", event.player, f"{event.what}: no hole was just won on the player's own roll")
    if must.player != event.player:
        raise Wrong("not-his-decision", "3.8 G-1", event.player, f"player {must.player} has won the hole and decides")
    if event.what not in must.legal:
        code = f"{event.what.partition('_')[0]}-not-allowed"
        section = "5.4" if event.what.startswith("suspend") else "5.1"
        raise Wrong(code, section, event.player, f"{event.what.replace('_', ' ')} is not allowed here: {', '.join(must.legal)}")
    return who


def borne_off(table: Table, event: Bearoff) -> Table:
    """A new holding, which he who bore off first leads; points and bredouille stay (2.5 B-6)."""
    place(table, event.player)
    _free(table, event.player)
    return Table(table.pair, event.player, table.race)


def held(table: Table) -> Table:
    """He stays: the rest is kept (P-3)."""
    return Table(table.pair, table.leads, table.race)


def gone(table: Table, player: int) -> Table:
    """He has picked up: all tokens to nothing, and he leads (P-3)."""
    return Table(table.pair, player)


def emptied(table: Table) -> Table:
    """The match is over: nobody sits at the board."""
    return Table((), table.leads)


def _free(table: Table, player: int) -> None:
    if table.must is not None:
        legal = ", ".join(word.replace("_", " ") for word in table.must.legal)
        raise Wrong("decision-due", "3.8 G-2", player, f"player {table.must.player} must decide first: {legal}")
