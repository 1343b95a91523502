"""A recorded match put off: the record one goes on from (docs/rules.md 5.7, docs/forms.md).

It is a score sheet of what has ended, the position with the keys of the form, and the accounts: whoever writes the next rolls behind it
comes to the same end as without the pause.
"""

from __future__ import annotations

from dataclasses import replace as changed
from typing import TYPE_CHECKING, Final, NamedTuple

from notation.record import Comment, Event, Game, Ply, Result, Setup, Tag
from replay.forms.adjournment import accounts, adjourned, stakes
from replay.forms.combine import BETWEEN, Combine
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire
from replay.forms.events import Wrong
from replay.forms.fill import Fill
from replay.forms.joined import join
from replay.forms.paris import purses
from replay.forms.record import SIDES, form_of
from replay.forms.results import Annulled, CureWon, DrainWon, FillWon, HonoursWon, MarkWon, MatchOver
from replay.forms.standing import keys
from replay.forms.stated import members, said, side_of
from replay.position import TALONS
from replay.replayer import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.record import Entry, Side
    from replay.forms.followed import Ended, Joined
    from replay.forms.form import Form
    from replay.forms.paris import Purse
    from replay.turns import Replay

KEYS: Final = "bredouille banner necktie forced leader rolls first mark refaits honours treble suspended idle pool contract".split()  # noqa: SIM905 - names
"""Keys of a position in their order (docs/notation.md 7)."""
OUTCOMES: Final = "simple petty grand pickup standing single double treble quadruple lurch conceded".split()  # noqa: SIM905 - words
"""Words of `@won` in the order in which they are written."""
BEGINS: Final = ("mark", "game", "lead", "position", "lost", "resume", "void")
"""Events that belong to what comes after them."""
DROPPED: Final = ("Result", "Standing", "Position", "Termination")
"""Tags that are told anew, or no longer hold."""


class PutOff(NamedTuple):
    """A match put off: the accounts so far, the replay they stand on, the record to go on from, and what the whole record has after it."""

    joined: Joined
    replayed: Replay
    record: Game
    rest: tuple[Entry, ...]


def put_off(game: Game, ply: int | None = None, date: str = "") -> PutOff:
    """Put a match off after the roll of that number (of several the last), or at the end of its record. `date` is that of the pause.

    Raises `Wrong`: `bad-form` where the tags set up no form, `match-over` where there is nothing left to play, `bad-record` where there is
    no such roll, or the accounts cannot be followed so far.
    """
    agreed = form_of(game)
    before, rest = cut(game, ply)
    rebuilt = replay(before)
    found = join(rebuilt, agreed)
    if found.reckoning.state.table.over:
        raise Wrong("match-over", "5.7", None, "the match is over: there is nothing to put off")
    if not found.known:
        why = found.gaps[-1] if found.gaps else None
        reason = f"line {why.line}: {why.sentence}" if why else "where the other game of combiné stands is not told"
        raise Wrong("bad-record", "5.7", None, f"the accounts cannot be followed so far ({reason})")
    entries = (
        *_leads(before, found),
        *_sheet(found),
        *(Comment(0, f"; {row}") for row in adjourned(found.reckoning.state, agreed.names)),
        Event(0, "position", setup=_setup(rebuilt, found)),
        *_accounts(before, found),
        Event(0, "adjourn", date=date or None),
    )
    head = [entry for entry in game.head if not (isinstance(entry, Tag) and entry.name in DROPPED)]
    tags = (*head, Tag(0, "Termination", "adjourned"), Tag(0, "Result", "*"))
    return PutOff(found, rebuilt, Game(tags, entries, Result(0, "*"), file=game.file, index=game.index), rest)


