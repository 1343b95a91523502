"""The four tables `games plies jans findings`, defined once: every column is a name, a type, a unit, a sentence and a small function.

The frames, the CSV headers and docs/tables.md are all made from these rows. `file` and `game` (the game's place in the file, from 1) are
the key of every table, `turn` the place of a roll in its game, from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.faults import missing_jans, needs_no_more
from analysis.phases import phase
from notation.record import opposite
from replay.engine import planes
from replay.forms.coins import spelled
from replay.forms.settlement import Names, deciding
from replay.marking import spoken
from replay.replayer import LEAVES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from analysis.findings import Audit, Finding
    from notation.record import Game, Side
    from replay.cousins.turns import RaceBreak
    from replay.engine import Jan
    from replay.forms.followed import Joined
    from replay.turns import Break, Replay, Turn


def complaints(breaks: Iterable[Break | RaceBreak], audit: Audit) -> int:
    """How much is wrong with a record of any game: its findings (those it tells itself apart), and positions and plays that cannot be."""
    impossible = sum(gap.kind in ("impossible-position", "impossible-play") for gap in breaks)
    return impossible + sum(not finding.told for finding in audit.findings)


@dataclass(frozen=True, slots=True)
class Judged:
    """One game with all that is known of it: what every column is counted from."""

    replay: Replay
    audit: Audit

    @property
    def complaints(self) -> int:
        """How much is wrong with the record."""
        return complaints(self.replay.breaks, self.audit)

    @property
    def game(self) -> Game:
        """The record."""
        return self.replay.game

    @property
    def family(self) -> str:
        """The family of its rules (`replay.rules.RuleSet.family`)."""
        return self.replay.rules.family

    @property
    def joined(self) -> Joined | None:
        """The accounts of its form, where it has any."""
        return self.audit.joined

    def rows(self, table: str) -> list[dict[str, object]]:
        """The rows of one table, as plain dicts in the order of the columns. Raises KeyError for a table that is none."""
        columns, of = TABLES[table]
        return [{column.name: column.of(self, row) for column in columns} for row in of(self)]


class JanRow(NamedTuple):
    """One due jan of one turn, `index` its place among the turn's jans."""

    turn: Turn
    jan: Jan


class Column(NamedTuple):
    """`type` is a polars type by name; `of` counts the value from `(judged, row)`, the row a Game, Turn, JanRow or Finding."""

    name: str
    type: str
    unit: str
    words: str
    of: Callable[[Judged, Any], object]


def _player(judged: Judged, side: Side | None, line: int) -> str | None:
    """The name of who sits on a side: of three and more, as they take turns, who sat there on this line."""
    joined = judged.joined
    if joined is not None and joined.agreed.form.players > 2:
        return None if side not in ("W", "B") else joined.names_at(line)[side == "B"]
    return judged.game.white if side == "W" else judged.game.black if side == "B" else None


def _everybody(judged: Judged) -> str | None:
    """All who play: by the form, or where its tags set none up, by the tags as they stand."""
    joined, game = judged.joined, judged.game
    if joined is not None:
        return "; ".join(joined.agreed.names) if joined.agreed.form.players > 2 else None
    tagged = (name.strip() for name in game.tag("Players").split(";"))
    names = dict.fromkeys((*filter(None, tagged), game.white, game.black))
    return "; ".join(names) if len(names) > 2 else None


def _standing(judged: Judged) -> str | None:
    """What each side has in the end, as the accounts of the form come to it."""
    joined = judged.joined
    if joined is None or joined.agreed.form.kind == "cure" or not joined.reckoning.net:
        return None
    called = Names(joined.agreed.form, joined.agreed.names)
    units = []
    for unit, amounts in joined.reckoning.net.items():
        net = [spelled(round(Fraction(amount), 2), plus=bool(amount)) for amount in amounts]
        told = "; ".join(f"{called.side(side)} {amount}" for side, amount in enumerate(net))
        units.append(f"{told} {unit}" if unit != "money" else told)
    return ", ".join(units)


def _winner(judged: Judged) -> Side | None:
    """The side that won: by the pegs, or by the accounts of two who played for marks."""
    joined = judged.joined
    if joined is None or joined.agreed.form.kind not in ("ecrire", "combine") or joined.agreed.form.seating != "two":
        return judged.replay.winner
    net = deciding(joined.reckoning.net)
    white = net[joined.agreed.seated[0]] if net else 0
    return "W" if white > 0 else "B" if white < 0 else None


