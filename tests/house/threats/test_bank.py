"""Attacks on bank and trays: chips from nowhere, and money that two take out at one moment (docs/threats.md)."""

from collections.abc import Callable

import pytest

from house.support.floor import QUICK, WORDS
from house.support.people import add_person
from house.support.tables import rules_for, terms_of
from house.threats.test_money import house, real_table
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.money_acts import Deposit
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.ledger import NotEnoughFunds
from houseway.house.log.log import Log
from houseway.house.people.cage_acts import BuyIn, Credit, Fill, Fund
from houseway.house.people.drawer_acts import OpenDrawer
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson, AddPerson
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.store.store import open_log
from houseway.house.tables.seat_acts import Leave
from houseway.house.tables.staff_acts import CloseTable

DOLLAR = 100_000_000


# ---- chips from nowhere


def test_no_chips_are_sold_at_a_table_that_is_not_open() -> None:
    log, people, cage = house()
    with pytest.raises(NotAllowedNow, match="table ghost: is not open"):
        cage.do(BuyIn(player="pat", amount=10_000_00, table="ghost"), by="dan")
    cage.do(Fill(table="7", amount=1_000_00), by="sue", second="dan")
    with pytest.raises(NotAllowedNow, match="table 7: is not open"):
        cage.do(BuyIn(player="pat", amount=100_00, table="7"), by="dan")
    table = real_table(log, people)
    cage.do(BuyIn(player="pat", amount=100_00, table="7"), by="dan", request="b")
    table.do(Leave(seat=1), by="pat")
    table.do(CloseTable(), by="sue")
    cage.do(BuyIn(player="pat", amount=100_00, table="7"), by="dan", request="b")  # done before, so it is answered
    with pytest.raises(NotAllowedNow, match="table 7: is not open"):
        cage.do(BuyIn(player="pat", amount=100_00, table="7"), by="dan")
    assert log.balance("player/pat") == 100 * DOLLAR
    assert deep_audit(log).findings == ()


def test_no_tray_sells_chips_that_it_does_not_hold_where_a_house_has_a_cashier() -> None:
    log, people, cage = house()
    real_table(log, people, tray=0)
    with pytest.raises(InvalidInput, match=r"table/7/chips holds 0\.00"):
        cage.do(BuyIn(player="pat", amount=10_000_00, table="7"), by="dan")
    cage.do(Fill(table="7", amount=500_00), by="sue", second="deb")
    with pytest.raises(InvalidInput, match=r"table/7/chips holds 500\.00"):
        cage.do(BuyIn(player="pat", amount=500_01, table="7"), by="dan")
    cage.do(BuyIn(player="pat", amount=500_00, table="7"), by="dan")
    assert log.balance("table/7/chips") == 0
    assert deep_audit(log).findings == ()


# ---- the bank, taken from two sides


def funded(log: Log) -> House:
    """A house with a jackpot that is owed its seed, and ten thousand in the bank."""
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    for name, role in (("sue", "supervisor"), ("dan", "dealer"), ("kim", "cashier"), ("pat", "player")):
        add_person(people, AddPerson(name=name, roles=(role,), password=WORDS), by="ada")
    people.do(Fund(amount=10_000_00), by="ada", second="sue")
    rules = rules_for("flush-poker", jackpot=terms_of(seed=10_000_00))
    assert rules.jackpot is not None
    Jackpot(log, "royal", people=people).do(
        CreateJackpot(terms=rules.jackpot, game=rules.chosen), by="sue", second="ada"
    )
    return people


TAKES: dict[str, Callable[[House], object]] = {
    "fund": lambda cage: cage.do(Fund(amount=10_000_00, out=True), by="ada", second="sue"),
    "fill": lambda cage: cage.do(Fill(table="7", amount=10_000_00), by="sue", second="dan"),
    "drawer": lambda cage: cage.do(OpenDrawer(amount=10_000_00), by="kim", second="sue"),
}


@pytest.mark.parametrize("take", TAKES)
def test_a_deposit_between_a_look_at_the_bank_and_the_append_takes_nothing_twice(
    url: str, monkeypatch: pytest.MonkeyPatch, take: str
) -> None:
    with open_log(url) as one, open_log(url) as other:
        cage, jackpot = funded(one), Jackpot(other, "royal", people=House(other, hasher=QUICK))
        look = one.balance

        def looked(account: str) -> int:
            """What there was before the other process took it."""
            found = look(account)
            monkeypatch.undo()
            jackpot.do(Deposit(amount=10_000_00, slip="S-1"), by="sue", second="ada")
            return found

        monkeypatch.setattr(one, "balance", looked)
        with pytest.raises(NotEnoughFunds, match=r"house/bank: holds 0\.00, which is less than 10000\.00"):
            TAKES[take](cage)
        assert one.balance("house/bank") == 0
        assert audit_log(one).broken is None


def test_a_fill_between_a_deposits_look_and_its_append_takes_nothing_twice(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_log(url) as one, open_log(url) as other:
        jackpot, cage = Jackpot(one, "royal", people=funded(one)), House(other, hasher=QUICK)
        look = one.balance

        def looked(account: str) -> int:
            found = look(account)
            monkeypatch.undo()
            cage.do(Fill(table="7", amount=10_000_00), by="sue", second="dan")
            return found

        monkeypatch.setattr(one, "balance", looked)
        with pytest.raises(HousewayError, match=r"the bank holds 0|house/bank: holds 0"):
            jackpot.do(Deposit(amount=10_000_00, slip="S-1"), by="sue", second="ada")
        assert one.balance("house/bank") == 0


def test_chips_that_a_round_wins_meanwhile_are_not_credited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tray that was never filled holds what its table won: a credit takes no more, whoever pays in between."""
    log, people, cage = house(cashier=False)
    table = real_table(log, people, tray=0)
    cage.do(BuyIn(player="pat", amount=500_00), by="dan")
    assert table.state.tray == 0
    with pytest.raises(InvalidInput, match=r"table/7/chips holds 0\.00"):
        cage.do(Credit(table="7", amount=1_00), by="sue", second="dan")
    monkeypatch.setattr(log, "balance", lambda _: 10**12)
    with pytest.raises(NotEnoughFunds, match=r"table/7/chips: holds 0\.00"):
        cage.do(Credit(table="7", amount=1_00), by="sue", second="dan")
