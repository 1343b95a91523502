"""Records of games on a tables board: reading and writing TGN (docs/notation.md)."""

from notation.convert import convert_spelling
from notation.diagnostics import Diagnostic, NotationError
from notation.places import parse_place, write_place
from notation.position import parse_setup, setup_of, write_setup
from notation.reader import read_games, read_text
from notation.record import Game
from notation.sources import SourceError, read_path
from notation.writer import write_game, write_games

__all__ = [
    "Diagnostic",
    "Game",
    "NotationError",
    "SourceError",
    "convert_spelling",
    "parse_place",
    "parse_setup",
    "read_games",
    "read_path",
    "read_text",
    "setup_of",
    "write_game",
    "write_games",
    "write_place",
    "write_setup",
]
