"""The log: streams of events, appended to in batches, each batch whole or not at all.

The rest of the house knows storage only as `Log`. A batch may append to several streams at once and carries the
postings of its events; it is acknowledged only when it is stored. Implementations: `MemoryLog` in
memory.py, `SqlLog` in store.py (SQLite, PostgreSQL), `FaultyLog` in faulty.py, which fails on purpose.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import TracebackType
from typing import ClassVar, Final, NamedTuple, Protocol, Self

from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.clock_corrections import ClockCorrections
from houseway.house.log.events import GENESIS, Event, NewEvent, digest
from houseway.house.log.kinds import SystemEvent
from houseway.house.log.ledger import Units, add_postings, never_negative
from houseway.house.log.names import SYSTEM

Clock = Callable[[], datetime]
Sums = dict[str, Units]  # an amount for each account


class Conflict(HousewayError):
    """Another writer came first: the stream is not where the batch expected it. Nothing was appended."""


class StorageFailed(HousewayError):
    """The storage could not take it. Nothing was appended."""


class ConnectionLost(StorageFailed):
    """The server of the storage is gone; whether the log is whole is not known."""


class NotWhole(StorageFailed):
    """The file of the storage itself is damaged."""


class OutcomeUnknown(HousewayError):
    """The answer of the storage was lost: it may be appended or not. The same request, sent again, finds out."""


class KeyMissing(HousewayError):
    """A secret is sealed with a key that is not available."""


class Damaged(HousewayError):
    """What is stored is not what was appended."""

    def __init__(self, reason: str, *, field: str = "", stream: str = "", number: int = 0) -> None:
        super().__init__(reason, field=field or (f"{stream} {number}" if number else stream))
        self.stream, self.number = stream, number


class Head(NamedTuple):
    """Where a stream stands: the number, hash and time of its last event."""

    number: int = 0
    hash: str = GENESIS
    at: str = ""


NOTHING: Final = Head()


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Events that are appended together or not at all.

    `expected` gives, for streams whose state decided the batch, the number of the last event that was seen; a stream
    that it does not name is appended to at its end, wherever that is. `request` makes it idempotent: a request that
    was appended before is answered as it was then. `secrets` are texts kept beside the log under their SHA-256, for
    events that must name them without revealing them, such as hashes of passwords. `hidden` are those of the deal,
    which only the dealing role reads: seeds, entered deals, values of players.
    """

    events: Sequence[NewEvent]
    expected: Mapping[str, int] = field(default_factory=dict)
    request: str = ""
    secrets: Sequence[str] = ()
    hidden: Sequence[str] = ()
    changes: Mapping[str, Units] = field(init=False, repr=False, compare=False)  # of balances, by account
    lowest: Mapping[str, Units] = field(init=False, repr=False, compare=False)  # on the way, where none may overdraw

    def __post_init__(self) -> None:
        if not self.events:
            raise InvalidInput("a batch must have an event", field="events")
        if self.request and (len(self.request) > 200 or not self.request.isprintable()):
            raise InvalidInput("must be at most 200 printable characters", field="request")
        if type(self.request) is not str:
            object.__setattr__(self, "request", str(self.request))  # databases want a text, no more and no less
        for text in (*self.secrets, *self.hidden):
            if not (text.isascii() and text.isprintable()):
                raise InvalidInput("must be printable ASCII", field="secrets")
        changes: Sums = {}
        lowest: Sums = {}
        for event in self.events:
            add_postings(changes, event.postings)
            for account, amount in event.postings:
                lower = amount < 0 and changes[account] < lowest.get(account, 0)
                if lower and (never_negative(account) or account in event.guarded):
                    lowest[account] = changes[account]
        object.__setattr__(self, "changes", changes)
        object.__setattr__(self, "lowest", lowest)


Appended = tuple[Event, ...]
Outcome = Appended | HousewayError  # the outcome of a batch: its events, or why it was not appended
Staged = Callable[[], list[Outcome]]  # commits what was staged, and returns the outcomes
EventMatcher = Callable[[Event], bool]  # whether an event says what was asked for


