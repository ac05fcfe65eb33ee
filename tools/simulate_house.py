"""Run simulated houses, a seed each: `make simulate-house SEEDS=1000`; one seed again, step by step: `--seed 17`.

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

from simulated_house.world import SimulationFailed, Summary, simulate  # found by the line above

COUNTED = ("steps", "events", "rounds", "wins", "requests", "crashes", "faults")


def run(seed: int, steps: int) -> Summary | str:
    """One house: what it went through, or how it failed."""
    try:
        return simulate(seed, steps)
    except SimulationFailed as failed:
        return str(failed)


def tell(step: int, event: Event) -> None:
    """One line an event."""
    print(f"{step:5} {event.at} {event.stream} {event.number} {event.kind} {event.by} {event.text[:150]}")


def many(seeds: range, steps: int, jobs: int) -> int:
    """Run all seeds and print what fails and what all went through."""
    counts: Counter[str] = Counter()
    failed, start = 0, time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(partial(run, steps=steps), seeds, chunksize=4):
            if isinstance(found, str):
                failed += 1
                seed = found.split()[1].rstrip(",")
                print(f"{found}\n  again: python tools/simulate_house.py --seed {seed} --steps {steps}")
            else:
                counts.update({what: getattr(found, what) for what in COUNTED})
    told = ", ".join(f"{counts[what]:,} {what}" for what in COUNTED)
    print(f"{len(seeds):,} seeds, {failed} fail; {told}; {time.monotonic() - start:.0f} s")
    return 1 if failed else 0


def main() -> int:
    """Read what is asked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seeds", type=int, default=100, help="how many seeds")
    parser.add_argument("--start", type=int, default=0, help="the first one")
    parser.add_argument("--steps", type=int, default=400, help="steps before everything is brought to its end")
    parser.add_argument("--jobs", type=int, default=None, help="processes")
    parser.add_argument("--seed", type=int, default=None, help="one seed, told event by event")
    asked = parser.parse_args()
    if asked.seed is None:
        return many(range(asked.start, asked.start + asked.seeds), asked.steps, asked.jobs)
    try:
        print(simulate(asked.seed, asked.steps, tell=tell))
    except SimulationFailed as failed:
        print(failed)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
