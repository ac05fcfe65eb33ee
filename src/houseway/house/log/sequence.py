"""Put batches in sequence: decide which can be appended now, and complete their events.

The one place where numbers, times, hashes and balances are made; a log fetches what it needs and stores its answer.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from houseway.errors import HousewayError
from houseway.house.log.clock_corrections import ClockCorrections
from houseway.house.log.events import Event, NewEvent, chain_event, digest
from houseway.house.log.kinds import SystemEvent
from houseway.house.log.ledger import balance_after, require_funds
from houseway.house.log.log import NOTHING, Appended, Batch, Conflict, Head, Outcome, StoredSecret, Sums
from houseway.house.log.names import SYSTEM


@dataclass(kw_only=True)
class Sequencer:
    """The heads of streams and the balances, carried from batch to batch, and everything that is to be stored.

    `heads`, `balances` and `seen` are handed in for every stream, account and request of the batches to come.
    """

    now: str  # what the clock shows
    heads: dict[str, Head]
    balances: Sums
    seen: dict[str, Appended]  # requests that were appended before
    clock_corrections: Callable[[], ClockCorrections]  # asked only where a stream is ahead of the clock
    events: list[Event] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)  # accounts whose balance has changed
    advanced: set[str] = field(default_factory=set)  # streams whose head has changed
    secrets: dict[str, StoredSecret] = field(default_factory=dict)

    def place(self, batch: Batch) -> Outcome:
        """Append a batch if possible; returns its events, those of the same earlier request, or the error."""
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
                self.secrets[digest(text)] = StoredSecret(text, hidden)
        if batch.request:
            self.seen[batch.request] = events
        return events

    def _check_expected(self, batch: Batch) -> None:
        for stream, number in batch.expected.items():
            current = self.heads.get(stream, NOTHING).number
            if current != number:
                raise Conflict(f"expected at event {number}, found at {current}", field=stream)

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
        """The earliest time of an event: that of the last one, except where two persons bring the stream back."""
        if (new.stream, new.kind) == (SYSTEM, SystemEvent.CLOCK_SET):
            return ""
        return self.clock_corrections().time_of(new.stream, number, last)
