"""Statistics of bräde and Dutch TricTrac: counted by hand, apart from trictrac, the same from a store as from records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest
from click.testing import CliRunner

from analysis.archive import Archive
from analysis.archive.keys import judging_modules
from analysis.frames import Frames
from analysis.generate import generate as trictrac
from analysis.generate_race import generate
from analysis.race_stats import RACE, by_family, told_of
from analysis.stats import AXES, statistics
from analysis.tables import judge
from notation.reader import read_text
from reports.cli import main

if TYPE_CHECKING:
    from pathlib import Path

RACES = ("brade", "trictrac-nl")


def texts(rules: str, games: int = 6) -> list[str]:
    return [text for text, _ in generate(games, "stats", rules=rules)]


def frames_of(rules: str) -> tuple[list[object], Frames]:
    games = [judge(game) for game in read_text("\n".join(texts(rules)))]
    return games, Frames.of(games)


@pytest.mark.parametrize("rules", RACES)
def test_figures_are_those_of_the_turns(rules: str) -> None:
    games, frames = frames_of(rules)
    found = {row["statistic"]: row for row in statistics(frames, "rules", told=told_of(rules)).collect().iter_rows(named=True)}
    replays = [judged.replay for judged in games]  # type: ignore[attr-defined]
    turns = [turn for replay in replays for turn in replay.turns]
    ends = [game for replay in replays for game in replay.games if game.won_by == "play"]
    assert found["match_games"]["hits"] == len(ends)
    assert found["men_hit"]["hits"] == sum(turn.hits for turn in turns)
    assert (found["cut"]["hits"], found["cut"]["n"]) == (
        sum(turn.lost > 0 for turn in turns),
        sum(turn.after is not None for turn in turns),
    )
    assert found["illegal"]["hits"] == sum(turn.verdict == "illegal" for turn in turns)
    assert found["faults"]["hits"] == sum(len(judged.audit.findings) for judged in games)  # type: ignore[attr-defined]
    if rules == "brade":
        assert found["hemspel"]["hits"] == sum(game.kind == "hemspel" for game in ends)
        assert found["munk"]["hits"] == sum(game.munk for game in ends)
        assert found["game_value"]["hits"] == sum(game.value or 0 for game in ends)
        assert sum(found[kind]["hits"] for kind in ("hemspel", "beautiful", "jan", "sprangjan")) == len(ends)
    else:
        assert found["nabeurt"]["hits"] == sum(game.kind == "nabeurt" for game in ends)
        assert found["again"]["hits"] == sum(turn.again for turn in turns)
        assert "hemspel" not in found


@pytest.mark.parametrize("rules", RACES)
def test_games_are_won_by_whom_they_are_won(rules: str) -> None:
    games, frames = frames_of(rules)
    found = statistics(frames, "player", told=RACE).filter(pl.col("statistic") == "match_games").collect()
    wanted: dict[str, int] = {}
    for judged in games:
        for game in judged.replay.games:  # type: ignore[attr-defined]
            if game.won_by == "play":
                name = judged.game.white if game.winner == "W" else judged.game.black  # type: ignore[attr-defined]
                wanted[name] = wanted.get(name, 0) + 1
    assert {row["group"]: row["hits"] for row in found.iter_rows(named=True) if row["hits"]} == wanted


def test_an_archive_of_all_is_parted_and_trictrac_is_as_it_was() -> None:
    alone = [judge(game) for game in read_text("\n".join(text for text, _ in trictrac(3, "stats")), "t.tgn")]
    mixed = Frames.of([*alone, *(judge(game) for rules in RACES for game in read_text("\n".join(texts(rules, 2)), rules))])
    parts = by_family(mixed, ["trictrac", *RACES, None])
    assert [title for title, _, _ in parts] == ["Trictrac", "Bräde", "Dutch TricTrac"]
    for by in AXES:
        assert statistics(parts[0][1], by, told=parts[0][2]).collect().equals(statistics(Frames.of(alone), by).collect()), by


def test_a_store_tells_the_same(tmp_path: Path) -> None:
    records = tmp_path / "all.tgn"
    every = [text for rules in RACES for text in texts(rules, 2)] + [text for text, _ in trictrac(2, "stats")]
    records.write_text("\n".join(every), "utf-8")
    store = str(tmp_path / "store")
    assert CliRunner().invoke(main, ["archive", "add", str(records), "--to", store]).exit_code == 1
    queries = ("hits >= 1 and rules = brade", "jan hit", "on the bar >= 2", "throws again", "ending hemspel or jan win")
    for words in (["stats", "--format", "csv"], *(["find", "--limit", "3", query] for query in queries)):
        told = CliRunner().invoke(main, [*words, store]).output
        assert told == CliRunner().invoke(main, [*words, str(records)]).output
        assert not told.startswith("0 positions") and len(told.splitlines()) > 4, told
    assert Archive(store).plies.filter(pl.col("own_bar") > 0).collect().height


def test_a_mended_engine_of_races_is_a_new_engine() -> None:
    """Whatever judges a race takes part in the key of a store's rows; modules taken from their package by name too."""
    modules = set(judging_modules())
    assert {"analysis.race", "analysis.race_columns", "replay.cousins.replayer", "replay.cousins.turns"} <= modules
    assert {f"replay.cousins.{name}" for name in ("brade_steps", "brade_match", "dutch_steps", "dutch_play", "stood", "walks")} <= modules
    assert "replay.kernel" in modules
