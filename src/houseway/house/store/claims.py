"""Names that one process at a time may claim: by a lock of the server, or on a file beside the database.

Several processes may share a claim, as long as nobody has it alone. Whoever dies lets go of its claim by that.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from houseway.errors import NotAllowedNow
from houseway.house.log.events import digest


@contextmanager
def claim_on_server(engine: Engine, name: str, *, shared: bool = False) -> Iterator[bool]:
    """Whether the claim is this process's, until the end; the lock is that of a connection of its own."""
    kind = "_shared" if shared else ""
    key = {"key": int.from_bytes(bytes.fromhex(digest(name)[:16]), signed=True)}
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.detach()  # it is closed at the end, whatever became of the pool
        claimed = bool(connection.execute(text(f"SELECT pg_try_advisory_lock{kind}(:key)"), key).scalar())
        try:
            yield claimed
        finally:
            if claimed:
                with suppress(DBAPIError):  # a server that has restarted has let go of it
                    connection.execute(text(f"SELECT pg_advisory_unlock{kind}(:key)"), key)


@contextmanager
def claim_file(database: str, name: str, *, shared: bool = False) -> Iterator[bool]:
    """Whether the claim is this process's, until the end; the empty file that it is made on stays."""
    path = f"{os.path.realpath(database)}.{digest(name)[:12]}.lock"
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    except OSError as problem:
        raise NotAllowedNow(f"cannot be made: {problem.strerror}", field=path) from None
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError:
        claimed = False
    else:
        claimed = True
    try:
        yield claimed
    finally:
        os.close(file)
