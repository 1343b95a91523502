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


def claim_points(claim: Claim) -> int | None:
    """The points a claim marks, as put right; holes spoken in a claim count twelve points each."""
    value = claim.right if claim.right is not None else claim.value
    if value.holes is not None:
        return 12 * value.holes + (value.points or 0)
    return value.points


def chains(body: Body, roller: Side) -> tuple[Chain, ...]:
    """The claims of a line as chains. A `false` or `raise` that answers nothing opens no chain and is left out (the reader let it pass)."""
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
