"""Several processes of the server on one PostgreSQL: they share the port, and the log tells each what others did."""

import multiprocessing
import signal
import socket
import sys
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType
from typing import Any

from houseway.errors import HousewayError, NotAllowedNow
from houseway.web.http.server import BACKLOG, bound, configure_log, run
from houseway.web.http.settings import Settings
from houseway.web.practice.demonstration_house import prepare


def serve_many(settings: Settings, *, certificate: Path | None, key: Path | None, browser: bool) -> None:
    """Serve with several processes until somebody ends it; if one of them dies, all end."""
    configure_log()
    if settings.practice:
        prepare(settings.database)
    listening = bound(settings.host, settings.port)
    listening.listen(BACKLOG)
    port = listening.getsockname()[1]
    if settings.port and port != settings.port:
        sys.stderr.write(f"port {settings.port} is taken; using {port}\n")
    settings = replace(settings, port=port)
    address = f"{settings.scheme}://{settings.host}:{port}"
    context = multiprocessing.get_context("spawn")
    workers: list[BaseProcess] = []
    for number in range(settings.processes):
        named: dict[str, Any] = {"certificate": certificate, "key": key, "browser": browser and number == 0}
        said = address if number == 0 else ""
        worker: BaseProcess = context.Process(target=_work, args=(settings, listening, said, named))
        worker.start()
        workers.append(worker)
    asked = _end_with(workers)
    wait([worker.sentinel for worker in workers])
    _end(workers)
    for worker in workers:
        worker.join()
    if not asked:
        raise NotAllowedNow("one of them ended by itself; see the lines above", field="processes")


def _end_with(workers: list[BaseProcess]) -> list[int]:
    """Hand the signal that ends us to all of them; the signals that came are in the list."""
    asked: list[int] = []

    def end(kind: int, _frame: FrameType | None) -> None:
        asked.append(kind)
        _end(workers)

    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, end)
    return asked


def _end(workers: list[BaseProcess]) -> None:
    for worker in workers:
        if worker.is_alive():
            worker.terminate()


def _work(settings: Settings, listening: socket.socket, address: str, named: dict[str, Any]) -> None:
    """What a process does; why it cannot start is one line."""
    try:
        run(settings, listening, address, **named)
    except HousewayError as problem:
        sys.stderr.write(f"houseway: {problem}\n")
        sys.exit(2)
