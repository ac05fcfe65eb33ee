"""Group commit: who waits at one moment shares a transaction; nobody has an answer before it is stored."""

import threading
from collections.abc import Sequence
from concurrent.futures import wait

import pytest

from houseway.errors import NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents, move
from houseway.house.log.log import Batch, Conflict, Log, Outcome, StorageFailed
from houseway.house.log.memory import MemoryLog
from houseway.house.log.writer import Writer
from houseway.house.records.audit import audit_log
from houseway.house.store.faulty import Faults, FaultyLog


class GatedLog(MemoryLog):
    """A log whose commits wait for a sign, and that remembers which batches shared one."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[int] = []
        self.arrived = threading.Semaphore(0)
        self.gate = threading.Semaphore(0)

    def commit(self, batches: Sequence[Batch]) -> list[Outcome]:
        self.arrived.release()
        self.gate.acquire()
        self.groups.append(len(batches))
        return super().commit(batches)


def noted(n: int, stream: str = "table/7") -> NewEvent:
    return NewEvent(stream=stream, kind="noted", data={"n": n})


def test_what_waits_together_is_committed_together_and_not_acknowledged_before() -> None:
    log = GatedLog()
    with Writer(log, together=6) as writer:
        first = writer.submit(Batch(events=[noted(0)]))
        assert log.arrived.acquire(timeout=10)  # the writer is at the disk with the first one
        others = [writer.submit(Batch(events=[noted(n)])) for n in range(1, 9)]
        assert not any(answer.done() for answer in [first, *others])
        log.gate.release()
        assert first.result(10)[0].number == 1
        assert log.arrived.acquire(timeout=10)
        assert not any(answer.done() for answer in others)
        log.gate.release(2)
        assert [answer.result(10)[0].number for answer in others] == list(range(2, 10))
    assert log.groups == [1, 6, 2]


def test_a_conflict_fails_only_its_own(log: Log) -> None:
    with Writer(log) as writer:
        answers = [writer.submit(Batch(events=[noted(n)], expected={"table/7": n // 2})) for n in range(10)]
        wait(answers, timeout=30)
        assert [answer.exception() is None for answer in answers] == [n % 2 == 0 for n in range(10)]
        assert all(isinstance(answer.exception(), Conflict) for answer in answers[1::2])
    assert [event.data["n"] for event in log.read("table/7")] == [0, 2, 4, 6, 8]


def test_many_threads(log: Log) -> None:
    paid = move(cents(1), out_of="outside/players", into="player/ann")

    def work(table: int) -> None:
        for n in range(20):
            event = NewEvent(stream=f"table/{table}", kind="buy-in", data={"n": n}, postings=paid)
            (stored,) = writer.append(event, expected={f"table/{table}": n}, request=f"{table}-{n}")
            assert stored.number == n + 1

    with Writer(log) as writer:
        threads = [threading.Thread(target=work, args=(table,)) for table in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert log.balance("player/ann") == cents(200)
    assert audit_log(log).events == 200


def test_a_failed_commit_is_told_to_all_who_wait_and_the_writer_goes_on() -> None:
    log = FaultyLog(MemoryLog(), 3, Faults(fails=500, lost=0, delayed=0, crashes_before=0, crashes_after=0))
    with Writer(log) as writer:
        answers = [writer.submit(Batch(events=[noted(n)])) for n in range(200)]
        wait(answers, timeout=30)
        failed = [answer for answer in answers if isinstance(answer.exception(), StorageFailed)]
        stored = [answer.result()[0] for answer in answers if not answer.exception()]
        while True:
            try:
                writer.append(noted(999))
                break
            except StorageFailed:
                continue
    assert len(failed) + len(stored) == 200
    assert [event.number for event in stored] == list(range(1, len(stored) + 1))


def test_closing_stores_what_was_handed_in_and_takes_no_more() -> None:
    log = MemoryLog()
    writer = Writer(log)
    answers = [writer.submit(Batch(events=[noted(n)])) for n in range(50)]
    writer.close()
    assert [answer.result(0)[0].number for answer in answers] == list(range(1, 51))
    with pytest.raises(NotAllowedNow, match="closed"):
        writer.submit(Batch(events=[noted(1)]))
    writer.close()


def test_a_batch_that_was_cancelled_in_time_is_not_appended() -> None:
    log = GatedLog()
    with Writer(log) as writer:
        writer.submit(Batch(events=[noted(0)]))
        assert log.arrived.acquire(timeout=10)
        cancelled = writer.submit(Batch(events=[noted(1)]))
        assert cancelled.cancel()
        log.gate.release()
    assert [event.data["n"] for event in log.read("table/7")] == [0]
