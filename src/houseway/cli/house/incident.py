"""`houseway incident …`: malfunctions, the clock that runs from their discovery, and their report."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.common import By, Database, Json, opened, print_table, sign_in
from houseway.cli.house.floor import Request
from houseway.cli.house.reading import Reader, reading

if TYPE_CHECKING:
    from houseway.house.controls.incidents import Incidents
    from houseway.house.log.log import Appended

HELP: Final = (
    "Malfunctions of equipment, and until when they must be reported (WAC 230-06-054)."
    "\n\nExample: houseway incident list --as abe"
)

At = Annotated[
    str | None, typer.Option("--at", metavar="TIME", help="When, such as 2026-11-16T20:15; local time, now by default.")
]


def open_incident(
    description: Annotated[str, typer.Argument(help="What is wrong, in words.")],
    table: Annotated[list[str] | None, typer.Option(help="A table that is concerned; may be repeated.")] = None,
    jackpot: Annotated[list[str] | None, typer.Option(help="A jackpot that is concerned; may be repeated.")] = None,
    at: At = None,
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Write down a malfunction when it is found; its clock runs by the hours of the sheets concerned, at most 72.

    Example: houseway incident open "the card reader shows no light" --table 7 --as dan
    """
    found = _moment(at)
    with _incidents(db, by) as (register, who):
        events = register.open(
            description, tables=table or (), jackpots=jackpot or (), discovered=found, by=who, request=request
        )
        _answer(register, events, as_json=json)


def report(
    number: Annotated[int, typer.Argument(metavar="INCIDENT", help="Its number.")],
    reference: Annotated[str, typer.Argument(help="The reference of the report.")],
    at: At = None,
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Write down that an incident was reported to the Commission, and under what reference.

    Example: houseway incident report 3 WSGC-2026-118 --as sue
    """
    when = _moment(at)
    with _incidents(db, by) as (register, who):
        events = register.report(number, reference, reported=when, by=who, request=request)
        _answer(register, events, as_json=json)


def list_incidents(
    unreported: Annotated[bool, typer.Option("--unreported", help="Only those that are not reported yet.")] = False,
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """List incidents with their deadlines; `houseway audit incidents` answers whether one is overdue.

    For those who may read reports.

    Example: houseway incident list --unreported --as abe
    """
    from houseway.house.controls.incidents import Incidents

    with reading(db, "read reports", by) as log:
        show_incidents(Incidents(log), unreported=unreported, as_json=json)


def show_incidents(register: "Incidents", *, unreported: bool, as_json: bool) -> None:
    """Incidents, for programs or for people."""
    from msgspec import to_builtins

    from houseway.cli.console import console, print_json

    now = register.log.clock()
    found = [one for one in register.fresh().incidents if not (unreported and one.reported)]
    if as_json:
        print_json([one.to_struct(now) for one in found])
        return
    if not found:
        console().print("no incident is to be reported" if unreported else "there are no incidents", markup=False)
        return
    columns = ["incident", "status", "discovered", "deadline", "reference", "concerns", "description"]
    rows = [
        {
            **to_builtins(one.to_struct(now)),
            "discovered": _minute(one.discovered),
            "deadline": _minute(one.deadline),
            "concerns": ", ".join([*(f"table {name}" for name in one.tables), *(f"jackpot {n}" for n in one.jackpots)]),
        }
        for one in found
    ]
    print_table(console(), columns, rows)


def _minute(moment: str) -> str:
    return moment[:16] + "Z"


@contextmanager
def _incidents(db: str | None, by: str | None) -> "Iterator[tuple[Incidents, str]]":
    from houseway.house.controls.incidents import Incidents
    from houseway.house.people.people import People

    with opened(db) as log:
        people = People(log)
        who = sign_in(people, by)
        yield Incidents(log, people=people), who


def _answer(register: "Incidents", events: "Appended", *, as_json: bool) -> None:
    from houseway.cli.console import console, print_json
    from houseway.house.controls.incidents import incident_number

    one, now = register.find(incident_number(events[-1])), register.log.clock()
    if as_json:
        print_json(one.to_struct(now))
    elif one.reported:
        late = ", after its deadline" if one.late else ""
        console().print(f"incident {one.number}: reported {one.reported} as {one.reference}{late}", markup=False)
    else:
        console().print(f"incident {one.number}: to be reported by {one.deadline} ({one.hours} hours)", markup=False)


def _moment(text: str | None) -> datetime | None:
    from houseway.errors import InvalidInput

    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        raise InvalidInput(f"{text[:40]!r} is not a time such as 2026-11-16T20:15", field="--at") from None


COMMANDS: Final[Commands] = {
    "open": open_incident,
    "report": report,
    "list": list_incidents,
}
