"""A stream with its state in memory, which is folded from its events, and acts that append to it.

An act looks at the state and plans events; they are appended only if the stream has not grown meanwhile; otherwise the
act is planned again. A request that was appended before is answered as it was then, so the same request twice counts
once.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from threading import RLock
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.house.log.events import Event, NewEvent, digest
from houseway.house.log.ledger import Posting
from houseway.house.log.log import (
    Appended,
    Appender,
    Batch,
    Conflict,
    EventMatcher,
    Log,
    OutcomeUnknown,
    StorageFailed,
)
from houseway.house.log.payload import Payload

ATTEMPTS: Final = 200  # how often an act is planned again when others were quicker
REMEMBERED: Final = 10  # secrets that a stream remembers
PENDING: Final = "~"  # the time of an event that is planned and not yet appended


class Numbered(Protocol):
    """A state that knows how many events it is folded from."""

    @property
    def number(self) -> int:
        """How many."""
        ...


S = TypeVar("S", bound=Numbered)
T = TypeVar("T", bound=Numbered)
Postings = Sequence[Posting]
Secret = Callable[[str], str]  # looks up what the dealing role keeps under a digest
Payloads = Mapping[str, type[Payload]]  # by kind of event


class EventFacts(NamedTuple):
    """What a state is folded from: the facts of an event that is stored, or of one that is planned."""

    kind: str
    data: Any  # the payload of its kind
    postings: Postings
    at: str
    by: str = ""

    @property
    def shown_at(self) -> str:
        """What the clock showed.

        Where it went back, the event's own time is later, which would stop every time limit.
        """
        return self.data.clock or self.at


def stored_facts(event: Event, payloads: Payloads) -> EventFacts:
    """The facts of a stored event; an unknown kind gives nothing but its time."""
    payload = event.read(payloads.get(event.kind, Payload))
    return EventFacts(event.kind, payload, event.postings, event.at, event.by)


class Plan(Generic[S]):
    """Events that an act is about to append, and the state that they lead to."""

    def __init__(self, aggregate: "StreamAggregate[S]") -> None:
        self.state = aggregate.state
        self.events: list[NewEvent] = []
        self.expected = {aggregate.stream: aggregate.state.number}
        self.secrets: dict[str, str] = {}  # of the deal, by digest
        self.own_secrets: list[str] = []  # of the house, such as hashes of passwords
        self._aggregate = aggregate

    def add(
        self,
        payload: Payload,
        *,
        by: str = "",
        postings: Postings | Callable[[S, S], Postings] = (),
        guarded: Sequence[str] = (),
    ) -> None:
        """Plan an event; postings may be a function of the states before and after it."""
        before, kind = self.state, payload.KIND
        given = () if callable(postings) else postings
        self.state = self._aggregate.fold(before, EventFacts(kind, payload, given, PENDING, by), self.secret)
        posted = postings(before, self.state) if callable(postings) else given
        stream = self._aggregate.stream
        self.events.append(NewEvent(stream=stream, kind=kind, data=payload, by=by, postings=posted, guarded=guarded))

    def add_event(self, event: NewEvent, *, by: str = "", guarded: Sequence[str] = ()) -> None:
        """Plan an event of this stream that was made with its payload and postings."""
        if not isinstance(event.data, Payload):
            raise TypeError(f"{event.kind} has no payload")
        self.add(event.data, by=by, postings=event.postings, guarded=guarded)

    def add_to_other_stream(self, event: NewEvent, *, expected: int | None = None) -> None:
        """Plan an event of another stream; `expected` is the number of its last stored event, if that matters."""
        self.events.append(event)
        if expected is not None:
            self.expected.setdefault(event.stream, expected)  # the earlier plan saw the stream there

    def with_planned(self, other: "StreamAggregate[T]", stored: T) -> T:
        """The state of another stream after the events that are planned for it here."""
        for event in self.events:
            if event.stream == other.stream:
                facts = EventFacts(event.kind, event.data, event.postings, PENDING, event.by)
                stored = other.fold(stored, facts, self.secret)
        return stored

    def keep(self, text: str) -> str:
        """Keep a secret of the deal with the events, and name it by its digest."""
        key = digest(text)
        self.secrets[key] = text
        return key

    def secret(self, key: str) -> str:
        """A secret that is kept with these events or was kept before."""
        return self.secrets[key] if key in self.secrets else self._aggregate.secret(key)

    def batch(self, request: str) -> Batch:
        """All of it, to be appended."""
        return Batch(
            events=self.events,
            expected=self.expected,
            request=request,
            secrets=self.own_secrets,
            hidden=tuple(self.secrets.values()),
        )


PlanAct = Callable[[Plan[S]], None]


def combine_acts(acts: Sequence[PlanAct[S]]) -> PlanAct[S]:
    """Several acts as one: each sees the state after those before it, and all are appended or none is."""

    def act(plan: Plan[S]) -> None:
        for one in acts:
            one(plan)

    return act


class PlannedBatch(NamedTuple, Generic[S]):
    """A batch that is ready to be appended, and the state after it."""

    batch: Batch
    after: S
    secrets: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Request(Generic[S]):
    """Something that is asked of a stream: the act, whose it is, and the id under which it counts once.

    `matches` says whether an event belongs to this act rather than to another one with the same id; `refusal` says why
    an appended event refuses the request.
    """

    act: PlanAct[S]
    by: str = ""
    id: str = ""
    matches: EventMatcher | None = None
    refusal: Callable[[Event], str] | None = None

    def confirm(self, events: Appended, *, as_planned: bool = False) -> Appended:
        """The answer to it; an id that was used for something else before is an error.

        Events that are `as_planned` are the act's own; others answer an earlier request with the same id.
        """
        if self.id and self.matches and not as_planned and not any(map(self.matches, events)):
            raise InvalidInput("was used for something else; give each request its own", field=f"request {self.id}")
        if self.refusal and (why := next(filter(None, map(self.refusal, events)), "")):
            raise NotAllowedNow(why, field="refused")
        return events


class Append(NamedTuple):
    """A step: store a batch, and continue with its events."""

    batch: Batch


class Lookup(NamedTuple):
    """A step: read from the disk, and continue with what was read."""

    work: Callable[[], object]


Steps = Generator[Append | Lookup, Any, Appended]


def run_here(steps: Steps, appender: Appender) -> Appended:
    """Run steps one after the other in this thread."""

    def run(step: Append | Lookup) -> object:
        return appender.append_batch(step.batch) if isinstance(step, Append) else step.work()

    try:
        step = next(steps)
        while True:
            try:
                answer = run(step)
            except HousewayError as problem:
                step = steps.throw(problem)
            else:
                step = steps.send(answer)
    except StopIteration as done:
        events: Appended = done.value
        return events


class StreamAggregate(ABC, Generic[S]):
    """The state of a stream in memory. Any thread may use it; several processes may have the same stream."""

    @property
    @abstractmethod
    def payloads(self) -> Payloads:
        """The payloads of the stream's events, by kind."""

    def __init__(self, log: Log, stream: str, state: S, appender: Appender | None = None) -> None:
        self.log = log
        self.stream = stream
        self.state = state
        self.lock = RLock()
        self._appender = appender or log
        self._stale = False
        self._recent_secrets: dict[str, str] = {}  # secrets that were looked up or kept lately

    @abstractmethod
    def fold(self, state: S, facts: EventFacts, secret: Secret) -> S:
        """The state after an event."""

    @abstractmethod
    def with_time(self, state: S, at: str) -> S:
        """A planned state with the time that its events were given."""

    def after_append(self, events: Appended) -> None:
        """Called after events were appended; those of other streams may concern other aggregates."""

    # ---- where the stream stands

    def catch_up(self) -> bool:
        """Fold what others have appended; whether there was anything."""
        with self.lock:
            number = self.state.number
            for event in self.log.read(self.stream, number + 1):
                self._fold(event)
            self._stale = False
            return self.state.number > number

    def observe(self, events: Appended) -> None:
        """Fold those of some appended events that follow here; after a gap, `catch_up` is due."""
        with self.lock:
            for event in events:
                if event.stream == self.stream and event.number > self.state.number:
                    if event.number > self.state.number + 1:
                        self._stale = True
                        return
                    self._fold(event)

    @property
    def is_stale(self) -> bool:
        """Whether the state is known to be behind, so that `fresh` reads the log."""
        return self._stale

    def fresh(self) -> S:
        """The state, caught up where it is known to be behind."""
        if self._stale:
            self.catch_up()
        return self.state

    def _fold(self, event: Event) -> None:
        self.state = self.fold(self.state, stored_facts(event, self.payloads), self.secret)

    def secret(self, key: str) -> str:
        """What the dealing role keeps under a digest; the latest are remembered."""
        if key not in self._recent_secrets:
            self._keep({key: self.log.dealing_secret(key)})
        return self._recent_secrets[key]

    def _keep(self, secrets: Mapping[str, str]) -> None:
        self._recent_secrets.update(secrets)
        while len(self._recent_secrets) > REMEMBERED:
            del self._recent_secrets[next(iter(self._recent_secrets))]

    # ---- acts

    def run(self, request: "Request[S]") -> Appended:
        """Do what is asked, at once: its events as they are stored. A request that was done before is answered."""
        with self.lock:
            return run_here(self.attempts(request), self._appender)

    def attempts(self, request: "Request[S]") -> "Steps":
        """The steps of a request: plan, append, and plan again where others were quicker.

        The caller that runs the steps decides how to wait for the disk: here (`run`), or in a loop that continues
        meanwhile.
        """
        key = self.request_key(request)
        for _ in range(ATTEMPTS):
            try:
                planned = self.plan(request.act, key)
            except Conflict as problem:  # another stream that the act looked at has moved on
                yield Lookup(partial(self.after_conflict, problem))
                continue
            except HousewayError:
                if key and (answer := (yield Lookup(lambda: self.find_answer(key)))) is not None:
                    return request.confirm(answer)
                if (yield Lookup(self.catch_up)):
                    continue
                raise
            if planned is None:
                return ()
            try:
                events = yield Append(planned.batch)
            except Conflict as problem:
                yield Lookup(partial(self.after_conflict, problem))
                continue
            except (OutcomeUnknown, StorageFailed):
                self.mark_stale()
                raise
            return request.confirm(events, as_planned=self.accept(planned, events))
        raise Conflict("others were quicker again and again", field=self.stream)

    def plan(self, act: PlanAct[S], key: str = "") -> PlannedBatch[S] | None:
        """What an act would append now, under the key of its request; None for nothing."""
        with self.lock:
            self.fresh()
            plan = Plan(self)
            act(plan)
            if not plan.events:
                return None
            return PlannedBatch(batch=plan.batch(key), after=plan.state, secrets=plan.secrets)

    def accept(self, planned: PlannedBatch[S], events: Appended) -> bool:
        """The planned events were appended, or an earlier request had the same id: continue from the stream's head.

        Says whether they are those that were planned; then they have the payloads of the plan.
        """
        with self.lock:
            at = self._as_planned(planned, events)
            if at:
                for event, meant in zip(events, planned.batch.events, strict=True):
                    event.remember(meant)
                self.state = self.with_time(planned.after, at)
                if planned.secrets:
                    self._keep(planned.secrets)
            else:
                self.catch_up()
            self.after_append(events)
            return bool(at)

    def _as_planned(self, planned: PlannedBatch[S], events: Appended) -> str:
        """The time of appending if the events are those that were planned; empty if they answer an earlier request."""
        if len(events) != len(planned.batch.events):
            return ""
        number, at = self.state.number, ""
        for event, meant in zip(events, planned.batch.events, strict=True):
            if event.stream == self.stream:
                number, at = number + 1, event.at
                if event.number != number or event.text != meant.text:
                    return ""
        return at

    def after_conflict(self, problem: Conflict) -> None:
        """Others were quicker: catch up."""
        self.catch_up()

    def mark_stale(self) -> None:
        """The outcome of a batch is unknown: the next act catches up first."""
        self._stale = True

    def find_answer(self, key: str) -> Appended | None:
        """The answer that a request got; None where it was never done."""
        answer = self.log.find_answer(key)
        if answer is not None:
            self.catch_up()
        return answer

    def request_key(self, request: "Request[S]") -> str:
        """The key of a request: it is unique to the stream and the person."""
        if not request.id:
            return ""
        return f"{self.stream}#{request.by}/{request.id}" if request.by else f"{self.stream}#{request.id}"
