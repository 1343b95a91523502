"""The score track: the lines end where the score does, the perfect pair stands only where it differs, and every sign is a link."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

from hypothesis import given
from hypothesis import strategies as st

from analysis.findings import Mark, Track
from reports.charts import dice_chart, rate_chart, trend_chart
from reports.track import BASE, SIGNS, TOP, Sign, track_svg, within


def track(white: list[int | None], black: list[int | None], first_differs: int | None = None, undefined_from: int | None = None) -> Track:
    marks = tuple(
        Mark(turn, turn + 1, 0 if own is not None else None, own, 0 if other is not None else None, other)
        for turn, (own, other) in enumerate(zip(white, black, strict=True))
    )
    return Track(marks, first_differs, undefined_from, "another board" if undefined_from is not None else "")


def path(svg: str, css: str) -> str:
    found = re.search(rf'<path class="{css}" d="([^"]*)"', svg)
    assert found is not None, css
    return found[1]


def end_height(line: str) -> float:
    return [float(number) for number in re.findall(r"[V ]([\d.]+)", line)][-1]


def level(holes: int, goal: int = 12) -> float:
    return round(BASE - (BASE - TOP) * holes / goal, 1)


def test_the_lines_end_at_the_last_score() -> None:
    played = track([0, 1, 1, 3], [0, 0, 2, 2])
    svg = track_svg(played, played)
    assert end_height(path(svg, "tl tw")) == level(3)
    assert end_height(path(svg, "tl tb")) == level(2)
    assert ">White 3<" in svg
    assert ">Black 2<" in svg


def test_perfect_marking_is_drawn_only_where_it_differs() -> None:
    same = track([0, 1], [0, 0])
    assert path(track_svg(same, same), "tp tw") == ""
    played, perfect = track([0, 0, 1, 1], [0, 0, 0, 0]), track([0, 2, 3, 3], [0, 0, 0, 0], first_differs=1)
    assert end_height(path(track_svg(played, perfect), "tp tw")) == level(3)


def test_the_end_of_perfect_marking_is_visible() -> None:
    played, perfect = track([0, 0, 1, 1], [0] * 4), track([0, 2, 3, 5], [0] * 4, first_differs=1, undefined_from=2)
    svg = track_svg(played, perfect)
    assert "perfect marking not defined from roll 3 on" in svg
    assert end_height(path(svg, "tp tw")) == level(2), "nothing is drawn beyond the end"
    assert "not defined" not in track_svg(played, track([0, 2, 3, 5], [0] * 4, first_differs=1))


def test_an_unknown_score_breaks_the_line() -> None:
    line = path(track_svg(track([0, None, None, 4], [0, 0, 0, 0]), track([], [])), "tl tw")
    assert line.count("M") == 2


def test_a_score_not_known_at_the_end_is_not_told_there() -> None:
    svg = track_svg(track([0, 2, None], [0, 0, 1]), track([], []), names=("M. de ?", "the abbé"))
    assert ">M. de ? ?<" in svg
    assert ">the abbé 1<" in svg


def test_holes_count_up_to_the_end_of_the_match() -> None:
    bound = within(track([0, None, 7], [5, 6, 6]), 6)
    assert [(mark.white_holes, mark.black_holes) for mark in bound.marks] == [(0, 5), (None, 6), (6, 6)]
    free = track([13], [0])
    assert within(free, 0) is free


def test_every_sign_is_a_link() -> None:
    played = track([0, 1, 2], [0, 0, 0])
    signs = [Sign(turn % 3, "W" if turn % 2 else "B", kind, f"{kind} here") for turn, kind in enumerate(SIGNS)]
    svg = track_svg(played, played, signs=signs, anchor=lambda turn: f"t{turn + 7}")
    fromstring(svg)
    assert sorted(re.findall(r'<a href="#(t\d+)">', svg)) == sorted(f"t{sign.turn + 7}" for sign in signs)
    assert svg.count(" here</title>") == len(signs)


def test_nothing_to_draw() -> None:
    assert track_svg(Track(()), Track(())) == ""


def test_names_are_escaped() -> None:
    played = track([0], [0])
    svg = track_svg(played, played, names=("<script>", "&"))
    assert "<script" not in svg
    fromstring(svg)


@given(
    st.lists(
        st.tuples(st.none() | st.integers(0, 30), st.none() | st.integers(0, 30), st.sampled_from((0, 2, 4, 10))), min_size=1, max_size=60
    )
)
def test_any_track_is_well_formed(scores: list[tuple[int | None, int | None, int]]) -> None:
    marks = tuple(Mark(turn, turn + 1, points, white, points, black) for turn, (white, black, points) in enumerate(scores))
    svg = track_svg(Track(marks), Track(marks, first_differs=len(scores) // 2))
    fromstring(svg)
    assert "nan" not in svg


def test_dice_stand_in_their_bars() -> None:
    svg = dice_chart([3, 0, 1, 2, 4, 2], "A<b>")
    fromstring(svg)
    assert "1: 3, 2: 0, 3: 1, 4: 2, 5: 4, 6: 2" in svg
    assert "2.0 even" in svg
    fromstring(dice_chart([0] * 6, "nobody"))


def test_rates_and_trends_are_well_formed() -> None:
    fromstring(rate_chart(0.5, 0.2, 0.8, 0.4))
    assert trend_chart([(1.0, 10)]) == ""
    svg = trend_chart([(1.0, 10), (0.2, 4), (0.9, 300)])
    fromstring(svg)
    assert svg.count('class="dot"') == 3
