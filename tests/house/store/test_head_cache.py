"""What a writer remembers from one commit to the next, and commits in two steps: nobody sees what is not stored."""

from pathlib import Path
from threading import Thread

import pytest

from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import NotEnoughFunds, cents, move
from houseway.house.log.log import Batch, Conflict, Head, StorageFailed, events_or_raise
from houseway.house.records.audit import audit_log
from houseway.house.store.head_cache import HeadCache
from houseway.house.store.store import SqlLog, open_log


def moved(dollars: int, player: str = "ann") -> NewEvent:
    money = move(cents(100 * dollars), out_of="outside/players", into=f"player/{player}")
    return NewEvent(stream="house", kind="moved", data={}, postings=money)


def test_what_another_writer_wrote_is_seen(url: str) -> None:
    with open_log(url) as one, open_log(url) as other:
        for dollars in range(1, 11):
            (one if dollars % 2 else other).append(moved(dollars))
        assert one.balance("player/ann") == other.balance("player/ann") == cents(5500)
        with pytest.raises(NotEnoughFunds, match=r"holds 55\.00"):
            one.append(moved(-56))
        other.append(moved(-50))
        with pytest.raises(NotEnoughFunds, match=r"holds 5\.00"):
            one.append(moved(-6))
        with pytest.raises(Conflict, match="found at 11"):
            one.append(moved(1), expected={"house": 10})
        assert [event.number for event in one.read("house")] == list(range(1, 12))
        assert audit_log(one).broken is None


def test_a_refused_batch_leaves_no_trace_in_what_is_remembered(url: str) -> None:
    with open_log(url) as log:
        log.append(moved(5))
        refused, appended = log.commit([Batch(events=[moved(-6)]), Batch(events=[moved(-5)])])
        assert isinstance(refused, NotEnoughFunds)
        assert events_or_raise(appended)[0].number == 2
        assert log.balance("player/ann") == 0
        assert audit_log(log).broken is None


def test_a_commit_that_fails_is_forgotten(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_log(sqlite_url) as log:
        assert isinstance(log, SqlLog)
        log.append(moved(5))

        def fails(*_given: object) -> None:
            raise StorageFailed("no more room", field="disk")

        with monkeypatch.context() as patched:
            patched.setattr(SqlLog, "_snapshot", fails)
            with pytest.raises(StorageFailed):
                log.append(moved(7, "bob"))
        assert log.append(moved(2))[0].number == 2
        assert log.balances("player/") == {"player/ann": cents(700)}
        assert audit_log(log).broken is None


def test_nothing_is_appended_before_the_second_step(url: str) -> None:
    with open_log(url) as log:
        finish = log.stage([Batch(events=[moved(3)]), Batch(events=[moved(1)], expected={"house": 7})])
        assert log.head("house") == Head()
        assert log.balance("player/ann") == 0
        waiting = Thread(target=log.append, args=[moved(4)])
        waiting.start()  # another one who appends waits for the first
        appended, refused = finish()
        waiting.join()
        assert events_or_raise(appended)[0].number == 1
        assert isinstance(refused, Conflict)
        assert log.balance("player/ann") == cents(700)
        assert audit_log(log).broken is None


def test_a_log_that_is_closed_between_the_steps_has_nothing(tmp_path: Path) -> None:
    url = str(tmp_path / "house.db")
    log = open_log(url)
    log.append(moved(3))
    log.stage([Batch(events=[moved(4)])])
    log.close()  # as if the process had died
    with open_log(url) as again:
        assert again.balance("player/ann") == cents(300)
        assert audit_log(again).broken is None


def test_versions() -> None:
    head_cache = HeadCache()
    head_cache.as_of(1)
    head_cache.learn_heads(["a", "b"], [("a", 3, "hash", "at")])
    head_cache.learn_balances(["x"], [])
    head_cache.as_of(1)
    assert head_cache.heads == {"a": Head(3, "hash", "at"), "b": Head()}
    assert head_cache.balances == {"x": 0}
    head_cache.as_of(2)
    assert not head_cache.heads
    head_cache.learn_heads(["a"], [])
    head_cache.as_of(None)
    assert not head_cache.heads
