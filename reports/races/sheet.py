"""The sheet of one race match: what its page shows, as plain values, from a replay and the findings about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notation.record import Comment, Event
from replay.cousins.game import book_of
from reports.listing import RecordLine, record_lines
from reports.races.board import race_board
from reports.races.shows import PLAIN
from reports.races.track import Sign, race_track
from reports.races.words import Said, outcome, pips, play_as_written, said
from reports.reel import event_words
from reports.sheet import kicker
from reports.words import Names, counted, dice_words, drawn, figure, kind_words, lost_words, side_name, tame

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from analysis.findings import Finding
    from notation.diagnostics import Diagnostic
    from notation.record import Men, Setup, Side
    from replay.cousins.glossary import Term
    from replay.cousins.turns import RaceReplay, RaceTurn
    from reports.races.glossary import Glossary
    from reports.races.shows import Show

TOLD = (("Source", "Source"), ("Scorer", "Scorer"), ("Annotator", "Annotator"), ("Mode", "Mode"), ("Termination", "End"))
"""Tags that a reader must know to judge the record, and what they are called."""
CHECKED = {
    "won": "how a game ended",
    "lead": "who began",
    "length": "length of the match",
    "game": "number of the game",
    "board": "position",
}
"""What the record says that the replay does not bear out, where the word for it says too little."""
BOARDS_SHOWN = 24
"""Findings with a board of their own; the rest have theirs in the replay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game of the match in the table of games."""

    number: int
    throws: int
    winner: str
    side: str
    ending: str
    value: str
    score: str
    hits: tuple[int, int]
    anchor: str
    line: int


@dataclass(frozen=True, slots=True)
class CountRow:
    """What is counted of both sides; `most` where it is the most there was at once."""

    label: str
    values: tuple[str, str]
    section: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """A line under a throw: its words, with the sections they name, and whether it tells a fault."""

    said: tuple[Said, ...]
    fault: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowView:
    """One throw as the replay shows it."""

    anchor: str
    number: int
    line: int
    side: Side
    player: str
    dice: str
    play: str
    events: tuple[tuple[str, bool], ...]
    """What happened, each with whether it is a fault."""
    score: str
    board: Markup
    why: tuple[Why, ...]
    notes: tuple[str, ...]
    event: bool
    error: bool
    first: bool
    """Whether a game begins with it."""


@dataclass(frozen=True, slots=True)
class LineView:
    """Words between the throws: a break, a pause, a game begun or over, a note; with a board where it ends a game."""

    text: str
    line: int
    fault: bool
    anchor: str = ""
    heading: bool = False
    board: Markup | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """A finding as its card shows it."""

    kind: str
    who: str
    anchor: str
    where: str
    line: int
    message: tuple[Said, ...]
    rule: str
    amount: str
    cost: str
    decided: str
    board: Markup | None
    told: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceSheet:
    """All the page of a race shows."""

    title: str
    white: str
    black: str
    kicker: str
    words: Glossary
    rules: str
    flags: str
    facts: tuple[tuple[str, str], ...]
    outcome: str
    decided: CardView | None
    errors: int
    warnings: int
    faults: int
    throws: int
    coverage: float
    lost: str
    """What the record says is missing from it, in words; no part of `throws` and `coverage`."""
    games: tuple[GameRow, ...]
    valued: bool
    """Whether games differ in what they are worth."""
    counts: tuple[CountRow, ...]
    track: Markup
    room: bool
    cards: tuple[CardView, ...]
    costed: bool
    """Whether what any of them cost is known."""
    told: tuple[CardView, ...]
    bursts: bool
    freezes: bool
    reel: tuple[ThrowView | LineView, ...]
    record: tuple[RecordLine, ...]
    checks: tuple[tuple[str, int, str, str], ...]
    diagnostics: tuple[Diagnostic, ...]


def race_sheet(
    replay: RaceReplay,
    findings: Sequence[Finding],
    words: Glossary,
    show: Show = PLAIN,
    *,
    source_text: str,
    diagnostics: Sequence[Diagnostic] = (),
) -> RaceSheet:
    """Gather the values of a race's page. `source_text` is the text of the whole file (the game's lines are taken from it)."""
    game = replay.game
    names = Names(tame(game.white), tame(game.black))
    anchors = throw_anchors(replay.turns)
    by_turn: dict[int, list[Finding]] = {}
    for finding in findings:
        by_turn.setdefault(finding.turn, []).append(finding)
    draw = _Draw(words, show)
    ordered = sorted(findings, key=_worst_first)
    cards = tuple(_card(finding, replay, names, anchors, draw, with_board=place < BOARDS_SHOWN) for place, finding in enumerate(ordered))
    known = sum(turn.verdict != "unknown" for turn in replay.turns)
    total = len(replay.turns)
    impossible = sum(gap.kind.startswith("impossible") for gap in replay.breaks)
    variant = game.tag("Variant").strip()
    terms: Mapping[str, Term] = book_of(replay.rules).terms
    return RaceSheet(
        title=f"{names.white} – {names.black}",
        white=names.white,
        black=names.black,
        kicker=kicker(game),
        words=words,
        rules=f"{words.title}{f' ({variant})' if variant else ''}",
        flags=replay.rules.describe(),
        facts=tuple((label, game.tag(tag)) for tag, label in TOLD if game.tag(tag)),
        outcome=outcome(replay, words, names),
        decided=next((card for card in cards if card.decided), None),
        errors=sum(not fault.warning for fault in diagnostics) + impossible,
        warnings=sum(fault.warning for fault in diagnostics),
        faults=sum(not finding.told for finding in findings),
        throws=total,
        lost=lost_words(game),
        coverage=known / total if total else 0.0,
        games=game_rows(replay, names, anchors),
        valued=words.unit != "game",
        counts=count_rows(replay, terms, words),
        track=drawn(race_track(replay, anchors, (names.white, names.black), signs(replay, findings, names), show.room)),
        room=show.room is not None,
        cards=tuple(card for card in cards if not card.told),
        costed=any(card.amount or card.cost for card in cards),
        told=tuple(card for card in cards if card.told),
        bursts="burst" in terms,
        freezes=show.frozen is not PLAIN.frozen,
        reel=reel(replay, anchors, by_turn, names, draw),
        record=record_lines(game, source_text, diagnostics, {turn.ply.line: anchors[turn.index] for turn in replay.turns}),
        checks=tuple(
            (CHECKED.get(check.kind, check.kind), check.line, check.stated, check.replayed)
            for check in replay.checks
            if not check.agrees and check.kind != "way"  # a way not written contradicts nothing
        ),
        diagnostics=tuple(diagnostics),
    )


def throw_anchors(turns: Sequence[RaceTurn]) -> dict[int, str]:
    """Give each throw its place in the page: `t37` for the ply the record numbers 37; `t37-2` where a number comes a second time."""
    seen: Counter[int] = Counter()
    anchors = {}
    for turn in turns:
        number = turn.ply.number
        seen[number] += 1
        anchors[turn.index] = f"t{number}" if seen[number] == 1 else f"t{number}-{seen[number]}"
    return anchors


class _Draw:
    """Draws the boards of a page."""

    def __init__(self, words: Glossary, show: Show) -> None:
        self.words = words
        self.show = show

    def frozen(self, setup: Setup | None) -> list[tuple[Side, int]]:
        """The quarters whose men may not move."""
        if setup is None:
            return []
        sides: tuple[tuple[Side, Men | None], ...] = (("W", setup.white), ("B", setup.black))
        return [(side, quarter) for side, men in sides if men is not None for quarter in self.show.frozen(men)]

    def turn(self, turn: RaceTurn) -> Markup:
        """The board before a throw, with its steps."""
        title = f"{self.words.throw.capitalize()} {turn.ply.number}: {side_name(turn.side)} {dice_words(turn.dice)}"
        return drawn(
            race_board(
                turn.before, self.words, dice=turn.dice, steps=turn.moves, side=turn.side, frozen=self.frozen(turn.before), title=title
            )
        )

    def still(self, setup: Setup | None, title: str) -> Markup:
        """A board as it stands."""
        return drawn(race_board(setup, self.words, side="W", frozen=self.frozen(setup), title=title))


def game_rows(replay: RaceReplay, names: Names, anchors: Mapping[int, str]) -> tuple[GameRow, ...]:
    """The games of the match, one a line, with the score after each as the games' values make it."""
    score: list[int | None] = [0, 0]
    found = []
    for game in replay.games:
        first, end = game.turns
        turns = replay.turns[first:end]
        if game.winner in ("W", "B"):
            place = "WB".index(game.winner)
            before = score[place]
            score[place] = None if before is None or game.value is None else before + game.value
        hits = [sum(turn.hits + turn.bursts for turn in turns if turn.side == side) for side in ("W", "B")]
        found.append(
            GameRow(
                number=game.number,
                throws=len(turns),
                winner=(names.white if game.winner == "W" else names.black) if game.winner in ("W", "B") else "–",
                side="" if game.winner is None else game.winner.lower(),
                ending=game.words or "not over in this record",
                value="–" if game.value is None else str(game.value),
                score=f"{figure(score[0])}–{figure(score[1])}",
                hits=(hits[0], hits[1]),
                anchor=anchors.get(end - 1, "") if end > first else "",
                line=game.line,
            )
        )
    return tuple(found)


