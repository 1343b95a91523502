"""A match put off and taken up again comes to the same end: at every roll of matches of every form (docs/rules.md 5.7)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from forms_play import forms
from forms_records import plies, read, record, straight
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.record import Event, Game, Result
from notation.sources import read_path
from notation.writer import write_game
from replay import replay
from replay.forms.events import Wrong
from replay.forms.form import form
from replay.forms.joined import beside, join
from replay.forms.putoff import cut, put_off, rows

if TYPE_CHECKING:
    from replay.forms.form import Form
    from replay.forms.joined import Joined

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


@settings(max_examples=80, deadline=None)
@given(made=forms(), seed=st.integers(0, 10**6), where=st.floats(0, 1))
def test_put_off_at_any_roll_and_resumed_is_the_uninterrupted_match(made: Form, seed: int, where: float) -> None:
    made = straight(made)
    game = read(record(made, seed))
    numbers = plies(game)
    at = numbers[min(int(where * len(numbers)), len(numbers) - 1)]
    if join(replay(cut(game, at)[0])).reckoning.state.table.over:
        assert at == numbers[-1]
        return
    same(*resumed(game, at))


@pytest.mark.parametrize("kind", ["cure", "ecrire", "combine", "fill", "drain"])
def test_put_off_at_every_boundary(kind: str) -> None:
    """Right after everything that ends: marks, do-overs, honours games, matches of a pool; and right before."""
    made = {
        "cure": form("cure", lead=1),
        "ecrire": form("ecrire", seating="round_robin", marks=6, first=(1, 2)),
        "combine": form("combine", seating="four", marks=4, first=(3, 0)),
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
