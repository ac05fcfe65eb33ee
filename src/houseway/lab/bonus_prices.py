"""The exact prices of a game's bonuses, kept like an analysis."""

from collections.abc import Mapping

from msgspec import Struct, convert

from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.resolved_rules import rules_digest
from houseway.lab.cache import cached
from houseway.lab.tabular import Json


class PricedLine(Struct, frozen=True, kw_only=True):
    """A line of a pay table."""

    pays: str
    combinations: int | None = None  # None where it is simulated


class BonusPrice(Struct, frozen=True, kw_only=True):
    """What is looked up of the price of a bonus under one pay table."""

    house_edge: float
    hit_frequency: float
    lines: dict[str, PricedLine]
    house_edge_exact: str = ""
    combinations: int | None = None
    standard_error: float = 0.0
    envy_per_player: float = 0.0  # in dollars


BonusPrices = Mapping[str, Mapping[str, BonusPrice]]  # by wager and pay table


def bonus_prices(game: Game, run: Runner) -> BonusPrices:
    """The price of every bonus under every pay table."""

    def compute() -> Json:
        prices = game.kit.price_bonuses(game, run)
        return {wager: {name: one.to_json() for name, one in tables.items()} for wager, tables in prices.items()}

    return convert(cached({"bonuses": rules_digest(game)}, compute), dict[str, dict[str, BonusPrice]])
