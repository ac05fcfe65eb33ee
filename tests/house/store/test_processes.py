"""Several processes on one database: a total order, no gap, no lost update, each request once."""

import subprocess
import sys
from pathlib import Path

import pytest

from houseway.house.log.ledger import cents
from houseway.house.records.audit import audit_log
from houseway.house.store.store import open_log

WORKER = Path(__file__).parents[1] / "support" / "worker.py"


def run(mode: str, url: str, *, processes: int, count: int) -> None:
    """Start all at once, on a database that is not even made yet."""
    command = [sys.executable, str(WORKER), mode, url, str(processes), str(count)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def counts(url: str) -> tuple[int, int]:
    return (3, 40) if "://" not in url else (8, 40)


def test_contributions_to_one_jackpot_are_in_one_order(url: str) -> None:
    processes, count = counts(url)
    run("feed", url, processes=processes, count=count)
    with open_log(url) as log:
        events = list(log.read("jackpot/royal"))
        assert [event.number for event in events] == list(range(1, processes * count + 1))
        for name in range(processes):
            assert [event.data["n"] for event in events if event.data["by"] == str(name)] == list(range(count))
            assert log.head(f"table/{name}").number == count
        assert log.balance("jackpot/royal/meter") == processes * count * 1_234_567
        assert audit_log(log).broken is None


def test_no_update_is_lost(url: str) -> None:
    processes, count = counts(url)
    run("increment", url, processes=processes, count=count // 4)
    with open_log(url) as log:
        values = [event.data["value"] for event in log.read("jackpot/royal")]
        assert values == list(range(1, processes * (count // 4) + 1))
        assert audit_log(log).broken is None


def test_a_request_that_all_send_counts_once(url: str) -> None:
    processes, count = counts(url)
    count //= 2
    run("repeat", url, processes=processes, count=count)
    with open_log(url) as log:
        assert log.head("house").number == count
        assert sum(log.head(f"table/{table}").number for table in range(3)) == count
        assert log.balances("player/") == {f"player/p{n}": cents(100) * (count // 5) for n in range(5)}
        assert audit_log(log).broken is None


@pytest.mark.parametrize("mode", ["feed"])
def test_the_worker_fails_loudly(mode: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="cannot be opened"):
        run(mode, str(tmp_path / "no" / "folder.db"), processes=1, count=1)
