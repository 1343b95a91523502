"""The canonical form, rule by rule (docs/notation.md, section 9), the words of section 5, and the examples of the document."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from notation.convert import convert_spelling
from notation.reader import read_text
from notation.words import ROUTE_ONLY, SPELLINGS
from notation.writer import canonical, write_games

DOCUMENT = Path("docs/notation.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```tgn\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
HEADS = {
    "": '[White "Alice"]\n[Black "Bob"]\n',
    "bn": '[White "Alice"]\n[Black "Bob"]\n[Points "bn"]\n',
    "route": '[White "Alice"]\n[Black "Bob"]\n[Points "route"]\n',
    **{rules: f'[White "Alice"]\n[Black "Bob"]\n[Rules "{rules}"]\n' for rules in ("triktrak", "brade", "trictrac-nl")},
}

LINES = [
    # (record, as a scorer writes it, as the writer does)
    ("", "  1.w\t6-4   T/6  T/4  ", "1. W 6-4 T/6 T/4"),
    ("", "1.W 6-4 T/6 T/4", "1. W 6-4 T/6 T/4"),
    ("", "1. W\u00a06-4\u202fT/6 T/4", "1. W 6-4 T/6 T/4"),
    ("", "1. V 6-4", "1. W 6-4"),
    *(("", f"1. {letter} 6-4", "1. B 6-4") for letter in "BNSZbnsz"),
    ("bn", "1. b 6-4 b1/b7 b1/b5", "1. B 6-4 B1/B7 B1/B5"),
    ("bn", "1. n 6-4 n1-n7 N1-N5", "1. N 6-4 N1/N7 N1/N5"),
    ("bn", "1. n 4-4 n1–n9 (2)", "1. N 4-4 N1/N9(2)"),
    ("bn", "1. B 6-4 B1-B7*-B11~B12!", "1. B 6-4 B1/B7*/B11~B12!"),
    # dice: the higher first, ? last, a hyphen
    ("", "1. W 46", "1. W 6-4"),
    ("", "1. W 4-6", "1. W 6-4"),
    ("", "1. W 4–6", "1. W 6-4"),
    ("", "1. W 4−6", "1. W 6-4"),
    ("", "1. W ?-4", "1. W 4-?"),
    ("", "1. W ?6", "1. W 6-?"),
    ("", "1. W ??", "1. W ?-?"),
    ("", "1. ? 36 ?", "1. ? 6-3 ?"),
    # numbers without leading zeros
    ("", "007. W 6-4 +012", "7. W 6-4 +12"),
    ("", "1. W 6-4 +01h04 holes 01 =04/000,00/01", "1. W 6-4 +1h4 holes 1 =4/0,0/1"),
    # capital letters for places and codes
    ("", "1. w 6-4 +4(bv9',pjX2) t/6 0/4", "1. W 6-4 +4(BV9',PJx2) T/6 T/4"),
    ("", "1. W 6-4 6’/0' 5′/2’", "1. W 6-4 6'/T' 5'/2'"),
    ("", "1. W 6-4 +4 ( pj × 2 ) T/6", "1. W 6-4 +4(PJx2) T/6"),
    ("", "1. W 6-4 +4 (BV 9' , PJ) T/6", "1. W 6-4 +4(BV9',PJ) T/6"),
    ("", "1. W 6-6 T/6 ( 2 )", "1. W 6-6 T/6(2)"),
    ("", "1. W 6-6 T/6 (2)~5!", "1. W 6-6 T/6(2)~5!"),
    ("", "1. W 6-4 t/OFF", "1. W 6-4 T/off"),
    ("brade", "1. W 6-4 BAR/6 1/5**", "1. W 6-4 bar/6 1/5**"),
    ("trictrac-nl", "1. W 6-4 HAND/6", "1. W 6-4 hand/6"),
    # pass is left out, and what the scorer wrote stays
    ("", "1. W 6-4 pass", "1. W 6-4"),
    ("", "1. W 6-4 +0 pass -4", "1. W 6-4 +0 -4"),
    *(
        ("", line, line)
        for line in ("1. W 6-4 +12 hold T/4 T/6", "1. W 6-4 +4(PJx1)", "1. W 6-4 +? ?", "1. W 6-4 +12 go~ T/6", "1. W 6-4 5~")
    ),
    (
        "",
        "1. W 6-4 EARLY +12 HOLD! T/6?? -2 SCHOOL 4 FALSE 4 =4B/0,?/? @1:05",
        "1. W 6-4 early +12 hold! T/6?? -2 school 4 false 4 =4b/0,?/? @1:05",
    ),
    ("", "1. W 6-4 +12 s'en va!", "1. W 6-4 +12 go!"),
    ("", "1. W 6-4 +12 S’en  VA~ T/6", "1. W 6-4 +12 go~ T/6"),
    ("", "1. W 6-4 @2026.11.21t22:40", "1. W 6-4 @2026.11.21T22:40"),
    # comments: braces before `; `, and neither touched inside
    ("", "1. W 6-4 { a  b }T/6{c}T/4;d  ’–× ", "1. W 6-4 T/6 T/4 {a  b} {c} ; d  ’–×"),
    ("", "1. W 6-4 ;", "1. W 6-4 ;"),
    ("", "1. W 6-4 {}", "1. W 6-4 {}"),
    ("", "1. W 6-4 ; a } b { c", "1. W 6-4 ; a } b { c"),
    ("", ";a", "; a"),
    ("", "  {a}{ b };  c", "{a} {b} ; c"),
    # events
    ("", "@LEAD 46 v", "@lead 6-4 W"),
    ("", "@lead w 5,n 3", "@lead W 5, B 3"),
    ("", '@lead "Alice" 5, "Jean Paul" 35', '@lead Alice 5, "Jean Paul" 5-3'),
    ("bn", "@lead b 5 , n 3", "@lead B 5, N 3"),
    # a player who is called as a side is stays a player
    ("", '@lead "W" 5, B 3, "v" 2, "B" 6-4', '@lead "W" 5, B 3, "v" 2, "B" 6-4'),
    ("bn", '@lead "W" 5, B 3, "N" 2, "6-x" 1', '@lead "W" 5, B 3, "N" 2, "6-x" 1'),
    ("", "@void v ?6   off  the board", "@void W 6-? off the board"),
    ("", '@Mark 03/012 Alice  "Charlie"', "@mark 3/12 Alice Charlie"),
    ("", "@game 2", "@game 2"),
    ("", "@won V 6–3 05 Simple PETTY refaits=01", "@won W 6-3 5 simple petty refaits=1"),
    ("", "@won n sprangjan", "@won B sprängjan"),
    ("", '@account "Bob" LOST=-04 from=Alice jetons=021 contract="W"', "@account Bob lost=-4 from=Alice jetons=21 contract=W"),
    ("", "@lost 03 {two leaves}", "@lost 3 {two leaves}"),
    ("", "@lost ?", "@lost ?"),
    ("", "@adjourn 2026.11.21t22:40", "@adjourn 2026.11.21T22:40"),
    ("", "@NOTE  { “kept” – as it is ; }  ", "@note { “kept” – as it is ; }"),
    ("", "@judge", "@judge"),
    (
        "",
        "@Position off*2,3,2*03,t*09 / ? V 46 4-? 1–0 LEADER=s first=46 mark=01/012",
        "@position T*9,2*3,3,off*2 / ? W 6-4 4-? 1-0 leader=B first=6-4 mark=1/12",
    ),
    (
        "",
        "@position T*15 / T*15 W - 0-0 0-0 pool=4 suspended=honours Mark=1/6 leader=W banner=B",
        "@position T*15 / T*15 W - 0-0 0-0 banner=B leader=W mark=1/6 suspended=honours pool=4",
    ),
    ("bn", "@position b1*9,n1 / n12*2,n1 n - 0-0 0-0 bredouille=b", "@position B1*9,N1 / N1,N12*2 N - 0-0 0-0 bredouille=B"),
    ("brade", "@position 1*2,bar,off*3 / 1*15 W - 0-0 0-0", "@position bar,1*2,off*3 / 1*15 W - 0-0 0-0"),
    ("trictrac-nl", "@position 1*2,BAR,off*3,hand*2 / hand*15 W - 0-0 0-0", "@position hand*2,bar,1*2,off*3 / hand*15 W - 0-0 0-0"),
    # results
    ("", "1–0", "1-0"),
    ("", "  END  ;done", "end ; done"),
    ("", "1/2−1/2", "1/2-1/2"),
]


@pytest.mark.parametrize(("kind", "written", "canonical"), LINES)
def test_a_line_in_its_canonical_form(kind: str, written: str, canonical: str) -> None:
    text = f"{HEADS[kind]}\n{written}\n"
    games = list(read_text(text))
    assert [fault.kind for game in games for fault in game.diagnostics if fault.kind != "result-missing"] == []
    assert write_games(games).splitlines()[-1] == canonical
    again = list(read_text(f"{HEADS[kind]}\n{canonical}\n"))
    assert [(game.entries, game.result) for game in again] == [(game.entries, game.result) for game in games]
    assert write_games(again) == write_games(games)


HEADINGS = [
    # blank lines, blanks, and CRLF
    ('[White "A"]\n\n\n[Black "B"]\n1. W 6-4\n\n2. B 5-2\n*', '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. W 6-4\n2. B 5-2\n*\n'),
    ('\ufeff[White "A"]\r\n[Black "B"]\r\n*\r\n', '[White "A"]\n[Black "B"]\n[Result "*"]\n\n*\n'),
    ('  [ white   "A" ]\n[BLACK"B"]\n*\n', '[White "A"]\n[Black "B"]\n[Result "*"]\n\n*\n'),
    # tags in their order, an unknown one among them, values untouched
    ('[Black "B"]\n[weather  "fine – ’"]\n[White "A"]\n*\n', '[Black "B"]\n[weather "fine – ’"]\n[White "A"]\n[Result "*"]\n\n*\n'),
    ('[White "a \\"b\\" \\\\ \\c"]\n[Black "B"]\n*\n', '[White "a \\"b\\" \\\\ \\\\c"]\n[Black "B"]\n[Result "*"]\n\n*\n'),
    ('[White "A"]\n[Black "B"]\n[Rules " Trictrac "]\n*\n', '[White "A"]\n[Black "B"]\n[Rules " Trictrac "]\n[Result "*"]\n\n*\n'),
    # Result stays where it is, and is not added without a result line
    ('[Result "1-0"]\n[White "A"]\n[Black "B"]\n1-0\n', '[Result "1-0"]\n[White "A"]\n[Black "B"]\n\n1-0\n'),
    ('[White "A"]\n[Black "B"]\n1. W 6-4\n', '[White "A"]\n[Black "B"]\n\n1. W 6-4\n'),
    ('[White "A"]\n[Black "B"]\n', '[White "A"]\n[Black "B"]\n'),
    # nor to a game without tags
    ('[White "A"]\n[Black "B"]\n*\n1.W 64\n*\n', '[White "A"]\n[Black "B"]\n[Result "*"]\n\n*\n\n1. W 6-4\n*\n'),
    ("1. W 6-4\n1-0 ;x\n", "1. W 6-4\n1-0 ; x\n"),
    ('[White "A" x]\n*\n', '[White "A" x]\n[Result "*"]\n\n*\n'),
    # comments: before and among the tags, behind them, behind the result, between games
    (
        ';a\n[White "A"]\n;b\n[Black "B"]\n;c\n;d\n*\n;e\n[White "C"]\n*\n;f\n;g\n',
        '; a\n[White "A"]\n; b\n[Black "B"]\n[Result "*"]\n\n; c\n; d\n*\n\n; e\n[White "C"]\n[Result "*"]\n\n*\n; f\n; g\n',
    ),
    # games without a result: the comment before the tags is the next one's
    (
        '[White "A"]\n[Black "B"]\n1. W 6-4\n;e\n[White "C"]\n[Black "D"]\n*\n',
        '[White "A"]\n[Black "B"]\n\n1. W 6-4\n\n; e\n[White "C"]\n[Black "D"]\n[Result "*"]\n\n*\n',
    ),
]


@pytest.mark.parametrize(("written", "canonical"), HEADINGS)
def test_a_record_in_its_canonical_form(written: str, canonical: str) -> None:
    games = list(read_text(written))
    assert write_games(games) == canonical
    assert write_games(read_text(canonical)) == canonical


def test_lines_in_error_are_written_as_they_stand() -> None:
    lines = ["  1. w  64  T/13;x", "2. B 5-2 ok", " hello  ", "@Lost  many", "} {", "3 . x", "  {a"]
    text = f'[White "A" \n[Black "B"]]\n[Marks  "all"]\n[white "C"]\n\n{chr(10).join(lines)}\n* {{\n'
    written = write_games(read_text(text)).splitlines()
    assert written == ['[White "A" ', '[Black "B"]]', '[Marks  "all"]', '[white "C"]', '[Result "*"]', "", *lines, "* {"]


# -------------------------------------------------------------------------------------------------------------------------- languages


def words_of_the_document() -> list[tuple[str, str]]:
    """Each word of the table of section 5 with the writer's word for it."""
    section = DOCUMENT.partition("## 5.")[2].partition("## 6.")[0]
    found = []
    for row in section.splitlines():
        first, *columns = [cell.strip() for cell in row.strip("|").split("|")]
        match = re.match(r"`([a-z-]+)`(?: \(([a-z-]+)\))?", first)
        if match:
            words = [
                match[1],
                *([match[2]] if match[2] else []),
                *(word.strip() for cell in columns for word in cell.split(",") if word.strip()),
            ]
            found += [(match[1], word) for word in words]
    return found


