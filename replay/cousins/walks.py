"""Written men as the single steps of a throw (docs/notation.md 4, *plays*).

A record writes a man from place to place (`6/10/14`, `1/11`, `bar/5`); a throw is played step by step. `walks` finds every row of
steps that the written men can be. Places are those of `notation.record` (points 0 to 23, OFF, BAR, HAND).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from notation.record import BAR, HAND, OFF, Hop, Play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

State = TypeVar("State")
Dice = tuple[int, ...]
ANYBODY: Final = -9
"""Instead of the place of a man: every man."""


class Step(NamedTuple):
    """One man moved by one die: from, to, how many opposing men he captured (1 a man hit, 2 and more a band burst), and the die."""

    start: int
    to: int
    taken: int = 0
    die: int = 0


class Written(NamedTuple):
    """A man as written, from a place to the next that is named; `hits` as written behind it (`*` 1, `**` 2)."""

    start: int
    to: int
    hits: int = 0


FAULTS: Final = {
    "step": "a step that the board or the dice do not allow",
    "unused": "dice not used that could be used",
    "order": "the steps of a throw out of their order",
    "lower": "the higher die given up for the lower",
    "waste": "a reduction that is not the least",
    "over": "men played on after the end of the game",
}
"""What can be wrong with a play, by kind."""


class Refusal(NamedTuple):
    """Why a play is not legal: a sentence, the section of docs/rules.md that it breaks, and which of `FAULTS` it is."""

    reason: str
    section: str
    fault: str = "step"

    def __str__(self) -> str:
        return f"{self.reason} (docs/rules.md {self.section})"


def written_of(plays: Iterable[Play]) -> tuple[Written, ...]:
    """The men of a record's plays, place by place, in the order written; `1/7(2)` is two men, a fault put right stands as put right."""
    found: list[Written] = []
    for play in plays:
        for _ in range(play.times):
            at = play.start
            for k, hop in enumerate(play.way):
                last = play.fault and play.mended is not None and k == len(play.way) - 1
                to = play.mended if last and play.mended is not None else hop.place
                if to != at:
                    found.append(Written(at, to, hop.hits))
                at = to
    return tuple(found)


def plays_of(steps: Iterable[Step]) -> tuple[Play, ...]:
    """Steps as a record writes them, in the order of the dice: a man who goes on from where he has just come down is one word."""
    plays: list[Play] = []
    for step in steps:
        hop = Hop(step.to, min(step.taken, 2))
        if plays and plays[-1].way[-1].place == step.start:
            plays[-1] = Play(plays[-1].start, (*plays[-1].way, hop))
        else:
            plays.append(Play(step.start, (hop,)))
    return tuple(plays)


def unsaid(way: Sequence[Step], men: Sequence[Written]) -> int:
    """How far the captures of a way are from those written: men taken where no place is named, against stars where nobody is taken.

    A man hit on the way is to be written (docs/notation.md 4); a star too many says that somebody was.
    """
    named = {man.to for man in men}
    taken = {step.to for step in way if step.taken}
    starred = {man.to for man in men if man.hits}
    return abs(sum(step.taken > 0 and step.to not in named for step in way) - len(starred - taken))


def walks(
    state: State,
    left: Dice,
    men: Sequence[Written],
    following: Callable[[Dice], Iterable[tuple[int, Dice]]],
    single: Callable[[State, int, int], Iterable[tuple[Step, State]]],
    *,
    in_order: bool,
) -> Iterator[tuple[State, Dice, tuple[Step, ...]]]:
    """Every row of steps that the written men can be: where it ends, the dice left over, the steps.

    `following` gives the dice that may be used next, each with those left behind it; `single` every step of a die, of
    ANYBODY or from a place. `in_order`: the men
    move in the order written, each to his place before the next; else in any order (where they were written otherwise than played).
    """
    ends = tuple(man.to for man in men)
    seen: set[tuple[tuple[Any, ...], Dice, State, int]] = set()

    def go(state: State, left: Dice, at: tuple[int, ...], steps: tuple[Step, ...]) -> Iterator[tuple[State, Dice, tuple[Step, ...]]]:
        open_men = [k for k in range(len(at)) if at[k] != ends[k]]
        if not open_men:
            yield state, left, steps
            return
        alike: dict[tuple[int, int], int] = {}  # of men who go the same way, one after the other is as good as another
        for k in open_men[:1] if in_order else open_men:
            alike.setdefault((at[k], ends[k]), k)
        here = at if in_order else tuple(sorted((at[k], ends[k]) for k in open_men))
        spot = (here, left, state, steps[-1].taken if steps else 0)
        if spot in seen:  # another way to the same board and the same men: only the last capture can make it another play
            return
        seen.add(spot)
        start = at[open_men[0]] if in_order else ANYBODY
        for die, rest in following(left):
            for step, child in single(state, die, start):
                for k in alike.values() if step.start in at else ():
                    reaches = step.to == ends[k] or (step.to != OFF and step.to < ends[k])
                    if at[k] == step.start and reaches:
                        yield from go(child, rest, (*at[:k], step.to, *at[k + 1 :]), (*steps, step))

    yield from go(state, left, tuple(man.start for man in men), ())


# -- words -----------------------------------------------------------------------------------------------------------------------------


def place(p: int) -> str:
    """A place as a record of these games names it."""
    return {OFF: "off", BAR: "bar", HAND: "hand"}.get(p) or str(p + 1)


def where(p: int) -> str:
    """The same in a sentence: `on 7`, `on the bar`, `in the hand`, `off`."""
    return {OFF: "off", BAR: "on the bar", HAND: "in the hand"}.get(p) or f"on {p + 1}"


def spelled(steps: Iterable[Step]) -> str:
    """Steps as a record writes them, one word a step; `no man` for none."""
    return " ".join(f"{place(step.start)}/{place(step.to)}{'*' * min(step.taken, 2)}" for step in steps) or "no man"


def step_told(step: Step) -> str:
    """A step that stood though it is not legal, in a sentence without dice and rules."""
    who = {BAR: "a man from the bar to", HAND: "a man from the hand to"}.get(step.start, f"{place(step.start)} to")
    taken = "" if not step.taken else ", hitting a man" if step.taken == 1 else f", taking up {step.taken} men"
    return f"{who} {place(step.to)}{taken}, as it was played"


def dice_named(dice: Sequence[int]) -> str:
    """Dice left, for a sentence: `the 5`, `5 and 3`, `no die`."""
    if len(dice) < 2:
        return f"the {dice[0]}" if dice else "no die"
    if len(dice) > 2 and len(set(dice)) == 1:
        return f"{('three', 'four')[len(dice) - 3]} {dice[0]}s"
    return ", ".join(str(die) for die in dice[:-1]) + f" and {dice[-1]}"
