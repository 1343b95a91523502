"""The faults of one roll: what was due against what was marked, pegged, played and decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from analysis.findings import Finding
from analysis.kinds import KINDS
from analysis.tracks import SIDES, Step, as_played, tally_of
from notation.record import OFF, opposite
from replay import kernel
from replay.jans import explain
from replay.legality import can_play, joined
from replay.marking import spoken, told_holes
from replay.plays import apply_moves, apply_play, planes
from replay.position import ADVERSE, CORNER
from replay.replayer import LEAVES
from replay.scoring import HOLE, races
from replay.unmade import FILLS, PRESERVES

if TYPE_CHECKING:
    from notation.record import Award, Side
    from replay.engine import Jan
    from replay.position import Position
    from replay.turns import Turn

PLAYED = ("illegal-play", "foul-left", "fill-unmade", "preserve-unmade")
"""Kinds of fault that are complete when the men are."""
ADVERSE_JAN = 0b111110 << 12
"""The points of the adverse grand jan where men may stand once it cannot be filled: all but the opponent's corner."""
NAMES = {"W": "White", "B": "Black", "?": "Somebody"}


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding in the making, with the marking that would have been right.

    `halves` are the two faults, of either side, that are told as one where one side marked what the other forgot.
    """

    finding: Finding
    right: Step | None = None
    halves: tuple[Fault, ...] = ()


def turn_faults(turn: Turn, match_holes: int, spelling: str, ended: int, *, consent: bool = False) -> list[Fault]:
    """Every fault of one roll, in the order of docs/rules.md 2.2; what became of the schools is for `analysis.schools`.

    `match_holes` are the holes of the match (0 where holes do not win it), `spelling` names the places in the sentences, `ended` says how
    many rolls ago the match was won: 0 where it was not, 1 for the first roll after it. `consent`: going awaits the other's consent, and
    one that was announced and not carried out is nothing to tell (G-11).
    """
    if turn.side not in SIDES or ended > 1:
        return []
    if ended:
        message = "the match was already won; nothing more is played or marked"
        return [Fault(finding_of(turn, "after-the-end", turn.side, message=message))]
    played = as_played(turn)
    marking = _wrong_sides(turn, _marking_faults(turn, played, match_holes, spelling))
    markers = [] if match_holes else _marker_faults(turn)  # where holes win the match no marker sets its price (analysis.forms)
    going, pegs = _going_faults(turn, played, consent=consent), _peg_faults(turn, played)
    return _order_faults(turn) + marking + going + pegs + _play_faults(turn, played, spelling) + markers


def finished_late(faults: list[Fault], turn: Turn) -> list[Fault]:
    """The same of a roll whose player was still moving when the other threw: he finishes without fault, and without a school (3.9).

    Where the line sends him to school all the same, his fault was complete before the throw.
    """
    done = []
    for fault in faults:
        if fault.finding.side == turn.side and fault.finding.kind in PLAYED and not _sent(turn):
            message = f"{fault.finding.message}; the other had thrown already, and it is no fault"
            done.append(Fault(replace(fault.finding, told=True, school_points=None, message=message)))
        else:
            done.append(fault)
    return done


def finding_of(turn: Turn, kind: str, side: Side, **more: object) -> Finding:
    """A finding about this turn, with its place in the record and the rule of its kind."""
    return Finding(kind=kind, turn=turn.index, ply=turn.ply.number, line=turn.ply.line, side=side, rule=KINDS[kind].rule, **more)  # type: ignore[arg-type]


def _order_faults(turn: Turn) -> list[Fault]:
    expected = turn.before.roller
    if expected in ("?", turn.side) or turn.before.men(turn.side) is None:  # not known, his last man may have gone off and he rolls again
        return []
    message = f"{NAMES[turn.side]} rolls, but it was {NAMES[expected]}'s turn"
    return [Fault(finding_of(turn, "out-of-turn", turn.side, message=message))]


def _marking_faults(turn: Turn, played: Step | None, match_holes: int, spelling: str) -> list[Fault]:
    """Points missed and over-marked, of both sides (S-1, S-2)."""
    faults: list[Fault] = []
    if played is None or turn.due is None:
        return faults
    other = opposite(turn.side)
    unmade = sum(jan.points for jan in turn.unmade if jan.code in FILLS + PRESERVES)
    rows = (
        (turn.side, turn.owed_roller, turn.marked_roller, turn.ply.body.award, unmade, True),
        (other, turn.owed_opponent, turn.marked_opponent, turn.ply.body.against, 0, False),
    )
    for side, owed, marked, award, pardoned, rolled in rows:
        if owed is None or marked is None or (turn.assumed and spoken(award) is None):
            continue
        excess = marked - owed
        if needs_no_more(turn, owed, marked, match_holes, rolled=rolled):
            excess = 0
        if not rolled and 0 < excess <= 2 * _blocked(turn):
            excess = 0
        forfeited = min(max(excess, 0), pardoned)
        excess -= forfeited
        first = None if award is None or award.right is None else award.value.points
        if first is not None and first != marked:
            word = "too many" if first > marked else "too few"
            message = f"{NAMES[side]} marked {first}, {word}, and put it right to {marked}"
            faults.append(Fault(finding_of(turn, "mark-mended", side, points=abs(first - marked), told=True, message=message)))
        if not excess:
            continue
        right = replace(played, mine=owed) if rolled else replace(played, theirs=owed)
        said = _said_holes(turn, owed, rolled=rolled)
        if said is not None:
            right = replace(right, mine_extra=0) if rolled else replace(right, theirs_extra=0)
        kind = "missed" if excess < 0 else "over-marked"
        waived = _no_school(turn) if rolled and excess < 0 else ""
        jans = turn.due.roller if rolled else turn.due.opponent
        faults.append(
            Fault(
                finding_of(
                    turn,
                    kind,
                    side,
                    gained=opposite(side),
                    points=abs(excess),
                    holes=0 if said is None else abs(said.pegged - said.due),
                    school_points=None if waived else abs(excess),
                    jans=() if excess > 0 else missing_jans(tuple(jan for jan in jans if jan not in turn.unmade), -excess),
                    message=_marking_message(turn, side, owed, marked, jans, spelling, forfeited)
                    + waived
                    + ("" if said is None else f"; he said {_holes_text(said.pegged)}, and {_holes_text(said.due)} {_were(said.due)} due"),
                ),
                right,
            )
        )
    return faults


def _no_school(turn: Turn) -> str:
    """Why no school arises for points that the roller forgot; empty where one does.

    Who has a hole and goes may leave holes behind, this one too (G-2, G-10). Who can play no man touches none, so that his omission is not
    complete until somebody says so (S-1): where the line has a school, it was.
    """
    held = turn.before.points[SIDES.index(turn.side)]
    if turn.decision in LEAVES and held is not None and held + (turn.owed_roller or 0) >= HOLE:
        return "; who goes on a hole that is his may leave points unmarked, and no school arises"
    if turn.due is not None and turn.due.unplayable == len(turn.dice) and not _sent(turn):
        return "; no man could be played, so that none was touched, and no school arises"
    return ""


def _sent(turn: Turn) -> bool:
    """Whether the line sends the roller to school."""
    return any(claim.word == "school" for claim in turn.ply.body.claims)


def _blocked(turn: Turn) -> int:
    """Dice that the roller could have played, and blocked by how he played the other: the opponent may leave it and mark two (D-2)."""
    own, opp = turn.before.men(turn.side), turn.before.men(opposite(turn.side))
    high, low = turn.dice
    if turn.verdict != "illegal" or turn.due is None or turn.due.unplayable or own is None or opp is None or high is None or low is None:
        return 0
    after, played = apply_moves(own, turn.moves), joined(own, turn.moves)
    if after is None or len(played) != 1:
        return 0
    ((start, end),) = played
    left = [other for die, other in ((high, low), (low, high)) if end - start == die or (end == OFF and end - start < die)]
    return int(bool(left) and all(not can_play(after, opp, die) for die in left))


class _Said(NamedTuple):
    """Holes said aloud for an amount that was not the right one, and the holes that were due."""

    pegged: int
    due: int


def _said_holes(turn: Turn, owed: int, *, rolled: bool) -> _Said | None:
    """Holes told (`+3h`, `+16 holes 3`) that hold another number of races than was due; None where it was the right one, or none was told.

    A race too many or too few hides in the holes and is a school of twelve (S-10); the pegs beside it are then no fault of their own.
    """
    award = turn.ply.body.award if rolled else turn.ply.body.against
    said = told_holes(award)
    stood, marked = (turn.stood_roller, turn.marked_roller) if rolled else (turn.stood_opponent, turn.marked_opponent)
    if said is None or marked is None or stood is None:
        return None
    me = SIDES.index(turn.side)
    tally, who = tally_of(turn.before), me if rolled else 1 - me
    if not rolled:
        tally, _ = tally.mark(me, turn.stood_roller, turn.pegged_roller if turn.pegged_roller != turn.made_roller else None)
    held = tally.points[who]
    if held is None or races(held, marked) == races(held, owed):
        return None
    return _Said(said, tally.mark(who, owed)[1])


def needs_no_more(turn: Turn, owed: int, marked: int, match_holes: int, *, rolled: bool) -> bool:
    """Whether this side goes, or wins the match, on this roll with the same holes whether it marks what it is owed or what it marked.

    What is over is not marked then, and nobody missed it (docs/rules.md G-2, P-4).
    """
    who = SIDES.index(turn.side) if rolled else 1 - SIDES.index(turn.side)
    if rolled:
        over = turn.decision in LEAVES or _won(turn.before, who, turn.pegged_roller, match_holes)
        return over and _same_holes(turn.before.points[who], owed, marked)
    held = 0 if turn.pegged_roller or turn.made_roller else turn.before.points[who]
    return _won(turn.before, who, turn.pegged_opponent, match_holes) and _same_holes(held, owed, marked)


def _won(before: Position, who: int, pegged: int, match_holes: int) -> bool:
    """Whether this side's own marks on the roll gave it the holes of the match."""
    return bool(match_holes) and (before.holes[who] or 0) + pegged >= match_holes


