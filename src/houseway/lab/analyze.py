"""The price of a whole game: its main game under optimal play and every wager under every pay table."""

from collections.abc import Mapping
from typing import Any

from houseway.games import game as game_named
from houseway.games.analysis import Runner
from houseway.games.game import Game
from houseway.games.strategy import part
from houseway.lab.cache import cached
from houseway.lab.result import Analysis
from houseway.lab.shards import Progress, Threads, silent


def analyze(
    name: str,
    options: Mapping[str, object] | None = None,
    *,
    fresh: bool = False,
    threads: int | None = None,
    progress: Progress = silent,
) -> Analysis:
    """Analyse a game with the operator's choices; from the cache unless `fresh`."""
    game = game_named(name, options)
    asked = {"analyze": name, "options": dict(game.options)}
    return Analysis.from_json(cached(asked, lambda: document(game, Threads(threads, progress)), fresh=fresh))


def document(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it."""
    defaults = {name: option.default for name, option in game.approval.options.items()}
    described = part(game.name, "exact").describe(game, run)
    prices = part(game.name, "exact_bonuses").price_bonuses(game, run)
    wagers = {wager: {name: one.to_json() for name, one in tables.items()} for wager, tables in prices.items()}
    wagers.update(described.pop("wagers", {}))
    return {
        "game": game.name,
        "options": {name: value for name, value in game.options.items() if value != defaults[name]},
        **described,
        "wagers": dict(sorted(wagers.items(), key=lambda item: _place(game, item[0]))),
    }


def _place(game: Game, wager: str) -> int:
    """Wagers stand in the order of the letter; what is not a wager of its own comes last."""
    names = list(game.approval.wagers)
    return names.index(wager) if wager in names else len(names)
