"""A tray is counted from its table's opening on: it does not fall below zero unless two persons document the short."""

from dataclasses import replace
from typing import Any

import pytest

from house.support.tables import Clock, check_house, loaded, rules_for
from house.tables.test_entry_corrections import cards
from house.tables.test_round_corrections import DEALER, NOTHING, STRAIGHT, correct, phase, record_of, with_hand
from house.threats.test_money import house, real_table
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, NotApproved
from houseway.house.jackpots.events import merge_postings
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import TrayEvent
from houseway.house.log.ledger import cents, move
from houseway.house.people.act_fields import Deal
from houseway.house.people.cage_acts import BuyIn, Credit, Fill
from houseway.house.people.cage_events import buy_in
from houseway.house.people.gaming_day import read_calendar
from houseway.house.people.house import House, NotPermitted
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.recall import bonus_wins
from houseway.house.records.reports import day_report
from houseway.house.tables.holds import DocumentShort, VerifyWin
from houseway.house.tables.opening import table_names
from houseway.house.tables.seat_acts import Join, Leave
from houseway.house.tables.staff_acts import CloseTable, EnterCards, OpenTable, StartDeal
from houseway.house.tables.state import Phase
from houseway.house.tables.table import Table, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

DOLLAR = 100_000_000


def filled(amount: int = 100_00) -> tuple[Table, House]:
    """A house whose table 7 was filled with a little; pat has $500."""
    log, people, cage = house(cashier=False)
    cage.do(BuyIn(player="pat", amount=500_00), by="dan")
    if amount:
        cage.do(Fill(table="7", amount=amount), by="sue", second="deb")
    return real_table(log, people, tray=0, verify_above=0), cage


def win(table: Table, hand: str = STRAIGHT, bet: int = 100_00) -> None:
    """A round that dan enters; with a straight flush pat wins."""
    table.do(Wager(seat=1, wagers={"bet": bet}), by="pat")
    table.do(StartDeal(), by="dan")
    table.do(EnterCards(deal=Deal(hands={1: cards(hand)}, dealer=cards(DEALER))), by="dan")
    table.do(Decide(seat=1, decision="raise 1x"), by="pat")


def tray(table: Table) -> int:
    return table.log.balance("table/7/chips") // DOLLAR


def purse(table: Table) -> int:
    return table.log.balance("player/pat") // DOLLAR


def is_sound(table: Table) -> None:
    assert table.state == loaded(table.log, table.name, people=None).state == replay_state(table.log, table.name)
    assert table.state.tray == table.log.balance("table/7/chips")
    check_house(table.log, table.name)
    assert audit_log(table.log).broken is None
    assert deep_audit(table.log).findings == ()


def test_a_table_that_was_never_filled_pays_nothing_that_it_does_not_hold() -> None:
    """One supervisor enters rounds for a friend: the first win waits for a fill, or for two who document the short."""
    table, cage = filled(0)
    assert table.state.tray == 0
    for verifier in ("deb", "sue"):
        if not table.state.hold:
            win(table)
        assert (phase(table), tray(table), purse(table)) == (Phase.HELD, 0, 300)
        if verifier == "deb":
            table.do(VerifyWin(), by=verifier)
    with pytest.raises(NotAllowedNow, match="fill it, or document the short"):
        table.do(VerifyWin(), by="sue")
    with pytest.raises(InvalidInput, match=r"holds 0\.00"):
        cage.do(BuyIn(player="pat", amount=1_00, table="7"), by="dan")
    cage.do(Fill(table="7", amount=1_000_00), by="sue", second="deb")
    table.do(VerifyWin(), by="sue")
    assert (tray(table), purse(table)) == (800, 700)
    is_sound(table)


UNCOUNTED = "table: the tray has no opening count: fill it, or close the table and open it again"


def older_table(**more: Any) -> tuple[Table, House]:
    """A table that version 0.1 opened, and whose tray nobody has counted; pat sits there."""
    log, people, cage = house(cashier=False)
    cage.do(BuyIn(player="pat", amount=500_00), by="dan")
    given = {"jackpot": None, "cards": "hand", "dealer": "person"} | more
    older = Table(log, "7")  # nobody counts
    older.do(OpenTable(rules=rules_for("flush-poker", **given), day="2026-11-16"), by="sue")
    older.do(Join(seat=1, player="pat"), by="pat")
    return older, people


