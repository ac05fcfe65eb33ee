"""The SQL of the log, made once for SQLite or for PostgreSQL."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    Text,
    any_,
    bindparam,
    cast,
    func,
    select,
    union_all,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError

from houseway.house.store import schema

_KEEP = "ON CONFLICT DO NOTHING"
_VERSION = "PRAGMA data_version"
_KNOWN = "SELECT 1 FROM events WHERE request IN (SELECT value FROM json_each(?)) AND request != '' LIMIT 1"


Rows: TypeAlias = Select[Any]  # a statement that reads rows


class Statements:
    """The statements of the log. `insert` inserts rows in as few messages as the engine allows."""

    def __init__(self, dialect: str) -> None:
        self.locks_rows = dialect == "postgresql"  # SQLite has one writer at a time
        self.new_heads = self._insert(schema.heads, _KEEP)
        self.new_balances = self._insert(schema.balances, _KEEP)
        self.events = self._insert(schema.events)
        self.postings = self._insert(schema.postings)
        self.secrets = self._insert(schema.secrets, _KEEP)
        self.heads = self._insert(schema.heads, _replacing(schema.heads))
        self.balances = self._insert(schema.balances, _replacing(schema.balances))
        self.lock_heads = self._lock_heads()
        self.lock_balances = self._lock_balances()
        self.find_requests = self._find_requests()
        mark = "%s" if self.locks_rows else "?"
        self.find_secret = f"SELECT text, key, hidden FROM secrets WHERE digest = {mark}"  # noqa: S608  # our own words
        self.totals = _totals()
        self.sums = _sums()
        columns = ["stream", "number", "account", "amount"]
        self.snapshot = schema.snapshots.insert().from_select(columns, _snapshot())

    def insert(self, connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows: one by one in SQLite, where that costs nothing; in one message to PostgreSQL, as columns."""
        if self.locks_rows:
            connection.exec_driver_sql(statement, tuple(map(list, zip(*rows, strict=True))))
        else:
            with _explained(statement):
                _driver(connection).executemany(statement, rows)

    def are_known(self, connection: Connection, requests: Sequence[str]) -> bool:
        """Whether one of these requests may have been appended before; SQLite is asked in the shortest way."""
        if self.locks_rows or not requests:
            return bool(requests)
        with _explained(_KNOWN):
            return bool(_driver(connection).execute(_KNOWN, (json.dumps(requests),)).fetchall())

    def _insert(self, table: Table, ending: str = "") -> str:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        if self.locks_rows:
            kinds = ("bigint" if isinstance(column.type, BigInteger) else "text" for column in table.columns)
            values = f"SELECT * FROM unnest({', '.join(f'%s::{kind}[]' for kind in kinds)})"  # noqa: S608  # our own names
        else:
            values = f"VALUES ({', '.join('?' for _ in table.columns)})"
        return f"INSERT INTO {table.name} ({names}) {values} {ending}"

    def version(self, connection: Connection) -> int | None:
        """A number that changes when another connection has written; None where the database has none."""
        if self.locks_rows:
            return None
        with _explained(_VERSION):
            return int(_driver(connection).execute(_VERSION).fetchone()[0])

    def named(self, names: Sequence[str]) -> dict[str, Any]:
        """The parameter of a statement about any number of names, so that its text stays the same."""
        return {"names": list(names) if self.locks_rows else json.dumps(names)}

    def _among(self, column: Column[Any]) -> ColumnElement[bool]:
        if self.locks_rows:
            return column == any_(bindparam("names", type_=postgresql.ARRAY(Text)))
        return column.in_(select(func.json_each(bindparam("names")).table_valued("value").c.value))

    def _lock_heads(self) -> Rows:
        """The heads of streams, locked in order of names."""
        table = schema.heads.c
        query = select(table.stream, table.number, table.hash, table.at).where(self._among(table.stream))
        return query.order_by(table.stream).with_for_update()

    def _lock_balances(self) -> Rows:
        """The balances of accounts, locked in order of names."""
        table = schema.balances.c
        query = select(table.account, table.amount).where(self._among(table.account))
        return query.order_by(table.account).with_for_update()

    def _find_requests(self) -> Rows:
        """The events of those requests that were appended before, in order."""
        table = schema.events.c
        return select(*table).where(self._among(table.request), table.request != "").order_by(table.request, table.part)


def _driver(connection: Connection) -> Any:
    """SQLite's own connection, for what every commit asks: SQLAlchemy's handling costs more than the work."""
    return connection.connection.driver_connection


@contextmanager
def _explained(statement: str) -> Iterator[None]:
    """Errors of SQLite as SQLAlchemy raises them."""
    try:
        yield
    except sqlite3.Error as problem:
        raise DBAPIError(statement, None, problem) from None


def _replacing(table: Table) -> str:
    (key,) = table.primary_key
    others = (column.name for column in table.columns if column is not key)
    return f"ON CONFLICT ({key.name}) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in others)}"


def _sum(amounts: ColumnElement[Any]) -> ColumnElement[int]:
    return cast(func.sum(amounts), BigInteger)


def _lines() -> Any:
    """The sums of the newest snapshot at or before `number`, and the postings after it up to `number`."""
    stored, new = schema.snapshots.c, schema.postings.c
    stream: ColumnElement[str] = bindparam("stream")
    number: ColumnElement[int] = bindparam("number")
    newest = select(func.coalesce(func.max(stored.number), 0)).where(stored.stream == stream, stored.number <= number)
    before = newest.scalar_subquery()
    return union_all(
        select(stored.account, stored.amount).where(stored.stream == stream, stored.number == before),
        select(new.account, new.amount).where(new.stream == stream, new.number > before, new.number <= number),
    ).subquery()


def _totals() -> Rows:
    lines = _lines()
    return select(lines.c.account, _sum(lines.c.amount)).group_by(lines.c.account)


def _snapshot() -> Rows:
    lines = _lines()
    stream, number = cast(bindparam("stream"), Text), cast(bindparam("number"), BigInteger)
    return select(stream, number, lines.c.account, _sum(lines.c.amount)).group_by(lines.c.account)


def _sums() -> Rows:
    event, posting = schema.events.c, schema.postings.c
    both = schema.postings.join(schema.events, (event.stream == posting.stream) & (event.number == posting.number))
    return (
        select(event.kind, posting.account, _sum(posting.amount))
        .select_from(both)
        .where(posting.stream == bindparam("stream"), posting.number.between(bindparam("start"), bindparam("stop")))
        .group_by(event.kind, posting.account)
    )
