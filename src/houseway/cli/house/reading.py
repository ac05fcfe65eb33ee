"""Commands that only read: you sign in, and need the right, before anything of the log is shown (docs/controls.md).

A house without persons and a practice house are open to anybody who has their database. Commands that need no sign-in
in any house show only what is public at the tables, or verify the log without showing its content.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.house.common import opened, sign_in

if TYPE_CHECKING:
    from houseway.house.log.events import NewEvent
    from houseway.house.log.log import Appended, Batch, Log
    from houseway.house.people.rights import Right

Reader = Annotated[str | None, typer.Option("--as", metavar="NAME", help="Who reads; HOUSEWAY_PERSON by default.")]


@contextmanager
def reading(db: str | None, right: "Right", by: str | None, *, owner: str = "") -> "Iterator[Log]":
    """The log, for somebody who has this right to read, or for the player whose own account it is."""
    from houseway.house.people.house import House

    with opened(db, read_only=True) as log:
        people = House(log, _LateWriter(db))
        if people.plays_for_money and (who := sign_in(people, by)) != owner:
            people.permit(right, who)
        yield log


class _LateWriter:
    """Opens the log for writing only when there is something to write: a log-in that failed."""

    def __init__(self, db: str | None) -> None:
        self._db = db

    def append_batch(self, batch: "Batch") -> "Appended":
        """Append a batch and return its events when they are stored."""
        with opened(self._db) as log:
            return log.append_batch(batch)

    def append(
        self, *events: "NewEvent", expected: Mapping[str, int] | None = None, secrets: Sequence[str] = ()
    ) -> "Appended":
        """Append events that no request asked for."""
        with opened(self._db) as log:
            return log.append(*events, expected=expected, secrets=secrets)
