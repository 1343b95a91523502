"""The pages a site consists of, remembered beside them, so that a later run can take away what it no longer writes, and nothing else."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from reports.write import write_page

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAME = ".trictrac-report"
"""The file in the folder of the site: a line a page, its SHA-256 and its place."""
LINE = re.compile(r"([0-9a-f]{64})  ((?:(?:games|players)/)?[^/\\\x00]+\.html)")
"""Pages stand in the folder itself, in `games` or in `players`: no other file is ever taken away, whatever the manifest says."""


def fingerprint(page: str) -> str:
    """The SHA-256 of a page as it is written."""
    return sha256(page.encode("utf-8", "replace")).hexdigest()


def read_manifest(folder: Path) -> dict[str, str]:
    """The pages of an earlier run, by place, each with its SHA-256; none where there is no manifest, or one that cannot be read."""
    try:
        text = (folder / NAME).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    found = (LINE.fullmatch(line) for line in text.split("\n"))
    return {match[2]: match[1] for match in found if match}


def write_manifest(folder: Path, pages: Mapping[str, str]) -> None:
    """Remember the pages of this run. Raises OSError."""
    write_page(folder / NAME, "".join(f"{digest}  {place}\n" for place, digest in sorted(pages.items())))


def remove_stale(folder: Path, before: Mapping[str, str], now: Mapping[str, str]) -> tuple[int, list[str]]:
    """Take away pages of an earlier run that this one did not write; those changed since are somebody's own and stay.

    Returns how many were taken away, and which stayed. Raises OSError.
    """
    removed, kept = 0, []
    for place, digest in sorted(before.items()):
        page = folder / place
        if place in now or not page.is_file() or page.is_symlink() or page.parent.is_symlink():
            continue
        if sha256(page.read_bytes()).hexdigest() != digest:
            kept.append(place)
            continue
        page.unlink()
        removed += 1
    return removed, kept
