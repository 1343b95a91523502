"""Boards of the race games as inline SVG: one set of symbols a page, a kilobyte or two a board.

The board lies open before White. Where his first point lies and which way Black goes is told by the game's glossary (`Ground`); both sides'
points are numbered along the rim, each on its own route, with an arrow the way the numbers rise, and the names of quarters, home and corner
stand in the frame. Men on the bar lie in the middle, those in the hand and off at the side where they come in and go out.

Steps are drawn in their order, hits ringed, bursts in a star. Colours are the page's variables, as in `reports.board`.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from notation.record import BAR, HAND, OFF
from reports.board import ARROWS, MAN, POINT, STEP, TALL, TRUE_HIT, die_symbol, pile_symbols
from reports.words import side_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from notation.record import Die, Men, Setup, Side
    from replay.cousins.walks import Step
    from reports.races.glossary import Glossary, Ground

BAR_WIDE = 22
STRIP = 22
RIM = 11
DEEP = 188
TOP = STRIP + RIM
BOTTOM = TOP + DEEP
HEIGHT = BOTTOM + RIM + STRIP
MIDDLE = HEIGHT / 2
STACK = 20
"""Width of a pile of men seen from the edge, in the hand or off."""
SLAB = 5
SIDES: tuple[Side, Side] = ("W", "B")
BADGES = (0.62, 0.5, 0.38, 0.56, 0.44)
"""Where on its arrow the number of a step stands, step after step, so that those of men who go the same way do not cover each other."""

MARKS = (("kt", "a man hit"), ("kb", "a band burst"), ("gh", "where a man goes; the numbers are the order of the steps"))
"""Symbols of the marks with their meaning, for the page's key; the burst only where the game knows it."""


class Spot(NamedTuple):
    """A place in the drawing."""

    x: float
    y: float


