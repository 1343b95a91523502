"""Keeping a store: putting its rows together for quick reading, dropping what is no longer wanted, telling what it holds."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from analysis.archive.address import REMOTE, StoreError
from analysis.archive.keys import STORE_VERSION, current_key
from analysis.archive.ledger import COMPARED, CONTAINED, DROPPED, FILE, SAME, State, rows
from analysis.archive.moving import move_home
from analysis.archive.store import LEDGER, MERGED, Store, batch_of, merged_batch, table_schema
from analysis.archive.views import compare, look
from analysis.columns import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from analysis.archive.archive import Archive
    from analysis.archive.names import Names
    from analysis.archive.views import View

ROWS: Final = 1_000_000
"""Rows of a file that is put together: a year, or some, of all players; or of a part of them where a year has more."""
KEEP_HOURS: Final = 24
"""Hours for which files no table has any more are kept, for readers who are still at them."""
SORTED: Final = {
    "games": ("white", "file", "game"),
    "plies": ("player", "id", "turn"),
    "jans": ("player", "id", "turn"),
    "findings": ("player", "id", "turn"),
}


@dataclass
class Compacted:
    """What `compact` did: files before and after, rows taken out for good, files deleted."""

    before: int = 0
    after: int = 0
    purged: int = 0
    swept: int = 0


def compact(store: Store, *, keep_hours: int = KEEP_HOURS, say: Callable[[str], None] = lambda _: None) -> Compacted:
    """Put the rows of many batches together, by year and within it by player; take out the rows that do not count.

    Readers and writers may be at the store meanwhile. The rows of dead files go from the games last: it is by the games that they are known
    to be dead. Raises StoreError; what was done before stands, and the next one goes on.
    """
    done = Compacted()
    view = _compared(store)
    written = False
    for table in ("findings", "jans", "plies", "games"):
        # The games are never older than what was put together of the other tables: by that a reader sees whether all were (`views`).
        written |= _compact_table(store, view, table, done, anyway=written and table == "games")
        say(table)
    _compact_ledger(store, done)
    done.swept = store.sweep(keep_hours)
    return done


def _compared(store: Store) -> View:
    """The store, with every batch compared: a batch is not known by its name when it is put together."""
    view = look(store, closely=True)
    new = view.state.uncompared
    if not new:
        return view
    told: list[dict[str, Any]] = [{"what": CONTAINED, "part": part, "whole": whole} for part, whole in compare(view, new).iter_rows()]
    told += [{"what": COMPARED, "batch": batch} for batch in sorted(new)]
    store.enter(lambda _, __: rows(*told))
    return look(store, closely=True)


def _compact_table(store: Store, view: View, table: str, done: Compacted, *, anyway: bool = False) -> bool:
    """Put the files of one table together: all but those that are together already, large enough, and without dead rows.

    Says whether rows were written; with `anyway` some are, where there are any.
    """
    state = view.state
    loose = [path for path in view.loose[table] if batch_of(path) in state.known_batches and batch_of(path) not in state.unfinished]
    loose += [path for path in view.loose[table] if batch_of(path) not in state.known_batches and _is_old(store, table, path)]
    hidden = set(view.loose[table])
    held = [(path, count) for path, count in view.files[table] if path not in hidden]
    together = [path for path, count in held if batch_of(path).startswith(MERGED) and count >= ROWS // 4]
    wanted = [path for path, _ in held if path not in together] if not view.dead else [path for path, _ in held]
    if anyway and not wanted:
        wanted = [path for path, _ in held[:1]]
    done.before += len(view.files[table])
    if not anyway and not loose and (not wanted or (len(wanted) == 1 and batch_of(wanted[0]).startswith(MERGED) and not view.dead)):
        done.after += len(view.files[table])
        return False
    batches = {batch_of(path) for path in wanted}
    frame = view.frames[table].filter(pl.col("batch").is_in(list(batches)))
    added = [
        one for one in (store.put(table, part, merged_batch(state.version), 0, sorted_rows=True) for part in _parts(frame, table)) if one
    ]
    before = sum(count for path, count in held if path in set(wanted))
    after = frame.select(pl.len()).collect().item() if wanted else 0
    done.purged += before - after
    try:
        store.replace(table, [*wanted, *loose], added)
    except StoreError:
        for one in added:
            store.address.remove(f"{table}/{one.path}")
        raise
    done.after += len(view.files[table]) - len(wanted) - len(loose) + len(added)
    return bool(added)


def _is_old(store: Store, table: str, path: str) -> bool:
    """Whether a file nobody has entered is that of a run that was stopped, and not of one under way."""
    if not store.address.local:
        return False
    try:
        return Path(store.address.url, table, path).stat().st_mtime < time.time() - 3600
    except OSError:
        return True


def _parts(frame: pl.LazyFrame, table: str) -> Iterator[pl.DataFrame]:
    """The rows, some years at a time, by player."""
    wanted = frame.select(*table_schema(table))
    years = wanted.group_by("year").agg(pl.len()).collect().sort("year", nulls_last=False)
    group: list[int | None] = []
    size = 0
    for year, count in years.iter_rows():
        if group and size + count > ROWS:
            yield from _years(wanted, group, size, table)
            group, size = [], 0
        group.append(year)
        size += count
    if group:
        yield from _years(wanted, group, size, table)


def _years(frame: pl.LazyFrame, years: list[int | None], size: int, table: str) -> Iterator[pl.DataFrame]:
    """The rows of these years; of a year that has very many, some players at a time."""
    known = [year for year in years if year is not None]
    here = pl.col("year").is_between(known[0], known[-1]) if known else pl.lit(value=False)
    mine = frame.filter(here | pl.col("year").is_null() if None in years else here)
    if size <= 2 * ROWS:
        yield mine.collect().sort(SORTED[table], maintain_order=True)
        return
    name = SORTED[table][0]
    counts = mine.group_by(name).agg(pl.len()).collect().sort(name)
    cuts = counts.with_columns(part=pl.col("len").cum_sum() // ROWS).group_by("part", maintain_order=True).agg(pl.col(name))
    for (names,) in cuts.select(name).iter_rows():
        yield mine.filter(pl.col(name).is_in(names, nulls_equal=True)).collect().sort(SORTED[table], maintain_order=True)


def _compact_ledger(store: Store, done: Compacted) -> None:
    """Put the ledger together; rows about what is gone from the tables are left out."""
    view = look(store)
    files = len(store.paths(LEDGER))
    done.before += files
    gone = not view.dead and not any(view.loose.values())
    frame = view.state.shortened() if gone else view.state.frame
    if (files > 1 or frame.height < view.state.frame.height) and store.rewrite_ledger(frame, view.state.version):
        files = 1
    done.after += files


def drop(store: Store, paths: Iterable[str | Path] = (), *, everything: bool = False) -> int:
    """Take files out of the archive, or all below a folder; returns how many. What they held goes from the disk with the next `compact`.

    A path is one as it was given when it was added, or the file's whole address. Raises StoreError where it names nothing.
    """
    state = State(*store.ledger())
    files = state.files
    chosen: set[str] = set(files["file"]) if everything else set()
    for path in () if everything else paths:
        told = str(path).rstrip("/")
        address = told if REMOTE.match(told) else str(Path(told).absolute())
        hit = [
            file
            for file, given in files.select("file", "given").iter_rows()
            if told in (file, given) or address == file or file.startswith(f"{address}/") or (given or "").startswith(f"{told}/")
        ]
        if not hit:
            raise StoreError(
                f"{path}: the archive has no file of this name, and none below it (`trictrac archive status --files` lists them)"
            )
        chosen.update(hit)
    if not everything and (files["status"] == SAME).any():
        # What is dropped leaves its content to a file that stays.
        for file in sorted(chosen):
            if move_home(store, state, file, None, but=chosen):
                state = State(*store.ledger())
    gone: list[dict[str, Any]] = [{"what": FILE, "file": file, "status": DROPPED} for file in sorted(chosen)]
    store.enter(lambda _, __: rows(*gone) if gone else None)
    return len(chosen)


@dataclass
class Status:
    """What an archive holds, counted."""

    store: str
    version: int
    files: dict[str, int] = field(default_factory=dict)
    """Files by status."""
    games: int = 0
    turns: int = 0
    jans: int = 0
    findings: int = 0
    duplicates: dict[str, int] = field(default_factory=dict)
    """Games that are not counted, by kind."""
    stale: int = 0
    """Files that another engine judged: they are worked anew by the next `add`."""
    unfinished: int = 0
    """Batches of large files of which only pieces are stored: the next `add` goes on with them."""
    parts: int = 0
    """Files of the tables on disk."""
    loose: int = 0
    """Of those, files that do not count."""
    size: int = 0
    """Bytes of the files of the tables."""
    players: int = 0
    conflicts: tuple[str, ...] = ()
    """Of the authority file, in words."""


def status(archive: Archive) -> Status:
    """Count an archive. Raises StoreError."""
    view, state = archive.view, archive.view.state
    told = Status(archive.store.address.url, STORE_VERSION)
    told.files = dict(sorted(Counter(state.files["status"].to_list()).items()))
    try:
        told.games, told.turns = archive.games.select(pl.len().alias("games"), pl.col("turns").sum()).collect().row(0)
        told.jans = archive.jans.select(pl.len()).collect().item()
        told.findings = archive.findings.filter(~pl.col("told")).select(pl.len()).collect().item()
        told.players = (
            archive.plies.select(pl.col("player").filter(pl.col("player") != "?").n_unique()).collect().item() if told.turns else 0
        )
    except (OSError, pl.exceptions.PolarsError) as fault:
        words = str(fault).splitlines()[0]
        raise StoreError(
            f"{told.store}: files of its tables cannot be read: {words}; `trictrac archive add` reads anew what they held"
        ) from None
    told.duplicates = dict(sorted(Counter(archive.duplicates["kind"].to_list()).items()))
    told.stale = state.files.filter(pl.col("key") != current_key()).height
    told.unfinished = len(state.unfinished)
    told.parts = sum(len(files) for files in view.files.values())
    told.loose = sum(len(files) for files in view.loose.values())
    told.size = sum(_size(archive.store, table) for table in TABLES)
    if archive.names is not None:
        told.conflicts = (*archive.names.conflicts, *_ambiguous(archive.names, archive))
    return told


def _size(store: Store, table: str) -> int:
    told = pl.DataFrame(store.open(table).get_add_actions(flatten=True))
    return int(told["size_bytes"].sum()) if "size_bytes" in told.columns else 0


def _ambiguous(names: Names, archive: Archive) -> list[str]:
    """Spellings of this archive that may mean more than one person, in words."""
    found: dict[str, list[int | None]] = {}
    for name, year in names.ambiguous(archive.written):
        found.setdefault(name, []).append(year)
    return [f"`{name}` may be more than one person in games {_in_years(years)}; it stays as it is written" for name, years in found.items()]


def _in_years(years: list[int | None]) -> str:
    known = [year for year in years if year is not None]
    return f"of {min(known)}" if len(known) == len(years) else "without a year"
