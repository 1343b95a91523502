"""A position on one line: men, who rolls, dice, points and holes, and the keys (docs/notation.md, section 7).

`parse_setup` and `write_setup` are inverse to each other. A `Setup` is what was written; whether the rules allow it is for the replay to
say (more than 15 men of a side are told here: that is no position in any game).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from notation.diagnostics import NotationError
from notation.phrases import Fault, Phrases, split_words
from notation.places import write_place
from notation.record import BAR, HAND, OFF, Men, Setup
from notation.words import PLAIN, POSITION_KEYS, near

if TYPE_CHECKING:
    from collections.abc import Mapping

    from notation.phrases import Words
    from notation.record import Die, Game, Side

FIELDS: Final = (
    ("White's men", "as `{men}`, `-` for none, `?` for not known"),
    ("`/`", "between White's men and Black's"),
    ("Black's men", "as `{men}`, `-` for none, `?` for not known"),
    ("the side", "that rolls next"),
    ("the dice", "if they are rolled and not played, else `-`"),
    ("the points", "White's and Black's, as `4-0`"),
    ("the holes", "White's and Black's, as `1-0`"),
)
FIELDS_OF: Final = {
    "brade": {5: ("the points of the match", "White's and Black's, as `4-0`"), 6: ("the games won", "White's and Black's, as `1-0`")},
    "trictrac-nl": {5: ("the points", "of which there are none, `0-0`"), 6: ("the games won", "White's and Black's, as `1-0`")},
}
"""Where the games in which nothing is marked write another thing."""
NO_MEN: Final = Men((0,) * 24)


def readers_of(spelling: str, rules: str) -> dict[Side, Phrases]:
    """The phrases of a record as each side reads them: one and the same except in `bn`."""
    white = Phrases(spelling, "W", rules)
    return {"W": white, "?": white, "B": Phrases(spelling, "B", rules) if spelling == "bn" else white}


def parse_setup(text: str, spelling: str = "guiton", rules: str = "trictrac") -> Setup:
    """The position a text tells, its points in `spelling` (`guiton`, `route`, `bn`).

    Raises `NotationError` (kinds `place`, `position`, `men`) with the column of the fault, the leftmost of them. Doesn't check that the
    position can arise.
    """
    return read_setup(split_words(text.translate(PLAIN)), 0, readers_of(spelling, rules))


def setup_of(game: Game) -> Setup | None:
    """The position a game starts from by its tag `Position`; None where it starts from the talons.

    Raises nothing: a tag that could not be read does not count.
    """
    text = game.tag("Position")
    return parse_setup(text, game.spelling, game.rules) if text else None


def read_setup(words: Words, start: int, readers: Mapping[Side, Phrases]) -> Setup:
    """The position in the words of a line, which begin behind the index `start`. Raises `NotationError`, the leftmost fault."""
    phrases = readers["W"]
    white = _read_men(words, 0, start, readers["W"])
    if _field(words, 1, start, phrases) != "/":
        _refuse(words, 1, phrases)
    black = _read_men(words, 2, start, readers["B"])
    side = _side(_field(words, 3, start, phrases), phrases)
    if side is None:
        _refuse(words, 3, phrases)
    text = _field(words, 4, start, phrases)
    dice = None if text == "-" else phrases.dice[text]
    if dice is None and text != "-":
        _refuse(words, 4, phrases)
    pairs = []
    for at in (5, 6):
        pair = phrases.value("pair", _field(words, at, start, phrases))
        if pair is None:
            _refuse(words, at, phrases)
        pairs.append(pair)
    keys: dict[str, str] = {}
    for at in range(len(FIELDS), len(words.texts)):
        text = words.texts[at]
        column = words.starts[at] + 1
        key, _, value = text.partition("=")
        key = key.lower()
        if key not in POSITION_KEYS:
            close = near(key, POSITION_KEYS)
            told = f"`{text}` is not a key of a position; the keys are {', '.join(POSITION_KEYS)}."
            raise NotationError("position", column, text, told, f"Did you mean `{close}`?" if close else "")
        if key in keys:
            raise NotationError("position", column, text, f"The key `{key}` stands twice.")
        keys[key] = _read_key(text, column, key, value, phrases)
    return Setup(white, black, side, dice, pairs[0], pairs[1], in_order(keys))


def in_order(keys: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The keys of a position in the order of the table, in which they are written."""
    return tuple((key, keys[key]) for key in POSITION_KEYS if key in keys)


def _field(words: Words, at: int, start: int, phrases: Phrases) -> str:
    """The text of a field, which must be there."""
    if at < len(words.texts):
        return words.texts[at]
    column, _ = words.there(at, start)
    name, told = _wanted(at, phrases)
    raise NotationError("position", column, "", f"The position breaks off: here stands {name}, {told}.")


def _wanted(at: int, phrases: Phrases) -> tuple[str, str]:
    """What stands in a field, and how it is written in this record."""
    name, told = FIELDS_OF.get(phrases.rules, {}).get(at, FIELDS[at])
    first = {"route": "1*9,2*3,4", "bn": "B1*9,B2*3,B4" if at == 0 else "N1*9,N2*3,N4"}.get(phrases.spelling, "T*9,2*3,4")
    return name, told.format(men=first)


def _refuse(words: Words, at: int, phrases: Phrases) -> NoReturn:
    name, told = _wanted(at, phrases)
    text = words.texts[at]
    raise NotationError("position", words.starts[at] + 1, text, f"Here stands {name}, {told}; `{text}` is not that.")


