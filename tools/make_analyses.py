"""Make the analyses that come with houseway: every game, or those that are named; --check compares instead.

Takes some minutes a game, for pai gow more than an hour, and shows how far it is. Counts of all hands are kept.
"""

import sys
import time

from houseway.games.game import Game
from houseway.games.pricing.result import Analysis
from houseway.lab.analyze import count_analysis
from houseway.lab.kept_counts import KeepingRunner
from houseway.lab.shards import Threads
from houseway.lab.shipped import FILE, bearing_options, make_analyses, packed
from made_files import make_game_files


def count(game: Game) -> Analysis:
    """An analysis, counted now."""
    start = time.perf_counter()
    found = count_analysis(game, KeepingRunner(Threads()))
    chosen = {name: game.options[name] for name in bearing_options(game.kit)}
    sys.stderr.write(f"{game.name} {chosen}: {time.perf_counter() - start:.1f} s\n")
    return found


def main() -> int:
    """Write or compare the files; 1 if one differs."""
    return make_game_files(__doc__, FILE, lambda name: packed(make_analyses(name, count)))


if __name__ == "__main__":
    sys.exit(main())
