"""The track of a race as inline SVG: how many pips each side has to go, throw by throw, and below it the men on the bar.

White's line is hollow and Black's full. Where the game says how many men of a side may wait on the bar, a stair shows that room: a bar that
stands above it has lost the game. The lowest lanes, one a player, carry a stroke for each man hit, a star for each band burst, a cross for
each fault, every one a link. A line across tells where a game ended, and how.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from reports.races.words import pips

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from notation.record import Men, Setup, Side
    from replay.cousins.turns import RaceReplay, RaceTurn

WIDTH = 960
LEFT, RIGHT = 62, 104
TOP, BASE = 26, 232
MAN = 5
"""Height of a man on the bar."""
BAR_BASE = {"W": 306, "B": 374}
LANES = {"W": 404, "B": 432}
HEIGHT = 450
LONGEST_BAR = 9
LETTER = 6
"""How wide a letter is, about."""
DISCS = {"W": '<tspan class="dk w">●</tspan> ', "B": '<tspan class="dk b">●</tspan> '}
"""Who won, before how: a disc in the colour of his men."""

SIGNS = {
    "hit": ("M0-5V5", "man of the other hit"),
    "burst": ("M0-6L1.8-1.8 6 0 1.8 1.8 0 6-1.8 1.8-6 0-1.8-1.8Z", "band burst"),
    "error": ("M-4-4L4 4M-4 4L4-4", "fault"),
}
"""Signs of the lanes: shape and what it means."""


class Sign(NamedTuple):
    """A sign in a lane: index of the turn, whose lane, a key of `SIGNS`, its words."""

    turn: int
    side: Side
    kind: str
    words: str


def race_track(
    replay: RaceReplay,
    anchors: Mapping[int, str],
    names: tuple[str, str],
    signs: Sequence[Sign],
    room: Callable[[Men], int] | None = None,
) -> str:
    """Draw the track of a whole match; empty where there is no throw."""
    turns = replay.turns
    if not turns:
        return ""
    known = [number for turn in turns for number in _pair(turn.before, pips) if number is not None]
    top = max(100, -(-max(known, default=0) // 50) * 50)

    def x(turn: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * turn / len(turns)

    def y(number: float) -> float:
        return BASE - (BASE - TOP) * number / top

    parts = [f'<svg class="track race" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>Pips to go, throw by throw</title>']
    step = 50 if top <= 250 else 100
    for number in range(0, top + 1, step):
        level = y(number)
        parts.append(f'<path class="grid" d="M{LEFT} {level:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="ax" x="{LEFT - 6}" y="{level + 4:.1f}">{number}</text>')
    parts.append(f'<text class="hd" x="{LEFT - 6}" y="{TOP - 12}" text-anchor="end">pips</text>')
    parts.append(_counts(turns, x))
    parts.append(_ends(replay, x))
    for place, side in enumerate(("W", "B")):
        line = _line(replay, place, x, y)
        parts.append(f'<path class="tl t{side.lower()}" d="{line}"/>')
        if side == "W":
            parts.append(f'<path class="th" d="{line}"/>')
        parts.append(_on_bar(replay, place, x, room))
        name = escape(_short(names[place]), quote=False)
        middle = BAR_BASE["B" if place else "W"]
        parts.append(f'<text class="end" x="{WIDTH - RIGHT + 7}" y="{middle - 6}">{name}</text>')
        parts.append(f'<text class="lane" x="{WIDTH - RIGHT + 7}" y="{LANES["B" if place else "W"] + 4}">{name}</text>')
    parts.append(_line_ends(replay, names, y))
    parts.append(f'<text class="hd" x="{LEFT - 6}" y="{BAR_BASE["W"] - 14}" text-anchor="end">on the</text>')
    parts.append(f'<text class="hd" x="{LEFT - 6}" y="{BAR_BASE["W"]}" text-anchor="end">bar</text>')
    parts += [_sign(sign, x, anchors) for sign in signs]
    parts.append("</svg>")
    return "".join(parts)


def _short(name: str, most: int = 10) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _pair(setup: Setup | None, of: Callable[[Men | None], int | None]) -> tuple[int | None, int | None]:
    return (None, None) if setup is None else (of(setup.white), of(setup.black))


def _men(setup: Setup | None, place: int) -> Men | None:
    return None if setup is None else (setup.white, setup.black)[place]


def _boards(replay: RaceReplay) -> list[tuple[float, Setup | None, bool]]:
    """Every board there was: where on the line (in turns), the board, and whether a line comes in here afresh (a new game, a gap)."""
    boards: list[tuple[float, Setup | None, bool]] = []
    last = None
    for turn in replay.turns:
        fresh = last is None or last.game != turn.game or last.after is None
        if fresh or last is None or last.after != turn.before:
            boards.append((turn.index, turn.before, True))
        boards.append((turn.index + 1, turn.after, False))
        last = turn
    return boards


def _line(replay: RaceReplay, place: int, x: Callable[[float], float], y: Callable[[float], float]) -> str:
    path: list[str] = []
    broken = True
    for at, setup, fresh in _boards(replay):
        number = pips(_men(setup, place))
        if number is None:
            broken = True
            continue
        path.append(f"{'M' if broken or fresh else 'L'}{x(at):.1f} {y(number):.1f}")
        broken = False
    return "".join(path)


def _on_bar(replay: RaceReplay, place: int, x: Callable[[float], float], room: Callable[[Men], int] | None) -> str:
    """Men on the bar as bars on a base, and the room there is for them as a stair."""
    base = BAR_BASE["B" if place else "W"]
    bars: list[str] = []
    stair: list[str] = []
    wide = max(0.8, (x(1) - x(0)) * 0.86)
    level: int | None = None
    for turn in replay.turns:
        men = _men(turn.after, place)
        if men is None:
            level = None
            continue
        if men.bar:
            bars.append(f"M{x(turn.index):.1f} {base}v{-MAN * min(men.bar, LONGEST_BAR)}h{wide:.1f}V{base}Z")
        if room is not None:
            free = room(men)
            up = base - MAN * free - 1
            stair.append(f"{'M' if level is None else 'H'}{x(turn.index):.1f}{' ' if level is None else 'V'}{up}H{x(turn.index + 1):.1f}")
            level = free
    letter = "b" if place else "w"
    told = f'<path class="grid" d="M{LEFT} {base}H{WIDTH - RIGHT}"/><path class="br t{letter}" d="{"".join(bars)}"/>'
    return told + (f'<path class="rm" d="{"".join(stair)}"/>' if stair else "")


def _counts(turns: Sequence[RaceTurn], x: Callable[[float], float]) -> str:
    every = 10 if len(turns) <= 80 else 20 if len(turns) <= 240 else 50 if len(turns) <= 500 else 100
    told = [(x(turn.index + 1), turn.ply.number) for turn in turns if turn.ply.number % every == 0]
    return "".join(
        f'<path class="grid" d="M{at:.1f} {BASE}v5"/><text class="rn" x="{at:.1f}" y="{BASE + 17}">{number}</text>' for at, number in told
    )


def _ends(replay: RaceReplay, x: Callable[[float], float]) -> str:
    """A line across where a game ended, with how."""
    parts = []
    for game in replay.games:
        first, end = game.turns
        if end <= first:
            continue
        at = x(end)
        parts.append(f'<path class="mk-over" d="M{at:.1f} {TOP - 4}V{LANES["B"] + 10}"/>')
        if game.words:
            fitted = escape(_fit(game.words, at - x(first) - 2 * LETTER), quote=False)
            disc = DISCS.get(game.winner or "", "")
            parts.append(f'<text class="rn" x="{(x(first) + at) / 2:.1f}" y="{TOP - 10}">{disc}{fitted}</text>')
    return "".join(parts)


def _fit(words: str, wide: float) -> str:
    most = max(3, int(wide / LETTER))
    return _short(words, most)


def _line_ends(replay: RaceReplay, names: tuple[str, str], y: Callable[[float], float]) -> str:
    """Names and pips at the right end, set apart where they would touch."""
    last = _pair(replay.turns[-1].after, pips)
    at = [y(number) for number in last if number is not None]
    if len(at) < 2:
        return ""
    if abs(at[0] - at[1]) < 15:
        middle, up = (at[0] + at[1]) / 2, 0 if at[0] <= at[1] else 1
        at[up], at[1 - up] = middle - 8, middle + 8
    told = [(at[place], escape(f"{_short(names[place])} {last[place]}", quote=False)) for place in (0, 1)]
    return "".join(f'<text class="end" x="{WIDTH - RIGHT + 7}" y="{level + 4:.1f}">{words}</text>' for level, words in told)


def _sign(sign: Sign, x: Callable[[float], float], anchors: Mapping[int, str]) -> str:
    shape, _ = SIGNS[sign.kind]
    at, level = x(sign.turn + 0.5), LANES["B" if sign.side == "B" else "W"]
    return (
        f'<a href="#{escape(anchors.get(sign.turn, ""))}"><title>{escape(sign.words, quote=False)}</title>'
        f'<path class="hit" d="M{at - 4:.1f} {level - 8}h8v16h-8Z"/>'
        f'<path class="sg {sign.kind}" transform="translate({at:.1f} {level})" d="{shape}"/></a>'
    )
