"""The rare turns of the forms, each with its section of docs/rules.md (and of the rulebook)."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from forms_play import after, holes, runs

from replay.forms.adjournment import accounts, adjourned, freeze, thaw
from replay.forms.combine import pegs
from replay.forms.drain import Drain
from replay.forms.ecrire import advises_against
from replay.forms.events import CODES, Award, Bearoff, Decision, Marker, Wrong, event_from_json, event_to_json
from replay.forms.form import Form, form, form_from_json
from replay.forms.machine import State, holds, leads, play, start, step, trace
from replay.forms.paris import QUEUE, fish, pari_payments, paris, purses, queue_of_jetons, takers
from replay.forms.rulings import RULINGS, Rulings, rulings_of, with_rulings
from replay.forms.settlement import broken_off, settle
from replay.rules import RULE_SETS, with_variant

ECRIRE = form("ecrire", marks=12)
COMBINE = form("combine", marks=12)


def told(made: Form, *said: tuple[int, int, str]) -> dict[str, Any]:
    return trace(after(made, *runs(*said)))


def paid(made: Form, *said: tuple[int, int, str]) -> int:
    """Jetons of the mark the last run ended."""
    return int(told(made, *said)["results"][0]["payments"][0]["jetons"])


# -- à écrire: the obligatory hole (5.1) -----------------------------------------------------------------------------------------------


def test_six_on_the_opponents_roll_cannot_mark() -> None:
    """B5.2: she must stay in, and marks after a later hole of her own roll."""
    done = told(ECRIRE, (0, 6, "false"))
    assert done["forced_hold"] and done["must"] is None
    with pytest.raises(Wrong) as wrong:
        after(ECRIRE, *runs((0, 6, "false")), Decision(0, "mark"))
    assert (wrong.value.code, wrong.value.player) == ("must-hold", 0)
    assert told(ECRIRE, (0, 6, "false"), (0, 1, "?"))["must"]["legal"] == ["hold", "mark"]


def test_before_six_a_go_is_a_pickup_and_from_six_on_it_ends_the_mark() -> None:
    """B5.1, B5.3: one word for each, the other is refused."""
    assert told(ECRIRE, (0, 5, "?"))["must"]["legal"] == ["hold", "go"]
    assert told(ECRIRE, (0, 6, "?"))["must"]["legal"] == ["hold", "mark"]
    for holes_won, what, code in ((5, "mark", "mark-not-allowed"), (6, "go", "go-not-allowed"), (6, "refait", "refait-not-allowed")):
        with pytest.raises(Wrong) as wrong:
            after(ECRIRE, *runs((0, holes_won, "?")), Decision(0, what))
        assert wrong.value.code == code


def test_overtaking_needs_one_hole_more() -> None:
    """B6: at seven against seven the choice is a do-over, at eight the mark; the seven in the lead may be raised meanwhile."""
    base = ((0, 4, "hold"), (1, 7, "hold"))
    assert told(ECRIRE, *base, (0, 3, "?"))["must"]["legal"] == ["hold", "refait"]
    assert told(ECRIRE, *base, (0, 4, "?"))["must"]["legal"] == ["hold", "mark"]
    assert told(ECRIRE, *base, (0, 4, "hold"), (1, 2, "?"))["must"]["legal"] == ["hold", "mark"]


def test_equality_on_the_opponents_roll_is_no_do_over() -> None:
    """B7: the equalising hole must come on the catching player's own roll."""
    assert told(ECRIRE, (0, 6, "hold"), (1, 6, "false"))["must"] is None


def test_a_conceded_mark_is_simple_whatever_was_open() -> None:
    """B8, B9.6: the hole of him who concedes has interrupted any lurch; the opponent cannot refuse."""
    done = told(ECRIRE, (0, 14, "hold"), (1, 1, "concede"))
    assert done["results"][0]["class"] == "simple" and done["results"][0]["payments"][0]["jetons"] == 13 + 2
    assert done["must"] is None and done["mark"] == 2


def test_bearing_off_is_no_pickup() -> None:
    """B11.2: without pickup from the first hole to the last, a holding borne off between."""
    events = [*runs((0, 2, "hold")), Bearoff(0), *runs((0, 4, "mark"))]
    assert trace(after(ECRIRE, *events))["results"][0]["rate"] == 3


def test_bearing_off_gives_the_lead_and_keeps_points() -> None:
    """2.5 B-6: a new holding, nothing else changes."""
    done = after(ECRIRE, Award(0, 4, own_roll=True), Award(1, 6, own_roll=True), Bearoff(1))
    assert (done.lead, trace(done)["points"], leads(done.state)) == (1, [4, 6], 1)


# -- lurches (5.2) ---------------------------------------------------------------------------------------------------------------------


def test_a_pickup_by_the_interrupted_player_does_not_touch_the_later_lurch() -> None:
    """B11.4: only one's own pickup since one's own first hole costs the banner."""
    done = told(ECRIRE, (0, 2, "go"), (1, 6, "mark"))
    assert (done["results"][0]["class"], done["results"][0]["pickup"]) == ("petty", False)
    assert done["results"][0]["payments"][0]["jetons"] == 3 * 6 - 2 + 6


