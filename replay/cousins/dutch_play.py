"""A play of Dutch TricTrac as written: what it came to, or why it is not legal (docs/rules.md, section 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from notation.record import BAR, HAND, OFF
from replay.cousins import dutch_steps as steps
from replay.cousins.dutch import (
    DEFAULT,
    check,
    furthest,
    may_stop,
    outcome,
    sequence,
    sources,
    step_from,
    turned_masks,
    unfold,
    words,
)
from replay.cousins.men import BAR as BAR_CODE
from replay.cousins.men import HAND as HAND_CODE
from replay.cousins.stood import moved as as_written
from replay.cousins.walks import ANYBODY, Refusal, Step, Written, dice_named, place, spelled, step_told, unsaid, walks, where
from replay.cousins.ways import preferred

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from replay.cousins.dutch import Furthest, Position, Rules
    from replay.cousins.walks import Dice

State = tuple[int, int, int]
"""A board reached within the throw, as the kernel's words."""
Single = Callable[..., list[tuple[Step, State]]]
"""The steps of a die from a state, of every man or of one (`single`)."""
ALL = (1 << 27) - 1
PLACES = {BAR: 1 << BAR_CODE, HAND: 1 << HAND_CODE}
MANY = 4
"""Men whose orders are looked through for why none of them can be played."""


@dataclass(frozen=True, slots=True)
class Played:
    """A legal play: what it came to, and what there is to count.

    `position` is still seen by him who played. `again`: he throws once more; `ended` as in `replay.cousins.dutch.Result`. `in_order` is
    False where the men were not written in the order of the dice.
    """

    before: Position
    dice: tuple[int, int]
    steps: tuple[Step, ...]
    position: Position
    again: bool
    ended: str
    in_order: bool = True
    stood: bool = False
    """Not legal, and played all the same: the steps are the men as written, without dice."""
    others: tuple[Played, ...] = ()
    """What the men written can be as well, by ways that hit other men; the likelier first."""
    as_good: int = 0
    """How many of these, the first, fit the men as written as well as this play does."""

    @property
    def hits(self) -> int:
        """Men hit."""
        return sum(step.taken for step in self.steps)

    @property
    def reduction(self) -> int:
        """Nothing: men leave by the exact die (N-9)."""
        return 0

    @property
    def lost(self) -> int:
        """Steps of the throw that were not played; none when the last man is off (N-1, N-12)."""
        return 0 if self.position.mover.off == 15 or self.stood else len(sequence(self.dice)) - len(self.steps)


def following(left: Dice) -> Iterator[tuple[int, Dice]]:
    """The step to be played next: the order is fixed (7.2)."""
    if left:
        yield left[0], left[1:]


def single(position: Position, dice: tuple[int, int], rules: Rules) -> Single:
    """Every man whom a step can move from a state, or him of a place, with the state behind it, as the kernel plays it."""
    one, two = turned_masks(position.other)
    flags = rules.flags if len(sequence(dice)) == 2 else rules.flags & ~steps.ENTRY_ON_DOUBLE

    def step(state: State, die: int, start: int = ANYBODY) -> list[tuple[Step, State]]:
        near, far, word = state
        if word >> steps.TAG_AT & 15 == steps.DONE:
            return []
        only = ALL if start == ANYBODY else PLACES.get(start, 1 << start if 0 <= start < OFF else 0)
        found = []
        for source in sources(steps.movable(near, far, die, flags, two) & only):
            after = steps.moved(near, far, word, source, die, one)
            found.append((step_from(source, die, after[2], word), after))
        return found

    return step


def play(position: Position, dice: tuple[int, int], men: Sequence[Written], rules: Rules = DEFAULT) -> Played | Refusal:
    """Play the men written, by the steps of the throw, or say why they may not be played.

    A play is legal if it comes to what a legal play comes to. The men are first taken in the order written; since the order of the steps
    is fixed, men written in another order are sorted into it. A man hit on the way is taken to have been hit only if there is no way past
    him or a star asks for it; ways that come to other boards are kept in `others`.

    Raises `ValueError` as `legal` does.
    """
    check(position, dice)
    near, far = words(position.mover)
    step = single(position, dice, rules)
    for in_order in (True, False):
        found: list[tuple[int, Played]] = []
        for state, left, way in walks((near, far, 0), sequence(dice), men, following, step, in_order=in_order):
            # A throw played out is legal (N-2); only one that stops must be looked up.
            done = not left or state[2] >> steps.TAG_AT & 15 == steps.DONE
            if done or may_stop(position, dice, state, rules):
                after = unfold(position, *state)
                again, ended = outcome(after, dice, not left, rules)
                found.append((unsaid(way, men), Played(position, dice, way, after, again, ended, in_order)))
        if found:
            return preferred(sorted(found, key=lambda ranked: ranked[0]))
    return why_refused(position, dice, men, rules)


