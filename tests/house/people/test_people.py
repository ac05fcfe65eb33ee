"""Who may do what: roles, passwords, two-person acts, log-ins that fail."""

import pytest
from argon2 import PasswordHasher

from house.support.people import add_person
from house.support.tables import Clock
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.log import Appended, Batch, Conflict, Log
from houseway.house.log.memory import MemoryLog
from houseway.house.log.writer import Writer
from houseway.house.office.catalogue import CATALOGUES, OTHER_RIGHTS
from houseway.house.people.cage_acts import PAY_CASH, TAKE_CASH
from houseway.house.people.drawer_acts import CLOSE_ANOTHERS
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
from houseway.house.people.rights import Right, Role
from houseway.house.people.roster import MustWait
from houseway.house.records.audit import audit_log
from houseway.house.records.export import export
from houseway.house.tables.staff_acts import OPEN_TABLE

QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
PASSWORD = "correct horse"  # noqa: S105


def every_right() -> dict[str, Right]:
    """Every right by name: of acts, of what their rules ask on the way, and of what is only read."""
    acts = (act.right for catalogue in CATALOGUES for act in catalogue)
    rights: dict[str, Right] = {}
    for right in (*acts, *OTHER_RIGHTS, TAKE_CASH, PAY_CASH, CLOSE_ANOTHERS):
        amounts = (0, right.alone_up_to + 1) if right.alone_up_to else ()
        forms = [right.for_amount(amount) for amount in amounts] or [right]
        rights.update({form.name: form for form in forms})
    return rights


RIGHTS = every_right()


def staffed(log: Log, *, cashier: bool = False) -> House:
    """A house with one person of each role, and a second supervisor; the last one added ends its first start."""
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=PASSWORD))
    for name, role in [("sue", "supervisor"), ("sam", "supervisor"), ("dan", "dealer"), ("amy", "auditor")]:
        add_person(people, AddPerson(name=name, roles=(role,), password=PASSWORD), by="ada")
    add_person(people, AddPerson(name="pat", roles=("player",), password=PASSWORD), by="ada")
    if cashier:
        add_person(people, AddPerson(name="kim", roles=("cashier",), password=PASSWORD), by="ada")
    add_person(people, AddPerson(name="bea", roles=("administrator",), password=PASSWORD), by="ada")
    return people


def test_the_first_person_is_an_administrator_and_there_is_one_first_person(log: Log) -> None:
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=PASSWORD))
    assert people.person("ada").roles == {Role.ADMINISTRATOR}
    with pytest.raises(NotPermitted, match="there are persons already"):
        people.do(AddFirstPerson(name="eve", password=PASSWORD))
    assert [person.name for person in people.all()] == ["ada"]
    assert [person.name for person in House(log).all()] == ["ada"]
    assert audit_log(log).broken is None


def test_a_password_is_argon2_and_never_in_the_log(log: Log) -> None:
    people = staffed(log)
    kept = log.secret(people.person("sue").password)
    assert kept.startswith("$argon2id$")
    assert not any("argon2" in line or PASSWORD in line for line in export(log))
    assert House(MemoryLog())._hasher.memory_cost == PasswordHasher().memory_cost


def test_logging_in(log: Log) -> None:
    people = staffed(log)
    assert people.log_in("sue", PASSWORD).name == "sue"
    before = log.head("house").number
    people.do(DisablePerson(name="dan"), by="ada", second="bea")
    for name, password, reason in [
        ("sue", "wrong horse", "wrong password"),
        ("nobody", PASSWORD, "unknown name"),
        ("x" * 100, "", "unknown name"),
        ("dan", PASSWORD, "disabled"),
    ]:
        with pytest.raises(NotPermitted, match=r"^log-in: the name or the password is wrong$"):
            people.log_in(name, password)
        last = log.last("house", "log-in failed")
        assert last is not None
        assert last.data == {"name": name[:60], "reason": reason}
        assert last.by == ""
    assert log.head("house").number == before + 5
    people.do(EnablePerson(name="dan"), by="ada", second="bea")
    assert people.log_in("dan", PASSWORD).roles == {Role.DEALER}


