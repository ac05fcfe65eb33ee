"""A long list of small questions, answered in order by several processes.

This process answers the first questions as they come; other processes start only for a longer input. They get batches,
a few ahead, so that memory stays small however long the input is.
"""

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Final, TypeVar

from houseway.cores import cores

Question = TypeVar("Question")
Answer = TypeVar("Answer")

SMALL: Final = 400  # questions that are answered before other processes are started
BATCH: Final = 200
AHEAD: Final = 3  # batches for each process that wait or are under way


def in_batches(
    answer: Callable[[list[Question]], Answer], questions: Iterator[Question], jobs: int = 0
) -> Iterator[tuple[int, Answer]]:
    """How many questions a batch has, and its answer, in the order of the questions.

    `jobs` are the processes; 0 is one for a small input and one for each core where it is large.
    """
    processes = jobs or cores()
    if jobs < 2:
        for question in questions if processes == 1 else islice(questions, SMALL):
            yield 1, answer([question])
    first = list(islice(questions, BATCH))
    if first:
        yield from _by_processes(answer, first, questions, processes)


def _by_processes(
    answer: Callable[[list[Question]], Answer], first: list[Question], rest: Iterator[Question], processes: int
) -> Iterator[tuple[int, Answer]]:
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_ignore_interrupts)
    asked: deque[tuple[list[Question], Future[Answer] | None]] = deque()
    batch = first
    try:
        while batch or asked:
            while batch and len(asked) < AHEAD * processes:
                asked.append((batch, _ask(pool, answer, batch)))
                batch = list(islice(rest, BATCH))
            questions, future = asked.popleft()
            yield len(questions), _answer_of(future, answer, questions)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ask(
    pool: ProcessPoolExecutor, answer: Callable[[list[Question]], Answer], batch: list[Question]
) -> Future[Answer] | None:
    try:
        return pool.submit(answer, batch)
    except BrokenProcessPool:
        return None


def _answer_of(
    future: Future[Answer] | None, answer: Callable[[list[Question]], Answer], batch: list[Question]
) -> Answer:
    """The answer to a batch; where a process was killed, everything that is still open is answered here."""
    try:
        return future.result() if future else answer(batch)
    except BrokenProcessPool:
        return answer(batch)


def _ignore_interrupts() -> None:
    """Control-C is for the process that asks; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
