"""Generated matches: faults put in on purpose are found, all of them and nothing else."""

from collections import Counter

import pytest

from analysis.auditor import audit
from analysis.generate import Faults, generate
from notation.reader import read_text
from notation.writer import write_game
from replay.replayer import replay


def differences(games: int, seed: str) -> tuple[Counter, list]:
    """Kinds put in, and every game where the audit says another thing than the ledger."""
    put_in: Counter[str] = Counter()
    wrong = []
    for text, ledger in generate(games, seed):
        (game,) = read_text(text)
        found = audit(replay(game))
        wanted = Counter((i.ply, i.kind, i.side, i.points, i.holes, i.school) for i in ledger)
        got = Counter((f.ply, f.kind, f.side, f.points, f.holes, f.school) for f in found.findings)
        put_in.update(i.kind for i in ledger)
        if wanted != got:
            wrong.append((text, wanted - got, got - wanted))
    return put_in, wrong


def test_the_audit_finds_what_was_put_in_and_nothing_else() -> None:
    put_in, wrong = differences(60, "ci")
    assert wrong == []
    assert set(put_in) >= {
        "missed",
        "over-marked",
        "wrong-side",
        "fill-unmade",
        "preserve-unmade",
        "hole-unpegged",
        "illegal-play",
        "false-school",
    }


@pytest.mark.soak
def test_the_same_over_two_thousand_matches() -> None:
    _, wrong = differences(2000, "soak")
    assert wrong == []


def test_perfect_matches_have_no_findings_and_end() -> None:
    for text, ledger in generate(10, "perfect", faults=Faults.none()):
        (game,) = read_text(text)
        rebuilt = replay(game)
        assert ledger == []
        assert audit(rebuilt).findings == ()
        assert all(check.agrees for check in rebuilt.checks)
        assert rebuilt.winner is not None
        assert write_game(game) == text


def test_the_same_seed_plays_the_same() -> None:
    assert list(generate(2, 7)) == list(generate(2, 7))
    assert list(generate(2, 7)) != list(generate(2, 8))
