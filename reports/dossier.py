"""One player's dossier: `PlayerView` from rows of the four tables (columns: see `reports.views`)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from analysis.rates import Rate
from analysis.summary import (
    accuracy,
    by_holes,
    choices,
    chronological,
    everybody,
    false_school,
    game_key,
    jan_counts,
    ledger,
    missed_by_phase,
    missed_points,
    moves,
    number,
    opponents,
    outcome,
    owed_points,
    place,
    position,
    standing_words,
    taken,
    text,
    turned_games,
    whole,
)
from reports.board import PointMark, board_svg
from reports.charts import rate_chart, trend_chart
from reports.views import ErrorView, GameLine, HeatCell, HeatRow, JanRate, LedgerLine, PlayerView
from reports.words import JAN_NAMES, MARKED_JANS, PHASES, drawn, kind_words, played, sentence, side_name, tame

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from analysis.summary import JanCount, Ledger, MissedOf, Owed, Row
    from notation.record import Side

COSTLIEST, VIGILANT = 10, 5


def player_view(
    name: str,
    games: Iterable[Row],
    plies: Iterable[Row],
    jans: Iterable[Row],
    findings: Iterable[Row],
    *,
    archive: Mapping[str, Rate] | None = None,
    archive_accuracy: Rate | None = None,
) -> PlayerView:
    """Fill the dossier of one player.

    The rows may be those of the whole archive or only of this player's games. `archive` gives for a jan code how often it comes per roll in
    the whole archive, `archive_accuracy` the marking accuracy of all players, to stand beside his own.
    """
    own_games = sorted((row for row in games if name in everybody(row)), key=by_date)
    labels = {game_key(row): label(row) for row in own_games}
    all_plies = [row for row in plies if game_key(row) in labels]
    own_plies = [row for row in all_plies if row.get("player") == name]
    all_jans = [row for row in jans if game_key(row) in labels]
    own_jans = [row for row in all_jans if row.get("player") == name]
    all_findings = [row for row in findings if game_key(row) in labels]
    both = [row for row in all_findings if not row.get("told")]
    own_faults = [row for row in both if row.get("player") == name]
    their_faults = [row for row in both if row.get("player") != name]
    told_false = [row for row in all_findings if row.get("told") and row.get("player") == name and false_school(row)]
    schools = ledger(own_faults + told_false, their_faults)
    boards = _Boards(all_plies, all_jans)
    owed, missed = owed_points(all_plies, name), missed_points(own_faults)
    found = Counter(game_key(row) for row in own_faults)
    dates = sorted(plain_date(row) for row in own_games if plain_date(row))
    lines = tuple(game_line(row, owed, missed, found, turned_games(both), name) for row in own_games)
    rules: dict[str, int] = {}
    for row in own_games:
        told = played(text(row, "rules") or "trictrac", text(row, "form"))
        rules[told] = rules.get(told, 0) + 1
    return PlayerView(
        name=name,
        games=len(own_games),
        won=sum(1 for line in lines if line.outcome == "won"),
        lost=sum(1 for line in lines if line.outcome == "lost"),
        rolls=len(own_plies),
        judged=Rate(sum(1 for row in own_plies if row.get("due_roller") is not None), len(own_plies)),
        first_date=dates[0] if dates else "",
        last_date=dates[-1] if dates else "",
        rules=tuple(sorted(rules.items(), key=lambda item: (-item[1], item[0]))),
        accuracy=accuracy(owed, missed),
        accuracy_archive=archive_accuracy,
        suffered=schools.suffered.times,
        sent=schools.sent.times,
        unnoticed=schools.overlooked.times,
        holes_lost=sum(max(0, number(row, "cost_holes")) for row in own_faults),
        trend=drawn(trend_chart([(line.accuracy.share, line.accuracy.cases) for line in lines if line.accuracy.cases])),
        jans=jan_rates(jan_counts(own_jans, len(own_plies), len(all_plies) - len(own_plies)), archive or {}),
        phases=tuple(PHASES.values()),
        heat=heat(missed_by_phase(own_jans)),
        ledger=ledger_lines(schools),
        costliest=tuple(
            error_view(row, labels, boards) for row in sorted((row for row in own_faults if _costs(row)), key=_worst_first)[:COSTLIEST]
        ),
        vigilant=tuple(
            error_view(row, labels, boards)
            for row in sorted(
                (row for row in their_faults if taken(row)),
                key=lambda row: (-number(row, "claimed_points"), *place(row)),
            )[:VIGILANT]
        ),
        choices=choices(own_plies, all_plies),
        opponents=opponents(name, own_games, own_faults, their_faults),
        game_lines=lines,
    )


def _costs(row: Row) -> bool:
    return bool(row.get("changes_match")) or number(row, "cost_holes") > 0 or number(row, "cost_points") > 0 or number(row, "points") > 0


def _worst_first(row: Row) -> tuple[bool, int, int, tuple[str, int]]:
    return not row.get("changes_match"), -number(row, "cost_holes"), -number(row, "cost_points"), place(row)


def label(row: Row) -> str:
    """Name a game in a few words: `Damon – Cloris, 1738`."""
    date = plain_date(row)
    return f"{' – '.join(tame(name) for name in everybody(row))}{', ' + date if date else ''}"


def plain_date(row: Row) -> str:
    """Write the date as far as it is known: `1738`, `17??`, `1738-05-02`; empty where it is not."""
    date = text(row, "date").replace(".??", "").replace(".", "-")
    return date if date.strip("?-") else ""


def by_date(row: Row) -> tuple[bool, tuple[str, str, int]]:
    """Order games by date, all that have none behind those that have one; then by file, then place in the file."""
    date, file, game = chronological(row)
    dated = bool(plain_date(row))
    return not dated, (date if dated else "", file, game)


def game_line(
    row: Row, owed: Mapping[str, Owed], missed: Mapping[str, int], faults: Mapping[str, int], turned: Collection[str], name: str = ""
) -> GameLine:
    """Fill a line of a list of games from points and faults by game; with `name` its outcome is that player's."""
    game = game_key(row)
    winner, perfect = text(row, "winner"), text(row, "perfect_winner")
    return GameLine(
        game=game,
        label=label(row),
        date=plain_date(row),
        players=tuple(tame(name) for name in everybody(row)),
        rules=played(text(row, "rules"), text(row, "form")),
        standing=standing_words(row),
        by_holes=by_holes(row),
        white_holes=whole(row, "white_holes"),
        black_holes=whole(row, "black_holes"),
        outcome=outcome(row, name),
        accuracy=accuracy(owed, missed, game),
        faults=faults.get(game, 0),
        judged=Rate(number(row, "known"), number(row, "turns")),
        errors=number(row, "errors"),
        gaps=number(row, "breaks"),
        turned=game in turned or bool(perfect and winner and perfect != winner),
    )


