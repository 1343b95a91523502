"""The handed matches and worked examples, event by event, and what their points of dispute are settled by."""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any

import pytest
from conftest import cases_folder

from replay.forms.adjournment import freeze, thaw
from replay.forms.events import Wrong, event_from_json, event_to_json
from replay.forms.form import form_from_json, form_to_json
from replay.forms.machine import start, step, trace
from replay.forms.rulings import RULINGS, Rulings
from replay.forms.settlement import settle

pytestmark = pytest.mark.cases
Row = dict[str, Any]


@cache
def rows() -> list[Row]:
    folder = cases_folder()
    lines = gzip.decompress((folder / "forms.jsonl.gz").read_bytes()).decode("utf-8").splitlines()
    return [json.loads(line) for line in (*lines, *(folder / "forms_worked.jsonl").read_text("utf-8").splitlines())]


def params() -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in rows()]


def plain(value: Any) -> Any:
    """As it would be written, the order of what is legal left out of account."""
    told = json.loads(json.dumps(value))
    if isinstance(told, dict) and told.get("must"):
        told["must"]["legal"] = sorted(told["must"]["legal"])
    return told


def differs(row: Row, rulings: Rulings | None = None) -> str:
    """Where a row is played otherwise than it says; empty where it is not."""
    state = start(form_from_json(row, rulings))
    for at, (event, wanted) in enumerate(zip(row["events"], row["trace"], strict=True)):
        try:
            done = step(state, event_from_json(event))
        except Wrong as wrong:
            return f"event {at} {event} is refused: {wrong}"
        state = done.state
        found, stands = plain(trace(done)), plain(wanted)
        if found != stands:
            fields = [key for key in {*found, *stands} if found.get(key) != stands.get(key) or (key in found) != (key in stands)]
            return f"event {at} {event}: " + "; ".join(f"{key} {found.get(key)}, not {stands.get(key)}" for key in sorted(fields))
    if state.table.over != (row["settlement"] is not None):
        return "the match is over in one, not in the other"
    if row["settlement"] is not None:
        told = plain(settle(state).told)
        if told != row["settlement"]:
            return f"settlement {told}, not {row['settlement']}"
    return ""


@pytest.mark.parametrize("row", params())
def test_every_event_and_the_settlement(row: Row) -> None:
    assert differs(row) == ""


@pytest.mark.parametrize("row", [row for row in params() if "stated" in row.values[0]])
def test_what_the_source_states(row: Row) -> None:
    """The values printed in the book, each by its path, in what was played here (not in what the row says was)."""
    state, found = start(form_from_json(row)), []
    for event in row["events"]:
        done = step(state, event_from_json(event))
        state = done.state
        found.append(plain(trace(done)))
    mine = {"trace": found, "settlement": plain(settle(state).told) if state.table.over else None}
    for stated in row["stated"]:
        value: Any = mine
        for key in stated["path"]:
            value = value[key]
        wanted = stated["value"]
        if stated["path"][-1] == "legal":
            value, wanted = sorted(value), sorted(wanted)
        assert value == wanted, stated


@pytest.mark.parametrize("row", params())
def test_events_and_forms_are_read_as_they_are_written(row: Row) -> None:
    assert [event_to_json(event_from_json(event)) for event in row["events"]] == row["events"]
    made = form_from_json(row)
    assert form_from_json(form_to_json(made)) == made


@pytest.mark.parametrize("row", params())
def test_a_match_put_off_in_the_middle_goes_on_the_same(row: Row) -> None:
    half = len(row["events"]) // 2
    state = start(form_from_json(row))
    for event in row["events"][:half]:
        state = step(state, event_from_json(event)).state
    state = thaw(json.loads(json.dumps(freeze(state))))
    for event, wanted in zip(row["events"][half:], row["trace"][half:], strict=True):
        done = step(state, event_from_json(event))
        state = done.state
        assert plain(trace(done)) == plain(wanted)


def test_every_point_of_dispute_has_its_ruling() -> None:
    named = {word for row in rows() for word in row["touches"]}
    assert named <= {row.touches for row in RULINGS}


OFFERED = ("drain_equality", "drain_concede")
"""Points a row names only where the decision was taken: a row in which it was offered and declined differs too."""


NEAR = {"suspend_when_behind": ("last_mark_suspend",)}
"""Points that a ruling touches as well: a mark that is frozen where it would be conceded does not end the match, and may be suspended."""


@pytest.mark.parametrize("ruling", [row for row in RULINGS if row.touches], ids=lambda row: row.name)
def test_a_ruling_changes_the_rows_that_touch_it_and_no_others(ruling: Any) -> None:
    changed = set()
    for value in ruling.values[1:]:
        rulings = Rulings(**{ruling.field: value})
        changed |= {row["id"] for row in rows() if relevant(row, ruling) and differs(row, rulings)}
    touching = {row["id"] for row in rows() if ruling.touches in row["touches"]}
    if ruling.touches not in OFFERED:
        near = NEAR.get(ruling.touches, ())
        assert changed <= touching | {row["id"] for row in rows() for word in near if word in row["touches"]}
    assert bool(changed) == bool(touching)


def relevant(row: Row, ruling: Any) -> bool:
    """Whether the ruling could touch a row at all: by its form (nothing is gained by playing the others)."""
    name, form = ruling.touches, row["form"]
    if name.startswith(("drain", "fill")):
        return bool(form == name.partition("_")[0])
    if name == "bridge_value":
        return bool(form == "cure")
    if name in ("queue_jetons_near_tie", "queue_jetons_three", "four_lead"):
        return form in ("ecrire", "combine")
    return bool(form == "combine")
