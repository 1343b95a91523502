"""Statistics of an archive: what players mark, miss, mark too much, and send each other to school for; each rate with its n and interval.

`statistics` counts the four tables (`analysis.frames.Frames`) by player, jan, phase, rule set, year or decade, in polars and lazily: only
the columns needed are read, and nothing before it is asked for. `STATISTICS` is the one table of them; the columns of the answer, the help
of the command and docs/stats.md are made from it. What a measure counts stands in `analysis.measures`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.frames import Frames
from analysis.measures import BY_NAME, MEASURES, RACE_MEASURES
from analysis.phases import PHASES
from analysis.rates import FEW, interval, rate
from replay.jans import JANS

if TYPE_CHECKING:
    from collections.abc import Collection

    import polars as pl

    from analysis.measures import Measure

AXES = ("player", "jan", "phase", "rules", "year", "decade")
"""What may be counted by."""
_OF_GAMES = ("rules", "year", "decade")


class Statistic(NamedTuple):
    """One figure: `hits` of `cases`, both sums of measures (a `-` before a name takes it away).

    Without cases it is a plain sum. `trials` is what the interval is reckoned on where that is not the cases (`analysis.rates.Rate`).
    `per_jan` tells whether it can be told for one jan; `only_jan`, that it can be told for nothing else; `of_player`, that it means nothing
    for all players together (each of them sends as many to school as the other goes).
    """

    name: str
    unit: str
    words: str
    hits: tuple[str, ...]
    cases: tuple[str, ...] = ()
    trials: str = ""
    per_jan: bool = False
    only_jan: bool = False
    of_player: bool = False

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Every measure it is made of."""
        names = (*self.hits, *self.cases, *((self.trials,) if self.trials else ()))
        return tuple(BY_NAME[name.removeprefix("-")] for name in dict.fromkeys(names))

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables it is counted from."""
        return tuple(dict.fromkeys(part.table for measure in self.measures for part in measure.parts))

    def told_by(self, by: str, *, of_player: bool = True) -> bool:
        """Whether this statistic has a meaning when counting by that, for one player or (`of_player` false) for all together."""
        if self.of_player and not of_player and by != "player":
            return False
        if by == "jan":
            return self.per_jan or self.only_jan
        return not self.only_jan and not (by == "phase" and "games" in self.tables)


STATISTICS: tuple[Statistic, ...] = (
    Statistic("games", "games", "games", ("games",)),
    Statistic("won", "games", "games won, of those that somebody won", ("won",), ("decided",), of_player=True),
    Statistic("rolls", "rolls", "rolls whose worth is known (men and dice), of all", ("known",), ("rolls",)),
    Statistic("frequency", "jans", "times the jan was due, per roll of whoever rolls for it", ("jans",), ("rolls_for_it",), only_jan=True),
    Statistic("available", "points", "points there to be marked", ("available",)),
    Statistic(
        "accuracy", "points", "points marked, of the points there to be marked", ("available", "-missed_points"), ("available",), "marks"
    ),
    Statistic("missed", "marks", "times points were not marked, of the times something was there", ("missed_marks",), ("marks",)),
    Statistic("marked", "jans", "jans marked, of those there to be marked", ("jans_marked",), ("jans_told",), per_jan=True),
    Statistic(
        "jan_points",
        "points",
        "points of jans marked, of the jans there",
        ("jan_points_marked",),
        ("jan_points",),
        "jans_told",
        only_jan=True,
    ),
    Statistic("over_marked", "rolls", "rolls on which he marked too many, or what was the other's", ("over_marks",), ("watched",)),
    Statistic("over_points", "points", "points marked too many", ("over_points",)),
    Statistic("unmade", "jans", "fills and preserves not made, of those due for being made", ("fills_unmade",), ("fills",), per_jan=True),
    Statistic("illegal", "plays", "plays that the rules do not allow, of those that can be judged", ("illegal",), ("played",)),
    Statistic("committed", "rolls", "schools he committed, of the rolls on which he might", ("schools",), ("watched",)),
    Statistic(
        "punished", "schools", "schools taken by the opponent, of those he committed", ("schools_taken",), ("schools",), per_jan=True
    ),
    Statistic("escaped", "schools", "schools the opponent let go, of those he committed", ("schools_let_go",), ("schools",), per_jan=True),
    Statistic(
        "taken",
        "schools",
        "schools he took, of those the opponent committed",
        ("offered_taken",),
        ("offered",),
        per_jan=True,
        of_player=True,
    ),
    Statistic(
        "let_go",
        "schools",
        "schools he let go, of those the opponent committed",
        ("offered_let_go",),
        ("offered",),
        per_jan=True,
        of_player=True,
    ),
    Statistic(
        "false",
        "schools",
        "schools he claimed that were none, of all he claimed",
        ("false_schools",),
        ("offered_taken", "offered_denied", "false_schools"),
    ),
    Statistic("school_points", "points", "points had by schools, less points given", ("points_had", "-points_given"), of_player=True),
    Statistic("unpegged", "holes", "holes not pegged, of those his marks made", ("unpegged",), ("made",)),
    Statistic("held", "decisions", "times he held, of the holes after which he might go", ("holds",), ("holds", "goes")),
    Statistic("went", "decisions", "times he went, of the holes after which he might", ("goes",), ("holds", "goes")),
    Statistic("faults", "findings", "faults of every kind", ("faults",)),
    Statistic("holes_lost", "holes", "holes that his faults cost him, as far as that is defined", ("holes_lost",)),
)
"""Every statistic, in the order in which it is told."""

COLUMNS = {
    "by": "what was counted by",
    "group": "the player, jan, phase, rule set (with its variant), year or decade; null where the record does not tell",
    "statistic": "name of the statistic",
    "unit": "what is counted",
    "hits": "how many",
    "n": "of how many; null for a plain sum",
    "rate": "hits / n; null where n is 0",
    "low": "lower end of Wilson's interval at 95 %",
    "high": "upper end of it",
    "percentile": "share of the players (those with n large enough) whose rate is lower, the same rate counted half; by player only",
}
"""The columns of the answer."""


class Told(NamedTuple):
    """The statistics of a family of rules, and the measures they are made of."""

    statistics: tuple[Statistic, ...]
    measures: tuple[Measure, ...]


OWN = Told(STATISTICS, MEASURES)


def statistics(frames: Frames, by: str = "player", *, player: str | None = None, min_n: int = FEW, told: Told = OWN) -> pl.LazyFrame:
    """Every statistic that has a meaning `by` an axis of `AXES`, a row each with the columns `COLUMNS`.

    `told` are trictrac's; those of races are `analysis.race_stats.RACE`, for the games of a race (`Frames.of_rules`).

    With `player` only what is his is counted, and counting by player gives his row among all (the percentiles need them). `min_n` is the
    least n that counts for a percentile. Raises ValueError for another axis.
    """
    import polars as pl  # noqa: PLC0415 - the tables of words here are read without it

    if by not in AXES:
        raise ValueError(f"{by} is nothing to count by; there are {', '.join(AXES)}")
    asked = [statistic for statistic in told.statistics if statistic.told_by(by, of_player=player is not None)]
    alone = None if by == "player" else player
    wide = _in_order(counts(frames, by, player=alone, measures=told.measures), by)
    figure = [
        pl.struct(
            statistic=pl.lit(statistic.name),
            unit=pl.lit(statistic.unit),
            hits=_total(statistic.hits),
            n=_total(statistic.cases) if statistic.cases else pl.lit(None, pl.Int64),
            trials=_total((statistic.trials,) if statistic.trials else statistic.cases) if statistic.cases else pl.lit(None, pl.Int64),
        )
        for statistic in asked
    ]
    low, high = interval(pl.col("hits"), pl.col("n"), pl.col("trials"))
    long = wide.select("group", pl.concat_list(figure).alias("figure")).explode("figure").unnest("figure")
    share = rate(pl.col("hits"), pl.col("n"))
    long = long.with_columns(pl.lit(by).alias("by"), share.alias("rate"), low.alias("low"), high.alias("high"))
    ranked = pl.when(pl.col("n") >= min_n).then("rate") if by == "player" else pl.lit(None, pl.Float64)
    below = (ranked.rank("average").over("statistic") - 0.5) / ranked.is_not_null().sum().over("statistic")
    long = long.with_columns((below if by == "player" else ranked).alias("percentile")).select(*COLUMNS)
    return long.filter(pl.col("group") == player) if by == "player" and player is not None else long


def _total(names: tuple[str, ...]) -> pl.Expr:
    import polars as pl  # noqa: PLC0415 - as above

    return pl.sum_horizontal(-pl.col(name[1:]) if name.startswith("-") else pl.col(name) for name in names)


def _in_order(wide: pl.LazyFrame, by: str) -> pl.LazyFrame:
    """Players by the rolls they made, phases and jans in the order of the rules, all else as it is written; what is not known last."""
    import polars as pl  # noqa: PLC0415 - as above

    known = {"phase": PHASES, "jan": tuple(JANS)}.get(by)
    if by == "player":
        return wide.filter(pl.col("group").is_not_null()).sort(-pl.col("rolls"), "group")
    if known is not None:
        return wide.sort(_place("group", known), "group", nulls_last=True)
    return wide.sort("group", nulls_last=True)


def _place(column: str, known: tuple[str, ...]) -> pl.Expr:
    """Where a value stands among those known; what is not among them behind."""
    import polars as pl  # noqa: PLC0415 - as above

    return pl.col(column).replace_strict(list(known), list(range(len(known))), default=len(known), return_dtype=pl.Int32)


# -- counting ---------------------------------------------------------------------------------------------------------------------------


def counts(frames: Frames, by: str, *, player: str | None = None, measures: tuple[Measure, ...] = MEASURES) -> pl.LazyFrame:
    """The measures of each group: a column `group` and one a measure, where it has a meaning 0 and not null."""
    import polars as pl  # noqa: PLC0415 - as above

    named = by == "player" or player is not None
    keys = _keys(by, frames)
    parts = [part for table, key in keys.items() for part in _of_table(frames, table, key, named=named, player=player, measures=measures)]
    stacked = pl.concat(parts, how="diagonal")
    if by in _OF_GAMES and by not in keys["games"]:
        stacked = stacked.join(frames.games.select(*frames.game, _of_game(by)), on=frames.game, how="left")
    else:
        stacked = stacked.with_columns(pl.col("name" if by == "player" else by).cast(pl.String).alias("group"))
    summed = stacked.group_by("group").agg(pl.col(measure.name).sum() for measure in _measures(keys, measures))
    if by != "jan":
        return summed
    rolls = pl.concat(_of_table(frames, "plies", (), named=named, player=player, measures=measures), how="diagonal").select(
        pl.col("rolls", "faced").sum()
    )
    whose = pl.when(pl.col("jans_roller") > 0).then("rolls").otherwise("faced")
    return summed.join(rolls, how="cross").with_columns(whose.alias("rolls_for_it"))


def _keys(by: str, frames: Frames) -> dict[str, tuple[str, ...]]:
    """The tables to count from, and the columns that tell the group of a row: of what is told once a game, the game."""
    if by == "jan":
        return {"jans": ("jan",), "findings": ("jan",)}
    if by == "phase":
        return dict.fromkeys(("plies", "jans", "findings"), ("phase",))
    if by == "year" and all("year" in table.collect_schema() for table in frames):  # a store says it on every row
        return dict.fromkeys(Frames._fields, ("year",))
    return dict.fromkeys(Frames._fields, frames.game if by in _OF_GAMES else ())


def _measures(tables: Collection[str], measures: tuple[Measure, ...]) -> list[Measure]:
    return [measure for measure in measures if any(part.table in tables for part in measure.parts)]


def _of_table(
    frames: Frames, table: str, key: tuple[str, ...], *, named: bool, player: str | None, measures: tuple[Measure, ...]
) -> list[pl.LazyFrame]:
    """The measures of one table summed by key, and where names are asked for by whose they are (`name`): a frame for each side then."""
    import polars as pl  # noqa: PLC0415 - as above

    rows: pl.LazyFrame = getattr(frames, table)
    if table == "findings" and key == ("jan",):
        rows = rows.with_columns(pl.col("jans").str.split(",").alias("jan")).explode("jan").filter(pl.col("jan").is_not_null())
    if table == "findings" and named:
        rows = _with_opponent(rows, frames)
    sides = {
        whose: [(m.name, part.of()) for m in measures for part in m.parts if (part.table, part.whose) == (table, whose)] for whose in SIDES
    }
    if not named:
        sums: dict[str, pl.Expr] = {}
        for name, of in (*sides["own"], *sides["other"]):
            value = of.sum().cast(pl.Int64)
            sums[name] = sums[name] + value if name in sums and not BY_NAME[name].once else value
        found = [value.alias(name) for name, value in sums.items()]
        return [rows.group_by(key).agg(found) if key else rows.select(found)]
    frames_of_sides = []
    for whose, found_here in sides.items():
        if found_here:
            name_of = pl.col(_NAMES[table][whose])
            his = rows if player is None else rows.filter(name_of == player)
            summed = his.group_by(*key, name_of.alias("name")).agg(of.sum().cast(pl.Int64).alias(name) for name, of in found_here)
            frames_of_sides.append(summed)
    return frames_of_sides


SIDES = ("own", "other")
_NAMES = {
    "games": {"own": "white", "other": "black"},
    "plies": {"own": "player", "other": "opponent"},
    "jans": {"own": "player"},
    "findings": {"own": "player", "other": "opponent"},
}
"""The columns that name the two players of a row."""


def _with_opponent(findings: pl.LazyFrame, frames: Frames) -> pl.LazyFrame:
    """The findings with the name of the other player, which stands in the table of games."""
    import polars as pl  # noqa: PLC0415 - as above

    opponent = pl.when(pl.col("side") == "W").then("black").when(pl.col("side") == "B").then("white").alias("opponent")
    return findings.join(frames.games.select(*frames.game, "white", "black"), on=frames.game, how="left").with_columns(opponent)


def _of_game(by: str) -> pl.Expr:
    """The group of a game: its rule set with the variant, its year, its decade (known also where the last digit of the year is not)."""
    import polars as pl  # noqa: PLC0415 - as above

    if by == "rules":
        variant = pl.when(pl.col("variant").is_not_null()).then(pl.format(" ({})", "variant")).otherwise(pl.lit(""))
        return (pl.col("rules") + variant).alias("group")
    if by == "year":
        return pl.col("date").str.extract(r"^(\d{4})").alias("group")
    return (pl.col("date").str.extract(r"^(\d{3})") + "0s").alias("group")


def missed_by_phase(frames: Frames) -> pl.LazyFrame:
    """Points missed and points there, by jan and phase: columns `jan phase missed due`, in the order of the rules."""
    import polars as pl  # noqa: PLC0415 - as above

    there = frames.jans.filter(pl.col("status").is_in(["marked", "missed"]))
    missed = (pl.col("points") * (pl.col("status") == "missed")).sum().alias("missed")
    summed = there.group_by("jan", "phase").agg(missed, pl.col("points").sum().alias("due"))
    return summed.sort(_place("jan", tuple(JANS)), _place("phase", PHASES), nulls_last=True)


# -- in words ---------------------------------------------------------------------------------------------------------------------------


def formula(statistic: Statistic) -> str:
    """What is divided by what, in the names of the measures."""
    hits, cases = _words(statistic.hits), _words(statistic.cases)
    if not cases:
        return hits
    return f"{hits if len(statistic.hits) == 1 else f'({hits})'} / {cases if len(statistic.cases) == 1 else f'({cases})'}"


def _words(names: tuple[str, ...]) -> str:
    return " ".join(f"− {name[1:]}" if name.startswith("-") else f"+ {name}" for name in names).removeprefix("+ ")


def describe() -> str:
    """docs/stats.md: every statistic with its formula, every measure, the columns of the answer."""
    from analysis.race_stats import RACE, RACE_HEAD  # noqa: PLC0415 - it is made of the words here

    rows, raced = ([_row(one) for one in told.statistics] for told in (OWN, RACE))
    counted = [
        f"| `{one.name}` | {one.unit} | {one.words} | {', '.join(dict.fromkeys(part.table for part in one.parts))} |"
        for one in (*MEASURES, *RACE_MEASURES)
    ]
    columns = [f"| `{name}` | {words} |" for name, words in COLUMNS.items()]
    return "\n".join([_HEAD, *rows, RACE_HEAD, *raced, _MEASURES_HEAD, *counted, _COLUMNS_HEAD, *columns, ""])


def _row(one: Statistic) -> str:
    on = one.trials or "" if one.cases else "a sum"
    return f"| `{one.name}` | {one.unit} | {one.words} | {formula(one)} | {on} | {_told_by(one)} |"


def _told_by(statistic: Statistic) -> str:
    told = [by for by in AXES if statistic.told_by(by)]
    words = "all" if len(told) == len(AXES) else "all but jan" if told == [by for by in AXES if by != "jan"] else ", ".join(told)
    return f"{words}; of a player" if statistic.of_player else words


_HEAD = f"""# Statistics

