"""Generated matches: faults put in on purpose are found, all of them and nothing else."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from analysis.auditor import audit
from analysis.generate import Faults, Injected, generate
from analysis.phases import phase
from analysis.typing_slips import SLIPS
from notation.reader import read_text
from notation.writer import write_game
from replay.replayer import replay


def differences(games: int, seed: str, faults: Faults | None = None, rules: str = "trictrac") -> tuple[Counter, list]:
    """Kinds put in, and every game where the audit or the reader says another thing than the ledger."""
    put_in: Counter[str] = Counter()
    wrong = []
    for text, ledger in generate(games, seed, faults=faults, rules=rules):
        (game,) = read_text(text)
        found = audit(replay(game))
        wanted = Counter(i[1:] if isinstance(i, Injected) else (i.line, i.kind) for i in ledger)
        got = Counter((f.ply, f.kind, f.side, f.points, f.holes, f.school) for f in found.findings)
        got += Counter((fault.line, fault.kind) for fault in game.diagnostics)
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


def test_the_reader_refuses_every_slip_and_nothing_else() -> None:
    """Behind other faults, and anywhere in games without."""
    put_in, wrong = differences(25, "slips", Faults(slips=100))
    assert wrong == []
    alone = Faults.none()
    more, wrong = differences(40, "only slips", replace(alone, slips=100))
    assert wrong == []
    assert set(more) == set(SLIPS), "each way to spoil a line comes up"
    assert put_in["missed"] > 0


def test_the_same_by_the_rules_of_triktrak() -> None:
    put_in, wrong = differences(12, "wilson", Faults(slips=50), rules="triktrak")
    assert wrong == []
    assert sum(put_in.values()) > 12


def test_a_slip_of_each_kind_is_refused_wherever_it_is_made() -> None:
    chance = Random(5)
    for text, _ in generate(3, "each", faults=Faults.none()):
        lines = text.split("\n")
        rolls = [at for at, line in enumerate(lines) if line[:1].isdigit() and "." in line]
        for kind, spoil in SLIPS.items():
            for at in chance.sample(rolls, 8):
                spoilt = spoil(chance, lines[at], "guiton")
                if spoilt == lines[at]:
                    continue
                (game,) = read_text("\n".join([*lines[:at], spoilt, *lines[at + 1 :]]))
                assert [(fault.kind, fault.line) for fault in game.diagnostics] == [(kind, at + 1)], spoilt
                assert audit(replay(game)).findings == (), spoilt


@pytest.mark.soak
def test_the_same_over_ten_thousand_matches() -> None:
    _, wrong = differences(10_000, "soak", Faults(slips=10))
    assert wrong == []


def test_every_phase_and_the_jans_of_every_phase_come_up() -> None:
    """The steered player does not only open: he returns and bears off."""
    jans: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    games = 40
    for text, _ in generate(games, "phases", faults=Faults.none()):
        (game,) = read_text(text)
        turns = replay(game).turns
        jans.update({jan.code for turn in turns if turn.due for jan in turn.due.roller})
        phases.update(phase(turn) for turn in turns)
    rolls = phases.total()
    assert jans["GJ"] > games * 0.8
    assert jans["JR"] > games * 0.25
    assert jans["JRC"] > games * 0.15
    assert jans["SO"] > games * 0.25
    assert jans["PJ"] > games * 0.1
    assert phases["return"] > rolls * 0.2
    assert phases["bearing-off"] > rolls * 0.03
    assert 80 < rolls / games < 220, "matches as long as people play them"


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
