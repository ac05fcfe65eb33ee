"""Events as the rows of a database, and back."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, select

from houseway.house.log.events import Event
from houseway.house.log.ledger import Posting
from houseway.house.log.log import Damaged
from houseway.house.store import schema

event_row = attrgetter("stream", "number", "kind", "at", "by", "text", "request", "part", "previous", "hash")


def events_from_rows(connection: Connection, rows: Sequence[Any]) -> list[Event]:
    """Events of one stream, from their rows."""
    if not rows:
        return []
    table, stream = schema.postings.c, rows[0].stream
    numbers = sorted((rows[0].number, rows[-1].number))
    lines = select(table.number, table.line, table.account, table.amount).where(
        table.stream == stream, table.number.between(*numbers)
    )
    # Fetched to the end: a statement left midway would keep SQLite's connection at an old state.
    postings = _by_event(stream, connection.execute(lines.order_by(table.number, table.line)).all())
    return [_event(row, tuple(postings.get(row.number, ()))) for row in rows]


def _event(row: Any, postings: tuple[Posting, ...]) -> Event:
    """Made without `__init__`: an audit makes a million."""
    event = object.__new__(Event)
    fields = {
        "stream": row.stream,
        "number": row.number,
        "kind": row.kind,
        "at": row.at,
        "by": row.by,
        "text": row.data,
        "request": row.request,
        "part": row.part,
        "postings": postings,
        "previous": row.previous,
        "hash": row.hash,
    }
    object.__setattr__(event, "__dict__", fields)
    return event


def _by_event(stream: str, rows: Any) -> dict[int, list[Posting]]:
    postings: dict[int, list[Posting]] = {}
    for number, line, account, amount in rows:
        lines = postings.setdefault(number, [])
        if line != len(lines):
            raise Damaged(f"posting {len(lines)} is missing; the next one is {line}", stream=stream, number=number)
        lines.append(Posting(account, amount))
    return postings
