"""What a roll gives: every worked example of docs/rules.md, and what must hold on any board."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import oracle
import pytest
from conftest import HERE
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.engine import (
    Jan,
    apply_play,
    chances,
    code_of,
    due,
    is_legal,
    legal_results,
    moves_of,
    why_illegal,
)
from replay.plays import apply_moves
from replay.position import TALONS
from replay.rules import RULE_SETS, RuleSet, with_variant

PLAIN = with_variant(RULE_SETS["trictrac"], "no-pile")
RULES_TEXT = (HERE.parent / "docs" / "rules.md").read_text(encoding="utf-8")
START = "START"


def men(text: str, *, mirrored: bool = False) -> tuple[int, ...]:
    """Read `me{0:3,6:2}` or `x{14:1}` (written on the other's route) as 25 counts; what 15 men lack is off."""
    counts = [0] * 25
    if text == START:
        return TALONS
    for point, number in re.findall(r"(\d+):(\d+)", text):
        counts[23 - int(point) if mirrored else int(point)] += int(number)
    return tuple(counts)


class Example(NamedTuple):
    """A worked example: its row in docs/rules.md, the board, the dice, and what of it is asserted."""

    row: str
    me: str
    other: str
    dice: tuple[int, int]
    roller: dict[str, int]
    opponent: dict[str, int]


def example(row: str, me: str, other: str, roll: str, roller: str = "", opponent: str = "") -> Example:
    """Write `GJ=4` for a jan that must come to 4 points in all, `GJ=0` for one that must not be due, `*=16` for the total."""

    def points(text: str) -> dict[str, int]:
        return {code: int(number) for code, number in (item.split("=") for item in text.split())}

    return Example(row, me, other, (int(roll[0]), int(roll[2])), points(roller), points(opponent))


K1 = "me{6:2,7:2,8:2,9:3,10:3,11:3}"
F5 = "me{3:1,4:1,6:3,7:2,8:3,9:2,10:1,11:2}"
K8 = "me{0:2,1:2,2:2,3:3,4:2,5:2,8:2}"
K10 = "me{6:2,7:3,8:3,9:2,10:3,11:2}"
K10X = "x{12:4,13:3,14:3,16:4,19:1}"

EXAMPLES = [
    example("F-1", "me{0:3,6:3,7:2,8:2,9:2,10:1,11:2}", START, "4-1", "GJ=4"),
    example("F-2", "me{0:3,6:3,7:2,8:2,9:2,10:1,11:2}", START, "3-1", "GJ=4"),
    example("F-3", "me{0:3,6:3,7:3,8:2,9:2,10:0,11:2}", START, "4-3", "GJ=4 *=8"),
    example("F-3", "me{0:2,3:1,4:1,5:1,6:2,7:1,8:2,9:2,10:1,11:2}", START, "5-4", "GJ=4"),
    example("F-3", "me{0:2,3:1,4:1,5:1,6:2,7:1,8:2,9:2,10:1,11:2}", START, "6-3", "GJ=0"),
    example("F-4", "me{0:2,6:3,7:2,8:3,9:2,10:1,11:2}", START, "2-2", "GJ=12"),
    example("F-4", "me{0:2,4:1,6:2,7:2,8:3,9:2,10:1,11:2}", START, "2-2", "GJ=6"),
    *(
        example("F-5", F5, START, roll, f"GJ={points}")
        for roll, points in {"6-4": 8, "6-1": 8, "5-2": 8, "4-2": 12, "3-2": 4, "2-1": 4, "3-1": 4}.items()
    ),
    example("F-8", "me{3:1,6:2,7:2,8:2,9:1,10:4,11:3}", START, "6-5", "GJ=0", "*=0"),
    example("F-9", "me{5:1,6:2,7:2,8:2,9:1,10:4,11:3}", START, "6-4", "GJ=0", "*=0"),
    example("F-10", "me{6:2,7:3,8:2,9:1,10:4,11:3}", START, "6-2", "GJ=4", "*=2 IM=2"),
    example("F-12", "me{11:2,18:3,19:2,20:3,21:2,22:1,23:2}", "x{}", "6-5", "JR=0"),
    example("F-12", "me{11:3,18:2,19:2,20:3,21:2,22:1,23:2}", "x{}", "6-5", "JR=4"),
    example("F-13", "me{17:1,18:3,19:2,20:2,21:2,22:1,23:4}", "x{}", "6-5", "JR=4 *=4"),
    example("K-1", K1, START, "2-1", "GJC=4"),
    example("K-2", K1, START, "5-1", "GJC=0", "*=0"),
    example("K-3", K1, START, "6-1", "GJC=4", "IM=2"),
    example("K-3", K1, START, "6-2", "GJC=4", "IM=2"),
    example("K-4", K1, START, "6-4", "GJC=0", "IM=2"),
    example("K-5", K1, START, "6-6", "GJC=6", "IM=4"),
    example("K-6", "me{11:2,18:2,19:3,20:2,21:2,22:2,23:2}", "x{14:2}", "6-3", "JRC=4", "IM=2"),
    example("K-7", "me{18:4,19:2,20:2,21:2,22:2,23:3}", "x{}", "6-6", "JRC=6"),
    example("K-7", "me{18:4,19:2,20:2,21:2,22:2,23:3}", "x{}", "6-1", "JRC=4"),
    example("K-7", "me{17:1,18:3,19:2,20:2,21:2,22:3,23:2}", "x{}", "6-6", "JRC=6"),
    example("K-8", K8, START, "3-3", "PJC=6"),
    example("K-8", K8, START, "4-4", "PJC=6"),
    example("K-8", K8, START, "6-3", "PJC=0"),
    example("K-9", "me{0:2,1:2,2:2,3:3,4:2,5:2,6:2}", START, "6-6", "PJC=0"),
    *(example("K-10", K10, K10X, roll, "GJC=4") for roll in ("5-3", "5-2", "5-4", "6-2")),
    example(
        "K-11", "me{5:1,6:3,7:2,8:2,9:2,10:3,11:2}", "x{12:2,13:2,15:2,16:3,17:3,18:2,19:1}", "6-6", "*=0", "BF=6 *=6"
    ),
    example("H-1", "me{0:11,7:1,10:1,11:2}", "x{14:1}", "4-3", "BV=6"),
    example("H-1", "me{0:12,8:1,11:2}", "x{14:1}", "3-3", "BV=8"),
    example("H-2", "me{7:1}", "x{12:2,13:1,18:1}", "6-5", "BV=6"),
    example("H-3", "me{7:1}", "x{12:2,13:2,18:1}", "6-5", "BV=0", "BF=4"),
    example("H-4", "me{7:1}", "x{13:2,18:1}", "6-5", "BV=4", "BF=0"),
    example("H-5", "me{0:13,5:1,6:1}", "x{23:13,18:1,17:1}", "6-6", "JDT=6 BV=10 *=16"),
    example(
        "H-8", "me{6:2,7:2,8:3,9:3,10:3,11:2}", "x{12:2,13:2,14:2,15:2,16:2,18:1,19:1,20:2,23:1}", "6-6",
        "GJC=6 BV=6 *=12", "BF=12 IM=4 *=16",
    ),
    example("H-9", "me{0:13,11:2}", "x{16:1}", "5-2", "BV=2"),
    example("H-10", "me{0:2,6:2,7:2,8:2,9:2,10:3,11:2}", "x{3:1}", "3-1", "BV=4 GJC=4"),
    example("H-11", "me{11:2}", "x{23:1}", "6-6", "BV=6"),
    example("H-11", "me{11:2}", "x{23:1,17:2}", "6-6", "BV=0", "BF=6"),
    example(
        "H-14", "me{1:1,2:1,3:1,4:1,5:1,6:2,7:1,8:1,9:2,10:2,11:2}",
        "x{23:5,22:1,21:1,20:1,19:1,18:1,17:1,16:1,15:1,14:1,13:1}", "6-6", "GJ=6 BC=6 BV=70 *=82",
    ),
    example("C-1", "me{0:11,6:1,8:1,11:2}", START, "6-4", "BC=4"),
    example("C-1", "me{0:11,8:2,11:2}", START, "4-4", "BC=6"),
    example("C-1", "me{0:12,8:1,11:2}", START, "4-4", "BC=0"),
    example("C-2", "me{0:11,8:1,11:3}", START, "4-1", "BC=4"),
    example("C-2", "me{0:12,8:1,11:2}", START, "4-1", "BC=0"),
    example("C-2", "me{0:11,11:4}", START, "1-1", "BC=6"),
    example("C-2", "me{0:12,11:3}", START, "1-1", "BC=0"),
    example("C-3", "me{0:11,6:1,8:1,10:2}", START, "6-4", "BC=0", "*=0"),
    example("C-3", "me{0:11,6:1,8:1,11:2}", "x{23:13,12:2}", "6-4", "BC=0", "*=0"),
    example("J-1", "me{0:13,8:1,9:1}", START, "3-3", "JDT=6"),
    example("J-1", "me{0:13,6:2}", START, "6-5", "JDT=4"),
    example("J-1", "me{0:13,6:2}", "x{23:13,12:2}", "6-5", "JDT=0", "CDT=4"),
    example("J-4", "me{0:13,11:2}", START, "4-1", "JM=4"),
    example("J-4", "me{0:13,11:2}", START, "1-1", "JM=6"),
    example("J-5", "me{0:13,11:2}", START, "1-1", "BC=0 *=6"),
    example("J-6", "me{0:11,5:1,4:1,3:1,1:1}", START, "6-2", "JTC=4"),
    example("J-6", "me{0:12,4:1,5:1,6:1}", START, "2-1", "JTC=0"),
    example("J-9", "me{0:13,11:2}", "x{18:1,17:2,12:2}", "6-1", "", "CM=4 BF=4 *=8"),
    example("D-1", "me{5:1,6:3,7:2,8:2,9:2,10:2,11:3}", START, "6-5", "GJC=4", "*=0"),
    example("D-3", "me{15:1}", "x{21:2}", "4-2", "", "IM=2"),
    example("D-4", "me{11:2,18:2,19:2,20:2,21:2,22:3,23:2}", "x{}", "6-1", "", "IM=2"),
    example("O-4", "me{18:1,20:1}", "x{23:2}", "5-5", "", "IM=4"),
]  # fmt: skip


@pytest.mark.parametrize("case", EXAMPLES, ids=[f"{case.row} {case.dice[0]}-{case.dice[1]}" for case in EXAMPLES])
def test_examples_of_the_rules(case: Example) -> None:
    given = due(men(case.me), men(case.other, mirrored=True), case.dice, PLAIN, rolls=3)
    for jans, wanted in ((given.roller, case.roller), (given.opponent, case.opponent)):
        found = {code: sum(jan.points for jan in jans if code in ("*", jan.code)) for code in wanted}
        assert found == wanted


def test_the_examples_stand_in_the_rules() -> None:
    """Boards written out in docs/rules.md are the boards asked about here, row by row."""
    asked: dict[str, set[str]] = {}
    for case in (*EXAMPLES, *PLAYS):
        asked.setdefault(case.row, set()).add(case.me)
    missing = []
    for line in RULES_TEXT.splitlines():
        row = re.match(r"\| ([FKHCJ]-\d+) \|", line)
        boards = re.findall(r"me\{[\d:,]+\}", line) if row and "✓" in line else []
        missing += [(row[1], board) for board in boards if row and board not in asked.get(row[1], set())]
    assert not missing


# -- legal plays of the rules ----------------------------------------------------------------------------------------------------------


class Plays(NamedTuple):
    """An example that is about the plays: which are legal, which not."""

    row: str
    me: str
    other: str
    dice: tuple[int, int]
    legal: tuple[tuple[tuple[int, int], ...], ...]
    illegal: tuple[tuple[tuple[int, int], ...], ...]
    all: bool = False
    """Whether the legal ones are all there are."""
    variant: str = ""


PLAYS = [
    Plays("A-6", "me{0:2,6:2,7:2,8:2,9:2,10:3,11:2}", "x{23:11,17:4}", (5, 3), (((10, 18),),), (((10, 15), (6, 9)), ((10, 13), (6, 11)))),
    Plays("A-6", "me{0:2,6:2,7:2,8:2,9:2,10:3,11:2}", START, (5, 3), (((0, 3), (0, 5)), ((0, 8),)), (((10, 18),),)),
    Plays("F-9", "me{5:1,6:2,7:2,8:2,9:1,10:4,11:3}", START, (6, 4), (((5, 11), (6, 10)), ((5, 11), (7, 11))), (((5, 9),),)),
    Plays("F-13", "me{17:1,18:3,19:2,20:2,21:2,22:1,23:4}", "x{}", (6, 5), (((17, 22), (18, 24)),), (), True),
    Plays("K-2", K1, START, (5, 1), (((6, 11), (10, 11)),), (((10, 11),), ())),
    Plays("K-8", K8, START, (3, 3), (((8, 11), (8, 11)), ((3, 9),)), (), True),
    Plays("K-8", K8, START, (4, 4), (((8, 11), (8, 11)),), (), True),
    Plays("K-9", "me{0:2,1:2,2:2,3:3,4:2,5:2,6:2}", START, (6, 6), (((5, 11), (5, 11)), ((0, 6), (1, 7))), (((6, 11), (6, 11)),)),
    Plays(
        "K-11", "me{5:1,6:3,7:2,8:2,9:2,10:3,11:2}", "x{12:2,13:2,15:2,16:3,17:3,18:2,19:1}", (6, 6),
        (((8, 20),),), (((5, 11), (8, 14)),), True,
    ),
    Plays("C-6", "me{0:12,5:1,6:1,7:1}", START, (6, 5), (((5, 11), (6, 11)), ((0, 6), (0, 5))), (((6, 11), (7, 11)),)),
    Plays("C-7", "me{0:13,6:1,7:1}", START, (6, 5), (((6, 11), (7, 11)),), ()),
    Plays("C-7", "me{0:13,6:1,7:1}", "x{23:13,12:2}", (6, 5), (), (((6, 11), (7, 11)),)),
    Plays("D-1", "me{5:1,6:3,7:2,8:2,9:2,10:2,11:3}", START, (6, 5), (((5, 11), (6, 11)),), (((6, 11),),), True),
    Plays("D-3", "me{15:1}", "x{21:2}", (4, 2), (((15, 19),),), (((15, 17),), ((15, 21),)), True),
    Plays(
        "O-1", "me{19:1,22:1,23:1}", "x{}", (2, 1),
        (((22, 24), (23, 24)), ((22, 24), (19, 20)), ((23, 24), (19, 21)), ((19, 22),), ((19, 21), (22, 23))), (), True,
    ),
    Plays(
        "O-1 slow", "me{19:1,22:1,23:1}", "x{}", (2, 1),
        (((19, 21), (22, 23)), ((19, 22),)), (((22, 24), (23, 24)),), True, "bearoff=slow",
    ),
    Plays("O-2", "me{22:2}", "x{}", (1, 1), (((22, 24),), ((22, 23), (22, 23))), (), True),
    Plays("O-3", "me{21:1,23:1}", "x{}", (3, 1), (((21, 24), (23, 24)), ((21, 22), (22, 24))), (), True),
    Plays("O-3 pips", "me{21:1,23:1}", "x{}", (3, 1), (((21, 24), (23, 24)),), (((21, 24),),), True, "waste=pips"),
    Plays("O-3 forced", "me{21:1,23:1}", "x{}", (3, 1), (((21, 24), (23, 24)),), (((21, 24),),), True, "waste=forced"),
    Plays("O-4", "me{18:1,20:1}", "x{23:2}", (5, 5), ((),), (((20, 24),), ((18, 23),)), True),
    Plays("B-4", "me{19:1,21:2,23:2}", "x{}", (6, 4), (((19, 24), (21, 24)), ((19, 23), (21, 24))), (), True),
    Plays("B-4 pips", "me{19:1,21:2,23:2}", "x{}", (6, 4), (((19, 24), (21, 24)),), (((19, 23), (21, 24)),), True, "waste=pips"),
    Plays("B-4 forced", "me{19:1,21:2,23:2}", "x{}", (6, 4), (((19, 23), (21, 24)),), (((19, 24), (21, 24)),), True, "waste=forced"),
    Plays("M-4", "me{0:10,5:1,8:2,11:2}", "x{23:3,13:12}", (6, 3), (((5, 11), (11, 14)), ((5, 14),)), (((11, 17), (8, 11), (5, 8)),)),
]  # fmt: skip


@pytest.mark.parametrize("case", PLAYS, ids=[case.row for case in PLAYS])
def test_plays_of_the_rules(case: Plays) -> None:
    own, opp = men(case.me), men(case.other, mirrored=True)
    rules = with_variant(PLAIN, case.variant)
    given = due(own, opp, case.dice, rules)
    assert [moves for moves in case.legal if not is_legal(own, moves, given)] == []
    assert [moves for moves in case.illegal if is_legal(own, moves, given)] == []
    assert all(why_illegal(own, opp, case.dice, moves, given, rules) for moves in case.illegal)
    if case.all:
        assert legal_results(own, given) == {apply_moves(own, moves) for moves in case.legal}


@pytest.mark.parametrize(
    ("me", "other", "first", "variant", "code"),
    [
        ("me{0:13,5:1,6:1}", START, (4, 3), "meeting", "JRE"),
        ("me{0:13,5:1,6:1}", START, (4, 3), "", ""),
        ("me{0:13,5:1,6:1}", START, (4, 2), "meeting", ""),
        ("me{0:13,5:1,6:1}", START, None, "meeting", ""),
    ],
    ids=["same dice", "flag off", "other dice", "not the second roll"],
)
def test_meeting_jan(me: str, other: str, first: tuple[int, int] | None, variant: str, code: str) -> None:
    """X-40."""
    given = due(men(me), men(other), (3, 4), with_variant(PLAIN, variant), first=first)
    assert [jan.code for jan in given.roller if jan.code == "JRE"] == ([code] if code else [])


@pytest.mark.parametrize(
    ("rolls", "earlier", "due_"),
    [
        (3, ((5, 4), (3, 1)), True),
        (3, ((1, 5), (4, 3)), True),
        (3, (), True),
        (3, ((5, 4), (3, 2)), False),
        (4, ((5, 4), (3, 1)), False),
        (0, (), False),
    ],
    ids=["as the dice say", "in another order", "dice not known", "other dice", "fourth roll", "not known"],
)
def test_jan_de_trois_coups_needs_its_two_rolls(rolls: int, earlier: tuple[tuple[int, int], ...], due_: bool) -> None:
    """J-6, J-8: the first two rolls must have put the four men where they stand."""
    given = due(men("me{0:11,5:1,4:1,3:1,1:1}"), TALONS, (6, 2), PLAIN, rolls=rolls, earlier=earlier)
    assert any(jan.code == "JTC" for jan in given.roller) is due_


@pytest.mark.parametrize(
    ("me", "other", "dice", "code", "points"),
    [
        ("me{10:2,11:13}", "x{23:3,12:2,13:2,14:2,15:2,16:2,17:2}", (1, 1), "PM", 6),
        ("me{5:1,6:1,11:13}", "x{23:3,12:2,13:2,14:2,15:2,16:2,17:2}", (6, 5), "PM", 4),
        ("me{11:15}", "x{23:3,12:2,13:2,14:2,15:2,16:2,17:2}", (6, 4), "PMC", 4),
        ("me{10:1,11:14}", "x{23:15}", (1, 1), "PM", 0),
        ("me{10:1,11:14}", "x{1:15}", (6, 1), "PM", 0),
    ],
    ids=["made by aces", "made", "kept", "one ace only: made", "a man could go past"],
)
def test_pile_of_misfortune(me: str, other: str, dice: tuple[int, int], code: str, points: int) -> None:
    """X-41."""
    given = due(men(me), men(other, mirrored=True), dice, with_variant(PLAIN, "pile"))
    found = sum(jan.points for jan in given.roller if jan.code == code)
    if me == "me{10:1,11:14}" and other == "x{23:15}":
        # One ace makes the pile, the other cannot be played: made by half a roll, and the opponent has his two points.
        assert found == 6
        assert given.total_opponent == 2
    else:
        assert found == points
    assert not any(jan.code in ("PM", "PMC") for jan in due(men(me), men(other, mirrored=True), dice, PLAIN).roller)


# -- what must hold on any board --------------------------------------------------------------------------------------------------------

seeds = st.integers(0, 1_000_000)
RULE_CHOICES = [PLAIN, with_variant(PLAIN, "pile, margot"), RULE_SETS["triktrak"], with_variant(PLAIN, "bearoff=slow, waste=forced")]


@given(seeds, st.sampled_from(RULE_CHOICES))
@settings(max_examples=60, deadline=None)
def test_men_are_conserved_and_legal_plays_are_accepted(seed: int, rules: RuleSet) -> None:
    for board in oracle.drawn_positions(seed, 12):
        given = due(board.own, board.opp, board.dice, rules)
        assert given.plays
        assert len(set(given.plays)) == len(given.plays)
        assert given.total_roller == sum(jan.points for jan in given.roller)
        assert given.total_opponent == sum(jan.points for jan in given.opponent)
        for code in given.plays:
            moves = moves_of(code)
            after = apply_play(board.own, code)
            assert sum(after) == sum(board.own)
            assert min(after) >= 0
            assert code_of(moves) == code
            assert code_of(reversed(moves)) == code
            assert apply_moves(board.own, moves) == after
            assert is_legal(board.own, moves, given)
            assert why_illegal(board.own, board.opp, board.dice, moves, given, rules) == ""


@given(seeds, st.lists(st.tuples(st.integers(0, 23), st.integers(1, 24)), max_size=3), st.sampled_from(RULE_CHOICES))
@settings(max_examples=150, deadline=None)
def test_what_is_accepted_is_legal_and_the_rest_is_told_why(seed: int, moves: list[tuple[int, int]], rules: RuleSet) -> None:
    for board in oracle.drawn_positions(seed, 8):
        given = due(board.own, board.opp, board.dice, rules)
        ends = legal_results(board.own, given)
        after = apply_moves(board.own, moves)
        assert is_legal(board.own, moves, given) is (after in ends)
        told = why_illegal(board.own, board.opp, board.dice, moves, given, rules)
        assert bool(told) is (after not in ends)
        assert not told or re.search(r"\((?:[A-Z]-\d|docs/rules\.md)", told)


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_dice_have_no_order(seed: int) -> None:
    for board in oracle.drawn_positions(seed, 8):
        assert due(board.own, board.opp, board.dice, PLAIN) == due(board.own, board.opp, board.dice[::-1], PLAIN)


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_chances_are_the_36_throws(seed: int) -> None:
    for board in oracle.drawn_positions(seed, 2):
        rolls = chances(board.own, board.opp, PLAIN)
        assert sum(roll.weight for roll in rolls) == 36
        assert len({roll.dice for roll in rolls}) == 21
        assert all(roll.due == due(board.own, board.opp, roll.dice, PLAIN) for roll in rolls)


@pytest.mark.parametrize("dice", [(0, 3), (7, 1), (3, -1)])
def test_no_such_dice(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no roll of two dice"):
        due(TALONS, TALONS, dice, PLAIN)


def test_jans_are_values() -> None:
    jan = Jan("BV", True, 2, 8, 19, ("high", "sum"))
    assert jan == Jan("BV", True, 2, 8, 19, ("high", "sum"))
    assert len({jan, Jan("BV", True, 2, 8, 19, ("high", "sum"))}) == 1
    with pytest.raises(AttributeError):
        jan.points = 4  # type: ignore[misc]


# -- boards that a fault left wrong (H-6) -----------------------------------------------------------------------------------------------

BEHIND = "x{23:3,13:12}"  # the opponent can fill nothing any more


@pytest.mark.parametrize(
    ("me", "other", "dice", "good", "bad"),
    [
        ("me{0:13,5:1,11:1}", START, (6, 4), [((5, 11), (0, 4))], [((0, 6), (0, 4)), ((0, 10),)]),
        ("me{0:14,11:1}", START, (6, 4), [((0, 6), (0, 4)), ((0, 10),)], [((11, 17), (0, 4))]),
        ("me{0:14,11:1}", BEHIND, (6, 4), [((11, 17), (0, 4)), ((11, 15), (0, 6)), ((11, 21),)], [((0, 6), (0, 4)), ((0, 10),)]),
        ("me{0:14,12:1}", BEHIND, (6, 4), [((12, 18), (0, 4)), ((12, 22),)], [((0, 6), (0, 4))]),
        ("me{11:1,23:1}", "x{17:2,15:13}", (6, 4), [()], [((11, 17),), ((23, 24),)]),
        ("me{0:12,6:1,9:1,12:1}", BEHIND, (6, 3), [((12, 18), (0, 3)), ((12, 21),)], [((6, 11), (9, 11))]),
    ],
    ids=["a second man comes", "nothing cures it", "he goes on", "out of the other's corner", "nor with one die", "no force meanwhile"],
)
def test_a_man_alone_on_a_corner_must_be_cured(
    me: str, other: str, dice: tuple[int, int], good: list[tuple[tuple[int, int], ...]], bad: list[tuple[tuple[int, int], ...]]
) -> None:
    own, opp = men(me), men(other, mirrored=True)
    given = due(own, opp, dice, PLAIN)
    assert [moves for moves in good if not is_legal(own, moves, given)] == []
    assert [moves for moves in bad if is_legal(own, moves, given)] == []
    assert all(why_illegal(own, opp, dice, moves, given, PLAIN) for moves in bad)


def test_an_opposing_man_alone_on_his_corner() -> None:
    """He blocks real moves, is a blot in the outer table and an open rest; his corner is neither held nor empty."""
    opp = men("x{23:14,12:1}", mirrored=True)
    given = due(men("me{0:12,8:1,11:2}"), opp, (4, 4), PLAIN)
    assert [(jan.code, jan.place, jan.points) for jan in given.roller] == [("BV", 12, 4)]
    given = due(men("me{0:13,8:1,9:1}"), opp, (3, 3), PLAIN)
    assert not [jan for jan in (*given.roller, *given.opponent) if jan.code in ("JDT", "CDT")]


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_no_board_is_too_wrong_to_be_asked_about(seed: int) -> None:
    """Men anywhere, both sides on one point: there is an answer, and plays keep the number of men."""
    chance = random.Random(seed)
    for _ in range(10):
        sides = []
        for _ in range(2):
            counts = [0] * 25
            places = chance.choice([range(25), range(6, 13), range(16, 25), (0, 9, 10, 11, 12, 13)])
            for _ in range(chance.choice([15, 15, 8, 2])):
                counts[chance.choice(places)] += 1
            sides.append(tuple(counts))
        own, opp = sides
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        rules = chance.choice(RULE_CHOICES)
        given = due(own, opp, dice, rules, rolls=3)
        for code in given.plays:
            after = apply_play(own, code)
            assert min(after) >= 0
            assert sum(after) == sum(own)
