"""What every log does, whatever is behind it."""

import threading
from datetime import UTC, datetime, timedelta

import pytest

from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.events import GENESIS, NewEvent, digest
from houseway.house.log.ledger import NotEnoughFunds, cents, move
from houseway.house.log.log import Batch, Conflict, Head, Log
from houseway.house.records.audit import audit_log
from houseway.house.store.store import open_log


def noted(stream: str = "table/7", **data: object) -> NewEvent:
    return NewEvent(stream=stream, kind="noted", data=data)


def bought(player: str, amount: int, stream: str = "house") -> NewEvent:
    paid = move(cents(amount), out_of="outside/players", into=f"player/{player}")
    return NewEvent(stream=stream, kind="buy-in", postings=paid)


def spent(player: str, amount: int, stream: str = "table/7") -> NewEvent:
    paid = move(cents(amount), out_of=f"player/{player}", into="table/7/chips")
    return NewEvent(stream=stream, kind="lost", postings=paid)


def test_an_empty_log(log: Log) -> None:
    assert log.heads() == {}
    assert log.streams() == []
    assert log.head("table/7") == Head(0, GENESIS, "")
    assert log.last("table/7") is None
    assert list(log.read("table/7")) == []
    assert log.balances() == {}
    assert log.balance("house/bank") == 0
    assert log.number_before("table/7", "2100") == 0
    assert audit_log(log).broken is None


def test_a_batch_is_appended_to_several_streams_at_once(log: Log) -> None:
    events = log.append(noted(a=1), noted("jackpot/royal"), noted(a=2))
    assert [(event.stream, event.number) for event in events] == [("table/7", 1), ("jackpot/royal", 1), ("table/7", 2)]
    assert events[0].previous == GENESIS
    assert events[2].previous == events[0].hash
    assert list(log.read("table/7")) == [events[0], events[2]]
    assert list(log.read("table/7", 2)) == [events[2]]
    assert list(log.read("table/7", 1, 1)) == [events[0]]
    assert log.streams() == ["jackpot/royal", "table/7"]
    assert log.head("table/7") == Head(2, events[2].hash, events[2].at) == log.heads()["table/7"]


def test_reading_goes_over_pages(log: Log) -> None:
    log.commit([Batch(events=[noted(n=n) for n in range(2500)])])
    assert [event.data["n"] for event in log.read("table/7")] == list(range(2500))
    assert [event.number for event in log.read("table/7", 990, 2010)] == list(range(990, 2011))


def test_expected_numbers_are_checked(log: Log) -> None:
    log.append(noted(), expected={"table/7": 0})
    log.append(noted(), expected={"table/7": 1, "jackpot/royal": 0})
    with pytest.raises(Conflict, match=r"^table/7: expected at event 1, found at 2$"):
        log.append(noted(), expected={"table/7": 1})
    with pytest.raises(Conflict):
        log.append(noted(), expected={"jackpot/royal": 3})
    assert log.head("table/7").number == 2


def test_in_a_group_only_what_is_wrong_fails(log: Log) -> None:
    outcomes = log.commit(
        [
            Batch(events=[bought("ann", 500)], expected={"house": 0}),
            Batch(events=[bought("ann", 500)], expected={"house": 0}),
            Batch(events=[spent("ann", 600)]),
            Batch(events=[spent("ann", 500)]),
            Batch(events=[noted("house")], expected={"house": 1}),
        ]
    )
    assert [type(outcome) for outcome in outcomes] == [tuple, Conflict, NotEnoughFunds, tuple, tuple]
    assert log.balances("player/") == {}
    assert log.head("house").number == 2
    assert audit_log(log).broken is None


def test_a_batch_that_fails_leaves_nothing(log: Log) -> None:
    log.append(noted())
    with pytest.raises(NotEnoughFunds, match=r"^player/ann: holds 0.00, which is less than 0.01$"):
        log.append(noted("table/8"), spent("ann", 1), request="r", secrets=["text"])
    with pytest.raises(InvalidInput):
        log.secret(digest("text"))
    assert log.streams() == ["table/7"]
    assert log.append(noted(), request="r")[0].number == 2


def test_money_that_comes_in_the_same_batch_can_be_spent(log: Log) -> None:
    log.append(bought("ann", 100), spent("ann", 100))
    assert log.balances() == {"outside/players": -cents(100), "table/7/chips": cents(100)}
    assert log.balance("table/7/chips") == cents(100)
    assert log.balances("player/") == {}


def test_no_account_holds_more_than_can_be_counted(log: Log) -> None:
    most = 10**17 - 10**6
    batch = Batch(
        events=[NewEvent(stream="house", kind="fund", postings=move(most, out_of="outside/owner", into="house/bank"))]
    )
    outcomes = log.commit([*[batch] * 45, Batch(events=[noted()])])
    assert [isinstance(outcome, InvalidInput) for outcome in outcomes] == [False] * 40 + [True] * 5 + [False]
    assert log.balance("house/bank") == 40 * most
    assert audit_log(log).broken is None


def test_a_request_counts_once(log: Log) -> None:
    first = log.append(noted(a=1), noted("jackpot/royal"), bought("ann", 5), noted(a=2), request="r-1")
    again = log.append(noted(a=99), request="r-1", expected={"table/7": 77})
    assert again == first
    assert log.append(noted(), request="r-2")[0].number == 3
    assert log.balance("player/ann") == cents(5)


def test_a_request_twice_in_one_group_counts_once(log: Log) -> None:
    batch = Batch(events=[bought("ann", 5)], request="r-1")
    one, two = log.commit([batch, batch])
    assert one == two
    assert log.balance("player/ann") == cents(5)


