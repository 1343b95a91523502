"""A long match in parts: every roll on one page, everything that leads to it leads there, and no page is heavy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from analysis.tables import judge
from notation import read_path
from reports.evening import LONG, parts_of
from reports.people import side_names
from reports.reel import reel
from reports.sheet import turn_anchors
from reports.site import game_html, write_site

if TYPE_CHECKING:
    from analysis.columns import Judged

FORMS = sorted(Path("corpora/forms").glob("*.tgn"))
HEAVY = 200_000


def judged(path: Path) -> Judged:
    (game,) = read_path(path)
    return judge(game)  # type: ignore[no-any-return]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_every_roll_has_its_place_and_its_board(path: Path, tmp_path: Path) -> None:
    """What the one page has, the pages together have; every address on them leads to something that is there."""
    game = judged(path)
    write_site([game.game], str(tmp_path), [0, 0, 0])
    texts = {page.name: page.read_text("utf-8") for page in sorted((tmp_path / "games").glob("*.html"))}
    main = f"{path.stem}-1.html"
    whole = game_html(game)
    boards = r'<li class="turn[^"]*" id="(t[\d-]+)">'
    rolls = re.findall(boards, whole)
    assert sorted(roll for text in texts.values() for roll in re.findall(boards, text)) == sorted(rolls)
    places = {name: set(re.findall(r' id="([^"]+)"', text)) for name, text in texts.items()}
    assert set(rolls) <= places[main] and sum("end" in found for found in places.values()) == ('id="end"' in whole)
    for name, text in texts.items():
        assert len(text.encode()) < HEAVY
        for page, place in re.findall(r'href="([^"#/:]*)#([^"]+)"', text):
            assert place in places[page or name], (name, page, place)
        for page in re.findall(r'href="([^"#/:]+\.html)"', text):
            assert page in texts
    for number in re.findall(r'<li id="L(\d+)">', whole):
        assert f'<li id="L{number}">' in texts[main]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_parts_are_whole_marks_as_far_as_they_are_short(path: Path) -> None:
    game = judged(path)
    names = side_names(game.game, game.joined)
    items = reel(game.replay, turn_anchors(game.replay.turns), {}, lambda _: names, {})
    parts = parts_of(items, game.joined, "x.html")
    if len(game.replay.turns) < LONG:
        assert not parts
        return
    assert tuple(item for part in parts for item in part.items) == items
    assert len({part.page for part in parts}) == len(parts) > 1 and all(part.page.startswith("x.rolls-") for part in parts)
    assert all(part.rolls and len(part.rolls) <= LONG for part in parts)
    assert len({part.title for part in parts}) == len(parts)
    for part in parts:  # a mark cut says of how many parts it is, in words that no number of marks can be taken for
        assert re.fullmatch(r"(Marks?|Match(es)?) \d+( (and|to) \d+)?(, part \d+ of \d+)?", part.title), part.title


def test_a_match_of_twelve_holes_is_one_page(tmp_path: Path) -> None:
    game = judged(Path("corpora/games/bearing-off.tgn"))
    write_site([game.game], str(tmp_path), [0, 0, 0])
    assert [page.name for page in (tmp_path / "games").iterdir()] == ["bearing-off-1.html"]
