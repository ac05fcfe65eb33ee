"""A witness outside the database: which event this user's dealing processes saw last in a database.

If a back-up replaces the database, it lacks that event; a copy has no witness at all. Either way the next process that
deals knows that the log was restored (tables/incarnation.py).
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from houseway.errors import InvalidInput
from houseway.house.log.events import Event, digest
from houseway.house.store.paths import data_folder

SIZE: Final = 512  # bytes of the file, so that one write replaces it whole


class SeenEvent(NamedTuple):
    """An event by its place and its hash."""

    stream: str
    number: int
    hash: str


class Witness:
    """The file of one database in the user's data folder; `identity` is where the database is."""

    def __init__(self, identity: str) -> None:
        path = data_folder() / "dealing" / digest(identity)[:24]
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as problem:
            raise InvalidInput(f"cannot be made: {problem.strerror}", field=str(path)) from None

    def last(self) -> SeenEvent | None:
        """The event that was seen last; None in a new file, and in one that was not written whole."""
        words = os.pread(self._file, SIZE, 0).decode("ascii", "replace").split()
        return SeenEvent(words[0], int(words[1]), words[2]) if len(words) == 3 and words[1].isdigit() else None

    def note(self, event: Event) -> None:
        """Remember an event that is stored."""
        os.pwrite(self._file, f"{event.stream} {event.number} {event.hash}".ljust(SIZE).encode(), 0)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Make other processes wait meanwhile."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
