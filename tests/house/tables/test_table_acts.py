"""What may happen at a table and what may not: seats, wagers, turns, time, dealers, requests, other processes."""

import datetime
import random
from collections.abc import Callable
from typing import Any

import pytest

from house.people.test_people import staffed
from house.support.tables import (
    DAY,
    Clock,
    any_decision,
    check_house,
    fund,
    loaded,
    new_log,
    opened,
    play_on,
    rules_for,
)
from houseway.cards.card import parse_cards
from houseway.errors import HousewayError, IllegalDecision, InvalidInput, NotAllowedNow, NotApproved
from houseway.games.round.decision import Choice
from houseway.house.log.ledger import NotEnoughFunds
from houseway.house.log.log import Appended, Batch, Log, OutcomeUnknown, StorageFailed
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act import ActInput
from houseway.house.people.act_fields import Deal
from houseway.house.people.house import NotPermitted
from houseway.house.people.rights import PLAY, SEAT_PLAYER, Right
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import Limit, parse_sheet
from houseway.house.sheets.table_rules import GamesRule, TableRules, rules_of
from houseway.house.tables.seat_acts import GiveValue, Join, Leave, SitOut
from houseway.house.tables.staff_acts import CloseTable, EnterCards, OpenTable, StartDeal, VoidRound
from houseway.house.tables.state import open_round
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager, Withdraw
from houseway.values import changed

HOLDEM = "down-under-holdem"
STAKES = {"ante": 10_00, "bet": 10_00}


def table_of(log: Log, game: str = HOLDEM, seats: str = "ann", **more: Any) -> Table:
    """A table with a player on each of its first seats."""
    table = opened(log, rules_for(game, **more))
    for seat, player in enumerate(seats.split(), start=1):
        if not log.balance(f"player/{player}"):
            fund(log, player)
        table.do(Join(seat=seat, player=player))
    return table


def kinds(log: Log, stream: str = "table/7") -> list[str]:
    return [event.kind for event in log.read(stream)]


# ---- opening and closing


def test_a_closed_table_does_nothing() -> None:
    log = new_log()
    table = Table(log, "7")
    assert table.view() == {**table.view(), "phase": "closed", "game": None, "seats": [], "turn": None, "dealer": []}
    acts: list[ActInput] = [
        Join(seat=1, player="ann"),
        Wager(seat=1, wagers=STAKES),
        StartDeal(),
        CloseTable(),
        VoidRound(reason="misdeal"),
        Decide(seat=1, decision="check"),
    ]
    for act in acts:
        with pytest.raises(HousewayError):
            table.do(act)
    assert kinds(log) == []


def test_a_table_is_opened_once_and_with_its_own_rules() -> None:
    log = new_log()
    table = table_of(log)
    with pytest.raises(NotAllowedNow, match="table: the table is open"):
        table.do(OpenTable(rules=rules_for(HOLDEM), day=DAY))
    with pytest.raises(InvalidInput, match="table: the rules are those of table 7"):
        Table(log, "8").do(OpenTable(rules=rules_for(HOLDEM), day=DAY))


def test_opening_tells_rules_sheet_software_and_day() -> None:
    log = new_log()
    table = Table(log, "7")
    rules = rules_for(HOLDEM)
    table.do(OpenTable(rules=rules, day=DAY, sheet="name = 7", software="abc"), by="sue")
    event = log.last("table/7", "opened")
    assert event is not None
    assert (event.by, event.data["sheet"], event.data["software"]) == ("sue", "name = 7", "abc")
    assert event.data["table"]["day"] == DAY
    assert TableRules.from_json(event.data["rules"]) == rules == table.state.rules


def test_a_table_that_was_closed_and_opened_again_goes_on_counting() -> None:
    log, chance = new_log(), random.Random("again")
    table = table_of(log)
    while table.state.rounds < 2 or table.state.round is not None:
        play_on(table, chance)
    table.do(CloseTable())
    assert kinds(log)[-2:] == ["revealed", "closed"]
    assert loaded(log).state == table.state
    table.do(OpenTable(rules=rules_for(HOLDEM), day="2026-11-17"))
    table.do(Join(seat=1, player="ann"))
    table.do(Wager(seat=1, wagers=STAKES))
    assert (table.state.rounds, table.state.decks, table.state.day) == (3, 4, "2026-11-17")
    assert loaded(log).state == table.state


def test_a_table_is_not_closed_over_wagers() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob")
    table.do(Wager(seat=1, wagers=STAKES))
    with pytest.raises(NotAllowedNow, match="wagers are on the layout"):
        table.do(CloseTable())
    table.do(Wager(seat=2, wagers=STAKES))
    with pytest.raises(NotAllowedNow, match="wagers are on the layout"):
        table.do(CloseTable())


