"""A writing process is killed (SIGKILL) at random moments: all that was acknowledged is there, and there once."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents
from houseway.house.log.log import Log
from houseway.house.records.audit import audit_log
from houseway.house.store.store import open_log

SCRIBE = Path(__file__).parents[1] / "support" / "scribe.py"
LIVES = 40


def acknowledged(path: Path) -> tuple[dict[tuple[str, int], str], list[str]]:
    """What was acknowledged to the killed processes; the last line may be torn, for they died while writing it."""
    events, requests = {}, []
    for line in path.read_text().split("\n")[:-1]:
        match line.split():
            case ["request", request]:
                requests.append(request)
            case [stream, number, found]:
                events[stream, int(number)] = found
    return events, requests


def check(log: Log, path: Path) -> int:
    acknowledgements, requests = acknowledged(path)
    found = {(stream, event.number): event.hash for stream in log.streams() for event in log.read(stream)}
    assert acknowledgements.items() <= found.items()
    assert audit_log(log).broken is None
    balances = log.balances()
    assert sum(balances.values()) == 0
    feeds = log.head("jackpot/royal").number
    rounds = sum(log.head(f"table/{table}").number // 2 for table in (1, 2, 3))
    assert balances["jackpot/royal/meter"] == feeds * 10_500_001
    assert sum(balances[f"table/{table}/chips"] for table in (1, 2, 3)) == rounds * cents(500)
    if requests:
        before = log.heads()
        again = log.append(NewEvent(stream="table/1", kind="again"), request=requests[-1])
        assert {(event.stream, event.number): event.hash for event in again}.items() <= acknowledgements.items()
        assert log.heads() == before
    return len(acknowledgements)


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(url: str, tmp_path: Path) -> None:
    chance = random.Random("kill")
    path = tmp_path / "acknowledged"
    open_log(url).close()
    counts = []
    command, pipe = [sys.executable, str(SCRIBE)], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as scribe:
        assert scribe.stdin
        assert scribe.stdout
        for life in range(LIVES):
            scribe.stdin.write(f"{url} {path}\n")
            scribe.stdin.flush()
            child = int(scribe.stdout.readline())
            _wait_for_growth(path)
            time.sleep(chance.random() ** 2 * 0.05)  # any moment of a commit
            os.kill(child, signal.SIGKILL)
            assert scribe.stdout.readline() == "dead\n"
            if life % 8 == 7:
                with open_log(url) as log:
                    counts.append(check(log, path))
        scribe.stdin.close()
    assert counts == sorted(set(counts))


def _wait_for_growth(path: Path) -> None:
    """Until the new process has had an answer."""
    size = path.stat().st_size if path.exists() else 0
    end = time.monotonic() + 30
    while not path.exists() or path.stat().st_size == size:
        assert time.monotonic() < end
        time.sleep(0.001)
