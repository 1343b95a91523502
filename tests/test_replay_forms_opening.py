"""Records that open with an account or the throws of the lead: what they tell, and what is taken for granted (docs/rules.md 5.5, 5.7)."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from analysis.tables import judge
from notation import read_text
from notation.words import FLAGS
from replay import replay
from replay.forms.adjournment import accounts
from replay.forms.followed import Joined, told
from replay.forms.joined import join
from replay.forms.record import form_of
from replay.forms.rulings import RULINGS

HEAD = '[White "{0}"]\n[Black "{1}"]\n[Rules "ecrire"]\n[Length "12"]\n[Form "round-robin"]\n[Players "Alice; Bob; Charlie"]\n\n'
BOOK = (
    "@account Alice lost=4 jetons=5",
    "@account Bob from=Alice lost=1 jetons=21 fish=8",
    "@account Bob from=Charlie fish=2",
    "@account Charlie lost=4 jetons=5",
)


def joined(text: str) -> Joined:
    (game,) = read_text(text)
    assert not game.errors
    return join(replay(game))


def kinds(text: str) -> list[str]:
    (game,) = read_text(text)
    return [finding.kind for finding in judge(game).audit.findings]


@pytest.mark.parametrize("lines", list(itertools.permutations(BOOK)))
@pytest.mark.parametrize("before", [True, False])
def test_an_account_by_hand_brings_the_match_forward_in_any_order(lines: tuple[str, ...], before: bool) -> None:
    mark = ("@mark 10/12 Charlie Bob",)
    text = HEAD.format("Bob", "Charlie") + "\n".join((*lines, "@adjourn", *mark) if before else (*mark, *lines)) + "\n*\n"
    found = joined(text)
    assert not found.gaps
    assert all(check.agrees for check in found.checks)
    state = found.reckoning.state
    assert state.lost == (4, 1, 4)  # type: ignore[union-attr]
    assert state.jetons == (5 + 4 - 80, 21 + 1 - 20 + 100, 5 + 4 - 20 - 20)  # type: ignore[union-attr]
    assert not kinds(text)


@pytest.mark.parametrize(
    ("mark", "stake", "idle"),
    [
        ("@mark 10/12 Charlie Bob", "", "Alice"),  # as in mark 1, the third sits out
        ("@mark 10/12 Bob Alice", "", "Charlie"),
        ("@mark 11/12 Charlie Bob", "", "Bob"),  # he comes in for mark 2
        ("@mark 12/12 Charlie Bob", "", "Charlie"),  # and stays for mark 3
        ("@mark 11/12 Charlie Bob", "@account Alice stake=0", "Alice"),
    ],
)
def test_who_began_without_a_stake_is_told_or_taken_for_granted(mark: str, stake: str, idle: str) -> None:
    lines = [*filter(None, [stake]), *BOOK, mark]
    found = joined(HEAD.format("Bob", "Charlie") + "\n".join(lines) + "\n*\n")
    assert found.agreed.names[next(who for who in range(3) if who not in found.agreed.form.first)] == idle
    granted = [row for row in told(found) if row.startswith("taken for granted")]
    assert len(granted) == (not stake)
    assert all(f"{idle} is taken to have begun without a stake" in row for row in granted)
    assert not [check for check in found.checks if check.kind == "seats" and not check.agrees]


def test_an_account_that_does_not_add_up_is_told() -> None:
    lines = [BOOK[0].replace("jetons=5", "jetons=6"), *BOOK[1:], "@mark 10/12 Charlie Bob"]
    text = HEAD.format("Bob", "Charlie") + "\n".join(lines) + "\n*\n"
    found = joined(text)
    (gap,) = found.gaps
    assert "32 jetons in hand and 9 put down are not the 40 of the stakes" in gap.sentence
    assert kinds(text) == ["account-differs"]


def test_a_match_whose_marks_are_not_all_told_says_so() -> None:
    head = '[White "Alice"]\n[Black "Bob"]\n[Rules "ecrire"]\n[Length "2"]\n\n'
    found = joined(head + "@mark 1/2\n@won W 6-0 8 simple\n@mark 2/2\n@won B 3-6 5 simple\nend\n")
    assert "1 of 2 marks is not told: the match cannot be settled" in told(found)
    assert accounts(found.reckoning.state)[0].lost == 1  # type: ignore[arg-type]


SHEET = (
    '[White "Alice"]\n[Black "Bob"]\n[Rules "ecrire"]\n[Length "6"]\n[Form "round-robin"]\n[Players "Alice; Bob; Charlie"]\n\n'
    "@mark 1/6 Alice Bob\n@won B 4-6 4 simple\n@mark 2/6 Alice Charlie\n@won W 6-0 16 petty pickup\n"
    "@mark 3/6 Charlie Bob\n@won B 2-6 6 simple\n"
)


@pytest.mark.parametrize(
    ("lines", "differ"),
    [
        (("Alice from=Charlie lost=1 jetons=11 fish=2",), 0),
        (("Alice from=Charlie lost=1 jetons=31 fish=0",), 0),
        (("Alice lost=1 jetons=21",), 0),
        (("Alice lost=1 jetons=31",), 0),
        (("Alice jetons=32",), 0),  # with the jeton put down
        (("Alice jetons=11", "Alice from=Charlie fish=1", "Alice from=Bob fish=1"), 0),
        (("Charlie lost=2 jetons=12", "Alice from=Charlie jetons=11 fish=2", "Bob from=Charlie jetons=14 fish=2"), 0),
        (("Charlie lost=2 jetons=0",), 1),
        (("Alice jetons=11 fish=1 from=Charlie",), 1),
        (("Alice lost=2 jetons=21",), 1),
        (("Alice jetons=24",), 1),
    ],
)
def test_a_purse_is_what_it_is_worth(lines: tuple[str, ...], differ: int) -> None:
    """5.3: a fish is ten jetons; which of them lie on the table is nobody's business."""
    text = SHEET + "".join(f"@account {line}\n" for line in lines) + "*\n"
    assert kinds(text) == ["account-differs"] * differ


