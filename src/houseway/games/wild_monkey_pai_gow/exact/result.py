"""The result of analysing Wild Monkey Pai Gow, and its tables for people."""

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import asdict

from houseway.games.pricing.price import WagerPrice
from houseway.games.pricing.result import Analysis, MainResult
from houseway.games.pricing.result_json import Result
from houseway.games.pricing.strategy import Chart, percent
from houseway.games.pricing.wager_result import WagerResult


class EdgeResult(Result, frozen=True, kw_only=True):
    """A house edge as a number and as a fraction."""

    house_edge: float
    house_edge_exact: Fraction

    @classmethod
    def of(cls, edge: Fraction) -> "EdgeResult":
        """The result for a fraction."""
        return cls(house_edge=float(edge), house_edge_exact=edge)


class PaiGowWager(WagerResult, frozen=True, kw_only=True):
    """A bonus; if it needs a won bet, it also has its edge beside a player who never surrenders."""

    without_surrender: EdgeResult | None = None

    @property
    def other_edges(self) -> Mapping[str, float]:
        """The edge beside a player who never surrenders, if the bonus needs a won bet."""
        return {"edge_without_surrender": self.without_surrender.house_edge} if self.without_surrender else {}

    @classmethod
    def of(cls, price: WagerPrice, without_surrender: Fraction) -> "PaiGowWager":
        """The result for the two prices."""
        return cls(**asdict(price.result()), without_surrender=EdgeResult.of(without_surrender))


class Reading(EdgeResult, frozen=True, kw_only=True):
    """The main game under one reading of the best seven, and how many of the dealer's eights are a pai gow."""

    main_best_setting: EdgeResult
    dealer_pai_gows: Mapping[str, int]


class PaiGowResult(Analysis, frozen=True, kw_only=True):
    """An analysis by the house way, with the best setting and every reading of the best seven beside it."""

    TITLES: ClassVar[Mapping[str, str]] = {
        "main": "house way, best double and surrender",
        "main_best_setting": "best setting, best double and surrender",
    }

    main_best_setting: MainResult
    best_seven: Mapping[str, Reading]
    wagers: Mapping[str, Mapping[str, PaiGowWager]]

    def tables(self, *, charts: bool = False) -> list[Chart]:
        """A table with the readings of best-seven side by side."""
        rows = tuple(
            (name, percent(one.house_edge), percent(one.main_best_setting.house_edge))
            for name, one in self.best_seven.items()
        )
        title = "the readings of best-seven, which the letter does not define"
        return [Chart(title=title, columns=("best-seven", "house way", "best setting"), rows=rows)]
