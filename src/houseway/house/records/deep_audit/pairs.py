"""Facts that two streams record: each side needs the other, and both must agree.

A table's deal and its jackpot's contribution are appended together. So are a settlement and its awards, a void round
and its reversal, and the two events of jackpots that pass money on. If somebody writes one side alone, the missing
other side reveals it. Different processes may read the two sides, so sides without a partner are matched afterwards.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple

from houseway.house.log.events import Event


class PairedFact(NamedTuple):
    """A fact that two events record, seen from its first side or its second."""

    what: str  # in words, such as "contribution"
    other: str  # the stream that the other side is on
    facts: tuple[Hashable, ...]  # the same on both sides


class Side(NamedTuple):
    """One side of a fact that two streams hold, and where it stands."""

    fact: PairedFact
    stream: str
    number: int
    at: str

    @property
    def problem(self) -> str:
        """What is wrong where the other side is missing."""
        return f"{self.fact.other} does not record the same {self.fact.what}"


class PairedEvents:
    """Sides that wait for their other one."""

    def __init__(self, sides: Iterable[Side] = ()) -> None:
        self._waiting: dict[tuple[object, ...], list[Side]] = {}
        for side in sides:
            self.add(side)

    def add_event(self, event: Event, what: str, other: str, *facts: Hashable) -> None:
        """Add the side of a fact that an event holds, if it holds one."""
        self.add(Side(PairedFact(what, other, facts), event.stream, event.number, event.at))

    def add(self, side: Side) -> None:
        """Match a side with its other one, or let it wait."""
        what, other, facts = side.fact
        waiting = self._waiting.get((what, other, side.stream, facts))
        if waiting:
            waiting.pop()
            if not waiting:
                del self._waiting[what, other, side.stream, facts]
        else:
            self._waiting.setdefault((what, side.stream, other, facts), []).append(side)

    def unpaired(self) -> Iterator[Side]:
        """The sides whose other side is missing."""
        for sides in self._waiting.values():
            yield from sides
