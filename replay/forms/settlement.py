"""The reckoning at the end of a match, each line with its rule (docs/rules.md 2.7, 5.2 to 5.5).

`settle` is the door. Amounts are net, by side: what the side gains by that line. The lines of one unit add up to what everybody has in
the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from replay.forms import paris as dues
from replay.forms.coins import Amount, decimal, part, plain, spelled
from replay.forms.combine import STAKE, Combine
from replay.forms.cure import Cure
from replay.forms.drain import Drain, shares
from replay.forms.ecrire import Ecrire
from replay.forms.events import Wrong
from replay.forms.fill import Fill
from replay.forms.results import Annulled, DrainWon, MarkWon

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from replay.forms.coins import Money
    from replay.forms.form import Form
    from replay.forms.machine import State


IN_ALL: Final = "jetons in all"
"""The unit of what both games of combiné come to."""


class Line(NamedTuple):
    """One line of a reckoning: the section of docs/rules.md, a sentence, the unit, net by side.

    Units are `jetons`, `fish`, `money`, `stakes` with the schedule in brackets, and `IN_ALL`.
    A line that moves nothing has no amounts.
    """

    section: str
    sentence: str
    unit: str = ""
    amounts: tuple[Amount, ...] = ()


class Settlement(NamedTuple):
    """The reckoning of a match that is over. `told` is what docs/forms.md calls the settlement, `net` the end of each side by unit."""

    lines: tuple[Line, ...]
    told: dict[str, Any]
    net: dict[str, tuple[Amount, ...]]


class Names(NamedTuple):
    """How the parties are called; players are numbered where they have no names."""

    form: Form
    players: tuple[str, ...]

    def player(self, who: int) -> str:
        """The name of a player."""
        return self.players[who] if who < len(self.players) else f"player {who}"

    def does(self, side: int, verb: str) -> str:
        """The name of a side with what it does: `Alice pays`, `Alice and Bob pay`."""
        partners = self.form.seating == "four" or (self.form.seating == "chouette" and side == 1)
        plural = {"has": "have"}.get(verb, verb.removesuffix("s"))
        return f"{self.side(side)} {plural if partners else verb}"

    def side(self, side: int) -> str:
        """The name of a side: partners together."""
        if self.form.seating == "chouette" and side == 1:
            return f"{self.player(1)} and {self.player(2)}"
        if self.form.seating == "four":
            return f"{self.player(2 * side)} and {self.player(2 * side + 1)}"
        return self.player(side)


def deciding(net: Mapping[str, tuple[Amount, ...]]) -> tuple[Amount, ...]:
    """The amounts by which a match is won and lost: of combiné both games together; nothing where it is not settled."""
    return net.get(IN_ALL) or next(iter(net.values()), ())


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them: `Alice, Bob and Charlie`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def untold(state: State) -> str:
    """How many marks of a match that is over are not told, in a sentence; empty where all are."""
    marks = state.ecrire if isinstance(state, Combine) else state
    missing = marks.form.marks - sum(marks.lost) if isinstance(marks, Ecrire) else 0
    if not missing:
        return ""
    return f"{missing} of {marks.form.marks} marks {'is' if missing == 1 else 'are'} not told: the match cannot be settled"


def settle(state: State, names: Sequence[str] = ()) -> Settlement:
    """Reckon a match that is over. `names` are the players', in order. Raises `Wrong` (`not-over`, `not-all-told`)."""
    if not state.table.over:
        raise Wrong("not-over", "5.3", None, "the match is not over: there is nothing to settle yet")
    missing = untold(state)
    if missing:
        raise Wrong("not-all-told", "5.3", None, missing)
    called = Names(state.form, tuple(names))
    if isinstance(state, Combine):
        return _combine(state, called)
    if isinstance(state, Ecrire):
        return _ecrire(state, called)
    if isinstance(state, Cure):
        return _cure(state, called)
    if isinstance(state, Fill):
        return _fill(state, called)
    return _drain(state, called)


def sheet(state: State, names: Sequence[str] = ()) -> tuple[Line, ...]:
    """The lines of what has been paid so far, over or not."""
    called = Names(state.form, tuple(names))
    if isinstance(state, Combine):
        return (*_marks(state.ecrire, called), *_games(state, called))
    if isinstance(state, Ecrire):
        return tuple(_marks(state, called))
    if isinstance(state, Cure):
        return () if state.won is None else _cure(state, called).lines
    return tuple(_antes(state, called)) if isinstance(state, Fill) else tuple(_drained(state, called))


