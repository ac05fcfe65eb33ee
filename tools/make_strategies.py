"""Make the strategies that come with houseway, because somebody would wait for them; --check compares instead."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import houseway
from houseway.lab.shards import Threads
from houseway.lab.strategies import save_shipped, shipped_path

SHIPPED = (("wild-monkey-pai-gow", "optimal"), ("down-under-holdem", "optimal"), ("premium-holdem", "optimal"))


def main() -> int:
    """Write or compare the files; 1 where one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    differs = 0
    for game_name, name in SHIPPED:
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
