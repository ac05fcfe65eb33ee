"""A log that was restored gives up its decks; one that was not has one incarnation, on either engine."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from house.support.cluster import Cluster
from house.support.tables import Clock, fund, loaded, opened, rules_for
from houseway.errors import NotAllowedNow
from houseway.house.log.kinds import SystemEvent, TableEvent
from houseway.house.log.log import Log
from houseway.house.log.names import SYSTEM
from houseway.house.store.store import SqlLog, open_log
from houseway.house.store.witness import Witness
from houseway.house.tables.incarnation import resume_dealing
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import StartDeal
from houseway.house.tables.wager_acts import Wager
from houseway.house.tables.who_deals import LEASE_SECONDS, Lease, deal_alone, deal_beside_commands


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def begin_dealing(log: Log) -> None:
    """What a process does that deals, once the first person acts there."""
    resume_dealing(log)
    if log.begin_dealing is not None:
        log.begin_dealing("sue", False)


def kinds(log: Log, stream: str, kind: str) -> int:
    return sum(event.kind == kind for event in log.read(stream))


def test_a_log_that_goes_on_has_one_incarnation(url: str) -> None:
    for _ in range(3):
        with open_log(url) as log:
            begin_dealing(log)
            fund(log, "ann")
    with open_log(url) as log:
        assert kinds(log, SYSTEM, SystemEvent.INCARNATION) == 1


def test_a_log_without_the_event_that_was_seen_last_is_a_restored_one(url: str) -> None:
    with open_log(url) as log:
        assert isinstance(log, SqlLog)
        begin_dealing(log)
        table = opened(log, rules_for("down-under-holdem", jackpot=None, dealer="person"))
        fund(log, "ann")
        table.do(Join(seat=1, player="ann"))
        table.do(Wager(seat=1, wagers={"ante": 10_00, "bet": 10_00}))
        first = table.state.deck
        seen = Witness(log.identity())
        (last,) = log.read(table.stream, table.state.number)
        seen.note(replace(last, hash="f" * 64))
    with open_log(url) as log:
        begin_dealing(log)
        table = loaded(log)
        assert first
        assert table.state.deck
        assert table.state.deck.number == first.number + 1
        assert table.state.deck.commitment != first.commitment
        assert table.state.betting == {}
        assert kinds(log, table.stream, TableEvent.REVEALED) == 0
        table.do(Wager(seat=1, wagers={"ante": 10_00, "bet": 10_00}))
        table.do(StartDeal())


def test_of_two_processes_that_start_at_once_one_begins_the_incarnation(url: str) -> None:
    with open_log(url) as one, open_log(url) as other:
        for log in (one, other):
            resume_dealing(log)
        for log in (one, other):
            assert log.begin_dealing is not None
            log.begin_dealing("sue", False)
            assert log.begin_dealing is None
        assert kinds(one, SYSTEM, SystemEvent.INCARNATION) == 1


def test_nothing_is_due_before_somebody_has_begun_to_deal(url: str) -> None:
    clock = Clock()
    with open_log(url, clock=clock) as log:
        table = opened(log, rules_for("down-under-holdem", jackpot=None))
        fund(log, "ann")
        table.do(Join(seat=1, player="ann"))
        table.do(Wager(seat=1, wagers={"ante": 10_00, "bet": 10_00}))
        resume_dealing(log)
        later = datetime.fromisoformat(table.deadline) + timedelta(seconds=1)
        clock.now = later
        assert table.tick(later) == ()
        table.begin_dealing("sue")
        assert table.tick(later)


def test_two_houses_of_one_server_are_not_one_another(cluster: Cluster) -> None:
    found = set()
    for url in (cluster.new_database(), cluster.new_database()):
        with open_log(url) as log:
            assert isinstance(log, SqlLog)
            found.add(log.identity())
    assert len(found) == 2


def test_a_database_that_is_made_of_another_begins_an_incarnation(cluster: Cluster) -> None:
    cluster.execute("CREATE DATABASE original")
    with open_log(cluster.url("original")) as log:
        begin_dealing(log)
        first = opened(log, rules_for("down-under-holdem", jackpot=None)).state.deck
    cluster.execute("CREATE DATABASE copied TEMPLATE original")
    with open_log(cluster.url("copied")) as log:
        begin_dealing(log)
        assert first
        assert loaded(log).state.deck != first
        assert kinds(log, SYSTEM, SystemEvent.INCARNATION) == 2
    with open_log(cluster.url("original")) as log:
        begin_dealing(log)
        assert loaded(log).state.deck == first
        assert kinds(log, SYSTEM, SystemEvent.INCARNATION) == 1


def test_anybody_may_ask_a_server_which_one_it_is(cluster: Cluster) -> None:
    with psycopg.connect(cluster.url("postgres", "guarded", "open")) as connection:
        assert connection.execute("SELECT system_identifier FROM pg_control_system()").fetchone()


def test_an_event_that_no_witness_could_note_is_stored(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with open_log(url) as log:
        begin_dealing(log)
        monkeypatch.setattr(Witness, "note", full)
        fund(log, "ann")
    monkeypatch.undo()
    with open_log(url) as log:
        assert kinds(log, SYSTEM, SystemEvent.INCARNATION) == 1
        assert log.balance("player/ann")


def test_two_houses_of_one_database_are_both_served(cluster: Cluster) -> None:
    here, there = cluster.new_database(), cluster.new_database()  # schemas of one database
    with open_log(here) as one, open_log(there) as two, deal_alone(one), deal_alone(two):
        pass


def test_a_server_that_restarted_has_let_go_of_a_claim(cluster: Cluster) -> None:
    with open_log(cluster.new_database()) as log, deal_alone(log):
        cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")


def test_a_claim_that_the_server_forgot_is_taken_again_and_nothing_is_dealt_until_then(cluster: Cluster) -> None:
    url = cluster.new_database()
    with open_log(url) as served, open_log(url) as claiming, open_log(url) as commands, deal_alone(claiming) as keeper:
        served.may_deal = keeper.lease
        table = opened(served, rules_for("down-under-holdem", jackpot=None))
        fund(served, "ann")
        cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        with deal_beside_commands(commands, shuffled=True):
            for _ in range(3):  # it notices, and then it asks again and again
                keeper.renew()
                with pytest.raises(NotAllowedNow, match="whether another process deals"):
                    table.do(Join(seat=1, player="ann"))
                assert table.due(served.clock()) is None
        keeper.renew()
        table.do(Join(seat=1, player="ann"))
        with (
            pytest.raises(NotAllowedNow, match="a server or dealer deals"),
            deal_beside_commands(commands, shuffled=True),
        ):
            pass


def test_a_lease_ends_where_nobody_renews_it() -> None:
    lease = Lease()
    assert lease()
    lease.extend(LEASE_SECONDS)
    assert lease()
    lease.extend(0)
    assert not lease()


def test_a_claim_on_a_file_is_never_lost(tmp_path: Path) -> None:
    with open_log(str(tmp_path / "house.db")) as log, deal_alone(log) as keeper, keeper.renewing() as lease:
        keeper.renew()
        assert lease()


def test_a_link_to_a_file_is_claimed_as_the_file(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
    with (
        open_log(str(tmp_path / "house.db")) as one,
        open_log(str(tmp_path / "link.db")) as two,
        deal_alone(one),
        pytest.raises(NotAllowedNow, match="a server or dealer deals"),
        deal_beside_commands(two, shuffled=True),
    ):
        pass


def test_commands_deal_side_by_side_and_never_beside_a_dealer(url: str) -> None:
    with open_log(url) as one, open_log(url) as two:
        with (
            deal_beside_commands(one, shuffled=True),
            deal_beside_commands(two, shuffled=True),
            open_log(url) as three,
            pytest.raises(NotAllowedNow, match="deals at this house now"),
            deal_alone(three),
        ):
            pass
        with (
            deal_alone(one),
            pytest.raises(NotAllowedNow, match="a server or dealer deals"),
            deal_beside_commands(two, shuffled=True),
        ):
            pass
        with deal_beside_commands(two, shuffled=True):
            pass
