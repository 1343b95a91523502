"""Trictrac combiné as a state machine: a mark and an honours game on one board, the pool, suspension (docs/rules.md 5.4).

`state.ecrire` is the à écrire side of it, with the table both games share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from replay.forms import ecrire as marked
from replay.forms import mark as marks
from replay.forms import table as tables
from replay.forms.ecrire import Ecrire, Step
from replay.forms.events import Award, Bearoff, Play
from replay.forms.results import HonoursWon
from replay.forms.table import Must
from replay.match import worth
from replay.rules import RuleSet
from replay.scoring import Pegs, pegged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from replay.forms.form import Form

STAKE: Final = 2
"""Fish each side puts into a new pool (C9.1)."""
GAME: Final = 12
"""Holes of an honours game."""
HONOURS: Final[Mapping[int, RuleSet]] = {
    border: RuleSet(name="combine", match_holes=0, schedule="honours", honours_double=border) for border in (6, 5)
}
FROZEN: Final = "ecrire"
BETWEEN: Final = "ecrire_over"
HONOURS_FROZEN: Final = "honours"


class Pool(NamedTuple):
    """The basket: its fish, the side whose contract lies before it, the games played for it, the mark of the last one."""

    fish: int = 2 * STAKE
    contract: int | None = None
    games: int = 0
    last: int = 0


class Combine(NamedTuple):
    """A combiné match as it stands. `honours` are the pegs of the honours game by side; `fish` the net fish of each side, stakes included.

    `suspended`: None, `ecrire` (frozen), `ecrire_over` (paid or annulled, the next begins with the next pickup), `honours`. `pool` is None
    where none is open. `won` are the honours games so far; `shares` how a pool still open at the end was disposed of.
    """

    ecrire: Ecrire
    honours: Pegs
    suspended: str | None
    fish: tuple[int, int]
    pool: Pool | None
    won: tuple[HonoursWon, ...] = ()
    shares: tuple[str, int, int] | None = None

    @property
    def form(self) -> Form:
        """The form of the match."""
        return self.ecrire.form

    @property
    def table(self) -> tables.Table:
        """The board's edge."""
        return self.ecrire.table


def start(form: Form) -> Combine:
    """The match before its first roll, both stakes in the basket."""
    return Combine(marked.start(form), Pegs(), None, (-STAKE, -STAKE), Pool())


def step(state: Combine, event: Play) -> Step:
    """The match after an event. Raises `Wrong` for one the rules do not allow."""
    sheet = state.ecrire
    if isinstance(event, Award):
        table, who, made = tables.scored(sheet.table, event)
        if not made:
            return Step(state._replace(ecrire=sheet._replace(table=table)))
        results: tuple[HonoursWon, ...] = ()
        if state.suspended not in (FROZEN, BETWEEN):
            sheet = sheet._replace(mark=marks.holed(sheet.mark, who, made, sheet.form.rulings))
        if state.suspended != HONOURS_FROZEN:
            state, results = honoured(state, who, made)
        if event.own_roll:
            table = table._replace(must=Must(event.player, options(state, sheet, who)))
        return Step(state._replace(ecrire=sheet._replace(table=table)), made, results)
    if isinstance(event, Bearoff):
        return Step(state._replace(ecrire=sheet._replace(table=tables.borne_off(sheet.table, event))), lead=event.player)
    if state.suspended not in (FROZEN, BETWEEN) and marked.gives_up(sheet, event):
        return _pick_up(state, event.player, sheet.table.pair.index(event.player), "concede")
    who = tables.decided(sheet.table, event)
    if event.what == "hold":
        return Step(state._replace(ecrire=sheet._replace(table=tables.held(sheet.table))))
    if event.what == "suspend_honours":
        return Step(state._replace(ecrire=sheet._replace(table=tables.held(sheet.table)), suspended=HONOURS_FROZEN))
    if event.what == "suspend_ecrire":
        return _suspend(state, who)
    return _pick_up(state, event.player, who, event.what)


def options(state: Combine, sheet: Ecrire, who: int) -> tuple[str, ...]:
    """What the player at a place, who has just won a hole on his own roll, may do.

    One game can be suspended at a time. In the last mark à écrire is not, where that would pay the mark and so end the match.
    """
    if state.suspended in (FROZEN, BETWEEN):
        return ("hold", "go")
    going = marks.option(sheet.mark, who)
    if state.suspended == HONOURS_FROZEN:
        return ("hold", going)
    rulings = sheet.form.rulings
    ends = sheet.number == sheet.form.marks and going in ("mark", "concede") and not _freezes(sheet, who)
    if (ends and rulings.suspend_last == "withheld") or (going == "concede" and rulings.suspend_behind == "withheld"):
        return ("hold", going, "suspend_honours")
    return ("hold", going, "suspend_ecrire", "suspend_honours")


