"""How fast `houseway audit verify --deep` is: events a second on one core and on all, and beside another checkout.

    python bench/audit.py [--seconds 30] [--tables 60] [--log FILE] [--other ../before/src] [--turns 3]

A log of full tables of all five games is made first, or a file is given. The audit runs in processes of its own. With
`--other` both checkouts are asked in turn, so that what else the machine does meets both alike; on one core the time is
that of the processor, on all cores that of the clock. The best of several turns counts.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

HERE = Path(__file__).resolve().parents[1] / "src"


def main() -> None:
    """Print a line for each checkout."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30, help="how long the log is written")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--log", default="", help="a log that is there")
    parser.add_argument("--other", type=Path, help="the sources of another checkout")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--audit", type=int, help=argparse.SUPPRESS)  # in a process of its own, with so many jobs
    given = parser.parse_args()
    if given.audit is not None:
        print(json.dumps(audit(given.log, given.audit)))
        return
    with tempfile.TemporaryDirectory(prefix="houseway-audit-") as folder:
        url = given.log or make_log(str(Path(folder) / "house.db"), given.seconds, given.tables)
        compare(url, [*([given.other] if given.other else []), HERE], given.turns)


def make_log(url: str, seconds: float, tables: int) -> str:
    """A log of full tables that were played for some seconds."""
    from house_tables import GAMES, seated

    from houseway.house.store.store import open_log
    from houseway.house.tables.driver import Driver

    with open_log(url) as log:
        driver = Driver(log, seated(log, tables, GAMES), verifiers=("dealer", "supervisor"))
        driver.run(log.clock() + timedelta(seconds=seconds))
    return url


def audit(url: str, jobs: int) -> dict[str, float]:
    """Audit a log once: its events, the processor's seconds and those of the clock."""
    from houseway.house.records.deep_audit.walk import deep_audit
    from houseway.house.store.store import open_log

    with open_log(url, read_only=True) as log:
        start, used = time.perf_counter(), _processor()
        found = deep_audit(log, **({"jobs": jobs} if jobs > 1 else {}))
        passed, used = time.perf_counter() - start, _processor() - used
    if found.broken:
        raise SystemExit(f"broken: {found.broken}")
    return {"events": found.form.events, "clock": passed, "processor": used}


def _processor() -> float:
    rows = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(row.ru_utime + row.ru_stime for row in rows)


def compare(url: str, sources: list[Path], turns: int) -> None:
    """Ask the checkouts in turn, and print what each needs."""
    cores = len(os.sched_getaffinity(0))
    rounds = [[ask(one, url, 1)[1] for one in sources] for _ in range(turns)]
    alone = [min(column) for column in zip(*rounds, strict=True)]
    events, _, _ = first = ask(HERE, url, cores)
    shared = min([first, *(ask(HERE, url, cores) for _ in range(turns - 1))], key=lambda one: one[2])
    for source, used in zip(sources, alone, strict=True):
        print(f"{source}: {events:,.0f} events, one core {used:.1f} s of the processor, {events / used:,.0f} a second")
    print(
        f"{HERE}: {cores} cores {shared[2]:.1f} s of the clock, {events / shared[2]:,.0f} a second,"
        f" {shared[1]:.1f} s of the processor"
    )
    if len(alone) > 1:
        print(f"{alone[0] / alone[1]:.2f} times as fast on one core")


def ask(source: Path, url: str, jobs: int) -> tuple[float, float, float]:
    """Events, the processor's seconds and the clock's, of one checkout in a process of its own."""
    command = [sys.executable, str(Path(__file__).resolve()), "--log", url, "--audit", str(jobs)]
    given = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run(command, env=given, check=True, capture_output=True, text=True)  # noqa: S603  # our own
    told = json.loads(done.stdout)
    return told["events"], told["processor"], told["clock"]


if __name__ == "__main__":
    main()
