"""Records as people write them beside their canonical form, both from the document alone: nothing of the program is asked.

Each function makes a pair: what a hand might write, and what docs/notation.md says is written for it. Places are numbers on the own
route, so a pair can be made in every spelling. Nothing here is legal in any other sense.
"""

from __future__ import annotations

import random
import re

Pair = tuple[str, str]
BLANK = " \t\u00a0\u202f"
CODES = ("JTC", "JDT", "CDT", "JM", "CM", "PJ", "GJ", "JR", "PJC", "GJC", "JRC", "JRE", "PM", "PMC", "BV", "BC", "BF", "IM", "SO", "MF")
NAGS = ("!!", "!?", "?!", "??", "!", "?")
TEXTS = ("", "x", "White leads", "a  b", "é’–×", '"q"', "6-4 T/6", "[x]", "@note", "1. W", "\\", "*")
NAMES = ("Alice", "pool", "Jean Paul", "a,b", "x;y", 'q"z', "back\\slash", "{b}", "M.", "é’x", "a=b", "")
OUTCOMES = ("simple", "petty", "grand", "pickup", "conceded", "refaits=1", "lurch", "hemspel", "enkelt-kronspel", "sprängjan", "munk")
NUMBERS = ("lost", "paris", "jetons", "fish", "stake", "antes")
WORDS = {
    "hold": ("tient", "tiens", "håller", "houdt", "haller"),
    "go": ("va", "s'en va", "s’en  va", "går", "ga", "gaat"),
    "mark": ("marque", "marquer", "markerar", "markeert"),
    "refait": ("do-over", "omtag", "overdoen"),
    "concede": ("cède", "ceder", "ger", "geeft"),
    "suspend": ("suspendre", "vilar", "staakt"),
    "honours": ("honors", "honneur", "honneurs"),
    "ecrire": ("écrire",),
    "school": ("école", "ecole", "skola"),
    "counter-school": ("contre-école", "contre–ecole", "motskola", "tegenschool"),
    "false": ("fausse", "falsk", "vals"),
    "raise": ("augmente", "höjer", "verhoogt"),
    "holes": ("trou", "trous", "hål", "gaten"),
    "banner": ("pavillon", "étendard", "flagga", "vlag"),
    "no-banner": ("sans-pavillon", "utan-flagga", "zonder-vlag"),
    "necktie": ("cravate", "fraise", "halsduk", "das"),
    "no-necktie": ("sans-cravate", "utan−halsduk", "zonder-das"),
    "early": ("tôt", "tot", "förtid", "vroeg"),
    "pass": ("passe", "fåtar", "past"),
    "off": ("sort", "sorti", "ut", "uit"),
    "bar": ("barre", "ribba"),
    "hand": ("main",),
}


def same(text: str) -> Pair:
    return text, text


def joined(*pairs: Pair) -> Pair:
    return "".join(one for one, _ in pairs), "".join(other for _, other in pairs)


