"""Regular plies by the block: the fast lane of the reader.

A regular archive says the same things over and over. A ply's line `12. W 6-4 T/6 T/4` is regular when its number is the one that is due and
single blanks part its words; then what stands behind number and side, its *tail*, is looked up as a whole. A tail that is new is looked up
without its score, then word by word, and a word that is new is a phrase for the grammar. Nothing is judged here and no fault is told: what
is not regular, or at fault, is left to the reader, which takes it with care (`notation.plies`).
"""

from __future__ import annotations

from itertools import count, repeat
from operator import add, is_, itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from notation.diagnostics import NotationError
from notation.phrases import Remembered, Words
from notation.plies import PLAYED, gone, read_rest
from notation.position import readers_of
from notation.record import Body, Ply
from notation.words import BLANKS, GOING, sides

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from notation.phrases import Phrase
    from notation.record import Die, Side

BLOCK: Final = 256
"""Lines looked at together."""
MANY: Final = 99_999
"""The last number of a regular ply."""
TAILS: Final = 1 << 15
"""How many tails, and how many scores, are remembered at once: no more than the machine's own memory for what is in use holds."""
MET: Final = 1 << 17
"""How many tails can be told apart of which it is only known that they were met."""
LONG: Final = 120
"""Letters of the longest tail that is regular."""

OPPOSITE: Final[dict[Side | None, Side | None]] = {"W": "B", "B": "W", "?": None}
FIELDS: Final = {
    sort: Body._fields.index(name)
    for sort, name in (
        ("award", "award"),
        ("decision", "decision"),
        ("play", "plays"),
        ("against", "against"),
        ("score", "score"),
        ("stamp", "stamp"),
    )
}
"""Which field of a `Body` a phrase of one word fills; the fields stand in the order of the words."""
PLAYS: Final = FIELDS["play"]
SCORE: Final = FIELDS["score"]
LETTER: Final = itemgetter(0)
"""The letter of the side, behind the number."""
BEHIND: Final = itemgetter(slice(1, None))
"""The tail behind the letter of the side. It begins with a blank."""
NOTHING: Final = (None, None, (), None)
"""What a body says from the score on where it says nothing there."""
Lines: TypeAlias = list[str | None]
_new: Final[Callable[..., Any]] = tuple.__new__


