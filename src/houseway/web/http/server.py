"""`houseway serve`: the address, the process, the browser, and an orderly end."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import structlog
import uvicorn

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.web.http.app import build_app
from houseway.web.http.connections import LimitedConfig, LimitedHttp, close_overdue
from houseway.web.http.handshakes import TlsListener
from houseway.web.http.settings import Settings
from houseway.web.services import Services

NEXT_PORTS: Final = 100  # that are tried after one that is taken
GRACE_SECONDS: Final = 10  # for what was begun to be finished
BACKLOG: Final = 2048


class Server(uvicorn.Server):
    """A server that prints its address once it answers, and ends without an error on a signal."""

    config: LimitedConfig

    def __init__(self, config: LimitedConfig, address: str, *, browser: bool) -> None:
        super().__init__(config)
        self.services: Services | None = None
        self._address = address
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the address."""
        if self.config.is_ssl:
            await super().startup([])
            self.servers += [self._with_tls(listening) for listening in sockets or []]  # type: ignore[misc]
        else:
            await super().startup(sockets)
        if self.started and self._address:
            sys.stdout.write(f"houseway is at {self._address}\n")
            sys.stdout.flush()
            self._print_code()
            if self._browser:
                threading.Thread(target=webbrowser.open, args=[self._address], daemon=True).start()

    def _print_code(self) -> None:
        """In a room without people, print the code of its first administrator: once, here and nowhere else."""
        if self.services is not None and self.services.first_administrator.is_open():
            page, code = f"{self._address}/room/begin", self.services.settings.first_code
            sys.stderr.write(f"nobody is known here yet: open {page} and enter the one-time code {code}\n")
            sys.stderr.flush()

    def _with_tls(self, listening: socket.socket) -> TlsListener:
        """A socket whose connections are served only after their handshake."""
        state, app_state = self.server_state, self.lifespan.state

        def new_connection() -> LimitedHttp:
            return LimitedHttp(self.config, server_state=state, app_state=app_state)

        return TlsListener(self.config, listening, new_connection, state.connections)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: uvicorn's own housekeeping; once a second, end the connections that are too slow."""
        if counter % 10 == 0:
            close_overdue(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish open requests, close the live links, and then end."""
        if self.services is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.services.say_goodbye(), GRACE_SECONDS)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and SIGTERM end the server; they are not raised once more afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        kinds = (signal.SIGINT, signal.SIGTERM)
        before = {kind: signal.signal(kind, self.handle_exit) for kind in kinds}
        try:
            yield
        finally:
            for kind, handler in before.items():
                signal.signal(kind, handler)


def bound(host: str, port: int) -> socket.socket:
    """A socket on a port, or on the next one that is free; port 0 is any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + NEXT_PORTS, 65536) if port else 1):
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except PermissionError:
            raise InvalidInput(f"{candidate} may not be used by you", field="port") from None
        except OSError as problem:
            listening.close()
            if problem.errno not in _TAKEN:
                raise InvalidInput(f"cannot be served: {problem.strerror}", field=f"host {host}") from None
            continue
        listening.set_inheritable(True)
        return listening
    raise NotAllowedNow(f"ports {port} to {port + NEXT_PORTS - 1} are taken", field="port")


_TAKEN: Final = {98, 48}  # EADDRINUSE on Linux and on macOS


def serve(settings: Settings, *, certificate: Path | None = None, key: Path | None = None, browser: bool) -> None:
    """Serve until somebody ends it."""
    configure_log()
    listening = bound(settings.host, settings.port)
    port = listening.getsockname()[1]
    if settings.port and port != settings.port:
        sys.stderr.write(f"port {settings.port} is taken; using {port}\n")
    settings = replace(settings, port=port)
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"{settings.scheme}://{shown}:{port}"
    run(settings, listening, address, certificate=certificate, key=key, browser=browser)


def run(
    settings: Settings,
    listening: socket.socket,
    address: str,
    *,
    certificate: Path | None = None,
    key: Path | None = None,
    browser: bool = False,
) -> None:
    """One process of the server on a socket that listens."""
    server: Server | None = None
    failures: list[HousewayError] = []

    def started(services: Services) -> None:
        if server is not None:
            server.services = services

    config = configured(settings, build_app(settings, started, failures.append), certificate=certificate, key=key)
    server = Server(config, address, browser=browser)
    logging.getLogger("uvicorn.error").addFilter(lambda _: not failures)  # one line instead of a traceback
    with contextlib.suppress(SystemExit):  # how uvicorn says that it could not start
        server.run(sockets=[listening])
    if failures:
        raise failures[0]
    if not server.started:
        raise NotAllowedNow("the server did not start; see the lines above", field="serve")


def configured(
    settings: Settings, app: Any, *, certificate: Path | None = None, key: Path | None = None
) -> LimitedConfig:
    """The configuration of the server: limited sizes and times, and no header that names it."""
    return LimitedConfig(
        app,
        settings.limits,
        proxies=frozenset(settings.behind_proxy),
        loop="uvloop",
        ws_per_message_deflate=not settings.loopback,  # to this machine itself bytes cost less than compressing them
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACE_SECONDS,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.behind_proxy),
        forwarded_allow_ips=list(settings.behind_proxy),
        lifespan="on",
        backlog=BACKLOG,
        ssl_certfile=str(certificate) if certificate else None,
        ssl_keyfile=str(key) if key else None,
    )


def configure_log() -> None:
    """Lines of JSON on standard error: what happened, never a card, a name or a token."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(30),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def has_display() -> bool:
    """Whether a browser could be shown: there is a terminal, and a screen or a Mac or Windows desktop."""
    shown = sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return shown and sys.stdout.isatty()
