"""The command line. Every command is a few lines: read, ask the floor below, print; what it imports it imports when it runs.

Exit codes: 0 clean, 1 findings in a record, 2 errors of reading; 130 stopped by Ctrl-C, 143 and 129 by SIGTERM and SIGHUP.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.console import CLEAN, ERRORS, complain, exit_code, fail, games_of, print_, put, say, write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from notation.record import Setup
    from replay.position import Position
    from replay.rules import RuleSet

SPELLINGS = ("guiton", "route", "bn")


ELSEWHERE = {
    "archive": "reports.cli_archive",
    "stats": "reports.cli_stats",
    "find": "reports.cli_find",
    "plates": "reports.cli_plates",
    "settle": "reports.cli_forms",
    "adjourn": "reports.cli_forms",
    "generate": "reports.cli_generate",
    "warm": "reports.cli_warm",
}
"""Commands that have a module of their own, named as the command in it: imported when they are asked for. It must import nothing heavy."""


class _Ordered(click.Group):
    """Commands in the order in which they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return [*self.commands, *ELSEWHERE]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in ELSEWHERE:
            command: click.Command = getattr(import_module(ELSEWHERE[cmd_name]), cmd_name)
            return command
        return super().get_command(ctx, cmd_name)

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any) -> click.Context:
        """Read the command line; `--help` and `--version` print here already."""
        with _told():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Whatever stops it, a file it was writing does not stay half written, and no traceback is seen."""
        _heed_signals()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
                stream.reconfigure(errors="backslashreplace")
        with _told():
            try:
                return super().invoke(ctx)
            except KeyboardInterrupt:
                complain("stopped")
                sys.exit(128 + signal.SIGINT)
            finally:
                sys.stdout.flush()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Have what the system refuses told in a line, first of all a standard output that is closed."""
    if sys.stdout is None:
        raise fail("standard output: it is closed, nothing can be printed; /dev/null takes what nobody wants")
    try:
        yield
    except OSError as fault:
        if fault.errno == errno.EPIPE:
            raise
        if fault.filename is None:  # the standard output: what is left in it must not be tried again at the end
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise fail(f"{fault.filename or 'standard output'}: {fault.strerror or fault}") from None


