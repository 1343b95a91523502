"""The words the pages use: names of jans, terms, phases and sides, each in one spelling.

Nothing is counted or drawn here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from analysis.kinds import KINDS
from notation.places import write_place
from notation.record import Event
from replay.jans import JANS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.record import Die, Game, Side

SIDE_NAMES = {"W": "White", "B": "Black", "?": "Unknown side"}
"""Plain names of the sides."""

JAN_NAMES = {code: jan.name[:1].upper() + jan.name[1:] for code, jan in JANS.items()}
"""Names of the jans by code, as a heading has them."""

JAN_ORDER = {code: place for place, code in enumerate(JANS)}
"""Place of each jan in the tables."""

MARKED_JANS = {"BV": "true", "BF": "false", "BC": "corner", "PJ": "fill", "GJ": "fill", "JR": "fill"}
"""Jans shown by a mark on the board, and the kind of mark (`reports.board.KINDS`)."""

TERMS: dict[str, str] = {
    "point": "The small unit of the score. Twelve points make a hole.",
    "hole": "Twelve points, shown by a peg. A match of holes goes to the first with twelve; in the other forms marks are made of them.",
    "jan": "Any event of the dice and the men that is worth points: a table filled, a man hit, a corner hit and so on.",
    "due": "What the rules give for a roll. The players have to see it and mark it themselves.",
    "marked": "What a player actually claimed, by moving his token of points.",
    "school": "Marking too little or too much. The opponent may notice, “send to school”, and mark the difference for himself.",
    "let go": "A school that was due and that the opponent did not claim: he overlooked it, or left it.",
    "bredouille": "Twelve points won in a row, the opponent not scoring between: the hole counts double.",
    "hold": "After a hole won on one’s own roll: play on with the men as they stand, keeping the points left over.",
    "go": "After a hole won on one’s own roll: both sides take their men back to the talons and the points fall to nothing.",
    "holding": "The play from one setting of the men on the talons to the next.",
    "fill": "Two men at least on each of the six points of a table. A fill that can be made must be made.",
    "preserve": "A full table kept full for one more roll; worth points each time.",
    "petit jan": "The first table of a player, his talon included.",
    "grand jan": "The second table of a player, ending at his corner of rest.",
    "jan de retour": "The opponent’s first table, filled on the way home.",
    "talon": "The pile of fifteen men at the start, and the point it stands on.",
    "corner": "The twelfth point of a player (corner of rest): taken and left by two men together.",
    "true hit": "A die, or both together by an open resting place, reach a single man of the opponent. Nothing moves: it is only points.",
    "false hit": "Only the sum of the dice reaches the man, and every resting place between is closed. The opponent scores.",
    "impotence": "A die that cannot be played: two points to the opponent.",
    "ways": "By how many dice an event can be made: one die, the other, or their sum. Each way is paid.",
    "doublet": "Both dice show the same number. They are played once like any two dice, but most events pay more.",
}
"""Terms of the field for readers who know none of them (docs/rules.md, sections 1 and 2)."""

SWEDISH: dict[str, str] = {
    "point": "poäng",
    "hole": "parti",
    "jan": "jan",
    "school": "skola",
    "bredouille": "bredouille",
    "hold": "hålla",
    "go": "gå",
    "holding": "relevé",
    "fill": "fylla",
    "preserve": "bibehålla",
    "petit jan": "lilla jan",
    "grand jan": "stora jan",
    "jan de retour": "bakjan",
    "talon": "talong",
    "corner": "huk",
    "true hit": "slå blotta",
    "false hit": "slå blint",
    "impotence": "fåta",
    "ways": "enkelt, tvåfaldigt, trefaldigt",
    "doublet": "en alla",
}
"""The terms as Wilson's rules of triktrak have them (docs/rules.md 8.3)."""

SWEDISH_JANS: dict[str, str] = {
    "JTC": "jan på tre kast",
    "JDT": "jan med två brickor",
    "CDT": "kontrajan med två brickor",
    "JM": "meseasjan",
    "CM": "kontrameseasjan",
    "PJ": "lilla jan",
    "GJ": "stora jan",
    "JR": "bakjan",
    "PJC": "lilla jan bibehålls",
    "GJC": "stora jan bibehålls",
    "JRC": "bakjan bibehålls",
    "BV": "blotta slås",
    "BC": "huken slås",
    "BF": "slå blint",
    "IM": "bricka kan inte sättas",
    "SO": "brickorna spelas ut",
}
"""The jans of triktrak, likewise."""

SWEDISH_SAID: dict[str, str] = {
    "hold": "håller",
    "go": "går",
    "school": "skola",
    "counter-school": "motskola",
    "false": "falsk skola",
    "raise": "skolhöjning",
}
"""What is said at a board of triktrak."""


