"""Positions: what a setup may be, the board drawn and read back, and the two players exchanged."""

from __future__ import annotations

from dataclasses import replace

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.position import parse_setup
from notation.record import Men, Setup
from replay.engine import due
from replay.position import (
    PARDONABLE,
    TALONS,
    ImpossiblePosition,
    Position,
    draw,
    from_setup,
    read_diagram,
    write_position,
)
from replay.rules import RULE_SETS
from replay.scoring import Pegs

TRICTRAC = RULE_SETS["trictrac"]


def points(text: str, off: int = 0) -> Men:
    counts = [0] * 24
    for item in text.split():
        place, _, number = item.partition(":")
        counts[int(place)] = int(number)
    return Men(tuple(counts), off)


def faults(setup: Setup, pardon: tuple[str, ...] = ()) -> list[str]:
    try:
        from_setup(setup, TRICTRAC, pardon)
    except ImpossiblePosition as fault:
        return [one.kind for one in fault.faults]
    return []


ALL_AT_ONCE = Setup(points("0:12 11:1 12:1 5:2"), points("11:2 18:3 0:9"), "W", points=(3, 12), holes=(0, -1), keys=(("bredouille", "W"),))


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(ImpossiblePosition) as told:
        from_setup(ALL_AT_ONCE, TRICTRAC)
    kinds = [fault.kind for fault in told.value.faults]
    assert kinds == ["too-many-men", "own-corner", "adverse-corner", "shared-point", "shared-point", "points", "points", "holes"]
    assert all(fault.message in str(told.value) for fault in told.value.faults)
    assert "White has 16 men, and there are 15" in str(told.value)
    assert "both sides have men on White's 5 (M-1)" in str(told.value)


@pytest.mark.parametrize(
    ("setup", "kinds"),
    [
        (Setup(points("0:15"), points("0:15"), "W"), []),
        (Setup(points("0:3 5:2"), points(""), "W"), []),
        (Setup(None, None, "?"), []),
        (Setup(points("0:13 11:1 5:1"), points("0:15"), "W"), ["own-corner"]),
        (Setup(points("0:14 12:1"), points("0:15"), "W"), ["adverse-corner"]),
        (Setup(points("0:15"), points("0:14 23:1"), "W"), ["shared-point"]),
        (Setup(points("0:15"), points("0:15"), "W", points=(5, 0)), ["points"]),
        (Setup(points("0:15"), points("0:15"), "W", points=(None, 14)), ["points"]),
        (Setup(points("0:15"), points("0:15"), "W", points=(0, 4), keys=(("bredouille", "W"),)), ["bredouille"]),
        (Setup(points("0:15"), points("0:15"), "W", keys=(("rolls", "two"),)), ["rolls"]),
        (Setup(points(""), points("0:15"), "W"), ["no-men"]),
        (Setup(points("", off=15), points("0:15"), "B"), ["all-off"]),
        (Setup(Men((15, *([0] * 23)), bar=1), points("0:15"), "W"), ["too-many-men", "not-on-board"]),
        (Setup(Men((14, *([0] * 23)), hand=1), points("0:15"), "W"), ["not-on-board"]),
        (Setup(Men((16, -1, *([0] * 22))), points("0:15"), "W"), ["too-few-men"]),
    ],
    ids=lambda value: "-".join(value) or "none" if isinstance(value, list) else "",
)
def test_faults_one_by_one(setup: Setup, kinds: list[str]) -> None:
    assert faults(setup) == kinds


def test_faults_can_be_pardoned_as_far_as_one_can_play_on() -> None:
    setup = Setup(points("0:13 11:1 5:1"), points("0:15"), "W", points=(3, 0))
    assert faults(setup, ("own-corner",)) == ["points"]
    assert faults(setup, ("own-corner", "points")) == []
    assert from_setup(setup, TRICTRAC, PARDONABLE).points == (3, 0)
    assert faults(ALL_AT_ONCE, tuple(PARDONABLE)) == ["too-many-men", "holes"]


