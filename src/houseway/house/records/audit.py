"""The audit walks every chain and the ledger from the beginning, and names the first broken link."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from houseway.errors import HousewayError
from houseway.house.log.clock_corrections import ClockCorrections
from houseway.house.log.events import GENESIS, Event, Unreadable, digest
from houseway.house.log.kinds import CorrectionEvent, HouseEvent, SystemEvent, TableEvent
from houseway.house.log.ledger import Posting, add_postings, check_balances, check_postings
from houseway.house.log.log import ConnectionLost, Damaged, Log, StorageFailed, Sums
from houseway.house.log.names import SYSTEM
from houseway.house.log.payload import Payload
from houseway.house.log.site_payloads import BrokenLink, LogVerdict, SeenHeads
from houseway.house.records.deep_audit.workers import (
    Progress,
    Report,
    Workers,
    ignore_progress,
    split_in_order,
    start_workers,
)
from houseway.house.records.heads import SignedHeads

# Which events name a text that is kept beside the log, and in which field of their payload.
SECRETS: Final[Mapping[str, str]] = {
    TableEvent.COMMITTED: "commitment",
    TableEvent.ENTERED: "deal",
    CorrectionEvent.ENTRY: "deal",
    TableEvent.VALUED: "commitment",
    HouseEvent.PERSON_ADDED: "password",
    HouseEvent.PASSWORD_SET: "password",
}

ALONE: Final = 1000  # events that are fetched at once
PIECES: Final = 4  # for each of those who walk, so that nobody waits long for the last one


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of an audit: how much it walked, and the first broken link, if there is one."""

    streams: int = 0
    events: int = 0
    postings: int = 0
    broken: Damaged | None = None

    def to_struct(self) -> LogVerdict:
        """As `houseway audit verify --json` prints it."""
        broken = self.broken
        return LogVerdict(
            whole=broken is None,
            streams=self.streams,
            events=self.events,
            postings=self.postings,
            broken=BrokenLink(stream=broken.stream, number=broken.number, what=broken.reason, where=broken.field)
            if broken
            else None,
        )


class StreamForm(NamedTuple):
    """How far a stream was walked: to its end, or to its first broken link."""

    stream: str
    events: int
    postings: int
    sums: Sums
    broken: Damaged | None = None


@dataclass
class _Tally:
    """How much was walked so far."""

    streams: int = 0
    events: int = 0
    postings: int = 0
    balances: Sums = field(default_factory=dict)

    def add(self, form: StreamForm) -> None:
        """A stream that was walked."""
        self.streams += 1
        self.events += form.events
        self.postings += form.postings
        add_postings(self.balances, [Posting(account, amount) for account, amount in form.sums.items()])


class WalkedLog(NamedTuple):
    """The verdict on a log's form, with the view, the processes and the ends of streams that it was walked with."""

    verdict: Verdict
    view: Log
    workers: Workers
    stops: Mapping[str, int]


def audit_log(log: Log, head: SignedHeads | None = None, progress: Progress | None = None, *, jobs: int = 1) -> Verdict:
    """Walk everything as it stands at this moment; with signed heads, a tail that was cut off is found too.

    It is walked by `jobs` processes; where that is 0, a large log by one for each core.
    """
    with walk_log(log, head, progress, jobs=jobs) as walked:
        return walked.verdict


@contextmanager
def walk_log(
    log: Log,
    head: SignedHeads | None = None,
    progress: Progress | None = None,
    *,
    jobs: int = 1,
    walk: "FormsWalk | None" = None,
) -> Iterator[WalkedLog]:
    """Walk a log as `audit_log` does; the same view and the same processes can look at more of it meanwhile.

    `walk` walks the chains; a caller that checks more than the form passes its own.
    """
    walked: WalkedLog | None = None
    try:
        with ExitStack() as opened:
            walked = _walk_form(log, head, progress or ignore_progress, jobs, opened, walk or walk_forms)
            yield walked
    except StorageFailed:
        if walked is None or walked.verdict.broken is None:
            raise  # the verdict already says so: a damaged file fails again when it is closed


