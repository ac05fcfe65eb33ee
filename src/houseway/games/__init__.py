"""The games: one folder each, found by its approval.toml. Knows no accounts, no clock, no disk."""

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from houseway.errors import InvalidInput, shown
from houseway.games.approval import Approval, load_approval
from houseway.games.game import Game, resolve_options

_FOLDER = Path(__file__).parent


@cache
def game_names() -> tuple[str, ...]:
    """All games, by name: every folder beside this file that holds an approval.toml."""
    return tuple(sorted(path.parent.name.replace("_", "-") for path in _FOLDER.glob("*/approval.toml")))


@cache
def approval(name: str) -> Approval:
    """The letter of a game, as data."""
    if name not in game_names():
        raise InvalidInput(f"{shown(name)} is not a game; there are {', '.join(game_names())}", field="game")
    return load_approval(_FOLDER / name.replace("-", "_") / "approval.toml")


def game(name: str, options: Mapping[str, object] | None = None) -> Game:
    """A game with the operator's choices; what is not chosen stands at its default."""
    letter = approval(name)
    return _game(name, tuple(resolve_options(letter, {} if options is None else options).items()))


@lru_cache(maxsize=256)
def _game(name: str, chosen: tuple[tuple[str, str], ...]) -> Game:
    play = import_module(f"houseway.games.{name.replace('-', '_')}.play")
    options = dict(chosen)
    play.Play.check_options(options)
    return Game(approval(name), MappingProxyType(options), play.Play)