def given_up(state: Fill | Drain, names: Sequence[str] = ()) -> Settlement:
    """The reckoning of a pool that is given up before it is won, or drained: what lies in it is split (docs/rules.md 5.5 D1, D2)."""
    called = Names(state.form, tuple(names))
    lines = _antes(state, called) if isinstance(state, Fill) else _drained(state, called)
    net = broken_off(state)
    gained = tuple(plain(own - was) for own, was in zip(net, state.money, strict=True))
    section = "5.5 D1" if isinstance(state, Fill) else "5.5 D2"
    lines.append(Line(section, f"given up: the {spelled(state.pool)} in the pool are split", "money", gained))
    return Settlement(tuple(lines), {"money": [decimal(own) for own in net]}, {"money": net})


def broken_off(state: Fill | Drain) -> tuple[Money, ...]:
    """The net money where a pool is given up: what lies in it is split.

    Of a filling pool what does not divide goes to the champion first, then to those who wait, a unit each (docs/rules.md 5.5 D1); of a
    draining pool in whole coins, to those who wait first (flag `drain-coin`).
    """
    if isinstance(state, Drain) and state.form.rulings.drain_coin == "exact":
        share = part(state.pool, state.form.players)
        return tuple(plain(own + share) for own in state.money)
    each, over = divmod(int(state.pool), state.form.players)
    champion = [state.champion] if isinstance(state, Fill) else []
    first = [*champion, *state.line, *(player for player in state.table.pair if player not in champion)]
    favoured = set(first[:over])
    return tuple(plain(own + each + (player in favoured)) for player, own in enumerate(state.money))


def _moved(sides: int, *payments: tuple[int, int, Amount]) -> tuple[Amount, ...]:
    """Payments (payer, payee, amount) as net amounts by side."""
    net: list[Amount] = [0] * sides
    for payer, payee, amount in payments:
        net[payer] -= amount
        net[payee] += amount
    return tuple(net)


def _holes(number: int) -> str:
    """A number of holes in words."""
    return {0: "no hole", 1: "1 hole"}.get(number, f"{number} holes")


def _marks(state: Ecrire, names: Names) -> list[Line]:
    """A line for every mark and do-over, and one for the idle player's consolation."""
    found: list[Line] = []
    sides = state.form.sides
    if state.brought:
        before = state.form.marks if not state.history else next((each.mark for each in state.history if each.mark), 1)
        found.append(Line("5.7", f"brought forward: what the accounts tell before mark {before}", "jetons", state.brought))
    for result in state.history:
        if isinstance(result, Annulled):
            found.append(Line("5.1", f"mark {result.mark}: annulled at {result.holes} holes each, to be played again"))
            continue
        found.append(Line("5.2", _mark(result, names), "jetons", _moved(sides, result.payments[0])))
        for idle in result.payments[1:]:
            text = f"mark {result.mark}: {names.side(idle.payee)}, who sat out, has the consolation too"
            found.append(Line("5.5 E2", text, "jetons", _moved(sides, idle)))
    return found


def _mark(result: MarkWon, names: Names) -> str:
    """A mark in words."""
    won, lost = result.holes
    winner, loser = names.player(result.winner), names.player(result.marked)
    how = f"{loser} concedes to {winner}" if result.conceded else f"{winner} marks {loser}"
    kind = "simple"
    if result.kind != "simple":
        kind = f"{result.kind} lurch {'with' if result.pickup else 'without'} pickup"
    again = "" if not result.refaits else f" (after {result.refaits} do-over{'s' if result.refaits > 1 else ''})"
    times = f"{result.rate} × {won} − {lost}" if result.rate > 1 else f"{won} − {lost}"
    return f"mark {result.mark}: {how}, {_holes(won)} to {lost}, {kind}{again}: {times} = {result.for_holes} and {result.consolation}"


