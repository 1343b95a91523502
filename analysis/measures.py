"""What is counted of the four tables for a player, a jan, a phase, a period: one row a measure.

A measure is made of parts. Each part sums one expression over the rows of one table, for him whose row it is (`own`: who rolled, whose jan
it is, who is at fault) or for the other of the two (`other`). Schools that the opponent committed are findings of the other, for example.
Where nothing is asked about players, both are summed.

Expressions are functions, so that reading this table of words costs no import of polars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from replay.replayer import LEAVES
from replay.unmade import FILLS, PRESERVES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    import polars as pl


def col(name: str) -> pl.Expr:
    """A column of the table of the part."""
    import polars as pl  # noqa: PLC0415 - see above

    return pl.col(name)


class Part(NamedTuple):
    """A sum over the rows of a table; `of` is a number or a truth for each row, `whose` is `own` or `other`."""

    table: str
    whose: str
    of: Callable[[], pl.Expr]


class Measure(NamedTuple):
    """One thing counted: its name, unit, words, and the parts it is the sum of.

    `once`: both sides have the same of it, and where nothing is asked about players it is counted for one.
    """

    name: str
    unit: str
    words: str
    parts: tuple[Part, ...]
    once: bool = False


def _plies(of: Callable[[], pl.Expr]) -> Part:
    return Part("plies", "own", of)


def _both(roller: Callable[[], pl.Expr], other: Callable[[], pl.Expr]) -> tuple[Part, ...]:
    """What a player has on his own rolls, and on those of the other."""
    return Part("plies", "own", roller), Part("plies", "other", other)


def _jans(of: Callable[[], pl.Expr]) -> tuple[Part, ...]:
    return (Part("jans", "own", of),)


def _own(of: Callable[[], pl.Expr]) -> tuple[Part, ...]:
    return (Part("findings", "own", of),)


def _other(of: Callable[[], pl.Expr]) -> tuple[Part, ...]:
    return (Part("findings", "other", of),)


def _games(of: Callable[[str], pl.Expr]) -> tuple[Part, ...]:
    """White is the own side of a game, Black the other."""
    return Part("games", "own", lambda: of("W")), Part("games", "other", lambda: of("B"))


# -- what the rows are ------------------------------------------------------------------------------------------------------------------


def watched() -> pl.Expr:
    """A roll whose worth is known and whose marks the record tells."""
    return col("due_roller").is_not_null() & ~col("assumed")


def could_be_marked() -> pl.Expr:
    """A jan that was there to be marked, and the record tells whether it was."""
    return col("status").is_in(["marked", "missed"])


def a_fault() -> pl.Expr:
    """A finding that the record does not itself tell and put right."""
    return ~col("told")


def a_school() -> pl.Expr:
    """A fault from which a school arose; a false school is another thing."""
    return col("school").is_not_null() & (col("kind") != "false-school")


def taken() -> pl.Expr:
    """A school claimed that stood, were it at another amount."""
    stood = col("school").is_in(["claimed", "raised"]) | ((col("school") == "wrong-amount") & (col("claimed_points") > 0))
    return stood & (col("kind") != "false-school")


def let_go() -> pl.Expr:
    """A school that nobody claimed."""
    return (col("school") == "let-go") & (col("kind") != "false-school")


def denied() -> pl.Expr:
    """A school claimed and turned back, so that the points stayed with him who was at fault."""
    return a_school() & ~taken() & ~let_go()


def too_many() -> pl.Expr:
    """A mark of more than was due, or of what was the other's."""
    return col("kind").is_in(["over-marked", "wrong-side"])


def a_fill() -> pl.Expr:
    """A fill or preserve that was due for being made, and was made or not."""
    return col("jan").is_in([*FILLS, *PRESERVES]) & col("status").is_in(["marked", "missed", "unmade"])


