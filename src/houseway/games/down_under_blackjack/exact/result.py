"""The result of analysing Down Under Blackjack, and its tables for people."""

from collections.abc import Mapping
from typing import ClassVar

from houseway.games.pricing.result import Analysis, MainResult
from houseway.games.pricing.strategy import Chart

ChartRows = Mapping[str, Mapping[str, str]]  # by row and up card: the letter of a decision


class FiguresByPays(MainResult, frozen=True, kw_only=True):
    """The main game under a strategy, for every pay of a blackjack; the strategy does not depend on it."""

    by_blackjack_pays: Mapping[str, MainResult]


class BlackjackResult(Analysis, frozen=True, kw_only=True):
    """An analysis that also has the edge by what a blackjack pays, and the charts of best decisions."""

    LAST: ClassVar = ("simple_strategies", "decision_worth", "charts", "wagers")

    house_edge_by_blackjack_pays: Mapping[str, float]
    splits: str  # how the hands of a split are played
    charts: Mapping[str, ChartRows]  # by what is known of the hole card

    def tables(self, *, charts: bool = False) -> list[Chart]:
        """The charts of best decisions, one for each knowledge of the hole card."""
        return [_chart(known, rows) for known, rows in self.charts.items()] if charts else []


def _chart(known: str, rows: ChartRows) -> Chart:
    from houseway.games.down_under_blackjack.exact.charts import LEGEND

    ups = tuple(dict.fromkeys(up for row in rows.values() for up in row))
    cells = tuple((row, *(decisions.get(up, "") for up in ups)) for row, decisions in rows.items())
    return Chart(title="", columns=(f"hole card {known}", *ups), rows=cells, legend=LEGEND)
