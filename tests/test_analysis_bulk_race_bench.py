"""Races by the column are as fast as they are meant to be, beside python-chess in the same run."""

import pytest


@pytest.mark.bench
def test_throws_of_races_beside_plies_of_python_chess() -> None:
    pytest.importorskip("numba", reason="the compiled engine is the extra `bulk`")
    pytest.importorskip("chess", reason="the reference is the extra `bench`")
    from benchmarks.bench_races import measured

    found = measured(number=30, copies=20, plain=False)
    for rules in ("brade", "trictrac-nl"):
        assert found[f"{rules} sound by column"] == 1.0
        assert found[f"{rules} sound compiled"] >= 1.5 * found["python-chess"], found
