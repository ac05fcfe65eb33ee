"""`houseway person …`: the people of the house and their roles."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.common import By, Database, Json, asked, identify, opened, print_table, sign_in
from houseway.cli.house.floor import Second
from houseway.cli.house.reading import Reader, reading

if TYPE_CHECKING:
    from houseway.house.people.people import People, Person

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
    """Add a person with roles. The first of a house needs no one to act, and is its administrator.

    While the house is set up, before its first table or dollar and its second administrator, one administrator is
    enough, and the log says so; then two are needed, here and wherever people are changed. The new password is asked
    for, or read from HOUSEWAY_NEW_PASSWORD.

    Example: houseway person add dora --role dealer --as ada --second bea
    """
    with _people(db, founds=by is None) as people:
        if people.all():
            first, other = _two(people, "add person", by, second)
            added = people.add(first, name, role or [], _new_password(name), second=other)
        else:
            added = people.add_first_person(name, _new_password(name))
        _show_people(people, [added], as_json=json)


def change_roles(
    name: str,
    role: Roles,
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Give a person other roles. Two administrators do it, and nobody for themselves.

    Example: houseway person roles dora --role dealer --role supervisor --as ada --second bea
    """
    with _people(db) as people:
        first, other = _two(people, "change roles", by, second)
        changed = people.change_roles(first, name, role, second=other)
        _show_people(people, [changed], as_json=json)


def set_password(name: str, by: By = None, second: Second = None, db: Database = None, json: Json = False) -> None:
    """Set a password: your own, with the old one, or as two administrators anybody's.

    It is asked for, or read from HOUSEWAY_NEW_PASSWORD. A sign-in does not stand for the old password.

    Example: houseway person password dora --as dora
    """
    with _people(db) as people:
        first, old = identify(people, by)
        other = "" if first == name else _second(people, first, second)
        if first == name and not old:
            old = asked(f"Old password of {name}", "HOUSEWAY_PASSWORD", hidden=True)
        changed = people.set_password(first, name, _new_password(name), old=old, second=other)
        _show_people(people, [changed], as_json=json)


def disable(name: str, by: By = None, second: Second = None, db: Database = None, json: Json = False) -> None:
    """Take from a person the right to log in and to act. Two administrators do it.

    Example: houseway person disable dora --as ada --second bea
    """
    with _people(db) as people:
        first, other = _two(people, "disable person", by, second)
        changed = people.disable(first, name, second=other)
        _show_people(people, [changed], as_json=json)


def enable(name: str, by: By = None, second: Second = None, db: Database = None, json: Json = False) -> None:
    """Give a person the right to log in and to act back. Two administrators do it.

    Example: houseway person enable dora --as ada --second bea
    """
    with _people(db) as people:
        first, other = _two(people, "disable person", by, second)
        changed = people.enable(first, name, second=other)
        _show_people(people, [changed], as_json=json)


def unlock(name: str, by: By = None, second: Second = None, db: Database = None, json: Json = False) -> None:
    """Let a person log in again after five failures in a row, before the fifteen minutes are over.

    An administrator and a supervisor, or two administrators, do it.

    Example: houseway person unlock dora --as ada --second sue
    """
    with _people(db) as people:
        first, other = _two(people, "unlock person", by, second)
        changed = people.unlock(first, name, second=other)
        _show_people(people, [changed], as_json=json)


def list_people(by: Reader = None, db: Database = None, json: Json = False) -> None:
    """List everybody and their roles. For those who may read reports.

    Example: houseway person list --as abe
    """
    with reading(db, "read reports", by) as log:
        from houseway.house.people.people import People

        people = People(log)
        _show_people(people, people.all(), as_json=json)


def _show_people(people: "People", persons: "list[Person]", *, as_json: bool) -> None:
    from houseway.cli.console import console, print_json

    rows: list[dict[str, Any]] = [
        {
            "name": one.name,
            "roles": sorted(one.roles),
            "disabled": one.disabled,
            "locked": people.locked_until(one.name) or None,
        }
        for one in persons
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        notes = ["disabled"] if row["disabled"] else []
        notes += [f"locked until {row['locked']}"] if row["locked"] else []
        row["roles"] = ", ".join(row["roles"]) + (f" ({', '.join(notes)})" if notes else "")
    print_table(console(), ["name", "roles"], rows)


@contextmanager
def _people(db: str | None, *, founds: bool = False) -> "Iterator[People]":
    from houseway.house.people.people import People

    with opened(db, founds=founds) as log:
        yield People(log)


def _two(people: "People", act: str, by: str | None, second: str | None) -> tuple[str, str]:
    """Sign in those who change a person: two, but where one administrator is enough."""
    first = sign_in(people, by)
    people.permit_first(act, first)
    return first, _second(people, first, second)


def _second(people: "People", first: str, second: str | None) -> str:
    return "" if not second and people.acts_alone(first) else sign_in(people, second, second=True)


def _new_password(name: str) -> str:
    return os.environ.get("HOUSEWAY_NEW_PASSWORD") or asked(
        f"New password of {name}", "HOUSEWAY_NEW_PASSWORD", hidden=True, twice=True
    )


COMMANDS: Final[Commands] = {
    "add": add_person,
    "roles": change_roles,
    "password": set_password,
    "disable": disable,
    "enable": enable,
    "unlock": unlock,
    "list": list_people,
}
