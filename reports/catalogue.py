"""The index of an archive: `IndexView` from rows of the four tables (columns: see `reports.views`) and the reader's diagnostics."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from markupsafe import Markup

from reports.charts import dice_chart
from reports.dossier import (
    UPHELD,
    accuracy,
    chronological,
    game_key,
    game_line,
    jan_rates,
    missed_points,
    number,
    owed_points,
    text,
    turned_games,
)
from reports.views import Failure, IndexView, PlayerLine, Rate
from reports.words import drawn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from notation.diagnostics import Diagnostic

    Row = Mapping[str, object]

GAMES_SHOWN, FAILURES_SHOWN = 2000, 500
"""Lines of the long lists; what is left out is told by its number."""


def index_view(
    games: Iterable[Row],
    plies: Iterable[Row],
    jans: Iterable[Row],
    findings: Iterable[Row],
    *,
    diagnostics: Sequence[Diagnostic] = (),
    title: str = "Recorded games",
) -> IndexView:
    """Fill the index of all games given. Games stand in the order of their dates, then files."""
    all_games = sorted(games, key=chronological)
    all_plies, all_jans = list(plies), list(jans)
    faults = [row for row in findings if not row.get("told")]
    found = Counter(game_key(row) for row in faults)
    turned = turned_games(faults)
    owed, missed = owed_points(all_plies), missed_points(faults)
    lines = tuple(game_line(row, owed, missed, found, turned) for row in all_games[:GAMES_SHOWN])
    faces = [0] * 6
    doublets = whole = 0
    for row in all_plies:
        first, second = row.get("high"), row.get("low")
        for die in (first, second):
            if isinstance(die, int) and 1 <= die <= 6:
                faces[die - 1] += 1
        if isinstance(first, int) and isinstance(second, int):
            whole += 1
            doublets += first == second
    kinds = Counter(fault.kind for fault in diagnostics)
    return IndexView(
        title=title,
        files=len({text(row, "file") for row in all_games}),
        games=len(all_games),
        players=len({name for row in all_games for name in (text(row, "white"), text(row, "black"))}),
        rolls=sum(number(row, "turns") for row in all_games),
        judged=Rate(sum(number(row, "known") for row in all_games), sum(number(row, "turns") for row in all_games)),
        accuracy=accuracy(owed, missed),
        faults=len(faults),
        claimed=sum(1 for row in faults if row.get("school") in UPHELD),
        let_go=sum(1 for row in faults if row.get("school") == "let-go"),
        turned=len(turned),
        game_lines=lines,
        games_left_out=len(all_games) - len(lines),
        player_lines=player_lines(all_games, all_plies, faults),
        jans=jan_rates(all_jans, len(all_plies), len(all_plies), {}),
        dice=drawn(dice_chart(faces, "all players")) if whole else Markup(),
        doublets=Rate(doublets, whole),
        failures=tuple(
            Failure(fault.file, fault.line, fault.column, fault.kind, fault.warning, fault.message)
            for fault in diagnostics[:FAILURES_SHOWN]
        ),
        failures_left_out=max(0, len(diagnostics) - FAILURES_SHOWN),
        failure_kinds=tuple(sorted(kinds.items(), key=lambda item: (-item[1], item[0]))),
    )


def player_lines(games: Sequence[Row], plies: Sequence[Row], faults: Sequence[Row]) -> tuple[PlayerLine, ...]:
    """Give one line a player, the most games first."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    other: dict[tuple[str, str], str] = {}
    for row in games:
        winner = text(row, "winner")
        white, black = text(row, "white"), text(row, "black")
        other[game_key(row), white], other[game_key(row), black] = black, white
        for side, name in (("W", white), ("B", black)):
            sums[name]["games"] += 1
            if winner:
                sums[name]["won" if winner == side else "lost"] += 1
    for row in plies:
        sums[text(row, "player")]["rolls"] += 1
        if not row.get("assumed"):
            sums[text(row, "player")]["owed"] += number(row, "owed_roller")
            sums[text(row, "opponent")]["owed"] += number(row, "owed_opponent")
    for row in faults:
        name = text(row, "player")
        opponent = other.get((game_key(row), name), "")
        if row.get("kind") == "missed":
            sums[name]["missed"] += number(row, "points")
        if row.get("school") in UPHELD:
            sums[name]["suffered"] += 1
            sums[opponent]["sent"] += 1
        elif row.get("school") == "let-go":
            sums[opponent]["let_go"] += 1
    return tuple(
        PlayerLine(
            name=name,
            games=own["games"],
            won=own["won"],
            lost=own["lost"],
            rolls=own["rolls"],
            accuracy=Rate(max(0, own["owed"] - own["missed"]), own["owed"]),
            missed=own["missed"],
            suffered=own["suffered"],
            sent=own["sent"],
            let_go=own["let_go"],
        )
        for name, own in sorted(sums.items(), key=lambda item: (-item[1]["games"], item[0]))
        if own["games"]
    )


def jan_frequencies(jans: Iterable[Row], rolls: int) -> dict[str, Rate]:
    """Tell how often each jan comes per roll, over all rows given: what stands beside a player's own rates."""
    times: Counter[str] = Counter(text(row, "jan") for row in jans)
    return {code: Rate(count, rolls) for code, count in sorted(times.items())}
