"""Bräde: the tests of docs/rules.md 6.8, plays and refusals, matches, and what always holds."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import cousins_oracle as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.record import BAR, OFF, Men
from replay.cousins import brade, brade_match
from replay.cousins.brade import Ending, Position, Rules, jan_blots, legal
from replay.cousins.brade_match import Won
from replay.cousins.brade_play import Played, play, told
from replay.cousins.walks import Refusal, Step, Written, plays_of, spelled, written_of


def men(off: int = 0, bar: int = 0, **points: int) -> Men:
    """Men by their tongues: `men(p21=2)`."""
    counts = [0] * 24
    for name, number in points.items():
        counts[int(name[1:]) - 1] = number
    return Men(tuple(counts), off, bar)


def ends(position: Position, dice: tuple[int, int], rules: Rules = brade.DEFAULT) -> set[str]:
    """Every legal result as the tongues of the mover's men: `21 22*2 off 9`."""
    return {shown(result.position.mover) for result in legal(position, dice, rules)}


def shown(side: Men) -> str:
    words = [f"{p + 1}" + (f"*{n}" if n > 1 else "") for p, n in enumerate(side.points) if n]
    return " ".join([*([f"bar{side.bar}"] if side.bar else []), *words, *([f"off{side.off}"] if side.off else [])])


def written(text: str) -> list[Written]:
    """`6/10/14 bar/3` as men; stars are read as hits."""
    found = []
    names = {"bar": BAR, "off": OFF}
    for word in text.split():
        for a, b in pairwise(word.split("/")):
            start, to = (names.get(p.strip("*"), 0) or (p.strip("*").isdigit() and int(p.strip("*")) - 1) for p in (a, b))
            found.append(Written(int(start), int(to), b.count("*")))
    return found


START = brade.START
AWAY = men(p1=15)
"""The other side at home: on the mover's 13."""


# -- docs/rules.md 6.8 -----------------------------------------------------------------------------------------------------------------


def test_t1_nothing_goes_off_while_a_man_stands_behind() -> None:
    position = Position(men(off=9, p21=2, p22=2, p23=2), AWAY)
    assert ends(position, (3, 2)) == {"22*2 23*3 24 off9", "21 22 23*2 24*2 off9"}


def test_t2_the_least_reduction() -> None:
    assert ends(Position(men(off=12, p22=1, p24=2), AWAY), (5, 2)) == {"24 off14"}
    (result,) = legal(Position(men(off=12, p22=1, p24=2), AWAY), (5, 2))
    assert sum(step.die - (24 - step.start) for step in result.steps) == 3
    refused = play(Position(men(off=12, p22=1, p24=2), AWAY), (5, 2), written("22/24 24/off"))
    assert refused == Refusal("22/off 24/off wastes fewer pips, and the reduction of a throw must be the least", "6.5", "waste")


def test_t3_reduction_nothing() -> None:
    assert ends(Position(men(off=12, p19=1, p21=2), AWAY), (5, 3)) == {"21 24*2 off12"}


def test_t4_a_lost_throw() -> None:
    position = Position(men(off=12, p20=1, p21=2), men(p1=13, p12=2))
    assert [result.steps for result in legal(position, (4, 4))] == [()]


def test_t5_and_t6_first_throws() -> None:
    assert ends(START, (6, 6)) == {"1*14 7"}
    assert ends(START, (4, 4)) == {"1*13 5 9"}
    assert [spelled(result.steps) for result in legal(START, (4, 4))] == ["1/5 5/9 1/5"]


@pytest.mark.parametrize(
    ("dice", "own", "theirs"),
    [
        ((6, 2), "bar1 1 2 6 20*9 24*2", 2),
        ((5, 3), "bar1 1 3 5 20*9 24*2", 3),
        ((6, 5), "bar2 1 6 20*9 24*2", 2),
        ((2, 1), "bar2 1 2 20*9 24*2", 0),
    ],
)
def test_t7_bursting_by_entry(dice: tuple[int, int], own: str, theirs: int) -> None:
    position = Position(men(bar=3, p1=1, p20=9, p24=2), men(p15=1, p16=2, p17=2, p18=2, p19=8))
    (result,) = legal(position, dice)
    assert shown(result.position.mover) == own
    assert result.position.other.bar == theirs


