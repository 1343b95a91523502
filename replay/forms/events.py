"""What happens in a match, seen from its accounts: points given, a decision taken, the men borne off (docs/forms.md).

No board here. Players are numbered from 0. `Wrong` is the one error of this package: an event the rules do not allow where it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

WHAT: Final = ("hold", "go", "mark", "refait", "concede", "suspend_ecrire", "suspend_honours")
"""Decisions, as an event spells them."""
MARKERS: Final = ("banner", "necktie", "no-banner", "no-necktie")
"""Markers, as an event spells them."""


class Award(NamedTuple):
    """A player scores `points` at one moment, on his own roll or (false hits, impotence, schools) otherwise.

    `pegged` are the holes he moved, where those are not the ones the points make (a hole forgotten, or said aloud); None: they are.
    """

    player: int
    points: int
    own_roll: bool
    pegged: int | None = None


class Decision(NamedTuple):
    """A player who has won a hole on his own roll says what he does (one of `WHAT`)."""

    player: int
    what: str


class Bearoff(NamedTuple):
    """A player has borne off first: a new holding, which he leads. The points for it were an award just before."""

    player: int


class Marker(NamedTuple):
    """What a player did with the banner or the necktie after a hole (one of `MARKERS`): taken, or forgotten and so given up (B11.5, C7.1).

    Without such an event they are where the rules put them.
    """

    player: int
    what: str


Play = Award | Decision | Bearoff
Event = Play | Marker


class Wrong(ValueError):  # noqa: N818 - it reads as what it tells: a wrong event
    """An event that the rules do not allow where it stands.

    `code` is stable (`CODES`), `section` the ruling in docs/rules.md, `player` who did it (None for a form that cannot be played at all);
    the message is a sentence. The state it was offered to stands unchanged. `tag` is the tag of a record that sets up what cannot be.
    """

    def __init__(self, code: str, section: str, player: int | None, sentence: str, tag: str = "") -> None:
        super().__init__(sentence)
        self.tag = tag
        self.code = code
        self.section = section
        self.player = player


CODES: Final = {
    "match-over": "the match is over",
    "not-seated": "the player does not sit at the board",
    "no-points": "an award of no points",
    "decision-due": "somebody must decide first",
    "not-his-decision": "another player must decide",
    "no-hole": "a decision where no hole was won on the player's own roll",
    "must-hold": "going where the hole came on the opponent's roll",
    "go-not-allowed": "going where the hole counts for the end of the mark",
    "mark-not-allowed": "marking without six holes, or without being ahead",
    "refait-not-allowed": "annulling a mark that does not stand equal at six or more",
    "concede-not-allowed": "conceding where the opponent has no six holes or is not ahead",
    "suspend-not-allowed": "suspending where nothing can be suspended",
    "no-such-decision": "a word that is no decision",
    "no-right": "a marker taken, or forgotten, that the player has no right to",
    "no-such-result": "a result told by a sheet that no play can have had",
    "bad-form": "a form that cannot be played as set up",
    "no-length": "a record that does not tell how many marks were agreed",
    "not-over": "a settlement before the end",
    "not-all-told": "a settlement of marks that are not all told",
    "bad-record": "an adjournment record that cannot be read",
}
"""Every code a `Wrong` may have, in words."""


def event_from_json(row: Mapping[str, Any]) -> Event:
    """Read one event of docs/forms.md; raises `Wrong` (`bad-record`) for what is none."""
    kind, player = row.get("type"), row.get("player")
    if isinstance(player, int) and not isinstance(player, bool):
        if kind == "award" and isinstance(row.get("points"), int) and isinstance(row.get("own_roll"), bool):
            pegged = row.get("pegged")
            if pegged is None or (isinstance(pegged, int) and pegged >= 0):
                return Award(player, row["points"], row["own_roll"], pegged)
        if kind == "decision" and isinstance(row.get("what"), str):
            return Decision(player, row["what"])
        if kind == "bearoff":
            return Bearoff(player)
        if kind == "marker" and isinstance(row.get("what"), str):
            return Marker(player, row["what"])
    raise Wrong(
        "bad-record",
        "5",
        None,
        f"{dict(row)} is no event: award (player, points, own_roll), decision (player, what), bearoff (player), marker",
    )


def event_to_json(event: Event) -> dict[str, Any]:
    """Spell an event as docs/forms.md has it."""
    told = {key: value for key, value in event._asdict().items() if value is not None}
    return {"type": type(event).__name__.lower(), **told}
