"""A command starts, answers and ends in the blink of an eye: nothing is imported that it has no use for."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

GAME = "corpora/games/soumille-1738.tgn"
HEAVY = ("polars", "numba", "matplotlib", "rich", "jinja2", "zstandard", "hypothesis", "asyncio", "http", "sqlite3")
RUNS = 9


def modules_of(*words: str) -> set[str]:
    """The modules that are loaded when a command has ended."""
    program = (
        "import sys\nfrom reports.cli import main\n"
        f"try:\n    main({list(words)!r})\nexcept SystemExit:\n    pass\n"
        "print('loaded:', *sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].removeprefix("loaded: ").split())


@pytest.mark.parametrize("words", [("--help",), ("check", GAME), ("check", "--help")], ids=" ".join)
def test_nothing_heavy_is_loaded(words: tuple[str, ...]) -> None:
    loaded = modules_of(*words)
    assert "reports.cli" in loaded
    assert loaded.isdisjoint(HEAVY)
    if "--help" in words:
        assert loaded.isdisjoint({"pyparsing", "replay.engine", "notation.reader"})


def processor_time(words: list[str], environment: dict[str, str]) -> float:
    """Seconds a whole process costs, from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    program = [sys.executable, "-c", "from reports.cli import main; main()", *words]
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=environment)
    assert ("Usage" if "--help" in words else "1 game, ") in done.stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.bench
@pytest.mark.parametrize(("words", "most"), [(["--help"], 0.15), (["check", GAME], 0.30)], ids=["help", "check"])
def test_a_whole_process(words: list[str], most: float, tmp_path: Path) -> None:
    """The median of some runs, of processor time; the modules are compiled, as those of an installed package are."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONPATH": str(Path.cwd())}
    processor_time(words, environment)
    median = statistics.median(processor_time(words, environment) for _ in range(RUNS))
    print(f"trictrac {' '.join(words)}: {median:.3f} s")
    assert median <= most
