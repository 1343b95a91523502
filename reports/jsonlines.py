"""What every command says with `--json`: one object a line (docs/json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation.record import opposite
from replay.hints import hints, write_moves
from replay.jans import explain

if TYPE_CHECKING:
    from analysis.columns import Judged
    from analysis.findings import Finding
    from notation.diagnostics import Diagnostic
    from notation.record import Game
    from replay.engine import Due, Jan
    from replay.position import Position
    from replay.turns import Break, Turn


def diagnostic_row(fault: Diagnostic, game: int | None = None) -> dict[str, object]:
    """One fault of the text."""
    return {
        "type": "diagnostic",
        "file": fault.file,
        "game": game,
        "kind": fault.kind,
        "severity": "warning" if fault.warning else "error",
        "line": fault.line,
        "column": fault.column,
        "words": fault.words,
        "message": fault.message,
        "hint": fault.hint,
    }


def unread_row(path: str, message: str, *, error: bool) -> dict[str, object]:
    """A path that could not be read, or (no error) has no game in it."""
    return {
        "type": "diagnostic",
        "file": path,
        "game": None,
        "kind": "source",
        "severity": "error" if error else "warning",
        "line": None,
        "column": None,
        "words": "",
        "message": message,
        "hint": "",
    }


def finding_row(finding: Finding, judged: Judged) -> dict[str, object]:
    """One finding of the audit, with its cost."""
    game = judged.game
    cost = finding.cost
    suggested: tuple[str, ...] = ()
    if finding.kind in ("illegal-play", "foul-left") and finding.turn >= 0:
        suggested = hints(judged.replay.turns[finding.turn], judged.replay.rules, game.spelling)
    told: dict[str, object] | None = None
    if cost is not None:
        told = {
            "points": cost.points,
            "holes": cost.holes,
            "changes_match": cost.changes_match,
            "winner": cost.track.winner,
            "differs_from": _ply(judged, cost.track.first_differs),
            "undefined_from": _ply(judged, cost.track.undefined_from),
            "reason": cost.track.reason,
        }
    return finding_object(finding, game, suggested, told)


def match_rows(judged: Judged) -> list[dict[str, object]]:
    """The games of a match: a record of trictrac is one game."""
    del judged
    return []


def finding_object(finding: Finding, game: Game, suggested: tuple[str, ...], cost: dict[str, object] | None) -> dict[str, object]:
    """A finding of any game, with plays that may have been meant and what it cost."""
    return {
        "type": "finding",
        "file": game.file,
        "game": game.index + 1,
        "kind": finding.kind,
        "ply": finding.ply,
        "line": finding.line,
        "side": finding.side,
        "gained": finding.gained,
        "points": finding.points,
        "holes": finding.holes,
        "school": finding.school or None,
        "school_points": finding.school_points,
        "claimed_points": finding.claimed_points,
        "jans": list(finding.jans),
        "told": finding.told,
        "stake": finding.stake,
        "unit": finding.unit or None,
        "rule": finding.rule,
        "message": finding.message,
        "hints": list(suggested),
        "cost": cost,
    }


def break_row(fault: Break, judged: Judged) -> dict[str, object]:
    """Where the record cannot be followed."""
    game = judged.game
    return {
        "type": "break",
        "file": game.file,
        "game": game.index + 1,
        "kind": fault.kind,
        "ply": fault.ply,
        "line": fault.line,
        "message": fault.message,
        "position": fault.position.text(game.spelling),
        "hints": list(break_hints(fault, judged)),
    }


def break_hints(fault: Break, judged: Judged) -> tuple[str, ...]:
    """Plays that may have been meant where the one written cannot be: there is no such man."""
    if fault.kind != "impossible-play":
        return ()
    turn = next((turn for turn in judged.replay.turns if turn.ply.line == fault.line), None)
    return () if turn is None else hints(turn, judged.replay.rules, judged.game.spelling)


def turn_row(turn: Turn, judged: Judged) -> dict[str, object]:
    """One turn: dice, what was due, what was marked, the score and the position after it."""
    game = judged.game
    due = turn.due
    return {
        "type": "turn",
        "file": game.file,
        "game": game.index + 1,
        "ply": turn.ply.number,
        "line": turn.ply.line,
        "side": turn.side,
        "player": game.white if turn.side == "W" else game.black if turn.side == "B" else None,
        "dice": list(turn.dice),
        "due_roller": due.total_roller if due else None,
        "due_opponent": due.total_opponent if due else None,
        "owed_roller": turn.owed_roller,
        "owed_opponent": turn.owed_opponent,
        "jans_roller": [jan_row(jan, turn, game.spelling) for jan in due.roller] if due else None,
        "jans_opponent": [jan_row(jan, turn, game.spelling) for jan in due.opponent] if due else None,
        "marked_roller": turn.marked_roller,
        "marked_opponent": turn.marked_opponent,
        "assumed": turn.assumed,
        "claimed_roller": turn.claimed_roller,
        "claimed_opponent": turn.claimed_opponent,
        "play": write_moves(turn.moves, game.spelling, turn.side) if turn.side != "?" else None,
        "verdict": turn.verdict,
        "why": turn.why or None,
        "plays": len(due.plays) if due else None,
        "unplayable": due.unplayable if due else None,
        "decision": turn.decision or None,
        "pegged_roller": turn.pegged[0],
        "pegged_opponent": turn.pegged[1],
        "bore_off": turn.bore_off,
        "points": list(turn.after.points),
        "holes": list(turn.after.holes),
        "bredouille": ["WB"[i] for i, has in enumerate(turn.after.bredouille) if has],
        "position": turn.after.text(game.spelling),
        "position_before": turn.before.text(game.spelling),
    }


def jan_row(jan: Jan, turn: Turn, spelling: str) -> dict[str, object]:
    """One due jan with its reason in words."""
    own, opp = turn.before.men(turn.side), turn.before.men(opposite(turn.side))
    high, low = turn.dice
    reason = ""
    if own is not None and opp is not None and high is not None and low is not None:
        reason = explain(jan, own, opp, (high, low), turn.side, spelling=spelling, due=turn.due)
    return {"jan": jan.code, "ways": jan.ways, "points": jan.points, "place": jan.place, "made": jan not in turn.unmade, "reason": reason}


def _ply(judged: Judged, index: int | None) -> int | None:
    turns = judged.replay.turns
    return turns[index].ply.number if index is not None and 0 <= index < len(turns) else None


def due_row(due: Due, place: Position, dice: tuple[int, int], spelling: str) -> dict[str, object]:
    """What one roll is worth in a position."""
    side = place.roller
    own, opp = place.men(side), place.men(opposite(side))

    def rows(jans: tuple[Jan, ...]) -> list[dict[str, object]]:
        return [
            {
                "jan": jan.code,
                "ways": jan.ways,
                "points": jan.points,
                "place": jan.place,
                "reason": explain(jan, own, opp, dice, side, spelling=spelling, due=due) if own is not None and opp is not None else "",
            }
            for jan in jans
        ]

    return {
        "type": "score",
        "position": place.text(spelling),
        "side": side,
        "dice": list(dice),
        "due_roller": due.total_roller,
        "due_opponent": due.total_opponent,
        "jans_roller": rows(due.roller),
        "jans_opponent": rows(due.opponent),
        "plays": len(due.plays),
        "unplayable": due.unplayable,
    }
