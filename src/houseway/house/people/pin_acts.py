"""The acts on PINs: everybody who deals sets their own PIN with their password, and a supervisor unblocks one."""

from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import digest
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import PersonName
from houseway.house.people.house_desk import HouseDesk, HousePlan, known_person
from houseway.house.people.person_payloads import PinSet, PinUnblocked
from houseway.house.people.pins import pin_weakness
from houseway.house.people.rights import FLOOR, SUPERVISOR, Right
from houseway.house.people.roster import NotPermitted, Roster


class SetPin(ActInput, frozen=True, kw_only=True):
    """Set the PIN with which you take over a paired console: 4 to 8 digits, with your own password."""

    name: PersonName
    pin: Annotated[str, Meta(max_length=20, description="The new PIN.", extra={"secret": True})]
    old: Annotated[str, Meta(max_length=1000, description="Your own password.", extra={"secret": True})] = ""


def _set_pin(plan: HousePlan, desk: HouseDesk, asked: SetPin) -> None:
    if asked.name != desk.by:
        raise NotPermitted("sets their own PIN; nobody else does", field=asked.name)
    if desk.proved is None:
        raise NotPermitted("a PIN is set with your password", field=asked.name)
    if known_person(plan, asked.name) != desk.proved:
        raise NotPermitted("was changed in the meantime", field=asked.name)
    if reason := pin_weakness(asked.pin):
        raise InvalidInput(reason, field="pin")
    hashed = desk.house.hash_text(asked.pin)
    plan.own_secrets.append(hashed)
    plan.add(PinSet(name=asked.name, pin=digest(hashed)), by=desk.by)


class UnblockPin(ActInput, frozen=True, kw_only=True):
    """Unblock a PIN after three wrong tries, so that its owner can try again."""

    name: PersonName


def _unblock_pin(plan: HousePlan, desk: HouseDesk, asked: UnblockPin) -> None:
    known_person(plan, asked.name)
    if asked.name == desk.by and not desk.is_one_person_house:
        raise NotPermitted("does not unblock their own PIN; set a new one, or ask another supervisor", field=desk.by)
    pin = plan.state.pins.of(asked.name)
    if pin is None or not pin.is_blocked:
        raise NotAllowedNow("has no PIN that is blocked", field=asked.name)
    plan.add(PinUnblocked(name=asked.name), by=desk.by)


SET_PIN: Final = Act[Roster, HouseDesk, SetPin](
    "pin",
    SetPin,
    Right("set PIN", FLOOR, note="their own, with the password"),
    (PinSet,),
    _set_pin,
    "pin dan --as dan",
    never="for somebody else",
    says=lambda _, asked: {"name": asked.name},
)
UNBLOCK_PIN: Final = Act[Roster, HouseDesk, UnblockPin](
    "unblock-pin",
    UnblockPin,
    Right("unblock PIN", SUPERVISOR),
    (PinUnblocked,),
    _unblock_pin,
    "unblock-pin dan --as sue",
    never="the person whose PIN is blocked",
)
