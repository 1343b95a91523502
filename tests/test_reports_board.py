"""Boards as SVG: everything of the position is drawn, in its place, and nothing a name holds can run."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from typing import NamedTuple
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.places import point_names
from reports.board import (
    BOTTOM,
    HEIGHT,
    KINDS,
    LEGEND,
    TOKEN_PLACES,
    TOP,
    WIDTH,
    PointMark,
    board_defs,
    board_document,
    board_svg,
    column,
    describe,
    height,
    physical,
)

SVG = "{http://www.w3.org/2000/svg}"
TALON = (15,) + (0,) * 24


class Place(NamedTuple):
    """A board as `board_svg` asks for it."""

    white: tuple[int, ...] | None = TALON
    black: tuple[int, ...] | None = TALON
    points: tuple[int | None, int | None] = (0, 0)
    holes: tuple[int | None, int | None] = (0, 0)
    bredouille: tuple[bool, bool] = (False, False)


@st.composite
def men(draw: st.DrawFn) -> tuple[int, ...]:
    """Fifteen men anywhere on a route, some off."""
    places = draw(st.lists(st.integers(0, 24), min_size=15, max_size=15))
    return tuple(places.count(place) for place in range(25))


def uses(svg: str) -> Counter[str]:
    return Counter(re.findall(r'href="#([^"]+)"', svg))


def test_the_talons_face_each_other_and_so_do_the_corners() -> None:
    for side in ("W", "B"):
        assert column(physical(0, side)) == min(column(point) for point in range(24))
        assert column(physical(11, side)) == max(column(point) for point in range(24))
    assert column(physical(0, "W")) == column(physical(0, "B"))
    assert height(physical(0, "W"), 0) > height(physical(0, "B"), 0), "White sits below"


def test_my_point_is_the_opponents_mirror() -> None:
    for place in range(24):
        assert physical(place, "W") == physical(23 - place, "B")


@given(men(), men())
def test_every_man_is_drawn(white: tuple[int, ...], black: tuple[int, ...]) -> None:
    svg = board_svg(Place(white, black))
    for letter, counts in (("w", white), ("b", black)):
        points = uses(svg)
        piles = Counter(min(count, 5) for count in counts[:24] if count) + Counter([1] if counts[24] else [])
        assert {size: points[f"{letter}{size}"] for size in range(1, 6) if points[f"{letter}{size}"]} == dict(piles)
        numbers = sorted(int(number) for number in re.findall(rf'class="n{letter}"[^>]*>(\d+)<', svg))
        assert numbers == sorted([count for count in counts[:24] if count > 5] + ([counts[24]] if counts[24] else []))


@given(men(), men(), st.sampled_from("WB"), st.sampled_from(("guiton", "route", "bn")))
def test_a_board_is_well_formed_and_small(white: tuple[int, ...], black: tuple[int, ...], side: str, spelling: str) -> None:
    start = next(place for place in range(25) if white[place])
    svg = board_svg(
        Place(white, black, (4, 10), (3, 11), (True, False)),
        dice=(6, None),
        arrows=[(min(start, 23), 24), (min(start, 23), 23)],
        marks=[(kind, place) for place, kind in enumerate(KINDS)],
        side_to_move=side,  # type: ignore[arg-type]
        spelling=spelling,
        title="Roll 1",
    )
    fromstring(svg)
    assert len(svg.encode()) <= 5000


def test_every_symbol_used_is_defined_once() -> None:
    for spelling in ("guiton", "route", "bn"):
        defs = board_defs([spelling, spelling])
        ids = re.findall(r'id="([^"]+)"', defs)
        assert len(ids) == len(set(ids))
        for side in ("W", "B"):
            svg = board_svg(
                Place((0, 1, 2, 3, 4, 5) + (0,) * 19, TALON),
                dice=(1, 2, 3, 4, 5, 6, None),
                arrows=[(1, 2)],
                marks=[(kind, 3) for kind in KINDS],
                side_to_move=side,
                spelling=spelling,
            )
            assert set(uses(svg)) <= set(ids)
    assert {symbol for symbol, _ in LEGEND} <= set(re.findall(r'id="([^"]+)"', board_defs()))


@pytest.mark.parametrize("spelling", ["guiton", "route", "bn"])
@pytest.mark.parametrize("side", ["W", "B"])
def test_the_rim_names_points_as_the_record_does(spelling: str, side: str) -> None:
    defs = board_defs([spelling])
    used = next(name for name in uses(board_svg(Place(), side_to_move=side, spelling=spelling)) if "-" in name)  # type: ignore[arg-type]
    group = re.search(rf'<g id="{used}">.*?<g class="lb">(.*?)</g>', defs)
    assert group is not None
    told = {(float(x), float(y) > 100): name for x, y, name in re.findall(r'<text x="([\d.]+)" y="([\d.]+)">([^<]+)<', group[1])}
    for place, name in enumerate(point_names(spelling, side)):  # type: ignore[arg-type]
        point = physical(place, side)  # type: ignore[arg-type]
        assert told[column(point), point < 12] == name.replace("'", "&#x27;") or told[column(point), point < 12] == name


def test_tokens_lie_where_the_rules_put_them() -> None:
    """docs/rules.md 1.5: one token for the first scorer, two for the second as long as he is in bredouille."""
    assert sorted(TOKEN_PLACES) == [0, 2, 4, 6, 8, 10]
    assert TOKEN_PLACES[2] == (column(1) + column(2)) / 2
    assert TOKEN_PLACES[4] == (column(3) + column(4)) / 2
    assert column(5) < TOKEN_PLACES[6] < TOKEN_PLACES[8] < column(6)


def tokens(place: Place) -> tuple[int, int]:
    symbols = uses(board_svg(place))
    return symbols["jW"], symbols["jB"]


def test_the_second_scorer_in_bredouille_has_two_tokens() -> None:
    assert tokens(Place()) == (1, 1)
    assert tokens(Place(points=(4, 0), bredouille=(True, False))) == (1, 1)
    assert tokens(Place(points=(4, 6), bredouille=(False, True))) == (1, 2)
    assert tokens(Place(points=(4, 6))) == (1, 1)
    assert tokens(Place(points=(None, 6))) == (0, 1)


def test_hole_n_is_pegged_at_own_index_n_less_one() -> None:
    for holes in range(1, 13):
        pegs = dict(re.findall(r'href="#p([WB])" x="([\d.]+)"', board_svg(Place(holes=(holes, holes)))))
        assert float(pegs["W"]) == float(pegs["B"]) == column(holes - 1)


def test_arrows_go_from_the_top_man_to_the_free_slot() -> None:
    svg = board_svg(Place((2, 0, 0, 1) + (0,) * 21), arrows=[(0, 3), (0, 3)])
    paths = re.findall(r'd="M([\d.]+) ([\d.]+)Q[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"', svg)
    assert [float(number) for number in paths[0]] == [column(0), height(0, 1), column(3), height(3, 1)]
    assert [float(number) for number in paths[1]] == [column(0), height(0, 0), column(3), height(3, 2)]


def test_black_moves_along_his_own_route() -> None:
    svg = board_svg(Place(), arrows=[(0, 6)], side_to_move="B")
    path = re.search(r'd="M([\d.]+) ([\d.]+)Q[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"', svg)
    assert path is not None
    assert float(path[1]) == column(23)
    assert float(path[3]) == column(17)


def test_true_and_false_hits_differ_in_shape() -> None:
    """Not by colour alone: the symbols themselves differ."""
    defs = board_defs()
    shapes = {}
    for kind, symbol in KINDS.items():
        found = re.search(rf'<g id="{symbol}">(.*?)</g>', defs)
        assert found is not None, kind
        shapes[kind] = found[1]
    assert len(set(shapes.values())) == len(KINDS)
    svg = board_svg(Place(), marks=[PointMark("true", 20), PointMark("false", 21), ("nonsense", 3), ("true", 24)])
    assert uses(svg)["kt"] == uses(svg)["kf"] == 1


def test_the_style_puts_the_rows_where_the_drawing_expects_them() -> None:
    style = files("reports").joinpath("style.css").read_text("utf-8")
    assert f".lo {{ transform: translate(0, {BOTTOM}px); }}" in style
    assert f".up {{ transform: matrix(1, 0, 0, -1, 0, {TOP}); }}" in style
    assert f"transform-origin: {WIDTH // 2}px {HEIGHT // 2}px" in style
    assert ".defs " not in style.replace(".defs {", ""), "what a <use> brings in is not matched through the place of its symbol"


def test_black_turns_the_board_about() -> None:
    assert 'class="board flip"' in board_svg(Place(), perspective="B")
    assert "flip" not in board_svg(Place())


def test_unknown_men_are_said_so() -> None:
    svg = board_svg(Place(white=None, points=(None, 0), holes=(None, 0)))
    assert "White’s men not known" in svg
    assert not any(name.startswith("w") and name[1:].isdigit() for name in uses(svg))
    assert "men not known" in describe(Place(white=None))


def test_the_board_in_words() -> None:
    told = describe(Place((12, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1) + (0,) * 11, TALON, (4, 6), (0, 2), (False, True)))
    assert told == "White: T×12, 2×2, 10'; 4 points, 0 holes. Black: T×15; 6 points in bredouille, 2 holes."


def test_titles_are_escaped() -> None:
    svg = board_svg(Place(), title="</title><script>alert(1)</script>")
    assert "<script" not in svg
    fromstring(svg)


def test_a_board_of_its_own() -> None:
    text = board_document(board_svg(Place(), dice=(6, 5), title="Start"), ".fr{fill:#532}", ["guiton"])
    tree = fromstring(text)
    assert tree.tag == f"{SVG}svg"
    ids = {node.get("id") for node in tree.iter()}
    assert set(uses(text)) <= ids
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_same_board_gives_the_same_bytes() -> None:
    place = Place(points=(4, 6), holes=(1, 2))
    assert board_svg(place, dice=(6, 5)) == board_svg(place, dice=(6, 5))
    assert board_defs() == board_defs()
