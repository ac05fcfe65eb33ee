"""Make the distributions of net results that come with houseway: every game, or those named; --check compares instead.

Takes up to some minutes a game.
"""

import argparse
import sys

from houseway.games import game_names, kit_of
from houseway.lab.distribution import FILE, make_nets
from houseway.lab.shards import Threads


def main() -> int:
    """Write or compare the files; 1 where one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(game_names()))
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    differs = 0
    for name in asked.games:
        path, made = kit_of(name).folder / FILE, make_nets(name, Threads())
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