def test_t8_munk_on_the_way_home() -> None:
    position = Position(men(off=14, p19=1), men(p1=14, p9=1))
    results = legal(position, (6, 2))
    assert {(result.ending.kind, result.ending.munk, result.ending.value) for result in results if result.ending} == {
        ("hemspel", True, 2),
        ("hemspel", False, 1),
    }
    assert all(result.ending for result in results)
    assert not isinstance(play(position, (6, 2), written("19/off")), Refusal)
    stopped = play(position, (6, 2), written("19/21*"))
    assert stopped == Refusal("21/off would end the game: a play may not break off while a step is possible", "6.6", "unused")
    stopping = legal(position, (6, 2), Rules(stop_before_end=True))
    assert {shown(result.position.mover) for result in stopping} == {"off15", "21 off14"}


def test_t9_the_game_is_over_with_the_pattern() -> None:
    position = Position(men(p15=2, p20=1, p21=3, p22=3, p23=3, p24=3), men(p1=14, p4=1))
    results = legal(position, (5, 5))
    (ended,) = [result for result in results if result.ending]
    assert ended.ending == Ending("enkelt_kronspel", False, 2)
    assert spelled(ended.steps) == "15/20 15/20"
    refused = play(position, (5, 5), written("15/20 15/20 20/off 20/off"))
    assert refused == Refusal("the game is over with enkelt kronspel before 20/off is played", "6.6", "over")


def test_t10_a_man_comes_in_by_one_die() -> None:
    position = Position(men(bar=1, p12=14), AWAY)
    assert {spelled(result.steps[:1]) for result in legal(position, (3, 2))} == {"bar/2", "bar/3"}
    played = play(position, (3, 2), written("bar/5"))
    assert isinstance(played, Played) and len(played.steps) == 2


def test_t11_from_home_and_from_the_bar() -> None:
    assert {spelled(result.steps[:1]) for result in legal(Position(men(p1=15), AWAY), (3, 3))} == {"1/4"}
    position = Position(men(bar=1, p12=14), AWAY)
    assert legal(position, (3, 6))[0].steps[0] in (Step(BAR, 2, 0, 3), Step(BAR, 5, 0, 6))


# own men on 1, 3 and 6 of the first quarter, bands on 2, 4 and 5: the other has lost two men, and holds two points of his own quarter.
FIGURE = Position(men(bar=2, p1=1, p3=1, p6=1, p20=10), men(bar=2, p14=2, p16=4, p17=4, p1=2, p2=1))


@pytest.mark.parametrize("die", [1, 2, 3, 6])
@pytest.mark.parametrize("hit", [4, 5])
def test_t12_sprangjan(die: int, hit: int) -> None:
    results = legal(FIGURE, (hit, die))
    ended = {result.ending.kind for result in results if result.ending}
    assert ended == {"sprangjan"}
    assert all(spelled(result.steps[-1:]) == f"bar/{hit}**" for result in results if result.ending)


@pytest.mark.parametrize("dice", [(6, 2), (3, 2), (2, 2), (2, 1)])
def test_t12_the_deuce_bursts_and_the_rest_is_lost(dice: tuple[int, int]) -> None:
    (result,) = legal(FIGURE, dice)
    assert spelled(result.steps) == "bar/2**" and result.ending is None
    played = play(FIGURE, dice, written_of(plays_of(result.steps)))
    assert isinstance(played, Played)
    assert (played.bursts, played.hits, played.lost) == (1, 0, 3 if dice == (2, 2) else 1)
    assert (
        told(played)[0]
        == "with the 2, a man comes in on 2, bursting a band of 2: more men are on the bar than points are open to them (6.4 b)"
    )


@pytest.mark.parametrize(("home", "bar", "is_jan"), [(0, 7, True), (2, 6, True), (0, 6, False), (2, 5, False)])
def test_t13_when_it_is_jan(home: int, bar: int, is_jan: bool) -> None:
    """The last man is hit now: `bar` counts him."""
    other = men(bar=bar - 1, p1=home, p20=1, p12=15 - bar - home)
    results = legal(Position(men(p2=1, p1=8, p3=1, p5=1, p12=4), other), (6, 5))
    kinds = {result.ending.kind for result in results if result.ending and result.position.other.bar == bar}
    assert (kinds == {"jan"}) is is_jan


