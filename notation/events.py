"""Events: the `@` lines, everything that is no roll (docs/notation.md, section 6).

One small reader and one small writer an event word, side by side. A fault is told at the argument; an unknown word keeps all behind it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from notation.comments import STRING, leftmost, quote, strip_comments, unquote, write_comments
from notation.diagnostics import NotationError
from notation.phrases import WORD, Words
from notation.position import read_setup, write_dice, write_pair, write_setup, write_side
from notation.record import Event, Throw
from notation.words import (
    ACCOUNT_NUMBERS,
    ACCOUNT_PLAYERS,
    BLANKS,
    EVENTS,
    FREE_EVENTS,
    OUTCOMES,
    PLAIN,
    SIDES,
    fold,
    near,
    outcomes,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from notation.phrases import Phrases
    from notation.record import Die, Side

WITH_PLAYERS: Final = frozenset({"lead", "mark", "game", "account"})
"""Events whose arguments may hold a player's name in quotes."""
NAME: Final = re.compile(f'@([^{BLANKS}{{}};"]*)')
ARGUMENT: Final = re.compile(rf'(?:[^{BLANKS},"=]+=)?{STRING.pattern}|,|".*|[^{BLANKS},"]+')
DICELIKE: Final = re.compile("[0-9?]+(?:-.*)?")
"""What looks like dice, well written or not: a player of such a name stands in quotes."""
BARE: Final = re.compile(rf'[^{BLANKS},";{{}}]+')
"""A player's name that needs no quotes."""


Said: TypeAlias = dict[str, Any]
"""The fields of an `Event` that its arguments fill."""


class Arguments:
    """The words behind an event's name, taken one by one."""

    def __init__(self, words: Words, end: int, raw: str, readers: Mapping[Side, Phrases]) -> None:
        self.words = words
        self.at = 0
        self.end = end
        self.raw = raw
        self.readers = readers
        self.phrases = readers["W"]

    def text(self) -> str:
        """The next word, empty where there is none."""
        return self.words.texts[self.at] if self.at < len(self.words.texts) else ""

    def refuse(self, told: str, hint: str = "") -> NoReturn:
        """The fault: at the next word, or just behind the last."""
        column, text = self.words.there(self.at, self.end)
        raise NotationError("event", column, text, f"{told}; `{text}` is not that." if text else f"{told}; it is missing.", hint)

    def side(self, *, unknown: bool = False) -> Side | None:
        """The side if one stands here."""
        text = self.text()
        known = "?" if unknown and text == "?" else self.phrases.sides.get(text.upper())
        if known is None:
            return None
        self.at += 1
        return "W" if known == "W" else "B" if known == "B" else "?"

    def dice(self) -> tuple[Die, Die] | None:
        """The dice if they stand here."""
        dice = self.phrases.dice[self.text()] if self.text() else None
        if dice is not None:
            self.at += 1
        return dice

    def value(self, rule: str) -> object:
        """What a rule of the grammar makes of the next word, None (and the word stays) where it is not that."""
        value = self.phrases.value(rule, self.text()) if self.text() else None
        if value is not None:
            self.at += 1
        return value

    def player(self) -> str:
        """A player's name: a word, or a text in quotes."""
        text = self.text()
        quoted = text.startswith('"')
        if text in {"", ","} or (quoted and not STRING.fullmatch(text)):
            self.refuse('Here stands a player: a word, or a name in quotes as `"Jean Paul"`')
        name = self.raw_word(self.at)
        self.at += 1
        return unquote(name) if quoted else name

    def raw_word(self, at: int) -> str:
        """The word as the scorer wrote it, its typography untouched."""
        return self.raw[self.words.starts[at] : self.words.end(at)]

    def done(self) -> None:
        """Nothing more may stand here."""
        if self.text():
            self.refuse("Nothing more stands here")


def event_name(line: str, start: int) -> str:
    """The word of an event line, in lower case."""
    found = NAME.match(line, start)
    return found[1].lower() if found else ""


def read_event(line: str, start: int, number: int, readers: Mapping[Side, Phrases]) -> Event:
    """Reads an event whose `@` stands at the index `start`. Raises `NotationError` (`event`, `comment`, or a position's kinds)."""
    name = NAME.match(line, start)
    end = name.end() if name else start + 1
    word = line[start + 1 : end].lower()
    if word in FREE_EVENTS or word not in EVENTS:
        return Event(number, word, text=line[end:].strip(BLANKS))
    stripped = strip_comments(line, end, strings=word in WITH_PLAYERS)
    plain = stripped.words.translate(PLAIN)
    pattern = ARGUMENT if word in WITH_PLAYERS else WORD
    found = [(one[0], one.start()) for one in pattern.finditer(plain, end)]
    brace = stripped.fault
    words = Words([text for text, _ in found], [at for _, at in found], {}).broken_off(brace)
    arguments = Arguments(words, end, line, readers)
    try:
        said = READERS[word](arguments)
    except NotationError as error:
        raise leftmost(error, brace) from None
    if brace is not None:
        raise brace
    return Event(number, word, **said, comments=stripped.comments, tail=stripped.tail)