MEASURES: tuple[Measure, ...] = (
    Measure("games", "games", "games", _games(lambda _: col("game").is_not_null()), once=True),
    Measure("won", "games", "games won", _games(lambda side: col("winner") == side)),
    Measure("decided", "games", "games that somebody won", _games(lambda _: col("winner").is_not_null())),
    Measure("rolls", "rolls", "rolls", (_plies(lambda: col("turn").is_not_null()),)),
    Measure("faced", "rolls", "rolls of the opponent", (Part("plies", "other", lambda: col("turn").is_not_null()),)),
    Measure("known", "rolls", "rolls whose worth is known (men and dice)", (_plies(lambda: col("due_roller").is_not_null()),)),
    Measure(
        "watched", "rolls", "rolls of either side on which he might mark and the record tells what was marked", _both(watched, watched)
    ),
    Measure(
        "available",
        "points",
        "points that he might have marked: what the rules gave for the play that was made",
        _both(lambda: col("owed_roller") * ~col("assumed"), lambda: col("owed_opponent") * ~col("assumed")),
    ),
    Measure(
        "marks",
        "marks",
        "times something was there to be marked",
        _both(lambda: (col("owed_roller") > 0) & ~col("assumed"), lambda: (col("owed_opponent") > 0) & ~col("assumed")),
    ),
    Measure("missed_points", "points", "points not marked", _own(lambda: col("points") * ((col("kind") == "missed") & a_fault()))),
    Measure("missed_marks", "marks", "times points were not marked", _own(lambda: (col("kind") == "missed") & a_fault())),
    Measure("over_points", "points", "points marked too many", _own(lambda: col("points") * (too_many() & a_fault()))),
    Measure("over_marks", "marks", "times too many points were marked, or the other side's", _own(lambda: too_many() & a_fault())),
    Measure("jans", "jans", "jans due, made or not", _jans(lambda: col("turn").is_not_null())),
    Measure("jans_roller", "jans", "jans due on his own rolls", _jans(lambda: col("roller"))),
    Measure("jans_told", "jans", "jans there to be marked, where the record tells whether they were", _jans(could_be_marked)),
    Measure("jans_marked", "jans", "jans marked", _jans(lambda: col("status") == "marked")),
    Measure("jan_points", "points", "points of the jans there to be marked", _jans(lambda: col("points") * could_be_marked())),
    Measure("jan_points_marked", "points", "points of the jans marked", _jans(lambda: col("points") * (col("status") == "marked"))),
    Measure("fills", "jans", "fills and preserves due for being made", _jans(a_fill)),
    Measure("fills_unmade", "jans", "fills and preserves not made", _jans(lambda: a_fill() & (col("status") == "unmade"))),
    Measure("played", "plays", "plays that can be judged", (_plies(lambda: col("verdict").is_in(["legal", "illegal", "mended"])),)),
    Measure("illegal", "plays", "plays that the rules do not allow, and that stood", (_plies(lambda: col("verdict") == "illegal"),)),
    Measure("faults", "findings", "faults of every kind", _own(a_fault)),
    Measure("schools", "schools", "schools committed", _own(a_school)),
    Measure("schools_taken", "schools", "schools committed for which the opponent sent him to school", _own(taken)),
    Measure("schools_let_go", "schools", "schools committed that the opponent let go", _own(let_go)),
    Measure("points_given", "points", "points the opponent had for them", _own(lambda: col("claimed_points") * taken())),
    Measure("offered", "schools", "schools the opponent committed", _other(a_school)),
    Measure("offered_taken", "schools", "schools of the opponent that he claimed and that stood", _other(taken)),
    Measure("offered_let_go", "schools", "schools of the opponent that he let go", _other(let_go)),
    Measure("offered_denied", "schools", "schools of the opponent that he claimed in vain", _other(denied)),
    Measure("points_had", "points", "points he had for them", _other(lambda: col("claimed_points") * taken())),
    Measure("false_schools", "schools", "schools he claimed that were none", _own(lambda: col("kind") == "false-school")),
    Measure("made", "holes", "holes that his marks made", _both(lambda: col("made_roller"), lambda: col("made_opponent"))),
    Measure("pegged", "holes", "holes he pegged", _both(lambda: col("pegged_roller"), lambda: col("pegged_opponent"))),
    Measure("unpegged", "holes", "holes made and not pegged", _own(lambda: col("holes") * (col("kind") == "hole-unpegged"))),
    Measure("holds", "decisions", "times he held", (_plies(lambda: col("decision") == "hold"),)),
    Measure("goes", "decisions", "times he went", (_plies(lambda: col("decision").is_in(list(LEAVES))),)),
    Measure("holes_lost", "holes", "holes that his faults cost him, as far as that is defined", _own(lambda: _lost() * a_fault())),
)
"""Every measure, in the order of the tables they are counted from."""


