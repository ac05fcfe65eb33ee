"""How fast this checkout simulates beside another one, as ratios from a single run.

    python bench/simulate_ratio.py --other ../before/src [--games flush-poker] [--turns 7] [--save FILE]

Both checkouts are asked in turn, each in a process of its own, so that what else the machine does meets both alike. On
one core the time is that of the processor, so that other programs count little; on two cores it is that of the clock,
and only an idle machine tells something. The best of several turns counts. With `--save` the figures are written as
JSON, those of the other checkout before those of this one; bench/simulate_before.json keeps what it said beside commit
25dd4d5, before rounds were played in blocks.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROUNDS = 4_000_000  # so that the start of a second thread counts little
STRATEGIES = {"wild-monkey-pai-gow": "house-way"}


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", type=Path, required=True, help="the sources of the other checkout")
    parser.add_argument("--games", nargs="*", default=[], help="only these")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    here = Path(__file__).resolve().parents[1] / "src"
    found = [compare(game, [given.other, here], given.turns) for game in given.games or names()]
    if given.save:
        given.save.write_text(json.dumps(found, indent=2) + "\n")


def names() -> list[str]:
    """All games."""
    from houseway.games import game_names

    return list(game_names())


def compare(game: str, sources: list[Path], turns: int) -> dict[str, Any]:
    """A line for a game: nanoseconds a round there and here on one core, and how much faster two cores are."""
    workers = [Worker(game, source) for source in sources]
    one = [min(column) for column in zip(*([w.ask(1) for w in workers] for _ in range(turns)), strict=True)]
    two = [min(column) for column in zip(*([w.ask(2) for w in workers] for _ in range(turns)), strict=True)]
    wall = [min(column) for column in zip(*([w.ask(0) for w in workers] for _ in range(turns)), strict=True)]
    for worker in workers:
        worker.close()
    print(
        f"{game:24} one core {one[0]:6.0f} -> {one[1]:6.0f} ns, {one[0] / one[1]:4.2f} times as fast;"
        f" two cores {wall[0] / two[0]:4.2f} -> {wall[1] / two[1]:4.2f} times one",
        flush=True,
    )
    return {"game": game, "one_core_ns": one, "two_cores_ns": two, "one_core_by_the_clock_ns": wall}


class Worker:
    """A process that simulates a game with the sources of one checkout."""

    def __init__(self, game: str, source: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(source)}
        self.process = subprocess.Popen(  # noqa: S603 - this very file
            [sys.executable, __file__, "--worker", game],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ask(1)

    def ask(self, threads: int) -> float:
        """Nanoseconds a round: of the processor on one core, of the clock on one (0) or two."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the worker has no pipes")
        self.process.stdin.write(f"{threads}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self.process.communicate("")


def work(game: str) -> None:
    """Answer what a `Worker` asks."""
    from houseway.games.demonstration import demonstration
    from houseway.lab.shards import Threads
    from houseway.lab.simulate import play_rounds, prepare

    simulation = prepare(demonstration(game, {}), STRATEGIES.get(game, ""), 1, Threads)
    play_rounds(simulation, Threads(1), rounds=1000, seed=1)
    for line in sys.stdin:
        threads = max(1, int(line))
        clock = time.process_time if int(line) == 1 else time.perf_counter
        start = clock()
        play_rounds(simulation, Threads(threads), rounds=ROUNDS * threads, seed=1)
        print(1e9 * (clock() - start) / ROUNDS / threads, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(sys.argv[2])
    else:
        main()
