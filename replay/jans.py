"""Why a jan is due, in one sentence: which dice, from which points, over which rest, by which rule.

`explain` names places as the roller does, in the spelling asked for; men on the far side of the board are the opponent's "his 7". `JANS` is
the table of all jans, the same codes as in docs/notation.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from notation.places import write_place
from notation.record import opposite
from replay import kernel
from replay.engine import due as roll_due
from replay.legality import QUADRANTS
from replay.plays import moves_of, planes
from replay.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from notation.record import Side
    from replay.engine import Due, Jan

Counts = tuple[int, ...]
CORNER, ADVERSE = 11, 12
_NAMES = {"W": "White", "B": "Black", "?": "the roller"}


class JanName(NamedTuple):
    """One row of the table of jans: its name, its rule in docs/rules.md 2.3, the rulebook's section, and whether it is the roller's."""

    name: str
    event: str
    section: str
    to_roller: bool


JANS: Final[dict[str, JanName]] = {
    "JTC": JanName("jan de trois coups", "E1", "12.1", to_roller=True),
    "JDT": JanName("jan de deux tables", "E2", "12.2", to_roller=True),
    "CDT": JanName("contre-jan de deux tables", "E3", "12.3", to_roller=False),
    "JM": JanName("jan de mézéas", "E4", "12.4", to_roller=True),
    "CM": JanName("contre-jan de mézéas", "E5", "12.5", to_roller=False),
    "PJ": JanName("petit jan filled", "E6", "13.2", to_roller=True),
    "GJ": JanName("grand jan filled", "E6", "13.2", to_roller=True),
    "JR": JanName("jan de retour filled", "E6", "13.2", to_roller=True),
    "PJC": JanName("petit jan preserved", "E8", "13.3", to_roller=True),
    "GJC": JanName("grand jan preserved", "E8", "13.3", to_roller=True),
    "JRC": JanName("jan de retour preserved", "E8", "13.3", to_roller=True),
    "BV": JanName("true hit", "E10", "14", to_roller=True),
    "BF": JanName("false hit", "E12", "14.3", to_roller=False),
    "BC": JanName("hit of the corner", "E13", "15", to_roller=True),
    "SO": JanName("all men borne off first", "E14", "17.2", to_roller=True),
    "IM": JanName("die that cannot be played", "E15", "16", to_roller=False),
    "JRE": JanName("meeting jan", "E16", "19.1", to_roller=True),
    "PM": JanName("pile of misfortune made", "E17", "19.2", to_roller=True),
    "PMC": JanName("pile of misfortune kept", "E17", "19.2", to_roller=True),
    "MF": JanName("Margot la fendue", "E18", "19.3", to_roller=False),
}
"""Every jan the dice can give. Schools (`EC FE AE`) are claims and have their rule in docs/rules.md 3.9."""

_QUARTER = {"PJ": "petit jan", "GJ": "grand jan", "JR": "jan de retour"}


def explain(
    jan: Jan, own: Counts, opp: Counts, dice: tuple[int, int], side: Side, *, spelling: str = "guiton", due: Due | None = None
) -> str:
    """Tell in one sentence why a jan is due: places, arithmetic, rule.

    `own` and `opp` are the men before the play, each on the own route; `side` is who rolled. `due` of the roll, where it is at hand, lets
    the sentence name a play that preserves; without it the dice that cannot be played are those of trictrac's own rules.
    """
    tale = _Tale(jan, own, opp, (max(dice), min(dice)), side, spelling, due)
    return tale.sentence()


class _Tale:
    """What the sentences share: the board, the dice, and how to name things."""

    def __init__(self, jan: Jan, own: Counts, opp: Counts, dice: tuple[int, int], side: Side, spelling: str, due: Due | None) -> None:
        self.jan, self.own, self.opp, self.dice, self.due = jan, own, opp, dice, due
        self.side, self.spelling = side, spelling
        self.other = _NAMES[opposite(side)] if side != "?" else "the opponent"
        self.roll = f"{dice[0]}-{dice[1]}"

    def sentence(self) -> str:
        """Join the reason, the arithmetic and the rule."""
        tell: dict[str, Callable[[], str]] = {
            "JTC": self.three_rolls,
            "JDT": self.two_tables,
            "CDT": self.two_tables,
            "JM": self.mezeas,
            "CM": self.mezeas,
            "BV": self.true_hit,
            "BF": self.false_hit,
            "BC": self.corner,
            "SO": self.last_off,
            "IM": self.impotence,
            "JRE": self.meeting,
            "PM": self.pile,
            "PMC": self.pile,
            "MF": self.margot,
        }
        code = self.jan.code
        reason = tell[code]() if code in tell else self.preserved() if code.endswith("C") else self.filled()
        return f"{reason}: {self.sum()} ({self.rule()})"

    # -- words --------------------------------------------------------------------------------------------------------------------------

    def place(self, p: int) -> str:
        """Name a place as the roller does."""
        return write_place(p, self.spelling, self.side)

    def his(self, p: int) -> str:
        """Name the place of an opposing man: by his own counting where he stands on his own side."""
        return f"his {write_place(23 - p, 'guiton', 'W')}" if self.spelling == "guiton" and p >= ADVERSE else self.place(p)

    def sum(self) -> str:
        """Tell the points: `2 ways × 4 = 8 points`, and whose they are where they are the opponent's."""
        ways, points = self.jan.ways, self.jan.points
        unit = "dice" if self.jan.code == "IM" else "ways"
        text = f"{points} points" if ways == 1 else f"{ways} {unit} × {points // ways} = {points} points"
        return text if self.jan.to_roller else f"{text} to {self.other}"

    def rule(self) -> str:
        """Quote the rule."""
        name = JANS[self.jan.code]
        event = name.event
        if self.jan.code == "BV" and 6 <= (self.jan.place or 0) <= 17:
            event = "E11"
        elif self.jan.by == ("both",) and self.jan.code in _QUARTER:
            event = "E7"
        elif self.jan.code in ("PJC", "GJC", "JRC") and self.unplayable():
            event = "E9"
        return f"rules 2.3 {event}, 002 §{'13.4' if event == 'E9' else name.section}"

    def by_dice(self, target: int) -> list[str]:
        """Name each way to a point: `5 from 11`, `5+2 from 4 over 9`."""
        high, low = self.dice
        told = []
        for name in self.jan.by:
            if name == "high":
                told.append(f"{high} from {self.place(target - high)}")
            elif name == "low":
                told.append(f"{low} from {self.place(target - low)}")
            elif name == "sum":
                told.append(self.over(target))
        return told

    def over(self, target: int) -> str:
        """Name the way by both dice, with a rest that is open: an empty one before one with a man on it."""
        start = target - sum(self.dice)
        die = min(self.dice, key=lambda d: (self.opp[23 - start - d], -d))
        rest, then = start + die, sum(self.dice) - die
        man = f"{self.other}'s man on " if self.opp[23 - rest] == 1 else ""
        return f"{die}+{then} from {self.place(start)} over {man}{self.place(rest)}"

    # -- hits ---------------------------------------------------------------------------------------------------------------------------

    def true_hit(self) -> str:
        """E10, E11."""
        target = self.jan.place or 0
        ways = self.by_dice(target)
        return f"{_listed(ways)} {_verb(len(ways), 'hit')} {self.other}'s man on {self.his(target)}"

    def false_hit(self) -> str:
        """E12: only the sum, and no rest open."""
        target = self.jan.place or 0
        start = target - sum(self.dice)
        rests = sorted({start + die for die in self.dice})
        held = _listed([self.place(rest) for rest in rests])
        word = f"both rests, {held}, are" if len(rests) == 2 else f"the rest {held} is"
        die, then = self.dice
        reach = f"{die}+{then} from {self.place(start)} reaches {self.other}'s man on {self.his(target)}"
        return f"{reach}, but {word} held, so he is hit falsely"

    def corner(self) -> str:
        """E13: two men, the holders not counted."""
        men = []
        for die in sorted(set(self.dice), reverse=True):
            start = 12 - die
            extra = " (beyond the two holders)" if start == CORNER else ""
            number = "twice " if self.dice[0] == self.dice[1] else ""
            men.append(f"{number}{die} from {self.place(start)}{extra}")
        return f"{_listed(men)} hit {self.other}'s empty corner {self.place(ADVERSE)}"

    def margot(self) -> str:
        """E18."""
        target = self.jan.place or 0
        ways = self.by_dice(target)
        return f"{_listed(ways)} {_verb(len(ways), 'reach')} the empty {self.place(target)} between two lone men of {self.other}"

    # -- quadrants ----------------------------------------------------------------------------------------------------------------------

    def filled(self) -> str:
        """E6, E7."""
        quarter = _QUARTER[self.jan.code]
        if self.jan.by != ("both",):
            target = self.jan.place or 0
            ways = self.by_dice(target)
            return f"{_listed(ways)} {_verb(len(ways), 'cover')} {self.place(target)} and {_verb(len(ways), 'fill')} the {quarter}"
        first = QUADRANTS[quarter]
        short = [p for p in range(first, first + 6) for _ in range(2 - self.own[p])]
        men, force = self.two_men(short)
        where = self.place(short[0]) if short[0] == short[1] else _listed([self.place(p) for p in short])
        return f"{men} together make {where}{force} and fill the {quarter}"

    def two_men(self, short: list[int]) -> tuple[str, str]:
        """Name the two men who fill two places, and whether by force."""
        high, low = self.dice
        for force, shift in (("", 0), (" by force", 1)):
            for d, e in ((high, low), (low, high)):
                a, b = short[0] + shift - d, short[1] + shift - e
                if min(a, b) >= 0 and self.own[a] > (a == b) and self.own[b] and (not shift or short == [CORNER, CORNER]):
                    return f"{d} from {self.place(a)} and {e} from {self.place(b)}", force
        return f"the two dice {self.roll}", ""

    def unplayable(self) -> tuple[str, ...]:
        """Give the dice that cannot be played."""
        due = self.due or roll_due(self.own, self.opp, self.dice, RULE_SETS["trictrac"])
        return next((jan.by for jan in due.opponent if jan.code == "IM"), ())

    def preserved(self) -> str:
        """E8, E9."""
        quarter = _QUARTER[self.jan.code[:2]]
        idle = self.unplayable()
        play = self.due.plays[0] if self.due is not None else None
        if play == 0 or len(idle) == 2:
            return f"the {quarter} stays full, since no die can be played"
        how = ""
        if play:
            how = f", for instance by {' '.join(f'{self.place(a)}/{self.place(b)}' for a, b in moves_of(play))}"
        high, low = self.dice
        if idle:
            how += (
                f", since only one {high} can be played"
                if high == low
                else f", since the {high if idle == ('high',) else low} cannot be played"
            )
        return f"the {quarter} is full and can be kept so with {self.roll}{how}"

    # -- rare jans ----------------------------------------------------------------------------------------------------------------------

    def out(self) -> str:
        """Name the men off the talon."""
        points = [p for p in range(1, 24) if self.own[p]]
        return f"both on {self.place(points[0])}" if len(points) == 1 else f"on {_listed([self.place(p) for p in points])}"

    def three_rolls(self) -> str:
        """E1."""
        return f"third roll of the holding, and {self.roll} with the lone men {self.out()} makes the six numbers from 1 to 6"

    def two_tables(self) -> str:
        """E2, E3."""
        held = f", but {self.other} holds his" if self.jan.code == "CDT" else ""
        return f"the only two men off the talon, {self.out()}, reach both corners with {self.roll}{held}"

    def mezeas(self) -> str:
        """E4, E5."""
        aces = "two aces" if self.dice[0] == 1 else "an ace"
        held = f", but {self.other} holds his corner" if self.jan.code == "CM" else f", and {self.other}'s corner is empty"
        return f"{aces} with only the two holders of the corner {self.place(CORNER)} off the talon{held}"

    def meeting(self) -> str:
        """E16."""
        return f"{self.roll} answers the match's first roll with the same dice"

    # -- the rest -----------------------------------------------------------------------------------------------------------------------

    def last_off(self) -> str:
        """E14: for the play that does it."""
        points = [p for p in range(24) if self.own[p]]
        men = "the last man" if sum(self.own[:24]) == 1 else "the last two men"
        return f"{self.roll} can bear off {men}, from {_listed([self.place(p) for p in points])}"

    def pile(self) -> str:
        """E17."""
        if self.jan.code == "PMC":
            return f"all fifteen men stay on the corner {self.place(CORNER)}, since no die can be played"
        return f"{self.roll} brings the last of fifteen men to the corner {self.place(CORNER)}, and none could go past it"

    def impotence(self) -> str:
        """E15: which die, and what stands in its way."""
        high, low = self.dice
        if len(self.jan.by) == 2:
            whole = f"neither the {high} nor the {low}" if high != low else f"neither {high}"
            ways = self.obstacles(high) if high == low else _listed([text for text in (self.obstacles(high), self.obstacles(low)) if text])
            return f"{whole} can be played ({ways or 'no man can move'})"
        die = high if self.jan.by == ("high",) else low
        if high == low:
            return f"only one {high} can be played"
        ways = self.obstacles(die)
        if not ways:
            return f"the {high} and the {low} cannot both be played, and the {low if die == high else high} must be (M-7)"
        return f"the {die} cannot be played ({ways})"

    def obstacles(self, die: int) -> str:
        """Name, man by man, what forbids a die; empty where some man could play it by itself."""
        zone = kernel.allowed(planes(self.opp))
        told: dict[str, list[int]] = {}
        for p in range(24):
            if not self.own[p]:
                continue
            to = p + die
            if to >= 24:
                reason = "not all men are in" if any(self.own[:18]) else ""
                if not reason and (to == 24 or not any(self.own[:p])):
                    return ""
                reason = reason or "men stand behind"
            elif self.opp[23 - to]:
                reason = f"{self.other} stands on the point"
            elif to == ADVERSE:
                reason = f"{self.place(to)} is {self.other}'s corner"
            elif p == CORNER and self.own[p] == 2:
                reason = "the corner is not left by one man"
            elif to == CORNER and not self.own[to]:
                reason = "the corner is not taken by one man"
            elif not zone >> to & 1:
                jan = "petit jan" if zone == kernel.PETIT | kernel.GRAND else "grand jan"
                reason = f"{self.other} can still fill his {jan}"
            else:
                return ""
            told.setdefault(reason, []).append(p)
        return "; ".join(f"{die} from {_listed([self.place(p) for p in men])}: {reason}" for reason, men in told.items())


def _listed(words: list[str]) -> str:
    """Join words: `a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def _verb(number: int, verb: str) -> str:
    """Inflect a verb for one way or several."""
    return verb if number > 1 else verb + ("es" if verb.endswith("ch") else "s")
