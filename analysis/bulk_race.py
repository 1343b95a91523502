"""Race games of an archive by the column: text to the four tables through the compiled course (see `analysis.bulk`).

A regular match (tags, throws that say everything, events, a result) is followed by `replay.cousins.rapid`: its throws as rows of numbers,
of which the replayer takes those that something is to be said about. Each distinct word and each distinct event line goes once through the
reader. Everything else is read, replayed and audited by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analysis.race import RaceJudged, audit_race
from analysis.race_columns import race_rows
from analysis.race_scan import MEN, PASS, STEP_END
from analysis.scan import EVENT
from analysis.tables import frame, schema
from notation.diagnostics import NotationError
from notation.events import read_event
from notation.plies import read_ply
from notation.position import readers_of
from notation.record import Event, Game, Ply, Result
from notation.words import EVENTS
from replay.cousins import fast as race_fast
from replay.cousins import rows as at
from replay.cousins.rapid import ENDINGS, Engine, NotRapid, Rapid, Throws
from replay.cousins.walks import written_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.bulk import Followed, _Heading
    from analysis.findings import Audit
    from notation.phrases import Phrases
    from notation.record import Side
    from replay.cousins.turns import RaceTurn

    Numbers = NDArray[Any]

MOST = 1 << 17
"""Distinct words remembered at once."""
HEAP = 1 << 22
EVENT_LINES = 50_000
"""Distinct event lines remembered at once."""
LONGEST_EVENT = 2000
SAID = EVENTS - {"lost"} if isinstance(EVENTS, frozenset) else frozenset(EVENTS) - {"lost"}
"""Events of a regular match. Behind `@lost` numbers are counted otherwise."""
COUNTED: dict[str, tuple[tuple[str, int, bool], ...]] = {
    "brade": (
        ("munk", at.MUNK, True),
        ("hit", at.HITS, True),
        ("burst", at.BURSTS, True),
        ("fatade", at.LOST, False),
        ("bar", at.BAR_AFTER, True),
        ("janblotta", at.BLOTS, False),
    ),
    "trictrac-nl": (("again", at.THROWS, True), ("hit", at.HITS, True), ("lost", at.LOST, False), ("bar", at.BAR_AFTER, True)),
}
"""What is counted of a throw behind its ending, in the order of the book: code, column, whether it is the thrower's."""
COURSES = {"brade": race_fast.brade_course, "trictrac-nl": race_fast.dutch_course}


@cache
def _scanner() -> Any:
    """`analysis.race_scan` compiled, with what it takes from `analysis.scan`."""
    return race_fast.linked("analysis.scan", "analysis.race_scan")


@cache
def _engine(rules: str) -> Engine:
    return Engine(rules, COURSES[rules]().course, lambda size: np.zeros(size, np.int64))


