"""The writer: a game in its canonical form (docs/notation.md, section 9).

Reading what was written gives the same game, and writing that gives the same bytes. A line in error is written as it stands. Nothing is
mended: wrong numbers, `+0`, `hold`, the order of plays stay as the scorer wrote them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from notation.comments import write_comments
from notation.events import write_event
from notation.places import write_place
from notation.position import write_dice, write_side
from notation.record import Event, Ply, Tag
from notation.tags import write_tag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notation.record import Award, Body, Claim, Decision, Entry, Game, Item, Play, Result, Score, Side, SideScore, Value


def write_games(games: Iterable[Game]) -> str:
    """The games as one text, a blank line between them."""
    return "\n".join(map(write_game, games))


def write_game(game: Game) -> str:
    """The game as text, each line with its LF.

    Raises `ValueError` where a position has men where the rule set has no place for them; a game that was read has none such.
    """
    game = canonical(game)
    lines = [write_tag(entry) if isinstance(entry, Tag) else entry.text for entry in game.head]
    if game.head and (game.entries or game.result is not None or game.after):
        lines.append("")
    spelling, rules = game.spelling, game.rules
    lines += (write_entry(entry, spelling, rules) for entry in game.entries)
    if game.result is not None:
        lines.append(write_result(game.result))
    lines += (entry.text for entry in game.after)
    return "".join(line + "\n" for line in lines)


def canonical(game: Game) -> Game:
    """The game as the writer sees it: a tag `Result` repeats the result line, last of the tags if none was there, not even one at fault.

    A game without tags stays so: it is told as `after-result` or `tag-missing` whenever it is read.
    """
    tags = [entry.name for entry in game.head if isinstance(entry, Tag)]
    if game.result is None or not tags or "Result" in tags:
        return game
    return replace(game, head=(*game.head, Tag(0, "Result", game.result.word)))


def write_result(result: Result) -> str:
    """The line that ends a game."""
    return result.error if result.error is not None else " ".join([result.word, *write_comments(result.comments, result.tail)])


def write_entry(entry: Entry, spelling: str, rules: str) -> str:
    """The line of a ply, an event, a comment, or of what could not be read."""
    if isinstance(entry, Ply):
        return write_ply(entry, spelling)
    if isinstance(entry, Event):
        return write_event(entry, spelling, rules)
    return entry.text


def write_ply(ply: Ply, spelling: str) -> str:
    """A ply's line, its points in `spelling`; a line in error as it stands."""
    if ply.error is not None:
        return ply.error
    side = [write_side(ply.side, spelling)] if ply.side_written else []
    return " ".join([f"{ply.number}.", *side, *write_body(ply.body, spelling, ply.side)])


def write_body(body: Body, spelling: str, side: Side) -> list[str]:
    """The words behind number and side, in their order."""
    words = [write_dice(body.dice)]
    if body.early:
        words.append("early")
    if body.award is not None:
        words += write_award("+", body.award, spelling, side)
    if body.decision is not None:
        words.append(write_decision(body.decision))
    words += (write_play(play, spelling, side) for play in body.plays)
    if body.plays_unknown:
        words.append("?")
    if body.against is not None:
        words += write_award("-", body.against, spelling, side)
    for claim in body.claims:
        words += write_claim(claim)
    if body.score is not None:
        words.append(write_score(body.score))
    if body.stamp is not None:
        words.append(f"@{body.stamp}")
    return words + write_comments(body.comments, body.tail)


def write_value(value: Value) -> str:
    """An amount: points, holes and rest, or `?`."""
    if value.holes is not None:
        return f"{value.holes}h{'' if value.points is None else value.points}"
    return "?" if value.points is None else str(value.points)


def write_amount(value: Value, right: Value | None) -> str:
    """As marked, and `~` as put right."""
    return write_value(value) if right is None else f"{write_value(value)}~{write_value(right)}"


def write_item(item: Item, spelling: str, side: Side) -> str:
    """A jan code, its place, its ways."""
    place = "" if item.place is None else write_place(item.place, spelling, side)
    return f"{item.code}{place}{'' if item.ways is None else f'x{item.ways}'}"


def write_award(sign: str, award: Award, spelling: str, side: Side) -> list[str]:
    """`+` or `-`, the amount and its reasons; the holes pegged; the markers."""
    items = ",".join(write_item(item, spelling, side) for item in award.items)
    words = [f"{sign}{write_amount(award.value, award.right)}{f'({items})' if items else ''}"]
    if award.holes is not None:
        words.append(f"holes {award.holes}")
    return [*words, *award.markers]


def write_decision(decision: Decision) -> str:
    """`hold`, `go` and the others, `~` where taken back."""
    game = "" if decision.game is None else f" {decision.game}"
    return f"{decision.word}{'~' if decision.taken_back else ''}{decision.nag}{game}"


def write_play(play: Play, spelling: str, side: Side) -> str:
    """A man's way, how many men, the fault and what it was put right to."""
    word = write_place(play.start, spelling, side)
    word += "".join(f"/{write_place(hop.place, spelling, side)}{'*' * hop.hits}" for hop in play.way)
    if play.times > 1:
        word += f"({play.times})"
    if play.fault:
        word += "~" if play.mended is None else f"~{write_place(play.mended, spelling, side)}"
    return word + play.nag


def write_claim(claim: Claim) -> list[str]:
    """The word, its amount, the markers."""
    return [claim.word, write_amount(claim.value, claim.right), *claim.markers]


def write_score(score: Score) -> str:
    """White's half, then Black's."""
    return f"={_half(score.white)},{_half(score.black)}"


def _half(half: SideScore) -> str:
    numbers = ["?" if number is None else str(number) for number in (half.points, *half.holes)]
    numbers[0] += "b" if half.bredouille else ""
    return "/".join(numbers)