class Appender(Protocol):
    """What can append a batch: a log, or the writer in front of one."""

    def append_batch(self, batch: Batch) -> Appended:
        """Append a batch and return its events when they are stored."""
        ...

    def append(
        self, *events: NewEvent, expected: Mapping[str, int] | None = None, secrets: Sequence[str] = ()
    ) -> Appended:
        """Append events that no request asked for."""
        ...


class Claim:
    """A name that is claimed, or that somebody else has."""

    can_be_lost: ClassVar[bool] = False  # while this process lives

    def __init__(self, *, is_held: bool) -> None:
        self.is_held = is_held

    def renew(self) -> bool:
        """Whether it is still held, or held again; a claim that was lost is requested anew."""
        return self.is_held


class Log(ABC):
    """Streams of events with a ledger in them. Every method may be called from any thread."""

    clock: Clock
    # called before anybody deals from this log, with who acts and whether they may seal open rounds
    begin_dealing: Callable[[str, bool], None] | None = None
    may_deal: Callable[[], bool] = staticmethod(lambda: True)  # whether no other process deals (tables/who_deals.py)

    @abstractmethod
    def commit(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Append batches in this order in one transaction; what is wrong with one fails only that one.

        Raises StorageFailed when none was appended, OutcomeUnknown when that is not known.
        """

    def stage(self, batches: Sequence[Batch]) -> Staged:
        """The same in two steps: nothing is appended until the returned function is called, once.

        A log with a disk has written everything by then except the commit, so the call mostly waits, and another thread
        may make it. Until it returns, others who append wait.
        """
        outcomes = self.commit(batches)
        return lambda: outcomes

    @abstractmethod
    def read(self, stream: str, start: int = 1, stop: int | None = None) -> Iterator[Event]:
        """The events of a stream from number `start` up to and with `stop`; a gap in them raises Damaged."""

    @abstractmethod
    def heads(self) -> dict[str, Head]:
        """Where every stream stands, by its name, in order of names."""

    @abstractmethod
    def last(self, stream: str, *kinds: str) -> Event | None:
        """The last event of a stream, or the last of some kinds."""

    @abstractmethod
    def balances(self, prefix: str = "") -> Sums:
        """The balance of every account whose name starts so, in order of names; those at zero are left out."""

    @abstractmethod
    def totals(self, stream: str, number: int) -> Sums:
        """What the events 1 to `number` of a stream posted to each account."""

    @abstractmethod
    def sums(self, stream: str, start: int, stop: int) -> dict[tuple[str, str], Units]:
        """What the events `start` to `stop` of a stream posted, by kind of event and account."""

    @abstractmethod
    def secret(self, digest: str) -> str:
        """The text that a batch kept under this SHA-256; a secret of the deal is refused."""

    @abstractmethod
    def dealing_secret(self, digest: str) -> str:
        """A text of the deal that is kept under this SHA-256: for tables/dealing.py alone."""

    def has_key(self) -> bool:
        """Whether new secrets can be sealed; a log without a vault stores them unsealed."""
        return True

    @abstractmethod
    def kept_secrets(self) -> frozenset[str]:
        """The digests of all secrets that are kept."""

    @abstractmethod
    def check_storage(self) -> Iterator[Damaged]:
        """What is wrong with the storage besides the chains: derived figures, answers, secrets."""

    def older_heads(self) -> dict[str, Head]:
        """The heads of a house that is older than its two-person rules, at its upgrade; empty in a new house."""
        return {}

    def check_schema(self) -> Iterator[Damaged]:
        """Tables, indexes and triggers of the storage that differ from the shipped schema."""
        return iter(())

    def read_kinds(self, stream: str, kinds: Sequence[str], start: int = 1, stop: int | None = None) -> Iterator[Event]:
        """The events of some kinds among those of a stream from number `start` up to and with `stop`."""
        return (event for event in self.read(stream, start, stop) if event.kind in kinds)

    def owner(self) -> str:
        """Who owns the storage on its server; empty where there is no server."""
        return ""

    def snapshots(self, stream: str) -> Iterator[tuple[int, Sums]]:
        """Every snapshot of a stream's totals that is kept: its number and the sums."""
        return iter(())

    @contextmanager
    def consistent_view(self) -> Iterator["Log"]:
        """The log as it stands at this moment, to read as a whole while others go on appending."""
        yield self

    @contextmanager
    def claim(self, name: str, *, shared: bool = False) -> Iterator[Claim]:
        """Claim a name for this process alone, if nobody else holds it; a process that dies loses it.

        Claims that are `shared` do not exclude one another.
        """
        yield Claim(is_held=True)

    def check_writable(self) -> None:
        """Raise StorageFailed if the storage cannot be reached or could not take a batch now; nothing is appended."""

    def reopening_url(self) -> str:
        """Where another process opens the same log; empty where it lives in this one."""
        return ""

    def close(self) -> None:
        """Close the storage."""

    def append_batch(self, batch: Batch) -> Appended:
        """Append a batch and return its events as they are stored; raise what is wrong with it."""
        return events_or_raise(self.commit([batch])[0])

    def append(
        self,
        *events: NewEvent,
        expected: Mapping[str, int] | None = None,
        request: str = "",
        secrets: Sequence[str] = (),
        hidden: Sequence[str] = (),
    ) -> Appended:
        """Append these events as one batch."""
        return self.append_batch(
            Batch(events=events, expected=expected or {}, request=request, secrets=secrets, hidden=hidden)
        )

    @abstractmethod
    def find_answer(self, key: str) -> Appended | None:
        """What was appended under the key of a request; None where nothing was."""

    def head(self, stream: str) -> Head:
        """Where a stream stands."""
        last = self.last(stream)
        return Head(last.number, last.hash, last.at) if last else NOTHING

    def streams(self) -> list[str]:
        """The names of all streams, in order."""
        return list(self.heads())

    def balance(self, account: str) -> Units:
        """The balance of an account."""
        return self.balances(account).get(account, 0)

    def clock_corrections(self) -> ClockCorrections:
        """Where two persons have brought streams back to the house's clock."""
        return ClockCorrections(event for event in self.read(SYSTEM) if event.kind == SystemEvent.CLOCK_SET)

    def number_before(self, stream: str, at: str) -> int:
        """The number of a stream's last event before a moment; the times that events count as never go back."""
        low, high, back = 0, self.head(stream).number, self.clock_corrections()
        while low < high:
            middle = (low + high + 1) // 2
            if back.time_of(stream, middle, next(self.read(stream, middle, middle)).at) < at:
                low = middle
            else:
                high = middle - 1
        return low

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def events_or_raise(outcome: Outcome) -> Appended:
    """The events of a batch that was appended; raises what was wrong with one that was not."""
    if isinstance(outcome, HousewayError):
        raise outcome
    return outcome


def now() -> datetime:
    """The time of the system's clock."""
    return datetime.now(UTC)


class StoredSecret(NamedTuple):
    """A secret: its text, and whether only the dealing role reads it; None where that is not known."""

    text: str
    hidden: bool | None


def readable_secret(key: str, secret: StoredSecret | None, *, hidden: bool) -> str:
    """The text of a secret, for the role that it is kept for."""
    if secret is None:
        raise InvalidInput("no such secret is kept", field=key[:12])
    if secret.hidden is not None and secret.hidden != hidden:
        reason = "is a secret of the dealing role" if secret.hidden else "is not a secret of the deal"
        raise InvalidInput(reason, field=key[:12])
    return secret.text


def check_secret(key: str, text: str) -> str:
    """A stored text, checked against its digest."""
    if digest(text) != key:
        raise Damaged("is not what was kept", field=f"secret {key[:12]}")
    return text
