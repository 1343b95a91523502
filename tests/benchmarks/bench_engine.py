"""How fast the plain engine is, beside python-chess reading games in the same run.

    python tests/benchmarks/bench_engine.py

One turn is everything a roll is worth and the complete list of legal plays; one ply is a move of a PGN read and checked. Both are counted
per second of processor time, the best of several rounds, on games played at random from a fixed seed.
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

    from replay.kernel import Planes

sys.path.insert(0, str(Path(__file__).parents[1]))

Turn = tuple["Planes", "Planes", int, int, int]

ROUNDS = 9
TARGET = 40_000
"""Turns a second where python-chess reads REFERENCE plies a second."""
REFERENCE = 40_000


def best_rate(run: Callable[[], int], rounds: int = ROUNDS) -> float:
    """The best of several rounds, in units a second of processor time."""
    rates = []
    for _ in range(rounds):
        start = time.process_time()
        done = run()
        rates.append(done / (time.process_time() - start))
    return max(rates)


def turns(number: int, seed: int = 11) -> list[Turn]:
    """Rolls of games played towards one thing or another: the men of both sides, the dice, the history."""
    import oracle

    from replay import kernel
    from replay.plays import planes

    return [
        (planes(board.own), planes(board.opp), max(board.dice), min(board.dice), kernel.THIRD_ROLL if board.third else 0)
        for board in oracle.steered_positions(seed, number)
    ]


def run_turns(rolls: list[Turn]) -> Callable[[], int]:
    from replay import kernel
    from replay.rules import RULE_SETS

    flags = RULE_SETS["trictrac"].flags
    score, out = [0] * kernel.SLOTS, [0] * kernel.PLAYS

    def run() -> int:
        for own, opp, high, low, history in rolls:
            kernel.turn(own, opp, high, low, flags, history, score, out)
        return len(rolls)

    return run


def run_due(rolls: int = 1500, seed: int = 11) -> Callable[[], int]:
    """The same as values (`replay.engine.due`), as one game is replayed."""
    import oracle

    from replay.engine import due
    from replay.rules import RULE_SETS

    rules = RULE_SETS["trictrac"]
    boards = list(oracle.steered_positions(seed, rolls))

    def run() -> int:
        for board in boards:
            due(board.own, board.opp, board.dice, rules)
        return len(boards)

    return run


def run_chess(games: int = 20, plies: int = 80, seed: int = 5) -> Callable[[], int]:
    """python-chess reading games from their PGN."""
    import chess
    import chess.pgn

    chance = random.Random(seed)
    texts = []
    for _ in range(games):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = chance.choice(moves)
            node = node.add_variation(move)
            board.push(move)
        texts.append(str(game))
    text = "\n\n".join(texts)

    def run() -> int:
        stream, read = io.StringIO(text), 0
        while (game := chess.pgn.read_game(stream)) is not None:
            read += sum(1 for _ in game.mainline_moves())
        return read

    return run


def measured() -> dict[str, float]:
    """Turns and plies a second, measured by turns so that both see the same machine."""
    kernel_run, due_run, chess_run = run_turns(turns(3000)), run_due(), run_chess()
    rates = {"turns": 0.0, "dues": 0.0, "plies": 0.0}
    for _ in range(ROUNDS):
        rates["turns"] = max(rates["turns"], best_rate(kernel_run, 1))
        rates["dues"] = max(rates["dues"], best_rate(due_run, 1))
        rates["plies"] = max(rates["plies"], best_rate(chess_run, 1))
    return rates


if __name__ == "__main__":
    found = measured()
    print(f"trictrac, kernel      {found['turns']:>9,.0f} turns/s   (jans and all legal plays)")
    print(f"trictrac, values      {found['dues']:>9,.0f} turns/s   (replay.engine.due)")
    print(f"python-chess, PGN     {found['plies']:>9,.0f} plies/s")
    print(f"ratio kernel to PGN   {found['turns'] / found['plies']:>9.2f}")
