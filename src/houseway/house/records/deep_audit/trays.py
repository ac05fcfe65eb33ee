"""The deep audit of counted trays: stated amounts follow from the events, and none falls below zero undocumented."""

from collections.abc import Iterator, Mapping

from houseway.house.log.kinds import HouseEvent, TableEvent, TrayEvent
from houseway.house.log.ledger import cents, parse_amount
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE, TablePot, table_account, table_stream
from houseway.house.log.payload import Payload
from houseway.house.people.payloads import TrayMoved
from houseway.house.tables.payloads import Held, Opened, Settled, ShortDocumented
from houseway.house.tables.state import TableState
from houseway.money import parse_money


def look_at_tray(payload: Payload, before: TableState, after: TableState) -> Iterator[str]:
    """What is wrong with the change of a counted tray by an event of its table."""
    if isinstance(payload, Opened) and before.tray is not None and after.tray != before.tray:
        yield "the tray holds another amount"
    short = cents(parse_money(payload.short)) if isinstance(payload, Settled | Held) and payload.short else 0
    if before.tray is None or after.tray is None:
        if short:
            yield "it is short of a tray that nobody counts"
        return
    if isinstance(payload, Settled) and short != max(0, short + before.tray - after.tray - max(0, before.tray)):
        yield "the tray lacks another amount"
    if isinstance(payload, TrayMoved):
        amount = cents(parse_money(payload.amount))
        if after.tray != before.tray + (amount if payload.what == HouseEvent.FILL else -amount):
            yield "the tray holds another amount"
    elif after.tray < min(0, before.tray) and not isinstance(payload, ShortDocumented):
        yield "the tray falls below zero, and nobody documented it"


def tray_problems(log: Log, table: str, stops: Mapping[str, int]) -> Iterator[str]:
    """Whether a table's own count is what the cage and its rounds had left in the tray at these heads."""
    stream, chips = table_stream(table), table_account(table, TablePot.CHIPS)
    (number, holds), stop = _last_count(log, stream), stops[stream]
    if not holds or number > stop:
        return
    since = log.sums(stream, number + 1, stop) if number < stop else {}
    counted = parse_amount(holds) + sum(amount for (_, name), amount in since.items() if name == chips)
    if counted != sum(log.totals(one, stops[one]).get(chips, 0) for one in (HOUSE, stream) if one in stops):
        yield "the tray's account holds another amount than the table counts"


def _last_count(log: Log, stream: str) -> tuple[int, str]:
    """The last event of a table that states what its tray holds, an opening or a move, and the amount."""
    opened, moved = log.last(stream, TableEvent.OPENED), log.last(stream, TrayEvent.MOVED)
    counts = [(opened.number, opened.read(Opened).table.tray)] if opened else []
    counts += [(moved.number, moved.read(TrayMoved).holds)] if moved else []
    return max((count for count in counts if count[1]), default=(0, ""))
