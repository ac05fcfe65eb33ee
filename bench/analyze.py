"""How long the exact analyses take: results cache empty, kernels compiled before, each in a process of its own."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = ("premium-holdem", "down-under-holdem", "flush-poker", "down-under-blackjack", "wild-monkey-pai-gow")
BONUSES = """
from houseway.games import game, game_names
from houseway.games import kit
from houseway.lab.shards import Threads
for name in game_names():
    kit(name).price_bonuses(game(name), Threads())
"""


def run(*command: str) -> tuple[float, float]:
    """Seconds and MiB at most of a command, whose output is thrown away."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:  # noqa: S603
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed")
    return time.perf_counter() - start, used.ru_maxrss / 1024


def main() -> None:
    """Print a table: the first time, with kernels to compile, then twice warm."""
    houseway = str(Path(sys.executable).with_name("houseway"))
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    print(f"{'analysis, fresh':28} {'first':>8} {'warm':>8} {'again':>8} {'memory':>10}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOUSEWAY_CACHE"] = folder
        for game in GAMES:
            times = [run(houseway, "analyze", game, "--fresh", "--json") for _ in range(3)]
            print_row(game, times)
        print_row("bonuses of all games", [run(sys.executable, "-c", BONUSES) for _ in range(3)])
        print_row("verify", [run(houseway, "verify", "--fresh") for _ in range(3)])
        print_row("analyze from the cache", [run(houseway, "analyze", GAMES[0]) for _ in range(3)])


def print_row(name: str, times: list[tuple[float, float]]) -> None:
    """A line of the table."""
    seconds = " ".join(f"{taken:7.2f}s" for taken, _ in times)
    print(f"{name:28} {seconds} {max(memory for _, memory in times):6.0f} MiB", flush=True)


if __name__ == "__main__":
    main()
