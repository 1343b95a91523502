"""The cards of the mistakes: each finding in sentences, with its board, what became of the school and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.tracks import SIDES
from notation.record import opposite
from reports.reel import turn_board
from reports.words import amount, counted, dice_words, drawn, kind_words, sentence, side_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from analysis.findings import Finding
    from replay.turns import Replay
    from reports.words import Names


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingView:
    """One finding as its card shows it."""

    kind: str
    anchor: str
    number: int | None
    line: int
    where: str
    who: str
    amount: str
    school: str
    cost: str
    decided: str
    how: str
    """The arithmetic behind `decided`, for who does not know how a match is won."""
    message: str
    rule: str
    told: bool
    board: Markup | None


def finding_view(finding: Finding, replay: Replay, names: Names, anchors: Mapping[int, str], *, with_board: bool) -> FindingView:
    """Tell a finding in its sentences, with its board."""
    turn = replay.turns[finding.turn] if 0 <= finding.turn < len(replay.turns) else None
    board = None
    if turn is not None and with_board and not finding.told:
        board = drawn(turn_board(turn, replay.game.spelling))
    return FindingView(
        kind=kind_words(finding.kind),
        anchor=anchors.get(finding.turn, ""),
        number=finding.ply,
        line=finding.line,
        where="the game as a whole" if turn is None else f"roll {finding.ply}, {side_name(turn.side)} {dice_words(turn.dice)}",
        who=names.of(finding.side),
        amount=amount_words(finding),
        school=school_words(finding, names),
        cost=cost_words(finding, names, stop_of(finding, replay)),
        decided=decided_words(finding, names),
        how=how_words(finding, replay),
        message=sentence(finding.message),
        rule=finding.rule,
        told=finding.told,
        board=board,
    )


def amount_words(finding: Finding) -> str:
    """The amount at fault: points and holes, or what is at stake in the accounts; empty where there is none."""
    if finding.points or finding.holes:
        return amount(finding.points or 0, finding.holes)
    if not finding.stake:
        return ""
    return f"{finding.stake:g} {finding.unit.removesuffix('s') if finding.stake == 1 else finding.unit}"


def school_words(finding: Finding, names: Names) -> str:
    """Tell what became of the school; empty where none arises."""
    if not finding.school:
        return ""
    claimant = names.of(opposite(finding.side))
    points, claimed = (
        "an amount not known" if number is None else counted(number, "point") for number in (finding.school_points, finding.claimed_points)
    )
    if finding.kind == "false-school":
        answered = finding.school == "claimed"
        did = f"answered that it was none and marked {claimed}" if answered else "could have marked these points instead, and did not"
        return f"{claimant} {did}."
    return {
        "claimed": f"School: {claimant} noticed and marked {claimed} for it.",
        "let-go": f"School let go: {claimant} could have marked {points} for it, and did not.",
        "wrong-amount": f"School for the wrong amount: {claimant} marked {claimed} where {points} were due."
        if finding.claimed_points != 0
        else f"School for the wrong amount, and turned back as a false school: {points} were due, and {claimant} has none.",
        "denied": f"School denied: {claimant} claimed {points}, and the claim was turned back as a false school.",
        "raised": f"School raised: {claimant} answered a wrong reply and marked {claimed}.",
    }.get(finding.school, f"School {finding.school}: {points} due, {claimed} marked.")


def stop_of(finding: Finding, replay: Replay) -> int | None:
    """Number of the roll from which nobody can say what would have come, the fault put right; None where that is known to the end."""
    at = finding.cost.track.undefined_from if finding.cost else None
    return replay.turns[at].ply.number if at is not None and at < len(replay.turns) else None


def cost_words(finding: Finding, names: Names, stop: int | None = None) -> str:
    """Tell what the fault cost, alone put right and the rest as played, and from which roll on (`stop`) nobody can say."""
    told = _cost_words(finding, names, "by the end" if stop is None else "as far as it can be followed")
    return told if stop is None or finding.cost is None else f"{told} From roll {stop} on nobody can say: {finding.cost.track.reason}."


def _cost_words(finding: Finding, names: Names, until: str) -> str:
    """The balance at the roll itself, and `until` then."""
    cost = finding.cost
    gained = f"; {names.of(finding.gained)} gained" if finding.gained and finding.gained != finding.side else ""
    if cost is None:
        return f"Who gained: {names.of(finding.gained)}." if finding.gained else ""
    points, holes = cost.points or 0, cost.holes or 0
    if points <= 0 and holes <= 0:
        if cost.points is None or cost.holes is None:
            return "What it cost is not known."
        return "It cost nothing." if points == 0 and holes == 0 else "It turned out to the good of the one who made it."
    swing = f"{counted(points, 'point')} at once" if points > 0 else ""
    end = f"{counted(holes, 'hole')} {until}" if holes > 0 else ""
    told = " and ".join(part for part in (swing, end) if part)
    if holes < 0:
        told += f", but brought {counted(-holes, 'hole')} {until}"
    elif cost.holes == 0:
        told += f", no hole {until}"
    return f"It cost {names.of(finding.side)} {told}{gained}."


def decided_words(finding: Finding, names: Names) -> str:
    """Say so where the fault changed who won; else empty."""
    cost = finding.cost
    if cost is None or not cost.changes_match:
        return ""
    winner = cost.track.winner
    if winner is None:
        return "Put right, this alone would have left the match undecided where it was lost."
    doing = {
        "missed": "Marking this point" if finding.points == 1 else f"Marking these {finding.points} points",
        "fill-unmade": "Making the fill",
        "preserve-unmade": "Preserving the full table",
        "hole-unpegged": f"Pegging {'this hole' if finding.holes == 1 else f'these {finding.holes} holes'}",
    }.get(finding.kind)
    if doing and winner == finding.side:
        return f"{doing} would have won {names.of(winner)} the match."
    return f"Put right, this alone would have won {names.of(winner)} the match."


def how_words(finding: Finding, replay: Replay) -> str:
    """Tell how the match would have been won, by whom the fault lost it; empty where it was not so."""
    cost, goal = finding.cost, replay.rules.match_holes
    if cost is None or not cost.changes_match or cost.track.winner != finding.side or cost.track.won_at is None:
        return ""
    turn = replay.turns[finding.turn]
    if cost.track.won_at != finding.turn:
        return f"The {counted(goal, 'hole')} that win would have been his on roll {replay.turns[cost.track.won_at].ply.number}."
    me, rolled = SIDES.index(finding.side), finding.side == turn.side
    held, holes = turn.before.points[me], turn.before.holes[me]
    stood = turn.stood_roller if rolled else turn.stood_opponent
    if (
        finding.kind != "missed"
        or held is None
        or holes is None
        or stood is None
        or finding.points is None
        or turn.pegged_roller
        or turn.pegged_opponent
    ):
        return ""
    at = held + stood
    made = "the hole" if goal - holes == 1 else "the holes"
    return (
        f"He stood at {counted(at, 'point')} and {counted(holes, 'hole')}. {at} + {finding.points} = {at + finding.points}: "
        f"twelve points make {made} that he lacked, and {counted(goal, 'hole')} win the match."
    )
