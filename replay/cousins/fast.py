"""The kernels of bräde and Dutch TricTrac compiled, by the same means as `replay.fast`: the same source, in private copies.

Needs the extra `bulk`; the buffers handed to the compiled functions are arrays of 64-bit integers (numpy, which comes with numba).
"""

from __future__ import annotations

from functools import cache
from types import FunctionType, ModuleType

from replay.fast import _compile, _copy


@cache
def linked(*names: str) -> ModuleType:
    """The last of the modules named, compiled; each sees the machine code of those before it."""
    done: dict[str, ModuleType] = {}
    for name in names:
        module = _copy(name)
        for word, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value.__module__ in done:
                setattr(module, word, getattr(done[value.__module__], word))
        _compile(module)
        done[name] = module
    return done[names[-1]]


def brade_steps() -> ModuleType:
    """The compiled twin of `replay.cousins.brade_steps`."""
    return linked("replay.cousins.men", "replay.cousins.brade_steps")


def dutch_steps() -> ModuleType:
    """The compiled twin of `replay.cousins.dutch_steps`."""
    return linked("replay.cousins.men", "replay.cousins.dutch_steps")


def brade_player() -> ModuleType:
    """The compiled twin of `replay.cousins.brade_player`: `game` plays some thousand games a second."""
    return linked("replay.cousins.men", "replay.cousins.brade_steps", "replay.cousins.brade_player")


def brade_course() -> ModuleType:
    """The compiled twin of `replay.cousins.brade_course`."""
    return linked("replay.cousins.men", "replay.cousins.brade_steps", "replay.cousins.brade_course")


def dutch_course() -> ModuleType:
    """The compiled twin of `replay.cousins.dutch_course`."""
    return linked(
        "replay.cousins.men",
        "replay.cousins.brade_steps",
        "replay.cousins.dutch_steps",
        "replay.cousins.brade_course",
        "replay.cousins.dutch_course",
    )
