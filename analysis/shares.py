"""How many threads a process that works beside others may use. Imports nothing: it is asked before polars is there."""

from __future__ import annotations

import os

THREADS = "POLARS_MAX_THREADS"


def share(processes: int) -> None:
    """Leave every one of so many processes its own part of the processors; where somebody has said how many threads, that holds."""
    os.environ.setdefault(THREADS, str(max(1, (os.cpu_count() or 1) // processes)))
