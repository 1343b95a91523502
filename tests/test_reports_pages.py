"""The pages: what the values say stands there, nothing from outside runs or is fetched, and the same game gives the same bytes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from analysis.findings import Cost, Finding, Track
from analysis.luck import expected
from analysis.rates import Rate
from analysis.summary import jan_frequencies, men, moves, per_player
from analysis.tables import judge, rows
from notation.reader import read_text
from reports.catalogue import index_view
from reports.dossier import player_view
from reports.listing import pieces
from reports.mistakes import cost_words, decided_words, school_words
from reports.pages import carried, game_page, index_page, player_page, safe
from reports.sheet import sheet, turn_anchors
from reports.views import Links
from reports.words import Names, percent
from reports.write import page_name, write_page

if TYPE_CHECKING:
    from analysis.columns import Judged

GAMES = Path(__file__).parent.parent / "corpora" / "games"
HOSTILE = "<script>document.title='pwned'</script>\"'><img src=x onerror=alert(1)>&amp;"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
WITHOUT_END = {"path", "use", "rect", "circle"}


@cache
def judged(name: str) -> tuple[str, Judged]:
    text = (GAMES / name).read_text("utf-8")
    return text, judge(next(iter(read_text(text, name))))


@cache
def page_of(name: str) -> str:
    text, game = judged(name)
    return game_page(game.replay, game.audit, source_text=text, diagnostics=game.game.diagnostics, links=Links(home="index.html"))


def page_with_rules(name: str) -> str:
    text, game = judged(name)
    return game_page(game.replay, game.audit, source_text=text, links=Links(rules="rules.html"))


def page_of_text(text: str) -> str:
    game = judge(next(iter(read_text(text, "game.tgn"))))
    return game_page(game.replay, game.audit, source_text=text, diagnostics=game.game.diagnostics)


@cache
def tables() -> dict[str, list[dict[str, object]]]:
    """The four tables over the games of the corpus."""
    gathered: dict[str, list[dict[str, object]]] = {}
    for path in sorted(GAMES.glob("*.tgn")):
        for table in ("games", "plies", "jans", "findings"):
            gathered.setdefault(table, []).extend(rows(table, judged(path.name)[1]))
    return gathered


class Reader(HTMLParser):
    """Checks that tags nest, and gathers ids, addresses and what a table must have."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[tuple[str, str]] = []
        self.handlers: list[str] = []
        self.tables = self.captions = 0
        self.heads_without_scope = 0
        self.images_without_title = 0
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> does not nest"

    def note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.ids += [told["id"] or ""] if "id" in told else []
        self.addresses += [(tag, value or "") for name, value in attrs if name in ("href", "src", "xlink:href", "action", "formaction")]
        self.handlers += [name for name, _ in attrs if name.startswith("on") or name == "style"]
        self.tables += tag == "table"
        self.captions += tag == "caption"
        self.heads_without_scope += tag == "th" and "scope" not in told
        assert not (tag == "svg" and told.get("role") == "img" and "viewbox" not in told)


def policy_of(page: str) -> str:
    found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert found is not None
    return found[1].replace("&#39;", "'")


ALL_PAGES = ["game", "lesson", "player", "index"]


@cache
def some_page(which: str) -> str:
    if which == "game":
        return page_of("soumille-1738.tgn")
    if which == "lesson":
        return page_of("lepeintre-1818-lesson-1.tgn")
    frames = tables()
    if which == "player":
        archive = jan_frequencies(frames["jans"], len(frames["plies"]))
        return player_page(player_view("Cloris", frames["games"], frames["plies"], frames["jans"], frames["findings"], archive=archive))
    return index_page(index_view(frames["games"], frames["plies"], frames["jans"], frames["findings"]))


@pytest.mark.parametrize("which", ALL_PAGES)
def test_a_page_is_whole_and_stands_alone(which: str) -> None:
    page = some_page(which)
    reader = Reader(page)
    assert len(reader.ids) == len(set(reader.ids)), "an id stands twice"
    assert reader.handlers == [], "no handler and no style in attributes: the policy forbids them"
    assert reader.tables == reader.captions
    assert reader.heads_without_scope == 0
    for tag, address in reader.addresses:
        if address.startswith("#"):
            assert address[1:] in reader.ids, f"<{tag}> points to nothing: {address}"
        else:
            assert address.startswith("data:") or "://" not in address, f"<{tag}> leaves the page: {address}"
    assert page.startswith("<!DOCTYPE html>")
    assert '<html lang="en">' in page
    assert '<meta charset="utf-8">' in page[:200]
    assert "url(http" not in page


