"""Attacks on sign-ins: a token stands for its person, for a while, and for nobody else (docs/threats.md)."""

import pytest

from house.floor import QUICK, WORDS
from house.tables import Clock
from houseway.house.controls.site import Site
from houseway.house.log.events import NewEvent, digest
from houseway.house.log.memory import MemoryLog
from houseway.house.people.people import NotPermitted, People
from houseway.house.people.sign_ins import SignIns
from houseway.house.records.deep_audit.walk import deep_audit


def signed_in() -> tuple[Clock, People, SignIns, str]:
    clock = Clock()
    log = MemoryLog(clock)
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    people.add("ada", "bea", ["administrator"], WORDS)
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
        people.disable("bea", "ada", second="ada")
    else:
        people.set_password("ada", "ada", "another horse", old=WORDS)
    assert sign_ins.find(token) == ""


def test_a_token_does_not_become_the_account() -> None:
    """Who has somebody's token, or is signed in as them, sets no password without the old one."""
    _, people, sign_ins, token = signed_in()
    thief = sign_ins.find(token)
    with pytest.raises(NotPermitted, match="wants the old one"):
        people.set_password(thief, "ada", "another horse")
    with pytest.raises(NotPermitted, match="the name or the password is wrong"):
        people.set_password(thief, "ada", "another horse", old="a guess of mine")
    failed = people.log.last("house")
    assert failed is not None
    assert failed.kind == "log-in failed"
    assert people.log_in("ada", WORDS).name == "ada"


def test_who_is_disabled_sets_no_password() -> None:
    _, people, _, _ = signed_in()
    people.add("ada", "sue", ["supervisor"], WORDS, second="bea")
    people.disable("ada", "sue", second="bea")
    with pytest.raises(NotPermitted):
        people.set_password("sue", "sue", "another horse", old=WORDS)
    assert deep_audit(people.log).broken is None
    hashed = QUICK.hash("another horse")
    new = NewEvent(stream="house", kind="password set", by="sue", data={"name": "sue", "password": digest(hashed)})
    (done,) = people.log.append(new, secrets=[hashed])
    assert (done.stream, done.number) in [(one.stream, one.number) for one in deep_audit(people.log).findings]


def test_the_log_does_not_tell_a_token() -> None:
    _, people, sign_ins, token = signed_in()
    told = "".join(event.form for stream in people.log.streams() for event in people.log.read(stream))
    assert token not in told
    with pytest.raises(NotPermitted):
        sign_ins.start("ada", "guess")


def test_a_house_whose_administrator_signed_in_is_still_new() -> None:
    log = MemoryLog()
    people = People(log, hasher=QUICK)
    people.add_first_person("ada", WORDS)
    SignIns(log, people).start("ada", WORDS)
    Site(log, people=people).declare_practice(by="ada")
    assert Site(log).fresh().practice
