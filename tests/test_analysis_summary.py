"""What is counted of rows: small tables written by hand, and totals that must agree over the corpus."""

from collections import Counter

import pytest

from analysis.rates import Rate
from analysis.summary import (
    Owed,
    accuracy,
    choices,
    dice_counts,
    game_key,
    in_order,
    jan_counts,
    ledger,
    men,
    missed_by_phase,
    missed_points,
    moves,
    number,
    opponents,
    outcome,
    owed_points,
    per_player,
    player_counts,
    taken,
    text,
)
from analysis.tables import judge, rows
from notation.sources import read_path


@pytest.fixture(scope="module")
def tables() -> dict:
    games = [judge(game) for game in read_path("corpora/games")]
    return {table: [row for judged in games for row in rows(table, judged)] for table in ("games", "plies", "jans", "findings")}


def ply(turn: int, player: str, **more: object) -> dict:
    other = {"Alice": "Bob", "Bob": "Alice"}[player]
    return {"file": "f", "game": 1, "turn": turn, "player": player, "opponent": other, "assumed": False, **more}


def test_a_missing_value_counts_as_nothing() -> None:
    assert (number({}, "x"), number({"x": None}, "x"), text({}, "x"), game_key({})) == (0, 0, "", "#0")
    assert men({"own_1": None}, "own") is None
    assert moves({"moves": "0-6 3-24 x-1"}) == ((0, 6), (3, 24))


def test_points_owed_are_his_own_rolls_and_the_others() -> None:
    plies = [
        ply(0, "Alice", owed_roller=4, owed_opponent=2),
        ply(1, "Bob", owed_roller=6, owed_opponent=0),
        ply(2, "Alice", owed_roller=0, owed_opponent=None),
        ply(3, "Alice", owed_roller=12, owed_opponent=4, assumed=True),
    ]
    assert owed_points(plies, "Alice") == {"f#1": Owed(4, 1)}
    assert owed_points(plies, "Bob") == {"f#1": Owed(8, 2)}
    assert owed_points(plies) == {"f#1": Owed(12, 3)}
    missed = missed_points(
        [{"file": "f", "game": 1, "kind": "missed", "points": 2}, {"file": "f", "game": 1, "kind": "touch", "points": 9}]
    )
    assert accuracy(owed_points(plies, "Bob"), missed) == Rate(6, 8, 2)
    assert accuracy(owed_points(plies, "Bob"), missed, "f#1") == Rate(6, 8, 2)
    assert accuracy({}, {}) == Rate(0, 0, 0)


@pytest.mark.parametrize(
    ("row", "stood"),
    [
        ({"kind": "missed", "school": "claimed"}, True),
        ({"kind": "missed", "school": "raised"}, True),
        ({"kind": "missed", "school": "wrong-amount", "claimed_points": 2}, True),
        ({"kind": "missed", "school": "wrong-amount", "claimed_points": 0}, False),
        ({"kind": "missed", "school": "denied", "claimed_points": 0}, False),
        ({"kind": "missed", "school": "let-go"}, False),
        ({"kind": "false-school", "school": "claimed"}, False),
        ({"kind": "illegal-play", "school": None}, False),
    ],
)
def test_which_schools_were_taken(row: dict, stood: bool) -> None:
    assert taken(row) is stood


def test_the_ledger_of_schools() -> None:
    own = [
        {"kind": "missed", "school": "claimed", "school_points": 4, "claimed_points": 4},
        {"kind": "over-marked", "school": "let-go", "school_points": 2},
        {"kind": "false-school", "school": "let-go", "points": 6, "school_points": 6},
    ]
    theirs = [
        {"kind": "missed", "school": "raised", "school_points": 4, "claimed_points": 8},
        {"kind": "fill-unmade", "school": "let-go", "school_points": 12},
        {"kind": "touch", "school": None},
    ]
    found = ledger(own, theirs)
    assert [(one.times, one.points) for one in found] == [(1, 8), (1, 12), (1, 4), (1, 2), (1, 6)]


