"""The people of the house: a fold over the events of the stream `house`.

A password is kept as its argon2 hash among the log's secrets; the event names only the SHA-256 of that, so that the log
can be read and exported by anyone who may read it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, shown
from houseway.house.log.events import Event, NewEvent, digest, is_person
from houseway.house.log.kinds import HouseEvent
from houseway.house.log.log import Appender, Log
from houseway.house.log.names import HOUSE
from houseway.house.log.retry import until_current
from houseway.house.people.acts import ACTS, Role
from houseway.house.people.lockout import FAILURES, Lockout, lock_end
from houseway.house.people.lockout import LONGEST as LONGEST_NAME

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
                self._number = event.number

    # Who may do what

    def permit(self, act: str, first: str, second: str = "") -> None:
        """Raise NotPermitted unless these persons may do this, by their roles as they stand now.

        Where an act needs two, they must be two, and may be named in either order.
        """
        if act not in ACTS:
            raise InvalidInput(f"{shown(act)} is no act", field="act")
        self._refresh()
        roles, others = ACTS[act].roles, ACTS[act].second
        if not others:
            if not self._is(first, roles):
                raise NotPermitted(f"may not {act}; that is for {_role_list(roles)}", field=first)
            return
        if not second or first == second:
            raise NotPermitted(f"needs two different persons: {_role_list(roles)} and {_role_list(others)}", field=act)
        if not any(self._is(one, roles) and self._is(other, others) for one, other in permutations((first, second))):
            both = f"{_role_list(roles)} and {_role_list(others)}"
            raise NotPermitted(f"is not for {first} and {second}, but for {both}", field=act)

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
            raise NotPermitted(f"is locked until {until}; an administrator can unlock it", field="log-in")
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

        return self._add("", name, [Role.ADMINISTRATOR], password, check)

    def add(self, by: str, name: str, roles: Iterable[Role | str], password: str) -> Person:
        """Add a person with roles and a first password."""
        return self._add(by, name, roles, password, lambda: self.permit("add person", by))

    def _add(self, by: str, name: str, roles: Iterable[Role | str], password: str, check: Callable[[], None]) -> Person:
        if not is_person(name):
            raise InvalidInput("a name is small letters, digits, dots and hyphens", field="name")
        data = {"name": name, "roles": sorted(parse_roles(roles))}

        def new() -> dict[str, Any]:
            check()
            if name in self._persons:
                raise InvalidInput("is taken", field=name)
            return data

        return self._change(by, HouseEvent.PERSON_ADDED, new, name, password)

    def change_roles(self, by: str, name: str, roles: Iterable[Role | str]) -> Person:
        """Give a person other roles."""
        found = parse_roles(roles)
        check = self._with_permission("change roles", by, {"name": name, "roles": sorted(found)})
        if Role.ADMINISTRATOR not in found:
            check = self._keeping_an_administrator(name, check)
        return self._change(by, HouseEvent.ROLES_CHANGED, check, name)

    def set_password(self, by: str, name: str, password: str) -> Person:
        """Set a password: everybody their own, an administrator anybody's."""
        data = {"name": name}
        check = (lambda: data) if by == name else self._with_permission("set password", by, data)
        return self._change(by, HouseEvent.PASSWORD_SET, check, name, password)

    def disable(self, by: str, name: str) -> Person:
        """Take from a person the right to log in and to act."""
        check = self._keeping_an_administrator(name, self._with_permission("disable person", by, {"name": name}))
        return self._change(by, HouseEvent.PERSON_DISABLED, check, name)

    def enable(self, by: str, name: str) -> Person:
        """Give it back."""
        return self._change(
            by, HouseEvent.PERSON_ENABLED, self._with_permission("disable person", by, {"name": name}), name
        )

    def unlock(self, by: str, name: str) -> Person:
        """Let a name log in again that failed too often."""

        def check() -> dict[str, Any]:
            self.permit("unlock person", by)
            if not self.locked_until(name):
                raise NotAllowedNow("is not locked", field=name)
            return {"name": name}

        return self._change(by, HouseEvent.LOG_IN_UNLOCKED, check, name)

    def _with_permission(self, act: str, by: str, data: dict[str, Any]) -> Callable[[], dict[str, Any]]:
        def check() -> dict[str, Any]:
            self.permit(act, by)
            return data

        return check

    def _keeping_an_administrator(self, name: str, check: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
        """The same check, and that a house keeps an administrator: nobody else could ever make one."""

        def checked() -> dict[str, Any]:
            data = check()
            office = [one for one in self._persons if self._is(one, frozenset({Role.ADMINISTRATOR}))]
            if office == [name]:
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
