"""Make the distributions of net results that come with houseway: every game, or those named; --check compares instead.

Takes up to some minutes a game.
"""

import sys

from houseway.lab.distribution import FILE, make_nets
from houseway.lab.shards import Threads
from made_files import make_game_files


def main() -> int:
    """Write or compare the files; 1 if one differs."""
    return make_game_files(__doc__, FILE, lambda name: make_nets(name, Threads()))


if __name__ == "__main__":
    sys.exit(main())
