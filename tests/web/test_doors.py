"""The doors of a room: guesses delay only where they come from, and a session ends with its person's rights."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from house.support.people import add_person
from houseway.cli import main
from houseway.house.log.events import Event
from houseway.house.log.log import Appended
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson, AddPerson, ChangeRoles, DisablePerson, SetPassword
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.store.store import open_log
from houseway.web.http.guard import Guard, GuardMiddleware
from houseway.web.http.rates import network_of
from houseway.web.http.sessions import IDLE_SECONDS, USED_SECONDS, Sessions
from houseway.web.http.settings import Limits, Rate
from web.serving import Guest, Running, serving

PASSWORD = "correct horse battery"  # noqa: S105  # of nobody
WRONG = "wrong horse battery"
STAFF = {"sue": "supervisor", "sam": "supervisor", "dan": "dealer", "pat": "player"}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Running]:
    """A room with its staff and a player."""
    with serving(database=str(tmp_path / "house.db"), practice=False) as running:
        people = running.services.floor.people
        people.do(AddFirstPerson(name="ada", password=PASSWORD))
        for name, role in STAFF.items():
            add_person(people, AddPerson(name=name, roles=(role,), password=PASSWORD), by="ada")
        add_person(people, AddPerson(name="bea", roles=("administrator",), password=PASSWORD), by="ada")
        yield running


def sign_in(room: Running, name: str, password: str, *, address: str) -> httpx.Response:
    """Sign in from an address of this machine."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as client:
        return client.post(f"http://{room.address}/api/v1/session", json={"person": name, "password": password})


def failures(room: Running) -> list[dict[str, str]]:
    return [event.data for event in room.services.floor.log.read("house") if event.kind == "log-in failed"]


