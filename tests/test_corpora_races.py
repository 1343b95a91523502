"""The matches of bräde and Dutch TricTrac in the collection come out as their notes say, and stay as they came out."""

import json
from pathlib import Path

import pytest

from analysis.tables import judge
from notation.sources import read_path
from notation.writer import write_games
from reports.voices import voice_of

RACES = Path("corpora/races")
GOLDEN = Path("corpora/golden/races")
EXPECTED = [json.loads(line) for line in (RACES / "expected.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", EXPECTED, ids=lambda row: row["game"])
def test_findings_and_games_of_a_match(row: dict) -> None:
    (game,) = read_path(RACES / row["game"])
    assert game.diagnostics == ()
    judged = judge(game)
    found = sorted(judged.audit.findings, key=lambda finding: (finding.line, finding.kind))
    assert [{"ply": f.ply, "kind": f.kind, "side": f.side, "points": f.points} for f in found] == row["findings"]
    games = [{"winner": g.winner, "kind": g.kind, "munk": g.munk, "value": g.value} for g in judged.replay.games]
    assert games == row["games"]
    assert (list(judged.replay.score), judged.replay.winner) == (row["score"], row["winner"])
    assert len(judged.replay.checks) == row["checks"] and all(check.agrees for check in judged.replay.checks)
    assert judged.replay.breaks == ()


def test_every_match_has_its_expectation() -> None:
    assert {row["game"] for row in EXPECTED} == {path.name for path in RACES.glob("*.tgn")}


@pytest.mark.parametrize("path", sorted(RACES.glob("*.tgn")), ids=lambda path: path.stem)
def test_golden_replay(path: Path) -> None:
    """Every throw of every match as text; `python tests/golden.py` writes them anew after a change that is meant."""
    (game,) = read_path(path)
    judged = judge(game)
    assert voice_of(judged).replay_text(judged) + "\n" == (GOLDEN / f"{path.stem}.txt").read_text("utf-8")
    assert "".join(write_games([game])) == path.read_text("utf-8")
