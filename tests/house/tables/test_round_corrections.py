"""A settled round is corrected by two persons who had no hand in it, by an entry that posts the difference."""

import copy
import random
from typing import Any

import pytest

from house.support.floor import QUICK, WORDS
from house.support.people import add_person
from house.support.tables import DAY, check_house, fund, loaded, new_log, opened, rules_for, terms_of
from house.tables.test_entry_corrections import cards, money
from house.threats.test_money import house, real_table
from houseway.cards.deck import joker_deck
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, NotApproved
from houseway.games.round.record import settle
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.money_acts import AdjustMeter
from houseway.house.log.log import Appended, Log
from houseway.house.people.act_fields import Deal
from houseway.house.people.cage_acts import BuyIn
from houseway.house.people.cage_events import buy_in, cash_out
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson, AddPerson
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.sheets.sheet import Limit
from houseway.house.tables import award_corrections
from houseway.house.tables.enabled import practice_event
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.round_corrections import CorrectRound
from houseway.house.tables.seat_acts import Join, Leave
from houseway.house.tables.staff_acts import CloseTable, EnterCards, OpenTable, ReportController, StartDeal, VoidRound
from houseway.house.tables.state import Phase, open_round
from houseway.house.tables.table import Table, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

Record = dict[str, Any]
STRAIGHT = "2h 3h 4h 5h 6h 7h 8h"  # a straight flush of seven hearts: the whole meter
SHARE = "As Ks Qs Js Ts Kh Qh"  # a royal flush with king and queen suited: half of the meter
NOTHING = "2c 3d 5s 7c 9h Jh Kh"
OTHER = "2s 3c 5d 7s 9c Jd Kd"
DEALER = "4c 6d 8s Tc Qc Ad Kc"


def flush_table(log: Log | None = None, *, jackpot: bool = True, **more: Any) -> Table:
    """Flush poker with real cards: ann and ben play, dan enters."""
    log = log or new_log()
    fund(log, "ann", "ben")
    given: dict[str, Any] = {"cards": "hand", "dealer": "person", **({} if jackpot else {"jackpot": None}), **more}
    options = {} if jackpot else {"jackpot": "off"}
    table = opened(log, rules_for("flush-poker", options={**options, **given.pop("options", {})}, **given))
    table.do(Join(seat=1, player="ann"))
    table.do(Join(seat=2, player="ben"))
    return table


def play(
    table: Table,
    hands: dict[int, str],
    decisions: dict[int, str] | None = None,
    *,
    by: str = "dan",
    jackpot: bool = True,
    dealer: str = DEALER,
    wagers: dict[str, int] | None = None,
) -> int:
    """A round as dan enters it; the number of the round."""
    stakes = {"bet": 10_00, **({"jackpot": 1_00} if jackpot else {}), **(wagers or {})}
    for seat in hands:
        table.do(Wager(seat=seat, wagers=stakes))
    table.do(StartDeal(), by="dan")
    table.do(
        EnterCards(deal=Deal(hands={seat: cards(hand) for seat, hand in hands.items()}, dealer=cards(dealer))), by="dan"
    )
    while table.state.phase == Phase.DECISIONS:
        seat = open_round(table.state).turn or 0
        table.do(Decide(seat=seat, decision=(decisions or {}).get(seat, "raise 1x")), by=by)
    return table.state.rounds


def record_of(table: Table, number: int) -> Record:
    """What stands of a round."""
    found: Record = {}
    for event in table.log.read(table.stream):
        if event.kind in ("settled", "round corrected") and event.data["round"] == number:
            found = event.data["record"]
    return copy.deepcopy(found)


def with_hand(record: Record, seat: int, hand: str, decisions: list[str] | None = None) -> Record:
    changed = copy.deepcopy(record)
    for row in changed["seats"]:
        if row["seat"] == seat:
            row["cards"] = hand.split()
            if decisions is not None:
                row["decisions"] = decisions
    return changed


