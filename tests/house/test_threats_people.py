"""Attacks with people: one administrator is not two persons, and nobody makes their own second (docs/threats.md)."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from house.floor import QUICK, WORDS
from house.tables import DAY, Clock, opened, rules_for
from houseway.errors import InvalidInput
from houseway.house.controls.site import Site
from houseway.house.log.memory import MemoryLog
from houseway.house.people.cage import Cage
from houseway.house.people.people import NotPermitted, People
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables.table import Table


def house() -> tuple[MemoryLog, Clock, People]:
    """A house in business, with two administrators, two supervisors and a dealer; days have passed."""
    clock = Clock()
    log = MemoryLog(clock)
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    for name, role in [("sue", "supervisor"), ("sam", "supervisor"), ("dan", "dealer"), ("bea", "administrator")]:
        people.add("ada", name, [role], WORDS)
    Cage(log, people).fund("ada", "sue", 1_000_00)
    clock.move(48 * 3600)
    return log, clock, people


def test_the_first_start_is_marked_and_ends_with_the_second_administrator() -> None:
    log = MemoryLog(Clock())
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    people.add("ada", "sue", ["supervisor"], WORDS)
    people.add("ada", "bea", ["administrator"], WORDS)
    assert [event.data.get("first start") for event in log.read("house")] == [True, True, True]
    with pytest.raises(NotPermitted, match="needs two different persons"):
        people.add("ada", "eve", ["supervisor"], WORDS)
    people.add("ada", "dan", ["dealer"], WORDS, second="bea")
    last = log.last("house")
    assert last is not None
    assert (last.data["second"], "first start" in last.data) == ("bea", False)


@pytest.mark.parametrize("business", ["money", "table"])
def test_the_first_start_ends_with_the_first_dollar_or_table(business: str) -> None:
    log = MemoryLog(Clock())
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    people.add("ada", "sue", ["supervisor"], WORDS)
    people.add("ada", "dan", ["dealer"], WORDS)
    if business == "money":
        Cage(log, people).buy_in("dan", "pat", 20_00)
    else:
        Table(log, "7", people=people).open(rules_for("down-under-holdem"), day=DAY, by="sue")
    with pytest.raises(NotPermitted, match="needs two different persons"):
        people.add("ada", "eve", ["supervisor"], WORDS)
    people.add("ada", "bea", ["administrator"], WORDS, second="sue")  # a supervisor stands in for the second one
    with pytest.raises(NotPermitted, match="is not for ada and sue"):
        people.add("ada", "eve", ["supervisor"], WORDS, second="sue")


def test_one_administrator_alone_changes_nobody() -> None:
    log, _, people = house()
    before = log.head("house").number
    attacks: tuple[Callable[[], object], ...] = (
        lambda: people.add("ada", "eve", ["supervisor"], WORDS),
        lambda: people.add("ada", "eve", ["supervisor"], WORDS, second="ada"),
        lambda: people.add("ada", "eve", ["supervisor"], WORDS, second="sue"),
        lambda: people.change_roles("ada", "dan", ["supervisor"]),
        lambda: people.set_password("ada", "sue", "another horse"),
        lambda: people.disable("ada", "bea"),
        lambda: people.enable("ada", "bea"),
    )
    for attack in attacks:
        with pytest.raises(NotPermitted):
            attack()
    assert log.head("house").number == before


def test_a_self_made_second_person_is_none() -> None:
    log, clock, people = house()
    cage = Cage(log, people)
    people.add("ada", "eve", ["supervisor"], WORDS, second="bea")
    for maker in ("ada", "bea"):
        with pytest.raises(NotPermitted, match="less than 24 hours ago"):
            cage.fund(maker, "eve", -100_00)
    cage.fund("ada", "sue", -100_00)
    clock.move(24 * 3600 + 1)
    cage.fund("ada", "eve", -100_00)


@pytest.mark.parametrize("way", ["roles", "password", "enable"])
def test_a_person_taken_over_is_no_second_person(way: str) -> None:
    log, _, people = house()
    if way == "roles":
        people.change_roles("ada", "sam", ["supervisor", "dealer"], second="bea")
    elif way == "password":
        people.set_password("ada", "sam", "another horse", second="bea")
    else:
        people.disable("ada", "sam", second="bea")
        people.enable("ada", "sam", second="bea")
    with pytest.raises(NotPermitted, match="sam was made or changed by ada"):
        Cage(log, people).fund("ada", "sam", -100_00)
    with pytest.raises(NotPermitted, match="sam was made or changed by bea"):
        Cage(log, people).fund("sam", "bea", -100_00)


def test_nobody_gives_themselves_a_role() -> None:
    _, clock, people = house()
    for by, second, name in [("ada", "bea", "ada"), ("bea", "ada", "ada")]:
        with pytest.raises(NotPermitted, match="ada: nobody gives themselves a role"):
            people.change_roles(by, name, ["administrator", "supervisor"], second=second)
    people.change_roles("ada", "sam", ["supervisor", "administrator"], second="bea")
    clock.move(24 * 3600 + 1)
    assert people.change_roles("sam", "sam", ["supervisor"], second="bea").roles == {"supervisor"}  # given up


def test_an_administrator_who_is_locked_out_is_unlocked_by_two_others() -> None:
    _, _, people = house()
    for _ in range(5):
        with pytest.raises(NotPermitted):
            people.log_in("bea", "guess")
    for by, second in [("ada", ""), ("ada", "bea"), ("bea", "sue"), ("sue", "sam"), ("ada", "dan")]:
        with pytest.raises(NotPermitted):
            people.unlock(by, "bea", second=second)
    people.unlock("ada", "bea", second="sue")
    assert people.log_in("bea", WORDS)


def test_a_one_person_practice_house_says_so_and_needs_nobody_else() -> None:
    log = MemoryLog(Clock())
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    site = Site(log, people=people)
    site.declare_practice(by="ada", one_person=True)
    assert (site.state.practice, site.state.one_person) == (True, True)
    cage = Cage(log, people)
    cage.fund("ada", "", 1_000_00)
    people.add("ada", "pat", ["player"], WORDS)
    last = log.last("house")
    assert last is not None
    assert last.data["first start"] is True
    with pytest.raises(NotPermitted):
        cage.fund("pat", "", 1_000_00)


def test_no_house_is_of_one_person_that_was_not_declared_one() -> None:
    log = MemoryLog(Clock())
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    Site(log, people=people).declare_practice(by="ada")
    with pytest.raises(NotPermitted, match="needs two different persons"):
        Cage(log, people).fund("ada", "", 1_000_00)


def test_a_request_of_one_person_is_no_answer_to_another() -> None:
    log, clock, people = house()
    cage = Cage(log, people)
    first = cage.buy_in("dan", "pat", 50_00, request="a1")
    assert cage.buy_in("dan", "pat", 50_00, request="a1") == first
    second = cage.buy_in("sue", "pat", 50_00, request="a1")
    assert second != first
    with pytest.raises(InvalidInput, match="was used for something else"):
        cage.buy_in("dan", "quin", 50_00, request="a1")
    opened(log, rules_for("down-under-holdem", dealer="person"))
    table = Table.load(log, "7", people=people)
    (joined,) = table.join(1, "pat", by="dan", request="j1")
    clock.move(timedelta(seconds=1).total_seconds())
    with pytest.raises(Exception, match="seat 1 is taken"):
        table.join(1, "pat", by="sue", request="j1")
    assert table.join(1, "pat", by="dan", request="j1") == (joined,)
    with pytest.raises(Exception, match="seat 1 is taken"):
        table.join(1, "pat", by="sue", request="dan/j1")


def test_two_whose_passwords_one_administrator_set_are_not_two() -> None:
    log, clock, people = house()
    cage = Cage(log, people)
    cage.fill("sue", "dan", "7", 1_00)
    people.set_password("ada", "sue", "a new password", second="bea")
    cage.fill("sue", "dan", "7", 1_00)  # dan's own is still dan's
    people.set_password("ada", "dan", "another password", second="bea")
    for pair in (("sue", "dan"), ("dan", "sue")):
        with pytest.raises(NotPermitted, match="ada set the passwords of both less than 24 hours ago"):
            cage.fill(*pair, "7", 1_00)
    people.set_password("dan", "dan", "quiet green horses", old="another password")  # or of whoever knew the one before
    with pytest.raises(NotPermitted, match="ada set the passwords of both"):
        cage.fill("sue", "dan", "7", 1_00)
    cage.fill("sam", "dan", "7", 1_00)
    clock.move(24 * 3600)
    cage.fill("sue", "dan", "7", 1_00)
    assert deep_audit(log).findings == ()


def test_one_who_is_new_and_one_whose_password_was_set_by_the_same_are_not_two() -> None:
    log, _, people = house()
    people.add("ada", "eve", ["dealer"], WORDS, second="bea")
    people.add("ada", "fay", ["supervisor"], WORDS, second="bea")
    Cage(log, people).fill("fay", "eve", "7", 1_00)  # a house makes its people on its first evening
    people.set_password("ada", "sue", "a new password", second="bea")
    with pytest.raises(NotPermitted, match="ada set the passwords of both"):
        Cage(log, people).fill("sue", "eve", "7", 1_00)
