"""Games that stand in an archive more than once: the same game again, under other names, marked otherwise, or as a run within another.

What is compared is what was rolled and how the men stood after it, on the roller's own route: neither how a record spells its points, nor
which colour it gives to whom, nor the order in which it writes two men makes two games of one.

- `rolls` is a hash of all dice and moves of a game, `marking` one of all that was marked.
- A hash of every `WINDOW` rolls in a row, and of those the least in every `SPAN` windows in a row, are the `prints` of a game; the least of
  all is `least`. A game of `SHORTEST` rolls or more that is a run of another has its `least` among the other's `prints`, wherever the run
  begins: so a million games are compared by one join. Every pair found so is then compared roll by roll.
"""

from __future__ import annotations

import hashlib
import re
import sys
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from analysis.archive import fingerprints

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORTEST: Final = fingerprints.SHORTEST
"""Rolls from which on the same dice and moves cannot be chance. A shorter game must have names, date and marks in common too."""

SAME, NAMES, MARKS, CONTAINED = "same", "other-names", "other-marks", "contained"
"""Kinds of duplicates."""
DUPLICATES: Final = {"id": pl.Int64, "kind": pl.String, "of": pl.Int64}
PAIRS: Final = {"part": pl.Int64, "whole": pl.Int64}
PRINTS: Final[dict[str, Any]] = {"id": pl.Int64, "rolls": pl.Int64, "marking": pl.Int64, "least": pl.Int32, "prints": pl.List(pl.Int32)}
REPAYS: Final = 50_000
"""Rolls from which on machine code is worth its loading; where the compiled engine is at work, it is loaded anyway."""


