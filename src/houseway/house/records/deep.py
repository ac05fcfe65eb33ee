"""The deep audit: not only that the log is whole, but that everything in it means what it says.

Every act was allowed to its persons, every round is played and settled again, every jackpot adds up, every shuffle and
value is derived again, the cage's postings are made again, the schema is as shipped, and no stream that an earlier
self-check saw is missing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from typing import Any, Final

from houseway.errors import HousewayError
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.log.events import Event
from houseway.house.log.kinds import SystemEvent
from houseway.house.log.log import Damaged, Log
from houseway.house.log.names import HOUSE, SYSTEM, jackpot_name, table_name
from houseway.house.records.audit import Progress, Verdict, audit_log, missing_heads
from houseway.house.records.audit_shuffle import check_shuffles
from houseway.house.records.deep_acts import ActsAudit
from houseway.house.records.deep_rounds import RoundsAudit
from houseway.house.records.deep_trays import tray_problems
from houseway.house.records.heads import SignedHeads

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


def deep_audit(log: Log, head: SignedHeads | None = None, progress: Progress | None = None) -> DeepVerdict:
    """Walk the log twice: for its form, and, where that is whole, for what it means."""
    form = audit_log(log, head, progress)
    if form.broken is not None:
        return DeepVerdict(form=form)
    with log.consistent_view() as view:
        findings = []
        for found in _findings(view, progress or (lambda _done, _total: None)):
            findings.append(found)
            if len(findings) >= MOST:
                break
    return DeepVerdict(form=form, findings=tuple(findings))


def _findings(log: Log, progress: Progress) -> Iterator[Damaged]:
    yield from log.check_schema()
    yield from _older_problems(log)
    yield from _walk(log, progress)
    for stream in log.streams():
        if name := table_name(stream):
            for problem in check_shuffles(log, name).problems:
                yield Damaged(problem, stream=stream, number=log.head(stream).number)
            for problem in tray_problems(log, name):
                yield Damaged(problem, stream=stream, number=log.head(stream).number)
        elif name := jackpot_name(stream):
            yield from _jackpot(log, name, stream)


def _jackpot(log: Log, name: str, stream: str) -> Iterator[Damaged]:
    number = log.head(stream).number
    try:
        adds_up = Jackpot(log, name).reconcile()["adds up"]
    except (HousewayError, LookupError, TypeError, ValueError) as problem:
        yield Damaged(f"cannot be read: {problem}", stream=stream, number=number)
        return
    if not adds_up:
        yield Damaged("the meter is not what its events make it", stream=stream, number=number)


def _walk(log: Log, progress: Progress) -> Iterator[Damaged]:
    """All events in the order of time, those of the house first where several have one moment."""
    heads = log.heads()
    total = sum(head.number for head in heads.values())
    before = {stream: head.number for stream, head in log.older_heads().items()}
    audits = (ActsAudit(before), RoundsAudit(log), _SeenHeads(log))
    events = merge(*(_timed(log, stream) for stream in heads))
    for done, (_, _, _, event) in enumerate(events):
        for audit in audits:
            for what in audit.look(event):
                yield Damaged(what, stream=event.stream, number=event.number)
        if not done % 1000:
            progress(done, total)


def _timed(log: Log, stream: str) -> Iterator[tuple[str, bool, str, Event]]:
    for event in log.read(stream):
        yield event.at, stream != HOUSE, f"{stream} {event.number:012}", event


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