def _side(text: str, phrases: Phrases) -> Side | None:
    known = phrases.sides.get(text.upper(), "?" if text == "?" else None)
    return "W" if known == "W" else "B" if known == "B" else "?" if known == "?" else None


def _read_men(words: Words, field: int, start: int, phrases: Phrases) -> Men | None:
    whole = _field(words, field, start, phrases)
    if whole == "?":
        return None
    if whole == "-":
        return NO_MEN
    if whole == "/":
        _refuse(words, field, phrases)
    column = words.starts[field] + 1
    counts: dict[int, int] = {}
    at = 0
    no_place: NotationError | None = None  # told unless the field itself is at fault, whose fault stands further left
    for text in whole.split(","):
        stack = phrases.stacks[text]
        if isinstance(stack, Fault) and stack.kind == "place":
            if no_place is None:
                no_place = NotationError("place", words.index_of(field, at + stack.at) + 1, stack.words, stack.message, stack.hint)
            if at == 0:
                raise no_place
            at += len(text) + 1
            continue
        if isinstance(stack, Fault):
            name, told = _wanted(field, phrases)
            told = f"`{text}` is no stack of men; here stand {name}, {told}." if text else f"A comma too many: here stand {name}, {told}."
            raise NotationError("position", column, whole, told, "The fields of a position are separated by blanks.")
        place, count = stack
        if place in counts:
            shown = text.partition("*")[0]
            told = f"The place `{shown}` stands twice among the men of one side; each place stands once: `T*9,2*3`."
            raise NotationError("position", column, whole, told)
        counts[place] = count
        at += len(text) + 1
    if no_place is not None:
        raise no_place
    men = Men(tuple(counts.get(point, 0) for point in range(24)), counts.get(OFF, 0), counts.get(BAR, 0), counts.get(HAND, 0))
    if men.total > 15:
        raise NotationError("men", column, whole, f"A side has 15 men; here are {men.total}.")
    return men


def _read_key(text: str, column: int, key: str, value: str, phrases: Phrases) -> str:
    """The value of a key in its plain form: sides as `W` and `B`, the higher die first, numbers without leading zeros."""
    sort = POSITION_KEYS[key]
    plain: str | None = None
    if sort == "side":
        plain = _side(value, phrases)
    elif sort == "dice":
        dice = phrases.dice[value]
        plain = None if dice is None else write_dice(dice)
    elif sort == "number":
        number = phrases.value("number", value)
        plain = None if number is None else str(number)
    elif sort == "fraction":
        fraction = phrases.value("fraction", value)
        plain = None if fraction is None else "/".join(map(str, fraction))
    elif sort in {"pair", "numbers"}:
        pair = phrases.value("pair", value)
        plain = None if pair is None or (sort == "numbers" and None in pair) else write_pair(pair)
    elif value.lower() in sort.split("|"):
        plain = value.lower()
    if plain is None:
        wanted = {
            "side": "a side",
            "dice": "dice",
            "number": "a number",
            "fraction": "a mark, as `5/12`",
            "pair": "White's and Black's, as `7-3`",
            "numbers": "White's and Black's, as `2-1`",
        }.get(sort, " or ".join(f"`{one}`" for one in sort.split("|")))
        raise NotationError("position", column, text, f"Behind `{key}=` stands {wanted}; `{value}` is not that.")
    return plain


# ---------------------------------------------------------------------------------------------------------------------------- writing


def write_die(die: Die) -> str:
    """A die, `?` where it is not known."""
    return "?" if die is None else str(die)


def write_dice(dice: tuple[Die, ...]) -> str:
    """Dice with a hyphen between; a single die as it is."""
    return "-".join(map(write_die, dice))


def write_pair(pair: tuple[int | None, int | None]) -> str:
    """White's number, a hyphen, Black's."""
    return "-".join("?" if number is None else str(number) for number in pair)


def write_side(side: Side, spelling: str) -> str:
    """The letter of a side in a record of this spelling."""
    if spelling == "bn":
        return {"W": "B", "B": "N"}.get(side, "?")
    return side


def write_men(men: Men | None, spelling: str, side: Side) -> str:
    """The men of one side along its route: hand, bar, points, off."""
    if men is None:
        return "?"
    stacks = [(HAND, men.hand), (BAR, men.bar), *enumerate(men.points), (OFF, men.off)]
    shown = [write_place(place, spelling, side) + (f"*{count}" if count > 1 else "") for place, count in stacks if count]
    return ",".join(shown) or "-"


def write_setup(setup: Setup, spelling: str = "guiton", rules: str = "trictrac") -> str:
    """The position as one line: the inverse of `parse_setup`.

    Raises `ValueError` where the rule set has no such place (a man on the bar in trictrac).
    """
    for men in (setup.white, setup.black):
        if men is not None and ((men.bar and rules not in {"brade", "trictrac-nl"}) or (men.hand and rules != "trictrac-nl")):
            message = f"a game of {rules} has no place for men on the bar or in the hand"
            raise ValueError(message)
    fields = [
        write_men(setup.white, spelling, "W"),
        "/",
        write_men(setup.black, spelling, "B"),
        write_side(setup.side, spelling),
        "-" if setup.dice is None else write_dice(setup.dice),
        write_pair(setup.points),
        write_pair(setup.holes),
    ]
    for key, value in in_order(dict(setup.keys)):
        side: Side = "W" if value == "W" else "B" if value == "B" else "?"
        fields.append(f"{key}={write_side(side, spelling) if POSITION_KEYS[key] == 'side' else value}")
    return " ".join(fields)
