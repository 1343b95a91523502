"""Adding records to an archive: what is new is worked, what is not costs a look at its size and date.

Rows are written first and count when the ledger names their batch; a run may be stopped anywhere, and the next goes on.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.archive import workers as crew
from analysis.archive.address import StoreError, is_full, stat, why
from analysis.archive.keys import current_key, engine_version
from analysis.archive.ledger import COMPARED, CONTAINED, FILE, HELD, KIND, PIECE, REFUSED, SAME, State, rows
from analysis.archive.moving import move_home
from analysis.archive.opened import Unit, members
from analysis.archive.plan import Contents, Wanted, content_of, files_at, known, wanted_of
from analysis.archive.soundness import losses
from analysis.archive.store import LEDGER, MERGED, Store, batch_of, new_batch
from analysis.archive.views import compare, look
from analysis.archive.work import Done, Job, Outcome, Part, discard, merged_done, process
from analysis.columns import TABLES
from analysis.pieces import PIECE as PIECE_SIZE
from analysis.pieces import TooLongError
from analysis.reading import NoEngineError, engine_for, ready

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

PLAIN_PIECE = 1 << 20
"""Bytes of text worked at once game by game, so that a run that is stopped loses half a minute at most."""
FILES = 2000
"""Files in one job."""
COMMIT_EVERY = 5.0
"""Seconds after which what is done goes into the ledger."""
MANY_FILES = 40
"""Files of the ledger from which on they are put together."""
UNPACKS = 6
"""How many times its size a compressed file is taken to unfold to, to share out the work."""
ROUNDS = 20


class Progress:
    """Who watches a run; this one does not."""

    def planned(self, files: int, size: int) -> None:
        """So many files, of so many bytes, are to be read."""

    def done(self, size: int) -> None:
        """So many bytes more have been read."""

    def say(self, told: str) -> None:
        """Something the user should know."""


@dataclass
class Report:
    """What a run did. `statuses` counts the files asked for by their status now, unchanged ones too."""

    statuses: Counter[str] = field(default_factory=Counter)
    shared: set[str] = field(default_factory=set)
    """The statuses of the files that others are the `same` as."""
    unchanged: int = 0
    games: int = 0
    turns: int = 0
    refusals: list[tuple[str, str]] = field(default_factory=list)
    """Files of this run that were refused, or could not be read to their end: name and reason."""
    missing: list[str] = field(default_factory=list)
    """Paths at which nothing can be read, in words."""

    @property
    def code(self) -> int:
        """0 clean, 1 findings in a record, 2 something was refused or could not be read."""
        held = {*self.statuses, *self.shared}
        if self.missing or held & {REFUSED, "errors"}:
            return 2
        return 1 if "findings" in held else 0


@dataclass
class Options:
    """How a run goes.

    `engine` is `plain`, `compiled`, or `auto` for the compiled one where it is installed and the work repays it; `piece` is how many bytes
    of text are worked at once, 0 for what suits the engine.
    """

    workers: crew.Workers = field(default_factory=crew.Workers)
    verify: bool = False
    engine: str = "auto"
    piece: int = 0
    progress: Progress = field(default_factory=Progress)
    work: Callable[[Job], Outcome] = process

    @property
    def size(self) -> int:
        """Bytes of text worked at once."""
        return self.piece or (PIECE_SIZE if self.engine == "compiled" else PLAIN_PIECE)


def add(paths: str | Path | Iterable[str | Path], store: Store, options: Options | None = None) -> Report:
    """Add the records at these paths (or this one). Raises StoreError where the store cannot be used; what was added before stands."""
    paths = [paths] if isinstance(paths, (str, Path)) else paths
    try:
        return _Run(store, options or Options()).add(paths)
    except NoEngineError as fault:
        raise StoreError(str(fault)) from None
    except OSError as fault:
        raise StoreError(store.full() if is_full(fault) else f"{store.address.url}: {why(fault)}") from None


class _Run:
    """One run."""

    def __init__(self, store: Store, options: Options) -> None:
        self.store, self.options, self.progress = store, options, options.progress
        self.key = current_key()
        self.report = Report()
        self.outcomes: list[Outcome] = []
        self.entering: list[dict[str, Any]] = []
        self.aliases: list[tuple[Unit, str, str]] = []
        self.wanted: dict[str, Wanted] = {}
        self.redo: list[Part] = []
        self.again: dict[str, Unit] = {}
        self.changed: Counter[str] = Counter()
        self.contents = Contents({}, {}, {})
        self.committed = time.monotonic()

    def add(self, paths: Iterable[str | Path]) -> Report:
        """The whole run."""
        self.read_at = time.time_ns()
        found = files_at(paths, self.report.missing)
        self.see(State(*self.store.ledger()))
        self.heal()
        self.start = self.state
        same = known(found, self.state, self.key)
        fresh = (
            list(found.values()) if self.options.verify else [unit for unit, known in zip(found.values(), same, strict=True) if not known]
        )
        if fresh:
            self.store.widen()
            size = sum(unit.size if unit.kind == "plain" else UNPACKS * unit.size for unit in fresh)
            self.options = replace(self.options, engine=engine_for(self.options.engine, size))
            self.progress.planned(len(fresh), sum(unit.size for unit in fresh))
            self.rounds(fresh)
        self.report.unchanged = len(found) - len(fresh) + self.report.unchanged
        if self.state.uncompared:
            self.compare()
        if fresh:
            self.tidy()
        held = self.state.files.filter(pl.col("file").is_in(list(found)))
        self.report.statuses = Counter(held["status"].to_list())
        shared = held.filter(pl.col("status") == SAME).select("content", KIND.alias("kind"))
        holders = self.state.holders.with_columns(KIND.alias("kind"))
        self.report.shared = set(holders.join(shared, on=["content", "kind"], how="semi")["status"].to_list())
        return self.report

    def see(self, state: State) -> None:
        """The ledger as it stands now."""
        self.state = state
        claimed, self.contents = self.contents.claimed, Contents.of(state, self.key)
        self.contents.claimed = claimed

    def rounds(self, fresh: list[Unit]) -> None:
        """Work until nothing is left: a second look at what changed, at what another run took, at pieces counted wrongly."""
        self.work(self.jobs(fresh))
        for _ in range(ROUNDS):
            redo, self.redo = self.redo, []
            again, self.again = list(self.again.values()), {}
            if not redo and not again and not self.aliases:
                break
            self.work(self.job([part]) for part in redo)
            self.settle_aliases()
            again += list(self.again.values())
            self.again = {}
            self.work(self.jobs(again))
        for unit in self.again.values():
            self.refuse(unit, "It changes all the time while it is read. Add it again when nothing writes to it.", again=True)
        self.commit()

    # -- jobs ---------------------------------------------------------------------------------------------------------------------------

    def jobs(self, units: Iterable[Unit]) -> Iterator[Job]:
        """The work, a batch at a time: small files together, large ones in pieces."""
        bundle: list[Part] = []
        size = 0
        for unit in units:
            wanted = self.plan(unit)
            if wanted is None:
                continue
            self.wanted[unit.file] = wanted
            if wanted.apart:
                self.close(wanted)
                yield from self.pieces(wanted)
                continue
            bundle += wanted.parts
            size += unit.size if unit.kind == "plain" else UNPACKS * unit.size
            if size >= self.options.size or len(bundle) >= FILES:
                yield self.job(bundle)
                bundle, size = [], 0
        if bundle:
            yield self.job(bundle)

    def pieces(self, wanted: Wanted) -> Iterator[Job]:
        """A large file's work, cut while the first pieces of it are worked."""
        unit = wanted.unit
        try:
            for part in wanted.waiting():
                if self.wanted.get(unit.file) is not wanted:
                    return
                yield self.job([part])
        except OSError as fault:
            self.forget(unit, wanted.content)
            self.refuse(unit, f"It cannot be read: {why(fault)}.", again=True)
        if self.wanted.get(unit.file) is wanted:
            self.close(wanted)

    def job(self, parts: list[Part]) -> Job:
        """A batch of its own for these parts."""
        return Job(new_batch(), self.store.address, self.key, tuple(parts), self.options.engine, self.options.size)

    def plan(self, unit: Unit) -> Wanted | None:
        """How a file is worked; None where it is not, since its content is there already or cannot be read."""
        try:
            content, records = content_of(unit), members(unit)
        except OSError as fault:
            self.refuse(unit, f"It cannot be read: {why(fault)}.", again=True)
            return None
        if (content, unit.kind) in self.contents.refused:
            self.enter(unit, content, REFUSED, why=self.contents.refused[content, unit.kind])
            return None
        held = self.contents.held.get((content, unit.kind))
        if held == unit.file:
            self.touch(unit, content)
            return None
        held = held or self.contents.claimed.get(content)
        if held is not None and held != unit.file:
            self.aliases.append((unit, content, held))
            return None
        take = self.contents.takes.get((content, self.key), 0)
        try:
            wanted = wanted_of(unit, content, records, self.options.size, self.state, self.key, take)
        except (OSError, TooLongError) as fault:
            self.refuse(unit, f"It cannot be read: {why(fault)}.", again=isinstance(fault, OSError))
            return None
        self.contents.claimed[content] = unit.file
        return wanted

    def work(self, jobs: Iterable[Job]) -> None:
        """Have these jobs done, and enter what comes of them as it comes."""
        first = partial(ready, self.options.engine)
        for answer in crew.run(jobs, self.options.workers, self.progress.say, self.options.work, first):
            if isinstance(answer, crew.Lost):
                self.lost(answer)
            elif answer.trouble:
                self.stop(answer)
            else:
                self.outcomes.append(answer)
                self.progress.done(sum(_bytes(done.part) for done in answer.done))
            if time.monotonic() - self.committed > COMMIT_EVERY:
                self.commit()
        self.commit()

    def stop(self, answer: Outcome) -> None:
        """A fault of the store itself: what is done is kept if it can be, and the run ends."""
        held = list(self.outcomes)
        try:
            self.commit()
        except (StoreError, OSError):
            for outcome in held:
                discard(outcome)
        raise StoreError(answer.trouble)

    def lost(self, answer: crew.Lost) -> None:
        """A part that no worker lived to finish takes its file with it."""
        self.forget(answer.part.unit, answer.part.content)
        self.refuse(answer.part.unit, answer.why, again=True)

    def forget(self, unit: Unit, content: str) -> None:
        """A file is no longer worked."""
        self.wanted.pop(unit.file, None)
        self.contents.claimed.pop(content, None)

    # -- what the ledger is told --------------------------------------------------------------------------------------------------------

    def enter(self, unit: Unit, content: str | None, status: str, **told: Any) -> None:
        """Put a row about a file among those that are entered next."""
        row = {"what": FILE, "file": unit.file, "given": unit.given, "size": unit.size, "modified": unit.modified, "read_at": self.read_at}
        row |= {"content": content, "key": self.key, "status": status, "engine": engine_version()} | told
        self.entering.append(row)
        if status in (REFUSED, "errors"):
            self.report.refusals.append((unit.given, told.get("why") or ""))

    def refuse(self, unit: Unit, told: str, *, again: bool) -> None:
        """Nothing of a file is kept; `again` where another run may fare better."""
        if again:
            unit = unit._replace(size=None, modified=None)  # type: ignore[arg-type]  # no size is its size: it is looked into again
        self.enter(unit, None, REFUSED, why=told)

    def touch(self, unit: Unit, content: str) -> None:
        """A file whose bytes are the same is known by its new date."""
        self.report.unchanged += 1
        row = self.start.by_file.get(unit.file)
        if row is None or row["content"] != content:
            row = self.state.by_file[unit.file]  # another run has entered it meanwhile
        if (row["size"], row["modified"], row["read_at"]) != (unit.size, unit.modified, self.read_at):
            self.entering.append(row | {"content": content, "size": unit.size, "modified": unit.modified, "read_at": self.read_at})

    def settle_aliases(self) -> None:
        """Files whose content another one holds: named beside it, or read themselves where nothing came of the other."""
        aliases, self.aliases = self.aliases, []
        for unit, content, _ in aliases:
            held = self.contents.held.get((content, unit.kind))
            if held == unit.file:
                self.touch(unit, content)
            elif held is not None:
                self.enter(unit, content, SAME, same_as=held)
            elif (content, unit.kind) in self.contents.refused:
                self.enter(unit, content, REFUSED, why=self.contents.refused[content, unit.kind])
            else:
                self.contents.claimed.pop(content, None)
                self.again[unit.file] = unit
        self.commit()

    def take(self, outcome: Outcome, done: Done) -> None:
        """What came of one part."""
        unit = done.part.unit
        wanted = self.wanted.get(unit.file)
        if wanted is None or done.part.entry != wanted.parts[0].entry:
            return
        if done.changed:
            self.forget(unit, done.part.content)
            self.changed[unit.file] += 1
            if self.changed[unit.file] == 1:
                self.progress.say(f"{unit.given} changed while it was read; it is read again")
            if self.changed[unit.file] > 2:
                self.refuse(unit, "It changed each time it was read. Add it again when nothing writes to it.", again=True)
            else:
                self.again[unit.file] = _now(unit)
            return
        wanted.done[done.part.start] = done
        wanted.batches[done.part.start] = outcome.job.batch
        if wanted.apart:
            part = done.part
            self.entering.append(
                {"what": PIECE, "file": unit.file, "content": part.content, "key": self.key, "take": wanted.take}
                | {"batch": outcome.job.batch, "start": part.start, "stop": part.stop, "first_game": part.first_game}
                | _counts(done)
            )
        self.close(wanted)

    def close(self, wanted: Wanted) -> None:
        """Enter a file of which every part was read and counted from the right number; put right those that were not."""
        wrong = wanted.wrong()
        for part in wrong:
            del wanted.done[part.start]
        self.redo += wrong
        if wrong or not wanted.complete:
            return
        whole = merged_done(wanted.done[part.start] for part in wanted.parts)
        if wanted.broke:
            whole.errors += 1
            whole.blame(f"It breaks off: {wanted.broke}. What could be read of it is read.")
        batch = None if wanted.apart else wanted.batches[wanted.parts[0].start]
        status = whole.status
        counts = _counts(whole)
        self.enter(wanted.unit, wanted.content, status, take=wanted.take, batch=batch if status in HELD else None, **counts)
        if status in HELD:
            self.report.games += whole.kept
            self.report.turns += whole.turns
        del self.wanted[wanted.unit.file]

    def commit(self) -> None:
        """What is done counts from here on: the rows become part of their tables, then the ledger names them."""
        outcomes, self.outcomes = self.outcomes, []
        for outcome in outcomes:
            for done in outcome.done:
                self.take(outcome, done)
        entering, self.entering = self.entering, []
        self.committed = time.monotonic()
        if not entering:
            for outcome in outcomes:
                discard(outcome)
            return
        batches = {row.get("batch") for row in entering} | {batch for row in self.wanted.values() for batch in row.batches.values()}
        for outcome in outcomes:
            if outcome.job.batch not in batches:
                discard(outcome)
        self.keep_homes(entering)
        for table in TABLES:
            self.store.append(table, [added for outcome in outcomes for added in outcome.files.get(table, ())])
        taken: set[str] = set()

        def told(frame: pl.DataFrame, version: int) -> pl.DataFrame:
            taken.clear()
            if version != self.state.version:
                taken.update(self.taken_by_others(State(frame, version), entering))
            return rows(*(row for row in entering if row.get("batch") not in taken or row["what"] == PIECE))

        seen = self.state.frame, self.state.version
        version = self.store.enter(told, seen)
        if version == self.state.version + 1:
            self.state = self.state.grown(rows(*entering), version)
            for row in entering:
                self.contents.learn(row)
        else:
            self.see(State(*self.store.ledger()))
        if taken:
            self.give_up(taken, entering)

    def taken_by_others(self, state: State, entering: list[dict[str, Any]]) -> set[str]:
        """The batches of which another run has entered a content meanwhile: a content is only entered once."""
        others = set(state.holders.filter(pl.col("key") == self.key).select("content").to_series())
        mine = set(self.state.holders.filter(pl.col("key") == self.key).select("content").to_series())
        return {row["batch"] for row in entering if row.get("batch") and row["what"] == FILE and row["content"] in others - mine}

    def give_up(self, batches: set[str], entering: list[dict[str, Any]]) -> None:
        """Take away the batches of which another run has a part already; their files are looked at again."""
        for table in TABLES:
            self.store.replace(table, [path for path, _ in self.store.paths(table) if batch_of(path) in batches], ())
        for row in entering:
            if row.get("batch") in batches and row["what"] == FILE:
                self.contents.claimed.pop(row["content"], None)
                self.again[row["file"]] = Unit(row["file"], row["given"], row["size"], row["modified"])

    # -- before and after ---------------------------------------------------------------------------------------------------------------

    def keep_homes(self, entering: list[dict[str, Any]]) -> None:
        """A file that changes leaves its old content to another file that has the same, if there is one."""
        if not (self.start.files["status"] == SAME).any():
            return
        for row in entering:
            if (
                row["what"] == FILE
                and row["file"] in self.start.by_file
                and move_home(self.store, self.state, row["file"], row.get("content"))
            ):
                self.see(State(*self.store.ledger()))

    def heal(self) -> None:
        """What files of the tables held that are gone or damaged is read again."""
        if self.state.known_batches and not self.state.batches.height:
            for table in TABLES:  # everything was dropped: what is left of it need not be sound
                self.store.replace(table, [path for path, _ in self.store.paths(table) if batch_of(path).startswith(MERGED)], ())
        found = losses(self.store, self.state)
        for loss in found:
            if loss.merged:
                raise StoreError(loss.words(self.store))
        gone = {batch for loss in found for batch in loss.batches}
        if self.store.anew:
            gone |= set(self.state.batches["batch"].to_list())
        if not gone:
            return
        batches = "1 batch" if len(gone) == 1 else f"{len(gone)} batches"
        self.progress.say(f"rows of {batches} are gone from the store or damaged; what they held is read again")

        def lost_rows(frame: pl.DataFrame, version: int) -> pl.DataFrame:
            state = State(frame, version)
            entries = state.batches.filter(pl.col("batch").is_in(list(gone)))["entry"]
            held = state.holders.filter(pl.col("entry").is_in(entries.implode())).drop("entry")
            told = "Its rows are gone from the store. Add it again."
            return held.with_columns(
                status=pl.lit(REFUSED),
                why=pl.lit(told),
                batch=pl.lit(None, pl.String),
                size=pl.lit(None, pl.Int64),
                content=pl.lit(None, pl.String),
            )

        self.store.enter(lost_rows)
        for table in TABLES:
            self.store.replace(table, [path for path, _ in self.store.paths(table) if batch_of(path) in gone], ())
        self.see(State(*self.store.ledger()))

    def compare(self) -> None:
        """Find the games that are a run of others, and enter them."""
        view = look(self.store)
        new = view.state.uncompared
        pairs = compare(view, new)
        told = [{"what": CONTAINED, "part": part, "whole": whole} for part, whole in pairs.iter_rows()]
        told += [{"what": COMPARED, "batch": batch} for batch in sorted(new)]
        self.store.enter(lambda _, __: rows(*told))
        self.see(State(*self.store.ledger()))

    def tidy(self) -> None:
        """Take the rows of files that were replaced out of the tables where a whole batch is of them; put the ledger's files together."""
        counting = set(self.state.batches["batch"].to_list())
        dead = self.state.known_batches - counting - self.state.unfinished
        for table in TABLES if dead else ():
            self.store.replace(table, [path for path, _ in self.store.paths(table) if batch_of(path) in dead], ())
        if len(self.store.paths(LEDGER)) > MANY_FILES:
            self.store.rewrite_ledger(self.state.frame, self.state.version)
            self.see(State(*self.store.ledger()))


def _counts(done: Done) -> dict[str, Any]:
    names = ("games", "lines", "turns", "findings", "errors", "refused")
    return {name: getattr(done, name) for name in names} | {"why": done.why or None}


def _now(unit: Unit) -> Unit:
    """A file as it is now, or as it was where it is gone."""
    try:
        return Unit(*stat(unit.file, unit.given))
    except OSError:
        return unit


def _bytes(part: Part) -> int:
    return part.unit.size if part.stop is None or part.unit.kind != "plain" else part.stop - part.start