@pytest.mark.parametrize("which", ALL_PAGES)
def test_the_policy_names_style_and_script_by_their_hash(which: str) -> None:
    from base64 import b64encode
    from hashlib import sha256

    page = some_page(which)
    policy = policy_of(page)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        bodies = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert len(bodies) == 1
        assert f"'sha256-{b64encode(sha256(bodies[0].encode()).digest()).decode()}'" in policy


@pytest.mark.parametrize("name", ["soumille-1738.tgn", "lepeintre-1818-lesson-1.tgn"])
def test_every_roll_stands_in_the_page_with_its_board_without_a_script(name: str) -> None:
    _, game = judged(name)
    page = page_of(name)
    for turn in game.replay.turns:
        item = re.search(rf'<li class="turn[^"]*" id="t{turn.ply.number}">.*?</li>\n', page, re.DOTALL)
        assert item is not None
        assert '<svg class="board"' in item[0]
        assert item[0].count('<path d="M') == sum(1 for start, _ in turn.moves if 0 <= start < 24)
    assert re.findall(r"<[a-z][^>]* hidden[ >]", page) == ['<div class="help" hidden>'], "only the list of keys waits for a script"


@pytest.mark.parametrize("name", ["soumille-1738.tgn", "lepeintre-1818-lesson-1.tgn"])
def test_every_finding_is_told_with_its_rule_and_its_places(name: str) -> None:
    _, game = judged(name)
    page = page_of(name)
    assert game.audit.findings
    for finding in game.audit.findings:
        assert f"docs/rules.md §{finding.rule}" in page
        assert f'href="#t{finding.ply}"' in page
        assert f'href="#L{finding.line}"' in page or finding.told


def test_a_fault_that_changed_the_match_is_said_plainly() -> None:
    _, game = judged("soumille-1738.tgn")
    deciding = [finding for finding in game.audit.findings if finding.cost is not None and finding.cost.changes_match]
    assert deciding, "at roll 83 White forgets the points that would have won him the match"
    page = page_of("soumille-1738.tgn")
    assert page.count('<p class="decided">') == len(deciding) + 1, "each on its card, and the worst at the top"
    missed = next(finding for finding in deciding if finding.kind == "missed")
    side = "White" if missed.side == "W" else "Black"
    cited = page_with_rules("soumille-1738.tgn")
    assert f'href="rules.html#s{missed.rule.split()[0]}"' in cited
    assert f"Marking these {missed.points} points would have won {game.game.tag(side)} ({side}) the match." in page


NAMES = Names("Anne", "Bert")


def fault(**told: object) -> Finding:
    values: dict[str, object] = {"kind": "missed", "turn": 3, "ply": 4, "line": 9, "side": "W", "points": 4, "school_points": 4}
    return Finding(**{**values, **told})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({}, ""),
        ({"school": "claimed", "claimed_points": 4}, "School: Bert (Black) noticed and marked 4 points for it."),
        ({"school": "let-go"}, "School let go: Bert (Black) could have marked 4 points for it, and did not."),
        (
            {"school": "wrong-amount", "claimed_points": 2},
            "School for the wrong amount: Bert (Black) marked 2 points where 4 points were due.",
        ),
        ({"school": "let-go", "side": "B"}, "School let go: Anne (White) could have marked 4 points for it, and did not."),
        (
            {"kind": "false-school", "school": "claimed", "claimed_points": 4},
            "Bert (Black) answered that it was none and marked 4 points.",
        ),
    ],
)
def test_what_became_of_the_school_is_said_in_words(told: dict[str, object], words: str) -> None:
    assert school_words(fault(**told), NAMES) == words


