"""Compiled functions that only other compiled functions call.

Numba makes machine code of every function that a compiled one calls: optimised by itself, with two wrappers for Python,
and then once more as a part of its caller. Here a function that is only called by others stays intermediate code. It
is linked into its caller and optimised once, as a part of it. That halves the time of a first run; the machine code in
the end is as fast.

It uses inner parts of numba, which is why pyproject.toml pins the version. Numba and llvmlite ship no types.
"""

from collections.abc import Callable
from typing import Any

from llvmlite.binding import parse_bitcode  # type: ignore[import-untyped]
from numba.core.caching import CompileResultCacheImpl
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher

from houseway.compiler import KeptCode, options


class LinkedLibrary(JITCodeLibrary):
    """Intermediate code, ready to be linked, of which no machine code is made."""

    def _optimize_final_module(self) -> None:
        """Left to the caller, which is optimised together with the code that it links."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


class LinkedCompiler(Compiler):
    """Compiles a function into a library that is only linked, without the wrappers by which Python calls it."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *more: Any) -> None:
        library = LinkedLibrary(targetctx.codegen(), "linked")  # type: ignore[no-untyped-call]
        super().__init__(typingctx, targetctx, library, *more)  # type: ignore[no-untyped-call]
        flags = self.state.flags
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True


class LinkedResults(CompileResultCacheImpl):
    """What is kept of a linked function: its intermediate code instead of machine code."""

    def reduce(self, cres: Any) -> Any:
        """A result as it is kept."""
        described, library = cres.fndesc, cres.library
        described.typemap = described.calltypes = None  # large, and not needed again
        environments = tuple(cres._find_referenced_environments())
        started = list(library._reload_init)
        return (library._final_module.as_bitcode(), described, cres.signature, cres.environment, environments, started)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """A result that was kept."""
        code, described, signature, environment, environments, started = payload
        for start in started:
            start()
        library = LinkedLibrary(target_context.codegen(), "linked")  # type: ignore[no-untyped-call]
        library._final_module = parse_bitcode(code)
        library._reload_init.update(started)
        library._finalize_final_module()
        values: dict[str, Any] = dict.fromkeys(CompileResult._fields)
        values |= {"target_context": target_context, "typing_context": target_context.typing_context}
        values |= {"library": library, "fndesc": described, "signature": signature, "environment": environment}
        values |= {"referenced_envs": environments, "entry_point": object(), "objectmode": False, "lifted": ()}
        return CompileResult(**values)


class KeptLinkedCode(KeptCode):
    """Intermediate code on disk."""

    _impl_class: Any = LinkedResults
    SUFFIX = "-linked"


class Linked(CPUDispatcher):
    """A function that only compiled functions call."""

    def add_overload(self, cres: Any) -> None:
        """Make it known to callers, by a key of its own: there is nothing that Python could call."""
        if cres.entry_point is None:
            cres = cres._replace(entry_point=object())
            target: Any = self.targetctx
            target.insert_user_function(cres.entry_point, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres


def linked_code(function: Callable[..., Any], *, keeps: bool, inlined: bool) -> Any:
    """A function for others that are compiled; it is compiled itself when the first of them is."""
    made: Any = Linked(function, targetoptions=options(inlined=inlined), pipeline_class=LinkedCompiler)
    if keeps:
        made._cache = KeptLinkedCode(function)
    return made