def test_changing_a_password(log: Log) -> None:
    people = staffed(log)
    people.do(SetPassword(name="sue", password="new password", old=PASSWORD), by="sue")
    people.do(SetPassword(name="dan", password="from above"), by="ada", second="bea")
    assert people.log_in("sue", "new password")
    assert people.log_in("dan", "from above")
    with pytest.raises(NotPermitted):
        people.log_in("sue", PASSWORD)
    with pytest.raises(NotPermitted, match="may not set password"):
        people.do(SetPassword(name="dan", password="from the side"), by="sue")
    with pytest.raises(NotPermitted, match="sue: may not set password"):
        people.do(SetPassword(name="dan", password="from the side"), by="sue", second="ada")
    with pytest.raises(InvalidInput, match="8 to 1000"):
        people.do(SetPassword(name="sue", password="short", old="new password"), by="sue")


@pytest.mark.parametrize("name", sorted(name for name, right in RIGHTS.items() if not right.second))
def test_each_right_of_one_person(name: str) -> None:
    people, right = staffed(MemoryLog(), cashier=True), RIGHTS[name]
    for person in people.all():
        if person.roles & right.roles:
            people.permit(right, person.name)
        else:
            with pytest.raises(NotPermitted, match=f"^{person.name}: may not {name}; that is for"):
                people.permit(right, person.name)


@pytest.mark.parametrize("name", sorted(name for name, right in RIGHTS.items() if right.second))
def test_each_right_of_two_persons(name: str) -> None:
    people = staffed(MemoryLog(), cashier=True)
    right, names = RIGHTS[name], [person.name for person in people.all()]
    roles = {person.name: person.roles for person in people.all()}
    allowed = 0
    for first in names:
        with pytest.raises(NotPermitted, match="two different persons"):
            people.permit(right, first)
        for second in names:
            pairs = [(first, second), (second, first)]
            fits = any(roles[one] & right.roles and roles[other] & right.second for one, other in pairs)
            if first != second and fits:
                people.permit(right, first, second)
                allowed += 1
            else:
                with pytest.raises(NotPermitted, match=f"^{name}: "):
                    people.permit(right, first, second)
    assert allowed


def test_an_auditor_changes_nothing_and_reads_everything() -> None:
    reading = {name for name, right in RIGHTS.items() if Role.AUDITOR in right.roles}
    assert reading == {"read log", "read reports"}
    assert not any(Role.AUDITOR in right.second for right in RIGHTS.values())
    people = staffed(MemoryLog())
    with pytest.raises(InvalidInput, match="has no other role"):
        people.do(ChangeRoles(name="amy", roles=("auditor", "dealer")), by="ada", second="bea")


def test_staff_do_not_play() -> None:
    people = staffed(MemoryLog())
    for roles in (["player", "dealer"], ["administrator", "player"]):
        with pytest.raises(InvalidInput, match="staff do not play"):
            people.do(ChangeRoles(name="pat", roles=tuple(roles)), by="ada", second="bea")


def test_a_house_keeps_an_administrator(log: Log) -> None:
    people = staffed(log)
    people.do(DisablePerson(name="bea"), by="ada", second="bea")
    with pytest.raises(NotPermitted, match=r"^ada: is the only administrator; there must be one"):
        people.do(DisablePerson(name="ada"), by="ada", second="sue")
    people.do(ChangeRoles(name="sue", roles=("supervisor", "administrator")), by="ada", second="sam")
    with pytest.raises(NotPermitted, match="sue was made or changed by ada"):
        people.do(DisablePerson(name="ada"), by="ada", second="sue")


def test_roles_count_as_they_stand_now(log: Log) -> None:
    people, elsewhere = staffed(log), House(log, hasher=QUICK)
    elsewhere.permit(OPEN_TABLE.right, "sue")
    people.do(ChangeRoles(name="sue", roles=("dealer",)), by="ada", second="bea")
    with pytest.raises(NotPermitted):
        elsewhere.permit(OPEN_TABLE.right, "sue")
    people.do(DisablePerson(name="sam"), by="ada", second="bea")
    with pytest.raises(NotPermitted):
        elsewhere.permit(OPEN_TABLE.right, "sam")


def test_what_cannot_be_added() -> None:
    people = staffed(MemoryLog())
    for by, name, roles, field in [
        ("ada", "sue", ["dealer"], "sue: is taken"),
        ("ada", "Bad Name", ["dealer"], "name: "),
        ("ada", "bob", ["king"], "roles: 'king' is not a valid Role; there are player, dealer"),
        ("ada", "bob", [], "roles: there must be one of"),
    ]:
        with pytest.raises(InvalidInput, match=f"^{field}"):
            add_person(people, AddPerson(name=name, roles=tuple(roles), password=PASSWORD), by=by, second="bea")
    for by in ("sue", "amy", "nobody", ""):
        with pytest.raises(NotPermitted, match="may not add person"):
            add_person(people, AddPerson(name="bob", roles=("dealer",), password=PASSWORD), by=by, second="ada")
        with pytest.raises(NotPermitted, match=r"add person: needs"):
            add_person(people, AddPerson(name="bob", roles=("dealer",), password=PASSWORD), by="ada", second=by)
    with pytest.raises(InvalidInput, match="nobody is called 'bob'"):
        people.do(DisablePerson(name="bob"), by="ada", second="bea")
    with pytest.raises(InvalidInput, match="nobody is called 'bob'"):
        people.person("bob")


class Busy(MemoryLog):
    """A log in which somebody else is quicker, some times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def append_batch(self, batch: Batch) -> Appended:
        if batch.expected and self.times:
            self.times -= 1
            super().append_batch(Batch(events=[NewEvent(stream="house", kind="noted")]))
        return super().append_batch(batch)


def test_when_somebody_is_quicker_it_is_decided_again() -> None:
    assert House(Busy(3), hasher=QUICK).do(AddFirstPerson(name="ada", password=PASSWORD))
    with pytest.raises(Conflict, match="again and again"):
        House(Busy(1000), hasher=QUICK).do(AddFirstPerson(name="ada", password=PASSWORD))


def test_through_a_writer(log: Log) -> None:
    with Writer(log) as writer:
        people = House(log, writer, hasher=QUICK)
        people.do(AddFirstPerson(name="ada", password=PASSWORD))
        assert people.log_in("ada", PASSWORD)


# ---- log-ins that fail again and again


def failing(people: House, name: str, times: int = 5, place: str = "") -> None:
    for _ in range(times):
        with pytest.raises(NotPermitted, match="the name or the password is wrong"):
            people.log_in(name, "wrong horse", place)


def house_with_clock() -> tuple[MemoryLog, Clock, House]:
    clock = Clock()
    log = MemoryLog(clock)
    return log, clock, staffed(log)


@pytest.mark.parametrize("name", ["sue", "nobody", "x" * 100])
def test_every_failure_beyond_four_doubles_the_wait_of_that_name_at_that_place(name: str) -> None:
    log, clock, people = house_with_clock()
    failing(people, name, 5, "10.0.0.9")
    for seconds in (15, 30, 60, 120, 240, 480, 900, 900):
        for waiting in (people, House(log, hasher=QUICK)):
            with pytest.raises(MustWait, match=r"^log-in: too many wrong passwords; wait until 2026-11-"):
                waiting.log_in(name, PASSWORD, "10.0.0.9")
        clock.move(seconds - 1)
        with pytest.raises(MustWait):
            people.log_in(name, PASSWORD, "10.0.0.9")
        clock.move(1)
        failing(people, name, 1, "10.0.0.9")
    failures = [event.data for event in log.read("house") if event.kind == "log-in failed"]
    assert len(failures) == 13  # a try that must wait is not read, and is no event
    assert {(one["name"], one["place"]) for one in failures} == {(name[:60], "10.0.0.9")}
    assert log.last("house", "log-in locked") is None
    clock.move(24 * 3600 + 1)
    failing(people, name, 4, "10.0.0.9")  # the row began anew
    if name == "sue":
        assert people.log_in("sue", PASSWORD, "10.0.0.9")


def test_who_guesses_at_one_address_delays_nobody_elsewhere() -> None:
    _, _, people = house_with_clock()
    for name in ("ada", "sue", "dan", "nobody"):
        failing(people, name, 5, "10.0.0.9")
        with pytest.raises(MustWait):
            people.log_in(name, PASSWORD, "10.0.0.9")
    for place in ("10.0.0.1", "terminal sue@desk", ""):
        for name in ("ada", "sue", "dan"):
            assert people.log_in(name, PASSWORD, place)
    with pytest.raises(NotPermitted, match="the name or the password is wrong"):
        people.log_in("nobody", PASSWORD, "10.0.0.1")


def test_an_address_that_tries_many_names_waits_except_for_people_who_signed_in_there() -> None:
    _, clock, people = house_with_clock()
    for number in range(21):
        failing(people, f"name-{number}", 1, "10.0.0.9")
    with pytest.raises(MustWait):
        people.log_in("sue", PASSWORD, "10.0.0.9")
    assert people.log_in("sue", PASSWORD, "10.0.0.9", is_known=True)
    assert people.log_in("sue", PASSWORD, "10.0.0.1")
    for number in range(30):
        clock.move(60)
        failing(people, f"more-{number}", 1, "10.0.0.9")
    clock.move(60)  # the longest wait of an address
    assert people.log_in("sue", PASSWORD, "10.0.0.9")


def test_a_terminal_where_many_names_fail_delays_only_those_names() -> None:
    _, _, people = house_with_clock()
    for number in range(30):
        failing(people, f"name-{number}", 1, "terminal desk@pit")
    assert people.log_in("sue", PASSWORD, "terminal desk@pit")
    failing(people, "dan", 5, "terminal desk@pit")
    with pytest.raises(MustWait):
        people.log_in("dan", PASSWORD, "terminal desk@pit")


def test_a_name_that_fails_from_many_addresses_waits_at_new_ones_only() -> None:
    _, clock, people = house_with_clock()
    for number in range(11):
        failing(people, "sue", 1, f"10.0.1.{number}")
    with pytest.raises(MustWait):
        people.log_in("sue", PASSWORD, "10.0.2.1")
    assert people.log_in("sue", PASSWORD, "10.0.2.1", is_known=True)
    assert people.log_in("sue", PASSWORD, "terminal sue@desk")
    assert people.log_in("dan", PASSWORD, "10.0.2.1")
    clock.move(15)
    assert people.log_in("sue", PASSWORD, "10.0.2.1")


class CountingHasher:
    """Counts how much work passwords cost."""

    def __init__(self) -> None:
        self.work = 0

    def hash(self, password: str) -> str:
        self.work += 1
        return QUICK.hash(password)

    def verify(self, stored: str, password: str) -> bool:
        self.work += 1
        return QUICK.verify(stored, password)


def test_a_name_that_nobody_has_costs_the_same_work() -> None:
    log, _, _ = house_with_clock()
    for name in ("sue", "nobody"):
        hasher = CountingHasher()
        people = House(log, hasher=hasher)  # type: ignore[arg-type]  # as good as the real one
        failing(people, name, 1)
        assert hasher.work == 1, name


def test_a_log_in_is_an_event_only_where_it_ends_a_row() -> None:
    log, _, people = house_with_clock()
    people.log_in("sue", PASSWORD)
    assert log.last("house", "logged in") is None
    failing(people, "sue", 1)
    people.log_in("sue", PASSWORD)
    last = log.last("house", "logged in")
    assert last is not None
    assert (last.by, last.data) == ("sue", {"name": "sue"})


def test_an_administrator_unlocks() -> None:
    log, _, people = house_with_clock()
    with pytest.raises(NotAllowedNow, match="sue: is not locked"):
        people.do(UnlockPerson(name="sue"), by="ada", second="sam")
    failing(people, "sue")
    with pytest.raises(NotPermitted, match="unlock person: needs two"):
        people.do(UnlockPerson(name="sue"), by="sam")
    people.do(UnlockPerson(name="sue"), by="ada", second="sam")
    assert people.log_in("sue", PASSWORD)
    assert audit_log(log).broken is None


def test_a_new_password_unlocks_too_and_failures_elsewhere_count() -> None:
    log, _, people = house_with_clock()
    elsewhere = House(log, hasher=QUICK)
    failing(people, "sue", 3)
    failing(elsewhere, "sue", 2)
    assert people.locked_until("sue") == elsewhere.locked_until("sue") == "2026-11-16T12:00:15.000000Z"
    people.do(SetPassword(name="sue", password="another horse"), by="ada", second="bea")
    assert people.log_in("sue", "another horse")