def _same_holes(held: int | None, owed: int, marked: int) -> bool:
    """Whether both amounts make the same holes: who goes, or wins, leaves the rest unmarked (docs/rules.md G-2, P-4)."""
    return held is not None and (held + owed) // 12 == (held + marked) // 12


def missing_jans(jans: tuple[Jan, ...], lacking: int) -> tuple[str, ...]:
    """Codes of the jans whose points are just `lacking`: one jan, else two, else all of them (nobody can tell which were forgotten)."""
    for jan in jans:
        if jan.points == lacking:
            return (jan.code,)
    for i, jan in enumerate(jans):
        for other in jans[i + 1 :]:
            if jan.points + other.points == lacking:
                return (jan.code, other.code)
    return tuple(jan.code for jan in jans)


def _marking_message(turn: Turn, side: Side, owed: int, marked: int, jans: tuple[Jan, ...], spelling: str, forfeited: int) -> str:
    """`White marked nothing, and 4 points were due to him: …`, with the reasons of what was due."""
    own, opp = turn.before.men(turn.side), turn.before.men(opposite(turn.side))
    high, low = turn.dice
    reasons = ""
    if own is not None and opp is not None and high is not None and low is not None:
        reasons = "; ".join(
            explain(jan, own, opp, (high, low), turn.side, spelling=spelling, due=turn.due) for jan in jans if jan not in turn.unmade
        )
    did = "nothing" if marked == 0 else f"{marked} points"
    worth = f"{owed} were due to him" if owed else "nothing was due to him"
    if forfeited:
        worth = f"{forfeited} of them would be for what he did not make, " + (worth if owed else "and nothing else was due to him")
    return f"{NAMES[side]} marked {did}{', and ' if not forfeited else '; '}{worth}" + (f": {reasons}" if reasons else "")


