"""The audit: every gap between what a roll was worth and what was marked, what became of the schools, and what each fault cost.

Points a player is entitled to and points he marks are two things. A finding is one fault of one side on one roll; the schools that arise
from it and what became of them (claimed, let go, …) are told on the same finding, never twice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from analysis.accounts import account_findings, joined_of
from analysis.faults import Fault, finished_late, turn_faults
from analysis.findings import Audit, Cost, Finding
from analysis.forms import form_faults, form_findings
from analysis.kinds import KINDS
from analysis.schools import with_schools
from analysis.tracks import (
    SIDES,
    Step,
    as_played,
    holes_between,
    match_of,
    perfect_track,
    played_track,
    put_right,
    winner_of,
    won_by,
)

if TYPE_CHECKING:
    from analysis.findings import Track
    from notation.record import Side
    from replay.turns import Replay, Turn


def audit(replay: Replay) -> Audit:
    """All findings of a replay, worst first, each with its cost; and the score as played and with all marking perfect.

    The order is: faults that changed the match, then amounts at stake in its accounts, holes, points lost, the order of play.
    """
    faults: list[Fault] = []
    rules, ended = replay.rules, 0
    for turn in replay.turns:
        ended = ended + 1 if winner_of(turn.before, rules.match_holes) else 0
        found = turn_faults(turn, rules.match_holes, replay.game.spelling, ended, consent=rules.consent)
        if _thrown_early(replay, turn):
            found = finished_late(found, turn)
        faults += with_schools(turn, found, disputed=rules.raise_fails == "disputed")
        faults += form_faults(turn, rules) if not ended else []
    played = played_track(replay)
    findings = [_costed(replay, fault, played) for fault in faults] + _check_findings(replay) + form_findings(replay)
    joined, wrong = joined_of(replay)
    findings = account_findings(replay, joined, wrong, findings)
    ranked = sorted(
        findings, key=lambda f: (f.told, not (f.cost and f.cost.changes_match), -(f.stake or 0), -_holes(f), -_points(f), f.line)
    )
    return Audit(tuple(ranked), played, perfect_track(replay), joined)


def _thrown_early(replay: Replay, turn: Turn) -> bool:
    """Whether the other threw before the player of this roll had done with his men (`early`)."""
    after = replay.turns[turn.index + 1 : turn.index + 2]
    return any(later.ply.body.early and later.side != turn.side for later in after)


def _holes(finding: Finding) -> int:
    return (finding.cost.holes if finding.cost else finding.holes) or 0


def _points(finding: Finding) -> int:
    return (finding.cost.points if finding.cost else finding.points) or 0


def _costed(replay: Replay, fault: Fault, before: Track) -> Finding:
    """The finding with what it cost: that finding alone put right, the rest as played."""
    finding, right = fault.finding, fault.right
    if right is None:
        return finding
    other = put_right(replay, {finding.turn: right})
    points = swing(replay.turns[finding.turn], right, finding.side)
    match = match_of(replay, finding.turn)
    holes = holes_between(other.marks, before.marks[match.start : match.start + len(other.marks)], finding.side)
    changes = other.winner is not None and other.winner != won_by(replay, match)
    return replace(finding, cost=Cost(points, holes, other, changes))


def swing(turn: Turn, right: Step, side: Side) -> int | None:
    """Points lost and given away at the moment of the fault; None where the record does not tell.

    An amount that is not known, and the same with the fault put right, makes no difference.
    """
    played = as_played(turn)
    if played is None:
        return None
    me = SIDES.index(side)
    total = 0
    for now, was, sign in ((right.mine, played.mine, 1), (right.theirs, played.theirs, -1)):
        if now == was:
            continue
        if now is None or was is None:
            return None
        total += sign * (now - was)
    total = total if right.roller == me else -total
    now_, was_ = list(right.claims), list(played.claims)
    for claim in right.claims:
        if claim in was_:
            now_.remove(claim)
            was_.remove(claim)
    for claims, sign in ((now_, 1), (was_, -1)):
        for holder, points in claims:
            if points is None:
                return None
            total += sign * (points if holder == me else -points)
    return total


def _check_findings(replay: Replay) -> list[Finding]:
    """Checks of the record that do not hold."""
    kinds = {
        "score": "score-differs",
        "position": "position-differs",
        "won": "result-differs",
        "result": "result-differs",
        "lead": "lead-differs",
    }
    by_ply = {turn.ply.number: turn for turn in replay.turns}
    findings = []
    for check in replay.checks:
        if check.agrees:
            continue
        kind = kinds[check.kind]
        turn = by_ply.get(check.ply) if check.ply is not None else None
        message = f"the record says {check.stated}, the replay comes to {check.replayed}"
        findings.append(
            Finding(
                kind=kind,
                turn=turn.index if turn else -1,
                ply=check.ply,
                line=check.line,
                side=turn.side if turn else "?",
                rule=KINDS[kind].rule,
                message=message,
            )
        )
    return findings