class Hand:
    """Who writes a record of one spelling and rule set."""

    def __init__(self, seed: int, spelling: str, rules: str) -> None:
        self.random = random.Random(seed)
        self.spelling = spelling
        self.rules = rules
        self.beside = [*([-1] if rules in {"brade", "trictrac-nl"} else []), *([-2] if rules == "trictrac-nl" else [])]

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def case(self, text: str) -> Pair:
        return self.one(text, text, text.upper(), text.lower()), text

    def word(self, said: str) -> Pair:
        return self.case(self.one(said, *WORDS[said]))[0], said

    def number(self, number: int) -> Pair:
        return self.one("", "", "0", "00") + str(number), str(number)

    def blank(self) -> str:
        return self.one(*"   ", "  ", "\t", "\u00a0", "\u202f")

    def gap(self) -> Pair:
        return self.one("", "", " ", "\t"), ""

    def hyphen(self) -> Pair:
        return self.one(*"-–−"), "-"

    def place(self, place: int, side: str) -> Pair:
        if place in {24, -1, -2}:
            return self.word({24: "off", -1: "bar", -2: "hand"}[place])
        if self.spelling == "route":
            return same(str(place + 1))
        if self.spelling == "bn":
            own, other = "NB" if side == "B" else "BN"
            return self.case(f"{own}{place + 1}" if place < 12 else f"{other}{24 - place}")
        point = (place if place < 12 else 23 - place) or self.one(*"Tt0")
        prime = self.one(*"'’′") if place > 11 else ""
        return f"{point}{prime}", f"{'T' if isinstance(point, str) else point}{prime and chr(39)}"

    def side(self, side: str) -> Pair:
        if self.spelling == "bn":
            return self.case({"W": "B", "B": "N"}.get(side, "?"))
        return self.case(self.one(*{"W": "WV", "B": "BNSZ"}.get(side, "?")))[0], side

    def value(self) -> Pair:
        points = self.number(self.random.choice([0, 1, 2, 4, 6, 8, 12, 24]))
        with_holes = joined(self.number(self.random.randint(0, 12)), self.case("h"), points if self.often(0.7) else same(""))
        return self.random.choice([points, points, points, with_holes, same("?")])

    def amount(self) -> Pair:
        return joined(self.value(), same("~"), self.value()) if self.often(0.15) else self.value()

    def item(self, side: str) -> Pair:
        place = self.place(self.random.randint(0, 23), side) if self.often(0.5) else same("")
        ways = joined((self.one(*"xX×"), "x"), same(self.one(*"0129"))) if self.often(0.3) else same("")
        return joined(self.gap(), self.case(self.one(*CODES)), place, ways, self.gap())

    def markers(self) -> list[Pair]:
        return [
            self.word(said)
            for said in self.random.sample(["banner", "necktie", "no-banner", "no-necktie"], self.random.choice([0, 0, 1, 2]))
        ]

    def award(self, sign: Pair, side: str) -> list[Pair]:
        first = joined(sign, self.amount())
        if self.often(0.4):
            more = [joined(same(","), self.item(side)) for _ in range(self.random.choice([0, 0, 1, 2]))]
            first = joined(first, self.gap(), same("("), self.item(side), *more, same(")"))
        holes = [self.word("holes"), self.number(self.random.randint(0, 3))] if self.often(0.15) else []
        return [first, *holes, *self.markers()]

    def play(self, side: str) -> Pair:
        start = self.place(self.random.choice([*range(24), *self.beside]), side)
        nag = same(self.one(*NAGS) if self.often(0.15) else "")
        if self.often(0.08):
            return joined(start, same("~"), nag)
        parts = [start]
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            slash = self.one(*"/-–") if self.spelling == "bn" else "/"
            parts += [(slash, "/"), self.place(self.random.randint(0, 24), side), same(self.one("", "", "", "*", "**"))]
        if self.often(0.2):
            parts += [self.gap(), same("("), self.gap(), same(self.one(*"234")), self.gap(), same(")")]
        if self.often(0.15):
            parts += [same("~"), self.place(self.random.choice([*range(25), *self.beside]), side) if self.often(0.6) else same("")]
        return joined(*parts, nag)

    def dice(self, eyes: str = "123456?") -> Pair:
        one, other = self.one(*eyes), self.one(*eyes)
        high, low = sorted((one, other), key=lambda die: -1 if die == "?" else int(die), reverse=True)
        return one + self.one("", *"-–−") + other, f"{high}-{low}"

    def num(self) -> Pair:
        return same("?") if self.often(0.1) else self.number(self.random.randint(0, 12))

    def pair(self, *, known: bool = False) -> Pair:
        one, other = (self.number(self.random.randint(0, 12)) if known else self.num() for _ in "12")
        return joined(one, self.hyphen(), other)

    def score(self) -> Pair:
        three = [same("/"), self.num()] if self.often(0.2) else []
        white, black = ([self.num(), self.case("b") if self.often(0.3) else same(""), same("/"), self.num()] for _ in "12")
        return joined(same("="), *white, *three, same(","), *black, *three)

    def day(self) -> Pair:
        hour = joined((self.one(*"tT"), "T"), same(f"{self.random.randint(0, 23):02}:{self.random.randint(0, 59):02}"))
        return joined(same(f"2026.{self.random.randint(1, 12):02}.{self.random.randint(1, 28):02}"), hour if self.often(0.5) else same(""))

    def line(self, first: Pair, words: list[Pair], *, glued: bool = False) -> Pair:
        """A line of these words, with texts in braces between them and a remark behind."""
        braced = [self.one(*TEXTS) for _ in range(self.random.choice([0, 0, 0, 0, 1, 2]))]
        tail = self.one(*TEXTS, "{ x", "}") if self.often(0.2) else None
        shown = [canonical for _, canonical in (first, *words) if canonical] + ["{" + text + "}" for text in braced]
        written = [loose for loose, _ in words]
        at = sorted(self.random.randint(0, len(written)) for _ in braced)
        for place, text in reversed([*zip(at, braced, strict=True)]):
            written.insert(place, "{" + self.one("", " ") + text + self.one("", "  ") + "}")
        loose = first[0]
        for place, text in enumerate(written):
            loose += ("" if glued and place == 0 and self.often(0.3) else self.blank()) + text
        if tail is not None:
            loose += self.one("", " ", "\t") + ";" + self.one("", " ", "  ") + tail
            shown.append(f"; {tail}" if tail else ";")
        return self.one("", "", "  ", "\t") + loose + self.one("", "", " ", "\t "), " ".join(shown)

    def ply(self, number: int, side: str, *, written: bool) -> tuple[Pair, bool]:
        """A ply's line, and whether the roller went."""
        words = [*([self.side(side)] if written else []), self.dice()]
        if self.often(0.05):
            words.append(self.word("early"))
        if self.often(0.4):
            words += self.award(same("+"), side)
        gone = False
        if self.often(0.2):
            said, back = self.one("hold", "go", "mark", "refait", "concede"), self.often(0.3)
            gone = said != "hold" and not back
            words.append(joined(self.word(said), same("~" if back else ""), same(self.one("", "", *NAGS))))
        elif self.often(0.06):
            words += [self.word("suspend"), self.word(self.one("ecrire", "honours"))]
        if not gone:
            kind = self.random.random()
            if kind < 0.8:
                words += [self.play(side) for _ in range(self.random.choice([1, 2, 2, 2, 3, 4]))]
            if kind < 0.1 or 0.8 <= kind < 0.87:
                words.append(same("?"))
            elif kind >= 0.92:
                words.append((self.word("pass")[0], ""))
            if self.often(0.2):
                words += self.award(self.hyphen(), side)
        for _ in range(self.random.choice([0, 0, 0, 0, 0, 1, 2])):
            words += [self.word(self.one("school", "counter-school", "false", "raise")), self.amount(), *self.markers()]
        if self.often(0.3):
            words.append(self.score())
        if self.often(0.15):
            words.append(joined(same("@"), self.random.choice([self.day(), same("1:05"), same("00:59:30")])))
        return self.line(joined(self.number(number), same(".")), words, glued=True), gone

    def name(self) -> Pair:
        name = self.one(*NAMES)
        quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
        if re.fullmatch(r'[^ ,";{}]+', name):
            return self.one(name, quoted), name
        return same(quoted)

    def men(self, side: str) -> Pair:
        if self.often(0.15):
            return self.random.choice([same("?"), same("-")])
        stacks = [(place, self.random.randint(1, 3)) for place in sorted(self.random.sample([*range(25), *self.beside], 5))]
        told = [(self.place(place, side), count) for place, count in stacks]
        shown = ",".join(name + (f"*{count}" if count > 1 else "") for (_, name), count in told)
        self.random.shuffle(told)
        return ",".join(name + (f"*{count}" if count > 1 or self.often(0.3) else "") for (name, _), count in told), shown

    def position(self) -> list[Pair]:
        side = self.one(*"WB")
        values = {
            "bredouille": self.side(side),
            "forced": self.case("pickup"),
            "leader": self.side(side),
            "rolls": self.pair(known=True),
            "first": self.dice("123456"),
            "mark": joined(self.number(3), same("/"), self.number(12)),
            "refaits": self.number(2),
            "honours": self.pair(),
            "suspended": self.case("honours"),
            "pool": self.number(4),
        }
        chosen = [*values][:: self.random.choice([1, 2, 3, 20])]
        keys = [joined(self.case(key), same("="), values[key]) for key in chosen]
        mixed = self.random.sample(keys, len(keys))
        keys = [(loose, shown) for (loose, _), (_, shown) in zip(mixed, keys, strict=True)]
        dice = self.hyphen() if self.often(0.5) else self.dice("123456")
        return [self.men("W"), same("/"), self.men("B"), self.side(side), dice, self.pair(), self.pair(), *keys]

    def throw(self) -> list[Pair]:
        who = self.side(self.one(*"WB")) if self.often(0.5) else self.name()
        return [who, self.dice() if self.often(0.3) else same(self.one(*"123456?"))]

    def event(self) -> Pair:
        word = self.one(*("lead", "void", "mark", "game", "won", "position", "lost", "account", "adjourn", "resume", "note"))
        first = joined(same("@"), self.case(word))
        if word == "note":
            text = self.one("x", "a {b} ; c", "recto “f. 3”", "}{", "T’ – ×")
            return first[0] + self.blank() + text + " ", f"{first[1]} {text}"
        words: list[Pair] = []
        if word == "lead" and self.often(0.5):
            words = [self.dice(), self.side(self.one(*"WB"))]
        elif word == "lead":
            words = self.throw()
            for _ in range(self.random.choice([0, 1, 1, 2])):
                words[-1] = joined(words[-1], self.gap(), same(","))
                words += self.throw()
        elif word == "void":
            words = [self.side(self.one(*"WB?")), self.dice(), same("[off]"), same("the’board")]
        elif word in {"mark", "game"}:
            words = [joined(self.number(2), same("/"), self.number(12)), self.name(), self.name()][: self.random.choice([1, 3])]
        elif word == "won":
            outcome = self.one(*OUTCOMES)
            words = [self.side(self.one(*"WB?")), self.pair(known=True), self.number(5), (outcome.upper().replace("Ä", "A"), outcome)]
        elif word == "position":
            words = self.position()
        elif word == "account":
            numbers = [joined(self.case(key), same("="), self.number(7)) for key in self.random.sample(NUMBERS, 2)]
            words = [self.name(), *numbers, joined(self.case(self.one("from", "contract")), same("="), self.name())]
        elif word == "lost":
            words = [same("?")]
        elif self.often(0.7):
            words = [self.day()]
        return self.line(first, words)

    def tag(self, name: str, value: str) -> Pair:
        quoted = '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        loose = f"[{self.gap()[0]}{self.case(name)[0]}{self.gap()[0]}{quoted}{self.gap()[0]}]{self.gap()[0]}"
        return self.gap()[0] + loose, f"[{name} {quoted}]"

    def game(self) -> Pair:
        """A whole record, and its canonical form."""
        more = [("Event", "x  y’"), ("Date", "17??.0?.??"), ("Players", "A; B, c; D"), ("Variant", "pile, no-meeting"), ("Length", "12")]
        tags = [("White", "Alice"), ("Black", 'B "x" \\y'), ("Rules", self.rules), ("Points", self.spelling), *self.random.sample(more, 2)]
        self.random.shuffle(tags)
        result = self.one("1-0", "0-1", "1/2-1/2", "*", "end")
        lines = [self.tag(name, value) for name, value in tags]
        lines += [("", f'[Result "{result}"]'), ("", "")]
        number, turn = self.random.randint(1, 50), ""
        for _ in range(self.random.randint(0, 12)):
            if self.often(0.1):
                text = self.one(*TEXTS)
                lines.append((f" ;{self.gap()[0]}{text} ", f"; {text}" if text else ";"))
            elif self.often(0.2):
                lines.append(self.event())
                turn = ""
            else:
                side = turn or self.one(*"WWWBBB?")
                ply, gone = self.ply(number, side, written=not turn or self.often(0.5))
                lines.append(ply)
                number += 1
                turn = "" if gone or side == "?" else "WB"[side == "W"]
        lines.append(self.line((result.replace("-", self.one(*"-–−")).replace("end", self.case("end")[0]), result), []))
        end = self.one("\n", "\r\n", "\r")
        return self.one("", "\ufeff") + end.join(loose for loose, _ in lines) + end, "\n".join(shown for _, shown in lines) + "\n"
