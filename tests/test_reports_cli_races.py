"""The commands with bräde and Dutch TricTrac: what they print, what they say with --json, and what they refuse."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import cases_folder

from reports.cli import main

RACES = Path("corpora/races")
LAST = "19,off*14 / 1*14,9 W - 0-0 0-0"
HAND = "hand*15 / hand*15 W - 0-0 0-0"


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def objects(*words: str) -> list[dict]:
    return [json.loads(line) for line in run(*words)[1].splitlines()]


def documented(title: str) -> set[str]:
    """The keys of a table of docs/json.md."""
    table = re.search(rf"^\| key of a `{title}` .*?\n\n", Path("docs/json.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert table is not None
    return {key for line in table[0].strip().splitlines()[2:] for key in re.findall(r"`([\w-]+)`", line.split("|")[1])}


def test_a_turn_and_a_game_as_objects() -> None:
    rows = objects("replay", "--json", str(RACES / "brade-sprangjan.tgn"))
    turns = [row for row in rows if row["type"] == "turn"]
    games = [row for row in rows if row["type"] == "match-game"]
    assert set(turns[0]) == documented("turn")
    assert set(games[0]) == documented("match-game")
    (game,) = games
    assert (game["kind"], game["value"], game["winner"], game["won_by"]) == ("sprangjan", 6, "B", "play")
    assert game["turns"] == len(turns)
    last = turns[-1]
    assert last["fault"] == "over" and last["winner"] == "B" and last["steps"] == [{"from": "bar", "to": "4", "die": None, "taken": 2}]


@pytest.mark.parametrize("path", sorted(RACES.glob("*.tgn")), ids=lambda path: path.stem)
def test_everything_is_said_of_every_match(path: Path) -> None:
    code, text = run("check", str(path))
    assert code == (1 if "finding" in text and "0 findings" not in text else 0)
    for table in ("games", "plies", "jans", "findings"):
        _, csv = run("replay", "--table", table, str(path))
        assert csv.startswith("file,game,")
    assert run("fmt", "--check", str(path))[0] == 0
    assert run("convert", "--to", "route", str(path)) == (0, path.read_text("utf-8"))
    code, text = run("convert", "--to", "bn", str(path))
    assert code == 2 and "along the route only" in text


def test_score_plays_and_chances() -> None:
    assert run("score", LAST, "6-2", "--rules", "brade")[1].startswith(
        "White throws 6-2: 2 legal results; the dearest ending is hemspel with"
    )
    (row,) = objects("score", "--json", LAST, "6-2", "--rules", "brade")
    assert (row["results"], row["value"], row["play"], row["lost"]) == (2, 2, "19/21* 21/off", 0)
    rows = objects("plays", "--json", LAST, "6-2", "--rules", "brade")
    assert [(one["ending"], one["value"]) for one in rows] == [("hemspel munk", 2), ("hemspel", 1)]
    rows = objects("plays", "--json", HAND, "5-1", "--rules", "trictrac-nl")
    assert [(one["play"], one["ending"]) for one in rows] == [("hand/1/6", None), ("hand/1 hand/5", None)]
    rows = objects("chances", "--json", LAST, "--rules", "brade")
    assert len(rows) == 21 and sum(row["of_36"] for row in rows) == 36
    with_double = run("plays", HAND, "5-1", "--rules", "trictrac-nl", "--variant", "entry=double")[1]
    assert with_double.startswith("no play")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("score", "19,off*13 / 1*15 W - 0-0 0-0", "6-2", "--rules", "brade"), "14 men"),
        (("score", "off*15 / 1*15 W - 0-0 0-0", "6-2", "--rules", "brade"), "the game is over"),
        (("score", "hand*15 / 1*15 W - 0-0 0-0", "6-2", "--rules", "brade"), "hand"),
        (("score", "19,off*14 / 1*15 ? - 0-0 0-0", "6-2", "--rules", "brade"), "who throws must be known"),
        (("score", LAST, "7-2", "--rules", "brade"), "no roll"),
        (("score", "--rules", "brade"), "POSITION is wanted"),
        (("plays", LAST, "--rules", "brade"), "DICE are wanted"),
    ],
)
def test_what_is_refused_is_told(words: tuple[str, ...], told: str) -> None:
    code, text = run(*words)
    assert code != 0 and told in text


@pytest.mark.cases
@pytest.mark.parametrize(("rules", "name"), [("brade", "brade_oracle.jsonl.gz"), ("trictrac-nl", "dutch_oracle.jsonl.gz")])
def test_a_batch_answers_the_cases(tmp_path: Path, rules: str, name: str) -> None:
    path = cases_folder() / name
    if not path.exists():
        pytest.skip(f"no {name} here")
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()[::7]
    rows = [json.loads(line) for line in lines]
    wanted = ("id", "mover", "other", "throw", "mover_began")
    batch = tmp_path / "rows.jsonl"
    batch.write_text("\n".join(json.dumps({key: row[key] for key in wanted if key in row}) for row in rows), "utf-8")
    answers = objects("score", "--batch", str(batch), "--rules", rules)
    told = ("id", "legal", "ended", "legal_count", "legal_sha256")
    assert answers == [{key: row[key] for key in told if key in row} for row in rows]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("{}", "mover is missing: an object of points, bar, off"),
        ('{"mover": {"points": [1]}}', "mover: points is a list of 24 numbers of men"),
        ('{"mover": {"points": [15.5' + ", 0" * 23 + "]}}", "mover: a number of men is a whole number from 0 to 15"),
        ('{"mover": {"points": [15%(z)s]}, "other": {"points": [14%(z)s]}, "throw": [1, 2]}', "the other side has 14 men"),
        ('{"mover": {"points": [15%(z)s]}, "other": {"points": [15%(z)s]}, "throw": [1, 7]}', "two numbers from 1 to 6"),
        ("[]", "not a JSON object"),
    ],
)
def test_a_bad_row_of_a_batch_says_what_is_wrong(tmp_path: Path, row: str, told: str) -> None:
    batch = tmp_path / "rows.jsonl"
    batch.write_text(row.replace("%(z)s", ", 0" * 23), "utf-8")
    code, text = run("score", "--batch", str(batch), "--rules", "brade")
    assert code == 2 and told in json.loads(text)["error"]


@pytest.mark.parametrize("command", ["score", "plays", "chances"])
def test_a_flag_that_is_none_is_told(command: str) -> None:
    words = [command, HAND, *(["6-1"] if command != "chances" else []), "--rules", "trictrac-nl", "--variant"]
    result = CliRunner().invoke(main, [*words, "entry=foo"])
    assert result.exit_code == 0 and "entry" in result.stderr
    assert not CliRunner().invoke(main, [*words, "entry=double"]).stderr
