"""docs/rules.md 5.6 and docs/forms.md tell what the forms do."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from replay.forms import events, form, rulings

DOCS = Path(__file__).parent.parent / "docs"
FORMS = (DOCS / "forms.md").read_text("utf-8")
RULES = (DOCS / "rules.md").read_text("utf-8")


def test_the_examples_are_what_happens() -> None:
    """The blocks of the page in order, each going on where the one before it stopped."""
    text = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", FORMS, re.MULTILINE | re.DOTALL))
    found = doctest.DocTestParser().get_doctest(text, {}, "forms.md", None, None)
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(found)
    assert failed == 0 and tried > 15


def test_the_table_of_rulings_stands_in_the_rules() -> None:
    section = RULES.split("## 5.6", 1)[1].split("## 5.7", 1)[0]
    stands = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| `")]
    told = [
        [row.name, " · ".join(str(value) for value in row.values), row.section, "; ".join(row.words), row.touches]
        for row in rulings.RULINGS
    ]
    assert stands == told


def test_every_code_stands_in_the_page() -> None:
    table = FORMS.split("| code | when |", 1)[1].split("\n\n", 1)[0]
    assert set(re.findall(r"`([a-z-]+)`", table)) - {"holds"} == set(events.CODES)


def test_every_form_and_seating_stands_in_the_page() -> None:
    table = FORMS.split("| form | seating |", 1)[1].split("\n\n", 1)[0]
    words = set(re.findall(r"`([a-z_]+)`", table))
    assert words == {*form.KINDS, *form.SEATINGS}


def test_sections_named_by_the_code_stand_in_the_rules() -> None:
    """A section a refusal or a line of a reckoning names can be looked up."""
    folder = Path(form.__file__).parent
    named = {section for file in folder.glob("*.py") for section in re.findall(r'"(\d\.\d)(?: [^"]*)?"', file.read_text("utf-8"))}
    headings = set(re.findall(r"^## (\d\.\d)", RULES, re.MULTILINE))
    assert named <= headings and named
