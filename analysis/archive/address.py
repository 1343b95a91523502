"""Where records and stores are: folders here, or `s3://` and other object stores by the same form of address.

    StoreError(ValueError)   something about an archive that its user has to mend, in his words

Secrets and end points of an object store come from the environment (`AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL`, …), never from an address.
"""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

REMOTE = re.compile(r"^(s3|s3a|gs|gcs|az|azure|abfs|abfss|adl)://", re.IGNORECASE)
OPTIONS = ("AWS_", "GOOGLE_", "AZURE_")
"""What the variables of the environment that speak of an object store begin with."""
FULL = (errno.ENOSPC, errno.EDQUOT)


class StoreError(ValueError):
    """Something about an archive that its user has to mend."""


class Found(NamedTuple):
    """A file that is there: its address as the ledger has it, its name as given, bytes, and when it was changed (ns since 1970)."""

    file: str
    given: str
    size: int
    modified: int


@dataclass(frozen=True, slots=True)
class Address:
    """A folder, here (`local`) or in an object store; `url` is its absolute path or its address, without a slash at the end."""

    url: str
    local: bool

    @classmethod
    def of(cls, text: str | Path) -> Address:
        """Read an address: a path, `file://…`, `s3://bucket/prefix`. Raises StoreError for one of a kind that is not known."""
        told = str(text)
        if REMOTE.match(told):
            return cls(told.rstrip("/"), local=False)
        if told.startswith("file://"):
            told = unquote(urlsplit(told).path)
        elif re.match(r"^[a-z][a-z0-9+.-]+://", told, re.IGNORECASE):
            raise StoreError(f"{told}: no such kind of address; there are folders, file://, s3://, gs:// and az://")
        return cls(os.path.abspath(told), local=True)  # noqa: PTH100 - a link stays the name it was given by

    @property
    def options(self) -> dict[str, str] | None:
        """What the environment says about the object store, for those who read and write tables there."""
        return None if self.local else {name: value for name, value in os.environ.items() if name.startswith(OPTIONS)}

    def child(self, name: str) -> Address:
        """What is below by this name."""
        return Address(f"{self.url}/{name}", self.local)

    def put(self, name: str, data: bytes) -> None:
        """Write a new file below, whole and on the disk before this returns. Raises OSError."""
        if not self.local:
            _remote(self.url).put(name, data)
            return
        path = Path(self.url, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with path.open("wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError:
            path.unlink(missing_ok=True)
            raise

    def remove(self, name: str) -> None:
        """Take a file below away; nothing where it is not there."""
        if self.local:
            Path(self.url, name).unlink(missing_ok=True)
        else:
            _remote(self.url).delete(name)

    def names(self) -> list[str]:
        """What is directly below; empty where nothing is."""
        if self.local:
            return sorted(path.name for path in Path(self.url).iterdir()) if Path(self.url).is_dir() else []
        told = _remote(self.url).list_with_delimiter()
        return sorted(item["path"] if isinstance(item, dict) else str(item) for part in told.values() for item in part)


def read_range(file: str, start: int = 0, stop: int | None = None) -> bytes:
    """The bytes of a file, or some of them. Raises OSError."""
    if not REMOTE.match(file):
        with Path(file).open("rb") as stream:
            stream.seek(start)
            return stream.read() if stop is None else stream.read(stop - start)
    folder, _, name = file.rpartition("/")
    store = _remote(folder)
    return bytes(store.get(name).bytes()) if stop is None else bytes(store.get_range(name, start=start, end=stop))


def stat(file: str, given: str = "") -> Found:
    """The file as it is now. Raises OSError where it is not there."""
    if not REMOTE.match(file):
        told = os.stat(file)  # noqa: PTH116 - of thousands of files a run
        return Found(file, given or file, told.st_size, told.st_mtime_ns)
    folder, _, name = file.rpartition("/")
    return _found(file, given or file, _remote(folder).head(name))


def listing(url: str) -> Iterator[Found]:
    """Every object below an address of an object store."""
    for batch in _remote(url).list():
        for item in batch:
            file = f"{url}/{item['path']}"
            yield _found(file, file, item)


def _found(file: str, given: str, told: Any) -> Found:
    return Found(file, given, int(told["size"]), int(told["last_modified"].timestamp() * 1_000_000) * 1000)


def _remote(url: str) -> Any:
    try:
        from obstore.store import from_url  # noqa: PLC0415 - only who reads or writes an object store needs it
    except ImportError:
        raise StoreError(f"{url}: object stores need the extra `cloud`: pip install 'trictrac-records[cloud]'") from None
    config = {name.lower(): value for name, value in os.environ.items() if name.startswith(OPTIONS)}
    return _Plain(from_url(url, **_client(config)))


def _client(config: dict[str, str]) -> dict[str, Any]:
    return {"client_options": {"allow_http": True}} if config.get("aws_allow_http", "").lower() == "true" else {}


class _Plain:
    """An object store that fails as files do, with OSError."""

    def __init__(self, store: Any) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        def call(*words: Any, **named: Any) -> Any:
            try:
                return getattr(self._store, name)(*words, **named)
            except FileNotFoundError as fault:
                raise FileNotFoundError(errno.ENOENT, "there is no such object", str(fault).splitlines()[0]) from None
            except Exception as fault:
                raise OSError(errno.EIO, str(fault).splitlines()[0]) from fault

        return call


def is_full(fault: BaseException) -> bool:
    """Whether a fault says that there is no room left."""
    told = str(fault).lower()
    return (isinstance(fault, OSError) and fault.errno in FULL) or "no space left" in told or "quota exceeded" in told


def why(fault: BaseException) -> str:
    """The reason in the words of whoever raised it, on one line."""
    words = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
    return " ".join(words.split()).rstrip(".") or type(fault).__name__
