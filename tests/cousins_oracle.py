"""Second engines for bräde and Dutch TricTrac, slow and plain: the sources read sentence by sentence, men as loose discs with a place.

Nothing is shared with `replay.cousins`, neither code nor idiom: a side is a sorted tuple of fifteen places in its own numbering (1 to 24,
the places outside the board below), a throw is a recursion that returns every way it can go on, and rows of steps are judged as wholes.
Boards come from games played on purpose (`brade_boards`, `dutch_boards`) in several manners, since chance alone hardly ever gets there,
and from men laid out at random.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

HAND, BAR, OFF = -1, 0, 25

Side = tuple[int, ...]


class Board(NamedTuple):
    own: Side
    other: Side
    dice: tuple[int, int]
    began: bool = True


# -- bräde -----------------------------------------------------------------------------------------------------------------------------
# A disc of the mover is (place, late): late is a disc that came down while others stood behind (VM 7), which only one reading looks at.

Discs = tuple[tuple[int, bool], ...]
PATTERNS = {
    "enkelt_kronspel": Counter({20: 3, 21: 3, 22: 3, 23: 3, 24: 3}),
    "dubbelt_kronspel": Counter({22: 5, 23: 5, 24: 5}),
    "trappspel": Counter({24: 7, 23: 5, 22: 3}),
    "uppspel": Counter({24: 15}),
}
VALUES = {"hemspel": 1, "jan": 4, "sprangjan": 6} | dict.fromkeys(PATTERNS, 2)


class Leaf(NamedTuple):
    """Where a row of steps can end: the men, the dice still used behind this point, the reduction, the ending, the last step's capture."""

    own: Discs
    other: Side
    used: tuple[int, ...]
    reduction: int
    ending: str = ""


def across(place: int) -> int:
    """The same tongue in the other's numbering."""
    return place + 12 if place <= 12 else place - 12


def brade_ending(own: Discs, other: Side, captured: int, landed: int) -> str:
    places = Counter(place for place, _ in own)
    shut = other.count(BAR)
    room = sum(tongue not in other for tongue in range(1, 7))
    if captured and shut > room:
        return "sprangjan" if captured > 1 else "jan"
    if places[OFF] == 15:
        return "hemspel"
    if landed != OFF:
        for name, pattern in PATTERNS.items():
            if places == pattern:
                return name
    return ""


def brade_steps(own: Discs, other: Side, die: int, variant: frozenset[str]) -> Iterator[tuple[Discs, Side, int, str]]:
    """Every disc moved by one die: the men after, the reduction, how the game ends."""
    places = [place for place, _ in own]
    facing = Counter(across(place) for place in other if 1 <= place <= 24)
    bands = {tongue for tongue, men in facing.items() if men >= 2}
    block = {tongue for first in range(1, 20) if all(first + k in bands for k in range(6)) for tongue in range(first, first + 6)}
    waiting = places.count(BAR)
    open_tongues = [tongue for tongue in range(1, 7) if tongue not in places and tongue not in bands]
    fourteen = places.count(OFF) == 14
    in_play = [place for place in places if place != OFF]
    for disc in sorted(set(own)):
        place, late = disc
        if place == OFF or (waiting and place != BAR):
            continue
        target = place + die
        reduction = 0
        captured = 0
        if target > 24:
            if min(in_play) < 19 or place != min(in_play) or late:
                continue
            reduction = target - 25
            target = OFF
        else:
            if target in places and (place == BAR or target < 12):
                continue
            captured = facing[target]
            if captured >= 2:
                by_block = target in block and not (place == BAR and "no_block_burst_when_entering" in variant)
                by_room = place == BAR and waiting > len(open_tongues)
                if fourteen or not (by_block or by_room):
                    continue
        rest = list(own)
        rest.remove(disc)
        behind = any(p < target for p, _ in rest)
        now_late = "strict_midlanding" in variant and target != OFF and target >= 19 and (late or behind)
        after = tuple(sorted([*rest, (target, now_late)]))
        gone = across(target) if captured else None
        theirs = tuple(sorted(BAR if place == gone else place for place in other)) if captured else other
        yield after, theirs, reduction, brade_ending(after, theirs, captured, target)


