"""What a match is set up with: the form, the seating, how long, who leads, what is staked (docs/rules.md 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from replay.forms.events import Wrong
from replay.forms.rulings import Rulings

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEDULES: Final = ("old", "bridge", "honours")
KINDS: Final = ("cure", "ecrire", "combine", "fill", "drain")
SEATINGS: Final = {"two": 2, "round_robin": 3, "chouette": 3, "four": 4}
"""How many play in each seating of à écrire and combiné."""
CALLED: Final = {"two": "a match of two", "round_robin": "a round robin", "chouette": "a chouette", "four": "a match of partners"}
MARKS: Final = {"two": 2, "round_robin": 3, "chouette": 2, "four": 4}
"""What the number of marks must be a multiple of, so that everybody plays what he was promised (docs/rules.md 5.3, 5.5)."""
PER_HOLE: Final = 20
"""A net hole drains one twentieth of the pool (docs/rules.md 5.5 D2)."""
POOL_HOLES: Final = 6


class Form(NamedTuple):
    """One match as agreed. Made by `form`, which checks it.

    `seating` and `marks` belong to à écrire and combiné, `lead` to `cure` and seating `two`, `first` (the pair of mark 1, its leader first)
    to `round_robin` and `four`, `order` to the pools; `ante` to the filling, `pool` and `grand_lurch` to the draining pool. `holes` win a
    match of holes; `schedule` is what it was agreed to be worth by (`cure`), empty where all three are told.
    """

    kind: str
    seating: str = "two"
    players: int = 2
    marks: int = 0
    lead: int = 0
    first: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    ante: int = 0
    pool: int = 0
    grand_lurch: bool = False
    holes: int = 12
    schedule: str = ""
    rulings: Rulings = Rulings()

    @property
    def sides(self) -> int:
        """How many parties there are to the accounts: partners are one."""
        return 2 if self.seating in ("chouette", "four") else self.players


def form(
    kind: str,
    *,
    seating: str = "two",
    players: int | None = None,
    marks: int = 0,
    lead: int = 0,
    first: tuple[int, ...] = (),
    order: tuple[int, ...] = (),
    ante: int = 0,
    pool: int = 0,
    grand_lurch: bool = False,
    holes: int | None = None,
    schedule: str = "",
    rulings: Rulings | None = None,
) -> Form:
    """Set up a match. Raises `Wrong` (`bad-form`) with a sentence for what cannot be played."""
    known = Rulings() if rulings is None else rulings
    if kind == "cure":
        _must(players in (None, 2), "2.7", f"two play a match of holes, not {players}", "Players")
        _must(lead in (0, 1), "2.8", "player 0 or 1 leads")
        _must(holes is None or holes > 0, "2.6 P-4", "a match of holes is won with one hole or more")
        _must(schedule in ("", *SCHEDULES), "2.7", f"a schedule is one of {', '.join(SCHEDULES)}, not {schedule!r}")
        return Form(kind, lead=lead, holes=holes or 12, schedule=schedule, rulings=known)
    if kind in ("fill", "drain"):
        return _pool(Form(kind, "", len(order), order=order, ante=ante, pool=pool, grand_lurch=grand_lurch, rulings=known), players, holes)
    _must(kind in ("ecrire", "combine"), "5", f"a form is one of {', '.join(KINDS)}, not {kind!r}")
    _must(seating in SEATINGS, "5.5", f"a seating is one of {', '.join(SEATINGS)}, not {seating!r}")
    _must(kind == "ecrire" or seating != "round_robin", "5.4", "combiné is not played by three for themselves", "Form")
    count = SEATINGS[seating]
    _must(players in (None, count), "5.5", f"{CALLED[seating]} has {count} players, not {players}", "Players")
    step = MARKS[seating]
    wanted = "an even number of marks" if step == 2 else f"a multiple of {step} marks"
    _must(marks > 0 and marks % step == 0, "5.3" if seating == "two" else "5.5", f"{CALLED[seating]} needs {wanted}, not {marks}", "Length")
    if seating == "two":
        _must(lead in (0, 1) and not first, "2.8", "player 0 or 1 leads the first mark")
    elif seating == "chouette":
        _must(lead == 0 and not first, "5.5 E1", "the chouette, player 0, leads the first mark")
    else:
        section = "5.5 E2" if seating == "round_robin" else "5.5 E3"
        _must(len(first) == 2 and first[0] != first[1] and all(0 <= who < count for who in first), section, "two players begin")
        teams = "the two who begin are of two teams: the first two players against the last two"
        _must(seating != "four" or first[0] // 2 != first[1] // 2, section, teams)
    return Form(kind, seating, count, marks, lead, first, rulings=known)


def _pool(made: Form, players: int | None, holes: int | None) -> Form:
    """Check a pool."""
    section = "5.5 D1" if made.kind == "fill" else "5.5 D2"
    count = made.players
    _must(count >= 2 and sorted(made.order) == list(range(count)), section, "the order names every player once")
    _must(players in (None, count), section, f"the order names {count} players")
    if made.kind == "fill":
        _must(made.ante > 0, section, "the ante is one or more")
        _must(holes is None or holes > 0, section, "a match of the pool is won with one hole or more")
        return made._replace(holes=holes or POOL_HOLES)
    least = count if made.rulings.drain_coin == "whole" else 1
    _must(made.pool >= least, section, f"a pool has a coin or more{' of every player' if least > 1 else ''}, not {made.pool}")
    return made._replace(holes=POOL_HOLES)


def _must(kept: bool, section: str, sentence: str, tag: str = "") -> None:
    if not kept:
        raise Wrong("bad-form", section, None, f"{sentence} (docs/rules.md {section})", tag)


def form_from_json(row: Mapping[str, Any], rulings: Rulings | None = None) -> Form:
    """Read a form as docs/forms.md spells it; raises `Wrong` (`bad-form`). `rulings` in the row are names with values."""
    try:
        said: dict[str, Any] = {
            key: row[key]
            for key in ("players", "marks", "lead", "ante", "pool", "grand_lurch", "holes", "schedule")
            if row.get(key) is not None
        }
        said |= {key: tuple(row[key]) for key in ("first", "order") if row.get(key) is not None}
        known = Rulings(**row["rulings"]) if rulings is None and "rulings" in row else rulings
        return form(row["form"], seating=row.get("seating") or "two", rulings=known, **said)
    except (KeyError, TypeError) as wrong:
        raise Wrong("bad-form", "5", None, f"no form can be read here: {wrong}") from None


def form_to_json(made: Form) -> dict[str, Any]:
    """Spell a form as docs/forms.md has it, with every ruling that departs from the default."""
    told: dict[str, Any] = {"form": made.kind, "players": made.players}
    if made.kind in ("ecrire", "combine"):
        told |= {"seating": made.seating, "marks": made.marks}
    if made.kind == "cure" or (made.kind in ("ecrire", "combine") and made.seating == "two"):
        told["lead"] = made.lead
    if made.kind in ("cure", "fill"):
        told["holes"] = made.holes
    if made.schedule:
        told["schedule"] = made.schedule
    if made.first:
        told["first"] = list(made.first)
    if made.order:
        told["order"] = list(made.order)
    if made.kind == "fill":
        told["ante"] = made.ante
    if made.kind == "drain":
        told |= {"pool": made.pool, "grand_lurch": made.grand_lurch}
    usual = Rulings()._asdict()
    departs = {name: value for name, value in made.rulings._asdict().items() if value != usual[name]}
    return told | ({"rulings": departs} if departs else {})