def _heed_signals() -> None:
    """Have a process that is told to end do so as by Ctrl-C: what it holds open is put away."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda number, _: sys.exit(128 + number))


@click.group(cls=_Ordered, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(None, "-V", "--version", package_name="trictrac-records", prog_name="trictrac")
def main() -> None:
    """Recorded games of trictrac: read, replayed, audited, reported.

    PATH is a record (.tgn, also .gz and .zst), a folder, a .zip, or - for standard input. Exit codes: 0 clean, 1 findings in a record, 2
    errors of reading.
    """


_paths = click.argument("paths", nargs=-1, required=True, metavar="PATH...")
_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a line (docs/json.md).")


@main.command()
@_paths
@_json
@click.option("--quiet", "-q", is_flag=True, help="Only the summary.")
def check(paths: tuple[str, ...], as_json: bool, quiet: bool) -> None:
    """Say where a record or its marking is wrong."""
    from analysis.tables import judge
    from reports.jsonlines import diagnostic_row
    from reports.text import summary
    from reports.voices import voice_of

    tally = [0, 0, 0, 0]
    for game in games_of(paths, tally, unread=_say_unread if as_json else None):
        judged = judge(game)
        tally[0] += 1
        tally[1] += judged.complaints
        tally[2] += len(game.errors)
        voice = voice_of(judged)
        if as_json:
            for fault in game.diagnostics:
                say(diagnostic_row(fault, game.index + 1))
            for finding in sorted(judged.audit.findings, key=lambda f: (f.line, f.turn)):
                say(voice.finding_row(finding, judged))
            for gap in judged.replay.breaks:
                if gap.kind not in ("unknown-play", "lost", "error"):
                    say(voice.break_row(gap, judged))
        elif not quiet:
            print_(voice.check_text(judged))
    if not as_json:
        print_(summary(tally))
    sys.exit(exit_code(tally))


@main.command()
@_paths
@_json
@click.option("--html", "as_html", is_flag=True, help="A page a game, one after the other; see `report` for a whole site.")
@click.option("--table", type=click.Choice(["games", "plies", "jans", "findings"]), help="One of the four tables, as CSV.")
@click.option("--game", "-g", "only", type=click.IntRange(min=1), help="Only the game of this number in its file.")
def replay(paths: tuple[str, ...], as_json: bool, as_html: bool, table: str | None, only: int | None) -> None:
    """Rebuild every position, and say what each roll was worth and what was marked."""
    from analysis.tables import frame, judge
    from reports.voices import voice_of

    tally = [0, 0, 0, 0]
    kept = []
    most = 0
    for game in games_of(paths, tally, unread=_say_unread if as_json else None):
        most = max(most, game.index + 1)
        if only is not None and game.index + 1 != only:
            continue
        judged = judge(game)
        tally[0] += 1
        tally[1] += judged.complaints
        tally[2] += len(game.errors)
        voice = voice_of(judged)
        if table:
            kept.append(judged)
        elif as_json:
            rows: list[tuple[int, dict[str, object]]] = [(turn.ply.line, voice.turn_row(turn, judged)) for turn in judged.replay.turns]
            rows += [(fault.line, voice.break_row(fault, judged)) for fault in judged.replay.breaks]
            for _, row in sorted(rows, key=lambda row: row[0]):
                say(row)
            for row in voice.match_rows(judged):
                say(row)
        elif as_html:
            from reports.site import game_html

            put(game_html(judged))
        else:
            print_(voice.replay_text(judged))
    if only is not None and not tally[0] and most:
        there = "there is one" if most == 1 else f"there are {most}"
        raise fail(f"{', '.join(paths)}: there is no game {only} in it: {there}")
    if table:
        put(frame(table, kept).write_csv().rstrip("\n"))
    sys.exit(exit_code(tally))


@main.command()
@click.argument("position", required=False)
@click.argument("dice", required=False)
@click.option(
    "--batch",
    "batch",
    metavar="FILE.jsonl",
    help="Score many positions: one JSON object a line (docs/json.md); - is standard input.",
)
@click.option("--rules", default="trictrac", show_default=True, help="Rule set.")
@click.option("--variant", default="", help='Flags, as in a tag Variant: "pile, no-meeting".')
@click.option("--spelling", type=click.Choice(SPELLINGS), default="guiton", show_default=True, help="How POSITION names its points.")
@_json
def score(position: str | None, dice: str | None, batch: str | None, rules: str, variant: str, spelling: str, as_json: bool) -> None:
    """Say what a roll is worth in a position: every jan due, with its reason.

    POSITION is one line as in docs/notation.md section 7; DICE as 6-4 (left out where the position has them).
    """
    from reports.voices import positions_of

    elsewhere = positions_of(rules)
    if elsewhere:
        _flags(variant)
    if batch is not None:
        sys.exit(_score_batch(batch, elsewhere.case(rules, variant) if elsewhere else None))
    from replay.engine import due as engine_due
    from reports.text import score_text

    if elsewhere:
        elsewhere.score(_wanted(position), _thrown(dice), rules, variant, as_json=as_json)
        return

    place, thrown = _position(position, dice, rules, spelling)
    rule_set = _rules(rules, variant)
    side = _roller(place)
    own, opp = _men(place)
    due = engine_due(own, opp, thrown, rule_set, rolls=place.rolls["WB".index(side)] + 1, first=place.first)
    if as_json:
        from reports.jsonlines import due_row

        say(due_row(due, place, thrown, spelling))
    else:
        print_(score_text(due, place, thrown, spelling))


@main.command()
@click.argument("position")
@click.argument("dice", required=False)
@click.option("--rules", default="trictrac", show_default=True, help="Rule set.")
@click.option("--variant", default="", help="Flags, as in a tag Variant.")
@click.option("--spelling", type=click.Choice(SPELLINGS), default="guiton", show_default=True, help="How POSITION names its points.")
@_json
def plays(position: str, dice: str | None, rules: str, variant: str, spelling: str, as_json: bool) -> None:
    """List every legal play of a roll, with the position it leads to."""
    from replay.engine import due as engine_due
    from reports.text import play_rows
    from reports.voices import positions_of

    if elsewhere := positions_of(rules):
        _flags(variant)
        elsewhere.plays(position, _thrown(dice), rules, variant, as_json=as_json)
        return
    place, thrown = _position(position, dice, rules, spelling)
    side = _roller(place)
    own, opp = _men(place)
    due = engine_due(own, opp, thrown, _rules(rules, variant), rolls=place.rolls["WB".index(side)] + 1, first=place.first)
    for row in play_rows(due, place, spelling):
        if as_json:
            say(row)
        else:
            print_(f"{row['play'] or 'no play'!s:<20} {row['position']}")


@main.command()
@click.argument("position")
@click.option("--rules", default="trictrac", show_default=True, help="Rule set.")
@click.option("--variant", default="", help="Flags, as in a tag Variant.")
@click.option("--spelling", type=click.Choice(SPELLINGS), default="guiton", show_default=True, help="How POSITION names its points.")
@_json
def chances(position: str, rules: str, variant: str, spelling: str, as_json: bool) -> None:
    """Say what all 36 rolls are worth: the treatises' own table."""
    from reports.text import chance_rows, chances_text
    from reports.voices import positions_of

    if elsewhere := positions_of(rules):
        _flags(variant)
        elsewhere.chances(position, rules, variant, as_json=as_json)
        return
    place, _ = _position(position, "1-1", rules, spelling)
    _men(place)
    rows = chance_rows(place, _rules(rules, variant))
    if as_json:
        for row in rows:
            say(row)
    else:
        print_(chances_text(rows))


