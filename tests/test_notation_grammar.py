"""The grammar: what its rules make of a text, that the reader takes just the lines it takes, and that the document says the same."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyparsing as pp
import pytest

from notation.diagnostics import NotationError
from notation.events import read_event
from notation.grammar import Broken, Grammar, grammar_of, value_of
from notation.plies import read_ply, word_columns
from notation.position import readers_of
from notation.record import OFF, Award, Claim, Decision, Hop, Item, Play, Score, SideScore, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from notation.phrases import Phrases
    from notation.record import Side

DOCUMENT = " ".join(Path("docs/notation.md").read_text("utf-8").split())
RULES = [name for name, rule in vars(Grammar).items() if hasattr(rule, "func") and not name.startswith("_")]

PHRASES = [
    ("dice", "46", (6, 4)),
    ("dice", "?-2", (2, None)),
    ("play", "T/5", Play(0, (Hop(5),))),
    ("play", "11/11'*/off(2)~T'!?", Play(11, (Hop(12, 1), Hop(OFF)), 2, fault=True, mended=23, nag="!?")),
    ("play", "5~", Play(5, fault=True)),
    ("play", "T/6?", Play(0, (Hop(6),), nag="?")),
    ("play", "t/7~?", Play(0, (Hop(7),), fault=True, nag="?")),
    ("award", "+1h4(PJx2,bv9')", Award(Value(4, 1), None, (Item("PJ", None, 2), Item("BV", 14)))),
    ("award", "-?~8", Award(Value(None), Value(8))),
    ("award", "+1h", Award(Value(None, 1))),
    ("amount", "8~1h", (Value(8), Value(None, 1))),
    ("decision", "Går~!", Decision("go", taken_back=True, nag="!")),
    ("score", "=4/0,8B/1/2", Score(SideScore(4, bredouille=False, holes=(0,)), SideScore(8, bredouille=True, holes=(1, 2)))),
    ("score", "=?/?,?b/0", Score(SideScore(None, bredouille=False, holes=(None,)), SideScore(None, bredouille=True, holes=(0,)))),
    ("stamp", "@2026.11.21t22:40", "2026.11.21T22:40"),
    ("stamp", "@100:00:59", "100:00:59"),
    ("stack", "11'*3", (12, 3)),
    ("pair", "4-?", (4, None)),
    ("fraction", "3/12", (3, 12)),
]


@pytest.mark.parametrize(("rule", "text", "value"), PHRASES)
def test_a_phrase(rule: str, text: str, value: object) -> None:
    assert value_of(grammar_of("guiton", "W", "trictrac").alone(rule), text) == value


@pytest.mark.parametrize(("spelling", "side"), [("guiton", "W"), ("route", "W"), ("bn", "W"), ("bn", "B")])
def test_the_same_play_in_every_spelling(spelling: str, side: str) -> None:
    text = {"guiton": "T/11/11'/T'", "route": "1/12/13/24"}.get(spelling) or {"W": "B1-B12/N12-N1", "B": "n1/N12-B12-b1"}[side]
    assert value_of(grammar_of(spelling, side, "trictrac").alone("play"), text) == Play(0, (Hop(11), Hop(12), Hop(23)))


@pytest.mark.parametrize("name", RULES)
def test_a_rule_says_what_it_is(name: str) -> None:
    """The docstring of a rule begins with its EBNF."""
    assert re.match(r"[a-z-]+ = ", getattr(Grammar, name).__doc__), name


def test_the_document_has_the_same_rules() -> None:
    for name in ("number", "dice", "value", "amount", "item", "nag", "play", "ply", "decision", "stack", "position"):
        for statement in re.findall(r"[a-z-]+ = .*?(?= ;)", " ".join(getattr(Grammar, name).__doc__.split())):
            assert statement in DOCUMENT, statement


def takes(rule: pp.ParserElement, text: str) -> bool:
    try:
        rule.parse_with_tabs().parse_string(text)
    except pp.ParseBaseException:
        return False
    return True


DICE = ["6-4", "64", "?-3", "6-?", "7-1", "6", "4-4-4", "T/6"]
WORDS = {
    1: ["early", "tôt"],
    2: ["+4", "+?", "+1h4", "+8~4", "+4(PJx2)", "+4(BV9',GJ)", "+", "+x", "+4(XX)", "+4 holes 1", "+4 banner", "+4 holes"],
    3: ["hold", "tient!", "go~", "håller", "suspend ecrire", "suspend", "refait~?"],
    4: ["T/6", "T/6(2)", "5~", "T/7~6", "T/13", "T/", "T/6?", "off/5", "?", "pass", "11/11'*", "T", "6"],
    5: ["-4", "-4(BF5')", "-?~2 no-banner", "-"],
    6: ["school 4", "false 4", "raise 8", "école ?", "counter-school 1h2 necktie", "school", "false x"],
    7: ["=0/0,0/0", "=4/0,8b/1", "=0/0", "=?/?,?/?"],
    8: ["@1:05", "@2026.11.21", "@2026.02.30", "@x", "done", "banner", "W", "6-4", "holes 1", "honours"],
}


def test_the_reader_takes_the_plies_the_grammar_takes() -> None:
    """But for what no rule can say: nothing is played behind `go`, and no marker stands twice."""
    rng = random.Random(4)
    rule = Grammar(faults=False).alone("ply")
    readers = readers_of("guiton", "trictrac")
    taken = 0
    for _ in range(3000):
        ranks = sorted(rng.choices(range(1, 9), k=rng.randint(0, 5)))
        if rng.random() < 0.2:
            rng.shuffle(ranks)
        words = [rng.choice(WORDS[rank][: 5 if rng.random() < 0.8 else None]) for rank in ranks]
        line = " ".join([rng.choice(["1.", "1. ", "12. W", "1.w", "3. ?", "2. X"]).strip(), rng.choice(DICE[: rng.choice((3, 8))]), *words])
        error = read_ply(line, 0, readers, "B").error
        assert takes(rule, line) == (error is None), (line, error)
        taken += error is None
    assert 800 < taken < 2500


ARGUMENTS = [
    *("6-4", "64", "7-1", "W", "B", "?", "X", "Alice", '"Jean Paul"', '"Jean', "5", "5,", "B 3", "3", "3/12", "3/", "simple", "refaits=2"),
    *(
        "easily",
        "lost=4",
        "jetons=-18",
        "from=Alice",
        'from="a b"',
        "from=",
        "lost=x",
        "2026.11.21",
        "2026.11.31",
        "2026.11.21T22:40",
        "6-3",
    ),
    *("T*15", "/", "T*9,2*3", "T*14,X", "-", "0-0", "4-?", "leader=W", "leader=X", "mark=5/12", "first=6-4", "tea=3", "off the board"),
]
EVENT_LINES = [
    *(
        "@lead 6-4 W",
        "@lead W 5, B 3",
        '@lead Alice 5 , "Jean Paul" 6-3',
        "@void W 6-? off the board",
        "@mark 3/12 Alice Charlie",
        "@game 2",
    ),
    *(
        "@won W 6-3 5 simple",
        "@account Bob from=Alice lost=-4",
        "@lost ?",
        "@lost 3",
        "@adjourn 2026.11.21T22:40",
        "@resume",
        "@note a { b",
    ),
    *("@position T*9,2*3,3,4,7 / T*15 W - 0-0 0-0 leader=W", "@position ? / - b 64 4-? 0-0 mark=5/12", "@won ? munk"),
]


def event_fault(line: str, readers: Mapping[Side, Phrases]) -> NotationError | None:
    try:
        read_event(line, 0, 1, readers)
    except NotationError as error:
        return error
    return None


def test_the_reader_takes_the_events_the_grammar_takes() -> None:
    """But for what no rule can say: a place, a key, stands once; a side has 15 men."""
    rng = random.Random(6)
    rule = Grammar(faults=False).alone("event")
    readers = readers_of("guiton", "trictrac")
    taken = 0
    for _ in range(3000):
        words = rng.choice(EVENT_LINES).split(" ")
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            at = rng.randint(1, len(words))
            words[at : at + rng.randint(0, 1)] = rng.choice(([], [rng.choice(ARGUMENTS)]))
        line = " ".join(words)
        fault = event_fault(line, readers)
        if fault is None or ("twice" not in fault.message and fault.kind not in {"men", "comment"}):
            assert takes(rule, line) == (fault is None), (line, fault)
            taken += fault is None
    assert 500 < taken < 2500


def test_a_broken_phrase_tells_kind_and_place() -> None:
    with pytest.raises(Broken) as fault:
        value_of(grammar_of("guiton", "W", "trictrac").alone("play"), "T/5/13")
    assert (fault.value.kind, fault.value.loc) == ("place", 4)
    assert "route" in fault.value.hint


def test_the_columns_of_the_words() -> None:
    assert word_columns("12. W 6-4 +4 (BV 9')  T/6 {a} ; b") == (
        ("12.", 1, 4),
        ("W", 5, 6),
        ("6-4", 7, 10),
        ("+4(BV9')", 11, 21),
        ("T/6", 23, 26),
    )
    assert word_columns("") == ()


def test_claims_and_markers_hang_on_what_they_follow() -> None:
    body = read_ply("1. W 6-4 +12 holes 1 banner -4 no-necktie school 4 no-banner false ?", 0, readers_of("guiton", "trictrac"), None).body
    assert body.award == Award(Value(12), holes=1, markers=("banner",))
    assert body.against == Award(Value(4), markers=("no-necktie",))
    assert body.claims == (Claim("school", Value(4), markers=("no-banner",)), Claim("false", Value(None)))


def test_another_library_may_switch_on_packrat() -> None:
    """Matplotlib does so for the whole process; a phrase at fault must still be a diagnostic."""
    program = (
        "import pyparsing; pyparsing.ParserElement.enable_packrat()\n"
        "from notation.reader import read_text\n"
        'text = \'[White "a"]\\n[Black "b"]\\n\\n1. W 5-3 T/X T/3\\n2. B 5-3 +4(XX) T/5 T/3\\n3. W 2-1 +four T/2\\n*\\n\'\n'
        "print(*(f'{fault.kind} {fault.line}:{fault.column}' for game in read_text(text) for fault in game.diagnostics))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.strip() == "place 4:12 item 5:13 amount 6:11"