def cut(game: Game, ply: int | None) -> tuple[Game, tuple[Entry, ...]]:
    """The record up to a roll with what is said of it, and the rest. Raises `Wrong` (`bad-record`) where there is no such roll."""
    entries = game.entries
    if ply is None:
        return game, ()
    places = [at for at, entry in enumerate(entries) if isinstance(entry, Ply) and entry.number == ply]
    if not places:
        raise Wrong("bad-record", "5.7", None, f"there is no roll {ply} in the record")
    at = places[-1] + 1
    while at < len(entries):
        entry = entries[at]
        if isinstance(entry, Ply) or (isinstance(entry, Event) and entry.word in BEGINS):
            break
        at += 1
    rest = list(entries[at:])
    first = next((place for place, entry in enumerate(rest) if isinstance(entry, Ply)), None)
    if first is not None:
        following = rest[first]
        assert isinstance(following, Ply)
        rest[first] = following._replace(side_written=True)
    return changed(game, entries=entries[:at], result=None), tuple(rest)


def _leads(before: Game, found: Joined) -> Iterator[Event]:
    """How the lead was settled, or who led where only the rolls told it; what was staked."""
    form, seated = found.agreed.form, found.agreed.seated
    thrown: list[Event] = []
    wrong = {check.line for check in found.checks if check.kind in ("lead", "seats") and not check.agrees}
    for entry in before.entries:
        if isinstance(entry, Ply) or (isinstance(entry, Event) and entry.word in ("position", "won", "lost")):
            break
        if isinstance(entry, Event) and entry.word == "lead" and entry.line not in wrong:
            thrown.append(entry)
    leader = form.first[0] if form.first else 0 if form.seating == "chouette" else form.lead
    if thrown and form.kind not in ("fill", "drain"):
        yield from thrown
    elif form.kind not in ("fill", "drain"):
        yield Event(0, "lead", dice=(None, None), side=SIDES[seated.index(leader)] if leader in seated else SIDES[0])
    if form.kind in ("fill", "drain"):
        yield Event(0, "account", player="pool", entries=(("stake", str(form.ante or form.pool)),))


def _sheet(found: Joined) -> Iterator[Entry]:
    """The score sheet so far: every mark, honours game and match that has ended, then what is in play."""
    form, names = found.agreed.form, found.agreed.names
    told, games = 0, 0
    book = found.reckoning.state

    def seats(seated: tuple[int, int]) -> tuple[str, ...]:
        return (names[seated[0]], names[seated[1]]) if form.players > 2 else ()

    if isinstance(book, Ecrire) and book.brought:
        told = sum(book.lost) - sum(isinstance(each, MarkWon) for each in book.history) + 1
        first = next((ended.seated for ended in found.ended), found.seated)
        yield Event(0, "mark", number=told, of=form.marks, players=seats(first))
        yield from _brought(book, names)
    for ended in found.ended:
        result = ended.result
        if isinstance(result, (MatchOver, CureWon)):
            continue  # a position behind it has begun the match anew
        if isinstance(result, (MarkWon, HonoursWon, Annulled)) and result.mark is not None and result.mark != told:
            told = result.mark
            yield Event(0, "mark", number=told, of=form.marks, players=seats(ended.seated))
        elif isinstance(result, (FillWon, DrainWon)):
            games += 1
            yield Event(0, "game", number=games, players=seats(ended.seated))
        yield _told(ended, found)
    state = found.reckoning.state
    book = state.ecrire if isinstance(state, Combine) else state
    idle = isinstance(state, Combine) and state.suspended == BETWEEN
    if isinstance(book, Ecrire) and book.number != told and not idle:
        yield Event(0, "mark", number=book.number, of=form.marks, players=seats(found.seated))
    elif form.kind in ("fill", "drain"):
        yield Event(0, "game", number=games + 1, players=seats(found.seated))


def _brought(book: Ecrire, names: tuple[str, ...]) -> Iterator[Event]:
    """The accounts of marks that the record itself has from an account alone."""
    lost = list(book.lost)
    for result in book.history:
        if isinstance(result, MarkWon):
            lost[side_of(book.form, result.marked)] -= 1
    yield from _purses(purses(book.brought, lost, stakes(book.form)), book.form, names)


def _purses(told: tuple[Purse, ...], form: Form, names: tuple[str, ...]) -> Iterator[Event]:
    """Purses as accounts."""
    for side, purse in enumerate(told):
        name = names[members(form, side)[0]]
        lines = [[("from", names[members(form, payer)[0]]), ("fish", str(number))] for payer, number in purse.fish]
        first = [("lost", str(purse.lost)), ("jetons", str(purse.jetons))]
        for at, more in enumerate(lines or [[]]):
            yield Event(0, "account", player=name, entries=tuple((first if not at else []) + more))


