"""`trictrac stats`: the statistics of records or of a store, as text, CSV, JSON lines or Parquet."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

import click

from reports.console import CLEAN, ENGINES, ERRORS, fail, write_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from analysis.frames import Frames

AXES = ("player", "jan", "phase", "rules", "year", "decade")
FORMATS = ("text", "csv", "json", "parquet")
WIDTH = 120
"""Of a table, in characters, where the screen does not say."""
COLLECT: Final = "streaming"
"""How the figures are reckoned: batch by batch, so that the tables need not fit into memory."""


class _WithStatistics(click.Command):
    """A command whose help ends with the table of statistics."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from analysis.race_stats import RACE
        from analysis.stats import STATISTICS, formula

        del ctx
        for title, told in (("Statistics", STATISTICS), ("Of bräde and Dutch TricTrac", RACE.statistics)):
            with formatter.section(title):
                formatter.write_dl([(one.name, f"{one.words} [{formula(one)}]") for one in told])


@click.command(cls=_WithStatistics)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--by", type=click.Choice(AXES), default="player", show_default=True, help="What to count by.")
@click.option("--player", metavar="NAME", help="Only what is this player's.")
@click.option("--statistic", "-s", "only", multiple=True, metavar="NAME", help="Only this one of the list below; may be repeated.")
@click.option("--min-n", type=click.IntRange(min=1), default=20, show_default=True, help="Least n that counts for a percentile.")
@click.option("--engine", type=click.Choice(ENGINES), default="auto", show_default=True, help="Which engine judges records.")
@click.option("--names", metavar="FILE", help="An authority file of players (docs/archive.md); for stores.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How it is told.")
@click.option("-o", "--output", metavar="FILE", help="Where to write; standard output if left out.")
def stats(
    paths: tuple[str, ...],
    by: str,
    player: str | None,
    only: tuple[str, ...],
    min_n: int,
    engine: str,
    names: str | None,
    form: str,
    output: str | None,
) -> None:
    """Count what was marked, missed and sent to school: rates with their n and interval.

    PATH is a record, a folder, a .zip, or a store (docs/stats.md).
    """
    import polars as pl

    from analysis.race_stats import by_family
    from analysis.stats import statistics
    from reports.gather import frames_of

    _check_names(only)
    if form == "parquet" and output is None:
        raise click.UsageError("Parquet is no text: say where to write it, with -o FILE")
    tally = [0, 0, 0, 0]
    frames = frames_of(paths, tally, names, engine)
    if player is not None:
        _check_player(frames, player)
    rules = frames.games.select(pl.col("rules").cast(pl.String).unique()).collect(engine=COLLECT)["rules"].to_list()
    shares = by_family(frames, rules)
    parts = [statistics(share, by, player=player, min_n=min_n, told=told).collect(engine=COLLECT) for _, share, told in shares]
    if only:
        parts = [part.filter(part["statistic"].is_in(list(only))) for part in parts]
    _write({title: part for (title, _, _), part in zip(shares, parts, strict=True)}, form, output, min_n)
    sys.exit(ERRORS if tally[2] or tally[3] else CLEAN)


def _check_names(only: tuple[str, ...]) -> None:
    from analysis.race_stats import RACE
    from analysis.stats import STATISTICS

    known = list(dict.fromkeys(one.name for one in (*STATISTICS, *RACE.statistics)))
    for name in only:
        if name not in known:
            raise click.UsageError(f"there is no statistic `{name}`{_near(name, known)}; `trictrac stats --help` lists them")


def _check_player(frames: Frames, player: str) -> None:
    """Raises a failure that names whom it might have meant, where nobody of this name played."""
    import polars as pl

    both = frames.games.select(pl.concat_list("white", "black").explode().alias("name")).unique().collect(engine=COLLECT)
    names = [name for name in both["name"].to_list() if name]
    if player not in names:
        raise fail(f"no player of these games is called `{player}`{_near(player, names)}")


def _near(word: str, known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, known, 3, 0.6) or get_close_matches(
        word.casefold(), [name for name in known if word.casefold() in name.casefold()], 3, 0
    )
    return f"; did you mean {' or '.join(f'`{name}`' for name in near)}?" if near else ""


# -- telling ----------------------------------------------------------------------------------------------------------------------------


