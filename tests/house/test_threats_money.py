"""Attacks on the money: no single person moves it without another or without being found (docs/threats.md)."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from house.floor import QUICK, WORDS
from house.tables import DAY, Clock, rules_for, terms_of
from houseway.cards.card import parse_cards
from houseway.cards.deck import joker_deck
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, NotApproved
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.log.ledger import NotEnoughFunds
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.cage import Cage
from houseway.house.people.people import NotPermitted, People
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.statement import statement_of
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import VERIFY_ABOVE, parse_sheet
from houseway.house.sheets.table_rules import TableRules, rules_of
from houseway.house.store.store import open_log
from houseway.house.tables.settling import _large_winners
from houseway.house.tables.state import Phase, open_round
from houseway.house.tables.table import Table, load_state, replay_state

ROYAL = "2h 3h 4h 5h 6h 7h 8h"


def house(*, cashier: bool = True) -> tuple[MemoryLog, People, Cage]:
    """A house in business, its bank funded."""
    log = MemoryLog(Clock())
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    staff = [("sue", "supervisor"), ("sam", "supervisor"), ("dan", "dealer"), ("deb", "dealer"), ("pat", "player")]
    for name, role in [*staff, *([("kim", "cashier")] if cashier else []), ("bea", "administrator")]:
        people.add("ada", name, [role], WORDS)
    cage = Cage(log, people)
    cage.fund("ada", "sue", 100_000_00)
    return log, people, cage


def real_table(log: Log, people: People, **more: Any) -> Table:
    """A table of flush poker whose cards a dealer enters."""
    given: dict[str, Any] = {"jackpot": None, "cards": "hand", "dealer": "person", "verify_above": 1_000_00}
    table = Table(log, "7", people=people)
    table.open(rules_for("flush-poker", **{**given, **more}), day=DAY, by="sue")
    table.join(1, "pat", by="pat")
    return table


def enter_royal(table: Table, by: str = "dan") -> None:
    table.wager(1, {"bet": 10_00, "natural-straight-flush": 10_00}, by="pat")
    table.deal(by=by)
    hand = parse_cards(ROYAL.split())
    rest = [card for card in joker_deck() if card not in hand]
    table.enter_deal({1: hand}, rest[:7], by=by)
    while table.state.phase == Phase.DECISIONS:
        table.decide(1, "raise 1x", by="pat")


# ---- entered cards and large payouts


def test_an_entered_straight_flush_pays_nobody_before_two_others_have_seen_it() -> None:
    log, people, cage = house()
    cage.open_drawer("kim", "sue", 1_000_00)
    cage.buy_in("kim", "pat", 500_00)
    table = real_table(log, people)
    enter_royal(table)
    assert table.state.phase == Phase.HELD
    held = log.balance("table/7/held")
    assert held > 1_000_00 * 1_000_000
    purse = log.balance("player/pat")
    for thief, why in [("dan", "entered cards or decisions"), ("pat", "may not|plays at this table")]:
        with pytest.raises(HousewayError, match=why):
            table.verify_win(by=thief)
    table.verify_win(by="deb")
    with pytest.raises(NotApproved, match="has verified it"):
        table.verify_win(by="deb")
    assert log.balance("player/pat") == purse
    assert table.state == load_state(log, "7") == replay_state(log, "7")
    table.verify_win(by="sue")
    assert log.balance("player/pat") == purse + held
    assert audit_log(log).broken is None


def test_who_entered_a_decision_does_not_verify_either() -> None:
    log, people, cage = house()
    cage.open_drawer("kim", "sue", 1_000_00)
    cage.buy_in("kim", "pat", 500_00)
    table = real_table(log, people)
    table.wager(1, {"bet": 10_00, "natural-straight-flush": 10_00}, by="pat")
    table.deal(by="dan")
    hand = parse_cards(ROYAL.split())
    table.enter_deal({1: hand}, [card for card in joker_deck() if card not in hand][:7], by="dan")
    table.decide(1, "raise 1x", by="sue")
    assert table.state.phase == Phase.HELD
    for involved in ("dan", "sue"):
        with pytest.raises(NotApproved, match="entered cards or decisions"):
            table.verify_win(by=involved)
    table.verify_win(by="deb")
    table.verify_win(by="sam")
    assert load_state(log, "7").phase == Phase.WAGERS


def test_a_sheet_that_states_no_amount_has_the_usual_one() -> None:
    from datetime import date

    text = example_sheet("flush-poker")
    assert rules_of(parse_sheet(text), date(2026, 11, 16)).verify_above == VERIFY_ABOVE == 5_000_00
    stated = text.replace("[controls]\n", '[controls]\nverify-above = "750.00"\n')
    rules = rules_of(parse_sheet(stated), date(2026, 11, 16))
    assert rules.verify_above == 750_00
    assert TableRules.from_json(rules.to_json()) == rules


@pytest.mark.parametrize("amount", ["5000.01", "999999999.99"])
def test_a_sheet_never_raises_what_one_person_pays(amount: str) -> None:
    from datetime import date

    text = example_sheet("flush-poker").replace("[controls]\n", f'[controls]\nverify-above = "{amount}"\n')
    with pytest.raises(NotApproved, match=r"controls\.verify-above: .* At most 5000\.00"):
        rules_of(parse_sheet(text), date(2026, 11, 16))
    highest = text.replace(amount, "5000.00")
    assert rules_of(parse_sheet(highest), date(2026, 11, 16)).verify_above == VERIFY_ABOVE


def test_a_player_on_several_seats_is_one_winner() -> None:
    rules = rules_for("flush-poker", jackpot=None, verify_above=1_000_00)
    won = {1: 400_00, 2: 700_00, 3: 500_00, 5: 500_00}
    assert _large_winners(rules, won, {1: "pat", 2: "ann", 3: "pat", 4: "bob", 5: "pat"}) == {1, 3, 5}
    assert _large_winners(rules, won, {1: "pat", 2: "ann", 3: "ann", 5: "bob"}) == {2, 3}
    assert _large_winners(rules, won, {1: "pat", 2: "ann", 3: "pat", 5: "bob"}) == set()


def test_entered_cards_that_pay_several_seats_a_little_each_are_held_together() -> None:
    log, people, cage = house()
    cage.open_drawer("kim", "sue", 1_000_00)
    cage.buy_in("kim", "pat", 1_000_00)
    cage.buy_in("kim", "guest", 1_000_00)
    table = real_table(log, people, verify_above=350_00)
    table.join(2, "guest", by="dan")
    for seat in (1, 2):
        table.wager(seat, {"bet": 100_00}, by="dan")
    table.deal(by="dan")
    hands = {1: parse_cards(ROYAL.split()), 2: parse_cards(ROYAL.replace("h", "d").split())}
    table.enter_deal(hands, parse_cards(["9s", "Tc", "Qh", "Kc", "Ac", "3s", "5s"]), by="dan")
    for seat in (1, 2):
        table.decide(seat, "raise 1x", by="dan")
    assert table.state.phase == Phase.HELD
    assert table.state.hold is not None
    assert dict(table.state.hold.awards) == {"pat": 400_00, "guest": 400_00}
    assert (log.balance("player/pat"), log.balance("player/guest")) == (800_00 * 1_000_000,) * 2
    table.verify_win(by="deb")
    table.verify_win(by="sue")
    assert (log.balance("player/pat"), log.balance("player/guest")) == (1_200_00 * 1_000_000,) * 2


def test_a_shuffled_table_holds_large_payouts_too() -> None:
    log = MemoryLog(Clock())
    from house.tables import fund, opened, usual_wagers

    fund(log, "ann")
    table = opened(log, rules_for("down-under-holdem", verify_above=1))
    table.join(1, "ann")
    for _ in range(30):
        table.wager(1, usual_wagers(table.state.open_rules.chosen))
        while table.state.phase == Phase.DECISIONS:
            legal = [one.text for one in open_round(table.state).choices() if one.complete]
            table.decide(1, legal[-1])
        if table.state.phase == Phase.HELD:
            break
    assert table.state.phase == Phase.HELD
    with pytest.raises(NotApproved, match="plays at this table"):
        table.verify_win(by="ann")


# ---- the cage


def test_a_dealer_mints_no_chips_at_the_cage_of_a_house_with_a_cashier() -> None:
    _, _, cage = house()
    for act in (cage.buy_in, cage.cash_out):
        with pytest.raises(NotPermitted, match="that is for a cashier"):
            act("dan", "pat", 100_00)


@pytest.mark.parametrize("cashier", [True, False])
def test_large_buy_ins_and_cash_outs_need_a_second_person(cashier: bool) -> None:
    log, _, cage = house(cashier=cashier)
    who = "kim" if cashier else "dan"
    if cashier:
        cage.open_drawer("kim", "sue", 50_000_00)
    cage.buy_in(who, "pat", 10_000_00)
    with pytest.raises(NotPermitted, match="needs two different persons"):
        cage.buy_in(who, "pat", 10_000_01)
    for second in (who, "deb", "ada"):
        with pytest.raises(NotPermitted):
            cage.buy_in(who, "pat", 10_000_01, second=second)
    cage.buy_in(who, "pat", 10_000_01, second="sue")
    with pytest.raises(NotPermitted, match="needs two different persons"):
        cage.cash_out(who, "pat", 20_000_00)
    (paid,) = cage.cash_out(who, "pat", 20_000_00, second="sam")
    assert paid.data["second"] == "sam"
    assert log.balance("player/pat") == 1 * 1_000_000


def test_staff_do_not_buy_in_for_themselves() -> None:
    _, _, cage = house()
    cage.open_drawer("kim", "sue", 1_000_00)
    for player in ("kim", "dan", "sue"):
        with pytest.raises(NotPermitted):
            cage.buy_in("kim", player, 100_00)


def test_a_dealer_is_no_cashier() -> None:
    _, people, _ = house()
    with pytest.raises(InvalidInput, match="a dealer is no cashier"):
        people.change_roles("ada", "dan", ["dealer", "cashier"], second="bea")


def test_cash_goes_through_a_drawer_that_two_persons_count() -> None:
    log, _, cage = house()
    with pytest.raises(NotAllowedNow, match="kim: has no open drawer"):
        cage.buy_in("kim", "pat", 100_00)
    with pytest.raises(NotPermitted):
        cage.open_drawer("kim", "kim", 1_000_00)
    cage.open_drawer("kim", "sue", 1_000_00, request="shift")
    cage.open_drawer("kim", "sue", 1_000_00, request="shift")
    with pytest.raises(NotAllowedNow, match="has an open drawer"):
        cage.open_drawer("kim", "sue", 1_000_00)
    cage.buy_in("kim", "pat", 300_00)
    cage.cash_out("kim", "pat", 100_00)
    assert log.balance("house/drawer/kim") == 1_200_00 * 1_000_000
    bank = log.balance("house/bank")
    (closed,) = cage.close_drawer("kim", "sam", 1_150_00)
    assert closed.data["expected"] == "1200.00"
    assert log.balance("house/drawer/kim") == 0
    assert log.balance("house/bank") == bank + 1_150_00 * 1_000_000
    assert log.balance("house/variance") == 50_00 * 1_000_000  # the missing fifty are found
    with pytest.raises(NotAllowedNow, match="has no open drawer"):
        cage.close_drawer("kim", "sam", 0)
    assert sum(log.balances().values()) == 0


def test_a_drawer_pays_no_more_than_it_holds() -> None:
    _, _, cage = house()
    cage.open_drawer("kim", "sue", 50_00)
    cage.buy_in("kim", "pat", 100_00)
    cage.close_drawer("kim", "sue", 150_00)
    cage.open_drawer("kim", "sue", 50_00)
    with pytest.raises(NotEnoughFunds, match="house/drawer/kim"):
        cage.cash_out("kim", "pat", 100_00)


def test_bank_and_trays_do_not_fall_below_zero() -> None:
    _, _, cage = house()
    with pytest.raises(InvalidInput, match=r"the bank holds 100000\.00"):
        cage.fill("sue", "dan", "7", 100_001_00)
    cage.fill("sue", "dan", "7", 60_000_00)
    with pytest.raises(InvalidInput, match=r"the bank holds 40000\.00"):
        cage.fund("ada", "sue", -50_000_00)
    with pytest.raises(InvalidInput, match=r"table/7/chips holds 60000\.00"):
        cage.credit("sue", "dan", "7", 60_001_00)
    with pytest.raises(InvalidInput, match="the bank holds"):
        cage.open_drawer("kim", "sue", 40_001_00)


def test_a_deposit_needs_something_owed_and_money_in_the_bank() -> None:
    log, people, _ = house()
    jackpot = Jackpot(log, "royal", people=people)
    rules = rules_for("flush-poker", jackpot=terms_of(seed=10_000_00))
    assert rules.jackpot is not None
    jackpot.create(rules.jackpot, rules.chosen, by="sue", second="ada")
    with pytest.raises(NotAllowedNow, match=r"10000\.00 is owed"):
        jackpot.deposit(10_000_01, by="sue")
    jackpot.deposit(10_000_00, by="sue")
    with pytest.raises(NotAllowedNow, match=r"0\.00 is owed"):
        jackpot.deposit(1, by="sue")


def test_a_statement_tells_all_that_moved_a_players_money() -> None:
    log, people, cage = house()
    cage.open_drawer("kim", "sue", 1_000_00)
    cage.buy_in("kim", "pat", 500_00)
    table = real_table(log, people)
    enter_royal(table)
    table.verify_win(by="deb")
    table.verify_win(by="sue")
    cage.cash_out("kim", "pat", 200_00)
    rows = statement_of(log, "pat")
    assert rows[0].what == "buy-in"
    assert "verified" in [row.what for row in rows]
    assert rows[-1].balance == f"{log.balance('player/pat') / 1e8:.2f}"


def test_eight_who_spend_one_bank_at_once_spend_it_once(tmp_path: Path) -> None:
    """Each has a connection of its own, as processes have: what one moved, the others must see before they move."""
    path = str(tmp_path / "house.db")
    with open_log(path) as log:
        people = People(log, hasher=QUICK)
        people.add_first_person("ada", WORDS)
        for name, role in (("sue", "supervisor"), ("dan", "dealer")):
            people.add("ada", name, [role], WORDS)
        Cage(log, people).fund("ada", "sue", 100_000_00)

    def spend(table: int) -> bool:
        with open_log(path, wait=60) as own:
            try:
                Cage(own, People(own, hasher=QUICK)).fill("sue", "dan", str(table), 60_000_00)
            except InvalidInput:
                return False
            return True

    with ThreadPoolExecutor(8) as at_once:
        done = list(at_once.map(spend, range(8)))
    assert sum(done) == 1
    with open_log(path) as log:
        assert log.balance("house/bank") == 40_000_00 * 1_000_000
        assert deep_audit(log).broken is None