def test_an_account_that_differs_names_the_fish() -> None:
    found = joined(SHEET + "@account Alice lost=1 jetons=24\n*\n")
    (check,) = (check for check in found.checks if not check.agrees)
    assert (check.stated, check.replayed, check.stake) == ("Alice lost=1 jetons=24", "Alice lost=1 jetons=21 fish=1", 3)


POOL = (
    '[White "Alice"]\n[Black "Bob"]\n[Form "fill-pool"]\n[Players "Alice; Bob; Charlie"]\n[Standing "{0}"]\n\n{1}'
    "@game 1 Alice Bob\n@won W 6-2\n@game 2 Alice Charlie\n@won B 3-6\n@game 3 Charlie Bob\n@won W 6-4\nend\n"
)


@pytest.mark.parametrize(
    ("stand", "stake", "ante", "differ"),
    [
        ("Alice -2; Bob -2; Charlie 4", "", 1, 0),
        ("Alice -4; Bob -4; Charlie 8", "", 2, 0),  # told here alone
        ("Charlie 20; Alice -10; Bob -10", "", 5, 0),
        ("Alice -4; Bob -4; Charlie 8", "@account pool stake=2\n", 2, 0),
        ("Alice -4; Bob -4; Charlie 8", "@account pool stake=1\n", 1, 1),
        ("Alice -2; Bob -6; Charlie 8", "", 1, 1),  # only the largest is in proportion
        ("Alice -3; Bob -5; Charlie 8", "@account pool stake=2\n", 2, 1),
        ("Alice 4; Bob 4; Charlie -8", "", 1, 1),
    ],
)
def test_a_standing_tells_the_ante_or_is_held_to_it(stand: str, stake: str, ante: int, differ: int) -> None:
    found = joined(POOL.format(stand, stake))
    assert found.agreed.form.ante == ante
    assert found.reckoning.net["money"] == (-2 * ante, -2 * ante, 4 * ante)
    assert len([row for row in told(found) if row.startswith("taken for granted: nothing tells the ante")]) == (not stake)
    (check,) = (check for check in found.checks if check.kind == "standing")
    assert (check.agrees, check.line) == (not differ, 5)
    assert kinds(POOL.format(stand, stake)) == ["settlement-differs"] * differ


TWO = '[White "Alice"]\n[Black "Bob"]\n[Rules "ecrire"]\n[Length "4"]\n\n'
WON = {number: f"@mark {number}/4\n@won W 6-4 4 simple\n" for number in (1, 2, 3, 4)}


