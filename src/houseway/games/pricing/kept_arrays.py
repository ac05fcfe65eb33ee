"""Counts that take long and answer many questions. A runner may keep them, by everything that they are counted from.

A game states what a count depends on as one frozen value, and counts from that value alone. So studies that differ in
something else share the count, and a kept count never depends on something that its key leaves out.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from houseway.games.pricing.analysis import Runner

if TYPE_CHECKING:
    import numpy.typing as npt

    Arrays = Mapping[str, npt.NDArray[Any]]

Rules = TypeVar("Rules")


@runtime_checkable
class KeepsArrays(Protocol):
    """A runner that keeps counts."""

    def keep(self, asked: Mapping[str, str], count: "Callable[[], Arrays]") -> "Arrays":
        """The kept answer to a question, or the answer of `count`, which is then kept."""


def kept_arrays(run: Runner, name: str, rules: Rules, count: "Callable[[Rules], Arrays]") -> "Arrays":
    """A count by its name and the rules that it depends on; the repr of the rules must be complete."""
    runner: object = run
    if isinstance(runner, KeepsArrays):
        return runner.keep({name: repr(rules)}, lambda: count(rules))
    return count(rules)
