"""Group commit: batches that wait at one moment share one transaction, and none is acknowledged before it is stored."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from threading import Condition, Thread
from types import TracebackType
from typing import Final, NamedTuple, Self

from houseway.errors import NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.log import Appended, Batch, Log

TOGETHER: Final = 1000  # batches that share a transaction at most

Stored = Appended | BaseException  # the events of a batch that is stored, or why it is not
Tell = Callable[[Stored], None]  # called in the writer's thread
Begin = Callable[[], bool]  # whether a batch is still to be stored


def _always() -> bool:
    return True


class Waited(NamedTuple):
    """A batch that is handed in, and who waits for it.

    `tell` is called in the writer's thread once the batch is stored, or is not. `begin` is called there when its turn
    comes: where it says no, the batch is not stored.
    """

    batch: Batch
    tell: Tell
    begin: Begin = _always


class Writer:
    """One thread that appends to a log for all the others.

    While it waits for the disk the next batches gather, so the busier the house, the more of them share a commit.
    """

    def __init__(self, log: Log, *, together: int = TOGETHER) -> None:
        self.log = log
        self._together = together
        self._waiting: deque[Waited] = deque()
        self._change = Condition()
        self._closed = False
        self._thread = Thread(target=self._work, name="houseway-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> Future[Appended]:
        """Hand in a batch; the future gives its events once they are stored, or raises why they are not."""
        answer: Future[Appended] = Future()
        self.hand_in(Waited(batch, partial(_answer, answer), answer.set_running_or_notify_cancel))
        return answer

    def hand_in(self, *new: Waited) -> None:
        """Hand in batches in this order; while the writer is not busy they share a commit."""
        with self._change:
            if self._closed:
                raise NotAllowedNow("the writer is closed", field="log")
            self._waiting += new
            self._change.notify()

    def append(
        self,
        *events: NewEvent,
        expected: Mapping[str, int] | None = None,
        request: str = "",
        secrets: Sequence[str] = (),
        hidden: Sequence[str] = (),
    ) -> Appended:
        """Append a batch of these events and wait until it is stored."""
        return self.append_batch(
            Batch(events=events, expected=expected or {}, request=request, secrets=secrets, hidden=hidden)
        )

    def append_batch(self, batch: Batch) -> Appended:
        """Append a batch and wait until it is stored."""
        return self.submit(batch).result()

    def close(self) -> None:
        """Store what was handed in, then stop; the log stays open."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _work(self) -> None:
        while (group := self._next_group()) is not None:
            if group:
                self._store(group)

    def _next_group(self) -> list[Waited] | None:
        """The waiting batches, once there are any; None when the writer is closed and everything is stored."""
        with self._change:
            while not self._waiting and not self._closed:
                self._change.wait()
            if not self._waiting:
                return None
            count = min(len(self._waiting), self._together)
            group = [self._waiting.popleft() for _ in range(count)]
        return [waited for waited in group if waited.begin()]

    def _store(self, group: list[Waited]) -> None:
        try:
            outcomes: Sequence[Stored] = self.log.commit([waited.batch for waited in group])
        except BaseException as problem:  # whatever it is, those who wait must hear of it
            outcomes = [problem] * len(group)
        for waited, outcome in zip(group, outcomes, strict=True):
            waited.tell(outcome)


def _answer(answer: Future[Appended], outcome: Stored) -> None:
    """Tell whoever waits for a future."""
    if isinstance(outcome, BaseException):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)
