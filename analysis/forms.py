"""Words of a form that is not the record's: markings of à écrire and combiné in a match of twelve holes, and the like.

The record is read on as the word would be in its own form (`mark` lifts the men as `go` does); that it has no place here is one finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.faults import NAMES, Fault, finding_of
from analysis.findings import Finding
from analysis.kinds import KINDS
from analysis.tracks import SIDES
from notation.record import Event, opposite
from replay.marking import spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.record import Award, Body, Side
    from replay.rules import RuleSet
    from replay.turns import Replay, Turn

MARKS = ("ecrire", "combine")
"""Rule sets whose game is a series of marks (docs/rules.md 5)."""
DRAIN = "drain-pool"
"""The form whose matches end like a mark (docs/rules.md 5.5 D2)."""
DECISIONS = {"mark": (*MARKS, DRAIN), "refait": (*MARKS, DRAIN), "concede": (*MARKS, DRAIN), "suspend": ("combine",)}
MARKERS = {"no-banner": MARKS, "no-necktie": (*MARKS, DRAIN)}
"""A banner or necktie taken says in every form that a lurch is open; only where a mark is priced by it can it be forgotten (5.2)."""
TWELVE = ("trictrac", "triktrak")
OUTCOMES = {
    **dict.fromkeys(("simple", "petty", "grand", "pickup", "standing"), MARKS),
    "conceded": (*MARKS, DRAIN),
    **dict.fromkeys(("single", "double", "treble", "quadruple"), (*TWELVE, "combine")),
    **dict.fromkeys(("hemspel", "enkelt-kronspel", "dubbelt-kronspel", "trappspel", "uppspel", "jan", "sprängjan", "munk"), ("brade",)),
    "nabeurt": ("trictrac-nl",),
}
"""Words of `@won` and the rule sets that have them (docs/notation.md 6); those of every form are left out."""
CALLED = {
    "trictrac": "trictrac",
    "triktrak": "triktrak",
    "ecrire": "à écrire",
    "combine": "combiné",
    "brade": "bräde",
    "trictrac-nl": "Dutch TricTrac",
    DRAIN: "the draining pool",
}


def form_faults(turn: Turn, rules: RuleSet) -> list[Fault]:
    """One fault for every word of the roll that belongs to another form."""
    if turn.side not in SIDES:
        return []
    found, name = [], _name(rules)
    decision = turn.ply.body.decision
    if decision is not None and name not in DECISIONS.get(decision.word, (name,)):
        taken = "holding" if decision.word == "suspend" else "going"
        message = f"{_foreign(decision.word, DECISIONS[decision.word], name)}; it is taken as {taken}"
        found.append(Fault(finding_of(turn, "other-form", turn.side, message=message)))
    for side, marker in _markers(turn.ply.body, turn.side):
        if name not in MARKERS.get(marker, (name,)):
            thing = marker.removeprefix("no-")
            message = f"{_foreign(marker, MARKERS[marker], name)}: no {thing} can be forgotten here; {NAMES[side]} lost nothing"
            found.append(Fault(finding_of(turn, "other-form", side, message=message)))
    return found


def form_findings(replay: Replay) -> list[Finding]:
    """One finding for every `@` line that says what only another form knows. They belong to the game as a whole."""
    found = []
    for entry in replay.game.entries if replay.rules.replayed else ():
        if not isinstance(entry, Event) or entry.error is not None:
            continue
        rule = KINDS["other-form"].rule
        found += [
            Finding(kind="other-form", turn=-1, ply=None, line=entry.line, side="?", rule=rule, message=message)
            for message in _event_faults(entry, _name(replay.rules))
        ]
    return found


def _name(rules: RuleSet) -> str:
    """The rule set, or the draining pool: where no number of holes wins a match of trictrac."""
    return DRAIN if rules.name in TWELVE and not rules.match_holes else rules.name


def _event_faults(event: Event, name: str) -> Iterator[str]:
    if event.word == "mark" and name not in MARKS:
        yield f"{_foreign('@mark', MARKS, name)}; it is taken as the beginning of another match"
    if event.word == "won":
        yield from foreign_outcomes(event, name)


def foreign_outcomes(event: Event, name: str) -> Iterator[str]:
    """Words of `@won` that a game of these rules does not have, each in a sentence."""
    for word in event.outcomes:
        key = "refaits" if word.startswith("refaits=") else word
        homes = MARKS if key == "refaits" else OUTCOMES.get(key, (name,))
        if name not in homes:
            yield _foreign(f"@won … {word}", homes, name)


def _foreign(word: str, homes: tuple[str, ...], name: str) -> str:
    """`mark` is a word of à écrire and combiné, and this is a game of trictrac."""
    *others, last = (CALLED.get(home, home) for home in homes)
    form = f"{', '.join(others)} and {last}" if others else last
    return f"`{word}` is a word of {form}, and this is a game of {CALLED.get(name, name)}"


def _markers(body: Body, roller: Side) -> Iterator[tuple[Side, str]]:
    """The markers of a line, each with the side whose mark it stands behind."""
    awards: tuple[tuple[Side, Award | None], ...] = ((roller, body.award), (opposite(roller), body.against))
    for side, award in awards:
        for marker in award.markers if award is not None and spoken(award) is not None else ():
            yield side, marker
    claimant: Side = "?"
    for claim in body.claims:
        if claim.word in ("school", "counter-school"):
            claimant = opposite(roller) if claim.word == "school" else roller
        for marker in claim.markers:
            yield (opposite(claimant) if claim.word == "false" else claimant), marker
