"""An authority file of players: one person, many spellings; the record's own spelling is kept, conflicts are told."""

from pathlib import Path

import polars as pl
import pytest

pytest.importorskip("deltalake")

from archives import folder, put, tiny

from analysis.archive import Archive, StoreError
from analysis.archive.keeping import status
from analysis.archive.names import Names, Person

MARTINS = """
[[player]]
name = "Jean Martin, the elder"
aliases = ["M. Martin", "Martin"]
dates = "1690-1749"

[[player]]
name = "Jean Martin, the younger"
aliases = ["M. Martin"]
dates = "1750-"

[[player]]
name = "Aurore de Pré"
aliases = ["AURORE", "mad. de  pré"]
"""


@pytest.fixture
def names(tmp_path: Path) -> Path:
    (tmp_path / "players.toml").write_text(MARTINS, "utf-8")
    return tmp_path / "players.toml"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    texts = [
        tiny(20, white="Aurore", black="M. Martin"),  # 1720
        tiny(80, white="m.  martin", black="Mad. de Pré"),  # 1780
        tiny(1, white="Martin", black="Basile").replace("1701.??.??", "????.??.??"),
        tiny(2, white="M. Martin", black="Basile").replace("1702.??.??", "????.??.??"),
    ]
    put(tmp_path / "store", folder(tmp_path / "r", texts))
    return tmp_path / "store"


def test_spellings_become_people_and_stay_beside_them(store: Path, names: Path) -> None:
    games = Archive(str(store), names=names).games.sort("file").collect()
    assert games["white"].to_list() == ["Aurore de Pré", "Jean Martin, the younger", "Jean Martin, the elder", "M. Martin"]
    assert games["black"].to_list() == ["Jean Martin, the elder", "Aurore de Pré", "Basile", "Basile"]
    assert games["white_written"].to_list() == ["Aurore", "m.  martin", "Martin", "M. Martin"]
    assert games["black_written"].to_list() == ["M. Martin", "Mad. de Pré", "Basile", "Basile"]


def test_all_tables_speak_of_the_same_people(store: Path, names: Path) -> None:
    archive = Archive(str(store), names=names)
    plain = Archive(str(store))
    for table in ("plies", "jans", "findings"):
        rows = getattr(archive, table).collect()
        assert rows["player_written"].to_list() == getattr(plain, table).collect()["player"].to_list()
    plies = archive.plies.filter(pl.col("player") == "Jean Martin, the younger").collect()
    assert plies["year"].unique().to_list() == [1780]
    assert set(plies["opponent"]) == {"Aurore de Pré"}
    assert set(plies["opponent_written"]) == {"Mad. de Pré"}


def test_without_a_file_nothing_is_renamed(store: Path) -> None:
    games = Archive(str(store)).games.collect()
    assert "white_written" not in games.columns
    assert "m.  martin" in games["white"].to_list()


def test_a_spelling_of_two_people_at_one_time_is_told_and_left(store: Path) -> None:
    clash = Names.of((Person("One", ("Basile",)), Person("Two", ("basile",), first=1700)))
    archive = Archive(str(store), names=clash)
    assert "`Basile` is a spelling of both One and Two (1700–)" in clash.conflicts[0]
    assert "Basile" in archive.games.collect()["black"].to_list()
    assert any("`Basile` may be more than one person in games without a year" in told for told in status(archive).conflicts)
    assert Names.of((Person("One", ("B",), last=1700), Person("Two", ("B",), first=1701))).conflicts == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[player", "this is not TOML"),
        ('[[people]]\nname = "A"', "`people` is not expected"),
        ("[[player]]\naliases = []", "player 1 has no name"),
        ('[[player]]\nname = "A"\nborn = 1700', r"player 1 \(A\): `born` is not expected"),
        ('[[player]]\nname = "A"\naliases = "B"', "aliases are a list"),
        ('[[player]]\nname = "A"\ndates = "long ago"', "dates are two years"),
        ('[[player]]\nname = "A"\ndates = "1800-1700"', "run backwards"),
        ('[[player]]\nname = "A"\ndates = 1800', "dates are two years"),
    ],
)
def test_a_file_at_fault_says_where(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "players.toml").write_text(text, "utf-8")
    with pytest.raises(StoreError, match=told):
        Names.read(tmp_path / "players.toml")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="No such file"):
        Names.read(tmp_path / "nobody.toml")
