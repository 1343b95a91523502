"""Plates of an archive, drawn with matplotlib (extra `plates`): jans, points missed, the trend over the years, the dice.

Each plate is one SVG that says its numbers itself: n beside every rate, intervals as whiskers. The same tables give the same bytes: no
date, no random names of clips and markers.
"""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING, Any, Final

from analysis.dice import ROLLS, dice_of
from analysis.phases import PHASES
from analysis.rates import FEW
from analysis.stats import missed_by_phase, statistics
from reports.words import JAN_NAMES
from reports.words import PHASES as PHASE_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.dice import Fairness
    from analysis.frames import Frames

PAPER, INK, SOFT, LINE, HAIR = "#fbf8f0", "#28231c", "#5f574a", "#ddd3c0", "#ebe4d5"
RED, GREEN, GOLD = "#8e2a1c", "#2f5c4a", "#8a6414"
STYLE: Final[Any] = {
    "svg.hashsalt": "trictrac",
    "svg.fonttype": "none",
    "font.family": ["DejaVu Serif", "serif"],
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": SOFT,
    "axes.edgecolor": LINE,
    "axes.facecolor": PAPER,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.5,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "grid.color": HAIR,
    "grid.linewidth": 0.8,
}
NO_DATE: Final = {"Date": None, "Creator": "trictrac-records"}
YEARS = 40
"""More years than this are drawn by decade."""
GAP = 5
"""Years (or decades) further apart than this are not joined by a line."""
LEAST = 5
"""What must be expected of each count for chi-square to mean something."""


class NoPlates(Exception):  # noqa: N818 - said to the user as it is
    """Matplotlib is not there."""


class Figures:
    """The figures the plates are drawn from, each counted once."""

    def __init__(self, frames: Frames) -> None:
        self.frames = frames
        self._by: dict[str, list[dict[str, Any]]] = {}

    def rows(self, by: str, statistic: str) -> list[dict[str, Any]]:
        """The rows of one statistic, of the groups that are known."""
        if by not in self._by:
            self._by[by] = list(statistics(self.frames, by).collect(engine="streaming").iter_rows(named=True))
        return [row for row in self._by[by] if row["statistic"] == statistic and row["group"] is not None]

    def rates(self, by: str, statistic: str) -> list[dict[str, Any]]:
        """The same where there is a case."""
        return [row for row in self.rows(by, statistic) if row["n"]]


def plates(frames: Frames) -> Iterator[tuple[str, str]]:
    """Every plate that the tables have something for: its name and its SVG. Raises NoPlates where matplotlib is missing."""
    figures = Figures(frames)
    for name, draw in PLATES.items():
        svg = plate(draw, figures)
        if svg:
            yield name, svg


def plate(draw: Callable[[Figures], tuple[Figure, str] | None], figures: Figures) -> str:
    """The SVG of one plate; empty where there is nothing to draw."""
    try:
        from matplotlib import rc_context  # noqa: PLC0415 - slow to import, an extra, and only plates need it
    except ImportError:
        raise NoPlates("plates need matplotlib: pip install 'trictrac-records[plates]'") from None
    with rc_context(STYLE):
        drawn = draw(figures)
        if drawn is None:
            return ""
        figure, words = drawn
        kept = io.StringIO()
        figure.savefig(kept, format="svg", metadata=dict(NO_DATE))
    return _named(kept.getvalue(), words)


def _named(svg: str, words: str) -> str:
    """The SVG with a title that a browser shows and a screen reader says."""
    head, end, rest = svg.partition(">\n <metadata>")
    return f'{head} role="img">\n <title>{escape(words, quote=False)}</title>\n <metadata>{rest}' if end else svg


# -- the plates -------------------------------------------------------------------------------------------------------------------------