def _ecrire(state: Ecrire, names: Names) -> Settlement:
    """The queue of jetons before the paris, then those and their queue (5.3)."""
    rulings, sides = state.form.rulings, state.form.sides
    three = sides > 2
    lines = _marks(state, names)
    taken_by = dues.takers(state.lost, state.jetons, rulings)
    queue = dues.queue_of_jetons(state.lost, taken_by)
    paris = dues.paris(state.lost)
    payments = dues.pari_payments(paris, rulings)
    took = listed([names.side(side) for side in taken_by])
    shared = "share" if len(taken_by) > 1 else names.does(taken_by[0], "takes").removeprefix(f"{took} ")
    why = "equal in jetons" if len(taken_by) == sides else "ahead in jetons"
    text = f"queue of jetons: {took}, {why}, {shared} the {sum(state.lost)} marker jetons"
    lines.append(Line("5.5 E2" if three else "5.3 2", text, "jetons", queue))
    section = "5.5 E2" if three else "5.3 3"
    if not payments:
        lines.append(Line(section, "paris: everybody lost as many marks, none are paid"))
    for due in payments:
        pays, payee = names.does(due.payer, "pays"), names.side(due.payee)
        text = f"paris: {pays} {payee} {due.paris} at {dues.PARI} jetons"
        lines.append(Line(section, text, "jetons", _moved(sides, (due.payer, due.payee, due.jetons))))
        text = f"queue of paris: {pays} {payee} {due.queue}"
        lines.append(Line(section, text, "jetons", _moved(sides, (due.payer, due.payee, due.queue))))
    paid = _moved(sides, *((due.payer, due.payee, due.jetons) for due in payments))
    tail = _moved(sides, *((due.payer, due.payee, due.queue) for due in payments))
    net = tuple(dues.whole(float(a + b + c + d)) for a, b, c, d in zip(state.jetons, queue, paid, tail, strict=True))
    told: dict[str, Any] = {
        "lost": list(state.lost),
        "jetons": list(state.jetons),
        "queue_of_jetons": list(queue),
        "queue_taken_by": list(taken_by),
        "paris": list(paris),
        "pari_payments": [{"from": p.payer, "to": p.payee, "paris": p.paris, "jetons": p.jetons, "queue": p.queue} for p in payments],
        "paris_jetons": list(paid),
        "queue_of_paris": list(tail),
        "net": list(net),
    }
    if not three:
        priced = dues.fish(net, rulings)
        told["columns"] = list(columns(state))
        told["fish"] = {
            "loser": priced.loser,
            "fish": priced.fish,
            "double_or_nothing": None if priced.either is None else list(priced.either),
        }
        lines.append(Line("5.3 5", _priced(priced, net, names)))
    return Settlement(tuple(lines), told, {"jetons": net})


def columns(state: Ecrire) -> tuple[int, ...]:
    """The paper form: jetons each side has lost in marks (5.3 4)."""
    lost = [0] * state.form.sides
    for result in state.history:
        if isinstance(result, MarkWon):
            for payment in result.payments:
                lost[payment.payer] += payment.jetons
    return tuple(lost)


class Paper(NamedTuple):
    """The paper form of two sides: what each has lost in marks, in the queue of jetons, in paris and their queue; and the totals."""

    columns: tuple[int, ...]
    queue: tuple[Amount, ...]
    paris: tuple[Amount, ...]
    totals: tuple[Amount, ...]


def paper(state: Ecrire | Combine) -> Paper:
    """The paper form of a match that is over (5.3 4, B13): the queue and the paris are added to the columns of those who lose them.

    The difference of the totals is the net. Raises `Wrong` (`not-over`).
    """
    done = settle(state).told
    sheet = state.ecrire if isinstance(state, Combine) else state
    lost = columns(sheet)
    queue = tuple(max(0, -won) for won in done["queue_of_jetons"])
    paris = tuple(max(0, -(own + tail)) for own, tail in zip(done["paris_jetons"], done["queue_of_paris"], strict=True))
    totals = tuple(dues.whole(sum(parts)) for parts in zip(lost, queue, paris, strict=True))
    return Paper(lost, queue, paris, totals)


def _priced(priced: dues.Fish, net: Sequence[Amount], names: Names) -> str:
    """The price in fish, in words."""
    if priced.loser is None:
        return "priced by fish: nobody owes anything"
    loss = f"priced by fish: {names.does(priced.loser, 'loses')} {-net[priced.loser]} jetons, "
    if priced.either is not None:
        return f"{loss}{priced.either[0]} fish or {priced.either[1]}, double or nothing on the high die"
    return f"{loss}{priced.fish} fish"


def _games(state: Combine, names: Names) -> list[Line]:
    """The stakes of every pool, a line for every honours game, one for a pool drawn."""
    stakes = Line("5.4", f"a pool begins: {STAKE} fish from each side", "fish", (-STAKE, -STAKE))
    found = [stakes]
    for number, won in enumerate(state.won, 1):
        winner = names.side(won.winner)
        verb = names.does(won.winner, "draws").removeprefix(f"{winner} ")
        wins, has = names.does(won.winner, "wins"), names.does(1 - won.winner, "has")
        text = f"honours game {number} (mark {won.mark}): {wins} {won.kind}, {has} {_holes(won.loser_holes)}: {won.value}"
        found.append(Line("5.4", text, "fish", _moved(2, (1 - won.winner, won.winner, won.value))))
        if won.to_pool:
            into = [0, 0]
            into[1 - won.winner] = -won.to_pool
            found.append(
                Line(
                    "5.4",
                    f"honours game {number}: {names.does(1 - won.winner, 'puts')} {won.to_pool} into the pool as well",
                    "fish",
                    (into[0], into[1]),
                )
            )
        if won.drew:
            out = [0, 0]
            out[won.winner] = won.drew
            found.append(
                Line(
                    "5.4",
                    f"honours game {number}: {winner}, whose contract lies there, {verb} the pool of {won.drew}",
                    "fish",
                    (out[0], out[1]),
                )
            )
            if won.renewed:
                found.append(stakes)
    return found


