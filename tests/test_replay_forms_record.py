"""Records joined to their forms: events written as rolls, results told by a sheet, positions in the middle; the accounts are the same."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from forms_play import forms, next_event, played, runs
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.auditor import audit
from analysis.tables import judge, rows
from notation import read_text
from notation.position import parse_setup
from notation.record import Setup
from replay import replay
from replay.forms.combine import Combine
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire
from replay.forms.events import Award, Bearoff, Decision, Event, Wrong
from replay.forms.fill import Fill
from replay.forms.followed import Joined, told
from replay.forms.form import Form, form
from replay.forms.joined import join
from replay.forms.machine import State, play, start, step, trace
from replay.forms.record import form_of
from replay.forms.results import DrainWon, FillWon, HonoursWon, MarkWon
from replay.forms.scoresheet import honours_won, mark_won, match_won
from replay.forms.settlement import settle
from replay.forms.standing import keys, stand

if TYPE_CHECKING:
    from collections.abc import Iterator

seeds = st.integers(0, 2**32)
NOTATION = (Path(__file__).parent.parent / "docs" / "notation.md").read_text("utf-8")


# -- positions -------------------------------------------------------------------------------------------------------------------------


def bare(state: State) -> State:
    """A state without what no position tells: who led the holding, a decision or a hold that is due."""
    if isinstance(state, Combine):
        return state._replace(ecrire=bare(state.ecrire))  # type: ignore[arg-type]
    return state._replace(table=state.table._replace(leads=None, must=None, forced=None))


def setup_of(state: State, seated: tuple[int, int]) -> Setup:
    """The position a scorer would write, men left out."""
    flip = state.table.pair != seated
    points = state.table.race.points
    if isinstance(state, Combine):
        holes = state.ecrire.mark.holes
    elif isinstance(state, Ecrire):
        holes = state.mark.holes
    else:
        holes = state.pegs.holes if hasattr(state, "pegs") else state.holes
    return Setup(None, None, "W", None, points[::-1] if flip else points, holes[::-1] if flip else holes, keys(state, seated))


@settings(max_examples=150, deadline=None)
@given(made=forms(), seed=seeds, turned=st.booleans())
def test_a_position_and_the_accounts_before_it_are_the_state(made: Form, seed: int, turned: bool) -> None:
    """docs/notation.md 7: what `keys` writes, `stand` reads, whoever sits as White; the accounts come from elsewhere."""
    for _, done in played(made, seed, 300)[::11]:
        state = done.state
        if state.table.over:
            continue
        pair = state.table.pair
        seated = pair[::-1] if turned else pair
        assert stand(made, setup_of(state, seated), seated, before=state) == bare(state)


def test_keys_are_those_of_the_notation() -> None:
    """Every key that is written is one of the table, in its order."""
    table = NOTATION.split("| key | value | |", 1)[1].split("\n\n", 1)[0]
    order = [key for line in table.splitlines() if line.startswith("| `") for key in re.findall(r"`([a-z]+)`", line.split("|")[1])]
    for seed in range(30):
        for _, done in played(form("combine", marks=4), seed)[::5]:
            if not done.state.table.over:
                found = [key for key, _ in keys(done.state, (0, 1))]
                assert found == sorted(found, key=order.index)


def test_a_position_of_the_book() -> None:
    """A combiné taken up: the frozen lurch, the pool with its contract."""
    made = form("combine", marks=6)
    setup = parse_setup("T*15 / T*15 W - 4-0 4-0 banner=W leader=W mark=3/6 honours=9-5 treble=W suspended=honours pool=6 contract=B")
    state = stand(made, setup, (0, 1))
    assert isinstance(state, Combine)
    assert state.ecrire.number == 3 and state.ecrire.mark.right == 0 and not state.ecrire.mark.pickup
    assert state.suspended == "honours" and state.honours.holes == (9, 5) and state.honours.lurch == (True, False)
    assert state.pool is not None and (state.pool.fish, state.pool.contract, state.pool.games) == (6, 1, 1)
    assert sum(state.fish) + 6 == 0


def test_a_position_between_two_marks() -> None:
    """`idle=ecrire`: the mark is paid, the next begins with the pickup, led by the other."""
    setup = parse_setup("T*15 / T*15 W - 0-0 0-0 leader=W mark=3/6 honours=7-0 idle=ecrire")
    state = stand(form("combine", marks=6), setup, (0, 1))
    assert isinstance(state, Combine) and state.suspended == "ecrire_over"
    state = step(state, Award(1, 12, own_roll=True)).state
    done = step(state, Decision(1, "go"))
    assert (trace(done)["mark"], done.lead, trace(done)["holes"]) == (4, 1, {"ecrire": [0, 0], "honours": [7, 2]})


@pytest.mark.parametrize("text", ["T*15 / T*15 W - ?-0 0-0", "T*15 / T*15 W - 0-0 0-0 mark=9/6"])
def test_a_position_that_cannot_be_taken_up_is_told(text: str) -> None:
    with pytest.raises(Wrong) as wrong:
        stand(form("ecrire", marks=6), parse_setup(text), (0, 1))
    assert wrong.value.code == "bad-record"


# -- score sheets ----------------------------------------------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(made=forms("ecrire", "fill", "drain"), seed=seeds)
def test_a_sheet_comes_to_what_the_rolls_came_to(made: Form, seed: int) -> None:
    state, full = start(made), played(made, seed)
    for _, done in full:
        for result in done.results:
            if isinstance(result, MarkWon):
                kind, how = result.kind, {"pickup": result.pickup, "conceded": result.conceded, "refaits": result.refaits}
                if kind == "simple" and not result.holes[1]:
                    pytest.fail("nothing to none is a lurch")
                assert isinstance(state, Ecrire)
                state = mark_won(state, result.winner, result.holes, kind, **how).state  # type: ignore[arg-type]
            elif isinstance(result, FillWon):
                state = match_won(state, result.winner, (made.holes, result.loser_holes)).state
            elif isinstance(result, DrainWon):
                state = match_won(state, result.winner, result.holes, lurch=result.grand_lurch, conceded=result.conceded).state
    end = full[-1][1].state
    assert state.table.over == end.table.over
    if state.table.over:
        assert settle(state).told == settle(end).told


@settings(max_examples=60, deadline=None)
@given(made=forms("combine"), seed=seeds)
def test_a_sheet_of_combine(made: Form, seed: int) -> None:
    """Marks and honours games in the order in which they fell; jetons and fish are the same."""
    state: Any = start(made)
    for event, done in played(made, seed):
        if isinstance(event, Decision) and event.what == "suspend_ecrire":
            return  # who plays on after a mark was paid, no sheet tells
        for result in done.results:
            if isinstance(result, HonoursWon):
                if result.surplus >= 12:
                    return
                state = honours_won(state, result.winner, result.kind, (12 + result.surplus, result.loser_holes)).state
            elif isinstance(result, MarkWon):
                how = {"pickup": result.pickup, "conceded": result.conceded, "refaits": result.refaits}
                state = mark_won(state, result.winner, result.holes, result.kind, **how).state  # type: ignore[arg-type]
        assert state.fish == done.state.fish and state.ecrire.jetons == done.state.ecrire.jetons


@pytest.mark.parametrize(
    ("holes", "kind", "how"),
    [((5, 2), "simple", {}), ((6, 6), "simple", {}), ((6, 0), "simple", {}), ((12, 3), "petty", {"pickup": True}), ((7, 1), "petty", {}),
     ((7, 1), "petty", {"pickup": True, "conceded": True}), ((7, 1), "double", {})],
)  # fmt: skip
def test_a_result_that_cannot_be_is_refused(holes: tuple[int, int], kind: str, how: dict[str, Any]) -> None:
    state = start(form("ecrire", marks=6))
    assert isinstance(state, Ecrire)
    with pytest.raises(Wrong) as wrong:
        mark_won(state, 0, holes, kind, **how)
    assert wrong.value.code == "no-such-result"


# -- records ---------------------------------------------------------------------------------------------------------------------------

FORMS = {"two": "head-to-head", "round_robin": "round-robin", "chouette": "chouette", "four": "partners"}
NAMES = ("Alice", "Bob", "Charlie", "Daniel")


def rolls(made: Form, events: list[Event]) -> Iterator[str]:
    """The events as lines of a record: rolls of unknown dice and men, each with what was marked and decided on it."""
    state: State = start(made)
    seats = state.table.pair
    number, at = 0, 0
    while at < len(events):
        event = events[at]
        assert isinstance(event, Award)
        number += 1
        roller = event.player if event.own_roll else next(who for who in seats if who != event.player)
        words = [f"{number}.", "WB"[seats.index(roller)], "?-?"]
        left, taken = "?", [event]
        if event.own_roll:
            words.append(f"+{event.points}")
            follows = events[at + 1] if at + 1 < len(events) else None
            if isinstance(follows, Decision):
                taken.append(follows)
                words.append(follows.what.replace("_", " "))
                left = "?" if follows.what in ("hold", "suspend_ecrire", "suspend_honours") else ""
        ply = [*words, left] if event.own_roll else [*words, "?", f"-{event.points}"]
        yield " ".join(filter(None, ply))
        for each in taken:
            done = step(state, each)
            state = done.state
        at += len(taken)
        if state.table.pair and state.table.pair != seats and set(state.table.pair) != set(seats):
            comes = [who for who in state.table.pair if who not in seats]
            seats = tuple(who if who in state.table.pair else comes.pop() for who in seats)


def record(made: Form, events: list[Event], *more: str) -> str:
    """A record of these events."""
    seats = start(made).table.pair
    tags = [f'[White "{NAMES[seats[0]]}"]', f'[Black "{NAMES[seats[1]]}"]']
    if made.kind in ("ecrire", "combine"):
        tags += [f'[Rules "{made.kind}"]', f'[Length "{made.marks}"]', f'[Form "{FORMS[made.seating]}"]']
        if made.players > 2:
            tags.append(f'[Players "{"; ".join(NAMES[: made.players])}"]')
    leader = made.lead if made.seating == "two" else made.first[0] if made.first else 0
    lead = [f"@lead {NAMES[leader]} 6, {NAMES[seats[seats[0] == leader]]} 1"]
    return "\n".join([*tags, "", *lead, *more, *rolls(made, events), "*", ""])


def joined(text: str) -> Joined:
    (game,) = read_text(text)
    assert not game.diagnostics, game.diagnostics
    return join(replay(game))


def at_table(made: Form, seed: int, most: int = 1500) -> list[Event]:
    """Events that a record of rolls can tell: no men borne off where no men are known."""
    choose, state = random.Random(seed), start(made)
    found: list[Event] = []
    while not state.table.over and len(found) < most:
        event = next_event(state, choose)
        if not isinstance(event, Bearoff):
            found.append(event)
            state = step(state, event).state
    return found


@settings(max_examples=60, deadline=None)
@given(made=forms("cure", "ecrire", "combine"), seed=seeds)
def test_a_record_of_rolls_comes_to_the_accounts_of_its_events(made: Form, seed: int) -> None:
    events = at_table(made, seed)
    found = joined(record(made, events))
    assert found.refused == () and found.gaps == ()
    assert all(check.agrees for check in found.checks if check.kind != "lead")  # whoever rolled, at random
    state = play(made, events)
    if state.table.over:
        assert found.reckoning.state.table.over
        assert settle(found.reckoning.state).told == settle(state).told
    assert trace(step_of(found.reckoning.state)) == trace(step_of(state)) or state.table.must is not None


def step_of(state: State) -> Any:
    from replay.forms.ecrire import Step

    return Step(state)


def examples() -> list[Any]:
    blocks = re.findall(r"```tgn\n(.*?)```", NOTATION, re.DOTALL)
    return [block for block in blocks if re.search(r'"(ecrire|combine|fill-pool|drain-pool)"', block)]


@pytest.mark.parametrize("text", examples())
def test_the_examples_of_the_notation_agree_with_their_accounts(text: str) -> None:
    """Every result, account and standing they tell; where plies are left out, a gap says so."""
    found = joined(text)
    assert found.refused == ()
    assert [check for check in found.checks if not check.agrees] == []
    assert len(found.gaps) == text.count("@lost")
    assert told(found)


def test_what_the_rules_do_not_allow_is_told_with_its_line() -> None:
    made = form("ecrire", marks=2)
    text = record(made, runs((0, 6, "false"))).replace("*\n", "2. W ?-? mark\n3. W ?-? +4 ?\n*\n")
    found = joined(text)
    ((line, ply, wrong, _),) = found.refused
    assert (ply, wrong.code, wrong.player) == (2, "must-hold", 0) and text.splitlines()[line - 1].startswith("2.")
    assert any(row.startswith(f"line {line}: not allowed (rules 3.8 G-1)") for row in told(found))
    assert len(found.gaps) == 1


def test_going_for_marking_is_told_and_read_as_marking() -> None:
    text = record(form("ecrire", marks=2), runs((0, 6, "mark"))).replace("+36 mark", "+36 go")
    found = joined(text)
    assert [each.wrong.code for each in found.refused] == ["go-not-allowed"] and found.gaps == ()
    assert found.reckoning.state.lost == (0, 1)  # type: ignore[union-attr]


def test_a_sheet_of_results_is_settled() -> None:
    """No roll at all: the marks, their worth, the standing."""
    text = """[White "Alice"]