def _freezes(sheet: Ecrire, who: int) -> bool:
    """Whether suspending à écrire only freezes it behind an opponent of six or more, for who has fewer himself (flag `suspend-behind`)."""
    letter = sheet.form.rulings.suspend_behind == "freeze"
    return letter and marks.behind(sheet.mark, who) and sheet.mark.holes[who] < marks.OBLIGATION


def _suspend(state: Combine, who: int) -> Step:
    """À écrire stops for `who` while he stays: frozen below six, else marked, annulled or conceded at once (5.4, C5.4)."""
    sheet = state.ecrire._replace(table=tables.held(state.ecrire.table))
    going = marks.option(sheet.mark, who)
    if going == "go" or _freezes(sheet, who):
        return Step(state._replace(ecrire=sheet._replace(mark=marks.lifted(sheet.mark, who)), suspended=FROZEN))
    if going == "refait":
        annulled, result = marked.annul(sheet)
        return Step(state._replace(ecrire=annulled, suspended=BETWEEN), results=(result,))
    paid, won = marked.pay(sheet, who if going == "mark" else 1 - who, conceded=going == "concede")
    if paid.number == paid.form.marks:
        return carried(state._replace(suspended=None), marked.next_mark(paid, (won,)))
    return Step(state._replace(ecrire=paid, suspended=BETWEEN), results=(won,))


def _pick_up(state: Combine, player: int, who: int, what: str) -> Step:
    """A going of any kind ends the holding, and with it a suspension (C5.2)."""
    sheet = state.ecrire
    free = state._replace(suspended=None)
    if state.suspended == BETWEEN:
        annulled = sheet.refaits > 0
        return carried(free, marked.again(sheet) if annulled else marked.next_mark(sheet))
    if what == "go":
        mark = sheet.mark if state.suspended == FROZEN else marks.lifted(sheet.mark, who)
        return Step(free._replace(ecrire=sheet._replace(table=tables.gone(sheet.table, player), mark=mark)), lead=player)
    if what == "refait":
        redone, result = marked.annul(sheet)
        return carried(free, marked.again(redone, (result,)))
    paid, won = marked.pay(sheet, who if what == "mark" else 1 - who, conceded=what == "concede")
    return carried(free, marked.next_mark(paid, (won,)))


def carried(state: Combine, done: Step) -> Step:
    """Carry the honours game over to what à écrire has begun, or close it with the match."""
    after = state._replace(ecrire=done.state)
    if not after.table.over:
        return done._replace(state=after)
    after, late = _ahead(after)
    *ended, match = done.results
    return done._replace(state=_closed(after), results=(*ended, *late, match))


def honoured(state: Combine, who: int, made: int) -> tuple[Combine, tuple[HonoursWon, ...]]:
    """Peg holes of the honours game; every twelve win one, and what is over counts for the next (C4)."""
    pegs = pegged(*state.honours, who, made)
    if pegs.holes[who] < GAME:
        return state._replace(honours=pegs), ()
    won: list[HonoursWon] = []
    while pegs.holes[who] >= GAME:
        value = worth(HONOURS[state.form.rulings.honours_double], who, pegs.holes, lurch=pegs.lurch[who])
        lost, rest = pegs.holes[1 - who], pegs.holes[who] - GAME
        state, result = _won(state, who, value.outcome, int(value.stakes), lost, rest)
        won.append(result)
        pegs = pegged((0, 0), (False, False), who, rest)
    return state._replace(honours=pegs, won=(*state.won, *won)), tuple(won)