@main.command()
@_paths
@click.option("-o", "--output", "folder", required=True, metavar="FOLDER", help="Where the pages go; it is made if need be.")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), help="How many processes make pages; as many as there are processors if left out."
)
def report(paths: tuple[str, ...], folder: str, jobs: int | None) -> None:
    """Write a page for every game and every player, and an index.

    Pages of an earlier run in the same FOLDER that are no longer written are removed, unless somebody changed them; no other file is.
    """
    from reports.makers import processors
    from reports.site import SiteError, write_site

    tally = [0, 0, 0, 0]
    try:
        written = write_site(games_of(paths, tally, progress="reading"), folder, tally, jobs or processors())
    except SiteError as fault:
        raise fail(str(fault)) from None
    print_(f"{written.pages} pages in {folder}: begin with {folder.rstrip('/')}/index.html")
    if written.removed:
        pages = "1 page" if written.removed == 1 else f"{written.removed} pages"
        print_(f"{pages} of an earlier run, which these records no longer give, removed")
    for place in written.kept:
        complain(f"{folder.rstrip('/')}/{place} is of an earlier run, but was changed since: it stays")
    sys.exit(exit_code(tally))


@main.command()
@_paths
@click.option("--to", "spelling", type=click.Choice(SPELLINGS), required=True, help="The spelling of points wanted.")
@click.option("-o", "--output", "output", metavar="FILE", help="Where to write; standard output if left out.")
def convert(paths: tuple[str, ...], spelling: str, output: str | None) -> None:
    """Rewrite records in another spelling of the points, in canonical form."""
    from notation.convert import convert_spelling
    from notation.writer import write_games

    tally = [0, 0, 0, 0]
    games = []
    for game in games_of(paths, tally):
        tally[2] += len(game.errors)
        for diagnostic in game.errors:
            complain(str(diagnostic))
        try:
            games.append(convert_spelling(game, spelling))
        except ValueError as fault:
            tally[2] += 1
            complain(f"{game.file or '<text>'}:{game.line}: {fault}")
            games.append(game)
    write_text(write_games(games), output)
    sys.exit(ERRORS if tally[2] or tally[3] else CLEAN)


