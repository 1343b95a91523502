"""A record in another spelling of the points (docs/notation.md, section 3)."""

from __future__ import annotations

from dataclasses import replace

from notation.position import parse_setup, write_setup
from notation.record import Comment, Game, Lost, Tag
from notation.words import ROUTE_ONLY, SPELLINGS

Heading = Tag | Comment | Lost


def convert_spelling(game: Game, spelling: str) -> Game:
    """The same game with its points named by `guiton`, `route` or `bn`.

    Plies, events and positions hold places as numbers, so only the tags change: `Points`, left out where the spelling is the rule
    set's own, and `Position`. Comments, and lines in error, stay as they stand. Raises `ValueError` for a spelling the rule set does not
    know.
    """
    if spelling not in SPELLINGS:
        raise ValueError(f"`{spelling}` is no spelling of points; there are {', '.join(SPELLINGS)}")
    if game.rules in ROUTE_ONLY and spelling != "route":
        raise ValueError(f"the points of {game.rules} are written along the route only")
    if spelling == game.spelling:
        return game
    usual = "route" if game.rules == "triktrak" else "guiton"
    head: list[Heading] = [_converted(entry, game, spelling) for entry in game.head if not _is(entry, "Points") or spelling != usual]
    if spelling != usual and not any(_is(entry, "Points") for entry in head):
        at = next((i for i, entry in enumerate(head) if _is(entry, "Position") or _is(entry, "Result")), len(head))
        head.insert(at, Tag(0, "Points", spelling))
    return replace(game, head=tuple(head))


def _is(entry: Heading, name: str) -> bool:
    return isinstance(entry, Tag) and entry.name == name


def _converted(entry: Heading, game: Game, spelling: str) -> Heading:
    """A line of the heading in the new spelling."""
    if not isinstance(entry, Tag) or entry.error is not None:
        return entry
    if entry.name == "Points":
        return entry._replace(value=spelling)
    if entry.name == "Position":
        return entry._replace(value=write_setup(parse_setup(entry.value, game.spelling, game.rules), spelling, game.rules))
    return entry
