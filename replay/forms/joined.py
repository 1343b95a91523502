"""A record joined to its form: every roll, every mark told by the sheet, every position, in the accounts (docs/forms.md).

What the rules do not allow is kept beside (`refused`); what the record tells and the accounts do not bear out is a `Check`; where the
accounts can no longer be followed is a `Gap`, and they go on at the next thing that is certain.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from notation.position import setup_of
from notation.record import Event as Line
from notation.record import Ply, Setup
from replay.forms.account import Accounts
from replay.forms.coins import spelled
from replay.forms.combine import BETWEEN, Combine, carried
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire, next_mark
from replay.forms.ending import check_result, check_standing, staked
from replay.forms.events import Decision, Marker, Wrong
from replay.forms.fill import Fill
from replay.forms.followed import Ended, Forgotten, Joined, Pegged, Seated, holes_of
from replay.forms.lead import Lead
from replay.forms.machine import holds, start, step
from replay.forms.margin import Margin
from replay.forms.opening import in_order, marks_after
from replay.forms.reckoning import Reckoning
from replay.forms.record import SIDES, Agreed, events_of, form_of, player
from replay.forms.results import CureWon, DrainWon, FillWon, HonoursWon, MarkWon, Result
from replay.forms.scoresheet import CLASSES, honours_won, mark_won, match_won
from replay.forms.settlement import given_up, settle, sheet, untold
from replay.forms.stakes import of_decision, of_marker, of_result
from replay.forms.standing import keys, stand
from replay.forms.stated import block, both_names, key_words, pair_words, rounded, said, won_words
from replay.forms.table import place

if TYPE_CHECKING:
    from notation.record import Entry
    from replay.forms.ecrire import Step
    from replay.forms.events import Event
    from replay.forms.machine import State
    from replay.turns import Replay, Turn

GIVEN_UP: Final = frozenset({"resigned", "time"})
HONOURS: Final = ("single", "double", "treble", "quadruple")


def join(replay: Replay, agreed: Agreed | None = None) -> Joined:
    """Join a replay to the form of its record, or to the form `agreed`.

    Raises `Wrong` (`bad-form`) where the tags set up no form that can be played.
    """
    told = agreed or form_of(replay.game)
    found = _join(replay, told)
    implied = staked(replay.game.tag("Standing"), found)
    return found if implied is None else _join(replay, implied)


def _join(replay: Replay, agreed: Agreed) -> Joined:
    """The accounts of a record as they were agreed."""
    margin = Margin(agreed.names)
    lead, accounts = Lead(agreed.form, margin), Accounts(margin, block(replay.game.entries))
    book = _Book(agreed, start(agreed.form), agreed.seated, margin, lead, accounts, _between(replay.game.entries))
    book.after = marks_after(replay.game.entries)
    turns = {turn.ply.line: turn for turn in replay.turns}
    setup = setup_of(replay.game)
    if setup is not None:
        book.position(setup, replay.game.line)
    for entry in in_order(replay.game.entries):
        if isinstance(entry, Ply) and entry.line in turns:
            book.turn(turns[entry.line])
        elif isinstance(entry, Line) and entry.error is None:
            book.line(entry)
    state = book.state
    done = None
    if state.table.over and not untold(state):
        done = settle(state, agreed.names)
    elif isinstance(state, (Fill, Drain)) and book.known and replay.game.tag("Termination").strip().lower() == "abandoned":
        done = given_up(state, agreed.names)
    if done is not None and not margin.gaps:
        check_standing(replay.game, done.net, agreed, margin)
        check_result(replay.game, done.net, agreed, margin)
    reckoning = Reckoning(state, sheet(state, agreed.names), {}) if done is None else Reckoning(state, done.lines, done.net, told=done.told)
    beside = (tuple(margin.refused), tuple(margin.checks), tuple(margin.gaps))
    return Joined(agreed, reckoning, *beside, tuple(book.ended), tuple(book.seats), book.known, tuple(margin.forgotten), tuple(book.track))


@dataclass
class _Book:
    """The accounts as the record has left them so far. It lives as long as one `join` call."""

    agreed: Agreed
    state: State
    seated: tuple[int, int]
    margin: Margin
    lead: Lead
    accounts: Accounts
    between: frozenset[int]
    """Lines of marks told by a sheet after which à écrire rests until the next pickup (combiné)."""
    known: bool = True
    """Whether the state is what the record left; while it is not, only results and positions are read."""
    results: list[tuple[Result, tuple[int, int]]] = field(default_factory=list)
    """What has ended and no `@won` has told yet, with who sat as White and as Black."""
    rolled: bool = False
    """Whether a roll stands since the last result."""
    vague: bool = False
    """Whether a sheet has told of one game of combiné, and nothing yet where the other stands."""
    ended: list[Ended] = field(default_factory=list)
    seats: list[Seated] = field(default_factory=list)
    track: list[Pegged] = field(default_factory=list)
    named: bool = False
    """Whether an `@mark` stands since the last mark that was won."""
    after: dict[int, int] = field(default_factory=dict)
    """Number of the `@mark` behind every `@won`, by line."""
    lengths: bool = False
    """Whether an `@mark` has told another number of marks than was agreed."""

    # -- rolls --------------------------------------------------------------------------------------------------------------------------

    def turn(self, turn: Turn) -> None:
        """One roll of the replay."""
        self.rolled = True
        self.margin.at = (turn.ply.line, turn.ply.number)
        if self.vague:
            self.vague = False
            self.margin.gap(turn.ply.line, "where the other game of combiné stands is not told")
        self.lead.threw(turn, self.seated)
        if not self.known:
            return
        self.lead.led(turn, self.seated)
        events = events_of(turn, self.seated)
        if events is None:
            self.lose(turn.ply.line, "who rolled, or what was marked, is not known")
            return
        for event in events:
            if not self.event(event, turn):
                return
        self.state = holds(self.state)
        self.score(turn)
        book = self.marks
        honours = self.state.honours.holes if isinstance(self.state, Combine) else None
        self.track.append(Pegged(turn.ply.line, turn.ply.number, book.number if book else 0, holes_of(self.state), honours))

    def score(self, turn: Turn) -> None:
        """`=` of combiné: points, à écrire, honours (docs/notation.md 4). The other forms' pegs are the board's."""
        score = turn.ply.body.score
        if score is None or not isinstance(self.state, Combine) or self.state.table.over:
            return
        state, flip = self.state, self.state.table.pair != self.seated
        mine = zip(state.table.race.points, state.ecrire.mark.holes, state.honours.holes, strict=True)
        found = list(mine)[:: -1 if flip else 1]
        halves = (score.white, score.black)
        stated = [((half.points, *half.holes, None)[:3]) for half in halves]
        if any(each.line == turn.ply.line and not isinstance(each.result, HonoursWon) for each in self.ended):
            stated = [(points, None, honours) for points, _, honours in stated]  # the mark that is over, and the accounts have the next
        same = all(a is None or a == b for told, known in zip(stated, found, strict=True) for a, b in zip(told, known, strict=True))
        words = [",".join("/".join("?" if each is None else str(each) for each in half) for half in both) for both in (stated, found)]
        self.margin.check("score", turn.ply.line, words[0], words[1], agrees=same)

    def event(self, event: Event, turn: Turn) -> bool:
        """One event; returns whether the accounts can still be followed. Going is going: `go` for `mark` is told, and read as it."""
        try:
            done = step(self.state, event)
        except Wrong as wrong:
            if isinstance(event, Decision) and event.what == "hold" and wrong.code in ("no-hole", "must-hold", "match-over"):
                return True  # said where nothing was asked
            if isinstance(event, Marker):
                self.margin.refuse(wrong, turn.ply.line, turn.ply.number, of_marker(self.state, event.player, event.what))
                return True  # it changes nothing
            stake = of_decision(self.state, event.player, event.what) if isinstance(event, Decision) else None
            self.margin.refuse(wrong, turn.ply.line, turn.ply.number, stake)
            must = self.state.table.must
            if wrong.code == "go-not-allowed" and must is not None and len(must.legal) > 1:
                return self.event(Decision(must.player, must.legal[1]), turn)
            self.lose(turn.ply.line, f"what the rules do not allow was done: {wrong}")
            return False
        if isinstance(event, Marker) and event.what.startswith("no-"):
            self.margin.forgotten.append(Forgotten(turn.ply.line, event.player, of_marker(self.state, event.player, event.what)))
        self.take(done)
        return True

    def take(self, done: Step) -> None:
        """Go on from a step. The one who stays keeps his colour."""
        book = self.marks
        leader = None if book is None else book.seats.leader
        self.state = done.state
        self.results += [(result, self.seated) for result in done.results]
        self.ended += [Ended(*self.margin.at, result, self.seated, leader) for result in done.results]
        if done.lead is not None:
            self.lead.due = done.lead if done.results and isinstance(done.lead, int) else None
        pair = done.state.table.pair
        if pair and set(pair) != set(self.seated):
            comes = [who for who in pair if who not in self.seated]
            white, black = (who if who in pair else comes.pop() for who in self.seated)
            self.sit((white, black), self.margin.at[0] + 1)

    def sit(self, seated: tuple[int, int], line: int) -> None:
        """So many sit from this line on."""
        if seated != self.seated:
            self.seats.append(Seated(line, seated))
        self.seated = seated

    def lose(self, line: int, sentence: str) -> None:
        self.known, self.lead.due = False, None
        self.margin.gap(line, sentence)

    # -- lines --------------------------------------------------------------------------------------------------------------------------

    def line(self, line: Line) -> None:
        """What an `@` line says to the accounts."""
        self.margin.at = (line.line, None)
        if line.word in ("position", "won", "lost"):
            self.lead.drawn = None  # who rolled first is not told
        if line.word == "position" and line.setup is not None:
            self.position(line.setup, line.line)
        elif line.word == "lost":
            self.lose(line.line, "the record lacks plies here")
        elif line.word in ("mark", "game"):
            self.begun(line)
        elif line.word == "won" and line.side in SIDES:
            self.won(line)
        elif line.word == "account":
            state = self.accounts.brings(line, self.state, rolled=self.rolled)
            if state is not None:
                self.state = state
            elif self.known and not self.margin.gaps:
                self.accounts.compare(line, self.state)
        elif line.word == "lead":
            self.lead.throws(line, self.seated, self.state.table.pair, begun=bool(self.ended) or self.rolled)

    def begun(self, line: Line) -> None:
        """`@mark`, `@game`: who sits, and which mark it is."""
        names, state, book = self.agreed.names, self.state, self.marks
        follows = book is not None and line.word == "mark" and line.number == book.number + 1
        if isinstance(state, Combine) and state.suspended == BETWEEN and follows and not self.rolled:
            # a sheet: nobody wrote the pickup that begins this mark
            self.take(carried(state._replace(suspended=None), next_mark(state.ecrire)))
        book, table = self.marks, self.state.table
        if len(line.players) == 2:
            try:
                seated = (player(names, line.players[0]), player(names, line.players[1]))
            except Wrong as wrong:
                self.lose(line.line, str(wrong))
                return
            if seated[0] == seated[1]:
                self.lose(line.line, f"{names[seated[0]]} cannot sit as White and as Black")
                return
            jumps = line.word == "mark" and book is not None and line.number != book.number and not (self.rolled or self.results)
            if table.pair and not jumps:
                self.margin.check(
                    "seats", line.line, both_names(names, seated), both_names(names, table.pair), agrees=set(seated) == set(table.pair)
                )
            self.sit(seated, line.line)
            if table.pair and not jumps and set(seated) != set(table.pair):
                self.reseat(seated)
                book, table = self.marks, self.state.table
        if line.word != "mark" or book is None or line.number is None:
            return
        if table.over:
            self.margin.refuse(Wrong("match-over", "5", None, f"the match is over: no mark {line.number} can follow"), line.line)
            return
        if line.of is not None and line.of != book.form.marks and not self.lengths:
            self.lengths = True
            self.margin.check("mark", line.line, f"{line.number}/{line.of}", f"{line.number}/{book.form.marks}", agrees=False)
        self.named = True
        fresh = not any(book.mark.holes) and not any(table.race.points)
        back = line.number < book.number and bool(self.ended)  # told twice, or numbered wrongly: the marks count on
        if line.number != book.number and not self.rolled and not self.results and not back:
            if self.known and self.ended:
                self.margin.check("mark", line.line, str(line.number), str(book.number), agrees=False)
            self.jump(line.line, line.number)
            return
        if self.known or fresh:
            self.margin.check("mark", line.line, str(line.number), str(book.number), agrees=line.number == book.number)
        if line.number == book.number and fresh and set(self.seated) == set(table.pair):
            self.known = True

    def reseat(self, seated: tuple[int, int]) -> None:
        """Others sit down than the form has play: the accounts go by who played, where nothing of the mark, or match, has been played yet.

        Combiné has two sides whoever sits, and its honours game goes on.
        """
        book, state = self.marks, self.state
        begun = any(holes_of(state)) or any(state.table.race.points) or (book is not None and book.refaits > 0)
        if isinstance(state, Combine) or begun or not self.known:
            return
        told = () if book is None else (("mark", str(book.number)),)
        with suppress(Wrong):  # partners, or somebody twice: the seats of the form stand
            self.state = stand(state.form, Setup(None, None, SIDES[0], keys=told), seated, before=state)
            self.lead.due = None

    def jump(self, line: int, number: int) -> None:
        """The sheet goes on with another mark than the one in play: what came between is not told. Who leads goes by its number (2.8)."""
        book = self.marks
        assert book is not None
        self.accounts.jump(line, f"mark {book.number} is in play, and the record goes on with mark {number}")
        leader = self.seated[0]
        if self.state.form.seating in ("two", "chouette"):
            first = self.state.form.lead if self.state.form.seating == "two" else 0
            leader = next((who for who in self.seated if (who == first) == (number % 2 == 1)), leader)
        told = (("leader", SIDES[self.seated.index(leader)]), ("mark", str(number)))
        try:
            self.state = stand(self.state.form, Setup(None, None, SIDES[0], keys=told), self.seated, before=self.state)
            self.known = not isinstance(self.state, Combine)
        except Wrong as wrong:
            self.lose(line, str(wrong))

    def position(self, setup: Setup, line: int) -> None:
        """A check where the accounts are known and the position tells what they are; else the place to go on from."""
        if self.known and (self.rolled or self.results):
            told = dict(keys(self.state, self.seated))
            flip = self.state.table.pair != self.seated
            stands = {key: value for key, value in setup.keys if key in (*told, *KEYS)}
            points, holes = self.state.table.race.points, holes_of(self.state)
            stands |= {"points": pair_words(setup.points), "holes": pair_words(setup.holes)}
            pegs = {"points": pair_words(points[::-1] if flip else points), "holes": pair_words(holes[::-1] if flip else holes)}
            mine = {key: told.get(key, "") for key in stands} | pegs
            if stands.get("mark", "").isdigit():
                mine["mark"] = mine["mark"].partition("/")[0]
            agrees = stands == mine
            self.markers({key: value for key, value in stands.items() if key in MARKS}, mine, line)
            rest = {key: value for key, value in stands.items() if key not in MARKS}
            same = {key: mine[key] for key in rest}
            self.margin.check("position", line, key_words(rest), key_words(same), agrees=rest == same)
            if agrees:
                return
        book = self.marks
        try:
            self.state = stand(self.state.form, setup, self.seated, before=self.state)
            self.known, self.vague, self.lead.due = True, False, None
            now = self.marks
            if book is not None and now is not None and book.number != now.number:
                self.accounts.jump(line, f"mark {book.number} was in play, and the position is of mark {now.number}")
        except Wrong as wrong:
            self.lose(line, str(wrong))

    def markers(self, stated: dict[str, str], mine: dict[str, str], line: int) -> None:
        """Banner and neckties of a position, with what they make of the mark (docs/rules.md 5.2)."""
        here = {key: mine[key] for key in stated}
        if stated == here:
            return
        key = next(key for key in stated if stated[key] != here[key])
        side = stated[key] if stated[key] in SIDES else here[key]
        who = self.seated[SIDES.index(side)] if side in SIDES else None
        word = key if stated[key] in SIDES else f"no-{key}"
        stake = of_marker(self.state, who, word) if who is not None and key in ("banner", "necktie") else None
        self.margin.check("marker", line, key_words(stated), key_words(here), agrees=False, stake=stake, who=who)

    def won(self, line: Line) -> None:
        """`@won`: a check of what was played, or all that is known of it."""
        if set(line.outcomes) & GIVEN_UP:
            self.lose(line.line, "it was given up, or lost by the clock: no rule settles that")
            return
        honours = bool(set(line.outcomes) & set(HONOURS)) and isinstance(self.state, Combine)
        played = self.untold(honours=honours)
        if played is None and self.known and self.rolled:
            self.margin.check("won", line.line, won_words(line), "not over", agrees=False)
        if played is None:
            try:
                self.once(line, honours=honours)
            except Wrong as wrong:
                self.margin.refuse(wrong, line.line)
                return  # the accounts stand as they were
            try:
                done = self.sheet(line, honours=honours)
            except Wrong as wrong:
                self.margin.refuse(wrong, line.line)
                self.lose(line.line, f"the result cannot be: {wrong}")
                return
            self.take(done)
            whole = not isinstance(self.state, Combine)
            self.vague = self.vague or (self.known and not whole)
            self.known = whole
            played = self.untold(honours=honours)
        assert played is not None
        self.results.remove(played)
        self.compare(line, *played)
        self.rolled = False
        self.named = self.named and honours

    def once(self, line: Line, *, honours: bool) -> None:
        """Whether a sheet tells a mark but once. Raises `Wrong` for a second result where the next `@mark` leaves no room for it."""
        book, follows = self.marks, self.after.get(line.line)
        if book is None or honours or self.named or self.rolled or follows is None or not self.ended or book.table.over:
            return
        if follows <= book.number:
            winner = self.seated[line.side == "B"]
            raise Wrong("no-such-result", "5.3", winner, f"mark {book.number - 1} has been won: a second result of it is not counted")

    def untold(self, *, honours: bool) -> tuple[Result, tuple[int, int]] | None:
        """The first result of the kind that no `@won` has told."""
        wanted = (HonoursWon,) if honours else (MarkWon, CureWon, FillWon, DrainWon)
        return next((each for each in self.results if isinstance(each[0], wanted)), None)

    def sheet(self, line: Line, *, honours: bool) -> Step:
        """A result that nobody wrote the rolls of."""
        winner = self.seated[line.side == "B"]
        if line.holes is None:
            raise Wrong("no-such-result", "5", winner, "a result without its holes tells the accounts nothing")
        holes = line.holes if line.side == "W" else line.holes[::-1]
        conceded = "conceded" in line.outcomes
        if isinstance(self.state, Combine) and honours:
            kind = next(word for word in HONOURS if word in line.outcomes)
            return honours_won(self.state, place(self.state.table, winner), kind, holes)
        if isinstance(self.state, (Ecrire, Combine)):
            mark = next((word for word in CLASSES if word in line.outcomes), "simple")
            pickup = True if "pickup" in line.outcomes else False if "standing" in line.outcomes else None
            refaits = next((int(word.partition("=")[2]) for word in line.outcomes if word.startswith("refaits=")), None)
            stays = line.line in self.between
            return mark_won(self.state, winner, holes, mark, pickup=pickup, conceded=conceded, refaits=refaits, stays=stays)
        return match_won(self.state, winner, holes, lurch="lurch" in line.outcomes, conceded=conceded)

    def compare(self, line: Line, result: Result, seated: tuple[int, int]) -> None:
        """What `@won` says against the result."""
        side, holes, worth, words = said(result, self.agreed, seated)
        agrees = line.side == side and set(line.outcomes) <= words
        agrees = agrees and (line.worth is None or worth is None or rounded(worth, line.worth) == line.worth)
        if line.holes is not None and isinstance(result, (HonoursWon, FillWon)):  # how far beyond is not told by all
            agrees = agrees and line.holes[line.side == "W"] == holes[side == "W"]
        elif line.holes is not None:
            agrees = agrees and line.holes == holes
        found = [side, f"{holes[0]}-{holes[1]}", "" if worth is None else spelled(worth), *sorted(words - {"refaits=0"})]
        stake = of_result(line, result, self.agreed.form)
        winner = seated[line.side == "B"]
        self.margin.check("won", line.line, won_words(line), " ".join(filter(None, found)), agrees=agrees, stake=stake, who=winner)

    @property
    def marks(self) -> Ecrire | None:
        """The à écrire side, where there is one."""
        return self.state.ecrire if isinstance(self.state, Combine) else self.state if isinstance(self.state, Ecrire) else None


MARKS: Final = ("banner", "necktie", "forced", "treble")
"""Keys of a position that are markers."""
KEYS: Final = ("banner", "necktie", "forced", "leader", "refaits", "honours", "treble", "suspended", "idle", "pool", "contract")
"""Keys of a position that a form knows and that are compared where they are written."""


def _between(entries: tuple[Entry, ...]) -> frozenset[int]:
    """Lines of `@won` of a mark behind which an honours game, or a position with à écrire idle, comes before the next mark."""
    found: set[int] = set()
    last = 0
    for entry in entries:
        if not isinstance(entry, Line):
            last = 0 if isinstance(entry, Ply) else last
        elif entry.word == "won" and not set(entry.outcomes) & set(HONOURS):
            last = entry.line
        elif last and (entry.word == "won" or (entry.setup is not None and entry.setup.key("idle") == "ecrire")):
            found.add(last)
        elif entry.word in ("mark", "position", "lost"):
            last = 0
    return frozenset(found)