def count_rows(replay: RaceReplay, terms: Mapping[str, Term], words: Glossary) -> tuple[CountRow, ...]:
    """What is counted of both sides: throws, then every count of the game, in the order of its terms."""
    sums: dict[str, Counter[str]] = {side: Counter() for side in ("W", "B")}
    for turn in replay.turns:
        if turn.side not in sums:
            continue
        sums[turn.side]["throws"] += 1
        whose = sums[turn.side]  # what is counted is his who threw, whoever has the good of it; endings are told elsewhere
        for jan in turn.jans:
            if jan.code in words.standing:
                whose[jan.code] = max(whose[jan.code], jan.number)
            else:
                whose[jan.code] += jan.number
    won = [figure(number) for number in replay.won]
    rows = [CountRow("games won", (won[0], won[1]))] if len(replay.games) > 1 else []
    rows.append(CountRow("throws", (str(sums["W"]["throws"]), str(sums["B"]["throws"]))))
    for code, term in terms.items():
        if term.ending or not (sums["W"][code] or sums["B"][code]):
            continue
        label = words.standing.get(code, term.several)
        rows.append(CountRow(label, (str(sums["W"][code]), str(sums["B"][code])), term.rule))
    return tuple(rows)


def signs(replay: RaceReplay, findings: Sequence[Finding], names: Names) -> tuple[Sign, ...]:
    """The signs below the track: hits, bursts, faults."""
    found = []
    for turn in replay.turns:
        if turn.side == "?" or not (turn.hits or turn.bursts):
            continue
        kind = "burst" if turn.bursts else "hit"
        bursts = [f"{counted(turn.bursts, 'band')} burst"] if turn.bursts else []
        told = " and ".join([*bursts, *([f"{counted(turn.hits, 'man', 'men')} hit"] if turn.hits else [])])
        found.append(Sign(turn.index, turn.side, kind, f"Throw {turn.ply.number}: {names.of(turn.side)}, {told}"))
    found += [
        Sign(finding.turn, finding.side, "error", f"Throw {finding.ply}: {kind_words(finding.kind)} ({names.of(finding.side)})")
        for finding in findings
        if finding.turn >= 0 and not finding.told and finding.side != "?"
    ]
    return tuple(sorted(found, key=lambda sign: (sign.turn, sign.side, sign.kind)))


