"""A strategy with its charts as an answer of the lab."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from houseway.tabular import Json, Row, Tabular, html_table

if TYPE_CHECKING:
    from houseway.games.pricing.strategy import Chart, Strategy


@dataclass(frozen=True, repr=False, kw_only=True)
class StrategyAnswer(Tabular):
    """A strategy with its charts."""

    strategy: "Strategy"
    charts: "Sequence[Chart]"
    title: str  # a note that the strategy's name does not contain
    marks: Mapping[str, str]  # of a study
    options: Mapping[str, str]  # the operator's choices that the strategy or its figures depend on

    @property
    def house_edge(self) -> float:
        """What the house keeps of the first wager."""
        return self.strategy.figures.house_edge

    def own_rows(self) -> list[Row]:
        """A row for each cell of each chart."""
        return chart_rows(self.charts)

    def _repr_html_(self) -> str:
        """The charts as charts, each under its title."""
        charts = [
            html_table([dict(zip(chart.columns, row, strict=True)) for row in chart.rows], chart.title)
            for chart in self.charts
        ]
        return f"<p>{html.escape(repr(self))}</p>" + "".join(charts)

    def to_json(self) -> Json:
        """As the command prints it as JSON."""
        one = self.strategy
        return {
            "game": one.game,
            "strategy": one.name,
            "rules": one.rules,
            "options": dict(self.options),
            "figures": one.figures.to_json(),
            **({"title": self.title} if self.title else {}),
            **self.marks,
            "charts": [asdict(chart) for chart in self.charts],
        }

    def in_short(self) -> str:
        """For its repr."""
        one = self.strategy
        return f"{one.game!r}, {one.name!r}: house edge {100 * self.house_edge:.4f}%"


def chart_rows(charts: "Sequence[Chart]") -> list[Row]:
    """All charts as one table; chart, row and column by number are a key; numbers have a column of their own."""
    rows: list[Row] = []
    for chart_number, chart in enumerate(charts, start=1):
        for row_number, (row, *cells) in enumerate(chart.rows, start=1):
            for number, (name, cell) in enumerate(zip(chart.columns[1:], cells, strict=True), start=1):
                numeric = cell.replace(".", "", 1).isdecimal()
                rows.append(
                    {
                        "chart": chart_number,
                        "row": row_number,
                        "column": number,
                        "chart_title": chart.title,
                        "row_title": row,
                        "column_title": name,
                        "decision": "" if numeric else cell,
                        "number": float(cell) if numeric else None,
                    }
                )
    return rows
