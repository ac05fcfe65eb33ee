"""Several processes of the server on one PostgreSQL: they share the port, and the log tells each what others did."""

import multiprocessing
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType
from typing import Any

from houseway.web.server import bound, configure_log, run
from houseway.web.settings import Settings


def serve_many(settings: Settings, *, certificate: Path | None, key: Path | None, browser: bool) -> None:
    """Serve with several processes until somebody ends it; if one of them dies, all end."""
    configure_log()
    listening = bound(settings.host, settings.port)
    listening.listen(2048)
    port = listening.getsockname()[1]
    if settings.port and port != settings.port:
        sys.stderr.write(f"port {settings.port} is taken; using {port}\n")
    settings = replace(settings, port=port)
    address = f"{settings.scheme}://{settings.host}:{port}"
    context = multiprocessing.get_context("spawn")
    workers: list[BaseProcess] = []
    for number in range(settings.processes):
        named: dict[str, Any] = {"certificate": certificate, "key": key, "browser": browser and number == 0}
        worker: BaseProcess = context.Process(
            target=run, args=(settings, listening, address if number == 0 else ""), kwargs=named
        )
        worker.start()
        workers.append(worker)
    _end_with(workers)
    for worker in workers:
        worker.join()


def _end_with(workers: list[BaseProcess]) -> None:
    """Hand the signal that ends us to all of them."""

    def end(_kind: int, _frame: FrameType | None) -> None:
        for worker in workers:
            if worker.is_alive():
                worker.terminate()

    handler: Callable[[int, FrameType | None], None] = end
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, handler)