# -- throw by throw --------------------------------------------------------------------------------------------------------------------


def reel(
    replay: RaceReplay, anchors: Mapping[int, str], findings: Mapping[int, Sequence[Finding]], names: Names, draw: _Draw
) -> tuple[ThrowView | LineView, ...]:
    """Every throw in order, with the games' beginnings and ends, breaks, pauses and notes between them."""
    items: list[tuple[float, int, ThrowView | LineView]] = []
    firsts = {game.turns[0] for game in replay.games if game.turns[1] > game.turns[0]}
    for turn in replay.turns:
        view = throw_view(turn, anchors[turn.index], findings.get(turn.index, ()), names, draw, first=turn.index in firsts)
        items.append((turn.ply.line, 1, view))
    for game in replay.games:
        first, end = game.turns
        if end > first and len(replay.games) > 1:
            at = replay.turns[first].ply.line
            items.append((at, 0, LineView(f"Game {game.number}", at, fault=False, anchor=f"g{game.number}", heading=True)))
        if end > first:
            last = replay.turns[end - 1]
            ended = f"{names.of(game.winner)}: {game.words or 'the game'}" if game.winner in ("W", "B") else "The end of what is told"
            title = f"Game {game.number}, {ended}" if len(replay.games) > 1 else ended
            board = draw.still(last.after, title) if last.after is not None else None
            items.append((last.ply.line, 4, LineView(title, game.line, fault=False, anchor=f"e{game.number}", board=board)))
        elif game.words:
            items.append((game.line, 3, LineView(f"Game {game.number}: {game.words}, {names.of(game.winner)}", game.line, fault=False)))
    items += [
        (gap.line, 2, LineView(f"The record cannot be followed here: {gap.message}.", gap.line, gap.kind not in ("unknown-play", "lost")))
        for gap in replay.breaks
    ]
    for entry in replay.game.entries:
        text = entry.text.strip("{}; ") if isinstance(entry, Comment) else event_words(entry) if isinstance(entry, Event) else ""
        if text:
            items.append((entry.line, 3, LineView(text, entry.line, fault=False)))
    return tuple(item for _, _, item in sorted(items, key=lambda item: item[:2]))


