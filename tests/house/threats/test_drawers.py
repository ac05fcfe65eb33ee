"""Attacks on drawers: whose they are, and what becomes of one whose cashier is gone (docs/threats.md)."""

import pytest

from house.threats.test_money import house
from houseway.errors import NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import move
from houseway.house.people.cage_acts import BuyIn
from houseway.house.people.drawer_acts import CloseDrawer, OpenDrawer
from houseway.house.people.house import NotPermitted
from houseway.house.people.person_acts import ChangeRoles, DisablePerson
from houseway.house.records.deep_audit.walk import deep_audit

DOLLAR = 100_000_000


def test_a_drawer_is_a_cashiers_own() -> None:
    log, _, cage = house()
    for first, second in (("sue", "kim"), ("sue", "sam"), ("dan", "sue")):
        with pytest.raises(NotPermitted):
            cage.do(OpenDrawer(amount=1_000_00), by=first, second=second)
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    assert log.balance("house/drawer/kim") == 1_000 * DOLLAR
    money = move(1_000 * DOLLAR, out_of="house/bank", into="house/drawer/sue")
    data = {"cashier": "sue", "counted": "1000.00", "second": "kim"}
    log.append(NewEvent(stream="house", kind="drawer opened", by="sue", data=data, postings=money))
    assert any("it is the drawer of sue" in one.reason for one in deep_audit(log).findings)


@pytest.mark.parametrize("gone", ["disabled", "another role"])
def test_the_drawer_of_a_cashier_who_may_no_longer_act_is_counted_by_two_others(gone: str) -> None:
    log, people, cage = house()
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=300_00), by="kim")
    with pytest.raises(NotPermitted, match="where the cashier may no longer act"):
        cage.do(CloseDrawer(amount=1_300_00, cashier="kim"), by="sue", second="sam")
    if gone == "disabled":
        people.do(DisablePerson(name="kim"), by="ada", second="bea")
    else:
        people.do(ChangeRoles(name="kim", roles=("supervisor",)), by="ada", second="bea")
    for first, second in (("sue", ""), ("dan", "deb"), ("sue", "sue"), ("sue", "pat"), ("kim", "sue"), ("sue", "kim")):
        with pytest.raises(NotPermitted):
            cage.do(CloseDrawer(amount=1_300_00, cashier="kim"), by=first, second=second)
    with pytest.raises(NotPermitted):
        cage.do(CloseDrawer(amount=1_300_00), by="kim", second="sue")
    (closed,) = cage.do(CloseDrawer(amount=1_250_00, cashier="kim"), by="sue", second="dan", request="c")
    assert (closed.by, closed.data["cashier"], closed.data["second"]) == ("sue", "kim", "dan")
    assert cage.do(CloseDrawer(amount=1_250_00, cashier="kim"), by="sue", second="dan", request="c") == (closed,)
    assert log.balance("house/drawer/kim") == 0
    assert log.balance("house/variance") == 50 * DOLLAR
    with pytest.raises(NotAllowedNow, match="has no open drawer"):
        cage.do(CloseDrawer(amount=0, cashier="kim"), by="sue", second="dan")
    assert deep_audit(log).findings == ()


def test_a_drawer_that_one_person_closes_for_another_is_found() -> None:
    log, _, cage = house()
    cage.do(OpenDrawer(amount=1_000_00), by="kim", second="sue")
    data = {"cashier": "kim", "counted": "1000.00", "expected": "1000.00", "second": "dan"}
    money = move(1_000 * DOLLAR, out_of="house/drawer/kim", into="house/bank")
    log.append(NewEvent(stream="house", kind="drawer closed", by="sue", data=data, postings=money))
    assert any("it is the drawer of kim" in one.reason for one in deep_audit(log).findings)