# ---- seats


def test_seats_are_taken_and_left() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob")
    with pytest.raises(NotAllowedNow, match="seat 1 is taken"):
        table.do(Join(seat=1, player="cyd"))
    with pytest.raises(InvalidInput, match="must be 1 to 6, not 7"):
        table.do(Join(seat=7, player="cyd"))
    with pytest.raises(InvalidInput, match="is no name of a player"):
        table.do(Join(seat=3, player="Cyd Charisse"))
    table.do(Leave(seat=1))
    table.do(Join(seat=1, player="cyd"))
    assert [place.player for place in table.state.seated.values()] == ["cyd", "bob"]
    with pytest.raises(InvalidInput, match="nobody sits on seat 5"):
        table.do(Leave(seat=5))


def test_one_player_may_have_two_seats_and_one_purse() -> None:
    log = new_log()
    table = table_of(log, seats="ann ann")
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(Wager(seat=2, wagers=STAKES))
    assert log.balance("player/ann") == (100_000_00 - 40_00) * 1_000_000
    chance = random.Random("two seats")
    while table.state.round is not None:
        now = open_round(table.state)
        table.do(Decide(seat=now.turn or 0, decision=any_decision(now, chance)))
    check_house(log, "7")


def test_who_leaves_in_a_round_is_played_by_default_and_gone_after_it() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob")
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(Wager(seat=2, wagers=STAKES))
    table.do(Leave(seat=1))
    assert [seat["leaves"] for seat in table.view()["seats"]] == [True, False]
    assert loaded(log).state == table.state
    assert open_round(table.state).turn == 2  # nobody waits for who is gone
    table.do(Decide(seat=2, decision="play 3x"))
    assert table.state.round is None
    assert list(table.state.seated) == [2]
    decided = [event.data for event in log.read("table/7") if event.kind == "decided"]
    assert [(row["seat"], row["decision"], row.get("default", False)) for row in decided] == [
        (1, "check", True),
        (2, "play 3x", False),
        (1, "fold", True),
    ]
    assert loaded(log).state == table.state


def test_where_cards_are_entered_by_hand_the_dealer_enters_what_was_decided_before_the_player_left() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob", dealer="person", cards="hand")
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(Wager(seat=2, wagers=STAKES))
    table.do(StartDeal())
    table.do(Leave(seat=1))
    hands = {1: parse_cards(["Ah", "Kh"]), 2: parse_cards(["3s", "4s"])}
    table.do(
        EnterCards(
            deal=Deal(hands=hands, dealer=parse_cards(["9h", "2c"]), board=parse_cards(["Kd", "7s", "7c", "2d", "Jh"]))
        )
    )
    assert open_round(table.state).turn == 1
    table.do(Decide(seat=1, decision="play 3x"), by="deb")
    table.do(Decide(seat=2, decision="play 3x"), by="deb")
    assert list(table.state.seated) == [2]
    table.do(Wager(seat=2, wagers=STAKES))
    table.do(StartDeal())
    table.do(Leave(seat=2))
    table.do(
        EnterCards(
            deal=Deal(
                hands={2: hands[2]}, dealer=parse_cards(["9h", "2c"]), board=parse_cards(["Kd", "7s", "7c", "2d", "Jh"])
            )
        )
    )
    assert [event.kind for event in table.tick(Clock()())][:2] == ["decided", "decided"]


def test_who_leaves_before_the_deal_takes_the_wagers_along_and_the_others_are_dealt() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob cyd")
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(Wager(seat=2, wagers=STAKES))
    table.do(Leave(seat=1))
    assert log.balance("player/ann") == 100_000_00 * 1_000_000
    assert table.state.round is None
    table.do(Leave(seat=3))
    assert [seat.number for seat in open_round(table.state).seats] == [2]


def test_who_sits_out_is_not_waited_for_until_the_next_wager() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob")
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(SitOut(seat=2))
    assert [seat.number for seat in open_round(table.state).seats] == [1]
    with pytest.raises(NotAllowedNow, match="seat 1: the round is being played"):
        table.do(SitOut(seat=1))
    table.do(VoidRound(reason="misdeal"))
    assert [seat["sits_out"] for seat in table.view()["seats"]] == [False, True]
    table.do(Wager(seat=2, wagers=STAKES))
    assert [seat["sits_out"] for seat in table.view()["seats"]] == [False, False]
    table.do(Wager(seat=1, wagers=STAKES))
    assert [seat.number for seat in open_round(table.state).seats] == [1, 2]


# ---- wagers


