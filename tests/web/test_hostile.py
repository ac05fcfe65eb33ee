"""Hostile requests: what they may cost in memory, and how long everybody else may wait meanwhile."""

import json
import os
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from web.serving import GENEROUS, Running, serving
from web.test_restart import SECONDS, free_port, served

MEGABYTE = 2**20
MEMORY = 64 * MEGABYTE  # that all attacks of a test together may take
LATENCY = 2.0  # seconds that somebody else may wait for an answer, on a busy machine


class Victim:
    """A real server as a process, what it has used of memory, and how long others wait for it."""

    def __init__(self, process: int, address: str) -> None:
        self.process = process
        self.address = address
        self.before = self.peak()

    def peak(self) -> int:
        """The most memory that the process ever had, in bytes."""
        lines = Path(f"/proc/{self.process}/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))

    def connect(self) -> socket.socket:
        """A connection."""
        host, _, port = self.address.partition(":")
        return socket.create_connection((host, int(port)), timeout=SECONDS)

    def assert_unharmed(self) -> None:
        """It has taken little memory, and it answers."""
        assert httpx.get(f"http://{self.address}/healthz", timeout=SECONDS).text == "ok\n"
        assert self.peak() - self.before < MEMORY, f"{(self.peak() - self.before) // MEGABYTE} MB"


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Victim]:
    """A practice server."""
    if not os.path.exists("/proc/self/status"):
        pytest.skip("needs /proc to read the memory of a process")
    with served(tmp_path_factory.mktemp("hostile"), free_port()) as (process, address):
        httpx.get(f"http://{address}/", timeout=SECONDS)
        yield Victim(process.pid, address)


def _send_all(connection: socket.socket, piece: bytes, most: int) -> int:
    """Send a piece again and again until the server hangs up; how many bytes went out."""
    sent = 0
    with suppress(OSError):
        while sent < most:
            connection.sendall(piece)
            sent += len(piece)
    return sent


def _slowest(address: str, attack: list[threading.Thread]) -> float:
    """Attack, and meanwhile ask as somebody else; the longest that an answer took."""
    for thread in attack:
        thread.start()
    slowest, count = 0.0, 0
    with httpx.Client(base_url=f"http://{address}", timeout=SECONDS) as other:
        while count < 20 or any(thread.is_alive() for thread in attack):
            start = time.monotonic()
            assert other.get("/api/v1/session").status_code == 401
            slowest, count = max(slowest, time.monotonic() - start), count + 1
    for thread in attack:
        thread.join()
    return slowest


def test_huge_headers_cost_little_memory_and_delay_nobody(victim: Victim) -> None:
    sent: list[int] = []

    def attack() -> None:
        with victim.connect() as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
            sent.append(_send_all(connection, b"a" * 65536, 60 * MEGABYTE))

    slowest = _slowest(victim.address, [threading.Thread(target=attack) for _ in range(3)])
    assert slowest < LATENCY
    assert max(sent) < 16 * MEGABYTE  # what the kernel took before the server hung up
    victim.assert_unharmed()


@pytest.mark.parametrize(
    "head",
    [
        b"X-Long: " + b"a" * GENEROUS.head + b"\r\n",
        b"a: b\r\n" * (GENEROUS.headers + 1),
        b"a: " + b"b" * 300 + b"\r\n" + (b"c: " + b"d" * 400 + b"\r\n") * 90,
    ],
    ids=["long", "many", "together"],
)
def test_a_head_that_is_too_large_is_refused(victim: Victim, head: bytes) -> None:
    with victim.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 431 ")


