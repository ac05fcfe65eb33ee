"""Jackpots: contributions to the last unit, shares on a fresh meter, caps, resets, holds, adjustments, links."""

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec
import pytest

import houseway
from house.support.floor import QUICK, staff
from house.support.tables import (
    Clock,
    any_decision,
    check_house,
    declaration,
    fund,
    loaded,
    new_log,
    opened,
    rules_for,
    terms_of,
)
from houseway.cards.card import Card, parse_cards
from houseway.cards.deck import joker_deck
from houseway.errors import InvalidInput, NotAllowedNow, NotApproved
from houseway.games.game import Game
from houseway.games.letter.offer import offer
from houseway.house.jackpots import events as jackpot_events
from houseway.house.jackpots.adjustments import REASONS
from houseway.house.jackpots.jackpot import Jackpot, Jackpots
from houseway.house.jackpots.money_acts import AdjustMeter, Deposit, EnterOutsideWagers, PassOn
from houseway.house.jackpots.outside_wins import AwardOutsideWin
from houseway.house.jackpots.payloads import JACKPOT_PAYLOADS, Awarded
from houseway.house.jackpots.state import JackpotState, fold
from houseway.house.jackpots.terms_acts import ChangeJackpot, CreateJackpot, StartJackpot, StopJackpot
from houseway.house.log.aggregate import stored_facts
from houseway.house.log.ledger import format_units
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act_fields import Deal
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import DisablePerson
from houseway.house.people.rights import Right
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.sheets.links import link_key
from houseway.house.tables import round_outcome, settling
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import CloseTable, EnterCards, OpenTable, ReportController, StartDeal, VoidRound
from houseway.house.tables.state import open_round
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager

CENT = 1_000_000
DOLLAR = 100 * CENT
RATE = 201_234  # ten-thousandths of a percent: 20.1234%
ALL = "2h 3h 4h 5h 6h 7h 8h"  # a natural straight flush of seven: 100%
ALL_TOO = "2s 3s 4s 5s 6s 7s 8s"
HALF = "Ac Kc Qc Jc Tc Kd Qd"  # 50%
QUARTER = "8d 9d Td Jd Jo 6d 7d"  # 25%
ROYAL = "Ac Kc Qc Jc Tc 2d 3s"  # 200 for 1
NOTHING = "2c 3d 5s 7c 9h Jh Kh"


def stacked(log: Log, name: str = "7", seats: int = 2, jackpots: Jackpots | None = None, **more: Any) -> Table:
    """A flush poker table whose cards are entered, with players p1, p2, ..."""
    game = more.pop("game", "flush-poker")
    rules = rules_for(game, name=name, dealer="person", cards="scanner", **more)
    table = opened(log, rules, jackpots=jackpots)
    for seat in range(1, seats + 1):
        if not log.balance(f"player/p{seat}"):
            fund(log, f"p{seat}")
        table.do(Join(seat=seat, player=f"p{seat}"))
    return table


def play(table: Table, hands: Mapping[int, str], *, wager: bool = True) -> None:
    """A round in which seats get these hands, all wager on the jackpot, and everybody folds."""
    start(table, hands, wager=wager)
    finish(table)


def start(table: Table, hands: Mapping[int, str], *, wager: bool = True) -> None:
    terms = table.state.open_rules.jackpot
    assert terms is not None
    for seat in hands:
        table.do(Wager(seat=seat, wagers={"bet": 10_00, **({"jackpot": terms.wager} if wager else {})}))
    table.do(StartDeal())
    given = {seat: parse_cards(hand.split()) for seat, hand in hands.items()}
    table.do(EnterCards(deal=Deal(hands=given, dealer=dealer_beside(given))))


def dealer_beside(given: Mapping[int, tuple[Card, ...]]) -> tuple[Card, ...]:
    out = {card for hand in given.values() for card in hand}
    return tuple(card for card in joker_deck() if card not in out)[:7]


def finish(table: Table) -> None:
    while table.state.phase == "decisions":
        table.do(Decide(seat=open_round(table.state).turn or 0, decision="fold"))


def units(log: Log, pot: str, name: str = "royal") -> int:
    return log.balance(f"jackpot/{name}/{pot}")


def last(log: Log, kind: str, stream: str = "jackpot/royal") -> dict[str, Any]:
    event = log.last(stream, kind)
    assert event is not None
    return event.data


def check_meter(log: Log, *names: str) -> None:
    """A meter is what its stream says: seed + contributions - awards + resets +- documented adjustments."""
    for name in names or ("royal",):
        stream = f"jackpot/{name}"
        found = log.sums(stream, 1, log.head(stream).number)
        meter = {kind: amount for (kind, account), amount in found.items() if account == f"{stream}/meter"}
        assert sum(meter.values()) == units(log, "meter", name)
        known = {"created", "contributed", "reversed", "awarded", "fed", "adjusted", "passed on", "received"}
        assert meter.keys() <= known
        state = JackpotState(name=name)
        for event in log.read(stream):
            state = fold(state, stored_facts(event, JACKPOT_PAYLOADS))
        assert state == Jackpot(log, name).state
        assert state.meter == units(log, "meter", name)
        assert state.owed == state.contributed - units(log, "funding", name) - units(log, "account", name)
        assert state.unbooked == 0


# ---- contributions


def test_a_jackpot_starts_with_its_seed_which_the_house_owes() -> None:
    log = new_log()
    jackpot = Jackpot(log, "royal")
    jackpot.do(CreateJackpot(terms=terms_of(), game=rules_for("flush-poker").chosen), by="sue", second="ada")
    assert (units(log, "meter"), units(log, "funding")) == (10_000 * DOLLAR, -10_000 * DOLLAR)
    assert jackpot.state.owed == 10_000 * DOLLAR
    with pytest.raises(NotAllowedNow, match="there is one of this name"):
        jackpot.do(CreateJackpot(terms=terms_of(), game=rules_for("flush-poker").chosen))
    check_meter(log)


