"""Writing files: aside and renamed, so that nobody ever meets half a page."""

from __future__ import annotations

import errno
import os
import re
import unicodedata
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME_BYTES = 120
"""A file's name is cut to this many bytes before its number and ending."""


def write_page(path: Path | str, page: str) -> bool:
    """Write a page, its folders made if need be; True if anything changed.

    The text goes to a file beside the page which then takes its place in one step; a page that already has these very bytes is left alone.
    Raises OSError where the file cannot be written; the old page then stands as it was.
    """
    target = Path(path)
    data = page.encode("utf-8", "replace")
    if target.is_file() and target.read_bytes() == data:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    with aside(target) as beside:
        beside.write_bytes(data)
    return True


@contextmanager
def aside(path: Path | str) -> Iterator[Path]:
    """A file beside this one to be written, which then takes its place in one step; gone again where writing it fails.

    A link is followed; a device or a pipe is written to as it is, since nothing can take its place. Raises IsADirectoryError for a folder,
    and what the file system raises, with the path as it was given.
    """
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder, a file is wanted", str(path))
    if target.exists() and not target.is_file():
        yield target
        return
    target = Path(os.path.realpath(target)) if target.is_symlink() else target
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield beside
        beside.replace(target)
    except OSError as fault:
        with suppress(OSError):  # else this fault would hide the one that is told
            beside.unlink()
        if fault.errno is None or fault.filename not in (None, str(beside), beside):  # of another file
            raise
        raise OSError(fault.errno, fault.strerror, str(path)) from None
    except BaseException:
        with suppress(OSError):  # else this fault would hide the one that is told
            beside.unlink()
        raise


def page_name(*words: str, taken: set[str] | None = None) -> str:
    """Make a file name of any words: small letters, digits, hyphens and `.html`, with a number where it is `taken` (and noted there).

    Whatever the words hold (slashes, dots, other scripts) the name stays inside its folder and is the same on every system.
    """
    text = unicodedata.normalize("NFC", "-".join(words)).casefold()
    text = re.sub(r"[\W_]+", "-", text).strip("-")
    text = text.encode("utf-8", "replace")[:NAME_BYTES].decode("utf-8", "ignore").strip("-") or "page"
    name, count = f"{text}.html", 1
    while taken is not None and name in taken:
        count += 1
        name = f"{text}-{count}.html"
    if taken is not None:
        taken.add(name)
    return name


def game_page_name(file: str, game: int, taken: set[str] | None = None) -> str:
    """Name the page of a game of a file (`game` its place there, from 1): `soumille-1738-1.html`."""
    stem = Path(file).name.split(".")[0] if file else "game"
    return page_name(stem, str(game), taken=taken)
