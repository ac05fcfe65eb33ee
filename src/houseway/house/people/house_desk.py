"""What an act on the stream `house` can use: who acts, the persons of the house, and the balances of accounts."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import UNSET

from houseway.errors import InvalidInput, NotAllowedNow, shown
from houseway.house.log.aggregate import Plan
from houseway.house.log.kinds import TableEvent, TrayEvent
from houseway.house.log.ledger import Units, cents, format_units
from houseway.house.log.log import Log
from houseway.house.log.names import BANK, table_stream
from houseway.house.people.act import Desk
from houseway.house.people.payloads import OpenedTable
from houseway.house.people.roster import Person, Roster
from houseway.money import Cents

if TYPE_CHECKING:
    from houseway.house.people.house import House

HousePlan = Plan[Roster]


@dataclass(frozen=True, kw_only=True)
class HouseDesk(Desk):
    """Who acts on the stream `house`, and the services that the act uses."""

    log: Log
    house: "House"
    proved: Person | None = None  # who has just given their own password

    def require_held(self, account: str, amount: Cents) -> None:
        """Refuse an amount that is more than an account holds."""
        held: Units = self.log.balance(account)
        if amount > 0 and held < cents(amount):
            name = "the bank" if account == BANK else account
            raise InvalidInput(f"{name} holds {format_units(held)}", field="amount")

    def is_tray_counted(self, table: str) -> bool:
        """Whether a table's tray is counted: from its opening on, or in an older log from its first fill."""
        stream = table_stream(table)
        opened = self.log.last(stream, TableEvent.OPENED)
        counted = opened is not None and opened.read(OpenedTable).table.tray is not UNSET
        return counted or self.log.last(stream, TrayEvent.MOVED) is not None

    def require_open(self, plan: HousePlan, table: str) -> None:
        """Refuse to sell chips at a table that is not open, in a house that has a cashier."""
        last = self.log.last(table_stream(table), TableEvent.OPENED, TableEvent.CLOSED)
        if plan.state.has_cashier and (last is None or last.kind != TableEvent.OPENED):
            raise NotAllowedNow("is not open; chips are sold there or at the cage", field=f"table {table}")


def known_person(plan: HousePlan, name: str) -> Person:
    """The person of this name."""
    if name not in plan.state.persons:
        raise InvalidInput(f"nobody is called {shown(name)}", field="person")
    return plan.state.persons[name]