def test_wagers_may_be_changed_and_taken_back_before_the_deal() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob")
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(Wager(seat=1, wagers={"ante": 25_00, "bet": 25_00}))
    assert log.balance("table/7/wagers") == 50_00 * 1_000_000
    table.do(Wager(seat=1, wagers={"ante": 5_00, "bet": 5_00}))
    assert log.balance("table/7/wagers") == 10_00 * 1_000_000
    table.do(Withdraw(seat=1))
    assert log.balance("table/7/wagers") == 0
    with pytest.raises(NotAllowedNow, match="seat 1: nothing is wagered"):
        table.do(Withdraw(seat=1))
    assert kinds(log)[-4:] == ["wagered", "wagered", "wagered", "withdrawn"]


def test_no_wagers_in_a_round() -> None:
    log = new_log()
    table = table_of(log, seats="ann")
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(Join(seat=2, player="bob"))
    with pytest.raises(NotAllowedNow, match="wagers are taken between rounds"):
        table.do(Wager(seat=2, wagers=STAKES))
    with pytest.raises(NotAllowedNow, match="the round is being played"):
        table.do(Withdraw(seat=1))


@pytest.mark.parametrize(
    ("wagers", "error", "message"),
    [
        ({"ante": 10_00}, InvalidInput, "seat 1: wagers.bet: is mandatory and missing"),
        ({"ante": 10_00, "bet": 5_00}, InvalidInput, "seat 1: wagers.bet: must equal the ante"),
        ({**STAKES, "play": 10_00}, InvalidInput, "comes from a decision"),
        ({**STAKES, "jackpot": 1_00}, InvalidInput, "unknown wager"),
        ({"ante": 4_00, "bet": 4_00}, NotApproved, "wagers.ante: must be 5.00 to 130.00, not 4.00"),
        ({"ante": 135_00, "bet": 135_00}, NotApproved, "wagers.ante: must be 5.00 to 130.00, not 135.00"),
        ({"ante": 7_00, "bet": 7_00}, NotApproved, "wagers.ante: must be in steps of 5.00, not 7.00"),
    ],
)
def test_wagers_outside_game_and_limits_are_refused(
    wagers: dict[str, int], error: type[HousewayError], message: str
) -> None:
    log = new_log()
    limit = Limit(minimum=5_00, maximum=130_00, step=5_00)
    table = table_of(log, limits={"ante": limit, "bet": limit})
    with pytest.raises(error, match=message):
        table.do(Wager(seat=1, wagers=wagers))
    assert kinds(log)[-1] == "joined"


def test_the_number_of_games_for_more_than_five_dollars_is_limited() -> None:
    log = new_log()
    table = table_of(log, "wild-monkey-pai-gow", games=GamesRule(bet=4, above=5_00, count_above=3))
    dear = {"dealer-joker": 6_00, "royal-riches": 6_00, "dealer-pai-gow": 6_00}
    with pytest.raises(NotApproved, match=r"at most 3 games may be played for more than 5\.00, not 4"):
        table.do(Wager(seat=1, wagers={"bet": 10_00, **dear}))
    with pytest.raises(NotApproved, match="a player may wager on at most 4 games, not 5"):
        table.do(Wager(seat=1, wagers={"bet": 10_00, **dear, "player-pai-gow-insurance": 1_00}))
    table.do(Wager(seat=1, wagers={"bet": 10_00, **dear, "dealer-pai-gow": 5_00}))


def test_nobody_wagers_more_than_the_purse_holds() -> None:
    log = new_log()
    fund(log, "ann", amount=25_00)
    table = table_of(log)
    with pytest.raises(NotEnoughFunds, match="player/ann"):
        table.do(Wager(seat=1, wagers={"ante": 15_00, "bet": 15_00}))
    table.do(Wager(seat=1, wagers=STAKES))
    with pytest.raises(NotEnoughFunds, match="player/ann"):
        table.do(Decide(seat=1, decision="play 3x"))
    assert log.balance("player/ann") == 5_00 * 1_000_000
    table.do(Decide(seat=1, decision="check"))
    with pytest.raises(NotEnoughFunds):
        table.do(Decide(seat=1, decision="play 1x"))
    table.do(Decide(seat=1, decision="fold"))
    check_house(log, "7")


def test_what_a_decision_stakes_is_limited_too() -> None:
    log = new_log()
    table = table_of(log, chip=1_00, most=25_00)
    table.do(Wager(seat=1, wagers={"ante": 9_50, "bet": 9_50}))
    with pytest.raises(NotApproved, match=r"stake: must be in chips of 1\.00, not 28\.50"):
        table.do(Decide(seat=1, decision="play 3x"))
    table.do(Decide(seat=1, decision="play 2x"))
    table.do(Wager(seat=1, wagers=STAKES))
    with pytest.raises(NotApproved, match=r"stake: must be at most 25\.00, not 30\.00"):
        table.do(Decide(seat=1, decision="play 3x"))


# ---- decisions


