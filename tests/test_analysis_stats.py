"""Statistics against a plain count over turns and findings, one by one; and that nought is not nothing."""

from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import polars as pl
import pytest

from analysis import stats
from analysis.frames import Frames
from analysis.generate import Faults, generate
from analysis.measures import MEASURES
from analysis.phases import PHASES, phase
from analysis.rates import Rate
from analysis.stats import AXES, COLUMNS, STATISTICS, describe, formula, statistics
from analysis.tables import judge, schema
from notation.reader import read_text
from notation.record import opposite
from notation.sources import read_path
from replay.replayer import LEAVES


@cache
def judged() -> tuple:
    """The games of the corpus, and some with many faults."""
    text = "\n".join(
        text for text, _ in generate(12, "stats", faults=Faults(missed=120, over_marked=60, wrong_side=200, claimed=50, false_school=20))
    )
    return (*map(judge, read_path("corpora/games")), *map(judge, read_text(text, "generated.tgn")))


@cache
def frames() -> Frames:
    return Frames.of(judged())


def answer(by: str, player: str | None = None, min_n: int = 1) -> dict:
    """Group and statistic to (hits, n)."""
    found = statistics(frames(), by, player=player, min_n=min_n).collect()
    return {(row["group"], row["statistic"]): (row["hits"], row["n"]) for row in found.iter_rows(named=True)}


def plain(by: str, player: str | None = None) -> dict:
    """The same by going through turns and findings: (group, statistic) to (hits, n)."""
    sums: dict = defaultdict(Counter)

    def add(game, group, side, name, number=1) -> None:
        who = game.game.white if side == "W" else game.game.black
        if player is not None and who != player:
            return
        sums[who if by == "player" else group][name] += number

    for game in judged():
        date = game.game.tag("Date") or ""
        years = {"year": date[:4] if date[:4].isdigit() else None, "decade": f"{date[:3]}0s" if date[:3].isdigit() else None}
        rules = game.replay.rules.name + (f" ({game.game.tag('Variant')})" if game.game.tag("Variant") else "")
        for turn in game.replay.turns:
            group = {"phase": phase(turn), "rules": rules, **years}.get(by)
            if turn.side == "?":  # nobody's roll, but a roll
                sums[group]["rolls n"] += player is None and by != "player"
                continue
            me, other = turn.side, opposite(turn.side)
            add(game, group, me, "rolls n")
            add(game, group, me, "rolls", turn.due is not None)
            for side, owed, _ in ((me, turn.owed_roller, turn.made_roller), (other, turn.owed_opponent, turn.made_opponent)):
                if turn.due is not None and not turn.assumed:
                    add(game, group, side, "watched")
                if owed and not turn.assumed:
                    add(game, group, side, "available", owed)
                    add(game, group, side, "marks")
            add(game, group, me, "made", turn.made_roller)
            add(game, group, other, "made", turn.made_opponent)
            add(game, group, me, "holds", turn.decision == "hold")
            add(game, group, me, "goes", turn.decision in LEAVES)
            add(game, group, me, "played", turn.verdict in ("legal", "illegal", "mended"))
            add(game, group, me, "illegal", turn.verdict == "illegal")
        for finding in game.audit.findings:
            turn = game.replay.turns[finding.turn] if finding.turn >= 0 else None
            group = {"phase": phase(turn) if turn else None, "rules": rules, **years}.get(by)
            me, other = finding.side, opposite(finding.side)
            if finding.kind == "false-school":
                add(game, group, me, "false")
            elif finding.school:
                stood = finding.school in ("claimed", "raised") or (finding.school == "wrong-amount" and finding.claimed_points > 0)
                fate = "taken" if stood else "let_go" if finding.school == "let-go" else "denied"
                add(game, group, me, "schools")
                add(game, group, me, f"schools {fate}")
                add(game, group, other, "offered")
                add(game, group, other, f"offered {fate}")
            if finding.told:
                continue
            add(game, group, me, "faults")
            add(game, group, me, "holes_lost", max(0, finding.cost.holes) if finding.cost else 0)
            if finding.kind == "missed":
                add(game, group, me, "missed")
                add(game, group, me, "missed points", finding.points)
            if finding.kind in ("over-marked", "wrong-side"):
                add(game, group, me, "over")
                add(game, group, me, "over_points", finding.points)
            if finding.kind == "hole-unpegged":
                add(game, group, me, "unpegged", finding.holes)
    told = {}
    for group, own in sums.items():
        if not any(own.values()):
            continue
        made = {
            "rolls": (own["rolls"], own["rolls n"]),
            "available": (own["available"], None),
            "accuracy": (own["available"] - own["missed points"], own["available"]),
            "missed": (own["missed"], own["marks"]),
            "over_marked": (own["over"], own["watched"]),
            "over_points": (own["over_points"], None),
            "illegal": (own["illegal"], own["played"]),
            "committed": (own["schools"], own["watched"]),
            "punished": (own["schools taken"], own["schools"]),
            "escaped": (own["schools let_go"], own["schools"]),
            "taken": (own["offered taken"], own["offered"]),
            "let_go": (own["offered let_go"], own["offered"]),
            "false": (own["false"], own["false"] + own["offered taken"] + own["offered denied"]),
            "unpegged": (own["unpegged"], own["made"]),
            "held": (own["holds"], own["holds"] + own["goes"]),
            "went": (own["goes"], own["holds"] + own["goes"]),
            "faults": (own["faults"], None),
            "holes_lost": (own["holes_lost"], None),
        }
        told |= {(group, name): value for name, value in made.items()}
    return told


