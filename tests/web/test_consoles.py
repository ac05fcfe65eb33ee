"""Paired consoles over HTTP: a PIN is good at one console and one table, for what a dealer does alone."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from house.support.people import add_person
from houseway.house.log.events import digest
from houseway.house.office.catalogue import CATALOGUES
from houseway.house.people.act import AnyAct
from houseway.house.people.cage_acts import CAGE_ACTS
from houseway.house.people.person_acts import PERSON_ACTS, AddPerson, SetPassword
from houseway.house.people.pin_acts import SetPin
from houseway.house.people.rights import PLAY, Role
from houseway.house.tables.catalogue import TABLE_ACTS
from web.rooms import PASSWORD, SECOND, Room, quick_room
from web.serving import Guest, Page

PINS = {"dan": "4071", "dee": "82640", "sue": "559031"}


@pytest.fixture(scope="module")
def shared() -> Iterator[Room]:
    with quick_room() as room:
        people = room.running.services.floor.people
        add_person(people, AddPerson(name="dee", roles=("dealer",), password=PASSWORD), by="ada", second="sue")
        yield room


@pytest.fixture
def room(shared: Room) -> Room:
    """A new table, and everybody's PIN as it was at first."""
    people = shared.running.services.floor.people
    for name, pin in PINS.items():
        people.do(SetPin(name=name, pin=pin, old=PASSWORD), by=name)
    shared.open()
    return shared


class AtConsole(Guest):
    """A dealer at a paired console, as a program is."""

    def __init__(self, room: Room, console: str, person: str, token: str) -> None:
        super().__init__(room.running, person, token)
        self.headers["X-Houseway-Console"] = console


def paired(room: Room, name: str = "console-1") -> str:
    answer = room["sue"].post("/consoles", {"table": room.table, "console": name})
    assert answer.status_code == 200, answer.text
    room.running.http.cookies.clear()  # here a program is the console
    return str(answer.json()["token"])


def pin_in(room: Room, console: str, person: str, pin: str = "") -> httpx.Response:
    body = {"person": person, "pin": pin or PINS[person]}
    answer = room.running.http.post("/api/v1/session", json=body, headers={"X-Houseway-Console": console})
    room.running.http.cookies.clear()
    return answer


def taken_over(room: Room, console: str, person: str) -> AtConsole:
    answer = pin_in(room, console, person)
    assert answer.status_code == 201, answer.text
    assert answer.json()["table"] == room.table
    return AtConsole(room, console, person, answer.json()["token"])


# ---- what it is for


def test_dealers_relieve_one_another_at_a_paired_console(room: Room) -> None:
    console = paired(room)
    headers = {"X-Houseway-Console": console}
    here = room.running.http.get("/api/v1/consoles/here", headers=headers).json()
    assert (here["table"], here["console"], here["dealer"], here["token"]) == (room.table, "console-1", None, None)
    dan = taken_over(room, console, "dan")
    room.wager()
    assert dan.post(f"/tables/{room.table}/deal").status_code == 200
    dee = taken_over(room, console, "dee")
    assert dan.get("/session").status_code == 401, "whoever was relieved is out at once"
    deal = {"hands": {"2": ["Ts", "9s"]}, "dealer": ["9h", "7c"]}
    assert dan.post(f"/tables/{room.table}/enter", {"deal": deal}).status_code == 401
    assert dee.post(f"/tables/{room.table}/enter", {"deal": deal}).status_code == 200
    assert taken_over(room, console, "dee").get("/session").json()["person"] == "dee"
    assert room.running.http.get("/api/v1/consoles/here", headers=headers).json()["dealer"] == "dee"
    assert room.kinds().count("relieved") == 2
    last = room.running.services.floor.log.last(f"table/{room.table}", "relieved")
    assert last is not None
    assert (last.data["dealer"], last.data["relieved"], last.by) == ("dee", "dan", "dee")


def test_a_browser_has_the_tokens_as_cookies_that_no_script_reads(room: Room) -> None:
    with httpx.Client(base_url=f"http://{room.running.address}") as browser:
        origin = {"Origin": f"http://{room.running.address}"}
        browser.post("/api/v1/session", json={"person": "sue", "password": PASSWORD}, headers=origin)
        body = {"table": room.table, "console": "console-1"}
        answer = browser.post("/api/v1/consoles", json=body, headers=origin)
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"].lower()
        assert "houseway-console=" in cookie
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        answer = browser.post("/api/v1/session", json={"person": "dan", "pin": PINS["dan"]}, headers=origin)
        assert answer.status_code == 201
        assert browser.get("/api/v1/session").json()["table"] == room.table, "the supervisor's session is gone"


def test_a_live_link_at_a_console_deals_and_ends_with_the_relief(room: Room) -> None:
    console = paired(room)
    dan = taken_over(room, console, "dan")
    with dan.page() as page:
        page.do("watch", room.table)
        room.wager()
        assert page.do("deal", room.table) > 0
        taken_over(room, console, "dee")
        assert closing_reason(page) == "the session is over"


