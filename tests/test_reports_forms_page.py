"""The page of a match of a form: the sheet as the players keep it, the two tracks, the reckoning with its rules, the state put off."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from analysis.tables import judge, rows
from notation import read_text
from notation.record import Event
from notation.sources import read_path
from replay.forms.putoff import put_off
from replay.forms.settlement import Names, deciding
from reports.site import game_html, write_site
from reports.track import LEFT, TOP

FORMS = sorted(Path("corpora/forms").glob("*.tgn"))


def page(path: Path) -> str:
    (game,) = read_path(path)
    return game_html(judge(game))


def words(html: str) -> str:
    """The text of a page, without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_every_line_of_the_reckoning_is_on_the_page_with_its_rule(path: Path) -> None:
    (game,) = read_path(path)
    judged = judge(game)
    joined = judged.joined
    assert joined is not None
    html = game_html(judged)
    text = words(html)
    for line in joined.reckoning.lines:
        assert f"{line.section} {line.sentence}" in text
    for ended in joined.ended:
        if ended.ply is not None and ended.result.to_json() != {"type": "match"}:
            assert re.search(rf'<a href="#t{ended.ply}(-\d+)?">roll {ended.ply}</a>', html)
    assert 'id="accounts"' in html and "<script" in html  # and what is told stands in it without the script:
    assert "accounts" not in html[html.index("<script") :].split("</script>")[0]


def test_the_two_tracks_of_combine_with_their_pegs() -> None:
    html = page(Path("corpora/forms/combine-two.tgn"))
    assert html.count('class="track forms"') == 2 and html.count('class="track pegs"') == 1
    assert "Pegs. Aurore: silver in 11; Basile: silver in 3" in html
    before = words(html[html.index("The two tracks") : html.index('<svg class="track pegs"')])
    assert "The row of pegs is wider than this screen: it scrolls sideways in its frame" in before


def test_no_hole_counts_beyond_the_length_of_a_pools_match() -> None:
    """Holes pegged beyond the sixth are in the replay; the page counts as its accounts do."""
    (game,) = read_path(Path("corpora/forms/fill-pool.tgn"))
    judged = judge(game)
    most = judged.replay.rules.match_holes
    assert max(max(mark.white_holes or 0, mark.black_holes or 0) for mark in judged.audit.played.marks) > most
    html = game_html(judged)
    assert f"Each is to {most} holes: what is pegged beyond counts for nothing." in words(html)
    told = [int(holes) for pair in re.findall(r"holes (\d+)–(\d+), points", html) for holes in pair]
    assert max(told) == most
    drawn = html.split('<svg class="track"')[1].split("</svg>")[0]
    assert f'class="goal" d="M{LEFT} {TOP:.1f}H' in drawn, "the holes that win are the top"


def test_the_pegs_where_a_game_rests(tmp_path: Path) -> None:
    (game,) = read_path(Path("corpora/forms/combine-two.tgn"))
    html = game_html(judge(put_off(game, 60).record))
    assert "black in 5" in html and "silver in 5" in html
    text = words(html)
    assert "As it stands" in text and "suspended: à écrire" in text and "Not over in this record: mark 1 of 2." in text
    assert "no rolls are written" in text and 'id="score"' not in html
    del tmp_path


def test_everybody_who_plays_has_a_page_and_his_rolls(tmp_path: Path) -> None:
    write_site(read_path(Path("corpora/forms/ecrire-round-robin.tgn")), str(tmp_path), [0, 0, 0, 0])
    assert {path.stem for path in (tmp_path / "players").iterdir()} == {"aurore", "basile", "clélie"}
    game = (tmp_path / "games" / "ecrire-round-robin-1.html").read_text("utf-8")
    assert "Aurore, Basile and Clélie" in words(game)
    third = words((tmp_path / "players" / "clélie.html").read_text("utf-8"))
    assert re.search(r"1 game: .*? \d\d+ rolls", third), third[:400]
    index = words((tmp_path / "index.html").read_text("utf-8"))
    assert "Aurore – Basile – Clélie" in index and "Aurore −10; Basile +12; Clélie −2 jetons" in index


