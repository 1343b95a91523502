"""`trictrac generate`: whole matches by the steered player, with faults put in on purpose and a ledger of them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import click

from reports.console import bar, check_ending, fail
from reports.write import aside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.generate import Injected
    from analysis.generate_race import Put
    from analysis.typing_slips import Slip

RULES = {
    "trictrac": "analysis.generate",
    "triktrak": "analysis.generate",
    "brade": "analysis.generate_race",
    "trictrac-nl": "analysis.generate_race",
}
"""Rule sets, and the module whose `generate` plays them."""
FORMS = (
    "ecrire",
    "ecrire-round-robin",
    "ecrire-chouette",
    "ecrire-partners",
    "combine",
    "combine-chouette",
    "combine-partners",
    "fill-pool",
    "drain-pool",
)


@click.command()
@click.option("--games", type=click.IntRange(min=0), default=1, show_default=True, help="How many matches.")
@click.option("--seed", default="0", show_default=True, help="What the dice come from; the same seed plays the same.")
@click.option(
    "-o", "--output", required=True, metavar="FILE", help="Where the records go (.tgn, .tgn.gz or .tgn.zst; - is standard output)."
)
@click.option("--perfect", is_flag=True, help="All marking perfect, every play legal.")
@click.option("--slips", type=click.IntRange(0, 100), default=0, help="In so many games of a hundred one line cannot be read.")
@click.option(
    "--ledger", metavar="FILE.jsonl", help="Where it is told what was put in: what `trictrac check` must find, no more and no less."
)
@click.option("--rules", type=click.Choice(list(RULES)), default="trictrac", show_default=True, help="Rule set.")
@click.option("--form", type=click.Choice(FORMS), help="A match of this form instead of one of twelve holes, without faults.")
@click.option("--marks", type=click.IntRange(min=0), default=0, help="With --form: how many marks; as few as can be if left out.")
def generate(
    games: int, seed: str, output: str, perfect: bool, slips: int, ledger: str | None, rules: str, form: str | None, marks: int
) -> None:
    """Play whole matches and write them as records, with faults put in on purpose."""
    from dataclasses import replace

    _check_names(output, ledger)
    if form is not None:
        beside = {"--perfect": perfect, "--slips": slips, "--ledger": ledger, "--rules": rules != "trictrac"}
        given = next((name for name, value in beside.items() if value), None)
        if given is not None:
            raise click.UsageError(f"{given} has no meaning with --form: matches of a form are played and marked without a fault")
        _evenings(games, seed, output, form, marks)
        return

    from analysis.generate import Faults

    matches = import_module(RULES[rules]).generate
    faults = replace(Faults.none() if perfect else Faults(), slips=slips)
    line = 1
    try:
        with written(output) as records, written(ledger) as told, bar("playing", "games", games) as advance:
            for number, (text, put_in) in enumerate(matches(games, seed, faults=faults, rules=rules), 1):
                with _faults_of(output):
                    records.write("\n" * (number > 1) + text)
                line += number > 1
                with _faults_of(ledger):
                    for entry in put_in:
                        told.write(json.dumps(ledger_row(entry, number, line, text), ensure_ascii=False) + "\n")
                line += text.count("\n")
                advance()
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise fail(f"{fault.filename or output}: {fault.strerror or fault}") from None


def _check_names(output: str, ledger: str | None) -> None:
    """Raises a failure where one file is to be both, or is to be packed in a way that is not written."""
    for path in (output, ledger):
        if path is not None:
            check_ending(path, (".gz", ".zst"))
    if ledger is None:
        return
    device = Path(output).exists() and not Path(output).is_file()
    if output == ledger == "-" or (os.path.realpath(output) == os.path.realpath(ledger) and not device):
        raise fail(f"{ledger}: the records and the ledger cannot be written to one place; give --ledger another name")


@contextlib.contextmanager
def _faults_of(path: str | None) -> Iterator[None]:
    """Have what goes wrong in writing name this file, though others are open beside it."""
    try:
        yield
    except OSError as fault:
        if fault.errno is None or fault.filename is not None:
            raise
        raise OSError(fault.errno, fault.strerror, "standard output" if path == "-" else path) from None


def _evenings(games: int, seed: str, output: str, form: str, marks: int) -> None:
    """Whole matches of a form."""
    from analysis.evening import evening
    from replay.forms.events import Wrong

    try:
        with written(output) as records, bar("playing", "games", games) as advance:
            for index in range(games):
                records.write("\n" * (index > 0) + evening(form, f"{seed}/{index}", marks))
                advance()
    except Wrong as wrong:
        raise fail(str(wrong)) from None
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise fail(f"{fault.filename or output}: {fault.strerror or fault}") from None


def ledger_row(entry: Injected | Put | Slip, game: int, first: int, text: str) -> dict[str, object]:
    """One line of the ledger: `game` is its place in the file, `line` the line of the file; `first` is the line the game begins on."""
    from analysis.generate import Injected
    from analysis.generate_race import Put

    if isinstance(entry, Put):
        return entry.row(game, first)
    if not isinstance(entry, Injected):
        return {"type": "diagnostic", "game": game, "line": first + entry.line - 1, "kind": entry.kind}
    above = text.split("\n1. ", maxsplit=1)[0].count("\n") + 1
    return {
        "type": "finding",
        "game": game,
        "line": first + above + entry.ply - 1,
        "ply": entry.ply,
        "kind": entry.kind,
        "side": entry.side,
        "points": entry.points,
        "holes": entry.holes,
        "school": entry.school or None,
    }


@contextlib.contextmanager
def written(path: str | None) -> Iterator[IO[str]]:
    """A text written aside and renamed once it is whole, compressed as its name says; nowhere for None, the standard output for -."""
    if path is None:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            yield nowhere
        return
    if path == "-":
        yield sys.stdout
        return
    with aside(path) as beside, _opened(beside, Path(path).name) as stream:
        yield stream


@contextlib.contextmanager
def _opened(path: Path, name: str) -> Iterator[IO[str]]:
    """The file open for text. What is compressed holds neither time nor name, so that the same seed gives the same bytes."""
    with path.open("wb") as raw, contextlib.ExitStack() as stack:
        packed: IO[bytes] = raw
        if name.lower().endswith(".gz"):
            import gzip

            packed = stack.enter_context(cast("IO[bytes]", gzip.GzipFile("", "wb", fileobj=raw, mtime=0)))
        elif name.lower().endswith(".zst"):
            import zstandard

            packed = stack.enter_context(zstandard.ZstdCompressor().stream_writer(raw, closefd=False))
        yield stack.enter_context(io.TextIOWrapper(packed, encoding="utf-8", newline="\n"))
