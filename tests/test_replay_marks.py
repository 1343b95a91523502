"""The board and the pegs between marks: who leads is the form's to say, holes begin anew, what is suspended does not count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation import read_text
from replay.replayer import replay

if TYPE_CHECKING:
    from replay.turns import Replay


HEAD = '[White "Alice"]\n[Black "Bob"]\n'
BOARD = "@position T*9,3,5,6*2,11*2 / T*8,2,4,5,6*2,11*2 W - 8-4"


def replayed(text: str) -> Replay:
    (game,) = read_text(HEAD + text + "*\n")
    assert not game.diagnostics, game.diagnostics
    return replay(game)


def test_a_draining_pool_goes_on_beyond_six_holes() -> None:
    """It ends by a going, like a mark (docs/rules.md 5.5 D2)."""
    found = replayed(f'[Form "drain-pool"]\n[Players "Alice; Bob; Charlie"]\n\n{BOARD} 5-2\n1. W 6-4 +4 hold 3/9 5/9\n2. B 6-5 T/6 T/5\n')
    assert found.winner is None and found.final.holes == (6, 2)


def test_a_filling_pool_ends_with_six_holes() -> None:
    found = replayed(f'[Form "fill-pool"]\n[Players "Alice; Bob; Charlie"]\n\n{BOARD} 5-2\n1. W 6-4 +4\n@won W 6-2\n')
    (check,) = found.checks
    assert check.agrees and check.replayed == "W 6-2"
    assert found.winner is None, "a pool is an evening of matches: its pegs tell no winner of the record"


def test_after_a_do_over_whoever_led_the_mark_leads_again() -> None:
    """White has the do-over, and Black, who led the mark, rolls (docs/rules.md 5.1): nobody rolls out of turn."""
    found = replayed(f'[Rules "ecrire"]\n[Length "4"]\n\n{BOARD} 5-6 leader=B mark=2/4\n1. W 6-4 +4 refait\n2. B 6-5 T/6 T/5 =0/0,0/0\n')
    assert found.turns[0].after.roller == "?"
    assert found.final.holes == (0, 0) and all(check.agrees for check in found.checks)


def test_a_mark_ended_leaves_no_hole_to_the_next_with_or_without_a_line() -> None:
    for between in ("", "@mark 3/4\n", "@won W 6-2 6 simple\n"):
        found = replayed(f'[Rules "ecrire"]\n[Length "4"]\n\n{BOARD} 5-2 mark=2/4\n1. W 6-4 +4 mark\n{between}2. W 6-5 T/6 T/5 =0/0,0/0\n')
        assert found.turns[0].after.holes == (6, 2) and found.final.holes == (0, 0)
        assert all(check.agrees for check in found.checks)


def test_holes_do_not_count_for_a_mark_suspended() -> None:
    """Frozen below six (they stay), paid at six (they are gone), until somebody picks up (docs/rules.md 5.4)."""
    head = '[Rules "combine"]\n[Length "6"]\n\n'
    keys = "leader=W mark=1/6 honours=5-5 pool=4"
    frozen = f"{head}{BOARD} 3-2 {keys}\n1. W 6-4 +4 suspend ecrire 3/9 5/9\n2. B 6-5 ?\n3. W ?-? +12 hold ?\n"
    assert replayed(frozen).final.holes == (4, 2)
    assert replayed(frozen + "4. B ?-? +12 go\n5. B 6-5 T/6 T/5 -12\n").final.holes == (6, 2)
    paid = f"{head}{BOARD} 5-2 {keys}\n1. W 6-4 +4 suspend ecrire 3/9 5/9\n2. B 6-5 ?\n3. W ?-? +12 hold ?\n"
    assert replayed(paid).final.holes == (0, 0)
