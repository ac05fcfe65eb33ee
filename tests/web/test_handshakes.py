"""TLS: connections whose handshake is never done are counted, and ended in time."""

import resource
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from houseway.web.http.connections import open_files
from houseway.web.http.settings import Limits
from web.serving import GENEROUS, Running, serving

SECONDS = 60.0
LATENCY = 2.0  # seconds that somebody else may wait for an answer, on a busy machine
ALLOWED = 1.0  # second for a handshake
HALF = bytes.fromhex("160301020001")  # a record of 512 bytes is announced, and its first byte follows


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of this machine, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    certificate = builder.sign(key, hashes.SHA256())
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(certificate.public_bytes(Encoding.PEM) + secret)
    return path


@pytest.fixture(scope="module")
def server(pem: Path) -> Iterator[Running]:
    """A practice server with TLS that waits a second for a handshake."""
    limits = replace(GENEROUS, handshakes=Limits().handshakes, handshake_seconds=ALLOWED)
    with serving(database="memory:", limits=limits, pem=pem) as running:
        yield running


def _connected(server: Running) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.settings.port), timeout=SECONDS)
    connection.sendall(HALF)
    return connection


def _is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def _is_accepted(server: Running) -> bool:
    with _connected(server) as connection:
        connection.settimeout(0.3)
        return not _is_closed(connection)


def _answer_seconds(client: httpx.Client) -> float:
    start = time.monotonic()
    assert client.get("/healthz").text == "ok\n"
    return time.monotonic() - start


def test_300_handshakes_that_are_never_done_keep_nobody_else_out_and_are_ended(server: Running) -> None:
    elsewhere = httpx.HTTPTransport(verify=False, local_address="127.0.0.2")
    with ExitStack() as stack:
        attack = [stack.enter_context(_connected(server)) for _ in range(300)]
        other = httpx.Client(transport=elsewhere, base_url=f"https://{server.address}", timeout=SECONDS)
        assert _answer_seconds(stack.enter_context(other)) < LATENCY
        started = time.monotonic()
        assert all(_is_closed(connection) for connection in attack)
        assert time.monotonic() - started < ALLOWED + LATENCY
        assert _answer_seconds(server.http) < LATENCY  # from their own address, too


def test_an_address_begins_so_many_handshakes_and_no_more(pem: Path) -> None:
    limits = replace(GENEROUS, handshakes=20, handshake_seconds=SECONDS)
    with serving(database="memory:", limits=limits, pem=pem) as running, ExitStack() as stack:
        begun = [stack.enter_context(_connected(running)) for _ in range(20)]
        assert _is_closed(stack.enter_context(_connected(running)))
        begun.pop().close()
        assert any(_is_accepted(running) for _ in range(200)), "the server must see in time that one has hung up"


def test_whoever_speaks_no_tls_is_hung_up_on_and_whoever_does_is_answered(server: Running) -> None:
    with socket.create_connection(("127.0.0.1", server.settings.port), timeout=SECONDS) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = plain.recv(100)
        assert not answer.startswith(b"HTTP")
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = socket.create_connection(("127.0.0.1", server.settings.port), timeout=SECONDS)
    with context.wrap_socket(connection) as secret:
        secret.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert secret.recv(100).startswith(b"HTTP/1.1 200 ")


def test_the_server_may_open_as_many_files_as_its_user_may_allow_it() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        assert open_files(600) == 600
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (600, hard)
        assert open_files(500) == 600
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
