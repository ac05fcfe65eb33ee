"""The connections of a log to its database: transactions, retries, and room on a full disk."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, PendingRollbackError

from houseway.house.log.log import ConnectionLost, NotWhole, StorageFailed
from houseway.house.store.database import WRITES, display_url, explain, is_full, require_room, retryable

T = TypeVar("T")

FEW_PAGES: Final = 100  # of the write-ahead log, after which it is emptied once the disk was full
ATTEMPTS: Final = 8  # at a transaction that PostgreSQL gave up


class GaveUp(Exception):
    """PostgreSQL gave a transaction up that can be tried again."""


class Connections:
    """How a log reaches its database; after a failed write `after_failure` is called to discard what was cached."""

    def __init__(self, engine: Engine, url: URL, *, after_failure: Callable[[], None]) -> None:
        self._engine = engine
        self._url = url
        self._locks_rows = engine.dialect.name != "sqlite"
        self._after_failure = after_failure
        self._writer: Connection | None = None  # of SQLite, kept open because it shows whether others have written
        self._needs_room = False  # whether the disk was full, and the write-ahead log is still to be emptied
        self._was_full = False  # whether it was since this log was opened: its write-ahead log stays short from then on
        self._made_room = False  # whether it was emptied for the write that is tried again

    def retry(self, work: Callable[[], T]) -> T:
        """Run work, again where PostgreSQL aborted it in favour of another transaction."""
        for _ in range(ATTEMPTS):
            try:
                return work()
            except GaveUp:
                continue
        raise StorageFailed("other processes are in the way again and again", field=display_url(self._url))

    @contextmanager
    def transaction(self, *, writes: bool = False, view: bool = False) -> Iterator[Connection]:
        """A transaction that is committed at the end; errors are translated into those of the log."""
        committing = False
        options: dict[str, Any] = {WRITES: writes}
        if view and self._locks_rows:
            options["isolation_level"] = "REPEATABLE READ"
        try:
            with self._open_connection(writes=writes) as connection, connection.execution_options(**options).begin():
                yield connection
                committing = writes
            self._made_room = self._made_room and not writes
        except DBAPIError as problem:
            if writes and (retryable(problem) or self._made_room_after(problem)):
                raise GaveUp from problem
            raise explain(problem, self._url, committing=committing) from None
        except PendingRollbackError:  # the connection was lost, and its user continued
            raise ConnectionLost("the connection to the server was lost", field=display_url(self._url)) from None
        except UnicodeDecodeError:
            raise NotWhole("is damaged: what should be text is none", field=display_url(self._url)) from None

    @contextmanager
    def _open_connection(self, *, writes: bool) -> Iterator[Connection]:
        """A connection; writers to SQLite always get the same one, until it fails."""
        if not writes or self._locks_rows:
            with self._engine.connect() as connection:
                yield connection
            return
        if self._writer is None:
            self._writer = self._engine.connect()
            if self._was_full:
                _pragma(self._writer, f"wal_autocheckpoint = {FEW_PAGES}")
        try:
            if self._needs_room:
                self._make_room(self._writer)
            yield self._writer
        except BaseException:
            self._hang_up()
            raise

    def _made_room_after(self, problem: DBAPIError) -> bool:
        """Whether a write that found the disk full may be retried, because the write-ahead log was emptied.

        As long as it cannot be emptied, nothing more is written: otherwise it would grow into every byte that is freed.
        """
        if not is_full(problem) or self._made_room:
            self._made_room = False
            return False
        self._needs_room = self._was_full = True
        try:
            with self._engine.connect() as connection:
                self._made_room = self._make_room(connection)
        except DBAPIError:
            return False
        return self._made_room

    def _make_room(self, connection: Connection) -> bool:
        """Move what the write-ahead log holds into the file, and cut it; False where a reader is in the way."""
        busy = _pragma(connection, "wal_checkpoint(TRUNCATE)")
        self._needs_room = False
        return not busy

    def check_writable(self) -> None:
        """Take a writer's lock and release it, and check that the disk or the server accepts writes."""
        if not self._locks_rows:
            require_room(Path(str(self._url.database)))
        self.retry(self._write_nothing)

    def _write_nothing(self) -> None:
        options = {WRITES: True}
        try:
            with self._engine.connect() as connection, connection.execution_options(**options).begin():
                if not self._locks_rows:
                    return
                if connection.execute(text("SHOW transaction_read_only")).scalar() == "on":
                    raise StorageFailed("is read-only", field=display_url(self._url))
                connection.execute(text("LOCK TABLE events IN ROW EXCLUSIVE MODE"))
                connection.execute(text("SELECT pg_logical_emit_message(true, 'houseway', 'health')"))
        except DBAPIError as problem:
            raise explain(problem, self._url) from None

    def _hang_up(self) -> None:
        """Drop the writer's connection and what is known of its writes."""
        writer, self._writer = self._writer, None
        self._after_failure()
        if writer is not None:
            writer.close()

    def close(self) -> None:
        """Close every connection."""
        self._hang_up()
        self._engine.dispose()


def _pragma(connection: Connection, words: str) -> int:
    """Run a pragma of SQLite outside of a transaction; the first figure of its answer."""
    driver: Any = connection.connection.driver_connection
    try:
        return int(driver.execute(f"PRAGMA {words}").fetchone()[0])
    except sqlite3.Error as problem:
        raise DBAPIError(words, None, problem) from None
