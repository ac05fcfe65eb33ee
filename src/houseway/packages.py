"""Installed packages that bring games: found by their entry points, without importing anything of them."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ENTRY_POINTS: Final = "houseway.games"


@cache
def game_entries() -> tuple[EntryPoint, ...]:
    """The entry points of all games that packages bring, by name."""
    return tuple(sorted(entry_points(group=ENTRY_POINTS), key=lambda one: (one.name, one.value)))


@cache
def package_folders() -> tuple[Path, ...]:
    """The folders of the packages that bring games: what else the software is made of."""
    folders: set[Path] = set()
    for top in {entry.module.partition(".")[0] for entry in game_entries()}:
        spec = find_spec(top)
        if spec and spec.submodule_search_locations:
            folders.update(map(Path, spec.submodule_search_locations))
        elif spec and spec.origin:
            folders.add(Path(spec.origin).parent)
    return tuple(sorted(folders))
