"""Points to holes: the cases of marking, and the rules of docs/rules.md 2.6 on any sequence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import cases_folder
from hypothesis import given
from hypothesis import strategies as st

from replay.scoring import Race, after_going, award, holes_made, pegged, said_points

Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    path = cases_folder() / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()] if path.exists() else []


@pytest.mark.cases
def test_marking() -> None:
    """Every row of marking.jsonl: points held and made, in bredouille or not."""
    wrong = [
        row["id"]
        for row in rows("marking.jsonl")
        if holes_made(row["had"], row["in_bredouille"], row["made"]) != (row["holes"], row["rest"])
    ]
    assert not wrong


@pytest.mark.cases
def test_marking_as_awards() -> None:
    """The same through `award`: in bredouille the other has nothing, out of it he has been interrupted."""
    for row in rows("marking.jsonl"):
        if row["had"] == 0:
            continue
        race, holes = award((row["had"], 2), (row["in_bredouille"], False), 0, row["made"])
        assert (holes, race.points[0]) == (row["holes"], row["rest"]), row["id"]
        assert race.points[1] == (0 if holes else 2)


# -- the sentences of 2.6 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "bredouille", "made", "holes", "rest"),
    [(8, False, 18, 3, 2), (0, False, 36, 5, 0), (0, True, 84, 14, 0), (0, False, 84, 13, 0), (0, True, 24, 4, 0)],
    ids=["8 single + 18", "36 single", "84 in bredouille", "84 not", "24 from zero"],
)
def test_second_and_later_holes_of_a_roll_are_double(held: int, bredouille: bool, made: int, holes: int, rest: int) -> None:
    """P-1."""
    assert holes_made(held, bredouille, made) == (holes, rest)


def test_first_points_put_in_bredouille_also_as_second_to_score() -> None:
    race, _ = award((0, 0), (False, False), 0, 4)
    assert race == Race((4, 0), (True, False))
    race, _ = award(*race, 1, 2)
    assert race == Race((4, 2), (False, True))
    race, _ = award(*race, 0, 4)
    assert race == Race((8, 2), (False, False))
    assert award(*race, 0, 4)[1] == 1


def test_points_from_nothing_make_a_double_hole() -> None:
    assert award((0, 8), (False, True), 0, 24) == (Race((0, 0), (False, False)), 4)
    assert award((0, 8), (False, True), 0, 26) == (Race((2, 0), (True, False)), 4)


def test_order_of_a_roll() -> None:
    """G-3, G-4, G-6: the roller first, then the opponent."""
    race, holes = award((10, 10), (False, False), 0, 2)
    assert (race, holes) == (Race((0, 0), (False, False)), 1)
    assert award(*race, 1, 2) == (Race((0, 2), (False, True)), 0)
    race, holes = award((0, 8), (False, True), 0, 2)
    assert award(*race, 1, 4) == (Race((0, 0), (False, False)), 1)
    race, holes = award((10, 4), (True, False), 0, 4)
    assert (race, holes) == (Race((2, 0), (True, False)), 2)
    assert award(*race, 1, 12) == (Race((0, 0), (False, False)), 2)


def test_going_takes_everything() -> None:
    assert after_going() == Race((0, 0), (False, False))


def test_the_lurch_of_holes() -> None:
    """2.6: a broken lurch never comes back."""
    pegs = pegged((0, 0), (False, False), 0, 2)
    assert pegs == ((2, 0), (True, False))
    pegs = pegged(*pegs, 1, 1)
    assert pegs == ((2, 1), (False, True))
    pegs = pegged(*pegs, 0, 4)
    assert pegs == ((6, 1), (False, False))
    pegs = pegged(*pegs, 1, 11)
    assert pegs == ((6, 12), (False, False))


points = st.integers(0, 5).map(lambda n: 2 * n)
marks = st.lists(st.tuples(st.integers(0, 1), st.integers(1, 40).map(lambda n: 2 * n)), max_size=12)


@given(marks)
def test_a_sequence_of_marks_as_the_rules_write_it(sequence: list[tuple[int, int]]) -> None:
    """`award` and `pegged` against 2.6 written out as it stands there."""
    held, bred, holes, lurch = [0, 0], [False, False], [0, 0], [False, False]
    race, pegs = Race(), ((0, 0), (False, False))
    for p, x in sequence:
        q = 1 - p
        if held[p] == 0:
            bred[p] = True
        bred[q] = False
        held[p] += x
        first, n = True, 0
        while held[p] >= 12:
            n += 1 if first and not bred[p] else 2
            first = False
            held[p] -= 12
        if n:
            held[q], bred[q], bred[p] = 0, False, held[p] > 0
            if holes[p] == 0:
                lurch[p] = True
            lurch[q] = False
            holes[p] += n
        race, made = award(*race, p, x)
        pegs = pegged(*pegs, p, made)
        assert made == n
        assert race == (tuple(held), tuple(bred))
        assert pegs == (tuple(holes), tuple(lurch))


@given(points, st.booleans(), st.integers(1, 20), st.integers(1, 20))
def test_split_lumps_give_the_same(held: int, bredouille: bool, one: int, two: int) -> None:
    """2.6: one lump or several."""
    whole, holes = award((held, 0), (bredouille, False), 0, 2 * (one + two))
    half, first = award((held, 0), (bredouille, False), 0, 2 * one)
    rest, second = award(*half, 0, 2 * two)
    assert whole.points == rest.points
    assert holes == first + second


@given(points, points, st.tuples(st.booleans(), st.booleans()), st.integers(0, 1), st.integers(0, 40).map(lambda n: 2 * n))
def test_points_stay_below_twelve_and_sides_are_alike(own: int, other: int, flags: tuple[bool, bool], side: int, amount: int) -> None:
    race, holes = award((own, other), flags, side, amount)
    assert all(0 <= number < 12 and number % 2 == 0 for number in race.points)
    assert holes >= 0
    turned, same = award((other, own), flags[::-1], 1 - side, amount)
    assert (turned.points[::-1], turned.bredouille[::-1], same) == (race.points, race.bredouille, holes)
    assert not all(race.bredouille) or (all(flags) and amount == 0)


@pytest.mark.parametrize(
    ("held", "holes", "rest", "made"),
    [(8, 1, 4, 8), (8, 2, 4, 8), (0, 2, 0, 12), (4, 0, 10, 6), (10, 3, 2, 16), (2, 4, 0, 22), (None, 1, 4, None)],
)
def test_said_aloud(held: int | None, holes: int, rest: int, made: int | None) -> None:
    """`+1h4`: one hole or two are one race of twelve, whether it was double or a hole was forgotten."""
    assert said_points(held, holes, rest) == made


@given(points, st.booleans(), st.integers(1, 45).map(lambda n: 2 * n))
def test_what_is_said_is_what_was_made(held: int, bredouille: bool, made: int) -> None:
    holes, rest = holes_made(held, bredouille or held == 0, made)
    assert said_points(held, holes, rest) == made