def _won(state: Combine, who: int, kind: str, value: int, lost: int, rest: int) -> tuple[Combine, HonoursWon]:
    """An honours game is paid: its value to the winner and again into the pool; two running draw it (C9.2, C9.3)."""
    sheet, pool = state.ecrire, state.pool
    fish = list(state.fish)
    fish[who] += value
    fish[1 - who] -= value
    if pool is None:
        result = HonoursWon(who, kind, value, 0, 0, lost, rest, sheet.number)
        return state._replace(fish=(fish[0], fish[1])), result
    fish[1 - who] -= value
    filled = pool.fish + value
    if pool.contract != who:
        result = HonoursWon(who, kind, value, value, 0, lost, rest, sheet.number)
        after: Pool | None = Pool(filled, who, pool.games + 1, sheet.number)
        return state._replace(fish=(fish[0], fish[1]), pool=after), result
    fish[who] += filled
    renewed = _another(state)
    result = HonoursWon(who, kind, value, value, filled, lost, rest, sheet.number, renewed)
    after = None
    if renewed:
        after = Pool()
        fish = [each - STAKE for each in fish]
    return state._replace(fish=(fish[0], fish[1]), pool=after), result


def _another(state: Combine) -> bool:
    """Whether a pool just drawn is followed by another: not during the last mark (C9.4)."""
    sheet = state.ecrire
    if sheet.number == sheet.form.marks:
        return False
    paid = state.suspended == BETWEEN and sheet.refaits == 0
    return not (paid and sheet.number == sheet.form.marks - 1 and sheet.form.rulings.pool_between == "none")


def _ahead(state: Combine) -> tuple[Combine, tuple[HonoursWon, ...]]:
    """An unfinished honours game at the end is void, unless a house gives it single to the side ahead (flag `honours-open`)."""
    one, other = state.honours.holes
    if state.form.rulings.honours_open == "void" or one == other:
        return state, ()
    who = int(other > one)
    result = HonoursWon(who, "single", 1, 0, 0, min(one, other), 0, state.ecrire.number)
    fish = (state.fish[0] + 1, state.fish[1] - 1) if who == 0 else (state.fish[0] - 1, state.fish[1] + 1)
    return state._replace(fish=fish, won=(*state.won, result)), (result,)


def _closed(state: Combine) -> Combine:
    """The match is over: the honours game stops where it stands, a pool still open is disposed of (C9.4, 5.4)."""
    void = state._replace(honours=Pegs(state.honours.holes))
    pool = state.pool
    if pool is None:
        return void
    how, shares = _shared(state, pool)
    fish = (state.fish[0] + shares[0], state.fish[1] + shares[1])
    return void._replace(fish=fish, pool=None, shares=(how, *shares))


def _shared(state: Combine, pool: Pool) -> tuple[str, tuple[int, int]]:
    """How a pool still open at the end is disposed of: by the number of games played for it."""
    rulings, form = state.form.rulings, state.form
    if pool.contract is None:
        return "stakes returned", (STAKE, STAKE)
    winner = pool.contract
    fell_last = pool.last == form.marks
    if pool.games == 1 and (fell_last or rulings.pool_open == "games"):
        taken = 2 * STAKE if fell_last and rulings.pool_first == "stakes" else pool.fish
        how = "whole to the winner of its only game" if taken == pool.fish else "stakes to the winner of its only game"
        rest = pool.fish - taken
        return how, (rest, taken) if winner else (taken, rest)
    less = pool.fish // 2
    return "divided", (less, pool.fish - less) if winner else (pool.fish - less, less)


def bimetallic(state: Combine) -> tuple[bool, bool]:
    """Whether each side's peg is the bimetallic one: both games run, and its holes agree (C6.1). Pegs are display only."""
    if state.suspended is not None or state.table.over:
        return (False, False)
    both = tuple(a == b > 0 for a, b in zip(state.ecrire.mark.holes, state.honours.holes, strict=True))
    return (both[0], both[1])


def pegs(state: Combine) -> tuple[dict[str, int], dict[str, int]]:
    """The pegs of each side by metal and hole: `bimetallic`, `gold` (à écrire), `silver` (honours), `black` (C6).

    Black stands in the hole of the game that is suspended, or in the twelfth where à écrire is over and honours run on. No peg has no hole.
    """
    found: tuple[dict[str, int], dict[str, int]] = ({}, {})
    both = bimetallic(state)
    for side, told in enumerate(found):
        gold, silver = state.ecrire.mark.holes[side], state.honours.holes[side]
        if both[side]:
            told["bimetallic"] = gold
        elif state.suspended == BETWEEN:
            told |= {"silver": silver, "black": GAME}
        elif state.suspended == FROZEN:
            told |= {"black": gold, "silver": silver}
        elif state.suspended == HONOURS_FROZEN:
            told |= {"gold": gold, "black": silver}
        else:
            told |= {"gold": gold, "silver": silver}
        for metal in [metal for metal, hole in told.items() if not hole]:
            del told[metal]
    return found