def _walk_form(
    log: Log, head: SignedHeads | None, progress: Progress, jobs: int, opened: ExitStack, walk: "FormsWalk"
) -> WalkedLog:
    tally, stops = _Tally(), dict[str, int]()
    view, workers = log, Workers(log, progress)
    try:
        view = opened.enter_context(log.consistent_view())
        stops |= {stream: one.number for stream, one in view.heads().items()}
        workers = opened.enter_context(start_workers(view, stops, progress, jobs))
        broken = _look_at_forms(tally, walk(workers, stops))
        if broken is None:
            _check_the_rest(view, tally, head)
    except Damaged as problem:
        broken = problem
    except ConnectionLost:
        raise
    except StorageFailed as problem:
        broken = Damaged(problem.reason, field=problem.field)
    except (AttributeError, TypeError, ValueError):  # a number where a text should be, or the other way round
        broken = Damaged("what is stored cannot be read")
    verdict = Verdict(streams=tally.streams, events=tally.events, postings=tally.postings, broken=broken)
    return WalkedLog(verdict, view, workers, stops)


def walk_forms(workers: Workers, stops: Mapping[str, int]) -> "Iterator[StreamForm]":
    """Walk all chains, in the order of the streams."""
    for forms in workers.answers(walk_streams, split_in_order(stops, PIECES * workers.count), sum(stops.values())):
        yield from forms


FormsWalk = Callable[[Workers, Mapping[str, int]], Iterator[StreamForm]]


def _look_at_forms(tally: _Tally, forms: Iterator[StreamForm]) -> Damaged | None:
    """Count what was walked, up to the first broken link."""
    for form in forms:
        tally.add(form)
        if form.broken is not None:
            return form.broken
    return None


def _check_the_rest(log: Log, tally: _Tally, head: SignedHeads | None) -> None:
    """Raise if the storage, the balances or the heads that were seen before contradict the chains."""
    for problem in log.check_storage():
        raise problem
    _check_sums(log, tally.balances)
    _check_seen(log)
    if head:
        _check_heads(log, head)


def walk_streams(log: Log, streams: Sequence[str], report: Report) -> list[StreamForm]:
    """Walk the chains of some streams; where one is broken, those after it are skipped."""
    secrets, back, forms = log.kept_secrets(), log.clock_corrections(), []
    for stream in streams:
        walk = StreamWalk(log, stream, secrets, back)
        for event in walk.events():
            if event.number % ALONE == 0:
                report(ALONE)
        report(walk.number % ALONE)
        forms.append(walk.form())
        if walk.broken is not None:
            break
    return forms


class StreamWalk:
    """A stream walked from its first event on, up to its first broken link."""

    def __init__(self, log: Log, stream: str, secrets: frozenset[str], back: ClockCorrections) -> None:
        self._log, self._stream = log, stream
        self._secrets, self._back = secrets, back
        self._snapshots = log.snapshots(stream)
        self._snapshot = next(self._snapshots, None)
        self._previous, self._at = GENESIS, ""
        self._sums: Sums = {}
        self._postings = 0
        self.number = 0
        self.broken: Damaged | None = None

    def events(self) -> Iterator[Event]:
        """The events as far as every link is whole."""
        try:
            for event in self._log.read(self._stream):
                self.look(event)
                yield event
        except Damaged as problem:
            self.broken = problem
        except ConnectionLost:
            raise
        except StorageFailed as problem:
            self.broken = Damaged(problem.reason, stream=self._stream, number=self.unreadable())
        except (AttributeError, TypeError, ValueError):  # a number where a text should be, or the other way round
            self.broken = Damaged("what is stored cannot be read", stream=self._stream, number=self.unreadable())

    def look(self, event: Event) -> None:
        """Raise where a link is broken."""
        _check_event(event, self._previous, self._at, self._back)
        _check_secret(self._secrets, event)
        add_postings(self._sums, event.postings)
        if self._snapshot and self._snapshot[0] == event.number:
            if self._snapshot[1] != self._sums:
                raise _at(event, "the snapshot is not the sum of the postings")
            self._snapshot = next(self._snapshots, None)
        self._previous, self._at = event.hash, event.at
        self._postings += len(event.postings)
        self.number = event.number

    def unreadable(self) -> int:
        """The first event that cannot be read. Events are fetched by the thousand, so each is now read alone."""
        number = self.number + 1
        with suppress(HousewayError, AttributeError, TypeError, ValueError):
            while any(self._log.read(self._stream, number, number)) and number <= self.number + ALONE:
                number += 1
        return number

    def form(self) -> StreamForm:
        """What was walked."""
        return StreamForm(self._stream, self.number, self._postings, self._sums, self.broken)


