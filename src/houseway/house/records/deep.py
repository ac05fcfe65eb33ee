"""The deep audit: not only that the log is whole, but that everything in it means what it says.

Every act was allowed to its persons, every round is played and settled again, every jackpot adds up, every shuffle and
value is derived again, the cage's postings are made again, the schema is as shipped, and no stream that an earlier
self-check saw is missing.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Any, Final, NamedTuple

from houseway.errors import HousewayError
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.log.brought_back import BroughtBack
from houseway.house.log.events import Event
from houseway.house.log.kinds import SiteEvent, SystemEvent
from houseway.house.log.log import Damaged, Log
from houseway.house.log.names import HOUSE, SITE, SYSTEM, jackpot_name, table_name
from houseway.house.records.audit import Verdict, audit_log, missing_heads
from houseway.house.records.audit_shuffle import ShufflesAudit
from houseway.house.records.deep_acts import ActsAudit
from houseway.house.records.deep_rounds import RoundsAudit
from houseway.house.records.deep_trays import tray_problems
from houseway.house.records.heads import SignedHeads
from houseway.house.records.shares import Progress, Report, nobody_looks, split_evenly, workers

EVERY: Final = 500  # events between two words of how far it is
UNREADABLE: Final = (HousewayError, LookupError, TypeError, ValueError, AttributeError)
MOST: Final = 1000  # findings that are told


@dataclass(frozen=True, slots=True, kw_only=True)
class DeepVerdict:
    """What a deep audit found: the verdict on the form, and everything that does not mean what it says."""

    form: Verdict
    findings: tuple[Damaged, ...] = ()

    @property
    def broken(self) -> Damaged | None:
        """The first thing that is wrong."""
        return self.form.broken or (self.findings[0] if self.findings else None)

    def to_json(self) -> dict[str, Any]:
        """As `houseway audit verify --deep --json` prints it."""
        told = [{"stream": one.stream, "number": one.number, "what": one.reason} for one in self.findings]
        return {**self.form.to_json(), "whole": self.broken is None, "deep": True, "findings": told}


def deep_audit(
    log: Log, head: SignedHeads | None = None, progress: Progress | None = None, *, jobs: int = 1
) -> DeepVerdict:
    """Walk the log twice: for its form, and, where that is whole, for what it means.

    It is walked by `jobs` processes; where that is 0, a large log by one for each core. The findings are the same.
    """
    form = audit_log(log, head, progress, jobs=jobs)
    if form.broken is not None:
        return DeepVerdict(form=form)
    with log.consistent_view() as view:
        found = islice(_findings(view, progress or nobody_looks, jobs), MOST)
        return DeepVerdict(form=form, findings=tuple(found))


def _findings(log: Log, progress: Progress, jobs: int) -> Iterator[Damaged]:
    yield from log.check_schema()
    yield from _older_problems(log)
    stops = {stream: head.number for stream, head in log.heads().items()}
    with workers(log, stops, progress, jobs) as those:
        shares = [Streams(own, stops) for own in split_evenly(stops, those.count)]
        answers = list(those.answers(look_at_streams, shares, sum(stops.values())))
    walked = sorted(one for answer in answers for one in answer.walked)
    after = sorted(one for answer in answers for one in answer.after)
    yield from (finding.damage() for finding in (*walked, *after))


class Finding(NamedTuple):
    """What is wrong with an event, by the time that it counts as, so that findings are told in the order of time."""

    at: str
    later: bool  # than what happened in the house at the same moment
    stream: str
    number: int
    place: int  # among the findings of the event
    what: str

    def damage(self) -> Damaged:
        """As it is told."""
        return Damaged(self.what, stream=self.stream, number=self.number)


class Streams(NamedTuple):
    """The streams that somebody looks at, and where all streams stand."""

    own: Sequence[str]
    stops: Mapping[str, int]


class Findings(NamedTuple):
    """What was found on the way through some streams, and after it."""

    walked: list[Finding]
    after: list[Finding]  # shuffles and meters


def look_at_streams(log: Log, streams: Streams, report: Report) -> Findings:
    """What does not mean what it says in some streams; those of the house and the site are followed for rights."""
    shuffles = {stream: ShufflesAudit(name) for stream in streams.own if (name := table_name(stream))}
    walked = list(_walk(log, streams, shuffles, report))
    return Findings(walked[:MOST], list(_after(log, streams, shuffles)))


def _walk(log: Log, streams: Streams, shuffles: Mapping[str, ShufflesAudit], report: Report) -> Iterator[Finding]:
    """All events in the order of time, those of the house first where several have one moment."""
    before, back = {stream: head.number for stream, head in log.older_heads().items()}, log.brought_back()
    acts, own = ActsAudit(before), frozenset(streams.own)
    audits = (acts, RoundsAudit(log), _SeenHeads(log), _Practice(log))
    followed = [stream for stream in streams.stops if stream in own or stream in (HOUSE, SITE)]
    done = 0
    for at, later, _, _, event in merge(*(_timed(log, stream, back) for stream in followed)):
        if event.stream not in own:
            with suppress(*UNREADABLE):  # who looks at that stream says so
                acts.fold(event)
            continue
        whats = (what for audit in audits for what in audit.look(event))
        for place, what in enumerate(whats):
            yield Finding(at, later, event.stream, event.number, place, what)
        if event.stream in shuffles:
            with suppress(*UNREADABLE):  # whoever audits rounds has said that the event cannot be read
                shuffles[event.stream].look(event)
        done += 1
        if not done % EVERY:
            report(EVERY)
    report(done % EVERY)


def _timed(log: Log, stream: str, back: BroughtBack) -> Iterator[tuple[str, bool, str, int, Event]]:
    later, moved = stream != HOUSE, back.concerns(stream)
    for event in log.read(stream):
        at = back.time_of(stream, event.number, event.at) if moved else event.at
        yield at, later, stream, event.number, event


def _after(log: Log, streams: Streams, shuffles: Mapping[str, ShufflesAudit]) -> Iterator[Finding]:
    for stream in sorted(streams.own):
        number = streams.stops[stream]
        if stream in shuffles:
            trays = tray_problems(log, table_name(stream), streams.stops)
            problems = (*_shuffles(shuffles[stream]), *trays)
        elif name := jackpot_name(stream):
            problems = tuple(_jackpot(log, name))
        else:
            continue
        for place, what in enumerate(problems):
            yield Finding(at="", later=False, stream=stream, number=number, place=place, what=what)


def _shuffles(audit: ShufflesAudit) -> Iterator[str]:
    try:
        yield from audit.verdict().problems
    except UNREADABLE as problem:
        yield f"the last deck cannot be read: {problem}"


def _jackpot(log: Log, name: str) -> Iterator[str]:
    try:
        adds_up = Jackpot(log, name).reconcile()["adds up"]
    except UNREADABLE as problem:
        yield f"cannot be read: {problem}"
        return
    if not adds_up:
        yield "the meter is not what its events make it"


def _older_problems(log: Log) -> Iterator[Damaged]:
    """What was there when a house of before was brought over must be there still."""
    for stream, head in log.older_heads().items():
        found = next(iter(log.read(stream, head.number, head.number)), None)
        if found is None or found.hash != head.hash:
            yield Damaged(
                "was there when the house was brought over, and is not now", stream=stream, number=head.number
            )


class _SeenHeads:
    """Self-checks told where every stream stood: what was there then must be there still."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def look(self, event: Event) -> Iterator[str]:
        """What of the heads that an event tells is gone."""
        if event.stream == SYSTEM and event.kind == SystemEvent.CHECKED:
            yield from missing_heads(self._log, event)


class _Practice:
    """A house is declared one of practice before it has a table, a jackpot or money, or never."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def look(self, event: Event) -> Iterator[str]:
        """Whether a house was declared one too late."""
        if event.kind != SiteEvent.PRACTICE:
            return
        if event.stream != SITE:
            yield "it declares a practice house where nobody does"
        elif any(self._is_played(stream, event.at) for stream in self._log.streams()):
            yield "a house that was in use is declared one of practice"

    def _is_played(self, stream: str, until: str) -> bool:
        if stream == HOUSE:
            return bool(self._log.totals(HOUSE, self._log.number_before(HOUSE, until)))
        first = next(iter(self._log.read(stream, 1, 1)), None)
        return bool(table_name(stream) or jackpot_name(stream)) and first is not None and first.at < until
