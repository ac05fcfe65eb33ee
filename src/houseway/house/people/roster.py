"""The persons of the house at a moment, folded from events, and what each of them may do then.

`House` asks about the present, the deep audit about every past moment.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import permutations
from typing import Final

from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.events import Event
from houseway.house.log.kinds import DrawerEvent
from houseway.house.log.ledger import cents
from houseway.house.log.names import SITE, player_account
from houseway.house.log.site_payloads import PracticeDeclared
from houseway.house.people.account_names import skeleton
from houseway.house.people.payloads import CashedOut, DrawerClosed, DrawerOpened
from houseway.house.people.person_payloads import (
    PERSON_CHANGES,
    AccountMade,
    GuestAdded,
    LogInUnlocked,
    PasswordSet,
    PersonAdded,
    PersonDisabled,
    RolesChanged,
)
from houseway.house.people.pins import Pins
from houseway.house.people.rights import ADMINISTRATOR, CASHIER, NOBODY, Right, Role
from houseway.house.people.second_person_rules import PersonChanges
from houseway.house.people.single_person_totals import AmountsMovedAlone
from houseway.money import Cents

_SETS_PASSWORD: Final[Mapping[str, type[PersonAdded | PasswordSet]]] = {
    PersonAdded.KIND: PersonAdded,
    GuestAdded.KIND: GuestAdded,
    AccountMade.KIND: AccountMade,
    PasswordSet.KIND: PasswordSet,
}


class NotPermitted(HousewayError):
    """The person may not do this."""


class NeedsSecond(NotPermitted):
    """The person may not do this alone."""


class MustChangePassword(NotPermitted):
    """An administrator set the person's password, and the person must change it before anything else."""


class MustWait(NotPermitted):
    """Too many log-ins failed, and the next one must wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody the house knows."""

    name: str
    roles: frozenset[Role]
    password: str  # SHA-256 of the argon2 hash
    disabled: bool = False
    changed: int = 0  # the number of the last event that changed anything here
    must_change: bool = False  # an administrator set the password, and knows it
    account: str = ""  # under which a guest of a practice house signs in
    made: int = 0  # the number of the event that made the person

    def require_own_password(self) -> None:
        """Refuse somebody who has not yet changed the password that an administrator set."""
        if self.must_change:
            raise MustChangePassword(
                "must first change the password that an administrator set; until then nothing else is allowed",
                field=self.name,
            )


class Roster:
    """Persons and their roles, who added whom, whose drawer is open, and whether one person is the whole house."""

    def __init__(self) -> None:
        self.number = 0  # of the last event of the stream `house`
        self.persons: dict[str, Person] = {}
        self._accounts: dict[str, str] = {}  # the owner of each account, by the skeleton of its name
        self.one_person = False
        self.is_practice = False
        self.moved_money = False  # whether a person of the house ever did
        self.marks_first_passwords = False  # whether a person ever had to change one; older houses did not ask for it
        self._knew_word: dict[str, set[str]] = {}  # by person: who ever gave them a password or a code
        self._changes = PersonChanges()
        self._moved = AmountsMovedAlone()
        self._drawers: dict[str, bool] = {}  # whether each cashier's is open
        self.pins = Pins()
        self.receipts = 0  # the number of the last cash-out that has one

    def fold(self, event: Event) -> None:
        """Bring it to where it stands after an event of the streams `house` and `site`."""
        if event.stream == SITE:
            self._fold_site(event)
            return
        self.number = event.number
        fold(self.persons, event)
        if event.kind == AccountMade.KIND:
            made = event.read(AccountMade)
            self._accounts[skeleton(made.account)] = made.name
        if event.kind in _SETS_PASSWORD:
            change = event.read(_SETS_PASSWORD[event.kind])
            self.marks_first_passwords |= change.must_change
            self._knew_word.setdefault(change.name, set()).update({event.by, change.second} - {"", change.name})
        self._changes.fold(event)
        self._moved.fold(event)
        self.pins.fold(event)
        if event.kind == DrawerEvent.OPENED:
            self._drawers[event.read(DrawerOpened).cashier] = True
        elif event.kind == CashedOut.KIND:
            self.receipts = event.read(CashedOut).receipt or self.receipts
        elif event.kind == DrawerEvent.CLOSED:
            self._drawers[event.read(DrawerClosed).cashier] = False
        self.moved_money |= bool(event.postings) and event.by in self.persons

    def _fold_site(self, event: Event) -> None:
        if event.kind == PracticeDeclared.KIND:
            self.is_practice = True
            self.one_person |= event.read(PracticeDeclared).one_person

    @property
    def has_staff(self) -> bool:
        """Whether the house knows anybody besides guests with an account."""
        return any(not person.account for person in self.persons.values())

    def person_called(self, name: str) -> str:
        """Who signs in under a name: whoever has the account, in small letters or capitals, or the name itself."""
        owner = self._accounts.get(skeleton(name), "")
        return owner if owner and self.persons[owner].account.casefold() == name.casefold() else name

    def is_name_taken(self, name: str) -> bool:
        """Whether somebody's name looks like this one."""
        alike = skeleton(name)
        return alike in self._accounts or any(skeleton(one) == alike for one in self.persons)

    def has_role(self, name: str, roles: frozenset[Role]) -> bool:
        """Whether somebody who is not disabled has one of some roles."""
        person = self.persons.get(name)
        return person is not None and not person.disabled and bool(person.roles & roles)

    def administrators(self) -> list[str]:
        """Those who are not disabled."""
        return [one for one in self.persons if self.has_role(one, ADMINISTRATOR)]

    @property
    def has_cashier(self) -> bool:
        """Whether the house has a cashier, so that cash at the cage goes through drawers."""
        return any(Role.CASHIER in person.roles for person in self.persons.values())

    def has_open_drawer(self, cashier: str) -> bool:
        """Whether a cashier's drawer is open."""
        return self._drawers.get(cashier, False)

    def asks_for_word(self, player: str) -> bool:
        """Whether the player must confirm a pay-out besides one member of staff; a guest has no password for that."""
        return player in self.persons and not self.one_person

    def require_word_of(self, player: str, by: str) -> None:
        """Refuse a player's confirmation to the person who gave the player a code, and so could confirm in their place.

        A changed code makes no difference: anybody who knew the first one could have changed it.
        """
        if by in self._knew_word.get(player, ()):
            raise NeedsSecond(
                f"{by} gave {player} the code; another member of staff pays, or two of you", field="cash out"
            )

    def is_cashier(self, name: str) -> bool:
        """Whether somebody may have a drawer."""
        return self.has_role(name, CASHIER)

    def moved_alone(self, kind: str, player: str, now: datetime) -> Cents:
        """How much one person alone has recently moved for a player by a kind of event."""
        return self._moved.amount(kind, player_account(player), now) // cents(1)

    # ---- who may do what

    def permit(self, right: Right, first: str, second: str, now: datetime) -> None:
        """Raise NotPermitted unless these persons may do this at a moment.

        A right of one person up to an amount is asked for with the amount (`Right.for_amount`).
        """
        roles, others = right.roles, NOBODY if right.alone_up_to else right.second
        if others and self.one_person:
            roles, others = roles | others, NOBODY
        if others:
            self._permit_pair(right.name, (first, second), roles, self._or_supervisor(others), now)
        elif not self.has_role(first, roles):
            raise NotPermitted(f"may not {right.name}; that is for {role_list(roles)}", field=first)
        self.require_own_passwords(first, second)

    def require_own_passwords(self, *names: str) -> None:
        """Refuse persons who have not yet changed the password that an administrator set."""
        for person in filter(None, map(self.persons.get, names)):
            person.require_own_password()

    def permit_first(self, right: Right, by: str) -> None:
        """Raise NotPermitted if somebody could be neither the first nor the second person of an act."""
        if not self.has_role(by, right.roles | self._or_supervisor(right.second)):
            raise NotPermitted(f"may not {right.name}; that is for {role_list(right.roles)}", field=by)
        self.require_own_passwords(by)

    def _permit_pair(
        self, act: str, pair: tuple[str, str], roles: frozenset[Role], others: frozenset[Role], now: datetime
    ) -> None:
        first, second = pair
        both = _pair_text(roles, others)
        if not second or first == second:
            raise NeedsSecond(f"needs two different persons: {both}", field=act)
        if not any(self.has_role(one, roles) and self.has_role(other, others) for one, other in permutations(pair)):
            raise NotPermitted(f"needs {both}", field=act)
        if reason := self._changes.why_not_two(first, second, now):
            raise NotPermitted(reason, field=act)

    def _or_supervisor(self, others: frozenset[Role]) -> frozenset[Role]:
        """Where a house has one administrator, a supervisor stands in for the second."""
        alone = others == {Role.ADMINISTRATOR} and len(self.administrators()) == 1
        return others | {Role.SUPERVISOR} if alone else others


