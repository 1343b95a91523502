"""The pegs of whole records against a model of docs/rules.md 2.6 that shares nothing with `replay.scoring`: points one after the other.

Dice and men are not told, so that only the marking counts: two points at a time, a hole as soon as there are twelve.
"""

from __future__ import annotations

import random

import pytest

from notation.reader import read_text
from replay.match import worth
from replay.replayer import replay
from replay.rules import RULE_SETS, with_variant


class Table:
    """Three tokens and two pegs. `double` says whose next hole is double, `running` who has taken every hole since the other's last."""

    def __init__(self, holes: int) -> None:
        self.goal = holes
        self.points, self.holes = [0, 0], [0, 0]
        self.double = [False, False]
        self.running: int | None = None
        self.winner: int | None = None

    def mark(self, who: int, amount: int) -> None:
        """Two points at a time; the first of a race, from nothing, begin a run of twelve that any point of the other breaks."""
        if not amount or self.winner is not None:
            return
        pegged = 0
        for _ in range(amount // 2):
            self.double[who] = self.double[who] or self.points[who] == 0
            self.double[1 - who] = False
            self.points[who] += 2
            if self.points[who] == 12:
                pegged += 2 if self.double[who] else 1
                self.points, self.double = [0, 0], [False, False]
        if pegged:
            if self.holes[who] == 0:
                self.running = who
            elif self.running != who:
                self.running = None
            self.holes[who] += pegged
            if self.holes[who] >= self.goal:
                self.winner = who

    def lift(self, keeps: int | None = None) -> None:
        for who in (0, 1):
            if who != keeps:
                self.points[who], self.double[who] = 0, False
        if keeps is not None:
            self.double[keeps] = self.points[keeps] > 0


def record(seed: int, goal: int) -> tuple[str, list[tuple[object, ...]], Table]:
    """A record of marks alone, with the score after every roll."""
    chance = random.Random(seed)
    table, lines, scores, me = Table(goal), [], [], 0
    while table.winner is None and len(lines) < 80:
        own, against = (2 * chance.choice((0, 0, 1, 2, 2, 3, 4, 6, 7, 12)) for _ in range(2))
        words = [f"{len(lines) + 1}. {'WB'[me]} ?-?"]
        if own:
            words.append(f"+{own}")
        before = table.holes[me]
        table.mark(me, own)
        hole = table.holes[me] > before
        goes = table.winner is None and chance.random() < (0.4 if hole else 0.05)
        claim = chance.random() < 0.25 and table.winner is None
        words.append(
            "go" if goes else "hold ?" if hole and table.winner is None and chance.random() < 0.5 else "?" if table.winner is None else ""
        )
        if goes and not (claim and not hole):
            table.lift()
        elif not goes and table.winner is None and against:
            words.append(f"-{against}")
            table.mark(1 - me, against)
        if claim and table.winner is None:
            by = 1 - me if goes or chance.random() < 0.7 else me
            points = 2 * chance.randint(1, 7)
            words.append(f"{'school' if by != me else 'counter-school'} {points}")
            holder, gain = by, points
            if chance.random() < 0.4 and not goes:
                words.append(f"false {points}")
                holder = 1 - by
                if chance.random() < 0.5:
                    words.append(f"raise {2 * points}")
                    holder, gain = by, 2 * points
            table.mark(holder, gain)
            if goes and not hole:
                table.lift(keeps=1 - me)
        lines.append(" ".join(word for word in words if word))
        scores.append((*table.points, *table.holes, *table.double))
        me = me if goes else 1 - me
    text = "\n".join(lines)
    return f'[White "A"]\n[Black "B"]\n[Length "{goal}"]\n\n{text}\n*\n', scores, table


@pytest.mark.parametrize("goal", [6, 12, 24])
def test_the_pegs_of_a_record_are_those_of_the_model(goal: int) -> None:
    won = 0
    for seed in range(150):
        text, scores, table = record(seed, goal)
        (game,) = read_text(text)
        assert not game.errors, game.errors
        found = replay(game)
        ours = [(*turn.after.points, *turn.after.holes, *turn.after.bredouille) for turn in found.turns]
        if table.winner is not None:  # what is over is not marked any more
            ours, scores = [row[2:4] for row in ours], [row[2:4] for row in scores]  # type: ignore[misc]
            won += 1
            assert found.final.lurch[table.winner] is (table.running == table.winner)
        wrong = next((i for i, (row, wanted) in enumerate(zip(ours, scores, strict=True)) if row != wanted), None)
        assert wrong is None, f"seed {seed}: {text.splitlines()[4 + wrong]}: {ours[wrong]}, not {scores[wrong]}"
        assert found.winner == (None if table.winner is None else "WB"[table.winner])
    assert won > 20


def test_worth_by_the_holes_of_the_model() -> None:
    """2.7 as told there: quadruple, treble, double, single, from the course of the holes alone."""
    honours, five = (with_variant(RULE_SETS["trictrac"], f"schedule=honours, honours-double={border}") for border in (6, 5))
    bridge, old = with_variant(RULE_SETS["trictrac"], "schedule=bridge"), RULE_SETS["trictrac"]
    seen = set()
    for seed in range(400):
        _, _, table = record(seed, 12)
        if table.winner is None:
            continue
        lost, lurch = table.holes[1 - table.winner], table.running == table.winner
        told = [worth(rules, table.winner, (table.holes[0], table.holes[1]), lurch=lurch).stakes for rules in (honours, five, bridge, old)]
        double = [4 if not lost else 3 if lurch else 2 if lost <= border else 1 for border in (6, 5)]
        assert told == [*double, 2 if lurch else 1.5 if lost < 7 else 1, 2 if lurch else 1]
        assert lost or lurch
        seen.add(told[0])
    assert seen == {1, 2, 3, 4}
