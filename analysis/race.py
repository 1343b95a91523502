"""The audit of race games (bräde, Dutch TricTrac) over their replay, and a game with all that is known of it.

Nothing is marked in these games: what can be wrong is a play, whose turn it was, an ending not taken, and what the record says it came to.
One finding a fault; what follows from a play that stood is no fault of its own, since the game goes on from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analysis.columns import complaints
from analysis.faults import NAMES
from analysis.findings import Audit, Finding, Track
from analysis.forms import CALLED, foreign_outcomes
from analysis.kinds import KINDS
from notation.record import Event, Tag, opposite
from replay.cousins.game import book_of
from replay.cousins.replayer import NOT_OVER, replay_race
from replay.cousins.walks import place, written_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notation.record import Game, Ply, Side
    from replay.cousins.turns import RaceReplay, RaceTurn
    from replay.rules import RuleSet

BY_FAULT = {
    "step": "illegal-play",
    "unused": "dice-unused",
    "order": "order-wrong",
    "lower": "die-given-up",
    "waste": "reduction-wasted",
    "over": "played-on",
}
"""Kinds of finding by what is wrong with a play (`replay.cousins.walks.FAULTS`)."""
BY_CHECK = {
    "position": "position-differs",
    "board": "position-doubtful",
    "won": "result-differs",
    "result": "result-differs",
    "lead": "lead-differs",
    "length": "after-the-end",
    "game": "seats-differ",
    "way": "way-unclear",
}
"""Kinds of finding by the check that does not hold."""


@dataclass(frozen=True)
class RaceJudged:
    """A record of a race game with all that is known of it: what `analysis.columns.Judged` is for trictrac."""

    replay: RaceReplay

    @cached_property
    def audit(self) -> Audit:
        """The findings, in the order of play; there are no tracks of marks."""
        return audit_race(self.replay)

    @property
    def complaints(self) -> int:
        """How much is wrong with the record, as `Judged.complaints`."""
        return complaints(self.replay.breaks, self.audit)

    @property
    def game(self) -> Game:
        """The record."""
        return self.replay.game

    @cached_property
    def names(self) -> tuple[str, str]:
        """White's name and Black's, as every row asks for them."""
        return self.game.white, self.game.black

    @property
    def family(self) -> str:
        """The family of its rules."""
        return self.replay.rules.family

    @property
    def joined(self) -> None:
        """Race games have no accounts."""
        return

    def rows(self, table: str) -> list[dict[str, object]]:
        """The rows of one table, as plain dicts in the order of the columns. Raises KeyError for a table that is none."""
        from analysis.race_columns import race_rows  # noqa: PLC0415 - a game that is only checked needs no columns

        return race_rows(table, self)


def judge(game: Game, rules: RuleSet | None = None) -> RaceJudged:
    """Replay a game and audit it."""
    return RaceJudged(replay_race(game, rules))


def audit_race(replay: RaceReplay, turns: Iterable[RaceTurn] | None = None) -> Audit:
    """All findings of a replay: those of its turns in the order of play, then those of its checks; those the record itself tells last.

    With `turns` only these are looked at: of all others it is known that nothing is to be said.
    """
    findings: list[Finding] = []
    book = book_of(replay.rules)
    ended = False
    for turn in replay.turns if turns is None else turns:
        if turn.verdict == "none":
            if not ended:
                message = "the match was already over; nothing more is thrown or played"
                findings.append(_finding(turn, "after-the-end", turn.side, rule=book.ending_rule, message=message))
            ended = True
            continue
        findings += _turn_findings(turn, replay)
    findings += _check_findings(replay) + _event_findings(replay) + _tag_findings(replay)
    findings.sort(key=lambda finding: (finding.told, -(finding.points or 0), finding.line))
    empty = Track((), winner=replay.winner)
    return Audit(tuple(findings), empty, empty)


def _finding(turn: RaceTurn, kind: str, side: Side, **more: object) -> Finding:
    given = {"rule": KINDS[kind].rule, **more}
    return Finding(kind=kind, turn=turn.index, ply=turn.ply.number, line=turn.ply.line, side=side, **given)  # type: ignore[arg-type]


def _turn_findings(turn: RaceTurn, replay: RaceReplay) -> list[Finding]:
    """Out of turn, an illegal play, an ending not taken; faults that the record tells and puts right."""
    found = []
    book = book_of(replay.rules)
    if turn.expected not in ("?", turn.side):
        message = f"{NAMES[turn.side]} throws, but it was {NAMES[turn.expected]}'s turn"
        before = replay.turns[turn.index - 1] if turn.index else turn
        if before.again and before.side == turn.expected:
            message += f", who throws again after {'-'.join(str(die) for die in before.dice)}"
        found.append(_finding(turn, "out-of-turn", turn.side, rule=book.turn_rule, message=message))
    if turn.verdict == "illegal":
        if turn.after is not None:  # where men are written that are not there, the break says so
            found.append(_finding(turn, BY_FAULT[turn.fault], turn.side, rule=turn.rule, message=_reason(turn)))
    elif overlooked := _overlooked(turn, replay):
        found.append(overlooked)
    return found + _stars(turn, book) + _told(turn, turn.ply, book.play_rule) + _foreign(turn, turn.ply, replay)


def _stars(turn: RaceTurn, book: Any) -> list[Finding]:
    """Stars that the board does not bear out, the first of a throw (docs/notation.md 4): nobody hit there, or a band for a man."""
    if turn.after is None or turn.verdict == "none":
        return []
    written = {man.to: man.hits for man in written_of(turn.ply.body.plays) if man.hits}
    taken = {step.to: step.taken for step in turn.moves if step.taken}
    bands = "burst" in book.terms
    for to, stars in written.items():
        there = taken.get(to, 0)
        if there and (turn.verdict == "illegal" or min(there, 2) == stars):
            continue
        at = f"`{place(to)}{'*' * stars}`"
        if not there:
            message = f"{at}: no man is hit there"
            if on_the_way := sorted(set(taken) - {man.to for man in written_of(turn.ply.body.plays)}):
                message += f"; one is hit on the way, on {place(on_the_way[0])}, and is to be written there"
        elif there > 1:
            message = f"{at}: a band of {there} is burst there, which is written `**`"
        else:
            message = f"{at}: one man alone is hit there, and `**` is a band burst{'' if bands else ', which there is in bräde only'}"
        return [_finding(turn, "hit-differs", turn.side, rule=book.hit_rule, message=message)]
    return []


def _reason(turn: RaceTurn) -> str:
    """Why the play is not legal, without the section, which the finding has."""
    return turn.why.removesuffix(f" (docs/rules.md {turn.rule})")


def _overlooked(turn: RaceTurn, replay: RaceReplay) -> Finding | None:
    """A game that could have been ended with this throw, or more dearly than it was; only of a legal play from a board that is known."""
    high, low = turn.dice
    if turn.verdict != "legal" or turn.before is None or high is None or low is None:
        return None
    book: Any = book_of(replay.rules)
    own = (jan for jan in turn.jans if book.terms[jan.code].ending and jan.side == turn.side)
    had = max((jan.value or 1 for jan in own), default=0)  # who is off and waits for the nabeurt has done what he could
    try:
        position = book.place(turn.before)
    except ValueError:  # he throws though the game is over, or waits for the other's last turn: there is nothing to be had
        return None
    value, called, play = book.dearest(position, (high, low))
    if value <= had:
        return None
    message = f"{play} ends the game{' more dearly' if had else ''}: {called}, {value}{f' and not {had}' if had else ''}"
    return _finding(turn, "finish-overlooked", turn.side, points=value - had, rule=book.ending_rule, message=message)


def _told(turn: RaceTurn, ply: Ply, rule: str) -> list[Finding]:
    """What the record itself tells: a fault seen and put right, a man touched."""
    found = []
    for play in ply.body.plays:
        if play.fault and not play.way:
            found.append(_finding(turn, "touch", turn.side, told=True, rule=rule, message="a man was touched and not played"))
        elif play.fault and play.mended is not None:
            found.append(_finding(turn, "foul-mended", turn.side, told=True, rule=rule, message="a fault was seen and put right"))
    return found


def _foreign(turn: RaceTurn, ply: Ply, replay: RaceReplay) -> list[Finding]:
    """Marks, decisions and claims: words of trictrac that mean nothing here."""
    body = ply.body
    words = [
        name
        for name, there in (
            ("a mark", body.award is not None or body.against is not None),
            ("a decision", body.decision is not None),
            ("a school", bool(body.claims)),
            ("a score", body.score is not None),
        )
        if there
    ]
    if not words:
        return []
    message = f"{' and '.join(words)} {'is' if len(words) == 1 else 'are'} written, and there are none in {CALLED[replay.rules.name]}"
    return [_finding(turn, "other-form", turn.side, rule=_chapter(replay), message=message)]


def _chapter(replay: RaceReplay) -> str:
    """The chapter of docs/rules.md that is the game's."""
    return str(book_of(replay.rules).play_rule).split(".", maxsplit=1)[0]


