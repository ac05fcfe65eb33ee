"""Who is it: signed tokens, as a cookie or a bearer token, that outlive a restart and can be signed out.

The key that signs them is a secret of the log, so every process of a house accepts them. A token names the person, when
it ends and the password that it was given for; all are looked up each time, so whoever is disabled is out at once, and
a new password ends every session of its person.
"""

import base64
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.events import NewEvent, digest
from houseway.house.log.kinds import SessionEvent
from houseway.house.log.log import Appender, Conflict, Log
from houseway.house.log.names import SESSIONS
from houseway.house.people.house import House
from houseway.house.people.person_payloads import SessionEnded, SessionKeyMade

STREAM: Final = SESSIONS
GUEST_SECONDS: Final = 30 * 24 * 3600
PERSON_SECONDS: Final = 12 * 3600
LONGEST: Final = 300  # characters of a token
BOUND: Final = 16  # of them, in a person's token: the beginning of the password's digest

_GUEST: Final = "g"
_PERSON: Final = "p"


@dataclass(frozen=True, kw_only=True)
class Session:
    """Somebody who is signed in."""

    person: str
    guest: bool
    token: str
    ends: int
    bound: str = ""
    roles: tuple[str, ...] = ()

    @cached_property
    def id(self) -> str:
        """What names the session where the token must not stand."""
        return digest(self.token)[:24]


class Sessions:
    """Makes and reads tokens."""

    def __init__(self, log: Log, appender: Appender, people: House, clock: Callable[[], float] = time.time) -> None:
        self._log = log
        self._appender = appender
        self._people = people
        self._clock = clock
        self._key = bytes.fromhex(self._signing_key())
        self._signed_out: set[str] = set()
        self._number = 0
        self.refresh()

    def _signing_key(self) -> str:
        """The key of this house, made when there is none."""
        while (event := self._log.last(STREAM, SessionEvent.KEY_MADE)) is None:
            text = secrets.token_hex(32)
            new = NewEvent(stream=STREAM, data=SessionKeyMade(key=digest(text)))
            try:
                self._appender.append(new, expected={STREAM: self._log.head(STREAM).number}, secrets=[text])
            except Conflict:
                continue
        return self._log.secret(event.read(SessionKeyMade).key)

    def refresh(self) -> None:
        """See who has signed out, in any process."""
        for event in self._log.read(STREAM, self._number + 1):
            self._number = event.number
            if event.kind == SessionEvent.ENDED:
                self._signed_out.add(event.read(SessionEnded).session)

    def start(self, person: str, *, guest: bool) -> Session:
        """A new session."""
        ends = int(self._clock()) + (GUEST_SECONDS if guest else PERSON_SECONDS)
        bound = "" if guest else self._password_of(person)
        body = f"{_GUEST if guest else _PERSON}.{person}.{ends}.{bound}{secrets.token_urlsafe(9)}"
        token = f"{_encoded(body.encode())}.{self._sign(body)}"
        return Session(person=person, guest=guest, token=token, ends=ends, bound=bound)

    def _password_of(self, person: str) -> str:
        """What stands for the password of somebody who may sign in; empty where nobody may."""
        try:
            found = self._people.person(person)
        except InvalidInput:
            return ""
        return "" if found.disabled else found.password[:BOUND]

    def find(self, token: str) -> Session | None:
        """The session of a token; None for one that is wrong, over or signed out."""
        if len(token) > LONGEST or not token.isascii():
            return None
        encoded, dot, signature = token.partition(".")
        body = _decoded(encoded)
        if not dot or not body or not hmac.compare_digest(self._sign(body), signature):
            return None
        kind, rest = body.split(".", 1)
        person, ends, last = rest.rsplit(".", 2)
        bound = "" if kind == _GUEST else last[:BOUND]
        session = Session(person=person, guest=kind == _GUEST, token=token, ends=int(ends), bound=bound)
        return session if self.holds(session) else None

    def holds(self, session: Session) -> bool:
        """Whether a session that was found is neither over nor signed out, and its person has the same password."""
        if session.ends < self._clock() or session.id in self._signed_out:
            return False
        return session.guest or (session.bound != "" and self._password_of(session.person) == session.bound)

    def roles(self, session: Session) -> tuple[str, ...] | None:
        """The roles of a session's person as they stand now; None where the person may no longer act."""
        if session.guest:
            return ("guest",)
        try:
            person = self._people.person(session.person)
        except HousewayError:
            return None
        return None if person.disabled else tuple(sorted(person.roles))

    def end(self, session: Session) -> None:
        """Sign out: the token counts no more, in no process."""
        self._signed_out.add(session.id)
        ended = SessionEnded(session=session.id, ends=session.ends)
        self._appender.append(NewEvent(stream=STREAM, by=session.person, data=ended))

    def page_token(self, session: Session) -> str:
        """What a page sends with every act, so that no other site can act by the cookie."""
        return self._sign(f"page.{session.id}")[:32]

    def is_page_token(self, session: Session, given: str) -> bool:
        """Whether a page of ours has sent it."""
        return given.isascii() and hmac.compare_digest(self.page_token(session), given)

    def _sign(self, text: str) -> str:
        return _encoded(hmac.digest(self._key, text.encode(), "sha256"))


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decoded(text: str) -> str:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
    except (ValueError, UnicodeDecodeError):
        return ""