def _text(name: str) -> Callable[[Judged, Any], object]:
    return lambda judged, _: judged.game.tag(name) or None


def _ply_of(judged: Judged, index: int | None) -> int | None:
    turns = judged.replay.turns
    return turns[index].ply.number if index is not None and 0 <= index < len(turns) else None


def _before(pair: tuple[int | None, int | None], side: Side) -> int | None:
    return None if side == "?" else pair["WB".index(side)]


def _jan_status(row: JanRow, match_holes: int) -> str:
    """What became of a due jan: see the column `status`."""
    turn, jan = row
    if jan.to_roller:
        owed, marked = turn.owed_roller, turn.marked_roller
        if jan in turn.unmade:
            return "unmade"
    else:
        owed, marked = turn.owed_opponent, turn.marked_opponent
        if turn.decision in LEAVES or (owed == 0 and turn.due is not None and turn.due.total_opponent):
            return "void"
    award = turn.ply.body.award if jan.to_roller else turn.ply.body.against
    if owed is None or marked is None or (turn.assumed and spoken(award) is None):
        return "unknown"
    if marked >= owed:
        return "marked"
    if turn.side != "?" and needs_no_more(turn, owed, marked, match_holes, rolled=jan.to_roller):
        return "marked"
    return "missed" if jan.code in _missing(turn, jan.to_roller, owed - marked) else "marked"


def _missing(turn: Turn, to_roller: bool, lacking: int) -> tuple[str, ...]:
    """Codes of the jans that the lacking points are."""
    due = turn.due
    jans = () if due is None else due.roller if to_roller else due.opponent
    return missing_jans(tuple(jan for jan in jans if jan not in turn.unmade), lacking)


def _raced(name: str, kind: str, unit: str, words: str) -> Column:
    """A column that only race games fill (`analysis.race_columns`); null in trictrac."""
    return Column(name, kind, unit, f"{words} (bräde, Dutch TricTrac; else null)", lambda _judged, _row: None)


KEY = (
    Column("file", "String", "", "where the game was read from, as given; empty for a stream", lambda j, _: j.game.file),
    Column("game", "Int32", "", "place of the game in its file, from 1", lambda j, _: j.game.index + 1),
)

GAMES: tuple[Column, ...] = (
    *KEY,
    Column("line", "Int32", "", "line of the file on which the game begins", lambda j, _: j.game.line),
    Column("white", "String", "", "White's name as written", lambda j, _: j.game.white),
    Column("black", "String", "", "Black's name as written", lambda j, _: j.game.black),
    Column("players", "String", "", "all who play, in order, with `; ` between, where they are more than two", lambda j, _: _everybody(j)),
    Column("form", "String", "", "tag Form", _text("Form")),
    Column("event", "String", "", "tag Event", _text("Event")),
    Column("site", "String", "", "tag Site", _text("Site")),
    Column("date", "String", "", "tag Date", _text("Date")),
    Column("source", "String", "", "tag Source", _text("Source")),
    Column("rules", "String", "", "rule set", lambda j, _: j.replay.rules.name),
    Column("variant", "String", "", "tag Variant", _text("Variant")),
    Column("spelling", "String", "", "how the record names its points: guiton, route or bn", lambda j, _: j.game.spelling),
    Column(
        "marks", "String", "", "`full` or `none`: whether silence means not marked", lambda j, _: "full" if j.game.marks_full else "none"
    ),
    Column("result", "String", "", "result as written", lambda j, _: j.game.result.word if j.game.result else None),
    Column(
        "winner",
        "String",
        "",
        "side that won by the pegs; of two at à écrire or combiné by the accounts (both games together); null for a pool",
        lambda j, _: _winner(j),
    ),
    Column("turns", "Int32", "plies", "rolls in the record", lambda j, _: len(j.replay.turns)),
    Column(
        "known", "Int32", "plies", "rolls whose worth is known (men and dice)", lambda j, _: sum(t.due is not None for t in j.replay.turns)
    ),
    Column("breaks", "Int32", "", "places where the record cannot be followed", lambda j, _: len(j.replay.breaks)),
    Column("errors", "Int32", "", "errors of reading", lambda j, _: len(j.game.errors)),
    Column(
        "findings", "Int32", "", "findings, without what the record itself tells", lambda j, _: sum(not f.told for f in j.audit.findings)
    ),
    Column(
        "standing", "String", "", "what each side has by the accounts of a form that is over (docs/forms.md)", lambda j, _: _standing(j)
    ),
    Column("white_points", "Int32", "points", "White's points at the end", lambda j, _: j.replay.final.points[0]),
    Column("white_holes", "Int32", "holes", "White's holes at the end", lambda j, _: j.replay.final.holes[0]),
    Column("black_points", "Int32", "points", "Black's points at the end", lambda j, _: j.replay.final.points[1]),
    Column("black_holes", "Int32", "holes", "Black's holes at the end", lambda j, _: j.replay.final.holes[1]),
    Column(
        "differs_from",
        "Int32",
        "ply",
        "first roll where the score with all marking perfect is another",
        lambda j, _: _ply_of(j, j.audit.perfect.first_differs),
    ),
    Column(
        "undefined_from",
        "Int32",
        "ply",
        "roll from which the perfect score is not defined",
        lambda j, _: _ply_of(j, j.audit.perfect.undefined_from),
    ),
    Column(
        "perfect_winner", "String", "", "side that wins with all marking perfect, as far as defined", lambda j, _: j.audit.perfect.winner
    ),
    _raced("length", "Int32", "games", "games of the match, 0 where the record does not say"),
    _raced("match_games", "Int32", "games", "games of the match that the record tells of"),
)


