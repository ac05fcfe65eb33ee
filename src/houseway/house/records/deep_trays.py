"""The deep audit of counted trays: what they are said to hold follows, and none falls below zero undocumented."""

from collections.abc import Iterator

from houseway.errors import HousewayError
from houseway.house.log.events import Event
from houseway.house.log.kinds import HouseEvent, TrayEvent
from houseway.house.log.ledger import cents
from houseway.house.log.log import Log
from houseway.house.log.names import TablePot, table_account
from houseway.house.tables.state import TableState
from houseway.house.tables.table import load_state
from houseway.money import parse_money


def look_at_tray(event: Event, before: TableState, after: TableState) -> Iterator[str]:
    """What is wrong with what an event of a table makes of its counted tray."""
    if before.tray is None or after.tray is None:
        return
    if event.kind == TrayEvent.MOVED:
        amount = cents(parse_money(event.data["amount"]))
        if after.tray != before.tray + (amount if event.data["what"] == HouseEvent.FILL else -amount):
            yield "the tray holds another amount"
    elif after.tray < min(0, before.tray) and event.kind != TrayEvent.SHORT:
        yield "the tray falls below zero, and nobody documented it"


def tray_problems(log: Log, table: str) -> Iterator[str]:
    """Whether the table's own count is what the cage and its rounds have left in the tray's account."""
    try:
        counted = load_state(log, table).tray
    except (HousewayError, LookupError, TypeError, ValueError, AttributeError):
        return  # what cannot be read was told where it stands
    if counted is not None and counted != log.balance(table_account(table, TablePot.CHIPS)):
        yield "the tray's account holds another amount than the table counts"
