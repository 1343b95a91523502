"""Boards as inline SVG: one set of symbols a page, a kilobyte a board.

A trictrac board lies open before White: two tables of twelve points in all on either long side, the bridge between the tables, both talons
at the left end facing each other, the corners of rest at the right (docs/rules.md, section 1). Colours come from the style variables of the
page, so light, dark and print need no other drawing; `board_document` makes a file that stands alone.

Places are on the route of the side to move (0 talon … 23 the opponent's talon, 24 off), as everywhere.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple, Protocol

from notation.places import write_place
from reports.words import men_words, side_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from notation.record import Die, Side

WIDTH, HEIGHT = 260, 226
POINT = 18
RAIL = 18
BRIDGE = 8
RIM = 9
STRIP = 10
MAN = 8
STEP = 16
TOP, BOTTOM = STRIP + RIM, HEIGHT - STRIP - RIM
MIDDLE = HEIGHT // 2
DICE = f"translate({RAIL + 6 * POINT + BRIDGE + 46} {MIDDLE})"
CUBE = '<rect class="die" x="-7" y="-7" width="14" height="14" rx="2.5"/>'
TALL = 5
"""Men drawn in one pile; a higher pile shows its number."""

KINDS = {"true": "kt", "false": "kf", "fill": "kp", "corner": "kc", "impotence": "ki"}
"""Kinds of marks and their symbols, told apart by shape."""

TRUE_HIT = '<g id="kt"><circle class="k" r="9.6"/><path class="k" d="M0-13V-7M0 7V13M-13 0H-7M7 0H13"/></g>'
ARROWS = (
    '<circle id="gh" class="gh" r="7.2"/>'
    '<marker id="ah" markerUnits="userSpaceOnUse" orient="auto" overflow="visible">'
    '<circle class="gh" r="7.2"/><path class="ah" d="M-7-4.5L3.5 0-7 4.5-4 0Z"/></marker>'
)
"""Where a man goes, and the head of an arrow."""

LEGEND = (
    ("kt", "true hit"),
    ("kf", "false hit"),
    ("kc", "corner hit"),
    ("kp", "point filled"),
    ("gh", "where a man goes"),
)
"""Symbols of the marks with their meaning, for the page's key."""


class Board(Protocol):
    """What a board shows: pairs are White's and Black's, men 25 counts on each side's own route or None where they are not known."""

    @property
    def white(self) -> Sequence[int] | None:
        """White's men."""

    @property
    def black(self) -> Sequence[int] | None:
        """Black's men."""

    @property
    def points(self) -> tuple[int | None, int | None]:
        """Points of each side."""

    @property
    def holes(self) -> tuple[int | None, int | None]:
        """Holes of each side."""

    @property
    def bredouille(self) -> tuple[bool, bool]:
        """Whose next hole is double."""


class PointMark(NamedTuple):
    """A mark on the board: its kind (a key of `KINDS`) and the place on the route of the side to move."""

    kind: str
    place: int


def physical(place: int, side: Side) -> int:
    """Turn a place of `side`'s route into one of White's route, the one the board is drawn by."""
    return 23 - place if side == "B" else place


def column(point: int) -> float:
    """Give the middle of a point (White's route 0..23) from the left edge."""
    file = point if point < 12 else 23 - point
    return RAIL + POINT / 2 + file * POINT + (BRIDGE if file > 5 else 0)


def height(point: int, slot: int) -> float:
    """Give the middle of the man in `slot` (0 at the rim) of a point (White's route)."""
    depth = MAN + 0.5 + STEP * min(slot, TALL - 1)
    return BOTTOM - depth if point < 12 else TOP + depth