[Black "Bob"]
[Rules "ecrire"]
[Length "2"]
[Standing "Alice 58; Bob -58"]

@mark 1/2
@won W 6-0 24 petty standing
@account Bob lost=1 jetons=5 fish=0
@mark 2/2
@won W 6-2 6 simple conceded
end
"""
    found = joined(text)
    differ = [(check.kind, check.stated, check.replayed) for check in found.checks if not check.agrees]
    assert differ == [("standing", "Alice 58; Bob -58", "Alice 60; Bob -60")]
    assert found.reckoning.net == {"jetons": (60, -60)}


def test_a_sheet_may_follow_rolls() -> None:
    """After a mark that was rolled, one that is only told is no contradiction; one told in the middle of its rolls is."""
    made = form("ecrire", marks=4)
    rolled = record(made, runs((0, 6, "mark"))).replace("*\n", "@won W 6-0 24 petty standing\n@mark 2/4\n@won W 6-2 6 simple\n*\n")
    found = joined(rolled)
    assert all(check.agrees for check in found.checks) and found.reckoning.state.jetons == (30, -30)  # type: ignore[union-attr]
    early = record(made, runs((0, 5, "hold"))).replace("*\n", "@won W 6-2 6 simple\n*\n")
    assert [(check.kind, check.replayed) for check in joined(early).checks if not check.agrees] == [("won", "not over")]


def test_a_worth_that_does_not_agree_is_told() -> None:
    text = record(form("ecrire", marks=2), runs((0, 6, "mark")))
    found = joined(text.replace("*\n", "@won W 6-0 16 petty pickup\n*\n"))
    assert [(check.kind, check.agrees) for check in found.checks] == [("won", False)]
    found = joined(text.replace("*\n", "@won W 6-0 24 petty standing\n*\n"))
    assert [(check.kind, check.agrees) for check in found.checks] == [("won", True)]


def test_marks_that_are_not_told_are_not_settled() -> None:
    text = '[White "Alice"]\n[Black "Bob"]\n[Rules "ecrire"]\n[Length "2"]\n\n@mark 2/2\n@won W 6-2 6 simple\nend\n'
    found = joined(text)
    assert found.reckoning.net == {} and "mark 1 is in play" in found.gaps[0].sentence
    with pytest.raises(Wrong) as wrong:
        settle(found.reckoning.state)
    assert wrong.value.code == "not-all-told"


def test_an_unknown_mark_is_a_gap_until_its_result() -> None:
    made = form("ecrire", marks=2)
    text = record(made, runs((0, 6, "mark"))).replace("+36 mark", "+? mark").replace("*\n", "@won W 6-0 24 petty standing\n*\n")
    found = joined(text)
    assert len(found.gaps) == 1 and found.reckoning.state.jetons == (24, -24)  # type: ignore[union-attr]


def test_schools_and_forgotten_holes_go_as_they_were_marked() -> None:
    """A school hole must hold; a hole not pegged is not there."""
    text = record(form("ecrire", marks=2), []).replace("*\n", "1. W ?-? +12 holes 1 hold ?\n2. B ?-? ? school 12\n*\n")
    state = joined(text).reckoning.state
    assert isinstance(state, Ecrire) and state.mark.holes == (3, 0)


def test_markers_of_the_record_go_into_the_accounts() -> None:
    """A banner forgotten costs the higher rate; one taken without a right is told, and changes nothing."""
    usual = record(form("ecrire", marks=2), runs((0, 2, "hold"), (0, 4, "mark")))
    assert joined(usual).reckoning.state.jetons == (24, -24)  # type: ignore[union-attr]
    found = joined(usual.replace("+12 hold", "+12 no-banner hold"))
    assert found.reckoning.state.jetons == (16, -16) and found.refused == ()  # type: ignore[union-attr]
    found = joined(usual.replace("+12 hold", "+12 necktie hold"))
    assert found.reckoning.state.jetons == (24, -24)  # type: ignore[union-attr]
    assert [each.wrong.code for each in found.refused] == ["no-right"] and found.gaps == ()


SPOILT = (
    "@won W 6-2 6 simple", "@won B 7-0 21 petty standing", "@mark 3", "@mark 2/8 Alice Bob", "@mark 9", "@mark 1 Bob Bob", "@lost 3",
    "@position T*15 / T*15 W - 4-0 5-2 banner=W", "@position T*15 / T*15 W - 4-0 5-2 mark=2 honours=11-2 pool=7 contract=B idle=ecrire",
    "@won W 12-3 2 double", "@account pool fish=9 contract=Bob", "@account Alice from=Charlie lost=4 jetons=2", "@game 2 Alice Charlie",
    "@won W resigned", "1. W 6-4 +48 mark", "2. B 6-4 +24 go", "3. W ?-? +12 suspend ecrire ?", "4. B ?-? +36 concede",
    "5. W 5-5 +36 refait",
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(made=forms("cure", "ecrire", "combine"), seed=seeds)
def test_a_spoilt_record_never_breaks_the_accounts(made: Form, seed: int) -> None:
    """Lines left out, changed places, lines that do not belong there: all is told, and the money still adds up."""
    choose = random.Random(seed)
    lines = record(made, at_table(made, seed, 60)).splitlines()
    for _ in range(choose.randint(1, 6)):
        at = choose.randrange(len(lines))
        if choose.random() < 0.5:
            lines.insert(at, choose.choice(SPOILT))
        elif choose.random() < 0.5 and len(lines) > 2:
            del lines[at]
        else:
            other = choose.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    for game in read_text("\n".join(lines) + "\n"):
        try:
            found = join(replay(game))
        except Wrong:  # no form that can be played
            continue
        assert told(found)
        values = trace(step_of(found.reckoning.state))
        assert sum(values.get("jetons", [])) == 0 == sum(values.get("fish", [])) + (values["pool"] or 0 if "fish" in values else 0)


@pytest.mark.parametrize(
    ("tags", "words"),
    [('[Rules "ecrire"]', "how many marks"), ('[Rules "brade"]', "no accounts"), ('[Rules "ecrire"]\n[Length "7"]', "even number of marks"),
     ('[Form "fill-pool"]\n[Players "Alice; Charlie; Daniel"]', "none of the players"),
     ('[Rules "ecrire"]\n[Length "8"]\n[Form "chouette"]', "has 3 players")],
)  # fmt: skip
def test_a_form_that_cannot_be_read_is_told(tags: str, words: str) -> None:
    (game,) = read_text(f'[White "Alice"]\n[Black "Bob"]\n{tags}\n\n*\n')
    with pytest.raises(Wrong, match=words) as wrong:
        form_of(game)
    assert wrong.value.code == ("no-length" if "how many" in words else "bad-form")


def test_who_led_is_read_from_whatever_tells_it() -> None:
    head = '[White "Alice"]\n[Black "Bob"]\n[Rules "ecrire"]\n[Length "8"]\n\n'
    said = {"@lead 6-4 B\n1. B 6-4 T/6 T/4\n": 1, "1. B 6-4 T/6 T/4\n": 1, "@mark 2/8\n1. B 6-4 T/6 T/4\n": 0, "@lead W 5, B 6\n": 1, "": 0,
            "@lead W 5, B 5\n@lead W 6, B 5\n": 0, "@position T*15 / T*15 W - 0-0 0-0 leader=B mark=4/8\n": 0}  # fmt: skip
    for lines, lead in said.items():
        (game,) = read_text(f"{head}{lines}*\n")
        assert form_of(game).form.lead == lead, lines


def test_a_mark_conceded_at_any_time_has_its_flag() -> None:
    """B8, flag `concede`: on a roll without a hole, told and found at no fault; without the flag it is refused."""
    text = """[White "Alice"]
