"""What is counted of rows of the four tables (`analysis.columns`) for one player or one folder of games, a game at a time.

Rows are plain dicts, as `analysis.tables.rows` gives them; further columns do no harm, and one that is missing or None counts as nothing.
A whole archive is counted in polars instead (`analysis.stats`); both count the same things.

A game is known by `file#game` (`game_key`). Points are points, holes are holes.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from analysis.phases import PHASES
from analysis.rates import Rate
from notation.record import Men
from replay.jans import JANS
from replay.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from notation.record import Setup, Side

    Row = Mapping[str, object]


# -- rows ---------------------------------------------------------------------------------------------------------------------------------


def number(row: Row, column: str) -> int:
    """Read a whole number of a row; 0 where it is missing."""
    value = row.get(column)
    return int(value) if isinstance(value, (int, float)) else 0


def whole(row: Row, column: str) -> int | None:
    """Read a whole number of a row; None where it is missing."""
    value = row.get(column)
    return value if isinstance(value, int) else None


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


def men(row: Row, who: str) -> tuple[int, ...] | None:
    """Read the 25 counts of `own` or `other` from the four bit planes of a row of `plies`; None where they are not known."""
    planes = [whole(row, f"{who}_{digit}") for digit in (1, 2, 4, 8)]
    if None in planes:
        return None
    points = [sum((plane or 0) >> point & 1 and 1 << digit for digit, plane in enumerate(planes)) for point in range(24)]
    return (*points, max(0, 15 - sum(points)))


def position(row: Row) -> Position:
    """The position before the roll of a row of `plies`, as far as it is known."""
    own, other = men(row, "own"), men(row, "other")
    mine = whole(row, "own_points"), whole(row, "own_holes")
    his = whole(row, "other_points"), whole(row, "other_holes")
    white, black = (mine, his) if row.get("side") == "W" else (his, mine)
    side: Side = "W" if row.get("side") == "W" else "B" if row.get("side") == "B" else "?"
    return Position(
        white=own if side == "W" else other,
        black=other if side == "W" else own,
        points=(white[0], black[0]),
        holes=(white[1], black[1]),
        bredouille=(bool(row.get("white_bredouille")), bool(row.get("black_bredouille"))),
        roller=side,
    )


def setup(row: Row, thrown: tuple[int, int] | None = None) -> Setup:
    """The same as a record writes it, with the dice; of a race game with the men on the bar, off and in the hand."""
    place = position(row)
    there = place.to_setup(thrown)
    if row.get("own_bar") is None:
        return there
    own, other = (_beside(row, name, there.white if (name == "own") == (place.roller == "W") else there.black) for name in ("own", "other"))
    white, black = (own, other) if place.roller == "W" else (other, own)
    return replace(there, white=white, black=black, keys=())


def _beside(row: Row, name: str, men: Men | None) -> Men | None:
    """A side's men on the points with those that stand beside the board."""
    return None if men is None else Men(men.points, number(row, f"{name}_off"), number(row, f"{name}_bar"), number(row, f"{name}_hand"))


def moves(row: Row) -> tuple[tuple[int, int], ...]:
    """Read the men moved, from `0-6 3-6`; empty where the column is not there."""
    pairs = [word.split("-") for word in text(row, "moves").split()]
    return tuple((int(pair[0]), int(pair[1])) for pair in pairs if len(pair) == 2 and all(part.isdecimal() for part in pair))


def everybody(game: Row) -> tuple[str, ...]:
    """The players of a game: White and Black, or all where they are more."""
    return tuple(text(game, "players").split("; ")) if text(game, "players") else (text(game, "white"), text(game, "black"))


def by_holes(game: Row) -> bool:
    """Whether holes decide the game: in à écrire, combiné and the pools they are only those of the last mark or match."""
    return text(game, "rules") not in ("ecrire", "combine") and not text(game, "form").strip().lower().endswith("-pool")


def per_player(tables: Mapping[str, Iterable[Row]]) -> dict[str, dict[str, list[Row]]]:
    """Share the rows of the four tables out to the players of their games, once for all: a name to his tables."""
    names: dict[str, tuple[str, ...]] = {}
    shares: dict[str, dict[str, list[Row]]] = {}
    for row in tables["games"]:
        names[game_key(row)] = tuple(dict.fromkeys(everybody(row)))
        for name in names[game_key(row)]:
            shares.setdefault(name, {table: [] for table in tables})
    for table, rows in tables.items():
        for row in rows:
            for name in names.get(game_key(row), ()):
                shares[name][table].append(row)
    return shares


