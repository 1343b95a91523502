"""A match put off and taken up again comes to the same end: at every roll of matches of every form (docs/rules.md 5.7)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from forms_play import forms, told_rulings
from forms_records import plies, read, record, straight
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.record import Event, Game, Result
from notation.sources import read_path
from notation.writer import write_game
from replay import replay
from replay.forms.events import Wrong
from replay.forms.followed import beside
from replay.forms.form import form
from replay.forms.joined import join
from replay.forms.putoff import cut, put_off, rows
from replay.forms.rulings import Rulings

if TYPE_CHECKING:
    from replay.forms.followed import Joined
    from replay.forms.form import Form

HEAD = '[White "A"]\n[Black "B"]\n[Rules "ecrire"]\n'


def resumed(game: Game, ply: int) -> tuple[Joined, Joined]:
    """The accounts of a record put off after a roll, written down, read back and gone on with; and those of the whole record."""
    done = put_off(game, ply)
    text = write_game(done.record)
    again = read(text)
    assert write_game(again) == text
    assert again.result is not None and again.result.word == "*"
    alone = join(replay(again))
    assert alone.refused == () and alone.gaps == () and alone.known, text
    assert all(check.agrees for check in alone.checks), (text, [check for check in alone.checks if not check.agrees])
    whole = Game(again.head, (*again.entries, *done.rest), Result(0, "*"))
    return join(replay(read(write_game(whole)))), join(replay(game))


def same(one: Joined, other: Joined) -> None:
    assert one.reckoning.net == other.reckoning.net
    assert [r for r in one.reckoning.lines if "annulled" not in r.sentence] == [
        r for r in other.reckoning.lines if "annulled" not in r.sentence
    ]
    mine, theirs = one.reckoning.state, other.reckoning.state
    assert mine.table.over == theirs.table.over
    for part in set(type(mine)._fields) - {"history", "table", "ecrire", "seats"}:
        assert getattr(mine, part) == getattr(theirs, part), part


@settings(max_examples=120, deadline=None)
@given(made=forms(rulings=told_rulings()), seed=st.integers(0, 10**6), where=st.floats(0, 1))
def test_put_off_at_any_roll_and_resumed_is_the_uninterrupted_match(made: Form, seed: int, where: float) -> None:
    made = straight(made)
    game = read(record(made, seed))
    assert join(replay(game)).agreed.form.rulings == made.rulings
    numbers = plies(game)
    at = numbers[min(int(where * len(numbers)), len(numbers) - 1)]
    if join(replay(cut(game, at)[0])).reckoning.state.table.over:
        assert at == numbers[-1]
        return
    same(*resumed(game, at))


@pytest.mark.parametrize("kind", ["cure", "ecrire", "combine", "teams", "fill", "drain"])
def test_put_off_at_every_boundary(kind: str) -> None:
    """Right after everything that ends: marks, do-overs, honours games, matches of a pool; and right before."""
    made = {
        "cure": form("cure", lead=1),
        "ecrire": form("ecrire", seating="round_robin", marks=6, first=(1, 2)),
        "combine": form("combine", seating="four", marks=4, first=(3, 0)),
        "teams": form("ecrire", seating="four", marks=8, first=(2, 0), rulings=Rulings(four_lead="teams")),
        "fill": form("fill", order=(0, 1, 2), ante=2),
        "drain": form("drain", order=(0, 1, 2), pool=120),
    }[kind]
    game = read(record(made, 11))
    ended = {each.ply for each in join(replay(game)).ended if each.ply is not None}
    numbers = plies(game)
    for at in numbers:
        if at == numbers[-1] or not ended & {at, at + 1}:
            continue
        one, other = resumed(game, at)
        same(one, other)


def test_the_record_for_people_tells_purses_rights_and_who_goes_on() -> None:
    made = form("ecrire", seating="round_robin", marks=6, first=(0, 1))
    game = read(record(made, 5))
    at = next(each.ply for each in join(replay(game)).ended if each.ply is not None)
    told = rows(put_off(game, at + 3))
    text = "\n".join(told)
    for words in ("has the white men", "mark 2 of 6", "without a stake: Charlie", "led the mark", "holes:", "points:", "position: "):
        assert words in text, text


def test_what_cannot_be_put_off_is_told() -> None:
    made = form("ecrire", marks=2)
    game = read(record(made, 3))
    with pytest.raises(Wrong, match="nothing to put off"):
        put_off(game)
    with pytest.raises(Wrong, match="no roll 9999"):
        put_off(game, 9999)
    with pytest.raises(Wrong, match="cannot be followed"):
        put_off(read('[White "A"]\n[Black "B"]\n[Rules "ecrire"]\n[Length "4"]\n\n1. W ?-? +? ?\n*\n'))


def test_cut_takes_with_a_roll_what_is_said_of_it() -> None:
    game = read(HEAD + '[Length "4"]\n\n1. W ?-? +36 mark\n@won W 6-0 24 petty standing\n@mark 2/4\n2. B ?-? ?\n*\n')
    before, rest = cut(game, 1)
    assert [entry.word for entry in before.entries if isinstance(entry, Event)] == ["won"]
    assert len(rest) == 2


def test_accounts_of_a_record_that_lacks_marks_are_those_it_tells() -> None:
    game = read(HEAD + '[Length "8"]\n\n@mark 3/8\n@account A lost=1 jetons=30\n@account B lost=1 jetons=8\n1. W 6-5 T/6 T/5\n*\n')
    text = write_game(put_off(game).record)
    assert "@account A lost=1 jetons=30" in text and "mark=3/8" in text


MATCHES = sorted(Path("corpora/forms").glob("*.tgn"))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_matches_of_the_collection_put_off_and_resumed(path: Path) -> None:
    """At every boundary where something has ended, and at some rolls between."""
    (game,) = read_path(path)
    ended = [each.ply for each in join(replay(game)).ended if each.ply is not None]
    numbers = plies(game)
    for at in sorted({*ended, *numbers[::61]}):
        if at != numbers[-1]:
            same(*resumed(game, at))
    if not numbers:
        return
    text = write_game(put_off(game, ended[0]).record)
    assert ("@won" in text or "annulled" in text) and "@position" in text and "Termination" in text


def test_a_match_of_every_form_stands_in_the_collection() -> None:
    """Whole matches that settle, with nothing beside their accounts."""
    kinds = set()
    for path in MATCHES:
        (game,) = read_path(path)
        found = join(replay(game))
        assert found.reckoning.net and beside(found) == [], path
        kinds.add((found.agreed.form.kind, found.agreed.form.seating))
    assert kinds >= {*(("ecrire", seating) for seating in ("two", "round_robin", "chouette", "four")), ("fill", ""), ("drain", "")}
    assert kinds >= {("combine", seating) for seating in ("two", "chouette", "four")}


BY_HAND = """[White "Charlie"]
[Black "Bob"]
[Rules "ecrire"]
[Length "12"]
[Form "round-robin"]
[Players "Alice; Bob; Charlie"]

