"""Archives by the column: text to the four tables through the compiled engine, the same tables to the byte as game by game.

A regular game (tags, plies that say everything, a result) goes through `analysis.scan` and `replay.course` as rows of numbers; each
distinct word of it went once through the grammar of the notation. Only rolls where due and marked part become values again, for their
findings. Every other game is read, replayed and audited by itself, as anywhere else.

Needs the extra `bulk` (numba brings numpy).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

from analysis.bulk_race import Raced, RaceWords
from analysis.bulk_tables import CODED, CODES, Assembled
from analysis.scan import BLANK, PLY
from analysis.tables import engine_broke, frames, judge
from analysis.words import Words
from notation.lines import BINARY_WITHIN, refusal
from notation.reader import read_games
from notation.record import Game, Ply, Result, Tag
from notation.tags import flag_faults, read_tag, value_fault
from notation.words import SPELLINGS
from replay import course as rows_of
from replay import fast
from replay.rules import RuleSet, rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from analysis.columns import Judged
    from notation.diagnostics import Diagnostic

    Numbers = NDArray[Any]

REGULAR_TAGS = frozenset(
    "Event Site Date Round Scorer Source Annotator White Black Rules Variant Points Marks Length Result Termination".split()  # noqa: SIM905 - names
)
"""Tags a regular game may have. A game with any other is read by itself."""
REGULAR_RULES = ("trictrac", "triktrak")
RACES = ("brade", "trictrac-nl")
MOST_JANS = 28
"""More than a roll can be worth: fifteen men hit, and all else at once."""


class Piece(NamedTuple):
    """What came of a text: the four tables, the faults of reading, and how many games and lines there were."""

    tables: dict[str, pl.DataFrame]
    diagnostics: tuple[Diagnostic, ...]
    games: int
    lines: int
    by_column: int
    """Games that went through the compiled engine."""


@dataclass(slots=True)
class _Heading:
    """The tags of a regular game, as far as tables and rules ask."""

    tags: tuple[Tag, ...]
    rules: RuleSet
    dialect: tuple[str, str]
    values: dict[str, str]
    result: str
    file: str
    line: int

    @property
    def game(self) -> Game:
        """The record without its plies."""
        return Game(self.tags, (), Result(0, self.result), file=self.file, line=self.line)


@dataclass
class Bulk:
    """The remembered words and buffers of one process. Give the texts of an archive to `tables` one after the other."""

    words: Words = field(default_factory=Words)
    tag_lines: dict[bytes, Tag | None] = field(default_factory=dict)
    manners: dict[tuple[str, ...], tuple[RuleSet, tuple[str, str]] | None] = field(default_factory=dict)
    """Rule set and dialect of games with the same tags Rules, Variant, Length, Marks and Points; None where they are not regular."""
    races: dict[str, RaceWords] = field(default_factory=dict)
    """What is remembered of race games, by rule set."""

    def race_words(self, rules: str) -> RaceWords:
        """The words of a race."""
        if rules not in self.races:
            self.races[rules] = RaceWords(rules)
        return self.races[rules]

    def tables(self, text: bytes, file: str = "", first_game: int = 0, first_line: int = 1, *, coded: bool = False) -> Piece:
        """The tables of a text that begins and ends between two games.

        `file`, `first_game` (from 0) and `first_line` (from 1) say where it stands; the rows bear those places. With `coded` the texts of
        `plies` and `jans` are categories and their unsigned numbers signed, which is how a store writes them soonest.
        """
        return Followed(self, text, file, first_game, first_line, coded=coded).piece()

    def tag(self, line: bytes) -> Tag | None:
        """A tag's line, None where anything at all is to be said about it; remembered."""
        if line in self.tag_lines:
            return self.tag_lines[line]
        if len(self.tag_lines) > 200_000:
            self.tag_lines.clear()
        self.tag_lines[line] = tag = self._read_tag(line)
        return tag

    def _read_tag(self, line: bytes) -> Tag | None:
        try:
            text = line.decode("utf-8").rstrip(" \t\r")
        except UnicodeDecodeError:
            return None
        readers = self.words.readers
        tag, fault = read_tag(text, 0, 1, readers["W"])
        if fault is not None or tag.name not in REGULAR_TAGS or not tag.counts:
            return None
        if value_fault(tag, "trictrac", readers) is not None:
            return None
        return None if tag.name == "Variant" and any(flag_faults(tag)) else tag


