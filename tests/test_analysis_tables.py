"""The four tables: one row a game, roll, due jan and finding; types, keys and totals."""

from pathlib import Path

import polars as pl
import pytest

from analysis import kinds
from analysis.columns import TABLES
from analysis.tables import describe, frame, judge, rows, schema
from notation.reader import read_text
from notation.sources import read_path


@pytest.fixture(scope="module")
def games() -> list:
    return [judge(game) for game in read_path("corpora/games")]


@pytest.mark.parametrize("table", list(TABLES))
def test_frame_has_the_documented_schema(table: str, games: list) -> None:
    assert frame(table, games).schema == pl.Schema(schema(table))
    assert frame(table, []).schema == pl.Schema(schema(table))


def test_one_row_each(games: list) -> None:
    assert frame("games", games).height == len(games)
    assert frame("plies", games).height == sum(len(judged.replay.turns) for judged in games)
    assert frame("findings", games).height == sum(len(judged.audit.findings) for judged in games)


def test_jans_add_up_to_what_was_due(games: list) -> None:
    plies, jans = frame("plies", games), frame("jans", games)
    key = ["file", "game", "turn"]
    known = plies.filter(pl.col("due_roller").is_not_null())
    for column, roller in (("due_roller", True), ("due_opponent", False)):
        due = jans.filter(pl.col("roller") == roller).group_by(key).agg(pl.col("points").sum())
        joined = known.join(due, on=key, how="left", maintain_order="left").with_columns(pl.col("points").fill_null(0))
        assert joined[column].to_list() == joined["points"].to_list()


def test_men_planes_hold_fifteen_men(games: list) -> None:
    plies = frame("plies", games).filter(pl.col("own_1").is_not_null())
    total = sum(pl.col(f"own_{n}").bitwise_count_ones().cast(pl.Int32) * n for n in (1, 2, 4, 8))
    off = plies.select(total.alias("men"))["men"]
    assert off.max() == 15
    assert off.min() >= 1


def test_missed_jans_agree_with_the_findings(games: list) -> None:
    jans = frame("jans", games).filter(pl.col("status") == "missed")
    findings = frame("findings", games).filter(pl.col("kind").is_in(["missed", "wrong-side"]))
    assert set(zip(jans["file"], jans["ply"], strict=True)) == set(zip(findings["file"], findings["ply"], strict=True))


def test_rows_are_plain(games: list) -> None:
    row = rows("games", games[0])[0]
    assert list(row) == list(schema("games"))
    with pytest.raises(KeyError):
        rows("rolls", games[0])


def test_what_is_not_known_is_null() -> None:
    head = '[White "A"]\n[Black "B"]\n'
    (unknown,) = read_text(head + "\n1. W 6-4 T/6 T/4 school ?\n2. B 6-4 T/6 T/4 counter-school 4 false ?\n*\n")
    judged = judge(unknown)
    turns = rows("plies", judged)
    assert [(turn["claimed_roller"], turn["claimed_opponent"]) for turn in turns] == [(0, None), (0, None)]
    findings = rows("findings", judged)
    assert [(f["points"], f["school_points"], f["claimed_points"]) for f in findings] == [(None, None, 0), (4, 4, None)]
    assert all(f["cost_points"] is None for f in findings)
    (whole,) = rows(
        "findings", judge(next(read_text(head + "@position T*14,3 / T*15 W - 0-0 0-0\n@position T*15 / T*15 W - 0-0 0-0\n*\n")))
    )
    assert (whole["turn"], whole["ply"], whole["phase"]) == (-1, None, None)


def test_holes_are_null_where_the_points_that_make_them_are_not_known() -> None:
    """`+?` may have made a hole, and so may points added to it; what was said aloud, and who marked nothing, is known."""
    body = "1. W 6-4 T/6 T/4\n2. B 6-4 +? T/6 T/4 -0\n3. W 5-4 T/5 T/4\n4. B 5-4 +4 T/5 T/4\n5. W 4-4 +1h4 T/4 T/4\n*\n"
    (game,) = read_text('[White "a"]\n[Black "b"]\n\n' + body)
    told = [(row["made_roller"], row["pegged_roller"], row["made_opponent"], row["pegged_opponent"]) for row in rows("plies", judge(game))]
    assert told == [(0, 0, 0, 0), (None, None, 0, 0), (0, 0, 0, 0), (None, None, 0, 0), (None, 1, 0, 0)]


def test_docs_are_made_from_the_columns() -> None:
    assert Path("docs/tables.md").read_text("utf-8") == describe()


def test_docs_name_every_kind_of_finding() -> None:
    assert kinds.describe() in Path("docs/findings.md").read_text("utf-8")
