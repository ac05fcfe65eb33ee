"""Attacks with the clock: no caller moves the house's time (docs/threats.md)."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from house.support.floor import QUICK, WORDS
from house.support.tables import Clock, fund, opened, rules_for
from houseway.errors import NotAllowedNow
from houseway.house.log.events import NewEvent, timestamp
from houseway.house.log.memory import MemoryLog
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson
from houseway.house.store import clock_check
from houseway.house.store.clock import HouseClock, system_time
from houseway.house.store.store import open_log
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.wager_acts import Wager


def shifted(monkeypatch: pytest.MonkeyPatch, **by: float) -> None:
    """The process is shown another time, as libfaketime shows it."""
    monkeypatch.setattr(clock_check, "process_time", lambda: datetime.now(UTC) + timedelta(**by))


@pytest.mark.parametrize("by", [{"hours": 25}, {"hours": -25}, {"seconds": 61}, {"seconds": -61}])
def test_a_shifted_process_writes_nothing_but_that_it_was_refused(
    url: str, monkeypatch: pytest.MonkeyPatch, by: dict[str, float]
) -> None:
    with open_log(url) as log:
        log.append(NewEvent(stream="house", kind="noted"))
    shifted(monkeypatch, **by)
    with pytest.raises(
        NotAllowedNow, match=r"^clock: this process's clock is [\d,]+ seconds (ahead of|behind) the house's"
    ):
        open_log(url)
    monkeypatch.undo()
    with open_log(url) as log:
        refused = log.last("system", "clock refused")
        assert refused is not None
        assert abs(datetime.fromisoformat(refused.at) - datetime.now(UTC)) < timedelta(seconds=30)
        assert refused.data["showed"] != refused.data["house"]
        assert log.head("house").number == 1


def test_a_clock_that_is_shifted_later_moves_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_log(url) as log:
        people = House(log, hasher=QUICK)
        people.do(AddFirstPerson(name="ada", password=WORDS))
        for _ in range(5):
            with pytest.raises(NotPermitted):
                people.log_in("ada", "guess")
        shifted(monkeypatch, hours=1)
        with pytest.raises(NotPermitted, match="wait until"):
            people.log_in("ada", WORDS)
        assert log.last("house").at < timestamp(datetime.now(UTC) + timedelta(minutes=1))  # type: ignore[union-attr]


def test_a_reader_with_a_shifted_clock_still_reads(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_log(url) as log:
        log.append(NewEvent(stream="house", kind="noted"))
    shifted(monkeypatch, hours=1)
    with open_log(url, read_only=True) as log:
        assert log.head("house").number == 1
        assert abs(log.clock() - datetime.now(UTC)) < timedelta(seconds=30)


def test_the_system_is_asked_past_every_library(tmp_path: Path) -> None:
    """A program whose time functions lie, as under libfaketime, hears the true time from the kernel."""
    program = (
        "import time, datetime\n"
        "true = time.time\n"
        "time.time = lambda: true() + 86400\n"
        "time.time_ns = lambda: int((true() + 86400) * 1e9)\n"
        "time.monotonic_ns = lambda: 0\n"
        "from houseway.house.store.clock import system_time, HouseClock\n"
        "print(system_time().timestamp() - true(), HouseClock(system_time())().timestamp() - true())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={**os.environ}, cwd=tmp_path
    )
    assert all(abs(float(word)) < 5 for word in done.stdout.split())


def test_the_clock_advances_by_ticks_alone() -> None:
    ticks = iter([0, 1_000_000_000, 5_000_000_000])
    clock = HouseClock(datetime(2026, 11, 16, tzinfo=UTC), lambda: next(ticks))
    assert clock() == datetime(2026, 11, 16, 0, 0, 1, tzinfo=UTC)
    assert clock() == datetime(2026, 11, 16, 0, 0, 5, tzinfo=UTC)
    assert abs(system_time() - datetime.now(UTC)) < timedelta(seconds=5)


def test_a_moment_to_come_takes_nobodys_turn() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    fund(log, "ann")
    table = opened(log, rules_for("down-under-holdem"))
    table.do(Join(seat=1, player="ann"))
    table.do(Wager(seat=1, wagers={"ante": 10_00, "bet": 10_00}))
    assert table.tick(clock() + timedelta(days=1)) == ()
    clock.move(31)
    assert table.tick(clock())