def net_moves(words: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What moves come to: the points left and the points reached, however they are written (`0-6 6-10` is `0-10`)."""
    starts: list[int] = []
    ends: list[int] = []
    for start, end in re.findall(r"(\d+)-(\d+)", words):
        starts.append(int(start))
        ends.append(int(end))
    for point in list(starts):
        if point in ends:
            starts.remove(point)
            ends.remove(point)
    return tuple(sorted(starts)), tuple(sorted(ends))


@lru_cache(1 << 18)
def moves_code(words: str) -> int:
    """One number for what moves come to."""
    return int.from_bytes(hashlib.blake2b(repr(net_moves(words)).encode(), digest_size=8).digest()) >> 1


def _moves(plies: pl.DataFrame) -> pl.Series:
    written = plies["moves"].cast(pl.Categorical)
    numbers, words = written.to_physical(), written.unique().drop_nulls()
    if not len(words):
        return pl.repeat(0, plies.height, dtype=pl.Int64, eager=True)
    known = words.to_physical()
    size = max(known.to_list()) + 1
    codes = pl.Series([0], dtype=pl.Int64).new_from_index(0, size).scatter(known, [moves_code(word) for word in words.to_list()])
    return codes.gather(numbers).fill_null(0)


def _marks(plies: pl.DataFrame) -> pl.Series:
    """One number for what was marked on a roll and done with a hole."""
    decision = pl.col("decision")
    told = pl.when(decision.is_null()).then(0).when(decision == "hold").then(1).when(decision == "go").then(2).otherwise(3).cast(pl.Int64)
    for name in ("marked_roller", "marked_opponent", "pegged_roller", "pegged_opponent"):
        told = told * 1024 + pl.col(name).cast(pl.Int64).fill_null(-1) + 2
    return plies.select(marks=told).to_series()


def prints(plies: pl.DataFrame) -> pl.DataFrame:
    """`rolls`, `marking`, `least`, `prints` of every game of a table of plies, by `id`; the rows of a game stand together, in order.

    `least` is null and `prints` empty where the game has fewer than `SHORTEST` known rolls.
    """
    if not plies.height:
        return pl.DataFrame(schema=PRINTS)
    runs = plies["id"].rle()
    lengths = runs.struct.field("len").cast(pl.Int64)
    columns = [
        pl.concat((pl.Series([0], dtype=pl.Int64), lengths.cum_sum())),
        _moves(plies),
        plies["high"].cast(pl.Int64).fill_null(0),
        plies["low"].cast(pl.Int64).fill_null(0),
        _marks(plies),
    ]
    rolls, marking, least, codes, ends = _fingerprints(columns, plies.height)
    found = pl.DataFrame({"id": runs.struct.field("value"), "rolls": rolls, "marking": marking, "least": least})
    counts = pl.Series(ends, dtype=pl.Int64).diff().fill_null(ends[0])
    game = pl.int_range(found.height, eager=True).repeat_by(counts).explode(empty_as_null=False)
    listed = pl.DataFrame({"game": game, "prints": codes}).group_by("game", maintain_order=True).agg("prints")
    return (
        found.with_row_index("game")
        .with_columns(pl.col("game").cast(pl.Int64), least=pl.col("least").replace(fingerprints.NONE, None))
        .join(listed, on="game", how="left", maintain_order="left")
        .with_columns(pl.col("prints").fill_null([]))
        .select(pl.col(name).cast(kind) for name, kind in PRINTS.items())
    )


def _fingerprints(columns: list[pl.Series], height: int) -> tuple[Any, Any, Any, Any, Any]:
    """The hashes of `analysis.archive.fingerprints`, by machine code where that repays."""
    games = len(columns[0]) - 1
    sizes = (games, games, games, height, games)
    if "numba" in sys.modules or (height >= REPAYS and find_spec("numba") is not None):
        import numpy as np  # noqa: PLC0415 - comes with numba

        out = [np.zeros(size, np.int64) for size in sizes]
        number = int(_compiled().fingerprint(*(column.to_numpy() for column in columns), *out))
    else:
        out = [[0] * size for size in sizes]  # type: ignore[misc]  # lists here, arrays there
        number = fingerprints.fingerprint(*(column.to_list() for column in columns), *out)
    out[3] = out[3][:number]
    rolls, marking, least, codes, ends = out
    return rolls, marking, least, codes, ends


@cache
def _compiled() -> Any:
    from replay.fast import compiled  # noqa: PLC0415 - costs numba's import

    return compiled("analysis.archive.fingerprints")


def rolled(plies: pl.DataFrame) -> list[int]:
    """One number for each roll: its dice and where the men went."""
    columns = (_moves(plies), plies["high"].cast(pl.Int64).fill_null(0), plies["low"].cast(pl.Int64).fill_null(0))
    return [fingerprints.roll_value(*row) for row in zip(*(column.to_list() for column in columns), strict=True)]


# -- a game within another ----------------------------------------------------------------------------------------------------------------


def suspects(games: pl.LazyFrame, new: Iterable[int]) -> pl.DataFrame:
    """Pairs of games (`part`, `whole`, by id) of which the first may be a run of the second; at least one of them is among `new`.

    Games with the same `rolls` are looked at once.
    """
    fresh = pl.DataFrame({"id": list(new)}, schema={"id": pl.Int64})
    known = games.filter(pl.col("least").is_not_null()).select("id", "rolls", "turns", "least")
    one = known.join(fresh.lazy().with_columns(fresh=True), on="id", how="left").with_columns(pl.col("fresh").fill_null(value=False))
    one = one.group_by("rolls").agg(pl.col("id").min(), pl.col("turns").first(), pl.col("least").first(), pl.col("fresh").any())
    table = one.collect()
    if not table["fresh"].any():
        return pl.DataFrame(schema=PAIRS)
    listed = games.select("id", "prints").join(table.lazy().select("id", "turns", "rolls", "fresh"), on="id", how="inner")
    exploded = listed.explode("prints", empty_as_null=True).rename({"prints": "least"})
    found = []
    for parts, wholes in ((pl.col("fresh"), pl.lit(value=True)), (~pl.col("fresh"), pl.col("fresh"))):
        left = table.lazy().filter(parts).select(part="id", least="least", part_turns="turns", part_rolls="rolls")
        right = exploded.filter(wholes).select("least", whole="id", whole_turns="turns", whole_rolls="rolls")
        pairs = right.join(left, on="least", how="inner").filter(
            (pl.col("whole_turns") > pl.col("part_turns")) & (pl.col("whole_rolls") != pl.col("part_rolls"))
        )
        found.append(pairs.select("part", "whole"))
    return pl.concat(found).unique().collect(engine="streaming")


def contained(pairs: pl.DataFrame, plies: pl.LazyFrame, games: pl.LazyFrame) -> pl.DataFrame:
    """Of pairs that may be, those that are: roll by roll the first is a run of the second. As hashes `rolls`: `part`, `whole`.

    That is so whoever holds these games and for as long as there are any; it is no matter of ids.
    """
    if not pairs.height:
        return pl.DataFrame(schema=PAIRS)
    wanted = pl.concat((pairs["part"], pairs["whole"])).unique()
    rows = plies.filter(pl.col("id").is_in(wanted.implode())).select("id", "turn", "high", "low", "moves").collect().sort("id", "turn")
    values = (
        pl.DataFrame({"id": rows["id"], "value": rolled(rows)}, schema={"id": pl.Int64, "value": pl.Int64})
        .group_by("id", maintain_order=True)
        .agg("value")
    )
    lines = {number: _bytes(value) for number, value in values.iter_rows()}
    hashes = dict(games.filter(pl.col("id").is_in(wanted.implode())).select("id", "rolls").collect().iter_rows())
    true = [
        (hashes[part], hashes[whole])
        for part, whole in pairs.iter_rows()
        if part in lines and whole in lines and _is_run(lines[part], lines[whole])
    ]
    return pl.DataFrame(sorted(set(true)), schema=PAIRS, orient="row")


def _bytes(values: list[int]) -> bytes:
    return b"".join(value.to_bytes(8) for value in values)


def _is_run(part: bytes, whole: bytes) -> bool:
    at = whole.find(part)
    while at >= 0 and at % 8:
        at = whole.find(part, at + 1)
    return at >= 0


# -- which one counts ---------------------------------------------------------------------------------------------------------------------


def duplicates(games: pl.LazyFrame, pairs: pl.DataFrame) -> pl.DataFrame:
    """The games that do not count, each with the kind of duplicate it is and the id of the one that counts in its place.

    Of two that are the same, the better record counts: one with its marks, then with both names, a date, fewer errors of reading, more that
    is known; among equals the first by file and place. Of a game and one that contains it, the longer counts. `pairs` as `contained`.
    """
    named = (pl.col("white") != "?").cast(pl.Int8) + (pl.col("black") != "?").cast(pl.Int8)
    rows = games.select(
        "id",
        "rolls",
        "marking",
        "file",
        "game",
        short=pl.col("least").is_null(),
        dull=pl.col("marks") != "full",
        nameless=-named,
        dateless=pl.col("year").is_null(),
        errors="errors",
        unknown=-pl.col("known"),
        turns="turns",
        names=_names(),
        date=pl.col("date").fill_null(""),
    ).filter(pl.col("rolls").is_not_null() & (pl.col("turns") > 0))
    twins = rows.filter(pl.len().over("rolls") > 1).collect()
    order = ["dull", "nameless", "dateless", "errors", "unknown", "file", "game"]
    twins = twins.with_columns(
        own=pl.when("short").then(pl.concat_str("names", "date", pl.col("marking").cast(pl.String), separator="\0")).otherwise(pl.lit(""))
    ).sort(order)
    first = [pl.col(name).first().over("rolls", "own").alias(f"first_{name}") for name in ("id", "names", "marking")]
    twins = twins.with_columns(first).filter(pl.col("id") != pl.col("first_id"))
    same = twins.select(
        "id",
        kind=pl.when(pl.col("names") != pl.col("first_names"))
        .then(pl.lit(NAMES))
        .when(pl.col("marking") != pl.col("first_marking"))
        .then(pl.lit(MARKS))
        .otherwise(pl.lit(SAME)),
        of="first_id",
    )
    if not pairs.height:
        return same.cast(DUPLICATES)  # type: ignore[arg-type]
    return pl.concat((same.cast(DUPLICATES), _within(games, pairs, same)))  # type: ignore[arg-type]


def _within(games: pl.LazyFrame, pairs: pl.DataFrame, same: pl.DataFrame) -> pl.DataFrame:
    """The games that are a run of another, told of the longest there is."""
    told = pairs.lazy()
    wanted = pl.concat((pairs["part"], pairs["whole"])).unique().implode()
    held = (
        games.filter(pl.col("rolls").is_in(wanted))
        .select("id", "rolls", "turns", "file", "game")
        .join(same.lazy().select("id"), on="id", how="anti")
    )
    wholes = held.select(whole="rolls", of="id", turns="turns", file="file", game="game")
    found = (
        told.join(held.select(part="rolls", id="id"), on="part")
        .join(wholes, on="whole")
        .sort(["turns", "file", "game"], descending=[True, False, False])
        .unique("id", keep="first", maintain_order=True)
        .select("id", kind=pl.lit(CONTAINED), of="of")
    )
    return found.collect().cast(DUPLICATES)  # type: ignore[arg-type]


def _names() -> pl.Expr:
    """The two names of a game without their order, blanks and letters' size: a record that changes the colours names the same two."""
    white, black = (
        pl.col(name).fill_null("?").str.to_lowercase().str.replace_all(r"\s+", " ").str.strip_chars() for name in ("white", "black")
    )
    return pl.concat_str(pl.min_horizontal(white, black), pl.max_horizontal(white, black), separator="\0")