def own_terms(rules: str) -> dict[str, str]:
    """The terms in the game's own language, where it has another than the pages; empty elsewhere."""
    return SWEDISH if rules == "triktrak" else {}


def jan_name(code: str, rules: str) -> str:
    """The name of a jan as a heading, with its own name where the game has one."""
    name = JAN_NAMES.get(code, code)
    own = SWEDISH_JANS.get(code) if rules == "triktrak" else None
    return f"{name} ({own})" if own else name


def spoken_word(word: str, rules: str) -> str:
    """What is said at the table, with the word of the game's own language beside it."""
    own = SWEDISH_SAID.get(word) if rules == "triktrak" else None
    return f"{word} ({own})" if own else word


PHASES = {
    "opening": "opening",
    "fill": "after the first fill",
    "return": "past the middle",
    "bearing-off": "bearing off",
}
"""Phases of a holding, as the `phase` column spells them, in order."""


def men_words(counts: Sequence[int], side: Side, spelling: str) -> str:
    """Write the men of one side in words, along the route: `T×9, 2×3, 7, off×2`."""
    stacks = [write_place(place, spelling, side) + (f"×{count}" if count > 1 else "") for place, count in enumerate(counts) if count > 0]
    return ", ".join(stacks) or "none"


def nameless(name: str) -> bool:
    """Whether this name says only that nobody knows who played."""
    return not name.strip("? \t")


def kind_words(kind: str) -> str:
    """Give a kind of finding in plain words, as `analysis.kinds.KINDS` has them."""
    found = KINDS.get(kind)
    return found.words if found is not None else kind.replace("-", " ")


def side_name(side: Side | None) -> str:
    """Name a side: `White`, `Black`, `nobody` for None."""
    return "nobody" if side is None else SIDE_NAMES[side]


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun: `1 hole`, `2 holes`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def amount(points: int, holes: int = 0) -> str:
    """Write points and holes in words: `4 points and 1 hole`."""
    parts = [counted(points, "point")] if points or not holes else []
    if holes:
        parts.append(counted(holes, "hole"))
    return " and ".join(parts)


def sentence(message: str) -> str:
    """Make a message a sentence: a capital first, a stop last. The source that reasons go by, 002, is called the rulebook."""
    message = message.replace("002 §", "the rulebook §")
    told = message[:1].upper() + message[1:]
    return told if not told or told.endswith((".", "!", "?", ")")) else told + "."


GAMES = {"ecrire": "à écrire", "combine": "combiné", "trictrac-nl": "Dutch"}
FORMS = {"round-robin": "round robin", "fill-pool": "filling pool", "drain-pool": "draining pool"}


def played(rules: str, form: str = "") -> str:
    """Name what was played in a list of games: `trictrac`, `à écrire, partners`, `filling pool`."""
    form = form.strip().lower()
    if form.endswith("-pool"):
        return FORMS.get(form, form)
    return ", ".join(filter(None, (GAMES.get(rules, rules), FORMS.get(form, form))))


class Names(NamedTuple):
    """The two players by side."""

    white: str
    black: str

    def of(self, side: Side | None) -> str:
        """Name the player of a side: `Damon (White)`, `one player` where it is not known."""
        if side == "W":
            return f"{self.white} (White)"
        if side == "B":
            return f"{self.black} (Black)"
        return "one player"


BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C])
"""Characters that turn the direction of writing; in a name they would turn the sentence around it."""


def tame(name: str) -> str:
    """Take from a name what would turn about the words beside it; the record itself is shown as it stands."""
    return name.translate(BIDI)


def percent(share: float, places: int = 0) -> str:
    """Write a share of 1 in hundredths; short of the whole it is never called 100."""
    told = f"{share * 100:.{places}f}"
    return "99.9" if share < 1 and float(told) >= 100 else told


def lost_words(game: Game) -> str:
    """Say how many plies the record tells are missing from it (`@lost`); empty where none are."""
    counts = [entry.count for entry in game.entries if isinstance(entry, Event) and entry.word == "lost"]
    told = sum(count or 0 for count in counts)
    if None not in counts:
        return f"{told} lost" if told else ""
    return f"{told} and more lost" if told else "others lost"


def figure(number: int | None) -> str:
    """Write a number, `?` where it is not known."""
    return "?" if number is None else str(number)


def dice_words(dice: Sequence[Die]) -> str:
    """Write dice as the record does: `6-3`, `6-?`."""
    return "-".join("?" if die is None else str(die) for die in sorted(dice, key=lambda die: -(die or 0)))


def drawn(svg: str) -> Markup:
    """Let a drawing of `board`, `track` or `charts` stand in a page as it is: they escape every text they write."""
    return Markup(svg)  # noqa: S704 - see above
