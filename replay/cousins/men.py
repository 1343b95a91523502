"""Men as integers, and the store of boards reached: what the kernels of bräde and Dutch TricTrac share.

All of it is in the part of Python that numba also compiles (as `replay.kernel`). A side's men are two words on the side's own route:
`near` holds four bits a point for the points 0 to 11 and above them the men on the bar, borne off and in the hand; `far` the points 12
to 23. A man taken up or put down is a subtraction or an addition.

A *state* is a board reached within a throw: four integers in a flat buffer, `near`, `far`, `word`, `came`.

* `word`, from its lowest bit: 24 bits for the points (mover's route) on which opposing men were captured in this throw, then bits that
  the game fills; those up to `KEY` tell states apart.
* `came`: `parent << 16 | from << 8 | to`, the state it came from and the step that led to it; `from` and `to` are points or the names
  below.

The other side's men do not move while a throw is played: they are only captured, so the mask of captures says where they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

ALL = 0xFFFFFF
POINTS = 0xFFFFFFFFFFFF  # the points of a word, without what stands above them
FIRST = 0xFFFFFF  # the first six points of a word
OFF, BAR, HAND = 24, 25, 26  # places of `came` that are no points
BAR_AT, OFF_AT, HAND_AT = 48, 52, 56  # where `near` counts them

STRIDE = 4
NEAR, FAR, WORD, CAME = 0, 1, 2, 3
FULL = -1  # a buffer was too small: call again with greater ones


def men_on(near: int, far: int, p: int) -> int:
    """Men on a point, 0 to 23."""
    return near >> 4 * p & 15 if p < 12 else far >> 4 * p - 48 & 15


def folded(quads: int) -> int:
    """The lowest bit of each of twelve groups of four, as twelve bits."""
    x = quads & 0x111111111111
    x = (x | x >> 3) & 0x030303030303
    x = (x | x >> 6) & 0x000F000F000F
    return (x | x >> 12 | x >> 24) & 0xFFF


def occupied(near: int, far: int) -> int:
    """Points with at least one man, as 24 bits."""
    return folded(near | near >> 1 | near >> 2 | near >> 3) | folded(far | far >> 1 | far >> 2 | far >> 3) << 12


def masks(near: int, far: int) -> tuple[int, int]:
    """Points with at least one man, and points with at least two, as 24 bits."""
    two = folded(near >> 1 | near >> 2 | near >> 3) | folded(far >> 1 | far >> 2 | far >> 3) << 12
    return two | folded(near) | folded(far) << 12, two


def fives(near: int, far: int) -> int:
    """Points with at least five men, as 24 bits."""
    return folded(near >> 2 & (near | near >> 1) | near >> 3) | folded(far >> 2 & (far | far >> 1) | far >> 3) << 12


def rearmost(near: int, far: int) -> int:
    """The rearmost point with a man; 24 where there is none on the board."""
    left = near & POINTS
    if left:
        return (left & -left).bit_length() - 1 >> 2
    left = far & POINTS
    if left:
        return 12 + ((left & -left).bit_length() - 1 >> 2)
    return 24


def find(states: Sequence[int], table: MutableSequence[int], near: int, far: int, key: int, keys: int) -> int:
    """Where a board stands in the table of those reached: `~slot` where it is new, else its state."""
    size = len(table)
    mixed = (near * 1000003 + far) * 10007 + key
    slot = (mixed ^ mixed >> 29) % size
    while table[slot]:
        at = (table[slot] - 1) * STRIDE
        if states[at + NEAR] == near and states[at + FAR] == far and states[at + WORD] & keys == key:
            return table[slot] - 1
        slot += 1
        if slot == size:
            slot = 0
    return ~slot