def test_the_rate_of_a_returned_lurch_is_that_of_the_failed_one() -> None:
    """B9.7, B10.6: fixed from his first hole on, whatever he does himself; the necktie alone is worn (B11.5)."""
    for picked, rate in ((True, 2), (False, 3)):
        first = ((1, 2, "go"), (1, 4, "hold")) if picked else ((1, 6, "hold"),)
        done = told(ECRIRE, *first, (0, 1, "?"))
        assert done["lurch"]["ecrire"] == {"side": 0, "kind": "arrears", "pickup": picked, "fixed": True}
        assert (done["banner"], done["necktie"]["ecrire"]) == (None, 0)
        assert paid(ECRIRE, *first, (0, 7, "mark")) == rate * 7 - 6 + 2 * rate


def test_the_rate_is_not_fixed_below_six() -> None:
    """B9.5: five holes are no failed lurch; the later one is with or without pickup by itself."""
    assert paid(ECRIRE, (1, 2, "go"), (1, 3, "hold"), (0, 7, "mark")) == 3 * 7 - 5 + 6


def test_a_failed_grand_lurch_fixes_a_petty_one_too() -> None:
    """B10.6: twelve are needed for the grand rate, against twelve thirteen are."""
    assert paid(ECRIRE, (1, 6, "hold"), (0, 11, "mark")) == 3 * 11 - 6 + 6
    assert paid(ECRIRE, (1, 12, "hold"), (0, 13, "mark")) == 5 * 13 - 12 + 10


def test_a_returned_lurch_that_is_lost_gives_nothing_back() -> None:
    """B9.8, B10.7: both lurches are ignored."""
    assert paid(ECRIRE, (1, 8, "hold"), (0, 9, "hold"), (1, 2, "mark")) == 1 + 2
    assert told(ECRIRE, (1, 12, "hold"), (0, 13, "hold"), (1, 2, "mark"))["results"][0]["class"] == "simple"


def test_a_do_over_clears_the_rights_and_keeps_the_leader() -> None:
    """5.1, B7: holes, run, pickups, a fixed rate: all gone; one consolation more."""
    base = ((1, 6, "hold"), (0, 6, "refait"))
    done = told(ECRIRE, *base)
    assert (done["refaits"], done["mark"], done["lead"], done["lurch"]["ecrire"]) == (1, 1, 0, None)
    assert paid(ECRIRE, *base, (0, 6, "mark")) == 18 + 12
    assert told(ECRIRE, *base, *base)["refaits"] == 2


def test_the_last_mark_can_be_annulled_too() -> None:
    """B7: then it is played again; the match ends with its payment."""
    made = form("ecrire", marks=2)
    done = told(made, (0, 6, "mark"), (1, 6, "hold"), (0, 6, "refait"))
    assert (done["over"], done["mark"], done["refaits"], done["lead"]) == (False, 2, 1, 1)


def test_other_houses_pay_other_rates() -> None:
    """5.2: flags `rates` and `refait`."""
    french = form("ecrire", marks=12, rulings=Rulings(rates="paris"))
    assert paid(french, (0, 6, "mark")) == 16 and paid(french, (0, 12, "mark")) == 56
    house = form("ecrire", marks=12, rulings=Rulings(rates="progress"))
    assert paid(house, (0, 18, "mark")) == 8 * 18 + 16
    doubling = form("ecrire", marks=12, rulings=Rulings(refait="double"))
    twice = ((1, 6, "hold"), (0, 6, "refait")) * 2
    assert paid(doubling, *twice, (0, 6, "hold"), (1, 4, "hold"), (0, 2, "mark")) == 4 + 8


def test_a_marker_forgotten_cannot_be_claimed_later() -> None:
    """B11.5, C7.1: without the banner the lower rate, without the necktie no lurch; the decision due stays due."""
    first = after(ECRIRE, *runs((0, 2, "?"))).state
    done = step(first, Marker(0, "no-banner"))
    assert trace(done)["must"]["player"] == 0 and trace(done)["banner"] is None
    assert paid_after(done.state, Decision(0, "hold"), *holes(0, 1, 4), Decision(0, "mark")) == 16
    late = after(ECRIRE, *runs((1, 2, "hold"), (0, 2, "?"))).state
    lost = step(late, Marker(0, "no-necktie")).state
    assert paid_after(lost, Decision(0, "hold"), *holes(0, 1, 6), Decision(0, "mark")) == 6 + 2
    assert step(late, Marker(0, "necktie")).state == late == step(late, Marker(0, "banner")).state


def paid_after(state: State, *events: Any) -> int:
    for event in events:
        done = step(state, event)
        state = done.state
    return int(trace(done)["results"][0]["payments"][0]["jetons"])


def test_a_marker_without_a_right_is_refused() -> None:
    """5.2: the banner is his who has a lurch without pickup, the necktie his who has one in arrears."""
    for state, player, what in (
        (start(ECRIRE), 0, "banner"),
        (after(ECRIRE, *runs((0, 2, "go"))).state, 0, "banner"),
        (after(ECRIRE, *runs((0, 2, "?"))).state, 0, "necktie"),
        (after(ECRIRE, *runs((0, 2, "?"))).state, 1, "no-banner"),
        (start(form("fill", order=(0, 1), ante=1)), 0, "necktie"),
        (start(ECRIRE), 0, "feather"),
    ):
        with pytest.raises(Wrong) as wrong:
            step(state, Marker(player, what))
        assert wrong.value.code == "no-right"


