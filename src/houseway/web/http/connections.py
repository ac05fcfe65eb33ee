"""Limits of connections below the application: their number, the size of a head, and the time of a request.

Uvicorn limits neither the bytes of a head nor its time, and it holds data that a peer does not read. A peer that breaks
a limit loses its connection; nobody else waits for it.
"""

import asyncio
import math
import resource
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from struct import pack
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from houseway.web.http.metrics import REFUSED
from houseway.web.http.rates import Bucket, network_of
from houseway.web.http.settings import Limits

NEVER: Final = math.inf
PORT: Final = "houseway.port"  # names the connection in the scope of its live link
SPARE_FILES: Final = 128  # that are left for the database and the pages, whatever connects
TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class LimitedConfig(uvicorn.Config):
    """Uvicorn's settings, the limits of a client, and how many connections each address has."""

    def __init__(self, app: Any, limits: Limits, *, proxies: frozenset[str] = frozenset(), **options: Any) -> None:
        super().__init__(app, http=LimitedHttp, ws=LimitedWebSocket, ws_max_size=limits.frame, **options)
        self.limits = limits
        self.proxies = proxies  # every client has their address, so they have no limit of their own
        self.addresses: Counter[str] = Counter()
        self.most = min(limits.all_connections, open_files(limits.all_connections + SPARE_FILES) - SPARE_FILES)


def open_files(needed: int) -> int:
    """How many files the process may open, after it was allowed as many as it needs and its user may give it."""
    soft, hard = (needed if most == resource.RLIM_INFINITY else most for most in _file_limits())
    if soft < needed:
        with suppress(ValueError, OSError):  # a system that allows fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), _file_limits()[1]))
            return min(needed, hard)
    return soft


def _file_limits() -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_NOFILE)