class Dialect:
    """How the plies of one spelling and rule set are read: the phrases of both sides, and what is remembered of them."""

    def __init__(self, spelling: str, rules: str) -> None:
        self.spelling = spelling
        self.rules = rules
        self.readers = readers_of(spelling, rules)
        self.phrases = self.readers["W"]
        self._by_side = spelling == "bn"  # what a tail says depends on who rolls, so the side is a part of it
        self._sides: dict[str, Side] = {letter: "W" if side == "W" else "B" for letter, side in sides(spelling).items()}
        self._starts: list[str] = []
        self._tails: dict[str, Body] = {}
        self._fronts: dict[str, tuple[Any, ...]] = {}
        self._met = bytearray(MET)
        self._heads: Remembered[tuple[Any, ...] | None] = Remembered(self._head, TAILS)
        self._rests: dict[Side, Remembered[tuple[Any, ...] | None]] = {
            "W": Remembered(lambda text: self._rest(text, "W"), TAILS),
            "B": Remembered(lambda text: self._rest(text, "B"), TAILS),
        }
        self._scores: Remembered[tuple[Any, ...] | None] = Remembered(self._score, TAILS)

    def regular_plies(self, lines: Lines, at: int, line: int, due: int, turn: Side | None) -> tuple[list[Ply], Side | None]:
        """The plies of as many lines from `at` on as are regular (none, or up to a block), and who rolls next where the side is left out.

        `line` is the number of the line at `at`, `due` the ply's number that must stand there, `turn` who rolls where the side is left out
        (None where it must stand).
        """
        first = lines[at]
        if first is None or not first.startswith(f"{due}. "):
            return [], turn
        block = _block(lines, at)
        texts = list(map(str.removeprefix, block, self._numbers(due, len(block))))
        strange = list(map(is_, texts, block))  # no such number before it
        if True in strange:
            del texts[strange.index(True) :]
        if "" in texts:  # nothing behind the number
            del texts[texts.index("") :]
        sides: list[Side | None] = list(map(self._sides.get, map(LETTER, texts)))
        written = bool(sides) and sides[0] is not None
        if not all(sides):
            del sides[_first(sides, written) :]
        del texts[len(sides) :]
        if not sides or (self._by_side and not written):
            return [], turn
        texts = list(map(BEHIND, texts)) if written and not self._by_side else [f" {text}" for text in texts]
        known = self._scored(texts) if " =" in texts[0] else self._known(texts)
        if not known:
            return [], turn
        if not written:
            sides = _alternate(known, turn)
            if not sides:
                return [], turn
        last = min(len(sides), len(known)) - 1
        fields = zip(count(line), count(due), sides, repeat(written), known, repeat(None))
        return list(map(_new, repeat(Ply), fields)), None if gone(known[last]) else OPPOSITE[sides[last]]

    def regular_ply(self, text: str, line: int, turn: Side | None) -> Ply | None:
        """The ply of one line by itself, whatever its number; None where it is not regular."""
        number = regular_number(text)
        plies, _ = self.regular_plies([text], 0, line, number, turn) if number is not None else ([], None)
        return plies[0] if plies else None

    def _numbers(self, due: int, many: int) -> list[str]:
        """The numbers from `due` on as they are regularly written, with the blank behind them."""
        numbers = self._starts
        if len(numbers) < due + many:
            numbers += [f"{number}. " for number in range(len(numbers), due + many + BLOCK)]
        return numbers[due : due + many]

    def _known(self, texts: list[str]) -> list[Body]:
        """What the tails say, up to the first that is not regular or at fault."""
        known: list[Any] = list(map(self._tails.get, texts))
        if not all(known):
            for place, text in enumerate(texts):
                if known[place] is None:
                    known[place] = self._tail(text)
                    if known[place] is None:
                        del known[place:]
                        break
        return known

    def _scored(self, texts: list[str]) -> list[Body]:
        """The same for a record that keeps the score and hardly ever repeats itself: the score, and all before it, are looked up."""
        parts = [text.rpartition(" ") for text in texts]
        before = [part[0] for part in parts]
        fronts: list[Any] = list(map(self._fronts.get, before))
        scores: list[Any] = list(map(self._scores.__getitem__, [part[2] for part in parts]))
        del parts
        without: list[tuple[int, Body]] = []
        if not (all(fronts) and all(scores)):
            for place, score in enumerate(scores):
                if score is None or not (fronts[place] or self._fill_in(fronts, place, before[place])):
                    body = self._tails.get(texts[place]) or self._tail(texts[place])
                    if body is None:
                        del fronts[place:]
                        break
                    without.append((place, body))
                    fronts[place] = scores[place] = ()
        known: list[Body] = list(map(_new, repeat(Body), map(add, fronts, scores)))
        for place, body in without:
            known[place] = body
        return known

    def _fill_in(self, fronts: list[Any], place: int, text: str) -> bool:
        """Reads what stands before a score and is not remembered; whether it is regular."""
        fronts[place] = self._front(text)
        return fronts[place] is not None

    def _tail(self, text: str) -> Body | None:
        """A tail that is not remembered, and is from now on, if it has no score; None where it is not regular, or at fault."""
        if " =" in text:
            return self._with_score(text)
        said = self._halves(text)
        body = self._strange(text) if said is None else _new(Body, said + NOTHING)
        if body is not None and body.tail is None and body.stamp is None:
            self._remember(self._tails, text, body)
        return body

    def _front(self, text: str) -> tuple[Any, ...] | None:
        """The same of what stands before a score."""
        said = self._halves(text)
        if said is None:
            body = None if ";" in text else self._strange(text)
            if body is None or any(body[SCORE:]):
                return None
            said = body[:SCORE]
        self._remember(self._fronts, text, said)
        return said

    def _remember(self, memory: dict[str, Any], text: str, said: tuple[Any, ...]) -> None:
        """Keeps what a text says when it is met for the second time: most are met but once. A full memory is emptied and fills again."""
        at = hash(text) % MET
        if not self._met[at]:
            self._met[at] = 1
            return
        if len(memory) >= TAILS:
            memory.clear()
        memory[text] = said

    def _with_score(self, text: str) -> Body | None:
        """A tail with a score at its end, or with something behind that."""
        front, _, word = text.rpartition(" ")
        if word[:1] != "=" or ";" in text:
            return self._strange(text)
        said = self._fronts.get(front) or self._front(front)
        score = self._scores[word]
        body: Body | None = None if said is None or score is None else _new(Body, said + score)
        return body

    def _score(self, word: str) -> tuple[Any, ...] | None:
        score = self.phrases.words[word].value if word[:1] == "=" else None
        return None if score is None else (score, *NOTHING[1:])

    def _halves(self, text: str) -> tuple[Any, ...] | None:
        """All to the score, from what is said before the first play and what from there on: few of either make up most of what is said."""
        cut = text.rfind(" ", 0, text.find("/"))
        if cut < 1 or len(text) > LONG or ";" in text:
            return None
        head = self._heads[text[:cut]]
        if head is None:
            return None
        rest = self._rests[self._sides[text[1]] if self._by_side else "W"][text[cut + 1 :]]
        return None if rest is None else head + rest

    def _strange(self, text: str) -> Body | None:
        """A tail with a remark, or word by word."""
        if len(text) > LONG:
            return None
        if ";" in text:
            front, _, remark = text.partition(";")
            front = front.rstrip(BLANKS)
            body = self._tails.get(front) or self._tail(front)
            return None if body is None else body._replace(tail=remark.strip(BLANKS))
        return self._word_by_word(text)

    def _head(self, text: str) -> tuple[Any, ...] | None:
        """Dice, award and decision, behind which a play may stand."""
        body = self._word_by_word(text, plain=True)
        return None if body is None or any(body[PLAYS:]) or gone(body) else body[:PLAYS]

    def _rest(self, text: str, side: Side) -> tuple[Any, ...] | None:
        """Plays, and what the opponent marks."""
        body = _plain((None, None), text.split(" "), 0, self.readers[side].words)
        return None if body is None or any(body[1:PLAYS]) or any(body[SCORE:]) else body[PLAYS:SCORE]

    def _word_by_word(self, text: str, *, plain: bool = False) -> Body | None:
        """A tail by its words; with `plain` only where each is a phrase by itself."""
        before, *texts = text.split(" ")
        at = 1 if self._by_side else 0
        if before or len(texts) <= at or "" in texts:
            return None
        side = self._sides.get(texts[0]) if self._by_side else "W"
        if side is None:
            return None
        phrases = self.readers[side]
        dice = phrases.dice[texts[at]]
        if dice is None:
            return None
        body = _plain(dice, texts, at + 1, phrases.words)
        if body is not None or plain:
            return body
        try:
            return read_rest(Words(texts, [0] * len(texts), {}), at + 1, phrases, dice)
        except NotationError:
            return None


