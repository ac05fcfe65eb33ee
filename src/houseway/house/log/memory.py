"""The log in memory: for tests, for the simulator and for play in the terminal."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock

from houseway.house.log.events import Event, timestamp
from houseway.house.log.ledger import Units, add_postings
from houseway.house.log.log import (
    Appended,
    Batch,
    Clock,
    Damaged,
    Head,
    Log,
    Outcome,
    StoredSecret,
    Sums,
    check_secret,
    now,
    readable_secret,
)
from houseway.house.log.sequence import Sequencer


class MemoryLog(Log):
    """A log that lives as long as its process."""

    def __init__(self, clock: Clock = now) -> None:
        self.clock = clock
        self._lock = RLock()
        self._events: dict[str, list[Event]] = {}
        self._heads: dict[str, Head] = {}
        self._balances: Sums = {}
        self._requests: dict[str, Appended] = {}
        self._secrets: dict[str, StoredSecret] = {}

    def commit(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Append batches in this order; what is wrong with one fails only that one."""
        with self._lock:
            sequencer = Sequencer(
                now=timestamp(self.clock()),
                heads=self._heads,
                balances=self._balances,
                seen=self._requests,
                clock_corrections=self.clock_corrections,
            )
            placed = [sequencer.place(batch) for batch in batches]
            for event in sequencer.events:
                self._events.setdefault(event.stream, []).append(event)
            self._secrets.update(sequencer.secrets)
            return placed

    def find_answer(self, key: str) -> Appended | None:
        """What was appended under the key of a request."""
        with self._lock:
            return self._requests.get(key)

    def read(self, stream: str, start: int = 1, stop: int | None = None) -> Iterator[Event]:
        """The events of a stream from number `start` up to and with `stop`."""
        with self._lock:
            return iter(self._events.get(stream, [])[max(start, 1) - 1 : stop])

    def heads(self) -> dict[str, Head]:
        """Where every stream stands."""
        with self._lock:
            return dict(sorted(self._heads.items()))

    def last(self, stream: str, *kinds: str) -> Event | None:
        """The last event of a stream, or the last of some kinds."""
        with self._lock:
            events = self._events.get(stream, [])
            return next((event for event in reversed(events) if not kinds or event.kind in kinds), None)

    def balances(self, prefix: str = "") -> Sums:
        """The balance of every account whose name starts so."""
        with self._lock:
            return {a: b for a, b in sorted(self._balances.items()) if b and a.startswith(prefix)}

    def balance(self, account: str) -> Units:
        """The balance of an account."""
        return self._balances.get(account, 0)

    def totals(self, stream: str, number: int) -> Sums:
        """What the events 1 to `number` of a stream posted to each account."""
        sums: Sums = {}
        for event in self.read(stream, 1, number):
            add_postings(sums, event.postings)
        return {account: amount for account, amount in sums.items() if amount}

    def sums(self, stream: str, start: int, stop: int) -> dict[tuple[str, str], Units]:
        """What the events `start` to `stop` of a stream posted, by kind of event and account."""
        sums: dict[tuple[str, str], Units] = {}
        for event in self.read(stream, start, stop):
            for account, amount in event.postings:
                sums[event.kind, account] = sums.get((event.kind, account), 0) + amount
        return sums

    @contextmanager
    def consistent_view(self) -> Iterator[Log]:
        """The log itself; writers wait meanwhile."""
        with self._lock:
            yield self

    def secret(self, digest: str) -> str:
        """The text that a batch kept under this SHA-256; a secret of the deal is refused."""
        return check_secret(digest, readable_secret(digest, self._secrets.get(digest), hidden=False))

    def dealing_secret(self, digest: str) -> str:
        """A text of the deal."""
        return check_secret(digest, readable_secret(digest, self._secrets.get(digest), hidden=True))

    def kept_secrets(self) -> frozenset[str]:
        """The digests of all secrets that are kept."""
        with self._lock:
            return frozenset(self._secrets)

    def check_storage(self) -> Iterator[Damaged]:
        """Nothing to check: this log derives nothing from its chains."""
        return iter(())
