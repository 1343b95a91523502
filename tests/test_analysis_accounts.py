"""The audit of the accounts: what a form forbids, what is claimed without right, what is settled wrongly, and what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from analysis.tables import judge, rows
from notation import read_text

if TYPE_CHECKING:
    from analysis.findings import Finding

HEAD = '[White "Alice"]\n[Black "Bob"]\n[Rules "ecrire"]\n[Length "4"]\n\n'
BOARD = "@position T*9,3,5,6*2,11*2 / T*8,2,4,5,6*2,11*2 W - 8-4"


def found(text: str) -> list[Finding]:
    (game,) = read_text(text)
    assert not game.diagnostics, game.diagnostics
    return list(judge(game).audit.findings)


def only(text: str) -> Finding:
    findings = found(text)
    assert len(findings) == 1, [(finding.kind, finding.message) for finding in findings]
    return findings[0]


@pytest.mark.parametrize(
    ("holes", "decision", "amount"),
    [
        ("5-2", "go", 6),  # six to two: the going would mark, 4 and 2
        ("3-2", "mark", 4),  # four to two, and nobody has six: he takes 2 and 2
        ("5-2", "refait", 6),
        ("5-2", "concede", 6),
        ("2-7", "mark", 6),  # behind: three to seven, 4 and 2 to the other
        ("2-7", "go", 6),
        ("3-2", "concede", None),
    ],
)
def test_a_decision_that_the_form_forbids(holes: str, decision: str, amount: int | None) -> None:
    finding = only(f"{HEAD}{BOARD} {holes} mark=2/4\n1. W 6-4 +4 {decision}\n*\n")
    assert (finding.kind, finding.side, finding.rule, finding.ply) == ("decision-forbidden", "W", "5.1", 1)
    assert (finding.stake, finding.unit) == (amount, "" if amount is None else "jetons")
    assert "Alice" in finding.message and "player" not in finding.message


def test_marking_on_the_opponents_roll_is_told_once() -> None:
    """The hole came on Black's roll: White must hold, and goes on his next roll without a hole (3.9 S-5)."""
    finding = only(f"{HEAD}{BOARD} 5-2 mark=2/4\n1. W 6-5 ?\n2. B ?-? ? -4\n3. W ?-? mark\n*\n")
    assert (finding.kind, finding.stake, finding.unit) == ("go-without-hole", 6, "jetons")


def test_suspending_where_it_may_not_be() -> None:
    text = f"{HEAD.replace('ecrire', 'combine')}{BOARD} 5-2 mark=4/4 honours=3-3 pool=4\n1. W 6-4 +4 suspend ecrire 3/9 5/9\n*\n"
    finding = only(text)
    assert (finding.kind, finding.rule, finding.stake) == ("decision-forbidden", "5.4", 6)


SHEET = HEAD.replace('"4"', '"2"') + "@mark 1/2\n@won {0}\n@mark 2/2\n@won W 7-6 3 simple\nend\n"


@pytest.mark.parametrize(
    ("told", "kind", "gained", "amount"),
    [
        ("W 6-0 24 petty standing", None, None, None),
        ("W 6-0 16 petty standing", "settlement-differs", "B", 8),
    ],
)
def test_a_sheet_alone(told: str, kind: str | None, gained: str | None, amount: int | None) -> None:
    findings = found(SHEET.format(told))
    assert [(f.kind, f.gained, f.stake) for f in findings] == ([] if kind is None else [(kind, gained, amount)])


PLAYED = HEAD.replace('"4"', '"2"') + "@mark 1/2\n1. W ?-? +12 go\n2. W ?-? +24 mark\n@won {0}\n@mark 2/2\n*\n"


@pytest.mark.parametrize(
    ("told", "kind", "gained", "amount"),
    [
        ("W 6-0 16 petty pickup", None, None, None),  # three races of twelve in bredouille, once picked up: 12 and 4
        ("W 6-0 24 petty standing", "lurch-unfounded", "W", 8),
        ("W 6-0 petty standing", "lurch-unfounded", "W", 8),
        ("W 6-0 56 grand", "lurch-unfounded", "W", 40),
        ("W 6-0 8 simple", "lurch-forgotten", "B", 8),
        ("W 6-0 20 petty", "settlement-differs", "W", 4),
        ("B 6-0 16 petty", "result-differs", None, None),
        ("W 7-0 16 petty", "result-differs", None, None),
    ],
)
def test_a_lurch_claimed_without_right_or_forgotten(told: str, kind: str | None, gained: str | None, amount: int | None) -> None:
    findings = found(PLAYED.format(told))
    assert [(f.kind, f.gained, f.stake) for f in findings] == ([] if kind is None else [(kind, gained, amount)])
    if amount:
        assert findings[0].unit == "jetons" and findings[0].message.endswith(f"{amount} jetons at stake") and findings[0].rule


