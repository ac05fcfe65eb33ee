"""The people of a house in which one is dishonest."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from houseway.house.log.log import Log
from houseway.house.people.house import House

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PASSWORD: Final = "a long password"  # noqa: S105  # of everybody in the simulation


def hire(log: Log, roles: Mapping[str, str], hasher: "PasswordHasher | None") -> House:
    """Ada, who is the first, and those she takes on, each with a role."""
    people = House(log, hasher=hasher)
    people.add_first_person("ada", PASSWORD)
    for name, role in roles.items():
        people.add("ada", name, [role], PASSWORD)
    return people
