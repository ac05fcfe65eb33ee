"""`houseway incident …`: malfunctions, their deadlines, and their reports."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer

from houseway.cli.group import Commands
from houseway.cli.house.act_commands import CommandGroup
from houseway.cli.house.common import Database, Json, opened, print_table
from houseway.cli.house.reading import Reader, reading
from houseway.house.office.incidents import INCIDENT_ACTS
from houseway.house.people.rights import READ_REPORTS

if TYPE_CHECKING:
    from houseway.house.log.log import Appended
    from houseway.house.office.incidents import Incidents
    from houseway.house.people.act import ActInput
    from houseway.house.people.house import House

HELP: Final = (
    "Malfunctions of equipment, and their deadlines for reporting (WAC 230-06-054)."
    "\n\nExample: houseway incident list --as abe"
)


def list_incidents(
    unreported: Annotated[bool, typer.Option("--unreported", help="Only those that are not reported yet.")] = False,
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """List incidents with their deadlines; `houseway audit incidents` exits 1 if one is overdue.

    For those who may read reports.

    Example: houseway incident list --unreported --as abe
    """
    from houseway.house.office.incidents import Incidents

    with reading(db, READ_REPORTS, by) as log:
        show_incidents(Incidents(log), unreported=unreported, as_json=json)


def show_incidents(register: "Incidents", *, unreported: bool, as_json: bool) -> None:
    """Incidents, for programs or for people."""
    from houseway.cli.console import console, print_json

    now = register.log.clock()
    listed = [one for one in register.fresh().incidents if not (unreported and one.reported)]
    if as_json:
        print_json([one.row(now) for one in listed])
        return
    if not listed:
        console().print("no incident is to be reported" if unreported else "there are no incidents", markup=False)
        return
    columns = ["incident", "status", "discovered", "deadline", "reference", "concerns", "description"]
    rows = [
        {
            **msgspec.to_builtins(one.row(now)),
            "discovered": _minute(one.discovered),
            "deadline": _minute(one.deadline),
            "concerns": ", ".join([*(f"table {name}" for name in one.tables), *(f"jackpot {n}" for n in one.jackpots)]),
        }
        for one in listed
    ]
    print_table(console(), columns, rows)


def _minute(moment: str) -> str:
    return moment[:16] + "Z"


@contextmanager
def _at_register(db: str | None, _name: str = "") -> "Iterator[tuple[House, Incidents]]":
    from houseway.house.office.incidents import Incidents
    from houseway.house.people.house import House

    with opened(db) as log:
        people = House(log)
        yield people, Incidents(log, people=people)


def _answer(register: "Incidents", _asked: "ActInput", _who: str, events: "Appended", as_json: bool) -> None:
    from houseway.cli.console import console, print_json
    from houseway.house.office.incidents import incident_number

    one, now = register.find(incident_number(events[-1])), register.log.clock()
    if as_json:
        print_json(one.row(now))
    elif one.reported:
        late = ", after its deadline" if one.late else ""
        entered = f", entered {one.report_entered}" if one.report_entered[:16] != one.reported[:16] else ""
        console().print(
            f"incident {one.number}: reported {one.reported} as {one.reference}{late}{entered}", markup=False
        )
    else:
        console().print(f"incident {one.number}: to be reported by {one.deadline} ({one.hours} hours)", markup=False)


INCIDENT: Final = CommandGroup(name="incident", open=_at_register, answer=_answer)
COMMANDS: Final[Commands] = {**INCIDENT.commands(INCIDENT_ACTS), "list": list_incidents}