def jan_rates(counts: Iterable[JanCount], archive: Mapping[str, Rate]) -> tuple[JanRate, ...]:
    """Fill the jan profile: each jan's counts, drawn, beside how often it comes in the whole archive."""
    return tuple(
        JanRate(
            code=count.code,
            name=JAN_NAMES.get(count.code, count.code),
            frequency=count.frequency,
            archive=archive.get(count.code),
            marked=count.marked,
            points=count.points,
            chart=drawn(rate_chart(count.marked.share, *count.marked.interval, faint=count.marked.few)),
        )
        for count in counts
    )


def heat(missed: Mapping[str, Sequence[MissedOf]]) -> tuple[HeatRow, ...]:
    """Fill the table of points missed by jan and phase."""
    return tuple(
        HeatRow(JAN_NAMES.get(code, code), tuple(HeatCell(cell.missed, cell.due, _level(cell)) for cell in cells))
        for code, cells in missed.items()
    )


def _level(cell: MissedOf) -> int:
    """Grade a cell: 0 nothing missed; then by the share missed: up to a tenth, a quarter, a half, more."""
    if not cell.missed:
        return 0
    share = cell.missed / cell.due if cell.due else 1.0
    return 1 if share <= 0.1 else 2 if share <= 0.25 else 3 if share <= 0.5 else 4


def ledger_lines(counts: Ledger) -> tuple[LedgerLine, ...]:
    """Put the ledger of schools in words."""
    return (
        LedgerLine("sent the opponent to school", *counts.sent),
        LedgerLine("let a school of the opponent go", *counts.overlooked),
        LedgerLine("was sent to school", *counts.suffered),
        LedgerLine("got away with a school", *counts.escaped),
        LedgerLine("claimed a false school", *counts.false),
    )


class _Boards:
    """The boards of rolls, drawn from rows of `plies` and `jans` when asked for."""

    def __init__(self, plies: Iterable[Row], jans: Iterable[Row]) -> None:
        self.plies = {place(row): row for row in plies}
        self.marks: dict[tuple[str, int], list[PointMark]] = {}
        for row in jans:
            kind, point = MARKED_JANS.get(text(row, "jan")), row.get("place")
            if kind is not None and isinstance(point, int):
                self.marks.setdefault(place(row), []).append(PointMark(kind, point))

    def draw(self, at: tuple[str, int], spelling: str) -> str:
        """Draw the board before the roll at this place; empty where the men are not known."""
        row = self.plies.get(at)
        if row is None:
            return ""
        board = position(row)
        if not board.known:
            return ""
        side: Side = "B" if row.get("side") == "B" else "W"
        dice = (whole(row, "high"), whole(row, "low"))
        title = f"Roll {number(row, 'ply')}: {side_name(side)} {'-'.join('?' if die is None else str(die) for die in dice)}"
        marks = tuple(dict.fromkeys(self.marks.get(at, ())))
        return board_svg(board, dice=dice, arrows=moves(row), marks=marks, side_to_move=side, title=title, spelling=spelling)


def error_view(row: Row, labels: Mapping[str, str], boards: _Boards) -> ErrorView:
    """Tell a finding for the list of the costliest, with the board of its roll."""
    game = game_key(row)
    spelling = text(row, "spelling") or "guiton"
    svg = boards.draw(place(row), spelling)
    return ErrorView(
        kind=kind_words(text(row, "kind")),
        game=game,
        game_label=labels.get(game, game),
        ply=number(row, "ply"),
        message=sentence(text(row, "message")),
        rule=text(row, "rule"),
        points=number(row, "points"),
        cost_points=number(row, "cost_points"),
        cost_holes=number(row, "cost_holes"),
        changes_match=bool(row.get("changes_match")),
        school=text(row, "school"),
        board=drawn(svg) if svg else None,
        spelling=spelling,
    )
