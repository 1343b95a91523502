"""Dutch TricTrac: the tests of docs/rules.md 7.5, plays and refusals, the nabeurt, and what always holds."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import cousins_oracle as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.record import BAR, HAND, OFF, Men
from replay.cousins import dutch
from replay.cousins.dutch import Position, Rules, legal, sequence
from replay.cousins.dutch_play import Played, play, told
from replay.cousins.walks import Refusal, Written, plays_of, spelled, written_of


def men(off: int = 0, bar: int = 0, hand: int = 0, **points: int) -> Men:
    """Men by their points: `men(p21=2)`."""
    counts = [0] * 24
    for name, number in points.items():
        counts[int(name[1:]) - 1] = number
    return Men(tuple(counts), off, bar, hand)


def written(text: str) -> list[Written]:
    """`hand/3 3/9/14` as men; `(2)` repeats a word."""
    names = {"bar": BAR, "off": OFF, "hand": HAND}
    found = []
    for word in text.split():
        way, _, times = word.partition("(")
        places = [names[p] if p in names else int(p) - 1 for p in way.replace("*", "").split("/")]
        found += [Written(a, b) for a, b in pairwise(places)] * int(times.strip(")") or 1)
    return found


def results(position: Position, dice: tuple[int, int], rules: Rules = dutch.DEFAULT) -> set[str]:
    return {spelled(result.steps) for result in legal(position, dice, rules)}


NONE = men(hand=15)
EMPTY = Position(NONE, NONE)


# -- docs/rules.md 7.5 -----------------------------------------------------------------------------------------------------------------


def test_1_entering() -> None:
    assert results(EMPTY, (5, 1)) == {"hand/1 hand/5", "hand/1 1/6"}


def test_2_trictrac() -> None:
    found = legal(EMPTY, (2, 1))
    assert all(result.again and len(result.steps) == 8 for result in found)
    played = play(EMPTY, (1, 2), written("hand/1(2) hand/2(2) hand/5(2) hand/6(2)"))
    assert isinstance(played, Played) and played.again and played.in_order
    assert played.position.mover.points[:6] == (2, 2, 0, 0, 2, 2)


def test_3_the_turn_stops() -> None:
    position = Position(NONE, men(p22=2, p1=5, p2=5, p3=3))  # his 22 is the mover's 3
    (result,) = legal(position, (4, 4))
    assert spelled(result.steps) == "hand/4 hand/4" and not result.again
    played = play(position, (4, 4), written("hand/4(2)"))
    assert isinstance(played, Played) and played.lost == 2
    assert told(played)[-1] == "no man can play the 3: the turn stops, 3 and 3 unplayed (N-1)"


def test_4_the_last_man_on_the_six() -> None:
    assert results(Position(men(off=14, p19=1), NONE), (6, 5)) == {"19/24"}


def test_5_five_are_the_most() -> None:
    position = Position(men(hand=10, p3=5), NONE)
    assert "hand/3" not in {spelled(result.steps[:1]) for result in legal(position, (3, 4))}
    refused = play(position, (3, 4), written("hand/3 hand/4"))
    assert refused == Refusal("hand/3: five own men are on 3, and more may not be", "N-4")


def test_6_the_throw_is_played_out() -> None:
    position = Position(men(off=13, p19=1, p24=1), NONE)
    (result,) = legal(position, (6, 1))
    assert spelled(result.steps) == "24/off 19/off" and result.ended == "nabeurt"
    refused = play(position, (6, 1), written("19/20"))
    assert refused == Refusal("the 6 is stuck, and the throw can be played out: 24/off 19/off", "N-2", "unused")


def test_7_the_last_field_is_frozen() -> None:
    position = Position(men(p5=1, p19=5, p20=5, p21=4), NONE)
    assert results(position, (2, 5)) == {"5/7 7/12", "5/7 19/24"}
    refused = play(position, (2, 5), written("19/21 5/10"))
    assert isinstance(refused, Refusal) and refused.section == "N-8" and "in the first field" in refused.reason


def test_8_the_nabeurt() -> None:
    position = Position(men(off=13, p22=1, p21=1), men(off=15), mover_began=False)
    (result,) = legal(position, (3, 4))
    assert result.ended == "win"
    failed = legal(position, (3, 5))
    assert {result.ended for result in failed} == {"loss"}


def test_9_three_threes() -> None:
    position = Position(men(off=12, p22=2, p21=1), men(off=15), mover_began=False)
    ended = [result for result in legal(position, (3, 3)) if result.ended]
    assert [(spelled(result.steps), result.ended, result.again) for result in ended] == [("22/off 22/off 21/off", "win", False)]


def test_10_the_five_is_not_tried() -> None:
    position = Position(men(bar=1, p8=5, p9=5, p10=4), men(p23=2, p20=2, p3=5, p4=5, p5=1))
    assert results(position, (5, 2)) == {"no man"}
    refused = play(position, (5, 2), written("bar/5"))
    assert isinstance(refused, Refusal) and refused.section == "7.2"


# -- the throw -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("a", range(1, 7))
@pytest.mark.parametrize("b", range(1, 7))
def test_the_steps_of_a_throw(a: int, b: int) -> None:
    expected = [1, 1, 2, 2, 5, 5, 6, 6] if {a, b} == {1, 2} else [a, a, 7 - a, 7 - a] if a == b else sorted((a, b))
    assert list(sequence((a, b))) == expected


def test_a_completed_double_throws_again_unless_the_rules_say_no() -> None:
    last_turn = Position(men(p19=5, p20=5, p21=5), men(off=15), mover_began=False)
    assert all(result.again and not result.ended for result in legal(last_turn, (1, 1)) if len(result.steps) == 4)
    one_throw = Rules(nabeurt_throws_again=False)
    assert all(result.ended == "loss" and not result.again for result in legal(last_turn, (1, 1), one_throw))
    assert all(result.again for result in legal(EMPTY, (2, 2), one_throw))
    assert not any(result.again for result in legal(EMPTY, (2, 1), Rules(trictrac_throws_again=False)))
    assert all(result.again for result in legal(EMPTY, (2, 2), Rules(trictrac_throws_again=False)))


def test_entry_only_on_a_double() -> None:
    rules = Rules(entry="double")
    assert results(EMPTY, (5, 1), rules) == {"no man"}
    assert results(EMPTY, (5, 5), rules) != {"no man"}
    assert results(EMPTY, (2, 1), rules) != {"no man"}
    assert results(Position(men(hand=14, p1=1), NONE), (5, 3), rules) != {"no man"}
    refused = play(EMPTY, (5, 1), written("hand/1 hand/5"), rules)
    assert refused == Refusal("the first man comes in only on a double", "N-11")


def test_all_men_first() -> None:
    rules = Rules(entry="all-first")
    assert results(EMPTY, (5, 1), rules) == {"hand/1 hand/5"}
    refused = play(EMPTY, (5, 1), written("hand/1/6"), rules)
    assert refused == Refusal("1/6: no man moves before all fifteen are in", "N-6")
    with pytest.raises(ValueError, match="entry is free, double or all-first"):
        Rules(entry="late")


def test_who_has_won() -> None:
    last = men(off=14, p24=1)
    assert {result.ended for result in legal(Position(last, NONE, mover_began=True), (1, 3))} == {"nabeurt"}
    assert {result.ended for result in legal(Position(last, NONE, mover_began=False), (1, 3))} == {"win"}


# -- plays -----------------------------------------------------------------------------------------------------------------------------

BARRED = Position(men(bar=1, p8=5, p9=5, p10=4), men(p20=2, p3=5, p4=5, p5=3))
HOME = Position(men(off=5, p20=5, p21=5), NONE)


@pytest.mark.parametrize(
    ("position", "dice", "text", "section", "words"),
    [
        (EMPTY, (5, 1), "hand/5 hand/1", "", ""),
        (EMPTY, (5, 1), "hand/1", "N-2", "the 5 can still be played"),
        (EMPTY, (5, 1), "hand/3", "7.2", "1, 5 in this order"),
        (EMPTY, (5, 1), "3/8", "7.1", "no man on 3"),
        (EMPTY, (5, 1), "hand/1 hand/5 hand/5", "7.2", "used up"),
        (EMPTY, (5, 1), "5/1", "7.1", "backwards"),
        (Position(men(hand=14, p4=1), NONE), (6, 4), "4/8 hand/6", "N-6", "second field while 14"),
        (BARRED, (2, 3), "8/10 8/11", "N-5", "on the bar must come in"),
        (BARRED, (5, 3), "bar/3 8/13", "", ""),
        (BARRED, (5, 6), "bar/5", "N-4", "2 opposing men close 5"),
        (HOME, (6, 4), "21/off 20/off", "N-9", "takes 5 exactly"),
        (Position(men(off=5, p18=1, p21=5, p20=4), NONE), (4, 6), "21/off", "N-9", "one is on 18"),
        (Position(men(p18=5, p17=5, p5=5), NONE), (4, 6), "18/22", "N-8", "in the first field"),
        (Position(men(off=14, p24=1), NONE), (1, 2), "24/off 3/5", "N-12", "all men are off"),
        (Position(men(hand=14, p5=1), NONE), (5, 2), "5/10 hand/2", "N-6", "second field while 13"),
        (Position(men(p3=1, p18=5, p17=5, p10=4), NONE), (5, 2), "18/23 3/5", "N-8", "in the first field"),
        (Position(men(p3=1, p18=5, p17=5, p10=4), NONE), (5, 2), "3/8 18/20", "7.2", "in this order; in that order 18/20: men in the last"),
        (Position(men(p8=5, p9=5, p13=5), men(p9=2, p3=13)), (5, 1), "8/13 8/9", "N-4", "five own men are on 9"),
    ],
)
def test_a_play_is_refused_with_its_rule(position: Position, dice: tuple[int, int], text: str, section: str, words: str) -> None:
    answer = play(position, dice, written(text))
    if not section:
        assert isinstance(answer, Played), answer
        return
    assert isinstance(answer, Refusal), answer
    assert answer.section == section and words in answer.reason, answer


def test_a_hit_man_on_own_men_where_the_rules_ask_for_free_points() -> None:
    position = Position(men(bar=1, p3=2, p8=5, p9=5, p10=2), NONE)
    assert isinstance(play(position, (3, 4), written("bar/3 8/12")), Played)
    refused = play(position, (3, 4), written("bar/3 8/12"), Rules(bar_on_own=False))
    assert refused == Refusal("bar/3: own men are on 3, and a man hit comes in on a free point", "N-5")


def test_men_written_man_by_man_are_sorted_into_the_order_of_the_steps() -> None:
    played = play(EMPTY, (1, 2), written("hand/1/3 hand/1/3 hand/5(2) hand/6(2)"))
    assert isinstance(played, Played) and not played.in_order
    assert [step.die for step in played.steps] == [1, 1, 2, 2, 5, 5, 6, 6]


def test_hits_are_counted_and_told() -> None:
    played = play(Position(NONE, men(p24=1, hand=14)), (1, 5), written("hand/1* hand/5"))
    assert isinstance(played, Played) and played.hits == 1 and played.position.other.bar == 1
    assert told(played)[0] == "with the 1, a man comes in from the hand on 1, hitting a man (N-4)"


@pytest.mark.parametrize(("position", "words"), [(Position(men(p1=5), NONE), "5 men"), (Position(Men((15,)), NONE), "24 points")])
def test_sides_miscounted_are_refused(position: Position, words: str) -> None:
    assert words in dutch.faults(position)[0]
    with pytest.raises(ValueError, match=words):
        legal(position, (1, 2))


@pytest.mark.parametrize(
    ("position", "words"),
    [(Position(men(p3=6, hand=9), NONE), "five are the most"), (Position(men(p3=1, hand=14), men(p22=1, hand=14)), "both sides")],
)
def test_a_foul_that_stood_is_told_and_played_on(position: Position, words: str) -> None:
    assert words in dutch.faults(position)[0]
    assert legal(position, (4, 5))


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (3,)])
def test_dice_that_are_none(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no throw"):
        legal(EMPTY, dice)


# -- what always holds -----------------------------------------------------------------------------------------------------------------


def _men(side: oracle.Side) -> Men:
    here = Counter(side)
    return Men(tuple(here[p] for p in range(1, 25)), here[oracle.OFF], here[oracle.BAR], here[oracle.HAND])


def boards() -> st.SearchStrategy[oracle.Board]:
    return st.integers(0, 10**6).map(lambda seed: next(iter(oracle.dutch_laid_out(seed, 1))))


@settings(max_examples=100, deadline=None)
@given(boards(), st.sampled_from([Rules(), Rules(entry="all-first"), Rules(stuck_anywhere=True), Rules(bar_on_own=False)]))
def test_every_legal_result_is_a_board_and_can_be_written_read_and_played(board: oracle.Board, rules: Rules) -> None:
    position = Position(_men(board.own), _men(board.other), board.began)
    found = legal(position, board.dice, rules)
    assert found == legal(position, board.dice[::-1], rules)
    for result in random.Random(0).sample(found, min(12, len(found))):
        after = result.position
        assert not dutch.faults(after), after
        assert (after.other.off, after.other.hand) == (position.other.off, position.other.hand)
        assert after.mover.off >= position.mover.off and after.mover.hand <= position.mover.hand
        played = play(position, board.dice, written_of(plays_of(result.steps)), rules)
        assert isinstance(played, Played), (result, played)
        assert played.position == after and (played.again, played.ended) == (result.again, result.ended) and played.in_order
        assert played.lost >= 0 and told(played) is not None


@settings(max_examples=150, deadline=None)
@given(boards(), st.integers(0, 10**6))
def test_what_is_accepted_is_legal(board: oracle.Board, seed: int) -> None:
    """Steps picked at random, some of them wrong: an accepted play comes to a legal result, a refused one names a rule."""
    rng = random.Random(seed)
    position = Position(_men(board.own), _men(board.other), board.began)
    allowed = {result.position for result in legal(position, board.dice)}
    places = [p for p in range(24) if position.mover.points[p]]
    places += [BAR] * (position.mover.bar > 0) + [HAND] * (position.mover.hand > 0)
    text = []
    for die in sequence(board.dice)[: rng.randint(0, 4)]:
        start = rng.choice(places)
        to = min((0 if start < 0 else start + 1) + die - 1, OFF) if rng.random() < 0.9 else rng.randint(0, OFF)
        text.append(Written(start, to))
        places.append(min(to, 23))
    answer = play(position, board.dice, text)
    if isinstance(answer, Played):
        assert answer.position in allowed
    else:
        assert answer.reason and answer.section[0] in "N7"
