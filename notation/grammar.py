# ruff: noqa: D400, D403, D415 - the docstring of a rule is its EBNF
"""The grammar of the notation, in pyparsing: the only place that knows how a phrase is written.

A phrase is what stands between two blanks: dice, an award, a play, a claim's amount, a score, a stack of men. Each rule below has its EBNF
(docs/notation.md, sections 2, 4, 6 and 7) as its docstring, and makes a value of `notation.record` of the text. A rule that has begun and
cannot go on breaks with `Broken`: the kind of the diagnostic, the place, the sentence.

`Grammar(faults=False)` is the same grammar without its faults; there the rules of whole lines stand too: `ply`, `event`, `position`.
They are drawn in docs/notation-grammar.svg, and tests hold the reader to them. Nothing here splits lines, keeps state, or remembers:
see `notation.phrases`.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

import pyparsing as pp

from notation.comments import STRING, unquote
from notation.dates import CLOCK, DATE, TIME, in_calendar
from notation.places import no_place, places, point_names
from notation.record import Award, Decision, Hop, Item, Play, Score, SideScore, Value
from notation.words import (
    ACCOUNT_NUMBERS,
    ACCOUNT_PLAYERS,
    BLANKS,
    CLAIMS,
    CODES,
    DECISIONS,
    MARKERS,
    NAGS,
    OUTCOMES,
    POSITION_KEYS,
    SIDES,
    SUSPENDED,
    fold,
    meaning,
    sides,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notation.record import Die, Side

NUMBER: Final = r"[0-9]{1,9}(?![0-9])"
"""No number of the notation has more than nine digits."""
LEXEME: Final = r"[^\W_][^\W_\u0300-\u036f]*[\u0300-\u036f\w]*'*"
"""Letters and digits as they hang together in a place, and primes."""
AMOUNT: Final = "Here stands how much is marked: points, holes as `1h4`, or `?`."
ITEMS: Final = "Reasons stand in parentheses with commas: a jan code, its place, `x` and the ways, as `(BV9',PJx2)`."
STACK: Final = "A stack of men is a place, `*` and how many stand there: `T*9`."
TAG: Final = 'A tag is written [Name "value"].'
ENDS: Final[dict[str, tuple[str, str, bool]]] = {
    "play": ("play", "The play goes on wrongly here.", False),
    "amount": ("amount", AMOUNT, True),
    "award": ("word", "This is not an amount with its reasons.", True),
    "decision": ("word", "This is not a decision.", True),
    "stack": ("position", STACK, True),
    "tag": ("tag", f"{TAG} Nothing stands behind the bracket.", False),
}
"""The fault where a phrase does not end with its text: kind, sentence, and whether it is a fault of the whole phrase."""


class Broken(pp.ParseFatalException):
    """A phrase that breaks off or goes on wrongly: `kind` of the diagnostic, the sentence, the hint."""

    def __init__(self, text: str, at: int, kind: str, message: str, hint: str = "") -> None:
        super().__init__(text, at, message)
        self.kind = kind
        self.hint = hint
        # Another library in the process may switch on pyparsing's packrat (matplotlib does), which makes an exception anew from these.
        self.args = (text, at, kind, message, hint)  # type: ignore[assignment]


def broken(kind: str, message: str, hint: str = "", *, whole: bool = False) -> pp.ParserElement:
    """Stands where nothing right can stand any more: tells the fault here, or of the whole phrase."""

    def tell(text: str, at: int, _found: pp.ParseResults) -> None:
        raise Broken(text, 0 if whole else at, kind, message, hint)

    return pp.Empty().add_parse_action(tell)


def die_of(text: str) -> Die:
    """The die of one character: None for `?`."""
    return None if text == "?" else int(text)


def higher_first(one: Die, other: Die) -> tuple[Die, Die]:
    """The two dice in the order of writing: the higher first, `?` last."""
    return (one, other) if (one or 0) >= (other or 0) else (other, one)


def only(found: pp.ParseResults, name: str) -> Any:
    """The one value under this name, None where there is none."""
    value: Any = found[name] if name in found else None  # noqa: SIM401 - `get` has no types
    return value[0] if isinstance(value, pp.ParseResults) else value


def as_number(found: pp.ParseResults) -> int:
    """The number of a digit string."""
    return int(found[0])


def said(words: Iterable[str]) -> pp.ParserElement:
    """One of these words, in any language, as the writer says it."""
    wanted = frozenset(words)
    word = pp.Regex(r"[^\W\d_][^\s~!?(){};,]*").add_parse_action(lambda found: meaning(found[0]) or "")
    return word.add_condition(lambda found: found[0] in wanted).set_name(" | ".join(f'"{one}"' for one in sorted(wanted)))


def letter(text: str) -> pp.ParserElement:
    """A letter or a word in either case, as it is given here."""
    return pp.CaselessLiteral(text).set_name(f'"{text}"')


def one_word(words: Iterable[str]) -> pp.ParserElement:
    """One of these words, in either case."""
    words = list(words)
    return pp.one_of(words, caseless=True).set_name(" | ".join(f'"{word}"' for word in words))


class Grammar:
    """The rules for one spelling, as `side` reads it, in a record of the rule set `rules`; with their faults, or pure."""

    def __init__(self, spelling: str = "guiton", side: Side = "W", rules: str = "trictrac", *, faults: bool = True) -> None:
        self.spelling = spelling
        self.side = side
        self.rules = rules
        self.faults = faults
        self.places = places(spelling, side, rules)
        self._alone: dict[str, pp.ParserElement] = {}

    def alone(self, rule: str) -> pp.ParserElement:
        """A rule that must make up the whole text."""
        element = self._alone.get(rule)
        if element is None:
            end: pp.ParserElement = pp.StringEnd()
            if rule in ENDS:
                kind, message, whole = ENDS[rule]
                end = self._must(end, kind, message, whole=whole)
            element = self._alone[rule] = (getattr(self, rule) + end).leave_whitespace()
        return element

    def _must(self, element: pp.ParserElement, kind: str, message: str, hint: str = "", *, whole: bool = False) -> pp.ParserElement:
        """The element, or the fault of its missing."""
        return element | broken(kind, message, hint, whole=whole) if self.faults else element

    # ------------------------------------------------------------------------------------------------------------------- small parts

    @cached_property
    def number(self) -> pp.ParserElement:
        """number = digit { digit } ;"""
        return pp.Regex(NUMBER).add_parse_action(as_number).set_name("number")

    @cached_property
    def num(self) -> pp.ParserElement:
        """num = number | "?" ;"""
        unknown = pp.Literal("?").add_parse_action(lambda: [None])
        return (self.number | unknown).set_name("num")

    @cached_property
    def dice(self) -> pp.ParserElement:
        """dice = die [ "-" ] die ;  die = "1" … "6" | "?" ;"""
        die = pp.Char("123456?").set_name("die")
        pair = die("one") + pp.Opt(pp.Suppress("-")) + die("other")
        pair.add_parse_action(lambda found: [higher_first(die_of(found["one"]), die_of(found["other"]))])
        return pair.set_name("dice")

    @cached_property
    def place(self) -> pp.ParserElement:
        """place = point | "off" | "bar" | "hand" ;"""
        return self._place(()).set_name("place")

    def _place(self, barred: tuple[str, ...]) -> pp.ParserElement:
        """A word in the place of a place: its number, or the fault that it is none (or one that cannot stand here)."""

        def find(text: str, at: int, found: pp.ParseResults) -> int:
            word = found[0]
            place = self.places.get(fold(word))
            if place is not None and not (barred and meaning(word) in barred):
                return place
            if not self.faults:
                raise pp.ParseException(text, at, "no place")
            if place is None:
                raise Broken(text, at, "place", *no_place(word, self.spelling, self.side, self.rules))
            raise Broken(
                text, at, "place", f"`{word}` cannot stand here: men come from a point, the bar or the hand and go to a point or off."
            )

        return pp.Regex(LEXEME).add_parse_action(find)

    @cached_property
    def nag(self) -> pp.ParserElement:
        """nag = "!!" | "!?" | "?!" | "??" | "!" | "?" ;"""
        return pp.one_of(NAGS).set_name("nag")

    # ------------------------------------------------------------------------------------------------------------------------- plays

    @cached_property
    def play(self) -> pp.ParserElement:
        """play = from ( to-way [ "(" times ")" ] [ "~" [ place ] ] | "~" ) [ nag ] ;

        to-way = "/" to { "/" to } ;  to = ( point | "off" ) [ "*" [ "*" ] ] ;  from = point | "bar" | "hand" ;  times = "2" | "3" | "4" ;
        In a bn record "-" may stand for "/".
        """
        start = self._must(self._place(("off",)), "play", "A play begins with the place the man comes from.").set_name("from")
        slash = pp.Suppress(pp.Char("/-" if self.spelling == "bn" else "/").set_name('"/"'))
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
        return phrase.set_name("play")

    # ------------------------------------------------------------------------------------------------------------------------- marks

    @cached_property
    def value(self) -> pp.ParserElement:
        """value = number | number "h" [ number ] | "?" ;"""
        with_holes = self.number("holes") + pp.Suppress(letter("h")) + pp.Opt(self.number("rest"))
        with_holes.add_parse_action(lambda found: Value(found.get("rest"), found["holes"]))
        points = pp.Regex(NUMBER).add_parse_action(lambda found: Value(int(found[0]))).set_name("number")
        unknown = pp.Literal("?").add_parse_action(lambda: Value(None))
        return (with_holes | points | unknown).set_name("value")

    @cached_property
    def amount(self) -> pp.ParserElement:
        """amount = value [ "~" value ] ;"""
        right = self._must(self.value, "amount", "Behind `~` stands the amount as it was put right.")
        phrase = self._must(self.value, "amount", AMOUNT)("value") + pp.Opt(pp.Suppress("~") + right("right"))
        phrase.add_parse_action(lambda found: [(only(found, "value"), only(found, "right"))])
        return phrase.set_name("amount")

    @cached_property
    def item(self) -> pp.ParserElement:
        """item = code [ point ] [ "x" digit ] ;"""
        code = pp.one_of(CODES, caseless=True).set_name("code")
        names = sorted((*point_names(self.spelling, self.side), *(("0'", "0") if self.spelling == "guiton" else ())), key=len, reverse=True)
        point = pp.one_of(names, caseless=True).add_parse_action(lambda found: self.places[fold(found[0])]).set_name("point")
        ways = pp.Suppress(letter("x")) + pp.Char(pp.nums).set_name("digit").add_parse_action(as_number)("ways")
        phrase = code("code") + pp.Opt(point("place")) + pp.Opt(ways)
        phrase.add_parse_action(lambda found: Item(found["code"].upper(), found.get("place"), found.get("ways")))
        return phrase.set_name("item")

    @cached_property
    def award(self) -> pp.ParserElement:
        """award = ( "+" | "-" ) amount [ items ] ;  items = "(" item { "," item } ")" ;  the words `holes` and the markers follow it"""
        codes = f"The codes are {', '.join(sorted(CODES))}."
        item = self._must(self.item + pp.FollowedBy(pp.Char(",)")), "item", ITEMS, codes) if self.faults else self.item
        items = (pp.Suppress("(") + item + pp.ZeroOrMore(pp.Suppress(",") + item) + pp.Suppress(")")).set_name("items")
        phrase = pp.Suppress(pp.Char("+-").set_name('"+" | "-"')) + self.amount + pp.Opt(items)("items")
        phrase.add_parse_action(lambda found: Award(found[0][0], found[0][1], tuple(found.get("items", ()))))
        return phrase.set_name("award")

    @cached_property
    def decision(self) -> pp.ParserElement:
        """decision = ( "hold" | "go" | "mark" | "refait" | "concede" ) [ "~" ] [ nag ] | "suspend" ( "ecrire" | "honours" ) ;"""
        word = pp.Regex(r"s'en va|[^\W\d_][^\s~!?]*", re.IGNORECASE).add_condition(lambda found: meaning(found[0]) in DECISIONS)
        word.set_name(" | ".join(f'"{one}"' for one in ("hold", "go", "mark", "refait", "concede")))
        phrase = word("word") + pp.Opt(pp.Literal("~"))("back") + pp.Opt(self.nag)("nag")
        phrase.add_parse_action(
            lambda found: Decision(str(meaning(found["word"])), taken_back=bool(found.get("back")), nag="".join(found.get("nag", "")))
        )
        return phrase.set_name("decision")

    # ------------------------------------------------------------------------------------------------------------------------- checks

    @cached_property
    def half(self) -> pp.ParserElement:
        """half = pts "/" num [ "/" num ] ;  pts = num [ "b" ] ;  one side of a score"""
        half = self.num("points") + pp.Opt(letter("b"))("bredouille")
        half = half + pp.Suppress("/") + pp.Group(self.num + pp.Opt(pp.Suppress("/") + self.num))("holes")
        half.add_parse_action(lambda found: SideScore(found["points"], bool(found.get("bredouille")), tuple(found["holes"])))
        return half.set_name("half")

    @cached_property
    def score(self) -> pp.ParserElement:
        """score = "=" half "," half ;"""
        phrase = pp.Suppress("=") + self.half + pp.Suppress(",") + self.half
        return phrase.add_parse_action(lambda found: Score(found[0], found[1])).set_name("score")

    @cached_property
    def date(self) -> pp.ParserElement:
        """date = YYYY "." MM "." DD ;  a "?" for each digit that is not known"""
        return pp.Regex(DATE).add_condition(lambda found: in_calendar(found[0])).set_name("YYYY.MM.DD")

    @cached_property
    def moment(self) -> pp.ParserElement:
        """moment = date [ "T" time ] ;  time = hh ":" mm ;"""
        time = letter("T") + pp.Regex(TIME).set_name("hh:mm")
        return pp.Combine(self.date + pp.Opt(time)).set_name("moment")

    @cached_property
    def stamp(self) -> pp.ParserElement:
        """stamp = "@" ( clock | date [ "T" time ] ) ;  clock = h { h } ":" mm [ ":" ss ] ;"""
        clock = pp.Regex(CLOCK).set_name("h:mm:ss")
        return (pp.Suppress("@") + (self.moment | clock)).set_name("stamp")

    # --------------------------------------------------------------------------------------------------------- events and positions

    @cached_property
    def fraction(self) -> pp.ParserElement:
        """frac = number [ "/" number ] ;"""
        phrase = self.number + pp.Opt(pp.Suppress("/") + self.number)
        return phrase.add_parse_action(lambda found: [tuple(found)]).set_name("frac")

    @cached_property
    def pair(self) -> pp.ParserElement:
        """pair = num "-" num ;"""
        phrase = self.num("one") + pp.Suppress("-") + self.num("other")
        return phrase.add_parse_action(lambda found: [(found["one"], found["other"])]).set_name("pair")

    @cached_property
    def entry(self) -> pp.ParserElement:
        """entry = key "=" ( [ "-" ] number | player ) ;"""
        phrase = pp.Regex(r"[^\W\d_]+").set_name("key") + pp.Suppress("=") + pp.Regex(r".+").set_name("value")
        return phrase.add_parse_action(lambda found: [(found[0], found[1])]).set_name("entry")

    @cached_property
    def signed(self) -> pp.ParserElement:
        """signed = [ "-" ] number ;"""
        return pp.Regex("-?" + NUMBER).add_parse_action(as_number).set_name("signed number")

    @cached_property
    def stack(self) -> pp.ParserElement:
        """stack = place [ "*" count ] ;"""
        count = self._must(pp.Regex(r"0*[1-9][0-9]{0,8}(?![0-9])").add_parse_action(as_number), "position", STACK, whole=True)
        place = self._must(self.place, "position", STACK, whole=True)
        phrase = place + pp.Opt(pp.Suppress("*") + count.set_name("count"), default=1)
        return phrase.add_parse_action(lambda found: [(found[0], found[1])]).set_name("stack")

    # -------------------------------------------------------------------------------------------------------------------------- tags

    @cached_property
    def tag(self) -> pp.ParserElement:
        r"""tag = "[" name string "]" ;  name = letter { letter | digit | "_" } ;  string = '"' { character | '\"' | '\\' } '"' ;"""
        name = self._must(self._tag_name, "tag", f"{TAG} Here stands its name.")
        value = self._must(self._string, "tag", f"{TAG} Here stands its value in quotes, closed on the line.")
        close = self._must(pp.Suppress("]"), "tag", f"{TAG} Here the bracket `]` closes it.")
        phrase = pp.Suppress("[") + self._gap + name + self._gap + value + self._gap + close + self._gap
        return phrase.add_parse_action(lambda found: [tuple(found)]).set_name("tag")

    @cached_property
    def tag_begun(self) -> pp.ParserElement:
        """tag-begun = "[" [ name [ string ] ] ;  what can be read of a tag that is at fault further on"""
        phrase = pp.Suppress("[") + self._gap + pp.Opt(self._tag_name + self._gap + pp.Opt(self._string)) + pp.Suppress(pp.Regex(".*"))
        return phrase.add_parse_action(lambda found: [tuple(found)])

    @cached_property
    def _gap(self) -> pp.ParserElement:
        return pp.Suppress(pp.Opt(pp.Regex(f"[{BLANKS}]+").set_name("blank")))

    @cached_property
    def _tag_name(self) -> pp.ParserElement:
        return pp.Regex(r"[^\W\d_]\w*").set_name("name")

    @cached_property
    def _string(self) -> pp.ParserElement:
        """The text of a string, and where it begins."""
        string = pp.Regex(STRING.pattern).set_name("string")
        return string.add_parse_action(lambda _text, at, found: [(unquote(found[0]), at + 1)])

    # ------------------------------------------------------------------------------------------- whole lines, without faults only

    @cached_property
    def _blank(self) -> pp.ParserElement:
        return pp.Suppress(pp.Regex(f"[{BLANKS}]+").set_name("blank"))

    def _then(self, *elements: pp.ParserElement) -> pp.ParserElement:
        """The elements, each behind a blank."""
        return pp.And([part for element in elements for part in (self._blank, element)])

    @cached_property
    def sign(self) -> pp.ParserElement:
        """side = "W" | "V" | "B" | "N" | "S" | "Z" ;  in a bn record "B" and "N" only"""
        return pp.one_of(list(sides(self.spelling)), caseless=True, as_keyword=True).set_name("side")

    @cached_property
    def ply(self) -> pp.ParserElement:
        """ply = number "." [ side | "?" ] dice [ "early" ] [ "+" award ] [ decision ] [ plays ] [ "-" award ] { claim } [ score ] [ stamp ] ;

        award = amount [ items ] [ "holes" number ] { marker } ;  plays = play { play } [ "?" ] | "?" | "pass" ;
        claim = ( "school" | "counter-school" | "false" | "raise" ) amount { marker } ;
        """  # noqa: E501 - as the document has it
        then, opt = self._then, pp.Opt
        unknown = pp.Literal("?")
        markers = pp.ZeroOrMore(then(said(MARKERS).set_name("marker")))
        holes = opt(then(said(["holes"]), self.number))
        plus, minus = (then(pp.FollowedBy(sign) + self.award) + holes + markers for sign in "+-")
        suspend = then(said(["suspend"]), said(SUSPENDED))
        decision = suspend | then(self.decision)
        end = pp.FollowedBy(self._blank | pp.StringEnd())
        plays = pp.OneOrMore(then(self.play + end)) + opt(then(unknown + end)) | then(unknown + end) | then(said(["pass"]))
        claims = pp.ZeroOrMore(then(said(CLAIMS), self.amount) + markers)
        rolled = opt((self.sign | unknown) + self._blank) + self.dice
        line = self.number + pp.Suppress(".") + self._gap + rolled + opt(then(said(["early"])))
        line += opt(plus.set_name('"+" award')) + opt(decision.set_name("decision")) + opt(plays.set_name("plays"))
        line += opt(minus.set_name('"-" award')) + claims.set_name("claims") + opt(then(self.score)) + opt(then(self.stamp))
        return line.set_name("ply")

    @cached_property
    def player(self) -> pp.ParserElement:
        """player = string | word without blank, comma, quote, ";" ;"""
        return pp.Regex(f'{STRING.pattern}|[^{BLANKS},";{{}}]+').set_name("player")

    @cached_property
    def event(self) -> pp.ParserElement:
        """event = "@" word [ arguments ] ;

        lead = dice [ side ] | who throw { "," who throw } ;  throw = die | dice ;  who = side | player ;  void = side dice [ text ] ;
        mark = frac [ player player ] ;  won = side [ number "-" number ] [ number ] { outcome } ;  account = player { entry } ;
        lost = number | "?" ;  adjourn = [ date [ "T" time ] ] ;  note = text ;  position as below ;  game as mark, resume as adjourn
        """
        then, opt = self._then, pp.Opt
        text = pp.Regex(".*").set_name("text")
        die = pp.Char("123456?").set_name("die")
        letters = "".join({*SIDES} - {*sides(self.spelling)})  # of other spellings: no name either, but in quotes
        no_name = rf"(?i:[0-9?]+(?:-[^\s,\"]*)?{f'|[{letters}]' if letters else ''})(?![^\s,])"
        who = pp.NotAny(pp.Regex(no_name)) + self.player
        throw = who.set_name("side | player") + self._blank + (self.dice | die).set_name("die | dice")
        lead = then(self.dice) + opt(then(self.sign)) + pp.StringEnd() | then(pp.DelimitedList(throw, self._gap + "," + self._gap))
        side = self.sign | pp.Literal("?")
        void = then(side, self.dice) + opt(self._blank + text)
        mark = then(self.fraction) + opt(then(self.player, self.player))
        outcome = pp.one_of(OUTCOMES, caseless=True).set_name("outcome") | pp.Combine("refaits=" + self.number)
        holes = pp.Regex(rf"{NUMBER}-{NUMBER}").set_name('number "-" number')
        won = then(side) + opt(then(holes)) + opt(then(self.number)) + pp.ZeroOrMore(then(outcome))
        numbers = one_word(ACCOUNT_NUMBERS) + "=" + self.signed
        owed = one_word(ACCOUNT_PLAYERS) + "=" + self.player
        account = then(self.player) + pp.ZeroOrMore(then(numbers | owed))
        lines = {
            "lead": lead,
            "void": void,
            "position": then(self.position),
            "mark": mark,
            "game": mark,
            "won": won,
            "account": account,
            "lost": then(self.number | pp.Literal("?")),
            "adjourn": opt(then(self.moment)),
            "resume": opt(then(self.moment)),
            "note": text,
            "judge": text,
            "source": text,
        }
        kinds = pp.MatchFirst([pp.CaselessKeyword(word) + line for word, line in lines.items()])
        return (pp.Suppress("@") + kinds).set_name("event")

    @cached_property
    def position(self) -> pp.ParserElement:
        """position = men "/" men side ( dice | "-" ) pair pair { key "=" value } ;

        men = stack { "," stack } | "-" | "?" ;  stack = place [ "*" count ] ;  pair = num "-" num ;
        """
        men = (pp.DelimitedList(self.stack, ",") | pp.Literal("-") | pp.Literal("?")).set_name("men")
        side = (self.sign | pp.Literal("?")).set_name("side | ?")
        values = {"side": side, "dice": self.dice, "number": self.number, "fraction": self.fraction, "pair": self.pair}
        values["numbers"] = pp.Regex(rf"{NUMBER}-{NUMBER}").set_name('number "-" number')
        keys = [letter(key) + "=" + values.get(kind, one_word(kind.split("|"))) for key, kind in POSITION_KEYS.items()]
        key = pp.MatchFirst(keys).set_name('key "=" value')
        fields = [men, pp.Literal("/"), men, side, self.dice | pp.Literal("-"), self.pair, self.pair]
        line = fields[0] + self._then(*fields[1:]) + pp.ZeroOrMore(self._then(key))
        return line.set_name("position")


@cache
def grammar_of(spelling: str, side: Side, rules: str) -> Grammar:
    """The grammar of this spelling, side and rule set, made once: it never changes."""
    return Grammar(spelling, side, rules)


def value_of(rule: pp.ParserElement, text: str) -> Any:
    """What the rule makes of the text. Raises `Broken`, or another parse exception where the rule does not even begin."""
    return rule.parse_with_tabs().parse_string(text)[0]
