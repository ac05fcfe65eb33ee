"""`houseway cage …`: money that comes into the house, goes to tables and back, and leaves it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.common import By, Database, Json, alone_or_two, opened, print_table, sign_in
from houseway.cli.house.floor import Request, Second
from houseway.cli.house.reading import Reader, reading

if TYPE_CHECKING:
    from houseway.house.log.log import Appended, Log
    from houseway.house.people.cage import Cage
    from houseway.house.people.people import People

HELP: Final = "The cage: buy-ins, cash-outs, fills, credits, drop.\n\nExample: houseway cage buy-in pat 200 --as dan"

Amount = Annotated[str, typer.Argument(help="Dollars, such as 200 or 12.50.")]
Player = Annotated[str, typer.Argument(help="The player's name.")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]


def buy_in(
    player: Player,
    amount: Amount,
    table: Annotated[str, typer.Option(help="At this table: the cash goes into its drop box.")] = "",
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Take a player's cash for chips, at the cage or at a table. Above $10,000 in 24 hours two persons do it.

    Where the house has a cashier, cash at the cage goes into the open drawer of the one who acts.

    Example: houseway cage buy-in pat 200 --table 7 --as dan
    """
    taken = _cents(amount)
    with _cage(db) as (log, people, desk):
        first = sign_in(people, by)

        def act(other: str) -> "Appended":
            return desk.buy_in(first, player, taken, table=table, second=other, request=request)

        _answer(log, alone_or_two(people, second, act), as_json=json)


