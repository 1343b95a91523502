"""How fast an archive comes into a store: whole processes of `trictrac archive add`, on one and on two, beside pgn-extract in the same run.

    python tests/benchmarks/bench_store.py [--megabytes N] [--keep FOLDER]

The archive is matches by the steered player under ever other names and places, all marked as due. Each process is timed by the clock and by
the processor, its own start and its workers counted, and the most memory any of them held is told. The machine code is made beforehand
(`trictrac warm`).
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
from bench_archive import archive, references, shuffled

TARGET, SCALING, MEMORY = 500_000, 1.7, 1.5e9
"""Turns a second of one processor; how much faster two are; bytes."""


class Spent(NamedTuple):
    """Seconds by the clock, seconds of processors, the most bytes one process held."""

    clock: float
    processor: float
    memory: float


def written(path: Path, megabytes: int) -> int:
    """Write an archive of so many megabytes; returns its rolls."""
    text = archive(min(2000, 150 + 10 * megabytes), "store")
    rolls, copy = 0, 0
    with path.open("wb") as file:
        while file.tell() < megabytes * 1_000_000:
            part = shuffled(text, 1, seed=copy).replace(b'[Site "0"]', b'[Site "%d"]' % copy)
            rolls += part.count(b". W ") + part.count(b". B ")
            file.write(part + b"\n")
            copy += 1
    return rolls


def run(*words: str, alone: bool = False) -> Spent:
    """Run the command line in a process of its own, which the kernel accounts for with its workers; `alone` on one processor only."""
    program = [sys.executable, "-c", "import sys; from reports.cli import main; sys.argv[0] = 'trictrac'; main()", *words]
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)} if alone else allowed)
    child = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.sched_setaffinity(0, allowed)
    _, status, own = os.wait4(child.pid, 0)
    clock, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if os.waitstatus_to_exitcode(status) > 1:
        raise SystemExit(f"trictrac {' '.join(words)} failed")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(clock, processor, own.ru_maxrss * 1024.0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        file = folder / "archive.tgn"
        rolls = written(file, options.megabytes)
        run("warm")
        print(f"{file.stat().st_size / 1e6:.0f} MB, {rolls:,} rolls")
        times = {}
        for jobs in (1, 2):
            store = folder / f"store-{jobs}"
            shutil.rmtree(store, ignore_errors=True)
            spent = times[jobs] = run("archive", "add", str(file), "--to", str(store), "--jobs", str(jobs), alone=jobs == 1)
            where = "1 processor" if jobs == 1 else f"{jobs} processes"
            print(f"{where}: {spent.clock:.1f} s by the clock, {spent.processor:.1f} s of processors, {spent.memory / 1e6:.0f} MB:")
            print(f"  {rolls / spent.processor:,.0f} turns a second of one processor, {rolls / spent.clock:,.0f} by the clock")
        print(f"two processes are {times[1].clock / times[2].clock:.2f} times as fast as one (asked: {SCALING})")
        again = run("archive", "add", str(file), "--to", str(folder / "store-1"))
        print(f"unchanged, added again: {again.clock:.2f} s")
        told = references(rolls // 10)
        for name in ("python-chess", "pgn-extract"):
            if name in told:
                print(f"{name}: {told[name]:,.0f} plies/s; ours / {name}: {rolls / times[1].processor / told[name]:.2f}")


if __name__ == "__main__":
    main()
