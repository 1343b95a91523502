"""Writing pages: aside and renamed, so that nobody ever meets half a page."""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path

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
    aside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        aside.write_bytes(data)
        aside.replace(target)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    return True


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
