"""The tables of an archive on disk: five Delta tables, `games plies jans findings` and the `ledger`, and what may be done to them.

A batch of rows is a file of each table, in a folder `batch=…` of its own. Its rows count from the moment the ledger names the batch, and
the ledger is written last: whatever stops a run before that leaves files that nobody reads. The ledger is only ever written by one who has
seen its last version; the other one looks again (see `Store.enter`).
"""

from __future__ import annotations

import errno
import io
import json
import re
import time
import uuid
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polars as pl
from deltalake import CommitProperties, DeltaTable, Field, Schema
from deltalake.exceptions import CommitFailedError, TableNotFoundError
from deltalake.schema import ArrayType, PrimitiveType
from deltalake.transaction import AddAction, RemoveAction

from analysis.archive.address import Address, StoreError, is_full, why
from analysis.archive.keys import STORE_VERSION
from analysis.columns import TABLES
from analysis.tables import schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


LEDGER: Final = "ledger"
LOCKED: Final = (errno.EACCES, errno.EPERM, errno.EROFS)
MERGED: Final = "merged"
"""What the batches begin with that `compact` has written: they hold rows of batches that counted, and no others."""
_MERGED_AT: Final = re.compile(rf"{MERGED}-(\d+)-")
OWN: Final[dict[str, Any]] = {"id": pl.Int64, "year": pl.Int16}
"""What every table of a store has beside its own columns: the game's number, the same in all four, and the year of its tag Date."""
GAMES_OWN: Final[dict[str, Any]] = {
    **OWN,
    "content": pl.String,
    "entry": pl.Int64,
    "engine": pl.String,
    "rolls": pl.Int64,
    "marking": pl.Int64,
    "least": pl.Int32,
    "prints": pl.List(pl.Int32),
}
"""What the games have more: the hash of their file, the computation they are of, the engine that judged them, and what finds duplicates
(`analysis.archive.duplicates`)."""
LEDGER_SCHEMA: Final[dict[str, Any]] = {
    "seq": pl.Int64,
    "what": pl.String,
    "file": pl.String,
    "given": pl.String,
    "size": pl.Int64,
    "modified": pl.Int64,
    "read_at": pl.Int64,
    "content": pl.String,
    "key": pl.String,
    "take": pl.Int32,
    "batch": pl.String,
    "start": pl.Int64,
    "stop": pl.Int64,
    "first_game": pl.Int64,
    "status": pl.String,
    "games": pl.Int32,
    "lines": pl.Int64,
    "turns": pl.Int64,
    "findings": pl.Int32,
    "errors": pl.Int32,
    "refused": pl.Int32,
    "why": pl.String,
    "same_as": pl.String,
    "engine": pl.String,
    "part": pl.Int64,
    "whole": pl.Int64,
}
"""The columns of the ledger: docs/archive.md tells them."""
STATISTICS: Final = {
    "games": ("year", "white", "black"),
    "plies": ("year", "player"),
    "jans": ("year", "player"),
    "findings": ("year", "player"),
}
"""Columns whose least and greatest value each file tells, so that a reader passes over it."""
SIGNED: Final = {pl.UInt32: pl.Int32, pl.UInt16: pl.Int16, pl.UInt8: pl.Int16}
"""Delta tables have no unsigned numbers; none of ours needs the last bit."""
_DELTA: Final = {
    pl.Int64: "long",
    pl.Int32: "integer",
    pl.Int16: "short",
    pl.Int8: "byte",
    pl.String: "string",
    pl.Boolean: "boolean",
    pl.Float64: "double",
    pl.Float32: "float",
}


class Added(NamedTuple):
    """A file of a table that is written and not yet part of it."""

    path: str
    size: int
    batch: str
    statistics: str