def test_a_game_that_is_not_replayed_has_no_positions() -> None:
    with pytest.raises(ImpossiblePosition, match="not replayed"):
        from_setup(Setup(points("0:15"), points("0:15"), "W"), RULE_SETS["brade"])


@pytest.mark.parametrize(
    ("line", "bredouille", "lurch", "leader", "rolls"),
    [
        ("T*9,2*3,3,4,7 / T*15 W - 0-0 0-0", (False, False), (False, False), "W", (0, 0)),
        ("T*2,4,6*2,7*3,11*2,2'*2,off*3 / T*15 B 6-4 8-4 2-1 bredouille=W", (True, False), (False, False), "W", (0, 0)),
        ("T*15 / T*15 W - 8-4 2-1", (False, False), (False, False), "W", (0, 0)),
        ("T*15 / T*15 W - 8-0 2-0 leader=B rolls=2-1", (True, False), (True, False), "B", (2, 1)),
        ("T*15 / T*15 W - 0-8 2-5 banner=B", (False, True), (False, True), "W", (0, 0)),
    ],
)
def test_what_a_line_says_beside_the_men(
    line: str, bredouille: tuple[bool, bool], lurch: tuple[bool, bool], leader: str, rolls: tuple[int, int]
) -> None:
    position = from_setup(parse_setup(line), TRICTRAC)
    assert (position.bredouille, position.lurch, position.leader, position.rolls) == (bredouille, lurch, leader, rolls)
    assert from_setup(parse_setup(write_position(position)), TRICTRAC) == position


def test_the_first_roll_is_kept_for_the_meeting_jan() -> None:
    position = from_setup(parse_setup("T*13,5,6 / T*15 B - 0-0 0-0 rolls=1-0 first=6-5"), TRICTRAC)
    assert position.first == (6, 5)
    assert position.text() == "T*13,5,6 / T*15 B - 0-0 0-0 rolls=1-0 first=6-5"


# -- the board drawn -------------------------------------------------------------------------------------------------------------------

BOARD = """\
Black  b13   .   .   .   .   . |   .   .   .   .   .  b2
         T   1   2   3   4   5 |   6   7   8   9  10  11
White   w9  w1  w1  w1  w1  w1 |  w1   .   .   .   .   .
roller=W points=4-0 holes=1-0 off=0-0 bredouille=W lurch=W leader=W rolls=2-2 thrown=65,43-66,11
"""


def test_the_board_is_drawn_as_it_stands() -> None:
    white = (9, 1, 1, 1, 1, 1, 1, *([0] * 18))
    black = (13, *([0] * 10), 2, *([0] * 13))
    position = Position(
        white=white, black=black, points=(4, 0), holes=(1, 0), bredouille=(True, False), lurch=(True, False), rolls=(2, 2),
        thrown=(((6, 5), (4, 3)), ((6, 6), (1, 1))),
    )  # fmt: skip
    assert draw(position) == BOARD
    assert read_diagram(BOARD) == position


def test_men_that_are_not_known_are_not_drawn() -> None:
    position = Position.start("B").with_men(None, TALONS)
    assert "off=?-0" in draw(position)
    assert read_diagram(draw(position)) == position


@pytest.mark.parametrize("text", ["", "White w1", BOARD.replace("w9", "q9"), BOARD.replace("  b2", "")])
def test_what_is_no_board(text: str) -> None:
    with pytest.raises(ValueError, match="board"):
        read_diagram(text)


scores = st.tuples(st.one_of(st.none(), st.integers(0, 5).map(lambda n: 2 * n)), st.integers(0, 5).map(lambda n: 2 * n))
holes = st.tuples(st.one_of(st.none(), st.integers(0, 11)), st.integers(0, 11))
flags = st.sampled_from([(False, False), (True, False), (False, True)])
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
throws = st.lists(dice, max_size=2).map(tuple)


