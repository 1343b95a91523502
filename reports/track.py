"""The score track as inline SVG: holes of both players over the turns, as marked and as perfect marking would have had it.

White's line is hollow and Black's full, so they tell apart in print; the thin dotted pair is perfect marking, and where it stops being
defined a line across says so. Below, one lane a player carries a sign for each school, double hole and going, every sign a link.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from reports.words import figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from analysis.findings import Mark, Track
    from notation.record import Side

WIDTH, HEIGHT = 960, 340
LEFT, RIGHT = 76, 104
TOP, BASE = 20, 250
LANES = {"W": 284, "B": 318}
LOWER = ("go", "school", "let-go", "error")
"""Signs in the lower half of a lane; the others stand in the upper."""

SIGNS = {
    "school": ("M0-6L6 5H-6Z", "school claimed"),
    "let-go": ("M0-5L5 4H-5Z", "school let go"),
    "bredouille": ("M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0", "double hole, won in bredouille"),
    "go": ("M-4-6V7M-4-6L6-3-4 0", "took the men back (go)"),
    "error": ("M-4-4L4 4M-4 4L4-4", "other fault"),
}
"""Signs of the lanes: shape and what it means. A `let-go` is hollow, a `school` full."""


class Sign(NamedTuple):
    """A sign below the track: index of the turn, whose lane, a key of `SIGNS`, and its words."""

    turn: int
    side: Side
    kind: str
    words: str


def track_svg(
    played: Track,
    perfect: Track,
    *,
    signs: Sequence[Sign] = (),
    anchor: Callable[[int], str] = lambda turn: f"t{turn + 1}",
    names: tuple[str, str] = ("White", "Black"),
    goal: int = 12,
    title: str = "Holes of both players over the rolls",
) -> str:
    """Draw the two tracks of an audit over the same turns.

    `anchor` gives a turn's place in the page by its index, `goal` the holes that win (0 where holes do not).
    An empty track gives an empty string.
    """
    count = max((mark.turn for mark in (*played.marks, *perfect.marks)), default=-1) + 1
    if count <= 0:
        return ""
    most = max((max(mark.white_holes or 0, mark.black_holes or 0) for mark in (*played.marks, *perfect.marks)), default=0)
    scale = _Scale(count, max(goal or 12, most))
    parts = [f'<svg class="track" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(title, quote=False)}</title>']
    parts.append(_grid(scale, goal, played.marks))
    parts.append(_undefined(scale, perfect))
    for side, name in (("W", names[0]), ("B", names[1])):
        letter = side.lower()
        parts.append(f'<path class="ta t{letter}" d="{_area(scale, played.marks, side)}"/>')
        line = _line(scale, played.marks, side)
        parts.append(f'<path class="tl t{letter}" d="{line}"/>')
        if letter == "w":
            parts.append(f'<path class="th" d="{line}"/>')
        parts.append(f'<text class="lane" x="4" y="{LANES[side] + 4}">{escape(_short(name, 10), quote=False)}</text>')
    parts += [f'<path class="tp t{side.lower()}" d="{_line(scale, _defined(perfect), side)}"/>' for side in ("W", "B")]
    parts.append(_ends(scale, played.marks, names))
    parts += [_sign(scale, sign, anchor) for sign in signs]
    parts.append("</svg>")
    return "".join(parts)


def within(track: Track, most: int) -> Track:
    """Count no hole beyond so many: what is pegged further when a match ends is nobody's (docs/rules.md P-4). 0 for no bound."""
    if not most:
        return track
    marks = tuple(
        mark._replace(white_holes=at_most(mark.white_holes, most), black_holes=at_most(mark.black_holes, most)) for mark in track.marks
    )
    return replace(track, marks=marks)


def at_most(holes: int | None, most: int) -> int | None:
    """Holes as far as they count, of so many at most; 0 for no bound."""
    return holes if holes is None or not most else min(holes, most)


