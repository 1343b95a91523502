"""Rule sets: how a game is played, as named flags (docs/rules.md, section 4; docs/notation.md, section 2).

A `RuleSet` is plain values with the defaults of trictrac; `RULE_SETS` holds the six the notation knows. `rules_of` reads the tags of a
game. `FLAGS` is the one table of flags: what they are called in a `Variant` tag, what values they have, what each rule set makes of them,
and which section rules on them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Final

from replay import kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from notation.record import Game

Value = str | int | bool
"""What a flag may be set to."""

POOL_HOLES = 6
"""Holes of a match of the filling pool (docs/rules.md 5.5, D1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """How a game is played. Immutable; departures are made with `dataclasses.replace`.

    `match_holes` is how many holes win the match, 0 where holes do not (à écrire, combiné, draining pool); `length` is what `Length` counts
    otherwise (marks, games), None where it was not said. Only sets with `replayed` have the engine of trictrac; `family` says which engine
    there is otherwise: `race` is `replay.cousins`.
    """

    name: str = "trictrac"
    family: str = "trictrac"
    replayed: bool = True
    match_holes: int = 12
    length: int | None = None
    lead: str = "coupe"
    bearoff: str = "quick"
    privilege: str = "keeping"
    two_men: bool = False
    waste: str = "none"
    meeting: bool = False
    pile: bool = True
    margot: bool = False
    impotence: str = "all"
    schedule: str = "old"
    honours_double: int = 6
    rates: str = "vienna"
    refait: str = "unit"
    rotation: str = "fixed"
    consent: bool = False
    raise_fails: str = "marked"
    entry: str = "free"
    flags: int = field(init=False, compare=False, repr=False)
    """The flags that reach the board, as `replay.kernel` takes them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "flags", _bits(self))

    def describe(self) -> str:
        """Tell the rules in words, every flag that means something to this rule set, departures from its defaults first."""
        usual = RULE_SETS.get(self.name, RULE_SETS["trictrac"])
        told = [flag for flag in FLAGS if self.name in flag.sets and not _idle(flag, self)]
        departs = [flag.tell(self) for flag in told if getattr(self, flag.field) != getattr(usual, flag.field)]
        rest = [flag.tell(self) for flag in told if getattr(self, flag.field) == getattr(usual, flag.field)]
        title = TITLES.get(self.name, self.name)
        if self.match_holes:
            title += f", {self.match_holes} holes"
        if self.length is not None:
            title += f", {self.length} {UNITS.get(self.name, 'games')}"
        parts = [title, "Departing from its rules: " + "; ".join(departs) if departs else "", _sentence("; ".join(rest))]
        return ". ".join(part for part in parts if part) + "."


@dataclass(frozen=True, slots=True)
class Flag:
    """One row of the table of flags.

    `name` is its word in a `Variant` tag, empty where it has none; `field` its place in a `RuleSet`; `values` what it may be, the default
    of trictrac first; `section` where docs/rules.md rules on it; `words` a phrase for each value.
    """

    name: str
    field: str
    values: tuple[Value, ...]
    section: str
    words: tuple[str, ...]
    sets: tuple[str, ...] = ("trictrac", "ecrire", "combine", "triktrak")

    def tell(self, rules: RuleSet) -> str:
        """Say in words what the flag is set to."""
        return self.words[self.values.index(getattr(rules, self.field))]

    def defaults(self) -> dict[str, Value]:
        """Give the value in each rule set that the flag means something to."""
        return {name: getattr(RULE_SETS[name], self.field) for name in self.sets}


FLAGS: Final[tuple[Flag, ...]] = (
    Flag(
        "lead",
        "lead",
        ("coupe", "high", "one-die"),
        "4",
        (
            "the lead by coupe et dés, and the throw is played",
            "the lead by the high roll, ties again, and the winner rolls anew",
            "one die each, the higher leads and rolls both",
        ),
    ),
    Flag(
        "bearoff",
        "bearoff",
        ("quick", "slow"),
        "2.5 B-1, B-2",
        ("any man may be borne off by the exact number", "only the rearmost man may be borne off"),
    ),
    Flag(
        "",
        "privilege",
        ("keeping", "needed", "none"),
        "2.5 B-2",
        (
            "another man may leave exactly where that keeps the jan de retour (slow bearing off)",
            "another man may leave exactly where only that keeps the jan de retour (slow bearing off)",
            "no other man may leave, even to keep the jan de retour (slow bearing off)",
        ),
    ),
    Flag(
        "two-men",
        "two_men",
        (False, True),
        "2.5 B-3",
        ("one man may take both dice when bearing off", "once a man is off the two dice move two men"),
    ),
    Flag(
        "waste",
        "waste",
        ("none", "pips", "forced"),
        "2.5 B-4",
        (
            "no duty to save pips when bearing off",
            "as few pips as possible are wasted when bearing off",
            "no die is wasted when bearing off that could be played otherwise",
        ),
    ),
    Flag(
        "meeting",
        "meeting",
        (False, True),
        "3.10 X-40",
        ("no meeting jan", "the meeting jan scores"),
    ),
    Flag("pile", "pile", (True, False), "3.10 X-41", ("the pile of misfortune scores", "no pile of misfortune")),
    Flag("margot", "margot", (False, True), "3.10 X-42", ("no Margot la fendue", "Margot la fendue scores")),
    Flag(
        "impotence",
        "impotence",
        ("all", "grand"),
        "3.2 K-6",
        ("any full jan is preserved by impotence", "only the grand jan is preserved by impotence"),
    ),
    Flag(
        "schedule",
        "schedule",
        ("old", "bridge", "honours"),
        "2.7",
        (
            "a grand lurch counts double",
            "the bridge schedule: single, one and a half, double",
            "the honours schedule: single, double, treble, quadruple",
        ),
        ("trictrac", "combine", "triktrak"),
    ),
    Flag(
        "honours-double",
        "honours_double",
        (6, 5),
        "2.7",
        ("double where the loser has at most 6 holes", "double where the loser has at most 5 holes"),
        ("trictrac", "combine"),
    ),
    Flag("rates", "rates", ("vienna", "paris"), "5.2", ("lurches at 2, 3, 4, 5", "lurches at 2 and 4"), ("ecrire", "combine")),
    Flag(
        "refait",
        "refait",
        ("unit", "double"),
        "5.2",
        ("each do-over adds one consolation", "each do-over doubles the consolation"),
        ("ecrire", "combine"),
    ),
    Flag(
        "rotation",
        "rotation",
        ("fixed", "literal"),
        "5.5",
        ("round robin: two marks running each", "round robin: the marked player stays"),
        ("ecrire",),
    ),
    Flag("consent", "consent", (False, True), "3.8 G-11", ("going binds at once", "going awaits the opponent's consent")),
    Flag(
        "",
        "raise_fails",
        ("marked", "disputed"),
        "3.9 S-7",
        ("a raise shown to be wrong is worth what it marked", "a raise shown to be wrong is worth what was in dispute before it"),
    ),
    Flag(
        "entry",
        "entry",
        ("free", "double", "all-first"),
        "7.3 N-6, N-11",
        ("men enter freely", "the first man enters on a double", "all men enter before one moves"),
        ("trictrac-nl",),
    ),
)
"""Every flag that can be set, in the order of docs/notation.md."""

TITLES: Final = {
    "trictrac": "Trictrac",
    "ecrire": "Trictrac à écrire",
    "combine": "Trictrac combiné",
    "triktrak": "Triktrak (Wilson 1888)",
    "brade": "Bräde",
    "trictrac-nl": "Dutch TricTrac",
}
UNITS: Final = {"ecrire": "marks", "combine": "marks", "brade": "games", "trictrac-nl": "games"}

_OPENING_DOUBLE: Final = ("trictrac", "ecrire", "combine")
"""Rule sets whose meeting jan is on as soon as the lead allows an opening double (docs/rules.md 4, X-40)."""


def _idle(flag: Flag, rules: RuleSet) -> bool:
    """Whether another flag leaves this one nothing to say."""
    return (flag.field == "privilege" and rules.bearoff == "quick") or (flag.field == "honours_double" and rules.schedule != "honours")


def _sentence(text: str) -> str:
    """Begin with a capital."""
    return text[:1].upper() + text[1:]


def _bits(rules: RuleSet) -> int:
    """Gather the flags that reach the board."""
    bits = 0
    if rules.bearoff == "slow":
        bits |= kernel.SLOW
    if rules.privilege != "none":
        bits |= kernel.KEEPING
    if rules.privilege == "needed":
        bits |= kernel.NEEDED
    if rules.two_men:
        bits |= kernel.TWO_MEN
    bits |= {"none": 0, "pips": kernel.WASTE_PIPS, "forced": kernel.WASTE_FORCED}[rules.waste]
    if rules.impotence == "grand":
        bits |= kernel.IMPOTENCE_GRAND
    if rules.pile:
        bits |= kernel.WITH_PILE
    if rules.margot:
        bits |= kernel.WITH_MARGOT
    if rules.meeting:
        bits |= kernel.WITH_MEETING
    return bits


RULE_SETS: Final[Mapping[str, RuleSet]] = {
    "trictrac": RuleSet(),
    "ecrire": RuleSet(name="ecrire", match_holes=0),
    "combine": RuleSet(name="combine", match_holes=0, schedule="honours"),
    "triktrak": RuleSet(
        name="triktrak",
        lead="one-die",
        bearoff="slow",
        privilege="needed",
        two_men=True,
        waste="pips",
        pile=False,
        consent=True,
        raise_fails="disputed",
    ),
    "brade": RuleSet(name="brade", family="race", replayed=False, match_holes=0),
    "trictrac-nl": RuleSet(name="trictrac-nl", family="race", replayed=False, match_holes=0),
}
"""The rule sets of the tag `Rules`, with their defaults."""


def rules_of(game: Game) -> RuleSet:
    """Read the rule set of a game from its tags `Rules`, `Variant`, `Length` and `Form`.

    Flags and values that are not known change nothing: the reader has warned of them. A rule set that is not known is not replayed.
    """
    known = RULE_SETS.get(game.rules)
    rules = with_variant(known if known is not None else RuleSet(name=game.rules, replayed=False, match_holes=0), game.tag("Variant"))
    length = game.tag("Length").strip()
    number = int(length) if length.isascii() and length.isdigit() and len(length) < 7 else None
    if rules.match_holes:
        form = game.tag("Form").strip().lower()
        if form == "drain-pool":  # its matches end like a mark, by a going (docs/rules.md 5.5 D2)
            return replace(rules, match_holes=0)
        return replace(rules, match_holes=number or (POOL_HOLES if form == "fill-pool" else rules.match_holes))
    return replace(rules, length=number) if number else rules


def with_variant(rules: RuleSet, variant: str) -> RuleSet:
    """Apply the flags of a `Variant` tag (`bearoff=slow, no-pile`) to a rule set; the last word about a flag counts."""
    by_name = {flag.name: flag for flag in FLAGS if flag.name}
    changes: dict[str, Value] = {}
    for word in variant.split(","):
        name, _, written = (part.strip() for part in word.strip().lower().partition("="))
        wanted: Value = written or True
        if not written and name.startswith("no-"):
            name, wanted = name.removeprefix("no-"), False
        flag = by_name.get(name)
        if flag is None:
            continue
        value = next((value for value in flag.values if value is wanted or (not isinstance(value, bool) and str(value) == wanted)), None)
        if value is not None:
            changes[flag.field] = value
    if "meeting" not in changes and changes.get("lead") == "high" and rules.name in _OPENING_DOUBLE:
        changes["meeting"] = True
    names = {item.name for item in fields(RuleSet)}
    return replace(rules, **{name: value for name, value in changes.items() if name in names})  # type: ignore[arg-type]
