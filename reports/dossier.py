"""One player's dossier: `PlayerView` from rows of the four tables (columns: see `reports.views`)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reports.board import PointMark, board_svg
from reports.charts import rate_chart, trend_chart
from reports.views import BoardView, Choice, ErrorView, GameLine, HeatCell, HeatRow, JanRate, LedgerLine, OpponentLine, PlayerView, Rate
from reports.words import JAN_NAMES, JAN_ORDER, MARKED_JANS, PHASES, drawn, kind_words, sentence, side_name, tame

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from notation.record import Side

    Row = Mapping[str, object]

COSTLIEST, VIGILANT = 10, 5
UPHELD = ("claimed", "raised")
"""What became of a school that was sent and stood."""


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
    own_games = sorted((row for row in games if name in (row.get("white"), row.get("black"))), key=chronological)
    labels = {game_key(row): label(row) for row in own_games}
    all_plies = [row for row in plies if game_key(row) in labels]
    own_plies = [row for row in all_plies if row.get("player") == name]
    all_jans = [row for row in jans if game_key(row) in labels]
    own_jans = [row for row in all_jans if row.get("player") == name]
    both = [row for row in findings if game_key(row) in labels and not row.get("told")]
    own_faults = [row for row in both if row.get("player") == name]
    their_faults = [row for row in both if row.get("player") != name]
    boards = _Boards(all_plies, all_jans)
    owed, missed = owed_points(all_plies, name), missed_points(own_faults)
    found = Counter(game_key(row) for row in own_faults)
    dates = sorted(plain_date(row) for row in own_games if plain_date(row))
    lines = tuple(game_line(row, owed, missed, found, turned_games(both), name) for row in own_games)
    rules: dict[str, int] = {}
    for row in own_games:
        told = text(row, "rules") or "trictrac"
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
        suffered=sum(1 for row in own_faults if row.get("school") in UPHELD),
        sent=sum(1 for row in their_faults if row.get("school") in UPHELD),
        unnoticed=sum(1 for row in their_faults if row.get("school") == "let-go"),
        holes_lost=sum(max(0, number(row, "cost_holes")) for row in own_faults),
        trend=drawn(trend_chart([(line.accuracy.share, line.accuracy.cases) for line in lines if line.accuracy.cases])),
        jans=jan_rates(own_jans, len(own_plies), len(all_plies) - len(own_plies), archive or {}),
        phases=tuple(PHASES.values()),
        heat=heat(own_jans),
        ledger=ledger(own_faults, their_faults),
        costliest=tuple(
            error_view(row, labels, boards) for row in sorted((row for row in own_faults if _costs(row)), key=_worst_first)[:COSTLIEST]
        ),
        vigilant=tuple(
            error_view(row, labels, boards)
            for row in sorted(
                (row for row in their_faults if row.get("school") in UPHELD),
                key=lambda row: (-number(row, "claimed_points"), *place(row)),
            )[:VIGILANT]
        ),
        choices=choices(own_plies, all_plies),
        opponents=opponents(name, lines, own_faults, their_faults),
        game_lines=lines,
    )


def per_player(tables: Mapping[str, Iterable[Row]]) -> dict[str, dict[str, list[Row]]]:
    """Share the rows of the four tables out to the players of their games, once for all: a name to his tables, for `player_view`."""
    names: dict[str, tuple[str, ...]] = {}
    shares: dict[str, dict[str, list[Row]]] = {}
    for row in tables["games"]:
        names[game_key(row)] = tuple(dict.fromkeys((text(row, "white"), text(row, "black"))))
        for name in names[game_key(row)]:
            shares.setdefault(name, {table: [] for table in tables})
    for table, rows in tables.items():
        for row in rows:
            for name in names.get(game_key(row), ()):
                shares[name][table].append(row)
    return shares


def number(row: Row, column: str) -> int:
    """Read a whole number of a row; 0 where it is missing."""
    value = row.get(column)
    return int(value) if isinstance(value, (int, float)) else 0


def text(row: Row, column: str) -> str:
    """Read a text of a row; empty where it is missing."""
    value = row.get(column)
    return "" if value is None else str(value)


def game_key(row: Row) -> str:
    """Name a game as `file#game`."""
    return f"{text(row, 'file')}#{number(row, 'game')}"


def place(row: Row) -> tuple[str, int]:
    """Name the game and the turn of a row."""
    return game_key(row), number(row, "turn")


def chronological(row: Row) -> tuple[str, str, int]:
    """Order games by date, then file, then place in the file."""
    return text(row, "date"), text(row, "file"), number(row, "game")


def _costs(row: Row) -> bool:
    return bool(row.get("changes_match")) or number(row, "cost_holes") > 0 or number(row, "cost_points") > 0 or number(row, "points") > 0


def _worst_first(row: Row) -> tuple[bool, int, int, tuple[str, int]]:
    return not row.get("changes_match"), -number(row, "cost_holes"), -number(row, "cost_points"), place(row)


def label(row: Row) -> str:
    """Name a game in a few words: `Damon – Cloris, 1738`."""
    date = plain_date(row)
    return f"{tame(text(row, 'white'))} – {tame(text(row, 'black'))}{', ' + date if date else ''}"


def plain_date(row: Row) -> str:
    """Write the date as far as it is known: `1738`, `17??`, `1738-05-02`; empty where it is not."""
    date = text(row, "date").replace(".??", "").replace(".", "-")
    return date if date.strip("?-") else ""


def owed_points(plies: Iterable[Row], name: str = "") -> Counter[str]:
    """Sum the points a player might have marked, by game; of both players without a name. Marks only assumed are left out."""
    owed: Counter[str] = Counter()
    for row in plies:
        if row.get("assumed"):
            continue
        if not name or row.get("player") == name:
            owed[game_key(row)] += number(row, "owed_roller")
        if not name or row.get("opponent") == name:
            owed[game_key(row)] += number(row, "owed_opponent")
    return owed


def missed_points(faults: Iterable[Row]) -> Counter[str]:
    """Sum the points not marked, by game, from the findings of those at fault."""
    missed: Counter[str] = Counter()
    for row in faults:
        if row.get("kind") == "missed":
            missed[game_key(row)] += number(row, "points")
    return missed


def turned_games(faults: Iterable[Row]) -> set[str]:
    """Name the games in which one mistake decided who won."""
    return {game_key(row) for row in faults if row.get("changes_match")}


def accuracy(owed: Mapping[str, int], missed: Mapping[str, int], game: str = "") -> Rate:
    """Give points marked of the points owed, in one game or in all."""
    due = owed.get(game, 0) if game else sum(owed.values())
    lacking = missed.get(game, 0) if game else sum(missed.values())
    return Rate(max(0, due - lacking), due)


def game_line(
    row: Row, owed: Mapping[str, int], missed: Mapping[str, int], faults: Mapping[str, int], turned: Collection[str], name: str = ""
) -> GameLine:
    """Fill a line of a list of games from points and faults by game; with `name` its outcome is that player's."""
    game = game_key(row)
    winner = text(row, "winner")
    mine = "W" if row.get("white") == name else "B"
    outcome = "" if not winner or not name else "won" if winner == mine else "lost"
    held = (row.get("white_holes"), row.get("black_holes"))
    perfect = text(row, "perfect_winner")
    return GameLine(
        game=game,
        label=label(row),
        date=plain_date(row),
        white=text(row, "white"),
        black=text(row, "black"),
        rules=text(row, "rules"),
        white_holes=held[0] if isinstance(held[0], int) else None,
        black_holes=held[1] if isinstance(held[1], int) else None,
        outcome=outcome,
        accuracy=accuracy(owed, missed, game),
        faults=faults.get(game, 0),
        judged=Rate(number(row, "known"), number(row, "turns")),
        errors=number(row, "errors"),
        gaps=number(row, "breaks"),
        turned=game in turned or bool(perfect and winner and perfect != winner),
    )


