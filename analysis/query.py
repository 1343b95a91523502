"""The language of the position search: a query read into a tree of conditions. Words: `analysis.vocabulary`; page: docs/search.md.

    query      = all { "or" all } ;
    all        = one { "and" one } ;
    one        = { "not" } ( "(" query ")" | condition ) ;
    condition  = truth | number [ operator number ] | text [ "=" | "!=" ] value | dice | jan | finding ;
    truth      = [ "opponent" ] word ;                              word, and number, text: docs/search.md
    number     = digits | [ "opponent" ] word | [ "opponent" ] "men" "on" place ;
    value      = string | word ;                                    a string in quotes, where a * stands for anything
    dice       = "dice" [ "=" ] die [ "-" ] die ;                   die = "1" … "6" | "?"
    jan        = "jan" code [ status ] ;
    finding    = ( [ "kind" ] kind [ "school" fate ] | "school" fate ) [ "by" ( "roller" | "opponent" ) ] ;
    operator   = "=" | "!=" | "<" | "<=" | ">" | ">=" ;

`parse_query` raises `QueryError`, which shows the place with a caret and, where a word is nearly another, asks for it. Words are told apart
by blanks; case does not matter. The grammar itself is in `analysis.query_grammar`.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from analysis.vocabulary import Word

LONGEST, DEEPEST = 4000, 40
"""Characters of a query, and brackets within brackets."""
OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class QueryError(ValueError):
    """A query that cannot be read: `column` counts from 1; as text it shows the query with a caret below the place."""

    def __init__(self, query: str, column: int, message: str, hint: str = "", width: int = 1) -> None:
        self.query, self.column, self.message, self.hint = query, column, message, hint
        start = max(0, column - 60)
        shown = [f"{message}", "    " + query[start : start + 120], "    " + " " * (column - 1 - start) + "^" + "~" * (min(width, 60) - 1)]
        super().__init__("\n".join([*shown, *([f"    hint: {hint}"] if hint else [])]))


# -- the tree ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class And:
    """All of these."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of these at least."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Not this."""

    part: Condition


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written."""

    value: int


@dataclass(frozen=True, slots=True)
class Named:
    """A word of the vocabulary, of one side (`own`, `other`): a truth, or a number (as a condition: not nought)."""

    word: Word
    side: str = "own"


@dataclass(frozen=True, slots=True)
class MenOn:
    """How many men a side has on a point, which is counted on that side's own route."""

    point: int
    side: str = "own"


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers compared."""

    left: Number | Named | MenOn
    sign: str
    right: Number | Named | MenOn


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is this, or is not (`same` false); a `*` stands for anything."""

    word: Word
    value: str
    same: bool = True


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice thrown, None for any."""

    dice: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class JanDue:
    """A jan that was due on the roll, and perhaps what became of it."""

    code: str
    status: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding of the audit on the roll: its kind, what became of its school, who was at fault (`roller`, `opponent`); empty is any."""

    kind: str = ""
    school: str = ""
    by: str = ""


Condition = And | Or | Not | Named | MenOn | Compare | Text | Dice | JanDue | Found


# -- reading ----------------------------------------------------------------------------------------------------------------------------


def parse_query(text: str) -> Condition:
    """Read a query. Raises QueryError."""
    from pyparsing import ParseBaseException  # noqa: PLC0415 - slow to import, and only searches need it

    from analysis.query_grammar import Wrong, grammar, misread  # noqa: PLC0415 - as above

    if len(text) > LONGEST:
        raise QueryError(text[:LONGEST], LONGEST, f"a query has {LONGEST} characters at most; this has {len(text)}")
    _check_depth(text)
    try:
        tree: Condition = grammar().parse_string(text, parse_all=True)[0]
    except Wrong as fault:
        raise QueryError(text, fault.at + 1, fault.message, fault.hint, fault.width) from None
    except ParseBaseException as fault:
        wrong = misread(text, fault.loc, str(fault.msg))
        raise QueryError(text, wrong.at + 1, wrong.message, wrong.hint, wrong.width) from None
    return tree


def _check_depth(text: str) -> None:
    depth = 0
    for at, letter in enumerate(re.sub(r'"[^"]*"', lambda string: " " * len(string[0]), text)):
        depth += (letter == "(") - (letter == ")")
        if depth > DEEPEST:
            raise QueryError(text, at + 1, f"brackets within brackets, more than {DEEPEST} deep")
