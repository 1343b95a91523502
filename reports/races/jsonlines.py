"""What the commands say of bräde and Dutch TricTrac with `--json`: one object a line (docs/json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation.position import write_setup
from notation.writer import write_play
from replay.cousins.hints import race_hints
from replay.cousins.walks import place
from reports.jsonlines import finding_object

if TYPE_CHECKING:
    from analysis.findings import Finding
    from analysis.race import RaceJudged
    from notation.record import Setup
    from replay.cousins.turns import RaceBreak, RaceTurn


def finding_row(finding: Finding, judged: RaceJudged) -> dict[str, object]:
    """One finding of the audit."""
    return finding_object(finding, judged.game, finding_hints(finding, judged), None)


def finding_hints(finding: Finding, judged: RaceJudged) -> tuple[str, ...]:
    """Plays that may have been meant where one is not legal."""
    if finding.turn < 0 or finding.kind not in ("illegal-play", "order-wrong"):
        return ()
    return race_hints(judged.replay.turns[finding.turn], judged.replay.rules)


def gap_hints(gap: RaceBreak, judged: RaceJudged) -> tuple[str, ...]:
    """The same where the men written are not there."""
    turn = next((turn for turn in judged.replay.turns if turn.ply.line == gap.line), None)
    return () if turn is None or gap.kind != "impossible-play" else race_hints(turn, judged.replay.rules)


def _text(setup: Setup | None, judged: RaceJudged) -> str | None:
    return None if setup is None else write_setup(setup, "route", judged.replay.rules.name)


def break_row(gap: RaceBreak, judged: RaceJudged) -> dict[str, object]:
    """Where the record cannot be followed."""
    return {
        "type": "break",
        "file": judged.game.file,
        "game": judged.game.index + 1,
        "kind": gap.kind,
        "ply": gap.ply,
        "line": gap.line,
        "message": gap.message,
        "position": _text(gap.setup, judged),
        "hints": list(gap_hints(gap, judged)),
    }


def turn_row(turn: RaceTurn, judged: RaceJudged) -> dict[str, object]:
    """One throw: dice, what was played step by step, what it did, the boards before and after it."""
    game = judged.game
    return {
        "type": "turn",
        "file": game.file,
        "game": game.index + 1,
        "match_game": turn.game,
        "ply": turn.ply.number,
        "line": turn.ply.line,
        "side": turn.side,
        "player": game.white if turn.side == "W" else game.black if turn.side == "B" else None,
        "dice": list(turn.dice),
        "play": " ".join(write_play(play, "route", turn.side) for play in turn.ply.body.plays) if turn.side != "?" else None,
        "steps": [{"from": place(step.start), "to": place(step.to), "die": step.die or None, "taken": step.taken} for step in turn.moves],
        "verdict": turn.verdict,
        "why": turn.why or None,
        "fault": turn.fault or None,
        "told": list(turn.told),
        "jans": [
            {"jan": jan.code, "side": jan.side, "number": jan.number, "value": jan.value, "words": jan.words, "rule": jan.rule}
            for jan in turn.jans
        ],
        "hits": turn.hits,
        "bursts": turn.bursts,
        "lost": turn.lost,
        "reduction": turn.reduction,
        "bar": turn.bar,
        "jan_blots": turn.jan_blots,
        "again": turn.again,
        "winner": turn.winner,
        "points": list(turn.after.points) if turn.after is not None else None,
        "holes": list(turn.after.holes) if turn.after is not None else None,
        "position": _text(turn.after, judged),
        "position_before": _text(turn.before, judged),
    }


def match_rows(judged: RaceJudged) -> list[dict[str, object]]:
    """The games of the match, as far as the record tells of them."""
    return [
        {
            "type": "match-game",
            "file": judged.game.file,
            "game": judged.game.index + 1,
            "number": game.number,
            "line": game.line,
            "first_turn": game.turns[0],
            "turns": game.turns[1] - game.turns[0],
            "winner": game.winner,
            "kind": game.kind or None,
            "munk": game.munk,
            "value": game.value,
            "won_by": game.won_by or None,
            "words": game.words or None,
        }
        for game in judged.replay.games
    ]