def stood(position: Position, dice: tuple[int, int], men: Sequence[Written], rules: Rules = DEFAULT) -> Played | str:
    """What is on the board when men were played that may not be, or a sentence where such a man is not there.

    Two men and more are taken up only where a star is written, else both sides stand there. The throw counts as played out where as
    many pips were moved as it has.
    """
    moved = as_written(position.mover, position.other, men, lambda p: 23 - p, lambda mover, _other, _step: mover.off == 15, bands=False)
    if isinstance(moved, str):
        return moved
    after = type(position)(moved[0], moved[1], position.mover_began)
    pips = sum(step.to + 1 if step.start in (BAR, HAND) else step.to - step.start for step in moved[2])
    again, ended = outcome(after, dice, pips == sum(sequence(dice)), rules)
    return Played(position, dice, moved[2], after, again, ended, in_order=False, stood=True)


# -- why not ---------------------------------------------------------------------------------------------------------------------------


def why_refused(position: Position, dice: tuple[int, int], men: Sequence[Written], rules: Rules) -> Refusal:
    """Say why the men written are no legal play: the first man who cannot be played, else the duty that is missed."""
    near, far = words(position.mover)
    step = single(position, dice, rules)
    for in_order in (True, False):  # men written in another order are judged as sorted into it, if they can all be moved
        for k in range(len(men), -1 if in_order else len(men) - 1, -1):
            way = next(walks((near, far, 0), sequence(dice), men[:k], following, step, in_order=in_order), None)
            if way is not None and k == len(men):
                return duty(way[0], way[1], furthest(position, dice, rules), step)
            if way is not None and in_order:
                first = obstacle(unfold(position, *way[0]), way[1], men[k], rules, len(sequence(dice)))
                break
    if first.fault != "step":
        return first
    swapped = next(walks((near, far, 0), sequence(dice), men, _any_order, step, in_order=True), None)
    if first.section != "7.2":  # what stands in the way is told already
        return first._replace(fault="order") if swapped is not None else first
    real = _sorted_obstacle(position, dice, men, rules, step)
    if swapped is not None:
        behind = f"; in that order {real.reason}" if real is not None and real.section != "7.1" else ""
        return first._replace(reason=first.reason + behind, fault="order")
    return real or first


def _sorted_obstacle(position: Position, dice: tuple[int, int], men: Sequence[Written], rules: Rules, step: Single) -> Refusal | None:
    """What stops the men written when they are taken in the order of the steps; None where only the order stops them.

    Of the orders of the men, the one that comes furthest counts: those written higher die first are so judged by the lower.
    """
    if len(men) > MANY:
        return None
    near, far = words(position.mover)
    for k in range(len(men) - 1, -1, -1):
        stopped = []
        for some in permutations(range(len(men)), k + 1):
            way = next(walks((near, far, 0), sequence(dice), [men[at] for at in some[:k]], following, step, in_order=True), None)
            if way is not None:
                stopped.append(obstacle(unfold(position, *way[0]), way[1], men[some[k]], rules, len(sequence(dice))))
        if stopped:
            return next((one for one in stopped if one.section != "7.2"), None)
    return None


def _any_order(left: Dice) -> Iterator[tuple[int, Dice]]:
    """The steps as if their order were free: what only this lets pass is played out of order."""
    for die in dict.fromkeys(left):
        at = left.index(die)
        yield die, left[:at] + left[at + 1 :]