class Lie:
    """Where everything of a game's board is drawn. A point is counted on White's route, 0 to 23."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.right = ground.first == "right"
        self.left = self.width = 0
        hands = {self._end(side, HAND): 1 for side in SIDES} if ground.hand else {}
        self.piles = {(side, HAND): 0 for side in SIDES}
        """How many piles of others stand between the table and a pile of men in the hand or off."""
        self.piles |= {(side, OFF): hands.get(self._end(side, OFF), 0) for side in SIDES}
        ends = [self._end(side, place)[0] for side, place in self.piles if place == OFF or ground.hand]
        at = {end: [inner for (side, place), inner in self.piles.items() if self._end(side, place)[0] == end] for end in set(ends)}
        rooms = {end: 1 + max(inner) for end, inner in at.items()}
        self.left = 8 + STACK * max(1, rooms.get("left", 0))
        self.width = self.left + 12 * POINT + BAR_WIDE + 8 + STACK * rooms.get("right", 0)

    def _end(self, side: Side, place: int) -> tuple[str, bool]:
        """At which end of the board the men in the hand or off lie, and whether on the far side: by the first point, or the last."""
        point = self.point(0 if place == HAND else 23, side)
        file = point if point < 12 else 23 - point
        return ("right" if (file < 6) == self.right else "left"), self.top(point)

    def point(self, place: int, side: Side) -> int:
        """Turn a place of a side's route into one of White's."""
        return self.ground.across(place) if side == "B" else place

    def column(self, point: int) -> float:
        """The middle of a point from the left edge."""
        file = point if point < 12 else 23 - point
        file = 11 - file if self.right else file
        return self.left + POINT / 2 + file * POINT + (BAR_WIDE if file > 5 else 0)

    def top(self, point: int) -> bool:
        """Whether a point is on the far side."""
        return point < 12

    def man(self, point: int, slot: int) -> Spot:
        """The middle of the man in `slot`, 0 at the rim."""
        depth = MAN + 0.5 + STEP * min(slot, TALL - 1)
        return Spot(self.column(point), TOP + depth if self.top(point) else BOTTOM - depth)

    def on_bar(self, side: Side, slot: int) -> Spot:
        """The middle of a man on the bar: on the half his side comes in on."""
        out = MAN + 13 + 15 * min(slot, 3)
        return Spot(self.left + 6 * POINT + BAR_WIDE / 2, MIDDLE - out if self.top(self.point(0, side)) else MIDDLE + out)

    def outside(self, side: Side, place: int) -> tuple[float, bool]:
        """The left edge of the pile of men in the hand (`HAND`) or off (`OFF`), and whether it stands on the far side."""
        end, top = self._end(side, place)
        inner = self.piles[side, place]
        return (self.left - STACK - 2 - STACK * inner if end == "left" else self.left + 12 * POINT + BAR_WIDE + 6 + STACK * inner), top

    def pile_end(self, side: Side, place: int, count: int) -> Spot:
        """The middle of the last man of such a pile of `count`."""
        x, top = self.outside(side, place)
        deep = SLAB * max(0, count - 0.5)
        return Spot(x + 8, TOP + deep if top else BOTTOM - deep)


def race_defs(games: Iterable[Glossary], *, shared: bool = True) -> str:
    """Draw the symbols the boards of these games share; they stand once in the page.

    Without `shared` those are left out that trictrac's boards have too (`reports.board.board_defs`), for a page that has both.
    """
    parts = ['<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>']
    parts += [*pile_symbols(), TRUE_HIT, ARROWS] if shared else []
    parts.append(f'<g id="kb"><path class="k" d="{_star(13, 8)}"/></g>')
    hatch = 'width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
    parts.append(f'<pattern id="fz" {hatch}><path class="fz" d="M0 3H6"/></pattern>')
    for words in games:
        lie = Lie(words.ground)
        where = f"translate({lie.left + 6 * POINT + BAR_WIDE + 46} {MIDDLE:g})"
        dice = (die_symbol(face, where) for face in range(7))
        parts += [_ground(lie, words), *(one.replace('id="d', f'id="{words.rules}-d', 1) for one in dice)]
        parts += [_numbers(lie, side, words.rules) for side in SIDES]
    parts.append("</defs></svg>")
    return "".join(parts)


def race_board(
    setup: Setup | None,
    words: Glossary,
    *,
    dice: Sequence[Die] = (),
    steps: Sequence[Step] = (),
    side: Side = "W",
    frozen: Iterable[tuple[Side, int]] = (),
    title: str = "",
) -> str:
    """Draw one board: men, dice, the steps of `side` in order, hits and bursts, quarters whose men may not move.

    `setup` is the board before the steps, None where it is not known. `frozen` are quarters (0 to 3) of a side's route.
    The symbols are those of `race_defs`, which has to stand in the same page.
    """
    lie = Lie(words.ground)
    mover: Side = "B" if side == "B" else "W"
    frozen = tuple(frozen)
    parts = [f'<svg class="board race" viewBox="0 0 {lie.width} {HEIGHT}" role="img">']
    parts.append(f"<title>{escape(title or 'Board', quote=False)}</title>")
    parts.append(f"<desc>{escape(described(setup, words, frozen), quote=False)}</desc>")
    parts.append(f'<g class="tb"><use href="#{words.rules}-{mover}"/>')
    parts += [_frozen(lie, quarter, whose) for whose, quarter in frozen]
    men: dict[str, Men | None] = {"W": None, "B": None} if setup is None else {"W": setup.white, "B": setup.black}
    drawn, numbers = _men(lie, men)
    parts += [drawn, _dice(dice, mover, words.rules), _steps(lie, men, steps, mover), numbers, "</g></svg>"]
    return "".join(parts)


def described(setup: Setup | None, words: Glossary, frozen: Iterable[tuple[Side, int]] = ()) -> str:
    """Tell the board in words: the men of each side along its own route."""
    if setup is None:
        return "The board is not known."
    ground = words.ground
    told = []
    for side, men in (("W", setup.white), ("B", setup.black)):
        name = side_name("B" if side == "B" else "W")
        if men is None:
            told.append(f"{name}: men not known.")
            continue
        points = ((str(place + 1), count) for place, count in enumerate(men.points))
        stacks = [(ground.hand, men.hand), (ground.bar, men.bar), *points, (ground.off, men.off)]
        told.append(f"{name}: {', '.join(f'{place}×{count}' if count > 1 else place for place, count in stacks if count) or 'no men'}.")
    told += [f"{side_name(side)}’s {ground.quarter} {quarter + 1} is frozen." for side, quarter in frozen]
    return " ".join(told)


# -- the empty board -------------------------------------------------------------------------------------------------------------------


def _ground(lie: Lie, words: Glossary) -> str:
    """Draw frame, tables, points, bar, and the names in the frame."""
    table = 6 * POINT
    odd: list[str] = []
    even: list[str] = []
    for point in range(24):
        x = lie.column(point)
        base, tip = (TOP, TOP + 76) if lie.top(point) else (BOTTOM, BOTTOM - 76)
        (odd if point % 2 else even).append(f"M{x - POINT / 2 + 1:g} {base}L{x:g} {tip}L{x + POINT / 2 - 1:g} {base}Z")
    left, right = lie.left, lie.left + table + BAR_WIDE
    fields = "".join(f'<rect class="fd" x="{x}" y="{TOP}" width="{table}" height="{DEEP}"/>' for x in (left, right))
    frame = f'<rect class="fr" x=".5" y="{STRIP}" width="{lie.width - 1}" height="{HEIGHT - 2 * STRIP}" rx="3"/>{fields}'
    points = f'<path class="ao" d="{"".join(odd)}"/><path class="ae" d="{"".join(even)}"/>'
    return f'<g id="{words.rules}-bd">{frame}{points}{_trays(lie)}<g class="rt">{_names(lie, words)}</g></g>'


def _trays(lie: Lie) -> str:
    """Draw where men off and in the hand lie."""
    places = [OFF, *([HAND] if lie.ground.hand else [])]
    paths = []
    for side in SIDES:
        for place in places:
            x, top = lie.outside(side, place)
            y = TOP if top else BOTTOM - 15 * SLAB - 1
            paths.append(f'<rect class="tr" x="{x - 1:g}" y="{y}" width="18" height="{15 * SLAB + 1}"/>')
    return "".join(paths)


def _names(lie: Lie, words: Glossary) -> str:
    """Write the quarters of both sides into the frame, and home and corner where the game names them; a disc tells whose."""
    ground = words.ground
    parts = []
    for side in SIDES:
        shift = -1 if side == "W" else 1
        for quarter in range(4):
            points = [lie.point(6 * quarter + k, side) for k in range(6)]
            x = sum(lie.column(point) for point in points) / 6 + shift * 21
            if ground.home or ground.corner:  # these stand at the ends of the board
                x += 9 if x < lie.width / 2 else -9
            parts.append(_owned(side, x, _rim(lie, points[0]), f"{ground.quarter} {quarter + 1}"))
        for place, name in ((0, ground.home), (11, ground.corner)):
            if name:
                point = lie.point(place, side)
                parts.append(_owned(side, lie.column(point) + (4 if lie.column(point) > lie.width / 2 else -4), _rim(lie, point), name))
        for place, name in ((OFF, ground.off), (HAND, ground.hand)):
            if name:
                x, top = lie.outside(side, place)
                parts.append(f'<text x="{x + 8:g}" y="{TOP - 3 if top else BOTTOM + 8:g}">{escape(name)}</text>')
    return "".join(parts)


def _rim(lie: Lie, point: int) -> float:
    return TOP - 3 if lie.top(point) else BOTTOM + 8


def _owned(side: Side, x: float, y: float, words: str) -> str:
    """A word in the frame, centred, with the disc of its side before it."""
    wide = 3.1 * len(words)
    letter = "b" if side == "B" else "w"
    return (
        f'<circle class="m{letter} thin" cx="{x - wide / 2 - 3.2:.1f}" cy="{y - 2.2:g}" r="2.3"/>'
        f'<text x="{x + 1.5:.1f}" y="{y:g}">{escape(words)}</text>'
    )


def _numbers(lie: Lie, mover: Side, rules: str) -> str:
    """Draw the empty board with both sides' numbers along the rim; those of him who throws stand out.

    Each side's numbers stand nearer to it; a disc and an arrow before the row tell whose they are and which way they rise.
    """
    rows = []
    for side in SIDES:
        letter = "b" if side == "B" else "w"
        texts = []
        for top in (True, False):
            # White sits below: his row is the outer one there and the inner one on the far side.
            outer = (side == "W") != top
            y = (8 if outer else 18) if top else (HEIGHT - 4 if outer else HEIGHT - 14)
            places = [place for place in range(24) if lie.top(lie.point(place, side)) == top]
            texts += [f'<text x="{lie.column(lie.point(place, side)):g}" y="{y}">{place + 1}</text>' for place in places]
            rises = lie.column(lie.point(places[1], side)) > lie.column(lie.point(places[0], side))
            x = lie.left - 4
            arrow = f"M{x - 10} {y - 2.6:g}h7" if rises else f"M{x} {y - 2.6:g}h-7"
            head = f"M{x} {y - 2.6:g}l-4-2.6v5.2z" if rises else f"M{x - 10} {y - 2.6:g}l4-2.6v5.2z"
            texts.append(f'<circle class="m{letter}" cx="{x - 15}" cy="{y - 2.6:g}" r="2.9"/>')
            texts.append(f'<path class="wy" d="{arrow}"/><path class="wh" d="{head}"/>')
        rows.append(f'<g class="{"no" if side == mover else "nx"}">{"".join(texts)}</g>')
    return f'<g id="{rules}-{mover}"><use href="#{rules}-bd"/>{"".join(rows)}</g>'


def _star(out: float, inner: float, points: int = 8) -> str:
    """A star about the middle, as a path."""
    from math import cos, pi, sin  # noqa: PLC0415 - once a page

    corners = []
    for k in range(2 * points):
        r = inner if k % 2 else out
        corners.append(f"{r * sin(pi * k / points):.1f} {-r * cos(pi * k / points):.1f}")
    return f"M{'L'.join(corners)}Z"


# -- what lies on it -------------------------------------------------------------------------------------------------------------------


def _men(lie: Lie, men: dict[str, Men | None]) -> tuple[str, str]:
    """Draw the men of both sides, and apart from them the numbers that stand on top of everything."""
    rows: tuple[list[str], list[str]] = ([], [])
    loose: list[str] = []
    extra: list[str] = []
    for side in SIDES:
        letter = "b" if side == "B" else "w"
        own = men[side]
        if own is None:
            y = MIDDLE - 34 if side == "B" else MIDDLE + 40
            extra.append(f'<text class="un" x="{lie.width / 2:g}" y="{y:g}">{side_name(side)}’s men not known</text>')
            continue
        for place, count in enumerate(own.points):
            if count > 0:
                point = lie.point(place, side)
                rows[lie.top(point)].append(f'<use href="#{letter}{min(count, TALL)}" x="{lie.column(point):g}"/>')
                if count > TALL:
                    extra.append(_number(letter, lie.man(point, TALL - 1), count))
        for slot in range(min(own.bar, 4)):
            spot = lie.on_bar(side, slot)
            loose.append(f'<use href="#{letter}1" x="{spot.x:g}" y="{spot.y + MAN + 0.5:g}"/>')
        if own.bar > 4:
            extra.append(_number(letter, lie.on_bar(side, 3), own.bar))
        for place, count in ((OFF, own.off), (HAND, own.hand)):
            if count > 0:
                x, top = lie.outside(side, place)
                loose.append(f'<path class="m{letter} thin" d="{_slabs(x, top, count)}"/>')
                y = TOP + SLAB * count + 9 if top else BOTTOM - SLAB * count - 3
                extra.append(f'<text class="ct" x="{x + 8:g}" y="{y:g}">{count}</text>')
    lower = f'<g transform="translate(0 {BOTTOM})">{"".join(rows[0])}</g>' if rows[0] else ""
    upper = f'<g transform="matrix(1 0 0 -1 0 {TOP})">{"".join(rows[1])}</g>' if rows[1] else ""
    return lower + upper + "".join(loose), "".join(extra)


def _number(letter: str, spot: Spot, count: int) -> str:
    return f'<text class="n{letter}" x="{spot.x:g}" y="{spot.y + 3.2:g}">{count}</text>'


def _slabs(x: float, top: bool, count: int) -> str:
    """Men seen from the edge, one on the other."""
    step = SLAB if top else -SLAB
    first = TOP + 0.5 if top else BOTTOM - SLAB + 0.5
    return "".join(f"M{x:g} {first + step * k:g}h16v4h-16z" for k in range(count))


def _dice(dice: Sequence[Die], side: Side, rules: str) -> str:
    if not dice:
        return ""
    places = ["", *(f' x="{18 * k}"' for k in range(1, len(dice)))]
    faces = "".join(f'<use href="#{rules}-d{die or 0}"{place}/>' for die, place in zip(dice, places, strict=True))
    return f'<g class="d{"b" if side == "B" else "w"}">{faces}</g>'


def _frozen(lie: Lie, quarter: int, side: Side) -> str:
    """Hatch the half of a table that a quarter is."""
    points = [lie.point(6 * quarter + k, side) for k in range(6)]
    x = min(lie.column(point) for point in points) - POINT / 2
    y = TOP if lie.top(points[0]) else BOTTOM - 86
    return f'<rect class="fq" x="{x:g}" y="{y:g}" width="{6 * POINT}" height="86"/>'


def _steps(lie: Lie, men: dict[str, Men | None], steps: Sequence[Step], side: Side) -> str:
    """Draw an arrow a step, from the man on top of its pile to the slot he takes; then marks, then the numbers of the steps."""
    own = men[side]
    if own is None or not steps:
        return ""
    piles = {**dict(enumerate(own.points)), OFF: own.off, BAR: own.bar, HAND: own.hand}

    def spot(place: int, slot: int) -> Spot:
        if place in (OFF, HAND):
            return lie.pile_end(side, place, slot + 1)
        return lie.on_bar(side, max(0, slot)) if place == BAR else lie.man(lie.point(place, side), max(0, slot))

    paths: list[str] = []
    marks: list[str] = []
    badges: list[str] = []
    for number, step in enumerate(steps, 1):
        start = spot(step.start, piles[step.start] - 1)
        piles[step.start] -= 1
        end = spot(step.to, piles[step.to])
        piles[step.to] += 1
        path, middle = _bow(start, end, BADGES[number % len(BADGES)])
        paths.append(path)
        if step.taken:
            x, y = lie.man(lie.point(step.to, side), 0) if step.to != OFF else end
            marks.append(f'<use href="#{"kb" if step.taken > 1 else "kt"}" x="{x:g}" y="{y:g}"/>')
        if len(steps) > 1:
            badges.append(f'<circle class="bg" cx="{middle.x:.1f}" cy="{middle.y:.1f}" r="5"/>')
            badges.append(f'<text class="bt" x="{middle.x:.1f}" y="{middle.y + 2.8:.1f}">{number}</text>')
    return f'<g class="ar">{"".join(paths)}</g>{"".join(marks)}{"".join(badges)}'


def _bow(start: Spot, end: Spot, at: float) -> tuple[str, Spot]:
    """A bow towards the middle of the board between two men, and the place `at` of it, 0 to 1."""
    rise = min(22.0, 8 + abs(end.x - start.x) / 8)
    level = (start.y + end.y) / 2
    control = Spot(round((start.x + end.x) / 2), round(level - rise if level > MIDDLE else level + rise))
    back = 1 - at
    middle = Spot(*(back * back * a + 2 * back * at * c + at * at * b for a, c, b in zip(start, control, end, strict=True)))
    return f'<path d="M{start.x:g} {start.y:g}Q{control.x:g} {control.y:g} {end.x:g} {end.y:g}"/>', middle
