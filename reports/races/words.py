"""Words about a race: sections of the rules found in sentences, pips, plays as written, who won."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from notation.record import OFF
from notation.writer import write_play
from reports.words import counted, sentence

if TYPE_CHECKING:
    from notation.record import Men
    from replay.cousins.turns import RaceReplay, RaceTurn
    from reports.races.glossary import Glossary
    from reports.words import Names

SECTION = re.compile(r"(?<![\w.])([1-9]\.\d+|[A-Z]-\d+)(?![\w.]|-\d)")
ROUND = 25
"""Pips from the bar or the hand to off."""


class Part(NamedTuple):
    """A part of a text, and what it means where it is a word of the game."""

    text: str
    meaning: str = ""


def glossed(text: str, words: Glossary) -> tuple[Part, ...]:
    """Cut a text where it holds words of the game."""
    pattern = _pattern(tuple(words.terms))
    parts = [Part(part, words.terms.get(part, "")) for part in pattern.split(text)]
    return tuple(part for part in parts if part.text)


@cache
def _pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    inside = "|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True))
    return re.compile(rf"(?<!\w)({inside})(?!\w)")


class Said(NamedTuple):
    """A part of a sentence: its text, the section of docs/rules.md it names, or empty, and whether it is a word of the record."""

    text: str
    section: str = ""
    code: bool = False


def said(message: str) -> tuple[Said, ...]:
    """A message as a sentence, cut where it names a section of the rules (only what stands in brackets is taken for one)."""
    parts: list[Said] = []
    told = sentence(message).replace("docs/rules.md ", "")
    for k, bracket in enumerate(re.split(r"(\([^()]*\))", told)):
        if k % 2 == 0:
            parts += [Said(words, code=at % 2 == 1) for at, words in enumerate(bracket.split("`"))]
            continue
        at = 0
        for found in SECTION.finditer(bracket):
            parts += [Said(bracket[at : found.start()]), Said(found[1], found[1])]
            at = found.end()
        parts.append(Said(bracket[at:]))
    return tuple(part for part in parts if part.text)


def pips(men: Men | None) -> int | None:
    """Pips that a side has to go until all its men are off; None where its men are not known."""
    if men is None:
        return None
    return sum((OFF - place) * count for place, count in enumerate(men.points)) + ROUND * (men.bar + men.hand)


def play_as_written(turn: RaceTurn) -> str:
    """The play, as a record spells it."""
    if turn.ply.body.plays_unknown and not turn.ply.body.plays:
        return "play not known"
    words = " ".join(write_play(play, "route", turn.side) for play in turn.ply.body.plays)
    return words or {"none": "", "unknown": "play not known"}.get(turn.verdict, "no man moves")


def outcome(replay: RaceReplay, words: Glossary, names: Names) -> str:
    """Say who won the match, and by what; or how it stands."""
    score = [("?" if number is None else number) for number in replay.score]
    if replay.winner == "B":
        score.reverse()
    games = len(replay.games)
    if replay.winner in ("W", "B"):
        if games == 1 and replay.length <= 1:
            last = replay.games[-1]
            return f"{names.of(replay.winner)} won{f': {last.words}' if last.words else ''}{worth(last.value, words)}."
        level = ", the better games deciding" if score[0] == score[1] else ""
        match = f" of {replay.length} games" if replay.length > 1 else ""
        return f"{names.of(replay.winner)} won the match{match}, {counted_score(score[0], words)} to {score[1]}{level}."
    if replay.winner == "?":
        return f"The match ended level, {score[0]} to {score[1]}."
    word = replay.game.result.word if replay.game.result else "*"
    claimed = {"1-0": "W", "0-1": "B"}.get(word)
    if claimed:
        return f"The record gives the match to {names.of('W' if claimed == 'W' else 'B')}."
    if not replay.turns and not games:
        return "No throw could be replayed."
    return f"Not finished in this record. At its end the match stood {counted_score(score[0], words)} to {score[1]}."


def worth(value: int | None, words: Glossary) -> str:
    """A value behind a comma, where games of this rule set differ in value."""
    return f", {counted(value, words.unit)}" if value is not None and words.unit != "game" else ""


def counted_score(number: int | str, words: Glossary) -> str:
    """A number of points or games."""
    return counted(number, words.unit) if isinstance(number, int) else f"? {words.unit}s"
