"""A play of bräde as written: what it came to, or why it is not legal (docs/rules.md, section 6).

`play` takes the men in the order written, since the order tells a jan from a sprängjan (6.6). A play refused says which rule it breaks; a
play that is legal can tell itself step by step (`told`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from notation.record import BAR, OFF
from replay.cousins import brade_steps as steps
from replay.cousins.brade import DEFAULT, allowed, check, ending_of, legal, step_of, turned_words, unfold, words
from replay.cousins.men import ALL, BAR_AT, CAME, FAR, NEAR, STRIDE, WORD, rearmost
from replay.cousins.stood import moved as as_written
from replay.cousins.walks import ANYBODY, Refusal, Written, dice_named, place, spelled, step_told, unsaid, walks, where
from replay.cousins.ways import preferred

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from notation.record import Men
    from replay.cousins.brade import Ending, Position, Result, Rules
    from replay.cousins.walks import Dice, Step

State = tuple[int, int, int]
"""A board reached within the throw, as the kernel's words."""

TITLES = {
    "hemspel": "hemspel",
    "enkelt_kronspel": "enkelt kronspel",
    "dubbelt_kronspel": "dubbelt kronspel",
    "trappspel": "trappspel",
    "uppspel": "uppspel",
    "jan": "jan",
    "sprangjan": "sprängjan",
}


@dataclass(frozen=True, slots=True)
class Played:
    """A legal play: what it came to, and what there is to count.

    `position` is still seen by him who played; `turned()` gives it to the other. `in_order` is False where the men were not written in an
    order in which they can be played; `ending` is then the dearest of the orders that can.
    """

    before: Position
    dice: tuple[int, int]
    steps: tuple[Step, ...]
    position: Position
    ending: Ending | None
    in_order: bool = True
    stood: bool = False
    """Not legal, and played all the same: the steps are the men as written, without dice."""
    others: tuple[Played, ...] = ()
    """What the men written can be as well, by ways that hit other men; the likelier first."""
    as_good: int = 0
    """How many of these, the first, fit the men as written as well as this play does."""

    @property
    def hits(self) -> int:
        """Men hit alone."""
        return sum(step.taken == 1 for step in self.steps)

    @property
    def bursts(self) -> int:
        """Bands burst."""
        return sum(step.taken > 1 for step in self.steps)

    @property
    def lost(self) -> int:
        """Steps of the throw not used (*fåtade*), of two or four; none when the game is over (6.3, 6.6)."""
        return 0 if self.ending or self.stood else len(all_dice(self.dice)) - len(self.steps)

    @property
    def reduction(self) -> int:
        """Pips of the dice that men borne off did not need (6.5)."""
        return 0 if self.stood else sum(step.die - (OFF - step.start) for step in self.steps if step.to == OFF)


def all_dice(dice: tuple[int, int]) -> Dice:
    """The steps a throw gives, the higher die first; a double counts four times (6.2)."""
    return (dice[0],) * 4 if dice[0] == dice[1] else (max(dice), min(dice))


def following(left: Dice) -> Iterator[tuple[int, Dice]]:
    """The dice that may be used next, each with those left behind it: any order (6.3)."""
    for die in dict.fromkeys(left):
        at = left.index(die)
        yield die, left[:at] + left[at + 1 :]