def brade_leaves(own: Discs, other: Side, left: tuple[int, ...], variant: frozenset[str]) -> frozenset[Leaf]:
    """Every end of a row of steps with the dice left: where it is stuck, or where the game is over."""
    memo: dict[tuple[Discs, Side, tuple[int, ...]], frozenset[Leaf]] = {}

    def go(own: Discs, other: Side, left: tuple[int, ...]) -> frozenset[Leaf]:
        key = (own, other, left)
        if key not in memo:
            found: set[Leaf] = set()
            stuck = True
            for die in set(left):
                rest = list(left)
                rest.remove(die)
                for after, theirs, reduction, ended in brade_steps(own, other, die, variant):
                    if ended:
                        found.add(Leaf(after, theirs, (die,), reduction, ended))
                        stuck = stuck and "finish_A" in variant
                    else:
                        stuck = False
                        for leaf in go(after, theirs, tuple(rest)):
                            found.add(leaf._replace(used=(die, *leaf.used), reduction=leaf.reduction + reduction))
            if stuck:
                found.add(Leaf(own, other, (), 0))
            memo[key] = frozenset(found)
        return memo[key]

    return go(own, other, left)


@lru_cache(maxsize=8)
def brade_legal(board: Board, variant: frozenset[str] = frozenset()) -> dict[tuple[Side, Side], str]:
    """The legal results, men of both sides, and how each ends the game ('' if not)."""
    a, b = board.dice
    leaves = brade_leaves(tuple((p, False) for p in board.own), board.other, (a,) * 4 if a == b else (a, b), variant)
    quiet = [leaf for leaf in leaves if not leaf.ending]

    def measure(leaf: Leaf) -> tuple[int, int]:
        return len(leaf.used), max(leaf.used) if len(leaf.used) == 1 else 0

    judged = leaves if "finish_B1" in variant else quiet
    if quiet:
        most = max(measure(leaf) for leaf in judged)
        quiet = [leaf for leaf in quiet if measure(leaf) == most]
        least = min((leaf.reduction for leaf in quiet), default=0)
        quiet = [leaf for leaf in quiet if leaf.reduction == least]
    results: dict[tuple[Side, Side], str] = {}
    for leaf in [*quiet, *(leaf for leaf in leaves if leaf.ending)]:
        key = (tuple(place for place, _ in leaf.own), leaf.other)
        if VALUES.get(leaf.ending, 0) >= VALUES.get(results.get(key, ""), 0):
            results[key] = leaf.ending
    return results


def brade_value(ending: str, other: Side) -> tuple[bool, int]:
    """Munk, and points (VM 9, 13)."""
    munk = ending not in ("jan", "sprangjan") and BAR in other
    return munk, VALUES[ending] + munk


# -- Dutch TricTrac --------------------------------------------------------------------------------------------------------------------


def dutch_order(dice: tuple[int, int]) -> list[int]:
    """The table of the throws."""
    a, b = sorted(dice)
    if a == b:
        return [a, a, 7 - a, 7 - a]
    return [1, 1, 2, 2, 5, 5, 6, 6] if (a, b) == (1, 2) else [a, b]


def dutch_steps(own: Side, other: Side, die: int, variant: frozenset[str], special: bool) -> Iterator[tuple[Side, Side]]:
    """Every disc moved by one step."""
    theirs = Counter(25 - place for place in other if 1 <= place <= 24)
    mine = Counter(own)
    outside = mine[HAND] + mine[BAR]
    first_field = any(1 <= place <= 6 for place in own)
    for place in sorted(set(own)):
        if place == OFF or (mine[BAR] and place != BAR):
            continue
        target = die if place in (HAND, BAR) else place + die
        if place == HAND and "entry=double" in variant and mine[HAND] == 15 and not special:
            continue
        if place > 0 and mine[HAND] and "entry=all-first" in variant:
            continue
        if target > 25:
            continue
        if target == 25:
            if outside or any(1 <= p <= 18 for p in own):
                continue
        else:
            if theirs[target] >= 2 or mine[target] >= 5:
                continue
            if place == BAR and mine[target] and "bar_on_empty_only" in variant:
                continue
            if place > 0 and mine[HAND] and target > 6:
                continue
            if place > 0 and target >= 19 and (outside or first_field):
                continue
        rest = list(own)
        rest.remove(place)
        hit = 25 - target if target < 25 and theirs[target] else None
        yield (
            tuple(sorted([*rest, target])),
            tuple(sorted(BAR if p == hit else p for p in other)) if hit else other,
        )