class Store:
    """The five tables at an address. Opening reads nothing but the ledger's log; raises StoreError where there is no store we can read."""

    def __init__(self, address: str | Address, *, create: bool = False) -> None:
        self.address = address if isinstance(address, Address) else Address.of(address)
        there = _is_table(self._url(LEDGER), self.address)
        if not there and not create:
            raise StoreError(_not_a_store(self.address))
        if not there:
            self._create()
        self._check_version()
        self.anew: list[str] = []
        """Tables that were gone and are made again, without their rows."""
        if there and create:
            self.anew = [name for name in TABLES if not _is_table(self._url(name), self.address)]
            self._make(self.anew)

    # -- reading --------------------------------------------------------------------------------------------------------------------------

    def open(self, name: str) -> DeltaTable:
        """A table as it is now. Raises StoreError, which says what is wrong with it."""
        try:
            table: DeltaTable = DeltaTable(self._url(name), storage_options=self.address.options)
        except TableNotFoundError:
            told = f"{self.address.url}: the table `{name}` of this store is missing"
            raise StoreError(f"{told}; add the same records again (`trictrac archive add`): what was lost is read anew") from None
        except Exception as fault:  # noqa: BLE001 - a store raises anything at all
            raise StoreError(self._broken(name, fault)) from None
        return table

    def ledger(self) -> tuple[pl.DataFrame, int]:
        """All that is written in the ledger, in order, and the version read."""
        from analysis.archive.soundness import ledger_loss  # noqa: PLC0415 - it knows stores itself

        table = self.open(LEDGER)
        lost = ledger_loss(self, table)
        if lost:
            told = f"{self.address.url}: the ledger of this store is not whole: {lost} is gone or damaged"
            raise StoreError(f"{told}; add the records to a new store")
        try:
            frame = pl.scan_delta(table).collect()
        except Exception as fault:  # noqa: BLE001 - a store raises anything at all
            raise StoreError(self._broken(LEDGER, fault)) from None
        for name, kind in LEDGER_SCHEMA.items():
            if name not in frame.columns:
                frame = frame.with_columns(pl.lit(None, kind).alias(name))
        return frame.select(pl.col(name).cast(kind) for name, kind in LEDGER_SCHEMA.items()).sort(
            "seq", maintain_order=True
        ), table.version()

    def version(self) -> int:
        """The version of the ledger now."""
        return self.open(LEDGER).version()

    # -- writing --------------------------------------------------------------------------------------------------------------------------

    def put(self, table: str, frame: pl.DataFrame, batch: str, number: int, *, sorted_rows: bool = False) -> Added | None:
        """Write rows as a file of a table, not yet part of it; None where there is no row. Raises StoreError."""
        if not frame.height:
            return None
        stored = frame.with_columns(pl.col(kind).cast(signed) for kind, signed in SIGNED.items())
        stream = io.BytesIO()
        # Statistics of row groups help where rows are sorted; they cost a quarter of the time of writing.
        stored.write_parquet(
            stream,
            compression="zstd",
            compression_level=3 if sorted_rows else 1,
            statistics=sorted_rows,
            row_group_size=131_072 if sorted_rows else None,
        )
        data = stream.getvalue()
        path = f"batch={batch}/{number:04}.parquet"
        self._write(f"{table}/{path}", data)
        return Added(path, len(data), batch, _statistics(stored, STATISTICS.get(table, ())))

    def append(self, table: str, added: Iterable[Added]) -> None:
        """Make written files part of a table."""
        self.replace(table, (), added)

    def replace(self, table: str, removed: Iterable[str], added: Iterable[Added]) -> None:
        """Put files in the place of others, at once. `removed` are paths as `paths` gives them.

        Files that another run has taken away meanwhile are passed over where nothing comes in their place. Raises StoreError.
        """
        added, removed = list(added), list(removed)
        for attempt in range(20):
            opened = self.open(table)
            if removed:
                # What is looked at is what is committed on: a file taken away after this look makes the commit fail.
                there = {path for path, _ in _paths(opened)}
                if added and not there.issuperset(removed):
                    told = f"{self.address.url}: another run puts this store together at the same time; run it again when that one is done"
                    raise StoreError(told)
                removed = [path for path in removed if path in there]
            actions = _actions(removed, added)
            if not actions:
                return
            try:
                self._commit(table, opened, actions)
            except CommitFailedError as fault:
                if is_full(fault) or attempt == 19:
                    raise StoreError(self.full() if is_full(fault) else self._broken(table, fault)) from None
            else:
                return

    def enter(self, rows: Callable[[pl.DataFrame, int], pl.DataFrame | None], seen: tuple[pl.DataFrame, int] | None = None) -> int:
        """Write rows into the ledger, made from all that stands in it; returns its version after it.

        `rows` is called with the ledger and its version, and again with the newer one where another run wrote in between; it may give None.
        `seen` is the ledger where it was read already. Raises StoreError.
        """
        for attempt in range(200):
            frame, version = seen if seen is not None and attempt == 0 else self.ledger()
            wanted = rows(frame, version)
            if wanted is None or not wanted.height:
                return version
            added = self._put_ledger(wanted.with_columns(seq=pl.lit(version + 1, pl.Int64)))
            if self._try(version, [], added):
                return version + 1
            self.address.remove(f"{LEDGER}/{added.path}")
            time.sleep(min(0.5, 0.01 * attempt))
        raise StoreError(f"{self.address.url}: others write to this store without a pause; run it again when they have done")

    def rewrite_ledger(self, frame: pl.DataFrame, version: int) -> bool:
        """Put one file in the place of all of the ledger's, if nobody has written since that version; says whether it was done."""
        old = [path for path, _ in self.paths(LEDGER)]
        added = self._put_ledger(frame)
        if self._try(version, old, added):
            return True
        self.address.remove(f"{LEDGER}/{added.path}")
        return False

    def paths(self, name: str) -> list[tuple[str, int]]:
        """The files of a table as it is now, with the rows in each."""
        return _paths(self.open(name))

    def sweep(self, hours: int) -> int:
        """Delete the files that no table has had for so many hours, unfinished ones too; returns how many."""
        swept = 0
        for name in (*TABLES, LEDGER):
            try:
                swept += len(self.open(name).vacuum(hours, dry_run=False, enforce_retention_duration=False, full=True))
            except StoreError:
                raise
            except Exception as fault:  # noqa: BLE001 - a store raises anything at all
                raise StoreError(self._broken(name, fault)) from None
        return swept

    def stored_columns(self, table: str) -> dict[str, str]:
        """The columns a table has in the store, by the names of their types there."""
        return {field.name: getattr(field.type, "type", "array") for field in self.open(table).schema().fields}

    def widen(self) -> None:
        """Give the tables the columns that were not known when they were made. Raises StoreError where a column is of another type."""
        for table in TABLES:
            held, wanted = self.stored_columns(table), delta_schema(table)
            missing = [field for field in wanted.fields if field.name not in held]
            for field in wanted.fields:
                kind = getattr(field.type, "type", "array")
                if held.get(field.name, kind) != kind:
                    told = f"the column `{table}.{field.name}` is `{held[field.name]}` in this store and `{kind}` in this release"
                    raise StoreError(f"{self.address.url}: {told}; add the records to a new store")
            if missing:
                try:
                    self.open(table).alter.add_columns(missing)
                except Exception as fault:  # noqa: BLE001 - a store raises anything at all
                    if any(field.name not in self.stored_columns(table) for field in missing):  # another run may have done it
                        raise StoreError(self._broken(table, fault)) from None

    # -- inside ---------------------------------------------------------------------------------------------------------------------------

    def _url(self, name: str) -> str:
        return self.address.child(name).url

    def _create(self) -> None:
        """Make the tables, the ledger last: a store is one when it has a ledger. Two may do so at once."""
        held = [name for name in self.address.names() if name.rsplit("/", 1)[-1] not in (*TABLES, LEDGER)]
        if held:
            told = f"{self.address.url}: this is no archive, and something else is there ({held[0].rsplit('/', 1)[-1]})"
            raise StoreError(f"{told}; name a folder that is new or empty")
        self._make((*TABLES, LEDGER))

    def _make(self, names: Iterable[str]) -> None:
        """Make tables without a row."""
        for name in names:
            wanted = delta_schema(name) if name != LEDGER else _delta_schema(LEDGER_SCHEMA)
            try:
                DeltaTable.create(
                    self._url(name),
                    wanted,
                    mode="ignore",
                    partition_by=None if name == LEDGER else ["batch"],
                    name=f"trictrac {name}",
                    description=f"trictrac archive, store version {STORE_VERSION}",
                    configuration=_configuration(name),
                    storage_options=self.address.options,
                )
            except Exception as fault:  # noqa: BLE001 - a store raises anything at all
                if not _is_table(self._url(name), self.address):
                    raise StoreError(f"{self.address.url}: no store can be made here: {why(fault)}") from None

    def _check_version(self) -> None:
        told = self.open(LEDGER).metadata().description or ""
        head, _, number = told.rpartition(" ")
        if head != "trictrac archive, store version" or not number.isdigit():
            raise StoreError(f"{self.address.url}: its ledger is no ledger of trictrac; name another folder")
        if int(number) != STORE_VERSION:
            later = int(number) > STORE_VERSION
            what = "install the release that wrote it, or a later one" if later else "add the records to a new store"
            raise StoreError(f"{self.address.url}: this store is of version {number}, this release reads version {STORE_VERSION}; {what}")

    def _put_ledger(self, frame: pl.DataFrame) -> Added:
        stream = io.BytesIO()
        frame.select(pl.col(name).cast(kind) for name, kind in LEDGER_SCHEMA.items()).write_parquet(stream, compression="zstd")
        path = f"{time.time_ns():020}-{new_batch()}.parquet"
        data = stream.getvalue()
        self._write(f"{LEDGER}/{path}", data)
        return Added(path, len(data), "", json.dumps({"numRecords": frame.height}))

    def _write(self, path: str, data: bytes) -> None:
        try:
            self.address.put(path, data)
        except OSError as fault:
            raise StoreError(not_written(self.address.url, fault)) from None

    def _try(self, version: int, removed: Sequence[str], added: Added) -> bool:
        """Commit to the ledger if its version is still this one."""
        table = self.open(LEDGER)
        if table.version() != version:
            return False
        now = time.time_ns() // 1_000_000
        actions: list[AddAction | RemoveAction] = [AddAction(added.path, added.size, {}, now, True, added.statistics)]
        actions += [RemoveAction(path, True, now) for path in removed]
        properties = CommitProperties(max_commit_retries=0)
        try:
            table.create_write_transaction(actions, "append", table.schema(), commit_properties=properties)
        except CommitFailedError as fault:
            if is_full(fault):
                raise StoreError(self.full()) from None
            return self._holds(added.path, fault)
        except Exception as fault:  # noqa: BLE001 - a store raises anything at all
            raise StoreError(self.full() if is_full(fault) else self._broken(LEDGER, fault)) from None
        return True

    def _holds(self, path: str, fault: Exception) -> bool:
        """Whether the ledger has the file after all: an answer that is lost on the way is not a commit that failed."""
        try:
            return any(held == path for held, _ in self.paths(LEDGER))
        except StoreError:
            raise StoreError(self._broken(LEDGER, fault)) from None

    def _commit(self, table: str, opened: DeltaTable, actions: list[AddAction | RemoveAction]) -> None:
        properties = CommitProperties(max_commit_retries=100)
        try:
            opened.create_write_transaction(actions, "append", opened.schema(), partition_by=["batch"], commit_properties=properties)
        except CommitFailedError:
            raise
        except Exception as fault:  # noqa: BLE001 - a store raises anything at all
            raise StoreError(self.full() if is_full(fault) else self._broken(table, fault)) from None

    def full(self) -> str:
        """What is told where there is no room."""
        return no_room(self.address.url)

    def _broken(self, name: str, fault: Exception) -> str:
        reason = re.sub(r"(\s*\d+: <unknown>)+.*", "", why(fault), flags=re.DOTALL).rstrip(": ")
        told = f"{self.address.url}: the table `{name}` of this store cannot be used: {reason}"
        if "_delta_log" in told or "json" in told.lower() or "log" in told.lower():
            told += f". If the machine stopped while {name}/_delta_log was written, delete its last file there and add the records again"
        return told


