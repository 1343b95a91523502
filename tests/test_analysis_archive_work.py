"""What is read, by whom, and what becomes of bad input: pieces, compressed files, garbage, files that change, workers that die."""

import contextlib
import gzip
import io
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

pytest.importorskip("deltalake")

from archives import folder, judged, judged_text, matches, put, same, stored, tiny
from test_analysis_archive_store import changed

from analysis import pieces as cutting
from analysis.archive import Archive, Options, Store, StoreError, Workers, add
from analysis.archive.keeping import drop
from analysis.archive.ledger import KIND, State
from analysis.archive.ledger import rows as ledger_rows
from analysis.archive.opened import kind_of
from analysis.archive.work import Job, Outcome, in_utf8, process
from analysis.pieces import chunks, count_lines, cut, last_cut
from analysis.reading import OneByOne
from notation.reader import read_games

HERE = Path(__file__).parents[1]
HEEDS = "from signal import *; signal(SIGINT, default_int_handler); signal(SIGHUP, SIG_DFL); signal(SIGTERM, SIG_DFL)\n"
"""What a program of these tests begins with: who runs them in the background may have told all below him to ignore signals."""
BIG = "\n".join((*matches(6), *(tiny(number) for number in range(50))))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


def told(store: Path) -> dict[str, tuple[str, str]]:
    """Status and reason of every file, by its name."""
    rows = Archive(str(store)).ledger.collect()
    return {Path(given).name: (status, why or "") for given, status, why in rows.select("given", "status", "why").iter_rows()}


# -- pieces ----------------------------------------------------------------------------------------------------


def test_a_large_file_is_worked_in_pieces_and_nobody_can_tell(tmp_path: Path, store: Path) -> None:
    (tmp_path / "big.tgn").write_text(BIG, "utf-8")
    put(store, tmp_path / "big.tgn", piece=2000)
    assert len(Store(str(store)).paths("plies")) > 3
    assert same(stored(store), judged(tmp_path / "big.tgn"))


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_pieces_of_any_line_ends_count_lines_and_games_from_the_file(tmp_path: Path, store: Path, ends: str) -> None:
    (tmp_path / "big.tgn").write_bytes(BIG.replace("\n", ends).encode())
    put(store, tmp_path / "big.tgn", piece=1500)
    assert same(stored(store), judged(tmp_path / "big.tgn"))


def test_pieces_with_strange_games_between_them(tmp_path: Path) -> None:
    texts = [
        tiny(1),
        "; a remark on what follows\n" + tiny(2),
        tiny(3).replace("[White ", "[white "),  # the guess of how many games there are goes wrong here
        tiny(4).replace('[White "Aurore"]\n', ""),
        "this is nothing\n" + tiny(5),
        "1. W 6-4\n*\n1. B 3-1\n*\n",  # games without tags
        '[White "A"]\n[Black "B"]\n\n1. W 6-4\n',  # no result
        tiny(6) + "; behind the result\n",
    ]
    chance = random.Random(5)
    text = "\n".join(chance.choice(texts) for _ in range(200)) + tiny(7)
    (tmp_path / "big.tgn").write_text(text, "utf-8")
    for at, size in enumerate((400, 900, 3000)):
        put(tmp_path / f"store{at}", tmp_path / "big.tgn", piece=size)
        keys = ("file", "game", "line", "white", "event", "turns")
        held = Archive(str(tmp_path / f"store{at}")).view.frames["games"].select(keys).collect().sort("game")
        assert held.equals(judged(tmp_path / "big.tgn")["games"].select(keys).sort("game"))


def test_a_text_that_is_not_utf_8_is_told_once_however_it_is_cut(tmp_path: Path, store: Path) -> None:
    text = "\n".join(tiny(number, white="Éraste") for number in range(60)).encode("cp1252")
    (tmp_path / "big.tgn").write_bytes(text)
    put(store, tmp_path / "big.tgn", piece=900)
    assert same(stored(store), judged(tmp_path / "big.tgn"))
    assert stored(store)["games"]["errors"].sum() == 1


def test_cuts_are_only_made_between_games() -> None:
    data = BIG.encode()
    for size in (200, 1000, 5000):
        parts = list(chunks(io.BytesIO(data), size))
        assert b"".join(parts) == data
        assert sum(len(list(read_games(io.BytesIO(part)))) for part in parts) == len(list(read_games(io.BytesIO(data))))
    assert last_cut(b"1. W 6-4\n2. B 6-4\n") == 0
    assert last_cut(b'[Event "x"]\n[White "y"]\n') == 0
    assert last_cut(b"; a remark\n[White]") == 0


