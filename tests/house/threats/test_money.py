"""Attacks on the money: no single person moves it without another or without being found (docs/threats.md)."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from house.support.floor import QUICK, WORDS
from house.support.people import add_person
from house.support.tables import DAY, Clock, rules_for, terms_of
from houseway.cards.card import parse_cards
from houseway.cards.deck import joker_deck
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, NotApproved
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.money_acts import Deposit
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.ledger import NotEnoughFunds
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act_fields import Deal
from houseway.house.people.cage_acts import BuyIn, CashOut, Credit, Fill, Fund
from houseway.house.people.cage_events import cash_out
from houseway.house.people.drawer_acts import CloseDrawer, OpenDrawer
from houseway.house.people.house import House, NeedsSecond, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson, AddPerson, ChangeRoles, SetPassword
from houseway.house.people.receipts import Receipt, receipt_of
from houseway.house.people.roster import MustChangePassword
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.statement import statement_of
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import VERIFY_ABOVE, parse_sheet
from houseway.house.sheets.table_rules import TableRules, rules_of
from houseway.house.store.store import open_log
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.round_outcome import _large_winners
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import EnterCards, OpenTable, StartDeal
from houseway.house.tables.state import Phase, open_round
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

ROYAL = "2h 3h 4h 5h 6h 7h 8h"


def house(*, cashier: bool = True, more: Sequence[tuple[str, str]] = ()) -> tuple[MemoryLog, House, House]:
    """A house in business, its bank funded."""
    log = MemoryLog(Clock())
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    staff = [("sue", "supervisor"), ("sam", "supervisor"), ("dan", "dealer"), ("deb", "dealer"), ("pat", "player")]
    for name, role in [*staff, *more, *([("kim", "cashier")] if cashier else []), ("bea", "administrator")]:
        add_person(people, AddPerson(name=name, roles=(role,), password=WORDS), by="ada")
    cage = people
    cage.do(Fund(amount=100_000_00), by="ada", second="sue")
    return log, people, cage


def real_table(log: Log, people: House, *, tray: int = 20_000_00, **more: Any) -> Table:
    """A table of flush poker whose cards a dealer enters, with something in its tray."""
    if tray:
        people.do(Fill(table="7", amount=tray), by="sue", second="deb")
    given: dict[str, Any] = {"jackpot": None, "cards": "hand", "dealer": "person", "verify_above": 1_000_00}
    table = Table(log, "7", people=people)
    table.do(OpenTable(rules=rules_for("flush-poker", **{**given, **more}), day=DAY), by="sue")
    table.do(Join(seat=1, player="pat"), by="pat")
    return table


def enter_royal(table: Table, by: str = "dan") -> None:
    table.do(Wager(seat=1, wagers={"bet": 10_00, "natural-straight-flush": 10_00}), by="pat")
    table.do(StartDeal(), by=by)
    hand = parse_cards(ROYAL.split())
    rest = tuple(card for card in joker_deck() if card not in hand)
    table.do(EnterCards(deal=Deal(hands={1: hand}, dealer=rest[:7])), by=by)
    while table.state.phase == Phase.DECISIONS:
        table.do(Decide(seat=1, decision="raise 1x"), by="pat")


# ---- entered cards and large payouts


def test_an_entered_straight_flush_pays_nobody_before_two_others_have_seen_it() -> None:
    log, people, cage = house()
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=500_00), by="kim")
    table = real_table(log, people)
    enter_royal(table)
    assert table.state.phase == Phase.HELD
    held = log.balance("table/7/held")
    assert held > 1_000_00 * 1_000_000
    purse = log.balance("player/pat")
    for thief, why in [("dan", "entered cards or decisions"), ("pat", "may not|plays at this table")]:
        with pytest.raises(HousewayError, match=why):
            table.do(VerifyWin(), by=thief)
    table.do(VerifyWin(), by="deb")
    with pytest.raises(NotApproved, match="has verified it"):
        table.do(VerifyWin(), by="deb")
    assert log.balance("player/pat") == purse
    assert table.state == load_state(log, "7") == replay_state(log, "7")
    table.do(VerifyWin(), by="sue")
    assert log.balance("player/pat") == purse + held
    assert audit_log(log).broken is None


def test_who_entered_a_decision_does_not_verify_either() -> None:
    log, people, cage = house()
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=500_00), by="kim")
    table = real_table(log, people)
    table.do(Wager(seat=1, wagers={"bet": 10_00, "natural-straight-flush": 10_00}), by="pat")
    table.do(StartDeal(), by="dan")
    hand = parse_cards(ROYAL.split())
    table.do(
        EnterCards(deal=Deal(hands={1: hand}, dealer=tuple(card for card in joker_deck() if card not in hand)[:7])),
        by="dan",
    )
    table.do(Decide(seat=1, decision="raise 1x"), by="sue")
    assert table.state.phase == Phase.HELD
    for involved in ("dan", "sue"):
        with pytest.raises(NotApproved, match="entered cards or decisions"):
            table.do(VerifyWin(), by=involved)
    table.do(VerifyWin(), by="deb")
    table.do(VerifyWin(), by="sam")
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
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=1_000_00), by="kim")
    cage.do(BuyIn(player="guest", amount=1_000_00), by="kim")
    table = real_table(log, people, verify_above=350_00)
    table.do(Join(seat=2, player="guest"), by="dan")
    for seat in (1, 2):
        table.do(Wager(seat=seat, wagers={"bet": 100_00}), by="dan")
    table.do(StartDeal(), by="dan")
    hands = {1: parse_cards(ROYAL.split()), 2: parse_cards(ROYAL.replace("h", "d").split())}
    table.do(
        EnterCards(deal=Deal(hands=hands, dealer=parse_cards(["9s", "Tc", "Qh", "Kc", "Ac", "3s", "5s"]))), by="dan"
    )
    for seat in (1, 2):
        table.do(Decide(seat=seat, decision="raise 1x"), by="dan")
    assert table.state.phase == Phase.HELD
    assert table.state.hold is not None
    assert dict(table.state.hold.awards) == {"pat": 400_00, "guest": 400_00}
    assert (log.balance("player/pat"), log.balance("player/guest")) == (800_00 * 1_000_000,) * 2
    table.do(VerifyWin(), by="deb")
    table.do(VerifyWin(), by="sue")
    assert (log.balance("player/pat"), log.balance("player/guest")) == (1_200_00 * 1_000_000,) * 2


def test_a_shuffled_table_holds_large_payouts_too() -> None:
    log = MemoryLog(Clock())
    from house.support.tables import fund, opened, usual_wagers

    fund(log, "ann")
    table = opened(log, rules_for("down-under-holdem", verify_above=1))
    table.do(Join(seat=1, player="ann"))
    for _ in range(30):
        table.do(Wager(seat=1, wagers=usual_wagers(table.state.open_rules.chosen)))
        while table.state.phase == Phase.DECISIONS:
            legal = [one.text for one in open_round(table.state).choices() if one.complete]
            table.do(Decide(seat=1, decision=legal[-1]))
        if table.state.phase == Phase.HELD:
            break
    assert table.state.phase == Phase.HELD
    with pytest.raises(NotApproved, match="plays at this table"):
        table.do(VerifyWin(), by="ann")


# ---- the cage


def test_a_dealer_mints_no_chips_at_the_cage_of_a_house_with_a_cashier() -> None:
    _, _, cage = house()
    for act in (BuyIn(player="pat", amount=100_00), CashOut(player="pat", amount=100_00)):
        with pytest.raises(NotPermitted, match="that is for a cashier"):
            cage.do(act, by="dan")


@pytest.mark.parametrize("cashier", [True, False])
def test_large_buy_ins_and_cash_outs_need_a_second_person(cashier: bool) -> None:
    log, _, cage = house(cashier=cashier)
    who = "kim" if cashier else "dan"
    if cashier:
        cage.do(OpenDrawer(amount=50_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=10_000_00), by=who)
    with pytest.raises(NotPermitted, match="needs two different persons"):
        cage.do(BuyIn(player="pat", amount=10_000_01), by=who)
    for second in (who, "deb", "ada"):
        with pytest.raises(NotPermitted):
            cage.do(BuyIn(player="pat", amount=10_000_01), by=who, second=second)
    cage.do(BuyIn(player="pat", amount=10_000_01), by=who, second="sue")
    with pytest.raises(NotPermitted, match="needs two different persons"):
        cage.do(CashOut(player="pat", amount=20_000_00), by=who)
    with pytest.raises(NotPermitted, match="needs a"):
        cage.do(CashOut(player="pat", amount=20_000_00), by=who, second="pat")
    (paid,) = cage.do(CashOut(player="pat", amount=20_000_00), by=who, second="sam")
    assert paid.data["second"] == "sam"
    assert log.balance("player/pat") == 1 * 1_000_000


@pytest.mark.parametrize("cashier", [True, False])
def test_nobody_is_paid_out_unasked(cashier: bool) -> None:
    """One member of staff pays a player whom the house knows only with the player's own word, and gives a receipt."""
    log, people, cage = house(cashier=cashier)
    who = "kim" if cashier else "dan"
    if cashier:
        cage.do(OpenDrawer(amount=50_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=9_000_00), by=who)
    cage.do(BuyIn(player="walk-in", amount=100_00), by=who)
    with pytest.raises(NeedsSecond, match="cash out: pat confirms it with their own password"):
        cage.do(CashOut(player="pat", amount=100_00), by=who)
    for second in (who, "deb", "quin"):
        with pytest.raises((NotPermitted, InvalidInput)):
            cage.do(CashOut(player="pat", amount=100_00), by=who, second=second)
    with pytest.raises(NotPermitted, match="may not"):
        cage.do(CashOut(player="pat", amount=100_00), by="pat", second="pat")
    paid = [
        *cage.do(CashOut(player="pat", amount=100_00), by=who, second="pat"),
        *cage.do(CashOut(player="pat", amount=200_00), by=who, second="sue"),
        *cage.do(CashOut(player="walk-in", amount=100_00), by=who),
    ]
    assert [receipt_of(event) for event in paid] == [
        Receipt(number=number, at=event.at, player=player, amount=amount, cashier=who, confirmed_by=word)
        for number, event, player, amount, word in (
            (1, paid[0], "pat", "100.00", "pat"),
            (2, paid[1], "pat", "200.00", "sue"),
            (3, paid[2], "walk-in", "100.00", ""),
        )
    ]
    with pytest.raises(NotPermitted, match="needs a"):  # the player's word is no second person
        cage.do(CashOut(player="pat", amount=9_950_00), by=who, second="pat")
    people.do(SetPassword(name="pat", password="set by two others"), by="ada", second="bea")
    with pytest.raises(MustChangePassword):
        cage.do(CashOut(player="pat", amount=100_00), by=who, second="pat")
    assert deep_audit(log).findings == ()


