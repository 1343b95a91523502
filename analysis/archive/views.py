"""What readers see of a store: the rows that count, of one moment, the same in all four tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from analysis.archive.address import StoreError
from analysis.archive.duplicates import DUPLICATES, contained, duplicates, suspects
from analysis.archive.ledger import State
from analysis.archive.soundness import losses
from analysis.archive.store import MERGED, SIGNED, batch_of, merged_at, table_schema
from analysis.columns import TABLES

if TYPE_CHECKING:
    from analysis.archive.store import Store

TRIES = 50


class View(NamedTuple):
    """The tables of a store at one moment: everything that is kept, duplicates too."""

    state: State
    frames: dict[str, pl.LazyFrame]
    """Each with the column `batch`; rows of files replaced or dropped are not among them."""
    loose: dict[str, list[str]]
    """By table the files of batches that do not count: of runs that were stopped, of files that are gone."""
    files: dict[str, list[tuple[str, int]]]
    """By table its files and their rows."""
    dead: list[int]
    """Ids of games whose rows are still there, in any of the tables, and do not count."""


def look(store: Store, *, closely: bool = False) -> View:
    """The store as it is now; `closely` looks for rows without a game also where none are to be expected. Raises StoreError."""
    for _ in range(TRIES):
        state = State(*store.ledger())
        tables = {name: store.open(name) for name in TABLES}
        if store.version() == state.version:
            break
    for loss in losses(store, state, tables):
        raise StoreError(loss.words(store))
    counting = set(state.batches["batch"].to_list())
    entries = state.holders["entry"].unique().to_list()
    frames, loose, files = {}, {}, {}
    for name, table in tables.items():
        told = pl.DataFrame(table.get_add_actions(flatten=True))
        files[name] = list(told.select("path", "num_records").iter_rows()) if "path" in told.columns else []
        hidden = [path for path, _ in files[name] if not _counts(path, counting)]
        loose[name] = hidden
        frame = pl.scan_delta(table)
        if hidden:
            frame = frame.filter(~pl.col("batch").is_in({batch_of(path) for path in hidden}))
        frames[name] = _typed(name, frame)
    dead: list[int] = []
    if files["games"]:
        ids = frames["games"].filter(~pl.col("entry").is_in(entries)).select("id").collect()
        dead = ids["id"].to_list()
    dead += _strays(frames, files, closely=closely)
    if dead:
        frames = {name: frame.filter(~pl.col("id").is_in(dead)) for name, frame in frames.items()}
    return View(state, frames, loose, files, dead)


def _strays(frames: dict[str, pl.LazyFrame], files: dict[str, list[tuple[str, int]]], *, closely: bool) -> list[int]:
    """Ids that stand among the rows put together of a table, and belong to no game that is there.

    The games are put together last. Where that was not done, a batch may be hidden among the games by its name, or be gone, whose rows in
    another table have no longer the batch's name: then every id is looked up.
    """
    newest = {name: max((merged_at(path) for path, _ in held), default=-1) for name, held in files.items()}
    suspect = [name for name in frames if name != "games" and newest[name] > (-1 if closely else newest["games"])]
    if not suspect:
        return []
    merged = pl.col("batch").str.starts_with(MERGED)
    ids = pl.concat([frames[name].filter(merged).select("id").unique() for name in suspect]).unique().collect()
    games = frames["games"].select("id").collect()
    return ids.join(games, on="id", how="anti")["id"].to_list()


def not_counted(view: View) -> pl.DataFrame:
    """The games that stand in the store again, with the one that counts for each (`duplicates.DUPLICATES`).

    Batches that nobody has compared yet (a run was stopped just before) are compared here.
    """
    if not view.files["games"]:
        return pl.DataFrame(schema=DUPLICATES)
    pairs = view.state.pairs
    new = view.state.uncompared
    if new:
        pairs = pl.concat((pairs, compare(view, new))).unique(maintain_order=True)
    return duplicates(view.frames["games"], pairs)


def compare(view: View, batches: set[str]) -> pl.DataFrame:
    """The games of these batches beside all others: which are a run of which, by their hashes."""
    games, plies = view.frames["games"], view.frames["plies"]
    new = games.filter(pl.col("batch").is_in(list(batches))).select("id").collect()["id"]
    if not new.len():
        return contained(pl.DataFrame(schema={"part": pl.Int64, "whole": pl.Int64}), plies, games)
    return contained(suspects(games, new), plies, games)


def _counts(path: str, counting: set[str]) -> bool:
    batch = batch_of(path)
    return batch.startswith(MERGED) or batch in counting


def _typed(name: str, frame: pl.LazyFrame) -> pl.LazyFrame:
    """The columns of this release in their types; one that the store has not yet is null."""
    held = frame.collect_schema()
    wanted: list[Any] = []
    for column, kind in table_schema(name).items():
        if column not in held:
            wanted.append(pl.lit(None, kind).alias(column))
        elif kind in SIGNED:
            wanted.append(pl.col(column).cast(kind))
        else:
            wanted.append(pl.col(column))
    return frame.select(*wanted, pl.col("batch"))
