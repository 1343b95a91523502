"""The grammar of the position search as pyparsing elements, and what is said of a query that does not follow it (`analysis.query`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import pyparsing as pp

from analysis.query import OPERATORS, And, Compare, Condition, Dice, Found, JanDue, MenOn, Named, Not, Number, Or, Text
from analysis.vocabulary import BY_NAME, CODES, FAULTS, OPPONENT, SCHOOLS, STATUSES, Word, coded
from notation.diagnostics import NotationError
from notation.places import parse_place
from notation.words import near

if TYPE_CHECKING:
    from collections.abc import Iterable

EDGE: Final = r"(?![\w'’-])"
"""No letter follows: the word ends here."""
SIGNS: Final = {"==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
LARGEST: Final = 9
"""Digits of a number."""


class Wrong(Exception):  # noqa: N818 - becomes a QueryError before it leaves the floor
    """What is wrong with a query: the place (from 0), how wide it is, a sentence, a hint."""

    def __init__(self, at: int, width: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.at, self.width, self.message, self.hint = at, width, message, hint


@dataclass(frozen=True, slots=True)
class Token:
    """Words of the query, and where they stand."""

    at: int
    text: str

    def wrong(self, message: str, hint: str = "") -> Wrong:
        """What to raise about them."""
        return Wrong(self.at, len(self.text), message, hint)


@cache
def grammar() -> pp.ParserElement:
    """The grammar, whose docstring is that of `analysis.query`; built once."""
    query = pp.Forward()
    bracket = _word(r"\(").suppress() - query - _word(r"\)").set_name("`)`").suppress()
    one = pp.Group(pp.ZeroOrMore(_key("not")) + (bracket | _conditions())).set_parse_action(_negated).set_name("a condition")
    every = pp.Group(one + pp.ZeroOrMore(_key("and").suppress() - one)).set_parse_action(lambda tokens: _joined(And, tokens[0]))
    query <<= pp.Group(every + pp.ZeroOrMore(_key("or").suppress() - every)).set_parse_action(lambda tokens: _joined(Or, tokens[0]))
    return query


def _conditions() -> pp.ParserElement:
    """A condition of any kind. What is longest is tried first: `opponent points` before `opponent`, `kind missed` before `kind`."""
    sign = _word(r"==|!=|<>|<=|>=|[=<>≠≤≥]").set_name("a comparison")
    place = _word(r"[\w'’′]+").set_name("a point, `9` or `2'`")
    men = (_word(_sided() + rf"men\s+on{EDGE}") - place).set_parse_action(lambda tokens: _men_on(*tokens))
    digits = _word(r"\d+" + EDGE).add_parse_action(lambda tokens: _number(tokens[0]))
    number = (men | _named("number") | digits).set_name("a number")
    string = pp.Regex(r'"(?:[^"\\]|\\.)*"').set_parse_action(lambda _, at, tokens: Token(at, tokens[0])).set_name("a name in quotes")
    value = (string | _word(r"[\w-]+")).set_name("a name in quotes")
    code, kind, fate = (_word(r"[\w-]+").set_name(told) for told in ("the code of a jan", "a kind of finding", "what became of the school"))
    school = _key("school") - fate("school")
    found = (_key("kind") - kind("kind") | _word(_any_of(FAULTS))("kind")) + pp.Optional(school) | school
    by = _key("by") - _word(rf"(?:roller|opponent){EDGE}").set_name("`roller` or `opponent`")("by")
    alternatives = (
        (_named("truth") + pp.Optional(sign)).set_parse_action(lambda tokens: _truth(*tokens)),
        (number + pp.Optional(sign - number)).set_parse_action(lambda _, at, tokens: _compared(at, *tokens)),
        (
            _key("dice") + pp.Optional(_word("==?")).suppress() - _word(r"[\w?]+(?:-[\w?]*)?").set_name("a roll of two dice, `6-4`")
        ).set_parse_action(lambda tokens: _dice(tokens[1])),
        (_key("jan") - code - pp.Optional(_word(_any_of(STATUSES)))).set_parse_action(lambda tokens: _jan(*tokens[1:])),
        (found + pp.Optional(by)).set_parse_action(_found),
        (_word(_any_of(_of_kind("text"))) + pp.Optional(sign) + value).set_parse_action(_text),
    )
    return pp.MatchFirst(alternatives).set_name("a condition")


def _word(pattern: str) -> pp.ParserElement:
    """Words of this pattern, whatever their case, as a Token."""
    return pp.Regex(pattern, re.IGNORECASE).set_parse_action(lambda _, at, tokens: Token(at, tokens[0]))


def _key(name: str) -> pp.ParserElement:
    return _word(name + EDGE).set_name(f"`{name}`")


def _sided() -> str:
    return rf"(?:(?:{'|'.join(OPPONENT)})\s+)?"


def _any_of(names: Iterable[str]) -> str:
    """A pattern for any of these names, the longer first, with any blanks between their words."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return "(?:" + "|".join(r"\s+".join(map(re.escape, name.split())) for name in ordered) + ")" + EDGE


