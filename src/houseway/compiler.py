"""The compiler of kernels; imported only where machine code is made or run."""

import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys

from houseway.cache_folder import say_not_kept
from houseway.sealed_file import seal, unseal


class FileEach(IndexDataCacheFile):
    """The machine code of one function: a file for each signature, sealed with what it belongs to.

    Numba numbers a function's files and lists them in an index, without a lock: of two processes that compile at
    the same time, each may write its index over the other's, and its machine code under the other's number. The next
    process then gets machine code for other arguments.
    """

    def load(self, key: Any) -> Any:
        """The machine code for a key, or None; a damaged file, or one of other sources, counts as missing."""
        try:
            data = unseal(self._file(key).read_bytes(), self._belongs_to(key))
        except OSError:
            return None
        return None if data is None else pickle.loads(data)  # noqa: S301

    def save(self, key: Any, data: Any) -> None:
        """Store machine code; where that fails it is compiled again the next time."""
        packed = self._dump(data)  # type: ignore[no-untyped-call]
        try:
            with self._open_for_write(str(self._file(key))) as file:
                file.write(seal(packed, self._belongs_to(key)))
        except OSError as problem:
            say_not_kept(Path(self._cache_path), problem)

    def _file(self, key: Any) -> Path:
        number = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return Path(self._cache_path, f"{self._index_name.removesuffix('.nbi')}.{number}.nbc")

    def _belongs_to(self, key: Any) -> str:
        """What machine code belongs to."""
        return repr((self._version, self._source_stamp, key))


class KeptCode(FunctionCache):
    """Machine code on disk.

    Before it looks there, numba loads everything that it knows of types and operations. That takes an eighth of a
    second, and cached machine code does not need it. Where there is no machine code the compiler loads it by itself.
    """

    SUFFIX = ""  # of the name of its files

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        numbered, name = self._cache_file, self._impl.filename_base + self.SUFFIX
        self._cache_file = FileEach(self._cache_path, name, numbered._source_stamp)  # type: ignore[no-untyped-call]

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The machine code for arguments of these types, or None."""
        rtsys.initialize(target)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target)  # type: ignore[no-untyped-call]


class Called(CPUDispatcher):
    """A function that Python calls."""

    def add_overload(self, cres: Any) -> None:
        """Hand it to Python, and set the environments of the functions that it links."""
        for environment in cres._find_referenced_environments():
            cres.library.codegen.set_env(environment.env_name, environment)
        super().add_overload(cres)


def keep_in(folder: str) -> None:
    """Keep code in this folder instead of numba's own."""
    numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]  # set while numba is loading


def options(*, inlined: bool) -> dict[str, object]:
    """How numba compiles a function: as `njit` does, without the interpreter's lock."""
    return {"nopython": True, "boundscheck": None, "nogil": True, "forceinline": inlined}


def machine_code(function: Callable[..., Any], *, keeps: bool, inlined: bool) -> Any:
    """A function that is compiled when it is called first."""
    made: Any = Called(function, targetoptions=options(inlined=inlined))
    if keeps:
        made._cache = KeptCode(function)
    return made


def types_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types by which machine code for these arguments is known."""
    return tuple(numba.typeof(argument) for argument in arguments)  # type: ignore[no-untyped-call]
