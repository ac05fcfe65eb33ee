"""A back-up or a copy of a house's file deals no card of the decks of the house (docs/fair-shuffle.md)."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.commands import House
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import SystemEvent
from houseway.house.store.store import open_log
from houseway.house.tables.restored import Restored
from houseway.house.tables.who_deals import deal_alone


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def evening(house: House) -> House:
    """A table of the fair shuffle at which pat sits and has wagered."""
    house.open("down-under-holdem")
    house.run("cage", "buy-in", "pat", 500, "--as", "dan")
    house.run("table", "join", 7, 1, "pat", "--as", "pat")
    house.run("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "pat")
    return house


def copy(house: House, name: str) -> Path:
    """The database of the house as it stands, under another name."""
    path = house.folder / f"{name}.db"
    with sqlite3.connect(house.folder / "house.db") as source, sqlite3.connect(path) as target:
        source.backup(target)
    path.chmod(0o600)
    return path


def put_back(house: House, back_up: Path) -> None:
    """A back-up written over the database itself, which stays the same file."""
    for ending in ("-wal", "-shm"):
        (house.folder / f"house.db{ending}").unlink(missing_ok=True)
    with (house.folder / "house.db").open("r+b") as file:
        file.write(back_up.read_bytes())
        file.truncate()


def seat_of(view: dict[str, Any]) -> Any:
    return view["seats"][0]


def test_sixty_values_tried_in_copies_tell_nothing_of_the_deck(evening: House, monkeypatch: pytest.MonkeyPatch) -> None:
    here = str(evening.folder / "house.db")
    commitment = evening.json("table", "show", 7)["deck"]["commitment"]
    tried = {}
    for number in range(60):
        monkeypatch.setenv("HOUSEWAY_DB", str(copy(evening, f"copy-{number}")))
        evening.run("table", "value", 7, 1, f"value {number}", "--as", "pat")
        evening.run("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "pat")
        assert evening.json("table", "deal", 7, "--as", "dan")["view"]["deck"]["commitment"] != commitment
        view = evening.json("table", "show", 7, "--seat", 1, "--as", "pat")
        tried[number] = (seat_of(view)["cards"], view["lights"])
        assert not [one for one in evening.events("revealed") if one["data"]["deck"] == 1]
    monkeypatch.setenv("HOUSEWAY_DB", here)
    best = 17
    evening.run("table", "value", 7, 1, f"value {best}", "--as", "pat")
    dealt = evening.json("table", "deal", 7, "--as", "dan")["view"]
    assert dealt["deck"]["commitment"] == commitment, "copies do not disturb the house itself"
    view = evening.json("table", "show", 7, "--seat", 1, "--as", "pat")
    assert (seat_of(view)["cards"], view["lights"]) != tried[best]


def test_a_back_up_that_is_put_back_commits_to_another_deck(evening: House) -> None:
    back_up = copy(evening, "back-up")
    evening.run("table", "deal", 7, "--as", "dan")
    evening.run("table", "decide", 7, 1, "play", "3x", "--as", "pat")
    assert len(evening.events("revealed")) == 1
    put_back(evening, back_up)
    assert "nobody has wagered" in evening.refused("table", "deal", 7, "--as", "dan")
    assert evening.balance("player/pat") == "500.00"
    assert [one["data"]["deck"] for one in evening.events("committed")] == [1, 2]
    assert evening.events("revealed") == []
    begun = evening.events("incarnation begun")
    assert [one["data"].get("restored") for one in begun] == [None, True]
    assert evening.events("restored")[0]["data"] == {"incarnation": begun[1]["data"]["incarnation"]}
    evening.run("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "pat")
    evening.run("table", "deal", 7, "--as", "dan")
    evening.run("table", "decide", 7, 1, "play", "3x", "--as", "pat")
    assert len(evening.events("incarnation begun")) == 2
    shuffle = evening.json("audit", "shuffle", 7)
    assert (shuffle["fair"], shuffle["decks"], shuffle["unfinished"]) == (True, 1, 2)
    assert evening.json("audit", "verify", "--deep")["findings"] == []


def test_an_open_round_of_a_copy_can_only_be_called_off(evening: House, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.run("table", "deal", 7, "--as", "dan")
    monkeypatch.setenv("HOUSEWAY_DB", str(copy(evening, "copy")))
    for words in (("show", 7, "--seat", 1), ("decide", 7, 1, "check"), ("tick", 7)):
        assert "a round is open, which can only be called off" in evening.refused("table", *words, "--as", "pat")
    assert evening.events("restored") == []
    assert evening.events("incarnation begun")[1:] == []
    voided = evening.json("table", "void", 7, "restored", "--as", "sue", "--second", "dan")
    record = evening.events("voided")[0]["data"]["record"]
    assert not record.get("dealer")
    assert not record["seats"][0].get("cards")
    assert evening.events("revealed") == []
    assert evening.balance("player/pat") == "500.00"
    assert voided["view"]["deck"]["number"] == 2
    assert evening.json("audit", "verify", "--deep")["findings"] == []


def test_stakes_of_decisions_go_back_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.open("down-under-holdem")
    for seat, player in ((1, "pat"), (2, "kim")):
        house.run("cage", "buy-in", player, 500, "--as", "dan")
        house.run("table", "join", 7, seat, player, "--as", player)
        house.run("table", "wager", 7, seat, "ante=10", "bet=10", "--as", player)
    house.run("table", "deal", 7, "--as", "dan")
    house.run("table", "decide", 7, 1, "play", "3x", "--as", "pat")
    monkeypatch.setenv("HOUSEWAY_DB", str(copy(house, "copy")))
    assert house.balance("player/pat") == "450.00"
    house.run("table", "void", 7, "restored", "--as", "sue", "--second", "dan")
    assert [house.balance(f"player/{one}") for one in ("pat", "kim")] == ["500.00", "500.00"]
    assert house.json("audit", "verify", "--deep")["findings"] == []


def test_a_house_that_nobody_restored_has_one_incarnation(evening: House) -> None:
    evening.run("table", "deal", 7, "--as", "dan")
    evening.run("table", "show", 7, "--seat", 1, "--as", "pat")
    evening.run("table", "decide", 7, 1, "play", "3x", "--as", "pat")
    assert len(evening.events("incarnation begun")) == 1
    assert evening.events("restored") == []


def test_a_restored_event_that_no_incarnation_explains_is_found(evening: House) -> None:
    with open_log(str(evening.folder / "house.db")) as log:
        log.append(NewEvent(stream="table/7", data=Restored(incarnation="0" * 16)))
    found = evening.json("audit", "verify", "--deep", code=1)["findings"]
    assert "no event of the system begins this incarnation of the log" in [one["what"] for one in found]


def test_whoever_has_the_key_seals_no_open_round_by_a_command(evening: House, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.open("down-under-holdem", name="8", shuffle=False)
    evening.run("table", "deal", 7, "--as", "dan")
    (key,) = (evening.folder / "data" / "houseway" / "keys").glob("*.key")
    with monkeypatch.context() as other:
        other.setenv("HOUSEWAY_VAULT_KEY_FILE", str(key))
        other.setenv("XDG_DATA_HOME", str(evening.folder / "other"))
        assert "a round is open" in evening.refused("table", "tick", 7, "--as", "pat")
        other.setenv("HOUSEWAY_PASSWORD", "wrong horse")
        evening.refused("table", "tick", 8, "--as", "pat")
        with open_log(str(evening.folder / "house.db")) as log, deal_alone(log):
            evening.refused("table", "tick", 8, "--as", "pat")
            assert "another server" in evening.refused("dealer", "--socket", evening.folder / "dealer.sock")
    evening.run("table", "decide", 7, 1, "play", "3x", "--as", "pat")
    assert len(evening.events("incarnation begun")) == 1


def test_a_witness_that_cannot_be_read_begins_an_incarnation(evening: House) -> None:
    (witness,) = (evening.folder / "data" / "houseway" / "dealing").iterdir()
    witness.write_bytes(b"\xff\x00 torn")
    evening.refused("table", "deal", 7, "--as", "dan")
    assert len(evening.events("incarnation begun")) == 2


@contextmanager
def room(database: str) -> Iterator[str]:
    """A house that is served as a room, and its address."""
    words = [sys.executable, "-m", "houseway", "serve", "--room", "--port", "0", "--no-browser", "--database", database]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().removeprefix("houseway is at ").strip()
        finally:
            process.terminate()


def kinds_at_table(database: str) -> list[str]:
    with open_log(database) as log:
        return [event.kind for event in log.read("table/7")]


def test_whoever_has_the_key_and_no_password_takes_no_wager_back(
    evening: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(evening.folder / "house.db")
    before = kinds_at_table(path)
    (key,) = (evening.folder / "data" / "houseway" / "keys").glob("*.key")
    with monkeypatch.context() as other:
        other.setenv("HOUSEWAY_VAULT_KEY_FILE", str(key))
        other.setenv("XDG_DATA_HOME", str(evening.folder / "other"))
        with room(path) as address:
            assert address
        other.setenv("HOUSEWAY_PASSWORD", "wrong horse")
        for words in (("tick", 7), ("deal", 7), ("show", 7, "--seat", 1)):
            assert "password is wrong" in evening.refused("table", *words, "--as", "pat")
    assert kinds_at_table(path) == before
    assert len(evening.events("incarnation begun")) == 1
    evening.run("table", "deal", 7, "--as", "dan")


def test_a_copy_that_is_served_as_a_room_gives_up_its_decks_for_the_first_who_acts(evening: House) -> None:
    path = str(copy(evening, "copy"))
    with room(path) as address, httpx.Client(base_url=f"{address}/api/v1", timeout=60) as client:
        signed = client.post("/session", json={"person": "pat", "password": "correct horse"}).json()
        client.headers["Authorization"] = f"Bearer {signed['token']}"
        assert client.get("/tables/7").json()["deck"]["number"] == 1
        client.post("/tables/7/value", json={"seat": 1, "value": "my word"}).raise_for_status()
        view = client.get("/tables/7").json()
        assert view["deck"]["number"] == 2
    assert kinds_at_table(path)[-4:] == ["withdrawn", "restored", "committed", "valued"]
    with open_log(path) as log:
        begun = log.last("system", SystemEvent.INCARNATION)
    assert begun
    assert begun.by == "pat"
