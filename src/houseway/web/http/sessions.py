"""Sessions: signed tokens, as a cookie or a bearer token, that outlive a restart and can be signed out.

The key that signs them is a secret of the log, so every process of a house accepts them. A token names the person, its
end and the last change of its person. All of these are checked each time, so a new password, other roles or disabling a
person ends all sessions of that person immediately. A dealer who takes over a paired console with a PIN has a session
that is valid only at its table, and only together with the token of that console. A session that nobody uses for half
an hour ends, too. The beginning of a session is an event, and so is its use, at most every ten minutes, so that every
process knows of it.
"""

import base64
import hmac
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from houseway.errors import HousewayError
from houseway.house.log.events import Event, NewEvent, digest
from houseway.house.log.kinds import SessionEvent
from houseway.house.log.log import Appender, Conflict, Log
from houseway.house.log.names import HOUSE, SESSIONS
from houseway.house.people.house import House, NotPermitted, Person
from houseway.house.people.person_payloads import SessionEnded, SessionKeyMade, SessionStarted, SessionUsed
from houseway.house.people.sign_ins import SESSION_HOURS

STREAM: Final = SESSIONS
GUEST_SECONDS: Final = 30 * 24 * 3600
PERSON_SECONDS: Final = SESSION_HOURS * 3600
IDLE_SECONDS: Final = 30 * 60  # without a request or an act, after which a person's session ends
USED_SECONDS: Final = 10 * 60  # for which one event says that a session was used
LONGEST: Final = 300  # characters of a token
LINK: Final = 32  # of them, in the address of a page: 192 bits
BOUND: Final = 16  # of them, except in a guest's: the number of the last event that changed the person
LUCK: Final = 12  # of them that nobody can guess

_GUEST: Final = "g"
_PERSON: Final = "p"
_CONSOLE: Final = "c"  # of a person at the paired console of a table


