"""Hypothesis strategies for records: games as values, with everything the notation can say, well-formed and without faults.

What is built here is written and read back unchanged; nothing is legal in any other sense.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from notation.plies import next_turn
from notation.position import write_setup
from notation.record import (
    BAR,
    HAND,
    OFF,
    Award,
    Body,
    Claim,
    Comment,
    Decision,
    Event,
    Game,
    Hop,
    Item,
    Men,
    Play,
    Ply,
    Result,
    Score,
    Setup,
    SideScore,
    Tag,
    Throw,
    Value,
)
from notation.words import (
    ACCOUNT_NUMBERS,
    CLAIMS,
    CODES,
    EVENTS,
    FLAGS,
    MARKERS,
    NAGS,
    OUTCOMES,
    POSITION_KEYS,
    RESULTS,
    ROUTE_ONLY,
    RULE_SETS,
    TAG_WORDS,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from notation.record import Entry, Side

BLANK = " \t\u00a0\u202f"

text = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), max_size=20).map(lambda words: words.strip(BLANK))
"""Any text of one line."""
braced = text.map(lambda words: words.replace("{", "(").replace("}", ")").strip(BLANK))
plain_words = st.lists(st.text("abcxyzéö'-’", min_size=1, max_size=6), min_size=1, max_size=4).map(" ".join)
numbers = st.integers(0, 40) | st.integers(0, 999_999_999)
known_dice = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda dice: (max(dice), min(dice)))
dice = known_dice | st.integers(1, 6).map(lambda die: (die, None)) | st.just((None, None))
sides = st.sampled_from(["W", "B"])
nags = st.just("") | st.sampled_from(NAGS)
dates = st.from_regex(r"[12][0-9]{3}\.(0[1-9]|1[0-2])\.(0[1-9]|1[0-9]|2[0-8])|17\?\?\.\?\?\.\?\?", fullmatch=True)
moments = st.builds(str.__add__, dates, st.just("") | st.from_regex(r"T([01][0-9]|2[0-3]):[0-5][0-9]", fullmatch=True))
values = st.builds(Value, numbers) | st.builds(Value, st.none() | numbers, numbers) | st.just(Value(None))
comments = st.lists(braced, max_size=2).map(tuple)
tails = st.none() | text


def maybe(strategy: st.SearchStrategy) -> st.SearchStrategy:
    """The thing, mostly not."""
    return st.none() | st.none() | strategy


def starts(rules: str) -> st.SearchStrategy[int]:
    """Where a man may come from."""
    beside = ([BAR] if rules in ROUTE_ONLY else []) + ([HAND] if rules == "trictrac-nl" else [])
    return st.integers(0, 23) | st.sampled_from([0, *beside])


@st.composite
def plays(draw: Callable, rules: str) -> Play:
    """One man, or some, with a fault or none."""
    start = draw(starts(rules))
    nag = draw(nags)
    if draw(st.integers(0, 9)) == 0:
        return Play(start, fault=True, nag=nag)
    hops = st.builds(Hop, st.integers(0, 23) | st.just(OFF), st.sampled_from([0, 0, 0, 1, 2]))
    way = tuple(draw(st.lists(hops, min_size=1, max_size=4)))
    fault = draw(st.integers(0, 4)) == 0
    mended = draw(maybe(starts(rules) | st.just(OFF))) if fault else None
    return Play(start, way, draw(st.sampled_from([1, 1, 1, 2, 3, 4])), fault, mended, nag)


items = st.builds(Item, st.sampled_from(CODES), st.none() | st.integers(0, 23), st.none() | st.integers(0, 9))
markers = st.lists(st.sampled_from(sorted(MARKERS)), max_size=2, unique=True).map(tuple)
awards = st.builds(Award, values, maybe(values), st.lists(items, max_size=3).map(tuple), maybe(numbers), markers)
claims = st.builds(Claim, st.sampled_from(sorted(CLAIMS)), values, maybe(values), markers)
halves = st.builds(SideScore, st.none() | numbers, st.booleans(), st.lists(st.none() | numbers, min_size=1, max_size=2).map(tuple))
decisions = st.builds(Decision, st.sampled_from(["hold", "go", "mark", "refait", "concede"]), st.booleans(), nags) | st.builds(
    Decision, st.just("suspend"), game=st.sampled_from(["ecrire", "honours"])
)
stamps = moments | st.from_regex(r"[0-9]{1,3}:[0-5][0-9](:[0-5][0-9])?", fullmatch=True)


@st.composite
def bodies(draw: Callable, rules: str) -> Body:
    """All that may stand behind number and side."""
    decision = draw(maybe(decisions))
    gone = decision is not None and decision.word in {"go", "mark", "refait", "concede"} and not decision.taken_back
    return Body(
        draw(dice),
        draw(st.integers(0, 9)) == 0,
        draw(maybe(awards)),
        decision,
        () if gone else tuple(draw(st.lists(plays(rules), max_size=4))),
        not gone and draw(st.integers(0, 9)) == 0,
        None if gone else draw(maybe(awards)),
        tuple(draw(st.lists(claims, max_size=2))) if draw(st.integers(0, 4)) == 0 else (),
        draw(maybe(st.builds(Score, halves, halves))),
        draw(maybe(stamps)),
        draw(comments) if draw(st.integers(0, 4)) == 0 else (),
        draw(maybe(text)),
    )


@st.composite
def men(draw: Callable, rules: str) -> Men | None:
    """At most 15 men of a side, anywhere."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return None
    points = [0] * 24
    off = bar = hand = 0
    for place in draw(st.lists(st.integers(0, 23) | st.just(OFF) | starts(rules), max_size=0 if kind == 1 else 15)):
        if place == OFF:
            off += 1
        elif place == BAR:
            bar += 1
        elif place == HAND:
            hand += 1
        else:
            points[place] += 1
    return Men(tuple(points), off, bar, hand)