`trictrac stats` counts an archive by player, jan, phase, rule set, year or decade. Every rate is told with what it is a rate of, its n, and
Wilson's interval at 95 %; nought is a number here, and what cannot be told is left empty. `analysis.stats.statistics(frames, by)` gives
the same as a lazy polars frame. This page is made from `analysis/stats.py` and `analysis/measures.py`, and a test holds it to that.

Three things to know before comparing two players. Points come in twos, fours and sixes, so the interval of a rate of points is reckoned on
the number of marks and not on the points. A roll whose men or dice the record does not tell, and a game whose record is silent on marks,
count for nothing but `rolls`. A percentile says where a player stands among those with an n of at least `--min-n` (else {FEW}), not whether
high is good.

Counting by jan, a school stands under every jan that it is about, and a mark too many under none. By phase, it is the phase of whoever
rolled. Where nothing is asked about a player both sides are summed: a roll is then watched twice, by its roller and by the other; what is
told only `of a player` is left out. Year and decade come from the tag `Date` of the game.

`-s NAME` tells one statistic with its interval, `--player NAME` only what is a player's, `--names FILE` reads a store with an authority
file (docs/archive.md). Records are judged as they are read, large ones by the compiled engine (`--engine`). `trictrac plates` draws the
jans, the points missed, the years and the dice from the same figures; p there is how often even dice would stray at least so far
(Pearson's chi-square).

```console
$ trictrac stats corpora/games --by phase -s accuracy
accuracy

phase        hits    n     rate         95 in 100
opening       514  546   94.1 %   88.4 % – 97.1 %
fill          182  182  100.0 %  89.0 % – 100.0 %
return         80   80  100.0 %  83.9 % – 100.0 %
bearing-off     4    4  100.0 %  20.7 % – 100.0 %
not known       0    0        –
```

| statistic | unit | what it is | formula | interval on | by |
| --- | --- | --- | --- | --- | --- |"""

_MEASURES_HEAD = """
## What is summed

A `player` here is whoever the row is about: who rolled, whose jan it is, who is at fault.

| measure | unit | what it counts | table |
| --- | --- | --- | --- |"""

_COLUMNS_HEAD = """
## Columns of the answer

`--format csv`, `json` and `parquet` give one row a group and statistic:

| column | what it is |
| --- | --- |"""
