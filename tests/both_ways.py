"""Texts read by the column and game by game: what the tests of both compare."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from analysis.columns import TABLES
from analysis.tables import frame, judge
from notation.reader import read_text

if TYPE_CHECKING:
    import polars as pl

    from analysis.bulk import Bulk


def same(bulk: Bulk, text: str, file: str = "x.tgn") -> tuple[int, int]:
    """Compare both ways over a text; returns how many games went by column, and how many there are."""
    piece = bulk.tables(text.encode(), file)
    games = list(read_text(text, file))
    judged = [judge(game) for game in games]
    for table in TABLES:
        one, many = frame(table, judged), piece.tables[table]
        assert one.schema == many.schema
        assert one.equals(many, null_equal=True), difference(one, many)
        assert written(one) == written(many)
    assert piece.diagnostics == tuple(fault for game in games for fault in game.diagnostics)
    assert piece.games == len(games)
    return piece.by_column, piece.games


def written(table: pl.DataFrame) -> bytes:
    """The table as the store writes it."""
    stream = io.BytesIO()
    table.write_parquet(stream)
    return stream.getvalue()


def difference(one: pl.DataFrame, many: pl.DataFrame) -> str:
    if one.height != many.height:
        return f"{one.height} rows and {many.height}"
    for name in one.columns:
        apart = one[name].ne_missing(many[name])
        if apart.any():
            row = apart.arg_max()
            return f"{name}, row {row}: {one[name][row]} and {many[name][row]}\n{one.row(row, named=True)}"
    return "?"
