"""The fast lane for regular plies reads what the careful way reads: the same games, the same diagnostics."""

import random
from pathlib import Path

import pytest

from analysis.generate import generate
from notation import reader
from notation.convert import convert_spelling
from notation.reader import read_text
from notation.record import Game
from notation.regular import Dialect
from notation.writer import write_games


def texts() -> list[str]:
    """Every record of the collection and some generated ones, in all spellings."""
    found = [path.read_text("utf-8") for path in sorted(Path("corpora").rglob("*.tgn"))]
    found += [text for text, _ in generate(12, "regular")]
    for text in tuple(found):
        for spelling in ("bn", "route"):
            try:
                found.append(write_games([convert_spelling(game, spelling) for game in read_text(text)]))
            except ValueError:
                continue
    return found


def with_care(text: str, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    with monkeypatch.context() as patch:
        patch.setattr(reader._Reader, "is_regular", lambda self: False)
        patch.setattr(Dialect, "regular_ply", lambda *words, **more: None)
        return list(read_text(text))


def assert_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, careful = list(read_text(text)), with_care(text, monkeypatch)
    assert fast == careful
    assert [game.diagnostics for game in fast] == [game.diagnostics for game in careful]
    assert [[entry.line for entry in game.entries] for game in fast] == [[entry.line for entry in game.entries] for game in careful]


def test_whole_records(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in texts():
        assert_same(text, monkeypatch)


@pytest.mark.parametrize("seed", range(2))
def test_records_with_slips(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    known = [text for text in texts() if len(text) < 6000]
    for _ in range(300):
        letters = list(rng.choice(known))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(letters))
            letters[at] = rng.choice(["", " ", "\n", *"WBN16/.+-~={;T?x", letters[at] * 2])
        assert_same("".join(letters), monkeypatch)
