"""The deep audit of counted trays: what they are said to hold follows, and none falls below zero undocumented."""

from collections.abc import Iterator, Mapping

from houseway.house.log.kinds import HouseEvent, TrayEvent
from houseway.house.log.ledger import cents, parse_amount
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE, TablePot, table_account, table_stream
from houseway.house.log.payload import Payload
from houseway.house.people.payloads import TrayMoved
from houseway.house.tables.payloads import Held, Settled, ShortDocumented
from houseway.house.tables.state import TableState
from houseway.money import parse_money


def look_at_tray(payload: Payload, before: TableState, after: TableState) -> Iterator[str]:
    """What is wrong with what an event of a table makes of its counted tray."""
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
    """Whether a table's own count is what the cage and its rounds left in the tray, where the streams stood once."""
    stream, chips = table_stream(table), table_account(table, TablePot.CHIPS)
    moved, stop = log.last(stream, TrayEvent.MOVED), stops[stream]
    if moved is None or moved.number > stop:
        return
    since = log.sums(stream, moved.number + 1, stop) if moved.number < stop else {}
    counted = parse_amount(moved.read(TrayMoved).holds) + sum(
        amount for (_, name), amount in since.items() if name == chips
    )
    if counted != sum(log.totals(one, stops[one]).get(chips, 0) for one in (HOUSE, stream) if one in stops):
        yield "the tray's account holds another amount than the table counts"