def test_markers_have_their_price() -> None:
    """Six to none without pickup is 24, with pickup 16; a banner that was not due would make 24 of 16 as well (5.2)."""
    forgotten = only(f"{HEAD}1. W ?-? +12 no-banner hold ?\n*\n")
    assert (forgotten.kind, forgotten.gained, forgotten.stake, forgotten.unit) == ("marker-forgotten", "B", 8, "jetons")
    taken = only(f"{HEAD}1. W ?-? +12 go\n2. W ?-? +12 banner hold ?\n*\n")
    assert (taken.kind, taken.side, taken.gained, taken.stake) == ("marker-unfounded", "W", "W", 8)
    both = only(f"{HEAD}1. W ?-? +12 hold ?\n2. B ?-? +12 hold ?\n3. W ?-? +12 banner hold ?\n*\n")
    assert (both.kind, both.stake) == ("marker-unfounded", 16)  # 6 at 3 and 6, for 6 at 1 and 2
    written = f"{HEAD}1. W ?-? +12 go\n@position T*15 / T*15 W - 0-0 2-0 banner=W leader=W mark=1/4\n*\n"
    differs = only(written)
    assert (differs.kind, differs.side, differs.stake) == ("marker-differs", "W", 8)


def test_accounts_and_standing() -> None:
    sheet = HEAD.replace('"4"', '"2"') + "@mark 1/2\n@won W 6-3 5 simple\n{}@mark 2/2\n@won W 7-6 3 simple\nend\n"
    assert found(sheet.format("@account Alice lost=0 jetons=25\n@account Bob lost=1 jetons=14\n")) == []
    finding = only(sheet.format("@account Bob lost=1 jetons=10\n"))
    assert (finding.kind, finding.side, finding.gained, finding.stake) == ("account-differs", "B", None, 4)
    standing = sheet.format("").replace("[Length", '[Standing "Alice {0}; Bob -{0}"]\n[Length')
    assert found(standing.replace("{0}", "38")) == []  # 8 jetons, 2 of the queue, 2 paris at 4, their queue of 20
    finding = only(standing.replace("{0}", "30"))
    assert (finding.kind, finding.stake, finding.unit) == ("settlement-differs", 8, "jetons")


def test_who_leads_and_who_sits() -> None:
    led = only(f"{HEAD}@lead W 6, B 1\n@mark 1/4\n1. W ?-? +36 mark\n@mark 2/4\n2. W ?-? ?\n*\n")
    assert (led.kind, led.side, led.ply, led.rule) == ("lead-differs", "W", 2, "2.8")
    three = '[White "Alice"]\n[Black "Bob"]\n[Rules "ecrire"]\n[Length "6"]\n[Form "round-robin"]\n[Players "Alice; Bob; Charlie"]\n\n'
    sheet = f"{three}@mark 1/6 Alice Bob\n@won W 6-3 5 simple\n@mark 2/6 {{}}\n*\n"
    assert found(sheet.format("Bob Charlie")) == []
    finding = only(sheet.format("Alice Charlie"))
    assert (finding.kind, finding.rule) == ("seats-differ", "5.5") and "Bob and Charlie" in finding.message
    early = only(f"{HEAD}@mark 1/4\n1. W ?-? +12 hold ?\n@mark 2/4\n*\n")
    assert early.kind == "seats-differ" and "mark 1 is to be played" in early.message


def test_results_and_forms_that_cannot_be() -> None:
    finding = only(SHEET.format("W 5-3 4 simple"))
    assert (finding.kind, finding.line) == ("result-impossible", 7)
    unplayable = only('[White "A"]\n[Black "B"]\n[Rules "ecrire"]\n[Length "7"]\n\n*\n')
    assert (unplayable.kind, unplayable.rule) == ("form-unplayable", "5.3")
    assert found('[White "A"]\n[Black "B"]\n[Rules "ecrire"]\n\n*\n') == []  # a fragment that does not tell how long


def test_a_match_of_holes_may_say_what_it_is_worth() -> None:
    rolls = "".join(f"{n}. {'WB'[n % 2 == 0]} ?-? {'+24 hold' * (n % 2)} ?\n" for n in range(1, 6))
    text = f'[White "A"]\n[Black "B"]\n\n@position ? / ? W - 0-0 3-2\n{rolls}@won W 12-2 {{}}\n1-0\n'
    assert found(text.format("1 single")) == []
    finding = only(text.format("2 lurch"))
    assert (finding.kind, finding.gained, finding.stake, finding.unit, finding.rule) == ("lurch-unfounded", "W", 1, "stakes", "2.7")


def test_a_draining_pool_has_the_words_of_a_mark() -> None:
    head = '[White "A"]\n[Black "B"]\n[Form "drain-pool"]\n[Players "A; B; C"]\n\n@account pool stake=60\n'
    assert found(f"{head}1. W ?-? +36 mark\n@won W 6-0 18\n@game 2 B C\n2. W ?-? ?\n*\n") == []
    finding = only(f"{head}1. W ?-? +36 mark\n@won W 6-0 20\n@game 2 B C\n2. W ?-? ?\n*\n")
    assert (finding.kind, finding.gained, finding.stake, finding.unit) == ("settlement-differs", "W", 2, "money")


def test_the_table_of_findings_has_stake_and_unit() -> None:
    (game,) = read_text(PLAYED.format("W 6-0 24 petty standing"))
    (row,) = rows("findings", judge(game))
    assert (row["stake"], row["unit"]) == (8.0, "jetons")
