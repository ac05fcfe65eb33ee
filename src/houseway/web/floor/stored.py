"""Between the loop and the writer: a turn of the loop hands in its batches together, and a commit wakes it once."""

import asyncio
from collections import deque
from contextlib import suppress
from functools import partial

from houseway.errors import HousewayError
from houseway.house.log.log import Appended, Batch
from houseway.house.log.writer import Stored, Waited, Writer


class Waiting:
    """The batches whose storing is awaited in a loop."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._new: list[Waited] = []
        self._outcomes: deque[tuple[asyncio.Future[Appended], Stored]] = deque()
        self._is_waking = False

    def store(self, batch: Batch) -> asyncio.Future[Appended]:
        """Hand in a batch at the end of this turn of the loop, so that it shares a commit with others of the turn.

        The future gives its events once they are stored, or raises why they are not.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Appended] = loop.create_future()
        if not self._new:
            loop.call_soon(self._hand_in)
        self._new.append(Waited(batch, partial(self._note, loop, future)))
        return future

    def _hand_in(self) -> None:
        new, self._new = self._new, []
        try:
            self._writer.hand_in(*new)
        except HousewayError as problem:
            for waited in new:
                waited.tell(problem)

    def _note(self, loop: asyncio.AbstractEventLoop, future: asyncio.Future[Appended], outcome: Stored) -> None:
        """In the writer's thread: wake the loop, unless it was woken and has not looked yet."""
        self._outcomes.append((future, outcome))
        if not self._is_waking:
            self._is_waking = True
            with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
                loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._is_waking = False  # first, so that what is noted from now on wakes the loop again
        while self._outcomes:
            future, outcome = self._outcomes.popleft()
            if future.done():
                continue
            if isinstance(outcome, BaseException):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
