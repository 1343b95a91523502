"""The players of bräde and Dutch TricTrac: legal, the same for the same seed, better than chance; and how their games of bräde end."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from conftest import HERE

from replay.cousins import brade, brade_player, dutch, dutch_player

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable


def brade_game(rng: Random, players: tuple[Callable[..., Any], Callable[..., Any]]) -> tuple[int, brade.Ending]:
    """Who won (0 began) and how."""
    position = brade.START
    for ply in range(2000):
        results = brade.legal(position, (rng.randint(1, 6), rng.randint(1, 6)))
        chosen = players[ply % 2](rng, results)
        assert chosen in results
        if chosen.ending:
            return ply % 2, chosen.ending
        position = chosen.position.turned()
        assert not brade.faults(position)
    pytest.fail("a game without an end")


def dutch_game(rng: Random, players: tuple[Callable[..., Any], Callable[..., Any]]) -> tuple[int, bool]:
    """Who won (0 began), and whether in the nabeurt's last turn."""
    position = dutch.START
    for _ in range(2000):
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        if set(dice) == {1, 2}:
            dice = (2, 3)  # a throw with thousands of plays; what it allows is tested elsewhere
        results = dutch.legal(position, dice)
        chosen = players[0 if position.mover_began else 1](rng, results)
        assert not dutch.faults(chosen.position)
        if chosen.ended in ("win", "loss"):
            return int(position.mover_began == (chosen.ended == "loss")), position.nabeurt
        position = chosen.position if chosen.again else chosen.position.turned()
    pytest.fail("a game without an end")


def chance(rng: Random, results: tuple[Any, ...]) -> Any:
    return rng.choice(results)


def test_bradeplayer_beats_chance_and_plays_the_same_for_a_seed() -> None:
    assert brade_game(Random(4), (brade_player.pick, chance)) == brade_game(Random(4), (brade_player.pick, chance))
    won = 0
    for seed in range(10):
        players = (brade_player.pick, chance) if seed % 2 else (chance, brade_player.pick)
        winner, _ = brade_game(Random(seed), players)
        won += players[winner] is brade_player.pick
    assert won >= 8


def test_dutch_player_beats_chance_and_plays_the_same_for_a_seed() -> None:
    assert dutch_game(Random(4), (dutch_player.pick, chance)) == dutch_game(Random(4), (dutch_player.pick, chance))
    won = 0
    for seed in range(16):
        players = (dutch_player.pick, chance) if seed % 2 else (chance, dutch_player.pick)
        winner, _ = dutch_game(Random(seed), players)
        won += players[winner] is dutch_player.pick
    assert won >= 11


def test_compiled_and_plain_play_the_same_game() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from replay.cousins import fast

    rng = Random(2)
    dice = [rng.randint(1, 6) for _ in range(1200)]
    whims = [rng.randrange(40) for _ in range(97)]
    temper = list(brade_player.TEMPER)
    count = [0] * 5
    plain = brade_player.game(dice, whims, temper, temper, [0] * 16384, [0] * 8193, [0] * 4096, count)
    sizes = (16384, 8193, 4096, 5)
    buffers = [np.zeros(size, np.int64) for size in sizes]
    arrays = [np.array(values, np.int64) for values in (dice, whims, temper, temper)]
    assert plain
    assert fast.brade_player().game(*arrays, *buffers) == plain
    assert list(buffers[3]) == count


@pytest.mark.soak
def test_how_twenty_thousand_games_of_brade_end() -> None:
    """As docs/brade.md tells it: every ending comes up, none but the plain ones often."""
    pytest.importorskip("numba")
    import importlib.util

    spec = importlib.util.spec_from_file_location("brade_endings", HERE / "benchmarks" / "brade_endings.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    ends: Counter[str] = module.endings(20_000, 1)
    assert sum(number for kind, number in ends.items() if kind in brade.POINTS_OF) == 20_000
    assert all(ends[kind] for kind in brade.POINTS_OF)
    assert ends["munk"] > 0
