"""The accounting of the treatises (settlements.jsonl): marks, do-overs, paris, matches on paper and in jetons, three at table, pools.

Rows marked `variant` are read with the flag of another house; `HOUSES` says which, and why. The other kinds of that file are
about points, holes and schools (test_replay_match.py, test_analysis_schools.py).
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import cases_folder
from forms_play import after, holes, runs

from replay.forms.events import Decision
from replay.forms.fill import Fill
from replay.forms.form import form
from replay.forms.machine import play, trace
from replay.forms.mark import Mark, consolation, lurch_rate, option, worth
from replay.forms.paris import FISH, fish, pari_payments, paris, queue_of_jetons, takers
from replay.forms.rulings import Rulings, with_rulings
from replay.forms.settlement import broken_off

pytestmark = pytest.mark.cases
Row = dict[str, Any]

HOUSES = {
    "a_ecrire_mark": "rates=progress",  # some houses double the rate every six holes (Lepeintre)
    "a_ecrire_rate_variant": "rates=progress",
    "a_ecrire_refait": "refait=double",  # each do-over doubles the consolation
    "fiche_rounding": "fish-five=up",  # J. L. 1852: five jetons over are a fish
    "paris_three_players": "paris-queue=whole",  # the queue of 20 is paid to each of two winners
}
"""The flag by which the rows of a kind are read that the handed file marks as another house's."""

FRENCH = "rates=paris"
"""What the French treatises pay: 2 and 4, picked up or not."""


def rows(kind: str) -> list[Any]:
    lines = (cases_folder() / "settlements.jsonl").read_text("utf-8").splitlines()
    return [pytest.param(row, id=row["id"]) for row in map(json.loads, lines) if row["kind"] == kind]


def house(row: Row, usual: str = "") -> Rulings:
    """The rulings a row is read with: its own house's where it has one, else those of the kind of treatise."""
    if "variant" in row:
        assert row["kind"] in HOUSES, f"{row['id']} is marked as a variant: say which flag reads it"
        return with_rulings(Rulings(), HOUSES[row["kind"]])
    return with_rulings(Rulings(), usual)


@pytest.mark.parametrize("row", rows("a_ecrire_mark"))
def test_a_mark(row: Row) -> None:
    said, rulings = row["inputs"], house(row, FRENCH)
    if "sequence" in said:
        made = form("ecrire", marks=8, rulings=rulings)
        who = {"winner": 0, "loser": 1}
        events = runs(*((who[name], number, "hold") for name, number in said["sequence"]))
        done = trace(after(made, *events[:-1], Decision(0, "mark")))["results"][0]
        assert done["holes"] == [said["winner_holes"], said["loser_holes"]]
        assert {"jetons": done["payments"][0]["jetons"]} == row["expected"]
        assert (done["class"] == "simple") == (said["rate"] == "simple")
        return
    lurch = said["rate"] != "simple"
    mark = Mark((said["winner_holes"], said["loser_holes"]), 0 if lurch else None)
    found = worth(mark, 0, 0, rulings)
    assert (
        found.kind == {"simple": "simple", "petite_bredouille": "petty", "grande_bredouille": "grand"}[said["rate"]]
    ) or "variant" in row
    assert {"jetons": found.for_holes + found.consolation} == row["expected"]


@pytest.mark.parametrize("row", rows("a_ecrire_refait"))
def test_a_do_over(row: Row) -> None:
    said, wanted, rulings = row["inputs"], row["expected"], house(row, FRENCH)
    if "refaits" in said:
        rates = {"simple": 1, "double": 2, "quadruple": 4}
        found = {f"consolation_{name}": consolation(rate, said["refaits"], rulings) for name, rate in rates.items()}
        assert found == wanted
        return
    who = {"a": 0, "b": 1}[said["goes"]]
    for right in (None, 0) if said.get("a_has_pavillon") else (None,):
        assert option(Mark((said["holes_a"], said["holes_b"]), right), who) == wanted["result"]


@pytest.mark.parametrize("row", rows("a_ecrire_rate_variant"))
def test_another_progression(row: Row) -> None:
    won = row["inputs"]["winner_holes_in_lurch"]
    assert {"multiplier": lurch_rate(won, pickup=True, rulings=house(row))} == row["expected"]


