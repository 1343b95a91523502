"""`trictrac archive` as a user meets it: what it prints, what it returns, and that nothing makes it break."""

import doctest
import errno
import gzip
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("deltalake")

from archives import folder, judged, matches, tiny

from reports.cli import main

CLEAN = '[White "A"]\n[Black "B"]\n\n1. W 6-4 T/6 T/4\n*\n'
SLIP = '[White "A"]\n[Black "B"]\n\n1. W 6-4 T/6 T/44\n*\n'


def run(*words: str | Path) -> Result:
    result = CliRunner().invoke(main, ["archive", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def told(result: Result) -> dict[str, list[dict]]:
    """The objects it printed, by type."""
    found: dict[str, list[dict]] = {}
    for line in result.stdout.splitlines():
        row = json.loads(line)
        found.setdefault(row["type"], []).append(row)
    return found


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.mark.parametrize(("text", "code"), [(CLEAN, 0), (matches(1)[0], 1), (SLIP, 2), ("nonsense\n", 2), ("", 0)])
def test_exit_codes_are_those_of_the_records_also_when_nothing_is_new(tmp_path: Path, store: Path, text: str, code: int) -> None:
    folder(tmp_path / "r", [text])
    assert run("add", tmp_path / "r", "--to", store).exit_code == code
    assert run("add", tmp_path / "r", "--to", store).exit_code == code
    assert run("status", store).exit_code == 0


def test_add_says_what_it_did(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", [CLEAN, matches(1)[0], "nonsense\n", SLIP])
    result = run("add", tmp_path / "r", tmp_path / "nowhere", "--to", store)
    assert "4 files, 0 unchanged: 3 games and" in result.stdout
    assert "now 1 accepted, 1 with findings, 1 with errors of reading, 1 refused" in result.stdout
    assert "game00002.tgn: line 1: This is not TGN" in result.stderr
    assert "there is no such file or folder" in result.stderr
    again = run("add", tmp_path / "r", "--to", store, "--json")
    (row,) = told(again)["added"]
    assert (row["files"], row["games"]) == (4, 0)
    assert row["statuses"] == {"accepted": 1, "findings": 1, "errors": 1, "refused": 1}


def test_status_tells_the_ledger(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", [CLEAN, *matches(2), matches(2)[0] + "; again\n", "nonsense\n"])
    run("add", tmp_path / "r", "--to", store)
    text = run("status", store, "--refused", "--duplicates", "--files").stdout
    assert "4 games" not in text.splitlines()[0]
    assert "1 game more not counted, since there are others" in text
    assert "the same as another" in text
    assert "game00004.tgn: refused" in text
    assert "game00003.tgn, game 1: the same as" in text
    rows = told(run("status", store, "--json", "--files", "--duplicates"))
    (status,) = rows["status"]
    assert (status["games"], status["duplicates"], status["files"]["refused"]) == (3, {"same": 1}, 1)
    assert len(rows["file"]) == 5
    assert rows["duplicate"][0]["of_file"].endswith("game00001.tgn")


def test_every_key_of_the_answers_is_in_the_page(tmp_path: Path, store: Path) -> None:
    page = Path("docs/archive.md").read_text("utf-8")
    folder(tmp_path / "r", [CLEAN, *matches(1), matches(1)[0] + "; again\n", "nonsense\n"])
    results = [run("add", tmp_path / "r", tmp_path / "nowhere", "--to", store, "--json")]
    results += [run("status", store, "--json", "--files", "--duplicates"), run("compact", store, "--json")]
    results.append(run("drop", "--all", "--from", store, "--json"))
    for result in results:
        for kind, rows in told(result).items():
            assert f'`"type": "{kind}"`' in page, kind
            for row in rows:
                for key in row.keys() - {"type"}:
                    assert f"`{key}`" in page, key


def test_the_example_of_the_page_is_what_happens() -> None:
    (block,) = re.findall(r"^```pycon\n(.*?)^```$", Path("docs/archive.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    failed, tried = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(block, {}, "docs", None, None))
    assert tried > 4
    assert failed == 0


def test_compact_and_drop(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", matches(3))
    for file in sorted((tmp_path / "r").iterdir()):
        run("add", file, "--to", store)
    assert "files of tables became" in run("compact", store, "--keep", "0").stdout
    assert "1 file dropped" in run("drop", tmp_path / "r" / "game00001.tgn", "--from", store).stdout
    assert told(run("status", store, "--json"))["status"][0]["games"] == 2
    assert run("drop", "nobody.tgn", "--from", store).exit_code == 2
    assert run("drop", "--from", store).exit_code == 2
    assert told(run("drop", "--all", "--from", store, "--json"))["dropped"][0]["files"] == 2


def test_conflicts_of_names_are_told(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", [CLEAN])
    run("add", tmp_path / "r", "--to", store)
    (tmp_path / "p.toml").write_text('[[player]]\nname = "One"\naliases = ["A"]\n[[player]]\nname = "Two"\naliases = ["a"]\n', "utf-8")
    assert "`A` is a spelling of both One and Two" in run("status", store, "--names", tmp_path / "p.toml").stdout


def test_bad_stores_are_told_without_a_traceback(tmp_path: Path) -> None:
    for words in (("status", tmp_path / "none"), ("compact", tmp_path / "none"), ("status", "ftp://x/y")):
        result = run(*words)
        assert result.exit_code == 2
        assert result.stderr.startswith("Error: ")
    (tmp_path / "file").write_text("dear", "utf-8")
    assert run("add", "corpora/games", "--to", tmp_path / "file").exit_code == 2
    assert run("add", "corpora/games", "--to", tmp_path / "s", "--jobs", "2", "--scheduler", "tcp://x").exit_code == 2


def test_a_store_that_cannot_be_written_to_is_named(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis.archive.address import Address

    folder(tmp_path / "r", matches(3))
    for at in range(2):
        run("add", tmp_path / "r" / f"game0000{at}.tgn", "--to", store)
    (tmp_path / "big.tgn.gz").write_bytes(gzip.compress("\n".join(matches(3)).encode()))
    for number, advice in ((errno.EACCES, "Permission denied"), (errno.ENOSPC, "Make room"), (errno.EROFS, "copy of the store")):

        def fails(_: Address, name: str, __: bytes, number: int = number) -> None:
            raise OSError(number, os.strerror(number), name)

        monkeypatch.setattr(Address, "put", fails)
        for words in (
            ("add", tmp_path / "r", "--to", store),
            ("add", tmp_path / "big.tgn.gz", "--to", store),
            ("compact", store),
            ("drop", "--all", "--from", store),
        ):
            result = run(*words)
            assert result.exit_code == 2
            assert result.stderr.startswith(f"Error: {store}: ") and advice in result.stderr


def test_no_count_is_less_than_nothing_and_nobody_is_a_player(tmp_path: Path, store: Path) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "fake.zip").write_bytes(b"no archive")
    (tmp_path / "r" / "a.tgn").write_text(CLEAN.replace('[White "A"]\n', ""), "utf-8")
    (tmp_path / "r" / "b.tgn").write_text(CLEAN.replace("T/6 T/4", "T/6 T/4\n2. B 6-3 T/6 T/3"), "utf-8")
    run("add", tmp_path / "r", "--to", store)
    shown = run("status", store, "--files").stdout
    assert "fake.zip: refused: The archive cannot be read" in shown
    assert "-1" not in shown
    run("add", "corpora/games", "--to", store)
    players = {row for row in judged(tmp_path / "r" / "b.tgn", "corpora/games")["plies"]["player"] if row not in (None, "?")}
    assert f", {len(players)} players" in run("status", store).stdout


def test_processes_do_the_same(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", matches(2))
    assert run("add", tmp_path / "r", "--to", store, "--jobs", "2", "--engine", "plain").exit_code == 1
    assert told(run("status", store, "--json"))["status"][0]["games"] == 2


@pytest.mark.bench
def test_an_unchanged_archive_of_5000_files_takes_a_second(tmp_path: Path, store: Path) -> None:
    folder(tmp_path / "r", [tiny(number) for number in range(5000)])
    for file in (tmp_path / "r").iterdir():
        os.utime(file, ns=(10**18, 10**18))
    command = [sys.executable, "-c", "from reports.cli import main; main()", "archive", "add", str(tmp_path / "r"), "--to", str(store)]

    def took() -> tuple[float, str]:
        begin = time.perf_counter()
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        return time.perf_counter() - begin, done.stdout

    took()
    times, texts = zip(*(took() for _ in range(5)), strict=True)
    assert all("5,000 files, 5000 unchanged: 0 games" in text for text in texts)
    assert min(times) <= 1.0
    (tmp_path / "r" / "game02500.tgn").write_text(matches(1)[0], "utf-8")
    changed, text = took()
    assert "5,000 files, 4999 unchanged: 1 game" in text
    assert changed < 2 * max(times) + 1.0
