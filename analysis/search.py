"""The position search: a query compiled to polars expressions over the four tables.

A condition is one expression over `plies`; of jans and findings the rolls they are on are looked up and joined. What is not known is
neither so nor not so: a roll is found where the query is certainly true (`not` of what is not known is not known either).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.planes import men_on
from analysis.query import (
    OPERATORS,
    And,
    Compare,
    Condition,
    Dice,
    Found,
    JanDue,
    MenOn,
    Named,
    Not,
    Number,
    Or,
    QueryError,
    Text,
    parse_query,
)
from analysis.vocabulary import FORMS, WORDS, Word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl

    from analysis.frames import Frames

__all__ = ["Query", "QueryError", "compile_query", "describe"]

GAME_PREFIX = "game: "
"""Before the columns of `games` while they stand beside those of `plies`."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query that was read: its text, and its conditions."""

    text: str
    tree: Condition

    def found(self, frames: Frames) -> pl.LazyFrame:
        """The rows of `plies` where the query is true, in the order of the table and with its columns."""
        import polars as pl  # noqa: PLC0415 - words and trees are read without it

        columns = frames.plies.collect_schema().names()
        joined = sorted({leaf for leaf in _leaves(self.tree) if isinstance(leaf, (JanDue, Found))}, key=repr)
        flags: dict[Condition, str] = {leaf: f"found: {number}" for number, leaf in enumerate(joined)}
        parts = self.tree.parts if isinstance(self.tree, And) else (self.tree,)
        rows = frames.plies
        simple = [part for part in parts if not any(leaf in flags or _of_game(leaf) for leaf in _leaves(part))]
        if simple:  # said first and apart, so that no row is joined that is out already
            rows = rows.filter(*(_expression(part, flags) for part in simple))
        rows = _with_games(rows, frames, self.tree)
        rows = _with_flags(rows, frames, {leaf: flag for leaf, flag in flags.items() if isinstance(leaf, JanDue)}, "jans")
        rows = _with_flags(rows, frames, {leaf: flag for leaf, flag in flags.items() if isinstance(leaf, Found)}, "findings")
        rest = [_expression(part, flags) for part in parts if part not in simple]
        return rows.filter(*rest).select(columns) if rest else rows.select(pl.col(columns))


def compile_query(text: str) -> Query:
    """Read a query. Raises QueryError, which shows the place."""
    return Query(text, parse_query(text))


def _leaves(tree: Condition) -> Iterator[Condition]:
    """Every condition that is not made of others."""
    if isinstance(tree, (And, Or)):
        for part in tree.parts:
            yield from _leaves(part)
    elif isinstance(tree, Not):
        yield from _leaves(tree.part)
    else:
        yield tree


def _words_of(leaf: Condition) -> tuple[Word, ...]:
    if isinstance(leaf, Compare):
        return tuple(side.word for side in (leaf.left, leaf.right) if isinstance(side, Named))
    return (leaf.word,) if isinstance(leaf, (Named, Text)) else ()


def _of_game(leaf: Condition) -> bool:
    return any(word.table == "games" for word in _words_of(leaf))


# -- expressions ------------------------------------------------------------------------------------------------------------------------


def _expression(tree: Condition, flags: dict[Condition, str]) -> pl.Expr:
    """The truth of a condition on a row of `plies` with all that was joined to it; null where it is not known."""
    import polars as pl  # noqa: PLC0415 - as above

    if isinstance(tree, And):
        return pl.all_horizontal(*(_expression(part, flags) for part in tree.parts))
    if isinstance(tree, Or):
        return pl.any_horizontal(*(_expression(part, flags) for part in tree.parts))
    if isinstance(tree, Not):
        return ~_expression(tree.part, flags)
    if isinstance(tree, Named):
        value = _value(tree)
        return value if tree.word.kind == "truth" else value != 0
    if isinstance(tree, Compare):
        truth: pl.Expr = OPERATORS[tree.sign](_value(tree.left), _value(tree.right))
        return truth
    if isinstance(tree, Text):
        same = _like(_value(Named(tree.word)), tree.value)
        return same if tree.same else ~same
    if isinstance(tree, Dice):
        return _dice(tree.dice)
    return pl.col(flags[tree])


def _value(number: Number | Named | MenOn) -> pl.Expr:
    import polars as pl  # noqa: PLC0415 - as above

    if isinstance(number, Number):
        return pl.lit(number.value, pl.Int64)
    if isinstance(number, MenOn):
        return men_on(number.side, number.point)
    return pl.col(GAME_PREFIX + number.word.name) if number.word.table == "games" else number.word.of(number.side)


def _like(text: pl.Expr, wanted: str) -> pl.Expr:
    """Whether a text is the one wanted; a star in that stands for anything."""
    if "*" not in wanted:
        return text == wanted
    pattern = ".*".join(re.escape(piece) for piece in wanted.split("*"))
    return text.str.contains(f"(?s)^{pattern}$")


def _dice(wanted: tuple[int | None, int | None]) -> pl.Expr:
    import polars as pl  # noqa: PLC0415 - as above

    known = [die for die in wanted if die is not None]
    if len(known) == 2:
        return (pl.col("high") == max(known)) & (pl.col("low") == min(known))
    both = pl.col("high").is_not_null() & pl.col("low").is_not_null()
    if not known:
        return both
    return (pl.col("high") == known[0]) | (pl.col("low") == known[0])


# -- what is joined ---------------------------------------------------------------------------------------------------------------------


