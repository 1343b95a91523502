"""The cases of bräde and Dutch TricTrac: complete results of a throw, in every reading (corpora/cases/README_cousins.md).

Expectations are read from the folder of the cases. `legal` and `ended` of every row are compared with the rulings of docs/rules.md, each of
its `alternatives` with that one reading changed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import Any

import pytest
from conftest import cases_folder

from notation.record import Men
from replay.cousins import brade, dutch

Row = dict[str, Any]
pytestmark = pytest.mark.cases


def rows(name: str) -> list[Any]:
    """The rows of a file of cases, none where the folder has no such file.

    They are kept as text: some hundred thousand lists would be looked over at every collection of garbage.
    """
    path = cases_folder() / name
    if not path.exists():
        return []
    lines = [line for line in gzip.decompress(path.read_bytes()).splitlines() if line.strip()]
    return [pytest.param(line, id=json.loads(line)["id"]) for line in lines]


BRADE = rows("brade_oracle.jsonl.gz")
DUTCH = rows("dutch_oracle.jsonl.gz")

BRADE_READINGS = {
    "finish_A": brade.Rules(stop_before_end=True),
    "finish_B1": brade.Rules(ending_measures=True),
    "strict_midlanding": brade.Rules(strict_landing=True),
    "no_block_burst_when_entering": brade.Rules(block_burst_entering=False),
}
DUTCH_READINGS = {
    "stuck_anywhere": dutch.Rules(stuck_anywhere=True),
    "bar_on_empty_only": dutch.Rules(bar_on_own=False),
    "nabeurt_one_throw": dutch.Rules(nabeurt_throws_again=False),
}


def men(side: Row) -> Men:
    return Men(tuple(side["points"]), side["off"], side["bar"], side.get("hand", 0))


def brade_answer(row: Row, rules: brade.Rules) -> tuple[list[Any], dict[str, Any]]:
    position = brade.Position(men(row["mover"]), men(row["other"]))
    results = brade.legal(position, tuple(row["throw"]), rules)
    sides = [(result.position.mover, result.position.other) for result in results]
    legal = [[list(a.points), a.bar, a.off, list(b.points), b.bar, b.off] for a, b in sides]
    endings = [(str(i), result.ending) for i, result in enumerate(results) if result.ending]
    return legal, {i: {"kind": end.kind, "munk": end.munk, "value": end.value} for i, end in endings}


def dutch_answer(row: Row, rules: dutch.Rules) -> tuple[list[Any], dict[str, str]]:
    position = dutch.Position(men(row["mover"]), men(row["other"]), row["mover_began"])
    results = dutch.legal(position, tuple(row["throw"]), rules)
    sides = [(result.position.mover, result.position.other, result.again) for result in results]
    legal = [[list(a.points), a.hand, a.bar, a.off, list(b.points), b.hand, b.bar, b.off, again] for a, b, again in sides]
    return legal, {str(i): result.ended for i, result in enumerate(results) if result.ended}


@pytest.mark.parametrize("line", BRADE)
def test_brade(line: bytes) -> None:
    row = json.loads(line)
    legal, ended = brade_answer(row, brade.DEFAULT)
    assert legal == row["legal"]
    assert ended == row["ended"]
    for reading, expected in row.get("alternatives", {}).items():
        legal, ended = brade_answer(row, BRADE_READINGS[reading])
        assert legal == expected["legal"], reading
        assert ended == expected["ended"], reading


@pytest.mark.parametrize("line", DUTCH)
def test_dutch(line: bytes) -> None:
    row = json.loads(line)
    compare(row, *dutch_answer(row, dutch.DEFAULT))
    for reading, expected in row.get("alternatives", {}).items():
        compare(expected, *dutch_answer(row, DUTCH_READINGS[reading]))


def compare(expected: Row, legal: list[Any], ended: dict[str, str]) -> None:
    if "legal" in expected:
        assert legal == expected["legal"]
        assert ended == expected["ended"]
    else:
        assert len(legal) == expected["legal_count"]
        text = json.dumps(legal, separators=(",", ":"))
        assert hashlib.sha256(text.encode()).hexdigest() == expected["legal_sha256"]
