"""What the commands print, by families of rules (`replay.rules.RuleSet.family`): the one place that knows which module speaks for which.

A voice says a judged game in words (`check_text`, `replay_text`) and as rows of JSON (`turn_row`, `break_row`, `finding_row`,
`match_rows`); `positions_of` is the module that answers `score`, `plays` and `chances` about one position.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from replay.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS: Final = {"trictrac": ("reports.text", "reports.jsonlines"), "race": ("reports.races.text", "reports.races.jsonlines")}
POSITIONS: Final = {"race": "reports.races.positions"}


class Voice(NamedTuple):
    """How a family of rules is told."""

    check_text: Callable[[Any], str]
    replay_text: Callable[[Any], str]
    turn_row: Callable[[Any, Any], dict[str, object]]
    break_row: Callable[[Any, Any], dict[str, object]]
    finding_row: Callable[[Any, Any], dict[str, object]]
    match_rows: Callable[[Any], list[dict[str, object]]]


def voice_of(judged: Any) -> Voice:
    """The voice of a judged game (`analysis.tables.judge`)."""
    text, rows = (import_module(name) for name in WORDS[judged.family])
    return Voice(text.check_text, text.replay_text, rows.turn_row, rows.break_row, rows.finding_row, rows.match_rows)


def positions_of(rules: str) -> Any:
    """The module that answers about a position by these rules, where it is not trictrac's own; else None."""
    known = RULE_SETS.get(rules)
    name = POSITIONS.get(known.family) if known is not None else None
    return import_module(name) if name else None
