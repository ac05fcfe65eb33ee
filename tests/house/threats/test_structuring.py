"""Attacks in small parts: amounts of one day count together, so that nobody stays below what needs a second person."""

from datetime import timedelta
from typing import Any

import pytest

from house.jackpots.test_jackpots import outside_jackpot
from house.support.floor import QUICK, WORDS
from house.support.people import add_person
from house.support.tables import DAY, Clock, rules_for, terms_of
from house.threats.test_money import house, real_table
from houseway.cards.card import parse_cards
from houseway.errors import InvalidInput, NotAllowedNow, NotApproved
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.money_acts import Deposit, EnterOutsideWagers
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents
from houseway.house.log.memory import MemoryLog
from houseway.house.office.site import DeclarePractice, Site
from houseway.house.people.act_fields import Deal
from houseway.house.people.cage_acts import BuyIn, CashOut, Fill, Fund
from houseway.house.people.cage_events import buy_in
from houseway.house.people.drawer_acts import OpenDrawer
from houseway.house.people.gaming_day import read_calendar
from houseway.house.people.house import House, NeedsSecond, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson, AddPerson
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.guests import GuestDay, guests_of_day
from houseway.house.tables import round_corrections
from houseway.house.tables.entered_wins import EnteredWins, PaidLately
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.round_corrections import CorrectRound
from houseway.house.tables.seat_acts import Join, Leave
from houseway.house.tables.staff_acts import CloseTable, EnterCards, OpenTable, StartDeal
from houseway.house.tables.state import Phase
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager


@pytest.mark.parametrize("cashier", [True, False])
def test_buy_ins_and_cash_outs_of_one_day_count_together(cashier: bool) -> None:
    log, _, cage = house(cashier=cashier)
    who = "kim" if cashier else "dan"
    if cashier:
        cage.do(OpenDrawer(amount=50_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=9_999_00), by=who)
    with pytest.raises(NeedsSecond):
        cage.do(BuyIn(player="pat", amount=1_01), by=who)
    cage.do(BuyIn(player="pat", amount=1_00), by=who)  # ten thousand, and not above
    cage.do(BuyIn(player="guest", amount=9_999_00), by=who)  # another player's
    (large,) = cage.do(BuyIn(player="pat", amount=9_999_00), by=who, second="sue")
    assert large.data["second"] == "sue"
    cage.do(CashOut(player="pat", amount=9_999_00), by=who, second="pat")  # what came in does not count here
    with pytest.raises(NeedsSecond):
        cage.do(CashOut(player="pat", amount=2_00), by=who)
    with pytest.raises(NotPermitted, match="needs a"):
        cage.do(CashOut(player="pat", amount=2_00), by=who, second="pat")
    assert deep_audit(log).findings == ()


def test_buy_ins_at_tables_and_at_the_cage_count_together() -> None:
    log, people, cage = house()
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    cage.do(Fill(table="7", amount=20_000_00), by="sue", second="dan")
    real_table(log, people)
    cage.do(BuyIn(player="pat", amount=6_000_00), by="kim")
    with pytest.raises(NeedsSecond):
        cage.do(BuyIn(player="pat", amount=6_000_00, table="7"), by="dan")
    cage.do(BuyIn(player="pat", amount=6_000_00, table="7"), by="dan", second="sue")


def test_a_day_later_it_counts_anew_whatever_the_gaming_day_is() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    for name, role in (("sue", "supervisor"), ("dan", "dealer")):
        add_person(people, AddPerson(name=name, roles=(role,), password=WORDS), by="ada")
    people.do(BuyIn(player="pat", amount=9_999_00), by="dan")
    clock.now += timedelta(hours=23, minutes=59)
    with pytest.raises(NeedsSecond):
        people.do(BuyIn(player="pat", amount=9_999_00), by="dan")
    clock.now += timedelta(minutes=1)
    people.do(BuyIn(player="pat", amount=9_999_00), by="dan")


def test_a_request_that_was_done_is_answered_whatever_was_moved_since() -> None:
    log, _, cage = house(cashier=False)
    first = cage.do(BuyIn(player="pat", amount=9_999_00), by="dan", request="b")
    assert cage.do(BuyIn(player="pat", amount=9_999_00), by="dan", request="b") == first
    assert cage.do(BuyIn(player="pat", amount=9_999_00), by="dan", second="sue", request="b") == first
    second = cage.do(BuyIn(player="pat", amount=9_999_00), by="dan", second="sue", request="c")
    assert cage.do(BuyIn(player="pat", amount=9_999_00), by="dan", request="c") == second
    assert log.balance("player/pat") == 19_998_00 * 1_000_000


