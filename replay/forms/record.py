"""From a record to its form: what was agreed, who sits where, and what each roll meant for the accounts (docs/notation.md 2, 6).

`form_of` reads the tags, `events_of` one turn of a replay. `replay.forms.joined` puts them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from notation.position import setup_of
from notation.record import Event as Line
from notation.record import Ply
from replay.forms.events import Award, Bearoff, Decision, Event, Marker, Wrong
from replay.forms.form import PER_HOLE, Form, form
from replay.forms.opening import opening, resumed, stakeless
from replay.forms.rulings import agreed_rulings, grand_lurch, rulings_of
from replay.rules import rules_of

if TYPE_CHECKING:
    from notation.record import Game
    from replay.turns import Turn

SEATINGS: Final = {"": "two", "head-to-head": "two", "chouette": "chouette", "round-robin": "round_robin", "partners": "four"}
POOLS: Final = {"fill-pool": "fill", "drain-pool": "drain"}
KINDS: Final = {"trictrac": "cure", "triktrak": "cure", "ecrire": "ecrire", "combine": "combine"}
SIDES: Final = ("W", "B")
SEATS: Final = 3
"""Players of a round robin."""


class Agreed(NamedTuple):
    """What a record says of its form: the form, the players' names in order, who sits first as White and as Black."""

    form: Form
    names: tuple[str, ...]
    seated: tuple[int, int]
    notes: tuple[str, ...] = ()
    """What was taken for granted, since nothing tells it."""
    staked: bool = True
    """Whether the record tells the ante or the pool (of a pool)."""


def form_of(game: Game) -> Agreed:
    """Read the form of a record from `Rules`, `Form`, `Players`, `Length`, `Variant` and who led.

    Raises `Wrong`: `bad-form`, `no-length` where nothing tells how many marks were agreed.

    A length that no tag tells is taken from the first `@mark` or the position; a leader that nothing tells is White. The ante of a filling
    pool is a `stake` of an account, else 1; the draining pool is the `stake` of the account `pool`, else twenty for each player.
    """
    rules, word = rules_of(game), game.tag("Form").strip().lower()
    if game.rules not in KINDS:
        raise Wrong("bad-form", "5", None, f"{game.rules} has no accounts of its own")
    names = tuple(name.strip() for name in game.tag("Players").split(";") if name.strip())
    if len({name.casefold() for name in names}) < len(names):
        twice = next(name for at, name in enumerate(names) if name.casefold() in [each.casefold() for each in names[:at]])
        raise Wrong("bad-form", "5.5", None, f"{twice} stands twice in the tag `Players`: players need names of their own", "Players")
    seated = (player(names, game.white), player(names, game.black)) if names else (0, 1)
    names = names or (game.white, game.black)
    if seated[0] == seated[1]:
        raise Wrong("bad-form", "5.5", seated[0], f"{names[seated[0]]} cannot sit as White and as Black")
    rulings = agreed_rulings(rulings_of(rules), game.tag("Variant"))
    if word in POOLS:
        stake = _stake(game, "pool" if POOLS[word] == "drain" else None)
        order = (*seated, *(who for who in range(len(names)) if who not in seated))
        if POOLS[word] == "fill":
            made = form("fill", order=order, ante=stake or 1, holes=rules.match_holes, rulings=rulings)
            return Agreed(made, names, seated, () if stake else ("nothing tells the ante: 1",), bool(stake))
        lurch, said = grand_lurch(game.tag("Variant")), _lurched(game)
        note = f"the grand lurch is in effect, as line {said} says: `grand-lurch` in `Variant` tells it"
        taken = (note,) if said and lurch is None else ()
        pool = stake or PER_HOLE * len(names)
        made = form("drain", order=order, pool=pool, grand_lurch=bool(said) if lurch is None else lurch, rulings=rulings)
        return Agreed(made, names, seated, (*taken, *(() if stake else (f"nothing tells the pool: {pool}",))), bool(stake))
    leader = _leader(game, seated, names)
    kind = KINDS[game.rules]
    if kind == "cure":
        schedule = rules.schedule if "schedule" in game.tag("Variant").lower() else ""
        made = form("cure", players=len(names), lead=leader, holes=rules.match_holes, schedule=schedule, rulings=rulings)
        return Agreed(made, names, seated)
    seating = SEATINGS.get(word)
    if seating is None:
        raise Wrong("bad-form", "5.5", None, f"the form {word!r} is not known: {', '.join(filter(None, [*SEATINGS, *POOLS]))} are", "Form")
    marks = rules.length or _marks(game)
    if not marks:
        raise Wrong("no-length", "5.3", None, "nothing tells how many marks were agreed: a tag `Length` does, or `@mark 1/12`")
    if seating in ("two", "chouette"):
        made = form(kind, seating=seating, players=len(names), marks=marks, lead=leader if seating == "two" else 0, rulings=rulings)
        return Agreed(made, names, seated)
    first = seated if leader == seated[0] else seated[::-1]
    notes: tuple[str, ...] = ()
    if seating == "round_robin" and len(names) == SEATS:
        first, notes = _began(game, names, first, fixed=rulings.rotation == "fixed")
    return Agreed(form(kind, seating=seating, players=len(names), marks=marks, first=first, rulings=rulings), names, seated, notes)


