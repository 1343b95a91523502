"""The reader: lines to games, one by one, in constant memory (docs/notation.md, sections 1 and 8).

A line in error costs that line; every fault is one `Diagnostic` of the game it stands in. A regular archive says the same things over and
over: what stands behind `number. ` on a ply's line is looked up as a whole, then word by word, and only what is new goes to the grammar.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from notation.comments import strip_comments, write_comments
from notation.diagnostics import Diagnostic, NotationError
from notation.events import event_name, read_event
from notation.lines import LONGEST, batches, text_batches, too_long
from notation.phrases import WORD
from notation.plies import NUMBER, gone, next_turn, read_ply, starts_as_ply
from notation.position import readers_of
from notation.record import Comment, Event, Game, Lost, Ply, Result, Tag, opposite
from notation.tags import flag_faults, near_tag, read_tag, value_fault
from notation.words import BLANKS, EVENTS, PLAIN, RESULTS, ROUTE_ONLY, RULE_SETS, SPELLINGS, near

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from notation.lines import Batch, Readable
    from notation.record import Body, Entry, Side

TAILS: Final = 1 << 17
"""How many whole tails of plies (what stands behind `number. `) are remembered at once."""
TAIL_LENGTH: Final = 120
NEVER: Final = "\n"
"""The text of a number that no line has: it closes the fast lane."""
HEAD, PLIES, ENDED = "head", "plies", "ended"
"""Where in a game the reader stands: before its first ply or event, behind that, behind its result."""


def read_games(source: Readable | Iterable[bytes], file: str = "") -> Iterator[Game]:
    """The games of a binary stream, or of an iterable of lines, one by one as they end. `file` is the name the diagnostics give.

    Nothing is raised for what the text says: every fault is among the `diagnostics` of its game. A text that is not read at all (UTF-16,
    binary) is one game without entries and with one diagnostic; an empty text is no game and no fault.
    """
    return _Reader(file).games(batches(source))


def read_text(text: str, file: str = "") -> Iterator[Game]:
    """The games of a text that is in memory: see `read_games`."""
    return _Reader(file).games(text_batches(text))


class _Known(NamedTuple):
    """A tail of a ply's line that was read before: its side if one stands there, and whether the players alternate behind it."""

    side: Side | None
    body: Body
    alternates: bool


class _Dialect:
    """How the plies of one spelling and rule set are read: the phrases of both sides, and the tails that are remembered."""

    def __init__(self, spelling: str, rules: str) -> None:
        self.spelling = spelling
        self.rules = rules
        self.readers = readers_of(spelling, rules)
        self.phrases = self.readers["W"]
        self._tails: dict[int, dict[str, _Known]] = {}
        self._numbers: list[tuple[str, dict[str, _Known]]] = []
        self._count = 0

    def number(self, number: int) -> tuple[str, dict[str, _Known]]:
        """A ply's number as it is regularly written, and the tails remembered behind numbers of that width (a span differs by width)."""
        numbers = self._numbers
        if number >= len(numbers):
            if number > 100_000:
                return NEVER, {}
            for one in range(len(numbers), number + 100):
                text = f"{one}."
                numbers.append((text, self._tails.setdefault(len(text), {})))
        return numbers[number]

    def remember(self, width: int, tail: str, known: _Known) -> None:
        """Keeps a tail; a full memory is emptied first."""
        if self._count >= TAILS:
            self._count = 0
            for tails in self._tails.values():
                tails.clear()
        self._count += 1
        self._tails.setdefault(width, {})[tail] = known


class _Held(NamedTuple):
    """A comment or a line that is nothing, whose place is only known with what follows; its text; and the last line before it."""

    entry: Comment | Lost
    text: str
    before: tuple[int, str]