def _wrong_sides(turn: Turn, faults: list[Fault]) -> list[Fault]:
    """One side marked just what the other forgot: one fault, not two."""
    over = next((fault for fault in faults if fault.finding.kind == "over-marked"), None)
    missed = next((fault for fault in faults if fault.finding.kind == "missed"), None)
    if over is None or missed is None or over.finding.points != missed.finding.points or over.finding.side == missed.finding.side:
        return faults
    assert over.right is not None and missed.right is not None
    rolled = over.finding.side == turn.side
    right = replace(over.right, theirs=missed.right.theirs) if rolled else replace(over.right, mine=missed.right.mine)
    name, other = NAMES[over.finding.side], NAMES[missed.finding.side]
    message = f"{name} marked {over.finding.points} points that were {other}'s; {missed.finding.message}"
    finding = replace(over.finding, kind="wrong-side", rule=KINDS["wrong-side"].rule, jans=missed.finding.jans, message=message)
    return [fault for fault in faults if fault not in (over, missed)] + [Fault(finding, right, (over, missed))]


def _going_faults(turn: Turn, played: Step | None, *, consent: bool) -> list[Fault]:
    """Going without a hole (S-5), going taken back, holding without a hole."""
    decision = turn.ply.body.decision
    if decision is None or played is None:
        return []
    me = SIDES.index(turn.side)
    held = turn.before.points[me]
    has_hole = turn.pegged_roller > 0 or turn.made_roller > 0
    if held is not None:  # marked too high, it was a hole until the school was claimed; forgotten, it was one all the same (G-10)
        has_hole = has_hole or held + max(turn.marked_roller or 0, turn.owed_roller or 0) >= HOLE
    name = NAMES[turn.side]
    if decision.word not in LEAVES:
        if has_hole or held is None or turn.marked_roller is None or decision.taken_back:
            return []
        return [Fault(finding_of(turn, "hold-without-hole", turn.side, message=f"{name} held, but had won no hole on this roll"))]
    if has_hole:
        if decision.taken_back and not consent:
            return [Fault(finding_of(turn, "go-taken-back", turn.side, told=True, message=f"{name} went, and took it back"))]
        return []
    if held is None or turn.stood_roller is None:
        return []
    reached = held + max(turn.stood_roller, turn.owed_roller or 0)
    lacking = HOLE - reached
    message = f"{name} stood at {reached} points and had won no hole: {lacking} were lacking"
    right = replace(played, leaves=False, unmoved=not decision.taken_back)
    finding = finding_of(
        turn, "go-without-hole", turn.side, gained=opposite(turn.side), points=lacking, school_points=lacking, message=message
    )
    return [Fault(finding, right)]