[Black "Bob"]
[Rules "ecrire"]
[Length "2"]
[Variant "concede=any-time"]

@mark 1/2
1. W ?-? +36 hold ?
2. B ?-? concede
@won W 6-0 24 petty standing conceded
@mark 2/2
@won B 0-6 24 petty standing conceded
1/2-1/2
"""
    done = joined(text)
    assert not done.refused and not done.gaps and all(check.agrees for check in done.checks) and done.reckoning.net == {"jetons": (0, 0)}
    kinds = {finding.kind for finding in audit(replay(next(read_text(text)))).findings}
    assert not kinds & {"go-without-hole", "result-impossible"}
    without = text.replace('[Variant "concede=any-time"]\n', "")
    assert [refusal.wrong.code for refusal in joined(without).refused] == ["no-hole", "no-such-result", "no-such-result"]
    assert "go-without-hole" in {finding.kind for finding in audit(replay(next(read_text(without)))).findings}


BOTH = """[White "Alice"]
[Black "Bob"]
[Rules "combine"]
[Length "2"]
{tag}
@mark 1/2
@won W 6-4 4 simple
@mark 2/2
@won B 0-12 quadruple
@won B 0-12 quadruple
@won B 4-6 4 simple
{end}
"""
"""Equal in jetons; Bob wins two honours games running, and so the pool."""


@pytest.mark.parametrize(("tag", "end", "differ"), [("", "0-1", 0), ("", "1/2-1/2", 1), ('[Variant "honours-fish=apart"]\n', "1/2-1/2", 0)])
def test_combine_comes_to_one_sum(tag: str, end: str, differ: int) -> None:
    """5.4, flag `honours-fish`: a fish of the honours games is ten jetons; that decides who has won."""
    text = BOTH.format(tag=tag, end=end)
    done = joined(text)
    assert [check.kind for check in done.checks if not check.agrees] == ["result"] * differ
    net = done.reckoning.net
    assert net["jetons"] == (0, 0) and net["fish"][1] > 0
    if tag:
        assert "jetons in all" not in net
        return
    assert net["jetons in all"] == tuple(10 * fish for fish in net["fish"])
    row = rows("games", judge(next(read_text(text))))[0]
    assert row["winner"] == "B" and str(row["standing"]).endswith(f"Bob +{10 * net['fish'][1]} jetons in all")


def test_a_standing_of_combine_may_tell_both_games_in_fish() -> None:
    """docs/notation.md 2: the fish of the honours games, or where that is as many fish, what both games come to."""
    text = BOTH.replace("W 6-4 4 simple", "W 14-1 15 simple").replace("B 4-6 4 simple", "B 3-7 6 simple")
    net = joined(text.format(tag="", end="0-1")).reckoning.net
    honours, both = net["fish"][1], net["jetons in all"][1]
    assert net["jetons"] == (10, -10) and both == 10 * honours - 10
    for bob, wrong in ((honours, []), (honours - 1, []), (honours - 2, ["standing"])):
        found = joined(text.format(tag=f'[Standing "Alice {-bob}; Bob {bob}"]\n', end="0-1"))
        assert [check.kind for check in found.checks if not check.agrees] == wrong


def test_the_accounts_are_those_of_who_played() -> None:
    """5.5 E2: three who let the marked player stay, as E2.5 says, without the flag that tells it. The seats differ, the money is right."""
    text = """[White "Alice"]
