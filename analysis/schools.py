"""What became of the schools: the claims of a line matched to the faults they are about (docs/rules.md 3.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from analysis.faults import NAMES, Fault, finding_of
from analysis.tracks import SIDES, Step, as_played
from replay.marking import Chain, chains

if TYPE_CHECKING:
    from replay.turns import Turn


def with_schools(turn: Turn, faults: list[Fault]) -> list[Fault]:
    """Match the claims of the line to the faults they are about; what is left over was a false school (S-6)."""
    rest = list(faults)
    done: list[Fault] = []
    played = as_played(turn)
    for chain in chains(turn.ply.body, turn.side):
        open_faults = [fault for fault in rest if fault.finding.side == chain.accused and fault.finding.school_points]
        hit = _aimed_at(chain, open_faults)
        if not hit:
            done.append(_false_school(turn, chain, played))
            continue
        for fault in hit:
            rest.remove(fault)
            done.append(_schooled(fault, chain, share=len(hit) > 1))
    for fault in rest:
        due = fault.finding.school_points and not fault.finding.told
        done.append(Fault(replace(fault.finding, school="let-go"), fault.right) if due else fault)
    order = {id(fault): i for i, fault in enumerate(done)}
    return sorted(done, key=lambda fault: (fault.finding.side != turn.side, order[id(fault)]))


def _aimed_at(chain: Chain, faults: list[Fault]) -> list[Fault]:
    """The faults a claim is about: one of just that amount, or all together, or (the amount being wrong) the first."""
    if chain.amount is None:
        return faults
    for fault in faults:
        if fault.finding.school_points == chain.amount:
            return [fault]
    if sum(fault.finding.school_points for fault in faults) == chain.amount:
        return faults
    return faults[:1]


def _schooled(fault: Fault, chain: Chain, *, share: bool) -> Fault:
    """The fault with what became of its school, and the right marking without the claim."""
    finding = fault.finding
    exact = share or chain.amount is None or chain.amount == finding.school_points
    if not exact:
        word = "wrong-amount"
    elif chain.upheld:
        word = "raised" if chain.last == "raise" else "claimed"
    else:
        word = "denied"
    got = 0 if not chain.upheld or chain.marked is None else (finding.school_points if share else chain.marked)
    right = None if fault.right is None else replace(fault.right, claims=_without(fault.right, chain))
    return Fault(replace(finding, school=word, claimed_points=got), right)


def _without(step: Step, chain: Chain) -> tuple[tuple[int, int | None], ...]:
    """The claims of a step without what this chain brought."""
    left = list(step.claims)
    brought = (SIDES.index(chain.holder), chain.marked)
    if brought in left:
        left.remove(brought)
    return tuple(left)


def _false_school(turn: Turn, chain: Chain, played: Step | None) -> Fault:
    """A claim about nothing: undone if it was denied, and the accused marks what the accuser had marked (S-6)."""
    points = (chain.marked if chain.upheld else chain.amount) or 0
    name = NAMES[chain.claimant]
    denied = not chain.upheld
    got = "an amount not known" if chain.marked is None else str(chain.marked)
    tail = f"{NAMES[chain.accused]} answered and marked {got}" if denied else "nobody answered"
    if not denied and chain.words > 1:
        tail = f"{NAMES[chain.accused]} answered, and {name} raised it and marked {got}"
    amount = "a school" if chain.amount is None else f"a school of {chain.amount}"
    message = f"{name} claimed {amount} where none was due; {tail}"
    right = None if played is None else replace(played, claims=_without(played, chain))
    finding = finding_of(
        turn,
        "false-school",
        chain.claimant,
        gained=chain.accused if denied else chain.claimant,
        points=points,
        school="claimed" if denied else "let-go",
        school_points=chain.amount or 0,
        claimed_points=(chain.marked or 0) if denied else 0,
        told=denied,
        message=message,
    )
    return Fault(finding, right)
