"""Batches put in sequence: which can be appended where streams and accounts stand now, and what their events become.

The one place where numbers, times, hashes and balances are made; a log fetches what it needs and stores its answer.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from houseway.errors import HousewayError
from houseway.house.log.clock_corrections import ClockCorrections
from houseway.house.log.events import Event, NewEvent, chain_event, digest
from houseway.house.log.kinds import SystemEvent
from houseway.house.log.ledger import balance_after, require_funds
from houseway.house.log.log import NOTHING, Appended, Batch, Conflict, Head, Kept, Outcome, Sums
from houseway.house.log.names import SYSTEM


@dataclass(kw_only=True)
class Sequencer:
    """Where streams and accounts stand, carried from batch to batch, and all that is to be stored.

    `heads`, `balances` and `seen` are handed in for every stream, account and request of the batches to come.
    """

    now: str  # what the clock shows
    heads: dict[str, Head]
    balances: Sums
    seen: dict[str, Appended]  # requests that were appended before
    clock_corrections: Callable[[], ClockCorrections]  # asked only where a stream is ahead of the clock
    events: list[Event] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)  # accounts whose balance is another now
    advanced: set[str] = field(default_factory=set)  # streams whose head is another now
    secrets: dict[str, Kept] = field(default_factory=dict)

    def place(self, batch: Batch) -> Outcome:
        """Append a batch if it can be: its events, now or from an earlier time, or what is wrong with it."""
        if batch.request and batch.request in self.seen:
            return self.seen[batch.request]
        held = self.balances
        try:
            self._check_expected(batch)
            after = {name: balance_after(name, held.get(name, 0), change) for name, change in batch.changes.items()}
            for name, change in batch.lowest.items():  # what is staked must be there before the round is settled
                require_funds(name, held.get(name, 0), change)
        except HousewayError as problem:
            return problem
        held.update(after)
        self.moved.update(after)
        events = self._chain(batch)
        self.events += events
        for hidden, texts in ((False, batch.secrets), (True, batch.hidden)):
            for text in texts:
                self.secrets[digest(text)] = Kept(text, hidden)
        if batch.request:
            self.seen[batch.request] = events
        return events

    def _check_expected(self, batch: Batch) -> None:
        for stream, number in batch.expected.items():
            found = self.heads.get(stream, NOTHING).number
            if found != number:
                raise Conflict(f"expected at event {number}, found at {found}", field=stream)

    def _chain(self, batch: Batch) -> Appended:
        events = []
        for part, new in enumerate(batch.events):
            number, previous, last = self.heads.get(new.stream, NOTHING)
            at = self.now if self.now >= last else max(self.now, self._earliest(new, number, last))
            placed = new if self.now >= last else new.with_clock(self.now)
            event = chain_event(placed, number=number + 1, at=at, request=batch.request, part=part, previous=previous)
            self.heads[new.stream] = Head(number + 1, event.hash, at)
            self.advanced.add(new.stream)
            events.append(event)
        return tuple(events)

    def _earliest(self, new: NewEvent, number: int, last: str) -> str:
        """The time that an event is not before: that of the last one, but where two persons bring the stream back."""
        if (new.stream, new.kind) == (SYSTEM, SystemEvent.CLOCK_SET):
            return ""
        return self.clock_corrections().time_of(new.stream, number, last)
