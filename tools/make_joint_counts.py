"""Make the joint counts that come with houseway: every game, or those that are named; some minutes in all."""

import argparse
import sys

from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.lab.joint_outcomes import FILE, SEATS_FILE, make_counts, make_products
from houseway.lab.shards import Threads
from houseway.lab.strategies import default_strategy, strategy_of


def main() -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(game_names()))
    for name in parser.parse_args().games:
        game = demonstration(name, {})
        content = make_counts(game, strategy_of(game, default_strategy(game), Threads), Threads())
        (game.kit.folder / FILE).write_bytes(content)
        sys.stdout.write(f"{name}: {len(content):,} bytes\n")
        if products := make_products(game, Threads()):
            (game.kit.folder / SEATS_FILE).write_bytes(products)
            sys.stdout.write(f"{name}, two seats: {len(products):,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
