"""The exact prices of a game's bonuses: from the shipped analysis, or else counted and cached like one."""

from collections.abc import Mapping
from typing import Final

from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.wager_result import FIXED_PAYS_ONLY, WagerResult
from houseway.lab.cache import cached_answer
from houseway.lab.kept_counts import KeepingRunner
from houseway.lab.shipped import BonusPrices, shipped_prices

ENVY: Final = " envy"  # how the row of a wager's envy ends


def bonus_prices(game: Game, run: Runner) -> BonusPrices:
    """The price of every bonus under every pay table; none for a game without an analysis."""
    part = game.kit.analysis
    if part is None:
        return {}
    if shipped := shipped_prices(game):
        return shipped

    def compute(shown: Game) -> dict[str, dict[str, WagerResult]]:
        prices = part.price_bonuses(shown, KeepingRunner(run))
        return {wager: {name: one.result() for name, one in tables.items()} for wager, tables in prices.items()}

    return cached_answer("bonuses", game, dict[str, dict[str, WagerResult]], compute)


def price_of(game: Game, row: str, prices: BonusPrices) -> WagerResult | None:
    """The exact price of a bonus row, or of the wager that an envy row belongs to."""
    wager = row.removesuffix(ENVY)
    return prices_of(game, wager, prices).get(paytable_of(game, wager).name)


def paytable_of(game: Game, wager: str) -> PayTable:
    """The pay table of a bonus that the operator has chosen."""
    return game.paytable(wager, game.approval.wagers[wager].paytable_option)


def basis_of(game: Game, row: str) -> str:
    """What the figures of a simulated bonus count, where they leave out shares of a meter or prizes."""
    pays = () if row.endswith(ENVY) else paytable_of(game, row).pays
    return FIXED_PAYS_ONLY if any(pay is not None and pay.kind in ("share", "prize") for pay in pays) else ""


def prices_of(game: Game, wager: str, prices: BonusPrices) -> Mapping[str, WagerResult]:
    """The prices of a wager by pay table; alternate pays, where they are chosen, have a name of their own."""
    alternate = game.approval.wagers[wager].alternate
    return prices.get(alternate if alternate and game.is_on(alternate) else wager, {})
