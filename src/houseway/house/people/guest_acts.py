"""Guests: people who play without proving who they are, under a name that nobody else in the house has.

A guest whose name was only typed at the cage cannot sign in, and shares a purse with the next guest of that name. A
guest who gets a name and a code here signs in like a player: they see the cards of their seat, give values and decide.
"""

from typing import Final

from houseway.errors import InvalidInput
from houseway.house.log.events import digest, is_person
from houseway.house.log.kinds import HouseEvent
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE, player_account
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import PersonName
from houseway.house.people.house_desk import HouseDesk, HousePlan
from houseway.house.people.payloads import BoughtIn
from houseway.house.people.person_acts import Password
from houseway.house.people.person_payloads import GuestAdded
from houseway.house.people.rights import CASHIER, FLOOR, PLAYER, Right


class AddGuest(ActInput, frozen=True, kw_only=True):
    """Give a guest a name of their own and a code, with which the guest signs in as a player."""

    name: PersonName
    password: Password


def _add_guest(plan: HousePlan, desk: HouseDesk, asked: AddGuest) -> None:
    if not is_person(asked.name):
        raise InvalidInput("a name is small letters, digits, dots and hyphens", field="name")
    if plan.state.person_called(asked.name) in plan.state.persons or _is_used(desk.log, asked.name):
        raise InvalidInput("somebody has this name, or had it; choose another one", field=asked.name)
    hashed = desk.house.hash_password(asked.name, asked.password)
    plan.own_secrets.append(hashed)
    plan.add(GuestAdded(name=asked.name, roles=sorted(PLAYER), password=digest(hashed)), by=desk.by)


def _is_used(log: Log, name: str) -> bool:
    """Whether chips were ever sold under this name."""
    bought = (event.read(BoughtIn) for event in log.read(HOUSE) if event.kind == HouseEvent.BUY_IN)
    return bool(log.balance(player_account(name))) or any(one.player == name for one in bought)


ADD_GUEST: Final = Act(
    "guest",
    AddGuest,
    Right("add guest", FLOOR | CASHIER),
    (GuestAdded,),
    _add_guest,
    "guest joe-2 --as dan",
    says=lambda _, asked: {"name": asked.name},
)
