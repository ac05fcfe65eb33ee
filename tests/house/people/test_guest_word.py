"""A guest's word: whoever gave the guest the code knows it, and so does not pay on it."""

import pytest

from house.support.floor import WORDS
from house.threats.test_money import house
from houseway.house.log.events import NewEvent
from houseway.house.people.cage_acts import BuyIn, CashOut
from houseway.house.people.cage_events import cash_out
from houseway.house.people.guest_acts import AddGuest
from houseway.house.people.house import NeedsSecond
from houseway.house.records.deep_audit.walk import deep_audit


def test_who_gave_a_guest_the_code_does_not_pay_on_it() -> None:
    log, people, _ = house(cashier=False)
    people.do(AddGuest(name="joe-2", password=WORDS), by="dan")
    people.do(BuyIn(player="joe-2", amount=500_00), by="dan")
    with pytest.raises(NeedsSecond, match="dan gave joe-2 the code"):
        people.do(CashOut(player="joe-2", amount=100_00), by="dan", second="joe-2")
    people.do(CashOut(player="joe-2", amount=100_00), by="deb", second="joe-2")
    people.do(CashOut(player="joe-2", amount=100_00), by="dan", second="sue")
    assert deep_audit(log).findings == ()
    forged: NewEvent = cash_out("joe-2", 100_00, by="dan", second="joe-2", receipt=3)
    log.append(forged)
    assert ["dan gave joe-2 the code" in one.reason for one in deep_audit(log).findings] == [True]
