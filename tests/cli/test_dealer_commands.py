"""A process of its own deals: commands ask it by its socket, and none opens the vault beside it."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cli.commands import DAY, House
from houseway.cli.house.common import ThisProcess, terminal
from houseway.cli.house.dealer import AT_ONCE, user_of
from houseway.house.store import vault
from houseway.house.store.store import open_log
from houseway.house.tables.who_deals import deal_alone


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@contextmanager
def dealing(house: House) -> Iterator[Path]:
    """`houseway dealer` as a user of its own has it; its environment has nobody's password."""
    path = house.folder / "dealer.sock"
    given = {name: value for name, value in os.environ.items() if not name.endswith("PASSWORD")}
    words = [sys.executable, "-m", "houseway", "dealer", "--socket", str(path)]
    with subprocess.Popen(words, env=given, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            assert process.stdout.readline() == f"houseway deals at {path}\n"
            yield path
        finally:
            process.terminate()
    assert not path.exists()


def without_key(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the commands run as somebody whose folder has no key, and whose process may not look for one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(house.folder / "another"))
    monkeypatch.setattr(vault.Vault, "_find", lambda *_: pytest.fail("a command opened the vault"))


def test_an_evening_through_the_dealer_without_the_key(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.run("site", "dealer", "--as", "ada", "--second", "sue")
    sheet = house.sheet("down-under-holdem")
    assert "only the dealing process" in house.refused("table", "open", sheet, "--on", DAY, "--as", "sue")
    with dealing(house) as path:
        without_key(house, monkeypatch)
        assert "HOUSEWAY_DEALER" in house.refused("table", "open", sheet, "--on", DAY, "--as", "sue")
        house.run("cage", "buy-in", "pat", 500, "--as", "dan")
        monkeypatch.setenv("HOUSEWAY_DEALER", str(path))
        house.run("table", "open", sheet, "--on", DAY, "--as", "sue")
        house.run("table", "join", 7, 1, "pat", "--as", "pat")
        house.run("table", "value", 7, 1, "my word", "--as", "pat")
        house.run("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "pat")
        house.run("table", "deal", 7, "--as", "dan")
        view = house.json("table", "show", 7, "--seat", 1, "--as", "pat")
        assert len(view["seats"][0]["cards"]) == 2
        assert "??" not in view["seats"][0]["cards"]
        assert house.json("table", "list")[0]["phase"] == "decisions"
        assert "only the player on it" in house.refused("table", "show", 7, "--seat", 1, "--as", "dan")
        house.run("table", "decide", 7, 1, "play", "3x", "--as", "pat")
        monkeypatch.setenv("HOUSEWAY_PASSWORD", "wrong horse")
        assert house.refused("table", "leave", 7, 1, "--as", "pat")
        monkeypatch.delenv("HOUSEWAY_DEALER")
        assert house.json("table", "show", 7)["last"]["round"] == 1
    monkeypatch.undo()
    monkeypatch.setenv("HOUSEWAY_DB", str(house.folder / "house.db"))
    assert house.json("audit", "shuffle", 7)["fair"]
    assert house.json("audit", "verify", "--deep")["findings"] == []


def test_without_the_dealer_an_open_round_shows_no_card(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.open("down-under-holdem")
    house.run("cage", "buy-in", "pat", 500, "--as", "dan")
    house.run("table", "join", 7, 1, "pat", "--as", "pat")
    house.run("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "pat")
    house.run("table", "deal", 7, "--as", "dan")
    house.run("site", "dealer", "--as", "ada", "--second", "sue")
    monkeypatch.setattr(vault.Vault, "_find", lambda *_: pytest.fail("a command opened the vault"))
    for words in (("show", 7, "--seat", 1, "--as", "pat"), ("decide", 7, 1, "check", "--as", "pat"), ("tick", 7)):
        assert "only the dealing process" in house.refused("table", *words)
    assert house.json("table", "show", 7)["phase"] == "sealed"
    assert house.json("table", "list")[0]["phase"] == "sealed"


def test_no_command_deals_beside_a_server_or_dealer(house: House) -> None:
    house.open("down-under-holdem")
    house.open("down-under-holdem", name="8", shuffle=False)
    house.run("cage", "buy-in", "pat", 500, "--as", "dan")
    house.run("table", "join", 7, 1, "pat", "--as", "pat")
    with open_log(str(house.folder / "house.db")) as log, deal_alone(log):
        for words in (("wager", 7, 1, "ante=10", "bet=10", "--as", "pat"), ("deal", 7, "--as", "dan")):
            assert "a server or dealer deals at this house" in house.refused("table", *words)
        assert "another server" in house.refused("dealer", "--socket", house.folder / "dealer.sock")
        house.run("table", "show", 7)
        house.run("table", "join", 8, 1, "pat", "--as", "pat")
    house.run("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "pat")


def test_the_audit_counts_decks_that_commands_could_deal(house: House) -> None:
    house.open("down-under-holdem")
    assert house.json("audit", "shuffle", 7)["unguarded"] == 1
    assert "begun while commands could deal: 1;" in " ".join(house.run("audit", "shuffle", 7).split())
    house.run("site", "dealer", "--as", "ada", "--second", "sue")
    sheet = house.sheet("down-under-holdem", name="8")
    with dealing(house) as path, pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_DEALER", str(path))
        house.run("table", "open", sheet, "--on", DAY, "--as", "sue")
    found = house.json("audit", "shuffle", 8)
    assert (found["unfinished"], found["unguarded"]) == (1, 0)


def test_two_persons_declare_the_dealer_and_take_it_back(house: House) -> None:
    house.refused("site", "dealer", "--as", "ada", "--second", "dan")
    house.run("site", "disable", "fire", "--as", "sue")
    house.run("site", "dealer", "--as", "ada", "--second", "sue")
    assert house.json("site", "show")["disabled"] == "fire"
    house.refused("site", "dealer", "--as", "ada", "--second", "sue")
    house.run("site", "dealer", "--commands-deal", "--as", "ada", "--second", "sue")
    sheet = house.sheet("down-under-holdem")
    assert "the site is disabled" in house.refused("table", "open", sheet, "--on", DAY, "--as", "sue")
    house.run("site", "enable", "--as", "sue", "--second", "ada")
    house.open("down-under-holdem")
    assert [one["data"]["only"] for one in house.events("dealer declared")] == [True, False]
    assert house.json("audit", "verify", "--deep")["findings"] == []


def asked(path: Path, request: bytes) -> dict[str, object]:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(30)
        line.connect(str(path))
        line.sendall(request + b"\n")
        with line.makefile("rb") as reader:
            answer: dict[str, object] = json.loads(reader.readline())
    return answer


def test_the_dealer_runs_no_other_command_and_reads_no_file(house: House) -> None:
    secret = house.folder / "secret.toml"
    secret.write_text("a secret of the dealer's")
    people = {"HOUSEWAY_PERSON": "sue", "HOUSEWAY_PASSWORD": "correct horse", "HOUSEWAY_DB": "/tmp/other.db"}  # noqa: S108
    with dealing(house) as path:
        for words in (
            ["open", str(secret)],
            ["enter", "7", "--deal", str(secret)],
            ["list", "--db", "/tmp/other.db"],  # noqa: S108
            ["list", "--db=/tmp/other.db"],
            ["check", str(secret)],
            ["run", "7"],
            [],
        ):
            answer = asked(path, json.dumps({"words": words, "people": people}).encode())
            assert answer["code"] == 2, words
            assert "secret of the dealer" not in str(answer)
        assert asked(path, b"no json")["code"] == 2
        assert asked(path, b'{"words": ["list"], "more": 1}')["code"] == 2
        assert asked(path, b'{"words": ["list", "--json"]}') == {"code": 0, "out": "[]\n", "err": ""}


def test_whoever_asks_a_dealer_is_known_by_their_user(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = socket.socketpair(socket.AF_UNIX)
    with one, other:
        assert user_of(one) == os.getuid()
    monkeypatch.setattr(ThisProcess, "asked_by", 999_999)
    assert terminal().startswith("terminal 999999@")


def test_silent_connections_keep_a_dealer_busy_for_a_moment_only(house: House) -> None:
    with dealing(house) as path, ExitStack() as stack:
        for _ in range(AT_ONCE + 1):
            stack.enter_context(socket.socket(socket.AF_UNIX)).connect(str(path))
        assert asked(path, b'{"words": ["list", "--json"]}')["code"] == 0  # within the 30 seconds of `asked`


def test_a_dealer_that_is_not_there_is_one_line(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_DEALER", str(house.folder / "nobody.sock"))
    assert "no dealer answers" in house.refused("table", "list")
    house.run("table", "sheet", "flush-poker")


def test_no_command_deals_beside_a_served_room(house: House) -> None:
    house.open("down-under-holdem")
    house.run("cage", "buy-in", "pat", 500, "--as", "dan")
    house.run("table", "join", 7, 1, "pat", "--as", "pat")
    words = [sys.executable, "-m", "houseway", "serve", "--room", "--port", "0", "--no-browser", "--database"]
    path = str(house.folder / "house.db")
    with subprocess.Popen([*words, path], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            assert process.stdout.readline().startswith("houseway is at http://127.0.0.1:")
            refused = house.refused("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "pat")
            assert "a server or dealer deals at this house" in refused
            house.run("cage", "buy-in", "pat", 20, "--as", "dan")
        finally:
            process.terminate()
    house.run("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "pat")
    assert len(house.events("incarnation begun")) == 1