def _of_kind(kind: str, *, sided: bool | None = None) -> list[str]:
    return [name for name, word in BY_NAME.items() if word.kind == kind and sided in (None, word.sided)]


def _named(kind: str) -> pp.ParserElement:
    """The words of a kind, as `Named`; those that both sides have may be the opponent's."""
    pattern = _sided() + _any_of(_of_kind(kind, sided=True)) + "|" + _any_of(_of_kind(kind, sided=False))
    return _word(pattern).add_parse_action(lambda tokens: _side_and_word(" ".join(tokens[0].text.split()).casefold()))


def _side_and_word(text: str) -> Named:
    if text in BY_NAME:
        return Named(BY_NAME[text])
    return Named(BY_NAME[text.partition(" ")[2]], "other")


# -- from words to conditions -----------------------------------------------------------------------------------------------------------


def _negated(tokens: pp.ParseResults) -> Condition:
    *nots, condition = tokens[0]
    return Not(condition) if len(nots) % 2 else condition


def _joined(kind: type[And | Or], parts: pp.ParseResults) -> Condition:
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def _truth(truth: Named, sign: Token | None = None) -> Named:
    if sign is not None:
        raise sign.wrong(f"`{truth.word.name}` is so or is not; it has no number to compare")
    return truth


def _number(token: Token) -> Number:
    if len(token.text) > LARGEST:
        raise token.wrong("this number is too large for anything that is counted here")
    return Number(int(token.text))


def _compared(at: int, left: Number | Named | MenOn, sign: Token | None = None, right: Number | Named | MenOn | None = None) -> Condition:
    if sign is None or right is None:
        if isinstance(left, Number):
            raise Wrong(at, len(str(left.value)), "a number alone is no condition", "compare it, as `points >= 8`")
        return Compare(left, "!=", Number(0)) if isinstance(left, MenOn) else left
    return Compare(left, SIGNS.get(sign.text, sign.text), right)


def _men_on(words: Token, place: Token) -> MenOn:
    try:
        point = 11 if place.text.casefold() == "corner" else parse_place(place.text, "guiton")
    except NotationError:
        point = -1
    if not 0 <= point < 24:
        raise place.wrong(f"`{place.text}` is no point", "they are T, 1 to 11 on the own side, 11' to 1' and T' on the other")
    other = words.text.casefold().startswith(OPPONENT)
    return MenOn(23 - point, "other") if other else MenOn(point)


def _dice(token: Token) -> Dice:
    faces = re.fullmatch(r"([1-6?])-?([1-6?])", token.text)
    if faces is None:
        raise token.wrong(f"`{token.text}` is no roll of two dice", "as `6-4`, or `6-?` for any roll with a six")
    first, second = (None if face == "?" else int(face) for face in faces.groups())
    return Dice((first, second))


def _jan(code: Token, status: Token | None = None) -> JanDue:
    name = coded(code.text, CODES)
    if name is None:
        raise code.wrong(f"`{code.text}` is the code of no jan", _meant(code.text.upper(), CODES))
    return JanDue(name, status.text.casefold() if status else "")


def _found(tokens: pp.ParseResults) -> Found:
    named = tokens.as_dict()
    kind, school, by = (named.get(name) for name in ("kind", "school", "by"))
    for token, known, told in ((kind, FAULTS, "kind of finding"), (school, SCHOOLS, "end of a school")):
        if token is not None and token.text.casefold() not in known:
            raise token.wrong(f"`{token.text}` is no {told}", _meant(token.text, known))
    return Found(*(token.text.casefold() if token is not None else "" for token in (kind, school, by)))


