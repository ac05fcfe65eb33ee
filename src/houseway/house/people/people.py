"""The people of the house: a fold over the events of the stream `house`.

A password is kept as its argon2 hash among the log's secrets; the event names only the SHA-256 of that, so that the log
can be read and exported by anyone who may read it.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from houseway.errors import InvalidInput, NotAllowedNow, shown
from houseway.house.log.events import NewEvent, digest, is_person
from houseway.house.log.kinds import HouseEvent, JackpotEvent, SiteEvent, TableEvent
from houseway.house.log.log import Appender, Log
from houseway.house.log.names import HOUSE, SITE, jackpot_name, table_name
from houseway.house.log.retry import until_current
from houseway.house.log.site_payloads import PracticeDeclared
from houseway.house.log.texts import is_text
from houseway.house.people.acts import Role
from houseway.house.people.lockout import FAILURES, Lockout, lock_end
from houseway.house.people.lockout import LONGEST as LONGEST_NAME
from houseway.house.people.passwords import weakness
from houseway.house.people.person_payloads import PERSON_CHANGES, LoggedIn, LogInFailed, LogInLocked
from houseway.house.people.roster import NeedsSecond, NotPermitted, Person, Roster, fold, parse_roles
from houseway.house.people.second_person_rules import marks
from houseway.money import Cents

__all__ = ["NeedsSecond", "NotPermitted", "People", "Person", "fold", "parse_roles"]

if TYPE_CHECKING:
    from argon2 import PasswordHasher

ATTEMPTS: Final = 20  # when others append to the stream at the same moment
SHORTEST: Final = 8  # characters of a password
LONGEST: Final = 1000


class People:
    """Persons and their roles, and the acts that change them. Any thread may use it."""

    def __init__(self, log: Log, writer: Appender | None = None, hasher: "PasswordHasher | None" = None) -> None:
        self._log = log
        self._appender = writer or log
        self._given_hasher = hasher
        self._roster = Roster()
        self._lockout = Lockout()
        self._number = 0
        self._lock = RLock()

    @property
    def log(self) -> Log:
        """The log that they are folded from."""
        return self._log

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher

        return self._given_hasher or PasswordHasher()

    def all(self) -> list[Person]:
        """Everybody, in order of names."""
        self._refresh()
        return [self._persons[name] for name in sorted(self._persons)]

    def person(self, name: str) -> Person:
        """A person by name."""
        self._refresh()
        if name not in self._persons:
            raise InvalidInput(f"nobody is called {shown(name)}", field="person")
        return self._persons[name]

    def _refresh(self) -> None:
        with self._lock:
            for event in self._log.read(HOUSE, self._number + 1):
                self._roster.fold(event)
                self._lockout.fold(event)
                self._number = event.number

    # Who may do what

    def permit(self, act: str, first: str, second: str = "") -> None:
        """Raise NotPermitted unless these persons may do this, by their roles as they stand now.

        Where an act needs two, they must be two people, and may be named in either order.
        """
        self._refresh()
        self._roster.one_person = self.is_one_person_house
        self._roster.permit(act, first, second, self._log.clock())

    def permit_first(self, act: str, by: str) -> None:
        """Raise NotPermitted where somebody could be neither of the two persons of an act."""
        self._refresh()
        self._roster.permit_first(act, by)

    @property
    def is_one_person_house(self) -> bool:
        """Whether the house was declared a practice house of one person, for which no second one is wanted."""
        declared = None if self._roster.one_person else self._log.last(SITE, SiteEvent.PRACTICE)
        return self._roster.one_person or (declared is not None and declared.read(PracticeDeclared).one_person)

    @property
    def asks_readers(self) -> bool:
        """Whether reading is a right here: a house without persons, and one of practice, is read by whoever has it."""
        self._refresh()
        return bool(self._persons) and self._log.last(SITE, SiteEvent.PRACTICE) is None

    @property
    def is_first_start(self) -> bool:
        """Whether one administrator is still setting the house up.

        It ends with the second administrator, or when a person of the house first moves money or opens a table or a
        jackpot.
        """
        self._refresh()
        return (
            len(self._roster.administrators()) <= 1
            and not self._roster.moved_money
            and not any(map(self._opened, self._log.streams()))
        )

    def _opened(self, stream: str) -> bool:
        """Whether this is the stream of a table or a jackpot that a person of the house opened."""
        kind = TableEvent.OPENED if table_name(stream) else JackpotEvent.CREATED if jackpot_name(stream) else ""
        event = self._log.last(stream, kind) if kind else None
        return event is not None and event.by in self._persons

    def moved_alone(self, kind: str, player: str) -> Cents:
        """What was moved for a player lately without a second person; a practice house counts each act for itself."""
        if self._log.last(SITE, SiteEvent.PRACTICE) is not None:
            return 0
        self._refresh()
        return self._roster.moved_alone(kind, player, self._log.clock())

    @property
    def has_cashier(self) -> bool:
        """Whether the house has a cashier, so that cash at the cage goes through drawers."""
        self._refresh()
        return self._roster.has_cashier

    def is_cashier(self, name: str) -> bool:
        """Whether somebody may have a drawer."""
        self._refresh()
        return self._roster.is_cashier(name)

    def has_open_drawer(self, cashier: str) -> bool:
        """Whether a cashier's drawer is open."""
        self._refresh()
        return self._roster.has_open_drawer(cashier)

    def permit_player(self, name: str) -> None:
        """Raise NotPermitted where somebody whom the house knows may not play; a guest has no account here."""
        self._refresh()
        if name in self._persons and not self._is(name, frozenset({Role.PLAYER})):
            raise NotPermitted("may not play; that is for a player", field=name)

    def permit_for_seat(self, by: str, owner: str) -> None:
        """Raise NotPermitted unless somebody may act for a seat: its player, or staff who enter what the player said.

        An empty seat has no owner and is any player's: what can be done there is the table's to say.
        """
        plays = by == owner or (not owner and self._is(by, frozenset({Role.PLAYER})))
        self.permit("play" if plays else "seat player", by)

    def _is(self, name: str, roles: frozenset[Role]) -> bool:
        return self._roster.has_role(name, roles)

    @property
    def _persons(self) -> dict[str, Person]:
        return self._roster.persons

    # Who is it

    def log_in(self, name: str, password: str) -> Person:
        """The person who has this name and password; a failed try is an event, and five in a row lock the name."""
        if until := self.locked_until(name):
            self._record(LogInFailed(name=name[:LONGEST_NAME], reason="locked"))
            raise NotPermitted(f"is locked until {until}; two persons can unlock it", field="log-in")
        person = self._persons.get(name)
        fits = self._fits(person, password)
        if person and fits and not person.disabled:
            if self._lockout.failures(name):
                self._appender.append(NewEvent(stream=HOUSE, by=name, data=LoggedIn(name=name)))
            return person
        self._record(LogInFailed(name=name[:LONGEST_NAME], reason=_why(person, fits=fits)))
        self._refresh()
        if self._lockout.failures(name) >= FAILURES:
            self._record(LogInLocked(name=name[:LONGEST_NAME], until=lock_end(self._log.clock())))
        raise NotPermitted("the name or the password is wrong", field="log-in")

    def locked_until(self, name: str) -> str:
        """Until when nobody logs in under a name; empty where it is not locked."""
        self._refresh()
        return self._lockout.until(name, self._log.clock())

    def _record(self, payload: LogInFailed | LogInLocked) -> None:
        self._appender.append(NewEvent(stream=HOUSE, data=payload))

    def _fits(self, person: Person | None, password: str) -> bool:
        """Whether a password is right; it takes as long for a name that nobody has."""
        from argon2.exceptions import VerifyMismatchError

        if not is_text(password):
            return False
        kept = self._log.secret(person.password) if person else self._nobody
        try:
            self._hasher.verify(kept, password)
        except VerifyMismatchError:
            return False
        return person is not None

    @cached_property
    def _nobody(self) -> str:
        return self._hasher.hash("nobody has this password")

    # Acts that change people

    def add_first_person(self, name: str, password: str) -> Person:
        """Add the first person of a house, an administrator; where there is one already, this is refused."""

        def check() -> None:
            if self._persons:
                raise NotPermitted("there are persons already; an administrator adds more", field=name)

        return self._add("", name, [Role.ADMINISTRATOR], password, _Pair(check, "", alone=True))

    def add(self, by: str, name: str, roles: Iterable[Role | str], password: str, *, second: str = "") -> Person:
        """Add a person with roles and a first password; two administrators do it, but at the first start."""
        return self._add(by, name, roles, password, self._two("add person", by, second))

    def _add(self, by: str, name: str, roles: Iterable[Role | str], password: str, pair: "_Pair") -> Person:
        if not is_person(name):
            raise InvalidInput("a name is small letters, digits, dots and hyphens", field="name")
        data = {"name": name, "roles": sorted(parse_roles(roles))}

        def new() -> dict[str, Any]:
            found = pair.told(data)
            if name in self._persons:
                raise InvalidInput("is taken", field=name)
            return found

        return self._change(by, HouseEvent.PERSON_ADDED, new, name, password)

    def change_roles(self, by: str, name: str, roles: Iterable[Role | str], *, second: str = "") -> Person:
        """Give a person other roles; two administrators do it, and neither of them for themselves."""
        found = parse_roles(roles)
        check = self._with_permission("change roles", by, second, {"name": name, "roles": sorted(found)})
        if name in (by, second):
            check = self._giving_no_role(name, found, check)
        if Role.ADMINISTRATOR not in found:
            check = self._keeping_an_administrator(name, check)
        return self._change(by, HouseEvent.ROLES_CHANGED, check, name)

    def set_password(self, by: str, name: str, password: str, *, old: str = "", second: str = "") -> Person:
        """Set a password: everybody their own, who knows the old one, and two administrators anybody else's."""
        data = {"name": name}
        if by != name:
            check = self._with_permission("set password", by, second, data)
            return self._change(by, HouseEvent.PASSWORD_SET, check, name, password)
        if not old:
            raise NotPermitted("a new password of one's own wants the old one", field=name)
        known = self.log_in(name, old)

        def unchanged() -> dict[str, Any]:
            if self.person(name) != known:
                raise NotPermitted("was changed in the meantime", field=name)
            return data

        return self._change(by, HouseEvent.PASSWORD_SET, unchanged, name, password)

    def disable(self, by: str, name: str, *, second: str = "") -> Person:
        """Take from a person the right to log in and to act."""
        check = self._with_permission("disable person", by, second, {"name": name})
        return self._change(by, HouseEvent.PERSON_DISABLED, self._keeping_an_administrator(name, check), name)

    def enable(self, by: str, name: str, *, second: str = "") -> Person:
        """Give it back."""
        check = self._with_permission("disable person", by, second, {"name": name})
        return self._change(by, HouseEvent.PERSON_ENABLED, check, name)

    def unlock(self, by: str, name: str, *, second: str = "") -> Person:
        """Let a name log in again that failed too often: an administrator and a supervisor or another one say so."""
        pair = self._two("unlock person", by, second)

        def check() -> dict[str, Any]:
            found = pair.told({"name": name})
            if name in (by, second):
                raise NotPermitted("is for two others", field="unlock person")
            if not self.locked_until(name):
                raise NotAllowedNow("is not locked", field=name)
            return found

        return self._change(by, HouseEvent.LOG_IN_UNLOCKED, check, name)

    def _two(self, act: str, by: str, second: str) -> "_Pair":
        """The two who change people, or the one administrator of a first start or of a one-person practice house."""
        alone = not second and self.acts_alone(by)

        def check() -> None:
            self.permit_first(act, by)
            if not (alone and self.acts_alone(by)):
                self.permit(act, by, second)

        return _Pair(check, second, alone=alone)

    def acts_alone(self, by: str) -> bool:
        """Whether this administrator changes people alone: at the first start, or in a one-person house."""
        self._refresh()
        return self._is(by, frozenset({Role.ADMINISTRATOR})) and (self.is_one_person_house or self.is_first_start)

    def _with_permission(self, act: str, by: str, second: str, data: dict[str, Any]) -> Callable[[], dict[str, Any]]:
        pair = self._two(act, by, second)
        return lambda: pair.told(data)

    def _giving_no_role(
        self, name: str, roles: frozenset[Role], check: Callable[[], dict[str, Any]]
    ) -> Callable[[], dict[str, Any]]:
        """The same check, and that somebody who changes their own roles only gives some up."""

        def checked() -> dict[str, Any]:
            data = check()
            if not roles <= self.person(name).roles:
                raise NotPermitted("nobody gives themselves a role", field=name)
            return data

        return checked

    def _keeping_an_administrator(self, name: str, check: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
        """The same check, and that a house keeps an administrator: nobody else could ever make one."""

        def checked() -> dict[str, Any]:
            data = check()
            if self._roster.administrators() == [name]:
                raise NotPermitted("is the only administrator; there must be one", field=name)
            return data

        return checked

    def _change(
        self, by: str, kind: HouseEvent, decide: Callable[[], dict[str, Any]], name: str, password: str | None = None
    ) -> Person:
        """Decide on what stands now and append; when somebody was quicker, decide again."""
        hashed = self._hashed(name, password) if password is not None else None

        def attempt() -> Person:
            self._refresh()
            with self._lock:
                number, data = self._number, decide()
                if kind != HouseEvent.PERSON_ADDED:
                    self.person(name)
            if hashed:
                data = {**data, "password": digest(hashed)}
            event = NewEvent(stream=HOUSE, by=by, data=PERSON_CHANGES[kind](**data))
            self._appender.append(event, expected={HOUSE: number}, secrets=[hashed] if hashed else [])
            return self.person(name)

        return until_current(attempt, field=HOUSE, attempts=ATTEMPTS)

    def _hashed(self, name: str, password: str) -> str:
        if not is_text(password):
            raise InvalidInput("must be text in UTF-8", field="password")
        if not SHORTEST <= len(password) <= LONGEST:
            raise InvalidInput(f"must have {SHORTEST} to {LONGEST} characters", field="password")
        if reason := weakness(name, password):
            raise InvalidInput(reason, field="password")
        return self._hasher.hash(password)


class _Pair(NamedTuple):
    """Those who change a person: the check that they may, the second of them, or that one is enough."""

    check: Callable[[], None]
    second: str
    alone: bool

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        """What the event tells, if they may."""
        self.check()
        return {**data, **dict(marks(alone=self.alone, second=self.second))}


def _why(person: Person | None, *, fits: bool) -> str:
    if person is None:
        return "unknown name"
    return "disabled" if fits else "wrong password"
