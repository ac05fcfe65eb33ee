"""Run simulated houses, a seed each: `make simulate-house SEEDS=1000`; one seed again, step by step: `--seed 17`.

With `--dishonest` one person of each house is a thief, at the cage and at the tables.

Ends with 1 and the seeds that fail, if any does. What a seed does depends on the seed and the number of steps alone.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from houseway.house.log.events import Event

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from argon2 import PasswordHasher

from simulated_house.checks import Broken
from simulated_house.dishonest import DishonestHouse, check_theft
from simulated_house.dishonest_checks import check_pit
from simulated_house.dishonest_tables import DishonestPit
from simulated_house.world import SimulationFailed, Summary, simulate  # found by the line above

COUNTED = ("steps", "events", "rounds", "wins", "requests", "crashes", "faults")
TRIED = ("done", "refused", "forged")
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # nobody keeps these passwords


def run(seed: int, steps: int) -> Summary | str:
    """One house: what it went through, or how it failed."""
    try:
        return simulate(seed, steps)
    except SimulationFailed as failed:
        return str(failed)


def run_dishonest(seed: int, steps: int) -> Counter[str] | str:
    """A thief at the cage and one at the tables: what they tried, or what they got away with."""
    theft, pit = DishonestHouse(seed, QUICK).run(steps), DishonestPit(seed, QUICK)
    tried = pit.run(steps)
    try:
        check_theft(theft)
        check_pit(pit)
    except Broken as problem:
        return f"seed {seed}, {theft.thief} or {tried.thief}: {problem}"
    return Counter(done=theft.done + tried.done, refused=theft.refused + tried.refused, forged=theft.forged)


def tell(step: int, event: Event) -> None:
    """One line an event."""
    print(f"{step:5} {event.at} {event.stream} {event.number} {event.kind} {event.by} {event.text[:150]}")


def many(seeds: range, steps: int, jobs: int, *, dishonest: bool) -> int:
    """Run all seeds and print what fails and what all went through."""
    counts: Counter[str] = Counter()
    failed, start = 0, time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        for result in pool.map(partial(run_dishonest if dishonest else run, steps=steps), seeds, chunksize=4):
            if isinstance(result, str):
                failed += 1
                seed = result.split()[1].rstrip(",")
                again = f"--start {seed} --seeds 1 --dishonest" if dishonest else f"--seed {seed}"
                print(f"{result}\n  again: python tools/simulate_house.py {again} --steps {steps}")
            elif isinstance(result, Summary):
                counts.update({what: getattr(result, what) for what in COUNTED})
            else:
                counts.update(result)
    total = ", ".join(f"{counts[what]:,} {what}" for what in (TRIED if dishonest else COUNTED))
    print(f"{len(seeds):,} seeds, {failed} fail; {total}; {time.monotonic() - start:.0f} s")
    return 1 if failed else 0


def main() -> int:
    """Read what is asked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seeds", type=int, default=100, help="how many seeds")
    parser.add_argument("--start", type=int, default=0, help="the first one")
    parser.add_argument("--steps", type=int, default=400, help="steps before everything is brought to its end")
    parser.add_argument("--jobs", type=int, default=None, help="processes")
    parser.add_argument("--seed", type=int, default=None, help="one seed, told event by event")
    parser.add_argument("--dishonest", action="store_true", help="houses with a thief")
    asked = parser.parse_args()
    if asked.seed is None:
        seeds = range(asked.start, asked.start + asked.seeds)
        return many(seeds, asked.steps, asked.jobs, dishonest=asked.dishonest)
    try:
        print(simulate(asked.seed, asked.steps, tell=tell))
    except SimulationFailed as failed:
        print(failed)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
