"""The self-check of the house (R14, R26, R30): walk the log, compare the software, record the result.

A long-running program is a `ProgramRun`: it checks itself when it starts and every 24 hours, and stops where the log is
broken. If a run ended without recording its end, the next run of the same name notices. All these events are on the
stream `system`.
"""

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from houseway.errors import HousewayError, NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import SystemEvent
from houseway.house.log.log import Damaged, Log
from houseway.house.log.names import SYSTEM
from houseway.house.log.site_payloads import (
    LogVerdict,
    ProgramEnded,
    ProgramFailed,
    ProgramInterrupted,
    ProgramStarted,
    SelfChecked,
    SoftwareDiffers,
)
from houseway.house.records.audit import Verdict, audit_log
from houseway.house.records.deep_audit.walk import DeepVerdict, deep_audit
from houseway.house.records.deep_audit.workers import Progress
from houseway.house.tables.known_tables import OpenTable, open_tables
from houseway.kernel import source_digest

EVERY: Final = timedelta(hours=24)
_PACKAGE: Final = Path(__file__).parents[2]

Digest = Callable[[], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfCheck:
    """The result of a self-check."""

    verdict: Verdict
    software: str  # that runs
    differing: tuple[OpenTable, ...] = ()  # open tables that were opened with other software
    findings: tuple[Damaged, ...] = ()  # of a deep audit: events that contradict what they record
    recorded: bool = True

    @property
    def passed(self) -> bool:
        """Whether the log is whole, and every open table was opened with the software that runs."""
        return self.verdict.broken is None and not self.differing and not self.findings

    def to_struct(self) -> "PrintedSelfCheck":
        """As `houseway audit check --json` prints it."""
        return PrintedSelfCheck(
            passed=self.passed,
            log=self.verdict.to_struct(),
            software=self.software,
            differing=[one.table for one in self.differing],
            findings=[str(one) for one in self.findings],
            recorded=self.recorded,
        )

    def payload(self, occasion: str, heads: dict[str, tuple[int, str]], owner: str = "") -> SelfChecked:
        """The event's payload, with the heads of the streams and the owner of their tables."""
        answer = msgspec.structs.asdict(self.to_struct())
        del answer["recorded"]
        return SelfChecked(occasion=occasion, heads=heads, owner=owner, **answer)


class PrintedSelfCheck(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer of a self-check for programs, and whether it could be recorded."""

    passed: bool
    log: LogVerdict
    software: str
    differing: list[str]
    findings: list[str] = []
    recorded: bool


def self_check(
    log: Log,
    occasion: str = "on demand",
    *,
    software: Digest = source_digest,
    progress: Progress | None = None,
    deep: bool = False,
) -> SelfCheck:
    """Walk the log, compare the software, and record the result if the log can still be written.

    `deep` also replays every event.
    """
    looked = deep_audit(log, progress=progress) if deep else DeepVerdict(form=audit_log(log, progress=progress))
    verdict, running = looked.form, software()
    try:
        differing = tuple(one for one in open_tables(log) if one.software != running)
        check = SelfCheck(verdict=verdict, software=running, differing=differing, findings=looked.findings)
        heads = {name: (head.number, head.hash) for name, head in log.heads().items()}
        log.append(*_events(check, check.payload(occasion, heads, log.owner())))
    except (HousewayError, ArithmeticError, LookupError, TypeError, ValueError):
        if verdict.broken is None:
            raise
        return SelfCheck(verdict=verdict, software=running, recorded=False)
    return check


def _events(check: SelfCheck, payload: SelfChecked) -> Iterator[NewEvent]:
    yield NewEvent(stream=SYSTEM, data=payload)
    for one in check.differing:
        differs = SoftwareDiffers(table=one.table, opened=one.opened, opened_with=one.software, running=check.software)
        yield NewEvent(stream=SYSTEM, data=differs)


# ---- programs that run for long


class ProgramRun:
    """A long-running program from its start to its end, as a context manager."""

    def __init__(self, log: Log, name: str, *, every: timedelta = EVERY, software: Digest = source_digest) -> None:
        self.name = name
        self._log = log
        self._every = every
        self._software = software
        self._due: datetime = log.clock()

    def __enter__(self) -> Self:
        self._check("start")
        events = [NewEvent(stream=SYSTEM, data=ProgramStarted(program=self.name))]
        if since := _unended_run(self._log, self.name):
            events.insert(0, NewEvent(stream=SYSTEM, data=ProgramInterrupted(program=self.name, since=since)))
        self._log.append(*events)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        ended = ProgramEnded(program=self.name, error=kind.__name__ if kind else "")
        with suppress(HousewayError):  # what ended it may be the storage
            self._log.append(NewEvent(stream=SYSTEM, data=ended))

    def check_if_due(self) -> None:
        """Check again if 24 hours have passed."""
        if self._log.clock() >= self._due:
            self._check(f"{self._every // timedelta(hours=1)} hours", deep=True)

    def _check(self, occasion: str, *, deep: bool = False) -> None:
        result = self_check(self._log, occasion, software=self._software, deep=deep)
        self._due = self._log.clock() + self._every
        if broken := result.verdict.broken:
            raise NotAllowedNow(f"does not run on a broken log: {broken}", field=self.name)


def _unended_run(log: Log, name: str) -> str:
    """When the last run of this name started, if it never ended."""
    since = ""
    for event in log.read(SYSTEM):
        if event.kind == SystemEvent.STARTED and event.read(ProgramStarted).program == name:
            since = event.at
        elif event.kind == SystemEvent.ENDED and event.read(ProgramEnded).program == name:
            since = ""
    return since


# ---- errors of the program itself


@contextmanager
def record_errors(log: Log, *expected: type[BaseException]) -> Iterator[None]:
    """Record an unexpected error as an event, and raise it again.

    Only its type and place are recorded: the message might contain a hidden card.
    """
    try:
        yield
    except Exception as problem:
        if not isinstance(problem, (HousewayError, *expected)):
            with suppress(Exception):  # the original error matters more
                log.append(NewEvent(stream=SYSTEM, data=_failure(problem)))
        raise


def _failure(problem: Exception) -> ProgramFailed:
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if _is_ours(frame.filename)]
    places = [f"{Path(frame.filename).relative_to(_PACKAGE)}:{frame.lineno} {frame.name}" for frame in frames]
    return ProgramFailed(error=type(problem).__name__, places=places[-8:])


def _is_ours(file: str) -> bool:
    return Path(file).is_relative_to(_PACKAGE) and file != __file__