def test_forms_on_a_players_page_are_set_apart_by_semicolons(tmp_path: Path) -> None:
    """Names of forms have commas of their own."""
    games = [game for path in FORMS if path.stem in {"ecrire-chouette", "ecrire-two"} for game in read_path(path)]
    write_site(games, str(tmp_path), [0, 0, 0, 0])
    text = words((tmp_path / "players" / "aurore.html").read_text("utf-8"))
    assert "Rules: à écrire (1); à écrire, chouette (1)." in text


def test_a_fault_of_the_accounts_has_its_amount_on_the_page() -> None:
    head = '[White "Alice"]\n[Black "Bob"]\n[Rules "ecrire"]\n[Length "2"]\n\n'
    text = head + "@mark 1/2\n@won W 6-0 16 petty standing\n@mark 2/2\n@won W 7-6 3 simple\nend\n"
    (game,) = read_text(text)
    told = words(game_html(judge(game)))
    assert "an amount paid or settled that is not the one due 8 jetons" in told


def test_names_are_escaped_in_the_accounts() -> None:
    text = '[White "<b>A"]\n[Black "B"]\n[Rules "combine"]\n[Length "2"]\n\n@mark 1/2\n1. W ?-? +12 hold ?\n*\n'
    (game,) = read_text(text)
    html = game_html(judge(game))
    assert "<b>A" not in html and "&lt;b&gt;A" in html


def test_a_match_of_twelve_holes_has_no_accounts() -> None:
    html = page(Path("corpora/games/soumille-1738.tgn"))
    assert 'id="accounts"' not in html


def test_the_words_of_the_page_claim_no_twelve_holes_of_a_form() -> None:
    text = words(page(Path("corpora/forms/ecrire-two.tgn")))
    assert "won," not in text.split("Contents")[0][:200] and "first player with twelve holes" not in text


def test_triktrak_has_its_own_numbers_and_words_on_the_page() -> None:
    """Points 1 to 24 in the reasons, Swedish beside the terms, the jans and what is said; the record as it was written (RULES 4, 8.3)."""
    html = page(Path("corpora/games/triktrak-1888.tgn"))
    text = words(html)
    for said in ("hold (håller)", "school (skola) 4", "Grand jan filled (stora jan)", "corner (huk)", "skola 8", "12/23"):
        assert said in text, said
    assert "6 from 5 and 6+3 from 2 over 8 cover 11" in text
    assert "(skola)" not in words(page(Path("corpora/games/soumille-1738.tgn")))


def test_the_sheet_says_who_sat_and_who_led() -> None:
    text = words(page(Path("corpora/forms/ecrire-round-robin.tgn")))
    assert "Aurore – Basile; Aurore led" in text and "Basile – Clélie; " in text
    assert "Aurore led" in words(page(Path("corpora/forms/ecrire-two.tgn")))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_holes_of_the_last_match_decide_no_form(path: Path) -> None:
    assert "Had every point been marked as due" not in page(path)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_settled_match_is_won_and_lost_on_the_pages_of_its_players(path: Path, tmp_path: Path) -> None:
    (game,) = read_path(path)
    joined = judge(game).joined
    assert joined is not None
    net = deciding(joined.reckoning.net)
    write_site([game], str(tmp_path), [0, 0, 0])
    called = Names(joined.agreed.form, joined.agreed.names)
    for side, amount in enumerate(net):
        for name in called.side(side).split(" and "):
            text = words((tmp_path / "players" / f"{name.casefold()}.html").read_text("utf-8"))
            assert f"{int(amount > 0)} won, {int(amount < 0)} lost" in text
            assert ("without a winner" in text) is (not amount)