# -- plays -----------------------------------------------------------------------------------------------------------------------------

BAR3 = Position(men(bar=3, p1=1, p20=9, p24=2), men(p15=1, p16=2, p17=2, p18=2, p19=8))
BLOCK = Position(men(p1=13, p5=1, p7=1), men(p20=2, p21=2, p22=2, p23=2, p24=2, p19=2, p1=3))
SHUT = Position(men(off=14, p6=1), men(p19=2, p20=2, p21=2, p22=2, p23=2, p24=5))


@pytest.mark.parametrize(
    ("position", "dice", "text", "section", "words"),
    [
        (START, (6, 5), "1/7 1/7", "6.2", "is 6, and"),
        (START, (6, 6), "1/7 1/7", "6.2", "no band is made before the huk"),
        (START, (6, 5), "1/5", "6.2", "is 4, and"),
        (START, (6, 5), "2/8", "6.2", "no man on 2"),
        (START, (6, 5), "7/1", "6.1", "backwards"),
        (START, (6, 5), "1/7 1/6 1/2", "6.2", "used up"),
        (START, (6, 5), "1/7", "6.3", "1/6 can still be played"),
        (START, (6, 5), "", "6.3", "can still be played"),
        (BAR3, (5, 3), "20/23", "6.2", "on the bar must come in"),
        (BAR3, (6, 5), "bar/5", "6.3", "the 6 can be used"),
        (BAR3, (6, 5), "bar/6 bar/5", "6.4", "2 points are open to the 2 on the bar"),
        (BAR3, (2, 1), "bar/2 bar/1", "6.2", "comes in only where none is"),
        (SHUT, (2, 1), "6/8", "6.4", "with fourteen men off"),
        (Position(men(off=14, p6=1), men(p20=2, p21=2, p22=2, p23=2, p24=7)), (5, 2), "6/8", "6.4", "with fourteen men off"),
        (Position(men(off=3, p19=2, p18=1, p20=9), AWAY), (6, 5), "19/off", "6.5", "outside the last quarter"),
        (Position(men(off=3, p19=2, p20=10), AWAY), (6, 5), "20/off", "6.5", "a man stands behind on 19"),
        (Position(men(off=3, p20=12), AWAY), (4, 1), "20/off", "6.5", "takes 5"),
    ],
)
def test_a_play_is_refused_with_its_rule(position: Position, dice: tuple[int, int], text: str, section: str, words: str) -> None:
    refused = play(position, dice, written(text))
    assert isinstance(refused, Refusal), refused
    assert refused.section == section and words in refused.reason, refused
    assert str(refused).endswith(f"(docs/rules.md {section})")


def test_a_block_is_burst_and_an_ordinary_band_is_not() -> None:
    """Bands on the mover's 7 to 12 are a block of six; from 5 the ace and the deuce run into it."""
    block = Position(men(p1=13, p5=1, p6=1), men(p19=2, p20=2, p21=2, p22=2, p23=2, p24=2, p1=3))
    played = play(block, (2, 1), written("5/7** 1/2"))
    assert isinstance(played, Played), played
    assert (played.bursts, played.position.other.bar) == (1, 2)
    assert told(played)[0] == "with the 2, 5 to 7, bursting a band of 2: it is in a block of six or more (6.4 a)"
    home = Position(men(p1=13, p5=1, p6=1), men(p20=2, p21=2, p22=2, p23=2, p24=2, p1=5))  # his home stack is the sixth band
    assert isinstance(play(home, (3, 1), written("5/8** 1/2")), Played)
    five = Position(men(p1=13, p5=1, p6=1), men(p20=2, p21=2, p22=2, p23=2, p24=2, off=5))
    assert play(five, (3, 1), written("5/8 1/2")) == Refusal("5/8: a band of 2 is on 8, and it is in no block of six", "6.4")


def test_six_bands_across_the_end_of_the_route_are_no_block() -> None:
    """His huk is the mover's 24, his first five of the third quarter are the mover's 1 to 5."""
    across = Position(men(bar=1, p12=14), men(p12=2, p13=2, p14=2, p15=2, p16=2, p17=5))
    assert all(not result.steps for result in legal(across, (3, 2)))


def test_the_junker_waits() -> None:
    for dice in [(a, b) for a in range(1, 7) for b in range(1, 7)]:
        (result,) = legal(SHUT, dice)
        assert not result.steps and result.ending is None