def test_a_table_of_version_0_1_deals_only_after_a_count() -> None:
    older, people = older_table()
    win(older)
    assert (older.state.phase, older.state.tray, tray(older)) == (Phase.WAGERS, None, -200)
    older.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
    found = deep_audit(older.log)
    assert found.findings == ()
    assert ["without an opening count" in one.reason for one in found.notes] == [True]
    table, rules = Table.load(older.log, "7", people=people), older.state.open_rules
    for asked, by in ((StartDeal(), "dan"), (Wager(seat=1, wagers={"bet": 20_00}), "pat")):
        with pytest.raises(NotAllowedNow) as refused:
            table.do(asked, by=by)
        assert str(refused.value) == UNCOUNTED
    table.do(Leave(seat=1), by="pat")
    table.do(CloseTable(), by="sue")
    with pytest.raises(NotAllowedNow, match=r"the tray is short of 200\.00: fill it first"):
        table.do(OpenTable(rules=rules, day="2026-11-17"), by="sue")
    people.do(Fill(table="7", amount=300_00), by="sue", second="deb")
    table.do(OpenTable(rules=rules, day="2026-11-17"), by="sue")
    assert table.state.tray == 100 * DOLLAR
    table.do(Join(seat=1, player="pat"), by="pat")
    win(table)
    assert table.state.phase == Phase.HELD
    is_sound(table)


def test_a_fill_counts_the_tray_of_a_table_of_version_0_1() -> None:
    older, people = older_table()
    win(older)
    people.do(Fill(table="7", amount=1_000_00), by="sue", second="deb")
    table = Table.load(older.log, "7", people=people)
    win(table)
    assert (table.state.phase, tray(table)) == (Phase.WAGERS, 600)
    is_sound(table)


def test_a_table_of_version_0_1_that_deals_itself_waits_for_a_count() -> None:
    older, people = older_table(cards="shuffle", dealer="self", seconds=30)
    older.do(Join(seat=2, player="quin"), by="dan")
    older.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
    clock = older.log.clock
    assert isinstance(clock, Clock)
    clock.move(60)
    table = Table.load(older.log, "7", people=people)
    assert table.tick(clock.now) == ()
    table.do(Leave(seat=2), by="dan")
    with pytest.raises(NotAllowedNow, match="no opening count"):
        table.do(Wager(seat=1, wagers={"bet": 20_00}), by="pat")
    table.do(Leave(seat=1), by="pat")
    assert (table.state.rounds, purse(table)) == (0, 500)


def test_a_round_that_is_dealt_past_the_rules_without_a_count_is_found() -> None:
    """As in version 0.1, but in a house that this version has begun."""
    older, _ = older_table()
    clock = older.log.clock
    assert isinstance(clock, Clock)
    clock.move(60)
    win(older)
    found = deep_audit(older.log)
    assert ["without an opening count" in one.reason for one in found.findings] == [True]
    assert found.notes == ()


def test_what_the_tray_does_not_hold_waits_until_it_is_filled_and_two_have_verified_it() -> None:
    table, cage = filled()
    win(table)
    assert phase(table) == Phase.HELD
    assert table.view()["held"]["short"] == "100.00"
    assert (tray(table), purse(table)) == (0, 300)
    is_sound(table)
    with pytest.raises(NotAllowedNow, match="is held: two people must verify it first"):
        table.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
    table.do(VerifyWin(), by="deb")
    with pytest.raises(NotAllowedNow, match=r"the tray holds 0\.00 and lacks 100\.00; fill it, or document the short"):
        table.do(VerifyWin(), by="sue")
    cage.do(Fill(table="7", amount=99_00), by="sue", second="deb")
    with pytest.raises(NotAllowedNow, match=r"holds 99\.00"):
        table.do(VerifyWin(), by="sue")
    cage.do(Fill(table="7", amount=101_00), by="sue", second="deb")
    table.do(VerifyWin(), by="sue")
    assert (tray(table), purse(table)) == (100, 700)
    assert phase(table) == Phase.WAGERS
    is_sound(table)


def test_a_short_is_documented_by_two_and_a_fill_brings_the_tray_back() -> None:
    table, cage = filled()
    win(table)
    (event,) = table.do(DocumentShort(reason="the cage is closed"), by="sue", second="deb", request="s")
    assert table.do(DocumentShort(reason="the cage is closed"), by="sue", second="deb", request="s") == (event,)
    assert event.data["amount"] == "100.00"
    assert (tray(table), purse(table)) == (-100, 700)
    assert phase(table) == Phase.WAGERS
    is_sound(table)
    (row,) = day_report(table.log, read_calendar(table.log).of(table.log.clock()))
    assert row.to_struct().shorts == "100.00"
    win(table, bet=10_00)  # whatever it pays is short again
    assert phase(table) == Phase.HELD
    assert table.view()["held"]["short"] == "20.00"
    assert tray(table) == -100
    cage.do(Fill(table="7", amount=1_000_00), by="sue", second="deb")
    table.do(VerifyWin(), by="deb")
    table.do(VerifyWin(), by="sue")
    assert tray(table) == 880
    is_sound(table)


