"""`settle` and `adjourn` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reports.cli import main

SHEET = """[White "Alice"]
[Black "Bob"]
[Rules "ecrire"]
[Length "2"]

@mark 1/2
@won W 6-0 24 petty standing
@mark 2/2
@won B 3-6 5 simple
end
"""
FORMS = "corpora/forms"


def run(*words: str, text: str | None = None) -> Result:
    result = CliRunner().invoke(main, words, input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (SHEET, 0),
        (SHEET.replace("24 petty", "16 petty"), 1),
        (SHEET.replace("6-0 24 petty standing", "5-3 4 simple"), 1),
        (SHEET.replace("ecrire", "brade"), 2),
        (SHEET.replace('Length "2"', 'Length "7"'), 2),
        (SHEET.replace("@mark 2/2", "@mark 2/2 x y z !"), 2),
        (SHEET.replace("@mark 1/2", "@lost ?\n@mark 1/2"), 0),
        ("", 0),
    ],
)
def test_exit_codes(text: str, code: int) -> None:
    assert run("settle", "-", text=text).exit_code == code
    assert run("settle", "--json", "-", text=text).exit_code == code


def test_the_reckoning_is_printed_with_its_rules() -> None:
    told = run("settle", "-", text=SHEET).stdout
    assert "trictrac à écrire of 2 marks: Alice and Bob" in told.splitlines()[0]
    assert "5.2       +24     -24  mark 1: Alice marks Bob, 6 holes to 0, petty lurch without pickup: 3 × 6 − 0 = 18 and 6" in told
    assert "in all" in told
    wrong = run("settle", "-", text=SHEET.replace("24 petty", "16 petty")).stdout
    assert wrong.splitlines()[-1].startswith("line 7: won: the record says W 6-0 16 petty standing")


def test_a_match_of_holes_settles_under_three_schedules() -> None:
    told = run("settle", "corpora/games/soumille-1738.tgn").stdout
    for schedule in ("old", "bridge", "honours"):
        assert f"by the {schedule} schedule: 1" in told
    assert run("settle", "corpora/games/soumille-1738.tgn").exit_code == 0


def test_json() -> None:
    rows = [json.loads(line) for line in run("settle", "--json", FORMS).stdout.splitlines()]
    assert len(rows) == 10 and {row["type"] for row in rows} == {"settlement"}
    for row in rows:
        assert row["over"] and row["refused"] == row["differs"] == row["gaps"] == row["adjourned"] == []
        for unit, net in row["net"].items():
            moved = [line["amounts"] for line in row["lines"] if line["unit"] == unit and line["amounts"]]
            assert [sum(side) for side in zip(*moved, strict=True)] == net
        parts = row["settlement"]
        if row["form"]["form"] in ("ecrire", "combine"):
            assert parts["net"] == row["net"]["jetons"] and sum(parts["lost"]) == row["form"]["marks"]
        else:
            assert parts["money"] == row["net"]["money"]
    (row,) = (json.loads(line) for line in run("settle", "--json", "-", text=SHEET.replace("ecrire", "brade")).stdout.splitlines())
    assert (row["type"], row["severity"], row["line"]) == ("diagnostic", "error", 1)


def test_one_game_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.tgn"
    path.write_text(SHEET + "\n" + SHEET.replace("Alice", "Ada"), "utf-8")
    told = run("settle", str(path), "--game", "2").stdout
    assert "Ada" in told and "Alice" not in told
    result = run("settle", str(path), "--game", "3")
    assert result.exit_code == 2 and "there is no game 3" in result.stderr
    result = run("adjourn", str(path))
    assert result.exit_code == 2 and "`--game` says which" in result.stderr


def test_adjourn_prints_and_writes_a_record_that_goes_on(tmp_path: Path) -> None:
    match, record = f"{FORMS}/combine-partners.tgn", tmp_path / "later.tgn"
    told = run("adjourn", match, "--ply", "150", "--date", "2026.11.21T22:40", "-o", str(record))
    assert told.exit_code == 0 and "has the white men" in told.stdout and "@position" not in told.stdout
    text = record.read_text("utf-8")
    assert "@adjourn 2026.11.21T22:40" in text and '[Termination "adjourned"]' in text
    assert run("check", str(record)).exit_code == 0
    only = run("adjourn", match, "--ply", "150", "--date", "2026.11.21T22:40", "-o", "-")
    assert only.stdout == text
    both = run("adjourn", match, "--ply", "150").stdout
    assert "has the white men" in both and "@position" in both
    whole = Path(match).read_text("utf-8").splitlines()
    at = next(place for place, line in enumerate(whole) if line.startswith("151."))
    resumed = tmp_path / "resumed.tgn"
    resumed.write_text(text.rstrip().removesuffix("*") + "@resume 2026.11.28\n" + "\n".join(whole[at:]) + "\n", "utf-8")
    rows = [json.loads(run("settle", "--json", path).stdout) for path in (match, str(resumed))]
    assert rows[0]["net"] == rows[1]["net"] is not None and rows[1]["differs"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((f"{FORMS}/ecrire-two.tgn",), "nothing to put off"),
        ((f"{FORMS}/ecrire-two.tgn", "--ply", "9999"), "no roll 9999"),
        ((f"{FORMS}/ecrire-two.tgn", "--ply", "3", "--date", "soon"), "soon is no date"),
        (("nowhere.tgn",), "nowhere.tgn"),
        ((FORMS, "--ply", "3"), "`--game` says which"),
    ],
)
def test_what_cannot_be_put_off_is_told(words: tuple[str, ...], said: str) -> None:
    result = run("adjourn", *words)
    assert result.exit_code == 2 and said in result.stderr


def test_what_is_taken_for_granted_is_said_everywhere(tmp_path: Path) -> None:
    """An ante that nothing tells: under the reckoning, in the JSON, on the page."""
    text = """[White "A"]
