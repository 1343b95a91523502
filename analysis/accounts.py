"""The accounts of a match of a form, audited: decisions its rules forbid, lurches and markers without right, amounts that are wrong.

What the record says against the form it was joined to (`replay.forms.joined`), each finding with the amount at stake.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from analysis.findings import Finding
from analysis.kinds import KINDS
from notation.record import Event, Tag, opposite
from replay.forms.events import Wrong
from replay.forms.followed import plain, sentence
from replay.forms.stakes import HONOURS, RATES

if TYPE_CHECKING:
    from notation.record import Side
    from replay.forms.followed import Joined, Refusal
    from replay.turns import Check, Replay

SIDES: Final[tuple[Side, Side]] = ("W", "B")
FORMS: Final = ("ecrire", "combine")
CLASSES: Final = frozenset({"single", "double", "treble", "quadruple", "lurch"})
TOLD_BY_TURN: Final = {"go-without-hole", "hold-without-hole", "after-the-end"}
"""Kinds that the audit of the roll has for the same fault."""
REFUSED: Final = {"no-right": "marker-unfounded", "no-such-result": "result-impossible", "match-over": "after-the-end"}
"""Kinds of what a form refuses; anything else is a decision (or a roll) that it forbids."""
CHECKED: Final = {
    "account": "account-differs",
    "standing": "settlement-differs",
    "position": "position-differs",
    "score": "score-differs",
    "marker": "marker-differs",
    "mark": "seats-differ",
    "seats": "seats-differ",
    "lead": "lead-differs",
    "result": "result-differs",
}


def joined_of(replay: Replay) -> tuple[Joined | None, Wrong | None]:
    """The accounts of a record that has any to audit, or why its form cannot be played.

    A match of twelve holes has none but what `@won` and `@account` say of its worth.
    """
    game = replay.game
    if not replay.rules.replayed:
        return None, None
    if game.rules not in FORMS and not game.tag("Form").strip().lower().endswith("-pool"):
        lines = (entry for entry in game.entries if isinstance(entry, Event) and entry.error is None and entry.word == "won")
        if not any(CLASSES & set(line.outcomes) or line.worth is not None for line in lines):
            return None, None
    from replay.forms.joined import join  # noqa: PLC0415 - a match of twelve holes has no use for it, and a cold start is measured

    try:
        return join(replay), None
    except Wrong as wrong:
        return None, wrong


def account_findings(replay: Replay, joined: Joined | None, wrong: Wrong | None, found: list[Finding]) -> list[Finding]:
    """The findings of the accounts, beside those `found` already: what is told of the same line there is not told twice.

    A marker forgotten, a going without a hole, told by their roll, have their price from here.
    """
    if wrong is not None and wrong.code != "no-length":
        line = next((tag.line for tag in replay.game.head if isinstance(tag, Tag) and tag.name == wrong.tag), replay.game.line)
        return [*found, _finding("form-unplayable", line, None, -1, wrong.section, plain(str(wrong), ()))]
    if joined is None:
        return found
    found = _conceded(replay, joined, found)
    prices = {("marker-forgotten", each.line, side_at(joined, each.player, each.line)): each.stake for each in joined.forgotten}
    prices |= {("go-without-hole", each.line, side_at(joined, each.wrong.player, each.line)): each.stake for each in joined.refused}
    kept = []
    for finding in found:
        stake = prices.get((finding.kind, finding.line, finding.side))
        kept.append(finding if stake is None else replace(finding, stake=float(stake.amount), unit=stake.unit))
    lines = {(finding.line, finding.kind) for finding in found}
    told = {line for line, kind in lines if kind in TOLD_BY_TURN}
    kept += [_refused(replay, joined, refusal) for refusal in joined.refused if refusal.line not in told]
    won_differs = {finding.line for finding in found if finding.kind == "result-differs"}
    for check in joined.checks:
        if check.agrees:
            continue
        if check.kind == "won":
            kept += _won(check, told=check.line in won_differs)
        elif (check.line, CHECKED[check.kind]) not in lines:
            kept.append(_differs(replay, joined, check))
    return kept


def _conceded(replay: Replay, joined: Joined, found: list[Finding]) -> list[Finding]:
    """The findings without those of a going without a hole that conceded a mark, where that is agreed (flag `concede`)."""
    if joined.agreed.form.rulings.concede != "any-time":
        return found
    refused = {refusal.line for refusal in joined.refused}
    free = {turn.ply.line for turn in replay.turns if turn.decision == "concede"} - refused
    return [finding for finding in found if finding.kind != "go-without-hole" or finding.line not in free]


def side_at(joined: Joined, player: int | None, line: int) -> Side:
    """The side a player has on a line of the record, `?` where he does not sit."""
    if player is None:
        return "?"
    name, seated = joined.agreed.names[player], joined.names_at(line)
    return SIDES[seated.index(name)] if name in seated else "?"


def _finding(kind: str, line: int, ply: int | None, turn: int, section: str, message: str, side: Side = "?", **more: object) -> Finding:
    rule = section or KINDS[kind].rule
    return Finding(kind=kind, turn=turn, ply=ply, line=line, side=side, rule=rule, message=message, **more)  # type: ignore[arg-type]


def _turn_at(replay: Replay, line: int) -> int:
    """The place of the roll of a line, -1 where it is none."""
    return next((turn.index for turn in replay.turns if turn.ply.line == line), -1)


def _refused(replay: Replay, joined: Joined, refusal: Refusal) -> Finding:
    """What the rules of the form do not allow."""
    wrong, line = refusal.wrong, refusal.line
    kind = REFUSED.get(wrong.code, "decision-forbidden")
    side, turn = side_at(joined, wrong.player, line), _turn_at(replay, line)
    at_stake, unit = (None, "") if refusal.stake is None else (float(refusal.stake.amount), refusal.stake.unit)
    message = sentence(wrong, joined.agreed.names)
    if turn >= 0 and kind == "decision-forbidden":
        message = f"{joined.names_at(line)[side == 'B'] if side != '?' else 'somebody'}: {message}"
    message += _price(at_stake, unit)
    gained = None if side == "?" or kind != "marker-unfounded" else side
    return _finding(
        kind, line, refusal.ply if turn >= 0 else None, turn, wrong.section, message, side, gained=gained, stake=at_stake, unit=unit
    )


def _differs(replay: Replay, joined: Joined, check: Check) -> Finding:
    """A check of the accounts that does not hold."""
    kind = CHECKED[check.kind]
    turn = _turn_at(replay, check.line)
    names = joined.agreed.names
    side = side_at(joined, names.index(check.who) if check.who in names else None, check.line)
    amount = None if check.stake is None else abs(float(check.stake))
    message = f"the record says {check.stated}, the accounts come to {check.replayed}"
    if check.kind == "lead" and turn < 0:
        message = f"the throws give the lead to {check.replayed}, and {check.stated} led"
    elif check.kind == "lead":
        side = replay.turns[turn].side
        message = f"{check.stated} led the mark, and {check.replayed} had to"
    elif check.kind == "seats":
        message = f"{check.stated} sit down, and the form has {check.replayed} play"
    elif check.kind == "mark":
        message = f"the record begins mark {check.stated}, and mark {check.replayed} is to be played"
    gained = side if check.kind in ("account", "marker") and side != "?" and (check.stake or 0) > 0 else None
    message += _price(amount, check.unit)
    return _finding(
        kind,
        check.line,
        check.ply if turn >= 0 else None,
        turn,
        "",
        message,
        side,
        gained=gained,
        stake=amount,
        unit=check.unit if amount is not None else "",
    )


def _won(check: Check, *, told: bool) -> list[Finding]:
    """`@won` against the result: another winner or other holes (where the pegs have not `told` it), else its class, else its worth."""
    stated, due = check.stated.split(), check.replayed.split()
    message = f"the record says {check.stated}, the accounts come to {check.replayed}"
    side: Side = "W" if stated[:1] == ["W"] else "B" if stated[:1] == ["B"] else "?"
    if due[0] != stated[0] or (_holes(stated) is not None and _holes(stated) != _holes(due)):
        return [] if told else [_finding("result-differs", check.line, None, -1, "", message, side)]
    claimed, right = (_rank(words, match=check.unit == "stakes") for words in (stated, due))
    kind, over = "settlement-differs", (check.stake or 0) > 0
    if claimed is not None and right is not None and claimed != right:
        over = claimed > right
        kind = "lurch-unfounded" if over else "lurch-forgotten"
    amount = None if check.stake is None else abs(float(check.stake))
    more = {"gained": side if over else opposite(side), "stake": amount, "unit": check.unit if amount is not None else ""}
    rule = "2.7" if check.unit == "stakes" else "5.4" if check.unit == "fish" else ""
    return [_finding(kind, check.line, None, -1, rule, message + _price(amount, check.unit), side, **more)]


def _holes(words: list[str]) -> str | None:
    return next((word for word in words if re.fullmatch(r"\d+-\d+", word)), None)


def _rank(words: list[str], *, match: bool) -> tuple[int, int] | None:
    """How high a class is, and whether it is the dearer of its kind; None where they claim none. A match of holes is a lurch or not."""
    if match:
        return int("lurch" in words), 0
    for ranks in (RATES, HONOURS):
        rank = next((ranks[word] for word in words if word in ranks), None)
        if rank is not None:
            return rank, int("standing" in words)
    return int("lurch" in words), 0


def _price(amount: float | None, unit: str) -> str:
    """The amount at stake, at the end of a message."""
    if not amount:
        return ""
    if unit == "money":
        return f": {amount:g} at stake"
    one = {"jetons": "jeton", "stakes": "stake"}.get(unit, unit)
    return f": {amount:g} {one if amount == 1 else unit} at stake"
