"""Pages of the race games: what the replay says stands there in the game's own words, and every rule cited can be read."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from functools import cache
from html import unescape
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from race_matches import match, match_text
from test_reports_pages import CHROMIUM, GAMES, HOSTILE, Reader, browse

from analysis.summary import per_player
from analysis.tables import judge, rows
from notation.reader import read_text
from replay.cousins.game import book_of
from reports.families import OWN, parts_of, split
from reports.pages import player_page
from reports.races.glossary import glossary
from reports.races.pages import race_page
from reports.races.part import men_of, race_parts, steps_of, taking
from reports.races.sheet import race_sheet
from reports.races.words import glossed, pips, said
from reports.rulebook import anchor, rules_page
from reports.site import game_html, write_site
from reports.views import Links

if TYPE_CHECKING:
    from pathlib import Path

RULES = ("brade", "trictrac-nl")
pages = pytest.mark.pages

FAULTY = """[White "Anna"]
[Black "Bo"]
[Rules "brade"]
[Length "3"]

@game 1
1. W 6-5 1/7 1/6
2. B 6-4 1/7 1/6 {a fault that stood}
3. W 5-1 1/6
@lost 2
6. B 3-2 ?
@note they dine
@won W 2 trappspel
@game 2
7. B 6-6 1/7
*
"""


@cache
def judged(rules: str, seed: int = 1, games: int = 1) -> Any:
    return judge(match(rules, seed=seed, games=games))


def page_of(game: Any, text: str, **links: Any) -> str:
    return race_page(game.replay, game.audit.findings, source_text=text, diagnostics=game.game.diagnostics, links=Links(**links))


@cache
def page(rules: str, seed: int = 1, games: int = 1) -> str:
    return page_of(judged(rules, seed, games), match_text(rules, seed=seed, games=games), home="../index.html", rules="../rules.html")


@cache
def faulty() -> tuple[Any, str]:
    game = judge(next(iter(read_text(FAULTY, "faulty.tgn"))))
    return game, page_of(game, FAULTY, rules="../rules.html")


def all_pages() -> list[str]:
    return [page("brade", 1, 3), page("trictrac-nl"), faulty()[1]]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_page_is_whole_and_stands_alone(which: int) -> None:
    text = all_pages()[which]
    reader = Reader(text)
    assert len(reader.ids) == len(set(reader.ids)), "an id stands twice"
    assert reader.handlers == []
    assert reader.tables == reader.captions
    assert reader.heads_without_scope == 0
    for tag, address in reader.addresses:
        if address.startswith("#"):
            assert address[1:] in reader.ids, f"<{tag}> points to nothing: {address}"
        else:
            assert address.startswith("data:") or "://" not in address, f"<{tag}> leaves the page: {address}"
    for symbol in re.findall(r'<use href="#([^"]+)"', text):
        assert symbol in reader.ids
    assert re.findall(r"<[a-z][^>]* hidden[ >]", text) == ['<div class="help" hidden>'], "only the list of keys waits for a script"


@pytest.mark.parametrize("which", [0, 1, 2])
def test_every_rule_cited_is_in_the_rules(which: int) -> None:
    there = set(re.findall(r' id="([^"]+)"', rules_page()))
    cited = set(re.findall(r'href="\.\./rules\.html#([^"]+)"', all_pages()[which]))
    assert len(cited) > 2
    assert cited <= there


@pytest.mark.parametrize("rules", RULES)
def test_every_section_that_a_book_names_is_in_the_rules(rules: str) -> None:
    there = set(re.findall(r' id="([^"]+)"', rules_page()))
    ids = re.findall(r' id="([^"]+)"', rules_page())
    assert len(ids) == len(set(ids))
    for term in book_of(judged(rules).replay.rules).terms.values():
        assert anchor(term.rule) in there


@pytest.mark.parametrize("rules", RULES)
def test_every_throw_stands_in_the_page_with_its_board_without_a_script(rules: str) -> None:
    game, text = judged(rules), page(rules)
    assert len(game.replay.turns) > 60
    for turn in game.replay.turns:
        item = re.search(rf'<li class="turn[^"]*" id="t{turn.ply.number}">.*?</li>\n', text, re.DOTALL)
        assert item is not None
        board = re.search(r'<svg class="board race".*?</svg>', item[0], re.DOTALL)
        assert board is not None
        drawn = re.search(r'<g class="ar">(.*?)</g>', board[0])
        assert (drawn[1].count("<path") if drawn else 0) == len(turn.moves)
        assert len(re.findall(r'href="#k[tb]"', board[0])) == turn.hits + turn.bursts
        assert "<desc>White: " in board[0]
        shown = unescape(re.sub(r"<[^>]+>", "", item[0]))
        for line in turn.told:
            assert line[1:] in shown.replace("docs/rules.md ", "")


def test_the_match_is_told_game_by_game() -> None:
    game, text = judged("brade", 1, 3), page("brade", 1, 3)
    values = race_sheet(game.replay, (), glossary("brade"), source_text="")
    assert len(values.games) == 3
    for row, won in zip(values.games, game.replay.games, strict=True):
        assert (row.ending, row.value, row.throws) == (won.words, str(won.value), won.turns[1] - won.turns[0])
        assert row.anchor in text
    assert values.games[-1].score == "–".join(str(points) for points in game.replay.score)
    winner = game.replay.winner
    assert f"{'Anna (White)' if winner == 'W' else 'Bo (Black)'} won the match of 3 games" in unescape(text)
    assert text.count('class="turn jan ended"') == 3
    assert [int(number) for number in re.findall(r'id="g(\d)"', text)] == [1, 2, 3]


def test_what_is_counted_adds_up() -> None:
    game = judged("brade", 1, 3)
    values = race_sheet(game.replay, (), glossary("brade"), source_text="")
    rows_of = {row.label: row.values for row in values.counts}
    for place, side in enumerate(("W", "B")):
        turns = [turn for turn in game.replay.turns if turn.side == side]
        assert rows_of["throws"][place] == str(len(turns))
        assert rows_of["men hit"][place] == str(sum(turn.hits for turn in turns))
        assert rows_of["most men of the other on the ribba at once"][place] == str(max(turn.bar for turn in turns))


def test_a_fault_is_told_with_its_rule_and_its_board() -> None:
    game, text = faulty()
    faults = [finding for finding in game.audit.findings if not finding.told and finding.turn >= 0]
    assert faults
    cards = re.findall(r'<li class="finding">.*?</li>\n', text, re.DOTALL)
    assert len(cards) == sum(not finding.told for finding in game.audit.findings)
    for finding in faults:
        told = (f'href="#t{finding.ply}"', f"rules.html#{anchor(finding.rule)}", "<svg")
        assert any(all(part in card for part in told) for card in cards)
    assert "The record cannot be followed here" in text
    assert "they dine" in text
    assert "a fault that stood" in text
    assert re.search(r'<abbr title="[^"]+" lang="sv">trappspel</abbr>', text)


@pytest.mark.parametrize("rules", RULES)
def test_the_glossary_stands_in_the_page_in_its_language(rules: str) -> None:
    words = glossary(rules)
    text = unescape(page(rules))
    for word, meaning in words.terms.items():
        assert f'<dt lang="{words.language}">{word}</dt><dd>{meaning}</dd>' in text


def test_words_are_explained_where_they_stand() -> None:
    words = glossary("brade")
    parts = glossed("enkelt kronspel with munk, no janblottor", words)
    assert [part.text for part in parts if part.meaning] == ["enkelt kronspel", "munk"]
    assert "".join(part.text for part in parts) == "enkelt kronspel with munk, no janblottor"


def test_sections_are_found_in_brackets_only() -> None:
    parts = said("1.2 to 6.3 the man goes (docs/rules.md 6.3, VM 10; N-12)")
    assert [part.section for part in parts if part.section] == ["6.3", "N-12"]
    assert "".join(part.text for part in parts) == "1.2 to 6.3 the man goes (6.3, VM 10; N-12)"


def test_pips_are_counted_to_the_end() -> None:
    start = {"brade": 15 * 24, "trictrac-nl": 15 * 25}
    for rules in RULES:
        turns = judged(rules).replay.turns
        assert pips(turns[0].before.white) == pips(turns[0].before.black) == start[rules]
    last = judged("trictrac-nl").replay
    assert pips(last.final.white if last.winner == "W" else last.final.black) == 0
    assert pips(None) is None


def test_the_track_breaks_where_the_record_does() -> None:
    _, text = faulty()
    track = re.search(r'<svg class="track race".*?</svg>', text, re.DOTALL)
    assert track is not None
    assert "trappspel" in track[0]
    whole = re.search(r'<path class="tl tb" d="([^"]*)"', page("brade"))
    assert whole is not None
    assert whole[1].count("M") == 1
    three = re.search(r'<path class="tl tb" d="([^"]*)"', page("brade", 1, 3))
    assert three is not None
    assert three[1].count("M") == 3, "a line a game"


def test_the_same_match_gives_the_same_bytes() -> None:
    game = judged("trictrac-nl")
    again = page_of(game, match_text("trictrac-nl", seed=1, games=1), home="../index.html", rules="../rules.html")
    assert again == page("trictrac-nl")


def hostile() -> str:
    name = HOSTILE.replace("\\", "\\\\").replace('"', '\\"')
    tags = "".join(f'[{tag} "{name}"]\n' for tag in ("White", "Black", "Event", "Site", "Source", "Scorer", "Variant"))
    return (
        f'{tags}[Rules "brade"]\n\n; {HOSTILE}\n@game 1\n1. W 6-5 1/7 1/6 {{{HOSTILE}}} ; {HOSTILE}\n2. B 6-4 1/7 1/6\n'
        f"@note {HOSTILE}\n3. W {HOSTILE}\n@won W 2 jan\n*\n"
    )


def test_nothing_in_a_record_becomes_markup(tmp_path: Path) -> None:
    text = hostile()
    game = judge(next(iter(read_text(text))))
    made = page_of(game, text, rules="../rules.html")
    assert Reader(made).handlers == []
    assert "<img" not in made
    assert made.count("<script") == 1
    write_site(read_text(text, "hostile.tgn"), str(tmp_path), [0, 0, 0, 0])
    for place in tmp_path.rglob("*.html"):
        made = place.read_text("utf-8")
        assert "<img" not in made
        assert made.count("<script") == (place.name != "rules.html")


def spoilt(lines: list[str], rng: Random) -> str:
    """A record with a few of its lines lost, doubled, mixed up or written over."""
    lines = [*lines[:6], *lines[6 : 6 + rng.randint(8, 40)]]
    odd = ["@lost ?", "@won W 2 jan", "@won B resigned", "@game 2", "@position ? / 1*15 W - 0-0 0-0", "@lead W 3, B 3", "nothing at all"]
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(6, len(lines))
        change = rng.randrange(5)
        if change == 0:
            lines.insert(at, rng.choice(odd))
        elif change == 1:
            lines[at] = " ".join(lines[at].split(" ")[:3])
        elif change == 2:
            lines[at] += rng.choice([" bar/3", " 1/25", " hand/2(3)", " 3/9**", " ?", " ("])
        elif change == 3:
            lines[at] = re.sub(r"\d-\d", "?-?", lines[at], count=1)
        else:
            lines[at] = "".join(rng.sample(lines[at], len(lines[at])))
    return "\n".join([*lines, "*", ""])


@pytest.mark.parametrize("rules", RULES)
def test_a_spoilt_record_still_makes_a_whole_page(rules: str) -> None:
    rng = Random(7)
    lines = match_text(rules, seed=1, games=1).split("\n")
    for _ in range(25):
        for game in read_text(spoilt(lines, rng), "spoilt.tgn"):
            reader = Reader(game_html(judge(game)))
            assert len(reader.ids) == len(set(reader.ids))
            assert all(address[1:] in reader.ids for _, address in reader.addresses if address.startswith("#"))


# -- players and index ---------------------------------------------------------------------------------------------------------------------


@cache
def tables() -> dict[str, list[dict[str, object]]]:
    """Rows of a mixed archive: bräde, Dutch TricTrac, and a game of trictrac."""
    games = [judged("brade", 1, 3), judge(match("brade", seed=2, games=3, white="Bo", black="Cloris")), judged("trictrac-nl"), faulty()[0]]
    games.append(judge(next(iter(read_text((GAMES / "soumille-1738.tgn").read_text("utf-8"), "soumille-1738.tgn")))))
    return {table: [row for game in games for row in rows(table, game)] for table in ("games", "plies", "jans", "findings")}


def test_how_games_ended_adds_up() -> None:
    (brade, dutch) = race_parts(tables())
    assert (brade.words.rules, dutch.words.rules) == ("brade", "trictrac-nl")
    replays = [judged("brade", 1, 3).replay, judge(match("brade", seed=2, games=3, white="Bo", black="Cloris")).replay]
    kinds = Counter(game.words.removesuffix(" with munk") for replay in replays for game in replay.games)
    assert {row.words: row.won for row in brade.endings} == dict(kinds)
    assert brade.ended == 6
    throws = [game.turns[1] - game.turns[0] for replay in replays for game in replay.games]
    assert brade.lengths == (min(throws), pytest.approx(sum(throws) / 6), max(throws))
    assert {line.name: line.matches for line in brade.people} == {"Bo": 3, "Anna": 2, "Cloris": 1}
    assert sum(line.games_won for line in brade.people) == sum(line.games_lost for line in brade.people) == 6


def test_a_players_endings_are_those_he_won_and_those_he_lost() -> None:
    part = next(part for part in race_parts(tables(), "Bo") if part.words.rules == "brade")
    assert part.own is not None
    assert sum(row.won for row in part.endings) == part.own.games_won
    assert sum(row.lost for row in part.endings) == part.own.games_lost
    assert {line.name for line in part.people} == {"Anna", "Cloris"}
    assert sum(line.throws for line in part.people) == part.own.throws
    assert any(card.board is not None for card in part.cards), "his fault in the damaged record has its board"


@pytest.mark.parametrize("rules", RULES)
def test_boards_can_be_drawn_from_rows(rules: str) -> None:
    game = judged(rules)
    for row, turn in zip(rows("plies", game), game.replay.turns, strict=True):
        own, other = (turn.before.white, turn.before.black) if turn.side == "W" else (turn.before.black, turn.before.white)
        assert (men_of(row, "own"), men_of(row, "other")) == (own, other)
        steps = taking(steps_of(row), other, glossary(rules).ground, bands=rules == "brade")
        assert [step[:3] for step in steps] == [step[:3] for step in turn.moves], "from where, to where, and how many men it took"


def test_a_player_of_races_alone_has_no_columns_of_trictrac() -> None:
    shares = per_player(tables())
    anna = split(shares["Anna"])
    assert OWN not in anna
    text = player_page(None, name="Anna", parts=parts_of(anna, "Anna"), links=Links(rules="../rules.html"))
    reader = Reader(text)
    assert reader.tables == reader.captions
    for word in ("school", "bredouille", "holes", "marked", "Jans"):
        assert word not in re.sub(r"<style>.*?</style>|<script>.*?</script>", "", text, flags=re.DOTALL)
    assert "How the games ended" in text


def test_a_player_of_both_has_both() -> None:
    shares = per_player(tables())
    assert set(split(shares["Cloris"])) == {OWN, "race"}


def test_a_mixed_site_is_whole(tmp_path: Path) -> None:
    texts = [
        ("brade.tgn", match_text("brade", seed=1, games=3)),
        ("two.tgn", match_text("brade", seed=2, games=3, white="Bo", black="Cloris")),
        ("dutch.tgn", match_text("trictrac-nl")),
        ("faulty.tgn", FAULTY),
        ("soumille-1738.tgn", (GAMES / "soumille-1738.tgn").read_text("utf-8")),
    ]
    games = [game for name, text in texts for game in read_text(text, name)]
    tally = [0, 0, 0, 0]
    write_site(games, str(tmp_path), tally)
    assert tally[0] == 5
    found = {str(place.relative_to(tmp_path)): place.read_text("utf-8") for place in tmp_path.rglob("*.html")}
    ids = {place: set(re.findall(r' id="([^"]+)"', text)) for place, text in found.items()}
    for place, text in found.items():
        if place == "rules.html":
            continue
        reader = Reader(text)
        assert len(reader.ids) == len(set(reader.ids)), place
        for _, address in reader.addresses:
            if address.startswith("data:") or not address:
                continue
            target, _, fragment = address.partition("#")
            folder = place.rpartition("/")[0]
            where = str((tmp_path / folder / target).resolve().relative_to(tmp_path.resolve())) if target else place
            assert where in found, f"{place}: {address}"
            assert not fragment or fragment in ids[where], f"{place}: {address}"
        for symbol in re.findall(r'<use href="#([^"]+)"', text):
            assert symbol in reader.ids, f"{place}: {symbol}"
    index = found["index.html"]
    assert index.index('id="games-h"') < index.index('id="brade-h"') < index.index('id="failures-h"')
    assert "Games of trictrac" in index
    assert "brade" not in re.findall(r'<section id="games".*?</section>', index, re.DOTALL)[0]
    assert 'id="brade"' in found["players/cloris.html"]
    assert 'id="schools"' in found["players/cloris.html"]


def test_a_site_of_races_alone_speaks_of_nothing_else(tmp_path: Path) -> None:
    write_site([match("trictrac-nl")], str(tmp_path), [0, 0, 0, 0])
    index = (tmp_path / "index.html").read_text("utf-8")
    assert "school" not in re.sub(r"<style>.*?</style>", "", index, flags=re.DOTALL)
    assert 'id="trictrac-nl"' in index


def test_one_game_makes_a_page_of_its_own() -> None:
    assert '<h2 id="match-h">Match</h2>' in game_html(judged("brade"))


# -- in a browser --------------------------------------------------------------------------------------------------------------------------


@pages
@pytest.mark.parametrize("rules", RULES)
def test_the_replay_runs_and_nothing_leaves_the_page(tmp_path: Path, rules: str) -> None:
    dom, console, asked = browse(tmp_path, page(rules), "#t20")
    assert re.search(r'<li class="turn[^"]* on" id="t20"', dom)
    stage = dom[dom.index('class="stage-board"') : dom.index('class="turns race"')]
    assert f"<title>{glossary(rules).throw.capitalize()} 20: " in stage
    assert console == ""
    assert asked == []


@pages
def test_the_keys_step_by_throw_hit_mistake_and_game(tmp_path: Path) -> None:
    game = judged("brade", 1, 3)
    press = """
    const told = [];
    for (const key of ["n", "p", "j", "g", "g", "G", "f"]) {
      document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      told.push(document.querySelector(".turn.on").id);
    }
    told.push(document.querySelector(".stage-board .board").classList.contains("flip"));
    document.body.dataset.told = JSON.stringify(told);
    """
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page("brade", 1, 3))
    dom, console, _ = browse(tmp_path, text.replace("</body>", f"<script>{press}</script></body>"))
    found = re.search(r'data-told="([^"]*)"', dom)
    assert found is not None, console
    firsts = [f"t{game.replay.turns[won.turns[0]].ply.number}" for won in game.replay.games]
    hit = next(turn.ply.number for turn in game.replay.turns if turn.hits or turn.bursts)
    second = next(first for first in firsts if int(first[1:]) > hit)
    third = firsts[firsts.index(second) + 1]
    assert json.loads(found[1].replace("&quot;", '"')) == ["t2", "t1", f"t{hit}", second, third, second, second, True]


@pages
@pytest.mark.parametrize("which", [0, 1, 2])
def test_no_page_scrolls_sideways_on_a_narrow_screen(tmp_path: Path, which: int) -> None:
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", all_pages()[which])
    narrowest = "Math.min(999, ...[...document.querySelectorAll('.finding > div')].map((card) => Math.round(card.clientWidth)))"
    measure = (
        f"<script>parent.postMessage(`${{document.documentElement.scrollWidth}} ${{innerWidth}} ${{{narrowest}}}`, '*')</script></body>"
    )
    (tmp_path / "page.html").write_text(text.replace("</body>", measure), "utf-8")
    frame = '<script>addEventListener("message", (told) => { document.body.dataset.wide = told.data; })</script>'
    outer = tmp_path / "outer.html"  # no window is as narrow as a telephone, but a frame can be
    outer.write_text(
        f'<!DOCTYPE html><body>{frame}<iframe src="page.html" width="390" height="800" frameborder="0"></iframe></body>', "utf-8"
    )
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=3000",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    done = subprocess.run([*command, "--dump-dom", outer.as_uri()], capture_output=True, text=True, timeout=120, check=False)
    found = re.search(r'data-wide="(\d+) (\d+) (\d+)"', done.stdout)
    assert found is not None
    assert found[2] == "390"
    assert int(found[1]) <= 390
    assert int(found[3]) > 300, "the words of a mistake have the whole width, its board stands below them"


@pages
def test_a_script_in_a_name_does_not_run(tmp_path: Path) -> None:
    text = hostile()
    dom, _, asked = browse(tmp_path, page_of(judge(next(iter(read_text(text)))), text))
    assert "<img" not in dom
    assert asked == []


def test_words_of_the_record_are_told_apart_in_a_sentence() -> None:
    parts = said("`11*`: no man is hit there (6.2)")
    assert [(part.text, part.code) for part in parts if part.code] == [("11*", True)]
    assert [part.section for part in parts if part.section] == ["6.2"]
    assert "".join(part.text for part in said("`1/7(2)` can have hit")) == "1/7(2) can have hit."
