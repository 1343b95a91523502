"""Whole matches by the steered player, as records, with faults put in on purpose and a ledger of them.

A match is played by the rules engine, ply by ply, and written as it would be marked; where a fault is put in, the game goes on from what
was marked and moved, as at a table. The ledger says what an audit must find: no more and no less. A typing slip (`analysis.typing_slips`)
is put in behind the last of the other faults, since of what follows it in its holding nobody can tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from analysis.typing_slips import Slip, slipped
from notation.record import OFF
from replay.engine import due as engine_due
from replay.engine import why_illegal
from replay.hints import write_moves
from replay.plays import apply_moves, apply_play, moves_of
from replay.position import TALONS
from replay.rules import RULE_SETS
from replay.steered import Manner, choose, goes, manner
from replay.tally import Tally
from replay.unmade import FILLS, PRESERVES, unmade

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.record import Side
    from replay.engine import Due, Jan
    from replay.moves import Move
    from replay.rules import RuleSet

SIDES: tuple[Side, Side] = ("W", "B")
PLAYERS = ("Aurore", "Basile", "Clélie", "Damon", "Éraste", "Florise", "Géronte", "Hortense", "Isidore", "Julie")
LONGEST = 400
"""Plies after which a match is broken off."""


class Injected(NamedTuple):
    """One fault put in: what the audit must say of it."""

    game: int
    ply: int
    kind: str
    side: Side
    points: int
    holes: int
    school: str


@dataclass(frozen=True, slots=True)
class Faults:
    """How often each kind of fault is put in: in a thousand rolls where it could be.

    `claimed` is how many schools in a hundred are claimed, `slips` how many games in a hundred have a line that cannot be read.
    """

    missed: int = 30
    over_marked: int = 12
    wrong_side: int = 60
    unmade: int = 120
    unpegged: int = 60
    illegal: int = 5
    false_school: int = 3
    claimed: int = 60
    slips: int = 0

    @classmethod
    def none(cls) -> Faults:
        """Perfect marking throughout."""
        return cls(0, 0, 0, 0, 0, 0, 0, 0)


@dataclass(slots=True)
class _School:
    """A school that arises on a roll: who may claim it, from whom, its points, and what becomes of it."""

    claimant: int
    points: int
    fate: str
    amount: int

    @property
    def upheld(self) -> bool:
        """Whether the claimant has the points in the end."""
        return self.fate in ("claimed", "raised", "wrong-amount")


@dataclass(slots=True)
class _Roll:
    """One roll under way: what is due, what is marked of it, and the words of its line."""

    number: int
    side: Side
    dice: tuple[int, int]
    due: Due
    moves: tuple[Move, ...]
    after: tuple[int, ...]
    owed: int
    owed_other: int
    marked: int = 0
    marked_other: int = 0
    schools: list[_School] = field(default_factory=list)
    faulty: bool = False
    award: str = ""
    decision: str = ""
    plays: str = ""
    against: str = ""
    claims: list[str] = field(default_factory=list)
    score: str = ""

    def text(self) -> str:
        """The line as the writer would have it."""
        words = [f"{self.number}.", self.side, f"{self.dice[0]}-{self.dice[1]}", self.award, self.decision, self.plays, self.against]
        return " ".join(word for word in (*words, *self.claims, self.score) if word)


def generate(
    games: int, seed: int | str, *, faults: Faults | None = None, rules: str = "trictrac"
) -> Iterator[tuple[str, list[Injected | Slip]]]:
    """Records of whole matches, one text a game, each with its ledger.

    `seed` and the game's number alone decide what is played; `rules` names a rule set of trictrac. Raises KeyError for one that is not.
    """
    rule_set = RULE_SETS[rules]
    for index in range(games):
        rng = Random(f"{seed}/{index}")  # noqa: S311 - dice of a game, not of a lock
        yield Match(index, rng, faults or Faults(), rule_set).record()


@dataclass(slots=True)
class Match:
    """One match under way. `men` are both sides' 25 counts, `tally` what the pegs show, which is what was marked and not what was due."""

    index: int
    rng: Random
    faults: Faults
    rules: RuleSet
    men: list[tuple[int, ...]] = field(default_factory=lambda: [TALONS, TALONS])
    tally: Tally = field(default_factory=Tally)
    lines: list[str] = field(default_factory=list)
    ledger: list[Injected | Slip] = field(default_factory=list)
    thrown: list[list[tuple[int, int]]] = field(default_factory=lambda: [[], []])
    winner: Side | None = None
    manners: list[Manner] = field(default_factory=list)

    def record(self) -> tuple[str, list[Injected | Slip]]:
        """Play the match to its end, or to a length at which it is broken off."""
        white, black = self.rng.sample(PLAYERS, 2)
        year = 1700 + self.rng.randrange(130)
        me = self.rng.randrange(2)
        self.new_holding()
        number = 0
        while self.winner is None and number < LONGEST:
            number += 1
            me = self.roll(number, me)
        result = "1-0" if self.winner == "W" else "0-1" if self.winner == "B" else "*"
        tags = [("Event", f"Generated match {self.index + 1}"), ("Date", f"{year}.??.??"), ("White", white), ("Black", black)]
        if self.rules.name != "trictrac":
            tags.append(("Rules", self.rules.name))
        if self.rules.match_holes != 12:
            tags.append(("Length", str(self.rules.match_holes)))
        tags.append(("Result", result))
        if self.rng.random() * 100 < self.faults.slips:
            self.slip_in(len(tags) + 1)
        head = "".join(f'[{name} "{value}"]\n' for name, value in tags)
        return head + "\n" + "\n".join(self.lines) + f"\n{result}\n", self.ledger

    def slip_in(self, above: int) -> None:
        """Spoil a line behind the last fault, so that it cannot be read; `above` lines of the record stand above the first roll."""
        last = max((fault.ply for fault in self.ledger if isinstance(fault, Injected)), default=0)
        if last >= len(self.lines):
            return
        at = self.rng.randrange(last, len(self.lines))
        kind, self.lines[at] = slipped(self.rng, self.lines[at], "route" if self.rules.name == "triktrak" else "guiton")
        self.ledger.append(Slip(self.index, above + at + 1, kind))

    def roll(self, number: int, me: int) -> int:
        """Roll, mark, move, claim; returns who rolls next."""
        roll = self.thrown_by(number, me)
        self.put_in_faults(roll, me)
        self.tally, made = self.tally.mark(me, self.standing(roll, me))
        pegged = self.peg(roll, me, made)
        roll.award = f"+{roll.marked}" * bool(roll.marked) + f" holes {pegged}" * (pegged != made)
        if self.over(me):
            return self.close(roll, me)
        if pegged and not roll.faulty and goes(self.rng, self.tally.points[me] or 0, self.men[me], self.men[1 - me], self.manners[me]):
            roll.decision = "go"
            self.tally = self.tally.lifted()
            self.new_holding()
            return self.close(roll, me)
        roll.decision = "hold" if pegged else ""
        roll.plays = write_moves(roll.moves, "route" if self.rules.name == "triktrak" else "guiton", roll.side)
        self.men[me] = roll.after
        self.tally, _ = self.tally.mark(1 - me, self.standing(roll, 1 - me))
        roll.against = f"-{roll.marked_other}" * bool(roll.marked_other)
        if not self.over(1 - me):
            self.claim(roll, me)
        if any(roll.after[:OFF]):
            return self.close(roll, 1 - me)
        self.new_holding()
        return self.close(roll, me)

    def thrown_by(self, number: int, me: int) -> _Roll:
        """The dice, what they are worth, and the play he likes."""
        own, opp = self.men[me], self.men[1 - me]
        first, second = self.rng.randint(1, 6), self.rng.randint(1, 6)
        dice = (max(first, second), min(first, second))
        due = engine_due(own, opp, dice, self.rules, rolls=len(self.thrown[me]) + 1, earlier=tuple(self.thrown[me][:2]))
        self.thrown[me].append(dice)
        code = choose(self.rng, own, due, self.manners[me])
        after = apply_play(own, code)
        owed = due.total_roller - sum(jan.points for jan in unmade(due, after))
        return _Roll(number, SIDES[me], dice, due, moves_of(code), after, owed, due.total_opponent, owed, due.total_opponent)

    def close(self, roll: _Roll, following: int) -> int:
        """Write the line, now and then with the score."""
        if self.winner is not None or self.rng.random() < 0.25:
            points, holes = self.tally.points, self.tally.holes
            double = ["b" * (all(points) and held) for held in self.tally.bredouille]  # with points on one side only it goes without saying
            roll.score = f"={points[0]}{double[0]}/{holes[0]},{points[1]}{double[1]}/{holes[1]}"
        self.lines.append(roll.text())
        return following

    def new_holding(self) -> None:
        """All men on the talons."""
        self.men, self.thrown = [TALONS, TALONS], [[], []]
        self.manners = [manner(self.rng), manner(self.rng)]

    def over(self, who: int) -> bool:
        """Whether this side has the holes of the match."""
        if self.winner is None and (self.tally.holes[who] or 0) >= self.rules.match_holes:
            self.winner = SIDES[who]
        return self.winner is not None

    # -- faults -------------------------------------------------------------------------------------------------------------------------

    def put_in_faults(self, roll: _Roll, me: int) -> None:
        """At most one fault a roll: of the play, else of the marking."""
        if not self.faults.claimed or self.near_the_end(roll):
            return
        self.play_fault(roll, me)
        if not roll.faulty:
            self.marking_fault(roll, me)
        if not roll.faulty and self.chance(self.faults.false_school):
            amount = self.rng.choice((2, 4, 6))
            denied = self.rng.random() < 0.5
            who = 1 - me if self.rng.random() < 0.8 else me
            roll.schools.append(_School(who, amount, "false-denied" if denied else "false", amount))
            self.note(roll, "false-school", who, points=amount, school="claimed" if denied else "let-go")

    def near_the_end(self, roll: _Roll) -> bool:
        """Whether this roll might end the match, however it is marked: faults there would change what is asked of the record."""
        most = roll.owed + roll.owed_other + 24
        return any(
            (holes or 0) + 2 * (1 + ((points or 0) + most) // 12) >= self.rules.match_holes
            for points, holes in zip(*self.tally[:2], strict=True)
        )

    def chance(self, in_a_thousand: int) -> bool:
        """Whether it happens this time."""
        return self.rng.random() * 1000 < in_a_thousand

    def note(self, roll: _Roll, kind: str, side: int, *, points: int = 0, holes: int = 0, school: str = "") -> None:
        """Enter a fault in the ledger."""
        roll.faulty = True
        self.ledger.append(Injected(self.index, roll.number, kind, SIDES[side], points, holes, school))

    def school(self, roll: _Roll, claimant: int, points: int) -> str:
        """A school of so many points arises; returns what becomes of it."""
        fate = "let-go"
        if self.rng.random() * 100 < self.faults.claimed:
            fate = self.rng.choices(("claimed", "raised", "denied", "wrong-amount"), (80, 7, 7, 6))[0]
        amount = points if fate != "wrong-amount" else points + (2 if points < 4 or self.rng.random() < 0.5 else -2)
        roll.schools.append(_School(claimant, points, fate, amount))
        return fate

    def play_fault(self, roll: _Roll, me: int) -> None:
        """A fill or preserve not made, or a man on a point where no die takes him."""
        own, opp = self.men[me], self.men[1 - me]
        duties = [jan for jan in roll.due.roller if jan.code in FILLS + PRESERVES]
        if duties and self.chance(self.faults.unmade):
            moves = self.slip(roll, own, opp, wanted="(M-8)")
            if moves is not None:
                after = apply_moves(own, moves)
                assert after is not None
                roll.moves, roll.after = moves, after
                lost = [jan for jan in unmade(roll.due, after) if jan in duties]
                points = sum(jan.points for jan in lost)
                roll.owed = roll.marked = roll.due.total_roller - sum(jan.points for jan in unmade(roll.due, after))
                kind = "fill-unmade" if duties[0].code in FILLS else "preserve-unmade"
                self.note(roll, kind, me, points=points, school=self.school(roll, 1 - me, points))
        elif not duties and self.chance(self.faults.illegal):
            moves = self.slip(roll, own, opp, wanted="(M-1)")
            if moves is not None:
                after = apply_moves(own, moves)
                assert after is not None
                roll.moves, roll.after = moves, after
                roll.owed = roll.marked = roll.due.total_roller - sum(jan.points for jan in unmade(roll.due, after))
                self.note(roll, "illegal-play", me)

    def slip(self, roll: _Roll, own: tuple[int, ...], opp: tuple[int, ...], wanted: str) -> tuple[Move, ...] | None:
        """Two men played so that the rules object with the section `wanted`; None where none of some tries does."""
        starts = [p for p in range(OFF) if own[p]]
        for _ in range(40):
            lengths = (
                list(roll.dice) if wanted == "(M-8)" else [roll.dice[0], self.rng.choice([n for n in range(1, 7) if n not in roll.dice])]
            )
            moves = tuple((start, start + n) for start, n in zip(self.rng.choices(starts, k=2), lengths, strict=True))
            after = apply_moves(own, moves)
            if after is None or any(end >= 12 or opp[23 - end] for _, end in moves) or after[11] == 1 or after in roll.due.results(own):
                continue
            if why_illegal(own, opp, roll.dice, moves, roll.due, self.rules).endswith(wanted):
                return moves
        return None

    def marking_fault(self, roll: _Roll, me: int) -> None:
        """Points forgotten, too many, or taken for the other's."""
        if not roll.owed and roll.owed_other and self.chance(self.faults.wrong_side):
            roll.marked, roll.marked_other = roll.owed_other, 0
            self.note(roll, "wrong-side", me, points=roll.marked, school=self.school(roll, 1 - me, roll.marked))
            return
        for who in (me, 1 - me):
            owed = roll.owed if who == me else roll.owed_other
            if owed and self.chance(self.faults.missed):
                lacking = self.rng.choice([jan.points for jan in self.jans(roll, who == me)] + [owed])
                self.mark(roll, who == me, owed - lacking)
                fate = self.school(roll, 1 - who, lacking)
                if fate == "let-go" and who == me and roll.due.unplayable == len(roll.dice):  # no man is touched: no school (S-1)
                    fate = ""
                self.note(roll, "missed", who, points=lacking, school=fate)
                return
            if self.chance(self.faults.over_marked) and (owed or self.rng.random() < 0.1):
                excess = self.rng.choice((2, 2, 4))
                self.mark(roll, who == me, owed + excess)
                self.note(roll, "over-marked", who, points=excess, school=self.school(roll, 1 - who, excess))
                return

    @staticmethod
    def jans(roll: _Roll, own: bool) -> list[Jan]:
        """What a side is due on this roll, made as it was played."""
        return [jan for jan in roll.due.roller if jan not in unmade(roll.due, roll.after)] if own else list(roll.due.opponent)

    @staticmethod
    def mark(roll: _Roll, own: bool, points: int) -> None:
        """Mark so many points for the roller, or for the other."""
        if own:
            roll.marked = points
        else:
            roll.marked_other = points

    def standing(self, roll: _Roll, who: int) -> int:
        """The points that stay: a school taken for marking too much puts the mark back."""
        mine = SIDES[who] == roll.side
        marked, owed = (roll.marked, roll.owed) if mine else (roll.marked_other, roll.owed_other)
        taken = any(school.upheld and school.claimant != who for school in roll.schools)
        return min(marked, owed) if taken else marked

    def peg(self, roll: _Roll, me: int, made: int) -> int:
        """How many holes are pegged: now and then one fewer."""
        if not made or roll.faulty or self.near_the_end(roll) or not self.chance(self.faults.unpegged):
            return made
        holes = [self.tally.holes[0] or 0, self.tally.holes[1] or 0]
        holes[me] -= 1
        self.tally = self.tally._replace(holes=(holes[0], holes[1]))
        self.note(roll, "hole-unpegged", me, holes=1)
        return made - 1

    def claim(self, roll: _Roll, me: int) -> None:
        """Say what is said about the schools of this roll, and mark what it brings."""
        for school in roll.schools:
            if school.fate == "let-go":
                continue
            word = "school" if school.claimant != me else "counter-school"
            said, holder, points = [f"{word} {school.amount}"], school.claimant, school.amount
            if school.fate in ("denied", "raised", "false-denied"):
                said.append(f"false {school.amount}")
                holder = 1 - school.claimant
            if school.fate == "raised":
                holder, points = school.claimant, 2 * school.amount
                said.append(f"raise {points}")
            roll.claims += said
            self.tally, _ = self.tally.mark(holder, points)
            self.over(holder)
