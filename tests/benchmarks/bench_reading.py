"""How fast records are read, beside python-chess reading games in the same run.

    python tests/benchmarks/bench_reading.py

Both are megabytes of text a second of processor time, from bytes to whole values: a `Game` with every ply and what it says; a python-chess
game with its moves. Both have read a little before. The archive is regular and large enough that its words, met for the first time, do not
weigh; the PGN is games played at random from a fixed seed. Rounds of the two take turns, and the best of each counts: a shared machine is
never faster than it is.
"""

from __future__ import annotations

import io
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

sys.path.insert(0, str(Path(__file__).parents[1]))

ROUNDS = 5
ARCHIVE = 20_000_000
PGN = 600_000
TARGET = 30.0
"""How many times as many megabytes a second as python-chess."""
FLOOR = 10.0
"""Megabytes a second, on the machine of docs/performance.md."""


def archive() -> bytes:
    """The regular archive of `benchmarks.archive`."""
    from benchmarks.archive import write_archive

    return "".join(write_archive(ARCHIVE)).encode()


def pgn() -> str:
    """Games of chess played at random, as PGN."""
    import chess.pgn

    chance = random.Random(1)
    games: list[str] = []
    size = 0
    while size < PGN:
        game = chess.pgn.Game()
        board, node = game.board(), game
        for _ in range(chance.randint(40, 160)):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = chance.choice(moves)
            board.push(move)
            node = node.add_variation(move)
        games.append(str(game) + "\n\n")
        size += len(games[-1])
    return "".join(games)


def read_records(data: bytes) -> int:
    """Reads all games and gives how many plies they have."""
    from notation.reader import read_games

    return sum(len(game.entries) for game in read_games(io.BytesIO(data)))


def read_chess(text: str) -> int:
    """The same with python-chess."""
    import chess.pgn

    stream = io.StringIO(text)
    plies = 0
    while (game := chess.pgn.read_game(stream)) is not None:
        plies += sum(1 for _ in game.mainline_moves())
    return plies


def rate(read: Callable[[], int], size: int) -> float:
    """Megabytes a second of processor time."""
    start = time.process_time()
    read()
    return size / 1e6 / (time.process_time() - start)


def measured(rounds: int = ROUNDS) -> dict[str, float]:
    """Megabytes a second of both, the best of several rounds, and how many times the one is the other."""
    data, text = archive(), pgn()
    read_records(data[: len(data) // 50])
    read_chess(text[: len(text) // 20])
    ours, theirs = [], []
    for _ in range(rounds):
        theirs.append(rate(lambda: read_chess(text), len(text)))
        ours.append(rate(lambda: read_records(data), len(data)))
    return {"records": max(ours), "python-chess": max(theirs), "ratio": max(ours) / max(theirs)}


def main() -> None:
    """Prints the figures."""
    for name, figure in measured().items():
        print(f"{name:14} {figure:8.2f}" + (" MB/s" if name != "ratio" else f" (wanted: {TARGET:g})"))


if __name__ == "__main__":
    main()
