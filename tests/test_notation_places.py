"""Places, spellings, and the record in another spelling."""

from __future__ import annotations

import subprocess
import sys

import pytest

import notation
from notation import NotationError, convert_spelling, parse_place, read_text, write_game, write_place
from notation.record import BAR, HAND, OFF
from notation.words import RULE_SETS, SPELLINGS, WORDS, fold, meanings

CORNERS = [
    # spelling, side, the names of 0 talon, 1, 11 corner, 12 the other's corner, 22, 23 the other's talon
    ("guiton", "W", "T 1 11 11' 1' T'"),
    ("guiton", "B", "T 1 11 11' 1' T'"),
    ("route", "W", "1 2 12 13 23 24"),
    ("route", "B", "1 2 12 13 23 24"),
    ("bn", "W", "B1 B2 B12 N12 N2 N1"),
    ("bn", "B", "N1 N2 N12 B12 B2 B1"),
    ("bn", "?", "B1 B2 B12 N12 N2 N1"),
]


@pytest.mark.parametrize(("spelling", "side", "names"), CORNERS)
def test_the_ends_and_the_corners(spelling: str, side: str, names: str) -> None:
    assert [write_place(place, spelling, side) for place in (0, 1, 11, 12, 22, 23)] == names.split()


@pytest.mark.parametrize("side", ["W", "B"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_place_is_read_as_it_was_written(spelling: str, side: str) -> None:
    for place in (*range(24), OFF, BAR, HAND):
        name = write_place(place, spelling, side)
        assert parse_place(name, spelling, side) == parse_place(name.lower(), spelling, side) == place
    with pytest.raises(ValueError, match="no place"):
        write_place(25, spelling, side)


def test_other_ways_to_write_a_place() -> None:
    assert parse_place("0", "guiton") == 0
    assert parse_place("0′", "guiton") == parse_place("T’", "guiton") == 23
    assert parse_place("sorti", "bn") == OFF
    assert parse_place("Ribba", "route", "W", "brade") == BAR
    assert parse_place("main", "route", "W", "trictrac-nl") == HAND


@pytest.mark.parametrize("text", ["", "12", "T''", "05", "B1", "12'", "X", "1 ", "off'"])
def test_no_place_of_guiton(text: str) -> None:
    with pytest.raises(NotationError) as fault:
        parse_place(text, "guiton")
    assert (fault.value.kind, fault.value.column) == ("place", 1)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_places_beside_the_board(rules: str) -> None:
    known = {"off": True, "bar": rules in {"brade", "trictrac-nl"}, "hand": rules == "trictrac-nl"}
    for name, there in known.items():
        if there:
            parse_place(name, "route", "W", rules)
        else:
            with pytest.raises(NotationError):
                parse_place(name, "route", "W", rules)


def test_no_word_has_two_meanings() -> None:
    """`school` is Dutch for `school`; else a word stands once in the table."""
    words = [(fold(word), canonical) for canonical, languages in WORDS.items() for column in ((canonical,), *languages) for word in column]
    assert len(meanings()) == len(set(words))


RECORD = """; a game
[White "Alice"]
[Black "Bob"]
[Position "T*9,2*3,3,4,7 / T*15 W - 0-0 0-0 leader=W"]
[Result "*"]

1. W 6-4 +4(BV9') T/6 11'/off ; T/6 stays here
2. B 5-2 T/13
@position T*9,2*3,3,4,7 / T*15 W - 0-0 0-0 leader=W
@lead W 5, "S" 3
*
"""
IN_BN = """; a game
[White "Alice"]
[Black "Bob"]
[Points "bn"]
[Position "B1*9,B3*3,B4,B5,B8 / N1*15 B - 0-0 0-0 leader=B"]
[Result "*"]

1. B 6-4 +4(BVN10) B1/B7 N12/off ; T/6 stays here
2. B 5-2 T/13
@position B1*9,B3*3,B4,B5,B8 / N1*15 B - 0-0 0-0 leader=B
@lead B 5, "S" 3
*
"""


def test_a_record_in_another_spelling() -> None:
    """Everything that names a place changes; comments and lines in error stay as they stand."""
    (game,) = read_text(RECORD)
    other = convert_spelling(game, "bn")
    assert write_game(other) == IN_BN
    assert write_game(convert_spelling(other, "guiton")) == RECORD
    assert convert_spelling(game, "guiton") is game


def test_a_wrong_tag_for_the_points_makes_room() -> None:
    (game,) = read_text('[White "a"]\n[Points "dots"]\n[Black "b"]\n[Points bn]\n\n1. W 6-4 T/6\n*\n')
    (other,) = read_text(write_game(convert_spelling(game, "route")))
    assert [fault.kind for fault in other.diagnostics] == ["tag"]
    assert other.spelling == "route"
    assert write_game(other).splitlines()[:4] == ['[White "a"]', '[Points "route"]', '[Black "b"]', "[Points bn]"]


@pytest.mark.parametrize(("rules", "spelling"), [("brade", "bn"), ("trictrac-nl", "guiton"), ("trictrac", "algebraic")])
def test_spellings_a_record_cannot_have(rules: str, spelling: str) -> None:
    (game,) = read_text(f'[White "a"]\n[Black "b"]\n[Rules "{rules}"]\n\n*\n')
    with pytest.raises(ValueError, match=r"spelling of points|along the route"):
        convert_spelling(game, spelling)


def test_the_face() -> None:
    """Every public name is there, once, in order; and none of the heavy libraries is loaded for it."""
    assert notation.__all__ == sorted(set(notation.__all__))
    for name in notation.__all__:
        assert getattr(notation, name).__doc__, name
    heavy = "{'pyparsing', 'zstandard', 'zipfile', 'polars'}"
    code = f"import sys, notation; sys.exit(str({heavy} & set(sys.modules)) if {heavy} & set(sys.modules) else 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