@pytest.mark.parametrize("row", rows("paris_two_players"))
def test_paris_of_two(row: Row) -> None:
    marks, put = row["inputs"]["marks"], row["inputs"]["loser_marked"]
    (due,) = pari_payments(paris((put, marks - put)), house(row))
    assert (due.payer, due.payee) == (0, 1)
    assert {"jetons": due.jetons + due.queue, "paris_over_half": put - marks // 2} == row["expected"]


@pytest.mark.parametrize("row", rows("paris_three_players"))
def test_paris_of_three(row: Row) -> None:
    names = sorted(row["inputs"]["lost"])
    lost = [row["inputs"]["lost"][name] for name in names]
    assert sum(lost) == row["inputs"]["marks"]
    dues = pari_payments(paris(lost), house(row))
    assert [[names[due.payer], names[due.payee], due.jetons + due.queue] for due in dues] == row["expected"]["payments"]


@pytest.mark.parametrize("row", rows("three_players_consolation"))
def test_the_idle_players_consolation(row: Row) -> None:
    rates = {"simple": 1, "petite": 2, "grande": 4}
    found = [consolation(rates[name], row["inputs"]["refaits"], house(row, FRENCH)) for name in row["inputs"]["rate"]]
    assert {"paid_to_idle_player": found} == row["expected"]
    for number, kind in ((6, "petite"), (12, "grande")):  # and it is what a round table pays
        made = form("ecrire", seating="round_robin", marks=9, first=(0, 1), rulings=house(row, FRENCH))
        done = trace(after(made, *holes(0, 1, number), Decision(0, "mark")))["results"][0]
        assert done["payments"][1]["jetons"] == consolation(rates[kind], 0, house(row, FRENCH))


@pytest.mark.parametrize("row", rows("three_players_quota"))
def test_the_quota_of_three(row: Row) -> None:
    """Whoever loses his quota neither pays nor takes paris."""
    each = row["expected"]["quota_each"]
    assert paris((each, each, each)) == (0, 0, 0) and 3 * each == row["inputs"]["marks"]


def accounts(row: Row) -> tuple[list[int], list[int], list[int]]:
    """Lost marks, columns and the paris charged of a match of two, as [A, B]."""
    said = row["inputs"]
    columns = [said["A_lost"], said["B_lost"]]
    lost = [len(column) for column in columns]
    assert sum(lost) == said["marks"]
    charged = [0, 0]
    for due in pari_payments(paris(lost), Rulings()):
        charged[due.payer] = due.jetons + due.queue
    if "postillon" in said:
        assert max(charged) == said["postillon"]
    if "postillon_charged_to" in said:
        assert charged["AB".index(said["postillon_charged_to"])] == said["postillon"]
    return lost, [sum(column) for column in columns], charged


def in_fish(net: int) -> int:
    """J. L.'s fish: five over are one."""
    found = fish((net, -net), with_rulings(Rulings(), "fish-five=up")).fish
    assert found is not None
    return found


@pytest.mark.parametrize("row", rows("match_paper"))
def test_a_match_on_paper(row: Row) -> None:
    """J. L.'s paper form: the columns and the paris, without the marker jetons (which nobody lays down)."""
    _, columns, charged = accounts(row)
    totals = [column + due for column, due in zip(columns, charged, strict=True)]
    net = abs(totals[0] - totals[1])
    found = {
        "A_total": totals[0],
        "B_total": totals[1],
        "loser": "AB"[totals[1] > totals[0]],
        "net_jetons": net,
        "net_fiches": in_fish(net),
    }
    assert {key: found[key] for key in row["expected"]} == row["expected"]


@pytest.mark.parametrize("row", rows("match_jetons"))
def test_a_match_in_jetons(row: Row) -> None:
    """The same with the marker jetons, which go to him who is ahead before the paris (5.3 2)."""
    lost, columns, charged = accounts(row)
    each = row["inputs"]["mark_jetons_each"]
    won = columns[1] - columns[0]
    queue = queue_of_jetons(lost, takers(lost, (won, -won), house(row)))
    net = won + each * int(queue[0]) + charged[1] - charged[0]
    found = {"loser": "AB"[net > 0], "net_jetons": abs(net), "net_fiches": in_fish(abs(net))}
    assert {key: found[key] for key in row["expected"]} == row["expected"]


@pytest.mark.parametrize("row", rows("fiche_rounding"))
def test_fish_of_another_house(row: Row) -> None:
    over = row["inputs"]["fraction_jetons"]
    assert {"counts_as_fiches": fish((over, -over), house(row)).fish} == row["expected"]
    assert fish((over + 3 * FISH, -over - 3 * FISH), house(row)).fish == 3 + row["expected"]["counts_as_fiches"]


@pytest.mark.parametrize("row", rows("poule"))
def test_the_filling_pool(row: Row) -> None:
    said, wanted = row["inputs"]["players"], row["expected"]
    numbers = [said] if isinstance(said, int) else range(*(int(end) + at for at, end in enumerate(said.split("-"))))
    for players in numbers:
        needed = wanted["consecutive_wins_needed"]
        needed = players - 1 if needed == "players-1" else needed
        made = form("fill", order=tuple(range(players)), ante=1)
        won = [event for at in range(1, needed + 1) for event in holes(0, at, 6)]
        state = play(made, won)
        assert state.table.over and isinstance(state, Fill) and state.wins == needed
        before = play(made, [event for at in range(1, needed) for event in holes(0, at, 6)])
        assert isinstance(before, Fill) and not before.table.over
        if wanted.get("if_nobody_wins") == "pool is split":
            assert sum(broken_off(before)) == 0
            gained = [own - was for own, was in zip(broken_off(before), before.money, strict=True)]
            assert sum(gained) == before.pool and max(gained) - min(gained) <= 1
