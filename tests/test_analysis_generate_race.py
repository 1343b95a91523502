"""Generated matches of bräde and Dutch TricTrac: faults put in on purpose are found, all of them and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from analysis.generate_race import Put, RaceFaults, generate
from analysis.tables import judge
from notation.reader import read_text
from notation.writer import write_game
from reports.cli import main

if TYPE_CHECKING:
    from pathlib import Path

GAMES = ("brade", "trictrac-nl")


def differences(games: int, seed: str, rules: str, faults: RaceFaults | None = None) -> tuple[Counter[str], list[object]]:
    """Kinds put in, and every match where the audit or the reader says another thing than the ledger."""
    put_in: Counter[str] = Counter()
    wrong: list[object] = []
    for text, ledger in generate(games, seed, faults=faults, rules=rules):
        (game,) = read_text(text)
        judged = judge(game)
        wanted = Counter(tuple(p[1:]) if isinstance(p, Put) else (p.line, p.kind) for p in ledger)
        got = Counter((f.line, f.ply, f.kind, f.side, f.points) for f in judged.audit.findings)
        got += Counter((fault.line, fault.kind) for fault in game.diagnostics)
        put_in.update(entry.kind for entry in ledger)
        if wanted != got:
            wrong.append((text, wanted - got, got - wanted))
    return put_in, wrong


COMMON = {"illegal-play", "dice-unused", "out-of-turn", "lead-differs", "result-differs", "hit-differs"}
OWN = {"brade": {"die-given-up", "reduction-wasted", "finish-overlooked", "played-on"}, "trictrac-nl": {"order-wrong"}}


@pytest.mark.parametrize("rules", GAMES)
def test_the_audit_finds_what_was_put_in_and_nothing_else(rules: str) -> None:
    put_in, wrong = differences(60 if rules == "brade" else 30, "ci", rules)
    assert wrong == []
    assert set(put_in) >= COMMON | OWN[rules]


def test_last_men_left_in_and_endings_passed_over() -> None:
    """Dutch TricTrac has no ending that a legal play passes over (docs/dutch.md); who could be off has left dice unused."""
    put_in, wrong = differences(10, "over", "trictrac-nl", RaceFaults(overlooked=900))
    assert wrong == []
    assert put_in["dice-unused"] > 50 and not put_in["finish-overlooked"]
    put_in, wrong = differences(20, "over", "brade", RaceFaults(overlooked=900))
    assert wrong == []
    assert put_in["finish-overlooked"] > 20


@pytest.mark.parametrize("rules", GAMES)
def test_matches_without_faults_and_with_slips(rules: str) -> None:
    assert differences(5, "clean", rules, RaceFaults.none()) == (Counter(), [])
    put_in, wrong = differences(6, "slips", rules, RaceFaults(slips=100))
    assert wrong == []
    assert {"place", "play", "word", "number", "dice", "comment"} & set(put_in)


@pytest.mark.soak
@pytest.mark.parametrize("rules", GAMES)
def test_hundreds_of_matches(rules: str) -> None:
    put_in, wrong = differences(400, "soak", rules, RaceFaults(slips=10))
    assert wrong == []
    assert set(put_in) >= COMMON | OWN[rules]


@pytest.mark.parametrize("rules", GAMES)
def test_matches_are_written_as_the_writer_would(rules: str) -> None:
    for text, _ in generate(3, "written", rules=rules):
        (game,) = read_text(text)
        assert not game.diagnostics
        assert write_game(game) == text


@pytest.mark.parametrize("rules", GAMES)
def test_the_command_writes_records_and_their_ledger(rules: str, tmp_path: Path) -> None:
    records, ledger = tmp_path / "m.tgn", tmp_path / "l.jsonl"
    words = ["generate", "--rules", rules, "--games", "4", "--seed", "x", "-o", str(records), "--ledger", str(ledger)]
    assert CliRunner().invoke(main, words).exit_code == 0
    told = [json.loads(line) for line in ledger.read_text("utf-8").splitlines()]
    checked = CliRunner().invoke(main, ["check", "--json", str(records)])
    found = [row for row in map(json.loads, checked.output.splitlines()) if row["type"] == "finding"]
    places = [(row["game"], row["line"], row["ply"], row["kind"], row["side"], row["points"]) for row in found]
    assert Counter(places) == Counter((row["game"], row["line"], row["ply"], row["kind"], row["side"], row["points"]) for row in told)
    assert told
