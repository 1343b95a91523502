"""The grammar of the notation, in pyparsing: the only place that knows how a phrase is written.

A phrase is what stands between two blanks: dice, an award, a play, a claim's amount, a score, a stack of men. Each rule below has its EBNF
(docs/notation.md, sections 4, 6 and 7) as its docstring, parses the text into a value of `notation.record`, and is drawn in
docs/notation-grammar.svg. What follows what on a line is told by `notation.plies`, `notation.events` and `notation.position`.

A rule that has begun and cannot go on breaks with `Broken`: the kind of the diagnostic, the place, the sentence. Nothing here splits lines,
keeps state, or remembers: see `notation.phrases`.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

import pyparsing as pp

from notation.comments import STRING, unquote
from notation.dates import CLOCK, DATE, TIME, in_calendar
from notation.places import no_place, places, point_names
from notation.record import Award, Decision, Hop, Item, Play, Score, SideScore, Value
from notation.words import BLANKS, CODES, DECISIONS, NAGS, fold, meaning

if TYPE_CHECKING:
    from notation.record import Die, Side

NUMBER: Final = r"[0-9]{1,9}(?![0-9])"
"""No number of the notation has more than nine digits."""
LETTERS: Final = r"[^\W\d_\u0300-\u036f][^\W\d_]*[\u0300-\u036f\w]*"


class Broken(pp.ParseFatalException):
    """A phrase that breaks off or goes on wrongly: `kind` of the diagnostic, the sentence, the hint."""

    def __init__(self, text: str, at: int, kind: str, message: str, hint: str = "") -> None:
        super().__init__(text, at, message)
        self.kind = kind
        self.hint = hint


def broken(kind: str, message: str, *, whole: bool = False) -> pp.ParserElement:
    """Stands where nothing right can stand any more: tells the fault here, or of the whole phrase."""

    def tell(text: str, at: int, _found: pp.ParseResults) -> None:
        raise Broken(text, 0 if whole else at, kind, message)

    return pp.Empty().add_parse_action(tell)


def die_of(text: str) -> Die:
    """The die of one character: None for `?`."""
    return None if text == "?" else int(text)


def higher_first(one: Die, other: Die) -> tuple[Die, Die]:
    """The two dice in the order of writing: the higher first, `?` last."""
    return (one, other) if (one or 0) >= (other or 0) else (other, one)


def only(found: pp.ParseResults, name: str) -> Any:
    """The one value under this name, None where there is none."""
    value: Any = found[name] if name in found else None
    return value[0] if isinstance(value, pp.ParseResults) else value


def as_number(found: pp.ParseResults) -> int:
    """The number of a digit string."""
    return int(found[0])


class Grammar:
    """The rules for one spelling, as `side` reads it, in a record of the rule set `rules`.

    With `drawing` the rules are built without their faults, as a diagram shows them.
    """

    def __init__(self, spelling: str = "guiton", side: Side = "W", rules: str = "trictrac", *, drawing: bool = False) -> None:
        self.spelling = spelling
        self.side = side
        self.rules = rules
        self.drawing = drawing
        self.places = places(spelling, side, rules)

    def _must(self, element: pp.ParserElement, kind: str, message: str, *, whole: bool = False) -> pp.ParserElement:
        """The element, or the fault of its missing."""
        return element if self.drawing else element | broken(kind, message, whole=whole)

    def _ends(self, phrase: pp.ParserElement, kind: str, message: str, *, whole: bool = False) -> pp.ParserElement:
        """The phrase, and nothing behind it."""
        if self.drawing:
            return phrase
        return (phrase + self._must(pp.StringEnd(), kind, message, whole=whole)).leave_whitespace()

    # ------------------------------------------------------------------------------------------------------------------- small parts

    @cached_property
    def number(self) -> pp.ParserElement:
        """Number = digit { digit } ;"""
        return pp.Regex(NUMBER).add_parse_action(as_number).set_name("number")

    @cached_property
    def whole(self) -> pp.ParserElement:
        """Number = digit { digit } ;  alone"""
        return self._ends(self.number, "amount", "", whole=True)

    @cached_property
    def num(self) -> pp.ParserElement:
        """Num = number | "?" ;"""
        unknown = pp.Literal("?").add_parse_action(lambda: [None])
        return (pp.Regex(NUMBER).add_parse_action(as_number) | unknown).set_name("num")

    @cached_property
    def dice(self) -> pp.ParserElement:
        """Dice = die [ "-" ] die ;  die = "1" … "6" | "?" ;"""
        die = pp.Char("123456?").set_name("die")
        pair = die("one") + pp.Opt(pp.Suppress("-")) + die("other")
        pair.add_parse_action(lambda found: [higher_first(die_of(found["one"]), die_of(found["other"]))])
        return self._ends(pair, "dice", "", whole=True).set_name("dice")

    @cached_property
    def place(self) -> pp.ParserElement:
        """Place = point | "off" | "bar" | "hand" ;"""
        return self._place(()).set_name("place")

    def _place(self, barred: tuple[str, ...]) -> pp.ParserElement:
        """A word in the place of a place: its number, or the fault that it is none (or one that cannot stand here)."""

        def find(text: str, at: int, found: pp.ParseResults) -> int:
            word = found[0]
            place = self.places.get(fold(word))
            if place is None:
                raise Broken(text, at, "place", *no_place(word, self.spelling, self.side, self.rules))
            if barred and meaning(word) in barred:
                raise Broken(
                    text, at, "place", f"`{word}` cannot stand here: men come from a point, the bar or the hand and go to a point or off."
                )
            return place

        return pp.Regex(r"[^\W_][^\W_\u0300-\u036f]*[\u0300-\u036f\w]*'*").add_parse_action(find)

    @cached_property
    def nag(self) -> pp.ParserElement:
        """Nag = "!!" | "!?" | "?!" | "??" | "!" | "?" ;"""
        return pp.one_of(NAGS).set_name("nag")

    # ------------------------------------------------------------------------------------------------------------------------- plays

    @cached_property
    def play(self) -> pp.ParserElement:
        """Play = from ( to-way [ "(" times ")" ] [ "~" [ place ] ] | "~" ) [ nag ] ;

        to-way = "/" to { "/" to } ;  to = ( point | "off" ) [ "*" [ "*" ] ] ;  from = point | "bar" | "hand" ;  times = "2" | "3" | "4" ;
        In a bn record "-" may stand for "/".
        """
        start = self._must(self._place(("off",)), "play", "A play begins with the place the man comes from.").set_name("from")
        slash = pp.Suppress(pp.Char("/-" if self.spelling == "bn" else "/")).set_name('"/"')
        landing = self._must(self._place(("bar", "hand")), "play", "Behind `/` stands the place the man goes to.").set_name("point | off")
        hop = (landing + pp.Opt(pp.Literal("**") | pp.Literal("*"), default="")).set_name("to")
        hop.add_parse_action(lambda found: Hop(found[0], len(found[1])))
        way = pp.OneOrMore(slash + hop).set_name("to-way")
        times = self._must(pp.Char("234"), "play", "In the parentheses stands how many men move so: 2, 3 or 4.").set_name("times")
        times.add_parse_action(as_number)
        close = self._must(pp.Suppress(")"), "play", "The parenthesis is not closed.")
        mended = pp.Literal("~") + pp.Opt(pp.FollowedBy(pp.Regex(r"[^\W_]")) + self.place("mended"))
        moved = way("way") + pp.Opt(pp.Suppress("(") + times("times") + close) + pp.Opt(mended("fault"))
        touched = pp.Literal("~")("fault")
        goes_on = self._must(moved | touched, "play", "The man has a place to come from and goes nowhere: `/` and a place are missing.")
        phrase = start("start") + goes_on + pp.Opt(self.nag("nag"))
        phrase.add_parse_action(
            lambda found: Play(
                found["start"],
                tuple(found.get("way", ())),
                found.get("times", 1),
                "fault" in found,
                found.get("mended"),
                found.get("nag", ""),
            )
        )
        return self._ends(phrase, "play", "The play goes on wrongly here.").set_name("play")

    # ------------------------------------------------------------------------------------------------------------------------- marks

    @cached_property
    def value(self) -> pp.ParserElement:
        """Value = number | number "h" [ number ] | "?" ;"""
        number = pp.Regex(NUMBER).add_parse_action(as_number)
        with_holes = number("holes") + pp.Suppress(pp.CaselessLiteral("h")) + pp.Opt(pp.Regex(NUMBER).add_parse_action(as_number)("rest"))
        with_holes.add_parse_action(lambda found: Value(found.get("rest"), found["holes"]))
        points = pp.Regex(NUMBER).add_parse_action(lambda found: Value(int(found[0])))
        unknown = pp.Literal("?").add_parse_action(lambda: Value(None))
        return (with_holes | points | unknown).set_name("value")

    def _amount(self) -> pp.ParserElement:
        right = self._must(self.value, "amount", "Behind `~` stands the amount as it was put right.")
        return self._must(self.value, "amount", "Here stands how much is marked: points, holes as `1h4`, or `?`.")("value") + pp.Opt(
            pp.Suppress("~") + right("right")
        )

    @cached_property
    def amount(self) -> pp.ParserElement:
        """Amount = value [ "~" value ] ;"""
        phrase = self._amount()
        phrase.add_parse_action(lambda found: [(only(found, "value"), only(found, "right"))])
        return self._ends(phrase, "amount", "Here stands how much is marked: points, holes as `1h4`, or `?`.", whole=True).set_name(
            "amount"
        )

    @cached_property
    def item(self) -> pp.ParserElement:
        """Item = code [ point ] [ "x" digit ] ;"""
        code = pp.one_of(CODES, caseless=True).set_name("code")
        names = sorted((*point_names(self.spelling, self.side), *(("0'", "0") if self.spelling == "guiton" else ())), key=len, reverse=True)
        point = pp.one_of(names, caseless=True).add_parse_action(lambda found: self.places[fold(found[0])]).set_name("point")
        ways = (pp.Suppress(pp.CaselessLiteral("x")) + pp.Char(pp.nums).add_parse_action(as_number)("ways")).set_name('"x" digit')
        phrase = code("code") + pp.Opt(point("place")) + pp.Opt(ways)
        phrase.add_parse_action(lambda found: Item(found["code"].upper(), found.get("place"), found.get("ways")))
        return phrase.set_name("item")

    @cached_property
    def award(self) -> pp.ParserElement:
        """Award = amount [ items ] ;  items = "(" item { "," item } ")" ;  behind "+" or "-", before [ "holes" number ] { marker }"""
        told = "Reasons stand in parentheses with commas: a jan code, its place, `x` and the ways, as `(BV9',PJx2)`."
        behind = pp.FollowedBy(pp.Char(",)"))
        item = self._must(self.item if self.drawing else self.item + behind, "item", told)
        items = pp.Suppress("(") + item + pp.ZeroOrMore(pp.Suppress(",") + item) + pp.Suppress(")")
        phrase = pp.Suppress(pp.Char("+-")) + self._amount() + pp.Opt(items)("items")
        phrase.add_parse_action(lambda found: Award(only(found, "value"), only(found, "right"), tuple(found.get("items", ()))))
        return self._ends(phrase, "word", "This is not an amount with its reasons.", whole=True).set_name("award")

    @cached_property
    def decision(self) -> pp.ParserElement:
        """Decision = ( "hold" | "go" | "mark" | "refait" | "concede" ) [ "~" ] [ nag ] | "suspend" ( "ecrire" | "honours" ) ;"""
        word = pp.Regex(r"[^\W\d_][^\s~!?]*(?: [^\s~!?]+)?").add_condition(lambda found: meaning(found[0]) in DECISIONS)
        phrase = word("word") + pp.Opt(pp.Literal("~"))("back") + pp.Opt(self.nag)("nag")
        phrase.add_parse_action(
            lambda found: Decision(str(meaning(found["word"])), taken_back=bool(found.get("back")), nag="".join(found.get("nag", "")))
        )
        return self._ends(phrase, "word", "This is not a decision.", whole=True).set_name("decision")

    # ------------------------------------------------------------------------------------------------------------------------- checks

    @cached_property
    def half(self) -> pp.ParserElement:
        """half = pts "/" num [ "/" num ] ;  pts = num [ "b" ] ;  of a score"""
        return self._ends(self._half(), "score", "", whole=True).set_name("half")

    def _half(self) -> pp.ParserElement:
        half = self.num("points") + pp.Opt(pp.CaselessLiteral("b"))("bredouille")
        half = half + pp.Suppress("/") + pp.Group(self.num + pp.Opt(pp.Suppress("/") + self.num))("holes")
        half.add_parse_action(lambda found: SideScore(found["points"], bool(found.get("bredouille")), tuple(found["holes"])))
        return half.set_name("half")

    @cached_property
    def score(self) -> pp.ParserElement:
        """score = "=" half "," half ;"""
        phrase = pp.Suppress("=") + self._half() + pp.Suppress(",") + self._half()
        phrase.add_parse_action(lambda found: Score(found[0], found[1]))
        return self._ends(phrase, "score", "", whole=True).set_name("score")

    @cached_property
    def date(self) -> pp.ParserElement:
        """Date = YYYY.MM.DD, a "?" for each digit that is not known ;"""
        return pp.Regex(DATE).add_condition(lambda found: in_calendar(found[0])).set_name("date")

    @cached_property
    def moment(self) -> pp.ParserElement:
        """Moment = date [ "T" time ] ;  time = hh:mm ;"""
        time = pp.CaselessLiteral("T") + pp.Regex(TIME).set_name("time")
        return self._ends(pp.Combine(self.date + pp.Opt(time)), "event", "", whole=True).set_name("moment")

    @cached_property
    def stamp(self) -> pp.ParserElement:
        """Stamp = "@" ( clock | date [ "T" time ] ) ;  clock = h { h } ":" mm [ ":" ss ] ;"""
        clock = pp.Regex(CLOCK).set_name("clock")
        time = pp.CaselessLiteral("T") + pp.Regex(TIME).set_name("time")
        moment = pp.Combine(self.date + pp.Opt(time))
        return self._ends(pp.Suppress("@") + (moment + pp.FollowedBy(pp.StringEnd()) | clock), "stamp", "", whole=True).set_name("stamp")

    # --------------------------------------------------------------------------------------------------------- events and positions

    @cached_property
    def fraction(self) -> pp.ParserElement:
        """Frac = number [ "/" number ] ;"""
        phrase = self.number + pp.Opt(pp.Suppress("/") + self.number)
        phrase.add_parse_action(lambda found: [tuple(found)])
        return self._ends(phrase, "event", "", whole=True).set_name("frac")

    @cached_property
    def pair(self) -> pp.ParserElement:
        """Pair = num "-" num ;"""
        phrase = self.num("one") + pp.Suppress("-") + self.num("other")
        phrase.add_parse_action(lambda found: [(found["one"], found["other"])])
        return self._ends(phrase, "position", "", whole=True).set_name("pair")

    @cached_property
    def entry(self) -> pp.ParserElement:
        """Entry = key "=" ( [ "-" ] number | player ) ;"""
        key = pp.Regex(r"[^\W\d_]+").set_name("key")
        phrase = key + pp.Suppress("=") + pp.Regex(r".+").set_name("value")
        phrase.add_parse_action(lambda found: [(found[0], found[1])])
        return self._ends(phrase, "event", "", whole=True).set_name("entry")

    @cached_property
    def signed(self) -> pp.ParserElement:
        """Signed = [ "-" ] number ;"""
        phrase = pp.Regex("-?" + NUMBER).add_parse_action(lambda found: int(found[0]))
        return self._ends(phrase, "event", "", whole=True).set_name("signed number")

    @cached_property
    def stack(self) -> pp.ParserElement:
        """Stack = place [ "*" count ] ;"""
        told = "A stack of men is a place, `*` and how many stand there: `T*9`."
        count = self._must(pp.Regex(r"0*[1-9][0-9]{0,8}(?![0-9])").add_parse_action(as_number), "position", told, whole=True).set_name(
            "count"
        )
        place = self._must(self.place, "position", told, whole=True)
        phrase = place + pp.Opt(pp.Suppress("*") + count, default=1)
        phrase.add_parse_action(lambda found: [(found[0], found[1])])
        return self._ends(phrase, "position", told, whole=True).set_name("stack")

    # -------------------------------------------------------------------------------------------------------------------------- tags

    @cached_property
    def tag(self) -> pp.ParserElement:
        r"""Tag = "[" name string "]" ;  name = letter { letter | digit | "_" } ;  string = '"' { character | '\"' | '\\' } '"' ;"""
        told = 'A tag is written [Name "value"].'
        name = self._must(self._tag_name, "tag", f"{told} Here stands its name.")
        value = self._must(self._string, "tag", f"{told} Here stands its value in quotes, closed on the line.")
        close = self._must(pp.Suppress("]"), "tag", f"{told} Here the bracket `]` closes it.")
        blank = self._blank
        phrase = pp.Suppress("[") + blank + name + blank + value + blank + close + blank
        phrase.add_parse_action(lambda found: [tuple(found)])
        return self._ends(phrase, "tag", f"{told} Nothing stands behind the bracket.").set_name("tag")

    @cached_property
    def tag_begun(self) -> pp.ParserElement:
        """What can be read of a tag that is at fault further on: "[" [ name [ string ] ]"""
        blank = self._blank
        phrase = pp.Suppress("[") + blank + pp.Opt(self._tag_name + blank + pp.Opt(self._string))
        phrase.add_parse_action(lambda found: [tuple(found)])
        return phrase.leave_whitespace()

    @cached_property
    def _blank(self) -> pp.ParserElement:
        return pp.Suppress(pp.Opt(pp.Regex(f"[{BLANKS}]+")))

    @cached_property
    def _tag_name(self) -> pp.ParserElement:
        return pp.Regex(r"[^\W\d_]\w*").set_name("name")

    @cached_property
    def _string(self) -> pp.ParserElement:
        """The text of a string, and where it begins."""
        string = pp.Regex(STRING.pattern).set_name("string")
        return string.add_parse_action(lambda _text, at, found: [(unquote(found[0]), at + 1)])


@cache
def grammar_of(spelling: str, side: Side, rules: str) -> Grammar:
    """The grammar of this spelling, side and rule set, made once: it never changes."""
    return Grammar(spelling, side, rules)


def value_of(rule: pp.ParserElement, text: str) -> Any:
    """What the rule makes of the text. Raises `Broken`, or another parse exception where the rule does not even begin."""
    return rule.parse_with_tabs().parse_string(text)[0]