def test_every_sensed_wager_contributes_its_exact_fraction() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(increment=1, wager=1_01), seats=3)
    play(table, {1: NOTHING, 2: "2s 3h 5d 7d 9c Js Ks"})
    assert units(log, "meter") == 10_000 * DOLLAR + 2 * 101
    assert log.balance("table/7/progressive") == -2 * 101
    assert last(log, "contributed") == {"table": "7", "round": 1, "meter": "0.00000202"}
    play(table, {3: NOTHING}, wager=False)
    assert units(log, "meter") == 10_000 * DOLLAR + 2 * 101
    check_meter(log)
    check_house(log, "7")


def test_a_part_of_the_wager_goes_into_the_reserve() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(reserve=55_555))
    play(table, {1: NOTHING})
    assert units(log, "reserve") == 100 * 55_555
    assert units(log, "meter") == 10_000 * DOLLAR + 100 * RATE
    assert log.balance("table/7/progressive") == -100 * (55_555 + RATE)
    check_meter(log)


# ---- awards


def test_a_whole_award_is_paid_to_the_cent_and_leaves_the_reset_and_the_fraction() -> None:
    log = new_log()
    table = stacked(log)
    before = log.balance("player/p1")
    play(table, {1: ALL})
    assert log.balance("player/p1") - before == 10_000_20 * CENT - 11_00 * CENT
    assert units(log, "meter") == 1_000 * DOLLAR + 100 * RATE - 20 * CENT
    assert units(log, "funding") == -11_000 * DOLLAR
    award = last(log, "awarded")
    assert award["awards"] == [
        {
            "seat": 1,
            "player": "p1",
            "line": "7-card natural straight flush",
            "share": "100%",
            "amount": "10000.20",
            "from": "meter",
        }
    ]
    assert (award["before"], award["reseeded"], award["after"]) == ("10000.201234", "1000.00", "1000.001234")
    check_meter(log)
    check_house(log, "7")


def test_the_record_of_a_win_on_a_live_meter_settles_again_to_the_same() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(increment=123_457))
    for hands in ({1: NOTHING}, {1: QUARTER}, {1: HALF, 2: QUARTER}, {2: ALL}, {1: NOTHING}):
        play(table, hands)
        end = table.last_round()
        assert end is not None
        assert houseway.settle(end.data["record"]) == end.data["settlement"]
    assert [event.data["round"] for event in log.read("jackpot/royal") if event.kind == "awarded"] == [2, 3, 4]
    check_meter(log)


def test_shares_are_paid_in_seat_order_each_from_what_is_left() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(increment=10_000))
    play(table, {1: HALF, 2: QUARTER})
    amounts = [row["amount"] for row in last(log, "awarded")["awards"]]
    assert amounts == ["5000.01", "1250.00"]
    check_meter(log)


def test_of_two_whole_awards_the_second_gets_the_reset() -> None:
    log = new_log()
    table = stacked(log)
    play(table, {1: ALL, 2: ALL_TOO})
    award = last(log, "awarded")
    assert [row["amount"] for row in award["awards"]] == ["10000.40", "1000.00"]
    assert award["reseeded"] == "2000.00"
    check_meter(log)
    check_house(log, "7")


def test_the_reserve_pays_the_reset_first() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(reserve=500_000, reset=1_00))
    play(table, {1: NOTHING})
    play(table, {1: ALL})
    assert units(log, "reserve") == 0
    assert units(log, "funding") == -10_000 * DOLLAR
    play(table, {1: ALL})
    assert units(log, "funding") == -10_000 * DOLLAR - 50 * CENT
    check_meter(log)


@pytest.mark.parametrize("prizes_from", ["house", "meter"])
def test_a_prize_of_the_blackjack_progressive_comes_from_the_house_or_the_meter(prizes_from: str) -> None:
    log = new_log()
    table = stacked(
        log,
        game="down-under-blackjack",
        options={"progressive": "5c/1"},
        jackpot=terms_of(prizes={"2-suited-matches": 500_00}, prizes_from=prizes_from),
    )
    table.do(Wager(seat=1, wagers={"wager": 10_00, "progressive": 1_00}))
    table.do(StartDeal())
    table.do(EnterCards(deal=Deal(hands={1: parse_cards(["9h", "9h"])}, dealer=parse_cards(["9h", "Tc"]))))
    meter = 10_000 * DOLLAR + 100 * RATE
    table.do(Decide(seat=1, decision="stand"))
    assert units(log, "meter") == meter - (500 * DOLLAR if prizes_from == "meter" else 0)
    (award,) = last(log, "awarded")["awards"]
    assert (award["share"], award["amount"], award["from"]) == (None, "500.00", prizes_from)
    check_meter(log)
    check_house(log, "7")


def test_a_house_jackpot_pays_each_winner_the_posted_amount_from_the_table() -> None:
    log = new_log()
    terms = terms_of(kind="house", amount=5_000_00, seed=0, reset=0, increment=0, linked=False)
    table = stacked(log, options={"jackpot": "house"}, jackpot=terms)
    before = log.balance("table/7/chips")
    play(table, {1: ALL, 2: ALL_TOO})
    assert [row["amount"] for row in last(log, "awarded")["awards"]] == ["5000.00", "5000.00"]
    assert log.balance("table/7/chips") - before == (22_00 - 10_000_00) * CENT
    assert log.balances("jackpot/") == {}
    assert table.view()["jackpot"]["amount"] == "5000.00"
    check_house(log, "7")


# ---- a meter that several processes share


def test_no_share_is_computed_on_a_stale_meter() -> None:
    log = new_log()
    here = stacked(log, "7", seats=1)
    there = stacked(log, "8", seats=1, jackpots=Jackpots(log))
    start(here, {1: HALF})
    start(there, {1: ALL})
    finish(there)
    assert last(log, "awarded")["before"] == "10000.402468"
    finish(here)  # what this process knows of the meter is three events old
    assert last(log, "awarded")["before"] == "1000.002468"
    assert last(log, "awarded")["awards"][0]["amount"] == "500.00"
    end = here.last_round()
    assert end is not None
    assert end.data["settlement"]["jackpot"]["meter_after"] == "500.002468"
    assert houseway.settle(end.data["record"]) == end.data["settlement"]
    check_meter(log)
    check_house(log, "7", "8")


