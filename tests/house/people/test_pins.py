"""PINs: set with the password, blocked by three wrong tries however they come, unblocked by a supervisor."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from house.people.test_people import PASSWORD, QUICK, staffed
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import NewEvent, digest
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import DisablePerson
from houseway.house.people.person_payloads import PinAccepted, PinSet, PinUnblocked
from houseway.house.people.pin_acts import SetPin, UnblockPin
from houseway.house.people.pin_pad import PinPad
from houseway.house.people.pins import pin_weakness
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.export import export
from houseway.house.store.store import open_log

PIN = "4071"


def with_pin(log: Log) -> House:
    people = staffed(log)
    people.do(SetPin(name="dan", pin=PIN, old=PASSWORD), by="dan")
    return people


def enter(people: House, pin: str, name: str = "dan") -> bool:
    """Whether a PIN is accepted at the console of table 7."""
    try:
        PinPad(people).enter(name, pin, table="7", console="console-1")
    except NotPermitted:
        return False
    return True


def findings(log: Log) -> list[str]:
    return [one.reason for one in deep_audit(log).findings]


def test_a_pin_is_kept_as_a_hash_and_every_entry_is_an_event() -> None:
    log = MemoryLog()
    people = with_pin(log)
    assert enter(people, PIN)
    assert not enter(people, "4072")
    stored = log.last("house", "pin set")
    assert stored is not None
    hashed = log.secret(stored.read(PinSet).pin)
    assert hashed.startswith("$argon2id$")
    assert PIN not in hashed.rpartition("$")[0]
    text = json.dumps(list(map(str, export(log))))
    assert hashed not in text
    kinds = [(event.kind, event.by) for event in log.read("house") if event.kind.startswith("pin")]
    assert kinds == [("pin set", "dan"), ("pin accepted", "dan"), ("pin failed", "")]
    assert findings(log) == []


@pytest.mark.parametrize("pin", ["", "123", "407", "123456789", "4o71", "٤٠٧١", "1111", "1234", "8765", "7890"])
def test_a_pin_that_is_none_or_that_anybody_tries_first_is_refused(pin: str) -> None:
    people = staffed(MemoryLog())
    assert pin_weakness(pin)
    with pytest.raises(InvalidInput, match=r"^pin: "):
        people.do(SetPin(name="dan", pin=pin, old=PASSWORD), by="dan")


def test_a_pin_is_set_with_the_own_password_by_those_who_deal() -> None:
    people = staffed(MemoryLog())
    for asked, by in (
        (SetPin(name="dan", pin=PIN), "dan"),
        (SetPin(name="dan", pin=PIN, old="a wrong one"), "dan"),
        (SetPin(name="dan", pin=PIN, old=PASSWORD), "sue"),
        (SetPin(name="pat", pin=PIN, old=PASSWORD), "pat"),
        (SetPin(name="ada", pin=PIN, old=PASSWORD), "ada"),
    ):
        with pytest.raises(NotPermitted):
            people.do(asked, by=by)
    assert people.pin("dan") is None
    people.do(SetPin(name="sue", pin=PIN, old=PASSWORD), by="sue")
    assert people.pin("sue") is not None


def test_three_wrong_tries_block_a_pin_until_a_new_one_or_a_supervisor() -> None:
    log = MemoryLog()
    people = with_pin(log)
    for _ in range(2):
        assert not enter(people, "9999")
    assert enter(people, PIN), "two wrong tries do not block, and a right one ends their row"
    for _ in range(3):
        assert not enter(people, "9999")
    with pytest.raises(NotPermitted, match=r"^pin: is blocked after 3 wrong tries"):
        PinPad(people).enter("dan", PIN, table="7", console="console-1")
    before = log.head("house")
    assert not enter(people, PIN)
    assert log.head("house") == before, "a blocked PIN is not even tried"
    for by in ("dan", "ada", "pat"):
        with pytest.raises(NotPermitted):
            people.do(UnblockPin(name="dan"), by=by)
    people.do(UnblockPin(name="dan"), by="sue")
    assert enter(people, PIN)
    with pytest.raises(NotAllowedNow, match="has no PIN that is blocked"):
        people.do(UnblockPin(name="dan"), by="sue")
    for _ in range(3):
        enter(people, "9999")
    people.do(SetPin(name="dan", pin="5260", old=PASSWORD), by="dan")
    assert not enter(people, PIN)
    assert enter(people, "5260")
    assert findings(log) == []


def test_a_supervisor_does_not_unblock_their_own_pin() -> None:
    people = staffed(MemoryLog())
    people.do(SetPin(name="sue", pin=PIN, old=PASSWORD), by="sue")
    for _ in range(3):
        enter(people, "9999", "sue")
    with pytest.raises(NotPermitted, match="does not unblock their own PIN"):
        people.do(UnblockPin(name="sue"), by="sue")
    people.do(UnblockPin(name="sue"), by="sam")
    assert enter(people, PIN, "sue")


def test_nobody_without_a_pin_and_nobody_who_is_disabled_takes_over() -> None:
    log = MemoryLog()
    people = with_pin(log)
    before = log.head("house")
    for name in ("nobody", "sue", "pat"):
        assert not enter(people, PIN, name)
    assert log.head("house") == before
    people.do(DisablePerson(name="dan"), by="ada", second="bea")
    assert not enter(people, PIN)


@pytest.mark.parametrize("right", [0, 5, 11])
def test_of_many_tries_at_once_three_count_whoever_takes_them(tmp_path: Path, right: int) -> None:
    """Twelve tries by four processes' worth of people: never more than three wrong ones are even looked at."""
    path = str(tmp_path / "house.db")
    with open_log(path, new=True) as log:
        with_pin(log)
    guesses = ["9999"] * 12
    guesses[right] = PIN
    logs = [open_log(path) for _ in range(4)]
    houses = [House(log, hasher=QUICK) for log in logs]
    with ThreadPoolExecutor(4) as pool:
        taken = list(pool.map(lambda one: enter(houses[one[0] % 4], one[1]), enumerate(guesses)))
    tries = [event.kind for event in logs[0].read("house") if event.kind in ("pin failed", "pin accepted")]
    rest = "".join("x" if kind == "pin failed" else "." for kind in tries)
    assert rest.count("x") <= 5, "two before the right one, and three after it"
    assert "xxx" not in rest[:-1], "nothing follows three in a row"
    assert rest.endswith("xxx")
    assert sum(taken) == rest.count(".") <= 1
    assert findings(logs[0]) == []
    for log in logs:
        log.close()


def test_pins_that_were_written_past_the_rules_are_found() -> None:
    def forged(payload: PinSet | PinAccepted | PinUnblocked, by: str, *, blocked: bool = False) -> list[str]:
        log = MemoryLog()
        people = with_pin(log)
        for _ in range(3 if blocked else 0):
            enter(people, "9999")
        log.append(NewEvent(stream="house", by=by, data=payload), secrets=["hash"])
        return findings(log)

    taken = PinAccepted(name="dan", table="7", console="c")
    assert forged(PinSet(name="dan", pin=digest("hash")), "sue") == ["sue set the PIN of dan"]
    assert forged(taken, "dan", blocked=True) == ["the PIN of dan was blocked"]
    assert forged(taken, "sue") == ["dan could not take over then"]
    assert forged(PinAccepted(name="sue", table="7", console="c"), "sue") == ["sue has no PIN"]
    assert forged(PinUnblocked(name="dan"), "sue") == ["the PIN of dan was not blocked, or dan unblocked it"]
    assert "may not unblock PIN" in forged(PinUnblocked(name="dan"), "pat", blocked=True)[0]
