"""The deep audit of the cage: postings made again, drawers and boxes followed, nothing taken that is not there."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from houseway.house.log.events import Event, NewEvent
from houseway.house.log.kinds import DrawerEvent, HouseEvent
from houseway.house.log.ledger import Posting, Units, add_postings, cents, move
from houseway.house.log.log import Log
from houseway.house.log.names import (
    BANK,
    HOUSE,
    VARIANCE,
    TablePot,
    drawer_account,
    table_account,
    table_stream,
)
from houseway.house.people import cage_events
from houseway.house.people.payloads import CAGE_PAYLOADS
from houseway.house.records.deep_audit.step import same_money
from houseway.money import Cents, parse_money


def signed_amount(text: str) -> Cents:
    """An amount of an event, which may be less than zero."""
    return -parse_money(text[1:]) if text.startswith("-") else parse_money(text, zero=True)


_ACTS: Final[Mapping[str, Callable[[Any], NewEvent]]] = {
    HouseEvent.BUY_IN: lambda told: cage_events.buy_in(
        told.player, parse_money(told.amount), table=told.table, drawer=told.drawer
    ),
    HouseEvent.CASH_OUT: lambda told: cage_events.cash_out(told.player, parse_money(told.amount), drawer=told.drawer),
    HouseEvent.FILL: lambda told: cage_events.fill(told.table, parse_money(told.amount)),
    HouseEvent.CREDIT: lambda told: cage_events.credit(told.table, parse_money(told.amount)),
    HouseEvent.DROP: lambda told: cage_events.drop(
        told.table, signed_amount(told.counted), signed_amount(told.expected)
    ),
    HouseEvent.FUND: lambda told: cage_events.fund(signed_amount(told.amount)),
}


class BankMove(NamedTuple):
    """Money that went into the bank, or out of it, on any stream."""

    at: str
    amount: Units
    stream: str
    number: int
    judged: bool  # whether nobody may take more than there is


class CageAudit:
    """The cage on the stream of the house; `older` are events of a house before its rules, which are only followed."""

    def __init__(self, log: Log, older: Mapping[str, int]) -> None:
        self._log = log
        self._older = older.get(HOUSE, 0)
        self._sums: dict[str, Units] = {}  # what this stream has put into each account

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with what an event of the cage moves."""
        if event.stream != HOUSE:
            return
        kind = CAGE_PAYLOADS.get(event.kind)
        if kind is None:
            if event.postings:
                yield "it moves money, which no such event does"
        else:
            told = event.read(kind)
            if not same_money(event.postings, _expected(event.kind, told)):
                yield "it moves other money than it says"
            if event.number > self._older:
                yield from self._amount_problems(event, told)
        add_postings(self._sums, event.postings)

    def _amount_problems(self, event: Event, told: Any) -> Iterator[str]:
        """Whether what it says was there is what was there."""
        if event.kind == DrawerEvent.CLOSED:
            if cents(signed_amount(told.expected)) != self._sums.get(drawer_account(told.cashier), 0):
                yield "the drawer should have held another amount"
        elif event.kind == HouseEvent.DROP:
            if cents(signed_amount(told.expected)) != self._sums.get(table_account(told.table, TablePot.DROP), 0):
                yield "the drop box should have held another amount"
        elif event.kind == HouseEvent.CREDIT and self._in_tray(event, told.table) < cents(parse_money(told.amount)):
            yield "the tray did not hold it"

    def _in_tray(self, event: Event, table: str) -> Units:
        """The most that a tray can have held at the moment of an event: what the cage and its own rounds put in."""
        chips, stream = table_account(table, TablePot.CHIPS), table_stream(table)
        number, last = self._log.number_before(stream, event.at), self._log.head(stream).number
        held = [self._log.totals(stream, number).get(chips, 0)]
        for one in self._log.read(stream, number + 1, last):
            if one.at > event.at:
                break
            held.append(held[-1] + sum(amount for account, amount in one.postings if account == chips))
        return self._sums.get(chips, 0) + max(held)


def _expected(kind: str, told: Any) -> tuple[Posting, ...]:
    if kind in _ACTS:
        return tuple(_ACTS[kind](told).postings)
    drawer, counted = drawer_account(told.cashier), cents(signed_amount(told.counted))
    if kind == DrawerEvent.OPENED:
        return move(counted, out_of=BANK, into=drawer)
    booked = cents(signed_amount(told.expected))
    return (*move(counted, out_of=drawer, into=BANK), *move(booked - counted, out_of=drawer, into=VARIANCE))


def bank_moves(event: Event, at: str, *, judged: bool) -> Iterator[BankMove]:
    """What an event puts into the bank, or takes out of it."""
    for account, amount in event.postings:
        if account == BANK:
            yield BankMove(at, amount, event.stream, event.number, judged)


def bank_problems(moves: list[BankMove]) -> Iterator[BankMove]:
    """Those that take more out of the bank than there is; what came in at the same moment counts."""
    held = 0
    for one in sorted(moves, key=lambda move: (move.at, move.amount < 0, move.stream, move.number)):
        held += one.amount
        if one.amount < 0 and held < 0 and one.judged:
            yield one
