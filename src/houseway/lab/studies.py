"""Studies as files: a designer's TOML, or a table sheet that is marked as a study."""

from collections.abc import Mapping
from pathlib import Path

from houseway.bounded_text import load_toml
from houseway.errors import HousewayError
from houseway.games.game import Game
from houseway.games.study import STUDY_KEYS, study_game


def load_study(path: Path, options: Mapping[str, object] | None = None, *, everything_on: bool = False) -> Game:
    """The game that a designer's study describes; `options` are chosen over those of the file.

    A table sheet that is marked as a study is read as one: what it says of the table itself is left out.
    """
    data = load_toml(path)
    if data.get("study") is True:
        data = {key: value for key, value in data.items() if key in STUDY_KEYS}
    try:
        return study_game(data, "study" if str(path) == "-" else path.stem, options, everything_on=everything_on)
    except HousewayError as problem:
        raise problem.at(str(path)) from None