def correct(table: Table, number: int, record: Record, **more: Any) -> Appended:
    persons = {"by": "sue", "second": "deb"}
    for name in ("by", "second", "request"):
        if name in more:
            persons[name] = more.pop(name)
    return table.do(CorrectRound(round=number, record=record, **{"reason": "mistyped", **more}), **persons)


def balances(table: Table) -> dict[str, int]:
    """All that the players, the tray and the jackpot hold."""
    found = table.log.balances()
    return {name: amount for name, amount in found.items() if not name.startswith("outside/")}


def phase(table: Table) -> Phase:
    return table.state.phase


def is_sound(table: Table) -> None:
    assert table.state == loaded(table.log, table.name).state == replay_state(table.log, table.name)
    check_house(table.log, table.name)
    assert audit_log(table.log).broken is None
    assert deep_audit(table.log).findings == ()


def in_players_hands(table: Table) -> dict[str, int]:
    return {name: amount for name, amount in balances(table).items() if name.startswith("player/")}


# ---- the money


def test_the_difference_is_posted_and_both_settlements_stand() -> None:
    wrong, right = flush_table(jackpot=False), flush_table(jackpot=False)
    number = play(wrong, {1: NOTHING, 2: OTHER}, jackpot=False)
    play(right, {1: STRAIGHT, 2: OTHER}, jackpot=False)
    before = list(wrong.log.read("table/7"))
    (event,) = correct(wrong, number, with_hand(record_of(wrong, number), 1, STRAIGHT))
    assert event.kind == "round corrected"
    assert (event.by, event.data["second"], event.data["round"]) == ("sue", "deb", number)
    assert settle(event.data["record"]) == event.data["settlement"]
    assert list(wrong.log.read("table/7"))[:-1] == before, "nothing that was there is edited"
    assert event.data["corrects"] == before[-1].number
    assert balances(wrong) == balances(right)
    assert wrong.state.finished is not None
    assert wrong.state.finished.corrected == "mistyped"
    assert wrong.view()["settled"]["settlement"] == event.data["settlement"]
    assert wrong.view()["settled"]["corrected"] == "mistyped"
    is_sound(wrong)


def test_a_decision_that_staff_entered_is_corrected() -> None:
    wrong, right = flush_table(jackpot=False), flush_table(jackpot=False)
    play(right, {1: STRAIGHT, 2: OTHER}, {1: "raise 3x"}, jackpot=False)
    number = play(wrong, {1: STRAIGHT, 2: OTHER}, {1: "fold"}, jackpot=False)
    correct(wrong, number, with_hand(record_of(wrong, number), 1, STRAIGHT, ["raise 3x"]))
    assert balances(wrong) == balances(right)
    is_sound(wrong)


def test_a_round_is_corrected_twice_and_back_again() -> None:
    table = flush_table(jackpot=False)
    number = play(table, {1: NOTHING, 2: OTHER}, jackpot=False)
    first, start = record_of(table, number), balances(table)
    (one,) = correct(table, number, with_hand(first, 1, STRAIGHT))
    (two,) = correct(table, number, with_hand(first, 1, SHARE))
    assert two.data["corrects"] == one.number
    correct(table, number, first)
    assert balances(table) == start
    with pytest.raises(NotAllowedNow, match="stands so already"):
        correct(table, number, first)
    is_sound(table)


def test_an_older_round_is_corrected_while_others_are_played_and_after_closing() -> None:
    table = flush_table(jackpot=False)
    number = play(table, {1: NOTHING, 2: OTHER}, jackpot=False)
    play(table, {1: OTHER, 2: NOTHING}, jackpot=False)
    table.do(Wager(seat=1, wagers={"bet": 10_00}))
    table.do(StartDeal(), by="dan")
    correct(table, number, with_hand(record_of(table, number), 1, STRAIGHT))
    assert phase(table) == Phase.CARDS
    table.do(EnterCards(deal=Deal(hands={1: cards(NOTHING)}, dealer=cards(DEALER))), by="dan")
    table.do(Decide(seat=1, decision="fold"))
    is_sound(table)
    table.do(Leave(seat=1))
    table.do(Leave(seat=2))
    table.do(CloseTable(), by="sue")
    correct(table, number, with_hand(record_of(table, number), 1, SHARE))
    assert phase(table) == Phase.CLOSED
    is_sound(table)


