"""The reel: every roll of a game as the replay shows it, with what was marked, what was due and why, and the words between the rolls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from notation.places import write_place
from notation.record import Comment, Event, opposite
from replay.jans import explain
from reports.board import PointMark, board_svg
from reports.track import at_most
from reports.words import MARKED_JANS, counted, dice_words, drawn, figure, kind_words, sentence, side_name, spoken_word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from markupsafe import Markup

    from analysis.findings import Finding
    from notation.record import Side
    from replay.turns import Replay, Turn
    from reports.words import Names


@dataclass(frozen=True, slots=True)
class Why:
    """A line under a turn: its words, the rule cited, and whether it tells a fault."""

    text: str
    fault: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnView:
    """One roll as the replay shows it."""

    anchor: str
    number: int
    line: int
    side: Side
    player: str
    dice: str
    play: str
    marks: tuple[tuple[str, bool], ...]
    """What was said and marked, each with whether it is at fault."""
    score: str
    board: Markup
    why: tuple[Why, ...]
    notes: tuple[str, ...]
    jan: bool
    error: bool


@dataclass(frozen=True, slots=True)
class BreakView:
    """Words between the turns: a break, a pause, a note."""

    text: str
    line: int
    fault: bool


def turn_board(turn: Turn, spelling: str) -> str:
    """Draw the board before a roll, with its dice, the men moved and the places of the jans."""
    jans = () if turn.due is None else (*turn.due.roller, *turn.due.opponent)
    marks = [PointMark(MARKED_JANS[jan.code], jan.place) for jan in jans if jan.code in MARKED_JANS and jan.place is not None]
    return board_svg(
        turn.before,
        dice=turn.dice,
        arrows=turn.moves,
        marks=tuple(dict.fromkeys(marks)),
        side_to_move=turn.side,
        title=f"Roll {turn.ply.number}: {side_name(turn.side)} {dice_words(turn.dice)}",
        spelling=spelling,
    )


def reel(
    replay: Replay,
    anchors: Mapping[int, str],
    findings: Mapping[int, Sequence[Finding]],
    names: Callable[[int], Names],
    honours: Mapping[int, tuple[int, int]],
    most: int = 0,
) -> tuple[TurnView | BreakView, ...]:
    """List every turn in order, with breaks, pauses, rulings and notes between them.

    `names` tells who sits on a line of the record, `honours` the holes of an honours game after the roll of a line, in combiné,
    `most` the holes of a match, beyond which none counts (0: no bound).
    """
    items: list[tuple[int, int, TurnView | BreakView]] = []
    items += [
        (
            turn.ply.line,
            0,
            turn_view(
                turn,
                replay,
                anchors[turn.index],
                findings.get(turn.index, ()),
                names(turn.ply.line),
                honours=honours.get(turn.ply.line),
                most=most,
            ),
        )
        for turn in replay.turns
    ]
    items += [
        (brk.line, 1, BreakView(f"The record cannot be followed here: {brk.message}.", brk.line, brk.kind not in ("unknown-play", "lost")))
        for brk in replay.breaks
    ]
    for entry in replay.game.entries:
        text = ""
        if isinstance(entry, Comment):
            text = entry.text.strip("{}; ")
        elif isinstance(entry, Event):
            text = event_words(entry)
        if text:
            items.append((entry.line, 2, BreakView(text, entry.line, fault=False)))
    return tuple(item for _, _, item in sorted(items, key=lambda item: item[:2]))


def event_words(event: Event) -> str:
    """Tell a pause, a ruling, a note or a source in words; empty for events that the replay itself shows."""
    if event.word in ("note", "judge", "source"):
        return f"{event.word}: {event.text or ''}"
    if event.word in ("adjourn", "resume"):
        return f"{'adjourned' if event.word == 'adjourn' else 'resumed'} {event.date or ''}".strip()
    if event.word == "void":
        return f"a throw that did not count: {event.text or ''}"
    return ""


def turn_view(
    turn: Turn,
    replay: Replay,
    anchor: str,
    findings: Sequence[Finding],
    names: Names,
    *,
    honours: tuple[int, int] | None = None,
    most: int = 0,
) -> TurnView:
    """Gather one roll with its marks, its score and its reasons."""
    after = turn.after
    white, black = (figure(at_most(holes, most)) for holes in after.holes)
    wrong = [finding for finding in findings if not finding.told]
    body = turn.ply.body
    more = "" if honours is None else f"honours {honours[0]}–{honours[1]}, "
    notes = (*body.comments, *((body.tail,) if body.tail else ()))
    return TurnView(
        anchor=anchor,
        number=turn.ply.number,
        line=turn.ply.line,
        side=turn.side,
        player=names.of(turn.side),
        dice=dice_words(turn.dice),
        play=play_words(turn, replay.game.spelling),
        marks=mark_words(turn, wrong, replay.rules.name),
        score=f"holes {white}–{black}, {more}points {figure(after.points[0])}–{figure(after.points[1])}",
        board=drawn(turn_board(turn, replay.game.spelling)),
        why=why_lines(turn, findings, replay.game.spelling),
        notes=tuple(note.strip() for note in notes if note.strip()),
        jan=turn.due is not None and bool(turn.due.roller or turn.due.opponent),
        error=bool(wrong) or turn.verdict == "illegal",
    )


def play_words(turn: Turn, spelling: str) -> str:
    """Write the men moved, as the record spells places: `T/6 3/6`."""
    if turn.verdict == "unknown" and not turn.moves:
        return "play not known"
    words: list[str] = []
    run = 0
    for place, (start, end) in enumerate(turn.moves):
        run += 1
        if place + 1 < len(turn.moves) and turn.moves[place + 1] == (start, end):
            continue
        times = f"({run})" if run > 1 else ""
        words.append(f"{write_place(start, spelling, turn.side)}/{write_place(end, spelling, turn.side)}{times}")
        run = 0
    return " ".join(words)


def mark_words(turn: Turn, wrong: Sequence[Finding], rules: str = "trictrac") -> tuple[tuple[str, bool], ...]:
    """Tell what was said at the table: points, holes, hold or go, schools."""
    body = turn.ply.body
    words: list[tuple[str, bool]] = []
    due = turn.due
    off = {finding.side for finding in wrong if finding.points}
    if turn.marked_roller or (body.award is not None and not turn.assumed):
        words.append((f"+{figure(turn.marked_roller)}", turn.side in off))
    elif due is not None and due.total_roller and turn.side in off:
        words.append(("marks nothing", True))
    if turn.pegged_roller:
        words.append((counted(turn.pegged_roller, "hole"), False))
    if turn.decision:
        words.append((spoken_word(turn.decision, rules), False))
    if not turn.marked_opponent and turn.owed_opponent and opposite(turn.side) in off:
        words.append((f"{side_name(opposite(turn.side))} marks nothing", True))
    if turn.marked_opponent:
        words.append((f"{side_name(opposite(turn.side))} +{turn.marked_opponent}", opposite(turn.side) in off))
    if turn.pegged_opponent:
        words.append((counted(turn.pegged_opponent, "hole"), False))
    words += [(f"{spoken_word(claim.word, rules)} {figure(claim.value.points)}", False) for claim in body.claims]
    return tuple(words)


def why_lines(turn: Turn, findings: Sequence[Finding], spelling: str) -> tuple[Why, ...]:
    """Tell the jans due with their reasons, then the findings."""
    lines = []
    own, other = turn.before.men(turn.side), turn.before.men(opposite(turn.side))
    first, second = turn.dice
    if turn.due is not None and own is not None and other is not None and first is not None and second is not None:
        dice = (max(first, second), min(first, second))
        lines += [
            Why(sentence(explain(jan, own, other, dice, turn.side, spelling=spelling, due=turn.due)))
            for jan in (*turn.due.roller, *turn.due.opponent)
        ]
    if turn.why:
        lines.append(Why(sentence(turn.why), fault=turn.verdict == "illegal"))
    lines += [Why(sentence(f"{kind_words(finding.kind)}: {finding.message}"), fault=not finding.told) for finding in findings]
    return tuple(lines)