def test_a_contribution_that_another_table_has_won_is_not_counted_twice() -> None:
    log = new_log()
    here = stacked(log, "7", seats=1, jackpot=terms_of(reset=0, increment=1_000_000))
    there = stacked(log, "8", seats=1, jackpots=Jackpots(log), jackpot=terms_of(reset=0, increment=1_000_000))
    start(here, {1: HALF})
    play(there, {1: ALL})
    assert units(log, "meter") == 0
    finish(here)
    assert last(log, "awarded")["awards"][0]["amount"] == "0.00"
    check_meter(log)


def test_a_void_round_whose_contribution_was_won_is_made_good_by_the_house() -> None:
    log = new_log()
    here = stacked(log, "7", seats=1, jackpot=terms_of(reset=0, increment=1_000_000))
    there = stacked(log, "8", seats=1, jackpots=Jackpots(log), jackpot=terms_of(reset=0, increment=1_000_000))
    start(here, {1: NOTHING})
    play(there, {1: ALL})
    here.do(VoidRound(reason="misdeal"))
    assert units(log, "meter") == 0
    assert units(log, "funding") == -10_001 * DOLLAR
    assert log.balance("table/7/progressive") == 0
    check_meter(log)
    check_house(log, "7", "8")


def test_a_void_round_leaves_a_meter_that_was_reset_since_at_its_posted_reset() -> None:
    log = new_log()
    here = stacked(log, "7", seats=1)
    there = stacked(log, "8", seats=1, jackpots=Jackpots(log))
    start(here, {1: NOTHING})
    play(there, {1: ALL})
    rest = units(log, "meter") - 1_000 * DOLLAR  # the fraction of a cent that the win left
    assert 0 <= rest < CENT
    here.do(VoidRound(reason="misdeal"))
    assert units(log, "meter") == 1_000 * DOLLAR + rest
    assert last(log, "reversed")["made good"] == format_units(100 * RATE)
    play(there, {1: HALF})  # a share has lowered the meter below its reset, and nothing was reset since
    start(here, {1: NOTHING})
    before = units(log, "meter")
    here.do(VoidRound(reason="misdeal"))
    assert units(log, "meter") == before - 100 * RATE
    check_meter(log)
    check_house(log, "7", "8")
    assert deep_audit(log).findings == deep_audit(log).notes == ()


def test_a_void_of_version_0_1_that_left_a_meter_below_its_reset_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    log = new_log()
    here = stacked(log, "7", seats=1)
    there = stacked(log, "8", seats=1, jackpots=Jackpots(log))
    with monkeypatch.context() as old:
        old.setattr(settling, "outcome", partial(round_outcome.outcome, meter_pays=True))
        old.setattr(jackpot_events, "was_reset_since", lambda *_given, **_named: False)
        start(here, {1: NOTHING})
        play(there, {1: ALL})
        here.do(VoidRound(reason="misdeal"))
    assert units(log, "meter") < 1_000 * DOLLAR
    found = deep_audit(log)
    assert found.findings == ()
    assert ["reset since" in one.reason for one in found.notes] == [False, True]


# ---- cap and overflow


def test_what_comes_in_above_the_cap_overflows_and_feeds_the_next_jackpot() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(seed=1_000_00, cap=1_000_50, increment=300_000))
    for _ in range(4):
        play(table, {1: NOTHING})
    assert units(log, "meter") == 100_050 * CENT
    assert units(log, "overflow") == 70 * CENT
    play(table, {1: QUARTER})  # a share is no new jackpot
    assert units(log, "overflow") == 100 * CENT
    play(table, {1: ALL})
    assert units(log, "overflow") == 50 * CENT
    assert units(log, "meter") == 100_050 * CENT
    assert last(log, "fed") == {"amount": "0.50"}
    check_meter(log)
    check_house(log, "7")


def test_a_void_round_takes_back_what_overflowed_too() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(seed=1_000_00, cap=1_000_10, increment=300_000))
    start(table, {1: NOTHING})
    assert (units(log, "meter"), units(log, "overflow")) == (100_010 * CENT, 20 * CENT)
    table.do(VoidRound(reason="misdeal"))
    assert (units(log, "meter"), units(log, "overflow")) == (1_000 * DOLLAR, 0)
    check_meter(log)


def test_what_overflows_can_go_into_another_jackpot() -> None:
    log = new_log()
    terms = terms_of(seed=1_000_00, cap=1_000_00, overflow="next")
    table = stacked(log, jackpot=terms)
    play(table, {1: NOTHING})
    following = table.jackpots.get("next")
    following.do(CreateJackpot(terms=terms_of("next", seed=0), game=table.state.open_rules.chosen))
    jackpot = table.jackpot
    assert jackpot is not None
    jackpot.do(PassOn(), by="sue")
    assert units(log, "overflow") == 0
    assert units(log, "meter", "next") == following.state.meter == 100 * RATE
    with pytest.raises(NotAllowedNow, match="no overflow fits"):
        jackpot.do(PassOn())
    with pytest.raises(NotAllowedNow, match="overflows into its own next jackpot"):
        following.do(PassOn())
    check_meter(log, "royal", "next")
    check_house(log)


def test_a_capped_meter_that_two_processes_raise_never_exceeds_its_cap() -> None:
    log = new_log()
    terms = terms_of(seed=1_000_00, cap=1_000_50, increment=300_000)
    here = stacked(log, "7", seats=1, jackpot=terms)
    there = stacked(log, "8", seats=1, jackpots=Jackpots(log), jackpot=terms)
    for _ in range(3):
        play(here, {1: NOTHING})
        play(there, {1: NOTHING})
    assert (units(log, "meter"), units(log, "overflow")) == (100_050 * CENT, 130 * CENT)
    check_meter(log)


# ---- wins that two persons verify