def _combine(state: Combine, names: Names) -> Settlement:
    """The à écrire side, and the honours games with their pools."""
    base = _ecrire(state.ecrire, names)
    lines = [*base.lines, *_games(state, names)]
    pool = None
    if state.shares is not None:
        how, *shares = state.shares
        pool = {"how": how, "shares": shares}
        lines.append(Line("5.4", f"the pool still open at the end: {how}", "fish", tuple(shares)))
    if any(state.honours.holes) and state.form.rulings.honours_open == "void":
        lines.append(Line("5.4", f"the honours game at {state.honours.holes[0]} holes to {state.honours.holes[1]} is not over, and void"))
    told = base.told | {"honours": {"pool": pool, "fish": list(state.fish)}}
    net: dict[str, tuple[Amount, ...]] = base.net | {"fish": state.fish}
    if state.form.rulings.honours_fish == "ten":
        won = tuple(dues.FISH * own for own in state.fish)
        lines.append(Line("5.4", "the jetons of à écrire", IN_ALL, base.net["jetons"]))
        lines.append(Line("5.4", f"the fish of the honours games, {dues.FISH} jetons each", IN_ALL, won))
        net[IN_ALL] = tuple(dues.whole(float(own + other)) for own, other in zip(base.net["jetons"], won, strict=True))
    return Settlement(tuple(lines), told, net)


def _cure(state: Cure, names: Names) -> Settlement:
    """What a match of holes is worth under each schedule (2.7)."""
    won = state.won
    assert won is not None
    lurch = {None: "no grand lurch", "first": "grand lurch, the loser has no hole", "second": "grand lurch of the second player"}
    loser = 1 - won.winner
    text = f"{names.player(won.winner)} wins {state.form.holes} holes to {won.loser_holes}: {lurch[won.grand_lurch]}"
    lines = [Line("2.7", text)]
    net: dict[str, tuple[Amount, ...]] = {}
    for schedule, stakes in won.values:
        if state.form.schedule not in ("", schedule):
            continue
        amounts = _moved(2, (loser, won.winner, stakes))
        unit = f"stakes ({schedule})"
        net[unit] = amounts
        lines.append(Line("2.7", f"by the {schedule} schedule: {spelled(stakes)}", unit, amounts))
    told = {key: value for key, value in won.to_json().items() if key != "type"}
    return Settlement(tuple(lines), told, net)


def _antes(state: Fill, names: Names) -> list[Line]:
    """Every ante, and the pool taken."""
    form = state.form
    found = [Line("5.5 D1", f"everybody antes {form.ante}", "money", (-form.ante,) * form.players)]
    for number, won in enumerate(state.history, 1):
        money = [0] * form.players
        money[won.loser] -= won.ante
        money[won.winner] += won.takes_pool
        text = f"match {number}: {names.player(won.winner)} beats {names.player(won.loser)}, {form.holes} to {won.loser_holes}"
        text += f"; {names.player(won.loser)} antes {won.ante} again" if won.ante else ""
        text += f"; {names.player(won.winner)} has beaten all the others running and takes {won.takes_pool}" if won.takes_pool else ""
        found.append(Line("5.5 D1", text, "money", tuple(money)))
    return found


def _fill(state: Fill, names: Names) -> Settlement:
    told = {"winner": state.champion, "money": list(state.money)}
    return Settlement(tuple(_antes(state, names)), told, {"money": state.money})


def _drained(state: Drain, names: Names) -> list[Line]:
    """Every share, and what every match took out of the pool."""
    form = state.form
    own = shares(form)
    put = " or ".join(spelled(share) for share in sorted(set(own)))
    found = [Line("5.5 D2", f"everybody puts {put} into the pool of {form.pool}", "money", tuple(-share for share in own))]
    played = 0
    for won in state.history:
        if not isinstance(won, DrainWon):
            found.append(Line("5.5 D2", f"annulled at {won.holes} holes each, to be played again"))
            continue
        played += 1
        money: list[Amount] = [0] * form.players
        money[won.winner] = won.paid
        holes = f"2 × {won.holes[0]} − {won.holes[1]}" if won.grand_lurch else f"{won.holes[0]} − {won.holes[1]}"
        how = "concedes to" if won.conceded else "loses to"
        who = f"{names.player(won.loser)} {how} {names.player(won.winner)}"
        text = f"match {played}: {who}: {holes} = {won.net_holes} at 5 per cent: {spelled(won.due)}"
        text += "" if won.paid == won.due else f", of which the pool had {spelled(won.paid)}"
        found.append(Line("5.5 D2", text, "money", tuple(money)))
    return found


def _drain(state: Drain, names: Names) -> Settlement:
    return Settlement(tuple(_drained(state, names)), {"money": [decimal(own) for own in state.money]}, {"money": state.money})