@dataclass(frozen=True, kw_only=True)
class Session:
    """Somebody who is signed in."""

    person: str
    guest: bool
    token: str
    ends: int
    bound: str = ""
    roles: tuple[str, ...] = ()
    console: str = ""  # by PIN: names the console's token, which must come with every request
    table: str = ""  # by PIN: where alone it acts

    @cached_property
    def id(self) -> str:
        """A name of the session for places where the token must not appear."""
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
        self._used: dict[str, float] = {}  # when each session of a person was last used, as far as this process knows
        self._recorded: dict[str, float] = {}  # the same, as far as the log says
        self._places: set[tuple[str, str]] = set()  # who has signed in from where
        self._changes: set[tuple[str, int]] = set()  # who has signed in since which change of theirs
        self._number = 0
        self.is_at_console: Callable[[Session], bool] = lambda _: False  # whether its person deals there
        self.refresh()

    def _signing_key(self) -> str:
        """The key of this house, made when there is none; of several processes that start at once one makes it."""
        while True:
            seen = self._log.head(STREAM).number  # before the look, so that a key that is made after it is a conflict
            if event := self._log.last(STREAM, SessionEvent.KEY_MADE):
                return self._log.secret(event.read(SessionKeyMade).key)
            text = secrets.token_hex(32)
            new = NewEvent(stream=STREAM, data=SessionKeyMade(key=digest(text)))
            with suppress(Conflict):
                self._appender.append(new, expected={STREAM: seen}, secrets=[text])

    def refresh(self) -> None:
        """Read who has signed in and out, in any process."""
        for event in self._log.read(STREAM, self._number + 1):
            self._number = event.number
            self._fold(event)

    def _fold(self, event: Event) -> None:
        if event.kind == SessionEvent.ENDED:
            self._signed_out.add(event.read(SessionEnded).session)
        elif event.kind == SessionEvent.STARTED:
            started = event.read(SessionStarted)
            if not started.table:
                self._places.add((event.by, started.place))
                self._changes.add((event.by, started.change))
            self._note_use(started.session, event.at)
        elif event.kind == SessionEvent.USED:
            self._note_use(event.read(SessionUsed).session, event.at)

    def _note_use(self, session: str, at: str) -> None:
        seconds = datetime.fromisoformat(at).timestamp()
        self._recorded[session] = max(seconds, self._recorded.get(session, 0))
        self._used[session] = max(seconds, self._used.get(session, 0))

    def start_guest(self, name: str) -> Session:
        """A new session of a guest."""
        return self._made(name, _GUEST, GUEST_SECONDS, "")

    def start(self, person: str, place: str = "") -> Session:
        """A new session of a person, from an address; a password that an administrator set is good for one.

        The owner of an account for practice stays signed in as long as a guest.
        """
        while True:
            try:
                return self._start(person, place)
            except Conflict:
                continue

    def _start(self, person: str, place: str) -> Session:
        self.refresh()
        known = self._people.person(person)
        if known.must_change and (person, known.changed) in self._changes:
            raise NotPermitted(
                "the password that an administrator set was used to sign in before; change it at a terminal, or ask "
                "two administrators for another one",
                field=person,
            )
        kind, seconds = (_GUEST, GUEST_SECONDS) if known.account else (_PERSON, PERSON_SECONDS)
        session = self._made(person, kind, seconds, self._bound_to(person))
        started = SessionStarted(session=session.id, ends=session.ends, place=place, change=known.changed)
        expected = {STREAM: self._number} if known.must_change else None  # two at once must not both use it
        for event in self._appender.append(NewEvent(stream=STREAM, by=person, data=started), expected=expected):
            self._fold(event)
        return session

    def start_at_console(self, person: str, console: str, table: str, place: str) -> Session:
        """A new session of a dealer who has taken over the console of a table with a PIN."""
        owner = f"{console}/{table}/{person}"
        session = self._made(owner, _CONSOLE, PERSON_SECONDS, self._bound_to(person, by_pin=True))
        change = self._people.person(person).changed
        started = SessionStarted(session=session.id, ends=session.ends, place=place, change=change, table=table)
        for event in self._appender.append(NewEvent(stream=STREAM, by=person, data=started)):
            self._fold(event)
        return session

    def _made(self, owner: str, kind: str, seconds: int, bound: str) -> Session:
        ends = int(self._clock()) + seconds
        body = f"{kind}.{owner}.{ends}.{bound}{secrets.token_urlsafe(LUCK * 3 // 4)}"
        token = f"{_encoded(body.encode())}.{self._sign(body)}"
        return _session(kind, owner, token, ends, bound)

    def is_known_place(self, person: str, place: str) -> bool:
        """Whether a person has signed in from an address before."""
        return (person, place) in self._places

    def use(self, session: Session) -> bool:
        """Note that somebody uses a session now; answer whether to record it."""
        if session.guest:
            return False
        self._used[session.id] = now = self._clock()
        is_due = now - self._recorded.get(session.id, now) >= USED_SECONDS
        if is_due:
            self._recorded[session.id] = now
        return is_due

    def record_use(self, session: Session) -> None:
        """Let every process know that a session is used."""
        self._appender.append(NewEvent(stream=STREAM, by=session.person, data=SessionUsed(session=session.id)))

    def _bound_to(self, person: str, *, by_pin: bool = False) -> str:
        """The last change of a person who may sign in, or of their PIN; empty if they may not."""
        known = self._person(person)
        if known is None or known.disabled:
            return ""
        pin = self._people.pin(person) if by_pin else None
        return f"{max(known.changed, pin.number if pin else 0):0{BOUND}}"

    def _person(self, name: str) -> Person | None:
        return self._people.find_person(name)

    def find(self, token: str) -> Session | None:
        """The session of a token; None for one that is wrong, over or signed out."""
        session = self.read(token)
        return session if session and self.holds(session) else None

    def read(self, token: str) -> Session | None:
        """The session that a token names, whether or not it still holds; None for what this house has not signed."""
        if len(token) > LONGEST or not token.isascii():
            return None
        encoded, dot, signature = token.partition(".")
        body = _decoded(encoded)
        if not dot or not body or not hmac.compare_digest(self._sign(body), signature):
            return None
        kind, rest = body.split(".", 1)
        owner, ends, last = rest.rsplit(".", 2)
        return _session(kind, owner, token, int(ends), last[:-LUCK])

    def holds(self, session: Session) -> bool:
        """Whether a session is neither over, idle nor signed out, and its person is unchanged."""
        now = self._clock()
        if session.ends < now or session.id in self._signed_out:
            return False
        if session.guest:
            return self._holds_guest(session)
        if now - self._used.get(session.id, now) > IDLE_SECONDS or not session.bound:
            return False
        by_pin = bool(session.console)
        is_unchanged = self._bound_to(session.person, by_pin=by_pin) == session.bound
        return is_unchanged and (not by_pin or self.is_at_console(session))

    def _holds_guest(self, session: Session) -> bool:
        """Whether a guest has no account, or one that is unchanged since the session began.

        A guest who takes an account stays signed in on this device, until the password is changed.
        """
        if session.bound and not self._people.has_seen(HOUSE, int(session.bound)):
            self._people.catch_up()  # another process made the account, or changed its password, a moment ago
        person = self._person(session.person)
        if person is None:
            return not session.bound
        return not person.disabled and int(session.bound or person.made) == person.changed

    def account(self, session: Session) -> str:
        """The name under which a guest signs in; empty if they have no account."""
        person = self._person(session.person)
        return person.account if person else ""

    def must_change(self, session: Session) -> bool:
        """Whether an administrator set the password of a session's person, who must change it first."""
        return not session.guest and self._people.person(session.person).must_change

    def require_own_password(self, session: Session) -> None:
        """Refuse a session whose person must change the password first."""
        if not session.guest:
            self._people.person(session.person).require_own_password()

    def roles(self, session: Session) -> tuple[str, ...] | None:
        """The current roles of a session's person; None if the person may no longer act."""
        if session.guest:
            return ("guest",)
        try:
            person = self._people.person(session.person)
        except HousewayError:
            return None
        return None if person.disabled else tuple(sorted(person.roles))

    def end(self, session: Session) -> None:
        """Sign out: the token is no longer valid in any process."""
        self._signed_out.add(session.id)
        ended = SessionEnded(session=session.id, ends=session.ends)
        self._appender.append(NewEvent(stream=STREAM, by=session.person, data=ended))

    def page_token(self, session: Session) -> str:
        """A token that a page sends with every act, so that no other site can act by the cookie."""
        return self._sign(f"page.{session.id}")[:32]

    def is_page_token(self, session: Session, given: str) -> bool:
        """Whether a text is the token of one of our pages."""
        return given.isascii() and hmac.compare_digest(self.page_token(session), given)

    def link_token(self, text: str) -> str:
        """A token that only this house can make from a text, for the address of a page; too short for a session's."""
        return self._sign(f"link.{text}")[:LINK]

    def _sign(self, text: str) -> str:
        return _encoded(hmac.digest(self._key, text.encode(), "sha256"))


def _session(kind: str, owner: str, token: str, ends: int, bound: str) -> Session:
    """The session of a token: a person, or a person at a console."""
    console, table, person = owner.split("/") if kind == _CONSOLE else ("", "", owner)
    return Session(
        person=person, guest=kind == _GUEST, token=token, ends=ends, bound=bound, console=console, table=table
    )


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decoded(text: str) -> str:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
    except (ValueError, UnicodeDecodeError):
        return ""
