"""What an analysis says beyond prices, as tables for people."""

from collections.abc import Mapping
from typing import Any

from houseway.games.down_under_blackjack.exact.charts import LEGEND
from houseway.games.pricing.strategy import Chart


def tables_for(described: Mapping[str, Any], *, charts: bool) -> list[Chart]:
    """The charts of best decisions, one for each thing that may be known of the hole card."""
    return [_chart(known, rows) for known, rows in described.get("charts", {}).items()] if charts else []


def _chart(known: str, rows: Mapping[str, Mapping[str, str]]) -> Chart:
    ups = tuple(dict.fromkeys(up for row in rows.values() for up in row))
    cells = tuple((row, *(decisions.get(up, "") for up in ups)) for row, decisions in rows.items())
    return Chart(title="", columns=(f"hole card {known}", *ups), rows=cells, legend=LEGEND)