def test_only_the_seat_in_turn_decides_and_only_what_is_legal() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob")
    with pytest.raises(NotAllowedNow, match="no decision is awaited"):
        table.do(Decide(seat=1, decision="check"))
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(Wager(seat=2, wagers=STAKES))
    with pytest.raises(NotAllowedNow, match="seat 2: it is the turn of seat 1"):
        table.do(Decide(seat=2, decision="check"))
    with pytest.raises(IllegalDecision, match="'fold' is not legal here"):
        table.do(Decide(seat=1, decision="fold"))
    with pytest.raises(IllegalDecision, match="'all in' is not legal here"):
        table.do(Decide(seat=1, decision="all in"))
    table.do(Decide(seat=1, decision="check"), by="deb")
    event = log.last("table/7", "decided")
    assert event is not None
    assert (event.by, event.data["seat"], event.data["decision"]) == ("deb", 1, "check")


# ---- time


def test_a_decision_has_a_time_limit_and_a_posted_default() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = table_of(log, seats="ann bob")
    table.do(Wager(seat=1, wagers=STAKES))
    clock.move(5)
    table.do(Wager(seat=2, wagers=STAKES))
    assert table.deadline == "2026-11-16T12:00:35.000000Z"
    clock.move(29)
    assert table.tick(clock()) == ()
    clock.move(1)
    (event,) = table.tick(clock())
    assert (event.kind, event.by) == ("decided", "")
    assert event.data == {"round": 1, "seat": 1, "decision": "check", "default": True}
    assert table.deadline == "2026-11-16T12:01:05.000000Z"
    clock.move(10)
    table.do(Decide(seat=2, decision="play 2x"))
    assert loaded(log).deadline == table.deadline == "2026-11-16T12:01:15.000000Z"
    clock.move(30)
    assert [event.kind for event in table.tick(clock())] == ["decided", "settled", "revealed", "committed"]


@pytest.mark.parametrize(
    ("game", "wagers", "defaults"),
    [
        ("premium-holdem", {"ante": 10_00, "xtra-bonus": 10_00}, ["check", "fold"]),
        ("flush-poker", {"bet": 10_00}, ["fold"]),
        ("wild-monkey-pai-gow", {"bet": 10_00}, ["set house-way", "stand"]),
    ],
)
def test_the_posted_defaults_of_each_game(game: str, wagers: dict[str, int], defaults: list[str]) -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = table_of(log, game)
    table.do(Wager(seat=1, wagers=wagers))
    for _ in defaults:
        clock.move(30)
        table.tick(clock())
    assert [event.data["decision"] for event in log.read("table/7") if event.kind == "decided"] == defaults
    assert table.state.round is None


def test_blackjack_stands_by_default() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = table_of(log, "down-under-blackjack")
    while table.state.round is None:
        table.do(Wager(seat=1, wagers={"wager": 10_00}))
    clock.move(30)
    table.tick(clock())
    assert table.state.phase == "wagers"
    event = log.last("table/7", "decided")
    assert event is not None
    assert event.data["decision"] == "stand"


def test_a_table_that_deals_itself_does_not_wait_for_ever_for_wagers() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = table_of(log, seats="ann bob")
    assert table.deadline == ""
    table.do(Wager(seat=1, wagers=STAKES))
    clock.move(30)
    assert [event.kind for event in table.tick(clock())] == ["dealt"]
    assert [seat.number for seat in open_round(table.state).seats] == [1]


def test_a_table_with_a_dealer_waits_for_the_dealer() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = table_of(log, seats="ann", dealer="person")
    with pytest.raises(NotAllowedNow, match="nobody has wagered"):
        table.do(StartDeal(), by="deb")
    table.do(Wager(seat=1, wagers=STAKES))
    clock.move(1000)
    assert table.tick(clock()) == ()
    (event,) = table.do(StartDeal(), by="deb")
    assert (event.kind, event.by) == ("dealt", "deb")
    with pytest.raises(NotAllowedNow, match="a round is being played"):
        table.do(StartDeal(), by="deb")


def test_a_clock_that_jumps_back_stops_nothing() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = table_of(log)
    table.do(Wager(seat=1, wagers=STAKES))
    clock.move(-3600)
    table.do(Decide(seat=1, decision="check"))
    event = log.last("table/7", "decided")
    assert event is not None
    assert event.data["clock"] < event.at
    assert loaded(log).state == table.state
    assert table.tick(clock()) == ()
    clock.move(3600 + 31)
    assert table.tick(clock())
    check_house(log, "7")


# ---- cards from a real shoe