# ---------------------------------------------------------------------------------------------------------------- one reader an event


def _lead(arguments: Arguments) -> Said:
    dice = arguments.dice()
    if dice is not None:
        side = arguments.side()
        arguments.done()
        return {"dice": dice, "side": side}
    throws: list[Throw] = []
    while True:
        if not arguments.text():
            arguments.refuse("Here stands who threw, or the dice: `@lead 6-4 W`, `@lead W 5, B 3`")
        if DICELIKE.fullmatch(arguments.text()):
            arguments.refuse("Here stand the dice, two from 1 to 6 or `?`, or who threw", "`@lead 6-4 W`, `@lead W 5, B 3`")
        side = arguments.side()
        if side is None and arguments.text().upper() in SIDES:
            arguments.refuse("Here stands who threw; the sides of this record are B (White) and N (Black)", "A player's name: in quotes")
        who = side or arguments.player()
        named = side is None and who in {"W", "B"}
        text = arguments.text()
        both = arguments.dice()
        if both is not None:
            throws.append(Throw(who, both, named))
        elif len(text) == 1 and text in "123456?":
            arguments.at += 1
            throws.append(Throw(who, (None if text == "?" else int(text),), named))
        else:
            arguments.refuse("Here stands what was thrown, a die or two from 1 to 6", "`@lead W 5, B 3`")
        if not arguments.text():
            return {"throws": tuple(throws)}
        if arguments.text() != ",":
            arguments.refuse("A comma parts the throws")
        arguments.at += 1


def _void(arguments: Arguments) -> Said:
    side = arguments.side(unknown=True)
    if side is None:
        arguments.refuse("Here stands the side that threw", "`@void W 6-? off the board`")
    dice = arguments.dice()
    if dice is None:
        arguments.refuse("Here stand the dice, two from 1 to 6 or `?`", "`@void W 6-? off the board`")
    text = " ".join(arguments.raw_word(at) for at in range(arguments.at, len(arguments.words.texts)))
    return {"side": side, "dice": dice, "text": text or None}


def _position(arguments: Arguments) -> Said:
    return {"setup": read_setup(arguments.words, arguments.end, arguments.readers)}


def _mark(arguments: Arguments) -> Said:
    fraction = arguments.value("fraction")
    if not isinstance(fraction, tuple):
        arguments.refuse("Here stands a number, or which of how many", "`@mark 3`, `@mark 3/12`, `@game 2`")
    players: tuple[str, ...] = ()
    if arguments.text():
        players = (arguments.player(), arguments.player())
    arguments.done()
    return {"number": fraction[0], "of": fraction[1] if len(fraction) > 1 else None, "players": players}


OF_RACES: Final = {
    "brade": (*OUTCOMES[OUTCOMES.index("hemspel") : OUTCOMES.index("nabeurt")], "resigned", "time"),
    "trictrac-nl": ("nabeurt", "resigned", "time"),
}
"""The outcomes of the games in which nothing is marked: there the others are not offered."""


def _won(arguments: Arguments) -> Said:
    side = arguments.side(unknown=True)
    if side is None:
        like = {"brade": "`@won W 2 hemspel munk`", "trictrac-nl": "`@won W`"}.get(arguments.phrases.rules, "`@won W 6-3 5 simple`")
        arguments.refuse("Here stands the winner", like)
    holes = arguments.phrases.value("pair", arguments.text()) if arguments.text() else None
    if holes is not None and None not in holes:
        arguments.at += 1
    else:
        holes = None
    worth = arguments.value("number")
    words: list[str] = []
    while arguments.text():
        text = arguments.text()
        word = outcomes().get(fold(text))
        refaits = re.fullmatch("refaits=([0-9]{1,9})", text.lower())
        if word is None and refaits is None:
            own = OF_RACES.get(arguments.phrases.rules)
            close = near(text, own or OUTCOMES)
            hint = f"Did you mean `{close}`?" if close else f"The words are {', '.join(own or (*OUTCOMES, 'refaits=1'))}."
            arguments.refuse(f"Here stands how it was won: {'' if own else '[holes as `6-3`], '}[worth], words", hint)
        words.append(f"refaits={int(refaits[1])}" if refaits else str(word))
        arguments.at += 1
    return {"side": side, "holes": holes, "worth": worth, "outcomes": tuple(words)}


