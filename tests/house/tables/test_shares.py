"""Percentage shares on the touch pad: compared with the cards, a difference stops and calls the floor."""

import json
from dataclasses import replace

import pytest

from house.support.tables import check_house
from house.tables.test_devices import table_with
from houseway.cards.card import parse_cards
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act_fields import Deal
from houseway.house.people.house import NotPermitted
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables.console_acts import PairConsole
from houseway.house.tables.floor_calls import AnswerCall, CallFloor, open_calls
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.next_step import next_step
from houseway.house.tables.share_acts import EnterShares, SharesDiffer, SharesEntered, parse_shares
from houseway.house.tables.shares import awaited_shares, won_shares
from houseway.house.tables.staff_acts import EnterCards, StartDeal
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

STREAM = "table/7"
SEVEN = "2h 3h 4h 5h 6h 7h 8h"  # seven cards of a natural straight flush
DEALER = "Kc Kd 9s 4d Js 2s 6d"


def won(*, console: bool = True, hand: str = SEVEN, dealer: str = DEALER) -> tuple[MemoryLog, Table]:
    """A table at which pat has won a share, verified where it was large."""
    log, _, table = table_with("flush-poker")
    if console:
        table.do(PairConsole(device="console-1"), by="sue")
    play(table, hand, dealer)
    return log, table


def play(table: Table, hand: str = SEVEN, dealer: str = DEALER) -> None:
    table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}), by="pat")
    table.do(StartDeal(), by="dan")
    deal = Deal(hands={1: parse_cards(hand.split())}, dealer=parse_cards(dealer.split()))
    table.do(EnterCards(deal=deal), by="dan")
    table.do(Decide(seat=1, decision="raise 1x"), by="dan")
    for name in ("sue", "sam"):
        if table.state.hold:
            table.do(VerifyWin(), by=name)


def shares(table: Table) -> tuple[str, ...]:
    return tuple(f"{seat}={share}" for seat, share in won_shares(table.state))


def check(log: MemoryLog) -> None:
    check_house(log)
    assert deep_audit(log).findings == ()
    assert replay_state(log, "7") == load_state(log, "7")


def test_shares_as_the_cards_say_let_the_next_round_be_dealt() -> None:
    log, table = won()
    assert won_shares(table.state)
    assert next_step(table.state).kind == "shares"
    table.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
    with pytest.raises(NotAllowedNow, match="the shares that round 1 has won are not keyed in"):
        table.do(StartDeal(), by="dan")
    (event,) = table.do(EnterShares(shares=shares(table)), by="dan", request="once")
    assert event.read(SharesEntered).round == 1
    assert table.do(EnterShares(shares=shares(table)), by="dan", request="once") == (event,), "one event"
    assert awaited_shares(table.state) == []
    with pytest.raises(NotAllowedNow, match="no share of a jackpot is to be keyed in"):
        table.do(EnterShares(shares=shares(table)), by="dan")
    table.do(StartDeal(), by="dan")
    check(log)


def test_a_difference_calls_the_floor_and_nothing_goes_on_before_an_answer() -> None:
    log, table = won()
    right = shares(table)
    with pytest.raises(NotAllowedNow, match="are not those of the cards"):
        table.do(EnterShares(shares=("1=55%",)), by="dan", request="wrong")
    with pytest.raises(NotAllowedNow, match="are not those of the cards"):
        table.do(EnterShares(shares=("1=55%",)), by="dan", request="wrong")
    differs = log.last(STREAM, SharesDiffer.KIND)
    assert differs is not None
    assert right[0].partition("=")[2] not in differs.read(SharesDiffer).reason, "it does not say what is right"
    (call,) = open_calls(table.state)
    assert (call.by, call.number) == ("dan", differs.read(SharesDiffer).call)
    assert next_step(table.state).blocked
    for keyed in (right, ("1=1%",)):
        with pytest.raises(NotAllowedNow, match="a supervisor answers the call first"):
            table.do(EnterShares(shares=keyed), by="dan")
    table.do(AnswerCall(reply="read again"), by="sue")
    table.do(EnterShares(shares=right), by="dan")
    assert next_step(table.state).kind == "wagers"
    check(log)


def test_a_dealer_who_has_already_called_is_not_called_for_twice() -> None:
    log, table = won()
    table.do(CallFloor(reason="a dispute"), by="dan")
    with pytest.raises(NotAllowedNow, match="are not those of the cards"):
        table.do(EnterShares(shares=("1=55%",)), by="dan")
    assert len(open_calls(table.state)) == 1
    check(log)


def test_a_table_without_a_console_deals_on_as_before() -> None:
    log, table = won(console=False)
    play(table)
    check(log)


def test_a_round_without_a_share_awaits_nothing() -> None:
    log, table = won(hand="2h 4c 6s 8d Tc Qs 3d", dealer="Kc Kd 9s 4d Js 2s 6d")
    assert awaited_shares(table.state) == []
    play(table, "2h 4c 6s 8d Tc Qs 3d")
    check(log)


@pytest.mark.parametrize("text", ["2", "=10%", "9=10%", "2=ten", "2=1000%", "2=10%%", ""])
def test_a_share_is_a_seat_and_a_percentage(text: str) -> None:
    with pytest.raises(InvalidInput, match="must be a seat and a percentage"):
        parse_shares((text,))


def test_shares_are_read_as_they_are_keyed_in() -> None:
    assert parse_shares(("4=100", "2=10%")) == [(2, "10%"), (4, "100%")]


def test_a_player_keys_in_nothing() -> None:
    _, table = won()
    with pytest.raises(NotPermitted):
        table.do(EnterShares(shares=("1=10%",)), by="pat")


def test_the_deep_audit_sees_shares_that_are_not_those_of_the_cards() -> None:
    log, table = won()
    forged = SharesEntered(round=1, shares=[(1, "55%")])
    log.append(NewEvent(stream=STREAM, kind=SharesEntered.KIND, data=forged, by="dan"))
    (finding,) = deep_audit(log).findings
    assert "not what the cards say" in str(finding)
    assert table is not None


def test_the_deep_audit_sees_a_deal_that_did_not_wait_for_the_pad() -> None:
    log, table = won()
    state = table.state
    table.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
    table.state = replace(table.state, shares_entered=True)
    table.do(StartDeal(), by="dan")
    assert any("are not keyed in" in str(one) for one in deep_audit(log).findings)
    assert not state.shares_entered
    assert json.dumps(shares(table)) == "[]"
