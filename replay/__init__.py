"""The rules engine, and records joined to it: every position rebuilt, every roll judged, every gap told."""

from replay.engine import Due, Jan, chances, due
from replay.jans import explain
from replay.position import ImpossiblePosition, Position, from_setup
from replay.replayer import replay
from replay.rules import RULE_SETS, RuleSet, rules_of
from replay.turns import Break, Check, Replay, Turn

__all__ = [
    "RULE_SETS",
    "Break",
    "Check",
    "Due",
    "ImpossiblePosition",
    "Jan",
    "Position",
    "Replay",
    "RuleSet",
    "Turn",
    "chances",
    "due",
    "explain",
    "from_setup",
    "replay",
    "rules_of",
]