def test_what_the_house_wins_comes_into_the_tray() -> None:
    table, _ = filled()
    win(table, NOTHING)
    assert tray(table) == 300
    win(table)
    assert phase(table) == Phase.WAGERS
    assert tray(table) == 100
    is_sound(table)


@pytest.mark.parametrize(
    ("by", "second", "why"),
    [
        ("sue", "", "two different persons"),
        ("sue", "sue", "two different persons"),
        ("deb", "dan", "needs a "),
        ("sue", "dan", "dan: entered cards"),
        ("sue", "pat", "needs a "),
    ],
)
def test_one_alone_or_one_with_a_hand_in_it_documents_no_short(by: str, second: str, why: str) -> None:
    table, _ = filled()
    win(table)
    with pytest.raises((NotPermitted, NotApproved), match=why):
        table.do(DocumentShort(reason="quick"), by=by, second=second)
    assert tray(table) == 0


def test_there_is_no_short_to_document_where_the_tray_can_pay() -> None:
    table, _ = filled(10_000_00)
    with pytest.raises(NotAllowedNow, match="no win is to be verified"):
        table.do(DocumentShort(reason="why not"), by="sue", second="deb")
    log, people, cage = house(cashier=False)
    cage.do(BuyIn(player="pat", amount=500_00), by="dan")
    cage.do(Fill(table="7", amount=10_000_00), by="sue", second="deb")
    large = real_table(log, people, tray=0, verify_above=50_00)
    win(large)
    assert phase(large) == Phase.HELD
    with pytest.raises(NotAllowedNow, match="the tray is not short of it"):
        large.do(DocumentShort(reason="why not"), by="sue", second="deb")
    with pytest.raises(HousewayError, match="reason"):
        large.do(DocumentShort(reason="\x1b[2J"), by="sue", second="deb")


def test_a_counted_tray_sells_and_gives_back_no_more_chips_than_it_holds() -> None:
    table, cage = filled()
    with pytest.raises(InvalidInput, match=r"table/7/chips holds 100\.00"):
        cage.do(BuyIn(player="pat", amount=100_01, table="7"), by="dan")
    cage.do(BuyIn(player="pat", amount=60_00, table="7"), by="dan", request="b")
    cage.do(BuyIn(player="pat", amount=60_00, table="7"), by="dan", request="b")
    with pytest.raises(InvalidInput, match=r"table/7/chips holds 40\.00"):
        cage.do(Credit(table="7", amount=40_01), by="sue", second="deb")
    cage.do(Credit(table="7", amount=40_00), by="sue", second="deb")
    assert tray(table) == 0
    table.catch_up()
    is_sound(table)


def test_a_round_is_settled_on_the_tray_as_it_stands() -> None:
    """Another process takes the chips away between the deal and the last decision."""
    table, cage = filled(1_000_00)
    table.do(Wager(seat=1, wagers={"bet": 100_00}), by="pat")
    table.do(StartDeal(), by="dan")
    table.do(EnterCards(deal=Deal(hands={1: cards(STRAIGHT)}, dealer=cards(DEALER))), by="dan")
    cage.do(Credit(table="7", amount=900_00), by="sue", second="deb")
    table.do(Decide(seat=1, decision="raise 1x"), by="pat")
    assert phase(table) == Phase.HELD
    assert tray(table) == 0
    is_sound(table)


def test_a_tray_stays_counted_when_its_table_is_closed_and_opened_again() -> None:
    table, cage = filled()
    table.do(Leave(seat=1), by="pat")
    table.do(CloseTable(), by="sue")
    cage.do(Credit(table="7", amount=40_00), by="sue", second="deb")
    again = real_table(table.log, table._people, tray=0)  # type: ignore[arg-type]
    assert again.state.tray == 60 * DOLLAR
    win(again)
    assert phase(again) == Phase.HELD
    is_sound(again)


def test_a_tray_is_filled_before_its_table_is_ever_opened() -> None:
    log, people, cage = house(cashier=False)
    cage.do(Fill(table="7", amount=100_00), by="sue", second="deb", request="f")
    cage.do(Fill(table="7", amount=100_00), by="sue", second="deb", request="f")
    assert table_names(log) == []
    assert bonus_wins(log) == []
    assert audit_log(log).broken is None
    assert real_table(log, people, tray=0).state.tray == 100 * DOLLAR