def _manner(game: Game) -> tuple[RuleSet, tuple[str, str]] | None:
    """Rule set, and spelling with the name of the rules, of a game whose tags are regular; None where it must be read by itself."""
    if game.rules in RACES:
        return None if game.tag("Marks") or game.tag("Points") else (rules_of(game), (game.spelling, game.rules))
    if game.rules not in REGULAR_RULES or not game.marks_full:
        return None
    rules = rules_of(game)
    return (rules, (game.spelling, game.rules)) if rules.match_holes and game.spelling in SPELLINGS else None


@cache
def _scanner() -> Any:
    return fast.compiled("analysis.scan")


class Followed:
    """One text under way."""

    def __init__(self, bulk: Bulk, text: bytes, file: str, first_game: int, first_line: int, *, coded: bool = False) -> None:
        self.bulk, self.text, self.file = bulk, text, file
        self.first_game, self.first_line = first_game, first_line
        self.words: Any = pl.Categorical if coded else pl.String
        self.buffer = np.frombuffer(text, np.uint8)
        self.whole = first_line == 1
        """Whether the text begins where its file does: only there is looked whether it is a text at all."""
        self.refused = self.whole and bool(refusal(text[:BINARY_WITHIN]))
        self.decodes = True
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            self.decodes = False

    def piece(self) -> Piece:
        """Scan, follow, and put the rows together in the order of the games."""
        scanner = self.scanner = _scanner()
        size = len(self.text)
        lines = int(scanner.count_lines(self.buffer, size))
        whole = [np.zeros(lines, dtype) for dtype in (np.int8, np.int64, np.int32, np.int32, np.int32)]
        self.kinds, self.begins, self.numbers, self.tails, self.scores = whole
        scanner.scan(self.buffer, size, *whole, *self.bulk.words.table())
        spans = [np.zeros(lines // 3 + 1, np.int64) for _ in range(4)]
        found = int(scanner.regular_games(self.kinds, self.numbers, lines, *spans)) if self.decodes and not self.refused else 0
        self.heads, self.bodies, self.results, self.ends = (span[:found] for span in spans)
        self.lines = lines
        headings = self.all_headings()
        self.raced = self.races(headings)
        self.follow(scanner, [None if heading is None or heading.rules.name in RACES else heading for heading in headings])
        return self.collect()

    def line(self, number: int) -> bytes:
        """The bytes of a line, without its end."""
        begin = self.begins[number]
        end = self.begins[number + 1] - 1 if number + 1 < self.lines else len(self.text)
        return self.text[begin:end].rstrip(b"\r\n")

    # -- regular games ------------------------------------------------------------------------------------------------------------------

    def heading(self, head: int, begin: int, end: int, result: str) -> _Heading | None:
        """The tags of a game that looks regular, from line `head` on, between these bytes; None where they are not."""
        values: dict[str, str] = {}
        tags: list[Tag] = []
        known = self.bulk.tag_lines
        for line in self.text[begin:end].split(b"\n"):
            if line in (b"", b"\r"):
                continue
            tag = known[line] if line in known else self.bulk.tag(line)
            if tag is None or (name := tag.name) in values:
                return None
            values[name] = tag.value
            tags.append(tag)
        given = values.get("Result", result)
        if "White" not in values or "Black" not in values or (given != result and given.strip() != result):
            return None
        get = values.get
        manner = (get("Rules", ""), get("Variant", ""), get("Length", ""), get("Marks", ""), get("Points", ""))
        place = self.file, self.first_line + head
        if manner not in self.bulk.manners:
            self.bulk.manners[manner] = _manner(Game(tuple(tags), (), Result(0, result), file=place[0], line=place[1]))
        found = self.bulk.manners[manner]
        return None if found is None else _Heading(tuple(tags), *found, values, result, *place)

    def all_headings(self) -> list[_Heading | None]:
        """The tags of every game that looks regular."""
        begins, ends = self.begins[self.heads].tolist(), self.begins[self.bodies].tolist()
        results = [self.line(number).decode() for number in self.results.tolist()]
        return [self.heading(*place) for place in zip(self.heads.tolist(), begins, ends, results, strict=True)]

    def races(self, headings: Sequence[_Heading | None]) -> list[Raced]:
        """The race games, those of each rule set followed together."""
        found = []
        for rules in RACES:
            chosen = [(game, heading) for game, heading in enumerate(headings) if heading is not None and heading.rules.name == rules]
            if chosen:
                found.append(Raced(self, rules, chosen))
        return found

    def follow(self, scanner: Any, headings: Sequence[_Heading | None]) -> None:
        """Run the compiled engine over every game of trictrac whose tags and plies are regular."""
        words = self.bulk.words
        count = len(self.heads)
        starts = np.zeros(count + 1, np.int64)
        lines_of = np.zeros(int((self.kinds == PLY).sum()) + 1, np.int64)
        plies = int(scanner.ply_rows(self.kinds, self.bodies, self.results, count, starts, lines_of))
        lines_of = lines_of[:plies]
        tails, scores = self.tails[lines_of], self.scores[lines_of]
        game_of = np.repeat(np.arange(count), np.diff(starts))
        good = np.array([heading is not None for heading in headings], bool)
        record = np.zeros((plies, rows_of.RECORD), np.int32)
        moves = np.zeros(plies, np.int32)
        dialects = {heading.dialect: words.dialect(*heading.dialect) for heading in headings if heading is not None}
        for key, dialect in dialects.items():
            mine = np.array([heading is not None and heading.dialect == key for heading in headings], bool)
            here: Any = slice(None) if mine.all() else mine[game_of]
            dialect.learn(words, tails[here], scores[here])
            record[here] = dialect.plies[tails[here]]
            record[here, rows_of.CHECK :] = dialect.scores[scores[here]]
            moves[here] = dialect.moves_of[tails[here]]
            good[game_of[here][~(dialect.good[tails[here]] & dialect.good_scores[scores[here]])]] = False
        keep = good[game_of]
        self.chosen = np.flatnonzero(good)
        self.headings = [heading for game in self.chosen.tolist() if (heading := headings[game]) is not None]
        rows = (record, lines_of, tails, moves)
        self.record, self.ply_lines, self.ply_tails, self.ply_moves = rows if good.all() else tuple(row[keep] for row in rows)
        self.starts = np.concatenate(([0], np.cumsum(np.diff(starts)[self.chosen]))).astype(np.int64)
        self.run()

    def run(self) -> None:
        """The engine over the chosen games."""
        games, plies = len(self.headings), len(self.record)
        longest = int(np.diff(self.starts).max()) if games else 0
        turns, men = np.zeros((longest, rows_of.TURN), np.int32), np.zeros((longest, 8), np.int32)
        self.columns = np.empty((rows_of.TURN + 8, plies), np.int32)
        jans = np.empty((plies * MOST_JANS + 64, rows_of.JAN), np.int32)
        self.outcome, self.winners, self.jan_ends = (np.zeros(games, np.int64) for _ in range(3))
        flags = np.array([heading.rules.flags for heading in self.headings], np.int64)
        holes = np.array([heading.rules.match_holes for heading in self.headings], np.int64)
        scratch = np.zeros(16, np.int64), np.zeros(32, np.int64), np.zeros(600, np.int64)
        engine, given = fast.engine(), (self.record, self.starts, flags, holes)
        told = self.columns, self.outcome, self.winners, self.jan_ends
        number = int(engine.courses(*given, turns, men, jans, *told, *scratch)) if games else 0
        self.jans = jans[:number]
        wanted = {"1-0": 0, "0-1": 1, "1/2-1/2": 2, "*": -1}
        for game, heading in enumerate(self.headings):
            result = wanted[heading.result]
            if self.winners[game] >= 0 and result >= 0 and result != self.winners[game]:
                self.outcome[game] = rows_of.GIVEN_UP

    def turns(self, first: int, last: int) -> Numbers:
        """What the engine says of the plies from row `first` up to `last`, a row a ply (`replay.course`)."""
        return np.ascontiguousarray(self.columns[: rows_of.TURN, first:last].T)

    # -- all games, in their order ------------------------------------------------------------------------------------------------------

    def collect(self) -> Piece:
        """The rows of the games followed, and of those in between read by themselves."""
        followed = [game for game in range(len(self.headings)) if self.outcome[game] == rows_of.FOLLOWED]
        spans = [(int(self.chosen[game]), -1, game) for game in followed]
        spans += [(game, at, k) for at, raced in enumerate(self.raced) for k, game in raced.followed()]
        place = self.first_game
        at = 0
        self.numbers_of: list[int] = []
        singles: list[Judged] = []
        diagnostics: list[Diagnostic] = []
        for game, race, k in sorted(spans):
            read, games = self.between(at, int(self.heads[game]), place, diagnostics)
            singles += read
            place += games + 1
            if race < 0:
                self.numbers_of.append(place)
            else:
                self.raced[race].place[k] = place
            at = int(self.ends[game])
        read, games = self.between(at, self.lines, place, diagnostics)
        singles += read
        place += games
        parts = [raced.tables() for raced in self.raced]
        if singles:
            alone, faults = frames(singles)
            diagnostics += faults
            parts.append(alone)
        tables = Assembled(self, followed).tables()
        for name, own in tables.items():
            more = [part[name].cast(CODES) if name in CODED and self.words == pl.Categorical else part[name] for part in parts]
            if more:
                some = [rows for rows in (own, *more) if rows.height]
                tables[name] = pl.concat(some).sort("game", maintain_order=True) if len(some) > 1 else some[0] if some else own
        return Piece(tables, tuple(diagnostics), place - self.first_game, self.lines, len(spans))

    def between(self, first: int, last: int, place: int, diagnostics: list[Diagnostic]) -> tuple[list[Judged], int]:
        """The games on the lines from `first` up to `last`, read by the reader itself, and how many there are."""
        if first >= last or not (self.kinds[first:last] != BLANK).any():
            return [], 0
        begin = int(self.begins[first])
        end = int(self.begins[last]) if last < self.lines else len(self.text)
        offset = self.first_line + first - 1
        found: list[Judged] = []
        games = 0
        within = not self.whole or first > 0
        for game in read_games(iter(self.text[begin:end].splitlines(keepends=True)), self.file, within=within):
            moved = _moved(game, offset, place + games)
            diagnostics += moved.diagnostics
            games += 1
            try:
                found.append(judge(moved))
            except Exception as fault:  # noqa: BLE001 - one game must not cost the others
                diagnostics.append(engine_broke(moved, fault))
        return found, games


def _moved(game: Game, offset: int, index: int) -> Game:
    """A game as it stands in the whole file: so many lines further down, and of another number."""
    if not offset and game.index == index:
        return game
    entries = tuple(
        entry._replace(line=entry.line + offset) if isinstance(entry, Ply) else replace(entry, line=entry.line + offset)
        for entry in game.entries
    )
    head = tuple(
        entry._replace(line=entry.line + offset) if isinstance(entry, Tag) else replace(entry, line=entry.line + offset)
        for entry in game.head
    )
    result = None if game.result is None else replace(game.result, line=game.result.line + offset)
    faults = tuple(replace(fault, line=fault.line + offset) for fault in game.diagnostics)
    return replace(
        game,
        head=head,
        entries=entries,
        result=result,
        diagnostics=faults,
        index=index,
        line=game.line + offset,
        last_line=game.last_line + offset,
    )


__all__ = ["Bulk", "Piece"]