def jan_plate(figures: Figures) -> tuple[Figure, str] | None:
    """How often each jan comes in a hundred rolls, and how often it is marked of the times it might be."""
    often = figures.rates("jan", "frequency")
    marked = {row["group"]: row for row in figures.rates("jan", "marked")}
    if not often:
        return None
    figure, (left, right) = _sheet(2, height=1.3 + 0.3 * len(often), widths=(3, 2), sharey=True)
    places = range(len(often))
    left.set_xscale("log")
    rates = [100 * row["rate"] for row in often]
    floor = min(100 * row["low"] for row in often) / 1.5
    left.barh(places, [rate - floor for rate in rates], left=floor, color=GREEN, height=0.55)
    _whiskers(left, often, places, 100, floor)
    for place, row, rate in zip(places, often, rates, strict=True):
        left.annotate(_number(rate), (100 * row["high"], place), xytext=(5, 0), textcoords="offset points", va="center", fontsize=8.5)
    left.set_xlim(floor, max(100 * row["high"] for row in often) * 3)
    left.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    left.set_yticks(list(places), [f"{JAN_NAMES.get(row['group'], row['group'])}  {row['group']}" for row in often], color=INK)
    left.invert_yaxis()
    left.set_xlabel("in a hundred rolls of whoever rolls for it (logarithmic)")
    left.set_title(f"How often it is due · {often[0]['n']:,} rolls")
    low = min([row["low"] for row in marked.values() if row["n"] >= FEW], default=0.0)
    right.set_xlim(max(0.0, low - 0.05) * 100, 100.5)
    for place, row in zip(places, often, strict=True):
        told = marked.get(row["group"])
        if told is None:
            continue
        few = told["n"] < FEW
        colour = SOFT if few else RED
        right.plot([100 * told["low"], 100 * told["high"]], [place, place], color=colour, lw=1.4, alpha=0.5 if few else 1, clip_on=True)
        right.plot([100 * told["rate"]], [place], "o", color=colour, ms=5, mfc=PAPER if few else colour, clip_on=True)
        right.annotate(
            f"n {_count(told['n'])}",
            (1, place),
            xycoords=("axes fraction", "data"),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=SOFT,
        )
    right.set_xlabel("marked, per cent of those there")
    right.set_title("How often it is marked")
    _quiet(left, right)
    return figure, "Jans: how often each is due and how often it is marked"


def missed_plate(figures: Figures) -> tuple[Figure, str] | None:
    """Points missed of points there: by phase, and by jan and phase."""
    phases = {row["group"]: row for row in figures.rates("phase", "accuracy")}
    cells = missed_by_phase(figures.frames).collect(engine="streaming")
    jans = list(dict.fromkeys(cells.filter(cells["missed"] > 0)["jan"].to_list()))
    if not phases or not jans:
        return None
    figure, (left, right) = _sheet(2, height=max(3.6, 1.4 + 0.42 * len(jans)), widths=(2, 3))
    told = [phases[phase] for phase in PHASES if phase in phases]
    places = range(len(told))
    lost = [100 * (1 - row["rate"]) for row in told]
    left.bar(places, lost, color=RED, width=0.55)
    for place, row, share in zip(places, told, lost, strict=True):
        left.plot([place, place], [100 * (1 - row["high"]), 100 * (1 - row["low"])], color=INK, lw=1.1)
        words = f"{_number(share)} %\nof {_count(row['n'])}"
        left.annotate(words, (place, 100 * (1 - row["low"])), xytext=(0, 4), textcoords="offset points", ha="center", fontsize=8.5)
    left.set_ylim(0, max(100 * (1 - row["low"]) for row in told) * 1.25)
    left.set_xticks(list(places), [PHASE_NAMES[row["group"]].replace(" ", "\n") for row in told])
    left.set_ylabel("points missed, per cent of those there")
    left.set_title("By phase")
    _grid_of_missed(right, cells, jans)
    return figure, "Points missed: by phase, and by jan and phase"


