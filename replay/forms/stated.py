"""What a record says of its accounts (`@won`, `@account`, `Standing`), and what these would have it say (docs/notation.md 2, 6)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from notation.record import Event as Line
from notation.record import Ply
from notation.tags import standing_of
from replay.forms.adjournment import accounts, stakes
from replay.forms.coins import spelled
from replay.forms.combine import Combine
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire
from replay.forms.events import Wrong
from replay.forms.fill import Fill
from replay.forms.paris import FISH, whole
from replay.forms.record import player
from replay.forms.results import CureWon, DrainWon, FillWon, HonoursWon, MarkWon, Result
from replay.forms.settlement import IN_ALL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from notation.record import Entry
    from replay.forms.coins import Amount
    from replay.forms.form import Form
    from replay.forms.machine import State
    from replay.forms.record import Agreed


PAIR: Final = 2
"""Sides between which a fish has one payer."""
STAKES: Final = {"single": 1.0, "double": 2.0, "treble": 3.0, "quadruple": 4.0}
"""Words of `@won` for what a match of holes is worth."""


def said(result: Result, agreed: Agreed, seated: tuple[int, int]) -> tuple[str, tuple[int, int], Amount | None, set[str]]:
    """What `@won` may say of a result: the winner's colour, White's and Black's holes, the worth, the words that hold of it."""
    words: set[str] = set()
    worth: Amount | None = None
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
    return {"lost": (str(own.lost),), "paris": _paris(state, who), "jetons": jetons, "fish": (str(fish),)}


def _paris(state: Ecrire | Combine, who: int) -> tuple[str, ...]:
    """The paris of a player as a record may count them.

    One for each mark lost, as the book's own record does (E2.12); by how many marks two differ (B12.2), none for him who has lost fewer;
    of three, two for each mark above complete (E2.8).
    """
    sheet, side = state.ecrire if isinstance(state, Combine) else state, side_of(state.form, who)
    lost = sheet.lost[side]
    more = lost - sheet.lost[1 - side] if len(sheet.lost) == PAIR else 2 * (lost - sheet.form.marks // len(sheet.lost))
    return tuple(dict.fromkeys((str(lost), str(max(more, 0)))))


def block(entries: Sequence[Entry]) -> dict[int, tuple[Line, ...]]:
    """The accounts that are told together, by the line of each: what one leaves out another of them tells."""
    found: dict[int, tuple[Line, ...]] = {}
    together: list[Line] = []
    for entry in (*entries, None):
        if entry is not None and not (isinstance(entry, Ply) or (isinstance(entry, Line) and entry.word != "account")):
            if isinstance(entry, Line) and entry.error is None:
                together.append(entry)
            continue
        found |= {line.line: tuple(together) for line in together}
        together = []
    return found


def bears_out(state: Ecrire | Combine, names: tuple[str, ...], who: int, lines: Sequence[Line]) -> int | None:
    """By how many jetons the purse of a player, as accounts told together have it, departs from what he has: jetons and ten to a fish.

    A purse has many forms: a fish may lie for ten jetons. What no line tells of a fish is as the accounts have it, or there is none.
    None where no line tells his jetons.
    """
    form, side = state.form, side_of(state.form, who)
    sheet = state.ecrire if isinstance(state, Combine) else state
    fish: dict[tuple[int, int], int] = {}
    hand, put, whole = None, sheet.lost[side], None
    for line in lines:
        told = dict(line.entries)
        try:
            own = side_of(form, player(names, line.player or ""))
            payer = side_of(form, player(names, told["from"])) if "from" in told else 1 - own if form.sides == PAIR else None
        except Wrong:
            continue
        if "fish" in told and payer is not None:
            fish[own, payer] = int(told["fish"])
        if own == side:
            hand = int(told["jetons"]) if "jetons" in told else hand
            put = int(told["lost"]) if "lost" in told else put
            whole = int(told["fish"]) if "fish" in told and payer is None else whole
    if hand is None:
        return None
    ours = {(each, payer): number for each, purse in enumerate(accounts(state)) for payer, number in purse.fish}
    departs = []
    for rest in (ours, {}):
        known = rest | fish
        held = sum(number for (payee, _), number in known.items() if payee == side) if whole is None else whole
        owed = sum(number for (_, payer), number in known.items() if payer == side)
        departs += [hand + down + FISH * (held - owed) - stakes(form)[side] - sheet.jetons[side] for down in (put, 0)]
    return 0 if 0 in departs else departs[0]


def standing(text: str, unit: str, done: Mapping[str, tuple[Amount, ...]], agreed: Agreed) -> tuple[str, str] | None:
    """The tag `Standing` and what it should be where the match is settled so; None where it cannot be read."""
    form, names = agreed.form, agreed.names
    stated = _amounts(text, names)
    if stated is None:
        return None
    net = done[unit]
    if IN_ALL in done and all(FISH * amount == done[IN_ALL][side_of(form, who)] for who, amount in stated):
        net = tuple(whole(float(own) / FISH) for own in done[IN_ALL])  # told as what both games come to, in fish
    due = ((who, Fraction(rounded(net[side_of(form, who)], amount))) for who, amount in stated)
    mine = "; ".join(f"{names[who]} {spelled(round(amount, 2))}" for who, amount in due)
    return "; ".join(f"{names[who]} {amount}" for who, amount in stated), mine


def rounded(own: Amount, stated: int) -> Amount:
    """An amount as a record has to tell it, in whole numbers: a part of a coin may have been rounded either way."""
    return stated if own != int(own) and abs(Fraction(own) - stated) < 1 else own


def in_proportion(text: str, net: Mapping[str, tuple[Amount, ...]], agreed: Agreed) -> Fraction | None:
    """How many times what everybody has in the end the tag `Standing` tells: one number for all of them, or None."""
    stated = _amounts(text, agreed.names)
    if stated is None:
        return None
    own = [Fraction(net["money"][side_of(agreed.form, who)]) for who, _ in stated]
    times: Fraction | None = next((Fraction(amount) / mine for (_, amount), mine in zip(stated, own, strict=True) if mine), None)
    if times is None or times <= 0:
        return None
    return times if all(amount == times * mine for (_, amount), mine in zip(stated, own, strict=True)) else None


def _amounts(text: str, names: tuple[str, ...]) -> list[tuple[int, int]] | None:
    """The players of a tag `Standing` with their amounts, in its order; None where it cannot be read."""
    try:
        return [(player(names, name), amount) for name, amount in standing_of(text)]
    except (Wrong, ValueError):
        return None


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
