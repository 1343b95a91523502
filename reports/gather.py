"""What a user points at, as the four tables: records replayed and audited now, stores read as they are, or both together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from reports.console import fail, games_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.columns import Judged
    from analysis.frames import Frames

TABLES = ("games", "plies", "jans", "findings")


def frames_of(paths: Sequence[str], tally: list[int], names: str | None = None) -> Frames:
    """The four tables of all paths. `tally` counts games, findings, errors of reading, and what could not be read.

    `names` is an authority file of players (docs/archive.md), which only stores know how to use. Raises a `click` failure, with what to do,
    where a store cannot be opened.
    """
    from analysis.frames import Frames  # noqa: PLC0415 - a cold start is measured

    parts = [_of_store(path, names) for path in paths if is_store(path)]
    records = [path for path in paths if not is_store(path)]
    if records and names is not None:
        raise fail(f"an authority file is for stores, and {records[0]} is none: `trictrac archive add {records[0]} --to STORE` makes one")
    if records:
        parts.append(Frames.of(_judged(records, tally)))
    return Frames.joined(parts)


def is_store(path: str) -> bool:
    """Whether this is the address of a store: of an object store, or a folder that holds the four tables."""
    if re.match(r"^\w+://", path):
        return True
    return path != "-" and any(Path(path, table, "_delta_log").is_dir() for table in TABLES)


def _judged(paths: Sequence[str], tally: list[int]) -> Iterator[Judged]:
    """The games of records, judged; what is no game is counted in `tally` only, and a game that several paths lead to once."""
    from analysis.tables import judge  # noqa: PLC0415 - as above

    seen: set[tuple[str, int]] = set()
    for game in games_of(paths, tally, progress="reading", told=False):
        if (game.file, game.index) in seen:
            continue
        seen.add((game.file, game.index))
        tally[2] += len(game.errors)
        if not game.head and not game.entries:
            continue
        judged = judge(game)
        tally[0] += 1
        tally[1] += judged.complaints
        yield judged


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