def _lost() -> pl.Expr:
    return col("cost_holes").fill_null(0).clip(lower_bound=0)


def _ended(codes: Collection[str] = ()) -> tuple[Part, ...]:
    """Games of a match won: of him who threw, but of the other where the throw was the last turn of the nabeurt and failed (N-13)."""

    def own() -> pl.Expr:
        won = (col("ending_value") > 0) & (col("ending") != "loss")
        return won & col("ending").is_in(list(codes)) if codes else won

    lost = Part("plies", "other", lambda: (col("ending_value") > 0) & (col("ending") == "loss"))
    return (_plies(own),) if codes else (_plies(own), lost)


BEAUTIFUL = ("enkelt_kronspel", "dubbelt_kronspel", "trappspel", "uppspel")

RACE_MEASURES: tuple[Measure, ...] = (
    Measure("match_games", "games", "games of matches won by a throw", _ended()),
    Measure("hemspel", "games", "won as hemspel", _ended(("hemspel",))),
    Measure("beautiful", "games", "won as a beautiful game: enkelt or dubbelt kronspel, trappspel, uppspel", _ended(BEAUTIFUL)),
    Measure("jan_games", "games", "won as jan", _ended(("jan",))),
    Measure("sprangjan", "games", "won as sprängjan", _ended(("sprangjan",))),
    Measure("nabeurt", "games", "won in the nabeurt", _ended(("nabeurt_won",))),
    Measure("munk", "games", "won with munk", _jans(lambda: col("jan") == "munk")),
    Measure("game_value", "points", "points of the games won", _jans(lambda: col("points"))),
    Measure("ended", "throws", "throws that ended a game", (_plies(lambda: col("ending").is_not_null()),)),
    Measure("followed", "throws", "throws whose play is known", (_plies(lambda: col("hits").is_not_null()),)),
    Measure("men_hit", "men", "men hit alone", (_plies(lambda: col("hits")),)),
    Measure("hitting", "throws", "throws with which a man was hit", (_plies(lambda: col("hits") > 0),)),
    Measure("bands_burst", "bands", "bands burst", (_plies(lambda: col("bursts")),)),
    Measure("bursting", "throws", "throws with which a band was burst", (_plies(lambda: col("bursts") > 0),)),
    Measure("cut", "throws", "throws of which some of the steps could not be used", (_plies(lambda: col("lost") > 0),)),
    Measure("steps_lost", "dice", "steps that could not be used", (_plies(lambda: col("lost")),)),
    Measure("again", "throws", "throws that gave another", (_plies(lambda: col("again")),)),
    Measure("barred", "throws", "throws with own men on the bar", (_plies(lambda: col("own_bar") > 0),)),
    Measure("seen", "throws", "throws from a board that is known", (_plies(lambda: col("own_bar").is_not_null()),)),
    Measure("exposed", "throws", "throws after which a janblotta was out", (_plies(lambda: col("jan_blots") > 0),)),
    Measure("overlooked", "findings", "endings overlooked", _own(lambda: col("kind") == "finish-overlooked")),
)
"""What is counted of bräde and Dutch TricTrac beside what both kinds of game have."""

BY_NAME = {measure.name: measure for measure in (*MEASURES, *RACE_MEASURES)}
