"""Score tracks: the record as it was marked, and as it would have been marked otherwise (the moves and the dice stay as they were)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analysis.findings import Mark, Track
from replay.marking import chains
from replay.replayer import LEAVES
from replay.tally import Tally
from replay.unmade import FILLS, PRESERVES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from notation.record import Side
    from replay.position import Position
    from replay.turns import Replay, Turn

SIDES: tuple[Side, Side] = ("W", "B")
NAMES = {"W": "White", "B": "Black"}


@dataclass(frozen=True, slots=True)
class Step:
    """The marking of one turn as numbers: points of roller and opponent, holes pegged beyond (or short of) what they make, claims.

    `claims` are `(who, points)` with 0 White, 1 Black; `unmoved` says the men would have been others from here on.
    """

    roller: int
    mine: int | None
    theirs: int | None
    mine_extra: int = 0
    theirs_extra: int = 0
    claims: tuple[tuple[int, int | None], ...] = ()
    leaves: bool = False
    decides: bool = False
    unmoved: bool = False


def as_played(turn: Turn) -> Step | None:
    """The marking of a turn as the record has it; None where nobody knows who rolled."""
    if turn.side not in SIDES:
        return None
    return Step(
        roller=SIDES.index(turn.side),
        mine=turn.stood_roller,
        theirs=turn.stood_opponent,
        mine_extra=turn.pegged_roller - turn.made_roller,
        theirs_extra=turn.pegged_opponent - turn.made_opponent,
        claims=tuple((SIDES.index(chain.holder), chain.marked) for chain in chains(turn.ply.body, turn.side)),
        leaves=turn.decision in LEAVES,
        decides=bool(turn.decision) and turn.pegged_roller > 0,
    )


def perfect_step(turn: Turn) -> Step | None:
    """The same turn with all marking perfect: both sides mark what is due, every hole is pegged.

    The only schools are those for fills and preserves that the play did not make (docs/rules.md S-3, S-4), which the other side takes.
    """
    played = as_played(turn)
    if played is None or turn.owed_roller is None:
        return played
    lost = sum(jan.points for jan in turn.unmade if jan.code in FILLS + PRESERVES)
    claims = ((1 - played.roller, lost),) if lost else ()
    return replace(played, mine=turn.owed_roller, theirs=turn.owed_opponent, mine_extra=0, theirs_extra=0, claims=claims)


def played_track(replay: Replay) -> Track:
    """The score as the record left it after every turn."""
    last = match_of(replay, len(replay.turns) - 1)
    won_at = next((i for i in last if winner_of(replay.turns[i].after, replay.rules.match_holes) is not None), None)
    return Track(marks=tuple(_mark_of(turn, tally_of(turn.after)) for turn in replay.turns), winner=replay.winner, won_at=won_at)


def match_of(replay: Replay, index: int) -> range:
    """The turns of the match that this turn belongs to: a record may hold several, each begun anew after one was won (`@game`)."""
    holes, turns = replay.rules.match_holes, replay.turns
    starts = [i for i in range(1, len(turns)) if winner_of(turns[i - 1].after, holes) and not winner_of(turns[i].before, holes)]
    return range(max((i for i in starts if i <= index), default=0), min((i for i in starts if i > index), default=len(turns)))


def won_by(replay: Replay, match: range) -> Side | None:
    """Who won these turns' match as it was marked."""
    winners = (winner_of(replay.turns[i].after, replay.rules.match_holes) for i in match)
    return next((side for side in winners if side is not None), None)


def perfect_track(replay: Replay) -> Track:
    """The score with all marking perfect, one match of the record after the other; it stops where one of them is not defined on."""
    whole = Track(())
    begun = 0
    while begun < len(replay.turns):
        match = match_of(replay, begun)
        found = track(replay, perfect_step, match)
        differs = found.first_differs if whole.first_differs is None else whole.first_differs
        whole = Track(whole.marks + found.marks, differs, found.undefined_from, found.reason, found.winner, found.won_at)
        if found.undefined_from is not None:
            break
        begun = match.stop
    return whole