@pytest.mark.parametrize(
    ("points", "holes", "words"),
    [
        (4, 1, "It cost Anne (White) 4 points at once and 1 hole by the end; Bert (Black) gained."),
        (0, 2, "It cost Anne (White) 2 holes by the end; Bert (Black) gained."),
        (8, 0, "It cost Anne (White) 8 points at once, no hole by the end; Bert (Black) gained."),
        (4, -1, "It cost Anne (White) 4 points at once, but brought 1 hole by the end; Bert (Black) gained."),
        (0, 0, "It cost nothing."),
        (-4, -2, "It turned out to the good of the one who made it."),
    ],
)
def test_the_cost_is_said_in_words(points: int, holes: int, words: str) -> None:
    assert cost_words(fault(gained="B", cost=Cost(points, holes, Track(()), changes_match=False)), NAMES) == words


def test_what_decided_the_match_is_said_in_words() -> None:
    def decided(winner: str | None, *, changes: bool = True, **told: object) -> str:
        return decided_words(fault(**told, cost=Cost(4, 1, Track((), winner=winner), changes)), NAMES)  # type: ignore[arg-type]

    assert decided("W") == "Marking these 4 points would have won Anne (White) the match."
    assert decided("W", points=1) == "Marking this point would have won Anne (White) the match."
    assert decided("B") == "Put right, this alone would have won Bert (Black) the match."
    assert decided("W", kind="hole-unpegged", holes=1) == "Pegging this hole would have won Anne (White) the match."
    assert decided("W", kind="over-marked") == "Put right, this alone would have won Anne (White) the match."
    assert decided("W", changes=False) == ""
    assert decided(None).startswith("Put right")


def test_the_box_score_tells_the_pegs() -> None:
    text, game = judged("soumille-1738.tgn")
    values = sheet(game.replay, game.audit, source_text=text)
    assert values.box[0].marked == tuple(str(holes) for holes in game.replay.final.holes)
    assert values.coverage == sum(turn.due is not None for turn in game.replay.turns) / len(game.game.plies)
    perfect = game.audit.perfect
    assert (values.first_differs is None) == (perfect.first_differs is None)
    assert ("The two scores first differ at" in page_of("soumille-1738.tgn")) == (values.first_differs is not None)
    if perfect.undefined_from is not None:
        assert f"not defined from roll {game.replay.turns[perfect.undefined_from].ply.number} on" in page_of("soumille-1738.tgn")


def test_the_share_judged_is_the_same_on_every_page() -> None:
    """Of the rolls that are written; those the record says it lacks are told apart."""
    text, game = judged("damaged-leaf.tgn")
    known, written = sum(turn.due is not None for turn in game.replay.turns), len(game.replay.turns)
    assert 0 < known < written
    share = percent(known / written)
    assert f"{share} % of {written} rolls judged, 2 and more lost" in page_of("damaged-leaf.tgn")
    index = index_view(*(rows(name, game) for name in ("games", "plies", "jans", "findings")))
    assert (index.judged.hits, index.judged.cases) == (known, written) == index.game_lines[0].judged[:2]
    assert index_page(index).count(f"{share} %") == 2
    assert sheet(game.replay, game.audit, source_text=text).coverage == known / written


def test_what_is_short_of_the_whole_is_never_called_so() -> None:
    assert [percent(share) for share in (0, 0.004, 0.5, 0.994, 0.996, 0.99999, 1)] == ["0", "0", "50", "99", "99.9", "99.9", "100"]
    assert [percent(share, 1) for share in (0.5, 0.9994, 0.99999, 1)] == ["50.0", "99.9", "99.9", "100.0"]


def test_luck_is_told_only_where_it_is_known() -> None:
    text, game = judged("soumille-1738.tgn")
    means = expected(game.replay)
    silent = sheet(game.replay, game.audit, source_text=text).dice
    assert [(dice.even, dice.luckiest, dice.unluckiest) for dice in silent] == [(None, None, None)] * 2
    for dice, side in zip(sheet(game.replay, game.audit, source_text=text, expected=means).dice, "WB", strict=True):
        gains = {turn.ply.number: turn.due.total_roller - means[turn.index] for turn in game.replay.turns if turn.side == side and turn.due}
        assert dice.luckiest is not None
        assert dice.unluckiest is not None
        assert gains[dice.luckiest.number] == max(gains.values())
        assert gains[dice.unluckiest.number] == min(gains.values())
        assert dice.even == pytest.approx(dice.due - sum(gains.values()))


