"""The people of the house: a fold over the events of the stream `house`.

A password is kept as its argon2 hash among the log's secrets; the event names only the SHA-256 of that, so that the log
can be read and exported by anyone who may read it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, shown
from houseway.house.log.events import Event, NewEvent, digest, is_person
from houseway.house.log.kinds import ONE_PERSON, HouseEvent, JackpotEvent, SiteEvent, TableEvent
from houseway.house.log.log import Appender, Log
from houseway.house.log.names import HOUSE, SITE, jackpot_name, table_name
from houseway.house.log.retry import until_current
from houseway.house.people.acts import ACTS, Role
from houseway.house.people.lockout import FAILURES, Lockout, lock_end
from houseway.house.people.lockout import LONGEST as LONGEST_NAME
from houseway.house.people.pairs import Makers, marks

if TYPE_CHECKING:
    from argon2 import PasswordHasher

ATTEMPTS: Final = 20  # when others append to the stream at the same moment
SHORTEST: Final = 8  # characters of a password
LONGEST: Final = 1000


class NotPermitted(HousewayError):
    """The person may not do this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody the house knows."""

    name: str
    roles: frozenset[Role]
    password: str  # SHA-256 of the argon2 hash
    disabled: bool = False


class People:
    """Persons and their roles, and the acts that change them. Any thread may use it."""

    def __init__(self, log: Log, writer: Appender | None = None, hasher: "PasswordHasher | None" = None) -> None:
        self._log = log
        self._appender = writer or log
        self._given_hasher = hasher
        self._persons: dict[str, Person] = {}
        self._lockout = Lockout()
        self._makers = Makers()
        self._one_person: bool | None = None  # whether it is a one-person practice house, once that is known
        self._drawers: dict[str, bool] = {}  # whether each cashier's is open
        self._moved_money = False  # whether a person of the house ever did
        self._number = 0
        self._lock = RLock()

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
                fold(self._persons, event)
                self._lockout.fold(event)
                self._makers.fold(event)
                if event.kind in (HouseEvent.DRAWER_OPENED, HouseEvent.DRAWER_CLOSED):
                    self._drawers[event.data["cashier"]] = event.kind == HouseEvent.DRAWER_OPENED
                self._moved_money |= bool(event.postings) and event.by in self._persons
                self._number = event.number

    # Who may do what

    def permit(self, act: str, first: str, second: str = "") -> None:
        """Raise NotPermitted unless these persons may do this, by their roles as they stand now.

        Where an act needs two, they must be two people, and may be named in either order.
        """
        if act not in ACTS:
            raise InvalidInput(f"{shown(act)} is no act", field="act")
        self._refresh()
        roles, others = ACTS[act].roles, ACTS[act].second
        if others and self.is_one_person_house:
            roles, others = roles | others, frozenset()
        if not others:
            if not self._is(first, roles):
                raise NotPermitted(f"may not {act}; that is for {_role_list(roles)}", field=first)
            return
        self._permit_pair(act, first, second, roles, self._or_supervisor(others))

    def permit_first(self, act: str, by: str) -> None:
        """Raise NotPermitted where somebody could be neither of the two persons of an act."""
        self._refresh()
        roles = ACTS[act].roles
        if not self._is(by, roles | self._or_supervisor(ACTS[act].second)):
            raise NotPermitted(f"may not {act}; that is for {_role_list(roles)}", field=by)

    def _permit_pair(self, act: str, first: str, second: str, roles: frozenset[Role], others: frozenset[Role]) -> None:
        if not second or first == second:
            raise NotPermitted(f"needs two different persons: {_role_list(roles)} and {_role_list(others)}", field=act)
        if not any(self._is(one, roles) and self._is(other, others) for one, other in permutations((first, second))):
            both = f"{_role_list(roles)} and {_role_list(others)}"
            raise NotPermitted(f"is not for {first} and {second}, but for {both}", field=act)
        if reason := self._makers.why_not_two(first, second, self._log.clock()):
            raise NotPermitted(reason, field=act)

    def _or_supervisor(self, others: frozenset[Role]) -> frozenset[Role]:
        """Where a house has one administrator, a supervisor stands in for the second."""
        alone = others == {Role.ADMINISTRATOR} and len(self._administrators()) == 1
        return others | {Role.SUPERVISOR} if alone else others

    def _administrators(self) -> list[str]:
        return [one for one in self._persons if self._is(one, frozenset({Role.ADMINISTRATOR}))]

    @property
    def is_one_person_house(self) -> bool:
        """Whether the house was declared a practice house of one person, for which no second one is wanted."""
        if not self._one_person:
            declared = self._log.last(SITE, SiteEvent.PRACTICE)
            self._one_person = declared is not None and bool(declared.data.get(ONE_PERSON))
        return self._one_person

    @property
    def is_first_start(self) -> bool:
        """Whether one administrator is still setting the house up.

        It ends with the second administrator, or when a person of the house first moves money or opens a table or a
        jackpot.
        """
        self._refresh()
        return (
            len(self._administrators()) <= 1
            and not self._moved_money
            and not any(map(self._opened, self._log.streams()))
        )

    def _opened(self, stream: str) -> bool:
        """Whether this is the stream of a table or a jackpot that a person of the house opened."""
        kind = TableEvent.OPENED if table_name(stream) else JackpotEvent.CREATED if jackpot_name(stream) else ""
        event = self._log.last(stream, kind) if kind else None
        return event is not None and event.by in self._persons

    @property
    def has_cashier(self) -> bool:
        """Whether the house has a cashier, so that cash at the cage goes through drawers."""
        self._refresh()
        return any(Role.CASHIER in person.roles for person in self._persons.values())

    def has_open_drawer(self, cashier: str) -> bool:
        """Whether a cashier's drawer is open."""
        self._refresh()
        return self._drawers.get(cashier, False)

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
        person = self._persons.get(name)
        return person is not None and not person.disabled and bool(person.roles & roles)

    # Who is it

    def log_in(self, name: str, password: str) -> Person:
        """The person who has this name and password; a failed try is an event, and five in a row lock the name."""
        if until := self.locked_until(name):
            self._log_in_event(HouseEvent.LOG_IN_FAILED, name, reason="locked")
            raise NotPermitted(f"is locked until {until}; two persons can unlock it", field="log-in")
        person = self._persons.get(name)
        fits = self._fits(person, password)
        if person and fits and not person.disabled:
            if self._lockout.failures(name):
                self._appender.append(NewEvent(stream=HOUSE, kind=HouseEvent.LOGGED_IN, by=name, data={"name": name}))
            return person
        self._log_in_event(HouseEvent.LOG_IN_FAILED, name, reason=_why(person, fits=fits))
        self._refresh()
        if self._lockout.failures(name) >= FAILURES:
            self._log_in_event(HouseEvent.LOG_IN_LOCKED, name, until=lock_end(self._log.clock()))
        raise NotPermitted("the name or the password is wrong", field="log-in")

    def locked_until(self, name: str) -> str:
        """Until when nobody logs in under a name; empty where it is not locked."""
        self._refresh()
        return self._lockout.until(name, self._log.clock())

    def _log_in_event(self, kind: HouseEvent, name: str, **data: str) -> None:
        told = {"name": name[:LONGEST_NAME], **data}
        self._appender.append(NewEvent(stream=HOUSE, kind=kind, data=told))

    def _fits(self, person: Person | None, password: str) -> bool:
        """Whether a password is right; it takes as long for a name that nobody has."""
        from argon2.exceptions import VerifyMismatchError

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

    def set_password(self, by: str, name: str, password: str, *, second: str = "") -> Person:
        """Set a password: everybody their own, two administrators anybody else's."""
        data = {"name": name}
        check = (lambda: data) if by == name else self._with_permission("set password", by, second, data)
        return self._change(by, HouseEvent.PASSWORD_SET, check, name, password)

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
            if self._administrators() == [name]:
                raise NotPermitted("is the only administrator; there must be one", field=name)
            return data

        return checked

    def _change(
        self, by: str, kind: HouseEvent, decide: Callable[[], dict[str, Any]], name: str, password: str | None = None
    ) -> Person:
        """Decide on what stands now and append; when somebody was quicker, decide again."""
        hashed = self._hashed(password) if password is not None else None

        def attempt() -> Person:
            self._refresh()
            with self._lock:
                number, data = self._number, decide()
                if kind != HouseEvent.PERSON_ADDED:
                    self.person(name)
            if hashed:
                data = {**data, "password": digest(hashed)}
            event = NewEvent(stream=HOUSE, kind=kind, by=by, data=data)
            self._appender.append(event, expected={HOUSE: number}, secrets=[hashed] if hashed else [])
            return self.person(name)

        return until_current(attempt, field=HOUSE, attempts=ATTEMPTS)

    def _hashed(self, password: str) -> str:
        if not SHORTEST <= len(password) <= LONGEST:
            raise InvalidInput(f"must have {SHORTEST} to {LONGEST} characters", field="password")
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


