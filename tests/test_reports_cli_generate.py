"""`trictrac generate`: the same seed gives the same bytes, and `trictrac check` finds what the ledger says, no more and no less."""

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from notation.sources import read_path
from reports.cli import main

TOLD = {"finding": ("game", "line", "ply", "kind", "side", "points", "holes", "school"), "diagnostic": ("game", "line", "kind")}


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def told(lines: str) -> Counter:
    rows = [json.loads(line) for line in lines.splitlines()]
    return Counter((row["type"], *(row[key] for key in TOLD[row["type"]])) for row in rows if row["type"] in TOLD)


@pytest.mark.parametrize("rules", ["trictrac", "triktrak"])
def test_check_says_what_the_ledger_says(tmp_path: Path, rules: str) -> None:
    records, ledger = tmp_path / "games.tgn", tmp_path / "ledger.jsonl"
    words = ("--games", "12", "--seed", "ledger", "--slips", "40", "--rules", rules)
    assert run("generate", *words, "-o", str(records), "--ledger", str(ledger)) == (0, "")
    code, found = run("check", "--json", str(records))
    assert code == 2
    put_in = told(ledger.read_text("utf-8"))
    assert told(found) == put_in
    assert {row[0] for row in put_in} == {"finding", "diagnostic"}


def test_the_same_seed_gives_the_same_bytes_whatever_the_form(tmp_path: Path) -> None:
    words = ("generate", "--games", "3", "--seed", "7", "-o")
    plain = tmp_path / "a.tgn"
    run(*words, str(plain))
    for ending in (".tgn.gz", ".tgn.zst"):
        one, other = tmp_path / f"a{ending}", tmp_path / f"b{ending}"
        run(*words, str(one))
        run(*words, str(other))
        assert one.read_bytes() == other.read_bytes()
        assert [game.entries for game in read_path(one)] == [game.entries for game in read_path(plain)]
    code, text = run("generate", "--games", "3", "--seed", "7", "-o", "-")
    assert (code, text) == (0, plain.read_text("utf-8"))
    assert run("generate", "--games", "3", "--seed", "8", "-o", "-")[1] != text


def test_perfect_matches_are_clean(tmp_path: Path) -> None:
    records, ledger = tmp_path / "perfect.tgn", tmp_path / "ledger.jsonl"
    assert run("generate", "--games", "4", "--perfect", "-o", str(records), "--ledger", str(ledger)) == (0, "")
    assert ledger.read_text("utf-8") == ""
    assert run("check", str(records))[0] == 0


def test_what_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    code, text = run("generate", "-o", str(tmp_path / "no" / "such" / "x.tgn"))
    assert code == 2
    assert "No such file or directory" in text
    code, text = run("generate", "-o", str(tmp_path / "x.tgn"), "--ledger", str(tmp_path))
    assert code == 2
    assert [path.name for path in tmp_path.iterdir()] == []
    assert run("generate", "--games", "-1", "-o", "-")[0] == 2


def test_a_form_takes_no_option_that_would_be_passed_over(tmp_path: Path) -> None:
    out = str(tmp_path / "e.tgn")
    for more in (["--perfect"], ["--slips", "3"], ["--ledger", str(tmp_path / "l.jsonl")], ["--rules", "brade"]):
        result = CliRunner().invoke(main, ["generate", "--form", "ecrire", "-o", out, *more])
        assert result.exit_code == 2 and more[0] in result.output
    assert not (tmp_path / "e.tgn").exists()
