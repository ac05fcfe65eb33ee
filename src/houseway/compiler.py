"""The compiler of kernels; imported only where machine code is made or run."""

from collections.abc import Callable
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys


class KeptCode(FunctionCache):
    """Machine code on disk.

    Before it looks there, numba loads all that it knows of types and operations, which takes an eighth of a second and
    which machine code that is there does not need. Where nothing is found the compiler loads it by itself.
    """

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The machine code for arguments of these types, or None."""
        rtsys.initialize(target)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target)  # type: ignore[no-untyped-call]


def machine_code(function: Callable[..., Any], *, keeps: bool, folder: str | None, inlined: bool) -> Any:
    """A function that is compiled when it is called first; machine code is kept in a folder, numba's own for None."""
    if folder is not None:
        numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]  # set while numba is loading
    made: Any = numba.njit(nogil=True, forceinline=inlined)(function)
    if keeps:
        made._cache = KeptCode(function)  # type: ignore[no-untyped-call]
    return made


def types_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types by which machine code for these arguments is known."""
    return tuple(numba.typeof(argument) for argument in arguments)  # type: ignore[no-untyped-call]