def _write(parts: dict[str, pl.DataFrame], form: str, output: str | None, min_n: int) -> None:
    """The figures of each family of rules, in text one below the other, else in one table."""
    import polars as pl

    found = pl.concat(parts.values())
    if form == "text":
        width = get_terminal_size((WIDTH, 24)).columns
        texts = [(title, told(part, min_n, width)) for title, part in parts.items() if part.height or len(parts) == 1]
        several = len(texts) > 1
        write_text("\n".join(f"{title}\n\n{text}" if several else text for title, text in texts) or "nothing to count\n", output)
    elif form == "csv":
        write_text(found.write_csv(), output)
    elif form == "json":
        write_text(found.write_ndjson(), output)
    else:
        assert output is not None
        from polars.exceptions import PolarsError

        from reports.write import aside

        try:
            with aside(output) as beside:
                found.write_parquet(beside)
        except PolarsError as fault:  # a disk that is full, among others
            raise fail(f"{output}: {fault}") from None
        except OSError as fault:
            raise fail(f"{output}: {fault.strerror or fault}") from None


def told(found: pl.DataFrame, min_n: int, width: int = WIDTH) -> str:
    """The figures as a table for a screen: a line a statistic where there is one group, else a line a group.

    A table wider than `width` characters is broken into several, one below the other.
    """
    groups = found["group"].unique(maintain_order=True).to_list()
    names = found["statistic"].unique(maintain_order=True).to_list()
    if not groups:
        return "nothing to count\n"
    rows = found.rows(named=True)
    axis = str(found["by"][0])
    if len(groups) == 1 or len(names) == 1:
        title, first = (f"{axis}: {_group(groups[0])}", "statistic") if len(groups) == 1 else (names[0], axis)
        named = [str(row["statistic"]) if first == "statistic" else _group(row["group"]) for row in rows]
        lines = [(first, "hits", "n", "rate", "95 in 100", "percentile", "unit")]
        lines += [(name, *_cells(row), str(row["unit"])) for name, row in zip(named, rows, strict=True)]
        left_out = ({5} if axis != "player" else set()) | ({6} if first != "statistic" else set())
        return f"{title}\n\n{_aligned([tuple(cell for at, cell in enumerate(line) if at not in left_out) for line in lines])}"
    table: dict[str | None, dict[str, str]] = {group: {} for group in groups}
    for row in rows:
        table[row["group"]][str(row["statistic"])] = _short(row, min_n)
    wide = [(axis, *names), *((_group(group), *(table[group].get(name, "") for name in names)) for group in groups)]
    blocks = "\n".join(_aligned(lines) for lines in _blocks(wide, width))
    return f"{blocks}\n* of fewer than {min_n}. -s NAME tells one statistic with its interval.\n"


def _blocks(lines: list[tuple[str, ...]], width: int) -> Iterator[list[tuple[str, ...]]]:
    """Tables that are no wider than this, each with the first column."""
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    kept, wide = [0], widths[0]
    for at in range(1, len(widths)):
        if len(kept) > 1 and wide + 2 + widths[at] > width:
            yield [tuple(line[column] for column in kept) for line in lines]
            kept, wide = [0], widths[0]
        kept.append(at)
        wide += 2 + widths[at]
    yield [tuple(line[column] for column in kept) for line in lines]


def _group(group: str | None) -> str:
    return "not known" if group is None else group or "(no name)"


def _short(row: dict[str, object], min_n: int) -> str:
    """A rate in percent and what it is of, with a star where that is few; a plain sum as it is."""
    n = row["n"]
    if not isinstance(n, int):
        return str(row["hits"])
    return "–" if row["rate"] is None else f"{_percent(row['rate'])} of {n}{'*' if n < min_n else ''}"


def _cells(row: dict[str, object]) -> tuple[str, str, str, str, str]:
    if row["n"] is None:
        return str(row["hits"]), "", "", "", ""
    span = "" if row["low"] is None else f"{_percent(row['low'])} – {_percent(row['high'])}"
    return (
        str(row["hits"]),
        str(row["n"]),
        "–" if row["rate"] is None else _percent(row["rate"]),
        span,
        "" if row["percentile"] is None else f"{_number(row['percentile']) * 100:.0f}",
    )


def _percent(share: object) -> str:
    return f"{_number(share) * 100:.1f} %"


def _number(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


def _aligned(lines: list[tuple[str, ...]]) -> str:
    """Columns, the first set left and the others right."""
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    texts = [
        "  ".join(cell.ljust(width) if at == 0 else cell.rjust(width) for at, (cell, width) in enumerate(zip(line, widths, strict=True)))
        for line in lines
    ]
    return "\n".join(text.rstrip() for text in texts) + "\n"
