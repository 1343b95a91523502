"""`trictrac stats` as a user meets it: what it prints in each form, what it says of mistakes, and the exit codes."""

import json
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from analysis.frames import Frames
from analysis.stats import COLUMNS, STATISTICS
from reports.cli import main
from reports.gather import is_store


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["stats", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_one_player_is_told_in_full() -> None:
    code, text = run("corpora/games", "--player", "Damon")
    assert code == 0
    assert text.splitlines()[0] == "player: Damon"
    rows = {line.split()[0]: line for line in text.splitlines()[2:]}
    assert "126  130   96.9 %" in rows["accuracy"]
    assert set(rows) == {"statistic", *(one.name for one in STATISTICS if one.told_by("player"))}


def test_many_players_are_a_line_each_in_tables_no_wider_than_the_screen() -> None:
    code, text = run("corpora/games")
    assert code == 0
    assert max(map(len, text.splitlines())) <= 120
    heads = [line for line in text.splitlines() if line.startswith("player ")]
    assert " ".join(heads).count("accuracy") == 1
    assert sum(line.startswith("Damon ") for line in text.splitlines()) == len(heads) > 1
    assert "0.0 % of 1*" in text


def test_one_statistic_is_told_with_its_interval() -> None:
    code, text = run("corpora/games", "--by", "phase", "-s", "accuracy")
    assert code == 0
    assert text.startswith("accuracy\n\nphase ")
    opening = next(line for line in text.splitlines() if line.startswith("opening"))
    assert "94.1 %" in opening
    assert "–" in opening


def test_csv_and_json_lines_and_parquet_say_the_same(tmp_path: Path) -> None:
    words = ("corpora/games", "--by", "decade")
    code, csv = run(*words, "--format", "csv")
    assert code == 0
    table = pl.read_csv(csv.encode())
    assert table.columns == list(COLUMNS)
    _, lines = run(*words, "--format", "json")
    rows = [json.loads(line) for line in lines.splitlines()]
    assert [row["hits"] for row in rows] == table["hits"].to_list()
    assert list(rows[0]) == list(COLUMNS)
    code, nothing = run(*words, "--format", "parquet", "-o", str(tmp_path / "figures.parquet"))
    assert (code, nothing) == (0, "")
    stored = pl.read_parquet(tmp_path / "figures.parquet")
    assert stored["rate"].to_list() == [row["rate"] for row in rows]
    code, _ = run(*words, "--format", "csv", "-o", str(tmp_path / "figures.csv"))
    assert (tmp_path / "figures.csv").read_text("utf-8") == csv


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("corpora/games", "--player", "Damn"), "no player of these games is called `Damn`; did you mean `Damon`?"),
        (("corpora/games", "--player", "KERMA"), "did you mean `Kermadeuc`?"),
        (("corpora/games", "-s", "acuracy"), "did you mean `accuracy`?"),
        (("corpora/games", "--format", "parquet"), "say where to write it"),
        (("corpora/games", "--by", "weather"), "is not one of"),
        (("no/such/place",), "there is no file or folder"),
        (("corpora/games", "--format", "parquet", "-o", "no/such/folder/x.parquet"), "no/such/folder/x.parquet"),
    ],
)
def test_mistakes_are_told(words: tuple[str, ...], says: str) -> None:
    code, text = run(*words)
    assert code == 2
    assert says in text
    assert "Traceback" not in text


def test_errors_of_reading_make_the_exit_code(tmp_path: Path) -> None:
    bad = tmp_path / "bad.tgn"
    bad.write_text('[White "A"]\n[Black "B"]\n\n1. W 6-5 T/6 T/5\n2. B 9-4 T/6\n*\n', "utf-8")
    code, text = run(str(bad))
    assert code == 2
    assert "1 error of reading" in text
    code, text = run(str(tmp_path / "empty.tgn"))
    assert code == 2


def test_a_game_that_two_paths_lead_to_is_counted_once() -> None:
    twice = run("corpora/games", "corpora/games/soumille-1738.tgn", "corpora/games", "--format", "csv")
    assert twice == run("corpora/games", "--format", "csv")


def test_nothing_to_count(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    code, text = run(str(tmp_path / "none"))
    assert text == "nothing to count\n"
    assert code == 0


def test_help_lists_every_statistic() -> None:
    code, text = run("--help")
    assert code == 0
    for one in STATISTICS:
        assert f"\n  {one.name} " in text


def test_what_is_taken_for_a_store(tmp_path: Path) -> None:
    assert is_store("s3://bucket/prefix")
    assert not is_store("-")
    assert not is_store(str(tmp_path))
    (tmp_path / "plies" / "_delta_log").mkdir(parents=True)
    assert is_store(str(tmp_path))


def test_a_store_is_read_through_its_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever holds the four lazy frames will do; without the library of stores the user is told what to install."""
    import sys
    import types

    from analysis.tables import judge
    from notation.sources import read_path

    (tmp_path / "games" / "_delta_log").mkdir(parents=True)
    frames = Frames.of(map(judge, read_path("corpora/games")))
    module = types.ModuleType("analysis.archive")
    module.Archive = lambda *_: frames  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "analysis.archive", module)
    assert run(str(tmp_path), "--format", "csv") == run("corpora/games", "--format", "csv")

    def broken(path: str, *_: object) -> None:
        raise ValueError(f"{path}: half of it is missing")

    module.Archive = broken  # type: ignore[attr-defined]
    code, text = run(str(tmp_path))
    assert code == 2
    assert "half of it is missing" in text
    monkeypatch.setitem(sys.modules, "analysis.archive", None)
    code, text = run(str(tmp_path))
    assert code == 2
    assert "pip install" in text


def test_a_store_counts_what_its_records_count(tmp_path: Path) -> None:
    pytest.importorskip("deltalake")
    store = str(tmp_path / "store")
    added = CliRunner().invoke(main, ["archive", "add", "corpora/games", "--to", store])
    assert added.exit_code in (0, 1), added.output
    for by in ("player", "jan", "phase", "rules", "year", "decade"):
        assert run(store, "--by", by, "--format", "csv") == run("corpora/games", "--by", by, "--format", "csv")
    assert run(store, f"{store}/", "--format", "csv") == run(store, "--format", "csv"), "a store counts once, however often it is named"
    found = CliRunner().invoke(main, ["find", "missed and due >= 4", store])
    assert found.output == CliRunner().invoke(main, ["find", "missed and due >= 4", "corpora/games"]).output
    people = tmp_path / "people.toml"
    people.write_text('[[player]]\nname = "Monsieur Damon"\naliases = ["Damon"]\n', "utf-8")
    code, text = run(store, "--names", str(people), "--player", "Monsieur Damon", "-s", "accuracy")
    assert code == 0
    assert "96.9 %" in text
    code, text = run("corpora/games", "--names", str(people))
    assert code == 2
    assert "trictrac archive add" in text
