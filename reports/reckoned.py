"""The accounts of a match of a form as its page shows them: the sheet the players would keep, and the reckoning with its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from replay.forms.adjournment import accounts, adjourned
from replay.forms.coins import spelled
from replay.forms.combine import GAME, Combine, pegs
from replay.forms.ecrire import Ecrire
from replay.forms.followed import notes
from replay.forms.record import title
from replay.forms.results import Annulled, CureWon, DrainWon, FillWon, HonoursWon, MarkWon
from replay.forms.settlement import IN_ALL, paper, untold
from replay.forms.settlement import Names as Sides
from replay.forms.stated import side_of
from reports.pegs import METALS, holes_chart, pegboard
from reports.words import counted, drawn, tame

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from replay.forms.coins import Amount
    from replay.forms.followed import Ended, Joined


SIDES: Final = 2
"""Sides that keep the paper form."""
OF_BOTH: Final = {"jetons": "À écrire, in jetons", "fish": "The honours games, in fish", IN_ALL: "Both games together, in jetons"}
"""What the blocks of the reckoning of combiné are called, by unit."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the score sheet: which mark (or game, or match), who sat, what came of it, what it moved under each side, where it is."""

    number: str
    seated: str
    words: str
    cells: tuple[str, ...]
    href: str
    where: str


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one unit with their sums: (rule, words, amounts by side). The title is empty where nothing has been paid."""

    title: str
    lines: tuple[tuple[str, str, tuple[str, ...]], ...]
    net: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """All a page shows of the accounts."""

    title: str
    sides: tuple[str, ...]
    marks: tuple[SheetRow, ...]
    games: tuple[SheetRow, ...]
    matches: tuple[SheetRow, ...]
    most: int
    """Holes of a match, beyond which none counts (docs/rules.md P-4); 0 where holes alone do not end one."""
    columns: tuple[str, ...]
    """Heads of the amounts of marks, honours games and matches."""
    purses: tuple[tuple[str, int, int, str], ...]
    """Side, marks lost, jetons in hand, fish and from whom."""
    blocks: tuple[Block, ...]
    paper: tuple[tuple[str, tuple[str, ...]], ...]
    """The paper form: what each side has lost, line by line."""
    over: bool
    settled: bool
    rest: tuple[str, ...]
    """What is written down where the match is put off."""
    notes: tuple[str, ...]
    """What is said under the reckoning."""
    gaps: tuple[tuple[int, str], ...]
    charts: tuple[tuple[str, Markup], ...]
    board: Markup | None
    metals: tuple[tuple[str, str], ...]


def reckoned(joined: Joined | None, anchors: Mapping[int, str]) -> Accounts | None:
    """The accounts of a game; None where it has none to show. `anchors` are the places of rolls in the page, by line."""
    if joined is None or joined.agreed.form.kind == "cure":
        return None
    state, names = joined.reckoning.state, tuple(tame(name) for name in joined.agreed.names)
    called = Sides(state.form, names)
    sides = tuple(called.side(side) for side in range(state.form.sides))
    rows: dict[str, list[SheetRow]] = {"marks": [], "games": [], "matches": []}
    for ended in joined.ended:
        _add(rows, ended, joined, called, anchors)
    purses: tuple[tuple[str, int, int, str], ...] = ()
    if isinstance(state, (Ecrire, Combine)):
        purses = tuple(
            (sides[side], purse.lost, purse.jetons, ", ".join(f"{number} from {sides[payer]}" for payer, number in purse.fish))
            for side, purse in enumerate(accounts(state))
        )
    both = isinstance(state, Combine)
    return Accounts(
        title=title(joined.agreed),
        sides=sides,
        marks=tuple(rows["marks"]),
        games=tuple(rows["games"]),
        matches=tuple(rows["matches"]),
        most=state.form.holes if state.form.kind == "fill" else 0,
        columns=sides,
        purses=purses,
        blocks=tuple(_blocks(joined, sides)),
        paper=_paper(joined),
        over=state.table.over,
        settled=bool(joined.reckoning.net),
        rest=() if state.table.over or joined.reckoning.net or not joined.known else adjourned(state, names),
        notes=tuple(tame(note) for note in notes(joined)),
        gaps=tuple((gap.line, gap.sentence) for gap in joined.gaps),
        charts=_charts(joined, sides) if both else (),
        board=drawn(pegboard(pegs(state), sides)) if isinstance(state, Combine) and joined.known else None,
        metals=tuple(METALS.items()) if both else (),
    )


def _add(rows: dict[str, list[SheetRow]], ended: Ended, joined: Joined, called: Sides, anchors: Mapping[int, str]) -> None:
    """A result as a line of the sheet it belongs to."""
    result, seats = ended.result, tuple(called.player(who) for who in ended.seated)
    here = anchors.get(ended.line, "")
    place = (f"#{here}", f"roll {ended.ply}") if here else (f"#L{ended.line}", f"line {ended.line}")
    sides = joined.agreed.form.sides
    sat = " – ".join(seats) if joined.agreed.form.players > 2 else ""
    if ended.leader is not None:
        sat += f"{'; ' if sat else ''}{called.player(ended.leader)} led"
    if isinstance(result, MarkWon):
        won, lost = result.holes
        kind = "simple" if result.kind == "simple" else f"{result.kind} lurch {'with' if result.pickup else 'without'} pickup"
        words = f"{called.player(result.winner)} {won}, {called.player(result.marked)} {lost}: {kind}"
        words += ", conceded" if result.conceded else ""
        words += f", after {counted(result.refaits, 'do-over')}" if result.refaits else ""
        words += f"; {result.rate} × {won} − {lost}" if result.rate > 1 else f"; {won} − {lost}"
        words += f" = {result.for_holes}, consolation {result.consolation}"
        net = [0] * sides
        for payment in result.payments:
            net[payment.payer] -= payment.jetons
            net[payment.payee] += payment.jetons
        rows["marks"].append(SheetRow(str(result.mark), sat, words, _cells(net), *place))
    elif isinstance(result, Annulled):
        number = "" if result.mark is None else str(result.mark)
        words = f"a do-over at {counted(result.holes, 'hole')} each: nothing is paid, and it begins anew"
        rows["matches" if result.mark is None else "marks"].append(SheetRow(number, sat or " – ".join(seats), words, ("",) * sides, *place))
    elif isinstance(result, HonoursWon):
        loser = called.side(1 - result.winner)
        words = f"{called.side(result.winner)}: {result.kind}, {loser} with {counted(result.loser_holes, 'hole')}"
        words += f"; {result.value} to the winner" + (f" and {result.to_pool} to the pool" if result.to_pool else "")
        words += f"; the pool of {result.drew} drawn" if result.drew else ""
        words += f"; {counted(result.surplus, 'hole')} over, and of the next game" if result.surplus else ""
        net = [0] * sides
        net[result.winner] += result.value + result.drew
        net[1 - result.winner] -= result.value + result.to_pool
        rows["games"].append(SheetRow(str(len(rows["games"]) + 1), f"mark {result.mark}", words, _cells(net), *place))
    elif isinstance(result, (FillWon, DrainWon)):
        number = str(sum(bool(row.number) for row in rows["matches"]) + 1)
        rows["matches"].append(SheetRow(number, " – ".join(seats), *_match(result, joined, called, sides), *place))
    else:
        assert not isinstance(result, CureWon)


def _match(result: FillWon | DrainWon, joined: Joined, called: Sides, sides: int) -> tuple[str, tuple[str, ...]]:
    """A match of a pool in words, and what it moved."""
    winner, loser = called.player(result.winner), called.player(result.loser)
    net: list[Amount] = [0] * sides
    if isinstance(result, FillWon):
        net[result.loser] -= result.ante
        net[result.winner] += result.takes_pool
        words = f"{winner} {joined.agreed.form.holes}, {loser} {result.loser_holes}"
        words += f"; {loser} antes {result.ante}" if result.ante else ""
        words += f"; {winner} has beaten all the others and takes {result.takes_pool}" if result.takes_pool else ""
        return words, _cells(net)
    net[result.winner] = result.paid
    won, lost = result.holes
    words = f"{winner} {won}, {loser} {lost}" + (", conceded" if result.conceded else ", a lurch" if result.grand_lurch else "")
    words += f"; {counted(result.net_holes, 'net hole')} at five per cent: {spelled(result.due)}"
    words += "" if result.paid == result.due else f", of which the pool had {spelled(result.paid)}"
    return words, _cells(net)


def _blocks(joined: Joined, sides: tuple[str, ...]) -> list[Block]:
    """The reckoning, one block a unit."""
    found: list[Block] = []
    lines = joined.reckoning.lines
    units = list(dict.fromkeys(line.unit for line in lines if line.unit)) or [""]
    last = units[0]
    by_unit: dict[str, list[tuple[str, str, tuple[str, ...]]]] = {unit: [] for unit in units}
    for line in lines:
        last = line.unit or last
        by_unit[last].append((line.section, line.sentence, _cells(line.amounts) if line.amounts else ("",) * len(sides)))
    for unit, told in by_unit.items():
        net = joined.reckoning.net.get(unit)
        if told:
            found.append(
                Block(
                    _caption(unit, both=isinstance(joined.reckoning.state, Combine)), tuple(told), _cells(net, nothing="0") if net else ()
                )
            )
    return found


def _paper(joined: Joined) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What each of two sides has lost, as players without jetons write it (docs/rules.md 5.3 4)."""
    state = joined.reckoning.state
    if not isinstance(state, (Ecrire, Combine)) or state.form.sides > SIDES or not joined.reckoning.net:
        return ()
    sheet = state.ecrire if isinstance(state, Combine) else state
    if sheet.brought:  # marks that only an account tells have no column
        return ()
    form = paper(sheet)
    lines = (("marks", form.columns), ("queue of jetons", form.queue), ("paris and their queue", form.paris), ("in all", form.totals))
    return tuple((words, tuple(spelled(amount) if amount else "–" for amount in amounts)) for words, amounts in lines)


