"""The deep audit of persons: who is made, changed, seated, paid or signed in, by the roster of that moment."""

from datetime import datetime, timedelta

from houseway.house.log.events import Event, is_person, timestamp
from houseway.house.log.kinds import DrawerEvent, HouseEvent, SignInEvent
from houseway.house.people.rights import Role
from houseway.house.people.roster import Roster, parse_roles
from houseway.house.people.sign_ins import HOURS
from houseway.house.records.deep_step import RuleViolation


def require_first_person(event: Event) -> None:
    """A house begins with an administrator whom nobody could have made."""
    if event.kind != HouseEvent.PERSON_ADDED or event.by or list(event.data["roles"]) != [Role.ADMINISTRATOR]:
        raise RuleViolation("a house begins with its first administrator")


def require_person_change(roster: Roster, event: Event) -> None:
    """Refuse what the house never writes of a person: one who is there twice, roles that exclude each other."""
    name, known = event.data["name"], event.data["name"] in roster.persons
    if event.kind == HouseEvent.PERSON_ADDED:
        if known or not is_person(name):
            raise RuleViolation(f"{name} is there already, or is no name of a person")
        parse_roles(event.data["roles"])
        return
    if event.kind != HouseEvent.LOG_IN_UNLOCKED and not known:
        raise RuleViolation(f"there is no {name}")
    if event.kind == HouseEvent.ROLES_CHANGED:
        roles = parse_roles(event.data["roles"])
        if name in (event.by, event.data.get("second")) and not roles <= roster.persons[name].roles:
            raise RuleViolation("nobody gives themselves a role")
        if Role.ADMINISTRATOR not in roles:
            _require_another_administrator(roster, name)
    if event.kind == HouseEvent.PERSON_DISABLED:
        _require_another_administrator(roster, name)


def _require_another_administrator(roster: Roster, name: str) -> None:
    if roster.administrators() == [name]:
        raise RuleViolation(f"{name} is the only administrator")


def require_player(roster: Roster, name: str) -> None:
    """Refuse somebody whom the house knows and who is no player; a guest has no role here."""
    if name in roster.persons and not roster.has_role(name, frozenset({Role.PLAYER})):
        raise RuleViolation(f"{name} may not play")


def require_drawer(roster: Roster, event: Event) -> None:
    """Refuse a drawer that is opened twice, or closed though it is not open."""
    cashier = event.data["cashier"]
    if roster.has_open_drawer(cashier) != (event.kind == DrawerEvent.CLOSED):
        raise RuleViolation(f"the drawer of {cashier} was {'not open' if event.kind == DrawerEvent.CLOSED else 'open'}")


class SignInsAudit:
    """Sign-ins on the command line: of a person who is there, with the password of that moment, for an hour."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}  # whose each one is

    def check(self, roster: Roster, event: Event) -> None:
        """Raise where a sign-in is none that the house gives."""
        token = event.data["token"]
        if event.kind == SignInEvent.ENDED:
            if self._tokens.get(token) != event.by:
                raise RuleViolation("no such sign-in was begun")
            return
        person = roster.persons.get(event.by)
        if person is None or person.disabled or person.password != event.data["password"]:
            raise RuleViolation(f"{event.by} could not sign in with this password then")
        most = timestamp(datetime.fromisoformat(event.at) + timedelta(hours=HOURS))
        if event.data["until"] > most:
            raise RuleViolation(f"it lasts longer than {HOURS} hour")
        if token in self._tokens:
            raise RuleViolation("the token was given before")
        self._tokens[token] = event.by