def test_a_correction_pays_no_more_than_the_tray_holds() -> None:
    table, cage = filled(1_000_00)
    win(table, NOTHING)
    cage.do(Credit(table="7", amount=1_150_00), by="sue", second="deb")
    right = with_hand(record_of(table, 1), 1, STRAIGHT)
    with pytest.raises(NotAllowedNow, match=r"the tray holds 50\.00, and 400\.00 is to be paid; fill it"):
        correct(table, 1, right)
    cage.do(Fill(table="7", amount=1_000_00), by="sue", second="deb")
    correct(table, 1, right)
    is_sound(table)


def test_a_win_that_the_tray_is_short_of_is_corrected() -> None:
    table, _ = filled()
    win(table)
    assert phase(table) == Phase.HELD
    correct(table, 1, with_hand(record_of(table, 1), 1, NOTHING), second="sam")
    assert phase(table) == Phase.WAGERS
    assert (tray(table), purse(table)) == (300, 300)
    is_sound(table)


def forged(attack: str) -> NewEvent:
    if attack == "more in the tray":
        return NewEvent(
            stream="table/7",
            kind=TrayEvent.MOVED,
            by="dan",
            data={"what": "fill", "amount": "1.00", "holds": "9999.00"},
        )
    short = {"round": 1, "amount": "100.00" if attack != "another short" else "50.00", "reason": "x", "second": "deb"}
    if attack == "a short by one":
        short["second"] = ""
    paid = move(cents(300_00), out_of="table/7/held", into="player/pat")
    if attack == "a short of another amount":
        paid = move(cents(9_00), out_of="table/7/held", into="player/pat")
    by = "dan" if attack == "a short by who entered" else "sue"
    return NewEvent(stream="table/7", kind=TrayEvent.SHORT, by=by, data=short, postings=paid)


@pytest.mark.parametrize(
    ("attack", "why"),
    [
        ("more in the tray", "the tray holds another amount"),
        ("more in the tray", "holds another amount than the table counts"),
        ("a short by one", "two different persons"),
        ("a short by who entered", "dan paid a short of a round of their own"),
        ("a short of another amount", "it pays other than what was held"),
        ("another short", "short of another amount"),
    ],
)
def test_the_deep_audit_finds_trays_and_shorts_past_the_rules(attack: str, why: str) -> None:
    table, _ = filled()
    win(table)
    table.log.append(forged(attack))
    assert any(why in one.reason for one in deep_audit(table.log).findings), deep_audit(table.log).findings


@pytest.mark.parametrize(("filled_with", "short"), [(100_00, "150.00"), (0, "100.00")])
def test_the_deep_audit_finds_a_settlement_that_is_short_of_another_amount(filled_with: int, short: str) -> None:
    """A tray that could have paid more keeps some of it, or one that nobody counts is said to lack it."""
    table, _ = filled(filled_with)
    twin, _ = filled(filled_with)
    win(twin)
    table.do(Wager(seat=1, wagers={"bet": 100_00}), by="pat")
    table.do(StartDeal(), by="dan")
    table.do(EnterCards(deal=Deal(hands={1: cards(STRAIGHT)}, dealer=cards(DEALER))), by="dan")
    (end,) = [event for event in twin.log.read(twin.stream) if event.kind == "settled"]
    (decided,) = [event for event in twin.log.read(twin.stream) if event.kind == "decided"]
    kept = move(cents(50_00), out_of="table/7/held", into="table/7/chips") if filled_with else ()
    money = merge_postings(*end.postings, *kept)
    table.log.append(
        NewEvent(stream="table/7", kind="decided", by="pat", data=decided.data, postings=decided.postings),
        NewEvent(stream="table/7", kind="settled", data={**end.data, "short": short}, postings=money),
    )
    found = [one.reason for one in deep_audit(table.log).findings]
    assert {"the tray lacks another amount", "it is short of a tray that nobody counts"} & set(found)


def test_the_deep_audit_finds_chips_that_went_past_the_tables_count() -> None:
    table, _ = filled()
    table.log.append(buy_in("pat", 10_00, table="7", by="dan"))
    found = [one.reason for one in deep_audit(table.log).findings]
    assert found == ["the tray's account holds another amount than the table counts"]


def test_an_opening_without_a_count_of_the_tray_is_found() -> None:
    """Nothing is dealt after it, and a house that this version has begun counts every tray."""
    log, people, _ = house(cashier=False)
    clock = log.clock
    assert isinstance(clock, Clock)
    clock.move(60)
    rules = rules_for("flush-poker", jackpot=None, cards="hand", dealer="person")
    Table(log, "7").do(OpenTable(rules=rules, day="2026-11-16"), by="sue")  # nobody counts
    Table(log, "8", people=people).do(OpenTable(rules=replace(rules, name="8"), day="2026-11-16"), by="sue")
    found = deep_audit(log).findings
    assert [(one.stream, "opened without a count" in one.reason) for one in found] == [("table/7", True)]
