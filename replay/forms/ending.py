"""What a record says of the end of a match, its tag `Standing` and its last line, against what everybody has (docs/notation.md 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from notation.record import Tag
from replay.forms.events import Wrong
from replay.forms.form import form_from_json, form_to_json
from replay.forms.settlement import deciding
from replay.forms.stakes import Stake
from replay.forms.stated import furthest, in_proportion, standing

if TYPE_CHECKING:
    from notation.record import Game
    from replay.forms.coins import Amount
    from replay.forms.followed import Joined
    from replay.forms.margin import Margin
    from replay.forms.record import Agreed

Net = Mapping[str, "tuple[Amount, ...]"]
UNITS: Final = {"ecrire": "jetons", "combine": "fish", "fill": "money", "drain": "money"}
"""What a `Standing` counts, by form."""
RESULTS: Final = ("1-0", "0-1", "1/2-1/2")
"""What the last line says where White, Black, nobody has won."""


def check_standing(game: Game, net: Net, agreed: Agreed, margin: Margin) -> None:
    """The tag `Standing` against what everybody has in the end: jetons, fish or money by the form, in the order of its players."""
    text, unit = game.tag("Standing"), UNITS.get(agreed.form.kind)
    if not text or unit is None:
        return
    compared = standing(text, unit, net, agreed)
    if compared is not None:
        line = next((tag.line for tag in game.head if isinstance(tag, Tag) and tag.name == "Standing"), game.line)
        margin.check("standing", line, *compared, agrees=compared[0] == compared[1], stake=Stake(furthest(*compared), unit))


def check_result(game: Game, net: Net, agreed: Agreed, margin: Margin) -> None:
    """The line that ends the record against who has won: of two players of à écrire or combiné."""
    result, form = game.result, agreed.form
    if result is None or result.word not in RESULTS or form.kind not in ("ecrire", "combine") or form.seating != "two":
        return
    white = deciding(net)[agreed.seated[0]]
    due = RESULTS[0] if white > 0 else RESULTS[1] if white < 0 else RESULTS[2]
    margin.check("result", result.line, result.word, due, agrees=result.word == due)


def staked(text: str, found: Joined) -> Agreed | None:
    """A pool with the ante, or the sum, that its `Standing` implies where nothing else tells it."""
    agreed = found.agreed
    if agreed.staked or not text or not found.reckoning.net or found.gaps:
        return None
    times = in_proportion(text, found.reckoning.net, agreed)
    money = None if times is None else times * (agreed.form.ante or agreed.form.pool)
    if times in (None, 1) or money is None or money.denominator != 1:
        return None
    word = "ante" if agreed.form.kind == "fill" else "pool"
    try:
        made = form_from_json(form_to_json(agreed.form) | {word: int(money)}, agreed.form.rulings)
    except Wrong:
        return None
    return agreed._replace(form=made, notes=(f"nothing tells the {word} but the tag `Standing`: {money}",), staked=True)
