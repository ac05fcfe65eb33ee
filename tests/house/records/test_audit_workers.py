"""An audit that is shared among processes finds what one process finds, in the same order."""

import json
import os
import sqlite3
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from house.threats.test_audit import ATTACKS, honest
from houseway.house.log.events import NewEvent
from houseway.house.log.log import Log, StorageFailed
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.deep_audit.workers import (
    Report,
    ignore_progress,
    split_evenly,
    split_in_order,
    start_workers,
)
from houseway.house.store.store import open_log

# Written past the rules, but for those that name a secret which is not kept: that is a broken form.
EVENTS = [attack() for attack in ATTACKS.values()]
FORMED = [event for event in EVENTS if not {"password", "commitment"} & json.loads(event.text).keys()]


def attacked(log: Log) -> None:
    """A house in which somebody has written past the rules, at all tables and in the house's own streams."""
    honest(log)
    for event in FORMED:
        log.append(event)
    for number in range(4):
        log.append(NewEvent(stream=f"table/{number}", kind="closed", by="dan"))
        log.append(NewEvent(stream=f"jackpot/{number}", kind="adjusted", by="dan"))


def test_several_processes_find_what_one_finds(url: str) -> None:
    with open_log(url) as log:
        attacked(log)
        reports: list[tuple[int, int]] = []
        alone = deep_audit(log, jobs=1)
        shared = deep_audit(log, jobs=3, progress=lambda done, total: reports.append((done, total)))
        assert len(alone.findings) > len(FORMED) > 8
        assert shared.to_struct() == alone.to_struct()
        assert list(map(str, shared.findings)) == list(map(str, alone.findings))
        assert all(0 <= done <= total == alone.form.events for done, total in reports)


@pytest.mark.parametrize("stream", ["house", "system", "table/7"])
def test_several_processes_find_the_same_first_broken_link(sqlite_url: str, stream: str) -> None:
    with open_log(sqlite_url) as log:
        attacked(log)
        log.append(NewEvent(stream="system", kind="noted"))
    with sqlite3.connect(sqlite_url) as thief:
        for name in ("events_refuse_update", "events_refuse_delete"):
            thief.execute(f"DROP TRIGGER {name}")
        thief.execute("UPDATE events SET by = 'eve' WHERE stream = ? AND number = 1", (stream,))
        thief.execute("UPDATE events SET by = 'eve' WHERE stream = 'table/7' AND number = 9")
    with open_log(sqlite_url, read_only=True) as log:
        found = audit_log(log, jobs=1)
        assert found.broken is not None
        assert (found.broken.stream, found.broken.number) == (stream, 1)
        assert audit_log(log, jobs=3).to_struct() == found.to_struct()
        assert deep_audit(log, jobs=3).to_struct() == deep_audit(log, jobs=1).to_struct()


def test_what_is_appended_meanwhile_is_not_looked_at(url: str) -> None:
    with open_log(url) as log:
        log.append(*(NewEvent(stream="house", kind="noted") for _ in range(3)))
        with open_log(url, read_only=True, stops={"house": 2}) as seen, seen.consistent_view() as view:
            for one in (seen, view):
                assert [event.number for event in one.read("house")] == [1, 2]
                assert [event.number for event in one.read("house", 2, 3)] == [2]
                assert list(one.read("site")) == []


def die(_log: Log, _share: str, _report: Report) -> None:
    os._exit(9)


def test_a_process_that_is_killed_is_one_line(sqlite_url: str) -> None:
    with (
        open_log(sqlite_url) as log,
        start_workers(log, {"house": 1}, ignore_progress, 2) as workers,
        pytest.raises(StorageFailed, match="was killed"),
    ):
        list(workers.answers(die, ["x", "y"], 2))


COUNTS = st.dictionaries(st.sampled_from([f"table/{n}" for n in range(30)]), st.integers(1, 10**6))


@given(COUNTS, st.integers(1, 9))
def test_every_stream_is_in_one_piece(events: Mapping[str, int], pieces: int) -> None:
    ordered = split_in_order(events, pieces)
    assert [stream for piece in ordered for stream in piece] == list(events)
    even = split_evenly(events, pieces)
    assert sorted(stream for piece in even for stream in piece) == sorted(events)
    assert max(len(ordered), len(even)) <= pieces
    assert all(ordered)
    assert all(even)
    loads = [sum(events[stream] for stream in piece) for piece in even] + [0] * (pieces - len(even))
    assert max(loads) - min(loads) <= max(events.values(), default=0)