def closing_reason(page: Page) -> str:
    """Why the server closes a link."""
    try:
        while True:
            page.hear(20)
    except ConnectionClosed as closed:
        return closed.rcvd.reason if closed.rcvd else ""


# ---- attacks


def test_only_a_supervisor_pairs_a_console(room: Room) -> None:
    body = {"table": room.table, "console": "console-1"}
    assert room.running.http.post("/api/v1/consoles", json=body).status_code == 401
    for name in ("dan", "pat", "ada"):
        assert room[name].post("/consoles", body).status_code == 403, name
    assert "console paired" not in room.kinds()


def test_a_pin_is_good_at_no_other_browser(room: Room) -> None:
    console = paired(room)
    guess = f"{'0' * 64}.console-1.{room.table}"
    spots = room.pair("spots")
    for token in ("", guess, console[1:], console.replace("console-1", "console-2"), spots):
        answer = pin_in(room, token, "dan")
        assert answer.status_code == 401, token
    assert room.running.http.post("/api/v1/session", json={"person": "dan", "pin": PINS["dan"]}).status_code == 401
    assert "relieved" not in room.kinds()


def test_a_session_by_pin_counts_only_with_the_token_of_its_console(room: Room) -> None:
    console = paired(room)
    dan = taken_over(room, console, "dan")
    first = room.table
    room.open()
    other = paired(room)
    stolen = Guest(room.running, "dan", dan.token)
    for thief in (stolen, AtConsole(room, other, "dan", dan.token), AtConsole(room, "", "dan", dan.token)):
        assert thief.get("/session").status_code == 401
        assert thief.post(f"/tables/{first}/call-floor", {"reason": "x"}).status_code == 401
        with thief.page() as page:
            assert page.hello["person"] is None
            page.socket.send(json.dumps({"token": dan.token}))
            while "problem" not in (message := page.hear()):
                assert "hello" not in message
            assert message["problem"]["status"] == 401
    assert dan.post(f"/tables/{first}/call-floor", {"reason": "x"}).status_code == 200


def test_three_wrong_pins_block_it_and_the_right_one_comes_too_late(room: Room) -> None:
    console = paired(room)
    for _ in range(3):
        assert pin_in(room, console, "dan", "9998").status_code == 403
    answer = pin_in(room, console, "dan")
    assert answer.status_code == 403
    assert "blocked after 3 wrong tries" in answer.json()["detail"]
    assert room["dan"].post("/people/unblock-pin", {"name": "dan"}).status_code == 403
    assert room["sue"].post("/people/unblock-pin", {"name": "dan"}).status_code == 200
    assert pin_in(room, console, "dan").status_code == 201
    unknown, wrong_one = pin_in(room, console, "nobody", "4071"), pin_in(room, console, "dan", "9998")
    assert unknown.json() == wrong_one.json()
    wrong = {"name": "dan", "pin": "60417", "old": "not the password"}
    assert room["dan"].post("/people/pin", wrong).status_code == 403
    assert room["dan"].post("/people/pin", {**wrong, "old": PASSWORD}).status_code == 200
    assert pin_in(room, console, "dan", "60417").status_code == 201


def is_dealers(act: AnyAct) -> bool:
    """Whether a dealer does an act alone: a second method to the rule, over the table of rights."""
    if act.right is PLAY:
        return True
    return Role.DEALER in act.right.roles and not act.is_signed_by_two and not act.is_signed_singly


@pytest.mark.parametrize("name", [act.name for act in TABLE_ACTS.offered])
def test_a_pin_allows_a_dealers_acts_at_its_table_and_no_others(room: Room, name: str) -> None:
    """A supervisor's PIN is a dealer's: every act of the table, and the same at another table."""
    console = paired(room)
    sue = taken_over(room, console, "sue")
    detail = sue.post(f"/tables/{room.table}/{name}", body_of(name)).json().get("detail", "")
    assert ("what a dealer does alone" in detail) == (not is_dealers(TABLE_ACTS.acts[name])), detail
    other = "1" if room.table != "1" else "2"
    answer = sue.post(f"/tables/{other}/{name}", body_of(name))
    assert (answer.status_code, "alone" in answer.json()["detail"]) == (403, True)


BODIES: dict[str, dict[str, Any]] = {
    "join": {"seat": 3, "player": "joe"},
    "decide": {"seat": 2, "decision": "stand", "round": 1},
    "wager": {"seat": 2, "wagers": {"wager": 10}},
    "value": {"seat": 2, "value": "x"},
    "controller": {"state": "lost"},
    "enter": {"cards": ["Ah"]},
    "correct": {"reason": "typed", "cards": ["Ah"]},
    "correct-round": {"round": 1, "record": {}, "reason": "x"},
    "manual": {"step": "sensing", "reason": "x"},
    "unpair": {"device": "reader-1", "reason": "x"},
    "unpair-console": {"device": "console-1", "reason": "x"},
}


def body_of(name: str) -> dict[str, Any]:
    needs_reason = name in ("void", "short", "call-floor")
    return BODIES.get(name) or ({"reason": "misdeal"} if needs_reason else {})