def _caption(unit: str, *, both: bool) -> str:
    """What a block of the reckoning is of."""
    if both and unit in OF_BOTH:
        return OF_BOTH[unit]
    return f"In {unit}" if unit else ""


def _charts(joined: Joined, sides: tuple[str, ...]) -> tuple[tuple[str, Markup], ...]:
    """The two tracks of combiné, roll by roll."""
    track = joined.track
    if not track:
        return ()
    rolls = [each.ply for each in track]
    places = {each.line: place for place, each in enumerate(track)}
    ends: dict[bool, list[int]] = {True: [], False: []}
    first, second = [each.holes for each in track], [each.honours or (0, 0) for each in track]
    for ended in joined.ended:  # where a mark or a game ends, the holes it ended with
        result, place = ended.result, places.get(ended.line)
        if place is None:
            continue
        if isinstance(result, HonoursWon):
            second[place] = (result.loser_holes, GAME) if result.winner else (GAME, result.loser_holes)
            ends[True].append(place)
        elif isinstance(result, (MarkWon, Annulled)):
            won = (result.holes, result.holes) if isinstance(result, Annulled) else result.holes
            late = isinstance(result, MarkWon) and side_of(joined.agreed.form, result.winner) == 1
            first[place] = (won[1], won[0]) if late else won
            ends[False].append(place)
    pair = (sides[0], sides[1])
    marks = holes_chart("Holes of à écrire", rolls, first, pair, ends[False])
    games = holes_chart(f"Holes of the honours game, to {GAME}", rolls, second, pair, ends[True])
    return (
        ("À écrire: a mark ends with a going at six holes or more", drawn(marks)),
        ("Honours: a game ends with its twelfth hole", drawn(games)),
    )


