"""The distinct words of an archive: each is read once by the grammar and remembered as a row of numbers (see `analysis.bulk`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from notation.plies import RANKS, read_ply
from notation.position import readers_of
from notation.record import OFF, Body
from replay import course as rows_of
from replay.marking import chains
from replay.moves import settled
from replay.plays import code_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from notation.phrases import Phrases
    from notation.record import Award, Side
    from replay.moves import Move

    Numbers = NDArray[Any]

MOST = 1 << 20
"""Distinct words remembered at once; further ones make their games go by themselves, and the next text begins with an empty table."""
HEAP = 1 << 25
DECISIONS = {"hold": rows_of.HOLD, "go": rows_of.GO}
AWARDED, PLAYED = RANKS["award"], RANKS["play"]
PARTS = 1 << 16
"""How many phrases are remembered in parts at once."""


class Part(NamedTuple):
    """What a phrase of the usual kind says of its ply: its rank on the line, the men moved, points and holes marked, what was decided."""

    rank: int
    men: tuple[Move, ...] = ()
    marks: tuple[int, int] = (0, -1)
    decision: int = rows_of.NOTHING


class Said(NamedTuple):
    """What a tail says: the row of numbers, and the men as they finally stood."""

    row: list[int]
    men: tuple[Move, ...]


@dataclass
class Dialect:
    """What the words say in one spelling and rule set. Arrays go by the number of the word."""

    spelling: str
    rules: str
    plies: Numbers = field(default_factory=lambda: np.zeros((1024, rows_of.RECORD), np.int32))
    scores: Numbers = field(default_factory=lambda: np.zeros((1024, rows_of.RECORD - rows_of.CHECK), np.int32))
    known: Numbers = field(default_factory=lambda: np.zeros(1024, bool))
    known_scores: Numbers = field(default_factory=lambda: np.zeros(1024, bool))
    good: Numbers = field(default_factory=lambda: np.zeros(1024, bool))
    good_scores: Numbers = field(default_factory=lambda: np.zeros(1024, bool))
    moves: list[str | None] = field(default_factory=list)
    """Texts of plays as the column `moves` has them."""
    moves_of: Numbers = field(default_factory=lambda: np.zeros(1024, np.int32))
    numbers_of_moves: dict[str | None, int] = field(default_factory=dict)
    readers: dict[Side, Phrases] = field(init=False)
    parts: dict[Side, dict[str, Part | None]] = field(default_factory=lambda: {"W": {}, "B": {}})
    """Phrases as each side means them, None for those of another kind."""

    def __post_init__(self) -> None:
        self.readers = readers_of(self.spelling, self.rules)

    def learn(self, words: Words, tails: Numbers, scores: Numbers) -> None:
        """Read the words not met before. Word -1, which stands for none, is the last row of every array: a good one that says nothing."""
        self._grow(words.count + 1)
        new = [word for word in np.unique(tails[~self.known[tails]]).tolist() if word >= 0]
        told = [(word, said) for word in new if (said := self.said(words.text(word))) is not None]
        self.known[new] = True
        if told:
            good = [word for word, _ in told]
            self.plies[good] = [said.row for _, said in told]
            self.moves_of[good] = [self._number(said.men) for _, said in told]
            self.good[good] = True
        for word in np.unique(scores[~self.known_scores[scores]]).tolist():
            if word >= 0:
                self._learn_score(word, words.text(word))
        self.good_scores[-1] = True
        self.scores[-1] = 0

    def _grow(self, size: int) -> None:
        if size < len(self.known):
            return
        more = max(size, 2 * len(self.known)) - len(self.known)
        for name in ("plies", "scores", "known", "known_scores", "good", "good_scores", "moves_of"):
            old = getattr(self, name)
            setattr(self, name, np.concatenate((old, np.zeros((more, *old.shape[1:]), old.dtype))))

    def _number(self, men: tuple[Move, ...]) -> int:
        """The number of a play among the texts of plays."""
        moves = " ".join([f"{start}-{end}" for start, end in men]) or None
        number = self.numbers_of_moves.setdefault(moves, len(self.moves))
        if number == len(self.moves):
            self.moves.append(moves)
        return number

    def body(self, text: str) -> Body:
        """A tail as the reader reads it."""
        return read_ply("1. " + text, 0, self.readers, None).body

    def said(self, text: str) -> Said | None:
        """What a tail says, None where a row cannot hold it."""
        usual = self.usual(text)
        if usual is not None:
            return usual
        read = read_ply("1. " + text, 0, self.readers, None)
        if read.error is not None or read.side is None or read.side == "?":
            return None
        men = settled(read.body)
        row = ply_row(read.body, read.side, men)
        return None if row is None else Said(row, men)

    def usual(self, text: str) -> Said | None:
        """The same of a tail that is dice, marks and plays in their order and nothing else, as almost all are; None for any other.

        Such a tail says no more than its phrases, each of which the grammar has read once.
        """
        words = text.split(" ")
        side = self.readers["W"].sides.get(words[0])
        if side is None or len(words) == 1:
            return None
        me: Side = "W" if side == "W" else "B"
        high, low = self.readers[me].dice[words[1]] or (None, None)
        if high is None or low is None:
            return None
        known = self.parts[me]
        men: tuple[Move, ...] = ()
        rank, decision, mine, theirs = 0, rows_of.NOTHING, (0, -1), (0, -1)
        for word in words[2:]:
            part = known[word] if word in known else self._part(me, word)
            if part is None or part.rank < rank or part.rank == rank != PLAYED or decision == rows_of.GO:
                return None
            rank = part.rank
            if rank == PLAYED:
                men += part.men
            elif rank == AWARDED:
                mine = part.marks
            elif part.decision != rows_of.NOTHING:
                decision = part.decision
            else:
                theirs = part.marks
        if len(men) > 2:
            return None
        row = _row(me, (high, low), men, mine, theirs)
        row[rows_of.DECISION] = decision
        return Said(row, men)

    def _part(self, side: Side, word: str) -> Part | None:
        """A phrase in parts, remembered."""
        known = self.parts[side]
        if len(known) >= PARTS:
            known.clear()
        known[word] = part = self._read_part(side, word) if word else None
        return part

    def _read_part(self, side: Side, word: str) -> Part | None:
        sort, value, fault = self.readers[side].words[word]
        if fault is not None:
            return None
        if sort == "play":
            men = settled(Body((None, None), plays=(value,)))
            return None if value.fault or not _on_route(men) else Part(PLAYED, men)
        if sort == "decision" and value.word in DECISIONS and not value.taken_back:
            return Part(RANKS[sort], decision=DECISIONS[value.word])
        marks = _award(value) if sort in ("award", "against") else None
        return None if marks is None else Part(RANKS[sort], (), marks)

    def _learn_score(self, word: int, text: str) -> None:
        self.known_scores[word] = True
        if " " in text:
            return
        sort, score, fault = self.readers["W"].words[text]
        if sort != "score" or fault is not None or len(score.white.holes) != 1 or len(score.black.holes) != 1:
            return
        numbers = (score.white.points, score.white.holes[0], score.black.points, score.black.holes[0])
        if None in numbers:
            return
        self.scores[word] = (1 + 2 * score.white.bredouille + 4 * score.black.bredouille, *numbers)
        self.good_scores[word] = True


@dataclass
class Words:
    """The table of words that `analysis.scan` fills, and what they say in each dialect."""

    slots: Numbers = field(default_factory=lambda: np.full(2 * MOST, -1, np.int32))
    hashes: Numbers = field(default_factory=lambda: np.zeros(MOST, np.int64))
    begins: Numbers = field(default_factory=lambda: np.zeros(MOST, np.int64))
    lengths: Numbers = field(default_factory=lambda: np.zeros(MOST, np.int32))
    heap: Numbers = field(default_factory=lambda: np.zeros(HEAP, np.uint8))
    sizes: Numbers = field(default_factory=lambda: np.zeros(2, np.int64))
    dialects: dict[tuple[str, str], Dialect] = field(default_factory=dict)
    readers: dict[Side, Phrases] = field(default_factory=lambda: readers_of("guiton", "trictrac"))
    """The phrases tags are read with."""

    @property
    def count(self) -> int:
        """How many words there are."""
        return int(self.sizes[0])

    def table(self) -> tuple[Numbers, ...]:
        """The arrays as `analysis.scan.scan` takes them; emptied first when they are nearly full."""
        if self.count > MOST * 3 // 4 or self.sizes[1] > HEAP * 3 // 4:
            self.slots.fill(-1)
            self.sizes.fill(0)
            self.dialects.clear()
        return self.slots, self.hashes, self.begins, self.lengths, self.heap, self.sizes

    def dialect(self, spelling: str, rules: str) -> Dialect:
        """What the words say in a spelling and rule set."""
        key = (spelling, rules)
        if key not in self.dialects:
            self.dialects[key] = Dialect(spelling, rules)
        return self.dialects[key]

    def text(self, word: int) -> str:
        """A word as it was written (it is ASCII, or it would not be regular)."""
        begin = int(self.begins[word])
        return self.heap[begin : begin + int(self.lengths[word])].tobytes().decode("ascii")


def ply_row(body: Body, side: Side, men: tuple[Move, ...]) -> list[int] | None:
    """A ply's body as a row of `replay.course`, with the men as they finally stood; None where it says anything a row cannot hold."""
    high, low = body.dice
    if high is None or low is None or body.plays_unknown:
        return None
    mine, theirs = _award(body.award), _award(body.against)
    decision = body.decision
    if mine is None or theirs is None or any(play.fault for play in body.plays):
        return None
    if decision is not None and (decision.taken_back or decision.word not in DECISIONS):
        return None
    if len(men) > 2 or not _on_route(men):
        return None
    claim = _claim(body, side)
    if claim is None:
        return None
    row = _row(side, (high, low), men, mine, theirs)
    row[rows_of.DECISION] = rows_of.NOTHING if decision is None else DECISIONS[decision.word]
    row[rows_of.CLAIM], row[rows_of.CLAIM_POINTS] = claim
    return row


