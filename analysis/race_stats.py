"""Statistics of bräde and Dutch TricTrac: how games end, hits and bursts, throws cut short; and an archive parted by families of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.measures import BY_NAME, RACE_MEASURES
from analysis.stats import OWN, Statistic, Told
from replay.rules import RULE_SETS, TITLES

if TYPE_CHECKING:
    from collections.abc import Collection

    from analysis.frames import Frames

RACE_STATISTICS: tuple[Statistic, ...] = (
    Statistic("games", "matches", "matches", ("games",)),
    Statistic("won", "matches", "matches won, of those that somebody won", ("won",), ("decided",), of_player=True),
    Statistic("throws", "throws", "throws whose play is known, of all", ("followed",), ("rolls",)),
    Statistic("match_games", "games", "games of matches won by a throw", ("match_games",)),
    Statistic("game_value", "points", "points of the games won", ("game_value",)),
    Statistic("ended", "throws", "throws that ended a game, of all: one over its length in throws", ("ended",), ("rolls",)),
    Statistic("hemspel", "games", "won as hemspel, of the games won", ("hemspel",), ("match_games",)),
    Statistic("beautiful", "games", "won as a beautiful game, of the games won", ("beautiful",), ("match_games",)),
    Statistic("jan", "games", "won as jan, of the games won", ("jan_games",), ("match_games",)),
    Statistic("sprangjan", "games", "won as sprängjan, of the games won", ("sprangjan",), ("match_games",)),
    Statistic("munk", "games", "won with munk, of the games won", ("munk",), ("match_games",)),
    Statistic("nabeurt", "games", "won in the nabeurt, of the games won", ("nabeurt",), ("match_games",)),
    Statistic(
        "frequency", "jans", "throws on which it happened, of those of whoever throws for it", ("jans",), ("rolls_for_it",), only_jan=True
    ),
    Statistic("men_hit", "men", "men hit alone", ("men_hit",)),
    Statistic("hitting", "throws", "throws with which a man was hit", ("hitting",), ("followed",)),
    Statistic("bands_burst", "bands", "bands burst", ("bands_burst",)),
    Statistic("bursting", "throws", "throws with which a band was burst", ("bursting",), ("followed",)),
    Statistic("cut", "throws", "throws cut short: some steps could not be used", ("cut",), ("followed",)),
    Statistic("steps_lost", "dice", "steps that could not be used", ("steps_lost",)),
    Statistic("again", "throws", "throws that gave another", ("again",), ("followed",)),
    Statistic("barred", "throws", "throws with own men on the bar", ("barred",), ("seen",)),
    Statistic("exposed", "throws", "throws after which a janblotta was out", ("exposed",), ("followed",)),
    Statistic("illegal", "plays", "plays that the rules do not allow, of those that can be judged", ("illegal",), ("played",)),
    Statistic("overlooked", "findings", "endings overlooked", ("overlooked",)),
    Statistic("faults", "findings", "faults of every kind", ("faults",)),
)
"""Every statistic of a race, in the order in which it is told."""

_NOT_OF = {
    "brade": ("nabeurt", "again"),
    "trictrac-nl": ("hemspel", "beautiful", "jan", "sprangjan", "munk", "bands_burst", "bursting", "exposed", "game_value"),
}
"""What one of the games has not."""
_SHARED = ("games", "won", "decided", "rolls", "faced", "jans", "jans_roller", "played", "illegal", "faults")
RACE = Told(RACE_STATISTICS, (*(BY_NAME[name] for name in _SHARED), *RACE_MEASURES))


def told_of(rules: str) -> Told:
    """The statistics of one of the games."""
    without = _NOT_OF.get(rules, ())
    return Told(tuple(one for one in RACE.statistics if one.name not in without), RACE.measures)


RACE_HEAD = """
## Of bräde and Dutch TricTrac

Where an archive holds games of these, they are counted apart, each of the two by itself, and told below the rest. A game of an archive is
a match here; the games of it are `match_games`. Counting by jan, a jan is whatever the game tells of a throw: how it ended, `hit`,
`burst`, `fatade`, …

| statistic | unit | what it is | formula | interval on | by |
| --- | --- | --- | --- | --- | --- |"""


def by_family(frames: Frames, rules: Collection[str | None]) -> list[tuple[str, Frames, Told]]:
    """The frames parted by the rules found in them: what it is called, the games, their statistics; trictrac's own first, and together."""
    known = [name for name in rules if name is not None]
    races = sorted(name for name in known if name in RULE_SETS and RULE_SETS[name].family == "race")
    others = [name for name in known if name not in races]
    if not races:
        return [("trictrac", frames, OWN)]
    own = [("Trictrac", frames.of_rules(others), OWN)] if others else []
    return [*own, *((TITLES[name], frames.of_rules([name]), told_of(name)) for name in races)]
