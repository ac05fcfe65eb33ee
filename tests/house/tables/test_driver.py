"""Many tables in one process on one log: one commit for all that wait at one moment."""

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest

from house.support.floor import EVERYTHING, NOTHING, deal, opened_table, sheet_text
from house.support.tables import GAMES, check_house, fund, new_log, opened, rules_for, terms_of
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.log.log import Batch, Log, Outcome, StorageFailed
from houseway.house.log.memory import MemoryLog
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.shuffles import check_shuffles
from houseway.house.store.store import open_log
from houseway.house.tables.driver import Driver
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.state import Phase, open_round
from houseway.house.tables.table import Table, load_state
from houseway.house.tables.wager_acts import Decide

STAFF = ("dealer", "supervisor")


def tables_of(log: Log, count: int, *, seats: int = 3, amount: int = 100_000_00) -> list[Table]:
    jackpots = Jackpots(log)
    found = []
    for number, game in zip(range(1, count + 1), itertools.cycle(GAMES), strict=False):
        name = str(number)
        rules = rules_for(game, name=name)
        if rules.jackpot:
            shared = "blackjack" if game == "down-under-blackjack" else "royal"
            rules = rules_for(game, name=name, jackpot=terms_of(shared, verify_above=500_00))
        table = opened(log, rules, jackpots=jackpots)
        for seat in range(1, seats + 1):
            fund(log, f"p{name}-{seat}", amount=amount)
            table.do(Join(seat=seat, player=f"p{name}-{seat}"))
        found.append(table)
    return found


def check(log: Log, tables: list[Table]) -> None:
    check_house(log, *(table.name for table in tables))
    assert audit_log(log).broken is None
    for table in tables:
        assert table.state == load_state(log, table.name)
        assert check_shuffles(log, table.name).problems == ()


def test_tables_play_side_by_side_and_share_their_commits() -> None:
    log = new_log()
    tables = tables_of(log, 10)
    driver = Driver(log, tables, verifiers=STAFF)
    while driver.tally.rounds < 60:
        driver.step()
    assert driver.tally.batches > 8 * driver.tally.commits
    assert driver.tally.seat_rounds == 3 * driver.tally.rounds
    assert driver.tally.refused == []
    check(log, tables)


def test_the_same_seed_plays_the_same() -> None:
    heads = []
    for _ in range(2):
        log = new_log()
        driver = Driver(log, tables_of(log, 5), seed="twice", verifiers=STAFF)
        for _ in range(120):
            driver.step()
        heads.append(log.heads())
    assert heads[0] == heads[1]


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_half_of_the_tables_plan_while_the_others_wait_for_the_disk(kind: str, tmp_path: Path) -> None:
    with open_log("memory:" if kind == "memory" else str(tmp_path / "house.db")) as log:
        tables = tables_of(log, 10)
        driver = Driver(log, tables, verifiers=STAFF)
        driver.run(rounds=40)
        assert driver.tally.rounds >= 40
        check(log, tables)


def test_who_has_nothing_left_decides_by_default_or_sits_out_and_in_the_end_nobody_plays() -> None:
    log = new_log()
    tables = tables_of(log, 5, amount=60_00)
    driver = Driver(log, tables, verifiers=STAFF)
    driver.run(rounds=10_000)
    assert driver.tally.rounds < 10_000
    assert driver.tally.refused
    assert all(place.sits_out for table in tables for place in table.state.seated.values())
    check(log, tables)


def test_a_disk_that_fails_is_told_and_the_tables_go_on_after_it() -> None:
    class Failing(MemoryLog):
        left = 0

        def commit(self, batches: Sequence[Batch]) -> list[Outcome]:
            self.left -= 1
            if self.left == 0:
                raise StorageFailed("the disk is full", field="log")
            return super().commit(batches)

    log = Failing()
    tables = tables_of(log, 1)
    driver = Driver(log, tables, verifiers=STAFF)
    log.left = 30
    with pytest.raises(StorageFailed, match="the disk is full"):
        driver.run(rounds=100)
    driver.run(rounds=100)
    check(log, tables)


def test_a_held_win_waits_for_persons_unless_the_caller_names_them() -> None:
    log = new_log()
    table = held_table(log)
    driver = Driver(log, [table])
    assert driver.next_act(table) is None
    driver.run(rounds=1)
    assert driver.tally.events == 0
    assert table.view()["phase"] == "held"
    named = Driver(log, [table], verifiers=STAFF)
    named.step()
    named.step()
    assert table.view()["phase"] == "wagers"
    assert [event.by for event in log.read("table/1") if event.kind == "verified"] == list(STAFF)
    assert audit_log(log).broken is None


def held_table(log: Log) -> Table:
    """A table that waits for two persons to verify the whole meter."""
    table = opened_table(log, sheet_text())
    deal(table, {1: EVERYTHING, 2: NOTHING})
    while table.state.phase == Phase.DECISIONS:
        table.do(Decide(seat=open_round(table.state).turn or 0, decision="fold"))
    assert table.state.phase == Phase.HELD
    return table
