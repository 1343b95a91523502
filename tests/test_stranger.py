"""What a stranger tried who did not know how it is meant: records that a hurried or a hostile hand writes."""

from time import perf_counter

import pytest

from analysis.tables import judge
from notation.reader import read_text
from notation.record import Game


def game(plies: str, *tags: str) -> Game:
    text = '[White "Alice"]\n[Black "Bob"]\n' + "".join(f"[{tag}]\n" for tag in tags) + f"\n{plies}\n*\n"
    (found,) = read_text(text)
    return found


@pytest.mark.parametrize(
    ("play", "told"),
    [
        pytest.param("5/6 5/7", "there is only 1 man on 5, and 2 are played from it", id="one man played twice"),
        pytest.param("T/1 " * 16, "there are only 13 men on T, and 16 are played from it", id="more men than there are"),
        pytest.param("7/8", "there is no man on 7 to play", id="nobody there"),
        pytest.param("5/7 7/8 7/9", "there is only 1 man on 7, and 2 are played from it", id="one man comes and two go on"),
    ],
)
def test_more_men_played_than_there_are(play: str, told: str) -> None:
    judged = judge(game(f"1. W 6-5 T/5 T/6\n2. B 6-5 T/6 T/5\n3. W 2-1 {play}\n4. B 2-1 T/2 T/1"))
    assert [gap.message for gap in judged.replay.breaks] == [f"{told} (docs/rules.md M-1)"]


def test_a_line_of_many_men_takes_no_time() -> None:
    began = perf_counter()
    judge(game("1. W 6-5 " + "T/1 " * 900))
    assert perf_counter() - began < 5