def test_aggregate_limits_hold_for_a_correction_too() -> None:
    limits = {"natural-straight-flush": Limit(minimum=1_00, maximum=100_00, step=1_00, aggregate=500_00)}
    wrong, right = (flush_table(jackpot=False, limits=limits) for _ in range(2))
    bonus = {"natural-straight-flush": 10_00}
    play(right, {1: STRAIGHT, 2: OTHER}, jackpot=False, wagers=bonus)
    number = play(wrong, {1: NOTHING, 2: OTHER}, jackpot=False, wagers=bonus)
    (event,) = correct(wrong, number, with_hand(record_of(wrong, number), 1, STRAIGHT))
    assert [one["wager"] for one in event.data["limited"]] == ["natural-straight-flush"]
    assert balances(wrong) == balances(right)
    correct(wrong, number, with_hand(record_of(wrong, number), 1, NOTHING))
    is_sound(wrong)


def test_a_held_win_that_was_mistyped_is_corrected_and_the_table_goes_on() -> None:
    wrong, right = (flush_table(jackpot=False, verify_above=50_00) for _ in range(2))
    play(right, {1: NOTHING, 2: OTHER}, jackpot=False)
    number = play(
        wrong, {1: STRAIGHT, 2: OTHER}, {1: "raise 3x"}, jackpot=False, wagers={"natural-straight-flush": 5_00}
    )
    assert phase(wrong) == Phase.HELD
    wrong.do(VerifyWin(), by="deb")
    with pytest.raises(NotApproved, match="deb: verified a win"):
        correct(wrong, number, with_hand(record_of(wrong, number), 1, NOTHING))
    correct(wrong, number, with_hand(record_of(wrong, number), 1, NOTHING, ["raise 1x"]), second="sam")
    assert phase(wrong) == Phase.WAGERS
    assert wrong.log.balance("table/7/held") == 0
    is_sound(wrong)
    with pytest.raises(NotAllowedNow, match="no win is to be verified"):
        wrong.do(VerifyWin(), by="ada")


def test_a_held_win_that_is_corrected_to_another_one_is_paid_by_the_two() -> None:
    wrong, right = (flush_table(jackpot=False, verify_above=50_00) for _ in range(2))
    bonus = {"natural-straight-flush": 5_00}
    for table, hand in ((wrong, STRAIGHT), (right, SHARE)):
        play(table, {1: hand, 2: OTHER}, jackpot=False, wagers=bonus)
        assert phase(table) == Phase.HELD
    right.do(VerifyWin(), by="deb")
    right.do(VerifyWin(), by="sue")
    correct(wrong, 1, with_hand(record_of(wrong, 1), 1, SHARE))
    assert balances(wrong) == balances(right)
    is_sound(wrong)


def test_what_a_player_no_longer_has_is_refused_or_borne_by_the_house() -> None:
    table = flush_table(jackpot=False)
    number = play(table, {1: STRAIGHT, 2: OTHER}, {1: "raise 3x"}, jackpot=False)
    purse = money(table)["player/ann"]
    table.log.append(cash_out("ann", purse - 15_00))
    tray = table.log.balance("table/7/chips")
    right = with_hand(record_of(table, number), 1, NOTHING, ["fold"])
    with pytest.raises(NotAllowedNow, match=r"player ann: holds 15\.00, and must give back \d+\.00"):
        correct(table, number, right)
    (event,) = correct(table, number, right, waive=True)
    assert table.log.balance("player/ann") == 0
    assert table.log.balance("table/7/chips") == tray + 15_00 * 1_000_000
    borne = event.data["borne"]
    assert set(borne) == {"ann"}
    is_sound(table)
    fund(table.log, "ann", amount=1_000_00)
    correct(table, number, with_hand(right, 1, STRAIGHT, ["raise 3x"]))
    assert table.log.balance("table/7/chips") == tray, "what was borne is not paid a second time"
    assert money(table)["player/ann"] == 1_000_00 + 15_00
    is_sound(table)


