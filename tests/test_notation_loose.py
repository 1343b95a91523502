"""Records as people write them: read without a fault, and written in the form the document gives them (docs/notation.md, section 9)."""

from __future__ import annotations

import pytest
from loose import WORDS, Hand

from notation.convert import convert_spelling
from notation.reader import read_text
from notation.words import ROUTE_ONLY, RULE_SETS, SPELLINGS
from notation.words import WORDS as KNOWN
from notation.writer import write_games

GAMES = 25
DIALECTS = [(rules, spelling) for rules in RULE_SETS for spelling in (["route"] if rules in ROUTE_ONLY else SPELLINGS)]


@pytest.mark.parametrize(("rules", "spelling"), DIALECTS)
def test_a_loose_record_in_its_canonical_form(rules: str, spelling: str) -> None:
    for seed in range(GAMES):
        loose, canonical = Hand(seed, spelling, rules).game()
        games = list(read_text(loose))
        assert [str(fault) for game in games for fault in game.diagnostics] == []
        assert write_games(games) == canonical
        again = list(read_text(canonical))
        assert [(game.entries, game.result, game.after) for game in again] == [(game.entries, game.result, game.after) for game in games]
        assert write_games(again) == canonical
        for other in [] if rules in ROUTE_ONLY else SPELLINGS:
            there = list(read_text(write_games([convert_spelling(games[0], other)])))
            assert [fault for game in there for fault in game.diagnostics] == []
            assert there[0].entries == games[0].entries
            assert write_games([convert_spelling(there[0], spelling)]).partition("\n\n")[2] == canonical.partition("\n\n")[2]


def test_every_word_is_written() -> None:
    assert set(WORDS) == set(KNOWN)
