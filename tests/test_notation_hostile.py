"""Whatever a text or a file does, reading never raises, nothing of it is lost, and time and memory stay bounded."""

from __future__ import annotations

import gzip
import io
import os
import random
import subprocess
import sys
import time
import tracemalloc
import zipfile
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import zstandard

from analysis.generate import generate
from notation.lines import LONGEST
from notation.reader import read_games, read_text
from notation.sources import SourceError, read_path
from notation.words import BLANKS
from notation.writer import canonical, write_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.record import Game

CORPORA = Path("corpora")
HEAD = b'[White "Alice"]\n[Black "Bob"]\n\n'
SIGNS = b"[]@;{}\"'*/?~+-=.,# \t\n\r0123456789TWBNVSxh!()\0\xe9\xc3\xff"
BESIDE = frozenset({"tag-missing", "not-tgn"})
"""Kinds that may stand beside another error of their line."""


def records() -> list[bytes]:
    """Every record there is, and a generated one."""
    found = [path.read_bytes() for path in sorted((*CORPORA.rglob("*.tgn"), *CORPORA.rglob("*.out")))]
    return [*found, *(text.encode() for text, _ in generate(1, "hostile"))]


def told(games: list[Game]) -> list[str]:
    return [f"{fault.kind} {fault.line}:{fault.column}" for game in games for fault in game.diagnostics]


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a text as the reader parts them."""
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")


def decoded(line: bytes) -> str:
    """UTF-8, else Windows-1252."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def said(games: list[Game]) -> list[int]:
    """The line of every part of the games, in the order of writing."""
    found = []
    for game in games:
        result = [game.result] if game.result is not None else []
        found += [part.line for part in (*game.head, *game.entries, *result, *game.after)]
    return found


def assert_bears(data: bytes) -> None:
    """What reading any bytes must hold to."""
    games = list(read_games(io.BytesIO(data)))
    lines = lines_of(data)
    errors: list[int] = []
    for game in games:
        for fault in game.diagnostics:
            assert 1 <= fault.line <= len(lines)
            assert 1 <= fault.column <= len(decoded(lines[fault.line - 1])) + 1
            assert fault.message
            str(fault)
            if not fault.warning and fault.kind not in BESIDE:
                errors.append(fault.line)
    assert len(set(errors)) == len(errors), "one error a line"
    if any(
        fault.kind in {"not-tgn", "encoding"} and fault.column == fault.line == 1 and not fault.source
        for game in games
        for fault in game.diagnostics
    ):
        return  # UTF-16, binary: not read
    written = [at for at, line in enumerate(lines, 1) if decoded(line).strip(BLANKS + "\ufeff")]
    assert said(games) == written, "every line once, in its order"
    once = write_games(games)
    again = list(read_text(once))
    assert again == [canonical(game) for game in games], "read again the same"
    assert write_games(again) == once, "written again the same"
    added = sum(canonical(game) is not game for game in games)
    assert sum(1 for line in once.split("\n") if line.strip(BLANKS)) == len(written) + added


def piece(rng: random.Random, found: list[bytes]) -> bytes:
    """A record, or the lines of a part of one behind its tags."""
    lines = rng.choice(found).split(b"\n")
    if len(lines) < 25:
        return b"\n".join(lines)
    tags = [line for line in lines if line.startswith(b"[")][: rng.randrange(12)]
    at = rng.randrange(len(lines))
    return b"\n".join((*tags, b"", *lines[at : at + rng.randrange(3, 20)]))


def changed(rng: random.Random, found: list[bytes]) -> bytes:
    """A record after what befalls records: slips of the hand and of the disk, lines moved, torn off, put together."""
    data = bytearray(piece(rng, found))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(10):
            case 0:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 1 | 2:
                data[at : at + 1] = bytes([rng.choice(SIGNS)])
            case 3:
                data[at:at] = bytes([rng.choice(SIGNS)])
            case 4:
                del data[at : at + rng.randrange(1, 8)]
            case 5:
                data[at:at] = data[at : at + rng.randrange(1, 40)]
            case 6:
                data = data[:at] if rng.random() < 0.5 else data[at:]
            case 7:
                lines = data.split(b"\n")
                one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                data = bytearray(b"\n".join(lines))
            case 8:
                data += (b"" if rng.random() < 0.3 else b"\n") + piece(rng, found)
            case _:
                data = bytearray(data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b" \n", b"\xc2\xa0\n"))))
    return bytes(data)


