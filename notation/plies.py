"""A ply's line: number, side, dice, and the words behind them in the order of the table (docs/notation.md, section 4).

Here stands what may follow what; how a single word is written is the grammar's business, and each distinct word is parsed once
(`notation.phrases`). Faults are told leftmost first, since the words are taken from left to right.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from notation.comments import strip_comments
from notation.diagnostics import NotationError
from notation.phrases import Fault, split_words
from notation.record import Award, Body, Claim, Decision, Play, opposite
from notation.words import BLANKS, GOING, PLAIN, SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from notation.phrases import Phrases, Word
    from notation.record import Die, Score, Side

NUMBER: Final = re.compile("[0-9]+")

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


class PlyLine(NamedTuple):
    """What a ply's line says; where it is in error, what stood before the fault, and the fault."""

    number: int
    side: Side | None
    body: Body
    error: NotationError | None = None

    @property
    def gone(self) -> bool:
        """Whether the roller went on this roll, so that he rolls again."""
        return gone(self.body)


def gone(body: Body) -> bool:
    """Whether the roller went on this roll (and did not take it back), so that he rolls again."""
    decision = body.decision
    return decision is not None and decision.word in GOING and not decision.taken_back


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
        error = NotationError(
            "number", start + 1, digits, f"The number `{digits[:20]}` {told}.", "Write number, dot, side, dice: `12. W 6-4`."
        )
        return PlyLine(number, None, _unknown(), error)
    stripped = strip_comments(line, dot + 1)
    words = split_words(stripped.words.translate(PLAIN), dot + 1)
    side: Side | None = None
    dice: tuple[Die, Die] | None = None
    try:
        side, at = _read_side(words, readers["W"], turn, dot)
        rolled_by: Side = side or turn or "?"
        phrases = readers[rolled_by]
        dice = _read_dice(words, at, phrases, dot)
        body = _read_rest(words, at + 1, phrases, dice)
    except NotationError as error:
        return PlyLine(number, side, _unknown(dice or (None, None)), error)
    if stripped.fault is not None:
        return PlyLine(number, side, _unknown(dice), stripped.fault)
    if stripped.comments or stripped.tail is not None:
        body = replace(body, comments=stripped.comments, tail=stripped.tail)
    return PlyLine(number, side, body)


def _unknown(dice: tuple[Die, Die] = (None, None)) -> Body:
    return Body(dice=dice, plays_unknown=True)


def _read_side(words: list[Word], phrases: Phrases, turn: Side | None, dot: int) -> tuple[Side | None, int]:
    """The side, None where it is left out, and the index of the word behind it."""
    if words:
        text = words[0].text
        if text == "?":
            return "?", 1
        known = phrases.sides.get(text.upper())
        if known is not None:
            return ("W" if known == "W" else "B"), 1
        if turn is not None and (phrases.dice[text] is not None or not _meant_as_side(words, phrases)):
            return None, 0
    elif turn is not None:
        return None, 0
    column = words[0].start + 1 if words else dot + 2
    text = words[0].text if words else ""
    letters = "B (White) and N (Black)" if phrases.spelling == "bn" else "W and B (or V; N, S, Z)"
    if words and _meant_as_side(words, phrases):
        known_elsewhere = phrases.spelling == "bn" and text.upper() in {"W", "V", "S", "Z"}
        hint = "In a bn record B is White (blanc) and N is Black (noir)." if known_elsewhere else ""
        raise NotationError("side", column, text, f"`{text}` is not a side of this record; the sides are {letters}.", hint)
    told = "The side that rolled must stand here: it may be left out only where the players alternate, on a ply right behind a good one."
    raise NotationError("side", column, text, told, f"Write the side before the dice: {letters}, or `?` where it is not known.")


def _meant_as_side(words: list[Word], phrases: Phrases) -> bool:
    """Whether the first word stands where a side stands and is none: letters that are no other word of a ply."""
    text = words[0].text
    if not text[0].isalpha():
        return False
    if len(words) > 1 and phrases.dice[words[1].text] is not None:
        return True
    return phrases.words[text].sort == "word"


def _read_dice(words: list[Word], at: int, phrases: Phrases, dot: int) -> tuple[Die, Die]:
    if at < len(words):
        dice = phrases.dice[words[at].text]
        if dice is not None:
            return dice
        text = words[at].text
        column = words[at].start + 1
        told = f"Here stand the dice, two from 1 to 6 or `?`, as `6-4`; `{text}` is not that."
    else:
        text = ""
        column = words[-1].end + 1 if words else dot + 2
        told = "Here stand the dice, two from 1 to 6 or `?`, as `6-4`; they are missing."
    raise NotationError("dice", column, text, told, "Where they are not known write `?-?`.")