@pytest.mark.parametrize("seed", range(6))
def test_a_corrected_round_is_worth_what_it_would_have_been(seed: int) -> None:
    """The twin: any two deals and decisions; corrected from one to the other, all balances are the other's."""
    chance = random.Random(f"twins/{seed}")
    deals = []
    for _ in range(4):
        deck = list(joker_deck())
        chance.shuffle(deck)
        texts = [" ".join(map(str, deck[start : start + 7])) for start in (0, 7, 14)]
        said = {seat: chance.choice(["fold", "raise 1x"]) for seat in (1, 2)}
        deals.append((texts, said))
    tables = []
    for (one, two, dealer), said in deals:
        table = flush_table(jackpot=False)
        bonuses = {"natural-straight-flush": 5_00, "natural-flush": 5_00, "royal-riches": 5_00}
        play(table, {1: one, 2: two}, said, jackpot=False, dealer=dealer, wagers=bonuses)
        tables.append(table)
    first = tables[0]
    for other in tables[1:]:
        correct(first, 1, record_of(other, 1))
        assert balances(first) == balances(other)
        is_sound(first)


# ---- the jackpot


def meter(table: Table) -> int:
    return table.log.balance("jackpot/royal/meter")


def verify(table: Table) -> None:
    if table.state.phase == Phase.HELD:
        table.do(VerifyWin(), by="ada")
        table.do(VerifyWin(), by="bea")


def test_a_jackpot_that_was_missed_is_paid_on_the_meter_as_it_stood() -> None:
    wrong, right = flush_table(), flush_table()
    play(right, {1: SHARE, 2: OTHER})
    number = play(wrong, {1: NOTHING, 2: OTHER})
    for table in (wrong, right):
        verify(table)
        play(table, {1: OTHER, 2: NOTHING})  # contributions that came later
    (event, awarded) = correct(wrong, number, with_hand(record_of(wrong, number), 1, SHARE))
    assert (awarded.stream, awarded.kind) == ("jackpot/royal", "award corrected")
    assert awarded.data["correction"] == event.number
    assert in_players_hands(wrong) == in_players_hands(right)
    assert meter(wrong) == meter(right)
    assert Jackpot(wrong.log, "royal").state.hits == Jackpot(right.log, "royal").state.hits == 1
    assert Jackpot(wrong.log, "royal").reconcile()["adds up"]
    is_sound(wrong)


def test_a_jackpot_that_was_mistyped_goes_back_into_the_meter() -> None:
    wrong, right = flush_table(), flush_table()
    play(right, {1: NOTHING, 2: OTHER})
    number = play(wrong, {1: STRAIGHT, 2: OTHER})
    verify(wrong)
    play(wrong, {1: OTHER, 2: NOTHING})
    play(right, {1: OTHER, 2: NOTHING})
    correct(wrong, number, with_hand(record_of(wrong, number), 1, NOTHING))
    assert in_players_hands(wrong) == in_players_hands(right)
    assert meter(wrong) == meter(right)
    for pot in ("reserve", "funding", "overflow"):
        assert wrong.log.balance(f"jackpot/royal/{pot}") == right.log.balance(f"jackpot/royal/{pot}")
    assert Jackpot(wrong.log, "royal").state.hits == 0
    is_sound(wrong)
    with pytest.raises(NotAllowedNow, match="stands so already"):
        correct(wrong, number, with_hand(record_of(wrong, number), 1, NOTHING))
    correct(wrong, number, with_hand(record_of(wrong, number), 1, STRAIGHT))
    correct(wrong, number, with_hand(record_of(wrong, number), 1, NOTHING))
    assert meter(wrong) == meter(right)
    is_sound(wrong)


