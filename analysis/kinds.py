"""The kinds of finding: what each is called, which rule it stands on, and whether a school can arise from it."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of finding: its plain words, the section of docs/rules.md it stands on, and whether a school can arise from it."""

    words: str
    rule: str
    school: bool


KINDS: dict[str, Kind] = {
    "missed": Kind("points not marked", "3.9 S-1", school=True),
    "over-marked": Kind("too many points marked", "3.9 S-2", school=True),
    "wrong-side": Kind("points marked that were the other side's", "3.9 S-2", school=True),
    "fill-unmade": Kind("a jan that could be filled was not filled", "3.9 S-3", school=True),
    "preserve-unmade": Kind("a full jan that could be preserved was broken", "3.9 S-4", school=True),
    "go-without-hole": Kind("went without having won a hole", "3.9 S-5", school=True),
    "hole-unpegged": Kind("a hole won was not pegged", "3.9 S-10", school=False),
    "hole-overpegged": Kind("a hole was pegged that was not won", "3.9 S-10", school=False),
    "false-school": Kind("a school claimed that was none", "3.9 S-6", school=True),
    "answer-amount": Kind("a school denied or raised at another amount than is due", "3.9 S-6, S-7", school=False),
    "answer-to-nothing": Kind("a school denied or raised where there was nothing to answer", "3.9 S-6, S-7", school=False),
    "illegal-play": Kind("a play that the rules do not allow", "2.1", school=False),
    "foul-left": Kind("a foul that was seen and left", "3.9", school=False),
    "foul-mended": Kind("a foul that was put right", "3.9", school=False),
    "touch": Kind("a man touched and not played", "3.9", school=False),
    "mark-mended": Kind("a mark put right before it was a school", "3.9 S-9", school=False),
    "go-taken-back": Kind("a going taken back", "3.9 S-5", school=False),
    "hold-without-hole": Kind("held without having won a hole", "3.8 G-1", school=False),
    "out-of-turn": Kind("rolled when it was the other side's turn", "2.2", school=False),
    "after-the-end": Kind("rolled after the match was won", "2.6 P-4", school=False),
    "marker-forgotten": Kind("a banner or necktie forgotten", "5.2", school=False),
    "marker-unfounded": Kind("a banner or necktie taken without right", "5.2", school=False),
    "marker-differs": Kind("a banner or necktie written where the rules do not put it", "5.2", school=False),
    "decision-forbidden": Kind("a decision that the form of the match forbids", "5.1", school=False),
    "lurch-unfounded": Kind("a lurch, or a higher class of it, claimed without right", "5.2", school=False),
    "lurch-forgotten": Kind("a lurch, or a higher class of it, won and not claimed", "5.2", school=False),
    "lead-differs": Kind("who began is not who had to, or not with the throw that gave him the lead", "2.8", school=False),
    "seats-differ": Kind("who sits, or which mark or game it is, is not as the form has it", "5.5", school=False),
    "settlement-differs": Kind("an amount paid or settled that is not the one due", "5.3", school=False),
    "account-differs": Kind("an account that is not as the payments left it", "5.3", school=False),
    "result-impossible": Kind("a result that no play can have had", "5.2", school=False),
    "form-unplayable": Kind("a form that cannot be played as the tags set it up", "5.5", school=False),
    "other-form": Kind("a word of another form of the game", "5", school=False),
    "dice-unused": Kind("dice not used that could be used", "6.3, N-2", school=False),
    "order-wrong": Kind("the steps of a throw played out of their order", "7.2", school=False),
    "die-given-up": Kind("the higher die given up for the lower", "6.3", school=False),
    "reduction-wasted": Kind("men borne off with more reduction than need be", "6.5", school=False),
    "played-on": Kind("men played on after the end of the game", "6.6, N-12", school=False),
    "finish-overlooked": Kind("the game could have been ended, or ended more dearly", "6.6, N-12", school=False),
    "hit-differs": Kind("a star where no man was hit, or another than was", "6.2, N-4", school=False),
    "way-unclear": Kind("a man whose ways hit different men, and whose landings are not written", "6.2, N-10", school=False),
    "position-doubtful": Kind("a position written that only a foul can have left", "6.2, N-4", school=False),
    "score-differs": Kind("the score written is not the score reached", "2.6", school=False),
    "position-differs": Kind("the position written is not the position reached", "2.1", school=False),
    "result-differs": Kind("the result written is not the result reached", "2.6 P-4", school=False),
}


def describe() -> str:
    """docs/findings.md: the table of kinds."""
    rows = [f"| `{name}` | {kind.words} | {kind.rule} | {'yes' if kind.school else 'no'} |" for name, kind in KINDS.items()]
    return "\n".join(["| kind | in words | docs/rules.md | a school can arise |", "| --- | --- | --- | --- |", *rows]) + "\n"
