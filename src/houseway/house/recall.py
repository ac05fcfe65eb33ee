"""The last rounds of a table (R25), and whether the software that runs is what its tables were opened with (R30)."""

from dataclasses import dataclass
from typing import Any, Final

from houseway.errors import InvalidInput, shown
from houseway.house.events import Event
from houseway.house.log import Log

_BLOCK: Final = 500  # events that are read at once, from the end backwards


def check_table(log: Log, table: str) -> None:
    """Raise where there is no such table."""
    if not log.head(f"table/{table}").number:
        raise InvalidInput(f"there is no table {shown(table)}", field="table")


def last_rounds(log: Log, table: str, count: int) -> list[Event]:
    """The ends of the last rounds of a table, settled or void, the newest first."""
    stream = f"table/{table}"
    check_table(log, table)
    found: list[Event] = []
    stop = log.head(stream).number
    while stop and len(found) < count:
        start = max(stop - _BLOCK + 1, 1)
        block = [event for event in log.read(stream, start, stop) if event.kind in ("settled", "voided")]
        found += reversed(block)
        stop = start - 1
    return found[:count]


def recalled(event: Event) -> dict[str, Any]:
    """A round as `houseway audit recall --json` prints it."""
    return {
        "round": f"{event.stream.removeprefix('table/')}/{event.data['round']}",
        "at": event.at,
        "status": event.kind,
        "reason": event.data.get("reason"),
        "record": event.data["record"],
        "settlement": event.data["settlement"],
        "limited": event.data.get("limited", []),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """An open table and the digest of the software that it was opened with."""

    table: str
    opened: str
    software: str


def open_tables(log: Log) -> list[OpenTable]:
    """The tables that are open, in order of names."""
    found = []
    for stream in log.streams():
        last = log.last(stream, "opened", "closed") if stream.startswith("table/") else None
        if last is not None and last.kind == "opened":
            name = stream.removeprefix("table/")
            found.append(OpenTable(table=name, opened=last.at, software=last.data["software"]))
    return found