def test_a_held_jackpot_that_was_mistyped_goes_back_before_anybody_is_paid() -> None:
    terms = terms_of(verify_above=100_00, reserve=11_111)
    wrong, right = _table_with(terms), _table_with(terms)
    play(right, {1: NOTHING, 2: OTHER})
    number = play(wrong, {1: STRAIGHT, 2: OTHER})
    assert phase(wrong) == Phase.HELD
    correct(wrong, number, with_hand(record_of(wrong, number), 1, NOTHING))
    assert phase(wrong) == Phase.WAGERS
    assert in_players_hands(wrong) == in_players_hands(right)
    for pot in ("meter", "reserve", "funding", "overflow"):
        assert wrong.log.balance(f"jackpot/royal/{pot}") == right.log.balance(f"jackpot/royal/{pot}")
    is_sound(wrong)


def _table_with(terms: Any) -> Table:
    log = new_log()
    fund(log, "ann", "ben")
    table = opened(log, rules_for("flush-poker", cards="hand", dealer="person", jackpot=terms))
    table.do(Join(seat=1, player="ann"))
    table.do(Join(seat=2, player="ben"))
    return table


def test_a_meter_that_was_won_since_is_not_corrected_so() -> None:
    table = flush_table()
    number = play(table, {1: STRAIGHT, 2: OTHER})
    verify(table)
    play(table, {1: SHARE, 2: OTHER})
    verify(table)
    before = balances(table)
    with pytest.raises(NotAllowedNow, match=r"the meter has moved since \(awarded, event \d+\).*incident"):
        correct(table, number, with_hand(record_of(table, number), 1, NOTHING))
    assert balances(table) == before
    correct(table, number, with_hand(record_of(table, number), 2, "2s 3c 5d 7s 9c Jd Ks"))  # nothing of the meter


def test_a_meter_that_moves_between_the_look_and_the_entry_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Somebody adjusts the meter just after it was found untouched."""
    table = flush_table()
    number = play(table, {1: NOTHING, 2: OTHER})
    jackpot, whole = table.jackpots.get("royal"), award_corrections.RoundAwards.find
    calls: list[int] = []

    def find(log: Log, past: Any) -> Any:
        found = whole(log, past)
        calls.append(1)
        if len(calls) == 1:
            jackpot.do(AdjustMeter(reason="malfunction", amount=-1_00_000_000, note="fault"), by="sue", second="ada")
        return found

    monkeypatch.setattr(award_corrections.RoundAwards, "find", find)
    with pytest.raises(NotAllowedNow, match="the meter has moved since"):
        correct(table, number, with_hand(record_of(table, number), 1, SHARE))
    assert len(calls) > 1


def test_a_lost_controller_keeps_the_meter_as_it_is() -> None:
    table = flush_table()
    number = play(table, {1: NOTHING, 2: OTHER})
    table.do(ReportController(state="lost"), by="dan")
    with pytest.raises(NotAllowedNow, match="controller cannot be reached"):
        correct(table, number, with_hand(record_of(table, number), 1, SHARE))
    table.do(ReportController(state="back"), by="dan")
    correct(table, number, with_hand(record_of(table, number), 1, SHARE))
    is_sound(table)


def test_a_meter_that_was_adjusted_since_is_not_corrected_so() -> None:
    table = flush_table()
    number = play(table, {1: NOTHING, 2: OTHER})
    table.jackpots.get("royal").do(
        AdjustMeter(reason="malfunction", amount=-1_00_000_000, note="fault"), by="sue", second="ada"
    )
    with pytest.raises(NotAllowedNow, match="the meter has moved since"):
        correct(table, number, with_hand(record_of(table, number), 1, SHARE))


# ---- who, and what


@pytest.mark.parametrize(
    ("by", "second", "why"),
    [
        ("sue", "", "needs two different persons"),
        ("sue", "sue", "needs two different persons"),
        ("", "sue", "may not|needs"),
        ("dan", "sue", "dan: entered cards or decisions"),
        ("sue", "dan", "dan: entered cards or decisions"),
        ("deb", "dan", "needs a"),
        ("pat", "sue", "needs a"),
        ("sue", "pat", "needs a"),
        ("ada", "deb", "needs a"),
        ("nobody", "sue", "needs a"),
    ],
)
def test_one_person_alone_or_one_with_a_hand_in_it_corrects_nothing(by: str, second: str, why: str) -> None:
    table, number = staffed()
    with pytest.raises((NotPermitted, NotApproved), match=why):
        correct(table, number, with_hand(record_of(table, number), 1, STRAIGHT), by=by, second=second)


def staffed() -> tuple[Table, int]:
    """A house with people; dan entered pat's cards, pat decided."""
    log, people, cage = house(cashier=False)
    cage.do(BuyIn(player="pat", amount=500_00), by="dan")
    table = real_table(log, people)
    table.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
    table.do(StartDeal(), by="deb")
    table.do(EnterCards(deal=Deal(hands={1: cards(NOTHING)}, dealer=cards(DEALER))), by="dan")
    table.do(Decide(seat=1, decision="raise 1x"), by="pat")
    return table, 1


