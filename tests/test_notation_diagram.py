"""The drawing of the grammar is the grammar's."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

DRAWING = Path("docs/notation-grammar.svg")


def test_the_drawing_is_up_to_date() -> None:
    pytest.importorskip("railroad")
    from notation.diagram import draw

    assert DRAWING.read_text("utf-8") == draw()


def test_every_rule_is_drawn() -> None:
    from notation.diagram import RULES

    root = ET.fromstring(DRAWING.read_text("utf-8"))
    titles = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text") if text.get("class") == "rule"]
    assert titles == list(RULES)


def test_the_document_shows_it() -> None:
    assert "(notation-grammar.svg)" in Path("docs/notation.md").read_text("utf-8")
