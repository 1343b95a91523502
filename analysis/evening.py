"""A match of a form by the steered player, as a record: real rolls, marked by the rules, and who sits, leads, holds and goes by the form.

Where `analysis.generate` plays matches of twelve holes with faults put in, this plays whole evenings of à écrire, combiné and the pools,
without a fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from notation.record import OFF
from replay.engine import due as engine_due
from replay.forms.adjournment import accounts
from replay.forms.combine import BETWEEN, Combine
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire
from replay.forms.events import Award, Bearoff, Decision
from replay.forms.fill import Fill
from replay.forms.form import Form, form
from replay.forms.machine import start, step
from replay.forms.record import Agreed
from replay.forms.results import Annulled, MatchOver
from replay.forms.stated import members, said
from replay.hints import write_moves
from replay.plays import apply_play, moves_of
from replay.position import TALONS
from replay.rules import RULE_SETS
from replay.steered import Manner, choose, goes, manner
from replay.unmade import unmade

if TYPE_CHECKING:
    from collections.abc import Iterator

    from replay.forms.ecrire import Step
    from replay.forms.events import Event
    from replay.forms.machine import State

FORMS: Final = {
    "ecrire": form("ecrire", marks=2),
    "ecrire-round-robin": form("ecrire", seating="round_robin", marks=3, first=(0, 1)),
    "ecrire-chouette": form("ecrire", seating="chouette", marks=4),
    "ecrire-partners": form("ecrire", seating="four", marks=4, first=(0, 2)),
    "combine": form("combine", marks=2),
    "combine-chouette": form("combine", seating="chouette", marks=4),
    "combine-partners": form("combine", seating="four", marks=4, first=(0, 2)),
    "fill-pool": form("fill", order=(0, 1, 2), ante=2),
    "drain-pool": form("drain", order=(0, 1, 2), pool=60, grand_lurch=True),
}
"""The forms that can be played, by the name a command calls them."""
TAGS: Final = {"two": "head-to-head", "round_robin": "round-robin", "chouette": "chouette", "four": "partners"}
PLAYERS: Final = ("Aurore", "Basile", "Clélie", "Damon")
LONGEST: Final = 3000
"""Plies after which an evening is broken off."""
WORDS: Final = "simple petty grand pickup standing single double treble quadruple lurch conceded".split()  # noqa: SIM905 - words


def evening(name: str, seed: int | str, marks: int = 0, *, daring: float = 0.1) -> str:
    """The record of one whole match of a form; `marks` where not as few as can be, `daring` how often a decision is taken at random.

    Raises KeyError for a form that is not known, `Wrong` for a number of marks that the form cannot have.
    """
    made = FORMS[name]
    if marks and made.marks:
        made = form(made.kind, seating=made.seating, marks=marks, first=made.first)
    return _Evening(made, Random(f"{name}/{seed}"), daring).record()  # noqa: S311 - dice of a game, not of a lock


@dataclass(slots=True)
class _Evening:
    """One match under way. Men are by seat: White's, then Black's."""

    form: Form
    rng: Random
    daring: float
    lines: list[str] = field(default_factory=list)
    state: State = field(init=False)
    seated: tuple[int, int] = field(init=False)
    men: list[tuple[int, ...]] = field(default_factory=lambda: [TALONS, TALONS])
    thrown: list[list[tuple[int, int]]] = field(default_factory=lambda: [[], []])
    manners: list[Manner] = field(default_factory=list)
    number: int = 0
    games: int = 0
    told: list[str] = field(default_factory=list)
    """Results of the roll under way, as lines that follow it."""

    def __post_init__(self) -> None:
        self.state = start(self.form)
        self.seated = (self.state.table.pair[0], self.state.table.pair[1])

    def record(self) -> str:
        """Play it to its end."""
        names = PLAYERS[: self.form.players]
        tags = [("Event", "A generated evening"), ("White", names[self.seated[0]]), ("Black", names[self.seated[1]])]
        if self.form.kind in ("ecrire", "combine"):
            tags += [("Rules", self.form.kind), ("Length", str(self.form.marks))]
            tags += [] if self.form.seating == "two" else [("Form", TAGS[self.form.seating])]
        else:
            tags.append(("Form", f"{self.form.kind}-pool"))
        if self.form.players > 2:
            tags.append(("Players", "; ".join(names)))
        self.begin()
        me = self.leader()
        while not self.state.table.over and self.number < LONGEST:
            me = self.roll(me)
        result = "end" if self.state.table.over else "*"
        head = "".join(f'[{name} "{value}"]\n' for name, value in (*tags, ("Result", result)))
        return head + "\n" + "\n".join(self.lines) + f"\n{result}\n"

    def begin(self) -> None:
        """What stands before the first roll."""
        if isinstance(self.state, (Fill, Drain)):
            self.lines.append(f"@account pool stake={self.form.ante or self.form.pool}")
        self.new_game()

    def leader(self) -> int:
        """The seat that rolls first; where it is drawn, one die each says so."""
        leads = self.state.table.leads
        if leads in self.seated:
            if not self.number:
                high, low = sorted(self.rng.sample(range(1, 7), 2), reverse=True)
                other = self.seated[1 - self.seated.index(leads)]
                self.lines.append(f"@lead {PLAYERS[leads]} {high}, {PLAYERS[other]} {low}")
                self.lines[-2:] = self.lines[-1:] + self.lines[-2:-1] if len(self.lines) > 1 else self.lines
            return self.seated.index(leads)
        dice = self.rng.sample(range(1, 7), 2)
        self.lines.append(f"@lead W {dice[0]}, B {dice[1]}")
        return int(dice[1] > dice[0])

    def roll(self, me: int) -> int:
        """One roll; returns the seat that rolls next."""
        self.number += 1
        own, opp = self.men[me], self.men[1 - me]
        first, second = self.rng.randint(1, 6), self.rng.randint(1, 6)
        dice = (max(first, second), min(first, second))
        rules = RULE_SETS[self.form.kind if self.form.kind in RULE_SETS else "trictrac"]
        due = engine_due(own, opp, dice, rules, rolls=len(self.thrown[me]) + 1, earlier=tuple(self.thrown[me][:2]))
        self.thrown[me].append(dice)
        code = choose(self.rng, own, due, self.manners[me])
        after = apply_play(own, code)
        points = due.total_roller - sum(jan.points for jan in unmade(due, after))
        words = [f"{self.number}.", "WB"[me], f"{dice[0]}-{dice[1]}"]
        before = self.state
        if points:
            words.append(f"+{points}")
            self.step(Award(self.seated[me], points, own_roll=True))
        decision = self.decide(me) if self.state.table.must is not None else ""
        if decision:
            words.append(decision.replace("_", " "))
        leaves = decision in ("go", "mark", "refait", "concede")
        following, fresh = 1 - me, leaves or self.state.table.over or (_place(before) != _place(self.state) and not decision)
        if not fresh:
            words.append(write_moves(moves_of(code), "guiton", "WB"[me]))  # type: ignore[arg-type]
            self.men[me] = after
            if not any(after[:OFF]):
                self.step(Bearoff(self.seated[me]))
                self.new_holding()
                following = me
            if due.total_opponent:
                words.append(f"-{due.total_opponent}")
                self.step(Award(self.seated[1 - me], due.total_opponent, own_roll=False))
        self.lines.append(" ".join(filter(None, words)))
        self.lines += self.told
        self.told = []
        return self.after(before, me, following, fresh=fresh)

    def after(self, before: State, me: int, following: int, *, fresh: bool) -> int:
        """What follows a roll: nothing, a new holding, another mark or match."""
        if self.state.table.over:
            return me
        if _place(before) != _place(self.state):
            self.accounts()
            self.new_game()
            return self.leader()
        if fresh:
            self.new_holding()
            leads = self.state.table.leads
            return self.seated.index(leads) if leads in self.seated else self.leader()
        return following

    def decide(self, me: int) -> str:
        """Hold, go or what the form has for it: as the steered player would, now and then at random."""
        must = self.state.table.must
        assert must is not None
        race = self.state.table.race.points
        mine = race[self.state.table.pair.index(self.seated[me])]
        legal = must.legal
        if self.rng.random() < self.daring:
            what = self.rng.choice(legal)
        elif goes(self.rng, mine, self.men[me], self.men[1 - me], self.manners[me]) or legal[1] == "mark":
            what = legal[1]
        else:
            what = "hold"
        self.step(Decision(must.player, what))
        return what

    def step(self, event: Event) -> None:
        """One event in the accounts; who has come in takes the seat of who has left."""
        done: Step = step(self.state, event)
        seated = self.seated
        self.state = done.state
        for result in done.results:
            if isinstance(result, MatchOver):
                continue
            if isinstance(result, Annulled):
                continue
            side, holes, worth, words = said(result, Agreed(self.form, PLAYERS[: self.form.players], seated), seated)
            told = [word for word in WORDS if word in words] + sorted(w for w in words if w[:8] == "refaits=" and w != "refaits=0")
            self.told.append(" ".join(filter(None, (f"@won {side} {holes[0]}-{holes[1]}", "" if worth is None else f"{worth:g}", *told))))
        pair = self.state.table.pair
        if pair and set(pair) != set(seated):
            comes = [who for who in pair if who not in seated]
            white, black = (who if who in pair else comes.pop() for who in seated)
            self.seated = (white, black)

    def accounts(self) -> None:
        """The purses, now and then."""
        state = self.state
        if isinstance(state, (Ecrire, Combine)) and self.rng.random() < 0.5:
            for side, purse in enumerate(accounts(state)):
                name = PLAYERS[members(self.form, side)[0]]
                self.lines.append(f"@account {name} lost={purse.lost} jetons={purse.jetons}")

    def new_game(self) -> None:
        """The line a mark or a match of a pool begins with."""
        state, names = self.state, PLAYERS
        who = f" {names[self.seated[0]]} {names[self.seated[1]]}" if self.form.players > 2 else ""
        book = state.ecrire if isinstance(state, Combine) else state
        if isinstance(book, Ecrire):
            self.lines.append(f"@mark {book.number}/{self.form.marks}{who}")
        else:
            self.games += 1
            self.lines.append(f"@game {self.games}{who}")
        self.new_holding()

    def new_holding(self) -> None:
        """All men on the talons."""
        self.men, self.thrown = [TALONS, TALONS], [[], []]
        self.manners = [manner(self.rng), manner(self.rng)]


def _place(state: State) -> object:
    """What tells one mark, or match, from the next: à écrire at rest is still the mark before."""
    if isinstance(state, Combine):
        return state.ecrire.number, state.ecrire.refaits and state.suspended != BETWEEN
    if isinstance(state, Ecrire):
        return state.number
    return len([each for each in state.history if not isinstance(each, Annulled)]) if isinstance(state, (Fill, Drain)) else 0


def forms() -> Iterator[str]:
    """The names of all forms."""
    return iter(FORMS)
