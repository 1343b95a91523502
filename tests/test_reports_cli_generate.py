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


def test_what_goes_wrong_names_its_file(tmp_path: Path) -> None:
    records, ledger = tmp_path / "x.tgn", tmp_path / "none"
    ledger.write_text("a file, no folder")
    code, text = run("generate", "-o", str(records), "--ledger", str(ledger / "l.jsonl"))
    assert (code, text) == (2, f"Error: {ledger / 'l.jsonl'}: Not a directory\n")
    assert not records.exists()
    if Path("/dev/full").exists():
        words = ("generate", "--games", "40", "--seed", "full")
        code, text = run(*words, "-o", "/dev/full", "--ledger", str(tmp_path / "l.jsonl"))
        assert (code, text) == (2, "Error: /dev/full: No space left on device\n")
        code, text = run(*words, "-o", str(records), "--ledger", "/dev/full")
        assert (code, text) == (2, "Error: /dev/full: No space left on device\n")
        assert not records.exists()


def test_one_file_cannot_be_both(tmp_path: Path) -> None:
    (tmp_path / "link.tgn").symlink_to(tmp_path / "x.tgn")
    for other in (tmp_path / "x.tgn", tmp_path / "." / ".." / tmp_path.name / "x.tgn", tmp_path / "link.tgn"):
        code, text = run("generate", "-o", str(tmp_path / "x.tgn"), "--ledger", str(other))
        assert code == 2 and "--ledger another name" in text
    assert run("generate", "-o", "-", "--ledger", "-")[0] == 2
    assert run("generate", "-o", "/dev/null", "--ledger", "/dev/null") == (0, "")
    assert not (tmp_path / "x.tgn").exists()


def test_no_file_is_named_as_what_it_is_not(tmp_path: Path) -> None:
    game = "corpora/games/bearing-off.tgn"
    for name in ("x.tgn.bz2", "x.zip", "x.tgn.XZ"):
        code, text = run("generate", "-o", str(tmp_path / name))
        assert code == 2 and name in text and ".gz and .zst" in text
    for words in (("convert", "--to", "bn"), ("stats", "--format", "csv"), ("adjourn",)):
        code, text = run(*words, game, "-o", str(tmp_path / "x.tgn.gz"))
        assert code == 2 and "x.tgn.gz: only plain text" in text
    assert not list(tmp_path.iterdir())
    assert run("generate", "-o", str(tmp_path / "X.TGN.GZ")) == (0, "")
    assert [game.errors for game in read_path(tmp_path / "X.TGN.GZ")] == [()]
