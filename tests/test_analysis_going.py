"""Going, holding, and what is claimed against them: who keeps what, and when a school arises (docs/rules.md 3.8, 3.9 S-5, 3.6 D-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from analysis.auditor import audit
from notation.reader import read_text
from replay.replayer import replay

if TYPE_CHECKING:
    from analysis.findings import Audit
    from replay.turns import Replay

BOARD = "T*9,3,5,6*2,11*2 / T*8,2,4,5,6*2,11*2"  # White's 6-4 hits truly for 4
EIGHTY_TWO = "1,2,3,4,5,6*2,7,8,9*2,10*2,11*2 / T*5,1,2,3,4,5,6,7,8,9,10"  # White's 6-6 is worth 82 (H-14)
TIGHT = "5,6*3,7*2,8*2,9*2,10*2,11*3 / T*15"  # 6-5 is played 5-11 and 6-11, or the 6 is blocked (D-1)


def played(plies: str, position: str, **tags: str) -> tuple[Replay, Audit]:
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    (game,) = read_text(f'[White "A"]\n[Black "B"]\n{head}[Position "{position}"]\n\n{plies}\n*\n')
    assert not game.errors, game.errors
    rebuilt = replay(game)
    return rebuilt, audit(rebuilt)


def told(found: Audit) -> list[tuple[str, str, int | None, str, int | None]]:
    return [(item.kind, item.side, item.points, item.school, item.school_points) for item in found.findings]


# -- S-5 -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "plies", "points", "holes", "bredouille"),
    [
        ("4-8", "1. W 6-4 +4 go school 4", (0, 0), (0, 1), (False, False)),
        ("4-6", "1. W 6-4 +4 go school 4", (0, 10), (0, 0), (False, True)),
        ("4-0", "1. W 6-4 +4 go school 4", (0, 4), (0, 0), (False, True)),
        ("4-6", "1. W 6-4 +4 go~ 3/9 5/9 school 4", (8, 10), (0, 0), (False, False)),
        ("4-6", "1. W 6-4 +4 go", (0, 0), (0, 0), (False, False)),
        ("4-6", "1. W 6-4 +8 go school 4", (0, 10), (0, 0), (False, True)),
        ("4-10", "1. W 6-4 +4 go school 4", (0, 2), (0, 1), (False, True)),
        ("8-10", "1. W 6-4 +4 go school 4 false 4", (4, 0), (1, 0), (True, False)),
        ("8-6", "1. W 6-4 +4 go", (0, 0), (1, 0), (False, False)),
    ],
)
def test_a_going_without_a_hole_takes_nothing_from_who_claims_it(
    before: str, plies: str, points: tuple[int, int], holes: tuple[int, int], bredouille: tuple[bool, bool]
) -> None:
    """The school comes on top of what its claimant held; nobody claims, and both have lifted: all tokens are back (S-5, P-3)."""
    rebuilt, _ = played(plies, f"{BOARD} W - {before} 0-0")
    final = rebuilt.final
    assert (final.points, final.holes, final.bredouille) == (points, holes, bredouille)


@pytest.mark.parametrize(
    ("held", "marked", "lacking"), [(4, "+4", 4), (0, "+4", 8), (4, "", 4), (4, "+2", 4)], ids=["stood", "far", "unmarked", "half"]
)
def test_what_is_lacking_is_told_by_what_the_roll_gave(held: int, marked: str, lacking: int) -> None:
    _, found = played(f"1. W 6-4 {marked} go", f"{BOARD} W - {held}-0 0-0")
    assert told(found) == [("go-without-hole", "W", lacking, "let-go", lacking)]


# -- going with a hole and more ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("marked", ["+12", "+2h", "+12 holes 2"])
def test_who_goes_may_leave_holes_behind(marked: str) -> None:
    """They are lost to him, and no school arises (G-2)."""
    rebuilt, found = played(f"1. W 6-6 {marked} go", f"{EIGHTY_TWO} W - 0-0 0-0")
    assert rebuilt.final.holes == (2, 0)
    assert told(found) == [("missed", "W", 70, "", None)]
    assert "no school arises" in found.findings[0].message


def test_a_school_for_holes_left_behind_is_false() -> None:
    _, found = played("1. W 6-6 +12 go school 70", f"{EIGHTY_TWO} W - 0-0 0-0")
    assert {(kind, side, school) for kind, side, _, school, _ in told(found)} == {("missed", "W", ""), ("false-school", "B", "let-go")}


def test_who_holds_may_not() -> None:
    _, found = played("1. W 6-6 +12 hold 5/11 1/7", f"{EIGHTY_TWO} W - 0-0 0-0")
    assert ("missed", "W", 64, "let-go", 64) in told(found)


def test_who_goes_on_a_hole_that_he_did_not_mark_has_given_it_up() -> None:
    """G-10: he may go, the hole is lost to him, and no school arises."""
    rebuilt, found = played("1. W 6-4 go", f"{BOARD} W - 8-0 0-0")
    assert told(found) == [("missed", "W", 4, "", None)]
    assert rebuilt.final.holes == (0, 0)


@pytest.mark.parametrize(("rules", "kinds"), [("trictrac", ["go-taken-back"]), ("triktrak", [])])
def test_a_going_announced_and_not_carried_out(rules: str, kinds: list[str]) -> None:
    """Nothing to tell where going awaits the other's consent (G-11)."""
    _, found = played("1. W 6-4 +4 go~ 3/9 5/9", f"{BOARD} W - 8-0 0-0", Points="guiton", Rules=rules)
    assert [item.kind for item in found.findings] == kinds
    _, found = played("1. W 6-4 +4 go~ 3/9 5/9", f"{BOARD} W - 8-0 0-0", Points="guiton", Rules=rules, Variant="consent")
    assert not found.findings