@pytest.mark.parametrize("pair", [("sue", "sam"), ("sue", "deb"), ("deb", "sam"), ("sue", "ada")])
def test_two_others_correct_it(pair: tuple[str, str]) -> None:
    table, number = staffed()
    correct(table, number, with_hand(record_of(table, number), 1, STRAIGHT), by=pair[0], second=pair[1])
    is_sound(table)


def test_a_practice_house_of_one_person_corrects_alone() -> None:
    log = new_log()
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    log.append(practice_event(by="ada", one_person=True))
    log.clock.move(1)  # type: ignore[attr-defined]
    add_person(people, AddPerson(name="pat", roles=("player",), password=WORDS), by="ada")
    add_person(people, AddPerson(name="sol", roles=("supervisor", "administrator"), password=WORDS), by="ada")
    log.append(buy_in("pat", 500_00))
    table = Table(log, "7", people=people)
    rules = rules_for("flush-poker", options={"jackpot": "off"}, jackpot=None, cards="hand", dealer="person")
    table.do(OpenTable(rules=rules, day=DAY), by="sol")
    table.do(Join(seat=1, player="pat"), by="pat")
    table.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
    table.do(StartDeal(), by="sol")
    table.do(EnterCards(deal=Deal(hands={1: cards(NOTHING)}, dealer=cards(DEALER))), by="sol")
    table.do(Decide(seat=1, decision="raise 1x"), by="pat")
    correct(table, 1, with_hand(record_of(table, 1), 1, STRAIGHT), by="sol", second="")
    is_sound(table)
    assert deep_audit(log).findings == ()


def test_who_entered_a_decision_does_not_correct_the_round() -> None:
    table = flush_table(jackpot=False)
    number = play(table, {1: NOTHING, 2: OTHER}, by="sue", jackpot=False)
    with pytest.raises(NotApproved, match="sue: entered cards or decisions"):
        correct(table, number, with_hand(record_of(table, number), 1, STRAIGHT))


def test_what_a_player_decided_stands() -> None:
    table, number = staffed()
    with pytest.raises(NotApproved, match="pat decided this"):
        correct(table, number, with_hand(record_of(table, number), 1, NOTHING, ["fold"]))
    with pytest.raises(NotApproved, match="pat decided this"):
        correct(table, number, with_hand(record_of(table, number), 1, STRAIGHT, ["raise 3x"]))