def jan_rates(jans: Iterable[Row], own_rolls: int, other_rolls: int, archive: Mapping[str, Rate]) -> tuple[JanRate, ...]:
    """Fill the jan profile: every jan that was due at least once, per roll of whoever rolls for it."""
    sums: dict[str, Counter[str]] = {}
    for row in jans:
        found = sums.setdefault(text(row, "jan"), Counter())
        found["due"] += 1
        found["roller"] += int(bool(row.get("roller")))
        status = row.get("status")
        if status in ("marked", "missed"):
            found["times"] += 1
            found["points"] += number(row, "points")
        if status == "marked":
            found["marked"] += 1
            found["had"] += number(row, "points")
    rates = []
    for code in sorted(sums, key=lambda code: (JAN_ORDER.get(code, 99), code)):
        found = sums[code]
        marked = Rate(found["marked"], found["times"])
        chart = rate_chart(marked.share, *marked.interval, faint=marked.few)
        rolls = own_rolls if found["roller"] else other_rolls
        points = Rate(found["had"], found["points"])
        rates.append(JanRate(code, JAN_NAMES.get(code, code), Rate(found["due"], rolls), archive.get(code), marked, points, drawn(chart)))
    return tuple(rates)


def heat(jans: Iterable[Row]) -> tuple[HeatRow, ...]:
    """Sum points missed of points due, by jan and phase; jans never missed are left out."""
    sums: dict[str, dict[str, list[int]]] = {}
    for row in jans:
        if row.get("status") not in ("marked", "missed"):
            continue
        cell = sums.setdefault(text(row, "jan"), {}).setdefault(text(row, "phase"), [0, 0])
        cell[0] += number(row, "points") if row.get("status") == "missed" else 0
        cell[1] += number(row, "points")
    rows = []
    for code in sorted(sums, key=lambda code: (JAN_ORDER.get(code, 99), code)):
        cells = [sums[code].get(phase, [0, 0]) for phase in PHASES]
        if any(missed for missed, _ in cells):
            rows.append(HeatRow(JAN_NAMES.get(code, code), tuple(HeatCell(missed, due, _level(missed, due)) for missed, due in cells)))
    return tuple(rows)


def _level(missed: int, due: int) -> int:
    """Grade a cell: 0 nothing missed; then by the share missed: up to a tenth, a quarter, a half, more."""
    if not missed:
        return 0
    share = missed / due if due else 1.0
    return 1 if share <= 0.1 else 2 if share <= 0.25 else 3 if share <= 0.5 else 4


def ledger(own: Sequence[Row], theirs: Sequence[Row]) -> tuple[LedgerLine, ...]:
    """List schools given and received, noticed or not."""

    def line(words: str, rows: list[Row], column: str) -> LedgerLine:
        return LedgerLine(words, len(rows), sum(number(row, column) for row in rows))

    return (
        line("sent the opponent to school", [row for row in theirs if row.get("school") in UPHELD], "claimed_points"),
        line("let a school of the opponent go", [row for row in theirs if row.get("school") == "let-go"], "school_points"),
        line("was sent to school", [row for row in own if row.get("school") in UPHELD], "claimed_points"),
        line("got away with a school", [row for row in own if row.get("school") == "let-go"], "school_points"),
        line("claimed a false school", [row for row in own if row.get("kind") == "false-school"], "points"),
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
        own, other = men(row, "own"), men(row, "other")
        if own is None or other is None:
            return ""
        earlier = self.plies.get((at[0], at[1] - 1), {})
        side: Side = "B" if row.get("side") == "B" else "W"
        dice = (_whole(row, "high"), _whole(row, "low"))
        view = BoardView(
            other if side == "B" else own,
            own if side == "B" else other,
            (number(earlier, "white_points"), number(earlier, "black_points")),
            (number(earlier, "white_holes"), number(earlier, "black_holes")),
            (False, False),
        )
        title = f"Roll {number(row, 'ply')}: {side_name(side)} {'-'.join('?' if die is None else str(die) for die in dice)}"
        marks = tuple(dict.fromkeys(self.marks.get(at, ())))
        return board_svg(view, dice=dice, arrows=moves(row), marks=marks, side_to_move=side, title=title, spelling=spelling)


def _whole(row: Row, column: str) -> int | None:
    value = row.get(column)
    return value if isinstance(value, int) else None


def men(row: Row, who: str) -> tuple[int, ...] | None:
    """Read the 25 counts of `own` or `other` from the four bit planes of a row of `plies`; None where they are not known."""
    planes = [_whole(row, f"{who}_{digit}") for digit in (1, 2, 4, 8)]
    if None in planes:
        return None
    points = [sum((plane or 0) >> point & 1 and 1 << digit for digit, plane in enumerate(planes)) for point in range(24)]
    return (*points, max(0, 15 - sum(points)))


def moves(row: Row) -> tuple[tuple[int, int], ...]:
    """Read the men moved, from `0-6 3-6`; empty where the column is not there."""
    pairs = [word.split("-") for word in text(row, "moves").split()]
    return tuple((int(pair[0]), int(pair[1])) for pair in pairs if len(pair) == 2 and all(part.isdecimal() for part in pair))


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


def choices(own: Sequence[Row], plies: Sequence[Row]) -> tuple[Choice, ...]:
    """Tell hold or go after holes of one's own, and whose the next hole of that game was."""
    following: dict[tuple[str, int], str] = {}
    upcoming: dict[str, str] = {}
    for row in sorted(plies, key=place, reverse=True):
        game = game_key(row)
        following[place(row)] = upcoming.get(game, "")
        if number(row, "pegged_roller"):
            upcoming[game] = text(row, "player")
        elif number(row, "pegged_opponent"):
            upcoming[game] = text(row, "opponent")
    told = []
    for word in ("hold", "go"):
        rows = [row for row in own if row.get("decision") == word]
        known = [(row, following[place(row)]) for row in rows if following[place(row)]]
        told.append(Choice(word, len(rows), Rate(sum(1 for row, who in known if who == text(row, "player")), len(known))))
    return tuple(told)


def opponents(name: str, lines: Sequence[GameLine], own_faults: Sequence[Row], their_faults: Sequence[Row]) -> tuple[OpponentLine, ...]:
    """Set players head to head, the most met first."""
    sums: dict[str, list[int]] = {}
    met: dict[str, str] = {}
    for line in lines:
        white = line.white == name
        met[line.game] = line.black if white else line.white
        found = sums.setdefault(met[line.game], [0] * 7)
        own, other = (line.white_holes, line.black_holes) if white else (line.black_holes, line.white_holes)
        for column, value in enumerate((1, line.outcome == "won", line.outcome == "lost", own or 0, other or 0)):
            found[column] += int(value)
    for row in own_faults:
        if row.get("kind") == "missed":
            sums[met[game_key(row)]][5] += number(row, "points")
    for row in their_faults:
        if row.get("school") in UPHELD:
            sums[met[game_key(row)]][6] += 1
    return tuple(OpponentLine(other, *sums[other]) for other in sorted(sums, key=lambda other: (-sums[other][0], other)))