[Black "Bob"]
[Players "Alice; Bob; Charlie"]
[Rules "ecrire"]
[Form "round-robin"]
[Length "3"]
{0}
@mark 1/3 Alice Bob
@won W 6-4 4 simple
@mark 2/3 Bob Charlie
@won W 6-3 5 simple
@mark 3/3 Charlie Alice
@won W 6-0 24 petty standing
end
"""
    told, silent = joined(text.format('[Variant "rotation=literal"]\n')), joined(text.format(""))
    assert told.reckoning.net == silent.reckoning.net and not silent.gaps
    other = joined(text.format("").replace("@mark 3/3 Charlie Alice", "@mark 3/3 Charlie Bob"))
    assert [check.kind for check in other.checks if not check.agrees] == ["seats"]
    last = [ended.result for ended in other.ended if isinstance(ended.result, MarkWon)][-1]
    assert (last.winner, last.marked) == (2, 1)
    pool = """[White "A"]
[Black "B"]
[Players "A; B; C; D"]
[Rules "trictrac"]
[Form "fill-pool"]

@account pool stake=2
@game 1 A B
@won W 6-3
@game 2 A D
@won B 2-6
*
"""
    found = joined(pool)
    assert [check.kind for check in found.checks if not check.agrees] == ["seats"] and not found.gaps
    state = found.reckoning.state
    assert isinstance(state, Fill) and (state.champion, state.money) == (3, (-4, -4, -2, -2))


@pytest.mark.parametrize(("kind", "stake", "net"), [("fill", 2, (-1, -1, 2)), ("drain", 50, None)])
def test_a_pool_given_up_is_split(kind: str, stake: int, net: tuple[int, ...] | None) -> None:
    """5.5 D1, D2: the tag `Termination` says so; what does not divide goes to the champion first, a coin is split in the other."""
    text = f"""[White "A"]
