"""What `houseway serve` was asked for, and how much of anything one client may take."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

KILOBYTE: Final = 1024


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate: how many a second in the long run, and how many at once."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one client may take of the server; a client is an address, or a socket where it says so."""

    requests: Rate = Rate(200, 400)  # over HTTP, of an address
    sessions: Rate = Rate(10, 60)  # new guests, of an address
    passwords: Rate = Rate(1, 10)  # log-ins with a password, of an address
    heavy: Rate = Rate(5, 30)  # advice, drills, jobs and private tables, of an address
    messages: Rate = Rate(100, 300)  # of a socket
    sockets: int = 200  # open at once, of an address
    body: int = 256 * KILOBYTE  # bytes of a request
    frame: int = 8 * KILOBYTE  # bytes of a message
    body_seconds: float = 10  # for a request to arrive whole
    idle_seconds: float = 600  # without a message or a ping, after which a socket is closed
    waiting: int = 200  # answers that a socket has not taken yet


LOOPBACK: Final = Limits(sessions=Rate(50, 2500), sockets=4000)  # on this machine everybody has one address


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the server runs."""

    database: str
    practice: bool = True
    host: str = "127.0.0.1"
    port: int = 8080
    tls: bool = False
    processes: int = 1
    limits: Limits = field(default_factory=Limits)
    pace: float = 1.0  # of house players: 0 acts at once, 2 takes twice the usual time
    away_seconds: float = 120  # after which a guest who has left every page leaves the table too
    coach_processes: int = 1
    warm: bool = True  # solve strategies in the background
    show: bool = True  # house players also play among themselves while somebody looks
    static: Path | None = None  # for tests

    @property
    def scheme(self) -> str:
        """`http` or `https`."""
        return "https" if self.tls else "http"

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    return host in ("localhost", "::1") or host.startswith("127.")
