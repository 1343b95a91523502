"""A site of pages: a page a game, a page a player, an index, and the rules they cite.

Every page is written aside and renamed; one game that cannot be shown never costs the pages beside it.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analysis.luck import Luck
from analysis.summary import accuracy, game_key, jan_frequencies, missed_points, owed_points, per_player
from analysis.tables import judge, rows
from reports.catalogue import index_view
from reports.dossier import player_view
from reports.jsonlines import turn_row
from reports.manifest import fingerprint, read_manifest, remove_stale, write_manifest
from reports.pages import DATA_LIMIT, game_page, index_page, player_page
from reports.rulebook import rules_page
from reports.views import Links
from reports.words import nameless
from reports.write import game_page_name, page_name, write_page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from analysis.columns import Judged
    from analysis.summary import Row
    from notation.diagnostics import Diagnostic
    from notation.record import Game

Rows = list[dict[str, object]]


class SiteError(Exception):
    """There is nothing to write, or it cannot be written where it should go."""


class Written(NamedTuple):
    """How many pages there are, how many of an earlier run were taken away, and which of those stayed since somebody had changed them."""

    pages: int
    removed: int
    kept: tuple[str, ...]


def write_site(games: Iterable[Game], folder: str, tally: list[int]) -> Written:
    """Write the whole site. `tally` counts games, findings and errors of reading on the way.

    Pages of an earlier run that are no longer written are taken away: those it wrote itself, and that nobody has changed.
    Raises SiteError where there is no game, and then writes nothing; and where the folder cannot be written to.
    """
    try:
        return _Site(Path(folder)).write(games, tally)
    except OSError as fault:
        raise SiteError(f"{fault.filename or folder}: {fault.strerror or fault}") from None


def game_html(judged: Judged) -> str:
    """The page of one game, standing alone."""
    return _page(judged, source_of(judged.game), Links(versions=versions()), Luck())


@cache
def versions() -> tuple[tuple[str, str], ...]:
    """What made a page: distribution and rules."""
    return (("trictrac-records", version("trictrac-records")), ("rules", "docs/rules.md"), ("notation", "TGN 1.0"))


def source_of(game: Game) -> str:
    """The text the game was read from, where it is a plain file; else the game as it is written back."""
    if _plain(game):
        return Path(game.file).read_bytes().decode("utf-8-sig", "replace")
    from notation.writer import write_game  # noqa: PLC0415 - plain files, the usual ones, do not need it

    return write_game(game)


def _plain(game: Game) -> bool:
    return bool(game.file) and Path(game.file).suffix == ".tgn" and Path(game.file).is_file()


def _page(judged: Judged, source: str, links: Links, luck: Luck) -> str:
    """One game's page, with its record and its turns to take away."""
    from notation.writer import write_game  # noqa: PLC0415 - only pages need it

    turns = _turn_lines(judged)
    downloads = [("canonical record", "game.tgn", "text/plain", write_game(judged.game))]
    if turns is not None:
        downloads.append(("turns as JSON lines", "game.jsonl", "application/x-ndjson", turns))
    links = Links(
        home=links.home, rules=links.rules, players=links.players, games=links.games, downloads=tuple(downloads), versions=links.versions
    )
    return game_page(
        judged.replay,
        judged.audit,
        source_text=source,
        diagnostics=judged.game.diagnostics,
        links=links,
        expected=luck.expected(judged.replay),
    )


def _turn_lines(judged: Judged) -> str | None:
    """The turns as JSON lines; None where they are more than a page carries (no need then to write out the rest)."""
    import json  # noqa: PLC0415 - as above

    lines: list[str] = []
    size = -1
    for turn in judged.replay.turns:
        lines.append(json.dumps(turn_row(turn, judged), ensure_ascii=False))
        size += len(lines[-1].encode("utf-8", "surrogatepass")) + 1
        if size > DATA_LIMIT:
            return None
    return "\n".join(lines)


