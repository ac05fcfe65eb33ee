"""Make the analyses that come with houseway: every game, or those that are named; --check compares instead.

Takes some minutes a game, for pai gow more than an hour, and shows how far it is. Counts of all hands are kept.
"""

import argparse
import sys
import time

from houseway.games import game_names, kit_of
from houseway.games.game import Game
from houseway.games.pricing.result import Analysis
from houseway.lab.analyze import count_analysis
from houseway.lab.kept_counts import KeepingRunner
from houseway.lab.shards import Threads
from houseway.lab.shipped import FILE, bearing_options, make_analyses, packed


def count(game: Game) -> Analysis:
    """An analysis, counted now."""
    start = time.perf_counter()
    found = count_analysis(game, KeepingRunner(Threads()))
    chosen = {name: game.options[name] for name in bearing_options(game.kit)}
    sys.stderr.write(f"{game.name} {chosen}: {time.perf_counter() - start:.1f} s\n")
    return found


def main() -> int:
    """Write or compare the files; 1 where one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(game_names()))
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    differs = 0
    for name in asked.games:
        path = kit_of(name).folder / FILE
        made = packed(make_analyses(name, count))
        if asked.check:
            same = path.exists() and path.read_bytes() == made
            sys.stdout.write(f"{name}: {'the same' if same else 'differs'}\n")
            differs += not same
        else:
            path.write_bytes(made)
            sys.stdout.write(f"{name}: {len(made):,} bytes\n")
    return int(differs > 0)


if __name__ == "__main__":
    sys.exit(main())
