"""The events and postings of the cage's acts: buy-in, cash-out, fill, credit, drop and the owner's money.

`cage_acts.py` checks who may act; other callers append these events together with their own.
"""

from houseway.errors import InvalidInput, shown
from houseway.house.log.events import NewEvent, is_person
from houseway.house.log.ledger import cents, move
from houseway.house.log.names import (
    BANK,
    HOUSE,
    OWNER,
    PLAYERS,
    VARIANCE,
    TablePot,
    drawer_account,
    player_account,
    table_account,
)
from houseway.house.people.payloads import (
    BoughtIn,
    CashedOut,
    Credited,
    Dropped,
    Filled,
    Funded,
)
from houseway.money import LIMIT, Cents, format_money


def _player_account(name: str) -> str:
    if not is_person(name):
        raise InvalidInput(f"{shown(name)} is no name of a player", field="player")
    return player_account(name)


def checked_table_account(table: str, pot: TablePot) -> str:
    """The account of one of a table's pots; an invalid name is refused."""
    if not is_person(table):  # the same letters
        raise InvalidInput(f"{shown(table)} is no name of a table", field="table")
    return table_account(table, pot)


def buy_in(
    player: str,
    amount: Cents,
    *,
    table: str = "",
    drawer: str = "",
    by: str = "",
    second: str = "",
    stream: str = HOUSE,
) -> NewEvent:
    """Cash for chips: at a table the cash goes into the drop box and the chips come out of the tray.

    At the cage it goes into a cashier's drawer, and the chips come out of the bank.
    """
    into = _player_account(player)
    taken = cents(require_positive(amount))
    if table:
        cash = move(taken, out_of=PLAYERS, into=checked_table_account(table, TablePot.DROP))
        postings = (*cash, *move(taken, out_of=checked_table_account(table, TablePot.CHIPS), into=into))
    elif drawer:
        cash = move(taken, out_of=PLAYERS, into=drawer_account(drawer))
        postings = (*cash, *move(taken, out_of=BANK, into=into))
    else:
        postings = move(taken, out_of=PLAYERS, into=into)
    payload = BoughtIn(player=player, table=table, amount=format_money(amount), drawer=drawer, second=second)
    return NewEvent(stream=stream, by=by, data=payload, postings=postings)


def cash_out(
    player: str,
    amount: Cents,
    *,
    drawer: str = "",
    by: str = "",
    second: str = "",
    receipt: int = 0,
    stream: str = HOUSE,
) -> NewEvent:
    """Chips for cash, at the cage; the log refuses a player with too few chips, or a drawer with too little cash."""
    out_of, paid = _player_account(player), cents(require_positive(amount))
    if drawer:
        cash = move(paid, out_of=drawer_account(drawer), into=PLAYERS)
        postings = (*move(paid, out_of=out_of, into=BANK), *cash)
    else:
        postings = move(paid, out_of=out_of, into=PLAYERS)
    payload = CashedOut(player=player, amount=format_money(amount), drawer=drawer, second=second, receipt=receipt)
    return NewEvent(stream=stream, by=by, data=payload, postings=postings)


def fill(table: str, amount: Cents, *, by: str = "", second: str = "", stream: str = HOUSE) -> NewEvent:
    """Chips from the cage to a table's tray."""
    postings = move(cents(require_positive(amount)), out_of=BANK, into=checked_table_account(table, TablePot.CHIPS))
    payload = Filled(table=table, amount=format_money(amount), second=second)
    return NewEvent(stream=stream, by=by, data=payload, postings=postings)


def credit(table: str, amount: Cents, *, by: str = "", second: str = "", stream: str = HOUSE) -> NewEvent:
    """Chips from a table's tray back to the cage."""
    postings = move(cents(require_positive(amount)), out_of=checked_table_account(table, TablePot.CHIPS), into=BANK)
    payload = Credited(table=table, amount=format_money(amount), second=second)
    return NewEvent(stream=stream, by=by, data=payload, postings=postings)


def drop(
    table: str, counted: Cents, expected: Cents, *, by: str = "", second: str = "", stream: str = HOUSE
) -> NewEvent:
    """The drop box counted into the cage; a count that is not what went into the box leaves a variance."""
    postings = (
        *move(cents(counted), out_of=checked_table_account(table, TablePot.DROP), into=BANK),
        *move(cents(expected - counted), out_of=checked_table_account(table, TablePot.DROP), into=VARIANCE),
    )
    payload = Dropped(table=table, counted=format_money(counted), expected=format_money(expected), second=second)
    return NewEvent(stream=stream, by=by, data=payload, postings=postings)


def fund(amount: Cents, *, by: str = "", second: str = "", stream: str = HOUSE) -> NewEvent:
    """The owner's money into the cage, or, where the amount is negative, out of it."""
    postings = move(cents(amount), out_of=OWNER, into=BANK)
    payload = Funded(amount=format_money(amount), second=second)
    return NewEvent(stream=stream, by=by, data=payload, postings=postings)


def require_positive(amount: Cents) -> Cents:
    """The amount, if it is a positive one."""
    if not 0 < amount < LIMIT:
        raise InvalidInput("must be more than zero and under $1,000,000,000", field="amount")
    return amount