@dataclass
class RaceWords:
    """The distinct words of the throws of one game, and its event lines, each read once. Arrays go by the number of the word."""

    rules: str
    readers: dict[Side, Phrases] = field(init=False)
    events: dict[bytes, Event | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.readers = readers_of("route", self.rules)
        self.empty()

    def empty(self) -> None:
        """Forget every word."""
        self.slots = np.full(2 * MOST, -1, np.int32)
        self.hashes, self.begins = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
        self.lengths, self.heap, self.sizes = np.zeros(MOST, np.int32), np.zeros(HEAP, np.uint8), np.zeros(2, np.int64)
        self.known = 0
        self.side_of, self.dice_of, self.sort_of = np.full(MOST, -1, np.int8), np.zeros(MOST, np.int8), np.zeros(MOST, np.int8)
        self.first_of, self.counts = np.zeros(MOST, np.int32), np.zeros(MOST, np.int32)
        self.men: list[int] = []

    def table(self) -> tuple[Numbers, ...]:
        """The arrays as `analysis.scan.intern` takes them."""
        return self.slots, self.hashes, self.begins, self.lengths, self.heap, self.sizes

    def learn(self) -> None:
        """Read the words not met before."""
        for word in range(self.known, int(self.sizes[0])):
            begin = int(self.begins[word])
            self._learn(word, self.heap[begin : begin + int(self.lengths[word])].tobytes().decode("ascii"))
        self.known = int(self.sizes[0])

    def _learn(self, word: int, text: str) -> None:
        phrases = self.readers["W"]
        self.side_of[word] = {"W": 0, "B": 1}.get(phrases.sides.get(text.upper()) or "", -1)
        dice = phrases.dice[text]
        if dice is not None:
            high, low = dice
            self.dice_of[word] = 0 if high is None or low is None else 8 * high + low
            return
        phrase = phrases.words[text]
        if phrase.fault is not None or phrase.sort not in ("play", "pass") or text.startswith("("):
            return
        if phrase.sort == "pass":
            self.sort_of[word] = PASS
        elif not phrase.value.fault:
            men = written_of((phrase.value,))
            self.sort_of[word] = MEN
            self.first_of[word], self.counts[word] = len(self.men) // 3, len(men)
            for man in men:
                self.men += man

    def event(self, line: bytes) -> Event | None:
        """An event's line; None where anything is to be said about it that the match itself does not say."""
        if line not in self.events:
            if len(self.events) > EVENT_LINES:
                self.events.clear()
            self.events[line] = self._event(line)
        return self.events[line]

    def _event(self, line: bytes) -> Event | None:
        if len(line) > LONGEST_EVENT:
            return None
        try:
            event = read_event(line.decode(), 0, 0, self.readers)
        except (UnicodeDecodeError, NotationError):
            return None
        return event if event.word in SAID else None


@dataclass(frozen=True)
class _Judged(RaceJudged):
    """A match of which only some turns are to be audited."""

    looked_at: Sequence[RaceTurn] = ()

    @cached_property
    def audit(self) -> Audit:
        """The findings."""
        return audit_race(self.replay, self.looked_at)


class Raced:
    """The matches of one race in a text, as rows."""

    def __init__(self, text: Followed, rules: str, chosen: Sequence[tuple[int, _Heading]]) -> None:
        """`chosen` are games of the text by number, each with its tags."""
        self.text, self.rules = text, rules
        self.words: RaceWords = text.bulk.race_words(rules)
        self.games = [game for game, _ in chosen]
        self.headings = [heading for _, heading in chosen]
        self.good = [False] * len(chosen)
        self.winners: list[str | None] = [None] * len(chosen)
        self.moved: dict[int, RaceTurn] = {}
        self.parts: dict[str, list[dict[str, object]]] = {"games": [], "findings": []}
        self.place = np.zeros(len(chosen), np.int32)
        """The number of each match in its file, from 1; given before the tables are asked for."""
        self.read()
        for k in range(len(chosen)):
            self.follow(k)

    def read(self) -> None:
        """All throws of the chosen games as flat arrays."""
        text, games = self.text, np.array(self.games, np.int64)
        scanner, count = _scanner(), len(games)
        self.starts = np.zeros(count + 1, np.int64)
        lines_of = np.zeros(text.lines, np.int64)
        bodies, results = text.bodies[games], text.results[games]
        number = int(text.scanner.ply_rows(text.kinds, bodies, results, count, self.starts, lines_of))
        lines_of = lines_of[:number]
        events = np.flatnonzero(text.kinds == EVENT)
        self.event_lines = events.tolist()
        self.event_begins = np.searchsorted(events, bodies).tolist(), np.searchsorted(events, results).tolist()
        self.before = np.searchsorted(lines_of, events).tolist()  # throws that stand before each event
        words = self.words
        offsets, found = np.zeros(number + 1, np.int64), np.zeros(16 * number + 64, np.int32)
        given = text.buffer, len(text.text), text.begins, lines_of
        n = int(scanner.part(*given, *words.table(), offsets, found))
        if n < 0:  # the table of words is full
            words.empty()
            n = int(scanner.part(*given, *words.table(), offsets, found))
        if n < 0:  # even by itself: nothing of it is regular
            words.empty()
            offsets[:], n = 0, 0
        words.learn()
        total = int(scanner.measure(found, n, words.counts))
        sides, highs, lows, odd = (np.zeros(number, np.int8) for _ in range(4))
        begins, men = np.zeros(number + 1, np.int64), np.zeros(3 * total + 3, np.int16)
        meaning = words.side_of, words.dice_of, words.sort_of, words.first_of, words.counts, np.array([*words.men, 0, 0, 0], np.int16)
        scanner.spell(offsets, found, *meaning, sides, highs, lows, odd, begins, men)
        self.throws = Throws(sides, highs, lows, odd, begins, men, lines_of + text.first_line, text.numbers[lines_of], self.ply)
        self.throws.rows = np.zeros((number, at.ROW), np.int32)
        self.throws.steps = np.full((number, 2 * at.MOST), STEP_END, np.int8)
        self.lines_of = lines_of

    def ply(self, i: int) -> Ply:
        """A throw as the reader reads it. Raises NotRapid where there is anything to say about its words."""
        read = read_ply(self.text.line(int(self.lines_of[i])).decode(), 0, self.words.readers, None)
        if read.error is not None or read.side is None:
            raise NotRapid
        return Ply(int(self.throws.lines[i]), read.number, read.side, True, read.body)

    # -- one match -------------------------------------------------------------------------------------------------------------------------

    def follow(self, k: int) -> None:
        """Follow a match; where it is not regular, or anything breaks, it is left out."""
        first, last = int(self.starts[k]), int(self.starts[k + 1])
        events = self.events(k)
        if events is None:
            return
        try:
            heading, game = self.headings[k], self.game(k, [event for event, _ in events])
            table = Rapid(game, heading.rules, throws=self.throws, engine=_engine(self.rules), begin=first)
            replay = table.follow(iter([*events, (None, last)]))
            judged = _Judged(*table.told(replay))
            games, findings = race_rows("games", judged), race_rows("findings", judged)
        except Exception:  # noqa: BLE001 - by itself it shows whether the match is at fault or the way it was read
            return
        for i in table.alone:
            self.moved[i] = table.turns[i - first]
        self.good[k] = True
        for name, found in (("games", games), ("findings", findings)):
            for row in found:
                row["game"] = k
            self.parts[name] += found

    def events(self, k: int) -> list[tuple[Event, int]] | None:
        """The events of a match, each with the throws before it; None where one is not regular."""
        found: list[tuple[Event, int]] = []
        begins, ends = self.event_begins
        for e in range(begins[k], ends[k]):
            line = self.event_lines[e]
            event = self.words.event(self.text.line(line))
            if event is None:
                return None
            found.append((replace(event, line=line + self.text.first_line), self.before[e]))
        return found

    def game(self, k: int, events: Sequence[Event]) -> Game:
        """The record of a match without its throws."""
        text, heading, game = self.text, self.headings[k], self.games[k]
        head, body = int(text.heads[game]), int(text.bodies[game])
        lines = [line + text.first_line for line in range(head, body) if text.kinds[line]]  # a line that is blank is of kind 0
        tags = tuple(tag._replace(line=line) for tag, line in zip(heading.tags, lines, strict=True))
        last = int(text.results[game]) + text.first_line
        return Game(tags, tuple(events), Result(last, heading.result), file=text.file, line=heading.line, last_line=last)

    # -- the tables ------------------------------------------------------------------------------------------------------------------------

    def followed(self) -> Iterator[tuple[int, int]]:
        """The matches that went through, by the number here and in the text."""
        return ((k, game) for k, game in enumerate(self.games) if self.good[k])

    def tables(self) -> dict[str, pl.DataFrame]:
        """The four tables of the matches that went through."""
        game_of = np.repeat(np.arange(len(self.games)), np.diff(self.starts))
        keep = np.flatnonzero(np.array(self.good, bool)[game_of])
        rows, game_of = self.throws.rows[keep], game_of[keep]
        key = {
            "file": pl.Series([self.text.file], dtype=pl.String).new_from_index(0, len(keep)),
            "game": pl.Series(self.place[game_of]),
            "turn": pl.Series(keep - self.starts[game_of]),
            "ply": pl.Series(self.throws.numbers[keep]),
        }
        side = rows[:, at.SIDE]
        names = [name for heading in self.headings for name in (heading.values["White"], heading.values["Black"], None)]
        players = pl.Series(names, dtype=pl.String)
        own = gathered(players, 3 * game_of + side)
        other = gathered(players, 3 * game_of + np.array((1, 0, 2))[side])
        return {
            "games": self.told("games"),
            "plies": self.plies(keep, rows, key, own, other),
            "jans": self.jans(rows, key, own, other),
            "findings": self.told("findings"),
        }

    def told(self, table: str) -> pl.DataFrame:
        """A table that was told match by match."""
        rows = self.parts[table]
        if not rows:
            return frame(table, [])
        found = pl.DataFrame({name: [row[name] for row in rows] for name in rows[0]}, schema=schema(table))
        return found.with_columns(game=pl.Series(self.place[found["game"].to_numpy()]))

    def plies(self, keep: Numbers, rows: Numbers, key: dict[str, pl.Series], own: pl.Series, other: pl.Series) -> pl.DataFrame:
        """One row a throw."""
        black = rows[:, at.SIDE] == 1
        data: dict[str, Any] = {
            **key,
            "line": self.throws.lines[keep],
            "side": gathered(pl.Series(("W", "B", "?")), rows[:, at.SIDE]),
            "player": own,
            "opponent": other,
            "high": known(rows[:, at.HIGH]),
            "low": known(rows[:, at.LOW]),
            "moves": self.moves(keep),
            "verdict": gathered(pl.Series(at.VERDICTS), rows[:, at.VERDICT]),
            "match_game": rows[:, at.GAME],
            "throw_of_game": rows[:, at.THROW],
        }
        for k, name in enumerate(("white_points", "white_holes", "black_points", "black_holes")):
            data[name] = known(rows[:, at.AFTER + k])
        unsaid = rows[:, at.SIDE] == 2
        for k, name in enumerate(("points", "holes")):
            white, black_ = rows[:, at.BEFORE + k], rows[:, at.BEFORE + 2 + k]
            data[f"own_{name}"] = known(np.where(unsaid, at.NIL, np.where(black, black_, white)))
            data[f"other_{name}"] = known(np.where(unsaid, at.NIL, np.where(black, white, black_)))
        for side, first, beside in (("own", at.OWN, at.OWN_BAR), ("other", at.OTHER, at.OTHER_BAR)):
            for k in range(4):
                data[f"{side}_{1 << k}"] = known(rows[:, first + k])
            for k, name in enumerate(("bar", "off", "hand")):
                data[f"{side}_{name}"] = known(rows[:, beside + k])
        for k, name in enumerate(("hits", "bursts", "lost", "reduction", "bar_after", "jan_blots", "again")):
            data[name] = known(rows[:, at.HITS + k])
        data["again"] = data["again"].cast(pl.Boolean)
        ended = rows[:, at.ENDED] != 0
        data["ending"] = gathered(pl.Series((None, *ENDINGS[self.rules][1:]), dtype=pl.String), np.where(ended, rows[:, at.ENDING], 0))
        data["ending_value"] = known(np.where(ended, rows[:, at.VALUE], at.NIL))
        return filled(data, "plies")

    def moves(self, keep: Numbers) -> list[str | None]:
        """The column `moves`."""
        steps = self.throws.steps[keep]
        buffer = np.zeros(steps.size * 4 + len(keep) + 1, np.uint8)
        size = int(_scanner().write_steps(steps, buffer))
        texts: list[str | None] = [text or None for text in buffer[:size].tobytes().decode("ascii").split("\n")[:-1]]
        if self.moved:
            where = dict(zip(keep.tolist(), range(len(keep)), strict=True))
            for i, turn in self.moved.items():
                texts[where[i]] = " ".join(f"{step.start}-{step.to}" for step in turn.moves) or None
        return texts

    def jans(self, rows: Numbers, key: dict[str, pl.Series], own: pl.Series, other: pl.Series) -> pl.DataFrame:
        """One row for everything that happened on a throw, the ending first."""
        endings, counted = ENDINGS[self.rules][1:], COUNTED[self.rules]
        numbers = np.stack((rows[:, at.ENDING] != 0, *(np.maximum(rows[:, column], 0) for _, column, _ in counted)), axis=1).astype(
            np.int32
        )
        row, which = np.nonzero(numbers)
        ending = rows[row, at.ENDING]
        roller = np.array((True, *(his for _, _, his in counted)))[which]
        if "loss" in endings:
            roller &= (which != 0) | (ending != endings.index("loss") + 1)
        code = np.where(which == 0, ending - 1, len(endings) + which - 1)
        side = rows[row, at.SIDE]
        at_row = pl.Series(row.astype(np.uint32))
        data: dict[str, Any] = {
            **{name: values.gather(at_row) for name, values in key.items()},
            "side": gathered(pl.Series(("W", "B", "?")), np.where(roller, side, np.array((1, 0, 2))[side])),
            "player": own.gather(at_row).zip_with(pl.Series(roller, dtype=pl.Boolean), other.gather(at_row)),
            "roller": roller,
            "jan": gathered(pl.Series((*endings, *(name for name, _, _ in counted))), code),
            "ways": numbers[row, which],
            "points": np.where(which == 0, rows[row, at.VALUE], 0),
            "doublet": rows[row, at.HIGH] == rows[row, at.LOW],
            "status": pl.Series(["made"]).new_from_index(0, len(row)),
        }
        return filled(data, "jans")


def known(values: Numbers) -> pl.Series:
    """Numbers with null where they are not known."""
    found, missing = pl.Series(values), values == at.NIL
    return found.set(pl.Series(missing), None) if missing.any() else found


def gathered(texts: pl.Series, index: Numbers) -> pl.Series:
    """The texts of these numbers."""
    return texts.gather(pl.Series(index.astype(np.uint32)))


def filled(data: dict[str, Any], table: str) -> pl.DataFrame:
    """Columns in the order and with the types of the table; those of other games are null."""
    rows, types = len(data["turn"]), schema(table)
    empty = {name: pl.Series(name, [None], dtype=kind).new_from_index(0, rows) for name, kind in types.items() if name not in data}
    return pl.DataFrame([empty[name] if name in empty else pl.Series(name, data[name]).cast(kind) for name, kind in types.items()])