def _event_findings(replay: RaceReplay) -> list[Finding]:
    """`@` lines that say what only another game knows; they belong to the match as a whole."""
    name, found = replay.rules.name, []
    for entry in replay.game.entries:
        if not isinstance(entry, Event) or entry.error is not None:
            continue
        messages = list(foreign_outcomes(entry, name)) if entry.word == "won" else []
        if entry.word in ("mark", "account"):
            messages.append(f"`@{entry.word}` is a word of games that are marked, and this is a game of {CALLED[name]}; it is passed over")
        if entry.word == "position" and entry.setup is not None:
            known = ("leader",) if name == "trictrac-nl" else ()
            messages += [f"`{key}=` in a position says nothing in {CALLED[name]}" for key, _ in entry.setup.keys if key not in known]
        rule = _chapter(replay)
        found += [Finding(kind="other-form", turn=-1, ply=None, line=entry.line, side="?", rule=rule, message=told) for told in messages]
    return found


def _tag_findings(replay: RaceReplay) -> list[Finding]:
    """A match of bräde is of an odd number of games (docs/rules.md 6.7)."""
    length = replay.rules.length or 0
    if replay.rules.name != "brade" or length % 2 or not length:
        return []
    line = next((entry.line for entry in replay.game.head if isinstance(entry, Tag) and entry.name == "Length" and entry.counts), 1)
    message = f"a match of bräde is of an odd number of games (3, 5, 7), not of {length}: nobody can be said to win it"
    return [Finding(kind="form-unplayable", turn=-1, ply=None, line=line, side="?", rule="6.7", message=message)]


