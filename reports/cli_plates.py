"""`trictrac plates`: figures of an archive, as SVG."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from reports.console import CLEAN, ERRORS, fail, print_


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-o", "--output", "folder", required=True, metavar="FOLDER", help="Where the plates go; it is made if need be.")
@click.option("--names", metavar="FILE", help="An authority file of players (docs/archive.md); for stores.")
def plates(paths: tuple[str, ...], folder: str, names: str | None) -> None:
    """Draw the figures of an archive: jans, points missed, the years, the dice.

    PATH is a record, a folder, a .zip, or a store. Needs the extra `plates`.
    """
    import polars as pl

    from analysis.race_stats import by_family
    from analysis.stats import OWN
    from reports.gather import frames_of
    from reports.plates import NoPlates
    from reports.plates import plates as drawn
    from reports.write import write_page

    tally = [0, 0, 0, 0]
    frames = frames_of(paths, tally, names)
    rules = frames.games.select(pl.col("rules").cast(pl.String).unique()).collect()["rules"].to_list()
    own = [share for _, share, told in by_family(frames, rules) if told is OWN]  # marks, jans and phases are trictrac's
    written = 0
    try:
        for name, svg in drawn(own[0]) if own else ():
            write_page(Path(folder) / f"{name}.svg", svg)
            written += 1
    except NoPlates as fault:
        raise fail(str(fault)) from None
    except OSError as fault:
        raise fail(f"{fault.filename or folder}: {fault.strerror or fault}") from None
    print_(f"{written} plate{'' if written == 1 else 's'} in {folder}" if written else "nothing to draw")
    sys.exit(ERRORS if tally[2] or tally[3] else CLEAN)