def _paths(table: DeltaTable) -> list[tuple[str, int]]:
    told = pl.DataFrame(table.get_add_actions(flatten=True))
    return [] if "path" not in told.columns else list(told.select("path", "num_records").iter_rows())


def _actions(removed: Iterable[str], added: Iterable[Added]) -> list[AddAction | RemoveAction]:
    now = time.time_ns() // 1_000_000
    told: list[AddAction | RemoveAction] = [AddAction(one.path, one.size, {"batch": one.batch}, now, True, one.statistics) for one in added]
    return told + [RemoveAction(path, True, now, partition_values={"batch": batch_of(path)}) for path in removed]


def no_room(url: str) -> str:
    """What is told where there is no room for a store."""
    return f"{url}: no room is left where the store is; what was added before stands. Make room and run it again"


def not_written(url: str, fault: OSError) -> str:
    """What is told where a store cannot be written to."""
    if is_full(fault):
        return no_room(url)
    told = f"{url}: nothing can be written to this store: {why(fault)}; what was added before stands"
    return f"{told}. Run it as a user who may write there, or with a copy of the store" if fault.errno in LOCKED else told


def new_batch() -> str:
    """A name for a batch that no other has."""
    return uuid.uuid4().hex[:20]


def merged_batch(version: int) -> str:
    """A name for a batch of rows put together that counted at this version of the ledger."""
    return f"{MERGED}-{version}-{new_batch()}"


