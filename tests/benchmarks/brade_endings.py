"""How games of bräde end when the player of `replay.cousins.brade_player` plays himself, and how fast the kernels are.

    python tests/benchmarks/brade_endings.py [games] [seed]

Prints the table of docs/brade.md. Needs the extra `bulk`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

import numpy as np

from replay.cousins import fast
from replay.cousins.brade import KINDS
from replay.cousins.brade_player import TEMPER

BEAUTIFUL = KINDS[2:6]


def endings(games: int, seed: int) -> Counter[str]:
    """Endings by kind, `munk`, and what was counted along the way (`throws lost hits bursts janblottor`)."""
    player = fast.brade_player()
    rng = np.random.default_rng(seed)
    buffers = [np.zeros(size, np.int64) for size in (65536, 16385, 16384, 5)]
    temper = np.array(TEMPER, np.int64)
    found: Counter[str] = Counter()
    for _ in range(games):
        won = int(player.game(rng.integers(1, 7, 4000), rng.integers(0, 40, 997), temper, temper, *buffers))
        found[KINDS[won & 7] or "unfinished"] += 1
        found["munk"] += won >> 3 & 1
    found.update(dict(zip(("throws", "lost", "hits", "bursts", "janblottor"), (int(n) for n in buffers[3]), strict=True)))
    return found


def main() -> None:
    games, seed = (int(word) for word in [*sys.argv[1:], *("20000", "1")[len(sys.argv) - 1 :]])
    endings(1, 0)  # compiled before the clock runs
    began = time.perf_counter()
    found = endings(games, seed)
    took = time.perf_counter() - began
    rows = {
        "hemspel": found["hemspel"],
        "beautiful games": sum(found[kind] for kind in BEAUTIFUL),
        **{f"- {kind}": found[kind] for kind in BEAUTIFUL},
        "jan": found["jan"],
        "sprängjan": found["sprangjan"],
        "with munk": found["munk"],
        "unfinished": found["unfinished"],
    }
    for name, number in rows.items():
        print(f"{name:24}{number:8}{100 * number / games:8.1f} %")
    for name in ("throws", "lost", "hits", "bursts", "janblottor"):
        print(f"{name + ' a game':24}{found[name] / games:8.1f}")
    print(f"{found['throws'] / took:,.0f} throws a second with their player, {games / took:,.0f} games a second")


if __name__ == "__main__":
    main()
