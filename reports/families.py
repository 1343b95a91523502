"""Pages by families of rules (`replay.rules.RuleSet.family`): the one place that knows which module shows which.

A module of a family has `page(judged, source_text, links)`, the page of one game; `parts(tables, name)`, what the index and a player's
page tell of its games; and `defs(parts, beside)`, the symbols of their boards. Trictrac's own pages are `reports.pages`; they ask here
for the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from replay.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from analysis.summary import Row
    from reports.views import Links

OWN = "trictrac"
FAMILIES = {"race": "reports.races.family"}


def game_page_of(judged: Any, source_text: str, links: Links) -> str | None:
    """The page of a game of another family; None for trictrac's own."""
    module = FAMILIES.get(judged.family)
    page: str | None = import_module(module).page(judged, source_text, links) if module else None
    return page


def split(tables: Mapping[str, Iterable[Row]]) -> dict[str, dict[str, list[Row]]]:
    """Rows of the four tables by the family of their game's rules; rules that are not known are trictrac's."""
    families: dict[tuple[object, object], str] = {}
    shares: dict[str, dict[str, list[Row]]] = {}
    for row in tables["games"]:
        rules = RULE_SETS.get(str(row.get("rules") or OWN))
        family = rules.family if rules is not None else OWN
        families[row.get("file"), row.get("game")] = family
        shares.setdefault(family, {table: [] for table in tables})
    for table, rows in tables.items():
        for row in rows:
            family = families.get((row.get("file"), row.get("game")), OWN)
            shares.setdefault(family, {name: [] for name in tables})[table].append(row)
    return shares


def parts_of(shares: Mapping[str, Mapping[str, Iterable[Row]]], name: str = "") -> tuple[Any, ...]:
    """What every other family's module tells of its share, of one player with `name`."""
    played = [(family, module) for family, module in FAMILIES.items() if family in shares]
    return tuple(part for family, module in played for part in import_module(module).parts(shares[family], name))


def defs_of(parts: Iterable[Any], *, beside: bool) -> str:
    """The symbols that the boards of these parts need, beside trictrac's own where those stand in the page too."""
    told = tuple(parts)
    return "".join(import_module(module).defs(told, beside=beside) for module in FAMILIES.values()) if told else ""
