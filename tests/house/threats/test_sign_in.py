"""Attacks on sign-ins: a token stands for its person, for a while, and for nobody else (docs/threats.md)."""

import pytest

from house.support.floor import QUICK, WORDS
from house.support.people import add_person
from house.support.tables import Clock
from houseway.house.log.events import NewEvent, digest
from houseway.house.log.memory import MemoryLog
from houseway.house.office.site import DeclarePractice, Site
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson, AddPerson, DisablePerson, SetPassword
from houseway.house.people.sign_ins import SignIns
from houseway.house.records.deep_audit.walk import deep_audit


def signed_in() -> tuple[Clock, House, SignIns, str]:
    clock = Clock()
    log = MemoryLog(clock)
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    add_person(people, AddPerson(name="bea", roles=("administrator",), password=WORDS), by="ada")
    found = SignIns(log, people)
    return clock, people, found, found.start("ada", WORDS).token


def test_a_token_stands_for_its_person_until_it_ends() -> None:
    clock, _, sign_ins, token = signed_in()
    assert sign_ins.find(token) == "ada"
    assert sign_ins.find(token + "x") == ""
    clock.move(3600)
    assert sign_ins.find(token) == ""


@pytest.mark.parametrize("end", ["signed out", "disabled", "password"])
def test_a_token_ends_early(end: str) -> None:
    _, people, sign_ins, token = signed_in()
    if end == "signed out":
        sign_ins.end(token)
    elif end == "disabled":
        people.do(DisablePerson(name="ada"), by="bea", second="ada")
    else:
        people.do(SetPassword(name="ada", password="another horse", old=WORDS), by="ada")
    assert sign_ins.find(token) == ""


def test_a_token_does_not_become_the_account() -> None:
    """Who has somebody's token, or is signed in as them, sets no password without the old one."""
    _, people, sign_ins, token = signed_in()
    thief = sign_ins.find(token)
    with pytest.raises(NotPermitted, match="give the old one"):
        people.do(SetPassword(name="ada", password="another horse"), by=thief)
    with pytest.raises(NotPermitted, match="the name or the password is wrong"):
        people.do(SetPassword(name="ada", password="another horse", old="a guess of mine"), by=thief)
    failed = people.log.last("house")
    assert failed is not None
    assert failed.kind == "log-in failed"
    assert people.log_in("ada", WORDS).name == "ada"


def test_who_is_disabled_sets_no_password() -> None:
    _, people, _, _ = signed_in()
    add_person(people, AddPerson(name="sue", roles=("supervisor",), password=WORDS), by="ada", second="bea")
    people.do(DisablePerson(name="sue"), by="ada", second="bea")
    with pytest.raises(NotPermitted):
        people.do(SetPassword(name="sue", password="another horse", old=WORDS), by="sue")
    assert deep_audit(people.log).broken is None
    hashed = QUICK.hash("another horse")
    new = NewEvent(stream="house", kind="password set", by="sue", data={"name": "sue", "password": digest(hashed)})
    (done,) = people.log.append(new, secrets=[hashed])
    assert (done.stream, done.number) in [(one.stream, one.number) for one in deep_audit(people.log).findings]


def test_the_log_does_not_tell_a_token() -> None:
    _, people, sign_ins, token = signed_in()
    forms = "".join(event.form for stream in people.log.streams() for event in people.log.read(stream))
    assert token not in forms
    with pytest.raises(NotPermitted):
        sign_ins.start("ada", "guess")


def test_a_house_whose_administrator_signed_in_is_still_new() -> None:
    log = MemoryLog()
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    SignIns(log, people).start("ada", WORDS)
    Site(log, people=people).do(DeclarePractice(), by="ada")
    assert Site(log).fresh().practice
