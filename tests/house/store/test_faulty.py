"""The log that fails on purpose: its faults are honest, and the same seed strikes the same commits."""

import pytest

from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents, move
from houseway.house.log.log import OutcomeUnknown, StorageFailed
from houseway.house.log.memory import MemoryLog
from houseway.house.records.audit import audit_log
from houseway.house.store.faulty import Crash, Faults, FaultyLog

OFTEN = Faults(fails=150, lost=150, delayed=150, crashes_before=100, crashes_after=100)


def bought(n: int) -> NewEvent:
    paid = move(cents(100), out_of="outside/players", into="player/ann")
    return NewEvent(stream="house", kind="buy-in", data={"n": n}, postings=paid)


def run(seed: int) -> tuple[FaultyLog, list[tuple[int, str]], list[float]]:
    """Append a hundred requests, each again and again until it is acknowledged."""
    delays: list[float] = []
    log = FaultyLog(MemoryLog(), seed, OFTEN, wait=delays.append)
    for n in range(100):
        while True:
            try:
                log.append(bought(n), request=f"r-{n}")
                break
            except (StorageFailed, OutcomeUnknown):
                continue
            except Crash:
                with pytest.raises(Crash):
                    log.balance("player/ann")
                log.restart()
    return log, log.struck, delays


@pytest.mark.parametrize("seed", range(20))
def test_with_request_ids_every_fault_can_be_survived(seed: int) -> None:
    log, struck, _ = run(seed)
    assert [event.data["n"] for event in log.read("house")] == list(range(100))
    assert log.balance("player/ann") == 100 * cents(100)
    assert {name for _, name in struck} == {"fails", "lost", "delayed", "crashes_before", "crashes_after"}
    assert audit_log(log).broken is None


def test_a_seed_replays_to_the_same_faults() -> None:
    assert run(7)[1:] == run(7)[1:]
    assert run(7)[1] != run(8)[1]


@pytest.mark.parametrize(
    ("fault", "error", "stored"),
    [
        ("fails", StorageFailed, 0),
        ("lost", OutcomeUnknown, 1),
        ("crashes_before", Crash, 0),
        ("crashes_after", Crash, 1),
    ],
)
def test_each_fault_does_what_it_says(fault: str, error: type[BaseException], stored: int) -> None:
    none = dict.fromkeys(("fails", "lost", "delayed", "crashes_before", "crashes_after"), 0)
    log = FaultyLog(MemoryLog(), 1, Faults(**{**none, fault: 1000}))
    with pytest.raises(error):
        log.append(bought(1))
    log.restart()
    assert len(list(log.read("house"))) == stored


def test_no_handler_of_errors_sees_a_crash() -> None:
    assert not issubclass(Crash, Exception)
