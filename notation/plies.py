"""A ply's line: number, side, dice, and the words behind them in the order of the table (docs/notation.md, section 4).

Here stands what may follow what; how a single word is written is the grammar's business, and each distinct word is parsed once
(`notation.phrases`). Faults are told leftmost first, since the words are taken from left to right.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from notation.comments import leftmost, strip_comments
from notation.diagnostics import NotationError
from notation.phrases import Fault, Words, split_words
from notation.record import Award, Body, Claim, Decision, Play, opposite
from notation.words import BLANKS, GOING, PLAIN, SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from notation.phrases import Phrases
    from notation.record import Die, Score, Side

NUMBER: Final = re.compile("[0-9]+")
RESULT_LIKE: Final = re.compile(rf"[01](?:/2)?[{BLANKS}]*[-–−:][{BLANKS}]*[01](?![0-9])|1/2")
"""How a line begins that is meant as a result."""
A_RESULT: Final = "A result is `1-0`, `0-1`, `1/2-1/2`, `*` or `end`, on a line of its own, with nothing but a comment behind it."

RANKS: Final = {
    "early": 1,
    "award": 2,
    "decision": 3,
    "suspend": 3,
    "play": 4,
    "unknown": 4,
    "pass": 4,
    "against": 5,
    "claim": 6,
    "score": 7,
    "stamp": 8,
}
"""The order of the words behind the dice. What hangs on another word (`holes`, markers, a game's name) has no rank of its own."""

PLAYED: Final = frozenset({"play", "unknown", "pass", "against"})
"""What cannot follow when the roller has gone."""

MARKED: Final = frozenset({"award", "decision", "suspend", "against", "claim", "score", "marker", "holes"})
"""What there is in games that are marked only."""

RACES: Final = {"brade": "bräde", "trictrac-nl": "Dutch TricTrac"}
"""The games in which nothing is marked, and what they are called."""

DICE_ONCE: Final = "the dice stand once, and a man's way is written with `/`, as `1/4`"

REPEATED: Final = frozenset({"play", "unknown"})
"""What may stand behind a play."""


class PlyLine(NamedTuple):
    """What a ply's line says; where it is in error, what stood before the fault, and the fault."""

    number: int
    side: Side | None
    body: Body
    error: NotationError | None = None


def gone(body: Body) -> bool:
    """Whether the roller went on this roll (and did not take it back), so that he rolls again."""
    decision = body.decision
    return decision is not None and decision.word in GOING and not decision.taken_back


def next_turn(side: Side, body: Body) -> Side | None:
    """Who rolls next where the record leaves the side out; None where it may not be left out (docs/notation.md, section 4, *side*)."""
    return None if side == "?" or gone(body) else opposite(side)


def read_ply(line: str, start: int, readers: Mapping[Side, Phrases], turn: Side | None) -> PlyLine:
    """Reads the line of a ply whose first digit stands at the index `start`.

    `readers` are the phrases as each side reads them (they differ in a bn record). `turn` is who rolls where the side is left out, None
    where it must stand; a side left out is told as None.
    """
    found = NUMBER.match(line, start)
    digits = found[0] if found else ""
    dot = start + len(digits)
    number = int(digits) if len(digits) < 10 else 0
    if line[dot : dot + 1] != "." or len(digits) >= 10:
        told = "has no dot after it" if len(digits) < 10 else "is too long for the number of a ply"
        hint = "Write number, dot, side, dice: `12. W 6-4`."
        if RESULT_LIKE.match(line, start):
            hint = A_RESULT
        error = NotationError("number", start + 1, digits, f"The number `{digits[:20]}` {told}.", hint)
        return PlyLine(number, None, unknown(), error)
    stripped = strip_comments(line, dot + 1)
    brace = stripped.fault
    words = split_words(stripped.words.translate(PLAIN), dot + 1).broken_off(brace)
    side: Side | None = None
    dice: tuple[Die, Die] = (None, None)
    try:
        side, at = read_side(words, readers["W"], turn, dot + 1)
        phrases = readers[side or turn or "?"]
        dice = read_dice(words, at, phrases, dot + 1)
        body = read_rest(words, at + 1, phrases, dice)
    except NotationError as error:
        return PlyLine(number, side, unknown(dice), leftmost(_as_met(error, words, readers["W"]), brace))
    if brace is not None:
        return PlyLine(number, side, unknown(dice), brace)
    if stripped.comments or stripped.tail is not None:
        body = body._replace(comments=stripped.comments, tail=stripped.tail)
    return PlyLine(number, side, body)


def word_columns(line: str) -> tuple[tuple[str, int, int], ...]:
    """The words of a ply's line with the columns each begins at and ends before, from 1; the number and its dot are the first word."""
    start = len(line) - len(line.lstrip(BLANKS))
    found = NUMBER.match(line, start)
    dot = (found.end() if found else start) + line.startswith(".", found.end() if found else start)
    words = split_words(strip_comments(line, dot).words.translate(PLAIN), dot)
    number = ((line[start:dot], start + 1, dot + 1),) if dot > start else ()
    return (*number, *((text, words.starts[at] + 1, words.end(at) + 1) for at, text in enumerate(words.texts)))


def unknown(dice: tuple[Die, Die] = (None, None)) -> Body:
    """The body of a line in error: the dice as far as they are trusted, the rest not known."""
    return Body(dice=dice, plays_unknown=True)


def read_side(words: Words, phrases: Phrases, turn: Side | None, behind: int) -> tuple[Side | None, int]:
    """The side, None where it is left out, and the index of the word behind it."""
    text = words.texts[0] if words.texts else ""
    if text == "?":
        return "?", 1
    known = phrases.sides.get(text.upper())
    if known is not None:
        return ("W" if known == "W" else "B"), 1
    meant = text != "" and _meant_as_side(words, phrases)
    if turn is not None and not meant:
        return None, 0
    column, text = words.there(0, behind)
    letters = "B (White) and N (Black)" if phrases.spelling == "bn" else "W and B (also V; N, S, Z)"
    if meant:
        hint = "In a bn record B is White (blanc) and N is Black (noir)." if phrases.spelling == "bn" else ""
        raise NotationError("side", column, text, f"`{text}` is not a side of this record; the sides are {letters}.", hint)
    told = "The side that rolled must stand here: it may be left out only on a ply right behind a good one, where the players alternate."
    raise NotationError("side", column, text, told, f"Write the side before the dice: {letters}, or `?` where it is not known.")


def _meant_as_side(words: Words, phrases: Phrases) -> bool:
    """Whether the first word stands where a side stands and is none: letters that are no other word of a ply."""
    if not words.texts[0][0].isalpha():
        return False
    if len(words.texts) > 1 and phrases.dice[words.texts[1]] is not None:
        return True
    return phrases.words[words.texts[0]].sort == "word"


def read_dice(words: Words, at: int, phrases: Phrases, behind: int) -> tuple[Die, Die]:
    """The dice, which must stand here."""
    dice = phrases.dice[words.texts[at]] if at < len(words.texts) else None
    if dice is not None:
        return dice
    column, text = words.there(at, behind)
    found = f"`{text}` is not that" if text else "they are missing"
    told = f"Here stand the dice, two from 1 to 6 or `?`, as `6-4`; {found}."
    raise NotationError("dice", column, text, told, "Where they are not known write `?-?`.")


def read_rest(words: Words, at: int, phrases: Phrases, dice: tuple[Die, Die]) -> Body:
    """The words behind the dice, each in its place. Raises `NotationError`, the leftmost fault."""
    early = False
    award: Award | None = None
    against: Award | None = None
    decision: Decision | None = None
    plays: list[Play] = []
    claims: list[Claim] = []
    score: Score | None = None
    stamp: str | None = None
    plays_unknown = passed = has_gone = False
    rank = 0
    bearer = ""  # what a marker or `holes` would hang on: "award", "against", "claim", or nothing
    texts, starts, _ = words
    count = len(texts)
    while at < count:
        text = texts[at]
        start = starts[at]
        sort, value, fault = phrases.words[text]
        at += 1
        place = RANKS.get(sort)
        if place is None:
            if sort == "marker":
                borne = {"award": award, "against": against, "claim": claims[-1] if claims else None}.get(bearer)
                if borne is None or value in borne.markers:
                    raise _out_of_order(words, at - 1, "a marker stands once, behind the amount it belongs to")
                marked = replace(borne, markers=(*borne.markers, value))
                if isinstance(marked, Claim):
                    claims[-1] = marked
                elif bearer == "award":
                    award = marked
                else:
                    against = marked
            elif sort == "holes":
                marks = award if bearer == "award" else against if bearer == "against" else None
                if marks is None or marks.holes is not None or marks.markers:
                    raise _out_of_order(words, at - 1, "`holes` and its number stand right behind the points")
                marks = replace(marks, holes=_read_holes(words, at, phrases))
                at += 1
                if bearer == "award":
                    award = marks
                else:
                    against = marks
            elif fault is not None:
                raise fault.error(start + 1)
            else:
                raise _out_of_order(words, at - 1, {"side": "the side stands before the dice", "dice": DICE_ONCE}.get(sort, ""))
            continue
        if has_gone and sort in PLAYED:
            raise _after_go(start, text, decision)
        repeated = sort == "claim" or (sort in REPEATED and not plays_unknown and not passed)
        if place < rank or (place == rank and not repeated):
            raise _out_of_order(words, at - 1)
        rank = place
        bearer = ""
        if fault is not None:
            raise NotationError(fault.kind, words.index_of(at - 1, fault.at) + 1, fault.words, fault.message, fault.hint)
        if sort == "play":
            plays.append(value)
        elif sort == "score":
            score = value
        elif sort == "award":
            award = value
            bearer = sort
        elif sort == "against":
            against = value
            bearer = sort
        elif sort == "decision":
            decision = value
            has_gone = value.word in GOING and not value.taken_back
        elif sort == "suspend":
            decision = Decision("suspend", game=_read_game(words, at, phrases))
            at += 1
        elif sort == "claim":
            claims.append(_read_claim(words, at, value, phrases))
            at += 1
            bearer = sort
        elif sort == "unknown":
            plays_unknown = True
        elif sort == "pass":
            passed = True
        elif sort == "early":
            early = True
        else:
            stamp = value
    return Body(dice, early, award, decision, tuple(plays), plays_unknown, against, tuple(claims), score, stamp)


def _read_holes(words: Words, at: int, phrases: Phrases) -> int:
    number = phrases.value("number", words.texts[at]) if at < len(words.texts) else None
    if not isinstance(number, int):
        column, text = words.there(at)
        raise NotationError("amount", column, text, f"Behind `{words.texts[at - 1]}` stands how many holes were pegged.", "`holes 1`")
    return number


def _read_game(words: Words, at: int, phrases: Phrases) -> str:
    phrase = phrases.words[words.texts[at]] if at < len(words.texts) else None
    if phrase is None or phrase.sort != "game":
        column, text = words.there(at)
        raise NotationError("word", column, text, f"Behind `{words.texts[at - 1]}` stands the game that stops: `ecrire` or `honours`.")
    return str(phrase.value)


def _read_claim(words: Words, at: int, said: str, phrases: Phrases) -> Claim:
    amount = phrases.amounts[words.texts[at]] if at < len(words.texts) else None
    if amount is None or isinstance(amount, Fault):
        if isinstance(amount, Fault) and amount.at:
            raise NotationError(amount.kind, words.index_of(at, amount.at) + 1, amount.words, amount.message, amount.hint)
        column, text = words.there(at)
        said = words.texts[at - 1]
        raise NotationError("amount", column, text, f"Behind `{said}` stands what the speaker marks, as `{said} 4`, or `{said} ?`.")
    value, right = amount
    return Claim(said, value, right)


def _out_of_order(words: Words, at: int, why: str = "") -> NotationError:
    text = words.texts[at]
    told = f"`{text}` stands twice, or belongs further left on the line{': ' + why if why else ''}."
    order = "The order is: dice, early, + marks, decision, plays, - marks, claims, = score, @ time."
    return NotationError("order", words.starts[at] + 1, text, told, order)


def _as_met(error: NotationError, words: Words, phrases: Phrases) -> NotationError:
    """The fault as a scorer of bräde or Dutch TricTrac meets it: in those games nothing is marked, and their lines have fewer words."""
    game = RACES.get(phrases.rules)
    at = sum(start < error.column for start in words.starts) - 1
    if game is None or at < 0:
        return error
    told, hint = error.message, error.hint
    behind = at > 0 and error.kind in ("amount", "after-go", "word")  # what a word of marked games wanted behind it, or did not
    marked = [text for text in words.texts[at - behind : at + 1] if phrases.words[text].sort in MARKED]
    if marked:
        told = f"`{marked[0]}` is a word of games that are marked, and in {game} nothing is."
        hint = "Leave it out; who has won a game is said by `@won`, how the board stands by `@position`."
    elif error.kind == "order":
        hint = "The order is: dice, early, plays, @ time."
    return NotationError(error.kind, error.column, error.words, told, hint)


def _after_go(start: int, text: str, decision: Decision | None) -> NotationError:
    word = decision.word if decision is not None else "go"
    told = f"After `{word}` the men are set up anew: nothing is played and the opponent marks nothing, so `{text}` cannot stand here."
    return NotationError("after-go", start + 1, text, told, f"Was the going taken back? Write `{word}~`.")


def starts_as_ply(line: str, start: int, phrases: Phrases) -> bool:
    """Whether a line sets out as a ply does: a number, then a side or dice."""
    found = NUMBER.match(line, start)
    if found is None:
        return False
    behind = line[found.end() :].lstrip(BLANKS).removeprefix(".").translate(PLAIN)
    words = split_words(strip_comments(behind).words)
    text = words.texts[0] if words.texts else ""
    return text != "" and (text == "?" or text.upper() in SIDES or phrases.dice[text] is not None)
