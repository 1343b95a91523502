"""A match put off and taken up again: the record everything is in, and what one writes down by hand (docs/rules.md 5.4, 5.5, 5.7).

`thaw(freeze(state))` is the state again, at any point of any form.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from replay.forms import results
from replay.forms.coins import spelled
from replay.forms.combine import BETWEEN, FROZEN, GAME, HONOURS_FROZEN, Combine, Pool
from replay.forms.cure import Cure
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire, Step, advises_against
from replay.forms.events import WHAT, Wrong
from replay.forms.fill import Fill
from replay.forms.form import form_from_json, form_to_json
from replay.forms.machine import trace
from replay.forms.mark import Mark
from replay.forms.paris import STAKE, Purse, purses
from replay.forms.seats import Seats
from replay.forms.settlement import Names
from replay.forms.table import Must, Table
from replay.scoring import Pegs, Race

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from replay.forms.form import Form
    from replay.forms.machine import State

VERSION: Final = 1
PARTS: Final[Mapping[str, type]] = {
    part.__name__: part
    for part in (
        *(Cure, Ecrire, Combine, Fill, Drain, Table, Must, Race, Pegs, Mark, Seats, Pool, results.Payment, results.MarkWon),
        *(results.Annulled, results.HonoursWon, results.CureWon, results.FillWon, results.DrainWon),
    )
}
"""What a state is made of."""
SUSPENDED: Final = (None, FROZEN, BETWEEN, HONOURS_FROZEN)
STATES: Final = (Cure, Ecrire, Combine, Fill, Drain)


def freeze(state: State) -> dict[str, Any]:
    """Everything needed to go on, as plain JSON: the form once, and the state without it."""
    return {"adjourned": VERSION, "form": form_to_json(state.form), "state": _packed(state)}


def thaw(record: Mapping[str, Any]) -> State:
    """The state of an adjournment record. Raises `Wrong`: `bad-record` for what cannot be one, `bad-form` for its form."""
    if record.get("adjourned") != VERSION or not isinstance(record.get("form"), dict):
        raise Wrong(
            "bad-record", "5.7", None, f"this is no adjournment record of version {VERSION}: `adjourned`, `form` and `state` are needed"
        )
    form = form_from_json(record["form"])
    try:
        state = _opened(record.get("state"), form)
        sound = isinstance(state, STATES) and _sound(state)
        if sound:
            trace(Step(state))
            adjourned(state)
    except (TypeError, KeyError, ValueError, AttributeError, IndexError, RecursionError) as wrong:
        raise Wrong("bad-record", "5.7", None, f"the adjournment record is damaged: {wrong}") from None
    if not sound:
        raise Wrong(
            "bad-record", "5.7", None, "the adjournment record is damaged: its accounts do not add up, or its players do not sit so"
        )
    return state  # type: ignore[no-any-return]


def _packed(value: Any) -> Any:
    """A value as JSON: the parts of a state by name, without the form."""
    name = type(value).__name__
    if isinstance(value, Fraction):
        return {"is": "Fraction", "of": [value.numerator, value.denominator]}
    if name in PARTS and isinstance(value, tuple):
        told = {field: _packed(part) for field, part in zip(PARTS[name]._fields, value, strict=True) if field != "form"}  # type: ignore[attr-defined]
        return {"is": name, **told}
    return [_packed(part) for part in value] if isinstance(value, tuple) else value


def _opened(value: Any, form: Form) -> Any:
    """The other way; every part must be of the kind its field says."""
    if isinstance(value, dict):
        if value["is"] == "Fraction":
            return _fraction(*value["of"])
        part = PARTS[value["is"]]
        told = {field: _opened(each, form) for field, each in value.items() if field != "is"}
        if "form" in part._fields:  # type: ignore[attr-defined]
            told["form"] = form
        made = part(**told)
        for field, hint in part.__annotations__.items():
            words = str(getattr(hint, "__forward_arg__", hint))
            if not _fits(getattr(made, field), words):
                raise TypeError(f"{field} of {part.__name__} is no {words}")
        return made
    return tuple(_opened(each, form) for each in value) if isinstance(value, list) else value


def _fraction(over: object, under: object) -> Fraction:
    """A part of a coin."""
    if type(over) is not int or type(under) is not int or under < 1:
        raise TypeError("a fraction is two whole numbers")
    return Fraction(over, under)


LEAVES: Final[Mapping[str, tuple[type, ...]]] = {
    "int": (int,),
    "bool": (bool,),
    "str": (str,),
    "float": (int, float),
    "None": (type(None),),
    "Money": (int, Fraction),
}


def _fits(value: Any, hint: str) -> bool:
    """Whether a value is what the annotation of its field says: names, `|`, and `tuple[…]` are all there are."""
    choices = _split(hint, "|")
    if len(choices) > 1:
        return any(_fits(value, choice) for choice in choices)
    if hint.startswith("tuple["):
        inner = _split(hint[6:-1], ",")
        if type(value) is not tuple:
            return False
        if inner[-1] == "...":
            return all(_fits(each, inner[0]) for each in value)
        return len(value) == len(inner) and all(_fits(each, one) for each, one in zip(value, inner, strict=True))
    if hint in LEAVES:
        return type(value) in LEAVES[hint]
    return type(value).__name__ == hint


def _split(hint: str, mark: str) -> list[str]:
    """The parts of an annotation between marks that stand in no brackets."""
    parts, depth = [""], 0
    for letter in hint:
        depth += (letter == "[") - (letter == "]")
        if letter == mark and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _sound(state: State) -> bool:
    """Whether the money adds up, and whether those who sit at the board play."""
    form, table = state.form, state.table
    kinds = {"cure": Cure, "ecrire": Ecrire, "combine": Combine, "fill": Fill, "drain": Drain}
    everybody, must = set(range(form.players)), table.must
    sits = len(table.pair) == len(set(table.pair)) in (0, 2) and set(table.pair) <= everybody
    if not isinstance(state, kinds[form.kind]) or not sits or table.leads not in (None, *everybody):
        return False
    if any(not 0 <= points < 12 for points in table.race.points) or table.forced not in (None, *table.pair):
        return False
    if must is not None and not (must.player in table.pair and must.legal and set(must.legal) <= set(WHAT)):
        return False
    if isinstance(state, (Fill, Drain)):
        adds = sum(state.money) + state.pool == 0 and len(state.money) == form.players and state.pool >= 0
        waits = set(state.line) | set(table.pair) if table.pair else everybody
        named = state.champion if isinstance(state, Fill) else state.came
        pegs = state.holes if isinstance(state, Fill) else state.pegs.holes
        return (
            adds
            and waits == everybody
            and (not table.pair or len(state.line) == form.players - 2)
            and named in everybody
            and min(pegs) >= 0
        )
    if isinstance(state, Cure):
        return min(state.pegs.holes) >= 0
    sheet = state.ecrire if isinstance(state, Combine) else state
    seats, mark = sheet.seats, sheet.mark
    kept = sum(sheet.jetons) == 0 and len(sheet.jetons) == len(sheet.lost) == form.sides and 1 <= sheet.number <= form.marks
    kept = kept and (not sheet.brought or (len(sheet.brought) == form.sides and not sum(sheet.brought)))
    kept = kept and sheet.refaits >= 0 <= min(*mark.holes, *sheet.lost) and mark.right in (None, 0, 1) and table.pair in ((), seats.pair)
    kept = kept and len({*seats.pair} & everybody) == 2 and seats.leader in seats.pair and seats.newcomer in (None, *seats.pair)
    kept = kept and (table.pair != () or any(isinstance(each, results.MarkWon) for each in sheet.history))
    if isinstance(state, Combine) and kept:
        kept = sum(state.fish) + (state.pool.fish if state.pool else 0) == 0 <= min(state.honours.holes)
        kept = kept and max(state.honours.holes) < GAME and state.suspended in SUSPENDED
        kept = kept and (state.pool is None or state.pool.contract in (None, 0, 1))
    return kept


# -- what one writes down --------------------------------------------------------------------------------------------------------------


def accounts(state: Ecrire | Combine) -> tuple[Purse, ...]:
    """What lies before each side: jetons in hand, marks lost, fish and from whom (B13, E2.12).

    Sides begin with a stake of 20 jetons; of three for themselves, only the two of mark 1.
    """
    sheet = state.ecrire if isinstance(state, Combine) else state
    return purses(sheet.jetons, sheet.lost, stakes(sheet.form))


def stakes(form: Form) -> list[int]:
    """What each side began with."""
    return [STAKE if not form.first or form.sides == 2 or side in form.first else 0 for side in range(form.sides)]


def adjourned(state: State, names: Sequence[str] = ()) -> tuple[str, ...]:
    """The record one writes by hand, a row each. The board, the dice and whose turn it is are the record's, not the form's."""
    called = Names(state.form, tuple(names))
    rows: list[str] = []
    if isinstance(state, (Ecrire, Combine)):
        rows += _sheet(state, called)
    if isinstance(state, Combine):
        rows += _honours(state, called)
    if isinstance(state, Cure):
        rows.append(f"holes {state.pegs.holes[0]}-{state.pegs.holes[1]} of {state.form.holes}")
        rows += [f"necktie: {called.player(who)}" for who in (0, 1) if state.pegs.lurch[who] and state.pegs.holes[1 - who]]
    if isinstance(state, (Fill, Drain)):
        rows.append(f"in the pool: {spelled(state.pool)}")
        rows += [f"{called.player(player)}: {spelled(money, plus=True)}" for player, money in enumerate(state.money)]
        rows.append(f"waiting: {', '.join(called.player(player) for player in state.line) or 'nobody'}")
    if isinstance(state, Fill):
        rows.append(f"champion: {called.player(state.champion)}, {state.wins} running")
    return (*rows, *_edge(state, called))


def _plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _sheet(state: Ecrire | Combine, called: Names) -> list[str]:
    """Marks, accounts, holes and rights of the à écrire side."""
    sheet = state.ecrire if isinstance(state, Combine) else state
    form, mark, pair = sheet.form, sheet.mark, sheet.seats.pair
    rows = [f"mark {sheet.number} of {form.marks}" + (f", {_plural(sheet.refaits, 'do-over')}" if sheet.refaits else "")]
    if form.sides > 2:
        rows.append(f"without a stake: {', '.join(called.side(side) for side in range(form.sides) if side not in form.first)}")
    for side, purse in enumerate(accounts(state)):
        pari = "pari" if purse.lost == 1 else "paris"
        row = f"{called.side(side)}: {purse.lost} {pari}, {_plural(purse.jetons, 'jeton')}"
        row += "".join(f", {number} fish from {called.side(payer)}" for payer, number in purse.fish)
        rows.append(row)
    rows.append(f"{called.player(sheet.seats.leader)} led the mark; {called.player(pair[0])} plays with {called.player(pair[1])}")
    if form.seating == "round_robin":
        idle, against = next(player for player in range(form.players) if player not in pair), advises_against(sheet)
        advice = "" if against is None else f", and may advise against {called.player(against)}"
        rows.append(f"{called.player(idle)} sits out{advice}")
    rows.append(f"holes: {called.player(pair[0])} {mark.holes[0]}, {called.player(pair[1])} {mark.holes[1]}")
    if mark.right is not None:
        kind = "in arrears" if mark.holes[1 - mark.right] else "in advance"
        rate = "fixed, " if mark.fixed else ""
        rate += "with pickup" if mark.pickup else "without pickup"
        rate += ", a grand one with pickup" if mark.missed and not mark.pickup else ""
        marker = "" if mark.pickup or mark.fixed else ", banner"
        marker += ", necktie" if mark.holes[1 - mark.right] else ""
        rows.append(f"lurch {kind}, {rate}: {called.player(pair[mark.right])}{marker}")
    return rows


def _honours(state: Combine, called: Names) -> list[str]:
    """The honours game, its pool, the suspension (C10)."""
    holes = state.honours.holes
    rows = [f"honours: {called.side(0)} {holes[0]}, {called.side(1)} {holes[1]}"]
    rows += [f"necktie of honours: {called.side(side)}" for side in (0, 1) if state.honours.lurch[side] and holes[1 - side]]
    rows.append(f"fish of honours: {called.side(0)} {state.fish[0]:+d}, {called.side(1)} {state.fish[1]:+d}")
    if state.pool is None:
        rows.append("no pool")
    else:
        contract = "nobody's contract" if state.pool.contract is None else f"contract of {called.side(state.pool.contract)}"
        rows.append(f"pool: {state.pool.fish} fish, {contract}")
    if state.suspended is not None:
        words = {"ecrire": "à écrire", "ecrire_over": "à écrire, until the next mark begins with the next pickup", "honours": "honours"}
        rows.append(f"suspended: {words[state.suspended]}")
    return rows


def _edge(state: State, called: Names) -> list[str]:
    """The tokens at the board's edge, and what is due."""
    table = state.table
    if table.over:
        return ["the match is over"]
    first, second = (called.player(player) for player in table.pair)
    rows = [f"points: {first} {table.race.points[0]}, {second} {table.race.points[1]}"]
    rows += [f"in bredouille: {called.player(table.pair[who])}" for who in (0, 1) if table.race.bredouille[who]]
    if table.leads is not None:
        rows.append(f"{called.player(table.leads)} led the holding")
    elif isinstance(state, (Fill, Drain)):
        rows.append("who leads the holding is drawn")
    if table.must is not None:
        rows.append(f"{called.player(table.must.player)} decides: {', '.join(table.must.legal)}".replace("_", " "))
    return rows
