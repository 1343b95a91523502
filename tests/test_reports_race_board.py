"""Boards of the race games: each lies as its source says, and everything of the position and the play is drawn in its place."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.record import BAR, HAND, OFF, Men, Setup
from replay.cousins.walks import Step
from replay.rules import RULE_SETS
from reports.board import TALL, board_defs
from reports.races.board import BOTTOM, HEIGHT, SIDES, TOP, Lie, described, race_board, race_defs
from reports.races.glossary import Ground, glossary, has_glossary
from reports.races.shows import brade_room, dutch_frozen, shown

GAMES = ("brade", "trictrac-nl")
EMPTY = (0,) * 24


def men(*stacks: tuple[int, int], off: int = 0, bar: int = 0, hand: int = 0) -> Men:
    """Men on points of the own route, counted from 1 as the games do."""
    points = [0] * 24
    for place, count in stacks:
        points[place - 1] = count
    return Men(tuple(points), off, bar, hand)


@st.composite
def sides(draw: st.DrawFn) -> Men:
    """Fifteen men anywhere."""
    places = draw(st.lists(st.sampled_from([*range(24), OFF, BAR, HAND]), min_size=15, max_size=15))
    return Men(tuple(places.count(place) for place in range(24)), places.count(OFF), places.count(BAR), places.count(HAND))


def parse(svg: str) -> object:
    return fromstring(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def spot(lie: Lie, place: int, side: str) -> tuple[str, str]:
    """Where on the board a point lies (1 to 24 of the own route): far or near, and how many-th from the left."""
    point = lie.point(place - 1, "B" if side == "B" else "W")
    columns = sorted({lie.column(other) for other in range(24)})
    return ("far" if lie.top(point) else "near"), str(columns.index(lie.column(point)) + 1)


def test_brade_lies_as_its_source_says() -> None:
    """The home is the rightmost point of the opposite side, the men go left there, then over to the own side and right (VM 1, 2)."""
    lie = Lie(glossary("brade").ground)
    assert [spot(lie, place, "W") for place in (1, 2, 6, 12, 13, 24)] == [
        ("far", "12"),
        ("far", "11"),
        ("far", "7"),
        ("far", "1"),
        ("near", "1"),
        ("near", "12"),
    ]
    # Black sits opposite: the same turned half about.
    assert [spot(lie, place, "B") for place in (1, 2, 12, 13, 24)] == [
        ("near", "1"),
        ("near", "2"),
        ("near", "12"),
        ("far", "12"),
        ("far", "1"),
    ]
    for place in range(24):  # White's first quarter is Black's third, and so on
        assert lie.point(place, "B") == (place + 12) % 24


def test_dutch_trictrac_lies_as_its_source_says() -> None:
    """White plays from the top left (vak 1) to the bottom left (vak 4); the other comes to meet him."""
    lie = Lie(glossary("trictrac-nl").ground)
    assert [spot(lie, place, "W") for place in (1, 6, 12, 13, 24)] == [
        ("far", "1"),
        ("far", "6"),
        ("far", "12"),
        ("near", "12"),
        ("near", "1"),
    ]
    for place in range(24):
        assert lie.point(place, "B") == 23 - place


@pytest.mark.parametrize("rules", GAMES)
def test_both_sides_are_numbered_and_the_arrows_tell_the_way(rules: str) -> None:
    words = glossary(rules)
    defs = race_defs([words])
    lie = Lie(words.ground)
    for mover in SIDES:
        ground = re.search(rf'<g id="{rules}-{mover}">(.*?)</g></g>', defs)
        assert ground is not None
        rows = re.findall(r'<g class="(no|nx)">(.*?)</g>', ground[0])
        assert [kind for kind, _ in rows] == (["no", "nx"] if mover == "W" else ["nx", "no"])
        ways = []
        for side, (_, row) in zip(SIDES, rows, strict=True):
            texts = {int(number): float(x) for x, number in re.findall(r'<text x="([\d.]+)" y="\d+">(\d+)</text>', row)}
            assert texts == {place + 1: lie.column(lie.point(place, side)) for place in range(24)}
            arrows = re.findall(r'<path class="wy" d="M[\d.]+ [\d.]+h(-?)7"/>', row)
            assert len(arrows) == 2
            ways.append(arrows)
        assert (ways[0] == ways[1]) == words.ground.same_way


@pytest.mark.parametrize("rules", GAMES)
@given(white=sides(), black=sides())
def test_every_man_is_drawn(rules: str, white: Men, black: Men) -> None:
    svg = race_board(Setup(white, black, "W"), glossary(rules))
    parse(svg)
    lie = Lie(glossary(rules).ground)
    for letter, side, own in (("w", "W", white), ("b", "B", black)):
        piles = [(int(count), float(x)) for count, x in re.findall(rf'<use href="#{letter}(\d)" x="([\d.]+)"/>', svg)]
        there = [
            (min(count, TALL), lie.column(lie.point(place, "B" if side == "B" else "W"))) for place, count in enumerate(own.points) if count
        ]
        assert sorted(piles) == sorted(there)
        assert len(re.findall(rf'<use href="#{letter}1" x="[\d.]+" y="', svg)) == min(own.bar, 4)
        slabs = re.findall(rf'<path class="m{letter} thin" d="([^"]*)"', svg)
        assert sorted(path.count("z") for path in slabs) == sorted(count for count in (own.off, own.hand) if count)
        tall = [count for count in (*own.points,) if count > TALL] + [own.bar] * (own.bar > 4)
        assert sorted(re.findall(rf'<text class="n{letter}"[^>]*>(\d+)<', svg)) == sorted(str(count) for count in tall)


def test_steps_stand_in_their_order_with_hits_and_bursts() -> None:
    """From the record of docs/notation.md: a band burst from the bar, then a man hit."""
    setup = Setup(men((1, 12), bar=3), men((1, 8), (15, 1), (16, 2), (17, 2), (18, 2)), "W")
    steps = (Step(BAR, 4, 2, 5), Step(BAR, 2, 1, 3))
    svg = race_board(setup, glossary("brade"), dice=(5, 3), steps=steps, side="W")
    lie = Lie(glossary("brade").ground)
    paths = re.findall(r'<path d="M([\d.]+) ([\d.]+)Q[^ ]+ [^ ]+ ([\d.]+) ([\d.]+)"/>', svg)
    assert [float(path[2]) for path in paths] == [lie.column(4), lie.column(2)]
    assert [float(path[1]) for path in paths] == [lie.on_bar("W", 2).y, lie.on_bar("W", 1).y], "from the top of the men on the bar"
    assert re.findall(r'<use href="#(k[tb])" x="([\d.]+)"', svg) == [("kb", f"{lie.column(4):g}"), ("kt", f"{lie.column(2):g}")]
    assert re.findall(r'<text class="bt"[^>]*>(\d)<', svg) == ["1", "2"]
    assert '<g class="dw"><use href="#brade-d5"/><use href="#brade-d3"' in svg


def test_men_come_from_the_hand_and_leave_at_their_own_end() -> None:
    words = glossary("trictrac-nl")
    lie = Lie(words.ground)
    svg = race_board(Setup(men(hand=15), men((24, 2), off=13), "W"), words, steps=(Step(HAND, 4), Step(HAND, 0)), side="W")
    starts = re.findall(r'<path d="M([\d.]+) ([\d.]+)Q', svg)
    assert all(float(x) < lie.column(0) for x, _ in starts), "White enters at the far left"
    (end,) = re.findall(
        r'<path d="M[^Q]*Q[^ ]+ [^ ]+ ([\d.]+) ([\d.]+)"/>',
        race_board(Setup(men((24, 1), off=14), men(hand=15), "W"), words, steps=(Step(23, OFF),)),
    )
    assert float(end[0]) < lie.left
    assert float(end[1]) > HEIGHT / 2, "and leaves at the near left"
    assert TOP < BOTTOM


def test_a_frozen_field_is_hatched_and_told() -> None:
    words = glossary("trictrac-nl")
    frozen = men((3, 1), (20, 5), (23, 4), off=5)
    assert dutch_frozen(frozen) == (3,)
    assert dutch_frozen(men((7, 1), (20, 5), off=9)) == ()
    assert dutch_frozen(men((20, 14), bar=1)) == (3,)
    assert dutch_frozen(men((1, 10), hand=5)) == (), "nothing stands there yet"
    setup = Setup(frozen, men(hand=15), "W")
    svg = race_board(setup, words, frozen=[("W", 3)])
    assert svg.count('class="fq"') == 1
    assert "White’s vak 4 is frozen." in svg
    assert 'class="fq"' not in race_board(setup, words)


def test_the_room_on_the_bar_is_that_of_the_rules() -> None:
    """docs/rules.md 6.8, T13: seven on the bar and nobody in the own quarter is jan; six with the home band there too."""
    assert brade_room(men((20, 8), bar=7)) < 7
    assert brade_room(men((1, 9), bar=6)) < 6
    assert not brade_room(men((20, 9), bar=6)) < 6


def test_the_board_is_told_in_words() -> None:
    told = described(Setup(men((1, 12), bar=3), men((24, 2), off=13), "W"), glossary("brade"))
    assert told == "White: ribba×3, 1×12. Black: 24×2, ute×13."
    assert described(None, glossary("brade")) == "The board is not known."
    assert "men not known" in race_board(Setup(None, men((1, 15)), "W"), glossary("brade"))


@pytest.mark.parametrize("rules", GAMES)
def test_symbols_used_are_there_once_beside_those_of_trictrac_too(rules: str) -> None:
    words = glossary(rules)
    svg = race_board(
        Setup(men((1, 7), (8, 1), off=2, bar=5), men((1, 13), hand=2), "B"),
        words,
        dice=(None, 6),
        steps=(Step(0, 5, 2), Step(5, 8, 1)),
        side="B",
    )
    used = set(re.findall(r'href="#([^"]+)"', svg))
    both = race_defs([glossary(one) for one in GAMES], shared=False) + board_defs()
    for defs in (race_defs([words]), both):
        ids = re.findall(r' id="([^"]+)"', defs)
        assert len(ids) == len(set(ids))
        assert used <= set(ids)
        assert set(re.findall(r'href="#([^"]+)"', defs)) <= set(ids)


def test_which_rule_sets_are_shown_as_races() -> None:
    races = {name for name, rules in RULE_SETS.items() if rules.family == "race"}
    assert {name for name in RULE_SETS if shown(name)} == races
    assert not has_glossary("../glossaries/brade")
    for name in races:
        words = glossary(name)
        assert words.ground.way
        assert all(words.terms.values())


@pytest.mark.parametrize("first", ["left", "right"])
@pytest.mark.parametrize("same_way", [False, True])
@pytest.mark.parametrize("hand", ["", "hand"])
def test_a_board_may_lie_any_way(first: str, same_way: bool, hand: str) -> None:
    """A further game says where it begins, which way it goes and whether men wait in the hand; no pile then lies on another."""
    lie = Lie(Ground(first=first, same_way=same_way, quarter="q", off="off", bar="bar", way="round", hand=hand))
    piles = [lie.outside(side, place) for side in SIDES for place in ((OFF, HAND) if hand else (OFF,))]
    assert len(set(piles)) == len(piles)
    table = min(lie.column(point) for point in range(24)) - 9, max(lie.column(point) for point in range(24)) + 9
    for x, _ in piles:
        assert x > 0 and x + 16 < lie.width
        assert x + 16 <= table[0] or x >= table[1]
    for side in SIDES:
        spots = {(lie.column(lie.point(place, side)), lie.top(lie.point(place, side))) for place in range(24)}
        assert len(spots) == 24
