"""The exact prices of a game's bonuses: those of its analysis where it came with houseway, else kept like one."""

from collections.abc import Mapping
from typing import Final

from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.wager_result import WagerResult
from houseway.lab.cache import cached_answer
from houseway.lab.shipped import shipped_analysis

ENVY: Final = " envy"  # how the row of a wager's envy ends
BonusPrices = Mapping[str, Mapping[str, WagerResult]]  # by wager and pay table


def bonus_prices(game: Game, run: Runner) -> BonusPrices:
    """The price of every bonus under every pay table; none for a game without an analysis."""
    part = game.kit.analysis
    if part is None:
        return {}
    if shipped := shipped_analysis(game):
        return shipped.wagers

    def compute(shown: Game) -> dict[str, dict[str, WagerResult]]:
        prices = part.price_bonuses(shown, run)
        return {wager: {name: one.result() for name, one in tables.items()} for wager, tables in prices.items()}

    return cached_answer("bonuses", game, dict[str, dict[str, WagerResult]], compute)


def price_of(game: Game, row: str, prices: BonusPrices) -> WagerResult | None:
    """The exact price of a bonus row, or of the wager that an envy row belongs to."""
    wager = row.removesuffix(ENVY)
    tables = prices.get(_price_name(game, wager), {})
    return tables.get(game.paytable(wager, game.approval.wagers[wager].paytable_option).name)


def _price_name(game: Game, wager: str) -> str:
    """Where alternate pays are chosen, they are priced under a name of their own."""
    alternate = game.approval.wagers[wager].alternate
    return alternate if alternate and game.is_on(alternate) else wager
