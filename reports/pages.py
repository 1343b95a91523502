"""Pages: one self-contained HTML file each, from values.

Nothing leaves a page: style and script stand in it and are named by their hash in its content security policy, so nothing else runs; names,
comments and the record itself are escaped by the templates. The same values give the same bytes: no clock, no random order.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from analysis.columns import Judged
from analysis.tables import rows
from reports.board import LEGEND, board_defs
from reports.catalogue import Overall
from reports.evening import parts_of
from reports.families import defs_of
from reports.rulebook import anchor
from reports.sheet import sheet
from reports.track import SIGNS
from reports.views import Links
from reports.words import TERMS, counted, drawn, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analysis.findings import Audit
    from notation.diagnostics import Diagnostic
    from replay.turns import Replay
    from reports.evening import Part
    from reports.sheet import Sheet
    from reports.views import IndexView, PlayerView

DATA_LIMIT = 48_000
"""Bytes of a file a page carries inside itself for download; larger ones are left out."""


class Carried(NamedTuple):
    """A file inside the page: words of its link, its name, its `data:` address."""

    label: str
    name: str
    address: str


def game_page(
    replay: Replay,
    audit: Audit,
    *,
    source_text: str,
    diagnostics: Sequence[Diagnostic] = (),
    links: Links | None = None,
    expected: Mapping[int, float] | None = None,
    jan_rows: Sequence[Mapping[str, object]] | None = None,
) -> str:
    """Make the page of one game.

    `source_text` is the text of the file the game stands in. `expected` gives, for the index of a turn, what a roll there is worth to the
    roller on average over the 36 throws; without it the page is silent on luck. `jan_rows` are the game's rows of the table `jans`, made
    here where they are not given.
    """
    links = links or Links()
    jan_rows = rows("jans", Judged(replay, audit)) if jan_rows is None else jan_rows
    values = sheet(replay, audit, source_text=source_text, diagnostics=diagnostics, jan_rows=jan_rows, expected=expected)
    return _game(values, links, source_text, "game.html.j2", parts=())


def game_pages(
    replay: Replay,
    audit: Audit,
    name: str,
    *,
    source_text: str,
    diagnostics: Sequence[Diagnostic] = (),
    links: Links,
    expected: Mapping[int, float] | None = None,
    jan_rows: Sequence[Mapping[str, object]],
) -> dict[str, str]:
    """Make the page of one game, `name` its file, and where it is a long match of a form, a page for the rolls of each part (`evening`).

    The pages by file, that of the game first; the rest as `game_page`.
    """
    values = sheet(replay, audit, source_text=source_text, diagnostics=diagnostics, jan_rows=jan_rows, expected=expected)
    parts = parts_of(values.reel, audit.joined, name)
    pages = {name: _game(values, links, source_text, "game.html.j2", parts=parts)}
    for part in parts:
        end = values.end if part is parts[-1] else ""
        more: dict[str, Any] = {"part": part, "items": part.items, "end": end, "home": name}
        pages[part.page] = _game(values, links, source_text, "part.html.j2", parts=parts, **more)
    return pages


def _game(values: Sheet, links: Links, source_text: str, template: str, *, parts: Sequence[Part], **more: Any) -> str:
    """Fill a template with the values of a game."""
    return render(
        template,
        "replay.js",
        s=values,
        parts=parts,
        links=safe_links(links),
        defs=drawn(board_defs(values.spellings)),
        downloads=carried(links),
        digest=digest_of(source_text),
        track_signs=[(kind, shape, words) for kind, (shape, words) in SIGNS.items()],
        **more,
    )


def player_page(player: PlayerView | None, *, links: Links | None = None, name: str = "", parts: Sequence[Any] = ()) -> str:
    """Make the page of one player: his games of trictrac (None where there are none), then those of other families (`reports.families`)."""
    spellings = tuple(dict.fromkeys(error.spelling for error in player.costliest)) or ("guiton",) if player else ()
    return render(
        "player.html.j2",
        "sort.js",
        "race.css" if parts else "",
        p=player,
        name=player.name if player else name,
        parts=parts,
        links=safe_links(links or Links()),
        defs=drawn((board_defs(spellings) if player else "") + defs_of(parts, beside=player is not None)),
    )


def index_page(index: IndexView, *, links: Links | None = None, parts: Sequence[Any] = (), total: Overall | None = None) -> str:
    """Make the index of an archive: its games of trictrac, then the `parts` of other families; `total` counts all of them together."""
    if total is None:
        total = Overall(index.games, index.players, index.rolls)
    return render(
        "index.html.j2", "sort.js", "race.css" if parts else "", v=index, parts=parts, total=total, links=safe_links(links or Links())
    )


def carried(links: Links) -> tuple[Carried, ...]:
    """Take the downloads small enough to travel inside the page, as `data:` addresses."""
    kept = []
    for label, name, kind, text in links.downloads:
        data = text.encode("utf-8", "surrogatepass")
        if len(data) <= DATA_LIMIT:
            kept.append(Carried(label, name, f"data:{kind};charset=utf-8;base64,{b64encode(data).decode()}"))
    return tuple(kept)


def safe_links(links: Links) -> Links:
    """Give the same links without addresses that a browser would run (`javascript:` and the like)."""
    return Links(
        home=safe(links.home),
        rules=safe(links.rules),
        players={name: address for name, address in links.players.items() if safe(address)},
        games={name: address for name, address in links.games.items() if safe(address)},
        versions=links.versions,
    )


def safe(address: str) -> str:
    """Give the address if it is relative or plain web, else empty."""
    try:
        scheme = urlsplit(address.strip()).scheme
    except ValueError:
        return ""
    return address if scheme in ("", "http", "https", "file") else ""


def render(template: str, script_name: str, more_style: str = "", **values: object) -> str:
    """Fill a template; style and script stand in the page, and its policy names them by their hash.

    `more_style` is a second file of style, for pages that show what most do not.
    """
    style, script = _asset("style.css") + (_asset(more_style) if more_style else ""), _asset(script_name)
    sources = f"style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src data:"
    policy = f"default-src 'none'; {sources}; base-uri 'none'; form-action 'none'"
    page = _environment().get_template(template)
    return page.render(
        lang="en",
        policy=policy,
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        terms=TERMS,
        counted=counted,
        board_legend=LEGEND,
        **values,
    )


@lru_cache(maxsize=1)
def digest_of(text: str) -> str:
    """The SHA-256 of a text; remembered, since a file of many games makes a page of each."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def _asset(name: str) -> str:
    """Read style or script beside this module, without comments and idle blanks (none of which stands in a string there)."""
    text = files("reports").joinpath(name).read_text("utf-8")
    if name.endswith(".css"):
        text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
        return re.sub(r"(?<=[{};:,]) | (?=[{};])", "", text).replace(";}", "}").strip()
    return "\n".join(line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("//"))


@cache
def _environment() -> Environment:
    folder = files("reports").joinpath("templates")
    environment = Environment(
        loader=FunctionLoader(lambda name: folder.joinpath(name).read_text("utf-8")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["percent"] = percent
    environment.globals.update(terms=TERMS, counted=counted, board_legend=LEGEND, rule_anchor=anchor)
    return environment
