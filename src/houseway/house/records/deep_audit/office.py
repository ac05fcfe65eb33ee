"""The deep audit of the office: the site is disabled and enabled in turn, incidents are opened before a report.

Programs start before they end, and the house has one first key of each kind.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from houseway.house.log.events import Event, timestamp
from houseway.house.log.kinds import IncidentEvent, SessionEvent, SiteEvent, SystemEvent, TableEvent
from houseway.house.log.names import INCIDENTS, SESSIONS, SITE, SYSTEM
from houseway.house.log.site_payloads import (
    IncidentOpened,
    IncidentReported,
    ProgramEnded,
    ProgramInterrupted,
    ProgramStarted,
    SiteDisabled,
    SiteEnabled,
)
from houseway.house.sheets.policy import policy_on
from houseway.house.tables.payloads import Disabled


class OfficeAudit:
    """The site, its incidents and its programs, brought from event to event."""

    def __init__(self) -> None:
        self._disabled = ""  # why
        self._incidents: list[IncidentOpened] = []
        self._reported: set[int] = set()
        self._started: dict[str, set[str]] = {}  # when each program has started
        self._keys: set[str] = set()  # streams whose first key was made

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with an event of the site, of the incidents, or of a table that is enabled."""
        if event.stream == SITE:
            return self._site_problems(event)
        if event.stream == INCIDENTS:
            return self._incident_problems(event)
        if event.stream in (SYSTEM, SESSIONS):
            return self._program_problems(event)
        if event.kind == TableEvent.ENABLED and self._disabled:
            return iter([f"the site was disabled then: {self._disabled}"])
        if event.kind == TableEvent.DISABLED and event.read(Disabled).reason != self._disabled:
            return iter(["the site was not disabled for this reason"])
        return iter(())

    def fold(self, event: Event) -> None:
        """Update the site after an event, without checking it."""
        if event.stream == SITE and event.kind in (SiteEvent.DISABLED, SiteEvent.ENABLED):
            self._disabled = event.read(SiteDisabled).reason if event.kind == SiteEvent.DISABLED else ""

    def _site_problems(self, event: Event) -> Iterator[str]:
        if event.kind == SiteEvent.DISABLED:
            if not event.read(SiteDisabled).reason.strip():
                yield "it does not say why"
            if self._disabled:
                yield "the site was disabled already"
        elif event.kind == SiteEvent.ENABLED and event.read(SiteEnabled).reason != self._disabled:
            yield "the site was disabled for another reason" if self._disabled else "the site was not disabled"
        elif event.kind == SiteEvent.ENABLED and not self._disabled:
            yield "the site was not disabled"
        self.fold(event)

    def _program_problems(self, event: Event) -> Iterator[str]:
        """A program that ended or was interrupted had started; a first key is made once."""
        if event.kind == SystemEvent.STARTED:
            self._started.setdefault(event.read(ProgramStarted).program, set()).add(event.at)
        elif event.kind == SystemEvent.ENDED:
            if event.read(ProgramEnded).program not in self._started:
                yield "no such program had started"
        elif event.kind == SystemEvent.INTERRUPTED:
            interrupted = event.read(ProgramInterrupted)
            if interrupted.since not in self._started.get(interrupted.program, ()):
                yield "no such program started then"
        elif event.kind in (SystemEvent.KEY_MADE, SessionEvent.KEY_MADE):
            if event.stream in self._keys:
                yield "the first key was made before"
            self._keys.add(event.stream)

    def _incident_problems(self, event: Event) -> Iterator[str]:
        if event.kind == IncidentEvent.OPENED:
            yield from self._opened_problems(event.read(IncidentOpened), event.at)
        elif event.kind == IncidentEvent.REPORTED:
            yield from self._report_problems(event.read(IncidentReported), event.at)

    def _opened_problems(self, opened: IncidentOpened, at: str) -> Iterator[str]:
        if opened.incident != len(self._incidents) + 1:
            yield "it is not the next incident"
        if not opened.description.strip():
            yield "it does not say what happened"
        if opened.discovered > at:
            yield "it was discovered after it was written down"
        discovered = datetime.fromisoformat(opened.discovered)
        lawful = policy_on(discovered.date()).figure("malfunction", "hours")
        if not 0 < opened.hours <= lawful or opened.deadline != timestamp(discovered + timedelta(hours=opened.hours)):
            yield "its deadline is not the hours after the discovery"
        self._incidents.append(opened)

    def _report_problems(self, report: IncidentReported, at: str) -> Iterator[str]:
        number = report.incident
        if not 1 <= number <= len(self._incidents):
            yield f"there is no incident {number}"
            return
        if number in self._reported:
            yield "it was reported before"
        opened = self._incidents[number - 1]
        if not opened.discovered <= report.reported <= at:
            yield "it was reported before the discovery, or after it was written down"
        if report.late != (report.reported > opened.deadline):
            yield "it says wrongly whether it was late"
        self._reported.add(number)
