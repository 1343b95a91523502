"""A game that stands in an archive more than once is counted once: whichever way it is written, and however little of it."""

import itertools
import random
import sys
from pathlib import Path

import polars as pl
import pytest

pytest.importorskip("deltalake")

from archives import folder, matches, put, stored, tiny

from analysis.archive import Archive, Store
from analysis.archive import duplicates as finding
from analysis.archive import fingerprints as hashes
from analysis.archive.keeping import compact, drop
from analysis.reading import OneByOne
from notation.convert import convert_spelling
from notation.reader import read_text
from notation.writer import write_game

A, B, C = matches(3, "twice")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


def files(path: Path, **texts: str) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (path / f"{name}.tgn").write_text(text, "utf-8")
    return path


def found(store: Path) -> dict[str, tuple[str, str]]:
    """Every game that is not counted: its kind, and the file that counts instead."""
    rows = Archive(str(store)).duplicates
    return {Path(file).stem: (kind, Path(of).stem) for file, kind, of in rows.select("file", "kind", "of_file").iter_rows()}


def cut(text: str, first: int, last: int) -> str:
    """Some rolls of a record, from one number to another."""
    head, _, body = text.partition("\n\n")
    lines = [line for line in body.splitlines() if line.partition(".")[0].isdigit() and first <= int(line.partition(".")[0]) <= last]
    return f"{head}\n\n" + "\n".join(lines) + "\n*\n"


