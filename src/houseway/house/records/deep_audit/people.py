"""The deep audit of persons: who was added, changed, seated, paid or signed in, by the roster of that moment."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from houseway.house.log.events import Event, is_person
from houseway.house.log.kinds import HouseEvent, SessionEvent, SignInEvent
from houseway.house.people.account_names import require_account_name
from houseway.house.people.gaming_day import GamingDay
from houseway.house.people.payloads import CashedOut
from houseway.house.people.person_payloads import (
    PERSON_CHANGES,
    PIN_PAYLOADS,
    AccountMade,
    GuestAdded,
    LogInUnlocked,
    PasswordSet,
    PersonAdded,
    PersonChange,
    PersonDisabled,
    PinSet,
    PinUnblocked,
    RolesChanged,
    SessionEnded,
    SessionStarted,
    SessionUsed,
    SettingsChanged,
    SignedIn,
    SignedOut,
)
from houseway.house.people.rights import Role
from houseway.house.people.roster import Roster, parse_roles
from houseway.house.people.sign_ins import HOURS, SESSION_HOURS, longest
from houseway.house.records.deep_audit.step import RuleViolation


def require_first_person(event: Event) -> None:
    """A house begins with an administrator whom nobody could have added."""
    if event.kind != HouseEvent.PERSON_ADDED or event.by or event.read(PersonAdded).roles != [Role.ADMINISTRATOR]:
        raise RuleViolation("a house begins with its first administrator")


def require_person_change(roster: Roster, event: Event) -> None:
    """Refuse what the house never writes of a person: one who is there twice, roles that exclude each other."""
    change = event.read(PERSON_CHANGES[event.kind])
    name, known = change.name, change.name in roster.persons
    _require_first_password_marked(roster, event.by, change)
    if isinstance(change, AccountMade):
        _require_own_account(roster, event.by, change)
    if isinstance(change, PersonAdded):
        if known or not is_person(name):
            raise RuleViolation(f"{name} is there already, or is no name of a person")
        parse_roles(change.roles)
        return
    if not isinstance(change, LogInUnlocked) and not known:
        raise RuleViolation(f"there is no {name}")
    if isinstance(change, LogInUnlocked) and name in (event.by, change.second):
        raise RuleViolation(f"{name} unlocked their own name")
    if isinstance(change, RolesChanged):
        roles = parse_roles(change.roles)
        if name in (event.by, change.second) and not roles <= roster.persons[name].roles:
            raise RuleViolation("nobody gives themselves a role")
        if Role.ADMINISTRATOR not in roles:
            _require_another_administrator(roster, name)
    if isinstance(change, PersonDisabled):
        _require_another_administrator(roster, name)


def _require_first_password_marked(roster: Roster, by: str, change: PersonChange) -> None:
    """Refuse a password that somebody else set and that need not be changed, in a house that asks for it."""
    if not isinstance(change, PersonAdded | PasswordSet) or not roster.marks_first_passwords or roster.one_person:
        return
    if isinstance(change, GuestAdded):
        return  # the code of a guest, who only plays, is on the slip that staff hand over
    if by not in ("", change.name) and not change.must_change:
        raise RuleViolation(f"{change.name} need not change a password that {by} knows")


def _require_own_account(roster: Roster, by: str, made: AccountMade) -> None:
    """Refuse an account unless a guest of a practice house could have made it for themselves."""
    if not roster.is_practice or by != made.name or made.roles != [Role.PLAYER]:
        raise RuleViolation(f"the account of {made.name} is none that a guest makes in practice")
    require_account_name(made.account)
    if roster.is_name_taken(made.account):
        raise RuleViolation(f"the name {made.account} was taken, or looked like one that was")


def _require_another_administrator(roster: Roster, name: str) -> None:
    if roster.administrators() == [name]:
        raise RuleViolation(f"{name} is the only administrator")


def require_pin_step(roster: Roster, event: Event) -> None:
    """Refuse a PIN that somebody else set, one that was taken though blocked, and an unblocking by its own person."""
    step = event.read(PIN_PAYLOADS[event.kind])
    name: str = getattr(step, "name", "")
    pin = roster.pins.of(name)
    if isinstance(step, PinSet):
        if event.by != name:
            raise RuleViolation(f"{event.by or 'nobody'} set the PIN of {name}")
    elif pin is None:
        raise RuleViolation(f"{name} has no PIN")
    elif isinstance(step, PinUnblocked):
        if not pin.is_blocked or (event.by == name and not roster.one_person):
            raise RuleViolation(f"the PIN of {name} was not blocked, or {name} unblocked it")
    elif pin.is_blocked:
        raise RuleViolation(f"the PIN of {name} was blocked")


def require_player(roster: Roster, name: str) -> None:
    """Refuse somebody whom the house knows and who is no player; a guest has no role here."""
    if name in roster.persons and not roster.has_role(name, frozenset({Role.PLAYER})):
        raise RuleViolation(f"{name} may not play")


def require_receipt(roster: Roster, cash: CashedOut) -> bool:
    """Whether a cash-out has a receipt, the next in order; from the first on, every one has."""
    if not cash.receipt and not roster.receipts:
        return False
    if cash.receipt != roster.receipts + 1:
        raise RuleViolation(f"its receipt is {cash.receipt or 'missing'}, and not {roster.receipts + 1}")
    return True


def require_drawer(roster: Roster, cashier: str, *, opens: bool) -> None:
    """Refuse a drawer that is opened twice, or closed though it is not open."""
    if roster.has_open_drawer(cashier) == opens:
        raise RuleViolation(f"the drawer of {cashier} was {'open' if opens else 'not open'}")


class SettingsAudit:
    """The house's choices of its gaming day: each one names the choice before it, so that none can be skipped."""

    def __init__(self, older: int) -> None:
        self._older = older  # the last event of a house before its rules, which is only followed
        self._last = 0  # the number of the last choice

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with a choice."""
        if event.kind != SettingsChanged.KIND:
            return
        setting = event.read(SettingsChanged)
        if event.number > self._older:
            GamingDay(hour=setting.day_starts, zone=setting.zone)  # raises where there is no such hour or zone
            if setting.before != self._last:
                yield f"the settings before it are event {self._last}, and it names another one"
        self._last = event.number


class SignInsAudit:
    """Sign-ins on the command line: of a person who is there, with the password of that moment, for an hour."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}  # whose each one is

    def check(self, roster: Roster, event: Event) -> None:
        """Raise where the house would not have given a sign-in."""
        if event.kind == SignInEvent.ENDED:
            if self._tokens.get(event.read(SignedOut).token) != event.by:
                raise RuleViolation("no such sign-in was begun")
            return
        person, signed_in = roster.persons.get(event.by), event.read(SignedIn)
        if person is None or person.disabled or person.password != signed_in.password:
            raise RuleViolation(f"{event.by} could not sign in with this password then")
        if signed_in.until > longest(event.at):
            raise RuleViolation(f"it lasts longer than {HOURS} hour")
        if signed_in.token in self._tokens:
            raise RuleViolation("the token was given before")
        self._tokens[signed_in.token] = event.by


