"""Malfunctions and their reporting deadline (WAC 230-06-054); they have their own stream.

The deadline counts from the discovery: the fewest hours that the sheets of the tables concerned state, and at most the
hours of the law.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta, Struct

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.jackpots.report import find_jackpot
from houseway.house.log.aggregate import PENDING, EventFacts, Plan, Secret
from houseway.house.log.events import Event, timestamp
from houseway.house.log.kinds import TableEvent
from houseway.house.log.log import Appender, Log
from houseway.house.log.names import INCIDENTS, table_stream
from houseway.house.log.site_payloads import INCIDENT_PAYLOADS, IncidentOpened, IncidentReported
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActingAggregate, ActInput, Catalogue, Desk
from houseway.house.people.act_fields import MomentText, Name, Word
from houseway.house.people.permissions import Permissions
from houseway.house.people.rights import FLOOR, MANAGERS, Right
from houseway.house.sheets.policy import policy_on
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.tables.known_tables import require_table
from houseway.house.tables.payloads import Opened
from houseway.values import changed

LONGEST: Final = 2000  # characters of a description


class IncidentRow(Struct, frozen=True, kw_only=True):
    """An incident as `houseway incident list --json` prints it."""

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
    entered: str
    report_entered: str | None


@dataclass(frozen=True, kw_only=True)
class Incident:
    """A malfunction: when it was discovered, its deadline and, once it is reported, the time and the reference."""

    number: int
    description: str
    discovered: str
    hours: int
    deadline: str
    tables: tuple[str, ...] = ()
    jackpots: tuple[str, ...] = ()
    reported: str = ""
    reference: str = ""
    entered: str = ""  # when the discovery was written down
    report_entered: str = ""  # when the report was written down

    @property
    def late(self) -> bool:
        """Whether it was reported after its deadline."""
        return self.reported > self.deadline

    def overdue(self, now: datetime) -> bool:
        """Whether its deadline has passed without a report."""
        return not self.reported and timestamp(now) > self.deadline

    def row(self, now: datetime) -> "IncidentRow":
        """The incident as it stands at a moment."""
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
            entered=self.entered,
            report_entered=self.report_entered or None,
        )

    def status(self, now: datetime) -> str:
        """`open`, `overdue`, `reported` or `reported late`."""
        if self.reported:
            return "reported late" if self.late else "reported"
        return "overdue" if self.overdue(now) else "open"


@dataclass(frozen=True, kw_only=True)
class Register:
    """All incidents, in the order in which they were opened."""

    number: int = 0  # of the stream's last event
    incidents: tuple[Incident, ...] = ()


@dataclass(frozen=True, kw_only=True)
class IncidentDesk(Desk):
    """Who acts, and the log that the register is in."""

    log: Log

    def past(self, text: str, field: str) -> datetime:
        """A past moment as named, or now."""
        now = self.log.clock().astimezone(UTC)
        moment = _moment(text) if text else now
        if moment > now:
            raise InvalidInput("is in the future", field=field)
        return moment

    def entered(self, text: str) -> str:
        """The time of entry, if the event names an earlier moment."""
        return timestamp(self.log.clock().astimezone(UTC)) if text else ""


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InvalidInput("is not a time such as 2026-11-16T20:15", field="at") from None


class OpenIncident(ActInput, frozen=True, kw_only=True):
    """Record a malfunction; its deadline runs from its discovery, now or at a moment of the past."""

    description: Annotated[
        str, Meta(max_length=LONGEST, description="What happened.", extra={"argument": True, "words": True})
    ]
    tables: Annotated[
        tuple[Name, ...],
        Meta(max_length=60, description="A table that it concerns; may be repeated.", extra={"option": "table"}),
    ] = ()
    jackpots: Annotated[
        tuple[Name, ...],
        Meta(max_length=60, description="A jackpot that it concerns; may be repeated.", extra={"option": "jackpot"}),
    ] = ()
    at: Annotated[MomentText, Meta(description="When it was discovered; now by default.")] = ""


def _open_incident(plan: Plan[Register], desk: IncidentDesk, asked: OpenIncident) -> None:
    require_text(asked.description, field="description", most=LONGEST)
    for table in asked.tables:
        require_table(desk.log, table)
    discovered = desk.past(asked.at, "discovered")
    hours = hours_to_report(desk.log, discovered, [*asked.tables, *_linked_tables(desk.log, asked.jackpots)])
    opened = IncidentOpened(
        incident=len(plan.state.incidents) + 1,
        description=asked.description,
        tables=list(asked.tables),
        jackpots=list(asked.jackpots),
        discovered=timestamp(discovered),
        hours=hours,
        deadline=timestamp(discovered + timedelta(hours=hours)),
        entered=desk.entered(asked.at),
    )
    plan.add(opened, by=desk.by)


def _incident(_desk: IncidentDesk, asked: OpenIncident) -> dict[str, object]:
    discovery = {"discovered": timestamp(_moment(asked.at))} if asked.at else {}
    named = {"tables": list(asked.tables), "jackpots": list(asked.jackpots)}
    return {"description": asked.description, **named, **discovery}


class ReportIncident(ActInput, frozen=True, kw_only=True):
    """Record that an incident was reported to the Commission, now or at a moment of the past, under a reference."""

    incident: Annotated[int, Meta(description="The incident's number.", extra={"argument": True})]
    reference: Annotated[Word, Meta(description="The report's reference.", extra={"argument": True})]
    at: Annotated[MomentText, Meta(description="When it was reported; now by default.")] = ""


def _report_incident(plan: Plan[Register], desk: IncidentDesk, asked: ReportIncident) -> None:
    require_text(asked.reference, field="reference")
    when, one = timestamp(desk.past(asked.at, "reported")), _find(plan.state, asked.incident)
    if one.reported:
        raise NotAllowedNow(f"was reported {one.reported} as {one.reference}", field=f"incident {asked.incident}")
    if when < one.discovered:
        raise InvalidInput("is before the discovery", field="reported")
    late = when > one.deadline
    report = IncidentReported(
        incident=asked.incident,
        reported=when,
        reference=asked.reference,
        late=late,
        entered=desk.entered(asked.at),
    )
    plan.add(report, by=desk.by)


def _report(_desk: IncidentDesk, asked: ReportIncident) -> dict[str, object]:
    when = {"reported": timestamp(_moment(asked.at))} if asked.at else {}
    return {"incident": asked.incident, "reference": asked.reference, **when}


INCIDENT_ACTS: Final = Catalogue[Register, IncidentDesk](
    "incident",
    (
        Act(
            "open",
            OpenIncident,
            Right("report incident", MANAGERS | FLOOR, note="within the house"),
            (IncidentOpened,),
            _open_incident,
            'open "the reader shows red for a king" --table 7 --as dan',
            says=_incident,
        ),
        Act(
            "report",
            ReportIncident,
            Right("record report", MANAGERS, note="to the Commission"),
            (IncidentReported,),
            _report_incident,
            "report 1 WSGC-2026-113 --as sue",
            says=_report,
        ),
    ),
    *INCIDENT_PAYLOADS.values(),
)


class Incidents(ActingAggregate[Register, IncidentDesk]):
    """The incidents of a house."""

    catalogue = INCIDENT_ACTS

    def __init__(self, log: Log, appender: Appender | None = None, people: Permissions | None = None) -> None:
        super().__init__(log, INCIDENTS, Register(), appender)
        self._people = people
        self.catch_up()

    def desk(self, by: str = "", second: str = "") -> IncidentDesk:
        """The desk at which these persons act."""
        return IncidentDesk(by=by, second=second, people=self._people, log=self.log)

    def fold(self, state: Register, facts: EventFacts, secret: Secret) -> Register:
        """The register after an event."""
        payload, incidents = facts.data, state.incidents
        if isinstance(payload, IncidentOpened):
            incidents = (*incidents, _opened(payload, payload.entered or facts.at))
        elif isinstance(payload, IncidentReported):
            place = payload.incident - 1
            one = changed(
                incidents[place],
                reported=payload.reported,
                reference=payload.reference,
                report_entered=payload.entered or facts.at,
            )
            incidents = (*incidents[:place], one, *incidents[place + 1 :])
        return Register(number=state.number + 1, incidents=incidents)

    def with_time(self, state: Register, at: str) -> Register:
        """The same state: the log has the times of entry, and the reporter names the others."""
        incidents = tuple(
            changed(
                one,
                entered=at if one.entered == PENDING else one.entered,
                report_entered=at if one.report_entered == PENDING else one.report_entered,
            )
            for one in state.incidents
        )
        return Register(number=state.number, incidents=incidents)

    def find(self, number: int) -> Incident:
        """An incident by its number."""
        return _find(self.fresh(), number)

    def overdue(self) -> list[Incident]:
        """The incidents that should have been reported by now."""
        now = self.log.clock()
        return [one for one in self.fresh().incidents if one.overdue(now)]


def incident_number(event: Event) -> int:
    """The incident that an event opens or says was reported."""
    if event.kind == IncidentOpened.KIND:
        return event.read(IncidentOpened).incident
    return event.read(IncidentReported).incident


def _opened(opened: IncidentOpened, entered: str) -> Incident:
    return Incident(
        number=opened.incident,
        description=opened.description,
        discovered=opened.discovered,
        hours=opened.hours,
        deadline=opened.deadline,
        tables=tuple(opened.tables),
        jackpots=tuple(opened.jackpots),
        entered=entered,
    )


def _find(state: Register, number: int) -> Incident:
    if not 1 <= number <= len(state.incidents):
        raise InvalidInput(f"there is no incident {number}", field="incident")
    return state.incidents[number - 1]


def hours_to_report(log: Log, discovered: datetime, tables: Iterable[str]) -> int:
    """The fewest hours that the sheets of these tables state, at most those of the law."""
    lawful = policy_on(discovered.date()).figure("malfunction", "hours")
    return min([lawful, *(hours for table in tables if (hours := _stated_hours(log, table)))])


def _stated_hours(log: Log, table: str) -> int:
    """The hours on the sheet that a table was last opened with; 0 where it states none."""
    opened = log.last(table_stream(table), TableEvent.OPENED)
    text = opened.read(Opened).sheet if opened else ""
    return parse_sheet(text).controls.malfunction_hours if text else 0


def _linked_tables(log: Log, jackpots: Sequence[str]) -> Iterator[str]:
    """The tables that are open on some jackpots."""
    for name in jackpots:
        yield from find_jackpot(log, name).state.tables
