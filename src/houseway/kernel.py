"""One source, run two ways: rules are plain Python functions on small integers, compiled only on demand.

`@kernel` marks a function that stays in the subset of Python that numba compiles. Called as it is, it runs
plain: no numba import, so start-up stays light. `compiled(function)` gives the same function as machine code.
A kernel names other kernels and tables directly (`from … import name`): compiling rebinds those names, kernels
to their compiled form and tables to read-only numpy arrays, which numba embeds as constants.
"""

import hashlib
import os
from array import array
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_kernels: set[object] = set()
_counters: set[object] = set()
_compiled: dict[object, Any] = {}


def kernel(function: F) -> F:
    """Mark a function as one that runs plain and compiled; it is returned as it is."""
    _kernels.add(function)
    return function


def counter(function: F) -> F:
    """Mark a counting loop over arrays that calls kernels; plain it runs only on tiny decks, as a test's twin."""
    _counters.add(function)
    return function


def compiled(function: F) -> F:
    """The compiled form of a kernel or counter; made once a process, kept on disk between processes."""
    if function not in _kernels and function not in _counters:
        raise TypeError(f"{function!r} is not marked as a kernel")
    if function not in _compiled:
        _compiled[function] = _compile(function)
    return _compiled[function]  # type: ignore[no-any-return]


def _compile(function: Any) -> Any:
    import numba

    if "NUMBA_CACHE_DIR" not in os.environ:
        numba.config.CACHE_DIR = _kept_in()  # type: ignore[attr-defined]  # set while numba is loading
    names = {name: _rebound(function.__globals__[name]) for name in _names(function)}
    twin = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
    return numba.njit(cache=True, nogil=True)(twin)


@cache
def _kept_in() -> str:
    """The cache directory, looked up once a process: a digest of all sources takes some milliseconds."""
    return str(cache_directory())


def _names(function: Any) -> list[str]:
    code: CodeType = function.__code__
    return [name for name in code.co_names if name in function.__globals__]


def _rebound(value: Any) -> Any:
    if isinstance(value, array):
        import numpy

        table = numpy.frombuffer(value, dtype=value.typecode)
        table.flags.writeable = False
        return table
    if isinstance(value, FunctionType) and (value in _kernels or value in _counters):
        return compiled(value)
    return value


def cache_directory() -> Path:
    """Where compiled kernels are kept: one folder for each state of our sources and tables.

    Numba only looks at the file of the function itself; a kernel whose tables or callees changed would go stale.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "houseway" / f"kernels-{source_digest()[:16]}"


def source_digest() -> str:
    """A digest of every source file and data table of the package: which software this is."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".toml", ".tbl", ".json"):
            digest.update(str(path.relative_to(root)).encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
