"""A room without people: one code, one administrator, and then the door is gone."""

import hmac
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from house.support.floor import QUICK
from houseway.house.log.events import digest
from houseway.house.log.memory import MemoryLog
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.store.store import open_log
from houseway.web.http.settings import Rate, Settings
from houseway.web.room import first_administrator
from houseway.web.room.first_administrator import new_code
from web.serving import GENEROUS, Running, serving
from web.test_restart import free_port, served

CODE = "AB23-CD45-EF67-GH89"
PASSWORD = "correct horse battery"  # noqa: S105  # of nobody


@pytest.fixture
def empty() -> Iterator[Running]:
    """A room that nobody has entered yet."""
    with serving(practice=False, database="memory:", first_code=CODE) as running:
        running.services.floor.people._given_hasher = QUICK
        yield running


def begin(room: Running, code: str = CODE, name: str = "ada", **headers: str) -> httpx.Response:
    body = {"code": code, "name": name, "password": PASSWORD}
    return room.http.post("/api/v1/room/begin", json=body, headers=headers)


def is_gone(room: Running) -> bool:
    """Whether page and call answer as if they had never been."""
    return (room.http.get("/room/begin").status_code, begin(room, name="eve").status_code) == (404, 404)


def test_the_code_adds_one_administrator_who_is_signed_in_at_once(empty: Running) -> None:
    assert empty.http.get("/room").headers["location"] == "/room/begin"
    assert empty.http.get("/room/begin").status_code == 200
    answer = begin(empty, code=" ab23 cd45-ef67gh89 ")  # as people type it
    assert answer.status_code == 201
    assert (answer.json()["person"], answer.json()["roles"]) == ("ada", ["administrator"])
    assert "httponly" in answer.headers["set-cookie"].lower()
    log = empty.services.floor.log
    by_command = MemoryLog()
    House(by_command, hasher=QUICK).do(AddFirstPerson(name="ada", password=PASSWORD))
    added, other = (next(one for one in each.read("house") if one.kind == "person added") for each in (log, by_command))
    assert {**added.data, "password": ""} == {**other.data, "password": ""}  # as `houseway person add` does it
    assert added.by == other.by
    assert deep_audit(log).findings == ()


def test_a_used_code_is_worthless_and_its_page_is_gone(empty: Running) -> None:
    assert begin(empty).status_code == 201
    assert is_gone(empty)
    assert empty.http.get("/room").status_code == 200  # by the cookie
    empty.http.cookies.clear()
    assert empty.http.get("/room").headers["location"] == "/sign-in?next=room"


def test_of_two_who_use_the_code_at_once_one_is_the_administrator(empty: Running) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda name: begin(empty, name=name).status_code, ["ada", "bea", "cat", "dot"]))
    assert sorted(answers)[0] == 201
    assert all(status in (403, 404) for status in sorted(answers)[1:])
    assert len(empty.services.floor.people.all()) == 1


@pytest.mark.parametrize("wrong", ["", "AB23-CD45-EF67-GH88", CODE[:-1], f"{CODE}2", "ß" * 16, "\u0000"])
def test_a_wrong_code_adds_nobody(empty: Running, wrong: str) -> None:
    assert begin(empty, code=wrong).status_code == 403
    assert empty.services.floor.people.all() == []
    assert begin(empty).status_code == 201


def test_codes_are_compared_in_constant_time(empty: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare(given: bytes, printed: bytes) -> bool:
        compared.append((given, printed))
        return hmac.compare_digest(given, printed)

    monkeypatch.setattr(first_administrator, "hmac", type("Hmac", (), {"compare_digest": staticmethod(compare)}))
    assert begin(empty, code="AB").status_code == 403
    assert begin(empty).status_code == 201
    assert compared == [(b"AB", b"AB23CD45EF67GH89"), (b"AB23CD45EF67GH89", b"AB23CD45EF67GH89")]


def test_guesses_of_the_code_must_wait() -> None:
    limits = Settings(database="memory:").limits
    assert limits.codes == Rate(0.1, 5)  # 80 bits at six a minute
    slow = replace(GENEROUS, codes=Rate(0.001, 3))
    with serving(practice=False, database="memory:", first_code=CODE, limits=slow) as room:
        assert [begin(room, code="AB").status_code for _ in range(3)] == [403] * 3
        assert begin(room).status_code == 429  # the right one too
        assert room.services.floor.people.all() == []


def test_another_site_or_a_plain_connection_cannot_use_the_code(empty: Running) -> None:
    assert begin(empty, Origin="http://evil.example").status_code == 403
    assert empty.services.floor.people.all() == []
    with serving(practice=False, database="memory:", first_code=CODE, host="192.0.2.7") as plain:
        assert begin(plain).status_code == 403
        assert plain.services.floor.people.all() == []


def test_a_weak_password_or_a_bad_name_uses_nothing_up(empty: Running) -> None:
    body = {"code": CODE, "name": "ada", "password": "short"}
    assert empty.http.post("/api/v1/room/begin", json=body).status_code == 400
    assert begin(empty, name="Not A Name").status_code == 400
    assert begin(empty).status_code == 201


def test_there_is_no_such_door_without_a_code_or_in_practice() -> None:
    with serving(practice=False, database="memory:") as room:
        assert is_gone(room)
    with serving(database="memory:") as practice:
        assert is_gone(practice)
        assert practice.http.get("/room").status_code == 404


def test_codes_are_long_and_each_is_another() -> None:
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    signs = set("".join(codes)) - {"-"}
    assert len(signs) == 32
    assert not signs & set("01OI")
    assert all([len(group) for group in code.split("-")] == [4] * 4 for code in codes)  # 16 of 32 signs: 80 bits


def test_the_code_is_printed_once_and_stored_nowhere(tmp_path: Path) -> None:
    """A server that is killed and started again has another code; neither is in the log or in its files."""
    database, codes = tmp_path / "house.db", []
    for _ in range(2):
        with served(tmp_path, free_port(), "--room", "--new", "--database", str(database)) as (process, address):
            assert process.stderr is not None
            line = process.stderr.readline()
            assert f"http://{address}/room/begin" in line
            codes.append(line.split()[-1])
            if len(codes) == 2:
                old = {"code": codes[0], "name": "eve", "password": PASSWORD}
                assert httpx.post(f"http://{address}/api/v1/room/begin", json=old, timeout=30).status_code == 403
                body = {"code": codes[1], "name": "ada", "password": PASSWORD}
                assert httpx.post(f"http://{address}/api/v1/room/begin", json=body, timeout=30).status_code == 201
            process.kill()
            rest: Any = process.stderr.read()
            assert not any(code in rest for code in codes)
    assert codes[0] != codes[1]
    for path in (one for one in tmp_path.rglob("*") if one.is_file()):
        stored = path.read_bytes()
        for code in codes:
            assert code.encode() not in stored
            assert digest(code).encode() not in stored
    with closing(open_log(str(database))) as log:
        assert deep_audit(log).findings == ()
    with served(tmp_path, free_port(), "--room", "--new", "--database", str(database)) as (process, address):
        assert httpx.get(f"http://{address}/room/begin", timeout=30).status_code == 404
        process.terminate()
        assert "one-time" not in process.communicate(timeout=60)[1]


def test_new_belongs_to_a_room(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "houseway", "serve", "--new", "--database", str(tmp_path / "house.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, "--room" in done.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []
