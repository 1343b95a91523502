"""The pegs and tokens as a record leaves them, where some may not be known (docs/rules.md 2.6).

A `Tally` is what two players could read off the board's edge: points, holes, who is in bredouille, who may still win the grande bredouille.
Pairs are White's, then Black's.
"""

from __future__ import annotations

from typing import NamedTuple

from replay.scoring import award

Pair = tuple[int | None, int | None]


class Tally(NamedTuple):
    """Points 0 to 10 and holes of each side, None where the record does not tell."""

    points: Pair = (0, 0)
    holes: Pair = (0, 0)
    bredouille: tuple[bool, bool] = (False, False)
    lurch: tuple[bool, bool] = (False, False)
    unsure: tuple[bool, bool] = (False, False)
    """Whose bredouille nobody can tell: a score taken up again that does not say it. His next hole may be single or double."""

    def mark(self, who: int, points: int | None, pegged: int | None = None) -> tuple[Tally, int]:
        """The tally after `who` (0 White, 1 Black) marks `points`, and the holes that makes by the rules.

        `pegged` overrides the holes moved (a hole forgotten, or said aloud). Unknown points make everything they may have touched unknown.
        """
        if points == 0 and not pegged:
            return self, 0
        held = self.points
        if points is None or held[who] is None or held[1 - who] is None:
            return self._unknown(who, pegged), 0
        state, made = award((held[0] or 0, held[1] or 0), self.bredouille, who, points)
        moved = made if pegged is None else pegged
        unsure = (False, False) if made or not points else (self.unsure[0] and who == 0, self.unsure[1] and who == 1)
        if made and self.unsure[who] and pegged is None:
            lost = list(self.holes)
            lost[who] = None
            return Tally(state.points, (lost[0], lost[1]), state.bredouille), made
        holes = list(self.holes)
        lurch = list(self.lurch)
        if moved:
            lurch[who] = lurch[who] or holes[who] == 0
            lurch[1 - who] = False
            before = holes[who]
            holes[who] = None if before is None else before + moved
        return Tally(state.points, (holes[0], holes[1]), state.bredouille, (lurch[0], lurch[1]), unsure), made

    def said(self, who: int, holes: int, rest: int) -> Tally:
        """`+1h4` where the points before it are not known: what was said is all that is known."""
        points: list[int | None] = [0, 0]
        points[who] = rest
        bredouille = [False, False]
        bredouille[who] = rest > 0
        total = list(self.holes)
        before = total[who]
        total[who] = None if before is None else before + holes
        return Tally((points[0], points[1]), (total[0], total[1]), (bredouille[0], bredouille[1]), (False, False))

    def lifted(self, keeps: int | None = None) -> Tally:
        """After going: no points, no bredouille; the holes stay (docs/rules.md P-3).

        `keeps`: who was not gone from by right and loses nothing, the other having had no hole to go on (docs/rules.md S-5).
        """
        points: list[int | None] = [0, 0]
        bredouille = [False, False]
        if keeps is not None:
            points[keeps], bredouille[keeps] = self.points[keeps], bool(self.points[keeps])
        return self._replace(points=(points[0], points[1]), bredouille=(bredouille[0], bredouille[1]))

    def _unknown(self, who: int, pegged: int | None) -> Tally:
        holes = list(self.holes)
        before = holes[who]
        holes[who] = before + pegged if pegged is not None and before is not None else None
        return Tally((None, None), (holes[0], holes[1]), (False, False), (False, False))