def test_a_large_win_holds_the_table_until_two_persons_have_verified_it() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(verify_above=2_500_00))
    start(table, {1: HALF, 2: NOTHING.replace("Kh", "Ks")})
    before = log.balance("player/p1")
    finish(table)
    assert table.state.phase == "held"
    assert units(log, "meter") < 5_001 * DOLLAR  # the order of wins is fixed: the meter has fallen
    assert log.balance("player/p1") == before  # the win is not paid yet
    assert log.balance("table/7/held") == 5_000_20 * CENT
    assert loaded(log).state == table.state
    with pytest.raises(NotAllowedNow, match="round 1 is held: two people must verify it first"):
        table.do(Wager(seat=1, wagers={"bet": 10_00}))
    with pytest.raises(NotAllowedNow, match="round 1 is held"):
        table.do(CloseTable())
    table.do(VerifyWin(), by="deb")
    with pytest.raises(NotApproved, match="deb: has verified it; another person must"):
        table.do(VerifyWin(), by="deb")
    with pytest.raises(InvalidInput, match="is no name of a person"):
        table.do(VerifyWin(), by="")
    assert log.balance("player/p1") == before
    table.do(VerifyWin(), by="sue")
    assert log.balance("player/p1") == before + 5_000_20 * CENT
    assert loaded(log).state.phase == table.state.phase == "wagers"
    with pytest.raises(NotAllowedNow, match="no win is to be verified"):
        table.do(VerifyWin(), by="ann")
    check_meter(log)
    check_house(log, "7")


def test_two_dealers_in_the_same_moment_are_not_the_two_persons() -> None:
    log = new_log()
    staff(log)
    people = House(log, hasher=QUICK)
    play(stacked(log, jackpot=terms_of(verify_above=2_500_00)), {1: HALF})
    here, there = (loaded(log, people=people) for _ in range(2))
    there.do(VerifyWin(), by="dan")
    with pytest.raises(NotPermitted, match="verify win: needs"):
        here.do(VerifyWin(), by="deb")  # who has not seen yet that dan was first
    assert log.balance("table/7/held") == 5_000_10 * CENT
    here.do(VerifyWin(), by="sue")
    assert log.balance("table/7/held") == 0


def test_who_was_disabled_after_verifying_is_not_one_of_the_two_persons() -> None:
    log = new_log()
    staff(log)
    people = House(log, hasher=QUICK)
    play(stacked(log, jackpot=terms_of(verify_above=2_500_00)), {1: HALF})
    table = loaded(log, people=people)
    table.do(VerifyWin(), by="dan")
    people.do(DisablePerson(name="dan"), by="ada")
    table.do(VerifyWin(), by="sue")  # who is the first now
    assert log.balance("table/7/held") == 5_000_10 * CENT
    with pytest.raises(NotPermitted, match="verify win: needs"):
        table.do(VerifyWin(), by="dan")
    table.do(VerifyWin(), by="deb")
    assert log.balance("table/7/held") == 0
    check_house(log, "7")


def test_a_win_of_the_stated_amount_is_paid_at_once() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(verify_above=2_500_05))
    play(table, {1: QUARTER})
    assert table.state.phase == "wagers"
    assert last(log, "awarded")["awards"][0]["amount"] == "2500.05"


def test_a_large_win_of_a_house_jackpot_is_held_too() -> None:
    log = new_log()
    terms = terms_of(kind="house", amount=5_000_00, seed=0, reset=0, increment=0, linked=False, verify_above=4_999_99)
    table = stacked(log, options={"jackpot": "house"}, jackpot=terms)
    play(table, {1: ALL})
    assert log.balance("table/7/held") == 5_000 * DOLLAR
    table.do(VerifyWin(), by="deb")
    table.do(VerifyWin(), by="sue")
    assert log.balance("table/7/held") == 0
    check_house(log, "7")


def test_a_large_win_at_odds_is_held_though_no_meter_pays_it() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(verify_above=199_99))
    start(table, {1: ROYAL, 2: NOTHING.replace("Kh", "Ks")})
    before = log.balance("player/p1")
    finish(table)
    assert table.state.phase == "held"
    assert (log.balance("player/p1"), log.balance("table/7/held")) == (before, 200 * DOLLAR)
    table.do(VerifyWin(), by="deb")
    table.do(VerifyWin(), by="sue")
    assert (log.balance("player/p1"), log.balance("table/7/held")) == (before + 200 * DOLLAR, 0)
    check_meter(log)
    check_house(log, "7")


def test_a_house_jackpot_has_no_meter_to_adjust_and_no_account() -> None:
    log = new_log()
    terms = terms_of(kind="house", amount=5_000_00, seed=0, reset=0, increment=0, linked=False)
    stacked(log, options={"jackpot": "house"}, jackpot=terms)
    jackpot = Jackpot(log, "royal")
    with pytest.raises(NotApproved, match="is a house jackpot"):
        jackpot.do(AdjustMeter(reason="malfunction", amount=DOLLAR, note="x"), by="sue", second="ada")
    with pytest.raises(NotApproved, match="is a house jackpot"):
        jackpot.do(Deposit(amount=5_00, slip="S-1"))


# ---- the controller


def test_a_table_that_loses_the_controller_stops_taking_only_the_jackpot_wager() -> None:
    log = new_log()
    table = stacked(log)
    table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}))
    table.do(ReportController(state="lost"))
    assert log.balance("table/7/wagers") == 10_00 * CENT
    assert table.state.seated[1].wagers == {"bet": 10_00}
    assert loaded(log).state == table.state
    with pytest.raises(NotAllowedNow, match=r"wagers\.jackpot: the jackpot's controller cannot be reached"):
        table.do(Wager(seat=2, wagers={"bet": 10_00, "jackpot": 1_00}))
    with pytest.raises(NotAllowedNow, match="controller: there is none, or it is lost already"):
        table.do(ReportController(state="lost"))
    table.do(Wager(seat=2, wagers={"bet": 10_00}))
    assert not table.view()["jackpot"]["takes_wagers"]
    table.do(ReportController(state="back"))
    table.do(Wager(seat=2, wagers={"bet": 10_00, "jackpot": 1_00}))
    with pytest.raises(NotAllowedNow, match="controller: is not lost"):
        table.do(ReportController(state="back"))
    check_house(log, "7")


def test_a_win_waits_for_a_controller_that_is_lost_and_is_settled_when_it_is_back() -> None:
    log = new_log()
    table = stacked(log)
    start(table, {1: HALF})
    table.do(ReportController(state="lost"))
    finish(table)
    assert table.state.phase == "finished"
    assert loaded(log).state == table.state
    table.do(ReportController(state="back"))
    assert table.state.phase == "wagers"
    assert last(log, "awarded")["awards"][0]["amount"] == "5000.10"
    start(table, {1: NOTHING})
    table.do(ReportController(state="lost"))
    finish(table)
    assert table.state.phase == "wagers"  # nobody has won anything: nothing waits
    check_meter(log)
    check_house(log, "7")


