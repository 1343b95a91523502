"""A fault for every slip of a scorer: kind, line and column as docs/notation.md, section 8, has them.

A row is what is expected and what is written. A text with `|` in it is a whole record, `|` for its line ends; any other text is one line of
a record that is right but for it: its line 5, behind a first ply, so a ply there is the second. A row of one line that begins with a rule
set or a spelling in angles, as `<bn>`, stands in a record of that kind.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notation.diagnostics import WARNINGS
from notation.reader import read_games, read_text
from notation.words import PLAIN
from notation.writer import write_games

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notation.diagnostics import Diagnostic
    from notation.record import Game

HEAD = '[White "Alice"]|[Black "Bob"]|'
KINDS = (
    *("encoding", "not-tgn", "tag", "tag-twice", "tag-missing", "tag-value", "variant-unknown", "line", "number", "number-order"),
    *("side", "dice", "word", "order", "after-go", "place", "play", "amount", "item", "score", "stamp", "comment"),
    *("event", "event-unknown", "position", "men", "after-result", "result-differs", "result-missing"),
)

TAGS = [
    ("tag 1:8", '[White Alice]|[Black "Bob"]|*'),
    ("tag 1:8", '[White "Alice]|[Black "Bob"]|*'),
    ("tag 1:8", "[White 'Alice']|[Black \"Bob\"]|*"),
    ("tag 1:8", '[White “Alice”]|[Black "Bob"]|*'),
    ("tag 1:15", '[White "Alice"|[Black "Bob"]|*'),
    ("tag 1:15", '[White "Alice"   |[Black "Bob"]|*'),
    ("tag 1:15", '[White "Alice")|[Black "Bob"]|*'),
    ("tag 1:13", '[White "Ali"ce"]|[Black "Bob"]|*'),
    ("tag 1:16", '[White "Alice"]]|[Black "Bob"]|*'),
    ("tag 1:17", '[White "Alice"] ; who?|[Black "Bob"]|*'),
    ("tag 1:17", '[White "Alice"] [Black "Bob"]|[Black "Bob"]|*'),
    ("tag 1:7", '[White]|[Black "Bob"]|*'),
    ("tag 1:8", '[White ]|[Black "Bob"]|*'),
    ("tag 1:7", '[White|[Black "Bob"]|*'),
    ("tag 1:7", '[White: "Alice"]|[Black "Bob"]|*'),
    ("tag 1:8", '[White = "Alice"]|[Black "Bob"]|*'),
    ("tag 3:2", HEAD + '["Paris"]|*'),
    ("tag 3:2", HEAD + "[]|*"),
    ("tag 3:2", HEAD + "[|*"),
    ("tag 3:2", HEAD + '[1st "Paris"]|*'),
    ("tag 3:6", HEAD + '[Site-1 "Paris"]|*'),
    ("tag 3:9", HEAD + "  [Site Paris]|*"),
    ("tag 3:18", HEAD + '[Site "Orléans"] é|*'),
    ("tag 3:7", HEAD + '[Site "a \\"]|*'),
    ("tag 1:15, tag 2:8", '[White "Alice"|[Black Bob]|*'),
]
TAGS_TWICE = [
    ("tag-twice 3:2", HEAD + '[White "Alix"]|*'),
    ("tag-twice 3:2", HEAD + '[white "Alix"]|*'),
    ("tag-twice 3:4", HEAD + ' [ White "Alix"]|*'),
    ("tag-twice 4:2", HEAD + '[Site "Paris"]|[SITE "Lyon"]|*'),
    ("tag-twice 4:2", HEAD + '[Weather "fine"]|[weather "rain"]|*'),
    ("tag-twice 3:2, tag-twice 4:2", HEAD + '[White "Alix"]|[White "Alix"]|*'),
    ("tag-twice 4:2", HEAD + '[Marks "none"]|[Marks "all"]|*'),
    ("tag-value 3:9, tag-twice 4:2", HEAD + '[Marks "all"]|[Marks "none"]|*'),
    ("tag 1:15, tag-twice 2:2", '[White "Alice"|[White "Alix"]|[Black "Bob"]|*'),
    ("tag 1:8", '[White "Alice]|[White "Alix"]|[Black "Bob"]|*'),
    ("tag-twice 3:2", HEAD + '[White "Alix"|*'),
]
TAGS_MISSING = [
    ("tag-missing 1:1", '[White "Alice"]|*'),
    ("tag-missing 1:1", '[Black "Bob"]|1. W 6-4|*'),
    ("tag-missing 1:1, tag-missing 1:1", '[Site "Paris"]|*'),
    ("tag-missing 1:1, tag-missing 1:1", "1. W 6-4|*"),
    ("tag-missing 1:1, tag-missing 1:1", "; a game without its heading|1. W 6-4|*"),
    ("tag-missing 3:1", '||[White "Alice"]||*'),
    ("tag-missing 1:1", '[White "Alice"]|[Blakc "Bob"]|*'),
    ("tag-missing 4:1", HEAD + '*|[White "Alice"]|*'),
    ("tag-missing 4:1", HEAD + '*|; of the next game|[White "Alice"]|*'),
    ("tag-missing 1:1, tag 1:8", "[White Alice]|*"),
    ("tag 1:7, tag 2:7", "[White]|[Black]|*"),
]
TAG_VALUES = [
    ("tag-value 3:9", HEAD + '[Rules "backgammon"]|*'),
    ("tag-value 3:9", HEAD + '[Rules "écrire"]|*'),
    ("tag-value 3:9", HEAD + '[Rules ""]|*'),
    ("tag-value 3:10", HEAD + '[Points "french"]|*'),
    ("tag-value 4:10", HEAD + '[Rules "brade"]|[Points "bn"]|*'),
    ("tag-value 3:10", HEAD + '[Points "guiton"]|[Rules "trictrac-nl"]|*'),
    ("tag-value 3:9", HEAD + '[Marks "some"]|*'),
    ("tag-value 3:8", HEAD + '[Form "duel"]|*'),
    ("tag-value 3:10", HEAD + '[Result "2-0"]|*'),
    ("tag-value 3:10", HEAD + '[Result "½-½"]|*'),
    ("tag-value 3:15", HEAD + '[Termination "checkmate"]|*'),
    ("tag-value 3:8", HEAD + '[Date "1738"]|*'),
    ("tag-value 3:8", HEAD + '[Date "1738-05-12"]|*'),
    ("tag-value 3:8", HEAD + '[Date "12.05.1738"]|*'),
    ("tag-value 3:8", HEAD + '[Date "1738.13.01"]|*'),
    ("tag-value 3:8", HEAD + '[Date "1738.02.30"]|*'),
    ("tag-value 3:8", HEAD + '[Date "1738.02.3?"]|*'),
    ("tag-value 3:8", HEAD + '[Date "1738.5.12"]|*'),
    ("tag-value 3:8", HEAD + '[Date ""]|*'),
    ("tag-value 3:10", HEAD + '[Length "twelve"]|*'),
    ("tag-value 3:10", HEAD + '[Length "-12"]|*'),
    ("tag-value 3:10", HEAD + '[Length "12 holes"]|*'),
    ("tag-value 3:11", HEAD + '[Players "Alice, Bob, Charlie"]|*'),
    ("tag-value 3:11", HEAD + '[Players "Alice; Bob"]|*'),
    ("tag-value 3:11", HEAD + '[Players "Alice; ; Charlie"]|*'),
    ("tag-value 3:12", HEAD + '[Standing "Alice; Bob; Charlie"]|*'),
    ("tag-value 3:12", HEAD + '[Standing "Alice four; Bob 5"]|*'),
    ("tag-value 3:12", HEAD + '[Standing "Alice=4; Bob=5"]|*'),
    ("tag-value 3:12", HEAD + '[Standing ""]|*'),
    ("tag-value 3:9", HEAD + '[Marks "all"|*'),
    ("tag-value 3:9, tag-value 4:8", HEAD + '[Marks "all"]|[Form "duel"]|*'),
    # the position of a tag tells its own kinds
    ("place 3:17", HEAD + '[Position "T*14,X / T*15 W - 0-0 0-0"]|*'),
    ("position 3:17", HEAD + '[Position "T*15 T*15 W - 0-0 0-0"]|*'),
    ("position 3:23", HEAD + '[Position "T*15 / T*15"]|*'),
    ("position 3:12", HEAD + '[Position ""]|*'),
    ("men 3:19", HEAD + '[Position "T*15 / T*16 W - 0-0 0-0"]|*'),
    ("place 4:12", HEAD + '[Points "bn"]|[Position "T*15 / T*15 B - 0-0 0-0"]|*'),
    ("place 3:12", HEAD + '[Position "B1*15 / N1*15 B - 0-0 0-0"]|[Points "guiton"]|*'),
]
FLAGS = [
    ("variant-unknown 3:11", HEAD + '[Variant "blind"]|*'),
    ("variant-unknown 3:17", HEAD + '[Variant "pile, blind"]|*'),
    ("variant-unknown 3:11, variant-unknown 3:24", HEAD + '[Variant "blind, pile, deaf"]|*'),
    ("variant-unknown 3:11", HEAD + '[Variant "lead"]|*'),
    ("variant-unknown 3:11", HEAD + '[Variant "lead=low"]|*'),
    ("variant-unknown 3:11", HEAD + '[Variant "no-lead"]|*'),
    ("variant-unknown 3:11", HEAD + '[Variant "pile=on"]|*'),
    ("variant-unknown 3:13", HEAD + '[Variant ", piles"]|*'),
    ("variant-unknown 3:11, tag 3:17", HEAD + '[Variant "blind"|*'),
]

LINES = [
    ("line 5:1", "hello"),
    ("line 5:1", "W 6-4 T/6 T/4"),
    ("line 5:3", "  B 5-2 T/5 T/2"),
    ("line 5:1", "# a remark"),
    ("line 5:1", "% a remark"),
    ("line 5:1", "lost 3"),
    ("line 5:1", "* and so it ends"),
    ("line 5:1", "end of the leaf"),
    ("line 5:1", "½-½"),
    ("line 5:1", "} closed too late"),
    ("line 5:1", ". B 5-2 T/5 T/2"),
    ("line 5:1", "(2. B 5-2)"),
    ("line 5:1", "B. 5-2 T/5 T/2"),
    ("line 5:1", "\u2029"),
    ("line 3:1", HEAD + 'Site "Paris"]|[Event "a lesson"]|*'),
]
NUMBERS = [
    ("number 5:1", "2 B 5-2 T/5 T/2"),
    ("number 5:1", "2) B 5-2 T/5 T/2"),
    ("number 5:1", "2: B 5-2 T/5 T/2"),
    ("number 5:1", "2, B 5-2 T/5 T/2"),
    ("number 5:1", "2 . B 5-2 T/5 T/2"),
    ("number 5:3", "  2 B 5-2"),
    ("number 5:1", "2"),
    ("number 5:1", "2B 5-2 T/5 T/2"),
    ("number 5:1", "1-0 White wins"),
    ("number 5:1", "1/2"),
    ("number 5:1", "1234567890. B 5-2 T/5 T/2"),
    ("number 5:1", "5-2 T/5 T/2"),
    ("number-order 5:1", "3. B 5-2 T/5 T/2"),
    ("number-order 5:1", "1. B 5-2 T/5 T/2"),
    ("number-order 5:1", "0. B 5-2 T/5 T/2"),
    ("number-order 5:2", "\t22. B 5-2 T/5 T/2"),
    ("number-order 5:1, dice 5:6", "3. B 8-2 T/5 T/2"),
    ("number-order 4:1, number-order 5:1", HEAD + "1. W 6-4|3. B 5-2|2. W 6-4|*"),
    ("number-order 5:1", HEAD + "7. W 6-4|@lost 3|10. B 5-2|*"),
    ("number-order 5:1", HEAD + "7. W 6-4|@lost 3|12. B 5-2|*"),
    ("number-order 5:1", HEAD + "7. W 6-4|@lost ?|7. B 5-2|*"),
    ("number-order 5:1", HEAD + "7. W 6-4|8. B 6-4|8. W 6-4|*"),
]
SIDES = [
    ("side 5:4", "2. X 5-2 T/5 T/2"),
    ("side 5:4", "2. Bob 5-2 T/5 T/2"),
    ("side 5:4", "2. Black 5-2 T/5 T/2"),
    ("side 5:3", "2.X 5-2 T/5 T/2"),
    ("side 5:6", "2.   É 5-2 T/5 T/2"),
    ("side 3:4", HEAD + "1. 6-4 T/6 T/4|*"),
    ("side 3:4", HEAD + "1. T/6 T/4|2. B 6-4|*"),
    ("side 3:4", HEAD + "1. +4 T/6|2. B 6-4|*"),
    ("side 3:3", HEAD + "1.|2. B 6-4|*"),
    ("side 3:3", HEAD + "1.  ; torn|2. B 6-4|*"),
    ("side 3:4", HEAD + "1. W6-4 T/6 T/4|2. B 6-4|*"),
    ("side 5:4", HEAD + "1. W 6-4|@note a pause|2. 5-2 T/5 T/2|*"),
    ("dice 4:6, side 5:4", HEAD + "1. W 6-4|2. B 9-2|3. 5-2|*"),
    ("line 4:1, side 5:4", HEAD + "1. W 6-4|hello|2. 5-2|*"),
    ("side 4:4", HEAD + "1. W 6-4 +12 go|2. 5-2|*"),
    ("side 4:4", HEAD + "1. W 6-4 +12 mark|2. 5-2|*"),
    ("side 4:4", HEAD + "1. W 6-4 +12 concede|2. 5-2|*"),
    ("side 4:4", HEAD + "1. W 6-4 +12 refait|2. 5-2|*"),
    ("side 4:4", HEAD + "1. ? 6-4 T/6 T/4|2. 5-2|*"),
    ("side 5:4", "<bn>2. W 5-2 N1/N6 N1/N3"),
    ("side 5:4", "<bn>2. S 5-2 N1/N6 N1/N3"),
    ("side 5:4", "<bn>2. V 5-2 N1/N6 N1/N3"),
]
DICE = [
    ("dice 5:5", "2. B"),
    ("dice 5:5", "2. B   ; torn"),
    ("dice 5:6", "2. B 7-2 T/5 T/2"),
    ("dice 5:6", "2. B 5-0 T/5 T/2"),
    ("dice 5:6", "2. B 5 T/5 T/2"),
    ("dice 5:6", "2. B 5 2 T/5 T/2"),
    ("dice 5:6", "2. B 5- T/5 T/2"),
    ("dice 5:6", "2. B 5-2-1 T/5 T/2"),
    ("dice 5:6", "2. B 5/2 T/5 T/2"),
    ("dice 5:6", "2. B 5,2 T/5 T/2"),
    ("dice 5:6", "2. B 52: T/5 T/2"),
    ("dice 5:6", "2. B 5--2 T/5 T/2"),
    ("dice 5:6", "2. B +4 T/5 T/2"),
    ("dice 5:6", "2. B T/5 T/2"),
    ("dice 5:6", "2. B five-two T/5 T/2"),
    ("dice 5:6", "2. B ? T/5 T/2"),
    ("dice 5:6", "2. B W 5-2 T/5 T/2"),
    ("dice 5:3", "2."),
    ("dice 5:4", "2. T/5 T/2"),
    ("dice 5:4", "2. 5-7 T/5 T/2"),
    ("dice 5:6", "2. ? 5 ?"),
    ("dice 5:13", "2. {éàü} B  9-2"),
    ("dice 5:6", "2.\tB\t9-2"),
]
WORDS = [
    ("word 5:18", "2. B 5-2 T/5 T/2 done"),
    ("word 5:10", "2. B 5-2 T-5 T-2"),
    ("word 5:10", "2. B 5-2 T5 T2"),
    ("word 5:10", "2. B 5-2 plays T/5 T/2"),
    ("word 5:13", "2. B 5-2 +4 stays T/5 T/2"),
    ("word 5:18", "2. B 5-2 T/5 T/2 3. W 6-4"),
    ("word 5:26", "2. B 5-2 +4 (BV) T/5 T/2 forced"),
    ("word 5:18", "2. B 5-2 T/5 T/2 school4"),
    ("word 5:10", "2. B 5-2 T:5 T:2"),
    ("word 5:18", "2. B 5-2 T/5 T/2 !"),
    ("word 5:22", "2. B 5-2 +12 suspend 6/11 6/8"),
    ("word 5:21", "2. B 5-2 +12 suspend"),
    ("word 5:22", "2. B 5-2 +12 suspend trictrac"),
    ("word 5:10", "2. B 5-2 , T/5 T/2"),
    ("word 5:24", "2. B 5-2 {ünï} T/5 T/2 schooI 4"),
    ("word 5:18", "{before the ply} 2. B 5-2"),
]
ORDER = [
    ("order 5:14", "2. B 5-2 T/5 +4 T/2"),
    ("order 5:18", "2. B 5-2 T/5 T/2 early"),
    ("order 5:18", "2. B 5-2 T/5 T/2 hold"),
    ("order 5:19", "2. B 5-2 +12 hold hold"),
    ("order 5:19", "2. B 5-2 +12 hold go"),
    ("order 5:15", "2. B 5-2 hold +12 T/5"),
    ("order 5:13", "2. B 5-2 +4 +4 T/5"),
    ("order 5:13", "2. B 5-2 +4 early T/5"),
    ("order 5:16", "2. B 5-2 early early T/5"),
    ("order 5:13", "2. B 5-2 -4 T/5 T/2"),
    ("order 5:18", "2. B 5-2 T/5 T/2 5-2"),
    ("order 5:18", "2. B 5-2 T/5 T/2 B"),
    ("order 5:27", "2. B 5-2 T/5 T/2 =0/0,0/0 -4"),
    ("order 5:27", "2. B 5-2 T/5 T/2 =0/0,0/0 =0/0,0/0"),
    ("order 5:24", "2. B 5-2 T/5 T/2 @1:05 =0/0,0/0"),
    ("order 5:24", "2. B 5-2 T/5 T/2 @1:05 @1:04"),
    ("order 5:27", "2. B 5-2 T/5 T/2 school 4 T/2"),
    ("order 5:27", "2. B 5-2 T/5 T/2 =0/0,0/0 school 4"),
    ("order 5:12", "2. B 5-2 ? T/5"),
    ("order 5:12", "2. B 5-2 ? ?"),
    ("order 5:15", "2. B 5-2 pass T/5"),
    ("order 5:14", "2. B 5-2 T/5 pass"),
    ("order 5:10", "2. B 5-2 banner T/5 T/2"),
    ("order 5:21", "2. B 5-2 +12 banner banner T/5"),
    ("order 5:19", "2. B 5-2 +12 hold banner T/5"),
    ("order 5:10", "2. B 5-2 holes 1 T/5"),
    ("order 5:21", "2. B 5-2 +12 banner holes 1 T/5"),
    ("order 5:22", "2. B 5-2 +12 holes 1 holes 1"),
    ("order 5:14", "2. B 5-2 T/5 +x"),
]
AFTER_GO = [
    ("after-go 5:17", "2. B 5-2 +12 go T/5 T/2"),
    ("after-go 5:17", "2. B 5-2 +12 go -4"),
    ("after-go 5:17", "2. B 5-2 +12 go ?"),
    ("after-go 5:17", "2. B 5-2 +12 go pass"),
    ("after-go 5:18", "2. B 5-2 +12 go! T/5 T/2"),
    ("after-go 5:19", "2. B 5-2 +12 mark T/5 T/2"),
    ("after-go 5:21", "2. B 5-2 +12 refait T/5 T/2"),
    ("after-go 5:22", "2. B 5-2 +12 concede T/5 T/2"),
    ("after-go 5:22", "2. B 5-2 +12 s'en va T/5"),
    ("after-go 5:17", "2. B 5-2 +12 va T/13"),
]
PLACES = [
    ("place 5:12", "2. B 5-2 T/13 T/2"),
    ("place 5:10", "2. B 5-2 12/5 T/2"),
    ("place 5:12", "2. B 5-2 T/12 T/2"),
    ("place 5:12", "2. B 5-2 T/12' T/2"),
    ("place 5:12", "2. B 5-2 T/x T/2"),
    ("place 5:14", "2. B 5-2 T/5/13"),
    ("place 5:14", "2. B 5-2 T/5~13 T/2"),
    ("place 5:10", "2. B 5-2 off/5"),
    ("place 5:10", "2. B 5-2 bar/5"),
    ("place 5:10", "2. B 5-2 hand/5"),
    ("place 5:12", "2. B 5-2 T/bar"),
    ("place 5:12", "2. B 5-2 T/1'' T/2"),
    ("place 5:10", "<route>2. B 5-2 T/5 T/2"),
    ("place 5:12", "<route>2. B 5-2 1/25"),
    ("place 5:10", "<route>2. B 5-2 0/5"),
    ("place 5:10", "<bn>2. N 5-2 T/5 T/2"),
    ("place 5:13", "<bn>2. N 5-2 N1/N13"),
    ("place 5:13", "<bn>2. N 5-2 N1-6"),
    ("place 5:10", "<bn>2. N 5-2 0/5"),
    ("place 5:12", "<brade>2. B 5-2 1/hand"),
    ("place 5:10", "<brade>2. B 5-2 hand/5"),
    ("place 5:12", "<brade>2. B 5-2 1/bar"),
    ("place 5:12", "<trictrac-nl>2. B 5-2 1/hand"),
]
PLAYS = [
    ("play 5:14", "2. B 5-2 T/5 T"),
    ("play 5:10", "2. B 5-2 6 T/2"),
    ("play 5:16", "2. B 5-2 T/5 T/"),
    ("play 5:12", "2. B 5-2 T/ T/2"),
    ("play 5:10", "2. B 5-2 /5 T/2"),
    ("play 5:12", "2. B 5-2 T//5 T/2"),
    ("play 5:14", "2. B 5-2 T/5/ T/2"),
    ("play 5:13", "2. B 5-2 T/5, T/2"),
    ("play 5:14", "2. B 5-2 T/5(5)"),
    ("play 5:14", "2. B 5-2 T/5(1)"),
    ("play 5:14", "2. B 5-2 T/5()"),
    ("play 5:15", "2. B 5-2 T/5(2"),
    ("play 5:15", "2. B 5-2 T/5(22)"),
    ("play 5:15", "2. B 5-2 T/5*** T/2"),
    ("play 5:15", "2. B 5-2 T/5!!! T/2"),
    ("play 5:13", "2. B 5-2 T/5+ T/2"),
    ("play 5:11", "2. B 5-2 T*/5 T/2"),
    ("play 5:13", "2. B 5-2 T/5-2"),
    ("play 5:12", "2. B 5-2 T~~ T/2"),
    ("play 5:16", "<bn>2. N 5-2 N1-N6- N1-N3"),
    ("play 5:15", "2. B 5-2 T/5 (5)"),
    ("play 5:19", "2. B 5-2 T/5 T/2 (forced)"),
    ("play 5:10", "2. B 5-2 ~5 T/2"),
]
AMOUNTS = [
    ("amount 5:11", "2. B 5-2 +"),
    ("amount 5:11", "2. B 5-2 + 4 T/5"),
    ("amount 5:11", "2. B 5-2 +four T/5 T/2"),
    ("amount 5:11", "2. B 5-2 +(BV) T/5 T/2"),
    ("amount 5:11", "2. B 5-2 +-4 T/5 T/2"),
    ("amount 5:11", "2. B 5-2 +h4 T/5 T/2"),
    ("amount 5:13", "2. B 5-2 +4~ T/5 T/2"),
    ("amount 5:13", "2. B 5-2 +4~x T/5 T/2"),
    ("amount 5:15", "2. B 5-2 T/5 -"),
    ("amount 5:15", "2. B 5-2 T/5 -four"),
    ("amount 5:24", "2. B 5-2 T/5 T/2 school"),
    ("amount 5:24", "2. B 5-2 T/5 T/2 school ; who?"),
    ("amount 5:25", "2. B 5-2 T/5 T/2 school four"),
    ("amount 5:25", "2. B 5-2 T/5 T/2 school =0/0,0/0"),
    ("amount 5:25", "2. B 5-2 T/5 T/2 school +4"),
    ("amount 5:27", "2. B 5-2 T/5 T/2 school 4~"),
    ("amount 5:33", "2. B 5-2 T/5 T/2 counter-school false 4"),
    ("amount 5:32", "2. B 5-2 T/5 T/2 school 4 false"),
    ("amount 5:40", "2. B 5-2 T/5 T/2 school 4 false 4 raise"),
    ("amount 5:19", "2. B 5-2 +12 holes"),
    ("amount 5:20", "2. B 5-2 +12 holes one T/5"),
    ("amount 5:20", "2. B 5-2 +12 holes T/5 T/2"),
    ("amount 5:11", "2. B 5-2 +1234567890 T/5"),
]
ITEMS = [
    ("item 5:13", "2. B 5-2 +4(XX) T/5"),
    ("item 5:14", "2. B 5-2 +4( XX ) T/5"),
    ("item 5:14", "2. B 5-2 +4 (XX) T/5"),
    ("item 5:16", "2. B 5-2 +8(BV,XX) T/5"),
    ("item 5:13", "2. B 5-2 +4() T/5"),
    ("item 5:13", "2. B 5-2 +4(BV"),
    ("item 5:13", "2. B 5-2 +4(PJx12) T/5"),
    ("item 5:13", "2. B 5-2 +4(BV13) T/5"),
    ("item 5:13", "2. B 5-2 +4(EC) T/5"),
    ("item 5:13", "2. B 5-2 +4(BV9'PJ) T/5"),
    ("item 5:16", "2. B 5-2 +4(BV,) T/5"),
    ("item 5:13", "2. B 5-2 +4(2xPJ) T/5"),
    ("item 5:17", "2. B 5-2 T/5 -4(BF X)"),
    ("item 5:13", "<bn>2. N 5-2 +4(BV9')"),
    ("item 5:13", "<route>2. B 5-2 +4(BVT)"),
]
SCORES = [
    ("score 5:18", "2. B 5-2 T/5 T/2 =0/0"),
    ("score 5:18", "2. B 5-2 T/5 T/2 =0/0,0"),
    ("score 5:18", "2. B 5-2 T/5 T/2 =0-0,0-0"),
    ("score 5:18", "2. B 5-2 T/5 T/2 =0/0 0/0"),
    ("score 5:18", "2. B 5-2 T/5 T/2 =0/0, 0/0"),
    ("score 5:18", "2. B 5-2 T/5 T/2 = 0/0,0/0"),
    ("score 5:18", "2. B 5-2 T/5 T/2 =b4/0,0/0"),
    ("score 5:18", "2. B 5-2 T/5 T/2 =0/0/0/0,0/0"),
    ("score 5:18", "2. B 5-2 T/5 T/2 =4,0"),
    ("score 5:18", "2. B 5-2 T/5 T/2 =0/0;0/0"),
    ("score 5:23", "2. B 5-2 {é} T/5 T/2 \u00a0=x"),
]
STAMPS = [
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @"),
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @noon"),
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @1:5"),
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @1:60"),
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @1.05"),
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @2026.13.21"),
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @2026-11-21"),
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @2026.11.21T24:00"),
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @2026.11.21T"),
    ("word 5:30", "2. B 5-2 T/5 T/2 @2026.11.21 22:40"),
    ("stamp 5:18", "2. B 5-2 T/5 T/2 @1:05:60"),
]
COMMENTS = [
    ("comment 5:14", "2. B 5-2 T/5 {T/2"),
    ("comment 5:18", "2. B 5-2 T/5 T/2 } forced"),
    ("comment 5:14", "2. B 5-2 T/5 {a {b} T/2"),
    ("comment 5:23", "2. B 5-2 T/5 {one} T/2}"),
    ("comment 5:1", "{ a remark that goes on"),
    ("comment 5:9", "{a} {b} { c"),
    ("comment 5:3", "  {é"),
    ("comment 3:3", HEAD + "* {unfinished"),
    ("comment 5:9", "@lost 3 {two leaves"),
    ("comment 5:9", "@lost 3 } two leaves"),
    ("comment 5:31", '@mark 3/12 Alice "{Bob}"      {'),
    ("dice 5:6", "2. B 7-2 {never closed"),
    # what stands behind a brace at fault is not missing
    ("comment 5:6", "2. B {5-2 T/5 T/2"),
    ("comment 5:4", "2. } B 5-2 T/5 T/2"),
    ("comment 5:17", "2. B 5-2 school {4"),
    ("comment 5:19", "2. B 5-2 +4 holes {1"),
    ("comment 5:21", "2. B 5-2 +4 suspend {ecrire"),
    ("comment 5:10", "<bn>2. N 5-2 {n1/n6"),
    ("comment 5:7", "@lost {3"),
    ("comment 5:12", "@lead W 5, {B 3"),
    ("comment 5:15", "@mark 3 Alice {Bob"),
    ("comment 5:13", "@position - {/ T*15 W - 0-0 0-0"),
    ("dice 5:5", "2. B"),
    ("play 5:12", "2. B 5-2 T/ {5"),
    ("amount 5:11", "2. B 5-2 +{4"),
]
EVENTS = [
    ("event 5:6", "@lead"),
    ("event 5:7", "@lead 7-1 W"),
    ("event 5:7", "@lead 6-X W"),
    ("event 5:7", "@lead 6-4! W"),
    ("event 5:7", "<bn>@lead W 5, B 3"),
    ("event 5:12", "<bn>@lead B 5, s 3"),
    ("event 5:11", "@lead 6-4 X"),
    ("event 5:13", "@lead 6-4 W now"),
    ("event 5:8", "@lead W"),
    ("event 5:9", "@lead W 7"),
    ("event 5:11", "@lead W 5 B 3"),
    ("event 5:13", "@lead W 5, B"),
    ("event 5:11", "@lead W 5,"),
    ("event 5:9", "@lead W five, B three"),
    ("event 5:17", '@lead "Jean" 5, "Paul 3'),
    ("event 5:6", "@void"),
    ("event 5:7", "@void 6-4 off the board"),
    ("event 5:8", "@void W"),
    ("event 5:9", "@void W 7-7 on the floor"),
    ("event 5:9", "@void W off the board"),
    ("event 5:7", "@void X 6-4"),
    ("event 5:6", "@mark"),
    ("event 5:7", "@mark third"),
    ("event 5:7", "@mark 3/"),
    ("event 5:7", "@mark 3/12/2"),
    ("event 5:17", "@mark 3/12 Alice"),
    ("event 5:28", "@mark 3/12  Alice Charlie  Bob"),
    ("event 5:12", "@mark 3/12 , Alice"),
    ("event 5:6", "@game"),
    ("event 5:7", "@game second"),
    ("event 5:14", "@game 2 Alice"),
    ("event 5:5", "@won"),
    ("event 5:6", "@won Alice"),
    ("event 5:6", "@won 6-3 5 simple"),
    ("event 5:14", "@won W 6-3 5 easy"),
    ("event 5:10", "@won W 5 6-3"),
    ("event 5:8", "@won W simple,"),
    ("event 5:8", "@won W refaits=x"),
    ("event 5:9", "@account"),
    ("event 5:14", "@account Bob lost"),
    ("event 5:14", "@account Bob 4"),
    ("event 5:14", "@account Bob lost=four"),
    ("event 5:14", "@account Bob looses=4"),
    ("event 5:14", "@account Bob lost = 4"),
    ("event 5:20", "@account Bob lost=4, jetons=2"),
    ("event 5:10", '@account "Bob lost=4'),
    ("event 5:6", "@lost"),
    ("event 5:7", "@lost many"),
    ("event 5:7", "@lost -3"),
    ("event 5:9", "@lost 3 plies"),
    ("event 5:9", "@lost ? ?"),
    ("event 5:10", "@adjourn tomorrow"),
    ("event 5:10", "@adjourn 2026.11.21T25:00"),
    ("event 5:21", "@adjourn 2026.11.21 22:40"),
    ("event 5:9", "@resume 2026.13.01"),
    ("event 5:18", "@lost {é à} \t \t \tmany"),
    ("event-unknown 5:1", "@tea"),
    ("event-unknown 5:3", "  @tea and cake"),
    ("event-unknown 5:1", "@lost3"),
    ("event-unknown 5:1", "@"),
    ("event-unknown 5:1", "@ lost 3"),
    ("event-unknown 5:1", "@notes on the game"),
    ("event-unknown 5:1", "@perdu 3"),
]
POSITIONS = [
    ("position 5:10", "@position"),
    ("position 5:11", "@position / T*15 W - 0-0 0-0"),
    ("position 5:16", "@position T*15 T*15 W - 0-0 0-0"),
    ("position 5:16", "@position T*14 3 / T*15 W - 0-0 0-0"),
    ("position 5:11", "@position T*15, / T*15 W - 0-0 0-0"),
    ("position 5:11", "@position T* / T*15 W - 0-0 0-0"),
    ("position 5:11", "@position T*0 / T*15 W - 0-0 0-0"),
    ("position 5:11", "@position T*x / T*15 W - 0-0 0-0"),
    ("position 5:17", "@position T*15 /"),
    ("place 5:18", "@position T*15 / W - 0-0 0-0"),
    ("position 5:22", "@position T*15 / T*15"),
    ("position 5:23", "@position T*15 / T*15 X - 0-0 0-0"),
    ("position 5:23", "@position T*15 / T*15 - 0-0 0-0"),
    ("position 5:25", "@position T*15 / T*15 W 0-0 0-0"),
    ("position 5:25", "@position T*15 / T*15 W 7-1 0-0 0-0"),
    ("position 5:27", "@position T*15 / T*15 W - 00 0-0"),
    ("position 5:27", "@position T*15 / T*15 W - 0/0 0-0"),
    ("position 5:30", "@position T*15 / T*15 W - 0-0"),
    ("position 5:31", "@position T*15 / T*15 W - 0-0 0-"),
    ("position 5:35", "@position T*15 / T*15 W - 0-0 0-0 leader"),
    ("position 5:35", "@position T*15 / T*15 W - 0-0 0-0 leader=X"),
    ("position 5:35", "@position T*15 / T*15 W - 0-0 0-0 rolls=2"),
    ("position 5:35", "@position T*15 / T*15 W - 0-0 0-0 leeder=W"),
    ("position 5:35", "@position T*15 / T*15 W - 0-0 0-0 forced=now"),
    ("position 5:35", "@position T*15 / T*15 W - 0-0 0-0 mark=first"),
    ("position 5:44", "@position T*15 / T*15 W - 0-0 0-0 leader=W leader=B"),
    ("position 5:11", "@position T*9,T*6 / T*15 W - 0-0 0-0"),
    ("position 5:11", "@position T*9,0*6 / T*15 W - 0-0 0-0"),
    ("position 5:18", "@position T*15 / 6*9,6*6 W - 0-0 0-0"),
    ("place 5:16", "@position T*14,X / T*15 W - 0-0 0-0"),
    ("position 5:11", "@position T*9,X,T*6 / T*15 W - 0-0 0-0"),
    ("position 5:18", "@position T*15 / T*9,X,3* W - 0-0 0-0"),
    ("place 5:11", "@position X*9,T,T*6 / T*15 W - 0-0 0-0"),
    ("place 5:13", "@position T,X*20,Y / T*15 W - 0-0 0-0"),
    ("place 5:11", "@position 12*15 / T*15 W - 0-0 0-0"),
    ("place 5:11", "@position bar,T*14 / T*15 W - 0-0 0-0"),
    ("place 5:18", "<bn>@position B1*5 / 1*15 B - 0-0 0-0"),
    ("position 5:23", "<bn>@position B1*5 / N1*5 W - 0-0 0-0"),
    ("men 5:11", "@position T*16 / T*15 W - 0-0 0-0"),
    ("men 5:11", "@position T*9,3*7 / T*15 W - 0-0 0-0"),
    ("men 5:18", "@position T*15 / T*15,3 W - 0-0 0-0"),
    ("men 5:18", "@position T*15 / off*9,3*7 W - 0-0 0-0"),
    ("men 5:11", "@position T*16 / T*15 X - 0-0"),
]
RESULTS = [
    ("after-result 4:1", HEAD + "*|*"),
    ("after-result 4:1", HEAD + "1-0|0-1"),
    ("after-result 5:3", HEAD + "1-0|; and again|  1-0 ; surely"),
    ("after-result 4:1, after-result 5:1", HEAD + "*|*|*"),
    ("after-result 4:1, tag-missing 4:1, tag-missing 4:1", HEAD + "*|1. W 6-4|*"),
    ("after-result 4:1, tag-missing 4:1, tag-missing 4:1", HEAD + "*|@note more|*"),
    ("after-result 4:1, tag-missing 4:1, tag-missing 4:1, result-missing 4:9", HEAD + "*|1. W 6-4"),
    ("after-result 4:1", HEAD + "*|*|" + HEAD + "*"),
    ("result-differs 4:1", HEAD + '[Result "1-0"]|*'),
    ("result-differs 5:1", HEAD + '[Result "1-0"]|1. W 6-4|0-1'),
    ("result-differs 4:1", HEAD + '[Result "*"]|end'),
    ("result-differs 4:1", HEAD + '[Result "1/2-1/2"]|1-0 ; or was it?'),
    ("result-differs 4:3", HEAD + '[Result "1-0"]|  *'),
    ("result-missing 3:9", HEAD + "1. W 6-4"),
    ("result-missing 3:9", HEAD + "1. W 6-4   |||"),
    ("result-missing 2:14", HEAD),
    ("result-missing 4:10", HEAD + "1. W 6-4|; the end"),
    ("result-missing 3:17", HEAD + "1. W 6-4 {é à 9}|" + HEAD + "*"),
    ("result-missing 3:9", HEAD + "1. W 6-4|; of the next game|" + HEAD + "*"),
    ("line 4:1, result-missing 4:6", HEAD + "1. W 6-4|hello"),
    ("result-missing 4:8", HEAD + "1. W 6-4|@lost 3"),
]
NOT_TGN = [
    ("not-tgn 3:1", HEAD + "1. d4 d5 2. c4 e6|3. Nc3 Nf6|1/2-1/2"),
    ("not-tgn 1:1", "a letter,|and no record"),
    ("not-tgn 3:1", HEAD + "e4 e5|*"),
    ("not-tgn 3:1, not-tgn 7:1", HEAD + "1. e4 e5|1-0|" + HEAD + "1. c4 e5"),
    ("not-tgn 3:1", HEAD + " 1) 42: 8/4 6/4|*"),
    ("not-tgn 4:1", HEAD + "|1... e5|*"),
    ("not-tgn 1:1", "|".join(["hello"] * 5)),
]
ENCODING = [
    ("encoding 1:12", b'[White "Ren\xe9"]\n[Black "Bob"]\n*\n'),
    ("encoding 4:23", b'[White "Alice"]\n[Black "Bob"]\n\n1. W 6-4 T/6 T/4 ; jou\xe9\n2. B 5-2 ; jou\xe9\n*\n'),
    ("encoding 4:11", b'[White "Alice"]\n[Black "Bob"]\n\n1. W 6-4 {\xe9} done\n*\n'),
    ("dice 4:6, encoding 5:11", b'[White "Alice"]\n[Black "Bob"]\n\n1. W 9-4 {\xe9}\n2. B 5-2 {\xe9}\n*\n'),
    ("encoding 3:9", b'[White "Alice"]\n[Black "Bob"]\n[Rules "\xe9crire"]\n*\n'),
    ("tag-value 3:9, encoding 5:11", b'[White "Alice"]\n[Black "Bob"]\n[Rules "caf\xe9"]\n\n1. W 6-4 {\xe9}\n*\n'),
    ("encoding 1:9, number-order 5:1", b'[White "\x81\xff"]\n[Black "Bob"]\n\n1. W 6-4\n3. B 5-2\n*\n'),
    ("encoding 3:5", b'[White "Alice"]\n[Black "Bob"]\n* ; \xc3'),
    ("encoding 1:1", '\ufeff[White "Alice"]\n[Black "Bob"]\n*\n'.encode("utf-16-le")),
    ("encoding 1:1", '\ufeff[White "Alice"]\n[Black "Bob"]\n*\n'.encode("utf-16-be")),
    ("encoding 1:1", '\ufeff[White "Alice"]\n[Black "Bob"]\n*\n'.encode("utf-32-le")),
    ("encoding 1:1", '\ufeff[White "Alice"]\n[Black "Bob"]\n*\n'.encode("utf-32-be")),
    ("not-tgn 1:1", '[White "Alice"]\n[Black "Bob"]\n*\n'.encode("utf-16-le")),
    ("not-tgn 1:1", b'[White "Alice"]\n[Black "Bob"]\n\n1. W 6-4 ; \0\n*\n'),
    ("not-tgn 1:1", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    ("encoding 2:8, not-tgn 4:1", b'[White "A"]\n[Site "\xe9"]\n\n1. e4 e5\n1-0\n'),
    ("not-tgn 3:1", b'[White "A"]\n[Black "B"]\n1. e4 e5 \xe9\n1-0\n'),
    # a UTF-8 letter is one column, a byte-order mark none, CR and CRLF end a line
    ("place 3:22", '\ufeff[White "Alice"]\r\n[Black "Bob"]\r1. W 6-4 {éß語} T/6 T/4x T/4\n*'.encode()),
]
LONG = [
    ("", b"; " + b"x" * 65_534),
    ("line 5:1", b"; " + b"x" * 65_535),
    ("", b"; " + "é".encode() * 32_767),
    ("line 5:1", b"; " + "é".encode() * 32_768),
    ("line 5:1", b"2. B 5-2 " + b"T/5 " * 20_000),
    ("line 5:1", b'[Event "' + b"x" * 1_000_000 + b'"]'),
    ("line 5:1", b"\xe9" * 300_000),
]
ROWS = [
    row
    for name, rows in list(globals().items())
    if name.isupper() and isinstance(rows, list) and isinstance(rows[0][1], str)
    for row in rows
]


def record(text: str) -> str:
    """The whole record a row stands for."""
    if "|" in text:
        return text.replace("|", "\n")
    kind, _, line = text[1:].partition(">") if text.startswith("<") else ("", "", text)
    first = {"": "1. W 6-4 T/6 T/4", "bn": "1. B 6-4 B1/B7 B1/B5", "trictrac-nl": "1. W 6-4 hand/6 hand/4"}.get(kind, "1. W 6-4 1/7 1/5")
    tag = f'[Points "{kind}"]' if kind in {"bn", "route"} else f'[Rules "{kind}"]' if kind else ""
    return f'[White "Alice"]\n[Black "Bob"]\n{tag}\n{first}\n{line}\n*\n'


def told(games: Iterable[Game]) -> str:
    """Every diagnostic as `kind line:column`."""
    return ", ".join(f"{fault.kind} {fault.line}:{fault.column}" for game in games for fault in game.diagnostics)


def read_bytes(data: bytes, piece: int = 1 << 18) -> list[Game]:
    """The games of a stream that gives at most so many bytes at once."""

    class Slow(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(piece if size is None or size < 0 else min(size, piece))

    return list(read_games(Slow(data)))


@pytest.mark.parametrize(("expected", "text"), ROWS)
def test_fault(expected: str, text: str) -> None:
    written = record(text)
    games = list(read_text(written))
    assert told(games) == expected
    assert told(read_bytes(written.encode())) == expected
    assert told(read_bytes(written.replace("\n", "\r\n").encode(), 7)) == expected
    lines = written.split("\n")
    for game in games:
        for fault in game.diagnostics:
            tell_well(fault, lines)
    back = write_games(games)
    again = list(read_text(back))
    assert write_games(again) == back
    faulty = {fault.line for game in games for fault in game.errors if fault.kind not in {"tag-missing", "result-differs", "after-result"}}
    assert all(lines[line - 1] in back.split("\n") for line in faulty)


def tell_well(fault: Diagnostic, lines: list[str]) -> None:
    """A diagnostic is one sentence or two about what stands at its column, and shows the line."""
    line = lines[fault.line - 1]
    assert fault.source in {line, line.rstrip(), ""}
    assert fault.message[0].isupper() or fault.message[0] in "`@"
    assert fault.message.endswith(".")
    assert "None" not in fault.message
    assert fault.kind in KINDS
    if fault.words:
        found = line[fault.column - 1 :].translate(PLAIN).replace(" ", "").lower()
        assert found.startswith(fault.words.translate(PLAIN).replace(" ", "").lower())
    shown = str(fault).split("\n")
    assert shown[0] == f"<text>:{fault.line}:{fault.column}: {'warning' if fault.warning else 'error'}: {fault.kind}: {fault.message}"
    if fault.source:
        assert shown[2].index("^") - 4 == min(fault.column, 61) - 1


@pytest.mark.parametrize("piece", [1, 13, 1 << 18])
@pytest.mark.parametrize(("expected", "data"), ENCODING)
def test_encoding(expected: str, data: bytes, piece: int) -> None:
    games = read_bytes(data, piece)
    assert told(games) == expected
    back = write_games(games)
    assert write_games(read_text(back)) == back


@pytest.mark.parametrize("piece", [1000, 65_537, 1 << 18])
@pytest.mark.parametrize(("expected", "data"), LONG, ids=range(len(LONG)))
def test_length_of_a_line(expected: str, data: bytes, piece: int) -> None:
    """A line too long is skipped and not kept, and costs nothing but itself."""
    before, after = b'[White "Alice"]\n[Black "Bob"]\n\n1. W 6-4\n', b"\n2. B 5-2 T/5 T/2\n*\n"
    (game,) = read_bytes(before + data + after, piece)
    assert told([game]) == expected
    assert [ply.number for ply in game.plies] == [1, 2]
    assert len(game.entries) == (2 if expected else 3)
    assert [fault.source for fault in game.diagnostics] == ([""] if expected else [])


def test_every_kind_has_its_rows() -> None:
    """At least five rows for each kind of section 8."""
    rows = [expected for expected, _ in (*ROWS, *ENCODING)]
    for kind in KINDS:
        assert sum(kind in re.findall("[a-z-]+", row) for row in rows) >= 5, kind


def test_the_kinds_are_those_of_the_document() -> None:
    section = Path("docs/notation.md").read_text("utf-8").partition("## 8.")[2].partition("## 9.")[0]
    rows = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    assert {kind for row in rows for kind in re.findall("`([a-z-]+)`", row)} == set(KINDS)
    assert {kind for row in rows for kind in re.findall("`([a-z-]+)` ⚠", row)} == WARNINGS


@pytest.mark.parametrize(("rules", "game"), [("brade", "bräde"), ("trictrac-nl", "Dutch TricTrac")])
@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("1. W 6-4 1/11 +?", "+?"),
        ("1. W 6-4 1/11 =4", "=4"),
        ("1. W 6-4 1/11 hold", "hold"),
        ("1. W 6-4 1/11 banner", "banner"),
        ("1. W 6-4 school 1/11", "school"),
        ("1. W 6-4 go 1/11", "go"),
        ("1. W 6-4 suspend 1/11", "suspend"),
        ("1. W 6-4 +4h9x 1/11", "+4h9x"),
    ],
)
def test_words_of_marked_games_in_a_race(rules: str, game: str, line: str, word: str) -> None:
    """The same fault at the same place; the message says that nothing is marked, not where a mark belongs."""
    (here,) = next(iter(read_text(f'[White "A"]\n[Black "B"]\n[Rules "{rules}"]\n\n{line}\n*\n'))).errors
    assert here.message == f"`{word}` is a word of games that are marked, and in {game} nothing is."
    assert "`@won`" in here.hint
    (there,) = next(iter(read_text(f'[White "A"]\n[Black "B"]\n[Rules "trictrac"]\n[Spelling "route"]\n\n{line}\n*\n'))).errors
    assert (here.kind, here.column) == (there.kind, there.column)


def test_what_is_offered_in_a_race() -> None:
    head = '[White "A"]\n[Black "B"]\n[Rules "{}"]\n\n'
    for rules, words in (("brade", "hemspel, enkelt-kronspel"), ("trictrac-nl", "nabeurt, resigned, time.")):
        (fault,) = next(iter(read_text(head.format(rules) + "@won W 2 quatsch\n*\n"))).errors
        assert f"The words are {words}" in fault.hint and "refaits" not in fault.hint
    (fault,) = next(iter(read_text(head.format("brade") + "1. W 6-4 1/11 6-4\n*\n"))).errors
    assert fault.hint == "The order is: dice, early, plays, @ time."


@pytest.mark.parametrize(
    ("play", "hint"),
    [
        ("24/25", "A man borne off goes to `off`."),
        ("24/ute", "A man borne off is written `off`."),
        ("hem/4", "Home is written `1`."),
        ("6/Huk", "The huk is written `12`."),
        ("1/4x", "Where a man is hit a star stands: `4*`."),
        ("ribban/4", "The bar is written `bar`."),
        ("1/99", ""),
    ],
)
def test_what_a_player_of_brade_calls_a_place(play: str, hint: str) -> None:
    (fault,) = next(iter(read_text(f'[White "A"]\n[Black "B"]\n[Rules "brade"]\n\n1. W 3-1 {play}\n*\n'))).errors
    assert (fault.kind, fault.hint) == ("place", hint)


def test_a_way_written_with_a_hyphen_is_told_how_it_is_written() -> None:
    (fault,) = next(iter(read_text('[White "A"]\n[Black "B"]\n[Rules "brade"]\n\n1. W 3-1 1-4 1-2\n*\n'))).errors
    assert fault.message.endswith("the dice stand once, and a man's way is written with `/`, as `1/4`.")


@pytest.mark.parametrize(
    ("rules", "position", "told"),
    [
        ("brade", "bar*0 / 1*15 W - 0-0 0-0", "as `1*9,2*3,4`"),
        ("brade", "1*15 / 1*15 W - 0 0-0", "Here stands the points of the match, White's and Black's, as `4-0`"),
        ("brade", "1*15 / 1*15 W - 4-0", "here stands the games won"),
        ("trictrac-nl", "hand*15 / hand*15 W - x 0-0", "Here stands the points, of which there are none, `0-0`"),
        ("trictrac", "T*0 / T*15 W - 0-0 0-0", "as `T*9,2*3,4`"),
        ("trictrac", "T*15 / T*15 W - 0-0", "here stands the holes"),
    ],
)
def test_a_position_is_asked_for_as_its_game_writes_it(rules: str, position: str, told: str) -> None:
    (fault,) = next(iter(read_text(f'[White "A"]\n[Black "B"]\n[Rules "{rules}"]\n\n@position {position}\n*\n'))).errors
    assert fault.kind == "position" and told in fault.message


@pytest.mark.parametrize(
    ("line", "kind", "hint"),
    [
        ("2. B 5-2 T5 T/2", "word", "A play is written with `/`: `T/5`."),
        ("2. B 5-2 t>5 T/2", "word", "A play is written with `/`: `t/5`."),
        ("2. B 5-2 T-5-7", "word", "A play is written with `/`: `T/5/7`."),
        ("2. B 5-2 1:05", "word", "The clock has its sign before it: `@1:05`."),
        ("2. B 5-2 T/5 T/2 1-0", "word", "A result stands on a line of its own."),
        ("2. B 5-2 T/5 T/2 *", "word", "A result stands on a line of its own."),
        ("2. B 5-2 shool 4", "word", "Did you mean `school`?"),
        ("2. B 5-2 4 T/5", "play", "A mark has its sign before it: `+4`."),
        ("2. B 5-2 T/of", "place", "Did you mean `off`?"),
        ("2. B 5-2 T/O", "place", "The letter O stands where the digit 0 is meant."),
        ("2. B 5-2 T/12", "place", 'is a place of the spelling `route`: does the record want [Points "route"]?'),
        ("2. B 5-2 +4(hit)", "item", "The codes are BC, BF, BV"),
        ("1-0 resigned", "number", "A result is `1-0`"),
        ("1:0", "number", "A result is `1-0`"),
        ("1/2 - 1/2", "number", "A result is `1-0`"),
        ("6-4 T/6 T/4", "number", "`12. W 6-4`"),
        ("½-½", "line", "A result is `1-0`"),
        ("* Alice", "line", "A result is `1-0`"),
        ("2 B 5-2", "number", "`12. W 6-4`"),
        ("B 5-2 T/5", "line", "`12. W 6-4`"),
        ("lost 3", "line", "`@lost`"),
        ("@lst 3", "event-unknown", "Did you mean `@lost`?"),
        ("@won W sinple", "event", "Did you mean `simple`?"),
        ("@account Bob jeton=4", "event", "Did you mean `jetons`?"),
        ("@position T*15 / T*15 W - 0-0 0-0 bredouile=W", "position", "Did you mean `bredouille`?"),
    ],
)
def test_what_the_scorer_may_have_meant(line: str, kind: str, hint: str) -> None:
    (game,) = read_text(f"{HEAD.replace('|', chr(10))}1. W 6-4\n{line}\n*\n")
    fault = game.diagnostics[0]
    assert fault.kind == kind
    assert hint in fault.hint


def test_a_man_that_begins_where_none_can() -> None:
    (fault,) = next(iter(read_text(f"{HEAD.replace('|', chr(10))}1. W 6-4 T/6 off\n*\n"))).errors
    assert fault.kind == "play" and "as `5/off`" in fault.message