def track(replay: Replay, step_of: Callable[[Turn], Step | None], match: range, first: int = 0) -> Track:
    """The score of one match if `step_of` had been the marking of every turn from `first` on, and those before as played.

    It follows the record while nothing differs; from the first difference it is counted on, until a hold or go on a hole that would not
    have been there, another board, or a stretch of the record that does not tell.
    """
    marks: list[Mark] = []
    tally: Tally | None = None
    differs: int | None = None
    last: Tally | None = None
    for turn in replay.turns[match.start : match.stop]:
        before, after = tally_of(turn.before), tally_of(turn.after)
        if differs is None or tally is None:
            tally = before
        elif last is not None and before != last:
            return Track(tuple(marks), differs, turn.index, "the record takes up again from a score of its own")
        step = step_of(turn) if turn.index >= first else None
        last = after
        if turn.index < first or (differs is None and step == as_played(turn)):
            marks.append(_mark_of(turn, after))
            won = winner_of(turn.after, replay.rules.match_holes)
            if won is not None:
                return Track(tuple(marks), None, None, "", won, turn.index)
            tally = after
            continue
        if step is None:
            return Track(tuple(marks), differs, turn.index, "nobody knows who rolled")
        tally, reason, winner = _advance(tally, step, replay.rules.match_holes)
        if reason:
            return Track(tuple(marks), differs, turn.index, reason)
        if differs is None and tally != after:
            differs = turn.index
        marks.append(_mark_of(turn, tally))
        if winner is not None:
            return Track(tuple(marks), differs, None, "", winner, turn.index)
        if step.unmoved:
            return Track(tuple(marks), differs if differs is not None else turn.index, turn.index + 1, "the men would have stood otherwise")
    return Track(tuple(marks), differs)


def put_right(replay: Replay, edits: Mapping[int, Step]) -> Track:
    """The score of a match with the marking of some of its turns changed and the rest as played. `edits` go by index of the turn."""
    return track(replay, lambda turn: edits.get(turn.index) or as_played(turn), match_of(replay, min(edits)), min(edits))


def tally_of(position: Position) -> Tally:
    """The pegs of a position."""
    return Tally(position.points, position.holes, position.bredouille, position.lurch)


def holes_between(first: Sequence[Mark], second: Sequence[Mark], side: Side) -> int | None:
    """By how many holes (own less the other's) `side` stands better on the first track than on the second, at the last turn of both.

    None where one of them does not tell; two scores that are the same differ by nothing, whatever they are.
    """
    length = min(len(first), len(second))
    if not length:
        return 0
    one, other = first[length - 1], second[length - 1]
    if one == other:
        return 0
    leads = [mark.white_holes - mark.black_holes for mark in (one, other) if mark.white_holes is not None and mark.black_holes is not None]
    if len(leads) < 2:
        return None
    return leads[0] - leads[1] if side == "W" else leads[1] - leads[0]


def _advance(tally: Tally, step: Step, match_holes: int) -> tuple[Tally, str, Side | None]:
    """One turn of marking: the tally after it, why it is not defined (or empty), who has won."""
    me = step.roller
    name = NAMES[SIDES[me]]
    if None in (step.mine, step.theirs, *(points for _, points in step.claims)) or None in tally.points + tally.holes:
        return tally, "the record does not tell what was marked", None
    after, made = _with_extra(tally, me, step.mine or 0, step.mine_extra)
    if _won(after, me, match_holes):
        return after, "", SIDES[me]
    if not made and (step.leaves or step.decides):
        word = "went" if step.leaves else "held"
        return tally, f"{name} {word} on a hole that would not have been there", None
    if step.leaves:
        after = after.lifted()
    else:
        after, _ = _with_extra(after, 1 - me, step.theirs or 0, step.theirs_extra)
        if _won(after, 1 - me, match_holes):
            return after, "", SIDES[1 - me]
    for who, points in step.claims:
        after, _ = after.mark(who, points)
        if _won(after, who, match_holes):
            return after, "", SIDES[who]
    return after, "", None


def _with_extra(tally: Tally, who: int, points: int, extra: int) -> tuple[Tally, int]:
    """Mark points and peg `extra` holes more (or fewer) than they make."""
    after, made = tally.mark(who, points)
    if extra and made:
        after, _ = tally.mark(who, points, max(0, made + extra))
    return after, made


def _won(tally: Tally, who: int, match_holes: int) -> bool:
    return bool(match_holes) and (tally.holes[who] or 0) >= match_holes


def winner_of(position: Position, match_holes: int) -> Side | None:
    """Who has the holes of the match (0: holes do not win it)."""
    tally = tally_of(position)
    return next((side for i, side in enumerate(SIDES) if _won(tally, i, match_holes)), None)


def _mark_of(turn: Turn, tally: Tally) -> Mark:
    return Mark(turn.index, turn.ply.number, tally.points[0], tally.holes[0], tally.points[1], tally.holes[1])