def test_a_necktie_serves_both_games_of_combine() -> None:
    """C7.2, C7.3: forgotten, it is forgotten for every game that runs; a frozen right stays."""
    state = after(COMBINE, *runs((1, 2, "hold"), (0, 2, "?"))).state
    done = trace(step(state, Marker(0, "no-necktie")))
    assert done["necktie"] == {"ecrire": None, "honours": None} and done["lurch"] == {"ecrire": None, "honours": None}
    frozen = after(COMBINE, *runs((1, 2, "hold"), (0, 2, "suspend_honours"))).state
    assert trace(step(frozen, Marker(0, "no-necktie")))["necktie"] == {"ecrire": None, "honours": 0}
    cure = after(form("cure"), *runs((1, 2, "hold"), (0, 2, "hold"))).state
    assert trace(step(cure, Marker(0, "no-necktie")))["lurch"]["match"] is None


# -- combiné (5.4) ---------------------------------------------------------------------------------------------------------------------


def test_a_frozen_lurch_pays_the_lower_rate_though_nobody_picked_up() -> None:
    """C5.4 case 2."""
    done = told(COMBINE, (0, 4, "suspend_ecrire"))
    assert done["lurch"]["ecrire"] == {"side": 0, "kind": "advance", "pickup": True, "fixed": False}
    assert paid(COMBINE, (0, 4, "suspend_ecrire"), (0, 2, "go"), (0, 2, "mark")) == 16


def test_while_one_game_is_suspended_only_the_other_counts_and_no_second_is_offered() -> None:
    """C5.2, C5.3."""
    done = told(COMBINE, (0, 4, "suspend_ecrire"), (1, 2, "?"))
    assert done["holes"] == {"ecrire": [4, 0], "honours": [4, 2]}
    assert done["must"]["legal"] == ["hold", "go"]
    done = told(COMBINE, (0, 6, "suspend_honours"), (0, 2, "?"))
    assert done["holes"] == {"ecrire": [8, 0], "honours": [6, 0]} and done["must"]["legal"] == ["hold", "mark"]


def test_bearing_off_does_not_end_a_suspension() -> None:
    """C5.2."""
    events = [*runs((0, 4, "suspend_ecrire")), Bearoff(1)]
    assert trace(after(COMBINE, *events))["suspended"] == "ecrire"


def test_any_going_ends_a_suspension_whoever_goes() -> None:
    """C5.2: the opponent's pickup too; what was frozen goes on as it stood."""
    done = told(COMBINE, (0, 4, "suspend_ecrire"), (1, 2, "go"))
    assert (done["suspended"], done["lead"]) == (None, 1)
    assert done["holes"] == {"ecrire": [4, 0], "honours": [4, 2]}
    done = told(COMBINE, (0, 6, "suspend_honours"), (1, 6, "refait"))
    assert (done["suspended"], done["refaits"], done["lead"]) == (None, 1, 0)


def test_a_mark_paid_by_suspension_begins_the_next_with_the_next_pickup() -> None:
    """C5.4 case 1, C6.4: until then holes count for honours alone, and the players stay."""
    done = told(COMBINE, (0, 6, "suspend_ecrire"))
    assert (done["suspended"], done["mark"], done["lost"], done["lead"]) == ("ecrire_over", 1, [0, 1], None)
    done = told(COMBINE, (0, 6, "suspend_ecrire"), (1, 4, "go"))
    assert (done["suspended"], done["mark"], done["lead"], done["holes"]["ecrire"]) == (None, 2, 1, [0, 0])


def test_a_mark_annulled_by_suspension_is_played_again_by_the_same_leader() -> None:
    """5.4: do-over by suspension; the pickup that ends it restarts the mark."""
    done = told(COMBINE, (1, 6, "hold"), (0, 6, "suspend_ecrire"))
    assert (done["suspended"], done["refaits"], done["mark"]) == ("ecrire_over", 1, 1)
    done = told(COMBINE, (1, 6, "hold"), (0, 6, "suspend_ecrire"), (1, 2, "go"))
    assert (done["suspended"], done["refaits"], done["mark"], done["lead"]) == (None, 1, 1, 0)


def test_suspending_behind_six_concedes() -> None:
    """5.4, flag `suspend-behind`."""
    said = ((1, 6, "hold"), (0, 2, "?"))
    assert "suspend_ecrire" in told(COMBINE, *said)["must"]["legal"]
    other = form("combine", marks=12, rulings=Rulings(suspend_behind="withheld"))
    assert "suspend_ecrire" not in told(other, *said)["must"]["legal"]
    done = told(COMBINE, (1, 6, "hold"), (0, 2, "suspend_ecrire"))
    assert done["results"][0]["conceded"] and done["lost"] == [1, 0] and done["suspended"] == "ecrire_over"


