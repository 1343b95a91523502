"""A record joined to the rules: every position rebuilt, every roll judged by the engine, every gap told.

The men go where the record puts them and the pegs where the record pegs them; what the rules give stands beside it in `Turn.due`. Where the
record cannot be followed a `Break` says why, with the untouched position, and the replay picks up again at the next `@position` or holding.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from notation.places import write_place
from notation.record import Event, Lost, Ply, Tag, opposite
from replay.engine import due as engine_due
from replay.engine import why_illegal
from replay.lead import by_throws, settles_nothing
from replay.marking import chains, spoken, told_holes
from replay.moves import placed, settled, touched
from replay.plays import apply_moves
from replay.position import PARDONABLE, ImpossiblePosition, Position, from_setup
from replay.rules import RuleSet, rules_of
from replay.scoring import races, said_points
from replay.tally import Tally
from replay.turns import Break, Check, Replay, Turn
from replay.unmade import BY_PLAY, forgone, unmade

if TYPE_CHECKING:
    from collections.abc import Container

    from notation.record import Award, Body, Die, Game, Setup, Side
    from replay.engine import Due, Jan
    from replay.marking import Chain
    from replay.moves import Move

SIDES: tuple[Side, Side] = ("W", "B")
UNPEGGED = {"resigned", "time", "conceded"}
"""Words of `@won` for a match that no peg decided."""
LEAVES = ("go", "mark", "refait", "concede")
"""The decisions that lift the men: a new holding follows. Who goes leads it; after the rest the form says who (docs/rules.md 2.2, 5.1)."""
ENDS = ("mark", "concede")
"""Those that end a mark, or a match of a draining pool: the next begins without a hole."""
OBLIGATION = 6
"""Holes with which a mark can end (docs/rules.md 5.1)."""


def replay(game: Game, rules: RuleSet | None = None) -> Replay:
    """Rebuild a game from its record.

    `rules` overrides the record's own rule set and flags (docs/rules.md 4). Never raises on a faulty record: what cannot be followed is a
    `Break`. A rule set that is not replayed gives no turns and one break of kind `rules`.
    """
    table = _Table(game, rules or rules_of(game))
    if not table.rules.replayed:
        table.lose("rules", game.line, None, f"games of {table.rules.name} are not replayed as trictrac is")
        return table.finish()
    table.set_up()
    for entry in game.entries:
        if isinstance(entry, Ply):
            table.ply(entry)
        elif isinstance(entry, Event):
            table.event(entry)
        elif isinstance(entry, Lost):
            table.lose("error", entry.line, None, "this line could not be read, and may have been a roll")
    return table.finish()


@dataclass(frozen=True, slots=True)
class _Marked:
    """What one side marked on a roll: points as marked (None not known), what stood in the end, whether it is only assumed."""

    points: int | None
    stands: int | None
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class _Men:
    """What became of the men: the roller's 25 counts (None not known), the verdict and why, and the due jans that were not made."""

    own: tuple[int, ...] | None
    verdict: str
    why: str = ""
    unmade: tuple[Jan, ...] = ()
    broken: str = ""
    """Why the record cannot be followed, empty where it can."""


