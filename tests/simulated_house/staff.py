"""The people of a house in which one is dishonest."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from house.support.people import add_person
from houseway.house.log.log import Log
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson, AddPerson

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PASSWORD: Final = "a long password"  # noqa: S105  # of everybody in the simulation


def hire(log: Log, roles: Mapping[str, str], hasher: "PasswordHasher | None") -> House:
    """Ada, who is the first, and those she takes on, each with a role."""
    people = House(log, hasher=hasher)
    people.do(AddFirstPerson(name="ada", password=PASSWORD))
    for name, role in roles.items():
        add_person(people, AddPerson(name=name, roles=(role,), password=PASSWORD), by="ada")
    return people
