"""What became of the schools: the claims of a line matched to the faults they are about (docs/rules.md 3.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from analysis.faults import NAMES, Fault, finding_of
from analysis.tracks import SIDES, Step, as_played
from replay.marking import Chain, answers, chains

if TYPE_CHECKING:
    from notation.record import Side
    from replay.marking import Answer
    from replay.turns import Turn


def with_schools(turn: Turn, faults: list[Fault], *, disputed: bool = False) -> list[Fault]:
    """Match the claims of the line to the faults they are about; what is left over was a false school (S-6).

    `disputed`: a raise shown to be wrong is worth what was in dispute before it (the flag `raise_fails`, S-7).
    """
    done: list[Fault] = []
    played = as_played(turn)
    accusations = chains(turn.ply.body, turn.side)
    rest = _parted(faults, accusations)
    for chain in accusations:
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
    done += _answer_faults(turn, played, disputed=disputed)
    order = {id(fault): i for i, fault in enumerate(done)}
    return sorted(done, key=lambda fault: (fault.finding.side != turn.side, order[id(fault)]))


def _aimed_at(chain: Chain, faults: list[Fault]) -> list[Fault]:
    """The faults a claim is about: one of just that amount, or all together, or (the amount being wrong) the first."""
    if chain.amount is None:
        return faults
    for fault in faults:
        if fault.finding.school_points == chain.amount:
            return [fault]
    if sum(fault.finding.school_points or 0 for fault in faults) == chain.amount:
        return faults
    return faults[:1]


def _parted(faults: list[Fault], accusations: tuple[Chain, ...]) -> list[Fault]:
    """Points marked by the wrong side are one fault, of who marked them; both faults, where somebody claims that the other forgot them.

    The rules give a school for either (S-1 for what was forgotten, S-2 for what was marked without right).
    """
    found: list[Fault] = []
    for fault in faults:
        forgot = next((half for half in fault.halves if half.finding.kind == "missed"), None)
        parted = False
        for chain in accusations if forgot is not None else ():
            if forgot is None or chain.accused != forgot.finding.side:
                continue
            others = [
                other.finding.school_points for other in faults if other.finding.side == chain.accused and other.finding.school_points
            ]
            parted = parted or not others or (chain.amount == forgot.finding.school_points and chain.amount not in others)
        found += fault.halves if parted else (fault,)
    return found


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
    got = 0 if not chain.upheld else finding.school_points if share and chain.marked is not None else chain.marked
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
    points = chain.marked if chain.upheld else chain.amount
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
        school_points=chain.amount,
        claimed_points=chain.marked if denied else 0,
        told=denied,
        message=message,
    )
    return Fault(finding, right)


def _answer_faults(turn: Turn, played: Step | None, *, disputed: bool) -> list[Fault]:
    """A `false` or a `raise` of another amount than is due, or where there was nothing it could answer (S-6, S-7).

    Of one side only the last of a kind: what was marked by the words before it was undone.
    """
    if turn.side not in SIDES:
        return []
    found: dict[tuple[str, Side], Fault] = {}
    for answer in answers(turn.ply.body, turn.side, disputed=disputed):
        if answer.fits and (answer.said is None or answer.due is None or answer.said == answer.due):
            continue
        kind = "answer-amount" if answer.fits else "answer-to-nothing"
        found[kind, answer.speaker] = _answer_fault(turn, answer, kind, played)
    return list(found.values())


def _answer_fault(turn: Turn, answer: Answer, kind: str, played: Step | None) -> Fault:
    """One answer that is not as it should be, with the amount due and the amount said."""
    gap = None if answer.said is None or answer.due is None else abs(answer.said - answer.due)
    name = NAMES[answer.speaker]
    word, marked = f"`{answer.word}`", "an amount not known" if answer.said is None else str(answer.said)
    wanted = "a school or a raise" if answer.word == "false" else "the first `false`"
    if answer.fits:
        why = "what the other had marked" if answer.word == "false" else "the school and what the accused had marked for himself"
        message = f"{name} said {word} and marked {marked}; {answer.due} were due to him, {why}"
    elif answer.before is None:
        message = f"{word} answers {wanted}, and nobody had claimed one; who marked {marked} is not known, and they count for nobody"
        gap = answer.said
    else:
        due = "an amount not known was" if answer.due is None else f"{answer.due} were"
        message = f"{name} said {word} and marked {marked}, but it answers {wanted}, and the word before it was none; {due} due to him"
    right = None
    if played is not None and answer.last and answer.before is not None and gap:
        stands = (answer.speaker, answer.due) if answer.fits else answer.before
        brought, put_right = (SIDES.index(answer.speaker), answer.said), (SIDES.index(stands[0]), stands[1])
        claims = list(played.claims)
        claims[claims.index(brought)] = put_right
        right = replace(played, claims=tuple(claims)) if stands[1] is not None else None
    finding = finding_of(turn, kind, answer.speaker, gained=None if answer.speaker == "?" else answer.speaker, points=gap, message=message)
    return Fault(finding, right)