def test_a_pin_moves_no_money_above_the_stated_amount_and_none_elsewhere(room: Room) -> None:
    console = paired(room)
    dan = taken_over(room, console, "dan")
    buy_in = {"player": "pat", "table": room.table}
    before = room.running.services.floor.balance("pat")
    assert dan.post("/cage/buy-in", {**buy_in, "amount": 100}).status_code == 200
    assert dan.post("/cage/buy-in", {**buy_in, "amount": 10000}).status_code == 403, "together it is above $10,000"
    assert dan.post("/cage/buy-in", {"player": "pat", "amount": 100}).status_code == 403, "the cage is no table"
    assert dan.post("/cage/buy-in", {**buy_in, "table": "1", "amount": 100}).status_code == 403
    second = {"person": "sue", "password": PASSWORD}
    assert dan.post("/cage/buy-in", {**buy_in, "amount": 10000, "second": second}).status_code == 403
    for act in CAGE_ACTS.offered:
        if act.name != "buy-in":
            body = {"player": "pat", "amount": 1, "table": room.table, "name": "joe-9", "password": "abcd-efgh-1234"}
            fields = {name: value for name, value in body.items() if name in act.asks.__struct_fields__}
            assert dan.post(f"/cage/{act.name}", fields).status_code == 403, act.name
    assert room.running.services.floor.balance("pat") - before == 100_00


def test_a_pin_reads_nothing_and_changes_nobody(room: Room) -> None:
    console = paired(room)
    sue = taken_over(room, console, "sue")
    for path in ("/people", "/audit/day", "/cage", "/incidents", "/cage/statement/pat", "/audit/export"):
        assert sue.get(path).status_code == 403, path
    for act in PERSON_ACTS.offered:
        body = {"name": "dan", "roles": ["supervisor"], "password": "another horse", "old": PASSWORD, "pin": "60417"}
        fields = {name: value for name, value in body.items() if name in act.asks.__struct_fields__}
        assert sue.post(f"/people/{act.name}", fields).status_code == 403, act.name
    assert sue.post("/consoles", {"table": "1", "console": "mine"}).status_code == 403
    device = {"table": room.table, "device": "r", "kind": "reader", "second": SECOND}
    assert sue.post("/devices", device).status_code == 403
    assert room.kinds()


def test_a_pin_session_is_nobodys_second_and_brings_none(room: Room) -> None:
    console = paired(room)
    dan = taken_over(room, console, "dan")
    void = {"reason": "misdeal", "second": {"person": "sue", "password": PASSWORD}}
    assert dan.post(f"/tables/{room.table}/void", void).status_code == 403
    pin = {"person": "dan", "password": PINS["dan"]}
    room.wager()
    room.deal()
    assert room.act("sue", "void", reason="misdeal", second=pin).status_code == 403, "a PIN is no password"


@pytest.mark.parametrize("what", ["unpaired", "closed", "password", "pin"])
def test_a_session_by_pin_ends_at_once(room: Room, what: str) -> None:
    console = paired(room)
    dan = taken_over(room, console, "dan")
    people = room.running.services.floor.people
    assert dan.get("/session").status_code == 200
    if what == "unpaired":
        assert room.act("sue", "unpair-console", device="console-1", reason="lost").status_code == 200
    elif what == "closed":
        assert room.act("pat", "leave", seat=2).status_code == 200
        assert room.act("sue", "close").status_code == 200, "and the table has no dealer"
    elif what == "password":
        people.do(SetPassword(name="dan", password=PASSWORD, old=PASSWORD), by="dan")
    else:
        people.do(SetPin(name="dan", pin="60417", old=PASSWORD), by="dan")
    assert dan.get("/session").status_code == 401
    if what in ("unpaired", "closed"):
        assert pin_in(room, console, "dan").status_code == (401 if what == "unpaired" else 409)
    if what == "password":
        room.people["dan"] = room.running.person("dan", PASSWORD)


def test_a_consoles_token_can_do_nothing_else(room: Room) -> None:
    console = paired(room)
    holder = Guest(room.running, "", console)
    assert holder.get("/session").status_code == 401
    assert holder.post(f"/tables/{room.table}/deal").status_code == 401
    assert room.report(console, "heartbeat").status_code == 401
    assert room.report(console, "fault", {"fault": "x"}).status_code == 401
    with Page(room.running, {"X-Houseway-Console": console}) as page:
        assert page.hello["person"] is None
    log = room.running.services.floor.log
    assert all(console.split(".")[0] not in event.text for event in log.read(f"table/{room.table}"))
    assert any(digest(console) in event.text for event in log.read(f"table/{room.table}"))


def test_every_act_of_the_house_is_limited_or_has_no_call_for_a_pin() -> None:
    """Acts of other streams name no table, or are not a dealer's: none but the buy-in passes the limit."""
    passing = [
        act.name
        for catalogue in CATALOGUES
        if catalogue is not TABLE_ACTS
        for act in catalogue.offered
        if "table" in act.asks.__struct_fields__ and is_dealers(act)
    ]
    assert passing == ["buy-in"]