@lru_cache(maxsize=8)
def dutch_legal(board: Board, variant: frozenset[str] = frozenset()) -> dict[tuple[Side, Side], tuple[bool, str]]:
    """The legal results, men of both sides, with whether the mover throws again and how the game stands."""
    order = dutch_order(board.dice)
    special = len(order) > 2

    ends: set[tuple[Side, Side, int]] = set()
    been: set[tuple[Side, Side, int]] = set()

    def go(own: Side, other: Side, at: int) -> None:
        if (own, other, at) in been:
            return
        been.add((own, other, at))
        further = [] if at == len(order) or own[0] == OFF else list(dutch_steps(own, other, order[at], variant, special))
        for after, theirs in further:
            go(after, theirs, at + 1)
        if not further:
            ends.add((own, other, at))

    go(board.own, board.other, 0)
    whole = [end for end in ends if end[2] == len(order) or end[0][0] == OFF]
    if whole:
        chosen = whole
    elif "stuck_anywhere" in variant:
        chosen = list(ends)
    else:
        furthest = max(end[2] for end in ends)
        chosen = [end for end in ends if end[2] == furthest]
    results = {}
    last_turn = board.other[0] == OFF
    for own, other, at in chosen:
        if own[0] == OFF:
            results[own, other] = (False, "nabeurt" if board.began and not last_turn else "win")
            continue
        again = special and at == len(order) and not (last_turn and "nabeurt_one_throw" in variant)
        again = again and not ("trictrac_once" in variant and len(order) == 8)
        results[own, other] = (again, "loss" if last_turn and not again else "")
    return results


# -- boards ----------------------------------------------------------------------------------------------------------------------------


def roll(rng: random.Random) -> tuple[int, int]:
    """Doubles a little oftener than chance; 1-2 seldomer, since that throw of Dutch TricTrac has thousands of plays."""
    a = rng.randint(1, 6)
    b = a if rng.random() < 0.1 else rng.randint(1, 6)
    return (a, b) if {a, b} != {1, 2} or rng.random() < 0.15 else roll(rng)


def brade_liking(own: Side, other: Side, manner: str) -> float:
    """What a player of a manner would like to see: bands and blots, hits, men home, a pattern, the other side shut in."""
    mine, theirs = Counter(own), Counter(other)
    value = 0.0
    for place, men in mine.items():
        if 1 <= place <= 24:
            if men >= 2 and place >= 12:
                value += 2.0
            elif men == 1:
                value -= {"bold": -0.6, "careful": 1.5}.get(manner, 0.4)
    if manner == "runner":
        value += sum(own) * 0.06
    if manner == "hitter":
        value += 3.0 * theirs[BAR]
    if manner == "shutter":
        value += 2.0 * sum(mine[place] >= 2 for place in range(12, 20)) + 2.5 * theirs[BAR] - 0.5 * mine[OFF]
    if manner == "pattern":
        home = [place for place in own if 19 <= place <= 24]
        value += sum(own) * 0.04 + 0.5 * len(home) - 8 * mine[OFF]
        value += max(sum(min(mine[p], men) for p, men in pattern.items()) for pattern in PATTERNS.values())
    return value


