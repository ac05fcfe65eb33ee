"""Guests with a name and a code of their own: they see their cards, and share a purse with nobody."""

import msgspec
import pytest

from cli.commands import House
from houseway.house.log.events import NewEvent
from houseway.house.people.person_payloads import GuestAdded
from houseway.house.store.store import open_log


def guest(house: House, monkeypatch: pytest.MonkeyPatch, name: str, *, by: str = "dan") -> str:
    """The code that a guest is handed."""
    with monkeypatch.context() as patch:
        patch.delenv("HOUSEWAY_NEW_PASSWORD")
        return str(house.json("cage", "guest", name, "--as", by)["code"])


def test_a_guest_sees_their_own_cards_at_a_shuffled_table(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.open("down-under-holdem")
    code = guest(house, monkeypatch, "joe")
    house.run("cage", "buy-in", "joe", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "joe", "--as", "dan")
    house.run("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "dan")
    with monkeypatch.context() as patch:
        patch.setenv("HOUSEWAY_PASSWORD", code)
        house.run("table", "value", 7, 1, "my word", "--as", "joe")
    house.run("table", "deal", 7, "--as", "dan")
    assert house.refused("table", "show", 7, "--seat", 1, "--as", "joe")
    monkeypatch.setenv("HOUSEWAY_PASSWORD", code)
    cards = house.json("table", "show", 7, "--seat", 1, "--as", "joe")["seats"][0]["cards"]
    assert len(cards) == 2
    assert "??" not in cards
    house.run("table", "decide", 7, 1, "play", "3x", "--as", "joe")
    assert house.refused("audit", "export", "--as", "joe")
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "correct horse")
    assert code not in house.run("audit", "export", "--as", "abe")
    assert house.json("audit", "verify", "--deep")["findings"] == []
    assert [one["guest"] for one in house.json("audit", "day", "--as", "abe")["guests"]] == ["joe"]


def test_every_guest_has_another_name(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    guest(house, monkeypatch, "joe")
    house.run("cage", "buy-in", "amy", 100, "--as", "dan")
    house.run("cage", "cash-out", "amy", 100, "--as", "dan")
    for name in ("joe", "amy", "pat", "Joe"):
        house.refused("cage", "guest", name, "--as", "dan")
    assert guest(house, monkeypatch, "joe-2", by="sue")
    assert "nobody can show it again" in house.run("cage", "guest", "joe-3", "--as", "dan")
    for person in ("pat", "abe", "joe"):
        house.refused("cage", "guest", "joe-4", "--as", person)


def test_a_second_guest_of_one_name_is_noticed(house: House) -> None:
    house.run("cage", "buy-in", "amy", 100, "--as", "dan")
    assert house.error == ""
    house.run("cage", "buy-in", "amy", 50, "--as", "dan")
    assert "a guest amy had $100.00 here before" in house.error
    house.run("cage", "buy-in", "pat", 50, "--as", "dan")
    house.run("cage", "buy-in", "pat", 50, "--as", "dan")
    assert house.error == ""


def test_a_guest_whom_a_player_added_is_found(house: House) -> None:
    with open_log(str(house.folder / "house.db")) as log:
        added = GuestAdded(name="joe", roles=["player"], password="0" * 64)
        log.append(NewEvent(stream="house", by="pat", data=added))
        log.append(
            NewEvent(stream="house", by="dan", data=msgspec.structs.replace(added, name="jim", roles=["cashier"]))
        )
    found = house.json("audit", "verify", "--deep", code=1)["findings"]
    assert [one["what"] for one in found]
    assert len({one["number"] for one in found}) == 2