def test_order_tells_jan_from_sprangjan() -> None:
    """The four men on the bar may burst by either die; what is taken last decides."""
    found = 0
    for board in oracle.brade_laid_out(7, 4000):
        position = Position(_men(board.own), _men(board.other))
        if board.dice[0] == board.dice[1]:
            continue
        for result in legal(position, board.dice):
            if result.ending is None or result.ending.kind != "sprangjan" or len(result.steps) != 2:
                continue
            turned = [Written(step.start, step.to) for step in reversed(result.steps)]
            played = play(position, board.dice, turned)
            if isinstance(played, Played) and played.in_order and played.position == result.position:
                assert played.ending is not None
                if played.ending.kind == "jan":
                    found += 1
                    straight = play(position, board.dice, [Written(step.start, step.to) for step in result.steps])
                    assert isinstance(straight, Played) and straight.ending == result.ending
        if found >= 2:
            return
    pytest.fail("no such board was met")


def test_a_man_not_named_on_the_way_is_not_hit_where_the_other_way_is_open() -> None:
    position = Position(men(p1=14, p2=1), men(p1=14, p18=1))  # his 18 is the mover's 6
    plain = play(position, (5, 4), written("2/11"))  # by 6 (not: 1+5) or by 7
    assert isinstance(plain, Played) and plain.hits == 0
    named = play(position, (5, 4), written("1/6*/10"))
    assert isinstance(named, Played) and named.hits == 1


def test_men_written_out_of_order_are_taken_as_they_can_be_played() -> None:
    position = Position(men(bar=1, p12=14), AWAY)
    played = play(position, (3, 2), written("12/15 bar/2"))
    assert isinstance(played, Played) and not played.in_order
    assert spelled(played.steps) == "bar/2 12/15"


def test_janblottor() -> None:
    assert jan_blots(men(p1=9, p2=1, p3=1, p4=1, p5=1, p6=1, p7=1)) == 1
    assert jan_blots(men(p12=8, p2=1, p3=1, p4=1, p5=1, p6=1, p7=1, bar=1)) == 1
    assert jan_blots(men(p12=9, p2=1, p3=1, p4=1, p5=1, p6=1, p7=1)) == 0


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (Position(men(p1=14), AWAY), "14 men"),
        (Position(Men(men(p1=14).points, hand=1), AWAY), "no hand"),
        (Position(Men((15,)), AWAY), "24 points"),
        (Position(Men((16, -1, *[0] * 22)), AWAY), "24 points"),
    ],
)
def test_sides_miscounted_are_refused(position: Position, words: str) -> None:
    assert words in brade.faults(position)[0]
    with pytest.raises(ValueError, match=words):
        legal(position, (1, 2))


