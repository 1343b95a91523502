"""The pages of games, made one after the other here or by several processes: the same bytes either way, in the order of the games."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analysis.luck import MANY, Luck
from analysis.tables import judge, rows
from reports.families import game_page_of
from reports.jsonlines import turn_row
from reports.manifest import fingerprint
from reports.pages import DATA_LIMIT, game_page, game_pages
from reports.write import write_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from analysis.columns import Judged
    from notation.record import Game
    from reports.views import Links

Rows = list[dict[str, object]]

FEW = 96
"""Games that are sooner shown than other processes begun."""
BATCH = 12
"""Games a process is given at once."""
TABLES = ("games", "plies", "jans", "findings")


class Job(NamedTuple):
    """A game whose page is wanted: where it goes, and what it may link to."""

    game: Game
    page: Path
    links: Links


class Made(NamedTuple):
    """The pages of a game that were written: the SHA-256 of each by its file, what was wrong with the game, its rows of the four tables."""

    pages: dict[str, str]
    complaints: int
    rows: dict[str, Rows]


class Maker:
    """Makes pages, and remembers what serves for more than one."""

    def __init__(self) -> None:
        self.luck = Luck()
        self.source: tuple[str, str] = ("", "")
        """The file last read from, and its text: its games come one after the other."""

    def make(self, job: Job) -> Made:
        """Write a page. Raises OSError where it cannot be written."""
        judged = judge(job.game)
        told = {table: rows(table, judged) for table in TABLES}
        pages = self.pages(judged, job.page.name, job.links, told["jans"])
        for name, page in pages.items():
            write_page(job.page.with_name(name), page)
        return Made({name: fingerprint(page) for name, page in pages.items()}, judged.complaints, told)

    def page(self, judged: Judged, links: Links) -> str:
        """One game's page, with its record and its turns to take away, whole."""
        other, source_text, links = self.dressed(judged, links)
        if other is not None:
            return other
        return game_page(
            judged.replay,
            judged.audit,
            source_text=source_text,
            diagnostics=judged.game.diagnostics,
            links=links,
            expected=self.luck.expected(judged.replay),
        )

    def pages(self, judged: Judged, name: str, links: Links, jan_rows: Rows) -> dict[str, str]:
        """The pages of a game by file, `name` the first: of a long match of a form, the rolls of each part have one of their own."""
        other, source_text, links = self.dressed(judged, links)
        if other is not None:
            return {name: other}
        return game_pages(
            judged.replay,
            judged.audit,
            name,
            source_text=source_text,
            diagnostics=judged.game.diagnostics,
            links=links,
            expected=self.luck.expected(judged.replay),
            jan_rows=jan_rows,
        )

    def dressed(self, judged: Judged, links: Links) -> tuple[str | None, str, Links]:
        """The page of a game of another family (None of trictrac), the text it was read from, and the links with what is to take away."""
        from notation.writer import write_game  # noqa: PLC0415 - only pages need it

        downloads = [("canonical record", "game.tgn", "text/plain", write_game(judged.game))]
        source_text = self.source_text(judged.game)
        links = replace(links, downloads=tuple(downloads), versions=versions())
        other = game_page_of(judged, source_text, links)
        turns = _turn_lines(judged) if other is None else None
        if turns is not None:
            links = replace(links, downloads=(*downloads, ("turns as JSON lines", "game.jsonl", "application/x-ndjson", turns)))
        return other, source_text, links

    def source_text(self, game: Game) -> str:
        """The text the game was read from, where it is a plain file (read once for all its games); else the game as it is written back."""
        if not game.file or Path(game.file).suffix != ".tgn" or not Path(game.file).is_file():
            from notation.writer import write_game  # noqa: PLC0415 - plain files, the usual ones, do not need it

            return write_game(game)
        if self.source[0] != game.file:
            self.source = (game.file, Path(game.file).read_bytes().decode("utf-8-sig", "replace"))
        return self.source[1]


@cache
def versions() -> tuple[tuple[str, str], ...]:
    """What made a page: distribution and rules."""
    return (("trictrac-records", version("trictrac-records")), ("rules", "docs/rules.md"), ("notation", "TGN 1.0"))


def processors() -> int:
    """How many processes this one may keep busy."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        return os.cpu_count() or 1


def make_all(jobs: Iterable[Job], processes: int) -> Iterator[tuple[Job, Made]]:
    """Write the pages, in the order of the jobs; with several processes where there are games enough to be worth their beginning.

    Jobs are taken only as there is room for them. Raises OSError where a page cannot be written, BrokenProcessPool where a process dies.
    """
    coming = iter(jobs)
    first = list(islice(coming, FEW)) if processes > 1 else []
    if processes < 2 or len(first) < FEW:
        maker = Maker()
        for job in chain(first, coming):
            yield job, maker.make(job)
        return
    coming = chain(first, coming)
    # New processes, not copies of this one: polars and the progress bar have threads, and a copy would not have them.
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting = deque((batch, pool.submit(_make_batch, batch)) for batch in _batches(islice(coming, 2 * processes * BATCH)))
        while waiting:
            batch, future = waiting.popleft()
            yield from zip(batch, future.result(), strict=True)
            waiting += [(batch, pool.submit(_make_batch, batch)) for batch in _batches(islice(coming, BATCH))]


def _batches(jobs: Iterable[Job]) -> Iterator[list[Job]]:
    rest = iter(jobs)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _make_batch(jobs: list[Job]) -> list[Made]:
    """In a process of its own: the pages of some games."""
    maker = _maker()
    return [maker.make(job) for job in jobs]


@cache
def _maker() -> Maker:
    """The one maker of a process: it has games enough to compile its luck at once."""
    maker = Maker()
    maker.luck = Luck(asked=MANY - 1)
    return maker


def _turn_lines(judged: Judged) -> str | None:
    """The turns as JSON lines; None where they are more than a page carries (no need then to write out the rest).

    The names of the keys alone tell that of most games: `"key": 0, ` is the least of each.
    """
    import json  # noqa: PLC0415 - only pages need it

    turns = judged.replay.turns
    if turns and len(turns) * sum(len(key) + 7 for key in turn_row(turns[0], judged)) > DATA_LIMIT + 1:
        return None
    lines: list[str] = []
    size = -1
    for turn in turns:
        lines.append(json.dumps(turn_row(turn, judged), ensure_ascii=False))
        size += len(lines[-1].encode("utf-8", "surrogatepass")) + 1
        if size > DATA_LIMIT:
            return None
    return "\n".join(lines)
