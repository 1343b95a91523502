"""What a record says of its accounts (`@won`, `@account`, `Standing`), and what these would have it say (docs/notation.md 2, 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from replay.forms.adjournment import accounts
from replay.forms.combine import Combine
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire
from replay.forms.events import Wrong
from replay.forms.fill import Fill
from replay.forms.record import player
from replay.forms.results import CureWon, DrainWon, FillWon, HonoursWon, MarkWon, Result
from replay.forms.settlement import settle

if TYPE_CHECKING:
    from notation.record import Event as Line
    from replay.forms.form import Form
    from replay.forms.machine import State
    from replay.forms.record import Agreed


STAKES: Final = {"single": 1.0, "double": 2.0, "treble": 3.0, "quadruple": 4.0}
"""Words of `@won` for what a match of holes is worth."""


def said(result: Result, agreed: Agreed, seated: tuple[int, int]) -> tuple[str, tuple[int, int], float | None, set[str]]:
    """What `@won` may say of a result: the winner's colour, White's and Black's holes, the worth, the words that hold of it."""
    words: set[str] = set()
    worth: float | None = None
    if isinstance(result, MarkWon):
        winner, holes, worth = result.winner, result.holes, result.for_holes + result.consolation
        words = {result.kind, f"refaits={result.refaits}"} | ({"conceded"} if result.conceded else set())
        words |= set() if result.pickup is None else {"pickup" if result.pickup else "standing"}
    elif isinstance(result, HonoursWon):
        winner = next(who for who in seated if side_of(agreed.form, who) == result.winner)
        holes, worth, words = (12 + result.surplus, result.loser_holes), result.value, {result.kind}
    elif isinstance(result, CureWon):
        values = dict(result.values)
        winner, holes = result.winner, (agreed.form.holes, result.loser_holes)
        worth = values[agreed.form.schedule or "old"]
        played = [values[agreed.form.schedule]] if agreed.form.schedule else list(values.values())
        words = {word for word, stakes in STAKES.items() if stakes in played} | ({"lurch"} if result.grand_lurch else set())
    elif isinstance(result, FillWon):
        winner, holes = result.winner, (agreed.form.holes, result.loser_holes)
    else:
        assert isinstance(result, DrainWon)
        winner, holes, worth = result.winner, result.holes, result.paid
        words = ({"lurch"} if result.grand_lurch else set()) | ({"conceded"} if result.conceded else set())
    white = seated[0] == winner
    return "W" if white else "B", holes if white else (holes[1], holes[0]), worth, words


def pool(state: State, names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """What may be said of the pool: each key with the values that are right, the one to be told first."""
    if isinstance(state, Combine) and state.pool is not None:
        contract = () if state.pool.contract is None else tuple(names[who] for who in members(state.form, state.pool.contract))
        return {"fish": (str(state.pool.fish),)} | ({"contract": contract} if contract else {})
    return {"stake": (str(state.form.pool),)} if isinstance(state, Drain) else {}


def purse(state: State, names: tuple[str, ...], who: int, payer: str | None) -> dict[str, tuple[str, ...]]:
    """What may be said of a player's account, likewise. Raises `Wrong` (`bad-form`) for a payer who does not play."""
    if isinstance(state, Fill):
        paid = sum(won.ante > 0 and won.loser == who for won in state.history) + 1
        return {"antes": (str(paid),)}
    if not isinstance(state, (Ecrire, Combine)):
        return {}
    own = accounts(state)[side_of(state.form, who)]
    fish = sum(number for each, number in own.fish if payer is None or player(names, payer) in members(state.form, each))
    jetons = (str(own.jetons), str(own.jetons + own.lost))
    return {"lost": (str(own.lost),), "jetons": jetons, "fish": (str(fish),)}


def standing(text: str, unit: str, state: State, names: tuple[str, ...]) -> tuple[str, str] | None:
    """The tag `Standing` and what it should be, for a match that is over; None where it cannot be read.

    What an ante or a share came to is often told here alone: then the amounts are taken in that unit.
    """
    net = settle(state).net[unit]
    stated: list[tuple[str, str]] = []
    found: list[int | float] = []
    for part in text.split(";"):
        name, _, amount = part.strip().rpartition(" ")
        try:
            who = player(names, name)
        except Wrong:
            return None
        stated.append((name, amount))
        found.append(net[side_of(state.form, who)])
    if unit == "money" and any(found):
        best = max(range(len(found)), key=lambda at: abs(found[at]))
        whole = stated[best][1].lstrip("-")
        times, over = divmod(int(whole) if whole.isdigit() and len(whole) < 10 else 0, int(abs(found[best])))
        found = [amount * times for amount in found] if times and not over else found
    mine = "; ".join(f"{name} {amount}" for (name, _), amount in zip(stated, found, strict=True))
    return "; ".join(f"{name} {amount}" for name, amount in stated), mine


def furthest(stated: str, found: str) -> float:
    """The greatest difference between two standings of the same players, in amount."""
    amounts = [[float(part.rpartition(" ")[2]) for part in text.split("; ")] for text in (stated, found)]
    return max(abs(one - other) for one, other in zip(amounts[0], amounts[1], strict=True))


def side_of(form: Form, who: int) -> int:
    """The side of a player."""
    return {"chouette": min(who, 1), "four": who // 2}.get(form.seating, who)


def members(form: Form, side: int) -> tuple[int, ...]:
    """The players of a side."""
    if form.seating == "chouette":
        return (1, 2) if side else (0,)
    return (2 * side, 2 * side + 1) if form.seating == "four" else (side,)


def won_words(line: Line) -> str:
    """An `@won` as it stands."""
    holes = "" if line.holes is None else f"{line.holes[0]}-{line.holes[1]}"
    worth = "" if line.worth is None else str(line.worth)
    return " ".join(filter(None, [str(line.side), holes, worth, *line.outcomes]))


def key_words(said: dict[str, str]) -> str:
    """Keys with their values."""
    return " ".join(f"{key}={value}" for key, value in said.items())


def pair_words(pair: tuple[int | None, int | None]) -> str:
    """A pair of numbers, `?` where one is not known."""
    return "-".join("?" if each is None else str(each) for each in pair)


def both_names(names: tuple[str, ...], pair: tuple[int, ...]) -> str:
    """Two players by name."""
    return " and ".join(names[who] for who in pair)