def _grid_of_missed(axes: Axes, cells: Any, jans: list[str]) -> None:
    """A table of jans and phases, the redder the larger the share missed; each cell says the share and of how many points."""
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415 - see `plate`
    from matplotlib.patches import Rectangle  # noqa: PLC0415 - as above

    tint = LinearSegmentedColormap.from_list("missed", [PAPER, "#e3a48f", RED])
    sums = {(row["jan"], row["phase"]): (row["missed"], row["due"]) for row in cells.iter_rows(named=True)}
    worst = max(missed / due for missed, due in sums.values() if due)
    for y, jan in enumerate(jans):
        for x, phase in enumerate(PHASES):
            missed, due = sums.get((jan, phase), (0, 0))
            share = missed / due / worst if due else 0.0
            axes.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=tint(share), edgecolor=LINE, lw=0.6))
            colour = PAPER if share > 0.6 else INK
            axes.text(
                x,
                y - 0.17 * bool(due),
                f"{_number(100 * missed / due)} %" if due else "–",
                ha="center",
                va="center",
                color=colour,
                fontsize=9,
            )
            if due:
                axes.text(x, y + 0.24, f"of {_count(due)}", ha="center", va="center", fontsize=7, color=colour)
    axes.set_xlim(-0.5, len(PHASES) - 0.5)
    axes.set_ylim(len(jans) - 0.5, -0.5)
    axes.set_xticks(range(len(PHASES)), [PHASE_NAMES[phase].replace(" ", "\n") for phase in PHASES])
    axes.set_yticks(range(len(jans)), [f"{JAN_NAMES.get(jan, jan)}  {jan}" for jan in jans], color=INK)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_title("By jan and phase: points missed of the points there")


