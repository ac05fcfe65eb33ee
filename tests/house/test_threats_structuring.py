"""Attacks in small parts: amounts of one day count together, so that nobody stays below what needs a second person."""

from datetime import timedelta

import pytest

from house.floor import QUICK, WORDS
from house.tables import Clock, rules_for, terms_of
from house.test_jackpot_live import outside_jackpot
from house.test_threats_money import house, real_table
from houseway.house.controls.site import Site
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.log.events import NewEvent
from houseway.house.log.memory import MemoryLog
from houseway.house.people.cage import Cage
from houseway.house.people.cage_events import buy_in
from houseway.house.people.gaming_day import read_calendar
from houseway.house.people.people import NeedsSecond, NotPermitted, People
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.guests import GuestDay, guests_of_day


@pytest.mark.parametrize("cashier", [True, False])
def test_buy_ins_and_cash_outs_of_one_day_count_together(cashier: bool) -> None:
    log, _, cage = house(cashier=cashier)
    who = "kim" if cashier else "dan"
    if cashier:
        cage.open_drawer("kim", "sue", 50_000_00)
    cage.buy_in(who, "pat", 9_999_00)
    with pytest.raises(NeedsSecond):
        cage.buy_in(who, "pat", 1_01)
    cage.buy_in(who, "pat", 1_00)  # ten thousand, and not above
    cage.buy_in(who, "guest", 9_999_00)  # another player's
    (large,) = cage.buy_in(who, "pat", 9_999_00, second="sue")
    assert large.data["second"] == "sue"
    cage.cash_out(who, "pat", 9_999_00)  # what came in does not count as what goes out
    with pytest.raises(NeedsSecond):
        cage.cash_out(who, "pat", 2_00)
    assert deep_audit(log).findings == ()


def test_buy_ins_at_tables_and_at_the_cage_count_together() -> None:
    log, people, cage = house()
    cage.open_drawer("kim", "sue", 1_000_00)
    cage.fill("sue", "dan", "7", 20_000_00)
    real_table(log, people)
    cage.buy_in("kim", "pat", 6_000_00)
    with pytest.raises(NeedsSecond):
        cage.buy_in("dan", "pat", 6_000_00, table="7")
    cage.buy_in("dan", "pat", 6_000_00, table="7", second="sue")


def test_a_day_later_it_counts_anew_whatever_the_gaming_day_is() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    for name, role in (("sue", "supervisor"), ("dan", "dealer")):
        people.add("ada", name, [role], WORDS)
    cage = Cage(log, people)
    cage.buy_in("dan", "pat", 9_999_00)
    clock.now += timedelta(hours=23, minutes=59)
    with pytest.raises(NeedsSecond):
        cage.buy_in("dan", "pat", 9_999_00)
    clock.now += timedelta(minutes=1)
    cage.buy_in("dan", "pat", 9_999_00)


def test_a_request_that_was_done_is_answered_whatever_was_moved_since() -> None:
    log, _, cage = house(cashier=False)
    first = cage.buy_in("dan", "pat", 9_999_00, request="b")
    assert cage.buy_in("dan", "pat", 9_999_00, request="b") == first
    assert cage.buy_in("dan", "pat", 9_999_00, second="sue", request="b") == first
    second = cage.buy_in("dan", "pat", 9_999_00, second="sue", request="c")
    assert cage.buy_in("dan", "pat", 9_999_00, request="c") == second
    assert log.balance("player/pat") == 19_998_00 * 1_000_000


def test_a_practice_house_counts_each_act_for_itself() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    people.add("ada", "dan", ["dealer"], WORDS)
    Site(log, people=people).declare_practice(by="ada")
    clock.move(1)
    cage = Cage(log, people)
    for _ in range(5):
        cage.buy_in("dan", "pat", 9_999_00)
    assert deep_audit(log).findings == ()


def test_the_deep_audit_finds_small_parts_that_were_written_past_the_rules() -> None:
    log, _, cage = house(cashier=False)
    cage.buy_in("dan", "pat", 9_999_00)
    log.append(buy_in("pat", 9_999_00, by="dan"))
    assert any("needs two different persons" in one.reason for one in deep_audit(log).findings)


# ---- meters


def test_outside_wagers_of_one_day_count_together() -> None:
    """One dealer raises a meter by a little, as often as wanted: above ten thousand dollars another must be there."""
    log, people, _ = house()
    jackpot, game, _ = outside_jackpot(log, people=people)
    wagers = 10_000_00 * 1_000_000 // (terms_of().increment + terms_of().reserve)  # in cents: ten thousand dollars
    wagers -= wagers % terms_of().wager
    jackpot.contribute_outside(game, wagers, by="dan")
    meter = jackpot.state.meter
    for amount in (terms_of().wager, 5_000_000_00):
        with pytest.raises(NeedsSecond):
            jackpot.contribute_outside(game, amount + terms_of().wager, by="dan")
    for second in ("dan", "deb", "kim"):
        with pytest.raises(NotPermitted):
            jackpot.contribute_outside(game, 5_000_000_00, by="dan", second=second)
    assert jackpot.state.meter == meter
    (entered,) = jackpot.contribute_outside(game, 5_000_00, by="dan", second="sue", request="o1")
    assert (entered.data["second"], entered.data["staked"]) == ("sue", "5000.00")
    assert deep_audit(log).findings == ()
    log.append(
        NewEvent(
            stream=jackpot.stream,
            kind=entered.kind,
            by="dan",
            data={name: value for name, value in entered.data.items() if name != "second"},
            postings=entered.postings,
        )
    )
    assert any("needs two different persons" in one.reason for one in deep_audit(log).findings)


def test_deposits_of_one_day_count_together() -> None:
    log, people, cage = house()
    cage.fund("ada", "sue", 300_000_00)
    jackpot = Jackpot(log, "royal", people=people)
    rules = rules_for("flush-poker", jackpot=terms_of(seed=250_000_00, cap=0))
    assert rules.jackpot is not None
    jackpot.create(rules.jackpot, rules.chosen, by="sue", second="ada")
    jackpot.deposit(60_000_00, by="sue", request="d1")
    with pytest.raises(NeedsSecond):
        jackpot.deposit(60_000_00, by="sue")
    assert jackpot.deposit(60_000_00, by="sue", request="d1")[0].data["amount"] == "60000.00"  # done before
    (large,) = jackpot.deposit(60_000_00, by="sue", second="ada")
    assert large.data["second"] == "ada"
    jackpot.deposit(40_000_00, by="sue")
    assert deep_audit(log).findings == ()


# ---- guests


def test_the_days_report_names_guests_and_who_took_their_cash() -> None:
    log, _, cage = house(cashier=False)
    cage.buy_in("dan", "pat", 100_00)
    cage.buy_in("dan", "nobody", 100_00)
    cage.buy_in("deb", "nobody", 9_950_00, second="sue")
    cage.cash_out("sue", "nobody", 40_00)
    today = read_calendar(log).of(log.clock())
    assert guests_of_day(log, today) == [
        GuestDay(guest="nobody", bought_in="10050.00", cashed_out="40.00", by=["dan", "deb", "sue"])
    ]
    assert guests_of_day(log, today - timedelta(days=1)) == []