def known_pairs(number: st.SearchStrategy) -> st.SearchStrategy:
    return st.tuples(number, number)


KEY_VALUES = {
    "side": sides,
    "dice": known_dice.map(lambda both: f"{both[0]}-{both[1]}"),
    "number": numbers.map(str),
    "fraction": st.tuples(numbers, numbers).map(lambda both: f"{both[0]}/{both[1]}"),
    "pair": known_pairs(numbers).map(lambda both: f"{both[0]}-{both[1]}") | st.just("?-3"),
    "numbers": known_pairs(numbers).map(lambda both: f"{both[0]}-{both[1]}"),
}


@st.composite
def setups(draw: Callable, rules: str) -> Setup:
    """Any position, possible or not."""
    keys = sorted(draw(st.lists(st.sampled_from(sorted(POSITION_KEYS)), max_size=4, unique=True)), key=list(POSITION_KEYS).index)
    pairs = known_pairs(st.none() | numbers)
    kinds = [POSITION_KEYS[key] for key in keys]
    entries = [(key, draw(KEY_VALUES.get(kind, st.sampled_from(kind.split("|"))))) for key, kind in zip(keys, kinds, strict=True)]
    return Setup(
        draw(men(rules)), draw(men(rules)), draw(sides | st.just("?")), draw(maybe(dice)), draw(pairs), draw(pairs), tuple(entries)
    )


names = plain_words | text | st.sampled_from(["Alice", "W", "S", "6-4", "pool", 'a "b" \\c', "x;y", ""])


def of_a_player(throw: Throw) -> Throw:
    """The throw, of a player now and then whose name is a side's letter."""
    return throw._replace(named=throw.who in {"W", "B"} and len(throw.dice) > 1)