# -- schools ------------------------------------------------------------------------------------------------------------------------------


def taken(row: Row) -> bool:
    """Whether the school of this finding was claimed and stood, were it at another amount; a false school is another thing."""
    if false_school(row):
        return False
    school = row.get("school")
    return school in ("claimed", "raised") or (school == "wrong-amount" and number(row, "claimed_points") > 0)


def let_go(row: Row) -> bool:
    """Whether nobody claimed the school of this finding."""
    return row.get("school") == "let-go" and not false_school(row)


def false_school(row: Row) -> bool:
    """Whether this is a school claimed that was none."""
    return row.get("kind") == "false-school"


class Sent(NamedTuple):
    """Schools of one sort: how many, and their points."""

    times: int
    points: int


class Ledger(NamedTuple):
    """Schools given and received, noticed or not."""

    sent: Sent
    overlooked: Sent
    suffered: Sent
    escaped: Sent
    false: Sent


def ledger(own: Sequence[Row], theirs: Sequence[Row]) -> Ledger:
    """Count the schools among a player's own findings and among those of his opponents."""

    def some(rows: Iterable[Row], column: str) -> Sent:
        points = [number(row, column) for row in rows]
        return Sent(len(points), sum(points))

    return Ledger(
        sent=some((row for row in theirs if taken(row)), "claimed_points"),
        overlooked=some((row for row in theirs if let_go(row)), "school_points"),
        suffered=some((row for row in own if taken(row)), "claimed_points"),
        escaped=some((row for row in own if let_go(row)), "school_points"),
        false=some((row for row in own if false_school(row)), "points"),
    )


# -- points owed and missed ---------------------------------------------------------------------------------------------------------------


class Owed(NamedTuple):
    """Points that might have been marked, and in how many marks."""

    points: int = 0
    marks: int = 0


def owed_points(plies: Iterable[Row], name: str = "") -> dict[str, Owed]:
    """Sum the points a player might have marked, by game; of both players without a name. Marks only assumed are left out."""
    owed: dict[str, Owed] = {}
    for row in plies:
        if row.get("assumed"):
            continue
        game = game_key(row)
        points, marks = owed.get(game, Owed())
        for who, column in (("player", "owed_roller"), ("opponent", "owed_opponent")):
            if not name or row.get(who) == name:
                due = number(row, column)
                points, marks = points + due, marks + (due > 0)
        owed[game] = Owed(points, marks)
    return owed


def missed_points(faults: Iterable[Row]) -> Counter[str]:
    """Sum the points not marked, by game, from the findings of those at fault."""
    missed: Counter[str] = Counter()
    for row in faults:
        if row.get("kind") == "missed":
            missed[game_key(row)] += number(row, "points")
    return missed


def accuracy(owed: Mapping[str, Owed], missed: Mapping[str, int], game: str = "") -> Rate:
    """Give points marked of the points owed, in one game or in all."""
    games = [game] if game else list(owed)
    found = [owed.get(key, Owed()) for key in games]
    due = sum(one.points for one in found)
    lacking = missed.get(game, 0) if game else sum(missed.values())
    return Rate(max(0, due - lacking), due, sum(one.marks for one in found))


def turned_games(faults: Iterable[Row]) -> set[str]:
    """Name the games in which one mistake decided who won."""
    return {game_key(row) for row in faults if row.get("changes_match")}


def outcome(game: Row, name: str) -> str:
    """Tell whether this player `won` or `lost` a game; empty where nobody did."""
    net = standing_of(game, name)
    if net is not None:
        return "won" if net > 0 else "lost" if net < 0 else ""
    winner = text(game, "winner")
    return "" if not winner or not name else "won" if winner == ("W" if game.get("white") == name else "B") else "lost"


def standing_of(game: Row, name: str) -> float | None:
    """What a player has in the end by the accounts of a form, of combiné by both together; None where they are not settled."""
    for part in _deciding(game).split("; "):
        words = re.fullmatch(r"(.+?) ([+-]?[\d.]+)(?: [\w ]+)?", part)
        if words is not None and name and name in (words[1], *words[1].split(" and ")):
            return float(words[2])
    return None


