"""Whether a store has all that its ledger tells: files that are gone or cut short, rows of a batch that no table has."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import polars as pl

from analysis.archive.store import LEDGER, MERGED, batch_of
from analysis.columns import TABLES

if TYPE_CHECKING:
    from deltalake import DeltaTable

    from analysis.archive.ledger import State
    from analysis.archive.store import Store

COUNTED: Final = {"games": "games", "plies": "turns"}
"""Tables that have a row for each of something the ledger counts, and its column there."""


ACTIONS: Final = {"path": pl.String, "size_bytes": pl.Int64, "num_records": pl.Int64}


class Loss(NamedTuple):
    """What a table lacks: the batches concerned, files of it that are damaged or gone, and whether rows put together are among them."""

    table: str
    batches: set[str]
    paths: list[str]
    merged: bool

    def words(self, store: Store) -> str:
        """What is wrong and what to do, in one sentence."""
        what = f"{len(self.paths)} of its files are gone or damaged, {self.paths[0]} first" if self.paths else "rows of it are gone"
        cure = "add the same records again (`trictrac archive add`): what was lost is read anew"
        if self.merged:
            cure = f"drop everything (`trictrac archive drop --all --from {store.address.url}`) and add the records again"
        return f"{store.address.url}: the table `{self.table}` is not whole, {what}; {cure}"


def losses(store: Store, state: State, tables: dict[str, DeltaTable] | None = None) -> list[Loss]:
    """What of the rows that count is lost, table by table. Raises StoreError where a table cannot be opened."""
    counting = set(state.batches["batch"].to_list())
    if not counting:
        return []
    found = []
    for name in TABLES:
        table = store.open(name) if tables is None else tables[name]
        files = pl.DataFrame(table.get_add_actions(flatten=True))
        files = (
            files if "path" in files.columns else pl.DataFrame(schema={"path": pl.String, "size_bytes": pl.Int64, "num_records": pl.Int64})
        )
        there = {path: batch_of(path) for path in files["path"]}
        merged = any(batch.startswith(MERGED) for batch in there.values())
        broken = [path for path in _broken(store, name, files) if there[path] in counting or there[path].startswith(MERGED)]
        lacking: set[str] = set()
        short = False
        if name in COUNTED and not merged:
            lacking = _with_rows(state, COUNTED[name]) & counting - set(there.values())
        elif name in COUNTED:
            short = (files["num_records"].sum() or 0) < _told(state, COUNTED[name])
        if broken or lacking or short:
            batches = {there[path] for path in broken} | lacking
            found.append(Loss(name, batches, broken, short or any(batch.startswith(MERGED) for batch in batches)))
    return found


def ledger_loss(store: Store, table: DeltaTable) -> str:
    """The first file of the ledger that is gone or cut short; empty where there is none."""
    files = pl.DataFrame(table.get_add_actions(flatten=True))
    return next(iter(_broken(store, LEDGER, files)), "") if "path" in files.columns else ""


def _broken(store: Store, table: str, files: pl.DataFrame) -> list[str]:
    """The files that are not there as they were written; of an object store nothing is asked."""
    if not store.address.local:
        return []
    folder = Path(store.address.url, table)
    found = []
    for path, size in files.select("path", "size_bytes").iter_rows():
        try:
            whole = (folder / path).stat().st_size == size
        except OSError:
            whole = False
        if not whole:
            found.append(path)
    return found


def _kept(column: str) -> pl.Expr:
    """Rows that came of a file or a piece."""
    return (pl.col("games").fill_null(0) - pl.col("refused").fill_null(0)) if column == "games" else pl.col(column).fill_null(0)


def _with_rows(state: State, column: str) -> set[str]:
    """The batches that wrote any such row."""
    parts = (state.holders.filter(pl.col("batch").is_not_null()), state.pieces)
    return {batch for part in parts for batch in part.filter(_kept(column) > 0)["batch"].drop_nulls().to_list()}


def _told(state: State, column: str) -> int:
    """How many such rows the ledger tells of."""
    return int(state.holders.select(_kept(column).sum()).item() or 0)