def _began(game: Game, names: tuple[str, ...], first: tuple[int, int], *, fixed: bool) -> tuple[tuple[int, int], tuple[str, ...]]:
    """The pair of mark 1 of three for themselves, with what was taken for granted: of a record that goes on with a later mark, by that."""
    mark = resumed(game.entries)
    if mark is None:
        return first, ()
    pair = first
    if len(mark.players) == 2:
        pair = (player(names, mark.players[0]), player(names, mark.players[1]))
    found = stakeless(game.entries, names, pair, fixed=fixed) if pair[0] != pair[1] else None
    if found is None:
        return first, ()
    idle, note = found
    both = tuple(who for who in (*first, *range(SEATS)) if who != idle)
    told = any(isinstance(entry, Line) and entry.word == "account" for entry in opening(game.entries))
    return (both[0], both[1]), ((note,) if note and told else ())


def player(names: tuple[str, ...], name: str) -> int:
    """The number of a player by name. Raises `Wrong` (`bad-form`)."""
    known = [each.casefold() for each in names]
    if name.strip().casefold() not in known:
        raise Wrong("bad-form", "5.5", None, f"{name!r} is none of the players {', '.join(names)}", "Players")
    return known.index(name.strip().casefold())


TITLES: Final = {"cure": "match of {0.holes} holes", "ecrire": "trictrac à écrire", "combine": "trictrac combiné",
                 "fill": "filling pool", "drain": "draining pool"}  # fmt: skip
SEATED: Final = {"two": "", "round_robin": ", each for himself", "chouette": ", chouette", "four": ", partners"}


def title(agreed: Agreed) -> str:
    """What was agreed, in a line: the form, how long, who plays, the names in order."""
    made, names = agreed.form, agreed.names
    what = TITLES[made.kind].format(made)
    if made.kind in ("ecrire", "combine"):
        what += f" of {made.marks} marks{SEATED[made.seating]}"
    elif made.kind != "cure":
        what += f", {'ante' if made.kind == 'fill' else 'pool'} {made.ante or made.pool}"
    if made.seating == "four":
        return f"{what}: {names[0]} and {names[1]} against {names[2]} and {names[3]}"
    if made.seating == "chouette":
        return f"{what}: {names[0]} against {names[1]} and {names[2]}"
    return f"{what}: {', '.join(names[:-1])} and {names[-1]}"


def _stake(game: Game, account: str | None) -> int:
    """The `stake` of an account (of any, where none is named), 0 where none tells it."""
    for line in game.entries:
        if isinstance(line, Line) and line.word == "account" and (account is None or (line.player or "").casefold() == account):
            value = dict(line.entries).get("stake", "")
            if value.isascii() and value.isdigit() and len(value) < 10:
                return int(value)
    return 0


def _lurched(game: Game) -> int:
    """The line of the first result that is called a lurch, 0 where none is."""
    return next((line.line for line in game.entries if isinstance(line, Line) and line.error is None and "lurch" in line.outcomes), 0)


def _marks(game: Game) -> int:
    """How many marks were agreed, by the first `@mark` or position that says so; 0 where none does."""
    for line in game.entries:
        if isinstance(line, Line) and line.word == "mark" and line.of:
            return line.of
    setups = [setup_of(game), *(line.setup for line in game.entries if isinstance(line, Line))]
    for setup in setups:
        of = ((setup.key("mark") or "") if setup is not None else "").partition("/")[2]
        if of.isdigit() and len(of) < 5:
            return int(of)
    return 0