def test_suspending_behind_six_may_freeze() -> None:
    """C5.4 case 2 by its letter (flag `suspend-behind`): fewer than six of one's own freeze the mark; from six on it is conceded."""
    letter = form("combine", marks=2, rulings=Rulings(suspend_behind="freeze"))
    done = told(letter, (1, 6, "hold"), (0, 2, "suspend_ecrire"))
    assert (done["results"], done["suspended"], done["holes"]["ecrire"]) == ([], "ecrire", [2, 6])
    late = told(letter, (1, 6, "hold"), (0, 2, "suspend_ecrire"), (0, 2, "go"))  # honours alone; the mark goes on as it stood
    assert (late["suspended"], late["holes"]) == (None, {"ecrire": [2, 6], "honours": [4, 6]})
    assert late["lurch"]["ecrire"] == {"side": 0, "kind": "arrears", "pickup": True, "fixed": True}
    assert told(letter, (1, 8, "hold"), (0, 6, "suspend_ecrire"))["results"][0]["conceded"]
    ending = form(
        "combine", marks=2, rulings=Rulings(suspend_behind="freeze")
    )  # it does not end the match, and so the last mark has it too
    assert "suspend_ecrire" in told(ending, (0, 6, "mark"), (1, 6, "hold"), (0, 2, "?"))["must"]["legal"]


def test_a_mark_may_be_conceded_without_a_hole() -> None:
    """B8 by its letter (flag `concede`): on any roll, behind six or more; the applicable consolation, simple where a lurch is broken."""
    free = form("ecrire", marks=2, rulings=Rulings(concede="any-time"))
    giving = Decision(1, "concede")
    alive = trace(after(free, *runs((0, 6, "hold")), giving))["results"][0]
    assert (alive["conceded"], alive["class"], alive["rate"], alive["payments"][0]["jetons"]) == (True, "petty", 3, 24)
    broken = trace(after(free, *runs((0, 6, "hold"), (1, 2, "hold")), giving))["results"][0]
    assert (broken["class"], broken["payments"][0]["jetons"]) == ("simple", 6)
    forced = trace(after(free, *runs((0, 6, "hold"), (1, 2, "false")), giving))["results"][0]  # he need not stay in
    assert forced["payments"][0]["jetons"] == 6
    both = form("combine", marks=2, rulings=Rulings(concede="any-time"))
    assert trace(after(both, *runs((0, 7, "hold")), giving))["results"][0]["class"] == "petty"
    for made, said in ((form("ecrire", marks=2), (0, 6, "hold")), (free, (0, 4, "hold"))):
        with pytest.raises(Wrong) as wrong:
            after(made, *runs(said), giving)
        assert wrong.value.code == "no-hole"
    with pytest.raises(Wrong) as wrong:
        after(free, *runs((0, 6, "?")), giving)
    assert wrong.value.code == "not-his-decision"


def test_a_grand_lurch_in_arrears_may_go_by_the_holes_before_it() -> None:
    """B10.6, last sentence, by its letter (flag `grand-arrears`): fivefold only where the first player had not picked up either."""
    letter = form("ecrire", marks=2, rulings=Rulings(grand_arrears="both"))
    said = ((0, 2, "go"), (1, 12, "mark"))
    assert told(form("ecrire", marks=2), *said)["results"][0]["rate"] == 5
    assert told(letter, *said)["results"][0]["rate"] == 4
    assert told(letter, (0, 2, "hold"), (1, 12, "mark"))["results"][0]["rate"] == 5
    assert told(letter, (0, 2, "go"), (1, 6, "mark"))["results"][0]["rate"] == 3  # a petty one is with or without by itself
    assert told(letter, (0, 2, "hold"), (1, 2, "go"), (1, 10, "mark"))["results"][0]["rate"] == 4


LAST = form("combine", marks=2)
FIRST_MARK = (0, 6, "mark")


def test_in_the_last_mark_what_would_end_the_match_cannot_be_suspended() -> None:
    """5.4, flag `suspend-last`: ahead or behind at six it is withheld; a do-over, or below six, it is not."""
    assert told(LAST, FIRST_MARK, (1, 6, "?"))["must"]["legal"] == ["hold", "mark", "suspend_honours"]
    assert told(LAST, FIRST_MARK, (1, 6, "hold"), (0, 2, "?"))["must"]["legal"] == ["hold", "concede", "suspend_honours"]
    assert "suspend_ecrire" in told(LAST, FIRST_MARK, (1, 6, "hold"), (0, 6, "?"))["must"]["legal"]
    assert "suspend_ecrire" in told(LAST, FIRST_MARK, (1, 4, "?"))["must"]["legal"]
    offered = form("combine", marks=2, rulings=Rulings(suspend_last="offered"))
    assert told(offered, FIRST_MARK, (1, 6, "suspend_ecrire"))["over"]


def test_twelve_honours_holes_on_the_opponents_roll_win_but_hold() -> None:
    """C4: won at once, whoever rolled; the maker must stay in."""
    done = told(COMBINE, (0, 12, "false"))
    assert done["results"][0]["class"] == "quadruple" and done["forced_hold"] and done["must"] is None


def test_what_is_over_opens_the_next_honours_game() -> None:
    """C4: surplus holes are his first; with them the chance of a quadruple stands, a treble does not."""
    done = told(COMBINE, (1, 2, "hold"), (0, 15, "?"))
    assert done["results"][0]["class"] == "treble" and done["results"][0]["surplus"] == 3
    assert done["holes"]["honours"] == [3, 0] and done["lurch"]["honours"] == {"side": 0, "kind": "first"}
    assert done["necktie"]["honours"] is None


def test_two_honours_games_in_one_roll() -> None:
    """C4: repeated while twelve are there; the second draws the pool."""
    done = told(COMBINE, (0, 24, "?"))
    assert [(game["class"], game["surplus"], game["drew"]) for game in done["results"]] == [("quadruple", 12, 0), ("quadruple", 0, 12)]
    assert done["fish"] == [-2 + 4 + 4 + 12 - 2, -2 - 8 - 8 - 2] and done["pool"] == 4 and done["contract"] is None