class _Scale(NamedTuple):
    turns: int
    top: int

    def x(self, turn: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * turn / self.turns

    def y(self, holes: float) -> float:
        return BASE - (BASE - TOP) * holes / self.top


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _holes(mark: Mark, side: str) -> int | None:
    return mark.white_holes if side == "W" else mark.black_holes


def _points(mark: Mark, side: str) -> int | None:
    return mark.white_points if side == "W" else mark.black_points


def _defined(track: Track) -> Sequence[Mark]:
    """Take the marks of a track from the turn before it first differs, as far as it is defined; none where it never differs."""
    if track.first_differs is None:
        return ()
    start, end = track.first_differs - 1, track.undefined_from
    return [mark for mark in track.marks if mark.turn >= start and (end is None or mark.turn < end)]


def _grid(scale: _Scale, goal: int, marks: Sequence[Mark]) -> str:
    parts: list[str] = []
    step = 3 if scale.top >= 9 else 2 if scale.top > 4 else 1
    for holes in range(0, scale.top + 1, step):
        y = scale.y(holes)
        kind = "goal" if holes == goal > 0 else "grid"
        parts.append(
            f'<path class="{kind}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/><text class="ax" x="{LEFT - 6}" y="{y + 4:.1f}">{holes}</text>'
        )
    every = 5 if scale.turns <= 60 else 10 if scale.turns <= 200 else 50
    for mark in marks:
        if mark.ply % every == 0:
            x = scale.x(mark.turn + 1)
            parts.append(f'<path class="grid" d="M{x:.1f} {BASE}v5"/><text class="rn" x="{x:.1f}" y="{BASE + 16}">{mark.ply}</text>')
    return "".join(parts)


def _line(scale: _Scale, marks: Sequence[Mark], side: str) -> str:
    """Draw a stair of holes; broken where the score is not known."""
    path: list[str] = []
    last: int | None = None
    start = bool(marks) and marks[0].turn == 0
    for mark in marks:
        holes = _holes(mark, side)
        if holes is None:
            last = None
            continue
        x, y = scale.x(mark.turn + 1), scale.y(holes)
        if last is None:
            path.append(f"M{scale.x(mark.turn if not start else 0):.1f} {scale.y(0 if start else holes):.1f}H{x:.1f}V{y:.1f}")
        elif last == holes:
            if path[-1].startswith("H"):
                path.pop()
            path.append(f"H{x:.1f}")
        else:
            path.append(f"H{x:.1f}V{y:.1f}")
            path.append(f"H{x:.1f}")
        last, start = holes, False
    return "".join(path)


def _area(scale: _Scale, marks: Sequence[Mark], side: str) -> str:
    """Draw the points above the holes, as a faint area: a twelfth of a hole each."""
    path: list[str] = []
    run: list[tuple[float, int, int]] = []
    for mark in [*marks, None]:
        holes = _holes(mark, side) if mark else None
        points = _points(mark, side) if mark else None
        if mark is not None and holes is not None and points:
            run.append((scale.x(mark.turn + 1), holes, points))
        if run and (mark is None or not points or holes != run[0][1]):
            keep = [entry for entry in run if entry[1] == run[0][1]]
            end = scale.x(mark.turn + 1) if mark else keep[-1][0]
            path.append(f"M{keep[0][0]:.1f} {scale.y(keep[0][1]):.1f}")
            path += [
                f"V{scale.y(held + made / 12):.1f}H{after:.1f}"
                for (_, held, made), after in zip(keep, [*[x for x, _, _ in keep[1:]], end], strict=True)
            ]
            path.append(f"V{scale.y(keep[0][1]):.1f}Z")
            run = run[len(keep) :]
    return "".join(path)


def _undefined(scale: _Scale, perfect: Track) -> str:
    """Draw the line across where perfect marking stops being defined."""
    if perfect.undefined_from is None:
        return ""
    x = scale.x(perfect.undefined_from)
    ply = next((mark.ply for mark in perfect.marks if mark.turn == perfect.undefined_from), perfect.undefined_from + 1)
    late = x > WIDTH * 0.6
    anchor, dx = ("end", -6) if late else ("start", 6)
    return (
        f'<rect class="und" x="{x:.1f}" y="{TOP}" width="{WIDTH - RIGHT - x:.1f}" height="{BASE - TOP}"/>'
        f'<path class="undl" d="M{x:.1f} {TOP - 6}V{BASE}"/>'
        f'<text class="undt" x="{x + dx:.1f}" y="{TOP + 8}" text-anchor="{anchor}">perfect marking not defined from roll {ply} on</text>'
    )


def _ends(scale: _Scale, marks: Sequence[Mark], names: tuple[str, str]) -> str:
    """Write names and holes at the right end, set apart where they would touch; `?` where the score is not known there any more."""
    last = {side: next((holes for mark in reversed(marks) if (holes := _holes(mark, side)) is not None), None) for side in ("W", "B")}
    at = {side: scale.y(holes) for side, holes in last.items() if holes is not None}
    if len(at) == 2 and abs(at["W"] - at["B"]) < 15:
        up, down = ("W", "B") if at["W"] <= at["B"] else ("B", "W")
        middle = (at["W"] + at["B"]) / 2
        at[up], at[down] = middle - 8, middle + 8
    parts = []
    for side, name in (("W", names[0]), ("B", names[1])):
        if side in at:
            words = f"{_short(name, 10)} {figure(_holes(marks[-1], side))}"
            parts.append(f'<text class="end" x="{WIDTH - RIGHT + 7}" y="{at[side] + 4:.1f}">{escape(words, quote=False)}</text>')
    return "".join(parts)


def _sign(scale: _Scale, sign: Sign, anchor: Callable[[int], str]) -> str:
    shape, _ = SIGNS[sign.kind]
    side = "B" if sign.side == "B" else "W"
    x, y = scale.x(sign.turn + 1), LANES[side] + (7 if sign.kind in LOWER else -7)
    return (
        f'<a href="#{escape(anchor(sign.turn))}"><title>{escape(sign.words, quote=False)}</title>'
        f'<path class="hit" d="M{x - 6:.1f} {y - 8}h12v16h-12Z"/>'
        f'<path class="sg {sign.kind}" transform="translate({x:.1f} {y})" d="{shape}"/></a>'
    )
