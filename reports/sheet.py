"""The score sheet of one game: what its page shows, as plain values, from a replay and its audit.

The three layers stay apart here too: what was rolled and moved, what was marked, what the rules give. The templates only lay this out;
whatever they print as it stands (`Markup`) was drawn by `board`, `track` or `charts`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

from notation.record import Event, opposite
from replay.rules import TITLES
from reports.board import board_svg
from reports.charts import dice_chart
from reports.listing import RecordLine, record_lines
from reports.mistakes import FindingView, finding_view
from reports.people import PAIR, Person, names_at, people, side_names
from reports.reckoned import Accounts, ending, honours_by_line, reckoned
from reports.reel import BreakView, TurnView, reel
from reports.track import Sign, at_most, track_svg, within
from reports.words import JAN_ORDER, Names, counted, dice_words, drawn, figure, jan_name, kind_words, lost_words, own_terms, tame

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from analysis.findings import Audit, Finding, Mark
    from notation.diagnostics import Diagnostic
    from notation.record import Game, Side
    from replay.turns import Replay, Turn

BOARDS_SHOWN = 24
"""Findings with a board of their own; the rest have theirs in the replay."""


@dataclass(frozen=True, slots=True)
class JanLine:
    """One jan of one player: times due, and of these marked, missed, not made by the play, lapsed (gone or won first); points likewise."""

    name: str
    due: int
    marked: int
    missed: int
    unmade: int
    void: int
    points_due: int
    points_missed: int
    doublets: int


@dataclass(frozen=True, slots=True)
class JanTable:
    """The jans of one player, their sums, and what he marked without right (times and points)."""

    side: str
    name: str
    lines: tuple[JanLine, ...]
    total: JanLine
    false_times: int
    false_points: int


NOT_DEFINED = ("", "")
"""Figures of the box score where there is none."""


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A line of the box score: words, the two players' figures as marked, and as the rules give (empty where not defined)."""

    label: str
    marked: tuple[str, str]
    due: tuple[str, str]
    main: bool = False


@dataclass(frozen=True, slots=True)
class LuckyRoll:
    """A roll that was worth far more, or far less, than rolls there are on average."""

    anchor: str
    number: int
    dice: str
    due: int
    even: float


@dataclass(frozen=True, slots=True)
class DiceView:
    """The dice of one player: faces, rolls, doublets, and what the rolls were worth."""

    name: str
    rolls: int
    doublets: int
    chart: Markup
    due: int
    marked: int
    even: float | None
    """What rolls in the same places are worth on average over all dice."""
    luckiest: LuckyRoll | None
    unluckiest: LuckyRoll | None

    @property
    def chosen(self) -> bool:
        """Whether the doublets are too many or too few for chance: more than four standard deviations from one in six."""
        return abs(self.doublets - self.rolls / 6) > 4 * sqrt(self.rolls * 5 / 36)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """All a game page shows."""

    title: str
    white: str
    black: str
    short: tuple[str, str]
    """White and Black as heads of columns: by name where two play, else by colour."""
    players: tuple[str, ...]
    """White and Black, or everybody where they are more."""
    accounts: Accounts | None
    kicker: str
    rules: tuple[str, str]
    """The rule set in a few words, and every flag of it."""
    facts: tuple[tuple[str, str], ...]
    outcome: str
    perfect_outcome: str
    decided: FindingView | None
    """The worst of the faults that changed who won."""
    errors: int
    warnings: int
    faults: int
    coverage: float
    turns_known: int
    plies: int
    lost: str
    """What the record says is missing from it, in words; no part of `plies` and `coverage`."""
    box: tuple[BoxLine, ...]
    first_differs: tuple[str, int] | None
    undefined: tuple[str, int, str] | None
    track: Markup
    findings: tuple[FindingView, ...]
    told: tuple[FindingView, ...]
    jans: tuple[JanTable, ...]
    dice: tuple[DiceView, ...]
    reel: tuple[TurnView | BreakView, ...]
    placed: bool
    """Whether the record tells a position."""
    end: Markup
    record: tuple[RecordLine, ...]
    checks: tuple[tuple[str, int, str, str], ...]
    diagnostics: tuple[Diagnostic, ...]
    spellings: tuple[str, ...]
    own_terms: Mapping[str, str]
    """Terms in the game's own language, where it has another than the page."""


