"""One source, run two ways: rules are plain Python functions on small integers, compiled only on demand.

`@kernel` marks a function that stays in the subset of Python that numba compiles. Called directly, it runs
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
from typing import Any, Final, TypeVar

from houseway.cache_folder import cache_home, can_keep
from houseway.packages import package_folders

F = TypeVar("F", bound=Callable[..., Any])

_KERNEL_ROOMS: Final = ("cards", "games", "lab")  # house, web and command line hold no kernels
_SOURCES: Final = (".py", ".toml", ".tbl", ".json")

_kernels: set[object] = set()
_counters: set[object] = set()
_inlined: set[object] = set()
_compiled: dict[object, Any] = {}  # what Python calls
_links: dict[object, Any] = {}  # what compiled code calls


def kernel(function: F) -> F:
    """Mark a function as one that runs plain and compiled; it is returned unchanged."""
    _kernels.add(function)
    return function


def inlined(function: F) -> F:
    """Mark a kernel or counter whose machine code is put wherever it is called: a loop around it can be vectorised."""
    _inlined.add(function)
    return function


def marked_kernels() -> list[Any]:
    """Every kernel of the modules that are imported."""
    return list(_kernels)


def counter(function: F) -> F:
    """Mark a counting loop over arrays that calls kernels; plain it runs only on tiny decks, as a test's twin."""
    _counters.add(function)
    return function


def specialize(template: F, function: Callable[..., Any], **parts: Any) -> F:
    """A counter written once for several kernels: the template with what it names replaced by these parts.

    The copy belongs to the module of `function`, which must keep it under the template's name: that is where another
    process finds it, and where its machine code is kept.
    """
    code = template.__code__.replace(co_filename=function.__code__.co_filename)
    copy = FunctionType(code, {**template.__globals__, **parts}, template.__name__, template.__defaults__)
    copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, template.__name__, template.__doc__
    return counter(copy)  # type: ignore[return-value]


def compiled(function: F) -> F:
    """The compiled form of a kernel or counter; made once a process, kept on disk between processes."""
    if function not in _kernels and function not in _counters:
        raise TypeError(f"{function!r} is not marked as a kernel")
    if function not in _compiled:
        _compiled[function] = _compile(function)
    return _compiled[function]  # type: ignore[no-any-return]


def ready(function: F, *arguments: tuple[Any, ...]) -> F:
    """The compiled form of a kernel or counter, with machine code for arguments like these made or read already."""
    fast: Any = compiled(function)
    from houseway.compiler import types_of

    for one in arguments:
        fast.compile(types_of(one))
    return fast  # type: ignore[no-any-return]


def _compile(function: Any) -> Any:
    """The form of a function that Python calls."""
    keeps = _keeps()
    from houseway.compiler import machine_code

    return machine_code(_twin(function), keeps=keeps, inlined=function in _inlined)


def _linked(function: Any) -> Any:
    """The form of a function that other compiled functions call."""
    if function not in _links:
        keeps = _keeps()
        from houseway.linked_code import linked_code

        _links[function] = linked_code(_twin(function), keeps=keeps, inlined=function in _inlined)
    return _links[function]


def _twin(function: Any) -> FunctionType:
    """The same function with what it names in compiled form."""
    names = {name: _rebound(function.__globals__[name]) for name in _names(function)}
    twin = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
    return twin


@cache
def _keeps() -> bool:
    """Whether compiled code can be kept, looked up once a process: a digest of all sources takes some milliseconds.

    It is kept in our own folder, unless numba was given one.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return True
    from houseway.compiler import keep_in

    folder = cache_directory()
    keep_in(str(folder))
    return can_keep(folder)


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
        return _linked(value)
    return value


def cache_directory() -> Path:
    """Where compiled kernels are kept: one folder for each state of the sources and tables that kernels are made of.

    Those of games from packages are among them: our kernels may call theirs. Numba only looks at the
    file of the function itself; a kernel whose tables or callees changed would go stale.
    """
    return cache_home() / f"kernels-{_digest(*_KERNEL_ROOMS)[:16]}"


def source_digest() -> str:
    """A digest of every source file and data table of houseway and of packages with games: which software this is."""
    return _digest(*(path.name for path in Path(__file__).parent.iterdir() if path.is_dir()))


def _digest(*rooms: str) -> str:
    """A digest of the sources and tables in some folders of houseway, at its root, and in packages with games."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    _add_files(digest, root, [*_files(root, whole=False), *(path for room in rooms for path in _files(root / room))])
    for package in package_folders():
        _add_files(digest, package.parent, _files(package))
    return digest.hexdigest()


def _files(folder: Path, *, whole: bool = True) -> list[str]:
    """The sources and tables of a folder, and of those in it if `whole`."""
    paths: list[str] = []
    for place, folders, names in os.walk(folder):
        paths += [os.path.join(place, name) for name in names if name.endswith(_SOURCES)]
        folders[:] = folders if whole else []
    return paths


def _add_files(digest: "hashlib._Hash", root: Path, paths: list[str]) -> None:
    for path in sorted(paths):
        digest.update(path.removeprefix(str(root)).encode() + b"\0")
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
