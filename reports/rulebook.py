"""The rules as a page, so that what a page cites can be read beside it: docs/rules.md with an anchor at every section."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from markdown_it import MarkdownIt

STYLE = """
:root { color-scheme: light dark; --ink: #1d1a16; --paper: #fbf8f1; --line: #cdc3b0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e2d3; --paper: #1c1a17; --line: #4b453b; } }
body { font: 1rem/1.55 Georgia, 'Times New Roman', serif; color: var(--ink); background: var(--paper); margin: 0 auto; max-width: 70rem;
  padding: 2rem 1.2rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: .9rem; }
th, td { border: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top; }
pre { overflow-x: auto; border: 1px solid var(--line); padding: .8rem; }
a { color: inherit; }
:target { outline: 2px solid var(--line); outline-offset: .3rem; }
"""


CALLED = {"000": "Wilson", "001": "the bräde rules", "002": "the rulebook", "003": "the Dutch rules"}
"""Sources go by number in docs/rules.md and in reasons; a page calls them by these names (their titles stand at its head)."""


def plain_sources(text: str) -> str:
    """`002 §16` as a reader understands it: `the rulebook §16`."""
    text = re.sub(r" \(in tables also 000\)| \(00[13]\)", "", text)
    text = re.sub(r"\b000 Wilson\b", "Wilson", text)
    return re.sub(r"(?<![\d.,/_-])(00[0-3])(?![\d/_-]|[.,]\d)", lambda match: CALLED[match[1]], text)


def rules_text() -> str:
    """docs/rules.md: packed beside the code in a wheel, in its own folder in a checkout."""
    packed = files("reports").joinpath("rules.md")
    if packed.is_file():
        return packed.read_text("utf-8")
    return (Path(__file__).parent.parent / "docs" / "rules.md").read_text("utf-8")


def anchor(section: str) -> str:
    """Where a section stands on the page: `3.9 S-1` is `s3.9`."""
    return "s" + section.split(" ", 1)[0].rstrip(".")


@cache
def rules_page() -> str:
    """The rules as one page without script, with the way back to the index beside it. Raw HTML in the text is shown, not run."""
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(plain_sources(rules_text()))
    body = re.sub(r"<h([12])>([0-9][0-9.]*)(.*?)</h\1>", lambda m: f'<h{m[1]} id="{anchor(m[2])}">{m[2]}{m[3]}</h{m[1]}>', body)
    body = re.sub(r"<strong>([A-Z]-[0-9]+)</strong>", r'<strong id="s\1">\1</strong>', body)  # each stands once
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>The rules</title><style>{STYLE}</style></head>\n<body>\n"
        f"<nav><a href='index.html'>All games</a></nav>\n{body}</body></html>\n"
    )
