"""What the analysis of Red Dog says besides prices, and its tables for people."""

from collections.abc import Sequence

from houseway.games.pricing.result import Analysis
from houseway.games.pricing.result_json import Result
from houseway.games.pricing.strategy import Chart, percent


class SpreadResult(Result, frozen=True, kw_only=True):
    """A spread: what it pays, how often it wins, and what one unit on it nets."""

    spread: int
    pays: str  # to one
    chance: float
    net: float
    decision: str


class RedDogResult(Analysis, frozen=True, kw_only=True):
    """An analysis that also has every spread, and the edge that the literature has."""

    spreads: Sequence[SpreadResult]
    published: str = ""

    def tables(self, *, charts: bool = False) -> list[Chart]:
        """The published edge beside ours; where charts are wanted, what each spread pays, wins and nets."""
        tables = []
        if self.published:
            edge = f"{100 * self.main.house_edge:.3f}%"
            rows = ((self.published, edge, "reproduced" if self.published == edge else "not reproduced"),)
            tables.append(Chart(title="Published", columns=("house edge", "counted", "verdict"), rows=rows))
        if charts:
            columns = ("spread", "pays", "wins", "net of one unit", "decision")
            cells = tuple(
                (str(one.spread), f"{one.pays} to 1", percent(one.chance), f"{one.net:+.6f}", one.decision)
                for one in self.spreads
            )
            tables.append(Chart(title="Spreads", columns=columns, rows=cells))
        return tables