@st.composite
def events(draw: Callable, rules: str) -> Event:
    """An event of any word, with arguments it may have."""
    word = draw(st.sampled_from([*EVENTS, "tea"]))
    more: dict = {}
    if word == "lead":
        if draw(st.booleans()):
            more = {"dice": draw(dice), "side": draw(maybe(sides))}
        else:
            thrown = st.tuples(st.integers(1, 6) | st.none()) | dice
            more = {"throws": tuple(draw(st.lists(st.builds(Throw, sides | names, thrown).map(of_a_player), min_size=1, max_size=3)))}
    elif word == "void":
        more = {"side": draw(sides | st.just("?")), "dice": draw(dice), "text": draw(st.none() | plain_words)}
    elif word == "position":
        more = {"setup": draw(setups(rules))}
    elif word in {"mark", "game"}:
        players = draw(st.just(()) | st.tuples(names, names))
        more = {"number": draw(numbers), "of": draw(maybe(numbers)), "players": players}
    elif word == "won":
        said = draw(st.lists(st.sampled_from([*OUTCOMES, "refaits=2"]), max_size=3).map(tuple))
        more = {
            "side": draw(sides | st.just("?")),
            "holes": draw(maybe(known_pairs(numbers))),
            "worth": draw(maybe(numbers)),
            "outcomes": said,
        }
    elif word == "account":
        keys = st.tuples(st.sampled_from(ACCOUNT_NUMBERS), st.integers(-99, 999).map(str))
        more = {"player": draw(names), "entries": tuple(draw(st.lists(keys | st.tuples(st.just("from"), names), max_size=3)))}
    elif word == "lost":
        more = {"count": draw(st.none() | numbers)}
    elif word in {"adjourn", "resume"}:
        more = {"date": draw(st.none() | moments)}
    else:
        return Event(0, word, text=draw(text))
    return Event(0, word, **more, comments=draw(comments), tail=draw(tails))


comment_lines = text.map(lambda words: Comment(0, f"; {words}" if words else ";")) | braced.map(lambda words: Comment(0, "{" + words + "}"))


@st.composite
def entries(draw: Callable, rules: str) -> tuple[Entry, ...]:
    """Plies, events and comments; a side is left out only where it may be."""
    number = draw(st.integers(0, 2000))
    turn: Side | None = None
    found: list[Entry] = []
    for _ in range(draw(st.integers(0, 8))):
        kind = draw(st.integers(0, 9))
        if kind == 0:
            found.append(draw(comment_lines))
        elif kind <= 2:
            event = draw(events(rules))
            if event.word == "lost":
                number += event.count or 0
            found.append(event)
            turn = None
        elif number < 999_999_999:
            written = turn is None or draw(st.booleans())
            side: Side = draw(sides | st.just("?")) if written or turn is None else turn
            body = draw(bodies(rules))
            found.append(Ply(0, number, side, written, body))
            turn = next_turn(side, body)
            number += 1
    return tuple(found)


@st.composite
def tags(draw: Callable, rules: str, spelling: str) -> tuple[Tag | Comment, ...]:
    """A head with its two players, the dialect, and some other tags, in any order."""
    found = [Tag(0, "White", draw(names)), Tag(0, "Black", draw(names)), Tag(0, "Rules", rules)]
    if rules not in ROUTE_ONLY:
        found.append(Tag(0, "Points", spelling))
    flags = [name for name, values in FLAGS.items() if not values]
    chosen = [f"{name}={value}" for name, values in FLAGS.items() for value in values]
    others = {
        "Event": text,
        "Source": plain_words,
        "Mode": st.just("correspondence"),
        "Date": dates,
        "Form": st.sampled_from(TAG_WORDS["Form"]),
        "Termination": st.sampled_from(TAG_WORDS["Termination"]),
        "Position": setups(rules).map(lambda setup: write_setup(setup, spelling, rules)),
        "Length": numbers.map(str),
        "Marks": st.sampled_from(TAG_WORDS["Marks"]),
        "Variant": st.lists(st.sampled_from([*flags, "no-pile", *chosen]), max_size=3).map(", ".join),
        "Players": st.just("Alice; Bob; Charlie"),
        "Standing": st.just("Alice 44; Bob -18; Charlie -26"),
        "Club_9": text,
    }
    more = draw(st.lists(st.sampled_from(sorted(others)), max_size=6, unique=True))
    found += [Tag(0, name, draw(others[name])) for name in more]
    order = draw(st.permutations(found))
    remarks = draw(st.lists(comment_lines, max_size=2))
    return (*remarks[:1], order[0], *remarks[1:], *order[1:])


@st.composite
def games(draw: Callable) -> Game:
    """A game of any rule set in any of its spellings."""
    rules = draw(st.sampled_from(RULE_SETS))
    spelling = "route" if rules in ROUTE_ONLY else draw(st.sampled_from(["guiton", "route", "bn"]))
    head = draw(tags(rules, spelling))
    result = draw(st.none() | st.builds(Result, st.just(0), st.sampled_from(RESULTS), comments, tails))
    after = tuple(draw(st.lists(comment_lines, max_size=1))) if result is not None else ()
    return Game(head, draw(entries(rules)), result, after)
