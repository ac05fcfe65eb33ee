"""The deep audit of the office: the site is disabled and enabled in turn, and incidents are opened before a report."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from houseway.house.log.events import Event, timestamp
from houseway.house.log.kinds import IncidentEvent, SiteEvent, TableEvent
from houseway.house.log.names import INCIDENTS, SITE
from houseway.house.log.site_payloads import IncidentOpened, IncidentReported, SiteDisabled


class OfficeAudit:
    """The site and its incidents, brought from event to event."""

    def __init__(self) -> None:
        self._disabled = ""  # why
        self._deadlines: list[str] = []  # of the incidents, in their order
        self._reported: set[int] = set()

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with an event of the site, of the incidents, or of a table that is enabled."""
        if event.stream == SITE:
            return self._site_problems(event)
        if event.stream == INCIDENTS:
            return self._incident_problems(event)
        if event.kind == TableEvent.ENABLED and self._disabled:
            return iter([f"the site was disabled then: {self._disabled}"])
        return iter(())

    def fold(self, event: Event) -> None:
        """Bring the site to where it stands after an event, without a look at it."""
        if event.stream == SITE and event.kind in (SiteEvent.DISABLED, SiteEvent.ENABLED):
            self._disabled = event.read(SiteDisabled).reason if event.kind == SiteEvent.DISABLED else ""

    def _site_problems(self, event: Event) -> Iterator[str]:
        if event.kind == SiteEvent.DISABLED:
            if not event.read(SiteDisabled).reason.strip():
                yield "it does not say why"
            if self._disabled:
                yield "the site was disabled already"
        elif event.kind == SiteEvent.ENABLED and not self._disabled:
            yield "the site was not disabled"
        self.fold(event)

    def _incident_problems(self, event: Event) -> Iterator[str]:
        if event.kind == IncidentEvent.OPENED:
            yield from self._opened_problems(event.read(IncidentOpened))
        elif event.kind == IncidentEvent.REPORTED:
            yield from self._report_problems(event.read(IncidentReported))

    def _opened_problems(self, opened: IncidentOpened) -> Iterator[str]:
        if opened.incident != len(self._deadlines) + 1:
            yield "it is not the next incident"
        if not opened.description.strip():
            yield "it does not say what happened"
        discovered = datetime.fromisoformat(opened.discovered)
        if opened.hours <= 0 or opened.deadline != timestamp(discovered + timedelta(hours=opened.hours)):
            yield "its deadline is not the hours after the discovery"
        self._deadlines.append(opened.deadline)

    def _report_problems(self, report: IncidentReported) -> Iterator[str]:
        number = report.incident
        if not 1 <= number <= len(self._deadlines):
            yield f"there is no incident {number}"
            return
        if number in self._reported:
            yield "it was reported before"
        if report.late != (report.reported > self._deadlines[number - 1]):
            yield "it says wrongly whether it was late"
        self._reported.add(number)