def _read_rest(words: list[Word], at: int, phrases: Phrases, dice: tuple[Die, Die]) -> Body:
    """The words behind the dice, each in its place."""
    early = False
    award: Award | None = None
    against: Award | None = None
    decision: Decision | None = None
    plays: list[Play] = []
    claims: list[Claim] = []
    score: Score | None = None
    stamp: str | None = None
    unknown = passed = has_gone = False
    rank = 0
    bearer = ""  # what a marker or `holes` would hang on: "award", "against", "claim", or nothing
    count = len(words)
    while at < count:
        word = words[at]
        at += 1
        sort, value, fault = phrases.words[word.text]
        place = RANKS.get(sort)
        if place is None:
            if sort == "word" and fault is not None:
                raise fault.error(word.start + 1)
            if sort == "marker":
                borne = {"award": award, "against": against, "claim": claims[-1] if claims else None}.get(bearer)
                if borne is None or value in borne.markers:
                    raise _out_of_order(word, "a marker stands once, behind the amount it belongs to")
                marked = replace(borne, markers=(*borne.markers, value), span=(borne.span[0], word.end + 1))
                if isinstance(marked, Claim):
                    claims[-1] = marked
                elif bearer == "award":
                    award = marked
                else:
                    against = marked
            elif sort == "holes":
                marks = award if bearer == "award" else against if bearer == "against" else None
                if marks is None or marks.holes is not None or marks.markers:
                    raise _out_of_order(word, "`holes` and its number stand right behind the points")
                holes, end = _read_holes(words, at, word, phrases)
                at += 1
                marks = replace(marks, holes=holes, span=(marks.span[0], end))
                if bearer == "award":
                    award = marks
                else:
                    against = marks
            else:
                raise _out_of_order(word, {"side": "the side stands before the dice", "dice": "the dice stand once"}.get(sort, ""))
            continue
        if has_gone and sort in PLAYED:
            raise _after_go(word, decision)
        again = place == rank and not (
            (sort == "play" and not unknown and not passed) or (sort == "unknown" and not unknown and not passed) or sort == "claim"
        )
        if place < rank or again:
            raise _out_of_order(word)
        rank = place
        bearer = ""
        if fault is not None:
            raise NotationError(fault.kind, word.index_of(fault.at) + 1, fault.words, fault.message, fault.hint)
        span = (word.start + 1, word.end + 1)
        if sort == "play":
            plays.append(_spanned_play(value, span))
        elif sort == "score":
            score = replace(value, span=span)
        elif sort == "award":
            award = _spanned_award(value, span)
            bearer = sort
        elif sort == "against":
            against = _spanned_award(value, span)
            bearer = sort
        elif sort == "decision":
            decision = replace(value, span=span)
            has_gone = value.word in GOING and not value.taken_back
        elif sort == "suspend":
            game, end = _read_game(words, at, word, phrases)
            at += 1
            decision = Decision("suspend", game=game, span=(span[0], end))
        elif sort == "claim":
            claims.append(_read_claim(words, at, word, value, phrases))
            at += 1
            bearer = sort
        elif sort == "unknown":
            unknown = True
        elif sort == "pass":
            passed = True
        elif sort == "early":
            early = True
        else:
            stamp = value
    return Body(dice, early, award, decision, tuple(plays), unknown, against, tuple(claims), score, stamp)


def _spanned_play(play: Play, span: tuple[int, int]) -> Play:
    return Play(play.start, play.way, play.times, play.fault, play.mended, play.nag, span)


def _spanned_award(award: Award, span: tuple[int, int]) -> Award:
    return Award(award.value, award.right, award.items, award.holes, award.markers, span)


def _there(words: list[Word], at: int, behind: Word) -> tuple[int, str]:
    """Where something that is missing should stand: at the word found there, or just behind the last word."""
    return (words[at].start + 1, words[at].text) if at < len(words) else (behind.end + 1, "")


def _read_holes(words: list[Word], at: int, word: Word, phrases: Phrases) -> tuple[int, int]:
    number = phrases.value("whole", words[at].text) if at < len(words) else None
    if number is None:
        column, text = _there(words, at, word)
        raise NotationError("amount", column, text, f"Behind `{word.text}` stands how many holes were pegged.", "`holes 1`")
    return number, words[at].end + 1


def _read_game(words: list[Word], at: int, word: Word, phrases: Phrases) -> tuple[str, int]:
    phrase = phrases.words[words[at].text] if at < len(words) else None
    if phrase is None or phrase.sort != "game":
        column, text = _there(words, at, word)
        raise NotationError("word", column, text, f"Behind `{word.text}` stands the game that stops: `ecrire` or `honours`.")
    return phrase.value, words[at].end + 1


def _read_claim(words: list[Word], at: int, word: Word, said: str, phrases: Phrases) -> Claim:
    amount = phrases.amounts[words[at].text] if at < len(words) else None
    if amount is None or isinstance(amount, Fault):
        if isinstance(amount, Fault) and amount.at:
            raise NotationError(amount.kind, words[at].index_of(amount.at) + 1, amount.words, amount.message, amount.hint)
        column, text = _there(words, at, word)
        told = f"Behind `{word.text}` stands what the speaker marks, as `{word.text} 4`, or `?`."
        raise NotationError("amount", column, text, told)
    value, right = amount
    return Claim(said, value, right, span=(word.start + 1, words[at].end + 1))


def _out_of_order(word: Word, why: str = "") -> NotationError:
    told = f"`{word.text}` stands twice, or belongs further left on the line"
    order = "The order is: dice, early, + marks, decision, plays, - marks, claims, = score, @ time."
    return NotationError("order", word.start + 1, word.text, f"{told}{': ' + why if why else ''}.", order)


def _after_go(word: Word, decision: Decision | None) -> NotationError:
    gone_word = decision.word if decision is not None else "go"
    told = (
        f"After `{gone_word}` the men are set up anew: nothing is played or marked against the roller, so `{word.text}` cannot stand here."
    )
    return NotationError("after-go", word.start + 1, word.text, told, f"Was the going taken back? Write `{gone_word}~`.")


def next_turn(side: Side, body: Body) -> Side | None:
    """Who rolls next where the record leaves the side out; None where it may not be left out (docs/notation.md, section 4, *side*)."""
    return None if side == "?" or gone(body) else opposite(side)


def starts_as_ply(line: str, start: int, phrases: Phrases) -> bool:
    """Whether a line sets out as a ply does: a number, then a side or dice."""
    found = NUMBER.match(line, start)
    if found is None:
        return False
    behind = line[found.end() :].lstrip(BLANKS).removeprefix(".").translate(PLAIN)
    words = split_words(strip_comments(behind).words)
    return bool(words) and (words[0].text == "?" or words[0].text.upper() in SIDES or phrases.dice[words[0].text] is not None)
