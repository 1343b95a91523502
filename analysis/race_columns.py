"""The four tables of race games: the columns of `analysis.columns`, counted from their own turns.

A column that asks only for the record or the finding is the same function; those of the game stand here by name; every other column is of
marks and holdings and is null.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from analysis.columns import TABLES, finding_rows
from notation.record import opposite
from replay.cousins.game import book_of
from replay.engine import planes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from analysis.race import RaceJudged
    from notation.record import Men, Setup, Side
    from replay.cousins.turns import RaceJan, RaceTurn

    Of = Callable[[RaceJudged, Any], object]


def race_rows(table: str, judged: RaceJudged) -> list[dict[str, object]]:
    """The rows of one table for one game, as plain dicts in the order of the columns. Raises KeyError for a table that is none."""
    columns, _ = TABLES[table]
    of = _FUNCTIONS[table]
    return [{column.name: of[column.name](judged, row) for column in columns} for row in ROWS[table](judged)]


def _player(judged: RaceJudged, side: Side) -> str | None:
    return judged.names["WB".index(side)] if side != "?" else None


def _men(setup: Setup | None, side: Side) -> Men | None:
    return None if setup is None or side == "?" else setup.white if side == "W" else setup.black


def _plane(digit: int, *, own: bool) -> Of:
    """A digit of the men on the 24 points, as `analysis.columns` has it."""

    def value(_: RaceJudged, turn: RaceTurn) -> object:
        men = _men(turn.before, turn.side if own else opposite(turn.side))
        return None if men is None else _planes(men)[digit]

    return value


@lru_cache(maxsize=16)
def _planes(men: Men) -> tuple[int, int, int, int]:
    """The men of a side as planes; one throw asks for them eight times."""
    return planes((*men.points, men.off))


def _beside(name: str, *, own: bool) -> Of:
    """Men on the bar, off, or in the hand before the roll."""

    def value(_: RaceJudged, turn: RaceTurn) -> object:
        men = _men(turn.before, turn.side if own else opposite(turn.side))
        return None if men is None else getattr(men, name)

    return value


def _pair(which: str, side: Side | None, *, after: bool = True, own: bool = True) -> Of:
    """One number of the two pairs of a position: of a side, or of the roller or the other."""

    def value(_: RaceJudged, turn: RaceTurn) -> object:
        setup = turn.after if after else turn.before
        whose = side or (turn.side if own else opposite(turn.side))
        return None if setup is None or whose == "?" else getattr(setup, which)["WB".index(whose)]

    return value


def _final(pair: str, at: int) -> Of:
    return lambda judged, _: getattr(judged.replay, pair)[at]


def _moves(_: RaceJudged, turn: RaceTurn) -> object:
    return " ".join(f"{step.start}-{step.to}" for step in turn.moves) or None


def _ending(turn: RaceTurn, judged: RaceJudged) -> RaceJan | None:
    """The jan that ended the game."""
    if turn.winner is None:
        return None
    terms = book_of(judged.replay.rules).terms
    return next((jan for jan in turn.jans if terms[jan.code].ending), None)


def _known(of: Of) -> Of:
    """The number, null where the play is not known."""
    return lambda judged, turn: None if turn.after is None else of(judged, turn)


class JanOf(tuple[Any, ...]):
    """A turn and one thing that happened on it."""

    __slots__ = ()

    @property
    def turn(self) -> RaceTurn:
        """The turn."""
        turn: RaceTurn = self[0]
        return turn

    @property
    def jan(self) -> RaceJan:
        """What happened."""
        jan: RaceJan = self[1]
        return jan


def jan_rows(judged: RaceJudged) -> list[JanOf]:
    """Everything the book tells of every turn, in the order of play."""
    return [JanOf((turn, jan)) for turn in judged.replay.turns for jan in turn.jans]


_GAMES: dict[str, Of] = {
    "players": lambda _j, _: None,
    "standing": lambda _j, _: None,
    "known": lambda j, _: sum(turn.before is not None and None not in turn.dice for turn in j.replay.turns),
    "white_points": _final("score", 0),
    "white_holes": _final("won", 0),
    "black_points": _final("score", 1),
    "black_holes": _final("won", 1),
    "length": lambda j, _: j.replay.length,
    "match_games": lambda j, _: len(j.replay.games),
}
_PLIES: dict[str, Of] = {
    "player": lambda j, t: _player(j, t.side),
    "opponent": lambda j, t: _player(j, opposite(t.side)),
    "moves": _moves,
    "verdict": lambda _j, t: t.verdict,
    "white_points": _pair("points", "W"),
    "white_holes": _pair("holes", "W"),
    "black_points": _pair("points", "B"),
    "black_holes": _pair("holes", "B"),
    "own_points": _pair("points", None, after=False),
    "own_holes": _pair("holes", None, after=False),
    "other_points": _pair("points", None, after=False, own=False),
    "other_holes": _pair("holes", None, after=False, own=False),
    **{f"own_{1 << digit}": _plane(digit, own=True) for digit in range(4)},
    **{f"other_{1 << digit}": _plane(digit, own=False) for digit in range(4)},
    **{f"own_{name}": _beside(name, own=True) for name in ("bar", "off", "hand")},
    **{f"other_{name}": _beside(name, own=False) for name in ("bar", "off", "hand")},
    "match_game": lambda _j, t: t.game,
    "throw_of_game": lambda _j, t: t.turn_of_game,
    "hits": _known(lambda _j, t: t.hits),
    "bursts": _known(lambda _j, t: t.bursts),
    "lost": _known(lambda _j, t: t.lost),
    "reduction": _known(lambda _j, t: t.reduction),
    "bar_after": _known(lambda _j, t: t.bar),
    "jan_blots": _known(lambda _j, t: t.jan_blots),
    "again": _known(lambda _j, t: t.again),
    "ending": lambda j, t: jan.code if (jan := _ending(t, j)) else None,
    "ending_value": lambda j, t: jan.value if (jan := _ending(t, j)) else None,
}
_JANS: dict[str, Of] = {
    "side": lambda _j, r: r.jan.side,
    "player": lambda j, r: _player(j, r.jan.side),
    "roller": lambda _j, r: r.jan.side == r.turn.side,
    "jan": lambda _j, r: r.jan.code,
    "ways": lambda _j, r: r.jan.number,
    "points": lambda _j, r: r.jan.value,
    "status": lambda _j, _r: "made",
}
_FINDINGS: dict[str, Of] = {"player": lambda j, f: _player(j, f.side)}

SAME: dict[str, Iterable[str]] = {
    "games": (
        *("file", "game", "line", "white", "black", "form", "event", "site", "date", "source", "rules", "variant", "spelling", "marks"),
        *("result", "winner", "turns", "breaks", "errors", "findings"),
    ),
    "plies": ("file", "game", "turn", "ply", "line", "side", "high", "low"),
    "jans": ("file", "game", "turn", "ply", "doublet"),
    "findings": (
        *("file", "game", "spelling", "turn", "ply", "line", "kind", "side", "gained", "points", "holes", "school", "school_points"),
        *("claimed_points", "jans", "told", "cost_points", "cost_holes", "changes_match", "stake", "unit", "rule", "message"),
    ),
}
"""Columns that are counted as in trictrac: from the record, the finding, or what both kinds of turn have."""
ROWS: dict[str, Callable[[RaceJudged], list[Any]]] = {
    "games": lambda judged: [judged.game],
    "plies": lambda judged: list(judged.replay.turns),
    "jans": jan_rows,
    "findings": lambda judged: finding_rows(cast("Any", judged)),
}


def _functions(table: str) -> dict[str, Of]:
    """Every column of a table with the function that counts it."""
    own = {"games": _GAMES, "plies": _PLIES, "jans": _JANS, "findings": _FINDINGS}[table]
    same = set(SAME[table])
    found: dict[str, Of] = {}
    for column in TABLES[table][0]:
        if column.name in own:
            found[column.name] = own[column.name]
        elif column.name in same:
            found[column.name] = cast("Of", column.of)  # it asks only for what both have
        else:
            found[column.name] = lambda _j, _r: None
    return found


_FUNCTIONS = {table: _functions(table) for table in TABLES}