class SessionsAudit:
    """Sessions in a browser: of a person who is there, for at most twelve hours, used and ended by that person.

    The account of a guest, who only practises, is signed in for longer.

    Older programs wrote only the end of a session, and guests' sessions have no beginning.
    """

    def __init__(self) -> None:
        self._sessions: dict[str, str] = {}  # whose each one is

    def check(self, roster: Roster, event: Event) -> None:
        """Raise where the house would not have given a session."""
        if event.kind == SessionEvent.STARTED:
            self._check_start(roster, event)
        elif event.kind == SessionEvent.USED and self._sessions.get(event.read(SessionUsed).session) != event.by:
            raise RuleViolation("no such session was begun")
        elif (
            event.kind == SessionEvent.ENDED
            and self._sessions.get(event.read(SessionEnded).session, event.by) != event.by
        ):
            raise RuleViolation("it is the session of somebody else")

    def _check_start(self, roster: Roster, event: Event) -> None:
        started = event.read(SessionStarted)
        if event.by not in roster.persons:
            raise RuleViolation(f"there is no {event.by}")
        longest_end = (datetime.fromisoformat(event.at) + timedelta(hours=SESSION_HOURS, minutes=1)).timestamp()
        if started.ends > longest_end and not roster.persons[event.by].account:
            raise RuleViolation(f"it lasts longer than {SESSION_HOURS} hours")
        if started.session in self._sessions:
            raise RuleViolation("the session was begun before")
        self._sessions[started.session] = event.by