def single(position: Position, rules: Rules) -> Callable[..., list[tuple[Step, State]]]:
    """Every step that a die makes from a state, or that of the man of a place, with the state behind it, as the kernel plays it."""
    onear, ofar, one, two = turned_words(position.other)
    bar = position.other.bar
    rank = 7 << steps.RANK_AT | steps.LEADS | steps.ENDS

    flags = rules.flags

    def step(state: State, die: int, start: int = ANYBODY) -> list[tuple[Step, State]]:
        near, far, word = state
        entering = near >> BAR_AT & 15
        if word >> steps.TAG_AT & 7 == steps.ENDED or (start != ANYBODY and (start == BAR) != (entering > 0)):
            return []
        room = 80 if start == ANYBODY else 6
        states, table = [0] * (room * STRIDE), [0] * (4 * room + 11)
        number = steps.push(states, table, 0, near, far, word, 0)
        taken = word & ALL
        tag = (word >> steps.TAG_AT & 7) + 1
        left1, left2 = one & ~taken, two & ~taken
        if entering:
            number = steps.enter(states, table, number, 0, die, tag, flags, left1, left2, onear, ofar, bar)
        elif start == ANYBODY:
            number = steps.move(states, table, number, 0, die, tag, flags, left1, left2, onear, ofar, bar)
        elif 0 <= start < OFF:
            last = rearmost(near, far)
            number = steps.man(states, table, number, 0, start, last, die, tag, flags, left1, steps.shut(near, left2), onear, ofar, bar)
        found = []
        for i in range(1, number):
            at = i * STRIDE
            after = (states[at + NEAR], states[at + FAR], states[at + WORD] & ~rank)
            found.append((step_of(states[at + CAME], after[2], word, onear, ofar), after))
        return found

    return step


def play(position: Position, dice: tuple[int, int], men: Sequence[Written], rules: Rules = DEFAULT) -> Played | Refusal:
    """Play the men written, by the dice, or say why they may not be played.

    A play is legal if it comes to what a legal play comes to. Where the men written can be the steps in more than one way, a man hit on the
    way is taken to have been hit only if there is no way past him or a star asks for it, and of endings the dearest is taken; ways that
    come to other boards are kept in `others`.

    Raises `ValueError` as `legal` does.
    """
    check(position, dice)
    near, far = words(position.mover)
    step = single(position, rules)
    for in_order in (True, False):
        found: list[tuple[tuple[int, int, int], Played]] = []
        for state, left, way in walks((near, far, 0), all_dice(dice), men, following, step, in_order=in_order):
            # All dice without reduction, or the end of the game, is legal (6.3, 6.6); only what falls short must be looked up.
            done = state[2] >> steps.KIND_AT & 7 or (not left and not state[2] >> steps.REDUCTION_AT & 31)
            if done or (state[0], state[1], state[2] & ALL) in allowed(position, dice, rules):
                after = unfold(position, *state)
                kind = state[2] >> steps.KIND_AT & 7
                played = Played(position, dice, way, after, ending_of(kind, after), in_order)
                found.append(((unsaid(way, men), -kind, played.reduction), played))
        if found:
            return preferred([(rank[0], played) for rank, played in sorted(found, key=lambda ranked: ranked[0])])
    return why_refused(position, dice, men, rules)


def stood(position: Position, dice: tuple[int, int], men: Sequence[Written]) -> Played | str:
    """What is on the board when men were played that may not be, or a sentence where such a man is not there.

    A band that was landed on is taken up where it may be burst (6.4) or a star says so; else both sides stand there, and a point mistaken
    in writing costs nobody the game. The game is over where a step leaves what ends it (6.6), whoever may take the step.
    """
    kind = 0

    def over(mover: Men, other: Men, step: Step) -> bool:
        nonlocal kind
        one = turned_words(other)[2]
        kind = steps.ending(*words(mover), step.to, other.bar, one, step.taken)
        return kind > 0

    moved = as_written(position.mover, position.other, men, lambda p: (p + 12) % 24, over, bands=_may_burst)
    if isinstance(moved, str):
        return moved
    after = type(position)(moved[0], moved[1])
    return Played(position, dice, moved[2], after, ending_of(kind, after), in_order=False, stood=True)


def _may_burst(mover: Men, other: Men, man: Written) -> bool:
    """Whether a man may burst the band on the point he is written to come down on (6.4)."""
    two = turned_words(other)[3]
    if mover.off == 14:
        return False
    return bool(steps.blocks(two) >> man.to & 1) or (man.start == BAR and mover.bar > steps.rooms(words(mover)[0], two))


# -- why not ---------------------------------------------------------------------------------------------------------------------------


