"""The games of the collection come out as their notes say, and stay as they came out."""

import json
import os
from pathlib import Path

import pytest

from analysis.tables import judge
from notation.sources import read_path
from replay.forms.followed import told as settled
from replay.forms.joined import join
from replay.replayer import replay
from reports.text import replay_text

GAMES = Path("corpora/games")
GOLDEN = Path("corpora/golden")
HANDED = Path(os.environ.get("TRICTRAC_CASES", "corpora/cases")) / "games"
EXPECTED = [json.loads(line) for line in (GAMES / "expected.jsonl").read_text("utf-8").splitlines()]


def fact(finding: dict[str, object], like: dict[str, object]) -> dict[str, object]:
    """The same keys as the expectation."""
    return {key: finding[key] for key in like}


@pytest.mark.cases
@pytest.mark.parametrize("row", EXPECTED, ids=lambda row: row["game"])
def test_findings_of_a_game(row: dict) -> None:
    path = HANDED / row["game"] if (HANDED / row["game"]).is_file() else GAMES / row["game"]
    (game,) = read_path(path)
    assert game.diagnostics == ()
    judged = judge(game)
    found = []
    for finding in judged.audit.findings:
        cost = finding.cost
        found.append(
            {
                "ply": finding.ply,
                "kind": finding.kind,
                "side": finding.side,
                "points": finding.points,
                "holes": finding.holes,
                "school": finding.school,
                "told": finding.told,
                "changes_match": cost is not None and cost.changes_match,
                "winner": cost.track.winner if cost is not None else None,
            }
        )
    for told in (False, True):
        expected = row.get("told", []) if told else row["findings"]
        got = sorted((f for f in found if f["told"] is told), key=lambda f: f["ply"])
        assert [(f["ply"], f["kind"]) for f in got] == [(e["ply"], e["kind"]) for e in expected]
        assert [fact(f, e) for f, e in zip(got, expected, strict=True)] == expected
    if "checks" in row:
        assert len(judged.replay.checks) == row["checks"]
    assert all(check.agrees for check in judged.replay.checks)


def test_every_game_has_its_expectation() -> None:
    assert {row["game"] for row in EXPECTED} == {path.name for path in GAMES.glob("*.tgn")}


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.tgn")), ids=lambda path: path.stem)
def test_golden_replay(path: Path) -> None:
    """Every turn of every game as text, line by line; `python tests/golden.py` writes them anew after a change that is meant."""
    shown = "\n".join(replay_text(judge(game)) for game in read_path(path)) + "\n"
    assert shown == (GOLDEN / f"{path.stem}.txt").read_text("utf-8")


FORMS = sorted(Path("corpora/forms").glob("*.tgn"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_match_of_a_form_is_without_fault(path: Path) -> None:
    (game,) = read_path(path)
    judged = judge(game)
    assert game.diagnostics == () and judged.audit.findings == () and judged.replay.breaks == ()
    assert judged.joined is not None
    assert judged.joined.checks


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_golden_settlement(path: Path) -> None:
    """What `trictrac settle` tells of every match of the forms, line by line."""
    (game,) = read_path(path)
    assert "\n".join(settled(join(replay(game)))) + "\n" == (GOLDEN / "forms" / f"{path.stem}.txt").read_text("utf-8")
