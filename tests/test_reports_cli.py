"""The commands as a user meets them: what they print, what they return, and that nothing makes them break."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reports.cli import main

BOARD = "T*9,3,5,6*2,11*2 / T*8,2,4,5,6*2,11*2 W - 4-0 0-0"
CLEAN = '[White "A"]\n[Black "B"]\n\n1. W 6-4 T/6 T/4\n*\n'
MISSED = f'[White "A"]\n[Black "B"]\n[Position "{BOARD}"]\n\n1. W 6-4 3/9 5/9\n*\n'
SLIP = '[White "A"]\n[Black "B"]\n\n1. W 6-4 T/6 T/44\n*\n'


def run(*words: str, text: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, words, input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def lines(result: Result) -> list[dict]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(("text", "code"), [(CLEAN, 0), (MISSED, 1), (SLIP, 2), ("", 0)])
def test_exit_codes(text: str, code: int) -> None:
    assert run("check", "-", text=text).exit_code == code
    assert run("replay", "-", text=text).exit_code == code


def test_check_json() -> None:
    (finding,) = lines(run("check", "--json", "-", text=MISSED))
    assert (finding["type"], finding["kind"], finding["ply"], finding["side"], finding["points"]) == ("finding", "missed", 1, "W", 4)
    (fault,) = lines(run("check", "--json", "-", text=SLIP))
    assert (fault["type"], fault["kind"], fault["line"], fault["column"]) == ("diagnostic", "place", 4, 16)


def test_replay_json() -> None:
    (turn,) = lines(run("replay", "--json", "-", text=MISSED))
    assert turn["due_roller"] == 4
    assert turn["marked_roller"] == 0
    assert turn["points"] == [4, 0]
    assert turn["position"].startswith("T*9,6*2,9*2,11*2 / ")


def test_documented_keys_are_the_keys() -> None:
    page = Path("docs/json.md").read_text("utf-8")
    for row in (*lines(run("check", "--json", "-", text=MISSED + SLIP)), *lines(run("replay", "--json", "-", text=MISSED))):
        for key in row:
            assert f"`{key}`" in page, key


def test_replay_table_is_csv() -> None:
    result = run("replay", "--table", "plies", "-", text=MISSED)
    head, row = result.stdout.splitlines()
    assert head.split(",")[:4] == ["file", "game", "turn", "ply"]
    assert len(row.split(",")) == len(head.split(","))


def test_one_game_of_many() -> None:
    assert len(lines(run("replay", "--json", "-g", "2", "-", text=CLEAN + CLEAN))) == 1


def test_score_and_friends() -> None:
    (row,) = lines(run("score", "--json", BOARD, "6-4"))
    assert (row["due_roller"], row["due_opponent"], row["plays"]) == (4, 0, 11)
    assert len(lines(run("plays", "--json", BOARD, "64"))) == 11
    rolls = lines(run("chances", "--json", BOARD))
    assert sum(roll["of_36"] for roll in rolls) == 36


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("score", "T*16 / T*15 W - 0-0 0-0", "6-4"), "16"),
        (("score", "T*15", "6-4"), "position"),
        (("score", BOARD, "6-9"), "6-9"),
        (("score", BOARD), "DICE"),
        (("score",), "POSITION"),
        (("score", BOARD, "6-4", "--rules", "chess"), "chess"),
        (("score", "--batch", "nosuch.jsonl"), "nosuch.jsonl"),
        (("chances", "T*15 / ? W - 0-0 0-0"), "men"),
        (("check", "nosuch.tgn"), "nosuch.tgn"),
    ],
)
def test_faults_of_the_user_are_told(words: tuple[str, ...], told: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert told in result.output


def test_a_bad_row_of_a_batch_spoils_nothing() -> None:
    good = Path("corpora/cases/positions.jsonl").read_text("utf-8").splitlines()[0]
    result = run("score", "--batch", "-", text=f"{good}\nnonsense\n[]\n{{}}\n{good}\n")
    rows = lines(result)
    assert result.exit_code == 2
    assert ["error" in row for row in rows] == [False, True, True, True, False]
    assert rows[0] == rows[4]


def test_fmt_and_convert(tmp_path: Path) -> None:
    loose = tmp_path / "loose.tgn"
    loose.write_text(CLEAN.replace("1. W 6-4", "1.w 46").replace("T/6", "t/6"), "utf-8")
    assert run("fmt", "--check", str(loose)).exit_code == 1
    assert run("fmt", "-i", str(loose)).exit_code == 0
    assert loose.read_text("utf-8") == CLEAN.replace('"B"]\n', '"B"]\n[Result "*"]\n')
    assert run("fmt", "--check", str(loose)).exit_code == 0
    there = run("convert", "--to", "bn", str(loose)).stdout
    assert "1. B 6-4 B1/B7 B1/B5" in there
    back = run("convert", "--to", "guiton", "-", text=there).stdout
    assert "1. W 6-4 T/6 T/4" in back


def test_report_writes_a_site(tmp_path: Path) -> None:
    bad = tmp_path / "in" / "bad.tgn"
    bad.parent.mkdir()
    bad.write_bytes(b"\x00\x01\x02")
    (tmp_path / "in" / "good.tgn").write_text(MISSED.replace('"A"', '"<script>alert(1)</script>"'), "utf-8")
    result = run("report", str(bad.parent), "-o", str(tmp_path / "site"))
    assert result.exit_code == 2
    names = sorted(str(page.relative_to(tmp_path / "site")) for page in (tmp_path / "site").rglob("*.html"))
    assert "index.html" in names
    assert "games/good-1.html" in names
    for page in (tmp_path / "site").rglob("*.html"):
        assert "<script>alert" not in page.read_text("utf-8")
    assert not list((tmp_path / "site").rglob("*.part"))


def test_report_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    record = tmp_path / "a.tgn"
    record.write_text(CLEAN)
    result = run("report", str(record), "-o", str(tmp_path / "file" / "site"))
    assert result.exit_code == 2
    assert "file" in result.output


def test_a_pipe_that_closes_early_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -c 'from reports.cli import main; main()' replay --json corpora/games | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr
