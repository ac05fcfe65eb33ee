"""The way to the first open table: each step is done when the house says so."""

from house.support.floor import QUICK
from house.support.people import add_person
from house.support.tables import DAY, rules_for
from houseway.house.log.memory import MemoryLog
from houseway.house.office.catalogue import CATALOGUES
from houseway.house.office.first_table import steps_to_first_table
from houseway.house.people.cage_acts import Fill, Fund
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson, AddPerson, DisablePerson, SetPassword
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table

PASSWORD = "correct horse battery"  # noqa: S105  # of nobody


def done(house: House) -> list[str]:
    return [step.name for step in steps_to_first_table(house) if step.done]


def test_each_step_follows_the_house() -> None:
    log = MemoryLog()
    house = House(log, hasher=QUICK)
    assert done(house) == ["own passwords"]  # nobody has somebody else's
    house.do(AddFirstPerson(name="ada", password=PASSWORD))
    for name, role in {"sue": "supervisor", "sam": "supervisor", "dan": "dealer", "kim": "cashier"}.items():
        add_person(house, AddPerson(name=name, roles=(role,), password=PASSWORD), by="ada")
    people = ["an administrator", "two supervisors", "a dealer", "a cashier", "own passwords"]
    assert done(house) == people
    house.do(AddPerson(name="eve", roles=("dealer",), password="given by ada"), by="ada")
    waiting = next(step for step in steps_to_first_table(house) if step.name == "own passwords")
    assert (waiting.done, waiting.state) == (False, "still to sign in: eve")
    house.do(SetPassword(name="eve", password=PASSWORD, old="given by ada"), by="eve")
    house.do(Fund(amount=900_000_00), by="ada", second="sue")
    assert done(house) == [*people, "money in the cage"]
    Table(log, "7", people=house).do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
    assert done(house)[len(people) + 1 :] == ["a sheet, checked", "a table, open, with its jackpot by two"]
    house.do(Fill(table="7", amount=5_000_00), by="sue", second="dan")
    steps = steps_to_first_table(house)
    assert all(step.done for step in steps)
    assert steps[-1].state == "7"
    house.do(DisablePerson(name="sam"), by="ada", second="sue")
    assert "two supervisors" not in done(house)


def test_every_step_leads_to_an_act_or_waits_for_people() -> None:
    acts = {(each.subject, act.name) for each in CATALOGUES for act in each} | {("sheet", "check"), ("sheet", "open")}
    for step in steps_to_first_table(House(MemoryLog())):
        assert (step.subject, step.act) in acts or (step.name, step.act) == ("own passwords", "")