def renamed(text: str, white: str, black: str) -> str:
    lines = [
        f'[White "{white}"]' if line.startswith("[White") else f'[Black "{black}"]' if line.startswith("[Black") else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


def unmarked(text: str) -> str:
    """A record whose scribe wrote no marks."""
    head, _, body = text.partition("\n\n")
    lines = [" ".join(word for word in line.split() if word[0] not in "+-=") for line in body.splitlines()]
    return f'{head}\n[Marks "none"]\n\n' + "\n".join(lines) + "\n"


def test_the_same_game_twice_is_counted_once(tmp_path: Path, store: Path) -> None:
    put(store, files(tmp_path / "r", a=A, again=A + "\n; copied\n", b=B))
    assert found(store) == {"again": ("same", "a")}
    games = stored(store)["games"]
    assert games.height == 2
    assert stored(store)["plies"].height == games["turns"].sum()


def test_the_same_file_twice_is_named_beside_the_first(tmp_path: Path, store: Path) -> None:
    put(store, files(tmp_path / "r", a=A, b=A))
    ledger = Archive(str(store)).ledger.collect().sort("file")
    assert ledger["status"].to_list() == ["findings", "same"]
    assert ledger["same_as"][1] == ledger["file"][0]
    assert stored(store)["games"].height == 1


def test_what_a_file_leaves_goes_to_the_one_that_has_the_same(tmp_path: Path, store: Path) -> None:
    path = files(tmp_path / "r", a=A, b=A)
    put(store, path)
    (path / "a.tgn").write_text(C, "utf-8")
    put(store, path / "a.tgn")
    games = stored(store)["games"]
    assert [Path(file).stem for file in games["file"]] == ["a", "b"]
    plies = stored(store)["plies"]
    assert plies.filter(pl.col("file") == games["file"][1]).height == games["turns"][1]
    drop(Store(str(store)), [path / "b.tgn"])
    assert stored(store)["games"].height == 1


def test_a_dropped_file_leaves_its_rows_to_the_one_that_has_the_same(tmp_path: Path, store: Path) -> None:
    path = files(tmp_path / "r", a=A, b=A, c=A, d=B)
    put(store, path)
    drop(Store(str(store)), [path / "a.tgn", path / "b.tgn"])
    assert [Path(file).stem for file in stored(store)["games"]["file"]] == ["c", "d"]
    drop(Store(str(store)), [path / "c.tgn"])
    compact(Store(str(store)), keep_hours=0)
    assert [Path(file).stem for file in stored(store)["games"]["file"]] == ["d"]


def test_the_same_moves_under_other_names_or_marks(tmp_path: Path, store: Path) -> None:
    put(store, files(tmp_path / "r", a=A, names=renamed(A, "Nobody", "Somebody"), marks=unmarked(A)))
    assert found(store) == {"names": ("other-names", "a"), "marks": ("other-marks", "a")}


def test_another_spelling_is_the_same_game(tmp_path: Path, store: Path) -> None:
    (game,) = read_text(A)
    put(store, files(tmp_path / "r", a=A, route=write_game(convert_spelling(game, "route")), bn=write_game(convert_spelling(game, "bn"))))
    assert set(found(store)) == {"bn", "route"}
    assert {kind for kind, _ in found(store).values()} == {"same"}


@pytest.mark.parametrize(("first", "last"), [(1, 30), (1, 8), (11, 40), (20, 27), (30, 500)])
def test_a_part_of_a_game_is_found_wherever_it_begins(tmp_path: Path, store: Path, first: int, last: int) -> None:
    put(store, files(tmp_path / "r", whole=B, part=cut(B, first, last), other=A))
    games = Archive(str(store)).view.frames["games"].select("file", "turns").collect()
    part = games.filter(pl.col("file").str.contains("part"))["turns"][0]
    if part == games.filter(pl.col("file").str.contains("whole"))["turns"][0]:
        pytest.skip("the part is the whole game")
    # moves of the middle of a game are those of another board: the same rolls and words all the same
    assert found(store) == {"part": ("contained", "whole")}
    assert stored(store)["games"].height == 2


def test_a_part_added_before_or_after_the_whole_is_found(tmp_path: Path) -> None:
    path = files(tmp_path / "r", whole=B, part=cut(B, 5, 60), prefix=cut(B, 1, 20), other=A)
    for number, order in enumerate(itertools.permutations(("whole", "part", "prefix"))):
        store = tmp_path / f"store{number}"
        for name in order:
            put(store, path / f"{name}.tgn")
        assert found(store) == {"part": ("contained", "whole"), "prefix": ("contained", "whole")}
        compact(Store(str(store)), keep_hours=0)
        assert found(store) == {"part": ("contained", "whole"), "prefix": ("contained", "whole")}


def test_a_part_counts_when_the_whole_is_gone(tmp_path: Path, store: Path) -> None:
    path = files(tmp_path / "r", whole=B, part=cut(B, 1, 40), again=cut(B, 1, 20))
    put(store, path)
    drop(Store(str(store)), [path / "whole.tgn"])
    assert found(store) == {"again": ("contained", "part")}


def test_a_part_is_found_though_nobody_has_compared_yet(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis.archive import run

    monkeypatch.setattr(run._Run, "compare", lambda _: None)  # as a run that is stopped right before
    put(store, files(tmp_path / "r", whole=B, part=cut(B, 5, 60)))
    assert Archive(str(store)).view.state.uncompared
    assert found(store) == {"part": ("contained", "whole")}


def test_the_better_record_counts(tmp_path: Path, store: Path) -> None:
    texts = {"a": unmarked(A), "b": renamed(A, "?", "Somebody"), "c": A.replace("[Date", "[Round"), "d": A, "e": A + "; once more\n"}
    put(store, files(tmp_path / "r", **texts))
    assert {of for _, of in found(store).values()} == {"d"}
    assert set(found(store)) == {"a", "b", "c", "e"}


def test_few_rolls_are_no_game_twice_unless_all_is_the_same(tmp_path: Path, store: Path) -> None:
    one = tiny(3, event="")
    put(store, files(tmp_path / "r", one=one, other=renamed(one, "Clélie", "Damon"), again="\n" + one))
    assert found(store) == {"one": ("same", "again")}


def test_different_games_are_no_duplicates(tmp_path: Path, store: Path) -> None:
    put(store, folder(tmp_path / "r", matches(8, "all different")))
    assert found(store) == {}


def test_moves_are_compared_by_what_they_come_to() -> None:
    assert finding.net_moves("0-6 6-10") == finding.net_moves("0-10") == ((0,), (10,))
    assert finding.net_moves("3-6 0-4") == finding.net_moves("0-4 3-6")
    assert finding.net_moves("0-6 0-6") != finding.net_moves("0-6")
    assert finding.net_moves("20-24 3-6") == ((3, 20), (6, 24))


# -- fingerprints ----------------------------------------------------------------------------------------------------


def brute(moves: list[int], high: list[int], low: list[int]) -> list[int]:
    """The prints of a game, by their definition."""
    windows = [hashes.window_code(moves, high, low, last) for last in range(hashes.WINDOW - 1, len(moves))]
    least = [min(windows[at : at + hashes.SPAN]) for at in range(len(windows) - hashes.SPAN + 1)]
    return [value for at, value in enumerate(least) if not at or value != least[at - 1]]


def columns(chance: random.Random, games: int) -> tuple[list[int], ...]:
    starts = [0]
    for _ in range(games):
        starts.append(starts[-1] + chance.randrange(0, 60))
    size = starts[-1]
    # few values, so that the same come again within a game
    return starts, *([chance.randrange(1, top) for _ in range(size)] for top in (4, 4, 3, 9))


def run(module: object, given: tuple, kind: type = list) -> tuple[list[int], ...]:
    sizes = (len(given[0]) - 1,) * 3 + (len(given[1]) + 1, len(given[0]) - 1)
    if kind is list:
        out = [[0] * size for size in sizes]
    else:
        import numpy as np

        given = tuple(np.array(column, np.int64) for column in given)
        out = [np.zeros(size, np.int64) for size in sizes]
    number = module.fingerprint(*given, *out)
    out[3] = out[3][:number]
    return tuple([int(value) for value in column] for column in out)


def test_prints_are_the_least_of_every_span_of_windows() -> None:
    given = columns(random.Random(3), 60)
    _, _, least, prints, ends = run(hashes, given)
    for game in range(60):
        start, end = given[0][game], given[0][game + 1]
        wanted = brute(*(column[start:end] for column in given[1:4])) if end - start >= hashes.SHORTEST else []
        assert prints[ends[game - 1] if game else 0 : ends[game]] == wanted
        assert least[game] == (min(wanted) if wanted else hashes.NONE)


def test_machine_code_makes_the_same_prints() -> None:
    pytest.importorskip("numba")
    from replay.fast import compiled

    given = columns(random.Random(4), 200)
    assert run(compiled("analysis.archive.fingerprints"), given, object) == run(hashes, given)


def test_prints_do_not_depend_on_how_many_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    plies = OneByOne().tables("\n".join(matches(6)).encode(), "x").tables["plies"].with_columns(id=pl.col("game").cast(pl.Int64))
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    plain = finding.prints(plies)
    monkeypatch.setattr(finding, "REPAYS", 1)
    assert finding.prints(plies).equals(plain)
    each = [finding.prints(plies.filter(pl.col("id") == number)) for number in range(1, 7)]
    assert pl.concat(each).equals(plain)


def test_every_run_of_a_game_has_its_least_print_among_the_prints_of_the_game() -> None:
    plies = OneByOne().tables(matches(1)[0].encode(), "x").tables["plies"].with_columns(id=pl.lit(1, pl.Int64))
    whole = set(finding.prints(plies)["prints"][0])
    for start in range(0, plies.height - hashes.SHORTEST, 3):
        for size in (hashes.SHORTEST, hashes.SHORTEST + 5, 40):
            part = finding.prints(plies[start : start + size])
            if plies.height - start >= size:
                assert part["least"][0] in whole
