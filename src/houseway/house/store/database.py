"""Durable connections to SQLite and PostgreSQL, and their errors in one line."""

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.log import ConnectionLost, NotWhole, OutcomeUnknown, StorageFailed

WAIT: Final = 5.0  # seconds that a writer waits for another one's lock
WRITES: Final = "houseway_writes"  # the execution option of a connection whose transactions write


def parse_url(text: str) -> URL:
    """A database by URL, or the path of an SQLite file."""
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise InvalidInput("must be a path, sqlite:///PATH or postgresql://...", field="db") from None
    name = url.get_backend_name()
    if name in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if name != "sqlite" or not url.database:
        raise InvalidInput("must be a path, sqlite:///PATH or postgresql://...", field="db")
    return url


def make_engine(url: URL, *, read_only: bool, wait: float = WAIT) -> Engine:
    """An engine for a database; nothing is connected yet."""
    if url.get_backend_name() == "sqlite":
        return _sqlite(Path(str(url.database)), read_only=read_only, wait=wait)
    settings = [str(url.query.get("options", "")), f"-c lock_timeout={int(wait * 1000)}"]
    if read_only:
        settings.append("-c default_transaction_read_only=on")
    ways = {"connect_timeout": 5, "options": " ".join(settings).strip()}
    return create_engine(url, connect_args=ways, pool_pre_ping=True)


def _sqlite(path: Path, *, read_only: bool, wait: float) -> Engine:
    if not read_only:
        _make_private(path)
    mode = _read_only_mode(path) if read_only else "mode=rwc"
    address = f"file:{quote(str(path))}?{mode}"

    def connected() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, timeout=wait, isolation_level=None, check_same_thread=False)

    engine = create_engine("sqlite://", creator=connected, poolclass=QueuePool, max_overflow=-1)
    event.listen(engine, "connect", _set_up_reader if read_only else _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _make_private(path: Path) -> None:
    """Make a new file readable by its owner only, because it holds secrets; the owner may open it to others."""
    with suppress(OSError):  # it exists, or SQLite will say why it cannot be opened
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


def _read_only_mode(path: Path) -> str:
    """How to open a file that we may not write; without a write-ahead log beside it, it needs no lock either."""
    left = Path(f"{path}-wal")
    if os.access(path.parent, os.W_OK) or (left.exists() and left.stat().st_size):
        return "mode=ro"
    return "mode=ro&immutable=1"


def _set_up(connection: Any, _record: object) -> None:
    """Write-ahead log, and a commit returns only when the disk has it."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA recursive_triggers = ON")  # so that REPLACE is refused like DELETE
    connection.execute("PRAGMA wal_autocheckpoint = 4000")


def _set_up_reader(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA query_only = ON")


def _begin(connection: Connection) -> None:
    """A writer takes the lock when it begins, so that it never has to give up midway."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def retryable(problem: DBAPIError) -> bool:
    """Whether PostgreSQL gave the transaction up for a reason that is gone when it is tried again."""
    return getattr(problem.orig, "sqlstate", None) in ("40P01", "40001", "23505")


def is_full(problem: DBAPIError) -> bool:
    """Whether SQLite found its disk full."""
    return _code(problem.orig) in ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE")


ROOM: Final = 256 * 1024  # bytes that the disk of an SQLite file must take for the next batches


def require_room(path: Path) -> None:
    """Refuse a disk that does not take a small file beside the house's."""
    name = path.with_name(f".{path.name}-health-{os.getpid()}")
    try:
        with open(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        raise StorageFailed("the disk is full" if full else f"the disk: {problem.strerror}", field=str(path)) from None
    finally:
        with suppress(OSError):
            name.unlink()


def explain(problem: DBAPIError, url: URL, *, committing: bool = False) -> HousewayError:
    """An error of the database in one line that says what to do; during a commit the outcome is unknown."""
    name = display_url(url)
    reason = _sqlite_reason(problem.orig) if isinstance(problem.orig, sqlite3.Error) else _server_reason(problem)
    lost = problem.connection_invalidated or _code(problem.orig).startswith("SQLITE_IOERR")
    if committing and lost:
        return OutcomeUnknown(f"{reason}; it is not known whether the last batch is stored", field=name)
    if problem.connection_invalidated and url.get_backend_name() != "sqlite":
        return ConnectionLost(reason, field=name)
    return (NotWhole if _code(problem.orig).startswith("SQLITE_CORRUPT") else StorageFailed)(reason, field=name)


_PASSWORDS: Final = ("password", "sslpassword")  # where the words after the question mark may hold one


def has_password(url: URL) -> bool:
    """Whether a database's address holds a password, before its host or among its settings."""
    return bool(url.password) or any(name.lower() in _PASSWORDS for name in url.query)


def display_url(url: URL) -> str:
    """A database's name for people, without its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    hidden = [name for name in url.query if name.lower() in _PASSWORDS]
    return url.difference_update_query(hidden).render_as_string(hide_password=True)


def _code(problem: BaseException | None) -> str:
    return str(getattr(problem, "sqlite_errorname", ""))


_SQLITE: Final = {
    "SQLITE_FULL": "the disk is full; nothing was written",
    "SQLITE_IOERR_SHMSIZE": "the disk is full; nothing was written",
    "SQLITE_READONLY": "is read-only; nothing was written",
    "SQLITE_BUSY": "is locked by another process; nothing was written",
    "SQLITE_LOCKED": "is locked by another process; nothing was written",
    "SQLITE_CANTOPEN": "cannot be opened: is the folder there, and may you write in it?",
    "SQLITE_PERM": "may not be opened by you",
    "SQLITE_AUTH": "may not be opened by you",
    "SQLITE_NOTADB": "is not a database",
    "SQLITE_CORRUPT": "is damaged: the file is not a whole database",
    "SQLITE_IOERR": "the disk failed to read or write",
}


def _sqlite_reason(problem: sqlite3.Error) -> str:
    name = _code(problem)
    known = next((reason for code, reason in _SQLITE.items() if name.startswith(code)), "")
    return known or f"the database failed: {problem} ({name or 'no code'})"


_SERVER: Final = {
    "password authentication failed": "the server does not accept the name or the password",
    "no password supplied": "the server asks for a password",
    "does not exist": "the server has no such database or person",
    "Connection refused": "no server answers there",
    "server closed the connection": "the connection to the server was lost",
    "terminating connection": "the connection to the server was lost",
    "the database system is": "the server is starting or stopping",
    "No such file or directory": "no server answers there",
    "timeout expired": "no server answers there",
    "connection timeout": "no server answers there",
    "could not translate host name": "no such server is known",
    "failed to resolve host": "no such server is known",
}
_STATES: Final = {
    "28P01": "the server does not accept the name or the password",
    "3D000": "the server has no such database",
    "53100": "the server's disk is full; nothing was written",
    "25006": "is read-only; nothing was written",
    "42501": "you may not do that in this database",
    "55P03": "is locked by another process; nothing was written",
    "53300": "the server has no connection left",
}


def _server_reason(problem: DBAPIError) -> str:
    state = str(getattr(problem.orig, "sqlstate", "") or "")
    if state in _STATES:
        return _STATES[state]
    text = " ".join(str(problem.orig).split())
    known = next((reason for words, reason in _SERVER.items() if words in text), "")
    if not known and problem.connection_invalidated:
        return "the connection to the server was lost"
    return known or f"the database failed: {text[:200]}"
