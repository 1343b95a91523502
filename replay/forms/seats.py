"""Who sits at the board for a mark, and who leads it (docs/rules.md 2.8, 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from replay.forms.form import Form


class Seats(NamedTuple):
    """The two at the board, who leads the mark, and who came in for it (None in mark 1 and where nobody does).

    Where sides are two, a player's place in `pair` is his side.
    """

    pair: tuple[int, int]
    leader: int
    newcomer: int | None = None


def first_seats(form: Form) -> Seats:
    """The seats of mark 1."""
    if form.seating == "two":
        return Seats((0, 1), form.lead)
    if form.seating == "chouette":
        return Seats((0, 1), 0)
    leader, other = form.first
    if form.seating == "four" and leader > other:
        return Seats((other, leader), leader)
    return Seats((leader, other), leader)


def next_seats(form: Form, seats: Seats, mark: int, marked: int) -> Seats:
    """The seats of `mark` (2 and on), after the player `marked` lost the one before it.

    Two alternate the lead. The partners of a chouette play two marks running each and lead the even ones. In the round robin and with four,
    whoever was marked stays after mark 1; from then on who has just come in stays, so that everybody plays two marks running.
    """
    odd = mark % 2 == 1
    if form.seating == "two":
        return Seats(seats.pair, form.lead if odd else 1 - form.lead)
    if form.seating == "chouette":
        partner = 1 + (mark - 1) // 2 % 2
        return Seats((0, partner), 0 if odd else partner)
    stays = marked if seats.newcomer is None else seats.newcomer
    if form.seating == "round_robin":
        if form.rulings.rotation == "literal":
            stays = marked
        comes = next(player for player in range(form.players) if player not in seats.pair)
        return Seats((stays, comes), stays, comes)
    leaves = next(player for player in seats.pair if player != stays)
    comes = leaves ^ 1
    pair = (min(stays, comes), max(stays, comes))
    leader = stays
    if form.rulings.four_lead == "teams":
        team = form.first[0] // 2 if odd else 1 - form.first[0] // 2
        leader = pair[team]
    return Seats(pair, leader, comes)
