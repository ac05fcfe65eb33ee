"""Accounts of a practice house: a guest keeps purse and history, and takes no name and no right of anybody else."""

import pytest

from house.support.floor import QUICK, WORDS
from house.support.tables import Clock
from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.events import NewEvent
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import HOUSE
from houseway.house.people.account_acts import MakeAccount
from houseway.house.people.cage_events import buy_in
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson, AddPerson, SetPassword
from houseway.house.people.person_payloads import AccountMade
from houseway.house.people.rights import DEAL
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables.enabled import practice_event

GUEST = "guest-0a1b2c3d"


def practice() -> House:
    """A practice house in which two guests have chips."""
    clock = Clock()
    log = MemoryLog(clock)
    log.append(practice_event())
    clock.move(1)
    for name in (GUEST, "guest-4e5f6a7b"):
        log.append(buy_in(name, 1_000_00))
    return House(log, hasher=QUICK)


def test_an_account_opens_the_same_person_in_any_case_of_letters() -> None:
    house = practice()
    house.do(MakeAccount(name="Ann-Bee", password=WORDS), by=GUEST)
    for name in ("Ann-Bee", "ann-bee", "ANN-BEE", GUEST):
        assert house.log_in(name, WORDS).name == GUEST
    for name in ("AnnBee", "ann.bee", "nobody"):  # they look alike, and are not the name
        with pytest.raises(NotPermitted, match="name or the password is wrong"):
            house.log_in(name, WORDS)


def test_an_account_plays_and_has_no_other_right() -> None:
    house = practice()
    house.do(MakeAccount(name="Ann-Bee", password=WORDS), by=GUEST)
    house.permit_player(GUEST)
    with pytest.raises(NotPermitted):
        house.permit(DEAL, GUEST)
    assert house.state.has_staff is False
    house.do(AddFirstPerson(name="ada", password=WORDS))  # an account is no obstacle to the first administrator


def test_nobody_of_the_staff_takes_the_name_of_an_account() -> None:
    house = practice()
    house.do(MakeAccount(name="Dora", password=WORDS), by=GUEST)
    house.do(AddFirstPerson(name="ada", password=WORDS))
    with pytest.raises(InvalidInput, match="is taken"):
        house.do(AddPerson(name="dora", roles=("dealer",), password=WORDS), by="ada")
    with pytest.raises(InvalidInput, match="taken"):
        house.do(MakeAccount(name="A-d-a", password=WORDS), by="guest-4e5f6a7b")


def test_a_password_of_ones_own_needs_the_old_one() -> None:
    house = practice()
    house.do(MakeAccount(name="Ann-Bee", password=WORDS), by=GUEST)
    with pytest.raises(NotPermitted):
        house.do(SetPassword(name=GUEST, password="another horse", old="wrong horse"), by=GUEST)
    with pytest.raises(InvalidInput, match="must not hold the person's name"):
        house.do(SetPassword(name=GUEST, password="my ann-bee word", old=WORDS), by=GUEST)
    house.do(SetPassword(name=GUEST, password="another horse", old=WORDS), by=GUEST)
    assert house.log_in("ann-bee", "another horse").name == GUEST


def test_a_practice_house_with_accounts_and_staff_verifies_deeply() -> None:
    house = practice()
    house.do(MakeAccount(name="Ann-Bee", password=WORDS), by=GUEST)
    house.do(AddFirstPerson(name="ada", password=WORDS))
    house.do(MakeAccount(name="Cat-Dee", password=WORDS), by="guest-4e5f6a7b")
    assert deep_audit(house.log, jobs=1).findings == ()


@pytest.mark.parametrize(
    ("is_practice", "by", "account", "roles"),
    [
        (False, GUEST, "Ann-Bee", ["player"]),  # a room has none
        (True, "ada", "Ann-Bee", ["player"]),  # nobody makes one for somebody else
        (True, GUEST, "Ann-Bee", ["supervisor"]),  # or with another role
        (True, GUEST, "A.d.a", ["player"]),  # or with a name that looks like another
        (True, GUEST, "Dealer-Dan", ["player"]),  # or like staff
        (True, GUEST, "Ann-Bee", None),  # this one could have been made
    ],
)
def test_an_account_that_nobody_could_have_made_is_found(
    is_practice: bool, by: str, account: str, roles: list[str] | None
) -> None:
    house = practice() if is_practice else House(MemoryLog(Clock()), hasher=QUICK)
    house.do(AddFirstPerson(name="ada", password=WORDS))
    secret = house.person("ada").password
    forged = AccountMade(name=GUEST, account=account, roles=roles or ["player"], password=secret)
    house.log.append(NewEvent(stream=HOUSE, by=by, data=forged))
    found = [str(one) for one in deep_audit(house.log, jobs=1).findings]
    assert bool(found) == (roles is not None), found


def test_a_room_makes_no_accounts() -> None:
    house = House(MemoryLog(Clock()), hasher=QUICK)
    house.do(AddFirstPerson(name="ada", password=WORDS))
    with pytest.raises(HousewayError, match="accounts are for practice"):
        house.do(MakeAccount(name="Ann-Bee", password=WORDS), by=GUEST)
