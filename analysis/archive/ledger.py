"""What the ledger says now: which files are in the archive, what of them counts, and what was refused.

The ledger only grows. A row is one of

- `file`: a file as it was added, refused or dropped; of all rows about a file the last one holds;
- `piece`: a piece of a large file that is stored; the file counts when its row `file` is there;
- `compared`: a batch whose games were compared with all others for runs within games;
- `contained`: a game (by its hash `rolls`) is a run of another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import polars as pl

from analysis.archive.keys import entry_number
from analysis.archive.store import LEDGER_SCHEMA

FILE, PIECE, COMPARED, CONTAINED = "file", "piece", "compared", "contained"
HELD: Final = ("accepted", "findings", "errors")
"""Statuses of a file that has rows of its own."""
SAME, REFUSED, DROPPED = "same", "refused", "dropped"
KIND: Final = pl.col("file").str.to_lowercase().str.extract(r"\.(zip|gz|zst)$").fill_null("plain")
"""How a file is read, by its name, as `opened.kind_of` says it: the same bytes read otherwise are another record, or none."""


@dataclass(frozen=True)
class State:
    """The ledger at one version."""

    frame: pl.DataFrame
    version: int

    @cached_property
    def files(self) -> pl.DataFrame:
        """The last row of every file that was not dropped."""
        last = self.frame.filter(pl.col("what") == FILE).unique("file", keep="last", maintain_order=True)
        return last.filter(pl.col("status") != DROPPED)

    @cached_property
    def holders(self) -> pl.DataFrame:
        """The files that have rows of their own, with the number of their computation as `entry`."""
        held = self.files.filter(pl.col("status").is_in(HELD))
        entries = [entry_number(*row) for row in held.select("content", "key", "take").iter_rows()]
        return held.with_columns(entry=pl.Series(entries, dtype=pl.Int64))

    @cached_property
    def pieces(self) -> pl.DataFrame:
        """The pieces that are stored: of each place in a file the last."""
        rows = self.frame.filter(pl.col("what") == PIECE)
        return rows.unique(["content", "key", "take", "start", "stop"], keep="last", maintain_order=True)

    @cached_property
    def batches(self) -> pl.DataFrame:
        """The batches that count, each with the entries it holds: `batch`, `entry`."""
        held = self.holders
        own = held.filter(pl.col("batch").is_not_null()).select("batch", "entry")
        apart = held.filter(pl.col("batch").is_null()).select("content", "key", "take", "entry")
        of_pieces = self.pieces.join(apart, on=["content", "key", "take"]).select("batch", "entry")
        return pl.concat((own, of_pieces)).unique(maintain_order=True)

    @cached_property
    def known_batches(self) -> set[str]:
        """Every batch the ledger names, those too that do not count now."""
        named = self.frame.filter(pl.col("what").is_in([FILE, PIECE]))["batch"]
        return set(named.drop_nulls().unique().to_list())

    @cached_property
    def unfinished(self) -> set[str]:
        """The batches of files of which only pieces are stored yet, and that are still what they were."""
        told = self.frame.filter(pl.col("what") == FILE)
        done = told.select("content", "key", "take").unique()
        later = told.filter(pl.col("status") != REFUSED).group_by("file").agg(pl.col("seq").max().alias("later"))
        open_ones = self.pieces.join(done, on=["content", "key", "take"], how="anti").join(later, on="file", how="left")
        return set(open_ones.filter(pl.col("later").is_null() | (pl.col("later") < pl.col("seq")))["batch"].to_list())

    @cached_property
    def uncompared(self) -> set[str]:
        """The batches that count and were not compared yet."""
        done = set(self.frame.filter(pl.col("what") == COMPARED)["batch"].to_list())
        return set(self.batches["batch"].to_list()) - done

    @cached_property
    def pairs(self) -> pl.DataFrame:
        """Hashes of games and of those they are a run of: `part`, `whole`."""
        return self.frame.filter(pl.col("what") == CONTAINED).select("part", "whole").unique(maintain_order=True)

    @cached_property
    def takes(self) -> dict[tuple[str, str], int]:
        """How often each content was computed by each engine, by content and key; as a file of whichever kind."""
        known = self.frame.filter((pl.col("what") == PIECE) | ((pl.col("what") == FILE) & pl.col("status").is_in([*HELD, REFUSED])))
        last = known.filter(pl.col("take").is_not_null()).group_by("content", "key").agg(pl.col("take").max() + 1)
        return {(content, key): take for content, key, take in last.iter_rows()}

    @cached_property
    def by_file(self) -> dict[str, dict[str, Any]]:
        """The last row of every file, by its address."""
        return {row["file"]: row for row in self.files.iter_rows(named=True)}

    def next_take(self, content: str, key: str) -> int:
        """The number of the next computation of a content."""
        return self.takes.get((content, key), 0)

    def grown(self, added: pl.DataFrame, version: int) -> State:
        """The ledger with these rows behind it."""
        return State(pl.concat((self.frame, added.with_columns(seq=pl.lit(version, pl.Int64)))), version)

    def shortened(self) -> pl.DataFrame:
        """The ledger without rows that say nothing any more. Only when the rows of what is dead are gone from the tables."""
        files = self.files
        alive = files.select("content", "key", "take").unique()
        unfinished = self.unfinished
        pieces = self.pieces.join(alive, on=["content", "key", "take"], how="semi", maintain_order="left")
        pending = self.pieces.filter(pl.col("batch").is_in(list(unfinished)))
        counting = set(self.batches["batch"].to_list())
        compared = self.frame.filter((pl.col("what") == COMPARED) & pl.col("batch").is_in(list(counting))).unique(
            "batch", maintain_order=True
        )
        contained = self.frame.filter(pl.col("what") == CONTAINED).unique(["part", "whole"], maintain_order=True)
        return pl.concat((files, pieces, pending, compared, contained)).sort("seq", maintain_order=True)


def rows(*told: dict[str, Any]) -> pl.DataFrame:
    """Rows of the ledger from what is told of each; the rest is null."""
    return pl.DataFrame([{**dict.fromkeys(LEDGER_SCHEMA), **row} for row in told], schema=LEDGER_SCHEMA, orient="row")