class Writes:
    """Since when a peer has not read what is sent to it."""

    def __init__(self, limits: Limits) -> None:
        self._seconds = limits.send_seconds
        self._due = NEVER

    def waits(self, now: float) -> None:
        """The peer must read before the next deadline."""
        self._due = min(self._due, now + self._seconds)

    def flows(self) -> None:
        """The peer reads again."""
        self._due = NEVER

    def overdue(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether the peer has not read for too long; one whose connection is closing must read the rest, too."""
        if transport.is_closing():
            self.waits(now)
        return now > self._due


class LimitedHttp(HttpToolsProtocol):
    """A connection that speaks HTTP."""

    config: LimitedConfig

    def __init__(self, config: LimitedConfig, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        self._limits = config.limits
        self._arriving = False  # whether a request has begun and is not whole yet
        self._in_head = False
        self._head = 0  # bytes of its head
        self._size = 0  # bytes of it, without those that came together with its first
        self._is_too_large = False
        self._due = NEVER  # by when the request must have arrived
        self._writes = Writes(config.limits)
        self._counted = False

    # ---- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless there are too many, or too many of its address."""
        super().connection_made(transport)
        self._due = self.loop.time() + self._limits.head_seconds
        address = self._address
        of_address = self.config.addresses[address]
        is_proxy = self.client is not None and self.client[0] in self.config.proxies
        too_many = of_address >= max(self._limits.connections, self._limits.sockets) and not is_proxy
        if too_many or len(self.connections) > self.config.most:
            REFUSED.inc()
            transport.abort()
            return
        self.config.addresses[address] += 1
        self._counted = True

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection to a live link, which has limits of its own."""
        self._forget()
        super().handle_websocket_upgrade()

    @property
    def _address(self) -> str:
        return network_of(self.client[0]) if self.client else ""

    def _forget(self) -> None:
        if not self._counted:
            return
        self._counted = False
        self.config.addresses[self._address] -= 1
        if not self.config.addresses[self._address]:
            del self.config.addresses[self._address]

    # ---- what arrives

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived of a request; one that grows too large is ended."""
        before = self.headers if self._arriving else None
        if self._due == NEVER and (self.cycle is None or self.cycle.response_complete):
            self._due = self.loop.time() + self._limits.head_seconds
        super().data_received(data)
        if self._arriving and self.headers is before:
            self._size += len(data)
            most = self._limits.head if self._in_head else self._limits.head + 2 * self._limits.body
            if self._size > most:
                self._refuse(TOO_LARGE)

    def on_message_begin(self) -> None:
        """A request begins."""
        if len(self.pipeline) >= self._limits.pipelined:
            self._stop_parsing()
        self._head, self._size, self._arriving, self._in_head = 0, 0, True, True
        self._due = min(self._due, self.loop.time() + self._limits.head_seconds)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A piece of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        self._count(len(name) + len(value) + len(": \r\n"))
        if len(self.headers) >= self._limits.headers:
            self._stop_parsing()
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > self._limits.head:
            self._stop_parsing()

    def _stop_parsing(self) -> None:
        """Leave the parser, which then calls for an answer to what it cannot read."""
        self._is_too_large = True
        raise OverflowError

    def on_headers_complete(self) -> None:
        """The head is whole; the body has its own time."""
        self._in_head = False
        self._due = self.loop.time() + self._limits.body_seconds
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._arriving, self._due = False, NEVER
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read, or is too large to be."""
        if self._is_too_large:
            self._refuse(TOO_LARGE)
        else:
            super().send_400_response(msg)

    def _refuse(self, answer: bytes) -> None:
        REFUSED.inc()
        if self.transport.is_closing():
            return
        begun = self.cycle is not None and not self.cycle.response_complete
        if not (begun and self.cycle.response_started):
            self.transport.write(answer)
        if begun:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    # ---- what takes too long

    def pause_writing(self) -> None:
        """The peer does not read."""
        self._writes.waits(self.loop.time())
        super().pause_writing()

    def resume_writing(self) -> None:
        """It reads again."""
        self._writes.flows()
        super().resume_writing()

    def close_if_overdue(self, now: float) -> None:
        """End a connection that is slower than anybody may be."""
        if self._writes.overdue(self.transport, now):
            self.transport.abort()
        elif now > self._due:
            self._refuse(TOO_SLOW)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A connection that is a live link."""

    config: LimitedConfig

    def __init__(self, config: LimitedConfig, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        self.hear: Callable[[str], None] | None = None  # who takes a message at once; else it waits for the application
        self._pieces = Bucket(config.limits.messages)
        self._writes = Writes(config.limits)

    def handle_connect(self, event: Request) -> None:
        """Begin a live link, which can write to this connection without a task that waits."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[PORT] = self

    def is_ready(self) -> bool:
        """Whether the link is open and its peer reads what is sent to it."""
        gone = self.disconnected or self.close_sent or self.transport.is_closing()
        return self.handshake_complete and not gone and self.writable.is_set()

    def write_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages in one piece, while the link is ready."""
        if not self.conn.extensions:
            self.transport.write(
                b"".join([part for message in messages for part in (text_head(len(message)), message)])
            )
            return
        for message in messages:  # compressed
            self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_text(self, event: Frame) -> None:
        """Hand a message to the link at once; one in pieces, or of no characters, goes the usual way."""
        if self.hear is None or not event.fin or self.close_sent:
            super().handle_text(event)
            return
        try:
            text = str(event.data, "utf-8")
        except UnicodeDecodeError:
            super().handle_text(event)
        else:
            self.hear(text)

    def handle_ping(self) -> None:
        """Answer a ping; a flood of them ends the link."""
        if self._pieces.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message; a flood of them ends the link."""
        if self._pieces.take():
            super().handle_cont(event)
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """The peer does not read: what it says must wait, for every ping adds an answer."""
        self._writes.waits(self.loop.time())
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It reads again."""
        self._writes.flows()
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def close_if_overdue(self, now: float) -> None:
        """End a link whose peer does not read."""
        if self._writes.overdue(self.transport, now):
            self.transport.abort()


def text_head(size: int) -> bytes:
    """The head of a whole text frame that is not masked, as a server sends it (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    return pack("!BBH", 0x81, 126, size) if size < 1 << 16 else pack("!BBQ", 0x81, 127, size)


def port_of(scope: Mapping[str, Any]) -> LimitedWebSocket | None:
    """Where the messages of a link are written at once; None under a server that has no such port.

    It is taken out of the scope, so that neither holds the other when the link ends.
    """
    port: LimitedWebSocket | None = scope.get("extensions", {}).pop(PORT, None)
    return port


def close_overdue(connections: Iterable[Any], now: float) -> None:
    """End every connection that is too slow."""
    for connection in list(connections):
        connection.close_if_overdue(now)
