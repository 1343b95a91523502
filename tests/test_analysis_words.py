"""The distinct words of an archive: the short way of reading the usual ones says what the reader says, and no more than it can."""

import random
from functools import cache

import pytest

pytest.importorskip("numba")

from analysis.generate import generate
from analysis.words import Dialect, ply_row
from notation.convert import convert_spelling
from notation.plies import read_ply
from notation.reader import read_text
from notation.words import SPELLINGS
from notation.writer import write_game
from replay.moves import settled

STRAY = "hold go go~ +4 -2 T/6 school 4 false raise ~ pass ? early holes 1 T/6~ 5~ +1h4 +8~4 +4(PJx2) (2) mark b w n W 6-6 3-4 x".split()  # noqa: SIM905 - words
LETTERS = "0123456789TWBN/+-=?'~() "


@cache
def tails(spelling: str) -> tuple[str, ...]:
    """Tails of generated matches with faults put in, as they are and spoilt in a letter or a word."""
    found = set()
    for text, _ in generate(25, "words"):
        for game in read_text(text):
            lines = write_game(convert_spelling(game, spelling)).splitlines()
            found |= {line.split(". ", 1)[1].partition(" ;")[0].partition(" =")[0] for line in lines if line[:1].isdigit() and ". " in line}
    rng = random.Random("words")
    whole = sorted(found)
    return *whole, *(spoilt(rng, tail) for tail in whole for _ in range(3))


def spoilt(rng: random.Random, tail: str) -> str:
    words = tail.split(" ")
    at = rng.randrange(len(words))
    way = rng.randrange(5)
    if way == 0:
        rng.shuffle(words)
    elif way == 1:
        words.insert(rng.randrange(len(words) + 1), rng.choice([*STRAY, ""]))
    elif way == 2:
        del words[at]
    else:
        letters = list(words[at] or "x")
        letters[rng.randrange(len(letters))] = rng.choice(LETTERS)
        words[at] = "".join(letters)
    return " ".join(words)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_short_way_says_what_the_reader_says(spelling: str) -> None:
    dialect = Dialect(spelling, "trictrac")
    short = 0
    for tail in tails(spelling):
        said = dialect.usual(tail)
        if said is None:
            continue
        short += 1
        read = read_ply("1. " + tail, 0, dialect.readers, None)
        assert read.error is None and read.side in ("W", "B"), tail
        assert said.men == settled(read.body), tail
        assert said.row == ply_row(read.body, read.side, said.men), tail
    assert short > len(tails(spelling)) / 4


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_most_tails_are_usual(spelling: str) -> None:
    dialect = Dialect(spelling, "trictrac")
    whole = tails(spelling)[: len(tails(spelling)) // 4]
    assert sum(dialect.usual(tail) is not None for tail in whole) > 0.9 * len(whole)
