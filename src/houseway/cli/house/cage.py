"""`houseway cage …`: money that enters the house, goes to tables and back, and leaves again."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.act_commands import CommandGroup, Request, Second, read_fields
from houseway.cli.house.common import By, Database, Json, opened, print_table
from houseway.cli.house.reading import Reader, reading
from houseway.house.people.cage_acts import CAGE_ACTS
from houseway.house.people.rights import READ_REPORTS

if TYPE_CHECKING:
    from houseway.house.log.log import Appended
    from houseway.house.people.act import ActInput
    from houseway.house.people.house import House

HELP: Final = "The cage: buy-ins, cash-outs, fills, credits, drop.\n\nExample: houseway cage buy-in pat 200 --as dan"

Player = Annotated[str, typer.Argument(help="The player's name.")]


@contextmanager
def at_house(db: str | None, _name: str = "") -> "Iterator[tuple[House, House]]":
    """The house, whose people act on their own stream."""
    from houseway.house.people.house import House

    with opened(db) as log:
        house = House(log)
        yield house, house


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

    A cashier does it, and a supervisor counts too. With --of, a supervisor and another person close the drawer of
    somebody who is disabled or no longer a cashier.

    Example: houseway cage drawer open 2000 --as kim --second sue
    """
    from houseway.errors import InvalidInput, shown

    if what not in ("open", "close"):
        raise InvalidInput(f"must be open or close, not {shown(what)}", field="drawer")
    if of and what == "open":
        raise InvalidInput("a cashier opens their own drawer", field="of")
    act = CAGE_ACTS.acts[f"{what}-drawer"]
    asked = read_fields(act.asks, {"amount": counted, "cashier": of or None})
    CAGE.run(act, asked, request=request, by=by, second=second, db=db, as_json=json)


def guest(
    name: Annotated[str, typer.Argument(help="A name that nobody in the house has, such as joe-2.")],
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Give a guest a name of their own and a code, with which the guest signs in as a player.

    The code is printed once: hand it to the guest. With it the guest sees the cards of their seat, gives values and
    decides. HOUSEWAY_NEW_PASSWORD gives another code.

    Example: houseway cage guest joe-2 --as dan
    """
    from houseway.cli.console import console, print_json
    from houseway.cli.house.common import sign_in
    from houseway.house.people.guest_acts import AddGuest

    code = os.environ.get("HOUSEWAY_NEW_PASSWORD") or "-".join(secrets.token_hex(2) for _ in range(3))
    with at_house(db) as (people, house):
        (event,) = house.do(AddGuest(name=name, password=code), by=sign_in(people, by))
    if json:
        print_json({"guest": name, "code": code, "number": event.number})
        return
    console().print(f"guest {name}, code {code}: hand it to the guest; nobody can show it again", markup=False)


def statement(player: Player, by: Reader = None, db: Database = None, json: Json = False) -> None:
    """Print everything that came into a player's account or went out of it, with the balance after each.

    The player asks for it, or somebody who may read reports.

    Example: houseway cage statement pat --as pat
    """
    from houseway.cli.console import console, print_json
    from houseway.house.records.statement import statement_of

    with reading(db, READ_REPORTS, by, owner=player) as log:
        rows = statement_of(log, player)
    if json:
        print_json(rows)
    else:
        print_table(console(), ["at", "what", "where", "amount", "balance"], rows)


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

    with reading(db, READ_REPORTS, by) as log:
        rows = [{"account": name, "balance": format_units(held)} for name, held in log.balances(account).items()]
    if json:
        print_json({row["account"]: row["balance"] for row in rows})
    else:
        print_table(console(), ["account", "balance"], rows)


def _answer(house: "House", asked: "ActInput", _who: str, events: "Appended", as_json: bool) -> None:
    """Print what was done, and what the accounts that it touched hold now."""
    import msgspec

    from houseway.cli.console import console, print_json
    from houseway.house.log.ledger import format_units
    from houseway.house.log.names import is_outside_account
    from houseway.house.people.receipts import receipt_of

    for event in events:
        accounts = sorted({posting.account for posting in event.postings if not is_outside_account(posting.account)})
        held = {account: format_units(house.log.balance(account)) for account in accounts}
        facts = {"number": event.number, "kind": event.kind, "at": event.at, "by": event.by}
        receipt = receipt_of(event)
        if as_json:
            more = {"receipt": msgspec.to_builtins(receipt)} if receipt else {}
            print_json({**facts, **event.data, **more, "balances": held})
            continue
        what = ", ".join(f"{name} {value}" for name, value in event.data.items() if value)
        console().print(f"{event.kind}: {what}, by {event.by}", markup=False)
        for account, amount in held.items():
            console().print(f"  {account} {amount}", markup=False)
        if receipt:
            console().print(receipt.text(), markup=False)
    if events and (warning := house.namesake_warning(asked)):
        typer.echo(f"houseway: {warning}: houseway cage guest NAME", err=True)


CAGE: Final = CommandGroup(name="cage", open=at_house, answer=_answer)
COMMANDS: Final[Commands] = {
    **CAGE.commands(CAGE_ACTS, "open-drawer", "close-drawer", "guest"),
    "guest": guest,
    "drawer": drawer,
    "statement": statement,
    "balances": balances,
}