def test_a_stopped_jackpot_takes_no_wagers() -> None:
    log = new_log()
    table = stacked(log)
    jackpot = table.jackpot
    assert jackpot is not None
    jackpot.do(StopJackpot(cause="the account is short"), by="sue")
    with pytest.raises(NotAllowedNow, match="the jackpot is stopped: the account is short"):
        table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}))
    with pytest.raises(NotAllowedNow, match="the account is short"):
        jackpot.do(StopJackpot(cause="again"))
    jackpot.do(StartJackpot(), by="sue", second="ada")
    table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}))
    with pytest.raises(NotAllowedNow, match="it is not stopped"):
        jackpot.do(StartJackpot())


def test_a_stop_by_another_process_reaches_the_table_with_its_next_tick() -> None:
    log = new_log()
    table = stacked(log)
    Jackpot(log, "royal").do(StopJackpot(cause="a fault"))
    assert table.tick(Clock()()) == ()
    with pytest.raises(NotAllowedNow, match="the jackpot is stopped: a fault"):
        table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}))


def test_wagers_that_were_laid_before_a_stop_go_back_and_the_round_is_dealt_without() -> None:
    log = new_log()
    table = stacked(log)
    before = log.balance("player/p1")
    table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}))
    table.do(Wager(seat=2, wagers={"bet": 10_00}))
    assert table.jackpot is not None
    table.jackpot.do(StopJackpot(cause="the account is short"), by="sue")
    table.do(StartDeal())
    assert [place.wagers for place in table.state.seated.values()] == [{"bet": 10_00}, {"bet": 10_00}]
    assert log.balance("player/p1") == before - 10 * DOLLAR
    assert log.last("jackpot/royal", "contributed") is None
    given = {1: parse_cards(ALL.split()), 2: parse_cards(NOTHING.replace("Kh", "Ks").replace("9h", "9s").split())}
    table.do(EnterCards(deal=Deal(hands=given, dealer=dealer_beside(given))))
    finish(table)
    assert log.last("jackpot/royal", "awarded") is None
    check_meter(log)
    check_house(log, "7")


# ---- adjustments


def adjusted(
    log: Log,
    reason: str,
    amount: int,
    *,
    by: str = "sue",
    second: str = "ada",
    jackpots: Jackpots | None = None,
    **more: Any,
) -> Jackpot:
    jackpot = (jackpots or Jackpots(log)).get("royal")
    asked = AdjustMeter(reason=reason, amount=amount, **{"note": "as written up", **more})
    jackpot.do(asked, by=by, second=second)
    return jackpot


def created(**more: Any) -> MemoryLog:
    log = new_log()
    Jackpot(log, "royal").do(CreateJackpot(terms=terms_of(**more), game=rules_for("flush-poker").chosen))
    return log


def test_every_adjustment_has_a_reason_of_the_list_two_persons_and_a_note() -> None:
    log = created()
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"second": "sue"}, "adjust meter: needs two different persons"),
        ({"second": ""}, "adjust meter: needs two different persons"),
        ({"by": ""}, "adjust meter: needs two different persons"),
        ({"note": " "}, "note: must say what happened"),
        ({"pot": "overflow"}, "pot: must be meter or reserve"),
    )
    for more, message in wrong:
        with pytest.raises((InvalidInput, NotAllowedNow), match=message):
            adjusted(log, "malfunction", -5, **more)
    with pytest.raises(InvalidInput, match="'rounding' is no reason; there are malfunction, over cap"):
        adjusted(log, "rounding", -5)
    assert units(log, "meter") == 10_000 * DOLLAR
    adjusted(log, "malfunction", -5)
    adjustment = last(log, "adjusted")
    assert (adjustment["reason"], adjustment["amount"], adjustment["note"], adjustment["second"]) == (
        "malfunction",
        "-0.00000005",
        "as written up",
        "ada",
    )
    assert (adjustment["before"], adjustment["after"]) == ("10000.00", "9999.99999995")
    check_meter(log)


def test_where_the_money_of_an_adjustment_goes() -> None:
    assert REASONS == ("malfunction", "over cap", "seed recovery", "removal", "seizure")
    log = created()
    adjusted(log, "malfunction", 7 * DOLLAR)
    adjusted(log, "malfunction", -2 * DOLLAR)
    adjusted(log, "seed recovery", -10 * DOLLAR)
    assert units(log, "funding") == -(10_000 + 7 - 2 - 10) * DOLLAR
    with pytest.raises(NotAllowedNow, match=r"account holds 0\.00; deposit first"):
        adjusted(log, "seizure", -100 * DOLLAR)
    Jackpot(log, "royal").do(Deposit(amount=100_00, slip="S-1"), by="sue", second="ada")
    jackpot = adjusted(log, "seizure", -100 * DOLLAR)
    assert units(log, "account") == 0
    assert log.balance("outside/seized") == 100 * DOLLAR
    assert jackpot.state.stopped == "seizure"
    for reason in ("over cap", "seed recovery", "removal", "seizure"):
        with pytest.raises(InvalidInput, match=f"{reason} lowers what there is"):
            adjusted(log, reason, 1)
    with pytest.raises(InvalidInput, match=r"must leave at least 0 of 9895\.00"):
        adjusted(log, "malfunction", -9_896 * DOLLAR)
    with pytest.raises(InvalidInput, match="takes only what is above the cap"):
        adjusted(log, "over cap", -1)
    check_meter(log)


def test_what_is_above_the_cap_by_a_correction_goes_into_the_overflow() -> None:
    log = created(cap=10_100_00)
    adjusted(log, "malfunction", 150 * DOLLAR)
    with pytest.raises(InvalidInput, match=r"takes only what is above the cap of 10100\.00"):
        adjusted(log, "over cap", -51 * DOLLAR)
    adjusted(log, "over cap", -50 * DOLLAR)
    assert (units(log, "meter"), units(log, "overflow")) == (10_100 * DOLLAR, 50 * DOLLAR)
    check_meter(log)


