"""The price of a whole game: its main game under optimal play and every wager under every pay table."""

from collections.abc import Mapping

from msgspec.structs import replace

from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.main_wagers import MainWagers
from houseway.games.pricing.result import Analysis, RulesEdge
from houseway.games.pricing.wager_result import WagerResult
from houseway.games.resolved_rules import chosen_options, main_differs_from_letter
from houseway.lab.cache import cached_answer
from houseway.lab.kept_counts import KeepingRunner
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
    """Analyse a game, a letter's or a designer's: as it came with houseway, from the cache, or counted.

    The marks of a study are added to a cached answer, because its name is not part of the cache key.
    """
    part = game.kit.require(game.kit.analysis, "analysis")
    shipped = None if fresh else shipped_analysis(game)
    counting = KeepingRunner(run, fresh=fresh)
    answer = shipped or cached_answer(
        "analyze", game, part.result_type(), lambda shown: count_analysis(shown, counting), fresh=fresh
    )
    return replace(answer, options=chosen_options(game), **game.marks)


def compare_rules(game: Game, run: Runner, *, fresh: bool = False) -> list[RulesEdge]:
    """The house edge of the main game for every choice of rules that it depends on; cached like an analysis."""
    part = game.kit.require(game.kit.analysis, "analysis")
    return cached_answer("edges", game, list[RulesEdge], lambda shown: part.compare_rules(shown, run), fresh=fresh)


def main_wagers_of(game: Game, run: Runner, *, fresh: bool = False) -> MainWagers:
    """Each wager of the main game, line by line, without the rest of an analysis; cached like one."""
    part = game.kit.require(game.kit.analysis, "analysis")
    shipped = None if fresh else shipped_analysis(game)
    if shipped is not None and shipped.main_wagers is not None:
        return shipped.main_wagers
    counting = KeepingRunner(run, fresh=fresh)
    return cached_answer(
        "main wagers", game, MainWagers, lambda shown: part.price_main_wagers(shown, counting), fresh=fresh
    )


def count_analysis(game: Game, run: Runner) -> Analysis:
    """The analysis of a game, counted; without the operator's choices and the marks of a study."""
    part = game.kit.require(game.kit.analysis, "analysis")
    described = part.describe(game, run)
    prices = part.price_bonuses(game, run)
    wagers = {wager: {name: one.result() for name, one in tables.items()} for wager, tables in prices.items()}
    every = {
        wager: {name: _with_notes(game, wager, name, one) for name, one in tables.items()}
        for wager, tables in {**wagers, **described.wagers}.items()
    }
    simple = described.simple_strategies
    if main_differs_from_letter(game):  # the others hold for the letter's rules
        simple = {name: one for name, one in simple.items() if name in part.solved_simple}
    return replace(
        described,
        game=game.name,
        simple_strategies=simple,
        wagers=dict(sorted(every.items(), key=lambda item: _place(game, item[0]))),
    )


def _with_notes(game: Game, wager: str, name: str, one: WagerResult) -> WagerResult:
    """The price of a pay table with a note, and the key of its `$` prize."""
    spec = game.approval.wagers.get(wager)
    tables = game.approval.paytables.get((spec and spec.paytable) or wager, {})
    table = tables.get(name) or tables.get(name[:1])
    note = game.kit.analysis.table_note(game, wager, name) if game.kit.analysis else ""
    return replace(one, note=note, prize=table.prize if table else "")


def _place(game: Game, wager: str) -> int:
    """The place of a wager: the letter's order, then everything that is not a wager itself."""
    names = list(game.approval.wagers)
    return names.index(wager) if wager in names else len(names)
