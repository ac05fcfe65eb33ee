"""The exact prices of a game's bonuses, kept like an analysis."""

from collections.abc import Mapping

from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.wager_result import WagerResult
from houseway.lab.cache import cached_answer

BonusPrices = Mapping[str, Mapping[str, WagerResult]]  # by wager and pay table


def bonus_prices(game: Game, run: Runner) -> BonusPrices:
    """The price of every bonus under every pay table; none for a game without an analysis."""
    part = game.kit.analysis
    if part is None:
        return {}

    def compute(shown: Game) -> dict[str, dict[str, WagerResult]]:
        prices = part.price_bonuses(shown, run)
        return {wager: {name: one.result() for name, one in tables.items()} for wager, tables in prices.items()}

    return cached_answer("bonuses", game, dict[str, dict[str, WagerResult]], compute)


def price_of(game: Game, row: str, prices: BonusPrices) -> WagerResult | None:
    """The exact price of a bonus row; none where the house takes bonuses of some hands out of action."""
    if any(one.stops_action and game.options[name] != one.default for name, one in game.approval.options.items()):
        return None
    wager = row.removesuffix(" envy")
    tables = prices.get(_price_name(game, wager), {})
    return tables.get(game.paytable(wager, game.approval.wagers[wager].paytable_option).name)


def _price_name(game: Game, wager: str) -> str:
    """Where alternate pays are chosen, they are priced under a name of their own."""
    alternate = game.approval.wagers[wager].alternate
    return alternate if alternate and game.is_on(alternate) else wager