[Black "B"]
[Players "A; B; C"]
[Rules "trictrac"]
[Form "fill-pool"]

@game 1 A B
@won W 6-3
"""
    note = "taken for granted: nothing tells the ante: 1"
    assert note in run("settle", "-", text=text).output
    assert json.loads(run("settle", "--json", "-", text=text).output)["notes"] == [note]
    (tmp_path / "a.tgn").write_text(text, "utf-8")
    run("report", str(tmp_path / "a.tgn"), "-o", str(tmp_path / "site"))
    (page,) = (tmp_path / "site" / "games").glob("*.html")
    assert "Taken for granted: nothing tells the ante: 1." in page.read_text("utf-8")


@pytest.mark.parametrize(("name", "kind"), [("fake.zip", "source"), ("letter.tgn", "not-tgn")])
def test_no_match_is_made_of_what_cannot_be_read(name: str, kind: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("some words\n", "utf-8")
    for words in (("settle",), ("adjourn",), ("adjourn", "-g", "1")):
        result = run(*words, str(tmp_path / name))
        assert (result.exit_code, result.stdout) == (2, "")
        assert kind in result.stderr and result.stderr.count("trictrac:") == 1
    (row,) = [json.loads(line) for line in run("settle", "--json", str(tmp_path / name)).stdout.splitlines()]
    assert (row["type"], row["kind"], row["severity"]) == ("diagnostic", kind, "error")
    (tmp_path / "match.tgn").write_text('[White "Alice"]\n[Black "Bob"]\n\n1. W 6-4 T/6 T/4\n*\n', "utf-8")
    result = run("adjourn", str(tmp_path))
    assert result.exit_code == 2 and "Alice" in result.stdout and kind in result.stderr


def test_an_empty_file_has_nothing_to_put_off(tmp_path: Path) -> None:
    (tmp_path / "empty.tgn").write_text("", "utf-8")
    result = run("adjourn", str(tmp_path / "empty.tgn"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"trictrac: {tmp_path / 'empty.tgn'}: there is no game in it\n"
