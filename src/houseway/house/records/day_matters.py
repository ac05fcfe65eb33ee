"""What needs a look on a gaming day besides its figures: drawers, voids, corrections, holds, awards and deposits."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Final

import msgspec

from houseway.house.jackpots.payloads import (
    HELD,
    Adjusted,
    Awarded,
    Deposited,
    Drawn,
    PassedOn,
    WinRejected,
    read_awards,
)
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, DrawerEvent, HouseEvent, JackpotEvent, TableEvent, TrayEvent
from houseway.house.log.ledger import format_units, parse_amount
from houseway.house.log.log import Log
from houseway.house.log.names import is_tray_account
from houseway.house.people.gaming_day import read_calendar
from houseway.house.people.payloads import DrawerClosed, Dropped
from houseway.house.tables.payloads import Held, RoundCorrected, ShortDocumented, Voided


class DayMatter(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened on a gaming day, with the money concerned and the persons who did it."""

    at: str
    what: str
    where: str  # a drawer, a table with its round, or a jackpot
    amount: str
    by: list[str]
    note: str


def matters_of_day(log: Log, day: date) -> list[DayMatter]:
    """The matters of a gaming day, in the order of time."""
    matters: list[DayMatter] = []
    with log.consistent_view() as view:
        start, end = read_calendar(view).bounds(day)
        for stream in view.streams():
            first, last = view.number_before(stream, start) + 1, view.number_before(stream, end)
            for event in view.read_kinds(stream, tuple(_MATTERS), first, last):
                matters += _MATTERS[event.kind](event)
    return sorted(matters, key=lambda one: one.at)


def _matter(event: Event, what: str, where: str, amount: str, note: str = "", second: str = "") -> Iterator[DayMatter]:
    by = [one for one in (event.by, second) if one]
    yield DayMatter(at=event.at, what=what, where=where, amount=amount, by=by, note=note)


def _difference(counted: str, expected: str) -> str:
    return format_units(parse_amount(counted) - parse_amount(expected))


def _drawer(event: Event) -> Iterator[DayMatter]:
    closed = event.read(DrawerClosed)
    counts = f"counted {closed.counted}, expected {closed.expected}"
    variance = _difference(closed.counted, closed.expected)
    return _matter(event, "drawer variance", f"drawer {closed.cashier}", variance, counts, closed.second)


def _drop(event: Event) -> Iterator[DayMatter]:
    dropped = event.read(Dropped)
    variance = _difference(dropped.counted, dropped.expected)
    counts = f"counted {dropped.counted}, expected {dropped.expected}"
    return _matter(event, "drop variance", f"table {dropped.table}", variance, counts, dropped.second)


def _void(event: Event) -> Iterator[DayMatter]:
    voided = event.read(Voided)
    stakes = sum(parse_amount(seat.staked) for seat in voided.settlement.seats)
    return _matter(event, "void", _round(event, voided.round), format_units(stakes), voided.reason, voided.second)


def _correction(event: Event) -> Iterator[DayMatter]:
    correction = event.read(RoundCorrected)
    paid = -sum(amount for account, amount in event.postings if is_tray_account(account))
    where = _round(event, correction.round)
    return _matter(event, "correction", where, format_units(paid), correction.reason, correction.second)


def _hold(event: Event) -> Iterator[DayMatter]:
    held = event.read(Held)
    amount = format_units(sum(parse_amount(one) for _, one in held.awards))
    players = ", ".join(sorted({player for player, _ in held.awards}))
    return _matter(event, "hold", _round(event, held.round), amount, f"for {players}")


def _short(event: Event) -> Iterator[DayMatter]:
    short = event.read(ShortDocumented)
    return _matter(event, "short", _round(event, short.round), short.amount, short.reason, short.second)


def _award(event: Event) -> Iterator[DayMatter]:
    awarded: Awarded = read_awards(event)
    amount = format_units(sum(parse_amount(one.amount) for one in awarded.awards))
    players = ", ".join(f"{one.player} {one.amount} ({one.line})" for one in awarded.awards)
    what = "award" if event.kind == JackpotEvent.AWARDED else "award corrected"
    if awarded.entered == HELD and not awarded.round:
        what = "award held"  # at a table the hold is listed separately
    return _matter(event, what, _jackpot(event), amount, f"{awarded.table}/{awarded.round}: {players}", awarded.second)


def _win_rejected(event: Event) -> Iterator[DayMatter]:
    rejected = event.read(WinRejected)
    note = f"award {rejected.award}: {rejected.reason}"
    return _matter(event, "win rejected", _jackpot(event), rejected.amount, note, rejected.second)


def _deposit(event: Event) -> Iterator[DayMatter]:
    deposited = event.read(Deposited)
    note = f"owed {deposited.owed}" + (f", slip {deposited.slip}" if deposited.slip else "")
    return _matter(event, "deposit", _jackpot(event), deposited.amount, note, deposited.second)


def _draw(event: Event) -> Iterator[DayMatter]:
    drawn = event.read(Drawn)
    return _matter(event, "draw", _jackpot(event), drawn.amount, f"slip {drawn.slip}", drawn.second)


def _passed_on(event: Event) -> Iterator[DayMatter]:
    passed = event.read(PassedOn)
    return _matter(event, "overflow passed on", _jackpot(event), passed.amount, f"into {passed.into}")


def _adjustment(event: Event) -> Iterator[DayMatter]:
    adjusted = event.read(Adjusted)
    note = f"{adjusted.reason}, {adjusted.pot}: {adjusted.note}"
    return _matter(event, "adjustment", _jackpot(event), adjusted.amount, note, adjusted.second)


def _round(event: Event, number: int) -> str:
    return f"{event.stream.replace('/', ' ')}/{number}"


def _jackpot(event: Event) -> str:
    return event.stream.replace("/", " ")


_MATTERS: Final[Mapping[str, Callable[[Event], Iterator[DayMatter]]]] = {
    DrawerEvent.CLOSED: _drawer,
    HouseEvent.DROP: _drop,
    TableEvent.VOIDED: _void,
    TableEvent.HELD: _hold,
    TrayEvent.SHORT: _short,
    CorrectionEvent.ROUND: _correction,
    CorrectionEvent.AWARD: _award,
    JackpotEvent.AWARDED: _award,
    JackpotEvent.WIN_REJECTED: _win_rejected,
    JackpotEvent.DEPOSITED: _deposit,
    JackpotEvent.DRAWN: _draw,
    JackpotEvent.PASSED_ON: _passed_on,
    JackpotEvent.ADJUSTED: _adjustment,
}
