"""Regular plies by the block: the fast lane of the reader.

A regular archive says the same things over and over. A ply's line `12. W 6-4 T/6 T/4` is regular when its number is the one that is due and
single blanks part its words; then what stands behind number and side, its *tail*, is looked up as a whole. A tail that is new is one that is
known and a word more, and a word that is new is a phrase for the grammar. Nothing is judged here and no fault is told: what is not regular,
or at fault, is left to the reader, which takes it with care (`notation.plies`).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, repeat
from operator import is_
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from notation.diagnostics import NotationError
from notation.phrases import Words
from notation.plies import PLAYED, RANKS, gone, read_rest
from notation.position import readers_of, write_side
from notation.record import Body, Ply
from notation.words import BLANKS

if TYPE_CHECKING:
    from notation.phrases import Phrase, Phrases
    from notation.record import Score, Side

BLOCK: Final = 128
"""Lines looked at together."""
MANY: Final = 99_999
"""The last number of a regular ply."""
TAILS: Final = 1 << 17
"""How many tails, and how many scores, are remembered at once."""
LONG: Final = 120
"""Letters of the longest tail that is regular."""

OPPOSITE: Final[dict[Side, Side | None]] = {"W": "B", "B": "W", "?": None}
ALTERNATING: Final[dict[Side, tuple[Side, ...]]] = {"W": ("W", "B") * BLOCK, "B": ("B", "W") * BLOCK}
LAST: Final = max(RANKS.values())
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
"""Which field of a `Body` a phrase of one word fills."""
SCORE: Final = FIELDS["score"]
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
        self._letters: dict[str, Side] = {write_side("W", spelling): "W", write_side("B", spelling): "B"}
        self._starts: dict[tuple[str, bool], list[str]] = {}
        self._tails: dict[str, Body] = {}
        self._ranks: dict[str, int] = {}
        self._scores: dict[str, Score] = {}

    def regular_plies(self, lines: Lines, at: int, line: int, due: int, turn: Side | None) -> tuple[list[Ply], Side | None]:
        """The plies of as many lines from `at` on as are regular (none, or up to a block), and who rolls next where the side is left out.

        `line` is the number of the line at `at`, `due` the ply's number that must stand there, `turn` who rolls where the side is left out
        (None where it must stand). The sides in a block alternate.
        """
        number = f"{due}. "
        width = len(number)
        first = lines[at]
        if first is None or not first.startswith(number):
            return [], turn
        letter = first[width : width + 1] if first[width + 1 : width + 2] == " " else ""
        side = self._letters.get(letter)
        written = side is not None
        side = side or turn
        if side is None or (self._by_side and not written):
            return [], turn
        block = lines[at : _end_of_block(lines, at)]
        starts = self._numbers(letter if written else "", due, len(block))
        if self._by_side:
            starts = [start[:-2] for start in starts]
        texts = list(map(str.removeprefix, block, starts))  # type: ignore[arg-type]
        strange = list(map(is_, texts, block))  # no such number, or no such side, before it
        if True in strange:
            del texts[strange.index(True) :]
        if self._by_side:  # the sides are still to be looked at
            del texts[next((i for i, text in enumerate(texts) if self._letters.get(text[:1]) != ALTERNATING[side][i]), len(texts)) :]
        known: list[Any] = list(map(self._tails.get, texts))
        if None in known:
            self._complete(known, texts)
        if not written:
            _until_gone(known)
        if not known:
            return [], turn
        sides = ALTERNATING[side]
        fields = zip(count(line), count(due), sides, repeat(written), known, repeat(None))
        return list(map(_new, repeat(Ply), fields)), None if gone(known[-1]) else OPPOSITE[sides[len(known) - 1]]

    def regular_ply(self, text: str, line: int, turn: Side | None) -> Ply | None:
        """The ply of one line by itself, whatever its number; None where it is not regular."""
        number, dot, _ = text.partition(". ")
        if not (dot and len(number) <= 5 and number.isascii() and number.isdigit()):
            return None
        plies, _ = self.regular_plies([text], 0, line, int(number), turn)
        return plies[0] if plies else None

    def _numbers(self, letter: str, due: int, many: int) -> list[str]:
        """The numbers from `due` on as they are regularly written, each with its side, where that is written, from `letter` on in turn."""
        white, black = self._letters
        key = (letter, due % 2 == 0)
        starts = self._starts.get(key)
        if starts is None:
            starts = self._starts[key] = []
        if len(starts) < due + many:
            even = letter if due % 2 == 0 else black if letter == white else white
            odd = black if even == white else white
            for number in range(len(starts), due + many + BLOCK):
                starts.append(f"{number}. " + (f"{odd if number % 2 else even} " if letter else ""))
        return starts[due : due + many]

    def _complete(self, known: list[Any], texts: list[str]) -> None:
        """Fills in the tails that are not remembered as a whole, up to the first that is not regular or at fault.

        Mostly it is a tail that is known, and a score that is known, behind it: a record that keeps the score hardly ever says the same.
        """
        tails, scores = self._tails, self._scores
        for place, body in enumerate(known):
            if body is None:
                front, _, word = texts[place].rpartition(" ")
                score = scores.get(word)
                if score is not None and (body := tails.get(front)) is not None:
                    known[place] = _new(Body, body[:SCORE] + (score, None, (), None))
                    continue
                body = known[place] = self._recall(texts[place])
                if body is None:
                    del known[place:]
                    return

    def _recall(self, text: str) -> Body | None:
        """Reads a tail that is not remembered: mostly one that is, and a word more. None where it is not regular, or at fault."""
        if len(text) > LONG:
            return None
        tails = self._tails
        if ";" in text:
            front, _, remark = text.partition(";")
            front = front.rstrip(BLANKS)
            body = tails.get(front) or self._recall(front)
            return None if body is None else body._replace(tail=remark.strip(BLANKS))
        front, blank, word = text.rpartition(" ")
        if not word:
            return None
        body = tails.get(front)
        if body is None and blank:
            body = self._recall(front)
        rank = LAST
        if body is not None:
            phrase = self._phrases(text).words[word]
            body, rank = one_more(body, self._ranks.get(front, LAST), phrase)
            if phrase.sort == "score" and phrase.fault is None:
                if len(self._scores) >= TAILS:
                    self._scores.clear()
                self._scores[word] = phrase.value
        if body is None:
            body, rank = self._whole(text)
        if body is not None and body.score is None and body.stamp is None:
            if len(tails) >= TAILS:
                tails.clear()
                self._ranks.clear()
            tails[text] = body
            if rank < LAST:
                self._ranks[text] = rank
        return body

    def _phrases(self, text: str) -> Phrases:
        """The phrases as the roller reads them: by the letter a tail begins with, where they differ."""
        return self.readers[self._letters[text[0]]] if self._by_side else self.phrases

    def _whole(self, text: str) -> tuple[Body | None, int]:
        """Reads a tail word by word, None where it is not regular, or at fault; and the rank above which a word may be put behind it."""
        texts = text.split(" ")
        at = 1 if self._by_side else 0
        if "" in texts or len(texts) <= at or (self._by_side and texts[0] not in self._letters):
            return None, LAST
        phrases = self._phrases(text)
        dice = phrases.dice[texts[at]]
        if dice is None:
            return None, LAST
        try:
            body = read_rest(Words(texts, [0] * len(texts), {}), at + 1, phrases, dice)
        except NotationError:
            return None, LAST
        return body, 0 if len(texts) == at + 1 else LAST


def _end_of_block(lines: Lines, at: int) -> int:
    """Where the block that begins at `at` ends: before a blank line or a line that is not there, or when it is long enough."""
    end = at + BLOCK
    for stop in ("", None):
        try:
            end = lines.index(stop, at, end)
        except ValueError:
            pass
    return end


def _until_gone(known: list[Any]) -> None:
    """Behind a roller who has gone the side must stand: the plies behind him are not regular."""
    for place, body in enumerate(known):
        if gone(body):
            del known[place + 1 :]
            return


def one_more(body: Body, above: int, phrase: Phrase) -> tuple[Body | None, int]:
    """What is said with one more word behind it, if its rank is high enough, and the rank above which yet another may follow.

    None where the word may not stand there, or where it takes more than the word to tell.
    """
    sort, value, fault = phrase
    at = FIELDS.get(sort)
    rank = RANKS.get(sort, 0)
    if at is None or fault is not None or rank <= above or (sort in PLAYED and gone(body)):
        return None, LAST
    parts: list[Any] = list(body)
    if sort == "play":
        parts[at] = (*body.plays, value)
        rank -= 1  # another play may follow
    else:
        parts[at] = value
    return _new(Body, parts), rank