def sheet(
    replay: Replay,
    audit: Audit,
    *,
    source_text: str,
    diagnostics: Sequence[Diagnostic] = (),
    jan_rows: Sequence[Mapping[str, object]] = (),
    expected: Mapping[int, float] | None = None,
) -> Sheet:
    """Gather a game page's values.

    `source_text` is the text of the whole file (the game's lines are taken from it). `jan_rows` are this game's rows of the table `jans`,
    `expected` gives for the index of a turn what the roll is worth to the roller on average over the 36 throws; each is told only if given.
    """
    game = replay.game
    joined = audit.joined
    names = side_names(game, joined)
    players = tuple(tame(name) for name in joined.agreed.names) if joined and joined.agreed.form.players > 2 else (names.white, names.black)
    short = ("White", "Black") if len(players) > PAIR else (names.white, names.black)
    everybody = people(names, joined)
    anchors = turn_anchors(replay.turns)
    reckoning = reckoned(joined, {turn.ply.line: anchors[turn.index] for turn in replay.turns})
    most = reckoning.most if reckoning is not None else 0
    audit = replace(audit, played=within(audit.played, most), perfect=within(audit.perfect, most))
    white, black = replay.final.holes
    by_turn: dict[int, list[Finding]] = {}
    for finding in audit.findings:
        by_turn.setdefault(finding.turn, []).append(finding)
    cards = tuple(
        finding_view(finding, replay, names_at(names, joined, finding.line), anchors, with_board=place < BOARDS_SHOWN)
        for place, finding in enumerate(audit.findings)
    )
    known = sum(1 for turn in replay.turns if turn.due is not None)
    total = len(replay.turns)
    impossible = sum(1 for brk in replay.breaks if brk.kind.startswith("impossible"))
    failed = tuple((check.kind, check.line, check.stated, check.replayed) for check in replay.checks if not check.agrees)
    undefined = None
    perfect = audit.perfect
    if perfect.undefined_from is not None and perfect.undefined_from in anchors:
        undefined = (anchors[perfect.undefined_from], replay.turns[perfect.undefined_from].ply.number, perfect.reason)
    differs = perfect.first_differs
    winner = replay.winner
    return Sheet(
        title=" – ".join(players),
        players=players,
        accounts=reckoning,
        white=names.white,
        black=names.black,
        short=short,
        kicker=kicker(game),
        rules=(rules_words(replay), replay.rules.describe()),
        facts=facts(replay),
        outcome=ending(reckoning, joined) if reckoning is not None and joined is not None else outcome(replay, audit, names),
        perfect_outcome="" if reckoning is not None else perfect_outcome(audit, winner, names, replay),  # holes do not settle a form
        decided=next((card for card in cards if card.decided), None),
        errors=sum(1 for fault in diagnostics if not fault.warning) + impossible,
        warnings=sum(1 for fault in diagnostics if fault.warning),
        faults=sum(1 for finding in audit.findings if not finding.told),
        coverage=known / total if total else 0.0,
        turns_known=known,
        plies=total,
        lost=lost_words(game),
        box=box_score(replay, audit, "Holes" if reckoning is None else "Holes at the end of the record"),
        first_differs=None if differs is None or differs not in anchors else (anchors[differs], replay.turns[differs].ply.number),
        undefined=undefined,
        track=drawn(
            track_svg(
                audit.played,
                perfect,
                signs=signs(replay, audit, names),
                anchor=lambda turn: anchors.get(turn, ""),
                names=short,
                goal=replay.rules.match_holes,
            )
        ),
        findings=tuple(card for card in cards if not card.told),
        told=tuple(card for card in cards if card.told),
        jans=tuple(jan_table(who, jan_rows, audit, replay) for who in everybody) if jan_rows else (),
        own_terms=own_terms(replay.rules.name),
        dice=dice_views(replay, everybody, expected or {}, anchors),
        reel=reel(replay, anchors, by_turn, lambda line: names_at(names, joined, line), honours_by_line(joined), most),
        placed=bool(game.tag("Position")) or any(isinstance(entry, Event) and entry.setup is not None for entry in game.entries),
        end=drawn(
            board_svg(
                replace(replay.final, holes=(at_most(white, most), at_most(black, most))),
                title="The end of the record",
                spelling=game.spelling,
            )
        ),
        record=record_lines(game, source_text, diagnostics, {turn.ply.line: anchors[turn.index] for turn in replay.turns}),
        checks=failed,
        diagnostics=tuple(diagnostics),
        spellings=(game.spelling,),
    )


