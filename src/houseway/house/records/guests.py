"""Guests of a gaming day: players whom the house does not know as persons, and the cash that they brought and took.

A card room lets people play whose name nobody asked for, so a guest's name is what a cashier or a dealer typed. The
day's report names them, so that an invented one is seen by somebody else.
"""

from datetime import date
from typing import Any

from houseway.house.log.kinds import HouseEvent
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE
from houseway.house.people.gaming_day import read_calendar
from houseway.house.people.roster import Person, fold
from houseway.money import Cents, format_money, parse_money

_WHAT = {HouseEvent.BUY_IN: "bought in", HouseEvent.CASH_OUT: "cashed out"}


def guests_of_day(log: Log, day: date) -> list[dict[str, Any]]:
    """Guests who bought in or cashed out on a gaming day, in order of names, with who took and paid their cash."""
    found: dict[str, dict[str, Cents]] = {}
    staff: dict[str, set[str]] = {}
    persons: dict[str, Person] = {}
    with log.consistent_view() as view:
        start, end = read_calendar(view).bounds(day)
        first, last = view.number_before(HOUSE, start), view.number_before(HOUSE, end)
        for event in view.read(HOUSE):
            fold(persons, event)
            if event.kind in _WHAT and first < event.number <= last:
                player, what = event.data["player"], _WHAT[HouseEvent(event.kind)]
                moved = found.setdefault(player, dict.fromkeys(_WHAT.values(), 0))
                moved[what] += parse_money(event.data["amount"])
                staff.setdefault(player, set()).update({event.by, event.data.get("second", "")} - {""})
    return [
        {
            "guest": name,
            **{what: format_money(amount) for what, amount in found[name].items()},
            "by": sorted(staff[name]),
        }
        for name in sorted(found)
        if name not in persons
    ]
