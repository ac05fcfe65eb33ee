"""Malfunctions with a clock (WAC 230-06-054): found, described, reported before a deadline; a stream of their own.

The deadline is the moment of discovery and the fewest hours that the sheets of the tables concerned state, never more
than the law gives.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.jackpots.report import find_jackpot
from houseway.house.log.aggregate import EventFacts, Plan, Secret, StreamAggregate
from houseway.house.log.events import Event, timestamp
from houseway.house.log.kinds import IncidentEvent, TableEvent
from houseway.house.log.log import Appended, Appender, Log, personal_request
from houseway.house.log.names import INCIDENTS, table_stream
from houseway.house.log.site_payloads import INCIDENT_PAYLOADS, IncidentOpened, IncidentReported
from houseway.house.log.texts import require_text
from houseway.house.people.permissions import Permissions
from houseway.house.records.recall import require_table
from houseway.house.sheets.policy import policy_on
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.tables.payloads import Opened
from houseway.values import changed

LONGEST: Final = 2000  # characters of a description


@dataclass(frozen=True, kw_only=True)
class Incident:
    """A malfunction: when it was found, until when it must be reported, and, once it is, when and under what."""

    number: int
    description: str
    discovered: str
    hours: int
    deadline: str
    tables: tuple[str, ...] = ()
    jackpots: tuple[str, ...] = ()
    reported: str = ""
    reference: str = ""

    @property
    def late(self) -> bool:
        """Whether it was reported after its deadline."""
        return self.reported > self.deadline

    def overdue(self, now: datetime) -> bool:
        """Whether it is not reported though its deadline has passed."""
        return not self.reported and timestamp(now) > self.deadline

    def to_struct(self, now: datetime) -> "IncidentRow":
        """As `houseway incident list --json` prints it."""
        return IncidentRow(
            incident=self.number,
            description=self.description,
            tables=list(self.tables),
            jackpots=list(self.jackpots),
            discovered=self.discovered,
            hours=self.hours,
            deadline=self.deadline,
            reported=self.reported or None,
            reference=self.reference or None,
            status=self.status(now),
        )

    def status(self, now: datetime) -> str:
        """`open`, `overdue`, `reported` or `reported late`."""
        if self.reported:
            return "reported late" if self.late else "reported"
        return "overdue" if self.overdue(now) else "open"


class IncidentRow(msgspec.Struct, frozen=True, kw_only=True):
    """An incident, and how it stands at a moment."""

    incident: int
    description: str
    tables: list[str]
    jackpots: list[str]
    discovered: str
    hours: int
    deadline: str
    reported: str | None
    reference: str | None
    status: str


@dataclass(frozen=True, kw_only=True)
class Register:
    """All incidents, in the order in which they were opened."""

    number: int = 0  # of the stream's last event
    incidents: tuple[Incident, ...] = ()


class Incidents(StreamAggregate[Register]):
    """The incidents of a house."""

    payloads = INCIDENT_PAYLOADS

    def __init__(self, log: Log, appender: Appender | None = None, people: Permissions | None = None) -> None:
        super().__init__(log, INCIDENTS, Register(), appender)
        self._people = people
        self.catch_up()

    def fold(self, state: Register, facts: EventFacts, secret: Secret) -> Register:
        """The register after an event."""
        payload, incidents = facts.data, state.incidents
        if isinstance(payload, IncidentOpened):
            incidents = (*incidents, _opened(payload))
        elif isinstance(payload, IncidentReported):
            place = payload.incident - 1
            one = changed(incidents[place], reported=payload.reported, reference=payload.reference)
            incidents = (*incidents[:place], one, *incidents[place + 1 :])
        return Register(number=state.number + 1, incidents=incidents)

    def with_time(self, state: Register, at: str) -> Register:
        """The times of an incident are its reporter's, not the log's."""
        return state

    def open(
        self,
        description: str,
        *,
        tables: Sequence[str] = (),
        jackpots: Sequence[str] = (),
        discovered: datetime | None = None,
        by: str = "",
        request: str = "",
    ) -> Appended:
        """A malfunction was found, now or at a moment of the past; its clock runs from then."""
        self._permit("report incident", by)
        require_text(description, field="description", most=LONGEST)
        for table in tables:
            require_table(self.log, table)
        found = self._past(discovered, "discovered")
        hours = hours_to_report(self.log, found, [*tables, *_linked(self.log, jackpots)])

        def act(plan: Plan[Register]) -> None:
            opened = IncidentOpened(
                incident=len(plan.state.incidents) + 1,
                description=description,
                tables=list(tables),
                jackpots=list(jackpots),
                discovered=timestamp(found),
                hours=hours,
                deadline=timestamp(found + timedelta(hours=hours)),
            )
            plan.add(IncidentEvent.OPENED, opened, by=by)

        def matcher(event: Event) -> bool:
            """The same malfunction, discovered at the same moment where one is given."""
            if event.kind != IncidentEvent.OPENED:
                return False
            opened = event.read(IncidentOpened)
            same = (opened.description, opened.tables, opened.jackpots) == (description, [*tables], [*jackpots])
            return same and (discovered is None or opened.discovered == timestamp(found))

        return self.perform(act, personal_request(request, by), matcher)

    def report(
        self, number: int, reference: str, *, reported: datetime | None = None, by: str = "", request: str = ""
    ) -> Appended:
        """The incident was reported, now or at a moment of the past, and the report has this reference."""
        self._permit("record report", by)
        require_text(reference, field="reference")
        when = timestamp(self._past(reported, "reported"))

        def act(plan: Plan[Register]) -> None:
            one = _find(plan.state, number)
            if one.reported:
                raise NotAllowedNow(f"was reported {one.reported} as {one.reference}", field=f"incident {number}")
            if when < one.discovered:
                raise InvalidInput("is before the discovery", field="reported")
            late = when > one.deadline
            report = IncidentReported(incident=number, reported=when, reference=reference, late=late)
            plan.add(IncidentEvent.REPORTED, report, by=by)

        def matcher(event: Event) -> bool:
            """The same incident and reference, at the same moment where one is given."""
            if event.kind != IncidentEvent.REPORTED:
                return False
            report = event.read(IncidentReported)
            same = (report.incident, report.reference) == (number, reference)
            return same and (reported is None or report.reported == when)

        return self.perform(act, personal_request(request, by), matcher)

    def find(self, number: int) -> Incident:
        """An incident by its number."""
        return _find(self.fresh(), number)

    def overdue(self) -> list[Incident]:
        """Those that should have been reported by now."""
        now = self.log.clock()
        return [one for one in self.fresh().incidents if one.overdue(now)]

    def _past(self, moment: datetime | None, field: str) -> datetime:
        now = self.log.clock().astimezone(UTC)
        if moment is not None and moment > now:
            raise InvalidInput("is a moment to come", field=field)
        return moment.astimezone(UTC) if moment is not None else now

    def _permit(self, act: str, by: str) -> None:
        if self._people is not None:
            self._people.permit(act, by)


def incident_number(event: Event) -> int:
    """The incident that an event opens or says was reported."""
    if event.kind == IncidentEvent.OPENED:
        return event.read(IncidentOpened).incident
    return event.read(IncidentReported).incident


def _opened(opened: IncidentOpened) -> Incident:
    return Incident(
        number=opened.incident,
        description=opened.description,
        discovered=opened.discovered,
        hours=opened.hours,
        deadline=opened.deadline,
        tables=tuple(opened.tables),
        jackpots=tuple(opened.jackpots),
    )


def _find(state: Register, number: int) -> Incident:
    if not 1 <= number <= len(state.incidents):
        raise InvalidInput(f"there is no incident {number}", field="incident")
    return state.incidents[number - 1]


def hours_to_report(log: Log, discovered: datetime, tables: Iterable[str]) -> int:
    """The fewest hours that the sheets of these tables state, at most those of the law."""
    lawful = policy_on(discovered.date()).figure("malfunction", "hours")
    return min([lawful, *(hours for table in tables if (hours := _stated(log, table)))])


def _stated(log: Log, table: str) -> int:
    """What the sheet says that a table was opened with last; 0 where it says nothing."""
    opened = log.last(table_stream(table), TableEvent.OPENED)
    text = opened.read(Opened).sheet if opened else ""
    return parse_sheet(text).controls.malfunction_hours if text else 0


def _linked(log: Log, jackpots: Sequence[str]) -> Iterator[str]:
    """The tables that are open on some jackpots."""
    for name in jackpots:
        yield from find_jackpot(log, name).state.tables
