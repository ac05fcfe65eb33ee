"""What people are called at practice tables: chosen by them, one person a name, and nothing that passes for staff."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.web.floor.chosen_names import LONGEST, ChosenName, ChosenNames, read_name, shape_of
from houseway.web.services import NAME_COOKIE
from web.serving import Guest, Running, serving

TABLE = "premium-holdem"


def choose(guest: Guest, name: str) -> httpx.Response:
    address = "/api/v1/session/name"
    return guest.server.http.put(address, json={"name": name}, headers=guest.headers)


def seat_of(view: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = next((seat for seat in view["seats"] if seat["seat"] == number), {})
    return found


@pytest.mark.parametrize("name", ["Ada", "Jean-Luc", "Zoë", "O'Brien", "Ada 2", "Анна", "太郎", "A" * LONGEST])
def test_names_that_people_have_are_taken(name: str) -> None:
    assert read_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "A" * (LONGEST + 1),
        "",
        "7up",
        "Ada\n",
        "Ad\u0000a",
        "Ad\u200ba",  # nothing that is seen
        "\u202eadA",  # turns the line around
        "<b>Ada</b>",
        "Ada\u0301\u0301\u0301",  # marks that grow out of the line
        "Adа",  # two alphabets
        "😀😀",
    ],
)
def test_names_that_break_a_page_are_refused(name: str) -> None:
    name = name if name != "Ada\n" else "Ad\na\u0007"
    with pytest.raises(InvalidInput):
        read_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Dealer",
        "The Dealer",
        "D34LER",
        "deaIer",
        "Sup3rvisor",
        "Pit  Boss",
        "Admin",
        "Houseway Staff",
        "guest",
        "Guest fc12",
        "you",
        "careful",
        "Seat 3",
        "ԁеаӏег",  # dealer in Cyrillic letters
    ],
)
def test_nobody_passes_for_the_house(name: str) -> None:
    with pytest.raises(InvalidInput):
        read_name(name)


@pytest.mark.parametrize("other", ["ada", "A D A", "Adа"[:2] + "a", "Ädä", "4da", "a.d-a"])
def test_names_that_look_alike_are_one_name(other: str) -> None:
    names = ChosenNames()
    names.choose("guest-1", "Ada")
    if other[0].isalpha():
        with pytest.raises(NotAllowedNow):
            names.choose("guest-2", other)
    assert shape_of(other) == shape_of("Ada")
    assert names.choose("guest-1", "Ada") == "Ada"
    assert names.choose("guest-1", "Bea") == "Bea"
    assert names.choose("guest-2", "Ada") == "Ada"


def test_a_name_is_free_when_its_owner_is_gone() -> None:
    gone: set[str] = set()
    names = ChosenNames(gone.__contains__)
    names.choose("guest-1", "Ada")
    with pytest.raises(NotAllowedNow):
        names.choose("guest-2", "Ada")
    gone.add("guest-1")
    assert names.choose("guest-2", "Ada") == "Ada"
    assert names.of("guest-1") == ""
    assert names.choose("guest-2", " ") == ""


def test_the_newer_choice_of_two_processes_holds() -> None:
    names = ChosenNames()
    names.choose("guest-1", "Ada")
    at = names.choice_of("guest-1").at
    assert not names.adopt("guest-1", ChosenName("Bea", at - 1))
    assert names.adopt("guest-1", ChosenName("Cleo", at + 1))
    assert names.of("guest-1") == "Cleo"
    assert not names.adopt("guest-2", ChosenName("cleo", at + 2))


def test_a_name_is_shown_at_once_and_in_no_log(practice: Running) -> None:
    ann, kim = practice.guest(), practice.guest()
    with ann.page() as page, kim.page() as looking:
        for one in page, looking:
            one.do("watch", TABLE)
        page.do("join", TABLE, seat=1)
        looking.view(TABLE, lambda view: bool(seat_of(view, 1)) and "name" not in seat_of(view, 1))
        assert choose(ann, "Ada").json() == {"name": "Ada", "chosen": True}
        looking.view(TABLE, lambda view: seat_of(view, 1).get("name") == "Ada")
        page.do("sit-out", TABLE, seat=1)
        looking.until(lambda: any('"say":"Ada ' in text for text in looking.told))
        assert choose(kim, "ada").status_code == 409
        assert choose(kim, "Dealer").status_code == 400
        assert ann.get("/session/name").json()["name"] == "Ada"
    choose(ann, "")
    log = practice.services.floor.log
    assert not any("Ada" in str(event) for stream in log.heads() for event in log.read(stream))


def test_the_browser_remembers_the_name(tmp_path: Path) -> None:
    file = str(tmp_path / "practice.db")
    with serving(database=file) as running:
        ann = running.guest()
        remembered = choose(ann, "Zoë").headers["set-cookie"]
        assert f"{NAME_COOKIE}={quote('Zoë')}" in remembered
        assert "HttpOnly" in remembered
    with serving(database=file) as running:
        for sent, shown in ((quote("Zoë"), "Zoë"), (quote("Supervisor"), ""), ("%00", ""), ("x" * 5000, "")):
            guest = running.guest()
            cookie = {"Cookie": f"{NAME_COOKIE}={sent}"}
            running.http.get("/settings", headers={**guest.headers, **cookie}).raise_for_status()
            assert running.services.floor.names.of(guest.person) == shown
            choose(guest, "")