def standing_words(game: Row) -> str:
    """What everybody has in the end, of combiné by both games together, as a list of games tells it; empty where it is not settled."""
    return _deciding(game).replace(" -", " −")


def _deciding(game: Row) -> str:
    """The accounts by which a game is won and lost, of those the column `standing` tells."""
    *units, last = text(game, "standing").split(", ")
    return last if last.endswith(" in all") or not units else units[0]


# -- jans ---------------------------------------------------------------------------------------------------------------------------------


class JanCount(NamedTuple):
    """One jan: how often due (per so many rolls of whoever rolls for it), how often marked of those that could be, and points likewise."""

    code: str
    frequency: Rate
    marked: Rate
    points: Rate


def jan_counts(jans: Iterable[Row], own_rolls: int, other_rolls: int) -> tuple[JanCount, ...]:
    """Count every jan that was due at least once, in the order of the rules."""
    sums: dict[str, Counter[str]] = {}
    for row in jans:
        found = sums.setdefault(text(row, "jan"), Counter())
        found["due"] += 1
        found["roller"] += int(bool(row.get("roller")))
        if row.get("status") in ("marked", "missed"):
            found["times"] += 1
            found["points"] += number(row, "points")
        if row.get("status") == "marked":
            found["marked"] += 1
            found["had"] += number(row, "points")
    return tuple(
        JanCount(
            code,
            Rate(found["due"], own_rolls if found["roller"] else other_rolls),
            Rate(found["marked"], found["times"]),
            Rate(found["had"], found["points"], found["times"]),
        )
        for code, found in ((code, sums[code]) for code in in_order(sums))
    )


def jan_frequencies(jans: Iterable[Row], rolls: int) -> dict[str, Rate]:
    """Tell how often each jan comes per roll, over all rows given: what stands beside a player's own rates."""
    times: Counter[str] = Counter(text(row, "jan") for row in jans)
    return {code: Rate(count, rolls) for code, count in sorted(times.items())}


def in_order(codes: Iterable[str]) -> list[str]:
    """Put jan codes in the order of the rules; what is none of them stands last."""
    order = {code: at for at, code in enumerate(JANS)}
    return sorted(codes, key=lambda code: (order.get(code, len(order)), code))


class MissedOf(NamedTuple):
    """Points missed of points due."""

    missed: int = 0
    due: int = 0


def missed_by_phase(jans: Iterable[Row]) -> dict[str, tuple[MissedOf, ...]]:
    """Sum points missed of points due, by jan and phase (in the order of `PHASES`); jans never missed are left out."""
    sums: dict[str, dict[str, MissedOf]] = {}
    for row in jans:
        if row.get("status") not in ("marked", "missed"):
            continue
        cells = sums.setdefault(text(row, "jan"), {})
        missed, due = cells.get(text(row, "phase"), MissedOf())
        points = number(row, "points")
        cells[text(row, "phase")] = MissedOf(missed + points * (row.get("status") == "missed"), due + points)
    found = {code: tuple(sums[code].get(phase, MissedOf()) for phase in PHASES) for code in in_order(sums)}
    return {code: cells for code, cells in found.items() if any(cell.missed for cell in cells)}


# -- hold or go, opponents, players -------------------------------------------------------------------------------------------------------


class Chosen(NamedTuple):
    """How often a player held, or went, and how often the next hole of that game was his."""

    word: str
    times: int
    next_own: Rate


def choices(own: Sequence[Row], plies: Sequence[Row]) -> tuple[Chosen, ...]:
    """Tell hold or go after holes of one's own (`own` plies), and whose the next hole of that game was (all `plies` of it)."""
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
        told.append(Chosen(word, len(rows), Rate(sum(1 for row, who in known if who == text(row, "player")), len(known))))
    return tuple(told)


class Against(NamedTuple):
    """Head to head with one opponent."""

    name: str
    games: int
    won: int
    lost: int
    holes_for: int
    holes_against: int
    missed: int
    schools_sent: int
    by_holes: int
    """Games between them that holes decide; where there are none, holes mean nothing."""


def _others(game: Row, name: str) -> list[str]:
    """Against whom somebody plays: all others, but partners with each other (docs/rules.md 5.5 E1, E3)."""
    players = everybody(game)
    sides = {"chouette": (0, 1, 1), "partners": (0, 0, 1, 1)}.get(text(game, "form").strip().lower(), ())
    if name in players and len(sides) == len(players):
        own = sides[players.index(name)]
        return [other for other, side in zip(players, sides, strict=True) if side != own]
    return [other for other in players if other != name]


