"""Kernels tried both ways: every function that a game marks with `@kernel`, plain and compiled, on the same arguments.

The tests of a game keep a generator of arguments for each of its kernels:

    from houseway.testing.kernels import check_kernels, numbers

    def test_kernels():
        check_kernels("my_game", {"rules.line": numbers(52, 52)})
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from houseway import kernel as marks
from houseway.kernel import compiled
from houseway.testing.requirement import require

Arguments = tuple[Any, ...]
Generator = Callable[[Random], Arguments]

TRIES: Final = 500


def numbers(*stops: int) -> Generator:
    """Numbers from 0 to below each of the stops."""
    return lambda rng: tuple(rng.randrange(stop) for stop in stops)


def kernels_of(package: str) -> dict[str, Any]:
    """Every kernel of a package, by its name below it."""
    top = importlib.import_module(package)
    for module in pkgutil.walk_packages(top.__path__, f"{package}."):
        importlib.import_module(module.name)
    kernels: list[Any] = [one for one in marks.marked_kernels() if one.__module__.startswith(f"{package}.")]
    return {f"{one.__module__.removeprefix(f'{package}.')}.{one.__name__}": one for one in kernels}


def check_kernels(package: str, generators: Mapping[str, Generator]) -> None:
    """Every kernel of a package has arguments to be tried on, and answers the same both ways."""
    kernels = kernels_of(package)
    missing, unknown = sorted(set(kernels) - set(generators)), sorted(set(generators) - set(kernels))
    require(not missing, f"{package}: no arguments for {', '.join(missing)}")
    require(not unknown, f"{package}: there is no {', '.join(unknown)}")
    for name, generator in generators.items():
        check_kernel(name, kernels[name], generator)


def check_kernel(name: str, plain: Any, generator: Generator, tries: int = TRIES) -> None:
    """A kernel answers the same plain and compiled, and its arguments reach more than one answer."""
    fast, rng, answers = compiled(plain), Random(name), set()  # noqa: S311  # the same arguments every time
    for _ in range(tries):
        arguments = generator(rng)
        expected, answer = plain(*arguments), fast(*map(_as_compiled_takes_it, arguments))
        require(answer == expected, f"{name}{arguments} is {expected} plain and {answer} compiled")
        require(type(answer) is type(expected), f"{name} answers with {type(answer)} compiled, {type(expected)} plain")
        answers.add(answer)
    require(len(answers) > 1, f"{name}: all arguments have one answer, {answers}")


def _as_compiled_takes_it(argument: Any) -> Any:
    """Hands go to compiled kernels as arrays."""
    if not isinstance(argument, tuple):
        return argument
    import numpy

    return numpy.array(argument)
