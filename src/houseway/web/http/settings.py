"""The options of `houseway serve`, and the limits of one client."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from houseway.house.tables.who_deals import Lease

KILOBYTE: Final = 1024


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate: how many a second in the long run, and how many at once."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one client; a client is an address or, where it says so, a socket."""

    requests: Rate = Rate(200, 400)  # over HTTP, of an address
    sessions: Rate = Rate(10, 60)  # new guests, of an address
    passwords: Rate = Rate(1, 10)  # log-ins with a password, of an address
    codes: Rate = Rate(0.1, 5)  # tries of a room's one-time code, of an address
    heavy: Rate = Rate(5, 30)  # advice, drills, jobs and private tables, of an address
    messages: Rate = Rate(100, 300)  # of a socket
    reactions: Rate = Rate(0.3, 3)  # of a player at a table
    reports: Rate = Rate(2, 30)  # of a device
    sockets: int = 200  # open at once, of an address
    connections: int = 256  # open at once, of an address, and never fewer than its sockets: each begins as a connection
    handshakes: int = 64  # of TLS, begun and not done, of an address
    handshake_seconds: float = 10
    all_connections: int = 20_000  # open at once, of everybody; fewer where the process may open fewer files
    pipelined: int = 16  # requests on one connection that wait for their answers
    head: int = 32 * KILOBYTE  # bytes of a request before its body
    headers: int = 100
    head_seconds: float = 10  # for them to arrive
    body: int = 256 * KILOBYTE  # bytes of a request's body
    body_seconds: float = 10  # for it to arrive
    frame: int = 8 * KILOBYTE  # bytes of a message
    send_seconds: float = 60  # for a peer to read what is sent to it
    idle_seconds: float = 600  # without a message or a ping, after which a socket is closed
    waiting: int = 200  # answers that a socket has not taken yet


# On this machine everybody has one address.
LOOPBACK: Final = Limits(sessions=Rate(50, 2500), sockets=4000, connections=8000, handshakes=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the server runs."""

    database: str
    practice: bool = True
    host: str = "127.0.0.1"
    port: int = 8080
    tls: bool = False
    behind_proxy: tuple[str, ...] = ()  # addresses of those who end TLS before us; only their word on clients counts
    processes: int = 1
    lease: Lease | None = None  # of a room, without which nothing is dealt
    limits: Limits = field(default_factory=Limits)
    pace: float = 1.0  # of house players: 0 acts at once, 2 takes twice the usual time
    away_seconds: float = 120  # after which a guest who has left every page leaves the table too
    device_seconds: float = 6  # without a heartbeat, after which a device is taken for lost
    coach_processes: int = 1
    warm: bool = True  # solve strategies in the background
    show: bool = True  # house players also play among themselves while somebody looks
    shared: Path | None = None  # a folder of several processes: who is there, heartbeats of devices, jobs
    static: Path | None = None  # for tests
    texts: Path | None = None  # for tests: another folder of languages
    first_code: str = field(default="", repr=False)  # with which a room without people gets its administrator

    @property
    def scheme(self) -> str:
        """The protocol of the server itself: `http` or `https`."""
        return "https" if self.tls else "http"

    @property
    def secure(self) -> bool:
        """Whether clients reach the server over TLS, its own or a proxy's."""
        return self.tls or bool(self.behind_proxy)

    @property
    def private(self) -> bool:
        """Whether nobody on the network can read what clients send."""
        return self.secure or self.loopback

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:  # a name
        return False
