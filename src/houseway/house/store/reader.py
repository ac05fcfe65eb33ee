"""The reading half of a log in a database; store.py opens it and appends to it."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from sqlalchemy import Connection, Select, select

from houseway.house.log.clock_corrections import ClockCorrections
from houseway.house.log.events import Event
from houseway.house.log.kinds import SystemEvent
from houseway.house.log.ledger import Units
from houseway.house.log.log import (
    NOTHING,
    Appended,
    Damaged,
    Head,
    KeyMissing,
    Log,
    Sums,
    check_secret,
    readable_secret,
)
from houseway.house.log.names import SYSTEM
from houseway.house.store import schema
from houseway.house.store.rows import events_from_rows
from houseway.house.store.secret_rows import SecretRows
from houseway.house.store.server_settings import access_problems, setting_problems, storage_owner
from houseway.house.store.shipped import schema_problems
from houseway.house.store.statements import Statements
from houseway.house.store.storage import storage_problems

PAGE: Final = 1_000  # events that are fetched at once


class SqlReader(Log):
    """The reading half of a log in the tables of schema.py."""

    _statements: Statements
    _secrets: SecretRows
    _stops: Mapping[str, int] | None = None  # where the reading of each stream ends; None where it does not
    opens_vault: bool = True  # whether this process may open secrets of the deal (tables/who_deals.py)

    @abstractmethod
    def _transaction(self, *, writes: bool = False, view: bool = False) -> AbstractContextManager[Connection]:
        """A transaction on a connection."""

    def read(self, stream: str, start: int = 1, stop: int | None = None) -> Iterator[Event]:
        """The events of a stream from number `start` up to and with `stop`; a gap in them raises Damaged."""
        number = max(start, 1)
        if self._stops is not None:
            last = self._stops.get(stream, 0)
            stop = last if stop is None else min(stop, last)
        while stop is None or number <= stop:
            rows = select(*schema.events.c).where(schema.events.c.stream == stream, schema.events.c.number >= number)
            if stop is not None:
                rows = rows.where(schema.events.c.number <= stop)
            page = self._page(rows.order_by(schema.events.c.number).limit(PAGE))
            for event in page:
                if event.number != number:
                    raise Damaged(f"is missing; the next one is {event.number}", stream=stream, number=number)
                yield event
                number += 1
            if len(page) < PAGE:
                return

    def read_kinds(self, stream: str, kinds: Sequence[str], start: int = 1, stop: int | None = None) -> Iterator[Event]:
        """The events of some kinds among those of a stream from number `start` up to and with `stop`."""
        table, number = schema.events.c, start
        last = min((one for one in (stop, (self._stops or {}).get(stream)) if one is not None), default=None)
        while True:
            rows = select(*table).where(table.stream == stream, table.number >= number, table.kind.in_(map(str, kinds)))
            if last is not None:
                rows = rows.where(table.number <= last)
            page = self._page(rows.order_by(table.number).limit(PAGE))
            yield from page
            if len(page) < PAGE:
                return
            number = page[-1].number + 1

    def _page(self, rows: Select[Any]) -> list[Event]:
        with self._transaction() as connection:
            return events_from_rows(connection, connection.execute(rows).all())

    def find_answer(self, key: str) -> Appended | None:
        """What was appended under the key of a request."""
        make = self._statements
        with self._transaction() as connection:
            rows = connection.execute(make.find_requests, make.named([key])).all() if key else []
            return tuple(events_from_rows(connection, rows)) or None

    def heads(self) -> dict[str, Head]:
        """Where every stream stands."""
        table = schema.heads.c
        rows = select(table.stream, table.number, table.hash, table.at).where(table.number > 0).order_by(table.stream)
        return {row[0]: Head(row[1], row[2], row[3]) for row in self._rows(rows)}

    def clock_corrections(self) -> ClockCorrections:
        """Where two persons have brought streams back to the house's clock."""
        with self._transaction() as connection:
            return self._brought_back(connection)

    def _brought_back(self, connection: Connection) -> ClockCorrections:
        table = schema.events.c
        rows = select(*table).where(table.stream == SYSTEM, table.kind == str(SystemEvent.CLOCK_SET))
        return ClockCorrections(events_from_rows(connection, connection.execute(rows.order_by(table.number)).all()))

    def head(self, stream: str) -> Head:
        """Where a stream stands."""
        table = schema.heads.c
        rows = self._rows(select(table.number, table.hash, table.at).where(table.stream == stream))
        return Head(*rows[0]) if rows else NOTHING

    def last(self, stream: str, *kinds: str) -> Event | None:
        """The last event of a stream, or the last of some kinds."""
        table = schema.events.c
        rows = select(*table).where(table.stream == stream)
        if kinds:
            rows = rows.where(table.kind.in_(map(str, kinds)))
        page = self._page(rows.order_by(table.number.desc()).limit(1))
        return page[0] if page else None

    def balances(self, prefix: str = "") -> Sums:
        """The balance of every account whose name starts so."""
        table = schema.balances.c
        rows = select(table.account, table.amount).where(table.account >= prefix, table.account <= prefix + "~")
        return {row[0]: row[1] for row in self._rows(rows.order_by(table.account)) if row[1]}

    def balance(self, account: str) -> Units:
        """The balance of an account."""
        table = schema.balances.c
        rows = self._rows(select(table.amount).where(table.account == account))
        return int(rows[0][0]) if rows else 0

    def totals(self, stream: str, number: int) -> Sums:
        """What the events 1 to `number` of a stream posted to each account, from the last snapshot on."""
        rows = self._rows(self._statements.totals, {"stream": stream, "number": number})
        return {row[0]: row[1] for row in rows if row[1]}

    def sums(self, stream: str, start: int, stop: int) -> dict[tuple[str, str], Units]:
        """What the events `start` to `stop` of a stream posted, by kind of event and account."""
        rows = self._rows(self._statements.sums, {"stream": stream, "start": start, "stop": stop})
        return {(row[0], row[1]): row[2] for row in rows}

    def snapshots(self, stream: str) -> Iterator[tuple[int, Sums]]:
        """Every snapshot of a stream: its number and the sums that were kept."""
        table = schema.snapshots.c
        for (number,) in self._rows(
            select(table.number).where(table.stream == stream).distinct().order_by(table.number)
        ):
            rows = select(table.account, table.amount).where(table.stream == stream, table.number == number)
            yield number, {row[0]: row[1] for row in self._rows(rows)}

    def secret(self, digest: str) -> str:
        """The text that a batch kept under this SHA-256; a secret of the deal is refused."""
        return self._secret(digest, hidden=False)

    def dealing_secret(self, digest: str) -> str:
        """A text of the deal."""
        if not self.opens_vault:
            raise KeyMissing("only the dealing process of this house opens its decks", field="vault")
        return self._secret(digest, hidden=True)

    def _secret(self, digest: str, *, hidden: bool) -> str:
        with self._transaction() as connection:
            secret = self._secrets.find(connection, digest)
        return check_secret(digest, readable_secret(digest, secret, hidden=hidden))

    def has_key(self) -> bool:
        """Whether the key that seals new secrets is available."""
        keys = self.vault_keys() if self.opens_vault else [("", False)]
        return not keys or keys[-1][1]

    def kept_secrets(self) -> frozenset[str]:
        """The digests of all secrets that are kept."""
        return frozenset(row[0] for row in self._rows(select(schema.secrets.c.digest)))

    def vault_keys(self) -> list[tuple[str, bool]]:
        """The ids of the house's keys, oldest first, and whether each is available."""
        with self._transaction() as connection:
            return [(key, self._secrets.vault.has(key)) for key in self._secrets.keys(connection)]

    def older_heads(self) -> dict[str, Head]:
        """The heads at the upgrade of a house that is older than its two-person rules."""
        if self._secrets.is_older:
            return self.heads()
        return {row.stream: Head(row.number, row.hash) for row in self._rows(select(schema.brought_over))}

    def check_schema(self) -> Iterator[Damaged]:
        """Tables, triggers, settings and grants that differ from what was shipped; not checked in an older house."""
        if self._secrets.is_older:
            return iter(())
        with self._transaction() as connection:
            checks = (schema_problems, setting_problems, access_problems)
            return iter([problem for check in checks for problem in check(connection)])

    def owner(self) -> str:
        """Who owns the tables of the log on their server."""
        with self._transaction() as connection:
            return storage_owner(connection)

    def check_storage(self) -> Iterator[Damaged]:
        """What is wrong with the storage besides the chains."""
        with self._transaction() as connection:
            return iter(list(storage_problems(connection, self._secrets)))

    def _rows(self, rows: Any, parameters: Mapping[str, Any] | None = None) -> Sequence[Any]:
        with self._transaction() as connection:
            return connection.execute(rows, parameters or {}).all()