def test_a_cash_out_without_a_word_or_with_another_receipt_is_found() -> None:
    log, _, cage = house(cashier=False)
    cage.do(BuyIn(player="pat", amount=500_00), by="dan")
    unasked = cash_out("pat", 10_00, by="dan", receipt=1)
    (first,) = log.append(unasked)
    (second,) = log.append(cash_out("pat", 10_00, by="dan", second="pat", receipt=7))
    (third,) = log.append(cash_out("pat", 10_00, by="dan"))
    found = [(one.stream, one.number) for one in deep_audit(log).findings]
    assert found == [(one.stream, one.number) for one in (first, second, third)]


def test_staff_do_not_buy_in_for_themselves() -> None:
    _, _, cage = house()
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    for player in ("kim", "dan", "sue"):
        with pytest.raises(NotPermitted):
            cage.do(BuyIn(player=player, amount=100_00), by="kim")


def test_a_dealer_is_no_cashier() -> None:
    _, people, _ = house()
    with pytest.raises(InvalidInput, match="a dealer cannot be a cashier"):
        people.do(ChangeRoles(name="dan", roles=("dealer", "cashier")), by="ada", second="bea")


def test_cash_goes_through_a_drawer_that_two_persons_count() -> None:
    log, _, cage = house()
    with pytest.raises(NotAllowedNow, match="kim: has no open drawer"):
        cage.do(BuyIn(player="pat", amount=100_00), by="kim")
    with pytest.raises(NotPermitted):
        cage.do(OpenDrawer(amount=1_000_00), by="kim", second="kim")
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue", request="shift")
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue", request="shift")
    with pytest.raises(NotAllowedNow, match="has an open drawer"):
        cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=300_00), by="kim")
    cage.do(CashOut(player="pat", amount=100_00), by="kim", second="pat")
    assert log.balance("house/drawer/kim") == 1_200_00 * 1_000_000
    bank = log.balance("house/bank")
    (closed,) = cage.do(CloseDrawer(amount=1_150_00), by="kim", second="sam")
    assert closed.data["expected"] == "1200.00"
    assert log.balance("house/drawer/kim") == 0
    assert log.balance("house/bank") == bank + 1_150_00 * 1_000_000
    assert log.balance("house/variance") == 50_00 * 1_000_000  # the missing fifty are found
    with pytest.raises(NotAllowedNow, match="has no open drawer"):
        cage.do(CloseDrawer(amount=0), by="kim", second="sam")
    assert sum(log.balances().values()) == 0