def test_a_practice_house_counts_each_act_for_itself() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    add_person(people, AddPerson(name="dan", roles=("dealer",), password=WORDS), by="ada")
    Site(log, people=people).do(DeclarePractice(), by="ada")
    clock.move(1)
    for _ in range(5):
        people.do(BuyIn(player="pat", amount=9_999_00), by="dan")
    assert deep_audit(log).findings == ()


def test_the_deep_audit_finds_small_parts_that_were_written_past_the_rules() -> None:
    log, _, cage = house(cashier=False)
    cage.do(BuyIn(player="pat", amount=9_999_00), by="dan")
    log.append(buy_in("pat", 9_999_00, by="dan"))
    assert any("needs two different persons" in one.reason for one in deep_audit(log).findings)


# ---- meters


def test_outside_wagers_of_one_day_count_together() -> None:
    """One dealer raises a meter by a little, as often as wanted: above ten thousand dollars another must be there."""
    log, people, _ = house()
    jackpot, game, _ = outside_jackpot(log, people=people)
    wagers = 10_000_00 * 1_000_000 // (terms_of().increment + terms_of().reserve)  # in cents: ten thousand dollars
    wagers -= wagers % terms_of().wager
    jackpot.do(EnterOutsideWagers(game=game, wagers=wagers), by="dan")
    meter = jackpot.state.meter
    for amount in (terms_of().wager, 5_000_000_00):
        with pytest.raises(NeedsSecond):
            jackpot.do(EnterOutsideWagers(game=game, wagers=amount + terms_of().wager), by="dan")
    for second in ("dan", "deb", "kim"):
        with pytest.raises(NotPermitted):
            jackpot.do(EnterOutsideWagers(game=game, wagers=5_000_000_00), by="dan", second=second)
    assert jackpot.state.meter == meter
    (entered,) = jackpot.do(EnterOutsideWagers(game=game, wagers=5_000_00), by="dan", second="sue", request="o1")
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


def test_a_deposit_needs_its_slip_and_a_second_person_from_the_first_cent() -> None:
    log, people, cage = house()
    cage.do(Fund(amount=300_000_00), by="ada", second="sue")
    jackpot = Jackpot(log, "royal", people=people)
    rules = rules_for("flush-poker", jackpot=terms_of(seed=250_000_00, cap=0))
    assert rules.jackpot is not None
    jackpot.do(CreateJackpot(terms=rules.jackpot, game=rules.chosen), by="sue", second="ada")
    for amount in (1, 60_000_00):
        with pytest.raises(NeedsSecond):
            jackpot.do(Deposit(amount=amount, slip="S-1"), by="sue")
    with pytest.raises(InvalidInput, match="slip"):
        jackpot.do(Deposit(amount=1, slip=" "), by="sue", second="ada")
    (done,) = jackpot.do(Deposit(amount=1, slip="S-1"), by="sue", second="ada")
    assert (done.data["second"], done.data["slip"]) == ("ada", "S-1")
    assert deep_audit(log).findings == ()
    alone = {name: value for name, value in done.data.items() if name != "second"}
    log.append(NewEvent(stream=done.stream, kind=done.kind, by="sue", data=alone, postings=done.postings))
    assert any("needs two different persons" in one.reason for one in deep_audit(log).findings)


# ---- entered wins

FLUSH = "2h 3h 4h 5h 6h 7h 8h"  # beats the dealer: bet and raise win 20 dollars
DEALER = "9s Tc Qh Kc Ac 3s 5s"
HALF = "As Ks Qs Js Ts Kh Qh"  # half of the meter
NOTHING = "2c 3d 5d 7c 9h Jh Kd"
BESIDE = "4c 6d 8s Tc Qc Ad Kc"


def enter(table: Table, hand: str, decision: str = "raise 1x", **wagers: int) -> None:
    """A round that dan alone enters for pat."""
    table.do(Wager(seat=1, wagers={"bet": 10_00, **wagers}), by="pat")
    table.do(StartDeal(), by="dan")
    dealer = parse_cards((DEALER if hand == FLUSH else BESIDE).split())
    table.do(EnterCards(deal=Deal(hands={1: parse_cards(hand.split())}, dealer=dealer)), by="dan")
    while table.state.phase == Phase.DECISIONS:
        table.do(Decide(seat=1, decision=decision), by="dan")


def phase(table: Table) -> Phase:
    return table.state.phase


def verify(table: Table) -> None:
    table.do(VerifyWin(), by="deb")
    table.do(VerifyWin(), by="sue")


def entered_table(people: House, **rules: Any) -> Table:
    people.do(BuyIn(player="pat", amount=1_000_00), by="dan")
    return real_table(people.log, people, **rules)


