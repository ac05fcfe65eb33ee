"""The first start of a room without people: the person with the code that the server printed is its administrator.

The server makes the code at its start, prints it once and holds it only in memory. It is valid as long as the house has
no people: the first administrator ends it, in every process.
"""

import hmac
import secrets
from typing import Final

from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson
from houseway.web.http.problems import NotFound

_SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32 of them, none like another: 5 bits each
_GROUPS: Final = 4
_GROUP: Final = 4  # signs of a group: 80 bits together
LONGEST_CODE: Final = 60  # characters that somebody may type


def new_code() -> str:
    """A code that nobody can guess, in groups that people can read aloud."""
    groups = ("".join(secrets.choice(_SIGNS) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


class FirstAdministrator:
    """The door for the first administrator of a house; it exists only with a code and without people."""

    def __init__(self, people: House, code: str) -> None:
        self._people = people
        self._code = code

    def is_open(self) -> bool:
        """Whether the house still waits for its first administrator; other processes may have added one."""
        if not self._code:
            return False
        if not self._people.state.has_staff:
            self._people.catch_up()
        return not self._people.state.has_staff

    def require_open(self) -> None:
        """Answer like an unknown address once there are people."""
        if not self.is_open():
            raise NotFound("there is nothing at this address", field="room")

    def add(self, code: str, name: str, password: str) -> None:
        """Add the administrator; a wrong code takes as long to refuse as a nearly right one."""
        self.require_open()
        if not hmac.compare_digest(_signs_of(code), _signs_of(self._code)):
            raise NotPermitted("is not the one that the server printed when it started", field="code")
        self._people.do(AddFirstPerson(name=name, password=password))


def _signs_of(code: str) -> bytes:
    """A code in the form for comparison: without hyphens and spaces, in capitals."""
    return "".join(code.split()).replace("-", "").upper().encode(errors="replace")
