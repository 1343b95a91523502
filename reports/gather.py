"""What a user points at, as the four tables: records replayed and audited now, stores read as they are, or both together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from reports.console import bar, complain, fail

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import polars as pl

    from analysis.frames import Frames

TABLES = ("games", "plies", "jans", "findings")


def frames_of(paths: Sequence[str], tally: list[int], names: str | None = None, engine: str = "auto") -> Frames:
    """The four tables of all paths, each store and each text once.

    `tally` counts errors of reading ([2]) and what could not be read ([3]); both are told.

    `engine` judges records: `plain`, `compiled`, or `auto` for the compiled one on large texts, where it is installed. `names` is an
    authority file of players (docs/archive.md), which only stores know how to use. Raises a `click` failure, with what to do, where a store
    cannot be opened.
    """
    from analysis.frames import Frames  # noqa: PLC0415 - a cold start is measured

    stores = {_place(path): path for path in paths if is_store(path)}
    parts = [_of_store(path, names) for path in stores.values()]
    records = [path for path in paths if not is_store(path)]
    if records and names is not None:
        raise fail(f"an authority file is for stores, and {records[0]} is none: `trictrac archive add {records[0]} --to STORE` makes one")
    if records:
        parts.append(Frames.read(_read(records, tally, engine)))
        if tally[2]:
            errors = f"{tally[2]} error{'' if tally[2] == 1 else 's'} of reading"
            complain(f"{errors}: what could not be read is left out (see `trictrac check`)")
    return Frames.joined(parts)


def _place(path: str) -> str:
    """A store however it is written."""
    return path.rstrip("/") if re.match(r"^\w+://", path) else str(Path(path).resolve())


def is_store(path: str) -> bool:
    """Whether this is the address of a store: of an object store, or a folder that holds the four tables."""
    if re.match(r"^\w+://", path):
        return True
    return path != "-" and any(Path(path, table, "_delta_log").is_dir() for table in TABLES)


def _read(paths: Sequence[str], tally: list[int], engine: str) -> Iterator[Mapping[str, pl.DataFrame]]:
    """The tables of records; a text that several paths lead to is read once."""
    from analysis.reading import NoEngineError, tables_at  # noqa: PLC0415 - as above
    from notation.sources import SourceError, legible  # noqa: PLC0415 - as above

    seen: set[str] = set()
    for path in paths:
        shown = legible(path)
        with bar(f"reading {shown}", "games") as advance:
            try:
                for read in tables_at(path, engine, seen):
                    tally[2] += sum(not fault.warning for fault in read.diagnostics)
                    advance(read.games)
                    yield read.tables
            except SourceError as fault:
                tally[3] += 1
                complain(f"{shown}: {fault}" if shown not in str(fault) else str(fault))
            except NoEngineError as fault:
                raise fail(str(fault)) from None


def _of_store(path: str, names: str | None) -> Frames:
    from analysis.frames import Frames  # noqa: PLC0415 - as above

    try:
        from analysis.archive import Archive  # noqa: PLC0415 - needs deltalake, which not everybody has
    except ImportError as fault:
        missing = "deltalake" if fault.name is None or not fault.name.startswith("analysis") else fault.name
        raise fail(f"{path} is a store, and reading one needs `{missing}`: pip install 'trictrac-records[archive]'") from None
    try:
        archive = Archive(path, names)
        return Frames(*(getattr(archive, table) for table in TABLES))
    except (OSError, ValueError) as fault:
        raise fail(f"{path}: {fault}" if path not in str(fault) else str(fault)) from None