def why_refused(position: Position, dice: tuple[int, int], men: Sequence[Written], rules: Rules) -> Refusal:
    """Say why the men written are no legal play: the first man who cannot be played, else the duty that is missed."""
    near, far = words(position.mover)
    step = single(position, rules)
    for k in range(len(men), -1, -1):
        way = next(walks((near, far, 0), all_dice(dice), men[:k], following, step, in_order=True), None)
        if way is None:
            continue
        state, left, played = way
        if k < len(men):
            return obstacle(position, state, left, men[k], rules)
        return duty(state, left, played, legal(position, dice, rules), step)
    raise AssertionError("no man at all can always be walked")  # pragma: no cover


def obstacle(position: Position, state: State, left: Dice, man: Written, rules: Rules) -> Refusal:
    """Why a man written cannot be played from a state with the dice that are left."""
    board = unfold(position, *state)
    own = board.mover
    start, to = man.start, man.to
    name = f"{place(start)}/{place(to)}"
    kind = state[2] >> steps.KIND_AT & 7
    if kind:
        ended = ending_of(kind, board)
        title = TITLES[ended.kind] if ended else ""
        return Refusal(f"the game is over with {title} before {name} is played", "6.6", "over")
    if not (start == BAR or 0 <= start < OFF) or not (0 <= to <= OFF):
        return Refusal(f"{name}: a man goes from a point or the bar to a point, or off", "6.1")
    if to <= start:
        return Refusal(f"{name} goes backwards, and men only go forward", "6.1")
    if not left:
        return Refusal(f"the throw is used up before {name}", "6.2")
    if (own.bar if start == BAR else own.points[start]) == 0:
        return Refusal(f"there is no man {where(start)} to play", "6.2")
    if own.bar and start != BAR:
        return Refusal(f"{name}: a man on the bar must come in before another man moves", "6.2")
    if to == OFF:
        return _not_off(board, left, start)
    need = to - start
    if need in left:
        return Refusal(f"{name}: {_closed(board, start, to, rules)}", _section(board, start, to))
    ways = [die for die in dict.fromkeys(left) if need > die and _sums(need - die, _without(left, die))]
    if not ways:
        return Refusal(f"{name} is {need}, and {dice_named(left)} cannot make that", "6.2")
    if start == BAR and own.bar > 1:
        return Refusal(f"{name}: the other man on the bar must come in before this one goes on", "6.2")
    for die in ways:
        if why := _closed(board, start, start + die, rules):
            return Refusal(f"{name} must come down on {place(start + die)}: {why}", _section(board, start, start + die))
    return Refusal(f"{name}: a landing on the way to {place(to)}, or {place(to)} itself, is closed", "6.2")


def _without(left: Dice, die: int) -> Dice:
    at = left.index(die)
    return left[:at] + left[at + 1 :]


def _sums(need: int, left: Dice) -> bool:
    """Whether some of the dice left add up to a number of points."""
    return need == 0 or any(need >= die and _sums(need - die, _without(left, die)) for die in dict.fromkeys(left))


def _not_off(board: Position, left: Dice, start: int) -> Refusal:
    """Why a man does not go off."""
    own = board.mover
    behind = next((p for p in range(OFF) if own.points[p]), OFF)
    if behind < 18:
        return Refusal(f"no man leaves while one is on {place(behind)}, outside the last quarter", "6.5")
    if behind < start:
        return Refusal(f"{place(start)}/off: a man stands behind on {place(behind)}, and only the last man leaves", "6.5")
    if max(left) < OFF - start:
        return Refusal(f"to leave from {place(start)} takes {OFF - start}, and {dice_named(left)} is less", "6.5")
    return Refusal(f"the man on {place(start)} came down in this throw while others stood behind him, and may not leave in it", "6.5")


def _closed(board: Position, start: int, to: int, rules: Rules) -> str:
    """Why a man may not come down on a point; empty where he may."""
    own, theirs = board.mover, board.other.points[(to + 12) % 24]
    if own.points[to] and start == BAR:
        return f"own men are on {place(to)}, and a man comes in only where none is"
    if own.points[to] and to < steps.NO_BANDS:
        return f"an own man is on {place(to)}, and no band is made before the huk, 12"
    if theirs < 2:
        return ""
    if own.off == 14:
        return f"a band of {theirs} is on {place(to)}, and with fourteen men off no band may be burst"
    two = turned_words(board.other)[3]
    if steps.blocks(two) >> to & 1 and (start != BAR or rules.block_burst_entering):
        return ""
    near = words(own)[0]
    room = steps.rooms(near, two)
    if start == BAR and own.bar > room:
        return ""
    told = f"a band of {theirs} is on {place(to)}, and it is in no block of six"
    if start == BAR:
        told += f"; {room} points are open to the {own.bar} on the bar"
    return told


