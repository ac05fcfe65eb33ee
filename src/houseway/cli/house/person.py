"""`houseway person …`: the people of the house and their roles."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.act_commands import CommandGroup, Second, second_of
from houseway.cli.house.cage import at_house
from houseway.cli.house.common import By, Database, Json, ask_password, identify, opened, print_table, sign_in
from houseway.cli.house.reading import Reader, reading
from houseway.house.people.person_acts import PERSON_ACTS, AddFirstPerson, AddPerson, SetPassword
from houseway.house.people.pin_acts import SetPin
from houseway.house.people.rights import READ_REPORTS

if TYPE_CHECKING:
    from houseway.house.log.log import Appended
    from houseway.house.people.act import ActInput
    from houseway.house.people.house import House, Person

Roles = Annotated[list[str], typer.Option(help="player, dealer, cashier, supervisor, auditor, administrator.")]
HELP: Final = "The people of the house and their roles.\n\nExample: houseway person list --as ada"


def add_person(
    name: Annotated[str, typer.Argument(help="Small letters, digits, dots and hyphens.")],
    role: Roles | None = None,
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Add a person with roles.

    The first person of a house is its administrator, and nobody needs to sign in to add them. During set-up, before the
    first table or dollar and the second administrator, one administrator is enough, and the log records that. After
    that two are needed for every change to people. The first password is asked for, or read from HOUSEWAY_NEW_PASSWORD.
    The new person must change it before anything else: houseway person password NAME --as NAME. Add the supervisors
    before the second administrator.

    Example: houseway person add dora --role dealer --as ada --second bea
    """
    with _people(db, founds=by is None) as people:
        if people.all():
            first = sign_in(people, by)
            other = second_of(people, PERSON_ACTS.acts["add"], first, second)
            _warn(people, role or [])
            adding = AddPerson(name=name, roles=tuple(role or ()), password=_new_password(name))
            people.do(adding, by=first, second=other)
        else:
            people.do(AddFirstPerson(name=name, password=_new_password(name)))
        _show_people(people, [people.person(name)], as_json=json)


def _warn(people: "House", roles: list[str]) -> None:
    """Warn on standard error about adding a person now; in a terminal, ask whether to continue."""
    if not (warning := people.first_day_warning(roles)):
        return
    typer.echo(f"houseway: {warning}", err=True)
    if sys.stdin.isatty():
        typer.confirm("Add the administrator now?", abort=True, err=True)


def set_password(name: str, by: By = None, second: Second = None, db: Database = None, json: Json = False) -> None:
    """Set a password: your own, with the old one, or anybody's as two administrators.

    It is asked for, or read from HOUSEWAY_NEW_PASSWORD. A sign-in does not replace the old password.

    Example: houseway person password dora --as dora
    """
    with _people(db) as people:
        first, old = identify(people, by, changes=True)
        own = first == name
        other = "" if own else second_of(people, PERSON_ACTS.acts["password"], first, second)
        if own and not old:
            old = ask_password(f"Old password of {name}", "HOUSEWAY_PASSWORD")
        setting = SetPassword(name=name, password=_new_password(name), old=old if own else "")
        people.do(setting, by=first, second=other)
        _show_people(people, [people.person(name)], as_json=json)


def set_pin(name: str, by: By = None, db: Database = None, json: Json = False) -> None:
    """Set your own PIN, with which you take over a paired console: 4 to 8 digits.

    It is asked for, or read from HOUSEWAY_NEW_PIN. A sign-in does not replace your password.

    Example: houseway person pin dan --as dan
    """
    with _people(db) as people:
        first, old = identify(people, by)
        old = old or ask_password(f"Password of {first}", "HOUSEWAY_PASSWORD")
        pin = os.environ.get("HOUSEWAY_NEW_PIN") or ask_password(f"New PIN of {name}", "HOUSEWAY_NEW_PIN", twice=True)
        people.do(SetPin(name=name, pin=pin, old=old), by=first)
        _show_people(people, [people.person(name)], as_json=json)


def list_people(by: Reader = None, db: Database = None, json: Json = False) -> None:
    """List everybody and their roles. For those who may read reports.

    Example: houseway person list --as abe
    """
    with reading(db, READ_REPORTS, by) as log:
        from houseway.house.people.house import House

        people = House(log)
        _show_people(people, people.all(), as_json=json)


def _show_people(people: "House", persons: "list[Person]", *, as_json: bool) -> None:
    from houseway.cli.console import console, print_json

    rows: list[dict[str, Any]] = [
        {
            "name": one.name,
            "roles": sorted(one.roles),
            "disabled": one.disabled,
            "locked": people.locked_until(one.name) or None,
            "must_change": one.must_change,
        }
        for one in persons
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        notes = ["disabled"] if row["disabled"] else []
        notes += ["must change the first password"] if row["must_change"] else []
        notes += [f"waits until {row['locked']}"] if row["locked"] else []
        row["roles"] = ", ".join(row["roles"]) + (f" ({', '.join(notes)})" if notes else "")
    print_table(console(), ["name", "roles"], rows)


@contextmanager
def _people(db: str | None, *, founds: bool = False) -> "Iterator[House]":
    from houseway.house.people.house import House

    with opened(db, founds=founds) as log:
        yield House(log)


def _answer(people: "House", asked: "ActInput", _who: str, _events: "Appended", as_json: bool) -> None:
    _show_people(people, [people.person(getattr(asked, "name", ""))], as_json=as_json)


def _new_password(name: str) -> str:
    return os.environ.get("HOUSEWAY_NEW_PASSWORD") or ask_password(
        f"New password of {name}", "HOUSEWAY_NEW_PASSWORD", twice=True
    )


PERSON: Final = CommandGroup(name="person", open=at_house, answer=_answer)
COMMANDS: Final[Commands] = {
    "add": add_person,
    **PERSON.commands(PERSON_ACTS, "add", "password", "pin"),
    "password": set_password,
    "pin": set_pin,
    "list": list_people,
}