@dataclass
class _Table:
    """The table as the record has left it so far. The one place here that changes; it lives as long as one `replay` call."""

    game: Game
    rules: RuleSet
    position: Position = field(default_factory=lambda: Position.start(leader="?"))
    tally: Tally = field(default_factory=Tally)
    turns: list[Turn] = field(default_factory=list)
    breaks: list[Break] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    winner: Side | None = None
    begun: bool = False
    """Whether this match or mark has been told anything of yet: until then nobody knows where it takes up, and a position is no check."""
    from_start: bool = True
    """Whether it began from the talons, so that its first roll is the first of the match."""
    opening: int = 0
    """Index of the turn that is the first roll of this match, from the talons (meeting jan, docs/rules.md 3.10 X-40)."""
    coupe: tuple[Die | None, Die | None] | None = None
    """The throw that gave the lead by coupe et dés, until it is played."""
    frozen: bool = False
    """Combiné: à écrire is suspended, and holes count for the honours game alone (docs/rules.md 5.4)."""

    # -- events -------------------------------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The `Position` tag, else the talons."""
        text = self.game.tag("Position")
        if not text:
            return
        line = next(entry.line for entry in self.game.head if isinstance(entry, Tag) and entry.name == "Position" and entry.counts)
        from notation.position import parse_setup  # noqa: PLC0415 - few games begin from a position, and the grammar is slow to build

        try:
            setup = parse_setup(text, self.game.spelling, self.game.rules)
        except ValueError:
            self.lose("impossible-position", line, None, "the tag Position could not be read")
            return
        self.place(setup, line)
        self.begun, self.from_start = True, False

    def event(self, event: Event) -> None:
        """What an `@` line says to the board and the pegs."""
        if event.error is not None:
            if event.word in ("lost", "position"):
                self.lose("error", event.line, None, f"the line @{event.word} could not be read")
        elif event.word == "position" and event.setup is not None:
            agrees = self.begun and self.compare(event.setup, event.line)
            self.place(event.setup, event.line, PARDONABLE if agrees else ())
            self.from_start = self.from_start and (
                self.begun or replace(self.position, roller="?", leader="?") == Position.start(leader="?")
            )
            self.begun = True
        elif event.word == "lost":
            count = "an unknown number of" if event.count is None else str(event.count)
            self.lose("lost", event.line, None, f"the record lacks {count} plies here")
            self.forget_score()
            self.position = replace(self.position, roller="?")
            self.begun, self.from_start = True, self.begun and self.from_start
        elif event.word == "lead":
            self.led(event)
        elif event.word in ("mark", "game") and self.turns:
            self.position, self.tally, self.winner = Position.start(leader="?"), Tally(), None
            self.begun, self.from_start, self.frozen = False, True, False
            if event.word == "game":  # a mark is a part of its match
                self.opening = len(self.turns)
        elif event.word == "won" and self.rules.match_holes and event.side in SIDES:
            self.check_won(event)

    def led(self, event: Event) -> None:
        """`@lead`: who leads, and by coupe et dés the throw that he plays (docs/rules.md 2.8, 4).

        In a match of marks, or a pool, who leads is the form's to say, and only a side that is written is taken.
        """
        alone = bool(self.rules.match_holes) and self.game.tag("Form").strip().lower() in ("", "head-to-head") and not self.begun
        side = by_throws(event, self.game) if event.side is None and alone else event.side
        if side is None or side not in SIDES:
            return
        if alone and event.dice is not None and self.rules.lead == "coupe":
            if settles_nothing(event):
                told = f"{event.dice[0]}-{event.dice[1]} {side}"
                self.checks.append(Check("lead", event.line, self.last_ply, told, "nobody: a double settles nothing", agrees=False))
                return
            self.coupe = event.dice
        self.position = replace(self.position, leader=side, roller=side)

    def check_won(self, event: Event) -> None:
        """`@won` of a match of holes against the pegs: who won, and the holes of both (docs/rules.md P-4).

        A match that was given up, or lost by the clock, is not won by the pegs; where no roll stands before it, it is all that is known.
        """
        stated, holes, goal = event.side, event.holes, self.rules.match_holes
        if not self.begun or (self.winner is None and (None in self.tally.holes or set(event.outcomes) & UNPEGGED)):
            return
        told: str = str(stated)
        found: str = self.winner or "nobody"
        agrees = stated == self.winner
        reached = self.tally.holes
        if holes is not None and agrees and None not in reached:
            beyond = [min(number, goal) for number in holes] == [min(number or 0, goal) for number in reached]
            told, found, agrees = f"{told} {holes[0]}-{holes[1]}", f"{found} {reached[0]}-{reached[1]}", beyond
        self.checks.append(Check("won", event.line, self.last_ply, told, found, agrees))

    def place(self, setup: Setup, line: int, pardon: Container[str] = ()) -> None:
        """Go on from a position as the scorer saw it. What he could not read (`?`) stays unknown.

        A foul that stood (a man alone in a corner) is pardoned where the replay comes to the same board.
        """
        try:
            self.position = from_setup(setup, self.rules, pardon)
        except ImpossiblePosition as fault:
            self.lose("impossible-position", line, None, str(fault))
            return
        here = self.position
        self.tally = Tally(here.points, here.holes, here.bredouille, here.lurch)
        self.frozen = setup.key("suspended") == "ecrire" or setup.key("idle") == "ecrire"

    def compare(self, setup: Setup, line: int) -> bool:
        """`@position` where the replay knows the position: a check (docs/notation.md 6). Returns whether it holds."""
        here = self.position
        if not here.known:
            return False
        try:
            there = from_setup(setup, self.rules, PARDONABLE)
        except ImpossiblePosition:
            return False
        # right behind a mark that has ended the next has no hole yet
        holes = there.holes if self.ended_mark and not any(there.holes) else here.holes
        pairs = [
            (there.white, here.white),
            (there.black, here.black),
            *zip(there.points + there.holes, here.points + holes, strict=True),
        ]
        agrees = all(a is None or b is None or a == b for a, b in pairs) and (here.roller == "?" or there.roller in ("?", here.roller))
        spelling = self.game.spelling
        self.checks.append(Check("position", line, self.last_ply, there.text(spelling), here.text(spelling), agrees))
        return agrees

    @property
    def last_ply(self) -> int | None:
        """Number of the last roll."""
        return self.turns[-1].ply.number if self.turns else None

    def lose(self, kind: str, line: int, ply: int | None, message: str) -> None:
        """The men are not known from here on."""
        self.breaks.append(Break(kind, line, ply, message, self.position))
        self.position = self.position.with_men(None, None)

    def forget_score(self) -> None:
        """Nobody knows the pegs any more."""
        self.tally = Tally((None, None), (None, None))
        self.position = self.position.with_score(self.tally)

    # -- a ply --------------------------------------------------------------------------------------------------------------------------

    def ply(self, ply: Ply) -> None:
        """One roll, in the order of docs/rules.md 2.2."""
        if self.begun and self.ended_mark:
            self.tally = Tally()
            self.position = self.position.with_score(self.tally)
        self.begun = True
        before, side, body = self.position, ply.side, ply.body
        drawn, self.coupe = self.coupe, None
        if drawn is not None and None not in (*drawn, *body.dice) and set(drawn) != set(body.dice):
            led, first = (f"{dice[0]}-{dice[1]}" for dice in (drawn, body.dice))
            self.checks.append(
                Check("lead", ply.line, ply.number, first, f"{led}, the throw that gave the lead and is played", agrees=False)
            )
        if before.leader == "?" and before.known and before.rolls == (0, 0) and self.from_start:
            before = replace(before, leader=side)
        if side == "?":
            self.add(ply, before, None, _Men(None, "unknown"), after=before)
            self.lose("unknown-play", ply.line, ply.number, "who rolled is not known")
            self.forget_score()
            return
        me = SIDES.index(side)
        due = self.due(before, me, body)
        if ply.error is not None:
            self.add(ply, before, due, _Men(None, "unknown"), after=before)
            self.lose("error", ply.line, ply.number, "the line could not be read behind its dice")
            self.forget_score()
            self.position = replace(self.position, roller=opposite(side))
            return
        leaves = body.decision is not None and body.decision.word in LEAVES and not body.decision.taken_back
        accused = chains(body, side)
        men = _Men(None, "none") if leaves or self.ends(me, body, due, accused) else self.men(before, me, body, due)
        owed = _owed(due, men)

        tally = self.tally
        mine = self.amount(body.award, tally, me, owed, [c for c in accused if c.accused == side])
        tally, made, pegged = _peg(tally, me, mine.stands, _restored(body.award, mine, tally.points[me]))
        won = self.over(tally, me)
        theirs, made_theirs, pegged_theirs, owed_theirs = _Marked(0, 0), 0, 0, 0 if due else None
        void = leaves and not pegged and any(chain.upheld and chain.accused == side for chain in accused)
        if leaves:
            tally = tally if void else tally.lifted()
        elif not won:
            owed_theirs = due.total_opponent if due else None
            theirs = self.amount(body.against, tally, 1 - me, owed_theirs, [c for c in accused if c.accused != side])
            tally, made_theirs, pegged_theirs = _peg(tally, 1 - me, theirs.stands, _restored(body.against, theirs, tally.points[1 - me]))
            self.over(tally, 1 - me)
        gains: list[int | None] = [0, 0]
        for chain in accused:
            holder = SIDES.index(chain.holder)
            tally, _ = tally.mark(holder, chain.marked)
            so_far = gains[holder]
            gains[holder] = None if so_far is None or chain.marked is None else so_far + chain.marked
            self.over(tally, holder)
        tally = tally.lifted(keeps=1 - me) if void else tally
        tally = self.marked_off(tally, me, body, leaves=leaves)

        bore_off = men.own is not None and not any(men.own[:24]) and men.own[24] > 0
        self.tally = tally
        self.advance(before, me, body, men, leaves=leaves, new_holding=leaves or bore_off)
        self.check_score(ply)
        self.add(
            ply,
            before,
            due,
            men,
            after=self.position,
            owed=(owed, owed_theirs),
            marked=(mine, theirs),
            gains=(gains[me], gains[1 - me]),
            made=(made, made_theirs),
            pegged=(pegged, pegged_theirs),
            decision=_decision(body, pegged, self.winner),
            bore_off=bore_off,
        )
        if men.broken and not leaves and not bore_off:
            kind = "unknown-play" if body.plays_unknown or not before.known else "impossible-play"
            if before.known:
                self.breaks.append(Break(kind, ply.line, ply.number, men.broken, before))

    @property
    def ended_mark(self) -> bool:
        """Whether the last thing the record tells is a roll that ended a mark."""
        last = self.turns[-1] if self.turns else None
        return last is not None and last.decision in ENDS and not self.rules.match_holes and last.after is self.position

    def marked_off(self, tally: Tally, me: int, body: Body, *, leaves: bool) -> Tally:
        """The holes of à écrire after a decision: none after a do-over, as they were where they do not count (docs/rules.md 5.1, 5.4)."""
        decision = None if body.decision is None or body.decision.taken_back else body.decision
        if self.frozen:
            tally = tally._replace(holes=self.tally.holes, lurch=self.tally.lurch)
        if decision is None or self.rules.match_holes:
            return tally
        if decision.word == "suspend" and decision.game == "ecrire":
            self.frozen = True
            over = any(holes is not None and holes >= OBLIGATION for holes in tally.holes)
            if over and self.freezes(tally, me):
                return tally
            return tally._replace(holes=(0, 0), lurch=(False, False)) if over else tally
        self.frozen = self.frozen and not leaves
        return tally._replace(holes=(0, 0), lurch=(False, False)) if decision.word == "refait" else tally

    def freezes(self, tally: Tally, me: int) -> bool:
        """Whether à écrire is frozen though one side has six: by a flag, where he who suspends it has not (docs/rules.md 5.6)."""
        variant = self.game.tag("Variant")
        if "suspend-behind" not in variant:
            return False
        from replay.forms.rulings import Rulings, agreed_rulings  # noqa: PLC0415 - few records have the flag

        own = tally.holes[me]
        return own is not None and own < OBLIGATION and agreed_rulings(Rulings(), variant).suspend_behind == "freeze"

    def due(self, before: Position, me: int, body: Body) -> Due | None:
        """What the rules give for the roll, None where dice or men are not known."""
        own, opp = before.men(SIDES[me]), before.men(SIDES[1 - me])
        high, low = body.dice
        if own is None or opp is None or high is None or low is None:
            return None
        again = bool(self.turns) and self.turns[-1].side == SIDES[me]  # who rolls twice does not meet the other's roll (E16)
        first = None if again else before.first
        return engine_due(own, opp, (high, low), self.rules, rolls=before.rolls[me] + 1, earlier=before.thrown[me], first=first)

    def men(self, before: Position, me: int, body: Body, due: Due | None) -> _Men:
        """Move the men as the record does, and judge the play."""
        own, opp = before.men(SIDES[me]), before.men(SIDES[1 - me])
        if own is None:
            return _Men(None, "unknown", broken="the men are not known")
        if body.plays_unknown:
            return _Men(None, "unknown", broken="the record does not know the play")
        moves = settled(body)
        after = apply_moves(own, moves)
        high, low = body.dice
        if after is None:
            why = _overdrawn(own, moves, self.game.spelling, SIDES[me])
            return _Men(None, "illegal", why, broken=why)
        if due is None or opp is None or high is None or low is None:
            return _Men(after, "unknown")
        if after in due.results(own):
            mended = any(play.mended is not None for play in body.plays)
            lost = forgone(due, own, (high, low), touched(body))
            return _Men(after, "mended" if mended else "legal", unmade=lost or unmade(due, after))
        why = why_illegal(own, opp, (high, low), moves, due, self.rules, spelling=self.game.spelling, side=SIDES[me])
        return _Men(after, "illegal", why, unmade=unmade(due, after))

    def ends(self, me: int, body: Body, due: Due | None, accused: tuple[Chain, ...]) -> bool:
        """Whether a mark of this roll ends the match and nothing is played (docs/notation.md 4, `decision`): then no jan is left unmade.

        Whoever marks it: the roller, his opponent on the roller's dice, or either by a school.
        """
        if body.plays or body.plays_unknown or not self.rules.match_holes:
            return False
        tally = self.tally
        for who, award, owed in (
            (me, body.award, due.total_roller if due else None),
            (1 - me, body.against, due.total_opponent if due else None),
        ):
            tally, _, _ = _peg(tally, who, self.amount(award, tally, who, owed, []).points, award)
            if (tally.holes[who] or 0) >= self.rules.match_holes:
                return True
        for chain in accused:
            tally, _ = tally.mark(SIDES.index(chain.holder), chain.marked)
        return any((holes or 0) >= self.rules.match_holes for holes in tally.holes)

    def amount(self, award: Award | None, tally: Tally, who: int, owed: int | None, against: list[Chain]) -> _Marked:
        """What one side marked. A school taken for marking too much puts the mark back by itself (docs/notation.md 4, `claims`)."""
        value = spoken(award)
        assumed = False
        if value is None:
            assumed = not self.game.marks_full
            points = owed if assumed else 0
        elif not value.known:
            points = None
        elif value.holes is None:
            points = value.points
        else:
            points = said_points(tally.points[who], value.holes, value.points or 0)
        stands = points
        if points is not None and owed is not None and points > owed and any(chain.upheld for chain in against):
            stands = owed
        return _Marked(points, stands, assumed)

    def over(self, tally: Tally, who: int) -> bool:
        """Whether this side has the holes of the match (docs/rules.md P-4); the first to have them has won."""
        holes = tally.holes[who]
        if self.winner is None and holes is not None and self.rules.match_holes and holes >= self.rules.match_holes:
            self.winner = SIDES[who]
        return self.winner is not None

    def advance(self, before: Position, me: int, body: Body, men: _Men, *, leaves: bool, new_holding: bool) -> None:
        """The position after the roll."""
        side = SIDES[me]
        if new_holding:
            word = body.decision.word if body.decision is not None and leaves else ""
            position = Position.start(leader="?" if word in ("mark", "refait", "concede") else side)
        else:
            other = before.men(SIDES[1 - me])
            own = before.men(side) if men.verdict == "none" and not leaves else men.own
            position = before.with_men(own, other) if me == 0 else before.with_men(other, own)
            rolls = [before.rolls[0], before.rolls[1]]
            rolls[me] += 1
            thrown = [before.thrown[0], before.thrown[1]]
            high, low = body.dice
            thrown[me] = () if high is None or low is None else (*thrown[me], (high, low))[-2:]
            position = replace(position, rolls=(rolls[0], rolls[1]), thrown=(thrown[0], thrown[1]), roller=opposite(side))
        high, low = body.dice
        first = before.first
        if first is None and len(self.turns) == self.opening and high is not None and low is not None and self.from_start:
            first = (high, low)
        elif len(self.turns) > self.opening:
            first = None
        self.position = replace(position.with_score(self.tally), first=first)

    def check_score(self, ply: Ply) -> None:
        """`=` of the record against the pegs; where they differ, or are not known, the record's own figures stand from here."""
        score = ply.body.score
        if score is None:
            return
        stated = (score.white, score.black)
        tally = self.tally
        points = tuple(half.points for half in stated)
        holes = tuple(half.holes[0] for half in stated) if self.rules.name != "combine" else (None, None)
        pairs = list(zip(points + holes, tally.points + tally.holes, strict=True))
        agrees = all(a is None or b is None or a == b for a, b in pairs)
        sure = [tally.points[i] is not None and not tally.unsure[i] for i in range(2)]
        agrees = agrees and all(not half.bredouille or not sure[i] or tally.bredouille[i] for i, half in enumerate(stated))
        double = tuple(half.bredouille for half in stated)
        told = (
            _score_text(points, holes, double),
            _score_text(tally.points, tally.holes, tally.bredouille if any(double) else (False, False)),
        )
        self.checks.append(Check("score", ply.line, ply.number, *told, agrees))
        if agrees and all(sure) and None not in tally.holes:
            return
        white, black, *pegs = [b if a is None else a for a, b in pairs]
        agrees_known = agrees and all(sure)
        alone = (bool(white) and black == 0, bool(black) and white == 0)
        bredouille = [half.bredouille or alone[i] or (agrees and tally.bredouille[i]) for i, half in enumerate(stated)]
        unsure = bool(white) and bool(black) and not any(bredouille) and not agrees_known
        self.tally = tally._replace(
            points=(white, black),
            holes=(pegs[0], pegs[1]),
            bredouille=(bredouille[0], bredouille[1]),
            unsure=(unsure, unsure),
        )
        self.position = self.position.with_score(self.tally)

    # -- the end ------------------------------------------------------------------------------------------------------------------------

    def add(
        self,
        ply: Ply,
        before: Position,
        due: Due | None,
        men: _Men,
        *,
        after: Position,
        owed: tuple[int | None, int | None] = (None, None),
        marked: tuple[_Marked, _Marked] = (_Marked(None, None), _Marked(None, None)),
        gains: tuple[int | None, int | None] = (0, 0),
        made: tuple[int, int] = (0, 0),
        pegged: tuple[int, int] = (0, 0),
        decision: str = "",
        bore_off: bool = False,
    ) -> None:
        """One more turn. Pairs are the roller's, then the opponent's."""
        self.turns.append(
            Turn(
                index=len(self.turns),
                ply=ply,
                side=ply.side,
                dice=ply.body.dice,
                roll_of_holding=before.rolls[SIDES.index(ply.side)] + 1 if ply.side in SIDES and before.known else 0,
                before=before,
                due=due,
                owed_roller=owed[0],
                owed_opponent=owed[1],
                unmade=men.unmade,
                moves=settled(ply.body),
                placed=placed(ply.body),
                verdict=men.verdict,
                why=men.why,
                marked_roller=marked[0].points,
                marked_opponent=marked[1].points,
                stood_roller=marked[0].stands,
                stood_opponent=marked[1].stands,
                assumed=marked[0].assumed or marked[1].assumed,
                claimed_roller=gains[0],
                claimed_opponent=gains[1],
                made_roller=made[0],
                made_opponent=made[1],
                pegged_roller=pegged[0],
                pegged_opponent=pegged[1],
                decision=decision,
                bore_off=bore_off,
                after=after,
            )
        )

    def finish(self) -> Replay:
        """The whole, with the result line checked against the pegs."""
        result = self.game.result
        if result is not None and self.winner is not None and result.word in ("1-0", "0-1", "1/2-1/2"):
            replayed = "1-0" if self.winner == "W" else "0-1"
            self.checks.append(Check("result", result.line, self.last_ply, result.word, replayed, result.word == replayed))
        winner = None if self.game.tag("Form").strip().lower().endswith("-pool") else self.winner
        return Replay(self.game, self.rules, tuple(self.turns), tuple(self.breaks), tuple(self.checks), self.position, winner)