SENTENCES = {
    **{word: ("", f"+12 {word}") for word in ("hold", "go", "mark", "refait", "concede", "banner", "no-banner", "necktie", "no-necktie")},
    "suspend": ("", "+12 suspend honours"),
    "honours": ("", "+12 suspend honours"),
    "school": ("", "T/6 school 4"),
    "counter-school": ("", "T/6 counter-school 4"),
    "false": ("", "T/6 school 4 false 4"),
    "raise": ("", "T/6 school 4 false 4 raise 8"),
    "holes": ("", "+12 holes 1"),
    "early": ("", "early T/6"),
    "pass": ("", "pass"),
    "off": ("", "T/off"),
    "bar": ("brade", "bar/5"),
    "hand": ("trictrac-nl", "hand/5"),
}


def bare(word: str) -> str:
    """Without accents."""
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


def test_the_table_of_words_is_read() -> None:
    assert {canonical for canonical, _ in words_of_the_document()} == set(SENTENCES)
    assert len(words_of_the_document()) >= 80


@pytest.mark.parametrize(("canonical", "word"), words_of_the_document())
def test_a_word_in_every_language(canonical: str, word: str) -> None:
    kind, sentence = SENTENCES[canonical]
    plain = f"1. W 6-4 {sentence}"
    (wanted,) = read_text(f"{HEADS[kind]}\n{plain}\n*\n")
    for spelt in {word, bare(word), word.upper(), word.title(), unicodedata.normalize("NFD", word), word.replace("'", "’")}:
        (game,) = read_text(f"{HEADS[kind]}\n{re.sub(rf'(?<![a-z-]){canonical}(?![a-z-])', spelt, plain)}\n*\n")
        assert game == wanted, spelt
        assert not game.diagnostics
    assert write_games([wanted]).splitlines()[-2] == plain.removesuffix(" pass")


