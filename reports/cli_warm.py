"""`trictrac warm`: the engine for archives compiled once for this machine."""

from __future__ import annotations

import time

import click

from reports.console import fail


@click.command()
def warm() -> None:
    """Compile the engine for archives, once for this machine.

    The first run compiles for half a minute or more; later ones find the machine code in its cache beside the source (or in
    NUMBA_CACHE_DIR).
    """
    from analysis.generate import generate
    from analysis.generate_race import RaceFaults
    from analysis.generate_race import generate as races_of

    start = time.perf_counter()
    try:
        from analysis.bulk import Bulk
    except ImportError:
        raise fail("the compiled engine needs the extra `bulk`: pip install 'trictrac-records[bulk]'") from None
    games = [game for game, _ in generate(4, "warm")]
    for rules in ("brade", "trictrac-nl"):
        games += [game for game, _ in races_of(1, "warm", faults=RaceFaults.none(), rules=rules)]
    text = "\n".join(games)
    piece = Bulk().tables(text.encode())
    rolls = piece.tables["plies"].height
    click.echo(f"compiled engine ready in {time.perf_counter() - start:.1f} s: {rolls} rolls of {piece.games} games judged")
