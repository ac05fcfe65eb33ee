"""Make the strategies that come with houseway, because they take long to solve; --check compares instead.

Names of games after it make only theirs.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import houseway
from houseway.games import game_names
from houseway.lab.shards import Threads
from houseway.lab.strategies import save_shipped, shipped_path

SHIPPED = tuple((name, "optimal") for name in game_names())


def main() -> int:
    """Write or compare the files; 1 where one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("games", nargs="*", default=[*game_names()])
    asked = parser.parse_args()
    differs = 0
    for game_name, name in (one for one in SHIPPED if one[0] in asked.games):
        game = houseway.game(game_name)
        solved = game.kit.require(game.kit.strategy, "strategy").solve(game, Threads(), name)
        path = shipped_path(game, name)
        with TemporaryDirectory() as folder:
            made = Path(folder) / path.name
            save_shipped(game, solved, made)
            same = path.exists() and path.read_bytes() == made.read_bytes()
            if asked.check:
                sys.stdout.write(f"{game_name} {name}: {'the same' if same else 'differs'}\n")
                differs += not same
            else:
                path.write_bytes(made.read_bytes())
                sys.stdout.write(f"{game_name} {name}: {path.stat().st_size:,} bytes\n")
    return int(differs > 0)


if __name__ == "__main__":
    sys.exit(main())
