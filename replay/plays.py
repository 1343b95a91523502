"""Plays between their two forms: the kernel's integers, and men moved from point to point.

Counts are 25 numbers on the mover's own route, index 24 borne off; a move is `(from, to)`, 24 off.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from notation.record import OFF
from replay import kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from replay.kernel import Planes

Move = tuple[int, int]


@lru_cache(maxsize=4096)
def planes(counts: tuple[int, ...]) -> Planes:
    """Fold counts (24 or 25; what is off does not matter) into the kernel's four planes.

    Raises `ValueError` for a point with fewer than no men or more than 15.
    """
    digits = [0, 0, 0, 0]
    for p in range(OFF):
        men = counts[p]
        if men:
            if not 0 < men < 16:
                raise ValueError(f"{men} men on one point: a side has 15 at most")
            for k in range(4):
                digits[k] |= (men >> k & 1) << p
    return digits[0], digits[1], digits[2], digits[3]


def counts_of(men: Planes, off: int) -> tuple[int, ...]:
    """Unfold planes into 25 counts."""
    return (*(kernel.count(men, p) for p in range(OFF)), off)


def moves_of(code: int) -> tuple[Move, ...]:
    """Unfold a play into its moves, the longer first; the play 0 has none."""
    moves: list[Move] = []
    while code:
        m = (code & 1023) - 1
        moves.append((m // 25, m % 25))
        code >>= 10
    return tuple(sorted(moves, key=lambda move: (move[0] - move[1], move[0])))


def code_of(moves: Iterable[Move]) -> int:
    """Fold at most two moves into the kernel's integer.

    Raises `ValueError` for more, or for a move off the route.
    """
    codes = []
    for start, to in moves:
        if not (0 <= start < OFF and 0 <= to <= OFF):
            raise ValueError(f"{start} to {to} is no move on the route 0 to 24")
        codes.append(start * 25 + to + 1)
    if len(codes) > 2:
        raise ValueError("a play moves two men at most")
    codes.sort(reverse=True)
    return 0 if not codes else codes[0] if len(codes) == 1 else codes[0] << 10 | codes[1]


def apply_play(own: Sequence[int], code: int) -> tuple[int, ...]:
    """Give the counts after a play of the kernel."""
    after = list(own)
    while code:
        m = (code & 1023) - 1
        after[m // 25] -= 1
        after[m % 25] += 1
        code >>= 10
    return tuple(after)


def apply_moves(own: Sequence[int], moves: Iterable[Move]) -> tuple[int, ...] | None:
    """Give the counts after moves made in whichever order they can be; None where there is no man for one of them, or no such place."""
    after = list(own)
    for start, to in moves:
        if not (0 <= start < OFF and 0 <= to <= OFF):
            return None
        after[start] -= 1
        after[to] += 1
    # A man may go on from where another move put him, but no circle of moves can lift itself: men only go forward.
    return tuple(after) if min(after) >= 0 else None
