"""A second engine, slow and plain, to check the first against: docs/rules.md read sentence by sentence over lists of counts.

Nothing here is shared with `replay.kernel`, neither code nor idiom: plays are walked step by step as a hand would, with every order of
the dice and every man, judged as whole paths. Men are lists of 25 counts on the own route; `steered_positions` plays games on
purpose towards corners, fills, returns and bearing off, since chance alone hardly ever gets there.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

QUADRANTS = {"PJ": range(6), "GJ": range(6, 12), "JR": range(18, 24)}
CORNER, ADVERSE, RAIL = 11, 12, 24


class Step(NamedTuple):
    """One man by one die; `over` pips more than he needed, `rear` whether no man stood behind him."""

    start: int
    to: int
    die: int
    over: int = 0
    rear: bool = True


@dataclass(frozen=True)
class Path:
    """A play as walked: its steps, where the men end, and whether one man made both steps."""

    steps: tuple[Step, ...]
    end: tuple[int, ...]
    one_man: bool = False
    finished: bool = False
    forced: bool = False
    """The corner taken by force."""

    @property
    def dice(self) -> int:
        return 2 if self.finished or self.forced else len(self.steps)


@dataclass
class Answer:
    """Jans as (code, place on the roller's route, ways, points), and the legal results."""

    roller: list[tuple[str, int | None, int, int]] = field(default_factory=list)
    opponent: list[tuple[str, int | None, int, int]] = field(default_factory=list)
    results: set[tuple[int, ...]] = field(default_factory=set)
    unplayed: int = 0

    def totals(self) -> tuple[int, int]:
        return sum(jan[3] for jan in self.roller), sum(jan[3] for jan in self.opponent)


def is_full(men: list[int] | tuple[int, ...], points: range) -> bool:
    return all(men[p] >= 2 for p in points)


def can_still_fill(men: list[int], points: range) -> bool:
    """A-1, word for word."""
    return all(sum(men[: k + 1]) >= 2 * (k - points[0] + 1) for k in points)


class Roll:
    """One roll on one board."""

    def __init__(self, own: list[int], opp: list[int], dice: tuple[int, int], variant: frozenset[str] = frozenset()) -> None:
        self.own, self.opp, self.dice, self.variant = list(own), list(opp), dice, variant
        self.petit_open = can_still_fill(self.opp, QUADRANTS["PJ"])
        self.grand_open = can_still_fill(self.opp, QUADRANTS["GJ"])

    def his(self, point: int) -> int:
        """Opposing men on a point of the roller's route."""
        return self.opp[23 - point]

    def may_stay(self, point: int) -> bool:
        """A-3 and the opponent's corner."""
        if point == ADVERSE:
            return False
        if point == RAIL or point <= CORNER:
            return True
        return not self.petit_open and not (self.grand_open and point <= 17)

    def steps(self, men: list[int], die: int) -> Iterator[Step]:
        """Every man that the die can lift, wherever it leads him (M-1, M-9, B-1)."""
        everybody_in = not any(men[:18])
        behind = True
        for start in range(24):
            if not men[start]:
                continue
            to, rear = start + die, behind
            behind = False
            if to < 24:
                if not self.his(to):
                    yield Step(start, to, die)
            elif everybody_in and (to == RAIL or rear):
                yield Step(start, RAIL, die, to - RAIL, rear)

    def walked(self) -> list[Path]:
        """Every path of one or two steps that ends as a play may end (M-2, M-3), by force too (M-5, M-6)."""
        paths: list[Path] = []
        for d, e in set(permutations(self.dice)):
            for one in self.steps(self.own, d):
                men = list(self.own)
                men[one.start] -= 1
                men[one.to] += 1
                if self.may_stay(one.to):
                    paths.append(Path((one,), tuple(men), finished=not any(men[:24])))
                if not any(men[:24]):
                    continue
                for two in self.steps(men, e):
                    after = list(men)
                    after[two.start] -= 1
                    after[two.to] += 1
                    if not self.may_stay(two.to):
                        continue
                    same = two.start == one.to
                    if same:
                        paths.append(Path((one, two), tuple(after), one_man=True))
                    others = men[two.start] - (1 if same else 0)
                    if others and self.may_stay(one.to):
                        paths.append(Path((one, two), tuple(after)))
        paths = [path for path in paths if path.end[CORNER] != 1 and path.end[ADVERSE] == 0]
        if not any(path.end[CORNER] == 2 and not self.own[CORNER] for path in paths):
            paths += self.by_force()
        return paths

    def by_force(self) -> list[Path]:
        if self.own[CORNER] or self.his(ADVERSE) or self.his(CORNER):
            return []
        men = list(self.own)
        for die in self.dice:
            men[12 - die] -= 1
        if min(men) < 0:
            return []
        men[CORNER] += 2
        return [Path((), tuple(men), forced=True)]

    def legal(self) -> list[Path]:
        """L (M-7), then the manners of bearing off, then the obligations (M-8)."""
        paths = self.well_mannered(self.walked())
        most = max((path.dice for path in paths), default=0)
        if most == 1:
            single = [path for path in paths if path.dice == 1]
            high = max(path.steps[0].die for path in single)
            paths = [path for path in single if path.steps[0].die == high]
        else:
            paths = [path for path in paths if path.dice == most]
        if not paths:
            return [Path((), tuple(self.own))]
        paths = self.sparing(paths)
        for points in QUADRANTS.values():
            if any(is_full(path.end, points) for path in paths):
                paths = [path for path in paths if is_full(path.end, points)]
        return paths

    def well_mannered(self, paths: list[Path]) -> list[Path]:
        """B-2 and B-3: who may leave, and whether one man may take both dice."""
        retour = QUADRANTS["JR"]
        had = is_full(self.own, retour)
        begun = self.own[RAIL] > 0 and sum(self.own[:24]) > 1

        def not_rear(path: Path) -> bool:
            return "slow" in self.variant and any(step.to == RAIL and not step.rear for step in path.steps)

        def takes_both(path: Path) -> bool:
            return "two-men" in self.variant and begun and path.one_man

        plain = [path for path in paths if not not_rear(path) and not takes_both(path)]
        kept: list[Path] = list(plain)
        for number in (1, 2):
            plainly = any(path.dice == number and is_full(path.end, retour) for path in plain)
            for path in paths:
                if path.dice != number or path in plain or not had or not is_full(path.end, retour):
                    continue
                if not_rear(path) and "privilege=none" in self.variant:
                    continue
                if plainly and (takes_both(path) or "privilege=needed" in self.variant):
                    continue
                kept.append(path)
        return kept

    def sparing(self, paths: list[Path]) -> list[Path]:
        """B-4."""
        if "waste=pips" in self.variant:
            least = min(sum(step.over for step in path.steps) for path in paths)
            return [path for path in paths if path.finished or sum(step.over for step in path.steps) == least]
        if "waste=forced" in self.variant:
            least = min(sum(step.over > 0 for step in path.steps) for path in paths)
            return [path for path in paths if path.finished or sum(step.over > 0 for step in path.steps) == least]
        return paths

    # -- jans -------------------------------------------------------------------------------------------------------------------------

    def answer(self, *, third_roll: bool = False, first: tuple[int, int] | None = None) -> Answer:
        told = Answer()
        value = 6 if self.dice[0] == self.dice[1] else 4
        paths = self.legal()
        told.results = {path.end for path in paths}
        told.unplayed = 2 - max(path.dice for path in paths)
        self.rare(told, value, third_roll, first)
        self.hits(told, value)
        if self.own[CORNER] >= 2 and not self.his(ADVERSE) and self.corner_hit():
            told.roller.append(("BC", None, 1, value))
        self.quadrants(told, value, paths)
        if any(path.steps and not any(path.end[:24]) for path in paths):
            told.roller.append(("SO", None, 1, value))
        self.pile(told, value, paths)
        if told.unplayed:
            told.opponent.append(("IM", None, told.unplayed, 2 * told.unplayed))
        if "margot" in self.variant:
            self.margot(told, value)
        return told

    def reaches(self, point: int) -> list[str]:
        """Ways of reaching a point, without asking for rests."""
        a, b = self.dice
        found = []
        for name, distance in {"a": a, "b": b, "sum": a + b}.items():
            if name == "b" and a == b:
                continue
            if point >= distance and self.own[point - distance]:
                found.append(name)
        return found

    def open_rest(self, point: int) -> bool:
        """H-2: at most one opposing man on one of the two rests."""
        return any(self.his(point - die) <= 1 for die in self.dice if point >= die)

    def hits(self, told: Answer, value: int) -> None:
        for point in range(24):
            if self.his(point) != 1:
                continue
            worth = value if point <= 5 or point >= 18 else value - 2
            ways = self.reaches(point)
            if "sum" in ways and not self.open_rest(point):
                ways.remove("sum")
                if not ways:
                    told.opponent.append(("BF", point, 1, worth))
            if ways:
                told.roller.append(("BV", point, len(ways), worth * len(ways)))

    def corner_hit(self) -> bool:
        men = list(self.own)
        men[CORNER] -= 2
        for die in self.dice:
            men[12 - die] -= 1
        return all(men[12 - die] >= 0 for die in self.dice)

    def rare(self, told: Answer, value: int, third_roll: bool, first: tuple[int, int] | None) -> None:
        a, b = self.dice
        out = [p for p in range(1, 24) for _ in range(self.own[p])]
        if third_roll and a != b and self.own[0] == 11 and len(out) == 4 and sorted([*out, a, b]) == [1, 2, 3, 4, 5, 6]:
            told.roller.append(("JTC", None, 1, 4))
        if "meeting" in self.variant and first is not None and sorted(first) == sorted(self.dice):
            told.roller.append(("JRE", None, 1, value))
        if self.own[0] != 13 or len(out) != 2:
            return
        if out == [CORNER, CORNER]:
            codes = ("JM", "CM") if 1 in self.dice else None
        else:
            p, q = out
            codes = ("JDT", "CDT") if {(p + a, q + b), (p + b, q + a)} & {(11, 12), (12, 11)} else None
        if codes and not self.his(ADVERSE):
            told.roller.append((codes[0], None, 1, value))
        elif codes and self.his(ADVERSE) >= 2:
            told.opponent.append((codes[1], None, 1, value))

    def quadrants(self, told: Answer, value: int, paths: list[Path]) -> None:
        for code, points in QUADRANTS.items():
            good = [path for path in paths if is_full(path.end, points)]
            if not good:
                continue
            missing = [p for p in points for _ in range(2 - self.own[p])]
            if not missing:
                if not ("impotence=grand" in self.variant and told.unplayed and code != "GJ"):
                    told.roller.append((code + "C", None, 1, value))
            elif len(missing) == 1:
                ways = {way for path in good for way in self.ways(path, missing[0], points)}
                told.roller.append((code, missing[0], len(ways), value * len(ways)))
            else:
                told.roller.append((code, missing[0] if missing[0] == missing[1] else None, 1, value))

    def ways(self, path: Path, goal: int, points: range) -> Iterator[str]:
        """F-2, F-5: by which number the missing man came."""
        if path.one_man:
            if path.steps[-1].to == goal:
                yield "sum"
            return
        for step in path.steps:
            if step.to == goal:
                spare = step.start not in points or self.own[step.start] >= 3
                yield str(step.die) if spare else "sum"

    def pile(self, told: Answer, value: int, paths: list[Path]) -> None:
        """X-41."""
        if "pile" not in self.variant:
            return
        if self.own[CORNER] == 15:
            if all(path.end == tuple(self.own) for path in paths):
                told.roller.append(("PMC", None, 1, value))
        elif any(path.end[CORNER] == 15 for path in paths) and all(sum(path.end[12:]) == 0 for path in paths):
            told.roller.append(("PM", None, 1, value))

    def margot(self, told: Answer, value: int) -> None:
        """X-42."""
        for point in (*range(1, 11), *range(13, 23)):
            if self.own[point] or self.his(point) or self.his(point - 1) != 1 or self.his(point + 1) != 1:
                continue
            ways = [way for way in self.reaches(point) if way != "sum" or self.open_rest(point)]
            if ways:
                told.opponent.append(("MF", point, len(ways), (value - 2) * len(ways)))


# -- boards to ask about ---------------------------------------------------------------------------------------------------------------

START = [15] + [0] * 24


class Board(NamedTuple):
    """A roll of some game: the roller's men, the opponent's, the dice, whether it is his third roll of the holding."""

    own: tuple[int, ...]
    opp: tuple[int, ...]
    dice: tuple[int, int]
    third: bool


def _points(men: tuple[int, ...], quadrant: range) -> int:
    return sum(min(men[p], 2) for p in quadrant)


MANNERS: dict[str, Callable[[tuple[int, ...]], float]] = {
    "petit": lambda men: 3 * _points(men, range(6)) - sum(men[12:]),
    "grand": lambda men: 2 * _points(men, range(6, 12)) + 4 * (men[11] >= 2) - sum(men[12:18]),
    "corner": lambda men: 9 * (men[11] >= 2) + _points(men, range(7, 12)),
    "pile": lambda men: 2 * men[11] + sum(men[8:11]) - 3 * sum(men[12:]),
    "return": lambda men: 3 * _points(men, range(18, 24)) + sum(p * men[p] for p in range(25)) / 15,
    "run": lambda men: sum(p * men[p] for p in range(25)),
    "blots": lambda men: sum(1 for p in range(24) if men[p] == 1),
    "chance": lambda men: 0.0 * men[0],
}
"""What a steered player likes."""


def steered_positions(seed: int, boards: int, variant: frozenset[str] = frozenset()) -> Iterator[Board]:
    """Yield the rolls of games played towards one thing or another; men are never lifted, so they come to the end."""
    chance = random.Random(seed)
    given = 0
    while given < boards:
        men = [list(START), list(START)]
        rolls = [0, 0]
        manner = [[chance.choice(list(MANNERS)) for _ in range(3)] for _ in range(2)]
        side = 0
        for turn in range(140):
            dice = (chance.randint(1, 6), chance.randint(1, 6))
            own, opp = men[side], men[1 - side]
            rolls[side] += 1
            yield Board(tuple(own), tuple(opp), dice, rolls[side] == 3)
            given += 1
            results = sorted({path.end for path in Roll(own, opp, dice, variant).legal()})
            likes = MANNERS[manner[side][min(turn // 40, 2)]]
            best = max(results, key=lambda end: likes(end) + chance.random() * 1.5)
            men[side] = list(best)
            if not any(best[:24]) or given >= boards:
                break
            side = 1 - side


def drawn_positions(seed: int, boards: int) -> Iterator[Board]:
    """Yield boards that no game need have led to: nearly full quadrants, men at home, passages half closed, openings, piles."""
    chance = random.Random(seed)
    kinds = (_going_off, *(_nearly_full(quadrant) for quadrant in QUADRANTS.values()))
    for n in range(boards):
        own = _rare(chance) if n % 12 == 11 else kinds[n % 4](chance)
        opp = [0] * 25
        room = [i for i in range(24) if not own[23 - i] and i != ADVERSE]
        if n % 24 == 11:
            opp[0] = 15
            for _ in range(chance.choice((0, 2, 2))):
                opp[0], opp[CORNER] = opp[0] - 1, opp[CORNER] + 1
        if n % 24 == 23:
            for point in (6, 7, 8, 9, 10, 11):
                opp[point] = chance.choice((2, 2, 2, 0))
        while sum(opp) < 15 and room:
            opp[chance.choice(room)] += chance.randint(1, min(3, 15 - sum(opp)))
        if own[CORNER] == 1 or opp[CORNER] == 1 or sum(opp) != 15 or any(own[i] and opp[23 - i] for i in range(24)):
            continue
        third = own[0] == 11 and all(count <= 1 for count in own[1:7]) and sum(own[1:7]) == 4
        yield Board(tuple(own), tuple(opp), (chance.randint(1, 6), chance.randint(1, 6)), third)


def _going_off(chance: random.Random) -> list[int]:
    """Some men home, the rest off, and now and then one on the doorstep."""
    own = [0] * 25
    men = chance.randint(1, 15)
    own[RAIL] = 15 - men
    for _ in range(men):
        own[chance.choice((18, 19, 20, 21, 22, 23, 23, 22, 21, 17 if chance.random() < 0.1 else 20))] += 1
    return own


def _nearly_full(quadrant: range) -> Callable[[random.Random], list[int]]:
    """A quadrant that lacks two men, one, or none."""

    def draw(chance: random.Random) -> list[int]:
        own = [0] * 25
        for p in quadrant:
            own[p] = 2
        for _ in range(chance.randint(0, 2)):
            p = chance.choice(quadrant)
            own[p] = max(0, own[p] - 1)
        while sum(own) < 15:
            own[chance.choice([p for p in range(24) if p != ADVERSE])] += 1
        return own

    return draw


def _rare(chance: random.Random) -> list[int]:
    """Openings for the rare jans, and piles on the corner."""
    own = [0] * 25
    kind = chance.randrange(4)
    if kind == 0:
        own[0] = 11
        for p in chance.sample(range(1, 7), 4):
            own[p] = 1
    elif kind == 1:
        own[0], own[CORNER] = 13, 2
    elif kind == 2:
        own[0] = 13
        for _ in range(2):
            own[chance.randint(5, 10)] += 1
    else:
        own[CORNER] = chance.choice((13, 14, 15))
        while sum(own) < 15:
            own[chance.randint(5, 10)] += 1
    return own
