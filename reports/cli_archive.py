"""`trictrac archive`: adding records to a store, and keeping it (docs/archive.md)."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from reports.console import ENGINES, complain, fail, print_, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.archive import Report
    from analysis.archive.keeping import Status
    from analysis.archive.run import Progress

SHOWN = 20
"""Refusals told one by one; `archive status --refused` tells all."""

_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a line (docs/archive.md).")


@click.group()
def archive() -> None:
    """Keep many records as tables on disk, each worked once.

    A STORE is a folder, or an address as s3://bucket/folder (docs/archive.md).
    """


@archive.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--to", "store", required=True, metavar="STORE", help="Where the tables are; they are made if need be.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes work.")
@click.option("--scheduler", default="", metavar="ADDRESS", help="A Dask cluster works instead: its scheduler, as tcp://host:8786.")
@click.option("--engine", type=click.Choice(ENGINES), default="auto", show_default=True, help="Which engine judges.")
@click.option("--verify", is_flag=True, help="Hash every file again, also those of the same size and date.")
@_json
def add(paths: tuple[str, ...], store: str, jobs: int, scheduler: str, engine: str, verify: bool, as_json: bool) -> None:
    """Add records: files, folders, archives, addresses. What is there already costs nothing.

    Exit codes, of all files at these paths: 0 clean, 1 findings in a record, 2 errors of reading or something refused.
    """
    if scheduler and jobs > 1:
        raise click.UsageError("--jobs is for processes here, --scheduler for a cluster: one of them")
    with _told() as archives, _bar() as progress:
        workers = archives.Workers(jobs, scheduler)
        options = archives.Options(workers, verify=verify, engine=engine, progress=progress)
        report = archives.add(paths, archives.Store(store, create=True), options)
    _tell_report(report, store, as_json=as_json)
    sys.exit(report.code)


def _tell_report(report: Report, store: str, *, as_json: bool) -> None:
    if as_json:
        for name, reason in report.refusals:
            say({"type": "refusal", "file": name, "why": reason})
        for told in report.missing:
            say({"type": "missing", "why": told})
        counts = {"files": sum(report.statuses.values()), "unchanged": report.unchanged, "games": report.games, "turns": report.turns}
        say({"type": "added", "store": store} | counts | {"statuses": dict(sorted(report.statuses.items()))})
        return
    for told in report.missing:
        complain(told)
    for name, reason in report.refusals[:SHOWN]:
        complain(f"{name}: {reason}")
    if len(report.refusals) > SHOWN:
        complain(f"and {len(report.refusals) - SHOWN} more: trictrac archive status {store} --refused")
    files = sum(report.statuses.values())
    print_(
        f"{_count(files, 'file')}, {report.unchanged} unchanged: {_count(report.games, 'game')} and {_count(report.turns, 'roll')} added"
    )
    told = ", ".join(
        f"{count} {_STATUSES[status]}" for status, count in sorted(report.statuses.items(), key=lambda one: list(_STATUSES).index(one[0]))
    )
    if told:
        print_(f"now {told}")


_STATUSES = {
    "accepted": "accepted",
    "findings": "with findings",
    "errors": "with errors of reading",
    "refused": "refused",
    "same": "the same as another",
}


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


@archive.command()
@click.argument("store")
@click.option("--names", metavar="FILE", help="An authority file of players (docs/archive.md): its conflicts are told.")
@click.option("--files", is_flag=True, help="Every file, with its status and counts.")
@click.option("--refused", is_flag=True, help="Every file that was refused or has errors of reading, and why.")
@click.option("--duplicates", is_flag=True, help="Every game that is not counted, and the one that counts instead.")
@_json
def status(store: str, names: str | None, files: bool, refused: bool, duplicates: bool, as_json: bool) -> None:
    """Say what a store holds: files accepted, with findings, refused and why; duplicates."""
    with _told() as archives:
        from analysis.archive.keeping import status as status_of

        held = archives.Archive(store, names)
        told = status_of(held)
        ledger = held.ledger.collect().sort("given", "file")
        listed = [row for row in ledger.iter_rows(named=True) if files or (refused and row["status"] in ("refused", "errors"))]
        twice = held.duplicates.to_dicts() if duplicates else []
    if as_json:
        say({"type": "status"} | {name: getattr(told, name) for name in told.__dataclass_fields__})
        for row in listed:
            say({"type": "file"} | {name: row[name] for name in _LEDGER})
        for row in twice:
            say({"type": "duplicate"} | row)
        return
    print_(_status_text(told))
    for row in listed:
        print_(_file_text(row))
    for row in twice:
        print_(f"{row['file']}, game {row['game']}: {_KINDS[row['kind']]} {row['of_file']}, game {row['of_game']}")


_LEDGER = (
    "file",
    "given",
    "status",
    "games",
    "turns",
    "findings",
    "errors",
    "refused",
    "duplicates",
    "why",
    "same_as",
    "stale",
    "engine",
    "content",
)
_KINDS = {
    "same": "the same as",
    "other-names": "under other names the same as",
    "other-marks": "marked otherwise the same as",
    "contained": "a part of",
}


def _status_text(told: Status) -> str:
    files = sum(told.files.values())
    lines = [
        f"{told.store}: {_count(files, 'file')}, {_count(told.size, 'byte')} in {_count(told.parts, 'file')} of tables",
        *(f"  {count:>9,} {_STATUSES[name]}" for name in _STATUSES if (count := told.files.get(name, 0))),
        ", ".join(_count(*one) for one in _counted(told)),
    ]
    if told.duplicates:
        lines.append(f"{_count(sum(told.duplicates.values()), 'game')} more not counted, since there are others:")
        lines += [f"  {count:>9,} {_KINDS[kind]} another" for kind, count in told.duplicates.items()]
    if told.stale:
        lines.append(f"{_count(told.stale, 'file')} judged by another engine: the next `archive add` of them judges anew")
    if told.unfinished:
        lines.append(f"{_count(told.unfinished, 'piece')} of files that are not whole yet: the next `archive add` goes on with them")
    if told.parts > 100 or told.loose:
        lines.append(f"{_count(told.parts, 'file')} of tables, {told.loose} of no use: trictrac archive compact {told.store}")
    return "\n".join([*lines, *told.conflicts])


def _counted(told: Status) -> list[tuple[int, str]]:
    return [(told.games, "game"), (told.turns, "roll"), (told.jans, "jan"), (told.findings, "finding"), (told.players, "player")]


def _file_text(row: dict[str, Any]) -> str:
    parts = [_STATUSES[row["status"]]]
    # A file none of whose texts can be opened has no games, and something was refused all the same.
    kept = (row["games"] or 0) - (row["refused"] or 0)
    if kept > 0:
        parts.append(f"{_count(kept, 'game')}, {_count(row['findings'], 'finding')}, {_count(row['errors'], 'error')} of reading")
    if row["duplicates"]:
        parts.append(f"{row['duplicates']} not counted")
    if row["same_as"]:
        parts.append(row["same_as"])
    told = f"{row['given']}: {'; '.join(parts)}"
    return told + (f": {row['why']}" if row["why"] else "")


@archive.command()
@click.argument("store")
@click.option(
    "--keep",
    "hours",
    type=click.IntRange(min=0),
    default=24,
    show_default=True,
    help="Hours for which old files stay, for who reads them still.",
)
@_json
def compact(store: str, hours: int, as_json: bool) -> None:
    """Put the rows of a store together, by year and player, and delete what does not count."""
    with _told() as archives:
        from analysis.archive.keeping import compact as put_together

        done = put_together(archives.Store(store), keep_hours=hours)
    if as_json:
        say({"type": "compacted", "store": store} | {name: getattr(done, name) for name in done.__dataclass_fields__})
    else:
        print_(f"{_count(done.before, 'file')} of tables became {done.after}")
        print_(f"{_count(done.purged, 'row')} taken out, {_count(done.swept, 'old file')} deleted")


@archive.command()
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option("--from", "store", required=True, metavar="STORE", help="Where the tables are.")
@click.option("--all", "everything", is_flag=True, help="Every file.")
@_json
def drop(paths: tuple[str, ...], store: str, everything: bool, as_json: bool) -> None:
    """Take files, or all below a folder, out of a store. The records themselves stay."""
    if bool(paths) == everything:
        raise click.UsageError("name what is to be dropped, or --all")
    with _told() as archives:
        from analysis.archive.keeping import drop as take_out

        number = take_out(archives.Store(store), paths, everything=everything)
    if as_json:
        say({"type": "dropped", "store": store, "files": number})
    else:
        print_(f"{_count(number, 'file')} dropped; trictrac archive compact {store} frees their room")


@contextmanager
def _told() -> Iterator[Any]:
    """The package of archives; what it raises for its user is told in his words."""
    try:
        import analysis.archive as archives
    except ImportError as fault:
        raise fail(f"archives need the extra `archive`: pip install 'trictrac-records[archive]' ({fault})") from None
    try:
        yield archives
    except archives.StoreError as fault:
        raise fail(str(fault)) from None
    except OSError as fault:
        raise fail(f"{fault.filename or 'the store'}: {fault.strerror or fault}") from None


@contextmanager
def _bar() -> Iterator[Progress]:
    """A bar on a terminal; what the user should know is told beside it either way."""
    from analysis.archive.run import Progress

    if not sys.stderr.isatty():

        class Plain(Progress):
            """Words only."""

            def say(self, told: str) -> None:
                complain(told)

        yield Plain()
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Shown

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Shown(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("adding", total=None)

        class Bar(Progress):
            """Bytes read, of all that are to be read."""

            def planned(self, files: int, size: int) -> None:
                shown.update(task, description=f"adding {files:,} files", total=size)

            def done(self, size: int) -> None:
                shown.advance(task, size)

            def say(self, told: str) -> None:
                shown.console.print(f"trictrac: {told}", markup=False, highlight=False)

        yield Bar()