def test_the_jan_table_adds_up_to_the_rows() -> None:
    text, game = judged("soumille-1738.tgn")
    found = rows("jans", game)
    values = sheet(game.replay, game.audit, source_text=text, jan_rows=found)
    for table, side in zip(values.jans, "WB", strict=True):
        own = [row for row in found if row["side"] == side]
        assert table.total.due == len(own) == sum(line.due for line in table.lines)
        assert table.total.points_due == sum(row["points"] for row in own if isinstance(row["points"], int))
        assert table.total.missed == sum(row["status"] == "missed" for row in own)


def test_the_record_is_shown_line_for_line() -> None:
    text, _ = judged("soumille-1738.tgn")
    page = page_of("soumille-1738.tgn")
    shown = re.findall(r'<li id="L(\d+)"><a [^>]*>\d+</a>(.*?)</li>', page)
    from html import unescape

    lines = text.rstrip("\n").split("\n")
    assert [unescape(line) for _, line in shown][: len(lines)] == lines
    assert [int(number) for number, _ in shown][: len(lines)] == list(range(1, len(lines) + 1))


def test_faults_of_the_reader_are_underlined_where_they_are() -> None:
    text = (GAMES / "lepeintre-1818-lesson-1.tgn").read_text("utf-8").replace("3. W 4-3 T/3 T/4", "3. W 4-3 T/3 nonsense T/4")
    page = page_of_text(text)
    assert re.search(r"<mark class=\"err\">nonsense</mark>", page)
    assert "error" in page[: page.index("<main")]
    fault = next(iter(read_text(text))).diagnostics[0]
    cut = pieces(fault.source, [fault])
    assert "".join(piece.text for piece in cut) == fault.source
    assert [piece.text for piece in cut if piece.kind] == [fault.words]


def test_a_record_that_breaks_off_says_so_and_still_makes_a_page() -> None:
    text = '[White "A"]\n[Black "B"]\n\n1. W 6-5 T/6 T/5\n2. B ?-? ?\n@lost 3\n6. W 6-4 T/6 T/4\n{never closed\n*\n'
    page = page_of_text(text)
    Reader(page)
    assert "cannot be followed" in page
    assert "men not known" in page


@pytest.mark.parametrize(
    "text", ['[White "A"]\n[Black "B"]\n*\n', '[White "A"]\n[Black "B"]\n[Rules "plakoto"]\n\n1. W 6-5 T/6 T/5\n*\n', "1. e4 e5\n"]
)
def test_a_game_without_a_replay_still_makes_a_page(text: str) -> None:
    Reader(page_of_text(text))


def hostile_text() -> str:
    name = HOSTILE.replace("\\", "\\\\").replace('"', '\\"')
    tags = "".join(f'[{tag} "{name}"]\n' for tag in ("White", "Black", "Event", "Site", "Date", "Source", "Scorer", "Variant", "Rules"))
    return f"{tags}\n; {HOSTILE}\n1. W 6-5 T/6 T/5 {{{HOSTILE}}} ; {HOSTILE}\n@note {HOSTILE}\n2. B 6-4 {HOSTILE}\n*\n"


def test_nothing_in_a_record_becomes_markup() -> None:
    for text in (hostile_text(), hostile_text().replace("[Rules", "[Round")):
        page = page_of_text(text)
        reader = Reader(page)
        assert "<img" not in page
        assert page.count("<script") == 1
        assert reader.handlers == []


def test_nothing_in_the_tables_becomes_markup() -> None:
    frames = {name: [dict(row) for row in table] for name, table in tables().items()}
    for table in frames.values():
        for row in table:
            for column in ("white", "player", "opponent", "event", "date", "message", "file"):
                if isinstance(row.get(column), str):
                    row[column] = str(row[column]) + HOSTILE
    for page in (
        index_page(index_view(frames["games"], frames["plies"], frames["jans"], frames["findings"], title=HOSTILE)),
        player_page(player_view("Damon" + HOSTILE, frames["games"], frames["plies"], frames["jans"], frames["findings"])),
    ):
        Reader(page)
        assert "<img" not in page
        assert page.count("<script") == 1


def test_a_name_cannot_turn_the_sentence_about() -> None:
    page = page_of_text('[White "A\u202eB"]\n[Black "C"]\n\n1. W 6-5 T/6 T/5\n*\n')
    assert [line for line in page.split("\n") if "\u202e" in line] == re.findall(r'<li id="L1">.*', page), (
        "only the record has it, as written"
    )


