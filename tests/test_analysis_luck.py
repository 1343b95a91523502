"""What the 36 rolls of a position are worth: the same by the engine's own table, plain, and compiled."""

import pytest

from analysis.luck import MANY, Luck, _compiled, expected
from notation.record import opposite
from notation.sources import read_path
from replay.engine import chances
from replay.replayer import replay
from replay.turns import Replay


def by_the_table(game: Replay) -> dict[int, float]:
    means = {}
    for turn in game.turns:
        own, opp = turn.before.men(turn.side), turn.before.men(opposite(turn.side))
        if own is None or opp is None:
            continue
        rolls = chances(own, opp, game.rules, rolls=turn.roll_of_holding, earlier=turn.before.thrown["WB".index(turn.side)])
        means[turn.index] = sum(chance.weight * chance.due.total_roller for chance in rolls) / 36
    return means


@pytest.fixture(scope="module")
def games() -> list[Replay]:
    return [replay(game) for game in read_path("corpora/games")]


def test_the_mean_of_the_thirty_six_rolls(games: list[Replay]) -> None:
    assert any(expected(game) for game in games)
    for game in games:
        assert expected(game) == by_the_table(game)


def test_the_compiled_engine_says_the_same(games: list[Replay]) -> None:
    pytest.importorskip("numba", reason="the compiled engine is the extra `bulk`")
    compiled = _compiled()
    assert compiled is not None
    luck = Luck(asked=MANY, of=compiled)
    for game in games:
        assert luck.expected(game) == expected(game)
