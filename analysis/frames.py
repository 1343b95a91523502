"""The four tables as lazy frames, wherever they come from: records read just now, or a store."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables import frame, schema

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    import polars as pl

    from analysis.columns import Judged

PIECE = 100
"""Games turned into rows at once."""


class Frames(NamedTuple):
    """The four tables of `analysis.columns`, lazy: nothing is read before it is asked for, and then only the columns needed."""

    games: pl.LazyFrame
    plies: pl.LazyFrame
    jans: pl.LazyFrame
    findings: pl.LazyFrame

    @property
    def game(self) -> tuple[str, ...]:
        """The columns that name a game: the one number a store gives it, where there is one, else file and place in the file."""
        return ("id",) if all("id" in table.collect_schema() for table in self) else ("file", "game")

    def of_rules(self, names: Collection[str]) -> Frames:
        """The same of the games of some rule sets only."""
        import polars as pl  # noqa: PLC0415 - as below

        games = self.games.filter(pl.col("rules").is_in(list(names)))
        keys = games.select(self.game)
        return Frames(games, *(table.join(keys, on=self.game, how="semi") for table in self[1:]))

    @classmethod
    def of(cls, games: Iterable[Judged]) -> Frames:
        """The tables of games replayed and audited just now; a piece at a time, so that no more than a piece of them is kept as values."""
        import polars as pl  # noqa: PLC0415 - only who counts an archive needs it

        left = iter(games)
        pieces: dict[str, list[pl.DataFrame]] = {table: [frame(table, [])] for table in cls._fields}
        while some := list(islice(left, PIECE)):
            for table, kept in pieces.items():
                kept.append(frame(table, some))
        return cls(*(pl.concat(kept).lazy() for kept in pieces.values()))

    @classmethod
    def read(cls, pieces: Iterable[Mapping[str, pl.DataFrame]]) -> Frames:
        """The tables of texts read in pieces (`analysis.reading`), without what is no game: nobody's, without a roll and a result."""
        import polars as pl  # noqa: PLC0415 - as above

        parts: dict[str, list[pl.DataFrame]] = {table: [frame(table, [])] for table in cls._fields}
        for piece in pieces:
            nobody = (pl.col("white") == "?") & (pl.col("black") == "?") & pl.col("players").is_null()
            nothing = piece["games"].filter(nobody & (pl.col("turns") == 0) & pl.col("result").is_null())
            for table, kept in parts.items():
                rows = piece[table]
                kept.append(rows.join(nothing, on=("file", "game"), how="anti") if nothing.height else rows)
        return cls(*(pl.concat(kept).lazy() for kept in parts.values()))

    @classmethod
    def joined(cls, parts: Iterable[Frames]) -> Frames:
        """Several sources as one, the columns of `analysis.columns` only. Raises ValueError where there is none."""
        import polars as pl  # noqa: PLC0415 - as above

        found = list(parts)
        if len(found) == 1:
            return found[0]
        stacked = [
            pl.concat([part[at].select(list(schema(table))) for part in found], how="vertical") for at, table in enumerate(cls._fields)
        ]
        return cls(*stacked)
