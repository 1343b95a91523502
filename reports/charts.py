"""Small charts as inline SVG: the faces of the dice, and a rate with its interval. No script, no picture file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def dice_chart(faces: Sequence[int], name: str) -> str:
    """Draw how often each face fell: six bars, the expectation of even dice as a line across. Counts stand on the bars."""
    total = sum(faces)
    expected = total / 6
    most = max(*faces, expected * 1.5, 1)
    base, tall = 118, 92
    told = ", ".join(f"{face}: {count}" for face, count in enumerate(faces, 1))
    parts = [f'<svg class="chart" viewBox="0 0 350 140" role="img"><title>Faces of the dice of {escape(name, quote=False)}: {told}</title>']
    for place, count in enumerate(faces):
        x, y = 14 + place * 44, base - tall * count / most
        parts.append(f'<rect class="bar" x="{x}" y="{y:.1f}" width="30" height="{base - y:.1f}"/>')
        inside = base - y > 20
        parts.append(f'<text class="m{" in" if inside else ""}" x="{x + 15}" y="{base - 6 if inside else y - 4:.1f}">{count}</text>')
        parts.append(f'<text class="m" x="{x + 15}" y="{base + 16}">{place + 1}</text>')
    y = base - tall * expected / most
    parts.append(f'<path class="exp" d="M8 {y:.1f}H272"/><text x="277" y="{y + 4:.1f}">{expected:.1f} even</text></svg>')
    return "".join(parts)


def rate_chart(share: float, low: float, high: float, mean: float | None = None, *, faint: bool = False) -> str:
    """Draw a share of 1 as a bar, its interval as a whisker, the archive's mean as a stroke."""
    bar = f'<rect class="bar{" thinbar" if faint else ""}" x="0" y="4" width="{200 * share:.1f}" height="12"/>'
    whisker = f'<path class="iv" d="M{200 * low:.1f} 10H{200 * high:.1f}M{200 * low:.1f} 6v8M{200 * high:.1f} 6v8"/>'
    stroke = "" if mean is None else f'<path class="exp" d="M{200 * mean:.1f} 1V19"/>'
    return f'<svg class="chart bars" viewBox="-1 0 202 20" preserveAspectRatio="none" aria-hidden="true">{bar}{whisker}{stroke}</svg>'


def trend_chart(games: Sequence[tuple[float, int]]) -> str:
    """Draw marking accuracy game by game: a dot a game, the larger the more points stood behind it, and the running mean as a line."""
    if len(games) < 2:
        return ""
    left, right, top, base = 44, 700, 14, 130
    low = min(0.5, *(share for share, _ in games))
    step = (right - left) / max(1, len(games) - 1)

    def y(share: float) -> float:
        return base - (base - top) * (min(1.0, share) - low) / (1 - low)

    parts = [f'<svg class="chart trend" viewBox="0 0 720 150" role="img"><title>Marking accuracy over {len(games)} games</title>']
    for share in (low, (1 + low) / 2, 1.0):
        parts.append(f'<path class="grid" d="M{left} {y(share):.1f}H{right}"/>')
        parts.append(f'<text class="e" x="{left - 6}" y="{y(share) + 4:.1f}">{share:.0%}</text>')
    marked = due = 0.0
    line: list[str] = []
    for place, (share, points) in enumerate(games):
        marked, due = marked + share * points, due + points
        x = left + step * place
        line.append(f"{'L' if line else 'M'}{x:.1f} {y(marked / due):.1f}")
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y(share):.1f}" r="{min(6.0, 2 + points**0.5 / 5):.1f}"/>')
    parts.append(f'<path class="exp" d="{"".join(line)}"/></svg>')
    return "".join(parts)
