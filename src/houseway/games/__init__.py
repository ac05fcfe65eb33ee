"""The games, each in a folder or in a package of its own. They know no accounts, no clock and no disk.

A game is a folder beside this file that holds an approval.toml and a kit.py, or a class `Kit` that an installed package
names in the entry-point group `houseway.games`.
"""

import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import MappingProxyType
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.games.game import Game, resolve_options
from houseway.games.kit import GameKit
from houseway.games.letter.approval import Approval
from houseway.games.letter.approval_file import load_approval
from houseway.packages import game_entries

_FOLDER: Final = Path(__file__).parent


@cache
def game_names() -> tuple[str, ...]:
    """All games, by name."""
    return tuple(sorted({*_own_folders(), *_packages()}))


@cache
def kit_of(name: str) -> GameKit:
    """The parts of a game."""
    folders, packages = _own_folders(), _packages()
    if name in folders:
        module = import_module(f"houseway.games.{folders[name].name}.kit")
        made: GameKit = module.Kit(name, folders[name])
        return made
    if name in packages:
        return _from_package(name, packages[name])
    raise InvalidInput(f"{shown(name)} is not a game; there are {', '.join(game_names())}", field="game")


@cache
def letter_of(name: str) -> Approval:
    """The letter of a game, as data."""
    letter = load_approval(kit_of(name).folder / "approval.toml")
    if letter.game != name:
        raise InvalidInput(f"calls itself {letter.game!r} in its approval.toml", field=f"game {name}")
    return letter


def known_prizes(letter: Approval, given: object) -> tuple[str, ...]:
    """The keys that `$` prizes may have: the letter's own and, where other keys are given, those of every game.

    Games may share a jackpot, and its prizes then stand in the records of all of them.
    """
    if not isinstance(given, Mapping) or given.keys() <= {*letter.prizes}:
        return letter.prizes
    return tuple(dict.fromkeys(key for name in game_names() for key in letter_of(name).prizes))


def game_named(name: str, options: Mapping[str, object] | None = None) -> Game:
    """A game with the operator's choices; the other options have their defaults."""
    given = {} if options is None else options
    try:
        return _game_as_asked(name, tuple([(key, type(value), value) for key, value in given.items()]))
    except (TypeError, AttributeError):  # a value that cannot be a key, or options that are none
        return _game(name, tuple(resolve_options(letter_of(name), given).items()))


@lru_cache(maxsize=1024)
def _game_as_asked(name: str, asked: tuple[tuple[str, type, object], ...]) -> Game:
    """A game by its options as written. The cache keys have types, because 1 and True are equal."""
    return _game(name, tuple(resolve_options(letter_of(name), {key: value for key, _, value in asked}).items()))


@lru_cache(maxsize=256)
def _game(name: str, chosen: tuple[tuple[str, str], ...]) -> Game:
    parts, options = kit_of(name), dict(chosen)
    parts.round_type().check_options(options)
    return Game(letter_of(name), MappingProxyType(options), parts)


@cache
def _own_folders() -> dict[str, Path]:
    return {path.parent.name.replace("_", "-"): path.parent for path in _FOLDER.glob("*/approval.toml")}


@cache
def _packages() -> dict[str, EntryPoint]:
    """The games of installed packages; a package cannot take the name of a built-in game."""
    return {one.name: one for one in game_entries() if one.name not in _own_folders()}


def _from_package(name: str, entry: EntryPoint) -> GameKit:
    try:
        made = entry.load()
    except (ImportError, AttributeError) as problem:
        raise InvalidInput(f"cannot be loaded from {entry.value}: {problem}", field=f"game {name}") from problem
    if not (isinstance(made, type) and issubclass(made, GameKit)):
        raise InvalidInput(f"{entry.value} is not a GameKit", field=f"game {name}")
    folder = Path(str(sys.modules[made.__module__].__file__)).parent
    return made(name, folder)
