"""Archives by the column are as fast as they are meant to be, beside python-chess in the same run."""

import pytest


@pytest.mark.bench
def test_turns_of_an_archive_beside_plies_of_python_chess() -> None:
    pytest.importorskip("numba", reason="the compiled engine is the extra `bulk`")
    pytest.importorskip("chess", reason="the reference is the extra `bench`")
    from benchmarks.bench_archive import measured

    found = measured(games=120, copies=12)
    assert found["by column"] == 1.0
    assert found["warm words"] >= 8 * found["python-chess"], found
