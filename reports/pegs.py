"""The tracks of combiné as inline SVG: the holes of both games roll by roll, and the pegs as they stand at the board's edge (C6)."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEFT, RIGHT, TOP, BASE, WIDTH = 30, 90, 12, 150, 520
METALS = {"gold": "à écrire", "silver": "honours", "bimetallic": "both games, on the same hole", "black": "the game that rests"}
"""Metals of pegs and the game each stands for."""
LETTERS = {"gold": "E", "silver": "H", "bimetallic": "EH", "black": "–"}
SHOWN = 12
"""Holes drawn at least: more are drawn where a peg has gone round."""


def holes_chart(title: str, rolls: Sequence[int], holes: Sequence[tuple[int, int]], names: tuple[str, str], ends: Sequence[int]) -> str:
    """Draw the holes of two sides after every roll as stairs. `ends` are places among the rolls after which a mark or game was over."""
    if not holes:
        return ""
    top = max(SHOWN, *(max(pair) for pair in holes))
    step = (WIDTH - LEFT - RIGHT) / len(holes)

    def y(number: int) -> float:
        return BASE - (BASE - TOP) * number / top

    last = holes[-1]
    told = f"{title}: after roll {rolls[-1]} {names[0]} has {last[0]}, {names[1]} {last[1]}"
    parts = [f'<svg class="track forms" viewBox="0 0 {WIDTH} {BASE + 24}" role="img"><title>{escape(told, quote=False)}</title>']
    parts += [
        f'<path class="grid" d="M{LEFT} {y(number):.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="ax" x="{LEFT - 6}" y="{y(number) + 4:.1f}">{number}</text>'
        for number in range(0, top + 1, 6)
    ]
    parts += [f'<path class="mk-over" d="M{LEFT + step * (place + 1):.1f} {TOP}V{BASE}"/>' for place in ends]
    parts += [
        f'<text class="rn" x="{LEFT + step * (place + 1):.1f}" y="{BASE + 16}">{rolls[place]}</text>'
        for place in range(0, len(rolls), max(1, len(rolls) // 6))
    ]
    for side, kind in ((0, "w"), (1, "b")):
        path, before = [f"M{LEFT} {y(holes[0][side] if rolls[0] > 1 else 0):.1f}"], None
        for place, pair in enumerate(holes):
            number = pair[side]
            if before is not None and number < before:
                path.append(f"M{LEFT + step * place:.1f} {y(number):.1f}")
            path.append(f"V{y(number):.1f}H{LEFT + step * (place + 1):.1f}")
            before = number
        parts.append(f'<path class="tl t{kind}" d="{"".join(path)}"/>')
        if kind == "w":
            parts.append(f'<path class="th" d="{"".join(path)}"/>')
    heights = [y(last[0]) + 4, y(last[1]) + 4]
    if abs(heights[0] - heights[1]) < 14:
        low = 0 if heights[0] > heights[1] else 1
        heights[low] += 7
        heights[1 - low] -= 7
    for side in (0, 1):
        name = escape(f"{last[side]} {names[side].split(' ')[0]}"[:14], quote=False)
        parts.append(f'<text class="end" x="{WIDTH - RIGHT + 5}" y="{heights[side]:.1f}">{name}</text>')
    return "".join((*parts, "</svg>"))


def pegboard(pegs: Sequence[Mapping[str, int]], names: Sequence[str]) -> str:
    """Draw both sides' holes as a row each with the pegs in them; a peg without a hole stands at the edge and is not drawn."""
    most = max(SHOWN, *(hole for told in pegs for hole in told.values()), 0)
    width = 150 + 30 * most
    words = "; ".join(
        f"{name}: " + (", ".join(f"{metal} in {hole}" for metal, hole in told.items()) or "no peg")
        for name, told in zip(names, pegs, strict=True)
    )
    parts = [f'<svg class="track pegs" viewBox="0 0 {width} 92" role="img"><title>Pegs. {escape(words, quote=False)}</title>']
    parts += [f'<text class="rn" x="{135 + 30 * hole}" y="12">{hole}</text>' for hole in range(1, most + 1)]
    for row, (name, told) in enumerate(zip(names, pegs, strict=True)):
        y = 34 + 36 * row
        parts.append(f'<text class="end" x="0" y="{y + 5}">{escape(name[:18], quote=False)}</text>')
        for hole in range(1, most + 1):
            x = 135 + 30 * hole
            here = [metal for metal, number in told.items() if number == hole]
            parts.append(f'<circle class="hole" cx="{x}" cy="{y}" r="4"/>')
            for place, metal in enumerate(here):
                shift = 8 * place - 4 * (len(here) - 1)
                parts.append(f'<circle class="peg {metal}" cx="{x + shift}" cy="{y}" r="11"/>')
                parts.append(f'<text class="pl" x="{x + shift}" y="{y + 4}">{LETTERS[metal]}</text>')
    return "".join((*parts, "</svg>"))