def _peg_faults(turn: Turn, played: Step | None) -> list[Fault]:
    """Holes forgotten, or pegged beyond: the pegs are put right, but no school arises (S-10)."""
    faults: list[Fault] = []
    if played is None:
        return faults
    rows = (
        (turn.side, turn.owed_roller, turn.made_roller, turn.pegged_roller),
        (opposite(turn.side), turn.owed_opponent, turn.made_opponent, turn.pegged_opponent),
    )
    for side, owed, made, pegged in rows:
        if made == pegged or turn.before.points[SIDES.index(side)] is None:
            continue
        if owed is not None and _said_holes(turn, owed, rolled=side == turn.side) is not None:
            continue  # told with the points that were said in these holes
        name, gap = NAMES[side], abs(made - pegged)
        kind = "hole-unpegged" if pegged < made else "hole-overpegged"
        double = ", the first of them in bredouille" if made == 2 * ((made + 1) // 2) and made else ""
        message = f"{name}'s points made {_holes_text(made)}{double}, and {_holes_text(pegged)} {_were(pegged)} pegged: no school"
        gained = opposite(side) if pegged < made else side
        right = replace(played, mine_extra=0) if side == turn.side else replace(played, theirs_extra=0)
        faults.append(Fault(finding_of(turn, kind, side, gained=gained, holes=gap, message=message), right))
    return faults


def _were(number: int) -> str:
    return "was" if number < 2 else "were"


def _holes_text(number: int) -> str:
    return "no hole" if number == 0 else "1 hole" if number == 1 else f"{number} holes"


def _play_faults(turn: Turn, played: Step | None, spelling: str) -> list[Fault]:
    """Fills and preserves not made (S-3, S-4), plays that the rules do not allow, fouls mended or left, touches."""
    faults: list[Fault] = []
    name = NAMES[turn.side]
    binding = [jan for jan in turn.unmade if jan.code in FILLS + PRESERVES]
    own, opp = turn.before.men(turn.side), turn.before.men(opposite(turn.side))
    high, low = turn.dice
    sent_on = bool(binding) and own is not None and opp is not None and _sent_on(own, opp, turn)
    for jan in () if sent_on else binding:
        kind = "fill-unmade" if jan.code in FILLS else "preserve-unmade"
        verb = "filled" if jan.code in FILLS else "preserved"
        reason = ""
        if own is not None and opp is not None and high is not None and low is not None:
            reason = ": " + explain(jan, own, opp, (high, low), turn.side, spelling=spelling, due=turn.due)
        excess = min(jan.points, max(0, (turn.marked_roller or 0) - (turn.owed_roller or 0)))
        marked = f"; {excess} marked for it must come off again" if excess else ""
        marked += "; the men were put right, but the school stands (S-13)" if turn.verdict in ("legal", "mended") else ""
        message = f"{name} could have {verb} and had to{reason}{marked}"
        right = None
        if played is not None and turn.owed_roller is not None:
            right = replace(played, mine=turn.owed_roller + jan.points, unmoved=turn.verdict == "illegal")
        faults.append(
            Fault(
                finding_of(
                    turn,
                    kind,
                    turn.side,
                    gained=opposite(turn.side),
                    points=jan.points,
                    school_points=jan.points,
                    jans=(jan.code,),
                    message=message,
                ),
                right,
            )
        )
    if turn.verdict == "illegal" and own is not None and apply_moves(own, turn.moves) is None:
        return faults  # no such men: the record is at fault, not the player, and the replay says so (`Break`)
    left = [play for play in turn.ply.body.plays if play.fault and play.mended is None and play.way]
    if turn.verdict == "illegal" and not (binding and turn.why.endswith("(M-8)")):
        kind = "foul-left" if left else "illegal-play"
        seen = f"; {NAMES[opposite(turn.side)]} saw it and left it" if left else ""
        if left and own is not None and _alone(own, turn):
            seen += ", and a man alone in a corner may not be left there (3.9)"
        faults.append(Fault(finding_of(turn, kind, turn.side, message=f"{turn.why}{seen}")))
    if turn.verdict == "mended" and own is not None and _corner_after_force(own, turn):
        message = f"{name} took the corner on the roll on which he had taken it by force instead of by effect; he can play otherwise (3.9)"
        faults.append(Fault(finding_of(turn, "illegal-play", turn.side, message=message)))
    if any(play.fault and play.mended is not None and play.way for play in turn.ply.body.plays):
        faults.append(Fault(finding_of(turn, "foul-mended", turn.side, told=True, message=f"{name} placed men wrongly; it was put right")))
    if any(play.fault and not play.way for play in turn.ply.body.plays):
        faults.append(Fault(finding_of(turn, "touch", turn.side, told=True, message=f"{name} touched a man and did not play it")))
    return faults


def _sent_on(own: tuple[int, ...], opp: tuple[int, ...], turn: Turn) -> bool:
    """Whether a man who stood in the adverse grand jan against the rules went on, as the other may demand before all else (3.9)."""
    after = apply_moves(own, turn.moves)
    if after is None or kernel.allowed(planes(opp)) & ADVERSE_JAN:
        return False
    return any(own[p] for p in range(ADVERSE, ADVERSE + 6)) and sum(after[18:]) > sum(own[18:]) and sum(after[12:18]) < sum(own[12:18])


def _alone(own: tuple[int, ...], turn: Turn) -> bool:
    """Whether the play put one man alone on the own corner, or a man on the opponent's."""
    after = apply_moves(own, turn.moves)
    return after is not None and (after[CORNER] == 1 != own[CORNER] or after[ADVERSE] > own[ADVERSE])


def _corner_after_force(own: tuple[int, ...], turn: Turn) -> bool:
    """Whether the corner was taken though it had been taken by force first, where that was a foul, and another play is legal (3.9)."""
    after = apply_moves(own, turn.moves)
    high, low = turn.dice
    if after is None or own[CORNER] or after[CORNER] < 2 or turn.due is None or high is None or low is None:
        return False
    back = [
        play.start
        for play in turn.ply.body.plays
        if play.fault and play.mended == play.start and play.way[-1:] and play.way[-1].place == CORNER
    ]
    return sorted(back) == sorted((ADVERSE - high, ADVERSE - low)) and any(apply_play(own, code)[CORNER] == 0 for code in turn.due.plays)


def _marker_faults(turn: Turn) -> list[Fault]:
    """`no-banner`, `no-necktie`: what was forgotten is lost, and no school (docs/rules.md 5.2, manual mode)."""
    faults = []
    for side, award in ((turn.side, turn.ply.body.award), (opposite(turn.side), turn.ply.body.against)):
        for marker in _markers(award):
            if marker.startswith("no-"):
                message = f"{NAMES[side]} forgot the {marker[3:]}"
                faults.append(Fault(finding_of(turn, "marker-forgotten", side, gained=opposite(side), message=message)))
    return faults


def _markers(award: Award | None) -> tuple[str, ...]:
    return () if award is None or spoken(award) is None else award.markers
