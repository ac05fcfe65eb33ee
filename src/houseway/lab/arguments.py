"""What callers of the lab may write: a game or a study, options as keywords, whole numbers as people write them."""

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.games.game import Game

GameOrStudy = str | Path | Mapping[str, object] | Game

_WHOLE: Final = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,15}))?(?:[eE]\+?([0-9]{1,2}))?")


def chosen_game(source: GameOrStudy, given: Mapping[str, object], *, everything_on: bool = False) -> Game:
    """The game or study with the options; with all wagers on except what is chosen, where rounds are played."""
    from houseway.games.study import everything_on as with_everything_on

    chosen = options(given)
    game = _game(source, chosen)
    return with_everything_on(game, chosen) if everything_on else game


def _game(source: GameOrStudy, chosen: Mapping[str, object]) -> Game:
    if isinstance(source, Game):
        return source.with_options({**source.options, **chosen}) if chosen else source
    if isinstance(source, Mapping):
        from houseway.games.study import study_game

        return study_game(source, chosen=chosen)
    if isinstance(source, Path) or source.endswith(".toml"):
        from houseway.lab.studies import load_study

        return load_study(Path(source), chosen)
    from houseway.games import game_named
    from houseway.games.names import game_called

    return game_named(game_called(source), chosen)


def options(given: Mapping[str, object]) -> dict[str, object]:
    """Options with hyphens; whole floats are whole numbers."""
    return {
        name.replace("_", "-"): int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in given.items()
    }


def whole(value: float | str, field: str) -> int:
    """A count: a whole number, a float that is one, or a text such as `1e9`, `10_000_000` or `2.5e6`."""
    if isinstance(value, str):
        return _whole_text(value, field)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value != int(value):
        raise InvalidInput(f"must be a whole number, not {shown(value)}", field=field)
    return int(value)


def _whole_text(text: str, field: str) -> int:
    match = _WHOLE.fullmatch(text.strip().replace("_", "").replace(",", ""))
    digits, decimals, power = (match[1], (match[2] or "").rstrip("0"), int(match[3] or 0)) if match else ("", "", -1)
    if len(decimals) > power:
        raise InvalidInput(f"{text!r} is no whole number", field=field)
    return int(digits + decimals + "0" * (power - len(decimals)))


def by_wager(given: Mapping[str, object] | Sequence[str], field: str) -> dict[str, object]:
    """Values by wager, from a mapping or from texts such as `natural-flush=5`; each wager once."""
    pairs = given.items() if isinstance(given, Mapping) else [_pair(text, field) for text in given]
    values: dict[str, object] = {}
    for name, value in pairs:
        wager = name.replace("_", "-")
        if wager in values:
            raise InvalidInput("is given twice", field=f"{field} {wager}")
        values[wager] = value
    return values


def _pair(text: str, field: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InvalidInput(f"{text!r} is not wager=value", field=field)
    return name.strip(), value.strip()
