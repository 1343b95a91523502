"""A site of pages: a page a game, a page a player, an index, and the rules they cite.

Every page is written aside and renamed; one game that cannot be shown never costs the pages beside it.
"""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analysis.summary import accuracy, everybody, game_key, jan_frequencies, missed_points, owed_points, per_player
from reports.catalogue import index_view, overall
from reports.dossier import player_view
from reports.families import OWN, parts_of, split
from reports.makers import Job, Maker, make_all, versions
from reports.manifest import fingerprint, read_manifest, remove_stale, write_manifest
from reports.pages import index_page, player_page
from reports.rulebook import rules_page
from reports.views import Links
from reports.words import nameless
from reports.write import game_page_name, page_name, write_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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


def write_site(games: Iterable[Game], folder: str, tally: list[int], processes: int = 1) -> Written:
    """Write the whole site, the pages of games by so many processes. `tally` counts games, findings and errors of reading on the way.

    Pages of an earlier run that are no longer written are taken away: those it wrote itself, and that nobody has changed.
    Raises SiteError where there is no game, and then writes nothing; and where the folder cannot be written to.
    """
    try:
        return _Site(Path(folder)).write(games, tally, processes)
    except BrokenProcessPool:
        message = "a process that made pages died; with `--jobs 1` this one makes them all"
        raise SiteError(message) from None
    except OSError as fault:
        raise SiteError(f"{fault.filename or folder}: {fault.strerror or fault}") from None


def game_html(judged: Judged) -> str:
    """The page of one game, standing alone."""
    return Maker().page(judged, Links())


def named(game: Game) -> tuple[str, ...]:
    """Everybody who plays by the tags: White and Black, and where the form has more, all of them."""
    more = (name.strip() for name in game.tag("Players").split(";"))
    return tuple(dict.fromkeys((game.white, game.black, *filter(None, more))))


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

    def put(self, place: str, page: str) -> None:
        """Write a page."""
        write_page(self.folder / place, page)
        self.written[place] = fingerprint(page)

    def write(self, games: Iterable[Game], tally: list[int], processes: int) -> Written:
        """Write every page, the index last: while it stands, what it links to stands too."""
        for _, made in make_all(self.jobs(games, tally), processes):
            tally[0] += 1
            tally[1] += made.complaints
            self.written |= {f"games/{name}": digest for name, digest in made.pages.items()}
            for table, gathered in self.tables.items():
                gathered.extend(made.rows[table])
        if not self.game_pages:
            why = f" ({self.diagnostics[0]})" if self.diagnostics else ""
            message = f"there is no game to report: nothing was written to {self.folder}{why}"
            raise SiteError(message)
        before = read_manifest(self.folder)
        self.put("rules.html", rules_page())
        families = split(self.tables)
        tables = families.get(OWN, {table: [] for table in self.tables})
        plies, findings = tables["plies"], tables["findings"]
        frequencies = jan_frequencies(tables["jans"], len(plies))
        mean = accuracy(owed_points(plies), missed_points([row for row in findings if not row["told"]]))
        shares = per_player(self.tables)
        for name, page in self.player_pages.items():
            share = shares.get(name) or {table: [] for table in self.tables}  # named by a tag alone, and in no table
            own = split(share)
            view = player_view(name, **own[OWN], archive=frequencies, archive_accuracy=mean) if OWN in own else None
            links = self.links_below(share["games"])
            self.put(page, player_page(view, links=links, name=name, parts=parts_of(own, name)))
        index = index_view(tables["games"], tables["plies"], tables["jans"], tables["findings"], diagnostics=self.diagnostics)
        links = Links(rules="rules.html", players=self.player_pages, games=self.game_pages, versions=versions())
        self.put("index.html", index_page(index, links=links, parts=parts_of(families), total=overall(self.tables)))
        removed, kept = remove_stale(self.folder, before, self.written)
        write_manifest(self.folder, self.written)
        return Written(len(self.written), removed, tuple(kept))

    def jobs(self, games: Iterable[Game], tally: list[int]) -> Iterator[Job]:
        """The pages wanted of games, each with a name of its own."""
        for game in games:
            tally[2] += len(game.errors)
            self.diagnostics += game.diagnostics
            if game.head or game.entries:  # else nothing was read here: a line of the ledger, and no page
                yield self.job(game)

    def job(self, game: Game) -> Job:
        """The page of one game, and those of its players that it leads to."""
        page = game_page_name(game.file, game.index + 1, self.taken)
        players_named = named(game)
        for name in players_named:
            if name not in self.player_pages and not nameless(name):
                self.player_pages[name] = "players/" + page_name(name, taken=self.taken)
        players = {name: "../" + self.player_pages[name] for name in players_named if name in self.player_pages}
        self.game_pages[f"{game.file}#{game.index + 1}"] = f"games/{page}"
        return Job(game, self.folder / "games" / page, Links(home="../index.html", rules="../rules.html", players=players))

    def links_below(self, games: Iterable[Row]) -> Links:
        """Links from a page one folder down to these games and their players."""
        shown = list(games)
        keys = [key for row in shown if (key := game_key(row)) in self.game_pages]
        names = dict.fromkeys(name for row in shown for name in everybody(row))
        return Links(
            home="../index.html",
            rules="../rules.html",
            players={name: "../" + self.player_pages[name] for name in names if name in self.player_pages},
            games={key: "../" + self.game_pages[key] for key in keys},
            versions=versions(),
        )
