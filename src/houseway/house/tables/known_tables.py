"""Which tables the log knows, which are open, and with which software they were opened (R30)."""

from dataclasses import dataclass

from houseway.errors import InvalidInput, shown
from houseway.house.log.kinds import TableEvent
from houseway.house.log.log import Log
from houseway.house.log.names import table_name, table_stream
from houseway.house.tables.payloads import Opened


def require_table(log: Log, table: str) -> None:
    """Raise where there is no such table."""
    if not log.head(table_stream(table)).number:
        raise InvalidInput(f"there is no table {shown(table)}", field="table")


def table_names(log: Log) -> list[str]:
    """The tables that the log knows, in order of names."""
    return [name for stream in log.streams() if (name := table_name(stream))]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """An open table and the digest of the software that it was opened with."""

    table: str
    opened: str
    software: str


def open_tables(log: Log) -> list[OpenTable]:
    """The tables that are open, in order of names."""
    tables = []
    for name in table_names(log):
        last = log.last(table_stream(name), TableEvent.OPENED, TableEvent.CLOSED)
        if last is not None and last.kind == TableEvent.OPENED:
            tables.append(OpenTable(table=name, opened=last.at, software=last.read(Opened).software))
    return tables