def obstacle(board: Position, left: Dice, man: Written, rules: Rules, length: int) -> Refusal:
    """Why a man written cannot be played on a board with the steps that are left."""
    own = board.mover
    start, to = man.start, man.to
    name = f"{place(start)}/{place(to)}"
    if own.off == 15:
        return Refusal(f"all men are off before {name} is played", "N-12", "over")
    if not (start in (BAR, HAND) or 0 <= start < OFF) or not (0 <= to <= OFF):
        return Refusal(f"{name}: a man goes from a point, the bar or the hand to a point, or off", "7.1")
    if to <= start:
        return Refusal(f"{name} goes backwards, and men only go forward", "7.1")
    if not left:
        return Refusal(f"the throw is used up before {name}", "7.2")
    if (own.bar if start == BAR else own.hand if start == HAND else own.points[start]) == 0:
        return Refusal(f"there is no man {where(start)} to play", "7.1")
    if own.bar and start != BAR:
        return Refusal(f"{name}: a man on the bar must come in before another man moves", "N-5")
    if start == HAND and rules.entry == "double" and own.hand == 15 and length == 2:
        return Refusal("the first man comes in only on a double", "N-11")
    if own.hand and start not in (BAR, HAND) and rules.entry == "all-first":
        return Refusal(f"{name}: no man moves before all fifteen are in", "N-6")
    need = to + 1 if start in (BAR, HAND) else to - start
    runs = [sum(left[:k]) for k in range(1, len(left) + 1)]
    if need not in runs:
        order = ", ".join(str(die) for die in left)
        to_play = f"the steps to be played are {order} in this order" if len(left) > 1 else f"the step to be played is the {order}"
        if to == OFF and left[0] > need:
            return Refusal(f"{name} takes {need} exactly, and the step is {left[0]}", "N-9")
        return Refusal(f"{name} is {need}, and {to_play}", "7.2")
    die = left[0]
    first = die - 1 if start in (BAR, HAND) else start + die
    told = closed(board, start, first, rules)
    if told is None:
        return Refusal(f"{name}: a landing on the way to {place(to)}, or {place(to)} itself, is closed", "N-4")
    reason, section, _ = told
    via = "" if first == to else f" must come down on {place(first)}"
    return Refusal(f"{name}{via}: {reason}", section)


def closed(board: Position, start: int, to: int, rules: Rules) -> Refusal | None:
    """Why a man may not come down on a point, or leave; None where he may."""
    own = board.mover
    still = bool(own.bar or own.hand or any(own.points[:6]))
    if to == OFF:
        outside = next((p for p in range(18) if own.points[p]), None)
        if outside is None and not still:
            return None
        where = "in the hand" if own.hand else "on the bar" if own.bar else f"on {place(outside or 0)}"
        return Refusal(f"men leave only when all are in the last field, and one is {where}", "N-9")
    theirs = board.other.points[23 - to]
    if theirs > 1:
        return Refusal(f"{theirs} opposing men close {place(to)}", "N-4")
    if start == BAR and own.points[to] and not rules.bar_on_own:
        return Refusal(f"own men are on {place(to)}, and a man hit comes in on a free point", "N-5")
    if own.points[to] >= steps.MOST:
        return Refusal(f"five own men are on {place(to)}, and more may not be", "N-4")
    if own.hand and to >= 6:
        return Refusal(f"no man enters the second field while {own.hand} are in the hand", "N-6")
    if still and to >= 18:
        where = "in the hand" if own.hand else "on the bar" if own.bar else "in the first field"
        return Refusal(f"men in the last field are frozen, and it is closed, while a man is {where}", "N-8")
    return None


def duty(state: State, left: Dice, far_away: Furthest, step: Single) -> Refusal:
    """Which duty a play misses whose men can all be moved."""
    more = step(state, left[0]) if left else []
    if more:
        return Refusal(f"the {left[0]} can still be played: {spelled([more[0][0]])}", "N-2", "unused")
    if far_away.complete:
        return Refusal(f"the {left[0]} is stuck, and the throw can be played out: {spelled(far_away.way)}", "N-2", "unused")
    return Refusal(f"{dice_named(left)} stay unplayed, and {spelled(far_away.way)} plays more of the throw", "N-2", "unused")


# -- a play tells itself ---------------------------------------------------------------------------------------------------------------

ENDINGS = {
    "win": "all his men are off: the mover has won (N-12)",
    "nabeurt": "all his men are off; he began, so the other has his last turn (N-13)",
    "loss": "the last turn is over and has failed: the other side has won (N-13)",
}


def told(played: Played) -> tuple[str, ...]:
    """A play in sentences: each step, what could not be played, and what comes next."""
    found = [step_told(step) for step in played.steps] if played.stood else []
    for step in () if played.stood else played.steps:
        who = {BAR: "a man comes in from the bar on", HAND: "a man comes in from the hand on"}.get(step.start, f"{place(step.start)} to")
        if step.to == OFF:
            found.append(f"with the {step.die}, a man leaves from {place(step.start)} exactly (N-9)")
        else:
            found.append(f"with the {step.die}, {who} {place(step.to)}" + (", hitting a man (N-4)" if step.taken else ""))
    if played.lost:
        left = sequence(played.dice)[len(played.steps) :]
        found.append(f"no man can play the {left[0]}: the turn stops, {dice_named(left)} unplayed (N-1)")
    if played.ended:
        found.append(ENDINGS[played.ended])
    elif played.again:
        found.append("the throw is played out: he throws again (N-3)")
    return tuple(found)
