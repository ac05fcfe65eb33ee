"""`/healthz` says ok only while the house can store what people do."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from house.support.cluster import Cluster
from house.support.small_disk import fill_up, small_disk
from houseway.house.log.memory import MemoryLog
from houseway.web.http.health import Health
from web.serving import Running, serving


def _answer(server: Running, status: int) -> str:
    """The answer of `/healthz`, once it has this status: it may be a second old."""
    end = time.monotonic() + 30
    while (answer := server.http.get("/healthz")).status_code != status:
        assert time.monotonic() < end, answer.text
    return answer.text


def test_a_full_disk_is_not_ok(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "8m") as disk, serving(database=str(disk / "house.db")) as server:
        assert _answer(server, 200) == "ok\n"
        ballast = fill_up(disk)
        assert _answer(server, 503) == "the disk is full\n"
        refused = server.http.post("/api/v1/session", json={"guest": True})
        assert (refused.status_code, refused.json()["field"]) == (503, "log")
        assert str(disk) not in refused.text, "nobody outside learns where the house is stored"
        ballast.unlink()
        assert _answer(server, 200) == "ok\n"


def test_a_postgresql_that_is_stopped_is_not_ok() -> None:
    cluster = Cluster()
    try:
        with serving(database=str(cluster.new_database())) as server:
            assert _answer(server, 200) == "ok\n"
            cluster.stop()
            assert "server" in _answer(server, 503)
            cluster.start()
            assert _answer(server, 200) == "ok\n"
    finally:
        cluster.close()


class _Stuck(MemoryLog):
    """A log whose storage hangs."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.asked = 0

    def check_writable(self) -> None:
        self.asked += 1
        self.free.wait(60)


def test_storage_that_hangs_is_asked_once_and_not_waited_for() -> None:
    log = _Stuck()

    async def ask() -> None:
        health = Health(log, longest=0.05)
        assert [await health.problem() for _ in range(5)] == ["the storage does not answer"] * 5
        assert log.asked == 1
        log.free.set()

    with ThreadPoolExecutor(1) as elsewhere:  # a browser's test may have left a loop in this thread
        elsewhere.submit(asyncio.run, ask()).result(60)
        assert elsewhere.submit(asyncio.run, Health(MemoryLog()).problem()).result(60) == ""