def test_no_pool_begins_in_the_last_mark() -> None:
    """C9.4: after a draw there a game is paid to the winner only."""
    done = told(LAST, (0, 12, "mark"), (0, 12, "?"))
    assert done["results"][0]["drew"] == 12 and done["pool"] is None
    done = told(LAST, (0, 12, "mark"), (0, 12, "hold"), (0, 12, "?"))
    assert (done["results"][0]["to_pool"], done["pool"], done["contract"]) == (0, None, None)


def test_a_pool_drawn_between_the_last_two_marks_is_followed_by_another() -> None:
    """5.4, flag `pool-between`: the mark is paid, the last has not begun."""
    said = ((0, 12, "suspend_ecrire"), (0, 12, "?"))
    assert told(LAST, *said)["pool"] == 4
    other = form("combine", marks=2, rulings=Rulings(pool_between="none"))
    assert told(other, *said)["pool"] is None


def closed(rulings: Rulings, *said: tuple[int, int, str]) -> dict[str, Any]:
    state = play(form("combine", marks=2, rulings=rulings), runs(*said))
    return dict(settle(state).told["honours"])


def test_a_pool_open_at_the_end() -> None:
    """C9.4 and 5.4: no game, one, more; flags `pool-first` and `pool-open`."""
    usual = Rulings()
    assert closed(usual, (0, 6, "mark"), (1, 6, "mark"))["pool"] == {"how": "stakes returned", "shares": [2, 2]}
    once = ((0, 6, "mark"), (1, 12, "mark"))  # the one game is won in the last mark
    assert closed(usual, *once)["pool"]["shares"] == [0, 7]
    assert closed(Rulings(pool_first="stakes"), *once)["pool"]["shares"] == [3, 4]
    early = ((0, 12, "mark"), (1, 6, "mark"))
    assert closed(usual, *early)["pool"]["shares"] == [8, 0]
    assert closed(Rulings(pool_open="halves"), *early)["pool"]["shares"] == [4, 4]
    twice = ((0, 12, "mark"), (1, 13, "mark"))  # each has won one: halves, and the odd fish to the last
    assert sum(closed(usual, *twice)["pool"]["shares"]) == 12 and closed(usual, *twice)["pool"]["how"] == "divided"


def test_an_unfinished_honours_game() -> None:
    """5.4, flag `honours-open`: void, or single to the side ahead and nothing into the pool."""
    said = ((0, 6, "mark"), (1, 8, "mark"))
    assert closed(Rulings(), *said)["fish"] == [0, 0]
    assert closed(Rulings(honours_open="ahead"), *said)["fish"] == [-1, 1]


def test_the_partner_who_comes_in_takes_the_honours_game_as_it_stands() -> None:
    """C5.6, F: rotation goes by the marks alone."""
    made = form("combine", seating="chouette", marks=8)
    events = [*runs((0, 6, "mark")), *runs((1, 6, "mark"))]
    done = trace(after(made, *events))
    assert done["seats"] == [0, 2] and done["holes"]["honours"] == [6, 6] and done["mark"] == 3
    with pytest.raises(Wrong) as wrong:
        after(made, *events, Award(1, 2, own_roll=True))
    assert wrong.value.code == "not-seated"


def test_who_marks_and_keeps_honours_running_stays_until_the_pickup() -> None:
    """C5.6: the seats change with it."""
    made = form("combine", seating="four", marks=8, first=(0, 2))
    events = [*holes(2, 0, 6), Decision(2, "suspend_ecrire")]
    assert trace(after(made, *events))["seats"] == [0, 2]
    done = trace(after(made, *events, *holes(2, 0, 2), Decision(2, "go")))
    assert (done["seats"], done["lead"]) == ([0, 3], 0)


def test_pegs_by_metal() -> None:
    """C6.1 to C6.4."""

    def shown(*said: tuple[int, int, str]) -> tuple[dict[str, int], dict[str, int]]:
        return pegs(after(COMBINE, *runs(*said)).state)

    assert shown((0, 6, "?")) == ({"bimetallic": 6}, {})
    assert shown((0, 6, "mark")) == ({"silver": 6}, {})
    assert shown((0, 6, "mark"), (0, 1, "?")) == ({"gold": 1, "silver": 7}, {})
    assert shown((0, 4, "suspend_ecrire"), (0, 1, "?")) == ({"black": 4, "silver": 5}, {})
    assert shown((0, 6, "suspend_ecrire")) == ({"silver": 6, "black": 12}, {"black": 12})
    assert shown((0, 6, "suspend_honours"), (0, 1, "?")) == ({"gold": 7, "black": 6}, {})


# -- twelve holes and pools ------------------------------------------------------------------------------------------------------------


def test_a_match_of_holes_ends_on_anybodys_roll() -> None:
    """P-4: surplus holes count for nothing, nothing can follow."""
    made = form("cure")
    done = after(made, Award(0, 84, own_roll=False))
    assert trace(done)["holes"]["match"] == [12, 0] and done.results[0].to_json()["grand_lurch"] == "first"
    with pytest.raises(Wrong) as wrong:
        step(done.state, Award(1, 2, own_roll=True))
    assert wrong.value.code == "match-over"