def test_jans_are_counted_per_roll_of_whoever_rolls_for_them() -> None:
    jans = [
        {"jan": "BV", "roller": True, "status": "marked", "points": 4, "phase": "opening"},
        {"jan": "BV", "roller": True, "status": "missed", "points": 2, "phase": "return"},
        {"jan": "BV", "roller": True, "status": "unknown", "points": 2, "phase": "return"},
        {"jan": "IM", "roller": False, "status": "marked", "points": 2, "phase": "return"},
        {"jan": "PJ", "roller": True, "status": "unmade", "points": 4, "phase": "opening"},
    ]
    pj, bv, im = jan_counts(jans, 10, 20)
    assert (pj.code, bv.code, im.code) == ("PJ", "BV", "IM")
    assert bv.frequency == Rate(3, 10)
    assert bv.marked == Rate(1, 2)
    assert bv.points == Rate(4, 6, 2)
    assert im.frequency == Rate(1, 20)
    assert pj.marked == Rate(0, 0)
    assert missed_by_phase(jans) == {"BV": ((0, 4), (0, 0), (2, 2), (0, 0))}
    assert in_order(["ZZ", "IM", "JTC"]) == ["JTC", "IM", "ZZ"]


def test_hold_and_go_and_whose_the_next_hole_was() -> None:
    plies = [
        ply(0, "Alice", decision="hold", pegged_roller=1),
        ply(1, "Bob", decision=None, pegged_roller=0, pegged_opponent=1),
        ply(2, "Alice", decision="hold", pegged_roller=2),
        ply(3, "Bob", decision="go", pegged_roller=1),
        ply(4, "Alice", decision="go", pegged_roller=1),
    ]
    own = [row for row in plies if row["player"] == "Alice"]
    hold, go = choices(own, plies)
    assert (hold.word, hold.times, hold.next_own) == ("hold", 2, Rate(1, 2))
    assert (go.word, go.times, go.next_own) == ("go", 1, Rate(0, 0))


def test_head_to_head_and_outcomes() -> None:
    games = [
        {"file": "f", "game": 1, "white": "Alice", "black": "Bob", "winner": "W", "white_holes": 12, "black_holes": 3},
        {"file": "f", "game": 2, "white": "Bob", "black": "Alice", "winner": "W", "white_holes": 12, "black_holes": 7},
        {"file": "f", "game": 3, "white": "Alice", "black": "Cleo", "winner": None, "white_holes": 2, "black_holes": 1},
    ]
    assert [outcome(game, "Alice") for game in games] == ["won", "lost", ""]
    faults = [{"file": "f", "game": 1, "player": "Alice", "kind": "missed", "points": 4, "school": "claimed"}]
    bob, cleo = opponents("Alice", games, faults, [])
    assert bob == ("Bob", 2, 1, 1, 19, 15, 4, 0, 2)
    assert cleo == ("Cleo", 1, 0, 0, 2, 1, 0, 0, 1)
    alice, bob, cleo = player_counts(games, [ply(0, "Alice", owed_roller=8, owed_opponent=0)], faults)
    assert (alice.name, alice.games, alice.won, alice.lost, alice.rolls, alice.missed, alice.suffered) == ("Alice", 3, 1, 1, 1, 4, 1)
    assert alice.accuracy == Rate(4, 8, 1)
    assert (bob.sent, bob.let_go, bob.accuracy) == (1, 0, Rate(0, 0, 0))
    assert cleo.games == 1


def test_dice() -> None:
    found = dice_counts([{"high": 6, "low": 6}, {"high": 6, "low": 1}, {"high": 4, "low": None}, {}])
    assert found.faces == (1, 0, 0, 1, 0, 3)
    assert found.doublets == Rate(1, 2)


def test_players_of_the_corpus_add_up(tables: dict) -> None:
    faults = [row for row in tables["findings"] if not row["told"]]
    players = player_counts(tables["games"], tables["plies"], faults)
    assert sum(one.games for one in players) == 2 * len(tables["games"])
    assert sum(one.won for one in players) == sum(one.lost for one in players)
    assert sum(one.suffered for one in players) == sum(one.sent for one in players) == sum(map(taken, faults))
    whole = accuracy(owed_points(tables["plies"]), missed_points(faults))
    assert sum(one.accuracy.hits for one in players) == whole.hits
    assert sum(one.accuracy.cases for one in players) == whole.cases
    assert sum(one.accuracy.trials or 0 for one in players) == whole.trials


def test_shares_hold_every_row_once_a_side(tables: dict) -> None:
    shares = per_player(tables)
    for table, found in tables.items():
        assert sum(len(share[table]) for share in shares.values()) == 2 * len(found), table


def test_missed_points_by_phase_are_those_of_the_jans(tables: dict) -> None:
    found = missed_by_phase(tables["jans"])
    wanted: Counter[str] = Counter()
    for row in tables["jans"]:
        if row["status"] == "missed":
            wanted[row["jan"]] += row["points"]
    assert {code: sum(cell.missed for cell in cells) for code, cells in found.items()} == dict(wanted)
