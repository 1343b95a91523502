"""The railroad diagram of the grammar, drawn from the grammar itself: docs/notation-grammar.svg.

Needs the extra `diagrams`. `python -m notation.diagram` draws it anew; a test holds the committed drawing to the grammar.
"""

from __future__ import annotations

import io
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

import pyparsing as pp

from notation.grammar import Grammar

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES: Final = (
    *("tag", "ply", "dice", "award", "amount", "value", "item", "decision", "play", "score", "half", "stamp", "event", "position"),
    *("stack", "pair", "frac", "num", "moment"),
)
"""The rules that are drawn by themselves, in this order; all else is drawn where it is used."""
ATTRIBUTES: Final = {"frac": "fraction"}
STYLE: Final = """
text { font: 14px monospace; text-anchor: middle; }
text.rule { font: bold 16px sans-serif; text-anchor: start; }
path { stroke: #444; stroke-width: 2; fill: none; }
rect { stroke: #444; stroke-width: 2; fill: #eef3ea; }
g.non-terminal rect { fill: #f7efe0; }
g.non-terminal text { font-style: italic; }
"""
MARGIN: Final = 10
TITLE: Final = 30


def draw() -> str:
    """The diagram as one SVG, rule below rule. Raises `ImportError` where the extra `diagrams` is not installed."""
    railroad = import_module("railroad")
    parts = []
    width = y = 0
    for name, element in rules():
        picture = railroad.Diagram(*_parts(element, railroad, root=True))
        picture.format(10)
        stream = io.StringIO()
        picture.writeSvg(stream.write)
        text = "\n".join(line.rstrip() for line in stream.getvalue().splitlines() if line.strip())
        parts.append(f'<text class="rule" x="{MARGIN}" y="{y + TITLE - 8}">{escape(name)}</text>')
        parts.append(text.replace("<svg ", f'<svg x="{MARGIN}" y="{y + TITLE}" ', 1))
        y += TITLE + int(float(picture.attrs["height"])) + MARGIN
        width = max(width, int(float(picture.attrs["width"])) + 2 * MARGIN)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" width="{width}" height="{y}">'
    ground = '<rect width="100%" height="100%" style="fill: white; stroke: none"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", ground, *parts, "</svg>", ""])


def rules() -> Iterator[tuple[str, pp.ParserElement]]:
    """The rules that are drawn: the grammar's own, without its faults."""
    grammar = Grammar(faults=False)
    for name in RULES:
        yield name, getattr(grammar, ATTRIBUTES.get(name, name))


def _parts(element: pp.ParserElement, railroad: Any, *, root: bool = False) -> list[Any]:
    """The element as parts of a railroad: none for what takes no letters, several for a sequence."""
    name = str(element.customName or "")
    if name in RULES and not root:
        return [railroad.NonTerminal(name)]
    if isinstance(element, pp.Empty | pp.FollowedBy | pp.NotAny | pp.StringEnd) or name == "blank":
        return []
    if isinstance(element, pp.And):
        return [part for child in element.exprs for part in _parts(child, railroad)]
    if isinstance(element, pp.MatchFirst):
        return [railroad.Choice(0, *(_one(child, railroad) for child in element.exprs))]
    if isinstance(element, pp.DelimitedList):
        return [railroad.OneOrMore(_one(element.content, railroad), railroad.Terminal(","))]
    if isinstance(element, pp.Opt):
        inner = _parts(element.expr, railroad)
        return [railroad.Optional(railroad.Sequence(*inner))] if inner else []
    if isinstance(element, pp.ZeroOrMore):
        return [railroad.ZeroOrMore(_one(element.expr, railroad))]
    if isinstance(element, pp.OneOrMore):
        return [railroad.OneOrMore(_one(element.expr, railroad))]
    if isinstance(element, pp.ParseElementEnhance) and element.expr is not None:
        return _parts(element.expr, railroad)
    if name and not name.startswith('"'):
        return [railroad.NonTerminal(name)]
    words = [word.strip('"') for word in (name or str(getattr(element, "match", element.name))).split('" | "')]
    terminals = [railroad.Terminal(word) for word in words]
    return terminals if len(terminals) == 1 else [railroad.Choice(0, *terminals)]


def _one(element: pp.ParserElement, railroad: Any) -> Any:
    """The element as one part of a railroad."""
    parts = _parts(element, railroad)
    return parts[0] if len(parts) == 1 else railroad.Sequence(*parts) if parts else railroad.Skip()


def main() -> None:
    """Draws docs/notation-grammar.svg under the working directory."""
    Path("docs/notation-grammar.svg").write_text(draw(), "utf-8")


if __name__ == "__main__":
    main()