def turn_anchors(turns: Sequence[Turn]) -> dict[int, str]:
    """Give each turn its place in the page: `t37` for the ply the record numbers 37; `t37-2` where a number comes a second time."""
    seen: dict[int, int] = {}
    anchors = {}
    for turn in turns:
        number = turn.ply.number
        seen[number] = seen.get(number, 0) + 1
        anchors[turn.index] = f"t{number}" if seen[number] == 1 else f"t{number}-{seen[number]}"
    return anchors


def kicker(game: Game) -> str:
    """Write event, place, date and round in one line."""
    date = game.tag("Date").replace(".??", "").replace(".", "-")
    parts = [
        game.tag("Event"),
        game.tag("Site"),
        date if date.strip("?-") else "",
        f"round {game.tag('Round')}" if game.tag("Round") else "",
    ]
    return " · ".join(part for part in parts if part)


def rules_words(replay: Replay) -> str:
    """Name the rule set, with the departures the record declares."""
    variant = replay.game.tag("Variant").strip()
    return f"{TITLES.get(replay.rules.name, replay.rules.name)}{f' ({variant})' if variant else ''}"


def facts(replay: Replay) -> tuple[tuple[str, str], ...]:
    """Tell source, scribe and the like: what the reader must know to judge the record."""
    game = replay.game
    told = []
    for tag, label in (("Source", "Source"), ("Scorer", "Scorer"), ("Annotator", "Annotator"), ("Mode", "Mode"), ("Termination", "End")):
        if game.tag(tag):
            told.append((label, game.tag(tag)))
    if not game.marks_full:
        told.append(("Marks", "the record tells only some marks; what it does not tell is taken as marked rightly"))
    return tuple(told)


def outcome(replay: Replay, audit: Audit, names: Names) -> str:
    """Say who won, by the pegs."""
    last = audit.played.marks[-1] if audit.played.marks else None
    if replay.winner is not None:
        held = (0, 0) if last is None else (last.white_holes, last.black_holes)
        own, other = held if replay.winner == "W" else held[::-1]
        return f"{names.of(replay.winner)} won, {figure(own)} holes to {figure(other)}."
    word = replay.game.result.word if replay.game.result else "*"
    said = {
        "1-0": f"The record gives the game to {names.of('W')}.",
        "0-1": f"The record gives the game to {names.of('B')}.",
        "1/2-1/2": "A draw.",
    }
    if word in said:
        return said[word]
    if last is None:
        return "No roll could be replayed."
    return f"Not finished in this record. At its end the holes stood {figure(last.white_holes)} to {figure(last.black_holes)}."


def perfect_outcome(audit: Audit, winner: Side | None, names: Names, replay: Replay) -> str:
    """Say so where perfect marking ends otherwise; else empty."""
    perfect = audit.perfect
    if perfect.winner is None or perfect.winner == winner:
        return ""
    at = ""
    if perfect.won_at is not None and perfect.won_at < len(replay.turns):
        at = f" at roll {replay.turns[perfect.won_at].ply.number}"
    return f"Had every point been marked as due, {names.of(perfect.winner)} would have won{at}."