def test_the_pieces_of_a_file_are_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "big.tgn").write_text(BIG, "utf-8")
    found = list(cut(str(tmp_path / "big.tgn"), 2000))
    data = (tmp_path / "big.tgn").read_bytes()
    assert [piece.start for piece in found[1:]] == [piece.stop for piece in found[:-1]]
    assert found[-1].stop == len(data)
    for piece in found:
        assert piece.first_line == data[: piece.start].count(b"\n")
        assert piece.first_game == data[: piece.start].count(b"[White ")


@pytest.mark.parametrize(("text", "lines"), [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\r\nb", 2), (b"a\rb\r", 2), (b"\n\r\n\r", 3)])
def test_lines_are_counted_as_the_reader_counts_them(text: bytes, lines: int) -> None:
    assert count_lines(text) == lines


def test_a_text_in_two_encodings_comes_out_in_one() -> None:
    assert in_utf8('[White "É"]\n'.encode("cp1252") + '[Black "É"]\n'.encode()) == '[White "É"]\n[Black "É"]\n'.encode()


def test_a_stopped_large_file_goes_on_where_it_was(tmp_path: Path, store: Path) -> None:
    (tmp_path / "big.tgn").write_text(BIG, "utf-8")
    worked: list[Job] = []

    def dies(job: Job) -> Outcome:
        if len(worked) == 3:
            return Outcome(job, trouble="the lights went out")
        worked.append(job)
        return process(job)

    with pytest.raises(StoreError, match="lights"):
        put(store, tmp_path / "big.tgn", piece=2000, work=dies)
    assert stored(store)["games"].height == 0  # a file counts as a whole
    before = len(worked)
    worked.append(worked[0])

    def counts(job: Job) -> Outcome:
        worked.append(job)
        return process(job)

    put(store, tmp_path / "big.tgn", piece=2000, work=counts)
    again = {part.start for job in worked[before + 1 :] for part in job.parts}
    assert again and not again & {part.start for job in worked[:before] for part in job.parts}
    assert same(stored(store), judged(tmp_path / "big.tgn"))


# -- compressed files ----------------------------------------------------------------------------------------------------


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def test_compressed_records_are_as_they_are_read(tmp_path: Path, store: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    data = "\n".join(matches(3)).encode()
    (tmp_path / "a.tgn.gz").write_bytes(gzip.compress(data))
    (tmp_path / "b.tgn.zst").write_bytes(zstandard.compress("\n".join(matches(6)[3:]).encode()))
    zipped(tmp_path / "c.zip", {"one.tgn": matches(8)[6].encode(), "below/two.tgn": matches(8)[7].encode(), "letter.txt": b"dear"})
    put(store, tmp_path, piece=4000)
    assert same(stored(store), judged(tmp_path))


@pytest.mark.parametrize("apart", [False, True])
def test_the_same_bytes_under_another_ending_are_another_record(tmp_path: Path, store: Path, *, apart: bool) -> None:
    text = matches(1)[0].encode()
    files = [tmp_path / name for name in ("a.tgn.gz", "b.tgn", "c.zip", "d.tgn.gz", "e.tgn", "f.tgn.zst")]
    for file in files:
        file.write_bytes(text)
    for paths in [[file] for file in files] if apart else [files]:
        put(store, *paths)
    for _ in range(2):
        statuses = {name: status for name, (status, _) in told(store).items()}
        assert statuses.pop("e.tgn") == "same"
        assert statuses.pop("b.tgn") in ("accepted", "findings", "errors")
        assert set(statuses.values()) == {"refused"}
        assert same(stored(store), judged(tmp_path / "b.tgn"))
        put(store, *files, verify=True)


def test_a_good_ending_first_does_not_let_a_wrong_one_in(tmp_path: Path, store: Path) -> None:
    packed = gzip.compress(matches(1)[0].encode())
    (tmp_path / "a.tgn.gz").write_bytes(packed)
    (tmp_path / "b.tgn").write_bytes(packed)
    put(store, tmp_path)
    assert told(store)["b.tgn"][0] == "refused"
    assert same(stored(store), judged(tmp_path / "a.tgn.gz"))
    drop(Store(str(store)), [tmp_path / "a.tgn.gz"])
    assert stored(store)["games"].height == 0


def test_what_was_refused_for_the_ending_of_another_file_is_read_now(tmp_path: Path, store: Path) -> None:
    """Stores that an older release has written are mended by the next `add`."""
    data = matches(1)[0].encode()
    for name in ("a.tgn.gz", "b.tgn"):
        (tmp_path / name).write_bytes(data)
        os.utime(tmp_path / name, ns=(10**18, 10**18))
    put(store, tmp_path / "a.tgn.gz")
    held = Store(str(store))
    state = State(*held.ledger())
    wrong = {"file": str(tmp_path / "b.tgn"), "given": str(tmp_path / "b.tgn"), "take": None}
    held.enter(lambda _, __: ledger_rows(state.files.row(0, named=True) | wrong))
    assert told(store)["b.tgn"][0] == "refused"
    put(store, tmp_path)
    assert same(stored(store), judged(tmp_path / "b.tgn"))
    assert put(store, tmp_path).unchanged == 2


def test_the_ledger_knows_the_kind_of_a_file_by_its_name() -> None:
    names = ["a.tgn", "a.TGN.GZ", "gz", "a.zip", "x/a.tgn.zst", "a.zip.tgn", "a.gz\n"]
    assert pl.DataFrame({"file": names}).select(KIND)["file"].to_list() == [kind_of(name) for name in names]


def test_what_a_file_that_breaks_off_still_has_is_kept(tmp_path: Path, store: Path) -> None:
    data = gzip.compress("\n".join(matches(6)).encode())
    (tmp_path / "cut.tgn.gz").write_bytes(data[: len(data) * 2 // 3])
    put(store, tmp_path)
    status, why = told(store)["cut.tgn.gz"]
    assert status == "errors"
    assert "breaks off" in why and "What could be read of it is read." in why
    assert 3 <= stored(store)["games"].height <= 5


def test_a_zip_of_many_records_is_worked_in_pieces(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis.archive import plan

    monkeypatch.setattr(plan, "MEMBERS", 5)
    zipped(tmp_path / "many.zip", {f"{number:03}.tgn": tiny(number).encode() for number in range(23)})
    put(store, tmp_path / "many.zip")
    assert len(Store(str(store)).paths("games")) == 5
    assert same(stored(store), judged(tmp_path / "many.zip"))
    assert put(store, tmp_path / "many.zip").games == 0


def test_a_broken_zip_costs_itself(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", matches(2))
    zipped(tmp_path / "r" / "whole.zip", {"a.tgn": matches(3)[2].encode()})
    (tmp_path / "r" / "cut.zip").write_bytes((tmp_path / "r" / "whole.zip").read_bytes()[:-30])
    report = put(store, tmp_path / "r")
    assert report.code == 2
    assert report.statuses["refused"] == 1
    status, why = told(store)["cut.zip"]
    assert status == "refused"
    assert "cannot be read" in why
    assert stored(store)["games"].height == 3


def test_a_member_that_is_damaged_costs_itself(tmp_path: Path, store: Path) -> None:
    path = zipped(tmp_path / "some.zip", {"a.tgn": matches(2)[0].encode(), "b.tgn": matches(2)[1].encode()})
    data = bytearray(path.read_bytes())
    at = data.find(b"b.tgn") + 300
    data[at : at + 40] = bytes(40)
    path.write_bytes(data)
    put(store, path)
    status, why = told(store)["some.zip"]
    assert status == "errors"
    assert "`b.tgn`" in why
    assert stored(store)["games"]["file"].to_list()[0].endswith("a.tgn")


@pytest.mark.parametrize("kind", ["zip", "gz", "zst"])
def test_a_file_that_unfolds_out_of_all_proportion_is_not_read_on(
    tmp_path: Path, store: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cutting, "UNSUSPECTED", 1 << 20)
    good = matches(1)[0].encode()
    bomb = good + b"; remark\n" * 1_000_000
    if kind == "zip":
        zipped(tmp_path / "bomb.zip", {"bomb.tgn": bomb})
    elif kind == "gz":
        (tmp_path / "bomb.tgn.gz").write_bytes(gzip.compress(bomb))
    else:
        zstandard = pytest.importorskip("zstandard")
        (tmp_path / "bomb.tgn.zst").write_bytes(zstandard.compress(bomb))
    report = put(store, tmp_path)
    assert report.code == 2
    ((status, why),) = told(store).values()
    assert status in ("refused", "errors")
    assert "unfolds to more than" in why


def test_a_text_without_an_end_of_a_game_is_not_read_on(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "LONGEST_GAME", 20_000)
    (tmp_path / "endless.tgn").write_text("1. W 6-4\n" * 10_000, "utf-8")
    put(store, tmp_path, piece=1000)
    assert told(store)["endless.tgn"][1].startswith("It cannot be read: no game ends within")


@pytest.mark.parametrize("good", [1, 3])
def test_games_before_one_that_never_ends_are_kept(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch, good: int) -> None:
    monkeypatch.setattr(cutting, "LONGEST_GAME", 20_000)
    head = "\n".join(matches(good))
    (tmp_path / "endless.tgn").write_text(head + "\n" + '[White "a"]\n[Black "b"]\n\n' + "1. W 6-4\n" * 20_000, "utf-8")
    report = put(store, tmp_path, piece=1000)
    assert report.code == 2
    status, why = told(store)["endless.tgn"]
    assert (status, why) == ("errors", "It breaks off: no game ends within 0 MB. What could be read of it is read.")
    assert stored(store)["games"].height == good
    assert put(store, tmp_path, piece=1000).unchanged == 1


def test_a_large_file_is_worked_while_it_is_cut(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No piece waits until the last is cut; a file that can no longer be read says so, and keeps nothing half."""
    from analysis.archive import plan

    (tmp_path / "big.tgn").write_text(BIG, "utf-8")
    pieces = len(list(cut(str(tmp_path / "big.tgn"), 2000)))
    cuts: list[int] = []
    seen: list[int] = []

    def counted(file: str, size: int) -> Iterator[cutting.Range]:
        for at, piece in enumerate(cut(file, size)):
            if at == fails:
                raise OSError(5, "Input/output error")
            cuts.append(at)
            yield piece

    def works(job: Job) -> Outcome:
        seen.append(len(cuts))
        return process(job)

    monkeypatch.setattr(plan, "cut", counted)
    fails = 4
    put(store, tmp_path, piece=2000, work=works)
    assert told(store)["big.tgn"] == ("refused", "It cannot be read: Input/output error.")
    assert stored(store)["games"].height == 0
    fails = -1
    cuts.clear()
    seen.clear()
    put(store, tmp_path, piece=2000, work=works)
    assert same(stored(store), judged(tmp_path / "big.tgn"))
    assert seen[0] == 2, "two are cut to see whether there is more than one"
    assert seen[-1] == pieces
    assert all(later - sooner <= 1 for sooner, later in pairwise(seen))


# -- garbage ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [300, pytest.param(10_000, marks=pytest.mark.soak)])
def test_garbage_among_good_files_costs_itself(tmp_path: Path, store: Path, number: int) -> None:
    chance = random.Random(9)
    folder(tmp_path / "r", matches(3))
    kinds = (
        lambda: b"\0" + chance.randbytes(50),
        lambda: f"dear friend, {chance.random()}\n".encode() * 3,
        lambda: "\ufeff".encode("utf-16") + str(chance.random()).encode("utf-16-le"),
        lambda: chance.randbytes(chance.randrange(1, 400)),
    )
    for at in range(number):
        (tmp_path / "r" / f"junk{at:05}.tgn").write_bytes(kinds[at % 4]())
        if at % 50 == 0:
            (tmp_path / "r" / f"junk{at:05}.zip").write_bytes(chance.randbytes(90))
    begin = time.monotonic()
    report = put(store, tmp_path / "r")
    assert report.code == 2
    names = [name for name, (status, _) in told(store).items() if status in ("findings", "accepted")]
    assert sorted(names) == ["game00000.tgn", "game00001.tgn", "game00002.tgn"]
    assert all(why for status, why in told(store).values() if status == "refused")
    games = stored(store)["games"].filter(stored(store)["games"]["turns"] > 0)
    assert games["file"].str.contains("game0").all()
    assert time.monotonic() - begin < 30 + number / 100
    assert put(store, tmp_path / "r").games == 0


def test_an_empty_file_is_no_fault(tmp_path: Path, store: Path) -> None:
    (tmp_path / "empty.tgn").write_bytes(b"")
    assert put(store, tmp_path).code == 0
    assert told(store) == {"empty.tgn": ("accepted", "")}


def test_what_is_not_there_or_cannot_be_named_is_told(tmp_path: Path, store: Path) -> None:
    report = put(store, tmp_path / "nowhere", "-")
    assert report.code == 2
    assert "there is no such file" in report.missing[0]
    assert "standard input" in report.missing[1]


def test_a_game_at_which_the_engine_breaks_costs_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis import reading

    whole = reading.judge

    def breaks(game: object) -> object:
        if game.tag("Event") == "e2":
            raise RuntimeError("a bug")
        return whole(game)

    monkeypatch.setattr(reading, "judge", breaks)
    text = "\n".join(tiny(number) for number in range(4))
    read = OneByOne().tables(text.encode(), "x.tgn")
    assert read.tables["games"]["event"].to_list() == ["e0", "e1", "e3"]
    assert read.games == 4
    assert any("engine breaks at this game (RuntimeError: a bug)" in fault.message for fault in read.diagnostics)


def test_places_are_counted_from_where_a_text_begins() -> None:
    read = OneByOne().tables(matches(2)[1].encode(), "x.tgn", first_game=1, first_line=matches(2)[0].count("\n") + 2)
    whole = judged_text(matches(2)[0] + "\n" + matches(2)[1], "x.tgn")
    for table, rows in read.tables.items():
        part = whole[table].filter(whole[table]["game"] == 2)
        assert rows.sort(rows.columns).equals(part.sort(part.columns))


# -- files that change ----------------------------------------------------------------------------------------------------


def test_a_file_that_changes_while_it_is_read_is_read_again(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", matches(3))
    file = tmp_path / "r" / "game00001.tgn"
    times = []

    def meddles(job: Job) -> Outcome:
        if not times:
            times.append(True)
            changed(file, matches(5)[4])
        return process(job)

    put(store, tmp_path / "r", work=meddles)
    assert same(stored(store), judged(tmp_path / "r"))


def test_a_file_that_changes_all_the_time_is_refused_and_tried_again_next_time(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", matches(3))
    file = tmp_path / "r" / "game00001.tgn"
    times = []

    def meddles(job: Job) -> Outcome:
        times.append(True)
        changed(file, matches(5)[4] + ";" * len(times))
        return process(job)

    report = put(store, tmp_path / "r", work=meddles)
    assert report.code == 2
    status, why = told(store)["game00001.tgn"]
    assert (status, why) == ("refused", "It changed each time it was read. Add it again when nothing writes to it.")
    assert stored(store)["games"].height == 2
    assert put(store, tmp_path / "r").games == 1


def test_a_file_that_changes_when_rows_of_it_are_written_spoils_nothing(
    tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analysis.archive import work

    folder(tmp_path / "r", matches(3))
    file = tmp_path / "r" / "game00001.tgn"
    flush, times = work._Writer.flush, []

    def meddles(writer: object) -> None:
        flush(writer)
        if not times and writer.held is not None and writer.number > 1:
            times.append(True)
            changed(file, matches(5)[4])

    monkeypatch.setattr(work._Writer, "flush", meddles)
    put(store, tmp_path / "r", piece=20_000_000)  # one job
    monkeypatch.setattr(work._Writer, "flush", flush)
    assert same(stored(store), judged(tmp_path / "r")) or put(store, tmp_path / "r").games == 1
    assert same(stored(store), judged(tmp_path / "r"))


def test_a_file_that_goes_away_is_told(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", matches(2))

    def takes(job: Job) -> Outcome:
        (tmp_path / "r" / "game00001.tgn").unlink(missing_ok=True)
        return process(job)

    report = put(store, tmp_path / "r", work=takes)
    assert report.code == 2
    assert "cannot be read" in told(store)["game00001.tgn"][1]
    assert stored(store)["games"].height == 1


# -- workers ----------------------------------------------------------------------------------------------------


def killed_by(job: Job) -> Outcome:
    """A worker that dies over a file named `deadly`, and once over one named `unlucky`."""
    for part in job.parts:
        mark = Path(part.unit.file).with_suffix(".mark")
        if "unlucky" in part.unit.file and not mark.exists():
            mark.write_text("", "utf-8")
            os.kill(os.getpid(), signal.SIGKILL)
        if "deadly" in part.unit.file:
            os.kill(os.getpid(), signal.SIGKILL)
    return process(job)


@pytest.fixture
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """What workers must be able to import."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(HERE), str(HERE / "tests"))))


@pytest.mark.usefixtures("importable")
def test_processes_make_the_same_tables(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", matches(11)[6:])
    (tmp_path / "r" / "big.tgn").write_text(BIG, "utf-8")
    put(store, tmp_path / "r", workers=Workers(2), piece=3000)
    put(tmp_path / "other", tmp_path / "r", piece=3000)
    assert same(stored(store), stored(tmp_path / "other"))
    read = [Archive(str(place)).games.sort("id").collect() for place in (store, tmp_path / "other")]
    assert read[0].equals(read[1])


@pytest.mark.usefixtures("importable")
def test_a_worker_that_dies_has_its_work_done_again(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", matches(4))
    (tmp_path / "r" / "unlucky.tgn").write_text(matches(5)[4], "utf-8")
    said: list[str] = []
    from analysis.archive.run import Progress

    class Said(Progress):
        def say(self, told: str) -> None:
            said.append(told)

    report = put(store, tmp_path / "r", workers=Workers(2), work=killed_by, piece=9000, progress=Said())
    assert "a worker died" in said[0]
    assert report.statuses["refused"] == 0
    assert same(stored(store), judged(tmp_path / "r"))


@pytest.mark.usefixtures("importable")
def test_a_file_at_which_workers_die_again_is_given_up_and_the_others_kept(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", matches(4))
    (tmp_path / "r" / "deadly.tgn").write_text(matches(5)[4], "utf-8")
    report = put(store, tmp_path / "r", workers=Workers(2), work=killed_by)
    assert report.code == 2
    assert told(store)["deadly.tgn"] == ("refused", "The worker that read it died, and died again when it was read alone: it is left out.")
    assert stored(store)["games"].height == 4
    assert put(store, tmp_path / "r").games == 1  # with other workers


def children(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are found by /proc")
@pytest.mark.parametrize(
    ("number", "later", "all_at_once"),
    [("SIGKILL", 1, False), ("SIGINT", 0, True), ("SIGINT", 1, True), ("SIGHUP", 1, True), ("SIGTERM", 1, False)],
)
def test_a_run_that_is_stopped_takes_its_workers_with_it_quietly(
    tmp_path: Path, store: Path, number: str, later: float, *, all_at_once: bool
) -> None:
    records = folder(tmp_path / "r", [f'[Event "n{at}"]\n{text}' for at in range(150) for text in matches(4)])
    words = ("archive", "add", str(records), "--to", str(store), "-j", "2", "--engine", "plain")
    running = subprocess.Popen(
        [sys.executable, "-c", HEEDS + "from reports.cli import main; main()", *words],
        cwd=HERE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + 30
        while len(children(running.pid)) < 3 and time.monotonic() < until:  # two workers, and who keeps the books of what they share
            time.sleep(0.02)
        time.sleep(later)
        assert running.poll() is None
        kill = os.killpg if all_at_once else os.kill
        kill(running.pid, getattr(signal, number))
        # All of them hold this pipe.
        told = running.communicate(timeout=6)[0].decode()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert "Traceback" not in told and "Fatal" not in told


@pytest.mark.usefixtures("importable")
def test_a_cluster_makes_the_same_tables_though_a_worker_is_killed(tmp_path: Path, store: Path) -> None:
    pytest.importorskip("distributed")
    folder(tmp_path / "r", matches(12)[6:])
    (tmp_path / "r" / "big.tgn").write_text(BIG, "utf-8")
    scheduler = _start("scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(tmp_path / "scheduler.json"))
    workers = []
    try:
        address = _address(tmp_path / "scheduler.json")
        common = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path / "dask"))
        workers = [_start("worker", address, *common) for _ in range(2)]
        killed = []
        from analysis.archive.run import Progress

        class Kills(Progress):
            def done(self, _: int) -> None:
                if not killed:  # something is done: the run is in the middle
                    killed.append(workers[0].pid)
                    workers[0].kill()

        report = put(store, tmp_path / "r", workers=Workers(scheduler=address), piece=2000, progress=Kills())
        assert killed
        assert report.statuses["refused"] == 0
        assert same(stored(store), judged(tmp_path / "r"))
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_a_scheduler_that_does_not_answer_is_told(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from analysis.archive import workers

    monkeypatch.setattr(workers, "ANSWER", 1)
    folder(tmp_path / "r", matches(1))
    with pytest.raises(StoreError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        put(store, tmp_path / "r", workers=Workers(scheduler="tcp://127.0.0.1:9"))


def test_a_worker_of_another_release_is_told(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path / "r", matches(1))
    monkeypatch.setattr("analysis.archive.work.current_key", lambda: "older")
    with pytest.raises(StoreError, match="another release of trictrac"):
        put(store, tmp_path / "r")


def _start(*words: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _address(path: Path) -> str:
    import json

    for _ in range(300):
        if path.exists() and path.read_text("utf-8").strip():
            return str(json.loads(path.read_text("utf-8"))["address"])
        time.sleep(0.1)
    raise AssertionError("no scheduler came up")


def test_what_is_no_file_or_cannot_be_named_is_told(tmp_path: Path, store: Path) -> None:
    records = folder(tmp_path / "r", [tiny(1)])
    os.mkfifo(records / "pipe.tgn")
    try:
        Path(os.fsdecode(bytes(records) + b"/caf\xe9.tgn")).write_text(tiny(2), "utf-8")
    except OSError:
        pytest.skip("this disk has no such names")
    report = put(store, records)
    assert report.code == 2
    assert sorted(why.partition(": ")[2] for why in report.missing) == [
        "the name of this file is not UTF-8, so that nothing can be told of it; give it another",
        "this is neither a file nor a folder",
    ]
    assert stored(store)["games"].height == 1


def test_the_compiled_engine_fills_a_store_with_the_same_tables(tmp_path: Path, store: Path) -> None:
    pytest.importorskip("numba")
    folder(tmp_path / "r", [*matches(8), "\n".join(matches(20)[8:]), "this is nothing\n", "1. W 6-4\n*\n"])
    put(store, tmp_path / "r", "corpora/games", engine="compiled", piece=20_000)
    put(tmp_path / "plain", tmp_path / "r", "corpora/games", engine="plain")
    assert same(stored(store), stored(tmp_path / "plain"))
    for table in ("games", "plies", "jans", "findings"):
        ids = [getattr(Archive(str(place)), table).select("id").collect()["id"].sort() for place in (store, tmp_path / "plain")]
        assert ids[0].equals(ids[1])


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_a_large_file_that_is_no_text_is_refused_whole(tmp_path: Path, engine: str) -> None:
    if engine == "compiled":
        pytest.importorskip("numba")
    text = "\n".join(matches(12)).encode()
    file = tmp_path / "binary.tgn"
    file.write_bytes(text[:100] + b"\0" + text[101:])
    store, options = Store(str(tmp_path / "store"), create=True), Options(engine=engine, piece=len(text) // 5)
    report = add([file], store, options)
    assert (report.games, report.statuses) == (0, {"refused": 1})
    file.write_bytes(text[:-40] + b"; \0\n" + text[-40:])
    assert add([file], store, options).games >= 11


@pytest.mark.parametrize("text", ["; only a comment\n", "[Event ", '[Event "x"]\n', "{ a note }\n"])
def test_what_names_nobody_and_rolls_nothing_is_no_game(tmp_path: Path, text: str) -> None:
    file = put_text(tmp_path / "r" / "a.tgn", text)
    report = add(file, Store(str(tmp_path / "store"), create=True))
    assert (report.games, dict(report.statuses)) == (0, {"refused": 1})


def put_text(path: Path, text: str) -> Path:
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_a_game_whose_rows_cannot_be_made_costs_itself(tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it breaks: while the game is judged, or while its rows are made."""
    if engine == "compiled":
        pytest.importorskip("numba")
    from analysis.columns import Judged

    texts = [text.replace("\n3. ", "\n\n3. ", 1).replace("[White", "; read by itself\n[White", 1) for text in matches(5)]
    texts[2] = texts[2].replace('[White "', '[White "Broken ', 1)
    whole = Judged.rows

    def rows(judged: Judged, table: str) -> list[dict[str, object]]:
        if judged.game.white.startswith("Broken") and table == "jans":
            raise ZeroDivisionError("as if")
        return whole(judged, table)

    monkeypatch.setattr(Judged, "rows", rows)
    file = tmp_path / "r.tgn"
    file.write_text("\n".join(texts), "utf-8")
    store = Store(str(tmp_path / "store"), create=True)
    report = add(file, store, Options(engine=engine))
    assert report.games == 4
    assert sorted(Archive(store).games.collect()["game"]) == [1, 2, 4, 5]
    (row,) = Archive(store).ledger.collect().to_dicts()
    assert "ZeroDivisionError" in row["why"]
