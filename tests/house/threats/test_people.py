"""Attacks with people: one administrator is not two persons, and nobody makes their own second (docs/threats.md)."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from house.support.floor import QUICK, WORDS
from house.support.people import add_person
from house.support.tables import DAY, Clock, opened, rules_for
from houseway.errors import InvalidInput
from houseway.house.log.events import NewEvent
from houseway.house.log.memory import MemoryLog
from houseway.house.office.site import DeclarePractice, Site
from houseway.house.people.cage_acts import BuyIn, Fill, Fund
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import (
    AddFirstPerson,
    AddPerson,
    ChangeRoles,
    DisablePerson,
    EnablePerson,
    SetPassword,
    UnlockPerson,
)
from houseway.house.people.rights import DEAL, READ_REPORTS
from houseway.house.people.roster import MustChangePassword
from houseway.house.people.sign_ins import SignIns
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table


def house() -> tuple[MemoryLog, Clock, House]:
    """A house in business, with two administrators, two supervisors and a dealer; days have passed."""
    clock = Clock()
    log = MemoryLog(clock)
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    for name, role in [("sue", "supervisor"), ("sam", "supervisor"), ("dan", "dealer"), ("bea", "administrator")]:
        add_person(people, AddPerson(name=name, roles=(role,), password=WORDS), by="ada")
    people.do(Fund(amount=1_000_00), by="ada", second="sue")
    clock.move(48 * 3600)
    return log, clock, people


def test_the_first_start_is_marked_and_ends_with_the_second_administrator() -> None:
    log = MemoryLog(Clock())
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    people.do(AddPerson(name="sue", roles=("supervisor",), password=WORDS), by="ada")
    add_person(people, AddPerson(name="bea", roles=("administrator",), password=WORDS), by="ada")
    assert [event.data.get("first start") for event in log.read("house")] == [True, True, True, None]
    with pytest.raises(NotPermitted, match="needs two different persons"):
        add_person(people, AddPerson(name="eve", roles=("supervisor",), password=WORDS), by="ada")
    people.do(AddPerson(name="dan", roles=("dealer",), password=WORDS), by="ada", second="bea")
    last = log.last("house")
    assert last is not None
    assert (last.data["second"], "first start" in last.data) == ("bea", False)


@pytest.mark.parametrize("business", ["money", "table"])
def test_the_first_start_ends_with_the_first_dollar_or_table(business: str) -> None:
    log = MemoryLog(Clock())
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    add_person(people, AddPerson(name="sue", roles=("supervisor",), password=WORDS), by="ada")
    add_person(people, AddPerson(name="dan", roles=("dealer",), password=WORDS), by="ada")
    if business == "money":
        people.do(BuyIn(player="pat", amount=20_00), by="dan")
    else:
        Table(log, "7", people=people).do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
    with pytest.raises(NotPermitted, match="needs two different persons"):
        add_person(people, AddPerson(name="eve", roles=("supervisor",), password=WORDS), by="ada")
    add_person(
        people, AddPerson(name="bea", roles=("administrator",), password=WORDS), by="ada", second="sue"
    )  # a supervisor stands in for the second one
    with pytest.raises(NotPermitted, match="needs an administrator and"):
        add_person(people, AddPerson(name="eve", roles=("supervisor",), password=WORDS), by="ada", second="sue")


def test_one_administrator_alone_changes_nobody() -> None:
    log, _, people = house()
    before = log.head("house").number
    attacks: tuple[Callable[[], object], ...] = (
        lambda: people.do(AddPerson(name="eve", roles=("supervisor",), password=WORDS), by="ada"),
        lambda: people.do(AddPerson(name="eve", roles=("supervisor",), password=WORDS), by="ada", second="ada"),
        lambda: people.do(AddPerson(name="eve", roles=("supervisor",), password=WORDS), by="ada", second="sue"),
        lambda: people.do(ChangeRoles(name="dan", roles=("supervisor",)), by="ada"),
        lambda: people.do(SetPassword(name="sue", password="another horse"), by="ada"),
        lambda: people.do(DisablePerson(name="bea"), by="ada"),
        lambda: people.do(EnablePerson(name="bea"), by="ada"),
    )
    for attack in attacks:
        with pytest.raises(NotPermitted):
            attack()
    assert log.head("house").number == before


def test_a_self_made_second_person_is_none() -> None:
    _, clock, people = house()
    add_person(people, AddPerson(name="eve", roles=("supervisor",), password=WORDS), by="ada", second="bea")
    for maker in ("ada", "bea"):
        with pytest.raises(NotPermitted, match="less than 24 hours ago"):
            people.do(Fund(amount=100_00, out=True), by=maker, second="eve")
    people.do(Fund(amount=100_00, out=True), by="ada", second="sue")
    clock.move(24 * 3600 + 1)
    people.do(Fund(amount=100_00, out=True), by="ada", second="eve")


@pytest.mark.parametrize("way", ["roles", "password", "enable"])
def test_a_person_taken_over_is_no_second_person(way: str) -> None:
    _, _, people = house()
    if way == "roles":
        people.do(ChangeRoles(name="sam", roles=("supervisor", "dealer")), by="ada", second="bea")
    elif way == "password":
        people.do(SetPassword(name="sam", password="another horse"), by="ada", second="bea")
    else:
        people.do(DisablePerson(name="sam"), by="ada", second="bea")
        people.do(EnablePerson(name="sam"), by="ada", second="bea")
    with pytest.raises(NotPermitted, match="sam was made or changed by ada"):
        people.do(Fund(amount=100_00, out=True), by="ada", second="sam")
    with pytest.raises(NotPermitted, match="sam was made or changed by bea"):
        people.do(Fund(amount=100_00, out=True), by="sam", second="bea")


def test_nobody_gives_themselves_a_role() -> None:
    _, clock, people = house()
    for by, second, name in [("ada", "bea", "ada"), ("bea", "ada", "ada")]:
        with pytest.raises(NotPermitted, match="ada: nobody gives themselves a role"):
            people.do(ChangeRoles(name=name, roles=("administrator", "supervisor")), by=by, second=second)
    people.do(ChangeRoles(name="sam", roles=("supervisor", "administrator")), by="ada", second="bea")
    clock.move(24 * 3600 + 1)
    people.do(ChangeRoles(name="sam", roles=("supervisor",)), by="sam", second="bea")  # given up
    assert people.person("sam").roles == {"supervisor"}


def test_an_administrator_who_is_locked_out_is_unlocked_by_two_others() -> None:
    _, _, people = house()
    for _ in range(5):
        with pytest.raises(NotPermitted):
            people.log_in("bea", "guess")
    for by, second in [("ada", ""), ("ada", "bea"), ("bea", "sue"), ("sue", "sam"), ("ada", "dan")]:
        with pytest.raises(NotPermitted):
            people.do(UnlockPerson(name="bea"), by=by, second=second)
    people.do(UnlockPerson(name="bea"), by="ada", second="sue")
    assert people.log_in("bea", WORDS)


def test_a_one_person_practice_house_says_so_and_needs_nobody_else() -> None:
    log = MemoryLog(Clock())
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    site = Site(log, people=people)
    site.do(DeclarePractice(one_person=True), by="ada")
    assert (site.state.practice, site.state.one_person) == (True, True)
    people.do(Fund(amount=1_000_00), by="ada", second="")
    people.do(AddPerson(name="pat", roles=("player",), password=WORDS), by="ada")
    last = log.last("house")
    assert last is not None
    assert last.data["first start"] is True
    with pytest.raises(NotPermitted):
        people.do(Fund(amount=1_000_00), by="pat", second="")


def test_no_house_is_of_one_person_that_was_not_declared_one() -> None:
    log = MemoryLog(Clock())
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    Site(log, people=people).do(DeclarePractice(), by="ada")
    with pytest.raises(NotPermitted, match="needs two different persons"):
        people.do(Fund(amount=1_000_00), by="ada", second="")


def test_a_request_of_one_person_is_no_answer_to_another() -> None:
    log, clock, people = house()
    first = people.do(BuyIn(player="pat", amount=50_00), by="dan", request="a1")
    assert people.do(BuyIn(player="pat", amount=50_00), by="dan", request="a1") == first
    second = people.do(BuyIn(player="pat", amount=50_00), by="sue", request="a1")
    assert second != first
    with pytest.raises(InvalidInput, match="was used for something else"):
        people.do(BuyIn(player="quin", amount=50_00), by="dan", request="a1")
    opened(log, rules_for("down-under-holdem", dealer="person"))
    table = Table.load(log, "7", people=people)
    (joined,) = table.do(Join(seat=1, player="pat"), by="dan", request="j1")
    clock.move(timedelta(seconds=1).total_seconds())
    with pytest.raises(Exception, match="seat 1 is taken"):
        table.do(Join(seat=1, player="pat"), by="sue", request="j1")
    assert table.do(Join(seat=1, player="pat"), by="dan", request="j1") == (joined,)
    with pytest.raises(Exception, match="seat 1 is taken"):
        table.do(Join(seat=1, player="pat"), by="sue", request="dan/j1")


def test_two_whose_passwords_one_administrator_set_are_not_two() -> None:
    log, clock, people = house()
    people.do(Fill(table="7", amount=1_00), by="sue", second="dan")
    people.do(SetPassword(name="sue", password="a new password"), by="ada", second="bea")
    people.do(SetPassword(name="sue", password=WORDS, old="a new password"), by="sue")
    people.do(Fill(table="7", amount=1_00), by="sue", second="dan")  # dan's own is still dan's
    people.do(SetPassword(name="dan", password="another password"), by="ada", second="bea")
    for pair in (("sue", "dan"), ("dan", "sue")):
        with pytest.raises(NotPermitted, match="ada set the passwords of both less than 24 hours ago"):
            people.do(Fill(table="7", amount=1_00), by=pair[0], second=pair[1])
    people.do(
        SetPassword(name="dan", password="quiet green horses", old="another password"), by="dan"
    )  # or of whoever knew the one before
    with pytest.raises(NotPermitted, match="ada set the passwords of both"):
        people.do(Fill(table="7", amount=1_00), by="sue", second="dan")
    people.do(Fill(table="7", amount=1_00), by="sam", second="dan")
    clock.move(24 * 3600)
    people.do(Fill(table="7", amount=1_00), by="sue", second="dan")
    assert deep_audit(log).findings == ()


def test_one_who_is_new_and_one_whose_password_was_set_by_the_same_are_not_two() -> None:
    _, _, people = house()
    add_person(people, AddPerson(name="eve", roles=("dealer",), password=WORDS), by="ada", second="bea")
    add_person(people, AddPerson(name="fay", roles=("supervisor",), password=WORDS), by="ada", second="bea")
    people.do(Fill(table="7", amount=1_00), by="fay", second="eve")  # a house makes its people on its first evening
    people.do(SetPassword(name="sue", password="a new password"), by="ada", second="bea")
    with pytest.raises(NotPermitted, match="ada set the passwords of both"):
        people.do(Fill(table="7", amount=1_00), by="sue", second="eve")


# ---- passwords that an administrator set


def first_start() -> tuple[MemoryLog, House]:
    """A house of one administrator and a supervisor who has not changed the first password."""
    log = MemoryLog(Clock())
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    people.do(AddPerson(name="sue", roles=("supervisor",), password=WORDS), by="ada")
    return log, people


def test_a_first_password_is_good_for_changing_it_and_for_nothing_else() -> None:
    log, people = first_start()
    for by, second in (("ada", "sue"), ("sue", "ada")):
        with pytest.raises(MustChangePassword, match="sue: must first change the password that an administrator set"):
            people.do(Fund(amount=100_00), by=by, second=second)
    with pytest.raises(MustChangePassword):
        people.permit(READ_REPORTS, "sue")
    with pytest.raises(MustChangePassword):
        SignIns(log, people).start("sue", WORDS)
    with pytest.raises(InvalidInput, match="must differ from the one that the administrator set"):
        people.do(SetPassword(name="sue", password=WORDS, old=WORDS), by="sue")
    people.do(SetPassword(name="sue", password="words of her own", old=WORDS), by="sue")
    people.do(Fund(amount=100_00), by="ada", second="sue")
    assert deep_audit(log).findings == ()


def test_a_password_that_administrators_set_again_must_be_changed_too() -> None:
    _, clock, people = house()
    people.do(SetPassword(name="sue", password="set by two others"), by="ada", second="bea")
    clock.move(25 * 3600)
    with pytest.raises(MustChangePassword):
        people.permit(READ_REPORTS, "sue")
    people.do(SetPassword(name="sue", password=WORDS, old="set by two others"), by="sue")
    people.permit(READ_REPORTS, "sue")


def test_a_player_who_never_signs_in_is_seated_and_paid_by_staff() -> None:
    _, _, people = house()
    people.do(AddPerson(name="pia", roles=("player",), password=WORDS), by="ada", second="bea")
    people.permit_player("pia")
    people.permit_for_seat("dan", "pia")
    with pytest.raises(MustChangePassword):
        people.permit_for_seat("pia", "pia")


def test_a_house_of_one_person_sets_no_first_passwords() -> None:
    log = MemoryLog(Clock())
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    Site(log, people=people).do(DeclarePractice(one_person=True), by="ada")
    people.do(AddPerson(name="dan", roles=("dealer",), password=WORDS), by="ada")
    people.permit(DEAL, "dan")


def test_a_first_password_that_was_used_or_not_marked_is_found() -> None:
    log, people = first_start()
    (acted,) = log.append(NewEvent(stream="site", kind="site disabled", by="sue", data={"reason": "fire"}))
    password = people.person("sue").password
    data = {"name": "eve", "roles": ["supervisor"], "password": password, "first start": True}
    (added,) = log.append(NewEvent(stream="house", kind="person added", by="ada", data=data))
    found = [(one.stream, one.number) for one in deep_audit(log).findings]
    assert sorted(found) == [(added.stream, added.number), (acted.stream, acted.number)]


def test_the_second_administrator_before_the_supervisors_is_warned_of() -> None:
    log = MemoryLog(Clock())
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    assert "add the supervisors before the second administrator" in people.first_day_warning(["administrator"])
    assert people.first_day_warning(["supervisor"]) == ""
    people.do(AddPerson(name="sue", roles=("supervisor",), password=WORDS), by="ada")
    assert people.first_day_warning(["administrator"]) == ""
