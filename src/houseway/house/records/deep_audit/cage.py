"""The deep audit of the cage: recomputes postings, follows drawers and boxes, checks that money was there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from houseway.house.log.events import Event
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
from houseway.house.log.payload import Payload
from houseway.house.people import cage_events
from houseway.house.people.payloads import (
    CAGE_PAYLOADS,
    BoughtIn,
    CashedOut,
    Credited,
    DrawerClosed,
    DrawerOpened,
    Dropped,
    Filled,
    Funded,
)
from houseway.house.records.deep_audit.step import same_money
from houseway.money import Cents, parse_money


def signed_amount(text: str) -> Cents:
    """An amount of an event, which may be less than zero."""
    return -parse_money(text[1:]) if text.startswith("-") else parse_money(text, zero=True)


class BankMove(NamedTuple):
    """Money that went into the bank, or out of it, on any stream."""

    at: str
    amount: Units
    stream: str
    number: int
    judged: bool  # whether it must not take the bank below zero


class CageAudit:
    """The cage on the stream of the house; `older` events precede the two-person rules and are not checked."""

    def __init__(self, log: Log, older: Mapping[str, int]) -> None:
        self._log = log
        self._older = older.get(HOUSE, 0)
        self._sums: dict[str, Units] = {}  # what this stream has put into each account

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with the money that an event of the cage moves."""
        if event.stream != HOUSE:
            return
        kind = CAGE_PAYLOADS.get(event.kind)
        if kind is None:
            if event.postings:
                yield "it moves money, which no such event does"
        else:
            payload = event.read(kind)
            if not same_money(event.postings, _expected(payload)):
                yield "it moves other money than it says"
            if event.number > self._older:
                yield from self._amount_problems(event, payload)
        add_postings(self._sums, event.postings)

    def _amount_problems(self, event: Event, payload: Payload) -> Iterator[str]:
        """What is wrong with the amounts that an event states as expected."""
        if isinstance(payload, DrawerClosed):
            if cents(signed_amount(payload.expected)) != self._sums.get(drawer_account(payload.cashier), 0):
                yield "the drawer should have held another amount"
        elif isinstance(payload, Dropped):
            if cents(signed_amount(payload.expected)) != self._sums.get(table_account(payload.table, TablePot.DROP), 0):
                yield "the drop box should have held another amount"
            if not signed_amount(payload.counted) and not signed_amount(payload.expected):
                yield "the box was empty, and nothing should have been in it"
        elif isinstance(payload, Funded | DrawerOpened) and not event.postings:
            yield "it moves nothing"
        elif isinstance(payload, Credited) and self._in_tray(event, payload.table) < cents(parse_money(payload.amount)):
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


def _expected(payload: Payload) -> Sequence[Posting]:
    """What an event of the cage must move, recomputed with the cage's own functions."""
    match payload:
        case BoughtIn():
            amount = parse_money(payload.amount)
            return cage_events.buy_in(payload.player, amount, table=payload.table, drawer=payload.drawer).postings
        case CashedOut():
            return cage_events.cash_out(payload.player, parse_money(payload.amount), drawer=payload.drawer).postings
        case Filled():
            return cage_events.fill(payload.table, parse_money(payload.amount)).postings
        case Credited():
            return cage_events.credit(payload.table, parse_money(payload.amount)).postings
        case Dropped():
            counts = signed_amount(payload.counted), signed_amount(payload.expected)
            return cage_events.drop(payload.table, *counts).postings
        case Funded():
            return cage_events.fund(signed_amount(payload.amount)).postings
        case DrawerOpened():
            counted = cents(signed_amount(payload.counted))
            return move(counted, out_of=BANK, into=drawer_account(payload.cashier))
        case DrawerClosed():
            drawer, counted = drawer_account(payload.cashier), cents(signed_amount(payload.counted))
            short = cents(signed_amount(payload.expected)) - counted
            return (*move(counted, out_of=drawer, into=BANK), *move(short, out_of=drawer, into=VARIANCE))
    return ()


def bank_moves(event: Event, at: str, *, judged: bool) -> Iterator[BankMove]:
    """What an event puts into the bank, or takes out of it."""
    for account, amount in event.postings:
        if account == BANK:
            yield BankMove(at, amount, event.stream, event.number, judged)


def bank_problems(moves: list[BankMove]) -> Iterator[BankMove]:
    """Moves that take the bank below zero; what came in at the same moment counts."""
    held = 0
    for one in sorted(moves, key=lambda move: (move.at, move.amount < 0, move.stream, move.number)):
        held += one.amount
        if one.amount < 0 and held < 0 and one.judged:
            yield one