@st.composite
def positions(draw_: st.DrawFn) -> Position:
    board = next(iter(oracle.drawn_positions(draw_(st.integers(0, 10_000)), 30)))
    return Position(
        white=draw_(st.sampled_from([board.own, None])),
        black=board.opp,
        points=draw_(scores),
        holes=draw_(holes),
        bredouille=draw_(flags),
        lurch=draw_(flags),
        roller=draw_(st.sampled_from(["W", "B", "?"])),
        leader=draw_(st.sampled_from(["W", "B"])),
        rolls=draw_(st.tuples(st.integers(0, 40), st.integers(0, 40))),
        thrown=(draw_(throws), draw_(throws)),
        first=draw_(st.one_of(st.none(), dice)),
    )


@given(positions())
@settings(deadline=None)
def test_a_board_drawn_is_read_back(position: Position) -> None:
    assert read_diagram(draw(position)) == position


@given(positions())
@settings(deadline=None)
def test_mirror_twice_is_nothing(position: Position) -> None:
    assert position.mirror().mirror() == position
    assert position.mirror().men("B") == position.men("W")


@given(positions(), st.sampled_from(["guiton", "route", "bn"]))
@settings(deadline=None)
def test_a_position_is_written_and_read(position: Position, spelling: str) -> None:
    """Everything but the dice thrown survives, if it can be said at all: a lone side with points is in bredouille."""
    white, black = position.points
    alone = (bool(white) and black == 0, bool(black) and white == 0)
    lurch = position.lurch if position.holes[0] and position.holes[1] else (bool(position.holes[0]) and position.holes[1] == 0, False)
    if not position.holes[0] and position.holes[1]:
        lurch = (False, position.holes[0] == 0)
    plain = replace(position, thrown=((), ()), bredouille=position.bredouille if white and black else alone, lurch=lurch, roller="W")
    if plain.first is not None:
        plain = replace(plain, first=(max(plain.first), min(plain.first)))
    line = write_position(plain, spelling)
    assert from_setup(parse_setup(line, spelling), TRICTRAC) == plain


@given(st.integers(0, 10_000), st.booleans())
@settings(max_examples=40, deadline=None)
def test_what_is_due_does_not_know_who_is_white(seed: int, white: bool) -> None:
    for board in oracle.drawn_positions(seed, 6):
        own, opp = board.own, board.opp
        position = Position(white=own, black=opp) if white else Position(white=opp, black=own, roller="B")
        other = position.mirror()
        answers = []
        for one in (position, other):
            men, his = one.men(one.roller), one.men("B" if one.roller == "W" else "W")
            assert men is not None
            assert his is not None
            answers.append(due(men, his, board.dice, TRICTRAC))
        assert answers[0] == answers[1]


def test_holdings() -> None:
    position = Position(
        white=(*(0,) * 24, 15), black=TALONS, points=(4, 2), holes=(3, 1), bredouille=(True, False), roller="B", rolls=(9, 9)
    )
    gone = position.new_holding("B")
    assert gone == Position(points=(0, 0), holes=(3, 1), roller="B", leader="B")
    off = position.new_holding("W", points_kept=True)
    assert off == Position(points=(4, 2), holes=(3, 1), bredouille=(True, False), roller="W", leader="W")


def test_helpers() -> None:
    start = Position.start("B")
    assert start.known
    assert start.men("?") is None
    assert not start.with_men(None, TALONS).known

    class Score:
        points = (2, 4)
        holes = Pegs((1, 0), (True, False)).holes
        bredouille = (False, True)
        lurch = (True, False)

    after = start.with_score(Score())
    assert (after.points, after.holes, after.bredouille, after.lurch) == ((2, 4), (1, 0), (False, True), (True, False))
    with pytest.raises(AttributeError):
        start.roller = "W"  # type: ignore[misc]
