"""What an analysis says beyond prices, as tables for people."""

from collections.abc import Mapping
from typing import Any

from houseway.games.pricing.strategy import Chart, percent


def tables_for(described: Mapping[str, Any]) -> list[Chart]:
    """The readings of best-seven side by side."""
    readings = described.get("best_seven", {})
    if not readings:
        return []
    rows = tuple(
        (name, percent(one["house_edge"]), percent(one["main_best_setting"]["house_edge"]))
        for name, one in readings.items()
    )
    title = "the readings of best-seven, which the letter does not define"
    return [Chart(title=title, columns=("best-seven", "house way", "best setting"), rows=rows)]
