"""A record of bräde or Dutch TricTrac joined to its rules: every board rebuilt, every play judged, every game of the match told.

One replayer for both, over a `Book` (`replay.cousins.game`): nothing here knows a board. The men go where the record puts them, also where
they may not (`Book.stood`); where the record cannot be followed a break says why, and the replay picks up again at the next `@position` or
game.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from notation.record import Event, Lost, Ply, Tag, opposite
from notation.writer import write_play
from replay.cousins.game import End, book_of
from replay.cousins.turns import RaceBreak, RaceGame, RaceJan, RaceReplay, RaceTurn
from replay.cousins.walks import Refusal, Step, spelled, written_of
from replay.cousins.ways import borne_out
from replay.lead import thrower
from replay.rules import RuleSet, rules_of
from replay.turns import Check

if TYPE_CHECKING:
    from notation.record import Body, Game, Setup, Side
    from replay.cousins.game import Pair

SIDES: Final[tuple[Side, Side]] = ("W", "B")
GIVEN: Final = frozenset({"resigned", "time"})
"""Words of `@won` for a game that no throw decided."""
NOT_OVER: Final = "the game is not over"
"""What the replay comes to where `@won` stands in the middle of a game."""
KNOWN_WON: Final = {"W": "1-0", "B": "0-1", "?": "1/2-1/2"}
UNKNOWN: Final[Pair] = (None, None)


def replay_race(game: Game, rules: RuleSet | None = None) -> RaceReplay:
    """Rebuild a match of bräde or Dutch TricTrac from its record.

    `rules` overrides the record's own. Never raises on a faulty record: what cannot be followed is a `RaceBreak`. Raises `ValueError` for a
    rule set that is neither game.
    """
    table = _Table(game, rules or rules_of(game))
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
class _Outcome:
    """What became of a throw: the book's answer (None not known), the verdict, the refusal, why the record cannot be followed."""

    answer: Any
    verdict: str
    refusal: Refusal | None = None
    broken: str = ""