def test_a_drawer_pays_no_more_than_it_holds() -> None:
    _, _, cage = house()
    cage.do(OpenDrawer(amount=50_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=100_00), by="kim")
    cage.do(CloseDrawer(amount=150_00), by="kim", second="sue")
    cage.do(OpenDrawer(amount=50_00), by="kim", second="sue")
    with pytest.raises(NotEnoughFunds, match="house/drawer/kim"):
        cage.do(CashOut(player="pat", amount=100_00), by="kim", second="pat")


def test_bank_and_trays_do_not_fall_below_zero() -> None:
    _, _, cage = house()
    with pytest.raises(InvalidInput, match=r"the bank holds 100000\.00"):
        cage.do(Fill(table="7", amount=100_001_00), by="sue", second="dan")
    cage.do(Fill(table="7", amount=60_000_00), by="sue", second="dan")
    with pytest.raises(InvalidInput, match=r"the bank holds 40000\.00"):
        cage.do(Fund(amount=50_000_00, out=True), by="ada", second="sue")
    with pytest.raises(InvalidInput, match=r"table/7/chips holds 60000\.00"):
        cage.do(Credit(table="7", amount=60_001_00), by="sue", second="dan")
    with pytest.raises(InvalidInput, match="the bank holds"):
        cage.do(OpenDrawer(amount=40_001_00), by="kim", second="sue")


