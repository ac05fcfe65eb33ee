"""Studies as files: a designer's TOML, or a table sheet that is marked as a study."""

from collections.abc import Mapping
from pathlib import Path

from houseway.bounded_text import load_toml
from houseway.errors import HousewayError
from houseway.games.game import Game
from houseway.games.study import STUDY_KEYS, study_game


def load_study(path: Path, options: Mapping[str, object] | None = None, *, everything_on: bool = False) -> Game:
    """The game that a designer's study describes; `options` are chosen over those of the file.

    A table sheet that is marked as a study is read as one: its fields about the table itself are left out.
    """
    data = load_toml(path)
    if data.get("study") is True:
        data = {key: value for key, value in data.items() if key in STUDY_KEYS}
    try:
        return study_game(data, "study" if str(path) == "-" else path.stem, options, everything_on=everything_on)
    except HousewayError as problem:
        raise problem.at(str(path)) from None


def changed_game(
    game: Game,
    name: str,
    *,
    rules: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
    table: Mapping[str, object] | None = None,
) -> Game:
    """A game or study under a name, with some rules, options or one group of pay tables changed; all else stays."""
    every = {**game.study, **(rules or {})}
    data: dict[str, object] = {**game.study_data, "game": game.name, "name": name, "rules": every}
    if table is not None:
        others = [one for one in _tables(game) if one.get("wager") != table["wager"]]
        data["paytables"] = [*others, table]
    chosen = {option: value for option, value in game.options.items() if option not in every}
    return study_game(data, chosen={**chosen, **(options or {})})


def _tables(game: Game) -> list[Mapping[str, object]]:
    """The groups of pay tables that a study has of its own."""
    groups = game.study_data.get("paytables", [])
    return [one for one in groups if isinstance(one, Mapping)] if isinstance(groups, list) else []