def _pair_text(roles: frozenset[Role], others: frozenset[Role]) -> str:
    """Two persons in words; if both have the same role, the second is "another" one."""
    if not roles < others:
        return f"{role_list(roles)} and {role_list(others)}"
    another = " or ".join(f"another {role}" for role in sorted(roles))
    return f"{role_list(roles)} and either {role_list(others - roles)} or {another}"


def role_list(roles: frozenset[Role]) -> str:
    """Roles in words."""
    return " or ".join(f"{'an' if role[0] == 'a' else 'a'} {role}" for role in sorted(roles))


def parse_roles(roles: Iterable[Role | str]) -> frozenset[Role]:
    """Roles by name. An auditor changes nothing and staff do not play, so auditors and players have only one role."""
    try:
        parsed = frozenset(Role(role) for role in roles)
    except ValueError as problem:
        raise InvalidInput(f"{problem}; there are {', '.join(Role)}", field="roles") from None
    if not parsed:
        raise InvalidInput(f"there must be one of {', '.join(Role)}", field="roles")
    if Role.AUDITOR in parsed and len(parsed) > 1:
        raise InvalidInput("an auditor reads everything and changes nothing, so has no other role", field="roles")
    if {Role.CASHIER, Role.DEALER} <= parsed:
        raise InvalidInput("a dealer does not handle the cage's cash, so a dealer cannot be a cashier", field="roles")
    if Role.PLAYER in parsed and len(parsed) > 1:
        raise InvalidInput("staff do not play, so a player has no other role", field="roles")
    return parsed


def fold(persons: dict[str, Person], event: Event) -> None:
    """Bring the persons to where they stand after an event of the stream `house`."""
    if event.kind not in PERSON_CHANGES:
        return
    change = event.read(PERSON_CHANGES[event.kind])
    if isinstance(change, PersonAdded):
        roles = frozenset(map(Role, change.roles))
        persons[change.name] = Person(
            name=change.name,
            roles=roles,
            password=change.password,
            changed=event.number,
            must_change=change.must_change,
            made=event.number,
            account=change.account if isinstance(change, AccountMade) else "",
        )
        return
    if isinstance(change, LogInUnlocked):
        return
    person = replace(persons[change.name], changed=event.number)
    if isinstance(change, RolesChanged):
        person = replace(person, roles=frozenset(map(Role, change.roles)))
    elif isinstance(change, PasswordSet):
        person = replace(person, password=change.password, must_change=change.must_change)
    else:
        person = replace(person, disabled=isinstance(change, PersonDisabled))
    persons[change.name] = person