def _turn_key(of: Callable[[Any], Turn]) -> tuple[Column, ...]:
    return (
        *KEY,
        Column("turn", "Int32", "", "place of the roll in its game, from 0", lambda _, r: of(r).index),
        Column("ply", "Int32", "", "number of the roll as written", lambda _, r: of(r).ply.number),
    )


def _men(side_of: Callable[[Turn], Side], name: str, words: str) -> tuple[Column, ...]:
    def plane(digit: int) -> Callable[[Judged, Any], object]:
        def value(_: Judged, turn: Turn) -> object:
            men = None if turn.side == "?" else turn.before.men(side_of(turn))
            return None if men is None else planes(men)[digit]

        return value

    return tuple(
        Column(
            f"{name}_{1 << digit}", "UInt32", "", f"{words}: bit p is the {1 << digit} of the men on point p of the own route", plane(digit)
        )
        for digit in range(4)
    )


PLIES: tuple[Column, ...] = (
    *_turn_key(lambda t: t),
    Column("line", "Int32", "", "line of the file", lambda _, t: t.ply.line),
    Column("side", "String", "", "who rolled: W, B or ?", lambda _, t: t.side),
    Column("player", "String", "", "name of who rolled", lambda j, t: _player(j, t.side, t.ply.line)),
    Column("opponent", "String", "", "name of the other", lambda j, t: _player(j, opposite(t.side), t.ply.line)),
    Column("high", "Int8", "", "higher die", lambda _, t: t.dice[0]),
    Column("low", "Int8", "", "lower die", lambda _, t: t.dice[1]),
    Column("roll_of_holding", "Int32", "", "the roller's how-manieth roll of this holding, 0 not known", lambda _, t: t.roll_of_holding),
    Column("phase", "String", "", "opening, fill, return or bearing-off (docs/tables.md)", lambda _, t: phase(t)),
    Column("due_roller", "Int32", "points", "what the roll is worth to the roller", lambda _, t: t.due.total_roller if t.due else None),
    Column("due_opponent", "Int32", "points", "what it is worth to the other", lambda _, t: t.due.total_opponent if t.due else None),
    Column("owed_roller", "Int32", "points", "due, less fills and preserves not made", lambda _, t: t.owed_roller),
    Column("owed_opponent", "Int32", "points", "due, nothing once the roller has gone or won", lambda _, t: t.owed_opponent),
    Column("marked_roller", "Int32", "points", "marked by the roller", lambda _, t: t.marked_roller),
    Column("marked_opponent", "Int32", "points", "marked by the other", lambda _, t: t.marked_opponent),
    Column("assumed", "Boolean", "", 'Marks "none" and nothing written: what was due is taken as marked', lambda _, t: t.assumed),
    Column("claimed_roller", "Int32", "points", "had from claims by the roller, null not known", lambda _, t: t.claimed_roller),
    Column("claimed_opponent", "Int32", "points", "had from claims by the other, null not known", lambda _, t: t.claimed_opponent),
    Column("unplayable", "Int8", "dice", "dice that cannot be played", lambda _, t: t.due.unplayable if t.due else None),
    Column("plays", "Int32", "", "how many plays are legal", lambda _, t: len(t.due.plays) if t.due else None),
    Column(
        "moves",
        "String",
        "",
        "the men as they finally stood, `0-6 3-6` on the roller's own route",
        lambda _, t: " ".join(f"{start}-{end}" for start, end in t.moves) or None,
    ),
    Column("verdict", "String", "", "legal, illegal, mended, none or unknown", lambda _, t: t.verdict),
    Column("decision", "String", "", "hold, go, … on a hole of the roller's own", lambda _, t: t.decision or None),
    Column("made_roller", "Int32", "holes", "holes the roller's marks make", lambda _, t: t.made[0]),
    Column("made_opponent", "Int32", "holes", "holes the other's marks make", lambda _, t: t.made[1]),
    Column("pegged_roller", "Int32", "holes", "holes the roller pegged", lambda _, t: t.pegged[0]),
    Column("pegged_opponent", "Int32", "holes", "holes the other pegged", lambda _, t: t.pegged[1]),
    Column("bore_off", "Boolean", "", "the roller's last man went off", lambda _, t: t.bore_off),
    Column("white_points", "Int32", "points", "White's points after the roll", lambda _, t: t.after.points[0]),
    Column("white_holes", "Int32", "holes", "White's holes after the roll", lambda _, t: t.after.holes[0]),
    Column("black_points", "Int32", "points", "Black's points after the roll", lambda _, t: t.after.points[1]),
    Column("black_holes", "Int32", "holes", "Black's holes after the roll", lambda _, t: t.after.holes[1]),
    Column("white_bredouille", "Boolean", "", "White's next hole was double, before the roll", lambda _, t: t.before.bredouille[0]),
    Column("black_bredouille", "Boolean", "", "Black's next hole was double, before the roll", lambda _, t: t.before.bredouille[1]),
    Column("own_points", "Int32", "points", "the roller's points before the roll", lambda _, t: _before(t.before.points, t.side)),
    Column("own_holes", "Int32", "holes", "the roller's holes before the roll", lambda _, t: _before(t.before.holes, t.side)),
    Column(
        "other_points", "Int32", "points", "the other's points before the roll", lambda _, t: _before(t.before.points, opposite(t.side))
    ),
    Column("other_holes", "Int32", "holes", "the other's holes before the roll", lambda _, t: _before(t.before.holes, opposite(t.side))),
    *_men(lambda t: t.side, "own", "the roller's men before the roll"),
    *_men(lambda t: opposite(t.side), "other", "the other's men before the roll"),
    _raced("match_game", "Int32", "", "which game of the match, from 1"),
    _raced("throw_of_game", "Int32", "", "the how-manieth throw of that game, from 1; 0 where the record has gaps before it"),
    _raced("own_bar", "Int8", "men", "the roller's men on the bar before the roll"),
    _raced("own_off", "Int8", "men", "the roller's men borne off before the roll"),
    _raced("own_hand", "Int8", "men", "the roller's men in the hand before the roll"),
    _raced("other_bar", "Int8", "men", "the other's men on the bar before the roll"),
    _raced("other_off", "Int8", "men", "the other's men borne off before the roll"),
    _raced("other_hand", "Int8", "men", "the other's men in the hand before the roll"),
    _raced("hits", "Int8", "men", "men hit alone"),
    _raced("bursts", "Int8", "bands", "bands burst"),
    _raced("lost", "Int8", "dice", "steps of the throw that could not be used (fåtade)"),
    _raced("reduction", "Int8", "pips", "pips of the dice that men borne off did not need"),
    _raced("bar_after", "Int8", "men", "the other's men on the bar after the roll"),
    _raced("jan_blots", "Int8", "men", "janblottor that the roller leaves out"),
    _raced("again", "Boolean", "", "the roller throws once more"),
    _raced("ending", "String", "", "code of the ending, where the roll ends the game"),
    _raced("ending_value", "Int8", "points", "what the game was worth, where the roll ends it"),
)

