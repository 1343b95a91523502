"""Each flag of a rule set changes what its section of docs/rules.md says, and only that: one roll, worked by hand, for its values.

Flags that say what is due for going, claims and the accounts are tried with the audit and the forms (`ELSEWHERE`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from replay.engine import due
from replay.match import worth
from replay.rules import FLAGS, RULE_SETS, RuleSet

PLAIN = RULE_SETS["trictrac"]
FULL = dict.fromkeys(range(18, 24), 2)
AWAY = {11: 2}  # the opponent fills nothing, and stands nowhere in the way
ELSEWHERE = {
    "lead": "test_replay_replay.py",
    "rates": "test_replay_forms_settlements.py",
    "refait": "test_replay_forms_settlements.py",
    "rotation": "test_replay_forms_turns.py",
    "consent": "test_analysis_going.py",
    "raise_fails": "test_analysis_going.py",
    "entry": "test_replay_cousins_oracle.py",
}


def full(*spare: int) -> dict[int, int]:
    """The jan de retour full, and these men beside."""
    return {point: FULL[point] + spare.count(point) for point in FULL}


class Roll(NamedTuple):
    """A board, a roll and a value of a flag: the jans due, and where legal plays end, as what changes (None: not asked)."""

    flag: str
    value: object
    own: dict[int, int]
    dice: tuple[int, int]
    jans: str
    plays: tuple[str, ...] | None = None
    opp: dict[int, int] = AWAY
    rules: RuleSet = PLAIN


SLOW = replace(PLAIN, bearoff="slow")
THREE, SPARE, TIGHT = {20: 1, 22: 1, 23: 1}, full(21, 22, 23), full(18)
LAST_TWO, BEGIN, ONE = {19: 1, 22: 1}, {19: 8, 22: 7}, {19: 1}
KEPT = {11: 2, 18: 2, 19: 3, 20: 2, 21: 2, 22: 2, 23: 2}  # K-6: the six is blocked, the three is 19-22
PILE, GAP = {11: 14, 10: 1}, {0: 13, 7: 2}
WALL = {5: 2, 6: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 3}  # the opponent closes 12 to 18
KEEPS = ("21:2 22:2 23:5", "21:2", "22:2 23:2")  # by 21-23 22-23; by 21 off; by 22 off 23 off

ROLLS = [
    Roll("bearoff", "quick", THREE, (2, 1), "", ("20:0 23:2", "20:0 22:2 23:0", "20:0 21:1 22:0", "22:0 23:0")),
    Roll("bearoff", "slow", THREE, (2, 1), "", ("20:0 23:2",)),
    Roll("privilege", "keeping", SPARE, (2, 1), "JRC 4", KEEPS, rules=SLOW),
    Roll("privilege", "needed", SPARE, (2, 1), "JRC 4", KEEPS[:1], rules=SLOW),
    Roll("privilege", "none", SPARE, (2, 1), "JRC 4", KEEPS[:1], rules=SLOW),
    Roll("privilege", "keeping", SPARE, (3, 2), "JRC 4", ("21:2 22:2",), rules=SLOW),
    Roll("privilege", "needed", SPARE, (3, 2), "JRC 4", ("21:2 22:2",), rules=SLOW),
    Roll("privilege", "none", SPARE, (3, 2), "", rules=SLOW),
    Roll("privilege", "none", SPARE, (2, 1), "JRC 4", KEEPS),  # quick bearing off knows no privilege
    Roll("two_men", False, LAST_TWO, (2, 1), "", ("19:0 22:2", "19:0 21:1 22:0 23:1", "19:0 20:1 22:0")),
    Roll("two_men", True, LAST_TWO, (2, 1), "", ("19:0 21:1 22:0 23:1", "19:0 20:1 22:0")),
    Roll("two_men", False, TIGHT, (3, 2), "JRC 4", ("18:2 23:3",)),
    Roll("two_men", True, TIGHT, (3, 2), "JRC 4", ("18:2 23:3",)),  # needed to preserve
    Roll("two_men", True, BEGIN, (2, 1), "", ("19:6 20:1 21:1", "19:7 22:8", "19:7 21:1 22:6 23:1", "19:7 20:1 22:6", "22:5 23:1")),
    Roll("two_men", True, ONE, (2, 1), "", ("19:0 22:1",)),
    Roll("waste", "none", {19: 1, 21: 2, 23: 2}, (6, 4), "", ("19:0 21:1", "19:0 21:1 23:3")),
    Roll("waste", "pips", {19: 1, 21: 2, 23: 2}, (6, 4), "", ("19:0 21:1",)),
    Roll("waste", "forced", {19: 1, 21: 2, 23: 2}, (6, 4), "", ("19:0 21:1 23:3",)),
    Roll("impotence", "all", KEPT, (6, 3), "IM 2 JRC 4", ("19:2 22:3",), {9: 15}),
    Roll("impotence", "grand", KEPT, (6, 3), "IM 2", ("19:2 22:3",), {9: 15}),  # kept all the same, and not paid
    Roll("impotence", "grand", KEPT, (3, 1), "JRC 4", None, {9: 15}),
    Roll("impotence", "grand", {6: 2, 7: 2, 8: 2, 9: 3, 10: 3, 11: 3}, (6, 1), "BC 4 GJC 4 IM 2", None, {0: 15}),
    Roll("pile", True, PILE, (6, 1), "IM 2 PM 4", ("10:0 11:15",), WALL),
    Roll("pile", False, PILE, (6, 1), "IM 2", ("10:0 11:15",), WALL),
    Roll("pile", True, {11: 15}, (6, 1), "IM 4 PMC 4", ("",), WALL),
    Roll("pile", False, {11: 15}, (6, 1), "IM 4", ("",), WALL),
    Roll("margot", False, GAP, (5, 3), "", None, {0: 13, 10: 1, 12: 1}),
    Roll("margot", True, GAP, (5, 3), "", None, {0: 13, 10: 1, 12: 1}),  # 11 and 12 are no neighbours
    Roll("margot", False, GAP, (6, 2), "", None, {0: 13, 9: 1, 11: 0, 7: 1, 8: 0}),
    Roll("margot", True, GAP, (6, 2), "MF 2", None, {0: 13, 11: 0, 9: 1, 7: 1}),  # 8 from 7 onto 15, between 14 and 16
]


def counts(placed: dict[int, int]) -> tuple[int, ...]:
    points = [placed.get(point, 0) for point in range(24)]
    return (*points, 15 - sum(points))


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: f"{roll.flag}={roll.value} {roll.dice[0]}-{roll.dice[1]}")
def test_a_flag_on_the_board(roll: Roll) -> None:
    own = counts(roll.own)
    given = due(own, counts(roll.opp), roll.dice, replace(roll.rules, **{roll.flag: roll.value}))
    jans = sorted(f"{jan.code} {jan.points}" for jan in (*given.roller, *given.opponent))
    assert " ".join(jans) == roll.jans
    if roll.plays is not None:
        found = {" ".join(f"{p}:{after[p]}" for p in range(24) if after[p] != own[p]) for after in given.results(own)}
        assert found == set(roll.plays)


@pytest.mark.parametrize("flag", [flag for flag in FLAGS if flag.field not in ELSEWHERE], ids=lambda flag: flag.field)
def test_every_value_of_a_flag_is_tried_here(flag: object) -> None:
    field, values = flag.field, flag.values  # type: ignore[attr-defined]
    if field in ("schedule", "honours_double", "meeting"):
        assert {value: outcome(field, value) for value in values}.keys() == set(values)
        assert len({outcome(field, value) for value in values}) == len(values)
    else:
        assert {roll.value for roll in ROLLS if roll.flag == field} == set(values)


def outcome(field: str, value: object) -> object:
    """What a match of 12 to 6 is worth, or what a second roll like the first brings: no board tells it."""
    rules = replace(PLAIN, **{field: value})
    if field == "meeting":
        return due(counts({0: 15}), counts({0: 15}), (6, 4), rules, first=(4, 6)).total_roller
    if field == "honours_double":
        rules = replace(rules, schedule="honours")
    return worth(rules, 0, (12, 6), lurch=False).stakes
