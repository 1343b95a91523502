"""Rule sets and their flags, read from the tags of a game."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from conftest import HERE
from hypothesis import given
from hypothesis import strategies as st

from notation.record import Game, Tag
from replay import kernel
from replay.rules import FLAGS, RULE_SETS, RuleSet, rules_of, with_variant

RULES = (HERE.parent / "docs" / "rules.md").read_text(encoding="utf-8")
NOTATION = (HERE.parent / "docs" / "notation.md").read_text(encoding="utf-8")


def game(**tags: str) -> Game:
    return Game(head=tuple(Tag(n, name, value) for n, (name, value) in enumerate(tags.items(), 1)))


def test_without_tags_it_is_trictrac_in_twelve_holes() -> None:
    assert rules_of(game()) == RULE_SETS["trictrac"] == RuleSet()
    assert rules_of(game()).match_holes == 12


@pytest.mark.parametrize("name", ["trictrac", "ecrire", "combine", "triktrak", "brade", "trictrac-nl"])
def test_each_rule_set_by_its_tag(name: str) -> None:
    rules = rules_of(game(Rules=name.upper()))
    assert rules == RULE_SETS[name]
    assert rules.name == name
    assert rules.replayed is (name not in ("brade", "trictrac-nl"))


def test_wilsons_triktrak() -> None:
    """docs/rules.md, section 4, the column of 000."""
    rules = RULE_SETS["triktrak"]
    assert (rules.lead, rules.bearoff, rules.waste, rules.two_men) == ("one-die", "slow", "pips", True)
    assert (rules.pile, rules.margot, rules.meeting, rules.consent) == (False, False, False, True)


@pytest.mark.parametrize(
    ("tags", "holes", "length"),
    [
        ({"Length": "6"}, 6, None),
        ({"Length": " 24 "}, 24, None),
        ({"Length": "many"}, 12, None),
        ({"Length": "0"}, 12, None),
        ({"Form": "fill-pool"}, 6, None),
        ({"Form": "drain-pool", "Length": "4"}, 0, None),
        ({"Form": "chouette"}, 12, None),
        ({"Rules": "ecrire", "Length": "8"}, 0, 8),
        ({"Rules": "combine"}, 0, None),
    ],
)
def test_length(tags: dict[str, str], holes: int, length: int | None) -> None:
    rules = rules_of(game(**tags))
    assert (rules.match_holes, rules.length) == (holes, length)


@pytest.mark.parametrize(
    ("variant", "changed"),
    [
        ("", {}),
        ("no-pile, meeting", {"pile": False, "meeting": True}),
        ("bearoff=slow,two-men,waste=pips", {"bearoff": "slow", "two_men": True, "waste": "pips"}),
        (" Margot , IMPOTENCE = grand", {"margot": True, "impotence": "grand"}),
        ("honours-double=5, schedule=honours", {"honours_double": 5, "schedule": "honours"}),
        ("rates=paris, refait=double", {"rates": "paris", "refait": "double"}),
        ("rotation=literal, consent", {"rotation": "literal", "consent": True}),
        ("pile, no-pile", {"pile": False}),
        ("waste=none, waste=forced", {"waste": "forced"}),
        ("lead=high", {"lead": "high", "meeting": True}),
        ("lead=high, no-meeting", {"lead": "high", "meeting": False}),
        ("lead=one-die", {"lead": "one-die"}),
        ("unheard-of, waste=gold, no-bearoff, bearoff, pile=yes, ,=,no-", {}),
    ],
)  # fmt: skip
def test_variant(variant: str, changed: dict[str, object]) -> None:
    rules = rules_of(game(Variant=variant))
    plain = RuleSet()
    found = {item.name: getattr(rules, item.name) for item in fields(RuleSet) if getattr(rules, item.name) != getattr(plain, item.name)}
    assert {name: value for name, value in found.items() if name != "flags"} == {
        name: value for name, value in changed.items() if getattr(plain, name) != value
    }


def test_a_rule_set_that_is_not_known_is_not_replayed() -> None:
    rules = rules_of(game(Rules="chess"))
    assert (rules.name, rules.replayed, rules.match_holes) == ("chess", False, 0)


@pytest.mark.parametrize(
    ("variant", "bits"),
    [
        ("", kernel.KEEPING | kernel.WITH_PILE),
        ("bearoff=slow", kernel.SLOW | kernel.KEEPING | kernel.WITH_PILE),
        ("no-pile, margot, meeting", kernel.KEEPING | kernel.WITH_MARGOT | kernel.WITH_MEETING),
        ("waste=pips, two-men", kernel.KEEPING | kernel.WITH_PILE | kernel.WASTE_PIPS | kernel.TWO_MEN),
        ("waste=forced, impotence=grand", kernel.KEEPING | kernel.WITH_PILE | kernel.WASTE_FORCED | kernel.IMPOTENCE_GRAND),
        ("rates=paris, consent, lead=one-die", kernel.KEEPING | kernel.WITH_PILE),
    ],
)
def test_what_reaches_the_board(variant: str, bits: int) -> None:
    assert with_variant(RuleSet(), variant).flags == bits


def test_the_flags_are_those_of_the_notation() -> None:
    """Every flag with a word stands in docs/notation.md with its values, the default of trictrac first."""
    paragraph = next(part for part in NOTATION.split("\n\n") if part.startswith("Flags of `Variant`"))
    named = dict(re.findall(r"`([a-z-]+)(?:=([a-z0-9|-]+))?`", paragraph))
    ours = {
        flag.name: "" if isinstance(flag.values[0], bool) else "|".join(str(value) for value in flag.values) for flag in FLAGS if flag.name
    }
    for name, values in ours.items():
        assert named[name] == values
    assert set(named) - set(ours) <= {"no-", "pile, no-meeting", "forced"}


def test_the_table_of_flags_stands_in_the_rules() -> None:
    """docs/rules.md 4.1 lists every flag with its defaults, as the table has them."""
    section = RULES.split("## 4.1", 1)[1].split("\n---", 1)[0]
    stands = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| `")]
    told = [
        [
            flag.name or flag.field,
            " · ".join(_word(value) for value in flag.values),
            *(_word(getattr(RULE_SETS[name], flag.field)) if name in flag.sets else "–" for name in ("trictrac", "triktrak")),
            ", ".join(flag.sets),
            flag.section,
        ]
        for flag in FLAGS
    ]
    assert stands == told


def _word(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def test_every_flag_has_a_field_and_words() -> None:
    names = {item.name for item in fields(RuleSet)}
    for flag in FLAGS:
        assert flag.field in names
        assert len(flag.words) == len(flag.values)
        assert set(flag.defaults()) == set(flag.sets) <= set(RULE_SETS)
        assert all(value in flag.values for value in flag.defaults().values())
    beside = {"name", "family", "replayed", "match_holes", "length", "flags"}
    assert {flag.field for flag in FLAGS} | beside == names


def test_rules_are_told_in_words() -> None:
    told = rules_of(game(Variant="bearoff=slow, no-pile", Length="6")).describe()
    assert told.startswith("Trictrac, 6 holes. Departing from its rules: only the rearmost man may be borne off; no pile of misfortune. ")
    assert "The lead by coupe et dés" in told
    assert told.endswith("going binds at once; a raise shown to be wrong is worth what it marked.")
    assert "slow bearing off" in told
    assert "slow bearing off" not in RULE_SETS["trictrac"].describe()
    assert "at most 6 holes" not in RULE_SETS["trictrac"].describe()
    assert "at most 6 holes" in RULE_SETS["combine"].describe()
    assert "Departing" not in RULE_SETS["triktrak"].describe()
    assert RULE_SETS["brade"].describe() == "Bräde."
    assert "8 marks" in rules_of(game(Rules="ecrire", Length="8")).describe()


@given(st.text(max_size=60))
def test_no_variant_breaks_the_reading(text: str) -> None:
    rules = rules_of(game(Variant=text, Length=text, Form=text))
    assert rules.describe()
    for flag in FLAGS:
        assert getattr(rules, flag.field) in flag.values
