"""How fast records settle: ten thousand of all games through the command, start-up included, and each game alone.

    python bench/settle.py [--other ../before/src] [--turns 9]

The records are the twin's random ones (tests/twin), rich in splits, jackpots and envy, about four seats each, nearly
every one with options of its own. With `--other` the sources of another checkout are asked in turn with ours, each in a
process of its own, so that what else the machine does meets both alike; the best of several turns counts. A game's
figure is the time of the processor on one core; that of all games is the time of the clock, start-up included.
"""

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

RECORDS = 10_000
SAMPLE = 200  # records of a game that a worker settles in one turn


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", type=Path, help="the sources of the other checkout")
    parser.add_argument("--turns", type=int, default=9)
    given = parser.parse_args()
    sources = [*([given.other] if given.other else []), Path(__file__).resolve().parents[1] / "src"]
    print(f"Python {platform.python_version()}, {platform.machine()}; microseconds a record of the processor, one core")
    by_game(sources, given.turns)
    print("seconds of the clock for a command, start-up included")
    by_command(sources, given.turns)


def by_game(sources: list[Path], turns: int) -> None:
    """A line for each game: the time of a record in each checkout."""
    from twin import generate

    workers = [Worker(source) for source in sources]
    for game in generate.GAMES:
        print_line(game, [1e6 * one for one in best(turns, [partial(worker.ask, game) for worker in workers])])
    for worker in workers:
        worker.close()


def by_command(sources: list[Path], turns: int) -> None:
    """Lines for the start of the program, for one record, and for all records by one process and by all cores."""
    from twin import generate

    lines = [text for game in generate.GAMES for text in records(game, RECORDS // 5)]
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder) / "one.json", Path(folder) / "many.jsonl"
        one.write_text(lines[0])
        many.write_text("\n".join(lines))
        commands = {"--help": ["--help"], "one record": ["settle", str(one)]}
        for name, command in commands.items():
            print_line(name, best(turns, [partial(seconds, source, *command) for source in sources]))
        for jobs in (1, 2):
            runs = [partial(seconds, source, "settle", str(many)) for source in sources[:-1]]  # it had no --jobs
            runs.append(partial(seconds, sources[-1], "settle", str(many), "--jobs", str(jobs)))
            print_line(f"{len(lines)} records, jobs {jobs}", best(turns // 2 + 1, runs))


def best(turns: int, runs: list[Callable[[], float]]) -> list[float]:
    """The best figure of each run, all of them taken in turn."""
    return [min(column) for column in zip(*([run() for run in runs] for _ in range(turns)), strict=True)]


def print_line(name: str, found: list[float]) -> None:
    """A name, the figures, and how much faster ours is than the other."""
    ratio = f"   {found[0] / found[-1]:5.2f} times as fast" if len(found) > 1 else ""
    print(f"{name:28}" + "".join(f"{one:9.3g}" for one in found) + ratio, flush=True)


def records(game: str, count: int) -> list[str]:
    """Random records of a game as lines of text."""
    from twin import generate

    return [json.dumps(generate.record(game, random.Random(f"bench/{game}/{i}"))) for i in range(count)]


def seconds(source: Path, *arguments: str) -> float:
    """Wall time of a command whose output is thrown away."""
    start = time.perf_counter()
    subprocess.run(  # noqa: S603
        [sys.executable, "-m", "houseway", *arguments], check=True, stdout=subprocess.DEVNULL, env=with_source(source)
    )
    return time.perf_counter() - start


def with_source(source: Path) -> dict[str, str]:
    """The environment with the sources of a checkout in front."""
    return {**os.environ, "PYTHONPATH": str(source)}


class Worker:
    """A process that settles with the sources of one checkout."""

    def __init__(self, source: Path) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - this very file
            [sys.executable, __file__, "--worker"],
            env=with_source(source),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, game: str) -> float:
        """Seconds of the processor for a record of a game."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the worker has no pipes")
        self.process.stdin.write(f"{game}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self.process.communicate("")


def work() -> None:
    """Answer what a `Worker` asks."""
    from functools import cache

    from houseway.cli import settle

    texts = cache(lambda game: list(enumerate(records(game, SAMPLE), start=1)))
    batch = getattr(settle, "settle_batch", None) or one_by_one
    for line in sys.stdin:
        numbered = texts(line.strip())
        start = time.process_time()
        batch(numbered)
        print((time.process_time() - start) / SAMPLE, flush=True)


def one_by_one(texts: list[tuple[int, str]]) -> str:
    """What the command did with each record before it had batches."""
    from houseway.cli.settle import answered

    return "".join([json.dumps(answered(number, text), ensure_ascii=False) + "\n" for number, text in texts])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work()
    else:
        main()
