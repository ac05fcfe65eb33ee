"""A second person confirms from their own session: exactly what was asked for, once, in time, and nobody else does."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from houseway.house.people.payloads import Filled
from houseway.house.people.person_acts import DisablePerson
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.web.room.confirmations import MOST, SECONDS
from web.rooms import PASSWORD, Room, quick_room
from web.serving import serving

FILL = {"table": "1", "amount": 500}
SENTENCE = (
    "Bring chips from the cage to a table's tray; the bank must hold them. Table: 1; Amount: $500.00."  # what both see
)


@pytest.fixture(scope="module")
def whole_room() -> Iterator[Room]:
    with quick_room() as made:
        yield made


@pytest.fixture
def room(whole_room: Room) -> Room:
    """The room, in which nothing waits."""
    waiting = whole_room.running.services.confirmations
    waiting._all.clear()
    return whole_room


def ask(room: Room, by: str, subject: str = "cage", act: str = "fill", **more: Any) -> httpx.Response:
    body = {"subject": subject, "act": act, "fields": FILL, **more}
    return room[by].post("/confirmations", body)


def asked(room: Room, by: str = "sue", **more: Any) -> dict[str, Any]:
    answer = ask(room, by, **more)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def confirm(room: Room, name: str, row: dict[str, Any], **more: str) -> httpx.Response:
    return room[name].post(f"/confirmations/{row['id']}/confirm", {"digest": row["digest"], **more})


def end(room: Room, name: str, row: dict[str, Any], how: str) -> httpx.Response:
    return room[name].post(f"/confirmations/{row['id']}/{how}")


def rows(room: Room, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = room[name].get("/confirmations").json()
    return found


def fills(room: Room) -> list[Any]:
    return [event for event in room.running.services.floor.log.read("house") if event.kind == Filled.KIND]


def test_the_second_sees_the_same_sentence_and_the_act_is_done_when_the_answer_comes(room: Room) -> None:
    before = len(fills(room))
    row = asked(room)
    assert (row["sentence"], row["by"], row["may"]) == (SENTENCE, "sue", ["withdraw"])
    assert len(fills(room)) == before
    seen = rows(room, "sam")[0]
    assert (seen["sentence"], seen["by"], seen["may"]) == (SENTENCE, "sue", ["confirm", "decline"])
    answer = confirm(room, "sam", seen)
    assert answer.status_code == 200, answer.text
    done = fills(room)
    assert len(done) == before + 1
    assert (done[-1].by, done[-1].data["second"], done[-1].data["amount"]) == ("sue", "sam", "500.00")
    for name in ("sue", "sam"):
        own = rows(room, name)[0]
        assert (own["state"], own["second"], own["sentence"], own["may"]) == ("done", "sam", SENTENCE, [])
        assert own["answer"][0]["kind"] == Filled.KIND  # what the call answers
    assert deep_audit(room.running.services.floor.log).findings == ()


def test_a_person_is_added_and_no_answer_has_the_password(room: Room) -> None:
    people = room.running.services.floor.people
    row = asked(
        room,
        "ada",
        subject="person",
        act="add",
        fields={"name": "deb", "roles": ["dealer"], "password": "hidden horse"},
    )
    assert "Name: deb; Roles: dealer; Password: not shown." in row["sentence"]
    assert "hidden" not in room["sue"].get("/confirmations").text + room["ada"].get("/room").text
    assert confirm(room, "sue", row).status_code == 200  # for the only administrator a supervisor stands in
    assert people.person("deb").must_change


def test_nobody_confirms_their_own_request(room: Room) -> None:
    before, row = len(fills(room)), asked(room)
    assert confirm(room, "sue", row).status_code == 403
    again = room.running.person("sue", PASSWORD)  # on another device
    assert again.post(f"/confirmations/{row['id']}/confirm", {"digest": row["digest"]}).status_code == 403
    assert len(fills(room)) == before


@pytest.mark.parametrize("name", ["ada", "pat"])
def test_nobody_without_the_right_sees_or_confirms_it(room: Room, name: str) -> None:
    before, row = len(fills(room)), asked(room)
    assert confirm(room, name, row).status_code in (403, 404)
    assert end(room, name, row, "decline").status_code in (403, 404)
    assert "Bring chips" not in room[name].get("/confirmations").text
    assert room.running.http.get("/api/v1/confirmations").status_code == 401
    assert len(fills(room)) == before
    assert rows(room, "sam")[0]["state"] == "waiting"


@pytest.mark.parametrize("name", ["ada", "pat"])
def test_nobody_without_the_right_asks_for_it(room: Room, name: str) -> None:
    assert ask(room, name).status_code == 403
    assert rows(room, "sam") == []


def test_it_is_done_once_whoever_sends_it_again(room: Room) -> None:
    before, row = len(fills(room)), asked(room)
    with ThreadPoolExecutor(6) as pool:
        statuses = list(pool.map(lambda name: confirm(room, name, row).status_code, ["sam", "dan"] * 10))
    assert statuses.count(200) == 1
    assert {*statuses} <= {200, 404, 409}
    assert confirm(room, "sam", row).status_code in (404, 409)
    assert len(fills(room)) == before + 1


def test_what_is_confirmed_is_what_was_shown(room: Room) -> None:
    before, row, other = len(fills(room)), asked(room), asked(room, fields={**FILL, "amount": 9000})
    assert row["digest"] != other["digest"]
    changed = confirm(room, "sam", row, digest=other["digest"])
    assert changed.status_code == 409
    assert "not what was asked for" in changed.json()["detail"]
    more = room["sam"].post(f"/confirmations/{row['id']}/confirm", {"digest": row["digest"], "amount": 9000})
    assert more.status_code == 400
    assert len(fills(room)) == before
    assert confirm(room, "sam", row).status_code == 200
    assert fills(room)[-1].data["amount"] == "500.00"


def test_a_call_cannot_name_a_confirmation_or_a_second_person_without_a_password(room: Room) -> None:
    before, row = len(fills(room)), asked(room)
    for second in ({"confirmation": row["id"]}, {"person": "sam"}, {"person": "sam", "password": ""}, "sam"):
        assert room["sue"].post("/cage/fill", {**FILL, "second": second}).status_code in (400, 403)
        assert ask(room, "sue", fields={**FILL, "second": second}).status_code == 400
    assert room["sue"].post("/cage/fill", FILL).status_code == 403
    assert len(fills(room)) == before


def test_it_expires_and_is_forgotten(room: Room) -> None:
    waiting = room.running.services.confirmations
    before, row, clock = len(fills(room)), asked(room), waiting.clock
    try:
        waiting.clock = lambda: clock() + SECONDS
        assert confirm(room, "sam", row).status_code == 404
        assert rows(room, "sue")[0]["state"] == "expired"
        assert rows(room, "sam") == []
        waiting.clock = lambda: clock() + 2 * SECONDS
        assert rows(room, "sue") == []
    finally:
        waiting.clock = clock
    assert len(fills(room)) == before


def test_it_is_declined_or_taken_back(room: Room) -> None:
    before = len(fills(room))
    declined, own = asked(room), asked(room)
    assert end(room, "sam", declined, "decline").json()["state"] == "declined"
    assert end(room, "sue", own, "withdraw").json()["state"] == "withdrawn"
    states = {(one["state"], one["second"]) for one in rows(room, "sue")}
    assert states == {("declined", "sam"), ("withdrawn", None)}
    for row in (declined, own):
        assert confirm(room, "sam", row).status_code in (404, 409)
        assert end(room, "sue", row, "withdraw").status_code == 409
    assert len(fills(room)) == before


def test_a_request_ends_with_the_session_of_whoever_asked(room: Room) -> None:
    before = len(fills(room))
    sue = room.running.person("sue", PASSWORD)
    row = sue.post("/confirmations", {"subject": "cage", "act": "fill", "fields": FILL}).json()
    assert room.running.http.delete("/api/v1/session", headers=sue.headers).status_code == 204
    refused = confirm(room, "sam", row)
    assert (refused.status_code, "no longer signed in" in refused.text) == (409, True)
    assert len(fills(room)) == before


def test_both_see_why_the_house_refuses_it(room: Room) -> None:
    row = asked(room, fields={**FILL, "amount": "99000000"})
    refused = confirm(room, "sam", row)
    assert refused.status_code == 409
    assert "the bank holds" in refused.json()["detail"]
    for name in ("sue", "sam"):
        own = rows(room, name)[0]
        assert (own["state"], own["problem"]) == ("refused", refused.json()["detail"])


def test_another_site_confirms_nothing(room: Room) -> None:
    """With the cookie alone, without a page of ours."""
    before, row = len(fills(room)), asked(room)
    cookies, body = {"houseway": room["sam"].token}, {"digest": row["digest"]}
    with httpx.Client(base_url=f"http://{room.running.address}", cookies=cookies) as client:
        path = f"/api/v1/confirmations/{row['id']}/confirm"
        assert client.post(path, json=body).status_code == 403
        assert client.post(path, json=body, headers={"Origin": "http://evil.example"}).status_code == 403
        assert len(fills(room)) == before
        origin = {"Origin": f"http://{room.running.address}"}
        assert client.post(path, json=body, headers=origin).status_code == 200
    assert len(fills(room)) == before + 1


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"act": "guest", "fields": {"name": "joe", "password": PASSWORD}}, 400),  # one person does it
        ({"subject": "table", "act": "verify", "name": "1", "fields": {}}, 400),  # each by a request of their own
        ({"act": "nothing"}, 404),
        ({"name": "1"}, 400),
        ({"subject": "jackpot", "act": "start", "fields": {}}, 400),
        ({"subject": "table", "act": "void", "name": "1/deal", "fields": {"reason": "misdeal"}}, 400),
        ({"fields": {**FILL, "amount": "lots"}}, 400),
        ({"fields": {"table": "1"}}, 400),
        ({"fields": {**FILL, "more": 1}}, 400),
    ],
)
def test_what_cannot_be_confirmed_does_not_wait(room: Room, more: dict[str, Any], status: int) -> None:
    answer = ask(room, "sue", **more)
    assert answer.status_code == status, answer.text
    assert rows(room, "sue") == []


def test_nobody_fills_the_list(room: Room) -> None:
    for _ in range(MOST):
        asked(room)
    assert ask(room, "sue").status_code == 429


def test_a_table_opens_and_its_jackpot_is_created_by_two(room: Room) -> None:
    sheet = room.running.http.get("/api/v1/sheets/flush-poker").json()["sheet"]
    sheet = sheet.replace('name = "1"', 'name = "f9"').replace('-1"', '-f9"')
    row = asked(room, subject="sheet", act="open", fields={"sheet": sheet})
    assert "Table: f9; Game: flush-poker; Jackpot: " in row["sentence"]
    assert confirm(room, "ada", row).status_code == 200
    events = list(room.running.services.floor.log.read("table/f9"))
    assert (events[0].kind, events[0].by) == ("opened", "sue")


def test_a_disabled_second_person_confirms_nothing() -> None:
    with quick_room() as room:
        row = asked(room)
        room.running.services.floor.people.do(DisablePerson(name="sam"), by="ada", second="sue")
        assert confirm(room, "sam", row).status_code == 401
        assert confirm(room, "dan", row).status_code == 200


def test_several_processes_say_so_and_practice_has_none() -> None:
    with quick_room(processes=2) as room:
        answer = ask(room, "sue")
        assert (answer.status_code, "several processes" in answer.text) == (409, True)
    with serving(database="memory:") as practice:
        body = {"subject": "cage", "act": "fill", "fields": FILL}
        assert practice.guest().post("/confirmations", body).status_code == 404
