"""The acts on persons: add, change roles, set a password, disable, enable and unlock, by two administrators."""

from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import digest, is_person
from houseway.house.people.act import Act, ActInput, Catalogue
from houseway.house.people.act_fields import Name, PersonName
from houseway.house.people.house_desk import HouseDesk, HousePlan, known_person
from houseway.house.people.person_payloads import (
    LogInUnlocked,
    PasswordSet,
    PersonAdded,
    PersonDisabled,
    PersonEnabled,
    RolesChanged,
)
from houseway.house.people.pin_acts import SET_PIN, UNBLOCK_PIN
from houseway.house.people.rights import ADMINISTRATOR, MANAGERS, NOBODY, Right, Role
from houseway.house.people.roster import NotPermitted, Roster, parse_roles

ADD: Final = Right("add person", ADMINISTRATOR, second=ADMINISTRATOR)
CHANGE_ROLES: Final = Right("change roles", ADMINISTRATOR, second=ADMINISTRATOR)
SET_PASSWORD: Final = Right("set password", ADMINISTRATOR, second=ADMINISTRATOR, note="of somebody else")
DISABLE: Final = Right("disable person", ADMINISTRATOR, second=ADMINISTRATOR)
UNLOCK: Final = Right("unlock person", ADMINISTRATOR, second=MANAGERS)

RoleNames = Annotated[
    tuple[Name, ...],
    Meta(
        max_length=5,
        description="player, dealer, cashier, supervisor, auditor or administrator; may be repeated.",
        extra={"option": "role", "choices": tuple(Role)},
    ),
]
Password = Annotated[str, Meta(max_length=1000, description="The new password.", extra={"secret": True})]


def _is_alone(desk: HouseDesk, right: Right) -> bool:
    """Whether one person is enough: the administrator at a first start, or of a one-person practice house.

    Anybody else needs two who may; raises where they may not.
    """
    desk.house.permit_first(right, desk.by)
    if not desk.second and desk.house.acts_alone(desk.by):
        return True
    desk.permit(right)
    return False


class AddFirstPerson(ActInput, frozen=True, kw_only=True):
    """Add the first person of a house, an administrator."""

    name: PersonName
    password: Password


def _add_first_person(plan: HousePlan, desk: HouseDesk, asked: AddFirstPerson) -> None:
    if plan.state.has_staff:
        raise NotPermitted("there are persons already; an administrator adds more", field=asked.name)
    _add(plan, desk, asked.name, frozenset({Role.ADMINISTRATOR}), asked.password, alone=True)


class AddPerson(ActInput, frozen=True, kw_only=True):
    """Add a person with roles and a first password; two administrators do it, or one at the first start.

    The person must change the first password before doing anything else.
    """

    name: PersonName
    roles: RoleNames = ()
    password: Password


def _add_person(plan: HousePlan, desk: HouseDesk, asked: AddPerson) -> None:
    roles = parse_roles(asked.roles)
    alone = _is_alone(desk, ADD)
    if plan.state.person_called(asked.name) in plan.state.persons:
        raise InvalidInput("is taken", field=asked.name)
    _add(plan, desk, asked.name, roles, asked.password, alone=alone)


def _add(plan: HousePlan, desk: HouseDesk, name: str, roles: frozenset[Role], password: str, *, alone: bool) -> None:
    if not is_person(name):
        raise InvalidInput("a name is small letters, digits, dots and hyphens", field="name")
    key = _keep_password(plan, desk, name, password)
    added = PersonAdded(
        name=name,
        roles=sorted(roles),
        password=key,
        first_start=alone,
        second="" if alone else desk.second,
        must_change=_is_known_to_another(desk, name),
    )
    plan.add(added, by=desk.by)


def _is_known_to_another(desk: HouseDesk, name: str) -> bool:
    """Whether an administrator knows the new password; in a one-person house nobody else could."""
    return desk.by not in ("", name) and not desk.is_one_person_house


def _keep_password(plan: HousePlan, desk: HouseDesk, name: str, password: str) -> str:
    """Keep a new password's hash among the log's secrets, and name it by its digest."""
    hashed = desk.house.hash_password(name, password)
    plan.own_secrets.append(hashed)
    return digest(hashed)


class ChangeRoles(ActInput, frozen=True, kw_only=True):
    """Give a person other roles; two administrators do it, and neither of them for themselves."""

    name: PersonName
    roles: RoleNames = ()


def _change_roles(plan: HousePlan, desk: HouseDesk, asked: ChangeRoles) -> None:
    name, roles = asked.name, parse_roles(asked.roles)
    alone = _is_alone(desk, CHANGE_ROLES)
    if name in (desk.by, desk.second) and not roles <= known_person(plan, name).roles:
        raise NotPermitted("nobody gives themselves a role", field=name)
    if Role.ADMINISTRATOR not in roles:
        _require_another_administrator(plan, name)
    known_person(plan, name)
    changed = RolesChanged(name=name, roles=sorted(roles), first_start=alone, second="" if alone else desk.second)
    plan.add(changed, by=desk.by)


def _require_another_administrator(plan: HousePlan, name: str) -> None:
    """Refuse to remove the last administrator, because nobody else could make a new one."""
    if plan.state.administrators() == [name]:
        raise NotPermitted("is the only administrator; there must be one", field=name)