def brade_boards(seed: int, number: int) -> Iterator[Board]:
    """Boards of games played on purpose, with the throw to be played."""
    rng = random.Random(seed)
    manners = ("bold", "careful", "runner", "hitter", "shutter", "pattern")
    made = 0
    while made < number:
        own, other = ((1,) * 15,) * 2
        who = [rng.choice(manners), rng.choice(manners)]
        for ply in range(400):
            board = Board(own, other, roll(rng))
            if ply > 8 or ply % 3 == 0:
                yield board
                made += 1
                if made == number:
                    return
            results = brade_legal(board)
            quiet = [key for key, ending in results.items() if not ending]
            if not quiet or (len(quiet) < len(results) and rng.random() < 0.5):
                break
            best = max(quiet, key=lambda key: brade_liking(*key, who[ply % 2]) + rng.random() * 1.5)
            other, own = best


def brade_laid_out(seed: int, number: int) -> Iterator[Board]:
    """Men laid out at random where the rare rules are: bearing off, patterns near, the last man, blocks, men on the bar."""
    rng = random.Random(seed)
    made = 0
    while made < number:
        scene = rng.choice(("home", "near", "last", "block", "bar", "jan", "free"))
        own, other = _scene(rng, scene)
        if own is None or other is None:
            continue
        made += 1
        yield Board(own, other, roll(rng))


def _put(rng: random.Random, men: int, places: list[int], taken: set[int], weights: bool = False) -> list[int] | None:
    """Men on places where they may stand, none of them taken by the other side."""
    placed: list[int] = []
    free = [p for p in places if p not in taken]
    for _ in range(men):
        open_places = [p for p in free if p >= 12 or p == 1 or placed.count(p) == 0]
        if not open_places:
            return None
        p = rng.choice(open_places)
        if weights and placed and rng.random() < 0.5:
            again = [q for q in placed if q >= 12 or q == 1]
            p = rng.choice(again) if again else p
        placed.append(p)
    return placed


def _scene(rng: random.Random, scene: str) -> tuple[Side | None, Side | None]:
    if scene in ("home", "near", "last"):
        off = 14 if scene == "last" else rng.choice((0, 0, rng.randint(1, 13)))
        if scene == "near":
            off = 0
            pattern = list(rng.choice(list(PATTERNS.values())).elements())
            own = [max(12, p - rng.choice((0, 0, 0, 0, rng.randint(1, 6)))) for p in pattern]
        else:
            first = rng.choice((19, 19, 16, 1 if scene == "last" else 13))
            own = [OFF] * off + [rng.randint(max(first, 12) if scene != "last" else first, 24) for _ in range(15 - off)]
        if scene == "last" and rng.random() < 0.3:
            own[-1] = BAR
        taken = {across(p) for p in own if 1 <= p <= 24}
        bar = rng.choice((0, 0, 1, 3))
        rest = _put(rng, 15 - bar, list(range(1, 25)) if rng.random() < 0.5 else [1, *range(12, 25)], taken, weights=True)
        other = [BAR] * bar + rest if rest is not None else None
    else:
        first = rng.randint(1, 19)
        six = [first + k for k in range(6 if scene == "block" else rng.randint(1, 5))]
        bands = [across(p) for p in six if across(p) >= 12 or across(p) == 1]
        if scene in ("bar", "jan"):
            bands = rng.sample(range(13, 19), rng.randint(2, 6))
        other = [p for p in bands for _ in range(2)][:15]
        taken = {across(p) for p in other}
        bar = 0 if scene == "block" and rng.random() < 0.7 else rng.randint(1, 5) if scene != "free" else rng.randint(0, 1)
        off = 14 if rng.random() < 0.05 else 0
        rest = _put(rng, 15 - bar, [*range(1, 7), 1, 1, *range(7, 25)], taken) if not off else [OFF] * 14 + [BAR] * (1 if bar else 0)
        if rest is None or (off and not bar):
            return None, None
        own = [BAR] * bar + rest if not off else rest
        mine = {across(p) for p in own if 1 <= p <= 24}
        more = _put(rng, 15 - len(other), list(range(1, 25)), mine, weights=rng.random() < 0.5)
        if more is None:
            return None, None
        other = other + more
        if scene == "jan":
            other = [BAR if p < 12 and rng.random() < 0.5 else p for p in other]
        if any(other.count(p) > 1 for p in range(2, 12)):
            return None, None
    if other is None or len(own) != 15 or len(other) != 15 or any(own.count(p) > 1 for p in range(2, 12)):
        return None, None
    if any(other.count(p) > 1 for p in range(2, 12)) or {across(p) for p in own if 0 < p < 25} & set(other):
        return None, None
    here, there = tuple(sorted(own)), tuple(sorted(other))
    over = [brade_ending(tuple((p, False) for p in a), b, 1, BAR) for a, b in ((here, there), (there, here))]
    return (None, None) if any(over) else (here, there)


