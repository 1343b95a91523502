"""The engine compiled: the same source as `replay.kernel` and `replay.course`, in private copies that numba turns into machine code.

Needs the extra `bulk`. Importing this module costs numba's import (a third of a second); the first call on a machine compiles for some
seconds and leaves the result in a cache beside the source (`NUMBA_CACHE_DIR` moves it), after that it loads in a fraction of a second.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

try:
    import numba
    from numba.core import types
    from numba.extending import intrinsic, overload_method
except ImportError as fault:  # pragma: no cover - told by whoever asks for it
    message = "the compiled engine needs numba: install trictrac-records[bulk]"
    raise ImportError(message) from fault

from llvmlite import ir


@intrinsic
def _ones(typing: Any, x: Any) -> Any:  # noqa: ARG001 - numba calls it with its typing context
    """Count the ones of an integer."""
    return types.int64(types.int64), lambda _context, builder, _signature, args: builder.ctpop(args[0])


@intrinsic
def _leading(typing: Any, x: Any) -> Any:  # noqa: ARG001 - as above
    """Count the zeros before the highest one of an integer of 64 bits."""
    return types.int64(types.int64), lambda _context, builder, _signature, args: builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))


# numba compares the two signatures of an overload word for word, so neither may bear a type.
@overload_method(types.Integer, "bit_count")
def _bit_count(x):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
    return lambda x: _ones(x)  # type: ignore[call-arg]  # noqa: PLW0108 - numba asks for a function of these names


@overload_method(types.Integer, "bit_length")
def _bit_length(x):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
    return lambda x: 64 - _leading(x)  # type: ignore[call-arg]


def _mirror(m):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - the twin of kernel.mirror without its table
    m = (m >> 12 | m << 12) & 0xFFFFFF
    m = m >> 6 & 0x03F03F | (m & 0x03F03F) << 6
    m = m >> 3 & 0x1C71C7 | (m & 0x1C71C7) << 3
    return m >> 2 & 0x249249 | m & 0x492492 | (m & 0x249249) << 2


@cache
def engine() -> ModuleType:
    """The compiled twin of `replay.course` (with everything it takes from `replay.kernel`), compiled on first use."""
    kernel = _copy("replay.kernel")
    vars(kernel)["mirror"] = _mirror
    _compile(kernel)
    course = _copy("replay.course")
    for name, value in vars(course).items():
        if isinstance(value, FunctionType) and value.__module__ == "replay.kernel":
            setattr(course, name, getattr(kernel, name))
    _compile(course)
    return course


def compiled(name: str) -> ModuleType:
    """A compiled private copy of another module in the same part of Python, by its name (`analysis.scan`)."""
    copy = _copy(name)
    _compile(copy)
    return copy


def _copy(name: str) -> ModuleType:
    """Load a private copy of a module of ours."""
    spec = importlib.util.find_spec(name)
    assert spec is not None and spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    return copy


def _compile(module: ModuleType) -> None:
    """Put machine code in the place of every function of the module."""
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType):
            setattr(module, name, numba.njit(value, cache=True, nogil=True))
