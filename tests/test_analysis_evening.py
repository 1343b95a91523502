"""Generated evenings of the forms: nothing in them is at fault, and the same seed plays the same."""

from __future__ import annotations

import pytest

from analysis.evening import FORMS, evening
from analysis.tables import judge
from notation import read_text
from reports.cli_generate import FORMS as OFFERED


@pytest.mark.parametrize("name", FORMS)
def test_an_evening_has_no_fault_and_settles(name: str) -> None:
    text = evening(name, 1, daring=0.4)
    assert text == evening(name, 1, daring=0.4) != evening(name, 2, daring=0.4)
    (game,) = read_text(text)
    judged = judge(game)
    assert game.diagnostics == () and judged.audit.findings == () and judged.replay.breaks == ()
    assert judged.joined is not None
    assert judged.joined.gaps == () and all(check.agrees for check in judged.joined.checks)
    assert judged.joined.reckoning.net
    for amounts in judged.joined.reckoning.net.values():
        assert sum(amounts) == 0


def test_every_form_is_offered() -> None:
    assert tuple(FORMS) == OFFERED
