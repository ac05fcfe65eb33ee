"""The log in a database: SQLite (one file, no set-up) or PostgreSQL (several processes at once)."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from os import stat
from os.path import exists, realpath
from threading import Lock
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from houseway.errors import NotAllowedNow
from houseway.house.log.events import GENESIS, Event, NewEvent, timestamp
from houseway.house.log.log import (
    Batch,
    Claim,
    Clock,
    Log,
    Outcome,
    Staged,
    StorageFailed,
    now,
)
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import SYSTEM
from houseway.house.log.sequence import Sequencer
from houseway.house.log.site_payloads import VaultKeyMade
from houseway.house.store.claims import claim_file, claim_on_server
from houseway.house.store.clock import HouseClock, system_time
from houseway.house.store.clock_check import require_right_clock
from houseway.house.store.connections import Connections, GaveUp
from houseway.house.store.database import (
    WAIT,
    display_url,
    explain,
    make_engine,
    parse_url,
)
from houseway.house.store.head_cache import HeadCache
from houseway.house.store.migrate import check_revision, has_newest_shape, load_migrations, migrate
from houseway.house.store.reader import SqlReader
from houseway.house.store.rows import event_row, events_from_rows
from houseway.house.store.secret_rows import KeyChange, SecretRows
from houseway.house.store.server_settings import require_durable
from houseway.house.store.statements import Statements
from houseway.house.store.witness import Witness

T = TypeVar("T")

SNAPSHOT_EVERY: Final = 10_000  # events of a stream between two snapshots of its sums
PAGE: Final = 1_000  # events that are fetched at once


def open_log(
    url: str,
    *,
    read_only: bool = False,
    new: bool = True,
    sets_clock: bool = False,
    stops: Mapping[str, int] | None = None,
    clock: Clock | None = None,
    snapshot_every: int = SNAPSHOT_EVERY,
    wait: float = WAIT,
) -> Log:
    """The log at a path, `sqlite:///PATH`, `postgresql://...` or `memory:`; made or upgraded when that is needed.

    `wait` is how many seconds a writer waits for a lock of another process. Read only, nothing is made or upgraded;
    without `new`, a missing log is not created.
    Tests may pass a `clock`; otherwise the log has the house's, which a caller cannot move (clock.py). A writer is
    refused where that and the log's own time do not agree, unless it `sets_clock`. With `stops`, streams are read up to
    these numbers, and other streams not at all.
    """
    if url == "memory:":
        return MemoryLog(clock or now)
    parsed = parse_url(url)
    if (read_only or not new) and parsed.get_backend_name() == "sqlite" and not exists(str(parsed.database)):
        raise StorageFailed("does not exist", field=display_url(parsed))
    log = SqlLog(make_engine(parsed, read_only=read_only, wait=wait), parsed, clock or now, snapshot_every)
    log._stops = stops
    try:
        if clock is not None:
            log.prepare(read_only=read_only, new=new)
            return log
        log.clock = house_clock = HouseClock(log.trusted_time())
        log.prepare(read_only=read_only, new=new)
        if not read_only:
            require_right_clock(log, house_clock, sets_clock=sets_clock)
    except BaseException:
        log.close()
        raise
    return log


class SqlLog(SqlReader):
    """A log in the tables of schema.py."""

    def __init__(self, engine: Engine, url: URL, clock: Clock, snapshot_every: int) -> None:
        self.clock = clock
        self._engine = engine
        self._url = url
        self._every = snapshot_every
        self._statements = Statements(engine.dialect.name)
        self._lock = Lock()
        self._connections = Connections(engine, url, after_failure=self._forget)
        self._secrets = SecretRows(self._statements)
        self._cache = HeadCache()
        self._known: set[str] = set()  # streams and accounts whose rows exist, so that they can be locked
        self.witness: Witness | None = None  # of a process that deals, which sees every event that it stores

    def prepare(self, *, read_only: bool, new: bool = True) -> None:
        """Make or upgrade the tables, or only check them."""
        self._connections.retry(lambda: self._prepare(read_only=read_only, new=new))

    def _prepare(self, *, read_only: bool, new: bool) -> None:
        if not read_only and not self._is_newest():
            load_migrations()
        with self._transaction(writes=not read_only) as connection:
            try:
                if not read_only:
                    require_durable(connection)
                if read_only:
                    self._secrets.revision = check_revision(connection)
                elif migrate(connection, new=new):
                    first = next(iter(self._secrets.keys(connection)), "") or self._secrets.add_key(connection)
                    self._place(connection, [_key_made(first, brought_over=True)])
                    self._secrets.seal_plain(connection)
            except StorageFailed as problem:
                raise problem.at(display_url(self._url)) from None

    def _is_newest(self) -> bool:
        """Whether nothing needs to be made or upgraded, as far as can be seen without a lock."""
        with self._transaction() as connection:
            return has_newest_shape(connection)

    def trusted_time(self) -> datetime:
        """The server's time, or the operating system's where there is no server."""
        if not self._statements.locks_rows:
            return system_time()
        with self._transaction() as connection:
            return _server_time(connection)

    def _now(self, connection: Connection) -> str:
        """The time of new events: the server's own, asked with each transaction, where there is one."""
        if self._statements.locks_rows and isinstance(self.clock, HouseClock):
            self.clock.follow(_server_time(connection))
        return timestamp(self.clock())

    def _transaction(self, *, writes: bool = False, view: bool = False) -> AbstractContextManager[Connection]:
        return self._connections.transaction(writes=writes, view=view)

    def check_writable(self) -> None:
        """Take a writer's lock and release it, and check that the disk or the server accepts writes."""
        self._connections.check_writable()

    def _forget(self) -> None:
        """A write failed: discard what is cached."""
        self._cache.forget()
        self._secrets.forget()

    @contextmanager
    def claim(self, name: str, *, shared: bool = False) -> Iterator[Claim]:
        """A claim of a name, held where no other process has it, on any machine that uses this database."""
        if self._statements.locks_rows:
            claim = claim_on_server(self._engine, f"{name} {self.identity()}", shared=shared)
        else:
            claim = claim_file(str(self._url.database), name, shared=shared)
        with claim as claimed:
            yield claimed

    def identity(self) -> str:
        """What distinguishes this database from a copy: file and path, or server, database and table."""
        if not self._statements.locks_rows:
            path = realpath(str(self._url.database))
            return f"sqlite {stat(path).st_ino} {path}"
        own = (
            "SELECT system_identifier, oid, CAST(CAST('events' AS regclass) AS oid) "
            "FROM pg_control_system(), pg_database WHERE datname = current_database()"
        )
        with self._transaction() as connection:
            return "postgresql {} {} {}".format(*connection.exec_driver_sql(own).one())

    def reopening_url(self) -> str:
        """Where another process opens the same log."""
        return self._url.render_as_string(hide_password=False)

    def close(self) -> None:
        """Close every connection."""
        self._connections.close()
        if self.witness is not None:
            self.witness.close()
            self.witness = None

    # Appending

    def commit(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Append batches in this order in one transaction; what is wrong with one fails only that one."""
        with self._lock:
            return self._connections.retry(lambda: self._commit(batches))

    def stage(self, batches: Sequence[Batch]) -> Staged:
        """Write batches in one transaction that the returned call commits."""
        self._lock.acquire()
        try:
            staged = self._connections.retry(lambda: self._write(batches))
        except BaseException:
            self._lock.release()
            raise

        def finish() -> list[Outcome]:
            try:
                return staged()
            except GaveUp:
                return self._connections.retry(lambda: self._commit(batches))
            finally:
                self._lock.release()

        return finish

    def _commit(self, batches: Sequence[Batch]) -> list[Outcome]:
        commit = self._write(batches)
        return commit()

    def _write(self, batches: Sequence[Batch]) -> Staged:
        """Batches written and not yet committed."""
        with ExitStack() as stack:
            connection = stack.enter_context(self._transaction(writes=True))
            sequencer, placed = self._place(connection, batches)
            transaction = stack.pop_all()

        def commit() -> list[Outcome]:
            transaction.close()
            if self._statements.locks_rows:
                self._known |= sequencer.advanced | sequencer.moved
            if self.witness is not None and sequencer.events:
                with suppress(OSError):  # the events are stored; a witness of an earlier one is good enough
                    self.witness.note(sequencer.events[-1])
            return placed

        return commit

    def _place(self, connection: Connection, batches: Sequence[Batch]) -> tuple[Sequencer, list[Outcome]]:
        """Put batches in sequence and write them in the caller's transaction; the first secret adds the first key."""
        keeps = any(batch.secrets or batch.hidden for batch in batches)
        first = keeps and self._secrets.needs_key(connection)
        sequencer = self._sequencer(connection, batches, {SYSTEM} if first else set())
        placed = [sequencer.place(batch) for batch in batches]
        if first and sequencer.secrets and self._secrets.needs_key(connection):
            sequencer.place(_key_made(self._secrets.add_key(connection)))
        if sequencer.events:
            self._store(connection, sequencer)
        return sequencer, placed

    def _sequencer(self, connection: Connection, batches: Sequence[Batch], more: Set[str]) -> Sequencer:
        """Lock and read the heads, including those of `more` streams, then the balances, in order of names."""
        streams = {event.stream for batch in batches for event in batch.events}.union(
            more, *[batch.expected for batch in batches]
        )
        accounts: set[str] = set().union(*[batch.changes for batch in batches])
        make, head_cache = self._statements, self._cache
        head_cache.as_of(make.version(connection))
        if new := sorted(streams - head_cache.heads.keys()):
            self._claim(connection, make.new_heads, new, 0, GENESIS, "")
            head_cache.learn_heads(new, connection.execute(make.lock_heads, make.named(new)).all())
        if new := sorted(accounts - head_cache.balances.keys()):
            self._claim(connection, make.new_balances, new, 0)
            head_cache.learn_balances(new, connection.execute(make.lock_balances, make.named(new)).all())
        asked = [batch.request for batch in batches if batch.request]
        seen: dict[str, tuple[Event, ...]] = {}
        if make.are_known(connection, asked):
            for row in connection.execute(make.find_requests, make.named(asked)).all():
                seen[row.request] = (*seen.get(row.request, ()), *events_from_rows(connection, [row]))
        return Sequencer(
            now=self._now(connection),
            heads=head_cache.heads,
            balances=head_cache.balances,
            seen=seen,
            clock_corrections=lambda: self._brought_back(connection),
        )

    def _claim(self, connection: Connection, statement: str, names: Sequence[str], *empty: object) -> None:
        """Make missing rows, in order of names: only an existing row can be locked."""
        missing = [(name, *empty) for name in names if name not in self._known]
        if missing and self._statements.locks_rows:
            self._statements.insert(connection, statement, missing)

    def _store(self, connection: Connection, new: Sequencer) -> None:
        make = self._statements
        make.insert(connection, make.events, list(map(event_row, new.events)))
        postings = [
            (event.stream, event.number, line, account, amount)
            for event in new.events
            for line, (account, amount) in enumerate(event.postings)
        ]
        if postings:
            make.insert(connection, make.postings, postings)
            make.insert(connection, make.balances, [(name, new.balances[name]) for name in sorted(new.moved)])
        make.insert(connection, make.heads, [(name, *new.heads[name]) for name in sorted(new.advanced)])
        if new.secrets:
            self._secrets.insert(connection, new.secrets, self._cache.version)
        self._snapshot(connection, new)

    def _snapshot(self, connection: Connection, new: Sequencer) -> None:
        """Keep the sums of a stream whenever its number is a multiple of `snapshot_every`."""
        for event in new.events:
            if event.number % self._every == 0:
                place = {"stream": event.stream, "number": event.number}
                connection.execute(self._statements.snapshot, place)

    def change_key(self, event: Callable[[KeyChange], NewEvent]) -> KeyChange:
        """Seal all secrets anew with another key of the vault; the event that names it is stored with it."""

        def work() -> KeyChange:
            with self._transaction(writes=True) as connection:
                change = self._secrets.change_key(connection)
                self._place(connection, [Batch(events=[event(change)])])
                return change

        with self._lock:
            return self._connections.retry(work)

    @contextmanager
    def consistent_view(self) -> Iterator[Log]:
        """The log as it stands at this moment: all is read in one transaction."""
        with self._transaction(view=True) as connection:
            yield _ConsistentView(self, connection)


class _ConsistentView(SqlLog):
    """A log that is read in one transaction."""

    def __init__(self, log: SqlLog, connection: Connection) -> None:
        super().__init__(log._engine, log._url, log.clock, log._every)
        self._secrets = log._secrets
        self._stops = log._stops
        self._connection = connection

    def _transaction(self, *, writes: bool = False, view: bool = False) -> AbstractContextManager[Connection]:
        if writes:
            raise NotAllowedNow("this view of the log is for reading", field="log")
        return self._in_its_transaction()

    @contextmanager
    def _in_its_transaction(self) -> Iterator[Connection]:
        try:
            yield self._connection
        except DBAPIError as problem:
            raise explain(problem, self._url) from None


def _server_time(connection: Connection) -> datetime:
    time: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return time.astimezone(UTC)


def _key_made(key: str, *, brought_over: bool = False) -> Batch:
    """The event that names the house's first key; in an upgraded house the key may be older than the event."""
    return Batch(events=[NewEvent(stream=SYSTEM, data=VaultKeyMade(key=key, brought_over=brought_over))])
