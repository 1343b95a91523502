"""A content that two files have is stored once, under the name of one of them; when that one leaves it, its rows go to the other's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.archive.keys import entry_number, text_number
from analysis.archive.ledger import KIND, SAME, State, rows
from analysis.archive.opened import kind_of
from analysis.archive.store import new_batch
from analysis.archive.views import look
from analysis.archive.work import PLACES, owned
from analysis.columns import TABLES
from analysis.tables import schema

if TYPE_CHECKING:
    from collections.abc import Collection

    from analysis.archive.store import Store


def move_home(store: Store, state: State, file: str, content: str | None, but: Collection[str] = ()) -> bool:
    """Before a file has another content (None for none): what it holds is stored under the next file that has the same, if there is one.

    `but` are files that it does not go to. Says whether it was. Nothing is lost where a run stops in between: the rows stand twice then,
    and the two are seen to be the same games.
    """
    held = state.holders.filter((pl.col("file") == file) & (pl.col("content") != (content or "")))
    if not held.height:
        return False
    (row,) = held.to_dicts()
    others = state.files.filter(
        (pl.col("status") == SAME) & (pl.col("content") == row["content"]) & KIND.eq(kind_of(file)) & ~pl.col("file").is_in([file, *but])
    ).sort("file")
    if not others.height:
        return False
    heir = others.row(0, named=True)
    take = state.next_take(row["content"], row["key"])
    batch = new_batch()
    moved = _moved_rows(store, row, heir, take)
    for table in TABLES:
        added = store.put(table, moved[table], batch, 0)
        if added is not None:
            store.append(table, [added])
    keep = ("content", "key", "status", "games", "lines", "turns", "findings", "errors", "refused", "why", "engine")
    told = {name: row[name] for name in keep} | {name: heir[name] for name in ("what", "file", "given", "size", "modified", "read_at")}
    store.enter(lambda _, __: rows(told | {"take": take, "batch": batch}))
    return True


def _moved_rows(store: Store, row: dict[str, Any], heir: dict[str, Any], take: int) -> dict[str, pl.DataFrame]:
    """The rows a file holds, as rows of another file."""
    frames = look(store).frames
    games = frames["games"].filter(pl.col("entry") == row["entry"]).collect()
    ids = games["id"]
    entry = entry_number(row["content"], row["key"], take)
    found: dict[str, list[pl.DataFrame]] = {table: [] for table in TABLES}
    for name in games["file"].unique(maintain_order=True):
        member = name.removeprefix(row["given"]).lstrip("/") if name is not None else ""
        given = f"{heir['given']}/{member}" if member else heir["given"]
        mine = games.filter(pl.col("file") == name)["id"] if name is not None else ids
        tables = {}
        for table in TABLES:
            kept = frames[table].filter(pl.col("id").is_in(mine.implode())).collect()
            keys = [key for key in ("game", "turn") if key in kept.columns]
            tables[table] = kept.select(*schema(table)).with_columns(file=pl.lit(given)).sort(keys, maintain_order=True)
        place = pl.DataFrame([(0, given, text_number(entry, member), row["content"], entry)], schema=PLACES, orient="row")
        for table, part in owned(tables, place).items():
            found[table].append(part)
    return {table: pl.concat(parts) for table, parts in found.items() if parts}
