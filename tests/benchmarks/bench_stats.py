"""How long the statistics of ten million plies take, beside polars merely reading the columns they need.

    python tests/benchmarks/bench_stats.py [PLIES] [STORE]

The tables are those of some hundred generated games, written to Parquet over and over under other files and other names, as many plies as
asked for. With STORE they are read from there instead. Times are wall clock, the best of several rounds.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

import polars as pl

from analysis.frames import Frames
from analysis.generate import generate
from analysis.search import compile_query
from analysis.stats import AXES, statistics
from analysis.tables import judge
from notation.reader import read_text

TARGET = 2.0
"""Seconds for any of them on ten million plies, two cores."""
GAMES, PLAYERS, PER_FILE = 120, 500, 25
QUERIES = ("petit jan full and corner held and points >= 8", "missed and not school claimed", "men on 9 >= 3 and jan BV missed")


def tables(folder: Path, plies: int, seed: int = 3) -> Frames:
    """The four tables with this many plies, as Parquet files in a folder."""
    chance = random.Random(seed)
    text = "\n".join(text for text, _ in generate(GAMES, seed))
    base = {table: lazy.collect() for table, lazy in zip(Frames._fields, Frames.of(map(judge, read_text(text, "base.tgn"))), strict=True)}
    names = sorted(set(base["games"]["white"]) | set(base["games"]["black"]))
    others = [f"Player {number}" for number in range(PLAYERS)]
    times = -(-plies // base["plies"].height)
    for first in range(0, times, PER_FILE):
        pieces: dict[str, list[pl.DataFrame]] = {table: [] for table in base}
        for number in range(first, min(times, first + PER_FILE)):
            renamed = dict(zip(names, chance.sample(others, len(names)), strict=True))
            for table, rows in base.items():
                named = [pl.col(name).replace(renamed) for name in ("white", "black", "player", "opponent") if name in rows.columns]
                pieces[table].append(rows.with_columns(pl.lit(f"archive/volume-{number:04}.tgn").alias("file"), *named))
        for table, found in pieces.items():
            pl.concat(found).write_parquet(folder / f"{table}-{first:05}.parquet")
    return Frames(*(pl.scan_parquet(folder / f"{table}-*.parquet") for table in Frames._fields))


def seconds(query: pl.LazyFrame, rounds: int = 3) -> float:
    """The best of several rounds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        query.collect(engine="streaming")
        times.append(time.perf_counter() - start)
    return min(times)


def measured(frames: Frames) -> dict[str, float]:
    """Seconds for each kind of statistic and for some searches, and for reading the columns alone."""
    found = {f"stats --by {by}": seconds(statistics(frames, by)) for by in AXES}
    found |= {f"find {query}": seconds(compile_query(query).found(frames).select(pl.len())) for query in QUERIES}
    columns = ["player", "opponent", "due_roller", "owed_roller", "owed_opponent", "assumed", "verdict", "decision"]
    found["read their columns of plies"] = seconds(frames.plies.select(pl.col(columns).null_count()))
    return found


def main(words: list[str]) -> None:
    """Measure and print."""
    plies = int(words[0]) if words else 10_000_000
    with tempfile.TemporaryDirectory() as folder:
        if len(words) > 1:
            from reports.gather import frames_of

            frames = frames_of([words[1]], [0, 0, 0, 0])
        else:
            frames = tables(Path(folder), plies)
        print(f"{frames.plies.select(pl.len()).collect().item():,} plies, polars on {pl.thread_pool_size()} threads")
        for what, took in measured(frames).items():
            print(f"{what:<60} {took:6.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
