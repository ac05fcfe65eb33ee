"""A Dask cluster of real worker processes: the same integers as here, also when workers are killed on the way."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from houseway.cli import main
from houseway.errors import InvalidInput
from houseway.games import game_named, kit_of
from houseway.games.demonstration import demonstration
from houseway.games.wild_monkey_pai_gow.exact.dealers import set_all_dealers
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Hands
from houseway.games.wild_monkey_pai_gow.exact.valued import Valued
from houseway.games.wild_monkey_pai_gow.variant import Variant
from houseway.lab.cluster import Dask
from houseway.lab.engine import engine
from houseway.lab.shards import Threads
from houseway.lab.simulate import play_rounds, prepare

WORKERS = 4


@dataclass
class Cluster:
    """A scheduler and its workers, each a process."""

    address: str
    workers: list[subprocess.Popen[bytes]]


def start(*words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dask", *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    told = tmp_path / "scheduler.json"
    where = ("--host", "127.0.0.1")
    scheduler = start("scheduler", *where, "--port", "0", "--no-dashboard", "--scheduler-file", str(told))
    workers = [
        start("worker", "--scheduler-file", str(told), *where, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        for _ in range(WORKERS)
    ]
    try:
        from distributed import Client

        with Client(scheduler_file=str(told), timeout="60s", set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(WORKERS, timeout=60)
            address = client.scheduler.address
        yield Cluster(address, workers)
    finally:
        for process in [*workers, scheduler]:
            process.kill()
            process.wait()


def test_a_cluster_that_loses_half_its_workers(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.lab.simulate.SHARD", 5_000)
    chosen = game_named("flush-poker")
    part = kit_of("flush-poker").analysis
    assert part
    here = part.describe(chosen, Threads(1))

    def progress(shards: int, _total: int) -> None:
        if shards == 5:
            for worker in cluster.workers[:2]:
                os.kill(worker.pid, signal.SIGKILL)

    there = Dask(cluster.address, progress)
    try:
        assert part.describe(chosen, there) == here
        prices = part.price_bonuses  # whose shards have nothing in common
        assert prices(chosen, there) == prices(chosen, Threads(1))
        simulation = prepare(demonstration("flush-poker", {}), "threshold", 2, lambda: Threads(1))
        played = play_rounds(simulation, there, rounds=50_000, seed=3)
        assert (played == play_rounds(simulation, Threads(1), rounds=50_000, seed=3)).all()
    finally:
        there.close()
    assert len([worker for worker in cluster.workers if worker.poll() is not None]) == 2


def test_pai_gow_on_a_cluster_that_loses_a_worker(cluster: Cluster) -> None:
    """A deck of five ranks: every hand's setting and what it beats, the same as on one thread."""
    variant = Variant(ranks=(8, 9, 10, 11, 12))

    def progress(shards: int, _total: int) -> None:
        if shards == 3:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    there = Dask(cluster.address, progress)
    try:
        found = [
            Valued.of(variant, Hands.of(variant, run), set_all_dealers(variant, run)[0], run).counts
            for run in (Threads(1), there)
        ]
    finally:
        there.close()
    assert (found[0] == found[1]).all()
    assert cluster.workers[0].poll() is not None


def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("houseway.lab.cluster.TIMEOUT", "1s")
    nobody = "tcp://127.0.0.1:9"
    words = ["simulate", "flush-poker", "--rounds", "10", "--engine", "dask", "--scheduler", nobody]
    assert main(words) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"houseway: --scheduler {nobody}: does not answer")
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "scheduler", "reason"),
    [
        ("dask", None, "needs `scheduler`"),
        ("local", "tcp://127.0.0.1:9", "needs `engine` dask"),
        ("spark", None, "is not one of local, dask"),
        ("dask", "nonsense://x", "does not answer"),
    ],
)
def test_engines_that_cannot_be(name: str, scheduler: str | None, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason), engine(name, scheduler):
        pass
