"""Every role against every act and every page of a room: allowed and refused as the catalogue says."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from house.office.test_catalogue import ASKED
from house.support.people import add_person
from houseway.house.jackpots.report import jackpot_names
from houseway.house.office.catalogue import CATALOGUES
from houseway.house.people.act import AnyAct
from houseway.house.people.person_acts import AddPerson
from houseway.house.people.rights import Role
from houseway.web.api.room import RoomController
from houseway.web.http.floor_pages import FLOOR_PAGES
from houseway.web.http.room_pages import ROOM_PAGES
from houseway.web.room.room_acts import ROOM_ACTS, RoomAct
from web.rooms import PASSWORD, Room, quick_room

NAMES = {
    Role.ADMINISTRATOR: "ada",
    Role.SUPERVISOR: "sue",
    Role.DEALER: "dan",
    Role.CASHIER: "kim",
    Role.AUDITOR: "abe",
    Role.PLAYER: "pat",
}
PEOPLE = (*NAMES.values(), "sam")
NO_PAIRS = ({"kim", "ada"}, {"kim", "sam"})  # who made a person is not their second person for a day
ACTS: dict[tuple[str, str], AnyAct] = {
    (each.subject, act.name): act for each in CATALOGUES for act in each if (each.subject, act.name) in ROOM_ACTS
}
# So that what is permitted changes nobody and moves no money.
NOBODY = {"name": "Nobody", "table": "nowhere", "seat": 2}
# For the person who acts alone; the rule refuses whatever names somebody else.
OWN = {("cage", "open-drawer"), ("person", "pin")}
OFFERED = {(each.subject, act.name) for each in CATALOGUES for act in each.offered}
OF_SHEETS = {("sheet", "check"), ("sheet", "open"), *(("jackpot", one) for one in ("create", "change", "outside-win"))}


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    """A room with a person of each role, and a second supervisor."""
    with quick_room() as made:
        people = made.running.services.floor.people
        for name, role in (("kim", "cashier"), ("abe", "auditor")):
            asked = AddPerson(name=name, roles=(role,), password=PASSWORD)
            add_person(people, asked, by="ada", second="sam")
            made.people[name] = made.running.person(name, PASSWORD)
        yield made


def page(room: Room, name: str, path: str) -> httpx.Response:
    return room.running.http.get(path, headers=room[name].headers)


def may_take_part(act: AnyAct, role: Role) -> bool:
    """Whether somebody of a role is one of those who do an act, as its rights say."""
    for right in act.rights:
        stands_in = {Role.SUPERVISOR} if right.second == {Role.ADMINISTRATOR} else frozenset()  # of one administrator
        if role in right.roles | right.second | stands_in:
            return True
    return False


def test_every_act_of_the_catalogue_is_a_form_of_the_room() -> None:
    assert ROOM_ACTS.keys() == OFFERED | OF_SHEETS


@pytest.mark.parametrize("key", sorted(ACTS), ids=" ".join)
def test_an_act_is_shown_to_the_roles_that_may_do_it(room: Room, key: tuple[str, str]) -> None:
    for role, name in NAMES.items():
        answer = page(room, name, f"/room/act/{key[0]}/{key[1]}")
        is_allowed = role is not Role.PLAYER and may_take_part(ACTS[key], role)
        assert answer.status_code == (200 if is_allowed else 403), (key, role)
        shown = set() if role is Role.PLAYER else {(one["subject"], one["act"]) for one in status(room, name)["acts"]}
        assert (key in shown) == is_allowed


def status(room: Room, name: str) -> dict[str, Any]:
    found: dict[str, Any] = room[name].get("/room").json()
    return found


def second_for(room: Room, act: AnyAct, role: Role) -> str:
    """A second person with whom somebody of a role could do an act, if the role may take part at all."""
    people = room.running.services.floor.people
    for right in act.rights:
        stands_in = {Role.SUPERVISOR} if right.second == {Role.ADMINISTRATOR} else frozenset()
        others = right.second | stands_in if role in right.roles else right.roles
        for name in PEOPLE:
            is_other = name != NAMES[role] and {name, NAMES[role]} not in NO_PAIRS
            if right.second and is_other and people.person(name).roles & others:
                return name
    return "sam"


def call(room: Room, one: RoomAct, act: AnyAct, role: Role) -> httpx.Response:
    """An act of somebody of a role over HTTP, with a second person where it takes one."""
    jackpots = jackpot_names(room.running.services.floor.log)
    name = {"table": room.table, "jackpot": jackpots[0]}.get(one.place, "")
    asked: dict[str, Any] = {**ASKED[f"{one.subject} {one.name}"]}
    asked |= {field: value for field, value in NOBODY.items() if field in asked}
    if one.pairs:
        asked["second"] = {"person": second_for(room, act, role), "password": PASSWORD}
    return room[NAMES[role]].post(one.address(name), asked)


@pytest.mark.parametrize("key", sorted(key for key in ACTS if key in OFFERED), ids=" ".join)
def test_a_call_is_refused_to_every_role_that_may_not_do_it(room: Room, key: tuple[str, str]) -> None:
    one, act = ROOM_ACTS[key], ACTS[key]
    if one.place == "table":  # a new one, where pat sits on seat 2 and nothing has happened
        room["sue"].post("/site/enable", {"second": {"person": "sam", "password": PASSWORD}})
        room.open()
    may = {role: may_take_part(act, role) or (act.may_be_seated and role is Role.PLAYER) for role in NAMES}
    for role in sorted(NAMES, key=lambda each: may[each]):  # those first who change nothing
        answer = call(room, one, act, role)
        if not may[role]:
            is_value = key == ("table", "value") and answer.status_code == 422  # the player's own
            assert answer.status_code == 403 or is_value, (key, role, answer.text)
        else:
            assert answer.status_code not in (401, 404, 500), (key, role, answer.text)
            if act.asks_right_first and key not in OWN:  # else the rule may refuse the person
                assert answer.status_code != 403, (key, role, answer.text)


def test_every_page_of_the_room_is_for_its_staff(room: Room) -> None:
    paths = {path for handler in ROOM_PAGES for path in handler.paths}
    assert paths == {"/room", "/room/begin", "/room/act/{subject:str}/{act:str}"}
    assert RoomController.path == "/room"
    for role, name in NAMES.items():
        is_staff = role is not Role.PLAYER
        assert page(room, name, "/room").status_code == (200 if is_staff else 403)
        assert room[name].get("/room").status_code == (200 if is_staff else 403)
        assert room[name].get("/confirmations").status_code == (200 if is_staff else 403)
        assert page(room, name, "/room/begin").status_code == 404
        assert page(room, name, "/room/act/cage/nothing").status_code == (404 if is_staff else 403)
    nobody = room.running.http
    for path in ("/room", "/room/act/cage/fund"):
        assert nobody.get(path).headers["location"] == "/sign-in?next=room"
    for path in ("/room", "/confirmations"):
        assert nobody.get(f"/api/v1{path}").status_code == 401


def test_the_console_of_a_table_is_for_those_who_deal_there(room: Room) -> None:
    paths = {path for handler in FLOOR_PAGES for path in handler.paths}
    assert paths == {"/room/floor", "/room/console", "/room/dealer/{table:str}"}
    room.open()
    for role, name in NAMES.items():
        expected = 200 if role in (Role.SUPERVISOR, Role.DEALER) else 403
        assert page(room, name, f"/room/dealer/{room.table}").status_code == expected, role
        assert room[name].get(f"/tables/{room.table}/console").status_code == expected, role
        assert page(room, name, "/room/dealer/nowhere").status_code == 404
    nobody = room.running.http
    assert nobody.get(f"/room/dealer/{room.table}").headers["location"] == "/sign-in?next=room"
    assert nobody.get(f"/api/v1/tables/{room.table}/console").status_code == 401


def test_the_room_leads_to_the_pages_that_a_role_may_open(room: Room) -> None:
    room.open()
    every = {"/room/floor", "/room/console", f"/room/dealer/{room.table}"}
    for role, name in NAMES.items():
        if role is Role.PLAYER:
            continue
        led = {place["address"] for place in status(room, name)["places"]}
        may_open = {path for path in every if page(room, name, path).status_code == 200}
        is_supervisor = role is Role.SUPERVISOR  # to others the page of a console says who pairs one
        assert led & every == (may_open if is_supervisor else may_open - {"/room/console"}), role


def test_whoever_must_change_the_first_password_sees_nothing_of_the_room(room: Room) -> None:
    people = room.running.services.floor.people
    people.do(AddPerson(name="eva", roles=("supervisor",), password="given by ada"), by="ada", second="sue")
    eva = room.running.person("eva", "given by ada")
    assert eva.get("/room").status_code == 403
    location = room.running.http.get("/room", headers=eva.headers).headers["location"]
    assert location == "/sign-in?next=room"


def test_words_and_sheets_follow_the_same_rights(room: Room) -> None:
    sheet = room.running.http.get("/api/v1/sheets/flush-poker").json()["sheet"]
    for role, name in NAMES.items():
        for act in ("check", "open"):
            asked = {"subject": "sheet", "act": act, "fields": {"sheet": sheet}}
            answer = room[name].post("/room/words", asked)
            assert answer.status_code == (200 if role is Role.SUPERVISOR else 403), (role, answer.text)
    told = room["sue"].post("/room/words", {"subject": "cage", "act": "drop", "fields": {"table": "1", "amount": 0}})
    assert told.json()["sentence"].endswith("Table: 1; Amount: $0.00.")
