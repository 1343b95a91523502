"""`trictrac find` as a user meets it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from notation.position import parse_setup
from notation.sources import read_path
from reports.cli import main
from reports.site import write_site


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["find", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_positions_are_shown_with_their_place() -> None:
    code, text = run("missed and corner held and opponent points >= 8", "corpora/games")
    assert code == 0
    assert text.splitlines()[0] == "corpora/games/soumille-1738.tgn:95: game 1, ply 83: Black (Cloris) 1-1"
    assert text.splitlines()[-1] == "1 position"


def test_count_limit_and_order() -> None:
    _, number = run("due >= 4", "corpora/games", "--count")
    code, text = run("due >= 4", "corpora/games", "--limit", "3")
    assert code == 0
    assert text.splitlines()[-1] == f"{int(number)} positions; these are the first 3, --limit 0 shows all"
    _, every = run("due >= 4", "corpora/games", "--limit", "0", "--json")
    rows = [json.loads(line) for line in every.splitlines()]
    assert len(rows) == int(number)
    assert [(row["file"], row["game"]) for row in rows] == sorted((row["file"], row["game"]) for row in rows)


def test_json_says_a_position_that_can_be_scored() -> None:
    _, lines = run("jan GJ and due >= 4 and rules trictrac", "corpora/games", "--json")
    for line in lines.splitlines():
        row = json.loads(line)
        setup = parse_setup(row["position"])
        assert list(setup.dice or ()) == row["dice"]
        result = CliRunner().invoke(main, ["score", "--json", row["position"]])
        assert "GJ" in [jan["jan"] for jan in json.loads(result.output)["jans_roller"]]
    assert lines
    _, route = run("jan GJ", "corpora/games/soumille-1738.tgn", "--json", "--spelling", "route")
    assert parse_setup(json.loads(route.splitlines()[0])["position"], "route").white is not None


def test_links_lead_into_the_pages(tmp_path: Path) -> None:
    write_site(read_path("corpora/games"), str(tmp_path), [0, 0, 0, 0])
    _, lines = run("missed", "corpora/games", "--json", "--limit", "0", "--site", str(tmp_path))
    for line in lines.splitlines():
        page, _, anchor = json.loads(line)["link"].partition("#")
        assert f'id="{anchor}"' in Path(page).read_text("utf-8")


def test_mistakes_are_told() -> None:
    code, text = run("petit jan ful", "corpora/games")
    assert code == 2
    assert "^~~~~~~~~~~~~" in text
    assert "did you mean `petit jan full`?" in text
    code, text = run("doublet", "no/such/place")
    assert code == 2
    assert "there is no file or folder" in text
    code, text = run("doublet")
    assert code == 2


@pytest.mark.parametrize("words", [["find", "ply=1"], ["find", "ply=1", "--json"], ["find", "ply=1", "--count"], ["stats"]])
def test_what_cannot_be_read_is_told(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "fake.zip").write_text("no archive", "utf-8")
    one = CliRunner().invoke(main, [*words, str(tmp_path / "fake.zip")])
    assert one.exit_code == 2
    assert one.stderr == "trictrac: 1 error of reading: what could not be read is left out (see `trictrac check`)\n"
    (tmp_path / "wide.tgn").write_bytes("[White]".encode("utf-16"))
    two = CliRunner().invoke(main, [*words, str(tmp_path)])
    assert two.exit_code == 2
    assert two.stderr.startswith("trictrac: 2 errors of reading: ")