def dutch_liking(own: Side, other: Side, manner: str) -> float:
    mine, theirs = Counter(own), Counter(other)
    value = 0.0
    for place, men in mine.items():
        if 1 <= place <= 24:
            value += 1.0 if men >= 2 else {"bold": 0.5, "careful": -1.2}.get(manner, -0.2)
    if manner == "runner":
        value += sum(own) * 0.08
    if manner == "hitter":
        value += 3.0 * theirs[BAR]
    if manner == "heaps":
        value += sum(men == 5 for men in mine.values()) * 3
    return value


def dutch_boards(seed: int, number: int) -> Iterator[Board]:
    """Boards of games played on purpose, with the throw to be played; the nabeurt among them."""
    rng = random.Random(seed)
    manners = ("bold", "careful", "runner", "hitter", "heaps")
    made = 0
    while made < number:
        own, other = ((HAND,) * 15,) * 2
        began = True
        who = {True: rng.choice(manners), False: rng.choice(manners)}
        if rng.random() < 0.5:  # straight to the end of a game
            own, other = (tuple(sorted(rng.choice((18, 20, 22, 24, 25, 25)) - rng.randint(0, 1) for _ in range(15))) for _ in range(2))
            if any(side.count(p) > 5 for side in (own, other) for p in range(1, 25)) or OFF in (own[0], other[0]):
                continue
        for ply in range(500):
            board = Board(own, other, roll(rng), began)
            if ply > 10 or ply % 3 == 0:
                yield board
                made += 1
                if made == number:
                    return
            results = dutch_legal(board)
            best = max(results, key=lambda key: dutch_liking(*key, who[began]) + rng.random() * 1.5)
            again, ended = results[best]
            if ended in ("win", "loss"):
                break
            own, other = best
            if not again:
                own, other, began = other, own, not began


def dutch_laid_out(seed: int, number: int) -> Iterator[Board]:
    """Men laid out at random: entering, five to a point, frozen men, bearing off with a man hit, the nabeurt."""
    rng = random.Random(seed)
    made = 0
    while made < number:
        began = rng.random() < 0.5
        scene = rng.choice(("enter", "bar", "off", "frozen", "nabeurt", "free"))
        first, last = {"off": (19, 24), "nabeurt": (19, 24), "enter": (1, 6), "frozen": (4, 24)}.get(scene, (1, 24))
        bar = rng.choice((1, 2)) if scene == "bar" else rng.choice((0, 0, 0, 1))
        hand = rng.randint(1, 15 - bar) if scene == "enter" or rng.random() < 0.1 else 0
        off = rng.randint(0, 14 - bar - hand) if scene in ("off", "nabeurt", "frozen") and not hand else 0
        own = [BAR] * bar + [HAND] * hand + [OFF] * off
        other = [OFF] * 15 if scene == "nabeurt" else [rng.choice((HAND, OFF, BAR)) for _ in range(rng.randint(0, 10))]
        if scene == "nabeurt":
            began = False
        while len(other) < 15:
            p = rng.randint(1, 24)
            other += [p] * min(rng.randint(1, 3), 15 - len(other), 5 - other.count(p))
        while len(own) < 15:
            p = rng.randint(first, last)
            if 25 - p in other:
                if rng.random() < 0.7:
                    continue
                break
            own += [p] * min(rng.randint(1, 4), 15 - len(own), 5 - own.count(p))
        if len(own) != 15 or (scene != "nabeurt" and all(p == OFF for p in other)):
            continue
        if any(len({*range(1, 25)} & {25 - p for p in other} & set(own)) for _ in (0,)):
            continue
        made += 1
        yield Board(tuple(sorted(own)), tuple(sorted(other)), roll(rng), began)
