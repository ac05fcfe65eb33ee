"""What an analysis says beyond prices, as tables for people."""

from collections.abc import Mapping
from typing import Any

from houseway.games.strategy import Chart, percent, plus_minus


def tables_for(described: Mapping[str, Any]) -> list[Chart]:
    """The readings of best-seven side by side."""
    readings = described.get("best_seven", {})
    if not readings:
        return []
    rows = tuple((name, _edge(one), _edge(one["main_best_setting"])) for name, one in readings.items())
    title = "the readings of best-seven, which the letter does not define"
    return [Chart(title=title, columns=("best-seven", "house way", "best setting"), rows=rows)]


def _edge(main: Mapping[str, Any]) -> str:
    return percent(main["house_edge"]) + plus_minus(main.get("standard_error"))