def test_the_cards_of_a_fair_shuffle_stand() -> None:
    log = new_log()
    fund(log, "ann")
    table = opened(log, rules_for("flush-poker", options={"jackpot": "off"}, jackpot=None))
    table.do(Join(seat=1, player="ann"))
    table.do(Wager(seat=1, wagers={"bet": 10_00}))
    table.do(Decide(seat=1, decision="fold"), by="dan")
    mine = record_of(table, 1)["seats"][0]["cards"]
    spare = next(str(card) for card in joker_deck() if str(card) not in (*mine, *record_of(table, 1)["dealer"]))
    with pytest.raises(NotApproved, match="fair shuffle"):
        correct(table, 1, with_hand(record_of(table, 1), 1, " ".join([spare, *mine[1:]])))
    correct(table, 1, with_hand(record_of(table, 1), 1, " ".join(mine), ["raise 1x"]))
    is_sound(table)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda record: record["seats"][0]["wagers"].update(bet="1000.00"), "seat 1: wagers: must be as it was"),
        (lambda record: record["seats"][0].update(player="ben"), "seat 1: player: must be as it was"),
        (lambda record: record["seats"].pop(), "seats: must be as they were"),
        (lambda record: record["jackpot"].update(meter="9000000.00"), "jackpot: must be as it was"),
        (lambda record: record["jackpot"].update(prizes_from="meter"), "jackpot: must be as it was"),
        (lambda record: record["options"].update({"natural-flush": "5"}), "options: must be as it was"),
        (lambda record: record.update(void="misdeal"), "void: a settled round is not called off"),
        (lambda record: record.update(meta={"x": 1}), "meta: must be as it was"),
        (lambda record: record.update(game="premium-holdem"), "unknown|must be|no option"),
        (lambda record: record["seats"][0].update(cards=["2h", "3h", "4h", "5h", "6h", "7h", "7h"]), "7h"),
        (lambda record: record["seats"][0].update(decisions=["raise 9x"]), "must be an amount|not legal"),
    ],
)
def test_a_correction_mints_no_money(change: Any, why: str) -> None:
    table = flush_table()
    number = play(table, {1: NOTHING, 2: OTHER})
    before, record = balances(table), with_hand(record_of(table, number), 1, SHARE)
    change(record)
    with pytest.raises(HousewayError, match=why):
        correct(table, number, record)
    assert balances(table) == before


def test_a_round_that_is_open_void_or_another_tables_is_not_corrected() -> None:
    table = flush_table(jackpot=False)
    other = opened(
        table.log, rules_for("flush-poker", name="8", options={"jackpot": "off"}, jackpot=None, cards="hand")
    )
    number = play(table, {1: NOTHING, 2: OTHER}, jackpot=False)
    record = record_of(table, number)
    table.do(Wager(seat=1, wagers={"bet": 10_00}))
    table.do(StartDeal(), by="dan")
    for wrong, reason in ((number + 1, "is open"), (number + 2, "has no round"), (0, "has no round")):
        with pytest.raises(HousewayError, match=reason):
            correct(table, wrong, with_hand(record, 1, STRAIGHT))
    table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    with pytest.raises(NotAllowedNow, match="was called off"):
        correct(table, number + 1, with_hand(record, 1, STRAIGHT))
    with pytest.raises(InvalidInput, match="has no round"):
        correct(other, number, with_hand(record, 1, STRAIGHT))


def test_two_processes_that_correct_one_round_correct_it_once() -> None:
    table = flush_table(jackpot=False)
    number = play(table, {1: NOTHING, 2: OTHER}, jackpot=False)
    other, record = loaded(table.log), record_of(table, number)
    correct(table, number, with_hand(record, 1, STRAIGHT))
    after = balances(table)
    with pytest.raises(NotAllowedNow, match="stands so already"):
        correct(other, number, with_hand(record, 1, STRAIGHT), by="sam", second="ada")
    assert balances(table) == after
    correct(other, number, with_hand(record, 1, SHARE), by="sam", second="ada")
    table.catch_up()
    is_sound(table)


def test_the_same_request_corrects_once_and_belongs_to_its_content() -> None:
    table = flush_table(jackpot=False)
    number = play(table, {1: NOTHING, 2: OTHER}, jackpot=False)
    record = record_of(table, number)
    once = correct(table, number, with_hand(record, 1, STRAIGHT), request="a")
    after = balances(table)
    assert correct(table, number, with_hand(record, 1, STRAIGHT), request="a") == once
    assert balances(table) == after
    with pytest.raises(InvalidInput, match="was used for something else"):
        correct(table, number, with_hand(record, 1, SHARE), request="a")
    assert balances(table) == after
    correct(table, number, with_hand(record, 1, SHARE), request="b")
    assert correct(table, number, with_hand(record, 1, STRAIGHT), request="a") == once
    is_sound(table)
