"""The audit: every chain and the ledger walked from the beginning, and the first broken link named."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from houseway.errors import HousewayError
from houseway.house.log.events import GENESIS, Event, digest
from houseway.house.log.kinds import CorrectionEvent, HouseEvent, SystemEvent, TableEvent
from houseway.house.log.ledger import Posting, add_postings, check_balances, check_postings
from houseway.house.log.log import ConnectionLost, Damaged, Log, StorageFailed, Sums
from houseway.house.log.names import SYSTEM
from houseway.house.records.heads import SignedHeads

# Which events name a text that is kept beside the log, and under which key of their data.
SECRETS: Final[Mapping[str, str]] = {
    TableEvent.COMMITTED: "commitment",
    TableEvent.ENTERED: "deal",
    CorrectionEvent.ENTRY: "deal",
    TableEvent.VALUED: "commitment",
    HouseEvent.PERSON_ADDED: "password",
    HouseEvent.PASSWORD_SET: "password",
}

ALONE: Final = 1000  # events that are fetched at once

Progress = Callable[[int, int], None]  # events done, events in all


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What an audit found: how much it walked, and the first broken link, if there is one."""

    streams: int
    events: int
    postings: int
    broken: Damaged | None = None

    def to_json(self) -> dict[str, Any]:
        """As `houseway audit verify --json` prints it."""
        broken = self.broken
        return {
            "whole": broken is None,
            "streams": self.streams,
            "events": self.events,
            "postings": self.postings,
            "broken": {"stream": broken.stream, "number": broken.number, "what": broken.reason, "where": broken.field}
            if broken
            else None,
        }


@dataclass
class _Walk:
    """What was walked so far."""

    log: Log
    progress: Progress
    kept: frozenset[str] = frozenset()  # digests of secrets
    total: int = 0
    stream: str = ""
    number: int = 0
    streams: int = 0
    events: int = 0
    postings: int = 0
    balances: Sums = field(default_factory=dict)


def audit_log(log: Log, head: SignedHeads | None = None, progress: Progress | None = None) -> Verdict:
    """Walk everything as it stands at this moment; with signed heads, a tail that was cut off is found too."""
    walk = _Walk(log, progress or (lambda _done, _total: None))
    found: Damaged | None = None
    try:
        with log.consistent_view() as view:
            walk.log = view
            found = _first_broken(walk, head)
    except ConnectionLost:
        raise
    except StorageFailed as problem:  # a file that is not whole fails again when it is let go of
        found = found or Damaged(problem.reason, field=problem.field)
    return _verdict(walk, found)


def _first_broken(walk: _Walk, head: SignedHeads | None) -> Damaged | None:
    try:
        _walk_all(walk, head)
    except Damaged as problem:
        return problem
    except ConnectionLost:
        raise
    except StorageFailed as problem:
        where = "" if walk.stream else problem.field
        return Damaged(problem.reason, stream=walk.stream, number=_unreadable(walk), field=where)
    except (AttributeError, TypeError, ValueError):  # a number where a text should be, or the other way round
        return Damaged("what is stored cannot be read", stream=walk.stream, number=_unreadable(walk))
    return None


def _unreadable(walk: _Walk) -> int:
    """The first event that cannot be read: events are fetched by the thousand, so each is asked for alone."""
    number = walk.number + 1
    with suppress(HousewayError, AttributeError, TypeError, ValueError):
        while any(walk.log.read(walk.stream, number, number)) and number <= walk.number + ALONE:
            number += 1
    return number


def _walk_all(walk: _Walk, head: SignedHeads | None) -> None:
    log = walk.log
    walk.kept = log.kept_secrets()
    walk.total = sum(one.number for one in log.heads().values())
    for stream in log.streams():
        _walk_stream(walk, stream)
    for problem in log.check_storage():
        raise problem
    _check_sums(walk)
    _check_seen(log)
    if head:
        _check_heads(log, head)


def _verdict(walk: _Walk, broken: Damaged | None) -> Verdict:
    return Verdict(streams=walk.streams, events=walk.events, postings=walk.postings, broken=broken)


def _walk_stream(walk: _Walk, stream: str) -> None:
    walk.streams += 1
    walk.stream, walk.number = stream, 0
    previous, at = GENESIS, ""
    sums: Sums = {}
    snapshots = walk.log.snapshots(stream)
    kept = next(snapshots, None)
    for event in walk.log.read(stream):
        _check_event(event, previous, at)
        _check_secret(walk.kept, event)
        add_postings(sums, event.postings)
        if kept and kept[0] == event.number:
            if kept[1] != sums:
                raise Damaged("the snapshot is not the sum of the postings", stream=stream, number=event.number)
            kept = next(snapshots, None)
        previous, at = event.hash, event.at
        walk.number = event.number
        walk.events += 1
        walk.postings += len(event.postings)
        if walk.events % 1000 == 0:
            walk.progress(walk.events, walk.total)
    add_postings(walk.balances, [Posting(account, amount) for account, amount in sums.items()])


def _check_event(event: Event, previous: str, at: str) -> None:
    if event.previous != previous:
        raise _at(event, "it is not chained to the event before it")
    if event.hash != digest(event.form):
        raise _at(event, "its hash is not that of its content")
    if event.at < at:
        raise _at(event, "its time is before that of the event before it")
    try:
        check_postings(event.postings)
    except HousewayError as problem:
        raise _at(event, f"its postings are wrong: {problem.reason}") from None


def _check_secret(kept: frozenset[str], event: Event) -> None:
    """What an event names without telling it is kept: the seed of a deck, a deal, the hash of a password."""
    key = event.data.get(SECRETS[event.kind]) if event.kind in SECRETS else None
    if key is not None and key not in kept:
        raise _at(event, f"the secret {key[:12]} that it names is not kept any more")


def _at(event: Event, what: str) -> Damaged:
    return Damaged(what, stream=event.stream, number=event.number)


def _check_sums(walk: _Walk) -> None:
    """The balances are the sums of the postings, and possible."""
    derived = {account: amount for account, amount in walk.balances.items() if amount}
    stored = walk.log.balances()
    for account in sorted({*derived, *stored}):
        if derived.get(account, 0) != stored.get(account, 0):
            raise Damaged("the balance is not the sum of the postings", field=account)
    try:
        check_balances(derived)
    except HousewayError as problem:
        raise Damaged(problem.reason, field=problem.field) from None


def _check_seen(log: Log) -> None:
    """Everything that the last self-check has seen is still there."""
    checked = log.last(SYSTEM, SystemEvent.CHECKED)
    if checked is not None:
        for problem in missing_heads(log, checked):
            raise _at(checked, problem)


def missing_heads(log: Log, checked: Event) -> Iterator[str]:
    """Streams that a self-check saw and that are shorter, other or not there now."""
    for stream, (number, hashed) in checked.data.get("heads", {}).items():
        found = next(iter(log.read(stream, number, number)), None)
        if found is None:
            yield f"{stream} had {number} events then, and has not now"
        elif found.hash != hashed:
            yield f"{stream} {number} was another event then"


def _check_heads(log: Log, signed: SignedHeads) -> None:
    """Everything that the signed heads have seen is still there."""
    now = log.heads()
    for stream, (number, hashed) in sorted(signed.heads.items()):
        found = now[stream].number if stream in now else 0
        if found < number:
            raise Damaged(f"was there on {signed.at}, and the stream ends at {found}", stream=stream, number=number)
        if next(log.read(stream, number, number)).hash != hashed:
            raise Damaged(f"is another event than on {signed.at}", stream=stream, number=number)
