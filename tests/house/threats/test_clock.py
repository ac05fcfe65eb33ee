"""Attacks with the time of the log itself: one that was pushed ahead goes on only when two persons say so."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from cli.commands import run
from house.support.floor import WORDS, staff
from house.support.tables import Clock
from houseway.errors import NotAllowedNow
from houseway.house.log.events import NewEvent, digest, timestamp
from houseway.house.log.log import Appended, Conflict, Head
from houseway.house.log.memory import MemoryLog
from houseway.house.log.site_payloads import ClockSet
from houseway.house.office.clock import set_clock
from houseway.house.people.house import House, NotPermitted
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.store.store import open_log
from houseway.house.tables.enabled import practice_event

FAILED = NewEvent(stream="house", kind="log-in failed", data={"name": "eve", "reason": "unknown name"})
DRILLED = NewEvent(stream="learning/dan", kind="drilled", data={"drill": "d", "game": "g", "right": True})


def shifted(**by: float) -> Callable[[], datetime]:
    return lambda: datetime.now(UTC) + timedelta(**by)


def pushed_house(url: str, **by: float) -> None:
    """A house with people whose last event was written while its clock was off."""
    with open_log(url) as log:
        staff(log)
    with open_log(url, clock=shifted(**by)) as log:
        log.append(FAILED, DRILLED)


@pytest.mark.parametrize("by", [{"days": 3}, {"seconds": 90}])
def test_a_log_that_is_ahead_of_the_clock_takes_nothing_until_two_persons_bring_it_back(
    url: str, by: dict[str, float]
) -> None:
    pushed_house(url, **by)
    for _ in range(2):
        with pytest.raises(NotAllowedNow, match=r"^clock: it is .* and the log's last time is .*site clock --set"):
            open_log(url)
    with open_log(url, read_only=True) as log:
        refused = log.last("system", "clock refused")
        assert refused is not None
        assert refused.data["log"] > refused.data["house"]
        assert [event.kind for event in log.read("system")] == ["vault key made", "clock refused", "clock refused"]
    with open_log(url, sets_clock=True) as log:
        people = House(log)
        for pair in (("ada", ""), ("ada", "ada"), ("sue", "dan"), ("dan", "deb"), ("sue", "nobody")):
            with pytest.raises(NotPermitted):
                set_clock(log, people, by=pair[0], second=pair[1])
        (setting,) = set_clock(log, people, by="ada", second="sue")
        assert setting.data["streams"] == {"house": 8, "learning/dan": 1}
    with open_log(url) as log:
        (event,) = log.append(DRILLED)
        assert event.at == event.data["clock"] < refused.data["log"]
        (after,) = log.append(DRILLED)
        assert after.at >= event.at
        assert "clock" not in after.data
        assert log.number_before("learning/dan", timestamp(datetime.now(UTC) + timedelta(minutes=1))) == 3
        assert log.number_before("learning/dan", setting.at) == 0
        with pytest.raises(NotAllowedNow, match="there is nothing to set"):
            set_clock(log, House(log), by="ada", second="sue")
        assert deep_audit(log).broken is None


def test_a_log_that_was_silent_for_very_long_is_opened_by_two_persons(url: str) -> None:
    with open_log(url, clock=shifted(days=-32)) as log:
        staff(log)
    with pytest.raises(NotAllowedNow, match="the log's last time is"):
        open_log(url)
    with pytest.raises(NotAllowedNow, match="the log's last time is"):
        open_log(url)  # what was written of the first try does not count
    with open_log(url, sets_clock=True) as log:
        set_clock(log, House(log), by="ada", second="sue")
    with open_log(url) as log:
        log.append(FAILED)
        assert deep_audit(log).broken is None


@pytest.mark.parametrize("by", [{"days": 3}, {"days": -60}])
def test_a_practice_house_and_one_without_persons_go_on(sqlite_url: str, by: dict[str, float]) -> None:
    with open_log(sqlite_url, clock=shifted(**by)) as log:
        log.append(NewEvent(stream="table/1", kind="noted"))
    with open_log(sqlite_url, clock=shifted(**by)) as log:
        staff(log)
        log.append(practice_event(by="ada"))
    with open_log(sqlite_url) as log:
        log.append(NewEvent(stream="table/1", kind="noted"))


class Raced(MemoryLog):
    """Somebody else writes to a table just before the clock is set."""

    def append(self, *events: NewEvent, **given: Any) -> Appended:
        if events[0].kind == "clock set":
            super().append(NewEvent(stream="table/1", kind="noted"))
        return super().append(*events, **given)


def test_a_stream_that_moved_meanwhile_is_not_brought_back() -> None:
    clock = Clock()
    log = Raced(clock)
    staff(log)
    clock.move(86_400)
    log.append(NewEvent(stream="table/1", kind="noted"))
    clock.move(-86_400)
    with pytest.raises(Conflict):
        set_clock(log, House(log), by="ada", second="sue")


@pytest.mark.parametrize("seed", range(20))
def test_times_that_count_never_go_back(seed: int) -> None:
    """`number_before` beside a plain search, on streams that are pushed ahead and brought back again and again."""
    chance, clock = Random(seed), Clock()
    log = MemoryLog(clock)
    staff(log)
    names = ("house", "table/1", "table/2")
    settings = 0
    for _ in range(150):
        if chance.random() < 0.15:
            clock.move(chance.choice([-200_000, -3600, 3600, 90_000]))
        if chance.random() < 0.4:
            try:
                set_clock(log, House(log), by="ada", second="sue")
                settings += 1
            except NotAllowedNow:
                pass
        clock.move(chance.choice([1, 60]))
        log.append(*(NewEvent(stream=one, kind="noted") for one in names if chance.random() < 0.5), _noted())
    assert settings
    assert audit_log(log).broken is None
    back = log.clock_corrections()
    for stream in (*names, "system"):
        events = list(log.read(stream))
        counted = [back.time_of(stream, event.number, event.at) for event in events]
        assert counted == sorted(counted)
        for moment in {event.at for event in events} | set(counted) | {"", "9"}:
            assert log.number_before(stream, moment) == sum(time < moment for time in counted)


def _noted() -> NewEvent:
    return NewEvent(stream="incidents", kind="noted")


@pytest.mark.parametrize("marked", [True, False])
def test_a_time_that_goes_back_without_two_persons_is_found(marked: bool) -> None:
    """Written past the rules, with a whole chain, and marked as if somebody had set the clock, or not."""
    clock = Clock()
    log = MemoryLog(clock)
    staff(log)
    log.append(_noted())
    clock.move(-3600)
    (event,) = log.append(_noted())
    earlier = event.data["clock"]
    forged = replace(event, at=earlier, text=event.text if marked else "{}")
    forged = replace(forged, hash=digest(forged.form))
    log._events["incidents"][-1] = forged
    log._heads["incidents"] = Head(2, forged.hash, earlier)
    broken = audit_log(log).broken
    assert broken is not None
    assert (broken.stream, broken.number) == ("incidents", 2)
    assert "its time is before that of the event before it" in broken.reason


def test_a_clock_that_one_person_set_is_found() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    staff(log)
    setting = ClockSet(house=timestamp(clock()), log=timestamp(clock()), streams={}, second="ada")
    log.append(NewEvent(stream="system", by="ada", data=setting))
    (found,) = deep_audit(log).findings
    assert "set clock" in str(found)


def test_the_command(sqlite_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pushed_house(sqlite_url, days=3)
    monkeypatch.setenv("HOUSEWAY_DB", sqlite_url)
    monkeypatch.setenv("HOUSEWAY_PASSWORD", WORDS)
    monkeypatch.setenv("HOUSEWAY_SECOND_PASSWORD", WORDS)
    _, err = run(capsys, "site", "disable", "fire", "--as", "sue", code=2)
    assert "and the log's last time is" in err
    out, _ = run(capsys, "site", "clock", "--json", code=1)
    printed = json.loads(out)
    assert printed["agrees"] is False
    assert printed["ahead"] == ["house", "learning/dan"]
    out, _ = run(capsys, "site", "clock", code=1)
    assert "they do not agree: nothing is written" in out
    run(capsys, "site", "clock", "--set", "--as", "ada", code=2)
    run(capsys, "site", "clock", "--set", "--as", "sue", "--second", "dan", code=2)
    out, _ = run(capsys, "site", "clock", "--set", "--as", "ada", "--second", "sue")
    assert "they agree" in out
    run(capsys, "site", "disable", "fire", "--as", "sue")
    run(capsys, "audit", "verify", "--deep")
