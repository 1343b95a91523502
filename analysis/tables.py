"""The four tables as polars frames, and their documentation; both from `analysis.columns`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from analysis.auditor import audit
from analysis.columns import TABLES, Judged
from replay.replayer import replay
from replay.rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import polars as pl

    from analysis.race import RaceJudged
    from notation.diagnostics import Diagnostic
    from notation.record import Game

ENGINE = "engine"
"""Kind of the diagnostic of a game at which the engine breaks."""
FAMILIES = {"race": "analysis.race"}
"""Families of rules (`replay.rules.RuleSet.family`) beside trictrac's: the module with the family's own `judge`, loaded when asked for."""


def judge(game: Game) -> Any:
    """Replay a game and audit it: a `Judged`, or the like of it for another family of rules (`analysis.race.RaceJudged`).

    `rows`, `frame` and `reports.voices` take either; who asks more of it knows which games he has.
    """
    rules = rules_of(game)
    if rules.family in FAMILIES:
        return import_module(FAMILIES[rules.family]).judge(game, rules)
    rebuilt = replay(game, rules)
    return Judged(rebuilt, audit(rebuilt))


def engine_broke(game: Game, fault: Exception) -> Diagnostic:
    """What is told of a game at which the engine breaks: one game must not cost the others."""
    from notation.diagnostics import Diagnostic  # noqa: PLC0415 - the cold start of one game has no use for it

    told = f"The engine breaks at this game ({type(fault).__name__}: {fault}); it is left out. Please report it."
    return Diagnostic(ENGINE, game.line, 1, "", told, "", "", game.file)


def frames(games: Sequence[Judged | RaceJudged]) -> tuple[dict[str, pl.DataFrame], list[Diagnostic]]:
    """All four tables over many games; a game at which the engine breaks is a diagnostic, and has no row."""
    try:
        return {table: frame(table, games) for table in TABLES}, []
    except Exception:  # noqa: BLE001 - which one it is is looked for
        good: list[Judged | RaceJudged] = []
        faults: list[Diagnostic] = []
        for judged in games:
            try:
                for table in TABLES:
                    judged.rows(table)
            except Exception as fault:  # noqa: BLE001 - whatever it is
                faults.append(engine_broke(judged.game, fault))
            else:
                good.append(judged)
        return {table: frame(table, good) for table in TABLES}, faults


def rows(table: str, judged: Judged | RaceJudged) -> list[dict[str, object]]:
    """The rows of one table for one game, as plain dicts in the order of the columns.

    Raises KeyError for a table that is none of `games plies jans findings`.
    """
    return judged.rows(table)


def schema(table: str) -> dict[str, Any]:
    """Column names to polars types."""
    import polars as pl  # noqa: PLC0415 - imported by who needs a frame; a single game does not

    return {column.name: getattr(pl, column.type) for column in TABLES[table][0]}


def frame(table: str, games: Iterable[Judged | RaceJudged]) -> pl.DataFrame:
    """One table over many games; columns and types as `schema(table)`, also where there is no row."""
    import polars as pl  # noqa: PLC0415 - imported by who needs a frame; a single game does not

    types = schema(table)
    data: dict[str, list[object]] = {name: [] for name in types}
    for judged in games:
        for row in rows(table, judged):
            for name, value in row.items():
                data[name].append(value)
    return pl.DataFrame(data, schema=types)


def describe() -> str:
    """docs/tables.md: every table with every column, type and unit."""
    parts = [_HEAD]
    for table, (columns, _) in TABLES.items():
        parts.append(f"## {table}\n\n| column | type | unit | what it is |\n| --- | --- | --- | --- |")
        parts.append("\n".join(f"| `{column.name}` | {column.type} | {column.unit} | {column.words} |" for column in columns) + "\n")
    return "\n".join(parts)


_HEAD = """# The four tables

Everything that is counted comes from these four tables. `trictrac replay --table NAME` writes one as CSV,
`analysis.tables.frame(NAME, games)` gives it as a polars frame. A value that is not known is null, never zero. This page is made from
`analysis/columns.py` (`analysis.tables.describe()`), and a test holds it to that.

Phases of a holding, by the roller's men before the roll: `bearing-off` all men are in the jan de retour or off; `return` a man has
passed the own half; `fill` the petit or the grand jan is full; `opening` neither.

What became of a due jan (`status` of `jans`): nobody writes down which jans he marked, only how many points. `marked`: the points of that
side on the roll cover all it was owed, or the points lacking are those of other jans. `missed`: the points lacking are this jan's; where
they are nobody's alone nor two jans' together, all jans of the side on that roll are `missed`. Who goes, or wins the
match, on this roll leaves the points beyond his holes unmarked, and has `marked` all (docs/rules.md G-2, P-4).

Bräde and Dutch TricTrac fill the same tables. A game of the table is a match; `white_points` are the points of the match (bräde),
`white_holes` the games won. `own_1` … `other_8` are the men on the 24 points of each side's own route, beside them stand `own_bar`,
`own_off` and `own_hand`. In `moves` -1 is the bar, -2 the hand, 24 is off. `jans` has what happened on a throw: how the game ended
(`hemspel`, `jan`, `win`, …, with its worth in `points`), then what is only counted (`hit`, `burst`, `fatade`, …: how many in `ways`);
their `status` is `made`. Everything that is of marks and holdings is null.
"""