def test_addresses_that_would_run_are_left_out() -> None:
    assert safe("javascript:alert(1)") == ""
    assert safe(" JavaScript:alert(1)") == ""
    assert safe("data:text/html,<script>") == ""
    assert safe("games/a-b.html#t3") == "games/a-b.html#t3"
    assert safe("https://example.org/rules") == "https://example.org/rules"


def test_files_travel_inside_the_page_if_they_are_small() -> None:
    links = Links(downloads=(("original", "a.tgn", "text/plain", "é"), ("big", "b.json", "application/json", "x" * 100_000)))
    (only,) = carried(links)
    assert only.address == "data:text/plain;charset=utf-8;base64,w6k="


def test_the_same_game_gives_the_same_bytes() -> None:
    text, game = judged("soumille-1738.tgn")
    again = game_page(game.replay, game.audit, source_text=text, diagnostics=game.game.diagnostics, links=Links(home="index.html"))
    assert again == page_of("soumille-1738.tgn")
    assert again.count("2 holes") < 200


@pytest.mark.parametrize("name", ["soumille-1738.tgn", "lepeintre-1818-lesson-1.tgn"])
def test_a_page_of_170_rolls_is_small(name: str) -> None:
    """300 KB: what grows with the rolls (track, replay, record) scaled to 170 of them, and the rest as it is."""
    page = page_of(name)
    grows = [
        re.search(pattern, page, re.DOTALL)
        for pattern in (r'<svg class="track".*?</svg>', r'<ol class="turns".*?</ol>', r'<ol class="record".*?</ol>')
    ]
    growing = sum(len(part[0].encode()) for part in grows if part is not None)
    turns = len(judged(name)[1].replay.turns)
    assert turns > 20
    assert len(page.encode()) - growing + growing * 170 / turns <= 300_000


def test_anchors_are_one_for_each_roll() -> None:
    text = '[White "A"]\n[Black "B"]\n\n1. W 6-5 T/6 T/5\n1. B 6-4 T/6 T/4\n3. W 2-1 T/2 T/1\n*\n'
    turns = judge(next(iter(read_text(text)))).replay.turns
    assert list(turn_anchors(turns).values()) == ["t1", "t1-2", "t3"]


# -- players and the index ----------------------------------------------------------------------------------------------------------------


def test_a_players_figures_come_from_the_tables() -> None:
    frames = tables()
    view = player_view("Cloris", frames["games"], frames["plies"], frames["jans"], frames["findings"])
    own = [row for row in frames["findings"] if row["player"] == "Cloris" and not row["told"]]
    assert view.suffered == sum(row["school"] in ("claimed", "raised") for row in own)
    missed = sum(row["points"] for row in own if row["kind"] == "missed" and isinstance(row["points"], int))
    assert view.accuracy.cases - view.accuracy.hits == missed
    assert view.games == sum("Cloris" in (row["white"], row["black"]) for row in frames["games"])
    assert view.rolls == sum(row["player"] == "Cloris" for row in frames["plies"])
    assert len(view.costliest) == min(10, sum(1 for row in own if row["points"] or row["cost_holes"]))
    assert all(error.board for error in view.costliest)


def test_each_player_gets_the_rows_of_his_games() -> None:
    frames = tables()
    shares = per_player(frames)
    for name, share in shares.items():
        assert player_view(name, **share) == player_view(name, **frames)
    assert sum(len(share["plies"]) for share in shares.values()) == 2 * len(frames["plies"])


def test_what_one_player_suffers_the_other_sent() -> None:
    frames = tables()
    both = [player_view(name, frames["games"], frames["plies"], frames["jans"], frames["findings"]) for name in ("Damon", "Cloris")]
    assert both[0].suffered == both[1].sent
    assert both[1].suffered == both[0].sent
    assert both[0].won == both[1].lost


def test_the_board_of_a_row_is_the_board_of_the_replay() -> None:
    _, game = judged("soumille-1738.tgn")
    for turn, row in zip(game.replay.turns, rows("plies", game), strict=True):
        own, other = (turn.before.white, turn.before.black) if turn.side == "W" else (turn.before.black, turn.before.white)
        assert men(row, "own") == own
        assert men(row, "other") == other
    assert men({"own_1": None}, "own") is None
    assert moves({"moves": "0-6 3-24 x-1"}) == ((0, 6), (3, 24))


