"""What the dealer's console is sent, and to whom: over HTTP and on the live link."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from house.support.people import add_person
from houseway.house.people.person_acts import AddPerson, ChangeRoles
from houseway.house.people.pin_acts import SetPin
from web.rooms import PASSWORD, Room, quick_room
from web.serving import Page
from web.test_consoles import PINS, AtConsole, paired, pin_in


@pytest.fixture(scope="module")
def shared() -> Iterator[Room]:
    with quick_room() as room:
        people = room.running.services.floor.people
        add_person(people, AddPerson(name="dee", roles=("player",), password=PASSWORD), by="ada", second="sue")
        people.do(SetPin(name="dan", pin=PINS["dan"], old=PASSWORD), by="dan")
        yield room


@pytest.fixture
def room(shared: Room) -> Room:
    """A new table."""
    shared.open()
    return shared


def console(room: Room, name: str = "dan") -> dict[str, Any]:
    answer = room[name].get(f"/tables/{room.table}/console")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def at_console(room: Room) -> AtConsole:
    token = paired(room)
    session = pin_in(room, token, "dan").json()
    return AtConsole(room, token, "dan", session["token"])


def test_a_pin_opens_the_console_of_its_own_table_and_no_other(room: Room) -> None:
    dan, first = at_console(room), room.table
    http = room.running.http
    assert http.get(f"/room/dealer/{first}", headers=dan.headers).status_code == 200
    assert dan.get(f"/tables/{first}/console").json()["dealer"] == "dan"
    room.open()
    assert http.get(f"/room/dealer/{room.table}", headers=dan.headers).status_code == 403
    assert dan.get(f"/tables/{room.table}/console").status_code == 403


def test_a_paired_browser_without_a_session_is_sent_to_the_pad(room: Room) -> None:
    token = paired(room)
    answer = room.running.http.get(f"/room/dealer/{room.table}", headers={"X-Houseway-Console": token})
    assert answer.headers["location"] == "/room/console"


def test_a_player_who_became_a_dealer_sees_no_console_of_the_table_where_they_sit(room: Room) -> None:
    dee = room.running.person("dee", PASSWORD)
    assert dee.post(f"/tables/{room.table}/join", {"seat": 3}).status_code == 200
    people = room.running.services.floor.people
    people.do(ChangeRoles(name="dee", roles=("dealer",)), by="ada", second="sue")
    dee = room.running.person("dee", PASSWORD)
    assert dee.get(f"/tables/{room.table}/console").status_code == 403
    room.open()
    assert dee.get(f"/tables/{room.table}/console").status_code == 200, "where dee does not sit"


def watched(room: Room, name: str, **more: Any) -> dict[str, Any]:
    """The first view that a live link of somebody gets of the table."""
    with Page(room.running, room[name].headers) as page:
        page.send("watch", room.table, **more)
        while "view" not in (message := page.hear()):
            if "problem" in message:
                return message
        return message


def test_the_live_link_sends_the_console_to_who_deals_there(room: Room) -> None:
    room.wager()
    message = watched(room, "dan", console=True)
    assert message["console"] == console(room)
    assert message["console"]["step"]["say"] == "No more wagers"
    assert "console" not in watched(room, "dan")


@pytest.mark.parametrize("name", ["pat", "ada"])
def test_the_live_link_sends_the_console_to_nobody_else(room: Room, name: str) -> None:
    assert watched(room, name, console=True)["problem"]["status"] == 403


def test_cards_that_were_keyed_in_are_sent_to_nobody_before_they_are_open(room: Room) -> None:
    room.wager()
    assert room.deal().status_code == 200
    places = console(room)["order"]
    assert [(one["to"], one["seat"]) for one in places] == [("seat", 2), ("dealer", 0)] * 2
    assert room.enter(["9h", "8d"]).status_code == 200
    seen = console(room)
    assert seen["dealer_cards"] == ["9h", "??"]
    assert "8d" not in json.dumps({**seen, "deck": seen["deck"]["out"]})
    assert seen["reader"]["lights"] == ["red"]
    assert room.act("dan", "decide", seat=2, round=seen["round"], decision="stand").status_code == 200
    assert console(room)["payments"]["dealer"] == ["9h", "8d"]


def test_a_sensed_count_is_shown_with_its_time(room: Room) -> None:
    token = room.pair("spots")
    assert console(room)["spots"]["sensed_at"] is None
    assert room.report(token, "sensed", {"seats": [2]}).status_code == 200
    spots = console(room)["spots"]
    assert spots["sensed"] == [2]
    assert spots["sensed_at"].endswith("Z") or "+" in spots["sensed_at"]
    assert console(room)["step"]["kind"] == "wagers"