def test_a_removed_prize_goes_into_another_jackpot_and_undisplayed_money_to_the_house() -> None:
    log = created(reserve=100_000)
    jackpots = Jackpots(log)
    other = jackpots.get("other")
    other.do(CreateJackpot(terms=terms_of("other", seed=5_00), game=rules_for("flush-poker").chosen))
    with pytest.raises(InvalidInput, match="a displayed prize goes into another jackpot"):
        adjusted(log, "removal", -units(log, "meter"))
    with pytest.raises(InvalidInput, match="only a removal goes into another jackpot"):
        adjusted(log, "malfunction", -1, into="other")
    with pytest.raises(InvalidInput, match="must be another jackpot with a meter"):
        adjusted(log, "removal", -1, into="royal")
    adjusted(log, "removal", -units(log, "meter"), into="other", jackpots=jackpots)
    assert (units(log, "meter"), units(log, "meter", "other")) == (0, 10_005 * DOLLAR)
    assert last(log, "received", "jackpot/other") == {
        **last(log, "received", "jackpot/other"),
        "from": "royal",
        "amount": "10000.00",
    }
    assert other.state == Jackpot(log, "other").state
    check_meter(log, "royal", "other")
    check_house(log)


def test_the_people_of_the_house_are_asked() -> None:
    class Nobody:
        is_one_person_house = False
        plays_for_money = False

        def permit(self, right: Right, first: str, second: str = "") -> None:
            raise NotPermitted(f"{right.name} {first} {second}")

        def permit_player(self, name: str) -> None:
            raise NotPermitted("may not play", field=name)

        def permit_for_seat(self, by: str, owner: str) -> None:
            raise NotPermitted(f"may not act for {owner}", field=by)

    log = created()
    tables_own = Table(log, "7", people=Nobody()).jackpots.get("royal")
    for shared in (Jackpots(log, people=Nobody()).get("royal"), tables_own):
        with pytest.raises(NotPermitted, match="hold jackpot sue"):
            shared.do(StopJackpot(cause="x"), by="sue")
    jackpot = Jackpot(log, "royal", people=Nobody())
    with pytest.raises(NotPermitted, match="adjust meter sue ada"):
        jackpot.do(AdjustMeter(reason="malfunction", amount=-1, note="x"), by="sue", second="ada")
    with pytest.raises(NotPermitted, match="record deposit sue"):
        jackpot.do(Deposit(amount=5_00, slip="S-1"), by="sue", second="ada")
    with pytest.raises(NotPermitted, match="hold jackpot sue"):
        jackpot.do(StopJackpot(cause="x"), by="sue")
    with pytest.raises(NotPermitted, match="change jackpot sue ada"):
        jackpot.do(ChangeJackpot(terms=terms_of()), by="sue", second="ada")


def test_the_same_request_counts_once() -> None:
    log = created()
    jackpot = Jackpot(log, "royal")
    first = jackpot.do(Deposit(amount=5_00, slip="S-1"), request="r1")
    assert jackpot.do(Deposit(amount=5_00, slip="S-1"), request="r1") == first
    assert Jackpot(log, "royal").do(Deposit(amount=5_00, slip="S-1"), request="r1") == first
    assert log.balance("house/bank") == -5_00 * CENT
    one = jackpot.do(AdjustMeter(reason="malfunction", amount=-1, note="x"), by="sue", second="ada", request="r2")
    assert (
        jackpot.do(AdjustMeter(reason="malfunction", amount=-1, note="x"), by="sue", second="ada", request="r2") == one
    )
    assert units(log, "meter") == 10_000 * DOLLAR - 1


# ---- terms


def test_terms_change_only_while_no_linked_table_is_open() -> None:
    log = new_log()
    table = stacked(log)
    jackpot = table.jackpot
    assert jackpot is not None
    faster = replace(terms_of(), increment=300_000)
    with pytest.raises(NotAllowedNow, match="table 7 is open on it"):
        jackpot.do(ChangeJackpot(terms=faster), by="sue", second="ada")
    table.do(CloseTable())
    with pytest.raises(NotApproved, match="cap: must be at least seed and reset"):
        jackpot.do(ChangeJackpot(terms=replace(faster, cap=9_999_99)), by="sue", second="ada")
    adjusted(log, "malfunction", 1)
    with pytest.raises(NotApproved, match=r"cap: must be at least the meter's 10000\.00000001"):
        jackpot.do(ChangeJackpot(terms=replace(faster, cap=10_000_00)), by="sue", second="ada")
    with pytest.raises(NotApproved, match="kind and seed stay"):
        jackpot.do(ChangeJackpot(terms=replace(faster, seed=1)), by="sue", second="ada")
    jackpot.do(ChangeJackpot(terms=faster), by="sue", second="ada")
    with pytest.raises(NotApproved, match="the table states other terms of the same jackpot"):
        table.do(OpenTable(rules=rules_for("flush-poker", dealer="person", cards="scanner"), day="2026-11-17"))
    table.do(
        OpenTable(rules=rules_for("flush-poker", dealer="person", cards="scanner", jackpot=faster), day="2026-11-17")
    )
    check_meter(log)


# ---- links


def test_games_that_are_won_alike_share_a_meter() -> None:
    log = new_log()
    stacked(log, "7", seats=1)
    other = opened(log, rules_for("wild-monkey-pai-gow", name="8"))
    assert Jackpot(log, "royal").state.tables == ("7", "8")
    other.do(CloseTable())
    assert Jackpot(log, "royal").state.tables == ("7",)
    with pytest.raises(NotApproved, match="is not won alike"):
        opened(log, rules_for("wild-monkey-pai-gow", name="9", options={"jackpot-paytable": "2"}))
    with pytest.raises(NotApproved, match="is not won alike"):
        opened(log, rules_for("flush-poker", name="9", options={"unqualified-jackpot": "lose"}))
    with pytest.raises(NotApproved, match="is not won alike"):
        opened(log, rules_for("down-under-blackjack", name="9"))
    assert log.head("table/9").number == 0


