"""TLS before HTTP: how many handshakes an address may have open at once, and how long one may take.

Uvicorn sees a connection only after its handshake, so it can neither count nor end a handshake that never finishes.
Here connections are accepted one by one, and each accepted one has its handshake in its own task.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sized
from contextlib import suppress
from socket import socket
from typing import Final

from houseway.web.http.connections import LimitedConfig
from houseway.web.http.metrics import REFUSED
from houseway.web.http.rates import network_of

NO_FILES_SECONDS: Final = 0.5  # until the next try where the process may open no more files


class TlsListener:
    """Accepts connections on a socket and hands them over after their handshake; it ends like a server of asyncio."""

    def __init__(
        self, config: LimitedConfig, listening: socket, make: Callable[[], asyncio.Protocol], connections: Sized
    ) -> None:
        self._config = config
        self._make = make
        self._connections = connections  # whose handshake is done
        self._begun: Counter[str] = Counter()  # handshakes, of each address
        self._tasks: set[asyncio.Task[None]] = set()
        listening.settimeout(0)
        listening.listen(config.backlog)
        self._accepting = asyncio.ensure_future(self._accept(listening))

    def close(self) -> None:
        """Accept no more connections, and give up open handshakes."""
        for task in (self._accepting, *self._tasks):
            task.cancel()

    async def wait_closed(self) -> None:
        """Wait until everything has ended."""
        await asyncio.gather(self._accepting, *self._tasks, return_exceptions=True)

    async def _accept(self, listening: socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(listening)
            except OSError:  # too many files are open, or the peer has hung up already
                await asyncio.sleep(NO_FILES_SECONDS)
                continue
            if self._may_begin(peer[0]):
                self._tasks.add(task := loop.create_task(self._shake_hands(connection, network_of(peer[0]))))
                task.add_done_callback(self._tasks.discard)
            else:
                REFUSED.inc()
                connection.close()

    def _may_begin(self, host: str) -> bool:
        """Whether neither this address nor all of them together have begun too much."""
        is_free = len(self._tasks) + len(self._connections) < self._config.most
        of_address = self._begun[network_of(host)]
        return is_free and (of_address < self._config.limits.handshakes or host in self._config.proxies)

    async def _shake_hands(self, connection: socket, address: str) -> None:
        loop, seconds = asyncio.get_running_loop(), self._config.limits.handshake_seconds
        self._begun[address] += 1
        try:
            with suppress(OSError):  # it took too long, or it was no TLS
                await loop.connect_accepted_socket(
                    self._make, connection, ssl=self._config.ssl, ssl_handshake_timeout=seconds
                )
        finally:
            self._begun[address] -= 1
            if not self._begun[address]:
                del self._begun[address]
