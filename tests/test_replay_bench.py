"""The engine is no slower, turn for ply, than python-chess reading a PGN."""

from __future__ import annotations

import pytest


@pytest.mark.bench
def test_a_turn_costs_no_more_than_a_ply() -> None:
    pytest.importorskip("chess")
    from benchmarks.bench_engine import REFERENCE, TARGET, measured

    found = measured()
    assert found["turns"] >= found["plies"], found
    # What the engine would do on a machine on which python-chess reads REFERENCE plies a second.
    assert found["turns"] / found["plies"] * REFERENCE >= TARGET, found