def test_the_number_of_decks_changes_how_a_progressive_is_won() -> None:
    keys = {link_key(rules_for("down-under-blackjack", options={"progressive": table}).chosen) for table in ("3c/5",)}
    eight: dict[str, object] = {"decks": "8", "match-the-dealer": "off", "progressive": "3d/5"}
    keys.add(link_key(rules_for("down-under-blackjack", options=eight).chosen))
    assert len(keys) == 2


def test_a_jackpot_that_is_not_linked_and_a_house_jackpot_have_one_table() -> None:
    log = new_log()
    stacked(log, "7", seats=1, jackpot=terms_of(linked=False))
    with pytest.raises(NotApproved, match="table 7 has it: it is not one that tables share"):
        stacked(log, "8", seats=1, jackpot=terms_of(linked=False))
    log = new_log()
    house = terms_of(kind="house", amount=5_000_00, linked=True)
    stacked(log, "7", seats=1, jackpot=house, options={"jackpot": "house"})
    with pytest.raises(NotApproved, match="a house jackpot is never shared"):
        stacked(log, "8", seats=1, jackpot=house, options={"jackpot": "house"})


def test_match_the_dealer_blackjack_may_be_declared_as_an_outside_game() -> None:
    log = new_log()
    rules = rules_for("down-under-blackjack")
    jackpot = Jackpot(log, "royal")
    jackpot.do(CreateJackpot(terms=terms_of(), game=rules.chosen))
    outside = rules.chosen.approval.operation.link
    assert outside is not None
    (name,) = outside.outside
    with pytest.raises(NotApproved, match="is no game that a letter names"):
        jackpot.do(declaration("go-fish", rules.chosen))
    right = declaration(name, rules.chosen)
    first, *others = right.lines
    line, pays, chance = first.rsplit("=", 2)
    for lines in (others, [*others, first], [f"{line}={pays}=1/7", *others], [f"{line}=11%={chance}", *others]):
        with pytest.raises(NotApproved, match="is not won alike"):
            jackpot.do(msgspec.structs.replace(right, lines=tuple(lines)))
    for more in ({"supplier": "somebody else"}, {"kept_out": ("folded-jackpot",)}):
        with pytest.raises(NotApproved, match="is not won alike"):
            jackpot.do(msgspec.structs.replace(right, **more))
    for text in ("royal flush", "royal flush=10%", "royal flush=10%=often", "a=b=1/0", "a=b=1e9/1"):
        with pytest.raises(InvalidInput, match="is not LINE=PAYS=CHANCE"):
            jackpot.do(msgspec.structs.replace(right, lines=(text,)))
    with pytest.raises(NotApproved, match="is not declared at this jackpot"):
        jackpot.do(EnterOutsideWagers(game=name, wagers=1_00))
    jackpot.do(right, by="sue")
    jackpot.do(EnterOutsideWagers(game=name, wagers=1_00))
    assert units(log, "meter") == 10_000 * DOLLAR + 100 * RATE
    check_meter(log)


def outside_jackpot(log: Log, **more: Any) -> tuple[Jackpot, str, Game]:
    """A meter that Match The Dealer Blackjack shares, the name of that game, and a game of ours that is won alike."""
    game = rules_for("down-under-blackjack").chosen
    jackpot = Jackpot(log, "royal", **more)
    jackpot.do(CreateJackpot(terms=terms_of(), game=game), by="sue", second="ada")
    link = game.approval.operation.link
    assert link is not None
    jackpot.do(declaration(link.outside[0], game), by="sue", second="ada")
    return jackpot, link.outside[0], game


def share_lines(game: Game) -> dict[str, Fraction]:
    wager = game.approval.jackpot
    assert wager is not None
    return {line.name: line.pay.times for line in offer(game, wager).shares}


def test_an_outside_win_is_paid_from_the_meter_as_it_stands_in_its_own_order() -> None:
    log = new_log()
    jackpot, name, game = outside_jackpot(log)
    jackpot.do(EnterOutsideWagers(game=name, wagers=25_00), request="w1")
    jackpot.do(EnterOutsideWagers(game=name, wagers=25_00), request="w1")
    meter = 10_000 * DOLLAR + 2500 * RATE
    assert units(log, "meter") == meter
    for number, (line, share) in enumerate(share_lines(game).items()):
        before = units(log, "meter")
        win = AwardOutsideWin(game=name, line=line, won_as=game, player="Pat of seat 3")
        done = jackpot.do(win, by="sue", second="dan", request=f"a{number}")
        assert jackpot.do(win, by="sue", second="dan", request=f"a{number}") == done
        paid = int(before * share / CENT) * CENT
        reset = 1_000 * DOLLAR if share == 1 else 0
        assert units(log, "meter") == before - paid + reset
        award = done[0].read(Awarded)
        assert (award.table, award.round, award.second, done[0].by) == (name, 0, "dan", "sue")
        assert (award.awards[0].player, award.awards[0].paid_by) == ("Pat of seat 3", "meter")
    assert jackpot.state == Jackpot(log, "royal").state
    assert jackpot.state.hits == len(share_lines(game))
    check_meter(log)
    assert audit_log(log).broken is None


def test_an_outside_win_needs_two_persons_a_line_of_the_meter_and_a_declared_game() -> None:
    log = new_log()
    jackpot, name, game = outside_jackpot(log)
    line = next(iter(share_lines(game)))
    for by, second in (("sue", "sue"), ("sue", ""), ("", "dan")):
        with pytest.raises(NotAllowedNow, match="award outside win: needs two different persons"):
            jackpot.do(AwardOutsideWin(game=name, line=line, won_as=game, player="pat"), by=by, second=second)
    with pytest.raises(InvalidInput, match="line: 'a pair' is no line; there are"):
        jackpot.do(AwardOutsideWin(game=name, line="a pair", won_as=game, player="pat"), by="sue", second="dan")
    wager = game.approval.jackpot
    assert wager is not None
    odds = next(one.name for one in offer(game, wager).lines if one.pay.kind in ("to", "for"))
    with pytest.raises(NotApproved, match="which the table pays and not the meter"):
        jackpot.do(AwardOutsideWin(game=name, line=odds, won_as=game, player="pat"), by="sue", second="dan")
    with pytest.raises(NotApproved, match="is not declared at this jackpot"):
        jackpot.do(AwardOutsideWin(game="go-fish", line=line, won_as=game, player="pat"), by="sue", second="dan")
    with pytest.raises(NotApproved, match="is not won alike"):
        jackpot.do(
            AwardOutsideWin(game=name, line=line, won_as=rules_for("flush-poker").chosen, player="pat"),
            by="sue",
            second="dan",
        )
    with pytest.raises(InvalidInput, match="player: must be"):
        jackpot.do(AwardOutsideWin(game=name, line=line, won_as=game, player=" "), by="sue", second="dan")
    assert units(log, "meter") == 10_000 * DOLLAR


