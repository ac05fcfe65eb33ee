"""The process: its one line, a port that is taken, a kill in the middle of a round, and a polite end."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from houseway.house.people.cage_events import buy_in
from houseway.house.store.store import open_log
from houseway.house.tables.enabled import is_practice

SECONDS = 60


@contextmanager
def served(folder: Path, port: int, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`houseway serve` as a process, with its address."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "HOUSEWAY_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "houseway", "serve", "--no-browser", "--port", str(port), *more]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, env=environment, text=True, stdout=pipe, stderr=pipe, start_new_session=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("houseway is at http://127.0.0.1:"), (line, process.stderr and process.stderr.read())
        yield process, line.split("http://")[1].strip()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # its own processes too, which hold the pipes open
        process.communicate()


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _say(link: ClientConnection, do: str, **more: Any) -> dict[str, Any]:
    """Say something and wait for its answer; the last view on the way is kept with it."""
    link.send(json.dumps({"id": do, "do": do, "table": "premium-holdem", **more}))
    view: dict[str, Any] = {}
    while True:
        message = json.loads(link.recv(timeout=SECONDS))
        view = message.get("view", view)
        if message.get("id") == do:
            return {**message, "view": view}


def _turn(link: ClientConnection) -> dict[str, Any]:
    while True:
        message = json.loads(link.recv(timeout=SECONDS))
        if message.get("view", {}).get("turn") == 1:
            found: dict[str, Any] = message["view"]
            return found


def _hear_all(link: ClientConnection) -> None:
    while True:
        link.recv(timeout=SECONDS)


def test_killed_in_the_middle_of_a_round_it_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, port) as (process, address):
        token = httpx.post(f"http://{address}/api/v1/session", json={"guest": True}, timeout=SECONDS).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        with connect(f"ws://{address}/api/v1/live", additional_headers=headers) as link:
            _say(link, "watch")
            _say(link, "join", seat=1)
            assert "ok" in _say(link, "wager", seat=1, wagers={"ante": 10, "xtra-bonus": 10})
            before = _turn(link)
            process.send_signal(signal.SIGKILL)
            process.wait(SECONDS)
    with served(tmp_path, port) as (process, address):
        with connect(f"ws://{address}/api/v1/live", additional_headers=headers) as link:
            link.send('{"id": "again", "do": "watch", "table": "premium-holdem"}')
            after = _turn(link)
            assert after["seats"][0]["cards"] == before["seats"][0]["cards"]
            assert (after["round"], after["choices"], after["deck"]) == (
                before["round"],
                before["choices"],
                before["deck"],
            )
            assert "ok" in _say(link, "decide", seat=1, round=after["round"], decision="play 3x")
        assert "premium-holdem" in httpx.get(f"http://{address}/api/v1/tables", timeout=SECONDS).text


def test_sigterm_finishes_what_is_acknowledged_and_closes_politely(tmp_path: Path) -> None:
    with served(tmp_path, free_port()) as (process, address):
        token = httpx.post(f"http://{address}/api/v1/session", json={"guest": True}, timeout=SECONDS).json()["token"]
        with connect(f"ws://{address}/api/v1/live", additional_headers={"Authorization": f"Bearer {token}"}) as link:
            _say(link, "join", seat=1)
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                _hear_all(link)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001
        out, problems = process.communicate(timeout=SECONDS)
        assert (process.returncode, out) == (0, "")
        assert "Traceback" not in problems


def test_a_port_that_is_taken_gives_the_next_free_one_and_says_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with served(tmp_path, port) as (process, address):
            assert int(address.rpartition(":")[2]) > port
            process.send_signal(signal.SIGINT)
            out, problems = process.communicate(timeout=SECONDS)
            assert process.returncode == 0
            assert f"port {port} is taken" in problems
            assert out == ""


def test_nobody_stays_behind_when_the_server_is_killed_while_it_starts_its_helpers() -> None:
    """A helper that was still being started when its server died finds another parent, and ends."""
    program = (
        "import sys, time; from houseway.web.coach.advisor import begin; begin(int(sys.argv[1]), 0); time.sleep(600)"
    )
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    helper = subprocess.run([sys.executable, "-c", program, str(gone.pid)], check=False, timeout=SECONDS)
    assert helper.returncode == 0


def _refused(*options: str) -> str:
    command = [sys.executable, "-m", "houseway", "serve", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_what_cannot_be_served_is_one_line(tmp_path: Path) -> None:
    assert "PostgreSQL" in _refused("--processes", "2", "--database", str(tmp_path / "one.db"))
    assert "--practice or --room" in _refused("--host", "0.0.0.0")  # noqa: S104  # refused
    assert "--tls-key" in _refused("--tls-cert", str(tmp_path / "none.pem"))
    assert "cannot be opened" in _refused("--database", str(tmp_path / "none" / "house.db"))


@pytest.mark.parametrize("more", [(), ("--database", "none.db")])
def test_a_room_is_a_house_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("HOUSEWAY_DB", raising=False)
    assert "does not exist" in _refused("--room", "--port", str(free_port()), *more)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_no_house_to_serve_a_room_from(tmp_path: Path) -> None:
    empty = tmp_path / "house.db"
    empty.touch(mode=0o600)
    assert "holds no log" in _refused("--room", "--database", str(empty), "--port", str(free_port()))
    assert "stored" in _refused("--room", "--database", "memory:")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "127.evil.example", "::"])  # noqa: S104  # refused
def test_a_room_that_others_reach_needs_tls_or_a_proxy_that_has_it(tmp_path: Path, host: str) -> None:
    assert "--behind-proxy" in _refused("--room", "--host", host, "--database", str(tmp_path / "house.db"))
    for proxy in ("*", "proxy.example", "0.0.0.0/0"):
        assert "address of a proxy" in _refused("--room", "--host", host, "--behind-proxy", proxy)


def test_a_house_is_never_turned_into_a_practice_house(tmp_path: Path) -> None:
    house = tmp_path / "house.db"
    with closing(open_log(str(house))) as log:
        log.append(buy_in("pat", 500_00))
    assert "not for practice" in _refused("--practice", "--database", str(house), "--port", str(free_port()))
    with closing(open_log(str(house))) as log:
        assert not is_practice(log)
