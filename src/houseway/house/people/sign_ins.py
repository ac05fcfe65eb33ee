"""Sign-ins that last a while: a token spares its person the password on every act.

The log keeps the token's SHA-256 and until when it holds. It ends early when its person signs out, is disabled, or when
the password is changed.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from houseway.house.log.events import Event, NewEvent, digest, timestamp
from houseway.house.log.kinds import SignInEvent
from houseway.house.log.log import Log
from houseway.house.log.names import SIGN_INS
from houseway.house.people.people import People

HOURS: Final = 1


class SignIn(NamedTuple):
    """A token, and until when it stands for its person."""

    person: str
    token: str
    until: str


class SignIns:
    """Begins, finds and ends sign-ins."""

    def __init__(self, log: Log, people: People) -> None:
        self._log = log
        self._people = people

    def start(self, name: str, password: str) -> SignIn:
        """Sign a person in for a while."""
        person = self._people.log_in(name, password)
        token, until = secrets.token_urlsafe(32), timestamp(self._log.clock() + timedelta(hours=HOURS))
        data = {"token": digest(token), "until": until, "password": person.password}
        self._log.append(NewEvent(stream=SIGN_INS, kind=SignInEvent.STARTED, by=person.name, data=data))
        return SignIn(person.name, token, until)

    def find(self, token: str) -> str:
        """The person whom a token stands for now; empty where it stands for nobody."""
        name, key, now = "", digest(token), timestamp(self._log.clock())
        for event in self._log.read(SIGN_INS):
            if event.data.get("token") == key:
                holds = event.kind == SignInEvent.STARTED and event.at <= now < lasts_until(event)
                name = event.by if holds and self._is_current(event.by, event.data.get("password", "")) else ""
        return name

    def _is_current(self, name: str, password: str) -> bool:
        person = self._people.person(name)
        return not person.disabled and person.password == password

    def end(self, token: str) -> None:
        """Sign out; a token that stands for nobody is left alone."""
        if name := self.find(token):
            self._log.append(NewEvent(stream=SIGN_INS, kind=SignInEvent.ENDED, by=name, data={"token": digest(token)}))


def lasts_until(event: Event) -> str:
    """Until when a sign-in holds: as long as it says, and never longer than is allowed, whoever wrote it."""
    said, most = event.data.get("until"), timestamp(datetime.fromisoformat(event.at) + timedelta(hours=HOURS))
    return min(said, most) if isinstance(said, str) else ""
