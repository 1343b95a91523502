"""What the commands print for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.columns import Judged
from analysis.kinds import KINDS
from notation.record import opposite
from replay.engine import apply_play, moves_of
from replay.engine import due as engine_due
from replay.hints import hints, write_moves
from replay.jans import explain
from reports.jsonlines import break_hints

if TYPE_CHECKING:
    from analysis.findings import Finding
    from analysis.race import RaceJudged
    from notation.record import Side
    from replay.engine import Due
    from replay.position import Position
    from replay.rules import RuleSet
    from replay.turns import Turn

NAMES = {"W": "White", "B": "Black", "?": "Somebody"}
SCHOOLS = {
    "claimed": "school claimed",
    "let-go": "school let go",
    "wrong-amount": "school claimed, but not of the right amount",
    "denied": "school claimed and denied",
    "raised": "school denied, then raised",
}


def heading(judged: Judged | RaceJudged) -> str:
    """`file, game 2: Damon (White) – Cloris (Black)`."""
    game = judged.game
    return f"{game.file or '<text>'}, game {game.index + 1}: {game.white} (White) – {game.black} (Black)"


def check_text(judged: Judged) -> str:
    """Everything that is wrong with one game, in the order of its lines: faults of the text, places that cannot be followed, findings."""
    game = judged.game
    told = [(fault.line, [str(fault)]) for fault in game.diagnostics]
    for gap in judged.replay.breaks:
        if gap.kind not in ("unknown-play", "lost", "error"):
            at = f", ply {gap.ply}" if gap.ply is not None else ""
            here = [f"{game.file or '<text>'}:{gap.line}: cannot be followed{at}: {gap.message}"]
            here.append("    the men are not known until the next @position or holding")
            meant = break_hints(gap, judged)
            told.append((gap.line, [*here, "    did you mean " + ", or ".join(meant) + "?"] if meant else here))
    found = sorted(judged.audit.findings, key=lambda finding: finding.turn)
    told += [(finding.line, [finding_text(finding, judged)]) for finding in found if not finding.told]
    lines = [heading(judged), *(line for _, lines in sorted(told, key=lambda one: one[0]) for line in lines)]
    if len(lines) == 1:
        lines.append("  nothing to complain of: " + _known(judged))
    return "\n".join(lines)


def finding_text(finding: Finding, judged: Judged | RaceJudged) -> str:
    """One finding: where, who, what, what it cost, and (for a play) what may have been meant."""
    game = judged.game
    who = NAMES[finding.side]
    at = "the game as a whole" if finding.ply is None else f"ply {finding.ply}, {who}"
    words = [f"{game.file or '<text>'}:{finding.line}: {finding.kind}: {at}: {finding.message} [rules {finding.rule}]"]
    details = []
    if finding.school:
        details.append(
            SCHOOLS[finding.school]
            + (f" ({_figure(finding.claimed_points)} of {_figure(finding.school_points)})" if finding.school == "wrong-amount" else "")
        )
    if finding.cost is not None and isinstance(judged, Judged):
        details.append(cost_text(finding, judged))
    if details:
        words.append("    " + "; ".join(detail for detail in details if detail))
    if finding.turn >= 0 and finding.kind in ("illegal-play", "foul-left") and isinstance(judged, Judged):
        meant = hints(judged.replay.turns[finding.turn], judged.replay.rules, game.spelling)
        if meant:
            words.append("    did you mean " + ", or ".join(meant) + "?")
    return "\n".join(words)


def cost_text(finding: Finding, judged: Judged) -> str:
    """What a finding cost, in words."""
    cost = finding.cost
    if cost is None:
        return ""
    points, holes = cost.points or 0, cost.holes or 0
    swings = [(points, f"a swing of {_counted(abs(points), 'point')}"), (holes, _counted(abs(holes), "hole"))]
    lost, won = (", ".join(words for number, words in swings if number * sign > 0) for sign in (1, -1))
    parts = [f"cost: {lost}"] if lost else []
    parts += [f"gain: {won}"] if won else []
    parts += ["what it cost at once is not known"] if cost.points is None else []
    turns, unsaid = judged.replay.turns, cost.track.undefined_from
    if cost.changes_match and cost.track.winner is not None:
        parts.append(f"put right, {NAMES[cost.track.winner]} would have won the match")
    elif unsaid is not None and unsaid < len(turns):
        parts.append(f"put right, the score is not defined from ply {turns[unsaid].ply.number} on: {cost.track.reason}")
    return "; ".join(parts)


def summary(tally: list[int]) -> str:
    """One line at the end: games, findings, errors of reading, what could not be opened."""
    games, findings, errors, unread = tally
    parts = [_counted(games, "game"), _counted(findings, "finding"), f"{_counted(errors, 'error')} of reading"]
    if unread:
        parts.append(f"{_counted(unread, 'source')} not read")
    return ", ".join(parts)


def _figure(number: int | None) -> str:
    return "?" if number is None else str(number)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _known(judged: Judged) -> str:
    turns = judged.replay.turns
    known = sum(turn.due is not None for turn in turns)
    if known == len(turns):
        return f"{_counted(known, 'roll')} replayed"
    return f"{known} of {_counted(len(turns), 'roll')} replayed, the rest is not known"


# -- replay -------------------------------------------------------------------------------------------------------------------------------


def replay_text(judged: Judged) -> str:
    """Every turn on a line: the ply, what it was worth, what was marked, the score; findings below their ply."""
    by_turn: dict[int, list[Finding]] = {}
    for finding in judged.audit.findings:
        by_turn.setdefault(finding.turn, []).append(finding)
    lines = [heading(judged), ""]
    for turn in judged.replay.turns:
        lines.append(turn_text(turn, judged))
        lines += [note_text(finding) for finding in sorted(by_turn.get(turn.index, []), key=lambda f: f.side != turn.side)]
    lines += [f"! {KINDS[finding.kind].words}: {finding.message}" for finding in by_turn.get(-1, [])]
    lines += [f"line {fault.line}: not followed from here: {fault.message}" for fault in judged.replay.breaks]
    perfect = judged.audit.perfect
    turns = judged.replay.turns
    if judged.replay.winner:
        lines.append(f"{NAMES[judged.replay.winner]} wins.")
    if perfect.first_differs is not None:
        text = f"With all marking perfect the score differs from ply {turns[perfect.first_differs].ply.number} on"
        if perfect.undefined_from is not None and perfect.undefined_from < len(turns):
            text += f", and is not defined from ply {turns[perfect.undefined_from].ply.number} on: {perfect.reason}"
        lines.append(text + ".")
    return "\n".join(lines)


def note_text(finding: Finding) -> str:
    """A finding below its turn."""
    school = f" ({SCHOOLS[finding.school]})" if finding.school else ""
    return f"        {'·' if finding.told else '!'} {NAMES[finding.side]}: {KINDS[finding.kind].words}: {finding.message}{school}"


def turn_text(turn: Turn, judged: Judged) -> str:
    """`12. W 6-4  T/6 T/4   due 4, marked 4  | 0/1 0/2`, with the reasons of what is due."""
    spelling = judged.game.spelling
    dice = "-".join("?" if die is None else str(die) for die in turn.dice)
    play = write_moves(turn.moves, spelling, turn.side) if turn.side != "?" and turn.verdict != "unknown" else "?"
    if turn.decision in ("go", "mark", "refait", "concede"):
        play = turn.decision
    points = [f"{_shown(p)}/{_shown(h)}" for p, h in zip(turn.after.points, turn.after.holes, strict=True)]
    due = "?" if turn.due is None else f"{turn.due.total_roller}" + (f" -{turn.due.total_opponent}" if turn.due.total_opponent else "")
    marked = _shown(turn.marked_roller) + (f" -{_shown(turn.marked_opponent)}" if turn.marked_opponent != 0 else "")
    line = f"{turn.ply.number:>4}. {turn.side} {dice:<4} {play or '-':<16} due {due:<7} marked {marked:<7} W {points[0]:<5} B {points[1]}"
    reasons = [] if turn.due is None else _reasons(turn.due, turn.before, turn.side, turn.dice, spelling)
    return "\n".join([line.rstrip(), *(f"        {reason}" for reason in reasons)])


def _shown(number: int | None) -> str:
    return "?" if number is None else str(number)


def _reasons(due: Due, place: Position, side: Side, dice: tuple[int | None, int | None], spelling: str) -> list[str]:
    own, opp = place.men(side), place.men(opposite(side))
    high, low = dice
    if own is None or opp is None or high is None or low is None:
        return []
    rows = [("+", jan) for jan in due.roller] + [("-", jan) for jan in due.opponent]
    return [f"{sign}{jan.points} {jan.code}: {explain(jan, own, opp, (high, low), side, spelling=spelling, due=due)}" for sign, jan in rows]


# -- positions ----------------------------------------------------------------------------------------------------------------------------


def score_text(due: Due, place: Position, dice: tuple[int, int], spelling: str) -> str:
    """What a roll is worth, line by line."""
    side = place.roller
    other = opposite(side)
    lines = [f"{NAMES[side]} rolls {dice[0]}-{dice[1]}: {due.total_roller} points to {NAMES[side]}, {due.total_opponent} to {NAMES[other]}"]
    lines += ["  " + reason for reason in _reasons(due, place, side, dice, spelling)]
    count = len(due.plays)
    lines.append(f"  {_counted(count, 'legal play')}" if due.unplayable < 2 else "  no die can be played")
    return "\n".join(lines)


def play_rows(due: Due, place: Position, spelling: str) -> list[dict[str, object]]:
    """Every legal play with the position it leads to; several plays of the same result each have a row."""
    side = place.roller
    own, other = place.men(side), place.men(opposite(side))
    rows: list[dict[str, object]] = []
    if own is None or other is None:
        return rows
    for code in due.plays:
        after = apply_play(own, code)
        position = place.with_men(after, other) if side == "W" else place.with_men(other, after)
        rows.append({"play": write_moves(moves_of(code), spelling, side), "position": position.text(spelling)})
    return rows


def chance_rows(place: Position, rules: RuleSet) -> list[dict[str, object]]:
    """The 21 rolls with how many of the 36 each is, what they are worth to either side, and the jans due."""
    side = place.roller
    own, opp = place.men(side), place.men(opposite(side))
    rows: list[dict[str, object]] = []
    if own is None or opp is None:
        return rows
    for high in range(6, 0, -1):
        for low in range(high, 0, -1):
            due = engine_due(own, opp, (high, low), rules, rolls=place.rolls["WB".index(side)] + 1, first=place.first)
            rows.append(
                {
                    "dice": [high, low],
                    "of_36": 1 if high == low else 2,
                    "due_roller": due.total_roller,
                    "due_opponent": due.total_opponent,
                    "jans_roller": [{"jan": jan.code, "ways": jan.ways, "points": jan.points, "place": jan.place} for jan in due.roller],
                    "jans_opponent": [
                        {"jan": jan.code, "ways": jan.ways, "points": jan.points, "place": jan.place} for jan in due.opponent
                    ],
                    "plays": len(due.plays),
                    "unplayable": due.unplayable,
                }
            )
    return rows


def chances_text(rows: list[dict[str, object]]) -> str:
    """The table of the treatises: every roll, its worth and its jans; then how many of the 36 bring what, and the mean."""
    lines = ["roll   of 36  roller  opponent  jans"]
    counts: dict[str, int] = {}
    mean = [0, 0]
    for row in rows:
        dice, weight = row["dice"], row["of_36"]
        assert isinstance(dice, list) and isinstance(weight, int)
        jans = [("", jan) for jan in _list(row["jans_roller"])] + [("-", jan) for jan in _list(row["jans_opponent"])]
        shown = " ".join(f"{sign}{jan['jan']}{'' if jan['ways'] == 1 else 'x' + str(jan['ways'])}={jan['points']}" for sign, jan in jans)
        lines.append(f"{dice[0]}-{dice[1]:<6}{weight:>4}{row['due_roller']!s:>8}{row['due_opponent']!s:>10}  {shown}".rstrip())
        for sign, code in sorted({(sign, str(jan["jan"])) for sign, jan in jans}):
            counts[sign + code] = counts.get(sign + code, 0) + weight
        mean[0] += weight * int(str(row["due_roller"]))
        mean[1] += weight * int(str(row["due_opponent"]))
    lines.append("")
    lines += [f"{code:<5} {count:>2} of 36" for code, count in counts.items()]
    lines.append(f"mean  {mean[0] / 36:.2f} points to the roller, {mean[1] / 36:.2f} to the other")
    return "\n".join(lines)


def _list(value: object) -> list[dict[str, object]]:
    return value if isinstance(value, list) else []
