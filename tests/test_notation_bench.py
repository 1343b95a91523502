"""Records are read many times as fast as python-chess reads a PGN."""

from __future__ import annotations

import pytest


@pytest.mark.bench
def test_megabytes_a_second() -> None:
    pytest.importorskip("chess")
    from benchmarks.bench_reading import TARGET, measured

    found = measured()
    print(", ".join(f"{name} {figure:.2f}" for name, figure in found.items()))
    assert found["ratio"] >= TARGET, found