def _text(tokens: pp.ParseResults) -> Text:
    first, *sign, value = tokens
    word: Word = BY_NAME[" ".join(first.text.split()).casefold()]
    if sign and SIGNS.get(sign[0].text, sign[0].text) not in ("=", "!="):
        raise sign[0].wrong(f"`{word.name}` is a name: it can be = or != another, no more and no less")
    quoted = value.text.startswith('"')
    said = re.sub(r"\\(.)", r"\1", value.text[1:-1]) if quoted else value.text
    if word.values:
        meant = coded(said, word.values)
        if meant is None:
            raise value.wrong(f"`{said}` is no {word.name}", _meant(said, word.values))
        said = meant
    elif not quoted and word.name != "rules":
        meant = near(f"{first.text} {said}", _names())
        raise value.wrong("a name stands in quotes", f"did you mean `{meant}`?" if meant else f'{word.name} "{said}"')
    return Text(word, said, not sign or SIGNS.get(sign[0].text, sign[0].text) == "=")


def _meant(said: str, known: Iterable[str]) -> str:
    meant = near(said, known)
    return f"did you mean `{meant}`?" if meant else f"there are {', '.join(known)}"


# -- what is wrong ----------------------------------------------------------------------------------------------------------------------


def misread(text: str, loc: int, told: str) -> Wrong:
    """What is wrong where the grammar could not go on: nothing there, a word that is none, or a condition without `and` before it.

    `told` is what pyparsing says of it.
    """
    expected = re.match(r"Expected (.*?)(?:, found .*)?$", told, re.DOTALL)
    wanted = "" if expected is None or "end of text" in told else expected[1]
    at = loc + len(text[loc:]) - len(text[loc:].lstrip())
    rest = text[at:]
    if not rest:
        said = text.split()
        return Wrong(len(text.rstrip()) + bool(said), 1, f"{wanted or 'a condition'} is wanted" + (f" after `{said[-1]}`" if said else ""))
    first = re.match(r'"[^"]*"?|[()]|[=!<>≠≤≥]+|[^\s()"=!<>≠≤≥]+', rest)
    here = Token(at, first[0] if first else rest[0])
    if not wanted and re.match(rf"{_any_of(_names())}|\(|\d", rest, re.IGNORECASE):
        return here.wrong(f"before `{here.text}` an `and` or an `or` is wanted")
    if here.text == ")" and not wanted:
        return here.wrong("this bracket was never opened")
    if here.text.casefold() in ("and", "or", ")"):
        return here.wrong(f"{wanted or 'a condition'} is wanted before `{here.text}`")
    if here.text in OPERATORS or here.text in SIGNS:
        return here.wrong(f"`{here.text}` has nothing here to compare", "a comparison has one number on either side")
    if here.text.startswith('"') and not (len(here.text) > 1 and here.text.endswith('"')):
        return Token(at, rest).wrong("this string is never closed")
    return _unknown(here, rest, wanted)


def _unknown(here: Token, rest: str, wanted: str) -> Wrong:
    """A word that is none: the nearest there is, of as many of the words that follow as will do."""
    phrase = re.match(r"[^\s()\"=!<>≠≤≥]+(?:\s+[^\s()\"=!<>≠≤≥\d]+){0,4}", rest)
    words = phrase[0].split() if phrase else []
    for length in range(len(words), 0, -1):
        said = " ".join(words[:length])
        meant = near(said, _names())
        if meant is not None:
            return Wrong(here.at, len(said), f"`{said}` is no word of this language", f"did you mean `{meant}`?")
    if wanted and wanted != "a condition":
        return here.wrong(f"{wanted} is wanted here, and not `{here.text}`")
    message = f"`{here.text}` is no word of this language"
    like = [name for name in _names() if here.text.casefold() in name.split()][:4]
    return here.wrong(message, f"there are {', '.join(f'`{name}`' for name in like)}" if like else "docs/search.md has all the words")


@cache
def _names() -> tuple[str, ...]:
    """Every word that a condition may begin with, as it is written."""
    sided = [f"opponent {name}" for name, word in BY_NAME.items() if word.sided]
    return (*BY_NAME, *sided, "men on", "opponent men on", "dice", "jan", "kind", "school", *FAULTS, "not")
