"""The cage: buy-in, cash-out, fill, credit, drop and the owner's money, as events with postings.

The functions say what an act posts, for whoever appends it together with other events; `Cage` asks who may and
appends.
"""

import json

from houseway.errors import InvalidInput, shown
from houseway.house.log.events import NewEvent, is_person
from houseway.house.log.kinds import HouseEvent
from houseway.house.log.ledger import cents, format_units, move
from houseway.house.log.log import Appended, Appender, Log, confirm_answer, event_matching, personal_request
from houseway.house.log.names import BANK, HOUSE, OWNER, PLAYERS, VARIANCE, TablePot, player_account, table_account
from houseway.house.people.payloads import BoughtIn, CashedOut, Credited, Dropped, Filled, Funded
from houseway.house.people.people import People
from houseway.money import LIMIT, Cents, format_money


def _player_account(name: str) -> str:
    if not is_person(name):
        raise InvalidInput(f"{shown(name)} is no name of a player", field="player")
    return player_account(name)


def _table_account(table: str, pot: TablePot) -> str:
    if not is_person(table):  # the same letters
        raise InvalidInput(f"{shown(table)} is no name of a table", field="table")
    return table_account(table, pot)


def buy_in(player: str, amount: Cents, *, table: str = "", by: str = "", stream: str = HOUSE) -> NewEvent:
    """Cash for chips: at a table the cash goes into the drop box and the chips come out of the tray."""
    into = _player_account(player)
    taken = cents(_require_positive(amount))
    if table:
        cash = move(taken, out_of=PLAYERS, into=_table_account(table, TablePot.DROP))
        postings = (*cash, *move(taken, out_of=_table_account(table, TablePot.CHIPS), into=into))
    else:
        postings = move(taken, out_of=PLAYERS, into=into)
    told = BoughtIn(player=player, table=table, amount=format_money(amount))
    return NewEvent(stream=stream, kind=HouseEvent.BUY_IN, by=by, data=told, postings=postings)


def cash_out(player: str, amount: Cents, *, by: str = "", stream: str = HOUSE) -> NewEvent:
    """Chips for cash, at the cage; a player who has fewer is refused by the log."""
    postings = move(cents(_require_positive(amount)), out_of=_player_account(player), into=PLAYERS)
    told = CashedOut(player=player, amount=format_money(amount))
    return NewEvent(stream=stream, kind=HouseEvent.CASH_OUT, by=by, data=told, postings=postings)


def fill(table: str, amount: Cents, *, by: str = "", second: str = "", stream: str = HOUSE) -> NewEvent:
    """Chips from the cage to a table's tray."""
    postings = move(cents(_require_positive(amount)), out_of=BANK, into=_table_account(table, TablePot.CHIPS))
    told = Filled(table=table, amount=format_money(amount), second=second)
    return NewEvent(stream=stream, kind=HouseEvent.FILL, by=by, data=told, postings=postings)


def credit(table: str, amount: Cents, *, by: str = "", second: str = "", stream: str = HOUSE) -> NewEvent:
    """Chips from a table's tray back to the cage."""
    postings = move(cents(_require_positive(amount)), out_of=_table_account(table, TablePot.CHIPS), into=BANK)
    told = Credited(table=table, amount=format_money(amount), second=second)
    return NewEvent(stream=stream, kind=HouseEvent.CREDIT, by=by, data=told, postings=postings)


def drop(
    table: str, counted: Cents, expected: Cents, *, by: str = "", second: str = "", stream: str = HOUSE
) -> NewEvent:
    """The drop box counted into the cage; a count that is not what went into the box leaves a variance."""
    postings = (
        *move(cents(counted), out_of=_table_account(table, TablePot.DROP), into=BANK),
        *move(cents(expected - counted), out_of=_table_account(table, TablePot.DROP), into=VARIANCE),
    )
    told = Dropped(table=table, counted=format_money(counted), expected=format_money(expected), second=second)
    return NewEvent(stream=stream, kind=HouseEvent.DROP, by=by, data=told, postings=postings)


def fund(amount: Cents, *, by: str = "", second: str = "", stream: str = HOUSE) -> NewEvent:
    """The owner's money into the cage, or, where the amount is negative, out of it."""
    postings = move(cents(amount), out_of=OWNER, into=BANK)
    told = Funded(amount=format_money(amount), second=second)
    return NewEvent(stream=stream, kind=HouseEvent.FUND, by=by, data=told, postings=postings)


def _require_positive(amount: Cents) -> Cents:
    if not 0 < amount < LIMIT:
        raise InvalidInput("must be more than zero and under $1,000,000,000", field="amount")
    return amount


class Cage:
    """The acts of the cage, each by persons who may do it. A request that is repeated is done once."""

    def __init__(self, log: Log, people: People, writer: Appender | None = None) -> None:
        self._log = log
        self._people = people
        self._appender = writer or log

    def buy_in(self, by: str, player: str, amount: Cents, *, table: str = "", request: str = "") -> Appended:
        """Take a player's cash, at the cage or at a table."""
        self._people.permit("buy in", by)
        return self._once(buy_in(player, amount, table=table, by=by), request)

    def cash_out(self, by: str, player: str, amount: Cents, *, request: str = "") -> Appended:
        """Pay a player's chips out."""
        self._people.permit("cash out", by)
        return self._once(cash_out(player, amount, by=by), request)

    def fill(self, by: str, second: str, table: str, amount: Cents, *, request: str = "") -> Appended:
        """Bring chips to a table."""
        self._people.permit("fill", by, second)
        return self._once(fill(table, amount, by=by, second=second), request)

    def credit(self, by: str, second: str, table: str, amount: Cents, *, request: str = "") -> Appended:
        """Take chips from a table."""
        self._people.permit("credit", by, second)
        return self._once(credit(table, amount, by=by, second=second), request)

    def drop(self, by: str, second: str, table: str, counted: Cents, *, request: str = "") -> Appended:
        """Count a table's drop box; what should be in it is known from the buy-ins."""
        self._people.permit("drop", by, second)
        if not 0 <= counted < LIMIT:
            raise InvalidInput("must be at least 0 and under $1,000,000,000", field="counted")
        expected = self._log.balance(_table_account(table, TablePot.DROP)) // cents(1)
        counting = drop(table, counted, expected, by=by, second=second)
        empty = "the box is empty, and nothing should be in it" if not counted and not expected else ""
        return self._once(counting, request, InvalidInput(empty, field="counted") if empty else None)

    def fund(self, by: str, second: str, amount: Cents, *, request: str = "") -> Appended:
        """Bring the owner's money in, or take it out."""
        self._people.permit("fund", by, second)
        held = self._log.balance(BANK)
        if not -LIMIT < amount < LIMIT or not amount:
            raise InvalidInput("must be an amount under $1,000,000,000, and not zero", field="amount")
        short = cents(amount) < 0 and held + cents(amount) < 0
        problem = InvalidInput(f"the bank holds {format_units(held)}", field="amount") if short else None
        return self._once(fund(amount, by=by, second=second), request, problem)

    def _once(self, event: NewEvent, request: str, problem: InvalidInput | None = None) -> Appended:
        """Append an event, unless there is a problem as things stand; a request that was done before is answered."""
        told = {name: value for name, value in json.loads(event.text).items() if name != "expected"}
        request = personal_request(request, event.by)
        done = self._log.find_answer(request, HOUSE) if problem else None
        if problem and done is None:
            raise problem
        return confirm_answer(
            request, event_matching(event.kind, **told), done or self._appender.append(event, request=request)
        )