def test_a_deposit_needs_something_owed_and_money_in_the_bank() -> None:
    log, people, _ = house()
    jackpot = Jackpot(log, "royal", people=people)
    rules = rules_for("flush-poker", jackpot=terms_of(seed=10_000_00))
    assert rules.jackpot is not None
    jackpot.do(CreateJackpot(terms=rules.jackpot, game=rules.chosen), by="sue", second="ada")
    with pytest.raises(NotAllowedNow, match=r"10000\.00 is owed"):
        jackpot.do(Deposit(amount=10_000_01, slip="S-1"), by="sue", second="ada")
    jackpot.do(Deposit(amount=10_000_00, slip="S-1"), by="sue", second="ada")
    with pytest.raises(NotAllowedNow, match=r"nothing is owed"):
        jackpot.do(Deposit(amount=1, slip="S-1"), by="sue", second="ada")


def test_a_statement_tells_all_that_moved_a_players_money() -> None:
    log, people, cage = house()
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=500_00), by="kim")
    table = real_table(log, people)
    enter_royal(table)
    table.do(VerifyWin(), by="deb")
    table.do(VerifyWin(), by="sue")
    cage.do(CashOut(player="pat", amount=200_00), by="kim", second="pat")
    rows = statement_of(log, "pat")
    assert rows[0].what == "buy-in"
    assert "verified" in [row.what for row in rows]
    assert rows[-1].balance == f"{log.balance('player/pat') / 1e8:.2f}"


def test_eight_who_spend_one_bank_at_once_spend_it_once(tmp_path: Path) -> None:
    """Each has a connection of its own, as processes have: what one moved, the others must see before they move."""
    path = str(tmp_path / "house.db")
    with open_log(path) as log:
        people = House(log, hasher=QUICK)
        people.do(AddFirstPerson(name="ada", password=WORDS))
        for name, role in (("sue", "supervisor"), ("dan", "dealer")):
            add_person(people, AddPerson(name=name, roles=(role,), password=WORDS), by="ada")
        people.do(Fund(amount=100_000_00), by="ada", second="sue")

    def spend(table: int) -> bool:
        with open_log(path, wait=60) as own:
            try:
                House(own, hasher=QUICK).do(Fill(table=str(table), amount=60_000_00), by="sue", second="dan")
            except InvalidInput:
                return False
            return True

    with ThreadPoolExecutor(8) as at_once:
        done = list(at_once.map(spend, range(8)))
    assert sum(done) == 1
    with open_log(path) as log:
        assert log.balance("house/bank") == 40_000_00 * 1_000_000
        assert deep_audit(log).broken is None
