"""The ledger: postings in double entry, what each account may hold, and sums that must be zero.

Every account is a pot of money and every posting moves money between pots, so the postings of one event sum to zero
and so do all balances. What players and owners brought is the negative balance of the pots `outside/...`.

| account | what is in it |
|---|---|
| `player/NAME` | chips and credit of a player; never below zero |
| `house/bank` | the cage's chips and cash; never below zero by an act of the cage or a deposit (`NewEvent.guarded`) |
| `house/drawer/NAME` | the cash in a cashier's drawer; never below zero |
| `house/variance` | what counts of drop boxes and drawers came out short |
| `table/N/chips` | the chip tray of a table |
| `table/N/wagers` | stakes of an open round |
| `table/N/drop` | cash in the drop box |
| `table/N/progressive` | awards that the table paid, less what its wagers contributed to jackpots |
| `jackpot/NAME/meter`, `/reserve`, `/overflow` ... | the players' money behind a jackpot |
| `outside/players`, `outside/owner` | the other side of what came in |

Amounts are integers of 1e-8 dollar (`UNITS_PER_CENT` a cent). Only jackpots and the contributions to them hold
fractions of a cent; every other account holds whole cents.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from houseway.errors import HousewayError, InvalidInput, shown
from houseway.games.round.jackpot import METER_DECIMALS, UNITS_PER_CENT, format_meter
from houseway.house.log.names import (
    ACCOUNT_ROOTS,
    is_contribution_account,
    is_drawer_account,
    is_jackpot_account,
    is_player_account,
)
from houseway.money import LIMIT, Cents, parse_units

Units = int  # of 1e-8 dollar

MOST: Final = LIMIT * UNITS_PER_CENT  # one posting stays under one billion dollars
FULL: Final = 40 * MOST  # a balance stays well inside 64 bits
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}(/[a-z0-9][a-z0-9._-]{0,59}){1,3}")


class NotEnoughFunds(HousewayError):
    """An account would fall below zero that must not."""


class Posting(NamedTuple):
    """An amount that goes into an account, or, where it is negative, out of it."""

    account: str
    amount: Units


def cents(amount: Cents) -> Units:
    """Whole cents as the ledger's units."""
    return amount * UNITS_PER_CENT


def move(amount: Units, *, out_of: str, into: str) -> tuple[Posting, ...]:
    """Money from one account into another; nothing at all moves nothing."""
    return (Posting(out_of, -amount), Posting(into, amount)) if amount else ()


def format_units(amount: Units) -> str:
    """An amount in dollars: two decimals, and more only where it holds a fraction of a cent."""
    return "-" + format_meter(-amount) if amount < 0 else format_meter(amount)


def parse_amount(text: str) -> Units:
    """Read back what `format_units` wrote."""
    sign = -1 if text.startswith("-") else 1
    return sign * parse_units(text.removeprefix("-"), decimals=METER_DECIMALS, zero=True)


def holds_fractions(account: str) -> bool:
    """Whether an account may hold fractions of a cent: jackpots and the contributions to them."""
    return is_jackpot_account(account) or is_contribution_account(account)


def never_negative(account: str) -> bool:
    """Whether the log refuses to take an account below zero."""
    return is_player_account(account) or is_drawer_account(account)


@lru_cache(maxsize=65536)
def check_account(account: str) -> bool:
    """Raise where a name is not an account's; the answer is whether the account holds fractions of a cent."""
    if not isinstance(account, str) or not account.startswith(ACCOUNT_ROOTS) or not _NAME.fullmatch(account):
        raise InvalidInput(f"{shown(account)} is no account", field="postings")
    return holds_fractions(account)


def check_postings(postings: Iterable[Posting]) -> None:
    """Raise unless the postings of an event are right by themselves and sum to zero."""
    total = 0
    for account, amount in postings:
        fine = check_account(account)
        if type(amount) is not int or not amount or not -MOST < amount < MOST:
            raise InvalidInput(f"{account} is posted {shown(amount)}, which is no amount", field="postings")
        if not fine and amount % UNITS_PER_CENT:
            raise InvalidInput(f"{account} holds whole cents, not {format_units(amount)}", field="postings")
        total += amount
    if total:
        raise InvalidInput(f"they sum to {format_units(total)} and not to zero", field="postings")


def require_funds(account: str, balance: Units, change: Units) -> None:
    """Raise where an account holds less than is taken out."""
    if change < 0 and balance + change < 0:
        held, needed = format_units(balance), format_units(-change)
        raise NotEnoughFunds(f"holds {held}, which is less than {needed}", field=account)


def balance_after(account: str, balance: Units, change: Units) -> Units:
    """The balance after a change; raises where it would be below zero, or too large to count."""
    after = balance + change
    if after < 0 and change < 0 and never_negative(account):
        require_funds(account, balance, change)
    if not -FULL < after < FULL:
        raise InvalidInput(f"would hold {format_units(after)}, which is more than can be counted", field=account)
    return after


def add_postings(sums: dict[str, Units], postings: Iterable[Posting]) -> None:
    """Add postings to the sums of their accounts."""
    for account, amount in postings:
        sums[account] = sums.get(account, 0) + amount


def check_balances(balances: Mapping[str, Units]) -> None:
    """Raise unless balances are possible: they sum to zero, hold whole cents, and no player owes anything."""
    for account, amount in balances.items():
        if not check_account(account) and amount % UNITS_PER_CENT:
            raise InvalidInput(f"holds {format_units(amount)}, which is not whole cents", field=account)
        if amount < 0 and never_negative(account):
            raise NotEnoughFunds(f"holds {format_units(amount)}", field=account)
    total = sum(balances.values())
    if total:
        raise InvalidInput(f"all balances sum to {format_units(total)} and not to zero", field="ledger")
