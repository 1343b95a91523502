"""Jans told in words: every code once, on a board of docs/rules.md where there is one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import oracle
import pytest
from conftest import HERE
from hypothesis import given, settings
from hypothesis import strategies as st
from test_replay_engine import START, men

from replay.engine import Due, due
from replay.jans import JANS, explain
from replay.rules import RULE_SETS, with_variant

if TYPE_CHECKING:
    from notation.record import Side

ALL_JANS = with_variant(RULE_SETS["trictrac"], "pile, margot, meeting")

TOLD = [
    ("BV", "me{0:10,11:2,4:3}", "x{16:1}", (5, 2), "5 from 11 hits Black's man on his 7: 2 points (rules 2.3 E11, 002 §14)"),
    (
        "BV", "me{0:9,9:4,11:2}", "x{16:1}", (5, 2),
        "5 from 11 and 5+2 from 9 over 9' hit Black's man on his 7: 2 ways × 2 = 4 points (rules 2.3 E11, 002 §14)",
    ),
    (
        "BV", "me{0:12,8:1,11:2}", "x{14:1}", (3, 3),
        "3 from 11 and 3+3 from 8 over 11 hit Black's man on his 9: 2 ways × 4 = 8 points (rules 2.3 E11, 002 §14)",
    ),
    ("BV", "me{7:1}", "x{12:2,13:1,18:1}", (6, 5), "6 from 7 hits Black's man on his 10: 2 points (rules 2.3 E11, 002 §14)"),
    ("BV", "me{7:1}", "x{13:2,18:1}", (6, 5), "5+6 from 7 over 11' hits Black's man on his 5: 4 points (rules 2.3 E10, 002 §14)"),
    ("BV", "me{0:15}", "x{3:1,23:14}", (3, 1), "3 from T hits Black's man on 3: 4 points (rules 2.3 E10, 002 §14)"),
    ("BV", "me{11:2}", "x{23:1}", (6, 6), "6+6 from 11 over 6' hits Black's man on his T: 6 points (rules 2.3 E10, 002 §14)"),
    (
        "BF", "me{7:1}", "x{12:2,13:2,18:1}", (6, 5),
        ("6+5 from 7 reaches Black's man on his 5, but both rests, 11' and 10', are held, so he is hit falsely: 4 "
        "points to Black (rules 2.3 E12, 002 §14.3)"),
    ),
    (
        "BF", "me{11:2}", "x{23:1,17:2}", (6, 6),
        ("6+6 from 11 reaches Black's man on his T, but the rest 6' is held, so he is hit falsely: 6 points to Black "
        "(rules 2.3 E12, 002 §14.3)"),
    ),
    (
        "BC", "me{0:11,6:1,8:1,11:2}", START, (6, 4),
        "6 from 6 and 4 from 8 hit Black's empty corner 11': 4 points (rules 2.3 E13, 002 §15)",
    ),
    (
        "BC", "me{0:11,8:1,11:3}", START, (4, 1),
        "4 from 8 and 1 from 11 (beyond the two holders) hit Black's empty corner 11': 4 points (rules 2.3 E13, 002 §15)",
    ),
    (
        "GJ", "me{0:3,6:3,7:2,8:2,9:2,10:1,11:2}", START, (3, 1),
        "3+1 from 6 over 9 covers 10 and fills the grand jan: 4 points (rules 2.3 E6, 002 §13.2)",
    ),
    (
        "GJ", "me{3:1,4:1,6:3,7:2,8:3,9:2,10:1,11:2}", START, (4, 2),
        "4 from 6, 2 from 8 and 4+2 from 4 over 8 cover 10 and fill the grand jan: 3 ways × 4 = 12 points (rules 2.3 E6, 002 §13.2)",
    ),
    (
        "GJ", "me{0:3,6:3,7:3,8:2,9:2,10:0,11:2}", START, (4, 3),
        "4 from 6 and 3 from 7 together make 10 and fill the grand jan: 4 points (rules 2.3 E7, 002 §13.2)",
    ),
    (
        "GJ", "me{0:2,3:1,4:1,5:1,6:2,7:1,8:2,9:2,10:1,11:2}", START, (5, 4),
        "4 from 3 and 5 from 5 together make 7 and 10 and fill the grand jan: 4 points (rules 2.3 E7, 002 §13.2)",
    ),
    (
        "GJ", "me{6:4,7:3,8:3,9:3,10:2}", START, (6, 5),
        "6 from 6 and 5 from 7 together make 11 by force and fill the grand jan: 4 points (rules 2.3 E7, 002 §13.2)",
    ),
    (
        "GJC", "me{6:2,7:2,8:2,9:3,10:3,11:3}", START, (2, 1),
        "the grand jan is full and can be kept so with 2-1, for instance by 9/11 10/11: 4 points (rules 2.3 E8, 002 §13.3)",
    ),
    (
        "GJC", "me{6:2,7:2,8:2,9:3,10:3,11:3}", START, (6, 6),
        "the grand jan stays full, since no die can be played: 6 points (rules 2.3 E9, 002 §13.4)",
    ),
    (
        "GJC", "me{6:2,7:2,8:2,9:3,10:3,11:3}", START, (6, 1),
        ("the grand jan is full and can be kept so with 6-1, for instance by 9/10, since the 6 cannot be "
        "played: 4 points (rules 2.3 E9, 002 §13.4)"),
    ),
    (
        "IM", "me{6:2,7:2,8:2,9:3,10:3,11:3}", START, (6, 1),
        ("the 6 cannot be played (6 from 6: 11' is Black's corner; 6 from 7, 8, 9, 10 and 11: Black can "
        "still fill his petit jan): 2 points to Black (rules 2.3 E15, 002 §16)"),
    ),
    (
        "IM", "me{15:1}", "x{21:2}", (4, 2),
        "the 4 and the 2 cannot both be played, and the 4 must be (M-7): 2 points to Black (rules 2.3 E15, 002 §16)",
    ),
    (
        "IM", "me{18:1,20:1}", "x{23:2}", (5, 5),
        ("neither 5 can be played (5 from 5': Black stands on the point; 5 from 3': men stand behind): 2 "
        "dice × 2 = 4 points to Black (rules 2.3 E15, 002 §16)"),
    ),
    (
        "IM", "me{11:2,18:2,19:2,20:2,21:2,22:3,23:2}", "x{}", (6, 1),
        ("the 6 cannot be played (6 from 11: the corner is not left by one man; 6 from 5', 4', 3', 2', 1' "
        "and T': not all men are in): 2 points to Black (rules 2.3 E15, 002 §16)"),
    ),
    (
        "JTC", "me{0:11,5:1,4:1,3:1,1:1}", START, (6, 2),
        ("third roll of the holding, and 6-2 with the lone men on 1, 3, 4 and 5 makes the six numbers from 1 "
        "to 6: 4 points (rules 2.3 E1, 002 §12.1)"),
    ),
    (
        "JDT", "me{0:13,6:2}", START, (6, 5),
        "the only two men off the talon, both on 6, reach both corners with 6-5: 4 points (rules 2.3 E2, 002 §12.2)",
    ),
    (
        "CDT", "me{0:13,8:1,9:1}", "x{23:13,12:2}", (3, 3),
        ("the only two men off the talon, on 8 and 9, reach both corners with 3-3, but Black holds his: 6 "
        "points to Black (rules 2.3 E3, 002 §12.3)"),
    ),
    (
        "JM", "me{0:13,11:2}", START, (1, 1),
        ("two aces with only the two holders of the corner 11 off the talon, and Black's corner is empty: 6 "
        "points (rules 2.3 E4, 002 §12.4)"),
    ),
    (
        "CM", "me{0:13,11:2}", "x{23:13,12:2}", (6, 1),
        ("an ace with only the two holders of the corner 11 off the talon, but Black holds his corner: 4 "
        "points to Black (rules 2.3 E5, 002 §12.5)"),
    ),
    ("JRE", "me{0:15}", START, (4, 3), "4-3 answers the match's first roll with the same dice: 4 points (rules 2.3 E16, 002 §19.1)"),
    ("SO", "me{22:1,23:1}", "x{}", (6, 3), "6-3 can bear off the last two men, from 1' and T': 4 points (rules 2.3 E14, 002 §17.2)"),
    (
        "PM", "me{10:2,11:13}", "x{12:15}", (1, 1),
        "1-1 brings the last of fifteen men to the corner 11, and none could go past it: 6 points (rules 2.3 E17, 002 §19.2)",
    ),
    (
        "PMC", "me{11:15}", "x{23:3,12:2,13:2,14:2,15:2,16:2,17:2}", (6, 4),
        "all fifteen men stay on the corner 11, since no die can be played: 4 points (rules 2.3 E17, 002 §19.2)",
    ),
    (
        "MF", "me{0:13,11:2}", "x{23:12,19:1,17:1,15:1}", (5, 2),
        "5 from 11 reaches the empty 7' between two lone men of Black: 2 points to Black (rules 2.3 E18, 002 §19.3)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "me", "other", "dice", "told"), TOLD, ids=[f"{row[0]} {row[3][0]}-{row[3][1]}" for row in TOLD])
def test_sentences(code: str, me: str, other: str, dice: tuple[int, int], told: str) -> None:
    own, opp = men(me), men(other, mirrored=True)
    given = due(own, opp, dice, ALL_JANS, rolls=3, first=(4, 3))
    assert told in [explain(jan, own, opp, dice, "W", due=given) for jan in (*given.roller, *given.opponent) if jan.code == code]


def test_each_code_is_told_and_named() -> None:
    told = {row[0] for row in TOLD}
    assert told | {"PJ", "JR", "PJC", "JRC"} == set(JANS)
    notation = (HERE.parent / "docs" / "notation.md").read_text(encoding="utf-8")
    rules = (HERE.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    assert all(f"`{code}`" in notation for code in JANS)
    assert all(f"| {name.event} |" in rules for name in JANS.values())


@pytest.mark.parametrize(
    ("spelling", "side", "told"),
    [
        ("guiton", "W", "5 from 11 and 5+2 from 9 over 9' hit Black's man on his 7: 2 ways × 2 = 4 points (rules 2.3 E11, 002 §14)"),
        ("guiton", "B", "5 from 11 and 5+2 from 9 over 9' hit White's man on his 7: 2 ways × 2 = 4 points (rules 2.3 E11, 002 §14)"),
        ("route", "B", "5 from 12 and 5+2 from 10 over 15 hit White's man on 17: 2 ways × 2 = 4 points (rules 2.3 E11, 002 §14)"),
        ("bn", "W", "5 from B12 and 5+2 from B10 over N10 hit Black's man on N8: 2 ways × 2 = 4 points (rules 2.3 E11, 002 §14)"),
        ("bn", "B", "5 from N12 and 5+2 from N10 over B10 hit White's man on B8: 2 ways × 2 = 4 points (rules 2.3 E11, 002 §14)"),
    ],
)
def test_places_in_any_spelling(spelling: str, side: Side, told: str) -> None:
    own, opp = men("me{0:9,9:4,11:2}"), men("x{16:1}", mirrored=True)
    given = due(own, opp, (5, 2), ALL_JANS)
    assert explain(given.roller[0], own, opp, (2, 5), side, spelling=spelling) == told


def everything(given: Due, board: oracle.Board) -> list[str]:
    return [explain(jan, board.own, board.opp, board.dice, "B", due=given) for jan in (*given.roller, *given.opponent)]


@given(st.integers(0, 100_000))
@settings(max_examples=40, deadline=None)
def test_the_arithmetic_of_a_sentence_is_that_of_the_jan(seed: int) -> None:
    for board in oracle.drawn_positions(seed, 24):
        given = due(board.own, board.opp, board.dice, ALL_JANS, rolls=3, first=board.dice)
        jans = (*given.roller, *given.opponent)
        for jan, told in zip(jans, everything(given, board), strict=True):
            match = re.search(r"(?:(\d+) (?:ways|dice) × (\d+) = )?(\d+) points( to White)? \(rules 2\.3 (E\d+), 002 §[\d.]+\)$", told)
            assert match, told
            assert int(match[3]) == jan.points
            assert match[1] is None or int(match[1]) * int(match[2]) == jan.points
            assert int(match[1] or 1) == jan.ways
            assert bool(match[4]) is not jan.to_roller
            # The dice named are the dice thrown, and each way is named once.
            if jan.code in ("BV", "MF", "PJ", "GJ", "JR") and jan.by != ("both",):
                assert len(re.findall(r"\d\+\d from", told)) == jan.by.count("sum")
                assert len(re.findall(r"(?<!\+)\b\d from", told)) == len(jan.by) - jan.by.count("sum")


def test_preserving_is_told_without_the_due_too() -> None:
    own, opp = men("me{6:2,7:2,8:2,9:3,10:3,11:3}"), men(START)
    given = due(own, opp, (6, 6), ALL_JANS)
    kept = next(jan for jan in given.roller if jan.code == "GJC")
    assert explain(kept, own, opp, (6, 6), "W") == explain(kept, own, opp, (6, 6), "W", due=given)
    given = due(own, opp, (6, 1), ALL_JANS)
    kept = next(jan for jan in given.roller if jan.code == "GJC")
    told = "the grand jan is full and can be kept so with 6-1, since the 6 cannot be played: 4 points (rules 2.3 E9, 002 §13.4)"
    assert explain(kept, own, opp, (6, 1), "W") == told
