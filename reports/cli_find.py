"""`trictrac find`: the positions of records or of a store that answer a query."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from reports.console import CLEAN, ENGINES, ERRORS, fail, print_, say

if TYPE_CHECKING:
    from analysis.summary import Row

SPELLINGS = ("guiton", "route", "bn")
SHOWN = 50
"""Positions that are shown where nothing else is asked for."""
KEY = ("file", "game", "turn")


@click.command()
@click.argument("query")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--count", is_flag=True, help="Only how many there are.")
@click.option("--limit", type=click.IntRange(min=0), default=SHOWN, show_default=True, help="Show so many at most; 0 is all.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line (docs/search.md).")
@click.option("--spelling", type=click.Choice(SPELLINGS), default="guiton", show_default=True, help="How positions name their points.")
@click.option("--engine", type=click.Choice(ENGINES), default="auto", show_default=True, help="Which engine judges records.")
@click.option("--names", metavar="FILE", help="An authority file of players (docs/archive.md); for stores.")
@click.option("--site", metavar="ADDRESS", default="", help="Where `trictrac report` put its pages, for the links.")
def find(
    query: str, paths: tuple[str, ...], count: bool, limit: int, as_json: bool, spelling: str, engine: str, names: str | None, site: str
) -> None:
    """Find positions: QUERY is as "petit jan full and corner held and points >= 8".

    PATH is a record, a folder, a .zip, or a store. The language, and all its words: docs/search.md.
    """
    import polars as pl

    from analysis.search import QueryError, compile_query
    from reports.gather import frames_of

    try:
        compiled = compile_query(query)
    except QueryError as fault:
        raise fail(str(fault)) from None
    tally = [0, 0, 0, 0]
    found = compiled.found(frames_of(paths, tally, names, engine))
    number = found.select(pl.len())
    shown = found.sort(KEY)
    if count:
        print_(str(number.collect(engine="streaming").item()))
    else:
        both = pl.collect_all([number, shown.head(limit) if limit else shown], engine="streaming")
        total = both[0].item()
        for row in both[1].iter_rows(named=True):
            told = found_row(row, spelling, site)
            if as_json:
                say(told)
            else:
                print_(_text(told))
        if not as_json:
            more = f"; these are the first {limit}, --limit 0 shows all" if limit and total > limit else ""
            print_(f"{total} position{'' if total == 1 else 's'}{more}")
    sys.exit(ERRORS if tally[2] or tally[3] else CLEAN)


def found_row(row: Row, spelling: str, site: str = "") -> dict[str, object]:
    """One position found, as `--json` says it. `link` is its place in the pages that `trictrac report` makes."""
    from analysis.summary import number, setup, text, whole
    from notation.position import write_setup
    from reports.write import game_page_name

    raced = row.get("match_game") is not None  # a race game, which knows only the route
    dice = whole(row, "high"), whole(row, "low")
    thrown = (dice[0], dice[1]) if dice[0] is not None and dice[1] is not None else None
    page = f"games/{game_page_name(text(row, 'file'), number(row, 'game'))}#t{number(row, 'ply')}"
    return {
        "type": "found",
        "file": row.get("file"),
        "game": row.get("game"),
        "ply": row.get("ply"),
        "line": row.get("line"),
        "side": row.get("side"),
        "player": row.get("player"),
        "opponent": row.get("opponent"),
        "dice": list(dice),
        "position": write_setup(setup(row, thrown), "route" if raced else spelling, "trictrac-nl" if raced else "trictrac"),
        "link": f"{site.rstrip('/')}/{page}" if site else page,
    }


def _text(told: dict[str, object]) -> str:
    who = {"W": "White", "B": "Black"}.get(str(told["side"]), "?")
    dice = "-".join("?" if die is None else str(die) for die in told["dice"])  # type: ignore[attr-defined]
    name = f" ({told['player']})" if told["player"] else ""
    return f"{told['file'] or '<text>'}:{told['line']}: game {told['game']}, ply {told['ply']}: {who}{name} {dice}\n    {told['position']}"
