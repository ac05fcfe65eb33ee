"""R14, R26, R30: the house checks its log and its software, by itself and on demand, and writes down what it found."""

import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from house.support.floor import NOTHING, opened_table, play, sheet_text
from house.support.tables import Clock
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.controls.selfcheck import ProgramRun, record_errors, self_check
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.cage_events import buy_in
from houseway.house.records.audit import audit_log
from houseway.house.store.store import open_log
from houseway.kernel import source_digest


def system_events(log: Log) -> list[tuple[str, dict[str, Any]]]:
    """What the system wrote down, but for the name of its vault's key."""
    return [(event.kind, event.data) for event in log.read("system") if event.kind != "vault key made"]


def broken_file(path: Path) -> None:
    with open_log(str(path)) as log:
        log.append(buy_in("pat", 100_00))
        log.append(buy_in("quin", 100_00))
    connection = sqlite3.connect(path)
    connection.executescript("DROP TRIGGER events_refuse_update; UPDATE events SET kind = 'gift' WHERE number = 1")
    connection.close()


def test_a_house_that_is_whole(log: Log) -> None:
    play(opened_table(log, sheet_text()), {1: NOTHING})
    before = audit_log(log)
    found = self_check(log)
    assert found.passed
    ((kind, data),) = system_events(log)
    heads = data.pop("heads")  # so that the next check misses a stream that is gone
    assert data.pop("owner", "") == log.owner()
    answer = msgspec.to_builtins(found.to_struct())
    assert answer.pop("recorded")
    assert (kind, data) == ("checked", {"occasion": "on demand", **answer})
    assert set(heads) - {"system"} == {"house", "jackpot/jackpot-1", "table/1"}
    assert answer == {
        "passed": True,
        "log": msgspec.to_builtins(before.to_struct()),
        "software": source_digest(),
        "differing": [],
    }
    assert audit_log(log).broken is None


def test_software_that_differs_from_a_tables_is_an_event_of_its_own() -> None:
    log = MemoryLog()
    opened_table(log, sheet_text(), software="ab" * 32)
    found = self_check(log, software=lambda: "cd" * 32)
    assert not found.passed
    assert found.to_struct().differing == ["1"]
    (_, checked), (kind, differs) = system_events(log)
    assert (checked["passed"], kind) == (False, "software differs")
    assert (differs["table"], differs["opened with"], differs["running"]) == ("1", "ab" * 32, "cd" * 32)
    assert self_check(log, software=lambda: "ab" * 32).passed


def test_a_broken_log_is_reported_and_written_down_where_it_can_be(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    broken_file(path)
    with open_log(str(path)) as log:
        found = self_check(log)
        assert not found.passed
        assert str(found.verdict.broken) == "house 1: its hash is not that of its content"
        assert found.recorded
        ((_, checked),) = system_events(log)
        assert checked["log"]["broken"]["number"] == 1
        connection = sqlite3.connect(path)
        connection.executescript("DROP TABLE heads")
        connection.close()
        assert not self_check(log).recorded


# ---- programs that run for long


def test_a_run_checks_itself_at_its_start_and_every_day() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    with ProgramRun(log, "trial") as run:
        for _ in range(47):
            clock.move(3600)
            run.check_if_due()
    assert [(kind, data.get("occasion", data.get("program"))) for kind, data in system_events(log)] == [
        ("checked", "start"),
        ("started", "trial"),
        ("checked", "24 hours"),
        ("ended", "trial"),
    ]
    with ProgramRun(log, "trial", every=timedelta(hours=2)) as run:
        clock.move(2 * 3600)
        run.check_if_due()
        run.check_if_due()
    assert [data["occasion"] for kind, data in system_events(log) if kind == "checked"][2:] == ["start", "2 hours"]


def test_nothing_starts_on_a_broken_log(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    broken_file(path)
    with open_log(str(path)) as log:
        with (
            pytest.raises(NotAllowedNow, match="trial: does not run on a broken log: house 1"),
            ProgramRun(log, "trial"),
        ):
            raise AssertionError("it has started")
        assert [kind for kind, _ in system_events(log)] == ["checked"]


def test_a_log_that_breaks_while_a_program_runs_ends_it(tmp_path: Path) -> None:
    path, clock = tmp_path / "house.db", Clock()
    with open_log(str(path), clock=clock) as log:

        def breaks() -> None:
            with ProgramRun(log, "trial") as run:
                broken_file(path)
                run.check_if_due()
                clock.move(24 * 3600)
                run.check_if_due()

        with pytest.raises(NotAllowedNow, match="broken log"):
            breaks()
        assert system_events(log)[-1] == ("ended", {"program": "trial", "error": "NotAllowedNow"})


def test_a_program_that_died_is_noticed_by_the_next_one() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    ProgramRun(log, "trial").__enter__()
    started = log.last("system", "started")
    assert started is not None
    clock.move(5)
    with ProgramRun(log, "other"):
        pass
    with ProgramRun(log, "trial"):
        pass
    with ProgramRun(log, "trial"):
        pass
    found = [data for kind, data in system_events(log) if kind == "interrupted"]
    assert found == [{"program": "trial", "since": started.at}]


# ---- errors of the program itself


def test_an_error_that_nobody_expected_is_an_event_without_its_words() -> None:
    log = MemoryLog()
    with pytest.raises(ZeroDivisionError), record_errors(log):
        self_check(log, software=lambda: str(1 // 0))
    ((kind, data),) = system_events(log)
    assert (kind, data["error"]) == ("program error", "ZeroDivisionError")
    assert data.keys() == {"error", "places"}


def test_errors_that_are_answers_are_no_events() -> None:
    log = MemoryLog()
    with pytest.raises(InvalidInput), record_errors(log):
        buy_in("pat", 0)
    with pytest.raises(KeyError), record_errors(log, KeyError):
        raise KeyError("meant")
    assert system_events(log) == []


def test_an_error_is_heard_of_where_the_log_cannot_take_it(tmp_path: Path) -> None:
    log = open_log(str(tmp_path / "house.db"))
    log.append(buy_in("pat", 100))
    log.close()
    with open_log(str(tmp_path / "house.db"), read_only=True) as reader:
        with pytest.raises(RuntimeError, match="meant"), record_errors(reader):
            raise RuntimeError("meant")
        assert system_events(reader) == []
