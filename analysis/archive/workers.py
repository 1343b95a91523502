"""Who does the jobs of a run: this process, several here, a Dask cluster; and what becomes of a job whose worker dies.

All go through `concurrent.futures.Executor`. A worker that dies takes with it only what it had in hands; that is done again, one file at a
time, and a file at which workers die again is given up.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.archive.address import StoreError, why
from analysis.archive.store import new_batch
from analysis.archive.work import Job, Outcome, Part, process, single
from analysis.shares import begin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor

ANSWER = 15
"""Seconds that a scheduler has to answer."""
PATIENCE = 60
"""Seconds that a scheduler without workers is waited for."""


class Lost(NamedTuple):
    """A part that no worker lived to finish."""

    part: Part
    why: str


class Workers(NamedTuple):
    """A number of processes here, or the address of a Dask scheduler."""

    jobs: int = 1
    scheduler: str = ""


Answer = Outcome | Lost
Say = "Callable[[str], None]"


def run(
    jobs: Iterable[Job],
    workers: Workers,
    say: Callable[[str], None],
    work: Callable[[Job], Outcome] = process,
    ready: Callable[[], None] | None = None,
) -> Iterator[Answer]:
    """Have jobs done; the answers come as they are ready. Raises StoreError where no worker can be had.

    `ready` is what processes here do first, while the first jobs are still looked for.
    """
    if workers.scheduler:
        with _cluster(workers.scheduler) as (executor, size, alive):
            run = _Run(lambda: executor, size + 2, work, say, keeps=True)
            run.alive = alive
            yield from run.all(jobs)
        return
    if workers.jobs < 2:
        for job in jobs:
            yield work(job)
        return
    run = _Run(lambda size=workers.jobs: _Pool(size), workers.jobs + 1, work, say)
    run.first = [ready] * workers.jobs if ready is not None else []
    yield from run.all(jobs)


class _Pool(ProcessPoolExecutor):
    """New processes, not copies of this one: polars has threads, and a copy would not have them. They live no longer than this one."""

    def __init__(self, size: int) -> None:
        context = multiprocessing.get_context("spawn")
        line, self._line = context.Pipe(duplex=False)
        with _unheard():
            super().__init__(size, context, begin, (size, line))

    def submit(self, *words: Any, **named: Any) -> Future[Any]:
        """As any executor; it may start a process."""
        with _unheard():
            return super().submit(*words, **named)

    def end(self) -> None:
        """Have the processes end at once, whatever they do."""
        self._line.close()


@contextmanager
def _unheard() -> Iterator[None]:
    """Processes started in here do not hear Ctrl-C or the end of the terminal, from their first moment on: this one does, and ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    deaf = {signal.SIGINT, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, deaf)
    try:
        resource_tracker.ensure_running()  # a process too; where it starts, SIGINT is heard again
        signal.pthread_sigmask(signal.SIG_BLOCK, deaf)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Run:
    """Jobs under way in an executor that may break, and is then made anew."""

    def __init__(self, make: Callable[..., Executor], ahead: int, work: Any, say: Any, *, keeps: bool = False) -> None:
        self.make, self.ahead, self.work, self.say, self.keeps = make, ahead, work, say, keeps
        self.alive: Callable[[], bool] = lambda: True
        self.first: list[Callable[[], None]] = []

    def all(self, jobs: Iterable[Job]) -> Iterator[Answer]:
        """Every job's answer. Jobs are taken only as there is room for them."""
        coming = iter(jobs)
        waiting: dict[Future[Outcome], Job] = {}
        executor = self.make()
        suspects: deque[Job] = deque()
        whole = False
        for ready in self.first:
            executor.submit(ready)
        try:
            while True:
                while len(waiting) < self.ahead:
                    job = next(coming, None)
                    if job is None:
                        break
                    try:
                        waiting[executor.submit(self.work, job)] = job
                    except BrokenExecutor:
                        suspects.append(job)
                        break
                if not waiting:
                    whole = True
                    break
                done, _ = wait(waiting, timeout=PATIENCE, return_when=FIRST_COMPLETED)
                if not done and not self.alive():
                    raise StoreError(f"the cluster has had no worker for {PATIENCE} seconds; what was added before stands")
                broken = False
                for future in done:
                    job = waiting.pop(future)
                    answer, died = _answer(future)
                    if answer is not None:
                        yield answer
                    elif died:
                        suspects.append(job)
                        broken = True
                if broken and not self.keeps:
                    suspects += waiting.values()
                    waiting.clear()
                    executor.shutdown(wait=False, cancel_futures=True)
                if suspects:
                    many = "its work is" if len(suspects) == 1 else f"the work of {len(suspects)} batches is"
                    self.say(f"a worker died; {many} done again")
                    for job in suspects:
                        yield from self.again(executor if self.keeps else None, job)
                    suspects.clear()
                    if broken and not self.keeps:
                        executor = self.make()
        finally:
            if not whole:
                _end(executor)
            for future in waiting:
                future.cancel()
            if not self.keeps:
                executor.shutdown(wait=True, cancel_futures=True)

    def again(self, executor: Executor | None, job: Job) -> Iterator[Answer]:
        """A job whose worker died: once more as it is, then file by file; a file at which a worker dies again is given up."""
        answer = self.alone(executor, single(job.parts, job, new_batch()))
        if answer is not None:
            yield answer
            return
        if len(job.parts) > 1:
            for part in job.parts:
                answer = self.alone(executor, single((part,), job, new_batch()))
                yield answer if answer is not None else Lost(part, _GIVEN_UP)
            return
        yield Lost(job.parts[0], _GIVEN_UP)

    def alone(self, executor: Executor | None, job: Job) -> Outcome | None:
        """Do one job with nothing beside it; None where its worker dies."""
        own = executor if executor is not None else self.make(1)
        try:
            answer, _ = _answer(own.submit(self.work, job))
        except BrokenExecutor:
            answer = None
        except BaseException:
            _end(own if executor is None else None)
            raise
        finally:
            if executor is None:
                own.shutdown(wait=True, cancel_futures=True)
        return answer