def _overdrawn(own: tuple[int, ...], moves: tuple[Move, ...], spelling: str, side: Side) -> str:
    """Tell from where more men are played than stand there or come there; the moves are such that there is a place of the kind."""
    starts, ends = [start for start, _ in moves], [end for _, end in moves]
    place = next(start for start in starts if starts.count(start) > own[start] + ends.count(start))
    name, there = write_place(place, spelling, side), own[place] + ends.count(place)
    if not there:
        return f"there is no man on {name} to play (docs/rules.md M-1)"
    men = "1 man" if there == 1 else f"{there} men"
    return f"there {'is' if there == 1 else 'are'} only {men} on {name}, and {starts.count(place)} are played from it (docs/rules.md M-1)"


def _owed(due: Due | None, men: _Men) -> int | None:
    """What the roller may mark: what is due, less what was due only for a play that he did not make (docs/rules.md S-3, S-4, O-5).

    Where the play is not known, or cannot be, nobody can say whether he made it.
    """
    if due is None or ((men.verdict == "unknown" or men.broken) and any(jan.code in BY_PLAY for jan in due.roller)):
        return None
    return due.total_roller - sum(jan.points for jan in men.unmade)


def _restored(award: Award | None, marked: _Marked, held: int | None) -> Award | None:
    """The mark as it stands: a school that takes back a race takes back the holes that were told for it (docs/rules.md S-10)."""
    if told_holes(award) is None or held is None or marked.points is None or marked.stands is None:
        return award
    return award if races(held, marked.points) == races(held, marked.stands) else None


def _peg(tally: Tally, who: int, points: int | None, award: Award | None) -> tuple[Tally, int, int]:
    """The tally, the holes the points make, and the holes that were pegged: what was said aloud or written behind `holes` goes before."""
    value, said = spoken(award), told_holes(award)
    if said and value is not None and value.holes == said and tally.points[who] is None:
        return tally.said(who, said, value.points or 0), said, said
    after, made = tally.mark(who, points, said)
    return after, made, made if said is None else said


def _decision(body: Body, pegged: int, winner: Side | None) -> str:
    """The decision on a hole of the roller's own; to play on is to hold (docs/notation.md 4, `decision`)."""
    if body.decision is not None and not body.decision.taken_back:
        return body.decision.word
    return "hold" if pegged and winner is None else ""


def _score_text(points: tuple[int | None, ...], holes: tuple[int | None, ...], double: tuple[bool, ...]) -> str:
    """`4/0,8b/1`, unknown as `?`; `double` says whose next hole is told to be double."""
    shown = ["?" if number is None else str(number) for number in (points[0], holes[0], points[1], holes[1])]
    return f"{shown[0]}{'b' * double[0]}/{shown[1]},{shown[2]}{'b' * double[1]}/{shown[3]}"