def test_requests_at_the_same_moment_count_once(log: Log) -> None:
    answers: list[object] = []

    def ask() -> None:
        answers.append(log.append(bought("ann", 5), request="r-1"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8
    assert all(answer == answers[0] for answer in answers)
    assert log.balance("player/ann") == cents(5)


def test_threads_append_without_gaps(log: Log) -> None:
    def work(name: int) -> None:
        for _ in range(20):
            log.append(noted(by=name))

    threads = [threading.Thread(target=work, args=(name,)) for name in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [event.number for event in log.read("table/7")] == list(range(1, 101))
    assert audit_log(log).events == 100


def test_secrets_are_kept_beside_the_log(log: Log) -> None:
    log.append(noted(commitment=digest("seed")), secrets=["seed"])
    log.append(noted(), secrets=["seed"])
    assert log.secret(digest("seed")) == "seed"
    with pytest.raises(InvalidInput, match="no such secret"):
        log.secret(digest("other"))
    with pytest.raises(InvalidInput, match="secrets"):
        log.append(noted(), secrets=["a\x00b"])


def test_the_last_event_of_a_kind(log: Log) -> None:
    opened, closed = (NewEvent(stream="table/7", kind=kind) for kind in ("opened", "closed"))
    log.append(opened, noted(), closed, noted(n=4))
    for kinds, number in [((), 4), (("opened",), 1), (("opened", "closed"), 3), (("noted",), 4)]:
        found = log.last("table/7", *kinds)
        assert found is not None
        assert found.number == number
    assert log.last("table/7", "dealt") is None


def test_totals_and_sums(log: Log) -> None:
    for n in range(1, 24):
        log.append(bought("ann", n, "table/7"), bought("bob", 1, "table/8"), spent("ann", 1), noted("table/8"))
    for number in (0, 1, 4, 5, 9, 10, 33, 46):
        bought_so_far = cents(sum(range(1, (number + 1) // 2 + 1)))
        lost = cents(number // 2)
        expected = {"outside/players": -bought_so_far, "player/ann": bought_so_far - lost, "table/7/chips": lost}
        assert log.totals("table/7", number) == {name: amount for name, amount in expected.items() if amount}
    assert log.sums("table/7", 3, 6) == {
        ("buy-in", "outside/players"): -cents(2 + 3),
        ("buy-in", "player/ann"): cents(2 + 3),
        ("lost", "player/ann"): -cents(2),
        ("lost", "table/7/chips"): cents(2),
    }
    assert log.sums("table/7", 5, 4) == {}
    assert audit_log(log).broken is None


class SetClock:
    """A clock that shows what a test sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_a_clock_that_jumps_back_marks_the_event(any_url: str) -> None:
    clock = SetClock()
    with open_log(any_url, clock=clock) as log:
        log.append(noted(a=1))
        clock.now -= timedelta(hours=1)
        (event,) = log.append(noted(a=2))
        (other,) = log.append(noted("table/8"))
        clock.now += timedelta(hours=2)
        (later,) = log.append(noted(a=3))
        assert event.at == "2026-03-01T12:00:00.000000Z"
        assert event.data == {"a": 2, "clock": "2026-03-01T11:00:00.000000Z"}
        assert other.at == "2026-03-01T11:00:00.000000Z"
        assert other.data == {}
        assert later.at == "2026-03-01T13:00:00.000000Z"
        assert later.data == {"a": 3}
        assert audit_log(log).broken is None


def test_the_number_before_a_moment(any_url: str) -> None:
    clock = SetClock()
    with open_log(any_url, clock=clock) as log:
        for _ in range(7):
            log.append(noted(), noted())
            clock.now += timedelta(minutes=10)
        assert log.number_before("table/7", "2026-03-01T12:00:00.000000Z") == 0
        assert log.number_before("table/7", "2026-03-01T12:00:00.000001Z") == 2
        assert log.number_before("table/7", "2026-03-01T12:30:00.000000Z") == 6
        assert log.number_before("table/7", "2027") == 14


def test_a_still_view_does_not_move(url: str) -> None:
    with open_log(url) as log:
        log.append(bought("ann", 5))
        with log.consistent_view() as view:
            assert view.balance("player/ann") == cents(5)
            log.append(bought("ann", 5), noted())
            assert view.balance("player/ann") == cents(5)
            assert view.streams() == ["house"]
            assert len(list(view.read("house"))) == 1
            with pytest.raises(HousewayError, match="for reading"):
                view.append(noted())
        assert log.balance("player/ann") == cents(10)


def test_batches_are_checked() -> None:
    with pytest.raises(InvalidInput, match="events"):
        Batch(events=[])
    with pytest.raises(InvalidInput, match="request"):
        Batch(events=[noted()], request="x" * 201)
    with pytest.raises(InvalidInput, match="request"):
        Batch(events=[noted()], request="a\nb")


def test_what_a_batch_takes_out_must_be_there_before_it_puts_more_in(log: Log) -> None:
    def moved(amount: int) -> NewEvent:
        return NewEvent(
            stream="table/7", kind="moved", postings=move(cents(amount), out_of="table/7/chips", into="player/ann")
        )

    log.append(moved(5_00))
    with pytest.raises(NotEnoughFunds, match=r"holds 5\.00, which is less than 30\.00"):
        log.append(moved(-30_00), moved(60_00))
    assert log.balance("player/ann") == cents(5_00)
    log.append(moved(-5_00), moved(60_00), moved(-60_00))
    assert log.balance("player/ann") == 0
