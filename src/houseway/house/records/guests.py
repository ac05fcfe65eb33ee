"""Guests of a gaming day: players whom the house knows only by a guest's name, and the cash they brought and took.

A card room lets people play without asking their names, so a guest's name is whatever a cashier or a dealer typed. The
day's report lists these names, so that somebody else sees an invented one.
"""

from datetime import date

import msgspec

from houseway.house.log.kinds import HouseEvent
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE
from houseway.house.people.gaming_day import read_calendar
from houseway.house.people.payloads import BoughtIn, CashedOut
from houseway.house.people.person_payloads import GuestAdded
from houseway.house.people.roster import Person, fold
from houseway.money import Cents, format_money, parse_money


class GuestDay(msgspec.Struct, frozen=True, kw_only=True):
    """What a guest brought and took on a gaming day, and who took and paid the cash."""

    guest: str
    bought_in: str = msgspec.field(name="bought in")
    cashed_out: str = msgspec.field(name="cashed out")
    by: list[str]


def guests_of_day(log: Log, day: date) -> list[GuestDay]:
    """Guests who bought in or cashed out on a gaming day, in order of names."""
    bought: dict[str, Cents] = {}
    cashed: dict[str, Cents] = {}
    staff: dict[str, set[str]] = {}
    persons: dict[str, Person] = {}
    guests: set[str] = set()  # with a name of their own
    with log.consistent_view() as view:
        start, end = read_calendar(view).bounds(day)
        first, last = view.number_before(HOUSE, start), view.number_before(HOUSE, end)
        for event in view.read(HOUSE):
            fold(persons, event)
            if event.kind == HouseEvent.GUEST_ADDED:
                guests.add(event.read(GuestAdded).name)
            if event.kind not in (HouseEvent.BUY_IN, HouseEvent.CASH_OUT) or not first < event.number <= last:
                continue
            taken = event.kind == HouseEvent.BUY_IN
            cash, sums = (event.read(BoughtIn), bought) if taken else (event.read(CashedOut), cashed)
            sums[cash.player] = sums.get(cash.player, 0) + parse_money(cash.amount)
            staff.setdefault(cash.player, set()).update({event.by, cash.second} - {""})
    return [
        GuestDay(
            guest=name,
            bought_in=format_money(bought.get(name, 0)),
            cashed_out=format_money(cashed.get(name, 0)),
            by=sorted(staff[name]),
        )
        for name in sorted(staff)
        if name not in persons or name in guests
    ]