def honours_by_line(joined: Joined | None) -> dict[int, tuple[int, int]]:
    """The holes of the honours game of combiné after each roll, White's and Black's, by line of the record."""
    if joined is None:
        return {}
    found = {}
    for pegged in joined.track:
        if pegged.honours is not None:
            first = side_of(joined.agreed.form, joined.seated_at(pegged.line)[0])
            found[pegged.line] = (pegged.honours[first], pegged.honours[1 - first])
    return found


def _cells(amounts: Sequence[Amount], nothing: str = "") -> tuple[str, ...]:
    """Amounts with their sign, as a page has them."""
    return tuple(spelled(amount, plus=True).replace("-", "−") if amount else nothing for amount in amounts)


def ending(accounts: Accounts, joined: Joined) -> str:
    """Say in a sentence what it came to, or how far it went."""
    net = joined.reckoning.net
    if net:
        told = {}
        for unit, amounts in net.items():
            best = ", ".join(f"{side} {amount}" for side, amount in zip(accounts.sides, _cells(amounts, nothing="0"), strict=True))
            told[unit] = f"{best}{f' {unit}' if unit not in ('money', IN_ALL) else ''}"
        if IN_ALL in told:
            both = told.pop(IN_ALL)
            return f"In the end, both games together: {both} jetons. À écrire: {told['jetons']}; honours: {told['fish']}."
        return f"In the end: {'; '.join(told.values())}."
    if accounts.over:
        missing = untold(joined.reckoning.state)
        return f"Played to its end; {missing}." if missing else "Played to its end, and not settled."
    return f"Not over in this record: {accounts.rest[0]}." if accounts.rest else "Not over in this record."
