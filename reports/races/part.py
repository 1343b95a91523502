"""What a player's page and the index tell of one race game, from rows of the four tables (`analysis.columns`): one game's share each.

A row of `games` is a match; `match_game` counts the games in it. What ended a game is in `jans`, whose it is the winner. Games that only a
word of the record ends (given up, lost by the clock) have no ending there, and are counted as matches alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.rates import Rate
from analysis.summary import everybody, game_key, number, outcome, place, text, whole
from notation.record import HAND, OFF, Men, Setup
from replay.cousins.game import book_of
from replay.cousins.walks import Step
from replay.rules import RULE_SETS
from reports.dossier import by_date, label, plain_date
from reports.races.board import MARKS, race_board
from reports.races.shows import PLAIN, shown
from reports.races.words import Said, glossed, said
from reports.words import counted, dice_words, drawn, kind_words, nameless, side_name, tame

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from markupsafe import Markup

    from analysis.summary import Row
    from notation.record import Side
    from reports.races.glossary import Glossary, Ground
    from reports.races.words import Part

CARDS = 10


@dataclass(frozen=True, slots=True)
class EndingRow:
    """How often games ended so: of those won, of those lost (of all, where nobody is asked about: `lost` is then 0)."""

    words: str
    won: int
    lost: int
    share: Rate
    """Of the games won, or of all."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list; `outcome` is `won`, `lost` or empty, and the player's."""

    game: str
    players: tuple[str, ...]
    date: str
    score: str
    lead: int
    """White's points less Black's, to sort by."""
    games: int
    length: int
    throws: int
    outcome: str
    faults: int
    errors: int
    gaps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLine:
    """A player, or an opponent of the one asked about: then won and lost are matches against him."""

    name: str
    matches: int
    won: int
    lost: int
    games_won: int
    games_lost: int
    throws: int
    hits: Rate
    """Per throw, men and bands."""
    bursts: int
    short: Rate
    """Throws that could not be played out."""
    faults: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLine:
    """A finding in a player's list."""

    kind: str
    amount: str
    game: str
    label: str
    ply: int
    message: tuple[Said, ...]
    rule: str
    cost: str
    decides: bool
    board: Markup | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RacePart:
    """One race game in one player's page, or in the index."""

    words: Glossary
    name: str
    matches: int
    own: PersonLine | None
    """The player asked about; None in the index."""
    endings: tuple[EndingRow, ...]
    munk: tuple[int, int]
    """With munk: won so and lost so."""
    ended: int
    """Games ended by a throw."""
    lengths: tuple[int, float, int] | None
    """Throws of the shortest game, of one on average, of the longest; of games told from their first throw to the last."""
    people: tuple[PersonLine, ...]
    lines: tuple[MatchLine, ...]
    cards: tuple[CardLine, ...]
    marks: tuple[tuple[str, str], ...]
    bursts: bool
    valued: bool
    freezes: bool

    @property
    def drawn(self) -> bool:
        """Whether there are boards in it."""
        return any(card.board is not None for card in self.cards)

    def gloss(self, told: str) -> tuple[Part, ...]:
        """A text cut where it holds words of the game."""
        return glossed(told, self.words)