def test_entered_wins_of_one_day_count_together_until_two_others_verify_one() -> None:
    log, people, _ = house(cashier=False)
    table = entered_table(people, verify_above=50_00)
    purse = log.balance("player/pat")
    for paid in (20_00, 40_00):
        enter(table, FLUSH)
        assert log.balance("player/pat") == purse + cents(paid)
    enter(table, FLUSH)
    assert phase(table) == Phase.HELD
    assert log.balance("player/pat") == purse + cents(20_00)  # the stakes of the third round are not back either
    verify(table)
    enter(table, FLUSH)  # the count begins anew
    assert phase(table) == Phase.WAGERS
    assert load_state(log, "7") == table.state
    assert deep_audit(log).findings == deep_audit(log).notes == ()
    other = Table(log, "7", people=people)  # and another process counts the same
    for _ in range(2):
        enter(other, FLUSH)
    assert (phase(other), deep_audit(log).findings) == (Phase.HELD, ())


def test_a_day_later_entered_wins_count_anew() -> None:
    log, people, _ = house(cashier=False)
    table = entered_table(people, verify_above=25_00)
    clock = log.clock
    assert isinstance(clock, Clock)
    for _ in range(4):
        enter(table, FLUSH)
        assert phase(table) == Phase.WAGERS
        clock.now += timedelta(hours=25)
    enter(table, FLUSH)
    enter(table, FLUSH)
    assert (phase(table), deep_audit(log).findings) == (Phase.HELD, ())


def test_entered_shares_of_one_meter_count_together() -> None:
    """A share just below the amount, again and again, would empty the meter."""
    log, people, _ = house(cashier=False)
    table = meter_table(people)
    meter = table.jackpots.get("royal")
    enter(table, HALF, "fold", jackpot=1_00)
    assert (phase(table), meter.state.hits) == (Phase.WAGERS, 1)
    enter(table, HALF, "fold", jackpot=1_00)
    assert (phase(table), meter.state.hits) == (Phase.HELD, 2)
    verify(table)
    assert [event.data["entered"] for event in log.read("jackpot/royal") if event.kind == "awarded"] == ["paid", "held"]
    enter(table, HALF, "fold", jackpot=1_00)
    assert phase(table) == Phase.WAGERS
    assert deep_audit(log).findings == deep_audit(log).notes == ()


def meter_table(people: House, verify_above: int = 5_500_00) -> Table:
    people.do(BuyIn(player="pat", amount=1_000_00), by="dan")
    people.do(Fill(table="7", amount=20_000_00), by="sue", second="deb")
    rules = rules_for(
        "flush-poker",
        jackpot=terms_of(verify_above=verify_above),
        dealer="person",
        cards="hand",
        verify_above=0,
    )
    assert rules.jackpot is not None
    table = Table(people.log, "7", people=people)
    table.jackpots.get("royal").do(CreateJackpot(terms=rules.jackpot, game=rules.chosen), by="sue", second="ada")
    table.do(OpenTable(rules=rules, day=DAY), by="sue")
    table.do(Join(seat=1, player="pat"), by="pat")
    return table


@pytest.mark.parametrize("share", [False, True])
def test_entered_wins_that_were_written_past_the_count_are_found(monkeypatch: pytest.MonkeyPatch, share: bool) -> None:
    log, people, _ = house(cashier=False)
    table = meter_table(people) if share else entered_table(people, verify_above=25_00)
    with monkeypatch.context() as patched:
        patched.setattr(EnteredWins, "of_open_round", lambda *_: PaidLately())
        table = Table(log, "7", people=people)
        for _ in range(3):
            enter(table, HALF, "fold", jackpot=1_00) if share else enter(table, FLUSH)
            assert phase(table) == Phase.WAGERS
    found = "does not record the same awards of entered cards" if share else "it pays other than the settlement says"
    assert any(found in one.reason for one in deep_audit(log).findings)


# ---- corrected wins


def corrected_to(table: Table, hand: str) -> CorrectRound:
    record = table.state.finished.record.to_json() if table.state.finished else {}
    record["seats"][0]["cards"] = hand.split()
    return CorrectRound(round=table.state.rounds, record=record, reason="mistyped")


def test_corrections_of_one_day_count_together() -> None:
    log, people, _ = house(cashier=False)
    table = entered_table(people, verify_above=70_00)
    for held in (False, True):
        enter(table, NOTHING)
        table.do(corrected_to(table, FLUSH), by="sue", second="deb")  # pays $40
        assert (phase(table) == Phase.HELD) == held
    assert deep_audit(log).findings == deep_audit(log).notes == ()


def test_corrected_shares_of_one_meter_count_together() -> None:
    log, people, _ = house(cashier=False)
    table = meter_table(people, verify_above=5_500_00)
    for held in (False, True):
        enter(table, NOTHING, "fold", jackpot=1_00)
        table.do(corrected_to(table, HALF), by="sue", second="deb")
        assert (phase(table) == Phase.HELD) == held
    kinds = [event.data["entered"] for event in log.read("jackpot/royal") if event.kind == "award corrected"]
    assert kinds == ["paid", "held"]
    assert deep_audit(log).findings == deep_audit(log).notes == ()