# -- a school that cannot be claimed (S-1) -------------------------------------------------------------------------------------------------

STUCK = "6*2,7*3,8*2,9,10*4,11*3 / T*15"  # F-10: 6-2 fills and hits the corner, and the six cannot be played
KEPT = "6*2,7*2,8*2,9*3,10*3,11*3 / T*15"  # K-5: 6-6 keeps and nobody can move; it hits the corner too


@pytest.mark.parametrize(
    ("board", "plies", "found"),
    [
        (KEPT, "1. W 6-6 +6 -4", ("missed", "W", 6, "", None)),
        (KEPT, "1. W 6-6 -4", ("missed", "W", 12, "", None)),
        (KEPT, "1. W 6-6 +6 -4 school 6", ("missed", "W", 6, "claimed", 6)),
        (KEPT, "1. W 6-6 +12", ("missed", "B", 4, "let-go", 4)),
        (KEPT, "1. W 6-6 +12 counter-school 4", ("missed", "B", 4, "claimed", 4)),
        (KEPT, "1. W 6-6 +14 -4", ("over-marked", "W", 2, "let-go", 2)),
        (STUCK, "1. W 6-2 7/9 -2", ("missed", "W", 8, "let-go", 8)),
    ],
)
def test_points_forgotten_where_no_man_can_be_touched(board: str, plies: str, found: tuple[str, str, int, str, int | None]) -> None:
    """Nobody is sent to school for them; what was marked too much, or forgotten by the other, is as ever."""
    _, audited = played(plies, f"{board} W - 0-0 0-0")
    assert found in told(audited)
    assert len(audited.findings) == 1


# -- a die blocked by the roller himself (D-2) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "mark", "kinds"),
    [
        ("5/10", "-2", {"illegal-play"}),
        ("5/10", "", {"illegal-play"}),
        ("5/10", "-4", {"illegal-play", "over-marked"}),
        ("6/11", "-2", {"illegal-play", "over-marked"}),
        ("5/11 6/11", "-2", {"over-marked"}),
    ],
    ids=["blocked", "left", "too-much", "still-playable", "played"],
)
def test_two_for_a_die_that_the_roller_has_blocked(play: str, mark: str, kinds: set[str]) -> None:
    _, found = played(f"1. W 6-5 +8 {play} {mark}", f"{TIGHT} W - 0-0 0-0")
    assert {item.kind for item in found.findings} == kinds


# -- a raise that fails (S-7) ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "last", "kinds"),
    [
        ("trictrac", 8, {"false-school"}),
        ("trictrac", 4, {"false-school", "answer-amount"}),
        ("triktrak", 4, {"false-school"}),
        ("triktrak", 8, {"false-school", "answer-amount"}),
    ],
)
def test_a_raise_shown_to_be_wrong(rules: str, last: int, kinds: set[str]) -> None:
    """What it marked, or in triktrak what was in dispute before it."""
    plies = f"1. W 6-4 +4 3/9 5/9 school 4 false 4 raise 8 false {last}"
    rebuilt, found = played(plies, f"{BOARD} W - 2-0 0-0", Points="guiton", Rules=rules)
    assert {item.kind for item in found.findings} == kinds
    assert rebuilt.final.points == ((6 + last) % 12, 0)


