"""The index of an archive: `IndexView` from rows of the four tables (columns: see `reports.views`) and the reader's diagnostics."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from analysis.rates import Rate
from analysis.summary import (
    accuracy,
    dice_counts,
    everybody,
    game_key,
    jan_counts,
    let_go,
    missed_points,
    number,
    owed_points,
    player_counts,
    taken,
    text,
    turned_games,
)
from reports.charts import dice_chart
from reports.dossier import by_date, game_line, jan_rates
from reports.views import Failure, IndexView
from reports.words import drawn, nameless

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from analysis.summary import Row
    from notation.diagnostics import Diagnostic

GAMES_SHOWN, FAILURES_SHOWN = 2000, 500
"""Lines of the long lists; what is left out is told by its number."""


class Overall(NamedTuple):
    """Games, players and rolls of all families together."""

    games: int
    players: int
    rolls: int


def overall(tables: Mapping[str, Sequence[Row]]) -> Overall:
    """Count the whole archive, whatever was played."""
    names = {name for row in tables["games"] for name in everybody(row) if not nameless(name)}
    return Overall(len(tables["games"]), len(names), sum(number(row, "turns") for row in tables["games"]))


def index_view(
    games: Iterable[Row],
    plies: Iterable[Row],
    jans: Iterable[Row],
    findings: Iterable[Row],
    *,
    diagnostics: Sequence[Diagnostic] = (),
    title: str = "Recorded games",
) -> IndexView:
    """Fill the index of all games given. Games stand in the order of their dates, those without one last, then files."""
    all_games = sorted(games, key=by_date)
    all_plies, all_jans = list(plies), list(jans)
    faults = [row for row in findings if not row.get("told")]
    found = Counter(game_key(row) for row in faults)
    turned = turned_games(faults)
    owed, missed = owed_points(all_plies), missed_points(faults)
    lines = tuple(game_line(row, owed, missed, found, turned) for row in all_games[:GAMES_SHOWN])
    dice = dice_counts(all_plies)
    kinds = Counter(fault.kind for fault in diagnostics)
    return IndexView(
        title=title,
        files=len({text(row, "file") for row in all_games}),
        games=len(all_games),
        players=len({name for row in all_games for name in everybody(row) if not nameless(name)}),
        rolls=sum(number(row, "turns") for row in all_games),
        judged=Rate(sum(number(row, "known") for row in all_games), sum(number(row, "turns") for row in all_games)),
        accuracy=accuracy(owed, missed),
        faults=len(faults),
        claimed=sum(1 for row in faults if taken(row)),
        let_go=sum(1 for row in faults if let_go(row)),
        turned=len(turned),
        game_lines=lines,
        games_left_out=len(all_games) - len(lines),
        player_lines=tuple(line for line in player_counts(all_games, all_plies, faults) if not nameless(line.name)),
        jans=jan_rates(jan_counts(all_jans, len(all_plies), len(all_plies)), {}),
        dice=drawn(dice_chart(dice.faces, "all players")) if dice.doublets.cases else Markup(),
        doublets=dice.doublets,
        failures=tuple(
            Failure(fault.file, fault.line, fault.column, fault.kind, fault.warning, fault.message)
            for fault in diagnostics[:FAILURES_SHOWN]
        ),
        failures_left_out=max(0, len(diagnostics) - FAILURES_SHOWN),
        failure_kinds=tuple(sorted(kinds.items(), key=lambda item: (-item[1], item[0]))),
    )