@main.command()
@_paths
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if a file is not in canonical form.")
@click.option("--in-place", "-i", "in_place", is_flag=True, help="Rewrite the files themselves (plain .tgn only).")
def fmt(paths: tuple[str, ...], only_check: bool, in_place: bool) -> None:
    """Rewrite records in canonical form."""
    from reports.files import format_files

    sys.exit(format_files(paths, only_check=only_check, in_place=in_place, put=put, say=print_, complain=complain))


def _say_unread(path: str, message: str, *, error: bool) -> None:
    """A path that gave no game, as an object beside the words."""
    from reports.jsonlines import unread_row

    say(unread_row(path, message, error=error))


# -- positions ----------------------------------------------------------------------------------------------------------------------------


def _position(text: str | None, dice: str | None, rules: str, spelling: str) -> tuple[Position, tuple[int, int]]:
    """A position and the dice thrown in it, higher first; what is wrong with either is told."""
    from notation.position import parse_setup
    from replay.position import ImpossiblePosition, from_setup

    text = _wanted(text)
    try:
        setup = parse_setup(text, spelling, rules)
        place = from_setup(setup, _rules(rules, ""))
    except ImpossiblePosition as fault:
        raise fail("this position cannot be: " + "; ".join(reason.message for reason in fault.faults)) from None
    except ValueError as fault:
        raise fail(f"{fault}") from None
    return place, _dice(dice, setup)


def _wanted(text: str | None) -> str:
    if text is None:
        raise click.UsageError("a POSITION is wanted, or --batch FILE.jsonl")
    return text


def _thrown(text: str | None) -> Callable[[Setup], tuple[int, int]]:
    """The dice as given, or as the position has them."""
    return lambda setup: _dice(text, setup)


def _dice(text: str | None, setup: Setup) -> tuple[int, int]:
    if text is None:
        if setup.dice is None or setup.dice[0] is None or setup.dice[1] is None:
            raise click.UsageError("DICE are wanted, as 6-4")
        return setup.dice[0], setup.dice[1]
    digits = text.replace("-", "").strip()
    if len(digits) != 2 or not set(digits) <= set("123456"):
        raise click.UsageError(f"{text} is no roll: two dice of 1 to 6, as 6-4")
    first, second = int(digits[0]), int(digits[1])
    return max(first, second), min(first, second)


def _rules(name: str, variant: str) -> RuleSet:
    from replay.rules import RULE_SETS, with_variant

    if name not in RULE_SETS:
        raise click.UsageError(f"{name} is no rule set; there are {', '.join(RULE_SETS)}")
    if not RULE_SETS[name].replayed:
        raise fail(f"games of {name} are read and written, but not replayed")
    _flags(variant)
    return with_variant(RULE_SETS[name], variant)


def _flags(variant: str) -> None:
    """Tell flags that are none; they are passed over."""
    if not variant:
        return
    from notation.record import Tag
    from notation.tags import flag_faults

    for fault in flag_faults(Tag(1, "Variant", variant)):
        complain(f"{fault.message} {fault.hint}".rstrip())


def _roller(place: Position) -> Any:
    if place.roller == "?" or not place.known:
        raise fail("the position must say all men and who rolls (W or B)")
    return place.roller


def _men(place: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    from notation.record import opposite

    side = _roller(place)
    own, opp = place.men(side), place.men(opposite(side))
    assert own is not None and opp is not None
    return own, opp


def _score_batch(path: str, case: Callable[[dict[str, Any]], dict[str, object]] | None = None) -> int:
    """Score every row of a JSON-lines file; a row that cannot be scored says why and spoils nothing beside it.

    `case` answers a row; without it the rows are of trictrac.
    """
    from replay.cases import score_case

    answer_to = case or score_case
    code = CLEAN
    try:
        source = contextlib.nullcontext(sys.stdin) if path == "-" else Path(path).open(encoding="utf-8", errors="replace")  # noqa: SIM115 - with below
    except OSError as fault:
        raise fail(f"{path}: {fault.strerror}") from None
    with source as stream:
        for number, line in enumerate(stream, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                row = None
            answer = answer_to(row) if isinstance(row, dict) else {"line": number, "error": "not a JSON object"}
            if "error" in answer:
                code = ERRORS
            say(answer)
    return code
