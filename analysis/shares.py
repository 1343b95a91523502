"""How a process works beside others: with its share of the threads, and no longer than who started it. Imports nothing of ours.

It is asked before polars is there.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

THREADS = "POLARS_MAX_THREADS"


def share(processes: int) -> None:
    """Leave every one of so many processes its own part of the processors; where somebody has said how many threads, that holds."""
    os.environ.setdefault(THREADS, str(max(1, (os.cpu_count() or 1) // processes)))


def begin(processes: int, line: Connection) -> None:
    """What a worker does first, one of so many. It ends when the other end of the line is closed: its parent says so, or was killed."""
    share(processes)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all at once; the parent heeds it
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    try:
        line.recv()  # nothing is ever sent
    except (EOFError, OSError):
        os._exit(1)  # as if killed: what it has written counts only when the ledger names it
