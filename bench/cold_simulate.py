"""How long the first `houseway simulate` takes on a fresh installation, beside another checkout, in a single run.

    python bench/cold_simulate.py --other ../before/src [--games flush-poker] [--turns 3]

Both checkouts are asked in turn, each with an empty cache, so that what else the machine does meets both alike. Nearly
all of the time is the compiler's. The best of several turns counts; a ratio is that of processor seconds, which other
programs change little.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = ("-m", "houseway", "simulate", "--rounds", "1000", "--json")


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", type=Path, required=True, help="the sources of the other checkout")
    parser.add_argument("--games", nargs="*", default=[], help="only these")
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    sources = [given.other, Path(__file__).resolve().parents[1] / "src"]
    for game in given.games or names():
        turns = [[cold_run(game, source) for source in sources] for _ in range(given.turns)]
        before, after = (min(column) for column in zip(*turns, strict=True))
        print(
            f"{game:24} {before[0]:5.1f} -> {after[0]:5.1f} processor seconds, {after[0] / before[0]:4.2f} of it;"
            f" {before[1]:5.1f} -> {after[1]:5.1f} s by the clock",
            flush=True,
        )


def names() -> list[str]:
    """All games."""
    from houseway.games import game_names

    return list(game_names())


def cold_run(game: str, source: Path) -> tuple[float, float]:
    """The processor's seconds and the clock's for the first rounds of a game."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
        environment |= {"PYTHONPATH": str(source), "HOUSEWAY_CACHE": cache}
        spent, begun = _spent(), time.perf_counter()
        subprocess.run(  # noqa: S603
            [sys.executable, *COMMAND, game], env=environment, check=True, capture_output=True
        )
        return _spent() - spent, time.perf_counter() - begun


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
