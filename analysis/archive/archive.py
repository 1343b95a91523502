"""An archive as its readers have it: the four tables and the ledger as lazy frames."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from analysis.archive.keys import current_key
from analysis.archive.ledger import HELD
from analysis.archive.names import Names
from analysis.archive.store import Store
from analysis.archive.views import View, look, not_counted
from analysis.frames import Frames
from analysis.tables import schema

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = ("id", "year", "content", "engine")
"""Columns of a store that its readers see beside those of docs/tables.md (`content` and `engine` of the games only)."""


class Archive:
    """The tables of a store at the moment of the first look, and nothing of what is stored after it.

    `games`, `plies`, `jans`, `findings` are `polars.LazyFrame`s with the columns of docs/tables.md, and `id` (the game's, the same in all
    four) and `year`. They hold every game that counts once: neither rows of a run that was stopped, nor of a file that was replaced or
    dropped, nor duplicates. Rows come in no order. `names` is an authority file of players (`analysis.archive.names`): the columns of
    players have people's names then, and beside each stands `…_written`. Raises StoreError where there is no store, or it cannot be read.
    """

    def __init__(self, store: str | Path | Store, names: str | Path | Names | None = None) -> None:
        self.store = store if isinstance(store, Store) else Store(str(store))
        self.names = names if names is None or isinstance(names, Names) else Names.read(names)

    @cached_property
    def view(self) -> View:
        """All that is kept, duplicates too."""
        return look(self.store)

    @cached_property
    def duplicates(self) -> pl.DataFrame:
        """The games that are not counted: `id`, `file`, `game`, `kind` (docs/archive.md), and the game that counts instead.

        That one is `of`, `of_file`, `of_game`.
        """
        told = not_counted(self.view)
        places = (
            self.view.frames["games"].select("id", "file", "game").filter(pl.col("id").is_in(pl.concat((told["id"], told["of"])).implode()))
        )
        table = places.collect() if told.height else pl.DataFrame(schema={"id": pl.Int64, "file": pl.String, "game": pl.Int32})
        others = table.rename({"id": "of", "file": "of_file", "game": "of_game"})
        joined = told.join(table, on="id", how="left").join(others, on="of", how="left")
        return joined.select("id", "file", "game", "kind", "of", "of_file", "of_game").sort("file", "game")

    @property
    def games(self) -> pl.LazyFrame:
        """A row a game."""
        return self._table("games")

    @property
    def plies(self) -> pl.LazyFrame:
        """A row a roll."""
        return self._table("plies")

    @property
    def jans(self) -> pl.LazyFrame:
        """A row a jan due."""
        return self._table("jans")

    @property
    def findings(self) -> pl.LazyFrame:
        """A row a finding."""
        return self._table("findings")

    @property
    def frames(self) -> Frames:
        """The four tables together, as `analysis.stats` and `analysis.search` take them."""
        return Frames(self.games, self.plies, self.jans, self.findings)

    @cached_property
    def ledger(self) -> pl.LazyFrame:
        """A row a file: `status` is accepted, findings, errors, refused or same; `duplicates` how many of its games do not count."""
        files = self.view.state.files.drop("what", "start", "stop", "first_game", "part", "whole")
        of_games = self.view.frames["games"].select("id", "content").filter(pl.col("id").is_in(self.duplicates["id"].implode()))
        hidden = of_games.collect() if self.duplicates.height else pl.DataFrame(schema={"id": pl.Int64, "content": pl.String})
        counts = hidden.group_by("content").agg(duplicates=pl.len())
        held = files.join(counts, on="content", how="left", maintain_order="left")
        rows_of_its_own = pl.col("status").is_in(HELD)
        return held.with_columns(
            duplicates=pl.when(rows_of_its_own).then(pl.col("duplicates").fill_null(0)).otherwise(0), stale=self._stale()
        ).lazy()

    def _stale(self) -> pl.Expr:
        """Whether the rows of a file are of another engine than this."""
        return pl.col("key") != current_key()

    def _table(self, name: str) -> pl.LazyFrame:
        frame = self.view.frames[name]
        hidden = self.duplicates["id"]
        if hidden.len():
            frame = frame.filter(~pl.col("id").is_in(hidden.implode()))
        held = frame.collect_schema().names()
        frame = frame.select(*schema(name), *(column for column in SHOWN if column in held))
        return frame if self.names is None else self.names.apply(frame, self.written)

    @cached_property
    def written(self) -> list[tuple[str | None, int | None]]:
        """Every spelling of a player's name in the archive, with the years of its games."""
        games = self.view.frames["games"]
        both = pl.concat([games.select(pl.col(side).alias("name"), "year").unique() for side in ("white", "black")]).unique()
        return list(both.collect().sort("name", "year").iter_rows())
