"""How fast matches of bräde and Dutch TricTrac become tables, plain and compiled, beside python-chess on as many plies in the same run.

    python tests/benchmarks/bench_races.py [--matches N] [--copies N] [--no-plain]

Seconds of processor time, text to the four tables: every play judged, every ending and every fault found. Generated matches, without faults
and with the usual ones (one in fifty throws); the compiled way gets them several times over, under other names. The reference reads as many
plies of a PGN, checks the moves and keeps nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from bench_archive import references, shuffled

RULES = ("brade", "trictrac-nl")
PIECE = 8 << 20


def matches(rules: str, number: int, *, faults: bool, seed: str = "bench") -> bytes:
    """Generated matches of a game."""
    from analysis.generate_race import RaceFaults, generate

    made = generate(number, seed, faults=RaceFaults() if faults else RaceFaults.none(), rules=rules)
    return "\n".join(text for text, _ in made).encode()


def rate(reading: Any, text: bytes) -> tuple[float, Any]:
    """Plies a second, and the last of what was read; the text in pieces between games."""
    start, plies, at, found = time.process_time(), 0, 0, None
    while at < len(text):
        end = text.find(b"\n\n[Event", at + PIECE)
        end = len(text) if end < 0 else end + 2
        found = reading.tables(text[at:end], "bench.tgn")
        plies += found.tables["plies"].height
        at = end
    return plies / (time.process_time() - start), found


def measured(number: int = 120, copies: int = 20, *, plain: bool = True) -> dict[str, float]:
    """All rates: `rules kind engine` to plies a second, and `rules kind by column` to the share of matches that went so."""
    from analysis.bulk import Bulk
    from analysis.reading import OneByOne

    rates: dict[str, float] = {}
    most = 0
    for rules in RULES:
        for kind in ("sound", "faulty"):
            text = matches(rules, number, faults=kind == "faulty")
            if plain:
                rates[f"{rules} {kind} plain"], _ = rate(OneByOne(), text)
            bulk = Bulk()
            bulk.tables(matches(rules, 2, faults=True, seed="warm"))
            many = shuffled(text, copies)
            most = max(most, many.count(b". W ") + many.count(b". B "))
            rates[f"{rules} {kind} compiled"], found = rate(bulk, many)
            rates[f"{rules} {kind} by column"] = found.by_column / found.games
    return {**rates, "python-chess": references(min(most, 40_000))["python-chess"]}


def main() -> None:
    """Print the rates, and how they stand to the reference."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=120)
    parser.add_argument("--copies", type=int, default=20)
    parser.add_argument("--no-plain", dest="plain", action="store_false")
    options = parser.parse_args()
    found = measured(options.matches, options.copies, plain=options.plain)
    chess = found["python-chess"]
    for name, value in found.items():
        told = f"{value:>12,.2f}" if name.endswith("column") else f"{value:>12,.0f} plies/s   {value / chess:5.2f} of python-chess"
        print(f"{name:<32} {told}")


if __name__ == "__main__":
    main()