def _account(arguments: Arguments) -> Said:
    player = arguments.player()
    entries: list[tuple[str, str]] = []
    while arguments.text():
        entry = arguments.phrases.value("entry", arguments.text())
        if entry is None:
            arguments.refuse("Here stands a key and its value", "`lost=4`, `from=Alice`")
        key, value = entry[0].lower(), entry[1]
        if key in ACCOUNT_NUMBERS:
            number = arguments.phrases.value("signed", value)
            if number is None:
                arguments.refuse(f"Behind `{key}=` stands a number")
            entries.append((key, str(number)))
        elif key in ACCOUNT_PLAYERS:
            raw = arguments.raw_word(arguments.at).partition("=")[2]
            entries.append((key, unquote(raw) if raw.startswith('"') else raw))
        else:
            known = (*ACCOUNT_NUMBERS, *ACCOUNT_PLAYERS)
            close = near(key, known)
            arguments.refuse(f"The keys of an account are {', '.join(known)}", f"Did you mean `{close}`?" if close else "")
        arguments.at += 1
    return {"player": player, "entries": tuple(entries)}


def _lost(arguments: Arguments) -> Said:
    if arguments.text() == "?":
        arguments.at += 1
        arguments.done()
        return {"count": None}
    number = arguments.value("number")
    if not isinstance(number, int):
        arguments.refuse("Here stands how many plies are lost, or `?`")
    arguments.done()
    return {"count": number}


def _pause(arguments: Arguments) -> Said:
    date = None
    if arguments.text():
        date = arguments.value("moment")
        if date is None:
            arguments.refuse("Here stands a day, or a day and an hour", "`2026.11.21T22:40`")
    arguments.done()
    return {"date": date}


READERS: Final = {
    "lead": _lead,
    "void": _void,
    "position": _position,
    "mark": _mark,
    "game": _mark,
    "won": _won,
    "account": _account,
    "lost": _lost,
    "adjourn": _pause,
    "resume": _pause,
}


# ---------------------------------------------------------------------------------------------------------------------------- writing


def write_event(event: Event, spelling: str, rules: str) -> str:
    """The event's line: the inverse of `read_event`; a line in error as it stands."""
    if event.error is not None:
        return event.error
    parts = ["@" + event.word, *_arguments(event, spelling, rules), *write_comments(event.comments, event.tail)]
    return " ".join(parts)


def _arguments(event: Event, spelling: str, rules: str) -> list[str]:
    word = event.word
    if word in FREE_EVENTS or word not in EVENTS:
        return [event.text] if event.text else []
    side = [write_side(event.side, spelling)] if event.side is not None else []
    if word == "lead":
        if event.dice is not None:
            return [write_dice(event.dice), *side]
        return [", ".join(f"{_write_who(throw, spelling)} {write_dice(throw.dice)}" for throw in event.throws)]
    if word == "void":
        return [*side, write_dice(event.dice or (None, None)), *([event.text] if event.text else [])]
    if word == "position":
        return [write_setup(event.setup, spelling, rules)] if event.setup is not None else []
    if word in {"mark", "game"}:
        number = f"{event.number}" if event.of is None else f"{event.number}/{event.of}"
        return [number, *(write_player(name) for name in event.players)]
    if word == "won":
        holes = [write_pair(event.holes)] if event.holes is not None else []
        return [*side, *holes, *([str(event.worth)] if event.worth is not None else []), *event.outcomes]
    if word == "account":
        shown = [f"{key}={write_player(value) if key in ACCOUNT_PLAYERS else value}" for key, value in event.entries]
        return [write_player(event.player or ""), *shown]
    if word == "lost":
        return ["?" if event.count is None else str(event.count)]
    return [event.date] if event.date is not None else []


def write_player(name: str) -> str:
    """A player's name, in quotes where it is more than a word."""
    return name if BARE.fullmatch(name) else quote(name)


def _write_who(throw: Throw, spelling: str) -> str:
    """Who threw: a side's letter, or a name (in quotes where it could be taken for a side or for dice)."""
    who = throw.who
    if who in {"W", "B"} and not throw.named:
        return write_side("W" if who == "W" else "B", spelling)
    plain = who.translate(PLAIN)
    if plain.upper() in SIDES or DICELIKE.fullmatch(plain):
        return quote(who)
    return write_player(who)
