"""What was marked: claims answered by claims, and who has the points in the end (docs/rules.md 3.9, docs/notation.md 4).

Only the last word of a chain stands: `school 4 false 4 raise 8` leaves eight points with the claimant and nothing with the accused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from notation.record import opposite

if TYPE_CHECKING:
    from notation.record import Award, Body, Claim, Side, Value


@dataclass(frozen=True, slots=True)
class Chain:
    """One claim and the words that answered it.

    `claimant` sent `accused` to school for `amount` points. `last` is the word that stands (`school`, `false`, `raise`), `marked` what its
    speaker marked, `holder` that speaker; None where the amount is not known.
    """

    claimant: Side
    accused: Side
    amount: int | None
    last: str
    marked: int | None
    holder: Side
    words: int

    @property
    def upheld(self) -> bool:
        """Whether the accusation stands in the end."""
        return self.holder == self.claimant


def spoken(award: Award | None) -> Value | None:
    """The amount that counts in the end: what was put right, else what was marked; None where nothing is written."""
    if award is None:
        return None
    return award.right if award.right is not None else award.value


def told_holes(award: Award | None) -> int | None:
    """The holes a mark tells of itself, behind `holes` or in the amount (`+3h`); None where it tells points only."""
    value = spoken(award)
    return None if award is None or value is None else value.holes if award.holes is None else award.holes


def claim_points(claim: Claim) -> int | None:
    """The points a claim marks, as put right; holes spoken in a claim count twelve points each."""
    value = claim.right if claim.right is not None else claim.value
    if value.holes is not None:
        return 12 * value.holes + (value.points or 0)
    return value.points


def chains(body: Body, roller: Side) -> tuple[Chain, ...]:
    """The claims of a line as chains. A `false` or `raise` before any claim opens no chain: nobody knows who marked it, and for what."""
    found: list[Chain] = []
    for claim in body.claims:
        points = claim_points(claim)
        if claim.word in ("school", "counter-school"):
            claimant = opposite(roller) if claim.word == "school" else roller
            found.append(Chain(claimant, opposite(claimant), points, "school", points, claimant, 1))
        elif found:
            chain = found[-1]
            speaker = chain.accused if claim.word == "false" else chain.claimant
            found[-1] = Chain(chain.claimant, chain.accused, chain.amount, claim.word, points, speaker, chain.words + 1)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Answer:
    """A `false` or a `raise`, beside what was due for it (docs/rules.md S-6, S-7).

    `said` is what its speaker marked, `due` what he might have; None where the record does not tell. `fits` says whether there was anything
    that it could answer: a school or a raise for `false`, the first `false` for `raise`. `before` is who had how many points by the word
    before it, None where no claim came before; the speaker then is not known. `last` says whether it is the last word of its chain.
    """

    word: str
    speaker: Side
    said: int | None
    due: int | None
    fits: bool
    before: tuple[Side, int | None] | None
    last: bool


def answers(body: Body, roller: Side, *, disputed: bool = False) -> tuple[Answer, ...]:
    """The answers of a line. A `false` is due what the word before marked; a `raise` the school and what the accused marked for himself.

    `disputed`: who shows a raise to be wrong is due what was in dispute before it, without any doubling (docs/rules.md S-7).
    """
    found: list[Answer] = []
    school: int | None = None
    stands: int | None = None
    claimant = holder = roller
    said_before: list[str] = []
    for place, claim in enumerate(body.claims):
        points = claim_points(claim)
        if claim.word in ("school", "counter-school"):
            claimant = holder = opposite(roller) if claim.word == "school" else roller
            school = stands = points
            said_before = [claim.word]
            continue
        last = all(after.word not in ("false", "raise") for after in body.claims[place + 1 : place + 2])
        if not said_before:
            found.append(Answer(claim.word, "?", points, None, fits=False, before=None, last=last))
            continue
        speaker = opposite(claimant) if claim.word == "false" else claimant
        if claim.word == "false":
            fits, due = said_before[-1] != "false", stands
            if disputed and said_before[-1] == "raise":
                due = school
        else:
            fits = said_before[-1] == "false" and "raise" not in said_before
            due = None if school is None or stands is None else school + stands
        if not fits:
            due = stands if speaker == holder else 0
        found.append(Answer(claim.word, speaker, points, due, fits=fits, before=(holder, stands), last=last))
        holder, stands = speaker, points
        said_before.append(claim.word)
    return tuple(found)