def test_the_index_counts_every_game_and_player() -> None:
    frames = tables()
    view = index_view(frames["games"], frames["plies"], frames["jans"], frames["findings"])
    assert view.games == len(frames["games"]) == len(view.game_lines)
    assert {line.name for line in view.player_lines} == {str(row[side]) for row in frames["games"] for side in ("white", "black")}
    assert view.accuracy.hits == sum(line.accuracy.hits for line in view.player_lines)
    assert view.rolls == len(frames["plies"])


def test_games_without_a_date_stand_together_behind_the_others() -> None:
    dates = ["1820.01.02", "", "????.??.??", "17??.??.??", "1738.??.??", "", "1820.01.??"]
    games: list[dict[str, object]] = [{"file": f"{9 - at}.tgn", "game": 1, "date": date, "white": "A"} for at, date in enumerate(dates)]
    view = index_view(games, [], [], [])
    assert [line.date for line in view.game_lines] == ["1738", "17??", "1820-01-02", "1820-01", "", "", ""]
    assert [line.date for line in player_view("A", games, [], [], []).game_lines] == [line.date for line in view.game_lines]
    assert index_page(view).count('<td class="tx num">1820-01') == 2, "a date is not broken at its hyphens"


@pytest.mark.parametrize("which", ["game", "player", "index"])
def test_what_is_wider_than_a_small_screen_says_so(which: str) -> None:
    page = some_page(which)
    hint, wide = (
        page.index('<p class="hint small'),
        page.index('class="wide"><table class="sortable"') if which != "game" else page.index("track-c"),
    )
    assert hint < wide and "wider than this screen" in page[hint:wide]
    assert re.search(r"\.wide,\.sheet\.wide\s*\{background:linear-gradient", page), "and has a shade where there is more"


def test_an_empty_archive_makes_a_page() -> None:
    Reader(index_page(index_view([], [], [], [])))
    Reader(player_page(player_view("nobody", [], [], [], [])))


def test_rates_stay_between_nought_and_one() -> None:
    assert Rate(0, 0).interval == (0.0, 1.0)
    for hits, cases in ((0, 5), (5, 5), (3, 17), (999, 1000)):
        low, high = Rate(hits, cases).interval
        assert 0 <= low <= hits / cases <= high <= 1
    low, high = Rate(50, 100).interval
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596), "the textbook interval of 50 in 100"


# -- writing ------------------------------------------------------------------------------------------------------------------------------


def test_pages_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b.html"
    assert write_page(target, "one é")
    assert target.read_text("utf-8") == "one é"
    before = target.stat().st_mtime_ns
    assert not write_page(target, "one é")
    assert target.stat().st_mtime_ns == before
    assert write_page(target, "two")
    assert [path.name for path in target.parent.iterdir()] == ["b.html"]