def test_the_champion_must_beat_all_others_running() -> None:
    """D1.3, D1.4; the loser of the deciding match antes by the flag `last-ante` only."""
    for ruling, taken, money in (("none", 6, (4, -2, -2)), ("paid", 7, (5, -3, -2))):
        made = form("fill", order=(1, 0, 2), ante=1, rulings=Rulings(last_ante=ruling))
        events = [*holes(1, 0, 6), *holes(2, 1, 6), *holes(0, 2, 6), *holes(0, 1, 6)]
        done = after(made, *events)
        assert done.state.table.over and done.state.champion == 0
        assert (done.results[0].to_json()["takes_pool"], done.state.money) == (taken, money)


def test_a_pool_given_up_is_split() -> None:
    """5.5 D1: nobody has won it; the shares are whole units."""
    made = form("fill", order=(0, 1, 2), ante=1)
    state = play(made, holes(1, 0, 6))
    assert state.pool == 4 and broken_off(state) == (-1, 1, 0)  # type: ignore[union-attr, arg-type]


def test_the_draining_pool_pays_what_it_has() -> None:
    """D2.4: twenty holes drain all of it; the winner leaves, the loser stays until then."""
    made = form("drain", order=(0, 1, 2), pool=60, grand_lurch=True)
    done = after(made, *holes(0, 1, 6), Decision(0, "mark"))
    assert (done.results[0].to_json()["net_holes"], done.results[0].to_json()["paid"], sorted(done.state.table.pair)) == (12, 36, [1, 2])
    done = after(made, *holes(0, 1, 6), Decision(0, "mark"), *holes(2, 1, 10), Decision(2, "mark"))
    assert (done.results[0].to_json()["due"], done.results[0].to_json()["paid"], done.state.table.over) == (60, 24, True)


def drained(pool: int, players: int, *said: tuple[int, int, str], coin: str = "exact", lurch: bool = False) -> State:
    order = tuple(range(players))
    made = form("drain", order=order, pool=pool, grand_lurch=lurch, rulings=Rulings(drain_coin=coin))
    return after(made, *runs(*said)).state


def test_any_sum_may_be_drained() -> None:
    """D2.1, D2.2: equal shares, and five per cent of the pool a hole, whatever it is; flag `drain-coin`."""
    said = ((0, 9, "mark"),)
    state = drained(50, 3, *said)
    assert isinstance(state, Drain)
    assert state.money == (Fraction(-50, 3) + Fraction(45, 2), Fraction(-50, 3), Fraction(-50, 3)) and state.pool == Fraction(55, 2)
    assert sum(state.money) + state.pool == 0
    assert thaw(json.loads(json.dumps(freeze(state)))) == state
    assert adjourned(state)[:2] == ("in the pool: 27.5", "player 0: +5 5/6")
    whole = drained(50, 3, *said, coin="whole")
    assert isinstance(whole, Drain)
    assert (whole.money, whole.pool) == ((-17 + 22, -17, -16), 28)
    little = drained(5, 3, (0, 6, "mark"), coin="whole")  # a match is won for a coin at least
    assert isinstance(little, Drain) and little.pool == 4 and sum(little.money) == -4


@pytest.mark.parametrize(("pool", "coin"), [(0, "exact"), (-3, "exact"), (2, "whole")])
def test_a_pool_is_of_some_money(pool: int, coin: str) -> None:
    with pytest.raises(Wrong) as wrong:
        drained(pool, 3, coin=coin)
    assert wrong.value.code == "bad-form"


def test_the_loser_of_a_drain_match_may_stay_at_equality_or_annul() -> None:
    """5.5 D2: flags `drain-equal` and `drain-behind`."""
    said = [*holes(0, 1, 6), Decision(0, "hold"), *holes(1, 0, 6)]
    behind = [*said[:2], *holes(1, 0, 2)]
    usual = form("drain", order=(0, 1, 2), pool=60)
    assert trace(after(usual, *said))["must"]["legal"] == ["hold", "refait"]
    assert trace(after(usual, *behind))["must"]["legal"] == ["hold", "concede"]
    other = form("drain", order=(0, 1, 2), pool=60, rulings=Rulings(drain_equal="hold", drain_behind="hold"))
    assert trace(after(other, *said))["must"]["legal"] == ["hold"] == trace(after(other, *behind))["must"]["legal"]


# -- three and four (5.5) --------------------------------------------------------------------------------------------------------------


def test_a_do_over_keeps_pair_and_leader_at_a_round_table() -> None:
    """E2: the same two play the mark again."""
    made = form("ecrire", seating="round_robin", marks=9, first=(2, 0))
    events = [*holes(2, 0, 6), Decision(2, "hold"), *holes(0, 2, 6), Decision(0, "refait")]
    done = trace(after(made, *events))
    assert (done["seats"], done["lead"], done["mark"]) == ([0, 2], 2, 1)


def test_the_idle_player_has_the_consolation_in_all_its_proportions() -> None:
    """E2.7: with its rate and its do-overs."""
    made = form("ecrire", seating="round_robin", marks=9, first=(0, 1))
    done = trace(
        after(made, *holes(0, 1, 6), Decision(0, "hold"), *holes(1, 0, 6), Decision(1, "refait"), *holes(0, 1, 6), Decision(0, "mark"))
    )
    assert done["results"][0]["payments"] == [{"from": 1, "to": 0, "jetons": 30}, {"from": 1, "to": 2, "jetons": 12}]