def merged_at(path: str) -> int:
    """The version of the ledger at which the rows of a file counted; 0 for one put together without it, -1 for a batch of a run."""
    batch = batch_of(path)
    told = _MERGED_AT.match(batch)
    return int(told[1]) if told else 0 if batch.startswith(MERGED) else -1


def batch_of(path: str) -> str:
    """The batch of a data file, by its path in its table."""
    return path.partition("batch=")[2].partition("/")[0]


def table_schema(table: str) -> dict[str, Any]:
    """The columns of a table in a store, with the types of the frames that are written."""
    return {**schema(table), **(GAMES_OWN if table == "games" else OWN)}


def delta_schema(table: str) -> Schema:
    """The same as a Delta table has it, the batch last."""
    return _delta_schema({**table_schema(table), "batch": pl.String})


def _delta_schema(wanted: dict[str, Any]) -> Schema:
    def kind(of: Any) -> Any:
        if isinstance(of, pl.List):
            return ArrayType(kind(of.inner), contains_null=True)
        return PrimitiveType(_DELTA[SIGNED.get(of, of)])

    return Schema([Field(name, kind(of), nullable=True) for name, of in wanted.items()])


def _configuration(table: str) -> dict[str, str | None]:
    """Which columns' statistics readers of a table look at; left alone it would be the first 32."""
    columns = STATISTICS.get(table)
    return {"delta.dataSkippingStatsColumns": ",".join(columns)} if columns else {}