def test_a_long_address_and_a_long_trailer_are_refused(victim: Victim) -> None:
    for start in (b"GET /", b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Long: "):
        with victim.connect() as connection:
            connection.sendall(start)
            assert _send_all(connection, b"a" * 65536, 60 * MEGABYTE) < 16 * MEGABYTE
    victim.assert_unharmed()


def test_a_sheet_with_a_key_of_28000_parts_is_refused_before_it_is_parsed(victim: Victim) -> None:
    with httpx.Client(base_url=f"http://{victim.address}/api/v1", timeout=SECONDS) as guest:
        token = guest.post("/session", json={"guest": True}).json()["token"]
        sheet = 'name = "x"\ngame = "flush-poker"\n' + ".".join("a" * 28_000) + " = 1\n"
        for act in ("check", "placard"):
            answer = guest.post(f"/sheets/{act}", json={"sheet": sheet}, headers={"Authorization": f"Bearer {token}"})
            assert answer.status_code == 400
            assert answer.json()["detail"] == "is nested too deeply"
    victim.assert_unharmed()


def test_a_deeply_nested_body_is_the_senders_error_and_no_event(victim: Victim) -> None:
    deep = b'{"game": "flush-poker", "seats": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    with httpx.Client(base_url=f"http://{victim.address}", timeout=SECONDS) as client:
        for path in ("settle", "advise"):
            answer = client.post(f"/api/v1/{path}", content=deep, headers={"Content-Type": "application/json"})
            assert answer.status_code == 400
        assert "houseway_program_errors_total 0.0" in client.get("/metrics").text
    victim.assert_unharmed()


def _upgraded(victim: Victim) -> socket.socket:
    connection = victim.connect()
    connection.sendall(
        b"GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert connection.recv(12) == b"HTTP/1.1 101"
    return connection


def _frame(first: int, payload: bytes = b"") -> bytes:
    return struct.pack("!BB", first, 0x80 | len(payload)) + bytes(4) + payload


@pytest.mark.parametrize(
    "frames",
    [_frame(0x89, b"p" * 100) * 600, _frame(0x01) + _frame(0x00) * 10_000],
    ids=["pings", "pieces"],
)
def test_a_flood_of_frames_that_are_no_message_ends_the_link(victim: Victim, frames: bytes) -> None:
    with _upgraded(victim) as connection:  # which reads nothing of what is answered
        assert _send_all(connection, frames, 400 * MEGABYTE) < 16 * MEGABYTE
    victim.assert_unharmed()


def test_many_requests_at_once_on_one_connection_are_cut_off(victim: Victim) -> None:
    with victim.connect() as connection:
        with suppress(OSError):
            connection.sendall(b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4000)
        assert _is_closed(connection)
    victim.assert_unharmed()


def test_a_host_that_is_no_address_is_refused(victim: Victim) -> None:
    with victim.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: [\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 421 ")


# ---- time: with a server whose limits are short


@pytest.fixture(scope="module")
def hasty() -> Iterator[Running]:
    """A server that waits half a second for anything, and has few connections for an address."""
    limits = replace(GENEROUS, head_seconds=0.5, body_seconds=0.5, send_seconds=0.5, connections=20)
    with serving(database="memory:", limits=limits) as running:
        yield running


def _connected(server: Running) -> socket.socket:
    host, _, port = server.address.partition(":")
    return socket.create_connection((host, int(port)), timeout=SECONDS)


def _is_closed(connection: socket.socket) -> bool:
    """Whether the server hangs up, once everything that it sent is read."""
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"\r\n",
        b"GET /",
        GET,
        GET + b"Content-Length: 5\r\n\r\n",
        GET + b"Transfer-Encoding: chunked\r\n\r\n",
        b"POST /api/v1/settle HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{",
        GET + b"\r\n" + b"GET /hea",
    ],
)
def test_a_connection_that_never_ends_its_request_is_closed(hasty: Running, start: bytes) -> None:
    with _connected(hasty) as connection:
        connection.sendall(start)
        assert _is_closed(connection)


def test_a_peer_that_does_not_read_is_hung_up_on(hasty: Running) -> None:
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(SECONDS)
        host, _, port = hasty.address.partition(":")
        connection.connect((host, int(port)))
        with pytest.raises(ConnectionError):
            _ask_forever(connection)


def _ask_forever(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")


def test_an_address_has_so_many_connections_and_no_more(hasty: Running) -> None:
    held = [_connected(hasty) for _ in range(40)]
    for connection in held:
        connection.settimeout(0.3)
    refused = sum(_is_closed(connection) for connection in held)
    assert refused >= 20
    for connection in held:
        connection.close()


def test_a_body_that_drips_is_refused_as_a_whole(hasty: Running) -> None:
    """Each piece comes in time; all of them together do not."""

    def pieces() -> Iterator[bytes]:
        yield b"{"
        end = time.monotonic() + 20
        while time.monotonic() < end:
            threading.Event().wait(0.1)
            yield b" "

    try:
        answer = hasty.http.post("/api/v1/settle", content=pieces(), headers={"Content-Type": "application/json"})
    except httpx.TransportError:
        return
    assert answer.status_code == 408
    assert json.loads(answer.content)["status"] == 408
