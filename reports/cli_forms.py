"""`trictrac settle` and `trictrac adjourn`: what a match of a form comes to, and how it is put off (docs/forms.md)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from reports.console import ERRORS, complain, exit_code, fail, games_of, print_, say, write_text

if TYPE_CHECKING:
    from notation.record import Game
    from replay.forms.events import Wrong
    from replay.forms.followed import Joined

_only = click.option("--game", "-g", "only", type=click.IntRange(min=1), help="Only the game of this number in its file.")


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@_only
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game (docs/json.md).")
def settle(paths: tuple[str, ...], only: int | None, as_json: bool) -> None:
    """Reckon what the players of a match owe each other, each line with its rule.

    Trictrac à écrire, combiné, the pools and the match of twelve holes. A match that is not over is told as far as it went.
    """
    from replay.forms.events import Wrong
    from replay.forms.followed import beside, told
    from replay.forms.joined import join
    from replay.forms.record import title
    from replay.replayer import replay
    from reports.jsonlines import diagnostic_row

    tally = [0, 0, 0, 0]
    most = 0
    for game in games_of(paths, tally, unread=_say_unread if as_json else None):
        most = max(most, game.index + 1)
        if only is not None and game.index + 1 != only:
            continue
        tally[0] += 1
        for fault in game.errors:
            complain(str(fault))
        tally[2] += len(game.errors)
        if _unreadable(game):
            if as_json:
                for fault in game.errors:
                    say(diagnostic_row(fault, game.index + 1))
            continue
        try:
            found = join(replay(game))
        except Wrong as wrong:
            tally[2] += 1
            complain(f"{where(game)}: {wrong}")
            if as_json:
                say(unsettled_row(game, wrong))
            continue
        tally[1] += len(beside(found)) - len(found.gaps)
        if as_json:
            say(settlement_row(game, found))
            continue
        if tally[0] > 1:
            print_("")
        print_(f"{where(game)}: {title(found.agreed)}")
        print_("\n".join(told(found)))
    _missing(paths, only, tally, most)
    sys.exit(exit_code(tally))


@click.command()
@click.argument("path", metavar="PATH")
@_only
@click.option("--ply", type=click.IntRange(min=0), help="Put it off after the roll of this number; at the end of the record if left out.")
@click.option("--date", default="", metavar="YYYY.MM.DD", help="The day of the pause, for the record.")
@click.option("-o", "--output", "output", metavar="FILE", help="Where the record to go on from is written; - writes nothing else.")
def adjourn(path: str, only: int | None, ply: int | None, date: str, output: str | None) -> None:
    """Put a match off: print what must be kept, and write a record from which it is gone on with.

    The record is a score sheet of what has ended, the position and the accounts. Rolls written behind it come to the same end as without
    the pause.
    """
    from notation.reader import read_text
    from notation.writer import write_game
    from replay.forms.events import Wrong
    from replay.forms.putoff import put_off, rows

    if date and next(read_text(f'[White "a"]\n[Black "b"]\n\n@adjourn {date}\n*\n')).errors:
        raise click.UsageError(f"{date} is no date: YYYY.MM.DD, or with the hour, 2026.11.21T22:40")
    tally = [0, 0, 0, 0]
    most, games = 0, []
    for game in games_of((path,), tally):
        if _unreadable(game):
            tally[2] += len(game.errors)
            for fault in game.errors:
                complain(str(fault))
            continue
        most = max(most, game.index + 1)
        if only is None or game.index + 1 == only:
            games.append(game)
    tally[0] = len(games)
    _missing((path,), only, tally, most)
    if tally[3] or not games:  # told above
        sys.exit(ERRORS)
    if len(games) != 1:
        raise fail(f"{path}: there are {len(games)} games in it: `--game` says which is put off")
    (game,) = games
    try:
        done = put_off(game, ply, date)
    except Wrong as wrong:
        raise fail(f"{where(game)}: {wrong}") from None
    text = write_game(done.record)
    if output != "-":
        print_("\n".join(rows(done)))
    if output is None:
        print_("")
    write_text(text, output)
    for fault in game.errors:
        complain(str(fault))
    sys.exit(ERRORS if game.errors or tally[2] else 0)


def _unreadable(game: Game) -> bool:
    """Whether this is what is left of a file that could not be read, or that is no record: nothing to go on with."""
    return bool(game.errors) and (not (game.head or game.entries or game.result) or any(fault.kind == "not-tgn" for fault in game.errors))


def where(game: Game) -> str:
    """The place of a game: its file and the line it begins on."""
    return f"{game.file or '<text>'}:{game.line}"


def _missing(paths: tuple[str, ...], only: int | None, tally: list[int], most: int) -> None:
    """Tell that there is no game of that number."""
    if only is not None and not tally[0] and most:
        there = "there is one" if most == 1 else f"there are {most}"
        raise fail(f"{', '.join(paths)}: there is no game {only} in it: {there}")


def _say_unread(path: str, message: str, *, error: bool) -> None:
    """A path that gave no game, as an object beside the words."""
    from reports.jsonlines import unread_row

    say(unread_row(path, message, error=error))


def unsettled_row(game: Game, wrong: Wrong) -> dict[str, object]:
    """A game whose tags set up no form that can be played."""
    return {
        "type": "diagnostic",
        "file": game.file,
        "game": game.index + 1,
        "kind": wrong.code,
        "severity": "error",
        "line": game.line,
        "column": None,
        "words": "",
        "message": str(wrong),
        "hint": "",
    }


def settlement_row(game: Game, found: Joined) -> dict[str, object]:
    """One settlement as `settle --json` says it."""
    from replay.forms.adjournment import adjourned
    from replay.forms.coins import decimal
    from replay.forms.followed import notes
    from replay.forms.form import form_to_json
    from replay.forms.settlement import Names

    state, names = found.reckoning.state, found.agreed.names
    called = Names(state.form, names)
    return {
        "type": "settlement",
        "file": game.file,
        "game": game.index + 1,
        "line": game.line,
        "form": form_to_json(found.agreed.form),
        "players": list(names),
        "sides": [called.side(side) for side in range(state.form.sides)],
        "over": state.table.over,
        "lines": [
            {
                "rule": line.section,
                "sentence": line.sentence,
                "unit": line.unit or None,
                "amounts": [decimal(amount) for amount in line.amounts] or None,
            }
            for line in found.reckoning.lines
        ],
        "net": {unit: [decimal(amount) for amount in amounts] for unit, amounts in found.reckoning.net.items()} or None,
        "settlement": found.reckoning.told,
        "ended": [
            {"line": each.line, "ply": each.ply, "seated": list(each.seated), "leader": each.leader, **each.result.to_json()}
            for each in found.ended
            if each.result.to_json() != {"type": "match"}
        ],
        "notes": notes(found),
        "adjourned": [] if state.table.over or found.reckoning.net else list(adjourned(state, names)),
        "refused": [
            {"line": each.line, "ply": each.ply, "code": each.wrong.code, "rule": each.wrong.section, "message": str(each.wrong)}
            for each in found.refused
        ],
        "differs": [
            {"line": check.line, "kind": check.kind, "stated": check.stated, "accounts": check.replayed}
            for check in found.checks
            if not check.agrees
        ],
        "gaps": [{"line": gap.line, "message": gap.sentence} for gap in found.gaps],
    }
