"""How long the exact analyses take: results cache empty, kernels compiled before, each in a process of its own.

python bench/analyze.py                          # seconds of the clock, first with kernels to compile, and memory
python bench/analyze.py --other ../old/src       # clock and processor, beside other sources, in turn
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = ("premium-holdem", "down-under-holdem", "flush-poker", "down-under-blackjack", "wild-monkey-pai-gow")
BONUSES = """
from houseway.games import game_named, game_names
from houseway.games import kit_of
from houseway.lab.shards import Threads
for name in game_names():
    kit_of(name).price_bonuses(game_named(name), Threads())
"""
COMMAND = "import sys; from houseway.cli import main; sys.exit(main(sys.argv[1:]))"
COMPARED = {
    "flush-poker with its bonuses": ("analyze", "flush-poker", "--fresh", "--json"),
    "one down-under-blackjack": ("analyze", "down-under-blackjack", "--fresh", "--json"),
    "verify": ("verify", "--fresh"),
}


def run(*command: str, **variables: str) -> tuple[float, float, float]:
    """Seconds of the clock, MiB at most and seconds of the processor of a command, whose output is thrown away."""
    start = time.perf_counter()
    environment = {**os.environ, **variables}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed has its bytecode
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:  # noqa: S603
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed")
    return time.perf_counter() - start, used.ru_maxrss / 1024, used.ru_utime + used.ru_stime


def main() -> None:
    """Print a table of these sources, or of these and others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", type=Path, help="the src folder of other sources")
    parser.add_argument("--turns", type=int, default=5)
    asked = parser.parse_args()
    if asked.other:
        compare(asked.other, asked.turns)
    else:
        measure()


def compare(other: Path, turns: int) -> None:
    """Seconds of clock and processor, the best of some turns, each source in turn; the first turn compiles."""
    own = Path(__file__).parent.parent / "src"
    print(f"{'fresh':30} {'':10} {'other':>8} {'own':>8} {'times as fast':>14}")
    with tempfile.TemporaryDirectory() as folder:
        for name, command in COMPARED.items():
            taken: dict[Path, list[tuple[float, float, float]]] = {other: [], own: []}
            for _ in range(1 + turns):
                for place, source in enumerate(taken):
                    where = {
                        "PYTHONPATH": str(source.resolve()),
                        "HOUSEWAY_CACHE": f"{folder}/{place}",
                        "PYTHONPYCACHEPREFIX": f"{folder}/{place}/bytecode",
                    }
                    taken[source].append(run(sys.executable, "-c", COMMAND, *command, **where))
            for what, column in (("clock", 0), ("processor", 2)):
                print_times(name, what, [min(times[column] for times in turn[1:]) for turn in taken.values()])
            print_times(name, "first", [turn[0][2] for turn in taken.values()])


def print_times(name: str, what: str, seconds: list[float]) -> None:
    """A line of the comparison."""
    before, now = seconds
    print(f"{name:30} {what:10} {before:7.2f}s {now:7.2f}s {before / now:14.2f}", flush=True)


def measure() -> None:
    """The first time, with kernels to compile, then twice warm."""
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


def print_row(name: str, times: list[tuple[float, float, float]]) -> None:
    """A line of the table."""
    seconds = " ".join(f"{taken:7.2f}s" for taken, _, _ in times)
    print(f"{name:28} {seconds} {max(memory for _, memory, _ in times):6.0f} MiB", flush=True)


if __name__ == "__main__":
    main()