@pytest.mark.parametrize(
    ("position", "words"), [(Position(men(p1=13, p3=2), AWAY), "a band on 3"), (Position(men(p1=14, p13=1), AWAY), "both sides")]
)
def test_a_foul_that_stood_is_told_and_played_on(position: Position, words: str) -> None:
    assert words in brade.faults(position)[0]
    assert legal(position, (2, 1))


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (3, 3, 3)])
def test_dice_that_are_none(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no throw"):
        legal(START, dice)


# -- matches ---------------------------------------------------------------------------------------------------------------------------

HEM, HEM_MUNK = Ending("hemspel", False, 1), Ending("hemspel", True, 2)
TRAPP, UPP, UPP_MUNK = Ending("trappspel", False, 2), Ending("uppspel", False, 2), Ending("uppspel", True, 3)
JAN, SPRANG = Ending("jan", False, 4), Ending("sprangjan", False, 6)


@pytest.mark.parametrize(
    ("games", "winner"),
    [
        ([Won("W", HEM), Won("W", HEM), Won("B", TRAPP)], "B"),
        ([Won("W", HEM_MUNK), Won("B", HEM), Won("B", HEM)], "W"),
        ([Won("W", TRAPP), Won("B", HEM), Won("B", HEM)], "W"),
        ([Won("W", JAN), Won("B", UPP), Won("B", TRAPP)], "W"),
        ([Won("W", UPP_MUNK), Won("B", HEM_MUNK), Won("B", HEM)], "W"),
        ([Won("W", TRAPP), Won("B", UPP), Won("W", HEM_MUNK), Won("B", HEM), Won("B", HEM)], "W"),
        ([Won("W", SPRANG), Won("B", JAN), Won("B", UPP)], "W"),
        ([Won("W", HEM)], "W"),
    ],
)
def test_a_tie_goes_to_the_better_game(games: list[Won], winner: str) -> None:
    assert brade_match.winner(games, len(games)) == winner
    turned = [Won("B" if game.winner == "W" else "W", game.ending) for game in games]
    assert brade_match.winner(turned, len(games)) == ("B" if winner == "W" else "W")


def test_a_match_is_odd_and_played_out() -> None:
    assert brade_match.winner([Won("W", SPRANG)], 3) is None
    for length, games in ((2, 0), (0, 0), (1, 2)):
        with pytest.raises(ValueError, match=r"6\.7"):
            brade_match.winner([Won("W", HEM)] * games, length)
    assert brade_match.beginner([], "B") == "B"
    assert brade_match.beginner([Won("W", HEM)], "W") == "B"
    assert brade_match.points([Won("W", HEM), Won("B", JAN)]) == (1, 4)


@given(
    st.lists(st.tuples(st.sampled_from("WB"), st.sampled_from([HEM, HEM_MUNK, TRAPP, UPP, UPP_MUNK, JAN, SPRANG])), min_size=7, max_size=7)
)
def test_an_odd_number_of_games_has_no_tie(games: list[tuple[str, Ending]]) -> None:
    won = [Won(side, ending) for side, ending in games]  # type: ignore[arg-type]
    white, black = (sorted((brade_match.tier(game.ending) for game in won if game.winner == side), reverse=True) for side in "WB")
    points = brade_match.points(won)
    expected = "W" if (points[0], white) > (points[1], black) else "B"
    assert (points[0], white) != (points[1], black)
    assert brade_match.winner(won, 7) == expected


# -- what always holds -----------------------------------------------------------------------------------------------------------------


def _men(side: oracle.Side) -> Men:
    here = Counter(side)
    return Men(tuple(here[p] for p in range(1, 25)), here[oracle.OFF], here[oracle.BAR])


def boards() -> st.SearchStrategy[oracle.Board]:
    return st.integers(0, 10**6).map(lambda seed: next(iter(oracle.brade_laid_out(seed, 1))))


@settings(max_examples=150, deadline=None)
@given(boards(), st.sampled_from([Rules(), Rules(strict_landing=True), Rules(stop_before_end=True), Rules(block_burst_entering=False)]))
def test_every_legal_result_is_a_board_and_can_be_written_read_and_played(board: oracle.Board, rules: Rules) -> None:
    position = Position(_men(board.own), _men(board.other))
    results = legal(position, board.dice, rules)
    assert results == legal(position, board.dice[::-1], rules)
    for result in random.Random(0).sample(results, min(12, len(results))):
        after = result.position
        assert not brade.faults(after), after
        assert after.other.off == position.other.off
        assert after.mover.off >= position.mover.off and after.other.bar >= position.other.bar
        played = play(position, board.dice, written_of(plays_of(result.steps)), rules)
        assert isinstance(played, Played), (result, played)
        assert played.position == after and played.ending == result.ending and played.in_order
        assert played.lost >= 0 and played.reduction >= 0
        assert len(told(played)) >= bool(result.steps)


@settings(max_examples=150, deadline=None)
@given(boards(), st.integers(0, 10**6))
def test_what_is_accepted_is_legal(board: oracle.Board, seed: int) -> None:
    """Steps picked at random, some of them wrong: an accepted play comes to a legal result, a refused one names a section."""
    rng = random.Random(seed)
    position = Position(_men(board.own), _men(board.other))
    results = {result.position for result in legal(position, board.dice)}
    places = [p for p in range(24) if position.mover.points[p]] + [BAR] * (position.mover.bar > 0)
    text = []
    for _ in range(rng.randint(0, 3)):
        start, die = rng.choice(places), rng.choice(board.dice)
        text.append(Written(start, min(start + die, OFF)))
        places.append(min(start + die, 23))
    answer = play(position, board.dice, text)
    if isinstance(answer, Played):
        assert answer.position in results
    else:
        assert answer.reason and answer.section.startswith("6.")
