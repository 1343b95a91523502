"""Results as a score sheet tells them, where nobody wrote the rolls: a mark, an honours game, a match (docs/notation.md 6, `@won`).

Each gives the same `Step` that the events behind it would have given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.forms import combine, cure, drain, ecrire, fill
from replay.forms import table as tables
from replay.forms.combine import Combine
from replay.forms.cure import Cure
from replay.forms.drain import Drain
from replay.forms.ecrire import Ecrire, Step
from replay.forms.events import Wrong
from replay.forms.fill import Fill
from replay.forms.mark import OBLIGATION, Mark
from replay.scoring import Pegs

if TYPE_CHECKING:
    from replay.forms.machine import State

CLASSES = ("simple", "petty", "grand")


def mark_won(
    state: Ecrire | Combine,
    winner: int,
    holes: tuple[int, int],
    kind: str = "simple",
    *,
    pickup: bool | None = None,
    conceded: bool = False,
    refaits: int | None = None,
    stays: bool = False,
) -> Step:
    """The mark in play, won by a player with `holes` (his, then the loser's); the next begins, or the match is over.

    `stays`: in combiné he has only suspended à écrire, and the next mark begins with the next pickup (C5.4).
    `pickup` belongs to a lurch, `refaits` are its do-overs where the sheet tells them (else those known). Raises `Wrong`: `not-seated`,
    `match-over`, `no-such-result`.
    """
    sheet = state.ecrire if isinstance(state, Combine) else state
    who = tables.place(sheet.table, winner)
    won, lost = holes
    _can(kind in CLASSES, "5.2", winner, f"a mark is one of {', '.join(CLASSES)}, not {kind!r}")
    behind = won > lost >= 0 and won >= OBLIGATION
    _can(behind, "5.1", winner, f"{won} holes to {lost} win no mark: six or more, and more than the other, do")
    lurch = kind != "simple"
    _can(not lurch or (won >= 12) == (kind == "grand"), "5.2", winner, f"a lurch of {won} holes is not {kind}")
    free = sheet.form.rulings.concede == "any-time"
    _can(not (lurch and conceded) or free, "5.2", winner, "a mark conceded is simple")
    # with no hole taken by the loser, nothing has interrupted the winner
    _can(lurch or lost > 0, "5.2", winner, f"{won} holes to none are a lurch")
    _can(not lurch or pickup is not None, "5.2", winner, "a lurch is with pickup or without")
    pair = (lost, won) if who else (won, lost)
    mark = Mark(pair, who if lurch else None, bool(pickup))
    sheet = sheet._replace(mark=mark, table=tables.held(sheet.table), refaits=sheet.refaits if refaits is None else refaits)
    paid, result = ecrire.pay(sheet, who, conceded=conceded)
    if stays and isinstance(state, Combine) and paid.number < paid.form.marks:
        return Step(state._replace(ecrire=paid, suspended=combine.BETWEEN), results=(result,))
    done = ecrire.next_mark(paid, (result,))
    return combine.carried(state, done) if isinstance(state, Combine) else done


def honours_won(state: Combine, side: int, kind: str, holes: tuple[int, int]) -> Step:
    """The honours game in play, won by a side with `holes` (its own, then the loser's); what is over twelve is its next game's.

    Raises `Wrong`: `match-over`, `no-such-result`.
    """
    _can(not state.table.over, "5.4", None, "the match is over: no honours game can follow")
    known = ("single", "double", "treble", "quadruple")
    _can(kind in known and side in (0, 1), "5.4", None, f"an honours game is won {', '.join(known)}, not {kind!r}")
    won, lost = holes
    _can(won >= combine.GAME and lost >= 0, "5.4", None, f"{won} holes to {lost} win no honours game: twelve do")
    lurch = kind in ("treble", "quadruple")
    own = 1  # with a hole before, the right is what the class says
    before = state._replace(honours=Pegs((lost, own) if side else (own, lost), (lurch and not side, lurch and bool(side))))
    after, games = combine.honoured(before, side, won - own)
    _can(games[0].kind == kind, "5.4", None, f"{won} holes to {lost} are {games[0].kind}, not {kind}")
    return Step(after, 0, games)


def match_won(state: State, winner: int, holes: tuple[int, int], *, lurch: bool = False, conceded: bool = False) -> Step:
    """A match of holes, or of a pool, won by a player with `holes` (his, then the loser's).

    `lurch`: the loser took no hole after the winner's first; understood where he has none. Raises `Wrong`: `not-seated`, `match-over`,
    `no-such-result`.
    """
    who = tables.place(state.table, winner)
    won, lost = holes
    reached = won > lost >= 0 and won >= state.form.holes
    _can(reached, "2.6 P-4", winner, f"{won} holes to {lost} win no match: {state.form.holes} do")
    open_ = (lurch or not lost) and not conceded
    pair = (lost, won) if who else (won, lost)
    pegs = Pegs(pair, (open_ and not who, open_ and bool(who)))
    if isinstance(state, Cure):
        return cure.won(state, who, pegs)
    if isinstance(state, Fill):
        return fill.won(state, winner, lost)
    _can(isinstance(state, Drain), "5", winner, "a match of marks is not won by holes")
    assert isinstance(state, Drain)
    return drain.won(state._replace(pegs=pegs), who, conceded=conceded)


def _can(kept: bool, section: str, player: int | None, sentence: str) -> None:
    if not kept:
        raise Wrong("no-such-result", section, player, f"{sentence} (docs/rules.md {section})")
