"""What the commands print of bräde and Dutch TricTrac for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from analysis.kinds import KINDS
from notation.writer import write_play
from replay.cousins.glossary import BRADE, DUTCH
from reports.races.jsonlines import finding_hints, gap_hints
from reports.text import NAMES, finding_text, heading, note_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.findings import Finding
    from analysis.race import RaceJudged
    from replay.cousins.turns import RaceGame, RaceTurn

SAID_ONCE: Final = frozenset(code for code, term in (*BRADE.items(), *DUTCH.items()) if term.words == term.several)
"""What there is once on a throw, or not at all: `munk`, `nabeurt`, `throws again`."""


def check_text(judged: RaceJudged) -> str:
    """Everything that is wrong with one match, in the order of its lines: faults of the text, places that cannot be followed, findings."""
    game = judged.game
    told = [(fault.line, [str(fault)]) for fault in game.diagnostics]
    for gap in judged.replay.breaks:
        if gap.kind not in ("unknown-play", "lost", "error"):
            at = f", ply {gap.ply}" if gap.ply is not None else ""
            here = [f"{game.file or '<text>'}:{gap.line}: cannot be followed{at}: {gap.message}"]
            told.append((gap.line, [*here, "    the men are not known until the next @position or @game", *_meant(gap_hints(gap, judged))]))
    found = [finding for finding in sorted(judged.audit.findings, key=lambda finding: finding.turn) if not finding.told]
    told += [(finding.line, [finding_text(finding, judged), *_meant(finding_hints(finding, judged))]) for finding in found]
    lines = [heading(judged), *(line for _, lines in sorted(told, key=lambda one: one[0]) for line in lines)]
    if len(lines) == 1:
        lines.append("  nothing to complain of: " + _known(judged))
    return "\n".join(lines)


def _meant(hints: Sequence[str]) -> list[str]:
    """The plays that may have been meant, as a line."""
    return ["    did you mean " + ", or ".join(hints) + "?"] if hints else []


def _known(judged: RaceJudged) -> str:
    turns = judged.replay.turns
    known = sum(turn.after is not None and None not in turn.dice for turn in turns)
    throws = f"{len(turns)} throw{'' if len(turns) == 1 else 's'}"
    if known == len(turns):
        return f"{throws} replayed"
    return f"{known} of {throws} replayed, the rest is not known"


def replay_text(judged: RaceJudged) -> str:
    """Every throw on a line, with what it did; findings below their throw, then how the games of the match went."""
    by_turn: dict[int, list[Finding]] = {}
    for finding in judged.audit.findings:
        by_turn.setdefault(finding.turn, []).append(finding)
    replay = judged.replay
    lines = [heading(judged), ""]
    for game in replay.games:
        if len(replay.games) > 1:
            lines.append(f"game {game.number}")
        for turn in replay.turns[slice(*game.turns)]:
            lines += [turn_text(turn), *(note_text(finding) for finding in by_turn.get(turn.index, []))]
    lines += [f"! {KINDS[finding.kind].words}: {finding.message}" for finding in by_turn.get(-1, [])]
    lines += [f"line {gap.line}: not followed from here: {gap.message}" for gap in replay.breaks]
    lines += [game_text(game) for game in replay.games if game.winner is not None]
    if len(replay.games) > 1 and None not in replay.score:
        lines.append(f"the match: {replay.score[0]}-{replay.score[1]}")
    if replay.winner:
        lines.append(f"{NAMES[replay.winner]} wins.")
    return "\n".join(lines)


def game_text(game: RaceGame) -> str:
    """`game 2: Black wins, hemspel with munk, 2`."""
    words = game.words or "nobody says how"
    return f"game {game.number}: {NAMES[game.winner or '?']} wins, {words}" + (f", {game.value}" if game.value is not None else "")


def turn_text(turn: RaceTurn) -> str:
    """`12. W 6-4  7/13* 1/5   1 man hit`, with the sentences of a throw that did more than move."""
    dice = "-".join("?" if die is None else str(die) for die in turn.dice)
    play = " ".join(write_play(play, "route", turn.side) for play in turn.ply.body.plays)
    if turn.ply.body.plays_unknown:
        play = f"{play} ?".strip()
    counted = ", ".join(jan.words if jan.value or jan.code in SAID_ONCE else f"{jan.number} {jan.words}" for jan in turn.jans)
    line = f"{turn.ply.number:>4}. {turn.side} {dice:<4} {play or '-':<31}  {counted}".rstrip()
    return "\n".join([line, *(f"        {sentence}" for sentence in turn.told if turn.jans)])