class _Site:
    """The site under way: names of pages given once, rows of the tables gathered for the players."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: set[str] = set()
        self.tables: dict[str, Rows] = {name: [] for name in ("games", "plies", "jans", "findings")}
        self.game_pages: dict[str, str] = {}
        self.player_pages: dict[str, str] = {}
        self.diagnostics: list[Diagnostic] = []
        self.written: dict[str, str] = {}
        """Place of every page to its SHA-256."""
        self.luck = Luck()
        self.source: tuple[str, str] = ("", "")
        """The file last read from, and its text: its games come one after the other."""

    def put(self, place: str, page: str) -> None:
        """Write a page."""
        write_page(self.folder / place, page)
        self.written[place] = fingerprint(page)

    def write(self, games: Iterable[Game], tally: list[int]) -> Written:
        """Write every page, the index last: while it stands, what it links to stands too."""
        for game in games:
            if not game.head and not game.entries:
                self.diagnostics += game.diagnostics  # nothing was read here: a line of the ledger, and no page
                tally[2] += len(game.errors)
                continue
            judged = judge(game)
            tally[0] += 1
            tally[1] += judged.complaints
            tally[2] += len(game.errors)
            self.add(judged)
        if not self.game_pages and not self.diagnostics:
            message = f"there is no game to report: nothing was written to {self.folder}"
            raise SiteError(message)
        before = read_manifest(self.folder)
        self.put("rules.html", rules_page())
        plies, findings = self.tables["plies"], self.tables["findings"]
        frequencies = jan_frequencies(self.tables["jans"], len(plies))
        mean = accuracy(owed_points(plies), missed_points([row for row in findings if not row["told"]]))
        shares = per_player(self.tables)
        for name, page in self.player_pages.items():
            view = player_view(name, **shares[name], archive=frequencies, archive_accuracy=mean)
            self.put(page, player_page(view, links=self.links_below(shares[name]["games"])))
        tables = self.tables
        index = index_view(tables["games"], tables["plies"], tables["jans"], tables["findings"], diagnostics=self.diagnostics)
        links = Links(rules="rules.html", players=self.player_pages, games=self.game_pages, versions=versions())
        self.put("index.html", index_page(index, links=links))
        removed, kept = remove_stale(self.folder, before, self.written)
        write_manifest(self.folder, self.written)
        return Written(len(self.written), removed, tuple(kept))

    def add(self, judged: Judged) -> None:
        """One game: its page, and its rows for the pages of the players."""
        game = judged.game
        page = game_page_name(game.file, game.index + 1, self.taken)
        for name in (game.white, game.black):
            if name not in self.player_pages and not nameless(name):
                self.player_pages[name] = "players/" + page_name(name, taken=self.taken)
        links = Links(
            home="../index.html",
            rules="../rules.html",
            players={name: "../" + self.player_pages[name] for name in (game.white, game.black) if name in self.player_pages},
            versions=versions(),
        )
        self.put(f"games/{page}", _page(judged, self.source_text(game), links, self.luck))
        self.game_pages[f"{game.file}#{game.index + 1}"] = f"games/{page}"
        self.diagnostics += game.diagnostics
        for table, kept in self.tables.items():
            kept.extend(rows(table, judged))

    def links_below(self, games: Iterable[Row]) -> Links:
        """Links from a page one folder down to these games and their players."""
        shown = list(games)
        keys = [key for row in shown if (key := game_key(row)) in self.game_pages]
        names = dict.fromkeys(str(row[side]) for row in shown for side in ("white", "black"))
        return Links(
            home="../index.html",
            rules="../rules.html",
            players={name: "../" + self.player_pages[name] for name in names if name in self.player_pages},
            games={key: "../" + self.game_pages[key] for key in keys},
            versions=versions(),
        )

    def source_text(self, game: Game) -> str:
        """The text a game was read from; that of a file of many games is read once."""
        if not _plain(game):
            return source_of(game)
        if self.source[0] != game.file:
            self.source = (game.file, source_of(game))
        return self.source[1]
