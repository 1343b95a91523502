"""Spoilt records of the forms: all is told, nothing breaks, in the audit, on the page, in the tables, settled and put off."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from forms_play import forms
from forms_records import plies, record, straight
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.tables import TABLES, judge, rows
from notation import read_text
from notation.writer import write_game
from replay.forms.events import Wrong
from replay.forms.followed import told
from replay.forms.putoff import put_off
from replay.forms.putoff import rows as paper
from reports.cli_forms import settlement_row
from reports.site import game_html, write_site

if TYPE_CHECKING:
    from pathlib import Path

    from notation.record import Game
    from replay.forms.putoff import PutOff

MORE = (
    "@won W 6-2 6 simple", "@won B 7-0 21 petty standing", "@mark 3", "@mark 2/8 Alice Bob", "@mark 9", "@mark 1 Bob Bob", "@lost 3",
    "@position T*15 / T*15 W - 4-0 5-2 banner=W", "@position T*15 / T*15 W - 4-0 5-2 mark=2 honours=11-2 pool=7 contract=B idle=ecrire",
    "@won W 12-3 2 double", "@account pool fish=9 contract=Bob", "@account Alice from=Charlie lost=4 jetons=2", "@game 2 Alice Charlie",
    "@won W resigned", "1. W 6-4 +48 mark", "2. B 6-4 +24 go", "3. W ?-? +12 suspend ecrire ?", "4. B ?-? +36 concede",
    "5. W 5-5 +36 refait",
    "@account Alice from=Bob lost=x jetons=4", "@won W conceded", "@mark 2/8 Zoe Bob", "@won B 9-8 25 petty", "@won W 12-0 3 treble",
    "@won W 6-2",
    "@position ? / ? W - ?-? ?-? mark=3/9", "@position T*15 / T*15 ? - 0-0 5-6 necktie=B forced=pickup leader=B mark=1/2 refaits=3",
    "7. W ?-? +12 no-banner banner hold ?", "8. ? 6-4 ? -4", "9. B 6-4 +? ?", "10. W 6-4 school 4 false 4 no-necktie", "@game 3 Bob Alice",
    "11. W ?-? +24 suspend honours ? =0/3/5,0/2/9",
)  # fmt: skip


def later(game: Game, at: int | None) -> PutOff | None:
    """The match put off, None where it cannot be."""
    try:
        return put_off(game, at)
    except Wrong:
        return None


@settings(max_examples=120, deadline=None)
@given(made=forms(), seed=st.integers(0, 10**6))
def test_a_spoilt_record_breaks_nothing(made: object, seed: int) -> None:
    choose = random.Random(seed)
    lines = record(straight(made), seed, 40).splitlines()  # type: ignore[arg-type]
    for _ in range(choose.randint(1, 6)):
        at = choose.randrange(len(lines))
        if choose.random() < 0.6:
            lines.insert(at, choose.choice(MORE))
        elif choose.random() < 0.5 and len(lines) > 2:
            del lines[at]
        else:
            other = choose.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    for game in read_text("\n".join(lines) + "\n"):
        judged = judge(game)
        for finding in judged.audit.findings:
            assert finding.message and finding.rule and finding.kind
        for table in TABLES:
            rows(table, judged)
        assert game_html(judged)
        if judged.joined is None:
            continue
        assert told(judged.joined) and settlement_row(game, judged.joined)
        for at in (None, *plies(game)[:2]):
            done = later(game, at)
            if done is None:
                continue
            assert paper(done)
            text = write_game(done.record)
            (again,) = read_text(text)
            assert write_game(again) == text


UNPLAYABLE = (
    ("ecrire", "round-robin", "4", "Alice; Bob; Charlie"),
    ("ecrire", "round-robin", "3", "Bob; Charlie; Damon"),
    ("ecrire", "chouette", "7", "Alice; Bob; Charlie"),
    ("trictrac", "drain-pool", "", "Alice; Charlie; Bob; Alice"),
    ("ecrire", "", "x", "Alice; Bob; Charlie"),
    ("brade", "round-robin", "3", "Alice; Bob; Charlie"),
    ("trictrac-nl", "round-robin", "", "; ;"),
)


@pytest.mark.parametrize(("rules", "form", "length", "players"), UNPLAYABLE)
def test_a_match_that_cannot_be_set_up_has_pages(tmp_path: Path, rules: str, form: str, length: str, players: str) -> None:
    text = f'[White "Alice"]\n[Black "Bob"]\n[Rules "{rules}"]\n[Form "{form}"]\n[Length "{length}"]\n[Players "{players}"]\n\n*\n'
    write_site(read_text(text), str(tmp_path), [0, 0, 0])
    assert (tmp_path / "index.html").is_file()
    (page,) = (tmp_path / "games").glob("*.html")
    if rules == "ecrire" and length != "x":
        assert "a form that cannot be played as the tags set it up" in page.read_text("utf-8")
    for name in {"Alice", "Bob", *players.split("; ")} - {"", ";"}:
        assert (tmp_path / "players" / f"{name.lower()}.html").is_file()
