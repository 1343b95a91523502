"""What all commands share: reading what the user points at, printing, complaining, and the exit codes.

Exit codes: 0 clean, 1 findings in a record, 2 errors of reading.
"""

from __future__ import annotations

import contextlib
import json
import sys
from typing import IO, TYPE_CHECKING, Any, Protocol

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from notation.record import Game

CLEAN, FINDINGS, ERRORS = 0, 1, 2
ENGINES = ("auto", "plain", "compiled")
SHOWN = {char: chr(0x2400 + char) for char in range(0x20) if char not in (0x09, 0x0A)}
SHOWN |= dict.fromkeys((*range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C), "\ufffd")
SHOWN |= {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}
"""What a record has in it and a terminal would obey (colours, the title of the window, the direction of writing), by a sign as wide; bytes
of a file name that are not UTF-8 as `notation.sources.legible` writes them."""


PACKED = (".gz", ".zst", ".zip", ".bz2", ".xz", ".lzma", ".lz4", ".br", ".z", ".7z", ".rar", ".tgz")
"""Endings that say a file is packed."""


class Unread(Protocol):
    """Who wants to know of a path without games: the path, what is wrong, and whether it is an error or just empty."""

    def __call__(self, path: str, message: str, *, error: bool) -> None:
        """Take note of it."""


def games_of(
    paths: Iterable[str], tally: list[int], progress: str = "", *, told: bool = True, unread: Unread | None = None
) -> Iterator[Game]:
    """The games of all paths; what cannot be opened is told, counted in `tally[3]`, and passed over.

    A path without a game is no error, but `told`: nobody means to check nothing. `unread` hears of both as well.

    With `progress` (a verb, as `reading`) a bar runs on a terminal.
    """
    from notation.sources import SourceError, legible, read_path  # noqa: PLC0415 - a cold start is measured

    for path in paths:
        shown = legible(path)
        with bar(f"{progress} {shown}" if progress else "", "games") as advance:
            found = False
            try:
                for game in read_path(path):
                    found = True
                    advance()
                    yield game
                if not found and told:
                    complain(f"{shown}: there is no game in it")
                    if unread is not None:
                        unread(shown, "There is no game in it.", error=False)
            except SourceError as fault:
                tally[3] += 1
                complain(f"{shown}: {fault}" if shown not in str(fault) else str(fault))
                if unread is not None:
                    unread(shown, str(fault), error=True)


@contextlib.contextmanager
def bar(words: str, unit: str, total: int | None = None) -> Iterator[Any]:
    """A progress bar on a terminal, nothing elsewhere; gives what to call for each thing done."""
    if not words or sys.stderr is None or not sys.stderr.isatty():
        yield lambda _=1: None
        return
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415 - as above

    done = TextColumn("{task.completed} " + unit if total is None else "{task.completed} of {task.total} " + unit)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), done, TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(words, total=total)
        yield lambda done=1: shown.advance(task, done)


def say(row: dict[str, object]) -> None:
    """Print one JSON object on a line."""
    put(json.dumps(row, ensure_ascii=False))


def put(text: str) -> None:
    """Print data as they are: records, pages, tables."""
    click.echo(text, color=True)  # without it click takes away what a terminal would obey, and with it a piece of the record


def print_(text: str) -> None:
    """Print a text for people."""
    click.echo(text.translate(SHOWN))


def complain(text: str) -> None:
    """Tell the user what is wrong, beside what is printed."""
    with contextlib.suppress(OSError):  # where nobody can be told, the exit code still is what it is
        click.echo(f"trictrac: {text}".translate(SHOWN), err=True)


def exit_code(tally: list[int]) -> int:
    """The exit code from counts of games, findings, errors of reading, and sources that could not be read."""
    return ERRORS if tally[2] or tally[3] else FINDINGS if tally[1] else CLEAN


class Failure(click.ClickException):
    """Something the user has to mend; the exit code is 2."""

    exit_code = ERRORS

    def show(self, file: IO[str] | None = None) -> None:
        """Print it on the standard error, if that takes it."""
        with contextlib.suppress(OSError):
            super().show(file)


def fail(message: str) -> click.ClickException:
    """What to raise where nothing more can be done."""
    return Failure(message.translate(SHOWN))


def check_ending(output: str, written: Iterable[str] = ()) -> None:
    """Raises a failure where a file is named as if it were packed, in another way than those written; else it would lie."""
    name = output.lower()
    if any(name.endswith(ending) for ending in PACKED) and not any(name.endswith(ending) for ending in written):
        ways = f"only plain text, or packed as {' and '.join(written)}," if written else "only plain text"
        raise fail(f"{output}: {ways} can be written here; give it another ending")


def write_text(text: str, output: str | None) -> None:
    """Write to a file, aside and renamed; to standard output without one. Raises a failure for a name of what is packed."""
    if output is None or output == "-":
        click.echo(text, nl=False, color=True)
        return
    check_ending(output)
    from reports.write import write_page  # noqa: PLC0415 - as above

    try:
        write_page(output, text)
    except OSError as fault:
        raise fail(f"{output}: {fault.strerror}") from None
