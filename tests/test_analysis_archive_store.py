"""A store holds what is added once, whatever happens to the run, to the disk, to the files."""

import errno
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pytest

pytest.importorskip("deltalake")

from archives import folder, judged, matches, put, same, stored, tiny

from analysis.archive import Archive, Store, StoreError, keys, run
from analysis.archive.address import Address
from analysis.archive.keeping import compact, drop, status
from analysis.archive.work import process
from analysis.columns import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parents[1]


@pytest.fixture
def records(tmp_path: Path) -> Path:
    return folder(tmp_path / "records", matches(4))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


def changed(path: Path, text: str) -> None:
    """Write a file anew, with a date that is another one."""
    path.write_text(text, "utf-8")
    later = path.stat().st_mtime_ns + 5_000_000_000
    os.utime(path, ns=(later, later))


def aged(path: Path) -> None:
    """Make files so old that nobody has to look into them again."""
    for file in path.rglob("*"):
        os.utime(file, ns=(10**18, 10**18))


# -- the same tables ----------------------------------------------------------------------------------------------------


def test_a_store_has_the_tables_of_its_records(records: Path, store: Path) -> None:
    report = put(store, records, "corpora/games", "corpora/slips")
    assert report.code == 2  # the slips have errors of reading
    assert same(stored(store), judged(records, "corpora/games", "corpora/slips"))


def test_the_tables_are_the_same_after_compaction(records: Path, store: Path) -> None:
    for file in sorted(records.iterdir()):
        put(store, file)
    before = stored(store)
    files = status(Archive(str(store))).parts
    done = compact(Store(str(store)), keep_hours=0)
    assert same(stored(store), before)
    assert same(before, judged(records))
    assert status(Archive(str(store))).parts == 4 < files
    assert done.swept >= files
    assert compact(Store(str(store)), keep_hours=0).after == done.after


def test_the_four_tables_join_by_id_and_tell_the_year(records: Path, store: Path) -> None:
    put(store, records)
    archive = Archive(str(store))
    games = archive.games.collect()
    assert games["id"].n_unique() == games.height == 4
    assert games["year"].to_list() == [int(date[:4]) for date in games["date"]]
    for table in ("plies", "jans", "findings"):
        rows = getattr(archive, table).select("file", "game", "id", "year").unique().collect()
        assert rows.join(games.select("file", "game", "id", "year"), on=["file", "game", "id", "year"], how="anti").height == 0


@pytest.mark.parametrize("address", ["file://{}", "{}"])
def test_an_address_may_be_of_the_same_form_as_an_object_store(records: Path, store: Path, address: str) -> None:
    put(address.format(store), records)
    assert same(stored(address.format(store)), judged(records))


def test_the_years_rows_and_a_players_are_read_alone(tmp_path: Path, store: Path) -> None:
    names = [f"P{number:03}" for number in range(60)]
    folder(tmp_path / "r", [tiny(number, white=names[number % 60], black=names[(number * 7 + 1) % 60]) for number in range(600)])
    put(store, tmp_path / "r")
    compact(Store(str(store)), keep_hours=0)
    rows = pl.read_parquet(next(Path(store, "plies").rglob("*.parquet")))
    assert rows["player"].is_sorted()
    told = pl.DataFrame(Store(str(store)).open("plies").get_add_actions(flatten=True))
    assert told["min.player"][0] == rows["player"].min()
    assert told["max.year"][0] == rows["year"].max()
    mine = Archive(str(store)).plies.filter(pl.col("player") == "P007").collect()
    assert mine.height == rows.filter(pl.col("player") == "P007").height > 0