def _section(board: Position, start: int, to: int) -> str:
    return "6.2" if board.mover.points[to] and (start == BAR or to < steps.NO_BANDS) else "6.4"


def duty(
    state: State,
    left: Dice,
    played: Sequence[Step],
    results: Sequence[Result],
    step: Callable[[State, int], list[tuple[Step, State]]],
) -> Refusal:
    """Which duty a play misses whose men can all be moved."""
    more = [(one, after) for die in dict.fromkeys(left) for one, after in step(state, die)]
    going_on = [one for one, after in more if not after[2] >> steps.KIND_AT & 7]
    if going_on:
        return Refusal(f"{spelled(going_on[:1])} can still be played, and all dice that can be used must be", "6.3", "unused")
    best = max((result for result in results if not result.ending), key=lambda result: len(result.steps), default=None)
    if more:
        told = f"{spelled([one for one, _ in more][:1])} would end the game"
        return Refusal(f"{told}: a play may not break off while a step is possible", "6.6", "unused")
    if best is None:
        return Refusal("every play that uses as many dice as can be used ends the game", "6.6", "unused")
    if len(best.steps) > len(played):
        return Refusal(f"{spelled(best.steps)} uses more of the dice, and as many as possible must be used", "6.3", "unused")
    high = max(all_dice((best.steps[0].die, played[0].die))) if len(played) == len(best.steps) == 1 else 0
    if high > played[0].die if played else False:
        return Refusal(f"the {high} can be used, and of two dice that cannot both be used it is the higher that must", "6.3", "lower")
    return Refusal(f"{spelled(best.steps)} wastes fewer pips, and the reduction of a throw must be the least", "6.5", "waste")


# -- a play tells itself ---------------------------------------------------------------------------------------------------------------


def told(played: Played) -> tuple[str, ...]:
    """A play in sentences: each step with the rule that lets it (if it is legal), what was lost, and how the game ended."""
    found = [step_told(step) for step in played.steps] if played.stood else _lawful(played)
    if played.lost:
        found.append(f"{played.lost} of {len(all_dice(played.dice))} steps cannot be used and are lost (6.3)")
    if played.ending:
        munk = " with munk" if played.ending.munk else ""
        found.append(f"the game ends: {TITLES[played.ending.kind]}{munk}, {played.ending.value} (6.6)")
    return tuple(found)


def _lawful(played: Played) -> list[str]:
    """The steps of a legal play, each with its die and the rule that lets it."""
    position = played.before
    lines: list[str] = []
    bar = position.mover.bar
    own, off = list(position.mover.points), position.mover.off
    theirs = list(position.other.points)
    for step in played.steps:
        who = "a man comes in on" if step.start == BAR else f"{place(step.start)} to"
        line = f"with the {step.die}, {who} {place(step.to)}"
        if step.to == OFF:
            line = f"with the {step.die}, the last man leaves from {place(step.start)} (6.5)"
            if step.die > OFF - step.start:
                line += f", reduced by {step.die - (OFF - step.start)}"
            off += 1
        elif step.taken == 1:
            line += ", hitting a man (6.2)"
        elif step.taken > 1:
            two = turned_words(type(position.other)(tuple(theirs)))[3]
            near = words(type(position.mover)(tuple(own), off, bar))[0]
            by_entry = step.start == BAR and bar > steps.rooms(near, two)
            why = "more men are on the bar than points are open to them (6.4 b)" if by_entry else "it is in a block of six or more (6.4 a)"
            line += f", bursting a band of {step.taken}: {why}"
        if step.start == BAR:
            bar -= 1
        else:
            own[step.start] -= 1
        if step.to < OFF:
            own[step.to] += 1
            if step.taken:
                theirs[(step.to + 12) % 24] = 0
        lines.append(line)
    return lines