[Black "B"]
[Players "A; B; C"]
[Rules "trictrac"]
[Form "{kind}-pool"]
[Termination "abandoned"]

@account pool stake={stake}
@game 1 A B
@won W 6-3
end
"""
    found = joined(text)
    amounts = found.reckoning.net["money"]
    state = found.reckoning.state
    assert isinstance(state, (Fill, Drain)) and not state.table.over and sum(amounts) == 0
    gained = [own - was for own, was in zip(amounts, state.money, strict=True)]
    assert sum(gained) == state.pool and max(gained) - min(gained) < 1 + (kind == "fill")
    assert "given up" in found.reckoning.lines[-1].sentence and "not over" not in "\n".join(map(str, told(found)))
    silent = joined(text.replace('[Termination "abandoned"]\n', ""))
    assert not silent.reckoning.net
    if net is not None:
        more = joined(text.replace("end\n", "@game 2 A C\n@won B 2-6\nend\n").replace("[Form", '[Standing "A -1; B -1; C 3"]\n[Form'))
        assert more.reckoning.net["money"] == net
        assert [check.kind for check in more.checks if not check.agrees] == ["standing"]


@pytest.mark.parametrize(("holes", "agrees"), [("0-0", True), ("6-0", True), ("3-0", False)])
def test_a_position_right_behind_a_mark_stands_in_the_next(holes: str, agrees: bool) -> None:
    """Before an `@mark`, or where none is written: the holes are those of the mark that ended, or none yet of the next."""
    text = f"""[White "Alice"]
[Black "Bob"]
[Rules "ecrire"]
[Length "2"]
[Marks "full"]

@mark 1/2
@position T*15 / T*15 W - 0-0 4-0 leader=W mark=1/2
1. W 6-4 +12 mark
@position T*15 / T*15 B - 0-0 {holes}
2. B 6-4 T/6 T/4
*
"""
    (game,) = read_text(text)
    assert [check.agrees for check in replay(game).checks if check.kind == "position"][-1] is agrees