def _last(marks: Sequence[Mark], before: int | None = None) -> Mark | None:
    kept = [mark for mark in marks if before is None or mark.turn < before]
    return kept[-1] if kept else None


def box_score(replay: Replay, audit: Audit, holes: str = "Holes") -> tuple[BoxLine, ...]:
    """Set the score as marked beside the score as the rules give, and what made it."""
    played, perfect = _last(audit.played.marks), _last(audit.perfect.marks, audit.perfect.undefined_from)
    lines = []
    whole = audit.perfect.undefined_from is None
    if played is not None:
        lines.append(BoxLine(holes, holes_of(played), holes_of(perfect) if whole else NOT_DEFINED, main=True))
        lines.append(BoxLine("Points left over", points_of(played), points_of(perfect) if whole else NOT_DEFINED))
    if not whole and perfect is not None:
        then = next((mark for mark in audit.played.marks if mark.turn == perfect.turn), None)
        lines.append(BoxLine(f"Holes after roll {perfect.ply}", holes_of(then), holes_of(perfect)))
        lines.append(BoxLine(f"Points after roll {perfect.ply}", points_of(then), points_of(perfect)))
    marked, due = [0, 0], [0, 0]
    schools, doubles, gone = [0, 0], [0, 0], [0, 0]
    for turn in replay.turns:
        me = 1 if turn.side == "B" else 0
        marked[me] += turn.marked_roller or 0
        marked[1 - me] += turn.marked_opponent or 0
        schools[me] += turn.claimed_roller or 0
        schools[1 - me] += turn.claimed_opponent or 0
        doubles[me] += turn.made_roller >= 2
        doubles[1 - me] += turn.made_opponent >= 2
        gone[me] += turn.decision == "go"
        if turn.due is not None:
            due[me] += turn.due.total_roller
            due[1 - me] += turn.owed_opponent or 0
    lines.append(BoxLine("Points from the dice", _pair(marked), _pair(due)))
    lines.append(BoxLine("Points from schools", _pair(schools), NOT_DEFINED))
    lines.append(BoxLine("Rolls that made double holes", _pair(doubles), NOT_DEFINED))
    lines.append(BoxLine("Times gone (men back to the talons)", _pair(gone), NOT_DEFINED))
    return tuple(lines)


def holes_of(mark: Mark | None) -> tuple[str, str]:
    """Write the holes of both sides."""
    return NOT_DEFINED if mark is None else (figure(mark.white_holes), figure(mark.black_holes))


def points_of(mark: Mark | None) -> tuple[str, str]:
    """Write the points of both sides."""
    return NOT_DEFINED if mark is None else (figure(mark.white_points), figure(mark.black_points))


def _pair(figures: Sequence[int]) -> tuple[str, str]:
    return str(figures[0]), str(figures[1])


def signs(replay: Replay, audit: Audit, names: Names) -> tuple[Sign, ...]:
    """Place the signs below the track: double holes and goings of the turns, schools and faults of the findings."""
    found = []
    for turn in replay.turns:
        if turn.side == "?":
            continue
        other = opposite(turn.side)
        for side, made in ((turn.side, turn.made_roller), (other, turn.made_opponent)):
            if made >= 2:
                found.append(
                    Sign(turn.index, side, "bredouille", f"Roll {turn.ply.number}: {names.of(side)} makes {counted(made, 'hole')}")
                )
        if turn.decision == "go":
            found.append(Sign(turn.index, turn.side, "go", f"Roll {turn.ply.number}: {names.of(turn.side)} goes"))
    for finding in audit.findings:
        if finding.turn < 0 or finding.told or finding.side == "?":
            continue
        kind = "school" if finding.school in ("claimed", "raised") else "let-go" if finding.school else "error"
        found.append(Sign(finding.turn, finding.side, kind, f"Roll {finding.ply}: {kind_words(finding.kind)} ({names.of(finding.side)})"))
    return tuple(sorted(found, key=lambda sign: (sign.turn, sign.side, sign.kind)))