def _end(executor: Executor | None) -> None:
    """Nobody waits for the answers any more: processes of ours need not finish what they have in hands."""
    if isinstance(executor, _Pool):
        executor.end()


_GIVEN_UP = "The worker that read it died, and died again when it was read alone: it is left out."


def _answer(future: Future[Outcome]) -> tuple[Outcome | None, bool]:
    """A job's outcome, or that its worker died. Raises StoreError for anything else that keeps work from being done."""
    try:
        return future.result(), False
    except (BrokenExecutor, CancelledError):
        return None, True
    except Exception as fault:  # noqa: BLE001 - a cluster raises anything at all
        if type(fault).__name__ in {"KilledWorker", "FutureCancelledError", "CancelledError"}:
            return None, True
        raise StoreError(f"a worker cannot work: {type(fault).__name__}: {why(fault)}") from None


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int, Callable[[], bool]]]:
    """The executor of a Dask cluster, how many jobs it works at once, and whether it has a worker."""
    try:
        from distributed import Client  # noqa: PLC0415 - only who has a cluster needs it
    except ImportError:
        raise StoreError("a cluster needs the extra `cluster`: pip install 'trictrac-records[cluster]'") from None
    try:
        client: Any = Client(address, timeout=f"{ANSWER}s", set_as_default=False)  # type: ignore[no-untyped-call]
    except Exception as fault:  # noqa: BLE001 - as above
        raise StoreError(f"no scheduler answers at {address}: {why(fault)}") from None
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except Exception:  # noqa: BLE001 - as above
            raise StoreError(f"the scheduler at {address} has had no worker for {PATIENCE} seconds") from None
        size = sum(client.nthreads().values())
        yield client.get_executor(pure=False), max(1, size), lambda: bool(client.nthreads())
    finally:
        client.close()