@pytest.mark.parametrize("player", [None, "Damon", "Clélie"])
@pytest.mark.parametrize("by", ["player", "phase", "rules", "year", "decade"])
def test_statistics_are_a_plain_count(by: str, player: str | None) -> None:
    found, wanted = answer(by, player), plain(by, player)
    of_player = {one.name for one in STATISTICS if one.of_player}
    for (group, name), value in wanted.items():
        if name in of_player and player is None and by != "player":
            continue
        if by == "player" and player is not None and group != player:
            continue
        assert found[group, name] == value, (group, name)
    assert {group for group, _ in found} >= {group for group, _ in wanted if player is None or by != "player"}


@pytest.mark.parametrize("player", [None, "Damon", "Aurore"])
def test_jans_are_a_plain_count(player: str | None) -> None:
    due: Counter = Counter()
    rolls: Counter = Counter()
    unmade: Counter = Counter()
    schools: dict = defaultdict(Counter)
    of_roller = {}
    for game in judged():
        names = {"W": game.game.white, "B": game.game.black}
        for turn in game.replay.turns:
            if turn.side == "?":
                rolls[True] += player is None
                rolls[False] += player is None
                continue
            rolls[True] += player in (None, names[turn.side])
            rolls[False] += player in (None, names[opposite(turn.side)])
            for jan in (*turn.due.roller, *turn.due.opponent) if turn.due else ():
                of_roller[jan.code] = jan.to_roller
                if player in (None, names[turn.side if jan.to_roller else opposite(turn.side)]):
                    due[jan.code] += 1
                    unmade[jan.code] += jan in turn.unmade and jan.code in ("PJ", "GJ", "JR", "PJC", "GJC", "JRC")
        for finding in game.audit.findings:
            if finding.school and finding.kind != "false-school" and player in (None, names[finding.side]):
                for code in finding.jans:
                    schools[code]["all"] += 1
                    schools[code]["let go"] += finding.school == "let-go"
    found = answer("jan", player)
    assert {group for group, _ in found} == set(due)
    for code, times in due.items():
        assert found[code, "frequency"] == (times, rolls[of_roller[code]])
        assert found[code, "unmade"][0] == unmade[code]
        assert found[code, "escaped"] == (schools[code]["let go"], schools[code]["all"])


def test_rates_intervals_and_percentiles() -> None:
    found = statistics(frames(), "player", min_n=50).collect()
    assert found.columns == list(COLUMNS)
    rates = found.filter(pl.col("rate").is_not_null())
    for row in rates.iter_rows(named=True):
        assert row["rate"] == row["hits"] / row["n"]
        if row["statistic"] != "accuracy":
            assert (row["low"], row["high"]) == pytest.approx(Rate(row["hits"], row["n"]).interval)
        assert 0 <= row["low"] <= row["rate"] <= row["high"] <= 1
    some = found.filter(pl.col("statistic") == "accuracy")
    ranked = some.filter(pl.col("n") >= 50)
    for row in ranked.iter_rows(named=True):
        lower, same = (ranked["rate"] < row["rate"]).sum(), (ranked["rate"] == row["rate"]).sum()
        assert row["percentile"] == pytest.approx((lower + same / 2) / ranked.height)
    assert some.filter(pl.col("n") < 50)["percentile"].null_count() == some.height - ranked.height > 0
    alone = statistics(frames(), "player", player="Damon", min_n=50).collect()
    assert alone.equals(found.filter(pl.col("group") == "Damon"))


