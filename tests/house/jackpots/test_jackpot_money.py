"""The path of a jackpot's dollar: every award is paid out of a place that somebody can count."""

from functools import partial

import pytest

from house.jackpots.test_jackpots import (
    ALL,
    NOTHING,
    dealer_beside,
    play,
    stacked,
    units,
)
from house.support.floor import QUICK
from house.support.tables import DAY, check_house, is_liability, new_log, rules_for, terms_of
from house.threats.test_money import house
from houseway.cards.card import parse_cards
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.money_acts import Deposit, Draw
from houseway.house.jackpots.report import reconcile
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents, move, parse_amount
from houseway.house.log.log import Log
from houseway.house.people.act_fields import Deal
from houseway.house.people.cage_acts import BuyIn, Fill
from houseway.house.people.house import House
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables import round_outcome, settling
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.round_corrections import CorrectRound, named_changes
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import EnterCards, OpenTable, StartDeal
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager

DOLLAR = 100_000_000


def deposit(log: Log, amount: int) -> None:
    Jackpot(log, "royal").do(Deposit(amount=amount, slip="S-1"), by="sue", second="ada")


def draw(log: Log, amount: int) -> None:
    Jackpot(log, "royal").do(Draw(amount=amount, slip="S-2"), by="sue", second="ada")


def test_the_tray_pays_an_award_and_the_account_refills_the_cage() -> None:
    log = new_log()
    table = stacked(log)
    deposit(log, 10_000_00)
    assert (units(log, "account"), Jackpot(log, "royal").state.owed) == (10_000 * DOLLAR, 0)
    bank, tray = log.balance("house/bank"), log.balance("table/7/chips")
    play(table, {1: ALL, 2: NOTHING})
    won = 10_000_40  # the seed, and what both have wagered of it
    assert log.balance("table/7/chips") == tray + cents(2 * 11_00 - won)
    owed = Jackpot(log, "royal").state.owed  # the reset, less what the account still has for the award
    assert owed == units(log, "meter") - 10_000 * DOLLAR
    with pytest.raises(NotAllowedNow, match="above what the players are owed"):
        draw(log, 10_000_00)
    draw(log, -owed // cents(1))
    assert log.balance("house/bank") == bank + cents(-owed // cents(1))
    assert Jackpot(log, "royal").state.in_account == units(log, "account")
    assert reconcile(log, "royal", "2099-01-01").short == 0
    check_house(log, "7")
    assert deep_audit(log).findings == deep_audit(log).notes == ()


def in_business(seed: int) -> Table:
    """A house with people, pat at a flush poker table whose cards are entered, and its jackpot."""
    log, people, cage = house(cashier=False)
    rules = rules_for("flush-poker", jackpot=terms_of(seed=seed), dealer="person", cards="hand", verify_above=0)
    assert rules.jackpot is not None
    table = Table(log, "7", people=people)
    table.jackpots.get("royal").do(CreateJackpot(terms=rules.jackpot, game=rules.chosen), by="sue", second="ada")
    table.do(OpenTable(rules=rules, day=DAY), by="sue")
    cage.do(BuyIn(player="pat", amount=100_00), by="dan")
    table.do(Join(seat=1, player="pat"), by="pat")
    return table


def win_all(table: Table) -> None:
    table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}), by="pat")
    table.do(StartDeal(), by="dan")
    hand = parse_cards(ALL.split())
    table.do(EnterCards(deal=Deal(hands={1: hand}, dealer=dealer_beside({1: hand}))), by="dan")
    table.do(Decide(seat=1, decision="fold"), by="pat")