def jan_table(who: Person, rows: Sequence[Mapping[str, object]], audit: Audit, replay: Replay) -> JanTable:
    """Fill the jan table of one who plays from this game's rows of the table `jans`; points marked without right come from the findings."""
    sums: dict[str, Counter[str]] = {}
    for row in rows:
        if not who.sits(row["side"], replay.turns[int(str(row["turn"]))].ply.line):
            continue
        status, points = str(row["status"]), row["points"]
        worth = points if isinstance(points, int) else 0
        for found in (sums.setdefault(str(row["jan"]), Counter()), sums.setdefault("", Counter())):
            found["due"] += 1
            found[status] += 1
            found["points"] += worth
            found[f"points {status}"] += worth
            found["doublets"] += bool(row["doublet"])
    total = _jan_line("All", sums.pop("", Counter()))
    order = sorted(sums, key=lambda code: (JAN_ORDER.get(code, 99), code))
    false = [each for each in audit.findings if each.kind in ("over-marked", "wrong-side") and who.sits(each.side, each.line)]
    return JanTable(
        who.letter,
        who.told,
        tuple(_jan_line(jan_name(code, replay.rules.name), sums[code]) for code in order),
        total,
        len(false),
        sum(finding.points or 0 for finding in false),
    )


def _jan_line(name: str, found: Counter[str]) -> JanLine:
    return JanLine(
        name,
        found["due"],
        found["marked"],
        found["missed"],
        found["unmade"],
        found["void"],
        found["points"],
        found["points missed"],
        found["doublets"],
    )


def _extremes(
    turns: Sequence[Turn], expected: Mapping[int, float], anchors: Mapping[int, str]
) -> tuple[LuckyRoll | None, LuckyRoll | None]:
    """Find the luckiest and the unluckiest of these rolls; the first of equals, and None where none stands out."""

    def told(turn: Turn) -> LuckyRoll:
        due = turn.due.total_roller if turn.due else 0
        return LuckyRoll(anchors[turn.index], turn.ply.number, dice_words(turn.dice), due, expected[turn.index])

    rolls = [told(turn) for turn in turns]
    best = max(rolls, key=lambda roll: roll.due - roll.even, default=None)
    worst = min(rolls, key=lambda roll: roll.due - roll.even, default=None)
    return best if best and best.due > best.even else None, worst if worst and worst.due < worst.even else None


def dice_views(
    replay: Replay, everybody: Sequence[Person], expected: Mapping[int, float], anchors: Mapping[int, str]
) -> tuple[DiceView, ...]:
    """Count the dice of everybody, from every roll that was written. Luck is told over the turns whose expectation is given."""
    views = []
    for who in everybody:
        faces = [0] * 6
        rolls = doublets = 0
        for ply in replay.game.plies:
            if not who.sits(ply.side, ply.line):
                continue
            for die in ply.body.dice:
                if die is not None:
                    faces[die - 1] += 1
            first, second = ply.body.dice
            if first is not None and second is not None:
                rolls += 1
                doublets += first == second
        own = [turn for turn in replay.turns if who.sits(turn.side, turn.ply.line)]
        due = sum(turn.due.total_roller for turn in own if turn.due is not None)
        marked = sum(turn.marked_roller or 0 for turn in own)
        judged = [turn for turn in own if turn.due is not None and turn.index in expected]
        even = sum(expected[turn.index] for turn in judged) if judged else None
        views.append(
            DiceView(
                who.name, rolls, doublets, drawn(dice_chart(faces, who.name)), due, marked, even, *_extremes(judged, expected, anchors)
            )
        )
    return tuple(view for view in views if view.rolls)
