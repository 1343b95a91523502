"""How fast an archive becomes tables, beside pgn-extract and python-chess on as many plies in the same run.

    python tests/benchmarks/bench_archive.py [--games N]

Seconds of processor time. Ours is text to the four tables through the compiled engine: every roll's worth, every legal play counted, every
mark audited. The references check the moves of a PGN and keep nothing. The words of the archive are met for the first time in its first
piece (cold) and known in the second (warm).
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

PIECE = 8 << 20
"""Bytes of a piece."""


def archive(games: int, seed: str = "bench") -> bytes:
    """Matches by the steered player, all marked as due."""
    from analysis.generate import Faults, generate

    return "\n".join(text for text, _ in generate(games, seed, faults=Faults.none())).encode()


def shuffled(text: bytes, copies: int, seed: int = 3) -> bytes:
    """The same matches again and again under other names and dates, in another order: an archive many times as long."""
    rng = random.Random(seed)
    games = text.decode().split("\n[Event ")
    games = [games[0], *("[Event " + game for game in games[1:])]
    parts = []
    for copy in range(copies):
        rng.shuffle(games)
        parts += [
            game.rstrip("\n").replace("[White ", f'[Site "{copy}"]\n[White ', 1).replace('[Date "1', f'[Date "{1 + copy % 2}', 1) + "\n"
            for game in games
        ]
    return "\n".join(parts).encode()


def pgn(plies: int, seed: int = 7) -> str:
    """Chess at random from a fixed seed."""
    import chess
    import chess.pgn

    rng = random.Random(seed)
    games: list[str] = []
    done = 0
    while done < plies:
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while not board.is_game_over() and board.ply() < 120:
            move = rng.choice(list(board.legal_moves))
            node = node.add_variation(move)
            board.push(move)
        done += board.ply()
        games.append(str(game))
    return "\n\n".join(games) + "\n"


def pieces(text: bytes) -> list[bytes]:
    """The text cut between games."""
    found, at = [], 0
    while at < len(text):
        end = text.find(b"\n\n[", at + PIECE)
        end = len(text) if end < 0 else end + 2
        found.append(text[at:end])
        at = end
    return found


def ours(text: bytes) -> dict[str, float]:
    """Turns a second, words met for the first time and words known."""
    from analysis.bulk import Bulk

    bulk = Bulk()
    bulk.tables(archive(2, "warm"))
    rates = {}
    for name in ("cold words", "warm words"):
        start, turns, by_column, games = time.process_time(), 0, 0, 0
        for piece in pieces(text):
            found = bulk.tables(piece, "bench.tgn")
            turns += found.tables["plies"].height
            by_column += found.by_column
            games += found.games
        rates[name] = turns / (time.process_time() - start)
    rates["by column"] = by_column / games
    return rates


def references(plies: int) -> dict[str, float]:
    """Plies a second of python-chess and of pgn-extract, as far as they are here."""
    import chess.pgn

    rates = {}
    text = pgn(min(plies, 40_000))
    start, read = time.process_time(), 0
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        read += game.end().ply()
    rates["python-chess"] = read / (time.process_time() - start)
    program = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    if program:
        with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
            copies = max(1, plies // read)
            for _ in range(copies):
                file.write(text + "\n")
            file.flush()
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([program, "-s", "-r", file.name], check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            rates["pgn-extract"] = read * copies / spent
    return rates


def measured(games: int = 300, copies: int = 20) -> dict[str, float]:
    """All rates, per second of processor time."""
    text = shuffled(archive(games), copies)
    rates = ours(text)
    plies = text.count(b". W ") + text.count(b". B ")
    return {**rates, **references(plies), "megabytes": len(text) / 1e6, "plies": plies}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--copies", type=int, default=20)
    options = parser.parse_args()
    found = measured(options.games, options.copies)
    for name, rate in found.items():
        print(f"{name:<14} {rate:>14,.2f}")
    for name in ("python-chess", "pgn-extract"):
        if name in found:
            print(f"ours / {name}: {found['warm words'] / found[name]:.2f}")


if __name__ == "__main__":
    Path("tests").is_dir()
    main()
