"""Why a play is not legal: each reason once, on a board where nothing else is wrong."""

from __future__ import annotations

import pytest
from test_replay_engine import PLAIN, START, men

from replay.engine import due, is_legal
from replay.legality import joined, why_illegal
from replay.rules import RULE_SETS, with_variant

DEAD = "x{23:3,13:12}"  # the opponent can fill nothing any more

WHY = [
    ("no man there", "me{0:15}", START, (6, 4), ((3, 7),), "", "there is no man on 3 to play (M-1)"),
    ("one man, played twice", "me{0:14,5:1}", START, (6, 4), ((5, 9), (5, 10)), "", "there is no man on 5 to play (M-1)"),
    ("backwards", "me{0:14,5:1}", START, (6, 4), ((5, 1),), "", "5/1 goes backwards, and men only go forward (M-1)"),
    ("three men", "me{0:15}", START, (6, 4), ((0, 6), (0, 4), (0, 4)), "", "3 men were played, and a roll plays two at most (M-2)"),
    ("no such number", "me{0:15}", START, (6, 4), ((0, 6), (0, 5)), "", "T/5 is 5 points, and the dice are 6-4 (M-1)"),
    ("no such sum", "me{0:15}", START, (6, 4), ((0, 9),), "", "T/9 is 9 points, and 6-4 takes one man 6, 4 or 10 (M-1, M-2)"),
    ("doublet twice", "me{0:15}", START, (2, 2), ((0, 6),), "", "T/6 is 6 points, and 2-2 takes one man 2 or 4 (M-1, M-2)"),
    ("one number twice", "me{0:15}", START, (6, 4), ((0, 6), (0, 6)), "", "both men were played by the 6, and 6-4 shows it once (M-2)"),
    (
        "man in the way", "me{0:14,8:1}", "x{12:13,14:1,23:1}", (6, 4), ((8, 14), (0, 4)), "",
        "an opposing man stands on 9', where the 6 leads (M-1)",
    ),
    (
        "both rests held", "me{0:14,8:1}", "x{12:6,14:9}", (6, 4), ((8, 18),), "",
        "8/5' needs a rest free of opposing men, and they stand on 11' and 9' (M-3)",
    ),
    (
        "corner alone", "me{0:14,5:1}", START, (6, 4), ((5, 11), (0, 4)), "",
        "the play brings one man alone to the corner 11, which two men take and leave together (M-3, M-4)",
    ),
    (
        "corner left alone", "me{0:13,11:2}", DEAD, (6, 4), ((11, 17), (0, 4)), "",
        "the play leaves one man alone on the corner 11, which two men take and leave together (M-3, M-4)",
    ),
    ("the other's corner", "me{0:13,8:2}", DEAD, (4, 1), ((8, 12), (0, 1)), "", "no man may stay on 11', the opponent's corner (M-3)"),
    (
        "petit jan alive", "me{0:14,10:1}", START, (5, 3), ((10, 18),), "",
        "5': the opponent can still fill his petit jan: no man may come to rest beyond the own corner (A-3)",
    ),
    (
        "grand jan alive", "me{0:14,10:1}", "x{23:11,17:4}", (5, 3), ((10, 15), (0, 3)), "",
        "8': the opponent can still fill his grand jan: no man may come to rest in it (A-3)",
    ),
    (
        "corner by force, taken", "me{0:11,6:1,7:1,11:2}", START, (6, 5), ((6, 11), (7, 11)), "",
        "6/11 7/11 would add to the corner by force, and only an empty corner is taken so (M-5)",
    ),
    (
        "corner by force, held", "me{0:13,6:1,7:1}", "x{23:13,12:2}", (6, 5), ((6, 11), (7, 11)), "",
        "the corner is taken by force only while the opponent's is empty (M-5)",
    ),
    (
        "by force for by effect", "me{0:12,5:1,6:1,7:1}", START, (6, 5), ((6, 11), (7, 11)), "",
        "the corner can be taken by effect, from 5 and 6, so not by force (M-6)",
    ),
    ("one die of two", "me{0:15}", START, (6, 4), ((0, 6),), "", "both dice can be played, for instance T/6 T/4, and must be (M-7)"),
    ("nothing", "me{0:15}", START, (6, 4), (), "", "both dice can be played, for instance T/6 T/4, and must be (M-7)"),
    ("the lower die", "me{15:1}", "x{21:2}", (4, 2), ((15, 17),), "", "only one die can be played, and then the higher: 8'/4' (M-7)"),
    (
        "no fill", "me{0:3,6:3,7:2,8:2,9:2,10:1,11:2}", START, (4, 1), ((0, 4), (0, 1)), "",
        "the roll fills the grand jan, by 6/10 T/1, so it must (M-8)",
    ),
    (
        "no preserve", "me{0:2,6:2,7:2,8:2,9:2,10:3,11:2}", START, (2, 1), ((7, 9), (10, 11)), "",
        "the grand jan is full and can be preserved, for instance by T/2 T/1, so it must be (M-8)",
    ),
    (
        "not all in", "me{17:1,20:1,22:1}", DEAD, (2, 1), ((22, 24), (20, 21)), "",
        "a man is still outside the jan de retour, and none is borne off before all are in (M-9)",
    ),
    (
        "overshoot", "me{19:1,22:1}", "x{}", (4, 1), ((22, 24), (19, 20)), "",
        "the 4 is more than 1' needs, and takes off only the rearmost man, from 3' (B-1)",
    ),
    (
        "slow", "me{19:1,22:1,23:1}", "x{}", (2, 1), ((22, 24), (23, 24)), "bearoff=slow",
        "only the rearmost man is borne off, and he stands on 4' (B-2)",
    ),
    (
        "waste", "me{21:1,23:1}", "x{}", (3, 1), ((21, 24),), "waste=pips",
        "more pips are wasted than need be, and 2'/off T'/off wastes the fewest (B-4)",
    ),
    (
        "waste forced", "me{19:1,21:2,23:2}", "x{}", (6, 4), ((19, 24), (21, 24)), "waste=forced",
        "a die is wasted that could be played otherwise, for instance by 4'/T' 2'/off (B-4)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("me", "other", "dice", "moves", "variant", "why"), [row[1:] for row in WHY], ids=[row[0] for row in WHY])
def test_why(me: str, other: str, dice: tuple[int, int], moves: tuple[tuple[int, int], ...], variant: str, why: str) -> None:
    own, opp = men(me), men(other, mirrored=True)
    rules = with_variant(PLAIN, variant)
    given = due(own, opp, dice, rules)
    assert not is_legal(own, moves, given)
    assert why_illegal(own, opp, dice, moves, given, rules) == why


def test_two_men_once_a_man_is_off() -> None:
    """B-3 (Wilson): all-for-one only before the first man is off, with the last man, or to preserve."""
    own, opp = (*(0,) * 18, 1, 0, 0, 0, 0, 1, 13), men("x{}")
    rules = RULE_SETS["triktrak"]
    given = due(own, opp, (2, 1), rules)
    assert why_illegal(own, opp, (2, 1), ((18, 21),), given, rules) == "once a man is borne off the two dice play two men (B-3)"
    own = (*(0,) * 18, 2, 0, 0, 0, 0, 13, 0)
    assert is_legal(own, ((18, 21),), due(own, opp, (2, 1), rules))


def test_places_are_named_as_the_record_does() -> None:
    own, opp = men("me{0:14,8:1}"), men("x{12:13,14:1,23:1}", mirrored=True)
    given = due(own, opp, (6, 4), PLAIN)
    for spelling, side, place in (("route", "W", "15"), ("bn", "W", "N10"), ("bn", "B", "B10")):
        told = why_illegal(own, opp, (6, 4), ((8, 14), (0, 4)), given, PLAIN, spelling=spelling, side=side)
        assert told == f"an opposing man stands on {place}, where the 6 leads (M-1)"


def test_a_play_in_parts_is_one_man() -> None:
    own = men("me{0:13,5:2}")
    assert joined(own, ((0, 6), (6, 10))) == [(0, 10)]
    assert joined(own, ((6, 10), (0, 6))) == [(0, 10)]
    assert joined(own, ((0, 5), (5, 9))) == [(0, 5), (5, 9)]  # another man may have gone on from 5