# -- fouls about the corner (3.9) --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "plies", "kinds"),
    [
        ("T*12,5,6,7", "1. W 6-5 6/11~6 7/11~7 5/11 6/11", {"foul-mended", "illegal-play"}),
        ("T*12,5,6,7", "1. W 6-5 6/11~6 7/11~7 T/6 T/5", {"foul-mended"}),
        ("T*12,5,6,7", "1. W 6-5 6/11 7/11", {"illegal-play"}),
        ("T*12,5,6,7", "1. W 6-5 7/11~7 5/11 6/11", {"foul-mended"}),
        ("3,5*2,6*2,7*3,8*4,9*3", "1. W 6-6 6/11~6 6/11~6 5/11(2)", {"foul-mended"}),
    ],
    ids=["taken after all", "not taken", "left", "one man", "nothing else to play"],
)
def test_the_corner_by_force_instead_of_by_effect(board: str, plies: str, kinds: set[str]) -> None:
    """Both men back, and no corner on this roll unless nothing else is legal (FA 199: where nothing else is, it is played)."""
    other = "T*15" if "T*12" in board else "T,2*2,4*2,5*2,7*2,8*2,9*2,11*2"
    _, found = played(plies, f"{board} / {other} W - 0-0 0-0")
    assert {item.kind for item in found.findings} == kinds


@pytest.mark.parametrize(("play", "told_of_it"), [("5/11~ T/5", True), ("5/11 T/5", False), ("5/10~ T/6", False)])
def test_a_man_alone_in_a_corner_may_not_be_left(play: str, told_of_it: bool) -> None:
    _, found = played(f"1. W 6-5 {play}", "T*12,5,6,7 / T*15 W - 0-0 0-0")
    assert any("may not be left there" in item.message for item in found.findings) is told_of_it


# -- a man in the adverse grand jan against the rules (3.9) -------------------------------------------------------------------------------

STAYED = "6*5,8*2,9*4,11*4 / 6*2,7*2,8*2,9*2,10*3,11*3,{} B - 0-0 0-0"  # FA 213: White can still fill his grand jan


@pytest.mark.parametrize(
    ("board", "play", "kinds"),
    [
        (STAYED.format("10'"), "10'/4' 6/11", set()),
        (STAYED.format("10'"), "10/2'", {"missed"}),
        (STAYED.format("10'"), "6/11 11/6'", {"illegal-play", "preserve-unmade"}),
        (STAYED.format("4'"), "11/6' 6/11", {"illegal-play", "preserve-unmade"}),
    ],
    ids=["sent on", "kept", "not sent on", "nobody there"],
)
def test_a_man_sent_on_before_a_full_jan_is_kept(board: str, play: str, kinds: set[str]) -> None:
    """The other may demand it on the next roll, though the jan is broken for it: nobody is held to what was demanded of him."""
    _, found = played(f"1. B 6-5 {play}", board)
    assert {item.kind for item in found.findings} - {"illegal-play"} == kinds - {"illegal-play"}
    assert ("illegal-play" in {item.kind for item in found.findings}) <= ("illegal-play" in kinds)


# -- a throw before the other had done (3.9) ----------------------------------------------------------------------------------------------

OPEN = "T*3,6*2,7*2,8*2,9*2,10*2,11*2 / T*15"


@pytest.mark.parametrize(
    ("plies", "found"),
    [
        ("1. W 6-5 T/7 T/5\n2. B 6-4 T/6 T/4", [("illegal-play", False)]),
        ("1. W 6-5 T/7 T/5\n2. B 6-4 early T/6 T/4", [("illegal-play", True)]),
        ("1. W 6-5 T/6 T/5\n2. B 6-4 early T/6 T/3", [("illegal-play", False)]),
        ("1. W 6-5 T/7 T/5\n2. W 6-4 early T/6 T/4", [("illegal-play", False), ("out-of-turn", False)]),
    ],
    ids=["in time", "early", "his own", "the same player"],
)
def test_who_was_still_moving_finishes_without_fault(plies: str, found: list[tuple[str, bool]]) -> None:
    _, audited = played(plies, "T*15 / T*15 W - 0-0 0-0")
    assert sorted((item.kind, item.told) for item in audited.findings) == found


@pytest.mark.parametrize(
    ("plies", "found"),
    [
        ("1. W 5-1 +4 6/11 T/1\n2. B 6-4 T/6 T/4", ("preserve-unmade", "let-go", False)),
        ("1. W 5-1 +4 6/11 T/1\n2. B 6-4 early T/6 T/4", ("preserve-unmade", "", True)),
        ("1. W 5-1 +4 6/11 T/1 school 4\n2. B 6-4 early T/6 T/4", ("preserve-unmade", "claimed", False)),
        ("1. W 6-1 6/7 T/6\n2. B 6-4 early T/6 T/4", ("missed", "let-go", False)),
    ],
    ids=["in time", "early", "complete before", "marks come first"],
)
def test_a_jan_broken_while_the_other_threw(plies: str, found: tuple[str, str, bool]) -> None:
    _, audited = played(plies, f"{OPEN} W - 0-0 0-0")
    assert [(item.kind, item.school, item.told) for item in audited.findings] == [found]
