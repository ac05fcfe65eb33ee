"""What the day's report lists beside its figures."""

import io
from pathlib import Path

from rich.console import Console

from house.support.floor import EVERYTHING, JACKPOT, NOTHING, deal
from house.threats.test_forged import ForgedHouse, TickingClock, fold_or_play
from houseway.cli.house.common import print_table
from houseway.house.jackpots.money_acts import Deposit
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.drawer_acts import CloseDrawer
from houseway.house.records.day_matters import DayMatter
from houseway.house.records.reports import report_day
from houseway.house.store.store import open_log
from houseway.house.tables.staff_acts import VoidRound


def busy_day(log: Log) -> list[DayMatter]:
    house = ForgedHouse(log)
    deal(house.table, {1: NOTHING})
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    house.cage.do(CloseDrawer(amount=11_990_00), by="kim", second="sue")
    house.table.jackpots.get(JACKPOT).do(Deposit(amount=1_00, slip="17"), by="sue", second="ada")
    deal(house.table, {1: EVERYTHING})
    fold_or_play(house.table)
    return report_day(log).matters


def test_the_day_names_drawers_voids_holds_awards_and_deposits() -> None:
    matters = {one.what: one for one in busy_day(MemoryLog(TickingClock()))}
    assert {*matters} == {"void", "drawer variance", "deposit", "award", "hold"}
    assert matters["drawer variance"].amount == "-10.00"
    assert matters["drawer variance"].note == "counted 11990.00, expected 12000.00"
    assert matters["drawer variance"].by == ["kim", "sue"]
    assert (matters["void"].where, matters["void"].amount, matters["void"].note) == ("table 1/2", "11.00", "misdeal")
    assert matters["hold"].note == "for pat"
    assert matters["award"].where == f"jackpot {JACKPOT}"
    assert matters["deposit"].amount == "1.00"


def test_a_database_answers_the_same_as_memory(tmp_path: Path) -> None:
    with open_log(f"{tmp_path}/house.db", clock=TickingClock()) as log:
        assert [one.what for one in busy_day(log)] == [one.what for one in busy_day(MemoryLog(TickingClock()))]


def test_no_figure_of_a_table_is_cut_off_in_a_pipe() -> None:
    columns = [f"figure_{number}" for number in range(12)]
    rows = [dict.fromkeys(columns, "-10651234.98")]
    out = io.StringIO()
    print_table(Console(file=out, width=100, force_terminal=False), columns, rows)
    assert out.getvalue().count("-10651234.98") == 12
    assert "…" not in out.getvalue()
