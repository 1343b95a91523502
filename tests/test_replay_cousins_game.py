"""The books of bräde and Dutch TricTrac: the records of docs/notation.md played through by one small driver, written and read again."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from conftest import HERE

from notation.position import parse_setup, write_setup
from notation.reader import read_text
from notation.record import Event, Game, Ply
from notation.writer import write_games, write_play
from replay.cousins import brade_player, dutch_player
from replay.cousins.game import Brade, Dutch, book_of
from replay.cousins.walks import Refusal, plays_of
from replay.rules import RULE_SETS, rules_of

BRADE, DUTCH = Brade(), Dutch()


def examples(rules: str) -> list[Game]:
    """The games of a rule set in the examples of docs/notation.md."""
    text = (HERE.parent / "docs" / "notation.md").read_text("utf-8")
    blocks = re.findall(r"^```tgn\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [game for block in blocks for game in read_text(block) if game.rules == rules]


def driven(game: Game) -> list[Any]:
    """Every play of a record, by the book; the board is that of the record wherever it says one."""
    book: Any = book_of(rules_of(game))
    position, side = book.start(), "?"
    answers = []
    for entry in game.entries:
        if isinstance(entry, Event) and entry.setup is not None:
            position, side = book.place(entry.setup), entry.setup.side
        elif isinstance(entry, Ply):
            assert side in ("?", entry.side)
            answer = book.play(position, entry.body.dice, entry.body.plays)
            answers.append(answer)
            assert not isinstance(answer, Refusal), (entry, answer)
            position, side = book.next_turn(answer, entry.side)
    return answers


def test_the_record_of_brade() -> None:
    (game,) = examples("brade")
    answers = driven(game)
    assert len(answers) == 5
    assert [jan.code for jan in BRADE.jans(answers[3])][:3] == ["hit", "burst", "bar"]
    assert BRADE.value(answers[4]) == 2 and BRADE.winner(answers[4], "W") == "W"
    assert [jan.code for jan in BRADE.jans(answers[4])][:2] == ["hemspel", "munk"]


def test_the_record_of_dutch_trictrac() -> None:
    (game,) = examples("trictrac-nl")
    answers = driven(game)
    assert len(answers) == 6
    assert answers[0].again and DUTCH.next_turn(answers[0], "W")[1] == "W"
    assert answers[3].lost == 2 and DUTCH.told(answers[3])[0].startswith("no man can play the 2")


@pytest.mark.parametrize(("book", "player"), [(BRADE, brade_player), (DUTCH, dutch_player)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_written_and_read_again(book: Any, player: Any, seed: int) -> None:
    """Played by the player, written as a record line by line, read, and driven: the same boards, the same end."""
    rng = Random(seed)
    position, side = book.start(), "W"
    lines = ['[White "A"]', '[Black "B"]', f'[Rules "{book.name}"]', ""]
    boards = []
    plies = []
    for number in range(1, 2000):
        low, high = sorted((rng.randint(1, 6), rng.randint(1, 6)))
        dice = (4, 3) if book is DUTCH and (low, high) == (1, 2) else (high, low)
        setup = book.setup(position, side)
        assert book.place(parse_setup(write_setup(setup, "route", book.name), "route", book.name)) == position
        chosen = player.pick(rng, book.legal(position, dice))
        plays = plays_of(chosen.steps)
        plies.append((side, dice, plays))
        answer = book.play(position, dice, plays)
        assert answer.position == chosen.position
        words = " ".join(write_play(play, "route", side) for play in plays)
        lines.append(f"{number}. {side} {dice[0]}-{dice[1]} {words}".rstrip())
        boards.append(answer.position)
        if book.winner(answer, side):
            break
        position, side = book.next_turn(answer, side)
    assert book.value(answer) > 0
    text = "\n".join([*lines, "*", ""])
    (game,) = read_text(text)
    assert not game.errors
    assert [(ply.side, ply.body.dice, ply.body.plays) for ply in game.plies] == plies
    assert [answer.position for answer in driven(game)] == boards
    (again,) = read_text("".join(write_games([game])))
    assert again.plies == game.plies


def test_what_a_book_refuses() -> None:
    with pytest.raises(ValueError, match="neither"):
        book_of(RULE_SETS["trictrac"])
    assert book_of(replace(RULE_SETS["trictrac-nl"], entry="double")) == Dutch(rules=type(DUTCH.rules)(entry="double"))
    unknown = parse_setup("? / 1*15 W - 0-0 0-0", "route", "brade")
    with pytest.raises(ValueError, match="must be known"):
        BRADE.place(unknown)
    fouls = BRADE.place(parse_setup("3*2,1*13 / 1*15 W - 0-0 0-0", "route", "brade"))
    assert BRADE.doubts(fouls) == ("the mover has a band on 3, where none may stand (6.2)",)  # a foul may have left it
    six = DUTCH.place(parse_setup("hand*9,7*6 / hand*15 W - 0-0 0-0", "route", "trictrac-nl"))
    assert DUTCH.doubts(six) == ("the mover has 6 men on 7, and five are the most (N-4)",)
    with pytest.raises(ValueError, match="14 men"):
        BRADE.place(parse_setup("1*14 / 1*15 W - 0-0 0-0", "route", "brade"))
    with pytest.raises(ValueError, match="the game is over"):
        BRADE.place(parse_setup("off*15 / 1*15 B - 0-0 0-0", "route", "brade"))
    with pytest.raises(ValueError, match="14 men"):
        DUTCH.place(parse_setup("hand*14 / hand*15 W - 0-0 0-0", "route", "trictrac-nl"))
