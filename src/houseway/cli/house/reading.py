"""Commands that only read: who asks is known, and may, before anything of the log is shown (docs/controls.md).

A house without persons and a practice house show themselves to whoever has their database. What asks nobody in any
house tells what stands at the tables for all to see, or proves the log without telling what is in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.house.common import opened, sign_in

if TYPE_CHECKING:
    from houseway.house.log.events import NewEvent
    from houseway.house.log.log import Appended, Log

Reader = Annotated[str | None, typer.Option("--as", metavar="NAME", help="Who reads; HOUSEWAY_PERSON by default.")]


@contextmanager
def reading(db: str | None, act: str, by: str | None, *, owner: str = "") -> "Iterator[Log]":
    """The log, for somebody who may do this act of reading, or for the player whose own affairs are asked for."""
    from houseway.house.people.people import People

    with opened(db, read_only=True) as log:
        people = People(log, writer=_LateWriter(db))
        if people.asks_readers and (who := sign_in(people, by)) != owner:
            people.permit(act, who)
        yield log


class _LateWriter:
    """Opens the log for writing only when there is something to write: a log-in that failed."""

    def __init__(self, db: str | None) -> None:
        self._db = db

    def append(
        self,
        *events: "NewEvent",
        expected: Mapping[str, int] | None = None,
        request: str = "",
        secrets: Sequence[str] = (),
        hidden: Sequence[str] = (),
    ) -> "Appended":
        """Append events and return them when they are stored."""
        with opened(self._db) as log:
            return log.append(*events, expected=expected, request=request, secrets=secrets, hidden=hidden)