def test_a_year_with_very_many_rows_is_parted_by_player(records: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis.archive import keeping

    monkeypatch.setattr(keeping, "ROWS", 20)
    put(store, records)
    before = stored(store)
    compact(Store(str(store)), keep_hours=0)
    assert same(stored(store), before)
    assert len(Store(str(store)).paths("plies")) > 4


# -- what is done once ----------------------------------------------------------------------------------------------------


def test_a_second_run_does_nothing(records: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aged(records)
    first = put(store, records)
    before = stored(store)

    def nobody(_: object) -> None:
        raise AssertionError("nothing is to be worked")

    monkeypatch.setattr(run.crew, "run", lambda jobs, *_: [nobody(job) for job in jobs])
    second = put(store, records)
    assert (first.unchanged, second.unchanged, second.games) == (0, 4, 0)
    assert second.statuses == first.statuses
    assert second.code == first.code
    assert same(stored(store), before)


def test_one_changed_file_costs_that_file(records: Path, store: Path) -> None:
    aged(records)
    put(store, records)
    changed(records / "game00001.tgn", matches(6)[5])
    report = put(store, records)
    assert (report.unchanged, report.games) == (3, 1)
    assert same(stored(store), judged(records))


def test_a_file_with_another_date_and_the_same_bytes_is_unchanged(records: Path, store: Path) -> None:
    aged(records)
    put(store, records)
    file = records / "game00001.tgn"
    changed(file, file.read_text("utf-8"))
    assert put(store, records).unchanged == 4
    os.utime(file, ns=(2 * 10**18 // 2, 10**18))
    assert put(store, records).games == 0


def test_verify_finds_a_change_that_kept_size_and_date(records: Path, store: Path) -> None:
    aged(records)
    put(store, records)
    file = records / "game00000.tgn"
    text = file.read_text("utf-8").replace("Generated match", "Generated MATCH")
    file.write_text(text, "utf-8")
    aged(records)
    assert put(store, records).unchanged == 4
    assert put(store, records, verify=True).games == 1
    assert stored(store)["games"]["event"].str.contains("MATCH").any()


def test_a_file_changed_in_the_moment_it_was_read_is_looked_into_again(records: Path, store: Path) -> None:
    put(store, records)  # just written: the dates are those of the run
    file = records / "game00000.tgn"
    told = file.stat()
    file.write_text(file.read_text("utf-8").replace("Generated match", "Generated MATCH"), "utf-8")
    os.utime(file, ns=(told.st_mtime_ns, told.st_mtime_ns))
    row = Archive(str(store)).ledger.collect().row(0, named=True)
    report = put(store, records)
    if row["modified"] >= row["read_at"] - 10**9 // 20:
        assert report.games == 1


def test_another_engine_judges_anew(records: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aged(records)
    put(store, records)
    before = stored(store)
    for module in (keys, run):
        monkeypatch.setattr(module, "current_key", lambda: "another engine")
    monkeypatch.setattr("analysis.archive.work.current_key", lambda: "another engine")
    monkeypatch.setattr("analysis.archive.keeping.current_key", lambda: "another engine")
    assert status(Archive(str(store))).stale == 4
    report = put(store, records)
    assert (report.unchanged, report.games) == (0, 4)
    assert same(stored(store), before)
    assert status(Archive(str(store))).stale == 0
    assert put(store, records).unchanged == 4


def test_the_key_tells_code_and_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    before = keys.current_key()
    keys.current_key.cache_clear()
    monkeypatch.setattr(keys, "columns_told", lambda: "games.file String")
    assert keys.current_key() != before
    keys.current_key.cache_clear()
    monkeypatch.undo()
    monkeypatch.setattr(keys, "engine_version", lambda: "0.2.0+1")
    assert keys.current_key() != before
    keys.current_key.cache_clear()
    monkeypatch.undo()
    assert keys.current_key() == before


def test_a_new_column_is_added_to_a_store(records: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis import columns
    from analysis.columns import Column

    put(store, records / "game00000.tgn")
    rows, of = columns.TABLES["plies"]
    wider = (*rows, Column("sum", "Int32", "pips", "both dice", lambda _, turn: sum(turn.dice)))
    monkeypatch.setitem(columns.TABLES, "plies", (wider, of))
    for module in (run, keys):
        monkeypatch.setattr(module, "current_key", lambda: "wider")
    monkeypatch.setattr("analysis.archive.work.current_key", lambda: "wider")
    assert Archive(str(store)).plies.collect()["sum"].null_count() > 0
    put(store, records)
    plies = Archive(str(store)).plies.collect()
    assert (plies["sum"] == plies["high"].cast(pl.Int32) + plies["low"]).all()


def test_a_column_of_another_type_is_told(records: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis import columns

    put(store, records / "game00000.tgn")
    rows, of = columns.TABLES["games"]
    other = tuple(row._replace(type="String") if row.name == "turns" else row for row in rows)
    monkeypatch.setitem(columns.TABLES, "games", (other, of))
    with pytest.raises(StoreError, match=r"games\.turns.*new store"):
        put(store, records)


# -- dropping ----------------------------------------------------------------------------------------------------


def test_dropped_files_are_gone_and_may_come_back(records: Path, store: Path) -> None:
    put(store, records)
    assert drop(Store(str(store)), [records / "game00001.tgn", records / "game00002.tgn"]) == 2
    kept = judged(records / "game00000.tgn", records / "game00003.tgn")
    assert same(stored(store), kept)
    compact(Store(str(store)), keep_hours=0)
    assert same(stored(store), kept)
    put(store, records)
    assert same(stored(store), judged(records))
    assert drop(Store(str(store)), everything=True) == 4
    assert stored(store)["games"].height == 0


def test_dropping_what_is_not_there_is_told(records: Path, store: Path) -> None:
    put(store, records)
    with pytest.raises(StoreError, match="no file of this name"):
        drop(Store(str(store)), ["nobody.tgn"])


def test_a_content_comes_back_after_it_was_replaced(records: Path, store: Path) -> None:
    file = records / "game00001.tgn"
    first = file.read_text("utf-8")
    put(store, records)
    changed(file, matches(6)[5])
    put(store, records)
    changed(file, first + "\n")
    changed(file, first)
    put(store, records)
    assert same(stored(store), judged(records))
    compact(Store(str(store)), keep_hours=0)
    assert same(stored(store), judged(records))


# -- crashes ----------------------------------------------------------------------------------------------------

ADDING = """
import sys
from analysis.archive import Options, Store, add, run
run.COMMIT_EVERY = 0.0
add(sys.argv[2:], Store(sys.argv[1], create=True), Options(engine="plain", piece=3000))
"""


def adding(store: Path, *paths: Path) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-c", ADDING, str(store), *map(str, paths)], cwd=HERE, stderr=subprocess.PIPE)


@pytest.mark.parametrize("kills", [6, pytest.param(40, marks=pytest.mark.soak)])
def test_a_run_killed_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, store: Path, kills: int) -> None:
    records = folder(tmp_path / "records", matches(12))
    (tmp_path / "large.tgn").write_text("\n".join(matches(14)[12:] + tuple(tiny(number) for number in range(40))), "utf-8")
    paths = (records, tmp_path / "large.tgn")
    whole = judged(*paths)
    for number in range(kills):
        killed = adding(store, *paths)
        time.sleep(0.35 + 0.13 * (number % 9))
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        killed.stderr.close()
        if (store / "ledger").exists():
            seen = stored(store)  # what is seen is always whole games, each once
            assert not seen["games"].select("file", "game").is_duplicated().any()
            assert same(
                seen, {table: whole[table].join(seen["games"].select("file", "game"), on=["file", "game"], how="semi") for table in TABLES}
            )
    put(store, *paths)
    assert same(stored(store), whole)
    compact(Store(str(store)), keep_hours=0)
    assert same(stored(store), whole)


@pytest.mark.parametrize("stage", ["put", "append", "enter"])
def test_a_fault_at_any_step_leaves_the_store_whole(records: Path, store: Path, stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put(store, records / "game00000.tgn")
    before = stored(store)

    def broken(*_: object, **__: object) -> None:
        raise StoreError("pulled the plug")

    with monkeypatch.context() as patch:
        patch.setattr(Store, stage, broken)
        with pytest.raises(StoreError, match="plug"):
            put(store, records)
    assert same(stored(store), before)
    put(store, records)
    assert same(stored(store), judged(records))


def _add_at_once(store: str, paths: list[str], begin: float) -> None:
    time.sleep(max(0.0, begin - time.time()))
    put(store, *paths, piece=4000)


@pytest.mark.parametrize("rounds", [2, pytest.param(12, marks=pytest.mark.soak)])
def test_two_writers_at_once_do_not_corrupt_a_store(tmp_path: Path, rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{HERE}:{HERE / 'tests'}")
    records = folder(tmp_path / "records", [*matches(4), *(tiny(number) for number in range(30))])
    files = sorted(str(file) for file in records.iterdir())
    whole = judged(records)
    spawn = multiprocessing.get_context("spawn")
    for number in range(rounds):
        store = tmp_path / f"store{number}"
        begin = time.time() + 1.5
        shares = (files[:24], files[8:][::-1])
        both = [spawn.Process(target=_add_at_once, args=(str(store), share, begin)) for share in shares]
        for writer in both:
            writer.start()
        for writer in both:
            writer.join(120)
        assert [writer.exitcode for writer in both] == [0, 0]
        assert same(stored(store), whole)
        held = Archive(str(store)).ledger.collect()
        assert held.height == len(files)
        assert not held.filter(pl.col("status") != "same")["content"].is_duplicated().any()


def test_what_another_run_added_meanwhile_is_not_added_twice(records: Path, store: Path) -> None:
    Store(str(store), create=True)
    raced = []

    def slow(job: object) -> object:
        outcome = process(job)
        if not raced:
            raced.append(True)
            put(store, records / "game00001.tgn")  # another run, between our work and our commit
        return outcome

    put(store, records, work=slow)
    assert same(stored(store), judged(records))
    compact(Store(str(store)), keep_hours=0)
    assert same(stored(store), judged(records))


def test_readers_see_one_moment(records: Path, store: Path) -> None:
    put(store, records / "game00000.tgn")
    archive = Archive(str(store))
    games = archive.games
    put(store, records)
    compact(Store(str(store)), keep_hours=24)
    assert games.collect().height == archive.plies.select("file").unique().collect().height == 1


# -- bad stores ----------------------------------------------------------------------------------------------------


def test_no_store_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no archive here"):
        Archive(str(tmp_path / "nothing"))
    (tmp_path / "letters.txt").write_text("dear", "utf-8")
    with pytest.raises(StoreError, match=r"something else is there \(letters.txt\)"):
        Store(str(tmp_path), create=True)
    with pytest.raises(StoreError, match="no such kind of address"):
        Store("ftp://somewhere/else")


def test_a_store_of_another_version_is_not_touched(records: Path, store: Path) -> None:
    put(store, records)
    log = store / "ledger" / "_delta_log" / "00000000000000000000.json"
    log.write_text(log.read_text("utf-8").replace("store version 1", "store version 7"), "utf-8")
    with pytest.raises(StoreError, match="of version 7, this release reads version 1; install the release that wrote it"):
        put(store, records)
    log.write_text(log.read_text("utf-8").replace("trictrac archive, store version 7", "somebody's table"), "utf-8")
    with pytest.raises(StoreError, match="no ledger of trictrac"):
        Archive(str(store))


def test_a_half_made_store_is_made_whole(records: Path, store: Path) -> None:
    put(store, records)
    shutil.rmtree(store / "ledger")
    shutil.rmtree(store / "jans")
    with pytest.raises(StoreError, match="only half made"):
        Archive(str(store))
    put(store, records)
    assert same(stored(store), judged(records))


def test_a_commit_that_is_cut_off_is_told_with_its_cure(records: Path, store: Path) -> None:
    put(store, records / "game00000.tgn")
    put(store, records)
    last = max((store / "ledger" / "_delta_log").glob("*.json"))
    last.write_text(last.read_text("utf-8")[:40], "utf-8")
    with pytest.raises(StoreError, match="delete its last file there and add the records again"):
        stored(store)
    last.unlink()
    put(store, records)
    assert same(stored(store), judged(records))


def test_files_of_tables_that_are_gone_are_read_again(records: Path, store: Path) -> None:
    aged(records)
    put(store, records / "game00000.tgn")
    put(store, records)
    next((store / "plies").rglob("*.parquet")).unlink()
    with pytest.raises(StoreError, match="add the same records again"):
        status(Archive(str(store)))
    told: list[str] = []

    class Told(run.Progress):
        def say(self, words: str) -> None:
            told.append(words)

    report = put(store, records, progress=Told())
    assert report.games >= 1
    assert "gone from the store" in told[0]
    assert same(stored(store), judged(records))


def test_one_batch_that_is_gone_is_one(records: Path, store: Path) -> None:
    put(store, records)
    shutil.rmtree(store / "plies")
    said = []

    class Hears(run.Progress):
        def say(self, told: str) -> None:
            said.append(told)

    put(store, records, progress=Hears())
    assert said == ["rows of 1 batch are gone from the store or damaged; what they held is read again"]


def test_files_put_together_that_are_gone_are_told(records: Path, store: Path) -> None:
    put(store, records)
    compact(Store(str(store)), keep_hours=0)
    next((store / "plies").rglob("*.parquet")).unlink()
    with pytest.raises(StoreError, match="drop everything"):
        put(store, records)


def test_a_full_disk_is_told_and_what_was_added_stands(records: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(store, records / "game00000.tgn")
    before = stored(store)

    def full(_: Address, name: str, __: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), name)

    with monkeypatch.context() as patch:
        patch.setattr(Address, "put", full)
        with pytest.raises(StoreError, match="no room is left where the store is; what was added before stands"):
            put(store, records)
    assert same(stored(store), before)
    put(store, records)
    assert same(stored(store), judged(records))


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="mounts a small disk")
def test_a_disk_that_really_fills_up(records: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=360k", "tmpfs", disk], check=False, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        store = disk / "store"
        put(store, records / "game00000.tgn")
        before = stored(store)
        told = ""
        for number in range(40):
            file = tmp_path / f"more{number}.tgn"
            file.write_text(matches(44)[4 + number], "utf-8")
            before = stored(store)
            try:
                put(store, file)
            except StoreError as fault:
                told = str(fault)
                break
        assert "no room is left" in told
        assert same(stored(store), before)
    finally:
        subprocess.run(["umount", disk], check=True)


def test_the_ledger_is_put_together_when_it_has_many_files(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MANY_FILES", 3)
    for number in range(6):
        put(store, folder(tmp_path / "r", [tiny(number)], name=f"g{number}-"))
    assert len(Store(str(store)).paths("ledger")) <= 4
    assert Archive(str(store)).ledger.collect().height == 6
    assert sum(status(Archive(str(store))).files.values()) == 6


def test_two_that_put_a_store_together_at_once_double_nothing(records: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in sorted(records.iterdir()):
        put(store, file)
    raced = []
    real = Store.replace

    def replace(self: Store, table: str, removed: object, added: object) -> None:
        if not raced:
            raced.append(True)
            compact(Store(str(store)), keep_hours=24)
        real(self, table, removed, added)

    monkeypatch.setattr(Store, "replace", replace)
    with pytest.raises(StoreError, match="another run puts this store together"):
        compact(Store(str(store)), keep_hours=24)
    assert same(stored(store), judged(records))


def stopped_at(store: Path, table: str) -> None:
    """A `compact` that stops before this table: the disk is full, say."""
    real = Store.replace

    def replace(self: Store, name: str, removed: object, added: object) -> None:
        if name == table:
            raise StoreError("no room")
        real(self, name, removed, added)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "replace", replace)
        with pytest.raises(StoreError, match="no room"):
            compact(Store(str(store)), keep_hours=0)


@pytest.mark.parametrize("merged_before", [False, True])
@pytest.mark.parametrize("table", ["jans", "plies", "games"])
def test_rows_count_by_the_ledger_whichever_tables_are_put_together(records: Path, store: Path, table: str, *, merged_before: bool) -> None:
    first, *others = sorted(records.iterdir())
    put(store, first)
    if merged_before:
        compact(Store(str(store)), keep_hours=0)
    for file in others:
        put(store, file)
    gone, changes, *stay = others
    stopped_at(store, table)
    assert same(stored(store), judged(records))
    drop(Store(str(store)), [gone])
    assert same(stored(store), judged(first, changes, *stay))
    changed(changes, tiny(1))
    put(store, changes)  # tidies away the batches of what is gone, where they still have names
    assert same(stored(store), judged(first, changes, *stay))
    stopped_at(store, table)
    assert same(stored(store), judged(first, changes, *stay))
    compact(Store(str(store)), keep_hours=0)
    assert same(stored(store), judged(first, changes, *stay))
    ids = {name: set(pl.scan_delta(str(store / name)).select("id").collect()["id"]) for name in TABLES}
    assert all(ids[name] <= ids["games"] for name in TABLES)


def test_a_store_put_together_in_part_by_an_older_release_is_healed(records: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis.archive import keeping

    first, gone, *stay = sorted(records.iterdir())
    with monkeypatch.context() as patch:
        patch.setattr(keeping, "merged_batch", lambda _: f"merged{os.urandom(10).hex()}")
        put(store, first)
        compact(Store(str(store)), keep_hours=0)
        put(store, gone, *stay)
        stopped_at(store, "games")
    drop(Store(str(store)), [gone, *stay])
    compact(Store(str(store)), keep_hours=0)
    assert same(stored(store), judged(first))


def test_games_are_written_with_the_others_so_that_nobody_has_to_look_for_strays(
    records: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analysis.archive import keeping, views

    put(store, records)
    with monkeypatch.context() as patch:
        patch.setattr(keeping, "ROWS", 20)
        compact(Store(str(store)), keep_hours=0)
    drop(Store(str(store)), [next(records.iterdir())])
    compact(Store(str(store)), keep_hours=0)
    put(store, "corpora/games")
    compact(Store(str(store)), keep_hours=0)
    newest = {name: max(views.merged_at(path) for path, _ in Store(str(store)).paths(name)) for name in TABLES}
    assert all(newest["games"] >= newest[name] > 0 for name in TABLES)


def test_what_two_runs_take_away_is_gone_once(records: Path, store: Path) -> None:
    put(store, records)
    held = Store(str(store))
    paths = [path for path, _ in held.paths("plies")]
    held.replace("plies", paths, ())
    held.replace("plies", paths, ())
    assert held.paths("plies") == []


def test_pieces_of_a_file_that_is_another_now_are_swept(tmp_path: Path, store: Path) -> None:
    from analysis.archive.work import Outcome

    large = tmp_path / "large.tgn"
    large.write_text("\n".join(matches(6)), "utf-8")
    worked = []

    def dies(job: object) -> Outcome:
        worked.append(True)
        return process(job) if len(worked) < 3 else Outcome(job, trouble="the lights went out")

    with pytest.raises(StoreError, match="lights"):
        put(store, large, piece=2000, work=dies)
    assert Archive(str(store)).view.state.unfinished
    changed(large, matches(7)[6])
    put(store, large)
    assert not Archive(str(store)).view.state.unfinished
    assert same(stored(store), judged(large))
    assert not any(Archive(str(store)).view.loose.values())


def last_log(store: Path, table: str) -> Path:
    return max((store / table / "_delta_log").glob("*.json"))


def emptied(store: Path) -> None:
    last_log(store, "plies").write_bytes(b"")


def unlogged(store: Path) -> None:
    last_log(store, "games").unlink()


def without(table: str) -> "Callable[[Path], None]":
    return lambda store: shutil.rmtree(store / table)


def cut_short(store: Path) -> None:
    for file in store.glob("plies/batch=*/*.parquet"):
        file.write_bytes(file.read_bytes()[:300])


@pytest.mark.parametrize(
    "harm",
    [emptied, unlogged, without("jans"), without("games"), without("plies"), cut_short],
    ids=["log empty", "log gone", "no jans", "no games", "no plies", "cut short"],
)
def test_a_harmed_store_is_told_and_made_whole_by_adding_again(records: Path, store: Path, harm: "Callable[[Path], None]") -> None:
    put(store, records)
    harm(store)
    with pytest.raises(StoreError, match="add the same records again"):
        status(Archive(store))
    put(store, records)
    assert same(stored(store), judged(records))
    assert put(store, records).unchanged == 4


def test_rows_put_together_and_harmed_are_dropped_and_added_again(records: Path, store: Path) -> None:
    put(store, records)
    compact(Store(str(store)), keep_hours=0)
    for file in store.glob("plies/batch=*/*.parquet"):
        file.unlink()
    with pytest.raises(StoreError, match="drop everything"):
        status(Archive(store))
    with pytest.raises(StoreError, match="drop everything"):
        put(store, records)
    drop(Store(str(store)), everything=True)
    put(store, records)
    assert same(stored(store), judged(records))


def test_a_ledger_cut_short_is_told(records: Path, store: Path) -> None:
    put(store, records)
    for file in store.glob("ledger/*.parquet"):
        file.write_bytes(file.read_bytes()[:100])
    for use in (lambda: status(Archive(store)), lambda: put(store, records)):
        with pytest.raises(StoreError, match="a new store"):
            use()


def test_one_path_need_not_be_a_list(records: Path, store: Path) -> None:
    for path in (str(records), records):
        assert run.add(path, Store(str(store), create=True)).statuses.total() == 4