class _Reader:
    """Puts lines together to games."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.index = 0
        self.line = 0
        self.text = ""
        self.dialects: dict[tuple[str, str], _Dialect] = {}
        self.encoding_told = False
        self.begin([])

    def begin(self, before: list[_Held]) -> None:
        """Opens a new game, which begins with these lines."""
        self.state = HEAD
        self.head: list[Tag | Comment | Lost] = []
        self.tag_faults: dict[int, tuple[str, NotationError | None]] = {}
        self.tags_seen: set[str] = set()
        self.tags_read: set[str] = set()
        self.held = before
        self.entries: list[Entry] = []
        self.result: Result | None = None
        self.faults: list[Diagnostic] = []
        self.first_line = before[0].entry.line if before else 0
        self.last = (before[-1].entry.line, before[-1].text) if before else (0, "")
        self.first_body: tuple[int, str] | None = None
        self.sets_out = False
        self.dialect = self.dialect_of("guiton", "trictrac")
        self.due: int | None = None
        self.some_lost = False
        self.turn: Side | None = None

    def dialect_of(self, spelling: str, rules: str) -> _Dialect:
        """The dialect of this spelling and rule set, the same for all games of the source."""
        dialect = self.dialects.get((spelling, rules))
        if dialect is None:
            dialect = self.dialects[spelling, rules] = _Dialect(spelling, rules)
        return dialect

    # ---------------------------------------------------------------------------------------------------------------------- the loop

    def games(self, source: Iterator[Batch]) -> Iterator[Game]:
        """Reads batch after batch. The loop is the fast lane: a ply with the number that is due and a tail that is known."""
        new_ply = tuple.__new__
        for batch in source:
            if batch.refused:
                yield self.refused(batch.refused)
                return
            first = self.line + 1
            bad = {} if self.encoding_told else batch.bad
            due_text, tails, due, turn, entries = self.fast_lane(closed=bool(bad))
            for line_number, line in enumerate(batch.lines, first):
                if line is not None:
                    number_text, _, tail = line.partition(" ")
                    if number_text == due_text and tail in tails:
                        side, body, alternates = tails[tail]
                        written = side is not None
                        side = side or turn
                        if side is not None:
                            entries.append(new_ply(Ply, (line_number, due, side, written, body, None)))
                            turn = opposite(side) if alternates and side != "?" else None
                            self.turn = turn
                            self.last = (line_number, line)
                            due += 1
                            self.due = due
                            due_text, tails = self.dialect.number(due)
                            continue
                self.line = line_number
                game = self.take(line, bad.get(line_number - first))
                if game is not None:
                    yield game
                due_text, tails, due, turn, entries = self.fast_lane(closed=bool(bad))
            self.line = first + len(batch.lines) - 1
        if self.first_line:
            yield self.close()

    def fast_lane(self, *, closed: bool) -> tuple[str, dict[str, _Known], int, Side | None, list[Entry]]:
        """What the loop needs to know; a closed lane where the next line must be looked at with care."""
        if closed or self.state is not PLIES or self.due is None or self.some_lost or self.held:
            return NEVER, {}, 0, None, self.entries
        due_text, tails = self.dialect.number(self.due)
        return due_text, tails, self.due, self.turn, self.entries

    def take(self, line: str | None, bad: int | None) -> Game | None:
        """Takes one line (None where it was too long to be held), and gives the game that ended with the line before it, if one did."""
        if line is None:
            self.take_too_long()
            return None
        start = len(line) - len(line.lstrip(BLANKS))
        if start == len(line):
            return None
        self.text = line
        if len(line) > LONGEST // 4 and too_long(line):
            self.take_too_long()
            return None
        sign = line[start]
        ended: Game | None = None
        result, error = _read_result(line, start, self.line)
        if result is not None:
            self.take_result(result, error, start)
        elif sign == "[":
            ended = self.take_tag(line, start)
        elif sign in ";{":
            self.take_comment(line, start)
        elif sign == "@":
            ended = self.take_event(line, start)
        elif sign in "0123456789":
            ended = self.take_ply(line, start)
        else:
            self.take_nothing(line, start)
        self.last = (self.line, line)
        self.first_line = self.first_line or self.line
        if bad is not None and not self.encoding_told:
            self.tell_encoding(bad)
        return ended

    def tell(self, error: NotationError, line: int = 0, text: str | None = None) -> None:
        """Notes a fault, of the line that is being read or of an earlier one."""
        text = self.text if text is None else text
        column = min(error.column, len(text) + 1)
        self.faults.append(Diagnostic(error.kind, line or self.line, column, error.words, error.message, error.hint, text, self.file))

    def tell_encoding(self, column: int) -> None:
        """Notes that the text is not UTF-8, at its first such character, unless the line has a fault further left."""
        here = [fault for fault in self.faults if fault.line == self.line and not fault.warning]
        if any(fault.column < column for fault in here):
            return
        self.faults = [fault for fault in self.faults if fault not in here]
        self.encoding_told = True
        told = "The text is not UTF-8; it is read on as Windows-1252."
        self.tell(NotationError("encoding", column, self.text[column - 1 : column], told, "Save the file as UTF-8."))

    def in_error(self) -> bool:
        """Whether the line that is being read has an error already (one is told of a line)."""
        return any(fault.line == self.line and not fault.warning for fault in reversed(self.faults[-3:]))

    # ------------------------------------------------------------------------------------------------------------------ kinds of lines

    def take_tag(self, line: str, start: int) -> Game | None:
        """A tag: behind anything but tags and comments it opens the next game."""
        ended = None
        if self.state is not HEAD:
            ended = self.close_before_tag()
        self.head += (one.entry for one in self.held)
        self.held = []
        tag, error = read_tag(line.rstrip(BLANKS), start, self.line, self.dialect.phrases)
        name = tag.name.lower()
        if tag.counts and name in self.tags_read:
            column = len(line) - len(line[start + 1 :].lstrip(BLANKS)) + 1
            error = NotationError("tag-twice", column, tag.name, f"The tag `{tag.name}` stands twice; the first of them counts.")
            tag = replace(tag, counts=False)
        elif tag.counts:
            self.tags_read.add(name)
        self.tags_seen.add(name)
        self.tag_faults[len(self.head)] = (line, error)
        self.head.append(tag if error is None else replace(tag, error=line))
        return ended

    def take_comment(self, line: str, start: int) -> None:
        """A comment line. Where it belongs is only known with what follows."""
        stripped = strip_comments(line, start)
        stray = stripped.words.strip(BLANKS)
        entry: Comment | Lost = Comment(self.line, " ".join(write_comments(stripped.comments, stripped.tail)))
        error = stripped.fault
        if stray:
            word = _first_word(stray, 0)
            told = f"`{word}` stands behind a comment; a comment is a line of its own, or stands behind the words of a line."
            error = NotationError("word", stripped.words.index(word, start) + 1, word, told)
        if error is not None:
            entry = Lost(self.line, line)
            self.tell(error)
            self.turn = None
        self.held.append(_Held(entry, line, self.last))

    def take_nothing(self, line: str, start: int) -> None:
        """A line that is nothing: kept where it stands."""
        self.note_body(line)
        told = "This line begins like no line of the notation: a tag `[`, a ply's number, an event `@`, a comment `;` or `{`, a result."
        hint = ""
        word = _first_word(line, start)
        event = near(word.rstrip(":"), EVENTS)
        if word in {"*", "end"}:
            hint = "A result stands on a line of its own, with nothing but a comment behind it."
        elif starts_as_ply("0." + line[start:], 0, self.dialect.phrases):
            hint = "A ply begins with its number and a dot: `12. W 6-4`."
        elif event is not None:
            hint = f"An event begins with `@`: `@{event}`."
        self.tell(NotationError("line", start + 1, line[start:].rstrip(BLANKS), told, hint))
        self.turn = None
        self.held.append(_Held(Lost(self.line, line), line, self.last))

    def take_too_long(self) -> None:
        """A line with more bytes than a line may have: told, and not kept."""
        self.text = ""
        told = f"This line is longer than {LONGEST:,} bytes; it is skipped."
        self.tell(NotationError("line", 1, "", told, "One roll, one line; a long remark is better parted."))
        self.turn = None
        if self.first_line == 0:
            self.first_line = self.line

    def take_result(self, result: Result, error: NotationError | None, start: int) -> None:
        """A result: it ends the game; a second one is told and kept behind it."""
        if self.state is ENDED:
            told = f"The game has its result already, on line {self.result.line if self.result else '?'}: a second one stands here."
            self.tell(NotationError("after-result", start + 1, result.word, told, "The next game opens with its tags."))
            self.held.append(_Held(Lost(self.line, self.text), self.text, self.last))
            return
        self.body_begins()
        self.settle()
        self.state = ENDED
        if error is not None:
            self.tell(error)
        self.result = result
        stated = next((tag.value for tag in self.head if isinstance(tag, Tag) and tag.name == "Result" and tag.counts), None)
        if error is None and stated is not None and stated.strip().lower() != result.word:
            told = f"The result line says `{result.word}`, the tag `Result` says `{stated}`; the line is believed."
            self.tell(NotationError("result-differs", start + 1, result.word, told))

    def take_event(self, line: str, start: int) -> Game | None:
        """An event."""
        ended = self.open_without_tags(line, start)
        self.sets_out = True
        try:
            event = read_event(line, start, self.line, self.dialect.readers)
        except NotationError as error:
            if not self.in_error():
                self.tell(error)
            event = Event(self.line, event_name(line, start), error=line)
        if event.word not in EVENTS:
            close = near(event.word, EVENTS)
            told = f"`@{event.word}` is no event of the notation; it is kept as it stands."
            self.tell(NotationError("event-unknown", start + 1, f"@{event.word}", told, f"Did you mean `@{close}`?" if close else ""))
        self.turn = None
        if event.word == "lost":
            if event.count is None:
                self.some_lost = True
            elif self.due is not None:
                self.due += event.count
        self.entries.append(event)
        return ended

    def take_ply(self, line: str, start: int) -> Game | None:
        """A roll."""
        ended = self.open_without_tags(line, start)
        dialect = self.dialect
        if not self.sets_out:
            self.sets_out = starts_as_ply(line, start, dialect.phrases)
        turn = self.turn
        number, side, body, error = read_ply(line, start, dialect.readers, turn)
        if number:
            self.check_number(number, line, start)
        if error is not None:
            if not self.in_error():
                self.tell(error)
            self.entries.append(Ply(self.line, number, side or "?", side is not None, body, line))
            self.turn = None
            return ended
        rolled: Side = side or turn or "?"
        self.entries.append(Ply(self.line, number, rolled, side is not None, body))
        self.turn = next_turn(rolled, body)
        text = f"{number}. "
        if body.tail is None and not body.comments and line.startswith(text) and len(line) < TAIL_LENGTH:
            if side is not None or dialect.spelling != "bn":
                dialect.remember(len(text) - 1, line[len(text) :], _Known(side, body, not gone(body)))
        return ended

    # ------------------------------------------------------------------------------------------------------------------- what hangs together

    def check_number(self, number: int, line: str, start: int) -> None:
        """Warns where a number is not the next; the order of the lines counts all the same."""
        wrong = self.due is not None and (number < self.due if self.some_lost else number != self.due)
        if wrong:
            found = NUMBER.match(line, start)
            told = f"The ply before makes {self.due} the next number; here stands {number}. The order of the lines counts."
            hint = "Plies that the record lacks are told by `@lost`." if self.due is not None and number > self.due else ""
            self.tell(NotationError("number-order", start + 1, found[0] if found else "", told, hint))
        self.due = number + 1
        self.some_lost = False

    def note_body(self, text: str) -> None:
        """Remembers the first line of a game that is neither tag nor comment nor result."""
        if self.first_body is None and self.state is not ENDED:
            self.first_body = (self.line, text)

    def body_begins(self) -> None:
        """The tags are complete: their values are read, and the comments behind the last of them stand among the plies."""
        if self.state is HEAD:
            self.judge_tags()
            self.state = PLIES

    def settle(self) -> None:
        """What was held stands among the plies, where it was written."""
        self.entries += (one.entry for one in self.held)
        self.held = []

    def open_without_tags(self, line: str, start: int) -> Game | None:
        """A ply or an event begins or continues the body; behind a result it opens a game without tags."""
        ended = None
        if self.state is ENDED:
            held = self.part_held()
            ended = self.close()
            self.begin(held)
            told = "The game before has its result; a ply or an event behind it opens a game without tags."
            self.tell(NotationError("after-result", start + 1, line[start:].rstrip(BLANKS), told, "The next game opens with its tags."))
        self.note_body(line)
        self.body_begins()
        self.settle()
        return ended

    def part_held(self) -> list[_Held]:
        """Parts what is held: the comments at its end belong to the game that begins."""
        at = len(self.held)
        while at and isinstance(self.held[at - 1].entry, Comment):
            at -= 1
        later = self.held[at:]
        self.held = self.held[:at]
        if later:
            self.last = later[0].before
        return later

    def judge_tags(self) -> None:
        """Points, position and all other values are read when the tags are complete, since some depend on others."""
        values = {tag.name: tag.value.strip().lower() for tag in reversed(self.head) if isinstance(tag, Tag) and tag.counts}
        rules = values.get("Rules", RULE_SETS[0])
        rules = rules if rules in RULE_SETS else RULE_SETS[0]
        spelling = values.get("Points", "")
        if spelling not in SPELLINGS or rules in ROUTE_ONLY:
            spelling = "route" if rules in ROUTE_ONLY or rules == "triktrak" else "guiton"
        self.dialect = dialect = self.dialect_of(spelling, rules)
        for at, tag in enumerate(self.head):
            if not isinstance(tag, Tag):
                continue
            line, error = self.tag_faults[at]
            wrong = value_fault(tag, spelling, rules, dialect.phrases) if tag.counts else None
            if wrong is not None:
                self.head[at] = replace(tag, error=line, counts=False)
                error = wrong  # it stands further left than what is wrong behind the value
            if error is not None:
                self.tell(error, tag.line, line)
            if tag.counts and tag.name == "Variant":
                for flag in flag_faults(tag):
                    self.tell(flag, tag.line, line)

    def close(self) -> Game:
        """The game that is open, with all its faults in the order of the text."""
        after: tuple[Comment | Lost, ...] = ()
        if self.state is ENDED:
            after = tuple(one.entry for one in self.held)
        else:
            self.body_begins()
            self.settle()
        entries = tuple(self.entries)
        faults = self.faults
        if self.first_body is not None and not self.sets_out:
            line, text = self.first_body
            told = "This is not TGN: no line of the game begins as a ply does (a number, then side or dice) or with `@`."
            faults = [fault for fault in faults if fault.kind == "encoding"]
            faults.append(Diagnostic("not-tgn", line, 1, _first_word(text, 0), told, "", text, self.file))
            entries = tuple(
                Lost(entry.line, entry.error) if isinstance(entry, Ply) and entry.error is not None else entry for entry in entries
            )
        else:
            faults = [*faults, *self.missing()]
        faults.sort(key=lambda fault: (fault.line, fault.column))
        game = Game(
            tuple(self.head),
            entries,
            self.result,
            after,
            self.file,
            self.index,
            self.first_line,
            self.last[0],
            tuple(faults),
        )
        self.index += 1
        return game

    def missing(self) -> list[Diagnostic]:
        """What the game should have and has not: its players, its result."""
        faults = []
        for name in ("White", "Black"):
            if name.lower() not in self.tags_seen:
                meant = next((tag.name for tag in self.head if isinstance(tag, Tag) and near_tag(tag.name) == name), None)
                hint = f"Is `{meant}` meant for `{name}`?" if meant else f'[{name} "?"] where the name is not known'
                told = f"The game has no tag `{name}`: who played {name} must be said."
                faults.append(Diagnostic("tag-missing", self.first_line, 1, "", told, hint, "", self.file))
        if self.result is None:
            line, text = self.last
            text = text.rstrip(BLANKS)
            told = "The game ends without a result; it is read as `*`, not finished or not known."
            hint = "End it with a line `1-0`, `0-1`, `1/2-1/2`, `*`, or `end` for three accounts and more."
            faults.append(Diagnostic("result-missing", line, len(text) + 1, "", told, hint, text, self.file))
        return faults

    def close_before_tag(self) -> Game:
        """Closes the game before a tag; comments that stand right before the tag belong to the game that begins."""
        held = self.part_held()
        ended = self.close()
        self.begin(held)
        return ended

    def refused(self, why: str) -> Game:
        """A text that is not read at all, as a game that has nothing but its fault."""
        if why == "utf-16":
            told = "The text is UTF-16, which is not read."
            fault = Diagnostic("encoding", 1, 1, "", told, "Save the file as UTF-8.", "", self.file)
        else:
            fault = Diagnostic("not-tgn", 1, 1, "", "This is not TGN: the file is binary, it holds a zero byte.", "", "", self.file)
        return Game(file=self.file, index=self.index, diagnostics=(fault,))


def _first_word(line: str, start: int) -> str:
    """The first word from an index on, empty where there is none."""
    found = WORD.search(line, start)
    return found[0] if found else ""


def _read_result(line: str, start: int, number: int) -> tuple[Result | None, NotationError | None]:
    """The result a line is, if the whole of it is one (but for a comment, which may be at fault)."""
    if not line[start : start + 8].translate(PLAIN).lower().startswith(RESULTS):
        return None, None
    stripped = strip_comments(line, start)
    word = stripped.words[start:].strip(BLANKS).translate(PLAIN).lower()
    if word not in RESULTS:
        return None, None
    if stripped.fault is not None:
        return Result(number, word, error=line), stripped.fault
    return Result(number, word, stripped.comments, stripped.tail), None
