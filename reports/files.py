"""Records rewritten in canonical form: to the screen, in place, or only looked at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from notation.lines import LONGEST
from notation.sources import SourceError, legible, read_path
from notation.writer import write_games
from reports.write import write_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from notation.record import Game

CLEAN, CHANGED, ERRORS = 0, 1, 2


def format_files(
    paths: tuple[str, ...],
    *,
    only_check: bool,
    in_place: bool,
    put: Callable[[str], None],
    say: Callable[[str], None],
    complain: Callable[[str], None],
) -> int:
    """Write records in canonical form; returns the exit code. `put` prints them as they are, `say` and `complain` tell of them.

    With `only_check` nothing is written, and files that would change are named (exit code 1). With `in_place` plain `.tgn` files are
    rewritten, aside and renamed; lines in error stay as they stand, and a file of which something could not be read is left alone. What
    was wrong with a record is told by `complain`, and makes the exit code 2.
    """
    code = CLEAN
    for path in paths:
        try:
            targets = list(_targets(path))
        except SourceError as fault:
            complain(str(fault))
            code = ERRORS
            continue
        for target in targets:
            name = legible(target)
            try:
                games = list(read_path(target))
            except SourceError as fault:  # a link in a folder that leads nowhere
                complain(f"{name}: this link leads nowhere" if Path(target).is_symlink() else str(fault))
                code = ERRORS
                continue
            for game in games:
                for diagnostic in game.errors:
                    complain(str(diagnostic))
                    code = ERRORS
            text = write_games(game for game in games if game.head or game.entries or game.result)
            if not (only_check or in_place):
                if text:
                    put(text.removesuffix("\n"))
                else:
                    complain(f"{name}: there is no game in it")
            elif not _plain(target):
                complain(f"{name}: only plain .tgn files can be checked or rewritten in place")
                code = ERRORS
            elif _unread(target, games):
                complain(f"{name}: left as it is, since what could not be read of it would be lost")
                code = ERRORS
            elif Path(target).read_bytes() != text.encode("utf-8"):
                code = max(code, CHANGED) if only_check else code
                if in_place and not only_check:
                    try:
                        write_page(target, text)
                    except OSError as fault:
                        complain(f"{name}: {fault.strerror or fault}")
                        code = ERRORS
                        continue
                say(f"{'would rewrite' if only_check else 'rewrote'} {name}")
    return code


def _targets(path: str) -> Iterator[str]:
    """The files of a path, one by one; a folder is gone through."""
    if path != "-" and not Path(path).exists():
        message = f"there is no file or folder `{legible(path)}`"
        raise SourceError(message)
    if path != "-" and Path(path).is_dir():
        yield from (str(file) for file in sorted(Path(path).rglob("*.tgn")) if file.is_file() or not file.exists())
    else:
        yield path


def _unread(target: str, games: list[Game]) -> bool:
    """Whether the file holds what the games read from it do not: bytes that are no text, lines too long to be kept."""
    if any(game.errors and not (game.head or game.entries or game.result) for game in games):
        return True
    return any(len(line) > LONGEST for line in Path(target).read_bytes().splitlines())


def _plain(path: str) -> bool:
    return path != "-" and path.lower().endswith(".tgn")
