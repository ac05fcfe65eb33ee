"""The deep audit: not only is the log whole, but every event in it is consistent with the rules.

Every act was allowed to its persons, every round is played and settled again, every jackpot adds up, every shuffle and
value is derived again, the cage's postings are recomputed, the schema is as shipped, and no stream that an earlier
self-check saw is missing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from houseway.errors import HousewayError
from houseway.house.log.clock_corrections import ClockCorrections
from houseway.house.log.events import Event, Unreadable
from houseway.house.log.kinds import SystemEvent
from houseway.house.log.log import ConnectionLost, Damaged, Log, StorageFailed
from houseway.house.log.names import HOUSE, SITE, SYSTEM, jackpot_name, table_name
from houseway.house.log.site_payloads import LogVerdict, SeenHeads
from houseway.house.records.audit import StreamForm, StreamWalk, Verdict, missing_heads, walk_log, walk_streams
from houseway.house.records.deep_audit.acts import ActsAudit
from houseway.house.records.deep_audit.cage import BankMove, CageAudit, bank_moves, bank_problems
from houseway.house.records.deep_audit.jackpots import JackpotsAudit
from houseway.house.records.deep_audit.kinds import KindsAudit
from houseway.house.records.deep_audit.office import OfficeAudit
from houseway.house.records.deep_audit.older_rules import Older, ThisVersion, older_events
from houseway.house.records.deep_audit.pairs import PairedEvents, Side
from houseway.house.records.deep_audit.people import SettingsAudit
from houseway.house.records.deep_audit.rounds import RoundsAudit
from houseway.house.records.deep_audit.shuffles import ShufflesAudit
from houseway.house.records.deep_audit.step import AuditNote
from houseway.house.records.deep_audit.trays import tray_problems
from houseway.house.records.deep_audit.workers import Progress, Report, Workers, ignore_report, split_evenly
from houseway.house.records.heads import SignedHeads

_Look = Callable[[Event], Iterable[str]]  # finds what is wrong with an event
_UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
_WITH_BANK: Final = (HOUSE, "jackpot/")  # streams on which the bank's money moves
EVERY: Final = 500  # events between two reports of progress
MOST: Final = 1000  # findings that are listed


class AuditFinding(msgspec.Struct, frozen=True, kw_only=True):
    """An event that contradicts the rules, and why."""

    stream: str
    number: int
    what: str


class DeepLogVerdict(LogVerdict, frozen=True, kw_only=True):
    """The result of a deep audit, as `houseway audit verify --deep --json` prints it."""

    deep: bool = True
    findings: list[AuditFinding]
    notes: list[AuditFinding]  # no faults


@dataclass(frozen=True, slots=True, kw_only=True)
class DeepVerdict:
    """The result of a deep audit: the verdict on the form, and every event that contradicts the rules."""

    form: Verdict
    findings: tuple[Damaged, ...] = ()
    notes: tuple[Damaged, ...] = ()  # no faults: what an earlier version did differently

    @property
    def broken(self) -> Damaged | None:
        """The first fault."""
        return self.form.broken or (self.findings[0] if self.findings else None)

    def to_struct(self) -> DeepLogVerdict:
        """The verdict in the form of an answer."""
        form = msgspec.structs.asdict(self.form.to_struct())
        findings, notes = ([_to_struct(one) for one in rows] for rows in (self.findings, self.notes))
        return DeepLogVerdict(**{**form, "whole": self.broken is None}, findings=findings, notes=notes)


def _to_struct(one: Damaged) -> AuditFinding:
    return AuditFinding(stream=one.stream, number=one.number, what=one.reason)


def deep_audit(
    log: Log, head: SignedHeads | None = None, progress: Progress | None = None, *, jobs: int = 1
) -> DeepVerdict:
    """Walk the log once, for its form and for what it means; the meaning counts only where the form is whole.

    It is walked by `jobs` processes; where that is 0, a large log by one for each core. The findings are the same.
    """
    answers: list[Findings] = []

    def walk(workers: Workers, stops: Mapping[str, int]) -> Iterator[StreamForm]:
        shares = [Streams(own, stops) for own in split_evenly(stops, workers.count)]
        answers.extend(workers.answers(look_at_streams, shares, sum(stops.values())))
        forms = {form.stream: form for answer in answers for form in answer.forms}
        return iter([forms[stream] for stream in stops])

    with walk_log(log, head, progress, jobs=jobs, walk=walk) as walked:
        if walked.verdict.broken:
            return DeepVerdict(form=walked.verdict)
        findings = tuple(islice(_findings(walked.view, answers), MOST))
        notes = sorted(one for answer in answers for one in answer.notes)
        return DeepVerdict(form=walked.verdict, findings=findings, notes=tuple(one.damage() for one in notes[:MOST]))


def _findings(log: Log, answers: "Sequence[Findings]") -> Iterator[Damaged]:
    yield from log.check_schema()
    yield from _owner_problems(log)
    yield from older_events(log).problems
    on_the_way = sorted(one for answer in answers for one in answer.walked)
    after = sorted(one for answer in answers for one in answer.after)
    together = sorted(_together(answers))
    yield from (finding.damage() for finding in (*on_the_way, *together, *after))


def _owner_problems(log: Log) -> Iterator[Damaged]:
    """Whether the tables have the owner whom the last self-check saw."""
    checked = log.last(SYSTEM, SystemEvent.CHECKED)
    seen, owner = checked.read(SeenHeads).owner if checked else "", log.owner()
    if seen and seen != owner:
        yield Damaged(f"is {owner}, and was {seen} at the last self-check", field="owner")


def _together(answers: "Sequence[Findings]") -> "Iterator[Finding]":
    """Findings that need all streams: facts that only one of two streams records, and a bank that held too little."""
    for side in PairedEvents(one for answer in answers for one in answer.sides).unpaired():
        yield Finding(side.at, later=True, stream=side.stream, number=side.number, place=0, what=side.problem)
    for move in bank_problems([one for answer in answers for one in answer.bank]):
        what = "the bank did not hold it"
        yield Finding(move.at, later=True, stream=move.stream, number=move.number, place=0, what=what)


class Finding(NamedTuple):
    """What is wrong with an event, with the time at which it counts, so that findings are in the order of time."""

    at: str
    later: bool  # than what happened in the house at the same moment
    stream: str
    number: int
    place: int  # among the findings of the event
    what: str

    def damage(self) -> Damaged:
        """The finding in the form of an answer."""
        return Damaged(self.what, stream=self.stream, number=self.number)


class Streams(NamedTuple):
    """The streams that a process audits, and the heads of all streams."""

    own: Sequence[str]
    stops: Mapping[str, int]


class Findings(NamedTuple):
    """The findings on the way through some streams, and after it."""

    walked: list[Finding]
    notes: list[Finding]  # that are no faults
    after: list[Finding]  # shuffles and trays
    sides: list[Side]  # facts that another stream must record too, and none of these did
    bank: list[BankMove]
    forms: list[StreamForm]


def look_at_streams(log: Log, streams: Streams, report: Report) -> Findings:
    """Audit some streams, their form and their meaning; the house and the site are followed for rights.

    Where a stream is broken, findings on the meaning of the others do not count, and their events may not even be
    readable.
    """
    walk = _Walk(log, streams)
    walked: list[Finding] = []
    notes: list[Finding] = []
    try:
        for one in walk.findings(report):
            (notes if isinstance(one.what, AuditNote) else walked).append(one)
        after = [] if walk.is_broken else list(walk.after())
    except ConnectionLost:
        raise
    except StorageFailed:
        forms = [form for stream in streams.own for form in walk_streams(log, [stream], ignore_report)]
        if all(form.broken is None for form in forms):
            raise
        return Findings([], [], [], [], [], forms)
    return Findings(walked[:MOST], notes[:MOST], after, list(walk.pairs.unpaired()), walk.bank, walk.forms())


class _Walk:
    """Every check on the events of some streams, made in one pass."""

    def __init__(self, log: Log, streams: Streams) -> None:
        self._log, self._streams = log, streams
        self._older: Older = older_events(log)
        self._own = frozenset(streams.own)
        self._acts, self._office = ActsAudit(log, self._older.numbers), OfficeAudit()
        self._shuffles = {stream: ShufflesAudit(name) for stream in streams.own if (name := table_name(stream))}
        self.pairs = PairedEvents()
        self.bank: list[BankMove] = []
        self._kinds, self._seen = KindsAudit(), _SeenHeads(log)
        self._version = ThisVersion(log)
        self._rounds = RoundsAudit(log, self.pairs, self._older.numbers, self._version)
        self._jackpots = JackpotsAudit(log, self.pairs, self._version)
        self._cage = CageAudit(log, self._older.numbers)
        self._settings = SettingsAudit(self._older.numbers.get(HOUSE, 0))
        self._looks: dict[str, tuple[_Look, ...]] = {}  # by stream: the checks on its events
        self._back = log.clock_corrections()
        secrets = log.kept_secrets()
        followed = [one for one in streams.stops if one in self._own or one in (HOUSE, SITE)]
        self._chains = {one: StreamWalk(log, one, secrets, self._back) for one in followed}

    @property
    def is_broken(self) -> bool:
        """Whether a chain of these streams is broken."""
        return any(one.broken is not None for one in self._chains.values())

    def forms(self) -> list[StreamForm]:
        """The forms of the streams that are looked at here."""
        return [chain.form() for stream, chain in self._chains.items() if stream in self._own]

    def findings(self, report: Report) -> Iterator[Finding]:
        """All events in the order of time, those of the house first where several have one moment."""
        done = 0
        for at, later, _, _, event in merge(*(_timed(chain, one, self._back) for one, chain in self._chains.items())):
            if event.stream == HOUSE:
                self._version.follow(event)
            if event.stream not in self._own:
                self._follow(event)
                continue
            for place, what in enumerate(self._whats(event)):
                yield Finding(at, later, event.stream, event.number, place, what)
            if event.postings and event.stream.startswith(_WITH_BANK):
                judged = self._acts.is_judged and event.number > self._older.numbers.get(event.stream, 0)
                self.bank.extend(bank_moves(event, at, judged=judged))
            done += 1
            if not done % EVERY:
                report(EVERY)
        report(done % EVERY)

    def _whats(self, event: Event) -> Iterable[str]:
        looks = self._looks.get(event.stream)
        if looks is None:
            looks = self._looks[event.stream] = (self._kinds.look, self._acts.look, *self._looks_at(event.stream))
        problems: list[str] = []
        for look in looks:
            _add_problems(problems, look, event)
        # An event that cannot be read is one finding, however many look at it.
        return dict.fromkeys(problems) if problems else ()

    def _looks_at(self, stream: str) -> tuple[_Look, ...]:
        """The checks that apply to a stream."""
        if table_name(stream):
            return self._rounds.look, self._office.look, self._look_at_shuffle
        if jackpot_name(stream):
            return (self._jackpots.look,)
        if stream == HOUSE:
            return self._cage.look, self._settings.look
        return self._office.look, self._seen.look

    def _look_at_shuffle(self, event: Event) -> Iterable[str]:
        try:
            self._shuffles[event.stream].look(event)
        except (HousewayError, *_UNREADABLE):
            pass  # the audit of rounds has reported that it cannot be read
        return ()

    def _follow(self, event: Event) -> None:
        """Follow an event that another process audits and reports on."""
        for fold in (self._acts.fold, self._office.fold):
            with suppress(HousewayError, *_UNREADABLE):
                fold(event)

    def after(self) -> Iterator[Finding]:
        """Findings at the end of a stream."""
        for stream in sorted(self._shuffles):
            number = self._streams.stops[stream]
            problems = (
                *_shuffle_problems(self._shuffles[stream]),
                *tray_problems(self._log, table_name(stream), self._streams.stops),
            )
            for place, what in enumerate(problems):
                yield Finding(at="", later=False, stream=stream, number=number, place=place, what=what)


def _shuffle_problems(audit: ShufflesAudit) -> Iterator[str]:
    try:
        yield from audit.verdict().problems
    except (HousewayError, *_UNREADABLE) as problem:
        yield f"the last deck cannot be read: {problem}"


def _add_problems(problems: list[str], look: _Look, event: Event) -> None:
    """Add what a check finds wrong with an event; an event that cannot be read or folded is a finding too."""
    try:
        problems.extend(look(event))
    except StorageFailed:
        raise
    except Unreadable as problem:
        problems.append(f"it cannot be read: {problem.reason}")
    except HousewayError as problem:
        problems.append(str(problem))
    except _UNREADABLE as problem:
        problems.append(
            f"it cannot be read, or does not follow from what was before: {type(problem).__name__} {problem}"
        )


def _timed(chain: StreamWalk, stream: str, back: ClockCorrections) -> Iterator[tuple[str, bool, str, int, Event]]:
    later, moved = stream != HOUSE, back.concerns(stream)
    for event in chain.events():
        at = back.time_of(stream, event.number, event.at) if moved else event.at
        yield at, later, stream, event.number, event


class _SeenHeads:
    """Self-checks record every stream's head: what was there must still be there, and later checks must name it."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._named: frozenset[str] = frozenset()  # the streams that a check before has named

    def look(self, event: Event) -> Iterator[str]:
        """Heads of an earlier self-check that are gone."""
        if event.stream == SYSTEM and event.kind == SystemEvent.CHECKED:
            yield from missing_heads(self._log, event)
            heads = event.read(SeenHeads).heads
            named = self._named if heads is UNSET else frozenset(heads)
            if gone := sorted(self._named - named):
                yield f"it does not mention {gone[0]}, which an earlier check has seen"
            self._named |= named
