"""Several server processes on one PostgreSQL: they share the port, and each reads in the log what the others did."""

import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final

from houseway.errors import HousewayError, NotAllowedNow
from houseway.web.http.server import BACKLOG, bound, configure_log, run
from houseway.web.http.settings import Settings
from houseway.web.practice.demonstration_house import prepare

FIRST_DELAY: Final = 0.5  # seconds before a process that died is started again
LONGEST_DELAY: Final = 30.0
RAN_WELL: Final = 60.0  # seconds after which a process that dies is started like the first time
CANNOT_START: Final = 2


def serve_many(settings: Settings, *, certificate: Path | None, key: Path | None, browser: bool) -> None:
    """Serve with several processes until somebody ends them; a process that dies is started again."""
    configure_log()
    if settings.practice:
        prepare(settings.database)
    listening = bound(settings.host, settings.port)
    listening.listen(BACKLOG)
    port = listening.getsockname()[1]
    if settings.port and port != settings.port:
        sys.stderr.write(f"port {settings.port} is taken; using {port}\n")
    files = {"certificate": certificate, "key": key}
    address = f"{settings.scheme}://{settings.host}:{port}"
    with TemporaryDirectory(prefix="houseway-") as folder:
        settings = replace(settings, port=port, shared=Path(folder))
        Workers(settings, listening, files).run(address, browser=browser)


class Worker:
    """One of the processes, its starting time, and how long it would wait if it died now."""

    def __init__(self) -> None:
        self.process: BaseProcess | None = None
        self.started = 0.0
        self.due = 0.0  # when it is started again
        self.delay = FIRST_DELAY
        self.restarts = 0

    def died(self, now: float) -> None:
        """Note a death: the process is started again after a delay, which grows unless it had run well."""
        self.process = None
        self.restarts += 1
        self.delay = FIRST_DELAY if now - self.started > RAN_WELL else min(2 * self.delay, LONGEST_DELAY)
        self.due = now + self.delay


class Workers:
    """The processes of a server, watched over."""

    def __init__(self, settings: Settings, listening: socket.socket, files: dict[str, Path | None]) -> None:
        self._settings = settings
        self._listening = listening
        self._files = files
        self._context = multiprocessing.get_context("spawn")
        self._workers = [Worker() for _ in range(settings.processes)]
        self._wake, self._waker = socket.socketpair()
        self._ending = False

    def run(self, address: str, *, browser: bool) -> None:
        """Start all processes and restart those that die, until a signal comes; then none is left."""
        for kind in (signal.SIGINT, signal.SIGTERM):
            signal.signal(kind, self._end)
        for number, worker in enumerate(self._workers):
            self._start(worker, address if number == 0 else "", browser=browser and number == 0)
        try:
            while not self._ending:
                self._watch()
        finally:
            self._stop()

    def _start(self, worker: Worker, address: str = "", *, browser: bool = False) -> None:
        named: dict[str, Any] = {**self._files, "browser": browser}
        worker.started = time.monotonic()
        worker.process = self._context.Process(target=_work, args=(self._settings, self._listening, address, named))
        worker.process.start()

    def _watch(self) -> None:
        """Wait until a process dies or is due; one that cannot even start the first time ends all."""
        waits = [worker.due - time.monotonic() for worker in self._workers if worker.process is None]
        sentinels = [worker.process.sentinel for worker in self._workers if worker.process is not None]
        wait([self._wake, *sentinels], timeout=max(0.0, min(waits)) if waits else None)
        for worker in self._workers:
            if self._ending:
                return
            if worker.process is None:
                if time.monotonic() >= worker.due:
                    self._start(worker)
            elif not worker.process.is_alive():
                self._buried(worker, worker.process)

    def _buried(self, worker: Worker, process: BaseProcess) -> None:
        if process.exitcode == CANNOT_START and not worker.restarts:
            raise NotAllowedNow("one of them cannot start; see the lines above", field="processes")
        worker.died(time.monotonic())
        sys.stderr.write(f"a process ended ({process.exitcode}); another starts in {worker.delay:g} s\n")
        sys.stderr.flush()

    def _end(self, _kind: int, _frame: FrameType | None) -> None:
        self._ending = True
        self._waker.send(b".")

    def _stop(self) -> None:
        """Ask all of them to end, and wait until they have."""
        processes = [worker.process for worker in self._workers if worker.process is not None]
        for process in processes:
            if process.is_alive():
                process.terminate()
        for process in processes:
            process.join()


def _work(settings: Settings, listening: socket.socket, address: str, named: dict[str, Any]) -> None:
    """What a process does; why it cannot start is one line."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        run(settings, listening, address, **named)
    except HousewayError as problem:
        sys.stderr.write(f"houseway: {problem}\n")
        sys.exit(CANNOT_START)


def _end_with_parent() -> None:
    """End this process if the process that watches it is killed."""
    if parent := multiprocessing.parent_process():
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
