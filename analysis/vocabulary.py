"""The words of the position search: what each means, and the polars expression it stands for. docs/search.md is made from them.

A word of the board is about the men before the roll, and about whoever rolls; with `opponent` before it, about the other. Expressions are
over the rows of `plies`, and where a word is of a game, of `games`. They are functions: to read the words costs no import of polars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from analysis.kinds import KINDS
from analysis.phases import PHASES
from analysis.planes import BOARD, GRAND, MEN, PASSED, PETIT, RETOUR, blots, is_full, men_in, men_on
from notation.words import fold
from replay.cousins.glossary import BRADE, DUTCH
from replay.jans import JANS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import polars as pl

TALON, CORNER = 0, 11
WHO: Final = {"own": "roller", "other": "opponent"}


class Word(NamedTuple):
    """One word: its name and others it goes by, what it means, and its expression.

    `sided` words may have `opponent` before them; `of` is asked for the side then (`own`, `other`; always `own` where not sided). Words of
    kind `text` have `values` where they can be nothing else.
    """

    name: str
    kind: str
    words: str
    of: Callable[[str], pl.Expr]
    sided: bool = False
    also: tuple[str, ...] = ()
    unit: str = ""
    values: tuple[str, ...] = ()
    table: str = "plies"


def _col(name: str) -> pl.Expr:
    import polars as pl  # noqa: PLC0415 - see above

    return pl.col(name)


def _of_side(column: str) -> Callable[[str], pl.Expr]:
    """`own_points` and `other_points`."""
    return lambda side: _col(f"{side}_{column}")


def _of_role(column: str) -> Callable[[str], pl.Expr]:
    """`due_roller` and `due_opponent`."""
    return lambda side: _col(f"{column}_{WHO[side]}")


def _bredouille(side: str) -> pl.Expr:
    import polars as pl  # noqa: PLC0415 - as above

    mine, his = ("white", "black") if side == "own" else ("black", "white")
    return pl.when(pl.col("side") == "W").then(f"{mine}_bredouille").when(pl.col("side") == "B").then(f"{his}_bredouille").otherwise(None)


def _off(side: str) -> pl.Expr:
    """Men borne off: said outright where men can be elsewhere too, else those that are not on the board."""
    import polars as pl  # noqa: PLC0415 - as above

    return pl.coalesce(pl.col(f"{side}_off").cast(pl.Int64), MEN - men_in(side, BOARD))


def _roll(_: str) -> pl.Expr:
    import polars as pl  # noqa: PLC0415 - as above

    return pl.when(pl.col("roll_of_holding") > 0).then("roll_of_holding")


def _year(_: str) -> pl.Expr:
    return _col("date").str.extract(r"^(\d{4})").cast(_int32())


def _int32() -> type[pl.Int32]:
    import polars as pl  # noqa: PLC0415 - as above

    return pl.Int32


VERDICTS = ("legal", "illegal", "mended", "none", "unknown")
DECISIONS = ("hold", "go", "mark", "refait", "concede", "suspend", "none")
SCHOOLS = ("claimed", "let-go", "wrong-amount", "denied", "raised")
STATUSES = ("marked", "missed", "unmade", "void", "made", "unknown")
_RACE_CODES = tuple(dict.fromkeys((*BRADE, *DUTCH)))
CODES = (*JANS, *_RACE_CODES)
ENDINGS = tuple(dict.fromkeys(code for code, term in (*BRADE.items(), *DUTCH.items()) if term.ending and code != "nabeurt"))
"""How a throw ends a game; with `nabeurt` it goes on for one more turn."""
FAULTS = tuple(KINDS)


def coded(said: str, codes: Iterable[str]) -> str | None:
    """The code that a word means, None where none: the code or the name the game has for it, however spelled (`sprängjan`).

    An ending `nabeurt` is a game won in it, as `@won` says.
    """
    known = {code: code for code in codes}
    named = {term.words: code for code, term in (*BRADE.items(), *DUTCH.items()) if code in known}
    spelled = {_plain(name): code for name, code in (*named.items(), *known.items())}
    if "nabeurt" not in known and "nabeurt_won" in known:
        spelled["nabeurt"] = "nabeurt_won"
    return spelled.get(_plain(said))


def _plain(word: str) -> str:
    return "_".join(fold(word).replace("_", " ").replace("-", " ").split())


WORDS: Final[tuple[Word, ...]] = (
    Word("petit jan full", "truth", "two men at least on each of the points T to 5", lambda s: is_full(s, PETIT), sided=True),
    Word("grand jan full", "truth", "two men at least on each of the points 6 to 11", lambda s: is_full(s, GRAND), sided=True),
    Word(
        "retour jan full",
        "truth",
        "two men at least on each of the points 5' to T'",
        lambda s: is_full(s, RETOUR),
        sided=True,
        also=("jan de retour full",),
    ),
    Word("corner held", "truth", "two men at least on the own corner", lambda s: men_on(s, CORNER) >= 2, sided=True),
    Word("bredouille", "truth", "his next hole would be double", _bredouille, sided=True),
    Word("doublet", "truth", "both dice show the same", lambda _: _col("high") == _col("low")),
    Word("all off", "truth", "the roller's last man went off on this roll", lambda _: _col("bore_off")),
    Word("throws again", "truth", "the throw gives the roller another (Dutch TricTrac)", lambda _: _col("again")),
    Word("assumed", "truth", 'Marks "none" and nothing written: what was due is taken as marked', lambda _: _col("assumed")),
    Word("talon", "number", "men on the own talon", lambda s: men_on(s, TALON), sided=True, unit="men"),
    Word("passed", "number", "men beyond the own half", lambda s: men_in(s, PASSED), sided=True, unit="men"),
    Word("borne off", "number", "men no longer on the board", _off, sided=True, unit="men"),
    Word("on the bar", "number", "men hit who have not come in again (bräde, Dutch TricTrac)", _of_side("bar"), sided=True, unit="men"),
    Word("in the hand", "number", "men who have not come in yet (Dutch TricTrac)", _of_side("hand"), sided=True, unit="men"),
    Word("hits", "number", "men hit alone on this roll (bräde, Dutch TricTrac)", lambda _: _col("hits"), unit="men"),
    Word("bursts", "number", "bands burst on this roll (bräde)", lambda _: _col("bursts"), unit="bands"),
    Word("steps lost", "number", "steps of the roll that could not be used (bräde, Dutch TricTrac)", lambda _: _col("lost"), unit="dice"),
    Word("janblottor", "number", "janblottor that the roll leaves out (bräde)", lambda _: _col("jan_blots"), unit="men"),
    Word("blots", "number", "points on which one man stands alone", blots, sided=True, also=("blot",), unit="points"),
    Word("points", "number", "points he had before the roll", _of_side("points"), sided=True, unit="points"),
    Word("holes", "number", "holes he had before the roll", _of_side("holes"), sided=True, unit="holes"),
    Word("due", "number", "points the roll is worth to him", _of_role("due"), sided=True, unit="points"),
    Word("owed", "number", "points he might mark, the play being as it was", _of_role("owed"), sided=True, unit="points"),
    Word("marked", "number", "points he marked", _of_role("marked"), sided=True, unit="points"),
    Word("claimed", "number", "points he had from schools on this roll", _of_role("claimed"), sided=True, unit="points"),
    Word("holes made", "number", "holes his marks made on this roll", _of_role("made"), sided=True, unit="holes"),
    Word("holes pegged", "number", "holes he pegged on this roll", _of_role("pegged"), sided=True, unit="holes"),
    Word("high", "number", "the higher die", lambda _: _col("high")),
    Word("low", "number", "the lower die", lambda _: _col("low")),
    Word("unplayable", "number", "dice that cannot be played", lambda _: _col("unplayable"), unit="dice"),
    Word("plays", "number", "how many plays are legal", lambda _: _col("plays")),
    Word("ply", "number", "number of the roll as written", lambda _: _col("ply")),
    Word("roll", "number", "the roller's how-manieth roll of this holding", _roll),
    Word("year", "number", "year of the tag Date", _year, table="games"),
    Word("player", "text", "who rolled", lambda _: _col("player")),
    Word("opponent", "text", "the other", lambda _: _col("opponent")),
    Word("side", "text", "the side that rolled", lambda _: _col("side"), values=("W", "B")),
    Word("phase", "text", "phase of the roller (docs/tables.md)", lambda _: _col("phase"), values=PHASES),
    Word("verdict", "text", "what became of the play", lambda _: _col("verdict"), values=VERDICTS),
    Word("decision", "text", "what he did after a hole of his own", lambda _: _col("decision").fill_null("none"), values=DECISIONS),
    Word(
        "ending",
        "text",
        "how the roll ends a game (bräde, Dutch TricTrac), also in the game's own spelling, as `sprängjan`",
        lambda _: _col("ending"),
        values=ENDINGS,
    ),
    Word("rules", "text", "rule set of the game", lambda _: _col("rules"), table="games"),
    Word("event", "text", "tag Event of the game", lambda _: _col("event"), table="games"),
    Word("site", "text", "tag Site of the game", lambda _: _col("site"), table="games"),
    Word("source", "text", "tag Source of the game", lambda _: _col("source"), table="games"),
    Word("file", "text", "where the game was read from", lambda _: _col("file")),
)
"""Every word but those of the forms below."""

FORMS: Final = (
    (
        "men on PLACE",
        "a number: men of the roller on a point, which is named as a scorer of his own side would: `T`, `1` to `11`, `11'` to `1'`, `T'`",
    ),
    ("opponent men on PLACE", "the other's men on a point, named in the same way: `opponent men on 2'` stand on his own 2"),
    ("dice = 6-4", "both dice, in any order; `?` is any number"),
    (
        "jan CODE",
        f"a jan of this code was due on the roll, to whomever it is due: {' '.join(JANS)}; in races it happened: {' '.join(_RACE_CODES)}",
    ),
    ("jan CODE STATUS", f"and this became of it: {' '.join(STATUSES)} (docs/tables.md)"),
    ("kind KIND", f"the audit has a finding of this kind on the roll (the kind alone will do): {' '.join(FAULTS)}"),
    ("school FATE", f"a school arose on the roll, and this became of it: {' '.join(SCHOOLS)}"),
    ("KIND school FATE", "both of one and the same finding"),
    ("… by roller", "after a kind or school: the roller was at fault; `by opponent`: the other"),
)
"""The forms that are more than a word."""

BY_NAME: Final = {name: word for word in WORDS for name in (word.name, *word.also)}
OPPONENT: Final = ("opponent", "opposing")
"""What stands before a word to make it the other's."""
