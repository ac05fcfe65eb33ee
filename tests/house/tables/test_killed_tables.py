"""Several tables play in a process that is killed (SIGKILL) at random moments, and eight processes share one meter."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from house.support.cluster import Cluster
from houseway.house.store.store import open_log
from simulated_house.checks import LogWatcher

PIT = Path(__file__).parents[1] / "support" / "pit.py"


def kill_often(url: str, path: Path, lives: int) -> list[int]:
    """How many events were acknowledged by some lives; after each of these checks everything holds."""
    chance, counts = random.Random("pit"), []
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, str(PIT)], stdin=pipe, stdout=pipe, text=True) as pit:
        assert pit.stdin
        assert pit.stdout
        for life in range(lives):
            pit.stdin.write(f"{url} {path}\n")
            pit.stdin.flush()
            child = int(pit.stdout.readline())
            try:
                if not life or chance.random() < 0.8:
                    wait_for_growth(path)  # the others die while they load their tables
                time.sleep(chance.random() ** 2 * 0.2)
            finally:
                os.kill(child, signal.SIGKILL)
            assert pit.stdout.readline() == "dead\n"
            if (life + 1) % max(10, lives // 6) == 0:
                counts.append(check(url, path))
        pit.stdin.close()
    return counts


def check(url: str, path: Path) -> int:
    """Nothing acknowledged is lost or doubled, every meter adds up, all balances sum to zero, every record settles."""
    acknowledged: dict[tuple[str, int], str] = {}
    for line in path.read_text().split("\n")[:-1]:  # the last line may be torn
        if len(words := line.split()) == 3:
            acknowledged[words[0], int(words[1])] = words[2]
    with open_log(url) as log:
        found = {(stream, event.number): event.hash for stream in log.streams() for event in log.read(stream)}
        assert acknowledged.items() <= found.items()
        watch = LogWatcher(log)
        watch.look()
        watch.check_end()
        assert watch.rounds
    return len(acknowledged)


def wait_for_growth(path: Path) -> None:
    """Until the new process has had an answer."""
    size = path.stat().st_size if path.exists() else 0
    end = time.monotonic() + 120
    while not path.exists() or path.stat().st_size == size:
        assert time.monotonic() < end
        time.sleep(0.005)


def test_tables_whose_process_is_killed_go_on_where_they_were(sqlite_url: str, tmp_path: Path) -> None:
    counts = kill_often(sqlite_url, tmp_path / "acknowledged", 20)
    assert counts == sorted(set(counts))


@pytest.mark.slow
def test_tables_survive_hundreds_of_deaths(url: str, tmp_path: Path) -> None:
    counts = kill_often(url, tmp_path / "acknowledged", 300)
    assert counts == sorted(set(counts))


def test_eight_processes_win_from_one_meter_in_one_order(cluster: Cluster) -> None:
    url = cluster.new_database()
    command = [sys.executable, str(PIT), "link", url, "8", "12"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    with open_log(url) as log:
        watch = LogWatcher(log)
        watch.look()  # every win must tell the very meter that the events before it leave
        watch.check_end()
        wins = [event for event in log.read("jackpot/royal") if event.kind == "awarded"]
        assert len(wins) == watch.wins > 40
        assert len({event.data["table"] for event in wins}) == 8
        assert watch.rounds == 8 * 12