def _leader(game: Game, seated: tuple[int, int], names: tuple[str, ...]) -> int:
    """Who led the first mark (or the match): by the first roll or position, else by a lead. Two alternate the marks."""
    number = 1
    by_throws: int | None = None
    setup = setup_of(game)

    def first(found: int) -> int:
        return found if number % 2 or len(names) > 2 else 1 - found

    for line in (None, *game.entries):
        position = setup if line is None else line.setup if isinstance(line, Line) else None
        if position is not None:
            head = (position.key("mark") or "").partition("/")[0]
            number = int(head) if head.isdigit() and len(head) < 5 else number
            led = position.key("leader")
            if by_throws is None and led in SIDES:
                return first(seated[SIDES.index(led)])
        elif isinstance(line, Line) and line.word in ("mark", "game"):
            number = line.number or number
        elif isinstance(line, Line) and line.word == "lead" and by_throws is None:
            who = thrown(line, seated, names)
            by_throws = None if who is None else first(who)
        elif isinstance(line, Line) and line.word == "lost":
            break
        elif isinstance(line, Ply):
            if line.side in SIDES and (line.side_written or by_throws is None):
                return first(seated[SIDES.index(line.side)])
            break
        if by_throws is not None and isinstance(line, Line) and (position is not None or line.word == "won"):
            break  # who rolled first is not told
    return seated[0] if by_throws is None else by_throws


def thrown(line: Line, seated: tuple[int, int], names: tuple[str, ...]) -> int | None:
    """Who leads by an `@lead`: the side it names, or the higher throw of the two who sit."""
    if line.side in SIDES:
        return seated[SIDES.index(line.side)]
    best = sorted(each for each in throws(line, seated, names) if each[1] in seated)
    return best[-1][1] if best and [value for value, _ in best].count(best[-1][0]) == 1 else None


def throws(line: Line, seated: tuple[int, int], names: tuple[str, ...]) -> list[tuple[int, int]]:
    """What was thrown for the lead, by whom. Raises `Wrong` (`bad-form`) for somebody who does not play."""
    found: list[tuple[int, int]] = []
    for throw in line.throws:
        dice = [die for die in throw.dice if die is not None]
        who = seated[SIDES.index(throw.who)] if throw.who in SIDES and not throw.named else player(names, throw.who)
        if dice:
            found.append((sum(dice), who))
    return found


def events_of(turn: Turn, seated: tuple[int, int]) -> tuple[Event, ...] | None:
    """What a turn meant for the accounts, as it was marked: his points, his decision, the men off, the other's points, the schools.

    `seated` are the players at the board as White and as Black. None where the record does not tell who rolled or what was marked.
    """
    amounts = (turn.stood_roller, turn.stood_opponent, turn.claimed_roller, turn.claimed_opponent)
    if turn.side not in SIDES or None in amounts:
        return None
    own, against, claimed, reclaimed = (amount or 0 for amount in amounts)
    me = SIDES.index(turn.side)
    roller, opponent = seated[me], seated[1 - me]
    found: list[Event] = []
    if own or turn.pegged_roller:
        found.append(Award(roller, own, own_roll=True, pegged=_said(turn.made_roller, turn.pegged_roller)))
    body = turn.ply.body
    found += [Marker(roller, word) for word in (body.award.markers if body.award is not None else ())]
    word = turn.decision
    if word == "suspend":
        word = f"suspend_{body.decision.game}" if body.decision is not None else word
    if word:
        found.append(Decision(roller, word))
    if turn.bore_off:
        found.append(Bearoff(roller))
    if against or turn.pegged_opponent:
        found.append(Award(opponent, against, own_roll=False, pegged=_said(turn.made_opponent, turn.pegged_opponent)))
    found += [Marker(opponent, word) for word in (body.against.markers if body.against is not None else ())]
    found += [Award(who, points, own_roll=False) for who, points in ((opponent, reclaimed), (roller, claimed)) if points]
    return tuple(found)


def _said(made: int, pegged: int) -> int | None:
    """The holes pegged, where they are not those the points make."""
    return None if made == pegged else pegged