def test_a_page_that_cannot_take_its_place_leaves_nothing_behind(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    target.mkdir()
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        write_page(target, "text")
    assert list(tmp_path.iterdir()) == [target]


def test_names_of_pages_stay_in_their_folder() -> None:
    taken = {"index.html"}
    assert page_name("Index", taken=taken) == "index-2.html"
    assert page_name("../../etc/passwd") == "etc-passwd.html"
    assert page_name("M. de Béthune", "l’abbé") == "m-de-béthune-l-abbé.html"
    assert page_name("…") == "page.html"
    assert page_name("A", taken=taken) == "a.html"
    assert page_name("a", taken=taken) == "a-2.html"
    assert len(page_name("é" * 500).encode()) <= 150


# -- in a browser -------------------------------------------------------------------------------------------------------------------------

pages = pytest.mark.pages


def browse(tmp_path: Path, page: str, fragment: str = "") -> tuple[str, str, list[str]]:
    """The page's DOM after its scripts ran, what it wrote to the console, and every address it asked for.

    The page is served from this machine so that its requests carry its origin; the browser's own business has none and finds no network.
    """
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    body = page.encode("utf-8", "replace")

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/page.html" else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body if self.path == "/page.html" else b"")

        def log_message(self, *_: object) -> None:
            pass

    log = tmp_path / "net.json"
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_port}"
        command = [
            CHROMIUM,
            *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
            *("--disable-component-update", "--disable-sync", "--enable-logging=stderr", f"--user-data-dir={tmp_path / 'profile'}"),
            *("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", f"--log-net-log={log}", "--virtual-time-budget=3000"),
            *("--dump-dom", f"{origin}/page.html{fragment}"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        server.shutdown()
    console = "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)
    events = [event.get("params", {}) for event in json.loads(log.read_text("utf-8"))["events"]]
    asked = sorted({event["url"] for event in events if "url" in event and str(event.get("initiator", "")).startswith(origin)})
    return done.stdout, console, asked


@pages
def test_the_watch_on_requests_can_see_one(tmp_path: Path) -> None:
    _, _, asked = browse(tmp_path, '<!DOCTYPE html><meta charset="utf-8"><img src="http://127.0.0.1:9/elsewhere.png"><img src="here.png">')
    assert {"elsewhere.png", "here.png"} <= {address.rsplit("/", 1)[1] for address in asked}


@pages
def test_the_replay_runs_and_nothing_leaves_the_page(tmp_path: Path) -> None:
    dom, console, asked = browse(tmp_path, page_of("soumille-1738.tgn"))
    assert re.search(r"<html[^>]* class=\"js\"", dom)
    assert re.search(r'<li class="turn[^"]* on" id="t1"', dom)
    assert '<div class="stage-board"' in dom
    assert console == ""
    assert asked == []


@pages
def test_a_link_to_a_roll_opens_it(tmp_path: Path) -> None:
    dom, console, _ = browse(tmp_path, page_of("soumille-1738.tgn"), "#t37")
    assert re.search(r'<li class="turn[^"]* on" id="t37"', dom)
    stage = dom[dom.index('class="stage-board"') : dom.index('class="turns"')]
    assert "<title>Roll 37: Black 6-3</title>" in stage
    assert console == ""


@pages
def test_the_keys_step_by_roll_jan_and_mistake(tmp_path: Path) -> None:
    """The page's own script under keys that a script presses; for this the policy is lifted in the copy."""
    _, game = judged("soumille-1738.tgn")
    wrong = [finding.ply for finding in game.audit.findings if not finding.told]
    jans = [turn.ply.number for turn in game.replay.turns if turn.due and (turn.due.roller or turn.due.opponent)]
    press = """
    const told = [];
    for (const key of ["n", "n", "p", "j", "J", "a", "e", "E", "z", "f", "?"]) {
      document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      told.push(document.querySelector(".turn.on").id);
    }
    told.push(document.querySelector(".stage-board .board").classList.contains("flip"));
    told.push(document.querySelector(".help").hidden, location.hash);
    document.body.dataset.told = JSON.stringify(told);
    """
    page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page_of("soumille-1738.tgn"))
    dom, console, _ = browse(tmp_path, page.replace("</body>", f"<script>{press}</script></body>"))
    found = re.search(r'data-told="([^"]*)"', dom)
    assert found is not None, console
    told = json.loads(found[1].replace("&quot;", '"'))
    first_jan = next(number for number in jans if number > 2)
    before = [number for number in jans if number < first_jan]
    first_wrong = min(wrong)
    assert told[:5] == ["t2", "t3", "t2", f"t{first_jan}", f"t{before[-1] if before else first_jan}"]
    assert told[5:9] == ["t1", f"t{first_wrong}", f"t{first_wrong}", "end"]
    assert told[9:] == ["end", "end", True, False, "#end"]


@pages
def test_a_script_in_a_name_does_not_run(tmp_path: Path) -> None:
    dom, _, asked = browse(tmp_path, page_of_text(hostile_text()))
    assert "pwned" not in re.search(r"<title>(.*?)</title>", dom, re.DOTALL)[1].replace("document.title='pwned'", "")  # type: ignore[index]
    assert "<img" not in dom
    assert asked == []


@pages
@pytest.mark.parametrize("which", ["player", "index"])
def test_tables_can_be_sorted(tmp_path: Path, which: str) -> None:
    dom, console, asked = browse(tmp_path, some_page(which))
    assert '<button type="button">' in dom
    assert console == ""
    assert asked == []
