"""The reader: lines to games, one by one, in constant memory (docs/notation.md, sections 1 and 8).

A line in error costs that line; every fault is one `Diagnostic` of the game it stands in. Regular plies are read by `notation.regular`, by
the block; every other line is taken with care, one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from notation.comments import strip_comments, write_comments
from notation.diagnostics import WARNINGS, Diagnostic, NotationError
from notation.events import event_name, read_event
from notation.head import Head
from notation.lines import LONGEST, batches, text_batches, too_long
from notation.phrases import WORD
from notation.plies import A_RESULT, NUMBER, next_turn, read_ply, starts_as_ply
from notation.record import Comment, Event, Game, Lost, Ply, Result
from notation.regular import MANY, Dialect, regular_number
from notation.words import BLANKS, EVENTS, PLAIN, RESULTS, near

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from notation.head import TagFault
    from notation.lines import Batch, Readable
    from notation.record import Entry, Side

BEFORE: Final = BLANKS + "\ufeff"
"""What may stand before the first character of a line: blanks, and the mark of a file that was put behind another."""
HEAD, PLIES, ENDED = "head", "plies", "ended"
"""Where in a game the reader stands: before its first ply or event, behind that, behind its result."""


def read_games(source: Readable | Iterable[bytes], file: str = "", *, within: bool = False) -> Iterator[Game]:
    """The games of a binary stream, or of an iterable of lines, one by one as they end. `file` is the name the diagnostics give.

    `within`: the source is a part of a text, cut between games, whose beginning was read before (docs/notation.md, section 8).

    Nothing is raised for what the text says: every fault is among the `diagnostics` of its game. A text that is not read at all (UTF-16,
    UTF-32, binary) is one game without entries and with one diagnostic; an empty text is no game and no fault.
    """
    return _Reader(file).games(batches(source, within=within))


def read_text(text: str, file: str = "") -> Iterator[Game]:
    """The games of a text that is in memory: see `read_games`."""
    return _Reader(file).games(text_batches(text))


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
        self.dialects: dict[tuple[str, str], Dialect] = {}
        self.encoding_told = False
        self.begin([])

    def begin(self, before: list[_Held]) -> None:
        """Opens a new game, which begins with these lines."""
        self.state = HEAD
        self.head = Head()
        self.held = before
        self.entries: list[Entry] = []
        self.result: Result | None = None
        self.faults: list[Diagnostic] = []
        self.first_line = before[0].entry.line if before else 0
        self.last = (before[-1].entry.line, before[-1].text) if before else (0, "")
        self.first_body: tuple[int, str] | None = None
        self.sets_out = False
        self.dialect = self.dialect_of("guiton", "trictrac")
        self.due = 0  # the number of the next ply, 0 where it may be any
        self.some_lost = False
        self.turn: Side | None = None

    def dialect_of(self, spelling: str, rules: str) -> Dialect:
        """The dialect of this spelling and rule set, the same for all games of the source."""
        dialect = self.dialects.get((spelling, rules))
        if dialect is None:
            dialect = self.dialects[spelling, rules] = Dialect(spelling, rules)
        return dialect

    # ---------------------------------------------------------------------------------------------------------------------- the loop

    def games(self, source: Iterator[Batch]) -> Iterator[Game]:
        """Reads batch after batch: regular plies by the block, every other line by itself."""
        for batch in source:
            if batch.refused:
                yield self.refused(batch.refused)
                return
            lines = batch.lines
            first = self.line + 1
            bad = {} if self.encoding_told else batch.bad
            at = 0
            while at < len(lines):
                if lines[at] == "":
                    at += 1
                    continue
                if self.state is HEAD and not bad:
                    self.open_regularly(lines[at], first + at)
                if not bad and self.is_regular():
                    plies, turn = self.dialect.regular_plies(lines, at, first + at, self.due, self.turn)
                    if plies:
                        self.entries += plies
                        self.sets_out = True
                        self.due += len(plies)
                        self.turn = turn
                        at += len(plies)
                        self.last = (first + at - 1, lines[at - 1] or "")
                        continue
                elif not bad and self.state is HEAD and not self.held:
                    taken = self.head.take_regular(lines, at, first + at)
                    if taken:
                        self.first_line = self.first_line or first + at
                        at += taken
                        self.last = (first + at - 1, lines[at - 1] or "")
                        continue
                self.line = first + at
                game = self.take(lines[at], bad.get(at))
                if game is not None:
                    yield game
                at += 1
            self.line = first + len(lines) - 1
        if self.first_line:
            yield self.close()

    def open_regularly(self, line: str | None, number: int) -> None:
        """Opens the body of a game whose tags are followed by a ply in its regular form: its number is the one that is due."""
        due = regular_number(line) if line is not None and not self.held and not too_long(line) else None
        if due:
            self.line, self.text = number, line or ""
            self.first_line = self.first_line or number
            self.first_body = (number, line or "")
            self.body_begins()
            self.due = due

    def is_regular(self) -> bool:
        """Whether a ply may follow with the next number: the game is open and its next number certain."""
        return self.state is PLIES and 0 < self.due < MANY and not self.some_lost and not self.held

    def take(self, line: str | None, bad: int | None) -> Game | None:
        """Takes one line (None where it was too long to be held), and gives the game that ended with the line before it, if one did."""
        if line is None:
            self.take_too_long()
            return None
        start = 0
        if line == "" or line[0] in BEFORE:
            start = len(line) - len(line.lstrip(BEFORE))
            if start == len(line):
                return None
            if "\ufeff" in line[:start]:
                whole, line = line, line[:start].replace("\ufeff", "") + line[start:]
                start -= len(whole) - len(line)
        self.text = line
        if len(line) > LONGEST // 4 and too_long(line):
            self.take_too_long()
            return None
        sign = line[start]
        ended: Game | None = None
        result, error = _read_result(line, start, self.line) if sign in "01*eE" else (None, None)
        if sign == "[":
            ended = self.take_tag(line, start)
        elif result is not None:
            self.take_result(result, error, start)
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
        column = min(error.column, len(text) + 1) if text else error.column
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
        """A tag: behind anything but tags and comments it opens the next game.

        A line that is nothing parts the tags of a game only where they begin anew.
        """
        ended = None
        if self.state is not HEAD or (self.first_body is not None and self.head.names(line)):
            ended = self.close_before_tag()
        if self.held:
            self.head.entries += (one.entry for one in self.held)
            self.held = []
        if not self.head.take_regular([line], 0, self.line):
            self.head.take(line, start, self.line, self.dialect.phrases)
        return ended

    def take_comment(self, line: str, start: int) -> None:
        """A comment line. Where it belongs is only known with what follows."""
        stripped = strip_comments(line, start)
        stray = stripped.words[start:].strip(BLANKS)
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
        if word in {"*", "end"} or word.startswith("½"):
            hint = A_RESULT
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
        stated = self.head.result()
        if error is None and stated is not None and stated != result.word:
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
            elif self.due:
                self.due += event.count
        self.entries.append(event)
        return ended

    def take_ply(self, line: str, start: int) -> Game | None:
        """A roll."""
        ended = self.open_without_tags(line, start)
        dialect = self.dialect
        turn = self.turn
        regular = dialect.regular_ply(line, self.line, turn)
        if regular is not None:
            self.check_number(regular.number, line, start)
            self.sets_out = True
            self.entries.append(regular)
            self.turn = next_turn(regular.side, regular.body)
            return ended
        self.sets_out = self.sets_out or starts_as_ply(line, start, dialect.phrases)
        number, side, body, error = read_ply(line, start, dialect.readers, turn)
        if error is None or error.kind != "number":
            self.check_number(number, line, start)
        elif number == self.due:
            self.due += 1
        if error is not None:
            if not self.in_error():
                self.tell(error)
            self.entries.append(Ply(self.line, number, side or "?", side is not None, body, line))
            self.turn = None
            return ended
        rolled: Side = side or turn or "?"
        self.entries.append(Ply(self.line, number, rolled, side is not None, body))
        self.turn = next_turn(rolled, body)
        return ended

    # ------------------------------------------------------------------------------------------------------------ what hangs together

    def check_number(self, number: int, line: str, start: int) -> None:
        """Warns where a number is not the next; the order of the lines counts all the same."""
        wrong = self.due > 0 and (number < self.due if self.some_lost else number != self.due)
        if wrong:
            found = NUMBER.match(line, start)
            told = f"The ply before makes {self.due} the next number; here stands {number}. The order of the lines counts."
            hint = "Plies that the record lacks are told by `@lost`." if number > self.due else ""
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
            spelling, rules = self.head.dialect()
            self.dialect = self.dialect_of(spelling, rules)
            for fault in self.head.judge(rules, self.dialect.readers):
                if self.is_leftmost(fault):
                    self.tell(fault.error, fault.line, fault.text)
            self.state = PLIES

    def is_leftmost(self, fault: TagFault) -> bool:
        """Whether a tag's fault is to be told beside the fault of its letters, if the line has one: of two errors the leftmost is."""
        if fault.error.kind in WARNINGS:
            return True
        letters = next((one for one in self.faults if one.kind == "encoding" and one.line == fault.line), None)
        if letters is None:
            return True
        if letters.column <= fault.error.column:
            return False
        self.faults.remove(letters)
        self.encoding_told = False
        return True

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

    def close(self) -> Game:
        """The game that is open, with all its faults in the order of the text."""
        after: tuple[Comment | Lost, ...] = ()
        if self.state is ENDED:
            after = tuple(one.entry for one in self.held)
        else:
            self.body_begins()
            self.settle()
        entries = tuple(self.entries)
        if self.first_body is not None and not self.sets_out and any(isinstance(entry, (Ply, Lost)) for entry in entries):
            line, text = self.first_body
            told = "This is not TGN: no line of the game begins as a ply does (a number, then side or dice) or with `@`."
            self.faults = [fault for fault in self.faults if fault.kind == "encoding" and fault.line != line]
            self.faults.append(Diagnostic("not-tgn", line, 1, _first_word(text, 0), told, "", text, self.file))
            entries = tuple(
                Lost(entry.line, entry.error) if isinstance(entry, Ply) and entry.error is not None else entry for entry in entries
            )
        else:
            self.tell_missing()
        self.faults.sort(key=lambda fault: (fault.line, fault.column))
        game = Game(
            tuple(self.head.entries),
            entries,
            self.result,
            after,
            self.file,
            self.index,
            self.first_line,
            self.last[0],
            tuple(self.faults),
        )
        self.index += 1
        return game

    def tell_missing(self) -> None:
        """Notes what the game should have and has not: its players, its result."""
        for error in self.head.missing():
            self.tell(error, self.first_line, "")
        if self.result is None:
            line, text = self.last
            text = text.rstrip(BLANKS)
            told = "The game ends without a result; it is read as `*`, not finished or not known."
            hint = "End it with a line `1-0`, `0-1`, `1/2-1/2`, `*`, or `end` for three accounts and more."
            self.tell(NotationError("result-missing", len(text) + 1, "", told, hint), line, text)

    def close_before_tag(self) -> Game:
        """Closes the game before a tag; comments that stand right before the tag belong to the game that begins."""
        held = self.part_held()
        ended = self.close()
        self.begin(held)
        return ended

    def refused(self, why: str) -> Game:
        """A text that is not read at all, as a game that has nothing but its fault."""
        if why in ("utf-16", "utf-32"):
            told = f"The text is {why.upper()}, which is not read."
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
    if line in RESULTS:
        return Result(number, line), None
    if not line[start : start + 8].translate(PLAIN).lower().startswith(RESULTS):
        return None, None
    stripped = strip_comments(line, start)
    word = stripped.words[start:].strip(BLANKS).translate(PLAIN).lower()
    if word not in RESULTS:
        return None, None
    if stripped.fault is not None:
        return Result(number, word, error=line), stripped.fault
    return Result(number, word, stripped.comments, stripped.tail), None