def test_cards_from_a_scanner_are_kept_secret_while_they_are_hidden() -> None:
    log = new_log()
    table = table_of(log, "down-under-blackjack", dealer="person", cards="scanner", options={"progressive": "off"})
    assert table.state.deck is None
    table.do(Wager(seat=1, wagers={"wager": 10_00}))
    table.do(StartDeal(), by="deb")
    assert table.state.phase == "cards"
    with pytest.raises(InvalidInput, match="seat 1: cards: must be 2 cards, not 1"):
        table.do(EnterCards(deal=Deal(hands={1: parse_cards(["5h"])}, dealer=parse_cards(["6c", "Td"]))), by="deb")
    table.do(EnterCards(deal=Deal(hands={1: parse_cards(["5h", "6h"])}, dealer=parse_cards(["6c", "Td"]))), by="deb")
    assert "Td" not in "".join(event.text for event in log.read("table/7"))
    assert loaded(log).state == table.state
    assert table.view(1)["dealer"] == ["6c", "??"]
    with pytest.raises(NotAllowedNow, match="no card is to be entered"):
        table.do(EnterCards(cards=(parse_cards(["9c"])[0],)))
    table.do(Decide(seat=1, decision="hit"))
    table.do(EnterCards(cards=(parse_cards(["2c"])[0],)), by="deb")
    table.do(Decide(seat=1, decision="stand"))
    table.do(EnterCards(cards=(parse_cards(["9d"])[0],)), by="deb")
    end = table.last_round()
    assert end is not None
    assert end.data["record"]["draws"] == ["2c", "9d"]
    assert table.state == loaded(log).state
    check_house(log, "7")


def test_a_card_that_the_shoe_does_not_hold_is_refused() -> None:
    log = new_log()
    table = table_of(log, HOLDEM, dealer="person", cards="hand")
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(StartDeal(), by="deb")
    with pytest.raises(InvalidInput, match="Ah appears more than once"):
        table.do(
            EnterCards(
                deal=Deal(
                    hands={1: parse_cards(["Ah", "Kh"])},
                    dealer=parse_cards(["Ah", "2c"]),
                    board=parse_cards(["3c", "4c", "5c", "6c", "7c"]),
                )
            )
        )
    table.do(VoidRound(reason="wrong number of cards"))
    assert log.balance("player/ann") == 100_000_00 * 1_000_000


# ---- requests


def test_the_same_request_counts_once_and_is_answered_alike() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob")
    first = table.do(Wager(seat=1, wagers=STAKES), request="r1")
    assert table.do(Wager(seat=1, wagers=STAKES), request="r1") == first
    assert loaded(log).do(Wager(seat=1, wagers=STAKES), request="r1") == first
    table.do(Wager(seat=2, wagers=STAKES), request="r2")
    assert (
        table.do(Wager(seat=1, wagers=STAKES), request="r1") == first
    )  # a wager would be refused now: the round is on
    decided = table.do(Decide(seat=1, decision="check"), request="r3")
    assert table.do(Decide(seat=1, decision="check"), request="r3") == decided
    assert kinds(log).count("decided") == 1
    assert kinds(log).count("wagered") == 2
    with pytest.raises(NotAllowedNow, match="it is the turn of seat 2"):
        table.do(Decide(seat=1, decision="check"), request="r4")


def test_a_request_of_one_table_is_none_of_another() -> None:
    log = new_log()
    one = table_of(log)
    other = opened(log, rules_for(HOLDEM, name="8"))
    other.do(Join(seat=1, player="ann"))
    assert one.do(Wager(seat=1, wagers=STAKES), request="r") != other.do(Wager(seat=1, wagers=STAKES), request="r")


class Flaky(MemoryLog):
    """A log that fails when a test wants it to."""

    fails = ""

    def commit(self, batches: Any) -> Any:
        fails, self.fails = self.fails, ""
        if fails == "before":
            raise StorageFailed("the disk is full", field="log")
        outcomes = super().commit(batches)
        if fails == "after":
            raise OutcomeUnknown("the answer was lost", field="log")
        return outcomes


@pytest.mark.parametrize("request_id", ["", "r1"])
def test_a_commit_that_failed_changed_nothing(request_id: str) -> None:
    log = Flaky(Clock())
    table = table_of(log)
    before = table.state
    log.fails = "before"
    with pytest.raises(StorageFailed):
        table.do(Wager(seat=1, wagers=STAKES), request=request_id)
    assert table.state == before == loaded(log).state
    table.do(Wager(seat=1, wagers=STAKES), request=request_id)
    assert kinds(log).count("wagered") == 1


def test_a_lost_answer_is_found_by_sending_the_request_again() -> None:
    log = Flaky(Clock())
    table = table_of(log)
    log.fails = "after"
    with pytest.raises(OutcomeUnknown):
        table.do(Wager(seat=1, wagers=STAKES), request="r1")
    events = table.do(Wager(seat=1, wagers=STAKES), request="r1")
    assert [event.kind for event in events] == ["wagered", "dealt"]
    assert kinds(log).count("wagered") == 1
    assert table.state == loaded(log).state