def board_defs(spellings: Iterable[str] = ("guiton",)) -> str:
    """Draw the symbols all boards of a page share; they stand once in the page, before or after the boards."""
    parts = ['<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>']
    parts += [_ground(), *pile_symbols(), *(die_symbol(face, DICE) for face in range(7))]
    parts.append('<g id="jt"><circle class="jt" r="4.6"/><circle class="jh" r="1.7"/></g>')
    parts.append('<circle id="pg" class="pg" r="2.9"/>')
    for side, token, peg in (("W", MIDDLE + 5.4, BOTTOM + RIM / 2), ("B", MIDDLE - 5.4, TOP - RIM / 2)):
        parts.append(f'<g id="j{side}"><use href="#jt" y="{token:g}"/></g><g id="p{side}"><use href="#pg" y="{peg:g}"/></g>')
    parts.append(TRUE_HIT)
    parts.append('<g id="kf"><path class="k kd" d="M-9.5-9.5H9.5V9.5H-9.5Z"/><path class="k" d="M-5-5L5 5M-5 5L5-5"/></g>')
    parts.append('<g id="kc"><path class="k" d="M0-11L11 0 0 11-11 0Z"/></g>')
    parts.append('<g id="kp"><circle class="k kd" r="8"/><path class="k" d="M0-4.5V4.5M-4.5 0H4.5"/></g>')
    parts.append('<g id="ki"><path class="k" d="M-7-7L7 7"/></g>')
    parts.append(ARROWS)
    for spelling in dict.fromkeys(spellings):
        sides: tuple[Side, ...] = ("W",) if spelling == "bn" else ("W", "B")
        parts += [_labels(spelling, side) for side in sides]
    parts.append("</defs></svg>")
    return "".join(parts)


def board_svg(
    position: Board,
    *,
    dice: Sequence[Die] = (),
    arrows: Sequence[tuple[int, int]] = (),
    marks: Sequence[PointMark | tuple[str, int]] = (),
    side_to_move: Side = "W",
    perspective: Side = "W",
    title: str = "",
    spelling: str = "guiton",
) -> str:
    """Draw one board: men, tokens of points, pegs of holes, dice, arrows for the men moved, marks.

    `arrows` and `marks` are on the route of `side_to_move`, and so are the names along the rim (in `guiton` the prime is the opponent's).
    `perspective` B turns the board about, as Black sees it. A side whose men are not known is left empty and said so.
    The symbols are those of `board_defs`, which has to stand in the same page.
    """
    side: Side = "B" if side_to_move == "B" else "W"
    ground = f"{spelling}-{'W' if spelling == 'bn' else side}"
    parts = [f'<svg class="board{" flip" if perspective == "B" else ""}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">']
    parts.append(f"<title>{escape(title or 'Board', quote=False)}</title>")
    parts.append(f"<desc>{escape(describe(position, spelling), quote=False)}</desc>")
    parts.append(f'<g class="tb"><use href="#{ground}"/>')
    men, numbers = _men(position)
    parts += [men, _tokens(position), _dice(dice, side), _arrows(position, arrows, side)]
    parts += [_mark(PointMark(*mark), position, side) for mark in marks]
    parts.append(numbers)
    parts.append("</g></svg>")
    return "".join(parts)


def board_document(svg: str, style: str, spellings: Iterable[str] = ("guiton",)) -> str:
    """Make a drawing of `board_svg` an SVG file of its own: symbols and style inside it."""
    defs = board_defs(spellings)
    inner = defs[defs.index("<defs>") : defs.index("</svg>")]
    opened = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    head, tail = opened.split(">", 1)
    return f"{head}><style>{style}</style>{inner}{tail}"


def describe(position: Board, spelling: str = "guiton") -> str:
    """Tell the board in words, for those who do not see it: men of each side on its own route, points, holes."""
    told: list[str] = []
    sides: tuple[tuple[Side, Sequence[int] | None], ...] = (("W", position.white), ("B", position.black))
    for place, (side, counts) in enumerate(sides):
        men = "men not known" if counts is None else men_words(counts, side, spelling)
        points, holes = position.points[place], position.holes[place]
        lurch = " in bredouille" if position.bredouille[place] and points else ""
        told.append(f"{side_name(side)}: {men}; {_known(points)} points{lurch}, {_known(holes)} holes.")
    return " ".join(told)


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)