def _with_games(rows: pl.LazyFrame, frames: Frames, tree: Condition) -> pl.LazyFrame:
    """The columns of `games` that the query asks for, beside the plies."""
    words = {word.name: word for leaf in _leaves(tree) for word in _words_of(leaf) if word.table == "games"}
    if not words:
        return rows
    asked = [word.of("own").alias(GAME_PREFIX + name) for name, word in words.items()]
    return rows.join(frames.games.select(*frames.game, *asked), on=frames.game, how="left")


def _with_flags(rows: pl.LazyFrame, frames: Frames, flags: dict[Condition, str], table: str) -> pl.LazyFrame:
    """A truth a condition on jans or findings, beside the plies: whether the roll has one of them."""
    import polars as pl  # noqa: PLC0415 - as above

    if not flags:
        return rows
    key = (*frames.game, "turn")
    asked = {flag: _of_jans(leaf) if isinstance(leaf, JanDue) else _of_findings(leaf) for leaf, flag in flags.items()}
    there: pl.LazyFrame = getattr(frames, table)
    if table == "findings" and any(isinstance(leaf, Found) and leaf.by for leaf in flags):
        there = there.join(rows.select(*key, pl.col("side").alias("roller")), on=key, how="left")
    hits = there.filter(pl.any_horizontal(*asked.values())).group_by(key).agg(truth.any().alias(flag) for flag, truth in asked.items())
    known: Any = (pl.col("due_roller").is_not_null() | pl.col("hits").is_not_null()) if table == "jans" else pl.lit(value=True)
    return rows.join(hits, on=key, how="left").with_columns(
        pl.when(known).then(pl.col(flag).fill_null(value=False)).alias(flag) for flag in asked
    )


def _of_jans(leaf: JanDue) -> pl.Expr:
    import polars as pl  # noqa: PLC0415 - as above

    due = pl.col("jan") == leaf.code
    return due & (pl.col("status") == leaf.status) if leaf.status else due


def _of_findings(leaf: Condition) -> pl.Expr:
    import polars as pl  # noqa: PLC0415 - as above

    assert isinstance(leaf, Found)
    told = [pl.col("turn") >= 0]
    if leaf.kind:
        told.append(pl.col("kind") == leaf.kind)
    if leaf.school:
        told.append((pl.col("school") == leaf.school).fill_null(value=False))
    if leaf.by:
        told.append((pl.col("side") == pl.col("roller")) == (leaf.by == "roller"))
    return pl.all_horizontal(*told)


# -- in words ---------------------------------------------------------------------------------------------------------------------------


def describe() -> str:
    """docs/search.md: every word of the language."""
    parts = [_HEAD]
    titles = (("truth", "True or not"), ("number", "Numbers"), ("text", "Names"))
    for kind, title in titles:
        parts.append(f"\n## {title}\n\n| word | | what it is |\n| --- | --- | --- |")
        parts += [_row(word) for word in WORDS if word.kind == kind]
    parts.append("\n## Forms\n\n| form | what it is |\n| --- | --- |")
    parts += [f"| `{form}` | {words} |" for form, words in FORMS]
    return "\n".join([*parts, ""])


def _row(word: Word) -> str:
    names = " or ".join(f"`{name}`" for name in (word.name, *word.also))
    notes = "; ".join(
        note for note in (word.unit, "opponent" if word.sided else "", "of the game" if word.table == "games" else "") if note
    )
    return f"| {names} | {notes} | {word.words}{_values(word.values)} |"


def _values(values: Sequence[str]) -> str:
    return f": {' '.join(f'`{value}`' for value in values)}" if values else ""


_HEAD = """# Looking for positions

`trictrac find QUERY PATH...` finds the rolls of records or of a store where a query is true, and shows the position before each of them.

```console
$ trictrac find "missed and corner held and opponent points >= 8" corpora/games
corpora/games/soumille-1738.tgn:95: game 1, ply 83: Black (Cloris) 1-1
    6*2,7*2,11*2,10'*2,9'*3,8',4',1'*2 / 11*15 B 1-1 8-4 11-11
1 position
$ trictrac find "petit jan ful or points >= 8" corpora/games
Error: `petit jan ful` is no word of this language
    petit jan ful or points >= 8
    ^~~~~~~~~~~~~
    hint: did you mean `petit jan full`?
```

`--count` says how many there are, `--limit N` shows more than fifty (0 is all), `--json` gives one object a line with `file game ply line
side player opponent dice position link`, where the link leads into the pages of `trictrac report` (`--site ADDRESS` says where they are).
Records are judged as they are read, large ones by the compiled engine (`--engine`, docs/archive.md). The exit code is 2 where something
could not be read, else 0.

A query is made of conditions with `and`, `or`, `not` and brackets; `not` binds closest, then `and`. Numbers are compared with
`= != < <= > >=`, with a number or with one another (`marked < due`); a number that stands alone asks whether there is any (`passed and not
borne off`). Names stand in quotes, and a `*` in them is anything (`player "D*"`). Case does not matter, except in names.

Words of the board are about the men *before* the roll, and about whoever rolls; with `opponent` before it (or `opposing`) a word is about
the other: `opponent points`, `opposing corner held`, `opponent men on 2'`. What the record does not tell is not found, with `not` or
without: where the men are not known, neither `petit jan full` nor `not petit jan full` finds the roll.

In Python, `analysis.search.compile_query(text).found(frames)` gives the rows of `plies` as a lazy polars frame. The grammar stands at the
head of `analysis/query.py`. This page is made from `analysis/vocabulary.py`, and a test holds it to that."""