def _check_findings(replay: RaceReplay) -> list[Finding]:
    """Checks of the record that do not hold."""
    book = book_of(replay.rules)
    by_line = {turn.ply.line: turn for turn in replay.turns}
    by_ply = {turn.ply.number: turn for turn in replay.turns}
    found = []
    for check in replay.checks:
        if check.agrees:
            continue
        turn = by_line.get(check.line) or (by_ply.get(check.ply) if check.ply is not None else None)
        kind = BY_CHECK[check.kind]
        message = f"the record says {check.stated}, the replay comes to {check.replayed}"
        rule = book.ending_rule if check.kind in ("won", "result", "length") else book.beginning_rule
        if check.kind == "board":
            message, rule = check.replayed, book.play_rule
        elif check.kind == "won" and check.replayed == NOT_OVER:
            last_turn = turn is not None and any(jan.code == "nabeurt" for jan in turn.jans)
            wait = f": {NAMES[opposite(turn.side)]} has his last turn, the nabeurt" if turn is not None and last_turn else ""
            message = f"the record says {check.stated}, and the game is not over{wait}"
        elif check.kind == "game":
            message = f"{check.stated} is begun, and by those before it is {check.replayed}"
        elif check.kind == "length":
            message = f"{check.stated} is begun, and this is {check.replayed} games"
        elif check.kind == "way":
            message, rule = f"`{check.stated}` can have hit one man or another on the way; it is taken as {check.replayed}", book.way_rule
        elif check.kind == "lead":
            stated, due = NAMES[check.stated], NAMES[check.replayed]
            message = f"{stated} throws first, and {due} has to begin"
            if check.line not in by_line:
                message = f"`@lead` lets {stated} begin, and {due} has to, who lost the game before"
        found.append(
            Finding(
                kind=kind,
                turn=turn.index if turn else -1,
                ply=check.ply,
                line=check.line,
                side=turn.side if turn else "?",
                rule=rule,
                message=message,
            )
        )
    return found