class SetPassword(ActInput, frozen=True, kw_only=True):
    """Set a password: your own, if you know the old one; two administrators set anybody else's.

    A password that somebody else set must be changed before anything else is done.
    """

    name: PersonName
    password: Password
    old: Annotated[str, Meta(max_length=1000, description="Your old password.", extra={"secret": True})] = ""


def _set_password(plan: HousePlan, desk: HouseDesk, asked: SetPassword) -> None:
    name, alone, second = asked.name, False, ""
    if desk.by == name:
        if desk.proved is None:
            raise NotPermitted("to set your own password, give the old one", field=name)
        if known_person(plan, name) != desk.proved:
            raise NotPermitted("was changed in the meantime", field=name)
        if desk.proved.must_change and asked.password == asked.old:
            raise InvalidInput("must differ from the one that the administrator set", field="password")
    else:
        alone = _is_alone(desk, SET_PASSWORD)
        second = "" if alone else desk.second
    key = _keep_password(plan, desk, known_person(plan, name).account.casefold() or name, asked.password)
    must_change = _is_known_to_another(desk, name)
    plan.add(
        PasswordSet(name=name, password=key, first_start=alone, second=second, must_change=must_change), by=desk.by
    )


class DisablePerson(ActInput, frozen=True, kw_only=True):
    """Take from a person the right to log in and to act."""

    name: PersonName


def _disable_person(plan: HousePlan, desk: HouseDesk, asked: DisablePerson) -> None:
    alone = _is_alone(desk, DISABLE)
    _require_another_administrator(plan, asked.name)
    known_person(plan, asked.name)
    second = "" if alone else desk.second
    plan.add(PersonDisabled(name=asked.name, first_start=alone, second=second), by=desk.by)


class EnablePerson(ActInput, frozen=True, kw_only=True):
    """Give a disabled person the right to log in and to act again."""

    name: PersonName


def _enable_person(plan: HousePlan, desk: HouseDesk, asked: EnablePerson) -> None:
    alone = _is_alone(desk, DISABLE)
    known_person(plan, asked.name)
    second = "" if alone else desk.second
    plan.add(PersonEnabled(name=asked.name, first_start=alone, second=second), by=desk.by)


class UnlockPerson(ActInput, frozen=True, kw_only=True):
    """End the wait of a name that failed to log in too often; two other persons do it."""

    name: PersonName


def _unlock_person(plan: HousePlan, desk: HouseDesk, asked: UnlockPerson) -> None:
    alone = _is_alone(desk, UNLOCK)
    if asked.name in (desk.by, desk.second):
        raise NotPermitted("is for two others", field=UNLOCK.name)
    if not desk.house.locked_until(asked.name):
        raise NotAllowedNow("is not locked", field=asked.name)
    known_person(plan, asked.name)
    second = "" if alone else desk.second
    plan.add(LogInUnlocked(name=asked.name, first_start=alone, second=second), by=desk.by)


def _named(_desk: HouseDesk, asked: AddPerson | SetPassword | AddFirstPerson) -> dict[str, object]:
    """The name alone; passwords are not compared, because only their digests are stored."""
    return {"name": asked.name}


PERSON_ACTS: Final = Catalogue[Roster, HouseDesk](
    "person",
    (
        Act(
            "add",
            AddPerson,
            ADD,
            (PersonAdded,),
            _add_person,
            "add dan --role dealer --as ada --second abe",
            says=_named,
            asks_right_first=False,
            may_start_alone=True,
        ),
        Act(
            "roles",
            ChangeRoles,
            CHANGE_ROLES,
            (RolesChanged,),
            _change_roles,
            "roles dan --role dealer --role supervisor --as ada --second abe",
            never="who would give themselves a role",
            says=lambda _, asked: {"name": asked.name, "roles": sorted(asked.roles)},
            asks_right_first=False,
            may_start_alone=True,
        ),
        Act(
            "password",
            SetPassword,
            SET_PASSWORD,
            (PasswordSet,),
            _set_password,
            "password dan --as dan",
            says=_named,
            asks_right_first=False,
            may_start_alone=True,
        ),
        Act(
            "disable",
            DisablePerson,
            DISABLE,
            (PersonDisabled,),
            _disable_person,
            "disable dan --as ada --second abe",
            asks_right_first=False,
            may_start_alone=True,
        ),
        Act(
            "enable",
            EnablePerson,
            DISABLE,
            (PersonEnabled,),
            _enable_person,
            "enable dan --as ada --second abe",
            asks_right_first=False,
            may_start_alone=True,
        ),
        Act(
            "unlock",
            UnlockPerson,
            UNLOCK,
            (LogInUnlocked,),
            _unlock_person,
            "unlock dan --as ada --second sue",
            never="the person whose name is locked",
            asks_right_first=False,
            may_start_alone=True,
        ),
        SET_PIN,
        UNBLOCK_PIN,
        Act(
            "add-first",
            AddFirstPerson,
            Right("add the first person", NOBODY, note="whoever founds the house"),
            (PersonAdded,),
            _add_first_person,
            says=_named,
            asks_right_first=False,
            is_offered=False,
        ),
    ),
)