def test_guesses_from_one_address_keep_nobody_out_elsewhere(room: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    dan = room.person("dan", PASSWORD)
    for name in ("ada", "sue", "dan"):
        for _ in range(5):
            assert sign_in(room, name, WRONG, address="127.0.0.9").status_code == 403
        refused = sign_in(room, name, PASSWORD, address="127.0.0.9")
        assert refused.status_code == 429
        assert "wait until" in refused.json()["detail"]
    assert len(failures(room)) == 15
    assert {one["place"] for one in failures(room)} == {"127.0.0.9"}
    for name in ("ada", "sue", "dan"):
        assert sign_in(room, name, PASSWORD, address="127.0.0.1").status_code == 201
    assert dan.get("/session").status_code == 200
    monkeypatch.setenv("HOUSEWAY_PASSWORD", PASSWORD)
    assert main(["person", "list", "--as", "sue", "--db", room.settings.database]) == 0


def test_an_address_that_tries_many_names_waits(room: Running) -> None:
    assert sign_in(room, "sue", PASSWORD, address="127.0.0.9").status_code == 201
    for number in range(21):
        assert sign_in(room, f"name-{number}", WRONG, address="127.0.0.9").status_code == 403
    assert sign_in(room, "one-more", WRONG, address="127.0.0.9").status_code == 429
    assert sign_in(room, "dan", PASSWORD, address="127.0.0.9").status_code == 429
    assert sign_in(room, "sue", PASSWORD, address="127.0.0.9").status_code == 201  # who has signed in there before
    assert sign_in(room, "dan", PASSWORD, address="127.0.0.1").status_code == 201


def test_the_password_of_a_second_person_is_guessed_no_faster(room: Running) -> None:
    sue = room.person("sue", PASSWORD)
    assert sue.post("/site/disable", {"reason": "a test"}).status_code == 200
    wrong = {"second": {"person": "ada", "password": WRONG}}
    for _ in range(4):
        assert sue.post("/site/enable", wrong).status_code == 403
    with sue.page() as page:
        assert page.ask("void", "1", reason="x", **wrong)["problem"]["status"] == 404  # no such table: not looked at
    assert sue.post("/site/enable", wrong).status_code == 403
    right = {"second": {"person": "ada", "password": PASSWORD}}
    assert sue.post("/site/enable", right).status_code == 429
    assert sign_in(room, "ada", PASSWORD, address="127.0.0.9").status_code == 201
    assert sue.post("/site/enable", {"second": {**right["second"], "person": "sam"}}).status_code == 200


def test_nobody_tries_a_second_persons_password_without_a_session(room: Running) -> None:
    sue = room.person("sue", PASSWORD)
    sheet = room.http.get("/api/v1/sheets/premium-holdem").json()["sheet"]
    assert sue.post("/sheets/open", {"sheet": sheet}).status_code == 200
    second = {"second": {"person": "ada", "password": WRONG}}
    with Guest(room, "", "").page() as page:
        assert page.ask("void", "1", reason="x", **second)["problem"]["status"] == 401
    assert room.http.post("/api/v1/tables/1/void", json={"reason": "x", **second}).status_code == 401
    with sue.page() as page:
        assert page.ask("void", "1", reason="x", **second)["problem"]["status"] == 403
    assert len(failures(room)) == 1


def test_an_address_of_version_6_counts_as_its_network() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") == "2001:db8:0:1::/64"
    assert network_of("::ffff:10.0.0.9") == network_of("10.0.0.9") == "10.0.0.9"
    assert network_of("") == ""


def test_a_network_of_version_6_has_the_limits_of_one_client(room: Running) -> None:
    limits = replace(Limits(), requests=Rate(per_second=0, burst=1))
    app: Any = None  # is not asked
    middleware = GuardMiddleware(app, Guard(replace(room.services.settings, limits=limits)))
    headers = {"host": room.address}
    found = [
        middleware._refusal({"client": (address, 1), "scheme": "http", "path": "/"}, headers)
        for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    ]
    assert [one and one.status for one in found] == [None, 429, None]


def test_a_player_is_paid_out_with_their_own_word_and_a_receipt(room: Running) -> None:
    dan = room.person("dan", PASSWORD)
    assert dan.post("/cage/buy-in", {"player": "pat", "amount": "500"}).status_code == 200
    pay = {"player": "pat", "amount": "100"}
    refused = dan.post("/cage/cash-out", pay)
    assert (refused.status_code, "pat confirms it with their own password" in refused.text) == (403, True)
    assert dan.post("/cage/cash-out", {**pay, "second": {"person": "pat", "password": WRONG}}).status_code == 403
    for number, second in ((1, "pat"), (2, "sue")):
        (paid,) = dan.post("/cage/cash-out", {**pay, "second": {"person": second, "password": PASSWORD}}).json()
        assert paid["receipt"] == {
            "number": number,
            "at": paid["at"],
            "player": "pat",
            "amount": "100.00",
            "cashier": "dan",
            "confirmed_by": second,
        }
    assert deep_audit(room.services.floor.log).findings == ()


# ---- several processes


def test_two_processes_that_start_at_once_sign_with_one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process makes its key after this one has seen that there is none."""
    with open_log("memory:") as log:
        people, last = House(log), log.last
        others: list[Sessions] = []

        def before_the_other(stream: str, *kinds: str) -> Event | None:
            event = last(stream, *kinds)
            monkeypatch.undo()
            others.append(Sessions(log, log, people))
            return event

        monkeypatch.setattr(log, "last", before_the_other)
        own = Sessions(log, log, people)
        (other,) = others
        assert own.find(other.start_guest("guest-1").token)
        assert other.find(own.start_guest("guest-2").token)
        assert [event.kind for event in log.read("sessions")] == ["key made"]


# ---- first passwords


def test_of_two_sign_ins_at_once_with_a_first_password_one_succeeds(
    room: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, second = room.person("ada", PASSWORD), {"person": "bea", "password": PASSWORD}
    ada.post("/people/add", {"name": "sol", "roles": ["supervisor"], "password": "given by ada", "second": second})
    floor = room.services.floor
    one, other = (Sessions(floor.log, floor.log, floor.people) for _ in range(2))
    append = floor.log.append

    def after_the_other(*events: Any, **more: Any) -> Appended:
        monkeypatch.undo()
        other.start("sol")
        return append(*events, **more)

    monkeypatch.setattr(floor.log, "append", after_the_other)
    with pytest.raises(NotPermitted, match="was used to sign in before"):
        one.start("sol")


def test_a_first_password_is_good_for_one_sign_in_and_must_be_changed(room: Running) -> None:
    ada, second = room.person("ada", PASSWORD), {"person": "bea", "password": PASSWORD}
    added = {"name": "sol", "roles": ["supervisor"], "password": "given by ada", "second": second}
    assert ada.post("/people/add", added).json()["must_change"] is True
    sol = room.person("sol", "given by ada")
    assert sol.get("/session").json()["must_change"] is True
    again = sign_in(room, "sol", "given by ada", address="127.0.0.1")
    assert (again.status_code, "was used to sign in before" in again.text) == (403, True)
    for refused in (
        sol.post("/site/disable", {"reason": "fire"}),
        sol.get("/people"),
        sol.get("/cage/statement/sol"),
        sol.post("/tables/1/call-floor", {"reason": "x"}),
        room.person("sue", PASSWORD).post("/site/enable", {"second": {"person": "sol", "password": "given by ada"}}),
    ):
        assert refused.status_code == 403, refused.text
        assert "POST /api/v1/people/password with name, old and password" in refused.json()["detail"]
    with sol.page() as page:
        assert page.hello["person"] is None
    form = room.http.get("/sign-in", headers=sol.headers).text
    assert 'required value="sol">' in form
    assert "data-new-password>" in form
    assert "data-new-password hidden>" in room.http.get("/sign-in").text
    own = {"name": "sol", "old": "given by ada", "password": "words of his own"}
    assert sol.post("/people/password", {**own, "password": "given by ada"}).status_code == 400
    assert sol.post("/people/password", own).json()["must_change"] is False
    assert sign_in(room, "sol", "given by ada", address="127.0.0.1").status_code == 403
    sol = room.person("sol", "words of his own")
    assert sol.get("/session").json()["must_change"] is False
    assert sol.post("/site/disable", {"reason": "fire"}).status_code == 200
    assert deep_audit(room.services.floor.log).findings == ()


def test_the_first_day_trap_is_warned_of_over_http() -> None:
    with serving(database="memory:", practice=False) as running:
        running.services.floor.people.do(AddFirstPerson(name="ada", password=PASSWORD))
        ada = running.person("ada", PASSWORD)
        trap = {"name": "bea", "roles": ["administrator"], "password": "given by ada"}
        assert "add the supervisors before" in ada.post("/people/add", trap).json()["warning"]


# ---- sessions


def test_signing_in_and_out_are_events(room: Running) -> None:
    sue = room.person("sue", PASSWORD)
    assert sue.get("/session").status_code == 200
    with sue.page() as page:
        assert room.http.delete("/api/v1/session", headers=sue.headers).status_code == 204
        assert page.is_closed()
    log = room.services.floor.log
    events = [(event.kind, event.by) for event in log.read("sessions")][1:]
    assert events == [("signed in", "sue"), ("signed out", "sue")]
    signed_in, signed_out = list(log.read("sessions"))[1:]
    assert signed_in.data["session"] == signed_out.data["session"]
    assert signed_in.data["place"] == "127.0.0.1"
    assert sue.token not in str(signed_in)
    assert deep_audit(log).findings == ()


def test_a_session_that_nobody_uses_ends(room: Running) -> None:
    sessions, start = room.services.sessions, time.time()
    sue, dan = room.person("sue", PASSWORD), room.person("dan", PASSWORD)
    with sue.page() as page:
        for quarter in range(1, 5):
            sessions._clock = lambda now=start + quarter * USED_SECONDS * 1.5: now  # type: ignore[misc]
            assert dan.get("/session").status_code == 200
        assert page.is_closed()  # though it answers pings
    assert sue.get("/session").status_code == 401
    assert dan.get("/session").status_code == 200
    sessions._clock = lambda: start + 4 * USED_SECONDS * 1.5 + IDLE_SECONDS + 1
    assert dan.get("/session").status_code == 401


def test_a_session_that_is_used_is_known_to_other_processes(room: Running) -> None:
    sessions, start = room.services.sessions, time.time()
    dan = room.person("dan", PASSWORD)
    sessions._clock = lambda: start + USED_SECONDS + 1
    for _ in range(3):
        assert dan.get("/session").status_code == 200
    log = room.services.floor.log
    end = time.monotonic() + 10
    while log.last("sessions", "session used") is None:
        assert time.monotonic() < end
    assert [event.kind for event in log.read("sessions")][1:] == ["signed in", "session used"]
    assert deep_audit(log).findings == ()


CHANGES = {
    "roles": ChangeRoles(name="dan", roles=("cashier",)),
    "disable": DisablePerson(name="dan"),
    "password": SetPassword(name="dan", password="another good horse"),
}


@pytest.mark.parametrize("how", ["over http", "by another process"])
@pytest.mark.parametrize("act", CHANGES)
def test_a_live_link_ends_at_once_with_the_rights_of_its_person(room: Running, act: str, how: str) -> None:
    ada, dan = room.person("ada", PASSWORD), room.person("dan", PASSWORD)
    with dan.page() as page:
        if how == "over http":
            body = {**msgspec.to_builtins(CHANGES[act]), "second": {"person": "bea", "password": PASSWORD}}
            body.pop("old", None)
            assert ada.post(f"/people/{act}", body).status_code == 200
        else:
            with open_log(room.settings.database) as elsewhere:
                House(elsewhere).do(CHANGES[act], by="ada", second="bea")
        assert page.is_closed()
    assert dan.get("/session").status_code == 401
    assert ada.get("/session").status_code == 200
