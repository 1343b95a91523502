"""Plates: the numbers they show are those of the tables, and the same tables give the same bytes."""

import builtins
import re
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import polars as pl
import pytest
from click.testing import CliRunner

from analysis.dice import dice_of
from analysis.frames import Frames
from analysis.generate import generate
from analysis.stats import missed_by_phase, statistics
from analysis.tables import judge
from notation.reader import read_text
from notation.sources import read_path
from reports.cli import main

pytest.importorskip("matplotlib")

from reports.plates import PLATES, Figures, _count, _number, plate, plates


@cache
def frames() -> Frames:
    text = "\n".join(text for text, _ in generate(25, "plates"))
    return Frames.of([*map(judge, read_path("corpora/games")), *map(judge, read_text(text, "generated.tgn"))])


@cache
def drawn() -> dict:
    return dict(plates(frames()))


def words(svg: str) -> list:
    return [" ".join("".join(element.itertext()).split()) for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_every_plate_is_drawn_and_says_what_it_is() -> None:
    assert list(drawn()) == list(PLATES)
    for svg in drawn().values():
        root = ET.fromstring(svg)
        assert root.get("role") == "img"
        assert root[0].tag.endswith("title")
        assert root[0].text
        assert len(svg) < 200_000


def test_the_same_tables_give_the_same_bytes() -> None:
    again = dict(plates(frames()))
    assert again == drawn()
    for svg in again.values():
        assert not re.search(r"20\d\d-\d\d-\d\d", svg), "no date"
        assert "<dc:date>" not in svg


def test_nothing_is_fetched() -> None:
    for svg in drawn().values():
        links = re.findall(r'(?:href|src)="([^"]*)"', svg)
        assert all(link.startswith("#") for link in links)
        assert "@import" not in svg
        assert "url(http" not in svg


def test_jans_and_their_rates_stand_in_the_plate() -> None:
    found = statistics(frames(), "jan").collect()
    often = found.filter(pl.col("statistic") == "frequency")
    told = words(drawn()["jans"])
    for code, rate in zip(often["group"], often["rate"], strict=True):
        assert any(word.endswith(f" {code}") for word in told), code
        assert _number(100 * rate) in told
    assert f"How often it is due · {often['n'][0]:,} rolls" in told
    marked = found.filter((pl.col("statistic") == "marked") & (pl.col("n") > 0))
    for n in marked["n"]:
        assert f"n {_count(n)}" in told


def test_points_missed_stand_in_the_plate() -> None:
    told = words(drawn()["missed"])
    cells = missed_by_phase(frames()).collect()
    shown = cells.filter((pl.col("missed").sum().over("jan") > 0) & (pl.col("due") > 0))
    assert shown.height > 4
    for missed, due in zip(shown["missed"], shown["due"], strict=True):
        assert f"{_number(100 * missed / due)} %" in told
        assert f"of {_count(due)}" in told
    phases = statistics(frames(), "phase").filter((pl.col("statistic") == "accuracy") & (pl.col("n") > 0)).collect()
    for rate in phases["rate"]:
        assert any(word.startswith(f"{_number(100 * (1 - rate))} %") for word in told)


def test_missed_by_phase_adds_up() -> None:
    cells = missed_by_phase(frames()).collect()
    jans = frames().jans.collect().filter(pl.col("status").is_in(["marked", "missed"]))
    assert cells["due"].sum() == jans["points"].sum()
    assert cells["missed"].sum() == jans.filter(pl.col("status") == "missed")["points"].sum()


def test_dice_say_n_and_chi_square() -> None:
    told = " ".join(words(drawn()["dice"]))
    dice = dice_of(frames())
    assert f"n {dice.rolls:,}" in told
    assert f"χ² = {dice.of_faces().statistic:.1f}, 5 degrees of freedom" in told
    assert f"χ² = {dice.of_rolls().statistic:.1f}, 20 degrees of freedom" in told
    assert f"p = {dice.of_faces().probability:.4f}" in told
    few = Figures(Frames.of(list(map(judge, read_text(next(generate(1, "few"))[0])))[:1]))
    assert "too few rolls for a test" in " ".join(words(plate(PLATES["dice"], few)))


def test_years_are_told() -> None:
    told = " ".join(words(drawn()["trend"]))
    games = frames().games.filter(pl.col("date").str.contains(r"^\d{4}")).collect().height
    assert f"{games:,} games with a date" in told


def test_nothing_to_draw() -> None:
    assert dict(plates(Frames.of([]))) == {}


@pytest.mark.parametrize(
    ("number", "told"),
    [(0, "0"), (9_999, "9,999"), (10_000, "10k"), (275_123, "275k"), (999_600, "1000k"), (3_359_000, "3.36M"), (2 * 10**9, "2G")],
)
def test_long_numbers_are_shortened(number: int, told: str) -> None:
    assert _count(number) == told


def test_the_command_writes_the_plates(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["plates", "corpora/games", "-o", str(tmp_path / "plates")])
    assert result.exit_code == 0
    assert result.output == f"4 plates in {tmp_path / 'plates'}\n"
    assert sorted(path.name for path in (tmp_path / "plates").iterdir()) == sorted(f"{name}.svg" for name in PLATES)
    result = CliRunner().invoke(main, ["plates", "corpora/games", "-o", "corpora/games/soumille-1738.tgn"])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_without_matplotlib_the_user_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = builtins.__import__

    def without(name: str, *rest: object, **more: object) -> object:
        if name.split(".", maxsplit=1)[0] == "matplotlib":
            raise ImportError(name)
        return real(name, *rest, **more)  # type: ignore[arg-type]

    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    result = CliRunner().invoke(main, ["plates", "corpora/games", "-o", str(tmp_path)])
    assert result.exit_code == 2
    assert "trictrac-records[plates]" in result.output