def race_parts(tables: Mapping[str, Iterable[Row]], name: str = "") -> tuple[RacePart, ...]:
    """The parts of all race games in the tables, those of the most matches first; of one player with `name`."""
    gathered = {table: list(rows) for table, rows in tables.items()}
    matches: dict[str, list[Row]] = defaultdict(list)
    for row in gathered["games"]:
        if shown(text(row, "rules")) is not None and (not name or name in everybody(row)):
            matches[text(row, "rules")].append(row)
    ordered = sorted(matches.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(_part(rules, rows, gathered, name) for rules, rows in ordered)


def _part(rules: str, games: list[Row], tables: Mapping[str, list[Row]], name: str) -> RacePart:
    show = shown(rules)
    if show is None:
        raise ValueError(f"there are no words for {rules}")
    words, drawing = show
    terms = book_of(RULE_SETS[rules]).terms
    games = sorted(games, key=by_date)
    keys = {game_key(row) for row in games}
    plies = [row for row in tables["plies"] if game_key(row) in keys]
    jans = [row for row in tables["jans"] if game_key(row) in keys]
    faults = [row for row in tables["findings"] if game_key(row) in keys and not row.get("told")]
    ends = [row for row in jans if (term := terms.get(text(row, "jan"))) is not None and term.ending and number(row, "points")]
    munks = [row for row in jans if text(row, "jan") == "munk"]
    won = [row for row in ends if not name or row.get("player") == name]
    kinds = Counter(text(row, "jan") for row in won)
    lost = Counter(text(row, "jan") for row in ends) - kinds
    people = _people(games, plies, ends, faults)
    labels = {game_key(row): label(row) for row in games}
    rows = {place(row): row for row in plies}
    own_faults = sorted((row for row in faults if name and row.get("player") == name), key=_worst_first)[:CARDS]
    cards = tuple(_card(row, labels, rows.get(place(row)), words) for row in own_faults)
    found = Counter(game_key(row) for row in faults if not name or row.get("player") == name)
    return RacePart(
        words=words,
        name=name,
        matches=len(games),
        own=people.get(name),
        endings=tuple(
            EndingRow(term.words, kinds[code], lost[code], Rate(kinds[code], len(won)))
            for code, term in terms.items()
            if term.ending and (kinds[code] or lost[code])
        ),
        munk=(sum(not name or row.get("player") == name for row in munks), sum(bool(name) and row.get("player") != name for row in munks)),
        ended=len(ends),
        lengths=_lengths(plies),
        people=_against(name, games, plies, ends, faults) if name else tuple(_known(people)),
        lines=tuple(_line(row, words, found, name) for row in games),
        cards=cards,
        marks=tuple(mark for mark in MARKS if mark[0] != "kb" or "burst" in terms),
        bursts="burst" in terms,
        valued=words.unit != "game",
        freezes=drawing.frozen is not PLAIN.frozen,
    )


def _known(people: Mapping[str, PersonLine]) -> list[PersonLine]:
    return sorted((line for line in people.values() if not nameless(line.name)), key=lambda line: (-line.matches, line.name))


def _people(games: Sequence[Row], plies: Iterable[Row], ends: Iterable[Row], faults: Iterable[Row]) -> dict[str, PersonLine]:
    """Count everybody who played."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    sides: dict[str, tuple[str, ...]] = {}
    for row in games:
        sides[game_key(row)] = everybody(row)
        for name in dict.fromkeys(everybody(row)):
            sums[name]["matches"] += 1
            sums[name][outcome(row, name)] += 1
    for row in plies:
        own = sums[text(row, "player")]
        own["throws"] += 1
        own["known"] += row.get("hits") is not None
        own["hits"] += number(row, "hits") + number(row, "bursts")
        own["bursts"] += number(row, "bursts")
        own["short"] += number(row, "lost") > 0
    for row in ends:
        winner = text(row, "player")
        for name in dict.fromkeys(sides[game_key(row)]):
            sums[name]["games won" if name == winner else "games lost"] += 1
    for row in faults:
        sums[text(row, "player")]["faults"] += 1
    return {
        name: PersonLine(
            name=name,
            matches=own["matches"],
            won=own["won"],
            lost=own["lost"],
            games_won=own["games won"],
            games_lost=own["games lost"],
            throws=own["throws"],
            hits=Rate(own["hits"], own["known"]),
            bursts=own["bursts"],
            short=Rate(own["short"], own["known"]),
            faults=own["faults"],
        )
        for name, own in sums.items()
        if own["matches"]
    }


def _against(name: str, games: Sequence[Row], plies: Sequence[Row], ends: Sequence[Row], faults: Sequence[Row]) -> tuple[PersonLine, ...]:
    """Count a player's figures against each of his opponents, named by the opponent."""
    other = {game_key(row): next((one for one in everybody(row) if one != name), name) for row in games}
    lines = []
    for opponent in sorted(set(other.values())):
        keys = {key for key, one in other.items() if one == opponent}
        share = [[row for row in rows if game_key(row) in keys] for rows in (games, plies, ends, faults)]
        own = _people(*share).get(name)
        if own is not None:
            lines.append(
                PersonLine(
                    name=opponent,
                    matches=own.matches,
                    won=own.won,
                    lost=own.lost,
                    games_won=own.games_won,
                    games_lost=own.games_lost,
                    throws=own.throws,
                    hits=own.hits,
                    bursts=own.bursts,
                    short=own.short,
                    faults=own.faults,
                )
            )
    return tuple(sorted(lines, key=lambda line: (-line.matches, line.name)))


def _lengths(plies: Iterable[Row]) -> tuple[int, float, int] | None:
    """Throws of the games told from the first throw to the one that ended them."""
    found = [number(row, "throw_of_game") for row in plies if row.get("ending") and number(row, "throw_of_game")]
    return (min(found), sum(found) / len(found), max(found)) if found else None


def _line(row: Row, words: Glossary, found: Mapping[str, int], name: str) -> MatchLine:
    pair = ("white_points", "black_points") if words.unit != "game" else ("white_holes", "black_holes")
    score = [whole(row, column) for column in pair]
    game = game_key(row)
    return MatchLine(
        game=game,
        players=tuple(tame(one) for one in everybody(row)),
        date=plain_date(row),
        score="–".join("?" if one is None else str(one) for one in score),
        lead=(score[0] or 0) - (score[1] or 0),
        games=number(row, "match_games"),
        length=number(row, "length"),
        throws=number(row, "turns"),
        outcome=outcome(row, name) if name else "",
        faults=found.get(game, 0),
        errors=number(row, "errors"),
        gaps=number(row, "breaks"),
    )


# -- findings --------------------------------------------------------------------------------------------------------------------------


def _worst_first(row: Row) -> tuple[bool, int, int, tuple[str, int]]:
    return not row.get("changes_match"), -number(row, "cost_points"), -number(row, "points"), place(row)


def _card(row: Row, labels: Mapping[str, str], ply: Row | None, words: Glossary) -> CardLine:
    game = game_key(row)
    points, cost = number(row, "points"), number(row, "cost_points")
    return CardLine(
        kind=kind_words(text(row, "kind")),
        amount=counted(points, words.unit) if points else "",
        game=game,
        label=labels.get(game, game),
        ply=number(row, "ply"),
        message=said(text(row, "message")),
        rule=text(row, "rule"),
        cost=f"It cost {counted(cost, words.unit)}." if cost > 0 else "",
        decides=bool(row.get("changes_match")),
        board=None if ply is None else _board(ply, words),
    )


def _board(row: Row, words: Glossary) -> Markup | None:
    """The board of a row of `plies`, with the men moved; None where it is not known."""
    own, other = men_of(row, "own"), men_of(row, "other")
    if own is None or other is None:
        return None
    side: Side = "B" if row.get("side") == "B" else "W"
    setup = Setup(own, other, side) if side == "W" else Setup(other, own, side)
    dice = (whole(row, "high"), whole(row, "low"))
    show = shown(words.rules)
    sides: tuple[tuple[Side, Men], ...] = (("W", own if side == "W" else other), ("B", other if side == "W" else own))
    frozen = [(whose, quarter) for whose, men in sides if show is not None for quarter in show[1].frozen(men)]
    bands = number(row, "bursts") > 0  # a band on which a man came down against the rules stays
    steps = taking(steps_of(row), other, words.ground, bands=bands)
    title = f"{words.throw.capitalize()} {number(row, 'ply')}: {side_name(side)} {dice_words(dice)}"
    return drawn(race_board(setup, words, dice=dice, steps=steps, side=side, frozen=frozen, title=title))


def men_of(row: Row, who: str) -> Men | None:
    """The men of `own` or `other` of a row of `plies`; None where they are not known."""
    planes = [whole(row, f"{who}_{digit}") for digit in (1, 2, 4, 8)]
    beside = [whole(row, f"{who}_{name}") for name in ("off", "bar", "hand")]
    if None in planes or None in beside:
        return None
    points = tuple(sum(1 << digit for digit, plane in enumerate(planes) if (plane or 0) >> point & 1) for point in range(24))
    off, bar, hand = (one or 0 for one in beside)
    return Men(points, off, bar, hand)


def steps_of(row: Row) -> tuple[Step, ...]:
    """The men moved, from `0-6 -1-3`; -1 is the bar, -2 the hand (docs/tables.md)."""
    found = []
    for word in text(row, "moves").split():
        start, _, end = word.rpartition("-")
        if end.isdecimal() and start.lstrip("-").isdecimal() and HAND <= int(start) <= OFF and int(end) <= OFF:
            found.append(Step(int(start), int(end)))
    return tuple(found)


def taking(steps: Iterable[Step], other: Men, ground: Ground, *, bands: bool) -> tuple[Step, ...]:
    """The same steps with the men they took, as the other side's men stood: one alone is hit, a band burst where the game knows that."""
    points = list(other.points)
    found = []
    for step in steps:
        there = points[ground.across(step.to)] if step.to < OFF else 0
        taken = there if there == 1 or bands else 0
        if taken:
            points[ground.across(step.to)] = 0
        found.append(step._replace(taken=taken))
    return tuple(found)