def _role_list(roles: frozenset[Role]) -> str:
    return " or ".join(f"{'an' if role[0] == 'a' else 'a'} {role}" for role in sorted(roles))


def parse_roles(roles: Iterable[Role | str]) -> frozenset[Role]:
    """Roles by name; an auditor, who changes nothing, has no other, nor has a player: staff do not play."""
    try:
        found = frozenset(Role(role) for role in roles)
    except ValueError as problem:
        raise InvalidInput(f"{problem}; there are {', '.join(Role)}", field="roles") from None
    if not found:
        raise InvalidInput(f"there must be one of {', '.join(Role)}", field="roles")
    if Role.AUDITOR in found and len(found) > 1:
        raise InvalidInput("an auditor reads everything and changes nothing, so has no other role", field="roles")
    if {Role.CASHIER, Role.DEALER} <= found:
        raise InvalidInput("who deals does not handle the cage's cash, so a dealer is no cashier", field="roles")
    if Role.PLAYER in found and len(found) > 1:
        raise InvalidInput("staff do not play, so a player has no other role", field="roles")
    return found


def fold(persons: dict[str, Person], event: Event) -> None:
    """Bring the persons to where they stand after an event of the stream `house`."""
    if event.kind == HouseEvent.PERSON_ADDED:
        roles = frozenset(map(Role, event.data["roles"]))
        persons[event.data["name"]] = Person(name=event.data["name"], roles=roles, password=event.data["password"])
    elif event.kind in _CHANGES:
        name = event.data["name"]
        persons[name] = replace(persons[name], **_CHANGES[event.kind](event.data))


_CHANGES: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    HouseEvent.ROLES_CHANGED: lambda data: {"roles": frozenset(map(Role, data["roles"]))},
    HouseEvent.PASSWORD_SET: lambda data: {"password": data["password"]},
    HouseEvent.PERSON_DISABLED: lambda _: {"disabled": True},
    HouseEvent.PERSON_ENABLED: lambda _: {"disabled": False},
}