@pytest.mark.parametrize("seed", range(10))
def test_damaged_records(seed: int) -> None:
    """A thousand records a seed, changed anyhow."""
    rng = random.Random(seed)
    found = records()
    for _ in range(1000):
        data = changed(rng, found)
        try:
            assert_bears(data)
        except Exception:
            print(data)
            raise


# -------------------------------------------------------------------------------------------------------------------------- bad texts


def body(lines: str) -> list[Game]:
    """The games of a record that is right but for these lines."""
    return list(read_text(HEAD.decode() + lines))


def test_nothing_is_no_game_and_no_fault() -> None:
    for data in (b"", b"\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n \t\r\n", b"\r"):
        assert list(read_games(io.BytesIO(data))) == []


def test_a_chess_record_is_told_once_a_game() -> None:
    one = '[Event "E"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {good} Nc6 (2... d6 3. d4)\n3. Bb5 a6 $1 1-0\n\n'
    games = list(read_text(one * 3))
    assert told(games) == ["not-tgn 6:1", "not-tgn 14:1", "not-tgn 22:1"]
    assert_bears((one * 3).encode())


def test_pictures_and_programs_are_not_read() -> None:
    for data in (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\x7fELF\x02\x01\x01\0\0", bytes(range(256)), gzip.compress(b"1. W 6-4\n" * 99)):
        (game,) = read_games(io.BytesIO(data))
        assert told([game]) == ["not-tgn 1:1"]
        assert not game.entries


def test_comments_that_are_never_closed_cost_their_line() -> None:
    games = body("1. W 6-4 T/6 {a\n{ b\n2. B 5-2 } T/5\n@lost 3 {\n6. W 3-1 T/3 {c}\n* {d\n")
    assert told(games) == ["comment 4:14", "comment 5:1", "comment 6:10", "comment 7:9", "comment 9:3"]
    assert [ply.number for ply in games[0].plies if ply.error is None] == [6]
    assert games[0].result is not None


@pytest.mark.parametrize("one", range(8))
def test_dice_from_nothing_to_seven(one: int) -> None:
    for other in range(8):
        for dice in (f"{one}-{other}", f"{one}{other}"):
            kinds = [fault.kind for game in body(f"1. W {dice} ?\n*\n") for fault in game.diagnostics]
            assert kinds == ([] if 1 <= one <= 6 and 1 <= other <= 6 else ["dice"])


def test_markup_in_names_is_text() -> None:
    name = '<script>alert("1")</script> & <b>\\</b>'
    text = '[White "{}"]\n[Black "&amp;"]\n\n@account "<i>" lost=1\n1. W 6-4 ; <img src=x>\n*\n'.format(
        name.replace("\\", "\\\\").replace('"', '\\"')
    )
    (game,) = read_text(text)
    assert not game.diagnostics
    assert game.white == name
    assert game.entries[0].player == "<i>"
    assert_bears(text.encode())


def test_zero_bytes_far_inside_and_control_signs_are_letters() -> None:
    text = HEAD + b"; long\n" * 800 + b"1. W 6-4 ; a\0b\x0b\x0c\x1c\xc2\x85c\xe2\x80\xa8d\n*\n"
    (game,) = read_games(io.BytesIO(text))
    assert not game.diagnostics
    assert game.plies[0].body.tail == "a\0b\x0b\x0c\x1c\x85c\u2028d"
    assert_bears(text)


def test_every_end_of_a_line() -> None:
    plain = HEAD + b"1. W 6-4 T/6 T/4\n2. B 5-2 T/5 T/2\n*\n"
    wanted = list(read_games(io.BytesIO(plain)))
    for end in (b"\r\n", b"\r"):
        for one_by_one in (False, True):
            stream = Trickle(plain.replace(b"\n", end), 1 if one_by_one else 1 << 16)
            games = list(read_games(stream))
            assert games == wanted
            assert games[0].last_line == wanted[0].last_line
    assert list(read_games(plain.split(b"\n"))) == wanted
    assert list(read_games(plain.splitlines(keepends=True))) == wanted


class Trickle:
    """A stream that gives at most so many bytes at once."""

    def __init__(self, data: bytes, size: int) -> None:
        self._stream = io.BytesIO(data)
        self._size = size

    def read(self, size: int = -1, /) -> bytes:
        return self._stream.read(self._size if size < 0 else min(size, self._size))


def test_files_put_behind_each_other() -> None:
    """With the marks of their beginnings, and without an end of line between."""
    one = b"\xef\xbb\xbf" + HEAD + b"1. W 6-4\n*\n"
    games = list(read_games(io.BytesIO(one * 3)))
    assert told(games) == []
    assert len(games) == 3
    assert told(list(read_games(io.BytesIO(one[:-1] * 2)))) == ["line 5:1", "result-missing 5:18", "tag-missing 6:1"]
    for begins in ("; a comment", "{a comment} ; more", "{a comment} {more}"):
        games = list(read_games(io.BytesIO(one + f"\ufeff{begins}\n".encode() + one)))
        assert told(games) == []
        assert write_games(games[1:]).startswith(f"{begins}\n[White")
    (game,) = read_games(io.BytesIO(one + "\ufeff{a comment} stray\n".encode()))
    assert told([game]) == ["word 6:13"]


def test_lines_that_are_given_one_by_one() -> None:
    """With their ends or without; lines that were parted at LF only end with CR."""
    data = HEAD.replace(b"\n", b"\r\n") + b"\r\n1. W 6-4\r\n\r\nhello\r\r\n*\r\n"
    expected = ["line 7:1"]
    assert told(list(read_games(io.BytesIO(data)))) == expected
    assert told(list(read_games(iter(data.splitlines())))) == expected
    assert told(list(read_games(iter(data.splitlines(keepends=True))))) == expected
    assert told(list(read_games(iter(data.split(b"\n"))))) == expected
    assert told(list(read_games(iter(data.decode().replace("\r\n", "\n").encode().split(b"\n"))))) == expected


@pytest.mark.parametrize("size", [1, 100, 1 << 18])
def test_a_ply_too_long_begins_no_body(size: int) -> None:
    """Whatever stands on a line too long, and in however many pieces it comes: the tags go on behind it."""
    data = b'[White "Alice"]\n1. W 6-4 {' + b"x" * 65_536 + b'}\n[Black "Bob"]\n*\n'
    (game,) = read_games(Trickle(data, size))
    assert told([game]) == ["line 2:1"]


# ------------------------------------------------------------------------------------------------------------------ bounded in time


@contextmanager
def at_most(size: int) -> Iterator[None]:
    """Holds what is done to so many bytes of memory."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < size
    finally:
        tracemalloc.stop()


class Endless:
    """A stream of one line of `size` bytes, and of what stands before and behind it."""

    def __init__(self, before: bytes, letter: bytes, size: int, after: bytes) -> None:
        self._parts: Iterator[bytes] = iter((before, *[letter * (1 << 18)] * (size >> 18), after))

    def read(self, _size: int = -1, /) -> bytes:
        return next(self._parts, b"")


@pytest.mark.parametrize("letter", [b"x", b"{", b";", b" ", b"\xe9", b"\r"])
def test_a_line_of_a_gigabyte(letter: bytes) -> None:
    """A lone CR ends a line: of those there are many, of the others one, which is skipped."""
    size = 1 << 30 if letter != b"\r" else 1 << 20
    begin = time.perf_counter()
    with at_most(32 << 20):
        (game,) = read_games(Endless(HEAD + b"1. W 6-4\n", letter, size, b"\n2. B 5-2\n*\n"))
    assert time.perf_counter() - begin < 60
    assert [fault.kind for fault in game.diagnostics] == ([] if letter == b"\r" else ["line"])
    assert [ply.number for ply in game.plies] == [1, 2]


def test_a_hundred_thousand_games_without_a_result() -> None:
    class Many:
        left = 100

        def read(self, _size: int = -1, /) -> bytes:
            self.left -= 1
            return (HEAD + b"1. W 6-4 T/6 T/4\n\n") * 1000 if self.left >= 0 else b""

    games = read_games(Many())
    with at_most(16 << 20):
        some = sum(1 for _ in islice(games, 4000))
    rest = [fault.kind for game in games for fault in game.diagnostics]
    assert rest == ["result-missing"] * (100_000 - some)


MANY = LONGEST // 2 - 100
WIDE = [
    "1. W 6-4 T" + "/1" * MANY,
    "1. W 6-4 T" + "/1" * MANY + "x",
    "1. W 6-4 T/1" + "(" * MANY,
    "1. W 6-4 T/1" + " (" * MANY + ")",
    "1. W 6-4 +4(" + "BV," * (MANY // 2) + "XX)",
    "1. W 6-4 " + "s'en " * (MANY // 3),
    "1. W 6-4 " + "{" * MANY,
    "1. W 6-4 " + "{}" * (MANY // 2) + "{",
    "1. W 6-4 T/1" + "'" * MANY,
    "1. W 6-4 T/1" + "*" * MANY,
    "1. W 6-4 hold" + "~!" * MANY,
    "1. W 6-4 T/" + "e\u0301" * (MANY // 2),
    "1. W 6-4 " + "-" * MANY,
    "1. W 6-4 +" + "1" * MANY,
    "1. W 6-4 =" + "1/" * MANY,
    "1. W 6-4 T/" + "İ" * MANY,
    "1. W 6-4 " + "school 4 " * (MANY // 5),
    "1. W 6-4" + " " * MANY + "x",
    "1" * MANY,
    "1" + "." * MANY,
    "@account " + '"' * MANY,
    "@account " + '"\\' * MANY,
    "@account A " + "a=" * MANY,
    '@account A from="' + "a " * MANY,
    "@lead " + "," * MANY,
    "@won W " + "simple " * (MANY // 4),
    "@position " + "T*1," * (MANY // 2) + " / - W - 0-0 0-0",
    "@position - / - W - 0-0 0-0 " + "leader=W " * (MANY // 5),
    "@" + "a" * MANY,
    "a" * MANY,
    "{}" * (MANY // 2) + "{",
    '[Standing "a' + " " * MANY + '-x"]',
    '[Standing "' + "a 1;" * (MANY // 4) + '"]',
    '[Players "' + "a;" * MANY + '"]',
    '[Variant "' + "a," * MANY + '"]',
    '[Variant "' + '\\",' * (MANY // 2) + '"]',
    '[Event "' + "\\" * MANY,
    '[Date "' + "?" * MANY + '"]',
    '[Position "' + "- " * MANY + '"]',
    "[" + "a" * MANY,
    "[White" + " " * MANY + "x",
]


@pytest.mark.parametrize("spelling", ["", '[Points "bn"]\n'])
@pytest.mark.parametrize("line", WIDE, ids=lambda line: line[:24])
def test_a_line_of_one_thing_over_and_over(line: str, spelling: str) -> None:
    text = f'[White "A"]\n[Black "B"]\n{spelling}{line if line.startswith("[") else ""}\n\n{"" if line.startswith("[") else line}\n*\n'
    begin = time.perf_counter()
    assert_bears(text.encode())
    assert time.perf_counter() - begin < 20


# --------------------------------------------------------------------------------------------------------------------------- sources

RECORD = HEAD + b"1. W 6-4 T/6 T/4\n2. B 5-2 T/5 T/2\n*\n"
LONG_RECORD = (
    HEAD
    + b"".join(f"{number}. {'WB'[number % 2]} {number * 7 % 6 + 1}-1 ; {number**5 % 9973}\n".encode() for number in range(20_000))
    + b"*\n"
)


def kinds(games: list[Game]) -> list[str]:
    return [fault.kind for game in games for fault in game.diagnostics]


def test_every_sort_of_source(tmp_path: Path) -> None:
    (tmp_path / "plain.tgn").write_bytes(RECORD)
    (tmp_path / "a.tgn.gz").write_bytes(gzip.compress(RECORD) + gzip.compress(b"\n" + RECORD))
    compressor = zstandard.ZstdCompressor()
    (tmp_path / "b.tgn.zst").write_bytes(compressor.compress(RECORD) + compressor.compress(RECORD))
    below = tmp_path / "below" / "further"
    below.mkdir(parents=True)
    with zipfile.ZipFile(below / "c.ZIP", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("in/x.tgn", RECORD)
        archive.writestr("in/y.tgn", RECORD)
        archive.writestr("in/readme.txt", "nothing")
        archive.writestr("__MACOSX/in/._x.tgn", b"\0\0")
    (below / "d.txt").write_text("not a record")
    (below / "._e.tgn").write_bytes(b"\0")
    games = list(read_path(tmp_path))
    assert kinds(games) == []
    assert [Path(game.file).name for game in games] == ["a.tgn.gz"] * 2 + ["b.tgn.zst"] * 2 + ["x.tgn", "y.tgn"] + ["plain.tgn"]
    assert all(game.entries == games[0].entries for game in games)
    assert [game.index for game in games] == [0, 1, 0, 1, 0, 0, 0]


def test_the_standard_input() -> None:
    program = "from notation import read_path; print([len(game.plies) for game in read_path('-')])"
    for data, expected in ((RECORD * 2, "[2, 2]"), (b"", "[]")):
        done = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True, cwd=Path.cwd())
        assert done.stdout.decode().strip() == expected


@pytest.mark.parametrize("end", [".gz", ".zst", ".zip"])
def test_a_compressed_file_that_breaks_off(tmp_path: Path, end: str) -> None:
    """What could be read is read, the rest of the last line is no game of its own, and the fault is told once."""
    path = tmp_path / f"cut.tgn{end}"
    if end == ".gz":
        whole = gzip.compress(LONG_RECORD)
    elif end == ".zst":
        whole = zstandard.ZstdCompressor().compress(LONG_RECORD)
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.tgn", LONG_RECORD)
            archive.writestr("b.tgn", RECORD)
        whole = path.read_bytes()
    for keep in (len(whole) // 2, len(whole) - 3, 3):
        path.write_bytes(whole[:keep])
        games = list(read_path(path))
        assert kinds(games).count("source") == 1
        assert set(kinds(games)) <= {
            "source",
            "result-missing",
            "comment",
            "word",
            "play",
            "dice",
            "side",
            "number",
            "place",
            "not-tgn",
            "line",
        }
        assert len(games) == 1
        assert all(fault.file.startswith(str(path)) for game in games for fault in game.diagnostics)
    if end != ".zip":
        path.write_bytes(whole[: len(whole) // 2])
        (game,) = read_path(path)
        assert 5_000 < len(game.plies) < 20_000


@pytest.mark.parametrize("end", [".tgn.gz", ".tgn.zst", ".zip"])
def test_a_file_that_is_not_what_its_name_says(tmp_path: Path, end: str) -> None:
    path = tmp_path / f"false{end}"
    for data in (b"no archive at all" * 50, b"", b"\0" * 100):
        path.write_bytes(data)
        assert kinds(list(read_path(path))) in (["source"], [])
        if data.startswith(b"no"):
            assert kinds(list(read_path(path))) == ["source"]


def test_a_member_of_an_archive_that_is_damaged_costs_itself(tmp_path: Path) -> None:
    path = tmp_path / "some.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.tgn", LONG_RECORD)
        archive.writestr("b.tgn", RECORD)
    data = bytearray(path.read_bytes())
    for at in range(2000, 2400):
        data[at] ^= 0x5A
    path.write_bytes(bytes(data))
    games = list(read_path(path))
    assert "source" in kinds(games)
    assert games[-1].file.endswith("b.tgn")
    assert not games[-1].diagnostics


@pytest.mark.parametrize("end", [".gz", ".zst", ".zip"])
def test_a_bomb_is_read_as_a_stream(tmp_path: Path, end: str) -> None:
    """A small file that unfolds to a line of hundreds of megabytes is never held."""
    path = tmp_path / f"bomb.tgn{end}"
    block = b"x" * (1 << 20)
    if end == ".gz":
        with gzip.open(path, "wb", compresslevel=1) as file:
            file.write(RECORD)
            for _ in range(200):
                file.write(block)
    elif end == ".zst":
        with path.open("wb") as raw, zstandard.ZstdCompressor().stream_writer(raw) as file:
            file.write(RECORD)
            for _ in range(200):
                file.write(block)
    else:
        with (
            zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
            archive.open("a.tgn", "w", force_zip64=True) as file,
        ):
            file.write(RECORD)
            for _ in range(200):
                file.write(block)
    assert path.stat().st_size < 2 << 20
    with at_most(32 << 20):
        games = list(read_path(path))
    assert [kind for kind in kinds(games) if kind != "line"] == []
    assert len(games[0].plies) == 2


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no file or folder"):
        read_path(tmp_path / "missing.tgn")


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    """A link to nothing, a folder with a record's name, a file that vanishes between listing and reading, a pipe."""
    (tmp_path / "a.tgn").write_bytes(RECORD)
    (tmp_path / "b.tgn").symlink_to(tmp_path / "nothing.tgn")
    (tmp_path / "c.tgn").mkdir()
    (tmp_path / "c.tgn" / "d.tgn").write_bytes(RECORD)
    (tmp_path / "e.tgn").write_bytes(RECORD)
    (tmp_path / "f.tgn").write_bytes(RECORD)
    os.mkfifo(tmp_path / "g.tgn")  # nobody writes to it: whoever opened it would wait for ever
    games = []
    for game in read_path(tmp_path):
        games.append(game)
        (tmp_path / "e.tgn").unlink(missing_ok=True)
    assert [Path(game.file).name for game in games] == ["a.tgn", "b.tgn", "d.tgn", "e.tgn", "f.tgn"]
    assert [[fault.kind for fault in game.diagnostics] for game in games] == [[], ["source"], [], ["source"], []]
    assert all(fault.message.endswith(".") for game in games for fault in game.diagnostics)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read anything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.tgn"
    path.write_bytes(RECORD)
    path.chmod(0)
    assert kinds(list(read_path(path))) == ["source"]


def test_a_stream_that_raises_when_it_is_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails in the middle: what came before is read."""
    (tmp_path / "a.tgn").write_bytes(RECORD)

    class Failing(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(size)
            if not data:
                raise OSError(5, "Input/output error")
            return data

        read1 = read

    monkeypatch.setattr(Path, "open", lambda *_: Failing(LONG_RECORD[:300_000]))
    games = list(read_path(tmp_path / "a.tgn"))
    assert "source" in kinds(games)
    assert len(games[-1].plies) > 1000


def test_a_reader_who_stops_leaves_nothing_open(tmp_path: Path) -> None:
    """Warnings are errors here: a file left open would be one."""
    for name in ("a.tgn", "b.tgn.gz", "c.tgn.zst"):
        data = RECORD * 50
        data = gzip.compress(data) if name.endswith("gz") else zstandard.ZstdCompressor().compress(data) if name.endswith("zst") else data
        (tmp_path / name).write_bytes(data)
    for path in sorted(tmp_path.iterdir()):
        games = read_path(path)
        next(games)
        del games