def test_after_a_lost_answer_the_table_looks_before_it_acts() -> None:
    log = Flaky(Clock())
    table = table_of(log)
    log.fails = "after"
    with pytest.raises(OutcomeUnknown):
        table.do(Wager(seat=1, wagers=STAKES))
    with pytest.raises(NotAllowedNow, match="wagers are taken between rounds"):
        table.do(Wager(seat=1, wagers=STAKES))
    table.do(Decide(seat=1, decision="check"))


# ---- other processes


def test_two_processes_at_one_table_see_each_other() -> None:
    log = new_log()
    here = table_of(log, seats="ann bob")
    there = loaded(log)
    here.do(Wager(seat=1, wagers=STAKES))
    there.do(Wager(seat=2, wagers=STAKES))
    assert there.state.round is not None
    here.do(Decide(seat=1, decision="check"))
    with pytest.raises(NotAllowedNow, match="it is the turn of seat 2"):
        there.do(Decide(seat=1, decision="check"))
    there.do(Decide(seat=2, decision="check"))
    here.catch_up()
    assert here.state == there.state == loaded(log).state


def test_a_decision_or_a_wager_that_comes_too_late_finds_the_default_taken_and_the_round_dealt() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = table_of(log, seats="ann bob")
    table.do(Wager(seat=1, wagers=STAKES))
    clock.move(30)
    with pytest.raises(NotAllowedNow, match="wagers are taken between rounds"):
        table.do(Wager(seat=2, wagers=STAKES))
    assert [seat.number for seat in open_round(table.state).seats] == [1]
    clock.move(30)
    with pytest.raises(IllegalDecision, match="play 3x"):
        table.do(Decide(seat=1, decision="play 3x"))  # it was checked for the seat
    decided = log.last("table/7", "decided")
    assert decided is not None
    assert (decided.data["decision"], decided.data["default"]) == ("check", True)


def test_a_request_id_that_was_used_for_something_else_is_an_error() -> None:
    log = new_log()
    table = table_of(log, seats="ann bob", dealer="person", cards="scanner")
    table.do(Wager(seat=1, wagers=STAKES), request="1")
    assert table.do(Wager(seat=1, wagers=STAKES), request="1") == table.do(Wager(seat=1, wagers=STAKES), request="1")
    other = {name: 2 * amount for name, amount in STAKES.items()}
    acts: list[ActInput] = [
        Wager(seat=1, wagers=other),
        Wager(seat=2, wagers=STAKES),
        Withdraw(seat=1),
        Leave(seat=1),
        SitOut(seat=1),
        Join(seat=3, player="cyd"),
        StartDeal(),
        Decide(seat=1, decision="check"),
        VoidRound(reason="misdeal"),
        EnterCards(cards=parse_cards(["Ah"])),
        CloseTable(),
    ]
    before = log.head("table/7")
    for act in acts:
        with pytest.raises(InvalidInput, match=r"^request 1: was used for something else"):
            table.do(act, request="1")
    assert log.head("table/7") == before
    table.do(StartDeal())
    dealer, board = parse_cards(["9h", "2c"]), parse_cards(["Kd", "7s", "7c", "2d", "Jh"])
    deal = EnterCards(deal=Deal(hands={1: parse_cards(["Ah", "Kh"])}, dealer=dealer, board=board))
    table.do(deal, request="2")
    answer = table.do(deal, request="2")
    assert answer[0].kind == "entered"
    guess = EnterCards(deal=Deal(hands={1: parse_cards(["As", "Ks"])}, dealer=dealer, board=board))
    assert table.do(guess, request="2") == answer  # and nobody learns whether it was right
    with pytest.raises(InvalidInput, match=r"^request 2: was used for something else"):
        table.do(EnterCards(cards=parse_cards(["Ah"])), request="2")


def test_time_limits_go_on_after_the_clock_has_jumped_back() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = table_of(log, seats="ann")
    clock.move(-3600)
    table.do(Wager(seat=1, wagers=STAKES))
    assert loaded(log).state == table.state
    clock.move(29)
    assert table.tick(clock()) == ()
    clock.move(1)
    assert [event.kind for event in table.tick(clock())] == ["decided"]


def test_a_default_of_one_process_does_not_hit_the_seat_that_got_the_turn_meanwhile() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    here = table_of(log, seats="ann bob")
    there = loaded(log)
    here.do(Wager(seat=1, wagers=STAKES))
    here.do(Wager(seat=2, wagers=STAKES))
    there.catch_up()
    clock.move(29)
    here.do(Decide(seat=1, decision="check"))
    clock.move(1)
    assert there.due(clock()) is not None  # what it knows is out of date: seat 1 seems to be late
    assert there.tick(clock()) == ()
    assert there.state == here.state
    assert open_round(there.state).turn == 2


