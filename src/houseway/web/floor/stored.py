"""How the loop hears from the writer: all batches of a commit at once, in one turn."""

import asyncio
from collections import deque
from contextlib import suppress
from functools import partial

from houseway.house.log.log import Appended, Batch
from houseway.house.log.writer import Stored, Writer


class Waiting:
    """The batches whose storing is awaited in a loop."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._outcomes: deque[tuple[asyncio.Future[Appended], Stored]] = deque()
        self._is_waking = False

    def store(self, batch: Batch) -> asyncio.Future[Appended]:
        """Hand in a batch; the future gives its events once they are stored, or raises why they are not."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Appended] = loop.create_future()
        self._writer.hand_in(batch, partial(self._note, loop, future))
        return future

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