def _ground() -> str:
    """Draw frame, tables, arrows, holes of the rim and the bridge."""
    table = 6 * POINT
    left, right = RAIL, RAIL + table + BRIDGE
    tall = BOTTOM - TOP
    odd: list[str] = []
    even: list[str] = []
    for point in range(24):
        x = column(point)
        base, tip = (BOTTOM, BOTTOM - 76) if point < 12 else (TOP, TOP + 76)
        shape = f"M{x - POINT / 2 + 1:g} {base}L{x:g} {tip}L{x + POINT / 2 - 1:g} {base}Z"
        (odd if point % 2 else even).append(shape)
    holes = "".join(f"M{column(point):g} {TOP - RIM / 2 if point > 11 else BOTTOM + RIM / 2:g}h.01" for point in range(24))
    return (
        f'<g id="bd"><rect class="fr" x=".5" y="{STRIP}" width="{WIDTH - 1}" height="{HEIGHT - 2 * STRIP}" rx="3"/>'
        f'<rect class="fd" x="{left}" y="{TOP}" width="{table}" height="{tall}"/>'
        f'<rect class="fd" x="{right}" y="{TOP}" width="{table}" height="{tall}"/>'
        f'<path class="ao" d="{"".join(odd)}"/><path class="ae" d="{"".join(even)}"/><path class="ho" d="{holes}"/></g>'
    )


def pile_symbols() -> list[str]:
    """Draw the piles `w1` to `b5`, standing on the line y = 0."""
    return [
        f'<g id="{letter}{count}">'
        + "".join(
            f'<circle class="m{letter}" cy="{-(MAN + 0.5 + STEP * slot):g}" r="{MAN}"/>'
            f'<circle class="r{letter}" cy="{-(MAN + 0.5 + STEP * slot):g}" r="4.8"/>'
            for slot in range(count)
        )
        + "</g>"
        for letter in "wb"
        for count in range(1, TALL + 1)
    ]


def die_symbol(face: int, where: str) -> str:
    """Draw the face `d1` to `d6` of a die, `d0` where it is not known, at a `transform`."""
    if not face:
        return f'<g id="d0" transform="{where}">{CUBE}<text class="pip" y="3.5">?</text></g>'
    spots = {
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
        5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
        6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    }[face]
    path = "".join(f"M{3.8 * x:g} {3.8 * y:g}h.01" for x, y in spots)
    return f'<g id="d{face}" transform="{where}">{CUBE}<path class="pips" d="{path}"/></g>'


def _labels(spelling: str, side: Side) -> str:
    """Draw the empty board with the names of the 24 points as the roller of `side` calls them."""
    names = []
    for point in range(24):
        name = write_place(physical(point, side), spelling, side)
        y = STRIP - 3 if point > 11 else HEIGHT - 3
        names.append(f'<text x="{column(point):g}" y="{y}">{name}</text>')
    return f'<g id="{spelling}-{side}"><use href="#bd"/><g class="lb">{"".join(names)}</g></g>'


def _men(position: Board) -> tuple[str, str]:
    """Draw the piles of both sides (the upper row upside down), and apart from them the numbers that stand on top of everything."""
    rows: tuple[list[str], list[str]] = ([], [])
    extra: list[str] = []
    sides: tuple[tuple[Side, Sequence[int] | None], ...] = (("W", position.white), ("B", position.black))
    for side, counts in sides:
        letter = "b" if side == "B" else "w"
        if counts is None:
            y = TOP + 40 if side == "B" else BOTTOM - 36
            extra.append(f'<text class="un" x="{WIDTH / 2:g}" y="{y}">{side_name(side)}’s men not known</text>')
            continue
        for place, count in enumerate(counts[:24]):
            if count <= 0:
                continue
            point = physical(place, side)
            rows[point > 11].append(f'<use href="#{letter}{min(count, TALL)}" x="{column(point):g}"/>')
            if count > TALL:
                extra.append(f'<text class="n{letter}" x="{column(point):g}" y="{height(point, TALL - 1) + 3.2:g}">{count}</text>')
        off = counts[24] if len(counts) > 24 else 0
        if off:
            y = BOTTOM - 9 if side == "B" else TOP + 9
            extra.append(f'<use href="#{letter}1" x="9" y="{y + MAN + 0.5:g}"/><text class="n{letter}" x="9" y="{y + 3.2:g}">{off}</text>')
    lower = f'<g class="lo">{"".join(rows[0])}</g>' if rows[0] else ""
    upper = f'<g class="up">{"".join(rows[1])}</g>' if rows[1] else ""
    return lower + upper, "".join(extra)