def _statistics(frame: pl.DataFrame, columns: Sequence[str]) -> str:
    """What a Delta table tells of a file: rows, least and greatest values, how many are null."""
    told: dict[str, Any] = {"numRecords": frame.height}
    if columns:
        met = {name: frame[name].unique() for name in columns}  # few, where texts are categories, and only these are compared
        met = {name: values.cast(pl.String) if values.dtype == pl.Categorical else values for name, values in met.items()}
        told["minValues"] = {name: values.min() for name, values in met.items() if values.count()}
        told["maxValues"] = {name: values.max() for name, values in met.items() if values.count()}
        told["nullCount"] = {name: frame[name].null_count() for name in columns}
    return json.dumps(told, ensure_ascii=False)


def _is_table(url: str, address: Address) -> bool:
    try:
        return bool(DeltaTable.is_deltatable(url, storage_options=address.options))
    except StoreError:
        raise
    except Exception as fault:  # noqa: BLE001 - a store raises anything at all
        raise StoreError(f"{address.url}: cannot be reached: {why(fault)}") from None


def _not_a_store(address: Address) -> str:
    try:
        held = address.names()
    except OSError as fault:
        return f"{address.url}: cannot be read: {why(fault)}"
    if any(name.rsplit("/", 1)[-1] in TABLES for name in held):
        return f"{address.url}: this store was only half made, it has no ledger; `trictrac archive add` makes it whole"
    return f"{address.url}: there is no archive here; `trictrac archive add PATH… --to {address.url}` makes one"
