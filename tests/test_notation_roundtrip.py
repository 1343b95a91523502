"""What is written is read back, and what is read is written back: as values, as bytes, and whatever befalls the text."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import games, setups

from notation.convert import convert_spelling
from notation.position import parse_setup, setup_of, write_setup
from notation.reader import read_games, read_text
from notation.record import Tag
from notation.words import ROUTE_ONLY, RULE_SETS, SPELLINGS
from notation.writer import canonical, write_game, write_games

if TYPE_CHECKING:
    from notation.record import Game

MANY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@MANY
@given(games())
def test_a_game_is_read_as_it_was_written(game: Game) -> None:
    written = write_game(game)
    (read,) = read_games(io.BytesIO(written.encode()))
    assert read == canonical(game)
    assert [fault.kind for fault in read.diagnostics if fault.kind not in {"result-missing", "event-unknown"}] == []
    assert write_game(read) == written


@MANY
@given(st.lists(games(), min_size=1, max_size=3))
def test_games_of_a_file_stay_apart(several: list[Game]) -> None:
    """Without a result, or with comments behind it, the comments at its end go to the next game: not built here."""
    several = [game for game in several if game.result is not None and not game.after]
    assert list(read_text(write_games(several))) == [canonical(game) for game in several]


@MANY
@given(games(), st.sampled_from(SPELLINGS))
def test_a_game_in_another_spelling_is_the_same_game(game: Game, spelling: str) -> None:
    if game.rules in ROUTE_ONLY and spelling != "route":
        with pytest.raises(ValueError, match="along the route"):
            convert_spelling(game, spelling)
        return
    other = convert_spelling(game, spelling)
    assert other.spelling == spelling
    (read,) = read_text(write_game(other))
    assert read.entries == game.entries
    assert setup_of(read) == setup_of(game)
    back = convert_spelling(other, game.spelling)
    assert back.entries == game.entries
    assert {tag for tag in back.head if isinstance(tag, Tag) and tag.name != "Points"} == {
        tag for tag in game.head if isinstance(tag, Tag) and tag.name != "Points"
    }


@MANY
@given(st.data(), st.sampled_from(RULE_SETS), st.sampled_from(SPELLINGS))
def test_a_position_is_read_as_it_was_written(data: st.DataObject, rules: str, spelling: str) -> None:
    setup = data.draw(setups(rules))
    assert parse_setup(write_setup(setup, spelling, rules), spelling, rules) == setup


def assert_stable(data: bytes) -> None:
    """Reading never raises, and what is read is written so that it reads and writes the same again."""
    found = list(read_games(io.BytesIO(data)))
    for game in found:
        for fault in game.diagnostics:
            assert 1 <= fault.column <= len(fault.source) + 1 or not fault.source
    once = write_games(found)
    again = list(read_games(io.BytesIO(once.encode("utf-8", "surrogatepass"))))
    assert write_games(again) == once


@MANY
@given(st.binary(max_size=300))
def test_garbage(data: bytes) -> None:
    assert_stable(data)


@MANY
@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_garbage_in_letters(text: str) -> None:
    assert_stable(text.encode())
    once = write_games(read_text(text))
    assert write_games(read_text(once)) == once


@MANY
@given(st.lists(st.text("[]@;{}\"\\'*/?~+-=.,#0123456TWBNx \t’–h", max_size=20), max_size=12))
def test_garbage_that_looks_like_the_notation(lines: list[str]) -> None:
    begin = ("", "[", "[White ", "1. ", "2. W ", "3. B 6-4 ", "4. W 6-4 +", "@", "@position ", "@won ", "@lead ", "; ", "{")
    for line, start in zip(lines, begin * 2, strict=False):
        assert_stable((start + line).encode())
    assert_stable("\n".join(start + line for line, start in zip(lines, begin * 2, strict=False)).encode())
