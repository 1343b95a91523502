"""The race games as a family of pages (`reports.families`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.races.board import race_defs
from reports.races.pages import race_page
from reports.races.part import RacePart, race_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from analysis.race import RaceJudged
    from analysis.summary import Row
    from reports.views import Links


def page(judged: RaceJudged, source_text: str, links: Links) -> str:
    """The page of one match."""
    return race_page(judged.replay, judged.audit.findings, source_text=source_text, diagnostics=judged.game.diagnostics, links=links)


def parts(tables: Mapping[str, Iterable[Row]], name: str = "") -> tuple[RacePart, ...]:
    """What the index, or a player's page, tells of the race games."""
    return race_parts(tables, name)


def defs(shown: Iterable[RacePart], *, beside: bool) -> str:
    """The symbols of the boards in these parts; empty where there are none.

    `beside` says that those of trictrac's boards stand in the page.
    """
    games = [part.words for part in shown if part.drawn]
    return race_defs(games, shared=not beside) if games else ""
