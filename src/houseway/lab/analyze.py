"""The price of a whole game: its main game under optimal play and every wager under every pay table."""

from collections.abc import Mapping
from typing import Any

from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.resolved_rules import main_differs_from_letter, rules_digest
from houseway.lab.cache import cached
from houseway.lab.result import Analysis
from houseway.lab.shards import Progress, Threads, silent
from houseway.lab.shipped import shipped_analysis


def analyze(
    name: str,
    options: Mapping[str, object] | None = None,
    *,
    fresh: bool = False,
    threads: int | None = None,
    progress: Progress = silent,
) -> Analysis:
    """Analyse a game with the operator's choices; counted again if `fresh`."""
    return analyze_game(game_named(name, options), Threads(threads, progress), fresh=fresh)


def analyze_game(game: Game, run: Runner, *, fresh: bool = False) -> Analysis:
    """Analyse a game, a letter's or a designer's: as it came with houseway, from the cache, or counted."""
    shipped = None if fresh else shipped_analysis(game)
    asked = {"analyze": rules_digest(game)}
    found = shipped or cached(asked, lambda: document(game, run), fresh=fresh)
    return Analysis.from_json(_marked(game, found), shipped=shipped is not None)


def _marked(game: Game, answer: Mapping[str, Any]) -> dict[str, Any]:
    """A kept answer with the marks of this very game: the name of a study is not among the rules that it is kept by."""
    return {"game": answer["game"], **game.marks, **{key: value for key, value in answer.items() if key != "game"}}


def compare_rules(game: Game, run: Runner, *, fresh: bool = False) -> dict[str, Any]:
    """The house edge of the main game for every choice of rules that bears on it; kept like an analysis."""
    return cached({"edges": rules_digest(game)}, lambda: game.kit.compare_rules(game, run), fresh=fresh)


def document(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it, without the marks of a study."""
    defaults = game.approval.defaults
    described = _with_fitting_strategies(game, game.kit.describe(game, run))
    prices = game.kit.price_bonuses(game, run)
    wagers = {wager: {name: one.to_json() for name, one in tables.items()} for wager, tables in prices.items()}
    wagers.update(described.pop("wagers", {}))
    for wager, tables in wagers.items():
        for name, one in tables.items():
            one.update(_beside(game, wager, name))
    return {
        "game": game.name,
        "options": {name: value for name, value in game.options.items() if value != defaults[name]},
        **described,
        "wagers": dict(sorted(wagers.items(), key=lambda item: _place(game, item[0]))),
    }


def _beside(game: Game, wager: str, name: str) -> dict[str, str]:
    """What stands beside the price of a pay table: a note, and the key of its `$` prize."""
    spec = game.approval.wagers.get(wager)
    tables = game.approval.paytables.get((spec and spec.paytable) or wager, {})
    table = tables.get(name) or tables.get(name[:1])
    said = {"note": game.kit.table_note(game, wager, name), "prize": table.prize if table else ""}
    return {key: text for key, text in said.items() if text}


def _with_fitting_strategies(game: Game, described: dict[str, Any]) -> dict[str, Any]:
    """Without the strategies to remember that were found for the letter's rules, where other rules are played."""
    simple: Mapping[str, Any] = described.get("simple_strategies", {})
    if not simple or not main_differs_from_letter(game):
        return described
    return {**described, "simple_strategies": {name: simple[name] for name in simple if name in game.kit.solved_simple}}


def _place(game: Game, wager: str) -> int:
    """Wagers stand in the order of the letter; what is not a wager of its own comes last."""
    names = list(game.approval.wagers)
    return names.index(wager) if wager in names else len(names)