JANS: tuple[Column, ...] = (
    *_turn_key(lambda r: r.turn),
    Column("side", "String", "", "whose jan it is: W or B", lambda _, r: r.turn.side if r.jan.to_roller else opposite(r.turn.side)),
    Column(
        "player",
        "String",
        "",
        "name of whose jan it is",
        lambda j, r: _player(j, r.turn.side if r.jan.to_roller else opposite(r.turn.side), r.turn.ply.line),
    ),
    Column("roller", "Boolean", "", "whether he rolled the dice himself", lambda _, r: r.jan.to_roller),
    Column("phase", "String", "", "phase of the roll (docs/tables.md)", lambda _, r: phase(r.turn)),
    Column("jan", "String", "", "code (docs/notation.md 4)", lambda _, r: r.jan.code),
    Column("ways", "Int8", "", "ways", lambda _, r: r.jan.ways),
    Column("points", "Int32", "points", "what it is worth", lambda _, r: r.jan.points),
    Column("place", "Int8", "", "point on the roller's own route: the blot hit, the point filled", lambda _, r: r.jan.place),
    Column("doublet", "Boolean", "", "whether the dice were a doublet", lambda _, r: r.turn.dice[0] == r.turn.dice[1]),
    Column(
        "status",
        "String",
        "",
        "`marked`, `missed`, `unmade` (the play did not make it), `void` (the roller went or won first), `unknown`",
        lambda j, r: _jan_status(r, j.replay.rules.match_holes),
    ),
)

