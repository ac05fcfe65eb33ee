"""Share the work of an audit among processes: each opens the log itself and reads some of the streams.

Streams are only ever appended to, so all processes see the same if each reads them up to where they stood at the start.
Answers come back in the order of the shares, whichever process is quicker. A log in memory, and a small one, is audited
in this process.
"""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from houseway.cores import cores
from houseway.house.log.log import Log, StorageFailed

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized
    from multiprocessing.synchronize import Event as MultiprocessingEvent

Shared = TypeVar("Shared")
Answer = TypeVar("Answer")
Progress = Callable[[int, int], None]  # events done, events in all
Report = Callable[[int], None]  # events done since the last report
Work = Callable[[Log, Shared, Report], Answer]

SMALL: Final = 30_000  # events for which no other process is worth its start
EVERY: Final = 0.2  # seconds between two reports of the others' progress
RARELY: Final = 200_000  # objects between two collections of garbage, in a process that makes many and keeps few


def ignore_progress(_done: int, _total: int) -> None:
    """Ignore the progress."""


def ignore_report(_more: int) -> None:
    """Ignore the count of events."""


def split_in_order(events: Mapping[str, int], pieces: int) -> list[list[str]]:
    """Streams in at most N pieces with about as many events each, in their order."""
    total, done = sum(events.values()), 0
    parts: dict[int, list[str]] = {}
    for stream, count in events.items():
        parts.setdefault(min(done * pieces // max(total, 1), pieces - 1), []).append(stream)
        done += count
    return list(parts.values())


def split_evenly(events: Mapping[str, int], pieces: int) -> list[list[str]]:
    """Streams in at most N pieces: the largest stream first, each to the piece with the fewest events."""
    loads = [0] * pieces
    parts: list[list[str]] = [[] for _ in range(pieces)]
    for stream in sorted(events, key=lambda one: (-events[one], one)):
        least = loads.index(min(loads))
        loads[least] += events[stream]
        parts[least].append(stream)
    return [one for one in parts if one]


class Workers:
    """The processes that audit a log: this one, or others that each open it."""

    def __init__(
        self,
        log: Log,
        progress: Progress,
        pool: ProcessPoolExecutor | None = None,
        count: int = 1,
        counter: "Synchronized[int] | None" = None,
    ) -> None:
        self._log = log
        self._progress = progress
        self._pool = pool
        self.count = count  # of shares that are worked on at once
        self._counter = counter  # of events that the others have looked at

    def answers(self, work: "Work[Shared, Answer]", shares: Sequence[Shared], total: int) -> Iterator[Answer]:
        """The answer for each share, in order; all shares together have `total` events."""
        if self._pool is None or self._counter is None:
            yield from self._answers_here(work, shares, total)
            return
        self._counter.value = 0
        futures = [self._pool.submit(_do, work, share) for share in shares]
        for future in futures:
            while not future.done():
                wait([future], timeout=EVERY)
                self._progress(min(self._counter.value, total), total)
            yield _result(future)

    def _answers_here(self, work: "Work[Shared, Answer]", shares: Sequence[Shared], total: int) -> Iterator[Answer]:
        done = 0

        def report(more: int) -> None:
            nonlocal done
            done += more
            self._progress(done, total)

        with _rare_collections():
            for share in shares:
                yield work(self._log, share, report)


@contextmanager
def start_workers(log: Log, stops: Mapping[str, int], progress: Progress, jobs: int) -> Iterator[Workers]:
    """Processes that audit a log up to the given heads of its streams.

    `jobs` are the processes; 0 is one for each core where the log is large.
    """
    processes = jobs or (cores() if sum(stops.values()) > SMALL else 1)
    url = log.reopening_url() if processes > 1 else ""
    if not url:
        yield Workers(log, progress)
        return
    context = multiprocessing.get_context("spawn")  # a fork would carry the open connections along
    counter, over = context.Value("q", 0), context.Event()
    pool = ProcessPoolExecutor(processes, context, initializer=_start, initargs=(url, dict(stops), counter, over))
    try:
        with _ignored_interrupts():
            pool.submit(os.getpid)  # starts them all
        yield Workers(log, progress, pool, processes, counter)
    finally:
        over.set()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Collect garbage rarely meanwhile: an audit's objects are freed without it."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(RARELY, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile ignore Control-C from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _result(future: "Future[Answer]") -> Answer:
    from concurrent.futures.process import BrokenProcessPool

    try:
        return future.result()
    except BrokenProcessPool:
        raise StorageFailed("a process of the audit was killed; try again, or with `jobs` 1", field="audit") from None


# ---- in the other processes


class _Looker(NamedTuple):
    """The log that this process audits, the counter of events, and whether the answer is still needed."""

    log: Log
    counter: "Synchronized[int]"
    over: "MultiprocessingEvent"


_this_process: list[_Looker] = []  # one, once it has started


class _NobodyWaits(Exception):  # not an error
    """The process that asked no longer waits."""


def _start(url: str, stops: Mapping[str, int], counter: "Synchronized[int]", over: "MultiprocessingEvent") -> None:
    """Open the log; Control-C is for the process that asks, which ends the others."""
    from houseway.house.store.store import open_log

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _this_process[:] = [_Looker(open_log(url, read_only=True, stops=stops), counter, over)]


def _do(work: "Work[Shared, Answer]", share: Shared) -> Answer:
    ((log, counter, over),) = _this_process

    def report(more: int) -> None:
        if over.is_set():
            raise _NobodyWaits
        with counter.get_lock():
            counter.value += more

    with log.consistent_view() as view, _rare_collections():
        return work(view, share, report)