def test_both_games_of_combine_come_to_one_sum_on_the_page() -> None:
    text = words(page(Path("corpora/forms/combine-two.tgn")))
    assert "In the end, both games together: Aurore +41, Basile −41 jetons. À écrire: Aurore +81, Basile −81 jetons; honours: " in text
    for title in ("À écrire, in jetons", "The honours games, in fish", "Both games together, in jetons"):
        assert title in text


def test_partners_are_no_opponents(tmp_path: Path) -> None:
    """5.5 E3: head to head stand only those of the other side; holes of a form decide nothing between them."""
    write_site(read_path(Path("corpora/forms/ecrire-partners.tgn")), str(tmp_path), [0, 0, 0])
    html = (tmp_path / "players" / "aurore.html").read_text("utf-8")
    table = html.split("Head to head", 1)[1].split("</table>", 1)[0]
    assert "Clélie" in table and "Damon" in table and "Basile" not in table and "0–0" not in table


def test_a_sheet_without_a_roll_has_no_empty_board() -> None:
    assert "<h2" in (html := page(Path("corpora/forms/ecrire-sheet.tgn"))) and 'id="replay"' not in html and 'href="#replay"' not in html


def test_jans_and_dice_are_told_of_every_player_by_himself() -> None:
    """Three who take turns sit now as White and now as Black: their jans and dice are theirs, whatever their colour."""
    path = Path("corpora/forms/ecrire-round-robin.tgn")
    (game,) = read_path(path)
    judged = judge(game)
    html = page(path)
    jans = html.split('<section id="jans"', 1)[1].split("</section>", 1)[0]
    dice = html.split('<section id="dice"', 1)[1].split("</section>", 1)[0]
    for name in ("Aurore", "Basile", "Clélie"):
        assert f"<caption>{name}</caption>" in jans
        rolls = sum(row["player"] == name for row in rows("plies", judged))
        assert re.search(rf"<h3>{name}</h3>.*?\b{rolls} rolls;", dice, re.DOTALL)
        due = sum(row["player"] == name for row in rows("jans", judged))
        table = jans.split(f"<caption>{name}</caption>", 1)[1].split("</table>", 1)[0]
        assert f'<th scope="row" class="tx">All</th><td>{due}</td>' in table


@pytest.mark.parametrize("name", ["two", "partners", "chouette"])
def test_every_roll_of_combine_tells_the_holes_of_both_games(name: str) -> None:
    """White's first, as a position has them: `honours` of the record put off after the roll."""
    path = Path(f"corpora/forms/combine-{name}.tgn")
    (game,) = read_path(path)
    html = page(path)
    for ply in (40, 90, 150, 200, 260):
        record = put_off(game, ply).record
        setup = next(entry.setup for entry in record.entries if isinstance(entry, Event) and entry.setup is not None)
        turn = html.split(f'id="t{ply}">', 1)[1].split("</p>", 1)[0]
        assert f"honours {(setup.key('honours') or '').replace('-', '–')}, points" in turn


def test_two_sides_have_the_paper_form_too() -> None:
    """B13: the columns of the twelve marks, the queue, the paris; their difference is the net of the reckoning."""
    text = words(page(Path("corpora/forms/ecrire-sheet.tgn")).split("On paper", 1)[1])
    totals = re.search(r"in all (\d+) (\d+)", text)
    assert totals is not None and int(totals[2]) - int(totals[1]) == 32
    assert "On paper" not in page(Path("corpora/forms/ecrire-round-robin.tgn"))


def test_what_was_played_is_told_in_words(tmp_path: Path) -> None:
    """No word of a tag stands for a game in the lists of the site."""
    write_site([game for path in FORMS for game in read_path(path)], str(tmp_path), [0, 0, 0])
    index = words((tmp_path / "index.html").read_text("utf-8"))
    for said in ("combiné, chouette", "à écrire, round robin", "à écrire, partners", "filling pool", "draining pool"):
        assert said in index
    assert "à écrire (2)" in words((tmp_path / "players" / "aurore.html").read_text("utf-8"))
