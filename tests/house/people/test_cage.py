"""The cage and the day's reports: every act is balanced, permitted and counted in the right day."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from house.people.test_people import staffed
from houseway.errors import InvalidInput
from houseway.house.log.events import NewEvent, timestamp
from houseway.house.log.ledger import NotEnoughFunds, cents, move
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people import cage_events as acts
from houseway.house.people.act import ActInput
from houseway.house.people.cage_acts import BuyIn, CashOut, Credit, Drop, Fill, Fund
from houseway.house.people.gaming_day import Calendar, GamingDay, read_calendar
from houseway.house.people.house import NotPermitted
from houseway.house.people.setting_acts import ChooseDay
from houseway.house.records.audit import audit_log
from houseway.house.records.reports import day_report, master_games_report
from houseway.house.store.store import open_log
from houseway.house.tables.payloads import Opened, TableSummary


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def dollars(log: Log, account: str) -> int:
    units = log.balance(account)
    assert units % cents(100) == 0
    return units // cents(100)


def test_what_each_act_moves(log: Log) -> None:
    cage = staffed(log)
    cage.do(Fund(amount=1_000_000_00), by="ada", second="sue")
    cage.do(Fill(table="7", amount=20_000_00), by="sue", second="dan")
    cage.do(BuyIn(player="pat", amount=500_00, table="7"), by="dan")
    cage.do(BuyIn(player="pat", amount=100_00), by="dan")
    cage.do(CashOut(player="pat", amount=250_00), by="dan", second="pat")
    cage.do(Credit(table="7", amount=5_000_00), by="sam", second="sue")
    assert {account: units // cents(100) for account, units in log.balances().items()} == {
        "house/bank": 985_000,
        "outside/owner": -1_000_000,
        "outside/players": -350,
        "player/pat": 350,
        "table/7/chips": 14_500,
        "table/7/drop": 500,
    }
    cage.do(Drop(table="7", amount=480_00), by="sue", second="dan")
    assert dollars(log, "table/7/drop") == 0
    assert dollars(log, "house/variance") == 20
    assert dollars(log, "house/bank") == 985_480
    cage.do(Fund(amount=5_000_00, out=True), by="sue", second="ada")
    assert dollars(log, "house/bank") == 980_480
    assert audit_log(log).broken is None


def test_acts_name_who_did_them(log: Log) -> None:
    cage = staffed(log)
    cage.do(Fund(amount=20_000_00), by="ada", second="sue")
    (event,) = cage.do(Fill(table="7", amount=20_000_00), by="sue", second="dan", request="fill-1")
    assert (event.by, event.kind) == ("sue", "fill")
    assert event.data == {"amount": "20000.00", "second": "dan", "table": "7"}
    assert cage.do(Fill(table="7", amount=20_000_00), by="sue", second="dan", request="fill-1") == (event,)
    assert dollars(log, "table/7/chips") == 20_000


def test_the_same_request_is_answered_as_the_first_time(log: Log) -> None:
    cage = staffed(log)
    cage.do(Fund(amount=1_000_00), by="ada", second="sue")
    cage.do(BuyIn(player="pat", amount=250_00, table="7"), by="dan")
    dropped = cage.do(Drop(table="7", amount=250_00), by="sue", second="dan", request="d")
    assert (
        cage.do(Drop(table="7", amount=250_00), by="sue", second="dan", request="d") == dropped
    )  # though the box is empty now
    with pytest.raises(InvalidInput, match="was used for something else"):
        cage.do(Drop(table="7", amount=0), by="sue", second="dan", request="d")
    taken = cage.do(Fund(amount=1_250_00, out=True), by="ada", second="sue", request="f")
    assert (
        cage.do(Fund(amount=1_250_00, out=True), by="ada", second="sue", request="f") == taken
    )  # though the bank is empty now
    assert dollars(log, "house/bank") == 0
    for request in ("", "other"):
        with pytest.raises(InvalidInput, match="the bank holds"):
            cage.do(Fund(amount=1_250_00, out=True), by="ada", second="sue", request=request)
        with pytest.raises(InvalidInput, match="the box is empty"):
            cage.do(Drop(table="7", amount=0), by="sue", second="dan", request=request)
    with pytest.raises(NotPermitted):
        cage.do(Fund(amount=1_250_00, out=True), by="ada", second="dan", request="f")


def test_who_may_not() -> None:
    log = MemoryLog()
    cage = staffed(log)
    before = log.heads()
    refused: list[tuple[ActInput, str, str]] = [
        (BuyIn(player="pat", amount=100), "amy", ""),
        (CashOut(player="pat", amount=100), "pat", ""),
        (Fill(table="7", amount=100), "sue", "sue"),
        (Fill(table="7", amount=100), "sue", "amy"),
        (Credit(table="7", amount=100), "dan", "dan"),
        (Drop(table="7", amount=100), "sue", ""),
        (Fund(amount=100), "sue", "sam"),
    ]
    for act, by, second in refused:
        with pytest.raises(NotPermitted):
            cage.do(act, by=by, second=second)
    assert log.heads() == before


def test_what_cannot_be_moved() -> None:
    log = MemoryLog()
    cage = staffed(log)
    with pytest.raises(NotEnoughFunds, match=r"player/pat: holds 0.00, which is less than 1.00"):
        cage.do(CashOut(player="pat", amount=100), by="dan", second="pat")
    for amount in (0, -5, 10**14):
        with pytest.raises(InvalidInput, match="amount"):
            cage.do(BuyIn(player="pat", amount=amount), by="dan", second="sue")
        with pytest.raises(InvalidInput, match="amount"):
            cage.do(Fill(table="7", amount=amount), by="sue", second="dan")
    with pytest.raises(InvalidInput, match=r"the bank holds 0.00"):
        cage.do(Fund(amount=100, out=True), by="ada", second="sue")
    for amount in (0, 10**14):
        with pytest.raises(InvalidInput, match="amount"):
            cage.do(Fund(amount=amount), by="ada", second="sue")
    with pytest.raises(InvalidInput, match="the box is empty"):
        cage.do(Drop(table="7", amount=0), by="sue", second="dan")
    with pytest.raises(InvalidInput, match="counted"):
        cage.do(Drop(table="7", amount=-1), by="sue", second="dan")
    with pytest.raises(InvalidInput, match="player"):
        cage.do(BuyIn(player="Pat Smith", amount=100), by="dan")
    with pytest.raises(InvalidInput, match="table"):
        cage.do(Fill(table="7/8", amount=100), by="sue", second="dan")


def played(table: str, player: str, won: int, *, fed: int = 0, award: int = 0) -> NewEvent:
    """A settled round: what the house won of a player, in cents, and what went to and came from a jackpot."""
    tray, meter, due = f"table/{table}/chips", "jackpot/royal/meter", f"table/{table}/progressive"
    postings = (
        *move(cents(won), out_of=f"player/{player}", into=tray),
        *move(fed, out_of=due, into=meter),
        *move(cents(award), out_of=tray, into=f"player/{player}"),
        *move(cents(award), out_of=meter, into=due),
    )
    return NewEvent(stream=f"table/{table}", kind="settled", postings=postings)


def two_days(url: str) -> tuple[Log, Clock]:
    """Two tables and two gaming days that start at six in the morning."""
    clock = Clock()
    log = open_log(url, clock=clock, snapshot_every=4)
    log.append(opening("7", "flush-poker"))
    log.append(acts.fund(100_000_00), acts.fill("7", 10_000_00), acts.fill("10", 8_000_00))
    log.append(acts.buy_in("ann", 1_000_00, table="7", stream="table/7"), acts.buy_in("bob", 500_00))
    log.append(played("7", "ann", 300_00, fed=210_000_001), played("10", "bob", -120_00))
    clock.now = datetime(2026, 3, 3, 5, 59, 59, 999999, tzinfo=UTC)
    log.append(played("7", "ann", 50_00), acts.credit("10", 1_000_00))
    clock.now = datetime(2026, 3, 3, 6, tzinfo=UTC)
    log.append(acts.drop("7", 1_000_00, 1_000_00), acts.fill("7", 2_000_00))
    log.append(acts.buy_in("ann", 400_00, table="7"), played("7", "ann", -25_00, fed=5, award=1_02))
    return log, clock


def test_drop_and_win_by_table_and_gaming_day(any_url: str) -> None:
    log, _ = two_days(any_url)
    with log:
        seven, ten = (msgspec.to_builtins(table.to_struct()) for table in day_report(log, date(2026, 3, 2)))
        assert seven == {
            "table": "7",
            "opening": "0.00",
            "closing": "9350.00",
            "drop": "1000.00",
            "fills": "10000.00",
            "credits": "0.00",
            "win": "350.00",
            "hold": "35.00%",
            "progressive": "-2.10000001",
            "gross_receipts": "347.89999999",
        }
        assert (ten["win"], ten["drop"], ten["credits"], ten["hold"]) == ("-120.00", "0.00", "1000.00", None)
        seven, ten = (msgspec.to_builtins(table.to_struct()) for table in day_report(log, date(2026, 3, 3)))
        assert (seven["opening"], seven["drop"], seven["fills"]) == ("9350.00", "400.00", "2000.00")
        assert seven["win"] == "-26.02"
        assert seven["progressive"] == "1.01999995"
        assert seven["gross_receipts"] == "-25.00000005"  # the award came out of the players' money
        assert ten["win"] == "0.00"
        assert day_report(log, date(2026, 3, 1)) == []
        total = sum(table.win for day in (2, 3) for table in day_report(log, date(2026, 3, day)))
        assert total == cents(350_00 - 120_00 - 26_02)
        assert audit_log(log).broken is None


def opening(table: str, game: str) -> NewEvent:
    summary = TableSummary(day="", rounds=0, decks=0, places=[], deck=None, controller=True)
    opened = Opened(rules={"game": game}, sheet="", software="", table=summary)
    return NewEvent(stream=f"table/{table}", data=opened)


def test_the_master_games_report_adjusts_for_progressives(any_url: str) -> None:
    log, _ = two_days(any_url)
    with log:
        flush, unknown, total = master_games_report(log, date(2026, 3, 2)).rows()
    assert (flush.game, unknown.game, total.game) == ("flush-poker", "unknown", "all")
    assert flush.gross_receipts == "347.89999999"
    assert (total.win, total.progressive, total.gross_receipts) == ("230.00", "-2.10000001", "227.89999999")


def test_a_table_that_changes_its_game_has_its_part_in_both(any_url: str) -> None:
    log, clock = two_days(any_url)
    days = [date(2026, 3, day) for day in (2, 3, 4)]
    with log:
        before = [master_games_report(log, day) for day in days[:2]]
        clock.now += timedelta(days=1)
        log.append(acts.buy_in("ann", 100_00, table="7"), played("7", "ann", 10_00))
        clock.now += timedelta(hours=1)
        log.append(opening("7", "premium-holdem"))
        clock.now += timedelta(hours=1)
        log.append(acts.buy_in("ann", 50_00, table="7"), played("7", "ann", 7_00))
        clock.now += timedelta(seconds=1)
        log.append(opening("7", "flush-poker"), played("7", "ann", 3_00, fed=5))
        assert [master_games_report(log, day) for day in days[:2]] == before  # a day that is over stays as it was
        report = master_games_report(log, days[2])
        games = {name: (one.drop, one.win, one.progressive) for name, one in report.games.items() if name != "unknown"}
        assert games == {
            "flush-poker": (cents(100_00), cents(13_00), -5),
            "premium-holdem": (cents(50_00), cents(7_00), 0),
        }
        assert (report.total.drop, report.total.win) == (cents(150_00), cents(20_00))
        assert report.total.opening == day_report(log, days[2])[0].opening + day_report(log, days[2])[1].opening


def test_the_gaming_day_starts_when_the_house_says(log: Log) -> None:
    people = staffed(log)
    assert read_calendar(log).now == GamingDay(hour=6, zone="UTC")
    chosen = GamingDay(hour=4, zone="America/Los_Angeles")
    with pytest.raises(NotPermitted):
        people.do(ChooseDay(hour=4, zone="America/Los_Angeles"), by="sue")
    people.do(ChooseDay(hour=4, zone="America/Los_Angeles"), by="ada")
    assert read_calendar(log).now == chosen
    assert chosen.bounds(date(2026, 1, 10)) == ("2026-01-10T12:00:00.000000Z", "2026-01-11T12:00:00.000000Z")
    # The night when summer time begins is an hour shorter.
    assert chosen.bounds(date(2026, 3, 7)) == ("2026-03-07T12:00:00.000000Z", "2026-03-08T11:00:00.000000Z")
    for moment, day in [
        (datetime(2026, 3, 8, 10, 59, 59, tzinfo=UTC), 7),
        (datetime(2026, 3, 8, 11, tzinfo=UTC), 8),
        (datetime(2026, 3, 9, 10, 59, tzinfo=UTC), 8),
    ]:
        assert chosen.of(moment) == date(2026, 3, day)


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Pago_Pago", "Pacific/Kiritimati"])
@pytest.mark.parametrize("hour", [0, 6, 23])
def test_the_first_day_of_a_house_has_a_days_hours(zone: str, hour: int) -> None:
    log = MemoryLog(Clock())
    people = staffed(log)
    people.do(ChooseDay(hour=hour, zone=zone), by="ada")
    people.do(Fund(amount=1_000_00), by="ada", second="sue")
    calendar = read_calendar(log)
    today = calendar.of(log.clock())
    for day in (today - timedelta(days=1), today, today + timedelta(days=1)):
        start, end = map(datetime.fromisoformat, calendar.bounds(day))
        assert end - start == timedelta(hours=24)


def test_no_change_makes_a_day_much_longer() -> None:
    log = MemoryLog(Clock())
    people = staffed(log)
    people.do(Fund(amount=1_000_00), by="ada", second="sue")
    with pytest.raises(InvalidInput, match=r"^day: the gaming day of 2026-03-0\d would have \d\d hours"):
        people.do(ChooseDay(hour=23, zone="Pacific/Pago_Pago"), by="ada")
    people.do(ChooseDay(hour=6, zone="America/Los_Angeles"), by="ada")  # 32 hours, once


def test_a_change_of_the_day_leaves_days_that_have_begun_as_they_were(log: Log) -> None:
    people = staffed(log)
    people.do(Fund(amount=1_000_00), by="ada", second="sue")
    today = read_calendar(log).of(log.clock())
    before = {
        day: read_calendar(log).bounds(day) for day in (today, today - timedelta(days=1), today - timedelta(days=9))
    }
    people.do(ChooseDay(hour=4, zone="America/Los_Angeles"), by="ada")
    people.do(ChooseDay(hour=3, zone="Asia/Tokyo"), by="ada")
    after = read_calendar(log)
    assert after.now == GamingDay(hour=3, zone="Asia/Tokyo")
    for day, (start, end) in before.items():
        assert after.bounds(day)[0] == start
        assert after.bounds(day)[1] == end or day == today
    later = today + timedelta(days=5)
    assert after.bounds(later) == after.now.bounds(later)


@given(
    st.lists(
        st.tuples(
            st.integers(0, 23),
            st.sampled_from(["UTC", "America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Tokyo"]),
            st.integers(0, 9 * 24),
        ),
        max_size=5,
    )
)
def test_days_follow_each_other_whatever_is_chosen_when(chosen: list[tuple[int, str, int]]) -> None:
    first = datetime(2026, 3, 5, tzinfo=UTC)
    made = [
        (timestamp(first + timedelta(hours=at)), GamingDay(hour=hour, zone=zone))
        for hour, zone, at in sorted(chosen, key=lambda one: one[2])
    ]
    days = Calendar(choices=(("", GamingDay()), *made))
    for more in range(-2, 14):
        day = date(2026, 3, 5) + timedelta(days=more)
        assert days.bounds(day)[0] <= days.bounds(day)[1] == days.bounds(day + timedelta(days=1))[0]
    for quarter in range(0, 12 * 24 * 4, 7):
        moment = first + timedelta(minutes=15 * quarter)
        start, end = days.bounds(days.of(moment))
        assert start <= timestamp(moment) < end


@pytest.mark.parametrize("start", [datetime(2026, 3, 6, tzinfo=UTC), datetime(2026, 10, 30, tzinfo=UTC)])
def test_every_moment_is_in_the_day_whose_bounds_hold_it(start: datetime) -> None:
    chosen = GamingDay(hour=2, zone="America/Los_Angeles")
    for quarter in range(4 * 24 * 4):
        moment = start + timedelta(minutes=15 * quarter)
        first, end = chosen.bounds(chosen.of(moment))
        assert first <= moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ") < end


@pytest.mark.parametrize("day", [date.min, date.max])
def test_a_day_that_no_calendar_has(day: date) -> None:
    with pytest.raises(InvalidInput, match=r"day: .* is beyond all calendars"):
        GamingDay(zone="Asia/Tokyo", hour=0).bounds(day)


@pytest.mark.parametrize("wrong", [{"hour": 24}, {"hour": -1}, {"zone": "Mars"}, {"zone": "../etc"}, {"zone": ""}])
def test_days_that_cannot_start(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=r"hour|zone"):
        GamingDay(**wrong)


def test_a_report_of_a_busy_file_is_of_one_moment(tmp_path: Path) -> None:
    log, _ = two_days(str(tmp_path / "house.db"))
    with log, log.consistent_view() as view:
        before = day_report(view, date(2026, 3, 2))
        log.append(played("7", "ann", 10_00))
        assert day_report(view, date(2026, 3, 2)) == before


def test_a_request_is_answered_as_it_was_and_its_id_is_for_nothing_else(log: Log) -> None:
    cage = staffed(log)
    dealer, owners = {"by": "dan"}, {"by": "ada", "second": "sue"}
    pairs: list[tuple[ActInput, ActInput, dict[str, str]]] = [
        (BuyIn(player="pat", amount=5_00), BuyIn(player="pat", amount=6_00), dealer),
        (BuyIn(player="pat", amount=5_00), CashOut(player="pat", amount=5_00), dealer),
        (CashOut(player="pat", amount=10_00), CashOut(player="pat", amount=1_00), {"by": "dan", "second": "pat"}),
        (Fund(amount=9_00), Fund(amount=8_00), owners),
        (Fund(amount=9_00, out=True), Fund(amount=8_00, out=True), owners),
    ]
    for number, (act, another, persons) in enumerate(pairs):
        request = str(number)
        assert cage.do(act, request=request, **persons) == cage.do(act, request=request, **persons)
        with pytest.raises(InvalidInput, match=f"^request {number}: was used for something else"):
            cage.do(another, request=request, **persons)
    cage.do(BuyIn(player="pat", amount=5_00, table="7"), by="dan")
    counted = cage.do(Drop(table="7", amount=0), by="sue", second="dan", request="drop")
    assert cage.do(Drop(table="7", amount=0), by="sue", second="dan", request="drop") == counted
    with pytest.raises(InvalidInput, match="the box is empty"):
        cage.do(Drop(table="7", amount=0), by="sue", second="dan")
    assert audit_log(log).broken is None