def test_outside_wagers_are_whole_ones_and_none_while_the_jackpot_is_stopped() -> None:
    log = new_log()
    jackpot, name, _ = outside_jackpot(log)
    for staked in (0, -1_00, 1_50):
        with pytest.raises(InvalidInput, match="wagers: must be one or more of the jackpot's wagers"):
            jackpot.do(EnterOutsideWagers(game=name, wagers=staked))
    jackpot.do(StopJackpot(cause="short account"), by="sue")
    with pytest.raises(NotAllowedNow, match="the jackpot is stopped: short account"):
        jackpot.do(EnterOutsideWagers(game=name, wagers=1_00))


def test_roles_are_asked_for_outside_games_and_controllers_below_the_command_line() -> None:
    log = new_log()
    staff(log)
    people = House(log, hasher=QUICK)
    jackpot, name, game = outside_jackpot(log, people=people)
    line = next(iter(share_lines(game)))
    with pytest.raises(NotPermitted, match="ada: may not enter outside wagers"):
        jackpot.do(EnterOutsideWagers(game=name, wagers=1_00), by="ada")
    with pytest.raises(NotPermitted, match="award outside win: needs a"):
        jackpot.do(AwardOutsideWin(game=name, line=line, won_as=game, player="pat"), by="ada", second="dan")
    jackpot.do(EnterOutsideWagers(game=name, wagers=1_00), by="dan")
    table = opened(log, rules_for("down-under-blackjack", jackpot=terms_of()))
    guarded = Table.load(log, "7", people=people)
    for act in (ReportController(state="lost"), ReportController(state="back")):
        with pytest.raises(NotPermitted, match="ada: may not report controller"):
            guarded.do(act, by="ada")
        with pytest.raises(NotPermitted):
            guarded.do(act)
    guarded.do(ReportController(state="lost"), by="dan")
    guarded.do(ReportController(state="back"), by="dan")
    assert table.catch_up()


# ---- the account


def test_weekly_reconciliation_of_accrual_and_deposit() -> None:
    log = new_log()
    table = stacked(log, jackpot=terms_of(increment=500_000))
    play(table, {1: NOTHING, 2: "2s 3h 5d 7d 9c Js Ks"})
    jackpot = table.jackpot
    assert jackpot is not None
    assert jackpot.reconcile()["owed"] == "10001.00"
    jackpot.do(Deposit(amount=10_000_50, slip="S-1"), by="sue", second="ada")
    found = jackpot.reconcile()
    assert (found["accrued"], found["deposited"], found["owed"]) == ("10001.00", "10000.50", "0.50")
    assert found["adds up"]
    assert found["meter from"] == {"created": "10000.00", "contributed": "1.00"}
    assert [event.kind for event in jackpot.history()] == ["created", "linked", "deposited"]
    assert list(jackpot.history(hits=True)) == []
    with pytest.raises(InvalidInput, match="amount: must be more than zero"):
        jackpot.do(Deposit(amount=0, slip="S-1"))


# ---- anything, in any order


@pytest.mark.parametrize("seed", range(12))
def test_the_meter_is_seed_and_contributions_less_awards_and_adjustments_whatever_happens(seed: int) -> None:
    """Two processes, three linked tables, one meter: wins, voids, lost controllers, adjustments, crashes."""
    chance = random.Random(f"jackpot/{seed}")
    clock = Clock()
    log = MemoryLog(clock)
    terms = terms_of(
        increment=chance.choice([1, 77_777, RATE, 999_999 - 50_000]),
        reserve=chance.choice([0, 33_333]),
        reset=chance.choice([0, 1_000_00]),
        cap=chance.choice([0, 0, 10_050_00]),
        verify_above=chance.choice([0, 1_000_00]),
    )
    processes = [Jackpots(log), Jackpots(log)]
    names = ["7", "8", "9"]
    tables = {name: stacked(log, name, jackpots=chance.choice(processes), jackpot=terms) for name in names}
    for _ in range(120):
        name = chance.choice(names)
        table = tables[name]
        _step(table, chance)
        if chance.random() < 0.1:
            tables[name] = loaded(log, name, jackpots=chance.choice(processes))
        if chance.random() < 0.05:
            amount = chance.randint(-5_000, 5_000)
            if amount and units(log, "meter") + amount >= 0:
                adjusted(log, "malfunction", amount)
    check_meter(log)
    check_house(log, *names)
    assert audit_log(log).broken is None
    assert sum(event.kind == "awarded" for event in log.read("jackpot/royal")) > 3


def _step(table: Table, chance: random.Random) -> None:
    table.catch_up()
    state = table.state
    if state.phase == "held":
        table.do(VerifyWin(), by="ann" if not state.hold or not state.hold.verified else "bea")
    elif state.phase == "finished":
        table.do(ReportController(state="back"))
    elif state.phase == "wagers":
        if not state.controller:
            table.do(ReportController(state="back"))
        hands = chance.choice([{1: NOTHING}, {1: ALL}, {2: HALF}, {1: QUARTER, 2: NOTHING.replace("Jh", "Js")}])
        if chance.random() < 0.3:
            hands = {1: ALL, 2: HALF}
        start(table, hands)
    elif chance.random() < 0.15:
        table.do(VoidRound(reason="misdeal"))
    elif chance.random() < 0.1 and state.controller:
        table.do(ReportController(state="lost"))
    else:
        table.do(Decide(seat=open_round(state).turn or 0, decision=any_decision(open_round(state), chance)))