def _row(side: Side, dice: tuple[int, int], men: tuple[Move, ...], mine: tuple[int, int], theirs: tuple[int, int]) -> list[int]:
    """A row with nothing decided and nothing claimed."""
    row = [0] * rows_of.RECORD
    row[rows_of.SIDE] = "WB".index(side)
    row[rows_of.DIE_HIGH], row[rows_of.DIE_LOW] = dice
    row[rows_of.PLAY] = code_of(men)
    row[rows_of.MARKED], row[rows_of.HOLES] = mine
    row[rows_of.AGAINST], row[rows_of.HOLES_AGAINST] = theirs
    row[rows_of.DECISION] = rows_of.NOTHING
    return row


def _on_route(men: tuple[Move, ...]) -> bool:
    """Whether men stand on the route 0 to 24."""
    return all(0 <= start < OFF and 0 <= end <= OFF for start, end in men)


def _award(award: Award | None) -> tuple[int, int] | None:
    """Points and holes of a mark (-1: as the points make); None where it is put right, unknown, spoken in holes, or has markers."""
    if award is None:
        return 0, -1
    if award.right is not None or award.markers or award.value.points is None or award.value.holes is not None:
        return None
    if award.value.points > 999 or (award.holes or 0) > 99:
        return None
    return award.value.points, -1 if award.holes is None else award.holes


def _claim(body: Body, side: Side) -> tuple[int, int] | None:
    """Bits and points of the one claim of a line; None where there are several, or something is not known."""
    if not body.claims:
        return 0, 0
    found = chains(body, side)
    if len(found) != 1 or any(claim.markers or claim.right is not None for claim in body.claims):
        return None
    chain = found[0]
    if chain.amount is None or chain.marked is None or chain.words != len(body.claims) or chain.marked > 999:
        return None
    bits = rows_of.CLAIMED
    bits |= rows_of.BY_ROLLER if chain.holder == side else 0
    bits |= rows_of.ON_ROLLER if chain.accused == side else 0
    bits |= rows_of.UPHELD if chain.upheld else 0
    return bits, chain.marked