def test_an_interval_of_points_stands_on_marks() -> None:
    found = statistics(frames(), "player").filter(pl.col("group") == "Damon").collect()
    by_name = {row["statistic"]: row for row in found.iter_rows(named=True)}
    accuracy, marks = by_name["accuracy"], by_name["missed"]["n"]
    assert (accuracy["low"], accuracy["high"]) == pytest.approx(Rate(accuracy["hits"], accuracy["n"], marks).interval)


def test_nought_is_not_nothing() -> None:
    """A player without a fault has a rate of 0; a rate of no cases is null."""
    (game,) = read_text('[White "A"]\n[Black "B"]\n\n1. W 6-5 T/6 T/5\n2. B 6-4 T/6 T/4\n*\n')
    found = statistics(Frames.of([judge(game)]), "player", min_n=1).collect()
    by_name = {row["statistic"]: row for row in found.filter(pl.col("group") == "A").iter_rows(named=True)}
    assert (by_name["committed"]["hits"], by_name["committed"]["n"], by_name["committed"]["rate"]) == (0, 2, 0.0)
    assert (by_name["accuracy"]["n"], by_name["accuracy"]["rate"], by_name["accuracy"]["low"]) == (0, None, None)
    assert by_name["committed"]["percentile"] == 0.5


def test_groups_come_in_order() -> None:
    order = statistics(frames(), "phase").collect()["group"].unique(maintain_order=True).to_list()
    assert order[:4] == list(PHASES)
    years = statistics(frames(), "year").collect()["group"].unique(maintain_order=True).drop_nulls().to_list()
    assert years == sorted(years)


def test_an_empty_archive_has_no_figures() -> None:
    empty = Frames.of([])
    for by in AXES:
        assert statistics(empty, by).collect().height == 0
    with pytest.raises(ValueError, match="nothing to count by"):
        statistics(empty, "weather")


def test_only_the_columns_needed_are_read(tmp_path: Path) -> None:
    """Planes, moves and messages are most of a store; no statistic reads them."""
    parts = []
    for table, lazy in zip(Frames._fields, frames(), strict=True):
        lazy.collect().write_parquet(tmp_path / f"{table}.parquet")
        parts.append(pl.scan_parquet(tmp_path / f"{table}.parquet"))
    stored = Frames(*parts)
    for by in AXES:
        needed = statistics(stored, by).explain()
        for heavy in ("own_1", "moves", "message"):
            assert f'"{heavy}"' not in needed
        assert statistics(stored, by).collect(engine="streaming").equals(statistics(frames(), by).collect())


def test_a_store_names_games_by_number() -> None:
    """With a column `id` in all four tables, games are told apart by it."""
    numbered = []
    for lazy in frames():
        data = lazy.collect()
        numbered.append(data.with_columns(id=pl.struct("file", "game").hash().reinterpret(signed=True)).lazy())
    stored = Frames(*numbered)
    assert stored.game == ("id",)
    for by in AXES:
        assert statistics(stored, by).collect().equals(statistics(frames(), by).collect())


def test_sources_are_joined_with_the_documented_columns() -> None:
    games = judged()
    both = Frames.joined([Frames.of(games[:5]), Frames.of(games[5:])])
    assert [list(lazy.collect_schema()) for lazy in both] == [list(schema(table)) for table in Frames._fields]
    assert statistics(both, "player").collect().equals(statistics(frames(), "player").collect())


def test_the_page_is_made_from_the_tables_of_words() -> None:
    assert Path("docs/stats.md").read_text("utf-8") == describe()
    names = [one.name for one in STATISTICS]
    assert len(names) == len(set(names))
    assert len({one.name for one in MEASURES}) == len(MEASURES)
    used = {name.removeprefix("-") for one in STATISTICS for name in (*one.hits, *one.cases, one.trials) if name}
    assert used - {"rolls_for_it"} <= {one.name for one in MEASURES}
    assert formula(next(one for one in STATISTICS if one.name == "accuracy")) == "(available − missed_points) / available"
    assert set(stats.AXES) == set(AXES)


@pytest.mark.bench
def test_ten_million_plies_are_counted_in_two_seconds(tmp_path: Path) -> None:
    """Each kind of statistic, from Parquet files, on the cores there are."""
    from benchmarks.bench_stats import TARGET, measured, tables

    found = measured(tables(tmp_path, 10_000_000))
    slow = {what: took for what, took in found.items() if what.startswith("stats") and took > TARGET}
    assert slow == {}, found
