"""Several processes on one PostgreSQL: whoever is linked to another one sees the same table, and acts at it."""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from house.support.cluster import Cluster
from houseway.web.job_folder import GONE
from web.test_restart import SECONDS, free_port, served

TABLE = "premium-holdem"
LINKS = 8


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database."""
    cluster = Cluster()
    yield str(cluster.new_database())
    cluster.close()


def _view(link: ClientConnection, number: int, seat: int = 0) -> dict[str, Any]:
    """Listen until a link has seen a number, and the seat's turn where one is named."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        message = json.loads(link.recv(timeout=SECONDS))
        if message.get("number", 0) >= number and "view" in message and (not seat or message["view"]["turn"] == seat):
            view: dict[str, Any] = message["view"]
            return view
    raise AssertionError(f"number {number} was never told")


def _act(link: ClientConnection, name: str, do: str, **more: Any) -> int:
    link.send(json.dumps({"id": name, "do": do, "table": TABLE, **more}))
    while True:
        message = json.loads(link.recv(timeout=SECONDS))
        if message.get("id") == name:
            assert "ok" in message, message
            return int(message["ok"]["number"])


def test_links_of_two_processes_share_a_table(tmp_path: Path, url: str) -> None:
    options = ("--processes", "2", "--database", url)
    with served(tmp_path, free_port(), *options) as (process, address), ExitStack() as stack:
        token = httpx.post(f"http://{address}/api/v1/session", json={"guest": True}, timeout=SECONDS).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        live = f"ws://{address}/api/v1/live"
        links = [stack.enter_context(connect(live, additional_headers=headers)) for _ in range(LINKS)]
        for number, link in enumerate(links):
            _act(link, f"watch{number}", "watch")
        joined = _act(links[0], "join", "join", seat=1)
        for link in links[1:]:
            assert next(row["seat"] for row in _view(link, joined)["seats"]) == 1
        wagered = _act(links[1], "wager", "wager", seat=1, wagers={"ante": 10, "xtra-bonus": 10})
        hands = [_view(link, wagered, seat=1)["seats"][0]["cards"] for link in links[2:]]
        assert all(hand == hands[0] and "??" not in hand for hand in hands)
        view = httpx.get(f"http://{address}/api/v1/tables/{TABLE}?seat=1", headers=headers, timeout=SECONDS).json()
        assert _act(links[-1], "decide", "decide", seat=1, round=view["round"], decision="play 3x") > wagered
        process.send_signal(signal.SIGTERM)
        _, problems = process.communicate(timeout=SECONDS)
        assert process.returncode == 0
        assert "Traceback" not in problems


def _children(process: int) -> list[int]:
    """The processes that serve, of the one that watches over them."""
    pids = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    return [int(pid) for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_a_process_that_is_killed_is_started_again(tmp_path: Path, url: str) -> None:
    options = ("--processes", "2", "--database", url)
    with served(tmp_path, free_port(), *options) as (process, address):
        assert process.stderr is not None
        for delay in ("1 s", "2 s"):
            before = _children(process.pid)
            assert len(before) == 2
            os.kill(before[-1], signal.SIGKILL)  # the newest
            while "a process ended (-9)" not in (line := process.stderr.readline()):
                assert line
            assert delay in line
            assert httpx.get(f"http://{address}/healthz", timeout=SECONDS).text == "ok\n"
            end = time.monotonic() + SECONDS
            while len(now := _children(process.pid)) < 2:
                assert time.monotonic() < end
            assert before[0] in now
        process.send_signal(signal.SIGTERM)
        _, problems = process.communicate(timeout=SECONDS)
        assert process.returncode == 0
        assert "Traceback" not in problems


def _clients(address: str, stack: ExitStack) -> list[httpx.Client]:
    """A guest by several connections, which lie with either process."""
    base = f"http://{address}/api/v1"
    token = httpx.post(f"{base}/session", json={"guest": True}, timeout=SECONDS).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    return [stack.enter_context(httpx.Client(base_url=base, headers=headers, timeout=SECONDS)) for _ in range(LINKS)]


def _job(client: httpx.Client, name: str, *states: str) -> dict[str, Any]:
    """A job as soon as it is in one of these states."""
    end = time.monotonic() + SECONDS
    while True:
        job: dict[str, Any] = client.get(f"/jobs/{name}").raise_for_status().json()
        if job["state"] in states:
            return job
        assert time.monotonic() < end, job
        time.sleep(0.1)  # what another process does can only be asked for


REPORT = {"game": "premium-holdem", "kind": "report", "form": "html"}  # minutes


def test_a_job_is_found_watched_and_stopped_through_any_process(tmp_path: Path, url: str) -> None:
    with served(tmp_path, free_port(), "--processes", "2", "--database", url) as (_, address), ExitStack() as stack:
        clients = _clients(address, stack)
        job = clients[0].post("/jobs", json=REPORT).raise_for_status().json()
        for client in clients:
            assert _job(client, job["id"], "running", "waiting")["person"] == job["person"]
            assert client.post("/jobs", json=REPORT).json()["id"] == job["id"]  # the same work is done once
        other = clients[-1].post("/jobs", json={**REPORT, "form": "json"}).raise_for_status().json()
        assert _job(clients[1], job["id"], "running")["problem"] == ""
        assert _job(clients[2], other["id"], "waiting")["done"] == 0  # one at a time, whichever process it is in
        for number, client in enumerate(clients[1:-1]):
            asked = client.delete(f"/jobs/{job['id']}")
            assert asked.status_code == 204, number
            assert _job(client, job["id"], "stopped")["state"] == "stopped"
        assert _job(clients[0], other["id"], "running")["id"] == other["id"]  # its turn has come
        assert clients[0].get(f"/jobs/{job['id']}/file").status_code == 404


def test_a_job_of_a_killed_process_says_so(tmp_path: Path, url: str) -> None:
    options = ("--processes", "2", "--database", url)
    with served(tmp_path, free_port(), *options) as (process, address), ExitStack() as stack:
        job = _clients(address, stack)[0].post("/jobs", json=REPORT).raise_for_status().json()
        assert process.stderr is not None
        for child in _children(process.pid):
            os.kill(child, signal.SIGKILL)
        for _ in range(2):
            while "a process ended (-9)" not in (line := process.stderr.readline()):
                assert line
        with ExitStack() as again:
            client = _clients(address, again)[0]
            lost = client.get(f"/jobs/{job['id']}").raise_for_status().json()
            assert (lost["state"], lost["problem"]) == ("failed", GONE)
            new = client.post("/jobs", json=REPORT).raise_for_status().json()
            assert new["id"] != job["id"]
            assert _job(client, new["id"], "running")["problem"] == ""  # nobody's turn is held by the dead


def test_nobody_serves_on_when_the_process_that_watches_is_killed(tmp_path: Path, url: str) -> None:
    with served(tmp_path, free_port(), "--processes", "2", "--database", url) as (process, _address):
        process.kill()
        process.communicate(timeout=SECONDS)  # the pipes are closed when the last of them has ended