def opponents(name: str, games: Iterable[Row], own_faults: Iterable[Row], their_faults: Iterable[Row]) -> tuple[Against, ...]:
    """Set a player head to head with each of his opponents, the most met first."""
    sums: dict[str, Counter[str]] = {}
    met: dict[str, str] = {}
    for row in games:
        mine, his = ("white", "black") if row.get("white") == name else ("black", "white")
        others = _others(row, name) or [text(row, his)]
        if len(others) == 1:
            met[game_key(row)] = others[0]
        for other in others:
            found = sums.setdefault(other, Counter())
            found["games"] += 1
            found[outcome(row, name)] += 1
            if by_holes(row):
                found["by holes"] += 1
                found["for"] += number(row, f"{mine}_holes")
                found["against"] += number(row, f"{his}_holes")
    for row in own_faults:  # of several opponents nobody is told against whom
        if row.get("kind") == "missed" and game_key(row) in met:
            sums[met[game_key(row)]]["missed"] += number(row, "points")
    for row in their_faults:
        if taken(row) and text(row, "player") in sums:
            sums[text(row, "player")]["sent"] += 1
    return tuple(
        Against(other, *(found[key] for key in ("games", "won", "lost", "for", "against", "missed", "sent", "by holes")))
        for other, found in sorted(sums.items(), key=lambda item: (-item[1]["games"], item[0]))
    )


class PlayerCount(NamedTuple):
    """One player of an archive."""

    name: str
    games: int
    won: int
    lost: int
    rolls: int
    accuracy: Rate
    missed: int
    suffered: int
    sent: int
    let_go: int


def player_counts(games: Sequence[Row], plies: Iterable[Row], faults: Iterable[Row]) -> tuple[PlayerCount, ...]:
    """Count every player of the games, the most games first."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    other: dict[tuple[str, str], str] = {}
    for row in games:
        if not text(row, "players"):  # of several opponents nobody is told against whom
            white, black = text(row, "white"), text(row, "black")
            other[game_key(row), white], other[game_key(row), black] = black, white
        for name in everybody(row):
            sums[name]["games"] += 1
            sums[name][outcome(row, name)] += 1
    for row in plies:
        sums[text(row, "player")]["rolls"] += 1
        if row.get("assumed"):
            continue
        for who, column in (("player", "owed_roller"), ("opponent", "owed_opponent")):
            sums[text(row, who)]["owed"] += number(row, column)
            sums[text(row, who)]["marks"] += number(row, column) > 0
    for row in faults:
        name = text(row, "player")
        opponent = other.get((game_key(row), name), "")
        if row.get("kind") == "missed":
            sums[name]["missed"] += number(row, "points")
        if taken(row):
            sums[name]["suffered"] += 1
            sums[opponent]["sent"] += 1
        elif let_go(row):
            sums[opponent]["let_go"] += 1
    return tuple(
        PlayerCount(
            name=name,
            games=own["games"],
            won=own["won"],
            lost=own["lost"],
            rolls=own["rolls"],
            accuracy=Rate(max(0, own["owed"] - own["missed"]), own["owed"], own["marks"]),
            missed=own["missed"],
            suffered=own["suffered"],
            sent=own["sent"],
            let_go=own["let_go"],
        )
        for name, own in sorted(sums.items(), key=lambda item: (-item[1]["games"], item[0]))
        if own["games"]
    )


# -- dice ---------------------------------------------------------------------------------------------------------------------------------


class DiceCount(NamedTuple):
    """How often each face fell, and how many of the rolls with both dice known were doublets."""

    faces: tuple[int, ...]
    doublets: Rate


def dice_counts(plies: Iterable[Row]) -> DiceCount:
    """Count the faces of the dice and the doublets."""
    faces = [0] * 6
    doublets = known = 0
    for row in plies:
        dice = whole(row, "high"), whole(row, "low")
        for die in dice:
            if die is not None and 1 <= die <= 6:
                faces[die - 1] += 1
        if None not in dice:
            known += 1
            doublets += dice[0] == dice[1]
    return DiceCount(tuple(faces), Rate(doublets, known))
