"""What the tools that make files of houseway share: each writes its files, or with --check compares them."""

import argparse
import sys
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path

from houseway.games import game_names, kit_of
from houseway.lookup_files import read_tables, write_tables


def make_game_files(description: str | None, file: str, make: Callable[[str], bytes]) -> int:
    """Write or compare a file of every game, or of the named ones; 1 if one differs."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("games", nargs="*", default=list(game_names()))
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    differs = 0
    for name in asked.games:
        path, made = kit_of(name).folder / file, make(name)
        if asked.check:
            same = path.exists() and path.read_bytes() == made
            sys.stdout.write(f"{name}: {'the same' if same else 'differs'}\n")
            differs += not same
        else:
            path.write_bytes(made)
            sys.stdout.write(f"{name}: {len(made):,} bytes\n")
    return int(differs > 0)


def make_lookup_file(target: Path, heading: str, tables: "Mapping[str, array[int]]") -> int:
    """Write or compare a file of tables; 1 if it differs."""
    if "--check" in sys.argv:
        same = read_tables(target) == tables
        print("the same" if same else "DIFFERENT", target.name)
        return 0 if same else 1
    write_tables(target, heading, tables)
    print(target.name, {name: len(table) for name, table in tables.items()})
    return 0
