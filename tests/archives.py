"""What the tests of archives share: records to put into one, and tables to compare."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from analysis.archive import Archive, Options, Store, add
from analysis.columns import TABLES
from analysis.generate import generate
from analysis.tables import frame, judge, schema
from notation.reader import read_text
from notation.sources import read_path

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import polars as pl

KEYS = ("file", "game", "turn")


@cache
def matches(number: int, seed: str = "archive") -> tuple[str, ...]:
    """Whole matches, faults put in."""
    return tuple(text for text, _ in generate(number, seed))


def tiny(number: int, *, white: str = "Aurore", black: str = "Basile", event: str | None = None) -> str:
    """A record of three rolls, no two the same."""
    event = f'[Event "e{number}"]\n' if event is None else event
    dice = [f"{1 + number // 6**at % 6}-{1 + number // 6 ** (at + 1) % 6}" for at in range(3)]
    lines = [f"{at + 1}. {'WB'[at % 2]} {roll}" for at, roll in enumerate(dice)]
    year = 1700 + number % 100
    return f'{event}[Date "{year}.??.??"]\n[White "{white}"]\n[Black "{black}"]\n[Marks "none"]\n\n' + "\n".join(lines) + "\n*\n"


def folder(path: Path, texts: Iterable[str], name: str = "game") -> Path:
    """Records as files of a folder."""
    path.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (path / f"{name}{number:05}.tgn").write_text(text, "utf-8")
    return path


def put(store: Path | str, *paths: Path | str, **how: object):
    """Add to a store, game by game."""
    how.setdefault("engine", "plain")
    return add(paths, Store(str(store), create=True), Options(**how))


def stored(store: Path | str, **how: object) -> dict[str, pl.DataFrame]:
    """The four tables of a store, the columns of docs/tables.md, in order."""
    archive = Archive(str(store), **how)
    return {table: in_order(getattr(archive, table).select(*schema(table)).collect()) for table in TABLES}


def judged(*paths: Path | str) -> dict[str, pl.DataFrame]:
    """The same of records read now."""
    games = [judge(game) for path in paths for game in read_path(path)]
    return {table: in_order(frame(table, games)) for table in TABLES}


def judged_text(text: str, file: str) -> dict[str, pl.DataFrame]:
    """The same of a text."""
    games = [judge(game) for game in read_text(text, file)]
    return {table: in_order(frame(table, games)) for table in TABLES}


def in_order(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows in the order of the games; those of one roll in an order of their own."""
    keys = [key for key in KEYS if key in rows.columns]
    return rows.sort(*keys, *(name for name in rows.columns if name not in keys))


def same(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> bool:
    """Whether four tables are the same, rows, types and all."""
    return all(one[table].equals(other[table]) and one[table].schema == other[table].schema for table in TABLES)