@dataclass
class _Table:
    """The table as the record has left it so far. The one place here that changes; it lives as long as one `replay_race` call."""

    game: Game
    rules: RuleSet
    book: Any = None
    """A `Book`: the values of one belong to each other, which no annotation says of both games at once."""
    position: Any = None
    """The board as `view` sees it; None where it is not known."""
    view: Side = "W"
    turn: Side = "?"
    """Whose throw it is by the rules; `?` where nobody can tell."""
    pending: Setup | None = None
    """A position whose side to throw is not known: the next throw says it."""
    points: Pair = (0, 0)
    won: Pair = (0, 0)
    length: int = 0
    ends: list[End | None] = field(default_factory=list)
    """How the games so far ended; None for one that nobody knows of."""
    turns: list[RaceTurn] = field(default_factory=list)
    breaks: list[RaceBreak] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    games: list[RaceGame] = field(default_factory=list)
    # the game now played
    number: int = 1
    first: int = 0
    """Index of its first turn."""
    begun: bool = False
    """Whether it has been told anything of yet: until then a position is no check."""
    gap: bool = False
    """Whether something of it is missing."""
    over: RaceGame | None = None
    """How it ended, once it has."""
    lead: Side = "?"
    """Who has to begin it, by the dice or as the loser of the one before."""
    lead_by: int = 0
    """The line of `@lead`, 0 without."""
    leader: Side = "?"
    """Who has begun it, as far as its first throw, `@lead` or a position tells."""

    # -- before the first throw ---------------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The book, the length of the match, and the board: the `Position` tag, else the beginning."""
        self.book = book_of(self.rules)
        self.position = self.book.start()
        self.length = self.rules.length or 0
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
        self.begun = self.gap = True

    # -- events -------------------------------------------------------------------------------------------------------------------------

    def event(self, event: Event) -> None:
        """What an `@` line says to the board and the match."""
        if event.error is not None:
            if event.word in ("lost", "position", "game"):
                self.lose("error", event.line, None, f"the line @{event.word} could not be read")
        elif event.word == "position" and event.setup is not None:
            self.stated(event.setup, event.line)
        elif event.word == "lost":
            self.next_game_if_over()
            count = "an unknown number of" if event.count is None else str(event.count)
            self.lose("lost", event.line, None, f"the record lacks {count} plies here")
        elif event.word == "lead":
            self.led(event)
        elif event.word == "game":
            self.new_game(event)
        elif event.word == "won" and event.side in SIDES:
            self.said(event)

    def led(self, event: Event) -> None:
        """`@lead`: who has to begin (docs/rules.md 6.1, 7.1); dice that were equal settle nothing."""
        self.next_game_if_over()
        side: Side = event.side or "?"
        if len(event.throws) == len(SIDES) and side == "?":
            thrown = {thrower(throw, self.game): sum(die or 0 for die in throw.dice) for throw in event.throws if None not in throw.dice}
            side = self.book.leads(thrown["W"], thrown["B"]) if set(thrown) == set(SIDES) else "?"
        if side not in SIDES or self.begun:
            return
        due = self.book.beginner(self.ends)
        if due in SIDES and due != side:  # told here; whoever then throws first does as one of the two says
            self.checks.append(Check("lead", event.line, self.last_ply, side, due, agrees=False))
            self.lead = "?"
            return
        self.lead, self.lead_by, self.leader = side, event.line, side

    def new_game(self, event: Event) -> None:
        """`@game`: the next game of the match. A number that skips games says that the record lacks them."""
        nothing_yet = not self.begun and self.over is None and not self.ends
        number = event.number or 0
        if nothing_yet:
            if number > 1:
                self.ends = [None] * (number - 1)
                self.points = self.won = UNKNOWN
            self.number = max(number, 1)
        else:
            expected = self.number + (self.begun or self.over is not None)
            if self.begun or self.over is not None:
                self.close(event.line)
            if 0 < number < expected:
                self.checks.append(Check("game", event.line, self.last_ply, f"game {number}", f"game {expected}", agrees=False))
                return
            if number > expected:
                self.ends += [None] * (number - expected)
                self.points = self.won = UNKNOWN
                self.number = number
        if self.length and self.number > self.length:
            stated, replayed = f"game {self.number}", f"a match of {self.length}"
            self.checks.append(Check("length", event.line, self.last_ply, stated, replayed, agrees=False))

    def close(self, line: int) -> None:
        """The game now played is left, ended or not, and the next begins."""
        if self.over is None:
            self.games.append(self.told_game(None, line, ""))
            self.ends.append(None)
            self.points = self.won = UNKNOWN
        self.number += 1
        self.first = len(self.turns)
        self.position, self.view, self.turn, self.pending = self.book.start(), "W", "?", None
        self.begun, self.gap, self.over = False, False, None
        self.lead, self.lead_by, self.leader = self.book.beginner(self.ends), 0, "?"

    def next_game_if_over(self) -> None:
        """What follows a game that has ended belongs to the next, whether `@game` is written or not."""
        if self.over is not None and not self.decided:
            self.close(self.over.line)

    @property
    def decided(self) -> bool:
        """Whether no game is to follow: the last of `Length`, or the only one there is."""
        return self.over is not None and self.number >= max(self.length, 1)

    def said(self, event: Event) -> None:
        """`@won`: a check of a game that a throw decided, else all that is known of how it ended (docs/notation.md 6)."""
        side: Side = event.side or "?"
        outcomes = tuple(word for word in event.outcomes if word in GIVEN or word in self.book.outcomes)  # others mean nothing here
        end: End = self.book.said(side, outcomes, event.worth)
        if self.over is not None:
            self.check_won(event, end, outcomes)
            return
        if self.begun and self.leader == "?" and self.book.awaits(self.position, end.winner, self.turn):
            pass  # nobody said who had begun, and the record says that there was no last turn
        elif self.begun and self.position is not None and not self.gap_at_end and not GIVEN & set(event.outcomes):
            self.checks.append(Check("won", event.line, self.last_ply, self.end_text(end), NOT_OVER, agrees=False))
        elif not GIVEN & set(event.outcomes):
            end = self.possible(event, end, outcomes)
        self.finish_game(end, event.line, "word")

    def possible(self, event: Event, end: End, outcomes: tuple[str, ...]) -> End:
        """An ending that only its words tell, as the rules have it: its worth, and whether it goes with munk; what differs is told."""
        ruled: End = self.book.said(end.winner, outcomes, None)
        words = bool(outcomes) and set(self.book.spoken(ruled)) != set(outcomes)
        if words or (event.worth is not None and ruled.value is not None and event.worth != ruled.value):
            told = " ".join([end.winner, *([] if event.worth is None else [str(event.worth)]), *outcomes])
            self.checks.append(Check("won", event.line, self.last_ply, told, self.end_text(ruled), agrees=False))
            return ruled
        return end

    @property
    def gap_at_end(self) -> bool:
        """Whether the last throw could not be followed, so that it may have been the last of the game."""
        return bool(self.turns) and self.turns[-1].after is None

    def check_won(self, event: Event, end: End, outcomes: tuple[str, ...]) -> None:
        """`@won` against the throw that decided the game: who, how, and for how much, as far as it says so."""
        reached = self.ends[-1]
        if reached is None or self.over is None or self.over.won_by != "play":
            return
        words = set(self.book.spoken(end)) if outcomes else None
        agrees = (
            end.winner == reached.winner
            and (event.worth is None or event.worth == reached.value)
            and (words is None or GIVEN & words != set() or words == set(self.book.spoken(reached)))
        )
        shown = end._replace(value=event.worth)  # as it was written
        self.checks.append(Check("won", event.line, self.last_ply, self.end_text(shown), self.end_text(reached), agrees))

    def end_text(self, end: End) -> str:
        """`W 2 hemspel munk`."""
        worth = [] if end.value is None else [str(end.value)]
        return " ".join([end.winner, *worth, *self.book.spoken(end)])

    def finish_game(self, end: End, line: int, won_by: str) -> None:
        """The game now played has ended: the score, and the list of games."""
        me = SIDES.index(end.winner)
        self.points = _added(self.points, me, end.value)
        self.won = _added(self.won, me, 1)
        self.ends.append(end)
        self.over = self.told_game(end, line, won_by)
        self.games.append(self.over)
        self.begun, self.turn = True, "?"

    def told_game(self, end: End | None, line: int, won_by: str) -> RaceGame:
        """The game now played, as it stands."""
        kind = end.kind if end else ""
        term = self.book.terms.get(kind)
        words = term.words if term else kind
        munk = end is not None and end.munk
        return RaceGame(
            number=self.number,
            line=line,
            turns=(self.first, len(self.turns)),
            winner=end.winner if end else None,
            kind=kind,
            munk=munk,
            value=end.value if end else None,
            won_by=won_by,
            words=f"{words} with munk".lstrip() if munk else words,
        )

    # -- positions ----------------------------------------------------------------------------------------------------------------------

    def stated(self, setup: Setup, line: int) -> None:
        """`@position`: a check where the board is known, else the place to go on from."""
        if self.over is not None and not self.same_board(setup):
            self.next_game_if_over()
        if self.over is not None:
            return
        known = self.begun and self.position is not None
        if known:
            self.compare(setup, line)
        was = self.setup()
        self.place(setup, line, foul_known=known and was is not None and _same_men(was, setup))
        if not known and not self.begun and not self.at_start:
            self.gap = True
        self.begun = True

    @property
    def at_start(self) -> bool:
        """Whether the board is that of a game not yet begun."""
        here, start = self.position, self.book.start()
        return here is not None and (here.mover, here.other) == (start.mover, start.other)

    def same_board(self, setup: Setup) -> bool:
        """Whether a position is the board on which the last game ended."""
        here = self.turns[-1].after if self.turns else None
        return here is not None and _same_men(here, setup)

    def place(self, setup: Setup, line: int, *, foul_known: bool = False) -> None:
        """Go on from a position as the scorer saw it. What he could not read (`?`) stays unknown."""
        points, won = self.book.score(setup)
        self.points, self.won = points, won
        told = setup.key("leader")
        if told in SIDES:
            self.leader = "W" if told == "W" else "B"
        elif self.leader in SIDES:
            setup = replace(setup, keys=(*setup.keys, ("leader", self.leader)))
        self.pending = None
        if setup.white is None or setup.black is None:
            self.position, self.turn = None, setup.side
            return
        try:
            position = self.book.place(replace(setup, side="W") if setup.side == "?" else setup)
        except ValueError as fault:
            self.lose("impossible-position", line, None, str(fault))
            return
        doubts = () if foul_known else self.book.doubts(position)
        if doubts:
            self.checks.append(Check("board", line, self.last_ply, "this position", "; ".join(doubts), agrees=False))
        if setup.side == "?":
            self.pending = setup
        self.position, self.view, self.turn = position, setup.side if setup.side != "?" else "W", setup.side

    def compare(self, setup: Setup, line: int) -> None:
        """`@position` where the replay knows the board: men, side to throw, and score, as far as both are known."""
        here = self.setup()
        if here is None:
            return
        men = all(a is None or a == b for a, b in ((setup.white, here.white), (setup.black, here.black)))
        side = setup.side == "?" or here.side in ("?", setup.side)
        pairs = [*zip(setup.points, here.points, strict=True), *zip(setup.holes, here.holes, strict=True)]
        leader = setup.key("leader")
        led = leader is None or here.key("leader") in (None, leader)
        agrees = men and side and led and all(a is None or b is None or a == b for a, b in pairs)
        told = [self.setup_text(one) for one in (setup, here)]
        self.checks.append(Check("position", line, self.last_ply, told[0], told[1], agrees))

    def setup_text(self, setup: Setup) -> str:
        """A board in a line, as a record writes it."""
        from notation.position import write_setup  # noqa: PLC0415 - few records state a position

        return write_setup(setup, "route", self.rules.name)

    def setup(self) -> Setup | None:
        """The board now, with who throws and the score; None where it is not known."""
        return None if self.position is None else self.seen(self.position, self.view, self.turn)

    def seen(self, position: Any, view: Side, turn: Side) -> Setup:
        """A board as `view` sees it, with `turn` to throw and the score of the match."""
        setup: Setup = self.book.setup(position, view)
        points, holes = self.book.pairs(self.points, self.won)
        keys = setup.keys if turn != "?" or self.begun else ()
        return replace(setup, side=turn, points=points, holes=holes, keys=keys)

    @property
    def last_ply(self) -> int | None:
        """Number of the last throw."""
        return self.turns[-1].ply.number if self.turns else None

    def lose(self, kind: str, line: int, ply: int | None, message: str) -> None:
        """The men are not known from here on."""
        self.breaks.append(RaceBreak(kind, line, ply, message, self.setup()))
        self.position, self.turn, self.pending = None, "?", None
        self.begun = self.gap = True

    # -- a ply --------------------------------------------------------------------------------------------------------------------------

    def ply(self, ply: Ply) -> None:
        """One throw."""
        self.next_game_if_over()
        side = ply.side
        if self.over is not None:  # a throw too many belongs to the game it follows, and counts for nothing
            self.add(ply, self.final_setup(), None, _Outcome(None, "none"))
            self.over = self.games[-1] = replace(self.over, turns=(self.first, len(self.turns)))
            return
        if side == "?":
            self.add(ply, self.setup(), None, _Outcome(None, "unknown"))
            self.lose("unknown-play", ply.line, ply.number, "who rolled is not known")
            return
        self.opened(ply)
        expected = self.turn
        if self.pending is not None:
            self.position, self.view, self.pending = self.book.place(replace(self.pending, side=side)), side, None
        elif self.position is not None and self.view != side:
            self.position = self.position if not self.begun else self.position.turned()
            self.view = side
        self.begun = True
        before = None if self.position is None else self.seen(self.position, side, side)
        if ply.error is not None:
            self.add(ply, before, None, _Outcome(None, "unknown"), expected)
            self.lose("error", ply.line, ply.number, "the line could not be read behind its dice")
            return
        outcome = self.judged(ply.body)
        if outcome.verdict == "legal" and outcome.answer.others:
            outcome = self.settled(ply, outcome)
        self.advance(ply, before, outcome, expected)

    def settled(self, ply: Ply, outcome: _Outcome) -> _Outcome:
        """Of several ways that the men written can have gone, the one that what follows bears out; where nothing does, it is told."""
        answer = outcome.answer
        at = next(k for k, entry in enumerate(self.game.entries) if entry is ply)
        ways = (answer, *answer.others)
        taken, *left = borne_out(self.book, ways, ply.side, self.game.entries[at + 1 :])
        alike = ways[: 1 + answer.as_good]
        if taken in alike and any(other in alike for other in left):
            stated = " ".join(write_play(play, "route", ply.side) for play in ply.body.plays)
            self.checks.append(Check("way", ply.line, ply.number, stated, spelled(taken.steps), agrees=False))
        return replace(outcome, answer=taken)

    def opened(self, ply: Ply) -> None:
        """A throw may be the first of its game: who makes it has begun, and is held to who has to."""
        if self.begun:
            return
        self.leader = ply.side
        if self.lead == "?" or self.position is None:
            return
        if self.lead_by or ply.side != self.lead:
            self.checks.append(Check("lead", ply.line, ply.number, ply.side, self.lead, ply.side == self.lead))

    def judged(self, body: Body) -> _Outcome:
        """Play the men as the record does, and judge the play."""
        if self.position is None:
            return _Outcome(None, "unknown", broken="the men are not known")
        if body.plays_unknown:
            return _Outcome(None, "unknown", broken="the record does not know the play")
        high, low = body.dice
        dice = None if high is None or low is None else (high, low)
        if dice is None:
            stood = self.book.stood(self.position, None, body.plays)
            return _Outcome(None, "unknown", broken=stood) if isinstance(stood, str) else _Outcome(stood, "unknown")
        answer = self.book.play(self.position, dice, body.plays)
        if not isinstance(answer, Refusal):
            return _Outcome(answer, "legal")
        stood = self.book.stood(self.position, dice, body.plays)
        return _Outcome(None, "illegal", answer, stood) if isinstance(stood, str) else _Outcome(stood, "illegal", answer)

    def advance(self, ply: Ply, before: Setup | None, outcome: _Outcome, expected: Side) -> None:
        """The board after the throw, and whose throw is next."""
        side, answer = ply.side, outcome.answer
        if answer is None:
            self.add(ply, before, None, outcome, expected)
            if before is not None:
                kind = "unknown-play" if ply.body.plays_unknown else "impossible-play"
                self.lose(kind, ply.line, ply.number, outcome.broken)
            return
        end: End | None = self.book.end(answer, side)
        if end is not None:
            self.position, self.view = answer.position, side
            index = len(self.turns)
            self.add(ply, before, answer, outcome, expected, winner=end.winner)
            self.finish_game(end, ply.line, "play")
            last = self.turns[index]
            self.turns[index] = replace(last, after=self.seen(answer.position, side, "?"))
            return
        self.position, self.view = self.book.next_turn(answer, side)
        self.turn = "?" if None in ply.body.dice and self.book.may_throw_again else self.view
        self.add(ply, before, answer, outcome, expected)

    def final_setup(self) -> Setup | None:
        """The board on which the game ended."""
        return self.turns[-1].after if self.turns else None

    def add(
        self, ply: Ply, before: Setup | None, answer: Any, outcome: _Outcome, expected: Side = "?", *, winner: Side | None = None
    ) -> None:
        """One more turn."""
        refusal = outcome.refusal
        known = answer is not None
        counted = {jan.code: jan for jan in self.book.jans(answer)} if known else {}
        jans = tuple(self.named(jan.code, jan.ways, jan.points, ply.side, to_roller=jan.to_roller) for jan in counted.values())
        number = {code: jan.ways for code, jan in counted.items()}
        self.turns.append(
            RaceTurn(
                index=len(self.turns),
                game=self.number,
                turn_of_game=0 if self.gap else len(self.turns) - self.first + 1,
                ply=ply,
                side=ply.side,
                dice=ply.body.dice,
                expected=expected,
                before=before,
                after=before if outcome.verdict == "none" else self.setup() if known else None,
                verdict=outcome.verdict,
                why=str(refusal) if refusal else "",
                fault=refusal.fault if refusal else "",
                rule=refusal.section if refusal else "",
                moves=answer.steps if known else tuple(Step(man.start, man.to) for man in written_of(ply.body.plays)),
                told=self.book.told(answer) if known else (),
                jans=jans,
                again=known and winner is None and self.view == ply.side and self.turn == ply.side,
                hits=number.get("hit", 0),
                bursts=number.get("burst", 0),
                lost=answer.lost if known and outcome.verdict == "legal" else 0,
                reduction=answer.reduction if known else 0,
                bar=number.get("bar", 0),
                jan_blots=number.get("janblotta", 0),
                winner=winner,
            )
        )

    def named(self, code: str, number: int, value: int, side: Side, *, to_roller: bool) -> RaceJan:
        """A jan of the book with what the game calls it."""
        term = self.book.terms[code]
        return RaceJan(code, side if to_roller else opposite(side), number, value, term.words if number == 1 else term.several, term.rule)

    # -- the end ------------------------------------------------------------------------------------------------------------------------

    def finish(self) -> RaceReplay:
        """The whole, with the result line checked against the games."""
        if self.over is None and (self.begun or not self.games):
            line = self.game.result.line if self.game.result else self.game.last_line
            self.games.append(self.told_game(None, line, ""))
        known = [end for end in self.ends if end is not None]
        length = self.length or (1 if self.number == 1 else 0)
        complete = length > 0 and len(known) == len(self.ends) and len(known) <= length
        winner: Side | None = self.book.match(known, length) if complete else None
        result = self.game.result
        if result is not None and winner is not None and result.word in KNOWN_WON.values():
            replayed = KNOWN_WON[winner]
            self.checks.append(Check("result", result.line, self.last_ply, result.word, replayed, result.word == replayed))
        return RaceReplay(
            game=self.game,
            rules=self.rules,
            turns=tuple(self.turns),
            breaks=tuple(self.breaks),
            checks=tuple(self.checks),
            games=tuple(self.games),
            score=self.points,
            won=self.won,
            length=length,
            final=self.setup() if self.over is None else self.final_setup(),
            winner=winner if winner != "?" else None,
        )


def _added(pair: Pair, me: int, by: int | None) -> Pair:
    """A pair with something added to one side; None where either is not known."""
    here = pair[me]
    more = None if here is None or by is None else here + by
    return (more, pair[1]) if me == 0 else (pair[0], more)


def _same_men(one: Setup, other: Setup) -> bool:
    """Whether two positions have the same men."""
    return one.white == other.white and one.black == other.black