TOKEN_PLACES = {
    0: RAIL / 2,
    2: RAIL + 2 * POINT,
    4: RAIL + 4 * POINT,
    6: RAIL + 6 * POINT - 5,
    8: RAIL + 6 * POINT + BRIDGE + 5,
    10: WIDTH - RAIL / 2,
}
"""Where a token of points lies, from the left (docs/rules.md, section 1.5)."""


def _tokens(position: Board) -> str:
    """Lay tokens of points, two for a second scorer in bredouille, and pegs of holes."""
    parts = []
    for place, side in enumerate("WB"):
        points, holes = position.points[place], position.holes[place]
        other = position.points[1 - place]
        if points is not None:
            x = TOKEN_PLACES.get(points)
            x = x if x is not None else RAIL + points * POINT
            parts.append(f'<use href="#j{side}" x="{x:g}"/>')
            if points and other and position.bredouille[place]:
                parts.append(f'<use href="#j{side}" x="{x + (-5 if points in (6, 10) else 5):g}"/>')
        if holes is not None:
            x = column(min(holes, 12) - 1) if holes else RAIL / 2
            parts.append(f'<use href="#p{side}" x="{x:g}"/>')
    return "".join(parts)


def _dice(dice: Sequence[Die], side: Side) -> str:
    """Lay the dice in the second table, in the colour of whose they are."""
    if not dice:
        return ""
    places = ["", *(f' x="{18 * place}"' for place in range(1, len(dice)))]
    faces = "".join(f'<use href="#d{die or 0}"{place}/>' for die, place in zip(dice, places, strict=True))
    return f'<g class="d{"b" if side == "B" else "w"}">{faces}</g>'


def _arrows(position: Board, arrows: Sequence[tuple[int, int]], side: Side) -> str:
    """Draw one arrow a man, from the man on top of its pile to the slot it takes."""
    counts = position.black if side == "B" else position.white
    if not arrows or counts is None:
        return ""
    piles = list(counts[:24])
    paths = []
    for start, end in arrows:
        if not 0 <= start < 24:
            continue
        x1, y1 = column(physical(start, side)), height(physical(start, side), max(0, piles[start] - 1))
        piles[start] -= 1
        if end >= 24:
            x2, y2 = 9.0, (BOTTOM - 9.0 if side == "B" else TOP + 9.0)
        else:
            x2, y2 = column(physical(end, side)), height(physical(end, side), max(0, piles[end]))
            piles[end] += 1
        paths.append(_curve(x1, y1, x2, y2))
    return f'<g class="ar">{"".join(paths)}</g>'


def _curve(x1: float, y1: float, x2: float, y2: float) -> str:
    """Draw a bow towards the middle of the board between two men."""
    rise = min(22.0, 8 + abs(x2 - x1) / 8)
    middle_y = (y1 + y2) / 2
    control = middle_y - rise if middle_y > MIDDLE else middle_y + rise
    return f'<path d="M{x1:g} {y1:g}Q{round((x1 + x2) / 2)} {round(control)} {x2:g} {y2:g}"/>'


def _mark(mark: PointMark, position: Board, side: Side) -> str:
    """Draw a ring, square, diamond or plus; the plus of a fill stands where the missing man goes."""
    point = physical(mark.place, side)
    if mark.kind not in KINDS or not 0 <= point < 24:
        return ""
    counts = position.black if side == "B" else position.white
    slot = min(1, counts[mark.place]) if mark.kind == "fill" and counts is not None else 0
    return f'<use href="#{KINDS[mark.kind]}" x="{column(point):g}" y="{height(point, slot):g}"/>'