def _check_event(event: Event, previous: str, at: str, back: ClockCorrections) -> None:
    if event.previous != previous:
        raise _at(event, "it is not chained to the event before it")
    if event.hash != digest(event.form):
        raise _at(event, "its hash is not that of its content")
    if event.at < at and not _is_brought_back(event, at, back):
        raise _at(event, "its time is before that of the event before it")
    try:
        check_postings(event.postings)
    except HousewayError as problem:
        raise _at(event, f"its postings are wrong: {problem.reason}") from None


def _is_brought_back(event: Event, at: str, back: ClockCorrections) -> bool:
    """Whether two persons have brought the stream back to the clock, and the event is marked so."""
    return bool(event.clock) and event.at >= back.time_of(event.stream, event.number - 1, at)


def _check_secret(secrets: frozenset[str], event: Event) -> None:
    """Check that a secret that an event names is still stored: a deck's seed, a deal, or the hash of a password."""
    key = _secret_named(event) if event.kind in SECRETS else ""
    if key and key not in secrets:
        raise _at(event, f"the secret {key[:12]} that it names is not kept any more")


def _secret_named(event: Event) -> str:
    """The secret that an event names; the deep audit reports an event with the wrong content."""
    try:
        return str(getattr(event.read(_NamedSecrets), SECRETS[event.kind]))
    except Unreadable:
        return ""


class _NamedSecrets(Payload, frozen=True, kw_only=True):
    """The secrets that an event names; nothing else of it is read."""

    commitment: str = ""
    deal: str = ""
    password: str = ""


def _at(event: Event, what: str) -> Damaged:
    return Damaged(what, stream=event.stream, number=event.number)


def _check_sums(log: Log, sums: Sums) -> None:
    """Check that the balances are the sums of the postings, and possible."""
    derived = {account: amount for account, amount in sums.items() if amount}
    stored = log.balances()
    for account in sorted({*derived, *stored}):
        if derived.get(account, 0) != stored.get(account, 0):
            raise Damaged("the balance is not the sum of the postings", field=account)
    try:
        check_balances(derived)
    except HousewayError as problem:
        raise Damaged(problem.reason, field=problem.field) from None


def _check_seen(log: Log) -> None:
    """Check that everything is still there that the last self-check saw."""
    checked = log.last(SYSTEM, SystemEvent.CHECKED)
    if checked is not None:
        for problem in missing_heads(log, checked):
            raise _at(checked, problem)


def missing_heads(log: Log, checked: Event) -> Iterator[str]:
    """Streams that a self-check saw and that are now shorter, different or missing."""
    try:
        heads = checked.read(SeenHeads).heads or {}
    except Unreadable:
        yield "where the streams stood cannot be read"
        return
    for stream, (number, hashed) in heads.items():
        event = next(iter(log.read(stream, number, number)), None)
        if event is None:
            yield f"{stream} had {number} events then, and has not now"
        elif event.hash != hashed:
            yield f"{stream} {number} was another event then"


def _check_heads(log: Log, signed: SignedHeads) -> None:
    """Check that everything is still there that the signed heads name."""
    now = log.heads()
    for stream, head in sorted(signed.heads.items()):
        last, number = now[stream].number if stream in now else 0, head.number
        if last < number:
            raise Damaged(f"was there on {signed.at}, and the stream ends at {last}", stream=stream, number=number)
        if next(log.read(stream, number, number)).hash != head.hash:
            raise Damaged(f"is another event than on {signed.at}", stream=stream, number=number)