def test_a_correction_that_makes_a_large_share_is_verified_by_two_others() -> None:
    log, people, _ = house(cashier=False, more=[("dot", "dealer")])
    table = meter_table(people, verify_above=4_000_00)
    enter(table, NOTHING, "fold", jackpot=1_00)
    purse, meter = log.balance("player/pat"), table.jackpots.get("royal").state.meter
    table.do(corrected_to(table, HALF), by="sue", second="deb")
    held = log.balance("table/7/held")
    assert (phase(table), log.balance("player/pat")) == (Phase.HELD, purse)
    assert table.jackpots.get("royal").state.meter == meter - held
    assert held == cents(5_000_10)
    assert deep_audit(log).findings == ()
    for thief in ("sue", "deb"):
        with pytest.raises(NotApproved, match="entered cards or decisions"):
            table.do(VerifyWin(), by=thief)
    assert load_state(log, "7") == replay_state(log, "7") == table.state
    with pytest.raises(NotApproved, match="entered cards or decisions"):
        table.do(VerifyWin(), by="dan")  # who entered the cards that were wrong
    table.do(VerifyWin(), by="dot")
    table.do(corrected_to(table, NOTHING), by="sue", second="deb")  # still held, so nobody gives anything back
    assert (phase(table), log.balance("table/7/held"), log.balance("player/pat")) == (Phase.WAGERS, 0, purse)
    table.do(corrected_to(table, HALF), by="sue", second="deb")
    table.do(VerifyWin(), by="dot")
    table.do(VerifyWin(), by="sam")
    assert (phase(table), log.balance("table/7/held"), log.balance("player/pat")) == (Phase.WAGERS, 0, purse + held)
    table.do(corrected_to(table, NOTHING), by="sue", second="deb")
    assert (log.balance("player/pat"), table.jackpots.get("royal").state.meter) == (purse, meter)
    assert deep_audit(log).findings == deep_audit(log).notes == ()


def test_a_held_win_is_not_paid_by_correcting_it_a_little() -> None:
    log, people, _ = house(cashier=False)
    table = meter_table(people, verify_above=4_000_00)
    enter(table, HALF, "fold", jackpot=1_00)
    assert phase(table) == Phase.HELD
    purse, held = log.balance("player/pat"), log.balance("table/7/held")
    table.do(corrected_to(table, HALF.replace("Kh Qh", "Kd Qd")), by="sue", second="deb")
    assert (phase(table), log.balance("player/pat"), log.balance("table/7/held")) == (Phase.HELD, purse, held)
    assert deep_audit(log).findings == ()


def test_a_large_correction_without_a_share_is_held_and_needs_the_open_table() -> None:
    log, people, _ = house(cashier=False)
    table = entered_table(people, verify_above=25_00)
    enter(table, NOTHING)
    correction, purse = corrected_to(table, FLUSH), log.balance("player/pat")
    rules = table.state.open_rules
    table.do(Leave(seat=1), by="pat")
    table.do(CloseTable(), by="sue")
    with pytest.raises(NotAllowedNow, match="open it first"):
        table.do(correction, by="sue", second="deb")
    table.do(OpenTable(rules=rules, day=DAY), by="sue")
    table.do(correction, by="sue", second="deb")
    assert (phase(table), log.balance("player/pat"), log.balance("table/7/held")) == (Phase.HELD, purse, cents(40_00))
    assert deep_audit(log).findings == ()


def test_a_correction_that_was_written_past_the_hold_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    log, people, _ = house(cashier=False)
    table = meter_table(people, verify_above=4_000_00)
    enter(table, NOTHING, "fold", jackpot=1_00)
    with monkeypatch.context() as patched:
        patched.setattr(round_corrections, "correction_hold", lambda *_: None)
        table.do(corrected_to(table, HALF), by="sue", second="deb")
    assert phase(table) == Phase.WAGERS
    reasons = {one.reason for one in deep_audit(log).findings}
    assert "it moves other money than the two settlements differ by" in reasons


# ---- guests


def test_the_days_report_names_guests_and_who_took_their_cash() -> None:
    log, _, cage = house(cashier=False)
    cage.do(BuyIn(player="pat", amount=100_00), by="dan")
    cage.do(BuyIn(player="nobody", amount=100_00), by="dan")
    cage.do(BuyIn(player="nobody", amount=9_950_00), by="deb", second="sue")
    cage.do(CashOut(player="nobody", amount=40_00), by="sue")
    today = read_calendar(log).of(log.clock())
    assert guests_of_day(log, today) == [
        GuestDay(guest="nobody", bought_in="10050.00", cashed_out="40.00", by=["dan", "deb", "sue"])
    ]
    assert guests_of_day(log, today - timedelta(days=1)) == []
