"""What all tests share: the folder of the cases, and which runs are only made when asked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # the oracle stands beside the tests

ASKED = ("soak", "bench")
"""Marks of runs that are left out unless `-m` names them."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("-m", default="") or ""
    left_out = [item for item in items if any(mark in item.keywords and mark not in wanted for mark in ASKED)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def cases_folder() -> Path:
    """The folder of the cases: TRICTRAC_CASES, by default the ones that come with the project."""
    return Path(os.environ.get("TRICTRAC_CASES") or HERE.parent / "corpora" / "cases")


def unknown_case(told: str) -> NoReturn:
    """A case of a shape that no test knows: a fault among the cases that come with the project, else nothing to be asked."""
    if cases_folder().resolve() == (HERE.parent / "corpora" / "cases").resolve():
        pytest.fail(told)
    pytest.skip(told)


@pytest.fixture(scope="session")
def cases() -> Path:
    return cases_folder()
