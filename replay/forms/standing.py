"""A match taken up in the middle: the state behind the keys of a position, and the keys of a state (docs/notation.md 7).

A position tells the board's edge and the mark; what was paid before it is an account. `stand` takes both, `keys` gives the first back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from replay.forms import combine
from replay.forms.combine import Combine, Pool
from replay.forms.cure import Cure
from replay.forms.drain import Drain
from replay.forms.events import Wrong
from replay.forms.fill import Fill
from replay.forms.machine import start
from replay.forms.mark import OBLIGATION, Mark, arrears, banner
from replay.forms.seats import Seats
from replay.forms.table import Table
from replay.scoring import Pegs, Race

if TYPE_CHECKING:
    from notation.record import Setup
    from replay.forms.ecrire import Ecrire
    from replay.forms.form import Form
    from replay.forms.machine import State

SIDES: Final = ("W", "B")
Pair = tuple[int, int]
T = TypeVar("T")


def stand(form: Form, setup: Setup, seated: Pair, *, before: State | None = None) -> State:
    """The state of a match at a position. `seated` are the players at the board as White and as Black.

    What a position does not tell (lost marks, jetons, fish, who waits, what is in a pool) is taken from `before`, else as at the start. An
    honours pool that is not the one before had one game, or two where its fish cannot be one game's; fish that then do not add up are told
    as even. Raises `Wrong` (`bad-record`) for points or holes that are not known, or keys that cannot be.
    """
    points, holes = _known(setup.points, "points"), _known(setup.holes, "holes")
    base = start(form) if before is None else before
    pair = (base.table.pair[0], base.table.pair[1]) if set(base.table.pair) == set(seated) else _pair(form, seated)
    flip = pair != seated
    race = Race(_turned(points, flip), _turned(_double(setup, points), flip))
    pegs = _turned(holes, flip)
    table = Table(pair, None, race)
    if isinstance(base, Cure):
        return base._replace(table=table, pegs=Pegs(pegs, _lurch(setup, "necktie", pegs, flip=flip)), won=None)
    if isinstance(base, (Fill, Drain)) and set(base.table.pair) != set(pair):
        waiting = tuple(who for who in (*base.line, *base.table.pair) if who not in pair)  # others sit down than the line has
        if isinstance(base, Fill):
            champion, wins = (base.champion, base.wins) if base.champion in pair else (pair[0], 0)
            base = base._replace(line=waiting, champion=champion, wins=wins)
        else:
            base = base._replace(line=waiting, came=base.came if base.came in pair else pair[1])
    if isinstance(base, Fill):
        return base._replace(table=table, holes=pegs)
    if isinstance(base, Drain):
        return base._replace(table=table, pegs=Pegs(pegs, _lurch(setup, "necktie", pegs, flip=flip)))
    sheet = _sheet(base.ecrire if isinstance(base, Combine) else base, setup, table, pegs, flip=flip)
    return _both(base, setup, sheet, flip=flip) if isinstance(base, Combine) else sheet


def keys(state: State, seated: Pair) -> tuple[tuple[str, str], ...]:
    """The keys of a position that the form knows, in the order of docs/notation.md 7, for players sitting as White and as Black."""
    table = state.table
    names = ("W", "B") if table.pair == seated else ("B", "W")
    found: list[tuple[str, str]] = []
    if all(table.race.points):
        found += [("bredouille", names[who]) for who in (0, 1) if table.race.bredouille[who]]
    if isinstance(state, (Cure, Drain)):
        found += [("necktie", names[who]) for who in (0, 1) if state.pegs.lurch[who] and state.pegs.holes[1 - who]]
        return tuple(found)
    if isinstance(state, Fill):
        return tuple(found)
    sheet = state.ecrire if isinstance(state, Combine) else state
    mark, flag = sheet.mark, banner(sheet.mark)
    if flag is not None:
        found.append(("banner", names[flag]))
    if arrears(mark):
        assert mark.right is not None
        found.append(("necktie", names[mark.right]))
    if mark.fixed or mark.missed:
        found.append(("forced", "pickup" if mark.pickup or mark.missed else "standing"))
    found.append(("leader", names[table.pair.index(sheet.seats.leader)] if table.pair else ""))
    found.append(("mark", f"{sheet.number}/{sheet.form.marks}"))
    if sheet.refaits:
        found.append(("refaits", str(sheet.refaits)))
    if isinstance(state, Combine):
        pegs = state.honours
        ordered = pegs.holes if names[0] == "W" else pegs.holes[::-1]
        found.append(("honours", f"{ordered[0]}-{ordered[1]}"))
        found += [("treble", names[side]) for side in (0, 1) if pegs.lurch[side] and pegs.holes[1 - side]]
        if state.suspended == combine.BETWEEN:
            found.append(("idle", "ecrire"))
        elif state.suspended is not None:
            found.append(("suspended", state.suspended))
        if state.pool is not None:
            found.append(("pool", str(state.pool.fish)))
            if state.pool.contract is not None:
                found.append(("contract", names[state.pool.contract]))
    return tuple((key, value) for key, value in found if value)


def _pair(form: Form, seated: Pair) -> Pair:
    """The players by place: sides in order where there are two, else as they sit."""
    if form.kind in ("fill", "drain") or form.seating == "round_robin":
        return seated
    sides = {"two": (0, 1), "chouette": (0, 1, 1), "four": (0, 0, 1, 1)}[form.seating]
    first, second = seated
    if {sides[first], sides[second]} != {0, 1}:
        raise Wrong("bad-record", "5.5", None, f"players {first} and {second} are not opponents")
    return (second, first) if sides[first] else seated


def _known(pair: tuple[int | None, int | None], what: str) -> Pair:
    white, black = pair
    if white is None or black is None:
        raise Wrong("bad-record", "5", None, f"the {what} of the position are not known")
    return (white, black)


def _turned(pair: tuple[T, T], flip: bool) -> tuple[T, T]:
    return (pair[1], pair[0]) if flip else pair


def _side(setup: Setup, key: str, *, flip: bool) -> int | None:
    """The place of the side a key names."""
    value = setup.key(key)
    if value not in SIDES:
        return None
    return SIDES.index(value) ^ flip


def _double(setup: Setup, points: Pair) -> tuple[bool, bool]:
    """Who is in bredouille, as White and Black: he alone who has points, else the key says."""
    if bool(points[0]) != bool(points[1]):
        return (points[0] > 0, points[1] > 0)
    value = setup.key("bredouille")
    return (value == "W" and points[0] > 0, value == "B" and points[1] > 0)


def _lurch(setup: Setup, key: str, holes: Pair, *, flip: bool) -> tuple[bool, bool]:
    """Whose grand lurch is open: his whose peg wears the necktie, or whose opponent has no hole."""
    tied = _side(setup, key, flip=flip)
    return tuple(holes[who] > 0 and (tied == who or not holes[1 - who]) for who in (0, 1))  # type: ignore[return-value]


def _number(text: str | None, usual: int) -> int:
    """The first number of a key."""
    head = (text or "").partition("/")[0]
    return int(head) if head.isascii() and head.isdigit() and len(head) < 5 else usual


def _sheet(base: Ecrire, setup: Setup, table: Table, holes: Pair, *, flip: bool) -> Ecrire:
    """The mark at a position."""
    flag, tied = _side(setup, "banner", flip=flip), _side(setup, "necktie", flip=flip)
    alone = next((who for who in (0, 1) if holes[who] and not holes[1 - who]), None)
    right = next((who for who in (flag, tied, alone) if who is not None), None)
    forced = setup.key("forced")
    # of an opponent below six nothing is fixed; by a flag a grand lurch goes by his pickups as well
    missed = right is not None and 0 < holes[1 - right] < OBLIGATION and base.form.rulings.grand_arrears == "both"
    fixed = right is not None and forced is not None and not missed
    pickup = forced == "pickup" if fixed else right is not None and flag is None
    mark = Mark(holes, right, pickup, fixed, missed and forced == "pickup")
    number = _number(setup.key("mark"), base.number)
    led = _side(setup, "leader", flip=flip)
    leader = base.seats.leader if led is None else table.pair[led]
    if leader not in table.pair:
        leader = table.pair[0]
    rotates = base.form.seating in ("round_robin", "four") and number > 1
    newcomer = next(player for player in table.pair if player != leader) if rotates else None
    if rotates and number == base.number and set(table.pair) == set(base.seats.pair):
        newcomer = base.seats.newcomer  # who stays does not lead in every house (flag `four-lead`)
    seats = Seats((table.pair[0], table.pair[1]), leader, newcomer)
    if not 1 <= number <= base.form.marks:
        raise Wrong("bad-record", "5.3", None, f"mark {number} is none of {base.form.marks}")
    refaits = _number(setup.key("refaits"), 0)
    return base._replace(table=table, seats=seats, number=number, mark=mark, refaits=refaits)


def _both(base: Combine, setup: Setup, sheet: Ecrire, *, flip: bool) -> Combine:
    """The honours game, the pool and the suspension at a position."""
    pair = (setup.key("honours") or "").partition("-")
    holes = _turned((_number(pair[0], 0), _number(pair[2], 0)), flip) if pair[1] else base.honours.holes
    honours = Pegs(holes, _lurch(setup, "treble", holes, flip=flip))
    said = setup.key("suspended")
    suspended = combine.BETWEEN if setup.key("idle") == "ecrire" else said if said in ("ecrire", "honours") else None
    pool, contract = base.pool, _side(setup, "contract", flip=flip)
    if setup.key("pool") is not None:
        fish = _number(setup.key("pool"), 2 * combine.STAKE)
        if pool is None or (pool.fish, pool.contract) != (fish, contract):
            games = 0 if contract is None else 1 if fish <= 2 * combine.STAKE + 4 else 2
            pool = Pool(fish, contract, games, 0)
    own = base.fish
    if sum(own) + (pool.fish if pool else 0):
        owed = -(pool.fish if pool else 0)
        own = (owed // 2, owed - owed // 2)
    return base._replace(ecrire=sheet, honours=honours, suspended=suspended, pool=pool, fish=own)
