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
    set's own, and `Position`. Comments, and lines in error, stay as they stand (each has its diagnostic). Raises `ValueError` for a
    spelling the rule set does not know.
    """
    if spelling not in SPELLINGS:
        raise ValueError(f"`{spelling}` is no spelling of points; there are {', '.join(SPELLINGS)}")
    if game.rules in ROUTE_ONLY and spelling != "route":
        raise ValueError(f"the points of {game.rules} are written along the route only")
    if spelling == game.spelling:
        return game
    usual = "route" if game.rules == "triktrak" else "guiton"
    tags = [i for i, entry in enumerate(game.head) if isinstance(entry, Tag)]
    replaced = [i for i in tags if _names_points(game.head[i])]
    behind = [i for i in tags if game.head[i].name in {"Position", "Result"}]  # type: ignore[union-attr]
    at = (replaced or behind or [len(game.head)])[0]
    points = [] if spelling == usual else [Tag(0, "Points", spelling)]
    front, back = game.head[:at], game.head[at:]
    head = [*front, *points, *(entry for entry in back if not _names_points(entry))]
    return replace(game, head=tuple(_converted(entry, game, spelling) for entry in head))


def _names_points(entry: Heading) -> bool:
    """Whether this is a tag `Points` that could be read, its value right or not."""
    return isinstance(entry, Tag) and entry.name == "Points" and (entry.error is None or entry.value != "")


def _converted(entry: Heading, game: Game, spelling: str) -> Heading:
    """A line of the heading in the new spelling."""
    if not isinstance(entry, Tag) or entry.error is not None or entry.name != "Position":
        return entry
    return entry._replace(value=write_setup(parse_setup(entry.value, game.spelling, game.rules), spelling, game.rules))
