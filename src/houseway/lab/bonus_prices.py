"""The exact prices of a game's bonuses: those of its analysis where it came with houseway, else kept like one."""

from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.wager_result import WagerResult
from houseway.lab.cache import cached_answer
from houseway.lab.shipped import BonusPrices, shipped_prices


def bonus_prices(game: Game, run: Runner) -> BonusPrices:
    """The price of every bonus under every pay table; none for a game without an analysis."""
    part = game.kit.analysis
    if part is None:
        return {}
    if shipped := shipped_prices(game):
        return shipped

    def compute(shown: Game) -> dict[str, dict[str, WagerResult]]:
        prices = part.price_bonuses(shown, run)
        return {wager: {name: one.result() for name, one in tables.items()} for wager, tables in prices.items()}

    return cached_answer("bonuses", game, dict[str, dict[str, WagerResult]], compute)
