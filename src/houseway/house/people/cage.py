"""The cage: buy-in, cash-out, fill, credit, drop and the owner's money, as events with postings.

The functions say what an act posts, for whoever appends it together with other events; `Cage` asks who may and
appends.
"""

from collections.abc import Sequence
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.house.events import NewEvent, is_person
from houseway.house.ledger import Posting, cents, format_units, move
from houseway.house.log import Appended, Appends, Log, answer_to, said
from houseway.house.people import HOUSE, People
from houseway.money import LIMIT, Cents, format_money

BANK: Final = "house/bank"
VARIANCE: Final = "house/variance"
PLAYERS: Final = "outside/players"
OWNER: Final = "outside/owner"


def player_account(name: str) -> str:
    """The account of a player."""
    if not is_person(name):
        raise InvalidInput(f"{shown(name)} is no name of a player", field="player")
    return f"player/{name}"


def table_account(table: str, pot: str) -> str:
    """An account of a table: its `chips`, `wagers`, `drop` or `progressive`."""
    if not is_person(table):  # the same letters
        raise InvalidInput(f"{shown(table)} is no name of a table", field="table")
    return f"table/{table}/{pot}"


def buy_in(player: str, amount: Cents, *, table: str = "", by: str = "", stream: str = HOUSE) -> NewEvent:
    """Cash for chips: at a table the cash goes into the drop box and the chips come out of the tray."""
    into = player_account(player)
    taken = cents(_some(amount))
    if table:
        cash = move(taken, out_of=PLAYERS, into=table_account(table, "drop"))
        postings = (*cash, *move(taken, out_of=table_account(table, "chips"), into=into))
    else:
        postings = move(taken, out_of=PLAYERS, into=into)
    return _event(stream, "buy-in", by, "", postings, player=player, table=table, amount=format_money(amount))


def cash_out(player: str, amount: Cents, *, by: str = "", stream: str = HOUSE) -> NewEvent:
    """Chips for cash, at the cage; a player who has fewer is refused by the log."""
    postings = move(cents(_some(amount)), out_of=player_account(player), into=PLAYERS)
    return _event(stream, "cash-out", by, "", postings, player=player, amount=format_money(amount))


def fill(table: str, amount: Cents, *, by: str = "", second: str = "", stream: str = HOUSE) -> NewEvent:
    """Chips from the cage to a table's tray."""
    postings = move(cents(_some(amount)), out_of=BANK, into=table_account(table, "chips"))
    return _event(stream, "fill", by, second, postings, table=table, amount=format_money(amount))


def credit(table: str, amount: Cents, *, by: str = "", second: str = "", stream: str = HOUSE) -> NewEvent:
    """Chips from a table's tray back to the cage."""
    postings = move(cents(_some(amount)), out_of=table_account(table, "chips"), into=BANK)
    return _event(stream, "credit", by, second, postings, table=table, amount=format_money(amount))


def drop(
    table: str, counted: Cents, expected: Cents, *, by: str = "", second: str = "", stream: str = HOUSE
) -> NewEvent:
    """The drop box counted into the cage; a count that is not what went into the box leaves a variance."""
    postings = (
        *move(cents(counted), out_of=table_account(table, "drop"), into=BANK),
        *move(cents(expected - counted), out_of=table_account(table, "drop"), into=VARIANCE),
    )
    amounts = {"counted": format_money(counted), "expected": format_money(expected)}
    return _event(stream, "drop", by, second, postings, table=table, **amounts)


def fund(amount: Cents, *, by: str = "", second: str = "", stream: str = HOUSE) -> NewEvent:
    """The owner's money into the cage, or, where the amount is negative, out of it."""
    postings = move(cents(amount), out_of=OWNER, into=BANK)
    return _event(stream, "fund", by, second, postings, amount=format_money(amount))


def _some(amount: Cents) -> Cents:
    if not 0 < amount < LIMIT:
        raise InvalidInput("must be more than zero and under $1,000,000,000", field="amount")
    return amount


def _event(stream: str, kind: str, by: str, second: str, postings: Sequence[Posting], **data: str) -> NewEvent:
    told = {name: value for name, value in {**data, "second": second}.items() if value}
    return NewEvent(stream=stream, kind=kind, by=by, data=told, postings=postings)


class Cage:
    """The acts of the cage, each by persons who may do it. A request that is repeated is done once."""

    def __init__(self, log: Log, people: People, writer: Appends | None = None) -> None:
        self._log = log
        self._people = people
        self._appends = writer or log

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
        expected = self._log.balance(table_account(table, "drop")) // cents(1)
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
        told = {name: value for name, value in event.data.items() if name != "expected"}
        done = self._log.answered(request, HOUSE) if problem else None
        if problem and done is None:
            raise problem
        return answer_to(request, said(event.kind, **told), done or self._appends.append(event, request=request))
