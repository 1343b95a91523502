"""The commands as a user meets them: what they print, what they return, and that nothing makes them break."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reports.cli import main
from reports.write import write_page

GAME = "corpora/games/lepeintre-1818-lesson-1.tgn"
BOARD = "T*9,3,5,6*2,11*2 / T*8,2,4,5,6*2,11*2 W - 4-0 0-0"
CLEAN = '[White "A"]\n[Black "B"]\n\n1. W 6-4 T/6 T/4\n*\n'
MISSED = f'[White "A"]\n[Black "B"]\n[Position "{BOARD}"]\n\n1. W 6-4 3/9 5/9\n*\n'
SLIP = '[White "A"]\n[Black "B"]\n\n1. W 6-4 T/6 T/44\n*\n'


def run(*words: str, text: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, words, input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def lines(result: Result) -> list[dict]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(("text", "code"), [(CLEAN, 0), (MISSED, 1), (SLIP, 2), ("", 0)])
def test_exit_codes(text: str, code: int) -> None:
    assert run("check", "-", text=text).exit_code == code
    assert run("replay", "-", text=text).exit_code == code


def test_check_json() -> None:
    (finding,) = lines(run("check", "--json", "-", text=MISSED))
    assert (finding["type"], finding["kind"], finding["ply"], finding["side"], finding["points"]) == ("finding", "missed", 1, "W", 4)
    (fault,) = lines(run("check", "--json", "-", text=SLIP))
    assert (fault["type"], fault["kind"], fault["line"], fault["column"]) == ("diagnostic", "place", 4, 16)


def test_replay_json() -> None:
    (turn,) = lines(run("replay", "--json", "-", text=MISSED))
    assert turn["due_roller"] == 4
    assert turn["marked_roller"] == 0
    assert turn["points"] == [4, 0]
    assert turn["position"].startswith("T*9,6*2,9*2,11*2 / ")


def test_documented_keys_are_the_keys() -> None:
    page = Path("docs/json.md").read_text("utf-8")
    for row in (*lines(run("check", "--json", "-", text=MISSED + SLIP)), *lines(run("replay", "--json", "-", text=MISSED))):
        for key in row:
            assert f"`{key}`" in page, key


def test_replay_table_is_csv() -> None:
    result = run("replay", "--table", "plies", "-", text=MISSED)
    head, row = result.stdout.splitlines()
    assert head.split(",")[:4] == ["file", "game", "turn", "ply"]
    assert len(row.split(",")) == len(head.split(","))


def test_one_game_of_many() -> None:
    assert len(lines(run("replay", "--json", "-g", "2", "-", text=CLEAN + CLEAN))) == 1


def test_score_and_friends() -> None:
    (row,) = lines(run("score", "--json", BOARD, "6-4"))
    assert (row["due_roller"], row["due_opponent"], row["plays"]) == (4, 0, 11)
    assert len(lines(run("plays", "--json", BOARD, "64"))) == 11
    rolls = lines(run("chances", "--json", BOARD))
    assert sum(roll["of_36"] for roll in rolls) == 36


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("score", "T*16 / T*15 W - 0-0 0-0", "6-4"), "16"),
        (("score", "T*15", "6-4"), "position"),
        (("score", BOARD, "6-9"), "6-9"),
        (("score", BOARD), "DICE"),
        (("score",), "POSITION"),
        (("score", BOARD, "6-4", "--rules", "chess"), "chess"),
        (("score", "--batch", "nosuch.jsonl"), "nosuch.jsonl"),
        (("chances", "T*15 / ? W - 0-0 0-0"), "men"),
        (("check", "nosuch.tgn"), "nosuch.tgn"),
    ],
)
def test_faults_of_the_user_are_told(words: tuple[str, ...], told: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert told in result.output


def test_a_bad_row_of_a_batch_spoils_nothing() -> None:
    good = Path("corpora/cases/positions.jsonl").read_text("utf-8").splitlines()[0]
    result = run("score", "--batch", "-", text=f"{good}\nnonsense\n[]\n{{}}\n{good}\n")
    rows = lines(result)
    assert result.exit_code == 2
    assert ["error" in row for row in rows] == [False, True, True, True, False]
    assert rows[0] == rows[4]


def test_fmt_and_convert(tmp_path: Path) -> None:
    loose = tmp_path / "loose.tgn"
    loose.write_text(CLEAN.replace("1. W 6-4", "1.w 46").replace("T/6", "t/6"), "utf-8")
    assert run("fmt", "--check", str(loose)).exit_code == 1
    assert run("fmt", "-i", str(loose)).exit_code == 0
    assert loose.read_text("utf-8") == CLEAN.replace('"B"]\n', '"B"]\n[Result "*"]\n')
    assert run("fmt", "--check", str(loose)).exit_code == 0
    there = run("convert", "--to", "bn", str(loose)).stdout
    assert "1. B 6-4 B1/B7 B1/B5" in there
    back = run("convert", "--to", "guiton", "-", text=there).stdout
    assert "1. W 6-4 T/6 T/4" in back


def test_report_writes_a_site(tmp_path: Path) -> None:
    bad = tmp_path / "in" / "bad.tgn"
    bad.parent.mkdir()
    bad.write_bytes(b"\x00\x01\x02")
    (tmp_path / "in" / "good.tgn").write_text(MISSED.replace('"A"', '"<script>alert(1)</script>"'), "utf-8")
    result = run("report", str(bad.parent), "-o", str(tmp_path / "site"))
    assert result.exit_code == 2
    names = sorted(str(page.relative_to(tmp_path / "site")) for page in (tmp_path / "site").rglob("*.html"))
    assert "index.html" in names
    assert "games/good-1.html" in names
    for page in (tmp_path / "site").rglob("*.html"):
        assert "<script>alert" not in page.read_text("utf-8")
    assert not list((tmp_path / "site").rglob("*.part"))


def test_report_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    record = tmp_path / "a.tgn"
    record.write_text(CLEAN)
    result = run("report", str(record), "-o", str(tmp_path / "file" / "site"))
    assert result.exit_code == 2
    assert "file" in result.output


def test_a_pipe_that_closes_early_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -c 'from reports.cli import main; main()' replay --json corpora/games | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["check", "replay"])
def test_a_path_without_games_is_an_object_too(command: str, tmp_path: Path) -> None:
    (tmp_path / "empty.tgn").write_text("")
    missing, empty = str(tmp_path / "missing.tgn"), str(tmp_path / "empty.tgn")
    gone = run(command, "--json", missing)
    (row,) = lines(gone)
    assert gone.exit_code == 2
    assert (row["type"], row["kind"], row["severity"], row["file"], row["game"]) == ("diagnostic", "source", "error", missing, None)
    assert missing in gone.stderr
    nothing = run(command, "--json", empty)
    (row,) = lines(nothing)
    assert nothing.exit_code == 0
    assert (row["kind"], row["severity"], row["file"], row["line"]) == ("source", "warning", empty, None)
    (row, *games) = lines(run(command, "--json", missing, str(tmp_path), "corpora/games/soumille-1738.tgn"))
    assert row["file"] == missing
    assert games


def test_a_game_that_is_not_there() -> None:
    for words in ((), ("--json",), ("--html",), ("--table", "plies")):
        result = run("replay", *words, "-g", "9", "-", text=CLEAN + CLEAN)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "no game 9" in result.stderr
        assert "there are 2" in result.stderr


def test_fmt_of_nothing_prints_nothing() -> None:
    result = run("fmt", "-", text="")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no game" in result.stderr


def site_of(folder: Path, *records: str) -> Result:
    source = folder / "in"
    source.mkdir(exist_ok=True)
    for old in source.iterdir():
        old.unlink()
    for number, text in enumerate(records):
        (source / f"g{number}.tgn").write_text(text, "utf-8")
    return run("report", str(source), "-o", str(folder / "site"))


def test_report_of_nothing_is_refused(tmp_path: Path) -> None:
    result = site_of(tmp_path)
    assert result.exit_code == 2
    assert "no game" in result.stderr
    assert not (tmp_path / "site").exists()
    assert site_of(tmp_path, CLEAN).exit_code == 0
    before = sorted(page.read_bytes() for page in (tmp_path / "site").rglob("*.html"))
    assert site_of(tmp_path).exit_code == 2
    assert sorted(page.read_bytes() for page in (tmp_path / "site").rglob("*.html")) == before


def test_pages_no_longer_written_go_and_nothing_else(tmp_path: Path) -> None:
    site = tmp_path / "site"
    other = CLEAN.replace('"A"', '"C"')
    site_of(tmp_path, CLEAN, other)
    own = site / "players" / "mine.html"
    own.write_text("mine")
    (site / "notes.txt").write_text("mine")
    changed = site / "players" / "c.html"
    assert (site / "games" / "g1-1.html").is_file()
    changed.write_text("mine now")
    result = site_of(tmp_path, CLEAN)
    assert not (site / "games" / "g1-1.html").exists()
    assert "1 page of an earlier run" in result.stdout
    assert changed.read_text() == own.read_text() + " now" == "mine now"
    assert "c.html" in result.stderr
    assert (site / "notes.txt").is_file()
    assert "earlier run" not in site_of(tmp_path, CLEAN).output


def test_a_manifest_of_somebody_else_takes_away_nothing(tmp_path: Path) -> None:
    site_of(tmp_path, CLEAN)
    precious = tmp_path / "precious.html"
    precious.write_text("x")
    inside = tmp_path / "site" / "games" / "data.csv"
    inside.write_text("x")
    digest = sha256(b"x").hexdigest()
    manifest = tmp_path / "site" / ".trictrac-report"
    lies = [
        f"{digest}  {place}" for place in ("../precious.html", "games/../../precious.html", str(precious), "games/data.csv", "nosuch.html")
    ]
    manifest.write_text("\n".join([*lies, "nonsense", ""]))
    site_of(tmp_path, CLEAN)
    assert precious.is_file()
    assert inside.is_file()
    manifest.write_bytes(b"\xff\x00")
    assert site_of(tmp_path, CLEAN).exit_code == 0


def test_nobody_known_has_no_page(tmp_path: Path) -> None:
    site_of(tmp_path, CLEAN.replace('"A"', '"?"').replace('"B"', '"M. de ?"'))
    assert sorted(page.name for page in (tmp_path / "site" / "players").iterdir()) == ["m-de.html"]
    index = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "1 player" in index
    for page in (tmp_path / "site").rglob("*.html"):
        for target in re.findall(r'href="([^"#:]+)[#"]', page.read_text("utf-8")):
            assert (page.parent / target).is_file(), (page, target)


def test_the_rules_lead_back_and_name_their_sources(tmp_path: Path) -> None:
    site_of(tmp_path, MISSED)
    rules = (tmp_path / "site" / "rules.html").read_text("utf-8")
    assert re.search(r"<a href=['\"]index\.html['\"]>All games</a>", rules)
    assert rules.count("Complete Table Rulebook") == 1
    assert "the rulebook §16" in rules
    page = (tmp_path / "site" / "games" / "g0-1.html").read_text("utf-8")
    assert "the rulebook §14" in page
    for text in (rules, page):
        assert not re.search(r"\b00[0-3] (§|[A-C]\d)|sources/\d|\b[0-9a-f]{16}\.txt", text)
    assert 'class="hint' in page
    assert re.search(r"@media screen and \(max-width:44rem\)\{\.hint:not\(\.narrow\)\{display:block\}", page)


def test_many_games_are_shown_by_several_processes_and_come_out_the_same(tmp_path: Path) -> None:
    record = tmp_path / "many.tgn"
    record.write_text("\n".join(MISSED.replace('"A"', f'"P{number % 7}"') for number in range(110)), "utf-8")
    alone, many = tmp_path / "alone", tmp_path / "many"
    one = run("report", "-j", "1", str(record), "-o", str(alone))
    two = run("report", "-j", "2", str(record), "-o", str(many))
    assert one.exit_code == two.exit_code == 1
    pages = sorted(page.relative_to(alone) for page in alone.rglob("*") if page.is_file())
    assert len(pages) == 110 + 8 + 3
    assert pages == sorted(page.relative_to(many) for page in many.rglob("*") if page.is_file())
    assert all((alone / page).read_bytes() == (many / page).read_bytes() for page in pages)
    (tmp_path / "file").write_text("x")
    blocked = run("report", "-j", "2", str(record), "-o", str(tmp_path / "file" / "site"))
    assert blocked.exit_code == 2
    assert "Traceback" not in blocked.output


def test_a_device_a_pipe_and_a_link_are_written_to_not_replaced(tmp_path: Path) -> None:
    link, target = tmp_path / "link.tgn", tmp_path / "target.tgn"
    link.symlink_to(target)
    assert CliRunner().invoke(main, ["convert", GAME, "--to", "route", "-o", str(link)]).exit_code == 0
    assert link.is_symlink() and target.read_text("utf-8").startswith("[")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        assert CliRunner().invoke(main, ["convert", GAME, "--to", "route", "-o", str(pipe)]).exit_code == 0
        assert reader.stdout is not None and reader.stdout.read() == target.read_bytes()
    folder = CliRunner().invoke(main, ["convert", GAME, "--to", "route", "-o", str(tmp_path)])
    assert folder.exit_code == 2 and "a file is wanted" in folder.output


def test_a_full_disk_behind_the_standard_output_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is full")
    for words in (["check", GAME], ["check", "--json", GAME], ["fmt", GAME]):
        with Path("/dev/full").open("w") as full:
            program = [sys.executable, "-c", "from reports.cli import main; main()", *words]
            done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 2
        assert "No space left" in done.stderr and "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_a_name_that_is_not_utf_8_is_told_and_the_file_read(tmp_path: Path) -> None:
    folder = tmp_path / "nu"
    folder.mkdir()
    try:
        Path(os.fsdecode(os.fsencode(folder) + b"/bad\xff.tgn")).write_text(MISSED, "utf-8")
    except OSError:
        pytest.skip("this file system has no such names")
    (folder / "good.tgn").write_text(MISSED, "utf-8")
    gone = os.fsdecode(os.fsencode(folder) + b"/gone\xfe.tgn")
    for words in (
        ["stats"],
        ["find", "ply=1"],
        ["replay", "--table", "games"],
        ["replay", "--json"],
        ["check", "--json"],
        ["settle", "--json"],
        ["fmt"],
    ):
        program = [sys.executable, "-c", "from reports.cli import main; main()", *words, str(folder), gone]
        done = subprocess.run(program, capture_output=True, check=False, env={**os.environ, "LC_ALL": "C.UTF-8"})
        told = done.stdout.decode() + done.stderr.decode()
        assert "Traceback" not in told, words
        assert done.returncode == 2 and r"gone\xfe.tgn" in told
        if "--json" in words:
            names = {Path(json.loads(line)["file"]).name for line in done.stdout.decode().splitlines()}
            assert {r"bad\xff.tgn", "good.tgn"} <= names <= {r"bad\xff.tgn", "good.tgn", r"gone\xfe.tgn"}
    assert len(lines(run("find", "ply=1", "--json", str(folder)))) == 2


def test_fmt_does_the_other_files_of_a_folder(tmp_path: Path) -> None:
    canonical = run("fmt", "-", text=CLEAN).stdout
    (tmp_path / "a.tgn").symlink_to(tmp_path / "nowhere")
    (tmp_path / "b.tgn").write_text(CLEAN.replace("T/6 T/4", "T/6  T/4"), "utf-8")
    (tmp_path / "c.tgn").mkdir()
    os.mkfifo(tmp_path / "d.tgn")
    for words in ([], ["--check"], ["-i"]):
        result = run("fmt", *words, str(tmp_path))
        assert result.exit_code == 2
        assert "a.tgn" in result.stderr and "c.tgn" not in result.output and "d.tgn" not in result.output
        assert (canonical if not words else "b.tgn") in result.stdout
    assert (tmp_path / "b.tgn").read_text("utf-8") == canonical


@pytest.mark.skipif(os.name != "posix", reason="another shell")
def test_closed_streams_are_told_in_a_line() -> None:
    def shell(words: str) -> subprocess.CompletedProcess[str]:
        program = f'"{sys.executable}" -c "from reports.cli import main; main()"'
        return subprocess.run(["sh", "-c", f"{program} {words}"], capture_output=True, text=True, check=False)

    for words in (f"check {GAME}", f"stats {GAME}", "--help", "--version", "check --help", "nonsense"):
        done = shell(f"{words} >&-")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert "standard output" in done.stderr
    if Path("/dev/full").exists():
        for words in ("--help", "--version", "check --help"):
            done = shell(f"{words} > /dev/full")
            assert (done.returncode, done.stderr) == (2, "Error: standard output: No space left on device\n")
        for words in ("check nowhere.tgn", f"replay -g 9 {GAME}"):
            assert shell(f"{words} 2> /dev/full").returncode == 2
    assert shell(f"stats {GAME} 2>&-").returncode == 0
    done = shell(f"check {GAME} <&-")
    assert (done.returncode, done.stderr) == (1, "")
    done = shell("check - <&-")
    assert done.returncode == 2 and "the standard input is closed" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="other signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_command_that_is_stopped_says_so_by_its_code(number: signal.Signals, code: int, tmp_path: Path) -> None:
    target = tmp_path / "x.tgn"
    # Who runs the tests in the background may have told all below him to ignore signals.
    heeds = "from signal import *; signal(SIGINT, default_int_handler); signal(SIGHUP, SIG_DFL); signal(SIGTERM, SIG_DFL)\n"
    program = [sys.executable, "-c", heeds + "from reports.cli import main; main()", "generate", "--games", "100000", "-o", str(target)]
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True) as process:
        for _ in range(600):
            if list(tmp_path.iterdir()):
                break
            time.sleep(0.05)
        process.send_signal(number)
        try:
            _, told = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == code
    assert "Traceback" not in told
    assert not list(tmp_path.iterdir())


def test_report_of_what_cannot_be_read_leaves_a_site_as_it_is(tmp_path: Path) -> None:
    site_of(tmp_path, CLEAN)
    before = {path: path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file()}
    (tmp_path / "fake.zip").write_text("no archive", "utf-8")
    result = run("report", str(tmp_path / "fake.zip"), "-o", str(tmp_path / "site"))
    assert result.exit_code == 2
    assert "nothing was written" in result.stderr and "fake.zip" in result.stderr and "cannot be read" in result.stderr
    assert {path: path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("coding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_coding_that_is_not_read_is_called_by_its_name(coding: str) -> None:
    result = run("check", "-", text=("\ufeff" + CLEAN).encode(coding))
    assert result.exit_code == 2
    assert f"The text is {coding[:6].upper()}, which is not read." in result.stdout


def test_a_folder_that_is_not_utf_8_is_told_so_too(tmp_path: Path) -> None:
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/s\xff")
    try:
        Path(folder).mkdir()
    except OSError:
        pytest.skip("this file system has no such names")
    assert rf"pages in {tmp_path}/s\xff: begin with" in run("report", GAME, "-o", folder).stdout
    assert rf"{tmp_path}/s\xff: this is a folder" in run("convert", GAME, "--to", "bn", "-o", folder).stderr


def test_fmt_in_place_goes_on_where_a_file_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loose = CLEAN.replace("T/6 T/4", "T/6  T/4")
    for name in ("a", "b"):
        (tmp_path / f"{name}.tgn").write_text(loose, "utf-8")

    def refused(path: str, text: str) -> bool:
        if path.endswith("a.tgn"):
            raise PermissionError(13, "Permission denied", path)
        return write_page(path, text)

    monkeypatch.setattr("reports.files.write_page", refused)
    result = run("fmt", "-i", str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, f"rewrote {tmp_path / 'b.tgn'}\n")
    assert result.stderr == f"trictrac: {tmp_path / 'a.tgn'}: Permission denied\n"
    assert (tmp_path / "a.tgn").read_text("utf-8") == loose
    assert "T/6  T/4" not in (tmp_path / "b.tgn").read_text("utf-8")