def test_an_award_that_the_tray_does_not_hold_waits_for_a_fill_and_two_persons() -> None:
    table = in_business(5_000_00)
    log, people = table.log, House(table.log, hasher=QUICK)
    jackpot = table.jackpots.get("royal")
    jackpot.do(Deposit(amount=5_000_00, slip="S-1"), by="sue", second="ada")
    win_all(table)
    assert table.state.hold is not None
    assert table.state.hold.short == 4_989_20  # the award, less the stakes that stay in the tray
    assert log.balance("player/pat") == 89 * DOLLAR
    table.do(VerifyWin(), by="deb")
    with pytest.raises(NotAllowedNow, match="fill it, or document the short"):
        table.do(VerifyWin(), by="sue")
    people.do(Fill(table="7", amount=5_000_00), by="sue", second="deb")
    table.do(VerifyWin(), by="sue")
    assert log.balance("player/pat") == (89 + 5_000) * DOLLAR + 20 * DOLLAR // 100
    for alone in ({"by": "sue"}, {"by": "dan", "second": "sue"}):
        with pytest.raises(HousewayError):
            jackpot.do(Draw(amount=1_00, slip="S-2"), **alone)
    with pytest.raises(InvalidInput, match="slip"):
        jackpot.do(Draw(amount=1_00, slip=" "), by="sue", second="ada")
    jackpot.do(Draw(amount=-jackpot.state.owed // cents(1), slip="S-2"), by="sue", second="ada")
    assert all(
        amount >= 0
        for account, amount in log.balances().items()
        if not is_liability(account) and "outside" not in account
    )
    check_house(log, "7")
    assert deep_audit(log).findings == deep_audit(log).notes == ()


def test_a_draw_written_past_the_rules_is_found() -> None:
    table = in_business(5_000_00)
    jackpot = table.jackpots.get("royal")
    jackpot.do(Deposit(amount=5_000_00, slip="S-1"), by="sue", second="ada")
    data = {"amount": "100.00", "owed": "0.00", "slip": "S-2", "second": "ada"}
    money = move(100 * DOLLAR, out_of="jackpot/royal/account", into="house/bank")
    table.log.append(NewEvent(stream="jackpot/royal", kind="drawn", by="sue", data=data, postings=money))
    assert any("did not hold that much more" in one.reason for one in deep_audit(table.log).findings)


def older_deposit(log: Log, amount: str) -> None:
    """A deposit as version 0.1 wrote it."""
    data = {"amount": amount, "owed": "10000.00"}
    money = move(parse_amount(amount), out_of="house/bank", into="jackpot/royal/funding")
    log.append(NewEvent(stream="jackpot/royal", kind="deposited", by="sue", data=data, postings=money))


def test_what_version_0_1_deposited_is_booked_into_the_account_with_the_next_deposit() -> None:
    log = new_log()
    table = stacked(log)
    older_deposit(log, "4000.00")
    assert Jackpot(log, "royal").state.in_account == 4_000 * DOLLAR
    deposit(log, 6_000_00)
    state = Jackpot(log, "royal").state
    assert (state.account, state.in_account, state.unbooked, state.owed) == (10_000 * DOLLAR, 10_000 * DOLLAR, 0, 0)
    play(table, {1: ALL, 2: NOTHING})
    draw(log, 8_999_00)
    assert units(log, "account") == 1_001 * DOLLAR
    assert deep_audit(log).findings == ()


def older_award(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A house of version 0.1 whose meter has paid pat $5,000.20 that nobody had deposited."""
    table = in_business(5_000_00)
    with monkeypatch.context() as old:
        old.setattr(settling, "outcome", partial(round_outcome.outcome, meter_pays=True))
        win_all(table)
    assert table.log.balance("player/pat") == (89 + 5_000) * DOLLAR + 20 * DOLLAR // 100
    assert deep_audit(table.log).findings == ()
    return table


def liabilities(log: Log) -> int:
    return sum(amount for account, amount in log.balances().items() if is_liability(account))


def test_the_cage_bears_what_the_meter_of_version_0_1_paid_without_a_deposit(monkeypatch: pytest.MonkeyPatch) -> None:
    table = older_award(monkeypatch)
    log, jackpot = table.log, table.jackpots.get("royal")
    jackpot.catch_up()
    bank, meter, paid = log.balance("house/bank"), units(log, "meter"), parse_amount("5000.20")
    assert (liabilities(log), jackpot.state.unbooked) == (-paid, -paid)  # money from nowhere
    assert (jackpot.state.owed, jackpot.state.in_account) == (meter, 0)
    assert reconcile(log, "royal", "2099-01-01").owed == meter
    with pytest.raises(NotAllowedNow, match="is owed, and no more is deposited"):
        jackpot.do(Deposit(amount=5_000_00, slip="S-1"), by="sue", second="ada")
    amount = cents(meter // cents(1))  # the fraction of a cent waits
    jackpot.do(Deposit(amount=amount // cents(1), slip="S-1"), by="sue", second="ada")
    assert log.balance("house/bank") == bank - paid - amount
    assert (units(log, "account"), jackpot.state.in_account, jackpot.state.owed) == (amount, amount, meter - amount)
    assert liabilities(log) == jackpot.state.unbooked == 0
    assert reconcile(log, "royal", "2099-01-01").short == 0
    assert deep_audit(log).findings == ()


def test_a_bank_that_does_not_hold_what_the_meter_paid_deposits_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = older_award(monkeypatch)
    people = House(table.log, hasher=QUICK)
    people.do(Fill(table="7", amount=96_000_00), by="sue", second="deb")
    with pytest.raises(NotAllowedNow, match=r"holds 4000\.00, and 5000\.20 that the meter paid in version 0\.1"):
        table.jackpots.get("royal").do(Deposit(amount=1_00, slip="S-1"), by="sue", second="ada")


def test_an_award_that_the_meter_of_version_0_1_paid_is_not_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    table = older_award(monkeypatch)
    end = table.last_round()
    assert end is not None
    record = named_changes(end.data["record"], hands={1: [*ALL.split()[:-1], "Kd"]}, decisions={})
    before = table.log.balances()
    with pytest.raises(NotAllowedNow, match=r"version 0\.1 paid this award out of the meter"):
        table.do(CorrectRound(round=1, record=record, reason="typo"), by="sam", second="ada")
    assert table.log.balances() == before


def test_a_jackpot_of_version_0_1_verifies_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its deposits were booked as funding, and its meter paid players straight; notes say so."""
    log = new_log()
    with monkeypatch.context() as old:
        old.setattr(settling, "outcome", partial(round_outcome.outcome, meter_pays=True))
        table = stacked(log)
        older_deposit(log, "10000.00")
        play(table, {1: ALL, 2: NOTHING})
    assert log.last("jackpot/royal", "awarded") is not None
    found = deep_audit(log)
    assert found.findings == ()
    assert [one.reason for one in found.notes] == [
        "a deposit without the number of its slip, as in version 0.1",
        "the meter paid a player, and no tray, cage or account, as in version 0.1",
    ]
    state = Jackpot(log, "royal").state
    assert state.unbooked == -40 * DOLLAR // 100  # what is deposited, less what the meter paid
    assert (state.account, state.in_account, state.owed) == (0, 0, state.meter)
    deposit(log, state.owed // cents(1))
    after = Jackpot(log, "royal").state
    assert (after.unbooked, after.in_account) == (0, cents(state.owed // cents(1)))
    play(table, {1: ALL, 2: NOTHING})
    assert deep_audit(log).findings == ()
    assert len(deep_audit(log).notes) == 2
    older_deposit(log, "0.01")  # after an event of this version it is no longer believed
    assert ["without the number of its slip" in one.reason for one in deep_audit(log).findings] == [True]
