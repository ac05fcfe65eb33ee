"""Names that one process at a time may claim: by a lock of the server, or on a file beside the database.

Several processes may share a claim, as long as nobody has it alone. A process that dies loses its claim. A server that
restarts forgets its claims, so long-running processes renew theirs (`Claim.renew`).
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from houseway.errors import NotAllowedNow
from houseway.house.log.events import digest
from houseway.house.log.log import Claim


class ServerClaim(Claim):
    """A claim by a lock of a PostgreSQL server, on a connection of its own."""

    can_be_lost = True

    def __init__(self, engine: Engine, name: str, *, shared: bool) -> None:
        self._engine = engine
        self._kind = "_shared" if shared else ""
        self._key = {"key": int.from_bytes(bytes.fromhex(digest(name)[:16]), signed=True)}
        self._connection = self._connect()
        super().__init__(is_held=self._ask("pg_try_advisory_lock"))

    def renew(self) -> bool:
        """Whether it is still held, or again."""
        try:
            if self.is_held:
                self._connection.execute(text("SELECT 1"))
            else:
                self._connection.close()
                self._connection = self._connect()
                self.is_held = self._ask("pg_try_advisory_lock")
        except DBAPIError:
            self.is_held = False
        return self.is_held

    def close(self) -> None:
        """Release it; a server that has restarted has done so already."""
        with suppress(DBAPIError), self._connection:
            if self.is_held:
                self._ask("pg_advisory_unlock")

    def _connect(self) -> Connection:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()  # closed at the end, even if the pool is gone
        return connection

    def _ask(self, function: str) -> bool:
        return bool(self._connection.execute(text(f"SELECT {function}{self._kind}(:key)"), self._key).scalar())


@contextmanager
def claim_on_server(engine: Engine, name: str, *, shared: bool = False) -> Iterator[Claim]:
    """A claim that is this process's until the end, if nobody else has it."""
    claim = ServerClaim(engine, name, shared=shared)
    try:
        yield claim
    finally:
        claim.close()


@contextmanager
def claim_file(database: str, name: str, *, shared: bool = False) -> Iterator[Claim]:
    """A claim that is this process's until the end, if nobody else has it; its empty lock file stays."""
    path = f"{os.path.realpath(database)}.{digest(name)[:12]}.lock"
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    except OSError as problem:
        raise NotAllowedNow(f"cannot be made: {problem.strerror}", field=path) from None
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError:
        claim = Claim(is_held=False)
    else:
        claim = Claim(is_held=True)
    try:
        yield claim
    finally:
        os.close(file)