def test_the_idle_player_advises_against_the_less_marked() -> None:
    """E2.6."""
    made = form("ecrire", seating="round_robin", marks=9, first=(0, 1))
    assert advises_against(start(made)) is None  # type: ignore[arg-type]
    state = after(made, *holes(0, 1, 6), Decision(0, "mark")).state  # player 1 has lost one, 2 comes in
    assert advises_against(state) == 2
    assert "player 0 sits out, and may advise against player 2" in adjourned(state)
    assert "player 2 sits out" in adjourned(start(made))


@pytest.mark.parametrize(
    ("seating", "first", "marks", "lead"),
    [
        ("two", (), 3, 0),
        ("round_robin", (0, 1), 10, 0),
        ("chouette", (), 7, 0),
        ("four", (0, 2), 6, 0),
        ("four", (0, 1), 8, 0),
        ("two", (), 0, 0),
    ],
)
def test_a_match_that_cannot_keep_its_promise_is_refused(seating: str, first: tuple[int, ...], marks: int, lead: int) -> None:
    """5.3, 5.5: marks must divide among the seats; the first two must be opponents."""
    with pytest.raises(Wrong) as wrong:
        form("ecrire", seating=seating, marks=marks, first=first, lead=lead)
    assert wrong.value.code == "bad-form" and "docs/rules.md" in str(wrong.value)


def test_combine_is_not_played_round() -> None:
    """F."""
    with pytest.raises(Wrong):
        form("combine", seating="round_robin", marks=9, first=(0, 1))


# -- what is settled (5.3) -------------------------------------------------------------------------------------------------------------


def test_the_queue_of_jetons_goes_by_the_payments() -> None:
    """5.3 2, flag `queue-ahead`: seven markers down leave less in hand than five, though one jeton more was won."""
    usual, other = Rulings(), Rulings(queue_ahead="in-hand")
    assert takers((7, 5), (1, -1), usual) == (0,) and takers((7, 5), (1, -1), other) == (0, 1)
    assert queue_of_jetons((7, 5), (0,)) == (5, -5) and queue_of_jetons((7, 5), (0, 1)) == (-1, 1)


def test_three_share_the_queue_only_where_they_are_equal() -> None:
    """5.5 E2, flag `queue-three`: an odd number of markers may halve a jeton."""
    assert takers((1, 4, 4), (30, 10, -40), Rulings()) == (0,)
    assert takers((1, 4, 4), (30, 10, -40), Rulings(queue_three="winners")) == (0, 1)
    assert queue_of_jetons((1, 4, 4), (0, 1)) == (3.5, 0.5, -4)


def test_paris_and_their_queue() -> None:
    """B12.2, B12.3, E2.8 to E2.10."""
    assert paris((5, 7)) == (-2, 2) and paris((2, 4, 6)) == (-4, 0, 4)
    assert pari_payments((0, 0), Rulings()) == ()
    for won in ((-2, 2), (-4, 0, 4), (-6, 2, 4), (8, -4, -4)):
        assert sum(due.queue for due in pari_payments(won, Rulings())) == QUEUE
    assert [due.queue for due in pari_payments((8, -4, -4), Rulings(paris_queue="whole"))] == [20, 20]


@pytest.mark.parametrize(("net", "wanted"), [(216, 22), (214, 21), (4, 0), (6, 1), (0, 0)])
def test_fish(net: int, wanted: int) -> None:
    """5.3 5."""
    assert fish((net, -net), Rulings()).fish == wanted and fish((-net, net), Rulings()).fish == wanted


def test_five_over_go_double_or_nothing() -> None:
    """5.3 5, flag `fish-five`."""
    assert fish((15, -15), Rulings()) == (1, None, (1, 2)) and fish((15, -15), Rulings(fish_five="up")) == (1, 2, None)


def test_the_books_own_adjournment_record() -> None:
    """E2.12: Alice without a stake, 4 paris, 5 jetons; Bob has 1 pari, 21 jetons and her 8 fish and 2 of Charlie's; Charlie 4 and 5.

    All forty jetons are there: 5, 21 and 5 in hand, nine put down for lost marks.
    """
    alice, bob, charlie = purses((-71, 102, -31), (4, 1, 4), (0, 20, 20))
    assert (alice.jetons, alice.lost, alice.fish) == (5, 4, ())
    assert (bob.jetons, bob.lost, bob.fish) == (21, 1, ((0, 8), (2, 2)))
    assert (charlie.jetons, charlie.lost, charlie.fish) == (5, 4, ())


def test_stakes_and_fish_of_two() -> None:
    """B12.4: beyond the stake the loser draws fish, and no more than he must."""
    loser, winner = purses((-25, 25), (1, 0), (20, 20))
    assert (loser.jetons, winner.jetons, winner.fish) == (4, 35, ((0, 1),))
    assert purses((-19, 19), (1, 0), (20, 20))[0].jetons == 0


# -- adjournment -----------------------------------------------------------------------------------------------------------------------