def throw_view(turn: RaceTurn, anchor: str, findings: Sequence[Finding], names: Names, draw: _Draw, *, first: bool) -> ThrowView:
    """Gather one throw: what was played, what it did, what is wrong with it."""
    wrong = [finding for finding in findings if not finding.told]
    body = turn.ply.body
    notes = (*body.comments, *((body.tail,) if body.tail else ()))
    why = [Why(said(line)) for line in turn.told]
    if turn.why and not wrong:
        why.append(Why(said(turn.why), fault=turn.verdict == "illegal"))
    why += [Why(said(f"{kind_words(finding.kind)}: {finding.message}"), fault=not finding.told) for finding in findings]
    events = [(event, False) for event in _events(turn, draw.words)]
    events += [(kind_words(finding.kind), True) for finding in wrong]
    return ThrowView(
        anchor=anchor,
        number=turn.ply.number,
        line=turn.ply.line,
        side=turn.side,
        player=names.of(turn.side),
        dice=dice_words(turn.dice),
        play=play_as_written(turn),
        events=tuple(events),
        score="" if turn.after is None else f"to go {figure(pips(turn.after.white))}–{figure(pips(turn.after.black))}",
        board=draw.turn(turn),
        why=tuple(why),
        notes=tuple(note.strip() for note in notes if note.strip()),
        event=bool(turn.hits or turn.bursts or turn.winner),
        error=bool(wrong) or turn.verdict == "illegal",
        first=first,
    )


def _events(turn: RaceTurn, words: Glossary) -> list[str]:
    """What happened, in a few words: endings, then what is counted; what only stands on the board (men on the bar) is seen there."""
    return [f"{jan.number} {jan.words}" if jan.number > 1 else jan.words for jan in turn.jans if jan.code not in words.standing]


def _worst_first(finding: Finding) -> tuple[bool, int, int]:
    """What decided the match, then what cost most, then what is most at stake; else as they stand."""
    cost = finding.cost
    return not (cost and cost.changes_match), -((cost.points or 0) if cost else 0), -(finding.points or 0)


def _card(finding: Finding, replay: RaceReplay, names: Names, anchors: Mapping[int, str], draw: _Draw, *, with_board: bool) -> CardView:
    """Tell a finding in its sentences, with its board and what it cost."""
    turn = replay.turns[finding.turn] if 0 <= finding.turn < len(replay.turns) else None
    words = draw.words
    cost = finding.cost
    at_stake = finding.points or 0
    lost = (cost.points or 0) if cost is not None else 0
    return CardView(
        kind=kind_words(finding.kind),
        who=names.of(finding.side),
        anchor=anchors.get(finding.turn, ""),
        where="the match as a whole" if turn is None else f"throw {finding.ply}, {side_name(turn.side)} {dice_words(turn.dice)}",
        line=finding.line,
        message=said(finding.message),
        rule=finding.rule,
        amount=counted(at_stake, words.unit) if at_stake else "",
        cost=f"It cost {names.of(finding.side)} {counted(lost, words.unit)}." if lost > 0 else "",
        decided="Put right, this alone would have changed who won the match." if cost is not None and cost.changes_match else "",
        board=draw.turn(turn) if turn is not None and with_board and not finding.told else None,
        told=finding.told,
    )