def differs(text: str) -> list[tuple[str, int]]:
    (game,) = read_text(text)
    return [(finding.kind, finding.line) for finding in judge(game).audit.findings]


@pytest.mark.parametrize(
    ("body", "kind", "line"),
    [
        (WON[1] + WON[2] + WON[2] + WON[4] + "end\n", "seats-differ", 10),  # counted on, and told
        (WON[1] + WON[2] + WON[4] + "*\n", "seats-differ", 10),
        (WON[1].replace("1/4", "1/8") + WON[2].replace("2/4", "2/8") + "*\n", "seats-differ", 6),  # told once
        (WON[1] + "@won B 4-6 4 simple\n" + WON[2] + "*\n", "result-impossible", 8),
        (WON[1] + WON[2] + WON[3] + WON[4] + WON[4] + "end\n", "after-the-end", 14),
        (WON[1] + WON[2] + WON[3] + WON[4] + "0-1\n", "result-differs", 14),
        (WON[1] + WON[2] + WON[3] + WON[4] + "1/2-1/2\n", "result-differs", 14),
    ],
)
def test_marks_that_are_counted_wrongly_are_told_where_they_lie(body: str, kind: str, line: int) -> None:
    assert differs(TWO + body)[:1] == [(kind, line)]


def test_marks_and_a_result_that_are_right_are_no_fault() -> None:
    assert not differs(TWO + WON[1] + WON[2] + WON[3] + WON[4] + "1-0\n")
    assert not differs(TWO + WON[1] + "@won W 6-4 4 simple\n" + WON[3] + "*\n")  # mark 2 has no line of its own


@pytest.mark.parametrize(
    ("lead", "kind"),
    [("Alice 5, Bob 2, Charlie 1", ""), ("Alice 2, Bob 3, Charlie 5", "seats-differ"), ("Alice 2, Bob 5, Charlie 1", "lead-differs")],
)
def test_a_lead_is_held_to_who_sits_and_rolls_first(lead: str, kind: str) -> None:
    """5.5 E2: the two highest begin, the higher leads; a throw that says otherwise is one finding, on its line."""
    text = SHEET.split("@mark", maxsplit=1)[0] + f"@lead {lead}\n@mark 1/6 Alice Bob\n1. W 6-5 T/6 T/5\n2. B 6-5 T/6 T/5\n"
    text += "@lost ?\n@position T*15 / T*15 W - 0-0 6-2 leader=W mark=1/6\n*\n"
    found = [each for each in differs(text) if each[0] in ("seats-differ", "lead-differs")]
    assert found == ([(kind, 8)] if kind else [])


def test_every_flag_of_the_accounts_stands_in_a_variant() -> None:
    """5.6: the words, values and defaults are those of the rulings, in the notation and its documentation."""
    documentation = (Path(__file__).parent.parent / "docs" / "notation.md").read_text("utf-8")
    for row in RULINGS:
        values = tuple(str(value) for value in row.values)
        assert FLAGS[row.name] == tuple(value for value in values if value != "progress")
        for value in FLAGS[row.name]:
            text = TWO.replace("\n\n", f'\n[Variant "pile, {row.name}={value}"]\n\n') + WON[1] + "*\n"
            (game,) = read_text(text)
            assert not game.diagnostics
            assert str(getattr(form_of(game).form.rulings, row.field)) == value
        assert f"`{row.name}={'|'.join(FLAGS[row.name])}`" in documentation


@pytest.mark.parametrize(
    ("variant", "told", "lurch"), [("grand-lurch", "", True), ("no-grand-lurch", " lurch", False), ("", " lurch", True)]
)
def test_the_grand_lurch_of_a_draining_pool_is_a_flag(variant: str, told: str, lurch: bool) -> None:
    head = '[White "Alice"]\n[Black "Bob"]\n[Form "drain-pool"]\n[Players "Alice; Bob; Charlie"]\n'
    head += f'[Variant "{variant}"]\n\n@account pool stake=60\n'
    found = joined(head + f"@game 1 Alice Bob\n@won W 7-0{told}\n*\n")
    assert found.agreed.form.grand_lurch is lurch
    assert any("grand lurch is in effect" in note for note in found.agreed.notes) is (not variant)
    assert [check.agrees for check in found.checks if check.kind == "won"] == [variant != "no-grand-lurch"]