def test_what_is_written_down_tells_all_of_it() -> None:
    """B13, C10: marks, accounts, holes, rights, the honours game, its pool, what is suspended, what is due."""
    state = after(COMBINE, *runs((0, 6, "mark"), (1, 2, "hold"), (0, 4, "suspend_ecrire"), (1, 1, "?"))).state
    text = "\n".join(adjourned(state, ("Alice", "Bob")))
    for words in (
        "mark 2 of 12", "Bob: 1 pari", "holes: Alice 4, Bob 2", "in arrears, with pickup: Alice, necktie", "honours: Alice 10, Bob 3",
        "pool: 4 fish, nobody's contract", "suspended: à écrire", "Bob decides: hold, go", "Bob led the mark",
    ):  # fmt: skip
        assert words in text
    assert accounts(state)[1].lost == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda record: record | {"adjourned": 9},
        lambda record: record | {"state": None},
        lambda record: record | {"state": {"is": "os"}},
        lambda record: record | {"form": {}},
        lambda record: record | {"state": record["state"] | {"jetons": [3, 4]}},
        lambda record: record | {"state": record["state"] | {"table": 7}},
        lambda record: record | {"state": record["state"] | {"more": 1}},
        lambda record: record | {"form": record["form"] | {"marks": 7}},
    ],
)
def test_a_damaged_record_is_told(damage: Any) -> None:
    record = json.loads(json.dumps(freeze(start(ECRIRE))))
    assert thaw(record) == start(ECRIRE)
    with pytest.raises(Wrong) as wrong:
        thaw(damage(record))
    assert wrong.value.code in ("bad-record", "bad-form")


def test_a_record_with_half_a_win_is_damaged() -> None:
    """Every part is of its kind."""
    record = json.loads(json.dumps(freeze(start(form("fill", order=(0, 1, 2), ante=1)))))
    assert record["state"]["wins"] == 0
    record["state"]["wins"] = 0.5
    with pytest.raises(Wrong, match="wins of Fill is no int"):
        thaw(record)


# -- the door --------------------------------------------------------------------------------------------------------------------------


def test_wrong_events_leave_the_state_as_it_was_and_say_why() -> None:
    state: State = start(ECRIRE)
    never = (
        (Award(2, 4, own_roll=True), "not-seated"),
        (Award(0, 0, own_roll=True), "no-points"),
        (Decision(0, "go"), "no-hole"),
        (Decision(0, "sing"), "no-such-decision"),
    )
    for event, code in never:
        with pytest.raises(Wrong) as wrong:
            step(state, event)
        assert wrong.value.code == code in CODES and wrong.value.section and str(wrong.value)
    state = after(ECRIRE, *runs((0, 2, "?"))).state
    due = (
        (Award(1, 4, own_roll=True), "decision-due"),
        (Bearoff(0), "decision-due"),
        (Decision(1, "go"), "not-his-decision"),
        (Decision(0, "suspend_honours"), "suspend-not-allowed"),
    )
    for event, code in due:
        with pytest.raises(Wrong) as wrong:
            step(state, event)
        assert wrong.value.code == code in CODES
    with pytest.raises(Wrong) as wrong:
        settle(state)
    assert wrong.value.code == "not-over"


def test_every_event_is_read_as_it_is_written() -> None:
    for event in (
        Award(0, 4, own_roll=True),
        Award(1, 12, own_roll=False, pegged=1),
        Decision(0, "go"),
        Bearoff(1),
        Marker(0, "no-banner"),
    ):
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


def test_who_plays_on_has_held() -> None:
    state = after(ECRIRE, *runs((0, 2, "?"))).state
    assert holds(state) == after(ECRIRE, *runs((0, 2, "hold"))).state
    assert holds(start(ECRIRE)) == start(ECRIRE)


@pytest.mark.parametrize(
    "row", [{}, {"type": "award", "player": 0}, {"type": "bearoff"}, {"type": "decision", "player": True, "what": "go"}]
)
def test_what_is_no_event_is_told(row: dict[str, Any]) -> None:
    with pytest.raises(Wrong):
        event_from_json(row)


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"form": "whist"},
        {"form": "ecrire", "marks": "x"},
        {"form": "fill", "order": [0, 0], "ante": 1},
        {"form": "drain", "order": [0, 1]},
    ],
)
def test_what_is_no_form_is_told(row: dict[str, Any]) -> None:
    with pytest.raises(Wrong) as wrong:
        form_from_json(row)
    assert wrong.value.code == "bad-form"


def test_rulings_are_taken_from_the_rules_and_from_words() -> None:
    rules = with_variant(RULE_SETS["ecrire"], "rates=paris, refait=double, rotation=literal")
    assert rulings_of(rules) == Rulings(rates="paris", refait="double", rotation="literal")
    assert with_rulings(Rulings(), "bridge=double, honours-double=5") == Rulings(bridge="double", honours_double=5)
    assert with_rulings(Rulings(), "") == Rulings()
    for words in ("nothing=1", "bridge=yes"):
        with pytest.raises(ValueError, match=r"known are|half or double"):
            with_rulings(Rulings(), words)
    usual = Rulings()._asdict()
    assert {row.field: row.values[0] for row in RULINGS} == usual
    assert all(len(row.values) == len(row.words) for row in RULINGS)


def test_a_chouette_has_any_even_number_of_marks() -> None:
    """5.5 E1: where they are not a multiple of four, the first partner plays two more."""
    for marks in (6, 10, 12):
        assert form("ecrire", seating="chouette", marks=marks).marks == marks
