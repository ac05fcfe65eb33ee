"""Strategies: solved, looked up, shown as charts; advice on one decision."""

from typing import Final

STRATEGIES: Final = (
    "optimal",
    "threshold",
    "overcard_thresholds",
    "second_card_thresholds",
)  # the one that is played by default first
