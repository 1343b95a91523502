"""The page of a race match, from values; written as every page (`reports.pages`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.pages import carried, digest_of, render, safe_links
from reports.races.board import MARKS, race_defs
from reports.races.sheet import race_sheet
from reports.races.shows import shown
from reports.races.track import SIGNS
from reports.races.words import glossed
from reports.views import Links
from reports.words import drawn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.findings import Finding
    from notation.diagnostics import Diagnostic
    from replay.cousins.turns import RaceReplay


def race_page(
    replay: RaceReplay,
    findings: Sequence[Finding],
    *,
    source_text: str,
    diagnostics: Sequence[Diagnostic] = (),
    links: Links | None = None,
) -> str:
    """Make the page of one match; `source_text` is the text of the file it stands in.

    Raises `ValueError` for a rule set that is not shown as a race.
    """
    show = shown(replay.rules.name)
    if show is None:
        raise ValueError(f"there are no words for {replay.rules.name}")
    words, drawing = show
    links = links or Links()
    values = race_sheet(replay, findings, words, drawing, source_text=source_text, diagnostics=diagnostics)
    return render(
        "race.html.j2",
        "replay.js",
        "race.css",
        s=values,
        w=words,
        links=safe_links(links),
        defs=drawn(race_defs([words])),
        downloads=carried(links),
        digest=digest_of(source_text),
        board_marks=[mark for mark in MARKS if mark[0] != "kb" or values.bursts],
        track_signs=[(kind, shape, told) for kind, (shape, told) in SIGNS.items() if kind != "burst" or values.bursts],
        glossed=lambda text: glossed(text, words),
    )