# --------------------------------------------------------------------------------------------------------------------------- examples


def likened(text: str) -> list[str]:
    """The lines of a text, without the blanks that align comments, without blank lines, without `Result`."""
    return [re.sub(" +;", " ;", line) for line in text.splitlines() if line and not line.startswith("[Result")]


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_of_the_document(example: str) -> None:
    """It is read without a diagnostic; what is written differs only where it is written as people write."""
    games = list(read_text(example))
    assert [fault for game in games for fault in game.diagnostics] == []
    written = write_games(games)
    assert write_games(read_text(written)) == written
    if "Axel" in example or "Blanc" in example:  # in Swedish and in French, with `-` for `/`
        assert len(likened(written)) == len(likened(example))
        assert next(read_text(written)).entries == games[0].entries
    else:
        assert likened(written) == likened(example)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_in_every_spelling(example: str) -> None:
    for game in map(canonical, read_text(example)):
        for spelling in () if game.rules in ROUTE_ONLY else SPELLINGS:
            there = convert_spelling(game, spelling)
            assert there.entries == game.entries
            (read,) = read_text(write_games([there]))
            assert not read.errors
            assert read.entries == game.entries
            back = convert_spelling(read, game.spelling)
            assert back.spelling == game.spelling
            assert {tag for tag in back.head if tag.name != "Points"} == {tag for tag in game.head if tag.name != "Points"}
            assert back.tag("Points") == ("bn" if game.spelling == "bn" else "")


def test_positions_of_the_document() -> None:
    """The lines of section 7, in the rule sets they are of."""
    section = DOCUMENT.partition("## 7.")[2].partition("## 8.")[0]
    lines = re.findall(r"^[^`|\n]+ / [^`|\n]+ [WB] .*$", section, re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        rules = "trictrac-nl" if "hand" in line else "trictrac"
        text = f'[White "A"]\n[Black "B"]\n[Rules "{rules}"]\n[Position "{line}"]\n\n@position {line}\n*\n'
        (game,) = read_text(text)
        assert not game.diagnostics
        assert write_games([game]).splitlines()[-2] == f"@position {line}"