@mark 10/12 Charlie Bob
@account Alice lost=4 jetons=5
@account Bob from=Alice lost=1 jetons=21 fish=8
@account Bob from=Charlie fish=2
@account Charlie lost=4 jetons=5
1. W ?-? +36 mark
@won W 6-0 24 petty standing
@mark 11/12 Alice Bob
@won W 6-3 5 simple
@mark 12/12 Alice Charlie
@won B 4-6 4 simple
end
"""


def test_the_books_own_record_of_a_pause_is_gone_on_from() -> None:
    """E2.12 written by hand: Alice without a stake; 40 and 10 jetons of fish are Bob's. Nobody has written the first nine marks."""
    found = join(replay(read(BY_HAND)))
    assert found.gaps == () and beside(found) == []
    first, *marks = found.reckoning.lines
    assert (first.section, first.amounts) == ("5.7", (-71, 102, -31)) and "before mark 10" in first.sentence
    assert [sum(line.amounts[side] for line in (first, *marks) if line.amounts) for side in range(3)] == list(found.reckoning.net["jetons"])
    same(*resumed(read(BY_HAND), 1))


def test_accounts_that_do_not_add_up_bring_nothing_forward() -> None:
    for wrong in ("jetons=6", "jetons=1"):
        found = join(replay(read(BY_HAND.replace("@account Charlie lost=4 jetons=5", f"@account Charlie lost=4 {wrong}"))))
        assert found.gaps and not found.reckoning.net
    found = join(replay(read(BY_HAND.replace("lost=1 jetons=21", "lost=2 jetons=20"))))
    assert found.gaps and not found.reckoning.net


def test_paris_of_an_account_are_checked() -> None:
    """E2.12 counts a pari for each mark lost; others what they come to in the end (B12.2, E2.8). Anything else differs."""
    in_its_words = BY_HAND.replace("lost=", "paris=")
    found = join(replay(read(in_its_words)))
    assert found.gaps == () and beside(found) == [] and found.reckoning.net == join(replay(read(BY_HAND))).reckoning.net
    text = """[White "Alice"]
[Black "Bob"]
[Rules "ecrire"]
[Length "4"]

@mark 1/4
@won W 6-0 24 petty standing
@won W 6-3 5 simple
@won B 3-6 5 simple
@account Bob paris={0}
@account Alice paris={1}
*
"""
    for bob, alice, wrong in ((2, 1, 0), (1, 0, 0), (3, 1, 1), (2, 2, 1)):
        checks = [check for check in join(replay(read(text.format(bob, alice)))).checks if check.kind == "account" and not check.agrees]
        assert len(checks) == wrong, (bob, alice)
