"""What the rows of an archive are keyed by: the bytes of the record, the engine and rules that judged it, and the columns they made.

A record's own rules and variant are tags in its text, so the hash of its bytes holds them too; the fingerprint of the code holds the
defaults of every rule set. A row whose key is another one is computed anew, so that no figure outlives the engine that made it.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import metadata
from importlib.resources import files
from typing import Final

from analysis.columns import TABLES
from analysis.tables import FAMILIES

STORE_VERSION: Final = 1
"""The layout of a store; one of a later version is not touched."""
ROOTS: Final = (
    *("notation.reader", "analysis.tables", "analysis.bulk", "analysis.scan", "replay.course", "analysis.archive.fingerprints"),
    *FAMILIES.values(),
)
"""Modules that make rows; they and all they import decide what a row says."""
_IMPORT: Final = re.compile(rb"^\s*from ((?:notation|replay|analysis)(?:\.\w+)*) import ((?:\([^)]*\)|[^\n(])*)", re.MULTILINE)
STEP: Final = 0x9E3779B97F4A7C15
"""What the ids of the games of one text are apart, modulo 2^63: odd, and far from regular."""


def content_hash(data: bytes) -> str:
    """SHA-256 of the bytes of a file, in hex: what `sha256sum` says."""
    return hashlib.sha256(data).hexdigest()


@cache
def engine_version() -> str:
    """The release and a fingerprint of the code that reads, replays and audits: `0.1.0+3f2a9c41d07b`.

    A fingerprint and not a number that somebody must remember to raise: a mended engine is a new one.
    """
    return f"{_release()}+{_code_fingerprint()}"


@cache
def current_key() -> str:
    """The key of rows made here and now: engine, rules' defaults and columns."""
    told = "\n".join([str(STORE_VERSION), engine_version(), columns_told()])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def columns_told() -> str:
    """Every column of the four tables with its type, as one text."""
    return "; ".join(f"{table}.{column.name} {column.type}" for table, (columns, _) in TABLES.items() for column in columns)


def entry_number(content: str, key: str, take: int) -> int:
    """The number of one computation of one content, 63 bits; `take` tells apart the times it was stored."""
    return _number(f"{content}/{key}/{take}")


def text_number(entry: int, member: str) -> int:
    """The number the ids of a text's games are counted from; `member` names it within its file, empty where it is the file."""
    return entry if not member else _number(f"{entry}/{member}")


def _number(told: str) -> int:
    return int.from_bytes(hashlib.sha256(told.encode("utf-8", "surrogatepass")).digest()[:8]) >> 1


def _release() -> str:
    try:
        return metadata.version("trictrac-records")
    except metadata.PackageNotFoundError:
        return "unreleased"


def _code_fingerprint() -> str:
    digest = hashlib.sha256()
    for name, source in sorted(judging_modules().items()):
        digest.update(name.encode() + b"\0" + source + b"\0")
    return digest.hexdigest()[:12]


def judging_modules() -> dict[str, bytes]:
    """The source of every module that has a say in what a row says: those that the roots import, and what these import."""
    found: dict[str, bytes] = {}
    waiting = list(ROOTS)
    while waiting:
        name = waiting.pop()
        source = None if name in found else _source(name)
        if source is not None:
            found[name] = source
            for package, names in _IMPORT.findall(source):
                place = package.decode()
                waiting += [place, *(f"{place}.{name.decode()}" for name in re.findall(rb"\w+", names))]  # a name may be a module too
    return found


def _source(name: str) -> bytes | None:
    """The source of a module of ours, None where there is none of this name."""
    package, *rest = name.split(".")
    place = files(package).joinpath(*rest) if rest else files(package)
    for candidate in (place.joinpath("__init__.py"), files(package).joinpath(*rest[:-1], f"{rest[-1]}.py") if rest else None):
        if candidate is not None and candidate.is_file():
            return candidate.read_bytes()
    return None