def test_a_default_is_not_given_on_to_a_seat_that_got_the_turn_at_the_same_instant() -> None:
    log = new_log()
    here = table_of(log, seats="ann bob")
    here.do(Wager(seat=1, wagers=STAKES))
    here.do(Wager(seat=2, wagers=STAKES))
    here.do(Leave(seat=1))
    there = loaded(log)
    here.tick(Clock()())
    assert there.tick(Clock()()) == ()
    assert there.state == here.state
    assert open_round(there.state).turn == 2


def test_the_deal_of_two_processes_at_one_moment_is_one_deal() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    here = table_of(log, seats="ann bob")
    here.do(Wager(seat=1, wagers=STAKES))
    there = loaded(log)
    clock.move(30)
    here.tick(clock())
    assert there.tick(clock()) == ()
    assert kinds(log).count("dealt") == 1


def test_a_message_that_comes_too_late_is_refused_by_its_round() -> None:
    log = new_log()
    table = table_of(log)
    with pytest.raises(NotAllowedNow, match="round 2: it is round 1"):
        table.do(Wager(seat=1, wagers=STAKES, round=2))
    table.do(Wager(seat=1, wagers=STAKES, round=1))
    with pytest.raises(NotAllowedNow, match="round 2: it is round 1"):
        table.do(Decide(seat=1, decision="play 3x", round=2))
    table.do(Decide(seat=1, decision="play 3x", round=1))
    with pytest.raises(NotAllowedNow, match="round 1: it is round 2"):
        table.do(Wager(seat=1, wagers=STAKES, round=1))


# ---- who may


class Nobody:
    """Somebody who permits nothing, and notes what was asked."""

    is_one_person_house = False
    plays_for_money = False

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def permit(self, right: Right, first: str, second: str = "") -> None:
        self.asked.append((right.name, first, second))
        raise NotPermitted(f"may not {right.name}", field=first)

    def permit_player(self, name: str) -> None:
        raise NotPermitted("may not play", field=name)

    def permit_for_seat(self, by: str, _owner: str) -> None:
        self.permit(SEAT_PLAYER, by)


@pytest.mark.parametrize("wins", [True, False])
def test_a_decision_that_ends_the_round_needs_its_stake_whether_or_not_it_wins(wins: bool) -> None:
    log = MemoryLog(Clock())
    table = opened(log, rules_for(HOLDEM, dealer="person", cards="scanner"))
    fund(log, "ann", amount=25_00)
    table.do(Join(seat=1, player="ann"))
    table.do(Wager(seat=1, wagers=STAKES))
    table.do(StartDeal())
    mine, dealers = ("Ah Kh", "9h 2c") if wins else ("9h 2c", "Ah Kh")
    board = parse_cards(["Kd", "7s", "7c", "2d", "Jh"])
    table.do(
        EnterCards(deal=Deal(hands={1: parse_cards(mine.split())}, dealer=parse_cards(dealers.split()), board=board))
    )
    with pytest.raises(NotEnoughFunds, match=r"holds 5\.00, which is less than 30\.00"):
        table.do(Decide(seat=1, decision="play 3x"))
    table.do(Decide(seat=1, decision="check"))
    with pytest.raises(NotEnoughFunds, match=r"holds 5\.00, which is less than 10\.00"):
        table.do(Decide(seat=1, decision="play 1x"))
    table.do(Decide(seat=1, decision="fold"))
    assert log.balance("player/ann") == 5_00 * 1_000_000


class Known:
    """People who may play, and dan, who may seat players."""

    is_one_person_house = False
    plays_for_money = False

    def permit(self, right: Right, first: str, second: str = "") -> None:
        if right is SEAT_PLAYER and first != "dan":
            raise NotPermitted(f"may not {right.name}", field=first)

    def permit_player(self, name: str) -> None:
        """Everybody may."""

    def permit_for_seat(self, by: str, owner: str) -> None:
        self.permit(PLAY if by == owner else SEAT_PLAYER, by)


class Between(MemoryLog):
    """A log in which somebody else acts just before the next event is appended."""

    first: Callable[[], object] | None = None

    def append_batch(self, batch: Batch) -> Appended:
        if self.first:
            first, self.first = self.first, None
            first()
        return super().append_batch(batch)


