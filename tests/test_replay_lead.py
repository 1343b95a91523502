"""Who threw for the lead: a side, or a player by his name, also one who is called as the other side is."""

from __future__ import annotations

import pytest

from notation.reader import read_text
from notation.record import Event
from replay.lead import by_throws

HEAD = '[White "B"]\n[Black "W"]\n[Points "{}"]\n\n'


@pytest.mark.parametrize(
    ("spelling", "line", "side"),
    [
        ("guiton", "@lead W 5, B 3", "W"),
        ("guiton", '@lead "W" 5, "B" 3', "B"),
        ("guiton", '@lead "B" 5, "W" 3', "W"),
        ("guiton", '@lead W 5, "W" 6-1', "B"),
        ("guiton", "@lead V 5, S 3", "W"),
        ("bn", "@lead B 5, N 3", "W"),
        ("bn", '@lead "B" 5, "W" 6', "B"),
        ("guiton", '@lead W 5, "B" 3', None),
        ("guiton", "@lead W 5, Bob 3", None),
        ("guiton", "@lead W 5, B 5", None),
    ],
)
def test_who_threw_higher(spelling: str, line: str, side: str | None) -> None:
    (game,) = read_text(HEAD.format(spelling) + line + "\n*\n")
    assert game.diagnostics == ()
    event = game.entries[0]
    assert isinstance(event, Event)
    assert by_throws(event, game) == side