def regular_number(text: str) -> int | None:
    """The number of a ply's line in its regular form, None where a line does not begin so."""
    number, dot, _ = text.partition(". ")
    return int(number) if dot and len(number) <= 5 and number.isascii() and number.isdigit() else None


def _block(lines: Lines, at: int) -> list[str]:
    """The lines from `at` on as far as they may be regular: up to a blank line, a line that is not there, or the length of a block."""
    try:
        block = lines[at : lines.index("", at, at + BLOCK)]
    except ValueError:
        block = lines[at : at + BLOCK]
    return [line for line in block[: block.index(None)] if line] if None in block else block  # type: ignore[return-value]


def _first(sides: list[Side | None], written: bool) -> int:
    """Where the sides are first left out where they were written, or the other way round."""
    if written:
        return sides.index(None)
    return next((at for at, side in enumerate(sides) if side is not None), len(sides))


def _alternate(known: list[Body], turn: Side | None) -> list[Side | None]:
    """Who rolled each of the plies that leave the side out, the first of them `turn`; up to the first that may not leave it out."""
    rolled: list[Side | None] = []
    for body in known:
        if turn is None:
            break
        rolled.append(turn)
        turn = None if gone(body) else OPPOSITE[turn]
    return rolled


def _plain(dice: tuple[Die, Die], texts: list[str], at: int, words: Mapping[str, Phrase]) -> Body | None:
    """The words from `at` on, where each is a phrase by itself and stands in its order; None where it takes more than that to tell."""
    parts: list[Any] = [dice, False, None, None, (), False, None, (), None, None, (), None]
    least = 0
    has_gone = False
    for text in texts[at:]:
        if not text:
            return None
        sort, value, fault = words[text]
        field = FIELDS.get(sort, -1)
        if field < least or fault is not None or (has_gone and sort in PLAYED):
            return None
        if sort == "play":
            parts[field] = (*parts[field], value)
            least = field
        else:
            parts[field] = value
            least = field + 1
            has_gone = has_gone or (sort == "decision" and value.word in GOING and not value.taken_back)
    return Body._make(parts)
