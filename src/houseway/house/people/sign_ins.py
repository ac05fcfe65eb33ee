"""Sign-ins that last for some time: a token replaces the password on every act.

The log stores the token's SHA-256 and when it expires. It ends early when its person signs out, is disabled, or when
the password is changed.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from houseway.errors import InvalidInput
from houseway.house.log.events import Event, NewEvent, digest, timestamp
from houseway.house.log.log import Log
from houseway.house.log.names import SIGN_INS
from houseway.house.people.house import House
from houseway.house.people.person_payloads import SignedIn, SignedOut

HOURS: Final = 1
SESSION_HOURS: Final = 12  # of a session in a browser, at the longest


class SignIn(NamedTuple):
    """A token, and when it expires."""

    person: str
    token: str
    until: str


class SignIns:
    """Starts, finds and ends sign-ins."""

    def __init__(self, log: Log, people: House) -> None:
        self._log = log
        self._people = people

    def start(self, name: str, password: str, place: str = "") -> SignIn:
        """Sign a person in for a while."""
        person = self._people.log_in(name, password, place)
        person.require_own_password()
        token, until = secrets.token_urlsafe(32), timestamp(self._log.clock() + timedelta(hours=HOURS))
        signed_in = SignedIn(token=digest(token), until=until, password=person.password)
        self._log.append(NewEvent(stream=SIGN_INS, by=person.name, data=signed_in))
        return SignIn(person.name, token, until)

    def find(self, token: str) -> str:
        """The person whom a token stands for now; empty if it stands for nobody."""
        name, key, now = "", digest(token), timestamp(self._log.clock())
        for event in self._log.read(SIGN_INS):
            payload = _payload(event)
            if payload is not None and payload.token == key:
                name = event.by if self._is_current(event, payload, now) else ""
        return name

    def _is_current(self, event: Event, payload: SignedIn | SignedOut, now: str) -> bool:
        """Whether a token of that time is still valid: its person may still log in, with the same password."""
        if not isinstance(payload, SignedIn) or not event.at <= now < lasts_until(event.at, payload):
            return False
        person = self._people.person(event.by)
        return not person.disabled and person.password == payload.password

    def end(self, token: str) -> None:
        """Sign out; a token that stands for nobody is ignored."""
        if name := self.find(token):
            self._log.append(NewEvent(stream=SIGN_INS, by=name, data=SignedOut(token=digest(token))))


def _payload(event: Event) -> SignedIn | SignedOut | None:
    """The payload of a sign-in; None if it cannot be read, which the audit reports."""
    try:
        return event.read(SignedIn) if event.kind == SignedIn.KIND else event.read(SignedOut)
    except InvalidInput:
        return None


def lasts_until(at: str, signed_in: SignedIn) -> str:
    """When a sign-in expires: at its stated time, but never later than allowed, whatever program wrote it."""
    return min(signed_in.until, longest(at))


def longest(at: str) -> str:
    """The latest time at which a sign-in of this moment expires."""
    return timestamp(datetime.fromisoformat(at) + timedelta(hours=HOURS))