FINDINGS: tuple[Column, ...] = (
    *KEY,
    Column("spelling", "String", "", "how the record names its points, and so the message", lambda j, _: j.game.spelling),
    Column("turn", "Int32", "", "place of the roll in its game, from 0; -1 for the game as a whole", lambda _, f: f.turn),
    Column("ply", "Int32", "", "number of the roll as written; null for the game as a whole", lambda _, f: f.ply),
    Column("line", "Int32", "", "line of the file", lambda _, f: f.line),
    Column(
        "phase",
        "String",
        "",
        "phase of the roll (docs/tables.md); null for the game as a whole",
        lambda j, f: phase(j.replay.turns[f.turn]) if f.turn >= 0 else None,
    ),
    Column("kind", "String", "", "kind of finding (docs/findings.md)", lambda _, f: f.kind),
    Column("side", "String", "", "who is at fault", lambda _, f: f.side),
    Column("player", "String", "", "name of who is at fault", lambda j, f: _player(j, f.side, f.line)),
    Column("gained", "String", "", "side that gained by it", lambda _, f: f.gained),
    Column("points", "Int32", "points", "points at fault, null not known (`school ?`)", lambda _, f: f.points),
    Column("holes", "Int32", "holes", "holes at fault", lambda _, f: f.holes),
    Column(
        "school", "String", "", "what became of the school: claimed, let-go, wrong-amount, denied, raised", lambda _, f: f.school or None
    ),
    Column("school_points", "Int32", "points", "points of the school that was due, null not known", lambda _, f: f.school_points),
    Column("claimed_points", "Int32", "points", "points marked for it, null not known", lambda _, f: f.claimed_points),
    Column("jans", "String", "", "codes of the jans concerned, with commas", lambda _, f: ",".join(f.jans) or None),
    Column("told", "Boolean", "", "the record itself tells it (a fault mended, a false school denied)", lambda _, f: f.told),
    Column("cost_points", "Int32", "points", "swing at the moment of the fault", lambda _, f: f.cost.points if f.cost else None),
    Column("cost_holes", "Int32", "holes", "swing in holes as far as it is defined", lambda _, f: f.cost.holes if f.cost else None),
    Column(
        "changes_match", "Boolean", "", "that finding alone put right, another wins", lambda _, f: f.cost.changes_match if f.cost else None
    ),
    Column("stake", "Float64", "unit", "amount at stake in the accounts of a form (docs/findings.md)", lambda _, f: f.stake),
    Column("unit", "String", "", "what `stake` counts: jetons, fish, stakes, money", lambda _, f: f.unit or None),
    Column("rule", "String", "", "section of docs/rules.md", lambda _, f: f.rule),
    Column("message", "String", "", "the finding in words", lambda _, f: f.message),
)


def jan_rows(judged: Judged) -> list[JanRow]:
    """Every due jan of a game, by turn, the roller's before the other's."""
    return [JanRow(turn, jan) for turn in judged.replay.turns if turn.due for jan in (*turn.due.roller, *turn.due.opponent)]


def finding_rows(judged: Judged) -> list[Finding]:
    """The findings in the order of play (the audit has them worst first)."""
    return sorted(judged.audit.findings, key=lambda finding: (finding.turn, finding.line, finding.kind, finding.side))


TABLES: dict[str, tuple[tuple[Column, ...], Callable[[Judged], list[Any]]]] = {
    "games": (GAMES, lambda judged: [judged.game]),
    "plies": (PLIES, lambda judged: list(judged.replay.turns)),
    "jans": (JANS, jan_rows),
    "findings": (FINDINGS, finding_rows),
}
"""Table name to its columns and to the rows of one game."""