def trend_plate(figures: Figures) -> tuple[Figure, str] | None:
    """The share of points marked, and schools committed in a hundred rolls, over the years (by decade where they are many)."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 - see `plate`

    by, scale = "year", 1
    marked = figures.rates(by, "accuracy")
    if len(marked) > YEARS:
        by, scale = "decade", 10
        marked = figures.rates(by, "accuracy")
    if len(marked) < 2:
        return None
    schools = {row["group"]: row for row in figures.rates(by, "committed")}
    games = {row["group"]: row["hits"] for row in figures.rows(by, "games")}
    figure, (top, middle, bottom) = _sheet(3, height=6.2, heights=(3, 3, 1), sharex=True)
    years = [int(row["group"][:4]) for row in marked]
    _line(top, years, marked, GREEN, scale)
    top.set_ylabel("points marked,\nper cent of those there")
    some = [(year, schools[row["group"]]) for year, row in zip(years, marked, strict=True) if row["group"] in schools]
    _line(middle, [year for year, _ in some], [row for _, row in some], RED, scale)
    middle.set_ylim(bottom=0)
    middle.set_ylabel("schools committed,\nin a hundred rolls watched")
    bottom.bar(years, [games.get(row["group"], 0) for row in marked], width=0.8 * scale, color=GOLD, align="center")
    bottom.yaxis.set_major_locator(MaxNLocator(integer=True))
    bottom.set_ylabel("games")
    bottom.set_xlabel("decade" if by == "decade" else "year")
    top.set_title(f"Marking over the years · {sum(row['n'] for row in marked):,} points, {sum(games.values()):,} games with a date")
    _quiet(top, middle, bottom)
    return figure, "Marking over the years"


def _line(axes: Axes, years: list[int], rows: list[dict[str, Any]], colour: str, scale: int) -> None:
    """A rate over time: dots with their intervals, joined where no more than a few periods lie between; open where there is little."""
    runs: list[list[int]] = []
    for at, year in enumerate(years):
        if runs and year - years[runs[-1][-1]] <= GAP * scale:
            runs[-1].append(at)
        else:
            runs.append([at])
    for run in runs:
        there, told = [years[at] for at in run], [rows[at] for at in run]
        axes.fill_between(there, [100 * row["low"] for row in told], [100 * row["high"] for row in told], color=colour, alpha=0.16, lw=0)
        axes.plot(there, [100 * row["rate"] for row in told], color=colour, lw=1.3)
    for year, row in zip(years, rows, strict=True):
        axes.plot([year, year], [100 * row["low"], 100 * row["high"]], color=colour, lw=0.9)
        axes.plot([year], [100 * row["rate"]], "o", color=colour, ms=4, mfc=PAPER if row["n"] < FEW else colour)


def dice_plate(figures: Figures) -> tuple[Figure, str] | None:
    """Whether the dice fell evenly: the faces, the 21 rolls, and chi-square of both."""
    dice = dice_of(figures.frames)
    if not dice.rolls:
        return None
    figure, (left, right) = _sheet(2, height=4.6, widths=(2, 6))
    faces, rolls = dice.of_faces(), dice.of_rolls()
    _against(left, [str(face) for face in range(1, 7)], dice.faces, [faces.n / 6] * 6)
    left.set_title(f"Faces · n {faces.n:,}")
    left.set_xlabel(_chi_square(faces, 1 / 6))
    expected = [dice.rolls * (1 if high == low else 2) / 36 for high, low in ROLLS]
    _against(right, [f"{high}-{low}" for high, low in ROLLS], dice.counts, expected)
    right.set_title(f"Rolls · n {dice.rolls:,}, doublets {100 * dice.doublets / dice.rolls:.1f} % (even dice 16.7 %)")
    right.set_xlabel(_chi_square(rolls, 1 / 36))
    left.set_ylabel("strays from even dice, per cent (band: 95 in 100)")
    _quiet(left, right, axis="y")
    return figure, "Dice: how often each face and each roll came, against even dice"


def _against(axes: Axes, names: list[str], counts: tuple[int, ...], expected: list[float]) -> None:
    """By how many in a hundred each count strays from even dice; a band where they would keep it 95 times in 100."""
    n = sum(counts)
    places = range(len(counts))
    strays = [100 * (count / mean - 1) for count, mean in zip(counts, expected, strict=True)]
    for place, mean in zip(places, expected, strict=True):
        half = 196 * ((1 - mean / n) / mean) ** 0.5
        axes.fill_between([place - 0.45, place + 0.45], -half, half, color=GOLD, alpha=0.25, lw=0)
    axes.bar(places, strays, color=GREEN, width=0.5)
    axes.axhline(0, color=GOLD, lw=1.4)
    axes.set_xticks(list(places), [f"{name}\n{_count(count)}" for name, count in zip(names, counts, strict=True)])
    axes.tick_params(axis="x", labelsize=8 if len(names) == 6 else 6.5)
    axes.set_xlim(-0.7, len(counts) - 0.3)


def _chi_square(test: Fairness, least: float) -> str:
    """What chi-square says, and whether there is enough to say it; `least` is the smallest share expected."""
    if test.n * least < LEAST:
        return "too few rolls for a test"
    chance = test.probability
    return f"χ² = {test.statistic:.1f}, {test.freedom} degrees of freedom\n" + ("p < 0.0001" if chance < 0.0001 else f"p = {chance:.4f}")


# -- the sheet --------------------------------------------------------------------------------------------------------------------------


def _sheet(
    parts: int,
    *,
    height: float,
    widths: tuple[float, ...] = (),
    heights: tuple[float, ...] = (),
    sharex: bool = False,
    sharey: bool = False,
) -> tuple[Figure, list[Axes]]:
    """A figure of some axes side by side (`widths`) or one below the other (`heights`). Made without pyplot, which keeps figures."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415 - see `plate`
    from matplotlib.figure import Figure  # noqa: PLC0415 - as above

    figure = Figure(figsize=(10.5, height))
    figure.set_layout_engine("constrained", w_pad=0.12, h_pad=0.12)
    FigureCanvasSVG(figure)
    rows, columns = (parts, 1) if heights else (1, parts)
    axes = figure.subplots(
        rows, columns, sharex=sharex, sharey=sharey, squeeze=False, width_ratios=widths or None, height_ratios=heights or None
    )
    return figure, list(axes.flat)


def _whiskers(axes: Axes, rows: list[dict[str, Any]], places: range, scale: float, floor: float) -> None:
    for place, row in zip(places, rows, strict=True):
        axes.plot([max(floor, scale * row["low"]), scale * row["high"]], [place, place], color=INK, lw=1.1)


def _quiet(*axes: Axes, axis: str = "both") -> None:
    """Hair lines behind the figures, no ticks."""
    for one in axes:
        one.grid(visible=True, axis=axis)  # type: ignore[arg-type]
        one.tick_params(length=0)


def _count(number: int) -> str:
    """A number of things, shortened where it is long: `9,912`, `275k`, `3.36M`."""
    if number < 10_000:
        return f"{number:,}"
    for size, letter in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if number >= size:
            return f"{number / size:.3g}{letter}" if number < 999.5 * size else f"{number / size:.0f}{letter}"
    return str(number)


def _number(value: float) -> str:
    """A number with as many digits as tell something."""
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"


PLATES: Final[dict[str, Callable[[Any], tuple[Any, str] | None]]] = {
    "jans": jan_plate,
    "missed": missed_plate,
    "trend": trend_plate,
    "dice": dice_plate,
}
"""The plates by the name of their file."""