def _told(ended: Ended, found: Joined) -> Event:
    """A result as the sheet tells it. A do-over is a note: it is counted with the mark it belongs to."""
    result = ended.result
    if isinstance(result, Annulled):
        which = "" if result.mark is None else f"mark {result.mark} "
        return Event(0, "note", text=f"{which}annulled at {result.holes} holes each, to be played again")
    side, holes, worth, words = said(result, found.agreed, ended.seated)
    coins = int(worth) if worth is not None and worth == int(worth) else None  # a part of a coin cannot be written
    outcomes = [word for word in OUTCOMES if word in words]
    outcomes += sorted(word for word in words if word.startswith("refaits=") and word != "refaits=0")
    return Event(0, "won", side=_side(side), holes=holes, worth=coins, outcomes=tuple(outcomes))


def _setup(rebuilt: Replay, found: Joined) -> Setup:
    """The position: the board as the record left it, the board's edge as the accounts have it."""
    state, seated, final = found.reckoning.state, found.seated, rebuilt.final
    flip = state.table.pair != seated
    points, holes = state.table.race.points, found.holes
    said_by_form = dict(keys(state, seated))
    from_board = {key: value for key, value in final.to_setup().keys if key in ("rolls", "first")}
    if state.form.kind == "cure" and "leader" not in said_by_form:
        said_by_form["leader"] = SIDES[seated.index(state.form.lead)]
    told = said_by_form | from_board
    fresh = final.white == final.black == TALONS and final.rolls == (0, 0)
    leads = state.table.leads
    side: Side = final.roller
    if side == "?" and fresh and leads in seated:
        side = _side(SIDES[seated.index(leads)])
    men = final.to_setup()
    return Setup(
        men.white,
        men.black,
        side,
        None,
        points[::-1] if flip else points,
        holes[::-1] if flip else holes,
        tuple((key, told[key]) for key in KEYS if key in told),
    )


def _side(word: str) -> Side:
    return "W" if word == "W" else "B" if word == "B" else "?"


def _accounts(before: Game, found: Joined) -> Iterator[Event]:
    """The purses; where marks are not told, the accounts as the record itself has them last."""
    state, names = found.reckoning.state, found.agreed.names
    if found.gaps:
        last = {(entry.player, dict(entry.entries).get("from")): entry for entry in _stated(before)}
        yield from last.values()
        return
    if isinstance(state, (Ecrire, Combine)):
        yield from _purses(accounts(state), state.form, names)
    if isinstance(state, Combine) and state.pool is not None:
        contract = [] if state.pool.contract is None else [("contract", names[members(state.form, state.pool.contract)[0]])]
        yield Event(0, "account", player="pool", entries=(("fish", str(state.pool.fish)), *contract))
    if isinstance(state, Fill):
        for who, name in enumerate(names):
            antes = 1 + sum(won.ante > 0 and won.loser == who for won in state.history)
            yield Event(0, "account", player=name, entries=(("antes", str(antes)),))


def _stated(before: Game) -> Iterator[Event]:
    """The accounts that the record tells."""
    return (entry for entry in before.entries if isinstance(entry, Event) and entry.word == "account" and entry.error is None)


def rows(done: PutOff) -> list[str]:
    """The adjournment record for people: who sits where and rolls next, the accounts, the board's edge, the position (B13, C10, E2.12)."""
    state, names = done.joined.reckoning.state, done.joined.agreed.names
    white, black = (names[who] for who in done.joined.seated)
    setup = next(entry.setup for entry in done.record.entries if isinstance(entry, Event) and entry.setup is not None)
    rolls = {"W": f"; {white} rolls next", "B": f"; {black} rolls next"}.get(setup.side, "; who rolls next is not told")
    from notation.position import write_setup  # noqa: PLC0415 - the grammar is slow to build, and few runs write a position

    found = [f"{white} has the white men, {black} the black{rolls}", *adjourned(state, names)]
    if isinstance(state, Drain):
        found.append(f"the pool was {state.form.pool}")
    return [*found, f"position: {write_setup(setup, done.record.spelling)}"]
