"""What is settled at the end of an à écrire match: queue of jetons, paris, their queue, fish, stakes (docs/rules.md 5.3, 5.5 E2).

Plain numbers: lists run over sides, `lost` are lost marks, `jetons` net jetons from the payments for marks. Amounts are jetons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from replay.forms.rulings import Rulings

PARI: Final = 4
"""Jetons of a pari."""
QUEUE: Final = 20
"""Jetons of the queue of paris."""
FISH: Final = 10
"""Jetons of a fish."""
STAKE: Final = 20
"""Jetons each of the first two players begins with."""


class Pari(NamedTuple):
    """One side pays another its paris and its share of their queue."""

    payer: int
    payee: int
    paris: int
    jetons: int
    queue: int


class Fish(NamedTuple):
    """The loss in whole fish; where five jetons are left over and go double or nothing, `fish` is None and `either` has both."""

    loser: int | None
    fish: int | None
    either: tuple[int, int] | None = None


def whole(number: float) -> int | float:
    """A number without a useless half."""
    return int(number) if number == int(number) else number


def takers(lost: Sequence[int], jetons: Sequence[int], rulings: Rulings) -> tuple[int, ...]:
    """Who takes the marker jetons: the side with most jetons from the payments, several where they are equal (5.3 2)."""
    held = jetons if rulings.queue_ahead == "payments" else [own - put for own, put in zip(jetons, lost, strict=True)]
    if len(held) > 2 and rulings.queue_three == "winners" and max(held) > 0:
        return tuple(side for side, own in enumerate(held) if own > 0)
    return tuple(side for side, own in enumerate(held) if own == max(held))


def queue_of_jetons(lost: Sequence[int], taken_by: Sequence[int]) -> tuple[int | float, ...]:
    """What the marker jetons bring each side, less what it had put down: one for each lost mark."""
    share = sum(lost) / len(taken_by)
    return tuple(whole((share if side in taken_by else 0) - put) for side, put in enumerate(lost))


def paris(lost: Sequence[int]) -> tuple[int, ...]:
    """The paris of each side, positive where it loses them: twice the marks above complete (5.3 3, 5.5 E2)."""
    complete = sum(lost) // len(lost)
    return tuple(2 * (put - complete) for put in lost)


def pari_payments(won: Sequence[int], rulings: Rulings) -> tuple[Pari, ...]:
    """Who pays whom. The queue of 20 is halved where two pay one or one pays two."""
    losers = [side for side, number in enumerate(won) if number > 0]
    winners = [side for side, number in enumerate(won) if number < 0]
    pairs = [(payer, payee) for payer in losers for payee in winners]
    queue = QUEUE if rulings.paris_queue == "whole" or not pairs else QUEUE // len(pairs)
    found = []
    for payer, payee in pairs:
        number = min(won[payer], -won[payee])
        found.append(Pari(payer, payee, number, PARI * number, queue))
    return tuple(found)


def fish(net: Sequence[int | float], rulings: Rulings) -> Fish:
    """Price a net loss between two sides by fish: six over count as one, four are dropped, five go double or nothing (5.3 5)."""
    loss = int(max(net))
    if not loss:
        return Fish(None, 0)
    loser = 1 if net[0] > 0 else 0
    number, over = divmod(loss, FISH)
    if over == FISH // 2 and rulings.fish_five == "double-or-nothing":
        return Fish(loser, None, (number, number + 1))
    return Fish(loser, number + (over >= FISH // 2))


class Purse(NamedTuple):
    """What lies before one side: jetons in hand, its lost-mark jetons put down, and fish it has from others (side, number)."""

    jetons: int
    lost: int
    fish: tuple[tuple[int, int], ...] = ()


def brought(
    jetons: Sequence[int], lost: Sequence[int], owed: Mapping[tuple[int, int], int], stakes: Sequence[int]
) -> tuple[int, ...] | None:
    """The net payments behind purses as they are told: the other way of `purses`; None where they do not add up.

    `owed` are the fish a side has of another. Jetons are told without those put down for lost marks, or with them.
    """
    for put in (lost, (0,) * len(lost)):
        net = [own + down - stake for own, down, stake in zip(jetons, put, stakes, strict=True)]
        for (payee, payer), number in owed.items():
            net[payee] += FISH * number
            net[payer] -= FISH * number
        if not sum(net):
            return tuple(net)
    return None


def purses(jetons: Sequence[int], lost: Sequence[int], stakes: Sequence[int]) -> tuple[Purse, ...]:
    """The purses behind net payments, with the stakes each began with (B12.4, E2.11).

    A lost mark is told by a jeton of one's own. Who cannot pay out of his jetons draws no more fish than he must; they go to whoever has
    most. As he wins they go back first, so the purses depend on the net alone.
    """
    hand = [stake + net - put for stake, net, put in zip(stakes, jetons, lost, strict=True)]
    owed: dict[tuple[int, int], int] = {}
    for payer in range(len(hand)):
        for _ in range(-(min(hand[payer], 0) // FISH)):
            hand[payer] += FISH
            payee = max((side for side in range(len(hand)) if side != payer), key=lambda side: (hand[side], -side))
            hand[payee] -= FISH
            owed[payee, payer] = owed.get((payee, payer), 0) + 1
    return tuple(
        Purse(own, put, tuple((payer, owed[side, payer]) for payer in range(len(hand)) if (side, payer) in owed))
        for side, (own, put) in enumerate(zip(hand, lost, strict=True))
    )