def cash_out(
    player: Player,
    amount: Amount,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Pay a player's chips out. Above $10,000 in 24 hours two persons do it.

    Where the house has a cashier, the cash comes out of the open drawer of the one who acts.

    Example: houseway cage cash-out pat 350 --as dan
    """
    paid = _cents(amount)
    with _cage(db) as (log, people, desk):
        first = sign_in(people, by)

        def act(other: str) -> "Appended":
            return desk.cash_out(first, player, paid, second=other, request=request)

        _answer(log, alone_or_two(people, second, act), as_json=json)


def drawer(
    what: Annotated[str, typer.Argument(metavar="open|close", help="Whether the shift begins or ends.")],
    counted: Annotated[str, typer.Argument(help="The cash that was counted, in dollars.")],
    of: Annotated[str, typer.Option(metavar="CASHIER", help="Whose drawer, where the cashier may no longer act.")] = "",
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Open your drawer with a counted float out of the bank, or close it; a difference is a variance.

    A cashier does it, and a supervisor counts too. The drawer of a cashier who was disabled, or is none any more, is
    closed by a supervisor and another person: --of.

    Example: houseway cage drawer open 2000 --as kim --second sue
    """
    from houseway.errors import InvalidInput, shown

    if what not in ("open", "close"):
        raise InvalidInput(f"must be open or close, not {shown(what)}", field="drawer")
    if of and what == "open":
        raise InvalidInput("a cashier opens their own drawer", field="--of")
    found = _cents(counted, zero=what == "close")

    def act(desk: "Cage", one: str, two: str) -> "Appended":
        if what == "open":
            return desk.open_drawer(one, two, found, request=request)
        return desk.close_drawer(one, two, found, cashier=of, request=request)

    _by_two(db, by, second, act, json)


def statement(player: Player, by: Reader = None, db: Database = None, json: Json = False) -> None:
    """Print all that came into a player's account and went out of it, with the balance after each.

    The player asks for it, or somebody who may read reports.

    Example: houseway cage statement pat --as pat
    """
    from houseway.cli.console import console, print_json
    from houseway.house.records.statement import statement_of

    with reading(db, "read reports", by, owner=player) as log:
        rows = statement_of(log, player)
    if json:
        print_json(rows)
    else:
        print_table(console(), ["at", "what", "where", "amount", "balance"], rows)


def fill(
    table: TableName,
    amount: Amount,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Bring chips from the cage to a table's tray. Two persons do it.

    Example: houseway cage fill 7 5000 --as sue --second dan
    """
    brought = _cents(amount)
    _by_two(db, by, second, lambda desk, one, two: desk.fill(one, two, table, brought, request=request), json)


def credit(
    table: TableName,
    amount: Amount,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Take chips from a table's tray back to the cage. Two persons do it.

    Example: houseway cage credit 7 2500 --as sue --second dan
    """
    taken = _cents(amount)
    _by_two(db, by, second, lambda desk, one, two: desk.credit(one, two, table, taken, request=request), json)


def drop(
    table: TableName,
    counted: Annotated[str, typer.Argument(help="What was counted in the box, in dollars.")],
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Count a table's drop box into the cage; a difference from the buy-ins is a variance. Two persons do it.

    Example: houseway cage drop 7 1250 --as sue --second dan
    """
    found = _cents(counted, zero=True)
    _by_two(db, by, second, lambda desk, one, two: desk.drop(one, two, table, found, request=request), json)


def fund(
    amount: Amount,
    out: Annotated[bool, typer.Option("--out", help="Take it out instead.")] = False,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Bring the owner's money into the cage, or take it out. An administrator and a supervisor do it.

    Example: houseway cage fund 100000 --as ada --second sue
    """
    moved = -_cents(amount) if out else _cents(amount)
    _by_two(db, by, second, lambda desk, one, two: desk.fund(one, two, moved, request=request), json)


def balances(
    account: Annotated[str, typer.Argument(help="How the accounts' names start, such as player/ or table/7.")] = "",
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print what every account holds; all of them together sum to zero. For those who may read reports.

    Example: houseway cage balances table/7 --as abe
    """
    from houseway.cli.console import console, print_json
    from houseway.house.log.ledger import format_units

    with reading(db, "read reports", by) as log:
        rows = [{"account": name, "balance": format_units(held)} for name, held in log.balances(account).items()]
    if json:
        print_json({row["account"]: row["balance"] for row in rows})
    else:
        print_table(console(), ["account", "balance"], rows)


def _cents(text: str, *, zero: bool = False) -> int:
    from houseway.money import parse_money

    return parse_money(text, field="amount", zero=zero)


@contextmanager
def _cage(db: str | None) -> "Iterator[tuple[Log, People, Cage]]":
    from houseway.house.people.cage import Cage
    from houseway.house.people.people import People

    with opened(db) as log:
        people = People(log)
        yield log, people, Cage(log, people)


def _by_two(
    db: str | None,
    by: str | None,
    second: str | None,
    act: "Callable[[Cage, str, str], Appended]",
    as_json: bool,
) -> None:
    with _cage(db) as (log, people, desk):
        first = sign_in(people, by)
        events = act(desk, first, sign_in(people, second, second=True))
        _answer(log, events, as_json=as_json)


def _answer(log: "Log", events: "Appended", *, as_json: bool) -> None:
    """Print what was done, and what the accounts that it touched hold now."""
    from houseway.cli.console import console, print_json
    from houseway.house.log.ledger import format_units
    from houseway.house.log.names import is_outside_account

    for event in events:
        accounts = sorted({posting.account for posting in event.postings if not is_outside_account(posting.account)})
        held = {account: format_units(log.balance(account)) for account in accounts}
        told: dict[str, Any] = {"number": event.number, "kind": event.kind, "at": event.at, "by": event.by}
        if as_json:
            print_json({**told, **event.data, "balances": held})
            continue
        what = ", ".join(f"{name} {value}" for name, value in event.data.items() if value)
        console().print(f"{event.kind}: {what}, by {event.by}", markup=False)
        for account, amount in held.items():
            console().print(f"  {account} {amount}", markup=False)


COMMANDS: Final[Commands] = {
    "buy-in": buy_in,
    "cash-out": cash_out,
    "drawer": drawer,
    "statement": statement,
    "fill": fill,
    "credit": credit,
    "drop": drop,
    "fund": fund,
    "balances": balances,
}