def test_who_lost_the_seat_meanwhile_does_not_act_for_who_has_it_now() -> None:
    log = Between()
    table_of(log, seats="ann bea")
    table, elsewhere = loaded(log, people=Known()), loaded(log)

    def another() -> None:
        elsewhere.do(Leave(seat=1))
        elsewhere.do(Join(seat=1, player="cat"))

    fund(log, "cat")
    log.first = another
    with pytest.raises(NotPermitted, match="ann: may not seat player"):
        table.do(Wager(seat=1, wagers=STAKES), by="ann")
    assert table.state.seated[1].player == "cat"
    assert not table.state.betting
    acts: list[ActInput] = [
        SitOut(seat=1),
        Leave(seat=1),
        GiveValue(seat=1, value="x"),
        Wager(seat=1, wagers=STAKES),
        Withdraw(seat=1),
        Decide(seat=1, decision="fold"),
        Join(seat=3, player="cat"),
    ]
    for act in acts:
        with pytest.raises(NotPermitted, match="ann: may not seat player"):
            table.do(act, by="ann")
    table.do(Wager(seat=1, wagers=STAKES), by="cat")
    table.do(Wager(seat=2, wagers=STAKES), by="dan")  # a dealer, for the player
    assert table.state.phase == "decisions"


def test_staff_are_asked_who_they_are() -> None:
    log = new_log()
    table_of(log, dealer="person", cards="hand")
    nobody = Nobody()
    table = Table(log, "7", people=nobody)
    acts: list[tuple[ActInput, str, str]] = [
        (StartDeal(), "deb", ""),
        (VoidRound(reason="misdeal"), "sue", "deb"),
        (CloseTable(), "sue", ""),
        (EnterCards(cards=parse_cards(["Ah"])), "deb", ""),
    ]
    for act, by, second in acts:
        with pytest.raises(NotPermitted):
            table.do(act, by=by, second=second)
    assert nobody.asked == [
        ("deal", "deb", ""),
        ("void round", "sue", "deb"),
        ("close table", "sue", ""),
        ("enter cards", "deb", ""),
    ]


def test_staff_do_not_play() -> None:
    log = new_log()
    people = staffed(log)
    table_of(log)
    table = Table(log, "7", people=people)
    for name in ("sue", "dan", "amy", "ada"):
        with pytest.raises(NotPermitted, match=f"^{name}: may not play"):
            table.do(Join(seat=4, player=name), by="sue")
    table.do(Join(seat=4, player="pat"), by="sue")
    table.do(Join(seat=5, player="a.guest"), by="sue")


# ---- rules from a sheet


def test_rules_come_from_a_sheet_that_is_accepted_and_read_back_from_the_log() -> None:
    for game in (HOLDEM, "flush-poker", "down-under-blackjack", "wild-monkey-pai-gow", "premium-holdem"):
        sheet = parse_sheet(example_sheet(game))
        rules = rules_of(sheet, datetime.date(2026, 11, 16))
        assert TableRules.from_json(rules.to_json()) == rules
        assert (rules.name, rules.game, rules.cards, rules.dealer) == ("1", game, "hand", "person")
        assert rules.limits
        assert rules.games is not None


def test_a_sheet_that_is_refused_opens_nothing() -> None:
    sheet = parse_sheet(example_sheet(HOLDEM).replace("seats = 6", "seats = 9"))
    with pytest.raises(NotApproved, match="table 1: the sheet is refused: seats: 9 seats are more"):
        rules_of(sheet, datetime.date(2026, 11, 16))


def test_choices_are_shown_in_chips_and_within_the_limit() -> None:
    rules = rules_for("down-under-blackjack", chip=100, most=400_00, jackpot=None)
    choices = [Choice("hit"), Choice("double"), Choice("double", 1, 12_50), Choice("raise", 300_50, 900_00)]
    assert list(map(str, rules.payable(choices))) == ["hit", "double", "double 1 … 12", "raise 301 … 400"]
    assert rules.payable([Choice("double", 1, 50)]) == []
    assert list(map(str, rules_for("flush-poker").payable(choices))) == list(map(str, choices))
    log = new_log()
    fund(log, "ann")
    table = opened(log, changed(rules, cards="scanner", dealer="person"))
    table.do(Join(seat=1, player="ann"))
    table.do(Wager(seat=1, wagers={"wager": 10_00}))
    table.do(StartDeal())
    table.do(EnterCards(deal=Deal(hands={1: parse_cards(["5h", "6c"])}, dealer=parse_cards(["9d", "9s"]))))
    assert table.view(1)["choices"] == [
        {"decision": "hit", "label": "Hit", "key": "H"},
        {"decision": "stand", "label": "Stand", "key": "S"},
        {"decision": "double", "label": "Double", "key": "D"},
        {"decision": "double", "label": "Double for less", "key": "A", "least": "1.00", "most": "10.00"},
    ]


def test_no_table_takes_the_name_of_an_outside_game() -> None:
    rules = rules_for("down-under-holdem", name="match-the-dealer-blackjack", jackpot=None)
    with pytest.raises(InvalidInput, match="is the name of a game outside houseway"):
        opened(MemoryLog(), rules)
