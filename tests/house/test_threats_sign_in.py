"""Attacks on sign-ins: a token stands for its person, for a while, and for nobody else (docs/threats.md)."""

import pytest

from house.floor import QUICK, WORDS
from house.tables import Clock
from houseway.house.controls.site import Site
from houseway.house.log.memory import MemoryLog
from houseway.house.people.people import NotPermitted, People
from houseway.house.people.sign_ins import SignIns


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
        people.set_password("ada", "ada", "another horse")
    assert sign_ins.find(token) == ""


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
